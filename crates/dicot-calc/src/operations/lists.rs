//! Lists and sets.

use std::cmp::Ordering;

use dicot::{Calculation, Dyadic};

use crate::arithmetic::{self, count};
use crate::collection::{MAX_ELEMENTS, list, no_element, order, set, sorted, too_long};
use crate::failure::Failure;
use crate::operation::{Each, operations, truth};
use crate::value::{OpResult, Value};

operations! {
    "Sum" ["SumOf"] ("list") "the sum of the elements, 0 if there are none",
        "CGSuite", "[^,1/2,*].Sum" => "1/2^*",
        Games(sum);
    "Size" ["Length"] ("list") "the number of elements",
        "CGSuite", "{1,2,1}.Size" => "2",
        Collection(|_, values| count(values[0].elements().len() as u128));
    "IsEmpty" [] ("list") "whether the list is empty",
        "CGSuite", "0.LeftOptions.IsEmpty" => "true",
        Collection(|_, values| truth(values[0].elements().is_empty()));
    "Contains" [] ("list", "x") "whether x is an element",
        "CGSuite", "[0,1,5].Contains(5)" => "true",
        Collection(|c, values| {
            c.count_steps(values[0].elements().len())?;
            truth(values[0].elements().contains(values[1]))
        });
    "IndexOf" [] ("list", "x") "the number of the first element that is x, from 1",
        "CGSuite", "[5,12,13].IndexOf(12)" => "2",
        Collection(index_of);
    "Head" [] ("list") "the first element",
        "CGSuite", "[5,12,13].Head" => "5",
        Collection(|_, values| Ok(first_and_rest(values[0])?.0.clone()));
    "Tail" [] ("list") "all elements except the first",
        "CGSuite", "[5,12,13].Tail" => "[12,13]",
        Collection(|c, values| alike(values[0], first_and_rest(values[0])?.1.to_vec(), c));
    "ToList" ["ListOf"] ("list") "the list of the elements",
        "CGSuite", "{2,1}.ToList" => "[1,2]",
        Collection(|c, values| list(copied(values[0], c)?, c));
    "ToSet" ["SetOf"] ("list") "the set of the elements",
        "CGSuite", "[2,1,2].ToSet" => "{1,2}",
        Collection(|c, values| set(copied(values[0], c)?, c));
    "Sorted" [] ("list") "the sorted list: numbers by size, games as options are printed",
        "CGSuite", "[^,2,*,1/3].Sorted" => "[1/3,2,*,^]",
        Collection(|c, values| {
            let elements = sorted(copied(values[0], c)?, c)?;
            list(elements, c)
        });
    "Reversed" [] ("list") "the elements from the last to the first",
        "CGSuite", "[1,2].Reversed" => "[2,1]",
        Collection(|c, values| {
            let elements = copied(values[0], c)?;
            list(elements.into_iter().rev().collect(), c)
        });
    "Distinct" [] ("list") "the list without repetitions, in the order of the first ones",
        "CGSuite", "[5,12,5].Distinct" => "[5,12]",
        Collection(distinct);
    "Adjoin" [] ("list", "x") "the elements and x",
        "CGSuite", "[5,12].Adjoin(13)" => "[5,12,13]",
        Collection(|c, values| {
            let elements = copied(values[0], c)?.into_iter();
            alike(values[0], elements.chain([values[1].clone()]).collect(), c)
        });
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

fn first_and_rest(collection: &Value) -> Result<(&Value, &[Value]), Failure> {
    let why = "the collection is empty: it has no first element";
    collection.elements().split_first().ok_or_else(|| Failure::undefined(why))
}

fn sum(calculation: &mut Calculation<'_>, games: &[Value]) -> OpResult {
    let mut sum = Value::Dyadic(Dyadic::ZERO);
    for value in games {
        calculation.count_steps(1)?;
        sum = arithmetic::add(&sum, value, calculation)?;
    }
    Ok(sum)
}

fn index_of(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let elements = values[0].elements();
    calculation.count_steps(elements.len())?;
    match elements.iter().position(|element| element == values[1]) {
        Some(index) => count(index as u128 + 1),
        None => Err(Failure::undefined("the value is not in this list")),
    }
}

/// Keeps the first of equal elements: the later ones are those that directly follow an equal one in a stable order.
fn distinct(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let known = set(copied(values[0], calculation)?, calculation)?;
    let known = known.elements();
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

fn concat(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let needed = "a list or a set";
    let more = values[1].collection();
    let more = more.ok_or(Failure::WrongKind { index: 1, name: "other", needed })?;
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
    let needed = "a positive integer";
    let n = n.filter(|&n| n > 0).ok_or(Failure::WrongKind { index: 1, name: "n", needed })?;
    let groups: Result<Vec<Value>, Failure> =
        values[0].elements().chunks(n).map(|group| list(group.to_vec(), calculation)).collect();
    list(groups?, calculation)
}

fn updated(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    let mut elements = copied(values[0], calculation)?;
    let n = values[1].as_rational().and_then(|n| usize::try_from(n.to_integer()?).ok());
    let element = n.and_then(|n| elements.get_mut(n.checked_sub(1)?));
    let length = values[0].elements().len();
    *element.ok_or_else(|| no_element(length))? = values[2].clone();
    alike(values[0], elements, calculation)
}
