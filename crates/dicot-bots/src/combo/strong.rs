//! The strong player: alpha-beta search with iterative deepening.
//!
//! It shares the transposition table and the killers with [`alpha_beta`](crate::alpha_beta), and not the recursion: positions
//! of Combo repeat, captures need a quiescence search, passes make null moves possible, and moves are made and taken back
//! in place, since boards are large.

use std::collections::HashMap;
use std::time::Duration;

use dicot::rules::{Combo, Turn, combo::ComboMove};
use dicot::{Instant, Interrupt};

use super::board::{Board, Step};
use crate::transposition::{Killers, MAX_VALUE, Table, WIN, add_killer};
use crate::{Bot, Dice, is_due};

/// The depth of the last iteration, and the longest line before the quiescence search. Few searches get there.
const MAX_DEPTH: i32 = 60;
/// The transposition table has `2^TABLE_BITS` entries. The size was not tuned.
const TABLE_BITS: u32 = 18;
/// The number of positions of a game that are remembered, a limit of memory.
const MAX_SEEN: usize = 10_000;
/// Nodes between two checks whether to stop: few, since the nodes of large boards have thousands of moves.
const NODES_PER_CHECK: u64 = 32;

/// The strong player of Combo: alpha-beta search with iterative deepening, a transposition table and quiescence search.
///
/// It answers early when it has found the quickest win, or when there is only one move. In a game it remembers the
/// positions, and avoids repetitions if it is ahead. It needs some 6 MB of memory.
///
/// # Examples
/// ```
/// use std::time::{Duration, Instant};
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot_bots::{Bot, ComboBot};
/// // A single stone cannot capture. It runs away, but not for long.
/// let mut turn = Turn::new("w1,.,./.,.,./b2,.,b2".parse()?, Player::Left);
/// let mut bot = ComboBot::new(7);
/// while let Some(mv) = bot.choose(&turn, Instant::now() + Duration::from_secs(60)) {
///     turn = turn.play(mv)?;
/// }
/// assert_eq!(turn.to_move, Player::Right);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ComboBot {
    dice: Dice,
    /// Empty before the first search.
    table: Option<Table<Step>>,
    nodes: u64,
    /// How often each position has occurred in this game.
    seen: HashMap<u64, u8>,
    /// The position after the last move.
    last: Option<Board>,
    /// The history heuristic (Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989):
    /// how often, weighted by depth, quiet moves have caused cutoffs, by player, target and number of stones.
    history: Vec<i32>,
    interrupt: Interrupt,
}

impl ComboBot {
    /// Creates a bot. The seed decides its choice among equal moves.
    pub fn new(seed: u64) -> ComboBot {
        ComboBot {
            dice: Dice::new(seed),
            table: None,
            nodes: 0,
            seen: HashMap::new(),
            last: None,
            history: Vec::new(),
            interrupt: Interrupt::default(),
        }
    }

    /// The number of positions searched to find the last move.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Adds a position to the history of the game; forgets the game if no move of the opponent leads to the position.
    fn follow(&mut self, board: &Board) {
        let follows = self.last.take().is_some_and(|mut last| {
            let (mut steps, mut is_after) = (Vec::new(), false);
            last.each_move(|step, _| steps.push(step));
            for step in steps {
                let there = last.make(step);
                is_after |= last.key() == board.key();
                last.take_back(step, there);
            }
            is_after
        });
        if !follows || self.seen.len() > MAX_SEEN {
            self.seen.clear();
        }
        self.see(board);
    }

    fn see(&mut self, board: &Board) {
        let times = self.seen.entry(board.key()).or_default();
        *times = times.saturating_add(1);
    }
}

impl Bot<Combo> for ComboBot {
    fn choose(&mut self, turn: &Turn<Combo>, deadline: Instant) -> Option<ComboMove> {
        let started = Instant::now();
        let mut board = Board::new(turn);
        self.nodes = 0;
        let mut first = Vec::new();
        board.each_move(|step, _| first.push(step));
        self.dice.shuffle(&mut first);
        let fallback = *first.first()?;
        self.follow(&board);
        let mut best = fallback;
        if first.len() > 1 {
            let table = self.table.get_or_insert_with(|| Table::new(TABLE_BITS, 0));
            self.history.clear();
            self.history.resize(2 * board.cells() * COUNTS, 0);
            // Up to 4 milliseconds are for the answer, but a small share of a short time.
            let spare = deadline.saturating_duration_since(started) / 25;
            let stop = deadline - spare.min(Duration::from_millis(4));
            let mut search = Search {
                board,
                stop,
                interrupt: &self.interrupt,
                is_stopped: false,
                nodes: 0,
                best: fallback,
                table,
                seen: &self.seen,
                history: &mut self.history,
                path: Vec::new(),
                moves: Vec::new(),
                killers: [[Step::default(); 2]; MAX_DEPTH as usize + 1],
            };
            // A random order of moves without a history makes the choice among equal ones random.
            for step in first {
                *search.history_of(step) = (self.dice.next() % 8) as i32;
            }
            search.deepen();
            (best, board, self.nodes) = (search.best, search.board, search.nodes);
        }
        let mv = board.move_of(best);
        board.make(best);
        self.see(&board);
        self.last = Some(board);
        Some(mv)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    fn set_history(&mut self, before: &[Turn<Combo>]) {
        self.seen.clear();
        self.last = before.last().map(Board::new);
        for turn in &before[before.len().saturating_sub(MAX_SEEN)..] {
            self.see(&Board::new(turn));
        }
    }
}

/// The history heuristic counts moves of this many stones and more together. The number was not tuned.
const COUNTS: usize = 8;

struct Search<'a> {
    board: Board,
    stop: Instant,
    interrupt: &'a Interrupt,
    is_stopped: bool,
    nodes: u64,
    /// The best move at the root so far.
    best: Step,
    table: &'a mut Table<Step>,
    seen: &'a HashMap<u64, u8>,
    history: &'a mut [i32],
    /// The keys of the positions from the root to the current one.
    path: Vec<u64>,
    /// The moves of all positions from the root to the current one, each with its order: the highest is searched first.
    moves: Vec<(i32, Step)>,
    /// For each ply, quiet moves only.
    killers: [Killers<Step>; MAX_DEPTH as usize + 1],
}

impl Search<'_> {
    /// Iterative deepening: searches to depth 1, 2 and so on, until the search is stopped or the game decided.
    fn deepen(&mut self) {
        for depth in 1..=MAX_DEPTH {
            let value = self.value(depth, -WIN, WIN, 0, true);
            // A win or loss within the depth has its shortest line.
            if self.is_stopped || (value.abs() > MAX_VALUE && WIN - value.abs() <= depth) {
                break;
            }
        }
    }

    fn history_of(&mut self, step: Step) -> &mut i32 {
        let cell = self.board.turn() * self.board.cells() + usize::from(step.to);
        &mut self.history[cell * COUNTS + usize::from(step.count).min(COUNTS - 1)]
    }

    /// Counts a node; true if the search is stopped.
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) {
            self.is_stopped |= is_due(self.stop, self.interrupt);
        }
        self.is_stopped
    }

    /// The value for the player to move if it is between alpha and beta, or else a bound for it on the same side
    /// (*fail-soft*), by *principal variation search* (Marsland and Campbell, *Parallel search of strongly ordered game
    /// trees*, Computing Surveys 14, 1982): the first move is searched with the full window, later ones with a window of
    /// width 1, and again with the full window if they turn out to be better. Meaningless once the search is stopped.
    ///
    /// Values beyond [`MAX_VALUE`] are proofs, except for hash collisions and repetitions: no pruning on a guess makes one.
    fn value(&mut self, depth: i32, alpha: i32, beta: i32, ply: i32, may_pass: bool) -> i32 {
        if depth <= 0 || ply >= MAX_DEPTH {
            return self.quiescence_value(alpha, beta, ply);
        }
        if self.count_node() {
            return 0;
        }
        let key = self.board.key();
        // A repetition counts as a draw: the second time in a line, the third in the game.
        let occurred_twice = || self.seen.get(&key).is_some_and(|&times| times > 1);
        if ply > 0 && (self.path.contains(&key) || occurred_twice()) {
            return 0;
        }
        // Mate distance pruning: no win is sooner than by the next move, no loss sooner than now.
        let (mut alpha, beta) = (alpha.max(ply - WIN), beta.min(WIN - ply - 1));
        if alpha >= beta {
            return alpha;
        }
        let entry = self.table.get(key);
        let cutoff = entry.and_then(|entry| entry.cutoff([alpha, beta], depth, ply as usize));
        if let (Some(value), true) = (cutoff, ply > 0) {
            return value;
        }
        let is_scout = beta - alpha <= 1;
        let static_value = self.static_value();
        // Null move pruning (Donninger, Null move and deep search, ICCA Journal 16, 1993): if even a pass is good enough
        // for a cutoff, some move is. With few stones a pass may be better than every move (zugzwang); 4 is a guess. The
        // reduction by 2 is the usual one. It never proves a win.
        if may_pass
            && is_scout
            && depth >= 3
            && static_value >= beta
            && beta.abs() < MAX_VALUE
            && self.board.totals().0 > 4
            && self.board.can_move()
        {
            self.board.pass();
            let value = -self.value(depth - 3, -beta, 1 - beta, ply + 1, false);
            self.board.pass();
            if self.is_stopped {
                return 0;
            }
            if value >= beta {
                return beta;
            }
        }
        let base = self.moves.len();
        let known = if ply == 0 { Some(self.best) } else { entry.map(|entry| entry.best) };
        self.order_moves(known, ply);
        let end = self.moves.len();
        if base == end {
            return ply - WIN;
        }
        self.path.push(key);
        let (mut best, mut best_step, old_alpha) = (-WIN, None, alpha);
        for at in base..end {
            let (order, step) = self.next_move(at, end);
            let quiet = order < CAPTURE;
            // Futility pruning: near the leaves, quiet moves that remain below alpha by a margin are skipped.
            if quiet
                && at > base
                && depth <= 2
                && is_scout
                && best.abs() < MAX_VALUE
                && alpha.abs() < MAX_VALUE
            {
                let most = static_value + FUTILITY_MARGIN * depth;
                if most <= alpha {
                    best = best.max(most);
                    continue;
                }
            }
            let there = self.board.make(step);
            let late = (at - base) as i32;
            // Late move reductions: moves late in the order are first searched less deep. The numbers are guesses.
            let mut reduction = 0;
            if quiet && depth >= 3 && late >= 4 && order < KILLER {
                reduction = 1 + i32::from(late >= 16) + i32::from(late >= 48 && depth >= 5);
            }
            let mut value;
            if at == base {
                value = -self.value(depth - 1, -beta, -alpha, ply + 1, true);
            } else {
                value = -self.value(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, true);
                if value > alpha && reduction > 0 {
                    value = -self.value(depth - 1, -alpha - 1, -alpha, ply + 1, true);
                }
                if value > alpha && value < beta {
                    value = -self.value(depth - 1, -beta, -alpha, ply + 1, true);
                }
            }
            self.board.take_back(step, there);
            if self.is_stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    (alpha, best_step) = (value, Some(step));
                    if ply == 0 {
                        self.best = step;
                    }
                }
                if value >= beta {
                    if quiet {
                        self.record_cutoff(step, depth, ply);
                    }
                    break;
                }
            }
        }
        self.path.pop();
        self.moves.truncate(base);
        if self.is_stopped {
            return 0;
        }
        let step = best_step.or(known).unwrap_or_default();
        self.table.store(key, step, best, [old_alpha, beta], depth, ply as usize);
        best
    }

    /// *Quiescence search*: the value if from here on players only capture, or stop at the static value (*stand pat*).
    fn quiescence_value(&mut self, mut alpha: i32, beta: i32, ply: i32) -> i32 {
        if self.count_node() {
            return 0;
        }
        if !self.board.can_move() {
            return ply - WIN;
        }
        let stand = self.static_value();
        let mut best = stand;
        alpha = alpha.max(best);
        if best >= beta {
            return best;
        }
        let base = self.moves.len();
        let (board, moves) = (&self.board, &mut self.moves);
        board.each_capture(|step, taken| {
            moves.push((64 * i32::from(taken) - i32::from(step.count), step));
        });
        let end = self.moves.len();
        for at in base..end {
            let (order, step) = self.next_move(at, end);
            // Delta pruning: this capture, and those after it, which take less, cannot reach alpha. Where the opponent has
            // few stones a capture may win; 4 is a guess.
            let most = stand + 2 * order + DELTA_MARGIN;
            if most <= alpha && alpha < MAX_VALUE && self.board.totals().1 > 4 {
                best = best.max(most);
                break;
            }
            let there = self.board.make(step);
            let value = -self.quiescence_value(-beta, -alpha, ply + 1);
            self.board.take_back(step, there);
            if self.is_stopped {
                break;
            }
            best = best.max(value);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(base);
        best
    }

    /// Lists the moves in the order: the move of the transposition table, captures (those of many stones with few
    /// stones first), killers, then quiet moves by history.
    fn order_moves(&mut self, known: Option<Step>, ply: i32) {
        let killers = self.killers[ply as usize];
        let turn = self.board.turn() * self.board.cells();
        let (board, moves, history) = (&self.board, &mut self.moves, &*self.history);
        board.each_move(|step, there| {
            let order = if Some(step) == known {
                KNOWN
            } else if there < 0 {
                CAPTURE + 64 * -i32::from(there) - i32::from(step.count)
            } else if killers.contains(&step) {
                KILLER
            } else {
                let cell = turn + usize::from(step.to);
                history[cell * COUNTS + usize::from(step.count).min(COUNTS - 1)]
            };
            moves.push((order, step));
        });
    }

    /// Moves the highest in order of the moves from `at` on to `at`: a step of a selection sort, since a cutoff often
    /// makes the rest of the order superfluous.
    fn next_move(&mut self, at: usize, end: usize) -> (i32, Step) {
        let mut first = at;
        for i in at + 1..end {
            if self.moves[i].0 > self.moves[first].0 {
                first = i;
            }
        }
        self.moves.swap(at, first);
        self.moves[at]
    }

    /// Updates killers and history after a quiet move that was good enough to prune the moves after it.
    fn record_cutoff(&mut self, step: Step, depth: i32, ply: i32) {
        add_killer(&mut self.killers[ply as usize], step);
        let history = self.history_of(step);
        *history += depth * depth;
        if *history >= KILLER {
            self.history.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// Evaluates the position for the player to move, in hundredths of a stone.
    fn static_value(&self) -> i32 {
        let (mine, theirs) = self.board.totals();
        if mine == 0 {
            return -MAX_VALUE;
        }
        let mut value = 0;
        self.board.each_stack(|height, reach| {
            let stones = i32::from(height.abs());
            let worth = HEIGHTS[(stones as usize).min(HEIGHTS.len() - 1)]
                + REACH * reach.empty
                + ATTACK * reach.attacked
                + GUARD * reach.guarded;
            value += i32::from(height.signum()) * worth;
        });
        // A lead counts more, the fewer stones there are.
        value += (mine - theirs) * (100 + AHEAD / (mine + theirs));
        (value + TEMPO).clamp(1 - MAX_VALUE, MAX_VALUE - 1)
    }
}

/// The order of the move of the transposition table, of captures, and of killers: above all values of the history.
const KNOWN: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;

/// The margins of futility pruning, for each move of depth that remains, and of delta pruning, in hundredths of a stone.
const FUTILITY_MARGIN: i32 = 120;
const DELTA_MARGIN: i32 = 300;

// The weights of the evaluation, in hundredths of a stone. All were chosen by hand.

/// The value of a stack beside its stones, by its height.
const HEIGHTS: [i32; 9] = [0, -10, 25, 40, 40, 25, 5, -20, -50];
/// The value of an empty cell that a stack reaches.
const REACH: i32 = 2;
/// The value of each stone of the highest enemy stack that a stack reaches.
const ATTACK: i32 = 6;
/// The value of each stone of own stacks that a stack reaches.
const GUARD: i32 = 3;
/// The value of being the one to move.
const TEMPO: i32 = 15;
/// The additional value of each stone of a lead, to be divided by the number of stones of both players.
const AHEAD: i32 = 1_600;

#[cfg(test)]
mod tests {
    use super::{Board, Bot, ComboBot};
    use dicot::Player;
    use dicot::rules::{Combo, Turn};

    #[test]
    fn the_history_of_a_game_is_used() {
        let mut turns = vec![Turn::new(Combo::start(4, 4).unwrap(), Player::Left)];
        for _ in 0..6 {
            let turn = turns.last().unwrap();
            let mv = turn.moves().next().unwrap();
            turns.push(turn.clone().play(mv).unwrap());
        }
        let times =
            |bot: &ComboBot| -> usize { bot.seen.values().map(|&times| usize::from(times)).sum() };
        let now = turns.pop().unwrap();
        let mut bot = ComboBot::new(1);
        bot.set_history(&turns);
        bot.follow(&Board::new(&now));
        assert_eq!(times(&bot), turns.len() + 1);
        // The start does not come after the last of these.
        bot.set_history(&turns);
        bot.follow(&Board::new(&turns[0]));
        assert_eq!(times(&bot), 1);
    }
}
