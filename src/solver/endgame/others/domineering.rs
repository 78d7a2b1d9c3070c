//! Endgames of Domineering.

use std::ops::Add;

use super::{Options, Rules, ToMove};
use crate::board::{Board, Shape, Steps, Symmetry, Word, bits};
use crate::rules::Domineering;
use crate::rules::grid::domineering::Resources;

/// A position, seen from the player to move.
#[derive(Clone, Copy)]
pub(super) struct Dominoes<W: Word> {
    /// The free cells without single ones, on a board on which the dominoes of the player to move lie.
    own: W,
    /// The same with rows and columns exchanged, so that the opponent's dominoes lie.
    other: W,
    /// The shape of the first board.
    shape: Shape,
    /// The sure moves removed so far, see [`without_sure_moves`](Dominoes::without_sure_moves): the player's less the opponent's.
    integer: i16,
}

/// A word that adds as a machine integer.
pub(super) trait Addable: Word + Into<u128> + Add<Output = Self> {}

impl<W: Word + Into<u128> + Add<Output = W>> Addable for W {}

impl<W: Addable> Dominoes<W> {
    /// The player to move places horizontal dominoes on the board.
    pub(super) fn new(board: Board<W, 1>) -> Dominoes<W> {
        let (own, shape) = (board.set(0).bits(), board.shape());
        let other = board.image(Symmetry::Transpose).set(0).bits();
        Dominoes { own, other, shape, integer: 0 }.without_single_cells()
    }

    /// The same position, seen from the opponent: the negative with the opponent to move.
    fn negative(self) -> Dominoes<W> {
        let Dominoes { own, other, shape, integer } = self;
        Dominoes { own: other, other: own, shape: shape.transposed(), integer: -integer }
    }

    /// Without this place of the player to move and the one after it.
    fn without(self, place: W) -> Dominoes<W> {
        let (steps, turned) = (Steps::of(self.shape), self.shape.transposed());
        let (row, col) = W::row_and_column(place.lowest_index(), self.shape);
        let first = W::ONE << (W::stride(turned) * col + row);
        let own = self.own & !place & !steps.east(place);
        let other = self.other & !first & !Steps::of(turned).south(first);
        Dominoes { own, other, ..self }
    }

    fn without_single_cells(self) -> Dominoes<W> {
        let kept = |set, shape| set & Steps::of(shape).around(set);
        let own = kept(self.own, self.shape);
        Dominoes { own, other: kept(self.other, self.shape.transposed()), ..self }
    }

    /// An equal position: sure moves are replaced by an integer.
    ///
    /// Safe moves are dominoes on two guarded cells *a* and *b*, see [`Domineering::count_resources`]. Such a domino is *sure* if the cell
    /// on one side of it is not free, and the cell *c* on the other side is not free or guarded. Then the value is 1 more than without *a*
    /// and *b*. It is at least that, since the opponent can never use them. It is at most that, since the only other domino on
    /// one of them is on *c* and the cell next to it: that leaves a single cell, and *c* is a cell that only the player can use.
    fn without_sure_moves(self) -> Dominoes<W> {
        let fewer = self.without_own_sure_moves().negative().without_own_sure_moves().negative();
        if fewer.own == self.own { self } else { fewer.without_single_cells() }
    }

    /// Without the sure moves of the player to move, and those that they leave. Several are removed at once: they begin, or end, different runs of
    /// free cells, and a sure move stays one when other cells are covered.
    fn without_own_sure_moves(self) -> Dominoes<W> {
        let (steps, mut position) = (Steps::of(self.shape), self);
        let two_west = |set| steps.west(steps.west(set));
        loop {
            let free = position.own;
            let guarded = free & !steps.south(free) & !steps.north(free);
            let (safe, open) = (guarded & steps.west(guarded), free & !guarded);
            // The first of the two cells.
            let [at_start, at_end] = [
                safe & !steps.east(free) & !two_west(open),
                safe & !two_west(free) & !steps.east(open),
            ];
            let sure = if at_start == W::default() { at_end } else { at_start };
            if sure == W::default() {
                return position;
            }
            position.integer += sure.count() as i16;
            position = bits(sure).fold(position, Dominoes::without);
        }
    }

    fn resources(&self) -> Resources {
        let (steps, turned) = (Steps::of(self.shape), Steps::of(self.shape.transposed()));
        let packing = packing_of_horizontal(self.other, turned).count();
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        Domineering::count_resources(self.own, packing, east, west, south, north)
    }

    /// The number of disjoint dominoes of the player to move, plus the number of those that the opponent cannot prevent.
    fn dominoes(&self) -> i32 {
        let (set, steps) = (self.own, Steps::of(self.shape));
        let safe = set & !steps.south(set) & !steps.north(set);
        (packing_of_horizontal(set, steps).count() + packing_of_horizontal(safe, steps).count())
            as i32
    }
}

/// As `packing` of the rules, of horizontal dominoes.
///
/// A carry clears the run of cells where it begins, up to the cell after it. So if the first cells of the runs that begin at even bits are added, exactly
/// these runs are cleared. Their cells at odd bits are the second cells of dominoes; of the other runs, those at even bits. The last
/// column is left out of the sum, so that no run goes on in the next row, and nothing is carried out of the word.
fn packing_of_horizontal<W: Addable>(set: W, steps: Steps<W>) -> W {
    let even = W::every(2);
    let (inner, last) = (set & !steps.last_column(), set & steps.last_column());
    let starts = inner & !steps.east(inner) & even;
    let from_even = inner & !(inner + starts);
    let seconds = inner & (from_even ^ even);
    seconds | last & steps.east(inner & !seconds)
}

/// How good a move is by its place alone, of horizontal dominoes: they fill each second row first, two by two, then the others from a corner,
/// and the border last. With these ranks to choose among moves with the same difference of dominoes, 8x8 takes a third of the
/// nodes. The order is that of the table of places in Obsequi (Bullock), but for places along the border, which do not alternate there.
fn rank(row: u32, col: u32, shape: Shape) -> i32 {
    let (height, places) = (u32::from(shape.height()), u32::from(shape.width()) - 1);
    let (line, place) = (row.min(height - 1 - row) as i32, col.min(places - 1 - col) as i32);
    let preferred = 64 * (line % 2) + 48 * line.min(1) + 32 * (1 - place % 2);
    preferred - 2 * line - place / 2
}

/// More than the difference of any two [ranks](rank).
const RANKS: i32 = 1 << 8;

impl<W: Addable> ToMove for Dominoes<W> {
    const RULES: u64 = Rules::Domineering as u64;

    /// Half an hour to an hour and a half: the solver takes four times as many nodes, and more time for each.
    const MAX_CONTINUED: u64 = 1 << 30;

    /// With 1, 2, 4 and 8, 8x8 takes 257,000, 217,000, 182,000 and 161,000 nodes, and 1.9, 1.4, 1.1 and 1.1 million tests.
    const FIRST_TESTED: usize = 8;

    /// Of the least image that leaves the players' directions as they are: 0.4 of the nodes of 8x8.
    fn key(&self) -> [u64; 4] {
        let Dominoes { own, shape, integer, .. } = self.without_sure_moves();
        let least = own.four_images(shape).into_iter().fold(own, W::min).into();
        let mut key = Self::key_of([least as u64, (least >> u64::BITS) as u64], shape);
        key[3] |= u64::from(integer as u16) << 48;
        key
    }

    /// The player's bound comes first: it decides three of four positions that are tested.
    fn decided(&self) -> Option<bool> {
        let mut after_first = self.resources().after_first();
        if after_first.any(|resources| resources.advantage() + self.integer > 0) {
            return Some(true);
        }
        (self.negative().resources().advantage() >= self.integer).then_some(false)
    }

    /// The order is by the largest numbers of dominoes, and of those that the opponent cannot prevent, less the opponent's. A move of
    /// the integer comes last (number avoidance).
    fn expand(&self, options: &mut Options<Dominoes<W>>) -> Option<bool> {
        let position = self.without_sure_moves();
        let Dominoes { own, shape, integer, .. } = position;
        let places = own & Steps::of(shape).west(own);
        options.reserve(places.count() as usize + 1);
        for place in bits(places) {
            let option = position.without(place).negative().without_single_cells();
            let difference = option.dominoes() - option.negative().dominoes();
            let (row, col) = W::row_and_column(place.lowest_index(), shape);
            options.push((RANKS * difference - rank(row, col, shape), option));
        }
        if integer > 0 {
            let after = Dominoes { integer: integer - 1, ..position };
            options.push((i32::MAX, after.negative()));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::Player;
    use crate::hash::mix;
    use crate::rules::grid::domineering::packing;

    /// The search counts what [`Domineering::resources`] counts on boards on which the player's dominoes lie, with the packing of
    /// the plain loop.
    fn counts_as_the_position<W: Addable>(width: u64, height: u64) {
        for n in 0..500 {
            let is_free = |cell| !mix(n, cell).is_multiple_of(2 + n % 7);
            let cell = |cell| if is_free(cell) { '.' } else { '#' };
            let row = |row| (row * width..(row + 1) * width).map(cell).collect::<String>();
            let rows: Vec<String> = (0..height).map(row).collect();
            let position = rows.join("/").parse::<Domineering<W>>().unwrap();
            let (shape, free) = (position.shape(), position.board().set(0).bits());
            let steps = Steps::of(shape);
            let plain = packing(free, |set| steps.east(set));
            assert_eq!(packing_of_horizontal(free, steps), plain, "{position}");
            let turned = Domineering::from(position.board().image(Symmetry::Transpose));
            let search =
                Dominoes { own: free, other: turned.board().set(0).bits(), shape, integer: 0 };
            let counted =
                [search, search.negative()].map(|search| format!("{:?}", search.resources()));
            let plain =
                [position, turned].map(|board| format!("{:?}", board.resources(Player::Right)));
            assert_eq!(counted, plain, "{position}");
        }
    }

    type Known<W> = HashMap<(W, Shape, i16), bool>;

    /// Whether the player to move wins, by the moves alone, of which the integer is some.
    fn plainly_wins<W: Addable>(position: Dominoes<W>, known: &mut Known<W>) -> bool {
        let Dominoes { own, shape, integer, .. } = position;
        if let Some(&wins) = known.get(&(own, shape, integer)) {
            return wins;
        }
        let mut options: Vec<Dominoes<W>> =
            bits(own & Steps::of(shape).west(own)).map(|place| position.without(place)).collect();
        options.extend((integer > 0).then(|| Dominoes { integer: integer - 1, ..position }));
        let wins = options.into_iter().any(|option| !plainly_wins(option.negative(), known));
        known.insert((own, shape, integer), wins);
        wins
    }

    /// With any integer added, a position without sure moves has the same winners. Returns how many cells are removed.
    fn removes_sure_moves<W: Addable>(board: Domineering<W>) -> u32 {
        let (shape, own) = (board.shape(), board.board().set(0).bits());
        let transposed = |set| Board::from_sets([set], shape).image(Symmetry::Transpose);
        let other = transposed(own).set(0).bits();
        let fewer = Dominoes { own, other, shape, integer: 0 }.without_sure_moves();
        assert_eq!(fewer.other, transposed(fewer.own).set(0).bits(), "{board}");
        let mut known = Known::new();
        for integer in -4..=4 {
            let position = Dominoes { own, other, shape, integer };
            let fewer = Dominoes { integer: fewer.integer + integer, ..fewer };
            for (position, fewer) in [(position, fewer), (position.negative(), fewer.negative())] {
                let wins = plainly_wins(position, &mut known);
                assert_eq!(plainly_wins(fewer, &mut known), wins, "{board}, {integer}");
            }
        }
        own.count() - fewer.own.count()
    }

    #[test]
    fn sure_moves() {
        let mut removed = 0;
        for n in 0..300 {
            let cell = |i| if mix(n, i).is_multiple_of(2 + n % 3) { '#' } else { '.' };
            let row = |row: u64| (4 * row..4 * row + 4).map(cell).collect::<String>();
            let rows: Vec<String> = (0..5).map(row).collect();
            removed += removes_sure_moves(rows.join("/").parse::<Domineering>().unwrap());
            let rows: Vec<String> = rows.iter().map(|row| format!("#####{row}#####")).collect();
            removed += removes_sure_moves(rows.join("/").parse::<Domineering<u128>>().unwrap());
        }
        assert!(removed > 300, "{removed}");
        // Only the last two cells: those before them have an open cell on one side.
        assert_eq!(removes_sure_moves(".###/....".parse::<Domineering>().unwrap()), 2);
    }

    #[test]
    fn resources_of_searched_positions() {
        counts_as_the_position::<u64>(8, 8);
        counts_as_the_position::<u64>(5, 6);
        counts_as_the_position::<u64>(13, 4);
        counts_as_the_position::<u128>(9, 9);
        counts_as_the_position::<u128>(8, 16);
    }
}
