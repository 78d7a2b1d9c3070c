//! Python objects as games and numbers.

use super::*;

/// Converts a Game or a number to a game; `None` for other objects.
pub(crate) fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<CanonicalForm>> {
    if let Ok(game) = object.cast::<Game>() {
        return Ok(Some(game.get().0.clone()));
    }
    Ok(dyadic(object)?.map(of_number))
}

pub(super) fn of_number(x: Dyadic) -> CanonicalForm {
    let parts = NumberUpStar { number: x, ..NumberUpStar::default() };
    session_now().store().calculation().number_up_star(parts).expect("every number is a game")
}

/// Converts an operand of a comparison to a game: a Game, a text, or a number, which can be a float.
pub(super) fn comparand(object: &Bound<'_, PyAny>) -> PyResult<Option<CanonicalForm>> {
    if let Ok(text) = object.cast::<PyString>() {
        return parse(object.py(), text.to_cow()?.as_ref()).map(Some);
    }
    match object.cast::<Game>() {
        Ok(game) => Ok(Some(game.get().0.clone())),
        Err(_) => Ok(dyadic_or_float(object)?.map(of_number)),
    }
}

/// Converts an argument to a game: a Game, a text or a number.
pub(super) fn argument(object: &Bound<'_, PyAny>) -> PyResult<CanonicalForm> {
    if let Ok(text) = object.cast::<PyString>() {
        return parse(object.py(), text.to_cow()?.as_ref());
    }
    operand(object)?.ok_or_else(|| wrong_type("a Game, a text, an int or a Fraction", object))
}

/// Converts an int or a Fraction to a number.
pub(super) fn number(object: &Bound<'_, PyAny>) -> PyResult<Dyadic> {
    dyadic(object)?.ok_or_else(|| wrong_type("an int or a Fraction", object))
}

/// Parses a game.
pub(crate) fn parse(py: Python<'_>, text: &str) -> PyResult<CanonicalForm> {
    let (session, settings) = session();
    compute_with_text(py, settings, text, |limits| {
        Ok(dicot_calc::parse(text, &mut session.store().calculate(limits))?)
    })
}

/// As [`with`], for results that are usually cached or take few steps: they are first computed without releasing Python's lock and without
/// counting memory, which both take longer.
pub(super) fn soon<T: Send>(
    py: Python<'_>,
    g: &CanonicalForm,
    computation: impl Fn(&mut Calculation<'_>) -> Result<T, ValueError> + Send + Sync,
) -> PyResult<T> {
    let (store, _) = store_of(g);
    let few = Limits::default().with_steps(1); // is compared once in some thousand
    match computation(&mut store.calculate(&few)) {
        Err(ValueError::Limit(LimitKind::Steps(_))) => with(py, g, computation),
        result => result.map_err(|error| Problem::from(error).exception(py, "")),
    }
}

/// Computes with a value in its store.
pub(super) fn with<T: Send>(
    py: Python<'_>,
    g: &CanonicalForm,
    computation: impl Fn(&mut Calculation<'_>) -> Result<T, ValueError> + Send + Sync,
) -> PyResult<T> {
    let (store, settings) = store_of(g);
    compute(py, settings, |limits: &Limits| Ok(computation(&mut store.calculate(limits))?))
}
