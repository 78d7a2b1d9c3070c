//! Lists, sets and maps that their methods change.

use dicot::Calculation;

use crate::collection;
use crate::failure::Failure;
use crate::operation::operations;
use crate::value::{Mutable, Of, OpResult, Value};

operations! {
    "MutableList" [] ("elements") "a list that its methods change, with the elements of a list or a set, if it is given",
        "CGSuite", "MutableList([2,1])" => "MutableList([2,1])",
        Several(0, |c, values| new(Of::List, values, c));
    "MutableSet" [] ("elements") "a set that its methods change, with the elements of a list or a set, if it is given",
        "CGSuite", "MutableSet([2,1,2])" => "MutableSet({1,2})",
        Several(0, |c, values| new(Of::Set, values, c));
    "MutableMap" [] ("entries") "a map that its methods change, with the entries of a map, if it is given",
        "CGSuite", "MutableMap({1 => ^})" => "MutableMap({1 => ^})",
        Several(0, |c, values| new(Of::Map, values, c));
    "Add" [] ("name", "x") "adds an element to a mutable list or set",
        "CGSuite", "begin m := MutableList([2]); m.Add(1); m end" => "MutableList([2,1])",
        Change(|m, c, values| add_all(m, &values[..1], c));
    "AddAll" [] ("name", "elements") "adds the elements of a list or a set to a mutable one",
        "CGSuite", "begin m := MutableSet([2]); m.AddAll([1,2]); m end" => "MutableSet({1,2})",
        Change(|m, c, values| add_all(m, elements(values, "elements")?, c));
    "Put" [] ("name", "key", "x") "gives a key of a mutable map a value",
        "CGSuite", "begin m := MutableMap(); m.Put(1,^); m end" => "MutableMap({1 => ^})",
        Change(|m, c, values| {
            m.only(Of::Map)?;
            nothing(m.put(&values[0], &values[1], c))
        });
    "PutAll" [] ("name", "entries") "gives the keys of a map their values in a mutable one",
        "CGSuite", "begin m := MutableMap({1 => ^}); m.PutAll({2 => *}); m end" => "MutableMap({1 => ^,2 => *})",
        Change(|m, c, values| {
            m.only(Of::Map)?;
            put_all(m, &values[0], c)
        });
    "Remove" [] ("name", "x") "removes an element of a mutable list or set, in a list the first one that is equal, or a key of a mutable map",
        "CGSuite", "begin m := MutableList([2,1,2]); m.Remove(2); m end" => "MutableList([1,2])",
        Change(|m, c, values| nothing(m.remove(&values[0], c)));
    "RemoveAll" [] ("name", "elements") "removes each of the elements of a list or a set",
        "CGSuite", "begin m := MutableList([2,1,2]); m.RemoveAll([2,5]); m end" => "MutableList([1,2])",
        Change(|m, c, values| nothing(elements(values, "elements")?.iter().try_for_each(|value| m.remove(value, c))));
    "RemoveAt" [] ("name", "index") "removes the element of a mutable list with this number, from 1, which is the value",
        "CGSuite", "begin m := MutableList([5,6]); m.RemoveAt(1) end" => "5",
        Change(|m, c, values| {
            m.only(Of::List)?;
            m.remove_number(&values[0], c)
        });
    "Update" [] ("name", "index", "x") "replaces the element of a mutable list with this number, from 1",
        "CGSuite", "begin m := MutableList([5,6]); m.Update(2,^); m end" => "MutableList([5,^])",
        Change(|m, c, values| {
            m.only(Of::List)?;
            nothing(m.update(&values[0], &values[1], c))
        });
    "Clear" [] ("name") "removes everything from a mutable list, set or map",
        "CGSuite", "begin m := MutableList([5,6]); m.Clear; m end" => "MutableList([])",
        Change(|m, _, _| {
            m.clear();
            Ok(Value::Nothing)
        });
    "Sort" [] ("name") "sorts a mutable list: numbers by size, games as options are printed",
        "CGSuite", "begin m := MutableList([2,1]); m.Sort; m end" => "MutableList([1,2])",
        Change(|m, c, _| {
            c.hold(2 * size_of_val(&m.values[..]))?;
            let sorted = collection::sorted(m.values.clone(), c)?;
            m.set_order(&Value::List(sorted.into()), c)
        });
    "SortWith" [] ("name", "f") "sorts a mutable list by a function of two elements, which is negative if the first comes before the second",
        "CGSuite", "begin m := MutableList([1,2]); m.SortWith((a,b) -> b - a); m end" => "MutableList([2,1])",
        ChangeOrder;
}

fn nothing(result: Result<(), Failure>) -> OpResult {
    result.map(|()| Value::Nothing)
}

/// The elements of the only argument.
fn elements<'v>(values: &'v [Value], name: &'static str) -> Result<&'v [Value], Failure> {
    let wrong = || {
        Failure::undefined(format!(
            "`{name}` must be a list or a set, but this is {}",
            values[0].kind()
        ))
    };
    values[0].collection().ok_or_else(wrong)
}

fn add_all(mutable: &mut Mutable, values: &[Value], calculation: &mut Calculation<'_>) -> OpResult {
    if mutable.of == Of::Map {
        mutable.only(Of::List)?;
    }
    nothing(values.iter().try_for_each(|value| mutable.add(value, calculation)))
}

fn put_all(mutable: &mut Mutable, entries: &Value, calculation: &mut Calculation<'_>) -> OpResult {
    let wrong = || Failure::undefined(format!("expected a map but this is {}", entries.kind()));
    let entries = entries.entries().ok_or_else(wrong)?;
    nothing(entries.iter().try_for_each(|[key, value]| mutable.put(key, value, calculation)))
}

fn new(of: Of, values: &[&Value], calculation: &mut Calculation<'_>) -> OpResult {
    let mut mutable = Mutable::new(of);
    match (values, of) {
        ([], _) => {}
        ([entries, ..], Of::Map) => {
            put_all(&mut mutable, &(*entries).clone().formed(calculation)?, calculation)?;
        }
        ([list, ..], _) => {
            let list = (*list).clone().formed(calculation)?;
            add_all(&mut mutable, elements(&[list], "elements")?, calculation)?;
        }
    }
    Ok(Value::Mutable(mutable.into()))
}
