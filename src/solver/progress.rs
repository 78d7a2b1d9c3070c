//! The progress of a search.

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SearchProgress {
    /// The number of sums that this call has searched. Positions of Konane, NoGo, Fission, Amazons and Domineering are first searched
    /// without looking for components: fifty of those count as one sum, and one with many moves as several.
    pub nodes: u64,
    /// The number of large components in the solver's memory.
    pub components: usize,
    /// How full the transposition table is, in thousandths.
    pub table_permille: usize,
    /// The number of sums that [verification](super::Solver::verify) has checked.
    pub verified: u64,
    /// How often the solver has reached its limit of memory and forgotten something.
    pub made_room: u64,
}

pub(super) type OnProgress = Box<dyn FnMut(&SearchProgress) + Send>;
