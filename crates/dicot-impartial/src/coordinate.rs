//! Games whose positions are pairs of numbers.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use dicot::{LimitKind, Limits};

use crate::error::{ParseError, Reader};
use crate::parts::ValueSet;

/// A game whose positions are pairs of numbers, of heaps or of a heap and a limit.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_impartial::CoordinateGame;
/// let wythoff: CoordinateGame = "wythoff".parse()?;
/// let table = wythoff.table(3, 5, &Limits::default()).unwrap();
/// assert_eq!(table[1], [1, 2, 0, 4, 5, 3]);
/// # Ok::<_, dicot_impartial::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoordinateGame {
    /// Two heaps: take from one, or take k > 0 from one and l from the other, where k <= l < k + n. `Wythoff` has n = 1,
    /// `GenWythoff(k->k+2)` has n = 2. Source: Fraenkel, *How to beat your Wythoff games' opponent on three fronts*
    /// (1982).
    Wythoff(u32),
    /// A heap, and what the last player took: take at most n times as much. `FibonacciNim` has n = 2, `TakeAway(3)` has
    /// n = 3.
    TakeAway(u32),
    /// A heap, and what the last player took: take at least as much, but at least 1.
    Mem,
    /// A heap, and what the last player took: take any other number. Written `GenMem((m,j)->j!=m)`.
    OtherThanLast,
    /// Two heaps: take from one, or take k > 0 from one and l from the other, where k <= l < f(k).
    WythoffBelow(Bounds),
    /// A heap, and what the last player took: take at most f of that.
    TakeAwayTo(Bounds),
}

/// The values of a function on 0, 1, 2 and so on, and its text. Larger numbers have the last value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    text: Arc<str>,
    values: Arc<[u32]>,
}

impl Bounds {
    /// The bounds of a function by its values, of which there is at least one.
    ///
    /// # Panics
    /// If there are no values.
    pub fn new(text: &str, values: &[u32]) -> Bounds {
        assert!(!values.is_empty(), "a function without values");
        Bounds { text: text.into(), values: values.into() }
    }

    fn of(&self, number: usize) -> usize {
        self.values[number.min(self.values.len() - 1)] as usize
    }
}

/// The greatest parameter of a game.
const MAX_PARAMETER: u64 = 1_000_000;

impl CoordinateGame {
    /// The values of all positions (row, column) to the last ones.
    ///
    /// # Errors
    /// A limit of time (`deadline`) or bytes, or the interrupt.
    ///
    /// # Complexity
    /// O(*n*³) for tables of *n* rows and columns.
    pub fn table(
        &self,
        last_row: usize,
        last_column: usize,
        limits: &Limits,
    ) -> Result<Vec<Vec<u32>>, LimitKind> {
        // A limit that is larger than the heap is as good as one that is equal; the next one is at most the heap.
        let needed = match self {
            CoordinateGame::Wythoff(_) | CoordinateGame::WythoffBelow(_) => last_column,
            _ => last_column.max(last_row),
        };
        let cells = last_row.saturating_add(1).saturating_mul(needed.saturating_add(1));
        if let Some(bytes) = limits.bytes.filter(|&bytes| cells.saturating_mul(8) > bytes) {
            return Err(LimitKind::Bytes(bytes));
        }
        let mut table: Vec<Vec<u32>> = Vec::new();
        for row in 0..=last_row {
            table.push(Vec::with_capacity(needed + 1));
            for column in 0..=needed {
                limits.check()?;
                let mut options = ValueSet::default();
                self.for_options(row, column, |(row, column)| options.insert(table[row][column]));
                table[row].push(options.mex());
            }
        }
        table.iter_mut().for_each(|row| row.truncate(last_column + 1));
        Ok(table)
    }

    /// Whether the game is by a function, which has no name to be read by.
    pub(crate) fn is_by_function(&self) -> bool {
        matches!(self, CoordinateGame::WythoffBelow(_) | CoordinateGame::TakeAwayTo(_))
    }

    /// What a move does, in one line.
    pub(crate) fn about(&self) -> String {
        match self {
            CoordinateGame::Wythoff(1) => {
                "take from one of two heaps, or as many from both".to_owned()
            }
            CoordinateGame::Wythoff(n) => {
                format!(
                    "take from one of two heaps, or from both numbers that differ by less than {n}"
                )
            }
            CoordinateGame::TakeAway(n) => {
                format!("take from a heap at most {n} times what was taken last, the second number")
            }
            CoordinateGame::Mem => {
                "take from a heap at least what was taken last, the second number".to_owned()
            }
            CoordinateGame::OtherThanLast => {
                "take from a heap another number than was taken last, the second number".to_owned()
            }
            CoordinateGame::WythoffBelow(bounds) => format!(
                "take from one of two heaps, or k from one and from the other as many or more, below f(k), where f is {}",
                bounds.text
            ),
            CoordinateGame::TakeAwayTo(bounds) => format!(
                "take from a heap at most f of what was taken last, the second number, where f is {}",
                bounds.text
            ),
        }
    }

    /// Calls the function with all options of a position.
    pub(crate) fn for_options(
        &self,
        row: usize,
        column: usize,
        mut option: impl FnMut((usize, usize)),
    ) {
        match self {
            CoordinateGame::Wythoff(n) => {
                let n = *n as usize;
                from_one(row, column, &mut option);
                for k in 1..=row {
                    let most = column.min(k + n - 1);
                    let least = (k + 1).saturating_sub(n).max(1);
                    (least..=most).for_each(|l| option((row - k, column - l)));
                }
            }
            CoordinateGame::TakeAway(n) => {
                let most = row.min(column.saturating_mul(*n as usize));
                (1..=most).for_each(|a| option((row - a, a)));
            }
            CoordinateGame::Mem => (column.max(1)..=row).for_each(|a| option((row - a, a))),
            CoordinateGame::OtherThanLast => {
                (1..=row).filter(|&a| a != column).for_each(|a| option((row - a, a)));
            }
            CoordinateGame::WythoffBelow(bounds) => {
                from_one(row, column, &mut option);
                for k in 1..=row {
                    let allowed = |&l: &usize| k.max(l) < bounds.of(k.min(l));
                    (1..=column).filter(allowed).for_each(|l| option((row - k, column - l)));
                }
            }
            CoordinateGame::TakeAwayTo(bounds) => {
                (1..=row.min(bounds.of(column))).for_each(|a| option((row - a, a)));
            }
        }
    }
}

/// Calls the function with what is left when one of two heaps is made smaller.
fn from_one(row: usize, column: usize, option: &mut impl FnMut((usize, usize))) {
    (0..row).for_each(|row| option((row, column)));
    (0..column).for_each(|column| option((row, column)));
}

/// The name by which the game is read; a function as it was given.
impl fmt::Display for CoordinateGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoordinateGame::Wythoff(1) => f.write_str("Wythoff"),
            CoordinateGame::Wythoff(n) => write!(f, "GenWythoff(k->k+{n})"),
            CoordinateGame::TakeAway(2) => f.write_str("FibonacciNim"),
            CoordinateGame::TakeAway(n) => write!(f, "TakeAway({n})"),
            CoordinateGame::Mem => f.write_str("Mem"),
            CoordinateGame::OtherThanLast => f.write_str("GenMem((m,j)->j!=m)"),
            CoordinateGame::WythoffBelow(bounds) => write!(f, "GenWythoff({})", bounds.text),
            CoordinateGame::TakeAwayTo(bounds) => write!(f, "TakeAway({})", bounds.text),
        }
    }
}

impl FromStr for CoordinateGame {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<CoordinateGame, ParseError> {
        let mut reader = Reader::new(text);
        reader.skip_blanks();
        let parameter = |reader: &mut Reader<'_>| {
            let start = reader.offset();
            match reader.number(MAX_PARAMETER)? {
                0 => Err(ParseError::new(start, "expected a number from 1 on, found 0")),
                n => Ok(n as u32),
            }
        };
        let game = if reader.take("wythoff") {
            CoordinateGame::Wythoff(1)
        } else if reader.take("genwythoff(k->k+") {
            let n = parameter(&mut reader)?;
            reader.expect(")")?;
            CoordinateGame::Wythoff(n)
        } else if reader.take("fibonaccinim") {
            CoordinateGame::TakeAway(2)
        } else if reader.take("takeaway(") {
            let n = parameter(&mut reader)?;
            reader.expect(")")?;
            CoordinateGame::TakeAway(n)
        } else if reader.take("mem") {
            CoordinateGame::Mem
        } else if reader.take("genmem((m,j)->j!=m)") {
            CoordinateGame::OtherThanLast
        } else {
            return Err(reader.expected(
                "Wythoff, GenWythoff(k->k+2), FibonacciNim, TakeAway(3), Mem or GenMem((m,j)->j!=m)",
            ));
        };
        reader.skip_blanks();
        match reader.peek() {
            None => Ok(game),
            Some(_) => Err(reader.expected("the end")),
        }
    }
}
