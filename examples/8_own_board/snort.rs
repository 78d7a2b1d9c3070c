//! Snort on a grid: Left and Right colour cells in turn, and cells side by side never have different colours.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapter 6.

use std::{fmt, str::FromStr};

use dicot::Player;
use dicot::board::{Bitboard, Board, Cell, ParsePositionError};
use dicot::rules::{Position, Short};

/// Cells that only Left can colour (set 0), only Right (1), or both (2). Coloured cells are in no set.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Snort(Board<u64, 3>);

const BOTH: usize = 2;
const LETTERS: &str = "xo.#"; // of the three sets, and of a cell in none

impl Position for Snort {
    type Move = u8; // the number of the cell, row by row from the top, from 0

    fn moves(&self, player: Player) -> impl Iterator<Item = u8> {
        let (board, width) = (self.0, self.0.shape().width());
        let cells = board.set(player as usize) | board.set(BOTH);
        cells.cells().map(move |cell| cell.row * width + cell.col)
    }

    fn play_unchecked(&mut self, player: Player, number: u8) {
        let shape = self.0.shape();
        let cell = Cell { row: number / shape.width(), col: number % shape.width() };
        self.0 = self.0.without(cell);
        for beside in Bitboard::<u64>::empty(shape).with(cell).neighbours().cells() {
            match self.0.find(beside) {
                Some(BOTH) => self.0 = self.0.with_in(beside, player as usize),
                Some(owner) if owner != player as usize => self.0 = self.0.without(beside),
                _ => {}
            }
        }
    }
}

impl Short for Snort {
    fn negative(&self) -> Self {
        Snort(self.0.negative())
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        self.0.components().map(Snort)
    }

    fn normalized(&self) -> (Self, bool) {
        let (board, negated) = self.0.normalized();
        (Snort(board), negated)
    }
}

impl fmt::Display for Snort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.shown(LETTERS), f)
    }
}

impl FromStr for Snort {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Board::read(text, LETTERS).map(Snort)
    }
}
