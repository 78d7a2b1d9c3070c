//! The tower of values: canonical forms of short games. It knows nothing of boards.

mod atomic_weight;
mod cache;
mod calculation;
mod cooling;
mod engine;
pub mod explain;
mod facts;
mod followers;
mod integers;
mod large_sum;
mod memory;
pub mod nim;
pub mod notation;
mod number_up_star;
mod operations;
mod order;
mod parity;
mod powers;
mod print;
mod products;
mod profile;
mod simplify;
mod store;
mod structural_ord;
mod structure;
mod sum;
mod thermograph;
mod uptimal;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::sync::{Arc, LazyLock};

pub use calculation::Calculation;
use notation::ParseFormError;
pub use number_up_star::NumberUpStar;
pub use parity::Parity;
pub use structural_ord::StructuralOrd;
pub use thermograph::{Thermograph, Wall};
pub use uptimal::Uptimal;

use operations::operations;
use print::Out;

pub(crate) use cache::StoreInner;
pub(crate) use engine::Engine;
pub(crate) use memory::table_bytes;
pub(crate) use simplify::Candidates;
pub(crate) use store::Id;

use crate::limits::NO_LIMITS;
use crate::{Dyadic, LimitKind, Limits, Outcome, Player};

/// Why a value could not be computed.
///
/// # Examples
/// ```
/// use dicot::{Limits, Store, ValueError};
/// let (store, limits) = (Store::new(), Limits::default());
/// let huge = store.parse("9223372036854775807").unwrap();
/// assert_eq!(store.calculate(&limits).sum(&huge, &huge), Err(ValueError::Overflow));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// A number, a multiple of `↑` or a nimber would leave the range that is represented.
    Overflow,
    /// A game would have more than 65,535 options for one player.
    TooManyOptions,
    /// A game, a text or a computation would be nested more than 25,000 levels deep.
    TooDeep,
    /// The operation is not defined for these operands: the reason.
    Undefined(&'static str),
    /// A limit is reached.
    Limit(LimitKind),
    /// The values that were [found before](crate::analysis::ValueSource) are damaged.
    Damaged,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Overflow => f.write_str("a number, up or nimber is out of range"),
            ValueError::TooManyOptions => {
                write!(f, "a game has more than {} options", store::MAX_OPTIONS)
            }
            ValueError::TooDeep => {
                write!(f, "nested more than {} levels deep", engine::MAX_DEPTH)
            }
            ValueError::Undefined(reason) => f.write_str(reason),
            ValueError::Limit(kind) => kind.fmt(f),
            ValueError::Damaged => f.write_str("the known values are damaged"),
        }
    }
}

impl std::error::Error for ValueError {}

/// Where canonical forms live, each once.
///
/// A store only grows; its memory is freed when its last handle goes, and every [`CanonicalForm`] is
/// such a handle. The default store ([`Store::global`]) lives as long as the process and is what
/// constants and `parse` use. Builders of large tables, servers, and tests that count forms make
/// their own.
///
/// A store may be shared by threads at will. It never changes what it has given out.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Store};
/// let store = Store::new();
/// let before = store.len();
/// let g = store.parse("{1|*} + ^")?;
/// assert!(store.len() > before);
/// assert_eq!(g, "{1^|^*}".parse::<CanonicalForm>()?); // the same value in the default store
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone)]
pub struct Store(
    /// `None` is the default store, so that copying its handles touches no counter. A trait object,
    /// because what is inside does change, though never the value of a key: clippy would warn of
    /// every map keyed by values.
    Option<Arc<dyn AsRef<StoreInner> + Send + Sync>>,
);

static GLOBAL: LazyLock<StoreInner> = LazyLock::new(StoreInner::new);

impl Store {
    /// A new private store.
    pub fn new() -> Store {
        Store(Some(Arc::new(StoreInner::new())))
    }

    /// The default store.
    pub const fn global() -> Store {
        Store(None)
    }

    pub(crate) fn inner(&self) -> &StoreInner {
        match &self.0 {
            Some(store) => (**store).as_ref(),
            None => &GLOBAL,
        }
    }

    /// The store that is due to what is made of these: the first private one, if there is any.
    fn of_operands<'g>(mut operands: impl Iterator<Item = &'g CanonicalForm>) -> Store {
        let private = operands.find(|g| g.store.0.is_some());
        private.map_or(Store::global(), |g| g.store.clone())
    }

    /// Whether both are the same store.
    pub fn is(&self, other: &Store) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(store), Some(other)) => std::ptr::addr_eq(Arc::as_ptr(store), Arc::as_ptr(other)),
            _ => false,
        }
    }

    /// A calculation in this store, within limits.
    pub fn calculate<'s>(&'s self, limits: &'s Limits) -> Calculation<'s> {
        Calculation::new(self, limits)
    }

    /// A calculation in this store without limits.
    pub fn calculation(&self) -> Calculation<'_> {
        self.calculate(&NO_LIMITS)
    }

    pub(crate) fn handle(&self, id: Id) -> CanonicalForm {
        CanonicalForm { store: self.clone(), id }
    }

    /// Does a computation without limits in this store.
    fn unlimited<'s, T>(&'s self, f: impl FnOnce(&mut Engine<'s>) -> Result<T, ValueError>) -> T {
        f(&mut Engine::new(self.inner(), &NO_LIMITS)).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The canonical form of `{left|right}`, for any options.
    ///
    /// # Panics
    /// As [`CanonicalForm::new`].
    pub fn form<L, R>(&self, left: L, right: R) -> CanonicalForm
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        self.calculation().form(left, right).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The number, ups and star with these parts.
    ///
    /// # Panics
    /// If the ups or the star are beyond [`NumberUpStar::MAX_MULTIPLE`].
    pub fn number_up_star(&self, parts: NumberUpStar) -> CanonicalForm {
        let most = NumberUpStar::MAX_MULTIPLE;
        assert!(parts.up.unsigned_abs().max(parts.star) <= most, "{parts:?} is out of range");
        self.handle(self.unlimited(|engine| engine.store.closed(parts)))
    }

    /// Reads a game in the usual notation; see [`CanonicalForm`'s `FromStr`](CanonicalForm#notation).
    ///
    /// # Errors
    /// If the text is no game, saying at which offset and what was expected there.
    pub fn parse(&self, text: &str) -> Result<CanonicalForm, ParseFormError> {
        self.calculation().parse(text)
    }

    /// The same value in this store: copied if it lives in another one.
    ///
    /// # Complexity
    /// Nothing if it is here already, or else O(*n*) for *n* followers and their options.
    ///
    /// # Panics
    /// As [`CanonicalForm::new`].
    pub fn adopt(&self, g: &CanonicalForm) -> CanonicalForm {
        self.handle(self.unlimited(|engine| self.id_of(g, engine)))
    }

    /// The id of `g` in this store, on which `engine` works.
    pub(crate) fn id_of(
        &self,
        g: &CanonicalForm,
        engine: &mut Engine<'_>,
    ) -> Result<Id, ValueError> {
        if self.is(&g.store) { Ok(g.id) } else { engine.copy(g.store.inner(), g.id) }
    }

    /// How many forms are stored; a form and its negative count once.
    #[expect(clippy::len_without_is_empty, reason = "a store is never empty: 0, * and ^ are in it")]
    pub fn len(&self) -> usize {
        self.inner().len()
    }

    /// How many bytes the store takes, its memos included.
    pub fn bytes(&self) -> usize {
        self.inner().bytes()
    }
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("global", &self.0.is_none())
            .field("len", &self.len())
            .finish()
    }
}

/// The canonical form of a short partizan game: its exact value.
///
/// Two games are equal exactly when they have the same canonical form, and each form is stored once,
/// so `==` takes no time. `+`, `-`, `<=` and so on are those of games: `g <= h` says that `h` is at
/// least as good for Left, and many games are neither `<=` nor `>=` each other (*confused*,
/// [`is_confused_with`](CanonicalForm::is_confused_with)). There is no `Ord`, because there is no total
/// order; `!(g <= h)` means *greater or confused*. Keys of a sorted map are [`StructuralOrd`].
///
/// The operators take integers (`i64`) as well: `g > 0`, `g + 1`, `g * 3`.
///
/// A value is a small handle to a [`Store`]: cheap to clone, usable from any thread. Operands from
/// different stores may be mixed: the result is in a private store rather than in the default one,
/// and in the left operand's of two private ones.
///
/// Source: Siegel, *Combinatorial Game Theory* (2013), chapter II.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// let g: CanonicalForm = "{1|*}".parse()?;
/// let h = &g + CanonicalForm::UP - CanonicalForm::STAR;
/// assert_eq!(h.to_string(), "{1^*|^}");
/// assert!(h > CanonicalForm::ZERO && h.is_confused_with(&"1/2".parse()?));
/// assert_eq!(&h - &h, CanonicalForm::ZERO);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Notation
/// `Display` prints exactly what CGSuite prints, and `FromStr` reads all of that and more: see
/// [`crate::notation`].
///
/// # Panics
/// Operators cannot return errors. They panic, with the words of the [`ValueError`], if a result is
/// out of the range that is represented: numbers beyond `i64` or finer than `1/2^62`, nimbers or
/// multiples of `↑` beyond `2^31`, games with over 65,535 options or 25,000 moves deep. The methods
/// of a [`Calculation`] return that error instead.
#[derive(Clone)]
pub struct CanonicalForm {
    store: Store,
    id: Id,
}

impl CanonicalForm {
    /// 0, the game without a move: `{|}`.
    pub const ZERO: CanonicalForm = CanonicalForm { store: Store(None), id: Id::ZERO };
    /// `*` = `{0|0}`.
    pub const STAR: CanonicalForm = CanonicalForm { store: Store(None), id: Id::STAR };
    /// `↑` = `{0|*}`.
    pub const UP: CanonicalForm = CanonicalForm { store: Store(None), id: Id::UP };
    /// `↓` = `{*|0}`, the negative of `↑`.
    pub const DOWN: CanonicalForm = CanonicalForm { store: Store(None), id: Id::UP.negative() };
    /// `↑*` = `{0,*|0}`, the sum of `↑` and `*`.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// assert_eq!(CanonicalForm::UP_STAR, CanonicalForm::UP + CanonicalForm::STAR);
    /// assert_eq!(-CanonicalForm::UP_STAR, CanonicalForm::DOWN + CanonicalForm::STAR);
    /// ```
    pub const UP_STAR: CanonicalForm = CanonicalForm { store: Store(None), id: Id::UP_STAR };

    /// The canonical form of `{left|right}`, for any options: reversible ones are bypassed, dominated
    /// ones removed.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let (zero, star, up) = (CanonicalForm::ZERO, CanonicalForm::STAR, CanonicalForm::UP);
    /// let g = CanonicalForm::new([zero], [star, &up * 2]); // Right would rather have * than ^^
    /// assert_eq!(g, up);
    /// ```
    ///
    /// # Panics
    /// If the game cannot be represented (see [the type](CanonicalForm#panics)).
    ///
    /// # Complexity
    /// A comparison for each pair of options of a player, and for each option and reply. A comparison
    /// of *m* with *n* followers takes at most *mn* steps while they fit the store's memo.
    pub fn new<L, R>(left: L, right: R) -> CanonicalForm
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        let left: Vec<_> = left.into_iter().collect();
        let right: Vec<_> = right.into_iter().collect();
        Store::of_operands(left.iter().chain(&right)).form(left, right)
    }

    /// The nimber `*m`.
    ///
    /// # Panics
    /// If `m` is greater than [`NumberUpStar::MAX_MULTIPLE`].
    pub fn nimber(m: u32) -> CanonicalForm {
        Store::global().number_up_star(NumberUpStar { star: m, ..NumberUpStar::default() })
    }

    /// The store in which the form lives.
    pub fn store(&self) -> &Store {
        &self.store
    }

    pub(crate) fn id(&self) -> Id {
        self.id
    }

    /// The canonical options of a player, in the order in which they are printed.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Player};
    /// let g: CanonicalForm = "{^^*|*,v}".parse()?;
    /// let right: Vec<String> = g.options(Player::Right).map(|h| h.to_string()).collect();
    /// assert_eq!(right, ["*", "v"]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Panics
    /// If there are over 65,535 options, which only nimbers have.
    pub fn options(&self, player: Player) -> impl ExactSizeIterator<Item = CanonicalForm> + '_ {
        let ids = self.store.unlimited(|engine| engine.options_in_order(self.id, player));
        ids.into_iter().map(|id| self.store.handle(id))
    }

    /// The canonical options of a player, in no particular order: those of [`options`](CanonicalForm::options) without
    /// the time that it takes to sort them, which grows with all that the options are made of.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Player};
    /// let g: CanonicalForm = "{^^*|*,v}".parse()?;
    /// let right: Vec<CanonicalForm> = g.options_unsorted(Player::Right).collect();
    /// assert!(right.len() == 2 && right.contains(&CanonicalForm::STAR));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Panics
    /// As [`options`](CanonicalForm::options).
    pub fn options_unsorted(
        &self,
        player: Player,
    ) -> impl ExactSizeIterator<Item = CanonicalForm> + '_ {
        let ids =
            self.store.unlimited(|engine| Ok(engine.options(self.id, player)?.collect::<Vec<_>>()));
        ids.into_iter().map(|id| self.store.handle(id))
    }

    /// How many canonical options a player has; without making them.
    pub fn option_count(&self, player: Player) -> usize {
        self.store.inner().option_count(self.id, player)
    }

    /// Whether neither `self <= other` nor `self >= other`.
    ///
    /// # Panics
    /// As the operators.
    pub fn is_confused_with(&self, other: &CanonicalForm) -> bool {
        self.partial_cmp(other).is_none()
    }

    /// An operation with another game that gives a game.
    fn game_with<'a>(
        &'a self,
        other: &'a CanonicalForm,
        f: impl FnOnce(&mut Engine<'a>, Id, Id) -> Result<Id, ValueError>,
    ) -> CanonicalForm {
        let (store, id) = self.with(other, f);
        store.handle(id)
    }

    /// Computes with two operands in the store that is due to the result.
    fn with<'a, T>(
        &'a self,
        other: &'a CanonicalForm,
        f: impl FnOnce(&mut Engine<'a>, Id, Id) -> Result<T, ValueError>,
    ) -> (Store, T) {
        let store = match (&self.store.0, &other.store.0) {
            (None, Some(_)) => &other.store,
            _ => &self.store,
        };
        let result = store.unlimited(|engine| {
            let (g, h) = (store.id_of(self, engine)?, store.id_of(other, engine)?);
            f(engine, g, h)
        });
        (store.clone(), result)
    }

    /// The number, ups and star, if the game is a sum of these.
    pub fn to_number_up_star(&self) -> Option<NumberUpStar> {
        self.store.inner().number_up_star(self.id)
    }

    /// The number, if the game is one: numbers among short games are dyadic.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Dyadic};
    /// let g: CanonicalForm = "{0|{1|2}}".parse()?; // {0|3/2} is 1
    /// assert_eq!(g.to_number(), Some(Dyadic::from(1)));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn to_number(&self) -> Option<Dyadic> {
        self.store.inner().number(self.id)
    }

    /// The integer, if the game is one.
    pub fn to_integer(&self) -> Option<i64> {
        self.to_number()?.to_integer()
    }

    /// The `m` of the nimber `*m`, if the game is one (0 is `*0`).
    pub fn to_nimber(&self) -> Option<u32> {
        let g = self.to_number_up_star()?;
        (g.up == 0 && g.number == Dyadic::ZERO).then_some(g.star)
    }

    /// Whether this is a switch `±G` or `±{G,H,..}`: its own negative, and no nimber.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "{1|-1}".parse()?;
    /// assert!(g.is_switch());
    /// assert_eq!(g.to_string(), "+-1");
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn is_switch(&self) -> bool {
        self.id.is_own_negative() && !self.id.is_closed()
    }

    /// Whether the game is smaller than every positive number and greater than every negative one.
    /// This holds exactly if both stops are 0.
    pub fn is_infinitesimal(&self) -> bool {
        self.store.inner().stops(self.id) == [Id::ZERO; 2]
    }

    /// Whether the game is a *dicot* (all-small): at every point either both players can move or
    /// neither can.
    ///
    /// # Complexity
    /// O(1): it is stored with each form.
    pub fn is_dicot(&self) -> bool {
        self.store.inner().facts(self.id).dicot
    }

    /// The number that is reached if `player` starts and both play to reach the best one for
    /// themselves: the Left stop or the Right stop.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.3.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Dyadic, Player};
    /// let g: CanonicalForm = "{3||2|-1}".parse()?;
    /// assert_eq!(g.stop(Player::Left), Dyadic::from(3));
    /// assert_eq!(g.stop(Player::Right), Dyadic::from(2));
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn stop(&self, player: Player) -> Dyadic {
        let store = self.store.inner();
        let [left, right] = store.stops(self.id);
        let stop = if player == Player::Left { left } else { right };
        store.number(stop).expect("stops are numbers")
    }

    /// The day on which the game is born: 0 for `0`, or else one more than the last of its options.
    pub fn birthday(&self) -> u64 {
        self.store.inner().birthday(self.id)
    }

    /// See [`StructuralOrd`].
    pub(crate) fn structural_cmp(&self, other: &CanonicalForm) -> Ordering {
        self.with(other, Engine::structural_cmp).1
    }

    /// How many characters the printed form has, without printing it: that may be exponentially
    /// many. `u64::MAX` stands for that many or more.
    ///
    /// # Complexity
    /// O(*n* log *n*) comparisons of texts for *n* followers.
    pub fn text_len(&self) -> u64 {
        self.store.unlimited(|engine| engine.text_len(self.id))
    }

    /// The first `most` characters of the printed form.
    ///
    /// # Complexity
    /// As [`text_len`](CanonicalForm::text_len), and the characters printed.
    pub fn text_start(&self, most: usize) -> String {
        let mut text = String::new();
        self.store.unlimited(|engine| engine.print(self.id, &mut Out::new(&mut text, most)));
        text
    }
}

operations! {
    /// Who wins, for either player to start.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Outcome};
    /// assert_eq!(CanonicalForm::UP.outcome(), Outcome::Left);
    /// assert_eq!(CanonicalForm::STAR.outcome(), Outcome::Next);
    /// ```
    outcome() -> Outcome = Engine::outcome;

    /// The number `x` and the subscript `G`, if the game is `x + tiny-G`, where `tiny-G` is `{0||0|-G}`, and `G` has
    /// a positive mean.
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "{1||1|-1}".parse()?;
    /// assert_eq!(g.number_tiny(), Some((1.into(), 2.into())));
    /// assert_eq!("Miny(2)".parse::<CanonicalForm>()?.number_tiny(), None);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    number_tiny() -> Option<(CanonicalForm, CanonicalForm)> = Engine::number_tiny;
}

impl fmt::Display for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_some() || f.precision().is_some() {
            return f.pad(&self.text_start(usize::MAX));
        }
        let mut out = Out::new(f, usize::MAX);
        self.store.unlimited(|engine| engine.print(self.id, &mut out));
        if out.failed { Err(fmt::Error) } else { Ok(()) }
    }
}

/// As [`Display`](fmt::Display), but at most 200 characters of it: printed forms can be huge.
impl fmt::Debug for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST: usize = 200;
        let start = self.text_start(MOST + 1);
        match start.char_indices().nth(MOST) {
            None => f.write_str(&start),
            Some((end, _)) => {
                let (length, followers) = (self.text_len(), self.follower_count());
                write!(f, "{}... ({length} characters, {followers} followers)", &start[..end])
            }
        }
    }
}

/// Reads the usual notation, see [`crate::notation`].
impl std::str::FromStr for CanonicalForm {
    type Err = ParseFormError;

    fn from_str(text: &str) -> Result<CanonicalForm, ParseFormError> {
        Store::global().parse(text)
    }
}

/// Equality of values, also across stores.
impl PartialEq for CanonicalForm {
    fn eq(&self, other: &CanonicalForm) -> bool {
        if self.store.is(&other.store) {
            return self.id == other.id;
        }
        let hash = |g: &CanonicalForm| g.store.inner().content_hash(g.id);
        hash(self) == hash(other)
            && followers::same((self.store.inner(), self.id), (other.store.inner(), other.id))
    }
}

impl Eq for CanonicalForm {}

/// A hash of the value, the same in every store.
impl Hash for CanonicalForm {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.store.inner().content_hash(self.id));
    }
}

/// The order of games. `None` means confused.
///
/// # Panics
/// If a comparison would be over 25,000 moves deep; [`Calculation::compare`] does not panic.
impl PartialOrd for CanonicalForm {
    fn partial_cmp(&self, other: &CanonicalForm) -> Option<Ordering> {
        match (self.le(other), other.le(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }

    // One comparison where the default would make two, and none where both are known at sight.
    fn le(&self, other: &CanonicalForm) -> bool {
        if self.store.is(&other.store)
            && let Some(answer) = self.store.inner().le_if_known(self.id, other.id)
        {
            return answer;
        }
        self.with(other, Engine::le).1
    }

    fn ge(&self, other: &CanonicalForm) -> bool {
        other.le(self)
    }

    fn lt(&self, other: &CanonicalForm) -> bool {
        self != other && self.le(other)
    }

    fn gt(&self, other: &CanonicalForm) -> bool {
        other.lt(self)
    }
}

impl From<Dyadic> for CanonicalForm {
    fn from(x: Dyadic) -> CanonicalForm {
        Store::global().number_up_star(NumberUpStar::number(x))
    }
}

/// # Panics
/// On `i64::MIN`.
impl From<i64> for CanonicalForm {
    fn from(n: i64) -> CanonicalForm {
        CanonicalForm::from(Dyadic::from(n))
    }
}

/// # Panics
/// As [`Store::number_up_star`].
impl From<NumberUpStar> for CanonicalForm {
    fn from(parts: NumberUpStar) -> CanonicalForm {
        Store::global().number_up_star(parts)
    }
}

impl Default for CanonicalForm {
    fn default() -> CanonicalForm {
        CanonicalForm::ZERO
    }
}

impl Neg for &CanonicalForm {
    type Output = CanonicalForm;

    fn neg(self) -> CanonicalForm {
        self.store.handle(self.id.negative())
    }
}

impl Neg for CanonicalForm {
    type Output = CanonicalForm;

    fn neg(self) -> CanonicalForm {
        -&self
    }
}

impl Add<&CanonicalForm> for &CanonicalForm {
    type Output = CanonicalForm;

    fn add(self, other: &CanonicalForm) -> CanonicalForm {
        if self.store.is(&other.store)
            && let Some(sum) = self.store.inner().known_sum(self.id, other.id)
        {
            return self.store.handle(sum);
        }
        self.game_with(other, Engine::add)
    }
}

impl Sub<&CanonicalForm> for &CanonicalForm {
    type Output = CanonicalForm;

    fn sub(self, other: &CanonicalForm) -> CanonicalForm {
        self + &-other
    }
}

/// The forms of `+` and `-` that own an operand, by the one that owns none.
macro_rules! owned_operands {
    ($($trait:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $trait<CanonicalForm> for CanonicalForm {
            type Output = CanonicalForm;
            fn $method(self, other: CanonicalForm) -> CanonicalForm {
                $trait::$method(&self, &other)
            }
        }

        impl $trait<&CanonicalForm> for CanonicalForm {
            type Output = CanonicalForm;
            fn $method(self, other: &CanonicalForm) -> CanonicalForm {
                $trait::$method(&self, other)
            }
        }

        impl $trait<CanonicalForm> for &CanonicalForm {
            type Output = CanonicalForm;
            fn $method(self, other: CanonicalForm) -> CanonicalForm {
                $trait::$method(self, &other)
            }
        }

        impl $assign<CanonicalForm> for CanonicalForm {
            fn $assign_method(&mut self, other: CanonicalForm) {
                *self = $trait::$method(&*self, &other);
            }
        }

        impl $assign<&CanonicalForm> for CanonicalForm {
            fn $assign_method(&mut self, other: &CanonicalForm) {
                *self = $trait::$method(&*self, other);
            }
        }
    )*};
}

owned_operands! {
    Add add AddAssign add_assign;
    Sub sub SubAssign sub_assign;
}

impl Sum for CanonicalForm {
    fn sum<I: Iterator<Item = CanonicalForm>>(games: I) -> CanonicalForm {
        games.fold(CanonicalForm::ZERO, |sum, g| sum + g)
    }
}

impl<'a> Sum<&'a CanonicalForm> for CanonicalForm {
    fn sum<I: Iterator<Item = &'a CanonicalForm>>(games: I) -> CanonicalForm {
        games.fold(CanonicalForm::ZERO, |sum, g| sum + g)
    }
}
