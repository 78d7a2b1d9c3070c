//! The arguments that several commands have.

use std::sync::{Arc, OnceLock};

use clap::error::ErrorKind;
use clap::{Args, ValueEnum};
use dicot::Player;
use dicot::analysis::ValueSource;
use dicot::rules::{
    Konane, KonaneGame, Ruleset,
    konane::{AnyStone, CornerOrCentre, DarkCornerOrCentre},
};
use dicot_rulesets::{DEFAULT_RULES, Rulesets};

use crate::full::DbFiles;
use crate::limits::LimitArgs;

/// The options that commands share, and what the program knows.
#[derive(Args)]
pub(crate) struct Options {
    /// Print one JSON object per line
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// The longest text of a game in JSON or LaTeX, in characters; a longer one is null in JSON, with its length, and
    /// an error in LaTeX
    #[arg(long, global = true, value_name = "N", default_value_t = 1_000_000)]
    pub(crate) max_value: u64,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) db: DbFiles,
    /// The values in the files of `db`.
    #[arg(skip)]
    pub(crate) known_values: Vec<Arc<dyn ValueSource>>,
    #[arg(skip)]
    pub(crate) rulesets: Rulesets,
}

impl Options {
    /// Whether `--shared` is given, which is for people. Ends the program if answers are in JSON.
    pub(crate) fn for_people(&self, shared: bool) -> bool {
        if shared && self.json {
            usage("--shared has no effect with --json, where a long value has the field `shared`");
        }
        shared
    }
}

/// The ruleset of a command. Arguments with this identifier name one, which must be known.
#[derive(Args)]
pub(crate) struct RulesArg {
    /// The ruleset, or a file of one whose name ends with `.game`; `dicot value --list` lists all
    #[arg(long, value_name = "NAME", default_value = DEFAULT_RULES)]
    pub(crate) rules: String,
}

/// How many threads compute.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// The number of threads; by default one for each core
    #[arg(long = "threads", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The number, or else the default.
    pub(crate) fn or_else(self, default: impl FnOnce() -> usize) -> usize {
        self.threads.map_or_else(default, usize::from)
    }

    /// The number, or else that of cores.
    pub(crate) fn or_all(self) -> usize {
        self.or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// The rules of a position, and whose turn it is.
#[derive(Args)]
pub(crate) struct TurnArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArg,
    /// With `--rules konane`: the position is one of a match, which begins with two removals, the first
    /// of such a stone. Without this option a full board is the beginning of a match (artemis), and any
    /// other position is one of jumps, even with a single hole
    #[arg(long, value_name = "WHICH")]
    opening: Option<Opening>,
    /// Who moves first: left, x, black or b; right, o, white or w
    #[arg(long, alias = "side", value_parser = side)]
    pub(crate) first: Option<Player>,
}

impl TurnArgs {
    /// The name of the ruleset; a match of Konane has one for each opening.
    pub(crate) fn ruleset(&self) -> &str {
        let rules = &self.rules.rules;
        match (rules.eq_ignore_ascii_case(Konane::<u64>::SPEC.name), self.opening) {
            (_, None) => rules,
            (true, Some(Opening::Artemis)) => KonaneGame::<CornerOrCentre>::SPEC.name,
            (true, Some(Opening::Any)) => KonaneGame::<AnyStone>::SPEC.name,
            (true, Some(Opening::Dark)) => KonaneGame::<DarkCornerOrCentre>::SPEC.name,
            (false, Some(_)) => usage("--opening goes with --rules konane"),
        }
    }
}

/// Which stone may be removed first.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Opening {
    /// In a corner or in the centre, of either colour
    Artemis,
    /// Any
    Any,
    /// In a corner or in the centre, and black
    Dark,
}

/// Reads a player: left or right, or as in Clobber or on boards.
pub(crate) fn side(name: &str) -> Result<Player, String> {
    match name.to_ascii_lowercase().as_str() {
        "left" | "x" | "black" | "b" => Ok(Player::Left),
        "right" | "o" | "white" | "w" => Ok(Player::Right),
        _ => Err("expected left, x, black or b; or right, o, white or w".to_owned()),
    }
}

pub(crate) const NOTATION_HELP: &str = "\
Notation:
  3, -5/8           numbers (denominators are powers of two)
  *, *2             nimbers
  ^, ^^, ^3, v, v4  multiples of up and of down; ^<2> is up-second, ^[2] is ^ + ^<2>
  {1|*}, {2||1|0}   Left and Right options; the longest group of bars is the root
  +-1, +-{1,2*}     switches
  Tiny(2), Miny(2)  {0||0|-2} and its negative
  G + H, -G, 3*{1|*}, G:H (ordinal sum), ( ), [G,H] (list)
  {2|-1}.Temperature, G.Cool(1/2), Cool(G,1/2), G Cool 1/2: operations, which `dicot repl` explains
  G <= H, < > >= == !=, <> (confused), <| |> (less or confused, greater or confused)
  a := {1|*}; a + ^ definitions; the value is that of the last statement
A number directly before ups and stars is added to them: 1/2^* is 1/2 + ^ + *, and 1/2^80 is 1/2 \
plus eighty ups.";

/// The command that was typed.
static TYPED: OnceLock<clap::Command> = OnceLock::new();

/// Sets the command that was typed, for [`usage`].
pub(crate) fn set_typed(command: clap::Command) {
    let _ = TYPED.set(command);
}

/// Ends the program as clap does if the arguments are invalid, with the usage of the command that was typed.
pub(crate) fn usage(message: &str) -> ! {
    let mut command = TYPED.get().cloned().unwrap_or_default();
    command.error(ErrorKind::MissingRequiredArgument, message).exit()
}
