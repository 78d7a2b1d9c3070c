//! The bot in one file: small enough, compiled alone, and played with.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use dicot::Interrupt;
use dicot::rules::GenClobber;
use dicot_arena::codingame::series::{Contestant, Settings, Tally, run};
use dicot_arena::process::Program;
use dicot_bots::codingame::{MAX_CHARACTERS, program};

/// Compiles the export as a user would, with the compiler and nothing else.
fn compile(directory: &Path) -> PathBuf {
    std::fs::write(directory.join("bot.rs"), program()).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["-O", "--edition", "2021", "bot.rs"]).current_dir(directory);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    directory.join(format!("bot{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn it_compiles_alone_and_plays() {
    let directory = tempfile::tempdir().unwrap();
    let bot = compile(directory.path());
    it_follows_the_protocol(&bot);
    let exported = || {
        let bot = bot.clone();
        Box::new(move |_| Program::new(&bot))
    };
    let contestants =
        ["a", "b"].map(|name| Contestant { name: name.to_owned(), program: exported() });
    let settings = Settings {
        games: 4,
        start: GenClobber::start(4, 4).unwrap(),
        opening: 2,
        seed: 1,
        grace: Duration::from_secs(60),
        parallel: 4,
    };
    let mut tally = Tally::new(&contestants);
    let see = |game: &_| {
        tally.add(game);
        Ok(())
    };
    run(&contestants, &settings, &Interrupt::default(), see).unwrap();
    assert_eq!(tally.games, 4);
    for results in [&tally.a, &tally.b] {
        assert_eq!(
            [results.illegal_moves, results.time_outs, results.crashes],
            [0; 3],
            "{tally:?}"
        );
    }
}

/// The answers to an input, the errors, and whether the program was content.
fn run_on(bot: &Path, input: &str) -> (String, String, bool) {
    let piped = Stdio::piped;
    let mut command = Command::new(bot);
    let mut child = command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().unwrap();
    // A program that has found an error may have ended before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.success())
}

fn it_follows_the_protocol(bot: &Path) {
    let game = "2\nb\nw.\nwb\nnull\n1\n..\n.w\nb1a1\n0\n";
    assert_eq!(run_on(bot, game), ("b1a1\nrandom\n".to_owned(), String::new(), true));
    // Blanks around lines do not count, and an input may end anywhere.
    let spaced = game.replace('\n', " \r\n");
    for end in 0..spaced.len() {
        let (answers, errors, is_content) = run_on(bot, &spaced[..end]);
        let is_cut = spaced[..end].ends_with(['w', 'b', '.']);
        assert!(is_content && errors.is_empty() || is_cut, "{end}: {errors}");
        assert!("b1a1\nrandom\n".starts_with(&answers), "{end}: {answers}");
    }
    // Boards of any size that the search plays on: one for each number of words, and one that is too large.
    for side in [9_usize, 12, 21, 22] {
        let rows: String = (0..side)
            .map(|row| ["bw", "wb"][row % 2].repeat(side)[..side].to_owned() + "\n")
            .collect();
        let (answers, errors, is_content) = run_on(bot, &format!("{side}\nw\n{rows}null\n1\n"));
        assert_eq!(
            (answers.len() > 4, is_content, errors.is_empty()),
            (side < 22, side < 22, side < 22)
        );
    }
    for wrong in ["", "0", "27", "x", "2\nx", "2\nb\nw", "2\nb\nwx", "2\nb\n..\n\u{e4}"] {
        let (answers, errors, is_content) = run_on(bot, &format!("{wrong}\n"));
        assert!(answers.is_empty() && !errors.is_empty() && !is_content, "{wrong}: {errors}");
    }
}

#[test]
fn it_is_small_enough() {
    let program = program();
    let characters = program.chars().count();
    assert!(characters < MAX_CHARACTERS, "{characters} characters");
    // A guard against an export of nothing.
    assert!(characters > 20_000 && program.contains("fn main()"), "{characters} characters");
}
