//! Grundy values of heaps, and arithmetic of nimbers.

use dicot::{Interrupt, LimitKind, Limits, ValueError, nim};
use dicot_impartial::{Genera, HeapCode, Quotient, QuotientError, Sequence, values_of};
use pyo3::exceptions::{PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::arguments::{Text, Whole, wrong_type};
use crate::compute::interruptibly;
use crate::errors::Problem;
use crate::session::session;

/// The Grundy values of heaps 0 to `to` under a code, and their period if it is proved.
///
/// The code is that of an octal game such as "0.77", a more general one, or the name of a game: see
/// docs/guide/impartial.md. A period is searched to the heap `period_to`, by default at least 16384 if a move leaves at most two heaps, and
/// otherwise 512: from the heap `preperiod` on, g(n + period) = g(n) + saltus for all n. `exceptions` are the heaps before that
/// do not fit, with their values. Without a proof these are None. `rare_heaps` is the number of rare heaps of the sparse space method, from
/// which the others follow, `last_rare_heap` the last, and `rare_mask` says which values are rare: those with an even number of bits in
/// it. These are None if more than one heap in 16 is rare, or moves may leave more than two heaps.
///
/// >>> kayles = dicot.heap("0.77", 11)
/// >>> kayles["values"]
/// [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
/// >>> kayles["period"], kayles["preperiod"], kayles["saltus"]
/// (12, 71, 0)
/// >>> kayles["exceptions"][:3]
/// [(0, 0), (3, 3), (6, 3)]
/// >>> nim = dicot.heap("Nim")
/// >>> nim["period"], nim["saltus"]
/// (1, 1)
/// >>> officers = dicot.heap("0.6", 30000)
/// >>> officers["rare_heaps"], officers["last_rare_heap"]
/// (1583, 20627)
///
/// In place of a code, a function lists the options of a heap; each is a list of smaller heaps. No period is searched then.
///
/// >>> dicot.heap(lambda n: [[n - d] for d in range(1, n) if n % d == 0], 8)["values"]
/// [0, 0, 1, 0, 2, 0, 1, 0, 3]
#[pyfunction]
#[pyo3(signature = (code, to=Whole(100), *, period_to=None), text_signature = "(code, to=100, *, period_to=None)")]
pub(crate) fn heap<'py>(
    py: Python<'py>,
    code: &Bound<'py, PyAny>,
    to: Whole<usize>,
    period_to: Option<Whole<usize>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (to, period_to) = (to.0, period_to.map(|heap| heap.0));
    let result = PyDict::new(py);
    let (_, settings) = session();
    let limits = Limits::default().with_bytes(settings.bytes).with_time(settings.time);
    let limits = limits.starting_now();
    let Ok(text) = code.cast::<PyString>() else {
        if !code.is_callable() {
            return Err(wrong_type("a code or a function", code));
        }
        result.set_item("values", of_function(py, code, to, &limits)?)?;
        let proved = ["period", "preperiod", "saltus", "exceptions"];
        for name in proved.into_iter().chain(["rare_mask", "rare_heaps", "last_rare_heap"]) {
            result.set_item(name, py.None())?;
        }
        return Ok(result);
    };
    let code = code_of(py, &text.to_cow()?)?;
    let sequence = interruptibly(py, move |interrupt| {
        let (mut sequence, limits) = (Sequence::new(code), limits.with_interrupt(interrupt));
        sequence.extend_to(to, &limits)?;
        // Without more values, those that are wanted are still an answer.
        let _ = sequence.extend_to(period_to.unwrap_or(sequence.period_heap()).max(to), &limits);
        Ok(sequence)
    })?;
    let sequence =
        sequence.map_err(|limit| Problem::from(ValueError::Limit(limit)).exception(py, ""))?;
    let period = sequence.period();
    result.set_item("values", &sequence.values()[..=to])?;
    result.set_item("period", period.map(|period| period.period))?;
    result.set_item("preperiod", period.map(|period| period.preperiod))?;
    result.set_item("saltus", period.map(|period| period.saltus))?;
    let exceptions = period.map(|period| period.exceptions(sequence.values()));
    result.set_item("exceptions", exceptions)?;
    let sparse = sequence.sparse_space();
    result.set_item("rare_mask", sparse.map(|sparse| sparse.mask))?;
    result.set_item("rare_heaps", sparse.map(|sparse| sparse.heaps))?;
    result.set_item("last_rare_heap", sparse.map(|sparse| sparse.last))?;
    Ok(result)
}

fn code_of(py: Python<'_>, text: &str) -> PyResult<HeapCode> {
    text.parse().map_err(|error: dicot_impartial::ParseError| {
        Problem::Notation(error.to_string(), error.offset()).exception(py, text)
    })
}

/// The genera and misère canonical forms of heaps 0 to `to` under a code, as CGSuite prints them.
///
/// A form of more than `max_len` bytes is None.
///
/// >>> dicot.heap_misere("0.77", 5)["genus"]
/// ['0', '1', '2', '3', '1', '4^146']
/// >>> dicot.heap_misere("0.77", 5)["misere_form"][5]
/// '*[2[2]321]'
#[pyfunction]
#[pyo3(signature = (code, to=Whole(20), *, max_len=Whole(4096)), text_signature = "(code, to=20, *, max_len=4096)")]
pub(crate) fn heap_misere<'py>(
    py: Python<'py>,
    code: Text,
    to: Whole<usize>,
    max_len: Whole<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let (code, to, max_len) = (code_of(py, &code)?, to.0, max_len.0);
    let texts = within_limits(py, move |limits| {
        let mut genera = Genera::new(code);
        genera.extend_to(to, limits)?;
        let forms: Vec<_> = (0..=to).map_while(|heap| genera.form(heap)).collect();
        let forms = forms.into_iter().map(|form| {
            let forms = genera.forms();
            Ok((forms.genus_text(form, limits)?, forms.text(form, max_len, limits)?))
        });
        forms.collect::<Result<(Vec<_>, Vec<_>), LimitKind>>()
    })?;
    let (genus, forms) =
        texts.map_err(|limit| Problem::from(ValueError::Limit(limit)).exception(py, ""))?;
    let result = PyDict::new(py);
    result.set_item("genus", genus)?;
    result.set_item("misere_form", forms)?;
    Ok(result)
}

/// The misère quotient of heaps 0 to `to` under a code, which is proved.
///
/// It is a commutative monoid: `generators` are the heaps of its generators a, b, c and so on, `relations` a confluent
/// rewriting system, and `elements` the element of each heap. The player who moves in a sum loses misère play if the product is in
/// `p_portion`. With a `period`, it is proved that this is the quotient of all heaps.
///
/// >>> quotient = dicot.heap_quotient("0.75", 8)
/// >>> quotient["order"], quotient["relations"], quotient["p_portion"]
/// (8, ['a^2=1', 'bc=ab', 'c^2=b^2', 'b^3=b'], ['a', 'b^2'])
#[pyfunction]
#[pyo3(signature = (code, to=Whole(20)), text_signature = "(code, to=20)")]
pub(crate) fn heap_quotient<'py>(
    py: Python<'py>,
    code: Text,
    to: Whole<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let to = to.0;
    let mut quotient = Quotient::new(code_of(py, &code)?);
    let quotient = within_limits(py, move |limits| {
        quotient.extend_to(to, limits)?;
        Ok::<_, QuotientError>(quotient)
    })?;
    let quotient = quotient.map_err(|error| match error {
        QuotientError::Limit(limit) => Problem::from(ValueError::Limit(limit)).exception(py, ""),
        _ => PyValueError::new_err(error.to_string()),
    })?;
    let elements = (0..=to).filter_map(|heap| quotient.element(heap));
    let elements: Vec<String> = elements.map(|element| quotient.text(element)).collect();
    let p_portion: Vec<String> = quotient.p_portion().map(|x| quotient.text(x)).collect();
    let period = quotient.period();
    let result = PyDict::new(py);
    result.set_item("order", quotient.order())?;
    result.set_item("generators", quotient.generators())?;
    result.set_item("relations", quotient.relations())?;
    result.set_item("p_portion", p_portion)?;
    result.set_item("elements", elements)?;
    result.set_item("period", period.map(|period| period.period))?;
    result.set_item("preperiod", period.map(|period| period.preperiod))?;
    Ok(result)
}

/// Computes within the limits of the session, and until Ctrl-C.
fn within_limits<T: Send>(
    py: Python<'_>,
    compute: impl FnOnce(&Limits) -> T + Send,
) -> PyResult<T> {
    let (_, settings) = session();
    let limits = Limits::default().with_bytes(settings.bytes).with_time(settings.time);
    interruptibly(py, move |interrupt: Interrupt| {
        compute(&limits.starting_now().with_interrupt(interrupt))
    })
}

/// The values by a function of Python.
fn of_function(
    py: Python<'_>,
    function: &Bound<'_, PyAny>,
    to: usize,
    limits: &Limits,
) -> PyResult<Vec<u32>> {
    let mut raised = None;
    let values = values_of(to, |n| {
        let options = || {
            py.check_signals()?;
            let limit = limits.check();
            limit.map_err(|limit| Problem::from(ValueError::Limit(limit)).exception(py, ""))?;
            let options = function.call1((n,))?;
            let options = options.try_iter().map_err(|_| wrong_type("a list of options", &options));
            options?.map(|option| heaps(&option?, n)).collect::<PyResult<_>>()
        };
        options().map_err(|error| raised = Some(error)).ok()
    });
    match (raised, values) {
        (Some(error), _) => Err(error),
        (None, Ok(values)) => Ok(values),
        (None, Err(error)) => Err(PyValueError::new_err(error.to_string())),
    }
}

/// The heaps of an option of heap `n`.
fn heaps(option: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<usize>> {
    let wrong = |_| {
        let found = option.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
        let message = format!("an option of heap {n} is {found}; expected a list of smaller heaps");
        PyValueError::new_err(message)
    };
    option.try_iter().map_err(wrong)?.map(|heap| heap?.extract().map_err(wrong)).collect()
}

/// The nim product of two numbers below 2**64. The nim sum is `a ^ b`.
///
/// >>> dicot.nim_product(3, 5)
/// 15
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub(crate) fn nim_product(a: Whole<u64>, b: Whole<u64>) -> u64 {
    nim::product(a.0, b.0)
}

/// The number whose nim product with `b` is `a`; `b` is not 0.
///
/// >>> dicot.nim_quotient(1, 2)
/// 3
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub(crate) fn nim_quotient(a: Whole<u64>, b: Whole<u64>) -> PyResult<u64> {
    nim::quotient(a.0, b.0).ok_or_else(|| PyZeroDivisionError::new_err("nim quotient by zero"))
}

/// The nim product of `exponent` factors `base`.
///
/// >>> dicot.nim_power(2, 3)
/// 1
#[pyfunction]
#[pyo3(signature = (base, exponent, /))]
pub(crate) fn nim_power(base: Whole<u64>, exponent: Whole<u64>) -> u64 {
    nim::power(base.0, exponent.0)
}

/// The number whose nim square is `a`.
///
/// >>> dicot.nim_square_root(3)
/// 2
#[pyfunction]
#[pyo3(signature = (a, /))]
pub(crate) fn nim_square_root(a: Whole<u64>) -> u64 {
    nim::square_root(a.0)
}
