//! Domineering: Left places dominoes upright, Right lying; a cell takes part of one domino only.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (chapter 5).

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
        let Resources { safe, touching, touching_guarded, apart, apart_guarded, unusable, .. } =
            self;
        let mut best = self.advantage();
        let mut consider = |is_possible: bool, after: Resources| {
            if is_possible {
                best = best.max(after.advantage());
            }
        };
        let mut after = Resources {
            blocks: self.blocks - 1,
            safe: safe + 2,
            packing: self.packing - 2,
            ..self
        };
        consider(self.blocks > 0, after);
        after = Resources { touching: touching - 1, safe: safe + 1, ..self };
        after.touching_guarded = touching_guarded.min(touching - 1);
        consider(touching > 0, after);
        after = Resources { apart: apart - 1, safe: safe + 1, ..self };
        after.apart_guarded = apart_guarded.min(apart - 1);
        consider(apart > 0, after);
        if let Some(i) = (0..3).rev().find(|&i| self.options[i] > 0) {
            after = Resources { unusable: unusable + i as i16 + 1, ..self };
            after.options[i] -= 1;
            consider(true, after);
        }
        best
    }
}

impl<W: Word> Domineering<W> {
    fn resources(&self, player: Player) -> Resources {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        match player {
            Player::Left => Self::count_resources(free, south, north, east, west),
            Player::Right => Self::count_resources(free, east, west, south, north),
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
    /// most a packing of the opponent's dominoes, less one for each of two blocks, since a block that is taken ends two runs.
    fn count_resources(
        free: W,
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
            packing: count(packing(free, across)),
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

/// A position of a search of endgames.
struct ToMove<W: Word> {
    position: Domineering<W>,
    player: Player,
}

impl<W: Word> ToMove<W> {
    /// If it is Right's turn, the negative with Left to move. `None` if the words are too small, or for what the solver searches
    /// better: several components, and strips (2x50 takes it 2.8 s, and 2x40 0.02 s instead of 0.16 s).
    fn new<V: Word>(position: &Domineering<V>, player: Player) -> Option<ToMove<W>> {
        let shape = position.shape();
        let is_strip = shape.width().min(shape.height()) < 4;
        if is_strip || position.components().nth(1).is_some() {
            return None;
        }
        let board = position.board.convert::<W>().ok()?;
        let is_left = player == Player::Left;
        let board = if is_left { board } else { board.image(Symmetry::Transpose) };
        Some(ToMove::of(board.set(0).bits(), board.shape(), Player::Left))
    }

    /// The free cells without single ones.
    fn of(free: W, shape: Shape, player: Player) -> ToMove<W> {
        let kept = free & Steps::of(shape).around(free);
        ToMove { position: Board::from_sets([kept], shape).into(), player }
    }

    /// How good a move is by its place alone: dominoes fill each second line first, two by two, then the others from a corner, and
    /// the border last. With these ranks to choose among moves with the same difference of dominoes, 8x8 takes a third of the nodes.
    fn rank(&self, cell: W) -> i32 {
        let shape = self.position.shape();
        let (row, col) = W::row_and_column(cell.lowest_index(), shape);
        let (width, height) = (u32::from(shape.width()), u32::from(shape.height()));
        let (line, place, lines, places) = match self.player {
            Player::Left => (col, row, width, height - 1),
            Player::Right => (row, col, height, width - 1),
        };
        let (line, place) =
            (line.min(lines - 1 - line) as i32, place.min(places - 1 - place) as i32);
        let preferred = 64 * (line % 2) + 32 * (1 - place % 2) + 16 * line.min(1);
        preferred - 2 * line - place / 2
    }
}

impl<W: Word + Into<u128>> Endgame for ToMove<W> {
    const RULESET: Searched = Searched::Domineering;

    /// Half an hour: the solver takes four times as many nodes, and more time for each.
    const MAX_CONTINUED: u64 = 1 << 30;

    /// With 1, 2, 4 and 8, 8x8 takes 278,000, 233,000, 194,000 and 170,000 nodes, and 2.2, 1.6, 1.2 and 1.1 million tests.
    const FIRST_TESTED: usize = 8;

    /// Of the least image that leaves the players' directions as they are: 0.4 of the nodes of 8x8.
    fn key(&self) -> [u64; 4] {
        let (free, shape) = (self.position.free().bits(), self.position.shape());
        let least = free.four_images(shape).into_iter().fold(free, W::min).into();
        let mut key = Self::key_of([least as u64, (least >> u64::BITS) as u64], shape);
        key[3] |= (self.player as u64) << 48;
        key
    }

    /// The player's bound comes first: it decides three of four positions that are tested.
    fn decided(&self) -> Option<bool> {
        if self.position.resources(self.player).advantage_first() > 0 {
            return Some(true);
        }
        (self.position.resources(!self.player).advantage() >= 0).then_some(false)
    }

    /// The order is by the largest numbers of dominoes, and of those that the opponent cannot prevent, less the opponent's.
    fn expand(&self, options: &mut Options<ToMove<W>>) -> Option<bool> {
        let (shape, free) = (self.position.shape(), self.position.free().bits());
        let steps = Steps::of(shape);
        let (south, east) = (|set| steps.south(set), |set| steps.east(set));
        let places = self.position.places(self.player);
        options.reserve(places.count() as usize);
        for place in bits(places) {
            let is_left = self.player == Player::Left;
            let after = free & !place & !if is_left { south(place) } else { east(place) };
            let [beside, above] =
                [east(after) | steps.west(after), south(after) | steps.north(after)];
            let upright = packing(after, south).count() + packing(after & !beside, south).count();
            let lying = packing(after, east).count() + packing(after & !above, east).count();
            let left = upright as i32 - lying as i32;
            let difference = if is_left { left } else { -left };
            let option = ToMove::of(after, shape, !self.player);
            options.push((-128 * difference - self.rank(place), option));
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
