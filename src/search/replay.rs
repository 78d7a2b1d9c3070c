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
    /// The bytes of what the components own.
    owned_bytes: usize,
}

impl Components {
    fn bytes(&self) -> usize {
        let Components { numbers, known, owned_bytes } = self;
        let numbers = growing(numbers.allocation_size(), numbers.len(), numbers.capacity());
        numbers + known.capacity() * size_of::<Component>() + owned_bytes
    }

    fn numbers_of(&mut self, parts: Vec<Box<dyn Part>>) -> Numbers {
        let mut numbers: Numbers = parts.into_iter().map(|part| self.number(part)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn number(&mut self, part: Box<dyn Part>) -> u32 {
        match self.numbers.entry((*part).text()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.owned_bytes +=
                    allocated(new.key().capacity()) + allocated(size_of_val(&*part));
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
            let spilled = options.iter().filter(|option| option.spilled());
            let spilled: usize = spilled.map(|option| allocated(size_of_val(&**option))).sum();
            self.owned_bytes += allocated(options.len() * size_of::<Numbers>()) + spilled;
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
    /// What was met, by the player to move.
    met: [HashSet<Numbers, BuildMix>; 2],
    /// What of it is still to be looked at.
    next: [Vec<Numbers>; 2],
}

impl Replay {
    pub(super) fn new(sum: &Sum, first: Player, winner: Player) -> Replay {
        let components = Components::default();
        let mut replay =
            Replay { winner, components, met: Default::default(), next: Default::default() };
        let start = replay.components.numbers_of(sum.components());
        replay.meet(start, first);
        replay
    }

    fn meet(&mut self, sum: Numbers, to_move: Player) {
        if self.met[to_move as usize].insert(sum.clone()) {
            self.next[to_move as usize].push(sum);
        }
    }

    /// The next sum with the winner to move, for which [`play`](Replay::play) wants an option; `None` if
    /// the strategy holds.
    pub(super) fn next(&mut self) -> Option<Numbers> {
        let (winner, loser) = (self.winner, !self.winner);
        while self.next[winner as usize].is_empty() {
            let sum = self.next[loser as usize].pop()?;
            for option in self.components.options(&sum, loser) {
                self.meet(option, winner);
            }
        }
        self.next[winner as usize].pop()
    }

    pub(super) fn winner(&self) -> Player {
        self.winner
    }

    /// The options of the winner.
    pub(super) fn options(&mut self, sum: &Numbers) -> Vec<Numbers> {
        self.components.options(sum, self.winner)
    }

    /// Whether the sum, with the loser to move, was met before.
    pub(super) fn has_met(&self, sum: &Numbers) -> bool {
        self.met[!self.winner as usize].contains(sum)
    }

    /// Plays the move of the winner from a sum to an option.
    ///
    /// # Errors
    /// If there is no move, or it is none of the rules.
    pub(super) fn play(&mut self, sum: &Numbers, to: Option<Numbers>) -> Result<(), VerifyError> {
        match to.filter(|to| self.options(sum).contains(to)) {
            Some(option) => {
                self.meet(option, !self.winner);
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
        let positions = |player: Player| self.met[player as usize].len() as u64;
        Verified {
            winner: self.winner,
            winner_positions: positions(self.winner),
            loser_positions: positions(!self.winner),
        }
    }

    /// The bytes that it takes, and those that it takes for a while when it grows next.
    pub(super) fn bytes(&self) -> usize {
        let met =
            self.met.iter().map(|met| growing(met.allocation_size(), met.len(), met.capacity()));
        let next: usize = self.next.iter().map(Vec::capacity).sum();
        self.components.bytes() + met.sum::<usize>() + next * size_of::<Numbers>()
    }
}

/// The bytes of a hash table: a full one is copied to another of twice the size.
fn growing(bytes: usize, len: usize, capacity: usize) -> usize {
    if len + 64 > capacity { 3 * bytes } else { bytes }
}

/// The bytes of an allocation and of what the allocator keeps with it.
fn allocated(bytes: usize) -> usize {
    (bytes + 8).next_multiple_of(16).max(32)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::hash::BuildHasher;

    use super::*;
    use crate::analysis::Analyzer;
    use crate::rules::Clobber;

    /// Components as texts, sorted.
    type Texts = Vec<String>;

    /// A strategy without any sense: some option.
    fn some_option(seed: u64, options: impl Iterator<Item = Texts>) -> Option<Texts> {
        options.min_by_key(|option| BuildMix::default().hash_one((seed, option)))
    }

    /// A plain twin: boards as rows of letters, played as wholes.
    type Rows = Vec<Vec<char>>;

    fn neighbours(rows: &Rows, (row, column): (usize, usize)) -> Vec<(usize, usize)> {
        let around = [(row + 1, column), (row.wrapping_sub(1), column)]
            .into_iter()
            .chain([(row, column + 1), (row, column.wrapping_sub(1))]);
        around.filter(|&(row, column)| row < rows.len() && column < rows[0].len()).collect()
    }

    fn cells(rows: &Rows) -> Vec<(usize, usize)> {
        let columns = rows[0].len();
        (0..rows.len() * columns).map(|i| (i / columns, i % columns)).collect()
    }

    fn moves(rows: &Rows, player: Player) -> Vec<Rows> {
        let own = if player == Player::Left { 'x' } else { 'o' };
        let mut after = Vec::new();
        for from in cells(rows) {
            for to in neighbours(rows, from) {
                if rows[from.0][from.1] == own && !['.', own].contains(&rows[to.0][to.1]) {
                    let mut rows = rows.clone();
                    rows[from.0][from.1] = '.';
                    rows[to.0][to.1] = own;
                    after.push(rows);
                }
            }
        }
        after
    }

    /// The groups of stones with both colours, each as the text of the smallest board around it.
    fn groups(rows: &Rows) -> Texts {
        let (mut rows, mut texts) = (rows.clone(), Texts::new());
        for start in cells(&rows) {
            let mut group = Vec::new();
            let mut next = vec![start];
            while let Some((row, column)) = next.pop() {
                let stone = std::mem::replace(&mut rows[row][column], '.');
                if stone != '.' {
                    group.push((row, column, stone));
                    next.extend(neighbours(&rows, (row, column)));
                }
            }
            if ['x', 'o'].iter().all(|colour| group.iter().any(|(.., stone)| stone == colour)) {
                let of = |row, column| {
                    let stone = group.iter().find(|&&(r, c, _)| (r, c) == (row, column));
                    stone.map_or('.', |&(.., stone)| stone)
                };
                let ends = |all: &dyn Fn(usize) -> usize| {
                    let of_all = || (0..group.len()).map(all);
                    of_all().min().unwrap_or(0)..=of_all().max().unwrap_or(0)
                };
                let (all_rows, all_columns) = (ends(&|i| group[i].0), ends(&|i| group[i].1));
                let rows = all_rows.map(|row| {
                    all_columns.clone().map(|column| of(row, column)).collect::<String>()
                });
                texts.push(rows.collect::<Vec<_>>().join("/"));
            }
        }
        texts.sort_unstable();
        texts
    }

    /// Whether the strategy holds; what was met, as groups.
    fn holds(
        rows: &Rows,
        winner: Player,
        to_move: Player,
        seed: u64,
        met: &mut BTreeSet<(Texts, bool)>,
    ) -> bool {
        met.insert((groups(rows), to_move == winner));
        let options = moves(rows, to_move);
        if to_move != winner {
            return options.iter().all(|option| holds(option, winner, winner, seed, met));
        }
        let chosen = some_option(seed, options.iter().map(groups));
        let option = options.iter().find(|option| Some(groups(option)) == chosen);
        option.is_some_and(|option| holds(option, winner, !winner, seed, met))
    }

    /// Replays that strategy.
    fn replayed(
        sum: &Sum,
        winner: Player,
        to_move: Player,
        seed: u64,
    ) -> Result<Verified, VerifyError> {
        let mut replay = Replay::new(sum, to_move, winner);
        while let Some(sum) = replay.next() {
            let options = replay.options(&sum);
            let texts = |option: &Numbers| {
                let text = |&number: &u32| replay.part(number).text().replace("clobber:", "");
                let mut texts: Texts = option.iter().map(text).collect();
                texts.sort_unstable();
                texts
            };
            let chosen = some_option(seed, options.iter().map(texts));
            let option = options.iter().find(|option| Some(texts(option)) == chosen).cloned();
            replay.play(&sum, option)?;
        }
        Ok(replay.verified())
    }

    /// A strategy without sense holds if and only if it does on undivided boards, and then so many different
    /// sums are met; whoever is said to win and does not is found out.
    #[test]
    fn strategies_on_all_small_boards() {
        let (mut held, mut refuted) = ([0; 2], [0; 2]);
        let mut analyzer = Analyzer::new();
        for (height, width) in [(2, 3), (1, 7)] {
            let cells = height * width;
            for number in 0..3_usize.pow(cells as u32) {
                let letter = |cell: usize| ['.', 'x', 'o'][number / 3_usize.pow(cell as u32) % 3];
                let rows: Rows = (0..height)
                    .map(|row| (0..width).map(|column| letter(width * row + column)).collect())
                    .collect();
                let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
                let board = Clobber::parse(&text.join("/")).unwrap();
                let outcome = analyzer.outcome(&board).unwrap();
                for (winner, seed) in
                    Player::BOTH.into_iter().flat_map(|winner| [1, 2, 3].map(|n| (winner, n)))
                {
                    for first in Player::BOTH {
                        let mut met = BTreeSet::new();
                        let expected = holds(&rows, winner, first, seed, &mut met);
                        let wins = outcome.winner(first) == winner;
                        match replayed(&board.into(), winner, first, seed) {
                            Ok(verified) => {
                                assert!(expected && wins, "{board}");
                                let of = |own| met.iter().filter(|met| met.1 == own).count() as u64;
                                assert_eq!(verified.winner_positions, of(true), "{board}");
                                assert_eq!(verified.loser_positions, of(false), "{board}");
                                held[first as usize] += 1;
                            }
                            Err(VerifyError::Refuted { sum, winner: named }) => {
                                assert!(!expected && named == winner, "{board}");
                                assert!(sum.moves(winner).is_empty(), "{board}: {sum}");
                                refuted[usize::from(wins)] += 1;
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                }
            }
        }
        assert!(held.iter().chain(&refuted).all(|&count| count > 1000), "{held:?} {refuted:?}");
    }

    /// Somebody who names no move, or one that is none.
    #[test]
    fn no_moves_and_none_of_the_rules() {
        let sum =
            Sum::from(Clobber::parse("xxo.xo").unwrap()).plus_value("{2|-1}".parse().unwrap());
        for named in [None, Some(Numbers::from_slice(&[0, 1])), Some(Numbers::from_slice(&[7]))] {
            let mut replay = Replay::new(&sum, Player::Left, Player::Left);
            let start = replay.next().unwrap();
            let error = replay.play(&start, named).unwrap_err();
            assert_eq!(
                error.to_string(),
                "the strategy of Left does not hold: it has no move in clobber:xxo + clobber:xo + {2|-1}"
            );
        }
        let mut replay = Replay::new(&sum, Player::Left, Player::Left);
        let start = replay.next().unwrap();
        assert_eq!(replay.options(&start).len(), 3);
        let option = replay.options(&start).swap_remove(0);
        assert_eq!(replay.loser_moves(&option) + 1, replay.loser_moves(&start));
        replay.play(&start, Some(option)).unwrap();
        assert!(replay.next().is_some());
    }
}
