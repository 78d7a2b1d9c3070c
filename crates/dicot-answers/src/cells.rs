//! The cells of the components of a position.

use crate::RulesetExt;
use dicot::rules::AnyPosition;

/// Cells by column, and row from the top, from 0.
type Cells = Vec<[u16; 2]>;

/// The cells of each component, in the order of the components, or `None` if the position is not a board.
///
/// A component is cropped, so its text does not say where it was. Each is placed where it fits, the largest first: a
/// smaller one then fits only in free cells. Two components with the same text may swap places.
///
/// # Examples
/// ```
/// use dicot_answers::cells_of_components;
/// use dicot_answers::rulesets::library;
/// let position = library().find("clobber").unwrap().parse("xo.ox")?;
/// let cells = cells_of_components(&*position, ["xo", "ox"].into_iter()).unwrap();
/// assert_eq!(cells, [[[0, 0], [1, 0]], [[3, 0], [4, 0]]]);
/// # Ok::<_, dicot_answers::Failure>(())
/// ```
pub fn cells_of_components<'a>(
    position: &AnyPosition,
    components: impl Iterator<Item = &'a str>,
) -> Option<Vec<Cells>> {
    let spec = position.ruleset().spec();
    let is_letter = |letter: char| {
        letter.is_ascii_alphabetic() || spec.cells.iter().any(|cell| cell.letter == letter)
    };
    let board = Board::read(&position.to_string(), is_letter)?;
    // In rulesets with cells outside of the board, all other cells belong to the component. Elsewhere empty cells do
    // not count, because they may belong to another component.
    let has_outside = position.ruleset().parse("#").is_ok();
    let counts = |cell: char| cell != '#' && (has_outside || cell != '.');
    let mut found = Vec::new();
    for (i, text) in components.enumerate() {
        let component = Board::read(text, is_letter)?;
        let cells: Vec<([usize; 2], char)> =
            component.cells().filter(|&(_, c)| counts(c)).collect();
        found.push((i, cells));
    }
    found.sort_by_key(|(_, cells)| std::cmp::Reverse(cells.len()));
    let mut taken = vec![false; board.cells.len()];
    let mut all = vec![Cells::new(); found.len()];
    for (i, cells) in found {
        let place = board.place(&cells, &taken)?;
        for &at in &place {
            taken[at] = true;
        }
        let width = board.width;
        let cell = |at: usize| [at % width, at / width].map(|n| u16::try_from(n).ok());
        let cells = place.into_iter().map(cell).map(|[column, row]| Some([column?, row?]));
        all[i] = cells.collect::<Option<Cells>>()?;
    }
    Some(all)
}

/// A rectangle of cells, row by row from the top.
struct Board {
    width: usize,
    cells: Vec<char>,
}

impl Board {
    fn read(text: &str, is_letter: impl Fn(char) -> bool) -> Option<Board> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let width = rows[0].len();
        let is_cell = |c: &char| is_letter(*c) || *c == '.' || *c == '#';
        let is_board = width > 0 && rows.iter().all(|r| r.len() == width && r.iter().all(is_cell));
        is_board.then(|| Board { width, cells: rows.concat() })
    }

    /// The cells by column and row.
    fn cells(&self) -> impl Iterator<Item = ([usize; 2], char)> {
        let width = self.width;
        self.cells.iter().enumerate().map(move |(i, &c)| ([i % width, i / width], c))
    }

    /// The first place where all these cells exist and are free.
    fn place(&self, cells: &[([usize; 2], char)], taken: &[bool]) -> Option<Vec<usize>> {
        let height = self.cells.len() / self.width;
        let at = |left: usize, top: usize| {
            let place = cells.iter().map(|&([column, row], cell)| {
                let (column, row) = (left + column, top + row);
                let at = row * self.width + column;
                let fits =
                    column < self.width && row < height && self.cells[at] == cell && !taken[at];
                fits.then_some(at)
            });
            place.collect::<Option<Vec<usize>>>()
        };
        (0..height).find_map(|top| (0..self.width).find_map(|left| at(left, top)))
    }
}

#[cfg(test)]
mod tests {
    use crate::rulesets::library;

    use dicot::rules::Short;

    use super::*;

    /// The board with a digit for each component.
    fn tinted(rules: &str, text: &str) -> Option<String> {
        let position = library().find(rules).ok()?.read(text).ok()?;
        let parts: Vec<String> = position.components().map(|part| part.to_string()).collect();
        let all = cells_of_components(&position, parts.iter().map(String::as_str))?;
        let mut rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        for (cells, digit) in all.iter().zip('1'..) {
            for [column, row] in cells {
                rows[usize::from(*row)][usize::from(*column)] = digit;
            }
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        Some(rows.join("/"))
    }

    #[test]
    fn components_are_found_on_the_board() {
        assert_eq!(tinted("clobber", "xo.xxo/....o.").unwrap(), "11.222/....2.");
        // The component of two stones would fit into the component of three as well.
        let tints = tinted("clobber", "xox.xo").unwrap();
        assert_eq!(tints, "111.22");
        assert_eq!(tinted("clobber", "x.xo/o.ox").unwrap(), "1.22/1.22");
        assert_eq!(tinted("clobber", "xx.oo").unwrap(), "xx.oo");
        assert_eq!(tinted("domineering", "..#../..#..").unwrap(), "11#22/11#22");
        assert_eq!(tinted("kayles", "7+5"), None);
    }
}
