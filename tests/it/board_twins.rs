//! Domineering, Fission, Toads and Frogs and Amazons against plain twins with moves by coordinates on
//! text, and values without components or symmetries.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::marker::PhantomData;

use dicot::analysis::Analyzer;
use dicot::board::{Board, Cell, ParsePositionError, Shape, U448};
use dicot::rules::{
    Amazons, AnyPosition, CellsMove, Domineering, Fission, Ruleset, Short, ToadsAndFrogs, Turn,
    perft, rulesets,
};
use dicot::{CanonicalForm, Player};

use Player::{Left, Right};

use crate::plain::boxed::boxed;
use crate::plain::narrow::narrow;
use crate::plain::random::Random;

/// A row counted from the top and a column from the left; it may lie outside the board.
type At = (i32, i32);

/// The plain twin of all boards.
#[derive(Clone)]
struct Text(Vec<Vec<char>>);

impl Text {
    fn of(text: &str) -> Text {
        Text(text.split('/').map(|row| row.chars().collect()).collect())
    }

    fn at(&self, (row, col): At) -> Option<char> {
        self.0.get(usize::try_from(row).ok()?)?.get(usize::try_from(col).ok()?).copied()
    }

    fn is(&self, cell: At, letter: char) -> bool {
        self.at(cell) == Some(letter)
    }

    fn cells(&self) -> Vec<At> {
        let (rows, cols) = (self.0.len() as i32, self.0[0].len() as i32);
        (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect()
    }

    fn with(&self, changes: &[(At, char)]) -> Text {
        let mut text = self.clone();
        changes.iter().for_each(|&((row, col), c)| text.0[row as usize][col as usize] = c);
        text
    }

    fn name(&self, (row, col): At) -> String {
        let letter = |n: i32| char::from(b'a' + n as u8);
        let file = match col / 26 {
            0 => letter(col).to_string(),
            n => format!("{}{}", letter(n - 1), letter(col % 26)),
        };
        format!("{file}{}", self.0.len() as i32 - row)
    }

    fn show(&self) -> String {
        self.0.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
    }

    /// Rows and columns exchanged.
    fn transposed(&self) -> Text {
        let column = |col: usize| self.0.iter().map(|row| row[col]).collect();
        Text((0..self.0[0].len()).map(column).collect())
    }

    fn mirrored(&self) -> Text {
        Text(self.0.iter().map(|row| row.iter().rev().copied().collect()).collect())
    }

    fn exchanged(&self, [a, b]: [char; 2]) -> Text {
        let other = |c: char| match c {
            c if c == a => b,
            c if c == b => a,
            c => c,
        };
        Text(self.0.iter().map(|row| row.iter().map(|&c| other(c)).collect()).collect())
    }

    /// All eight images, and whether rows and columns were exchanged.
    fn images(&self) -> Vec<(Text, bool)> {
        let (mut images, mut text) = (Vec::new(), self.clone());
        for turn in 0..4 {
            images.push((text.clone(), turn % 2 > 0));
            images.push((text.mirrored(), turn % 2 > 0));
            text = text.transposed().mirrored();
        }
        images
    }

    /// The cells that a queen sees from a cell.
    fn queen(&self, from: At) -> Vec<At> {
        let mut seen = Vec::new();
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let mut cell = (from.0 + down, from.1 + right);
            while (down, right) != (0, 0) && self.is(cell, '.') {
                seen.push(cell);
                cell = (cell.0 + down, cell.1 + right);
            }
        }
        seen
    }

    /// The moves of the ruleset: each one's name, and what it changes.
    fn changes(&self, ruleset: &str, player: Player) -> Vec<(String, Vec<(At, char)>)> {
        let mut moves = Vec::new();
        let left = player == Left;
        let name = |cell| self.name(cell);
        for cell in self.cells() {
            let (row, col) = cell;
            match ruleset {
                "domineering" => {
                    let other = if left { (row - 1, col) } else { (row, col + 1) };
                    if self.is(cell, '.') && self.is(other, '.') {
                        let domino = vec![(cell, '#'), (other, '#')];
                        moves.push((name(cell) + "-" + &name(other), domino));
                    }
                }
                "fission" => {
                    let [a, b] = if left {
                        [(row + 1, col), (row - 1, col)]
                    } else {
                        [(row, col - 1), (row, col + 1)]
                    };
                    if self.is(cell, 'x') && self.is(a, '.') && self.is(b, '.') {
                        let split = vec![(cell, '.'), (a, 'x'), (b, 'x')];
                        moves.push((format!("{}-{},{}", name(cell), name(a), name(b)), split));
                    }
                }
                "toads-and-frogs" => {
                    let (own, enemy, step) = if left { ('t', 'f', 1) } else { ('f', 't', -1) };
                    let (next, behind) = ((row, col + step), (row, col + 2 * step));
                    let jumps = self.is(next, enemy) && self.is(behind, '.');
                    let to = if jumps { behind } else { next };
                    if self.is(cell, own) && self.is(to, '.') {
                        moves.push((name(cell) + "-" + &name(to), vec![(cell, '.'), (to, own)]));
                    }
                }
                "amazons" => {
                    let own = if left { 'x' } else { 'o' };
                    if !self.is(cell, own) {
                        continue;
                    }
                    for to in self.queen(cell) {
                        let moved = vec![(cell, '.'), (to, own)];
                        for arrow in self.with(&moved).queen(to) {
                            let shot = moved.iter().copied().chain([(arrow, '#')]).collect();
                            let name = format!("{}-{}/{}", name(cell), name(to), name(arrow));
                            moves.push((name, shot));
                        }
                    }
                }
                other => panic!("no ruleset {other}"),
            }
        }
        moves
    }

    fn options(&self, ruleset: &str, player: Player) -> impl Iterator<Item = Text> {
        self.changes(ruleset, player).into_iter().map(|(_, changes)| self.with(&changes))
    }

    fn perft(&self, ruleset: &str, player: Player, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.options(ruleset, player).map(|o| o.perft(ruleset, !player, depth - 1)).sum()
    }
}

/// Values by moves on text alone.
struct PlainValues {
    ruleset: &'static str,
    known: HashMap<String, CanonicalForm>,
}

impl PlainValues {
    fn of<P: Ruleset>() -> PlainValues {
        PlainValues { ruleset: P::SPEC.name, known: HashMap::new() }
    }

    fn value(&mut self, text: &str) -> CanonicalForm {
        if let Some(value) = self.known.get(text) {
            return value.clone();
        }
        let position = Text::of(text);
        let [left, right] = Player::BOTH
            .map(|player| position.options(self.ruleset, player).collect::<Vec<Text>>());
        let mut values =
            |list: Vec<Text>| list.iter().map(|o| self.value(&o.show())).collect::<Vec<_>>();
        let value = CanonicalForm::new(values(left), values(right));
        self.known.insert(text.to_owned(), value.clone());
        value
    }
}

fn position<P: Ruleset>(text: &str) -> P {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position is sound if it is what its text says: no cell in two sets, none outside the shape.
fn check_sound<P: Ruleset>(after: &P) {
    assert_eq!(position::<P>(&after.to_string()), *after);
}

/// Moves, options, counts and names as by coordinates.
fn check_moves<P: Ruleset>(text: &str) {
    let position: P = position(text);
    assert_eq!(position.to_string(), text);
    for player in Player::BOTH {
        let moves: Vec<P::Move> = position.moves(player).collect();
        let after: Vec<P> =
            moves.iter().map(|&mv| position.clone().play(player, mv).unwrap()).collect();
        after.iter().for_each(check_sound);
        assert_eq!(position.options(player).collect::<Vec<_>>(), after, "{text}");
        assert_eq!(position.move_count(player), moves.len() as u64);

        let names = moves.iter().map(ToString::to_string);
        let mut pairs: Vec<_> = names.zip(after.iter().map(ToString::to_string)).collect();
        pairs.sort();
        let twin = Text::of(text);
        let mut expected: Vec<_> = twin
            .changes(P::SPEC.name, player)
            .into_iter()
            .map(|(name, changes)| (name, twin.with(&changes).show()))
            .collect();
        expected.sort();
        assert_eq!(pairs, expected, "{} of {text}", P::SPEC.name);
        for mv in moves {
            let name = mv.to_string();
            assert_eq!(position.read_move(&name), Ok(mv));
            assert_eq!(position.read_move(&name.to_uppercase()), Ok(mv));
        }
    }
}

/// All boards of a shape with these letters.
fn all_boards(width: usize, height: usize, letters: &[char]) -> impl Iterator<Item = String> {
    let cells = width * height;
    (0..letters.len().pow(cells as u32)).map(move |number| {
        let letter = |cell: usize| letters[number / letters.len().pow(cell as u32) % letters.len()];
        let row = |row: usize| (0..width).map(|col| letter(row * width + col)).collect::<String>();
        (0..height).map(row).collect::<Vec<_>>().join("/")
    })
}

fn random_board(random: &mut Random, width: usize, height: usize, letters: &str) -> String {
    let letters: Vec<char> = letters.chars().collect();
    let mut row = || (0..width).map(|_| *random.pick(&letters)).collect::<String>();
    (0..height).map(|_| row()).collect::<Vec<_>>().join("/")
}

#[test]
fn moves_on_all_small_boards() {
    for text in all_boards(3, 3, &['.', '#']) {
        check_moves::<Domineering>(&text);
        check_moves::<Domineering<U448>>(&text);
    }
    all_boards(3, 3, &['x', '.', '#']).for_each(|text| check_moves::<Fission>(&text));
    all_boards(7, 1, &['t', 'f', '.']).for_each(|text| check_moves::<ToadsAndFrogs>(&text));
    all_boards(3, 2, &['x', 'o', '.', '#']).for_each(|text| check_moves::<Amazons>(&text));
}

#[test]
fn moves_on_random_boards() {
    let random = &mut Random(0x9e37_79b9_7f4a_7c15);
    let small = [(8, 8), (7, 8), (1, 64), (64, 1), (9, 7), (4, 16)];
    let wide = [(10, 10), (8, 16), (128, 1), (1, 128), (11, 11)];
    let huge = [(20, 20), (255, 1), (1, 255), (64, 7), (7, 64), (448, 1)];
    for (width, height) in small.into_iter().chain(wide).chain(huge) {
        let cells = width * height;
        for _ in 0..3 {
            let blocks = random_board(random, width, height, "...#");
            let stones = random_board(random, width, height, "..x..#.");
            let amazons = random_board(random, width, height, "..x..#...o.....#....");
            let row = random_board(random, width.max(height), 1, "t.f.tf");
            if cells <= 64 {
                check_moves::<Domineering>(&blocks);
                check_moves::<Fission>(&stones);
                check_moves::<ToadsAndFrogs>(&row);
                check_moves::<Amazons>(&amazons);
            }
            if cells <= 128 {
                check_moves::<Domineering<u128>>(&blocks);
                check_moves::<Fission<u128>>(&stones);
                check_moves::<ToadsAndFrogs<u128>>(&row);
                check_moves::<Amazons<u128>>(&amazons);
            }
            if width <= 255 {
                check_moves::<Domineering<U448>>(&blocks);
                check_moves::<Fission<U448>>(&stones);
                check_moves::<ToadsAndFrogs<U448>>(&row);
            }
        }
    }
    check_moves::<Amazons<U448>>(&random_board(random, 20, 20, "x.o####..#"));
    check_moves::<Amazons<U448>>(&random_board(random, 255, 1, "x.o#.."));
}

/// What the analyzer knows of a position against values by moves on text.
struct Checked<P> {
    analyzer: Analyzer<AnyPosition>,
    plain: PlainValues,
    ruleset: PhantomData<P>,
}

impl<P: Short + Ruleset> Checked<P> {
    fn new() -> Checked<P> {
        Checked { analyzer: Analyzer::new(), plain: PlainValues::of::<P>(), ruleset: PhantomData }
    }

    fn check(&mut self, text: &str) {
        let position: P = position(text);
        let value = self.plain.value(text);
        let boxed = boxed(P::SPEC.name, text);
        assert_eq!(self.analyzer.canonical_form(&boxed).unwrap(), value, "{text}");
        assert_eq!(self.plain.value(&position.negative().to_string()), -&value, "negative, {text}");

        let mut sum = CanonicalForm::ZERO;
        for piece in position.components() {
            check_sound(&piece);
            assert_eq!(piece.components().collect::<Vec<_>>(), std::slice::from_ref(&piece));
            sum += self.plain.value(&piece.to_string());
        }
        assert_eq!(sum, value, "sum of the components of {text}");

        let (normalized, negated) = position.normalized();
        check_sound(&normalized);
        let found = self.plain.value(&normalized.to_string());
        assert_eq!(if negated { -found } else { found }, value, "normalized, {text}");
        assert_eq!(normalized.normalized().0, normalized, "{text}");
        assert_eq!(position.negative().normalized().0, normalized, "{text}");
    }
}

#[test]
fn values_of_all_small_boards() {
    let mut domineering = Checked::<Domineering>::new();
    all_boards(3, 3, &['.', '#']).for_each(|text| domineering.check(&text));
    all_boards(4, 2, &['.', '#']).for_each(|text| domineering.check(&text));
    let mut fission = Checked::<Fission>::new();
    all_boards(3, 3, &['x', '.', '#']).for_each(|text| fission.check(&text));
    let mut toads = Checked::<ToadsAndFrogs>::new();
    for width in 1..=8 {
        all_boards(width, 1, &['t', 'f', '.']).for_each(|text| toads.check(&text));
    }
    let mut amazons = Checked::<Amazons>::new();
    all_boards(3, 2, &['x', 'o', '.', '#']).for_each(|text| amazons.check(&text));
    all_boards(5, 1, &['x', 'o', '.', '#']).for_each(|text| amazons.check(&text));
}

/// Random boards of some widths and heights, with these letters.
fn check_random<P: Short + Ruleset>(boards: usize, kinds: &[(usize, usize, &str)]) {
    let random = &mut Random(0x1234_5678_9abc_def1);
    let mut checked = Checked::<P>::new();
    for _ in 0..boards {
        for &(width, height, letters) in kinds {
            checked.check(&random_board(random, width, height, letters));
        }
    }
}

#[test]
fn values_of_random_domineering() {
    check_random::<Domineering<u128>>(30, &[(5, 4, "..#"), (9, 2, "..#"), (4, 5, ".#")]);
}

#[test]
fn values_of_random_fission() {
    check_random::<Fission<u128>>(150, &[(5, 4, "x..x#"), (4, 5, "xx.."), (9, 2, "x.x.x#")]);
}

#[test]
fn values_of_random_toads_and_frogs() {
    check_random::<ToadsAndFrogs<u128>>(
        60,
        &[(12, 1, "ttff."), (10, 1, "tf."), (14, 1, "tttfff.")],
    );
}

#[test]
fn values_of_random_amazons() {
    let kinds = [(4, 3, "x.o.######"), (5, 3, "x.o########"), (9, 1, "xo.#")];
    check_random::<Amazons<u128>>(100, &kinds);
}

/// All images of a position have one normalized form, and one count of moves.
#[test]
fn images() {
    fn check<P: Short + Ruleset>(images: impl Iterator<Item = (Text, bool)>) {
        let mut forms = HashSet::new();
        let mut counts = HashSet::new();
        for (image, negated) in images {
            let position: P = position(&image.show());
            let player = if negated { Right } else { Left };
            counts.insert(perft(&Turn::new(position.clone(), player), 3));
            counts.insert(perft(&Turn::new(position.negative(), !player), 3));
            forms.insert(position.normalized().0);
        }
        assert_eq!((forms.len(), counts.len()), (1, 1), "{forms:?}");
    }
    let random = &mut Random(99);
    for (width, height) in [(1, 1), (3, 3), (5, 2), (4, 4), (7, 5), (64, 1), (9, 7)] {
        let text = Text::of(&random_board(random, width, height, "...#"));
        check::<Domineering>(text.images().into_iter());
        check::<Domineering<U448>>(text.images().into_iter());
        let text = Text::of(&random_board(random, width, height, "..x.#"));
        check::<Fission>(text.images().into_iter());
        let text = Text::of(&random_board(random, width, height, "x..o####"));
        let exchanged = text.exchanged(['x', 'o']).images().into_iter().map(|(t, _)| (t, true));
        let images = text.images().into_iter().map(|(text, _)| (text, false)).chain(exchanged);
        check::<Amazons>(images);
        let text = Text::of(&random_board(random, width, 1, "tf."));
        let mirrored = text.mirrored().exchanged(['t', 'f']);
        check::<ToadsAndFrogs>([(text, false), (mirrored, true)].into_iter());
    }
}

#[test]
fn perft_as_by_coordinates() {
    fn check<P: Short + Ruleset>(text: &str, depth: u32) {
        for player in Player::BOTH {
            let expected = Text::of(text).perft(P::SPEC.name, player, depth);
            assert_eq!(perft(&Turn::new(position::<P>(text), player), depth), expected, "{text}");
        }
    }
    check::<Domineering>("..../..../..../....", 4);
    check::<Domineering<U448>>("..#../...../#....", 5);
    check::<Fission>("...../...../..x../...../.....", 5);
    check::<Fission<U448>>(".x.../...../..x../.#.../...x.", 4);
    check::<ToadsAndFrogs>("tttt..ffff", 7);
    check::<ToadsAndFrogs<U448>>("ttt...f.ff", 6);
    check::<Amazons>("x..#/..../#..o", 2);
    check::<Amazons<U448>>("x..#/..../#..o", 2);
}

fn amazons_start() -> Amazons<u128> {
    Amazons::start_position(10, 10).unwrap()
}

/// Of the usual start, the first player has 2176 moves; after these the other has 4,307,152 in all.
/// The first figure is in most texts on the game, the second in tables of perft counts.
#[test]
fn amazons_from_the_start() {
    let start = Turn::new(amazons_start(), Right);
    assert_eq!([perft(&start, 1), perft(&start, 2)], [2176, 4_307_152]);
    assert_eq!(Text::of(&amazons_start().to_string()).perft("amazons", Left, 1), 2176);
}

/// The moves that are not listed are refused, with the position as it was, and do no harm when played
/// unchecked.
fn check_every_move<P: Ruleset>(text: &str, all: impl Fn(&[Cell], &mut dyn FnMut(P::Move))) {
    let position: P = position(text);
    let cells: Vec<Cell> = [0, 1, 2, 3, 200]
        .into_iter()
        .flat_map(|row| [0, 1, 2, 3, 255].map(|col| Cell { row, col }))
        .collect();
    for player in Player::BOTH {
        let listed: HashSet<P::Move> = position.moves(player).collect();
        let mut legal = 0;
        all(&cells, &mut |mv| {
            assert_eq!(position.is_legal(player, mv), listed.contains(&mv), "{mv} on {text}");
            match position.clone().play(player, mv) {
                Ok(_) => legal += 1,
                Err(illegal) => {
                    assert_eq!(
                        (&illegal.position, illegal.player, illegal.mv),
                        (&position, player, mv)
                    );
                    let mut after = position.clone();
                    after.play_unchecked(player, mv);
                    check_sound(&after);
                }
            }
        });
        assert!(legal >= listed.len(), "{text}");
    }
}

#[test]
fn illegal_moves() {
    let shape = |text: &str| {
        let rows = Text::of(text).0;
        Shape::new(rows[0].len() as u8, rows.len() as u8).unwrap()
    };
    for text in ["...#/.#../....", ".", "#"] {
        check_every_move::<Domineering>(text, |cells, check| {
            for (&a, &b) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))) {
                check(CellsMove::new([a, b], shape(text)));
            }
        });
    }
    for text in ["..x./.x.x/....", ".#.x/.x../..#.", "x"] {
        check_every_move::<Fission>(text, |cells, check| {
            for (&a, &b) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))) {
                cells.iter().for_each(|&from| check(CellsMove::new([from, a, b], shape(text))));
            }
        });
    }
    for text in ["tf.t", "t.ff", ".ft.", "f"] {
        check_every_move::<ToadsAndFrogs>(text, |cells, check| {
            for (a, b) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))) {
                check(CellsMove::new([*a, *b], shape(text)));
            }
        });
    }
    for text in ["..x./#o.x/....", "x.o#/...o", "o"] {
        check_every_move::<Amazons>(text, |cells, check| {
            for (&a, &b) in cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b))) {
                cells.iter().for_each(|&c| check(CellsMove::new([a, b, c], shape(text))));
            }
        });
    }
}

#[test]
fn illegal_moves_name_the_rule() {
    fn refused<P: Ruleset>(text: &str, cases: &[(Player, &str, &str)]) {
        for &(player, mv, reason) in cases {
            let position: P = position(text);
            let mv = position.read_move(mv).unwrap();
            let illegal = position.clone().play(player, mv).unwrap_err();
            assert_eq!(illegal.reason, reason, "{mv} on {text}");
            assert_eq!(illegal.position, position);
            assert_eq!(illegal.to_string(), format!("illegal move {mv} by {player}: {reason}"));
        }
    }
    fn refused_move<P: Ruleset>(text: &str, mv: P::Move, reason: &str) {
        assert_eq!(position::<P>(text).play(Left, mv).unwrap_err().reason, reason);
    }
    let board = "..#/...";
    let outside = "the cell is not on the board";
    let (cell, shape) = (Cell { row: 0, col: 0 }, Shape::new(3, 2).unwrap());
    let far = Cell { row: 0, col: 3 };
    refused_move::<Domineering>(board, CellsMove::new([cell, far], shape), outside);
    let cases = [
        (Left, "a1-b2", "the two cells are not adjacent"),
        (Left, "a1-a1", "the two cells are not adjacent"),
        (Left, "a1-b1", "Left places dominoes upright"),
        (Right, "a1-a2", "Right places dominoes lying"),
        (Left, "c1-c2", "the cell is covered"),
        (Right, "c2-b2", "the cell is covered"),
    ];
    refused::<Domineering>(board, &cases);

    let board = ".../xx./..#";
    let shape = Shape::new(3, 3).unwrap();
    refused_move::<Fission>(board, CellsMove::new([cell, cell, far], shape), outside);
    let sides = "the halves do not go to opposite sides of the stone";
    let cases = [
        (Left, "c2-c1,c3", "there is no stone to split"),
        (Left, "a2-a1,b2", sides),
        (Left, "b2-a3,c1", sides),
        (Left, "b2-a2,c2", "Left splits stones up and down"),
        (Right, "b2-b3,b1", "Right splits stones to the left and right"),
        (Right, "b2-c2,a2", "the cell of a half is not empty"),
    ];
    refused::<Fission>(board, &cases);

    let row = "tf.ftt..t.f";
    let [last, beyond] = [10, 11].map(|col| Cell { row: 0, col });
    refused_move::<ToadsAndFrogs>(
        row,
        CellsMove::new([last, beyond], Shape::new(11, 1).unwrap()),
        outside,
    );
    let cases = [
        (Left, "a1-a1", "the animal stays where it is"),
        (Left, "c1-d1", "there is no animal to move"),
        (Left, "d1-c1", "the animal to move is not the player's own"),
        (Left, "i1-h1", "toads move to the right"),
        (Right, "b1-c1", "frogs move to the left"),
        (Right, "k1-h1", "an animal moves one cell, or two in a jump"),
        (Left, "a1-b1", "the target cell is not empty"),
        (Left, "e1-g1", "only an enemy animal can be jumped over"),
    ];
    refused::<ToadsAndFrogs>(row, &cases);
    let cases = [(Left, "a1-c1", "only an enemy animal can be jumped over")];
    refused::<ToadsAndFrogs>("t..", &cases);

    let board = "x.#/.o./...";
    refused_move::<Amazons>(board, CellsMove::new([cell, cell, far], shape), outside);
    let cases = [
        (Left, "a1-a2/a3", "there is no amazon to move"),
        (Left, "b2-b1/a1", "the amazon to move is not the player's own"),
        (Left, "a3-b1/a1", "an amazon moves like a chess queen"),
        (Left, "a3-a3/a1", "the amazon stays where it is"),
        (Left, "a3-c1/b1", "the way of the amazon is not empty"),
        (Left, "a3-c3/a3", "the way of the amazon is not empty"),
        (Left, "a3-b3/a1", "an arrow flies like a chess queen"),
        (Left, "a3-b3/b1", "the way of the arrow is not empty"),
    ];
    refused::<Amazons>(board, &cases);

    fn on_another_board<P: Ruleset + Debug>(text: &str, mv: &str, other: &str) {
        let mv = position::<P>(text).read_move(mv).unwrap();
        let illegal = position::<P>(other).play(Left, mv).unwrap_err();
        assert_eq!(illegal.reason, "the move is for a board of another height");
    }
    on_another_board::<Domineering>("./.", "a1-a2", "././.");
    on_another_board::<Fission>("./x/.", "a2-a1,a3", "./x/./.");
    on_another_board::<Amazons>("./x/.", "a2-a1/a3", "./x/./.");
}

#[test]
fn moves_are_read() {
    fn reason<P: Ruleset>(text: &str, mv: &str) -> &'static str {
        position::<P>(text).read_move(mv).unwrap_err().reason
    }
    type Reason = fn(&str, &str) -> &'static str;
    let cases: [(Reason, &str, &str, [&str; 7]); 4] = [
        (
            reason::<Domineering>,
            "expected the two cells of a domino like a1-a2",
            "../..",
            ["", "a1", "a1a2", "a1-a3", "a1-a2-a2", "a1-", "c1-c2"],
        ),
        (
            reason::<Fission>,
            "expected a stone and its two halves like b2-b1,b3",
            "./x/.",
            ["", "a2", "a2-a1", "a2-a1,", "a2,a1,a3", "a2-a1,a9", "a2-a1,b3"],
        ),
        (
            reason::<ToadsAndFrogs>,
            "expected two cells of the strip like a1-b1",
            "t.f",
            ["", "a1", "a1b1", "a1-b2", "a1-d1", "a-b", "a1-\u{e4}1"],
        ),
        (
            reason::<Amazons>,
            "expected a move and the cell of the arrow like d1-d7/g7",
            "x.o",
            ["", "a1", "a1-b1", "a1-b1/", "a1/b1/a1", "a1-b1/a2", "a1-b1/d1"],
        ),
    ];
    for (reason, expected, text, moves) in cases {
        for mv in moves {
            assert_eq!(reason(text, mv), expected, "{mv}");
        }
    }

    let read = |text| position::<Domineering>("../..").read_move(text).unwrap().to_string();
    assert_eq!([read("a2-a1"), read(" A1 - A2 "), read("b2-a2")], ["a1-a2", "a1-a2", "a2-b2"]);
    let mv = position::<Fission>("./x/.").read_move("a2 - a3 , a1").unwrap();
    assert_eq!(mv.to_string(), "a2-a1,a3");
}

#[test]
fn components() {
    fn pieces<P: Short + Ruleset>(text: &str) -> Vec<String> {
        position::<P>(text).components().map(|piece| piece.to_string()).collect()
    }
    let none = Vec::<String>::new();
    assert_eq!(pieces::<Domineering>("..#./##../.#.#"), ["..", "#./../.#"]);
    assert_eq!(pieces::<Domineering>(".#/#."), none);
    assert_eq!(pieces::<Fission>("..x/.x./..#"), ["..#/.x./..#"]); // no stone leaves a corner
    assert_eq!(pieces::<Fission>("..../...."), none);
    assert_eq!(pieces::<Fission>(".x.xx.x."), [".x.", ".x."]);
    assert_eq!(pieces::<Fission>(".xx./...."), none);
    assert_eq!(pieces::<ToadsAndFrogs>("ft..tttfftf.t"), ["t..", "tf."].map(str::to_owned));
    assert_eq!(pieces::<ToadsAndFrogs>(".ftt.f"), [".ftt.f"]);
    assert_eq!(pieces::<ToadsAndFrogs>("..f.tf.."), ["..f.tf.."]);
    assert_eq!(pieces::<ToadsAndFrogs>("f...t"), none);
    assert_eq!(pieces::<Amazons>("x.#o/##x#/..#."), ["x.#o/##x#/..#."]);
    assert_eq!(pieces::<Amazons>("x.##./###../o##.."), ["x."]);
    assert_eq!(pieces::<Amazons>("x.#.#xo"), ["x."]);
}

/// From the least to the largest boards, on which only what is quick is done.
#[test]
fn boards_of_every_size() {
    fn check<P: Short + Ruleset, N: Short>(width: usize, height: usize, letters: &str) {
        for letter in letters.chars() {
            let row = letter.to_string().repeat(width);
            let text = vec![row; height].join("/");
            let position: P = position(&text);
            assert_eq!(position.to_string(), text);
            assert_eq!(format!("{position:?}"), format!("{}({text})", P::SPEC.name));
            assert_eq!(format!("{position:#}"), text.replace('/', "\n"));
            assert_eq!(position.negative().negative(), position);
            let small: Option<N> = narrow(&position);
            assert_eq!(small.is_some(), width * height <= 64);
            position.components().for_each(|piece| check_sound(&piece));
            check_sound(&position.normalized().0);
            for player in Player::BOTH {
                position.options(player).take(100).for_each(|option| check_sound(&option));
                let count = position.moves(player).count() as u64;
                assert_eq!(position.move_count(player), count);
                assert!(small.as_ref().is_none_or(|small| small.move_count(player) == count));
            }
        }
    }
    let shapes =
        [(1, 1), (64, 1), (1, 64), (8, 8), (10, 10), (20, 20), (255, 1), (1, 255), (64, 7)];
    for (width, height) in shapes {
        check::<Domineering<U448>, Domineering>(width, height, ".#");
        check::<Fission<U448>, Fission>(width, height, "x.#");
        check::<Amazons<U448>, Amazons>(width, height, "xo.#");
        if height == 1 {
            check::<ToadsAndFrogs<U448>, ToadsAndFrogs>(width, height, "tf.");
        }
    }
}

#[test]
fn texts_that_are_refused() {
    let error = "t./f./..".parse::<ToadsAndFrogs>().unwrap_err();
    assert_eq!(error, ParsePositionError::NotOneRow { height: 3 });
    assert_eq!(error.to_string(), "the board has 3 rows, expected one");
    let two_rows: Board<u64> = "x/o".parse().unwrap();
    assert!(ToadsAndFrogs::try_from(two_rows).is_err());
    let error = "..x".parse::<Domineering>().unwrap_err();
    let expected = "row 1, column 3: unexpected 'x', expected one of \".#\"";
    assert_eq!(error.to_string(), expected);
    assert!("o".parse::<Fission>().is_err() && "t".parse::<Amazons>().is_err());
    assert_eq!("bW.#".parse::<Amazons>(), "xo.#".parse::<Amazons>());
    let too_large = ParsePositionError::TooLarge { width: 65, height: 1, limit: 64 };
    assert_eq!(".".repeat(65).parse::<Domineering>(), Err(too_large.clone()));
    assert_eq!(".".repeat(65).parse::<ToadsAndFrogs>(), Err(too_large));
    assert_eq!("".parse::<ToadsAndFrogs>(), Err(ParsePositionError::Empty));
    assert_eq!(Domineering::<u64>::start_position(65, 1), None);
    assert_eq!(Domineering::<U448>::start_position(0, 5), None);
}

#[test]
fn rulesets_have_names() {
    for name in ["domineering", "fission", "toads-and-frogs", "Toads", "AMAZONS"] {
        assert_eq!(rulesets().filter(|ruleset| ruleset.is_called(name)).count(), 1, "{name}");
    }
}

#[test]
fn positions_to_start_with() {
    assert_eq!(Domineering::<u64>::start_position(3, 2).unwrap().to_string(), ".../...");
    let long: ToadsAndFrogs<U448> = ".".repeat(65).parse().unwrap();
    assert_eq!(narrow::<_, ToadsAndFrogs>(&long), None);
    let small: Domineering = "..#/...".parse().unwrap();
    assert_eq!(narrow(&small.convert::<U448>().unwrap()), Some(small));
    assert_eq!(Domineering::from(*small.board()), small);
    assert_eq!(small.board().set(0).len(), 5);
    assert_eq!(narrow::<_, Domineering>(&small), None);
}
