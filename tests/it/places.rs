//! The cells of components on the board.

use dicot::Player;
use dicot::board::Cell;
use dicot::rules::{AnyPosition, AnyRuleset, Position, Ruleset, Short, Visitor, choose, rulesets};

use crate::plain::boxed::{boxed, ruleset};

/// The board with a digit for each component.
fn tinted(rules: &str, text: &str) -> Option<String> {
    let mut rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
    for (cells, digit) in boxed(rules, text).places()?.iter().zip('1'..) {
        for &Cell { row, col } in cells {
            rows[usize::from(row)][usize::from(col)] = digit;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    Some(rows.join("/"))
}

#[test]
fn components_lie_on_the_board() {
    assert_eq!(tinted("clobber", "xo.xxo/....o.").unwrap(), "11.222/....2.");
    // Two components of the same text, and one that fits into another.
    assert_eq!(tinted("clobber", "xox.xo").unwrap(), "111.22");
    assert_eq!(tinted("clobber", "xo.xox.xo").unwrap(), "11.222.33");
    assert_eq!(tinted("clobber", "x.xo/o.ox").unwrap(), "1.22/1.22");
    assert_eq!(tinted("clobber", "xx.oo").unwrap(), "xx.oo");
    assert_eq!(tinted("anti-clobber", "xo.x").unwrap(), "11.1");
    assert_eq!(tinted("domineering", "..#../..#..").unwrap(), "11#22/11#22");
    assert_eq!(tinted("amazons", "x.#.o/..#x.").unwrap(), "11#22/11#22");
    assert_eq!(tinted("toads-and-frogs", "t.f...tf").unwrap(), "11111111");
    assert_eq!(tinted("toads-and-frogs", "ff.tt").unwrap(), "ff.tt");
    assert_eq!(tinted("kayles", "7+5"), None);
    let impartial = ruleset("konane").impartial().read("xo./...").unwrap();
    assert_eq!(impartial.places(), boxed("konane", "xo./...").places());
    assert_eq!(impartial.places().unwrap().len(), 1);
}

/// An analyzer of a ruleset's own type finds the components in the order in which their places are listed.
#[test]
fn components_have_one_order() {
    struct Same<'t>(&'t str);

    impl Visitor for Same<'_> {
        type Output = usize;

        fn with_values<P: Short + Ruleset>(self) -> usize {
            let own = self.0.parse::<P>().unwrap();
            let own: Vec<String> = own.components().map(|part| part.to_string()).collect();
            let boxed = boxed(P::SPEC.name, self.0);
            let boxed: Vec<String> = boxed.components().map(|part| part.to_string()).collect();
            assert_eq!(boxed, own);
            own.len()
        }

        fn with_boxed_values<P: Short + Ruleset>(self) -> usize {
            0
        }

        fn without_values<P: Ruleset>(self) -> usize {
            0
        }
    }

    let texts =
        rulesets().flat_map(|spec| spec.positions.iter().map(move |(_, text)| (spec, *text)));
    let mut parts = texts.map(|(spec, text)| choose(spec.name, Same(text)).unwrap()).sum::<usize>();
    for (rules, text) in [
        ("clobber", "xo..ox./..x...o/xo.ox.x/......o"),
        ("domineering", "..#../.##.#/..#../#####/....#"),
        ("amazons", "x.#.o/..#x./###../o.#.x"),
    ] {
        parts += choose(rules, Same(text)).unwrap();
    }
    assert!(parts > 20, "{parts}");
}

/// The letters of a board by row and column.
fn letters(position: &AnyPosition) -> Vec<Vec<char>> {
    position.to_string().split('/').map(|row| row.chars().collect()).collect()
}

/// Each component is the letters of its cells, moved to the top left; what else is in its rectangle has other letters or none.
fn check(position: &AnyPosition) -> usize {
    let Some(places) = position.places() else { return 0 };
    let (whole, parts) = (letters(position), position.components().collect::<Vec<_>>());
    assert_eq!(places.len(), parts.len(), "{position:?}");
    for (cells, part) in places.iter().zip(&parts) {
        let first = |of: fn(&Cell) -> u8| cells.iter().map(of).min().unwrap_or(0);
        let (top, left) = (first(|cell| cell.row), first(|cell| cell.col));
        let small = letters(part);
        for &Cell { row, col } in cells {
            assert_eq!(
                small[usize::from(row - top)][usize::from(col - left)],
                whole[usize::from(row)][usize::from(col)],
                "{part} in {position:?}"
            );
        }
    }
    parts.len()
}

/// On the examples of all rulesets on boards, and what they lead to.
#[test]
fn components_have_the_letters_of_their_cells() {
    let mut tested = 0;
    for spec in rulesets() {
        let ruleset = AnyRuleset::named(spec.name).unwrap();
        for text in spec.positions.iter().map(|(_, text)| *text).take(3) {
            let mut next = vec![ruleset.read(text).unwrap()];
            for _ in 0..4 {
                tested += next.iter().map(check).sum::<usize>();
                let options = next.iter().flat_map(|position| {
                    let of = |player| position.options(player).take(6).collect::<Vec<_>>();
                    Player::BOTH.map(of).concat()
                });
                next = options.take(40).collect();
            }
        }
    }
    assert!(tested > 1_000, "{tested}");
}
