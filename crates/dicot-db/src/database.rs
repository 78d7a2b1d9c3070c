//! Reads a database.

use std::fmt;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use dicot::analysis::{NamedValue, ValueParts, ValueSource};
use dicot::rules::AnyPosition;
use dicot::{CanonicalForm, Dyadic, Limits, NumberUpStar, Store, ValueError};

use crate::error::{Damage, DatabaseError};
use crate::format::{
    BLOCK, CLOSED, ENTRY, HEADER, Header, Layout, MAX_OPTIONS, MAX_STEPS, PLACE, SLOT, checksum,
    u32_at, u64_at,
};
use crate::forms::Forms;
use crate::map::Map;

/// Values of components of one ruleset, in a file that is mapped into memory.
///
/// It uses no memory of its own except a bit for each block, and can be shared by threads. Any number of processes can
/// have the same file open. A file must not be changed in place while it is open, but may be replaced or removed.
///
/// # Examples
/// ```no_run
/// use dicot_db::Database;
/// let database = Database::open("clobber-4x4.db")?;
/// println!("{} components of {}", database.len(), database.rules());
/// assert!(database.find("xo")?.is_some());
/// # Ok::<_, dicot_db::DatabaseError>(())
/// ```
pub struct Database {
    bytes: Bytes,
    header: Header,
    /// A bit for each block, set when its checksum was verified.
    checked: Box<[AtomicU64]>,
}

/// The bytes of a database.
enum Bytes {
    Mapped(Map),
    Own(Box<[u8]>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Own(bytes) => bytes,
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database")
            .field("rules", &self.rules())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}

/// An entry of the list of components.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub(crate) start: u64,
    pub(crate) length: u32,
    pub(crate) value: NamedValue,
}

impl Database {
    /// Opens a file. Its header is checked now, its blocks when they are first read.
    ///
    /// # Errors
    /// If it cannot be read, is not a database, has another version, or its header is damaged.
    ///
    /// # Complexity
    /// A few microseconds, and one more for each 100 MB or so, because the list of the blocks' checksums is verified.
    pub fn open(path: impl AsRef<Path>) -> Result<Database, DatabaseError> {
        Database::new(Bytes::Mapped(Map::open(path.as_ref())?))
    }

    /// Creates a database from bytes in memory.
    ///
    /// # Errors
    /// As [`open`](Database::open).
    pub fn from_bytes(bytes: impl Into<Box<[u8]>>) -> Result<Database, DatabaseError> {
        Database::new(Bytes::Own(bytes.into()))
    }

    fn new(bytes: Bytes) -> Result<Database, DatabaseError> {
        let header = Header::read(&bytes)?;
        // The header fits the file, so these bytes exist.
        if checksum(&bytes[HEADER..header.layout.start as usize]) != header.checksum {
            return Err(Damage::Checksums.into());
        }
        let words = header.layout.blocks().div_ceil(64);
        let checked = (0..words).map(|_| AtomicU64::new(0)).collect();
        Ok(Database { bytes, header, checked })
    }

    /// The [name](dicot::rules::Ruleset::SPEC) of the ruleset.
    pub fn rules(&self) -> &str {
        &self.header.rules
    }

    /// The number of components.
    pub fn len(&self) -> u64 {
        self.layout().counts.components
    }

    /// Whether the database is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of values, options included; a value and its negative count once.
    pub fn value_count(&self) -> u64 {
        self.layout().counts.values
    }

    /// The size of the file in bytes.
    pub fn byte_count(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(crate) fn layout(&self) -> &Layout {
        &self.header.layout
    }

    /// Returns the value of a component, given its [text](dicot_rulesets::PositionExt::component_text); `None` if it is not in the
    /// database.
    ///
    /// # Errors
    /// If the part that is read is damaged.
    ///
    /// # Complexity
    /// O(1), a fraction of a microsecond once the file is in memory.
    pub fn find(&self, component: &str) -> Result<Option<NamedValue>, DatabaseError> {
        let text = component.as_bytes();
        let hash = checksum(text);
        let slots = self.layout().counts.slots;
        for step in 0..MAX_STEPS.min(slots) {
            let [number, mark] = self.slot(hash.wrapping_add(step) & (slots - 1))?;
            if number == 0 {
                return Ok(None);
            }
            if mark == (hash >> 32) as u32 {
                let entry = self.entry(u64::from(number - 1))?;
                if entry.length as usize == text.len() && self.text(&entry)? == text {
                    return Ok(Some(entry.value));
                }
            }
        }
        Ok(None)
    }

    /// Returns the parts of the value with this number: from 0 to below [`value_count`](Database::value_count). Options
    /// have lower numbers than the values that have them.
    ///
    /// # Errors
    /// If the part that is read is damaged, or the number is unknown.
    pub fn parts(&self, number: u32) -> Result<ValueParts, DatabaseError> {
        let wrong = || DatabaseError::from(Damage::Value(number));
        let layout = self.layout();
        if u64::from(number) >= layout.counts.values {
            return Err(wrong());
        }
        let places = self.bytes(layout.places.start + u64::from(number) * PLACE, 2 * PLACE)?;
        let (start, end) = (u64_at(places, 0), u64_at(places, 8));
        if start > end || end > layout.counts.value_bytes {
            return Err(wrong());
        }
        let record = self.bytes(layout.values.start + start, end - start)?;
        read_parts(record, number).ok_or_else(wrong)
    }

    /// Iterates over the components in the order of their texts, each with its value.
    ///
    /// # Examples
    /// ```
    /// use dicot_db::{Builder, Database};
    /// let mut builder = Builder::new("clobber")?;
    /// builder.add("xoo", &"v".parse()?)?;
    /// builder.add("xo", &"*".parse()?)?;
    /// let mut file = Vec::new();
    /// builder.write(&mut file)?;
    /// let database = Database::from_bytes(file)?;
    /// let texts = database.iter().map(|entry| entry.map(|(text, _)| text));
    /// assert_eq!(texts.collect::<Result<Vec<_>, _>>()?, ["xo", "xoo"]);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> Entries<'_> {
        Entries { database: self, next: 0 }
    }

    /// Returns the value of a position, if all its components are in the database. For several positions use [`Forms`],
    /// which caches forms.
    ///
    /// # Errors
    /// If the database holds values of another ruleset, the part that is read is damaged, or the sum cannot be
    /// represented.
    pub fn get(&self, position: &AnyPosition) -> Result<Option<CanonicalForm>, DatabaseError> {
        Forms::new(self, Store::new()).get(position, &Limits::default())
    }

    /// Reads a slot: the number of a component plus one, and its mark.
    pub(crate) fn slot(&self, number: u64) -> Result<[u32; 2], DatabaseError> {
        let bytes = self.bytes(self.layout().slots.start + number * SLOT, SLOT)?;
        Ok([u32_at(bytes, 0), u32_at(bytes, 4)])
    }

    /// Reads the entry of the component with this number.
    pub(crate) fn entry(&self, number: u64) -> Result<Entry, DatabaseError> {
        let layout = self.layout();
        if number >= layout.counts.components {
            return Err(Damage::Entry(number).into());
        }
        let bytes = self.bytes(layout.components.start + number * ENTRY, ENTRY)?;
        let (start, length) = (u64_at(bytes, 0), u32_at(bytes, 8));
        let value = named(u32_at(bytes, 12));
        let end = start.checked_add(u64::from(length));
        if end.is_none_or(|end| end > layout.counts.text_bytes)
            || u64::from(value.number) >= layout.counts.values
        {
            return Err(Damage::Entry(number).into());
        }
        Ok(Entry { start, length, value })
    }

    /// Reads the text of a component.
    pub(crate) fn text(&self, entry: &Entry) -> Result<&[u8], DatabaseError> {
        self.bytes(self.layout().texts.start + entry.start, entry.length.into())
    }

    /// Returns bytes at an offset from the first block, which must be within the file, and verifies their blocks.
    pub(crate) fn bytes(&self, start: u64, length: u64) -> Result<&[u8], DatabaseError> {
        let end = start + length;
        let blocks = start / BLOCK as u64..end.div_ceil(BLOCK as u64);
        for block in blocks {
            let word = &self.checked[(block / 64) as usize];
            if word.load(Relaxed) >> (block % 64) & 1 == 0 {
                self.check_block(block)?;
                // Another thread may verify the same block at the same time, with the same result.
                word.fetch_or(1 << (block % 64), Relaxed);
            }
        }
        let from = self.layout().start;
        Ok(&self.bytes[(from + start) as usize..(from + end) as usize])
    }

    /// Verifies the checksum of a block.
    pub(crate) fn check_block(&self, block: u64) -> Result<(), DatabaseError> {
        let layout = self.layout();
        let start = layout.start + block * BLOCK as u64;
        let end = layout.length().min(start + BLOCK as u64);
        let expected = u64_at(&self.bytes, HEADER + 8 * block as usize);
        match checksum(&self.bytes[start as usize..end as usize]) == expected {
            true => Ok(()),
            false => Err(Damage::Block(start..end).into()),
        }
    }
}

/// Decodes a value as it is stored in a file.
fn named(value: u32) -> NamedValue {
    NamedValue { number: value >> 1, negated: value & 1 == 1 }
}

/// Decodes the record of the value with this number; `None` if it is invalid.
fn read_parts(record: &[u8], number: u32) -> Option<ValueParts> {
    if record.len() < 8 {
        return None;
    }
    let (left, right) = (u32_at(record, 0), u32_at(record, 4));
    if left == CLOSED {
        return read_closed(record, right).map(ValueParts::NumberUpStar);
    }
    let (left, right) = (left as usize, right as usize);
    let options = &record[8..];
    if left.max(right) > MAX_OPTIONS || options.len() != 4 * (left + right) {
        return None;
    }
    let read = |bytes: &[u8]| -> Option<Vec<NamedValue>> {
        let options = bytes.chunks_exact(4).map(|option| named(u32_at(option, 0)));
        options.map(|option| (option.number < number).then_some(option)).collect()
    };
    let (left, right) = options.split_at(4 * left);
    Some(ValueParts::Options { left: read(left)?, right: read(right)? })
}

fn read_closed(record: &[u8], exponent: u32) -> Option<NumberUpStar> {
    if record.len() != 24 {
        return None;
    }
    let numerator = u64_at(record, 8) as i64;
    let number = Dyadic::new(numerator, exponent)?;
    let (up, star) = (u32_at(record, 16) as i32, u32_at(record, 20));
    let fits = number.numerator() == numerator
        && number.exponent() == exponent
        && up.unsigned_abs().max(star) <= NumberUpStar::MAX_MULTIPLE;
    fits.then_some(NumberUpStar { number, up, star })
}

impl ValueSource for Database {
    fn find(&self, rules: &str, component: &str) -> Result<Option<NamedValue>, ValueError> {
        match rules == self.rules() {
            true => Database::find(self, component).map_err(|_| ValueError::Damaged),
            false => Ok(None),
        }
    }

    fn parts(&self, number: u32) -> Result<ValueParts, ValueError> {
        Database::parts(self, number).map_err(|_| ValueError::Damaged)
    }
}

/// The components of a database: see [`Database::iter`].
#[derive(Debug)]
pub struct Entries<'d> {
    database: &'d Database,
    next: u64,
}

impl<'d> Iterator for Entries<'d> {
    type Item = Result<(&'d str, NamedValue), DatabaseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let number = self.next;
        if number >= self.database.len() {
            return None;
        }
        self.next += 1;
        Some(self.database.entry(number).and_then(|entry| {
            let text = std::str::from_utf8(self.database.text(&entry)?);
            let text = text.map_err(|_| DatabaseError::from(Damage::Entry(number)))?;
            Ok((text, entry.value))
        }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.database.len() - self.next).ok();
        (left.unwrap_or(usize::MAX), left)
    }
}

impl<'d> IntoIterator for &'d Database {
    type Item = Result<(&'d str, NamedValue), DatabaseError>;
    type IntoIter = Entries<'d>;

    fn into_iter(self) -> Entries<'d> {
        self.iter()
    }
}
