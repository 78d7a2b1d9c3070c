//! Writes a database.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use dicot::analysis::NamedValue;
use dicot::{CanonicalForm, Interrupt, NumberUpStar, Player};
use xxhash_rust::xxh3::xxh3_128;

use crate::format::{
    BLOCK, CLOSED, COUNT_LIMIT, Counts, Header, Layout, MAGIC, MAX_NAME, MAX_OPTIONS, MAX_STEPS,
    checksum,
};

/// Collects components of one ruleset with their values, and writes them as a database.
///
/// The file does not depend on the order in which components are added. A builder takes about as much memory as the
/// file, and keeps a handle to each value.
///
/// # Examples
/// ```
/// use dicot_db::{Builder, Database};
/// let mut builder = Builder::new("clobber")?;
/// builder.add("xo", &"*".parse()?)?;
/// builder.add("xoo", &"v".parse()?)?;
/// let mut file = Vec::new();
/// builder.write(&mut file)?;
/// let database = Database::from_bytes(file)?;
/// assert_eq!(database.len(), 2);
/// assert!(database.find("xo")?.is_some() && database.find("xx")?.is_none());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Builder {
    rules: String,
    /// The texts of all components, one after another.
    texts: String,
    components: Vec<Component>,
    values: Vec<Value>,
    /// The number and sign of each value; a value and its negative share a number.
    known: HashMap<CanonicalForm, NamedValue>,
    /// The bytes of the lists of options, including the overhead of their allocations.
    option_bytes: usize,
}

/// A component, with the position of its text in `Builder::texts`.
#[derive(Clone, Copy, Debug)]
struct Component {
    start: usize,
    length: u32,
    value: NamedValue,
}

#[derive(Debug)]
struct Value {
    /// A hash of the value, and one of its negative. They depend only on the value, and options are sorted by them.
    keys: [u128; 2],
    is_own_negative: bool,
    parts: Parts,
}

#[derive(Debug)]
enum Parts {
    Closed(NumberUpStar),
    /// Left's options, then Right's.
    Options([Box<[NamedValue]>; 2]),
}

/// Why something cannot be part of a database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The name of the ruleset is empty, or has more than 128 bytes.
    #[error("the name of a ruleset has 1 to {MAX_NAME} bytes, and not {0:?}")]
    Name(String),
    /// A component was added twice, with different values.
    #[error("{0:?} was added with two values")]
    Twice(String),
    /// The text of a component has more than 4 GiB.
    #[error("the text of a component has more than 4 GiB")]
    LongText,
    /// There are 2^31 components or values, or more.
    #[error("a database has fewer than {COUNT_LIMIT} components and values")]
    TooMany,
    /// A value has more than 65,535 options of a player.
    #[error("a value has more than {MAX_OPTIONS} options of a player")]
    TooManyOptions,
}

impl From<BuildError> for io::Error {
    fn from(error: BuildError) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidInput, error)
    }
}

impl Builder {
    /// Creates a builder for values of the ruleset of this [name](dicot::rules::Ruleset::SPEC).
    ///
    /// # Errors
    /// If the name is empty or has more than 128 bytes.
    pub fn new(rules: impl Into<String>) -> Result<Builder, BuildError> {
        let rules = rules.into();
        if rules.is_empty() || rules.len() > MAX_NAME {
            return Err(BuildError::Name(rules));
        }
        let (texts, components) = (String::new(), Vec::new());
        let (values, known) = (Vec::new(), HashMap::new());
        Ok(Builder { rules, texts, components, values, known, option_bytes: 0 })
    }

    /// Adds a component, by its [text](dicot_rulesets::PositionExt::component_text), and its value.
    ///
    /// If it does not fit. A component that was added with two values is reported when the database is written.
    ///
    /// # Complexity
    /// The options of each form are read once, however many forms have it as an option.
    pub fn add(&mut self, component: &str, value: &CanonicalForm) -> Result<(), BuildError> {
        let length = u32::try_from(component.len()).map_err(|_| BuildError::LongText)?;
        if self.components.len() as u64 + 1 >= COUNT_LIMIT {
            return Err(BuildError::TooMany);
        }
        let value = self.value(value)?;
        let start = self.texts.len();
        self.texts.push_str(component);
        self.components.push(Component { start, length, value });
        Ok(())
    }

    /// Returns the number of components that were added, duplicates included.
    pub fn len(&self) -> usize {
        self.components.len()
    }

    /// Returns whether no component was added.
    pub fn is_empty(&self) -> bool {
        self.components.is_empty()
    }

    /// Returns the number of values, options included; a value and its negative count once.
    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Returns the bytes that the builder uses, without the stores of the values, and with those that
    /// [`write`](Builder::write) allocates temporarily.
    pub fn bytes(&self) -> usize {
        // While writing, each component is copied for sorting, hashed, and has at most four slots; each value is in two
        // lists.
        const WRITTEN_COMPONENT: usize = size_of::<Component>() + 8 + 4 * size_of::<[u32; 2]>();
        const WRITTEN_VALUE: usize = 2 * size_of::<u32>();
        // A full map has seven entries in eight slots, and a control byte for each slot.
        let slots = self.known.capacity() * 8 / 7;
        self.texts.capacity()
            + self.components.capacity() * size_of::<Component>()
            + self.values.capacity() * size_of::<Value>()
            + self.option_bytes
            + slots * (size_of::<(CanonicalForm, NamedValue)>() + 1)
            + self.components.len() * WRITTEN_COMPONENT
            + self.values.len() * WRITTEN_VALUE
    }

    /// Finds a value that was added, or its negative.
    fn known(&self, value: &CanonicalForm) -> Option<NamedValue> {
        if let Some(&named) = self.known.get(value) {
            return Some(named);
        }
        let NamedValue { number, negated } = *self.known.get(&-value)?;
        Some(NamedValue { number, negated: !negated })
    }

    /// Returns the number of a value, adding it and all its options if necessary.
    fn value(&mut self, value: &CanonicalForm) -> Result<NamedValue, BuildError> {
        if let Some(named) = self.known(value) {
            return Ok(named);
        }
        let mut stack = vec![value.clone()];
        while let Some(top) = stack.last() {
            if self.known(top).is_some() {
                stack.pop();
                continue;
            }
            let parts = match top.to_number_up_star() {
                Some(parts) => Parts::Closed(parts),
                None => {
                    let mut lists = [Vec::new(), Vec::new()];
                    let mut missing = Vec::new();
                    for (player, list) in Player::BOTH.into_iter().zip(&mut lists) {
                        if top.option_count(player) > MAX_OPTIONS {
                            return Err(BuildError::TooManyOptions);
                        }
                        for option in top.options_unsorted(player) {
                            match self.known(&option) {
                                Some(named) => list.push(named),
                                None => missing.push(option),
                            }
                        }
                    }
                    if !missing.is_empty() {
                        stack.append(&mut missing);
                        continue;
                    }
                    Parts::Options(lists.map(Vec::into_boxed_slice))
                }
            };
            if let Some(top) = stack.pop() {
                self.insert(top, parts)?;
            }
        }
        self.known(value).ok_or(BuildError::TooMany)
    }

    /// Adds a value whose options were added before.
    fn insert(&mut self, value: CanonicalForm, mut parts: Parts) -> Result<(), BuildError> {
        let number =
            u32::try_from(self.values.len()).ok().filter(|&n| u64::from(n) + 1 < COUNT_LIMIT);
        let number = number.ok_or(BuildError::TooMany)?;
        let keys = match &mut parts {
            Parts::Closed(parts) => {
                let negative =
                    NumberUpStar { number: -parts.number, up: -parts.up, star: parts.star };
                [closed_key(parts), closed_key(&negative)]
            }
            Parts::Options([left, right]) => {
                let keys =
                    [self.options_key(left, right, false), self.options_key(right, left, true)];
                left.sort_by_key(|&option| self.key(option));
                right.sort_by_key(|&option| self.key(option));
                keys
            }
        };
        let is_own_negative = value == -&value;
        // Which of a value and its negative is stored must not depend on which was added first.
        let negated = !is_own_negative && keys[1] < keys[0];
        let (keys, parts) = match negated {
            false => (keys, parts),
            true => ([keys[1], keys[0]], self.negative(parts)),
        };
        if let Parts::Options(lists) = &parts {
            // An allocation takes about 16 bytes of overhead.
            self.option_bytes += lists.iter().map(|list| size_of_val(&**list) + 16).sum::<usize>();
        }
        self.values.push(Value { keys, is_own_negative, parts });
        self.known.insert(value, NamedValue { number, negated });
        Ok(())
    }

    fn negative(&self, parts: Parts) -> Parts {
        match parts {
            Parts::Closed(NumberUpStar { number, up, star }) => {
                Parts::Closed(NumberUpStar { number: -number, up: -up, star })
            }
            Parts::Options([left, right]) => Parts::Options([right, left].map(|mut options| {
                for option in &mut options {
                    // A value that is its own negative is never marked as negated.
                    option.negated ^= !self.values[option.number as usize].is_own_negative;
                }
                options.sort_by_key(|&option| self.key(option));
                options
            })),
        }
    }

    fn key(&self, value: NamedValue) -> u128 {
        self.values[value.number as usize].keys[usize::from(value.negated)]
    }

    /// The key of a value, computed from its options, or with `negated` from their negatives.
    fn options_key(&self, left: &[NamedValue], right: &[NamedValue], negated: bool) -> u128 {
        let mut bytes = Vec::new();
        for options in [left, right] {
            let mut keys: Vec<u128> = options
                .iter()
                .map(|&NamedValue { number, negated: sign }| {
                    self.key(NamedValue { number, negated: sign ^ negated })
                })
                .collect();
            keys.sort_unstable();
            bytes.extend((keys.len() as u64).to_le_bytes());
            bytes.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
        }
        xxh3_128(&bytes)
    }

    /// The components sorted by text, without duplicates.
    fn sorted(&self) -> Result<Vec<Component>, BuildError> {
        let mut components = self.components.clone();
        components.sort_by(|a, b| self.text(a).cmp(self.text(b)));
        for pair in components.windows(2) {
            if self.text(&pair[0]) == self.text(&pair[1]) && pair[0].value != pair[1].value {
                return Err(BuildError::Twice(self.text(&pair[0]).to_owned()));
            }
        }
        components.dedup_by(|a, b| self.text(a) == self.text(b));
        Ok(components)
    }

    fn text(&self, component: &Component) -> &str {
        &self.texts[component.start..component.start + component.length as usize]
    }

    /// Writes the database. The writer need not be buffered.
    ///
    /// # Errors
    /// If the writer fails, or the components are not a valid database.
    ///
    /// # Complexity
    /// O(*n* log *n*) for *n* components and values.
    pub fn write(&self, mut output: impl Write) -> io::Result<()> {
        let contents = Contents::new(self)?;
        let layout = &contents.layout;
        let mut checksums = Vec::new();
        contents.write(|block| {
            checksums.extend(checksum(block).to_le_bytes());
            Ok(())
        })?;
        let header = Header {
            rules: self.rules.clone(),
            layout: layout.clone(),
            checksum: checksum(&checksums),
        };
        output.write_all(&header.bytes())?;
        output.write_all(&checksums)?;
        contents.write(|block| output.write_all(block))?;
        output.flush()
    }

    /// Writes the database to a file, which is renamed to `path` when it is complete and synced to disk. Until then an
    /// old file at `path` stays, and programs that have opened the old file keep it.
    ///
    /// # Errors
    /// As [`write`](Builder::write); the partial file is removed.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.save_unless(path, &Interrupt::default())
    }

    /// Writes the database to a file as [`save`](Builder::save), unless another thread sets a flag before the file is
    /// complete.
    ///
    /// # Errors
    /// As [`save`](Builder::save); also fails soon after the flag is set.
    pub fn save_unless(&self, path: impl AsRef<Path>, interrupt: &Interrupt) -> io::Result<()> {
        let path = path.as_ref();
        // The target of a link is replaced, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let part = part(&path, std::process::id());
        let written = File::create(&part)
            .and_then(|file| {
                self.write(Interruptible { file: &file, interrupt }).and_then(|()| file.sync_all())
            })
            .and_then(|()| fs::rename(&part, &path));
        if written.is_err() {
            let _ = fs::remove_file(&part);
            return written;
        }
        // Syncs the name as well, on systems where a folder can be opened.
        let _ = File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// A file that fails to write once a flag is set.
struct Interruptible<'f> {
    file: &'f File,
    interrupt: &'f Interrupt,
}

impl Write for Interruptible<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.interrupt.is_set() {
            // Not `ErrorKind::Interrupted`, after which `write_all` tries again.
            return Err(io::Error::other("interrupted"));
        }
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes the files in which killed processes were writing a database of this name. Call it while no other process can
/// be writing one, for example while holding a lock. A file is kept if its process is still running, or if it does not
/// begin as a database does.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn remove_parts(path: impl AsRef<Path>) -> io::Result<()> {
    let path = path.as_ref();
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    for entry in fs::read_dir(folder_of(&path))? {
        let name = entry?.file_name();
        let of_process = path.file_name().zip(name.to_str()).and_then(|(whole, name)| {
            let number = name.strip_prefix(whole.to_str()?)?.strip_prefix('.')?;
            number.strip_suffix(".part")?.parse::<u32>().ok()
        });
        let Some(process) = of_process else { continue };
        let part = part(&path, process);
        let mut start = Vec::new();
        File::open(&part)?.take(MAGIC.len() as u64).read_to_end(&mut start)?;
        // On systems without /proc only the caller's lock protects a file.
        let runs = Path::new("/proc").join(process.to_string()).exists();
        if !runs && MAGIC.starts_with(&start) {
            fs::remove_file(&part)?;
        }
    }
    Ok(())
}

/// The path of the partial file; it contains the number of the process.
fn part(path: &Path, process: u32) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{process}.part"));
    name.into()
}

fn closed_key(parts: &NumberUpStar) -> u128 {
    xxh3_128(&closed_bytes(parts))
}

/// The record of a number, ups and a star in the file.
fn closed_bytes(parts: &NumberUpStar) -> [u8; 24] {
    let NumberUpStar { number, up, star } = parts;
    let mut bytes = [0; 24];
    bytes[..4].copy_from_slice(&CLOSED.to_le_bytes());
    bytes[4..8].copy_from_slice(&number.exponent().to_le_bytes());
    bytes[8..16].copy_from_slice(&number.numerator().to_le_bytes());
    bytes[16..20].copy_from_slice(&up.to_le_bytes());
    bytes[20..].copy_from_slice(&star.to_le_bytes());
    bytes
}

/// The bytes after the checksums, ready to be written.
struct Contents<'b> {
    builder: &'b Builder,
    layout: Layout,
    components: Vec<Component>,
    /// The values in the order of the file.
    order: Vec<u32>,
    /// The position in the file of each of the builder's values.
    numbers: Vec<u32>,
    slots: Vec<[u32; 2]>,
}

impl<'b> Contents<'b> {
    fn new(builder: &'b Builder) -> Result<Contents<'b>, BuildError> {
        let components = builder.sorted()?;
        let (order, numbers) = numbered(builder, &components);
        let hashes: Vec<u64> = components
            .iter()
            .map(|component| checksum(builder.text(component).as_bytes()))
            .collect();
        let slots = slots(&hashes)?;
        let length = |&value: &u32| match &builder.values[value as usize].parts {
            Parts::Closed(_) => 24,
            Parts::Options([left, right]) => 8 + 4 * (left.len() + right.len()) as u64,
        };
        let counts = Counts {
            components: components.len() as u64,
            values: order.len() as u64,
            slots: slots.len() as u64,
            text_bytes: components.iter().map(|component| u64::from(component.length)).sum(),
            value_bytes: order.iter().map(length).sum(),
        };
        let layout = Layout::new(counts).ok_or(BuildError::TooMany)?;
        Ok(Contents { builder, layout, components, order, numbers, slots })
    }

    /// Encodes a value as it is stored in the file.
    fn value(&self, value: NamedValue) -> u32 {
        self.numbers[value.number as usize] << 1 | u32::from(value.negated)
    }

    /// Passes the blocks to a writer, in order.
    fn write(&self, write: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut to = Blocks { block: Vec::with_capacity(BLOCK), write };
        for [number, mark] in &self.slots {
            to.add(&number.to_le_bytes())?;
            to.add(&mark.to_le_bytes())?;
        }
        let mut start = 0u64;
        for component in &self.components {
            to.add(&start.to_le_bytes())?;
            to.add(&component.length.to_le_bytes())?;
            to.add(&self.value(component.value).to_le_bytes())?;
            start += u64::from(component.length);
        }
        for component in &self.components {
            to.add(self.builder.text(component).as_bytes())?;
        }
        let mut place = 0u64;
        for &value in &self.order {
            to.add(&place.to_le_bytes())?;
            place += match &self.builder.values[value as usize].parts {
                Parts::Closed(_) => 24,
                Parts::Options([left, right]) => 8 + 4 * (left.len() + right.len()) as u64,
            };
        }
        to.add(&place.to_le_bytes())?;
        for &value in &self.order {
            match &self.builder.values[value as usize].parts {
                Parts::Closed(parts) => to.add(&closed_bytes(parts))?,
                Parts::Options(lists) => {
                    for list in lists {
                        to.add(&(list.len() as u32).to_le_bytes())?;
                    }
                    for &option in lists.iter().flatten() {
                        to.add(&self.value(option).to_le_bytes())?;
                    }
                }
            }
        }
        to.end()
    }
}

/// Returns the values in the order of the file, and the position of each: a post-order from the sorted components, so
/// that the order in which they were added does not matter.
fn numbered(builder: &Builder, components: &[Component]) -> (Vec<u32>, Vec<u32>) {
    const NONE: u32 = u32::MAX;
    let (mut order, mut numbers) = (Vec::new(), vec![NONE; builder.values.len()]);
    let mut stack = Vec::new();
    for component in components {
        stack.push(component.value.number);
        while let Some(&value) = stack.last() {
            if numbers[value as usize] != NONE {
                stack.pop();
                continue;
            }
            let before = stack.len();
            if let Parts::Options(lists) = &builder.values[value as usize].parts {
                let missing = lists.iter().flatten().map(|option| option.number);
                stack.extend(missing.filter(|&option| numbers[option as usize] == NONE));
            }
            if stack.len() == before {
                numbers[value as usize] = order.len() as u32;
                order.push(value);
                stack.pop();
            }
        }
    }
    (order, numbers)
}

/// Fills a hash table with open addressing for components with these hashes.
fn slots(hashes: &[u64]) -> Result<Vec<[u32; 2]>, BuildError> {
    let least = (2 * hashes.len()).next_power_of_two().max(2);
    // More slots would not help: this many collisions occur only if the texts were chosen to collide.
    let sizes = std::iter::successors(Some(least), |size| Some(2 * size)).take(6);
    for size in sizes {
        let mut slots = vec![[0; 2]; size];
        let fits = hashes.iter().zip(1..).all(|(&hash, number)| {
            let free = (0..MAX_STEPS)
                .map(|step| (hash.wrapping_add(step) & (size as u64 - 1)) as usize)
                .find(|&slot| slots[slot][0] == 0);
            let Some(slot) = free else { return false };
            slots[slot] = [number, (hash >> 32) as u32];
            true
        });
        if fits {
            return Ok(slots);
        }
    }
    Err(BuildError::TooMany)
}

/// Splits bytes into blocks.
struct Blocks<F> {
    block: Vec<u8>,
    write: F,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Blocks<F> {
    fn add(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let (now, rest) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            bytes = rest;
            if self.block.len() == BLOCK {
                (self.write)(&self.block)?;
                self.block.clear();
            }
        }
        Ok(())
    }

    fn end(mut self) -> io::Result<()> {
        if self.block.is_empty() { Ok(()) } else { (self.write)(&self.block) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_that_collide_get_more_slots_or_are_refused() {
        // The hashes collide in small tables and are far apart in large ones.
        let crowded: Vec<u64> = (0..300).map(|n| n << 10).collect();
        let slots = super::slots(&crowded).unwrap();
        assert!(slots.len() > 1024, "{}", slots.len());
        let found = slots.iter().filter(|slot| slot[0] != 0).count();
        assert_eq!(found, 300);
        assert_eq!(super::slots(&[7; 257]), Err(BuildError::TooMany));
        assert!(super::slots(&[7; 256]).is_ok());
    }

    #[test]
    fn blocks_are_cut() {
        let mut lengths = Vec::new();
        let mut blocks = Blocks {
            block: Vec::new(),
            write: |block: &[u8]| {
                lengths.push(block.len());
                Ok(())
            },
        };
        blocks.add(&vec![0; 3 * BLOCK]).unwrap();
        blocks.add(&[1, 2, 3]).unwrap();
        blocks.end().unwrap();
        assert_eq!(lengths, [BLOCK, BLOCK, BLOCK, 3]);
    }
}
