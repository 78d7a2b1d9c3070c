//! Connected components, by a flood fill of whole sets.

use std::iter::from_fn;

use super::{Board, Steps, Word};

impl<W: Word, const N: usize> Board<W, N> {
    /// The connected components, each [cropped](Board::cropped): cells that lie in a set, whichever,
    /// are connected when they share a side.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::Board;
    /// let board: Board<u64> = "xo.x\n..ox".parse()?;
    /// let pieces: Vec<String> = board.components().map(|piece| piece.to_string()).collect();
    /// assert_eq!(pieces, ["xo", ".x/ox"]);
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn components(&self) -> impl Iterator<Item = Self> + use<W, N> {
        self.pieces_around(self.union()).map(|piece| piece.cropped())
    }

    /// The connected components with a cell among the seeds, each on the whole board.
    pub(crate) fn pieces_around(&self, seeds: W) -> impl Iterator<Item = Self> + use<W, N> {
        let (steps, region) = (Steps::of(self.shape), self.union());
        self.pieces(seeds, move |piece| steps.grown(piece, region))
    }

    /// The pieces that the seeds grow to, each on the whole board; seeds in the same piece count once.
    ///
    /// `grow` gives a set and what is directly connected with it.
    pub(crate) fn pieces<G>(&self, seeds: W, grow: G) -> impl Iterator<Item = Self> + use<W, N, G>
    where
        G: Fn(W) -> W,
    {
        let (board, mut seeds) = (*self, seeds);
        from_fn(move || {
            if seeds == W::default() {
                return None;
            }
            let mut piece = seeds.lowest();
            loop {
                let grown = grow(piece);
                if grown == piece {
                    break;
                }
                piece = grown;
            }
            seeds = seeds & !piece;
            Some(Board { sets: board.sets.map(|set| set & piece), ..board })
        })
    }
}

impl<W: Word> Board<W> {
    /// The connected components with stones of both players, each cropped.
    pub fn mixed_components(&self) -> impl Iterator<Item = Self> + use<W> {
        // A connected piece has both colours just if one of its x touches an o.
        let [left, right] = self.sets;
        let mixed = self.pieces_around(left & Steps::of(self.shape).around(right));
        mixed.map(|piece| piece.cropped())
    }
}
