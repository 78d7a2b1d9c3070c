//! Pictures: thermographs, boards with their components, and games as trees, as SVG. Behind the
//! feature `svg`, which needs no other crate.
//!
//! A picture is plain data first ([`Picture`]), and becomes SVG when it is written with `{}`.
//!
//! # Examples
//! ```
//! use dicot::CanonicalForm;
//! use dicot::svg::{self, Options};
//! let g: CanonicalForm = "{4|{2|-4}}".parse()?;
//! let picture = svg::thermograph(&g.thermograph(), &Options::titled("{4||2|-4}"));
//! let text = picture.to_string(); // write this to a file
//! assert!(text.contains("<title>{4||2|-4}</title>"));
//! # Ok::<_, dicot::ParseFormError>(())
//! ```

mod board;
mod canvas;
mod picture;
mod spread;
mod thermograph;
mod tree;
mod write;

pub use board::{Diagram, Square, board};
pub use picture::{Align, Colour, Label, Picture, Point, Shape, ShapeKind, Stroke};
pub use thermograph::thermograph;
pub use tree::{TreeError, TreeOptions, tree};

/// What all pictures can be told.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot::svg::{self, Options};
/// let options = Options { title: Some("up".to_owned()), width: Some(300) };
/// let picture = svg::thermograph(&CanonicalForm::UP.thermograph(), &options);
/// assert_eq!((picture.title.as_str(), picture.shown_width), ("up", 300.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Written above the picture; of a very long one, how it begins.
    pub title: Option<String>,
    /// The width to be shown at, in pixels, at which the height is in proportion. If none is given,
    /// labels have 12 pixels. A [`thermograph()`] is drawn for a width that is
    /// smaller than usual.
    pub width: Option<u32>,
}

impl Options {
    /// The usual options, and a title.
    pub fn titled(title: impl Into<String>) -> Options {
        Options { title: Some(title.into()), ..Options::default() }
    }
}
