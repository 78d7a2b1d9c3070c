//! NoGo against a plain twin on text, which knows neither components nor symmetries.

use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::rules::{NoGo, Position, Ruleset, Short};
use dicot::{CanonicalForm, Player};

use crate::plain::random::Random;

type Rows = Vec<Vec<char>>;

fn rows(text: &str) -> Rows {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn text(rows: &Rows) -> String {
    rows.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

fn neighbours(rows: &Rows, row: usize, col: usize) -> Vec<(usize, usize)> {
    let near =
        [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
    near.into_iter().filter(|&(row, col)| row < rows.len() && col < rows[0].len()).collect()
}

/// Whether the group of a stone has an empty cell beside it.
fn has_liberty(rows: &Rows, row: usize, col: usize) -> bool {
    let (owner, mut group) = (rows[row][col], vec![(row, col)]);
    let mut next = 0;
    while next < group.len() {
        let (row, col) = group[next];
        for (row, col) in neighbours(rows, row, col) {
            if rows[row][col] == '.' {
                return true;
            }
            if rows[row][col] == owner && !group.contains(&(row, col)) {
                group.push((row, col));
            }
        }
        next += 1;
    }
    false
}

/// The boards after a move of the player with that letter.
fn plain_options(rows: &Rows, own: char) -> Vec<Rows> {
    let mut options = Vec::new();
    for row in 0..rows.len() {
        for col in 0..rows[0].len() {
            if rows[row][col] != '.' {
                continue;
            }
            let mut after = rows.clone();
            after[row][col] = own;
            let mut touched = neighbours(&after, row, col);
            touched.retain(|&(row, col)| "xo".contains(after[row][col]));
            touched.push((row, col));
            if touched.into_iter().all(|(row, col)| has_liberty(&after, row, col)) {
                options.push(after);
            }
        }
    }
    options
}

fn plain_value(rows: &Rows, known: &mut HashMap<Rows, CanonicalForm>) -> CanonicalForm {
    if let Some(value) = known.get(rows) {
        return value.clone();
    }
    let [left, right] = ['x', 'o'].map(|own| {
        let options = plain_options(rows, own);
        options.iter().map(|option| plain_value(option, known)).collect::<Vec<_>>()
    });
    let value = CanonicalForm::new(left, right);
    known.insert(rows.clone(), value.clone());
    value
}

/// Moves and the value, and how many components the position has.
fn check(
    text_of: &str,
    analyzer: &mut Analyzer<NoGo>,
    known: &mut HashMap<Rows, CanonicalForm>,
) -> usize {
    let position: NoGo = text_of.parse().unwrap();
    let board = rows(text_of);
    for (player, own) in [(Player::Left, 'x'), (Player::Right, 'o')] {
        let options: Vec<String> = position.options(player).map(|p| p.to_string()).collect();
        let expected: Vec<String> = plain_options(&board, own).iter().map(text).collect();
        let sorted = |mut list: Vec<String>| {
            list.sort();
            list
        };
        assert_eq!(sorted(options), sorted(expected), "{text_of}");
    }
    let value = plain_value(&board, known);
    assert_eq!(analyzer.canonical_form(&position).unwrap(), value, "{text_of}");
    for component in position.components() {
        let again: Vec<NoGo> = component.components().collect();
        assert_eq!(again.len(), 1, "{component} of {text_of}");
    }
    position.components().count()
}

#[test]
fn all_small_boards() {
    let (mut analyzer, mut known) = (Analyzer::new(), HashMap::new());
    for (width, height) in [(1, 1), (6, 1), (3, 2), (4, 2), (3, 3)] {
        for number in 0..3_usize.pow(width * height) {
            let letter = |cell: u32| ['.', 'x', 'o'][number / 3_usize.pow(cell) % 3];
            let row = |row: u32| (0..width).map(|col| letter(row * width + col)).collect();
            let board = (0..height).map(row).collect::<Vec<String>>().join("/");
            check(&board, &mut analyzer, &mut known);
        }
    }
}

/// Boards that are almost full, in which groups live and components part.
#[test]
fn large_boards() {
    let (mut analyzer, mut known, mut random) = (Analyzer::new(), HashMap::new(), Random(1));
    let mut parted = 0;
    for round in 0..400 {
        let (width, height) = [(5, 4), (6, 5), (12, 1), (7, 3)][round % 4];
        let mut board = vec![vec!['.'; width]; height];
        // Random moves, of which those that leave at most seven empty cells count.
        loop {
            let empty = board.iter().flatten().filter(|&&c| c == '.').count();
            let options = plain_options(&board, *random.pick(&['x', 'o']));
            if options.is_empty() || empty <= 7 {
                break;
            }
            board = random.pick(&options).clone();
        }
        let empty = board.iter().flatten().filter(|&&c| c == '.').count();
        if empty <= 8 {
            parted += usize::from(check(&text(&board), &mut analyzer, &mut known) > 1);
        }
        known.clear();
    }
    assert!(parted > 30, "{parted} positions with two components or more");
}

#[test]
fn components_of_boards() {
    let components = |text: &str| -> Vec<String> {
        let position: NoGo = text.parse().unwrap();
        position.components().map(|component| component.to_string()).collect()
    };
    // Nobody may play in the middle: the cell is dead, and the stones o have a liberty for ever.
    assert_eq!(components("..xo.ox.."), ["..x", "x.."]);
    assert_eq!(components("...o.o.."), ["...o.o.."]);
    assert_eq!(components("x.o"), Vec::<String>::new());
    // The liberties of the two stones are on different sides.
    assert_eq!(components("...xo..."), ["...x", "o..."]);
    assert_eq!(components("..xo.../......."), ["..xo.../......."]);
    // Both sides can still fill the liberties of the stone x.
    assert_eq!(components("...x..."), ["...x..."]);
}

#[test]
fn texts_and_illegal_moves() {
    let position: NoGo = "x../.o.".parse().unwrap();
    let refused = |text: &str, player| {
        let mv = position.read_move(text).unwrap();
        position.play(player, mv).unwrap_err().to_string()
    };
    assert_eq!(refused("a2", Player::Left), "illegal move a2 by Left: the cell is not empty");
    let error = "xo?".parse::<NoGo>().unwrap_err().to_string();
    assert_eq!(error, "row 1, column 3: unexpected '?', expected one of \"xo.#\"");
    let position: NoGo = "x.x".parse().unwrap();
    for player in Player::BOTH {
        let mv = position.read_move("B1").unwrap();
        let error = position.play(player, mv).unwrap_err();
        assert_eq!(error.reason, "a group would have no liberty");
    }
    assert!(position.read_move("d1").is_err());
}

/// Empty boards on which the next player loses: of the strips of up to ten cells, only those of one and four. Source: Du,
/// Wei, Müller, *Solving NoGo on small rectangular boards* (2023).
#[test]
fn who_wins_empty_boards() {
    let mut analyzer = Analyzer::<NoGo>::new();
    let mut outcome = |width, height| {
        analyzer.outcome(&NoGo::start_position(width, height).unwrap()).unwrap().to_string()
    };
    let strips: String = (1..=10).map(|width| outcome(width, 1)).collect();
    assert_eq!(strips, "PNNPNNNNNN");
    assert_eq!([outcome(2, 2), outcome(3, 3)], ["N", "N"]);
}

/// Means and temperatures, from the thermographs of MCGS 1.7.
#[test]
fn temperatures() {
    let facts = |text: &str| {
        let value = Analyzer::new().canonical_form(&text.parse::<NoGo>().unwrap()).unwrap();
        [value.mean().to_string(), value.temperature().to_string()]
    };
    assert_eq!(facts("..x/.../.o."), ["-1/2", "1"]);
    assert_eq!(facts(".x./oo./.x."), ["3/4", "5/4"]);
    assert_eq!(facts("..o/.o./.x."), ["0", "1"]);
    assert_eq!(facts(".../.../..."), ["0", "0"]);
}
