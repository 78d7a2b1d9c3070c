//! A limit that is passed is the error of one item.

use std::io::{BufRead, BufReader, Write};

use crate::{command, run, run_with};

/// Takes minutes.
const LARGE: &str = "xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox";

#[test]
fn each_ends_in_an_error_and_the_run_goes_on() {
    let cases = [
        (["--time", "100ms"], "the time is up (see --time)"),
        (["--memory", "3MB"], "the limit of 3 MB of memory is reached (see --memory)"),
        (
            ["--max-positions", "2000"],
            "the limit of 2000 positions is reached (see --max-positions)",
        ),
        (["--max-forms", "300"], "the limit of 300 stored forms is reached (see --max-forms)"),
    ];
    let input = format!("xox/ox.\n{LARGE}\nxoxo/oxo.\n{LARGE}\nxo\n");
    for ([option, limit], error) in cases {
        let run = run_with(&["value", "--json", option, limit], input.as_bytes());
        let lines = run.json();
        assert_eq!((run.status, lines.len()), (Some(3), 5));
        for (i, line) in lines.iter().enumerate() {
            if i % 2 == 0 {
                assert!(line["value"].is_string(), "{option}: {line}");
            } else {
                assert_eq!(line["error"], error);
            }
        }
    }
}

#[test]
fn games_are_bounded_as_well() {
    let large = "{8|4}+{3|*}+{7|^}+{2||1|-5}+{5|{2|-7}}+{20|-3*}+{30||9|*2}+{40||5|{1|-2}}\
                 +{90|50||-7|-30}+{150||11|{2|-3}}+{200|{13|-5}}";
    let input = format!("1*\n{large}\n{{1|*}}\n");
    for option in [["--max-forms", "100"], ["--time", "200ms"]] {
        let run = run_with(&["game", "--json", option[0], option[1]], input.as_bytes());
        let lines = run.json();
        assert_eq!(run.status, Some(3), "{run:?}");
        assert!(lines[1]["error"].as_str().unwrap().ends_with(&format!("(see {})", option[0])));
        assert_eq!(lines[2]["value"], "{1|*}");
    }
}

fn sixty_positions() -> Vec<u8> {
    let positions = ["xox/ox.", "xxoo/oxxo", "xoxoxo", "oxo/xxo", "xoox/oxoo", "xxo.o/oxoxx"];
    (positions.join("\n") + "\n").repeat(10).into_bytes()
}

/// What is kept from line to line is given up when it is in the way.
#[test]
fn a_batch_never_gets_stuck() {
    let run = run_with(&["value", "--json", "--max-positions", "400"], &sixty_positions());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.json().len(), 60);

    let input: String = (0..200).map(|n| format!("{{{}|{n}||{}}}\n", n + 3, -n)).collect();
    let run = run_with(&["game", "--json", "--max-forms", "50"], input.as_bytes());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
}

/// Facts may take more room than the value.
#[test]
fn facts_are_bounded_as_well() {
    let input = "{8|4}+{3|*}+{7|^}+{2||1|-5}\n1*\n";
    let limit = ["--max-forms", "170"];
    assert_eq!(run_with(&["repl", limit[0], limit[1]], input.as_bytes()).status, Some(0));
    let run = run_with(&["game", "--json", limit[0], limit[1]], input.as_bytes());
    let error = "the limit of 170 stored forms is reached (see --max-forms)";
    assert_eq!(run.json()[0]["error"], error);
    assert_eq!((&run.json()[1]["value"], run.status), (&"1*".into(), Some(3)));
}

/// Each of these positions fits with its facts, but not all of them together.
#[test]
fn facts_get_a_new_store_when_one_is_full() {
    let run = run_with(&["value", "--json", "--max-forms", "70"], &sixty_positions());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    assert!(run.json().iter().all(|line| line["thermograph"].is_string()));
}

#[test]
fn limits_can_be_lifted() {
    let lifted = run(&["value", "xox/ox.", "--time", "none", "--memory", "none"]);
    assert_eq!(lifted.status, Some(0));
}

/// A bad item has status 1, a limit 3; of several items the worst counts.
#[test]
fn the_status_tells_limits_from_errors() {
    let limits: [&[&str]; 9] = [
        &["value", LARGE],
        &["game", "*1 + {1|0}"],
        &["compare", "1", "{1|0}"],
        &["explain", "{1|0}"],
        &["explain", "--position", LARGE],
        &["perft", "30", LARGE],
        &["board", LARGE],
        &["tree", "{1|0}"],
        &["solve", LARGE],
    ];
    for arguments in limits {
        let run = run(&[arguments, &["--time", "0"]].concat());
        assert_eq!(run.status, Some(3), "{arguments:?}: {run:?}");
        assert!(run.err.ends_with("the time is up (see --time)\n"), "{arguments:?}: {run:?}");
    }
    let limit = format!("xo\n{LARGE}\nxxo\n");
    let status = |lines: &str| {
        run_with(&["value", "--json", "--max-positions", "2000"], lines.as_bytes()).status
    };
    assert_eq!(status(&limit), Some(3));
    assert_eq!(status(&(limit.clone() + "xz\n")), Some(1));
    assert_eq!(status(&("xz\n".to_owned() + &limit)), Some(1));
    let repl = run_with(&["repl", "--time", "0"], b"1\n{1|0} + *\n");
    assert_eq!(repl.status, Some(3), "{repl:?}");
}

/// Lists of followers took 2 GB.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_by_the_limit_and_what_the_program_takes() {
    let mut child = command(&["game", "--json", "--memory", "32MiB"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"*20000.Followers\n(^.PowTo(20000)).Followers\n").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let (first, second) = (answers.next().unwrap().unwrap(), answers.next().unwrap().unwrap());
    assert!(first.contains(r#"["0","*","*2","*3","#), "{first:.100}");
    assert!(second.contains("the limit of 32 MiB of memory is reached"), "{second:.100}");
    // The program waits for the next line.
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: usize = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kib < (32 + 40) << 10, "{kib} KiB");
    drop(stdin);
    child.wait().unwrap();
}
