//! The worksheet as a file, and the file that is read at each start.

use std::env;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use dicot_calc::{Document, Entry, Part};

use crate::failure::{Failure, about};
use crate::saved;

/// A worksheet, and the file in which it is saved, if any.
#[derive(Default)]
pub(super) struct Kept {
    pub(super) document: Document,
    file: Option<PathBuf>,
}

impl Kept {
    /// Opens a file; one that is missing is saved with the first entry.
    pub(super) fn open(path: &Path) -> io::Result<Kept> {
        let file = worksheet_path(path)?;
        let document = read(path)?.unwrap_or_default();
        Ok(Kept { document, file: Some(file) })
    }

    /// The folder of the file.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.file.as_deref()?.parent()
    }

    /// Adds a part, and saves.
    pub(super) fn add(&mut self, part: Part) -> Result<(), Failure> {
        self.document.parts.push(part);
        self.save()
    }

    /// Removes the last entry, and saves.
    pub(super) fn remove_last(&mut self) -> Result<Entry, Failure> {
        let entry = self.document.remove_last_entry();
        let entry = entry.ok_or_else(|| Failure::new("there is no entry to undo"))?;
        self.save()?;
        Ok(entry)
    }

    /// Saves in another file from now on, which must not exist; a name without an ending gets the usual one. Returns the name.
    pub(super) fn save_as(&mut self, name: &str) -> Result<String, Failure> {
        let mut path = PathBuf::from(name);
        if path.extension().is_none() {
            path.set_extension(Document::EXTENSION);
        }
        let path = worksheet_path(&path).map_err(not_saved)?;
        let shown = path.display().to_string();
        if path.exists() && self.file.as_ref() != Some(&path) {
            return Err(Failure::new(format!("{shown} exists; choose another name")));
        }
        let before = self.file.replace(path);
        self.save().inspect_err(|_| self.file = before)?;
        Ok(shown)
    }

    /// Writes the file, if there is one.
    pub(super) fn save(&self) -> Result<(), Failure> {
        let Some(path) = &self.file else { return Ok(()) };
        let text = self.document.to_string();
        saved::write(path, |mut file| file.write_all(text.as_bytes())).map_err(not_saved)
    }
}

/// The error of a file that is not written, after which the program goes on.
fn not_saved(error: io::Error) -> Failure {
    Failure::new(format!("not saved: {error}"))
}

fn worksheet_path(path: &Path) -> io::Result<PathBuf> {
    Document::check_name(path).map_err(|why| about(path, why))?;
    Ok(saved::target(path))
}

/// Reads the worksheet in a file; `None` if the file is missing.
fn read(path: &Path) -> io::Result<Option<Document>> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(about(path, error)),
        Ok(text) => Ok(Some(Document::read(&text))),
    }
}

/// The worksheet of the start: `dicot/start.dicot` in the folder for the configuration of programs, after the XDG base directory
/// specification. `None` if there is no such file.
pub(super) fn start() -> Option<(PathBuf, io::Result<Document>)> {
    let folder = folder("XDG_CONFIG_HOME", &[".config"], "APPDATA")?;
    let path = folder.join("dicot").join("start.dicot");
    let document = read(&path).transpose()?;
    Some((path, document))
}

/// The folder that a variable of the environment names, or that in the home folder, or that of another variable.
pub(super) fn folder(variable: &str, in_home: &[&str], otherwise: &str) -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    named(variable)
        .or_else(|| {
            named("HOME").map(|home| in_home.iter().fold(home, |path, part| path.join(part)))
        })
        .or_else(|| named(otherwise))
}
