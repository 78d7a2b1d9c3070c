//! Monoids, sets of their elements, and pairs that are told apart.

use super::*;

#[derive(Clone, Debug)]
pub(super) struct Heap {
    /// The generators of which the heap is the product, by their heaps, the largest first: a generator is itself.
    pub(super) word: Vec<usize>,
    pub(super) element: u32,
}

/// The index and the period of powers: the power `index + period` is the power `index`.
pub(super) type Powers = (usize, usize);

/// A finite commutative monoid with a P-portion. Element 0 is 1.
#[derive(Clone, Debug, Default)]
pub(super) struct Monoid {
    pub(super) order: usize,
    pub(super) products: Vec<u32>,
    pub(super) is_p: Vec<bool>,
}

impl Monoid {
    pub(super) fn product(&self, a: u32, b: u32) -> u32 {
        self.products[a as usize * self.order + b as usize]
    }

    pub(super) fn elements(&self) -> std::ops::Range<u32> {
        0..self.order as u32
    }

    pub(super) fn powers(&self, element: u32) -> Powers {
        let mut powers = vec![0];
        loop {
            let next = self.product(powers[powers.len() - 1], element);
            if let Some(index) = powers.iter().position(|&power| power == next) {
                return (index, powers.len() - index);
            }
            powers.push(next);
        }
    }

    /// The set of all y for which some element of the list has a product with y in P.
    pub(super) fn winning(&self, options: &[u32]) -> Set {
        let mut set = Set::new(self.order);
        for y in self.elements() {
            if options.iter().any(|&option| self.is_p[self.product(option, y) as usize]) {
                set.insert(y);
            }
        }
        set
    }

    /// A factor by which the product of an element is in P, and so is that of an option.
    pub(super) fn contradiction(&self, element: u32, winning: &Set) -> Option<u32> {
        let is_p = |y: u32| self.is_p[self.product(element, y) as usize];
        self.elements().find(|&y| winning.has(y) && is_p(y))
    }
}

/// A set of elements.
#[derive(Clone, Debug)]
pub(super) struct Set(Vec<u64>);

impl Set {
    pub(super) fn new(order: usize) -> Set {
        Set(vec![0; order.div_ceil(64)])
    }

    pub(super) fn insert(&mut self, element: u32) {
        self.0[element as usize / 64] |= 1 << (element % 64);
    }

    pub(super) fn has(&self, element: u32) -> bool {
        self.0[element as usize / 64] >> (element % 64) & 1 == 1
    }

    pub(super) fn is_subset(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }
}

/// The pairs (x, W) of the sums of heaps whose W is minimal.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    /// The sets by the element, each with the number of its sum.
    pub(super) sets: Vec<Vec<(Set, u32)>>,
    /// Pairs of single heaps, with the heap.
    pub(super) heaps: Vec<(u32, Set, usize)>,
    /// The sums: the number of another one, and the heap that is added.
    pub(super) sums: Vec<(Option<u32>, usize)>,
    pub(super) bytes: usize,
}

/// Why a candidate is not the quotient.
pub(super) enum Refuted {
    Limit(LimitKind),
    /// A sum of heaps, and perhaps of others with this class, has a wrong outcome.
    By(Vec<usize>, u32),
}

impl From<LimitKind> for Refuted {
    fn from(limit: LimitKind) -> Refuted {
        Refuted::Limit(limit)
    }
}

impl Pairs {
    pub(super) fn new(monoid: &Monoid) -> Pairs {
        Pairs { sets: vec![Vec::new(); monoid.order], ..Pairs::default() }
    }

    /// Adds a heap whose options have these classes, with all sums, or finds a sum with a wrong outcome.
    pub(super) fn add_heap(
        &mut self,
        monoid: &Monoid,
        (heap, element): (usize, u32),
        options: &[u32],
        limits: &Limits,
    ) -> Result<(), Refuted> {
        // Heaps without moves are 0.
        if options.is_empty() {
            return if element == 0 { Ok(()) } else { Err(Refuted::By(vec![heap], 0)) };
        }
        let set = monoid.winning(options);
        if let Some(times) = monoid.contradiction(element, &set) {
            return Err(Refuted::By(vec![heap], times));
        }
        let pair = (element, set);
        let mut open = VecDeque::new();
        if self.is_above(&pair) {
            return Ok(());
        }
        // The sums so far with the heap, and the heap itself; then all sums of these with heaps.
        for x in monoid.elements() {
            for n in 0..self.sets[x as usize].len() {
                let (known, sum) = self.sets[x as usize][n].clone();
                let sum_pair = self.sum(monoid, &(x, known), &pair);
                open.push_back((sum_pair, Some(sum), heap));
            }
        }
        self.heaps.push((pair.0, pair.1.clone(), heap));
        open.push_front((pair, None, heap));
        while let Some((pair, before, heap)) = open.pop_front() {
            limits.check()?;
            if let Some(bytes) =
                limits.bytes.filter(|&b| self.bytes + open.len() * (monoid.order / 8 + 64) > b)
            {
                return Err(LimitKind::Bytes(bytes).into());
            }
            if self.is_above(&pair) {
                continue;
            }
            let sum = self.sums.len() as u32;
            self.sums.push((before, heap));
            if !monoid.is_p[pair.0 as usize] && !pair.1.has(0) {
                return Err(Refuted::By(self.heaps_of(sum), 0));
            }
            for n in 0..self.heaps.len() {
                let (element, set, heap) = self.heaps[n].clone();
                open.push_back((self.sum(monoid, &pair, &(element, set)), Some(sum), heap));
            }
            self.bytes += monoid.order / 8 + 64;
            let sets = &mut self.sets[pair.0 as usize];
            sets.retain(|(set, _)| !pair.1.is_subset(set));
            sets.push((pair.1, sum));
        }
        Ok(())
    }

    pub(super) fn is_above(&self, (element, set): &(u32, Set)) -> bool {
        self.sets[*element as usize].iter().any(|(known, _)| known.is_subset(set))
    }

    pub(super) fn sum(
        &self,
        monoid: &Monoid,
        (x, a): &(u32, Set),
        (y, b): &(u32, Set),
    ) -> (u32, Set) {
        let mut set = Set::new(monoid.order);
        for q in monoid.elements() {
            if a.has(monoid.product(q, *y)) || b.has(monoid.product(q, *x)) {
                set.insert(q);
            }
        }
        (monoid.product(*x, *y), set)
    }

    pub(super) fn heaps_of(&self, sum: u32) -> Vec<usize> {
        let (mut heaps, mut next) = (Vec::new(), Some(sum));
        while let Some(sum) = next {
            let (before, heap) = self.sums[sum as usize];
            heaps.push(heap);
            next = before;
        }
        heaps
    }
}

/// A finite monoid of words: those of some generators are elements of another monoid, and powers of free ones are periodic from an index
/// on. Elements are numbered in the order of their least words, which is lexicographic from the power of the largest heap on.
#[derive(Clone, Debug)]
pub(super) struct Extension {
    /// The heaps of the generators, rising.
    pub(super) generators: Vec<usize>,
    /// The products with each generator.
    pub(super) products: Vec<Vec<u32>>,
    /// The generators of the word of each element, the largest first, each with the element of the word without it.
    pub(super) rests: Vec<Vec<(u32, u32)>>,
}

impl Extension {
    /// The extension of a monoid, or `None` if it has too many words. Generators are heaps with their elements; the powers of free ones
    /// are given instead.
    pub(super) fn new(
        monoid: &Monoid,
        generators: &[(usize, u32, Option<Powers>)],
        limits: &Limits,
    ) -> Result<Option<Extension>, LimitKind> {
        let (mut strides, mut size) = (Vec::new(), monoid.order);
        for (.., powers) in generators {
            strides.push(size);
            size = size.saturating_mul(powers.map_or(1, |(index, period)| index + period));
        }
        if let Some(bytes) = limits.bytes.filter(|&bytes| size.saturating_mul(256) > bytes) {
            return Err(LimitKind::Bytes(bytes));
        }
        if size > MAX_WORDS {
            return Ok(None);
        }
        // A word is the element of the monoid and the powers of the free generators, in one number.
        let times = |word: usize, axis: usize| match generators[axis] {
            (_, element, None) => {
                let known = word % monoid.order;
                word - known + monoid.product(known as u32, element) as usize
            }
            (.., Some((index, period))) => {
                let is_last = word / strides[axis] % (index + period) == index + period - 1;
                word + strides[axis] - if is_last { period * strides[axis] } else { 0 }
            }
        };
        let (mut numbers, mut words, mut parts) = (vec![u32::MAX; size], vec![0], vec![(0, 0)]);
        numbers[0] = 0;
        for axis in 0..generators.len() {
            let mut from = 0;
            while from < words.len() {
                limits.check()?;
                for known in std::mem::replace(&mut from, words.len())..words.len() {
                    let word = times(words[known], axis);
                    if numbers[word] == u32::MAX {
                        numbers[word] = words.len() as u32;
                        words.push(word);
                        parts.push((axis as u32, known as u32));
                    }
                }
            }
        }
        let products_with =
            |axis| words.iter().map(|&word| numbers[times(word, axis)]).collect::<Vec<_>>();
        let products: Vec<Vec<u32>> = (0..generators.len()).map(products_with).collect();
        let mut rests: Vec<Vec<(u32, u32)>> = vec![Vec::new()];
        for &(last, part) in &parts[1..] {
            let others = rests[part as usize].iter().filter(|&&(axis, _)| axis != last);
            let others = others.map(|&(axis, rest)| (axis, products[last as usize][rest as usize]));
            rests.push(std::iter::once((last, part)).chain(others).collect());
        }
        let generators = generators.iter().map(|&(heap, ..)| heap).collect();
        Ok(Some(Extension { generators, products, rests }))
    }

    pub(super) fn product(&self, mut a: u32, mut b: u32) -> u32 {
        while let Some(&(axis, rest)) = self.rests[b as usize].first() {
            (a, b) = (self.products[axis as usize][a as usize], rest);
        }
        a
    }

    /// The product of generators.
    pub(super) fn of_word(&self, word: &[usize]) -> u32 {
        let axes = word.iter().filter_map(|heap| self.generators.binary_search(heap).ok());
        axes.fold(0, |product, axis| self.products[axis][product as usize])
    }

    pub(super) fn word(&self, mut element: u32) -> Vec<usize> {
        let mut word = Vec::new();
        while let Some(&(axis, rest)) = self.rests[element as usize].first() {
            word.push(self.generators[axis as usize]);
            element = rest;
        }
        word
    }
}
