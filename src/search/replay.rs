//! Verification: the winner plays the moves that somebody names, the loser plays all moves.
//!
//! The checker knows the rules and nothing else: which moves there are, and which components a position
//! splits into, so that equal rests of boards are looked at once. It takes moves from whoever names them and
//! never a result: the winner has won where the loser cannot move.

use std::fmt;

use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use super::sum::{Part, Sum};
use crate::hash::BuildMix;
use crate::{Player, ValueError};

/// What was looked at to verify that somebody wins.
///
/// Equal components of several positions count as the same, and so do sums of the same components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// Who wins.
    pub winner: Player,
    /// Sums with the winner to move: in each a move was named.
    pub winner_positions: u64,
    /// Sums with the loser to move: in each all moves were played.
    pub loser_positions: u64,
}

impl Verified {
    /// How many sums were looked at.
    pub fn positions(&self) -> u64 {
        self.winner_positions + self.loser_positions
    }
}

/// Why it is not verified who wins.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum VerifyError {
    /// A limit was passed, or a value cannot be represented.
    Value(ValueError),
    /// The strategy does not hold, which is an error of the solver, or of a ruleset: play comes to this sum,
    /// with the winner to move, and no move wins.
    Refuted {
        /// The sum.
        sum: Sum,
        /// Who was to win.
        winner: Player,
    },
}

impl From<ValueError> for VerifyError {
    fn from(error: ValueError) -> VerifyError {
        VerifyError::Value(error)
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Value(error) => error.fmt(f),
            VerifyError::Refuted { sum, winner } => {
                write!(f, "the strategy of {winner} does not hold: it has no move in {sum}")
            }
        }
    }
}

impl std::error::Error for VerifyError {}

/// A sum as the checker has it: the numbers of its components, sorted.
pub(super) type Numbers = SmallVec<[u32; 6]>;

/// A component, and its options once they were asked for.
#[derive(Debug)]
struct Component {
    part: Box<dyn Part>,
    move_counts: [u64; 2],
    options: [Option<Box<[Numbers]>>; 2],
}

/// All components that were met, each once.
#[derive(Debug, Default)]
struct Components {
    /// By ruleset and position, as texts.
    numbers: HashMap<String, u32, BuildMix>,
    known: Vec<Component>,
    /// Bytes behind the components, about.
    bytes: usize,
}

impl Components {
    fn numbers_of(&mut self, parts: Vec<Box<dyn Part>>) -> Numbers {
        let mut numbers: Numbers = parts.into_iter().map(|part| self.number(part)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn number(&mut self, part: Box<dyn Part>) -> u32 {
        match self.numbers.entry((*part).text()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.bytes += new.key().len() + size_of_val(&*part) + size_of::<Component>() + 64;
                let move_counts = Player::BOTH.map(|player| (*part).count_moves(player));
                let options = [None, None];
                self.known.push(Component { part, move_counts, options });
                *new.insert(self.known.len() as u32 - 1)
            }
        }
    }

    /// The options of a component, each once.
    fn options_of(&mut self, number: u32, player: Player) -> &[Numbers] {
        let (at, side) = (number as usize, player as usize);
        if self.known[at].options[side].is_none() {
            let all = (*self.known[at].part).split_options(player);
            let mut options: Vec<_> = all.into_iter().map(|parts| self.numbers_of(parts)).collect();
            options.sort_unstable();
            options.dedup();
            self.bytes += options.len() * size_of::<Numbers>();
            self.known[at].options[side] = Some(options.into_boxed_slice());
        }
        self.known[at].options[side].as_deref().unwrap_or_default()
    }

    /// The options of a sum.
    fn options(&mut self, numbers: &Numbers, player: Player) -> Vec<Numbers> {
        let mut options = Vec::new();
        for (i, &number) in numbers.iter().enumerate() {
            if i > 0 && numbers[i - 1] == number {
                continue;
            }
            for option in self.options_of(number, player) {
                let mut all = numbers.clone();
                all.remove(i);
                all.extend_from_slice(option);
                all.sort_unstable();
                options.push(all);
            }
        }
        options
    }
}

/// A replay of a strategy: it asks for the moves of the winner, one after the other.
#[derive(Debug)]
pub(super) struct Replay {
    winner: Player,
    components: Components,
    /// What was met with the winner to move, and with the loser.
    winner_met: HashSet<Numbers, BuildMix>,
    loser_met: HashSet<Numbers, BuildMix>,
    /// What is still to be looked at, of both.
    winner_next: Vec<Numbers>,
    loser_next: Vec<Numbers>,
}

impl Replay {
    pub(super) fn new(sum: &Sum, first: Player, winner: Player) -> Replay {
        let mut replay = Replay {
            winner,
            components: Components::default(),
            winner_met: HashSet::default(),
            loser_met: HashSet::default(),
            winner_next: Vec::new(),
            loser_next: Vec::new(),
        };
        let start = replay.components.numbers_of(sum.components());
        if first == winner {
            replay.meet_winner(start)
        } else {
            replay.meet_loser(start)
        }
        replay
    }

    fn meet_winner(&mut self, sum: Numbers) {
        if self.winner_met.insert(sum.clone()) {
            self.winner_next.push(sum);
        }
    }

    fn meet_loser(&mut self, sum: Numbers) {
        if self.loser_met.insert(sum.clone()) {
            self.loser_next.push(sum);
        }
    }

    /// The next sum with the winner to move, for which [`play`](Replay::play) wants an option; `None` if
    /// the strategy holds.
    pub(super) fn next(&mut self) -> Option<Numbers> {
        while self.winner_next.is_empty() {
            let sum = self.loser_next.pop()?;
            for option in self.components.options(&sum, !self.winner) {
                self.meet_winner(option);
            }
        }
        self.winner_next.pop()
    }

    /// The options of the winner.
    pub(super) fn options(&mut self, sum: &Numbers) -> Vec<Numbers> {
        self.components.options(sum, self.winner)
    }

    /// Plays the move of the winner from a sum to an option.
    ///
    /// # Errors
    /// If there is no move, or it is none of the rules.
    pub(super) fn play(&mut self, sum: &Numbers, to: Option<Numbers>) -> Result<(), VerifyError> {
        match to.filter(|to| self.options(sum).contains(to)) {
            Some(option) => {
                self.meet_loser(option);
                Ok(())
            }
            None => Err(VerifyError::Refuted { sum: self.sum(sum), winner: self.winner }),
        }
    }

    /// The sum of these components.
    pub(super) fn sum(&self, numbers: &Numbers) -> Sum {
        let parts = numbers.iter().map(|&number| self.part(number).boxed());
        Sum::of_components(parts)
    }

    pub(super) fn part(&self, number: u32) -> &dyn Part {
        &*self.components.known[number as usize].part
    }

    /// How many moves the loser has.
    pub(super) fn loser_moves(&self, sum: &Numbers) -> u64 {
        let side = !self.winner as usize;
        let counts = sum.iter().map(|&n| self.components.known[n as usize].move_counts[side]);
        counts.fold(0, u64::saturating_add)
    }

    /// What was looked at so far.
    pub(super) fn verified(&self) -> Verified {
        Verified {
            winner: self.winner,
            winner_positions: self.winner_met.len() as u64,
            loser_positions: self.loser_met.len() as u64,
        }
    }

    /// The bytes that are taken, about.
    pub(super) fn bytes(&self) -> usize {
        let next = self.winner_next.capacity() + self.loser_next.capacity();
        self.components.bytes
            + self.winner_met.allocation_size()
            + self.loser_met.allocation_size()
            + next * size_of::<Numbers>()
    }
}
