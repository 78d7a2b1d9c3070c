//! Lists, sets and maps that their methods change: `m := MutableList([1]); m.Add(2)`.
//!
//! They are values as all others: a change gives the name in front of the method another value, and other names, functions and lists keep
//! the one that they have.

use std::sync::Arc;

use dicot::Calculation;

use crate::collection::{self, MAX_ELEMENTS};
use crate::failure::Failure;
use crate::value::{Mutable, Of, OpResult, Value};

/// A method that changes a collection, whose other arguments are values: what it is worth.
pub(crate) type Change = fn(&mut Mutable, &mut Calculation<'_>, &[Value]) -> OpResult;

impl Mutable {
    /// The collection without elements.
    pub(crate) fn new(of: Of) -> Mutable {
        Mutable { of, values: Vec::new(), extent: 0 }
    }

    /// Changes the collection that a value is, or a copy of it if the value has other owners.
    pub(crate) fn owned(
        value: &mut Value,
        calculation: &mut Calculation<'_>,
        change: impl FnOnce(&mut Mutable, &mut Calculation<'_>) -> OpResult,
    ) -> OpResult {
        let Value::Mutable(mutable) = value else { return Ok(Value::Nothing) };
        if Arc::get_mut(mutable).is_none() {
            calculation.hold(2 * size_of_val(&mutable.values[..]))?;
        }
        change(Arc::make_mut(mutable), calculation)
    }

    /// Replaces the elements of a list by the same ones in another order.
    pub(crate) fn set_order(
        &mut self,
        sorted: &Value,
        calculation: &mut Calculation<'_>,
    ) -> OpResult {
        self.only(Of::List)?;
        calculation.hold(2 * size_of_val(sorted.elements()))?;
        self.values = sorted.elements().to_vec();
        // The function by which they are sorted may have changed the list.
        self.extent = self.values.iter().map(extent).sum();
        Ok(Value::Nothing)
    }

    /// The error of a method that other collections have.
    pub(crate) fn only(&self, of: Of) -> Result<(), Failure> {
        match self.of == of {
            true => Ok(()),
            false => Err(Failure::undefined(format!(
                "this is a method of a {}, not of a {}",
                of.name(),
                self.of.name()
            ))),
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Mutable::new(self.of);
    }

    /// Adds an element, at the end of a list.
    pub(crate) fn add(
        &mut self,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), Failure> {
        let index = match self.of {
            Of::Set => match self.index_of(value, calculation)? {
                Ok(_) => return Ok(()),
                Err(index) => index,
            },
            _ => self.values.len(),
        };
        self.insert(index, [value.clone()], calculation)
    }

    /// Gives a key of a map a value.
    pub(crate) fn put(
        &mut self,
        key: &Value,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), Failure> {
        match self.index_of(key, calculation)? {
            Ok(index) => self.replace(index + 1, value, calculation),
            Err(index) => self.insert(index, [key.clone(), value.clone()], calculation),
        }
    }

    /// Removes an element, in a list the first one that is equal, or a key with its value.
    pub(crate) fn remove(
        &mut self,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), Failure> {
        if let Ok(index) = self.index_of(value, calculation)? {
            self.remove_at(index, if self.of == Of::Map { 2 } else { 1 }, calculation)?;
        }
        Ok(())
    }

    /// The index of an element or a key, or else that where it belongs.
    fn index_of(
        &self,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<Result<usize, usize>, Failure> {
        let is_at = |index: usize| self.values.get(index) == Some(value);
        let index = match self.of {
            Of::List => {
                calculation.count_steps(self.values.len())?;
                self.values.iter().position(|other| other == value).unwrap_or(self.values.len())
            }
            Of::Set => collection::lower_bound(&self.values, value, calculation)?,
            Of::Map => {
                let entries = self.values.as_chunks().0;
                2 * collection::lower_bound_by(entries, |[key, _]| key, value, calculation)?
            }
        };
        Ok(if is_at(index) { Ok(index) } else { Err(index) })
    }

    fn insert<const N: usize>(
        &mut self,
        index: usize,
        values: [Value; N],
        calculation: &mut Calculation<'_>,
    ) -> Result<(), Failure> {
        let extent = self.extent_with(&values, 0, calculation)?;
        // A vector doubles its capacity when it grows.
        calculation.hold(2 * size_of_val(&values))?;
        calculation.count_steps((self.values.len() - index) / STEP)?;
        // What fails has failed before this, and changed nothing.
        self.extent = extent;
        for (place, value) in (index..).zip(values) {
            self.values.insert(place, value);
        }
        Ok(())
    }

    /// Replaces the value at an index.
    fn replace(
        &mut self,
        index: usize,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), Failure> {
        let without = extent(&self.values[index]);
        self.extent = self.extent_with(std::slice::from_ref(value), without, calculation)?;
        self.values[index] = value.clone();
        Ok(())
    }

    /// The extent with more values and less of what is there.
    fn extent_with(
        &self,
        values: &[Value],
        less: usize,
        calculation: &mut Calculation<'_>,
    ) -> Result<usize, Failure> {
        collection::check(values, calculation)?;
        let extent = self.extent - less + values.iter().map(extent).sum::<usize>();
        if extent > MAX_ELEMENTS { Err(collection::too_long()) } else { Ok(extent) }
    }

    /// Removes a number of values from an index on. Returns the first of them.
    fn remove_at(
        &mut self,
        index: usize,
        count: usize,
        calculation: &mut Calculation<'_>,
    ) -> Result<Option<Value>, Failure> {
        calculation.count_steps((self.values.len() - index) / STEP)?;
        let removed = (0..count).map(|_| self.values.remove(index)).collect::<Vec<Value>>();
        self.extent -= removed.iter().map(extent).sum::<usize>();
        Ok(removed.into_iter().next())
    }

    /// Removes the element with a number from 1. Returns it.
    pub(crate) fn remove_number(
        &mut self,
        number: &Value,
        calculation: &mut Calculation<'_>,
    ) -> OpResult {
        let index = collection::index(number, self.values.len())?;
        Ok(self.remove_at(index, 1, calculation)?.unwrap_or(Value::Nothing))
    }

    /// Replaces the element with a number from 1.
    pub(crate) fn update(
        &mut self,
        number: &Value,
        value: &Value,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), Failure> {
        self.replace(collection::index(number, self.values.len())?, value, calculation)
    }
}

/// As many values are moved in the time of a step. A first choice.
const STEP: usize = 64;

/// The number of elements that a value is in a collection: itself, and those in it.
fn extent(value: &Value) -> usize {
    1 + if value.is_compound() { collection::extent(value.parts()).0 } else { 0 }
}
