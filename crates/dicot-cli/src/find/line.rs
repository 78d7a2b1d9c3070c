//! `dicot find --line-to`: how a board of Domineering arises by alternate play from an empty rectangle.
//!
//! What is covered is an exact cover of the other cells by dominoes, in numbers for the players that are equal or differ by one; any order in
//! which the players alternate is a line of play, since dominoes do not touch the free cells. Beside the board single cells may stay free, in
//! which nobody can move: on a chequerboard a rectangle has as many cells of one colour as of the other, up to one, and dominoes cover
//! as many, so a board with two more of one colour needs a single cell.
//!
//! The cover is found cell by cell by dynamic programming over broken profiles, as dominoes are counted: a state is which of the next cells are
//! covered already, which of the last ones are single free cells, and how many more dominoes stand than lie.

use std::collections::HashMap;
use std::fmt;

use dicot::Player;
use dicot::board::{Cell, Grid, U448};
use dicot::rules::{AnyBoard, AnyPosition, Domineering};
use serde::Serialize;

use crate::failure::Failure;

/// The most cells that a side of the rectangle has beyond the board.
const MAX_MARGIN: usize = 2;

/// The most columns of the rectangle: a state has a bit for each.
const MAX_COLUMNS: usize = 20;

/// The most single free cells beside the board.
const MAX_SINGLE: u32 = 3;

/// The most states of a cell: a rectangle with more, some 100 MB in all, is left out.
const MAX_STATES: usize = 100_000;

/// A line of play.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    /// The position that it leads to.
    position: String,
    rows: usize,
    columns: usize,
    first: &'static str,
    /// The moves, as `a1-a2`.
    moves: Vec<String>,
    /// The single cells that stay free beside the board.
    single: Vec<String>,
}

/// As people read it.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Line { position, rows, columns, first, moves, single } = self;
        writeln!(f, "position  {position}")?;
        writeln!(f, "from      {rows}x{columns}, in {} moves; {first} moves first", moves.len())?;
        if !single.is_empty() {
            writeln!(f, "also free {}", single.join(" "))?;
        }
        write!(f, "line      {}", moves.join(" "))
    }
}

/// A line to the board of a position of Domineering; `None` if the position is of another ruleset.
///
/// # Errors
/// If no line is found.
pub(super) fn line_to_position(position: &AnyPosition) -> Option<Result<Line, Failure>> {
    position.to_type::<Domineering<U448>>()?;
    let AnyBoard::Cells(board) = position.board() else { return None };
    Some(line_to(&free_cells(&board)).ok_or_else(|| {
        Failure::new(format!(
            "no line to {position} is found in rectangles with up to {MAX_MARGIN} rows and columns more on each side, \
             with up to {MAX_SINGLE} single cells free beside it"
        ))
    }))
}

fn free_cells(board: &Grid<char>) -> Vec<Vec<bool>> {
    board.rows().map(|row| row.iter().map(|&cell| cell == '.').collect()).collect()
}

/// A line to the board with the fewest single cells, and from the smallest such rectangle, up to [`MAX_MARGIN`] rows or columns more on each side;
/// `None` if none is found. Free cells are `true`.
///
/// # Complexity
/// The states of a cell are exponential in the columns, and at most [`MAX_STATES`]; there are 81 rectangles.
fn line_to(free: &[Vec<bool>]) -> Option<Line> {
    let (height, width) = (free.len(), free.first()?.len());
    let margins = || 0..=MAX_MARGIN;
    let sides = margins().flat_map(|top| margins().map(move |bottom| [top, bottom]));
    let sides: Vec<[usize; 2]> = sides.collect();
    let mut rectangles: Vec<_> = sides
        .iter()
        .flat_map(|&rows| sides.iter().map(move |&columns| (rows, columns)))
        .filter(|(_, [left, right])| width + left + right <= MAX_COLUMNS)
        .collect();
    rectangles.sort_by_key(|&([top, bottom], [left, right])| {
        let (height, width) = (height + top + bottom, width + left + right);
        (height * width, height, top, left)
    });
    let rectangle = |([top, bottom], [left, right]): ([usize; 2], [usize; 2])| {
        let blank = vec![false; width + left + right];
        let mut cells = vec![blank.clone(); top];
        cells.extend(
            free.iter().map(|row| [vec![false; left], row.clone(), vec![false; right]].concat()),
        );
        cells.extend(vec![blank; bottom]);
        cells
    };
    let rectangles: Vec<_> = rectangles.into_iter().map(rectangle).collect();
    (0..=MAX_SINGLE).find_map(|single| rectangles.iter().find_map(|cells| line_in(cells, single)))
}

/// The next cells that are covered, from bit 0; the last cells that are single free ones; how many of these are to come; upright dominoes minus
/// lying ones.
type State = (u32, u32, u32, i32);

/// What is on a cell that is not covered by an earlier domino.
#[derive(Clone, Copy)]
enum Choice {
    /// It is a cell of the board, or covered.
    Given,
    Single,
    Domino(Player),
}

/// A line from the empty rectangle of the same size that leaves that many single cells free.
fn line_in(free: &[Vec<bool>], single: u32) -> Option<Line> {
    let (height, width) = (free.len(), free[0].len());
    let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
    let blocked = cells.filter(|&(row, column)| !free[row][column]);
    let colours = blocked.fold([0_u32; 2], |mut colours, (row, column)| {
        colours[(row + column) % 2] += 1;
        colours
    });
    let dominoes = (colours[0] + colours[1]).checked_sub(single)?;
    if dominoes % 2 == 1 || colours[0].abs_diff(colours[1]) > single {
        return None;
    }
    let is = |row: usize, column: usize, wanted: bool| {
        free.get(row).is_some_and(|row| row.get(column) == Some(&wanted))
    };
    let mut steps: Vec<HashMap<State, (State, Choice)>> = Vec::new();
    let mut states = vec![(0, 0, single, 0)];
    for at in 0..height * width {
        let (row, column) = (at / width, at % width);
        let beside_free = is(row, column + 1, true)
            || is(row + 1, column, true)
            || column > 0 && free[row][column - 1]
            || row > 0 && free[row - 1][column];
        let mut step = HashMap::new();
        for state in states {
            let (covered, singles, to_come, surplus) = state;
            let (rest, passed) = (covered >> 1, singles << 1 & ((1 << width) - 1));
            let mut go = |to: State, choice| {
                step.entry(to).or_insert((state, choice));
            };
            if covered & 1 == 1 || free[row][column] {
                go((rest, passed, to_come, surplus), Choice::Given);
                continue;
            }
            if is(row + 1, column, false) {
                let covered = rest | 1 << (width - 1);
                go((covered, passed, to_come, surplus + 1), Choice::Domino(Player::Left));
            }
            if is(row, column + 1, false) && rest & 1 == 0 {
                go((rest | 1, passed, to_come, surplus - 1), Choice::Domino(Player::Right));
            }
            let beside_single = column > 0 && singles & 1 == 1 || singles >> (width - 1) & 1 == 1;
            if to_come > 0 && !beside_free && !beside_single {
                go((rest, passed | 1, to_come - 1, surplus), Choice::Single);
            }
        }
        // In an order of their own, so that the line does not change from run to run.
        states = step.keys().copied().collect();
        states.sort_unstable();
        if states.len() > MAX_STATES {
            return None;
        }
        steps.push(step);
    }
    let is_end = |&&(_, _, to_come, surplus): &&State| to_come == 0 && (-1..=1).contains(&surplus);
    let mut state = *states.iter().find(is_end)?;
    let first = if state.3 < 0 { Player::Right } else { Player::Left };
    let (mut placed, mut single) = ([Vec::new(), Vec::new()], Vec::new());
    for (at, step) in steps.iter().enumerate().rev() {
        let (before, choice) = step[&state];
        let cell = Cell { row: (at / width) as u8, col: (at % width) as u8 };
        let name = |cell: Cell| cell.name(height as u8);
        match choice {
            Choice::Given => {}
            Choice::Single => single.push(name(cell)),
            Choice::Domino(player) => {
                let cells = match player {
                    Player::Left => [Cell { row: cell.row + 1, ..cell }, cell],
                    Player::Right => [cell, Cell { col: cell.col + 1, ..cell }],
                };
                placed[player as usize].push(cells.map(name).join("-"));
            }
        }
        state = before;
    }
    let [mut left, mut right] = placed;
    let moves = (0..dominoes / 2).filter_map(|number| {
        let is_left = number.is_multiple_of(2) == (first == Player::Left);
        if is_left { left.pop() } else { right.pop() }
    });
    let moves = moves.collect();
    let is_free = |row: usize, column: usize| {
        let name = Cell { row: row as u8, col: column as u8 }.name(height as u8);
        free[row][column] || single.contains(&name)
    };
    let text = |row| -> String {
        (0..width).map(|column| if is_free(row, column) { '.' } else { '#' }).collect()
    };
    let position = (0..height).map(text).collect::<Vec<_>>().join("/");
    let first = if first == Player::Left { "Left" } else { "Right" };
    Some(Line { position, rows: height, columns: width, first, moves, single })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use dicot::rules::{Position, Ruleset, Short};

    use super::*;

    fn free(board: &str) -> Vec<Vec<bool>> {
        free_cells(&Grid::letters(board).unwrap())
    }

    /// Plays a line, and checks what is said of it.
    fn replay(line: &Line) -> Domineering<U448> {
        let Line { rows, columns, first, moves, single, position } = line;
        let start = Domineering::start_position(*columns as u8, *rows as u8);
        let mut board: Domineering<U448> = start.unwrap();
        let first = if *first == "Left" { Player::Left } else { Player::Right };
        for (i, mv) in moves.iter().enumerate() {
            let player = if i % 2 == 0 { first } else { !first };
            board = board.play(player, board.read_move(mv).unwrap()).unwrap();
        }
        assert_eq!(board.to_string(), *position);
        // Every single cell is a component of its own, which is left out.
        let cells = |board: Domineering<U448>| board.to_string().matches('.').count();
        let in_components: usize = board.components().map(cells).sum();
        assert!(cells(board) - in_components >= single.len(), "{line:?}");
        board
    }

    /// Every board that alternate play on small rectangles leads to has a line from there or from a smaller rectangle, and the line leads to it.
    #[test]
    fn all_boards_of_alternate_play() {
        let mut seen = HashSet::new();
        for (width, height) in [(3, 3), (4, 3), (5, 2)] {
            let start: Domineering = Domineering::start_position(width, height).unwrap();
            let mut boards: HashSet<_> = Player::BOTH.map(|player| (start, player)).into();
            while !boards.is_empty() {
                let mut next = HashSet::new();
                for (board, player) in boards {
                    seen.insert(board);
                    let options = board.options(player).map(|option| (option, !player));
                    next.extend(options);
                }
                boards = next;
            }
        }
        assert!(seen.len() > 200, "{}", seen.len());
        for board in seen {
            let line = line_to(&free(&board.to_string())).unwrap();
            assert!(line.single.is_empty(), "{line:?}");
            assert_eq!(replay(&line).components().count(), board.components().count());
        }
    }

    /// On a chequerboard it has 14 cells of one colour and 12 of the other, and no rectangle has two more of one.
    #[test]
    fn mazurs_board() {
        let text =
            ".#######./.#######./....#..../###.#.###/###...###/#....####/##...####/#..######";
        let rows = free(text);
        assert!(line_in(&rows, 0).is_none());
        let line = line_to(&rows).unwrap();
        assert_eq!((line.rows * line.columns, line.single.len()), (99, 1));
        let components: Vec<String> =
            replay(&line).components().map(|component| component.to_string()).collect();
        assert_eq!(components, [text]);
    }

    #[test]
    fn a_cell_that_cannot_be_covered() {
        // The middle of a plus is blocked, so two cells of one colour are missing beside it, and single cells would touch.
        let ring = vec![vec![true, true, true], vec![true, false, true], vec![true, true, true]];
        assert!(line_in(&ring, 0).is_none() && line_in(&ring, 1).is_none());
        assert!(line_to(&ring).is_none());
    }
}
