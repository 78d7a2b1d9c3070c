//! `dicot thermograph`: the thermograph of a game.

use dicot::Store;

use super::{PictureArgs, output};
use crate::arguments::Options;
use crate::failure::Failure;
use crate::game::parse;
use crate::status::Status;

/// Draws the thermograph of an expression.
pub(crate) fn thermograph(
    expression: &str,
    arguments: &PictureArgs,
    options: &Options,
) -> Result<Status, Failure> {
    let (store, limits) = (Store::new(), options.limits.limits().starting_now());
    let game = parse(expression, &store, &limits)?;
    let thermograph = store.calculate(&limits).thermograph(&game)?;
    output::write(
        &dicot_svg::thermograph(&thermograph, &arguments.options(expression)),
        arguments,
    )?;
    Ok(Status::Done)
}
