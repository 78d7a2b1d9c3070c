//! The format of a file.
//!
//! All numbers are little-endian and unsigned unless stated otherwise. A checksum is the 64-bit XXH3 (seed 0) of the
//! bytes named. Sections follow each other without gaps.
//!
//! # Header: 256 bytes
//! | at | bytes | what |
//! |---:|---:|---|
//! | 0 | 16 | `89 64 69 63 6f 74 20 76 61 6c 75 65 73 0d 0a 1a` ("dicot values", marked like a PNG) |
//! | 16 | 4 | the version, 1 |
//! | 20 | 4 | the length of the ruleset's name in bytes, 1 to 128 |
//! | 24 | 8 | the bytes of the whole file |
//! | 32 | 8 | *c*, the number of components |
//! | 40 | 8 | *v*, the number of values |
//! | 48 | 8 | *s*, the number of slots: a power of two, greater than *c* |
//! | 56 | 8 | the bytes of all texts |
//! | 64 | 8 | the bytes of all values |
//! | 72 | 8 | the checksum of the list of checksums |
//! | 80 | 128 | the name of the ruleset in UTF-8, then zeros |
//! | 208 | 40 | zeros |
//! | 248 | 8 | the checksum of the 248 bytes before |
//!
//! # Checksums: 8 bytes for each block
//! A block is 64 KiB of what follows this list; the last one may be shorter. The list has the checksum of each block.
//!
//! # Slots: 8 bytes for each
//! A hash table with linear probing, in which a component is found by the 64-bit XXH3 (seed 0) *h* of its text. A slot
//! has a number of 4 bytes and a mark of 4 bytes: both 0 if it is free, otherwise the number of a component plus one,
//! and the highest 32 bits of its *h*. Components are inserted in their order, each into the first free slot from slot
//! *h* modulo *s* on, modulo *s*. None is more than 255 slots further: a writer doubles *s* until this holds.
//!
//! # Components: 16 bytes for each
//! In the order of the bytes of their texts: the offset of the text in the section of texts (8), its length in bytes
//! (4), and its value (4). A *value* is twice its number, plus one if it is the negative of the value with that number.
//!
//! # Texts
//! The texts of the components in UTF-8, in their order.
//!
//! # Places: 8 bytes for each value, and 8 more
//! The offset of each value in the section that follows, and the end of the last one.
//!
//! # Values
//! A value is one of:
//! - its options: the number of Left's (4) and of Right's (4), at most 65,535 each; then Left's and Right's options, as
//!   values (4 each);
//! - a number, ups and a star: `ff ff ff ff`, the exponent of the number's denominator 2^*n* (4), its signed numerator
//!   (8), the signed number of ups (4), and the star (4).
//!
//! Options have lower numbers than the values that have them. A value and its negative share a number.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Damage, DatabaseError};

/// The version of the format that is written and read.
pub const VERSION: u32 = 1;

pub(crate) const MAGIC: [u8; 16] = *b"\x89dicot values\r\n\x1a";
pub(crate) const HEADER: usize = 256;
pub(crate) const BLOCK: usize = 1 << 16;
/// The maximum length of a ruleset's name in bytes.
pub(crate) const MAX_NAME: usize = 128;
/// The number of slots that are searched for a component.
pub(crate) const MAX_STEPS: u64 = 256;
/// One more than the maximum number of components, and of values, so that numbers fit their fields.
pub(crate) const COUNT_LIMIT: u64 = 1 << 31;
/// The maximum number of options of a player.
pub(crate) const MAX_OPTIONS: usize = u16::MAX as usize;
/// A marker that is stored instead of the number of Left's options if the value is a number, ups and a star.
pub(crate) const CLOSED: u32 = u32::MAX;

pub(crate) const SLOT: u64 = 8;
pub(crate) const ENTRY: u64 = 16;
pub(crate) const PLACE: u64 = 8;
const CHECKSUM: u64 = 8;

/// The checksum of bytes, also the hash of a text.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// Reads the 8-byte number at an offset. Panics if the bytes are too short.
pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

/// Reads the 4-byte number at an offset. Panics if the bytes are too short.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

/// The sizes of the sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) components: u64,
    pub(crate) values: u64,
    pub(crate) slots: u64,
    pub(crate) text_bytes: u64,
    pub(crate) value_bytes: u64,
}

/// The ranges of the sections, relative to the end of the list of checksums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) counts: Counts,
    /// The offset of the first block in the file.
    pub(crate) start: u64,
    pub(crate) slots: Range<u64>,
    pub(crate) components: Range<u64>,
    pub(crate) texts: Range<u64>,
    pub(crate) places: Range<u64>,
    pub(crate) values: Range<u64>,
}

impl Layout {
    /// Computes the layout; `None` if a count exceeds its limit.
    pub(crate) fn new(counts: Counts) -> Option<Layout> {
        let Counts { components, values, slots, text_bytes, value_bytes } = counts;
        if components >= COUNT_LIMIT
            || values >= COUNT_LIMIT
            || !slots.is_power_of_two()
            || slots <= components
        {
            return None;
        }
        let mut end = 0u64;
        let mut section = |length: Option<u64>| {
            let start = end;
            end = end.checked_add(length?)?;
            Some(start..end)
        };
        let slots = section(slots.checked_mul(SLOT))?;
        let components = section(components.checked_mul(ENTRY))?;
        let texts = section(Some(text_bytes))?;
        let places = section((values + 1).checked_mul(PLACE))?;
        let values = section(Some(value_bytes))?;
        let blocks = values.end.div_ceil(BLOCK as u64);
        let start = (HEADER as u64).checked_add(blocks.checked_mul(CHECKSUM)?)?;
        start.checked_add(values.end)?;
        Some(Layout { counts, start, slots, components, texts, places, values })
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.values.end.div_ceil(BLOCK as u64)
    }

    /// The bytes of the whole file.
    pub(crate) fn length(&self) -> u64 {
        self.start + self.values.end
    }
}

/// The fields of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) rules: String,
    pub(crate) layout: Layout,
    /// The checksum of the list of checksums.
    pub(crate) checksum: u64,
}

impl Header {
    /// The bytes of the header. Panics if the name is longer than [`MAX_NAME`].
    pub(crate) fn bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let counts = self.layout.counts;
        bytes[..16].copy_from_slice(&MAGIC);
        bytes[16..20].copy_from_slice(&VERSION.to_le_bytes());
        bytes[20..24].copy_from_slice(&(self.rules.len() as u32).to_le_bytes());
        let numbers = [
            self.layout.length(),
            counts.components,
            counts.values,
            counts.slots,
            counts.text_bytes,
            counts.value_bytes,
            self.checksum,
        ];
        for (field, number) in bytes[24..80].chunks_exact_mut(8).zip(numbers) {
            field.copy_from_slice(&number.to_le_bytes());
        }
        bytes[80..80 + self.rules.len()].copy_from_slice(self.rules.as_bytes());
        let sum = checksum(&bytes[..248]);
        bytes[248..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads the header of a file.
    pub(crate) fn read(file: &[u8]) -> Result<Header, DatabaseError> {
        let found = file.len() as u64;
        if !file.starts_with(&MAGIC) {
            return Err(DatabaseError::Unknown);
        }
        let Some(header) = file.get(..HEADER) else {
            return Err(Damage::Length { expected: HEADER as u64, found }.into());
        };
        let version = u32_at(header, 16);
        if version != VERSION {
            return Err(DatabaseError::Version(version));
        }
        if checksum(&header[..248]) != u64_at(header, 248) {
            return Err(Damage::Header.into());
        }
        let expected = u64_at(header, 24);
        if expected != found {
            return Err(Damage::Length { expected, found }.into());
        }
        let wrong = |what: &str| DatabaseError::Wrong(format!("its header {what}"));
        let counts = Counts {
            components: u64_at(header, 32),
            values: u64_at(header, 40),
            slots: u64_at(header, 48),
            text_bytes: u64_at(header, 56),
            value_bytes: u64_at(header, 64),
        };
        let layout = Layout::new(counts).filter(|layout| layout.length() == found);
        let layout = layout.ok_or_else(|| wrong("has counts that do not fit the file"))?;
        let length = u32_at(header, 20) as usize;
        let name = header[80..80 + MAX_NAME].get(..length).filter(|name| !name.is_empty());
        let name = name.and_then(|name| std::str::from_utf8(name).ok());
        let rules = name.ok_or_else(|| wrong("does not name a ruleset"))?.to_owned();
        if header[80 + length..248].iter().any(|&byte| byte != 0) {
            return Err(wrong("has nonzero bytes where zeros are required"));
        }
        Ok(Header { rules, layout, checksum: u64_at(header, 72) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts() -> Counts {
        Counts { components: 5, values: 3, slots: 8, text_bytes: 20, value_bytes: 100_000 }
    }

    #[test]
    fn sections_follow_each_other() {
        let layout = Layout::new(counts()).unwrap();
        assert_eq!(layout.slots, 0..64);
        assert_eq!(layout.components, 64..144);
        assert_eq!(layout.texts, 144..164);
        assert_eq!(layout.places, 164..196);
        assert_eq!(layout.values, 196..100_196);
        assert_eq!((layout.blocks(), layout.start), (2, 256 + 16));
        assert_eq!(layout.length(), 256 + 16 + 100_196);
    }

    #[test]
    fn absurd_counts_are_refused() {
        for absurd in [
            Counts { slots: 6, ..counts() },
            Counts { slots: 0, ..counts() },
            Counts { slots: 4, ..counts() },
            Counts { slots: 1 << 63, ..counts() },
            Counts { components: u64::MAX, slots: 1 << 63, ..counts() },
            Counts { values: u64::MAX, ..counts() },
            Counts { text_bytes: u64::MAX, ..counts() },
            Counts { text_bytes: u64::MAX / 2, value_bytes: u64::MAX / 2, ..counts() },
        ] {
            assert_eq!(Layout::new(absurd), None, "{absurd:?}");
        }
    }

    #[test]
    fn headers_are_read_again() {
        let layout = Layout::new(counts()).unwrap();
        let header = Header { rules: "clobber".to_owned(), layout, checksum: 17 };
        let mut file = header.bytes().to_vec();
        file.resize(header.layout.length() as usize, 0);
        assert_eq!(Header::read(&file).unwrap(), header);
    }
}
