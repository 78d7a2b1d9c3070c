//! The objects of a ruleset that is a type.

use std::any::{Any, TypeId};
use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;
use std::sync::Arc;

use dicot::analysis::Analyzer;
use dicot::board::U448;
use dicot::rules::{
    AnyPosition, AnyRuleset, KonaneGame, NarrowVisitor, OwnedSpec, Rank, Ruleset, Short,
    konane::{AnyStone, CornerOrCentre, DarkCornerOrCentre, KonanePhase, Opening},
};
use dicot::solver::{Solver, Sum};
use dicot::{Calculation, Player, Store};
use dicot_loopy::{Exploration, OnProgress, OptionGraph};

use super::analyzer::TypedAnalyzer;
use super::{
    AnalyzerObject, ComponentsObject, MoveCells, PositionObject, RulesId, RulesetObject,
    ValuedPosition, ValuedRuleset, components,
};
#[cfg(feature = "bots")]
use super::{MakeBot, bot_object};
#[cfg(feature = "bots")]
use crate::bots::{self, UnknownBot};
use crate::failure::Failure;
use crate::loopy::has_loopy_values;
use crate::moves::LegalMove;
use crate::position::{AnyError, read};

/// The object of a ruleset whose positions have values.
///
/// # Examples
/// ```
/// use dicot::rules::Kayles;
/// use dicot_answers::object::ruleset_object;
/// assert_eq!(ruleset_object::<Kayles>().spec().name, "kayles");
/// ```
pub fn ruleset_object<P: Short + Ruleset>() -> Arc<dyn RulesetObject> {
    Arc::new(TypedRuleset::<P, Valued> {
        any: None,
        read: |_, text| Ok(text.parse()?),
        start: |_, width, height| P::start_position(width, height),
        register: |_, solver| solver.with_ruleset::<P>(),
        kind: PhantomData,
    })
}

/// The object of a ruleset that was chosen or made at run time.
///
/// # Examples
/// ```
/// use dicot::rules::AnyRuleset;
/// use dicot_answers::object::any_ruleset_object;
/// let kayles = any_ruleset_object(AnyRuleset::named("kayles").unwrap());
/// assert_eq!(kayles.read("3+1")?.moves(dicot::Player::Left).len(), 4);
/// # Ok::<_, dicot_answers::Failure>(())
/// ```
pub fn any_ruleset_object(ruleset: AnyRuleset) -> Arc<dyn RulesetObject> {
    fn any(ruleset: &Option<AnyRuleset>) -> &AnyRuleset {
        ruleset.as_ref().expect("an object of any ruleset has it")
    }
    Arc::new(TypedRuleset::<AnyPosition, Valued> {
        any: Some(ruleset),
        read: |ruleset, text| any(ruleset).read(text),
        start: |ruleset, width, height| any(ruleset).start_position(width, height),
        register: |ruleset, solver| solver.with_any_ruleset(any(ruleset)),
        kind: PhantomData,
    })
}

/// The object of a ruleset whose positions have no canonical forms: play need not end, or they are those of a match.
pub fn ruleset_object_without_values<P: Ruleset>() -> Arc<dyn RulesetObject> {
    Arc::new(TypedRuleset::<P, MovesOnly> {
        any: None,
        read: |_, text| Ok(text.parse()?),
        start: |_, width, height| P::start_position(width, height),
        register: |_, solver| solver,
        kind: PhantomData,
    })
}

/// What differs between rulesets with and without values.
pub(super) trait Kind<P: Ruleset>: Sized + 'static {
    fn valued_ruleset(ruleset: &TypedRuleset<P, Self>) -> Option<Arc<dyn ValuedRuleset>>;
    fn valued_position(position: &Typed<P, Self>) -> Option<&dyn ValuedPosition>;
    /// Explores positions where play need not end.
    fn explore(
        ruleset: &TypedRuleset<P, Self>,
        roots: &mut dyn Iterator<Item = P>,
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Option<Exploration>;
    /// Makes the sum that is left to play, or is `None` if positions do not have one.
    fn sum_of() -> Option<SumOf<P>>;
}

/// Makes the sum that is left to play, unless the next move is one of the opening of a match.
pub(super) type SumOf<P> = fn(&P) -> Option<Sum>;

/// The sums of Konane matches after the opening; `None` if `P` is another type. It uses `Any`, because `MovesOnly` has no
/// `Short` bound.
fn konane_sum<P: Ruleset, O: Opening>() -> Option<SumOf<P>> {
    let sum: SumOf<KonaneGame<O, U448>> =
        |game| (game.phase() == KonanePhase::Jumps).then(|| Sum::from(game.position));
    (&sum as &dyn Any).downcast_ref().copied()
}

/// The kind of rulesets whose positions have values.
pub(super) struct Valued;

/// The kind of rulesets whose positions do not have values.
struct MovesOnly;

/// A ruleset: that of a type, or one of those that [`AnyPosition`] can be of.
pub(super) struct TypedRuleset<P: 'static, K> {
    /// The ruleset if it was chosen or made at run time.
    any: Option<AnyRuleset>,
    read: fn(&Option<AnyRuleset>, &str) -> Result<P, AnyError>,
    start: fn(&Option<AnyRuleset>, u8, u8) -> Option<P>,
    /// Registers it with a solver.
    register: fn(&Option<AnyRuleset>, Solver) -> Solver,
    kind: PhantomData<fn() -> K>,
}

impl<P, K> Clone for TypedRuleset<P, K> {
    fn clone(&self) -> Self {
        TypedRuleset { any: self.any.clone(), ..*self }
    }
}

/// A position.
pub(super) struct Typed<P: 'static, K: 'static> {
    position: P,
    ruleset: TypedRuleset<P, K>,
}

impl<P: Short + Ruleset> Kind<P> for Valued {
    fn valued_ruleset(ruleset: &TypedRuleset<P, Self>) -> Option<Arc<dyn ValuedRuleset>> {
        Some(Arc::new(ruleset.clone()))
    }

    fn valued_position(position: &Typed<P, Self>) -> Option<&dyn ValuedPosition> {
        Some(position)
    }

    fn explore(
        _: &TypedRuleset<P, Self>,
        _: &mut dyn Iterator<Item = P>,
        _: &mut Calculation<'_>,
        _: OnProgress<'_>,
    ) -> Option<Exploration> {
        None
    }

    fn sum_of() -> Option<SumOf<P>> {
        Some(|position| Some(Sum::from(position.clone())))
    }
}

impl<P: Ruleset> Kind<P> for MovesOnly {
    fn valued_ruleset(_: &TypedRuleset<P, Self>) -> Option<Arc<dyn ValuedRuleset>> {
        None
    }

    fn valued_position(_: &Typed<P, Self>) -> Option<&dyn ValuedPosition> {
        None
    }

    fn explore(
        ruleset: &TypedRuleset<P, Self>,
        roots: &mut dyn Iterator<Item = P>,
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Option<Exploration> {
        // Known to the compiler, so that matches of Konane, whose play ends, have no code for it.
        if const { matches!(P::SPEC.rank, Rank::Nothing) } && has_loopy_values(ruleset) {
            Some(OptionGraph::of_each(roots, calculation, on_progress))
        } else {
            None
        }
    }

    fn sum_of() -> Option<SumOf<P>> {
        konane_sum::<P, CornerOrCentre>()
            .or_else(konane_sum::<P, AnyStone>)
            .or_else(konane_sum::<P, DarkCornerOrCentre>)
    }
}

impl<P: Ruleset, K: Kind<P>> TypedRuleset<P, K> {
    fn boxed(&self, position: P) -> Box<dyn PositionObject> {
        Box::new(Typed { position, ruleset: self.clone() })
    }

    /// Reads a position, or a size such as `2x3`, which is the position to begin with on a board of two rows.
    pub(super) fn read(&self, text: &str) -> Result<P, Failure> {
        read(text, self.spec().board, |text| (self.read)(&self.any, text)).or_else(|failure| {
            let (rows, columns) = size(text).ok_or(failure)?;
            (self.start)(&self.any, columns, rows).ok_or_else(|| {
                let name = &self.spec().name;
                Failure::new(format!("{name} does not have a start position of {rows}x{columns}"))
            })
        })
    }
}

/// Reads the rows and columns of a size such as `2x3`.
fn size(text: &str) -> Option<(u8, u8)> {
    let (rows, columns) = text.trim().split_once(['x', 'X', '×'])?;
    let number =
        |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    Some((number(rows)?, number(columns)?))
}

impl<P: Ruleset, K: Kind<P>> RulesetObject for TypedRuleset<P, K> {
    fn shared(&self) -> Arc<dyn RulesetObject> {
        Arc::new(self.clone())
    }

    fn spec(&self) -> &OwnedSpec {
        self.any.as_ref().map_or_else(|| P::SPEC.owned(), AnyRuleset::spec)
    }

    fn rules(&self) -> RulesId {
        RulesId { positions: TypeId::of::<P>(), any: self.any.clone() }
    }

    fn read(&self, text: &str) -> Result<Box<dyn PositionObject>, Failure> {
        TypedRuleset::read(self, text).map(|position| self.boxed(position))
    }

    #[cfg(feature = "bots")]
    fn bots(&self) -> Vec<&'static str> {
        bots::names::<P>()
    }

    #[cfg(feature = "bots")]
    fn bot_titles(&self) -> Vec<&'static str> {
        bots::titles::<P>()
    }

    #[cfg(feature = "bots")]
    fn bot(&self, name: &str) -> Result<MakeBot, UnknownBot> {
        let make = bots::maker::<P>(name)
            .map_err(|error| UnknownBot { rules: self.spec().name.clone(), ..error })?;
        Ok(Box::new(move |seed| bot_object(make(seed))))
    }

    fn has_sums(&self) -> bool {
        K::sum_of().is_some()
    }

    fn start_position(&self, width: u8, height: u8) -> Option<Box<dyn PositionObject>> {
        (self.start)(&self.any, width, height).map(|position| self.boxed(position))
    }

    fn valued(&self) -> Option<Arc<dyn ValuedRuleset>> {
        K::valued_ruleset(self)
    }
}

impl<P: Short + Ruleset> ValuedRuleset for TypedRuleset<P, Valued> {
    fn analyzer(&self, store: Store) -> Box<dyn AnalyzerObject> {
        Box::new(TypedAnalyzer { analyzer: Analyzer::<P>::in_store(store), ruleset: self.clone() })
    }

    fn components_of(
        &self,
        positions: &mut dyn Iterator<Item = &str>,
    ) -> Result<ComponentsObject, Failure> {
        components::components(self, positions)
    }

    fn with_ruleset(&self, solver: Solver) -> Solver {
        (self.register)(&self.any, solver)
    }
}

/// Calls a function with each move of a player. Compiled once for each type of positions, and not where it is called.
#[inline(never)]
fn each_move<P: Ruleset>(position: &P, player: Player, visit: &mut dyn FnMut(P::Move)) {
    for mv in position.moves(player) {
        visit(mv);
    }
}

/// Calls a function with each move of a player and the position after it. The options of some types are made all at once.
#[inline(never)]
fn each_option<P: Ruleset>(position: &P, player: Player, visit: &mut dyn FnMut(P::Move, P)) {
    for (mv, option) in position.moves(player).zip(position.options(player)) {
        visit(mv, option);
    }
}

/// A position with a value as an object.
pub(super) fn boxed<P: Short + Ruleset>(
    position: P,
    ruleset: &TypedRuleset<P, Valued>,
) -> Box<dyn PositionObject> {
    ruleset.boxed(position)
}

/// The position of an object.
///
/// # Panics
/// If the object is a position of another ruleset.
pub(super) fn typed<P: Ruleset>(position: &dyn PositionObject) -> &P {
    position.as_any().downcast_ref().unwrap_or_else(|| {
        let found = &position.ruleset().spec().name;
        panic!("expected a position of {}, found one of {found}", P::SPEC.name)
    })
}

impl<P: Ruleset, K: Kind<P>> PositionObject for Typed<P, K> {
    fn as_any(&self) -> &dyn Any {
        &self.position
    }

    fn ruleset(&self) -> &dyn RulesetObject {
        &self.ruleset
    }

    fn boxed(&self) -> Box<dyn PositionObject> {
        self.ruleset.boxed(self.position.clone())
    }

    fn starters(&self) -> &'static [Player] {
        self.position.starters()
    }

    fn moves(&self, player: Player) -> Vec<String> {
        let mut moves = Vec::new();
        each_move(&self.position, player, &mut |mv| moves.push(mv.to_string()));
        moves
    }

    fn moves_with_cells(&self, player: Player) -> Vec<MoveCells> {
        let mut moves = Vec::new();
        each_move(&self.position, player, &mut |mv| moves.push(MoveCells::of(&mv)));
        moves
    }

    fn options(&self, player: Player) -> Vec<Box<dyn PositionObject>> {
        let mut options = Vec::new();
        each_option(&self.position, player, &mut |_, option| {
            options.push(self.ruleset.boxed(option));
        });
        options
    }

    fn has_more_moves(&self, player: Player, count: usize) -> bool {
        self.position.moves(player).nth(count).is_some()
    }

    fn legal_moves(&self, player: Player) -> Vec<LegalMove> {
        let mut moves = Vec::new();
        each_option(&self.position, player, &mut |mv, option| {
            moves.push(LegalMove { mv: mv.to_string(), position: option.to_string() });
        });
        moves
    }

    fn read_move(&self, text: &str) -> Result<String, Failure> {
        self.parse_move(text).map(|mv| mv.to_string())
    }

    fn move_cells(&self, mv: &str) -> Result<MoveCells, Failure> {
        self.parse_move(mv).map(|mv| MoveCells::of(&mv))
    }

    fn why_illegal(&self, player: Player, mv: &str) -> String {
        match self.position.read_move(mv) {
            Ok(mv) => {
                self.position.broken_rule(player, mv).unwrap_or("the move is legal").to_owned()
            }
            Err(error) => error.reason.to_owned(),
        }
    }

    fn is_legal(&self, player: Player, mv: &str) -> Result<bool, Failure> {
        self.parse_move(mv).map(|mv| self.position.is_legal(player, mv))
    }

    fn play(&self, player: Player, mv: &str) -> Result<Box<dyn PositionObject>, Failure> {
        let after = self.position.clone().play(player, self.parse_move(mv)?);
        after
            .map(|after| self.ruleset.boxed(after))
            .map_err(|error| Failure::new(error.to_string()))
    }

    #[cfg(not(target_family = "wasm"))]
    fn perft(
        &self,
        starters: &[Player],
        depth: u8,
        limits: &dicot::Limits,
    ) -> Result<u64, Failure> {
        super::perft::count(&self.position, starters, depth, limits)
    }

    fn sum(&self) -> Option<Sum> {
        K::sum_of()?(&self.position)
    }

    fn explore(
        &self,
        others: &[&dyn PositionObject],
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Option<Exploration> {
        let others = others.iter().map(|&other| typed::<P>(other).clone());
        let mut roots = std::iter::once(self.position.clone()).chain(others);
        K::explore(&self.ruleset, &mut roots, calculation, on_progress)
    }

    fn valued(&self) -> Option<&dyn ValuedPosition> {
        K::valued_position(self)
    }
}

impl<P: Ruleset, K> Typed<P, K> {
    fn parse_move(&self, text: &str) -> Result<P::Move, Failure> {
        self.position.read_move(text).map_err(|error| Failure::new(error.to_string()))
    }
}

impl<P: Short + Ruleset> ValuedPosition for Typed<P, Valued> {
    fn valued_ruleset(&self) -> &dyn ValuedRuleset {
        &self.ruleset
    }

    fn components(&self) -> Vec<Box<dyn ValuedPosition>> {
        let boxed = |position| {
            Box::new(Typed { position, ruleset: self.ruleset.clone() }) as Box<dyn ValuedPosition>
        };
        self.position.components().map(boxed).collect()
    }

    fn negative(&self) -> Box<dyn PositionObject> {
        self.ruleset.boxed(self.position.negative())
    }

    fn component_text(&self) -> (String, bool) {
        let (normalized, negated) = self.position.normalized();
        let (text, again) = P::with_narrow(ComponentText(&normalized));
        (text, negated ^ again)
    }

    fn size(&self) -> u32 {
        self.position.size()
    }

    fn add_to(&self, sum: Sum) -> Sum {
        sum + self.position.clone()
    }
}

impl<P: Display + 'static, K> Display for Typed<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.position, f)
    }
}

impl<P: Debug + 'static, K> Debug for Typed<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.position, f)
    }
}

/// The text of a normalized position; small ones are normalized by their small type.
struct ComponentText<'p, P>(&'p P);

impl<P: Short> NarrowVisitor<P> for ComponentText<'_, P> {
    type Output = (String, bool);

    fn none(self) -> (String, bool) {
        (self.0.to_string(), false)
    }

    fn some<N: Short>(self, narrow: fn(&P) -> Option<N>) -> (String, bool) {
        match narrow(self.0) {
            Some(position) => {
                let (normalized, negated) = position.normalized();
                (normalized.to_string(), negated)
            }
            None => self.none(),
        }
    }
}
