//! What the feature `full` adds besides the commands that `commands` marks with it. `without_full.rs` has the same names for
//! a build without the feature.

pub(crate) use crate::arena::{codingame, combo, icga, konane, matches, replay};
pub(crate) use crate::census::CensusFile;
use crate::command::Row;
pub(crate) use crate::db::DbFiles;
pub(crate) use crate::find::hot::Hot;
pub(crate) use crate::picture::png::png;
use crate::shared::{Shared, time};
pub(crate) use crate::solve::certificate::CertificateFile;
use crate::status::Status;
pub(crate) use crate::{campaign, census, certify, db, pages, puzzles, run, serve, shell};

/// The options that are missing.
pub(crate) const MISSING_OPTIONS: &[&str] = &[];

/// The time limit of a run.
pub(crate) const RUN_TIME: Shared =
    time("The time limit of the run, like 60s, 5m or 2h, unlimited by default");

/// A refusal of `--time`.
pub(crate) const fn not_time(refused: &'static str) -> Shared {
    Shared { refused, ..time("") }
}

/// The refusal of commands with bots of Combo.
pub(crate) const BOT_TIMES: Shared =
    not_time("the time of a bot is --move-time, that of a game is --clock");

impl Status {
    /// The status of a run that is done, or failed.
    pub(crate) fn done_if(is_done: bool) -> Status {
        if is_done { Status::Done } else { Status::Failed }
    }
}

/// The text without a byte order mark at its start.
pub(crate) fn text_without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

impl Row {
    /// The row with subcommands.
    pub(crate) const fn with(mut self, subcommands: &'static [Row]) -> Row {
        self.subcommands = subcommands;
        self
    }

    /// The row of a server.
    pub(crate) const fn server(mut self) -> Row {
        self.is_server = true;
        self
    }
}

/// The row of a command of this feature.
macro_rules! full {
    ($row:expr) => {
        $row
    };
}
pub(crate) use full;
