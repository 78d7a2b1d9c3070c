//! Verification: a strategy for the winner is played against every reply.
//!
//! The checker knows the rules and nothing else: the moves, and the components into which a position splits, so that
//! equal sums are checked once. It asks for moves of the winner and never for a result: the winner has won
//! where the loser cannot move.

use std::fmt;
use std::sync::Arc;

use hashbrown::hash_table::Entry;
use hashbrown::{HashSet, HashTable};
use smallvec::SmallVec;

use super::sum::{Part, Sum};
use crate::hash::{BuildMix, growth, set_bytes};
use crate::{LimitKind, Limits, Player, ValueError};

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

/// The [steps](crate::rules::Search::option_steps) of options between two checks of the limits, about a millisecond.
const STEPS_BETWEEN_CHECKS: usize = 1 << 10;

/// The steps that an option takes besides: its moves are counted, and its text is printed. On the largest boards of Amazons that takes
/// longer, up to a millisecond.
const STEPS_OF_TEXT: usize = 1 << 6;

/// A component, with its options once they are generated.
#[derive(Debug)]
struct Component {
    part: Arc<dyn Part>,
    move_counts: [u64; 2],
    options: [Option<Box<[ComponentList]>>; 2],
}

/// The components of all sums, interned.
#[derive(Debug, Default)]
pub(super) struct CheckedComponents {
    /// The hashes of the components and their ids.
    ids: HashTable<(u64, u32)>,
    known: Vec<Component>,
    /// The bytes that the components own on the heap.
    owned_bytes: usize,
    /// What the generation of options obeys: the interrupt, the deadline, and the bytes of the components.
    pub(super) limits: Limits,
}

impl CheckedComponents {
    pub(super) fn bytes(&self) -> usize {
        let known = self.known.capacity() * size_of::<Component>();
        let ids = self.ids.allocation_size() * growth(self.ids.len(), self.ids.capacity(), 3);
        ids + known + self.owned_bytes
    }

    pub(super) fn ids_of(&mut self, parts: Vec<Arc<dyn Part>>) -> ComponentList {
        let mut ids: ComponentList = parts.into_iter().map(|part| self.id(part)).collect();
        ids.sort_unstable();
        ids
    }

    fn id(&mut self, part: Arc<dyn Part>) -> u32 {
        let hash = part.hash();
        let is_it = |&(known, id): &(u64, u32)| {
            known == hash && self.known[id as usize].part.is_same(&*part)
        };
        match self.ids.entry(hash, is_it, |&(hash, _)| hash) {
            Entry::Occupied(known) => known.get().1,
            Entry::Vacant(new) => {
                // An `Arc` has two counters.
                let part_bytes = allocated(size_of_val(&*part) + 2 * size_of::<usize>());
                self.owned_bytes += part_bytes + part.owned_bytes();
                let move_counts = Player::BOTH.map(|player| part.count_moves(player));
                let options = [None, None];
                let id = self.known.len() as u32;
                new.insert((hash, id));
                self.known.push(Component { part, move_counts, options });
                id
            }
        }
    }

    /// The options of a component, without repetitions.
    fn options_of(&mut self, id: u32, player: Player) -> Result<&[ComponentList], ValueError> {
        let (at, side) = (id as usize, player as usize);
        if self.known[at].options[side].is_none() {
            let all = self.known[at].part.option_parts(player);
            let mut options = Vec::with_capacity(all.len());
            let (option_steps, mut steps) = (self.known[at].part.option_steps(), 0);
            for part in all {
                steps += option_steps + STEPS_OF_TEXT;
                if steps >= STEPS_BETWEEN_CHECKS {
                    steps = 0;
                    self.check_limits()?;
                }
                options.push(self.ids_of(part.split()));
            }
            options.sort_unstable();
            options.dedup();
            let spilled = options.iter().filter(|option| option.spilled());
            let spilled: usize = spilled.map(|option| allocated(size_of_val(&**option))).sum();
            self.owned_bytes += allocated(options.len() * size_of::<ComponentList>()) + spilled;
            self.known[at].options[side] = Some(options.into_boxed_slice());
        }
        Ok(self.known[at].options[side].as_deref().unwrap_or_default())
    }

    fn check_limits(&self) -> Result<(), ValueError> {
        self.limits.check().map_err(ValueError::Limit)?;
        match self.limits.bytes.filter(|&most| self.bytes() > most) {
            Some(most) => Err(ValueError::Limit(LimitKind::Bytes(most))),
            None => Ok(()),
        }
    }

    /// The number of moves of a player in a sum.
    pub(super) fn moves(&self, sum: &ComponentList, player: Player) -> u64 {
        let counts = sum.iter().map(|&id| self.known[id as usize].move_counts[player as usize]);
        counts.fold(0, u64::saturating_add)
    }

    /// The options of a sum.
    pub(super) fn options(
        &mut self,
        ids: &ComponentList,
        player: Player,
    ) -> Result<Vec<ComponentList>, ValueError> {
        let mut options = Vec::new();
        for (i, &id) in ids.iter().enumerate() {
            if i > 0 && ids[i - 1] == id {
                continue;
            }
            for option in self.options_of(id, player)? {
                let mut all = ids.clone();
                all.remove(i);
                all.extend_from_slice(option);
                all.sort_unstable();
                options.push(all);
            }
        }
        Ok(options)
    }
}

/// Checks a strategy of the winner, whose moves it asks for one by one ([`next`](Checker::next),
/// [`play`](Checker::play)).
#[derive(Debug)]
pub(super) struct Checker {
    pub(super) winner: Player,
    components: CheckedComponents,
    /// All sums reached so far, by the player to move.
    checked: [HashSet<ComponentList, BuildMix>; 2],
    /// Those that are not played yet.
    next: [Vec<ComponentList>; 2],
}

impl Checker {
    pub(super) fn new(sum: &Sum, first: Player, winner: Player, limits: Limits) -> Checker {
        let components = CheckedComponents { limits, ..CheckedComponents::default() };
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
    pub(super) fn next(&mut self) -> Result<Option<ComponentList>, ValueError> {
        let (winner, loser) = (self.winner, !self.winner);
        while self.next[winner as usize].is_empty() {
            let Some(sum) = self.next[loser as usize].pop() else { return Ok(None) };
            for option in self.components.options(&sum, loser)? {
                self.add(option, winner);
            }
        }
        Ok(self.next[winner as usize].pop())
    }

    /// The options of the winner.
    pub(super) fn options(
        &mut self,
        sum: &ComponentList,
    ) -> Result<Vec<ComponentList>, ValueError> {
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
        let options = self.options(sum)?;
        match to.filter(|to| options.contains(to)) {
            Some(option) => {
                self.add(option, !self.winner);
                Ok(())
            }
            None => Err(VerifyError::Refuted { sum: self.sum(sum), winner: self.winner }),
        }
    }

    /// The sum of these components.
    pub(super) fn sum(&self, ids: &ComponentList) -> Sum {
        ids.iter().fold(Sum::default(), |sum, &id| sum + self.part(id).to_sum())
    }

    pub(super) fn part(&self, id: u32) -> &dyn Part {
        &*self.components.known[id as usize].part
    }

    /// The number of moves of the loser.
    pub(super) fn loser_moves(&self, sum: &ComponentList) -> u64 {
        self.components.moves(sum, !self.winner)
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
        let checked = self.checked.iter().map(set_bytes).sum::<usize>();
        let next = self.next.iter().map(Vec::capacity).sum::<usize>();
        self.components.bytes() + checked + next * size_of::<ComponentList>()
    }
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
    use crate::CanonicalForm;
    use crate::analysis::Analyzer;
    use crate::rules::{Clobber, Position, Short};

    /// Components as texts, sorted.
    type Texts = Vec<String>;

    fn texts(parts: impl Iterator<Item = String>) -> Texts {
        let mut texts: Texts = parts.collect();
        texts.sort_unstable();
        texts
    }

    fn texts_of_board(board: &Clobber) -> Texts {
        texts(board.components().map(|part| part.to_string()))
    }

    /// A random strategy: some option.
    fn some_option(seed: u64, options: impl Iterator<Item = Texts>) -> Option<Texts> {
        options.min_by_key(|option| BuildMix::default().hash_one((seed, option)))
    }

    /// Whether the strategy holds on undivided boards. Adds the sums that are reached to `checked`.
    fn holds(
        board: &Clobber,
        winner: Player,
        to_move: Player,
        seed: u64,
        checked: &mut [BTreeSet<Texts>; 2],
    ) -> bool {
        checked[usize::from(to_move == winner)].insert(texts_of_board(board));
        let mut options = board.options(to_move);
        if to_move != winner {
            return options.all(|option| holds(&option, winner, winner, seed, checked));
        }
        let chosen =
            some_option(seed, board.options(to_move).map(|option| texts_of_board(&option)));
        let option = options.find(|option| Some(texts_of_board(option)) == chosen);
        option.is_some_and(|option| holds(&option, winner, !winner, seed, checked))
    }

    /// Checks that strategy with the checker.
    fn checked_strategy(
        sum: &Sum,
        winner: Player,
        to_move: Player,
        seed: u64,
    ) -> Result<Verified, VerifyError> {
        let mut checker = Checker::new(sum, to_move, winner, Limits::default());
        while let Some(sum) = checker.next()? {
            let options = checker.options(&sum)?;
            let texts = |option: &ComponentList| {
                texts(option.iter().map(|&id| checker.part(id).text().replace("clobber:", "")))
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
        let (mut held, mut refuted) = (0, [0; 2]);
        let mut analyzer = Analyzer::new();
        for (height, width, id) in
            (0..729_u32).map(|id| (2, 3, id)).chain((0..2187).map(|id| (1, 7, id)))
        {
            let letter = |cell: u32| ['.', 'x', 'o'][(id / 3_u32.pow(cell) % 3) as usize];
            let row = |row: u32| (0..width).map(|column| letter(width * row + column)).collect();
            let board: Clobber = (0..height).map(row).collect::<Texts>().join("/").parse().unwrap();
            let outcome = analyzer.outcome(&board).unwrap();
            let cases = Player::BOTH.map(|winner| Player::BOTH.map(|first| (winner, first)));
            for ((winner, first), seed) in
                cases.into_iter().flatten().flat_map(|case| [1, 2, 3].map(|seed| (case, seed)))
            {
                let mut checked = [BTreeSet::new(), BTreeSet::new()];
                let expected = holds(&board, winner, first, seed, &mut checked);
                let wins = outcome.winner(first) == winner;
                match checked_strategy(&board.into(), winner, first, seed) {
                    Ok(Verified { winner_positions, loser_positions, .. }) => {
                        assert!(expected && wins, "{board}");
                        let expected = checked.map(|checked| checked.len() as u64);
                        assert_eq!([loser_positions, winner_positions], expected, "{board}");
                        held += 1;
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
        assert!(held > 2000 && refuted.iter().all(|&count| count > 1000), "{held} {refuted:?}");
    }

    /// A strategy without a move, and strategies with illegal moves.
    #[test]
    fn no_moves_and_none_of_the_rules() {
        let value: CanonicalForm = "{2|-1}".parse().unwrap();
        let sum = Sum::from("xxo.xo".parse::<Clobber>().unwrap()) + value;
        for named in
            [None, Some(ComponentList::from_slice(&[0, 1])), Some(ComponentList::from_slice(&[7]))]
        {
            let mut checker = Checker::new(&sum, Player::Left, Player::Left, Limits::default());
            let start = checker.next().unwrap().unwrap();
            let error = checker.play(&start, named).unwrap_err();
            assert_eq!(
                error.to_string(),
                "the strategy of Left does not hold: it has no move in clobber:xxo + clobber:xo + {2|-1}"
            );
        }
        let mut checker = Checker::new(&sum, Player::Left, Player::Left, Limits::default());
        let start = checker.next().unwrap().unwrap();
        assert_eq!(checker.options(&start).unwrap().len(), 3);
        let option = checker.options(&start).unwrap().swap_remove(0);
        assert_eq!(checker.loser_moves(&option) + 1, checker.loser_moves(&start));
        checker.play(&start, Some(option)).unwrap();
        assert!(checker.next().unwrap().is_some());
    }
}
