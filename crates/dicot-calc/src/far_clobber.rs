//! Clobber in which stones go as far as an argument says: `GenClobber(maxDistance => 2)`.

use std::fmt;

use dicot::Player;
use dicot::rules::{
    AnyRuleset, BoardKind, CellKind, CellSpec, OwnedSpec, Position, RulesetSpec, Short,
};

/// The numbers in cells.
const EMPTY: u8 = 0;
const BLOCKED: u8 = 3;

/// The most columns, which are letters in moves, and the most cells.
const MAX_COLUMNS: usize = 26;
const MAX_CELLS: usize = 200;

const fn cell(letter: char, name: &'static str, kind: CellKind) -> CellSpec {
    CellSpec { letter, name, kind }
}

/// The letters of an empty cell, of those of Left and of Right, and of one that is blocked.
const LETTERS: [char; 4] = ['.', 'x', 'o', '#'];

/// Clobber in which a stone goes in a line over empty cells onto a stone of the opponent, at most `max_distance` cells away. The ruleset
/// has the name by which it is read.
pub(crate) fn ruleset(max_distance: u8) -> AnyRuleset {
    const SPEC: &RulesetSpec = &RulesetSpec {
        title: "Clobber at a distance",
        how_to_play: &[
            "A player moves a stone in a row or a column over empty cells onto a stone of the opponent, which is removed.",
            "A player who cannot move loses.",
        ],
        board: BoardKind::Rectangle,
        cells: &[
            cell('x', "stone (Left)", CellKind::Left),
            cell('o', "stone (Right)", CellKind::Right),
            cell('.', "empty", CellKind::Empty),
            cell('#', "blocked", CellKind::Blocked),
        ],
        dicot: true,
        ..RulesetSpec::new("gen-clobber")
    };
    let name = format!("GenClobber(maxDistance => {max_distance})");
    let about = format!("stones go at most {max_distance} cells onto one of the opponent");
    let spec = OwnedSpec { name, about, ..SPEC.owned().clone() };
    AnyRuleset::new(spec, move |text| Ok(read(text, max_distance)?))
}

fn read(text: &str, max_distance: u8) -> Result<Board, String> {
    let rows: Vec<&str> = text.trim().split(['/', '|']).collect();
    let columns = rows[0].chars().count();
    if !(1..=MAX_COLUMNS).contains(&columns) || rows.len() * columns > MAX_CELLS {
        return Err(format!(
            "a board has from 1 to {MAX_COLUMNS} columns and at most {MAX_CELLS} cells"
        ));
    }
    let mut cells = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        if line.chars().count() != columns {
            return Err(format!("row {} has another length than row 1", row + 1));
        }
        for (column, letter) in line.chars().enumerate() {
            let cell = LETTERS.iter().position(|&l| l == letter.to_ascii_lowercase());
            let unknown = || {
                let (row, column) = (row + 1, column + 1);
                format!("row {row}, column {column}: expected x, o, . or #, found {letter}")
            };
            cells.push(cell.ok_or_else(unknown)? as u8);
        }
    }
    Ok(Board { max_distance, columns, cells: cells.into() })
}

/// The cells of a board, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    max_distance: u8,
    columns: usize,
    cells: Box<[u8]>,
}

/// The cells from which and to which a piece goes, and the sides of the board, by which they have their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Move {
    from: usize,
    to: usize,
    columns: usize,
    rows: usize,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell: usize| {
            let letter = char::from(b'a' + (cell % self.columns) as u8);
            format!("{letter}{}", self.rows - cell / self.columns)
        };
        write!(f, "{}-{}", name(self.from), name(self.to))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row =
            |row: &[u8]| row.iter().map(|&cell| LETTERS[usize::from(cell)]).collect::<String>();
        f.pad(&self.cells.chunks(self.columns).map(row).collect::<Vec<_>>().join("/"))
    }
}

impl Board {
    fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The cells from one cell on in a direction: rows down and columns to the right.
    fn line(&self, from: usize, [down, right]: [isize; 2]) -> impl Iterator<Item = usize> + use<> {
        let (columns, rows) = (self.columns, self.rows());
        let start = [from / columns, from % columns];
        (1..).map_while(move |n: isize| {
            let row = start[0].checked_add_signed(n * down)?;
            let column = start[1].checked_add_signed(n * right)?;
            (row < rows && column < columns).then(|| row * columns + column)
        })
    }

    /// The cells to which a piece of a player goes from a cell.
    fn targets(&self, from: usize, player: Player) -> Vec<usize> {
        let enemy = 2 - player as u8;
        let mut targets = Vec::new();
        for direction in [[0, 1], [1, 0], [0, -1], [-1, 0]] {
            let mut line = self.line(from, direction).take(self.max_distance.into());
            let first = line.find(|&cell| self.cells[cell] != EMPTY);
            targets.extend(first.filter(|&cell| self.cells[cell] == enemy));
        }
        targets
    }
}

impl Position for Board {
    type Move = Move;

    fn moves(&self, player: Player) -> impl Iterator<Item = Move> {
        let own = player as u8 + 1;
        let from = (0..self.cells.len()).filter(move |&cell| self.cells[cell] == own);
        from.flat_map(move |from| {
            let (columns, rows) = (self.columns, self.rows());
            self.targets(from, player).into_iter().map(move |to| Move { from, to, columns, rows })
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: Move) {
        self.cells[mv.to] = self.cells[mv.from];
        self.cells[mv.from] = EMPTY;
    }
}

impl Short for Board {
    fn negative(&self) -> Board {
        let cells = self.cells.iter().map(|&cell| [0, 2, 1, 3][usize::from(cell)]);
        Board { cells: cells.collect(), ..self.clone() }
    }

    /// Stones of Clobber only ever get to cells of stones, so those that no line of the greatest distance joins never meet.
    fn components(&self) -> impl Iterator<Item = Board> {
        let is_stone = |cell: usize| !matches!(self.cells[cell], EMPTY | BLOCKED);
        let (mut seen, mut parts) = (vec![false; self.cells.len()], Vec::new());
        for start in (0..self.cells.len()).filter(|&cell| is_stone(cell)) {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut part, mut next) = (vec![start], 0);
            while let Some(&cell) = part.get(next) {
                next += 1;
                for direction in [[0, 1], [1, 0], [0, -1], [-1, 0]] {
                    let line = self.line(cell, direction).take(self.max_distance.into());
                    for near in line.take_while(|&near| self.cells[near] != BLOCKED) {
                        if is_stone(near) && !std::mem::replace(&mut seen[near], true) {
                            part.push(near);
                        }
                    }
                }
            }
            let mut board = self.clone();
            for cell in (0..self.cells.len()).filter(|&cell| is_stone(cell)) {
                board.cells[cell] = if part.contains(&cell) { self.cells[cell] } else { EMPTY };
            }
            parts.push(board);
        }
        parts.into_iter()
    }
}
