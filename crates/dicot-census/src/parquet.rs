//! Censuses as Parquet files, which pandas, DuckDB and others can read.
//!
//! Each row represents `multiplicity` positions, which are images of each other and have the same value, so
//! multiplicities can be added up by any column.
//!
//! | column | type |
//! |---|---|
//! | `position`, `value`, `outcome` | string |
//! | `multiplicity`, `birthday` | 64-bit integer |
//! | `stones` | 32-bit integer |
//! | `temperature` | double |
//! | `atomic_weight` | string, or null |
//!
//! The bytes of a file depend only on its rows and its metadata, not on the sizes of the slices that were written.
//!
//! Parquet pages have no checksums as they are written here, and decoders may panic on damage. So the bytes before the footer have a
//! checksum that is compared before anything is decoded, and the rows have another one, which covers the footer's part and does not
//! depend on the order in which rows were delivered. Both are in the metadata. The crate `parquet` is used without arrow: columns and
//! rows are all that is needed.
//!
//! Files of format 1 do not state a format. In them a row also represents the images of its position that have the
//! negative of its value; [`Reader`] returns a row of its own for these.

mod column;

mod group;

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use ::parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use ::parquet::column::page::PageReader;
use ::parquet::column::reader::ColumnReaderImpl;
use ::parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::{KeyValue, ParquetMetaDataReader};
use ::parquet::file::properties::{EnabledStatistics, WriterProperties};
use ::parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};
use ::parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use ::parquet::schema::types::{ColumnDescPtr, SchemaDescriptor, Type};
use bytes::Bytes;
use dicot::rules::spec;
use dicot::{Limits, NotationProblem, Outcome, Store, ValueError};
use xxhash_rust::xxh3::Xxh3Default;

use self::column::*;
use self::group::*;
use crate::Row;
use crate::facts::text;
use crate::plan::BoardSize;
use crate::symmetries::{Letters, negative_image};

/// The maximum number of rows of a row group. Groups are shorter if their texts are long, and at the end of a file. A
/// first choice, not compared with others.
pub const GROUP: usize = 1 << 16;
/// A row group with more bytes of text ends, because it is in memory as a whole. A first choice, not compared with
/// others.
const GROUP_BYTES: usize = 16 << 20;

/// The key of the plan in the metadata.
pub(crate) const METADATA: &str = "dicot.census";
/// The key of the number of the format in the metadata.
const FORMAT: &str = "dicot.format";
/// The format that is written.
const CURRENT: &str = "2";
/// The key of the checksum of the rows in the metadata.
const ROWS: &str = "dicot.rows";
/// The key of the checksum of all bytes before the metadata.
const BYTES: &str = "dicot.bytes";

/// The columns, in their order.
const COLUMNS: [&str; 8] = [
    "position",
    "multiplicity",
    "stones",
    "value",
    "outcome",
    "temperature",
    "atomic_weight",
    "birthday",
];

/// An error of writing or reading a file of a census.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// Reading or writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a Parquet file, or is damaged.
    #[error("not a Parquet file, or a damaged one: {0}")]
    Parquet(String),
    /// The file is not a census.
    #[error("not a census: the column {column} {problem}")]
    Column {
        /// The name of a column.
        column: &'static str,
        /// The problem.
        problem: String,
    },
    /// A row that no census contains.
    #[error("row {row}: the {column} {problem}")]
    Row {
        /// The number of the row in the file, from 1.
        row: u64,
        /// The name of a column.
        column: &'static str,
        /// The problem.
        problem: String,
    },
    /// The file has a format that a later version of dicot wrote.
    #[error(
        "the file has format {0:?}, the latest that this version of dicot reads is {CURRENT}; use a newer dicot"
    )]
    Format(String),
    /// A value of a file of format 1 cannot be negated within the limits.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The file was changed after it was written.
    #[error("a checksum differs: the file is damaged, or was edited")]
    Checksum,
}

impl From<ParquetError> for FileError {
    fn from(error: ParquetError) -> FileError {
        let problem = match error {
            ParquetError::External(error) => match error.downcast::<io::Error>() {
                Ok(error) => return FileError::Io(*error),
                Err(error) => error.to_string(),
            },
            ParquetError::General(problem)
            | ParquetError::NYI(problem)
            | ParquetError::EOF(problem) => problem,
            other => other.to_string(),
        };
        FileError::Parquet(problem)
    }
}

/// A checksum of the texts and numbers of rows.
#[derive(Clone, Default)]
struct Checksum {
    hash: Xxh3Default,
    rows: u64,
}

impl Checksum {
    /// The checksum of no rows. It contains the format, so that damage to its key is detected.
    fn of_format(format: Option<&str>) -> Checksum {
        let mut checksum = Checksum::default();
        if let Some(format) = format {
            checksum.text(format);
        }
        checksum
    }

    fn text(&mut self, text: &str) {
        self.hash.update(&(text.len() as u64).to_le_bytes());
        self.hash.update(text.as_bytes());
    }

    fn row(&mut self, row: &Row) {
        self.rows += 1;
        self.text(&row.position);
        self.hash.update(&row.multiplicity.to_le_bytes());
        self.hash.update(&row.stones.to_le_bytes());
        self.text(&row.value);
        self.hash.update(row.outcome.to_string().as_bytes());
        self.hash.update(&unsigned_zero(row.temperature).to_le_bytes());
        self.hash.update(&[u8::from(row.atomic_weight.is_some())]);
        self.text(row.atomic_weight.as_deref().unwrap_or(""));
        self.hash.update(&row.birthday.to_le_bytes());
    }

    /// The checksum as it is written in the metadata.
    fn finish(&self) -> String {
        format!("{:032x} of {} rows", self.hash.digest128(), self.rows)
    }
}

fn schema() -> Result<Type, ParquetError> {
    let field = |name: &str, kind, logical, repetition| {
        let field = Type::primitive_type_builder(name, kind)
            .with_logical_type(logical)
            .with_repetition(repetition)
            .build();
        field.map(Arc::new)
    };
    let text = |name, repetition| {
        field(name, PhysicalType::BYTE_ARRAY, Some(LogicalType::String), repetition)
    };
    let number = |name, kind| field(name, kind, None, Repetition::REQUIRED);
    let [position, multiplicity, stones, value, outcome, temperature, weight, birthday] = COLUMNS;
    let fields = vec![
        text(position, Repetition::REQUIRED)?,
        number(multiplicity, PhysicalType::INT64)?,
        number(stones, PhysicalType::INT32)?,
        text(value, Repetition::REQUIRED)?,
        text(outcome, Repetition::REQUIRED)?,
        number(temperature, PhysicalType::DOUBLE)?,
        text(weight, Repetition::OPTIONAL)?,
        number(birthday, PhysicalType::INT64)?,
    ];
    Type::group_type_builder("census").with_fields(fields).build()
}

/// Replaces -0 by 0, so that equal rows have equal bytes.
fn unsigned_zero(number: f64) -> f64 {
    if number == 0.0 { 0.0 } else { number }
}

/// A writer that computes a checksum of what was written.
struct Counted<W> {
    inner: W,
    hash: Xxh3Default,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl<W> Counted<W> {
    fn new(inner: W) -> Counted<W> {
        Counted { inner, hash: Xxh3Default::new(), bytes: 0 }
    }

    /// The checksum as it is written in the metadata.
    fn checksum(&self) -> String {
        format!("{:032x} of {} bytes", self.hash.digest128(), self.bytes)
    }
}

/// Writes rows to a Parquet file. It keeps the rows of one row group in memory: at most [`GROUP`], and about 16 MiB of
/// text.
///
/// # Examples
/// ```
/// use dicot_census::parquet::{Reader, Writer};
/// let mut writer = Writer::create(Vec::new(), &[("dicot.census", "nothing")])?;
/// writer.write(&[])?;
/// let bytes = writer.finish()?;
///
/// let reader = Reader::from_bytes(bytes)?;
/// assert_eq!(reader.metadata("dicot.census"), Some("nothing"));
/// assert_eq!(reader.count(), 0);
/// # Ok::<_, dicot_census::parquet::FileError>(())
/// ```
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<Counted<W>>,
    waiting: Vec<Row>,
    /// The bytes of the texts of the waiting rows.
    text_bytes: usize,
    /// The checksum of the rows that were written.
    checksum: Checksum,
}

impl<W: Write + Send> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("rows", &self.checksum.rows).finish_non_exhaustive()
    }
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file. The metadata are keys and values that describe the rows; `dicot.format`, `dicot.rows` and
    /// `dicot.bytes` are added to them.
    ///
    /// # Errors
    /// If the beginning of the file cannot be written.
    pub fn create(file: W, metadata: &[(&str, &str)]) -> Result<Writer<W>, FileError> {
        let metadata = metadata.iter().chain([&(FORMAT, CURRENT)]);
        let metadata = metadata.map(|&(key, value)| key_value(key, value)).collect();
        let properties = WriterProperties::builder()
            .set_created_by(concat!("dicot version ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_key_value_metadata(Some(metadata))
            .set_compression(Compression::SNAPPY)
            .set_statistics_enabled(EnabledStatistics::Chunk)
            // Without indexes there is nothing between the rows and the metadata.
            .set_offset_index_disabled(true)
            .set_max_row_group_row_count(Some(GROUP))
            .build();
        let file = SerializedFileWriter::new(
            Counted::new(file),
            Arc::new(schema()?),
            Arc::new(properties),
        )?;
        let (waiting, checksum) = (Vec::new(), Checksum::of_format(Some(CURRENT)));
        Ok(Writer { file, waiting, text_bytes: 0, checksum })
    }

    /// The maximum memory in bytes that the writer uses until the waiting rows are written.
    pub fn bytes(&self) -> usize {
        // Columns take over the texts of the rows. The pages that they are written to are as large.
        2 * (self.waiting.capacity() * size_of::<Row>() + self.text_bytes)
    }

    /// Adds any number of rows.
    ///
    /// # Errors
    /// If the file cannot be written, or a number is too large for its column.
    pub fn write(&mut self, mut rows: &[Row]) -> Result<(), FileError> {
        while let [row, rest @ ..] = rows {
            let weight = row.atomic_weight.as_ref().map_or(0, String::len);
            self.text_bytes += row.position.len() + row.value.len() + weight;
            self.waiting.push(row.clone());
            rows = rest;
            if self.waiting.len() == GROUP || self.text_bytes > GROUP_BYTES {
                self.write_group()?;
            }
        }
        Ok(())
    }

    /// Writes the waiting rows and the end of the file.
    ///
    /// # Errors
    /// As [`write`](Writer::write).
    pub fn finish(mut self) -> Result<W, FileError> {
        if !self.waiting.is_empty() {
            self.write_group()?;
        }
        self.file.flush()?;
        let bytes = self.file.inner().checksum();
        self.file.append_key_value_metadata(key_value(ROWS, &self.checksum.finish()));
        self.file.append_key_value_metadata(key_value(BYTES, &bytes));
        let mut file = self.file.into_inner()?.inner;
        file.flush()?;
        Ok(file)
    }

    fn write_group(&mut self) -> Result<(), FileError> {
        let Writer { file, waiting: rows, text_bytes, checksum } = self;
        let written = checksum.rows;
        let number = |i: usize, column, number: u64, most: u64| match number <= most {
            true => Ok(number as i64),
            false => Err(FileError::Row {
                row: written + i as u64 + 1,
                column,
                problem: format!("is {number}, the largest number is {most}"),
            }),
        };
        let long = |column, of: fn(&Row) -> u64| {
            let numbers = rows.iter().enumerate();
            numbers
                .map(|(i, row)| number(i, column, of(row), i64::MAX as u64))
                .collect::<Result<Vec<i64>, FileError>>()
        };
        let multiplicities = long("multiplicity", |row| row.multiplicity)?;
        let birthdays = long("birthday", |row| row.birthday)?;
        let stones = rows.iter().enumerate().map(|(i, row)| {
            number(i, "stones", row.stones.into(), i32::MAX as u64).map(|number| number as i32)
        });
        let stones = stones.collect::<Result<Vec<i32>, FileError>>()?;
        let temperatures = rows.iter().enumerate().map(|(i, row)| match row.temperature {
            finite if finite.is_finite() => Ok(unsigned_zero(finite)),
            other => Err(FileError::Row {
                row: written + i as u64 + 1,
                column: "temperature",
                problem: format!("is {other}, and no finite number"),
            }),
        });
        let temperatures = temperatures.collect::<Result<Vec<f64>, FileError>>()?;
        for row in rows.iter() {
            checksum.row(row);
        }
        let taken = |text: &mut String| ByteArray::from(Bytes::from(std::mem::take(text)));
        let outcomes: Vec<ByteArray> =
            rows.iter().map(|row| ByteArray::from(row.outcome.to_string().as_str())).collect();
        let levels: Vec<i16> =
            rows.iter().map(|row| i16::from(row.atomic_weight.is_some())).collect();
        let mut texts = |of: fn(&mut Row) -> Option<&mut String>| -> Vec<ByteArray> {
            rows.iter_mut().filter_map(of).map(taken).collect()
        };

        let mut group = file.next_row_group()?;
        column::<ByteArrayType, _>(&mut group, &texts(|row| Some(&mut row.position)), None)?;
        column::<Int64Type, _>(&mut group, &multiplicities, None)?;
        column::<Int32Type, _>(&mut group, &stones, None)?;
        column::<ByteArrayType, _>(&mut group, &texts(|row| Some(&mut row.value)), None)?;
        column::<ByteArrayType, _>(&mut group, &outcomes, None)?;
        column::<DoubleType, _>(&mut group, &temperatures, None)?;
        let weights = texts(|row| row.atomic_weight.as_mut());
        column::<ByteArrayType, _>(&mut group, &weights, Some(&levels))?;
        column::<Int64Type, _>(&mut group, &birthdays, None)?;
        group.close()?;
        rows.clear();
        *text_bytes = 0;
        Ok(())
    }
}

/// Writes the next column of a row group.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &[T::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column =
        group.next_column()?.ok_or_else(|| ParquetError::General("too many columns".to_owned()))?;
    column.typed::<T>().write_batch(values, levels, None)?;
    column.close()
}

fn key_value(key: &str, value: &str) -> KeyValue {
    KeyValue::new(key.to_owned(), value.to_owned())
}

/// Iterates over the rows of a Parquet file, in order. It ends after an error.
///
/// Columns are found by name; other columns are ignored. One page of each column is in memory at a time.
///
/// The rows of a file of format 1 are returned as those of the current format: a row whose class contains images with
/// the negative of its value becomes two. The values are read and negated within the limits that
/// [`with_limits`](Reader::with_limits) sets.
///
/// # Examples
/// See [`Writer`].
pub struct Reader {
    file: Box<dyn FileReader>,
    metadata: Vec<(String, String)>,
    /// The indices of the columns in the file.
    places: [usize; 8],
    /// The number of row groups that were begun.
    groups: usize,
    /// The row group that is being read, and the number of its rows that are not read yet.
    group: Option<(Group, u64)>,
    checksum: Checksum,
    /// The conversion of rows, for a file of format 1.
    old: Option<OldRows>,
    limits: Limits,
    ended: bool,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("metadata", &self.metadata)
            .field("rows", &self.checksum.rows)
            .finish_non_exhaustive()
    }
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file is not a Parquet file, or does not have the columns of a census.
    pub fn open(file: File) -> Result<Reader, FileError> {
        Reader::new(file)
    }

    /// Opens a file in memory.
    ///
    /// # Errors
    /// As [`open`](Reader::open).
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Reader, FileError> {
        Reader::new(bytes::Bytes::from(bytes))
    }

    fn new<R: ChunkReader + 'static>(file: R) -> Result<Reader, FileError> {
        let footer = guarded(|| Ok(ParquetMetaDataReader::new().parse_and_finish(&file)?))?;
        let about = footer.file_metadata();
        let metadata = about.key_value_metadata().into_iter().flatten();
        let metadata: Vec<(String, String)> =
            metadata.filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?))).collect();
        let places = places(about.schema_descr())?;
        let value = |name| metadata.iter().find(|(key, _)| key == name).map(|(_, value)| &**value);
        let format = value(FORMAT);
        let checksum = Checksum::of_format(format);
        let old = match format {
            None => value(METADATA).and_then(OldRows::of),
            Some(CURRENT) => None,
            Some(other) => return Err(FileError::Format(other.to_owned())),
        };
        if let Some(expected) = value(BYTES) {
            let count = expected.split(' ').nth(2).and_then(|count| count.parse().ok());
            let before = file.get_read(0)?.take(count.ok_or(FileError::Checksum)?);
            let mut found = Counted::new(io::sink());
            io::copy(&mut { before }, &mut found)?;
            if found.checksum() != expected {
                return Err(FileError::Checksum);
            }
        }
        let file = guarded(|| Ok(SerializedFileReader::new(file)?))?;
        Ok(Reader {
            file: Box::new(file),
            metadata,
            places,
            groups: 0,
            group: None,
            checksum,
            old,
            limits: Limits::default(),
            ended: false,
        })
    }

    /// Sets the limits within which values of a file of format 1 are read and negated. The time is that of all rows.
    #[must_use]
    pub fn with_limits(mut self, limits: &Limits) -> Reader {
        self.limits = limits.starting_now();
        self
    }

    /// Whether a row of the file can represent positions with a value and with its negative, as in format 1.
    pub(crate) fn is_old(&self) -> bool {
        self.old.is_some()
    }

    /// The metadata under a key.
    pub fn metadata(&self, key: &str) -> Option<&str> {
        self.metadata.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The number of rows of the file, according to the metadata.
    pub fn rows(&self) -> u64 {
        u64::try_from(self.file.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    /// Returns the next row of the current format.
    fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        if let Some(waiting) = self.old.as_mut().and_then(|old| old.waiting.take()) {
            return Ok(Some(waiting));
        }
        let mut row = self.next_row_of_file()?;
        if let (Some(old), Some(row)) = (&mut self.old, &mut row) {
            old.split(row, self.checksum.rows, &self.limits)?;
        }
        Ok(row)
    }

    /// Returns the next row as it is in the file.
    fn next_row_of_file(&mut self) -> Result<Option<Row>, FileError> {
        loop {
            let row = self.checksum.rows + 1;
            match &mut self.group {
                Some((group, 0)) => {
                    group.end()?;
                    self.group = None;
                }
                Some((group, left)) => {
                    let read = group.next(row)?;
                    *left -= 1;
                    self.checksum.row(&read);
                    return Ok(Some(read));
                }
                None if self.groups < self.file.num_row_groups() => {
                    self.group = Some(self.begin_group()?);
                    self.groups += 1;
                }
                None => {
                    let expected = self.metadata(ROWS);
                    if expected.is_some_and(|expected| expected != self.checksum.finish()) {
                        return Err(FileError::Checksum);
                    }
                    return Ok(None);
                }
            }
        }
    }

    fn begin_group(&self) -> Result<(Group, u64), FileError> {
        let number = self.groups + 1;
        let metadata = self.file.metadata().row_group(self.groups);
        let rows = u64::try_from(metadata.num_rows())
            .map_err(|_| FileError::Parquet(format!("row group {number} has fewer than 0 rows")))?;
        let descriptors = self.file.metadata().file_metadata().schema_descr();
        let group = self.file.get_row_group(self.groups)?;
        let source = |i: usize| -> Result<Source, FileError> {
            let place = self.places[i];
            let pages = group.get_column_page_reader(place)?;
            let descriptor = descriptors.column(place);
            Ok(Source { name: COLUMNS[i], group: number, descriptor, pages })
        };
        let group = Group {
            position: Column::new(source(0)?),
            multiplicity: Column::new(source(1)?),
            stones: Column::new(source(2)?),
            value: Column::new(source(3)?),
            outcome: Column::new(source(4)?),
            temperature: Column::new(source(5)?),
            atomic_weight: Column::new(source(6)?),
            birthday: Column::new(source(7)?),
        };
        Ok((group, rows))
    }
}

impl Iterator for Reader {
    type Item = Result<Row, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let row = guarded(|| self.next_row());
        self.ended = !matches!(row, Ok(Some(_)));
        row.transpose()
    }
}

/// The conversion of rows of format 1, where a row represents images with its value and for images with the negative.
struct OldRows {
    letters: Letters,
    store: Store,
    /// The row of the images with the negative, which is returned next.
    waiting: Option<Row>,
}

impl OldRows {
    /// `None` if all positions of each row have its value: in a census of a list.
    fn of(plan: &str) -> Option<OldRows> {
        let mut words = plan.split(' ');
        let letters = words.next().and_then(spec).and_then(|spec| Letters::of(spec.owned()))?;
        words.next()?.parse::<BoardSize>().ok()?;
        Some(OldRows { letters, store: Store::new(), waiting: None })
    }

    /// Takes the images with the negative out of a row, which has this number.
    fn split(&mut self, row: &mut Row, number: u64, limits: &Limits) -> Result<(), FileError> {
        let Some(position) = negative_image(&row.position, &self.letters) else { return Ok(()) };
        let problem = |column, problem: String| FileError::Row { row: number, column, problem };
        if !row.multiplicity.is_multiple_of(2) {
            let odd =
                format!("is {}, but every other board has the negative value", row.multiplicity);
            return Err(problem("multiplicity", odd));
        }
        let mut calculation = self.store.calculate(limits);
        let mut negative = |column, value: &str| match calculation.parse(value) {
            Ok(value) => Ok(text(&-value, &mut calculation)?),
            Err(error) => match *error.problem() {
                NotationProblem::Value(limit @ ValueError::Limit(_)) => Err(limit.into()),
                _ => Err(problem(column, format!("cannot be read: {error}"))),
            },
        };
        let value = negative("value", &row.value)?;
        let weight = row.atomic_weight.as_deref();
        let atomic_weight = weight.map(|weight| negative("atomic_weight", weight)).transpose()?;
        row.multiplicity /= 2;
        let outcome = -row.outcome;
        self.waiting = Some(Row { position, value, outcome, atomic_weight, ..row.clone() });
        Ok(())
    }
}

/// Calls a decoder and turns a panic into an error: the crate `parquet` panics on some malformed files. The decoder is
/// not used after a panic.
fn guarded<T>(decode: impl FnOnce() -> Result<T, FileError>) -> Result<T, FileError> {
    catch_unwind(AssertUnwindSafe(decode))
        .unwrap_or_else(|_| Err(FileError::Parquet("it cannot be decoded".to_owned())))
}

/// The indices of the columns in the file. Fails if one is missing or has another type.
fn places(descriptor: &SchemaDescriptor) -> Result<[usize; 8], FileError> {
    let schema = schema()?;
    let mut places = [0; 8];
    for ((place, column), field) in places.iter_mut().zip(COLUMNS).zip(schema.get_fields()) {
        let problem = |problem: String| FileError::Column { column, problem };
        let found = descriptor.columns().iter().position(|c| c.path().parts() == [column]);
        *place = found.ok_or_else(|| problem("is missing".to_owned()))?;
        let found = descriptor.column(*place);
        let (kind, expected) = (found.physical_type(), field.get_physical_type());
        if kind != expected {
            return Err(problem(format!("has the type {kind} in place of {expected}")));
        }
        if found.max_rep_level() > 0 || found.max_def_level() > 1 {
            return Err(problem("holds lists".to_owned()));
        }
    }
    Ok(places)
}
