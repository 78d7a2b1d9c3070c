//! Boards of letters, and their changes.

use std::collections::HashSet;

use dicot::board::Grid;
use dicot::rules::{AnyBoard, AnyMove, BoardKind, CellKind, OwnedSpec};
use dicot_bots::Dice;

use super::{Boards, FIRST_CELLS, Pair, SLACK};

/// The fewest and the most rows and columns of the rectangle that boards lie in. Mazur's board has nine columns.
const SIDES: std::ops::RangeInclusive<usize> = 4..=11;

/// The letters of a ruleset: that of cells which do not count, and the others.
pub(super) struct Letters {
    blank: char,
    others: Vec<char>,
    /// Whether the board is a single row.
    is_row: bool,
    /// Whether blank cells separate components.
    separates: bool,
    /// The most cells of a board.
    cells: usize,
}

impl Letters {
    /// Those of boards of at most that many cells; `None` if the boards of the ruleset have none.
    pub(super) fn of(spec: &OwnedSpec, most_cells: usize) -> Option<Letters> {
        let is_row = match spec.board {
            BoardKind::Row => true,
            BoardKind::Rectangle => false,
            _ => return None,
        };
        let cells = spec.cells.iter().filter(|cell| cell.kind != CellKind::Outside);
        let of_kind = |kind| cells.clone().find(|cell| cell.kind == kind);
        let blocked = of_kind(CellKind::Blocked);
        let blank = blocked.or_else(|| of_kind(CellKind::Empty))?.letter;
        let others = cells.map(|cell| cell.letter).filter(|&letter| letter != blank).collect();
        Some(Letters { blank, others, is_row, separates: blocked.is_some(), cells: most_cells })
    }

    /// A random letter that is not blank.
    fn letter(&self, dice: &mut Dice) -> char {
        dice.pick(self.others.iter().copied()).unwrap_or(self.blank)
    }

    /// The cells that are not blank.
    fn used<'b>(&self, board: &'b Board) -> impl Iterator<Item = usize> + Clone + use<'b> {
        let blank = self.blank;
        (0..board.letters.len()).filter(move |&at| board.letters[at] != blank)
    }

    /// Makes a random cell blank, or gives it another letter.
    fn remove(&self, board: &mut Board, dice: &mut Dice) {
        if let Some(at) = dice.pick(self.used(board)) {
            let other = self.others.len() > 1 && dice.below(2) == 0;
            board.letters[at] = if other { self.letter(dice) } else { self.blank };
        }
    }

    /// Gives a random blank cell beside the others a letter; a cell that is beside several of them seldom gets one.
    fn add(&self, board: &mut Board, dice: &mut Dice) {
        for _ in 0..20 {
            let Some(at) = dice.pick(self.used(board)) else { return };
            let Some(at) = dice.pick(board.beside(at)) else { return };
            let beside = board.beside(at).filter(|&at| board.letters[at] != self.blank).count();
            if board.letters[at] == self.blank && (beside == 1 || dice.below(4) == 0) {
                board.letters[at] = self.letter(dice);
                return;
            }
        }
    }

    /// Adds cells until there are that many.
    fn grow(&self, board: &mut Board, cells: usize, dice: &mut Dice) {
        for _ in 0..10 * cells {
            if self.used(board).count() >= cells {
                break;
            }
            self.add(board, dice);
        }
    }

    /// Removes the cells that are not connected with those of the moves.
    fn remove_others(&self, board: &mut Board, pair: &Pair) {
        if !self.separates {
            return;
        }
        let cells = pair.iter().flat_map(AnyMove::cells).flatten();
        let mut reached: Vec<usize> =
            cells.map(|cell| usize::from(cell.row) * board.width + usize::from(cell.col)).collect();
        let mut seen: HashSet<usize> = reached.iter().copied().collect();
        while let Some(at) = reached.pop() {
            for next in board.beside(at) {
                if board.letters[next] != self.blank && seen.insert(next) {
                    reached.push(next);
                }
            }
        }
        for (at, letter) in board.letters.iter_mut().enumerate() {
            if !seen.contains(&at) {
                *letter = self.blank;
            }
        }
    }
}

impl Boards for Letters {
    type Board = Board;

    /// The given board in the middle of the rectangle, or a random one.
    fn first(&self, given: Option<&AnyBoard>, dice: &mut Dice) -> Board {
        let grid = given.and_then(|given| match given {
            AnyBoard::Cells(grid) => Some(grid),
            _ => None,
        });
        let side = self.cells.clamp(*SIDES.start(), *SIDES.end());
        let (height, columns) = grid.map_or((0, 0), |grid| (grid.height(), grid.width()));
        let [height_of_box, width] = match self.is_row {
            true => [1, self.cells.max(columns)],
            false => [side.max(height), side.max(columns)],
        };
        let mut board = Board { letters: vec![self.blank; width * height_of_box], width };
        let (top, left) = ((height_of_box - height.max(1)) / 2, (width - columns) / 2);
        for (row, letters) in grid.into_iter().flat_map(Grid::rows).enumerate() {
            for (column, &letter) in letters.iter().enumerate() {
                board.letters[(top + row) * width + left + column] = letter;
            }
        }
        if given.is_none() {
            board.letters[height_of_box / 2 * width + width / 2] = self.letter(dice);
            self.grow(&mut board, self.cells.min(FIRST_CELLS), dice);
        }
        board
    }

    fn change(&self, board: &Board, pair: &Pair, dice: &mut Dice) -> Board {
        let mut changed = board.clone();
        let random = dice.below(16);
        for _ in 0..if random < 10 { 1 } else { 2 + random / 15 } {
            match dice.below(20) {
                0..14 => {
                    self.remove(&mut changed, dice);
                    self.add(&mut changed, dice);
                }
                14..17 => self.remove(&mut changed, dice),
                _ => self.add(&mut changed, dice),
            }
        }
        self.remove_others(&mut changed, pair);
        self.grow(&mut changed, self.cells.saturating_sub(SLACK), dice);
        while !self.is_small(&changed) {
            self.remove(&mut changed, dice);
        }
        changed
    }

    fn cells(&self, board: &Board) -> usize {
        self.used(board).count()
    }

    fn is_small(&self, board: &Board) -> bool {
        self.cells(board) <= self.cells
    }

    fn places(&self, board: &Board) -> usize {
        board.letters.len()
    }

    fn without(&self, board: &Board, at: usize, pair: &Pair) -> Option<Board> {
        if board.letters[at] == self.blank {
            return None;
        }
        let mut less = board.clone();
        less.letters[at] = self.blank;
        self.remove_others(&mut less, pair);
        Some(less)
    }

    fn text(&self, board: &Board) -> String {
        board.text()
    }

    /// Blank rows and columns at the sides matter if they are empty, as in Konane, and a ruleset may refuse boards of some sizes.
    fn printed_texts(&self, board: &Board) -> Vec<String> {
        let cropped = self.separates.then(|| board.cropped_text(self.blank));
        cropped.into_iter().chain([board.text()]).collect()
    }
}

/// A board in a rectangle.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    letters: Vec<char>,
    width: usize,
}

impl Board {
    fn text(&self) -> String {
        let rows = self.letters.chunks(self.width);
        rows.map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
    }

    /// The text without blank rows and columns at the sides.
    fn cropped_text(&self, blank: char) -> String {
        let is_used = |&at: &usize| self.letters[at] != blank;
        let used: Vec<usize> = (0..self.letters.len()).filter(is_used).collect();
        let range = |of: &dyn Fn(usize) -> usize| {
            let places = used.iter().map(|&at| of(at));
            places.clone().min().unwrap_or(0)..=places.max().unwrap_or(0)
        };
        let (rows, columns) = (range(&|at| at / self.width), range(&|at| at % self.width));
        let row = |row: usize| -> String {
            columns.clone().map(|column| self.letters[row * self.width + column]).collect()
        };
        rows.map(row).collect::<Vec<_>>().join("/")
    }

    /// The cells beside a cell.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, len, column) = (self.width, self.letters.len(), at % self.width);
        let sides = [
            (column > 0).then(|| at - 1),
            (column + 1 < width).then_some(at + 1),
            at.checked_sub(width),
            Some(at + width).filter(|&at| at < len),
        ];
        sides.into_iter().flatten()
    }
}
