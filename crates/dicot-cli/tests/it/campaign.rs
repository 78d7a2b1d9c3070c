//! `dicot campaign`: runs that go on after any end, and what is refused.

use std::fs;

use serde_json::{Value, json};

use crate::folder::Folder;
#[cfg(unix)]
use crate::wait_until;
use crate::{command, only_json, run};

const BOARD: &str = "xoxoxoxo/oxoxoxox/xoxoxoxo";

/// The number of complete lines of the jobs of a campaign.
fn lines(folder: &str) -> usize {
    fs::read_to_string(format!("{folder}/jobs.jsonl")).map_or(0, |text| text.matches('\n').count())
}

fn status(folder: &str) -> Value {
    only_json(&["campaign", "--status", folder, "--json"])
}

#[test]
fn outcomes_and_what_is_printed() {
    let folder = Folder::new();
    for (i, (position, rules, text)) in [
        ("4x5", "clobber", "oxoxo/xoxox/oxoxo/xoxox"),
        ("xoxoxo/oxoxox/xox.xo", "clobber", "xoxoxo/oxoxox/xox.xo"),
        ("4x5", "domineering", "...../...../...../....."),
        ("12", "kayles", "12"),
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.file(&i.to_string());
        let line =
            only_json(&["campaign", "--nodes", "200", position, &path, "--rules", rules, "--json"]);
        let solved = only_json(&["solve", text, "--rules", rules, "--json"]);
        for key in ["outcome", "left_first", "right_first"] {
            assert_eq!(line[key], solved[key], "{rules} {text}: {key}");
        }
        assert_eq!((&line["position"], &line["rules"]), (&json!(text), &json!(rules)));
        let again = status(&path);
        for key in ["outcome", "solved", "split", "nodes"] {
            assert_eq!(again[key], line[key], "{rules} {text}: {key}");
        }
        // The table may be removed, and there is nothing left to do.
        fs::remove_file(format!("{path}/table")).unwrap();
        let done = run(&["campaign", &path]);
        assert_eq!((done.status, done.err.as_str()), (Some(0), ""));
        assert!(
            done.out.starts_with(&format!("campaign       {rules} {text}\noutcome        ")),
            "{}",
            done.out
        );
    }
}

/// Each solved job has a certificate, which says of the job's sum what the job's line says.
#[test]
fn certificates_of_jobs() {
    let folder = Folder::new();
    let path = folder.file("4x5");
    only_json(&["campaign", "4x5", &path, "--nodes", "200", "--json"]);
    let jobs = fs::read_to_string(format!("{path}/jobs.jsonl")).unwrap();
    let jobs = jobs.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let solved: Vec<Value> = jobs.filter(|job| !job["wins"].is_null()).collect();
    assert!(solved.len() > 2, "{}", solved.len());
    for job in solved {
        let [name, hash] = [0, 1].map(|i| job["certificate"][i].as_str().unwrap());
        let proved = only_json(&["certify", &format!("{path}/{name}"), "--json"]);
        assert_eq!(proved["sha256"], hash);
        let winner = if job["wins"] == json!(true) { "L" } else { "R" };
        assert_eq!((&proved["left_first"], &proved["right_first"]), (&json!(winner), &Value::Null));
        let parts = proved["sum"].as_array().unwrap().iter().map(|part| part.as_str().unwrap());
        let parts: Vec<&str> = parts.map(|part| part.strip_prefix("clobber:").unwrap()).collect();
        assert_eq!(parts.join(" + "), job["sum"]);
    }
    let other = folder.file("none");
    only_json(&["campaign", "4x5", &other, "--nodes", "200", "--no-certificates", "--json"]);
    assert!(!fs::exists(format!("{other}/certificates")).unwrap());
}

/// A run that ends before a certificate is written leaves the result without it: a later run writes it. Parts of files that killed
/// runs have left are removed.
#[test]
fn certificates_of_earlier_runs() {
    let folder = Folder::new();
    let path = folder.file("4x5");
    only_json(&["campaign", "4x5", &path, "--nodes", "200", "--json"]);
    let before = status(&path);
    let jobs = fs::read_to_string(format!("{path}/jobs.jsonl")).unwrap();
    let mut removed = Vec::new();
    let without = jobs.lines().enumerate().map(|(i, line)| {
        let mut job: Value = serde_json::from_str(line).unwrap();
        let certificate = job["certificate"].clone();
        if i % 2 == 0 && !certificate.is_null() {
            job.as_object_mut().unwrap().remove("certificate");
            let file = format!("{path}/{}", certificate[0].as_str().unwrap());
            fs::rename(&file, format!("{file}.part")).unwrap();
            removed.push((job["sum"].clone(), file));
        }
        job.to_string() + "\n"
    });
    let without: String = without.collect();
    fs::write(format!("{path}/jobs.jsonl"), &without).unwrap();
    assert!(removed.len() > 1, "{}", removed.len());
    let other = folder.file("other");
    run(&["campaign", "--no-certificates", &path]);
    assert_eq!(fs::read_to_string(format!("{path}/jobs.jsonl")).unwrap(), without, "{other}");

    only_json(&["campaign", &path, "--json"]);
    let after = fs::read_to_string(format!("{path}/jobs.jsonl")).unwrap();
    let added: Vec<Value> = after
        .strip_prefix(&without)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(added.len(), removed.len());
    for (sum, file) in &removed {
        let job = added.iter().find(|job| job["sum"] == *sum).unwrap();
        let proved = only_json(&["certify", file, "--json"]);
        assert_eq!(proved["sha256"], job["certificate"][1]);
        let winner = if job["wins"] == json!(true) { "L" } else { "R" };
        assert_eq!(proved["left_first"], json!(winner));
    }
    let names = fs::read_dir(format!("{path}/certificates")).unwrap();
    let names = names.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| name.ends_with(".cert")));
    // Nothing is counted twice, and nothing is left to do.
    let again = status(&path);
    for key in ["outcome", "solved", "split", "nodes"] {
        assert_eq!(again[key], before[key], "{key}");
    }
    only_json(&["campaign", &path, "--json"]);
    assert_eq!(fs::read_to_string(format!("{path}/jobs.jsonl")).unwrap(), after);
}

#[test]
fn limits_of_time_and_a_second_run() {
    let folder = Folder::new();
    let path = folder.file("new");
    let short =
        run(&["campaign", BOARD, &path, "--nodes", "500", "--threads", "1", "--time", "300ms"]);
    assert_eq!(
        (short.status, short.err.as_str()),
        (Some(3), "error: the time is up (see --time)\n")
    );
    assert!(short.out.contains("Left starts    not known yet\n"), "{}", short.out);
    assert!(short.out.contains("expected left  "), "{}", short.out);
    let before = status(&path);
    assert!(before["nodes_left"].as_f64() > Some(0.0) && before["outcome"].is_null(), "{before}");
    let whole = only_json(&["campaign", &path, "--nodes", "5000", "--json"]);
    assert_eq!(whole["outcome"], json!("P"));
    assert!(whole["nodes"].as_u64() > before["nodes"].as_u64());
}

/// Killed again and again, the last time in the middle of a line.
#[cfg(unix)]
#[test]
fn killed_runs_go_on() {
    let folder = Folder::new();
    let path = folder.file("new");
    let arguments =
        ["campaign", BOARD, &path, "--nodes", "500", "--threads", "1", "--save-every", "500ms"];
    for kill in 1..4 {
        let before = lines(&path);
        let mut child = command(&arguments).spawn().unwrap();
        wait_until("jobs are solved", 60, || lines(&path) >= before + 20 * kill);
        if kill == 1 {
            // A second process does not disturb the first; one that only looks may.
            let second = run(&arguments);
            assert_eq!((second.status, second.out.as_str()), (Some(1), ""));
            assert!(second.err.contains("another process runs the campaign"), "{}", second.err);
            assert!(status(&path)["positions"].as_u64() > Some(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(lines(&path) >= before + 20 * kill);
    }
    let jobs = format!("{path}/jobs.jsonl");
    let mut text = fs::read_to_string(&jobs).unwrap();
    let kept = text.matches('\n').count();
    text += "{\"sum\":\"xo";
    fs::write(&jobs, &text).unwrap();
    let line = only_json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(line["outcome"], json!("P"));
    let after = fs::read_to_string(&jobs).unwrap();
    assert!(after.lines().count() > kept && !after.contains("\"xo{"));
}

#[test]
fn what_is_refused() {
    let folder = Folder::new();
    let path = folder.file("new");
    for (arguments, code, problem) in [
        (
            &["campaign", &path][..],
            1,
            "campaign.json is missing; name a position to begin a campaign",
        ),
        (&["campaign", "--status", &path], 1, "campaign.json is missing"),
        (&["campaign"], 2, "required"),
        (&["campaign", "xo", &path, "xo"], 2, "unexpected argument 'xo'"),
        (&["campaign", "--status", "xo", &path], 2, "its position is known"),
        (&["campaign", "--status", &path, "--nodes", "5"], 2, "cannot be used with"),
        (&["campaign", "xo", &path, "--nodes", "0"], 2, "0 is not in 1.."),
        (&["campaign", "xo", &path, "--memory", "none"], 2, "a limit of memory"),
        (&["campaign", "xo", &path, "--db", "file"], 2, "--db has no effect"),
        (&["campaign", "xq", &path], 1, "unexpected 'q'"),
        (
            &["campaign", "3x3", &path, "--rules", "hackenbush"],
            1,
            "does not have a start position of 3x3",
        ),
        (&["campaign", "xo", &path, "--rules", "chess"], 1, "unknown ruleset"),
        (&["campaign", "xo", &path, "--rules", "konane-artemis"], 1, "cannot be solved"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.status, Some(code), "{arguments:?}: {}", refused.err);
        assert!(refused.err.contains(problem), "{arguments:?}: {}", refused.err);
    }
    assert!(folder.names().is_empty());
    only_json(&["campaign", "xoxoxo/oxoxox", &path, "--json"]);
    let other = run(&["campaign", "xoxo/oxox", &path]);
    assert_eq!(other.status, Some(1));
    assert!(other.err.contains("choose another folder"), "{}", other.err);
    fs::write(format!("{path}/table"), "no table").unwrap();
    let damaged = run(&["campaign", &path]);
    assert_eq!(damaged.status, Some(1));
    assert!(damaged.err.contains("remove the file to go on without"), "{}", damaged.err);
    let jobs = format!("{path}/jobs.jsonl");
    let text = fs::read_to_string(&jobs).unwrap();
    fs::write(&jobs, text.replacen("\"sum\"", "\"sun\"", 1)).unwrap();
    let damaged = run(&["campaign", "--status", &path]);
    assert!(damaged.err.contains("jobs.jsonl, line 1: missing field"), "{}", damaged.err);
}
