//! Clobber against a plain twin with moves by coordinates, and against perft counts by others.

use dicot::Player;
use dicot::board::{Cell, ParsePositionError, Symmetry, Wide, Word};
use dicot::rules::{
    Clobber, ClobberMove, GenClobber, HugeClobber, Position, Short, Turn, WideClobber, perft,
};

fn position<W: Word>(text: &str) -> GenClobber<W> {
    GenClobber::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The plain twin: every move as its name and the text of the position after it, sorted.
fn plain_moves(text: &str, player: Player) -> Vec<(String, String)> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let (own, enemy) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let (height, width) = (rows.len() as i32, rows[0].len() as i32);
    let name = |row: i32, col: i32| {
        let letter = |n: i32| char::from(b'a' + n as u8);
        let file = match col / 26 {
            0 => letter(col).to_string(),
            n => format!("{}{}", letter(n - 1), letter(col % 26)),
        };
        format!("{file}{}", height - row)
    };
    let mut moves = Vec::new();
    for row in 0..height {
        for col in 0..width {
            for (to_row, to_col) in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
            {
                let on_board = (0..height).contains(&to_row) && (0..width).contains(&to_col);
                if !on_board
                    || rows[row as usize][col as usize] != own
                    || rows[to_row as usize][to_col as usize] != enemy
                {
                    continue;
                }
                let mut after = rows.clone();
                after[row as usize][col as usize] = '.';
                after[to_row as usize][to_col as usize] = own;
                let after: Vec<String> = after.iter().map(|row| row.iter().collect()).collect();
                moves.push((name(row, col) + "-" + &name(to_row, to_col), after.join("/")));
            }
        }
    }
    moves.sort();
    moves
}

fn moves_as_by_coordinates<W: Word>(text: &str) {
    let position: GenClobber<W> = position(text);
    for player in Player::BOTH {
        let moves: Vec<ClobberMove> = position.moves(player).collect();
        let play = |&mv: &ClobberMove| position.play(player, mv).expect("a listed move is legal");
        let after: Vec<GenClobber<W>> = moves.iter().map(play).collect();
        after.iter().for_each(|position| position.board().check());
        assert_eq!(position.options(player).collect::<Vec<_>>(), after, "{text}");

        let names = moves.iter().map(ToString::to_string);
        let mut pairs: Vec<_> = names.zip(after.iter().map(ToString::to_string)).collect();
        pairs.sort();
        assert_eq!(pairs, plain_moves(text, player), "{text}");

        let count = moves.len() as u64;
        assert_eq!(position.move_count(player), count);
        let in_bulk: u32 = position.stone_moves(player).map(|stone| stone.to.len()).sum();
        assert_eq!(u64::from(in_bulk), count);
        assert!(position.stone_moves(player).all(|stone| !stone.to.is_empty()));
    }
}

#[test]
fn moves_on_all_2x3_boards() {
    for number in 0..729_usize {
        let letter = |cell: u32| ['.', 'x', 'o'][number / 3_usize.pow(cell) % 3];
        let mut text: String = (0..6).map(letter).collect();
        text.insert(3, '/');
        moves_as_by_coordinates::<u64>(&text);
        moves_as_by_coordinates::<u128>(&text);
        moves_as_by_coordinates::<Wide>(&text);
    }
}

#[test]
fn moves_on_random_boards() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |width: usize, height: usize| {
        let mut letter = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            ['x', 'o', '.', 'x', 'o'][(state >> 11) as usize % 5]
        };
        let rows: Vec<String> =
            (0..height).map(|_| (0..width).map(|_| letter()).collect()).collect();
        rows.join("/")
    };
    for _ in 0..20 {
        for (width, height) in [(8, 8), (7, 8), (1, 64), (64, 1), (5, 4), (10, 2), (4, 16), (9, 7)]
        {
            moves_as_by_coordinates::<u64>(&random(width, height));
        }
        for (width, height) in [(10, 10), (8, 16), (128, 1), (1, 128), (11, 11)] {
            moves_as_by_coordinates::<u128>(&random(width, height));
        }
    }
    for (width, height) in [(20, 20), (18, 18), (255, 1), (1, 255), (64, 7), (7, 64)] {
        moves_as_by_coordinates::<Wide>(&random(width, height));
    }
}

/// Every pair of cells, on the board and off it: legal just if listed; what is not is refused with
/// the position as it was, and does no harm when played unchecked.
#[test]
fn illegal_moves() {
    for text in ["xo./.xo/o.x", "xoxoxoxo/oxoxoxox", "xo"] {
        let position: Clobber = position(text);
        let cells = || (0..10).flat_map(|row| (0..10).map(move |col| Cell { row, col }));
        for (player, from) in Player::BOTH.into_iter().flat_map(|p| cells().map(move |c| (p, c))) {
            for to in cells() {
                let mv = ClobberMove::new(from, to, position.shape());
                let listed = position.moves(player).any(|legal| legal == mv);
                assert_eq!(position.is_legal(player, mv), listed, "{mv} on {text}");
                match position.play(player, mv) {
                    Ok(_) => assert!(listed),
                    Err(illegal) => {
                        assert_eq!(
                            (illegal.position, illegal.player, illegal.mv),
                            (position, player, mv)
                        );
                        let mut after = position;
                        after.play_unchecked(player, mv);
                        after.board().check();
                    }
                }
            }
        }
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    let position: Clobber = position("xo/x.");
    let reason = |player, from: (u8, u8), to: (u8, u8)| {
        let cell = |(row, col)| Cell { row, col };
        let mv = ClobberMove::new(cell(from), cell(to), position.shape());
        position.play(player, mv).unwrap_err().to_string()
    };
    let expected = "illegal move b2-a2 by Left: the stone to move is not the player's own";
    assert_eq!(reason(Player::Left, (0, 1), (0, 0)), expected);
    let expected = "illegal move a2-a1 by Left: there is no enemy stone to remove";
    assert_eq!(reason(Player::Left, (0, 0), (1, 0)), expected);
    let expected = "illegal move a1-b2 by Left: the two cells do not share a side";
    assert_eq!(reason(Player::Left, (1, 0), (0, 1)), expected);
    let expected = "illegal move a2-c2 by Left: the cell is not on the board";
    assert_eq!(reason(Player::Left, (0, 0), (0, 2)), expected);
    let other = Clobber::checkerboard(2, 1).unwrap().moves(Player::Left).next().unwrap();
    let expected = "illegal move a1-b1 by Left: the move is for a board of another height";
    assert_eq!(position.play(Player::Left, other).unwrap_err().to_string(), expected);
}

#[test]
fn components_are_cropped_and_mixed() {
    let pieces = |text| -> Vec<String> {
        position::<u64>(text).components().map(|piece| piece.to_string()).collect()
    };
    assert_eq!(pieces("xx.o/..x./oo.x"), Vec::<String>::new());
    assert_eq!(pieces("xx.o/...x/ox.o"), ["o/x/o", "ox"]);
}

#[test]
fn negative_normalized_and_images() {
    let position: Clobber = position("xxo/..o");
    assert_eq!(position.negative().to_string(), "oox/..x");
    let (normalized, negated) = position.normalized();
    assert_eq!(position.negative().normalized(), (normalized, !negated));
    for symmetry in Symmetry::ALL {
        assert_eq!(position.image(symmetry).normalized(), (normalized, negated));
    }
}

#[test]
fn narrowing_and_widening() {
    let huge = HugeClobber::checkerboard(10, 10).unwrap();
    assert_eq!(huge.narrow(), None);
    let wide = WideClobber::try_from(&huge).unwrap();
    assert_eq!(wide, WideClobber::checkerboard(10, 10).unwrap());
    assert_eq!(HugeClobber::from(wide), huge);
    let small = HugeClobber::parse("xo./oxo").unwrap();
    assert_eq!(small.narrow(), Clobber::parse("xo./oxo").ok());
    assert_eq!(wide.narrow(), None);
    let error = Clobber::try_from(&wide).unwrap_err();
    assert_eq!(error, ParsePositionError::TooLarge { width: 10, height: 10, limit: 64 });

    let wide = WideClobber::parse("xo./oxo").unwrap();
    assert_eq!(wide.narrow().unwrap().to_string(), "xo./oxo");
    assert_eq!(Clobber::try_from(&HugeClobber::from(wide)), Clobber::parse("xo./oxo"));
    assert_eq!(Clobber::parse("xo").unwrap().narrow(), None);
    assert_eq!(HugeClobber::checkerboard(20, 20).unwrap().narrow(), None);
}

#[test]
fn boards_to_start_with() {
    assert_eq!(Clobber::checkerboard(3, 3).unwrap().to_string(), "xox/oxo/xox");
    assert_eq!(Clobber::empty(3, 1).unwrap().to_string(), "...");
    assert_eq!(Clobber::empty(0, 1), Err(ParsePositionError::Empty));
    assert_eq!(Clobber::empty(3, 1).unwrap().normalized().0.to_string(), ".");
    assert!(HugeClobber::checkerboard(255, 255).is_err());
    let corner = Clobber::checkerboard(8, 8).unwrap();
    assert_eq!([corner.get(0, 0), corner.get(7, 0)], [Some(Player::Left), Some(Player::Right)]);
    assert_eq!(corner.get(8, 0), None);
}

/// All counts of `perft_clobber.tsv` for the orthogonal game, to all depths, each in the least type
/// that fits; about a second.
#[test]
fn perft_as_counted_by_others() {
    let table = include_str!("data/perft_clobber.tsv");
    let mut lines = (1..).zip(table.lines()).filter(|(_, line)| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().unwrap().1.split('\t').collect();
    let column = |name| header.iter().position(|&title| title == name).unwrap();
    let (variant, side) = (column("variant"), column("side"));
    let (board, d1) = (column("board"), column("d1"));
    let mut checked = 0;
    for (line, row) in lines {
        let row: Vec<&str> = row.split('\t').collect();
        if row[variant] != "orth" {
            continue;
        }
        let text = row[board].replace('b', "x").replace('w', "o");
        let to_move = if row[side] == "b" { Player::Left } else { Player::Right };
        for (depth, count) in (1..).zip(&row[d1..d1 + 7]).filter(|(_, count)| **count != "-") {
            let counted = match (Clobber::parse(&text), WideClobber::parse(&text)) {
                (Ok(position), _) => perft(&Turn::new(position, to_move), depth),
                (_, Ok(position)) => perft(&Turn::new(position, to_move), depth),
                _ => perft(&Turn::new(position::<Wide>(&text), to_move), depth),
            };
            assert_eq!(counted.to_string(), *count, "line {line}, d{depth}");
            checked += 1;
        }
    }
    assert_eq!(checked, 814);
}
