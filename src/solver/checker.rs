//! Verification: a strategy for the winner is played against every reply.
//!
//! The checker knows the rules and nothing else: the moves, and the components into which a position splits, so that
//! equal sums are checked once. It asks for moves of the winner and never for a result: the winner has won
//! where the loser cannot move.

use std::fmt;

use hashbrown::hash_map::Entry;
use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use super::sum::{Part, Sum};
use crate::hash::BuildMix;
use crate::{Player, ValueError};

/// The size of a verification.
///
/// Equal components of several positions count as the same, and so do sums of the same components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// Who wins.
    pub winner: Player,
    /// The number of sums with the winner to move: in each the strategy's move was played.
    pub winner_positions: u64,
    /// The number of sums with the loser to move: in each all moves were played.
    pub loser_positions: u64,
}

impl Verified {
    /// The number of sums.
    pub fn positions(&self) -> u64 {
        self.winner_positions + self.loser_positions
    }
}

/// Why a verification fails.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum VerifyError {
    /// A limit is reached, or a value cannot be represented.
    Value(ValueError),
    /// The strategy fails, which is a defect of the solver or of a ruleset: play reaches this sum, with the winner to
    /// move, and no move wins.
    Refuted {
        /// The sum.
        sum: Sum,
        /// The player who should win.
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

/// A sum as the checker sees it: the ids of its components, sorted.
pub(super) type ComponentList = SmallVec<[u32; 6]>;

/// A component, with its options once they are generated.
#[derive(Debug)]
struct Component {
    part: Box<dyn Part>,
    move_counts: [u64; 2],
    options: [Option<Box<[ComponentList]>>; 2],
}

/// The components of all sums, interned by their texts.
#[derive(Debug, Default)]
struct CheckedComponents {
    /// Ids by ruleset and position, as texts.
    ids: HashMap<String, u32, BuildMix>,
    known: Vec<Component>,
    /// The bytes that the components own on the heap.
    owned_bytes: usize,
}

impl CheckedComponents {
    fn bytes(&self) -> usize {
        let CheckedComponents { ids, known, owned_bytes } = self;
        let ids = growing(ids.allocation_size(), ids.len(), ids.capacity());
        ids + known.capacity() * size_of::<Component>() + owned_bytes
    }

    fn ids_of(&mut self, parts: Vec<Box<dyn Part>>) -> ComponentList {
        let mut ids: ComponentList = parts.into_iter().map(|part| self.id(part)).collect();
        ids.sort_unstable();
        ids
    }

    fn id(&mut self, part: Box<dyn Part>) -> u32 {
        match self.ids.entry((*part).text()) {
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

    /// The options of a component, without repetitions.
    fn options_of(&mut self, id: u32, player: Player) -> &[ComponentList] {
        let (at, side) = (id as usize, player as usize);
        if self.known[at].options[side].is_none() {
            let all = (*self.known[at].part).split_options(player);
            let mut options: Vec<_> = all.into_iter().map(|parts| self.ids_of(parts)).collect();
            options.sort_unstable();
            options.dedup();
            let spilled = options.iter().filter(|option| option.spilled());
            let spilled: usize = spilled.map(|option| allocated(size_of_val(&**option))).sum();
            self.owned_bytes += allocated(options.len() * size_of::<ComponentList>()) + spilled;
            self.known[at].options[side] = Some(options.into_boxed_slice());
        }
        self.known[at].options[side].as_deref().unwrap_or_default()
    }

    /// The options of a sum.
    fn options(&mut self, ids: &ComponentList, player: Player) -> Vec<ComponentList> {
        let mut options = Vec::new();
        for (i, &id) in ids.iter().enumerate() {
            if i > 0 && ids[i - 1] == id {
                continue;
            }
            for option in self.options_of(id, player) {
                let mut all = ids.clone();
                all.remove(i);
                all.extend_from_slice(option);
                all.sort_unstable();
                options.push(all);
            }
        }
        options
    }
}

/// Checks a strategy of the winner, whose moves it asks for one by one ([`next`](Checker::next),
/// [`play`](Checker::play)).
#[derive(Debug)]
pub(super) struct Checker {
    winner: Player,
    components: CheckedComponents,
    /// All sums reached so far, by the player to move.
    checked: [HashSet<ComponentList, BuildMix>; 2],
    /// Those that are not played yet.
    next: [Vec<ComponentList>; 2],
}

impl Checker {
    pub(super) fn new(sum: &Sum, first: Player, winner: Player) -> Checker {
        let components = CheckedComponents::default();
        let mut checker =
            Checker { winner, components, checked: Default::default(), next: Default::default() };
        let start = checker.components.ids_of(sum.components());
        checker.add(start, first);
        checker
    }

    fn add(&mut self, sum: ComponentList, to_move: Player) {
        if self.checked[to_move as usize].insert(sum.clone()) {
            self.next[to_move as usize].push(sum);
        }
    }

    /// The next sum with the winner to move, for which [`play`](Checker::play) needs an option. Returns `None` when the
    /// strategy is verified.
    pub(super) fn next(&mut self) -> Option<ComponentList> {
        let (winner, loser) = (self.winner, !self.winner);
        while self.next[winner as usize].is_empty() {
            let sum = self.next[loser as usize].pop()?;
            for option in self.components.options(&sum, loser) {
                self.add(option, winner);
            }
        }
        self.next[winner as usize].pop()
    }

    pub(super) fn winner(&self) -> Player {
        self.winner
    }

    /// The options of the winner.
    pub(super) fn options(&mut self, sum: &ComponentList) -> Vec<ComponentList> {
        self.components.options(sum, self.winner)
    }

    /// Whether the sum was reached before, with the loser to move.
    pub(super) fn is_checked(&self, sum: &ComponentList) -> bool {
        self.checked[!self.winner as usize].contains(sum)
    }

    /// Plays the move of the winner from a sum to an option.
    ///
    /// # Errors
    /// If there is no move, or the rules do not allow it.
    pub(super) fn play(
        &mut self,
        sum: &ComponentList,
        to: Option<ComponentList>,
    ) -> Result<(), VerifyError> {
        match to.filter(|to| self.options(sum).contains(to)) {
            Some(option) => {
                self.add(option, !self.winner);
                Ok(())
            }
            None => Err(VerifyError::Refuted { sum: self.sum(sum), winner: self.winner }),
        }
    }

    /// The sum of these components.
    pub(super) fn sum(&self, ids: &ComponentList) -> Sum {
        let parts = ids.iter().map(|&id| self.part(id).boxed());
        Sum::of_components(parts)
    }

    pub(super) fn part(&self, id: u32) -> &dyn Part {
        &*self.components.known[id as usize].part
    }

    /// The number of moves of the loser.
    pub(super) fn loser_moves(&self, sum: &ComponentList) -> u64 {
        let side = !self.winner as usize;
        let counts = sum.iter().map(|&n| self.components.known[n as usize].move_counts[side]);
        counts.fold(0, u64::saturating_add)
    }

    /// The numbers of sums reached so far.
    pub(super) fn verified(&self) -> Verified {
        let positions = |player: Player| self.checked[player as usize].len() as u64;
        Verified {
            winner: self.winner,
            winner_positions: positions(self.winner),
            loser_positions: positions(!self.winner),
        }
    }

    /// The bytes in use, and those that the next growth takes for a while.
    pub(super) fn bytes(&self) -> usize {
        let checked = self
            .checked
            .iter()
            .map(|checked| growing(checked.allocation_size(), checked.len(), checked.capacity()));
        let next: usize = self.next.iter().map(Vec::capacity).sum();
        self.components.bytes() + checked.sum::<usize>() + next * size_of::<ComponentList>()
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

    /// A random strategy: some option.
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

    /// Whether the strategy holds. Adds the sums that are reached to `checked`, as groups.
    fn holds(
        rows: &Rows,
        winner: Player,
        to_move: Player,
        seed: u64,
        checked: &mut BTreeSet<(Texts, bool)>,
    ) -> bool {
        checked.insert((groups(rows), to_move == winner));
        let options = moves(rows, to_move);
        if to_move != winner {
            return options.iter().all(|option| holds(option, winner, winner, seed, checked));
        }
        let chosen = some_option(seed, options.iter().map(groups));
        let option = options.iter().find(|option| Some(groups(option)) == chosen);
        option.is_some_and(|option| holds(option, winner, !winner, seed, checked))
    }

    /// Checks that strategy with the checker.
    fn checked_strategy(
        sum: &Sum,
        winner: Player,
        to_move: Player,
        seed: u64,
    ) -> Result<Verified, VerifyError> {
        let mut checker = Checker::new(sum, to_move, winner);
        while let Some(sum) = checker.next() {
            let options = checker.options(&sum);
            let texts = |option: &ComponentList| {
                let text = |&id: &u32| checker.part(id).text().replace("clobber:", "");
                let mut texts: Texts = option.iter().map(text).collect();
                texts.sort_unstable();
                texts
            };
            let chosen = some_option(seed, options.iter().map(texts));
            let option = options.iter().find(|option| Some(texts(option)) == chosen).cloned();
            checker.play(&sum, option)?;
        }
        Ok(checker.verified())
    }

    /// A random strategy holds if and only if it holds on undivided boards, and then the same number of different sums
    /// is reached. A player who does not win is refuted.
    #[test]
    fn strategies_on_all_small_boards() {
        let (mut held, mut refuted) = ([0; 2], [0; 2]);
        let mut analyzer = Analyzer::new();
        for (height, width) in [(2, 3), (1, 7)] {
            let cells = height * width;
            for id in 0..3_usize.pow(cells as u32) {
                let letter = |cell: usize| ['.', 'x', 'o'][id / 3_usize.pow(cell as u32) % 3];
                let rows: Rows = (0..height)
                    .map(|row| (0..width).map(|column| letter(width * row + column)).collect())
                    .collect();
                let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
                let board: Clobber = text.join("/").parse().unwrap();
                let outcome = analyzer.outcome(&board).unwrap();
                for (winner, seed) in
                    Player::BOTH.into_iter().flat_map(|winner| [1, 2, 3].map(|n| (winner, n)))
                {
                    for first in Player::BOTH {
                        let mut checked = BTreeSet::new();
                        let expected = holds(&rows, winner, first, seed, &mut checked);
                        let wins = outcome.winner(first) == winner;
                        match checked_strategy(&board.into(), winner, first, seed) {
                            Ok(verified) => {
                                assert!(expected && wins, "{board}");
                                let of = |own| {
                                    checked.iter().filter(|checked| checked.1 == own).count() as u64
                                };
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

    /// A strategy without a move, and strategies with illegal moves.
    #[test]
    fn no_moves_and_none_of_the_rules() {
        let sum =
            Sum::from("xxo.xo".parse::<Clobber>().unwrap()).plus_value("{2|-1}".parse().unwrap());
        for named in
            [None, Some(ComponentList::from_slice(&[0, 1])), Some(ComponentList::from_slice(&[7]))]
        {
            let mut checker = Checker::new(&sum, Player::Left, Player::Left);
            let start = checker.next().unwrap();
            let error = checker.play(&start, named).unwrap_err();
            assert_eq!(
                error.to_string(),
                "the strategy of Left does not hold: it has no move in clobber:xxo + clobber:xo + {2|-1}"
            );
        }
        let mut checker = Checker::new(&sum, Player::Left, Player::Left);
        let start = checker.next().unwrap();
        assert_eq!(checker.options(&start).len(), 3);
        let option = checker.options(&start).swap_remove(0);
        assert_eq!(checker.loser_moves(&option) + 1, checker.loser_moves(&start));
        checker.play(&start, Some(option)).unwrap();
        assert!(checker.next().is_some());
    }
}
