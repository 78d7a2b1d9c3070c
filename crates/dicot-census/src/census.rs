//! A whole census on one machine.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufWriter;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::checkpoint::{Checkpoint, Left, Place, rename};
use dicot::{CanonicalForm, Interrupt};

use crate::engine::{Engine, part};
use crate::parquet::{METADATA, Reader};
use crate::worker::{ROWS_PER_CHUNK, write_rows_counted};
use crate::{CensusError, Plan};

/// A census on one machine: it computes the values of all positions of a plan, on several threads, and writes a Parquet
/// file with a row for each class.
///
/// Results are saved regularly in a folder beside the file, `FILE.checkpoint`. However the process ends, the same
/// census continues from the last save and writes the same file. The folder is removed when the file is complete.
///
/// # Examples
/// ```
/// use dicot_census::parquet::Reader;
/// use dicot_census::{Census, Plan};
/// let plan = Plan::boards("clobber", "2x3".parse()?, false)?;
/// let file = std::env::temp_dir().join(format!("dicot-census-{}.parquet", std::process::id()));
/// let summary = Census::new(plan, &file).threads(2).run()?;
/// assert_eq!((summary.positions, summary.classes), (729, 216));
/// let rows: Vec<_> = Reader::open(std::fs::File::open(&file)?)?.collect::<Result<_, _>>()?;
/// assert_eq!(rows.len(), 216);
/// # std::fs::remove_file(&file)?;
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Census<'a> {
    plan: Plan,
    output: PathBuf,
    threads: usize,
    memory: Option<usize>,
    checkpoint_every: Duration,
    interrupt: Interrupt,
    on_progress: Option<OnProgress<'a>>,
}

type OnProgress<'a> = Box<dyn FnMut(&Progress) + 'a>;

/// The totals of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The number of positions.
    pub positions: u64,
    /// The number of classes of positions that are images of each other and have the same value.
    pub classes: u64,
    /// The number of different values of all positions; a value and its negative are two. `None` if the file existed
    /// before.
    pub values: Option<u64>,
}

/// The progress of a census.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The current stage.
    pub stage: Stage,
    /// The number of items of this stage that are done.
    pub done: u64,
    /// The number of items of this stage; 0 if it is not known.
    pub all: u64,
    /// The number of items that an earlier process has done.
    pub before: u64,
    /// The number of stored values, intermediate ones included; a form and its negative count once.
    pub values: usize,
    /// The memory in use, in bytes, approximately.
    pub bytes: usize,
}

/// A stage of a census, with what its progress counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Enumerating the classes of positions and their components; counts components.
    Components,
    /// Reading the files of an earlier process; counts files.
    Resuming,
    /// Computing the values of components; counts components.
    Values,
    /// Computing the values of positions and their facts; counts classes, one for positions with a value and with its
    /// negative.
    Positions,
    /// Writing the file; counts chunks of rows.
    Writing,
}

/// The number of components that a thread evaluates at a time. A first choice, not compared with others.
const COMPONENTS_PER_CHUNK: usize = 32;
/// The maximum number of bytes of a block of values, which is in memory as a whole, and of rows that are not saved yet;
/// less if memory is limited, see [`Run::small_part`]. A first choice, not compared with others.
const BLOCK_BYTES: usize = 16 << 20;
/// The number of new values after which they are saved even if the time between two saves has not passed, so that the
/// save after an interrupt is short. A first choice, not compared with others.
const VALUES_BETWEEN_SAVES: usize = 1 << 20;
/// Values that are handed over between two checks of the interrupt and the memory.
const VALUES_BETWEEN_CHECKS: usize = 256;

impl std::fmt::Debug for Census<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Census")
            .field("plan", &self.plan)
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}

impl<'a> Census<'a> {
    /// Creates a census of a plan that writes its rows to a file.
    pub fn new(plan: Plan, output: impl Into<PathBuf>) -> Census<'a> {
        Census {
            plan,
            output: output.into(),
            threads: thread::available_parallelism().map_or(1, Into::into),
            memory: None,
            checkpoint_every: Duration::from_secs(60),
            interrupt: Interrupt::default(),
            on_progress: None,
        }
    }

    /// Sets the number of threads; by default there is one for each core.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Census<'a> {
        self.threads = threads.max(1);
        self
    }

    /// Sets the limit of memory in bytes, unlimited by default.
    ///
    /// The limit covers classes, components, values and their facts, rows that are not saved yet, and the writer of the
    /// file. The process may use a quarter more and 64 MiB: for code and stacks, chunks that are passed between
    /// threads, a block of values that is being written, and tables while they grow.
    #[must_use]
    pub fn memory(mut self, bytes: Option<usize>) -> Census<'a> {
        self.memory = bytes;
        self
    }

    /// Sets the time between two saves; by default one minute.
    #[must_use]
    pub fn checkpoint_every(mut self, time: Duration) -> Census<'a> {
        self.checkpoint_every = time;
        self
    }

    /// Sets a flag that interrupts the census. It can be continued later.
    #[must_use]
    pub fn interrupt(mut self, flag: Interrupt) -> Census<'a> {
        self.interrupt = flag;
        self
    }

    /// Sets a function that is called whenever a chunk is done.
    #[must_use]
    pub fn on_progress(mut self, report: impl FnMut(&Progress) + 'a) -> Census<'a> {
        self.on_progress = Some(Box::new(report));
        self
    }

    /// Makes the census, or continues it. Does nothing if the file is complete.
    ///
    /// # Errors
    /// If the file or the folder belongs to another census, is damaged or cannot be written; if another process is
    /// making the census; if the memory does not suffice; or if the census is interrupted. Results so far are kept.
    pub fn run(mut self) -> Result<Summary, CensusError> {
        self.resolve()?;
        let purpose = self.plan.to_string();
        if let Some(summary) = finished(&self.output, &self.plan)? {
            // An earlier process may have ended before it removed the folder. A folder that belongs to another census
            // or is in use is left alone.
            if Checkpoint::folder(&self.output).exists()
                && let Ok((checkpoint, _)) = Checkpoint::open(&self.output, &purpose, &self.plan)
            {
                checkpoint.remove()?;
            }
            return Ok(summary);
        }
        let output = self.output.clone();
        let (mut run, left) = self.begin(&purpose)?;
        // Another process may have finished before the folder was locked.
        if let Some(summary) = finished(&output, &run.plan)? {
            run.checkpoint.remove()?;
            return Ok(summary);
        }
        run.find_components()?;
        run.find_values(&left)?;
        let rows = run.find_rows(left)?;
        run.write(rows, &output)
    }

    /// Computes the values of all components, as for a census, and passes them to `take` instead of writing a file.
    /// Each component is passed once, in the form that represents its images and their negatives; so are the components
    /// of all followers.
    ///
    /// Before values are computed, `begin` receives the components and can refuse them. `take` returns the number of
    /// bytes that it holds, which count as memory.
    ///
    /// Results stay in the folder of checkpoints until it is [removed](Kept::remove).
    ///
    /// # Examples
    /// ```
    /// use dicot_census::{Census, Plan};
    /// let plan = Plan::boards("clobber", "1x3".parse()?, false)?;
    /// let file = std::env::temp_dir().join(format!("dicot-values-{}", std::process::id()));
    /// let mut values = Vec::new();
    /// let kept = Census::new(plan, &file).values(
    ///     |components| if components.count() < 10 { Ok(()) } else { Err("too many".to_owned()) },
    ///     |component, value| {
    ///         values.push(format!("{component} = {value}"));
    ///         Ok(0)
    ///     },
    /// )?;
    /// kept.remove()?;
    /// values.sort();
    /// assert_eq!(values, ["oxo = *", "xo = *", "xoo = v"]);
    /// # Ok::<_, dicot_census::CensusError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Census::run), or if `begin` or `take` fails.
    pub fn values(
        mut self,
        begin: impl FnOnce(&mut dyn Iterator<Item = String>) -> Result<(), String>,
        mut take: impl FnMut(&str, &CanonicalForm) -> Result<usize, String>,
    ) -> Result<Kept, CensusError> {
        self.resolve()?;
        let purpose = format!("values of {}", self.plan);
        let (mut run, left) = self.begin(&purpose)?;
        run.find_components()?;
        let begun = begin(&mut run.components());
        run.check_interrupt()?;
        if let Err(problem) = begun {
            if left.is_empty() {
                run.checkpoint.remove()?;
            }
            return Err(CensusError::Board(problem));
        }
        run.find_values(&left)?;
        let handed_over = run.hand_over(&mut take);
        if handed_over.is_err() {
            run.save_values()?;
        }
        handed_over.map(|()| Kept(run.checkpoint))
    }

    /// Resolves the path of the file: the target of a link is replaced, not the link.
    fn resolve(&mut self) -> Result<(), CensusError> {
        if self.output.is_symlink() || self.output.exists() {
            let file = self.output.canonicalize();
            self.output = file.map_err(CensusError::of(&self.output))?;
        }
        match self.output.parent() {
            Some(folder) if folder != Path::new("") && !folder.is_dir() => {
                Err(CensusError::File(self.output.clone(), "no such folder".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Opens the folder of checkpoints and creates the engine.
    fn begin(self, purpose: &str) -> Result<(Run<'a>, Left), CensusError> {
        let (checkpoint, left) = Checkpoint::open(&self.output, purpose, &self.plan)?;
        let mut engine = Engine::new(&self.plan)?;
        engine.set_limits(self.memory, Some(self.interrupt.clone()));
        let run = Run {
            plan: self.plan,
            threads: self.threads,
            memory: self.memory.unwrap_or(usize::MAX),
            checkpoint_every: self.checkpoint_every,
            interrupt: self.interrupt,
            on_progress: self.on_progress.unwrap_or_else(|| Box::new(|_| {})),
            engine,
            checkpoint,
            parts: Arc::default(),
            unsaved: Vec::new(),
            saved: Instant::now(),
            saving_took: Duration::ZERO,
            saved_values: 0,
        };
        Ok((run, left))
    }
}

/// The folder of checkpoints after all values were passed on.
#[derive(Debug)]
#[must_use = "the folder stays until it is removed"]
pub struct Kept(Checkpoint);

impl Kept {
    /// Removes the folder. Call it when the values are stored elsewhere.
    ///
    /// # Errors
    /// If the folder cannot be removed.
    pub fn remove(self) -> Result<(), CensusError> {
        self.0.remove()
    }
}

/// Returns the totals of a census whose file exists; `None` if it does not.
///
/// # Errors
/// If the file is damaged, is not the file of a census, or belongs to another plan.
pub fn finished(output: &Path, plan: &Plan) -> Result<Option<Summary>, CensusError> {
    if !output.exists() {
        return Ok(None);
    }
    summary_of(output, plan).map(Some)
}

const OLD: &str = "an earlier version made this file, whose rows represent positions with a value and with its \
    negative; `dicot census report` reads it; remove it to make it again";

/// Returns the totals in the file of a census of this plan.
fn summary_of(path: &Path, plan: &Plan) -> Result<Summary, CensusError> {
    let file = File::open(path).map_err(CensusError::of(path))?;
    if !file.metadata().map_err(CensusError::of(path))?.is_file() {
        return Err(CensusError::File(path.to_owned(), "not a regular file".to_owned()));
    }
    let failed =
        |error: &dyn std::fmt::Display| CensusError::File(path.to_owned(), error.to_string());
    let reader = Reader::open(file).map_err(|error| failed(&error))?;
    match reader.metadata(METADATA) {
        Some(found) if found == plan.to_string() => {}
        Some(found) => return Err(CensusError::OtherPlan(path.to_owned(), found.to_owned())),
        None => return Err(failed(&"not a file of a census")),
    }
    if reader.is_old() {
        return Err(failed(&OLD));
    }
    Ok(Summary { positions: plan.positions(), classes: reader.rows(), values: None })
}

/// A census that is being made.
struct Run<'a> {
    plan: Plan,
    threads: usize,
    memory: usize,
    checkpoint_every: Duration,
    interrupt: Interrupt,
    on_progress: OnProgress<'a>,
    engine: Engine,
    checkpoint: Checkpoint,
    /// The chunks of components: a layer, and a range of its components.
    parts: Arc<Vec<(usize, Range<usize>)>>,
    /// The chunks with values that are not saved.
    unsaved: Vec<usize>,
    /// When results were last saved.
    saved: Instant,
    /// The time that the last save took.
    saving_took: Duration,
    /// The number of values at the last save.
    saved_values: usize,
}

/// A chunk of rows: in memory or in the folder.
enum Rows {
    Waiting(String),
    Saved(Place),
}

impl Run<'_> {
    fn report(&mut self, stage: Stage, [done, all, before]: [usize; 3]) {
        let [done, all, before] = [done, all, before].map(|n| n as u64);
        let (values, bytes) = (self.engine.forms(), self.engine.bytes());
        (self.on_progress)(&Progress { stage, done, all, before, values, bytes });
    }

    /// Fails if the census is interrupted.
    fn check_interrupt(&self) -> Result<(), CensusError> {
        match self.interrupt.is_set() {
            true => Err(CensusError::Interrupted),
            false => Ok(()),
        }
    }

    /// The maximum number of bytes of a block or of unsaved rows.
    fn small_part(&self) -> usize {
        (self.memory / 32).clamp(BLOCK_BYTES / 32, BLOCK_BYTES)
    }

    /// Whether results should be saved now. Many new values are saved early, so that the save after an interrupt is
    /// short, unless saving would take more than a twentieth of the time.
    fn is_time(&self) -> bool {
        let (elapsed, found) = (self.saved.elapsed(), self.engine.forms());
        let is_much = found.saturating_sub(self.saved_values) > VALUES_BETWEEN_SAVES;
        elapsed >= self.checkpoint_every || is_much && elapsed >= 20 * self.saving_took
    }

    /// Fails if everything stored and `besides` bytes exceed the memory limit.
    fn check_memory(&self, besides: usize) -> Result<(), CensusError> {
        if self.engine.bytes().saturating_add(besides) > self.memory {
            return Err(CensusError::Memory(self.memory));
        }
        Ok(())
    }

    /// Computes chunks on all threads and passes each result to `take` as it arrives, in any order. After an error the
    /// results that are still computed are passed as well.
    fn in_threads<T: Send>(
        &mut self,
        chunks: &[usize],
        work: impl Fn(&mut Engine, usize) -> Result<T, CensusError> + Sync,
        mut take: impl FnMut(&mut Self, usize, T) -> Result<(), CensusError>,
    ) -> Result<(), CensusError> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let engines: Vec<Engine> = (0..self.threads).map(|_| self.engine.fork()).collect();
        thread::scope(|scope| {
            // At most one result per thread waits while others are saved.
            let (sender, receiver) = mpsc::sync_channel(self.threads);
            for mut engine in engines {
                let (sender, work, next, stop) = (sender.clone(), &work, &next, &stop);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed) {
                        let Some(&chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) else {
                            return;
                        };
                        if sender.send((chunk, work(&mut engine, chunk))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            for (chunk, done) in receiver {
                let taken = done.and_then(|done| take(self, chunk, done));
                if taken.is_err() {
                    stop.store(true, Ordering::Relaxed);
                    result = result.and(taken);
                }
            }
            result
        })
    }

    /// Enumerates the components, and cuts them into chunks.
    fn find_components(&mut self) -> Result<(), CensusError> {
        self.report(Stage::Components, [0, 0, 0]);
        let on_progress = &mut self.on_progress;
        let bytes = self.engine.bytes();
        self.engine.find_components(self.threads, &mut |found| {
            let (stage, done) = (Stage::Components, found as u64);
            on_progress(&Progress { stage, done, all: 0, before: 0, values: 0, bytes });
        })?;
        let mut parts = Vec::new();
        for (layer, size) in self.engine.layers().into_iter().enumerate() {
            let chunks = size.div_ceil(COMPONENTS_PER_CHUNK);
            parts.extend((0..chunks).map(|i| (layer, part(i, COMPONENTS_PER_CHUNK, size))));
        }
        self.parts = Arc::new(parts);
        Ok(())
    }

    /// The components; ends early if the census is interrupted.
    fn components(&self) -> impl Iterator<Item = String> {
        let parts = self.parts.iter().take_while(|_| self.check_interrupt().is_ok());
        parts.flat_map(|(layer, range)| {
            let lines = self.engine.components(*layer, range.clone());
            lines.lines().map(str::to_owned).collect::<Vec<_>>()
        })
    }

    /// Passes all components with their values to `take`.
    fn hand_over(
        &mut self,
        take: &mut impl FnMut(&str, &CanonicalForm) -> Result<usize, String>,
    ) -> Result<(), CensusError> {
        // All values are stored, so nothing is computed and no limit is needed.
        self.engine.set_limits(None, None);
        let used = self.engine.bytes();
        let mut count = 0;
        for layer in 0..self.engine.layers().len() {
            let (memory, interrupt) = (self.memory, &self.interrupt);
            self.engine.each(layer, |component, value| {
                let held = take(component, value).map_err(CensusError::Board)?;
                count += 1;
                if count % VALUES_BETWEEN_CHECKS != 0 {
                    return Ok(());
                }
                if interrupt.is_set() {
                    return Err(CensusError::Interrupted);
                }
                match used.saturating_add(held) > memory {
                    true => Err(CensusError::Memory(memory)),
                    false => Ok(()),
                }
            })?;
        }
        self.check_interrupt()
    }

    /// Computes the values of all components, layer by layer.
    fn find_values(&mut self, left: &Left) -> Result<(), CensusError> {
        let parts = self.parts.clone();
        let sizes: Vec<usize> = parts.iter().map(|(_, range)| range.len()).collect();
        let all = sizes.iter().sum();
        let known = self.resume(left)?;
        let mut is_known = vec![false; parts.len()];
        known.into_iter().for_each(|chunk| {
            // Another version may have cut the layers into other chunks. Its values are still used.
            if let Some(known) = is_known.get_mut(chunk) {
                *known = true;
            }
        });
        let wanted: Vec<usize> = (0..parts.len()).filter(|&chunk| !is_known[chunk]).collect();
        let before = all - wanted.iter().map(|&chunk| sizes[chunk]).sum::<usize>();
        let mut done = before;
        self.report(Stage::Values, [done, all, before]);
        let result = self.in_threads(
            &wanted,
            |engine, chunk| {
                let (layer, range) = parts[chunk].clone();
                engine.evaluate(layer, range)
            },
            |run, chunk, ()| {
                done += sizes[chunk];
                run.unsaved.push(chunk);
                if run.is_time() {
                    run.save_values()?;
                }
                run.report(Stage::Values, [done, all, before]);
                run.check_memory(0)
            },
        );
        if result.is_err() {
            self.save_values()?;
        }
        result
    }

    /// Reads the values that an earlier process saved. Returns the numbers of its chunks.
    fn resume(&mut self, left: &Left) -> Result<Vec<usize>, CensusError> {
        let plan = self.plan.clone();
        let mut files = 0;
        Checkpoint::values(left, &plan, |block| {
            files += 1;
            self.report(Stage::Resuming, [files, 0, 0]);
            self.check_interrupt()?;
            self.engine.learn(block).map(drop)
        })
    }

    /// Saves the values that are not saved yet.
    fn save_values(&mut self) -> Result<(), CensusError> {
        let start = Instant::now();
        if !self.unsaved.is_empty() {
            // All values are stored, so nothing is computed and no limit is needed.
            self.engine.set_limits(None, None);
            let (most, parts) = (self.small_part(), self.parts.clone());
            let Run { plan, engine, checkpoint, unsaved, .. } = self;
            let saved = engine.values(unsaved, &parts, most, |chunks, block| {
                checkpoint.save_values(plan, chunks, block)
            });
            let limit = Some(self.memory).filter(|&bytes| bytes < usize::MAX);
            self.engine.set_limits(limit, Some(self.interrupt.clone()));
            saved?;
            self.unsaved.clear();
        }
        self.saved = Instant::now();
        (self.saving_took, self.saved_values) = (start.elapsed(), self.engine.forms());
        Ok(())
    }

    /// Computes the rows of all classes.
    fn find_rows(&mut self, left: Left) -> Result<BTreeMap<usize, Rows>, CensusError> {
        let classes = self.engine.classes(self.threads)?.len();
        let chunks = classes.div_ceil(ROWS_PER_CHUNK);
        let size = |chunk| part(chunk, ROWS_PER_CHUNK, classes).len();
        let mut rows: BTreeMap<usize, Rows> = BTreeMap::new();
        for (chunk, place) in left.rows {
            if chunk < chunks {
                rows.insert(chunk, Rows::Saved(place));
            }
        }
        let wanted: Vec<usize> = (0..chunks).filter(|chunk| !rows.contains_key(chunk)).collect();
        let before = rows.keys().map(|&chunk| size(chunk)).sum();
        let mut done: usize = before;
        let mut waiting = 0;
        self.report(Stage::Positions, [done, classes, before]);
        let result = self.in_threads(
            &wanted,
            |engine, chunk| engine.rows(part(chunk, ROWS_PER_CHUNK, classes)),
            |run, chunk, block| {
                waiting += block.len();
                done += size(chunk);
                rows.insert(chunk, Rows::Waiting(block));
                if waiting > run.small_part() || run.is_time() {
                    run.save_rows(&mut rows)?;
                    waiting = 0;
                }
                run.report(Stage::Positions, [done, classes, before]);
                run.check_memory(waiting)
            },
        );
        if result.is_err() {
            self.save_rows(&mut rows)?;
        }
        result.map(|()| rows)
    }

    /// Saves the waiting rows and the values that are not saved yet.
    fn save_rows(&mut self, rows: &mut BTreeMap<usize, Rows>) -> Result<(), CensusError> {
        self.save_values()?;
        let mut blocks = Vec::new();
        for (&chunk, rows) in rows.iter_mut() {
            if let Rows::Waiting(block) = rows {
                blocks.push((chunk, std::mem::take(block)));
            }
        }
        if !blocks.is_empty() {
            for (chunk, place) in self.checkpoint.save_rows(&self.plan, &blocks)? {
                rows.insert(chunk, Rows::Saved(place));
            }
        }
        self.saved = Instant::now();
        Ok(())
    }

    /// Writes the file under another name, syncs it to disk, and renames it.
    fn write(
        mut self,
        mut rows: BTreeMap<usize, Rows>,
        output: &Path,
    ) -> Result<Summary, CensusError> {
        if self.engine.bytes() > self.memory / 2 {
            // The values are not needed any more; their memory is left to the writer.
            self.save_rows(&mut rows)?;
            self.engine = Engine::new(&self.plan)?;
        }
        let path = self.checkpoint.output_part();
        let summary = match self.write_part(&rows, &path) {
            Ok(summary) => summary,
            Err(error) => {
                // The partial file is useless, and the error is what matters.
                let _ = fs::remove_file(&path);
                self.save_rows(&mut rows)?;
                return Err(error);
            }
        };
        rename(&path, output)?;
        self.checkpoint.remove()?;
        Ok(summary)
    }

    fn write_part(
        &mut self,
        rows: &BTreeMap<usize, Rows>,
        path: &Path,
    ) -> Result<Summary, CensusError> {
        let all = rows.len();
        let file = File::create(path).map_err(CensusError::of(path))?;
        let waiting = rows.values().map(|rows| match rows {
            Rows::Waiting(block) => block.len(),
            Rows::Saved(_) => 0,
        });
        let (mut done, waiting, bytes) = (0, waiting.sum::<usize>(), Cell::new(0));
        let plan = self.plan.clone();
        let blocks = rows.values().map(|rows| {
            self.report(Stage::Writing, [done, all, 0]);
            done += 1;
            self.check_interrupt()?;
            self.check_memory(waiting + bytes.get())?;
            match rows {
                Rows::Waiting(block) => Ok(block.clone()),
                Rows::Saved(place) => self.checkpoint.rows_at(*place),
            }
        });
        let (file, summary) = write_rows_counted(&plan, blocks, BufWriter::new(file), &bytes)
            .map_err(|error| match error {
                CensusError::File(_, problem) => CensusError::File(path.to_owned(), problem),
                error => error,
            })?;
        let file = file.into_inner().map_err(|error| CensusError::of(path)(error.into_error()))?;
        file.sync_all().map_err(CensusError::of(path))?;
        Ok(summary)
    }
}
