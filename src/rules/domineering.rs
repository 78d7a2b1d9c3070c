//! Domineering: Left places dominoes upright, Right lying; a cell takes part of one domino only.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 5).

use std::iter;
use std::ops::Add;

use super::endgame::{self, Endgame, Options, Searched};
use super::on_board::{CellsMove, counts_narrow_lines, lower_left_first, narrows_to, on_board};
use super::spec::CANNOT_MOVE_LOSES;
use super::{
    BoardKind, CellKind, CellSpec, MoveExample, ParseMoveError, PointingOrder, Position, Rank,
    Ruleset, RulesetSpec, Short, SymmetryRule, WinCache,
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

/// What a player can count on in a position, see [`Domineering::count_resources`].
#[derive(Clone, Copy, Debug)]
struct Resources {
    /// Moves that the opponent cannot prevent.
    safe: i16,
    blocks: i16,
    /// Touching pairs, and those of them with a guarded cell.
    touching: i16,
    touching_guarded: i16,
    /// Pairs apart, and those of them with a guarded cell.
    apart: i16,
    apart_guarded: i16,
    /// Options that take one, two and three cells from the opponent.
    options: [i16; 3],
    /// Cells that neither a domino of the opponent nor any of the moves covers.
    unusable: i16,
    /// Free cells.
    free: i16,
    /// The largest number of disjoint dominoes of the opponent.
    packing: i16,
}

impl Resources {
    /// A lower bound of the player's moves less an upper bound of the opponent's, if the opponent moves first.
    fn advantage(mut self) -> i16 {
        if self.blocks % 2 == 1 {
            self.blocks -= 1;
            self.touching += 2;
        }
        let (touching, apart) = (self.touching / 3, self.apart / 2);
        let mut moves = self.safe + self.blocks + touching + apart;
        let mut unusable = self.unusable;
        let is_first = match (self.touching % 3 > 0, self.apart % 2 > 0) {
            (true, true) => {
                moves += 1;
                unusable -= 1;
                false
            }
            (false, false) => false,
            _ => true,
        };
        // The player takes pairs without guarded cells first. The guarded cells of the others become unusable.
        unusable +=
            self.touching_guarded - (touching - (self.touching - self.touching_guarded) / 3);
        unusable += self.apart_guarded - (apart - (self.apart - self.apart_guarded) / 2);
        let mut takes = is_first;
        for (cells, count) in [1, 2, 3].into_iter().zip(self.options).rev() {
            unusable += cells * ((count + i16::from(takes)) / 2);
            takes ^= count % 2 == 1;
        }
        let opponent = (self.free - 2 * moves - unusable) / 2;
        moves - opponent.min(self.packing - self.blocks)
    }

    /// As [`advantage`](Resources::advantage), if the player moves first: the best after one of these moves, or after another.
    fn advantage_first(self) -> i16 {
        self.after_first().map(Resources::advantage).max().unwrap_or_default()
    }

    /// What is left to count on after a move of the player; of any, and of each kind that there is.
    fn after_first(self) -> impl Iterator<Item = Resources> {
        let after_block = Resources {
            blocks: self.blocks - 1,
            safe: self.safe + 2,
            packing: self.packing - 2,
            ..self
        };
        let touching = self.touching - 1;
        let touching_guarded = self.touching_guarded.min(touching);
        let after_touching = Resources { touching, touching_guarded, safe: self.safe + 1, ..self };
        let apart = self.apart - 1;
        let apart_guarded = self.apart_guarded.min(apart);
        let after_apart = Resources { apart, apart_guarded, safe: self.safe + 1, ..self };
        let after_option = (0..3).rev().find(|&i| self.options[i] > 0).map(|i| {
            let mut options = self.options;
            options[i] -= 1;
            Resources { options, unusable: self.unusable + i as i16 + 1, ..self }
        });
        let others = [
            (self.blocks > 0).then_some(after_block),
            (touching >= 0).then_some(after_touching),
            (apart >= 0).then_some(after_apart),
            after_option,
        ];
        iter::once(self).chain(others.into_iter().flatten())
    }
}

impl<W: Word> Domineering<W> {
    fn resources(&self, player: Player) -> Resources {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        match player {
            Player::Left => {
                let packing = packing(free, east).count();
                Self::count_resources(free, packing, south, north, east, west)
            }
            Player::Right => {
                let packing = packing(free, south).count();
                Self::count_resources(free, packing, east, west, south, north)
            }
        }
    }

    /// What the player whose dominoes go `own` (a step east or south) and the opponent's `across` can count on, for bounds of the value.
    ///
    /// The ideas are those of Breuker, Uiterwijk, van den Herik, *Solving 8x8 Domineering* (2000), and Bullock, *Domineering: Solving
    /// Large Combinatorial Search Spaces* (2002): if the player makes *n* moves more than the opponent can make, the value is at
    /// least *n*. The player's moves are counted in disjoint regions. A cell is *guarded* if it has no free neighbour across, so that
    /// no domino of the opponent covers it.
    ///
    /// - *Safe* moves: dominoes on two guarded cells.
    /// - *Blocks*: two by two cells, of which one row has a wall across. A domino in the other row makes this row a safe move. A domino
    ///   of the opponent spoils one block, or leaves its row at the wall as a pair apart, which is worth half a move. No domino
    ///   of the opponent meets two blocks. So of two blocks the player takes one, which is two moves.
    /// - *Pairs*: two cells, not both guarded. A pair is *touching* if a cell across from it is in another region. A move of the opponent
    ///   spoils at most two touching pairs, or one pair apart. So the player takes one of three, and one of two.
    /// - *Options*: a cell next to a safe move, not across from a region or from another option. The move can be made with this
    ///   cell instead of a guarded one, so the opponent loses the cell, and its neighbours across if they have no others. A move of
    ///   the opponent spoils one option, so the player takes one of two, the best first.
    ///
    /// The opponent's moves are at most half of the free cells that are neither covered by the player's moves nor unusable: guarded
    /// cells outside of regions, guarded cells of pairs that the player does not take, and what options take. They are also at
    /// most `packing`, the number of disjoint dominoes of the opponent, less one for each of two blocks, since a block that is taken ends two runs.
    fn count_resources(
        free: W,
        packing: u32,
        own: impl Fn(W) -> W,
        own_back: impl Fn(W) -> W,
        across: impl Fn(W) -> W,
        across_back: impl Fn(W) -> W,
    ) -> Resources {
        let none = W::default();
        let beside = |set| across(set) | across_back(set);
        let guarded = free & !beside(free);
        // Blocks.
        let places = free & own_back(free);
        let [above_wall, below_wall] = [free & !across_back(free), free & !across(free)];
        let mut block_places = places & across_back(above_wall & own_back(above_wall))
            | below_wall & own_back(below_wall) & across_back(places);
        let (mut blocks, mut in_blocks) = (0, none);
        while block_places != none {
            let place = block_places.lowest();
            let row = place | own(place);
            let block = row | across(row);
            let near = block | beside(block);
            let near = near | own_back(near);
            block_places = block_places & !near & !across_back(near);
            in_blocks = in_blocks | block;
            blocks += 1;
        }
        // The first and the last cells of guarded segments of odd length.
        let starts = guarded & !own(guarded);
        let mut odd = starts;
        loop {
            let longer = odd | own(own(odd) & guarded) & guarded;
            if longer == odd {
                break;
            }
            odd = longer;
        }
        let odd_ends = odd & !own_back(guarded);
        let mut odd = odd_ends;
        loop {
            let longer = odd | own_back(own_back(odd) & guarded) & guarded;
            if longer == odd {
                break;
            }
            odd = longer;
        }
        let odd_starts = odd & starts;
        // Pairs, by their last cells.
        let rest = free & !in_blocks;
        let mut front = rest & !own(rest);
        let (mut single, mut spare, mut used) = (none, none, none);
        let (mut pairs, mut guarded_pairs, mut spares) = (none, none, none);
        while front != none {
            let [after_single, after_spare] = [own(single) & front, own(spare) & front];
            let pair = (after_single | after_spare) & !guarded;
            let guarded_pair = after_single & odd_starts;
            pairs = pairs | pair | guarded_pair;
            guarded_pairs = guarded_pairs | after_spare & pair | guarded_pair;
            single = front & !guarded & !pair;
            used = own(used) & front & guarded | guarded_pair;
            spare = front & odd_ends & !used;
            spares = spares | spare;
            front = own(front) & rest;
        }
        let in_pairs = pairs | own_back(pairs);
        let near = beside(in_blocks | in_pairs);
        let touching = in_pairs & near;
        let touching = pairs & (touching | own(touching));
        let wasted = spares & !own_back(rest);
        // Options.
        let core = guarded & !in_pairs & !wasted;
        let open = rest & !guarded & !in_pairs & !near;
        let starts = core & !own(core);
        let ends = core & !own_back(core);
        let left = own_back(starts) & open;
        let mut candidates = left | own(ends & !(own(starts) & own(own(left)))) & open;
        let mut chosen = none;
        while candidates != none {
            let first = candidates & !across(candidates);
            chosen = chosen | first;
            candidates = candidates & !first & !across(first);
        }
        let [before, after] = [chosen & across(below_wall), chosen & across_back(above_wall)];
        let count = |set: W| set.count() as i16;
        Resources {
            safe: count(core) / 2,
            blocks,
            touching: count(touching),
            touching_guarded: count(touching & guarded_pairs),
            apart: count(pairs & !touching),
            apart_guarded: count(guarded_pairs & !touching),
            options: [
                count(chosen & !before & !after),
                count(before ^ after),
                count(before & after),
            ],
            unusable: count(wasted),
            free: count(free),
            packing: packing as i16,
        }
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
        let resources = self.resources(player);
        Some([resources.advantage(), resources.advantage_first() - 1])
    }

    fn lower_bound(&self, player: Player) -> Option<i16> {
        Some(self.resources(player).advantage())
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

    fn wins_endgame(&self, player: Player, cache: &mut WinCache) -> Option<bool> {
        if self.shape().cells() <= u64::BITS {
            endgame::wins(self.size(), cache, || ToMove::<u64>::new(self, player))
        } else {
            endgame::wins(self.size(), cache, || ToMove::<u128>::new(self, player))
        }
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

/// A position of a search of endgames, seen from the player to move.
#[derive(Clone, Copy)]
struct ToMove<W: Word> {
    /// The free cells without single ones, on a board on which the dominoes of the player to move lie.
    own: W,
    /// The same with rows and columns exchanged, so that the opponent's dominoes lie.
    other: W,
    /// The shape of the first board.
    shape: Shape,
    /// The sure moves removed so far, see [`without_sure_moves`](ToMove::without_sure_moves): the player's less the opponent's.
    integer: i16,
}

/// A word that adds as a machine integer.
trait Addable: Word + Into<u128> + Add<Output = Self> {}

impl<W: Word + Into<u128> + Add<Output = W>> Addable for W {}

impl<W: Addable> ToMove<W> {
    /// `None` if the words are too small, or for what the solver searches better: several components, and strips (2x50 takes it
    /// 2.8 s, and 2x40 0.02 s instead of 0.16 s).
    fn new<V: Word>(position: &Domineering<V>, player: Player) -> Option<ToMove<W>> {
        let shape = position.shape();
        let is_strip = shape.width().min(shape.height()) < 4;
        if is_strip || position.components().nth(1).is_some() {
            return None;
        }
        let turned = position.board.image(Symmetry::Transpose);
        let board = if player == Player::Right { position.board } else { turned };
        let board = board.convert::<W>().ok()?;
        let (own, shape) = (board.set(0).bits(), board.shape());
        let other = board.image(Symmetry::Transpose).set(0).bits();
        Some(ToMove { own, other, shape, integer: 0 }.without_single_cells())
    }

    /// The same position, seen from the opponent: the negative with the opponent to move.
    fn negative(self) -> ToMove<W> {
        let ToMove { own, other, shape, integer } = self;
        ToMove { own: other, other: own, shape: shape.transposed(), integer: -integer }
    }

    /// Without this place of the player to move and the one after it.
    fn without(self, place: W) -> ToMove<W> {
        let (steps, turned) = (Steps::of(self.shape), self.shape.transposed());
        let (row, col) = W::row_and_column(place.lowest_index(), self.shape);
        let first = W::ONE << (W::stride(turned) * col + row);
        let own = self.own & !place & !steps.east(place);
        let other = self.other & !first & !Steps::of(turned).south(first);
        ToMove { own, other, ..self }
    }

    fn without_single_cells(self) -> ToMove<W> {
        let kept = |set, shape| set & Steps::of(shape).around(set);
        let own = kept(self.own, self.shape);
        ToMove { own, other: kept(self.other, self.shape.transposed()), ..self }
    }

    /// An equal position: sure moves are replaced by an integer.
    ///
    /// Safe moves are dominoes on two guarded cells *a* and *b*, see [`Domineering::count_resources`]. Such a domino is *sure* if the cell
    /// on one side of it is not free, and the cell *c* on the other side is not free or guarded. Then the value is 1 more than without *a*
    /// and *b*. It is at least that, since the opponent can never use them. It is at most that, since the only other domino on
    /// one of them is on *c* and the cell next to it: that leaves a single cell, and *c* is a cell that only the player can use.
    fn without_sure_moves(self) -> ToMove<W> {
        let fewer = self.without_own_sure_moves().negative().without_own_sure_moves().negative();
        if fewer.own == self.own { self } else { fewer.without_single_cells() }
    }

    /// Without the sure moves of the player to move, and those that they leave. Several are removed at once: they begin, or end, different runs of
    /// free cells, and a sure move stays one when other cells are covered.
    fn without_own_sure_moves(self) -> ToMove<W> {
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
            position = bits(sure).fold(position, ToMove::without);
        }
    }

    fn resources(&self) -> Resources {
        let (steps, turned) = (Steps::of(self.shape), Steps::of(self.shape.transposed()));
        let packing = packing_of_lying(self.other, turned).count();
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        Domineering::count_resources(self.own, packing, east, west, south, north)
    }

    /// The number of disjoint dominoes of the player to move, plus the number of those that the opponent cannot prevent.
    fn dominoes(&self) -> i32 {
        let (set, steps) = (self.own, Steps::of(self.shape));
        let safe = set & !steps.south(set) & !steps.north(set);
        (packing_of_lying(set, steps).count() + packing_of_lying(safe, steps).count()) as i32
    }
}

/// As [`packing`], of lying dominoes.
///
/// A carry clears the run of cells where it begins, up to the cell after it. So if the first cells of the runs that begin at even bits are added, exactly
/// these runs are cleared. Their cells at odd bits are the second cells of dominoes; of the other runs, those at even bits. The last
/// column is left out of the sum, so that no run goes on in the next row, and nothing is carried out of the word.
fn packing_of_lying<W: Addable>(set: W, steps: Steps<W>) -> W {
    let even = W::every(2);
    let (inner, last) = (set & !steps.last_column(), set & steps.last_column());
    let starts = inner & !steps.east(inner) & even;
    let from_even = inner & !(inner + starts);
    let seconds = inner & (from_even ^ even);
    seconds | last & steps.east(inner & !seconds)
}

/// How good a move is by its place alone, of lying dominoes: they fill each second row first, two by two, then the others from a corner,
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

impl<W: Addable> Endgame for ToMove<W> {
    const RULESET: Searched = Searched::Domineering;

    /// Half an hour to an hour and a half: the solver takes four times as many nodes, and more time for each.
    const MAX_CONTINUED: u64 = 1 << 30;

    /// With 1, 2, 4 and 8, 8x8 takes 257,000, 217,000, 182,000 and 161,000 nodes, and 1.9, 1.4, 1.1 and 1.1 million tests.
    const FIRST_TESTED: usize = 8;

    /// Of the least image that leaves the players' directions as they are: 0.4 of the nodes of 8x8.
    fn key(&self) -> [u64; 4] {
        let ToMove { own, shape, integer, .. } = self.without_sure_moves();
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
    fn expand(&self, options: &mut Options<ToMove<W>>) -> Option<bool> {
        let position = self.without_sure_moves();
        let ToMove { own, shape, integer, .. } = position;
        let places = own & Steps::of(shape).west(own);
        options.reserve(places.count() as usize + 1);
        for place in bits(places) {
            let option = position.without(place).negative().without_single_cells();
            let difference = option.dominoes() - option.negative().dominoes();
            let (row, col) = W::row_and_column(place.lowest_index(), shape);
            options.push((RANKS * difference - rank(row, col, shape), option));
        }
        if integer > 0 {
            let after = ToMove { integer: integer - 1, ..position };
            options.push((i32::MAX, after.negative()));
        }
        None
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::hash::mix;

    /// The search counts what [`Domineering::resources`] counts on boards on which the player's dominoes lie, with the packing of
    /// the plain loop.
    fn counts_as_the_position<W: Addable>(width: u64, height: u64) {
        for n in 0..500 {
            let is_free = |cell| !mix(n, cell).is_multiple_of(2 + n % 7);
            let cell = |cell| if is_free(cell) { '.' } else { '#' };
            let row = |row| (row * width..(row + 1) * width).map(cell).collect::<String>();
            let rows: Vec<String> = (0..height).map(row).collect();
            let position = rows.join("/").parse::<Domineering<W>>().unwrap();
            let (shape, free) = (position.shape(), position.free().bits());
            let steps = Steps::of(shape);
            let plain = packing(free, |set| steps.east(set));
            assert_eq!(packing_of_lying(free, steps), plain, "{position}");
            let turned = Domineering::from(position.board.image(Symmetry::Transpose));
            let search = ToMove { own: free, other: turned.free().bits(), shape, integer: 0 };
            let counted =
                [search, search.negative()].map(|search| format!("{:?}", search.resources()));
            let plain =
                [position, turned].map(|board| format!("{:?}", board.resources(Player::Right)));
            assert_eq!(counted, plain, "{position}");
        }
    }

    type Known<W> = HashMap<(W, Shape, i16), bool>;

    /// Whether the player to move wins, by the moves alone, of which the integer is some.
    fn plainly_wins<W: Addable>(position: ToMove<W>, known: &mut Known<W>) -> bool {
        let ToMove { own, shape, integer, .. } = position;
        if let Some(&wins) = known.get(&(own, shape, integer)) {
            return wins;
        }
        let mut options: Vec<ToMove<W>> =
            bits(own & Steps::of(shape).west(own)).map(|place| position.without(place)).collect();
        options.extend((integer > 0).then(|| ToMove { integer: integer - 1, ..position }));
        let wins = options.into_iter().any(|option| !plainly_wins(option.negative(), known));
        known.insert((own, shape, integer), wins);
        wins
    }

    /// With any integer added, a position without sure moves has the same winners. Returns how many cells are removed.
    fn removes_sure_moves<W: Addable>(board: Domineering<W>) -> u32 {
        let (shape, own) = (board.shape(), board.free().bits());
        let transposed = |set| Board::from_sets([set], shape).image(Symmetry::Transpose);
        let other = transposed(own).set(0).bits();
        let fewer = ToMove { own, other, shape, integer: 0 }.without_sure_moves();
        assert_eq!(fewer.other, transposed(fewer.own).set(0).bits(), "{board}");
        let mut known = Known::new();
        for integer in -4..=4 {
            let position = ToMove { own, other, shape, integer };
            let fewer = ToMove { integer: fewer.integer + integer, ..fewer };
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
