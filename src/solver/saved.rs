//! Saved solvers: the transposition table, with its components and values, in a file.
//!
//! A file begins with a line that names the format and its version. Blocks follow: their length in bytes, a
//! checksum of the block and of all blocks before, and the bytes. The last block is empty. A block is read only if its
//! checksum is right, so accidental damage is found at once; a file that was made with right checksums is
//! checked again count by count, and by the solver's limits.
//!
//! The blocks contain numbers (LEB128: seven bits a byte, the lowest first) and texts (the length, then the bytes).
//! They form three lists, each after its length: components, by ruleset and position; values, each after its
//! options; and the entries of the table, which refer to components and values by their index in these lists. The file
//! is written and read as a stream, so that it is never in memory as a whole.

use std::error::Error;
use std::fmt;
use std::hash::Hasher;
use std::io::{self, ErrorKind, Read, Write};

use hashbrown::HashMap;

use super::Solver;
use super::components::{Components, PoolKey, Reader};
use super::state::{ComponentId, ComponentIds, sort_and_cancel};
use super::table::Table;
use crate::form::{Engine, Id, NumberUpStar, StoreInner, Walk};
use crate::hash::{BuildMix, MixHasher};
use crate::limits::NO_LIMITS;
use crate::rules::{AnyPosition, AnyRuleset, RulesId, Ruleset, Short};
use crate::{Dyadic, LimitKind, Player, Store, ValueError};

/// The first bytes of a file that [`Solver::save`] writes. The version of the format follows.
pub const FORMAT_NAME: &[u8] = b"dicot solver ";
const VERSION: &[u8] = b"1";
/// A block ends when it has this number of bytes: 64 KiB.
const BLOCK: usize = 1 << 16;
/// An entry of a file has at most this number of components, and of values of each kind: more than the table writes.
const MAX_COUNT: u64 = 64;

/// Why a solver cannot load a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// The file cannot be read.
    Io(io::Error),
    /// The file was not written by [`Solver::save`].
    Unknown,
    /// The file has another version of the format.
    Version(String),
    /// The file is damaged or truncated.
    Damaged,
    /// The file contains positions of a ruleset of this name, which the solver does not know
    /// ([`with_ruleset`](Solver::with_ruleset)).
    Ruleset(String),
    /// The solver knows two rulesets of this name.
    SameName(String),
    /// The ruleset of this name cannot read a position, which may be too large for the type.
    Position(String, String),
    /// One of the solver's [limits](Solver#limits) is reached.
    Limit(LimitKind),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Io(error) => error.fmt(f),
            LoadError::Unknown => f.write_str("not a file that a solver saved"),
            LoadError::Version(version) => write!(
                f,
                "saved in version {version:?} of the format; this program reads version {}",
                String::from_utf8_lossy(VERSION)
            ),
            LoadError::Damaged => f.write_str("the file is damaged"),
            LoadError::Ruleset(name) => write!(f, "unknown ruleset {name:?}"),
            LoadError::SameName(name) => SameName(name).fmt(f),
            LoadError::Position(name, text) => write!(f, "{text:?} is not a position of {name}"),
            LoadError::Limit(limit) => limit.fmt(f),
        }
    }
}

impl Error for LoadError {}

/// Two rulesets have this name, by which a file would say which is meant.
#[derive(Debug)]
pub(super) struct SameName<T>(pub(super) T);

impl<T: fmt::Display> fmt::Display for SameName<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two rulesets are called {}; give each a name of its own", self.0)
    }
}

impl<T: fmt::Display + fmt::Debug> Error for SameName<T> {}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> LoadError {
        match error.kind() {
            ErrorKind::UnexpectedEof => LoadError::Damaged,
            _ => LoadError::Io(error),
        }
    }
}

impl From<ValueError> for LoadError {
    fn from(error: ValueError) -> LoadError {
        match error {
            ValueError::Limit(limit) => LoadError::Limit(limit),
            // Every saved value can be represented.
            _ => LoadError::Damaged,
        }
    }
}

impl Solver {
    /// Adds a ruleset whose positions can be [loaded](Solver::load). The rulesets of sums that were solved are known
    /// without it.
    #[must_use]
    pub fn with_ruleset<P: Short + Ruleset>(mut self) -> Solver {
        let key = PoolKey::new::<P>(RulesId::of_type::<P>(), P::SPEC);
        self.components.add_reader::<P>(key, |text| text.parse().ok());
        self
    }

    /// [`with_ruleset`](Solver::with_ruleset) for a ruleset that was chosen at run time.
    #[must_use]
    pub fn with_any_ruleset(mut self, ruleset: &AnyRuleset) -> Solver {
        let key = PoolKey::new::<AnyPosition>(ruleset.id(), ruleset.spec());
        let ruleset = ruleset.clone();
        self.components.add_reader(key, move |text| ruleset.read(text).ok());
        self
    }

    /// Writes the solver's results, for [`load`](Solver::load).
    ///
    /// Positions are written as texts, with the names of their rulesets. The writer need not be buffered.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Clobber;
    /// use dicot::solver::{Solver, Sum};
    /// let board = Sum::from(Clobber::checkerboard(6, 3)?);
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.wins_first(&board, Player::Left), Ok(false));
    /// let mut file = Vec::new();
    /// solver.save(&mut file)?;
    ///
    /// let mut solver = Solver::new().with_ruleset::<Clobber>();
    /// solver.load(&file[..])?;
    /// assert_eq!(solver.wins_first(&board, Player::Left), Ok(false));
    /// assert_eq!(solver.nodes(), 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the writer fails, or the solver has positions of two rulesets of one name.
    ///
    /// # Complexity
    /// Linear in the size of the table and of the values in it; some 20 bytes of memory for each value and five for
    /// each component.
    pub fn save(&self, output: impl Write) -> io::Result<()> {
        let entries = || self.entries();
        let mut values = Values::new(self.store.inner());
        for entry in entries() {
            entry.values_of_side(0).chain(entry.values_of_side(1)).for_each(|id| values.add(id));
        }
        let end = self.components.end();
        let live = self.live_components();
        let indices = || (0..live.len()).filter(|&index| live[index]);
        let mut numbers = vec![0_u32; end];
        indices().zip(0..).for_each(|(index, number)| numbers[index] = number);

        let mut to = Writer::new(output)?;
        to.number(indices().count() as u64)?;
        let mut names = Vec::new();
        for index in indices() {
            let (PoolKey { name, rules, .. }, text) = self.components.text(index);
            match names.iter().position(|(known, _)| *known == name) {
                Some(number) if names[number].1 == rules => to.number(number as u64)?,
                Some(_) => {
                    return Err(io::Error::new(
                        ErrorKind::InvalidInput,
                        SameName(name.to_string()),
                    ));
                }
                None => {
                    to.number(names.len() as u64)?;
                    to.text(&name)?;
                    names.push((name, rules));
                }
            }
            to.text(&text)?;
        }
        to.number(values.order.len() as u64)?;
        for &id in &values.order {
            values.write(id, &mut to)?;
        }
        to.number(entries().count() as u64)?;
        for entry in entries() {
            for count in [
                entry.ids().count(),
                entry.values_of_side(0).count(),
                entry.values_of_side(1).count(),
            ] {
                to.number(count as u64)?;
            }
            for id in entry.ids() {
                to.number(u64::from(numbers[id.index()]) << 1 | u64::from(id.is_negated()))?;
            }
            for value in entry.values_of_side(0).chain(entry.values_of_side(1)) {
                to.number(values.number(value))?;
            }
        }
        to.end()
    }

    /// Reads the results of a [saved](Solver::save) solver, which replace those of this one.
    ///
    /// The other solver may have had other limits: results that do not fit into this one's table are left out, those of
    /// small sums first. With another [`valued_size`](Solver::valued_size) the results are
    /// right, but seldom apply. The reader need not be buffered, and is read to its end.
    ///
    /// # Errors
    /// [`LoadError`]; the solver is then as it was. `time`, `bytes` and `interrupt` of its limits hold for
    /// loading as well.
    ///
    /// # Complexity
    /// Linear in the size of the file, except for values that no solver saved.
    pub fn load(&mut self, input: impl Read) -> Result<(), LoadError> {
        let (limits, memory) = (self.limits_of_call(), self.memory());
        let store = Store::new();
        let mut loading = Loading {
            from: Blocks::new(input)?,
            engine: Engine::new(store.inner(), &limits),
            components: self.components.emptied(),
            table: Table::new(memory.max_table_bytes()),
            max_bytes: memory.max_bytes,
            held_bytes: self.bytes(),
            ids: Vec::new(),
            values: Vec::new(),
            names: Vec::new(),
        };
        loading.components.max_bytes = memory.max_bytes;
        loading.list(Loading::id)?;
        loading.list(Loading::value)?;
        loading.list(Loading::entry)?;
        loading.from.end()?;
        let Loading { components, table, .. } = loading;
        (self.store, self.components, self.table) = (store, components, Some(table));
        // Their values were of the old store.
        self.worker_tables.clear();
        Ok(())
    }
}

/// The values to be saved, each after its options. A value and its negative count once.
struct Values<'s> {
    engine: Engine<'s>,
    numbers: HashMap<Id, u32, BuildMix>,
    order: Vec<Id>,
}

fn recorded(id: Id) -> Id {
    id.min(id.negative())
}

impl<'s> Values<'s> {
    fn new(store: &'s StoreInner) -> Values<'s> {
        let engine = Engine::new(store, &NO_LIMITS);
        Values { engine, numbers: HashMap::default(), order: Vec::new() }
    }

    /// Adds a value and its followers.
    fn add(&mut self, id: Id) {
        let Values { engine, numbers, order } = self;
        let mut walk = Walk::new(id);
        let is_known = |numbers: &HashMap<Id, u32, _>, id| numbers.contains_key(&recorded(id));
        // Without limits and through stored options, a walk does not fail.
        while let Ok(Some(id)) = walk.next(engine.store, engine, |_, id| is_known(numbers, id)) {
            numbers.insert(recorded(id), order.len() as u32);
            order.push(recorded(id));
        }
    }

    /// Twice the index of a value that was added, plus 1 if the value is the negative.
    fn number(&self, id: Id) -> u64 {
        let recorded = recorded(id);
        let number = self.numbers.get(&recorded).copied().unwrap_or_default();
        u64::from(number) << 1 | u64::from(id != recorded)
    }

    /// Writes a value: 0 and the parts of a number, up and star, or the counts and indices of its options.
    fn write<W: Write>(&self, id: Id, to: &mut Writer<W>) -> io::Result<()> {
        if let Some(NumberUpStar { number, up, star }) = self.engine.store.number_up_star(id) {
            let zigzag = |n: i64| (n << 1 ^ n >> 63) as u64;
            let (numerator, exponent) = (zigzag(number.numerator()), number.exponent().into());
            let parts = [0, numerator, exponent, zigzag(up.into()), star.into()];
            return parts.into_iter().try_for_each(|n| to.number(n));
        }
        for player in Player::BOTH {
            to.number(self.engine.store.option_count(id, player) as u64)?;
        }
        for player in Player::BOTH {
            for option in self.engine.store.stored_options(id, player) {
                to.number(self.number(option))?;
            }
        }
        Ok(())
    }
}

/// The state of a load.
struct Loading<'s, R> {
    from: Blocks<R>,
    engine: Engine<'s>,
    components: Components,
    table: Table,
    /// The limit of memory.
    max_bytes: usize,
    /// The bytes of the solver's old results.
    held_bytes: usize,
    /// Components and values by their indices in the file.
    ids: Vec<ComponentId>,
    values: Vec<Id>,
    /// The rulesets by their indices in the file, with the readers of their positions.
    names: Vec<(String, Vec<Reader>)>,
}

/// Records between two checks of the limits.
const RECORDS_BETWEEN_CHECKS: u64 = 1 << 10;

impl<R: Read> Loading<'_, R> {
    /// Reads a list, and checks the limits once in [`RECORDS_BETWEEN_CHECKS`].
    fn list(&mut self, read: impl Fn(&mut Self) -> Result<(), LoadError>) -> Result<(), LoadError> {
        for i in 0..self.from.number()? {
            if i.is_multiple_of(RECORDS_BETWEEN_CHECKS) {
                self.engine.other_bytes = self.other_bytes();
                self.engine.check()?;
            }
            read(self)?;
        }
        Ok(())
    }

    /// The bytes of everything but the store.
    fn other_bytes(&self) -> usize {
        let lists = (self.ids.capacity() + self.values.capacity()) * size_of::<Id>();
        self.held_bytes + self.table.bytes() + self.components.bytes() + lists
    }

    fn id(&mut self) -> Result<(), LoadError> {
        let number = self.from.count()?;
        if number == self.names.len() {
            let name = self.from.text(self.max_bytes)?;
            if self.names.iter().any(|(known, _)| *known == name) {
                return Err(LoadError::Damaged);
            }
            let known = self.components.readers.iter().filter(|reader| *reader.key.name == *name);
            let readers: Vec<Reader> = known.cloned().collect();
            let Some(first) = readers.first() else { return Err(LoadError::Ruleset(name)) };
            if readers.iter().any(|reader| reader.key.rules != first.key.rules) {
                return Err(LoadError::SameName(name.to_string()));
            }
            self.names.push((name, readers));
        }
        let (name, readers) = self.names.get(number).ok_or(LoadError::Damaged)?;
        let text = self.from.text(self.max_bytes)?;
        let id = readers.iter().find_map(|reader| (reader.intern)(&mut self.components, &text));
        self.ids.push(id.ok_or_else(|| LoadError::Position(name.clone(), text))??);
        Ok(())
    }

    /// A value that was read, or its negative.
    fn known_value(&mut self) -> Result<Id, LoadError> {
        let [number, negated] = self.from.signed()?;
        let value = self.values.get(number as usize).ok_or(LoadError::Damaged)?;
        Ok(value.negative_if(negated == 1))
    }

    fn value(&mut self) -> Result<(), LoadError> {
        let value = match self.from.number()? {
            0 => self.closed_value(),
            left => self.value_of_options(left),
        };
        self.values.push(value?);
        Ok(())
    }

    fn value_of_options(&mut self, left: u64) -> Result<Id, LoadError> {
        let counts = [left, self.from.number()?];
        let mut options = [Vec::new(), Vec::new()];
        for (count, list) in counts.into_iter().zip(&mut options) {
            for _ in 0..count {
                list.push(self.known_value()?);
                if list.len() > u16::MAX.into() {
                    return Err(LoadError::Damaged);
                }
            }
        }
        // Options of saved values are canonical; others are simplified.
        Ok(self.engine.simplify_canonical(&options[0], &options[1])?)
    }

    fn closed_value(&mut self) -> Result<Id, LoadError> {
        let from = &mut self.from;
        let (numerator, exponent) = (from.zigzag()?, from.number()?);
        let (up, star) = (from.zigzag()?, from.number()?);
        let exponent = u32::try_from(exponent).map_err(|_| LoadError::Damaged)?;
        let number = Dyadic::new(numerator, exponent).ok_or(LoadError::Damaged)?;
        let up = i32::try_from(up).ok().filter(|&up| up != i32::MIN);
        let star = u32::try_from(star).ok().filter(|&star| star <= NumberUpStar::MAX_MULTIPLE);
        let (Some(up), Some(star)) = (up, star) else { return Err(LoadError::Damaged) };
        Ok(self.engine.store.closed(NumberUpStar { number, up, star })?)
    }

    fn entry(&mut self) -> Result<(), LoadError> {
        let counts = [self.from.number()?, self.from.number()?, self.from.number()?];
        if counts.iter().any(|&count| count > MAX_COUNT) {
            return Err(LoadError::Damaged);
        }
        let mut ids = ComponentIds::new();
        for _ in 0..counts[0] {
            let [number, negated] = self.from.signed()?;
            let id = *self.ids.get(number as usize).ok_or(LoadError::Damaged)?;
            ids.push(if negated == 0 { id } else { id.negative() });
        }
        sort_and_cancel(&mut ids);
        for (count, wins) in counts[1..].iter().zip([true, false]) {
            for _ in 0..*count {
                let value = self.known_value()?;
                if !ids.is_empty() {
                    // The values of an entry do not cover each other.
                    let add = Components::add_result;
                    let filled = add(&self.components, &self.table, &ids, value, wins, |_| false);
                    self.table.count(filled.into());
                }
            }
        }
        if self.table.should_grow() {
            let bytes = self.other_bytes() + self.engine.store.bytes();
            self.table.grow(self.max_bytes.saturating_sub(bytes));
        }
        Ok(())
    }
}

/// Writes blocks.
struct Writer<W> {
    output: W,
    block: Vec<u8>,
    checksum: u64,
}

/// The checksum of a block, from that of the block before.
fn checksum(before: u64, block: &[u8]) -> u64 {
    let mut hasher = MixHasher::default();
    hasher.write_u64(before);
    hasher.write_usize(block.len());
    hasher.write(block);
    hasher.finish()
}

impl<W: Write> Writer<W> {
    fn new(mut output: W) -> io::Result<Writer<W>> {
        output.write_all(&[FORMAT_NAME, VERSION, b"\n"].concat())?;
        Ok(Writer { output, block: Vec::with_capacity(2 * BLOCK), checksum: 0 })
    }

    fn number(&mut self, mut n: u64) -> io::Result<()> {
        while n >= 0x80 {
            self.block.push(n as u8 | 0x80);
            n >>= 7;
        }
        self.block.push(n as u8);
        if self.block.len() >= BLOCK { self.write_block() } else { Ok(()) }
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.number(text.len() as u64)?;
        for chunk in text.as_bytes().chunks(BLOCK) {
            self.block.extend(chunk);
            if self.block.len() >= BLOCK {
                self.write_block()?;
            }
        }
        Ok(())
    }

    fn write_block(&mut self) -> io::Result<()> {
        self.checksum = checksum(self.checksum, &self.block);
        self.output.write_all(&(self.block.len() as u32).to_le_bytes())?;
        self.output.write_all(&self.checksum.to_le_bytes())?;
        self.output.write_all(&self.block)?;
        self.block.clear();
        Ok(())
    }

    /// Writes the rest, and the last block, which is empty.
    fn end(mut self) -> io::Result<()> {
        if !self.block.is_empty() {
            self.write_block()?;
        }
        self.write_block()?;
        self.output.flush()
    }
}

/// Reads blocks.
struct Blocks<R> {
    input: R,
    block: Vec<u8>,
    at: usize,
    checksum: u64,
}

impl<R: Read> Blocks<R> {
    fn new(mut input: R) -> Result<Blocks<R>, LoadError> {
        let mut line = Vec::new();
        while !line.ends_with(b"\n") && line.len() < FORMAT_NAME.len() + 20 {
            if input.by_ref().take(1).read_to_end(&mut line)? == 0 {
                break;
            }
        }
        let version = line.strip_prefix(FORMAT_NAME).and_then(|line| line.strip_suffix(b"\n"));
        let version = version.ok_or(LoadError::Unknown)?;
        if version != VERSION {
            return Err(LoadError::Version(String::from_utf8_lossy(version).into_owned()));
        }
        Ok(Blocks { input, block: Vec::new(), at: 0, checksum: 0 })
    }

    /// Reads the next block and checks it.
    fn next_block(&mut self) -> Result<(), LoadError> {
        let (mut len, mut sum) = ([0; 4], [0; 8]);
        self.input.read_exact(&mut len)?;
        self.input.read_exact(&mut sum)?;
        let len = u32::from_le_bytes(len) as usize;
        if len > 2 * BLOCK {
            return Err(LoadError::Damaged);
        }
        self.block.resize(len, 0);
        self.input.read_exact(&mut self.block)?;
        (self.at, self.checksum) = (0, checksum(self.checksum, &self.block));
        if self.checksum == u64::from_le_bytes(sum) { Ok(()) } else { Err(LoadError::Damaged) }
    }

    /// The rest of the block, or the next one: at least a byte.
    fn rest(&mut self) -> Result<&[u8], LoadError> {
        if self.at == self.block.len() {
            self.next_block()?;
        }
        match &self.block[self.at..] {
            [] => Err(LoadError::Damaged),
            rest => Ok(rest),
        }
    }

    fn number(&mut self) -> Result<u64, LoadError> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.rest()?[0];
            self.at += 1;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            n |= bits << shift;
            if byte < 0x80 {
                return Ok(n);
            }
        }
        Err(LoadError::Damaged)
    }

    fn count(&mut self) -> Result<usize, LoadError> {
        usize::try_from(self.number()?).map_err(|_| LoadError::Damaged)
    }

    /// A number without its lowest bit, and that bit.
    fn signed(&mut self) -> Result<[u64; 2], LoadError> {
        let n = self.number()?;
        Ok([n >> 1, n & 1])
    }

    fn zigzag(&mut self) -> Result<i64, LoadError> {
        let [n, negative] = self.signed()?;
        Ok(n as i64 ^ -(negative as i64))
    }

    /// A text of at most `most` bytes.
    fn text(&mut self, most: usize) -> Result<String, LoadError> {
        let mut left = self.count()?;
        if left > most {
            return Err(LoadError::Limit(LimitKind::Bytes(most)));
        }
        let mut text = Vec::new();
        while left > 0 {
            let rest = self.rest()?;
            let part = &rest[..left.min(rest.len())];
            text.extend(part);
            left -= part.len();
            self.at += part.len();
        }
        String::from_utf8(text).map_err(|_| LoadError::Damaged)
    }

    /// Checks that only the last block is left.
    fn end(&mut self) -> Result<(), LoadError> {
        if self.at < self.block.len() {
            return Err(LoadError::Damaged);
        }
        self.next_block()?;
        let mut more = [0];
        let nothing = self.block.is_empty() && self.input.read(&mut more)? == 0;
        if nothing { Ok(()) } else { Err(LoadError::Damaged) }
    }
}
