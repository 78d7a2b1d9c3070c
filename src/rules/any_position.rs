//! Positions whose ruleset is chosen at run time, behind a pointer: one type for all rulesets.

use std::any::{Any, TypeId};
use std::error::Error;
use std::fmt::{self, Debug, Display, Write as _};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::Arc;

use super::{
    CellsMove, Endgame, ImpartialMove, NarrowVisitor, ParseMoveError, Position, Ruleset,
    RulesetSpec, Search, Short, Visitor, choose, split_into,
};
use crate::Player;
use crate::board::Cell;

/// Any error, as a text is read.
type AnyError = Box<dyn Error + Send + Sync>;

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
/// assert!(AnyRuleset::named("combo").is_none()); // its positions have no canonical forms
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
#[derive(Clone, Copy)]
pub struct AnyRuleset(&'static dyn Rules);

/// Which rules a ruleset has, whatever its name is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RulesId {
    /// Those of a type: the smaller one of the ruleset if it has one.
    OfType(TypeId),
    /// Those that are at this address, where they stay.
    Made(usize),
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

    fn some<N: Short>(self, _: fn(&P) -> Option<N>) -> TypeId {
        TypeId::of::<N>()
    }
}

/// What a ruleset does that needs the type of its positions.
trait Rules: Send + Sync {
    fn id(&self) -> RulesId;
    fn spec(&self) -> &'static RulesetSpec;
    fn read(&self, text: &str) -> Result<Arc<dyn Inner>, AnyError>;
    fn start(&self, width: u8, height: u8) -> Option<Arc<dyn Inner>>;
    /// Reads a move of a position.
    fn read_move(&self, position: &dyn Inner, text: &str) -> Result<AnyMove, ParseMoveError>;
    fn broken_rule(&self, position: &dyn Inner, player: Player, mv: &str) -> Option<&'static str>;
}

/// A position of some type, in [`Held`].
trait Inner: Any + Display + Send + Sync {
    fn moves(&self, player: Player) -> Vec<AnyMove>;
    fn move_count(&self, player: Player) -> u64;
    fn line_count(&self, player: Player, depth: u32) -> u64;
    /// The position after the move of that number.
    #[cfg(not(target_family = "wasm"))]
    fn option(&self, player: Player, number: usize) -> Option<Arc<dyn Inner>>;
    /// Calls a function with the positions after the [`moves`](Inner::moves), in the same order, while it returns true.
    fn each_option(&self, player: Player, visit: &mut dyn FnMut(Arc<dyn Inner>) -> bool);
    /// Those of [`Search::left_options`].
    #[cfg(not(target_family = "wasm"))] // code for each ruleset, without which the module is smaller
    fn options_of_left(&self) -> Vec<Arc<dyn Inner>>;
    fn negative(&self) -> Arc<dyn Inner>;
    fn size(&self) -> u32;
    fn bounds(&self, player: Player) -> Option<[i16; 2]>;
    fn lower_bound(&self, player: Player) -> Option<i16>;
    fn mean(&self) -> Option<i16>;
    fn hints(&self) -> Option<[i16; 2]>;
    fn endgame(&self, player: Player) -> Option<Endgame>;
    fn components(&self) -> Vec<Arc<dyn Inner>>;
    fn normalized(&self) -> (Arc<dyn Inner>, bool);
    fn option_steps(&self) -> usize;
    /// The bytes behind the pointer.
    fn bytes(&self) -> usize;
    fn is_impartial(&self) -> bool;
    fn is_paired(&self) -> bool;
    fn impartial_form(&self) -> Arc<dyn Inner>;
    fn is_same(&self, other: &dyn Inner) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

/// A ruleset that is a type.
struct OfType<P>(PhantomData<fn() -> P>);

/// A ruleset that was made at run time.
struct Made<P> {
    spec: &'static RulesetSpec,
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
        AnyRuleset(const { &OfType::<P>(PhantomData) })
    }

    /// The ruleset of the library with that name (upper or lower case); `None` if there is none, or if its positions have no
    /// values.
    pub fn named(name: &str) -> Option<AnyRuleset> {
        choose(name, MakeAny).flatten()
    }

    /// A ruleset that is made at run time, from its description and what reads its positions.
    ///
    /// It is never freed: a program that makes rulesets from input should limit how many it makes.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::{AnyRuleset, Kayles, RulesetSpec, Ruleset};
    /// let spec = Box::leak(Box::new(RulesetSpec { title: "Bowling", ..*Kayles::SPEC }));
    /// let ruleset = AnyRuleset::new(spec, |text| Ok(text.parse::<Kayles>()?));
    /// assert_eq!(ruleset.read("7")?.to_string(), "7");
    /// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn new<P: Short>(
        spec: &'static RulesetSpec,
        read: impl Fn(&str) -> Result<P, Box<dyn Error + Send + Sync>> + Send + Sync + 'static,
    ) -> AnyRuleset {
        AnyRuleset(Box::leak(Box::new(Made {
            spec,
            read: Box::new(read),
            start: Box::new(|_, _| None),
        })))
    }

    /// A ruleset whose positions are made of those of this one.
    pub(super) fn variant<P: Short>(
        self,
        spec: RulesetSpec,
        of: fn(AnyPosition) -> P,
    ) -> AnyRuleset {
        AnyRuleset(Box::leak(Box::new(Made {
            spec: Box::leak(Box::new(spec)),
            read: Box::new(move |text| self.read(text).map(of)),
            start: Box::new(move |width, height| self.start_position(width, height).map(of)),
        })))
    }

    /// The description of the ruleset.
    pub fn spec(self) -> &'static RulesetSpec {
        self.0.spec()
    }

    /// Which rules it has.
    pub(crate) fn id(self) -> RulesId {
        self.0.id()
    }

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position; the error is that of the type of its positions.
    pub fn read(self, text: &str) -> Result<AnyPosition, Box<dyn Error + Send + Sync>> {
        Ok(self.position(self.0.read(text)?))
    }

    /// The position that matches start from: see [`Ruleset::start_position`].
    pub fn start_position(self, width: u8, height: u8) -> Option<AnyPosition> {
        Some(self.position(self.0.start(width, height)?))
    }

    fn position(self, inner: Arc<dyn Inner>) -> AnyPosition {
        AnyPosition { inner, ruleset: self }
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
        f.write_str(self.spec().name)
    }
}

struct MakeAny;

impl Visitor for MakeAny {
    type Output = Option<AnyRuleset>;

    fn with_values<P: Short + Ruleset>(self) -> Self::Output {
        Some(AnyRuleset::of::<P>())
    }

    fn without_values<P: Ruleset>(self) -> Self::Output {
        None
    }
}

impl<P: Short + Ruleset> OfType<P> {
    /// The position in its own type, which prints the same, and a move of it. Compiled once, and not in each of its two callers.
    #[inline(never)]
    fn typed(position: &dyn Inner, mv: &str) -> Result<(P, P::Move), ParseMoveError> {
        let held = (position as &dyn Any).downcast_ref::<Held<P>>();
        // In a browser the code for each ruleset is smaller.
        let position = match held.filter(|_| !cfg!(target_family = "wasm")) {
            Some(Held(position)) => position.clone(),
            None => {
                let position = position.to_string().parse::<P>();
                position.map_err(|_| ParseMoveError::new(mv, NO_MOVE))?
            }
        };
        let mv = position.read_move(mv)?;
        Ok((position, mv))
    }
}

const NO_MOVE: &str = "not the text of a legal move";

impl<P: Short + Ruleset> Rules for OfType<P> {
    fn id(&self) -> RulesId {
        RulesId::of_type::<P>()
    }

    fn spec(&self) -> &'static RulesetSpec {
        P::SPEC
    }

    fn read(&self, text: &str) -> Result<Arc<dyn Inner>, AnyError> {
        Ok(smallest(text.parse::<P>()?))
    }

    fn start(&self, width: u8, height: u8) -> Option<Arc<dyn Inner>> {
        P::start_position(width, height).map(smallest)
    }

    fn read_move(&self, position: &dyn Inner, text: &str) -> Result<AnyMove, ParseMoveError> {
        Self::typed(position, text).map(|(_, mv)| AnyMove::of(&mv, None))
    }

    fn broken_rule(&self, position: &dyn Inner, player: Player, mv: &str) -> Option<&'static str> {
        match Self::typed(position, mv) {
            Ok((position, mv)) => position.broken_rule(player, mv),
            Err(error) => Some(error.reason),
        }
    }
}

impl<P: Short> Rules for Made<P> {
    fn id(&self) -> RulesId {
        RulesId::Made(std::ptr::from_ref(self).addr())
    }

    fn spec(&self) -> &'static RulesetSpec {
        self.spec
    }

    fn read(&self, text: &str) -> Result<Arc<dyn Inner>, AnyError> {
        Ok(smallest((self.read)(text)?))
    }

    fn start(&self, width: u8, height: u8) -> Option<Arc<dyn Inner>> {
        (self.start)(width, height).map(smallest)
    }

    fn read_move(&self, position: &dyn Inner, text: &str) -> Result<AnyMove, ParseMoveError> {
        let moves = Player::BOTH.into_iter().flat_map(|player| position.moves(player));
        let found = moves.into_iter().find(|mv| mv.text().eq_ignore_ascii_case(text.trim()));
        let found = found.map(|mv| AnyMove { number: None, ..mv });
        found.ok_or_else(|| ParseMoveError::new(text.trim(), NO_MOVE))
    }

    fn broken_rule(&self, position: &dyn Inner, player: Player, mv: &str) -> Option<&'static str> {
        let is_legal = position.moves(player).iter().any(|legal| legal.text() == mv);
        (!is_legal).then_some("there is no such move in this position")
    }
}

/// Puts a position behind a pointer, in the smaller type of its ruleset if it fits.
fn smallest<P: Short>(position: P) -> Arc<dyn Inner> {
    P::with_narrow(Smallest(position))
}

struct Smallest<P>(P);

impl<P: Short> NarrowVisitor<P> for Smallest<P> {
    type Output = Arc<dyn Inner>;

    fn none(self) -> Self::Output {
        Arc::new(Held(self.0))
    }

    fn some<N: Short>(self, narrow: fn(&P) -> Option<N>) -> Self::Output {
        match narrow(&self.0) {
            Some(position) => Arc::new(Held(position)),
            None => Arc::new(Held(self.0)),
        }
    }
}

/// A position of a type.
struct Held<P>(P);

impl<P: Short> Held<P> {
    /// Calls a function with the moves of a player while it returns true. Compiled once, and not in each of its callers.
    #[inline(never)]
    fn each_move(&self, player: Player, visit: &mut dyn FnMut(P::Move) -> bool) {
        for mv in self.0.moves(player) {
            if !visit(mv) {
                break;
            }
        }
    }

    /// The position after a move. Compiled once, and not in each of its callers.
    #[inline(never)]
    fn after(&self, player: Player, mv: P::Move) -> Arc<dyn Inner> {
        let mut option = self.0.clone();
        option.play_unchecked(player, mv);
        smallest(option)
    }
}

impl<P: Short> Inner for Held<P> {
    fn moves(&self, player: Player) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        self.each_move(player, &mut |mv| {
            moves.push(AnyMove::of(&mv, u32::try_from(moves.len()).ok()));
            true
        });
        moves
    }

    #[cfg(not(target_family = "wasm"))]
    fn option(&self, player: Player, number: usize) -> Option<Arc<dyn Inner>> {
        let (mut rest, mut found) = (number, None);
        self.each_move(player, &mut |mv| {
            found = (rest == 0).then_some(mv);
            rest = rest.wrapping_sub(1);
            found.is_none()
        });
        Some(self.after(player, found?))
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.move_count(player)
    }

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        self.0.line_count(player, depth)
    }

    fn each_option(&self, player: Player, visit: &mut dyn FnMut(Arc<dyn Inner>) -> bool) {
        // In a browser the code for each ruleset is smaller.
        if cfg!(target_family = "wasm") {
            self.each_move(player, &mut |mv| visit(self.after(player, mv)));
        } else {
            _ = self.0.options(player).map(smallest).all(visit);
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn options_of_left(&self) -> Vec<Arc<dyn Inner>> {
        let mut options = Vec::new();
        (P::SEARCH.left_options)(&self.0, &mut options);
        options.into_iter().map(smallest).collect()
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

    fn lower_bound(&self, player: Player) -> Option<i16> {
        P::SEARCH.lower_bound(&self.0, player)
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

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn is_paired(&self) -> bool {
        P::SEARCH.is_paired(&self.0)
    }

    fn impartial_form(&self) -> Arc<dyn Inner> {
        let form = P::SEARCH.impartial_form;
        smallest(form.map_or_else(|| self.0.normalized().0, |form| form(&self.0)))
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

/// A position of a ruleset that was chosen at run time: one type for all rulesets under which play always ends.
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
/// assert_eq!((position.spec().title, position.to_string().as_str()), ("Clobber", "xo.x"));
/// assert_eq!(position.negative().to_string(), "ox.o");
/// assert_eq!(position.read_position("xxo")?.components().count(), 1);
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
#[derive(Clone)]
pub struct AnyPosition {
    inner: Arc<dyn Inner>,
    ruleset: AnyRuleset,
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
    pub fn ruleset(&self) -> AnyRuleset {
        self.ruleset
    }

    /// The position in its type, the smaller one if it has one; `None` if that is another type.
    pub(crate) fn downcast<P: Short>(&self) -> Option<&P> {
        (&*self.inner as &dyn Any).downcast_ref().map(|Held(position)| position)
    }

    fn with(&self, inner: Arc<dyn Inner>) -> AnyPosition {
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
        let number = mv.number.map(|number| number as usize).or_else(|| {
            let moves = self.inner.moves(player);
            moves.iter().position(|legal| *legal == mv)
        });
        #[cfg(not(target_family = "wasm"))]
        let option = number.and_then(|number| self.inner.option(player, number));
        #[cfg(target_family = "wasm")]
        // code of its own for one option makes the module larger by a hundredth
        let option = number.and_then(|number| {
            let (mut rest, mut found) = (number, None);
            self.inner.each_option(player, &mut |option| {
                found = (rest == 0).then_some(option);
                rest = rest.wrapping_sub(1);
                found.is_none()
            });
            found
        });
        if let Some(option) = option {
            self.inner = option;
        }
    }

    fn broken_rule(&self, player: Player, mv: AnyMove) -> Option<&'static str> {
        self.ruleset.0.broken_rule(&*self.inner, player, mv.text())
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
        self.inner.line_count(player, depth)
    }
}

impl Short for AnyPosition {
    /// What the rulesets know, each line of it: with all, the search of a sum is that of its types.
    const SEARCH: Search<AnyPosition> = Search {
        packed: None, // positions of two rulesets may have the same word
        option_steps: |position| position.inner.option_steps(),
        heap_bytes: |position| position.inner.bytes(),
        bounds: Some(|position, player| position.inner.bounds(player)),
        lower_bound: Some(|position, player| position.inner.lower_bound(player)),
        mean: Some(|position| position.inner.mean()),
        hints: Some(|position| position.inner.hints()),
        endgame: Some(|position, player| position.inner.endgame(player)),
        #[cfg(not(target_family = "wasm"))]
        left_options: |position, list| {
            let options = position.inner.options_of_left().into_iter();
            list.extend(options.map(|inner| position.with(inner)));
        },
        #[cfg(target_family = "wasm")]
        left_options: |position, list| list.extend(position.options(Player::Left)),
        is_paired: |position| position.inner.is_paired(),
        impartial_form: Some(|position| position.with(position.inner.impartial_form())),
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

    fn spec(&self) -> &'static RulesetSpec {
        self.ruleset.spec()
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, AnyError> {
        self.ruleset.read(text)
    }

    fn read_move(&self, text: &str) -> Result<AnyMove, ParseMoveError> {
        self.ruleset.0.read_move(&*self.inner, text)
    }
}

/// Reads the name of a ruleset of the library, a colon, and the text of a position.
impl FromStr for AnyPosition {
    type Err = ParseAnyError;

    fn from_str(text: &str) -> Result<AnyPosition, ParseAnyError> {
        let (name, position) = text.split_once(':').ok_or(ParseAnyError(AnyProblem::NoName))?;
        let name = name.trim();
        let unknown = || ParseAnyError(AnyProblem::Unknown(name.chars().take(MAX_NAME).collect()));
        let ruleset = AnyRuleset::named(name).ok_or_else(unknown)?;
        ruleset.read(position.trim()).map_err(|error| ParseAnyError(AnyProblem::Position(error)))
    }
}

/// The most characters of a name in an error, more than any name of the library has.
const MAX_NAME: usize = 40;

/// The name of a ruleset with values that is closest to a name, if one typing error or two make the difference.
fn closest_name(name: &str) -> Option<&'static str> {
    let name = name.to_lowercase();
    let names =
        super::rulesets().map(|spec| spec.name).filter(|name| AnyRuleset::named(name).is_some());
    let near = names.map(|known| (distance(&name, known), known)).min()?;
    (near.0 <= 2).then_some(near.1)
}

/// The number of characters to insert, remove or replace, and of neighbours to exchange, that make one text of another: the
/// optimal string alignment distance.
fn distance(a: &str, b: &str) -> usize {
    let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<char>>());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let is_exchange =
                        i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    let exchanged = if is_exchange { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                    replaced.min(exchanged).min(rows[i - 1][j].min(rows[i][j - 1]) + 1)
                }
            };
        }
    }
    rows[a.len()][b.len()]
}

/// Why a text is not the name of a ruleset and a position.
///
/// # Examples
/// ```
/// use dicot::rules::AnyPosition;
/// let error = |text: &str| text.parse::<AnyPosition>().unwrap_err().to_string();
/// assert_eq!(error("xo"), "expected the name of a ruleset whose positions have values, a colon, and a position");
/// assert_eq!(error("clober:xo"), "unknown ruleset \"clober\"; did you mean clobber?");
/// assert_eq!(error("combo:xo"), "the positions of combo have no canonical forms");
/// assert_eq!(error("kayles:7+0"), "heap 2: unexpected \"0\", expected a number of pins from 1 to 1000");
/// ```
#[derive(Debug)]
pub struct ParseAnyError(AnyProblem);

/// What is wrong with a text.
#[derive(Debug)]
enum AnyProblem {
    /// It has no colon.
    NoName,
    /// No ruleset with values has that name.
    Unknown(String),
    /// The rest is not a position.
    Position(AnyError),
}

const EXPECTED: &str =
    "expected the name of a ruleset whose positions have values, a colon, and a position";

impl Display for ParseAnyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            AnyProblem::Position(error) => Display::fmt(error, f),
            AnyProblem::NoName => f.write_str(EXPECTED),
            AnyProblem::Unknown(name) => {
                match (super::rulesets().find(|spec| spec.is_called(name)), closest_name(name)) {
                    (Some(spec), _) => {
                        write!(f, "the positions of {} have no canonical forms", spec.name)
                    }
                    (None, Some(near)) => {
                        write!(f, "unknown ruleset {name:?}; did you mean {near}?")
                    }
                    (None, None) => write!(f, "unknown ruleset {name:?}; {EXPECTED}"),
                }
            }
        }
    }
}

impl Error for ParseAnyError {}

/// A move of an [`AnyPosition`]: its text, and the cells that it names.
///
/// Moves are equal if their texts are. A text is cut off after 47 bytes, longer than any of the library.
#[derive(Clone, Copy)]
pub struct AnyMove {
    text: [u8; AnyMove::MAX_TEXT],
    len: u8,
    cells: [Option<Cell>; 3],
    /// Its number among the player's moves in the position that listed it.
    number: Option<u32>,
}

impl AnyMove {
    const MAX_TEXT: usize = 47;

    /// Compiled once for each type of moves, and not in each of its callers.
    #[inline(never)]
    fn of<M: Display + Any>(mv: &M, number: Option<u32>) -> AnyMove {
        let mut any = AnyMove { text: [0; AnyMove::MAX_TEXT], len: 0, cells: [None; 3], number };
        // Writing fails where the text is cut off.
        let _ = write!(any, "{mv}");
        let mv: &dyn Any = mv;
        if let Some(mv) = mv.downcast_ref::<CellsMove<1>>() {
            any.cells[0] = Some(mv.cells[0]);
        } else if let Some(mv) = mv.downcast_ref::<CellsMove<2>>() {
            any.cells = [Some(mv.cells[0]), Some(mv.cells[1]), None];
        } else if let Some(mv) = mv.downcast_ref::<CellsMove<3, ','>>() {
            any.cells = mv.cells.map(Some);
        } else if let Some(mv) = mv.downcast_ref::<CellsMove<3, '/'>>() {
            any.cells = mv.cells.map(Some);
        } else if let Some(mv) = mv.downcast_ref::<AnyMove>() {
            any.cells = mv.cells;
        } else if let Some(mv) = mv.downcast_ref::<ImpartialMove<CellsMove<2>>>() {
            any.cells = AnyMove::of(&mv.inner(), None).cells;
        } else if let Some(mv) = mv.downcast_ref::<ImpartialMove<AnyMove>>() {
            any.cells = mv.inner().cells;
        }
        any
    }

    /// The move of another type as it prints, with its cells if it is a [`CellsMove`].
    pub fn new<M: Display + Any>(mv: &M) -> AnyMove {
        AnyMove::of(mv, None)
    }

    /// The text of the move.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.text[..self.len.into()]).expect("whole characters were written")
    }

    /// The cells of the move in the order in which it names them, where it is a [`CellsMove`].
    pub fn cells(&self) -> [Option<Cell>; 3] {
        self.cells
    }
}

impl fmt::Write for AnyMove {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            let (start, end) = (self.len.into(), usize::from(self.len) + letter.len_utf8());
            letter.encode_utf8(self.text.get_mut(start..end).ok_or(fmt::Error)?);
            self.len = end as u8;
        }
        Ok(())
    }
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &AnyMove) -> bool {
        self.text() == other.text()
    }
}

impl Eq for AnyMove {}

impl Hash for AnyMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text().hash(state);
    }
}

impl Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

impl Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyMove({self})")
    }
}
