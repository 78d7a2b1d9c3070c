//! Games and moves as test files of MCGS write them, in the words of dicot.

use dicot::Player;
use dicot::rules::AnyRuleset;

/// The ruleset of a section whose games are boards or heaps, and its letters there; `None` if the name of the section says none.
fn ruleset(section: &str) -> Option<(&str, &'static str)> {
    Some(match section.trim_end_matches("_1xn") {
        "cannibal_clobber" => ("hot-clobber", "XOxo"),
        "elephants" => ("elephants-and-rhinos", "XOtf"),
        "toppling_dominoes" => ("toppling-dominoes", "XO#lre"),
        "nim" => ("nim", " +"),
        name => {
            // Not what is called so besides: sheep are written otherwise.
            let named = AnyRuleset::named(name)?;
            (named.spec().name == name).then_some((name, "XOxo"))?
        }
    })
}

/// A board in the letters of dicot: the first half of the letters are those of MCGS, and the second half what they become.
fn in_letters(board: &str, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let (from, to) = letters.split_at(letters.len() / 2);
    let letter = |c: char| match from.iter().position(|known| *known == c) {
        Some(index) => to[index],
        None if c == '|' => '/',
        None => c,
    };
    board.chars().map(letter).collect()
}

/// A game of a section as a term of a sum; `None` if dicot does not have the game.
pub(super) fn term(section: &str, game: &str) -> Option<String> {
    let impartial = section.strip_prefix("impartial ");
    let name = impartial.unwrap_or(section).trim();
    let is_impartial = matches!(name, "kayles" | "nim");
    let variant = if impartial.is_some() && !is_impartial { "impartial-" } else { "" };
    if let Some((ruleset, letters)) = ruleset(name) {
        return Some(format!("{variant}{ruleset}:{}", in_letters(game, letters)));
    }
    if let Some((numbers, board)) = game.split_once(':') {
        let numbers: Vec<&str> = numbers.split(',').map(str::trim).collect();
        return match (name, &numbers[..]) {
            ("gen_toads", [_, _, _, _]) => {
                let (numbers, strip) = (numbers.join("-"), in_letters(board, "XOtf"));
                Some(format!("{variant}toads-and-frogs-{numbers}:{strip}"))
            }
            ("gen_king_dirt", [left, right, place_first @ ("0" | "1")]) => {
                let rules =
                    if *place_first == "1" { "king-dirt-placing-first" } else { "king-dirt" };
                let board = in_letters(board, "XOxo");
                Some(format!("{variant}{rules}:{board} {left},{right}"))
            }
            _ => None,
        };
    }
    if name == "sheep" {
        let stack = |text: &str| {
            let sheep: i8 = text.parse().ok()?;
            Some(match sheep {
                0 => ".".to_owned(),
                1.. => format!("b{sheep}"),
                _ => format!("w{}", sheep.unsigned_abs()),
            })
        };
        let row = |row: &str| {
            let cells = row.split([',', ' ', '\n']).filter(|cell| !cell.is_empty());
            Some(cells.map(stack).collect::<Option<Vec<_>>>()?.join(","))
        };
        let rows = game.split('|').map(row).collect::<Option<Vec<_>>>()?;
        return Some(format!("{variant}battle-sheep:{}", rows.join("/")));
    }
    let parts: Vec<&str> = game.split([',', ' ', '\n']).filter(|part| !part.is_empty()).collect();
    if impartial.is_some()
        && let Some(n) = nim_value(name, &parts)
    {
        return Some(format!("(*{n})"));
    }
    match (impartial.is_some(), name, &parts[..]) {
        (false, "integer_game" | "dyadic_rational", parts) => Some(format!("({})", parts.join(""))),
        (_, "nimber", [n]) => Some(format!("(*({n}))")),
        (false, "switch_game", [left, right]) => Some(format!("({{{left}|{right}}})")),
        (false, "up_star", parts) => {
            let ups = parts.iter().filter(|part| **part != "*").map(|n| format!("({n})*^"));
            let star = parts.contains(&"*").then(|| "*".to_owned());
            Some(format!("({})", ups.chain(star).collect::<Vec<_>>().join("+")))
        }
        _ => None,
    }
}

/// The nim value of the impartial variant of a number, a switch or ups, whose moves are those of MCGS; `None` for other sections.
fn nim_value(name: &str, parts: &[&str]) -> Option<u64> {
    // A number m / n, with n = 1 or m odd: Left moves to (m - 1) / n, Right to (m + 1) / n, and in an integer only one of them to the next one.
    fn of_number(text: &str) -> Option<u64> {
        let (m, n) = text.split_once('/').unwrap_or((text, "1"));
        let (m, n): (i64, i64) = (m.trim().parse().ok()?, n.trim().parse().ok()?);
        (n > 0 && n & (n - 1) == 0).then(|| of_fraction(m, n))
    }
    fn of_fraction(m: i64, n: i64) -> u64 {
        match (m % 2, n) {
            (_, 1) => m.unsigned_abs() % 2,
            (0, _) => of_fraction(m / 2, n / 2),
            _ => mex([of_fraction(m - 1, n), of_fraction(m + 1, n)]),
        }
    }
    // Ups, with a star or without one: to 0, or to one up less and a star if there was none.
    fn of_ups(n: u64, star: bool) -> u64 {
        match (n, star) {
            (0, false) => 0,
            (0, true) => 1,
            (1, true) => mex([0, 1]),
            (n, star) => mex([0, of_ups(n - 1, !star)]),
        }
    }
    fn mex(options: [u64; 2]) -> u64 {
        (0..).find(|n| !options.contains(n)).unwrap_or_default()
    }
    match (name, parts) {
        ("integer_game" | "dyadic_rational", parts) => of_number(&parts.join("")),
        ("switch_game", [left, right]) => Some(mex([of_number(left)?, of_number(right)?])),
        ("up_star", parts) => {
            let star = parts.contains(&"*");
            let ups = parts.iter().find(|part| **part != "*");
            let ups = ups.map_or(Some(0), |n| n.parse::<i32>().ok());
            Some(of_ups(ups?.unsigned_abs().into(), star))
        }
        _ => None,
    }
}

/// A move in the words of MCGS, from the text that dicot has for it in a position of a section, which has that many rows; `None` if
/// the section's moves are not known here. It is one of the player, if the text does not say that it is of the other one.
///
/// MCGS counts rows from the top, names cells of a single row by numbers from 1, and says of what is placed whose it is.
pub(super) fn move_text(section: &str, rows: usize, text: &str, player: Player) -> Option<String> {
    let (text, player) = match (text.strip_prefix("left:"), text.strip_prefix("right:")) {
        (Some(text), _) => (text, Player::Left),
        (_, Some(text)) => (text, Player::Right),
        _ => (text, player),
    };
    match section {
        "kayles" => return kayles_move(text),
        "sheep" => return sheep_move(text),
        _ => {}
    }
    // Columns and rows from 1, those from the top.
    let cell = |name: &str| {
        let (column, row) = (name.bytes().next()?, name.get(1..)?.parse::<usize>().ok()?);
        let column = column.is_ascii_lowercase().then(|| usize::from(column - b'a') + 1)?;
        Some((column, (rows + 1).checked_sub(row)?))
    };
    let mut cells = text.split(['-', '/', ',']).map(cell).collect::<Option<Vec<_>>>()?;
    let name =
        |&(column, row): &(usize, usize)| format!("{}{row}", (b'a' - 1 + column as u8) as char);
    let joined = |cells: &[(usize, usize)]| cells.iter().map(name).collect::<Vec<_>>().join("-");
    let stone = if player == Player::Left { 'X' } else { 'O' };
    Some(match (section, &cells[..]) {
        ("clobber_1xn" | "elephants" | "gen_toads", [(from, _), (to, _)]) => format!("{from}-{to}"),
        ("nogo_1xn", [(column, _)]) => format!("{column}_{stone}"),
        ("toppling_dominoes", [(column, _), (to, _)]) => {
            format!("{column}{}", if *to == 1 { 'L' } else { 'R' })
        }
        ("nogo" | "gen_king_dirt", [cell]) => format!("{}_{stone}", name(cell)),
        ("clobber" | "cannibal_clobber" | "amazons" | "gen_king_dirt", cells) => joined(cells),
        ("domineering", _) => {
            cells.sort_unstable_by_key(|&(column, row)| (row, column));
            joined(&cells)
        }
        ("fission", [cell, half, _]) => {
            format!("{}_{}", name(cell), if cell.1 == half.1 { 'H' } else { 'V' })
        }
        _ => return None,
    })
}

/// `7>2+4` is `1-2-4`: what is taken, and the two heaps that are left, the smaller one first.
fn kayles_move(text: &str) -> Option<String> {
    let (heap, rest) = text.split_once('>')?;
    let rest = rest.split('+').map(str::parse).collect::<Result<Vec<u32>, _>>().ok()?;
    let taken = heap.parse::<u32>().ok()?.checked_sub(rest.iter().sum())?;
    let (small, large) = match rest[..] {
        [rest] => (0, rest),
        [a, b] => (a.min(b), a.max(b)),
        _ => return None,
    };
    Some(format!("{taken}-{small}-{large}"))
}

/// `1,0-2,3-1` is `b1-c4-1`: columns and rows are counted from 0 there.
fn sheep_move(text: &str) -> Option<String> {
    let cell = |text: &str| {
        let (column, row) = text.split_once(',')?;
        let (column, row): (u8, u8) = (column.parse().ok()?, row.parse().ok()?);
        Some(format!("{}{}", b'a'.checked_add(column)? as char, u16::from(row) + 1))
    };
    let parts: Vec<&str> = text.split('-').collect();
    let [from, to, count] = parts[..] else { return None };
    Some(format!("{}-{}-{count}", cell(from)?, cell(to)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms() {
        for (section, game, text) in [
            ("clobber", "XO|OX", Some("clobber:xo/ox")),
            ("impartial clobber_1xn", "XO.X", Some("impartial-clobber:xo.x")),
            ("elephants", "X..O", Some("elephants-and-rhinos:t..f")),
            ("toppling_dominoes", "XO#", Some("toppling-dominoes:lre")),
            ("cannibal_clobber", "XO|OX", Some("hot-clobber:xo/ox")),
            ("gen_toads", "2,3,2,0:X..O", Some("toads-and-frogs-2-3-2-0:t..f")),
            ("impartial gen_toads", "1,1,0,0:XO", Some("impartial-toads-and-frogs-1-1-0-0:tf")),
            ("gen_toads", "2,3:X", None),
            ("impartial kayles", "5", Some("kayles:5")),
            ("nim", "1 2 3", Some("nim:1+2+3")),
            ("integer_game", "-4", Some("(-4)")),
            ("dyadic_rational", "-3 / 8", Some("(-3/8)")),
            ("switch_game", "21, 7/8", Some("({21|7/8})")),
            ("up_star", "-4 *", Some("((-4)*^+*)")),
            ("up_star", "*", Some("(*)")),
            ("nimber", "7", Some("(*(7))")),
            ("gen_king_dirt", "1,0,0:X.|#O", Some("king-dirt:x./#o 1,0")),
            ("gen_king_dirt", "1,0,1:X.|#O", Some("king-dirt-placing-first:x./#o 1,0")),
            ("sheep", "1,0|-3,14", Some("battle-sheep:b1,./w3,b14")),
            ("sheep", "0 1 | 2 -4", Some("battle-sheep:.,b1/b2,w4")),
            ("impartial integer_game", "-5", Some("(*1)")),
            ("impartial dyadic_rational", "6/4", Some("(*2)")),
            ("impartial switch_game", "-6, 7", Some("(*2)")),
            ("impartial up_star", "* 1", Some("(*2)")),
            ("impartial up_star", "-2", Some("(*1)")),
            ("chess", "4", None),
        ] {
            assert_eq!(term(section, game).as_deref(), text, "{section}");
        }
    }

    #[test]
    fn moves() {
        for (section, rows, text, player, expected) in [
            ("clobber_1xn", 1, "g1-f1", Player::Left, Some("7-6")),
            ("clobber", 2, "a1-b1", Player::Left, Some("a2-b2")),
            ("nogo_1xn", 1, "right:c1", Player::Left, Some("3_O")),
            ("nogo", 3, "a3", Player::Right, Some("a1_O")),
            ("gen_king_dirt", 3, "b3-a2", Player::Left, Some("b1-a2")),
            ("gen_king_dirt", 3, "left:b3", Player::Right, Some("b1_X")),
            ("amazons", 2, "b2-a2/b1", Player::Left, Some("b1-a1-b2")),
            ("domineering", 2, "a1-a2", Player::Left, Some("a1-a2")),
            ("fission", 3, "b2-b1,b3", Player::Left, Some("b2_V")),
            ("fission", 3, "b2-a2,c2", Player::Left, Some("b2_H")),
            ("toppling_dominoes", 1, "b1-a1", Player::Left, Some("2L")),
            ("toppling_dominoes", 1, "d1-d1", Player::Left, Some("4R")),
            ("kayles", 1, "7>2+4", Player::Left, Some("1-2-4")),
            ("kayles", 1, "3>2", Player::Left, Some("1-0-2")),
            ("sheep", 3, "1,0-2,3-1", Player::Left, Some("b1-c4-1")),
            ("nimber", 1, "5>3", Player::Left, None),
        ] {
            assert_eq!(move_text(section, rows, text, player).as_deref(), expected, "{section}");
        }
    }
}
