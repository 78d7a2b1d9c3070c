//! The letters of a ruleset's boards, and which images of a board have its value or the negative of it.

/// What there is to know of the boards of a ruleset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letters {
    /// The letters of cells, in the order of boards.
    pub(crate) letters: &'static [u8],
    /// The letters of the two players, which an exchange of colours exchanges.
    exchanged: Option<[u8; 2]>,
    symmetries: Symmetries,
}

/// Which images have the value of a board, or the negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Symmetries {
    /// All images have the value, those with colours exchanged the negative.
    All,
    /// Left's direction is upright and Right's is level: images whose rows become columns have the negative.
    Upright,
    /// Left goes to the right, and Right to the left, in each row: mirror images with colours exchanged have the negative.
    Facing,
}

const STONES: Letters =
    Letters { letters: b"xo.", exchanged: Some([b'x', b'o']), symmetries: Symmetries::All };

impl Letters {
    /// The letters of the ruleset with that name, if its boards can be counted.
    pub(crate) fn of(rules: &str) -> Option<Letters> {
        Some(match rules {
            "clobber" | "diagonal-clobber" | "diagonals" | "knights" | "rooks" | "queens"
            | "hot-clobber" | "anti-clobber" | "konane" => STONES,
            "amazons" => Letters { letters: b"xo.#", ..STONES },
            "fission" => {
                Letters { letters: b"x.#", exchanged: None, symmetries: Symmetries::Upright }
            }
            "domineering" => {
                Letters { letters: b".#", exchanged: None, symmetries: Symmetries::Upright }
            }
            "toads-and-frogs" => Letters {
                letters: b"tf.",
                exchanged: Some([b't', b'f']),
                symmetries: Symmetries::Facing,
            },
            _ => return None,
        })
    }

    /// The letters without the blank.
    pub(crate) fn filled(self) -> Vec<u8> {
        self.letters.iter().copied().filter(|&letter| letter != b'.').collect()
    }

    /// The letter after an exchange of colours.
    pub(crate) fn exchange(self, letter: u8) -> u8 {
        match self.exchanged {
            Some([left, right]) if letter == left => right,
            Some([left, right]) if letter == right => left,
            _ => letter,
        }
    }

    /// Whether every other board of a class of boards of a shape has the negative of the value, or the value is its own.
    pub(crate) fn halves(self, rows: usize, columns: usize) -> bool {
        self.images(rows, columns, false).iter().any(|image| image.negates)
    }

    /// The images of boards of a shape, the board itself first. With `turned` also those of another shape.
    pub(crate) fn images(self, rows: usize, columns: usize, turned: bool) -> Vec<Image> {
        let mut images = Vec::new();
        for transposes in [false, true] {
            if transposes && rows != columns && !turned {
                continue;
            }
            for (upside_down, left_right) in
                [(false, false), (true, false), (false, true), (true, true)]
            {
                let exchanges: &[bool] = match self.symmetries {
                    Symmetries::All => &[false, true],
                    Symmetries::Upright => &[false],
                    Symmetries::Facing if transposes => &[],
                    Symmetries::Facing if left_right => &[true],
                    Symmetries::Facing => &[false],
                };
                for &exchanges in exchanges {
                    let negates = match self.symmetries {
                        Symmetries::Upright => transposes,
                        _ => exchanges,
                    };
                    let turn = [transposes, upside_down, left_right];
                    images.push(Image::new(rows, columns, turn, exchanges, negates));
                }
            }
        }
        images
    }
}

/// A way to make another board of a board.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    /// The number of columns of the image.
    columns: usize,
    /// For each cell of the image, row by row: which cell of the board it shows.
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

/// The least of all images with the value of a board in a list: the one with the fewest rows, and then the first by the order of
/// letters. `None` if the text is not a rectangle of these letters.
pub(crate) fn least_image(text: &str, letters: Letters) -> Option<String> {
    let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
    let columns = rows[0].len();
    if rows.iter().any(|row| row.len() != columns) {
        return None;
    }
    let cells = rows.concat();
    let digit = |letter: u8| letters.letters.iter().position(|&known| known == letter);
    if cells.is_empty() || cells.iter().any(|&cell| digit(cell).is_none()) {
        return None;
    }
    let image = |image: &Image| {
        let letter = |&cell: &usize| {
            if image.exchanges { letters.exchange(cells[cell]) } else { cells[cell] }
        };
        let shown: Vec<u8> = image.cells.iter().map(letter).collect();
        let order: Vec<Option<usize>> = shown.iter().map(|&letter| digit(letter)).collect();
        (cells.len() / image.columns, order, shown, image.columns)
    };
    let images = letters.images(rows.len(), columns, true);
    let (_, _, shown, columns) = images.iter().filter(|image| !image.negates).map(image).min()?;
    Some(rows_of(&shown, columns))
}

/// The text of a board: its rows, joined by `/`.
pub(crate) fn rows_of(cells: &[u8], columns: usize) -> String {
    let rows: Vec<&str> =
        cells.chunks(columns).map(|row| std::str::from_utf8(row).unwrap_or_default()).collect();
    rows.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dicot::CanonicalForm;
    use dicot::analysis::Analyzer;
    use dicot::rules::{Ruleset, Short, Visitor, choose, rulesets};

    /// Holds the images of all boards of some shapes against the values.
    struct Check(Letters);

    impl Visitor for Check {
        type Output = usize;

        fn short<P: Short + Ruleset>(self) -> usize {
            let Check(letters) = self;
            let mut analyzer = Analyzer::<P>::new();
            let mut boards = 0;
            let all = letters.letters;
            for (rows, columns) in [(1, 5), (1, 4), (2, 2), (2, 3), (3, 2)] {
                if rows > 1 && letters.symmetries == Symmetries::Facing {
                    continue;
                }
                let count = all.len().pow(rows as u32 * columns as u32);
                let step = if count > 1000 { 7 } else { 1 };
                for code in (0..count).step_by(step) {
                    let cells: Vec<u8> = (0..rows * columns)
                        .map(|i| all[code / all.len().pow(i as u32) % all.len()])
                        .collect();
                    let mut value = |cells: &[u8], columns| -> CanonicalForm {
                        let position: P = rows_of(cells, columns).parse().unwrap();
                        analyzer.canonical_form(&position).unwrap()
                    };
                    let own = value(&cells, columns);
                    for image in letters.images(rows, columns, true) {
                        let letter = |&cell: &usize| {
                            if image.exchanges {
                                letters.exchange(cells[cell])
                            } else {
                                cells[cell]
                            }
                        };
                        let shown: Vec<u8> = image.cells.iter().map(letter).collect();
                        let expected = if image.negates { -&own } else { own.clone() };
                        assert_eq!(
                            value(&shown, image.columns),
                            expected,
                            "{} {cells:?} {image:?}",
                            P::NAME
                        );
                    }
                    boards += 1;
                }
            }
            boards
        }

        fn loopy<P: Ruleset>(self) -> usize {
            0
        }
    }

    #[test]
    fn images_have_the_value_or_the_negative() {
        let mut known = 0;
        for summary in rulesets() {
            if let Some(letters) = Letters::of(summary.name) {
                assert!(choose(summary.name, Check(letters)).unwrap() > 100, "{}", summary.name);
                known += 1;
            }
        }
        assert_eq!(known, 13);
    }

    #[test]
    fn numbers_of_images() {
        let count =
            |rules, rows, columns| Letters::of(rules).unwrap().images(rows, columns, false).len();
        assert_eq!(
            [count("clobber", 3, 3), count("clobber", 3, 4), count("fission", 3, 3)],
            [16, 8, 8]
        );
        assert_eq!([count("domineering", 2, 3), count("toads-and-frogs", 1, 5)], [4, 4]);
    }

    #[test]
    fn least_images() {
        let least = |text| least_image(text, STONES).unwrap();
        assert_eq!(least("ox"), "xo");
        assert_eq!(least("o/x/."), "ox.");
        assert_eq!(least("../.o"), "o./..");
        assert_eq!(least_image("x?", STONES), None);
    }
}
