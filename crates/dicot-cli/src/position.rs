//! Positions: read from texts, and printed as boards where they are.

use dicot::Player;
use dicot::board::Grid;
use dicot::rules::{AnyBoard, AnyPosition, AnyRuleset, OwnedSpec};
use dicot_rulesets::RulesetExt;

use crate::failure::Failure;
use crate::style::Style;

/// Reads a position.
pub(crate) fn read(ruleset: &AnyRuleset, text: &str) -> Result<AnyPosition, Failure> {
    ruleset.parse(text).map_err(|failure| Failure::position(text, failure))
}

/// The text of a position for people, with a line end: a board with its coordinates, a very
/// wide one without; stacks in columns; and any other text as it is. Coordinates
/// are numbered from 0 if those of the ruleset are, or else like those of chess.
pub(crate) fn drawn_position(position: &AnyPosition, style: Style) -> String {
    drawn(&position.to_string(), position.ruleset().spec(), style)
}

/// The same, from the text of a position.
pub(crate) fn drawn(text: &str, spec: &OwnedSpec, style: Style) -> String {
    drawn_after(text, text, spec, style)
}

/// The same, with those cells marked that were others `before`, in the text of the position before.
pub(crate) fn drawn_after(before: &str, text: &str, spec: &OwnedSpec, style: Style) -> String {
    match [before, text].map(|text| AnyBoard::of(text, spec)) {
        [AnyBoard::Cells(before), AnyBoard::Cells(grid)] => {
            cells(&before, &grid, spec.numbered, style)
        }
        [AnyBoard::Stacks(before), AnyBoard::Stacks(grid)] if grid.height() > 1 => {
            stacks(&before, &grid, style)
        }
        _ => format!("  {text}\n"),
    }
}

/// Each cell, with what was on it before if that is something else.
fn changes<'g, T: PartialEq>(
    before: &'g Grid<T>,
    grid: &'g Grid<T>,
) -> impl Iterator<Item = impl Iterator<Item = (&'g T, bool)>> {
    let before = before.rows().map(Some).chain(std::iter::repeat(None));
    grid.rows().zip(before).map(|(row, before)| {
        let same = move |col: usize, cell: &T| before.and_then(|row| row.get(col)) == Some(cell);
        row.iter().enumerate().map(move |(col, cell)| (cell, same(col, cell)))
    })
}

fn stacks(before: &Grid<String>, grid: &Grid<String>, style: Style) -> String {
    let width = grid.cells().iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let lines = changes(before, grid).map(|row| {
        let cells = row.map(|(cell, same)| {
            let blanks = " ".repeat(width + 1 - cell.chars().count());
            if same { blanks + cell } else { style.changed(&blanks, cell) }
        });
        format!(" {}\n", cells.collect::<String>())
    });
    lines.collect()
}

fn cells(before: &Grid<char>, grid: &Grid<char>, numbered: bool, style: Style) -> String {
    let is_wide = grid.width() > 26;
    let file = |col: u8| if numbered { col.to_string() } else { char::from(b'a' + col).into() };
    let files: Vec<String> = (0..).take(if is_wide { 0 } else { grid.width() }).map(file).collect();
    let columns = files.iter().map(String::len).max().unwrap_or(1);
    let mut text = String::new();
    for (row, cells) in changes(before, grid).enumerate() {
        let rank = grid.height() - row - usize::from(numbered);
        text += &if is_wide { "  ".to_owned() } else { style.head(&format!("{rank:>4}"), 4) };
        let blanks = " ".repeat(if is_wide { 0 } else { columns });
        for (&letter, same) in cells {
            let cell = stone(letter, style);
            text += &if same { blanks.clone() + &cell } else { style.changed(&blanks, &cell) };
        }
        text.push('\n');
    }
    if is_wide {
        return text;
    }
    let files: String = files.iter().map(|file| format!(" {file:>columns$}")).collect();
    text + &style.head(&format!("    {files}"), 0) + "\n"
}

fn stone(letter: char, style: Style) -> String {
    match letter {
        'x' => style.stone(Some(Player::Left)),
        'o' => style.stone(Some(Player::Right)),
        '.' => style.stone(None),
        letter => letter.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use dicot::rules::{Clobber, Konane, Ruleset, ToadsAndFrogs};

    use super::*;

    fn plain(text: &str) -> String {
        drawn(text, <Clobber>::SPEC.owned(), Style::plain())
    }

    #[test]
    fn boards_with_numbers() {
        let numbered = |text| drawn(text, <Konane<u64>>::SPEC.owned(), Style::plain());
        assert_eq!(numbered("xo/.#"), "   1 x o\n   0 . #\n     0 1\n");
        let wide = "x".repeat(11);
        assert_eq!(
            numbered(&wide),
            "   0  x  x  x  x  x  x  x  x  x  x  x\n      0  1  2  3  4  5  6  7  8  9 10\n"
        );
    }

    #[test]
    fn boards_have_coordinates() {
        assert_eq!(plain("xo"), "   1 x o\n     a b\n");
        assert_eq!(plain("xo/.#"), "   2 x o\n   1 . #\n     a b\n");
        assert_eq!(plain("Qk/.."), "   2 Q k\n   1 . .\n     a b\n");
        assert_eq!(
            drawn(".tf", <ToadsAndFrogs>::SPEC.owned(), Style::plain()),
            "   1 . t f\n     a b c\n"
        );
        let wide = "x".repeat(27);
        assert_eq!(plain(&format!("{wide}/{wide}")), format!("  {wide}\n  {wide}\n"));
        let widest = &wide[..26];
        assert!(plain(widest).ends_with(" y z\n"));
        let high = vec!["o"; 100].join("/");
        assert!(plain(&high).starts_with(" 100 o\n  99 o\n"));
    }

    #[test]
    fn cells_of_several_characters_stand_in_columns() {
        assert_eq!(plain("w1,.,b12/.,.,."), "   w1   . b12\n    .   .   .\n");
        assert_eq!(plain("w1/./b1"), "  w1\n   .\n  b1\n");
    }

    #[test]
    fn cells_that_changed_are_marked() {
        let after =
            |before, text| drawn_after(before, text, <Clobber>::SPEC.owned(), Style::plain());
        assert_eq!(after("xo/ox", ".x/ox"), "   2>.>x\n   1 o x\n     a b\n");
        assert_eq!(after("b2,./.,w1", "b1,b1/.,w1"), " >b1>b1\n   . w1\n");
        assert_eq!(after("5", "3+1"), "  3+1\n");
        let wide = "x".repeat(27);
        assert_eq!(after(&wide, &wide.replace('x', "o")), format!("  {}\n", "o".repeat(27)));
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in ["7+5", "kq", "w1,./.", "1,2", ""] {
            assert_eq!(plain(text), format!("  {text}\n"));
        }
    }
}
