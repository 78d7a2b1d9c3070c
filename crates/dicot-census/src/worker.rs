//! A part of a distributed census: its input and output are texts.

use dicot::Interrupt;
use std::cell::Cell;
use std::fmt;
use std::io::Write;

use crate::engine::{Engine, part};
use crate::parquet::Writer;
use crate::row_block::{Counts, read_row_block};
use crate::{CensusError, Plan, Summary};

/// How many classes the rows of a chunk have.
pub(crate) const ROWS_PER_CHUNK: usize = 512;

/// What evaluates parts of a census, on any machine, for a driver that distributes them.
///
/// The driver asks one worker for the components, cut into shards by layers; gives each shard to some worker, with the
/// values of the layers below; and then each chunk of rows, with all values. A worker finds values that it was not told by
/// itself, so that what it is told matters for the time alone. Values and rows are texts with a checksum. The file that is
/// made of the rows ([`write_rows`]) is the same, byte for byte, as that of a [`Census`](crate::Census).
///
/// # Examples
/// ```
/// use dicot_census::{Plan, Worker, write_rows};
/// let plan = Plan::boards("clobber", "2x2".parse()?, false)?;
/// let mut driver = Worker::new(&plan)?;
/// let mut values: Vec<String> = Vec::new();
/// for shards in driver.layers(2, 10)? {
///     for components in shards {
///         // In some other process:
///         let mut worker = Worker::new(&plan)?;
///         for block in &values {
///             worker.learn(block)?;
///         }
///         values.push(worker.evaluate(&components)?);
///     }
/// }
/// let mut worker = Worker::new(&plan)?;
/// for block in &values {
///     worker.learn(block)?;
/// }
/// let chunks = (0..worker.row_chunks()?).map(|chunk| worker.rows(chunk));
/// let (file, summary) = write_rows(&plan, chunks, Vec::new())?;
/// assert_eq!((summary.positions, summary.classes, summary.values), (81, 13, Some(6)));
/// # Ok::<_, dicot_census::CensusError>(())
/// ```
pub struct Worker {
    engine: Engine,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").field("bytes", &self.engine.bytes()).finish_non_exhaustive()
    }
}

impl Worker {
    /// A worker that knows no values.
    ///
    /// # Errors
    /// If a position of the plan cannot be read, which is not so for plans that were made here.
    pub fn new(plan: &Plan) -> Result<Worker, CensusError> {
        Ok(Worker { engine: Engine::new(plan)? })
    }

    /// Another worker for another thread; what one learns or finds the other knows.
    #[must_use]
    pub fn fork(&mut self) -> Worker {
        Worker { engine: self.engine.fork() }
    }

    /// Sets the most bytes that values, classes and components may take, and a flag that ends what is being done.
    pub fn set_limits(&mut self, memory: Option<usize>, interrupt: Option<Interrupt>) {
        self.engine.set_limits(memory, interrupt);
    }

    /// The components that need values, in layers, those that need no others first; each layer in shards of at most
    /// `shard` lines. They are found on this many threads.
    ///
    /// # Errors
    /// If the memory does not suffice, or it is interrupted.
    pub fn layers(
        &mut self,
        threads: usize,
        shard: usize,
    ) -> Result<Vec<Vec<String>>, CensusError> {
        self.engine.find_components(threads.max(1), &mut |_| {})?;
        let shards = |(layer, size): (usize, usize)| {
            let shard = shard.max(1);
            let count = size.div_ceil(shard);
            (0..count).map(|i| self.engine.components(layer, part(i, shard, size))).collect()
        };
        let sizes = self.engine.layers();
        Ok(sizes.into_iter().enumerate().filter(|&(_, size)| size > 0).map(shards).collect())
    }

    /// Learns the values of a block; how many components it has.
    ///
    /// # Errors
    /// If the block is damaged or of another ruleset, or the memory does not suffice.
    pub fn learn(&mut self, values: &str) -> Result<usize, CensusError> {
        self.engine.learn(values)
    }

    /// The values of components, one component a line, as a block.
    ///
    /// # Errors
    /// If a line is not a component, the memory does not suffice, or it is interrupted.
    pub fn evaluate(&mut self, components: &str) -> Result<String, CensusError> {
        self.engine.values_of(components)
    }

    /// How many chunks of rows there are; the classes are found at the first call.
    ///
    /// # Errors
    /// If the memory does not suffice, or it is interrupted.
    pub fn row_chunks(&mut self) -> Result<usize, CensusError> {
        Ok(self.engine.classes(1)?.len().div_ceil(ROWS_PER_CHUNK))
    }

    /// A chunk of rows, as a block.
    ///
    /// # Errors
    /// If the chunk does not exist, the memory does not suffice, or it is interrupted.
    pub fn rows(&mut self, chunk: usize) -> Result<String, CensusError> {
        let classes = self.engine.classes(1)?.len();
        let range = part(chunk, ROWS_PER_CHUNK, classes);
        if range.is_empty() {
            return Err(CensusError::Board(format!("unknown chunk {chunk} of rows")));
        }
        self.engine.rows(range)
    }

    /// About how many bytes it takes, with what it shares.
    pub fn bytes(&self) -> usize {
        self.engine.bytes()
    }
}

/// Writes the Parquet file of a census, made of all chunks of rows in their order.
///
/// # Errors
/// If a block is damaged, rows are missing, or the file cannot be written.
pub fn write_rows<W: Write + Send>(
    plan: &Plan,
    chunks: impl IntoIterator<Item = Result<String, CensusError>>,
    file: W,
) -> Result<(W, Summary), CensusError> {
    write_rows_counted(plan, chunks, file, &Cell::new(0))
}

/// The same; before each chunk, the number of bytes that it takes is in `bytes`.
pub(crate) fn write_rows_counted<W: Write + Send>(
    plan: &Plan,
    chunks: impl IntoIterator<Item = Result<String, CensusError>>,
    file: W,
    bytes: &Cell<usize>,
) -> Result<(W, Summary), CensusError> {
    let text = plan.to_string();
    let failed =
        |error: &dyn fmt::Display| CensusError::File("the Parquet file".into(), error.to_string());
    let signs = if plan.halves() { HALVES } else { NO_HALVES };
    let metadata = [(METADATA, &*text), (SIGNS, signs)];
    let mut writer = Writer::create(file, &metadata).map_err(|error| failed(&error))?;
    let mut counts = Counts::new(plan.halves());
    for block in chunks {
        let rows = read_row_block(&block?, &mut counts)?;
        writer.write(&rows).map_err(|error| failed(&error))?;
        // A table that grows is there twice.
        bytes.set(2 * counts.bytes() + writer.bytes());
    }
    if counts.positions != plan.positions() {
        let (positions, all) = (counts.positions, plan.positions());
        return Err(CensusError::Board(format!(
            "rows are missing: {positions} positions of {all}"
        )));
    }
    let file = writer.finish().map_err(|error| failed(&error))?;
    let (positions, classes, values) = (counts.positions, counts.classes, counts.values() as u64);
    Ok((file, Summary { positions, classes, values: Some(values) }))
}

/// The key of the plan in the metadata of a file.
pub(crate) const METADATA: &str = "dicot.census";
/// The key of the sentence that says which of the positions of a row have its value.
const SIGNS: &str = "dicot.multiplicity";
const HALVES: &str = "A row whose value is its own negative stands for multiplicity positions with that value. Any other \
    row stands for multiplicity/2 positions with that value and multiplicity/2 with its negative, whose outcome is R \
    instead of L and L instead of R, and whose atomic weight is the negative.";
const NO_HALVES: &str = "A row stands for multiplicity positions with its value.";
