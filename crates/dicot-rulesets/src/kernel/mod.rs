//! What is compiled for the types of some rulesets: analyzers, components of many positions, searches, and bots.
//!
//! A ruleset, a position and a move are values of one type ([`AnyRuleset`], [`AnyPosition`]), behind a pointer. Here alone they get
//! the types of their own, for hot loops; rulesets that do not need that share the code of [`Kernel::BOXED`].

mod analyzer;
#[cfg(feature = "bots")]
mod bot;
#[cfg(feature = "census")]
mod components;
#[cfg(not(target_os = "unknown"))]
mod perft;
mod typed;

/// What programs without bots have instead.
#[cfg(not(feature = "bots"))]
mod bot {
    use std::marker::PhantomData;

    pub(super) type Bots = PhantomData<()>;

    pub(super) const fn bots<P>() -> Bots {
        PhantomData
    }
}

/// What programs without a census have instead.
#[cfg(not(feature = "census"))]
mod components {
    use std::marker::PhantomData;

    pub(super) type NewComponents = PhantomData<()>;

    pub(super) const fn components<P>() -> NewComponents {
        PhantomData
    }
}

/// What a browser has instead: counts of moves are for the command line.
#[cfg(target_os = "unknown")]
mod perft {
    use std::marker::PhantomData;

    pub(super) type Perft = PhantomData<()>;

    pub(super) const fn perft<P>() -> Perft {
        PhantomData
    }
}

use std::sync::{LazyLock, Mutex};

use dicot::analysis::Analyzer;
use dicot::rules::{self, AnyPosition, AnyRuleset, Ruleset, Short, Visitor};
use dicot::solver::{Solver, Sum};
use dicot::{Calculation, Store};
use dicot_loopy::{Exploration, OnProgress, OptionGraph};

use self::analyzer::TypedAnalyzer;
pub use self::analyzer::{AnyAnalyzer, ValuedComponents};

#[cfg(feature = "bots")]
pub use self::bot::{AnyBot, AnyTurn, NamedBot, any_bot};
#[cfg(feature = "census")]
pub use self::components::{ComponentSearch, Components};
use self::typed::{typed, valued};
use crate::threads::lock;

/// Functions for the positions of a ruleset, compiled for their type.
///
/// # Panics
/// All panic if a position is not one of the ruleset.
#[derive(Clone, Copy)]
pub(crate) struct Kernel {
    pub(crate) analyzer: fn(&AnyRuleset, Store) -> Box<dyn AnyAnalyzer>,
    /// The components of many positions.
    pub(crate) components: components::NewComponents,
    /// The sum with a position added.
    pub(crate) add: fn(Sum, &AnyPosition) -> Sum,
    /// Registers the ruleset with a solver.
    pub(crate) register: fn(&AnyRuleset, Solver) -> Solver,
    /// Explores what positions lead to, where play need not end.
    pub(crate) explore: Explore,
    /// Counts sequences of moves.
    pub(crate) perft: perft::Perft,
    /// The bots, the weakest first.
    pub(crate) bots: bot::Bots,
}

type Explore = fn(&[&AnyPosition], &mut Calculation<'_>, OnProgress<'_>) -> Exploration;

impl Kernel {
    /// For all rulesets that have no kernel of their own.
    const BOXED: Kernel = Kernel {
        register: |ruleset, solver| solver.with_any_ruleset(ruleset),
        ..Kernel::of::<AnyPosition>()
    };

    const fn of<P: Short + Ruleset>() -> Kernel {
        Kernel {
            analyzer: |ruleset, store| {
                let analyzer = Analyzer::<P>::in_store(store);
                Box::new(TypedAnalyzer { analyzer, ruleset: ruleset.clone() })
            },
            components: components::components::<P>(),
            add: |sum, position| sum + valued::<P>(position),
            register: |_, solver| solver.with_ruleset::<P>(),
            explore: explore::<AnyPosition>,
            perft: perft::perft::<P>(),
            bots: bot::bots::<P>(),
        }
    }

    const fn without_values<P: Ruleset>() -> Kernel {
        Kernel {
            // In a browser the code for each ruleset is smaller.
            explore: if cfg!(target_os = "unknown") {
                explore::<AnyPosition>
            } else {
                explore::<P>
            },
            perft: perft::perft::<P>(),
            bots: bot::bots::<P>(),
            ..Kernel::BOXED
        }
    }
}

fn explore<P: Ruleset>(
    positions: &[&AnyPosition],
    calculation: &mut Calculation<'_>,
    on_progress: OnProgress<'_>,
) -> Exploration {
    let positions: &mut dyn Iterator<Item = P> =
        &mut positions.iter().map(|position| typed::<P>(position));
    OptionGraph::of_each(positions, calculation, on_progress)
}

/// The kernels of rulesets that have their own.
static KERNELS: LazyLock<Mutex<Vec<(AnyRuleset, Kernel)>>> = LazyLock::new(|| {
    let names = rules::rulesets().map(|spec| spec.name);
    Mutex::new(names.filter_map(|name| rules::choose(name, OwnKernel)?).collect())
});

struct OwnKernel;

impl Visitor for OwnKernel {
    type Output = Option<(AnyRuleset, Kernel)>;

    fn with_values<P: Short + Ruleset>(self) -> Self::Output {
        named::<P>(const { Kernel::of::<P>() })
    }

    fn with_boxed_values<P: Short + Ruleset>(self) -> Self::Output {
        None
    }

    fn without_values<P: Ruleset>(self) -> Self::Output {
        named::<P>(const { Kernel::without_values::<P>() })
    }
}

/// A ruleset of the library with its kernel. `AnyRuleset::of` would be compiled here once more.
fn named<P: Ruleset>(kernel: Kernel) -> Option<(AnyRuleset, Kernel)> {
    AnyRuleset::named(P::SPEC.name).map(|ruleset| (ruleset, kernel))
}

/// The kernel of a ruleset.
pub(crate) fn kernel(ruleset: &AnyRuleset) -> Kernel {
    let known = lock(&KERNELS);
    known.iter().find(|(known, _)| known == ruleset).map_or(Kernel::BOXED, |(_, kernel)| *kernel)
}

fn own(ruleset: AnyRuleset, kernel: Kernel) -> AnyRuleset {
    let mut known = lock(&KERNELS);
    if known.iter().all(|(known, _)| *known != ruleset) {
        known.push((ruleset.clone(), kernel));
    }
    ruleset
}

/// The ruleset of a type, with code of its own.
///
/// # Examples
/// ```
/// use dicot::rules::Kayles;
/// assert_eq!(dicot_rulesets::ruleset_of::<Kayles>().spec().name, "kayles");
/// ```
pub fn ruleset_of<P: Short + Ruleset>() -> AnyRuleset {
    own(AnyRuleset::of::<P>(), const { Kernel::of::<P>() })
}

/// The ruleset of a type whose positions have no short values, with code of its own.
pub fn ruleset_without_values<P: Ruleset>() -> AnyRuleset {
    own(AnyRuleset::without_values::<P>(), const { Kernel::without_values::<P>() })
}
