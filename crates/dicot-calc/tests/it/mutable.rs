//! Lists, sets and maps that their methods change.

use dicot_calc::Worksheet;
use proptest::prelude::*;

use crate::answer::{answer, assert_errors, assert_values};

#[test]
fn a_change_is_of_one_name() {
    assert_values(&[
        (
            "m := MutableList([2,1]); n := m; m.Add(^); [m,n]",
            "[MutableList([2,1,^]),MutableList([2,1])]",
        ),
        (
            "f(x) := begin x.Add(7); x end; m := MutableList([1]); [f(m),m]",
            "[MutableList([1,7]),MutableList([1])]",
        ),
        (
            "m := MutableList([1]); f := x -> begin m.Add(x); m end; [f(2),f(3),m].Apply(x -> x.Size)",
            "[2,2,1]",
        ),
        ("m := MutableList([3,1]); for x in m do m.Add(x) end; m", "MutableList([3,1,3,1])"),
        ("m := MutableList([1]); begin m.Add(2) end; m", "MutableList([1,2])"),
        ("m := MutableList([1]); begin m := MutableList([5]); m.Add(6) end; m", "MutableList([1])"),
        ("m := MutableList(); for n from 1 to 3 do m.Add(n*n) end; m.ToList", "[1,4,9]"),
        (
            "m := MutableMap(); for n in [3,1,3] do m.Put(n, if m.ContainsKey(n) then m[n] + 1 else 1 end) end; m",
            "MutableMap({1 => 1,3 => 2})",
        ),
        (
            "m := MutableList([1]); m Add 2; m.Remove(1).ToString + m.ToString",
            "\"NothingMutableList([2])\"",
        ),
        ("m := MutableList([[1,2],3]); m[1]", "[1,2]"),
        (
            "m := MutableList([1,2]); [m.Sum, Max(m), m.Reversed, m.Contains(2), m.IndexOf(2)]",
            "[3,2,[2,1],true,2]",
        ),
        (
            "m := MutableMap({1 => ^}); [m.Keys, m.Values, m.Entries, m.Size, m.IsEmpty]",
            "[{1},[^],[[1,^]],1,false]",
        ),
        ("[1,5].Replaced(MutableMap({1 => ^}))", "[^,5]"),
        ("m := MutableSet([2,1]); [x*x for x in m]", "[1,4]"),
        (
            "[MutableSet([2]),MutableSet([1]),MutableList([1])].Sorted",
            "[MutableList([1]),MutableSet({1}),MutableSet({2})]",
        ),
        ("MutableList([1]) == MutableList([1])", "true"),
        ("MutableList([1]) == [1]", "false"),
        (
            "[MutableList([1]).Class, MutableSet().Class, MutableMap().Class, MutableList() is Collection, MutableMap() is Collection]",
            "[MutableList,MutableSet,MutableMap,true,false]",
        ),
        ("m := MutableList([3,1,2]); m.SortWith((a,b) -> b-a); m", "MutableList([3,2,1])"),
        ("m := MutableList([3,1,2]); m.RemoveAt(2) + m.Size", "3"),
        (
            "f := (a,b) -> begin m.Clear(); a-b end; m := MutableList([2,1]); m.SortWith(f); m.Remove(2); m",
            "MutableList([1])",
        ),
        ("m := MutableList([clobber(\"xo\")]); m.ToList.Sum", "*"),
    ]);
}

#[test]
fn changes_are_undone() {
    let sheet = &mut Worksheet::new().with_undo(usize::MAX);
    answer(sheet, "m := MutableList([1]); k := MutableMap({1 => 2})");
    answer(sheet, "m.Add(2); m.Add(3); k.Put(2,5)");
    assert_eq!(answer(sheet, "[m,k]"), "[MutableList([1,2,3]),MutableMap({1 => 2,2 => 5})]");
    // With an error nothing has changed.
    assert!(answer(sheet, "m.Add(4); m.RemoveAt(9)").starts_with("at offset 12: "));
    sheet.take_back();
    assert_eq!(answer(sheet, "m"), "MutableList([1,2,3])");
    // What fails in a list or a map changes nothing there.
    let (list, deep) = (&mut Worksheet::new(), "[[[[[[[[1]]]]]]]]");
    answer(list, "m := MutableList([7,8]); k := MutableMap({1 => 2})");
    for change in
        [format!("m.Update(2,{deep})"), format!("k.Put(1,{deep})"), format!("m.Add({deep})")]
    {
        assert!(answer(list, &change).contains("lists nest at most 8 deep"), "{change}");
    }
    assert_eq!(answer(list, "[m,k]"), "[MutableList([7,8]),MutableMap({1 => 2})]");
    for _ in 0..3 {
        sheet.take_back();
    }
    assert_eq!(answer(sheet, "[m,k]"), "[MutableList([1]),MutableMap({1 => 2})]");
}

/// Sheets that go on for ever keep the memory of what is there.
#[test]
fn memory_is_that_of_what_is_there() {
    let sheet = &mut Worksheet::new();
    answer(sheet, "m := MutableList([1])");
    let small = sheet.bytes();
    answer(sheet, "for n from 1 to 10000 do m.Add(*) end");
    let large = sheet.bytes();
    assert!(large > small + 10_000 * 16, "{small} {large}");
    answer(sheet, "m.Clear()");
    answer(sheet, "1");
    assert!(sheet.bytes() < small + 1000, "{small} {}", sheet.bytes());
}

#[test]
fn errors() {
    assert_errors([
        (
            "m := MutableMap(); m.Add(2)",
            "at offset 21: this is a method of a MutableList, not of a MutableMap",
        ),
        (
            "m := MutableList(); m.Put(1,2)",
            "at offset 22: this is a method of a MutableMap, not of a MutableList",
        ),
        (
            "m := MutableSet(); m.Sort()",
            "at offset 21: this is a method of a MutableList, not of a MutableSet",
        ),
        (
            "m := MutableList([1,2]); m.RemoveAt(3)",
            "at offset 27: the elements of this list are numbered from 1 to 2",
        ),
        (
            "m := MutableList([1,2]); m.Update(0,3)",
            "at offset 27: the elements of this list are numbered from 1 to 2",
        ),
        ("m := MutableList([1]); m.Add()", "at offset 25: write `name.Add(x)`"),
        (
            "m := MutableList([1]); m.AddAll(2)",
            "at offset 25: `elements` must be a list or a set, but this is a game",
        ),
        ("m := MutableList([1]); m.Other(2)", "at offset 25: unknown name `Other`"),
        ("[1].Add(2)", "at offset 4: Add changes what a name means: write it after the name"),
        ("MutableList([1]).Add(2)", "at offset 17: Add changes what a name means"),
        ("Add(MutableList([1]),2)", "at offset 0: Add changes what a name means"),
        ("x := 3; x.Add(2)", "at offset 8: expected a collection that can be changed"),
        ("m.Add(2)", "at offset 0: unknown name `m`"),
        ("MutableMap([1])", "at offset 0: expected a map but this is a list"),
        (
            "MutableList({1 => 2})",
            "at offset 0: `elements` must be a list or a set, but this is a map",
        ),
        ("m := MutableList(); m.Add([[[[[[[[1]]]]]]]])", "at offset 22: lists nest at most 8 deep"),
        (
            "m := MutableList(1..1000000); m.Add(1)",
            "at offset 32: lists have at most 1000000 elements",
        ),
        (
            "m := MutableList(1..999999); m.Add([]); m.Add([])",
            "at offset 42: lists have at most 1000000 elements",
        ),
        ("m := MutableMap({1 => 2}); m[3]", "at offset 29: the map does not have this key"),
    ]);
}

/// A change of a collection of numbers below 5.
#[derive(Clone, Debug)]
enum Step {
    Add(i64),
    Remove(i64),
    RemoveAt(usize),
    Update(usize, i64),
    Sort,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn lists_and_sets_change_as_those_of_rust(steps in prop::collection::vec(prop_oneof![
        4 => (0..5i64).prop_map(Step::Add),
        2 => (0..5i64).prop_map(Step::Remove),
        1 => (0..5usize).prop_map(Step::RemoveAt),
        1 => (0..5usize, 0..5i64).prop_map(|(index, x)| Step::Update(index, x)),
        1 => Just(Step::Sort),
    ], 0..25)) {
        let sheet = &mut Worksheet::new();
        answer(sheet, "list := MutableList(); set := MutableSet(); map := MutableMap()");
        let (mut list, mut set) = (Vec::new(), std::collections::BTreeSet::new());
        let mut map = std::collections::BTreeMap::new();
        for (n, step) in steps.into_iter().enumerate() {
            match step {
                Step::Add(x) => {
                    list.push(x);
                    set.insert(x);
                    map.insert(x, n);
                    answer(sheet, &format!("list.Add({x}); set.Add({x}); map.Put({x},{n})"));
                }
                Step::Remove(x) => {
                    if let Some(index) = list.iter().position(|&y| y == x) {
                        list.remove(index);
                    }
                    set.remove(&x);
                    map.remove(&x);
                    answer(sheet, &format!("list.Remove({x}); set.Remove({x}); map.Remove({x})"));
                }
                Step::RemoveAt(index) if index < list.len() => {
                    let removed = list.remove(index);
                    prop_assert_eq!(answer(sheet, &format!("list.RemoveAt({})", index + 1)), removed.to_string());
                }
                Step::Update(index, x) if index < list.len() => {
                    list[index] = x;
                    answer(sheet, &format!("list.Update({},{x})", index + 1));
                }
                Step::Sort => {
                    list.sort_unstable();
                    answer(sheet, "list.Sort");
                }
                _ => {}
            }
        }
        let texts = |values: Vec<String>| values.join(",");
        let list = texts(list.iter().map(i64::to_string).collect());
        prop_assert_eq!(answer(sheet, "list"), format!("MutableList([{list}])"));
        let set = texts(set.iter().map(i64::to_string).collect());
        prop_assert_eq!(answer(sheet, "set"), format!("MutableSet({{{set}}})"));
        let map = texts(map.iter().map(|(key, value)| format!("{key} => {value}")).collect());
        let map = if map.is_empty() { "=>".to_owned() } else { map };
        prop_assert_eq!(answer(sheet, "map"), format!("MutableMap({{{map}}})"));
    }
}
