//! Pictures of tables of numbers: a square for each of them, the darker the greater.

use crate::Options;
use crate::canvas::{Canvas, GREY, LEFT, LINE, MARGIN, SIZE, rectangle};
use crate::picture::{Align, Colour, Label, Picture, Point, Stroke, text_width};

/// The number of shades, white included. Chosen by viewing drawings of nim values of 20 x 20 and 100 x 100 pairs: more are not
/// told apart.
const SHADES: u32 = 16;

/// Draws a table of numbers: a square of `side` pixels for each of them, white for 0 and the darker the greater it is. Rows may have
/// different lengths.
///
/// # Examples
/// ```
/// let picture = dicot_svg::intensity(&[vec![0, 1], vec![1, 0]], 8, &Default::default());
/// assert!(picture.description.contains("2 rows"));
/// assert_eq!(picture.of_class("numbers").count(), 1); // all squares of a shade are one shape
/// ```
///
/// # Complexity
/// O(*n*) for *n* numbers.
pub fn intensity(rows: &[Vec<u32>], side: u8, options: &Options) -> Picture {
    let greatest = rows.iter().flatten().copied().max().unwrap_or(0);
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let side = f64::from(side.max(1));
    let legend = format!("white is 0, the darkest {greatest}");
    let [table_width, table_height] = [columns, rows.len()].map(|count| count as f64 * side);
    let width = 2.0 * MARGIN + table_width.max(text_width(&legend, SIZE));
    let mut canvas = Canvas::default();
    let top = canvas.heading(options, width);
    let mut squares = vec![Vec::new(); SHADES as usize];
    for (y, row) in rows.iter().enumerate() {
        for (x, &number) in row.iter().enumerate() {
            let [x, y] = [MARGIN + x as f64 * side, top + y as f64 * side];
            squares[shade(number, greatest)].push(rectangle(x, y, side, side));
        }
    }
    for (shade, squares) in squares.into_iter().enumerate().skip(1) {
        if !squares.is_empty() {
            canvas.area("numbers", squares, colour(shade), None);
        }
    }
    let frame = rectangle(MARGIN, top, table_width, table_height);
    let closed = frame.iter().chain(&frame[..1]).copied().collect();
    canvas.line("frame", closed, Stroke::solid(GREY, 1.0));
    let bottom = top + table_height + LINE;
    let at = Point::new(MARGIN, bottom);
    canvas.label("legend", Label::new(legend.clone(), at, SIZE, Align::Start), GREY);
    let count = rows.len();
    let description =
        format!("A table of {count} rows and {columns} columns of numbers: {legend}.");
    canvas.finish(options, "Table", description, [width, bottom + LINE])
}

/// The shade of a number: 0 is white, and only for 0.
fn shade(number: u32, greatest: u32) -> usize {
    let scaled = u64::from(number) * u64::from(SHADES - 1);
    scaled.div_ceil(u64::from(greatest.max(1))) as usize
}

/// From white to the colour of Left.
fn colour(shade: usize) -> Colour {
    let part = |full: u8| {
        let distance = u32::from(255 - full) * shade as u32 / (SHADES - 1);
        255 - distance as u8
    };
    Colour(part(LEFT.0), part(LEFT.1), part(LEFT.2))
}
