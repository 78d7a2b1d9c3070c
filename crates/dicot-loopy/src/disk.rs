//! Outcomes of positions by retrograde analysis of graphs that are too large for memory.
//!
//! Positions are byte strings in sorted files, so that finding those that are new, and their numbers, are passes over files (delayed
//! detection of duplicates: Korf, 2008). In memory there are thirty bytes for each position: how many of each player's options are
//! undecided, who wins, and where the list of the positions begins that lead to it. These lists are a file as well; they are read
//! in rounds, each in one pass for the positions that the round before decided.

use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;

use dicot::analysis::Progress;
use dicot::{Calculation, Player, ValueError};

use crate::outcomes::is_decided;
use crate::position_graph::OnProgress;
use crate::sorter::{Records, Sorter, unnamed_file};
use crate::value::LoopyOutcome;

/// Why outcomes were not found.
#[derive(Debug)]
#[non_exhaustive]
pub enum DiskError {
    /// A limit was reached.
    Value(ValueError),
    /// A file could not be written or read.
    Io(io::Error),
}

impl From<ValueError> for DiskError {
    fn from(error: ValueError) -> DiskError {
        DiskError::Value(error)
    }
}

impl From<io::Error> for DiskError {
    fn from(error: io::Error) -> DiskError {
        DiskError::Io(error)
    }
}

impl fmt::Display for DiskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiskError::Value(error) => error.fmt(f),
            DiskError::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DiskError {}

/// Who wins some positions, found with files.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DiskOutcomes {
    /// The outcomes of the positions that were asked for.
    pub outcomes: Vec<LoopyOutcome>,
    /// The number of positions that the first one leads to, itself included.
    pub positions: u64,
}

/// Calls a function with the text of each option of a position and a player.
pub type TextOptions<'o> = &'o mut dyn FnMut(&str, Player, &mut dyn FnMut(&str));

impl DiskOutcomes {
    /// Finds who wins a position, the first of `wanted`, and others that it leads to. All are texts; positions are equal if their texts are.
    /// The files are in `folder`, and are gone afterwards; sorting takes `sort_bytes` of memory.
    ///
    /// # Errors
    /// If a limit is reached, or a file cannot be written: each position takes some forty bytes for a board of 8 by 8, and each
    /// option thirteen, all up to three times while they are sorted.
    ///
    /// # Panics
    /// If the first position does not lead to the others.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::{Combo, Position};
    /// use dicot::{Player, Store};
    /// use dicot_loopy::DiskOutcomes;
    /// let store = Store::new();
    /// let mut options = |text: &str, player: Player, found: &mut dyn FnMut(&str)| {
    ///     let position: Combo = text.parse().expect("a text of a position");
    ///     position.options(player).for_each(|option| found(&option.to_string()));
    /// };
    /// let (wanted, folder) = (["b2,.,w1".to_owned()], std::env::temp_dir());
    /// let calculation = &mut store.calculation();
    /// let found = DiskOutcomes::of(&wanted, &mut options, &folder, 1 << 20, calculation, &mut |_| {})?;
    /// assert_eq!(found.outcomes[0].to_string(), "L");
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        wanted: &[String],
        options: TextOptions<'_>,
        folder: &Path,
        sort_bytes: usize,
        calculation: &mut Calculation<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<DiskOutcomes, DiskError> {
        calculation.hold(sort_bytes)?;
        let code = Code::of(&wanted[0]);
        let mut search = Search { options, code, folder, sort_bytes, calculation, on_progress };
        let mut positions = search.explore(&wanted[0])?;
        let (mut graph, lists) = search.predecessors(&mut positions)?;
        graph.decide(lists, &mut search)?;
        let mut numbers = vec![None; wanted.len()];
        let keys: Vec<Vec<u8>> = wanted.iter().map(|text| search.code.pack(text)).collect();
        let mut reader = positions.read()?;
        for n in 0..positions.count as usize {
            for (key, number) in keys.iter().zip(&mut numbers) {
                if *key == reader.record {
                    *number = Some(n);
                }
            }
            reader.advance()?;
        }
        let outcome = |n: Option<usize>| graph.outcome(n.expect("the first position leads to it"));
        Ok(DiskOutcomes {
            outcomes: numbers.into_iter().map(outcome).collect(),
            positions: positions.count,
        })
    }
}

struct Search<'s, 'c> {
    options: TextOptions<'s>,
    code: Code,
    folder: &'s Path,
    sort_bytes: usize,
    calculation: &'s mut Calculation<'c>,
    on_progress: OnProgress<'s>,
}

impl Search<'_, '_> {
    /// All positions that one leads to, sorted, found breadth first.
    fn explore(&mut self, root: &str) -> Result<Records, DiskError> {
        let [mut known, mut layer] = [Records::new(self.folder)?, Records::new(self.folder)?];
        known.write(&self.code.pack(root))?;
        layer.write(&self.code.pack(root))?;
        while layer.count > 0 {
            let mut found = Sorter::new(self.folder, self.sort_bytes);
            let mut reader = layer.read()?;
            while reader.has_record {
                self.each_option(&reader.record, |_, option| found.add(option))?;
                reader.advance()?;
            }
            let [mut all, mut new] = [Records::new(self.folder)?, Records::new(self.folder)?];
            let (mut found, mut old) = (found.sorted()?, known.read()?);
            while let Some(position) = found.next()? {
                while old.has_record && *old.record < *position {
                    all.write(&old.record)?;
                    old.advance()?;
                }
                if !(old.has_record && *old.record == *position) {
                    all.write(position)?;
                    new.write(position)?;
                }
                self.calculation.count_steps(1)?;
            }
            while old.has_record {
                all.write(&old.record)?;
                old.advance()?;
            }
            (known, layer) = (all, new);
            (self.on_progress)(&Progress::new(known.count as usize, 0));
        }
        Ok(known)
    }

    /// Calls a function with the options of a position.
    fn each_option(
        &mut self,
        position: &[u8],
        mut found: impl FnMut(Player, &[u8]) -> io::Result<()>,
    ) -> Result<(), DiskError> {
        let (text, code) = (self.code.unpack(position), &self.code);
        let (mut count, mut result) = (1, Ok(()));
        for player in Player::BOTH {
            (self.options)(&text, player, &mut |option| {
                count += 1;
                if result.is_ok() {
                    result = found(player, &code.pack(option));
                }
            });
        }
        self.calculation.count_steps(count)?;
        Ok(result?)
    }

    /// The lists of the positions that lead to each, from as many positions at a time as sorting has memory for.
    fn predecessors(&mut self, positions: &mut Records) -> Result<(Graph, Lists), DiskError> {
        let n = positions.count as usize;
        self.calculation.hold(n * Graph::BYTES)?;
        let mut edges = Sorter::new(self.folder, self.sort_bytes / 2);
        let mut sources = positions.read()?;
        let mut source = 0_u64;
        while sources.has_record {
            // Keys are not the beginnings of others, so the order is that of the keys.
            let mut some = Sorter::new(self.folder, self.sort_bytes / 2);
            let mut record = Vec::new();
            while sources.has_record && !some.is_full() {
                self.each_option(&sources.record, |player, option| {
                    record.clear();
                    record.extend_from_slice(option);
                    record.extend_from_slice(&(2 * source + player as u64).to_be_bytes()[2..]);
                    some.add(&record)
                })?;
                source += 1;
                sources.advance()?;
            }
            let (mut some, mut options, mut option) = (some.sorted()?, positions.read()?, 0_u64);
            while let Some(record) = some.next()? {
                let (key, source) = record.split_at(record.len() - SOURCE);
                while *options.record != *key {
                    options.advance()?;
                    option += 1;
                }
                let mut edge = [0; 5 + SOURCE];
                edge[..5].copy_from_slice(&option.to_be_bytes()[3..]);
                edge[5..].copy_from_slice(source);
                edges.add(&edge)?;
                self.calculation.count_steps(1)?;
            }
        }
        let mut file = BufWriter::new(unnamed_file(self.folder)?);
        let mut graph = Graph {
            winners: vec![[None; 2]; n],
            open: vec![[0; 2]; n],
            starts: Vec::with_capacity(n + 1),
        };
        let (mut edges, mut count) = (edges.sorted()?, 0_u64);
        while let Some(edge) = edges.next()? {
            let (option, source) = edge.split_at(5);
            let option = number(option) as usize;
            while graph.starts.len() <= option {
                graph.starts.push(count);
            }
            file.write_all(source)?;
            count += 1;
            let (source, player) = (number(source) / 2, number(source) % 2);
            let open = &mut graph.open[source as usize][player as usize];
            *open = open.checked_add(1).ok_or(ValueError::Overflow)?;
            self.calculation.count_steps(1)?;
        }
        graph.starts.resize(n + 1, count);
        let lists = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok((graph, BufReader::new(lists)))
    }
}

/// Bytes of the number of a position and of the player who moves from it.
const SOURCE: usize = 6;

/// A number whose highest byte is the first.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |n, &byte| n << 8 | u64::from(byte))
}

/// The lists of the positions that lead to each.
type Lists = BufReader<File>;

/// What is known of positions by number.
struct Graph {
    winners: Vec<[Option<Player>; 2]>,
    /// The options of each player that are not known to lose.
    open: Vec<[u16; 2]>,
    /// Where the list of the positions that lead to each begins.
    starts: Vec<u64>,
}

impl Graph {
    /// Bytes for each position, with two of the lists of those that rounds decide.
    const BYTES: usize = 2 + 4 + 8 + 2 * 8;

    /// Decides positions from those in which a player cannot move backwards. What is never decided is a draw.
    fn decide(&mut self, mut lists: Lists, search: &mut Search<'_, '_>) -> Result<(), DiskError> {
        // Positions and the players who move from them, as numbers.
        let mut decided = Vec::new();
        for (v, open) in self.open.iter().enumerate() {
            for player in Player::BOTH {
                if open[player as usize] == 0 {
                    self.winners[v][player as usize] = Some(!player);
                    decided.push(2 * v as u64 + player as u64);
                }
            }
        }
        let mut place = 0_u64;
        lists.rewind()?;
        while !decided.is_empty() {
            let mut next = Vec::new();
            for &option in &decided {
                let (option, to_move) = (option as usize / 2, Player::BOTH[option as usize % 2]);
                let [start, end] = [0, 1].map(|i| self.starts[option + i] * SOURCE as u64);
                lists.seek_relative(start as i64 - place as i64)?;
                place = end;
                let winner = self.winners[option][to_move as usize];
                for _ in (start..end).step_by(SOURCE) {
                    let mut source = [0; SOURCE];
                    lists.read_exact(&mut source)?;
                    search.calculation.count_steps(1)?;
                    let source = number(&source);
                    let (v, mover) = (source as usize / 2, Player::BOTH[source as usize % 2]);
                    let known = &mut self.winners[v][mover as usize];
                    let open = &mut self.open[v][mover as usize];
                    let is_last = || {
                        *open -= 1;
                        *open == 0
                    };
                    if mover != to_move && is_decided(known, mover, winner, is_last) {
                        next.push(source);
                    }
                }
            }
            // One pass over the file.
            next.sort_unstable();
            decided = next;
            (search.on_progress)(&Progress::new(self.open.len(), 0));
        }
        Ok(())
    }

    fn outcome(&self, position: usize) -> LoopyOutcome {
        let [left_first, right_first] = self.winners[position];
        LoopyOutcome { left_first, right_first }
    }
}

/// A code of half bytes, in which no text is the beginning of another.
struct Code {
    /// The bytes with codes 1 to 14; 15 precedes any other, and 0 ends a text.
    symbols: Vec<u8>,
}

impl Code {
    /// The code with short symbols for the bytes of a text.
    fn of(text: &str) -> Code {
        let mut symbols = Vec::new();
        for byte in text.bytes() {
            if symbols.len() < 14 && !symbols.contains(&byte) {
                symbols.push(byte);
            }
        }
        Code { symbols }
    }

    fn pack(&self, text: &str) -> Vec<u8> {
        let mut halves = Vec::with_capacity(text.len() + 2);
        for byte in text.bytes() {
            match self.symbols.iter().position(|&symbol| symbol == byte) {
                Some(i) => halves.push(i as u8 + 1),
                None => halves.extend([15, byte >> 4, byte & 15]),
            }
        }
        halves.push(0);
        halves.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
    }

    fn unpack(&self, packed: &[u8]) -> String {
        let mut halves = packed.iter().flat_map(|byte| [byte >> 4, byte & 15]);
        let mut bytes = Vec::with_capacity(2 * packed.len());
        while let Some(half @ 1..) = halves.next() {
            bytes.push(match half {
                15 => {
                    let mut half = || halves.next().expect("a whole byte");
                    half() << 4 | half()
                }
                i => self.symbols[usize::from(i) - 1],
            });
        }
        String::from_utf8(bytes).expect("a text was packed")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes() {
        let code = Code::of("b1,./.,w1");
        let texts = ["", "b1,./.,w1", "b12,./→", "0123456789abcdefghijkl", "b1,./.,w12"];
        let packed = texts.map(|text| code.pack(text));
        for (text, bytes) in texts.iter().zip(&packed) {
            assert_eq!(code.unpack(bytes), *text);
            let begins = packed.iter().filter(|other| other.starts_with(bytes)).count();
            assert_eq!(begins, 1, "{text}");
        }
        assert_eq!(code.pack("b1,./.,w1").len(), 5);
    }
}
