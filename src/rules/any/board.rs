//! What positions of any ruleset are played on, as data.

use std::fmt::{self, Display};

use crate::board::{Graph, GraphForm, Grid};
use crate::rules::{BoardKind, OwnedSpec};

/// What a position is played on, as data from which programs draw it.
///
/// # Examples
/// ```
/// use dicot::rules::{AnyBoard, AnyPosition};
/// let board = |text: &str| text.parse::<AnyPosition>().map(|position| position.board());
/// let AnyBoard::Cells(grid) = board("konane:xo./.o.")? else { unreachable!() };
/// assert_eq!((grid.width(), grid.cells()[1]), (3, 'o'));
/// let AnyBoard::Graph(graph, _) = board("snort:path 3 | 0:L")? else { unreachable!() };
/// assert_eq!(graph.edges().len(), 2);
/// assert_eq!(board("kayles:7+5")?, AnyBoard::Heaps(vec![7, 5]));
/// assert_eq!(board("cutcake:3x4")?, AnyBoard::Cakes(vec![[3, 4]]));
/// # Ok::<_, dicot::rules::ParseAnyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnyBoard {
    /// Cells with letters, which [`RulesetSpec::cells`](crate::rules::RulesetSpec::cells) explains.
    Cells(Grid<char>),
    /// Cells with stacks of stones: `b2`, or `.` for none.
    Stacks(Grid<String>),
    /// A graph, and what graphs of the ruleset have.
    Graph(Graph, GraphForm),
    /// Heaps: the counters of each, below 0 with the players exchanged.
    Heaps(Vec<i32>),
    /// Cakes: the rows and columns of each.
    Cakes(Vec<[u16; 2]>),
    /// Something else: the text of the position.
    Text(String),
}

impl AnyBoard {
    /// That of a position of a ruleset, from its text.
    ///
    /// Where the ruleset does not say what its positions are played on, rows of letters are cells, and several rows of
    /// things that are joined by `,` are stacks.
    ///
    /// # Complexity
    /// O(*n*) for *n* letters; for a graph as reading it.
    pub fn of(text: &str, spec: &OwnedSpec) -> AnyBoard {
        let board = match spec.board {
            BoardKind::Graph(form) => {
                Graph::read(text, form).ok().map(|graph| AnyBoard::Graph(graph, form))
            }
            BoardKind::Heaps => terms(text, |heap| heap.parse().ok()).map(AnyBoard::Heaps),
            BoardKind::Cakes => terms(text, |cake| {
                let (rows, columns) = cake.split_once('x')?;
                Some([rows.parse().ok()?, columns.parse().ok()?])
            })
            .map(AnyBoard::Cakes),
            _ => cells(text, spec).map(AnyBoard::Cells).or_else(|| stacks(text, spec)),
        };
        board.unwrap_or_else(|| AnyBoard::Text(text.to_owned()))
    }
}

/// The cells of a text. A single row is one only if it has the letters of the ruleset: other texts may be anything.
fn cells(text: &str, spec: &OwnedSpec) -> Option<Grid<char>> {
    let is_row = !text.contains('/');
    let is_cell = |&letter: &char| match is_row {
        true => spec.cells.iter().any(|cell| cell.letter == letter),
        false => letter.is_alphabetic() || ".#".contains(letter),
    };
    Grid::letters(text).filter(|grid| grid.cells().iter().all(is_cell))
}

fn stacks(text: &str, spec: &OwnedSpec) -> Option<AnyBoard> {
    let grid = Grid::stacks(text)?;
    (grid.height() > 1 || spec.board == BoardKind::Stacks).then_some(AnyBoard::Stacks(grid))
}

/// The terms of a sum; there are none in `0`.
fn terms<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    if text == "0" {
        return Some(Vec::new());
    }
    text.split('+').map(read).collect()
}

/// As the position prints.
impl Display for AnyBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |f: &mut fmt::Formatter<'_>, terms: Vec<String>| match &terms[..] {
            [] => f.write_str("0"),
            terms => f.write_str(&terms.join("+")),
        };
        match self {
            AnyBoard::Cells(grid) => grid.fmt(f),
            AnyBoard::Stacks(grid) => grid.fmt(f),
            AnyBoard::Graph(graph, form) => graph.shown(*form).fmt(f),
            AnyBoard::Heaps(heaps) => sum(f, heaps.iter().map(i32::to_string).collect()),
            AnyBoard::Cakes(cakes) => {
                sum(f, cakes.iter().map(|[rows, columns]| format!("{rows}x{columns}")).collect())
            }
            AnyBoard::Text(text) => f.write_str(text),
        }
    }
}
