//! `dicot census`: files, what is printed, and what is left after a kill.

use std::fs;

use serde_json::json;

use crate::folder::Folder;
use crate::{Run, command, good, run, run_with};

#[test]
fn boards_and_lists() {
    let folder = Folder::new();
    let out = folder.file("a.parquet");
    let made = good(&["census", "3x3", "--output", &out, "--json"]);
    let line = &made.json()[0];
    assert_eq!(
        (
            &line["census"],
            line["positions"].as_u64(),
            line["classes"].as_u64(),
            line["values"].as_u64()
        ),
        (&"clobber 3x3".into(), Some(19_683), Some(2862), Some(356))
    );
    assert_eq!(line["board"], json!({ "rows": 3, "columns": 3 }));
    assert!(fs::read(&out).unwrap().starts_with(b"PAR1"));
    let again = run(&["census", "3x3", "--output", &out]);
    assert_eq!(
        (again.status, again.out.as_str()),
        (Some(0), "3 rows, 3 columns: 19,683 positions in 2,862 classes: the file was there\n")
    );
    let filled = folder.file("filled.parquet");
    let made = run(&[
        "census",
        "--rules",
        "KONANE",
        "2x3",
        "--filled",
        "--threads",
        "2",
        "--output",
        &filled,
    ]);
    let expected = "2 rows, 3 columns: 64 positions in 24 classes, with 1 values, in ";
    assert!(made.out.starts_with(expected), "{made:?}");
    let list = folder.file("list.txt");
    fs::write(&list, "xo\nxxo\nox\n").unwrap();
    let out = folder.file("list.parquet");
    let made = run(&["census", "--from", &list, "--output", &out]);
    assert!(made.out.starts_with("3 positions in 2 classes, with 2 values"), "{made:?}");
    let out = folder.file("input.parquet");
    let made =
        run_with(&["census", "--from", "-", "--rules", "kayles", "--output", &out], b"7+5\n\n3\n");
    assert!(made.out.starts_with("2 positions in 2 classes"), "{made:?}");
}

#[test]
fn arguments_that_make_no_sense() {
    let folder = Folder::new();
    let out = folder.file("a.parquet");
    let with = |arguments: &[&str]| run(&[&["census"], arguments, &["--output", &out]].concat());
    for (arguments, expected) in [
        (
            &["6x6"][..],
            "error: a board of 6x6 has 36 cells and 3^36 positions; the limit is 2^40\n",
        ),
        (&["2x3", "--rules", "toads"], "error: the board has 2 rows, expected one\n"),
        (
            &["2x3", "--rules", "kayles"],
            "error: the boards of kayles cannot be counted; give a list",
        ),
        (&["2x3", "--rules", "combo"], "error: the positions of combo have no values"),
        (&["--from", "/no/such/list"], "error: /no/such/list: "),
        (
            &["4x4", "--memory", "100KB"],
            "error: the limit of 100000 bytes of memory is reached; the same",
        ),
    ] {
        let run = with(arguments);
        let status = if arguments.contains(&"--memory") { 3 } else { 1 };
        assert_eq!((run.status, run.out.as_str()), (Some(status), ""), "{run:?}");
        assert!(run.err.starts_with(expected), "{run:?}");
        assert!(!fs::exists(&out).unwrap());
    }
    for bad in [
        &[][..],
        &["3"],
        &["0x3"],
        &["3x4", "--from", "list"],
        &["--from", "list", "--filled"],
        &["3x4", "--threads", "0"],
        &["3x4", "--rules", "chess"],
        &["3x4", "--save-every", "often"],
    ] {
        assert_eq!(with(bad).status, Some(2), "{bad:?}");
    }
    assert_eq!(run(&["census", "3x4"]).status, Some(2));
    let input = b"xo\n\nxq\n";
    let bad = run_with(&["census", "--from", "-", "--output", &out], input);
    assert!(bad.err.starts_with("error: -: line 3: row 1, column 2: unexpected 'q'"), "{bad:?}");
    let list = folder.file("list");
    fs::write(&list, b"xo\n\xff\n").unwrap();
    assert!(with(&["--from", &list]).err.contains("UTF-8"));
    fs::write(&list, b"\n").unwrap();
    assert!(with(&["--from", &list]).err.ends_with("the list has no positions\n"));
    // A folder that cannot be.
    let nowhere = format!("{list}/a.parquet");
    let nowhere = run(&["census", "2x2", "--output", &nowhere]);
    assert_eq!(nowhere.status, Some(1), "{nowhere:?}");
    // Another census is in the way: the folder of the one that had too little memory, or a file.
    let other = with(&["2x2"]);
    assert!(
        other.err.contains(
            ".checkpoint: has the results of another command, about clobber 4x4; end that"
        ),
        "{other:?}"
    );
    fs::remove_dir_all(format!("{out}.checkpoint")).unwrap();
    assert_eq!(with(&["2x2"]).status, Some(0));
    let other = with(&["2x3"]);
    let has = format!("error: {out}: has the results of another command, about clobber 2x2; ");
    assert!(other.err.starts_with(&has), "{}", other.err);
}

/// How many files of values and rows there are.
#[cfg(unix)]
fn saved(checkpoint: &str) -> usize {
    fs::read_dir(checkpoint).map_or(0, |entries| {
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.filter(|name| name.contains('-') && !name.ends_with(".part")).count()
    })
}

/// Killed whenever something more was saved, the census goes on and makes the same file.
#[cfg(unix)]
#[test]
fn killed_again_and_again() {
    let folder = Folder::new();
    let (whole, out) = (folder.file("whole.parquet"), folder.file("out.parquet"));
    assert_eq!(run(&["census", "3x4", "--output", &whole]).status, Some(0));
    let checkpoint = format!("{out}.checkpoint");
    let arguments = ["census", "3x4", "--output", &out, "--threads", "1"];
    // Some thousand files are saved on the way, of which each round sees a few.
    for round in 0..8 {
        let before = saved(&checkpoint);
        let often = ["--save-every", "0s"];
        let mut child = command(&[&arguments[..], &often].concat()).spawn().unwrap();
        while saved(&checkpoint) <= before + round {
            assert!(child.try_wait().unwrap().is_none(), "it is too quick for this test");
        }
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
    }
    good(&arguments);
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
    assert!(!fs::exists(&checkpoint).unwrap() && !fs::exists(format!("{out}.part")).unwrap());
}

/// Ctrl-C keeps what was found.
#[cfg(unix)]
#[test]
fn interrupted() {
    let folder = Folder::new();
    let out = folder.file("out.parquet");
    let checkpoint = format!("{out}.checkpoint");
    let arguments = ["census", "3x4", "--threads", "1", "--output", &out, "--save-every", "0s"];
    let mut child = command(&arguments).spawn().unwrap();
    while saved(&checkpoint) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it is too quick for this test");
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let ended: Run = child.wait_with_output().unwrap().into();
    assert_eq!(
        (ended.status, ended.err.as_str()),
        (Some(130), "interrupted: the same command continues from the checkpoint\n")
    );
    assert!(saved(&checkpoint) > 0 && !fs::exists(&out).unwrap());
    // A limit of time ends it in the same way.
    let limited = run(&[&arguments[..], &["--time", "1ms"]].concat());
    assert_eq!(limited.status, Some(3), "{limited:?}");
    assert!(limited.err.starts_with("error: the time is up (see --time)"), "{limited:?}");
}

/// Positions of a list have their own values, and so have boards without an image that has the negative.
#[test]
fn values_are_those_of_the_positions() {
    let folder = Folder::new();
    let count = |arguments: &[&str], input: &str, name: &str| -> (u64, Vec<u64>) {
        let out = folder.file(name);
        let made = run_with(&[arguments, &["--output", &out, "--json"]].concat(), input.as_bytes());
        assert_eq!((made.status, made.err.as_str()), (Some(0), ""), "{made:?}");
        let report = run(&["census", "report", &out, "--json"]);
        assert_eq!((report.status, report.err.as_str()), (Some(0), ""), "{report:?}");
        let summary = &report.json()[0];
        let boards = |outcome: &str| summary["outcomes"][outcome]["boards"].as_u64().unwrap();
        let values = made.json()[0]["values"].as_u64().unwrap();
        (values, ["L", "R", "N", "P"].map(boards).to_vec())
    };
    let list = ["census", "--from", "-"];
    assert_eq!(count(&list, "oox\n", "right"), (1, vec![0, 1, 0, 0]));
    assert_eq!(count(&list, "xxo\noox\nxxo\noxx\n", "both"), (2, vec![3, 1, 0, 0]));
    // Of the 64 boards nine values, counted one by one with `dicot value`.
    let (values, boards) = count(&["census", "--rules", "domineering", "2x3"], "", "dominoes");
    assert_eq!((values, boards.iter().sum::<u64>()), (9, 64));
    assert!(boards[0] != boards[1], "{boards:?}");
}

/// What is not a census is not touched.
#[test]
fn files_of_others_stay() {
    let folder = Folder::new();
    let out = folder.file("a.parquet");
    let checkpoint = format!("{out}.checkpoint");
    fs::create_dir(&checkpoint).unwrap();
    for name in ["video.part", "planning.txt", "values-x"] {
        let file = format!("{checkpoint}/{name}");
        fs::write(&file, "mine").unwrap();
        let refused = run(&["census", "2x2", "--output", &out]);
        assert_eq!(refused.status, Some(1));
        assert_eq!(refused.err, format!("error: {file}: not a file of a census\n"));
        assert_eq!(fs::read(&file).unwrap(), b"mine");
        fs::remove_file(&file).unwrap();
    }
    fs::write(format!("{out}.part"), "mine").unwrap();
    assert_eq!(run(&["census", "2x2", "--output", &out]).status, Some(0));
    assert_eq!(fs::read(format!("{out}.part")).unwrap(), b"mine");
    let made = fs::read(&out).unwrap();
    // A database does not take its place, nor that of any other file.
    let refused = run(&["db", "build", "2x2", "--output", &out]);
    assert_eq!(refused.status, Some(1));
    assert!(refused.err.contains("is not replaced"), "{refused:?}");
    assert_eq!(fs::read(&out).unwrap(), made);
    let nowhere = run(&["census", "2x2", "--output", &folder.file("no/a.parquet")]);
    assert!(nowhere.err.ends_with("no/a.parquet: no such folder\n"), "{nowhere:?}");
}

/// The peak of a process, and how it ended.
#[cfg(target_os = "linux")]
fn peak(arguments: &[&str]) -> (u64, Run) {
    let mut child = command(arguments).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or(0) << 10);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    (peak, child.wait_with_output().unwrap().into())
}

/// A process takes no more than the limit, a quarter of it, and 64 MiB. What does not fit ends with status 3, and goes on
/// with more memory.
#[cfg(target_os = "linux")]
#[test]
fn memory_of_the_process() {
    let folder = Folder::new();
    let limit = 60_000_000;
    // The classes alone are too many: to find them took 233 MB with a limit of 100 MB.
    for (i, arguments) in [&["census", "4x5"][..], &["db", "build", "4x5"]].iter().enumerate() {
        let out = folder.file(&i.to_string());
        let options = ["--output", &out, "--threads", "2", "--memory", "60MB"];
        let (peak, run) = peak(&[arguments, &options[..]].concat());
        assert_eq!(run.status, Some(3), "{run:?}");
        assert!(run.err.contains("with a larger --memory continues"), "{run:?}");
        assert!(peak < limit + limit / 4 + (64 << 20), "{arguments:?}: {peak}");
    }
}

/// A limit that is too small for the values, and one that is not: the second run goes on.
#[test]
fn more_memory_goes_on() {
    let folder = Folder::new();
    let (out, whole) = (folder.file("a.parquet"), folder.file("whole.parquet"));
    let census = ["census", "3x4", "--filled", "--threads", "1"];
    assert_eq!(run(&[&census[..], &["--output", &whole]].concat()).status, Some(0));
    let small = run(&[&census[..], &["--output", &out, "--memory", "6MB"]].concat());
    assert_eq!(small.status, Some(3), "{small:?}");
    assert!(small.err.contains("of memory is reached; the same command with a larger --memory"));
    let names: Vec<_> = fs::read_dir(format!("{out}.checkpoint")).unwrap().collect();
    assert!(names.len() > 2, "nothing was kept: {names:?}");
    assert_eq!(run(&[&census[..], &["--output", &out]].concat()).status, Some(0));
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap());
}

/// Before a list is read nothing can be kept: the time ends the process at once.
#[test]
fn time_while_a_list_is_read() {
    let folder = Folder::new();
    let out = folder.file("a.parquet");
    let arguments = ["census", "--from", "-", "--output", &out, "--time", "100ms"];
    // Its standard input stays open.
    let mut child = command(&arguments).spawn().unwrap();
    let input = child.stdin.take();
    let ended: Run = child.wait_with_output().unwrap().into();
    drop(input);
    assert_eq!((ended.status, ended.out.as_str()), (Some(3), ""), "{ended:?}");
    assert!(ended.err.starts_with("error: the time is up (see --time)"), "{ended:?}");
    let long = run_with(
        &["census", "--from", "-", "--output", &out, "--memory", "1KB"],
        "xo\n".repeat(100).as_bytes(),
    );
    assert_eq!(long.status, Some(3), "{long:?}");
    assert!(long.err.contains("longer than an eighth of --memory"), "{long:?}");
}
