//! The files in which the results of a solver are saved.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use dicot::ValueError;
use dicot::solver::{FORMAT_NAME, LoadError, Solver};

use super::SolveArgs;
use crate::failure::{Failure, about};
use crate::saved::{self, Contents};

/// The files that a solver loads and saves.
#[derive(Clone, Debug)]
pub(super) struct Files {
    load: Option<PathBuf>,
    save: Option<PathBuf>,
}

impl Files {
    /// The files that the arguments name. Fails before a long search if nothing can be saved, or if saving would
    /// replace a file that this run does not go on from.
    pub(super) fn new(wanted: &SolveArgs) -> io::Result<Files> {
        let SolveArgs { load, save, force, .. } = wanted;
        let [save, mut load] = [save, load].map(|path| path.as_deref().map(saved::target));
        if let Some(path) = &save
            && saved::check(path, FORMAT_NAME, "solve", *force)? == Contents::Saved
            && load != save
        {
            let ways = format!(
                "already contains a saved solver; add --load {} to go on from it, choose another name, \
                 or replace it with --force",
                path.display()
            );
            return Err(about(path, ways));
        }
        // A run that can be repeated until it is done begins without a file.
        if load.is_some() && load == save && load.as_ref().is_some_and(|path| !path.exists()) {
            load = None;
        }
        Ok(Files { load, save })
    }

    /// Whether there is a file to load.
    pub(super) fn has_any(&self) -> bool {
        self.load.is_some()
    }

    /// Whether results are saved.
    pub(super) fn are_written(&self) -> bool {
        self.save.is_some()
    }

    /// Loads the file of an earlier run, if any.
    pub(super) fn load(&self, solver: &mut Solver) -> io::Result<()> {
        let Some(path) = &self.load else { return Ok(()) };
        let loaded = File::open(path).map_err(LoadError::Io).and_then(|file| solver.load(file));
        loaded.map_err(|error| match error {
            LoadError::Limit(limit) => {
                about(path, Failure::from(ValueError::Limit(limit)).message())
            }
            LoadError::Io(error) if error.kind() == ErrorKind::NotFound => {
                about(path, "no such file")
            }
            _ => about(path, error),
        })
    }

    /// Saves the solver, if the arguments ask for it.
    pub(super) fn save(&self, solver: &Solver) -> io::Result<()> {
        let Some(path) = &self.save else { return Ok(()) };
        saved::write(path, |file| solver.save(file))
    }
}
