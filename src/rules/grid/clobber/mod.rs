//! Clobber and its variants: move a stone onto an adjacent enemy stone, which is removed.
//!
//! Source: Albert, Grossman, Nowakowski, Wolfe, *An Introduction to Clobber* (Integers 5(2), 2005).

mod hints;
mod rows;
mod variant;

use std::marker::PhantomData;

pub use rows::{ImpartialClobber, ImpartialClobberMove};
use smallvec::SmallVec;
pub use variant::{
    Anti, Diagonals, Hot, Kings, Knights, Leaves, Onto, Orthogonal, Queens, Rooks, Variant,
};

use crate::Player;
use crate::board::{Bitboard, Board, Crop, ParsePositionError, Steps, Symmetry, U448, Word, bits};
use crate::rules::on_board::{
    CellsMove, board_methods, cells_of_each, counts_narrow_lines, narrows_to,
};
use crate::rules::{
    ParseMoveError, Position, Rank, Ruleset, RulesetSpec, Search, Short, SymmetryRule,
};

/// Clobber on boards of up to 64 cells; the type to start with.
pub type Clobber = GenClobber<Orthogonal>;

/// Clobber on boards of up to 448 cells, as 20x20.
pub type Clobber448 = GenClobber<Orthogonal, U448>;

/// A position of a [`Variant`] of Clobber, on a board held in words `W`; see the aliases, as
/// [`Clobber`] and [`Clobber448`].
///
/// In Clobber itself the players take turns in moving one of their own stones onto an enemy stone on a cell that shares
/// a side with its own; the enemy stone is removed. Left is `x` (black), Right is `o` (white).
///
/// # Decomposition
/// Where stones move onto stones, the set of cells with stones only shrinks. Two stones can meet, or be in each other's
/// way, only on a line of a move direction and within reach; so the components under that relation never meet, and a
/// position is the sum of them. For a reach of one step these are the components connected by the move directions; for
/// rooks and queens, what shares a line is connected, with empty cells between or not.
///
/// Where stones move onto empty cells, in Anti-Clobber, pieces grow: the position is left whole.
///
/// # Variants that do not end
/// A variant whose play need not end does not compile:
/// ```compile_fail
/// # use dicot::rules::{GenClobber, RulesetSpec, clobber::{Onto, Variant}};
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Walk;
/// impl Variant for Walk {
///     const SPEC: &'static RulesetSpec = &RulesetSpec::stones("walk");
///     const ONTO: Onto = Onto::Empty; // and back again
/// }
/// "x.o".parse::<GenClobber<Walk>>().unwrap();
/// ```
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Clobber, Position};
/// let position: Clobber = "xo/.x".parse()?;
/// let moves: Vec<String> = position.moves(Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["b2-a2", "b2-b1"]);
/// let options: Vec<String> = position.options(Player::Right).map(|p| p.to_string()).collect();
/// assert_eq!(options, ["o./.x", "x./.o"]);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GenClobber<V: Variant, W: Word = u64> {
    board: Board<W>,
    variant: PhantomData<V>,
}

/// What follows from the choices of a variant.
impl<V: Variant, W: Word> GenClobber<V, W> {
    /// Every move of a variant takes a stone away, or every move adds one.
    const ENDS: () = {
        assert!(
            matches!(
                (V::ONTO, V::LEAVES),
                (Onto::Enemy | Onto::Stones, Leaves::Nothing)
                    | (Onto::Empty, Leaves::Enemy | Leaves::Own)
            ),
            "play of this variant of Clobber need not end"
        );
        assert!(V::REACH > 0, "stones of this variant of Clobber do not move");
        assert!(variant::are_steps(V::DIRECTIONS), "a direction is no step, or there twice");
    };
    /// Stones move one step in the four directions.
    const PLAIN: bool = V::REACH == 1 && variant::are_orthogonal(V::DIRECTIONS);

    /// Whether the moves are those of Clobber.
    const IS_CLOBBER: bool = Self::PLAIN && matches!(V::ONTO, Onto::Enemy);
    const SYMMETRIC: bool = variant::are_symmetric(V::DIRECTIONS);

    const fn new(board: Board<W>) -> Self {
        const { Self::ENDS };
        Self { board, variant: PhantomData }
    }
}

board_methods!(GenClobber[V: Variant], 2, "xo.");

impl<V: Variant, W: Word> GenClobber<V, W> {
    /// A full board, `x` and `o` alternating; the top left cell is `x`. Sides in cells.
    ///
    /// # Errors
    /// [`ParsePositionError`] if a side is 0 or the board has too many cells for the type.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::Clobber;
    /// assert_eq!(Clobber::checkerboard(3, 2)?.to_string(), "xox/oxo");
    /// assert_eq!(Clobber::start(3, 2)?.to_string(), "oxo/xox");
    /// assert!(Clobber::checkerboard(10, 10).is_err());
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn checkerboard(width: u8, height: u8) -> Result<Self, ParsePositionError> {
        Ok(Self::new(Board::filled(width, height, |cell, _| match (cell.row ^ cell.col) % 2 {
            0 => Player::Left,
            _ => Player::Right,
        })?))
    }

    /// The full board that matches start from: the bottom left cell, a1, is `x` (black). Sides in cells.
    ///
    /// # Errors
    /// As [`checkerboard`](Self::checkerboard).
    pub fn start(width: u8, height: u8) -> Result<Self, ParsePositionError> {
        let board = Self::checkerboard(width, height)?;
        Ok(if height & 1 == 0 { board.negative() } else { board })
    }
}

/// What moves are made of.
impl<V: Variant, W: Word> GenClobber<V, W> {
    /// Each stone that can move, and the cells that it can move to.
    fn moves_in_bits(&self, player: Player) -> impl Iterator<Item = (W, W)> + use<V, W> {
        let field = Field::of(self, player);
        bits(field.movable()).filter_map(move |from| {
            let to = V::DIRECTIONS.iter().fold(W::default(), |to, &d| to | field.hit(from, d));
            (to != W::default()).then_some((from, to))
        })
    }

    /// The player's stone has gone from one cell to another.
    #[inline]
    fn after(&self, player: Player, from: W, to: W) -> Self {
        let own = self.board.word(player) & !from & !to | to;
        let enemy = self.board.word(!player) & !to;
        let (own, enemy) = match V::LEAVES {
            Leaves::Nothing => (own, enemy),
            Leaves::Enemy => (own, enemy | from),
            Leaves::Own => (own | from, enemy),
        };
        let sets = if player == Player::Left { [own, enemy] } else { [enemy, own] };
        Self::new(Board::from_sets(sets, self.shape()))
    }
}

/// A position as the player to move sees it.
struct Field<V, W> {
    steps: Steps<W>,
    own: W,
    /// What can be moved onto.
    target: W,
    empty: W,
    variant: PhantomData<V>,
}

impl<V: Variant, W: Word> Field<V, W> {
    #[inline]
    fn of(position: &GenClobber<V, W>, player: Player) -> Self {
        let board = position.board;
        let (own, enemy) = (board.word(player), board.word(!player));
        // Only where stones pass over empty cells or end on them, these must be known.
        let empty = match (V::ONTO, V::REACH) {
            (Onto::Enemy | Onto::Stones, 1) => W::default(),
            _ => Bitboard::<W>::full(board.shape()).bits() & !own & !enemy,
        };
        let target = match V::ONTO {
            Onto::Enemy => enemy,
            Onto::Stones => own | enemy,
            Onto::Empty => empty,
        };
        Field { steps: Steps::of(board.shape()), own, target, empty, variant: PhantomData }
    }

    /// What the stones can move onto in a direction.
    #[inline]
    fn hit(&self, stones: W, direction: (i8, i8)) -> W {
        let mut front = self.steps.shifted(stones, direction);
        let mut hit = front & self.target;
        for _ in 1..V::REACH {
            front = front & self.empty;
            if front == W::default() {
                break;
            }
            front = self.steps.shifted(front, direction);
            hit = hit | front & self.target;
        }
        hit
    }

    /// Own stones, without most of those that cannot move.
    #[inline]
    fn movable(&self) -> W {
        if V::REACH > 1 {
            return self.own;
        }
        let back =
            |from, &(rows, cols): &(i8, i8)| from | self.steps.shifted(self.target, (-rows, -cols));
        self.own & V::DIRECTIONS.iter().fold(W::default(), back)
    }
}

/// What a move along a direction, there or back, could connect the cells of the set with.
#[inline]
fn in_reach<V: Variant, W: Word>(steps: Steps<W>, set: W) -> W {
    let line = |reached, (rows, cols): (i8, i8)| {
        let mut front = set;
        let mut line = reached;
        for _ in 0..V::REACH {
            front = steps.shifted(front, (rows, cols));
            if front == W::default() {
                break;
            }
            line = line | front;
        }
        line
    };
    V::DIRECTIONS.iter().fold(W::default(), |reached, &(rows, cols)| {
        line(line(reached, (rows, cols)), (-rows, -cols))
    })
}

/// A move of Clobber: from a cell to a cell. It prints like `a1-b1`.
pub type ClobberMove = CellsMove<2>;

impl<V: Variant, W: Word> Position for GenClobber<V, W> {
    type Move = ClobberMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = ClobberMove> {
        let shape = self.shape();
        let cells = move |set| Bitboard::from_bits(set, shape).cells();
        self.moves_in_bits(player).flat_map(move |(from, to)| {
            let from = cells(from).next().expect("a stone lies on a cell");
            cells(to).map(move |to| ClobberMove::new([from, to], shape))
        })
    }

    fn play_unchecked(&mut self, player: Player, mv: ClobberMove) {
        let [from, to] = mv.cells.map(|cell| self.board.bit(cell));
        *self = self.after(player, from, to);
    }

    fn broken_rule(&self, player: Player, mv: ClobberMove) -> Option<&'static str> {
        let [from, to] = mv.cells;
        if let Some(rule) = mv.misfit(self.shape()) {
            return Some(rule);
        }
        let [from_bit, to_bit] = mv.cells.map(|cell| self.board.bit(cell));
        let field = Field::of(self, player);
        let hits = |&d: &(i8, i8)| field.hit(from_bit, d) & to_bit != W::default();
        if from_bit & field.own != W::default() && V::DIRECTIONS.iter().any(hits) {
            return None;
        }
        match self.board.get(from) {
            None => return Some("there is no stone to move"),
            Some(owner) if owner != player => {
                return Some("the stone to move is not the player's own");
            }
            Some(_) => {}
        }
        if from == to {
            return Some("the stone stays where it is");
        }
        match (V::ONTO, self.board.get(to)) {
            (Onto::Enemy | Onto::Stones, None) => return Some("the target cell is empty"),
            (Onto::Enemy, Some(owner)) if owner == player => {
                return Some("the stone on the target cell is the player's own");
            }
            (Onto::Empty, Some(_)) => return Some("the target cell is not empty"),
            _ => {}
        }
        let (rows, cols) = (from.row.abs_diff(to.row), from.col.abs_diff(to.col));
        let straight = rows.min(cols) == 0 && rows.max(cols) <= V::REACH;
        Some(match variant::steps_between(V::DIRECTIONS, from, to) {
            Some(steps) if steps <= V::REACH => "the path is blocked by another stone",
            Some(_) if V::REACH > 1 => "the target cell is out of reach",
            _ if straight || !variant::are_of_a_king(V::DIRECTIONS) => {
                "stones of this variant do not move that way"
            }
            _ if V::REACH == 1 => "the two cells are not adjacent",
            _ => "the two cells are not in line",
        })
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let position = *self;
        self.moves_in_bits(player)
            .flat_map(move |(from, to)| bits(to).map(move |to| position.after(player, from, to)))
    }

    /// In each direction the stones that can be moved onto are counted all at once.
    fn move_count(&self, player: Player) -> u64 {
        let field = Field::of(self, player);
        let hits = V::DIRECTIONS.iter().map(|&d| u64::from(field.hit(field.own, d).count()));
        hits.sum()
    }

    counts_narrow_lines!(GenClobber<V, u64>);
}

impl<V: Variant, W: Word> GenClobber<V, W> {
    /// The components, each on the whole board.
    fn pieces(&self) -> impl Iterator<Item = Board<W>> {
        let steps = Steps::of(self.shape());
        let (left, right) = (self.board.word(Player::Left), self.board.word(Player::Right));
        let occupied = left | right;
        let near = move |set| match Self::PLAIN {
            true => steps.around(set),
            false => in_reach::<V, W>(steps, set),
        };
        let seeds = match V::ONTO {
            Onto::Empty => W::default(),
            Onto::Enemy => left & near(right),
            Onto::Stones => occupied & near(occupied),
        };
        self.board.pieces(seeds, move |piece| match Self::PLAIN {
            true => steps.grown(piece, occupied),
            false => (piece | near(piece)) & occupied,
        })
    }

    /// The normalized position if all stones were Left's: where both players move all stones onto all others, colours do not matter.
    fn of_one_colour(&self) -> Self {
        let sets = [self.board.occupied().bits(), W::default()];
        Self::new(Board::from_sets(sets, self.shape())).normalized().0
    }
}

impl<V: Variant, W: Word> Short for GenClobber<V, W> {
    /// The hints are of a model that was fitted to solved sums of Clobber, for variants with its moves.
    const SEARCH: Search<Self> = Search {
        places: Some(|position| match V::ONTO {
            Onto::Empty => cells_of_each(std::iter::once(position.board)),
            _ => cells_of_each(position.pieces()),
        }),
        packed: Some(|position| position.board.packed()),
        hints: if Self::IS_CLOBBER {
            Some(|position| Some(hints::of_board(&position.board)))
        } else {
            None
        },
        // It is an image of the position, or of its negative.
        normal_form_has_moves: |_| true,
        impartial_form: match (V::ONTO, V::LEAVES) {
            (Onto::Stones, Leaves::Nothing) => Some(Self::of_one_colour),
            _ => None,
        },
        ..Search::NONE
    };

    narrows_to!(GenClobber<V, u64>);

    fn negative(&self) -> Self {
        Self::new(self.board.negative())
    }

    /// The number of stones.
    fn size(&self) -> u32 {
        self.board.occupied().len()
    }

    /// The [components](GenClobber#decomposition), cropped; those in which nothing can be clobbered are 0 and left out.
    fn components(&self) -> impl Iterator<Item = Self> {
        // Stones that move to empty cells leave their component.
        let whole = (V::ONTO == Onto::Empty).then_some(*self);
        whole.into_iter().chain(self.pieces().map(|piece| Self::new(piece.cropped())))
    }

    /// A stone that moves leaves the same cells wherever it goes: their components are found once for all its moves.
    fn split_options_into<E>(
        &self,
        player: Player,
        list: &mut Vec<(Self, bool)>,
        mut option_ends: impl FnMut(&mut Vec<(Self, bool)>) -> Result<(), E>,
    ) -> Result<(), E> {
        if !Self::IS_CLOBBER {
            return crate::rules::split_options_into(self, player, list, option_ends);
        }
        let (own, enemy) = (self.board.word(player), self.board.word(!player));
        let (steps, occupied) = (Steps::of(self.shape()), own | enemy);
        let is_connected = steps.connected(occupied.lowest(), occupied) == occupied;
        let dispensable = if is_connected { steps.dispensable(occupied) } else { W::default() };
        let mut pieces: SmallVec<[(W, Crop); 4]> = SmallVec::new();
        for from in bits(own & steps.around(enemy)) {
            let mut rest = occupied & !from;
            pieces.clear();
            while rest != W::default() {
                let stays_whole = from & dispensable != W::default();
                let piece = if stays_whole { rest } else { steps.connected(rest.lowest(), rest) };
                pieces.push((piece, Crop::around(piece, self.shape())));
                rest = rest & !piece;
            }
            for to in bits(steps.around(from) & enemy) {
                let (own, enemy) = (own & !from | to, enemy & !to);
                for &(piece, crop) in &pieces {
                    let (own, enemy) = (own & piece, enemy & piece);
                    // A component with stones of one player only is 0.
                    if own != W::default() && enemy != W::default() {
                        let sets = if player == Player::Left { [own, enemy] } else { [enemy, own] };
                        let board = Board::from_sets(sets.map(|set| crop.apply(set)), crop.shape);
                        let (board, negated) = board.normalized_cropped();
                        list.push((Self::new(board), negated));
                    }
                }
                option_ends(list)?;
            }
        }
        Ok(())
    }

    fn normalized(&self) -> (Self, bool) {
        let board = self.board;
        let (board, negated) = match V::ONTO {
            Onto::Enemy | Onto::Stones if Self::SYMMETRIC => board.normalized(),
            onto => {
                // On a board whose empty cells matter, or with directions that are not symmetric.
                let board = if onto == Onto::Empty { board } else { board.cropped() };
                let images =
                    if Self::SYMMETRIC { &Symmetry::ALL[..] } else { &[Symmetry::Identity] };
                Board::least_or_negative(images.iter().map(|&symmetry| board.image(symmetry)))
            }
        };
        (Self::new(board), negated)
    }
}

impl<V: Variant, W: Word> Ruleset for GenClobber<V, W> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        symmetry: if Self::SYMMETRIC { SymmetryRule::All } else { SymmetryRule::Unknown },
        rank: match V::ONTO {
            Onto::Enemy | Onto::Stones => Rank::Pieces,
            Onto::Empty => Rank::EmptyCells,
        },
        // A stone and its enemy can move onto each other.
        dicot: Self::SYMMETRIC && matches!(V::ONTO, Onto::Enemy),
        ..*V::SPEC
    };

    /// The full board, if stones of the variant can move there.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        let start = Self::start(width, height).ok();
        start.filter(|start| Player::BOTH.iter().any(|&player| start.move_count(player) > 0))
    }

    fn read_move(&self, text: &str) -> Result<ClobberMove, ParseMoveError> {
        CellsMove::read(text, self.shape(), "expected two cells of the board like a1-b1")
    }
}

/// Set 0 is the stones of Left, set 1 those of Right.
impl<V: Variant, W: Word> From<Board<W>> for GenClobber<V, W> {
    fn from(board: Board<W>) -> Self {
        Self::new(board)
    }
}
