//! Boards against a plain twin that keeps a board as rows of letters.

use std::collections::HashMap;

use dicot::Player;
use dicot::board::{Bitboard, Board, Cell, ParsePositionError, Shape, Symmetry, U448, Word};

use crate::plain::random::Random;

/// A board as rows of letters: the plain twin.
type Rows = Vec<Vec<char>>;

fn rows(text: &str) -> Rows {
    text.split('/').map(|row| row.chars().collect()).collect()
}

fn text(rows: &Rows) -> String {
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn board<W: Word>(text: &str) -> Board<W> {
    let board: Board<W> = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(board.to_string().parse(), Ok(board), "{text}"); // no cell in two sets or outside
    board
}

/// Shapes that fit a `u64`: bytes for rows, strips and others, up to the last bit.
const SHAPES_64: [(usize, usize); 17] = [
    (1, 1),
    (3, 2),
    (4, 4),
    (5, 4),
    (4, 5),
    (2, 8),
    (8, 8),
    (7, 8),
    (9, 1),
    (10, 2),
    (2, 10),
    (1, 36),
    (64, 1),
    (1, 64),
    (16, 4),
    (4, 16),
    (9, 7),
];
const SHAPES_128: [(usize, usize); 6] = [(10, 10), (8, 16), (128, 1), (1, 128), (9, 8), (11, 11)];
const SHAPES_448: [(usize, usize); 7] =
    [(12, 12), (20, 20), (21, 21), (255, 1), (1, 255), (8, 56), (56, 8)];

/// All boards of a shape.
fn all_boards(width: usize, height: usize) -> impl Iterator<Item = String> {
    (0..3_usize.pow((width * height) as u32)).map(move |number| {
        let letter = |cell: usize| ['.', 'x', 'o'][number / 3_usize.pow(cell as u32) % 3];
        let row = |row: usize| (0..width).map(|col| letter(row * width + col)).collect();
        text(&(0..height).map(row).collect())
    })
}

/// Checks each of these boards on words of 64 and 128 bits.
macro_rules! for_small_boards {
    ($check:ident, $texts:expr) => {
        for text in $texts {
            $check::<u64>(&text);
            $check::<u128>(&text);
        }
    };
}

/// Some boards of every word type, by `check`, which gets boards that surely fit.
macro_rules! for_random_boards {
    ($check:ident, $times:expr) => {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        for _ in 0..$times {
            for (width, height) in SHAPES_64 {
                let empty = random.below(9);
                let text = random.board(width, height, empty);
                $check::<u64>(&text);
                $check::<u128>(&text);
                $check::<U448>(&text);
            }
            for (width, height) in SHAPES_128 {
                let empty = random.below(9);
                let text = random.board(width, height, empty);
                $check::<u128>(&text);
                $check::<U448>(&text);
            }
            for (width, height) in SHAPES_448 {
                let empty = random.below(9);
                $check::<U448>(&random.board(width, height, empty));
            }
        }
    };
}

// Text.

fn text_round_trip<W: Word>(text: &str) {
    let board: Board<W> = board(text);
    assert_eq!(board.to_string(), text);
    for separator in ["|", "\n", "\r\n"] {
        let other = text.replace('/', separator);
        assert_eq!(other.parse(), Ok(board));
        assert_eq!((other.to_uppercase() + "\n").parse(), Ok(board));
        assert_eq!((other + "\r\n").parse(), Ok(board));
    }
    for (letters, row) in rows(text).into_iter().zip(0..) {
        for (letter, col) in letters.into_iter().zip(0..) {
            let player = match letter {
                'x' => Some(Player::Left),
                'o' => Some(Player::Right),
                _ => None,
            };
            assert_eq!(board.get(Cell { row, col }), player);
        }
    }
    assert_eq!(Board::new(board.stones(Player::Left), board.stones(Player::Right)), Some(board));
    assert_eq!(board.negative().to_string(), swapped(text));
}

fn swapped(text: &str) -> String {
    let swap = |letter| match letter {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    text.chars().map(swap).collect()
}

#[test]
fn text_round_trips() {
    for_random_boards!(text_round_trip, 10);
}

#[test]
fn errors_name_row_and_column() {
    use ParsePositionError::*;
    let error = |text: &str| text.parse::<Board<u64>>().unwrap_err();
    let says = |text: &str, message: &str| assert_eq!(error(text).to_string(), message);

    assert!(matches!(error(""), Empty));
    says("\r\n\n", "the board has no cells");
    assert!(matches!(error("xo//xo"), EmptyRow { row: 1 }));
    says("xo\n\nxo", "row 2 is empty");
    says("/xo", "row 1 is empty");
    says("xo/", "row 2 is empty");
    assert!(matches!(error("xo/xoo"), RaggedRow { row: 1, length: 3, expected: 2 }));
    says("xox/oxo|x", "row 3 has length 1, expected 3 as in row 1");
    says("xo/x ", "row 2 has length 1, expected 2 as in row 1");
    says("xo/ x", "row 2 has length 1, expected 2 as in row 1");
    says("x\u{1b}", "row 1, column 2: unexpected '\\u{1b}', expected one of \"xo.\"");
    says("..é", "row 1, column 3: unexpected 'é', expected one of \"xo.\"");
    says("x\rx", "row 1, column 2: unexpected '\\r', expected one of \"xo.\"");
    says(
        "........./........./........./........./........./........./........./.........",
        "the board has 72 cells (9 wide, 8 high); the limit is 64 cells and 255 a side; \
         a board in a u128 has up to 128 cells, in a U448 448",
    );
    assert!(matches!(Shape::new(0, 3), Err(Empty)));
}

#[test]
fn huge_texts_give_plain_errors() {
    let limit_of_wide = |text: &str| text.parse::<Board<U448>>().unwrap_err().to_string();
    assert_eq!(
        limit_of_wide(&vec!["x".repeat(50); 40].join("/")),
        "the board has 2000 cells (50 wide, 40 high); the limit is 448 cells and 255 a side"
    );
    assert_eq!(
        limit_of_wide(&"x".repeat(256)),
        "the board has 256 cells (256 wide, 1 high); the limit is 448 cells and 255 a side"
    );
    let ten_megabytes = "x\n".repeat(5_000_000);
    assert!(limit_of_wide(&ten_megabytes).contains("1 wide, 5000000 high"));
    assert!(limit_of_wide(&"o".repeat(10_000_000)).contains("10000000 wide, 1 high"));
}

// Components.

/// Flood fill, cell by cell; the text of each piece, cropped, and all together sorted.
fn plain_components(text: &str) -> Vec<String> {
    let mut rest = rows(text);
    let mut pieces = Vec::new();
    for row in 0..rest.len() {
        for col in 0..rest[row].len() {
            if rest[row][col] == '.' {
                continue;
            }
            let mut piece = vec![vec!['.'; rest[0].len()]; rest.len()];
            let mut open = vec![(row, col)];
            while let Some((r, c)) = open.pop() {
                if rest.get(r).and_then(|row| row.get(c)).is_none_or(|&letter| letter == '.') {
                    continue;
                }
                piece[r][c] = std::mem::replace(&mut rest[r][c], '.');
                open.extend([
                    (r + 1, c),
                    (r.wrapping_sub(1), c),
                    (r, c + 1),
                    (r, c.wrapping_sub(1)),
                ]);
            }
            pieces.push(self::text(&plain_cropped(&piece)));
        }
    }
    pieces.sort();
    pieces
}

fn plain_cropped(rows: &Rows) -> Rows {
    let stones: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|row| (0..rows[0].len()).map(move |col| (row, col)))
        .filter(|&(row, col)| rows[row][col] != '.')
        .collect();
    if stones.is_empty() {
        return vec![vec!['.']];
    }
    let (top, bottom) = (stones[0].0, stones[stones.len() - 1].0);
    let first = stones.iter().map(|stone| stone.1).min().unwrap();
    let last = stones.iter().map(|stone| stone.1).max().unwrap();
    rows[top..=bottom].iter().map(|row| row[first..=last].to_vec()).collect()
}

fn components_as_by_cells<W: Word>(text: &str) {
    let board: Board<W> = board(text);
    let sorted = |pieces: &mut dyn Iterator<Item = Board<W>>| {
        let mut texts: Vec<String> = pieces.map(|p| p.to_string()).collect();
        texts.sort();
        texts
    };
    let mut plain = plain_components(text);
    assert_eq!(sorted(&mut board.components()), plain, "{text}");
    plain.retain(|piece| piece.contains('x') && piece.contains('o'));
    assert_eq!(sorted(&mut board.mixed_components()), plain, "{text}");
    assert_eq!(board.cropped().to_string(), self::text(&plain_cropped(&rows(text))));
}

#[test]
fn components_agree_with_flood_fill_by_cells() {
    for_random_boards!(components_as_by_cells, 30);
    for_small_boards!(components_as_by_cells, all_boards(3, 3));
}

#[test]
fn neighbours_share_a_side() {
    fn check<W: Word>(text: &str) {
        let board: Board<W> = board(text);
        let stones = board.occupied();
        let touches = |cell: Cell, other: Cell| {
            cell.row.abs_diff(other.row) + cell.col.abs_diff(other.col) == 1
        };
        let near = |&cell: &Cell| stones.cells().any(|stone| touches(cell, stone));
        let expected: Vec<Cell> = Bitboard::<W>::full(board.shape()).cells().filter(near).collect();
        assert_eq!(stones.neighbours().cells().collect::<Vec<_>>(), expected, "{text}");
        assert_eq!(stones.neighbours().len() as usize, expected.len());
    }
    for_random_boards!(check, 3);
}

// Images.

fn plain_image(text: &str, symmetry: Symmetry) -> String {
    let transposed = |rows: Rows| -> Rows {
        (0..rows[0].len()).map(|col| rows.iter().map(|row| row[col]).collect()).collect()
    };
    let upside_down = |rows: Rows| -> Rows { rows.into_iter().rev().collect() };
    let left_right = |rows: Rows| -> Rows {
        rows.into_iter().map(|row| row.into_iter().rev().collect()).collect()
    };
    let board = rows(text);
    self::text(&match symmetry {
        Symmetry::Identity => board,
        Symmetry::UpsideDown => upside_down(board),
        Symmetry::LeftRight => left_right(board),
        Symmetry::HalfTurn => left_right(upside_down(board)),
        Symmetry::Transpose => transposed(board),
        Symmetry::QuarterTurn => left_right(transposed(board)),
        Symmetry::QuarterTurnBack => upside_down(transposed(board)),
        Symmetry::AntiTranspose => left_right(upside_down(transposed(board))),
    })
}

fn images_as_by_rows<W: Word>(text: &str) {
    let board: Board<W> = board(text);
    for symmetry in Symmetry::ALL {
        let image = board.image(symmetry);
        assert_eq!(image.to_string().parse(), Ok(image), "{text}");
        assert_eq!(image.to_string(), plain_image(text, symmetry), "{symmetry:?} of {text}");
    }
}

/// One result for all sixteen images, which is one of them, with the right flag.
fn normalized_is_one_image_of_all<W: Word>(text: &str) {
    let start: Board<W> = board(text);
    let (normalized, _) = start.normalized();
    assert_eq!(normalized.to_string().parse(), Ok(normalized), "{text}");
    assert_eq!(normalized.normalized(), (normalized, false), "{text}");
    for image in Symmetry::ALL.map(|symmetry| start.image(symmetry)) {
        for image in [image, image.negative()] {
            let (board, negated) = image.normalized();
            assert_eq!(board, normalized, "{image} of {text}");
            let signed = if negated { board.negative() } else { board };
            let mut images = Symmetry::ALL.iter().map(|&symmetry| signed.image(symmetry));
            let cropped = image.cropped();
            assert!(images.any(|back| back == cropped), "{negated} is wrong for {image}");
            let mut own = Symmetry::ALL.iter().map(|&symmetry| cropped.image(symmetry));
            assert_eq!(negated, own.all(|own| own != board), "negated without need: {image}");
        }
    }
    assert!(normalized.shape().width() >= normalized.shape().height());
    assert_eq!(start.cropped().normalized().0, normalized);
}

#[test]
fn images_agree_with_rows_of_letters() {
    for_random_boards!(images_as_by_rows, 10);
}

#[test]
fn normalized_forms() {
    for_random_boards!(normalized_is_one_image_of_all, 10);
    for_small_boards!(normalized_is_one_image_of_all, all_boards(3, 2).chain(all_boards(4, 1)));
}

#[test]
fn normalized_form_does_not_depend_on_the_word() {
    fn check<W: Word>(text: &str) {
        let wide = board::<U448>(text);
        let board: Board<W> = board(text);
        assert_eq!(board.normalized().0.convert(), Ok(wide.normalized().0));
        assert_eq!(board.normalized().1, wide.normalized().1);
        assert_eq!(wide.convert::<W>(), Ok(board));
    }
    for_random_boards!(check, 10);
}

/// The normalized form misses nothing: it takes as few boards as there are classes of images.
#[test]
fn as_many_normalized_forms_as_classes() {
    let mut classes: HashMap<String, Board<u64>> = HashMap::new();
    let mut forms: HashMap<Board<u64>, String> = HashMap::new();
    for text in all_boards(3, 3) {
        let cropped = self::text(&plain_cropped(&rows(&text)));
        let images = Symmetry::ALL.map(|symmetry| plain_image(&cropped, symmetry));
        let class = images.iter().flat_map(|image| [image.clone(), swapped(image)]).min().unwrap();
        let (form, _) = board::<u64>(&text).normalized();
        assert_eq!(*classes.entry(class.clone()).or_insert(form), form);
        assert_eq!(*forms.entry(form).or_insert(class.clone()), class);
    }
}

// Boards of other kinds of cells.

/// One result for all images and both colourings of a board whose empty cells are a set.
fn three_sets_have_one_normalized_form<W: Word>(text: &str) {
    let start = Board::<W, 3>::read(text, "xo.#").unwrap();
    let (normalized, _) = start.normalized();
    let (least, _) = start.least_image();
    assert_eq!(Board::read(&normalized.shown("xo.#").to_string(), "xo.#"), Ok(normalized));
    for image in Symmetry::ALL.map(|symmetry| start.image(symmetry)) {
        let (found, symmetry) = image.least_image();
        assert_eq!(found, least, "{image:?}");
        assert_eq!(image.cropped().image(symmetry), least, "{image:?}");
        for image in [image, image.negative()] {
            let (found, negated) = image.normalized();
            assert_eq!(found, normalized, "{image:?}");
            let signed = if negated { found.negative() } else { found };
            assert_eq!(
                signed.least_image().0,
                image.least_image().0,
                "{negated} is wrong for {image:?}"
            );
            let mut own = Symmetry::ALL.iter().map(|&symmetry| image.cropped().image(symmetry));
            assert_eq!(negated, own.all(|own| own != found), "negated without need: {image:?}");
        }
    }
    // The routine for two sets is the twin of that for more.
    let two: Board<W> = board(text);
    let three = Board::<W, 3>::read(text, "xo#.").unwrap();
    let letters = |board: Board<W, 3>| board.shown("xo#.").to_string();
    assert_eq!(two.normalized().0.to_string(), letters(three.normalized().0), "{text}");
    assert_eq!(format!("{start:?}"), format!("Board({})", to_numbers(text)));
}

fn to_numbers(text: &str) -> String {
    text.replace('x', "0").replace('o', "1").replace('.', "2")
}

#[test]
fn normalized_forms_of_three_sets() {
    for text in all_boards(3, 2).chain(all_boards(4, 1)) {
        three_sets_have_one_normalized_form::<u64>(&text);
    }
    for_random_boards!(three_sets_have_one_normalized_form, 3);
}

#[test]
fn any_number_of_sets_is_shown() {
    let board = Board::<u64, 12>::read("ab./01.", "0123456789ab.").unwrap();
    assert_eq!(format!("{board:?}"), "Board(ab./01.)");
    assert_eq!(format!("{:?}", Board::<u64, 1>::read("#.", ".#").unwrap()), "Board(.0)");
    let many = Board::<u64, 39>::empty(Shape::new(2, 1).unwrap()).unwrap();
    let many = many.with_in(Cell { row: 0, col: 0 }, 38);
    assert_eq!(format!("{many:?}"), "Board(?.)");
}

#[test]
fn blanks_around_rows_are_ignored() {
    let board: Board<u64> = board("xo./.ox");
    for text in ["  xo.\n\t.ox  ", "xo. / .ox", "xo.|.ox \n", " xo.\r\n .ox\r\n  \n"] {
        assert_eq!(text.parse(), Ok(board), "{text:?}");
    }
    // Places count characters of the text, so that a reader finds them.
    let error = "  xo.\n  .q.".parse::<Board<u64>>().unwrap_err();
    assert!(
        matches!(error, ParsePositionError::UnknownLetter { row: 1, column: 3, .. }),
        "{error}"
    );
    assert_eq!("  ".parse::<Board<u64>>(), Err(ParsePositionError::Empty));
    let inside = "x o".parse::<Board<u64>>().unwrap_err();
    assert!(matches!(inside, ParsePositionError::UnknownLetter { row: 0, column: 1, .. }));
    assert!(matches!(
        "xo\n  \nxo".parse::<Board<u64>>(),
        Err(ParsePositionError::EmptyRow { row: 1 })
    ));
}

#[test]
fn errors_name_the_types_for_larger_boards() {
    let error = |text: &str| text.parse::<Board<u64>>().unwrap_err().to_string();
    let wider = "; a board in a u128 has up to 128 cells, in a U448 448";
    let ten_by_seven = ["."; 7].map(|cell| cell.repeat(10)).join("/");
    assert_eq!(
        error(&ten_by_seven),
        format!(
            "the board has 70 cells (10 wide, 7 high); the limit is 64 cells and 255 a side{wider}"
        )
    );
    // No type has room for these.
    for text in [".".repeat(256), [".".repeat(30).as_str(); 15].join("/")] {
        assert!(error(&text).ends_with("the limit is 64 cells and 255 a side"), "{}", error(&text));
        assert!(text.parse::<Board<U448>>().is_err());
    }
    assert!(ten_by_seven.parse::<Board<u128>>().is_ok());
}

// Small facts.

#[test]
fn set_operations() {
    let shape = Shape::new(2, 1).unwrap();
    let (a, b) = (Cell { row: 0, col: 0 }, Cell { row: 0, col: 1 });
    let empty = Bitboard::<u64>::empty(shape);
    let full = Bitboard::full(shape);
    assert_eq!(empty.with(a) | empty.with(b), full);
    assert_eq!(full - empty.with(a), full.without(a));
    assert!((empty.with(a) & empty.with(b)).is_empty());
    assert!(!full.contains(Cell { row: 1, col: 0 }));
    assert_eq!((full.cells().count(), full.len()), (2, 2));
    assert_eq!(format!("{:?}", empty.with(b)), "Bitboard(.*)");
}

#[test]
fn constructor_refuses_what_does_not_fit() {
    let shape = Shape::new(2, 2).unwrap();
    let corner = Bitboard::<u64>::empty(shape).with(Cell { row: 0, col: 0 });
    assert_eq!(Board::new(corner, corner), None);
    assert_eq!(Board::new(corner, Bitboard::empty(Shape::new(2, 3).unwrap())), None);
    assert_eq!(Board::new(corner, Bitboard::empty(shape)).unwrap().to_string(), "x./..");
    assert!(Board::<u64>::empty(Shape::new(13, 5).unwrap()).is_err());
}

#[test]
fn names_of_cells() {
    let name = |row, col, height| Cell { row, col }.name(height);
    assert_eq!([name(0, 0, 1), name(0, 25, 8), name(3, 26, 4)], ["a1", "z8", "aa1"]);
    assert_eq!([name(0, 51, 1), name(0, 52, 1), name(0, 254, 1)], ["az1", "ba1", "iu1"]);
    for (row, col, height) in (0..=254).flat_map(|n| [(0, n, 255), (n, 254 - n, 255)]) {
        let cell = Cell { row, col };
        assert_eq!(Shape::new(255, height).unwrap().cell_named(&cell.name(height)), Some(cell));
    }
    let shape = Shape::new(8, 8).unwrap();
    assert_eq!(shape.cell_named("\tH8 "), Some(Cell { row: 0, col: 7 }));
    let bad = ["", " ", "a", "1", "a0", "a01", "a9", "i1", "a-1", "aa1", "aaa1", "zz1"];
    for bad in bad.into_iter().chain(["a 1", "\u{e4}1", "a+1", "a256", "a1b"]) {
        assert_eq!(shape.cell_named(bad), None, "{bad}");
    }
}

#[test]
fn stones_can_be_put_and_taken() {
    let board: Board<u64> = "xo/..".parse().unwrap();
    let corner = Cell { row: 0, col: 0 };
    assert_eq!(board.with(corner, Player::Right).to_string(), "oo/..");
    assert_eq!(board.without(corner).to_string(), ".o/..");
    assert_eq!(board.get(Cell { row: 2, col: 0 }), None);
}

#[test]
fn nothing_wraps_around_the_edges() {
    let pieces = |text: &str| text.parse::<Board<u64>>().unwrap().components().count();
    assert_eq!(pieces(".......x/o......."), 2); // stride 8, full width
    assert_eq!(pieces("........x/o........"), 2); // stride 9
    assert_eq!(pieces("x.o"), 2);
    assert_eq!(pieces(&"x".repeat(64)), 1); // stride 64
    assert_eq!(pieces(&["x"; 64].join("/")), 1); // stride 1
    assert_eq!(pieces("..../...."), 0);
}

#[test]
fn symmetries_as_documented() {
    // a, b, .. f one by one: `x` on the cell of that letter.
    let images = [
        "abc/def", "def/abc", "fed/cba", "cba/fed", "ad/be/cf", "cf/be/ad", "fc/eb/da", "da/eb/fc",
    ];
    for (symmetry, image) in Symmetry::ALL.into_iter().zip(images) {
        for letter in "abcdef".chars() {
            let only = |c: char| match c {
                '/' => '/',
                c if c == letter => 'x',
                _ => '.',
            };
            let board: String = "abc/def".chars().map(only).collect();
            let expected: String = image.chars().map(only).collect();
            let small: Board<u64> = board.parse().unwrap();
            assert_eq!(small.image(symmetry).to_string(), expected, "{symmetry:?}");
            let wide: Board<u128> = board.parse().unwrap();
            assert_eq!(wide.image(symmetry).to_string(), expected, "{symmetry:?}");
        }
    }
}

#[test]
fn normalized_is_laid_wide() {
    let board: Board<u64> = "./x/o/o/o".parse().unwrap();
    let (least, _) = board.normalized();
    assert_eq!((least.shape().width(), least.shape().height()), (4, 1));
    let nothing: Board<u64> = ".../...".parse().unwrap();
    assert_eq!(nothing.normalized().0.to_string(), ".");
}
