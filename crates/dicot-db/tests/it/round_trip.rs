//! What was written is read again.

use dicot::analysis::{Analyzer, NamedValue, ValueParts};
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Dyadic, Limits, NumberUpStar, Store};
use dicot_db::{BuildError, Builder, Database, DatabaseError, Forms};
use dicot_rulesets::{PositionExt, RulesetExt, library};
use xxhash_rust::xxh3::xxh3_64;

use crate::{Values, boards, builder, clobber, file, small, values};

fn assert_holds(database: &Database, values: &Values) {
    assert_eq!(database.len(), values.len() as u64);
    let mut forms = Forms::new(database, Store::new());
    let limits = Limits::default();
    for (entry, (text, value)) in database.iter().zip(values) {
        let (found, named) = entry.unwrap();
        assert_eq!(found, text);
        assert_eq!(database.find(text).unwrap(), Some(named));
        assert_eq!(&forms.form(named, &limits).unwrap(), value, "{text}");
    }
    for absent in ["", "y", "xo?", "xoo.", "number "] {
        assert_eq!(database.find(absent).unwrap(), None);
    }
}

#[test]
fn small_and_large() {
    let (small, bytes) = small();
    let database = Database::from_bytes(bytes).unwrap();
    assert_holds(&database, &small);
    database.check(&Limits::default()).unwrap();

    let large = values(boards(3, 3));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("3x3.db");
    let builder = builder(&large);
    builder.save(&path).unwrap();
    let database = Database::open(&path).unwrap();
    assert_holds(&database, &large);
    database.check(&Limits::default()).unwrap();
    database.check_components(&clobber(), &Limits::default()).unwrap();
    assert_eq!(database.recompute(&clobber(), 100, Limits::default()).unwrap(), 100);
    assert_eq!(
        database.recompute(&clobber(), u64::MAX, Limits::default()).unwrap(),
        database.len()
    );
    assert_eq!(database.byte_count(), std::fs::metadata(&path).unwrap().len());
    assert_eq!(database.value_count(), builder.value_count() as u64);
    // Nothing else is left in the folder.
    assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn nothing_at_all() {
    let database = Database::from_bytes(file(&Values::new())).unwrap();
    assert!(database.is_empty() && database.iter().next().is_none());
    assert_eq!((database.find("xo").unwrap(), database.value_count()), (None, 0));
    assert!(matches!(database.parts(0), Err(DatabaseError::Damaged(_))));
    database.check(&Limits::default()).unwrap();
}

/// The bytes do not depend on the order, on the store, or on which of a value and its negative came first.
#[test]
fn the_same_bytes() {
    let (values, bytes) = small();
    assert_eq!(file(values.iter().rev()), bytes);
    let store = Store::new();
    let mut builder = Builder::new("clobber").unwrap();
    for (n, (text, value)) in values.iter().rev().enumerate() {
        // What is simplified first gets other ids; values of several stores can be mixed.
        let value = if n % 3 == 0 { -&store.adopt(&-value) } else { Store::new().adopt(value) };
        builder.add(text, &value).unwrap();
        builder.add(text, &value).unwrap();
    }
    let mut again = Vec::new();
    builder.write(&mut again).unwrap();
    assert_eq!(again, bytes);
    // It does not depend on the program or the machine either: another checksum is another format or another order.
    assert_eq!((bytes.len(), xxh3_64(&bytes)), (BYTES, CHECKSUM));
}

const BYTES: usize = 1201;
const CHECKSUM: u64 = 1_133_995_445_177_903_322;

/// A reader by the words of `format.rs` alone.
#[test]
fn as_the_format_says() {
    let (values, bytes) = small();
    let u32_at = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    let u64_at = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
    assert_eq!(&bytes[..16], b"\x89dicot values\r\n\x1a");
    assert_eq!((u32_at(16), u64_at(24)), (1, bytes.len() as u64));
    assert_eq!(&bytes[80..80 + u32_at(20) as usize], b"clobber");
    let count = |at| u64_at(at) as usize;
    let (components, numbers, slots, text_bytes) = (count(32), count(40), count(48), count(56));
    assert_eq!(xxh3_64(&bytes[..248]), u64_at(248));
    let body = 8 * slots + 16 * components + text_bytes + 8 * (numbers + 1) + count(64);
    let start = 256 + 8 * body.div_ceil(1 << 16);
    assert_eq!(start + body, bytes.len());
    assert_eq!(xxh3_64(&bytes[256..start]), u64_at(72));
    for (n, block) in bytes[start..].chunks(1 << 16).enumerate() {
        assert_eq!(xxh3_64(block), u64_at(256 + 8 * n));
    }

    let entries = start + 8 * slots;
    let texts = entries + 16 * components;
    let places = texts + text_bytes;
    let records = places + 8 * (numbers + 1);
    let store = Store::new();
    let mut forms: Vec<CanonicalForm> = Vec::new();
    let signed = |forms: &[CanonicalForm], value: u32| {
        let form = &forms[(value >> 1) as usize];
        if value & 1 == 1 { -form } else { form.clone() }
    };
    for n in 0..numbers {
        let at = records + count(places + 8 * n);
        let form = if u32_at(at) == u32::MAX {
            let number = Dyadic::new(u64_at(at + 8) as i64, u32_at(at + 4)).unwrap();
            let (up, star) = (u32_at(at + 16) as i32, u32_at(at + 20));
            store.calculation().number_up_star(NumberUpStar { number, up, star }).unwrap()
        } else {
            let (left, right) = (u32_at(at) as usize, u32_at(at + 4) as usize);
            let option = |n: usize| signed(&forms, u32_at(at + 8 + 4 * n));
            store
                .calculation()
                .form((0..left).map(option), (left..left + right).map(option))
                .unwrap()
        };
        forms.push(form);
    }
    for (n, (text, value)) in values.iter().enumerate() {
        let at = entries + 16 * n;
        let from = texts + count(at);
        assert_eq!(&bytes[from..from + u32_at(at + 8) as usize], text.as_bytes());
        assert_eq!(&signed(&forms, u32_at(at + 12)), value);
        let hash = xxh3_64(text.as_bytes());
        let slot = (0..256).map(|step| (hash as usize + step) % slots).find(|slot| {
            let at = start + 8 * slot;
            assert_ne!(u32_at(at), 0, "a free slot comes before {text}");
            (u32_at(at), u32_at(at + 4)) == (n as u32 + 1, (hash >> 32) as u32)
        });
        assert!(slot.is_some());
    }
}

#[test]
fn values_and_their_negatives_are_one() {
    let switch: CanonicalForm = "{2|-1}".parse().unwrap();
    let mut builder = Builder::new("clobber").unwrap();
    for (text, value) in [("a", switch.clone()), ("b", -&switch), ("c", "+-1".parse().unwrap())] {
        builder.add(text, &value).unwrap();
    }
    // 1 and -1, 2, the switch, and +-1.
    assert_eq!((builder.len(), builder.value_count()), (3, 4));
    let mut bytes = Vec::new();
    builder.write(&mut bytes).unwrap();
    let database = Database::from_bytes(bytes).unwrap();
    let [a, b] = ["a", "b"].map(|text| database.find(text).unwrap().unwrap());
    assert_eq!((a.number, a.negated), (b.number, !b.negated));
    let own = database.find("c").unwrap().unwrap();
    assert!(!own.negated);
    let ValueParts::Options { left, right } = database.parts(own.number).unwrap() else { panic!() };
    assert_eq!(left[0], NamedValue { negated: !right[0].negated, ..right[0] });
}

#[test]
fn what_cannot_be_built() {
    assert!(matches!(Builder::new(""), Err(BuildError::Name(_))));
    assert!(matches!(Builder::new("x".repeat(129)), Err(BuildError::Name(_))));
    let mut builder = Builder::new("x".repeat(128)).unwrap();
    builder.add("a", &CanonicalForm::STAR).unwrap();
    builder.add("a", &CanonicalForm::STAR).unwrap();
    let mut bytes = Vec::new();
    builder.write(&mut bytes).unwrap();
    assert_eq!(Database::from_bytes(bytes).unwrap().rules(), "x".repeat(128));
    builder.add("a", &CanonicalForm::UP).unwrap();
    let error = builder.write(Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "\"a\" was added with two values");
    let folder = tempfile::tempdir().unwrap();
    assert!(builder.save(folder.path().join("a.db")).is_err());
    assert!(builder.save(folder.path().join("no/such/folder/a.db")).is_err());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// An old file is whole until the new one is, and whoever has opened it keeps it.
#[test]
fn a_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let mut builder = Builder::new("clobber").unwrap();
    builder.add("xo", &CanonicalForm::STAR).unwrap();
    builder.save(&path).unwrap();
    let old = Database::open(&path).unwrap();
    builder.add("xoo", &-CanonicalForm::UP).unwrap();
    builder.save(&path).unwrap();
    let new = Database::open(&path).unwrap();
    assert_eq!((old.len(), new.len()), (1, 2));
    old.check(&Limits::default()).unwrap();
    new.check(&Limits::default()).unwrap();
}

#[test]
fn positions_of_several_components() {
    let values = values(boards(2, 2));
    let database = Database::from_bytes(file(&values)).unwrap();
    let mut analyzer = Analyzer::new();
    for text in ["xo/.x..xo/oo", "x.o", "xo.xo.xo", "...."] {
        let text = text.split('/').next().unwrap();
        let position: Clobber = text.parse().unwrap();
        let object = clobber().read(text).unwrap();
        let value = database.get(object.valued().unwrap()).unwrap().unwrap();
        assert_eq!(value, analyzer.canonical_form(&position).unwrap(), "{text}");
    }
    let other = clobber().read("xo.xxo").unwrap();
    assert_eq!(database.get(other.valued().unwrap()).unwrap(), None);
    let other = library().find("konane").unwrap().parse("xo").unwrap();
    let other = database.get(other.valued().unwrap()).unwrap_err();
    assert_eq!(other.to_string(), "the database holds values of clobber, not of konane");
}
