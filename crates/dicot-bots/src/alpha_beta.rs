//! Alpha-beta search with iterative deepening, for games whose positions look the same from either player's side.
//!
//! This file uses the standard library alone and compiles in edition 2021: it is part of the program that
//! [`codingame::program`](crate::codingame::program) exports.

use crate::grid::{Cells, Grid};
use crate::transposition::{Killers, MAX_VALUE, Table, WIN, add_killer};

/// A position as the player to move sees it.
pub(crate) trait View: Copy {
    /// Appends the moves, each with a guess at how good it is: the better, the higher.
    fn moves(&self, moves: &mut Vec<(i32, Step)>);
    /// The position after a move, as the other player sees it.
    fn after(&self, step: Step) -> Self;
    /// The position without parts that do not change who wins, and its key for the transposition table: positions
    /// with equal keys are taken for the same.
    fn canonicalized(&self, cache: &mut ClassCache) -> (Self, u64);
    /// How good the position is for the player to move, between -[`MAX_VALUE`] and [`MAX_VALUE`].
    fn evaluate(&self) -> i32;
    /// Whether the player to move has no move.
    fn is_over(&self) -> bool;
}

/// A move, from one cell to another, by the indices of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Step {
    pub(crate) from: u16,
    pub(crate) to: u16,
}

impl Step {
    /// A step from a cell that lies `distance` cells in the direction opposite to `direction` from `to`.
    pub(crate) fn to<const N: usize>(
        to: u32,
        grid: &Grid<N>,
        direction: usize,
        distance: i32,
    ) -> Step {
        let from = to as i32 - distance * grid.offset(direction);
        Step { from: from as u16, to: to as u16 }
    }

    /// The sets of the cells that it goes from and to.
    pub(crate) fn sets<const N: usize>(self) -> [Cells<N>; 2] {
        [Cells::only(u32::from(self.from)), Cells::only(u32::from(self.to))]
    }
}

/// The hash of a component, and the hash of its negative. Components with equal hashes are taken for equal games.
#[derive(Clone, Copy, Default)]
pub(crate) struct Class {
    pub(crate) class: u64,
    pub(crate) negative: u64,
}

/// A direct-mapped, lossy cache of the classes of components.
pub(crate) struct ClassCache(Vec<(u64, Class)>);

impl ClassCache {
    /// 2^13 entries take 192 KiB, which fits into a level 2 cache. The size was chosen without measurement.
    pub(crate) fn new() -> ClassCache {
        ClassCache(vec![Default::default(); 1 << 13])
    }

    /// The class of the component with that key, which `compute` returns if it is not cached.
    pub(crate) fn get_or_insert(&mut self, key: u64, compute: impl FnOnce() -> Class) -> Class {
        let slot = key as usize & (self.0.len() - 1);
        let entry = &mut self.0[slot];
        if entry.0 != key {
            *entry = (key, compute());
        }
        entry.1
    }
}

/// The longest line of moves. A search that gets there evaluates the position.
const MAX_LEVEL: usize = 250;
/// The levels that an iteration leaves below [`MAX_LEVEL`].
const SPARE_LEVELS: u32 = 40;
/// The number of counters of the history heuristic, onto which steps are hashed by their cells. On 8x8 nearly every
/// step has a counter of its own.
const HISTORY_SLOTS: usize = 1 << 12;
/// Nodes between two checks whether to stop, a power of 2. A check takes less than a node; a node of Clobber on 20x20
/// takes some fourteen times as long as one on 8x8.
const NODES_PER_CHECK: u64 = 64;

/// A search and its memory, which lives on from one search to the next.
pub(crate) struct AlphaBeta {
    table: Table<Step>,
    classes: ClassCache,
    /// The history heuristic: how often, weighted by depth, each step caused a cutoff.
    history: Vec<i32>,
    /// For each level.
    killers: Vec<Killers<Step>>,
    /// Lists of moves, one for each level, to be used again without allocation.
    lists: Vec<Vec<(i32, Step)>>,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranking {
    /// All moves of the position, the best first.
    pub(crate) steps: Vec<Step>,
    /// The value of the best move; 0 if the search was stopped before it had one.
    pub(crate) value: i32,
    /// The number of positions searched.
    pub(crate) nodes: u64,
}

impl AlphaBeta {
    /// With a transposition table of `2^bits` entries of 16 bytes.
    pub(crate) fn new(bits: u32) -> AlphaBeta {
        AlphaBeta {
            table: Table::new(bits, 20),
            classes: ClassCache::new(),
            history: vec![0; HISTORY_SLOTS],
            killers: vec![[Step::default(); 2]; MAX_LEVEL + 1],
            lists: vec![Vec::new(); MAX_LEVEL + 1],
        }
    }

    /// Ranks the moves by *iterative deepening*: searches to depth 1, 2 and so on up to `max_depth`, until `stop`
    /// returns true, the winner is known, or there is a single move.
    ///
    /// At the root only the best move has an exact value; the others keep their order.
    pub(crate) fn rank_moves<V: View>(
        &mut self,
        view: &V,
        max_depth: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Ranking {
        let mut moves = Vec::new();
        view.moves(&mut moves);
        moves.sort_by_key(|&(guess, _)| -guess);
        let mut ranking = Ranking {
            steps: moves.into_iter().map(|(_, step)| step).collect(),
            value: 0,
            nodes: 0,
        };
        if ranking.steps.is_empty() {
            return ranking;
        }
        // Old counts still help with the order, but new ones should soon outweigh them. The factor is a guess.
        self.history.iter_mut().for_each(|count| *count /= 8);
        self.killers.fill([Step::default(); 2]);
        let mut search = Search { memory: self, stop, is_stopped: false, nodes: 0 };
        for depth in 1..=max_depth.min(MAX_LEVEL as u32 - SPARE_LEVELS) {
            // A stopped iteration counts as well: it began with the best move so far.
            if let Some((i, value)) = search.best_at_root(view, &ranking.steps, depth as i32) {
                ranking.steps[..=i].rotate_right(1);
                ranking.value = value;
            }
            let is_decided = ranking.value.abs() > MAX_VALUE;
            if search.is_stopped || is_decided || ranking.steps.len() == 1 {
                break;
            }
        }
        ranking.nodes = search.nodes;
        ranking
    }
}

struct Search<'a> {
    memory: &'a mut AlphaBeta,
    stop: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
    nodes: u64,
}

impl Search<'_> {
    /// The index and value of the best of the steps; `None` if the search is stopped before the first one has a
    /// value.
    fn best_at_root<V: View>(
        &mut self,
        view: &V,
        steps: &[Step],
        depth: i32,
    ) -> Option<(usize, i32)> {
        let (mut best, mut alpha) = (None, -WIN);
        for (i, &step) in steps.iter().enumerate() {
            let value = self.value_after(&view.after(step), i, depth, alpha, WIN, 1);
            if self.is_stopped {
                break;
            }
            if value > alpha || best.is_none() {
                alpha = value;
                best = Some((i, value));
            }
        }
        best
    }

    /// The value of the move number `i` of a position, which leads to `after`, for the player who makes it: the step
    /// from a position to its options in *principal variation search* (Marsland and Campbell, *Parallel search of
    /// strongly ordered game trees*, Computing Surveys 14, 1982). The first move is searched with the full window,
    /// later ones with a window of width 1, and again with the full window if they turn out to be better.
    ///
    /// With *late move reductions*, the first search of a move late in the order is less deep.
    fn value_after<V: View>(
        &mut self,
        after: &V,
        i: usize,
        depth: i32,
        alpha: i32,
        beta: i32,
        level: usize,
    ) -> i32 {
        if i > 0 {
            let reduced = depth - 1 - reduction(depth, i);
            let value = -self.value(after, reduced, -alpha - 1, -alpha, level);
            if value <= alpha || (reduced == depth - 1 && value >= beta) {
                return value;
            }
        }
        -self.value(after, depth - 1, -beta, -alpha, level)
    }

    /// Counts a node; true if the search is stopped.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes & (NODES_PER_CHECK - 1) == 0 {
            self.is_stopped = (self.stop)();
        }
        self.is_stopped
    }

    /// The value for the player to move if it is between alpha and beta, or else a bound for it on the same side
    /// (*fail-soft*). Meaningless once the search is stopped.
    fn value<V: View>(
        &mut self,
        view: &V,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        level: usize,
    ) -> i32 {
        if self.count_node() {
            return 0;
        }
        if view.is_over() {
            return level as i32 - WIN;
        }
        if depth <= 0 || level >= MAX_LEVEL {
            return view.evaluate();
        }
        // Mate distance pruning: no win is sooner than by the next move, no loss sooner than now.
        alpha = alpha.max(level as i32 - WIN);
        beta = beta.min(WIN - level as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let (view, key) = view.canonicalized(&mut self.memory.classes);
        if view.is_over() {
            return level as i32 - WIN;
        }
        let entry = self.memory.table.get(key);
        if let Some(value) = entry.and_then(|entry| entry.cutoff([alpha, beta], depth, level)) {
            return value;
        }
        let known = entry.map_or(Step::default(), |entry| entry.best);
        let mut moves = std::mem::take(&mut self.memory.lists[level]);
        self.list_moves(&view, known, level, &mut moves);
        let old_alpha = alpha;
        let (mut best, mut best_step) = (-WIN, Step::default());
        for i in 0..moves.len() {
            // A selection sort, since a cutoff often makes the rest of the order superfluous.
            let next = (i..moves.len()).max_by_key(|&j| moves[j].0).unwrap_or(i);
            moves.swap(i, next);
            let step = moves[i].1;
            let value = self.value_after(&view.after(step), i, depth, alpha, beta, level + 1);
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                best_step = step;
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                self.record_cutoff(step, depth, level);
                break;
            }
        }
        self.memory.lists[level] = moves;
        if !self.is_stopped {
            self.memory.table.store(key, best_step, best, [old_alpha, beta], depth, level);
        }
        best
    }

    /// Lists the moves with how early to search each: the move of the transposition table first, then killers, then
    /// by history and the game's guess.
    fn list_moves<V: View>(
        &self,
        view: &V,
        known: Step,
        level: usize,
        moves: &mut Vec<(i32, Step)>,
    ) {
        moves.clear();
        view.moves(moves);
        let killers = self.memory.killers[level];
        for (order, step) in moves {
            *order = if *step == known {
                i32::MAX
            } else if killers.contains(step) {
                KILLER_ORDER
            } else {
                *order + self.memory.history[history_slot(*step)]
            };
        }
    }

    /// Updates killers and history after a step that was good enough to prune the moves after it.
    ///
    /// The *history heuristic* is described by Schaeffer, *The history heuristic and alpha-beta search enhancements in
    /// practice* (IEEE PAMI 11, 1989). It counts depth² here, and 2^depth there.
    fn record_cutoff(&mut self, step: Step, depth: i32, level: usize) {
        add_killer(&mut self.memory.killers[level], step);
        let count = &mut self.memory.history[history_slot(step)];
        *count = (*count + depth * depth).min(MAX_HISTORY);
    }
}

/// The order of killers: before all moves that are ordered by history.
const KILLER_ORDER: i32 = 1 << 29;
/// The largest counter of the history heuristic. With the guess of the game it stays below [`KILLER_ORDER`].
const MAX_HISTORY: i32 = 1 << 24;

/// By how much less deep than others the move number `i` is searched first (*late move reductions*). The numbers are
/// guesses.
fn reduction(depth: i32, i: usize) -> i32 {
    if depth < 3 || i < 4 { 0 } else { 1 + i32::from(i >= 12) + depth / 8 }
}

fn history_slot(step: Step) -> usize {
    (usize::from(step.from) * 37 + usize::from(step.to)) % HISTORY_SLOTS
}

#[cfg(test)]
pub(crate) mod tests {
    use dicot::rules::{Position, Turn};

    use super::{ClassCache, Step, View};
    use crate::Dice;

    /// Plays a random game by the rules and by views. Both have the same moves, and a view that was played to equals
    /// one that is made anew.
    pub(crate) fn follow<P: Position, V: View>(
        mut turn: Turn<P>,
        dice: &mut Dice,
        new: impl Fn(&Turn<P>) -> V,
        mv: impl Fn(&V, Step) -> P::Move,
        check: impl Fn(&Turn<P>, V),
    ) {
        let mut view = new(&turn);
        loop {
            let mut steps = Vec::new();
            view.moves(&mut steps);
            let mut moves: Vec<_> =
                steps.iter().map(|&(_, step)| mv(&view, step).to_string()).collect();
            let mut legal: Vec<_> = turn.moves().map(|mv| mv.to_string()).collect();
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal, "{turn:?}");
            assert_eq!(view.is_over(), legal.is_empty(), "{turn:?}");
            check(&turn, view);
            let Some((_, step)) = dice.pick(steps.into_iter()) else { break };
            turn = turn.play(mv(&view, step)).unwrap();
            view = view.after(step);
            let fresh = new(&turn);
            assert_eq!(view.evaluate(), fresh.evaluate(), "{turn:?}");
            let cache = &mut ClassCache::new();
            assert_eq!(view.canonicalized(cache).1, fresh.canonicalized(cache).1, "{turn:?}");
        }
    }
}
