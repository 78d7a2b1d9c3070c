//! Alpha-beta search with iterative deepening, for games that the player to move sees as the mover's own.
//!
//! Written for the standard library alone, and for edition 2021: it is part of the bot in one file.

use std::time::{Duration, Instant};

use crate::board::{Bitboard, Cell, Shape, Word};
use crate::hash::mix;
use crate::search::bot::Interrupt;

/// A position as the player to move sees it.
pub(crate) trait View: Copy {
    /// The moves, each with a guess at how good it is: the better the more.
    fn moves(&self, moves: &mut Vec<(i32, Step)>);
    /// The position after a move, as the other player sees it.
    fn after(&self, step: Step) -> Self;
    /// A number for the position: equal ones are taken for the same.
    fn key(&self) -> u64;
    /// How good the position is for the player to move, within [`BOUND`] either way.
    fn value(&self) -> i32;
    /// Whether the player to move has no move.
    fn is_over(&self) -> bool;
}

/// A move: from a bit of the board to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Step {
    pub(crate) from: u16,
    pub(crate) to: u16,
}

impl Step {
    /// The cells that it goes from and to, on a board of that shape.
    pub(crate) fn cells<W: Word>(self, shape: Shape) -> [Cell; 2] {
        let cell = |index: u16| {
            let bit = Bitboard::<W>::from_bits(W::ONE << u32::from(index), shape);
            bit.cells().next().expect("a step is on the board")
        };
        [cell(self.from), cell(self.to)]
    }
}

/// A number for two sets of cells.
pub(crate) fn key_of<W: Word>(own: W, other: W) -> u64 {
    let words = W::CELLS.div_ceil(64);
    let wide = |set: W| (0..words).fold(0, |key, i| mix(key ^ (set >> (64 * i)).low_64(), 1));
    mix(wide(own), wide(other))
}

/// When to be done so as to answer before the deadline: there is a last look at the clock.
pub(crate) fn before(deadline: Instant) -> Instant {
    deadline.checked_sub(Duration::from_millis(2)).unwrap_or(deadline)
}

/// What values stay within.
pub(crate) const BOUND: i32 = 20_000;
/// A win now; one in `n` moves is worth `n` less.
pub(crate) const WIN: i32 = 30_000;
/// The longest line.
const DEEPEST: usize = 250;
/// Steps are counted by their cells in so many places, for the order of moves.
const PLACES: usize = 1 << 12;

/// What is known about a position: 16 bytes.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    best: Step,
    value: i16,
    depth: u8,
    /// 0 nothing, 1 at least, 2 at most, 3 exactly the value.
    bound: u8,
}

const AT_LEAST: u8 = 1;
const AT_MOST: u8 = 2;

/// A search that goes deeper and deeper, and what it remembers from one move to the next.
pub(crate) struct AlphaBeta {
    table: Vec<Entry>,
    /// For each step, by its cells: how much it has refuted.
    history: Vec<i32>,
    killers: Vec<[Step; 2]>,
    /// Lists of moves, one for each level.
    lists: Vec<Vec<(i32, Step)>>,
    /// The moves of the last position that was searched, the best ones first.
    pub(crate) steps: Vec<Step>,
    deadline: Option<Instant>,
    pub(super) interrupt: Interrupt,
    stopped: bool,
    nodes: u64,
}

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) step: Step,
    pub(crate) value: i32,
}

impl AlphaBeta {
    /// With room for `2^bits` positions of 16 bytes.
    pub(crate) fn new(bits: u32) -> AlphaBeta {
        AlphaBeta {
            table: vec![Entry::default(); 1 << bits],
            history: vec![0; PLACES],
            killers: vec![[Step::default(); 2]; DEEPEST + 1],
            lists: vec![Vec::new(); DEEPEST + 1],
            steps: Vec::new(),
            deadline: None,
            interrupt: Interrupt::default(),
            stopped: false,
            nodes: 0,
        }
    }

    /// The best move found before the deadline; `None` if there is none.
    pub(crate) fn search<V: View>(
        &mut self,
        view: &V,
        deadline: Instant,
        deepest: u32,
    ) -> Option<Found> {
        let mut steps = Vec::new();
        view.moves(&mut steps);
        steps.sort_by_key(|&(order, _)| -order);
        let first = steps.first()?.1;
        let mut found = Found { step: first, value: 0 };
        self.deadline = Some(deadline);
        self.stopped = false;
        self.nodes = 0;
        self.history.iter_mut().for_each(|count| *count /= 8);
        self.killers.iter_mut().for_each(|steps| *steps = [Step::default(); 2]);
        for depth in 1..=deepest.min(DEEPEST as u32 - 40) {
            let mut best = None;
            let mut alpha = -WIN;
            for (i, &(_, step)) in steps.iter().enumerate() {
                let after = view.after(step);
                let value = if i == 0 {
                    -self.value(&after, depth as i32 - 1, -WIN, -alpha, 1)
                } else {
                    let reduced = depth as i32 - 1 - reduction(depth as i32, i);
                    let mut value = -self.value(&after, reduced, -alpha - 1, -alpha, 1);
                    if value > alpha {
                        value = -self.value(&after, depth as i32 - 1, -WIN, -alpha, 1);
                    }
                    value
                };
                if self.stopped {
                    break;
                }
                if value > alpha || best.is_none() {
                    alpha = value;
                    best = Some((i, value));
                }
            }
            // The part of an iteration that is done is worth having: it began with the best so far.
            if let Some((i, value)) = best {
                found = Found { step: steps[i].1, value };
                let step = steps.remove(i);
                steps.insert(0, step);
            }
            if self.stopped || found.value.abs() > BOUND || steps.len() == 1 {
                break;
            }
        }
        self.steps = steps.into_iter().map(|(_, step)| step).collect();
        Some(found)
    }

    fn is_time_up(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes & 511 == 0 {
            let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.stopped = is_over || self.interrupt.is_set();
        }
        self.stopped
    }

    /// The value for the player to move, within alpha and beta, or a bound for it.
    fn value<V: View>(
        &mut self,
        view: &V,
        depth: i32,
        mut alpha: i32,
        mut beta: i32,
        level: usize,
    ) -> i32 {
        if self.is_time_up() {
            return 0;
        }
        if view.is_over() {
            return level as i32 - WIN;
        }
        if depth <= 0 || level >= DEEPEST {
            return view.value();
        }
        // A win cannot come sooner than by the next move.
        alpha = alpha.max(level as i32 - WIN);
        beta = beta.min(WIN - level as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let key = view.key();
        let place = (key >> 20) as usize & (self.table.len() - 1);
        let entry = self.table[place];
        let known = if entry.key == key { entry.best } else { Step::default() };
        if entry.key == key && i32::from(entry.depth) >= depth {
            let value = from_table(entry.value, level);
            if entry.bound & AT_LEAST != 0 && value >= beta || entry.bound == 3 {
                return value;
            }
            if entry.bound & AT_MOST != 0 && value <= alpha {
                return value;
            }
        }
        let mut steps = std::mem::take(&mut self.lists[level]);
        steps.clear();
        view.moves(&mut steps);
        let killers = self.killers[level];
        for (order, step) in steps.iter_mut() {
            *order = if *step == known {
                i32::MAX
            } else if killers.contains(step) {
                1 << 29
            } else {
                *order + self.history[slot(*step)]
            };
        }
        let old_alpha = alpha;
        let (mut best, mut best_step) = (-WIN, Step::default());
        for i in 0..steps.len() {
            // Only as much of the order as is needed.
            let next = (i..steps.len()).max_by_key(|&j| steps[j].0).unwrap_or(i);
            steps.swap(i, next);
            let step = steps[i].1;
            let after = view.after(step);
            let value = if i == 0 {
                -self.value(&after, depth - 1, -beta, -alpha, level + 1)
            } else {
                let reduced = depth - 1 - reduction(depth, i);
                let mut value = -self.value(&after, reduced, -alpha - 1, -alpha, level + 1);
                if value > alpha && (reduced < depth - 1 || value < beta) {
                    value = -self.value(&after, depth - 1, -beta, -alpha, level + 1);
                }
                value
            };
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_step = step;
                alpha = alpha.max(value);
            }
            if alpha >= beta {
                if killers[0] != step {
                    self.killers[level] = [step, killers[0]];
                }
                let count = &mut self.history[slot(step)];
                *count = (*count + depth * depth).min(1 << 24);
                break;
            }
        }
        self.lists[level] = steps;
        if !self.stopped {
            let bound = match () {
                () if best >= beta => AT_LEAST,
                () if best <= old_alpha => AT_MOST,
                () => AT_LEAST | AT_MOST,
            };
            // A game that is won is won at any depth.
            let proved =
                best > BOUND && bound & AT_LEAST != 0 || best < -BOUND && bound & AT_MOST != 0;
            let depth = if proved { u8::MAX } else { depth as u8 };
            self.table[place] =
                Entry { key, best: best_step, value: to_table(best, level), depth, bound };
        }
        best
    }
}

/// How much less deep the later moves are looked at first.
fn reduction(depth: i32, i: usize) -> i32 {
    if depth < 3 || i < 4 { 0 } else { 1 + i32::from(i >= 12) + depth / 8 }
}

fn slot(step: Step) -> usize {
    (usize::from(step.from) * 37 + usize::from(step.to)) % PLACES
}

/// Wins are counted from the position, not from the root.
fn to_table(value: i32, level: usize) -> i16 {
    let value = match value {
        _ if value > BOUND => value + level as i32,
        _ if value < -BOUND => value - level as i32,
        _ => value,
    };
    value.clamp(-WIN, WIN) as i16
}

fn from_table(value: i16, level: usize) -> i32 {
    match i32::from(value) {
        value if value > BOUND => value - level as i32,
        value if value < -BOUND => value + level as i32,
        value => value,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::View;
    use crate::rules::{Position, Turn};
    use crate::search::bot::Dice;

    /// Follows a random game by the rules and by views, which have the same moves and are the same however they
    /// came about.
    pub(crate) fn follow<P: Position, V: View>(
        mut turn: Turn<P>,
        dice: &mut Dice,
        new: impl Fn(&Turn<P>) -> V,
        mv: impl Fn(V, super::Step) -> P::Move,
        check: impl Fn(&Turn<P>, V),
    ) {
        let mut view = new(&turn);
        loop {
            let mut steps = Vec::new();
            view.moves(&mut steps);
            let mut moves: Vec<_> =
                steps.iter().map(|&(_, step)| mv(view, step).to_string()).collect();
            let mut legal: Vec<_> = turn.moves().map(|mv| mv.to_string()).collect();
            moves.sort();
            legal.sort();
            assert_eq!(moves, legal, "{turn:?}");
            assert_eq!(view.is_over(), legal.is_empty(), "{turn:?}");
            check(&turn, view);
            let Some((_, step)) = dice.pick(steps.into_iter()) else { break };
            turn = turn.play(mv(view, step)).unwrap();
            view = view.after(step);
            let fresh = new(&turn);
            assert_eq!((view.key(), view.value()), (fresh.key(), fresh.value()), "{turn:?}");
        }
    }
}
