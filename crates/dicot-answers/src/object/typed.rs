//! The objects of a ruleset that is a type.

use std::any::Any;
use std::fmt::{self, Debug, Display};
use std::marker::PhantomData;

use dicot::analysis::Analyzer;
use dicot::board::U448;
use dicot::rules::{
    AnyStone, CornerOrCentre, DarkCornerOrCentre, KonaneGame, KonanePhase, NarrowVisitor, Opening,
    Ruleset, RulesetSpec, Short,
};
use dicot::solver::{Solver, Sum};
use dicot::{Instant, Player, Store};

use super::{
    AnalyzerObject, ComponentsObject, MoveCells, PositionObject, RulesetObject, ValuedPosition,
    ValuedRuleset, components, perft,
};
#[cfg(feature = "bots")]
use super::{MakeBot, bot_object};
#[cfg(feature = "bots")]
use crate::bots::{self, UnknownBot};
use crate::failure::Failure;
use crate::moves::LegalMove;
use crate::position::read;

/// The object of a ruleset whose positions have values.
///
/// # Examples
/// ```
/// use dicot::rules::Kayles;
/// use dicot_answers::object::ruleset_object;
/// assert_eq!(ruleset_object::<Kayles>().spec().name, "kayles");
/// ```
pub fn ruleset_object<P: Short + Ruleset>() -> &'static dyn RulesetObject {
    Values::ruleset::<P>()
}

/// The object of a ruleset whose positions have no values: play need not end, or they are those of a match.
pub fn ruleset_object_without_values<P: Ruleset>() -> &'static dyn RulesetObject {
    <MovesOnly as Kind<P>>::ruleset()
}

/// What differs between rulesets with and without values.
trait Kind<P: Ruleset>: Sized + 'static {
    fn ruleset() -> &'static dyn RulesetObject;
    fn valued_ruleset() -> Option<&'static dyn ValuedRuleset>;
    fn valued_position(position: &Typed<P, Self>) -> Option<&dyn ValuedPosition>;
    /// Makes the sum that is left to play, or is `None` if positions do not have one.
    fn sum_of() -> Option<SumOf<P>>;
}

/// Makes the sum that is left to play, unless the next move is one of the opening of a match.
type SumOf<P> = fn(&P) -> Option<Sum>;

/// The sums of Konane matches after the opening; `None` if `P` is another type. It uses `Any`, because `MovesOnly` has no
/// `Short` bound.
fn konane_sum<P: Ruleset, O: Opening>() -> Option<SumOf<P>> {
    let sum: SumOf<KonaneGame<O, U448>> =
        |game| (game.phase() == KonanePhase::Jumps).then(|| Sum::from(game.position));
    (&sum as &dyn Any).downcast_ref().copied()
}

/// The kind of rulesets whose positions have values.
struct Values;

/// The kind of rulesets whose positions do not have values.
struct MovesOnly;

/// A ruleset.
struct TypedRuleset<P, K>(PhantomData<fn() -> (P, K)>);

/// A position.
struct Typed<P, K>(P, PhantomData<fn() -> K>);

impl Values {
    fn ruleset<P: Short + Ruleset>() -> &'static TypedRuleset<P, Values> {
        &TypedRuleset(PhantomData)
    }
}

impl<P: Short + Ruleset> Kind<P> for Values {
    fn ruleset() -> &'static dyn RulesetObject {
        Values::ruleset::<P>()
    }

    fn valued_ruleset() -> Option<&'static dyn ValuedRuleset> {
        Some(Values::ruleset::<P>())
    }

    fn valued_position(position: &Typed<P, Self>) -> Option<&dyn ValuedPosition> {
        Some(position)
    }

    fn sum_of() -> Option<SumOf<P>> {
        Some(|position| Some(Sum::from(position.clone())))
    }
}

impl<P: Ruleset> Kind<P> for MovesOnly {
    fn ruleset() -> &'static dyn RulesetObject {
        &TypedRuleset::<P, MovesOnly>(PhantomData)
    }

    fn valued_ruleset() -> Option<&'static dyn ValuedRuleset> {
        None
    }

    fn valued_position(_: &Typed<P, Self>) -> Option<&dyn ValuedPosition> {
        None
    }

    fn sum_of() -> Option<SumOf<P>> {
        konane_sum::<P, CornerOrCentre>()
            .or_else(konane_sum::<P, AnyStone>)
            .or_else(konane_sum::<P, DarkCornerOrCentre>)
    }
}

impl<P: Ruleset, K: Kind<P>> RulesetObject for TypedRuleset<P, K> {
    fn spec(&self) -> &'static RulesetSpec {
        P::SPEC
    }

    fn read(&self, text: &str) -> Result<Box<dyn PositionObject>, Failure> {
        read(text).map(Typed::<P, K>::boxed_of)
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
        let make = bots::maker::<P>(name)?;
        Ok(Box::new(move |seed| bot_object(make(seed))))
    }

    fn has_sums(&self) -> bool {
        K::sum_of().is_some()
    }

    fn start_position(&self, width: u8, height: u8) -> Option<Box<dyn PositionObject>> {
        P::start_position(width, height).map(Typed::<P, K>::boxed_of)
    }

    fn valued(&self) -> Option<&'static dyn ValuedRuleset> {
        K::valued_ruleset()
    }
}

impl<P: Short + Ruleset> ValuedRuleset for TypedRuleset<P, Values> {
    fn analyzer(&self, store: Store) -> Box<dyn AnalyzerObject> {
        Box::new(Analyzer::<P>::in_store(store))
    }

    fn components_of(
        &self,
        positions: &mut dyn Iterator<Item = &str>,
    ) -> Result<ComponentsObject, Failure> {
        components::components::<P>(positions)
    }

    fn with_ruleset(&self, solver: Solver) -> Solver {
        solver.with_ruleset::<P>()
    }
}

impl<P: Ruleset, K: Kind<P>> Typed<P, K> {
    fn boxed_of(position: P) -> Box<dyn PositionObject> {
        Box::new(Typed::<P, K>(position, PhantomData))
    }
}

/// Calls a function with each move of a player. Compiled once for each type of positions, and not where it is called.
#[inline(never)]
fn each_move<P: Ruleset>(position: &P, player: Player, visit: &mut dyn FnMut(P::Move)) {
    for mv in position.moves(player) {
        visit(mv);
    }
}

/// The position after a legal move.
fn after<P: Ruleset>(position: &P, player: Player, mv: P::Move) -> P {
    let mut after = position.clone();
    after.play_unchecked(player, mv);
    after
}

/// A position with a value as an object.
pub(super) fn boxed<P: Short + Ruleset>(position: P) -> Box<dyn PositionObject> {
    Typed::<P, Values>::boxed_of(position)
}

/// The position of an object.
///
/// # Panics
/// If the object is a position of another ruleset.
pub(super) fn typed<P: Ruleset>(position: &dyn PositionObject) -> &P {
    position.as_any().downcast_ref().unwrap_or_else(|| {
        let found = position.ruleset().spec().name;
        panic!("expected a position of {}, found one of {found}", P::SPEC.name)
    })
}

impl<P: Ruleset, K: Kind<P>> PositionObject for Typed<P, K> {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn ruleset(&self) -> &'static dyn RulesetObject {
        K::ruleset()
    }

    fn boxed(&self) -> Box<dyn PositionObject> {
        Typed::<P, K>::boxed_of(self.0.clone())
    }

    fn starters(&self) -> &'static [Player] {
        self.0.starters()
    }

    fn moves(&self, player: Player) -> Vec<String> {
        let mut moves = Vec::new();
        each_move(&self.0, player, &mut |mv| moves.push(mv.to_string()));
        moves
    }

    fn moves_with_cells(&self, player: Player) -> Vec<MoveCells> {
        let mut moves = Vec::new();
        each_move(&self.0, player, &mut |mv| moves.push(MoveCells::of(&mv)));
        moves
    }

    fn options(&self, player: Player) -> Vec<Box<dyn PositionObject>> {
        let mut options = Vec::new();
        let option = |mv| Typed::<P, K>::boxed_of(after(&self.0, player, mv));
        each_move(&self.0, player, &mut |mv| options.push(option(mv)));
        options
    }

    fn has_more_moves(&self, player: Player, count: usize) -> bool {
        self.0.moves(player).nth(count).is_some()
    }

    fn legal_moves(&self, player: Player) -> Vec<LegalMove> {
        let mut moves = Vec::new();
        each_move(&self.0, player, &mut |mv| {
            let position = after(&self.0, player, mv).to_string();
            moves.push(LegalMove { mv: mv.to_string(), position });
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
        match self.0.read_move(mv) {
            Ok(mv) => self.0.broken_rule(player, mv).unwrap_or("the move is legal").to_owned(),
            Err(error) => error.reason.to_owned(),
        }
    }

    fn is_legal(&self, player: Player, mv: &str) -> Result<bool, Failure> {
        self.parse_move(mv).map(|mv| self.0.is_legal(player, mv))
    }

    fn play(&self, player: Player, mv: &str) -> Result<Box<dyn PositionObject>, Failure> {
        let after = self.0.clone().play(player, self.parse_move(mv)?);
        after.map(Typed::<P, K>::boxed_of).map_err(|error| Failure::new(error.to_string()))
    }

    fn perft(
        &self,
        starters: &[Player],
        depth: u8,
        deadline: Option<Instant>,
    ) -> Result<u64, Failure> {
        perft::sum(starters.iter().map(|&player| perft::count(&self.0, player, depth, deadline)))
    }

    fn sum(&self) -> Option<Sum> {
        K::sum_of()?(&self.0)
    }

    fn valued(&self) -> Option<&dyn ValuedPosition> {
        K::valued_position(self)
    }
}

impl<P: Ruleset, K> Typed<P, K> {
    fn parse_move(&self, text: &str) -> Result<P::Move, Failure> {
        self.0.read_move(text).map_err(|error| Failure::new(error.to_string()))
    }
}

impl<P: Short + Ruleset> ValuedPosition for Typed<P, Values> {
    fn valued_ruleset(&self) -> &'static dyn ValuedRuleset {
        Values::ruleset::<P>()
    }

    fn components(&self) -> Vec<Box<dyn ValuedPosition>> {
        let boxed =
            |part| Box::new(Typed(part, PhantomData::<fn() -> Values>)) as Box<dyn ValuedPosition>;
        self.0.components().map(boxed).collect()
    }

    fn negative(&self) -> Box<dyn PositionObject> {
        boxed(self.0.negative())
    }

    fn component_text(&self) -> (String, bool) {
        let (normalized, negated) = self.0.normalized();
        let (text, again) = P::with_narrow(ComponentText(&normalized));
        (text, negated ^ again)
    }

    fn size(&self) -> u32 {
        self.0.size()
    }

    fn add_to(&self, sum: Sum) -> Sum {
        sum + self.0.clone()
    }
}

impl<P: Display, K> Display for Typed<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl<P: Debug, K> Debug for Typed<P, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.0, f)
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
