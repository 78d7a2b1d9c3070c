//! Pictures of thermographs, boards with their components, graphs, games as trees, and the values of heaps.
//!
//! A picture is plain data ([`Picture`]): shapes and labels with coordinates. [`Display`](std::fmt::Display) writes it
//! as SVG, [`Picture::to_tikz`] for LaTeX. SVG is a direct notation for lines, circles and labels: 150 lines, for which the crate needs
//! no other. Tests compare the places of walls with thermographs, and check that no label covers another. All labels are in a
//! monospaced font, because then their widths are known without a font.
//!
//! # Examples
//! ```
//! use dicot::CanonicalForm;
//! use dicot_svg::{Options, thermograph};
//! let g: CanonicalForm = "{4|{2|-4}}".parse()?;
//! let picture = thermograph(&g.thermograph(), &Options::titled("{4||2|-4}"));
//! let text = picture.to_string(); // write this to a file
//! assert!(text.contains("<title>{4||2|-4}</title>"));
//! # Ok::<_, dicot::ParseFormError>(())
//! ```

mod board;
mod canvas;
mod graph;
mod heaps;
mod intensity;
mod layers;
mod picture;
mod spread;
mod thermograph;
mod tikz;
mod tree;
mod write;

use dicot::rules::{AnyBoard, AnyPosition, Ruleset};

pub use board::{Diagram, Square, board};
pub use graph::graph;
pub use heaps::{HeapPeriod, heaps, scatter};
pub use intensity::intensity;
pub use picture::{Align, Colour, Label, Picture, Point, Shape, ShapeKind, Stroke};
pub use thermograph::{MAX_THERMOGRAPHS, loopy_thermograph, thermograph, thermographs};
pub use tree::{TreeError, TreeOptions, tree};

/// Draws a position on a graph, or on a board of cells. `None` for others, and for pieces that belong to nobody.
///
/// # Examples
/// ```
/// use dicot::rules::AnyPosition;
/// use dicot_svg::Options;
/// let draw = |text: &str| {
///     let position = text.parse::<AnyPosition>()?;
///     Ok(dicot_svg::position(&position, "value 1", &Options::default()))
/// };
/// assert_eq!(draw("konane:xo./.o.")?.unwrap().of_class("left-stone").count(), 1);
/// assert!(draw("kayles:3+1")?.is_none());
/// # Ok::<_, dicot::rules::ParseAnyError>(())
/// ```
pub fn position(position: &AnyPosition, caption: &str, options: &Options) -> Option<Picture> {
    match position.board() {
        AnyBoard::Graph(drawn, form) => Some(graph(&drawn, form, caption, options)),
        AnyBoard::Cells(grid) => {
            let mut diagram = Diagram::of_cells(&grid, position.spec())?;
            diagram.caption(caption);
            Some(board(&diagram, options))
        }
        _ => None,
    }
}

/// Options of all pictures.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot_svg::{Options, thermograph};
/// let options = Options { title: Some("up".to_owned()), width: Some(300) };
/// let picture = thermograph(&CanonicalForm::UP.thermograph(), &options);
/// assert_eq!((picture.title.as_str(), picture.shown_width), ("up", 300.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The text above the picture; a very long one is truncated.
    pub title: Option<String>,
    /// The displayed width in pixels; the height is in proportion. Without it, labels are 12 pixels high. A
    /// [`thermograph()`] that is narrower than usual is laid out for that width.
    pub width: Option<u32>,
}

impl Options {
    /// The default options with a title.
    pub fn titled(title: impl Into<String>) -> Options {
        Options { title: Some(title.into()), ..Options::default() }
    }
}
