//! The program: the rulesets that it knows, and its run.

use std::io::{self, Write};
use std::process::ExitCode;

use dicot::rules::{Ruleset, Short};
use dicot_rulesets::{Rulesets, ruleset_of, ruleset_without_values};

use crate::arguments::usage;
use crate::failure::{self, Failure};
use crate::{commands, ctrl_c};

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
        self.rulesets.add(ruleset_of::<P>());
        self
    }

    /// The same, with one more ruleset, under which positions have no values: there are moves only.
    #[must_use]
    pub fn with_loopy<P: Ruleset>(mut self) -> Program {
        self.rulesets.add(ruleset_without_values::<P>());
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
        let (row, matches, mut options) = commands::read(self.rulesets);
        if !row.is_server {
            ctrl_c::listen();
        }
        let answered = options.db.open().map_err(Failure::from).and_then(|known_values| {
            options.known_values = known_values;
            match row.run {
                Some(run) => run(&matches, &options),
                None => usage("a subcommand is missing"),
            }
        });
        // The last line is written, or its loss is an error.
        let ended = answered
            .or_else(Failure::report)
            .and_then(|status| io::stdout().flush().map(|()| status).map_err(failure::of_output));
        ctrl_c::status_or(match ended {
            Ok(status) => ExitCode::from(u8::from(status)),
            // The reader has had enough, as `head` does.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                failure::report(&format!("error: {error}"));
                ExitCode::FAILURE
            }
        })
    }
}
