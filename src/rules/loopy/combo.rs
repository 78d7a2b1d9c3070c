//! Combo: stacks of stones that split, merge and capture; a stack is as fast as it is high.
//!
//! Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015).

use std::fmt::{self, Write as _};
use std::str::FromStr;

use smallvec::SmallVec;

use crate::board::{Cell, ParsePositionError, Shape, start_of};
use crate::player::padded;
use crate::rules::on_board::debug_as_text;
use crate::rules::ruleset::digits;
use crate::rules::{BoardKind, MoveExample, ParseMoveError, Position, Rank, Ruleset, RulesetSpec};
use crate::{ByPlayer, Player};

/// The most cells of a board.
const CELLS: u32 = 448;

/// The most stones of a player, so that stacks can merge without overflow.
const STONES: u8 = i8::MAX.unsigned_abs();

/// The eight directions (down, right), clockwise from straight up.
const DIRECTIONS: [(i8, i8); 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// A position of Combo, on a board of up to 448 cells, with up to 127 stones of each player.
///
/// A cell is empty or holds a stack of stones of one player. To move is to take stones, some or all, from a stack of
/// one's own and to go with them in one of the eight directions: at most as many cells as stones go, over empty cells
/// only. Where they stop they make a stack, join a stack of one's own, or capture an enemy stack of any height if they
/// are two or more. A player who cannot move loses. Left is `b` (black) and begins, Right is `w` (white).
///
/// Two careful players can go on for ever. So Combo is not [`Short`](crate::rules::Short), and there are no
/// canonical forms, as the compiler knows.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Combo, Position};
/// let position: Combo = "b2,.,w1".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["0,0-1,0-1", "0,0-1,0-2", "0,0-2,0-2"]);
/// let options: Vec<String> = position.options(Player::Left).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["b1,b1,w1", ".,b2,w1", ".,.,b2"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Combo {
    /// The heights of the stacks, row by row; those of Right are below 0.
    stacks: SmallVec<[i8; 64]>,
    shape: Shape,
}

impl Combo {
    /// A position with these stacks: cells, owners and their stones. All other cells are empty. Sides in cells.
    ///
    /// # Errors
    /// [`ParsePositionError`] if a side is 0, the board has too many cells, or a player more than 127 stones.
    ///
    /// # Panics
    /// If a cell is not on the board.
    pub fn new(
        width: u8,
        height: u8,
        stacks: impl IntoIterator<Item = (Cell, Player, u8)>,
    ) -> Result<Combo, ParsePositionError> {
        let shape = Shape::fitting(width.into(), height.into(), CELLS)?;
        let mut position = Combo { stacks: SmallVec::from_elem(0, shape.cells() as usize), shape };
        let mut totals = ByPlayer { left: 0_u8, right: 0 };
        for (cell, player, stones) in stacks {
            let index = position.index(cell);
            let index = index.unwrap_or_else(|| panic!("{cell:?} lies outside {shape:?}"));
            let total = &mut totals[player];
            *total = total.saturating_add(stones);
            if *total > STONES {
                let what = ByPlayer { left: "stones of Left", right: "stones of Right" }[player];
                return Err(ParsePositionError::TooMany { what, limit: STONES.into() });
            }
            position.stacks[index] = own(player, stones.cast_signed());
        }
        Ok(position)
    }

    /// The position to start from: single stones, white in the two rows at the top, black in the two
    /// at the bottom. Sides in cells; 8 by 8 is usual.
    ///
    /// # Errors
    /// [`ParsePositionError`] if there are fewer than 4 rows, no columns, or too many of either.
    pub fn start(width: u8, height: u8) -> Result<Combo, ParsePositionError> {
        let shape = Shape::fitting(width.into(), height.into(), CELLS)?;
        if height < 4 {
            return Err(ParsePositionError::TooLow { height, least: 4 });
        }
        let home = |cell: Cell| match cell.row {
            0 | 1 => Some((cell, Player::Right, 1)),
            row => (row >= height - 2).then_some((cell, Player::Left, 1)),
        };
        Combo::new(width, height, shape.all_cells().filter_map(home))
    }

    /// The width and height of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whose stack is on the cell, and its stones; `None` if it is empty or not on the board.
    pub fn stack(&self, cell: Cell) -> Option<(Player, u8)> {
        match self.signed(cell)? {
            0 => None,
            n => Some((if n > 0 { Player::Left } else { Player::Right }, n.unsigned_abs())),
        }
    }

    /// The stacks of a player: cells, row by row from the top, and their stones.
    pub fn stacks(&self, player: Player) -> impl Iterator<Item = (Cell, u8)> {
        let cells = self.shape.all_cells().zip(&self.stacks);
        cells.filter_map(move |(cell, &n)| match own(player, n) {
            n if n > 0 => Some((cell, n.unsigned_abs())),
            _ => None,
        })
    }

    /// How many stones a player has.
    pub fn total(&self, player: Player) -> u32 {
        self.stacks(player).map(|(_, stones)| u32::from(stones)).sum()
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let index = usize::from(cell.row) * usize::from(self.shape.width()) + usize::from(cell.col);
        self.shape.contains(cell).then_some(index)
    }

    fn signed(&self, cell: Cell) -> Option<i8> {
        self.index(cell).map(|index| self.stacks[index])
    }

    /// Shows the cells that some of `held` stones can reach, each with the fewest that can.
    fn each_target(&self, player: Player, from: Cell, held: u8, mut show: impl FnMut(Cell, u8)) {
        // No board has a row or column 255.
        let step = |at: u8, by| at.wrapping_add_signed(by);
        for (down, right) in DIRECTIONS {
            let mut to = from;
            for distance in 1..=held {
                to = Cell { row: step(to.row, down), col: step(to.col, right) };
                let Some(there) = self.signed(to) else { break };
                let there = own(player, there);
                show(to, if there < 0 { distance.max(2) } else { distance });
                if there != 0 {
                    break;
                }
            }
        }
    }
}

/// The height of a stack as the player sees it: above 0 if it is the player's own.
fn own(player: Player, stack: i8) -> i8 {
    if player == Player::Left { stack } else { -stack }
}

/// Copies all stacks at once; the derived way copies one by one.
impl Clone for Combo {
    fn clone(&self) -> Combo {
        Combo { stacks: SmallVec::from_slice(&self.stacks), shape: self.shape }
    }
}

/// A move of Combo or of [`BattleSheep`](crate::rules::BattleSheep): from a cell to a cell, with a number of stones. It prints like `0,6-0,5-1`, and need not be
/// legal anywhere.
///
/// A cell is written as column and row, both counted from 0, from the top left.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::board::Cell;
/// use dicot::rules::{Combo, Position, combo::ComboMove};
/// let position = Combo::start(8, 8)?;
/// let mv = ComboMove { from: Cell { row: 6, col: 0 }, to: Cell { row: 5, col: 0 }, count: 1 };
/// assert_eq!(mv.to_string(), "0,6-0,5-1");
/// assert!(position.is_legal(Player::Left, mv));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComboMove {
    /// Where the stack lies.
    pub from: Cell,
    /// Where the stones go.
    pub to: Cell,
    /// How many stones go; if the stack has more, the others stay.
    pub count: u8,
}

impl fmt::Display for ComboMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ComboMove { from, to, count } = self;
        write!(f, "{},{}-{},{}-{count}", from.col, from.row, to.col, to.row)
    }
}

impl Position for Combo {
    type Move = ComboMove;

    /// The moves: those of the stacks row by row from the top; of a stack, by direction, clockwise
    /// from straight up; in a direction, the nearest first; to a cell, the fewest stones first.
    fn moves(&self, player: Player) -> impl Iterator<Item = ComboMove> {
        self.stacks(player).flat_map(move |(from, held)| {
            let mut targets = SmallVec::<[(Cell, u8); 24]>::new();
            self.each_target(player, from, held, |to, least| targets.push((to, least)));
            targets.into_iter().flat_map(move |(to, least)| {
                (least..=held).map(move |count| ComboMove { from, to, count })
            })
        })
    }

    fn play_unchecked(&mut self, player: Player, mv: ComboMove) {
        let (Some(from), Some(to)) = (self.index(mv.from), self.index(mv.to)) else { return };
        let stacks = self.stacks.as_mut_slice();
        let held = own(player, stacks[from]).max(0);
        let moved = mv.count.min(held.unsigned_abs()).cast_signed();
        stacks[from] -= own(player, moved);
        stacks[to] = own(player, own(player, stacks[to]).max(0) + moved);
    }

    fn broken_rule(&self, player: Player, mv: ComboMove) -> Option<&'static str> {
        let ComboMove { from, to, count } = mv;
        let (Some(_), Some(there)) = (self.signed(from), self.signed(to)) else {
            return Some("the cell is not on the board");
        };
        let Some((owner, held)) = self.stack(from) else {
            return Some("there is no stack to move");
        };
        if owner != player {
            return Some("the stack to move is not the player's own");
        }
        if count == 0 {
            return Some("one stone at least must move");
        }
        if count > held {
            return Some("the stack has fewer stones");
        }
        let (down, right) = (to.row.abs_diff(from.row), to.col.abs_diff(from.col));
        let distance = down.max(right);
        if distance == 0 {
            return Some("the stones stay where they are");
        }
        if down != right && down.min(right) > 0 {
            return Some("the target is not in a straight line");
        }
        if distance > count {
            return Some("stones go no farther than there are that move");
        }
        let step = |at: u8, to: u8, n: u8| {
            at.wrapping_add_signed(to.cmp(&at) as i8 * n.cast_signed()) // the distance is at most 127
        };
        let between = |n| Cell { row: step(from.row, to.row, n), col: step(from.col, to.col, n) };
        if (1..distance).any(|n| self.stack(between(n)).is_some()) {
            return Some("there is a stack in the way");
        }
        (own(player, there) < 0 && count < 2).then_some("a single stone cannot capture")
    }

    fn move_count(&self, player: Player) -> u64 {
        let mut count = 0;
        for (from, held) in self.stacks(player) {
            self.each_target(player, from, held, |_, least| {
                count += u64::from((held + 1).saturating_sub(least));
            });
        }
        count
    }
}

impl Ruleset for Combo {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Combo",
        family: "Combo",
        about: "move stones of a stack as many cells at most as stones move; \
            own stacks merge, two stones or more capture",
        how_to_play: &[
            "Each cell holds a stack of stones of one colour, and the number is its height.",
            "Take some or all stones of one of your stacks and move them in a straight line, also \
                diagonally, over empty cells: as many cells as stones move, or fewer. A high stack \
                is fast, and the stones that stay behind keep their cell.",
            "Stones that stop on a stack of your own join it. Two stones or more that stop on a \
                stack of the opponent capture it, however high it is; a single stone cannot.",
            "A player who cannot move loses. Play need not end: a new game can agree on draws.",
        ],
        examples: &[
            MoveExample::new(Player::Left, "b3,.,w4", "0,0-2,0-2", "b1,.,b2")
                .with_note("two stones move two cells and capture"),
            MoveExample::new(Player::Left, "b2,b1,.", "0,0-1,0-1", "b1,b2,.")
                .with_note("one stone joins another stack"),
        ],
        board: BoardKind::Stacks,
        written: "rows from the top, joined by `/`, cells by `,`: b2 two stones of Left, w1 one of \
            Right, . empty",
        players: ByPlayer { left: "Black", right: "White" },
        pieces: ByPlayer { left: "stack", right: "stack" },
        rank: Rank::Nothing,
        positions: &[("nobody can be forced", "b1,./.,w1"), ("two stones against one", "b2,.,w1")],
        ..RulesetSpec::new("combo")
    };

    fn start_position(width: u8, height: u8) -> Option<Combo> {
        Combo::start(width, height).ok()
    }

    /// Reads `0,6-0,5-1` and `0,6 0,5 1`: column and row of both cells, and how many stones.
    fn read_move(&self, text: &str) -> Result<ComboMove, ParseMoveError> {
        read_move(text, self.shape)
    }
}

/// Reads a move on a board of that shape.
pub(in crate::rules) fn read_move(text: &str, shape: Shape) -> Result<ComboMove, ParseMoveError> {
    let parts: SmallVec<[&str; 4]> = if text.contains('-') {
        text.split('-').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    };
    let cell = |text: &str| {
        let (col, row) = text.split_once(',')?;
        let cell = Cell { row: digits(row)?, col: digits(col)? };
        shape.contains(cell).then_some(cell)
    };
    let mv = match *parts {
        [from, to, count] => cell(from).zip(cell(to)).zip(digits(count)),
        _ => None,
    };
    let ((from, to), count) = mv.ok_or_else(|| {
        const EXPECTED: &str =
            "expected two cells of the board and a number of stones like 0,6-0,5-1";
        ParseMoveError::new(text, EXPECTED)
    })?;
    Ok(ComboMove { from, to, count })
}

/// Reads cells `b2`, `w1`, `.`, joined by `,`, in rows from the top, joined by `/`, `|` or line ends, in upper or
/// lower case.
impl FromStr for Combo {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Combo, ParsePositionError> {
        let (shape, stacks) = read_stacks(text)?;
        Combo::new(shape.width(), shape.height(), stacks)
    }
}

/// A stack: its cell, whose it is, and its stones.
type Stack = (Cell, Player, u8);

/// Reads a board of stacks, as [`Combo`] is written.
pub(in crate::rules) fn read_stacks(text: &str) -> Result<(Shape, Vec<Stack>), ParsePositionError> {
    let text = text.trim_end_matches(['\r', '\n']);
    let rows = || text.split(['/', '|', '\n']).map(|row| row.split(',').map(str::trim));
    if text.trim().is_empty() {
        return Err(ParsePositionError::Empty);
    }
    let lengths = rows().map(|row| if row.clone().eq([""]) { 0 } else { row.count() });
    let shape = Shape::of_rows(lengths.map(Ok), CELLS)?;
    let mut stacks = Vec::new();
    for (row, cells) in (0..).zip(rows()) {
        for (col, text) in (0..).zip(cells).filter(|&(_, text)| text != ".") {
            let (player, stones) = stack(text).ok_or_else(|| {
                let (row, column) = (usize::from(row), usize::from(col));
                ParsePositionError::UnknownStack { row, column, text: start_of(text) }
            })?;
            stacks.push((Cell { row, col }, player, stones));
        }
    }
    Ok((shape, stacks))
}

/// The stack that is written so; one too high to count has the most stones of the type.
fn stack(text: &str) -> Option<(Player, u8)> {
    let (player, stones) = match text.split_at_checked(1)? {
        ("b" | "B", stones) => (Player::Left, stones),
        ("w" | "W", stones) => (Player::Right, stones),
        _ => return None,
    };
    let digits = stones.bytes().all(|c| c.is_ascii_digit());
    let counts = digits && !stones.is_empty() && !stones.starts_with('0');
    counts.then(|| (player, stones.parse().unwrap_or(u8::MAX)))
}

/// Prints the rows from the top, joined by `/`.
impl fmt::Display for Combo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_stacks(f, self.shape, &self.stacks)
    }
}

/// Prints a board of stacks, as [`read_stacks`] reads it; the heights of those of Right are below 0.
pub(in crate::rules) fn print_stacks(
    f: &mut fmt::Formatter<'_>,
    shape: Shape,
    stacks: &[i8],
) -> fmt::Result {
    padded(f, &|text| {
        for (cell, &height) in shape.all_cells().zip(stacks) {
            match (cell.row, cell.col) {
                (0, 0) => {}
                (_, 0) => text.push('/'),
                _ => text.push(','),
            }
            let stones = height.unsigned_abs();
            match height {
                0 => text.push('.'),
                1.. => write!(text, "b{stones}")?,
                _ => write!(text, "w{stones}")?,
            }
        }
        Ok(())
    })
}

debug_as_text!(Combo);
