//! Lists and sets.

use std::cmp::Ordering;

use dicot::{Calculation, CanonicalForm};

use crate::arithmetic::{self, count};
use crate::collection::{MAX_ELEMENTS, list, order, set, sorted, too_long, undefined};
use crate::failure::Failure;
use crate::operation::{Each, operations, truth};
use crate::value::{OpResult, Value};

operations! {
    "Sum" ["SumOf"] ("list") "the sum of the elements, 0 if there are none",
        "CGSuite", "[^,1/2,*].Sum" => "1/2^*",
        Collection(sum);
    "Size" ["Length"] ("list") "the number of elements",
        "CGSuite", "{1,2,1}.Size" => "2",
        Collection(|calculation, values| count(values[0].elements().len() as u128, calculation));
    "IsEmpty" [] ("list") "whether the list is empty",
        "CGSuite", "0.LeftOptions.IsEmpty" => "true",
        Collection(|_, values| truth(values[0].elements().is_empty()));
    "Contains" [] ("list", "x") "whether x is an element",
        "CGSuite", "[0,1,5].Contains(5)" => "true",
        Collection(contains);
    "IndexOf" [] ("list", "x") "the number of the first element that is x, from 1",
        "CGSuite", "[5,12,13].IndexOf(12)" => "2",
        Collection(index_of);
    "Head" [] ("list") "the first element",
        "CGSuite", "[5,12,13].Head" => "5",
        Collection(head);
    "Tail" [] ("list") "all elements except the first",
        "CGSuite", "[5,12,13].Tail" => "[12,13]",
        Collection(tail);
    "ToList" ["ListOf"] ("list") "the list of the elements",
        "CGSuite", "{2,1}.ToList" => "[1,2]",
        Collection(to_list);
    "ToSet" ["SetOf"] ("list") "the set of the elements",
        "CGSuite", "[2,1,2].ToSet" => "{1,2}",
        Collection(to_set);
    "Sorted" [] ("list") "the sorted list: numbers by size, games as options are printed",
        "CGSuite", "[^,2,*,1/3].Sorted" => "[1/3,2,*,^]",
        Collection(sorted_list);
    "Reversed" [] ("list") "the elements from the last to the first",
        "CGSuite", "[1,2].Reversed" => "[2,1]",
        Collection(reversed);
    "Distinct" [] ("list") "the list without repetitions, in the order of the first ones",
        "CGSuite", "[5,12,5].Distinct" => "[5,12]",
        Collection(distinct);
    "Adjoin" [] ("list", "x") "the elements and x",
        "CGSuite", "[5,12].Adjoin(13)" => "[5,12,13]",
        Collection(adjoin);
    "Concat" [] ("list", "other") "the elements of both",
        "CGSuite", "[5,12].Concat([13])" => "[5,12,13]",
        Collection(concat);
    "Grouped" [] ("list", "n") "lists of n elements each; the last may be shorter",
        "CGSuite", "[1,2,3].Grouped(2)" => "[[1,2],[3]]",
        Collection(grouped);
    "Updated" [] ("list", "index", "x") "the list with x in place of the element with this number, from 1",
        "CGSuite", "[5,12,13].Updated(2,99)" => "[5,99,13]",
        Collection(updated);
    "Apply" [] ("list", "f") "the list of the values of a function of each element",
        "CGSuite", "[1,2].Apply(x -> *(x))" => "[*,*2]",
        Each(Each::Apply);
    "Filter" [] ("list", "f") "the elements for which a function is true",
        "lists of functional languages", "[1,2,3].Filter(x -> x.IsOdd)" => "[1,3]",
        Each(Each::Filter);
    "Exists" [] ("list", "f") "whether a function is true for some element",
        "CGSuite", "[1,^,2].Exists(x -> x <> 0)" => "false",
        Each(Each::Exists);
    "ForAll" [] ("list", "f") "whether a function is true for all elements",
        "CGSuite", "[1,^,2].ForAll(x -> x > 0)" => "true",
        Each(Each::ForAll);
}

/// The collection of the same kind with other elements.
fn alike(collection: &Value, values: Vec<Value>, calculation: &mut Calculation<'_>) -> OpResult {
    match collection {
        Value::Set(_) => set(values, calculation),
        _ => list(values, calculation),
    }
}

/// The elements of a collection, which can be changed.
fn copied(collection: &Value, calculation: &mut Calculation<'_>) -> Result<Vec<Value>, Failure> {
    let elements = collection.elements();
    calculation.hold(2 * size_of_val(elements))?;
    Ok(elements.to_vec())
}

fn not_empty<'v>(collection: &'v Value, what: &str) -> Result<&'v [Value], Failure> {
    match collection.elements() {
        [] => Err(undefined(format!("the collection is empty: it has no {what}"))),
        elements => Ok(elements),
    }
}

/// The number of an element, from 1.
fn position(n: &Value, length: usize) -> Result<usize, Failure> {
    let n = n.as_rational().and_then(|n| usize::try_from(n.to_integer()?).ok()?.checked_sub(1));
    n.filter(|&n| n < length).ok_or_else(|| {
        undefined(format!("the elements of this list are numbered from 1 to {length}"))
    })
}

fn sum(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut sum = Value::Game(CanonicalForm::ZERO);
    for value in values[0].elements() {
        calculation.count_steps(1)?;
        sum = arithmetic::add(&sum, value, calculation)?;
    }
    Ok(sum)
}

fn contains(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let elements = values[0].elements();
    calculation.count_steps(elements.len())?;
    Ok(Value::Truth(elements.contains(values[1])))
}

fn index_of(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let elements = values[0].elements();
    calculation.count_steps(elements.len())?;
    match elements.iter().position(|element| element == values[1]) {
        Some(index) => count(index as u128 + 1, calculation),
        None => Err(undefined("the value is not in this list")),
    }
}

fn head(_: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    Ok(not_empty(values[0], "first element")?[0].clone())
}

fn tail(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let tail = not_empty(values[0], "first element")?[1..].to_vec();
    alike(values[0], tail, calculation)
}

fn to_list(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    list(copied(values[0], calculation)?, calculation)
}

fn to_set(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    set(copied(values[0], calculation)?, calculation)
}

fn sorted_list(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let elements = sorted(copied(values[0], calculation)?, calculation)?;
    list(elements, calculation)
}

fn reversed(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut elements = copied(values[0], calculation)?;
    elements.reverse();
    list(elements, calculation)
}

/// Keeps the first of equal elements: the later ones are those that directly follow an equal one in a stable order.
fn distinct(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let Value::Set(known) = to_set(calculation, values)? else {
        return to_list(calculation, values);
    };
    let mut seen = vec![false; known.len()];
    let mut kept = Vec::new();
    for value in values[0].elements() {
        let (mut low, mut high) = (0, known.len());
        while low < high {
            let middle = low.midpoint(high);
            match order(&known[middle], value, calculation)? {
                Ordering::Less => low = middle + 1,
                _ => high = middle,
            }
        }
        if seen.get_mut(low).is_some_and(|seen| !std::mem::replace(seen, true)) {
            kept.push(value.clone());
        }
    }
    list(kept, calculation)
}

fn adjoin(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut elements = copied(values[0], calculation)?;
    elements.push(values[1].clone());
    alike(values[0], elements, calculation)
}

fn concat(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let more = values[1].collection().ok_or(Failure::WrongKind {
        index: 1,
        name: "other",
        needed: "a list or a set",
    })?;
    if values[0].elements().len() + more.len() > MAX_ELEMENTS {
        return Err(too_long());
    }
    let mut elements = copied(values[0], calculation)?;
    calculation.hold(2 * size_of_val(more))?;
    elements.extend_from_slice(more);
    alike(values[0], elements, calculation)
}

fn grouped(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let n = values[1].as_rational().and_then(|n| usize::try_from(n.to_integer()?).ok());
    let n = n.filter(|&n| n > 0).ok_or(Failure::WrongKind {
        index: 1,
        name: "n",
        needed: "a positive integer",
    })?;
    let groups: Result<Vec<Value>, Failure> =
        values[0].elements().chunks(n).map(|group| list(group.to_vec(), calculation)).collect();
    list(groups?, calculation)
}

fn updated(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut elements = copied(values[0], calculation)?;
    let index = position(values[1], elements.len())?;
    elements[index] = values[2].clone();
    alike(values[0], elements, calculation)
}
