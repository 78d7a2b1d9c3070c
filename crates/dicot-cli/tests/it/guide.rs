//! The commands of the README and the guide run, and print what the pages show.
//!
//! Tested are the lines with `cargo run --release`, with or without `--features full`, in fences that begin with ` ```sh`; ` ```sh no-test` marks commands
//! that wait for clients or compile. A ` ```text` fence right after a tested one is the output of its last command.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::Run;
use crate::folder::Folder;

const CARGO_RUN: &str = "cargo run --release -- ";
const CARGO_RUN_FULL: &str = "cargo run --release --features full -- ";
/// The commands and options that a build without that feature lacks.
const FULL: &str = "match replay icga konane codingame combo campaign census certify db run serve puzzles pages --db --certificate";

/// The fences of a page: info string, text, and whether only blank lines precede it since the last fence.
fn fences(page: &str) -> Vec<(&str, String, bool)> {
    let (mut fences, mut open, mut is_adjacent) = (Vec::new(), None, false);
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => {
                fences.extend(open.take());
                is_adjacent = true;
            }
            (Some(info), None) => open = Some((info, String::new(), is_adjacent)),
            (None, Some((_, text, _))) => *text += &format!("{line}\n"),
            (None, None) => is_adjacent &= line.is_empty(),
        }
    }
    fences
}

/// Runs the commands of a page in a folder of its own, one after another; returns how many there are.
fn check(path: &Path) -> usize {
    let page = fs::read_to_string(path).unwrap();
    let folder = Folder::new();
    let program = format!("'{}' ", env!("CARGO_BIN_EXE_dicot"));
    let (mut count, mut output) = (0, None);
    for (info, text, is_adjacent) in fences(&page) {
        if info == "text" && is_adjacent {
            assert_eq!(output.take().as_ref(), Some(&text), "{}", path.display());
        }
        let commands =
            text.lines().filter(|line| info == "sh" && line.contains("cargo run --release "));
        for line in commands {
            if let Some((_, arguments)) = line.split_once(CARGO_RUN) {
                let lacks = |word: &str| FULL.split(' ').any(|missing| missing == word);
                let command = arguments.split(' ').next().into_iter();
                let mut needed =
                    command.chain(arguments.split(' ').filter(|word| word.starts_with("--")));
                assert!(!needed.any(lacks) && !line.contains(".png"), "{line}");
            }
            let command = line.replace(CARGO_RUN, &program).replace(CARGO_RUN_FULL, &program);
            let mut shell = Command::new("sh");
            shell.args(["-c", &command]).current_dir(folder.file(""));
            let run = Run::from(shell.output().unwrap());
            assert_eq!(run.status, Some(0), "{}: {line}\n{}", path.display(), run.err);
            output = Some(run.out);
            count += 1;
        }
    }
    count
}

#[test]
fn commands_of_the_pages_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages = vec![root.join("README.md")];
    pages.extend(fs::read_dir(root.join("docs/guide")).unwrap().map(|page| page.unwrap().path()));
    let counts: Vec<usize> = thread::scope(|scope| {
        let checks: Vec<_> = pages.iter().map(|page| scope.spawn(|| check(page))).collect();
        checks.into_iter().map(|check| check.join().unwrap()).collect()
    });
    assert!(counts[0] >= 1 && counts.iter().sum::<usize>() > 20, "{counts:?}");
}

/// Links between the pages, and to files of the project, lead to something. Blocks of text have none.
#[test]
fn links_of_the_pages_lead_to_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages: Vec<_> =
        ["README.md", "CONTRIBUTING.md", "DESIGN.md"].iter().map(|page| root.join(page)).collect();
    for folder in ["docs/guide", "notes"] {
        pages.extend(fs::read_dir(root.join(folder)).unwrap().map(|page| page.unwrap().path()));
    }
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let outside = text.split("```").step_by(2);
        let links = outside.flat_map(|part| part.split("](").skip(1));
        for link in links.filter_map(|rest| rest.split(')').next()) {
            let target = page.parent().unwrap().join(link.split('#').next().unwrap());
            let is_file = link.starts_with("http") || link.starts_with('#') || target.exists();
            assert!(is_file, "{}: {link} does not exist", page.display());
        }
    }
}
