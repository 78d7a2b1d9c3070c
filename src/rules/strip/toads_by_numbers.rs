//! Toads and Frogs by four numbers: the shortest and the longest step, the longest jump, and whether animals jump over their own.
//!
//! Source: the variants are those of the program MCGS, whose numbers these are; with steps of one cell or more, those of
//! CGSuite.

use std::fmt::{self, Debug, Display};

use crate::Player;
use crate::board::{Board, ParsePositionError, U448, Word};
use crate::rules::on_board::{CellsMove, cells_of_each, counts_narrow_lines, narrows_to};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    Animals, AnyRuleset, Narrow, OwnedSpec, Position, Ruleset, Search, Short, unless_small,
};

use super::toads_and_frogs::{
    ElephantsAndRhinos, Strip, ToadsAndFrogs, arrangements_log2, negative, normalized,
};

/// What the names of the rulesets begin with; the four numbers follow, joined by `-`.
const BEGINNING: &str = "toads-and-frogs-";

/// The ruleset of a name like `toads-and-frogs-2-3-1-0`, in upper or lower case: steps of 2 or 3 cells, jumps over one animal, not over
/// one's own. `None` if the name does not begin like that, and in browsers, where the program has to be small.
///
/// The numbers of Toads and Frogs (`1-1-1-0`), and of Elephants and Rhinos (`1-1-0-0`), are those rulesets.
///
/// # Errors
/// If other things than such numbers follow.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Position, toads_by_numbers::ruleset_named};
/// let ruleset = ruleset_named("toads-and-frogs-2-3-1-0").unwrap()?;
/// let position = ruleset.read("t....tf.")?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a1-c1", "a1-d1", "f1-h1"]);
/// assert_eq!(ruleset_named("toads-and-frogs-1-1-0-0").unwrap()?.spec().name, "elephants-and-rhinos");
/// assert!(ruleset_named("toads-and-frogs").is_none());
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn ruleset_named(name: &str) -> Option<Result<AnyRuleset, String>> {
    let (beginning, numbers) = name.split_at_checked(BEGINNING.len())?;
    if cfg!(target_os = "unknown") || !beginning.eq_ignore_ascii_case(BEGINNING) {
        return None;
    }
    let wrong = || {
        format!(
            "{numbers:?} are not the numbers of {BEGINNING}: expected the shortest step (at least 1), the longest step, the most animals of a \
             jump (0 to 254), and 1 if animals jump over their own, else 0, as in {BEGINNING}1-2-1-0"
        )
    };
    Some(animals(numbers).map(ruleset).ok_or_else(wrong))
}

/// Reads the numbers.
fn animals(numbers: &str) -> Option<Animals> {
    let digits = |text: &&str| !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit());
    let numbers = numbers.split('-').map(|text| Some(text).filter(digits)?.parse().ok());
    let numbers: Vec<u8> = numbers.collect::<Option<_>>()?;
    let [min_step, max_step, max_jump, over_own] = numbers.try_into().ok()?;
    let are_valid = (1..=max_step).contains(&min_step) && max_jump < u8::MAX && over_own <= 1;
    are_valid.then_some(Animals { min_step, max_step, max_jump, over_own: over_own == 1 })
}

/// The ruleset of these animals; all calls return equal ones.
fn ruleset(animals: Animals) -> AnyRuleset {
    let Animals { min_step, max_step, max_jump, over_own } = animals;
    match (min_step, max_step, max_jump, over_own) {
        (1, 1, 1, false) => return AnyRuleset::of::<ToadsAndFrogs<U448>>(),
        (1, 1, 0, false) => return AnyRuleset::of::<ElephantsAndRhinos<U448>>(),
        _ => {}
    }
    let numbers = format!("{min_step}-{max_step}-{max_jump}-{}", u8::from(over_own));
    let cells = |n: u8| if n == 1 { "1 cell".to_owned() } else { format!("{n} cells") };
    let steps = match min_step == max_step {
        true => cells(min_step),
        false => format!("{min_step} to {}", cells(max_step)),
    };
    let kind = if over_own { "animals" } else { "animals of the opponent" };
    let jumps = match max_jump {
        0 => "Animals do not jump.".to_owned(),
        1 => format!("Or an animal jumps over one of the {kind} onto the empty cell after it."),
        n => format!(
            "Or an animal jumps over 1 to {n} {kind} in a row, onto the empty cell after them."
        ),
    };
    let base = ToadsAndFrogs::<U448>::SPEC.owned().clone();
    let spec = OwnedSpec {
        name: format!("{BEGINNING}{numbers}"),
        aliases: Vec::new(),
        title: format!("Toads and Frogs {numbers}"),
        about: format!("Toads and Frogs with steps of {steps}, jumps over at most {max_jump}"),
        how_to_play: vec![
            format!(
                "Left moves the toads to the right, Right moves the frogs to the left: a step of {steps}, all of them \
                 empty. {jumps} Nothing is removed."
            ),
            CANNOT_MOVE_LOSES.to_owned(),
        ],
        examples: Vec::new(),
        ..base
    };
    // Of another form than the numbers that are counted up.
    let bytes = [1, 0, 0, 0, min_step, max_step, max_jump, over_own.into()];
    AnyRuleset::numbered(u64::from_be_bytes(bytes), spec, move |text| {
        let board = Board::<U448>::read(text, "tf.")?;
        match board.shape().height() {
            1 => Ok(ToadsByNumbers(Strip { board, animals })),
            height => Err(ParsePositionError::NotOneRow { height: height.into() }.into()),
        }
    })
}

/// A position of Toads and Frogs [by numbers](ruleset_named), whose components are those of
/// [`GenToadsAndFrogs`](super::toads_and_frogs::GenToadsAndFrogs).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct ToadsByNumbers<W: Word = u64>(Strip<W>);

impl<W: Word> ToadsByNumbers<W> {
    /// Another strip with the same animals.
    fn with(self, board: Board<W>) -> Self {
        Self(Strip { board, ..self.0 })
    }
}

impl<W: Word> Position for ToadsByNumbers<W> {
    type Move = CellsMove<2>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        self.0.moves(player)
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        self.0.board = self.0.played(player, mv);
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        self.0.broken_rule(player, mv)
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let position = *self;
        self.0.options(player).map(move |board| position.with(board))
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.move_count(player)
    }

    counts_narrow_lines!(ToadsByNumbers<u64>);
}

impl<W: Word> Short for ToadsByNumbers<W> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| cells_of_each(position.0.runs())),
        endgame: unless_small(|position, player| position.0.endgame(player)),
        ..Search::NONE
    };

    narrows_to!(ToadsByNumbers<u64>);

    fn size(&self) -> u32 {
        arrangements_log2(&self.0.board)
    }

    fn negative(&self) -> Self {
        self.with(negative(&self.0.board))
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        let position = *self;
        self.0.components().map(move |board| position.with(board))
    }

    fn normalized(&self) -> (Self, bool) {
        let (board, negated) = normalized(&self.0.board);
        (self.with(board), negated)
    }
}

impl<W: Word> Narrow<ToadsByNumbers<W>> for ToadsByNumbers<u64> {
    fn narrowed(position: &ToadsByNumbers<W>) -> Option<Self> {
        let Strip { board, animals } = position.0;
        Some(Self(Strip { board: board.narrowed()?, animals }))
    }

    fn widened(&self) -> ToadsByNumbers<W> {
        let Strip { board, animals } = self.0;
        let board = board.convert().expect("a word that is no smaller");
        ToadsByNumbers(Strip { board, animals })
    }
}

impl<W: Word> Display for ToadsByNumbers<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0.board.shown("tf."), f)
    }
}

impl<W: Word> Debug for ToadsByNumbers<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{BEGINNING}{:?}({self})", self.0.animals)
    }
}
