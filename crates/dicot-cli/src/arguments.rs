//! What the command line accepts, and its help.

use std::ffi::OsString;
use std::io::{self, ErrorKind as IoErrorKind};
use std::path::PathBuf;
use std::process::exit;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

#[cfg(feature = "full")]
use clap::builder::PossibleValuesParser;
use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use dicot::Player;
use dicot::analysis::ValueSource;
use dicot::rules::{AnyStone, CornerOrCentre, DarkCornerOrCentre, KonaneGame, Ruleset};
use dicot::solver::Solver;
use dicot_answers::rule_file;
use dicot_answers::rulesets::{DEFAULT_RULES, Rulesets};
use dicot_answers::solve::Wanted;

use crate::find::{FIND_HELP, FindArgs};
use crate::heap::{HEAP_HELP, HeapArgs};
use crate::label::{LABEL_HELP, LabelArgs};
use crate::limits::{self, LimitArgs};
use crate::nim::NIM_HELP;
use crate::picture::{PictureArgs, TreeArgs};
use crate::results::{RESULTS_HELP, ResultsCommand};
#[cfg(feature = "full")]
use crate::{
    arena::{
        codingame::Codingame,
        combo::Combo,
        icga::Icga,
        konane::Konane,
        matches::{MATCH_HELP, MatchArgs},
        replay::{REPLAY_HELP, ReplayArgs},
    },
    campaign::{CAMPAIGN_HELP, CampaignArgs},
    census::{CENSUS_HELP, CensusArgs},
    certify::{CERTIFY_HELP, CertifyArgs},
    db::{self, Db},
    serve::{SERVE_HELP, ServeArgs},
    shell::{COMPLETIONS_HELP, MAN_HELP, ManArgs},
};
use crate::{failure, missing, mistyped, scope};

/// Exact values of combinatorial games.
#[derive(Parser)]
#[command(name = "dicot", version, after_help = AFTER_HELP, propagate_version = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) options: Options,
}

const AFTER_HELP: &str = "\
Without an argument, or with `-`, a command reads one item per line from standard input, and continues \
after a bad line. `dicot COMMAND --help` shows the options of a command.

The status is 0 if every item has an answer, 1 if an item or a file is invalid, 2 if the arguments are \
invalid, and 3 if a limit of time, memory, nodes, positions or forms was reached and nothing else went \
wrong. Several items have the worst of their statuses: 1, then 3. Ctrl-C ends a run with 130, after the \
partial results and a line that says what was not done.

Examples:
  dicot value xox/ox.
  dicot value --list
  dicot value --rules konane x.ox/.o.x
  dicot game '{1|*} + ^'
  dicot game '{2|-1}.Temperature'
  dicot compare '^^' '*'
  dicot explain '{0,*|*,^}'
  dicot solve 'xoxo/oxox + konane:.xo. + ^'
  dicot moves xox/ox.
  dicot perft 3 xox/ox.
  dicot heap 0.77
  dicot nim '3 * 5'
  printf 'xo\\nxxo\\n' | dicot value --json";

#[derive(Subcommand)]
pub(crate) enum Command {
    /// The value of a position, who wins, and the moves worth considering
    #[command(after_help = VALUE_HELP,
        override_usage = "dicot value [OPTIONS] [POSITION]\n       dicot value --list [--json]")]
    Value {
        /// In Clobber the rows from the top, joined by `/`: x is Left, o is Right, . is empty
        #[arg(allow_hyphen_values = true)]
        position: Option<String>,
        #[command(flatten)]
        rules: RulesArg,
        /// List the rulesets: their names, their rules, and how positions are written
        #[arg(long, conflicts_with_all = ["position", "rules", "shared"])]
        list: bool,
        /// Print the value in LaTeX; of standard input, a table of positions, values and outcomes
        #[arg(long, conflicts_with_all = ["json", "list", "shared"])]
        latex: bool,
        /// Print the whole value, with a name for each part that occurs more than once
        #[arg(long)]
        shared: bool,
        #[command(flatten)]
        threads: Threads,
    },
    /// The value of an expression, and facts about it if it is a game
    #[command(after_help = NOTATION_HELP)]
    Game {
        /// An expression; in standard input, names that a line defines are known in the lines after it
        #[arg(allow_hyphen_values = true)]
        expression: Option<String>,
        /// Print the value in LaTeX; of standard input, a table of expressions and values
        #[arg(long, conflicts_with_all = ["json", "shared"])]
        latex: bool,
        /// Print the whole value of a game, with a name for each part that occurs more than once
        #[arg(long)]
        shared: bool,
    },
    /// A worksheet: expressions and definitions line by line, with completion and history
    #[command(after_help = NOTATION_HELP)]
    Repl {
        /// Do not read or write the history of earlier sessions
        #[arg(long)]
        no_history: bool,
    },
    /// How two games compare: `<`, `>`, `=` or `||` (confused)
    #[command(after_help = NOTATION_HELP)]
    Compare {
        /// The first game; in lines of standard input, separated from the second by a tab
        #[arg(allow_hyphen_values = true)]
        g: Option<String>,
        /// The second game
        #[arg(allow_hyphen_values = true)]
        h: Option<String>,
    },
    /// How a game is simplified to its canonical form: which options are dominated or reversible, and why
    #[command(after_help = EXPLAIN_HELP)]
    Explain {
        /// A game in braces, like {0,*|*,^}, whose options are not simplified first
        #[arg(allow_hyphen_values = true)]
        game: Option<String>,
        /// Read a position, whose moves are the options
        #[arg(long)]
        position: bool,
        /// The ruleset of the position; `dicot value --list` lists all
        #[arg(long, value_name = "NAME", requires = "position", default_value = DEFAULT_RULES)]
        rules: String,
    },
    /// Who wins a position or a sum, which may be too large for a value
    #[command(after_help = SOLVE_HELP)]
    Solve {
        /// A position, or parts joined by ` + `, each a position of --rules, NAME:POSITION, or a game
        #[arg(allow_hyphen_values = true)]
        position: Option<String>,
        #[command(flatten)]
        rules: RulesArg,
        #[command(flatten)]
        wanted: SolveArgs,
    },
    /// Who wins many positions, and the winning moves, as JSON lines: labels to learn from
    #[command(after_help = LABEL_HELP)]
    Label(LabelArgs),
    /// The smallest positions whose value has a property: a value, an outcome, a temperature, an atomic weight
    #[command(after_help = FIND_HELP)]
    Find(FindArgs),
    /// The legal moves of a position, and the positions after them
    #[command(after_help = MOVES_HELP)]
    Moves {
        /// A position; in lines of standard input, each move follows after a tab
        #[arg(allow_hyphen_values = true)]
        position: Option<String>,
        /// Moves to play first, the players taking turns
        #[arg(value_name = "MOVE")]
        played: Vec<String>,
        #[command(flatten)]
        turn: TurnArgs,
    },
    /// The Grundy values of heaps under an octal or other code, and their period if it is proved
    #[command(after_help = HEAP_HELP)]
    Heap(HeapArgs),
    /// The value of an expression of nimbers, which are written as numbers below 2^64
    #[command(after_help = NIM_HELP)]
    Nim {
        /// An expression: + is the nim sum, * the nim product, / the nim quotient, ^ a power, sqrt( ) the nim square root
        expression: Option<String>,
    },
    #[cfg(feature = "full")]
    /// The values of all positions of a board, as a table
    #[command(after_help = CENSUS_HELP)]
    Census(CensusArgs),
    /// Claims that anyone can repeat: their commands, answers, times and sources
    #[command(after_help = RESULTS_HELP)]
    Results {
        #[command(subcommand)]
        command: ResultsCommand,
    },
    /// The number of sequences of exactly DEPTH moves, the players taking turns
    #[command(after_help = PERFT_HELP)]
    Perft {
        /// The number of moves, up to 255
        depth: u8,
        /// A position
        #[arg(allow_hyphen_values = true)]
        position: Option<String>,
        #[command(flatten)]
        turn: TurnArgs,
        #[command(flatten)]
        threads: Threads,
    },
    #[cfg(feature = "full")]
    /// Games between bots, under any rules: each opening twice, with the sides exchanged
    #[command(after_help = MATCH_HELP)]
    Match {
        #[command(flatten)]
        rules: RulesArg,
        #[command(flatten)]
        wanted: MatchArgs,
    },
    #[cfg(feature = "full")]
    /// The games of a record: their boards, who should have won, and the moves that lost a won game
    #[command(after_help = REPLAY_HELP)]
    Replay {
        #[command(flatten)]
        wanted: ReplayArgs,
    },
    /// Draw the thermograph of a game, as SVG, PNG or TikZ
    #[command(after_help = NOTATION_HELP)]
    Thermograph {
        /// An expression in the usual notation
        #[arg(allow_hyphen_values = true)]
        expression: String,
        #[command(flatten)]
        picture: PictureArgs,
    },
    /// Draw a position with its value, and boards with their components in colours and the values of these
    #[command(after_help = POSITION_HELP)]
    Board {
        /// In Clobber the rows from the top, joined by `/`: x is Left, o is Right, . is empty
        #[arg(allow_hyphen_values = true)]
        position: String,
        #[command(flatten)]
        rules: RulesArg,
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
    #[cfg(feature = "full")]
    /// Run a web server with pages to explore values and to play
    #[command(after_help = SERVE_HELP)]
    Serve(ServeArgs),
    #[cfg(feature = "full")]
    /// Who wins a position that is too large for one search: a proof in many jobs, which any later run goes on with
    #[command(after_help = CAMPAIGN_HELP, allow_missing_positional = true)]
    Campaign(CampaignArgs),
    #[cfg(feature = "full")]
    /// Check a certificate of who wins, by the rules alone
    #[command(after_help = CERTIFY_HELP)]
    Certify(CertifyArgs),
    #[cfg(feature = "full")]
    /// Databases of values, which other commands use with --db
    Db {
        #[command(subcommand)]
        command: Db,
    },
    #[cfg(feature = "full")]
    /// Clobber over TCP, as in the ICGA tournament of 2006
    Icga {
        #[command(subcommand)]
        command: Icga,
    },
    #[cfg(feature = "full")]
    /// Konane over TCP, as the Artemis server played it
    Konane {
        #[command(subcommand)]
        command: Konane,
    },
    #[cfg(feature = "full")]
    /// CodinGame's Clobber: a bot, a referee, and the bot in a single file
    Codingame {
        #[command(subcommand)]
        command: Codingame,
    },
    #[cfg(feature = "full")]
    /// Combo with JSON players: a bot, matches, and contests
    Combo {
        #[command(subcommand)]
        command: Combo,
    },
    #[cfg(feature = "full")]
    /// Print the script with which a shell completes commands
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    #[cfg(feature = "full")]
    /// Print the manual page, or write those of all commands
    #[command(after_help = MAN_HELP)]
    Man(ManArgs),
}

impl Command {
    /// Whether this is a server, which signals stop in its own way.
    pub(crate) fn is_server(&self) -> bool {
        #[cfg(feature = "full")]
        return matches!(
            self,
            Command::Serve(_)
                | Command::Icga { command: Icga::Serve(_) }
                | Command::Konane { command: Konane::Serve(_) }
        );
        #[cfg(not(feature = "full"))]
        false
    }
}

/// The ruleset of a command.
#[derive(Args)]
pub(crate) struct RulesArg {
    /// The ruleset, or a file of one whose name ends with `.game`; `dicot value --list` lists all
    #[arg(long, value_name = "NAME", default_value = DEFAULT_RULES)]
    pub(crate) rules: String,
}

/// The questions about a sum, and how it is searched.
#[derive(Args)]
pub(crate) struct SolveArgs {
    /// Play misère: a player who cannot move wins. Positions are searched without values; a value is played as its canonical
    /// form
    #[arg(long, conflicts_with_all = ["verify", "save", "load"])]
    pub(crate) misere: bool,
    /// Only find who wins if this player starts: left, x, black or b; right, o, white or w
    #[arg(long, value_parser = side)]
    pub(crate) first: Option<Player>,
    /// List the winning moves, of both players or of the one who starts
    #[arg(long)]
    pub(crate) moves: bool,
    /// Print a line of best play, in which Left starts unless --first says otherwise
    #[arg(long)]
    pub(crate) line: bool,
    /// Verify who wins: play the winner's moves against all replies to the end, by the rules alone, and
    /// print the number of positions; in JSON `verified`, for each player who starts
    #[arg(long)]
    pub(crate) verify: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// The limit of searched sums for an item, exact on one thread, which is then the default; by default there is no limit
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Values are computed of components up to this size (of most rulesets the number of moves, of Clobber and Konane of
    /// stones), and larger ones are searched
    #[arg(long, value_name = "N", default_value_t = Solver::DEFAULT_VALUED_SIZE)]
    pub(crate) valued_size: u32,
    /// Continue from a file that an earlier run saved; if --save names the same file, it need not exist
    #[arg(long, value_name = "FILE")]
    pub(crate) load: Option<PathBuf>,
    /// Save the results at the end and every --save-every; an existing file is replaced only if --load names it
    #[arg(long, value_name = "FILE", group = "written")]
    pub(crate) save: Option<PathBuf>,
    #[cfg(feature = "full")]
    /// Write a proof of who wins that `dicot certify` checks, compressed by gzip
    #[arg(
        long,
        value_name = "FILE",
        group = "written",
        requires = "position",
        conflicts_with = "misere"
    )]
    pub(crate) certificate: Option<PathBuf>,
    /// Let --save and --certificate replace any existing file
    #[arg(long, requires = "written")]
    pub(crate) force: bool,
    /// The time between two saves during a long search
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = limits::duration,
          requires = "save")]
    pub(crate) save_every: Duration,
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

impl SolveArgs {
    /// The questions about each sum.
    pub(crate) fn wanted(&self) -> Wanted {
        let SolveArgs { misere, first, moves, line, verify, .. } = *self;
        Wanted { misere, first, moves, line, verify, nim_value: first.is_none() }
    }

    /// Whether results are loaded or saved.
    pub(crate) fn has_files(&self) -> bool {
        self.save.is_some() || self.load.is_some()
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
        match (rules.eq_ignore_ascii_case(dicot::rules::Konane::<u64>::SPEC.name), self.opening) {
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

const VALUE_HELP: &str = "\
Rows of a Clobber position are joined by `/`, `|` or line ends; upper case is read as well. Boards \
have up to 448 cells and 255 a side. A move like a1-b1 goes from the first column of the last row to \
the second. `dicot value --list` shows how positions of other rulesets are written.

Positions that take long are valued on all cores, or on --threads; the answers are the same.

Where play need not end the value is loopy, and if it does not fit the limits only who wins is printed. There parts joined by ` + ` \
are added: each is a position of --rules, NAME:POSITION, or a game in the notation of `dicot game`.

Examples:
  dicot value xox/ox.
  dicot value --list
  dicot value --rules konane x.ox/.o.x
  dicot value --rules fox-and-geese '.g.g/..../..../..f. + clobber:xxo + {1|pass}'";

const SOLVE_HELP: &str = "\
In a sum, NAME:POSITION is a position of the ruleset with that name; any other term is a position of \
--rules if it can be read as one, and otherwise a game in the notation of `dicot game`. Positions are \
parts 1, 2 and so on, in their order; all games together are the last part. If there are several parts, \
each move begins with the number of its part.

If a limit of time, memory or nodes is reached, or after Ctrl-C, the partial result is printed, and the \
status is 3, or 130 after Ctrl-C. The solver stores its results; when the memory is full, it forgets small sums.

A long proof can be made in several runs: repeat the same command with `--load proof --save proof` \
until it is done. A run that is killed loses at most ten minutes. `--time none` removes the time limit. \
A later run may have more memory, other threads and other positions.

Examples:
  dicot solve xoxoxox/oxoxoxo/xoxoxox
  dicot solve xoxo/oxox --first x --moves --line
  dicot solve xoxoxoxox/oxoxoxoxo --verify
  dicot solve xoxoxoxox/oxoxoxoxo --certificate 2x9.cert
  dicot solve 'xoxo/oxox + konane:.xo. + {1|*}' --json
  dicot solve --rules kayles '7+5 + 3'
  dicot solve --rules cram ...../...../.....
  dicot solve xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox --time none --load proof --save proof";

const MOVES_HELP: &str = "\
Prints a line for each move, with the position after it: the moves of both players, unless --first or \
the moves played first determine whose turn it is. By default Left begins; if either player may begin, \
the one who can make the first move does.

Examples:
  dicot moves xox/ox.
  dicot moves xox/ox. a2-b2 --first x
  printf 'xox/ox.\\ta2-b2\\n' | dicot moves
  dicot moves --rules konane oxox/xoxo/oxox/xoxo '[0:0]'";

const PERFT_HELP: &str = "\
The usual test of a move generator. Shorter sequences, which end because a player cannot move, are not \
counted. With --memory, positions that occur again are counted once. By default Left starts; if either player may start, the numbers for both are added up.

Examples:
  dicot perft 3 xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox
  dicot perft 3 xox/ox. --first o --json
  dicot perft 9 xox/ox. --memory 500MB --threads 2
  dicot perft 4 --rules konane --opening any oxox/xoxo/oxox/xoxo";

const POSITION_HELP: &str = "\
Rows are joined by `/`, `|` or line ends; upper case is read as well. Boards have up to 448 cells \
and 255 a side. A move like a1-b1 goes from the first column of the last row to the second.";

const EXPLAIN_HELP: &str = "\
An option of Left is dominated if another option is at least as good for Left. It is reversible if Right \
has an answer that is at least as good for Right as the whole game G; it is then replaced by Left's \
options after that answer. For Right, exchange the players. The notation is that of `dicot game`.

Examples:
  dicot explain '{0,*|*,^}'
  dicot explain --position xox/ox.
  dicot explain --position --rules konane x.ox/.o.x";

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
    #[cfg(feature = "full")]
    /// A database of `dicot db build`, whose values are not computed again; can be given several times
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) db: Vec<PathBuf>,
    /// The values in these files.
    #[arg(skip)]
    pub(crate) known_values: Vec<Arc<dyn ValueSource>>,
}

impl Cli {
    /// Reads the arguments of the program, or ends it if they are invalid.
    pub(crate) fn read(rulesets: &Rulesets) -> Cli {
        let rulesets = rulesets.clone();
        let name = move |name: &str| {
            if rule_file::is_unread_file(name) {
                rule_file::from_file(name).map_err(|error| error.to_string())?;
            }
            rulesets.find(name).map(|_| name.to_owned()).map_err(|error| error.to_string())
        };
        let arguments: Vec<OsString> = std::env::args_os().collect();
        let command = scope::offer(Cli::with_rules(name.into()));
        let mut command = mistyped::refuse(command, &arguments);
        let matches = command
            .try_get_matches_from_mut(&arguments)
            .map_err(|error| mistyped::first(&command, &arguments, error))
            .and_then(|matches| scope::check(&mut command, &matches).map(|()| matches));
        if let Ok(matches) = &matches {
            let _ = TYPED.set(scope::typed(&mut command, matches).1.clone());
        }
        let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
        cli.unwrap_or_else(|error| end(&error))
    }

    /// The commands with the options that each accepts, as they are documented.
    #[cfg(feature = "full")]
    pub(crate) fn documented(rulesets: &Rulesets) -> clap::Command {
        let names: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.spec().name).collect();
        scope::list(Cli::with_rules(PossibleValuesParser::new(names).into()))
    }

    /// The commands with what reads the names of rulesets.
    fn with_rules(name: ValueParser) -> clap::Command {
        let rules = |command: clap::Command| {
            command.mut_arg("rules", |rules| rules.value_parser(name.clone()))
        };
        let all = [
            "value", "explain", "solve", "label", "find", "board", "moves", "census", "perft",
            "match",
        ];
        let present = |cli: &clap::Command, name: &str| cli.find_subcommand(name).is_some();
        let mut command = Cli::command().after_help(AFTER_HELP.to_owned() + &missing::help());
        for name in all {
            if present(&command, name) {
                command = command.mut_subcommand(name, rules);
            }
        }
        if present(&command, "db") {
            command = command.mut_subcommand("db", |db| db.mut_subcommand("build", rules));
        }
        command
    }

    /// Opens the files of values.
    pub(crate) fn open_files(&mut self) -> io::Result<()> {
        #[cfg(feature = "full")]
        {
            self.options.known_values = db::known_values(&self.options.db)?;
        }
        Ok(())
    }
}

/// Prints help, the version, or the error in the arguments, and ends the program. Unlike in clap, help that cannot
/// be printed is an error.
fn end(error: &clap::Error) -> ! {
    if let Some(missing) = missing::explain(error) {
        failure::report(&format!("error: {missing}"));
        exit(2)
    }
    match error.print() {
        Err(lost) if !error.use_stderr() && lost.kind() != IoErrorKind::BrokenPipe => {
            failure::report(&format!("error: standard output: {lost}"));
            exit(1)
        }
        _ => exit(error.exit_code()),
    }
}

/// The command that was typed.
static TYPED: OnceLock<clap::Command> = OnceLock::new();

/// Ends the program as clap does if the arguments are invalid, with the usage of the command that was typed.
pub(crate) fn usage(message: &str) -> ! {
    TYPED
        .get()
        .cloned()
        .unwrap_or_else(Cli::command)
        .error(ErrorKind::MissingRequiredArgument, message)
        .exit()
}
