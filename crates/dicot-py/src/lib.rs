//! The native module of the Python package `dicot`. The package in `python/dicot` imports it.
//!
//! Every computation releases Python's lock, can be interrupted by Ctrl-C, obeys the limits, and raises an exception
//! where the library returns an error; see `compute`.

mod analyzer;
mod arguments;
mod arrays;
mod batch;
mod bot;
mod campaign;
mod census;
mod compute;
mod errors;
mod explain;
mod game;
mod heap;
mod label;
mod latex;
mod loopy;
mod names;
mod numbers;
mod operation;
mod own;
mod picture;
mod position;
mod pretty;
mod session;
mod solve;
mod sum;
mod thermograph;
mod value;
mod values;
mod widgets;
mod worksheet;

use pyo3::prelude::*;

/// The native module; import dicot instead.
#[pymodule(gil_used = false)]
mod _dicot {
    #[pymodule_export]
    use crate::analyzer::Analyzer;
    #[pymodule_export]
    use crate::arguments::player_name;
    #[pymodule_export]
    use crate::arrays::Arrays;
    #[pymodule_export]
    use crate::batch::Games;
    #[pymodule_export]
    use crate::bot::{Bot, bots};
    #[pymodule_export]
    use crate::campaign::{Campaign, CampaignWorker};
    #[pymodule_export]
    use crate::census::{
        CensusPlan, CensusWorker, census_finished, census_here, read_census, write_census,
    };
    #[pymodule_export]
    use crate::errors::{LimitError, LoopError, ParseError};
    #[pymodule_export]
    use crate::explain::explain;
    #[pymodule_export]
    use crate::game::{Game, SortKey, evaluate, sort_key};
    #[pymodule_export]
    use crate::heap::{
        heap, heap_misere, heap_quotient, nim_power, nim_product, nim_quotient, nim_square_root,
    };
    #[pymodule_export]
    use crate::label::label;
    #[pymodule_export]
    use crate::latex::{latex_table, latex_text};
    #[pymodule_export]
    use crate::loopy::{LoopyGame, loopy_graph};
    #[pymodule_export]
    use crate::operation::{Operation, operations};
    #[pymodule_export]
    use crate::picture::Picture;
    #[pymodule_export]
    use crate::position::{
        Position, portable_rules, read_ruleset_file, read_ruleset_text, rulesets,
    };
    #[pymodule_export]
    use crate::session::{after_fork, before_fork, forget, limits, set_limits};
    #[pymodule_export]
    use crate::solve::solve;
    #[pymodule_export]
    use crate::sum::{Sum, value_of_own};
    #[pymodule_export]
    use crate::thermograph::Thermograph;
    #[pymodule_export]
    use crate::value::Value;
    #[pymodule_export]
    use crate::values::values;
    #[pymodule_export]
    use crate::widgets::{Request, widget_script};
    #[pymodule_export]
    use crate::worksheet::{Entry, Worksheet};

    use super::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
