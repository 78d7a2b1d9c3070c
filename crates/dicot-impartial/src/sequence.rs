//! Sequences of Grundy values.

use std::fmt;

use dicot::{LimitKind, Limits};

use crate::code::HeapCode;
use crate::parts::{Splits, ValueSet};
use crate::period::{Period, Theorem};
use crate::saved::{LoadError, Numbers};
use crate::sparse::{Sparse, SparseSpace};

/// The Grundy values of the heaps of a game: those of heaps 0, 1, 2 and so on.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_impartial::Sequence;
/// let mut kayles = Sequence::new("0.77".parse()?);
/// kayles.extend_to(200, &Limits::default()).unwrap();
/// assert_eq!(kayles.values()[..12], [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// let period = kayles.period().unwrap();
/// assert_eq!((period.period, period.preperiod), (12, 71));
/// # Ok::<_, dicot_impartial::ParseError>(())
/// ```
///
/// # Complexity
/// A game whose moves leave at most two heaps takes O(*n* · *r*) time for *n* heaps, of which *r* have rare values (see
/// `src/sparse.rs`), or O(*n*²) with a small factor if *r* is large, and memory for *n* numbers. From a proved period on,
/// each value takes constant time. Other games take O(*n*² · *v*), where *v* is the greatest value.
#[derive(Clone, Debug)]
pub struct Sequence {
    code: HeapCode,
    pub(crate) method: Method,
    values: Vec<u32>,
    theorem: Theorem,
    period: Option<Period>,
    /// The number of values among which a period was last searched.
    searched: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Method {
    Sparse(Sparse),
    Splits(Splits),
}

impl Sequence {
    /// The greatest heap: values and heaps are numbers of 32 bits.
    pub const MAX_HEAP: usize = (1 << 31) - 1;

    /// The sequence of a code, without values.
    pub fn new(code: HeapCode) -> Sequence {
        let method = match Sparse::new(&code) {
            Some(sparse) => Method::Sparse(sparse),
            None => Method::Splits(Splits::new(&code)),
        };
        let theorem = Theorem::of(&code);
        Sequence { code, method, values: Vec::new(), theorem, period: None, searched: 0 }
    }

    /// The code of the game.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// The values so far; the first one is that of heap 0.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The period, if the values so far prove one.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Whether the method for games that leave at most two heaps is used, which is much faster.
    pub fn is_fast(&self) -> bool {
        matches!(self.method, Method::Sparse(_))
    }

    /// The rare heaps so far, from which the others follow. `None` if moves may leave more than two heaps, or if more than one heap in
    /// 16 is rare.
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_impartial::Sequence;
    /// let mut officers = Sequence::new("0.6".parse()?);
    /// officers.extend_to(30_000, &Limits::default()).unwrap();
    /// let sparse = officers.sparse_space().unwrap();
    /// assert_eq!((sparse.mask, sparse.heaps, sparse.last), (0x1ee, 1583, 20_627));
    /// # Ok::<_, dicot_impartial::ParseError>(())
    /// ```
    ///
    /// # Complexity
    /// O(*n* + *v* log *v*) for *n* heaps and values up to *v*.
    pub fn sparse_space(&self) -> Option<SparseSpace> {
        if self.is_fast() { SparseSpace::of(&self.values) } else { None }
    }

    /// How far a period is searched for by default. For games whose moves leave at most two heaps it is 16,384: 0.165, with the
    /// longest period of the codes in `tests/data`, takes 13,465 heaps. For others, each heap of which takes longer, it is 512.
    pub fn period_heap(&self) -> usize {
        if self.is_fast() { 16_384 } else { 512 }
    }

    /// Computes the values of all heaps to `heap`, and searches for a period.
    ///
    /// # Errors
    /// A limit of time (`deadline`) or bytes, or the interrupt; the values so far remain. [`LimitKind::Bytes`] for
    /// heaps beyond [`MAX_HEAP`](Sequence::MAX_HEAP).
    pub fn extend_to(&mut self, heap: usize, limits: &Limits) -> Result<(), LimitKind> {
        self.extend_with(heap, limits, |_| ())
    }

    /// As [`extend_to`](Sequence::extend_to); calls a function with the sequence so far during the computation, at least once
    /// in 64 heaps.
    ///
    /// # Errors
    /// As [`extend_to`](Sequence::extend_to).
    pub fn extend_with(
        &mut self,
        heap: usize,
        limits: &Limits,
        mut progress: impl FnMut(&Sequence),
    ) -> Result<(), LimitKind> {
        if heap > Sequence::MAX_HEAP {
            return Err(LimitKind::Bytes(limits.bytes.unwrap_or(usize::MAX)));
        }
        while self.values.len() <= heap {
            let n = self.values.len();
            if n.is_power_of_two() {
                self.search();
            }
            if n.is_multiple_of(64) || self.period.is_none() {
                limits.check()?;
                progress(self);
                limits
                    .bytes
                    .filter(|&bytes| self.bytes_at(n + 64) > bytes)
                    .map_or(Ok(()), |bytes| Err(LimitKind::Bytes(bytes)))?;
            }
            let value = match (&mut self.method, self.period) {
                (_, Some(Period { period, saltus, .. })) => self.values[n - period] + saltus,
                (Method::Sparse(sparse), None) => {
                    sparse.extend(&mut self.values, heap + 1);
                    continue;
                }
                (Method::Splits(splits), None) => splits.next(&self.code, &self.values),
            };
            self.values.push(value);
        }
        self.search();
        Ok(())
    }

    /// Searches for a period among the values so far.
    fn search(&mut self) {
        self.search_among(self.values.len());
    }

    /// Searches for a period among the first `len` values.
    fn search_among(&mut self, len: usize) {
        if self.period.is_none() && self.searched < len {
            self.searched = len;
            self.period = self.theorem.find(&self.values[..len], Some(&self.code));
        }
    }

    /// Reads the values, and what the method needs to go on. A period is searched as when they were computed.
    pub(crate) fn restore(
        &mut self,
        numbers: &mut Numbers<'_>,
        limits: &Limits,
    ) -> Result<(), LoadError> {
        self.values = numbers.list()?;
        let len = self.values.len();
        // A game lasts for at most 2·n moves: each takes a token or splits a heap.
        if len > Sequence::MAX_HEAP || (0..len).any(|n| self.values[n] as usize > 2 * n) {
            return Err(LoadError::Damaged);
        }
        let bytes = limits.bytes.filter(|&bytes| self.bytes_at(len) > bytes);
        bytes.map_or(Ok(()), |bytes| Err(LoadError::Limit(LimitKind::Bytes(bytes))))?;
        (0..usize::BITS)
            .map(|i| 1 << i)
            .take_while(|&n| n < len)
            .for_each(|n| self.search_among(n));
        self.search();
        match &mut self.method {
            // With a period, no sets were saved, or they are not needed.
            _ if self.period.is_some() && numbers.is_empty() => Ok(()),
            Method::Sparse(sparse) => {
                sparse.restore(&self.values);
                Ok(())
            }
            Method::Splits(splits) => splits.restore(numbers, len),
        }
    }

    /// The bytes of `len` values, with what the method and the search for periods need: twice the values while they
    /// move, and the numbers of the search.
    fn bytes_at(&self, len: usize) -> usize {
        let method = match &self.method {
            Method::Sparse(sparse) => sparse.bytes(),
            Method::Splits(splits) => 2 * splits.bytes(),
        };
        16 * len.next_power_of_two() + method
    }
}

/// The Grundy values of heaps 0 to `to` of a game of your own. The function lists the options of a heap; each is a list of
/// smaller heaps. It may return `None` to end the computation, with the values so far.
///
/// # Errors
/// An option has a heap that is not smaller.
///
/// # Examples
/// ```
/// // Take a number of tokens that divides the heap, but not all.
/// let divisors = |n: usize| {
///     Some((1..n).filter(|d| n % d == 0).map(|d| vec![n - d]).collect())
/// };
/// assert_eq!(dicot_impartial::values_of(8, divisors), Ok(vec![0, 0, 1, 0, 2, 0, 1, 0, 3]));
/// ```
pub fn values_of(
    to: usize,
    mut options: impl FnMut(usize) -> Option<Vec<Vec<usize>>>,
) -> Result<Vec<u32>, OptionError> {
    let mut values: Vec<u32> = Vec::new();
    for heap in 0..=to {
        let Some(options) = options(heap) else { break };
        let mut reached = ValueSet::default();
        for option in options {
            if let Some(&part) = option.iter().find(|&&part| part >= heap) {
                return Err(OptionError { heap, part });
            }
            reached.insert(option.iter().fold(0, |sum, &part| sum ^ values[part]));
        }
        values.push(reached.mex());
    }
    Ok(values)
}

/// An option has a heap that is not smaller than that from which it is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionError {
    /// The heap.
    pub heap: usize,
    /// The heap among those of an option.
    pub part: usize,
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an option of heap {} has heap {}, which is not smaller", self.heap, self.part)
    }
}

impl std::error::Error for OptionError {}
