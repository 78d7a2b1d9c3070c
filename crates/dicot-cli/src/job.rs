//! A question about positions, put to the ruleset that was chosen.

use std::cell::Cell;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use dicot::Player;
use dicot::rules::{Ruleset, Short, Visitor};
use dicot_db::Database;

use crate::arena::matches::{self, MatchArgs};
use crate::arena::replay::{self, Game};
use crate::arguments::{Options, usage};
use crate::batch;
use crate::db::{self, BuildArgs, CheckArgs};
use crate::explain::PositionForms;
use crate::moves::Moves;
use crate::perft::Perft;
use crate::status::Status;
use crate::value::Positions;

/// What is asked about positions.
pub(crate) enum Question {
    Value { shared: bool },
    Explain,
    Moves { side: Option<Player> },
    Perft { depth: u8, side: Option<Player> },
    Match(Box<MatchArgs>),
    Replay(Box<Game>),
    BuildDatabase { wanted: Box<BuildArgs>, ended_early: Rc<Cell<Option<ExitCode>>> },
    CheckDatabase(Box<(CheckArgs, Database)>),
    Database { file: PathBuf, database: Box<Database> },
}

/// A question about an item, or about the lines of standard input.
pub(crate) struct Job<'a> {
    pub(crate) item: Option<String>,
    pub(crate) question: Question,
    pub(crate) options: &'a Options,
}

impl Visitor for Job<'_> {
    type Output = io::Result<Status>;

    fn short<P: Short + Ruleset>(self) -> io::Result<Status> {
        let Job { item, question, options } = self;
        match question {
            Question::Value { shared } => {
                let mut positions = Positions::<P>::new(options).shared(shared);
                batch::run(item, options.json, &mut positions)
            }
            Question::Explain => {
                batch::run(item, options.json, &mut PositionForms::<P>::new(options))
            }
            Question::Replay(game) => replay::short::<P>(*game, options),
            Question::BuildDatabase { wanted, ended_early } => {
                ended_early.set(db::build::<P>(&wanted, options)?.err());
                Ok(Status::done_if(ended_early.get().is_none()))
            }
            Question::CheckDatabase(wanted) => db::check::<P>(*wanted, options),
            Question::Database { file, database } => {
                let mut values = db::Values::<P>::new(&file, &database, options);
                batch::run(item, options.json, &mut values)
            }
            Question::Moves { .. } | Question::Perft { .. } | Question::Match(_) => {
                Job { item, question, options }.loopy::<P>()
            }
        }
    }

    fn loopy<P: Ruleset>(self) -> io::Result<Status> {
        let Job { item, question, options } = self;
        match question {
            Question::Value { .. }
            | Question::Explain
            | Question::BuildDatabase { .. }
            | Question::CheckDatabase(_)
            | Question::Database { .. } => usage(&format!(
                "the positions of {} have no values: its play need not end, or is that of a \
                 match; see `dicot moves`",
                P::NAME
            )),
            Question::Match(wanted) => matches::run::<P>(*wanted, options),
            Question::Replay(game) => replay::loopy::<P>(*game, options),
            Question::Moves { side } => {
                batch::run(item, options.json, &mut Moves::<P>::new(side, options))
            }
            Question::Perft { depth, side } => {
                batch::run(item, options.json, &mut Perft::<P>::new(depth, side, options))
            }
        }
    }
}
