//! The positions of a ruleset one after another: boards by their number of cells, or what follows from a position.

use std::collections::HashSet;

use dicot::rules::{AnyPosition, BoardKind, CellKind, OwnedSpec, Position, Short, SymmetryRule};
use dicot::{LimitKind, Limits, Player, ValueError};

/// The texts of all boards of a ruleset with that many cells, wide ones first; of a board and its mirror image on the
/// diagonal, which has the same value, only the wider one. `None` if its positions are not boards of letters.
pub fn boards(spec: &OwnedSpec, cells: u16) -> Option<impl Iterator<Item = String> + use<>> {
    let is_row = match spec.board {
        BoardKind::Row => true,
        BoardKind::Rectangle => false,
        _ => return None,
    };
    let mut letters: Vec<(CellKind, char)> = (spec.cells.iter())
        .filter(|cell| cell.kind != CellKind::Outside)
        .map(|cell| (cell.kind, cell.letter))
        .collect();
    letters.sort_by_key(|&(kind, _)| kind != CellKind::Empty);
    let may_be_tall = spec.symmetry != SymmetryRule::All;
    let heights = (1..=if is_row { 1 } else { cells }).filter(move |&height| {
        cells.is_multiple_of(height) && (may_be_tall || height <= cells / height)
    });
    Some(heights.flat_map(move |height| {
        let (letters, width) = (letters.clone(), cells / height);
        let mut digits = Some(vec![0; usize::from(cells)]);
        std::iter::from_fn(move || {
            let now = digits.take()?;
            let mut text = String::with_capacity(now.len() + usize::from(height));
            for (at, &digit) in now.iter().enumerate() {
                if at > 0 && at % usize::from(width) == 0 {
                    text.push('/');
                }
                text.push(letters[digit].1);
            }
            let mut next = now;
            for digit in &mut next {
                *digit = (*digit + 1) % letters.len();
                if *digit > 0 {
                    digits = Some(next);
                    break;
                }
            }
            Some(text)
        })
    }))
}

/// Visits the boards of a ruleset whose free cells are connected, in that number, on the smallest board that holds them; of
/// the images of a board under rotation and reflection one, in no particular order. It ends when `visit` returns `true`.
///
/// Redelmeier's algorithm ("Counting polyominoes: yet another attack", Discrete Mathematics 36, 1981) visits each polyomino
/// up to translation once, and of those only the least image is taken.
///
/// # Errors
/// Those of `visit`.
///
/// # Complexity
/// O(4.1^*n*) for *n* cells: there are 369 such boards with 8 cells and 13,079,255 with 16.
///
/// # Panics
/// If `spec` has no letters for free and blocked cells, or `cells` is above 64.
pub fn connected_boards<E>(
    spec: &OwnedSpec,
    cells: u16,
    visit: &mut dyn FnMut(&str) -> Result<bool, E>,
) -> Result<(), E> {
    assert!(cells <= 64, "expected at most 64 connected cells");
    let [free, blocked] = has_free_and_blocked(spec).expect("letters for free and blocked cells");
    let mut visit = |cells: &[Cell]| match least_image(cells, [free, blocked]) {
        Some(text) => visit(&text),
        None => Ok(false),
    };
    let mut polyominoes =
        Polyominoes { size: cells.into(), cells: Vec::new(), reached: HashSet::from([(0, 0)]) };
    match cells {
        0 => Ok(()),
        _ => polyominoes.extend(vec![(0, 0)], &mut visit).map(|_| ()),
    }
}

/// The letters for free and for blocked cells of a ruleset that has no others.
pub fn has_free_and_blocked(spec: &OwnedSpec) -> Option<[char; 2]> {
    match (spec.board, &*spec.cells) {
        (BoardKind::Rectangle, [a, b]) => match [a, b].map(|cell| cell.kind) {
            [CellKind::Empty, CellKind::Blocked] => Some([a.letter, b.letter]),
            [CellKind::Blocked, CellKind::Empty] => Some([b.letter, a.letter]),
            _ => None,
        },
        _ => None,
    }
}

/// A cell of a polyomino: x and y.
type Cell = (i8, i8);

/// The polyominoes whose lowest cell, and of those the one farthest to the left, is the origin: cells `(x, y)` have y > 0, or
/// y = 0 and x >= 0.
struct Polyominoes {
    size: usize,
    cells: Vec<Cell>,
    /// All cells that are in the polyomino, or were offered and taken or left out.
    reached: HashSet<Cell>,
}

impl Polyominoes {
    /// Extends the polyomino by the untried cells in all ways; returns whether `visit` has seen enough.
    fn extend<E>(
        &mut self,
        mut untried: Vec<Cell>,
        visit: &mut dyn FnMut(&[Cell]) -> Result<bool, E>,
    ) -> Result<bool, E> {
        while let Some((x, y)) = untried.pop() {
            self.cells.push((x, y));
            let is_over = if self.cells.len() == self.size {
                visit(&self.cells)?
            } else {
                let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
                let mut added: Vec<Cell> = beside.into();
                added.retain(|&(x, y)| (y > 0 || y == 0 && x >= 0) && self.reached.insert((x, y)));
                let is_over = self.extend([&untried[..], &added].concat(), visit)?;
                for cell in added {
                    self.reached.remove(&cell);
                }
                is_over
            };
            self.cells.pop();
            if is_over {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The text of a polyomino if it is the least of its images: wide rather than tall, and then with the least cells in order.
fn least_image(cells: &[Cell], [free, blocked]: [char; 2]) -> Option<String> {
    let extent = |of: fn(&Cell) -> i8| {
        let values = cells.iter().map(of);
        values.fold((i8::MAX, i8::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (bottom, top)) = (extent(|cell| cell.0), extent(|cell| cell.1));
    let (width, height) = (right - left, top - bottom);
    if width < height {
        return None;
    }
    let image = |number: usize| -> Vec<Cell> {
        let image = cells.iter().map(|&(x, y)| {
            let (mut row, mut column) = (y - bottom, x - left);
            if number & 1 > 0 {
                row = height - row;
            }
            if number & 2 > 0 {
                column = width - column;
            }
            if number & 4 > 0 { (column, row) } else { (row, column) }
        });
        let mut image: Vec<Cell> = image.collect();
        image.sort_unstable();
        image
    };
    let own = image(0);
    let images = if width == height { 8 } else { 4 };
    (1..images).all(|number| own <= image(number)).then(|| {
        let row = |row| {
            let is_free = |column| own.binary_search(&(row, column)).is_ok();
            (0..=width).map(|column| if is_free(column) { free } else { blocked }).collect()
        };
        (0..=height).map(row).collect::<Vec<String>>().join("/")
    })
}

/// The positions that follow from a position, itself included, those with fewer moves or stones
/// ([`size`](Short::size)) first.
///
/// # Errors
/// If there are more than `max`, or the deadline of the limits passes, or they are interrupted.
pub fn followers(
    start: &AnyPosition,
    max: usize,
    limits: &Limits,
) -> Result<Vec<AnyPosition>, ValueError> {
    let (mut known, mut found) = (HashSet::from([start.to_string()]), vec![start.clone()]);
    let mut next = 0;
    while next < found.len() {
        limits.check().map_err(ValueError::Limit)?;
        for player in Player::BOTH {
            for option in found[next].options(player).collect::<Vec<_>>() {
                if known.insert(option.to_string()) {
                    found.push(option);
                }
            }
        }
        if found.len() > max {
            return Err(ValueError::Limit(LimitKind::Positions(max)));
        }
        next += 1;
    }
    found.sort_by_cached_key(|position| {
        let text = position.to_string();
        (position.size(), text.len(), text)
    });
    Ok(found)
}
