//! Connected components, by a flood fill of whole sets.

use std::iter::FusedIterator;

use super::{Board, Steps, Word};

impl<W: Word> Board<W> {
    /// The connected components, each [cropped](Board::cropped): stones of either colour are
    /// connected when their cells share a side.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::Board;
    /// let board: Board<u64> = "xo.x\n..ox".parse()?;
    /// let pieces: Vec<String> = board.components().map(|piece| piece.to_string()).collect();
    /// assert_eq!(pieces, ["xo", ".x/ox"]);
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn components(&self) -> Components<W> {
        self.components_around(self.left | self.right)
    }

    /// The connected components with stones of both players, each cropped.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::Board;
    /// let board: Board<u64> = "xo.x.oo".parse()?;
    /// let pieces: Vec<String> = board.mixed_components().map(|piece| piece.to_string()).collect();
    /// assert_eq!(pieces, ["xo"]);
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn mixed_components(&self) -> Components<W> {
        // A connected piece has both colours just if one of its x touches an o.
        self.components_around(self.left & Steps::of(self.shape).around(self.right))
    }

    fn components_around(&self, seeds: W) -> Components<W> {
        Components { board: *self, seeds, steps: Steps::of(self.shape) }
    }
}

/// The [components](Board::components) of a board; it owns a copy of the board and allocates
/// nothing.
#[derive(Clone, Debug)]
pub struct Components<W: Word> {
    board: Board<W>,
    /// Cells of the components still to come, at least one of each.
    seeds: W,
    steps: Steps<W>,
}

impl<W: Word> Iterator for Components<W> {
    type Item = Board<W>;

    fn next(&mut self) -> Option<Board<W>> {
        if self.seeds == W::default() {
            return None;
        }
        let piece = self.filled(self.seeds.lowest());
        self.seeds = self.seeds & !piece;
        let Board { left, right, shape } = self.board;
        Some(Board { left: left & piece, right: right & piece, shape }.cropped())
    }
}

impl<W: Word> FusedIterator for Components<W> {}

impl<W: Word> Components<W> {
    /// All stones connected with the seed: grow sideways, then up and down, until nothing is new.
    fn filled(&self, seed: W) -> W {
        let (steps, occupied) = (self.steps, self.board.left | self.board.right);
        let mut piece = seed;
        loop {
            let sideways = (piece | steps.east(piece) | steps.west(piece)) & occupied;
            let grown = (sideways | steps.south(sideways) | steps.north(sideways)) & occupied;
            if grown == piece {
                return piece;
            }
            piece = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_wraps_around_the_edges() {
        let pieces = |text: &str| text.parse::<Board<u64>>().unwrap().components().count();
        assert_eq!(pieces(".......x/o......."), 2); // stride 8, full width
        assert_eq!(pieces("........x/o........"), 2); // stride 9
        assert_eq!(pieces("x.o"), 2);
        assert_eq!(pieces(&"x".repeat(64)), 1); // stride 64
        assert_eq!(pieces(&["x"; 64].join("/")), 1); // stride 1
        assert_eq!(pieces("..../...."), 0);
    }
}
