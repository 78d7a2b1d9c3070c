//! All games born by a day.

use std::collections::HashSet;

use dicot::{CanonicalForm, Store, StructuralOrd};

/// All lists of games of which none is better than another, the empty one first.
fn antichains(games: &[CanonicalForm]) -> Vec<Vec<CanonicalForm>> {
    let Some((last, rest)) = games.split_last() else { return vec![vec![]] };
    let mut lists = antichains(rest);
    let with_last = |list: &Vec<CanonicalForm>| {
        let apart = list.iter().all(|g| g.is_confused_with(last));
        apart.then(|| list.iter().chain([last]).cloned().collect())
    };
    let more: Vec<_> = lists.iter().filter_map(with_last).collect();
    lists.extend(more);
    lists
}

/// All games born by a day, the earliest first; built from all lists of incomparable options.
pub(crate) fn born_by(store: &Store, day: u32) -> Vec<CanonicalForm> {
    born(store, day, |_, _| true)
}

/// All dicots born by a day, the earliest first.
pub(crate) fn dicots_born_by(store: &Store, day: u32) -> Vec<CanonicalForm> {
    born(store, day, |left, right| left.is_empty() == right.is_empty())
}

type List = [CanonicalForm];

fn born(store: &Store, day: u32, wanted: fn(&List, &List) -> bool) -> Vec<CanonicalForm> {
    let lists = if day == 0 { vec![vec![]] } else { antichains(&born(store, day - 1, wanted)) };
    let mut games = HashSet::new();
    for left in &lists {
        for right in lists.iter().filter(|right| wanted(left, right)) {
            games.insert(store.calculation().form(left.clone(), right.clone()).unwrap());
        }
    }
    let mut games: Vec<_> = games.into_iter().collect();
    games.sort_by_cached_key(|g| (g.birthday(), StructuralOrd(g.clone())));
    games
}
