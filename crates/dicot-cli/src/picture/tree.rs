//! `dicot tree`: a game as a tree.

use clap::Args;
use dicot::{LimitKind, Store, ValueError};
use dicot_svg::{TreeError, TreeOptions};

use super::{PictureArgs, output};
use crate::arguments::NOTATION_HELP;
use crate::command::{Command, Failure, Options, Status};
use crate::game::parse;

/// Draw a game as a tree, with shared parts drawn once
#[derive(Args)]
#[command(after_help = NOTATION_HELP)]
pub(crate) struct TreeArgs {
    /// An expression in the usual notation
    #[arg(allow_hyphen_values = true)]
    expression: String,
    /// The most games to draw
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        value_parser = clap::value_parser!(u32).range(1..=10_000)
    )]
    nodes: u32,
    /// Draw the options of numbers, nimbers and ups as well
    #[arg(long)]
    expand: bool,
    #[command(flatten)]
    picture: PictureArgs,
}

impl Command for TreeArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (store, limits) = (Store::new(), options.limits.limits().starting_now());
        let game = parse(&self.expression, &store, &limits)?;
        let look = TreeOptions {
            picture: self.picture.options(&self.expression),
            nodes: self.nodes as usize,
            expand: self.expand,
        };
        let picture = dicot_svg::tree(&game, &look, &limits).map_err(|error| match error {
            TreeError::Value(error) => Failure::from(error),
            error @ TreeError::TooManyNodes { .. } => {
                let mut failure = Failure::new(format!("{error} (see --nodes)"));
                failure.value = Some(ValueError::Limit(LimitKind::Nodes(self.nodes.into())));
                failure
            }
            error => Failure::new(error.to_string()),
        })?;
        output::write(&picture, &self.picture).map(|()| Status::Done)
    }
}
