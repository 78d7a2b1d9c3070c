//! The program: what is known, and which file answers.

use std::io::{self, Write};
use std::process::ExitCode;

use dicot::rules::{Ruleset, Short};
use dicot_answers::loopy::has_loopy_values;
use dicot_answers::object::{ruleset_object, ruleset_object_without_values};
use dicot_answers::rulesets::Rulesets;

use crate::arguments::{Cli, Command, Options, usage};
use crate::failure::{self, Failure};
use crate::moves::Moves;
use crate::perft::Perft;
use crate::solve::Solve;
use crate::status::Status;
use crate::value::{LoopyPositions, Positions};
#[cfg(feature = "full")]
use crate::{arena, campaign, census, certify, db, serve, shell};
use crate::{
    batch, compare, ctrl_c, explain, find, game, heap, label, latex, nim, picture, repl, results,
    rulesets,
};

/// The command line of dicot, with the rulesets of the library and those that are added.
///
/// # Examples
/// A program for a ruleset of one's own, a heap of counters from which Left takes one and Right two.
/// Its commands are those of `dicot`, as in `heaps value --rules heap 7`:
/// ```no_run
/// # use std::fmt;
/// # use std::num::ParseIntError;
/// # use std::str::FromStr;
/// # use dicot::Player;
/// use dicot::rules::{Position, Ruleset, RulesetSpec, Short};
///
/// # #[derive(Clone, PartialEq, Eq, Hash, Debug)]
/// # struct Heap(i64);
/// # impl Position for Heap {
/// #     type Move = i64;
/// #     fn moves(&self, player: Player) -> impl Iterator<Item = i64> {
/// #         let own = if (player == Player::Left) == (self.0 > 0) { 1 } else { 2 };
/// #         (own <= self.0.abs()).then_some(own).into_iter()
/// #     }
/// #     fn play_unchecked(&mut self, _: Player, taken: i64) {
/// #         self.0 -= self.0.signum() * taken;
/// #     }
/// # }
/// # impl Short for Heap {
/// #     fn negative(&self) -> Self {
/// #         Heap(-self.0)
/// #     }
/// # }
/// # impl fmt::Display for Heap {
/// #     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
/// #         self.0.fmt(f)
/// #     }
/// # }
/// # impl FromStr for Heap {
/// #     type Err = ParseIntError;
/// #     fn from_str(text: &str) -> Result<Self, ParseIntError> {
/// #         text.parse().map(Heap)
/// #     }
/// # }
/// // impl Position for Heap { .. } and so on
/// impl Ruleset for Heap {
///     const SPEC: &'static RulesetSpec = &RulesetSpec {
///         about: "take counters from a heap: Left one, Right two",
///         written: "the number of counters, below 0 with the players exchanged",
///         ..RulesetSpec::new("heap")
///     };
/// }
///
/// fn main() -> std::process::ExitCode {
///     dicot_cli::Program::new().with::<Heap>().run()
/// }
/// ```
#[derive(Debug, Default)]
pub struct Program {
    rulesets: Rulesets,
}

impl Program {
    /// The command line with the rulesets of the library.
    pub fn new() -> Program {
        Program::default()
    }

    /// The same, with one more ruleset. It goes before one of the library that has the same name.
    #[must_use]
    pub fn with<P: Short + Ruleset>(mut self) -> Program {
        self.rulesets.add(ruleset_object::<P>());
        self
    }

    /// The same, with one more ruleset, under which positions have no values: there are moves only.
    #[must_use]
    pub fn with_loopy<P: Ruleset>(mut self) -> Program {
        self.rulesets.add(ruleset_object_without_values::<P>());
        self
    }

    /// Reads the arguments of the program and does what they say.
    ///
    /// | status | meaning |
    /// |---|---|
    /// | 0 | every item has its answer |
    /// | 1 | an item or a file is bad, or cannot be read or written |
    /// | 2 | the arguments are wrong |
    /// | 3 | a limit of time, memory, nodes, positions or forms was reached, and nothing else went wrong |
    /// | 130 | Ctrl-C ended the run |
    ///
    /// Ends the program if the arguments are wrong, or ask for help.
    pub fn run(self) -> ExitCode {
        let mut cli = Cli::read(&self.rulesets);
        if !cli.command.is_server() {
            ctrl_c::listen();
        }
        let answered = cli.open_files().and_then(|()| self.answer(cli.command, &cli.options));
        // The last line is written, or its loss is an error.
        let ended = answered
            .and_then(|code| io::stdout().flush().map(|()| code).map_err(failure::of_output));
        ctrl_c::status_or(match ended {
            Ok(code) => code,
            // The reader has had enough, as `head` does.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                failure::report(&format!("error: {error}"));
                ExitCode::FAILURE
            }
        })
    }

    /// The status with which the program ends.
    fn answer(&self, command: Command, options: &Options) -> io::Result<ExitCode> {
        let drawn = |result: Result<Status, Failure>| result.or_else(Failure::report);
        #[cfg(feature = "full")]
        let good = |result: io::Result<bool>| {
            result.map(|good| if good { Status::Done } else { Status::Failed })
        };
        if options.json
            && matches!(
                command,
                Command::Value { shared: true, .. } | Command::Game { shared: true, .. }
            )
        {
            usage("--shared has no effect with --json, where a long value has the field `shared`");
        }
        let status = match command {
            #[cfg(feature = "full")]
            Command::Census(arguments) => return census::run(arguments, options),
            #[cfg(feature = "full")]
            Command::Campaign(arguments) => {
                drawn(campaign::run(&arguments, &self.rulesets, options))
            }
            #[cfg(feature = "full")]
            Command::Certify(arguments) => certify::run(&arguments, options),
            #[cfg(feature = "full")]
            Command::Db { command } => return db::run(command, &self.rulesets, options),
            #[cfg(feature = "full")]
            Command::Serve(arguments) => good(serve::run(&arguments, options)),
            Command::Thermograph { expression, picture } => {
                drawn(picture::thermograph(&expression, &picture, options))
            }
            Command::Board { position, rules, picture } => {
                let ruleset = rulesets::with_values(&self.rulesets, &rules.rules)?;
                drawn(picture::board(ruleset, &position, &picture, options))
            }
            #[cfg(feature = "full")]
            Command::Icga { command } => good(arena::icga::run(command, options)),
            #[cfg(feature = "full")]
            Command::Konane { command } => good(arena::konane::run(command, options)),
            Command::Tree { expression, tree } => drawn(picture::tree(&expression, &tree, options)),
            #[cfg(feature = "full")]
            Command::Codingame { command } => good(arena::codingame::run(command, options)),
            #[cfg(feature = "full")]
            Command::Completions { shell } => {
                shell::completions(shell, Cli::documented(&self.rulesets))
            }
            #[cfg(feature = "full")]
            Command::Man(arguments) => shell::man(&arguments, Cli::documented(&self.rulesets)),
            #[cfg(feature = "full")]
            Command::Combo { command } => good(arena::combo::run(command, options)),
            Command::Value { list: true, .. } => {
                rulesets::list(&self.rulesets, options.json).map_err(failure::of_output)
            }
            Command::Value { position, shared, rules, latex, threads, .. } => {
                let any = self.rulesets.find(&rules.rules).map_err(rulesets::not_found)?;
                if has_loopy_values(any) {
                    if shared {
                        usage("--shared is for rulesets whose play ends");
                    }
                    let mut positions = LoopyPositions::new(&self.rulesets, any, options);
                    match latex {
                        true => latex::run(position, positions),
                        false => batch::run(position, options.json, &mut positions),
                    }
                } else {
                    let ruleset = rulesets::valued(&self.rulesets, &rules.rules)?;
                    let positions = Positions::new(ruleset, options).sums(&self.rulesets);
                    let mut positions = positions.shared(shared).threads(threads);
                    match latex {
                        true => latex::run(position, positions),
                        false => batch::run(position, options.json, &mut positions),
                    }
                }
            }
            Command::Game { expression, shared, latex } => {
                let mut games = game::Games::new(options).shared(shared);
                match latex {
                    true => latex::run(expression, games),
                    false => batch::run(expression, options.json, &mut games),
                }
            }
            Command::Repl { no_history } => repl::run(options, !no_history),
            Command::Compare { g, h } => {
                let pair = match (g, h) {
                    (Some(g), Some(h)) => Some(tabbed([g, h])),
                    (Some(g), None) if g != "-" => usage("compare takes two games, or none"),
                    _ => None,
                };
                batch::run(pair, options.json, &mut compare::Pairs::new(options))
            }
            Command::Explain { game, position: false, .. } => {
                batch::run(game, options.json, &mut explain::Forms::new(options))
            }
            Command::Explain { game, rules, .. } => {
                let ruleset = rulesets::valued(&self.rulesets, &rules)?;
                let mut positions = explain::PositionForms::new(ruleset, options);
                batch::run(game, options.json, &mut positions)
            }
            Command::Solve { position, rules, wanted } => {
                let mut solve = Solve::new(&self.rulesets, rules.rules, wanted, options)?;
                let status = batch::run(position, options.json, &mut solve);
                solve.end()?;
                status
            }
            Command::Find(arguments) => {
                let ruleset = rulesets::valued(&self.rulesets, &arguments.rules.rules)?;
                drawn(find::run(ruleset, &arguments, options))
            }
            Command::Heap(arguments) => heap::run(arguments, options),
            Command::Results { command } => drawn(results::run(command, options)),
            Command::Nim { expression } => {
                batch::run(expression, options.json, &mut nim::Nim { json: options.json })
            }
            Command::Label(arguments) => label::run(&arguments, &self.rulesets, options),
            Command::Moves { position, played, turn } => {
                if position.as_deref() == Some("-") && !played.is_empty() {
                    usage("in standard input, moves follow the position after a tab");
                }
                let item = position.map(|position| tabbed([position].into_iter().chain(played)));
                let mut moves = Moves::new(&self.rulesets, turn.ruleset(), turn.first, options);
                batch::run(item, options.json, &mut moves)
            }
            #[cfg(feature = "full")]
            Command::Match { rules, wanted } => {
                let ruleset = self.rulesets.find_for_match(&rules.rules);
                arena::matches::run(ruleset.map_err(rulesets::not_found)?, &wanted, options)
            }
            #[cfg(feature = "full")]
            Command::Replay { wanted } => arena::replay::run(&wanted, &self.rulesets, options),
            Command::Perft { depth, position, turn, threads } => {
                let mut perft =
                    Perft::new(&self.rulesets, turn.ruleset(), depth, turn.first, threads, options);
                batch::run(position, options.json, &mut perft)
            }
        };
        status.map(ExitCode::from)
    }
}

/// Arguments as the parts of a line, with tabs between; a tab within an argument is a space.
fn tabbed(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().map(|part| part.replace('\t', " ")).collect();
    parts.join("\t")
}
