//! Toppling Dominoes: a row of black, white and grey dominoes; a player topples one to the left or to the
//! right, all dominoes on that side fall with it, and they are removed.
//!
//! Source: Albert, Nowakowski, Wolfe, *Lessons in Play* (2007); Fink, Nowakowski, Siegel, Wolfe, *Toppling
//! Conjectures* (Games of No Chance 4, 2015).

use std::fmt;
use std::str::FromStr;

use super::on_board::debug_as_text;
use super::spec::CANNOT_MOVE_LOSES;
use super::{
    BoardKind, CellKind, CellSpec, MoveExample, Position, Rank, Ruleset, RulesetSpec, Short,
};
use crate::board::{Board, Cell, ParsePositionError, U448};
use crate::{ByPlayer, Player};

/// A position of Toppling Dominoes: rows of dominoes with gaps between them.
///
/// Left topples a black domino (`x`) or a grey one (`g`), Right a white one (`o`) or a grey one, to the left
/// or to the right. It falls with all dominoes on that side of it, as far as the next gap (`.`).
///
/// # Decomposition
/// A move never reaches across a gap, and gaps are never filled: a position is the sum of its rows.
///
/// # Symmetry
/// Mirrored, a position has the same moves; with the colours exchanged it is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Position, TopplingDominoes};
/// let position: TopplingDominoes = "xxo.g".parse()?;
/// let moves: Vec<String> = position.moves(Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["c1-a1", "c1-c1", "e1-e1"]);
/// let options: Vec<String> = position.options(Player::Right).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["....g", "xx..g", "xxo.."]);
/// assert_eq!("xox".parse::<TopplingDominoes>()?.canonical_form().to_string(), "1/2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TopplingDominoes {
    /// A letter for each cell.
    row: Vec<u8>,
}

/// Black, white, grey, gap.
const LETTERS: &str = "xog.";

impl TopplingDominoes {
    /// Who can topple the domino; a gap is nobody's.
    fn is_of(player: Player, letter: u8) -> bool {
        letter == b'g' || letter == if player == Player::Left { b'x' } else { b'o' }
    }

    /// The first and the last domino of the row that a domino is in.
    fn ends(&self, col: usize) -> [usize; 2] {
        let is_gap = |&letter: &u8| letter == b'.';
        let first = self.row[..col].iter().rposition(is_gap).map_or(0, |gap| gap + 1);
        let last = self.row[col..].iter().position(is_gap).map_or(self.row.len(), |gap| col + gap);
        [first, last - 1]
    }
}

/// A move of Toppling Dominoes: the domino that is toppled, and the last one that falls. It prints like
/// `c1-a1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TopplingDominoesMove {
    toppled: u8,
    last: u8,
}

impl fmt::Display for TopplingDominoesMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [toppled, last] = [self.toppled, self.last].map(|col| Cell { row: 0, col }.name(1));
        write!(f, "{toppled}-{last}")
    }
}

impl Position for TopplingDominoes {
    type Move = TopplingDominoesMove;

    /// The moves: dominoes from the left, each first to the left.
    fn moves(&self, player: Player) -> impl Iterator<Item = TopplingDominoesMove> {
        let dominoes = (0..self.row.len()).filter(move |&col| Self::is_of(player, self.row[col]));
        dominoes.flat_map(|toppled| {
            let [first, last] = self.ends(toppled);
            // A domino on its own falls in only one way.
            let ways = if first == last { vec![first] } else { vec![first, last] };
            ways.into_iter()
                .map(move |last| TopplingDominoesMove { toppled: toppled as u8, last: last as u8 })
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: TopplingDominoesMove) {
        let [first, last] = [mv.toppled.min(mv.last), mv.toppled.max(mv.last)].map(usize::from);
        if let Some(fallen) = self.row.get_mut(first..=last) {
            fallen.fill(b'.');
        }
    }
}

impl Short for TopplingDominoes {
    fn negative(&self) -> Self {
        let exchanged = self.row.iter().map(|&letter| match letter {
            b'x' => b'o',
            b'o' => b'x',
            other => other,
        });
        Self { row: exchanged.collect() }
    }

    /// The rows.
    fn components(&self) -> impl Iterator<Item = Self> {
        let rows = self.row.split(|&letter| letter == b'.').filter(|row| !row.is_empty());
        rows.map(|row| Self { row: row.to_vec() })
    }

    fn normalized(&self) -> (Self, bool) {
        let mirrored = |row: &[u8]| row.iter().rev().copied().collect::<Vec<u8>>();
        let negative = self.negative().row;
        let images = [
            (self.row.clone(), false),
            (mirrored(&self.row), false),
            (mirrored(&negative), true),
            (negative, true),
        ];
        let (row, negated) = images.into_iter().min().expect("there are four images");
        (Self { row }, negated)
    }
}

impl Ruleset for TopplingDominoes {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Toppling Dominoes",
        about: "topple a domino of your own or a grey one; all on one side of it fall with it",
        how_to_play: &[
            "Dominoes are set up in rows. Left topples a black or a grey domino, Right a white or a grey \
                one, to the left or to the right. All dominoes on that side fall as well, as far as the \
                next gap, and are removed.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "xoxg", "c1-a1", "...g"),
            MoveExample::new(Player::Right, "xoxg", "b1-d1", "x...")
                .with_note("black and grey dominoes fall too"),
        ],
        board: BoardKind::Row,
        cells: &[
            CellSpec::new('x', "Left", CellKind::Left),
            CellSpec::new('o', "Right", CellKind::Right),
            CellSpec::new('g', "grey", CellKind::Neutral),
            CellSpec::new('.', "gap", CellKind::Empty),
        ],
        pieces: ByPlayer { left: "domino", right: "domino" },
        sizes: &[(10, 1), (20, 1), (30, 1)],
        rank: Rank::Pieces,
        start: Some("xoxgoxoxgoxo"),
        positions: &[
            ("half a move", "xox"),
            ("an up", "xoox"),
            ("star two, four times", "gg.gxo.gox.xoxo"),
        ],
        ..RulesetSpec::stones("toppling-dominoes")
    };
}

impl FromStr for TopplingDominoes {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        let board: Board<U448, 3> = Board::read(text, LETTERS)?;
        match board.shape().height() {
            1 => Ok(Self { row: board.shown(LETTERS).to_string().into_bytes() }),
            height => Err(ParsePositionError::NotOneRow { height: height.into() }),
        }
    }
}

/// Prints the row.
impl fmt::Display for TopplingDominoes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.row.iter().try_for_each(|&letter| write!(f, "{}", char::from(letter)))
    }
}

debug_as_text!(TopplingDominoes);
