//! The letters of a ruleset's boards, and the images of a board that have its value or the negative.

use dicot::board::Grid;
use dicot::rules::{BoardKind, CellKind, OwnedSpec, SymmetryRule};

/// The letters of the boards of a ruleset, and the images of a board that have its value or the negative.
#[derive(Clone, Debug)]
pub(crate) struct Letters {
    /// The letters of cells, in the order of the ruleset.
    pub(crate) letters: Vec<u8>,
    /// The letters of the two players.
    exchanged: Option<[u8; 2]>,
    symmetry: SymmetryRule,
    is_row: bool,
}

impl Letters {
    /// Returns the letters of a ruleset, if its boards can be counted.
    pub(crate) fn of(spec: &OwnedSpec) -> Option<Letters> {
        let cells = spec.cells.iter().filter(|cell| cell.kind != CellKind::Outside);
        let letters: Option<Vec<u8>> = cells.map(|cell| u8::try_from(cell.letter).ok()).collect();
        let letters = letters.filter(|letters| !letters.is_empty())?;
        let is_row = match spec.board {
            BoardKind::Rectangle => false,
            BoardKind::Row => true,
            _ => return None,
        };
        let letter = |kind| {
            let cell = spec.cells.iter().find(|cell| cell.kind == kind)?;
            u8::try_from(cell.letter).ok()
        };
        let exchanged = letter(CellKind::Left).zip(letter(CellKind::Right)).map(<[u8; 2]>::from);
        Some(Letters { letters, exchanged, symmetry: spec.symmetry, is_row })
    }

    /// The letters of cells that are not blank.
    pub(crate) fn filled(&self) -> Vec<u8> {
        self.letters.iter().copied().filter(|&letter| letter != b'.').collect()
    }

    /// The letter after an exchange of colours.
    pub(crate) fn exchange(&self, letter: u8) -> u8 {
        match self.exchanged {
            Some([left, right]) if letter == left => right,
            Some([left, right]) if letter == right => left,
            _ => letter,
        }
    }

    /// The images of boards of a shape, the board itself first. `turned` adds images of a different shape.
    pub(crate) fn images(&self, rows: usize, columns: usize, turned: bool) -> Vec<Image> {
        let mut images = Vec::new();
        for transposes in [false, true] {
            if transposes && (self.is_row || rows != columns && !turned) {
                continue;
            }
            for (upside_down, left_right) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let turn = [transposes, upside_down, left_right];
                let exchanges: &[bool] = match self.symmetry {
                    SymmetryRule::All => &[false, true],
                    SymmetryRule::Directed => &[false],
                    SymmetryRule::Facing if left_right => &[true],
                    SymmetryRule::Facing => &[false],
                    SymmetryRule::Unknown if turn == [false; 3] => &[false],
                    SymmetryRule::Unknown => &[],
                };
                for &exchanges in exchanges {
                    let negates = match self.symmetry {
                        SymmetryRule::Directed => transposes,
                        _ => exchanges,
                    };
                    images.push(Image::new(rows, columns, turn, exchanges, negates));
                }
            }
        }
        images
    }
}

/// A map of boards to boards: a reflection or rotation, possibly with an exchange of colours.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    /// The number of columns of the image.
    columns: usize,
    /// For each cell of the image, row by row: the cell of the board that it shows.
    pub(crate) cells: Vec<usize>,
    /// Whether colours are exchanged.
    pub(crate) exchanges: bool,
    /// Whether the image has the negative of the value.
    pub(crate) negates: bool,
}

impl Image {
    fn new(
        rows: usize,
        columns: usize,
        [transposes, upside_down, left_right]: [bool; 3],
        exchanges: bool,
        negates: bool,
    ) -> Image {
        let (height, width) = if transposes { (columns, rows) } else { (rows, columns) };
        let cell = |i: usize| {
            let (row, column) = (i / width, i % width);
            let row = if upside_down { height - 1 - row } else { row };
            let column = if left_right { width - 1 - column } else { column };
            let (row, column) = if transposes { (column, row) } else { (row, column) };
            row * columns + column
        };
        Image { columns: width, cells: (0..rows * columns).map(cell).collect(), exchanges, negates }
    }
}

/// Returns the least of the images of a board in a list that have its value: the one with the fewest rows, and among
/// these the first in the order of letters. `None` if the text is not a rectangle of these letters.
pub(crate) fn least_image(text: &str, letters: &Letters) -> Option<String> {
    let images = images_of(text, letters, true)?;
    let least = images.into_iter().filter(|image| !image.negates).min()?;
    Some(rows_of(&least.cells, least.columns))
}

/// Returns the first in the order of letters of the images of a board that have its shape and the negative of its
/// value. `None` if one of them is the board itself, if there are no such images, or if the text is not a rectangle of
/// these letters.
pub(crate) fn negative_image(text: &str, letters: &Letters) -> Option<String> {
    let images = images_of(text, letters, false)?;
    let negatives = || images.iter().filter(|image| image.negates);
    let least = negatives().min()?;
    // The first image is the board itself.
    let is_own = negatives().any(|image| image.cells == images[0].cells);
    (!is_own).then(|| rows_of(&least.cells, least.columns))
}

/// An image of a board. Images are ordered by the number of rows, and then by letters.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shown {
    rows: usize,
    /// The index of each cell among the letters.
    order: Vec<usize>,
    cells: Vec<u8>,
    columns: usize,
    /// Whether the image has the negative of the value.
    negates: bool,
}

/// Returns the images of a board, itself first. `None` if the text is not a rectangle of these letters.
fn images_of(text: &str, letters: &Letters, turned: bool) -> Option<Vec<Shown>> {
    let grid = Grid::letters(text)?;
    let cells: Vec<u8> =
        grid.cells().iter().map(|&cell| cell.try_into()).collect::<Result<_, _>>().ok()?;
    let images = letters.images(grid.height(), grid.width(), turned).into_iter().map(|image| {
        let letter = |&cell: &usize| {
            if image.exchanges { letters.exchange(cells[cell]) } else { cells[cell] }
        };
        let shown: Vec<u8> = image.cells.iter().map(letter).collect();
        let digit = |letter: &u8| letters.letters.iter().position(|known| known == letter);
        Some(Shown {
            rows: cells.len() / image.columns,
            order: shown.iter().map(digit).collect::<Option<_>>()?,
            cells: shown,
            columns: image.columns,
            negates: image.negates,
        })
    });
    images.collect()
}

/// The text of a board: its rows, joined by `/`.
pub(crate) fn rows_of(cells: &[u8], columns: usize) -> String {
    let rows: Vec<&str> =
        cells.chunks(columns).map(|row| std::str::from_utf8(row).unwrap_or_default()).collect();
    rows.join("/")
}

#[cfg(test)]
mod tests {
    use std::thread;

    use dicot::rules::{AnyRuleset, Clobber, Ruleset, spec};
    use dicot::{CanonicalForm, Limits, Store};
    use dicot_rulesets::{RulesetExt, library};

    use super::*;

    /// Checks the values of the images of all boards of some shapes; returns the number of boards.
    fn check(ruleset: &AnyRuleset, letters: &Letters) -> usize {
        let mut analyzer = ruleset.analyzer(Store::new());
        // The rulesets have threads; to count those of the computer for each board takes longer than its value.
        analyzer.set_limits(Limits::default().with_threads(1));
        let mut boards = 0;
        let all = &letters.letters;
        for (rows, columns) in [(1, 5), (1, 4), (2, 2), (2, 3), (3, 2)] {
            if rows > 1 && letters.is_row {
                continue;
            }
            let count = all.len().pow(rows as u32 * columns as u32);
            let step = if count > 1000 { 7 } else { 1 };
            for code in (0..count).step_by(step) {
                let cells: Vec<u8> = (0..rows * columns)
                    .map(|i| all[code / all.len().pow(i as u32) % all.len()])
                    .collect();
                let mut value = |cells: &[u8], columns| -> CanonicalForm {
                    let position = ruleset.parse(&rows_of(cells, columns)).unwrap();
                    analyzer.canonical_form(&position).unwrap()
                };
                let own = value(&cells, columns);
                for image in letters.images(rows, columns, true) {
                    let letter = |&cell: &usize| {
                        if image.exchanges { letters.exchange(cells[cell]) } else { cells[cell] }
                    };
                    let shown: Vec<u8> = image.cells.iter().map(letter).collect();
                    let expected = if image.negates { -&own } else { own.clone() };
                    assert_eq!(
                        value(&shown, image.columns),
                        expected,
                        "{ruleset:?} {cells:?} {image:?}"
                    );
                }
                boards += 1;
            }
        }
        boards
    }

    #[test]
    fn images_have_the_value_or_the_negative() {
        let known = library().iter().filter_map(|ruleset| {
            let letters = Letters::of(ruleset.spec())?;
            ruleset.has_values().then_some((ruleset, letters))
        });
        let known: Vec<_> = known.collect();
        assert!(known.len() > 13);
        thread::scope(|scope| {
            for (ruleset, letters) in &known {
                scope.spawn(move || assert!(check(ruleset, letters) > 100, "{ruleset:?}"));
            }
        });
    }

    #[test]
    fn numbers_of_images() {
        let count = |rules, rows, columns| {
            Letters::of(spec(rules).unwrap().owned()).unwrap().images(rows, columns, false).len()
        };
        assert_eq!(
            [count("clobber", 3, 3), count("clobber", 3, 4), count("fission", 3, 3)],
            [16, 8, 8]
        );
        assert_eq!([count("domineering", 2, 3), count("toads-and-frogs", 1, 5)], [4, 4]);
    }

    #[test]
    fn negative_images() {
        let negative =
            |rules, text| negative_image(text, &Letters::of(spec(rules).unwrap().owned()).unwrap());
        assert_eq!(negative("clobber", "oox").as_deref(), Some("xxo"));
        // Turned around and exchanged it is itself.
        assert_eq!(negative("clobber", "oxo/xox"), None);
        assert_eq!(negative("domineering", "../.#"), None);
        // The images of a board that is not square are of the same kind.
        assert_eq!(negative("domineering", "..."), None);
        assert_eq!(negative("clobber", "xo/x"), None);
    }

    #[test]
    fn least_images() {
        let least = |text| least_image(text, &Letters::of(Clobber::SPEC.owned()).unwrap()).unwrap();
        assert_eq!(least("ox"), "xo");
        assert_eq!(least("o/x/."), "ox.");
        assert_eq!(least("../.o"), "o./..");
        assert_eq!(least_image("x?", &Letters::of(Clobber::SPEC.owned()).unwrap()), None);
    }
}
