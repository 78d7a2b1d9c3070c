//! The files in which the results of a solver are saved.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use dicot::ValueError;
use dicot::solver::{FORMAT_NAME, LoadError, Solver};

use crate::arguments::SolveArgs;
use crate::failure::{Failure, about};

/// The files that a solver loads and saves.
#[derive(Clone, Debug)]
pub(super) struct Files {
    load: Option<PathBuf>,
    save: Option<PathBuf>,
}

/// The temporary file that is renamed once it is complete.
fn part(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

/// What a file contains.
#[derive(PartialEq, Eq)]
enum Contents {
    Nothing,
    SavedSolver,
    Other,
}

impl Contents {
    fn of(path: &Path) -> io::Result<Contents> {
        let mut file = match File::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Contents::Nothing),
            file => file?,
        };
        let mut start = Vec::new();
        file.by_ref().take(FORMAT_NAME.len() as u64).read_to_end(&mut start)?;
        Ok(match start.as_slice() {
            [] => Contents::Nothing,
            FORMAT_NAME => Contents::SavedSolver,
            _ => Contents::Other,
        })
    }
}

impl Files {
    /// The files that the arguments name. Fails before a long search if nothing can be saved, or if saving would
    /// replace a file that this run does not go on from.
    pub(super) fn new(wanted: &SolveArgs) -> io::Result<Files> {
        let SolveArgs { load, save, force, .. } = wanted;
        // What a link leads to is replaced, and not the link.
        let save = save.as_ref().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()));
        let load = load.as_ref().map(|path| path.canonicalize().unwrap_or_else(|_| path.clone()));
        if let Some(path) = &save {
            if path.is_dir() {
                return Err(about(path, "is a directory"));
            }
            if path.exists() && !path.is_file() {
                return Err(about(path, "not a regular file"));
            }
            let part = part(path);
            if !force {
                let contents = Contents::of(path).map_err(|error| about(path, error))?;
                if contents == Contents::Other {
                    return Err(about(
                        path,
                        "not a file that solve saved; choose another name, or replace it with --force",
                    ));
                }
                if contents == Contents::SavedSolver && load != save {
                    let ways = format!(
                        "already contains a saved solver; add --load {} to go on from it, choose another name, \
                         or replace it with --force",
                        path.display()
                    );
                    return Err(about(path, ways));
                }
                if Contents::of(&part).is_ok_and(|contents| contents == Contents::Other) {
                    return Err(about(
                        &part,
                        "the temporary file is in the way, and solve did not write it; choose another name, \
                         or replace it with --force",
                    ));
                }
            }
            let tried = File::create(&part).and_then(|_| fs::remove_file(&part));
            tried.map_err(|error| about(path, error))?;
        }
        let mut load = load;
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

    /// Saves the solver, if the arguments ask for it. The old file stays until the new one is complete.
    pub(super) fn save(&self, solver: &Solver) -> io::Result<()> {
        let Some(path) = &self.save else { return Ok(()) };
        let part = part(path);
        let written = File::create(&part)
            .and_then(|file| solver.save(&file).and_then(|()| file.sync_all()))
            .and_then(|()| fs::rename(&part, path));
        written.map_err(|error| {
            let _ = fs::remove_file(&part);
            about(path, error)
        })
    }
}
