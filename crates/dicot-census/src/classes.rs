//! The classes of a plan: boards that are images of each other, with or without an exchange of colours.
//!
//! A board is a number: its digits are its cells, the first cell first, and a digit is the index of a letter in the
//! ruleset. The least number of a class represents it. To compute images quickly, a number is split into parts; the
//! image is the sum of one table entry for each part.

use dicot::Interrupt;
use std::ops::Range;
use std::sync::Arc;

use dicot_rulesets::in_order;

use crate::plan::{Class, Subject};
use crate::symmetries::{Image, Letters, rows_of};
use crate::{CensusError, Plan};

/// All classes, by the number of stones and then in the order of their numbers.
#[derive(Debug)]
pub(crate) enum Classes {
    Boards(BoardClasses),
    /// The classes of a list, and the bytes that they use.
    List(Arc<[Class]>, usize),
}

#[derive(Debug)]
pub(crate) struct BoardClasses {
    numbering: Numbering,
    /// The least number of each class.
    least: Vec<u64>,
    /// The end of the classes with each number of stones.
    ends: Vec<usize>,
}

impl Classes {
    /// Enumerates the classes on `threads` threads. Fails if their numbers take more than half of the memory, because
    /// they are copied once.
    pub(crate) fn find(
        plan: &Plan,
        threads: usize,
        memory: Option<usize>,
        interrupt: Option<&Interrupt>,
    ) -> Result<Classes, CensusError> {
        let (size, filled) = match &plan.subject {
            Subject::List(classes) => {
                let sizes =
                    classes.iter().map(|class| size_of::<Class>() + class.position.capacity());
                return Ok(Classes::List(classes.clone(), sizes.sum()));
            }
            Subject::Boards { size, filled } => (*size, *filled),
        };
        let letters = Letters::of(plan.ruleset.spec())
            .ok_or_else(|| CensusError::NoBoards(plan.rules().into()))?;
        let numbering = Numbering::new(&letters, size.rows.into(), size.columns.into(), filled);
        let cells = numbering.cells();
        let mut by_stones: Vec<Vec<u64>> = vec![Vec::new(); cells + 1];
        let prefixes = numbering.prefixes();
        // Most least numbers are in the first chunks, so chunks are small: at most 4 MiB of numbers.
        let per_chunk = (prefixes / 256).clamp(1, CHUNK_BYTES / (8 * PART));
        let chunks = prefixes.div_ceil(per_chunk);
        let most = memory.unwrap_or(usize::MAX) / (2 * size_of::<u64>());
        let mut count = 0;
        let chunk = |chunk: usize| {
            let first = chunk as u64 * per_chunk;
            let mut found: Vec<Vec<u64>> = vec![Vec::new(); cells + 1];
            for prefix in first..(first + per_chunk).min(prefixes) {
                if interrupt.is_some_and(Interrupt::is_set) {
                    return Err(CensusError::Interrupted);
                }
                numbering.least_with_prefix(prefix, &mut found);
            }
            Ok(found)
        };
        in_order(threads, chunks as usize, chunk, |found| {
            for (all, found) in by_stones.iter_mut().zip(found) {
                count += found.len();
                all.extend(found);
            }
            if count > most {
                return Err(CensusError::Memory(memory.unwrap_or(usize::MAX)));
            }
            Ok(())
        })?;
        let mut least = Vec::with_capacity(count);
        let mut ends = Vec::new();
        for mut part in by_stones {
            least.append(&mut part);
            ends.push(least.len());
        }
        Ok(Classes::Boards(BoardClasses { numbering, least, ends }))
    }

    /// The number of classes.
    pub(crate) fn len(&self) -> usize {
        match self {
            Classes::Boards(classes) => classes.least.len(),
            Classes::List(classes, _) => classes.len(),
        }
    }

    /// Returns the classes with these numbers.
    pub(crate) fn range(&self, range: Range<usize>) -> impl Iterator<Item = Class> + '_ {
        range.map(|i| match self {
            Classes::Boards(BoardClasses { numbering, least, ends }) => Class {
                stones: ends.partition_point(|&end| end <= i) as u32,
                position: numbering.text(least[i]),
                multiplicity: numbering.multiplicity(least[i]),
            },
            Classes::List(classes, _) => classes[i].clone(),
        })
    }

    /// The memory that the classes use, in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Classes::Boards(classes) => classes.least.capacity() * size_of::<u64>(),
            Classes::List(_, bytes) => *bytes,
        }
    }
}

/// The numbering of the boards of a shape.
#[derive(Debug)]
struct Numbering {
    letters: Vec<u8>,
    columns: usize,
    /// The number of values of each part of a number, the least significant part first.
    parts: Vec<u64>,
    /// For each image, part and value of the part: its summand of the number of the image.
    images: Vec<Vec<Vec<u64>>>,
    /// For each part and value of the part: the number of stones.
    stones: Vec<Vec<u8>>,
    cells: usize,
}

/// The maximum number of values of a part. A first choice, not compared with others.
const PART: u64 = 1 << 16;
/// The maximum number of bytes of the numbers of a chunk. A first choice, not compared with others.
const CHUNK_BYTES: u64 = 4 << 20;

impl Numbering {
    fn new(letters: &Letters, rows: usize, columns: usize, filled: bool) -> Numbering {
        let kinds = if filled { letters.filled() } else { letters.letters.clone() };
        let (base, cells) = (kinds.len() as u64, rows * columns);
        let mut per_part = 1;
        while per_part < cells && base.pow(per_part as u32 + 1) <= PART {
            per_part += 1;
        }
        // Makes the parts about equally long.
        per_part = cells.div_ceil(cells.div_ceil(per_part));
        let digit = |letter: u8| kinds.iter().position(|&known| known == letter).unwrap_or(0);
        let exchanged: Vec<usize> =
            kinds.iter().map(|&letter| digit(letters.exchange(letter))).collect();
        // The cells of each part, the last cell of the board first.
        let parts: Vec<Vec<usize>> =
            (0..cells).rev().collect::<Vec<_>>().chunks(per_part).map(<[usize]>::to_vec).collect();
        let values = |part: &[usize]| base.pow(part.len() as u32);
        let table = |image: &Image, part: &[usize]| -> Vec<u64> {
            let entry = |value: u64| {
                let digits = part.iter().enumerate().map(|(i, &cell)| {
                    let digit = (value / base.pow(i as u32) % base) as usize;
                    let shown = if image.exchanges { exchanged[digit] } else { digit };
                    let to = image.cells.iter().position(|&from| from == cell).unwrap_or(0);
                    shown as u64 * base.pow((cells - 1 - to) as u32)
                });
                digits.sum()
            };
            (0..values(part)).map(entry).collect()
        };
        let stones = |part: &Vec<usize>| -> Vec<u8> {
            let count = |value: u64| {
                let letters =
                    (0..part.len()).map(|i| kinds[(value / base.pow(i as u32) % base) as usize]);
                letters.filter(|letter| !b".#".contains(letter)).count() as u8
            };
            (0..values(part)).map(count).collect()
        };
        let images = letters.images(rows, columns, false);
        Numbering {
            columns,
            images: images
                .iter()
                .map(|image| parts.iter().map(|part| table(image, part)).collect())
                .collect(),
            stones: parts.iter().map(stones).collect(),
            parts: parts.iter().map(|part| values(part)).collect(),
            letters: kinds,
            cells,
        }
    }

    fn cells(&self) -> usize {
        self.cells
    }

    /// The number of boards that differ outside of the last part.
    fn prefixes(&self) -> u64 {
        self.parts[1..].iter().product()
    }

    /// The image of a number without its last part, which is the least significant.
    fn image_of_prefix(&self, image: &[Vec<u64>], mut prefix: u64) -> u64 {
        let mut sum = 0;
        for (table, values) in image.iter().zip(&self.parts).skip(1) {
            sum += table[(prefix % values) as usize];
            prefix /= values;
        }
        sum
    }

    /// Adds the numbers with this prefix that are the least of their images, by the number of stones.
    fn least_with_prefix(&self, prefix: u64, found: &mut [Vec<u64>]) {
        let images: Vec<(u64, &[u64])> = self
            .images
            .iter()
            .map(|image| (self.image_of_prefix(image, prefix), &image[0][..]))
            .collect();
        let mut stones = 0;
        let mut rest = prefix;
        for (table, values) in self.stones.iter().zip(&self.parts).skip(1) {
            stones += usize::from(table[(rest % values) as usize]);
            rest /= values;
        }
        let Some(((first, own), others)) = images.split_first() else { return };
        for (last, &number) in own.iter().enumerate() {
            let number = first + number;
            if others.iter().all(|(prefix, table)| number <= prefix + table[last]) {
                found[stones + usize::from(self.stones[0][last])].push(number);
            }
        }
    }

    /// The number of boards in the class of a number.
    fn multiplicity(&self, number: u64) -> u64 {
        let (prefix, last) = (number / self.parts[0], (number % self.parts[0]) as usize);
        let same = self
            .images
            .iter()
            .filter(|image| self.image_of_prefix(image, prefix) + image[0][last] == number);
        (self.images.len() / same.count().max(1)) as u64
    }

    fn text(&self, mut number: u64) -> String {
        let base = self.letters.len() as u64;
        let mut cells = vec![0; self.cells];
        for cell in cells.iter_mut().rev() {
            *cell = self.letters[(number % base) as usize];
            number /= base;
        }
        rows_of(&cells, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use dicot::rules::spec;

    use super::*;
    use crate::plan::stones;

    fn classes(rules: &str, size: &str, filled: bool) -> Vec<Class> {
        let plan = Plan::boards(rules, size.parse().unwrap(), filled).unwrap();
        let classes = Classes::find(&plan, 2, None, None).unwrap();
        let all: Vec<Class> = classes.range(0..classes.len()).collect();
        assert_eq!(all.iter().map(|class| class.multiplicity).sum::<u64>(), plan.positions());
        all
    }

    /// Compares the classes with those of a list of all boards.
    #[test]
    fn as_by_texts() {
        for (rules, size, filled) in [
            ("clobber", "2x3", false),
            ("clobber", "3x3", false),
            ("clobber", "2x4", true),
            ("clobber", "1x7", false),
            ("fission", "3x3", false),
            ("fission", "2x2", true),
            ("domineering", "3x4", false),
            ("amazons", "2x3", false),
            ("toads-and-frogs", "1x7", false),
        ] {
            let letters = Letters::of(spec(rules).unwrap().owned()).unwrap();
            let kinds = if filled { letters.filled() } else { letters.letters.clone() };
            let (rows, columns) = size.split_once('x').unwrap();
            let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
            let images = letters.images(rows, columns, false);
            let mut plain: BTreeMap<(u32, Vec<usize>), u64> = BTreeMap::new();
            for code in 0..kinds.len().pow((rows * columns) as u32) {
                let cells: Vec<u8> = (0..rows * columns)
                    .map(|i| kinds[code / kinds.len().pow(i as u32) % kinds.len()])
                    .collect();
                let order = |image: &Image| -> Vec<usize> {
                    let letter = |&cell: &usize| {
                        if image.exchanges { letters.exchange(cells[cell]) } else { cells[cell] }
                    };
                    let digit = |letter| kinds.iter().position(|&known| known == letter).unwrap();
                    image.cells.iter().map(letter).map(digit).collect()
                };
                let least = images.iter().map(order).min().unwrap();
                let stones = stones(std::str::from_utf8(&cells).unwrap());
                *plain.entry((stones, least)).or_default() += 1;
            }
            let plain: Vec<Class> = plain
                .into_iter()
                .map(|((stones, order), multiplicity)| {
                    let cells: Vec<u8> = order.into_iter().map(|digit| kinds[digit]).collect();
                    Class { stones, position: rows_of(&cells, columns), multiplicity }
                })
                .collect();
            assert_eq!(classes(rules, size, filled), plain, "{rules} {size}");
        }
    }

    #[test]
    fn parts_of_large_boards() {
        for (rules, size) in [("domineering", "3x7"), ("clobber", "3x4"), ("amazons", "1x9")] {
            assert!(classes(rules, size, false).len() > 1000);
        }
        let plan = Plan::boards("clobber", "3x4".parse().unwrap(), false).unwrap();
        assert_eq!(plan.positions(), 531_441);
        assert!(matches!(
            Classes::find(&plan, 1, Some(1000), None),
            Err(CensusError::Memory(1000))
        ));
        let interrupt = Interrupt::default();
        interrupt.set();
        assert!(matches!(
            Classes::find(&plan, 1, None, Some(&interrupt)),
            Err(CensusError::Interrupted)
        ));
    }
}
