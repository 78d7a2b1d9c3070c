//! Konane against a plain twin with moves by coordinates, and against perft counts and values by others.

use std::collections::HashMap;

use dicot::analysis::Analyzer;
use dicot::board::{Cell, Symmetry, U448, Word};
use dicot::rules::{
    Konane, KonaneGame, Position, Ruleset, Short, Turn,
    konane::{AnyStone, CornerOrCentre, DarkCornerOrCentre, KonaneMove, KonanePhase, Opening},
    perft,
};
use dicot::{CanonicalForm, Player};

use crate::plain::narrow::narrow;
use crate::plain::random::Random;
use crate::plain::table::rows;

fn konane<W: Word>(text: &str) -> Konane<W> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The plain twin: every move as its name and the text of the position after it, sorted.
fn plain_moves(text: &str, player: Player) -> Vec<(String, String)> {
    let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    let (own, enemy) = if player == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let height = rows.len();
    let mut moves = Vec::new();
    for (row, col) in (0..height).flat_map(|row| (0..rows[0].len()).map(move |col| (row, col))) {
        if rows[row][col] != own {
            continue;
        }
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let mut after = rows.clone();
            let (mut r, mut c) = (row, col);
            loop {
                let cell = |n: isize| {
                    let (r, c) = (r.checked_add_signed(n * down), c.checked_add_signed(n * right));
                    r.zip(c).filter(|&(r, c)| r < height && c < rows[0].len())
                };
                let (Some(over), Some(to)) = (cell(1), cell(2)) else { break };
                if after[over.0][over.1] != enemy || after[to.0][to.1] != '.' {
                    break;
                }
                after[r][c] = '.';
                after[over.0][over.1] = '.';
                after[to.0][to.1] = own;
                (r, c) = to;
                let name = format!("[{}:{col}]:[{}:{c}]", height - 1 - row, height - 1 - r);
                let text: Vec<String> = after.iter().map(|row| row.iter().collect()).collect();
                moves.push((name, text.join("/")));
            }
        }
    }
    moves.sort();
    moves
}

fn moves_as_by_coordinates<W: Word>(text: &str) {
    let position: Konane<W> = konane(text);
    for player in Player::BOTH {
        let moves: Vec<KonaneMove> = position.moves(player).collect();
        let after: Vec<_> = moves.iter().map(|&mv| position.play(player, mv).unwrap()).collect();
        assert_eq!(position.options(player).collect::<Vec<_>>(), after, "{text}");
        let names = moves.iter().map(ToString::to_string);
        let mut pairs: Vec<_> = names.zip(after.iter().map(ToString::to_string)).collect();
        pairs.sort();
        assert_eq!(pairs, plain_moves(text, player), "{text}");
        assert_eq!(position.move_count(player), moves.len() as u64, "{text}");
    }
}

/// A random position; a third of them coloured like a checkerboard.
fn random_position(random: &mut Random, width: usize, height: usize) -> String {
    let coloured = random.below(3) == 0;
    let letters = ["xo.", "xo..", "xo.#", "xo...."][random.below(4)];
    let mut cell = |row: usize, col: usize| match letters.as_bytes()[random.below(letters.len())] {
        b'x' | b'o' if coloured => {
            if (row + col).is_multiple_of(2) {
                'x'
            } else {
                'o'
            }
        }
        letter => char::from(letter),
    };
    let rows: Vec<String> =
        (0..height).map(|row| (0..width).map(|col| cell(row, col)).collect()).collect();
    rows.join("/")
}

#[test]
fn moves_on_random_boards() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..60 {
        for (width, height) in [(8, 8), (7, 5), (1, 64), (64, 1), (3, 3), (9, 7)] {
            let text = random_position(&mut random, width, height);
            moves_as_by_coordinates::<u64>(&text);
            moves_as_by_coordinates::<U448>(&text);
        }
        moves_as_by_coordinates::<u128>(&random_position(&mut random, 10, 10));
        moves_as_by_coordinates::<U448>(&random_position(&mut random, 18, 18));
        moves_as_by_coordinates::<U448>(&random_position(&mut random, 20, 20));
    }
    for (width, height) in [(255, 1), (1, 255), (64, 7)] {
        moves_as_by_coordinates::<U448>(&random_position(&mut random, width, height));
    }
}

/// The image of a position has as many lines of play, and so has the negative for the other player.
#[test]
fn counts_are_the_same_for_images() {
    let mut random = Random(0x9e37_79b9_7f4a_7c13);
    for _ in 0..30 {
        let position: Konane<u128> = konane(&random_position(&mut random, 6, 5));
        for (player, depth) in Player::BOTH.into_iter().flat_map(|p| [(p, 1), (p, 2), (p, 3)]) {
            let count = |position, player| perft(&Turn::new(position, player), depth);
            let expected = count(position, player);
            assert_eq!(count(position.negative(), !player), expected, "{position}");
            for image in Symmetry::ALL.map(|symmetry| position.board().image(symmetry)) {
                let image = Konane::from(image);
                assert_eq!(count(image, player), expected, "{position} {image}");
            }
        }
    }
}

/// Every pair of cells, on the board and off it: legal just if listed; what is not is refused with the
/// position as it was, and does no harm when played unchecked.
#[test]
fn illegal_moves() {
    for text in ["xo.o./o.x.o/x#oxx", "xo.", "x"] {
        let position: Konane = konane(text);
        let cells = || (0..7).flat_map(|row| (0..7).map(move |col| Cell { row, col }));
        for (player, from) in Player::BOTH.into_iter().flat_map(|p| cells().map(move |c| (p, c))) {
            for to in cells() {
                let mv = KonaneMove::jump(from, to, position.shape());
                let listed = position.moves(player).any(|legal| legal == mv);
                assert_eq!(position.is_legal(player, mv), listed, "{mv} on {text}");
                if let Err(illegal) = position.play(player, mv) {
                    let given = (illegal.position, illegal.player, illegal.mv);
                    assert_eq!(given, (position, player, mv));
                    assert_ne!(illegal.reason, "the move is legal");
                    let mut after = position;
                    after.play_unchecked(player, mv);
                    assert_eq!(after.to_string().parse(), Ok(after));
                }
            }
        }
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    let refused = |text: &str, mv: &str, reason: &str| {
        let position: Konane = konane(text);
        let illegal = position.play(Player::Left, position.read_move(mv).unwrap()).unwrap_err();
        assert_eq!(illegal.reason, reason, "{mv} on {text}");
        assert_eq!(illegal.to_string(), format!("illegal move {mv} by Left: {reason}"));
    };
    let board = "xo.o#/.xxo.";
    refused(board, "[1:0]:[1:0]", "the stone stays where it is");
    refused(board, "[1:0]:[1:4]", "the cell is no part of the board");
    refused(board, "[0:0]:[1:2]", "there is no stone to move");
    refused(board, "[0:3]:[1:2]", "the stone to move is not the player's own");
    refused(board, "[1:0]:[1:3]", "the target cell is not empty");
    refused(board, "[0:1]:[1:2]", "the two cells are not in a row or column");
    refused("xoo.", "[0:0]:[0:3]", "each jump covers two cells, but the distance is odd");
    refused("x...", "[0:0]:[0:2]", "there is no enemy stone to jump over");
    refused("xxo.", "[0:0]:[0:2]", "the target cell is not empty");
    refused("xoxo.", "[0:0]:[0:4]", "the path is blocked: every jump must land on an empty cell");
    refused("xo.", "[0:0]", "stones are removed only in the opening");
    let position: Konane = konane("xo.");
    let (cell, far) = (Cell { row: 0, col: 0 }, Cell { row: 0, col: 3 });
    let mv = KonaneMove::jump(cell, far, position.shape());
    assert_eq!(position.play(Player::Left, mv).unwrap_err().reason, "the cell is not on the board");
    let other = konane::<u64>("xo./...").read_move("[1:0]:[1:2]").unwrap();
    let error = position.play(Player::Left, other).unwrap_err();
    assert_eq!(error.reason, "the move is for a board of another height");
}

#[test]
fn moves_are_read() {
    let position: Konane<U448> = Konane::start(18, 18).unwrap();
    for text in ["[17:0]:[15:0]", "[0:17]", " [03:004]:[3:6] "] {
        assert!(position.read_move(text).is_ok(), "{text}");
    }
    for text in [
        "",
        "[2,0]:[0,0]",
        "[18:0]",
        "[0:18]",
        "[0:17]:[0:19]",
        "[-1:0]",
        "[2:0][0:0]",
        "[2:0]:[0:0]:[1:1]",
        "[9:999]",
        "[+1:0]",
    ] {
        assert!(position.read_move(text).is_err(), "{text}");
    }
}

#[test]
fn positions_from_boards() {
    let position: Konane = "xo./#.x".parse().unwrap();
    assert_eq!([0, 1, 2].map(|set| position.board().set(set).len()), [2, 1, 2]);
    assert_eq!(Konane::from(*position.board()), position);
    let game: KonaneGame<AnyStone> = position.into();
    assert_eq!("xo./#.x".parse(), Ok(game));
    assert_eq!(game.position, position);
}

#[test]
fn the_opening_of_a_game() {
    let refused = |game: KonaneGame<CornerOrCentre>, player, mv: &str, reason: &str| {
        let illegal = game.play(player, game.read_move(mv).unwrap()).unwrap_err();
        assert_eq!(illegal.reason, reason, "{mv}");
        assert_eq!(illegal.position, game);
    };
    let game = KonaneGame::start_position(6, 6).unwrap();
    assert_eq!(game.to_string(), "oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo");
    assert_eq!(game.starters(), Player::BOTH);
    assert_eq!(game.phase(), KonanePhase::FirstRemoval);
    refused(game, Player::Left, "[0:2]", "the opening does not allow this stone");
    refused(game, Player::Left, "[0:5]", "the stone to remove is not of the player's colour");
    let far = KonaneMove::removal(Cell { row: 0, col: 7 }, game.position.shape());
    assert_eq!(game.play(Player::Left, far).unwrap_err().reason, "the cell is not on the board");
    refused(game, Player::Left, "[0:0]:[0:2]", "the opening is not over: a stone must be removed");
    let game = game.play(Player::Right, game.read_move("[0:5]").unwrap()).unwrap();
    assert_eq!(game.starters(), [Player::Left]);
    assert_eq!(game.phase(), KonanePhase::SecondRemoval(Cell { row: 5, col: 5 }));
    refused(game, Player::Left, "[0:0]", "the stone does not share a side with the first hole");
    refused(game, Player::Right, "[0:5]", "there is no stone to remove");
    let game = game.play(Player::Left, game.read_move("[0:4]").unwrap()).unwrap();
    refused(game, Player::Right, "[0:0]", "stones are removed only in the opening");
    assert_eq!(game.phase(), KonanePhase::Jumps);
    assert_eq!(game.move_count(Player::Right), 1);
    let moves: Vec<String> = game.moves(Player::Right).map(|mv| mv.to_string()).collect();
    assert_eq!(moves, ["[2:5]:[0:5]", "[0:3]:[0:5]"][..1]);
}

/// Whoever has a stone beside the hole is next, whichever way the board is coloured.
#[test]
fn the_second_removal() {
    for (text, starter) in [
        ("xo/.x", Player::Left),
        ("ox/.o", Player::Right),
        ("oxo/x.x/oxo", Player::Left),
        ("xox/o.o/xox", Player::Right),
    ] {
        let game: KonaneGame<CornerOrCentre> = text.parse().unwrap();
        assert_eq!(game.starters(), [starter], "{text}");
        assert!(game.move_count(starter) >= 2 && game.move_count(!starter) == 0, "{text}");
    }
}

/// The sum over the players who may begin, unless one is named.
fn count_game<O: Opening>(text: &str, side: Option<Player>, depth: u32) -> u64 {
    let game: KonaneGame<O, U448> = text.parse().unwrap();
    let starters = side.as_ref().map_or(game.starters(), std::slice::from_ref);
    starters.iter().map(|&player| perft(&Turn::new(game, player), depth)).sum()
}

#[test]
fn perft_as_counted_by_others() {
    let mut checked = 0;
    for row in rows(include_str!("../data/perft_konane.tsv")) {
        let (board, side) = (&row["board"], row.side());
        checked += row.check_perft(|depth| match (&row["phase"], &row["variant"]) {
            ("play", _) => perft(&Turn::new(konane::<U448>(board), side.unwrap()), depth),
            ("open1", "artemis") => count_game::<CornerOrCentre>(board, None, depth),
            ("open1", "any") => count_game::<AnyStone>(board, None, depth),
            ("open1", "dark") => count_game::<DarkCornerOrCentre>(board, None, depth),
            ("open2", _) => {
                let game: KonaneGame<CornerOrCentre, U448> = board.parse().unwrap();
                assert_eq!(game.starters(), [side.unwrap()], "line {}", row.line);
                count_game::<CornerOrCentre>(board, side, depth)
            }
            other => panic!("line {}: {other:?}", row.line),
        });
    }
    assert_eq!(checked, 1071);
}

#[test]
fn values_as_computed_by_others() {
    let mut analyzer = Analyzer::new();
    for row in rows(include_str!("../data/konane_values.tsv")) {
        for board in [row["board"].to_owned(), row["cgs_board"].replace('|', "/")] {
            let value = analyzer.canonical_form(&konane::<u64>(&board)).unwrap();
            let id = &row["id"];
            assert_eq!(value.to_string(), row["value"], "{id}");
            assert_eq!(value.outcome().to_string(), row["outcome"], "{id}");
            assert_eq!(value.stop(Player::Left).to_string(), row["left_stop"], "{id}");
            assert_eq!(value.stop(Player::Right).to_string(), row["right_stop"], "{id}");
            assert_eq!(value.mean().to_string(), row["mean"], "{id}");
            assert_eq!(value.temperature().to_string(), row["temperature"], "{id}");
            assert_eq!(row["expanded"].parse(), Ok(value), "{id}");
        }
    }
}

#[test]
fn textbook_values() {
    let mut checked = 0;
    for row in rows(include_str!("../data/konane_textbook.tsv")) {
        let board = row["lhs"].strip_prefix("konane:").unwrap();
        let value = Analyzer::new().canonical_form(&konane::<u64>(board)).unwrap();
        assert_eq!(row["rhs"].parse(), Ok(value), "{}", &row["id"]);
        checked += 1;
    }
    assert_eq!(checked, 41);
}

/// The value without decomposition and without images: by all options.
fn plain_value(position: &Konane, known: &mut HashMap<Konane, CanonicalForm>) -> CanonicalForm {
    if let Some(value) = known.get(position) {
        return value.clone();
    }
    let mut list = |player| -> Vec<CanonicalForm> {
        position.options(player).map(|option| plain_value(&option, known)).collect()
    };
    let (left, right) = (list(Player::Left), list(Player::Right));
    let value = CanonicalForm::new(left, right);
    known.insert(*position, value.clone());
    value
}

/// Of what the module says: the components add up to the position, are their own only components, and
/// the normalized position has the value.
#[test]
fn components_add_up() {
    let mut random = Random(0x9e37_79b9_7f4a_7c11);
    let (mut known, mut analyzer) = (HashMap::new(), Analyzer::new());
    let (mut split, mut whole) = (0, 0);
    for _ in 0..400 {
        for (width, height) in [(5, 3), (16, 1), (4, 4), (9, 2), (1, 20), (5, 4)] {
            let text = random_position(&mut random, width, height);
            let position: Konane = konane(&text);
            let value = plain_value(&position, &mut known);
            let components: Vec<Konane> = position.components().collect();
            let values = components.iter().map(|piece| plain_value(piece, &mut known));
            assert_eq!(values.sum::<CanonicalForm>(), value, "{text} is not {components:?}");
            for piece in &components {
                assert_eq!(piece.components().collect::<Vec<_>>(), [*piece], "{text}");
            }
            let (normalized, negated) = position.normalized();
            let same = plain_value(&normalized, &mut known);
            assert_eq!(if negated { -same } else { same }, value, "{text}");
            assert_eq!(analyzer.canonical_form(&position).unwrap(), value, "{text}");
            for symmetry in Symmetry::ALL {
                assert_eq!(
                    Konane::from(position.board().image(symmetry)).normalized().0,
                    normalized,
                    "{text}"
                );
            }
            *(if components.len() > 1 { &mut split } else { &mut whole }) += 1;
        }
    }
    assert!(split > 200 && whole > 200, "{split} fell apart, {whole} did not");
}

#[test]
fn components_by_hand() {
    let pieces = |text| -> Vec<String> {
        konane::<u64>(text).components().map(|piece| piece.to_string()).collect()
    };
    assert_eq!(pieces("xo..xo"), ["xo..xo"]); // x can come to the fourth cell
    assert_eq!(pieces("xo.#.xo."), ["xo.", ".xo."]);
    assert_eq!(pieces("xo.xx.ox"), ["xo.", ".ox"]); // the two in the middle are there for ever
    assert_eq!(pieces("x.x/.../o.o"), Vec::<String>::new());
    assert_eq!(pieces("xo.xx"), ["xo."]);
}

#[test]
fn large_boards() {
    let start: Konane<U448> = Konane::start(18, 18).unwrap();
    assert_eq!(format!("{start:#}").lines().count(), 18);
    assert_eq!(format!("{start:#}").parse(), Ok(start));
    assert_eq!(narrow::<_, Konane>(&start), None);
    assert_eq!(Konane::<u128>::start(10, 10).unwrap().to_string().len(), 109);
    assert!(Konane::<u64>::start(9, 8).is_err() && Konane::<u64>::start(0, 8).is_err());
    let wide: Konane<U448> = konane("xo.");
    assert_eq!(narrow(&wide), "xo.".parse::<Konane>().ok());
    let game: KonaneGame<AnyStone, U448> = KonaneGame::start_position(20, 20).unwrap();
    assert_eq!(perft(&Turn::new(game, Player::Left), 2), 2 * 20 * 19);
}
