//! Clobber and its variants against a plain twin with moves by coordinates, and against perft counts by
//! others.

use dicot::Player;
use dicot::board::{Cell, ParsePositionError, Symmetry, U448, Word};
use dicot::rules::{
    Clobber, Clobber448, GenClobber, Position, Ruleset, RulesetSpec, Short, Turn,
    clobber::{
        Anti, ClobberMove, Diagonals, Hot, Kings, Knights, Orthogonal, Queens, Rooks, Variant,
    },
    perft,
};

use crate::plain::narrow::narrow;
use crate::plain::table;

fn position<V: Variant, W: Word>(text: &str) -> GenClobber<V, W> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn clobber(text: &str) -> Clobber {
    position(text)
}

/// The plain twin: what a move of the variant with that name is, by coordinates. From a cell, which
/// others can be moved onto, by the text.
fn plain_targets(variant: &str, rows: &[Vec<char>], from: (i32, i32)) -> Vec<(i32, i32)> {
    let at = |(row, col): (i32, i32)| {
        usize::try_from(row)
            .ok()
            .zip(usize::try_from(col).ok())
            .and_then(|(row, col)| rows.get(row).and_then(|cells| cells.get(col)).copied())
    };
    let own = at(from).unwrap();
    let enemy = if own == 'x' { 'o' } else { 'x' };
    let around = (-2..=2).flat_map(|down| (-2..=2).map(move |right| (down, right)));
    let steps = around.filter(|&(down, right): &(i32, i32)| match variant {
        "clobber" | "rooks" | "hot-clobber" | "anti-clobber" => down.abs() + right.abs() == 1,
        "diagonal-clobber" | "queens" => down.abs().max(right.abs()) == 1,
        "diagonals" => down.abs() == 1 && right.abs() == 1,
        "knights" => down * right != 0 && down.abs() + right.abs() == 3,
        _ => panic!("no variant {variant}"),
    });
    let mut targets = Vec::new();
    for (down, right) in steps {
        let mut cell = (from.0 + down, from.1 + right);
        while matches!(variant, "rooks" | "queens") && at(cell) == Some('.') {
            cell = (cell.0 + down, cell.1 + right);
        }
        let onto = match variant {
            "anti-clobber" => at(cell) == Some('.'),
            "hot-clobber" => matches!(at(cell), Some('x' | 'o')),
            _ => at(cell) == Some(enemy),
        };
        if onto {
            targets.push(cell);
        }
    }
    targets
}

/// Every move as its name and the text of the position after it, sorted.
fn plain_moves(variant: &str, text: &str, player: Player) -> Vec<(String, String)> {
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
    for (row, col) in (0..height).flat_map(|row| (0..width).map(move |col| (row, col))) {
        if rows[row as usize][col as usize] != own {
            continue;
        }
        for (to_row, to_col) in plain_targets(variant, &rows, (row, col)) {
            let mut after = rows.clone();
            after[row as usize][col as usize] = if variant == "anti-clobber" { enemy } else { '.' };
            after[to_row as usize][to_col as usize] = own;
            let after: Vec<String> = after.iter().map(|row| row.iter().collect()).collect();
            moves.push((name(row, col) + "-" + &name(to_row, to_col), after.join("/")));
        }
    }
    moves.sort();
    moves
}

/// In each variant.
fn moves_as_by_coordinates<W: Word>(text: &str) {
    moves_of::<Orthogonal, W>(text);
    moves_of::<Kings, W>(text);
    moves_of::<Diagonals, W>(text);
    moves_of::<Knights, W>(text);
    moves_of::<Rooks, W>(text);
    moves_of::<Queens, W>(text);
    moves_of::<Hot, W>(text);
    moves_of::<Anti, W>(text);
}

fn moves_of<V: Variant, W: Word>(text: &str) {
    let position: GenClobber<V, W> = position(text);
    for player in Player::BOTH {
        let moves: Vec<ClobberMove> = position.moves(player).collect();
        let play = |&mv: &ClobberMove| position.play(player, mv).expect("a listed move is legal");
        let after: Vec<GenClobber<V, W>> = moves.iter().map(play).collect();
        after.iter().for_each(|after| assert_eq!(after.to_string().parse(), Ok(*after)));
        assert_eq!(position.options(player).collect::<Vec<_>>(), after, "{text}");

        let names = moves.iter().map(ToString::to_string);
        let mut pairs: Vec<_> = names.zip(after.iter().map(ToString::to_string)).collect();
        pairs.sort();
        assert_eq!(pairs, plain_moves(V::SPEC.name, text, player), "{} of {text}", V::SPEC.name);

        let count = moves.len() as u64;
        assert_eq!(position.move_count(player), count);
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
        moves_as_by_coordinates::<U448>(&text);
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
        moves_as_by_coordinates::<U448>(&random(width, height));
    }
}

/// The image of a position has as many lines of play, and so has the negative for the other player.
#[test]
fn counts_are_the_same_for_images() {
    fn same<V: Variant>() {
        for text in ["xxo./.xo./o.x.", "xoxo/..x./oxox/xx.o", "x..o.x/o.x..o"] {
            let position: GenClobber<V, u128> = position(text);
            for (player, depth) in Player::BOTH.into_iter().flat_map(|p| [(p, 1), (p, 2), (p, 3)]) {
                let count = |position, player| perft(&Turn::new(position, player), depth);
                let expected = count(position, player);
                assert_eq!(
                    count(position.negative(), !player),
                    expected,
                    "{} {text}",
                    V::SPEC.name
                );
                for image in Symmetry::ALL.map(|symmetry| position.board().image(symmetry)) {
                    let image = GenClobber::from(image);
                    assert_eq!(count(image, player), expected, "{} {text} {image}", V::SPEC.name);
                }
            }
        }
    }
    same::<Orthogonal>();
    same::<Kings>();
    same::<Diagonals>();
    same::<Knights>();
    same::<Rooks>();
    same::<Queens>();
    same::<Hot>();
    same::<Anti>();
}

/// Every pair of cells, on the board and off it: legal just if listed; what is not is refused with
/// the position as it was, and does no harm when played unchecked.
#[test]
fn illegal_moves() {
    for text in ["xo./.xo/o.x", "xoxoxoxo/oxoxoxox", "xo"] {
        let position = clobber(text);
        let cells = || (0..10).flat_map(|row| (0..10).map(move |col| Cell { row, col }));
        for (player, from) in Player::BOTH.into_iter().flat_map(|p| cells().map(move |c| (p, c))) {
            for to in cells() {
                let mv = ClobberMove::new([from, to], position.shape());
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
                        assert_eq!(after.to_string().parse(), Ok(after));
                    }
                }
            }
        }
    }
}

/// One way, two cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct East;

impl Variant for East {
    const SPEC: &'static RulesetSpec = &RulesetSpec::stones("east");
    const DIRECTIONS: &'static [(i8, i8)] = &[(0, 1)];
    const REACH: u8 = 2;
}

#[test]
fn illegal_moves_name_the_rule() {
    fn refused<V: Variant>(text: &str, player: Player, mv: &str, reason: &str) {
        let position: GenClobber<V> = position(text);
        let mv = position.read_move(mv).unwrap();
        let illegal = position.play(player, mv).unwrap_err();
        assert_eq!(illegal.reason, reason, "{mv} on {text}");
        assert_eq!(illegal.position, position);
        assert_eq!(illegal.to_string(), format!("illegal move {mv} by {player}: {reason}"));
    }
    use Player::{Left, Right};
    let board = "xo/x.";
    refused::<Orthogonal>(board, Left, "b1-a1", "there is no stone to move");
    refused::<Orthogonal>(board, Left, "b2-a2", "the stone to move is not the player's own");
    refused::<Orthogonal>(board, Right, "b2-b1", "the target cell is empty");
    refused::<Orthogonal>(board, Left, "a2-a1", "the stone on the target cell is the player's own");
    refused::<Orthogonal>(board, Left, "a1-b2", "the two cells are not adjacent");
    refused::<Kings>("x.o", Left, "a1-c1", "the two cells are not adjacent");
    refused::<Rooks>("x.o/..x", Left, "a2-b1", "the target cell is empty");
    refused::<Rooks>("xxo/..o", Left, "a2-c2", "the path is blocked by another stone");
    refused::<Rooks>("xxo/..o", Left, "a2-c1", "the two cells are not in line");
    refused::<Orthogonal>(board, Left, "a2-a2", "the stone stays where it is");
    refused::<Rooks>("x.o", Left, "a1-a1", "the stone stays where it is");
    refused::<Hot>("xx", Left, "a1-a1", "the stone stays where it is");
    refused::<Anti>("x.", Left, "a1-a1", "the stone stays where it is");
    let way = "stones of this variant do not move that way";
    refused::<Knights>("xo/.o", Left, "a2-b2", way);
    refused::<Knights>("xo/.o", Left, "a2-b1", way);
    refused::<Knights>("x..../...../....o", Left, "a3-e1", way);
    refused::<Diagonals>("xo/.o", Left, "a2-b2", way);
    refused::<Diagonals>("x.o", Left, "a1-c1", "the two cells are not adjacent");
    refused::<East>("ox.o", Left, "b1-a1", way);
    refused::<East>("ox..o", Left, "b1-e1", "the target cell is out of reach");
    refused::<East>("oxxo.", Left, "b1-d1", "the path is blocked by another stone");
    refused::<East>("x./.o", Left, "a2-b1", "the two cells are not in line");
    refused::<Anti>("xo.", Left, "a1-b1", "the target cell is not empty");
    refused::<Anti>("x..", Left, "a1-c1", "the two cells are not adjacent");

    let outside = |from, to| {
        let cell = |(row, col)| Cell { row, col };
        let mv = ClobberMove::new([cell(from), cell(to)], clobber(board).shape());
        clobber(board).play(Left, mv).unwrap_err().reason
    };
    assert_eq!(outside((0, 0), (0, 2)), "the cell is not on the board");
    assert_eq!(outside((2, 0), (0, 0)), "the cell is not on the board");

    let other = clobber("xo").read_move("a1-b1").unwrap();
    let expected = "illegal move a1-b1 by Left: the move is for a board of another height";
    assert_eq!(clobber(board).play(Left, other).unwrap_err().to_string(), expected);
}

#[test]
fn moves_are_read() {
    let position = clobber("xo/ox");
    for text in ["a2-b2", "A2-B2", " a2 - b2 "] {
        assert_eq!(position.read_move(text).unwrap().to_string(), "a2-b2");
    }
    for text in
        ["", "-", "a2", "a2b2", "a2-b3", "a2-c2", "c1-b1", "a2-b2-b1", "a0-a1", "a2-b\u{661}"]
    {
        let error = position.read_move(text).unwrap_err();
        assert_eq!(error.reason, "expected two cells of the board like a1-b1", "{text}");
    }
}

#[test]
fn black_and_white_are_read() {
    assert_eq!("bW/.x".parse::<Clobber>(), "xo/.x".parse::<Clobber>());
}

#[test]
fn components_of_the_variants() {
    fn pieces<V: Variant>(text: &str) -> Vec<String> {
        position::<V, u64>(text).components().map(|piece| piece.to_string()).collect()
    }
    let board = "xo..x/...o./x.o.o";
    assert_eq!(pieces::<Orthogonal>(board), ["xo"]);
    assert_eq!(pieces::<Kings>(board), ["xo", "..x/.o./o.o"]);
    assert_eq!(pieces::<Diagonals>(board), ["..x/.o./o.o"]);
    assert_eq!(pieces::<Knights>(board), [".o../...o/x.o."]);
    assert_eq!(pieces::<Rooks>("x..../..o../x.o../.x..o"), ["x../..o/x.o", "x..o"]);
    assert_eq!(pieces::<Hot>("xx.o/...x/o.x."), ["xx", "o/x"]);
    assert_eq!(pieces::<Anti>("x..o"), ["x..o"]);
}

#[test]
fn components_are_cropped_and_mixed() {
    let pieces = |text| -> Vec<String> {
        clobber(text).components().map(|piece| piece.to_string()).collect()
    };
    assert_eq!(pieces("xx.o/..x./oo.x"), Vec::<String>::new());
    assert_eq!(pieces("xx.o/...x/ox.o"), ["o/x/o", "ox"]);
}

#[test]
fn negative_normalized_and_images() {
    let position = clobber("xxo/..o");
    assert_eq!(position.negative().to_string(), "oox/..x");
    let (normalized, negated) = position.normalized();
    assert_eq!(position.negative().normalized(), (normalized, !negated));
    for symmetry in Symmetry::ALL {
        assert_eq!(
            Clobber::from(position.board().image(symmetry)).normalized(),
            (normalized, negated)
        );
    }
}

#[test]
fn narrowing_and_widening() {
    let huge = Clobber448::checkerboard(10, 10).unwrap();
    assert_eq!(narrow::<_, Clobber>(&huge), None);
    let wide = huge.convert::<u128>().unwrap();
    assert_eq!(wide, GenClobber::<Orthogonal, u128>::checkerboard(10, 10).unwrap());
    assert_eq!(wide.convert(), Ok(huge));
    let small: Clobber448 = "xo./oxo".parse().unwrap();
    assert_eq!(narrow(&small), "xo./oxo".parse::<Clobber>().ok());
    assert_eq!(narrow::<_, Clobber>(&wide), None);
    let error = wide.convert::<u64>().unwrap_err();
    assert_eq!(error, ParsePositionError::TooLarge { width: 10, height: 10, limit: 64 });

    let wide: GenClobber<Orthogonal, u128> = "xo./oxo".parse().unwrap();
    assert_eq!(narrow::<_, Clobber>(&wide).unwrap().to_string(), "xo./oxo");
    assert_eq!(wide.convert(), "xo./oxo".parse::<Clobber>());
    assert_eq!(narrow::<_, Clobber>(&"xo".parse::<Clobber>().unwrap()), None);
    assert_eq!(narrow::<_, Clobber>(&Clobber448::checkerboard(20, 20).unwrap()), None);
}

#[test]
fn boards_to_start_with() {
    assert_eq!(Clobber::checkerboard(3, 3).unwrap().to_string(), "xox/oxo/xox");
    assert_eq!(Clobber::checkerboard(0, 1), Err(ParsePositionError::Empty));
    assert_eq!(clobber("...").normalized().0.to_string(), ".");
    assert!(Clobber448::checkerboard(255, 255).is_err());
    let corner = Clobber::checkerboard(8, 8).unwrap();
    let get = |row, col| corner.board().get(Cell { row, col });
    assert_eq!([get(0, 0), get(7, 0)], [Some(Player::Left), Some(Player::Right)]);
    assert_eq!(get(8, 0), None);
}

/// The count in the least type that fits.
fn count<V: Variant>(text: &str, to_move: Player, depth: u32) -> u64 {
    match position::<V, U448>(text).convert::<u128>() {
        Ok(position) => perft(&Turn::new(position, to_move), depth),
        _ => perft(&Turn::new(position::<V, U448>(text), to_move), depth),
    }
}

/// All counts of `perft_clobber.tsv`, to all depths; a few seconds.
#[test]
fn perft_as_counted_by_others() {
    let mut checked = 0;
    for row in table::rows(include_str!("../data/perft_clobber.tsv")) {
        let count = match &row["variant"] {
            "orth" => count::<Orthogonal>,
            "king" => count::<Kings>,
            "diag" => count::<Diagonals>,
            other => panic!("line {}: no variant {other}", row.line),
        };
        checked += row.check_perft(|depth| count(&row["board"], row.side().unwrap(), depth));
    }
    assert_eq!(checked, 1270);
}
