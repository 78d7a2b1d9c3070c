//! `dicot heap` and `dicot nim`.

use std::fs;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{good, only_json, run, run_with};

#[test]
fn values_and_period_in_json() {
    let line = only_json(&["heap", "0.77", "--to", "5", "--json"]);
    let exceptions = json!([
        [0, 0],
        [3, 3],
        [6, 3],
        [9, 4],
        [11, 6],
        [15, 7],
        [18, 3],
        [21, 4],
        [22, 6],
        [28, 5],
        [34, 6],
        [39, 3],
        [57, 4],
        [70, 6]
    ]);
    let expected = json!({
        "code": "0.77", "values": [0, 1, 2, 3, 1, 4], "period": 12, "preperiod": 71, "saltus": 0,
        "exceptions": exceptions, "rare_mask": 15, "rare_heaps": 9, "last_rare_heap": 70, "searched_to": 16384, "reason": null
    });
    assert_eq!(line, expected);
    let line = only_json(&["heap", "0.6", "--to", "9", "--period-to", "100", "--json"]);
    assert_eq!(line["values"], json!([0, 0, 1, 2, 0, 1, 2, 3, 1, 2]));
    for name in ["period", "preperiod", "saltus", "exceptions"] {
        assert_eq!(line[name], Value::Null, "{name}");
    }
    assert_eq!(line["searched_to"], 100);
    let line = only_json(&["heap", "0.6", "--to", "9", "--period-to", "30000", "--json"]);
    let found = ["rare_mask", "rare_heaps", "last_rare_heap"].map(|name| line[name].as_u64());
    assert_eq!(found, [0x1ee, 1583, 20627].map(Some));
    let line = only_json(&["heap", "0.8", "--to", "9", "--json"]);
    assert_eq!(line["values"], json!([0, 0, 0, 0, 1, 1, 1, 2, 2, 2]));
    let found = ["period", "preperiod", "saltus"].map(|name| line[name].as_u64().unwrap());
    assert_eq!(found, [3, 1, 1]);
}

#[test]
fn pages() {
    let page = good(&["heap", "kayles", "--to", "25"]).out;
    assert_eq!(
        page,
        "code        kayles (0.77)\n       \
         0    0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2\n      \
         20    1 4 6 7 4 1\n\
         period      12, from heap 71 on (proved)\n\
         exceptions  0:0 3:3 6:3 9:4 11:6 15:7 18:3 21:4 22:6 28:5 34:6 39:3 57:4 70:6\n"
    );
    let page = good(&["heap", "0.37B", "--to", "3"]).out;
    assert!(page.ends_with("period      not proved by heaps 0 to 512\n"), "{page}");
    let page = good(&["heap", "0.6", "--to", "3", "--period-to", "30000"]).out;
    assert!(page.ends_with("rare heaps  1,583, the last is 20,627 (mask 0x1ee)\n"), "{page}");
    let page = good(&["heap", "0.3F", "--to", "3"]).out;
    assert!(page.ends_with("period      6, from heap 0 on, saltus 3 (proved)\n"), "{page}");
    let table = good(&["heap", "wythoff", "--to", "2"]).out;
    assert_eq!(
        table,
        "            0 1 2\n       0    0 1 2\n       1    1 2 0\n       2    2 0 1\n"
    );
    let line = only_json(&["heap", "Mem", "--to", "2", "--json"]);
    assert_eq!(line, json!({"game": "Mem", "table": [[0, 0, 0], [1, 1, 0], [2, 2, 1]]}));
}

#[test]
fn coins() {
    assert_eq!(
        good(&["heap", "1-3", "--to", "5"]).out,
        "game        turn 1 to 3 coins\n       1    1 2 4 7 8\n"
    );
    // A number is a game of coins, and not an octal code without its point.
    let page = good(&["heap", "77", "--to", "5"]).out;
    let expected = "game        turn 77 coins (for the octal code: 0.77)\n       1    0 0 0 0 0\n";
    assert_eq!(page, expected);
    let kayles = good(&["heap", "0.77"]).out;
    for code in [".77", "0·77"] {
        let page = good(&["heap", code]).out;
        assert_eq!(page.replace(&format!("{code} (0.77)"), "0.77"), kayles);
    }
    let line = only_json(&["heap", "1+C", "--to", "4", "--json"]);
    assert_eq!(line, json!({"game": "1+C", "coins": [1, 2, 1, 4]}));
}

#[test]
fn genera() {
    let page = good(&["heap", "0.77", "--misere", "--to", "9"]).out;
    assert!(
        page.contains("\ngenera      0 1 2 3 1 4^146 3 2^2 1^1 4^046\n       0    *[0]\n"),
        "{page}"
    );
    assert!(page.contains("\n       5    *[2[2]321]\n"), "{page}");
    let line = only_json(&["heap", "0.77", "--misere", "--to", "14", "--json"]);
    let long = line["misere_form"][14].as_str().unwrap();
    assert!(long.len() > 4096 && long.ends_with(']'), "{}", long.len());
    let line = only_json(&["heap", "0.77", "--misere", "--json", "--max-value", "4096"]);
    let genera = line["genus"].as_array().unwrap();
    assert_eq!((genera.len(), &genera[5]), (21, &json!("4^146")));
    let forms = line["misere_form"].as_array().unwrap();
    assert_eq!((forms.len(), &forms[5], &forms[20]), (21, &json!("*[2[2]321]"), &json!(null)));
    let run = run(&["heap", "0.77", "--misere", "--to", "60", "--memory", "20MB", "--json"]);
    assert_eq!(run.status, Some(3));
    let [line] = <[Value; 1]>::try_from(run.json()).unwrap();
    assert_eq!(line["values"].as_array().unwrap().len(), 61);
    assert!((15..60).contains(&line["genus"].as_array().unwrap().len()), "{line}");
}

#[test]
fn quotients() {
    let page = good(&["heap", "0.75", "--quotient", "--to", "11"]).out;
    let expected = "code        0.75
       0       1    a    b    a    b    c    b    c    b ab^2
      10       b ab^2
order       8
generators  a (heap 1), b (heap 2), c (heap 5)
relations   a^2=1, bc=ab, c^2=b^2, b^3=b
P-portion   a, b^2
period      not proved by heaps 0 to 11
";
    assert_eq!(page, expected);
    let line = only_json(&["heap", "Kayles", "--quotient", "--to", "180", "--json"]);
    assert_eq!(
        (&line["order"], &line["period"], &line["preperiod"]),
        (&json!(40), &json!(12), &json!(71))
    );
    assert_eq!(line["generators"], json!([1, 2, 5, 9, 12, 25, 27]));
    assert_eq!((&line["elements"][9], &line["reason"]), (&json!("d"), &json!(null)));
    let run = run(&["heap", "0.07", "--quotient", "--to", "40", "--memory", "20MB", "--json"]);
    assert_eq!(run.status, Some(3));
    let [line] = <[Value; 1]>::try_from(run.json()).unwrap();
    assert!(line["to"].as_u64().unwrap() >= 10, "{line}");
    assert!(line["reason"].as_str().unwrap().contains("--memory"), "{line}");
    assert!(
        crate::run(&["heap", "0.77", "--quotient", "--misere"]).err.contains("cannot be used with")
    );
}

/// A long list of exceptions is whole in JSON.
#[test]
fn exceptions_are_cut() {
    let page = good(&["heap", "0.45", "--to", "3"]).out;
    assert!(page.contains("period      20, from heap 498 on (proved)\n"), "{page}");
    assert!(page.trim_end().ends_with(" more, which --json lists"), "{page}");
    let line = only_json(&["heap", "0.45", "--to", "3", "--json"]);
    assert!(line["exceptions"].as_array().unwrap().len() > 20);
}

#[test]
fn lines_and_errors() {
    let run = run_with(&["heap", "--to", "3", "--json"], b"0.3\n\nchess\n0.7-\n");
    assert_eq!(run.status, Some(1));
    let lines = run.json();
    assert_eq!(lines[0]["values"], json!([0, 1, 0, 1]));
    assert_eq!(lines[1]["error"], "empty line");
    assert!(lines[2]["error"].as_str().unwrap().starts_with("byte 0: unknown game \"chess\""));
    assert!(lines[3]["error"].as_str().unwrap().starts_with("byte 3: expected a digit"));
    let error = crate::run(&["heap", "0.7-"]).err;
    assert!(error.ends_with("found -\n  0.7-\n     ^\n"), "{error}");
}

#[test]
fn limits_leave_the_values_so_far() {
    let run = run(&["heap", "0.1637", "--to", "10000000", "--time", "200ms", "--json"]);
    assert_eq!(run.status, Some(3), "{}", run.err);
    let [line] = <[Value; 1]>::try_from(run.json()).unwrap();
    let values = line["values"].as_array().unwrap().len();
    assert!((100..1_000_000).contains(&values), "{values}");
    assert_eq!(line["reason"], "the time is up (see --time)");
    let run = crate::run(&["heap", "{2+}.0", "--to", "1000000", "--memory", "1MB"]);
    assert_eq!(run.status, Some(3));
    assert!(run.err.contains("--memory"), "{}", run.err);
    let run = crate::run(&["heap", "wythoff", "--to", "4000000000"]);
    assert_eq!((run.status, run.out.as_str()), (Some(3), ""));
}

/// A run that a limit ends is continued by the same command.
#[test]
fn saved_values() {
    let folder = Folder::new();
    let file = folder.file("values");
    let values = ["heap", "0.1637", "--to", "8000", "--period-to", "0", "--json"];
    let command = [&values[..], &["--save", &file]].concat();
    let mut rounds = 0;
    let line = loop {
        let run = run(&[&command[..], &["--time", "100ms"]].concat());
        let [line] = <[Value; 1]>::try_from(run.json()).unwrap();
        rounds += 1;
        if run.status == Some(0) {
            break line;
        }
        assert_eq!((run.status, rounds < 1000), (Some(3), true), "{}", run.err);
    };
    assert_eq!(line, only_json(&values));
    // Nothing is left to compute.
    assert_eq!(good(&[&command[..], &["--time", "5s"]].concat()).json()[0], line);
    // A file that was killed between two saves, and one of another code.
    let error = |code: &str| run(&["heap", code, "--save", &file]).err;
    let other = format!(
        "error: {file}: the file has the heaps of the code 0.1637; choose another name, or replace it with --force\n"
    );
    assert_eq!(error("0.77"), other);
    let mut bytes = fs::read(&file).unwrap();
    bytes[1000] ^= 1;
    fs::write(&file, bytes).unwrap();
    let damaged = format!(
        "error: {file}: the file of saved heaps is damaged; choose another name, or replace it with --force\n"
    );
    assert_eq!(error("0.1637"), damaged);
    fs::write(&file, "a letter").unwrap();
    let foreign = format!(
        "error: {file}: not a file that heap saved; choose another name, or replace it with --force\n"
    );
    assert_eq!(error("0.77"), foreign);
    good(&["heap", "0.77", "--save", &file, "--force"]);
    let saved = good(&["heap", "0.77", "--save", &file, "--to", "200"]).out;
    assert_eq!(saved, good(&["heap", "0.77", "--to", "200"]).out);
    let error = run(&["heap", "wythoff", "--save", &file]).err;
    assert_eq!(error, "error: --save and --picture are for heap codes\n");
}

#[test]
fn pictures() {
    let folder = Folder::new();
    let picture = |name: &str, to: &str| {
        let file = folder.file(name);
        good(&["heap", "0.77", "--to", to, "--picture", &file]);
        fs::read(&file).unwrap()
    };
    let svg = String::from_utf8(picture("values.svg", "100")).unwrap();
    assert!(svg.contains("period 12 from heap 71 on"), "{svg}");
    assert!(picture("values.svg", "100000").len() < 1 << 20);
    assert!(picture("values.tex", "20").starts_with(b"%"));
    let error = run(&["heap", "0.77", "--picture", "values.jpg"]).err;
    assert!(error.contains("ends in .svg, .png or .tex"), "{error}");
}

#[test]
fn expressions_of_nimbers() {
    assert_eq!(good(&["nim", "3 * 5"]).out, "15\n");
    assert_eq!(
        only_json(&["nim", "8/8 + 2^2", "--json"]),
        json!({"expression": "8/8 + 2^2", "value": 2})
    );
    let run = run(&["nim", "3 / (1+1)"]);
    assert_eq!(run.status, Some(1));
    assert_eq!(run.err, "error: byte 2: division by zero\n  3 / (1+1)\n    ^\n");
    assert_eq!(run_with(&["nim"], b"2*2\nsqrt(3)\n").out, "3\n2\n");
}

/// In the format of the b-files of OEIS.
#[test]
fn values_for_oeis() {
    assert_eq!(good(&["heap", "0.07", "--to", "4", "--bfile"]).out, "0 0\n1 0\n2 1\n3 1\n4 2\n");
    assert_eq!(good(&["heap", "1-3", "--to", "2", "--bfile"]).out, "1 1\n2 2\n");
    let json = run(&["heap", "0.07", "--bfile", "--json"]);
    assert_eq!(json.status, Some(1));
    let pairs = run(&["heap", "wythoff", "--bfile"]);
    assert_eq!(pairs.status, Some(1));
    assert!(pairs.err.contains("--bfile is for heaps and coins"), "{}", pairs.err);
}
