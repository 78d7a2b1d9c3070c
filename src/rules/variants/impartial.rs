//! The impartial form of a ruleset: either player may make either player's moves.
//!
//! Cram is that of Domineering, and impartial Clobber that of Clobber.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapters 4 and 15; Gardner, *Scientific American*, February 1974 (Cram).

use std::fmt::{self, Display};
use std::str::FromStr;

use hashbrown::HashMap;

use crate::Player;
use crate::board::Word;
use crate::hash::BuildMix;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::variants::spec_of;
use crate::rules::{
    AnyRuleset, BoardKind, CellKind, CellSpec, Domineering, MoveExample, Narrow, NarrowVisitor,
    OwnedSpec, PointingOrder, Position, Rank, Ruleset, RulesetSpec, Search, Short, SymmetryRule,
};

/// A position of the ruleset of `P` in which either player may make the moves of both players.
///
/// The values are nimbers, and a `NimberSolver` computes their nim values. Positions are
/// written as those of `P`.
///
/// # Decomposition
/// The components of `P` have its moves, whoever makes them, so they are the components here as well.
///
/// # Symmetry
/// Whose move a move was in `P` does not matter. So a position and its negative in `P` have the same moves, and the same value.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Clobber, Impartial, Position};
/// let position: Impartial<Clobber> = "xxo".parse()?;
/// for player in Player::BOTH {
///     let moves: Vec<String> = position.moves(player).map(|mv| mv.to_string()).collect();
///     assert_eq!(moves, ["b1-c1", "c1-b1"]);
/// }
/// assert_eq!(position.canonical_form().to_string(), "*2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Impartial<P>(
    /// The position in which each player has moves of their own.
    pub P,
);

/// A position of Cram, the impartial form of [`Domineering`]: either player places dominoes upright or lying.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::Cram;
/// assert_eq!(".../...".parse::<Cram>()?.canonical_form().to_string(), "*");
/// assert_eq!("......".parse::<Cram>()?.canonical_form().to_string(), "*3");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Cram<W = u64> = Impartial<Domineering<W>>;

/// A move of an [`Impartial`] position. It prints as the move that it is in the ruleset of `P`.
///
/// Where both players have that move in `P`, it is Left's. If Right's leads to another position, both are moves, and
/// Right's has `right:` before it.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Cram, Position};
/// let position: Cram = "../..".parse()?;
/// let moves: Vec<_> = position.moves(Player::Right).collect();
/// assert_eq!(moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["a1-a2", "b1-b2", "a2-b2", "a1-b1"]);
/// assert_eq!((moves[0].player(), moves[3].player()), (Player::Left, Player::Right));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ImpartialMove<M> {
    mv: M,
    player: Player,
    /// Whether the same move of Left leads to another position.
    marked: bool,
}

impl<M: Copy> ImpartialMove<M> {
    /// The move in the ruleset of `P`.
    pub fn inner(&self) -> M {
        self.mv
    }

    /// Whose move it is in the ruleset of `P`.
    pub fn player(&self) -> Player {
        self.player
    }
}

impl<M: Display> Display for ImpartialMove<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.marked { "right:" } else { "" }, self.mv)
    }
}

impl<P: Position> Impartial<P> {
    /// The moves of Right that are listed, each with the position that it leads to.
    fn moves_of_right(&self) -> impl Iterator<Item = (ImpartialMove<P::Move>, P)> {
        let left: HashMap<P::Move, usize, BuildMix> = self.0.moves(Player::Left).zip(0..).collect();
        let mut left_options: Vec<P> = Vec::new();
        let right = self.0.moves(Player::Right).zip(self.0.options(Player::Right));
        right.filter_map(move |(mv, option)| {
            let same_of_left = left.get(&mv);
            if let Some(&number) = same_of_left {
                if left_options.is_empty() {
                    left_options.extend(self.0.options(Player::Left));
                }
                if left_options[number] == option {
                    return None;
                }
            }
            let marked = same_of_left.is_some();
            Some((ImpartialMove { mv, player: Player::Right, marked }, option))
        })
    }
}

impl<P: Position> Position for Impartial<P> {
    type Move = ImpartialMove<P::Move>;

    fn term_of(&self, mv: Self::Move) -> Option<usize> {
        self.0.term_of(mv.inner())
    }

    /// The moves, the same for both players: those of Left in `P`, then those of Right.
    fn moves(&self, _: Player) -> impl Iterator<Item = Self::Move> {
        let left = self.0.moves(Player::Left);
        let left = left.map(|mv| ImpartialMove { mv, player: Player::Left, marked: false });
        left.chain(self.moves_of_right().map(|(mv, _)| mv))
    }

    fn play_unchecked(&mut self, _: Player, mv: Self::Move) {
        self.0.play_unchecked(mv.player, mv.mv);
    }

    fn options(&self, _: Player) -> impl Iterator<Item = Self> {
        let right = self.moves_of_right().map(|(_, option)| option);
        self.0.options(Player::Left).chain(right).map(Impartial)
    }
}

impl<P: Short> Short for Impartial<P> {
    const SEARCH: Search<Self> = Search {
        has_value: |position| P::SEARCH.has_value(&position.0),
        places: Some(|position| P::SEARCH.places(&position.0)),
        option_steps: |position| P::SEARCH.option_steps(&position.0),
        heap_bytes: |position| P::SEARCH.heap_bytes(&position.0),
        // Those of both players in `P`, also if both can move to one.
        left_options: |position, list| {
            let options = Player::BOTH.into_iter().flat_map(|player| position.0.options(player));
            list.extend(options.map(Impartial));
        },
        is_paired: |position| P::SEARCH.is_paired(&position.0),
        has_few_components: |position| (P::SEARCH.has_few_components)(&position.0),
        normal_form_has_moves: |position| {
            P::SEARCH.impartial_form.is_none() && P::SEARCH.normal_form_has_moves(&position.0)
        },
        ..Search::NONE
    };

    /// The position itself: both players have the same moves.
    fn negative(&self) -> Self {
        self.clone()
    }

    fn size(&self) -> u32 {
        self.0.size()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        self.0.components().map(Impartial)
    }

    /// That of `P`, negated or not, or another with the same moves.
    fn normalized(&self) -> (Self, bool) {
        let form = P::SEARCH.impartial_form;
        (Impartial(form.map_or_else(|| self.0.normalized().0, |form| form(&self.0))), false)
    }

    fn with_narrow<V: NarrowVisitor<Self>>(visitor: V) -> V::Output {
        P::with_narrow(NarrowImpartial(visitor))
    }
}

/// Visits the impartial form of the smaller type of `P`.
struct NarrowImpartial<V>(V);

impl<P: Short, V: NarrowVisitor<Impartial<P>>> NarrowVisitor<P> for NarrowImpartial<V> {
    type Output = V::Output;

    fn none(self) -> V::Output {
        self.0.none()
    }

    fn some<N: Short + Narrow<P>>(self) -> V::Output {
        self.0.some::<Impartial<N>>()
    }
}

impl<P: Short, N: Short + Narrow<P>> Narrow<Impartial<P>> for Impartial<N> {
    fn narrowed(position: &Impartial<P>) -> Option<Self> {
        N::narrowed(&position.0).map(Impartial)
    }

    fn widened(&self) -> Impartial<P> {
        Impartial(self.0.widened())
    }
}

impl<P: FromStr> FromStr for Impartial<P> {
    type Err = P::Err;

    fn from_str(text: &str) -> Result<Self, P::Err> {
        text.parse().map(Impartial)
    }
}

impl<P: Display> Display for Impartial<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl AnyRuleset {
    /// The impartial form of the ruleset; its name is `impartial-` and the name of the ruleset.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot::rules::AnyRuleset;
    /// let ruleset = AnyRuleset::named("konane").unwrap().impartial();
    /// assert_eq!([&ruleset.spec().name, &ruleset.spec().title], ["impartial-konane", "Impartial Konane"]);
    /// let nogo = AnyRuleset::named("nogo").unwrap().impartial();
    /// assert_eq!(nogo.start_position(3, 2).unwrap().to_string(), ".../...");
    /// let position = ruleset.read("xo..")?;
    /// assert_eq!(Analyzer::new().canonical_form(&position)?.to_string(), "*");
    /// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    #[must_use]
    pub fn impartial(&self) -> AnyRuleset {
        let rule = "Either player may make the moves of both players.";
        let about = "either player makes the moves of both";
        let spec = OwnedSpec { dicot: true, ..spec_of(self.spec(), "Impartial", about, rule) };
        self.variant(spec, Impartial)
    }
}

impl<W: Word> Ruleset for Impartial<Domineering<W>> {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        aliases: &["impartial-domineering"],
        title: "Cram",
        about: "cover two free cells with a domino, upright or lying: Domineering with the same moves for both",
        how_to_play: &[
            "Cover two free cells that touch with a domino, upright or lying. Both players have the same \
                moves.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, ".../...", "a1-a2", "#../#.."),
            MoveExample::new(Player::Left, ".../...", "a2-b2", "##./..."),
        ],
        board: BoardKind::Rectangle,
        cells: &[
            CellSpec::new('.', "free", CellKind::Empty),
            CellSpec::new('#', "covered", CellKind::Blocked),
        ],
        symmetry: SymmetryRule::All,
        rank: Rank::EmptyCells,
        dicot: true,
        max_size: Some(90),
        sizes: &[(4, 4), (5, 5), (7, 6)],
        positions: &[("2 by 3, a star", ".../..."), ("a row of six, star three", "......")],
        pointing: PointingOrder::EitherOrder,
        hints: &["the two cells of a domino", "the other cell of the domino"],
        ..RulesetSpec::new("cram")
    };

    /// The board without dominoes.
    fn start_position(width: u8, height: u8) -> Option<Self> {
        Domineering::start_position(width, height).map(Impartial)
    }
}
