//! Domineering: Left places dominoes upright, Right lying; a cell takes part of one domino only.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 5).

use smallvec::SmallVec;

use super::on_board::{CellsMove, counts_narrow_lines, lower_left_first, narrows_to, on_board};
use super::spec::CANNOT_MOVE_LOSES;
use super::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, PointingOrder, Position, Rank,
    Ruleset, RulesetSpec, Short, SymmetryRule,
};
use crate::board::{Bitboard, Board, Cell, Shape, Steps, Symmetry, Word, bits};
use crate::{ByPlayer, Player};

/// A position of Domineering, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// Left covers two free cells one above the other with a domino, Right two side by side.
///
/// # Decomposition
/// A domino covers two cells that share a side, and what is covered stays covered. So a domino never
/// lies on two components of the free cells, connected by sides, and room in one is no room in another:
/// a position is the sum of its components. A component of a single cell has room for no domino; it is 0.
///
/// # Symmetry
/// Mirrored, a position has the same moves. With rows and columns exchanged, upright dominoes lie: that
/// is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::board::U448;
/// use dicot::rules::{Domineering, Position, Ruleset};
/// let position: Domineering = "../.#".parse()?;
/// let moves: Vec<String> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["a1-a2"]);
/// assert_eq!(position.canonical_form().to_string(), "*");
///
/// let large = Domineering::<U448>::start_position(20, 20).unwrap();
/// assert_eq!(large.move_count(Player::Right), 380);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Domineering<W: Word = u64> {
    /// The free cells; those in no set are covered.
    board: Board<W, 1>,
}

on_board!(Domineering, 1, ".#");

impl<W: Word> Domineering<W> {
    fn free(&self) -> Bitboard<W> {
        self.board.set(0)
    }

    /// The upper or left cells of the dominoes that the player can place.
    fn places(&self, player: Player) -> W {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        free & if player == Player::Left { steps.north(free) } else { steps.west(free) }
    }
}

/// The cells of a set, taken in pairs from the first of each run in the direction of `ahead` (a step east or south): the
/// largest number of disjoint dominoes, since all pairs lie within a run.
fn packing<W: Word>(set: W, ahead: impl Fn(W) -> W) -> W {
    let (mut rest, mut covered) = (set, W::default());
    while rest != W::default() {
        let first = rest & !ahead(rest);
        let second = ahead(first) & rest;
        // The first cell of a run of one cell is left single.
        covered = covered | second;
        rest = rest & !first & !second;
    }
    covered
}

/// The largest number of cells and dominoes that a region counts for, in halves of a move, see [`Domineering::bounds_for`].
const MAX_GAIN: usize = 12;

impl<W: Word> Domineering<W> {
    /// Bounds of the value for the player whose dominoes go `own` (a step east or south) and the opponent's `across`: an integer that
    /// is at most the value, and one that is at most the value after some move of the player.
    ///
    /// The idea is that of Breuker, Uiterwijk, van den Herik, *Solving 8x8 Domineering* (2000), and Bullock, *Domineering: Solving
    /// Large Combinatorial Search Spaces* (2002): if the player has *n* moves more than the opponent can make, the value is at
    /// least *n*. Both numbers are counted as follows.
    ///
    /// - *Safe* places: cells without free neighbours across are never covered by the opponent.
    /// - *Regions*: places of the player, each with the ends of runs that only the place connects. No domino of the opponent meets two
    ///   regions, since regions are not adjacent across. So the opponent spoils at most one in a turn, and the player takes the
    ///   best that is left: the second best of all, the fourth, and so on, or the best, the third, and so on, if the player
    ///   begins. Taking one makes two such ends above each other a safe place.
    /// - The opponent's dominoes in a run of *n* cells of which *k* are in regions that the player takes: at most
    ///   (*n* - *k*) / 2, and at most *n* / 2 rounded down. The second bound is used for runs of odd length with at most two cells in
    ///   regions, the first one for all others, so that a region gains half a move for each cell.
    fn bounds_for(
        free: W,
        own: impl Fn(W) -> W,
        own_back: impl Fn(W) -> W,
        across: impl Fn(W) -> W,
        across_back: impl Fn(W) -> W,
    ) -> [i16; 2] {
        let none = W::default();
        let beside = |set| across(set) | across_back(set);
        let usable = free & beside(free);
        let safe = packing(free & !usable, &own);
        let mut blocked = safe | own_back(safe);
        // The cells next to the first and the last cell of their runs.
        let after_first = free & across(free & !across(free));
        let before_last = free & across_back(free & !across_back(free));
        // The gain of a place, in halves and without 2 for the domino, is a number of four bits, of which each word has one for all
        // places. A usable cell counts 1 and each end of its run 1 more, which is a number of two bits for each cell of the place.
        let [bit, other_bit] = [usable ^ after_first ^ before_last, after_first | before_last];
        let (low, high) = (own_back(bit), own_back(other_bit));
        let [makes_first, makes_last] = [after_first, before_last].map(|set| set & own_back(set));
        let (carry, makes_one) = (bit & low, makes_first ^ makes_last);
        let cells = other_bit ^ high ^ carry;
        let fours = [
            other_bit & high | carry & (other_bit ^ high),
            cells & makes_one,
            makes_first & makes_last,
        ];
        let four = fours[0] ^ fours[1] ^ fours[2];
        let eight = fours[0] & fours[1] | fours[2] & (fours[0] | fours[1]);
        let gain_bits = [bit ^ low, cells ^ makes_one, four, eight];
        let places = free & own_back(free) & !blocked & !own_back(blocked);
        let mut regions = SmallVec::<[(W, usize); 16]>::new();
        let mut all = none;
        // Regions with large gains are chosen first, and then places without the ends of their runs.
        for gain in (0..=MAX_GAIN - 2).rev() {
            let mut rest = places;
            for (i, &bit) in gain_bits.iter().enumerate() {
                rest = rest & if gain >> i & 1 == 1 { bit } else { !bit };
            }
            while rest != none {
                // Ends of runs that meet a region are not available to other places.
                let taken =
                    blocked | after_first & across(blocked) | before_last & across_back(blocked);
                rest = rest & !taken & !own_back(taken);
                let place = rest.lowest();
                if place == none {
                    break;
                }
                let cells = place | own(place);
                let region = cells | across_back(cells & after_first) | across(cells & before_last);
                (all, blocked) = (all | region, blocked | region | beside(region));
                regions.push((region, gain + 2));
            }
        }
        let mut rest = places;
        loop {
            rest = rest & !blocked & !own_back(blocked);
            let place = rest.lowest();
            if place == none {
                break;
            }
            let cells = place | own(place);
            (all, blocked) = (all | cells, blocked | cells | beside(cells));
            regions.push((cells, 2 + (cells & usable).count() as usize));
        }
        // The last cells of runs of odd length: those at an even distance from the first.
        let mut even = usable & !across(usable);
        loop {
            let longer = even | across(across(even) & usable) & usable;
            if longer == even {
                break;
            }
            even = longer;
        }
        let mut halves = 2 * safe.count() as i16 - usable.count() as i16;
        let mut not_counted = none;
        for end in bits(even & usable & !across_back(usable)) {
            let (mut run, mut last, mut in_regions) = (none, end, 0);
            while last != none {
                run = run | last;
                in_regions += u8::from(last & all != none);
                last = across_back(last) & usable;
            }
            if in_regions < 3 {
                halves += 1;
                not_counted = not_counted | run;
            }
        }
        let mut gains = [0_i16; MAX_GAIN + 1];
        for &(region, gain) in &regions {
            let lost = region & not_counted;
            gains[gain - if lost == none { 0 } else { lost.count() as usize }] += 1;
        }
        let mut sums = [halves; 2];
        let mut takes = [0, 1];
        for (gain, count) in gains.into_iter().enumerate().rev().filter(|(_, count)| *count > 0) {
            for (sum, takes) in sums.iter_mut().zip(&mut takes) {
                *sum += gain as i16 * ((count + *takes) / 2);
                *takes ^= count % 2;
            }
        }
        [(sums[0] + 1).div_euclid(2), (sums[1] + 1).div_euclid(2) - 1]
    }
}

impl<W: Word> Position for Domineering<W> {
    /// A move of Domineering: the two cells of a domino. It prints like `a1-a2`, the lower or left cell first.
    type Move = CellsMove<2>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let shape = self.shape();
        Bitboard::from_bits(self.places(player), shape).cells().map(move |cell| {
            let cells = match player {
                Player::Left => [Cell { row: cell.row + 1, ..cell }, cell],
                Player::Right => [cell, Cell { col: cell.col + 1, ..cell }],
            };
            CellsMove::new(cells, shape)
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: Self::Move) {
        let [a, b] = mv.cells;
        self.board = self.board.without(a).without(b);
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let cells = mv.cells;
        let [a, b] = cells;
        let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
        if let Some(rule) = mv.misfit(self.shape()) {
            Some(rule)
        } else if u16::from(rows) + u16::from(cols) != 1 {
            Some("the two cells are not adjacent")
        } else if player == Player::Left && rows == 0 {
            Some("Left places dominoes upright")
        } else if player == Player::Right && cols == 0 {
            Some("Right places dominoes lying")
        } else if cells.iter().any(|&cell| !self.free().contains(cell)) {
            Some("the cell is covered")
        } else if cells != lower_left_first(cells) {
            Some("the lower or left cell of the domino comes first")
        } else {
            None
        }
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let (steps, free, shape) = (Steps::of(self.shape()), self.free().bits(), self.shape());
        bits(self.places(player)).map(move |cell| {
            let other = if player == Player::Left { steps.south(cell) } else { steps.east(cell) };
            Board::from_sets([free & !cell & !other], shape).into()
        })
    }

    fn move_count(&self, player: Player) -> u64 {
        self.places(player).count().into()
    }

    counts_narrow_lines!();
}

impl<W: Word> Short for Domineering<W> {
    narrows_to!(Domineering<u64>, negated by transposition);

    fn integer_bounds(&self, player: Player) -> Option<[i16; 2]> {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        Some(match player {
            Player::Left => Self::bounds_for(free, south, north, east, west),
            Player::Right => Self::bounds_for(free, east, west, south, north),
        })
    }

    /// Differences of the numbers of places, of cells that the players can use, and of dominoes in packings of all cells and of safe
    /// places. The weights, and 22 for a move of the rest, take the fewest nodes for 8x6 among some fifteen choices.
    fn estimated_mean(&self) -> Option<i16> {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        let count = |own: &dyn Fn(W) -> W, beside: W, own_beside: W| {
            let [places, packed, safe, usable] = [
                free & own(free),
                packing(free, own),
                packing(free & !beside, own),
                free & own_beside,
            ]
            .map(|set| set.count() as i16);
            2 * places + 4 * (packed + safe + usable)
        };
        let [across, upright] = [east(free) | west(free), south(free) | north(free)];
        Some(count(&south, across, upright) - count(&east, upright, across))
    }

    /// Whether half a turn maps the free cells to themselves, and no domino to one that it shares a cell with. These would be
    /// dominoes on the cell or on both cells at the centre; a board of even width and height does not have such cells.
    fn is_paired(&self) -> bool {
        let shape = self.shape();
        let centre = Cell { row: (shape.height() - 1) / 2, col: (shape.width() - 1) / 2 };
        let has_centre = shape.width() % 2 == 1 || shape.height() % 2 == 1;
        let is_clear = !has_centre || !self.free().contains(centre);
        is_clear && self.board.image(Symmetry::HalfTurn) == self.board
    }

    /// The least image of the free cells without the twins of leaves. A leaf is a free cell with one free neighbour, and
    /// its twin another with the same neighbour. A domino on either covers the neighbour and leaves the other a single
    /// cell, so that both dominoes lead to the same position, and any other domino that covers the neighbour leaves both single.
    fn normalized_impartial(&self) -> Self {
        let (steps, free, shape) = (Steps::of(self.shape()), self.free().bits(), self.shape());
        let [west, east] = [free & steps.east(free), free & steps.west(free)];
        let [north, south] = [free & steps.south(free), free & steps.north(free)];
        let several = west & east | north & south | (west | east) & (north | south);
        let leaves = (west | east | north | south) & !several;
        let mut kept = free;
        if leaves != W::default() {
            // The cells with a leaf in that direction.
            let [at_west, at_east] = [steps.east(leaves), steps.west(leaves)];
            let [at_north, at_south] = [steps.south(leaves), steps.north(leaves)];
            let first = at_west | at_east;
            kept = kept & !steps.east(at_west & at_east & several);
            kept = kept & !steps.north(at_north & first & several);
            kept = kept & !steps.south(at_south & (at_north | first) & several);
        }
        Board::from_sets([kept], shape).least_of_cells().into()
    }

    /// The components of the free cells, cropped, without single cells: see [`Domineering`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        let free = self.free().bits();
        let not_single = free & Steps::of(self.shape()).around(free);
        self.board.components_around(not_single).map(Self::from)
    }
}

impl<W: Word> Ruleset for Domineering<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Domineering",
        about: "cover two free cells with a domino, Left upright, Right lying",
        how_to_play: &[
            "Cover two free cells that touch with a domino. Left puts dominoes upright, Right puts \
                them lying.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, ".../...", "a1-a2", "#../#.."),
            MoveExample::new(Player::Right, ".../...", "a2-b2", "##./..."),
        ],
        board: BoardKind::Rectangle,
        cells: &[
            CellSpec::new('.', "free", CellKind::Empty),
            CellSpec::new('#', "covered", CellKind::Blocked),
        ],
        pieces: ByPlayer { left: "domino", right: "domino" },
        symmetry: SymmetryRule::Directed,
        rank: Rank::EmptyCells,
        max_size: Some(90),
        sizes: &[(4, 4), (6, 6), (8, 8)],
        positions: &[("the 2x2 square", "../.."), ("2 by 4, a miny", "..../....")],
        pointing: PointingOrder::EitherOrder,
        hints: &["the two cells of a domino", "the other cell of the domino"],
        ..RulesetSpec::new("domineering")
    };

    /// The board without dominoes.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        let shape = Shape::fitting(width.into(), height.into(), W::CELLS).ok()?;
        Some(Board::from_sets([Bitboard::full(shape).bits()], shape).into())
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let expected = "expected the two cells of a domino like a1-a2";
        let mv = Self::Move::read(text, self.shape(), expected)?;
        Ok(CellsMove::new(lower_left_first(mv.cells), self.shape()))
    }
}
