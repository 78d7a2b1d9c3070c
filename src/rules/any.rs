//! The rulesets by name: choosing one at run time.
//!
//! The choice is made once, outside all loops: code for any ruleset is a [`Visitor`], which the
//! compiler translates for each of them.

use super::{
    Anti, AnyStone, Combo, CornerOrCentre, DarkCornerOrCentre, Diagonals, GenClobber, Hot,
    HugeAmazons, HugeClobber, HugeDomineering, HugeFission, HugeKonane, HugeToadsAndFrogs, Kayles,
    Kings, Knights, KonaneGame, Queens, Rooks, Ruleset, Short, Summary,
};
use crate::board::Wide;

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
///     fn short<P: Short + Ruleset>(self) -> Self::Output {
///         let position: P = self.0.parse()?;
///         Ok(Analyzer::new().canonical_form(&position)?.to_string())
///     }
///
///     fn loopy<P: Ruleset>(self) -> Self::Output {
///         Err(format!("play of {} need not end", P::NAME).into())
///     }
/// }
///
/// assert_eq!(rules::choose("clobber", ValueOf("xxo")).unwrap()?, "^");
/// assert!(rules::choose("chess", ValueOf("xxo")).is_none());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// The ruleset has values.
    fn short<P: Short + Ruleset>(self) -> Self::Output;

    /// Play need not end, or the position is one of a match: there are moves, but no values.
    fn loopy<P: Ruleset>(self) -> Self::Output;
}

macro_rules! rulesets {
    (short: $($short:ty),* ; loopy: $($loopy:ty),* ;) => {
        /// Visits the ruleset with that name (upper or lower case), on its largest boards; `None` if
        /// there is none.
        ///
        /// Small positions have a faster type of their own, see [`Short::narrow`].
        pub fn choose<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if Summary::of::<$short>().is_called(name) {
                return Some(visitor.short::<$short>());
            })*
            $(if Summary::of::<$loopy>().is_called(name) {
                return Some(visitor.loopy::<$loopy>());
            })*
            None
        }

        /// All rulesets that [`choose`] knows, those with values first.
        ///
        /// # Examples
        /// ```
        /// assert_eq!(dicot::rules::rulesets().next().unwrap().name, "clobber");
        /// ```
        pub fn rulesets() -> impl Iterator<Item = Summary> {
            [$(Summary::of::<$short>(),)* $(Summary::of::<$loopy>(),)*].into_iter()
        }
    };
}

rulesets! {
    short:
        HugeClobber,
        GenClobber<Kings, Wide>,
        GenClobber<Diagonals, Wide>,
        GenClobber<Knights, Wide>,
        GenClobber<Rooks, Wide>,
        GenClobber<Queens, Wide>,
        GenClobber<Hot, Wide>,
        GenClobber<Anti, Wide>,
        HugeKonane,
        HugeFission,
        HugeToadsAndFrogs,
        HugeDomineering,
        HugeAmazons,
        Kayles;
    loopy:
        KonaneGame<CornerOrCentre, Wide>,
        KonaneGame<AnyStone, Wide>,
        KonaneGame<DarkCornerOrCentre, Wide>,
        Combo;
}
