//! `dicot results`, and what `results/claims/` says.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::{only_json, run};

/// The claims of the repository.
fn claims() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/claims")
}

/// The output of a run that succeeds.
fn good(args: &[&str]) -> String {
    let run = run(args);
    assert_eq!(run.status, Some(0), "{run:?}");
    run.out
}

/// A claim with these cases, each a name, a command, and what is in print.
fn write(folder: &Folder, name: &str, cases: &[(&str, &str, Value)]) {
    let case = |(name, command, print): &(&str, &str, Value)| match print {
        Value::Null => json!({"name": name, "command": command}),
        print => json!({"name": name, "command": command, "print": [print]}),
    };
    let claim = json!({
        "title": "A title", "statement": "A statement.", "sources": [], "cases_are": "n",
        "fields": [{"pointer": "/outcome", "name": "outcome"}], "runs": [],
        "cases": cases.iter().map(case).collect::<Vec<_>>(),
    });
    fs::write(folder.file(&format!("{name}.json")), claim.to_string()).unwrap();
}

fn read(folder: &Folder, name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(folder.file(name)).unwrap()).unwrap()
}

/// Every claim is repeated as far as it is cheap: the cases that took less than a hundredth of a second of an optimized build,
/// or as little as any other of the claim.
#[test]
fn the_program_and_the_claims_agree() {
    let folder = &claims();
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let names: Vec<PathBuf> =
        names.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
    assert!(names.len() >= 15, "{names:?}");
    thread::scope(|scope| {
        for path in &names {
            scope.spawn(move || {
                let claim: Value =
                    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
                let name = path.file_stem().unwrap().to_str().unwrap();
                let cases = claim["cases"].as_array().unwrap();
                let answered = cases.iter().filter(|case| !case["answer"].is_null());
                let times: Vec<f64> =
                    answered.map(|case| case["cpu_seconds"].as_f64().unwrap_or(0.0)).collect();
                let most = times.iter().copied().fold(f64::INFINITY, f64::min) + 0.005;
                let cheap = times.iter().filter(|&&time| time <= most).count();
                let args = ["results", "check", name, "--folder", folder.to_str().unwrap()];
                let time = format!("{:.0}ms", most * 1000.0);
                let checked = only_json(&[&args[..], &["--time", &time, "--json"]].concat());
                assert!(cheap > 0 && most < 0.1, "{name} has no case that is cheap to repeat");
                assert_eq!(
                    (&checked["same"], &checked["wrong"]),
                    (&json!(cheap), &json!(0)),
                    "{checked}"
                );
            });
        }
    });
}

#[test]
fn cases_are_answered_once_and_compared() {
    let folder = Folder::new();
    let cases = [
        ("1", "dicot solve xo --json", json!("N")),
        ("2", "dicot solve 'xo + ox' --json", Value::Null),
        ("3", "dicot census 1x3 --output a.parquet && dicot solve xxo --json", json!("P")),
    ];
    write(&folder, "small", &cases);
    let at = ["--folder", &folder.file("")];
    let args = |args: &[&'static str]| [args, &at].concat();
    let out = good(&args(&["results", "list"]));
    assert!(out.contains("small") && out.contains("3 open"), "{out}");
    let out = good(&args(&["results", "run", "small"]));
    assert_eq!(out, "small 1: N\nsmall 2: P\nsmall 3: L\n");
    let claim = read(&folder, "small.json");
    assert_eq!(claim["runs"].as_array().unwrap().len(), 1, "{claim}");
    assert_eq!(claim["cases"][1]["answer"], json!(["P"]));
    assert_eq!(claim["cases"][2]["run"], 0);
    let list = run(&args(&["results", "list", "small", "--json"])).json();
    let statuses: Vec<&str> = list.iter().map(|line| line["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["confirmed", "computed", "contradicts"]);
    assert_eq!(good(&args(&["results", "run", "small"])), "", "nothing is left to do");
    assert_eq!(folder.names(), ["small.json"]);

    let out = good(&args(&["results", "check"]));
    assert_eq!(out, "small: 3 the same, 0 different, 0 skipped\n");
    let text = fs::read_to_string(folder.file("small.json")).unwrap();
    fs::write(folder.file("small.json"), text.replace("\"answer\":[\"P\"]", "\"answer\":[\"L\"]"))
        .unwrap();
    let checked = run(&args(&["results", "check", "small"]));
    assert_eq!(checked.status, Some(1));
    assert!(
        checked.err.contains("small 2: expected L, found P by `dicot solve 'xo + ox' --json`"),
        "{checked:?}"
    );
}

#[test]
fn what_takes_too_long_stays_open() {
    let folder = Folder::new();
    let board =
        "dicot solve xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox --time none --json";
    write(
        &folder,
        "large",
        &[("6x8", board, Value::Null), ("1x2", "dicot solve xo --json", Value::Null)],
    );
    let tried = run(&["results", "run", "large", "--folder", &folder.file(""), "--time", "300ms"]);
    assert_eq!(tried.status, Some(3), "{tried:?}");
    assert!(tried.out.starts_with("large 6x8: open, the limit of time was reached\n"), "{tried:?}");
    assert!(read(&folder, "large.json")["cases"][0]["answer"].is_null());
}

#[test]
fn what_is_refused() {
    let folder = Folder::new();
    let fails = |name: &str, message: &str| {
        let run = run(&["results", "run", name, "--folder", &folder.file("")]);
        assert_eq!(run.status, Some(1), "{run:?}");
        assert!(run.err.contains(message), "{}", run.err);
    };
    for (name, command, message) in [
        ("shell", "rm -r /", "expected a command that begins with dicot"),
        ("open", "dicot solve 'xo --json", "a quote is not closed"),
        ("text", "dicot solve xo", "expected one line of JSON"),
        ("bad", "dicot solve xq --json", "unexpected 'q'"),
        ("field", "dicot nim 3 --json", "the answer has no /outcome"),
    ] {
        write(&folder, name, &[("1", command, Value::Null)]);
        fails(name, message);
    }
    fs::write(folder.file("no.json"), "{}").unwrap();
    fails("no", "no.json: missing field `title`");
    fails("none", "expected one of bad, field, no, open, shell, text");
    let run = run(&["results", "list", "--folder", "/nowhere"]);
    assert!(run.err.contains("name the folder of the results with --folder"), "{run:?}");
}

/// Quotes are doubled in CSV, and signs of TeX escaped in LaTeX.
#[test]
fn claims_are_exported() {
    let folder = Folder::new();
    let claims = folder.file("");
    let case = json!({
        "name": "1x2", "command": "dicot solve --json 'x, \"o\"'", "answer": ["{0|*}"], "print": ["{0|*}"], "run": 0,
        "cpu_seconds": 1.25, "peak_mib": 7,
        "certificate": {"bytes": 12, "hash": "0123456789abcdef0123", "check_seconds": 1.0},
    });
    let claim = json!({
        "title": "100% & more", "statement": "A_1.", "sources": ["A book"], "cases_are": "board",
        "fields": [{"pointer": "/value", "name": "value"}],
        "runs": [{"date": "2026-11-30", "version": "1", "machine": "one"}],
        "cases": [case, {"name": "1x3", "command": "dicot solve --json xo"}],
    });
    fs::write(folder.file("a.json"), claim.to_string()).unwrap();
    let csv = good(&["results", "export", "--folder", &claims]);
    assert_eq!(
        csv,
        "claim,case,quantity,answer,status,cpu_seconds,peak_mib,date,version,certificate_bytes,certificate_sha256,command\n\
         a,1x2,value,{0|*},confirmed,1.25,7,2026-11-30,1,12,0123456789abcdef0123,\"dicot solve --json 'x, \"\"o\"\"'\"\n\
         a,1x3,value,,open,,,,,,,dicot solve --json xo\n"
    );
    let latex = good(&["results", "export", "a", "--format", "latex", "--folder", &claims]);
    assert_eq!(
        latex,
        "\\section*{100\\% \\& more}\nA\\_1.\n\nIn print: A book.\n\\begin{longtable}{lllrrl}\n\\hline\n\
         board & value & in print & CPU s & MiB & certificate (SHA{-}256) \\\\\n\\hline\n\\endhead\n\
         1x2 & \\{0\\textbar{}*\\} & the same & 1.2 & 7 & \\texttt{0123456789abcdef} \\\\\n\
         \\hline\n\\end{longtable}\n\n"
    );
    assert!(run(&["results", "export", "b", "--folder", &claims]).err.contains("unknown result"));
}
