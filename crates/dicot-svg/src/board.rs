//! Pictures of boards: stones, and groups of cells with colours and labels.

use std::fmt::Write;

use dicot::Player;
use dicot::board::{Bitboard, Board, Cell, Grid, Shape, Word};
use dicot::rules::{AnyBoard, AnyPosition, CellKind, OwnedSpec, Ruleset};

use crate::Options;
use crate::canvas::{BLACK, Canvas, GREY, LINE, MARGIN, SIZE, WHITE, rectangle, wrapped};
use crate::picture::{Align, Colour, Label, Picture, Point, Stroke, columns, text_width};

/// The content of a cell of a [`Diagram`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Square {
    /// An empty cell.
    #[default]
    Empty,
    /// A stone: Left's are black, Right's are white.
    Stone(Player),
    /// A cell that is not part of the game.
    Blocked,
}

/// A board of any ruleset to be drawn: the content of each cell, labelled groups of cells, and a caption.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::board::{Cell, Shape};
/// use dicot_svg::{Diagram, Options, Square};
/// let [a, b, c] = [0, 1, 2].map(|col| Cell { row: 0, col });
/// let mut diagram = Diagram::new(Shape::new(3, 1)?);
/// diagram.set(a, Square::Stone(Player::Left));
/// diagram.set(c, Square::Blocked);
/// diagram.group([a, b], "1/2");
/// let picture = dicot_svg::board(&diagram, &Options::default());
/// assert!(picture.labels().any(|label| label.text == "1/2"));
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    shape: Shape,
    /// The cells, row by row.
    squares: Vec<Square>,
    /// The group of each cell.
    members: Vec<Option<usize>>,
    /// The labels of the groups.
    labels: Vec<String>,
    caption: String,
    /// Whether [lines](OwnedSpec::lines) join the cells.
    lines: bool,
}

impl Diagram {
    /// Creates an empty board.
    pub fn new(shape: Shape) -> Diagram {
        let cells = shape.cells() as usize;
        Diagram {
            shape,
            squares: vec![Square::Empty; cells],
            members: vec![None; cells],
            labels: Vec::new(),
            caption: String::new(),
            lines: false,
        }
    }

    /// Creates a diagram of a board whose groups are the connected components with stones of both players.
    /// `label` returns the label of each component, which it receives [cropped](Board::cropped), as from
    /// [`mixed_components`](Board::mixed_components).
    ///
    /// # Errors
    /// The first error of `label`.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot::rules::Clobber;
    /// use dicot_svg::{Diagram, Options};
    /// let position: Clobber = "xxo..x/.....o/x....o".parse()?;
    /// let mut analyzer = Analyzer::new();
    /// let diagram = Diagram::of_components(position.board(), |piece| {
    ///     analyzer.canonical_form(&Clobber::from(*piece)).map(|value| value.to_string())
    /// })?;
    /// let picture = dicot_svg::board(&diagram, &Options::default());
    /// assert_eq!(picture.of_class("group").count(), 2); // the stone in the corner is dead
    /// for value in ["^", "v"] {
    ///     assert!(picture.labels().any(|label| label.text == value));
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_components<W: Word, E>(
        board: &Board<W>,
        mut label: impl FnMut(&Board<W>) -> Result<String, E>,
    ) -> Result<Diagram, E> {
        let mut diagram = Diagram::from(board);
        let touching = board.stones(Player::Left) & board.stones(Player::Right).neighbours();
        for seed in touching.cells() {
            if diagram.member(seed).is_some() {
                continue;
            }
            let piece = connected(seed, board.occupied());
            let [left, right] = Player::BOTH.map(|player| board.stones(player) & piece);
            let cropped = Board::new(left, right).expect("no cell holds two stones").cropped();
            diagram.group(piece.cells(), label(&cropped)?);
        }
        Ok(diagram)
    }

    /// The board of a position; `None` if it has no cells, or pieces that belong to nobody.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::AnyPosition;
    /// use dicot_svg::{Diagram, Options};
    /// let diagram = |text: &str| text.parse::<AnyPosition>().map(|p| Diagram::of_position(&p));
    /// let picture = dicot_svg::board(&diagram("konane:xo./.o.")?.unwrap(), &Options::default());
    /// assert_eq!(picture.of_class("left-stone").count(), 1);
    /// assert!(diagram("kayles:3+1")?.is_none());
    /// # Ok::<_, dicot::rules::ParseAnyError>(())
    /// ```
    pub fn of_position(position: &AnyPosition) -> Option<Diagram> {
        match position.board() {
            AnyBoard::Cells(grid) => Diagram::of_cells(&grid, position.spec()),
            _ => None,
        }
    }

    pub(crate) fn of_cells(grid: &Grid<char>, spec: &OwnedSpec) -> Option<Diagram> {
        let mut diagram = Diagram::new(grid.shape()?);
        diagram.lines = spec.lines;
        for (square, letter) in diagram.squares.iter_mut().zip(grid.cells()) {
            *square = match spec.cells.iter().find(|cell| cell.letter == *letter)?.kind {
                CellKind::Left => Square::Stone(Player::Left),
                CellKind::Right => Square::Stone(Player::Right),
                CellKind::Empty => Square::Empty,
                CellKind::Blocked | CellKind::Outside => Square::Blocked,
                _ => return None,
            };
        }
        Some(diagram)
    }

    /// Sets the content of a cell.
    ///
    /// # Panics
    /// If the cell is not on the board.
    pub fn set(&mut self, cell: Cell, square: Square) {
        let index = self.index(cell);
        self.squares[index] = square;
    }

    /// Adds a group: cells that share a colour and a label. A cell belongs to the last group that contains it; a
    /// group without cells is listed below the board.
    ///
    /// # Panics
    /// If a cell is not on the board.
    pub fn group(&mut self, cells: impl IntoIterator<Item = Cell>, label: impl Into<String>) {
        for cell in cells {
            let index = self.index(cell);
            self.members[index] = Some(self.labels.len());
        }
        self.labels.push(label.into());
    }

    /// Sets the text below the board, one or more lines; lines that are too wide are broken.
    pub fn caption(&mut self, text: impl Into<String>) {
        self.caption = text.into();
    }

    /// The width and height.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    fn index(&self, cell: Cell) -> usize {
        assert!(self.shape.contains(cell), "{cell:?} is not on a board of {:?}", self.shape);
        usize::from(cell.row) * usize::from(self.shape.width()) + usize::from(cell.col)
    }

    /// All cells, row by row.
    fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.shape.width(), self.shape.height());
        (0..height).flat_map(move |row| (0..width).map(move |col| Cell { row, col }))
    }

    /// The cell at an offset in rows and columns, if it is on the board.
    fn near(&self, cell: Cell, rows: i8, cols: i8) -> Option<Cell> {
        let row = cell.row.checked_add_signed(rows)?;
        let col = cell.col.checked_add_signed(cols)?;
        Some(Cell { row, col }).filter(|&cell| self.shape.contains(cell))
    }

    fn member(&self, cell: Cell) -> Option<usize> {
        self.members[self.index(cell)]
    }
}

impl<W: Word> From<&Board<W>> for Diagram {
    fn from(board: &Board<W>) -> Diagram {
        let mut diagram = Diagram::new(board.shape());
        for player in Player::BOTH {
            for cell in board.stones(player).cells() {
                diagram.set(cell, Square::Stone(player));
            }
        }
        diagram
    }
}

/// The cells of `set` that are connected to `seed` through sides.
fn connected<W: Word>(seed: Cell, set: Bitboard<W>) -> Bitboard<W> {
    let mut piece = Bitboard::empty(set.shape()).with(seed);
    loop {
        let grown = (piece | piece.neighbours()) & set;
        if grown == piece {
            return piece;
        }
        piece = grown;
    }
}

/// The side of a cell, and the radius of a stone.
const SIDE: f64 = 40.0;
const RADIUS: f64 = 16.5;
/// The maximum length of a label that is written on a stone, in characters.
const ON_STONE: usize = 4;
/// The maximum length of a label in the list below the board, in characters; longer ones are truncated.
const LISTED: usize = 100;
/// The minimum width inside the margins, for titles and captions.
const MIN_WIDTH: f64 = 300.0;
/// The maximum number of lines of a caption.
const CAPTION_LINES: usize = 20;

const GRID: Colour = Colour(0xb8, 0xb8, 0xb8);
const BLOCKED: Colour = Colour(0x8c, 0x8c, 0x8c);

/// The colours of groups, on which both black and white stones are visible: Tol's light scheme, which colour-blind
/// readers can distinguish, made paler.
///
/// Source: Paul Tol, *Colour Schemes*, SRON technical note (2021).
const GROUPS: [Colour; 8] = [
    Colour(0xa8, 0xc9, 0xea),
    Colour(0xf6, 0xec, 0xb2),
    Colour(0xff, 0xc8, 0xd2),
    Colour(0xd8, 0xe2, 0x86),
    Colour(0xc6, 0xee, 0xff),
    Colour(0xf6, 0xb6, 0xa0),
    Colour(0x94, 0xda, 0xc4),
    Colour(0xce, 0xce, 0x7a),
];

/// Draws a board.
///
/// Black discs are Left's stones, white ones are Right's; columns have letters and rows have numbers, as
/// [cells](Cell::name) do. Each group has an outline and a colour, different from those of nearby groups as long as
/// the eight colours suffice. A label of up to four characters is written in the middle of its group; a longer one
/// is replaced by a capital letter and listed below the board. A label of more than 100 characters is cut, and its
/// length is given.
///
/// # Examples
/// ```
/// use dicot::rules::Clobber;
/// use dicot_svg::{Diagram, Options};
/// let mut diagram = Diagram::from("xox/ox.".parse::<Clobber>()?.board());
/// diagram.caption("value {^^*|*,v}");
/// let picture = dicot_svg::board(&diagram, &Options::titled("Six cells"));
/// assert_eq!(picture.of_class("left-stone").count(), 3);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
///
/// # Complexity
/// O(*n*) for *n* cells and characters of labels.
pub fn board(diagram: &Diagram, options: &Options) -> Picture {
    let signs = signs(diagram);
    let listed: Vec<Listed> = signs
        .iter()
        .zip(&diagram.labels)
        .filter_map(|(sign, label)| Listed::new(sign, label))
        .collect();
    let shape = diagram.shape;
    let ranks = text_width(&shape.height().to_string(), SIZE) + 8.0;
    let board_width = ranks + SIDE * f64::from(shape.width());
    let widest = listed.iter().map(|entry| entry.width).fold(0.0, f64::max);
    let lines = diagram.caption.lines().filter(|line| columns(line) <= LISTED);
    let widest = lines.map(|line| text_width(line, SIZE)).fold(widest, f64::max);
    let inner = board_width.max(widest).max(MIN_WIDTH);
    let width = inner + 2.0 * MARGIN;

    let mut canvas = Canvas::default();
    let top = canvas.heading(options, width);
    // A narrow board is centred above the list.
    let left = MARGIN + ranks + ((inner - board_width - ranks) / 2.0).max(0.0);
    Frame { left, top, diagram }.draw(&signs, &mut canvas);
    let mut y = top + SIDE * f64::from(shape.height()) + LINE + 12.0;
    y = list(&listed, inner, y, &mut canvas);
    y = caption(&diagram.caption, inner, y, &mut canvas);
    canvas.finish(options, "Board", description(diagram), [width, y - 8.0 + MARGIN])
}

/// The appearance of a group.
struct Sign {
    colour: Colour,
    /// The text in the middle of the group: the label, or its letter in the list.
    text: String,
    is_listed: bool,
    /// The cell of the text; `None` if the group has no cells.
    cell: Option<Cell>,
}

fn signs(diagram: &Diagram) -> Vec<Sign> {
    let mut cells = vec![Vec::new(); diagram.labels.len()];
    for cell in diagram.cells() {
        if let Some(group) = diagram.member(cell) {
            cells[group].push(cell);
        }
    }
    let mut listed = 0;
    let mut signs: Vec<Sign> = Vec::new();
    for (cells, label) in cells.iter().zip(&diagram.labels) {
        let cell = middle(cells);
        let is_listed = cell.is_none() || columns(label) > ON_STONE;
        let text = if is_listed { letters(listed) } else { label.clone() };
        listed += usize::from(is_listed);
        let colour = colour(diagram, cells, &signs);
        signs.push(Sign { colour, text, is_listed, cell });
    }
    signs
}

/// The cell nearest to the centre of the cells.
fn middle(cells: &[Cell]) -> Option<Cell> {
    let sum = |of: fn(&Cell) -> u8| cells.iter().map(|cell| i64::from(of(cell))).sum::<i64>();
    let (rows, cols, count) = (sum(|cell| cell.row), sum(|cell| cell.col), cells.len() as i64);
    let distance = |cell: &&Cell| {
        let row = i64::from(cell.row) * count - rows;
        let col = i64::from(cell.col) * count - cols;
        row * row + col * col
    };
    cells.iter().min_by_key(distance).copied()
}

/// The next colour that nearby groups do not have; the next one if they have all.
fn colour(diagram: &Diagram, cells: &[Cell], signs: &[Sign]) -> Colour {
    const NEAR: i8 = 2;
    let mut taken = Vec::new();
    for &cell in cells {
        for (rows, cols) in (-NEAR..=NEAR).flat_map(|row| (-NEAR..=NEAR).map(move |col| (row, col)))
        {
            let group = diagram.near(cell, rows, cols).and_then(|near| diagram.member(near));
            if let Some(sign) = group.and_then(|group| signs.get(group))
                && !taken.contains(&sign.colour)
            {
                taken.push(sign.colour);
            }
        }
    }
    let rotation = GROUPS.iter().cycle().skip(signs.len() % GROUPS.len()).take(GROUPS.len());
    let mut free = rotation.clone().filter(|colour| !taken.contains(colour));
    *free.next().unwrap_or(&GROUPS[signs.len() % GROUPS.len()])
}

/// The letters of a list entry: `A` to `Z`, `AA`, `AB` and so on.
fn letters(mut index: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(char::from(b'A' + (index % 26) as u8));
        index /= 26;
        if index == 0 {
            return letters.into_iter().rev().collect();
        }
        index -= 1;
    }
}

/// A board with its position in the picture.
struct Frame<'a> {
    left: f64,
    top: f64,
    diagram: &'a Diagram,
}

impl Frame<'_> {
    /// The point at a fraction of a cell's side from its upper left corner: 0.5 gives the middle.
    fn point(&self, cell: Cell, part: f64) -> Point {
        let along = |start: f64, index: u8| start + SIDE * (f64::from(index) + part);
        Point::new(along(self.left, cell.col), along(self.top, cell.row))
    }

    fn square(&self, cell: Cell) -> Vec<Point> {
        let corner = self.point(cell, 0.0);
        rectangle(corner.x, corner.y, SIDE, SIDE)
    }

    fn draw(&self, signs: &[Sign], canvas: &mut Canvas) {
        self.ground(signs, canvas);
        self.coordinates(canvas);
        for (cell, square) in self.diagram.cells().zip(&self.diagram.squares) {
            let (class, fill) = match square {
                Square::Stone(Player::Left) => ("left-stone", BLACK),
                Square::Stone(Player::Right) => ("right-stone", WHITE),
                Square::Empty | Square::Blocked => continue,
            };
            let line = Some(Stroke::solid(BLACK, 1.2));
            canvas.circle(class, self.point(cell, 0.5), RADIUS, fill, line);
        }
        for sign in signs {
            let Some(cell) = sign.cell else { continue };
            let dark = matches!(
                self.diagram.squares[self.diagram.index(cell)],
                Square::Stone(Player::Left) | Square::Blocked
            );
            let label = Label::new(&*sign.text, self.point(cell, 0.5), SIZE, Align::Middle);
            let class = if sign.is_listed { "letter" } else { "group-label" };
            let label = Label { bold: sign.is_listed, ..label };
            canvas.label(class, label, if dark { WHITE } else { BLACK });
        }
    }

    /// Draws the colours of the cells, the grid, and the outlines of the groups.
    fn ground(&self, signs: &[Sign], canvas: &mut Canvas) {
        let diagram = self.diagram;
        let mut squares = vec![Vec::new(); signs.len()];
        let mut outlines = vec![Vec::new(); signs.len()];
        let mut blocked = Vec::new();
        for (cell, &square) in diagram.cells().zip(&diagram.squares) {
            if square == Square::Blocked {
                blocked.push(self.square(cell));
            }
            let Some(group) = diagram.member(cell) else { continue };
            let corners = self.square(cell);
            // Side i starts at corner i: above, right, below, left.
            for (i, (rows, cols)) in [(-1, 0), (0, 1), (1, 0), (0, -1)].into_iter().enumerate() {
                let next = diagram.near(cell, rows, cols).and_then(|near| diagram.member(near));
                if next != Some(group) {
                    outlines[group].push(vec![corners[i], corners[(i + 1) % 4]]);
                }
            }
            squares[group].push(corners);
        }
        for (sign, squares) in signs.iter().zip(squares) {
            if !squares.is_empty() {
                canvas.area("group", squares, sign.colour, None);
            }
        }
        if !blocked.is_empty() {
            canvas.area("blocked", blocked, BLOCKED, None);
        }
        self.grid(canvas);
        for (sign, outline) in signs.iter().zip(outlines) {
            canvas.lines("outline", outline, Stroke::solid(darker(sign.colour), 2.0));
        }
    }

    fn grid(&self, canvas: &mut Canvas) {
        let (width, height) = (self.diagram.shape.width(), self.diagram.shape.height());
        let place = |start: f64, index: u8| start + SIDE * f64::from(index);
        let (right, bottom) = (place(self.left, width), place(self.top, height));
        let upright = (0..=u16::from(width)).map(|col| self.left + SIDE * f64::from(col));
        let upright = upright.map(|x| vec![Point::new(x, self.top), Point::new(x, bottom)]);
        let flat = (0..=u16::from(height)).map(|row| self.top + SIDE * f64::from(row));
        let flat = flat.map(|y| vec![Point::new(self.left, y), Point::new(right, y)]);
        canvas.lines("grid", upright.chain(flat).collect(), Stroke::solid(GRID, 0.8));
        if self.diagram.lines {
            canvas.lines("lines", self.lines(), Stroke::solid(GREY, 1.2));
        }
    }

    /// The lines between the middles of cells, each once.
    fn lines(&self) -> Vec<Vec<Point>> {
        let diagram = self.diagram;
        let is_open = |&cell: &Cell| diagram.squares[diagram.index(cell)] != Square::Blocked;
        let mut lines = Vec::new();
        for cell in diagram.cells().filter(is_open) {
            for (rows, cols) in [(0, 1), (1, 0), (1, -1), (1, 1)] {
                let has_diagonals = (u16::from(cell.row) + u16::from(cell.col)) % 2 == 1;
                let is_joined = has_diagonals || rows == 0 || cols == 0;
                if let Some(next) = diagram.near(cell, rows, cols).filter(is_open)
                    && is_joined
                {
                    lines.push(vec![self.point(cell, 0.5), self.point(next, 0.5)]);
                }
            }
        }
        lines
    }

    fn coordinates(&self, canvas: &mut Canvas) {
        let (width, height) = (self.diagram.shape.width(), self.diagram.shape.height());
        for row in 0..height {
            let middle = self.point(Cell { row, col: 0 }, 0.5);
            let at = Point::new(self.left - 8.0, middle.y);
            let rank = (height - row).to_string();
            canvas.label("coordinate", Label::new(rank, at, SIZE, Align::End), GREY);
        }
        for col in 0..width {
            let cell = Cell { row: height - 1, col };
            let middle = self.point(cell, 0.5);
            let at = Point::new(middle.x, middle.y + SIDE / 2.0 + LINE * 0.75);
            // The name of a cell in the last row is its column followed by 1.
            let name = cell.name(height);
            let file = name.trim_end_matches('1');
            canvas.label("coordinate", Label::new(file, at, SIZE, Align::Middle), GREY);
        }
    }
}

fn darker(colour: Colour) -> Colour {
    let dark = |part: u8| part / 2;
    Colour(dark(colour.0), dark(colour.1), dark(colour.2))
}

/// An entry of the list below the board.
struct Listed {
    colour: Colour,
    letter: String,
    text: String,
    width: f64,
}

/// The height and the minimum width of the coloured patch with the letter, and the distance between two columns.
const PATCH: [f64; 2] = [18.0, 22.0];
const BETWEEN: f64 = 24.0;

impl Listed {
    fn new(sign: &Sign, label: &str) -> Option<Listed> {
        let text = cut(label);
        let letter = sign.text.clone();
        let width = Listed::patch(&letter) + 8.0 + text_width(&text, SIZE);
        sign.is_listed.then_some(Listed { colour: sign.colour, letter, text, width })
    }

    /// The width of the coloured patch.
    fn patch(letter: &str) -> f64 {
        PATCH[1].max(text_width(letter, SIZE) + 8.0)
    }
}

/// Truncates a long label and adds its length.
fn cut(label: &str) -> String {
    if columns(label) <= LISTED {
        return label.to_owned();
    }
    let mut used = 0;
    let start = label.chars().take_while(|c| {
        used += columns(c.encode_utf8(&mut [0; 4]));
        used <= LISTED
    });
    format!("{}… ({} characters)", start.collect::<String>(), label.chars().count())
}

/// Draws the list in as many columns as fit; returns the y coordinate below it.
fn list(listed: &[Listed], inner: f64, y: f64, canvas: &mut Canvas) -> f64 {
    const ROW: f64 = PATCH[0] + 6.0;
    if listed.is_empty() {
        return y;
    }
    let widest = listed.iter().map(|entry| entry.width).fold(0.0, f64::max);
    let most = ((inner + BETWEEN) / (widest + BETWEEN)).max(1.0) as usize;
    let rows = listed.len().div_ceil(most);
    for (i, entry) in listed.iter().enumerate() {
        let x = MARGIN + (i / rows) as f64 * (widest + BETWEEN);
        let y = y + (i % rows) as f64 * ROW;
        let patch = Listed::patch(&entry.letter);
        let square = rectangle(x, y, patch, PATCH[0]);
        let line = Stroke::solid(darker(entry.colour), 1.2);
        canvas.area("patch", vec![square], entry.colour, Some(line));
        let at = Point::new(x + patch / 2.0, y + PATCH[0] / 2.0);
        let label = Label::new(&*entry.letter, at, SIZE, Align::Middle);
        canvas.label("letter", Label { bold: true, ..label }, BLACK);
        let at = Point::new(x + patch + 8.0, at.y);
        canvas.label("group-label", Label::new(&*entry.text, at, SIZE, Align::Start), BLACK);
    }
    y + rows as f64 * ROW + 6.0
}

/// Draws the caption; returns the y coordinate below it.
pub(super) fn caption(text: &str, inner: f64, mut y: f64, canvas: &mut Canvas) -> f64 {
    // A small tolerance prevents that rounding breaks a line that just fits.
    let room = (inner / text_width("x", SIZE) + 0.01) as usize;
    let lines = text.lines().flat_map(|line| wrapped(line, room, CAPTION_LINES));
    for line in lines.take(CAPTION_LINES) {
        let at = Point::new(MARGIN, y + LINE / 2.0);
        canvas.label("caption", Label::new(line, at, SIZE, Align::Start), BLACK);
        y += LINE;
    }
    y + 8.0
}

/// Describes the board for screen readers.
fn description(diagram: &Diagram) -> String {
    let (width, height) = (diagram.shape.width(), diagram.shape.height());
    let rows = diagram.squares.chunks(usize::from(width)).map(|row| {
        let letter = |square: &Square| match square {
            Square::Empty => '.',
            Square::Stone(Player::Left) => 'x',
            Square::Stone(Player::Right) => 'o',
            Square::Blocked => '#',
        };
        row.iter().map(letter).collect::<String>()
    });
    let mut text =
        format!("A board, {width} wide and {height} high: {}.", rows.collect::<Vec<_>>().join("/"));
    let mut first = vec![None; diagram.labels.len()];
    for cell in diagram.cells() {
        if let Some(group) = diagram.member(cell) {
            first[group].get_or_insert_with(|| cell.name(height));
        }
    }
    for (label, cell) in diagram.labels.iter().zip(first) {
        let place = cell.map(|name| format!(" at {name}")).unwrap_or_default();
        let _ = write!(text, " Group{place}: {}.", cut(label));
    }
    if !diagram.caption.is_empty() {
        let _ = write!(text, " {}", diagram.caption);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{cut, letters};

    #[test]
    fn letters_as_in_a_spreadsheet() {
        assert_eq!([0, 25, 26, 27, 701, 702].map(letters), ["A", "Z", "AA", "AB", "ZZ", "AAA"]);
    }

    #[test]
    fn long_labels_are_cut() {
        assert_eq!(cut(&"x".repeat(100)), "x".repeat(100));
        assert_eq!(cut(&"x".repeat(101)), "x".repeat(100) + "… (101 characters)");
        assert_eq!(cut(&"値".repeat(60)), "値".repeat(50) + "… (60 characters)");
    }
}
