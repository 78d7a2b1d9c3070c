//! The folder beside the output in which a census saves its results, so that it can continue after any end.
//!
//! It contains a file `plan` and numbered files, each written under another name, synced to disk and renamed:
//! `values-1` has a block of values and the numbers of their chunks, `rows-1` has chunks of rows. The process that
//! makes the census locks a file `lock`.
//!
//! The folder is usable whenever a process ends. `plan` is written first and removed last. If it is missing, the plan
//! is taken from the numbered files, each of which names it.

use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::seal::{Lines, checksum_line, verified};
use crate::{CensusError, Plan};

/// The folder, locked by this process.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    folder: PathBuf,
    /// Open as long as the census is being made; closing it releases the lock.
    lock: File,
    /// The number of the next file.
    next: u64,
    /// Files of rows, for reading them again.
    rows: Vec<PathBuf>,
}

/// The results of an earlier process.
#[derive(Debug, Default)]
pub(crate) struct Left {
    /// The files with values.
    values: Vec<PathBuf>,
    /// The places of the chunks of rows.
    pub(crate) rows: Vec<(usize, Place)>,
}

impl Left {
    /// Whether there are no files with values or rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.rows.is_empty()
    }
}

/// The place of a chunk of rows: the number of the file, the first byte and the length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    file: usize,
    start: u64,
    bytes: usize,
}

const PLAN_HEAD: &str = "dicot census 1";
const VALUES_HEAD: &str = "dicot checkpoint 1 values";
/// Names the number of classes of a chunk.
const ROWS_HEAD: &str = "dicot checkpoint 2 rows by 512";
const _: () = assert!(crate::worker::ROWS_PER_CHUNK == 512, "the head of files says so");

impl Checkpoint {
    /// Returns the folder of an output.
    pub(crate) fn folder(output: &Path) -> PathBuf {
        with_ending(output, ".checkpoint")
    }

    /// Opens or creates the folder of an output, and returns its contents. `purpose` is the line in the file `plan`.
    pub(crate) fn open(
        output: &Path,
        purpose: &str,
        plan: &Plan,
    ) -> Result<(Checkpoint, Left), CensusError> {
        let folder = Checkpoint::folder(output);
        let lock = lock(&folder)?;
        let mut checkpoint = Checkpoint { folder, lock, next: 1, rows: Vec::new() };
        let mut names = Vec::new();
        let entries =
            fs::read_dir(&checkpoint.folder).map_err(CensusError::of(&checkpoint.folder))?;
        for entry in entries {
            let entry = entry.map_err(CensusError::of(&checkpoint.folder))?;
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
        let mut left = Left::default();
        let mut numbered = Vec::new();
        let (mut has_plan, mut parts) = (false, Vec::new());
        for name in names {
            let path = checkpoint.folder.join(&name);
            if !is_ours(&name) {
                return Err(CensusError::File(path, "not a file of a census".to_owned()));
            }
            if name.ends_with(PART) {
                parts.push(path);
            } else if let Some(number) = number_of(&name) {
                checkpoint.next = checkpoint.next.max(number.saturating_add(1));
                numbered.push((number, path, name.starts_with("rows-")));
            } else if name == PLAN {
                has_plan = true;
            }
        }
        numbered.sort();
        if has_plan {
            checkpoint.check_plan(purpose)?;
        } else {
            for (_, path, _) in &numbered {
                checkpoint.check_plan_of(path, plan)?;
            }
        }
        for path in parts {
            // The process ended while it was writing the file.
            fs::remove_file(&path).map_err(CensusError::of(&path))?;
        }
        if !has_plan {
            checkpoint.write(PLAN, &[&format!("{PLAN_HEAD}\n{purpose}\n")])?;
        }
        for (_, path, has_rows) in numbered {
            if has_rows {
                left.rows.extend(checkpoint.read_rows(path, plan)?);
            } else {
                left.values.push(path);
            }
        }
        Ok((checkpoint, left))
    }

    /// Checks that the folder belongs to this plan.
    fn check_plan(&self, plan: &str) -> Result<(), CensusError> {
        let path = self.folder.join(PLAN);
        let text = read_text(&path)?;
        let mut lines = Lines::new(verified(&text).map_err(|error| about(&path, &error))?);
        lines.expect(PLAN_HEAD).map_err(|error| about(&path, &error))?;
        let found = lines.next().unwrap_or_default();
        if found != plan {
            return Err(CensusError::OtherPlan(self.folder.clone(), found.to_owned()));
        }
        Ok(())
    }

    /// Checks that a numbered file belongs to this plan. Damaged first lines are reported later, when the file is read.
    fn check_plan_of(&self, path: &Path, plan: &Plan) -> Result<(), CensusError> {
        let mut lines = BufReader::new(File::open(path).map_err(CensusError::of(path))?).lines();
        let (head, found) = (lines.next(), lines.next());
        match (head, found) {
            (Some(Ok(head)), Some(Ok(found)))
                if [VALUES_HEAD, ROWS_HEAD].contains(&&*head) && found != plan.to_string() =>
            {
                Err(CensusError::OtherPlan(self.folder.clone(), found))
            }
            _ => Ok(()),
        }
    }

    /// Reads the files of values. Passes each block to `take` and returns the numbers of the chunks.
    pub(crate) fn values(
        left: &Left,
        plan: &Plan,
        mut take: impl FnMut(&str) -> Result<(), CensusError>,
    ) -> Result<Vec<usize>, CensusError> {
        let mut chunks = Vec::new();
        for path in &left.values {
            let text = read_text(path)?;
            let mut read = || {
                let (head, block) = head_of(&text, VALUES_HEAD, plan)?;
                let numbers = head.split(' ').filter(|number| !number.is_empty());
                for range in numbers {
                    let (first, last) = range.split_once('-').unwrap_or((range, range));
                    match (first.parse::<u32>(), last.parse::<u32>()) {
                        (Ok(first), Ok(last)) if first <= last => {
                            chunks.extend(first as usize..=last as usize);
                        }
                        _ => return Err(problem("expected numbers of chunks")),
                    }
                }
                take(block)
            };
            read().map_err(|error| about(path, &error))?;
        }
        Ok(chunks)
    }

    /// Saves a block with the values of the chunks with these numbers.
    pub(crate) fn save_values(
        &mut self,
        plan: &Plan,
        chunks: &[usize],
        block: &str,
    ) -> Result<(), CensusError> {
        let mut head = format!("{VALUES_HEAD}\n{plan}\n");
        let mut sorted = chunks.to_vec();
        sorted.sort_unstable();
        for run in sorted.chunk_by(|a, b| a + 1 == *b) {
            // Writing to a string cannot fail.
            let _ = write!(head, "{}-{} ", run[0], run[run.len() - 1]);
        }
        head.push('\n');
        self.save("values", &[&head, block]).map(drop)
    }

    /// Saves chunks of rows and returns their places.
    pub(crate) fn save_rows(
        &mut self,
        plan: &Plan,
        chunks: &[(usize, String)],
    ) -> Result<Vec<(usize, Place)>, CensusError> {
        let mut head = format!("{ROWS_HEAD}\n{plan}\n");
        for (chunk, block) in chunks {
            // Writing to a string cannot fail.
            let _ = write!(head, "{chunk}:{} ", block.len());
        }
        head.push('\n');
        let mut start = head.len() as u64;
        let file = self.rows.len();
        let mut places = Vec::new();
        for (chunk, block) in chunks {
            places.push((*chunk, Place { file, start, bytes: block.len() }));
            start += block.len() as u64;
        }
        let text: Vec<&str> =
            std::iter::once(&*head).chain(chunks.iter().map(|(_, block)| &**block)).collect();
        let path = self.save("rows", &text)?;
        self.rows.push(path);
        Ok(places)
    }

    /// Reads a file of rows and returns the places of its chunks.
    fn read_rows(
        &mut self,
        path: PathBuf,
        plan: &Plan,
    ) -> Result<Vec<(usize, Place)>, CensusError> {
        let text = read_text(&path)?;
        let read = || {
            let (head, blocks) = head_of(&text, ROWS_HEAD, plan)?;
            // `blocks` is a slice of `text`.
            let mut start = (blocks.as_ptr() as usize - text.as_ptr() as usize) as u64;
            let mut places = Vec::new();
            for pair in head.split(' ').filter(|pair| !pair.is_empty()) {
                let numbers = pair.split_once(':').and_then(|(chunk, bytes)| {
                    Some((chunk.parse::<usize>().ok()?, bytes.parse::<usize>().ok()?))
                });
                let (chunk, bytes) = numbers.ok_or_else(|| problem("expected places of chunks"))?;
                places.push((chunk, Place { file: self.rows.len(), start, bytes }));
                start = start.saturating_add(bytes as u64);
            }
            if start > text.len() as u64 {
                return Err(problem("the chunks are longer than the file"));
            }
            Ok(places)
        };
        let places = read().map_err(|error| about(&path, &error))?;
        self.rows.push(path);
        Ok(places)
    }

    /// Reads a saved chunk of rows.
    pub(crate) fn rows_at(&self, place: Place) -> Result<String, CensusError> {
        let path = &self.rows[place.file];
        let mut text = vec![0; place.bytes];
        File::open(path)
            .and_then(|mut file| {
                file.seek(SeekFrom::Start(place.start))?;
                file.read_exact(&mut text)
            })
            .map_err(CensusError::of(path))?;
        String::from_utf8(text).map_err(|_| not_text(path))
    }

    /// Writes a numbered file.
    fn save(&mut self, kind: &str, text: &[&str]) -> Result<PathBuf, CensusError> {
        let name = format!("{kind}-{}", self.next);
        self.write(&name, text)?;
        self.next += 1;
        Ok(self.folder.join(name))
    }

    /// Writes the parts of a text and their checksum to a file. Whenever the file exists, it is complete.
    fn write(&self, name: &str, text: &[&str]) -> Result<(), CensusError> {
        let path = self.folder.join(name);
        let part = with_ending(&path, PART);
        File::create(&part)
            .and_then(|mut file| {
                for part in text.iter().copied().chain([&*checksum_line(text)]) {
                    file.write_all(part.as_bytes())?;
                }
                file.sync_all()
            })
            .map_err(CensusError::of(&part))?;
        rename(&part, &path)
    }

    /// The path of the output while it is being written.
    pub(crate) fn output_part(&self) -> PathBuf {
        self.folder.join(OUTPUT_PART)
    }

    /// Removes the folder when the census is done. The folder stays if it contains files of other origin.
    pub(crate) fn remove(self) -> Result<(), CensusError> {
        let entries = fs::read_dir(&self.folder).map_err(CensusError::of(&self.folder))?;
        let mut last = None;
        for entry in entries {
            let path = entry.map_err(CensusError::of(&self.folder))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name == PLAN {
                last = Some(path);
            } else if is_ours(&name) && name != LOCK {
                fs::remove_file(&path).map_err(CensusError::of(&path))?;
            }
        }
        // If the process is killed before this, the next one can remove the folder or continue from it.
        if let Some(path) = last {
            fs::remove_file(&path).map_err(CensusError::of(&path))?;
        }
        // Another process may be waiting for the lock; it will create its own folder.
        let _ = fs::remove_file(self.folder.join(LOCK));
        drop(self.lock);
        let _ = fs::remove_dir(&self.folder);
        Ok(())
    }
}

/// The suffix of files that are being written.
const PART: &str = ".part";
const OUTPUT_PART: &str = "output.part";
const LOCK: &str = "lock";
const PLAN: &str = "plan";

/// The number of a file with values or rows.
fn number_of(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("values-").or_else(|| name.strip_prefix("rows-"))?;
    digits.bytes().all(|c| c.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}

/// Whether a file of this name belongs to a census.
fn is_ours(name: &str) -> bool {
    let whole = name.strip_suffix(PART).unwrap_or(name);
    name == OUTPUT_PART || whole == PLAN || name == LOCK || number_of(whole).is_some()
}

/// Appends a suffix to the name of a file.
pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Renames a synced file and syncs its folder.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), CensusError> {
    fs::rename(from, to).map_err(CensusError::of(to))?;
    let folder = match to.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Not every system can sync a folder.
    if cfg!(unix) {
        File::open(folder).and_then(|folder| folder.sync_all()).map_err(CensusError::of(folder))?;
    }
    Ok(())
}

/// Creates the folder if necessary, and locks it.
fn lock(folder: &Path) -> Result<File, CensusError> {
    loop {
        match fs::create_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made.map_err(CensusError::of(folder))?,
        }
        let path = folder.join(LOCK);
        let opened = OpenOptions::new().create(true).truncate(false).write(true).open(&path);
        let file = match opened {
            // Another process has finished and removed the folder.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            file => file.map_err(CensusError::of(&path))?,
        };
        if !lock_file(&file).map_err(CensusError::of(&path))? {
            return Err(CensusError::Busy(folder.to_owned()));
        }
        if is_still_there(&file, &path) {
            return Ok(file);
        }
    }
}

/// Locks a file until it is closed. Returns `false` if another process has locked it.
#[cfg(unix)]
fn lock_file(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(true),
        Err(rustix::io::Errno::WOULDBLOCK) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn lock_file(_: &File) -> io::Result<bool> {
    Ok(true)
}

/// Whether the path still leads to the opened file.
#[cfg(unix)]
fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |data: fs::Metadata| (data.dev(), data.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(file), Ok(path)) => place(file) == place(path),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_still_there(_: &File, _: &Path) -> bool {
    true
}

/// The remedy for a damaged file, for errors.
const REMEDY: &str = "remove the file to go on without it";

fn not_text(path: &Path) -> CensusError {
    CensusError::File(path.to_owned(), format!("the file is damaged: it is not UTF-8; {REMEDY}"))
}

fn read_text(path: &Path) -> Result<String, CensusError> {
    let bytes = fs::read(path).map_err(CensusError::of(path))?;
    String::from_utf8(bytes).map_err(|_| not_text(path))
}

/// Returns the third line of a text with a checksum whose first lines are `head` and the plan, and the text after it.
fn head_of<'a>(text: &'a str, head: &str, plan: &Plan) -> Result<(&'a str, &'a str), CensusError> {
    let lines = verified(text)?;
    let mut parts = lines.splitn(4, '\n');
    if parts.next() != Some(head) {
        return Err(problem(&format!("expected {head:?}")));
    }
    match parts.next() {
        Some(found) if found == plan.to_string() => {}
        found => {
            let found = found.unwrap_or_default();
            return Err(problem(&format!("belongs to another census: {found}")));
        }
    }
    Ok((parts.next().unwrap_or_default(), parts.next().unwrap_or_default()))
}

fn problem(problem: &str) -> CensusError {
    CensusError::Block { line: 1, problem: problem.to_owned() }
}

/// Adds the path of the file to an error.
fn about(path: &Path, error: &CensusError) -> CensusError {
    match error {
        CensusError::Block { line, problem } => {
            CensusError::File(path.to_owned(), format!("line {line}: {problem}; {REMEDY}"))
        }
        CensusError::Memory(bytes) => CensusError::Memory(*bytes),
        CensusError::Interrupted => CensusError::Interrupted,
        error => CensusError::File(path.to_owned(), error.to_string()),
    }
}
