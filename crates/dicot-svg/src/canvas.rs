//! A builder of pictures, with the colours and sizes that all pictures share.

use crate::Options;
use crate::picture::{
    Align, Colour, Label, Picture, Point, Shape, ShapeKind, Stroke, columns, text_width,
};

pub(super) const BLACK: Colour = Colour(0x1a, 0x1a, 0x1a);
pub(super) const GREY: Colour = Colour(0x70, 0x70, 0x70);
pub(super) const PALE: Colour = Colour(0xdd, 0xdd, 0xdd);
pub(super) const WHITE: Colour = Colour(0xff, 0xff, 0xff);

/// The colours of Left and Right: blue and vermilion of the palette of Okabe and Ito, which colour-blind readers can
/// distinguish.
pub(super) const LEFT: Colour = Colour(0x00, 0x72, 0xb2);
pub(super) const RIGHT: Colour = Colour(0xd5, 0x5e, 0x00);

/// The margin of a picture.
pub(super) const MARGIN: f64 = 16.0;
/// The font size of most labels, and their line height.
pub(super) const SIZE: f64 = 12.0;
pub(super) const LINE: f64 = 16.0;

const TITLE_SIZE: f64 = 15.0;
const TITLE_LINE: f64 = 20.0;
/// The maximum number of lines of a title.
const TITLE_LINES: usize = 3;

#[derive(Default)]
pub(super) struct Canvas {
    shapes: Vec<Shape>,
}

impl Canvas {
    fn put(
        &mut self,
        class: &'static str,
        kind: ShapeKind,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    ) {
        self.shapes.push(Shape { class, kind, fill, stroke });
    }

    pub(super) fn line(&mut self, class: &'static str, points: Vec<Point>, stroke: Stroke) {
        self.lines(class, vec![points], stroke);
    }

    pub(super) fn lines(&mut self, class: &'static str, pieces: Vec<Vec<Point>>, stroke: Stroke) {
        if !pieces.is_empty() {
            self.put(class, ShapeKind::Lines { pieces, closed: false }, None, Some(stroke));
        }
    }

    pub(super) fn area(
        &mut self,
        class: &'static str,
        pieces: Vec<Vec<Point>>,
        fill: Colour,
        stroke: Option<Stroke>,
    ) {
        self.put(class, ShapeKind::Lines { pieces, closed: true }, Some(fill), stroke);
    }

    pub(super) fn circle(
        &mut self,
        class: &'static str,
        centre: Point,
        radius: f64,
        fill: Colour,
        stroke: Option<Stroke>,
    ) {
        self.put(class, ShapeKind::Circle { centre, radius }, Some(fill), stroke);
    }

    pub(super) fn label(&mut self, class: &'static str, label: Label, colour: Colour) {
        self.put(class, ShapeKind::Text(label), Some(colour), None);
    }

    /// Draws the title in up to three lines; returns the y coordinate below it.
    pub(super) fn heading(&mut self, options: &Options, width: f64) -> f64 {
        let mut y = MARGIN;
        let Some(title) = &options.title else { return y };
        let room = (width - 2.0 * MARGIN) / text_width("x", TITLE_SIZE);
        for text in wrapped(title, room as usize, TITLE_LINES) {
            let at = Point::new(MARGIN, y + TITLE_LINE / 2.0);
            let label = Label::new(text, at, TITLE_SIZE, Align::Start);
            self.label("title", Label { bold: true, ..label }, BLACK);
            y += TITLE_LINE;
        }
        y + 4.0
    }

    pub(super) fn finish(
        self,
        options: &Options,
        name: &str,
        description: String,
        [width, height]: [f64; 2],
    ) -> Picture {
        Picture {
            title: options.title.clone().unwrap_or_else(|| name.to_owned()),
            description,
            width,
            height,
            shown_width: options.width.map_or(width, f64::from),
            shapes: self.shapes,
        }
    }
}

/// The corners of a rectangle.
pub(super) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Vec<Point> {
    let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
    corners.map(|(x, y)| Point::new(x, y)).to_vec()
}

/// Breaks a text into lines of at most `room` columns, and truncates it after `max` lines.
pub(super) fn wrapped(text: &str, room: usize, max: usize) -> Vec<String> {
    let room = room.max(2);
    let (mut lines, mut line, mut used) = (Vec::new(), String::new(), 0);
    for c in text.chars() {
        let width = columns(c.encode_utf8(&mut [0; 4]));
        if used + width > room {
            if lines.len() + 1 == max {
                line.pop();
                line.push('…');
                break;
            }
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        line.push(c);
        used += width;
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn long_titles_are_wrapped_and_cut() {
        assert_eq!(wrapped("abcde", 5, 3), ["abcde"]);
        assert_eq!(wrapped("abcdefg", 5, 3), ["abcde", "fg"]);
        assert_eq!(wrapped("abcdefghijkl", 3, 3), ["abc", "def", "gh…"]);
        assert_eq!(wrapped("値値値", 4, 3), ["値値", "値"]);
    }
}
