//! A puzzle as text.

use std::fmt::{self, Display};

use dicot::Player;
use dicot::rules::AnyPosition;
use dicot_rulesets::{RulesetExt, library, sum_of_games};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The only winning move of a player.
    Move(Player),
    Winner,
    /// The only change of a cell that leaves 0.
    Zero,
    /// How the first position compares with the second.
    Compare,
    /// Which position has the largest temperature.
    Hottest,
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Move(Player::Left),
        Kind::Move(Player::Right),
        Kind::Winner,
        Kind::Zero,
        Kind::Compare,
        Kind::Hottest,
    ];

    /// The first word of its text.
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Move(_) => "move",
            Kind::Winner => "winner",
            Kind::Zero => "zero",
            Kind::Compare => "compare",
            Kind::Hottest => "hottest",
        }
    }

    /// The number of positions.
    pub(super) fn positions(self) -> usize {
        match self {
            Kind::Move(_) | Kind::Winner | Kind::Zero => 1,
            Kind::Compare => 2,
            Kind::Hottest => 3,
        }
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Move(Player::Left) => f.write_str("move left"),
            Kind::Move(Player::Right) => f.write_str("move right"),
            kind => f.write_str(kind.name()),
        }
    }
}

/// A question with its answer.
#[derive(Clone, Debug)]
pub(super) struct Puzzle {
    pub(super) kind: Kind,
    pub(super) answer: String,
    pub(super) positions: Vec<AnyPosition>,
}

/// Its fields, with tabs between them.
impl Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}", self.kind, self.answer)?;
        self.positions.iter().try_for_each(|position| write!(f, "\t{}", text(position)))
    }
}

impl Puzzle {
    /// Reads what is printed.
    pub(super) fn read(text: &str) -> Result<Puzzle, String> {
        let mut fields = text.split('\t');
        let mut next = || fields.next().ok_or("expected what is asked, an answer and positions");
        let (asked, answer) = (next()?, next()?.to_owned());
        let kind = Kind::ALL.into_iter().find(|kind| kind.to_string() == asked);
        let kind = kind.ok_or_else(|| format!("unknown kind of puzzle {asked:?}"))?;
        let positions = fields.map(position).collect::<Result<Vec<_>, _>>()?;
        match positions.len() == kind.positions() {
            true => Ok(Puzzle { kind, answer, positions }),
            false => Err(format!("expected positions: {}", kind.positions())),
        }
    }
}

/// Reads a position after the name of its ruleset, or a sum of such.
pub(crate) fn position(text: &str) -> Result<AnyPosition, String> {
    let read = |text: &str| -> Result<AnyPosition, String> {
        if text.contains(" + ") {
            return sum_of_games().parse(text).map_err(|failure| failure.message().to_string());
        }
        let (name, position) =
            text.split_once(':').ok_or_else(|| "expected a ruleset and a colon".to_owned())?;
        let ruleset = library().find(name).map_err(|error| error.to_string())?;
        ruleset.parse(position).map_err(|failure| failure.message().to_string())
    };
    read(text).map_err(|problem| format!("{text}: {problem}"))
}

/// The position as it is read.
fn text(position: &AnyPosition) -> String {
    match position.ruleset() {
        ruleset if *ruleset == sum_of_games() => position.to_string(),
        ruleset => format!("{}:{position}", ruleset.spec().name),
    }
}
