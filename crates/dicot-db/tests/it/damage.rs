//! A damaged file is refused, or yields errors: never a wrong value.

use dicot::{Limits, Store};
use dicot_db::{Damage, Database, DatabaseError, Forms};

use crate::{Values, boards, file, small, values};

/// Asks for everything: errors are fine, wrong answers are not. How many errors there were.
fn assert_nothing_wrong(database: &Database, values: &Values) -> usize {
    let mut forms = Forms::new(database, Store::new());
    let limits = Limits::default();
    let mut errors = 0;
    for (text, value) in values {
        match database.find(text) {
            Err(_) => errors += 1,
            Ok(None) => panic!("{text} is not found, and nothing is said"),
            Ok(Some(named)) => match forms.form(named, &limits) {
                Ok(form) => assert_eq!(&form, value, "{text}"),
                Err(_) => errors += 1,
            },
        }
    }
    assert!(matches!(database.find("absent"), Ok(None) | Err(_)));
    for entry in database {
        let Ok((text, _)) = entry else {
            errors += 1;
            continue;
        };
        assert!(values.contains_key(text));
    }
    errors
}

#[test]
fn every_byte_of_a_small_file() {
    let (values, good) = small();
    assert_eq!(assert_nothing_wrong(&Database::from_bytes(good.clone()).unwrap(), &values), 0);
    let mut opened = 0;
    for at in 0..good.len() {
        for flip in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut bad = good.clone();
            bad[at] ^= flip;
            let Ok(database) = Database::from_bytes(bad) else { continue };
            opened += 1;
            let error = database.check(&Limits::default()).expect_err("it is damaged");
            assert!(matches!(error, DatabaseError::Damaged(Damage::Block(_))), "{at}: {error}");
            assert!(assert_nothing_wrong(&database, &values) > 0);
        }
    }
    // The header and the list of checksums are refused at once.
    assert_eq!(opened, (good.len() - 256 - 8) * 9);
}

/// In a file of several blocks each is checked when it is looked at: what is elsewhere can still be read.
#[test]
fn blocks_of_a_large_file() {
    let values = values(boards(3, 3).chain(boards(2, 5)));
    let good = file(&values);
    let start = 256 + 8 * (good.len() - 256).div_ceil(1 << 16);
    assert!(good.len() > start + (1 << 16), "the file has one block: {}", good.len());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.db");
    let (mut right, mut wrong) = (0, 0);
    for at in (0..good.len()).step_by(good.len() / 25) {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        std::fs::write(&path, &bad).unwrap();
        let Ok(database) = Database::open(&path) else {
            assert!(at < start);
            continue;
        };
        let block = (at - start) >> 16;
        let from = (start + (block << 16)) as u64;
        let to = (from + (1 << 16)).min(good.len() as u64);
        let error = database.check(&Limits::default()).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the database is damaged: bytes {from} to {} have another checksum", to - 1)
        );
        let errors = assert_nothing_wrong(&database, &values);
        assert!(errors > 0);
        wrong += errors;
        right += 2 * values.len() - errors.min(2 * values.len());
    }
    assert!(right > 0 && wrong > 0);
}

#[test]
fn truncated_or_longer() {
    let (_, good) = small();
    for length in 0..good.len() {
        let error = Database::from_bytes(&good[..length]).unwrap_err();
        match length {
            0..16 => assert!(matches!(error, DatabaseError::Unknown)),
            _ => assert!(
                matches!(error, DatabaseError::Damaged(Damage::Length { found, .. }) if found == length as u64)
            ),
        }
    }
    let longer = [&good[..], &[0]].concat();
    let length = good.len();
    let error = Database::from_bytes(longer).unwrap_err();
    let expected =
        format!("the database is damaged: it has {} bytes, and should have {length}", length + 1);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn other_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let open = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        Database::open(&path).unwrap_err().to_string()
    };
    let (_, mut good) = small();
    assert_eq!(open(b""), "not a database of values");
    assert_eq!(open(b"xox/ox.\n"), "not a database of values");
    assert_eq!(open(b"dicot solver 1\n"), "not a database of values");
    good[16] = 2;
    let version = "a database in version 2 of the format; this program reads version 1";
    assert_eq!(open(&good), version);
    good[16] = 1;
    good[100] = b'x';
    assert_eq!(open(&good), "the database is damaged: its header has another checksum");
    let missing = Database::open(folder.path().join("missing")).unwrap_err();
    assert_eq!(missing.to_string(), "no such file");
    // Neither folders nor pipes are opened: a pipe would never be.
    assert_eq!(Database::open(folder.path()).unwrap_err().to_string(), "not a regular file");
}
