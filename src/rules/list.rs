//! The rulesets by name: choosing one at run time.
//!
//! The choice is made once, outside all loops: code for any ruleset is a [`Visitor`], which the
//! compiler translates for each of them.

use super::{Ruleset, RulesetSpec, Short};
use crate::board::U448;

pub use super::graph::{
    arc_kayles::ArcKayles, childish_hackenbush::ChildishHackenbush, col::Col,
    digraph_placement::DigraphPlacement, fjords::Fjords, hackenbush::Hackenbush,
    node_kayles::NodeKayles, partizan_arc_kayles::PartizanArcKayles, snort::Snort,
    weighted_arc_kayles::WeightedArcKayles,
};
pub use super::grid::{
    amazons::Amazons,
    battle_sheep::BattleSheep,
    clobber::{Clobber, Clobber448, GenClobber, ImpartialClobber},
    domineering::Domineering,
    fission::Fission,
    king_dirt::{KingDirt, PlaceFirstKingDirt},
    konane::{Konane, KonaneGame},
    nogo::NoGo,
};
pub use super::heap::{
    cakes::{Cutcake, Eatcake, MaundyCake, TurnAndEatcake},
    kayles::Kayles,
    nim::Nim,
    partizan_euclid::PartizanEuclid,
    partizan_heaps::PartizanHeaps,
};
pub use super::loopy::{
    backsliding_toads_and_frogs::BackslidingToadsAndFrogs, combo::Combo,
    fox_and_geese::FoxAndGeese, hare_and_hounds::HareAndHounds,
};
pub use super::strip::{
    toads_and_frogs::{ElephantsAndRhinos, GenToadsAndFrogs, ToadsAndFrogs},
    toppling_dominoes::TopplingDominoes,
};
pub use super::variants::{
    impartial::{Cram, Impartial},
    sums::{Conjunctive, Ordinal, Selective},
};
use super::{
    clobber::{Anti, Diagonals, Hot, Kings, Knights, Queens, Rooks},
    konane::{AnyStone, CornerOrCentre, DarkCornerOrCentre},
};

/// What to do with the ruleset that was chosen.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// use dicot::rules::{self, Ruleset, Short, Visitor};
///
/// struct ValueOf<'a>(&'a str);
///
/// impl Visitor for ValueOf<'_> {
///     type Output = Result<String, Box<dyn std::error::Error>>;
///
///     fn with_values<P: Short + Ruleset>(self) -> Self::Output {
///         let position: P = self.0.parse()?;
///         Ok(Analyzer::new().canonical_form(&position)?.to_string())
///     }
///
///     fn without_values<P: Ruleset>(self) -> Self::Output {
///         Err(format!("play of {} need not end", P::SPEC.name).into())
///     }
/// }
///
/// assert_eq!(rules::choose("clobber", ValueOf("xxo")).unwrap()?, "^");
/// assert!(rules::choose("chess", ValueOf("xxo")).is_none());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait Visitor {
    /// The result of the visit.
    type Output;

    /// The ruleset has values.
    fn with_values<P: Short + Ruleset>(self) -> Self::Output;

    /// The ruleset has values, and is one of those that do not need code of their own in large programs, which can use
    /// [`AnyPosition`](super::AnyPosition) for all of them. Provided: [`with_values`](Visitor::with_values).
    fn with_boxed_values<P: Short + Ruleset>(self) -> Self::Output
    where
        Self: Sized,
    {
        self.with_values::<P>()
    }

    /// The ruleset has values, and needs code of its own where programs may be large: not in WebAssembly. Provided.
    #[doc(hidden)]
    fn with_values_unless_small<P: Short + Ruleset>(self) -> Self::Output
    where
        Self: Sized,
    {
        if cfg!(target_os = "unknown") {
            self.with_boxed_values::<P>()
        } else {
            self.with_values::<P>()
        }
    }

    /// Play need not end, or the position is one of a match: there are moves, but no canonical forms.
    fn without_values<P: Ruleset>(self) -> Self::Output;
}

macro_rules! rulesets {
    ($($(#[$cfg:meta])? $method:ident $ruleset:ty),* $(,)?) => {
        /// Visits the ruleset with that name (upper or lower case), on its largest boards, or returns `None`.
        ///
        /// Small positions are valued in smaller types all the same.
        pub fn choose<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $($(#[$cfg])? if <$ruleset>::SPEC.is_called(name) {
                return Some(visitor.$method::<$ruleset>());
            })*
            None
        }

        /// The description of the ruleset with that name (upper or lower case).
        ///
        /// # Examples
        /// ```
        /// assert_eq!(dicot::rules::spec("Kings").unwrap().title, "Diagonal Clobber");
        /// assert!(dicot::rules::spec("chess").is_none());
        /// ```
        pub fn spec(name: &str) -> Option<&'static RulesetSpec> {
            rulesets().find(|spec| spec.is_called(name))
        }

        /// All rulesets that [`choose`] knows, those with values first.
        ///
        /// # Examples
        /// ```
        /// assert_eq!(dicot::rules::rulesets().next().unwrap().name, "clobber");
        /// ```
        pub fn rulesets() -> impl Iterator<Item = &'static RulesetSpec> {
            [$($(#[$cfg])? <$ruleset>::SPEC),*].into_iter()
        }
    };
}

rulesets! {
    with_values Clobber448,
    with_values_unless_small GenClobber<Kings, U448>,
    with_boxed_values GenClobber<Diagonals, U448>,
    with_boxed_values GenClobber<Knights, U448>,
    with_boxed_values GenClobber<Rooks, U448>,
    with_boxed_values GenClobber<Queens, U448>,
    with_values_unless_small GenClobber<Hot, U448>,
    with_boxed_values GenClobber<Anti, U448>,
    with_values Konane<U448>,
    with_values_unless_small Fission<U448>,
    with_values_unless_small ToadsAndFrogs<U448>,
    with_values Domineering<U448>,
    with_values Amazons<U448>,
    with_boxed_values Kayles,
    with_boxed_values Nim,
    with_boxed_values TopplingDominoes<U448>,
    with_boxed_values ElephantsAndRhinos<U448>,
    with_boxed_values Cutcake,
    with_boxed_values Eatcake,
    with_boxed_values MaundyCake,
    with_boxed_values TurnAndEatcake,
    with_boxed_values PartizanEuclid,
    with_boxed_values NoGo<U448>,
    // Browsers do not have these, since the program has to be small there.
    #[cfg(not(target_os = "unknown"))]
    with_boxed_values KingDirt<U448>,
    #[cfg(not(target_os = "unknown"))]
    with_boxed_values PlaceFirstKingDirt<U448>,
    #[cfg(not(target_os = "unknown"))]
    with_boxed_values BattleSheep,
    with_boxed_values Hackenbush,
    with_boxed_values ChildishHackenbush,
    with_boxed_values Col,
    with_boxed_values Snort,
    with_boxed_values Fjords,
    with_boxed_values ArcKayles,
    with_boxed_values NodeKayles,
    with_boxed_values PartizanArcKayles,
    with_boxed_values WeightedArcKayles,
    with_boxed_values DigraphPlacement,
    with_boxed_values Cram<U448>,
    with_boxed_values ImpartialClobber,
    #[cfg(not(target_os = "unknown"))]
    with_boxed_values ImpartialClobber<Hot>,
    without_values KonaneGame<CornerOrCentre, U448>,
    without_values KonaneGame<AnyStone, U448>,
    without_values KonaneGame<DarkCornerOrCentre, U448>,
    without_values Combo,
    without_values BackslidingToadsAndFrogs,
    without_values FoxAndGeese<u128>,
    without_values HareAndHounds,
}
