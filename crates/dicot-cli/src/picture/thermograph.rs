//! `dicot thermograph`: the thermograph of a game.

use dicot::Store;

use super::{PictureArgs, output};
use crate::arguments::Options;
use crate::failure::Failure;
use crate::status::Status;

/// Draws the thermograph of an expression.
pub(crate) fn thermograph(
    expression: &str,
    arguments: &PictureArgs,
    options: &Options,
) -> Result<Status, Failure> {
    let (store, limits) = (Store::new(), options.limits.limits().starting_now());
    let calculation = &mut store.calculate(&limits);
    let value = dicot_calc::evaluate(expression, calculation);
    let value = value.map_err(|error| Failure::notation(expression, &error))?;
    let thermograph = value.thermograph(calculation)?;
    let thermograph =
        thermograph.ok_or_else(|| Failure::new("this is neither a game nor a thermograph"))?;
    let picture = dicot_svg::loopy_thermograph(&thermograph, &arguments.options(expression));
    output::write(&picture, arguments)?;
    Ok(Status::Done)
}
