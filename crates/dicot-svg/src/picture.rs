//! Pictures as plain data: shapes and labels with coordinates.

use std::fmt;

/// A finished picture: shapes on a white background, later ones over earlier ones.
///
/// It is plain data, so that a program can inspect it or draw it by other means.
/// [`Display`](fmt::Display) writes a complete SVG 1.1 document without scripts, style sheets or fonts, and
/// [`to_tikz`](Picture::to_tikz) a picture for LaTeX. The text depends only on the input, not on the machine.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot_svg::{Options, thermograph};
/// let g: CanonicalForm = "{2|-1}".parse()?;
/// let picture = thermograph(&g.thermograph(), &Options::titled("{2|-1}"));
/// assert!(picture.to_string().starts_with("<?xml"));
/// assert!(picture.labels().any(|label| label.text == "3/2"));
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// The title.
    pub title: String,
    /// A description in words, for screen readers.
    pub description: String,
    /// The width of the background, in the units of all coordinates.
    pub width: f64,
    /// The height of the background.
    pub height: f64,
    /// The displayed width in pixels: [`width`](Picture::width) unless the options set another.
    pub shown_width: f64,
    /// The shapes, in drawing order.
    pub shapes: Vec<Shape>,
}

/// A point: `x` grows to the right, `y` downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the upper edge.
    pub y: f64,
}

impl Point {
    /// Creates the point with these coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// Writes the colour in SVG notation: `#0072b2`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// The colour.
    pub colour: Colour,
    /// The width.
    pub width: f64,
    /// The lengths of a dash and of the gap after it; `None` for a solid line.
    pub dash: Option<[f64; 2]>,
}

impl Stroke {
    pub(super) const fn solid(colour: Colour, width: f64) -> Stroke {
        Stroke { colour, width, dash: None }
    }

    pub(super) const fn dashed(colour: Colour, width: f64, dash: [f64; 2]) -> Stroke {
        Stroke { colour, width, dash: Some(dash) }
    }
}

/// A shape with its style.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The meaning, such as `left-wall` or `node`: the `class` attribute in SVG.
    pub class: &'static str,
    /// The geometry.
    pub kind: ShapeKind,
    /// The colour of the interior.
    pub fill: Option<Colour>,
    /// The outline.
    pub stroke: Option<Stroke>,
}

/// The geometry of a [`Shape`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeKind {
    /// Polylines.
    Lines {
        /// The points of each polyline.
        pieces: Vec<Vec<Point>>,
        /// Whether each polyline is closed.
        closed: bool,
    },
    /// A circle or a disc.
    Circle {
        /// The centre.
        centre: Point,
        /// The radius.
        radius: f64,
    },
    /// A line of text.
    Text(Label),
}

/// A line of text in a monospaced font, in which every character is `0.6` of its size wide.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The text.
    pub text: String,
    /// The anchor: vertically the middle of the text, horizontally according to `align`.
    pub at: Point,
    /// The size of the font.
    pub size: f64,
    /// The part of the text at the anchor.
    pub align: Align,
    /// Whether the text runs upwards.
    pub upwards: bool,
    /// Whether the text is bold.
    pub bold: bool,
}

/// The part of a label at its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// The start of the text.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// The width of a character divided by the font size: the value of DejaVu Sans Mono.
const ADVANCE: f64 = 0.602;

/// The width of a text in columns: East Asian characters and symbols count twice.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{1100}' && c != '…' { 2 } else { 1 }).sum()
}

/// The width of a text in the units of the picture.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    columns(text) as f64 * ADVANCE * size
}

impl Label {
    /// Creates a horizontal label of normal weight.
    pub(super) fn new(text: impl Into<String>, at: Point, size: f64, align: Align) -> Label {
        Label { text: text.into(), at, size, align, upwards: false, bold: false }
    }

    /// The upper left and the lower right corner of the text's bounding box.
    pub fn bounds(&self) -> (Point, Point) {
        let (length, half) = (text_width(&self.text, self.size), self.size * 0.6);
        let before = match self.align {
            Align::Start => 0.0,
            Align::Middle => length / 2.0,
            Align::End => length,
        };
        let Point { x, y } = self.at;
        if self.upwards {
            (Point::new(x - half, y + before - length), Point::new(x + half, y + before))
        } else {
            (Point::new(x - before, y - half), Point::new(x - before + length, y + half))
        }
    }
}

impl Picture {
    /// Creates a picture from a title, a description in words, width and height, and shapes.
    ///
    /// # Examples
    /// ```
    /// use dicot_svg::{Colour, Picture, Point, Shape, ShapeKind};
    /// let kind = ShapeKind::Circle { centre: Point::new(20.0, 20.0), radius: 8.0 };
    /// let stone = Shape { class: "stone", kind, fill: Some(Colour(0, 0x72, 0xb2)), stroke: None };
    /// let picture = Picture::new("a stone", "One blue stone.", [40.0, 40.0], vec![stone]);
    /// assert!(picture.to_string().contains("<title>a stone</title>"));
    /// ```
    pub fn new(
        title: impl Into<String>,
        description: impl Into<String>,
        [width, height]: [f64; 2],
        shapes: Vec<Shape>,
    ) -> Picture {
        let (title, description) = (title.into(), description.into());
        Picture { title, description, width, height, shown_width: width, shapes }
    }

    /// The labels, in drawing order.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        self.shapes.iter().filter_map(|shape| match &shape.kind {
            ShapeKind::Text(label) => Some(label),
            _ => None,
        })
    }

    /// The shapes of a class, in drawing order.
    pub fn of_class<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a Shape> {
        self.shapes.iter().filter(move |shape| shape.class == class)
    }
}
