//! The bot in one file: small enough, compiled alone, and played with.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dicot::rules::GenClobber;
use dicot_arena::codingame::export::{MOST_CHARACTERS, program};
use dicot_arena::codingame::series::{Contestant, Settings, Tally, run};
use dicot_arena::process::Program;

/// Compiles the export as a user would, with the compiler and nothing else.
fn compiled() -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("codingame_export");
    std::fs::create_dir_all(&directory).unwrap();
    let file = directory.join("bot.rs");
    std::fs::write(&file, program()).unwrap();
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(rustc);
    command.args(["-O", "--edition", "2021", "bot.rs"]).current_dir(&directory);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    directory.join(format!("bot{}", std::env::consts::EXE_SUFFIX))
}

#[test]
fn it_compiles_alone_and_plays() {
    let bot = compiled();
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
    run(&contestants, &settings, &AtomicBool::new(false), see).unwrap();
    assert_eq!(tally.games, 4);
    for results in [&tally.a, &tally.b] {
        assert_eq!(
            [results.illegal_moves, results.time_outs, results.crashes],
            [0; 3],
            "{tally:?}"
        );
    }
}

#[test]
fn it_is_small_enough() {
    let program = program();
    let characters = program.chars().count();
    assert!(characters < MOST_CHARACTERS, "{characters} characters");
    // A guard against an export of nothing.
    assert!(characters > 20_000 && program.contains("fn main()"), "{characters} characters");
}
