//! The command line of dicot: what it accepts, and which file answers.

mod batch;
mod compare;
mod explain;
mod facts;
mod failure;
mod game;
mod input;
mod kind;
mod limits;
mod picture;
mod progress;
mod repl;
mod shelf;
mod style;
mod text;
mod value;

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};

use failure::Failure;
use limits::LimitArgs;
use picture::{PictureArgs, TreeArgs};

/// Exact values of combinatorial games.
#[derive(Parser)]
#[command(name = "dicot", version, after_help = AFTER_HELP, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    options: Options,
}

const AFTER_HELP: &str = "\
Without an argument, or with `-`, a command reads one item per line from standard input, goes on \
after a bad line, and ends with status 1 if there was one.

Examples:
  dicot value xox/ox.
  dicot game '{1|*} + ^'
  dicot game '{2|-1}.Temperature'
  dicot compare '^^' '*'
  dicot explain '{0,*|*,^}'
  printf 'xo\\nxxo\\n' | dicot value --json";

#[derive(Subcommand)]
enum Command {
    /// The value of a Clobber position, who wins, and the moves worth considering
    #[command(after_help = POSITION_HELP)]
    Value {
        /// The rows from the top, joined by `/`: x is Left, o is Right, . is empty
        #[arg(allow_hyphen_values = true)]
        position: Option<String>,
        /// Print the whole value, with a name for each part that occurs more than once
        #[arg(long)]
        shared: bool,
    },
    /// The value of an expression, and facts about it if it is a game
    #[command(after_help = NOTATION_HELP)]
    Game {
        /// An expression; in lines of standard input, names that a line defines hold in those after it
        #[arg(allow_hyphen_values = true)]
        expression: Option<String>,
        /// Print the whole value of a game, with a name for each part that occurs more than once
        #[arg(long)]
        shared: bool,
    },
    /// A worksheet: expressions and definitions line by line, with completion and history
    #[command(after_help = NOTATION_HELP)]
    Repl {
        /// Neither read nor write the history of earlier sessions
        #[arg(long)]
        no_history: bool,
    },
    /// How two games compare: `<`, `>`, `=` or `||` (confused)
    #[command(after_help = NOTATION_HELP)]
    Compare {
        /// The first game; in lines of standard input a tab stands between the two
        #[arg(allow_hyphen_values = true)]
        g: Option<String>,
        /// The second game
        #[arg(allow_hyphen_values = true)]
        h: Option<String>,
    },
    /// Why a game has the canonical form it has: which options are dominated or reversible, and why
    #[command(after_help = EXPLAIN_HELP)]
    Explain {
        /// A game in braces, like {0,*|*,^}, whose options are taken as they stand
        #[arg(allow_hyphen_values = true)]
        game: Option<String>,
        /// Take the moves of a Clobber position as the options
        #[arg(long)]
        position: bool,
    },
    /// Draw the thermograph of a game, as SVG or PNG
    #[command(after_help = NOTATION_HELP)]
    Thermograph {
        /// An expression in the usual notation
        #[arg(allow_hyphen_values = true)]
        expression: String,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// Draw a Clobber position, its components in colours, with their values
    #[command(after_help = POSITION_HELP)]
    Board {
        /// The rows from the top, joined by `/`: x is Left, o is Right, . is empty
        position: String,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// Draw a game as a tree, with shared parts drawn once
    #[command(after_help = NOTATION_HELP)]
    Tree {
        /// An expression in the usual notation
        #[arg(allow_hyphen_values = true)]
        expression: String,
        #[command(flatten)]
        tree: TreeArgs,
    },
}

const POSITION_HELP: &str = "\
Rows are joined by `/`, `|` or line ends; upper case is read as well. Boards have up to 448 cells \
and 255 a side. A move like a1-b1 goes from the first column of the last row to the second.";

const EXPLAIN_HELP: &str = "\
An option of Left is dominated if another one is at least as good for Left. It is reversible if Right \
has an answer that is at least as good for Right as the whole game G; it is then replaced by what Left \
can do after the answer. For Right it is the other way round. The notation is that of `dicot game`.

Examples:
  dicot explain '{0,*|*,^}'
  dicot explain --position xox/ox.";

const NOTATION_HELP: &str = "\
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

#[derive(Args)]
struct Options {
    /// Print one JSON object per line
    #[arg(long, global = true)]
    json: bool,
    /// The longest text of a game in JSON, in characters; a longer one is null, with its length
    #[arg(long, global = true, value_name = "N", default_value_t = 1_000_000)]
    max_value: u64,
    #[command(flatten)]
    limits: LimitArgs,
}

fn main() -> ExitCode {
    let Cli { command, options } = Cli::parse();
    match run(command, &options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            failure::report(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// Ends the program as clap does when the arguments make no sense.
fn usage(message: &str) -> ! {
    Cli::command().error(ErrorKind::MissingRequiredArgument, message).exit()
}

/// Whether every item had an answer.
fn run(command: Command, options: &Options) -> anyhow::Result<bool> {
    let drawn = |result: Result<(), Failure>| {
        if let Err(failure) = &result {
            failure::report(&format!("error: {}", failure.with_caret()));
        }
        Ok(result.is_ok())
    };
    let all = match command {
        Command::Thermograph { expression, picture } => {
            drawn(picture::thermograph(&expression, &picture, options))
        }
        Command::Board { position, picture } => drawn(picture::board(&position, &picture, options)),
        Command::Tree { expression, tree } => drawn(picture::tree(&expression, &tree, options)),
        Command::Value { position, shared } => {
            let mut positions = value::Positions::new(options).shared(shared);
            batch::run(position, options.json, &mut positions)
        }
        Command::Game { expression, shared } => {
            let mut games = game::Games::new(options).shared(shared);
            batch::run(expression, options.json, &mut games)
        }
        Command::Repl { no_history } => repl::run(options, !no_history),
        Command::Compare { g, h } => {
            let pair = match (g, h) {
                // A tab within a game is a space.
                (Some(g), Some(h)) => Some([g, h].map(|g| g.replace('\t', " ")).join("\t")),
                (Some(g), None) if g != "-" => usage("compare takes two games, or none"),
                _ => None,
            };
            batch::run(pair, options.json, &mut compare::Pairs::new(options))
        }
        Command::Explain { game, position: false } => {
            batch::run(game, options.json, &mut explain::Forms::new(options))
        }
        Command::Explain { game, position: true } => {
            batch::run(game, options.json, &mut explain::PositionForms::new(options))
        }
    };
    match all {
        // The reader has had enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        all => Ok(all?),
    }
}
