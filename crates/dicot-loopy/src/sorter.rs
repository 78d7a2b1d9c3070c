//! Byte strings in files, sorted by runs that fit into memory and are merged (Knuth, *The Art of Computer Programming* 3, 5.4).
//!
//! Files have no name once they are open, so they are gone when the process ends, however it ends.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes of a buffer of a file.
const BUFFER: usize = 1 << 18;

/// A file without a name in a folder.
pub(crate) fn unnamed_file(folder: &Path) -> io::Result<File> {
    static FILES: AtomicU64 = AtomicU64::new(0);
    let n = FILES.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!("dicot-{}-{n}.tmp", std::process::id()));
    let file = File::options().read(true).write(true).create_new(true).open(&path)?;
    fs::remove_file(path)?;
    Ok(file)
}

/// The length of a record, which files keep in two bytes.
fn length(record: &[u8]) -> io::Result<u16> {
    let error = |_| io::Error::other("a position has more than 65,535 bytes");
    u16::try_from(record.len()).map_err(error)
}

/// Byte strings that are written one after another.
pub(crate) struct Records {
    file: BufWriter<File>,
    pub(crate) count: u64,
}

impl Records {
    pub(crate) fn new(folder: &Path) -> io::Result<Records> {
        Ok(Records { file: BufWriter::with_capacity(BUFFER, unnamed_file(folder)?), count: 0 })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// It is longer than 65,535 bytes, or cannot be written.
    pub(crate) fn write(&mut self, record: &[u8]) -> io::Result<()> {
        let len = length(record)?;
        self.file.write_all(&len.to_le_bytes())?;
        self.count += 1;
        self.file.write_all(record)
    }

    /// Reads all records from the first.
    pub(crate) fn read(&mut self) -> io::Result<Reader> {
        self.file.flush()?;
        Reader::new(self.file.get_ref().try_clone()?)
    }
}

/// A file and a place in it, since the handles of a file have a place in common.
struct Place {
    file: File,
    at: u64,
}

impl Read for Place {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let len = self.file.read(bytes)?;
        self.at += len as u64;
        Ok(len)
    }
}

/// Reads [`Records`].
pub(crate) struct Reader {
    file: BufReader<Place>,
    /// The current record, if `has_record`.
    pub(crate) record: Vec<u8>,
    pub(crate) has_record: bool,
}

impl Reader {
    fn new(file: File) -> io::Result<Reader> {
        let file = BufReader::with_capacity(BUFFER, Place { file, at: 0 });
        let mut reader = Reader { file, record: Vec::new(), has_record: true };
        reader.advance()?;
        Ok(reader)
    }

    /// Reads the next record.
    pub(crate) fn advance(&mut self) -> io::Result<()> {
        let mut len = [0; 2];
        match self.file.read(&mut len[..1])? {
            0 => self.has_record = false,
            _ => {
                self.file.read_exact(&mut len[1..])?;
                self.record.resize(u16::from_le_bytes(len).into(), 0);
                self.file.read_exact(&mut self.record)?;
            }
        }
        Ok(())
    }
}

/// Sorts byte strings, of which equal ones are kept once.
pub(crate) struct Sorter {
    folder: PathBuf,
    max_bytes: usize,
    /// The records of the next run, and where they are.
    bytes: Vec<u8>,
    places: Vec<(usize, u16)>,
    runs: Vec<Records>,
}

/// The most runs that are merged at once, each with a buffer and an open file.
const MAX_RUNS: usize = 100;

impl Sorter {
    /// Creates a sorter with runs of at most `max_bytes`.
    pub(crate) fn new(folder: &Path, max_bytes: usize) -> Sorter {
        let folder = folder.to_owned();
        Sorter { folder, max_bytes, bytes: Vec::new(), places: Vec::new(), runs: Vec::new() }
    }

    /// Whether the next record begins a new run.
    pub(crate) fn is_full(&self) -> bool {
        // Vectors grow to twice their size.
        2 * (self.bytes.len() + size_of::<(usize, u16)>() * self.places.len()) > self.max_bytes
    }

    pub(crate) fn add(&mut self, record: &[u8]) -> io::Result<()> {
        if self.is_full() {
            let mut sorted = self.take_sorted();
            self.spill(&mut sorted)?;
        }
        self.places.push((self.bytes.len(), length(record)?));
        self.bytes.extend_from_slice(record);
        Ok(())
    }

    fn take_sorted(&mut self) -> Sorted {
        let (bytes, mut places) =
            (std::mem::take(&mut self.bytes), std::mem::take(&mut self.places));
        let record = |&(start, len): &(usize, u16)| &bytes[start..start + usize::from(len)];
        places.sort_unstable_by(|a, b| record(a).cmp(record(b)));
        Sorted {
            bytes,
            places: places.into_iter(),
            runs: Vec::new(),
            heap: BinaryHeap::new(),
            last: None,
        }
    }

    fn spill(&mut self, sorted: &mut Sorted) -> io::Result<()> {
        let mut run = Records::new(&self.folder)?;
        while let Some(record) = sorted.next()? {
            run.write(record)?;
        }
        self.runs.push(run);
        if self.runs.len() == MAX_RUNS {
            let mut merged = Sorted::merge(std::mem::take(&mut self.runs))?;
            self.spill(&mut merged)?;
        }
        Ok(())
    }

    /// The records in order.
    pub(crate) fn sorted(mut self) -> io::Result<Sorted> {
        let mut sorted = self.take_sorted();
        if self.runs.is_empty() {
            return Ok(sorted);
        }
        self.spill(&mut sorted)?;
        drop(sorted);
        Sorted::merge(self.runs)
    }
}

/// Records in order, from memory or from runs.
pub(crate) struct Sorted {
    bytes: Vec<u8>,
    places: std::vec::IntoIter<(usize, u16)>,
    runs: Vec<Reader>,
    heap: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    last: Option<Vec<u8>>,
}

impl Sorted {
    fn merge(runs: Vec<Records>) -> io::Result<Sorted> {
        let readers = runs.into_iter().map(|mut run| run.read());
        let mut runs = readers.collect::<io::Result<Vec<_>>>()?;
        let mut heap = BinaryHeap::new();
        for (i, run) in runs.iter_mut().enumerate().filter(|(_, run)| run.has_record) {
            heap.push(Reverse((std::mem::take(&mut run.record), i)));
        }
        Ok(Sorted { bytes: Vec::new(), places: Vec::new().into_iter(), runs, heap, last: None })
    }

    /// The next record that differs from the one before.
    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        loop {
            let mut record = self.last.take();
            let is_new = match (self.places.next(), self.heap.pop()) {
                (Some((start, len)), _) => {
                    let next = &self.bytes[start..start + usize::from(len)];
                    let is_new = record.as_deref() != Some(next);
                    let last = record.get_or_insert_default();
                    last.clear();
                    last.extend_from_slice(next);
                    is_new
                }
                (None, Some(Reverse((next, i)))) => {
                    let is_new = record.as_ref() != Some(&next);
                    let run = &mut self.runs[i];
                    run.record = record.unwrap_or_default();
                    run.advance()?;
                    if run.has_record {
                        self.heap.push(Reverse((std::mem::take(&mut run.record), i)));
                    }
                    record = Some(next);
                    is_new
                }
                (None, None) => return Ok(None),
            };
            self.last = record;
            if is_new {
                return Ok(self.last.as_deref());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorted runs of any number and size give each different record once, in order.
    #[test]
    fn sorted_and_without_copies() {
        let folder = std::env::temp_dir();
        for (n, max_bytes) in [(0, 1), (1, 1), (10_000, 1), (10_000, 5_000), (10_000, 1 << 30)] {
            let mut sorter = Sorter::new(&folder, max_bytes);
            let records: Vec<Vec<u8>> = (0..n as u64)
                .map(|i| {
                    let random = i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52;
                    vec![(random % 251) as u8; (random % 7) as usize]
                })
                .collect();
            for record in &records {
                sorter.add(record).unwrap();
            }
            let mut sorted = sorter.sorted().unwrap();
            let mut found = Vec::new();
            while let Some(record) = sorted.next().unwrap() {
                found.push(record.to_vec());
            }
            let expected: std::collections::BTreeSet<_> = records.into_iter().collect();
            assert!(found.iter().eq(&expected), "{n} records, {max_bytes} bytes");
        }
        let too_long = Sorter::new(&folder, 1).add(&[0; 70_000]);
        assert!(too_long.is_err());
    }
}
