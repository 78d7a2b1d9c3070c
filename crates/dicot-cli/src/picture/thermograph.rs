//! `dicot thermograph`: the thermograph of a game.

use dicot::{Store, svg};

use super::{PictureArgs, output};
use crate::arguments::Options;
use crate::failure::Failure;
use crate::shelf::parse;
use crate::status::Status;

/// Draws the thermograph of an expression.
pub(crate) fn thermograph(
    expression: &str,
    arguments: &PictureArgs,
    options: &Options,
) -> Result<Status, Failure> {
    let (store, bounds) = (Store::new(), options.limits.bounds());
    let game = parse(expression, &store, &bounds)?;
    let thermograph = store.within(&bounds).thermograph(&game)?;
    output::write(&svg::thermograph(&thermograph, &arguments.options(expression)), arguments)?;
    Ok(Status::Done)
}
