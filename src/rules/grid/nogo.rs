//! NoGo: stones are placed, nothing is ever captured, and every group keeps a liberty.
//!
//! Source: Chou, Teytaud, Yen, *Revisiting Monte-Carlo tree search on a normal form game: NoGo* (2011), for the rules; also
//! known as Anti-Atari Go.

use crate::Player;
use crate::board::{Bitboard, Board, Shape, Steps, Word};
use crate::rules::on_board::{CellsMove, cells_of_each, counts_narrow_lines, narrows_to, on_board};
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    CellKind, CellSpec, Endgame, MoveExample, ParseMoveError, Position, Rank, Ruleset, RulesetSpec,
    Search, Short, unless_small,
};

/// A position of NoGo, on a board held in words `W`; up to 64 cells unless said otherwise.
///
/// A group is a set of stones of one player that are connected by sides; its liberties are the empty cells beside it. A
/// player places a stone (`x` for Left, `o` for Right) on an empty cell, such that its group and the enemy groups beside
/// it have a liberty afterwards. The cells `#` are outside. Groups that a move does not touch do not matter: if a text has
/// one without liberties, it stays as it is.
///
/// # Decomposition
/// A move on an empty cell breaks the rule because a group beside the cell has no other liberty, and the cell itself
/// does not help. Such a group gets another liberty only by a stone on the same cell. So a cell on which neither player may
/// move is *dead*: it stays empty, and groups beside it have a liberty for ever. Take the other empty cells, which are
/// *live*, and the groups without a dead liberty, and connect what shares a side, but not groups with groups: whether a move is
/// legal depends on the groups and the empty cells beside its cell and on the liberties of these groups, not on what else is beside
/// them. No move in one of these components changes a liberty that decides about a move in another one, because two components only
/// share groups which have a liberty for ever. So a row falls apart wherever stones of both players touch: the groups of each have
/// their liberties on one side. A component keeps its live cells, the groups and dead cells beside them, the dead cells beside
/// these groups, and the groups beside those, so that dead cells are dead there as well; all else is outside.
///
/// # Symmetry
/// All symmetries of the board keep the moves; with the colours exchanged a position is the negative. In a single row, a group of
/// stones is worth what one stone is.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{NoGo, Position};
/// let position: NoGo = "x.o".parse()?;
/// assert_eq!(position.move_count(Player::Left), 0); // the stone o would have no liberty
/// let position: NoGo = "x..".parse()?;
/// let moves = |player| position.moves(player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["b1", "c1"]);
/// assert_eq!(moves(Player::Right), ["c1"]);
/// assert_eq!(position.canonical_form().to_string(), "*");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NoGo<W: Word = u64> {
    /// The stones of Left, those of Right, and the empty cells; those in no set are outside.
    board: Board<W, 3>,
}

on_board!(NoGo, 3, "xo.#");

impl<W: Word> NoGo<W> {
    fn steps(&self) -> Steps<W> {
        Steps::of(self.shape())
    }

    fn empty(&self) -> W {
        self.board.set(2).bits()
    }

    /// The groups among the stones that have one of the cells.
    fn groups(&self, seeds: W, stones: W) -> impl Iterator<Item = W> + use<W> {
        let (steps, mut seeds) = (self.steps(), seeds & stones);
        std::iter::from_fn(move || {
            if seeds == W::default() {
                return None;
            }
            let group = steps.connected(seeds.lowest(), stones);
            seeds = seeds & !group;
            Some(group)
        })
    }

    /// Whether the player may place a stone on the cell, which is empty.
    fn may_place(&self, player: Player, cell: W) -> bool {
        let (steps, empty) = (self.steps(), self.empty() & !cell);
        let has_liberty = |group: W| steps.around(group) & empty != W::default();
        let [own, enemy] = [player, !player].map(|player| self.board.stones(player).bits());
        self.groups(cell, own | cell).all(has_liberty)
            && self.groups(steps.around(cell), enemy).all(has_liberty)
    }

    /// The cells on which each player may place a stone, by the liberties of all groups.
    pub(crate) fn places(&self) -> [W; 2] {
        let (steps, empty) = (self.steps(), self.empty());
        let open = empty & steps.around(empty);
        // The last liberties of a player's groups, and the liberties of groups that have others.
        let [left, right] = Player::BOTH.map(|player| {
            let stones = self.board.stones(player).bits();
            let (mut last, mut others) = (W::default(), W::default());
            for group in self.groups(steps.around(empty), stones) {
                let liberties = steps.around(group) & empty;
                let set = if liberties == liberties.lowest() { &mut last } else { &mut others };
                *set = *set | liberties;
            }
            (last, open | others)
        });
        [left.1 & !right.0, right.1 & !left.0]
    }

    /// The board; in a single row, a group of stones becomes one stone: it has the same cells beside it, so all moves stay.
    fn with_short_groups(&self) -> Board<W, 3> {
        let (shape, sets) = (self.shape(), self.board.sets());
        let step = match (shape.width(), shape.height()) {
            (_, 1) => 1,
            (1, _) => W::stride(shape),
            _ => return self.board,
        };
        if sets[..2].iter().all(|&stones| stones & stones << step == W::default()) {
            return self.board;
        }
        let (mut short, mut width, mut last) = ([W::default(); 3], 0, None);
        for place in 0..shape.cells() {
            let cell = W::ONE << (place * step);
            let kind = sets.iter().position(|&set| set & cell != W::default());
            if kind == last && matches!(kind, Some(0 | 1)) {
                continue;
            }
            if let Some(kind) = kind {
                short[kind] = short[kind] | W::ONE << u32::from(width);
            }
            (width, last) = (width + 1, kind);
        }
        Shape::new(width, 1).map_or(self.board, |shape| Board::from_sets(short, shape))
    }

    /// The groups of both players that have one of the cells beside them, or in them.
    fn groups_beside(&self, cells: W) -> impl Iterator<Item = W> {
        let near = cells | self.steps().around(cells);
        let stones = Player::BOTH.map(|player| self.board.stones(player).bits());
        stones.into_iter().flat_map(move |stones| self.groups(near, stones))
    }
}

impl<W: Word> Position for NoGo<W> {
    /// A move of NoGo: the cell of the stone. It prints like `b2`.
    type Move = CellsMove<1>;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        let shape = self.shape();
        let places = Bitboard::from_bits(self.places()[player as usize], shape);
        places.cells().map(move |cell| CellsMove::new([cell], shape))
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        if mv.misfit(self.shape()).is_none() {
            self.board = self.board.with_in(mv.cells[0], player as usize);
        }
    }

    fn broken_rule(&self, player: Player, mv: Self::Move) -> Option<&'static str> {
        let cell = self.board.bit(mv.cells[0]);
        if let Some(rule) = mv.misfit(self.shape()) {
            Some(rule)
        } else if cell & self.empty() == W::default() {
            Some("the cell is not empty")
        } else if !self.may_place(player, cell) {
            Some("a group would have no liberty")
        } else {
            None
        }
    }

    fn move_count(&self, player: Player) -> u64 {
        self.places()[player as usize].count().into()
    }

    counts_narrow_lines!(NoGo<u64>);
}

impl<W: Word> Short for NoGo<W> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| cells_of_each(position.pieces())),
        packed: Some(|position| position.board.packed()),
        endgame: unless_small(|position, player| {
            Some(Endgame::NoGo(position.board.seen_by(player)?.into()))
        }),
        ..Search::NONE
    };

    narrows_to!(NoGo<u64>);

    fn negative(&self) -> Self {
        self.board.negative().into()
    }

    /// The least image, of a row with one stone for each group.
    fn normalized(&self) -> (Self, bool) {
        let (board, negated) = self.with_short_groups().normalized();
        (board.into(), negated)
    }

    /// The number of moves of both players.
    fn size(&self) -> u32 {
        self.places().iter().map(|places| places.count()).sum()
    }

    /// The components, cropped: see [`NoGo`](Self#decomposition).
    fn components(&self) -> impl Iterator<Item = Self> {
        self.pieces().map(|piece| piece.cropped().into())
    }
}

impl<W: Word> NoGo<W> {
    /// The components, each on the whole board.
    fn pieces(&self) -> impl Iterator<Item = Board<W, 3>> {
        let (steps, empty) = (self.steps(), self.empty());
        let [left, right] = self.places();
        let live = left | right;
        let dead = empty & !live;
        let is_mortal = |group: &W| steps.around(*group) & dead == W::default();
        let mortal =
            self.groups_beside(live).filter(is_mortal).fold(W::default(), |all, group| all | group);
        let mortal = Player::BOTH.map(|player| self.board.stones(player).bits() & mortal);
        let mut rest = live;
        let parts = std::iter::from_fn(move || {
            let mut part = rest.lowest();
            if part == W::default() {
                return None;
            }
            loop {
                let near = steps.around(part & live);
                let [left, right] = mortal.map(|groups| steps.connected(near & groups, groups));
                let groups = left | right;
                let more = steps.connected((part | steps.around(groups)) & live, live) | groups;
                if more == part {
                    break;
                }
                part = more;
            }
            rest = rest & !part;
            Some(part)
        });
        parts.map(move |part| {
            let cells = part & live;
            let beside = self.groups_beside(cells).fold(cells, |all, group| all | group);
            let dead = steps.around(beside) & dead;
            let kept = self.groups_beside(dead).fold(beside | dead, |all, group| all | group);
            let [left, right, empty] = self.board.sets().map(|set| set & kept);
            Board::from_sets([left, right, empty], self.shape())
        })
    }
}

impl<W: Word> Ruleset for NoGo<W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "NoGo",
        about: "place a stone; every group must keep a liberty, so nothing is ever captured",
        how_to_play: &[
            "Place a stone of your own on an empty cell. Stones of a colour that are connected by sides are a group, \
                and the empty cells beside it are its liberties.",
            "After the move the group of the stone and the enemy groups beside it must have a liberty: you may not \
                capture, and you may not take your own last liberty.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "x../.o.", "b2", "xx./.o."),
            MoveExample::new(Player::Right, "..o/x..", "a2", "o.o/x.."),
        ],
        cells: &[
            CellSpec::new('x', "Left", CellKind::Left),
            CellSpec::new('o', "Right", CellKind::Right),
            CellSpec::new('.', "empty", CellKind::Empty),
            CellSpec::new('#', "outside", CellKind::Outside),
        ],
        rank: Rank::EmptyCells,
        max_size: Some(24),
        sizes: &[(4, 4), (5, 5), (7, 7), (9, 9)],
        positions: &[("two stones", "x../..o"), ("a strip", "x....o")],
        hints: &["the cell of a stone"],
        ..RulesetSpec::stones("nogo")
    };

    /// The empty board.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        let shape = Shape::fitting(width.into(), height.into(), W::CELLS).ok()?;
        let none = W::default();
        Some(Board::from_sets([none, none, Bitboard::full(shape).bits()], shape).into())
    }

    fn read_move(&self, text: &str) -> Result<Self::Move, ParseMoveError> {
        let mv = self.shape().cell_named(text).map(|cell| CellsMove::new([cell], self.shape()));
        mv.ok_or_else(|| ParseMoveError::new(text.trim(), "expected a cell of the board like b2"))
    }
}
