//! The error of computations with values.

use std::fmt;

use crate::LimitKind;
use crate::platform::HAS_THREADS;

/// The largest number of options of one player in a stored form.
pub(super) const MAX_OPTIONS: usize = u16::MAX as usize;

/// Levels of recursion on one thread's stack. Deeper levels run on a thread of their own.
pub(super) const LEVELS_PER_STACK: u32 = 256;

/// The deepest recursion, checked at each new stack. A deeper one, or a stack that cannot be created, ends a
/// computation with [`ValueError::TooDeep`]. Without threads there is only the stack of the caller: that of a browser
/// takes at least 1,000 levels (nested parentheses, and sums, in V8).
pub(super) const MAX_DEPTH: u32 = if HAS_THREADS { 25_000 } else { LEVELS_PER_STACK };

/// The result of a computation with values.
pub(crate) type Computed<T> = Result<T, ValueError>;

/// Why a value could not be computed.
///
/// # Examples
/// ```
/// use dicot::{Limits, Store, ValueError};
/// let (store, limits) = (Store::new(), Limits::default());
/// let huge = store.parse("9223372036854775807").unwrap();
/// assert_eq!(store.calculate(&limits).sum(&huge, &huge), Err(ValueError::Overflow));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// A number, a multiple of `↑` or a nimber would leave the range that is represented.
    Overflow,
    /// A game would have more than 65,535 options for one player.
    TooManyOptions,
    /// A game, a text or a computation would be nested more than 25,000 levels deep.
    TooDeep,
    /// The operation is not defined for these operands: the reason.
    Undefined(&'static str),
    /// A limit is reached.
    Limit(LimitKind),
    /// The values that were [found before](crate::analysis::ValueSource) are damaged.
    Damaged,
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::Overflow => f.write_str("a number, up or nimber is out of range"),
            ValueError::TooManyOptions => write!(f, "a game has more than {MAX_OPTIONS} options"),
            ValueError::TooDeep => write!(f, "nested more than {MAX_DEPTH} levels deep"),
            ValueError::Undefined(reason) => f.write_str(reason),
            ValueError::Limit(kind) => kind.fmt(f),
            ValueError::Damaged => f.write_str("the known values are damaged"),
        }
    }
}

impl std::error::Error for ValueError {}
