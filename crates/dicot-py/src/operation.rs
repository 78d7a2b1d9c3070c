//! Operations of the calculator as functions and methods.

use dicot_calc::{Operation as Row, Value, Worksheet, operations as rows};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::arguments::Side;
use crate::compute::compute;
use crate::errors::Problem;
use crate::game::{object, value_of};
use crate::session::{session, store_of};

/// An operation of the calculator, as a function. `dicot.operations` lists all of them.
///
/// Those of games are methods of Game, of positions and of other values.
///
/// >>> cool = next(operation for operation in dicot.operations() if operation.name == "Cool")
/// >>> cool("{3|-1}", 1), cool.usage, cool.method
/// (Game('{2|0}'), 'G.Cool(t)', 'cool')
#[pyclass(module = "dicot", frozen, name = "Operation")]
#[derive(Debug)]
pub(crate) struct Operation(&'static Row);

/// The name of a method: `is_number_up_star` for `IsNumberUpStar`.
fn method_name(name: &str) -> String {
    let mut method = String::new();
    for (i, letter) in name.chars().enumerate() {
        if i > 0 && letter.is_ascii_uppercase() {
            method.push('_');
        }
        method.push(letter.to_ascii_lowercase());
    }
    method
}

#[pymethods]
impl Operation {
    /// The name in expressions, which is that of CGSuite if CGSuite has the operation.
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }

    /// Other names in expressions.
    #[getter]
    fn aliases(&self) -> Vec<&'static str> {
        self.0.aliases().to_vec()
    }

    /// The name of the method, where the operation is one.
    #[getter]
    fn method(&self) -> String {
        method_name(self.0.name())
    }

    /// The names of the arguments. The first one is the game in front of a method.
    #[getter]
    fn arguments(&self) -> Vec<&'static str> {
        self.0.arguments().to_vec()
    }

    /// The usual notation in an expression.
    #[getter]
    fn usage(&self) -> String {
        self.0.usage()
    }

    /// What the result is, in one line.
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.summary()
    }

    /// The source: book and chapter, or paper.
    #[getter]
    fn source(&self) -> &'static str {
        self.0.source()
    }

    /// An expression, and the text of its value.
    #[getter]
    fn example(&self) -> (&'static str, &'static str) {
        self.0.example()
    }

    /// Whether the operation takes this number of arguments, the first one included.
    fn takes(&self, count: usize) -> bool {
        self.0.takes(count)
    }

    /// The result for these arguments: Games, numbers, texts that are expressions, positions, values, players, and lists of them.
    #[pyo3(signature = (*arguments))]
    fn __call__<'py>(&self, arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let (py, operation) = (arguments.py(), self.0);
        if !operation.takes(arguments.len()) {
            let (usage, found) = (operation.usage(), arguments.len());
            return Err(PyTypeError::new_err(format!(
                "{}: expected the arguments of {usage}, found {found}, counting the first",
                operation.name()
            )));
        }
        let names = operation.arguments();
        let values =
            arguments.iter().enumerate().map(|(i, argument)| match names[i.min(names.len() - 1)] {
                "player" | "komaster" if argument.is_instance_of::<PyString>() => {
                    argument.extract().map(|Side(player)| Value::Player(player))
                }
                _ => value_of(&argument),
            });
        let values = values.collect::<PyResult<Vec<Value>>>()?;
        let (store, settings) = match values[0].as_game() {
            Some(game) => store_of(game),
            None => {
                let (session, settings) = session();
                (session.store(), settings)
            }
        };
        let value = compute(py, settings, |limits| {
            let mut sheet = Worksheet::in_store(store.clone());
            sheet
                .apply(operation, &values, limits)
                .map_err(|problem| Problem::of(problem, operation.name()))
        })?;
        object(py, value)
    }

    fn __repr__(&self) -> String {
        format!("<dicot.Operation {}>", self.0.usage())
    }
}

/// All operations of the calculator, grouped by subject.
///
/// >>> [operation.usage for operation in dicot.operations() if "Norton" in operation.summary]
/// ['G.NortonProduct(U)']
#[pyfunction]
pub(crate) fn operations() -> Vec<Operation> {
    rows().iter().map(Operation).collect()
}
