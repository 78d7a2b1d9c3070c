//! Grundy values of games whose moves leave any number of heaps: the values of all partitions of a heap into that many
//! parts, as sets of bits, by dynamic programming.

use crate::code::{Digit, HeapCode, Rule};
use crate::saved::{LoadError, Numbers, put};

/// A set of values. The number of words is 0 or a power of two, so that sums with smaller values have room.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueSet(Vec<u64>);

impl ValueSet {
    pub(crate) fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        self.grow(word + 1);
        self.0[word] |= 1 << (value % 64);
    }

    fn grow(&mut self, words: usize) {
        if words > self.0.len() {
            self.0.resize(words.next_power_of_two(), 0);
        }
    }

    pub(crate) fn add_all(&mut self, other: &ValueSet) {
        self.add_sums(other, 0);
    }

    /// Adds the sums of `value` and the elements of the other set.
    pub(crate) fn add_sums(&mut self, other: &ValueSet, value: u32) {
        /// The bits whose number has bit i = 0.
        const LOW: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0f0f_0f0f_0f0f_0f0f,
            0x00ff_00ff_00ff_00ff,
            0x0000_ffff_0000_ffff,
            0x0000_0000_ffff_ffff,
        ];
        if other.0.is_empty() {
            return;
        }
        let high = value as usize / 64;
        self.grow(other.0.len().max(high + 1));
        for (n, &word) in other.0.iter().enumerate() {
            let mut word = word;
            for (i, low) in LOW.iter().enumerate() {
                if value >> i & 1 == 1 {
                    word = (word & low) << (1 << i) | word >> (1 << i) & low;
                }
            }
            self.0[n ^ high] |= word;
        }
    }

    /// The set whose words have these halves, the lower one first.
    fn of_halves(halves: &[u32]) -> Result<ValueSet, LoadError> {
        let (pairs, rest) = halves.as_chunks();
        let word = |&[low, high]: &[u32; 2]| u64::from(low) | u64::from(high) << 32;
        match rest.is_empty() && (pairs.is_empty() || pairs.len().is_power_of_two()) {
            true => Ok(ValueSet(pairs.iter().map(word).collect())),
            false => Err(LoadError::Damaged),
        }
    }

    /// The bytes of the set.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.0.len() + size_of::<ValueSet>()
    }

    /// The least value that is not in the set.
    pub(crate) fn mex(&self) -> u32 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        full as u32 * 64 + self.0.get(full).map_or(0, |word| word.trailing_ones())
    }
}

/// The values of the partitions of each heap into parts that are not restricted, distinct, or not all equal.
#[derive(Clone, Debug)]
struct Table {
    rule: Rule,
    /// The sets of partitions into exactly 0, 1, .. parts, for each heap.
    exact: Vec<Vec<ValueSet>>,
    /// The sets of partitions into at least 0, 1, .. parts, for each heap.
    open: Vec<Vec<ValueSet>>,
}

impl Table {
    /// The table for the digits with a rule, or `None` if none of them splits a heap.
    fn new(code: &HeapCode, rule: Rule) -> Option<Table> {
        let digits = || code.written().iter().filter(|digit| digit.rule == rule);
        let exact = digits().map(|digit| 63 - (digit.counts | 1).leading_zeros()).max()? as usize;
        let open = digits().filter_map(|digit| digit.at_least).max();
        let levels = |most: usize| vec![Vec::new(); most + 1];
        (exact >= 2 || open.is_some()).then(|| Table {
            rule,
            exact: if exact >= 2 { levels(exact) } else { Vec::new() },
            open: open.map_or(Vec::new(), |least| levels(least.max(2) as usize)),
        })
    }

    /// Finds the partitions of the next heap into at least two parts.
    fn split(&mut self, values: &[u32]) {
        let n = values.len();
        if self.rule == Rule::Distinct {
            return self.make_room(values);
        }
        for count in 2..self.exact.len() {
            let mut set = sums(&self.exact[count - 1], values);
            if self.rule == Rule::NotAllEqual && n > 0 {
                let k = count - 1;
                (1..n.div_ceil(k)).for_each(|part| add_equal(&mut set, values, part, k));
            }
            self.exact[count].push(set);
        }
        for count in 2..self.open.len() {
            let mut set = sums(&self.open[count - 1], values);
            if self.rule == Rule::NotAllEqual && n > 0 {
                for part in 1..n {
                    for k in count - 1..=(n - 1) / part {
                        add_equal(&mut set, values, part, k);
                    }
                }
            }
            self.open[count].push(set);
        }
    }

    /// Adds the value of the next heap, as that of a part.
    fn add(&mut self, n: usize, value: u32) {
        if self.rule == Rule::Distinct {
            if n > 0 {
                self.add_part(n, value);
            }
            return;
        }
        let mut single = ValueSet::default();
        if self.rule == Rule::Any && n > 0 {
            single.insert(value);
        }
        if let Some(open) = self.open.get(2) {
            let mut set = open[n].clone();
            set.add_all(&single);
            self.open[1].push(set);
        }
        if let Some(exact) = self.exact.get_mut(1) {
            exact.push(single);
        }
    }

    /// Makes twice as much room for partitions into distinct parts, if the next heap has none. They are built part by
    /// part, for all heaps at once, so that each part is used once.
    fn make_room(&mut self, values: &[u32]) {
        let n = values.len();
        if self.exact.iter().chain(&self.open).any(|sets| sets.len() > n) {
            return;
        }
        let room = (2 * n).max(64);
        for levels in [&mut self.exact, &mut self.open] {
            levels.iter_mut().for_each(|sets| *sets = vec![ValueSet::default(); room]);
            if let Some(none) = levels.first_mut() {
                none[0].insert(0);
            }
        }
        (1..n).for_each(|part| self.add_part(part, values[part]));
    }

    /// Adds the partitions with this part, which is greater than all parts so far.
    fn add_part(&mut self, part: usize, value: u32) {
        for (levels, is_open) in [(&mut self.exact, false), (&mut self.open, true)] {
            for count in (1..levels.len()).rev() {
                let (fewer, sets) = levels.split_at_mut(count);
                let (fewer, sets) = (&fewer[count - 1], &mut sets[0]);
                // With at least one part less, or none.
                for n in (part..sets.len()).rev() {
                    let rest = n - part;
                    if is_open && count == 1 && rest > 0 {
                        let (rests, sets) = sets.split_at_mut(n);
                        sets[0].add_sums(&rests[rest], value);
                    } else {
                        sets[n].add_sums(&fewer[rest], value);
                    }
                }
            }
        }
    }

    /// The bytes of the sets of the last heap; with distinct parts, of all sets.
    fn bytes(&self) -> usize {
        let levels = || self.exact.iter().chain(&self.open);
        match self.rule {
            Rule::Distinct => levels().flatten().map(ValueSet::bytes).sum(),
            _ => levels().filter_map(|sets| sets.last()).map(ValueSet::bytes).sum(),
        }
    }
}

/// The values of all partitions of the next heap into a part and one of the others.
fn sums(others: &[ValueSet], values: &[u32]) -> ValueSet {
    let (n, mut set) = (values.len(), ValueSet::default());
    (1..n).for_each(|part| set.add_sums(&others[n - part], values[part]));
    set
}

/// Adds the value of the partition of the next heap into `count` such parts and another one.
fn add_equal(set: &mut ValueSet, values: &[u32], part: usize, count: usize) {
    let other = values.len() - count * part;
    if other != part {
        set.insert(values[other] ^ if count % 2 == 1 { values[part] } else { 0 });
    }
}

/// The state of the computation between two heaps.
#[derive(Clone, Debug)]
pub(crate) struct Splits {
    tables: Vec<Table>,
    /// The bytes of the sets that no longer change, and of those that do.
    added: usize,
    changed: usize,
}

impl Splits {
    pub(crate) fn new(code: &HeapCode) -> Splits {
        let rules = [Rule::Any, Rule::Distinct, Rule::NotAllEqual];
        let tables = rules.into_iter().filter_map(|rule| Table::new(code, rule)).collect();
        Splits { tables, added: 0, changed: 0 }
    }

    /// The bytes of all sets.
    pub(crate) fn bytes(&self) -> usize {
        self.added + self.changed
    }

    /// Appends all sets.
    pub(crate) fn save(&self, bytes: &mut Vec<u8>) {
        for sets in self.tables.iter().flat_map(|table| table.exact.iter().chain(&table.open)) {
            bytes.extend((sets.len() as u32).to_le_bytes());
            for ValueSet(words) in sets {
                let halves = words.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
                put(bytes, &halves.collect::<Vec<u32>>());
            }
        }
    }

    /// Reads all sets, those of `len` heaps.
    pub(crate) fn restore(
        &mut self,
        numbers: &mut Numbers<'_>,
        len: usize,
    ) -> Result<(), LoadError> {
        for table in &mut self.tables {
            for levels in [&mut table.exact, &mut table.open] {
                for (count, sets) in levels.iter_mut().enumerate() {
                    let expected = if count > 0 { len } else { 0 };
                    for _ in 0..numbers.next()? {
                        sets.push(ValueSet::of_halves(&numbers.list()?)?);
                    }
                    if table.rule != Rule::Distinct && sets.len() != expected {
                        return Err(LoadError::Damaged);
                    }
                }
            }
            // With distinct parts all lists have the same room.
            let mut lengths = table.exact.iter().chain(&table.open).map(Vec::len);
            let room = lengths.clone().max().unwrap_or(0).max(len);
            if table.rule == Rule::Distinct && lengths.any(|length| length != room) {
                return Err(LoadError::Damaged);
            }
            let sets = table.exact.iter().chain(&table.open).flatten();
            let bytes = sets.map(ValueSet::bytes).sum::<usize>();
            *if table.rule == Rule::Distinct { &mut self.changed } else { &mut self.added } +=
                bytes;
        }
        Ok(())
    }

    /// The value of the next heap.
    pub(crate) fn next(&mut self, code: &HeapCode, values: &[u32]) -> u32 {
        let n = values.len();
        self.tables.iter_mut().for_each(|table| table.split(values));
        let mut options = ValueSet::default();
        for (taken, digit) in code.digits(n) {
            self.add_options(&mut options, n - taken, digit, values);
        }
        let value = options.mex();
        self.tables.iter_mut().for_each(|table| table.add(n, value));
        // Sets with distinct parts change; of the others there are more.
        let (changed, added): (Vec<&Table>, Vec<&Table>) =
            self.tables.iter().partition(|table| table.rule == Rule::Distinct);
        self.added += added.into_iter().map(Table::bytes).sum::<usize>();
        self.changed = changed.into_iter().map(Table::bytes).sum();
        value
    }

    /// Adds the values of what a digit allows to leave.
    fn add_options(&self, options: &mut ValueSet, rest: usize, digit: Digit, values: &[u32]) {
        if rest == 0 {
            if digit.allows(0) {
                options.insert(0);
            }
            return;
        }
        if digit.allows(1) {
            options.insert(values[rest]);
        }
        if digit.rule == Rule::AllEqual {
            let last = digit.max_count().map_or(rest, |count| rest.min(count as usize));
            for count in (2..=last).filter(|&count| rest.is_multiple_of(count)) {
                if digit.allows(count as u32) {
                    options.insert(if count % 2 == 1 { values[rest / count] } else { 0 });
                }
            }
            return;
        }
        let Some(table) = self.tables.iter().find(|table| table.rule == digit.rule) else { return };
        for (count, sets) in table.exact.iter().enumerate().skip(2) {
            if digit.counts >> count & 1 == 1 {
                options.add_all(&sets[rest]);
            }
        }
        if let Some(least) = digit.at_least {
            options.add_all(&table.open[least.max(2) as usize][rest]);
        }
    }
}
