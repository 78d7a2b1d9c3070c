//! Battle Sheep: stacks of sheep split on a board of hexagons; those that go do not stop before something is in their way.
//!
//! Source: Burke, Ono, *Battle Sheep is PSPACE-complete* (arXiv 2505.06414, 2025); the hexagons of a rectangle as in the game
//! `sheep` of the program MCGS.

use std::fmt::{self, Display};
use std::str::FromStr;

use smallvec::SmallVec;

use crate::board::{Cell, ParsePositionError, Shape};
use crate::rules::combo::{ComboMove, print_stacks, read_move, read_stacks};
use crate::rules::on_board::debug_as_text;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    BoardKind, MoveExample, ParseMoveError, Position, Ruleset, RulesetSpec, Search, Short,
};
use crate::{ByPlayer, Player};

/// The six directions (rows down, columns to the right). A hexagon touches those to its left and right, above and below it, and of the
/// diagonal ones that to the right above and that to the left below.
const DIRECTIONS: [(i8, i8); 6] = [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, -1), (0, -1)];

/// A stack that never moves, whose owner does not matter.
const WALL: i8 = 1;

/// A position of Battle Sheep, on a board of up to 448 hexagons, with at most 127 sheep in a stack.
///
/// A player takes sheep from a stack of theirs, at least one, and leaves at least one; they go in one of the six directions over all empty
/// cells up to the edge of the board or the next stack, and are a stack there. Left is `b`, Right is `w`. The rows of a rectangle stand
/// for rows of hexagons, each half a hexagon further to the right than the one above it.
///
/// # Decomposition
/// A stack never leaves its cell, so no cell becomes empty, and a single sheep of either player is a wall. Connect empty cells that touch
/// each other, and each stack of two sheep or more with the empty cells that it touches: sheep go only to cells that are connected
/// with their stack, so a position is the sum of these components, in each of which all other cells are walls. A component
/// without such stacks is 0.
///
/// # Symmetry
/// With rows and columns exchanged, and turned by half a turn, a position has the same moves; with the players exchanged it is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{BattleSheep, Position};
/// let position: BattleSheep = "b3,.,.,w1".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["0,0-2,0-1", "0,0-2,0-2"]);
/// assert_eq!(position.canonical_form().to_string(), "2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct BattleSheep {
    /// The heights of the stacks, row by row; those of Right are below 0.
    stacks: SmallVec<[i8; 64]>,
    shape: Shape,
}

/// Copies all stacks at once; the derived way copies one by one.
impl Clone for BattleSheep {
    fn clone(&self) -> BattleSheep {
        BattleSheep { stacks: SmallVec::from_slice(&self.stacks), shape: self.shape }
    }
}

/// The height of a stack as the player sees it: above 0 if it is the player's own.
fn own(player: Player, stack: i8) -> i8 {
    if player == Player::Left { stack } else { -stack }
}

impl BattleSheep {
    /// The width and height of the board.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whose stack is on the cell, and its sheep; `None` if it is empty or not on the board.
    pub fn stack(&self, cell: Cell) -> Option<(Player, u8)> {
        match self.stacks[self.index(cell)?] {
            0 => None,
            n => Some((if n > 0 { Player::Left } else { Player::Right }, n.unsigned_abs())),
        }
    }

    fn index(&self, cell: Cell) -> Option<usize> {
        let index = usize::from(cell.row) * usize::from(self.shape.width()) + usize::from(cell.col);
        self.shape.contains(cell).then_some(index)
    }

    /// The cell beside a cell in a direction, if that is on the board.
    fn beside(&self, cell: Cell, (down, right): (i8, i8)) -> Option<Cell> {
        let row = cell.row.checked_add_signed(down)?;
        let cell = Cell { row, col: cell.col.checked_add_signed(right)? };
        self.shape.contains(cell).then_some(cell)
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.stacks[index] == 0)
    }

    /// Whether the stack of a cell can move if it touches an empty cell.
    fn is_herd(&self, cell: Cell) -> bool {
        self.index(cell).is_some_and(|index| self.stacks[index].unsigned_abs() > 1)
    }

    /// Where sheep stop that go from a cell in a direction; `None` if they cannot go.
    fn target(&self, from: Cell, direction: (i8, i8)) -> Option<Cell> {
        let next = |&cell: &Cell| self.beside(cell, direction).filter(|&cell| self.is_empty(cell));
        std::iter::successors(next(&from), next).last()
    }

    /// The player's stacks that can split, with their sheep, each with the cells that these can go to.
    fn herds(&self, player: Player) -> impl Iterator<Item = (Cell, u8, SmallVec<[Cell; 6]>)> {
        let cells = self.shape.all_cells().zip(&self.stacks);
        cells.filter_map(move |(from, &n)| {
            let sheep = u8::try_from(own(player, n)).ok().filter(|&sheep| sheep > 1)?;
            let to = DIRECTIONS.iter().filter_map(|&direction| self.target(from, direction));
            Some((from, sheep, to.collect()))
        })
    }

    /// The cells of each component, as [`BattleSheep`] says.
    fn pieces(&self) -> Vec<Vec<Cell>> {
        let mut is_seen: SmallVec<[bool; 64]> = SmallVec::from_elem(false, self.stacks.len());
        let mut pieces = Vec::new();
        for seed in self.shape.all_cells().filter(|&cell| self.is_herd(cell)) {
            let mut see =
                |cell| self.index(cell).is_some_and(|i| !std::mem::replace(&mut is_seen[i], true));
            if !see(seed) {
                continue;
            }
            let mut piece = vec![seed];
            let mut next = 0;
            while let Some(&cell) = piece.get(next) {
                let is_connected = |&other: &Cell| {
                    let of_stack = self.is_empty(cell) && self.is_herd(other);
                    self.is_empty(other) || of_stack
                };
                let beside = DIRECTIONS.iter().filter_map(|&way| self.beside(cell, way));
                piece.extend(beside.filter(is_connected).filter(|&cell| see(cell)));
                next += 1;
            }
            if piece.len() > 1 {
                pieces.push(piece);
            }
        }
        pieces
    }

    /// The rectangle around some cells, in which all other cells are walls.
    fn around(&self, cells: &[Cell]) -> BattleSheep {
        let range = |of: fn(&Cell) -> u8| {
            let all = || cells.iter().map(of);
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let ((top, bottom), (first, last)) = (range(|cell| cell.row), range(|cell| cell.col));
        let shape = Shape::new(last - first + 1, bottom - top + 1).unwrap_or(self.shape);
        let mut part =
            BattleSheep { stacks: SmallVec::from_elem(WALL, shape.cells() as usize), shape };
        for &cell in cells {
            let to = Cell { row: cell.row - top, col: cell.col - first };
            if let (Some(from), Some(to)) = (self.index(cell), part.index(to)) {
                part.stacks[to] = self.stacks[from];
            }
        }
        part
    }

    /// The image whose cell of that row and column is that of the place that `from` returns.
    fn image(&self, shape: Shape, from: impl Fn(u8, u8) -> (u8, u8)) -> BattleSheep {
        let cells = shape.all_cells().map(|Cell { row, col }| {
            let (row, col) = from(row, col);
            self.index(Cell { row, col }).map_or(WALL, |index| self.stacks[index])
        });
        BattleSheep { stacks: cells.collect(), shape }
    }

    /// The four images that have the same moves.
    fn images(&self) -> [BattleSheep; 4] {
        let (shape, turned) = (self.shape, self.shape.transposed());
        let (low, right) = (shape.height() - 1, shape.width() - 1);
        [
            self.clone(),
            self.image(shape, |row, col| (low - row, right - col)),
            self.image(turned, |row, col| (col, row)),
            self.image(turned, |row, col| (low - col, right - row)),
        ]
    }
}

impl Position for BattleSheep {
    /// A move of Battle Sheep: from a cell to a cell, with a number of sheep. It prints like `0,6-0,5-1`: column and row of both cells
    /// from 0 at the top left, and the sheep.
    type Move = ComboMove;

    /// The moves: those of the stacks row by row from the top; of a stack, by direction, clockwise from straight up; in a direction, the
    /// fewest sheep first.
    fn moves(&self, player: Player) -> impl Iterator<Item = ComboMove> {
        self.herds(player).flat_map(|(from, sheep, targets)| {
            targets
                .into_iter()
                .flat_map(move |to| (1..sheep).map(move |count| ComboMove { from, to, count }))
        })
    }

    fn play_unchecked(&mut self, player: Player, mv: ComboMove) {
        let (Some(from), Some(to)) = (self.index(mv.from), self.index(mv.to)) else { return };
        let count = own(player, mv.count.min(i8::MAX.unsigned_abs()).cast_signed());
        self.stacks[from] = self.stacks[from].saturating_sub(count);
        self.stacks[to] = count;
    }

    fn broken_rule(&self, player: Player, mv: ComboMove) -> Option<&'static str> {
        let ComboMove { from, to, count } = mv;
        if self.index(from).is_none() || self.index(to).is_none() {
            return Some("the cell is not on the board");
        }
        let Some((owner, sheep)) = self.stack(from) else {
            return Some("there is no stack to move");
        };
        if owner != player {
            return Some("the stack to move is not the player's own");
        }
        if count == 0 {
            return Some("one sheep at least must go");
        }
        if count >= sheep {
            return Some("one sheep at least must stay");
        }
        let is_target =
            DIRECTIONS.iter().any(|&direction| self.target(from, direction) == Some(to));
        (!is_target).then_some("the sheep do not stop there")
    }

    fn move_count(&self, player: Player) -> u64 {
        let herds = self.herds(player);
        herds.map(|(_, sheep, targets)| u64::from(sheep - 1) * targets.len() as u64).sum()
    }
}

impl Short for BattleSheep {
    const SEARCH: Search<Self> = Search {
        heap_bytes: |position| {
            if position.stacks.spilled() { position.stacks.capacity() } else { 0 }
        },
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        let stacks = self.stacks.iter().map(|&stack| -stack).collect();
        BattleSheep { stacks, shape: self.shape }
    }

    /// The [components](BattleSheep#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        self.pieces().into_iter().map(|piece| self.around(&piece))
    }

    /// The least image, with stacks that never move as walls.
    fn normalized(&self) -> (Self, bool) {
        let mut position = self.clone();
        for (index, cell) in self.shape.all_cells().enumerate() {
            let beside = || DIRECTIONS.iter().filter_map(|&way| self.beside(cell, way));
            if !self.is_empty(cell)
                && (!self.is_herd(cell) || !beside().any(|cell| self.is_empty(cell)))
            {
                position.stacks[index] = WALL;
            }
        }
        let negative = |image: &BattleSheep| {
            let stacks =
                image.stacks.iter().map(|&stack| if stack == WALL { WALL } else { -stack });
            BattleSheep { stacks: stacks.collect(), shape: image.shape }
        };
        let images = position.images().into_iter();
        let images = images.flat_map(|image| [(negative(&image), true), (image, false)]);
        let order = |(position, negated): &(BattleSheep, bool)| {
            let BattleSheep { stacks, shape } = position;
            (shape.height(), shape.width(), stacks.clone(), *negated)
        };
        images.min_by_key(order).unwrap_or((position, false))
    }
}

impl Ruleset for BattleSheep {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        aliases: &["sheep"],
        title: "Battle Sheep",
        about: "split a stack of sheep: some stay, the others go as far as they can",
        how_to_play: &[
            "The rows of the board are rows of hexagons, each half a hexagon further to the right than the one above it: \
                a cell touches those to its left and right, above and below it, to the right above it and to the \
                left below it. Each cell is empty or holds a stack of sheep of one colour, and the number is its height.",
            "Take sheep of one of your stacks, but not all of them, and move them in one of the six directions over empty \
                cells, as far as these go: to the edge of the board or to the next stack.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "b3,.,.,w1", "0,0-2,0-2", "b1,.,b2,w1"),
            MoveExample::new(Player::Right, "b2,./w3,.", "0,1-1,0-1", "b2,w1/w2,."),
        ],
        board: BoardKind::Stacks,
        hexagons: true,
        written: "rows from the top, joined by `/`, cells by `,`: b2 two sheep of Left, w1 one of Right, \
            which is as good as a wall, . empty",
        players: ByPlayer { left: "Black", right: "White" },
        pieces: ByPlayer { left: "sheep", right: "sheep" },
        start: Some("b8,.,.,./.,.,.,./.,.,.,./.,.,.,w8"),
        positions: &[("two against three", "b2,.,./.,.,./.,.,w3")],
        ..RulesetSpec::new("battle-sheep")
    };

    fn read_move(&self, text: &str) -> Result<ComboMove, ParseMoveError> {
        read_move(text, self.shape)
    }
}

/// Reads cells `b2`, `w1`, `.`, joined by `,`, in rows from the top, joined by `/`, `|` or line ends, in upper or
/// lower case.
impl FromStr for BattleSheep {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<BattleSheep, ParsePositionError> {
        let (shape, herds) = read_stacks(text)?;
        let mut position =
            BattleSheep { stacks: SmallVec::from_elem(0, shape.cells() as usize), shape };
        for (cell, player, sheep) in herds {
            let Ok(height) = i8::try_from(sheep) else {
                let limit = i8::MAX.unsigned_abs().into();
                return Err(ParsePositionError::TooMany { what: "sheep in a stack", limit });
            };
            if let Some(index) = position.index(cell) {
                position.stacks[index] = own(player, height);
            }
        }
        Ok(position)
    }
}

/// Prints the rows from the top, joined by `/`.
impl Display for BattleSheep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_stacks(f, self.shape, &self.stacks)
    }
}

debug_as_text!(BattleSheep);
