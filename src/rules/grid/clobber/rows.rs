//! Impartial Clobber on boards, and on rows that are longer than boards can be.
//!
//! A move splits a row where the stone was, and changes the stone next to the gap. So what comes up in play is a piece of the row, of which
//! at most the two stones at its ends have changed: of *n* cells at most 2*n*² different pieces, and far fewer of a periodic row, whose
//! pieces repeat. That is why the nim values of rows of 2,000 cells can be had, and are published.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use super::{Clobber448, ClobberMove, GenClobber, Hot, Leaves, Onto, Orthogonal, Variant};
use crate::Player;
use crate::board::{Board, Cell, ParsePositionError, Shape, U448, letters_of_row};
use crate::rules::impartial::{Impartial, ImpartialMove};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    MoveExample, Narrow, NarrowVisitor, Position, Ruleset, RulesetSpec, Search, Short,
};

/// The [`Impartial`] form of a variant of Clobber whose stones move to the next cell: on boards of up to 448 cells, and on rows of up to
/// 2,048.
///
/// # Examples
/// ```
/// use dicot::rules::ImpartialClobber;
/// use dicot::solver::NimberSolver;
/// let row: ImpartialClobber = "xo".repeat(150).parse()?;
/// assert_eq!(NimberSolver::new().nim_value(&row)?, 14);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
/// In [`Hot`] Clobber a row of stones of one colour is the heap game 0.6:
/// ```
/// use dicot::Player;
/// use dicot::rules::{ImpartialClobber, Position, clobber::Hot};
/// let row: ImpartialClobber<Hot> = "xxxx".parse()?;
/// let options: Vec<String> = row.options(Player::Left).map(|row| row.to_string()).collect();
/// assert_eq!(options, [".xxx", "x.xx", "x.xx", "xx.x", "xx.x", "xxx."]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ImpartialClobber<V: Variant = Orthogonal>(Kind<V>);

/// A board has several rows, so that equal positions are one.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Kind<V: Variant> {
    Board(Impartial<GenClobber<V, U448>>),
    /// The letters.
    Row(Arc<[u8]>),
}

/// The most cells of a row.
const MAX_ROW: usize = 2048;

/// A move of a position of [`ImpartialClobber`]. It prints like `a1-b1`; in a row, columns go on after `zz` with `aaa`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ImpartialClobberMove {
    /// On a board.
    OnBoard(ImpartialMove<ClobberMove>),
    /// In a row: from a column to a column, from 0.
    InRow([u16; 2]),
}

impl ImpartialClobberMove {
    /// The cells that the stone leaves and goes to; `None` in a column after the 255th.
    pub fn cells(&self) -> Option<[Cell; 2]> {
        match self {
            Self::OnBoard(mv) => Some(mv.inner().cells),
            Self::InRow(columns) => {
                let [from, to] = columns.map(|column| cell(column.into()));
                Some([from?, to?])
            }
        }
    }
}

/// The cell of a column of a row.
fn cell(column: usize) -> Option<Cell> {
    Some(Cell { row: 0, col: u8::try_from(column).ok().filter(|&col| col < u8::MAX)? })
}

impl Display for ImpartialClobberMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnBoard(mv) => Display::fmt(mv, f),
            Self::InRow([from, to]) => write!(f, "{}1-{}1", column(*from), column(*to)),
        }
    }
}

/// The letters of a column: `a` to `z`, `aa` to `zz`, `aaa`, and so on.
fn column(number: u16) -> String {
    let letter = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => letter.into(),
        n => column(n - 1) + letter.encode_utf8(&mut [0]),
    }
}

impl<V: Variant> ImpartialClobber<V> {
    /// Stones move one step in the four directions, onto stones, and leave nothing.
    const IS_KNOWN: () = assert!(
        GenClobber::<V>::PLAIN
            && matches!(V::ONTO, Onto::Enemy | Onto::Stones)
            && matches!(V::LEAVES, Leaves::Nothing),
        "rows of this variant of Clobber are not known"
    );
    /// Whether stones move onto all stones, so that their colours do not matter.
    const ONTO_ALL: bool = matches!(V::ONTO, Onto::Stones);

    fn of_board(position: Impartial<GenClobber<V, U448>>) -> Self {
        const { Self::IS_KNOWN };
        match position.0.shape().height() {
            1 => Self::of_row(position.to_string().as_bytes()),
            _ => ImpartialClobber(Kind::Board(position)),
        }
    }

    fn of_row(letters: &[u8]) -> Self {
        ImpartialClobber(Kind::Row(letters.into()))
    }

    /// The columns that stones of a row leave and go to, from the left.
    fn steps(row: &[u8]) -> impl Iterator<Item = [usize; 2]> {
        let is_step = |&[from, to]: &[usize; 2]| match (row[from], row.get(to)) {
            (b'.', _) | (_, None | Some(b'.')) => false,
            (from, Some(&to)) => Self::ONTO_ALL || from != to,
        };
        let sideways = |from: usize| [[from, from.wrapping_sub(1)], [from, from + 1]];
        (0..row.len()).flat_map(sideways).filter(is_step)
    }

    /// The parts of a row in which a stone can move: where each begins, and its letters.
    fn parts(row: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
        let mut start = 0;
        let runs = row.split(|&cell| cell == b'.').map(move |run| {
            let at = start;
            start += run.len() + 1;
            (at, run)
        });
        runs.filter(|(_, run)| Self::steps(run).next().is_some())
    }
}

impl<V: Variant> Position for ImpartialClobber<V> {
    type Move = ImpartialClobberMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = ImpartialClobberMove> {
        let (board, row) = match &self.0 {
            Kind::Board(board) => (Some(board), None),
            Kind::Row(row) => (None, Some(row)),
        };
        let on_board = board.into_iter().flat_map(move |board| board.moves(player));
        let in_row = row.into_iter().flat_map(|row| Self::steps(row));
        // A row has at most 2,048 columns.
        let in_row = in_row.map(|step| ImpartialClobberMove::InRow(step.map(|at| at as u16)));
        on_board.map(ImpartialClobberMove::OnBoard).chain(in_row)
    }

    fn play_unchecked(&mut self, player: Player, mv: ImpartialClobberMove) {
        match (&mut self.0, mv) {
            (Kind::Board(board), ImpartialClobberMove::OnBoard(mv)) => {
                board.play_unchecked(player, mv);
            }
            (Kind::Row(row), ImpartialClobberMove::InRow(step)) => {
                let [from, to] = step.map(usize::from);
                if from.max(to) < row.len() {
                    let row = Arc::make_mut(row);
                    row[to] = row[from];
                    row[from] = b'.';
                }
            }
            _ => {}
        }
    }
}

impl<V: Variant> Short for ImpartialClobber<V> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| match &position.0 {
            Kind::Board(board) => Impartial::SEARCH.places(board),
            Kind::Row(row) => Self::parts(row)
                .map(|(start, part)| (start..start + part.len()).map(cell).collect())
                .collect(),
        }),
        option_steps: |position| match &position.0 {
            Kind::Board(_) => 1,
            Kind::Row(row) => 1 + row.len() / 256,
        },
        heap_bytes: |position| match &position.0 {
            Kind::Board(_) => 0,
            Kind::Row(row) => row.len() + 2 * size_of::<usize>(), // an `Arc` has two counters
        },
        has_few_components: |position| matches!(position.0, Kind::Row(_)),
        ..Search::NONE
    };

    /// The position itself: both players have the same moves.
    fn negative(&self) -> Self {
        self.clone()
    }

    /// The number of stones.
    fn size(&self) -> u32 {
        match &self.0 {
            Kind::Board(board) => board.size(),
            Kind::Row(row) => row.iter().filter(|&&cell| cell != b'.').count() as u32,
        }
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// The connected parts in which a stone can move.
    fn components(&self) -> impl Iterator<Item = Self> {
        let (board, row) = match &self.0 {
            Kind::Board(board) => (Some(board), None),
            Kind::Row(row) => (None, Some(row)),
        };
        let of_board = board.into_iter().flat_map(|board| board.components().map(Self::of_board));
        let of_row = row.into_iter().flat_map(|row| Self::parts(row));
        of_board.chain(of_row.map(|(_, part)| Self::of_row(part)))
    }

    /// The least of a row, its reverse, and both with the colours exchanged; without colours if they do not matter.
    fn normalized(&self) -> (Self, bool) {
        let row = match &self.0 {
            Kind::Row(row) => row,
            Kind::Board(board) => {
                let least = Self::of_board(board.normalized().0);
                return match least.0 {
                    Kind::Board(_) => (least, false),
                    Kind::Row(_) => least.normalized(), // it was a column
                };
            }
        };
        let is_stone = |cell: &u8| *cell != b'.';
        let start = row.iter().position(is_stone).unwrap_or(0);
        let end = row.iter().rposition(is_stone).map_or(start + 1, |last| last + 1);
        let row = &row[start..end];
        let colours = |x: u8, o: u8| {
            let letter = move |&cell: &u8| match cell {
                b'x' => x,
                b'o' => o,
                cell => cell,
            };
            let image: Vec<u8> = row.iter().map(letter).collect();
            let reverse: Vec<u8> = image.iter().rev().copied().collect();
            image.min(reverse)
        };
        let least = match Self::ONTO_ALL {
            true => colours(b'x', b'x'),
            false => colours(b'x', b'o').min(colours(b'o', b'x')),
        };
        (Self::of_row(&least), false)
    }

    fn with_narrow<N: NarrowVisitor<Self>>(visitor: N) -> N::Output {
        visitor.some::<Impartial<GenClobber<V>>>()
    }
}

impl<V: Variant> Narrow<ImpartialClobber<V>> for Impartial<GenClobber<V>> {
    fn narrowed(position: &ImpartialClobber<V>) -> Option<Self> {
        match &position.0 {
            Kind::Board(board) => Self::narrowed(board),
            Kind::Row(row) => {
                let width = u8::try_from(row.len()).ok().filter(|&width| width <= 64)?;
                let bits = |stone| {
                    let bit = |(at, &cell)| u64::from(cell == stone) << at;
                    (0..).zip(&**row).map(bit).fold(0, |bits, bit| bits | bit)
                };
                let sets = [bits(b'x'), bits(b'o')];
                let board = Board::from_sets(sets, Shape::new(width, 1).ok()?);
                Some(Impartial(GenClobber::new(board)))
            }
        }
    }

    fn widened(&self) -> ImpartialClobber<V> {
        ImpartialClobber::of_board(self.widened())
    }
}

/// Reads rows from the top, joined by `/`, `|` or line ends.
impl<V: Variant> FromStr for ImpartialClobber<V> {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, ParsePositionError> {
        match text.parse() {
            Ok(board) => Ok(Self::of_board(board)),
            Err(ParsePositionError::TooLarge { width, height: 1, .. }) => match width {
                ..=MAX_ROW => {
                    let letters: String = letters_of_row(text, "xo.").collect();
                    Ok(Self::of_row(letters.as_bytes()))
                }
                _ => {
                    let limit = MAX_ROW as u32;
                    Err(ParsePositionError::TooMany { what: "cells in the row", limit })
                }
            },
            Err(error) => Err(error),
        }
    }
}

/// Prints the rows from the top, joined by `/`, or as lines with `{:#}`.
impl<V: Variant> Display for ImpartialClobber<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Board(board) => Display::fmt(board, f),
            Kind::Row(row) => f.pad(&String::from_utf8_lossy(row)),
        }
    }
}

/// Shows the text of the position.
impl<V: Variant> Debug for ImpartialClobber<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ImpartialClobber({self})")
    }
}

impl Ruleset for ImpartialClobber {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        name: "impartial-clobber",
        title: "Impartial Clobber",
        about: "move a stone of either colour onto an adjacent stone of the other colour, which is removed",
        how_to_play: &[
            "Move any stone onto a stone of the other colour that is next to it in its row or column. That \
                stone is removed. Both players may move the stones of both colours.",
            "Nothing ever moves onto an empty cell.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, ".ox/xo.", "a1-b1", ".ox/.x."),
            MoveExample::new(Player::Left, ".ox/xo.", "b2-c2", "..o/xo."),
        ],
        positions: &[("star two", "xxo"), ("the 3x5 checkerboard", "xoxox/oxoxo/xoxox")],
        ..*Clobber448::SPEC
    };

    fn start_position(width: u8, height: u8) -> Option<Self> {
        Clobber448::start_position(width, height).map(|board| Self::of_board(Impartial(board)))
    }
}

impl Ruleset for ImpartialClobber<Hot> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        name: "impartial-hot-clobber",
        aliases: &["impartial-cannibal", "impartial-cannibal-clobber"],
        title: "Impartial Hot Clobber",
        about: "move a stone onto any adjacent stone, which is removed",
        how_to_play: &[
            "Move any stone onto a stone next to it in its row or column. That stone is removed. Colours do \
                not matter.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "xxo", "a1-b1", ".xo")],
        dicot: true,
        positions: &[
            ("a row of seven, star three", "xxxxxxx"),
            ("the square of nine", "xxx/xxx/xxx"),
        ],
        ..*GenClobber::<Hot, U448>::SPEC
    };

    fn start_position(width: u8, height: u8) -> Option<Self> {
        let start = GenClobber::<Hot, U448>::start_position(width, height);
        start.map(|board| Self::of_board(Impartial(board)))
    }
}
