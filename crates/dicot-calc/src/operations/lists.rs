//! Lists and sets.

use dicot::{Calculation, Dyadic};

use crate::arithmetic::{self, count};
use crate::collection::{self, MAX_ELEMENTS, list, lower_bound, set, sorted, too_long};
use crate::failure::Failure;
use crate::grids;
use crate::object::Kind;
use crate::operation::{Each, operations, truth};
use crate::text;
use crate::value::{OpResult, Value};

operations! {
    "Sum" ["SumOf"] ("list") "the sum of the elements, 0 if there are none; texts one after another",
        "CGSuite", "[^,1/2,*].Sum" => "1/2^*",
        Games(sum);
    "Size" ["Length"] ("list") "the number of elements, or of the characters of a text",
        "CGSuite", "{1,2,1}.Size" => "2",
        Values(|_, values| match values[0] {
            Value::Text(text) => count(text.chars().count() as u128),
            value if let Some(entries) = value.entries() => count(entries.len() as u128),
            value => match value.object() {
                Some(Kind::Grid(strip)) if strip.is_strip => count(strip.columns as u128),
                _ => count(collection(values, 0, "list")?.len() as u128),
            },
        });
    "IsEmpty" [] ("list") "whether the list is empty, or a graph has no vertices",
        "CGSuite", "0.LeftOptions.IsEmpty" => "true",
        Values(|_, values| match values[0].object() {
            Some(Kind::Graph(graph)) => truth(graph.out.is_empty()),
            _ => match values[0].entries() {
                Some(entries) => truth(entries.is_empty()),
                None => truth(collection(values, 0, "list")?.is_empty()),
            },
        });
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
    "Reversed" [] ("list") "the elements from the last to the first; of a map that from its values to its keys",
        "CGSuite", "[1,2].Reversed" => "[2,1]",
        Values(|c, values| {
            if let Value::Map(entries) = values[0] {
                let swapped = entries.iter().map(|[key, value]| [value.clone(), key.clone()]);
                return collection::map(swapped.collect(), c);
            }
            collection(values, 0, "list")?;
            let elements = copied(values[0], c)?;
            list(elements.into_iter().rev().collect(), c)
        });
    "Distinct" [] ("list") "the list without repetitions, in the order of the first ones",
        "CGSuite", "[5,12,5].Distinct" => "[5,12]",
        Collection(distinct);
    "Flattened" [] ("list") "the elements, of which lists and sets are replaced by their elements",
        "CGSuite", "[[1,2],[3]].Flattened" => "[1,2,3]",
        Collection(|c, values| {
            c.hold(2 * size_of::<Value>() * values[0].elements().iter().map(|x| x.elements().len()).sum::<usize>())?;
            alike(values[0], values[0].elements().iter().flat_map(Value::elements).cloned().collect(), c)
        });
    "Sublist" [] ("list", "first", "last") "the elements from one number to another, from 1",
        "CGSuite", "[3,1,2].Sublist(2,3)" => "[1,2]",
        Collection(|c, values| {
            let [first, last] = [index(values, 1, "first")?, index(values, 2, "last")?];
            part(values[0], first.saturating_sub(1), last, c)
        });
    "Take" [] ("list", "n") "the first n elements",
        "CGSuite", "[3,1,2].Take(2)" => "[3,1]",
        Collection(|c, values| part(values[0], 0, index(values, 1, "n")?, c));
    "MkOutput" [] ("list", "separator") "what is printed of the elements, with a text between them",
        "CGSuite", "[7,8].MkOutput(\"; \")" => "7; 8",
        Collection(|c, values| match values[1] {
            Value::Text(separator) => {
                Ok(Value::Output(text::joined(values[0].elements(), separator, c)?.into()))
            }
            _ => Err(Failure::WrongKind { index: 1, name: "separator", needed: "a text" }),
        });
    "Adjoin" [] ("list", "x") "the elements and x",
        "CGSuite", "[5,12].Adjoin(13)" => "[5,12,13]",
        Collection(|c, values| {
            let elements = copied(values[0], c)?.into_iter();
            alike(values[0], elements.chain([values[1].clone()]).collect(), c)
        });
    "Concat" [] ("list", "other") "the elements of both, or one text after the other",
        "CGSuite", "[5,12].Concat([13])" => "[5,12,13]",
        Values(|c, values| match text::sum(values, c) {
            Some(sum) => sum,
            None => {
                let elements = concat(values, c)?;
                alike(values[0], elements, c)
            }
        });
    "Union" [] ("list", "other") "the set of the elements of both",
        "CGSuite", "{1,2} Union {2,3}" => "{1,2,3}",
        Values(|c, values| {
            let elements = concat(values, c)?;
            set(elements, c)
        });
    "Intersection" [] ("list", "other") "the set of the elements that are in both",
        "CGSuite", "{1,2} Intersection {2,3}" => "{2}",
        Collection(intersection);
    "Grouped" [] ("list", "n") "lists of n elements each; the last may be shorter",
        "CGSuite", "[1,2,3].Grouped(2)" => "[[1,2],[3]]",
        Collection(grouped);
    "Updated" [] ("list", "index", "x") "the list with x in place of the element with this number, from 1; also a map, or a grid by coordinates, or either by a map",
        "CGSuite", "[5,12,13].Updated(2,99)" => "[5,99,13]",
        Several(2, |c, values| {
            let entries = match values {
                [_, Value::Map(entries)] => entries.to_vec(),
                [_, key, x] => vec![[(*key).clone(), (*x).clone()]],
                _ => return Err(Failure::WrongCount),
            };
            match (values[0], values[0].object()) {
                (Value::Map(map), _) => collection::map([&map[..], &entries].concat(), c),
                (_, Some(Kind::Grid(grid))) => grids::updated(grid, &entries, c),
                (list, _) if list.collection().is_none() => {
                    Err(Failure::WrongKind { index: 0, name: "list", needed: "a list or a set" })
                }
                _ if values.len() == 3 => updated(c, values),
                _ => Err(Failure::WrongCount),
            }
        });
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
    "Count" [] ("list", "f") "the number of elements for which a function is true",
        "CGSuite", "[1,2,3].Count(x -> x > 1)" => "2",
        Each(Each::Count);
    "Find" [] ("list", "f") "the first element for which a function is true, or `Nothing`",
        "CGSuite", "[1,2,3].Find(x -> x > 1)" => "2",
        Each(Each::Find);
    "ForEach" [] ("list", "f") "`Nothing`, after a function of each element was computed",
        "CGSuite", "[1,2].ForEach(x -> x + 1)" => "Nothing",
        Each(Each::Discard);
    "SortedWith" [] ("list", "f") "the list sorted by a function of two elements, which is negative if the first comes before the second",
        "CGSuite", "[3,1,2].SortedWith((a,b) -> b - a)" => "[3,2,1]",
        Each(Each::SortedWith);
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
    if let [Value::Text(_), ..] = games {
        calculation.hold(3 * size_of::<&Value>() * games.len())?;
        if let Some(sum) = text::sum(&games.iter().collect::<Vec<_>>(), calculation) {
            return sum;
        }
    }
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
        let index = lower_bound(known, value, calculation)?;
        if seen.get_mut(index).is_some_and(|seen| !std::mem::replace(seen, true)) {
            kept.push(value.clone());
        }
    }
    list(kept, calculation)
}

/// The elements of an argument.
fn collection<'v>(
    values: &[&'v Value],
    index: usize,
    name: &'static str,
) -> Result<&'v [Value], Failure> {
    let needed = "a list or a set";
    values[index].collection().ok_or(Failure::WrongKind { index, name, needed })
}

/// An argument that is an integer; 0 if it is negative.
fn index(values: &[&Value], index: usize, name: &'static str) -> Result<usize, Failure> {
    let n = values[index].as_rational().and_then(|n| n.to_integer());
    let n = n.ok_or(Failure::WrongKind { index, name, needed: "an integer" })?;
    Ok(usize::try_from(n).unwrap_or(0))
}

/// The elements from one index on up to another one, as far as they exist.
fn part(list: &Value, from: usize, to: usize, calculation: &mut Calculation<'_>) -> OpResult {
    let elements = list.elements();
    let to = to.min(elements.len());
    alike(list, elements[from.min(to)..to].to_vec(), calculation)
}

/// The elements that are in both collections: their sets are searched.
fn intersection(calculation: &mut Calculation<'_>, values: &[&Value]) -> OpResult {
    collection(values, 1, "other")?;
    let known = set(copied(values[1], calculation)?, calculation)?;
    let known = known.elements();
    let mut common = Vec::new();
    for value in values[0].elements() {
        let index = lower_bound(known, value, calculation)?;
        if known.get(index) == Some(value) {
            common.push(value.clone());
        }
    }
    set(common, calculation)
}

/// The elements of two collections.
fn concat(values: &[&Value], calculation: &mut Calculation<'_>) -> Result<Vec<Value>, Failure> {
    let (elements, more) = (collection(values, 0, "list")?, collection(values, 1, "other")?);
    if elements.len() + more.len() > MAX_ELEMENTS {
        return Err(too_long());
    }
    let mut elements = copied(values[0], calculation)?;
    calculation.hold(2 * size_of_val(more))?;
    elements.extend_from_slice(more);
    Ok(elements)
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
    let index = collection::index(values[1], elements.len())?;
    elements[index] = values[2].clone();
    alike(values[0], elements, calculation)
}
