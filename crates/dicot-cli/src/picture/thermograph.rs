//! `dicot thermograph`: the thermograph of a game.

use clap::Args;
use dicot::Store;

use super::{PictureArgs, output};
use crate::arguments::NOTATION_HELP;
use crate::command::{Command, Failure, Options, Status};

/// Draw the thermograph of a game, as SVG, PNG or TikZ
#[derive(Args)]
#[command(after_help = NOTATION_HELP)]
pub(crate) struct ThermographArgs {
    /// An expression in the usual notation
    #[arg(allow_hyphen_values = true)]
    expression: String,
    #[command(flatten)]
    picture: PictureArgs,
}

impl Command for ThermographArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let expression = &self.expression;
        let (store, limits) = (Store::new(), options.limits.limits().starting_now());
        let calculation = &mut store.calculate(&limits);
        let value = dicot_calc::evaluate(expression, calculation);
        let value = value.map_err(|error| Failure::notation(expression, &error))?;
        let thermograph = value.thermograph(calculation)?;
        let thermograph =
            thermograph.ok_or_else(|| Failure::new("this is neither a game nor a thermograph"))?;
        let look = self.picture.options(expression);
        output::write(&dicot_svg::loopy_thermograph(&thermograph, &look), &self.picture)?;
        Ok(Status::Done)
    }
}
