//! Fission: a stone splits into two, which go to the cells above and below it (Left) or to the left and
//! right of it (Right). Stones belong to nobody.
//!
//! Source: the ruleset of that name in CGSuite 2 (Siegel).

use crate::Player;
use crate::board::{Bitboard, Board, Cell, Steps, Word, bits};
use crate::rules::on_board::{
    CellsMove, cells_of_each, counts_narrow_lines, lower_left_first, narrows_to, on_board,
};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    BoardKind, CellKind, CellSpec, Endgame, MoveExample, ParseMoveError, PointingOrder, Position,
    Rank, Ruleset, RulesetSpec, Search, Short, SymmetryRule, unless_small,
};

/// A position of Fission, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// Left takes a stone away, if the cells above and below it are empty, and puts stones on these two;
/// Right does so with the cells to its left and right. Both players may split every stone.
///
/// # Decomposition
/// Call a cell *soft* if it is empty or has a stone that is alive, and a stone *alive* if the cells above and below it
/// are soft, or those to its left and right: no more cells than that follows from the empty ones. A move empties the
/// stone's cell and fills two empty ones. Take the first move of a game that changes a cell which was not soft at its
/// start. Until then only soft cells were ever empty; so the two cells that it fills are soft, and the stone that it
/// splits either came to a soft cell, or was there at the start and alive. So such a move does not exist: a dead stone
/// stays where it is for ever and is as good as a blocked cell. All moves, then, are made on soft cells that share
/// sides. So the components of the soft cells never meet, and a position is their sum. A component
/// without stones is 0.
///
/// # Symmetry
/// Mirrored, a position has the same moves; with rows and columns exchanged it is the negative.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Fission, Position};
/// let position: Fission = "#.#/.x./#.#".parse()?;
/// let mv = position.moves(Player::Left).next().unwrap();
/// assert_eq!(mv.to_string(), "b2-b1,b3");
/// assert_eq!(position.play(Player::Left, mv)?.to_string(), "#x#/.../#x#");
/// assert_eq!(position.canonical_form().to_string(), "*");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fission<W: Word = u64> {
    /// The stones and the empty cells; those in no set are blocked.
    board: Board<W, 2>,
}

on_board!(Fission, 2, "x.#");

impl<W: Word> Fission<W> {
    fn stones(&self) -> Bitboard<W> {
        self.board.set(0)
    }

    fn empty_cells(&self) -> Bitboard<W> {
        self.board.set(1)
    }

    /// The stones that have both their upper and lower neighbours in the set, or, for Right, both
    /// those to the left and right.
    fn between(&self, player: Player, set: W) -> W {
        let steps = Steps::of(self.shape());
        self.stones().bits()
            & match player {
                Player::Left => steps.north(set) & steps.south(set),
                Player::Right => steps.west(set) & steps.east(set),
            }
    }

    /// The stones that the player can split.
    pub(crate) fn ready(&self, player: Player) -> W {
        self.between(player, self.empty_cells().bits())
    }

    /// The stones that are alive, as [`Fission`] says.
    fn alive(&self) -> W {
        let mut alive = W::default();
        loop {
            let soft = self.empty_cells().bits() | alive;
            let more = self.between(Player::Left, soft) | self.between(Player::Right, soft);
            if more == alive {
                return alive;
            }
            alive = more;
        }
    }

    /// The stone has left its cell, and there are stones on the others.
    fn after(&self, from: W, halves: W) -> Self {
        let [stones, empty] = self.board.sets();
        let sets = [stones & !from | halves, (empty | from) & !halves];
        Board::from_sets(sets, self.shape()).into()
    }
}

impl<W: Word> Position for Fission<W> {
    /// A move of Fission: the cell of a stone and those of its two halves. It prints like `b2-b1,b3`, the lower or left
    /// half first.
    type Move = CellsMove<3, ','>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let shape = self.shape();
        Bitboard::from_bits(self.ready(player), shape).cells().map(move |from| {
            let Cell { row, col } = from;
            let halves = match player {
                Player::Left => [Cell { row: row + 1, col }, Cell { row: row - 1, col }],
                Player::Right => [Cell { row, col: col - 1 }, Cell { row, col: col + 1 }],
            };
            CellsMove::new([from, halves[0], halves[1]], shape)
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: Self::Move) {
        let [from, a, b] = mv.cells.map(|cell| self.board.bit(cell));
        *self = self.after(from, a | b);
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let [from, halves @ ..] = mv.cells;
        let cell = |rows: i16, cols: i16| {
            let row = u8::try_from(i16::from(from.row) + rows).ok()?;
            Some(Cell { row, col: u8::try_from(i16::from(from.col) + cols).ok()? })
        };
        let upright = [cell(1, 0), cell(-1, 0)] == halves.map(Some);
        let lying = [cell(0, -1), cell(0, 1)] == halves.map(Some);
        if let Some(rule) = mv.misfit(self.shape()) {
            Some(rule)
        } else if !self.stones().contains(from) {
            Some("there is no stone to split")
        } else if !upright && !lying {
            Some("the halves do not go to opposite sides of the stone")
        } else if player == Player::Left && lying {
            Some("Left splits stones up and down")
        } else if player == Player::Right && upright {
            Some("Right splits stones to the left and right")
        } else if halves.iter().any(|&cell| !self.empty_cells().contains(cell)) {
            Some("the cell of a half is not empty")
        } else {
            None
        }
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let (position, steps) = (*self, Steps::of(self.shape()));
        bits(self.ready(player)).map(move |from| {
            let halves = match player {
                Player::Left => steps.north(from) | steps.south(from),
                Player::Right => steps.west(from) | steps.east(from),
            };
            position.after(from, halves)
        })
    }

    fn move_count(&self, player: Player) -> u64 {
        self.ready(player).count().into()
    }

    counts_narrow_lines!(Fission<u64>);
}

impl<W: Word> Short for Fission<W> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| cells_of_each(position.pieces())),
        packed: Some(|position| position.board.packed()),
        endgame: unless_small(|position, player| {
            Some(Endgame::Fission(position.convert().ok()?, player))
        }),
        ..Search::NONE
    };

    narrows_to!(Fission<u64>, negated by transposition);

    /// The number of moves of both players, and one for four empty cells: few stones on a large board make a long game.
    fn size(&self) -> u32 {
        let moves = Player::BOTH.map(|player| self.ready(player).count());
        moves[0] + moves[1] + self.empty_cells().len() / 4
    }

    /// The components of the soft cells with stones, cropped: see [`Fission`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        self.pieces().map(|piece| piece.cropped().into())
    }
}

impl<W: Word> Fission<W> {
    /// The components of the soft cells with stones, each on the whole board.
    fn pieces(&self) -> impl Iterator<Item = Board<W>> {
        let alive = self.alive();
        let soft = Board::from_sets([alive, self.empty_cells().bits()], self.shape());
        soft.pieces_around(alive)
    }
}

impl<W: Word> Ruleset for Fission<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Fission",
        about: "split a stone into two on empty cells, Left up and down, Right to both sides",
        how_to_play: &[
            "Stones belong to nobody. Left replaces a stone by two: one on the cell above it and \
                one on the cell below it. Right does so with the cells to its left and right. Both \
                cells have to be empty.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, ".../.x./...", "b2-b1,b3", ".x./.../.x."),
            MoveExample::new(Player::Right, ".../.x./...", "b2-a2,c2", ".../x.x/..."),
        ],
        board: BoardKind::Rectangle,
        cells: &[
            CellSpec::new('x', "stone", CellKind::Neutral),
            CellSpec::new('.', "empty", CellKind::Empty),
            CellSpec::new('#', "blocked", CellKind::Blocked),
        ],
        symmetry: SymmetryRule::Directed,
        rank: Rank::EmptyCells,
        start: Some("....../.x..x./....../....../.x..x./......"),
        positions: &[("half a move", "..#/.x./..#")],
        pointing: PointingOrder::OneOfTheOthers,
        ..RulesetSpec::new("fission")
    };

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let expected = "expected a stone and its two halves like b2-b1,b3";
        let [from, halves @ ..] = Self::Move::read(text, self.shape(), expected)?.cells;
        let [a, b] = lower_left_first(halves);
        Ok(CellsMove::new([from, a, b], self.shape()))
    }
}
