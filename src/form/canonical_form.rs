//! The type of values: its constants, properties, text and order.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use super::notation::ParseFormError;
use super::operations::operations;
use super::parity::Parity;
use super::print::Out;
use super::{Computed, Engine, Id, NumberUpStar, Store, followers, or_panic};
use crate::{Dyadic, Outcome, Player};

/// The canonical form of a short partizan game: its exact value.
///
/// Two games are equal exactly when they have the same canonical form, and each form is stored once, so `==` compares
/// two ids (values of different stores are compared follower by follower). `+`, `-`, `<=` and so on are those of games:
/// `g <= h` says that `h` is at least as good for Left, and many games are neither `<=` nor `>=` each other (*confused*,
/// [`is_confused_with`](CanonicalForm::is_confused_with)). So values do not implement `Ord`; `!(g <= h)` means *greater
/// or confused*. Keys of a sorted map are [`StructuralOrd`](crate::StructuralOrd).
///
/// The operators take integers (`i64`) as well: `g > 0`, `g + 1`, `g * 3`.
///
/// A value is a small handle to a [`Store`]: cheap to clone, usable from any thread. Operands from
/// different stores may be mixed: the result is in a private store rather than in the default one,
/// and in the left operand's of two private ones.
///
/// What is stored with each form takes O(1): the [stops](CanonicalForm::stop), [`birthday`](CanonicalForm::birthday),
/// [`is_dicot`](CanonicalForm::is_dicot), [`far_star`](CanonicalForm::far_star), [`parity`](CanonicalForm::parity) and
/// [`temper`](CanonicalForm::temper).
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
/// `Display` prints exactly what CGSuite prints, and `FromStr` reads all of that and more: see [`crate::notation`].
///
/// # Panics
/// Operators cannot return errors. They panic, with the words of the [`ValueError`](crate::ValueError), if a result is
/// out of the range that is represented: numbers beyond `i64` or finer than `1/2^62`, nimbers or
/// multiples of `↑` beyond `2^31`, games with over 65,535 options or 25,000 moves deep. The methods
/// of a [`Calculation`](crate::Calculation) return that error instead.
#[derive(Clone)]
pub struct CanonicalForm {
    pub(super) store: Store,
    pub(super) id: Id,
}

impl CanonicalForm {
    /// 0, the game without a move: `{|}`.
    pub const ZERO: CanonicalForm = CanonicalForm { store: Store::global(), id: Id::ZERO };
    /// `*` = `{0|0}`.
    pub const STAR: CanonicalForm = CanonicalForm { store: Store::global(), id: Id::STAR };
    /// `↑` = `{0|*}`; `↓` is `-CanonicalForm::UP`.
    pub const UP: CanonicalForm = CanonicalForm { store: Store::global(), id: Id::UP };

    /// The canonical form of `{left|right}`, for any options: reversible ones are bypassed, dominated ones removed.
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
    /// of *m* with *n* followers takes at most *mn* steps while they fit the store's cache.
    #[track_caller]
    pub fn new<L, R>(left: L, right: R) -> CanonicalForm
    where
        L: IntoIterator<Item = CanonicalForm>,
        R: IntoIterator<Item = CanonicalForm>,
    {
        let left: Vec<_> = left.into_iter().collect();
        let right: Vec<_> = right.into_iter().collect();
        let store = Store::of_operands(left.iter().chain(&right)).clone();
        or_panic(store.calculation().form(left, right))
    }

    /// The nimber `*m`.
    ///
    /// # Panics
    /// If `m` is greater than [`NumberUpStar::MAX_MULTIPLE`].
    #[track_caller]
    pub fn nimber(m: u32) -> CanonicalForm {
        NumberUpStar { star: m, ..NumberUpStar::default() }.into()
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

    /// The canonical options of a player in no particular order, without the time to sort them, which grows with the
    /// number of their followers.
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

    /// The number of canonical options of a player.
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

    /// The sum, where it is cached or takes O(1).
    pub(super) fn known_sum(&self, other: &CanonicalForm) -> Option<CanonicalForm> {
        let same = (self.store == other.store).then(|| self.store.inner());
        Some(self.store.handle(same?.known_sum(self.id, other.id)?))
    }

    /// Computes with two operands in the store that the result belongs to.
    #[track_caller]
    pub(super) fn with<'a, T>(
        &'a self,
        other: &'a CanonicalForm,
        f: impl FnOnce(&mut Engine<'a>, Id, Id) -> Computed<T>,
    ) -> (&'a Store, T) {
        let store = Store::of_operands([self, other]);
        let result = store.unlimited(|engine| {
            let (g, h) = (store.id_of(self, engine)?, store.id_of(other, engine)?);
            f(engine, g, h)
        });
        (store, result)
    }

    /// The number, ups and star, if the game is a sum of these.
    pub fn to_number_up_star(&self) -> Option<NumberUpStar> {
        self.store.inner().number_up_star(self.id)
    }

    /// The number, if the game is one: numbers among short games are dyadic.
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

    /// Whether this is a switch `±G` or `±{G,H,..}`: its own negative, and not a nimber.
    pub fn is_switch(&self) -> bool {
        self.id.is_own_negative() && !self.id.is_closed()
    }

    /// Whether the game is smaller than every positive number and greater than every negative one.
    /// This holds exactly if both stops are 0.
    pub fn is_infinitesimal(&self) -> bool {
        self.store.inner().stops(self.id) == [Id::ZERO; 2]
    }

    /// Whether the game is a *dicot* (all-small): at every point either both players can move or neither can.
    pub fn is_dicot(&self) -> bool {
        self.store.inner().facts(self.id).dicot
    }

    /// Whether the canonical form is *even* or *odd*: 0 is even, a game whose options are all odd is even, and one
    /// whose options are all even is odd. So all lines of play have that parity. `None` if the game is neither.
    ///
    /// Source: CGSuite's `IsEven` and `IsOdd`.
    pub fn parity(&self) -> Option<Parity> {
        self.store.inner().facts(self.id).parity
    }

    /// Whether the canonical form is *even-tempered* or *odd-tempered*: numbers are even-tempered, and
    /// any other game has the temper that all its options do not have. `None` if the game is neither.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.6.
    pub fn temper(&self) -> Option<Parity> {
        self.store.inner().facts(self.id).temper
    }

    /// The Left stop or the Right stop: the number that play reaches if `player` starts and each player tries to
    /// reach the best one for themselves.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.3.
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

    /// See [`StructuralOrd`](crate::StructuralOrd).
    pub(crate) fn structural_cmp(&self, other: &CanonicalForm) -> Ordering {
        self.with(other, Engine::structural_cmp).1
    }
}

operations! {
    /// Who wins, for either player to start.
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
            return f.pad(&self.text_start(usize::MAX).0);
        }
        let mut out = Out::new(f, usize::MAX);
        self.store.unlimited(|engine| engine.print(self.id, &mut out));
        if out.failed { Err(fmt::Error) } else { Ok(()) }
    }
}

/// As [`Display`](fmt::Display), but at most 200 characters of it: printed forms can be huge.
impl fmt::Debug for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX_CHARS: usize = 200;
        let start = self.text_start(MAX_CHARS + 1).0;
        match start.char_indices().nth(MAX_CHARS) {
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
        if self.store == other.store {
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
/// If a comparison would be over 25,000 moves deep; [`Calculation::compare`](crate::Calculation::compare) does not panic.
impl PartialOrd for CanonicalForm {
    #[track_caller]
    fn partial_cmp(&self, other: &CanonicalForm) -> Option<Ordering> {
        match (self.le(other), other.le(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }

    // One comparison where the default would make two, and none where the answer is cached or takes O(1).
    fn le(&self, other: &CanonicalForm) -> bool {
        if self.store == other.store
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
        NumberUpStar::number(x).into()
    }
}

/// # Panics
/// On `i64::MIN`.
impl From<i64> for CanonicalForm {
    #[track_caller]
    fn from(n: i64) -> CanonicalForm {
        CanonicalForm::from(Dyadic::from(n))
    }
}

/// # Panics
/// If the ups or the star are beyond [`NumberUpStar::MAX_MULTIPLE`].
impl From<NumberUpStar> for CanonicalForm {
    #[track_caller]
    fn from(parts: NumberUpStar) -> CanonicalForm {
        match Store::global().calculation().number_up_star(parts) {
            Ok(form) => form,
            Err(error) => panic!("{error}: {parts:?}"),
        }
    }
}

impl Default for CanonicalForm {
    fn default() -> CanonicalForm {
        CanonicalForm::ZERO
    }
}
