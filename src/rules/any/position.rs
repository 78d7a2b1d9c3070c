//! Positions of any ruleset, behind a pointer.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::more::{self, More};
use super::unvalued::Unvalued;
use super::{AnyBoard, AnyError, AnyMove, AnyRuleset};
use crate::Player;
use crate::board::Cell;
use crate::rules::{
    Endgame, Narrow, NarrowVisitor, OwnedSpec, ParseMoveError, Position, Ruleset, RulesetSpec,
    Search, Short, split_into,
};

/// A position of some type, in [`Held`].
pub(super) trait Inner: Any + Display + Send + Sync + More {
    fn moves(&self, player: Player) -> Vec<AnyMove>;
    fn move_count(&self, player: Player) -> u64;
    /// Calls a function with the positions after the [`moves`](Inner::moves), in the same order, while it returns true.
    fn each_option(&self, player: Player, visit: &mut dyn FnMut(Arc<dyn Inner>) -> bool);
    fn negative(&self) -> Arc<dyn Inner>;
    fn size(&self) -> u32;
    fn bounds(&self, player: Player) -> Option<[i16; 2]>;
    fn mean(&self) -> Option<i16>;
    fn hints(&self) -> Option<[i16; 2]>;
    fn endgame(&self, player: Player) -> Option<Endgame>;
    fn components(&self) -> Vec<Arc<dyn Inner>>;
    fn places(&self) -> Option<Vec<Vec<Cell>>>;
    fn normalized(&self) -> (Arc<dyn Inner>, bool);
    fn option_steps(&self) -> usize;
    /// The bytes behind the pointer.
    fn bytes(&self) -> usize;
    fn has_value(&self) -> bool;
    fn is_impartial(&self) -> bool;
    fn is_paired(&self) -> bool;
    fn has_few_components(&self) -> bool;
    fn normal_form_has_moves(&self) -> bool;
    fn is_same(&self, other: &dyn Inner) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

/// Puts a position behind a pointer, in the smaller type of its ruleset if it fits.
pub(super) fn smallest<P: Short>(position: P) -> Arc<dyn Inner> {
    P::with_narrow(Smallest(position))
}

struct Smallest<P>(P);

impl<P: Short> NarrowVisitor<P> for Smallest<P> {
    type Output = Arc<dyn Inner>;

    fn none(self) -> Self::Output {
        Arc::new(Held(self.0))
    }

    fn some<N: Short + Narrow<P>>(self) -> Self::Output {
        match N::narrowed(&self.0) {
            Some(position) => Arc::new(Held(position)),
            None => Arc::new(Held(self.0)),
        }
    }
}

/// A position in that type, if that is the smaller or the larger one of its ruleset.
pub(super) fn in_type<P: Short>(position: &dyn Any) -> Option<P> {
    let held = position.downcast_ref().map(|Held(position): &Held<P>| position.clone());
    held.or_else(|| P::with_narrow(Widen(position)))
}

/// The position in the larger type, if it is held in the smaller one.
struct Widen<'p>(&'p dyn Any);

impl<P: Short> NarrowVisitor<P> for Widen<'_> {
    type Output = Option<P>;

    fn none(self) -> Option<P> {
        None
    }

    fn some<N: Short + Narrow<P>>(self) -> Option<P> {
        self.0.downcast_ref().map(|Held(position): &Held<N>| position.widened())
    }
}

/// A position of a type.
pub(super) struct Held<P>(pub(super) P);

impl<P: Short> Held<P> {
    /// Calls a function with the moves of a player while it returns true. Compiled once, and not in each of its callers.
    #[inline(never)]
    pub(super) fn each_move(&self, player: Player, visit: &mut dyn FnMut(P::Move) -> bool) {
        for mv in self.0.moves(player) {
            if !visit(mv) {
                break;
            }
        }
    }

    /// The position after a move. Compiled once, and not in each of its callers.
    #[inline(never)]
    pub(super) fn after(&self, player: Player, mv: P::Move) -> Arc<dyn Inner> {
        let mut option = self.0.clone();
        option.play_unchecked(player, mv);
        smallest(option)
    }
}

impl<P: Short> Inner for Held<P> {
    fn moves(&self, player: Player) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        self.each_move(player, &mut |mv| {
            moves.push(AnyMove::of(&self.0, mv, u32::try_from(moves.len()).ok()));
            true
        });
        moves
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.move_count(player)
    }

    fn each_option(&self, player: Player, visit: &mut dyn FnMut(Arc<dyn Inner>) -> bool) {
        // In a browser the code for each ruleset is smaller.
        if cfg!(target_os = "unknown") {
            self.each_move(player, &mut |mv| visit(self.after(player, mv)));
        } else {
            _ = self.0.options(player).map(smallest).all(visit);
        }
    }

    fn negative(&self) -> Arc<dyn Inner> {
        smallest(self.0.negative())
    }

    fn size(&self) -> u32 {
        self.0.size()
    }

    fn bounds(&self, player: Player) -> Option<[i16; 2]> {
        P::SEARCH.bounds(&self.0, player)
    }

    fn mean(&self) -> Option<i16> {
        P::SEARCH.mean(&self.0)
    }

    fn hints(&self) -> Option<[i16; 2]> {
        P::SEARCH.hints(&self.0)
    }

    fn endgame(&self, player: Player) -> Option<Endgame> {
        P::SEARCH.endgame?(&self.0, player)
    }

    fn components(&self) -> Vec<Arc<dyn Inner>> {
        self.0.components().map(smallest).collect()
    }

    fn places(&self) -> Option<Vec<Vec<Cell>>> {
        P::SEARCH.places(&self.0)
    }

    fn normalized(&self) -> (Arc<dyn Inner>, bool) {
        let (position, negated) = self.0.normalized();
        (smallest(position), negated)
    }

    fn option_steps(&self) -> usize {
        P::SEARCH.option_steps(&self.0)
    }

    fn bytes(&self) -> usize {
        // An `Arc` has two counters.
        size_of::<Self>() + 2 * size_of::<usize>() + P::SEARCH.heap_bytes(&self.0)
    }

    fn has_value(&self) -> bool {
        P::SEARCH.has_value(&self.0)
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn is_paired(&self) -> bool {
        P::SEARCH.is_paired(&self.0)
    }

    fn has_few_components(&self) -> bool {
        (P::SEARCH.has_few_components)(&self.0)
    }

    fn normal_form_has_moves(&self) -> bool {
        P::SEARCH.normal_form_has_moves(&self.0)
    }

    fn is_same(&self, other: &dyn Inner) -> bool {
        (other as &dyn Any).downcast_ref().is_some_and(|Held(other): &Held<P>| *other == self.0)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.0.hash(&mut state);
    }
}

impl<P: Short> Display for Held<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// A position of a ruleset that was chosen at run time: one type for all rulesets.
///
/// Analyzers and solvers take all of them; one without a short value ([`AnyPosition::has_value`]) is an error there. Its components are
/// itself, and so is its negative.
///
/// Code that is generic over positions is compiled once for it. Positions are behind a pointer, so the type of a single
/// ruleset is faster; `benches/RESULTS.md` has the factor.
///
/// It prints as its ruleset prints it; the text that is read has the name of a ruleset of the library before it.
///
/// # Examples
/// ```
/// use dicot::rules::{AnyPosition, Ruleset, Short};
/// let position: AnyPosition = "clobber:xo.x".parse()?;
/// assert_eq!([&position.spec().title, &position.to_string()], ["Clobber", "xo.x"]);
/// assert_eq!(position.negative().to_string(), "ox.o");
/// assert_eq!(position.read_position("xxo")?.components().count(), 1);
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone)]
pub struct AnyPosition {
    pub(super) inner: Arc<dyn Inner>,
    pub(super) ruleset: AnyRuleset,
}

impl AnyPosition {
    /// The position of a type; an `AnyPosition` stays as it is.
    pub fn new<P: Short + Ruleset>(position: P) -> AnyPosition {
        if let Some(position) = (&position as &dyn Any).downcast_ref::<AnyPosition>() {
            return position.clone();
        }
        AnyRuleset::of::<P>().position(smallest(position))
    }

    /// The ruleset of the position.
    pub fn ruleset(&self) -> &AnyRuleset {
        &self.ruleset
    }

    /// The position in its type, the smaller one if it has one; `None` if that is another type.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::{AnyRuleset, Combo};
    /// let position = AnyRuleset::named("combo").unwrap().read("w1,./b1,.")?;
    /// assert_eq!(position.downcast(), Some(&"w1,./b1,.".parse::<Combo>()?));
    /// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn downcast<P: Position + 'static>(&self) -> Option<&P> {
        let inner: &dyn Any = &*self.inner;
        let valued = inner.downcast_ref().map(|Held(position)| position);
        valued.or_else(|| inner.downcast_ref().map(|Held(Unvalued(position))| position))
    }

    /// The position in a type of its ruleset, the smaller or the larger one; `None` if that is another type.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::{AnyPosition, Clobber448};
    /// let position: AnyPosition = "clobber:xo.x".parse()?;
    /// assert!(position.downcast::<Clobber448>().is_none());
    /// assert_eq!(position.to_type(), Some("xo.x".parse::<Clobber448>()?));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_type<P: Short>(&self) -> Option<P> {
        let own = (self as &dyn Any).downcast_ref().cloned();
        own.or_else(|| in_type(&*self.inner))
    }

    /// Whether the position has a short value: see [`AnyRuleset::has_values`].
    pub fn has_value(&self) -> bool {
        self.inner.has_value()
    }

    /// What the position is played on, as data.
    pub fn board(&self) -> AnyBoard {
        AnyBoard::of(&self.to_string(), self.spec())
    }

    /// The cells of each of the [components](Short::components), in their order, where the ruleset knows them: on boards.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::Cell;
    /// use dicot::rules::AnyPosition;
    /// let position: AnyPosition = "clobber:xo./..x".parse()?;
    /// let cells = [0, 1].map(|col| Cell { row: 0, col });
    /// assert_eq!(position.places(), Some(vec![cells.to_vec()]));
    /// # Ok::<_, dicot::rules::ParseAnyError>(())
    /// ```
    pub fn places(&self) -> Option<Vec<Vec<Cell>>> {
        self.inner.places()
    }

    /// Calls a function with each of a player's moves, in the order of [`moves`](Position::moves). Those that have [cells](AnyMove::cells) come
    /// without a text, which takes most of the time of a move. [`nth_option`](AnyPosition::nth_option) has an example.
    pub fn each_touch(&self, player: Player, visit: &mut dyn FnMut(&AnyMove)) {
        more::each_touch(&*self.inner, player, visit);
    }

    /// The position after a player's move by its number, from 0, in the order of [`moves`](Position::moves); `None` if there is none of that number.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::{AnyPosition, Position};
    /// let position: AnyPosition = "domineering:../..".parse()?;
    /// let mut columns = Vec::new();
    /// position.each_touch(Player::Left, &mut |mv| columns.push(mv.cells()[0].unwrap().col));
    /// assert_eq!(columns, [0, 1]);
    /// assert_eq!(position.nth_option(Player::Left, 1).unwrap().to_string(), ".#/.#");
    /// assert_eq!(position.nth_option(Player::Left, 2), None);
    /// # Ok::<_, dicot::rules::ParseAnyError>(())
    /// ```
    pub fn nth_option(&self, player: Player, number: u32) -> Option<AnyPosition> {
        more::nth_option(&*self.inner, player, number).map(|inner| self.with(inner))
    }

    pub(super) fn with(&self, inner: Arc<dyn Inner>) -> AnyPosition {
        self.ruleset.position(inner)
    }
}

impl PartialEq for AnyPosition {
    fn eq(&self, other: &AnyPosition) -> bool {
        self.ruleset == other.ruleset && self.inner.is_same(&*other.inner)
    }
}

impl Eq for AnyPosition {}

impl Hash for AnyPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash_into(state);
    }
}

impl Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.inner, f)
    }
}

/// Shows the name of the ruleset and the text of the position.
impl Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", self.spec().name)
    }
}

impl Position for AnyPosition {
    type Move = AnyMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = AnyMove> {
        self.inner.moves(player).into_iter()
    }

    fn play_unchecked(&mut self, player: Player, mv: AnyMove) {
        let option = |number| more::option(&*self.inner, player, number, &mv);
        let option = mv.number.and_then(option).or_else(|| {
            // It was read, or another position listed it, or this one for the other player.
            let moves = self.inner.moves(player);
            moves.iter().find(|legal| **legal == mv)?.number.and_then(option)
        });
        if let Some(option) = option {
            self.inner = option;
        }
    }

    fn broken_rule(&self, player: Player, mv: AnyMove) -> Option<&'static str> {
        self.ruleset.rules().broken_rule(&*self.inner, player, mv.text())
    }

    fn term_of(&self, mv: AnyMove) -> Option<usize> {
        mv.term()
    }

    fn options(&self, player: Player) -> impl Iterator<Item = AnyPosition> {
        let mut options = Vec::new();
        self.inner.each_option(player, &mut |inner| {
            options.push(self.with(inner));
            true
        });
        options.into_iter()
    }

    fn move_count(&self, player: Player) -> u64 {
        self.inner.move_count(player)
    }

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        more::line_count(self, player, depth)
    }
}

impl Short for AnyPosition {
    /// What the rulesets know, each line of it: with all, the search of a sum is that of its types.
    const SEARCH: Search<AnyPosition> = Search {
        has_value: |position| position.inner.has_value(),
        places: Some(AnyPosition::places),
        packed: None, // positions of two rulesets may have the same word
        option_steps: |position| position.inner.option_steps(),
        heap_bytes: |position| position.inner.bytes(),
        bounds: Some(|position, player| position.inner.bounds(player)),
        lower_bound: more::LOWER_BOUND,
        mean: Some(|position| position.inner.mean()),
        hints: Some(|position| position.inner.hints()),
        endgame: Some(|position, player| position.inner.endgame(player)),
        left_options: more::left_options,
        is_paired: |position| position.inner.is_paired(),
        has_few_components: |position| position.inner.has_few_components(),
        normal_form_has_moves: |position| position.inner.normal_form_has_moves(),
        impartial_form: more::IMPARTIAL_FORM,
    };

    fn negative(&self) -> AnyPosition {
        self.with(self.inner.negative())
    }

    fn size(&self) -> u32 {
        self.inner.size()
    }

    fn is_impartial(&self) -> bool {
        self.inner.is_impartial()
    }

    fn components(&self) -> impl Iterator<Item = AnyPosition> {
        self.inner.components().into_iter().map(|inner| self.with(inner))
    }

    fn normalized(&self) -> (AnyPosition, bool) {
        let (inner, negated) = self.inner.normalized();
        (self.with(inner), negated)
    }

    /// One option after the other: all of a large graph take megabytes.
    fn split_options_into<E>(
        &self,
        player: Player,
        list: &mut Vec<(Self, bool)>,
        mut option_ends: impl FnMut(&mut Vec<(Self, bool)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut result = Ok(());
        self.inner.each_option(player, &mut |inner| {
            split_into(&self.with(inner), list);
            result = option_ends(list);
            result.is_ok()
        });
        result
    }
}

impl Ruleset for AnyPosition {
    /// The description of no ruleset: see [`spec`](Ruleset::spec).
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Any ruleset",
        about: "positions of any ruleset",
        written: "the name of a ruleset, a colon, and the text of the position",
        ..RulesetSpec::new("any")
    };

    fn spec(&self) -> &OwnedSpec {
        self.ruleset.spec()
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, AnyError> {
        self.ruleset.read(text)
    }

    fn starters(&self) -> &'static [Player] {
        self.ruleset.rules().starters(&*self.inner)
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, ParseMoveError> {
        self.ruleset.rules().read_move(&*self.inner, text)
    }
}
