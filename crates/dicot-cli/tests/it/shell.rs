//! `dicot completions` and `dicot man`.

use std::fs;
use std::process::Command;

use crate::folder::Folder;
use crate::good;

/// The words with which bash completes a command line, whose last word has begun.
fn completed(words: &[&str]) -> Vec<String> {
    let folder = Folder::new();
    let script = folder.file("dicot.bash");
    fs::write(&script, good(&["completions", "bash"]).out).unwrap();
    let [before, last] = [words.len() - 2, words.len() - 1].map(|at| words[at]);
    let line = words.join(" ");
    let complete = format!(
        "source {script}; COMP_WORDS=({line}); COMP_CWORD={}; _dicot dicot '{last}' '{before}'; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words.len() - 1
    );
    let output = Command::new("bash").args(["-c", &complete]).output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_rulesets() {
    assert_eq!(completed(&["dicot", "sol"]), ["solve"]);
    assert_eq!(completed(&["dicot", "solve", "--save-"]), ["--save-every"]);
    assert_eq!(completed(&["dicot", "db", "bu"]), ["build"]);
    let rulesets = completed(&["dicot", "value", "--rules", "cl"]);
    assert!(rulesets.contains(&"clobber".to_owned()), "{rulesets:?}");
    // A command is not completed with the options that it refuses.
    let moves = completed(&["dicot", "moves", "--"]);
    assert!(moves.contains(&"--first".to_owned()) && !moves.contains(&"--time".to_owned()));
}

#[test]
fn every_shell_has_all_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = good(&["completions", shell]).out;
        for word in ["thermograph", "certify", "referee", "max-positions", "toads-and-frogs"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn manual_pages() {
    let page = good(&["man"]).out;
    assert!(page.contains(".TH dicot 1") && page.contains("dicot\\-solve(1)"), "{page:.300}");
    let folder = Folder::new();
    let pages = folder.file("man1");
    good(&["man", "--output", &pages]);
    let solve = fs::read_to_string(format!("{pages}/dicot-solve.1")).unwrap();
    assert!(solve.contains("\\-\\-certificate") && !solve.contains("max\\-forms"), "{solve:.300}");
    assert!(fs::exists(format!("{pages}/dicot-db-build.1")).unwrap());
}
