//! Rulesets of the textbooks, by moves on text.

use std::collections::HashMap;

use dicot::{CanonicalForm, Player};

/// The positions that a player can move to.
type Moves = fn(&str, Player) -> Vec<String>;

/// The value of a position of the ruleset with that name, if it is known.
pub(crate) fn value(ruleset: &str, position: &str) -> Option<CanonicalForm> {
    let moves: Moves = match ruleset {
        "domineering" => domineering,
        "toads" => toads,
        "stalk" => stalk,
        "cutcake" => {
            let (rows, columns) = position.split_once('x')?;
            return Some(cutcake(rows.parse().ok()?, columns.parse().ok()?, &mut HashMap::new()));
        }
        _ => return None,
    };
    Some(by_moves(position, moves, &mut HashMap::new()))
}

type Known<K> = HashMap<K, CanonicalForm>;

fn by_moves(position: &str, moves: Moves, known: &mut Known<String>) -> CanonicalForm {
    if let Some(known) = known.get(position) {
        return known.clone();
    }
    let mut list = |player| -> Vec<CanonicalForm> {
        moves(position, player).iter().map(|p| by_moves(p, moves, known)).collect()
    };
    let (left, right) = (list(Player::Left), list(Player::Right));
    let value = CanonicalForm::new(left, right);
    known.insert(position.to_owned(), value.clone());
    value
}

/// Left covers two free cells one above the other, Right two side by side. Rows end with `|`.
fn domineering(position: &str, player: Player) -> Vec<String> {
    let width = position.find('|').unwrap_or(position.len());
    let step = if player == Player::Left { width + 1 } else { 1 };
    let cells = position.as_bytes();
    let free = |i: usize| cells.get(i) == Some(&b'.');
    let starts = (0..cells.len()).filter(|&i| free(i) && free(i + step));
    starts.map(|i| replaced(position, &[(i, b'#'), (i + step, b'#')])).collect()
}

/// A toad steps right or jumps a frog, and a frog the other way.
fn toads(position: &str, player: Player) -> Vec<String> {
    let cells = position.as_bytes();
    let (own, other) = if player == Player::Left { (b'T', b'F') } else { (b'F', b'T') };
    let target = |i: usize| {
        let ahead = |n: usize| {
            if player == Player::Left { Some(i + n) } else { i.checked_sub(n) }
        };
        let cell = |n: usize| ahead(n).and_then(|j| cells.get(j)).copied();
        match cell(1) {
            Some(b'.') => ahead(1),
            Some(c) if c == other && cell(2) == Some(b'.') => ahead(2),
            _ => None,
        }
    };
    let own = (0..cells.len()).filter(|&i| cells[i] == own);
    own.filter_map(|i| Some(replaced(position, &[(i, b'.'), (target(i)?, cells[i])]))).collect()
}

/// A stalk of Hackenbush, from the ground: Left cuts blue edges, Right red ones, both green ones.
fn stalk(position: &str, player: Player) -> Vec<String> {
    let own = if player == Player::Left { 'B' } else { 'R' };
    let cuts = position.char_indices().filter(|&(_, c)| c == own || c == 'G');
    cuts.map(|(i, _)| position[..i].to_owned()).collect()
}

fn replaced(position: &str, changes: &[(usize, u8)]) -> String {
    let mut cells = position.as_bytes().to_vec();
    changes.iter().for_each(|&(i, cell)| cells[i] = cell);
    String::from_utf8(cells).unwrap()
}

/// Left cuts a cake between two rows, Right between two columns.
fn cutcake(rows: u32, columns: u32, known: &mut Known<(u32, u32)>) -> CanonicalForm {
    if let Some(known) = known.get(&(rows, columns)) {
        return known.clone();
    }
    let mut pieces =
        |a: (u32, u32), b: (u32, u32)| cutcake(a.0, a.1, known) + cutcake(b.0, b.1, known);
    let left: Vec<_> = (1..rows).map(|n| pieces((n, columns), (rows - n, columns))).collect();
    let right: Vec<_> = (1..columns).map(|n| pieces((rows, n), (rows, columns - n))).collect();
    let value = CanonicalForm::new(left, right);
    known.insert((rows, columns), value.clone());
    value
}
