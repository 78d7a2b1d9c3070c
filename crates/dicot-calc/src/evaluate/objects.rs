//! Maps, coordinates, the elements of values, and arguments with names.

use dicot::Dyadic;
use dicot::notation::NotationProblem;

use super::{At, Called, Evaluated, Evaluation, Placed, error, fault, game, not, wrong_count};
use crate::collection;
use crate::failure::Failure;
use crate::grids;
use crate::object::Kind;
use crate::operation::{Each, Kernel, Operation};
use crate::operations::closest;
use crate::scope::Scope;
use crate::symbol::Symbol;
use crate::syntax::{Node, OPERATOR, Part};
use crate::value::{Mutable, Value};

impl<'e> Evaluation<'e, '_> {
    /// The values of the arguments of a function, those with names in the places of the parameters of these names.
    pub(super) fn arguments(
        &mut self,
        of: Called,
        names: &[impl AsRef<str>],
        parts: &'e [Part],
    ) -> Evaluated<Vec<Placed>> {
        if !parts.iter().any(|part| matches!(self.node(*part), Node::Argument(..))) {
            return self.values(parts);
        }
        self.calculation.hold(size_of::<Placed>() * (parts.len() + names.len())).at(0)?;
        let mut given = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            let Node::Argument(name, value) = self.node(*part) else {
                if given.len() > i {
                    return error("arguments without names are before those with names", part.at);
                }
                given.push(Some(self.placed(*part)?));
                continue;
            };
            let known = || names.iter().map(AsRef::as_ref);
            let Some(index) = known().position(|known| known.eq_ignore_ascii_case(name)) else {
                let known: Vec<&str> = known().collect();
                let hint = match (closest(name, known.iter().copied()), &known[..]) {
                    (_, []) => "it has none with a name".to_owned(),
                    (Some(close), _) => format!("is `{close}` meant?"),
                    (None, known) => format!("those with a name are {}", known.join(", ")),
                };
                let name: String = name.chars().take(40).collect();
                let of = of.shown(self.scope);
                return error(format!("{of} has no argument `{name}`: {hint}"), part.at);
            };
            if given.get(index).is_some_and(Option::is_some) {
                return error(format!("the argument `{name}` is there twice"), part.at);
            }
            given.resize(given.len().max(index + 1), None);
            given[index] = Some(self.placed(*value)?);
        }
        let at = parts[0].at;
        // Named arguments may fill fewer places than they are after.
        while given.last().is_some_and(Option::is_none) {
            given.pop();
        }
        Ok(given.into_iter().map(|value| value.unwrap_or((at, Value::Nothing))).collect())
    }

    /// Notes the text of a value: `System.Print(x)`.
    pub(super) fn print(
        &mut self,
        operation: &'static Operation,
        at: usize,
        arguments: &[Placed],
    ) -> Evaluated<Value> {
        let [(class_at, class), (_, value)] = arguments else {
            return Err(fault(wrong_count(operation, arguments.len()), at));
        };
        if !matches!(class.object(), Some(Kind::Class("System"))) {
            return Err(not("the class `System`", class, *class_at));
        }
        let note = match value {
            Value::Text(text) => text.chars().take(Scope::MAX_NOTE + 1).collect(),
            value => {
                let value = value.clone().formed(self.calculation).at(at)?;
                value.text_start(Scope::MAX_NOTE + 1, self.calculation).at(at)?.0
            }
        };
        self.calculation.count_steps(1).at(at)?;
        self.scope.print(note);
        Ok(Value::Nothing)
    }

    /// Changes the collection that a name means; `name_at` is the offset of the name, and `at` that of the operation.
    pub(super) fn change(
        &mut self,
        symbol: Symbol,
        name_at: usize,
        operation: &'static Operation,
        at: usize,
        more: &'e [Part],
    ) -> Evaluated<Value> {
        let names = &operation.arguments()[1..];
        let mut arguments = self.arguments(Called::As(operation.name()), names, more)?;
        if arguments.len() != names.len() {
            return Err(fault(wrong_count(operation, 1 + arguments.len()), at));
        }
        let before = self.named(symbol, name_at)?;
        if before.mutable().is_none() {
            let why = "a collection that can be changed, as `MutableList([1])`,";
            return Err(not(why, &before, name_at));
        }
        if let Kernel::ChangeOrder = operation.kernel {
            arguments.insert(0, (name_at, before.clone()));
            let sorted = self.for_each(Each::SortedWith, operation.name(), at, &arguments)?;
            arguments = vec![(at, sorted)];
        } else {
            for (at, value) in &mut arguments {
                *value = value.clone().formed(self.calculation).at(*at)?;
            }
        }
        let values: Vec<Value> = arguments.into_iter().map(|(_, value)| value).collect();
        drop(before);
        // Until it is there again nothing asks for the value of the name.
        let mut value = self.scope.bind(symbol, None).unwrap_or(Value::Nothing);
        let result = Mutable::owned(&mut value, self.calculation, |mutable, calculation| {
            match operation.kernel {
                Kernel::Change(kernel) => kernel(mutable, calculation, &values),
                _ => mutable.set_order(&values[0], calculation),
            }
        });
        self.scope.bind(symbol, Some(value));
        result.at(at)
    }

    /// The map of keys and values in turn.
    pub(super) fn map(&mut self, parts: &'e [Part], at: usize) -> Evaluated<Value> {
        let values: Vec<Value> = self.values(parts)?.into_iter().map(|(_, value)| value).collect();
        self.map_of(&values, at)
    }

    /// The map of keys and values in turn.
    pub(super) fn map_of(&mut self, values: &[Value], at: usize) -> Evaluated<Value> {
        self.calculation.hold(size_of_val(values)).at(at)?;
        collection::map(values.as_chunks().0.to_vec(), self.calculation).at(at)
    }

    /// Coordinates, or the list of other values.
    pub(super) fn tuple(&mut self, parts: &'e [Part], at: usize) -> Evaluated<Value> {
        let values: Vec<Value> = self.values(parts)?.into_iter().map(|(_, value)| value).collect();
        let integer = |value: &Value| value.as_dyadic().and_then(Dyadic::to_integer);
        if let [row, column] = &values[..]
            && let (Some(row), Some(column)) = (integer(row), integer(column))
        {
            return Ok(Kind::Coordinates([row, column]).into());
        }
        collection::list(values, self.calculation).at(at)
    }

    /// The element of a list, a map or a grid.
    pub(super) fn element(&mut self, of: &Value, at: usize, parts: &'e [Part]) -> Evaluated<Value> {
        let is_known =
            matches!(of, Value::List(_) | Value::Map(_) | Value::Text(_) | Value::Mutable(_))
                || matches!(of.object(), Some(Kind::Grid(_) | Kind::Graph(_)));
        if !is_known {
            return Err(fault(NotationProblem::Expected(OPERATOR), at));
        }
        let indices = self.values(parts)?;
        let [(index_at, index), more @ ..] = &indices[..] else {
            return Err(fault(NotationProblem::Expected("one index"), at));
        };
        if let Some(Kind::Grid(grid)) = of.object() {
            let numbers = indices.iter().map(|(_, n)| n.as_dyadic().and_then(Dyadic::to_integer));
            let index = match (numbers.collect::<Option<Vec<i64>>>().as_deref(), more) {
                (Some(&[row, column]), _) => Some([row, column]),
                (Some(&[column]), _) if grid.is_strip => Some([1, column]),
                (None, []) => index.coordinates(),
                _ => None,
            };
            let Some(index) = index else {
                return Err(not("a row and a column", &indices[0].1, *index_at));
            };
            let cell = grids::index(grid, index).at(*index_at)?;
            return Ok(Value::Dyadic(i64::from(grid.cells[cell]).into()));
        }
        if !more.is_empty() {
            return Err(fault(NotationProblem::Expected("one index"), at));
        }
        if let Some(Kind::Graph(graph)) = of.object() {
            let vertex = grids::vertex_of(graph.out.len(), index).at(*index_at)?;
            let ends = graph.out[usize::from(vertex)].iter().map(|&end| (vertex, end));
            return grids::edges(ends, self.calculation).at(at);
        }
        if let Some(entries) = of.entries() {
            let key = self.formed(index.clone(), *index_at)?;
            let value = collection::value_of(entries, &key, self.calculation).at(*index_at)?;
            let none = || Failure::undefined("the map does not have this key");
            return value.cloned().ok_or_else(none).at(*index_at);
        }
        let values = of.elements();
        let index = match index.as_dyadic() {
            Some(x) => x.to_integer(),
            None => game(index, *index_at)?.to_integer(),
        };
        let index = index.and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
        if let Value::Text(text) = of {
            self.calculation.count_steps(text.len()).at(at)?;
            let letter = index.and_then(|n| text.chars().nth(n));
            let letter = letter.map(|letter| Value::Text(letter.to_string().into()));
            return letter
                .ok_or_else(|| collection::no_element(text.chars().count()))
                .at(*index_at);
        }
        let value = index.and_then(|n| values.get(n));
        value.cloned().ok_or_else(|| collection::no_element(values.len())).at(*index_at)
    }
}
