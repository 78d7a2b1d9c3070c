//! Rulesets as values.

use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use super::position::{Inner, in_type, smallest};
use super::unvalued::Unvalued;
use super::{AnyError, AnyMove, AnyPosition};
use crate::Player;
use crate::rules::{
    Narrow, NarrowVisitor, OwnedSpec, ParseMoveError, Ruleset, Short, Visitor, choose,
    toads_by_numbers,
};

/// A ruleset as a value: it is chosen or made at run time, and its positions are [`AnyPosition`]s.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// use dicot::rules::AnyRuleset;
/// let ruleset = AnyRuleset::named("toppling-dominoes").unwrap();
/// let position = ruleset.read("lrl")?;
/// assert_eq!(Analyzer::new().canonical_form(&position)?.to_string(), "1/2");
/// assert!(AnyRuleset::named("chess").is_none());
/// assert!(!AnyRuleset::named("combo").unwrap().has_values());
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
///
/// Two are equal if their rules are the same: those of one type, or made by one call. A name does not say that, and two rulesets may
/// share it.
/// ```
/// use dicot::rules::{AnyRuleset, Clobber, Clobber448};
/// assert_eq!(AnyRuleset::of::<Clobber>(), AnyRuleset::of::<Clobber448>()); // boards of two sizes
/// let konane = AnyRuleset::named("konane").unwrap();
/// assert_ne!(konane.impartial(), konane.impartial());
/// ```
///
/// A ruleset that was made is freed with the last of its copies, positions, analyzers and solvers.
pub struct AnyRuleset(Kept);

/// Compiled once, and not in each of its callers.
impl Clone for AnyRuleset {
    fn clone(&self) -> AnyRuleset {
        AnyRuleset(self.0.clone())
    }
}

/// The rules of a ruleset, or those of one that may have been freed.
#[derive(Clone)]
enum Kept<M = Arc<dyn Rules>> {
    OfType(&'static dyn Rules),
    Made(M),
}

/// A ruleset that can be had again as long as something else keeps it.
///
/// # Examples
/// ```
/// use dicot::rules::AnyRuleset;
/// let konane = AnyRuleset::named("konane").unwrap().impartial();
/// let weak = konane.downgrade();
/// let position = konane.read("xo.")?;
/// drop(konane);
/// assert_eq!(weak.upgrade().as_ref(), Some(position.ruleset()));
/// drop(position);
/// assert!(weak.upgrade().is_none());
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone)]
pub struct WeakRuleset(Kept<Weak<dyn Rules>>);

impl WeakRuleset {
    /// The ruleset, or `None` if it was freed.
    pub fn upgrade(&self) -> Option<AnyRuleset> {
        Some(AnyRuleset(match &self.0 {
            Kept::OfType(rules) => Kept::OfType(*rules),
            Kept::Made(rules) => Kept::Made(rules.upgrade()?),
        }))
    }
}

/// Which rules a ruleset has, whatever its name is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RulesId {
    /// Those of a type: the smaller one of the ruleset if it has one.
    OfType(TypeId),
    /// Those that were made as that number.
    Made(u64),
}

impl RulesId {
    /// The rules of a position.
    pub(crate) fn of<P: Short>(position: &P) -> RulesId {
        match (position as &dyn Any).downcast_ref::<AnyPosition>() {
            Some(position) => position.ruleset.id(),
            None => RulesId::of_type::<P>(),
        }
    }

    /// The rules of a type.
    pub(crate) fn of_type<P: Short>() -> RulesId {
        RulesId::OfType(P::with_narrow(NarrowId))
    }
}

/// The id of the smaller type of a ruleset, or of the type itself.
struct NarrowId;

impl<P: Short> NarrowVisitor<P> for NarrowId {
    type Output = TypeId;

    fn none(self) -> TypeId {
        TypeId::of::<P>()
    }

    fn some<N: Short + Narrow<P>>(self) -> TypeId {
        TypeId::of::<N>()
    }
}

/// What a ruleset does that needs the type of its positions.
pub(super) trait Rules: Send + Sync {
    fn id(&self) -> RulesId;
    fn spec(&self) -> &OwnedSpec;
    fn read(&self, text: &str) -> Result<Arc<dyn Inner>, AnyError>;
    fn start(&self, width: u8, height: u8) -> Option<Arc<dyn Inner>>;
    fn has_values(&self) -> bool;
    fn starters(&self, position: &dyn Inner) -> &'static [Player];
    /// Reads a move of a position.
    fn read_move(&self, position: &dyn Inner, text: &str) -> Result<AnyMove, ParseMoveError>;
    fn broken_rule(&self, position: &dyn Inner, player: Player, mv: &str) -> Option<&'static str>;
}

/// A ruleset known at compile time.
struct OfType<P> {
    has_values: bool,
    positions: PhantomData<fn() -> P>,
}

/// A ruleset that was made at run time.
struct Made<P> {
    number: u64,
    has_values: bool,
    spec: OwnedSpec,
    read: Box<Read<P>>,
    start: Box<Start<P>>,
}

/// Reads a position.
type Read<P> = dyn Fn(&str) -> Result<P, AnyError> + Send + Sync;

/// The position that matches start from on a board of a width and a height.
type Start<P> = dyn Fn(u8, u8) -> Option<P> + Send + Sync;

impl AnyRuleset {
    /// The ruleset of a type.
    pub fn of<P: Short + Ruleset>() -> AnyRuleset {
        AnyRuleset(Kept::OfType(
            const { &OfType::<P> { has_values: true, positions: PhantomData } },
        ))
    }

    /// The ruleset of a type whose positions have no short values: play need not end, or they are those of a match.
    pub fn without_values<P: Ruleset>() -> AnyRuleset {
        AnyRuleset(Kept::OfType(
            const { &OfType::<Unvalued<P>> { has_values: false, positions: PhantomData } },
        ))
    }

    /// The ruleset of the library with that name (upper or lower case), also one [by numbers](toads_by_numbers::ruleset_named);
    /// `None` if there is none.
    pub fn named(name: &str) -> Option<AnyRuleset> {
        choose(name, MakeAny).or_else(|| toads_by_numbers::ruleset_named(name)?.ok())
    }

    /// A ruleset that is made at run time, from its description and what reads its positions, which have short values.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::{AnyRuleset, Kayles, OwnedSpec, Ruleset};
    /// let spec = OwnedSpec { title: "Bowling".to_owned(), ..Kayles::SPEC.owned().clone() };
    /// let ruleset = AnyRuleset::new(spec, |text| Ok(text.parse::<Kayles>()?));
    /// assert_eq!(ruleset.read("7")?.to_string(), "7");
    /// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn new<P: Short>(
        spec: OwnedSpec,
        read: impl Fn(&str) -> Result<P, Box<dyn Error + Send + Sync>> + Send + Sync + 'static,
    ) -> AnyRuleset {
        AnyRuleset::made(spec, true, Box::new(read), Box::new(|_, _| None))
    }

    /// The same, with a number: all rulesets of one number have the same rules. The numbers of [`new`](AnyRuleset::new) count up from 0, and
    /// others begin at 2^56, which these never reach.
    pub(in crate::rules) fn numbered<P: Short>(
        number: u64,
        spec: OwnedSpec,
        read: impl Fn(&str) -> Result<P, AnyError> + Send + Sync + 'static,
    ) -> AnyRuleset {
        let (read, start) = (Box::new(read), Box::new(|_, _| None));
        AnyRuleset(Kept::Made(Arc::new(Made { number, has_values: true, spec, read, start })))
    }

    /// A ruleset whose positions are made of those of this one.
    pub(in crate::rules) fn variant<P: Short>(
        &self,
        spec: OwnedSpec,
        of: fn(AnyPosition) -> P,
    ) -> AnyRuleset {
        let [read, start] = [self.clone(), self.clone()];
        AnyRuleset::made(
            spec,
            self.has_values(),
            Box::new(move |text| read.read(text).map(of)),
            Box::new(move |width, height| start.start_position(width, height).map(of)),
        )
    }

    fn made<P: Short>(
        spec: OwnedSpec,
        has_values: bool,
        read: Box<Read<P>>,
        start: Box<Start<P>>,
    ) -> AnyRuleset {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Relaxed);
        AnyRuleset(Kept::Made(Arc::new(Made { number, has_values, spec, read, start })))
    }

    pub(super) fn rules(&self) -> &dyn Rules {
        match &self.0 {
            Kept::OfType(rules) => *rules,
            Kept::Made(rules) => &**rules,
        }
    }

    /// The same ruleset, which this does not keep.
    pub fn downgrade(&self) -> WeakRuleset {
        WeakRuleset(match &self.0 {
            Kept::OfType(rules) => Kept::OfType(*rules),
            Kept::Made(rules) => Kept::Made(Arc::downgrade(rules)),
        })
    }

    /// The description of the ruleset.
    pub fn spec(&self) -> &OwnedSpec {
        self.rules().spec()
    }

    /// Whether its positions have short values.
    pub fn has_values(&self) -> bool {
        self.rules().has_values()
    }

    /// Which rules it has.
    pub(crate) fn id(&self) -> RulesId {
        self.rules().id()
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position; the error is that of the type of its positions.
    pub fn read(&self, text: &str) -> Result<AnyPosition, Box<dyn Error + Send + Sync>> {
        Ok(self.position(self.rules().read(text)?))
    }

    /// The position that matches start from: see [`Ruleset::start_position`].
    pub fn start_position(&self, width: u8, height: u8) -> Option<AnyPosition> {
        Some(self.position(self.rules().start(width, height)?))
    }

    pub(super) fn position(&self, inner: Arc<dyn Inner>) -> AnyPosition {
        AnyPosition { inner, ruleset: self.clone() }
    }
}

impl PartialEq for AnyRuleset {
    fn eq(&self, other: &AnyRuleset) -> bool {
        self.id() == other.id()
    }
}

impl Eq for AnyRuleset {}

impl Hash for AnyRuleset {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id().hash(state);
    }
}

impl Debug for AnyRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spec().name)
    }
}

impl Debug for WeakRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.upgrade() {
            Some(ruleset) => ruleset.fmt(f),
            None => f.write_str("a ruleset that was freed"),
        }
    }
}

struct MakeAny;

impl Visitor for MakeAny {
    type Output = AnyRuleset;

    fn with_values<P: Short + Ruleset>(self) -> AnyRuleset {
        AnyRuleset::of::<P>()
    }

    fn without_values<P: Ruleset>(self) -> AnyRuleset {
        AnyRuleset::without_values::<P>()
    }
}

impl<P: Short + Ruleset> OfType<P> {
    /// The position in its own type. Compiled once, and not in each of its callers.
    #[inline(never)]
    fn typed(position: &dyn Inner) -> Option<P> {
        // In a browser the code for each ruleset is smaller.
        match cfg!(target_os = "unknown") {
            true => position.to_string().parse().ok(),
            false => in_type(position),
        }
    }

    /// The same, and a move of it.
    #[inline(never)]
    fn with_move(position: &dyn Inner, mv: &str) -> Result<(P, P::Move), ParseMoveError> {
        let position = Self::typed(position).ok_or_else(|| ParseMoveError::new(mv, NO_MOVE))?;
        let mv = position.read_move(mv)?;
        Ok((position, mv))
    }
}

const NO_MOVE: &str = "not the text of a legal move";

impl<P: Short + Ruleset> Rules for OfType<P> {
    fn id(&self) -> RulesId {
        RulesId::of_type::<P>()
    }

    fn spec(&self) -> &OwnedSpec {
        P::SPEC.owned()
    }

    fn read(&self, text: &str) -> Result<Arc<dyn Inner>, AnyError> {
        Ok(smallest(text.parse::<P>()?))
    }

    fn start(&self, width: u8, height: u8) -> Option<Arc<dyn Inner>> {
        P::start_position(width, height).map(smallest)
    }

    fn has_values(&self) -> bool {
        self.has_values
    }

    fn starters(&self, position: &dyn Inner) -> &'static [Player] {
        Self::typed(position).map_or(&[Player::Left], |position| position.starters())
    }

    fn read_move(&self, position: &dyn Inner, text: &str) -> Result<AnyMove, ParseMoveError> {
        Self::with_move(position, text).map(|(position, mv)| AnyMove::of(&position, mv, None))
    }

    fn broken_rule(&self, position: &dyn Inner, player: Player, mv: &str) -> Option<&'static str> {
        match Self::with_move(position, mv) {
            Ok((position, mv)) => position.broken_rule(player, mv),
            Err(error) => Some(error.reason),
        }
    }
}

impl<P: Short> Rules for Made<P> {
    fn id(&self) -> RulesId {
        RulesId::Made(self.number)
    }

    fn spec(&self) -> &OwnedSpec {
        &self.spec
    }

    fn read(&self, text: &str) -> Result<Arc<dyn Inner>, AnyError> {
        Ok(smallest((self.read)(text)?))
    }

    fn start(&self, width: u8, height: u8) -> Option<Arc<dyn Inner>> {
        (self.start)(width, height).map(smallest)
    }

    fn has_values(&self) -> bool {
        self.has_values
    }

    fn starters(&self, _: &dyn Inner) -> &'static [Player] {
        &[Player::Left]
    }

    fn read_move(&self, position: &dyn Inner, text: &str) -> Result<AnyMove, ParseMoveError> {
        let moves = Player::BOTH.into_iter().flat_map(|player| position.moves(player));
        let found = moves.into_iter().find(|mv| mv.text().eq_ignore_ascii_case(text.trim()));
        let found = found.map(|mut mv| {
            mv.number = None;
            mv
        });
        found.ok_or_else(|| ParseMoveError::new(text.trim(), NO_MOVE))
    }

    fn broken_rule(&self, position: &dyn Inner, player: Player, mv: &str) -> Option<&'static str> {
        let is_legal = position.moves(player).iter().any(|legal| legal.text() == mv);
        (!is_legal).then_some("there is no such move in this position")
    }
}
