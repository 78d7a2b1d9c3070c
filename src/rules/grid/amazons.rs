//! Amazons: move a queen of one's own, then shoot an arrow from it, whose cell is blocked for good.
//!
//! Invented by Walter Zamkauskas in 1988. Source: Berlekamp, *Sums of N x 2 Amazons* (2000); Müller,
//! Tegos, *Experiments in Computer Amazons* (More Games of No Chance, 2002).

use crate::board::{Bitboard, Board, Cell, Steps, Word, bits};
use crate::rules::on_board::{CellsMove, cells_of_each, counts_narrow_lines, narrows_to, on_board};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    CellKind, CellSpec, Endgame, MEAN_UNIT, MoveExample, ParseMoveError, Position, Rank, Ruleset,
    RulesetSpec, Search, Short, unless_small,
};
use crate::{ByPlayer, Player};

/// A position of Amazons, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// Left has the amazons `x`, Right those `o`. A player moves one over empty cells like a chess queen,
/// and from there shoots an arrow the same way, which may pass over the cell just left or end on it.
/// Where the arrow ends the board is blocked.
///
/// # Decomposition
/// Amazons and arrows go like a chess king, step by step, over empty cells, and blocked cells stay blocked.
/// So they never leave their component of the cells that are not blocked, connected as a king moves, nor
/// get in each other's way across its edge: a position is the sum of its components. Where there is no
/// amazon or no empty cell nobody can ever move: 0.
///
/// # Symmetry
/// All eight images of a position have the same moves. With the colours exchanged it is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Amazons, Position};
/// let position: Amazons = "x.o".parse()?;
/// let mv = position.moves(Player::Left).next().unwrap();
/// assert_eq!(mv.to_string(), "a1-b1/a1");
/// assert_eq!(position.play(Player::Left, mv)?.to_string(), "#xo");
/// assert_eq!(position.canonical_form().to_string(), "*");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Amazons<W: Word = u64> {
    /// The amazons of Left and of Right, and the empty cells; those in no set are blocked.
    board: Board<W, 3>,
}

on_board!(Amazons, 3, "xo.#");

/// The position to start from: 10x10 with four amazons a player, Left (black) at the top.
const START: &str = "...x..x.../........../........../x........x/........../........../o........o/\
                     ........../........../...o..o...";

impl<W: Word> Amazons<W> {
    pub(crate) fn amazons(&self, player: Player) -> Bitboard<W> {
        self.board.stones(player)
    }

    pub(crate) fn empty_cells(&self) -> Bitboard<W> {
        self.board.set(2)
    }

    /// The cells that a queen reaches from one of the cells, over empty ones.
    fn reach(&self, from: W, empty: W) -> W {
        let steps = Steps::of(self.shape());
        let mut reached = W::default();
        // The rows above or below, and with each step along a diagonal one column further on both sides.
        for step in [Steps::north, Steps::south as fn(Steps<W>, W) -> W] {
            let front = step(steps, from);
            let mut fronts = [front, steps.east(front), steps.west(front)].map(|set| set & empty);
            while let [straight, east, west] = fronts
                && straight | east | west != W::default()
            {
                reached = reached | straight | east | west;
                let further = [straight, steps.east(east), steps.west(west)];
                fronts = further.map(|set| step(steps, set) & empty);
            }
        }
        let mut fronts = [steps.east(from) & empty, steps.west(from) & empty];
        while let [east, west] = fronts
            && east | west != W::default()
        {
            reached = reached | east | west;
            fronts = [steps.east(east) & empty, steps.west(west) & empty];
        }
        reached
    }

    /// Where the amazon on a cell can move to.
    fn targets(&self, from: W) -> W {
        self.reach(from, self.empty_cells().bits())
    }

    /// Where an amazon that has moved can shoot to.
    fn shots(&self, from: W, to: W) -> W {
        self.reach(to, (self.empty_cells().bits() | from) & !to)
    }

    /// The number of moves of amazons that go one after the other, each step by step to the empty cell with the fewest empty
    /// neighbours, and shoot at the cell that they have just left: Warnsdorff's rule for long paths.
    pub(crate) fn steps_in(&self, amazons: W, mut empty: W) -> i16 {
        let steps = Steps::of(self.shape());
        let mut moves = 0;
        for mut at in bits(amazons) {
            // A cell counts as near to itself, so that a dead end has 1 - 2.
            let exits = |cell: W, empty: W| (near(steps, cell) & empty).count().wrapping_sub(2);
            while let Some(next) =
                bits(near(steps, at) & empty).min_by_key(|&cell| exits(cell, empty))
            {
                (at, empty, moves) = (next, empty & !next, moves + 1);
            }
        }
        moves
    }

    /// An integer that is at most the value seen from the player. The opponent makes at most as many moves as there are empty cells
    /// that its amazons can reach now. Meanwhile the player's amazons walk over the others, and block each cell that they leave, so
    /// that no way is opened.
    pub(crate) fn private_bound(&self, player: Player) -> i16 {
        let (steps, empty) = (Steps::of(self.shape()), self.empty_cells().bits());
        let opponent = self.amazons(!player).bits();
        let reached = connected(steps, near(steps, opponent) & empty, empty);
        self.steps_in(self.amazons(player).bits(), empty & !reached) - reached.count() as i16
    }

    /// The player's amazon has gone from one cell to another, and an arrow has hit a third.
    fn after(&self, player: Player, from: W, to: W, arrow: W) -> Self {
        let [left, right, empty] = self.board.sets().map(|set| set & !from & !to & !arrow);
        let (amazon, empty) = (to & !arrow, empty | from & !to & !arrow);
        let sets = match player {
            Player::Left => [left | amazon, right, empty],
            Player::Right => [left, right | amazon, empty],
        };
        Board::from_sets(sets, self.shape()).into()
    }
}

/// The cells and those that a king reaches from them in one step.
pub(crate) fn near<W: Word>(steps: Steps<W>, cells: W) -> W {
    let sideways = cells | steps.east(cells) | steps.west(cells);
    sideways | steps.south(sideways) | steps.north(sideways)
}

/// The cells of the region that a king reaches from those cells of it.
pub(crate) fn connected<W: Word>(steps: Steps<W>, cells: W, region: W) -> W {
    let (mut reached, mut next) = (cells, near(steps, cells) & region);
    while next != reached {
        (reached, next) = (next, near(steps, next) & region);
    }
    reached
}

/// Whether a queen on an empty board could move from one cell to the other.
fn are_in_line(a: Cell, b: Cell) -> bool {
    let (rows, cols) = (a.row.abs_diff(b.row), a.col.abs_diff(b.col));
    a != b && (rows == 0 || cols == 0 || rows == cols)
}

impl<W: Word> Position for Amazons<W> {
    /// A move of Amazons: from a cell to a cell, and where the arrow ends. It prints like `d1-d7/g7`.
    type Move = CellsMove<3, '/'>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let (position, shape) = (*self, self.shape());
        let cells = move |set| Bitboard::from_bits(set, shape).cells();
        self.amazons(player).cells().flat_map(move |from| {
            let from_bit = position.board.bit(from);
            cells(position.targets(from_bit)).flat_map(move |to| {
                let shots = position.shots(from_bit, position.board.bit(to));
                cells(shots).map(move |arrow| CellsMove::new([from, to, arrow], shape))
            })
        })
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        let [from, to, arrow] = mv.cells.map(|cell| self.board.bit(cell));
        *self = self.after(player, from, to, arrow);
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let cells = mv.cells;
        let [from, to, arrow] = cells.map(|cell| self.board.bit(cell));
        if let Some(rule) = mv.misfit(self.shape()) {
            Some(rule)
        } else if self.amazons(!player).contains(cells[0]) {
            Some("the amazon to move is not the player's own")
        } else if !self.amazons(player).contains(cells[0]) {
            Some("there is no amazon to move")
        } else if from == to {
            Some("the amazon stays where it is")
        } else if !are_in_line(cells[0], cells[1]) {
            Some("an amazon moves like a chess queen")
        } else if self.targets(from) & to == W::default() {
            Some("the way of the amazon is not empty")
        } else if !are_in_line(cells[1], cells[2]) {
            Some("an arrow flies like a chess queen")
        } else if self.shots(from, to) & arrow == W::default() {
            Some("the way of the arrow is not empty")
        } else {
            None
        }
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let position = *self;
        bits(self.amazons(player).bits()).flat_map(move |from| {
            bits(position.targets(from)).flat_map(move |to| {
                let shots = bits(position.shots(from, to));
                shots.map(move |arrow| position.after(player, from, to, arrow))
            })
        })
    }

    /// The shots from a cell are counted all at once.
    fn move_count(&self, player: Player) -> u64 {
        let shots = |from| bits(self.targets(from)).map(move |to| self.shots(from, to).count());
        bits(self.amazons(player).bits()).flat_map(shots).map(u64::from).sum()
    }

    counts_narrow_lines!(Amazons<u64>);
}

impl<W: Word> Amazons<W> {
    /// Beside the [bound by what the opponent cannot reach](Amazons::private_bound): the opponent makes at most as many moves as
    /// there are empty cells, each of which an arrow blocks; a move of the player leaves one less. Where the opponent has no
    /// amazon, the value is the number of moves that the player can make.
    fn bounds(&self, player: Player) -> [i16; 2] {
        let low = self.private_bound(player);
        let (own, empty) = (self.amazons(player).bits(), self.empty_cells().bits());
        let can_move = near(Steps::of(self.shape()), own) & empty != W::default();
        let above = if can_move { 1 - empty.count() as i16 } else { i16::MIN };
        let above = if self.amazons(!player).is_empty() { low - 1 } else { above.max(low - 1) };
        [low, above]
    }

    /// One for each cell that a player's amazons reach in fewer moves than the opponent's, less 8 / [`MEAN_UNIT`] for each that they reach in one.
    /// The weights take the fewest nodes for 32 boards of 4x4 to 5x5 cells among some twenty choices.
    pub(crate) fn mean(&self) -> i16 {
        let empty = self.empty_cells().bits();
        let mut last = Player::BOTH.map(|player| self.amazons(player).bits());
        let (mut seen, mut mean, mut is_first) = (last, 0, true);
        while last != [W::default(); 2] {
            let [left, right] = last.map(|cells| self.reach(cells, empty));
            let difference = |[left, right]: [W; 2]| left.count() as i16 - right.count() as i16;
            if is_first {
                mean -= 8 * difference([left, right]);
            }
            is_first = false;
            last = [left & !seen[0], right & !seen[1]];
            seen = [seen[0] | left, seen[1] | right];
            mean += MEAN_UNIT * difference([last[0] & !seen[1], last[1] & !seen[0]]);
        }
        mean
    }

    /// The size of an option is the number of its moves: the shots of each amazon from each of its targets, which are found one after
    /// the other, two a microsecond on large boards.
    fn option_steps(&self) -> usize {
        let amazons = self.amazons(Player::Left).bits() | self.amazons(Player::Right).bits();
        let targets = bits(amazons).map(|from| self.targets(from).count() as usize).sum::<usize>();
        1 + targets / if W::CELLS > 64 { 2 } else { 32 }
    }
}

impl<W: Word> Short for Amazons<W> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| cells_of_each(position.pieces())),
        packed: Some(|position| position.board.packed()),
        option_steps: Self::option_steps,
        bounds: Some(|position, player| Some(position.bounds(player))),
        lower_bound: Some(|position, player| Some(position.private_bound(player))),
        mean: Some(|position| Some(position.mean())),
        endgame: unless_small(|position, player| {
            Some(Endgame::Amazons(position.board.seen_by(player)?.into()))
        }),
        ..Search::NONE
    };

    narrows_to!(Amazons<u64>, negated by colours);

    /// The components with amazons and empty cells, cropped: see [`Amazons`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        self.pieces().map(|piece| piece.cropped().into())
    }
}

impl<W: Word> Amazons<W> {
    /// The components with amazons and empty cells, each on the whole board.
    fn pieces(&self) -> impl Iterator<Item = Board<W, 3>> {
        let (steps, region) = (Steps::of(self.shape()), self.board.occupied().bits());
        let near = move |set| near(steps, set);
        // In a component with both, an amazon is next to an empty cell.
        let empty = self.empty_cells().bits();
        let movable = region & !empty & near(empty);
        self.board.pieces(movable, move |piece| near(piece) & region)
    }
}

impl<W: Word> Ruleset for Amazons<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Amazons",
        about: "move an amazon like a chess queen, then shoot an arrow, which blocks its cell",
        how_to_play: &[
            "Move one of your amazons like a queen of chess, over empty cells to an empty cell.",
            "Then shoot an arrow from there, in the same way. The cell where the arrow lands is \
                blocked for the rest of the game.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "x..o/....", "a2-b1/c2", "..#o/.x..")],
        cells: &[
            CellSpec::new('x', "Left", CellKind::Left),
            CellSpec::new('o', "Right", CellKind::Right),
            CellSpec::new('.', "empty", CellKind::Empty),
            CellSpec::new('#', "blocked", CellKind::Blocked),
        ],
        pieces: ByPlayer { left: "amazon", right: "amazon" },
        rank: Rank::EmptyCells,
        max_size: Some(250),
        sizes: &[(10, 10)],
        positions: &[("one each and an arrow", "x..o/..#.")],
        hints: &["an amazon", "where it goes", "the cell where the arrow lands"],
        ..RulesetSpec::stones("amazons")
    };

    /// The usual start on 10x10. By custom Right (white) begins.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        ((width, height) == (10, 10)).then(|| START.parse().ok()).flatten()
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let expected = "expected a move and the cell of the arrow like d1-d7/g7";
        CellsMove::read(text, self.shape(), expected)
    }
}
