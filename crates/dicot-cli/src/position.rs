//! Positions: read from texts, and printed as boards where they are.

use dicot::Player;
use dicot::rules::{AnyPosition, AnyRuleset, OwnedSpec};
use dicot_answers::RulesetExt;

use crate::failure::Failure;
use crate::style::Style;

/// Reads a position.
pub(crate) fn read(ruleset: &AnyRuleset, text: &str) -> Result<AnyPosition, Failure> {
    ruleset.parse(text).map_err(|failure| Failure::position(text, failure))
}

/// The text of a position for people: see [`drawn`].
pub(crate) fn drawn_position(position: &AnyPosition, style: Style) -> String {
    drawn(&position.to_string(), position.ruleset().spec(), style)
}

/// The text of a position for people, with a line end: a board with its coordinates, a very
/// wide one without; cells of several characters in columns; and any other text as it is. Coordinates
/// are numbered from 0 if those of the ruleset are, or else like those of chess.
pub(crate) fn drawn(text: &str, spec: &OwnedSpec, style: Style) -> String {
    drawn_after(text, text, spec, style)
}

/// The same, with those cells marked that were others `before`, in the text of the position before.
pub(crate) fn drawn_after(before: &str, text: &str, spec: &OwnedSpec, style: Style) -> String {
    let rows: Vec<&str> = text.split('/').collect();
    let before: Vec<&str> = before.split('/').collect();
    if is_board(&rows, spec) {
        return board(&before, &rows, spec.numbered, style);
    }
    let cells = |rows: &[&str]| -> Vec<Vec<String>> {
        rows.iter().map(|row| row.split(',').map(String::from).collect()).collect()
    };
    let (rows, before) = (cells(&rows), cells(&before));
    if rows.len() == 1 || rows.iter().any(|row| row.len() != rows[0].len()) {
        return format!("  {text}\n");
    }
    let width = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(0);
    let line = |(n, row): (usize, &Vec<String>)| {
        let cell = |(col, cell): (usize, &String)| {
            let blanks = " ".repeat(width + 1 - cell.chars().count());
            let same = before.get(n).and_then(|row| row.get(col)) == Some(cell);
            if same { blanks + cell } else { style.changed(&blanks, cell) }
        };
        format!(" {}\n", row.iter().enumerate().map(cell).collect::<String>())
    };
    rows.iter().enumerate().map(line).collect()
}

/// Whether the rows are those of a board, with a character for each cell. A single row is one only if it has the letters of
/// the ruleset: other texts may be anything.
fn is_board(rows: &[&str], spec: &OwnedSpec) -> bool {
    let width = rows[0].chars().count();
    let is_cell = |c: char| match rows.len() {
        1 => spec.cells.iter().any(|cell| cell.letter == c),
        _ => c.is_alphabetic() || c == '.' || c == '#',
    };
    width > 0 && rows.iter().all(|row| row.chars().count() == width && row.chars().all(is_cell))
}

fn board(before: &[&str], rows: &[&str], numbered: bool, style: Style) -> String {
    let (height, width) = (rows.len(), rows[0].chars().count());
    let row_before = |row: usize| before.get(row).copied().unwrap_or_default();
    if width > 26 {
        let line =
            |(n, row): (usize, &&str)| format!("  {}\n", stones(row_before(n), row, 0, style));
        return rows.iter().enumerate().map(line).collect();
    }
    let file = |col: u8| if numbered { col.to_string() } else { char::from(b'a' + col).into() };
    let files: Vec<String> = (0..).take(width).map(file).collect();
    let columns = files.iter().map(String::len).max().unwrap_or(1);
    let mut text = String::new();
    for (row, cells) in rows.iter().enumerate() {
        let rank = height - row - usize::from(numbered);
        text += &style.head(&format!("{rank:>4}"), 4);
        text += &format!("{}\n", stones(row_before(row), cells, columns + 1, style));
    }
    let files: String = files.iter().map(|file| format!(" {file:>columns$}")).collect();
    text + &style.head(&format!("    {files}"), 0) + "\n"
}

/// The cells of a row, each `width` characters wide.
fn stones(before: &str, row: &str, width: usize, style: Style) -> String {
    let stone = |cell| match cell {
        'x' => style.stone(Some(Player::Left)),
        'o' => style.stone(Some(Player::Right)),
        '.' => style.stone(None),
        cell => cell.to_string(),
    };
    let blanks = " ".repeat(width.saturating_sub(1));
    let before = before.chars().map(Some).chain(std::iter::repeat(None));
    let cells = row.chars().zip(before).map(|(cell, before)| match before {
        Some(before) if before == cell => blanks.clone() + &stone(cell),
        _ => style.changed(&blanks, &stone(cell)),
    });
    cells.collect()
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
