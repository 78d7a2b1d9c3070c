//! The positions of a ruleset one after another: boards by their number of cells, or what follows from a position.

use std::collections::HashSet;
use std::fmt::Write;

use dicot::board::{Graph, GraphForm};
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
    let mut visit = |cells: &[PolyominoCell]| match least_image(cells, [free, blocked]) {
        Some(text) => visit(&text),
        None => Ok(false),
    };
    polyominoes(cells, (0, 1), &mut visit)
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
pub type PolyominoCell = (i8, i8);

/// Visits the polyominoes with that many cells, each up to translation once, in no particular order. It ends when `visit` returns
/// `true`. Of several threads that share the work, this is the one with that number, `(number, threads)`; alone it is `(0, 1)`.
///
/// The lowest cell, and of those the one farthest to the left, is `(0, 0)`.
///
/// # Examples
/// ```
/// use dicot_rulesets::enumeration::polyominoes;
/// let mut count = 0;
/// polyominoes::<()>(4, (0, 1), &mut |_| {
///     count += 1;
///     Ok(false)
/// })?;
/// assert_eq!(count, 19);
/// # Ok::<_, ()>(())
/// ```
///
/// # Errors
/// Those of `visit`.
///
/// # Complexity
/// O(4.1^*n*) for *n* cells.
///
/// # Panics
/// If `cells` is above 64.
///
/// # Source
/// D. H. Redelmeier, *Counting polyominoes: yet another attack*, Discrete Mathematics 36, 1981.
pub fn polyominoes<E>(
    cells: u16,
    (thread, threads): (usize, usize),
    visit: &mut dyn FnMut(&[PolyominoCell]) -> Result<bool, E>,
) -> Result<(), E> {
    assert!(cells <= 64, "expected at most 64 connected cells");
    let size = usize::from(cells);
    let mut reached = vec![false; SIDE * SIDE];
    reached[index((0, 0))] = true;
    let mut polyominoes =
        Polyominoes { size, cells: Vec::new(), reached, thread, threads, branches: 0 };
    match size {
        0 => Ok(()),
        _ => polyominoes.extend(vec![(0, 0)], visit).map(|_| ()),
    }
}

/// The side of a square with all cells that are reached, the first one in the middle of a side.
const SIDE: usize = 128;

fn index((x, y): PolyominoCell) -> usize {
    y as usize * SIDE + (x + 64) as usize
}

/// The cells after which branches are dealt out to threads: there are 9,910 of 9 cells.
const DEALT_AFTER: usize = 9;

/// The polyominoes whose cells `(x, y)` have y > 0, or y = 0 and x >= 0.
struct Polyominoes {
    size: usize,
    cells: Vec<PolyominoCell>,
    /// The cells that are in the polyomino, or were offered and taken or left out.
    reached: Vec<bool>,
    thread: usize,
    threads: usize,
    branches: usize,
}

impl Polyominoes {
    /// Extends the polyomino by the untried cells in all ways; returns whether `visit` has seen enough.
    fn extend<E>(
        &mut self,
        mut untried: Vec<PolyominoCell>,
        visit: &mut dyn FnMut(&[PolyominoCell]) -> Result<bool, E>,
    ) -> Result<bool, E> {
        while let Some((x, y)) = untried.pop() {
            if self.cells.len() == DEALT_AFTER.min(self.size - 1) {
                self.branches += 1;
                if self.branches % self.threads != self.thread {
                    continue;
                }
            }
            self.cells.push((x, y));
            let is_over = if self.cells.len() == self.size {
                visit(&self.cells)?
            } else {
                let beside = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
                let mut next = untried.clone();
                next.extend(beside.into_iter().filter(|&(x, y)| {
                    (y > 0 || y == 0 && x >= 0)
                        && !std::mem::replace(&mut self.reached[index((x, y))], true)
                }));
                let added = next[untried.len()..].to_vec();
                let is_over = self.extend(next, visit)?;
                added.into_iter().for_each(|cell| self.reached[index(cell)] = false);
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
fn least_image(cells: &[PolyominoCell], [free, blocked]: [char; 2]) -> Option<String> {
    let extent = |of: fn(&PolyominoCell) -> i8| {
        let values = cells.iter().map(of);
        values.fold((i8::MAX, i8::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (bottom, top)) = (extent(|cell| cell.0), extent(|cell| cell.1));
    let (width, height) = (right - left, top - bottom);
    if width < height {
        return None;
    }
    let image = |number: usize| -> Vec<PolyominoCell> {
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
        let mut image: Vec<PolyominoCell> = image.collect();
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

/// Visits the trees of a ruleset with that many vertices: with all labels and, where edges have colours, blue and red ones. Of isomorphic
/// trees without labels and colours one is taken, so that some positions are visited as several images. It ends when `visit` returns
/// `true`; so does the call.
///
/// # Examples
/// ```
/// use dicot::board::GraphForm;
/// use dicot_rulesets::enumeration::trees;
/// let mut texts = Vec::new();
/// trees::<()>(GraphForm { coloured: true, ..GraphForm::PLAIN }, 3, &mut |text| {
///     texts.push(text.to_owned());
///     Ok(false)
/// })?;
/// assert_eq!(texts, ["n=3 0-1:b 0-2:b", "n=3 0-1:r 0-2:b", "n=3 0-1:b 0-2:r", "n=3 0-1:r 0-2:r"]);
/// # Ok::<_, ()>(())
/// ```
///
/// # Errors
/// Those of `visit`.
///
/// # Complexity
/// O(3^*n* *t*) for *n* vertices, and *t* trees without labels and colours: 551 with 12 vertices.
///
/// # Panics
/// If the graphs have arrows, counters or a ground, or `vertices` is above 16.
pub fn trees<E>(
    form: GraphForm,
    vertices: u8,
    visit: &mut dyn FnMut(&str) -> Result<bool, E>,
) -> Result<bool, E> {
    assert!(is_plain(form), "expected graphs without arrows, counters and a ground");
    assert!(vertices <= 16, "expected at most 16 vertices");
    // A number says which letter each vertex and each edge has, as a digit.
    let [labels, colours]: [&[char]; 2] = [
        if form.labelled { &['.', 'L', 'R'] } else { &['.'] },
        if form.coloured { &['b', 'r'] } else { &['g'] },
    ];
    let power = |letters: &[char], places: usize| (letters.len() as u64).pow(places as u32);
    for parents in shapes(vertices) {
        for labelling in 0..power(labels, usize::from(vertices)) {
            for colouring in 0..power(colours, parents.len()) {
                let text = tree_text(&parents, (labels, labelling), (colours, colouring));
                if visit(&text)? {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

/// Whether graphs have neither arrows nor counters nor a ground.
pub fn is_plain(form: GraphForm) -> bool {
    !(form.directed || form.counted || form.grounded)
}

/// A tree for each class of isomorphic ones: vertex `i + 1` hangs on the one that entry `i` names.
fn shapes(vertices: u8) -> Vec<Vec<u8>> {
    let mut shapes = if vertices == 0 { Vec::new() } else { vec![Vec::new()] };
    for size in 1..vertices {
        let mut seen = HashSet::new();
        let larger = shapes.iter().flat_map(|shape: &Vec<u8>| {
            (0..size).map(|parent| shape.iter().copied().chain([parent]).collect())
        });
        let is_new = |shape: &Vec<u8>| {
            let text = tree_text(shape, (&['.'], 0), (&['g'], 0));
            let graph = Graph::read(&text, GraphForm::PLAIN).expect("it is a graph");
            seen.insert(graph.canonical(GraphForm::PLAIN))
        };
        shapes = larger.filter(is_new).collect();
    }
    shapes
}

/// The text of a tree whose labels and colours are the digits of two numbers.
fn tree_text(
    parents: &[u8],
    (labels, mut labelling): (&[char], u64),
    (colours, mut colouring): (&[char], u64),
) -> String {
    let digit = |letters: &[char], number: &mut u64| {
        let base = letters.len() as u64;
        let digit = *number % base;
        *number /= base;
        letters[digit as usize]
    };
    // Writing to a String cannot fail.
    let mut text = format!("n={}", parents.len() + 1);
    for (at, parent) in (1..).zip(parents) {
        let _ = write!(text, " {parent}-{at}");
        if colours.len() > 1 {
            let _ = write!(text, ":{}", digit(colours, &mut colouring));
        }
    }
    for at in 0..=parents.len() {
        let label = digit(labels, &mut labelling);
        if label != '.' {
            let bar = if text.contains('|') { "" } else { " |" };
            let _ = write!(text, "{bar} {at}:{label}");
        }
    }
    text
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
