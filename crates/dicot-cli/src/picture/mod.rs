//! Pictures: `dicot thermograph`, `dicot board` and `dicot tree`.

mod board;
mod output;
#[cfg(feature = "full")]
pub(crate) mod png;
mod thermograph;
mod tree;

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};

pub(crate) use board::BoardArgs;
pub(crate) use output::{Target, save, write};
pub(crate) use thermograph::ThermographArgs;
pub(crate) use tree::TreeArgs;

/// The file and the look of a picture.
#[derive(Args)]
pub(crate) struct PictureArgs {
    /// The file to write, .svg, .png, or .tex for TikZ; by default SVG on standard output
    #[arg(short, long, value_name = "FILE",
        value_parser = PathBufValueParser::new().try_map(output::Target::new))]
    output: Option<output::Target>,
    /// The title, or '' for none; by default the expression or position
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// The width in pixels; by default that at which labels have 12 pixels, in a PNG 24
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=16_384))]
    width: Option<u32>,
}

impl PictureArgs {
    /// Whether the picture is to be written to a file.
    pub(crate) fn has_file(&self) -> bool {
        self.output.is_some()
    }

    /// The options of the picture, with a title if the arguments have none.
    pub(crate) fn options(&self, title: &str) -> dicot_svg::Options {
        let title = self.title.clone().unwrap_or_else(|| title.to_owned());
        dicot_svg::Options { title: Some(title).filter(|t| !t.is_empty()), width: self.width }
    }
}
