//! Files of saved sequences.

use dicot::{LimitKind, Limits};
use dicot_impartial::{HeapCode, LoadError, Sequence};

/// Codes of all methods: two heaps, three, different ones, any number of them, repeated digits, a period.
const CODES: [&str; 7] =
    ["0.0137", "0.37B", "0.{1,3}!{2+}", "{3}?.2", "0.[{2+}=]", "0.1[7]", "0.77"];

fn code(text: &str) -> HeapCode {
    text.parse().unwrap()
}

fn extended(mut sequence: Sequence, to: usize) -> Sequence {
    sequence.extend_to(to, &Limits::default()).unwrap();
    sequence
}

fn file(sequence: &Sequence) -> Vec<u8> {
    let mut file = Vec::new();
    sequence.save(&mut file).unwrap();
    file
}

fn load(text: &str, file: &[u8]) -> Result<Sequence, LoadError> {
    Sequence::load(code(text), file, &Limits::default())
}

#[test]
fn a_loaded_sequence_goes_on() {
    for text in CODES {
        let whole = extended(Sequence::new(code(text)), 200);
        for to in [0, 1, 40, 64, 65, 199] {
            let early = extended(Sequence::new(code(text)), to);
            let loaded = load(text, &file(&early)).unwrap();
            assert_eq!(loaded.values(), early.values(), "{text} {to}");
            assert_eq!(loaded.period(), early.period(), "{text} {to}");
            let later = extended(loaded, 200);
            assert_eq!(later.values(), whole.values(), "{text} {to}");
            assert_eq!(later.period(), whole.period(), "{text} {to}");
        }
        // A file that is written during the computation.
        let (mut files, mut sequence) = (Vec::new(), Sequence::new(code(text)));
        sequence.extend_with(200, &Limits::default(), |now| files.push(file(now))).unwrap();
        for file in files.iter().step_by(7) {
            assert_eq!(extended(load(text, file).unwrap(), 200).values(), whole.values(), "{text}");
        }
    }
    let none = Sequence::new(code("0.77"));
    assert_eq!(load("0.77", &file(&none)).unwrap().values(), none.values());
}

#[test]
fn what_is_not_loaded() {
    let kayles = file(&extended(Sequence::new(code("0.77")), 30));
    let error = |text: &str, file: &[u8]| load(text, file).unwrap_err().to_string();
    assert_eq!(error("0.7", &kayles), "the file has the heaps of the code 0.77");
    assert_eq!(error("0.77", b"0 1 2 3 1"), "this is not a file of saved heaps");
    assert_eq!(error("0.77", b""), "this is not a file of saved heaps");
    let later = [b"dicot heaps 2\n", &kayles[14..]].concat();
    assert_eq!(error("0.77", &later), "the file has version 2 of the format; expected 1");
    for end in 14..kayles.len() {
        assert!(matches!(load("0.77", &kayles[..end]), Err(LoadError::Damaged)), "{end}");
    }
    for at in 14..kayles.len() {
        let mut other = kayles.clone();
        other[at] ^= 1;
        assert!(matches!(load("0.77", &other), Err(LoadError::Damaged)), "{at}");
    }
    let limits = Limits::default().with_bytes(100);
    let limited = Sequence::load(code("0.77"), &kayles[..], &limits);
    assert!(matches!(limited, Err(LoadError::Limit(LimitKind::Bytes(100)))));
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    let next = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    bytes.iter().fold(14_695_981_039_346_656_037, next)
}

/// Files that were made with right checksums are refused, or go on without a panic.
#[test]
fn forged_files_do_no_harm() {
    let mut state = 1u64;
    let (mut loaded, mut refused) = (0, 0);
    for text in CODES.into_iter().cycle().take(700) {
        let mut file = file(&extended(Sequence::new(code(text)), 70));
        file.truncate(file.len() - 8);
        let start = 15 + code(text).to_string().len();
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let at = start + (state >> 33) as usize % (file.len() - start);
        file[at] ^= 1 << (state >> 20 & 7);
        file.extend(checksum(&file).to_le_bytes());
        match load(text, &file) {
            Ok(sequence) => {
                extended(sequence, 100);
                loaded += 1;
            }
            Err(LoadError::Damaged) => refused += 1,
            Err(error) => panic!("{text}: {error}"),
        }
    }
    assert!(loaded > 50 && refused > 50, "{loaded} {refused}");
}
