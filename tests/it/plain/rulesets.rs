//! Rulesets of the textbooks, by moves on text.

use std::collections::HashMap;

use dicot::{CanonicalForm, Player};

/// The positions that a player can move to.
pub(crate) type Moves = dyn Fn(&str, Player) -> Vec<String>;

/// The moves of the ruleset with that name, if it is known.
pub(crate) fn moves(ruleset: &str) -> Option<Box<Moves>> {
    if let Some(numbers) = ruleset.strip_prefix("toads-and-frogs-") {
        let numbers = numbers.split('-').map(str::parse).collect::<Result<Vec<usize>, _>>().ok()?;
        let numbers: [usize; 4] = numbers.try_into().ok()?;
        return Some(Box::new(move |strip, player| toads_by_numbers(numbers, strip, player)));
    }
    Some(match ruleset {
        "domineering" => Box::new(domineering),
        "toads" => Box::new(toads),
        "stalk" => Box::new(stalk),
        "king-dirt" => Box::new(|board, player| king_dirt(false, board, player)),
        "king-dirt-placing-first" => Box::new(|board, player| king_dirt(true, board, player)),
        "battle-sheep" => Box::new(battle_sheep),
        _ => return None,
    })
}

/// The value of a position of the ruleset with that name, if it is known.
pub(crate) fn value(ruleset: &str, position: &str) -> Option<CanonicalForm> {
    if ruleset == "cutcake" {
        let (rows, columns) = position.split_once('x')?;
        return Some(cutcake(rows.parse().ok()?, columns.parse().ok()?, &mut HashMap::new()));
    }
    Some(by_moves(position, &*moves(ruleset)?, &mut HashMap::new()))
}

pub(crate) type Known<K> = HashMap<K, CanonicalForm>;

pub(crate) fn by_moves(position: &str, moves: &Moves, known: &mut Known<String>) -> CanonicalForm {
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

/// A toad steps from the shortest to the longest step over empty cells, or jumps over at most so many animals, in a row, of the other
/// player or of both, onto the empty cell after them; a frog the other way.
fn toads_by_numbers(numbers: [usize; 4], strip: &str, player: Player) -> Vec<String> {
    let [min_step, max_step, max_jump, over_own] = numbers;
    let cells = strip.as_bytes();
    let (own, other) = if player == Player::Left { (b't', b'f') } else { (b'f', b't') };
    let mut options = Vec::new();
    for from in (0..cells.len()).filter(|&i| cells[i] == own) {
        for n in 1..cells.len() {
            let ahead = |n: usize| match player {
                Player::Left => Some(from + n).filter(|&i| i < cells.len()),
                Player::Right => from.checked_sub(n),
            };
            let Some(to) = ahead(n).filter(|&i| cells[i] == b'.') else { continue };
            let crossed: Vec<u8> = (1..n).filter_map(ahead).map(|i| cells[i]).collect();
            let is_step =
                (min_step..=max_step).contains(&n) && crossed.iter().all(|&cell| cell == b'.');
            let may_cross = |&cell: &u8| cell == other || over_own == 1 && cell == own;
            let is_jump = (1..=max_jump).contains(&(n - 1)) && crossed.iter().all(may_cross);
            if is_step || is_jump {
                options.push(replaced(strip, &[(from, b'.'), (to, own)]));
            }
        }
    }
    options
}

/// A player with kings to place puts one on an empty cell; or a king goes one cell in any direction, and its cell is blocked. The
/// position is rows, joined by `/`, and the kings to place.
fn king_dirt(place_first: bool, position: &str, player: Player) -> Vec<String> {
    let (rows, unplaced) = position.split_once(' ').unwrap();
    let (left, right) = unplaced.split_once(',').unwrap();
    let mut unplaced = [left, right].map(|kings| kings.parse::<u32>().unwrap());
    let text = |rows: String, [left, right]: [u32; 2]| format!("{rows} {left},{right}");
    let own = if player == Player::Left { b'x' } else { b'o' };
    let cells = rows.as_bytes();
    let of = |letter| (0..cells.len()).filter(move |&i| cells[i] == letter);
    let stays = unplaced;
    let mut options = Vec::new();
    if let Some(rest) = unplaced[player as usize].checked_sub(1) {
        unplaced[player as usize] = rest;
        options.extend(of(b'.').map(|i| text(replaced(rows, &[(i, own)]), unplaced)));
    }
    if place_first && !options.is_empty() {
        return options;
    }
    let width = rows.find('/').unwrap_or(rows.len()) + 1;
    let place = |i: usize| (i / width, i % width);
    for from in of(own) {
        for to in of(b'.') {
            let (a, b) = (place(from), place(to));
            if a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1 {
                options.push(text(replaced(rows, &[(from, b'#'), (to, own)]), stays));
            }
        }
    }
    options
}

/// Some sheep of a stack, not all, go as far as they can in one of six directions. Rows are joined by `/`, cells by `,`.
fn battle_sheep(position: &str, player: Player) -> Vec<String> {
    let rows: Vec<Vec<&str>> = position.split('/').map(|row| row.split(',').collect()).collect();
    let own = if player == Player::Left { "b" } else { "w" };
    let mut options = Vec::new();
    for (y, row) in (0_i32..).zip(&rows) {
        for (x, cell) in (0_i32..).zip(row) {
            let Some(sheep) = cell.strip_prefix(own) else { continue };
            let sheep: u32 = sheep.parse().unwrap();
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                let is_empty = |n: i32| {
                    let row = usize::try_from(y + n * down).ok().and_then(|y| rows.get(y));
                    let cell = usize::try_from(x + n * right).ok();
                    row.zip(cell).and_then(|(row, x)| row.get(x)) == Some(&".")
                };
                let far = (1..).take_while(|&n| is_empty(n)).last();
                let Some(far) = far else { continue };
                for go in 1..sheep {
                    let mut rows: Vec<Vec<String>> = (rows.iter())
                        .map(|row| row.iter().map(|&cell| cell.to_owned()).collect())
                        .collect();
                    rows[y as usize][x as usize] = format!("{own}{}", sheep - go);
                    rows[(y + far * down) as usize][(x + far * right) as usize] =
                        format!("{own}{go}");
                    let rows: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
                    options.push(rows.join("/"));
                }
            }
        }
    }
    options
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
