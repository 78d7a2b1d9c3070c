//! What `full.rs` has, for a build without that feature: its options do not exist, and nothing follows from them.

use std::io;
use std::sync::Arc;

use clap::Args;
use dicot::analysis::ValueSource;
use dicot::rules::{AnyPosition, AnyRuleset};
use dicot::solver::Solver;
use dicot::{Limits, Player};
use dicot_api::answers::solve::Answer;
use dicot_svg::Picture;

use crate::arguments::Options;
use crate::command::Row;
use crate::failure::{Failure, without};
use crate::find::{Criteria, HotBoards};
use crate::progress::ProgressLine;
use crate::style::Style;

pub(crate) const MISSING_OPTIONS: &[&str] =
    &["--db", "--certificate", "--census", "--hot", "--seed", "--tries", "--degree"];

macro_rules! full {
    (Row::$row:ident $(::<$($args:ident)::+>)? ($name:literal $($rest:tt)*) $($more:tt)*) => {
        Row::missing($name)
    };
}
pub(crate) use full;

impl Row {
    pub(crate) const fn missing(name: &'static str) -> Row {
        let mut row = Row::group(name, |command| command, &[]);
        row.is_missing = true;
        row
    }
}

#[derive(Args)]
pub(crate) struct DbFiles {}

impl DbFiles {
    pub(crate) fn open(&self) -> io::Result<Vec<Arc<dyn ValueSource>>> {
        Ok(Vec::new())
    }
}

#[derive(Args)]
pub(crate) struct CensusFile {}

impl CensusFile {
    pub(crate) fn positions(
        &self,
        _: &Criteria,
        _: &Limits,
    ) -> Option<Result<Vec<String>, Failure>> {
        None
    }
}

#[derive(Args)]
pub(crate) struct Hot {}

impl Hot {
    pub(crate) fn is_given(&self) -> bool {
        false
    }

    pub(crate) fn search(
        &self,
        _: &AnyRuleset,
        _: (Option<u16>, bool, Option<&AnyPosition>),
        _count: usize,
        _: &Options,
        _: &Limits,
        _: &ProgressLine,
    ) -> Result<HotBoards, Failure> {
        Ok(HotBoards::default())
    }
}

#[derive(Args)]
pub(crate) struct CertificateFile {}

impl CertificateFile {
    pub(crate) fn check(&self, _force: bool) -> io::Result<()> {
        Ok(())
    }

    pub(crate) fn write(
        &self,
        _: &mut Solver,
        _: &Answer,
        _: Option<Player>,
        _json: bool,
        _: Style,
    ) -> Result<Option<String>, Failure> {
        Ok(None)
    }
}

pub(crate) fn png(_: &Picture, _: Option<u32>) -> Result<Vec<u8>, String> {
    Err(without("PNG"))
}
