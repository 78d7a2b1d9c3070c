//! `dicot tree`: a game as a tree.

use clap::Args;
use dicot::{LimitKind, Store, ValueError};
use dicot_svg::{TreeError, TreeOptions};

use super::{PictureArgs, output};
use crate::arguments::Options;
use crate::failure::Failure;
use crate::game::parse;
use crate::status::Status;

/// What of a game is drawn.
#[derive(Args)]
pub(crate) struct TreeArgs {
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

/// Draws the followers of an expression.
pub(crate) fn tree(
    expression: &str,
    arguments: &TreeArgs,
    options: &Options,
) -> Result<Status, Failure> {
    let (store, limits) = (Store::new(), options.limits.limits().starting_now());
    let game = parse(expression, &store, &limits)?;
    let look = TreeOptions {
        picture: arguments.picture.options(expression),
        nodes: arguments.nodes as usize,
        expand: arguments.expand,
    };
    let picture = dicot_svg::tree(&game, &look, &limits).map_err(|error| match error {
        TreeError::Value(error) => Failure::from(error),
        error @ TreeError::TooManyNodes { .. } => {
            let mut failure = Failure::new(format!("{error} (see --nodes)"));
            failure.value = Some(ValueError::Limit(LimitKind::Nodes(arguments.nodes.into())));
            failure
        }
        error => Failure::new(error.to_string()),
    })?;
    output::write(&picture, &arguments.picture).map(|()| Status::Done)
}
