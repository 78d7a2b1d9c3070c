//! A worker of a distributed census: its input and output are texts.

use dicot::Interrupt;
use std::cell::Cell;
use std::fmt;
use std::io::Write;

use crate::engine::{Engine, part};
use crate::parquet::{METADATA, Writer};
use crate::row_block::{Counts, read_row_block};
use crate::{CensusError, Plan, Summary};

/// The number of classes whose rows form a chunk. The heads of files contain it. A first choice, not compared with
/// others.
pub(crate) const ROWS_PER_CHUNK: usize = 512;

/// Evaluates parts of a census, on any machine, for a driver that distributes them.
///
/// The driver asks one worker for the components, split into shards by layers. It sends each shard to some worker, with
/// the values of the layers before, and then each chunk of rows, with all values. A worker computes values that it did
/// not learn, so learning only saves time. Values and rows are texts with a checksum. The file that [`write_rows`]
/// makes of the rows is the same, byte for byte, as that of a [`Census`](crate::Census).
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
/// assert_eq!((summary.positions, summary.classes, summary.values), (81, 21, Some(6)));
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
    /// Creates a worker without values.
    ///
    /// # Errors
    /// If a position of the plan cannot be read. This does not happen for plans that this library made.
    pub fn new(plan: &Plan) -> Result<Worker, CensusError> {
        Ok(Worker { engine: Engine::new(plan)? })
    }

    /// Creates a worker for another thread. Both share all values.
    #[must_use]
    pub fn fork(&mut self) -> Worker {
        Worker { engine: self.engine.fork() }
    }

    /// Sets the memory limit in bytes of values, classes and components, and an interrupt.
    pub fn set_limits(&mut self, memory: Option<usize>, interrupt: Option<Interrupt>) {
        self.engine.set_limits(memory, interrupt);
    }

    /// Enumerates the components that need values on `threads` threads. Returns them in layers, each of which depends
    /// only on the layers before it, and each layer in shards of at most `shard` lines.
    ///
    /// # Errors
    /// If the memory does not suffice, or the worker is interrupted.
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

    /// Stores the values of a block. Returns the number of its components.
    ///
    /// # Errors
    /// If the block is damaged or belongs to another ruleset, or the memory does not suffice.
    pub fn learn(&mut self, values: &str) -> Result<usize, CensusError> {
        self.engine.learn(values)
    }

    /// Computes the values of components, one per line, and returns them as a block.
    ///
    /// # Errors
    /// If a line is not a component, the memory does not suffice, or the worker is interrupted.
    pub fn evaluate(&mut self, components: &str) -> Result<String, CensusError> {
        self.engine.values_of(components)
    }

    /// Returns the number of chunks of rows. Enumerates the classes at the first call.
    ///
    /// # Errors
    /// If the memory does not suffice, or the worker is interrupted.
    pub fn row_chunks(&mut self) -> Result<usize, CensusError> {
        Ok(self.engine.classes(1)?.len().div_ceil(ROWS_PER_CHUNK))
    }

    /// Computes a chunk of rows and returns it as a block.
    ///
    /// # Errors
    /// If the chunk does not exist, the memory does not suffice, or the worker is interrupted.
    pub fn rows(&mut self, chunk: usize) -> Result<String, CensusError> {
        let classes = self.engine.classes(1)?.len();
        let range = part(chunk, ROWS_PER_CHUNK, classes);
        if range.is_empty() {
            return Err(CensusError::Board(format!("unknown chunk {chunk} of rows")));
        }
        self.engine.rows(range)
    }

    /// The memory in use in bytes, shared memory included, approximately.
    pub fn bytes(&self) -> usize {
        self.engine.bytes()
    }
}

/// Writes the Parquet file of a census from all chunks of rows, in order.
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

/// As [`write_rows`]; before each chunk it stores the number of bytes in use in `bytes`.
pub(crate) fn write_rows_counted<W: Write + Send>(
    plan: &Plan,
    chunks: impl IntoIterator<Item = Result<String, CensusError>>,
    file: W,
    bytes: &Cell<usize>,
) -> Result<(W, Summary), CensusError> {
    let text = plan.to_string();
    let failed =
        |error: &dyn fmt::Display| CensusError::File("the Parquet file".into(), error.to_string());
    let metadata = [(METADATA, &*text)];
    let mut writer = Writer::create(file, &metadata).map_err(|error| failed(&error))?;
    let mut counts = Counts::default();
    for block in chunks {
        let rows = read_row_block(&block?, &mut counts)?;
        writer.write(&rows).map_err(|error| failed(&error))?;
        // While a table grows, it is in memory twice.
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
