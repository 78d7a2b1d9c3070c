//! Combo against a plain twin with moves by coordinates on text, and against perft counts by others.

use std::collections::HashSet;

use dicot::Player;
use dicot::board::{Cell, ParsePositionError};
use dicot::rules::{Combo, Position, Ruleset, Turn, combo::ComboMove, perft};

use crate::plain::table;

fn position(text: &str) -> Combo {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The texts of the cells by column and row.
fn grid(text: &str) -> Vec<Vec<String>> {
    text.split('/').map(|row| row.split(',').map(String::from).collect()).collect()
}

fn joined(grid: &[Vec<String>]) -> String {
    grid.iter().map(|row| row.join(",")).collect::<Vec<_>>().join("/")
}

/// The plain twin: every move as its text and the text of the position after it, sorted. Tries all
/// pairs of cells and all numbers of stones.
fn plain_moves(text: &str, player: Player) -> Vec<(String, String)> {
    let grid = grid(text);
    let (own, enemy) = if player == Player::Left { ("b", "w") } else { ("w", "b") };
    let stones = |cell: &str, colour| -> i32 {
        cell.strip_prefix(colour).map_or(0, |stones| stones.parse().unwrap())
    };
    let cells = || (0..grid[0].len()).flat_map(|x| (0..grid.len()).map(move |y| (x, y)));
    let mut moves = Vec::new();
    for ((x, y), (to_x, to_y)) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
        let held = stones(&grid[y][x], own);
        let (right, down) = (to_x as i32 - x as i32, to_y as i32 - y as i32);
        let straight = right == 0 || down == 0 || right.abs() == down.abs();
        let distance = right.abs().max(down.abs());
        if distance == 0 || !straight {
            continue;
        }
        let between = |n: i32| {
            let at = |from: usize, way: i32| (from as i32 + n * way.signum()) as usize;
            &grid[at(y, down)][at(x, right)]
        };
        let free = (1..distance).all(|n| between(n) == ".");
        for count in (1..=held).filter(|&count| free && distance <= count) {
            let mut after = grid.clone();
            if stones(&grid[to_y][to_x], enemy) > 0 && count == 1 {
                continue;
            }
            after[y][x] = if count == held { ".".into() } else { format!("{own}{}", held - count) };
            after[to_y][to_x] = format!("{own}{}", stones(&grid[to_y][to_x], own) + count);
            moves.push((format!("{x},{y}-{to_x},{to_y}-{count}"), joined(&after)));
        }
    }
    moves.sort();
    moves
}

fn moves_as_by_coordinates(text: &str) {
    let position = position(text);
    assert_eq!(position.to_string(), text);
    for player in Player::BOTH {
        let moves: Vec<ComboMove> = position.moves(player).collect();
        let play = |&mv| position.clone().play(player, mv).expect("a listed move is legal");
        let after: Vec<Combo> = moves.iter().map(play).collect();
        assert_eq!(position.options(player).collect::<Vec<_>>(), after, "{text}");
        for mv in &moves {
            assert_eq!(position.read_move(&mv.to_string()), Ok(*mv));
        }
        let names = moves.iter().map(ToString::to_string);
        let mut pairs: Vec<_> = names.zip(after.iter().map(ToString::to_string)).collect();
        pairs.sort();
        assert_eq!(pairs, plain_moves(text, player), "{text}");
        assert_eq!(position.move_count(player), moves.len() as u64, "{text}");
    }
}

/// Random boards, the same in every run; few, some or many stacks, of up to five stones.
fn random_boards(number: usize) -> impl Iterator<Item = String> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    let shapes = [(8, 8), (1, 9), (9, 1), (4, 6), (6, 3), (2, 2), (5, 5), (10, 10), (1, 1)];
    (0..number).map(move |n| {
        let (width, height) = shapes[n % shapes.len()];
        let sparse = 2 + random(5);
        let mut cell = || match random(2 * sparse) {
            0 => format!("b{}", 1 + random(5)),
            1 => format!("w{}", 1 + random(5)),
            _ => ".".into(),
        };
        joined(&(0..height).map(|_| (0..width).map(|_| cell()).collect()).collect::<Vec<_>>())
    })
}

#[test]
fn moves_on_random_boards() {
    random_boards(600).for_each(|text| moves_as_by_coordinates(&text));
    moves_as_by_coordinates(&format!("b127,{},w127,.", vec!["."; 126].join(",")));
    moves_as_by_coordinates("b126,b1,w127");
    moves_as_by_coordinates(&vec![format!("b9,{},w9", vec!["."; 62].join(",")); 7].join("/"));
}

/// Every pair of cells, on the board and off it, with every number of stones: legal just if listed;
/// what is not is refused with the position as it was, and does no harm when played unchecked.
#[test]
fn illegal_moves() {
    for text in ["b3,.,w2/.,w1,b1/b2,.,.", "b2,b1,.,w1,.", "w1,w1/w1,w1/b1,b1/b1,b1", "."] {
        let position = position(text);
        let cells = || (0..6).flat_map(|row| (0..6).map(move |col| Cell { row, col }));
        for player in Player::BOTH {
            let listed: HashSet<ComboMove> = position.moves(player).collect();
            for (from, to) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
                for count in [0, 1, 2, 3, 4, 127, 128, 129, 255] {
                    let mv = ComboMove { from, to, count };
                    assert_eq!((mv.from, mv.to, mv.count), (from, to, count));
                    let legal = listed.contains(&mv);
                    assert_eq!(position.is_legal(player, mv), legal, "{mv} on {text}");
                    match position.clone().play(player, mv) {
                        Ok(_) => assert!(legal),
                        Err(illegal) => {
                            assert_eq!(illegal.position, position);
                            assert_eq!((illegal.player, illegal.mv), (player, mv));
                            let mut after = position.clone();
                            after.play_unchecked(player, mv);
                            assert_eq!(after.total(player), position.total(player));
                            assert!(after.total(!player) <= position.total(!player));
                            assert_eq!(after.to_string().parse(), Ok(after));
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    let position = position("b3,.,w2,.,./.,b1,.,.,./b4,.,.,w1,./.,.,.,.,w1");
    let rules = [
        ("1,0-0,0-1", "there is no stack to move"),
        ("2,0-1,0-1", "the stack to move is not the player's own"),
        ("0,0-1,0-0", "one stone at least must move"),
        ("0,0-1,0-4", "the stack has fewer stones"),
        ("0,0-0,0-1", "the stones stay where they are"),
        ("0,0-1,2-2", "the target is not in a straight line"),
        ("0,2-2,1-2", "the target is not in a straight line"),
        ("0,2-2,0-1", "stones go no farther than there are that move"),
        ("0,2-2,2-1", "stones go no farther than there are that move"),
        ("0,0-2,2-2", "there is a stack in the way"),
        ("0,0-3,0-3", "there is a stack in the way"),
        ("0,2-2,0-2", "there is a stack in the way"),
        ("0,2-4,2-4", "there is a stack in the way"),
        ("1,1-2,0-1", "a single stone cannot capture"),
    ];
    for (text, rule) in rules {
        let mv = position.read_move(text).unwrap();
        let error = position.clone().play(Player::Left, mv).unwrap_err();
        assert_eq!(error.to_string(), format!("illegal move {text} by Left: {rule}"));
        assert_eq!(error.position, position);
    }
    let [own, right, below] = [(2, 0), (2, 5), (4, 0)].map(|(row, col)| Cell { row, col });
    for (from, to) in [(own, right), (own, below), (below, own)] {
        let error =
            position.clone().play(Player::Left, ComboMove { from, to, count: 1 }).unwrap_err();
        assert_eq!(error.reason, "the cell is not on the board");
    }
}

#[test]
fn captures_merges_and_splits() {
    let after = |text: &str, player, mv: &str| {
        let position = position(text);
        let mv = position.read_move(mv).unwrap();
        position.play(player, mv).map(|after| after.to_string()).map_err(|error| error.reason)
    };
    assert_eq!(after("b5,.,w9", Player::Left, "0,0 2,0 2"), Ok("b3,.,b2".into()));
    assert_eq!(after("b5,w9", Player::Left, "0,0 1,0 1"), Err("a single stone cannot capture"));
    assert_eq!(after("w1/w1/b1", Player::Right, "0,0 0,1 1"), Ok("./w2/b1".into()));
    assert_eq!(after("w3/./w1", Player::Right, "0,0 0,2 2"), Ok("w1/./w3".into()));
    assert_eq!(after("b2,.,.", Player::Left, "0,0 1,0 2"), Ok(".,b2,.".into()));
}

#[test]
fn stacks_and_totals() {
    let position = position("b2,.,w1/.,w3,.");
    let (a, b, c) = (Cell { row: 0, col: 0 }, Cell { row: 0, col: 2 }, Cell { row: 1, col: 1 });
    assert_eq!(position.stacks(Player::Left).collect::<Vec<_>>(), [(a, 2)]);
    assert_eq!(position.stacks(Player::Right).collect::<Vec<_>>(), [(b, 1), (c, 3)]);
    assert_eq!(Player::BOTH.map(|player| position.total(player)), [2, 4]);
    assert_eq!(position.stack(c), Some((Player::Right, 3)));
    assert_eq!(position.stack(Cell { row: 1, col: 0 }), None);
    assert_eq!(position.stack(Cell { row: 0, col: 3 }), None);
    assert_eq!((position.shape().width(), position.shape().height()), (3, 2));
}

#[test]
fn positions_from_stacks() {
    let text = "b2,.,w1/.,w3,.";
    let of = |player| position(text).stacks(player).map(move |(at, n)| (at, player, n)).collect();
    let stacks: [Vec<_>; 2] = Player::BOTH.map(of);
    assert_eq!(Combo::new(3, 2, stacks.concat()).unwrap(), position(text));
    assert_eq!(Combo::new(3, 2, []).unwrap().to_string(), ".,.,./.,.,.");
    let full = |stones| Combo::new(1, 1, [(Cell { row: 0, col: 0 }, Player::Right, stones)]);
    assert_eq!(full(127).unwrap().to_string(), "w127");
    let too_many = "there are too many stones of Right; the limit is 127 in all";
    assert_eq!(full(128).unwrap_err().to_string(), too_many);
    assert_eq!(Combo::new(0, 3, []).unwrap_err().to_string(), "the board has no cells");
    assert!(Combo::new(28, 16, []).is_ok() && Combo::new(1, 255, []).is_ok());
    assert!(Combo::new(23, 20, []).is_err());
}

#[test]
fn positions_to_start_from() {
    let start = "w1,w1,w1/w1,w1,w1/.,.,./b1,b1,b1/b1,b1,b1";
    assert_eq!(Combo::start(3, 5).unwrap().to_string(), start);
    assert_eq!(Combo::start(1, 4).unwrap().to_string(), "w1/w1/b1/b1");
    assert!(Combo::start(63, 7).is_ok() && Combo::start(1, 255).is_ok());
    let message = |width, height| Combo::start(width, height).unwrap_err().to_string();
    assert_eq!(message(8, 3), "the board is 3 high, expected 4 or more to start");
    assert_eq!(message(0, 8), "the board has no cells");
    let text =
        "the board has 65025 cells (255 wide, 255 high); the limit is 448 cells and 255 a side";
    assert_eq!(message(255, 255), text);
}

#[test]
fn texts_that_are_read() {
    let printed = "b2,.,w12/.,b1,w1";
    for text in [
        " B2 , . ,W12 / . , b1,\tw1 ",
        "b2,.,w12|.,b1,w1",
        "b2,.,w12\r\n.,b1,w1\r\n",
        "b2,.,w12\n.,b1,w1",
    ] {
        assert_eq!(position(text), position(printed), "{text:?}");
    }
    assert_eq!(position(printed).to_string(), printed);
    assert_eq!(format!("{:?}", position(printed)), format!("combo({printed})"));
    assert_eq!(position("b127,w127").total(Player::Left), 127);
}

#[test]
fn texts_that_are_refused() {
    let message = |text: &str| text.parse::<Combo>().unwrap_err().to_string();
    let cell = |place: &str, text: &str| {
        format!("{place}: unexpected {text:?}, expected . or a stack like b2 or w1")
    };
    for bad in ["b", "b0", "b01", "w-1", "w+1", "x1", "1", "b1 2", "b1.", "\u{e4}1", "..", ""] {
        assert_eq!(message(&format!(".,./.,{bad}")), cell("row 2, column 2", bad));
    }
    assert_eq!(message(""), "the board has no cells");
    assert_eq!(message(" \n"), "the board has no cells");
    assert_eq!(message(".,.//.,."), "row 2 is empty");
    assert_eq!(message(".,./.,.,."), "row 2 has length 3, expected 2 as in row 1");
    assert_eq!(message(".,./"), "row 2 is empty");
    let all = |player| format!("there are too many stones of {player}; the limit is 127 in all");
    assert_eq!(message("b127,b1"), all(Player::Left));
    assert_eq!(message("b1,w99999999999999999999"), all(Player::Right));
    let large = vec!["."; 449].join("/");
    let error = ParsePositionError::TooLarge { width: 1, height: 449, limit: 448 };
    assert_eq!(large.parse::<Combo>(), Err(error));
    assert_eq!(message(&"z".repeat(100)), cell("row 1, column 1", &"z".repeat(20)));
}

#[test]
fn moves_that_are_read() {
    let position = Combo::start(8, 8).unwrap();
    let mv = ComboMove { from: Cell { row: 6, col: 0 }, to: Cell { row: 5, col: 0 }, count: 1 };
    for text in ["0,6-0,5-1", "0,6 0,5 1", " 0,6 - 0,5 - 1 ", "0,6   0,5\t1"] {
        assert_eq!(position.read_move(text), Ok(mv), "{text:?}");
    }
    let bad = ["", "0,6-0,5", "0,6-0,5-1-1", "0-0,5-1", "0,6--0,5-1", "+0,6 0,5 1", "300,6 0,5 1"];
    for text in bad.into_iter().chain(["0,6-0,8-1", "8,6-7,6-1", "0,6-0,5-", "0,-0,5-1"]) {
        let error = position.read_move(text).unwrap_err();
        let expected = "expected two cells of the board and a number of stones like 0,6-0,5-1";
        assert_eq!(error.reason, expected, "{text}");
    }
}

/// The rules know no colour and no direction: exchanged colours, with the board upside down or as it
/// is, and all eight images give the same counts.
#[test]
fn perft_knows_no_colour_and_no_direction() {
    let exchanged = |text: &str| text.replace('b', "x").replace('w', "b").replace('x', "w");
    for text in random_boards(60) {
        let count = |text: &str, player| perft(&Turn::new(position(text), player), 2);
        for player in Player::BOTH {
            let expected = count(&text, player);
            let mut image = grid(&text);
            for _ in 0..4 {
                image.reverse();
                assert_eq!(count(&joined(&image), player), expected, "{text}");
                assert_eq!(count(&exchanged(&joined(&image)), !player), expected, "{text}");
                let columns = 0..image[0].len();
                image = columns.map(|x| image.iter().map(|row| row[x].clone()).collect()).collect();
                assert_eq!(count(&joined(&image), player), expected, "{text}");
                assert_eq!(count(&exchanged(&joined(&image)), !player), expected, "{text}");
            }
        }
    }
}

/// All counts of `perft_combo.tsv`, to all depths; a few seconds.
#[test]
fn perft_as_counted_by_others() {
    let mut checked = 0;
    for row in table::rows(include_str!("../data/perft_combo.tsv")) {
        let turn = Turn::new(position(&row["board"]), row.side().unwrap());
        checked += row.check_perft(|depth| perft(&turn, depth));
    }
    assert_eq!(checked, 272);
}
