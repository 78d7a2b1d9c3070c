//! Rulesets whose play need not end, against their rules on lists of cells.

use dicot::board::{Cell, ParsePositionError, U448};
use dicot::rules::{
    BackslidingToadsAndFrogs, CellsMove, FoxAndGeese, HareAndHounds, Position, Ruleset,
    fox_and_geese::{FarFoxAndGeese, FoxAndGeeseMove},
};
use dicot::{Player, board::Shape};

/// A board as rows of letters.
type Rows = Vec<Vec<u8>>;

fn rows(text: &str) -> Rows {
    text.split('/').map(|row| row.bytes().collect()).collect()
}

/// The steps and jumps of a strip, by the distance from cell to cell.
fn may_slide(rows: &Rows, player: Player, from: Cell, to: Cell) -> bool {
    let [own, enemy] = if player == Player::Left { [b't', b'f'] } else { [b'f', b't'] };
    let at = |col: u8| rows[0][usize::from(col)];
    let ahead = i32::from(to.col) - i32::from(from.col);
    let ahead = if player == Player::Left { ahead } else { -ahead };
    at(from.col) == own
        && at(to.col) == b'.'
        && match ahead {
            1 | -1 => true,
            2 => at(u8::midpoint(from.col, to.col)) == enemy,
            _ => false,
        }
}

/// The steps of geese and of a fox that has not escaped.
fn may_step(rows: &Rows, player: Player, from: Cell, to: Cell) -> bool {
    may_go(1, rows, player, from, to)
}

/// The same, with a fox that goes two cells.
fn may_go_far(rows: &Rows, player: Player, from: Cell, to: Cell) -> bool {
    may_go(2, rows, player, from, to)
}

fn may_go(range: u8, rows: &Rows, player: Player, from: Cell, to: Cell) -> bool {
    let at = |cell: Cell| rows[usize::from(cell.row)][usize::from(cell.col)];
    let first = |letter| rows.iter().position(|row| row.contains(&letter));
    let is_fair = first(b'g').is_some_and(|goose| Some(goose) < first(b'f'));
    let own = if player == Player::Left { b'g' } else { b'f' };
    let down = i32::from(to.row) - i32::from(from.row);
    is_fair
        && at(from) == own
        && at(to) == b'.'
        && match (player, from.col.abs_diff(to.col)) {
            (Player::Left, distance) => distance == 1 && down == 1,
            (Player::Right, 1) => down.abs() == 1,
            (Player::Right, 2) => {
                let row = u8::midpoint(from.row, to.row);
                let col = u8::midpoint(from.col, to.col);
                range == 2 && down.abs() == 2 && at(Cell { row, col }) == b'.'
            }
            _ => false,
        }
}

/// The steps of hounds and of a hare that has not escaped.
fn may_run(rows: &Rows, player: Player, from: Cell, to: Cell) -> bool {
    let at = |cell: Cell| rows[usize::from(cell.row)][usize::from(cell.col)];
    let first = |letter| {
        let columns = rows.iter().filter_map(|row| row.iter().position(|&cell| cell == letter));
        columns.min()
    };
    let own = if player == Player::Left { b'h' } else { b'r' };
    let ahead = i32::from(to.col) - i32::from(from.col);
    let is_beside = ahead.abs() < 2 && from.row.abs_diff(to.row) < 2;
    let is_diagonal = ahead != 0 && from.row != to.row;
    first(b'h').is_some_and(|hound| hound <= first(b'r').unwrap())
        && at(from) == own
        && at(to) == b'.'
        && is_beside
        && (!is_diagonal || (from.row + from.col) % 2 == 1)
        && (player == Player::Right || ahead >= 0)
}

/// Checks all moves from cell to cell, legal or not; returns the number of legal ones.
fn check_steps<P: Ruleset>(
    text: &str,
    player: Player,
    may: fn(&Rows, Player, Cell, Cell) -> bool,
    step: fn(CellsMove<2>) -> P::Move,
) -> usize {
    let (position, rows): (P, _) = (text.parse().unwrap(), rows(text));
    let shape = Shape::new(rows[0].len() as u8, rows.len() as u8).unwrap();
    let cells = || {
        let columns = move |row| (0..shape.width()).map(move |col| Cell { row, col });
        (0..shape.height()).flat_map(columns)
    };
    let mut legal = 0;
    for (from, to) in cells().flat_map(|from| cells().map(move |to| (from, to))) {
        let mv = step(CellsMove::new([from, to], shape));
        let is_legal = may(&rows, player, from, to);
        let rule = position.broken_rule(player, mv);
        assert_eq!(rule.is_none(), is_legal, "{text}, {player}: {mv}, {rule:?}");
        assert_eq!(
            position.moves(player).filter(|&listed| listed == mv).count(),
            usize::from(is_legal)
        );
        if is_legal {
            let mut after = rows.clone();
            after[usize::from(to.row)][usize::from(to.col)] =
                std::mem::replace(&mut after[usize::from(from.row)][usize::from(from.col)], b'.');
            let after = after.join(&b'/');
            let played = position.clone().play(player, mv).unwrap().to_string();
            assert_eq!(played.as_bytes(), after);
            legal += 1;
        }
    }
    legal
}

/// All boards of these letters.
fn all_boards<const N: usize>(
    width: usize,
    height: usize,
    letters: [char; N],
) -> impl Iterator<Item = String> {
    let cells = width * height;
    (0..N.pow(cells as u32)).map(move |number| {
        let letter = |cell: usize| letters[number / N.pow(cell as u32) % N];
        let row = |row: usize| (0..width).map(|col| letter(row * width + col)).collect::<String>();
        (0..height).map(row).collect::<Vec<_>>().join("/")
    })
}

fn check_strip<P: Ruleset<Move = CellsMove<2>>>(text: &str) {
    let position: P = text.parse().unwrap();
    for player in Player::BOTH {
        let legal = check_steps::<P>(text, player, may_slide, |mv| mv);
        assert_eq!(
            [position.moves(player).count(), position.move_count(player) as usize],
            [legal; 2]
        );
    }
}

fn check_fox<P: Ruleset<Move = FoxAndGeeseMove>>(text: &str) {
    check_chase::<P>(text, may_step);
}

fn check_chase<P: Ruleset<Move = FoxAndGeeseMove>>(
    text: &str,
    may: fn(&Rows, Player, Cell, Cell) -> bool,
) {
    let position: P = text.parse().unwrap();
    let rows = rows(text);
    let row = |letter| rows.iter().position(|row| row.contains(&letter));
    let columns = |letter: u8| {
        rows.iter().filter_map(move |row| row.iter().position(|&cell| cell == letter)).min()
    };
    let has_escaped = match row(b'f') {
        Some(fox) => row(b'g').is_none_or(|goose| fox <= goose),
        None => columns(b'h').is_none_or(|hound| columns(b'r').unwrap() < hound),
    };
    for player in Player::BOTH {
        let legal = check_steps::<P>(text, player, may, FoxAndGeeseMove::Step);
        let pass = position.read_move(" Pass").unwrap();
        let passes = has_escaped && player == Player::Right;
        assert_eq!(position.is_legal(player, pass), passes, "{text}");
        if passes {
            assert_eq!(legal, 0);
            assert_eq!(position.clone().play(player, pass).unwrap(), position);
        }
        let legal = legal + usize::from(passes);
        assert_eq!(
            [position.moves(player).count(), position.move_count(player) as usize],
            [legal; 2]
        );
    }
}

#[test]
fn moves_of_backsliding_toads_and_frogs() {
    for width in 1..=7 {
        all_boards(width, 1, ['t', 'f', '.']).for_each(|text| {
            check_strip::<BackslidingToadsAndFrogs>(&text);
        });
    }
    let long = "t.f.tf..".repeat(8);
    check_strip::<BackslidingToadsAndFrogs>(&long);
    check_strip::<BackslidingToadsAndFrogs<U448>>(&(long + "t.."));
}

#[test]
fn moves_of_fox_and_geese() {
    let one_fox = |text: &String| text.matches('f').count() == 1;
    for (width, height) in [(1, 3), (3, 1), (2, 2), (3, 3), (2, 4)] {
        all_boards(width, height, ['g', 'f', '.']).filter(one_fox).for_each(|text| {
            check_fox::<FoxAndGeese>(&text);
            check_fox::<FoxAndGeese<U448>>(&text);
        });
    }
    check_fox::<FoxAndGeese>(
        ".g.g.g.g/......../......../......../......../......../......../....f...",
    );
    check_fox::<FoxAndGeese<u128>>(".g.g.g.g.g/........../.....f..../..........");
}

#[test]
fn moves_of_a_fox_that_goes_two_cells() {
    let one_fox = |text: &String| text.matches('f').count() == 1;
    for (width, height) in [(1, 3), (3, 3), (2, 4)] {
        all_boards(width, height, ['g', 'f', '.']).filter(one_fox).for_each(|text| {
            check_chase::<FarFoxAndGeese>(&text, may_go_far);
        });
    }
    check_chase::<FarFoxAndGeese<U448>>("g.g.g/...../..f../...../.....", may_go_far);
}

#[test]
fn moves_of_hare_and_hounds() {
    let one_hare = |text: &String| text.matches('r').count() == 1;
    for (width, height) in [(1, 3), (3, 1), (2, 3), (3, 2), (4, 2)] {
        all_boards(width, height, ['h', 'r', '.', '#']).filter(one_hare).for_each(|text| {
            check_chase::<HareAndHounds>(&text, may_run);
        });
    }
    for text in ["#h..#/h...r/#h..#", "#.h.#/..rh./#.h.#", "#...#/.hrh./#h..#"] {
        check_chase::<HareAndHounds<U448>>(text, may_run);
    }
}

/// The lines of the usual board, from every cell but that of a hound at its end.
#[test]
fn lines_of_hare_and_hounds() {
    let lines = [
        ("b3", "b2 c2 c3"),
        ("b2", "b1 b3 c2"),
        ("b1", "b2 c1 c2"),
        ("c3", "b3 c2 d3"),
        ("c2", "b1 b2 b3 c1 c3 d1 d2 d3"),
        ("c1", "b1 c2 d1"),
        ("d3", "c2 c3 d2 e2"),
        ("d2", "c2 d1 d3 e2"),
        ("d1", "c1 c2 d2 e2"),
        ("e2", "d1 d2 d3"),
    ];
    for (from, to) in lines {
        let [column, rank] = [0, 1].map(|i| usize::from(from.as_bytes()[i]));
        let mut rows = rows("#...#/h..../#...#");
        rows[usize::from(b'3') - rank][column - usize::from(b'a')] = b'r';
        let text = String::from_utf8(rows.join(&b'/')).unwrap();
        let position: HareAndHounds = text.parse().unwrap();
        let mut moves: Vec<String> =
            position.moves(Player::Right).map(|mv| mv.to_string()[3..].to_owned()).collect();
        moves.sort();
        assert_eq!(moves.join(" "), to, "{from}");
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    let strip: BackslidingToadsAndFrogs = "..tf.tt".parse().unwrap();
    let rule = |player, mv: &str| {
        strip.play(player, strip.read_move(mv).unwrap()).map_err(|illegal| illegal.reason)
    };
    assert_eq!(rule(Player::Left, "c1-a1"), Err("an animal goes back one cell only"));
    assert_eq!(rule(Player::Left, "g1-f1"), Err("the target cell is not empty"));
    assert_eq!(rule(Player::Right, "c1-b1"), Err("the animal to move is not the player's own"));
    assert_eq!(rule(Player::Right, "d1-c1"), Err("the target cell is not empty"));

    let fair: FoxAndGeese = ".g.g/..f./..../....".parse().unwrap();
    let escaped: FoxAndGeese = ".g.f/g.../..../....".parse().unwrap();
    let other: FoxAndGeese = "f.../.g../..../....".parse().unwrap();
    let pass = other.read_move("pass").unwrap();
    let rule = |position: FoxAndGeese, player, mv: &str| {
        position.play(player, position.read_move(mv).unwrap()).unwrap_err().reason
    };
    assert_eq!(rule(fair, Player::Left, "a1-b2"), "there is no piece to move");
    assert_eq!(rule(fair, Player::Left, "c3-b2"), "the piece to move is not the player's own");
    assert_eq!(rule(fair, Player::Left, "b4-b3"), "pieces move one cell diagonally");
    assert_eq!(rule(fair, Player::Left, "b4-c3"), "the target cell is not empty");
    assert_eq!(rule(fair, Player::Left, "pass"), "geese cannot pass");
    assert_eq!(rule(fair, Player::Right, "pass"), "a fox that has not escaped cannot pass");
    assert_eq!(rule(escaped, Player::Left, "b4-c3"), "the fox has escaped and can only pass");
    assert_eq!(escaped.broken_rule(Player::Right, pass), Some("the fox is on another cell"));
    let far: FarFoxAndGeese = "g..../.g.../..f../...../.....".parse().unwrap();
    let of_fox = |mv: &str| far.play(Player::Right, far.read_move(mv).unwrap()).unwrap_err().reason;
    assert_eq!(of_fox("c3-c1"), "the fox moves diagonally, and not that far");
    let far: FarFoxAndGeese = "...../.g.../..f../...../.....".parse().unwrap();
    let blocked = far.play(Player::Right, far.read_move("c3-a5").unwrap());
    assert_eq!(blocked.unwrap_err().reason, "a goose is in the way");
    let hare: HareAndHounds = "#h..#/h.h.r/#...#".parse().unwrap();
    let of_hare =
        |player, mv: &str| hare.play(player, hare.read_move(mv).unwrap()).unwrap_err().reason;
    assert_eq!(of_hare(Player::Left, "c2-b1"), "hounds do not go back");
    assert_eq!(of_hare(Player::Left, "c2-c2"), "the target cell is not empty");
    assert_eq!(of_hare(Player::Left, "b3-c1"), "no line joins the cells");
    assert_eq!(of_hare(Player::Left, "e2-d2"), "there is no piece of the player to move");
    assert_eq!(of_hare(Player::Right, "e2-e3"), "the target cell is not empty");
    assert_eq!(of_hare(Player::Right, "pass"), "a hare that has not escaped cannot pass");
    assert_eq!(of_hare(Player::Left, "pass"), "hounds cannot pass");
    let below: FoxAndGeese = "g.../..../.g../f...".parse().unwrap();
    assert_eq!(rule(below, Player::Left, "b2-c3"), "geese move downwards");
    let error = fair.read_move("passes").unwrap_err();
    assert_eq!(error.reason, "expected two cells of the board like b8-a7, or pass");
}

#[test]
fn boards_need_one_fox() {
    let error = |text: &str| text.parse::<FoxAndGeese>().unwrap_err();
    assert_eq!(error("g./.."), ParsePositionError::NotOne { pieces: "foxes", count: 0 });
    assert_eq!(error("gf/f.").to_string(), "the board has 2 foxes, expected one");
    assert_eq!(
        error("x./.f").to_string(),
        "row 1, column 1: unexpected 'x', expected one of \"gf.\""
    );
    assert!("t./..".parse::<BackslidingToadsAndFrogs>().is_err());
    let error = "#h#/..r/#r#".parse::<HareAndHounds>().unwrap_err();
    assert_eq!(error.to_string(), "the board has 2 hares, expected one");
    let start = |width| HareAndHounds::<u64>::start_position(width, 3).map(|p| p.to_string());
    assert_eq!(start(7).as_deref(), Some("#h....#/h.....r/#h....#"));
    assert_eq!([start(3), start(6)], [None, None]);
    let start = |width, height| FoxAndGeese::<u64>::start_position(width, height);
    let text = |width, height| start(width, height).unwrap().to_string();
    assert_eq!(
        text(8, 8),
        ".g.g.g.g/......../......../......../......../......../......../....f..."
    );
    assert_eq!([text(2, 3), text(5, 3)], ["g./../f.", "g.g.g/...../..f.."]);
    for (width, height) in [(1, 8), (8, 1), (2, 2), (0, 0), (9, 8)] {
        assert_eq!(start(width, height), None, "{width} by {height}");
    }
}
