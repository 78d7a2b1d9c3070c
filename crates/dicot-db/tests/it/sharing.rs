//! Many threads and several processes read the same file.

use std::io::Write;
use std::process::Command;
use std::sync::Arc;

use dicot::{Limits, Store};
use dicot_db::{Database, Forms};

use crate::{Values, boards, builder, values};

/// Looks all values up, from a place of its own on.
fn read_all(database: &Database, values: &Values, from: usize) {
    let mut forms = Forms::new(database, Store::new());
    let entries: Vec<_> = values.iter().collect();
    for n in 0..entries.len() {
        let (text, value) = entries[(n + from) % entries.len()];
        let named = database.find(text).unwrap().unwrap();
        assert_eq!(&forms.form(named, &Limits::default()).unwrap(), value);
    }
}

#[test]
fn threads() {
    let values = values(boards(3, 3));
    let database = Arc::new(Database::from_bytes(crate::file(&values)).unwrap());
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (database, values) = (database.clone(), &values);
            scope.spawn(move || read_all(&database, values, thread * values.len() / 8));
        }
    });
    // With one block damaged, every thread meets an error there or a right value.
    let mut bad = crate::file(&values);
    let last = bad.len() - 1;
    bad[last] ^= 1;
    let database = Database::from_bytes(bad).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut forms = Forms::new(&database, Store::new());
                let mut errors = 0;
                for (text, value) in &values {
                    let found = database.find(text);
                    match found.and_then(|named| forms.form(named.unwrap(), &Limits::default())) {
                        Ok(form) => assert_eq!(&form, value),
                        Err(_) => errors += 1,
                    }
                }
                assert!(errors > 0);
            });
        }
    });
}

const VARIABLE: &str = "DICOT_DB_OF_A_TEST";

/// What another process does, if it is told a file.
#[test]
fn reads_what_another_process_has_written() {
    let Some(path) = std::env::var_os(VARIABLE) else { return };
    read_all(&Database::open(path).unwrap(), &values(boards(2, 3)), 0);
    writeln!(std::io::stdout(), "the other process has read all").unwrap();
}

#[test]
fn processes() {
    let values = values(boards(2, 3));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("2x3.db");
    builder(&values).save(&path).unwrap();
    let database = Database::open(&path).unwrap();
    let others: Vec<_> = (0..2)
        .map(|_| {
            let mut other = Command::new(std::env::current_exe().unwrap());
            other.args([
                "--exact",
                "sharing::reads_what_another_process_has_written",
                "--nocapture",
            ]);
            other.env(VARIABLE, &path).stdout(std::process::Stdio::piped()).spawn().unwrap()
        })
        .collect();
    read_all(&database, &values, 7);
    for other in others {
        let output = other.wait_with_output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && out.contains("the other process has read all"), "{out}");
    }
}
