//! Konane: jump over an adjacent enemy stone to the empty cell behind it, and remove it.
//!
//! Source: Ernst, *Playing Konane Mathematically* (UMAP Journal 16(2), 1995).

mod game;

use std::fmt;
use std::iter::from_fn;

pub use game::{AnyStone, CornerOrCentre, DarkCornerOrCentre, KonaneGame, KonanePhase, Opening};

use crate::Player;
use crate::board::{Bitboard, Board, Cell, ParsePositionError, Shape, Steps, Word};
use crate::rules::on_board::{cells_of_each, counts_narrow_lines, narrows_to, on_board};
use crate::rules::ruleset::digits;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    CellKind, CellSpec, Endgame, MoveExample, ParseMoveError, Position, Rank, Ruleset, RulesetSpec,
    Search, Short,
};

/// East, west, south, north: see [`toward`].
const DIRECTIONS: usize = 4;

/// A position of Konane after its opening, or any part of one, on a board held in words `W`.
///
/// A stone jumps over an adjacent enemy stone to the empty cell behind it, and removes it. It may go on
/// jumping in the same direction, and may stop after any jump. The opening belongs to a [`KonaneGame`].
/// Left is `x` (black), Right is `o` (white), `.` is empty and `#` is outside the board.
///
/// # Decomposition
/// Konane does not fall apart where its stones do: a stone can jump across empty cells to come near
/// others. Call a *possible jump* a stone's cell, the cell jumped over and the cell behind, in line, as
/// far as this cannot be ruled out:
///
/// - a cell may be Left's, Right's or empty if it is so now;
/// - if a cell may be Left's, the next one Right's and the one behind empty, that is a possible jump,
///   and then the cell behind may be Left's and the other two may be empty; likewise for Right.
///
/// Whatever position comes up later, what is on a cell is something that may be there, by induction on
/// the jumps; so every jump that is ever made, alone or as part of a longer move, is a possible one. Join
/// the three cells of each possible jump. A jump then changes cells of one component only, and looks at
/// no others, so the components are independent and the position is the sum of them. Each is a board of
/// its own, with `#` for all cells outside it: a stone that can never jump or be jumped over blocks for
/// ever, and that is all it does. Cells that belong to no possible jump are left out.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::board::U448;
/// use dicot::rules::{Konane, Position};
/// let position: Konane = "xo.o.".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["[0:0]:[0:2]", "[0:0]:[0:4]"]);
/// let switch: Konane = ".ox./o..x/....".parse()?;
/// assert_eq!(switch.canonical_form().to_string(), "+-1");
/// assert_eq!(Konane::<U448>::start(18, 18)?.shape().cells(), 324);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Konane<W: Word = u64> {
    /// Stones of Left, stones of Right, empty cells.
    board: Board<W, 3>,
}

on_board!(Konane, 3, "xo.#");

impl<W: Word> Konane<W> {
    /// The full board before the opening; the bottom left cell, `[0:0]`, is black. Sides in cells.
    ///
    /// # Errors
    /// [`ParsePositionError`] if a side is 0 or the board has too many cells for the type.
    pub fn start(width: u8, height: u8) -> Result<Self, ParsePositionError> {
        Ok(Board::filled(width, height, dark_or_light)?.into())
    }

    fn empty_cells(&self) -> Bitboard<W> {
        self.board.set(EMPTY)
    }

    /// The player's stones, the enemy's, and the empty cells.
    fn seen_by(&self, player: Player) -> [W; 3] {
        let [left, right, empty] = self.board.sets();
        if player == Player::Left { [left, right, empty] } else { [right, left, empty] }
    }

    /// Each move: where from, where to, and what is jumped over. Direction by direction, those of one jump first, row
    /// by row.
    ///
    /// In a direction all stones jump at once; no two of them can land on the same cell, since the nearer one would have
    /// been in the way of the other.
    fn jumps(&self, player: Player) -> impl Iterator<Item = (W, W, W)> + use<W> {
        let (steps, [own, enemy, empty]) = (Steps::of(self.shape()), self.seen_by(player));
        let mut begun = 0; // directions
        // Where stones are after that many jumps, and the cells of these that were not returned yet.
        let (mut front, mut jumps, mut landed) = (W::default(), 0, W::default());
        from_fn(move || {
            while landed == W::default() {
                if front == W::default() {
                    if begun == DIRECTIONS {
                        return None;
                    }
                    begun += 1;
                    (front, jumps) = (own, 0);
                }
                let over = toward(steps, front, begun - 1) & enemy;
                front = toward(steps, over, begun - 1) & empty;
                jumps += 1;
                landed = front;
            }
            let to = landed.lowest();
            landed = landed ^ to;
            let behind = |cells| toward(steps, cells, (begun - 1) ^ 1);
            let mut over = behind(to);
            let mut from = behind(over);
            for _ in 1..jumps {
                let next = behind(from);
                over = over | next;
                from = behind(next);
            }
            Some((from, to, over))
        })
    }

    fn after(&self, player: Player, from: W, to: W, over: W) -> Self {
        let [own, enemy, empty] = self.seen_by(player);
        let (own, enemy) = (own & !from | to, enemy & !over);
        let empty = empty & !to | from | over;
        let sets = if player == Player::Left { [own, enemy, empty] } else { [enemy, own, empty] };
        Self { board: Board::from_sets(sets, self.shape()) }
    }

    /// The cells jumped over, if both cells are on the board, in line, and an even distance apart.
    fn between(&self, from: Cell, to: Cell) -> Option<Bitboard<W>> {
        let (rows, cols) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
        let inside = self.shape().contains(from) && self.shape().contains(to);
        if !inside || (rows > 0) == (cols > 0) || (rows + cols) % 2 == 1 {
            return None;
        }
        let (first, last) = (from.min(to), from.max(to));
        let along = |i: u8| match rows {
            0 => Cell { col: first.col + i, ..first },
            _ => Cell { row: first.row + i, ..first },
        };
        let length = last.row - first.row + (last.col - first.col);
        let cells = (1..length).step_by(2).map(along);
        Some(cells.fold(Bitboard::empty(self.shape()), Bitboard::with))
    }
}

/// The next cells in a direction; those of even and odd number are opposite.
#[inline]
fn toward<W: Word>(steps: Steps<W>, cells: W, direction: usize) -> W {
    match direction {
        0 => steps.east(cells),
        1 => steps.west(cells),
        2 => steps.south(cells),
        _ => steps.north(cells),
    }
}

/// The number of the set of empty cells.
const EMPTY: usize = 2;

/// The colour of a cell when the board is full: Left for black.
fn dark_or_light(cell: Cell, shape: Shape) -> Player {
    let row = shape.height().saturating_sub(1).abs_diff(cell.row);
    if (row ^ cell.col).is_multiple_of(2) { Player::Left } else { Player::Right }
}

/// A move of Konane: a jump, or in the opening of a [`KonaneGame`] the removal of a stone.
///
/// A jump prints like `[2:0]:[0:0]`, a removal like `[0:0]`: row and column from 0, rows counted from
/// the bottom. A move remembers the height of its board, to print rows.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::board::Cell;
/// use dicot::rules::{Konane, Position, konane::KonaneMove};
/// let position: Konane = "./o/x".parse()?;
/// let (from, to) = (Cell { row: 2, col: 0 }, Cell { row: 0, col: 0 });
/// let mv = KonaneMove::jump(from, to, position.shape());
/// assert_eq!(mv.to_string(), "[0:0]:[2:0]");
/// assert!(position.is_legal(Player::Left, mv));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KonaneMove {
    /// Where the stone lies.
    pub from: Cell,
    /// Where it jumps; `None` if it is removed.
    pub to: Option<Cell>,
    height: u8,
}

impl KonaneMove {
    /// The jump, or jumps in line, from one cell to another, on a board of that shape. It need not be legal anywhere.
    pub fn jump(from: Cell, to: Cell, shape: Shape) -> Self {
        Self { from, to: Some(to), height: shape.height() }
    }

    /// The removal of the stone on a cell.
    pub fn removal(cell: Cell, shape: Shape) -> Self {
        Self { from: cell, to: None, height: shape.height() }
    }

    /// Reads `[row:column]` or two of them, joined by `:`.
    fn read(text: &str, shape: Shape) -> Result<Self, ParseMoveError> {
        const EXPECTED: &str = "expected cells of the board like [2:0]:[0:0], rows from the bottom";
        let cell = |text: &str| -> Option<Cell> {
            let (row, col) = text.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(':')?;
            let row = shape.height().checked_sub(1)?.checked_sub(digits(row)?)?;
            Some(Cell { row, col: digits(col)? }).filter(|&cell| shape.contains(cell))
        };
        let text = text.trim();
        let read = match text.split_once("]:[") {
            None => cell(text).map(|cell| Self::removal(cell, shape)),
            Some((from, to)) => cell(&format!("{from}]"))
                .zip(cell(&format!("[{to}")))
                .map(|(from, to)| Self::jump(from, to, shape)),
        };
        read.ok_or_else(|| ParseMoveError::new(text, EXPECTED))
    }
}

impl fmt::Display for KonaneMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |cell: Cell| i16::from(self.height) - 1 - i16::from(cell.row);
        write!(f, "[{}:{}]", row(self.from), self.from.col)?;
        self.to.map_or(Ok(()), |to| write!(f, ":[{}:{}]", row(to), to.col))
    }
}

impl<W: Word> Position for Konane<W> {
    type Move = KonaneMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = KonaneMove> {
        let shape = self.shape();
        let cell = move |bit| Bitboard::from_bits(bit, shape).cells().next();
        self.jumps(player)
            .filter_map(move |(from, to, _)| Some(KonaneMove::jump(cell(from)?, cell(to)?, shape)))
    }

    fn play_unchecked(&mut self, player: Player, mv: KonaneMove) {
        let Some((to, over)) = mv.to.and_then(|to| Some((to, self.between(mv.from, to)?))) else {
            return;
        };
        let bit = |cell| Bitboard::<W>::empty(self.shape()).with(cell).bits();
        let clear = self.board.without(to).without(mv.from);
        let clear = over.cells().fold(clear, Board::without);
        let cleared = Self { board: clear };
        *self = cleared.after(player, bit(mv.from), bit(to), over.bits());
    }

    fn broken_rule(&self, player: Player, mv: KonaneMove) -> Option<&'static str> {
        let Some(to) = mv.to else { return Some("stones are removed only in the opening") };
        if mv.height != self.shape().height() {
            return Some("the move is for a board of another height");
        }
        match (self.board.find(mv.from), self.board.find(to)) {
            _ if !self.shape().contains(mv.from) || !self.shape().contains(to) => {
                return Some("the cell is not on the board");
            }
            (None, _) | (_, None) => return Some("the cell is no part of the board"),
            (Some(EMPTY), _) => return Some("there is no stone to move"),
            (Some(owner), _) if owner != player as usize => {
                return Some("the stone to move is not the player's own");
            }
            _ if mv.from == to => return Some("the stone stays where it is"),
            (_, Some(EMPTY)) => {}
            _ => return Some("the target cell is not empty"),
        }
        if (mv.from.row == to.row) == (mv.from.col == to.col) {
            return Some("the two cells are not in a row or column");
        }
        let Some(over) = self.between(mv.from, to) else {
            return Some("each jump covers two cells, but the distance is odd");
        };
        if !(over - self.board.stones(!player)).is_empty() {
            return Some("there is no enemy stone to jump over");
        }
        let landed = self.jumps(player).any(|(from, target, _)| {
            let is = |bit, cell| Bitboard::from_bits(bit, self.shape()).contains(cell);
            is(from, mv.from) && is(target, to)
        });
        if landed {
            None
        } else {
            Some("the path is blocked: every jump must land on an empty cell")
        }
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let position = *self;
        self.jumps(player).map(move |(from, to, over)| position.after(player, from, to, over))
    }

    fn move_count(&self, player: Player) -> u64 {
        let steps = Steps::of(self.shape());
        let [own, enemy, empty] = self.seen_by(player);
        let mut count = 0;
        for direction in 0..DIRECTIONS {
            let mut front = own;
            while front != W::default() {
                front = toward(steps, front, direction) & enemy;
                front = toward(steps, front, direction) & empty;
                count += u64::from(front.count());
            }
        }
        count
    }

    counts_narrow_lines!(Konane<u64>);
}

/// The [possible jumps](Konane#decomposition) of a position.
struct PossibleJumps<W> {
    steps: Steps<W>,
    /// For each direction where jumps may end, of either player.
    ends: [W; DIRECTIONS],
}

impl<W: Word> PossibleJumps<W> {
    fn of(position: &Konane<W>) -> Self {
        let steps = Steps::of(position.shape());
        let [mut left, mut right, mut empty] = position.board.sets();
        loop {
            let before = [left, right, empty];
            let mut ends = [W::default(); DIRECTIONS];
            for (direction, end) in ends.iter_mut().enumerate() {
                let jump = |own: W, enemy: W| {
                    toward(steps, toward(steps, own, direction) & enemy, direction) & empty
                };
                let (by_left, by_right) = (jump(left, right), jump(right, left));
                (left, right) = (left | by_left, right | by_right);
                *end = by_left | by_right;
                let over = toward(steps, *end, direction ^ 1);
                empty = empty | over | toward(steps, over, direction ^ 1);
            }
            if [left, right, empty] == before {
                return Self { steps, ends };
            }
        }
    }

    /// The cells, and those that a possible jump joins with them.
    fn joined(&self, cells: W) -> W {
        let mut joined = cells;
        for (direction, &ends) in self.ends.iter().enumerate() {
            let ahead = |set| toward(self.steps, set, direction);
            let behind = |set| toward(self.steps, set, direction ^ 1);
            let touched = ends & (joined | ahead(joined | ahead(joined)));
            let over = behind(touched);
            joined = joined | touched | over | behind(over);
        }
        joined
    }
}

impl<W: Word> Konane<W> {
    /// The next player's moves count four times as much as the opponent's.
    fn hints(&self) -> [i16; 2] {
        let [left, right] = Player::BOTH.map(|player| self.move_count(player).min(255) as i16);
        [32 * left - 8 * right, 32 * right - 8 * left]
    }
}

impl<W: Word> Konane<W> {
    /// The components of possible jumps, each on the whole board.
    fn pieces(&self) -> impl Iterator<Item = Board<W, 3>> {
        let jumps = PossibleJumps::of(self);
        let seeds = jumps.ends.iter().fold(W::default(), |seeds, &ends| seeds | ends);
        self.board.pieces(seeds, move |piece| jumps.joined(piece))
    }
}

impl<W: Word> Short for Konane<W> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| cells_of_each(position.pieces())),
        packed: Some(|position| position.board.packed()),
        hints: Some(|position| Some(position.hints())),
        endgame: Some(|position, player| {
            Some(Endgame::Konane(Konane { board: position.board.seen_by(player)? }))
        }),
        ..Search::NONE
    };

    narrows_to!(Konane<u64>, negated by colours);

    /// The number of stones: a full board has few moves, and is not a small game.
    fn size(&self) -> u32 {
        Player::BOTH.map(|player| self.board.stones(player).len()).iter().sum()
    }

    /// The [components](Konane#decomposition) of possible jumps, cropped.
    fn components(&self) -> impl Iterator<Item = Self> {
        self.pieces().map(|piece| piece.cropped().into())
    }
}

impl<W: Word> Ruleset for Konane<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Konane",
        about: "jump over adjacent enemy stones, in line, and remove them",
        how_to_play: &[
            "Jump with one of your stones over a stone of the opponent that is next to it in its \
                row or column, onto the empty cell on the other side. The stone in between is \
                removed.",
            GO_ON,
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "xo.", "[0:0]:[0:2]", "..x"),
            MoveExample::new(Player::Left, "xo.o.", "[0:0]:[0:4]", "....x")
                .with_note("two jumps in one move"),
        ],
        positions: &[
            ("a switch", ".ox./o..x/...."),
            ("a number and a star", "xo.o.o./......./.xo...."),
        ],
        matches: Some(CornerOrCentre::SPEC.name),
        ..konane_spec(KONANE)
    };

    fn read_move(&self, text: &str) -> Result<KonaneMove, ParseMoveError> {
        KonaneMove::read(text, self.shape())
    }
}

/// What Konane and its matches have in common.
const fn konane_spec(name: &'static str) -> RulesetSpec {
    RulesetSpec {
        family: "Konane",
        cells: const {
            &[
                CellSpec::new('x', "Left", CellKind::Left),
                CellSpec::new('o', "Right", CellKind::Right),
                CellSpec::new('.', "empty", CellKind::Empty),
                CellSpec::new('#', "no part of the board", CellKind::Outside),
            ]
        },
        rank: Rank::Pieces,
        sizes: &[(6, 6), (8, 8), (10, 10), (18, 18)],
        numbered: true,
        ..RulesetSpec::stones(name)
    }
}

/// The name of the ruleset.
const KONANE: &str = "konane";

/// A rule of [`RulesetSpec::how_to_play`].
const GO_ON: &str =
    "The same stone may jump on in the same direction, and may stop after any jump.";
