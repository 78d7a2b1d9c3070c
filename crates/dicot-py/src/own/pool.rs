//! The positions of Python rulesets that a computation has met.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use dicot::{CanonicalForm, LimitKind, Player, Store, ValueError};
use dicot_rulesets::lock;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyIterator, PyType};
use smallvec::{SmallVec, smallvec};

use crate::arguments::name_of;
use crate::compute::LimitSettings;
use crate::errors::{LimitError, Problem};
use crate::game::Game;
use crate::names::intern;
use crate::position::Position;
use crate::sum::Sum;

/// The class `dicot.Ruleset`.
fn base(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static RULESET: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    RULESET.import(py, "dicot", "Ruleset")
}

/// Whether an object is a position of a ruleset in Python.
pub(crate) fn is_position(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    object.is_instance(base(object.py())?)
}

/// A position or its negative: bit 0 is set for the negative, and the other bits are the index of the position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term(u32);

impl Term {
    pub(crate) fn index(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn negative_if(self, negated: bool) -> Term {
        Term(self.0 ^ u32::from(negated))
    }
}

/// A sum of positions and a value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Terms {
    /// Most options are one position, or two.
    pub(crate) terms: SmallVec<[Term; 2]>,
    pub(crate) value: CanonicalForm,
}

/// The options of a position, with the player whose option each is.
pub(crate) type Options = Arc<[(Player, Terms)]>;

struct Record {
    position: Py<PyAny>,
    /// The options, if they are known and the value is not.
    options: Option<Options>,
    value: Option<CanonicalForm>,
}

#[derive(Default)]
struct Records {
    list: Vec<Record>,
    /// The number of positions that do not have a record: negatives of others, and those that are not normalized or fall apart.
    others: usize,
    /// The sums of positions that fall apart.
    sums: Vec<Terms>,
    /// The bytes of the options and the sums.
    option_bytes: usize,
}

/// A class of positions.
struct Class {
    /// Keeps the class, whose address is its key.
    _class: Py<PyType>,
    /// The id of each position: the number of its term, or `-1 - n` for the sum *n*.
    ids: Py<PyDict>,
    /// Whether it defines `components`, `normalized` and `negative`. What it does not define is not called.
    splits: bool,
    normalizes: bool,
    negates: bool,
    /// Whether it defines `left_options` and `right_options`, and not `options`.
    by_sides: bool,
}

impl Class {
    fn new(class: &Bound<'_, PyType>) -> PyResult<Class> {
        let py = class.py();
        let base = base(py)?;
        let defines = |name: &str| Ok::<_, PyErr>(!class.getattr(name)?.is(&base.getattr(name)?));
        Ok(Class {
            _class: class.clone().unbind(),
            ids: PyDict::new(py).unbind(),
            splits: defines("components")?,
            normalizes: defines("normalized")?,
            negates: defines("negative")?,
            by_sides: !defines("options")? && defines("left_options")? && defines("right_options")?,
        })
    }

    /// The id of a position, if it is known.
    fn find(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
        let found = self.ids.bind(position.py()).get_item(position);
        found.map_err(|error| explain(error, position))?.map(|id| id.extract()).transpose()
    }
}

/// The positions of Python rulesets by index, with their options and values.
///
/// A pool only grows, and no lock is held while user code runs: threads share it, and user code may ask for values.
pub(crate) struct Pool {
    /// The store of the values.
    pub(crate) store: Store,
    /// The classes by their addresses: Python compares positions, and those of two classes may be equal as tuples.
    classes: Mutex<HashMap<usize, Arc<Class>>>,
    records: Mutex<Records>,
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pool").field("positions", &self.len()).finish_non_exhaustive()
    }
}

/// The bytes of a position: its record, its entry in the dict, and the object itself, whose size is not known. 300,000
/// frozen dataclasses of two integers took 460 bytes each, and tuples 250, in `tests/test_ruleset.py`.
const POSITION_BYTES: usize = 450;

impl Pool {
    /// Creates an empty pool.
    pub(crate) fn new() -> Pool {
        Pool { store: Store::new(), classes: Mutex::default(), records: Mutex::default() }
    }

    fn records(&self) -> MutexGuard<'_, Records> {
        lock(&self.records)
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.records().list.len()
    }

    /// About how many bytes the positions take, in addition to the store.
    pub(crate) fn table_bytes(&self) -> usize {
        let records = self.records();
        (records.list.len() + records.others) * POSITION_BYTES + records.option_bytes
    }

    /// About how many bytes the pool takes.
    pub(crate) fn bytes(&self) -> usize {
        self.store.bytes() + self.table_bytes()
    }

    /// The value of a position, if it is known.
    pub(crate) fn value(&self, term: Term) -> Option<CanonicalForm> {
        let records = self.records();
        let value = records.list[term.index()].value.as_ref()?;
        Some(if term.is_negated() { -value } else { value.clone() })
    }

    /// The value of a position as it is, if that is known.
    pub(crate) fn known_value(
        &self,
        position: &Bound<'_, PyAny>,
    ) -> PyResult<Option<CanonicalForm>> {
        let Some(class) = self.class_of(position)? else { return Ok(None) };
        let term = class.find(position)?.and_then(|id| Some(Term(id.try_into().ok()?)));
        Ok(term.and_then(|term| self.value(term)))
    }

    /// Whether the value of a position is known.
    pub(crate) fn has_value(&self, index: usize) -> bool {
        self.records().list[index].value.is_some()
    }

    /// The options of a position that is expanded and does not have a value.
    pub(crate) fn known_options(&self, index: usize) -> Option<Options> {
        self.records().list[index].options.clone()
    }

    /// Keeps the value of a position, whose options are not needed any more.
    pub(crate) fn set_value(&self, index: usize, value: CanonicalForm) {
        let mut records = self.records();
        records.list[index].value = Some(value);
        if let Some(options) = records.list[index].options.take() {
            records.option_bytes -= bytes_of(&options);
        }
    }

    /// The position with an index, for a message.
    pub(crate) fn name(&self, py: Python<'_>, index: usize) -> String {
        let position = self.records().list[index].position.clone_ref(py);
        name(position.bind(py))
    }

    /// The sum of the components of positions, and of games.
    ///
    /// Errors: those of user code, for what is not a position or not hashable, and limits.
    pub(crate) fn terms(&self, py: Python<'_>, sum: Sum, watch: &mut Watch) -> PyResult<Terms> {
        let (mut terms, other_bytes) = (SmallVec::new(), watch.other_bytes);
        let Sum { positions, own, games } = sum;
        let mut rest = Sum { positions, own: Vec::new(), games };
        for position in own {
            let position = position.bind(py);
            let class = self.class_of(position)?;
            if !class.as_ref().is_some_and(|class| class.splits) {
                terms.push(self.intern(position.clone())?);
                continue;
            }
            let place = || format!("components() of {}", name(position));
            for part in list(position, position.call_method0(intern!(py, "components"))?, place)? {
                let part = summand(&part?, place)?;
                for own in part.own {
                    terms.push(self.intern(own.into_bound(py))?);
                }
                rest.positions.extend(part.positions);
                rest.games.extend(part.games);
                // A generator of components may not end.
                watch.other_bytes += size_of::<Sum>();
                watch.check(py, self)?;
            }
        }
        watch.other_bytes = other_bytes;
        Ok(Terms { terms, value: rest.native_value(py)? })
    }

    /// The class of a position; `None` if the object is not a position.
    fn class_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Class>>> {
        let address = position.get_type_ptr() as usize;
        if let Some(found) = lock(&self.classes).get(&address) {
            return Ok(Some(Arc::clone(found)));
        }
        if !is_position(position)? {
            return Ok(None);
        }
        let new = Arc::new(Class::new(&position.get_type())?);
        Ok(Some(Arc::clone(lock(&self.classes).entry(address).or_insert(new))))
    }

    /// The terms of an option. A known option takes one lookup.
    fn option(
        &self,
        option: &Bound<'_, PyAny>,
        place: impl Fn() -> String,
        watch: &mut Watch,
    ) -> PyResult<Terms> {
        let py = option.py();
        let Some(class) = self.class_of(option)? else {
            return self.terms(py, summand(option, place)?, watch);
        };
        let of_one = |term| Terms { terms: smallvec![term], value: CanonicalForm::ZERO };
        match class.find(option)? {
            Some(id) => Ok(match u32::try_from(id) {
                Ok(term) => of_one(Term(term)),
                Err(_) => self.records().sums[(-1 - id) as usize].clone(),
            }),
            None if class.splits || class.normalizes => {
                let sum = Sum { own: vec![option.clone().unbind()], ..Sum::default() };
                let terms = self.terms(py, sum, watch)?;
                let mut records = self.records();
                let id = match terms.terms[..] {
                    [term] if terms.value == CanonicalForm::ZERO => i64::from(term.0),
                    _ => {
                        records.option_bytes += size_of::<Terms>() + size_of_val(&terms.terms[..]);
                        records.sums.push(terms.clone());
                        -(records.sums.len() as i64)
                    }
                };
                records.others += 1;
                drop(records);
                class.ids.bind(py).set_item(option, id)?;
                Ok(terms)
            }
            None => self.intern(option.clone()).map(of_one),
        }
    }

    /// The term of a component.
    fn intern(&self, position: Bound<'_, PyAny>) -> PyResult<Term> {
        let py = position.py();
        let (key, class) = self.normalized(position)?;
        // The id of a sum is not expected: `components` of a component returns that component.
        let find = |position: &Bound<'_, PyAny>| -> PyResult<Option<Term>> {
            Ok(class.find(position)?.and_then(|id| Some(Term(id.try_into().ok()?))))
        };
        if let Some(term) = find(&key)? {
            return Ok(term);
        }
        let ids = class.ids.bind(py);
        if ids.len() < CHECKED {
            require_equality(&key)?;
        }
        let negative = match class.negates {
            true => key.call_method0(intern!(py, "negative"))?,
            false => py.None().into_bound(py),
        };
        if !negative.is_none() {
            let negative = expect_position(negative, &key, "negative")?;
            let (negative, other) = self.normalized(negative)?;
            if Arc::ptr_eq(&class, &other)
                && let Some(term) = find(&negative)?
            {
                let term = term.negative_if(true);
                ids.set_item(key, term.0)?;
                self.records().others += 1;
                return Ok(term);
            }
        }
        let index = {
            let mut records = self.records();
            let position = key.clone().unbind();
            records.list.push(Record { position, options: None, value: None });
            records.list.len() - 1
        };
        let too_many = || PyOverflowError::new_err("there are more than 2^31 positions");
        let index = u32::try_from(index).ok().and_then(|index| index.checked_mul(2));
        // Another thread may have been faster: then the record is not used. It may also have found that the position is a sum.
        let index = index.ok_or_else(too_many)?;
        let term = ids.call_method1(intern!(py, "setdefault"), (key, index))?;
        Ok(Term(u32::try_from(term.extract::<i64>()?).unwrap_or(index)))
    }

    /// The normalized position, and its class.
    fn normalized<'py>(
        &self,
        position: Bound<'py, PyAny>,
    ) -> PyResult<(Bound<'py, PyAny>, Arc<Class>)> {
        let wrong = || PyTypeError::new_err(format!("{} is not a position", name(&position)));
        let class = self.class_of(&position)?.ok_or_else(wrong)?;
        if !class.normalizes {
            return Ok((position, class));
        }
        let found = position.call_method0(intern!(position.py(), "normalized"))?;
        let found = expect_position(found, &position, "normalized")?;
        let class = self.class_of(&found)?.ok_or_else(wrong)?;
        Ok((found, class))
    }

    /// The options of a position. User code is called if they are not known.
    ///
    /// Errors: those of user code, what is not an option, and limits.
    pub(crate) fn options(
        &self,
        py: Python<'_>,
        index: usize,
        watch: &mut Watch,
    ) -> PyResult<Options> {
        let position = {
            let records = self.records();
            if let Some(options) = &records.list[index].options {
                return Ok(Arc::clone(options));
            }
            records.list[index].position.clone_ref(py).into_bound(py)
        };
        let by_sides = self.class_of(&position)?.is_some_and(|class| class.by_sides);
        let (mut options, other_bytes) = (Vec::new(), watch.other_bytes);
        for player in Player::BOTH {
            let side = name_of(player);
            let place = || format!("options('{side}') of {}", name(&position));
            let found = match (by_sides, player) {
                (false, _) => position.call_method1(intern!(py, "options"), (side,))?,
                (true, Player::Left) => position.call_method0(intern!(py, "left_options"))?,
                (true, Player::Right) => position.call_method0(intern!(py, "right_options"))?,
            };
            for option in list(&position, found, place)? {
                let terms = self.option(&option?, place, watch)?;
                // A generator of options may not end.
                watch.other_bytes += size_of::<(Player, Terms)>() + size_of_val(&terms.terms[..]);
                watch.check(py, self)?;
                options.push((player, terms));
            }
        }
        watch.other_bytes = other_bytes;
        let options: Options = options.into();
        let mut records = self.records();
        let record = &mut records.list[index];
        if record.options.is_none() && record.value.is_none() {
            record.options = Some(Arc::clone(&options));
            records.option_bytes += bytes_of(&options);
        }
        Ok(options)
    }
}

fn bytes_of(options: &Options) -> usize {
    let terms: usize = options.iter().map(|(_, sum)| sum.terms.capacity()).sum();
    size_of_val::<[_]>(options) + terms * size_of::<Term>()
}

/// The text of a position in a message, shortened.
fn name(position: &Bound<'_, PyAny>) -> String {
    const MAX_CHARACTERS: usize = 200;
    let Ok(text) = position.repr() else { return format!("a {}", class_name(position)) };
    let text = text.to_string();
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

fn class_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string())
}

/// Iterates over what a method of a position has returned.
fn list<'py>(
    position: &Bound<'py, PyAny>,
    found: Bound<'py, PyAny>,
    place: impl Fn() -> String,
) -> PyResult<Bound<'py, PyIterator>> {
    let py = position.py();
    let wrong = || {
        let found = name(&found);
        PyTypeError::new_err(format!("{} are {found}; expected a list of positions", place()))
    };
    // A position can be a tuple.
    if is_position(&found)? {
        return Err(wrong());
    }
    found
        .try_iter()
        .map_err(|error| if error.is_instance_of::<PyTypeError>(py) { wrong() } else { error })
}

/// An option or a component as a sum. Numbers are refused, because most of them are positions by mistake.
fn summand(object: &Bound<'_, PyAny>, place: impl Fn() -> String) -> PyResult<Sum> {
    let is_number = !object.is_instance_of::<Sum>()
        && !object.is_instance_of::<Position>()
        && !object.is_instance_of::<Game>()
        && !is_position(object)?;
    let sum = if is_number { None } else { Sum::of(object)? };
    sum.ok_or_else(|| {
        let (place, found, class) = (place(), name(object), class_name(object));
        PyTypeError::new_err(format!(
            "{place} contain {found}, of type {class}; expected positions, Games or Sums"
        ))
    })
}

/// Checks that a method has returned a position.
fn expect_position<'py>(
    found: Bound<'py, PyAny>,
    position: &Bound<'py, PyAny>,
    method: &str,
) -> PyResult<Bound<'py, PyAny>> {
    if is_position(&found)? {
        return Ok(found);
    }
    let (position, found) = (name(position), name(&found));
    Err(PyTypeError::new_err(format!("{method}() of {position} is {found}; expected a position")))
}

/// Says how positions become hashable, if they are not.
fn explain(error: PyErr, position: &Bound<'_, PyAny>) -> PyErr {
    let py = position.py();
    match position.get_type().getattr(intern!(py, "__hash__")) {
        Ok(hash) if hash.is_none() => PyTypeError::new_err(format!(
            "positions of {} are not hashable; write @dataclass(frozen=True) above the class, or define __eq__ and __hash__",
            class_name(position)
        )),
        _ => error,
    }
}

/// The number of positions of a class of which it is checked that they are compared by what they are: the first may lack what
/// later ones have. A first choice, not compared with others.
const CHECKED: usize = 16;

/// The function `_require_equality`.
fn check(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static CHECK: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    CHECK.import(py, "dicot._ruleset", "_require_equality")
}

/// Checks that positions are compared by what they are.
fn require_equality(position: &Bound<'_, PyAny>) -> PyResult<()> {
    check(position.py())?.call1((position,)).map(drop)
}

/// Imports what is imported once. A fork in the middle of that would leave its lock locked in the child.
pub(crate) fn import_all(py: Python<'_>) -> PyResult<()> {
    base(py)?;
    check(py)?;
    Ok(())
}

/// The limits while user code is called, and Python's signals.
#[derive(Debug)]
pub(crate) struct Watch {
    settings: LimitSettings,
    deadline: Option<Instant>,
    checks: u32,
    /// The bytes of the store at the last check of the signals.
    store_bytes: usize,
    /// The bytes of what a search keeps.
    pub(crate) other_bytes: usize,
}

/// Options between two checks of Python's signals and of the store: adding up its bytes took half of the time of
/// `python examples/new_game.py` when it was done for each option.
const OPTIONS_BETWEEN_SIGNAL_CHECKS: u32 = 256;

impl Watch {
    /// Begins a call with these limits.
    pub(crate) fn new(settings: LimitSettings) -> Watch {
        let deadline = settings.time.and_then(|time| Instant::now().checked_add(time));
        Watch { settings, deadline, checks: 0, store_bytes: 0, other_bytes: 0 }
    }

    /// The limits for the rest of the call.
    pub(crate) fn rest(&self) -> LimitSettings {
        let time = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        LimitSettings { time, ..self.settings }
    }

    /// Checks time and memory; Python's signals and the store once in some hundred calls.
    pub(crate) fn check(&mut self, py: Python<'_>, pool: &Pool) -> PyResult<()> {
        if self.checks.is_multiple_of(OPTIONS_BETWEEN_SIGNAL_CHECKS) {
            py.check_signals()?;
            self.store_bytes = pool.store.bytes();
        }
        self.checks = self.checks.wrapping_add(1);
        let limit = match self.settings.bytes {
            Some(most) if self.store_bytes + pool.table_bytes() + self.other_bytes > most => {
                LimitKind::Bytes(most)
            }
            _ if self.deadline.is_some_and(|end| Instant::now() >= end) => LimitKind::Time,
            _ => return Ok(()),
        };
        Err(Problem::Value(ValueError::Limit(limit)).exception(py, ""))
    }
}

/// Adds to a limit how far user code has come.
pub(crate) fn with_progress(
    error: PyErr,
    py: Python<'_>,
    pool: &Pool,
    last: Option<usize>,
    depth: usize,
) -> PyErr {
    let Some(last) = last.filter(|_| error.is_instance_of::<LimitError>(py)) else { return error };
    let (count, last) = (pool.len(), pool.name(py, last));
    LimitError::new_err(format!(
        "{}: {count} positions are found, and play is {depth} moves long at {last}",
        error.value(py)
    ))
}
