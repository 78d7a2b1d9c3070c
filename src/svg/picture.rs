//! What is drawn, as plain data: shapes and labels with their places.

use std::fmt;

/// A finished picture: shapes on a white ground, the later ones over the earlier ones.
///
/// It is plain data, so that a program can look at it, draw it by other means, or write it as SVG:
/// [`Display`](fmt::Display) writes a whole SVG 1.1 document without scripts, style sheets or fonts.
/// The text is the same for the same input on every machine.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot::svg::{self, Options};
/// let g: CanonicalForm = "{2|-1}".parse()?;
/// let picture = svg::thermograph(&g.thermograph(), &Options::titled("{2|-1}"));
/// assert!(picture.to_string().starts_with("<?xml"));
/// assert!(picture.labels().any(|label| label.text == "3/2"));
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Picture {
    /// What the picture is called.
    pub title: String,
    /// What it shows, in words, for those who cannot see it.
    pub description: String,
    /// The width of the ground, in the units of all places.
    pub width: f64,
    /// The height of the ground.
    pub height: f64,
    /// The width to be shown at, in pixels: that of the ground unless another one was asked for.
    pub shown_width: f64,
    /// What is drawn.
    pub shapes: Vec<Shape>,
}

/// A place: `x` counts to the right, `y` downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the upper edge.
    pub y: f64,
}

impl Point {
    /// The point with these coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
}

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8, pub u8, pub u8);

/// As SVG writes it: `#0072b2`.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub colour: Colour,
    /// Its width.
    pub width: f64,
    /// The lengths of a dash and of the gap after it; a solid line has none.
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

/// One thing that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What it stands for, as `left-wall` or `node`: the `class` in SVG.
    pub class: &'static str,
    /// What it is.
    pub kind: ShapeKind,
    /// The colour inside.
    pub fill: Option<Colour>,
    /// The line around.
    pub stroke: Option<Stroke>,
}

/// What a [`Shape`] is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeKind {
    /// Straight lines from point to point, in one or more pieces.
    Lines {
        /// The pieces.
        pieces: Vec<Vec<Point>>,
        /// Whether each piece ends where it began.
        closed: bool,
    },
    /// A disc or a circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
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
    /// The middle of the text's height, and across that what `align` says.
    pub at: Point,
    /// The size of the font.
    pub size: f64,
    /// Which end of the text is at that place.
    pub align: Align,
    /// Whether the text is written upwards.
    pub upwards: bool,
    /// Whether it is bold.
    pub bold: bool,
}

/// Which part of a label is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Where the text begins.
    Start,
    /// Its middle.
    Middle,
    /// Where it ends.
    End,
}

/// The width of a character, as a share of the size of the font.
const ADVANCE: f64 = 0.602;

/// How many characters of the usual width the text takes: East Asian ones and symbols count twice.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{1100}' && c != '…' { 2 } else { 1 }).sum()
}

/// The width of a text.
pub(super) fn text_width(text: &str, size: f64) -> f64 {
    columns(text) as f64 * ADVANCE * size
}

impl Label {
    /// A label of the usual kind.
    pub(super) fn new(text: impl Into<String>, at: Point, size: f64, align: Align) -> Label {
        Label { text: text.into(), at, size, align, upwards: false, bold: false }
    }

    /// The upper left and the lower right corner of the room that the text takes.
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
    /// A picture of one's own: its name, what it shows in words, its width and height, and its shapes.
    ///
    /// # Examples
    /// ```
    /// use dicot::svg::{Colour, Picture, Point, Shape, ShapeKind};
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

    /// The labels, in the order in which they are drawn.
    pub fn labels(&self) -> impl Iterator<Item = &Label> {
        self.shapes.iter().filter_map(|shape| match &shape.kind {
            ShapeKind::Text(label) => Some(label),
            _ => None,
        })
    }

    /// The shapes that stand for the same, in the order in which they are drawn.
    pub fn of_class<'a>(&'a self, class: &'a str) -> impl Iterator<Item = &'a Shape> {
        self.shapes.iter().filter(move |shape| shape.class == class)
    }
}
