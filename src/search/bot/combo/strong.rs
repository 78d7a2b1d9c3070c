//! The strong player: a search that goes deeper until its time is over.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::board::{Board, Step};
use crate::rules::{Combo, ComboMove, Turn};
use crate::search::bot::{Bot, Dice, Interrupt};

/// The value of a win at once; a win after n moves is worth n less.
const WON: i32 = 30_000;
/// Values from here on are proven wins.
const WINS: i32 = WON - 1_000;
/// The deepest search, in moves.
const DEEPEST: i32 = 60;
/// The entries of the table: 4 MiB.
const ENTRIES: usize = 1 << 18;
/// The most positions of a game that are remembered.
const MOST_SEEN: usize = 10_000;

/// Plays Combo as well as it can in the time that it has.
///
/// An alpha-beta search, one move deeper each time, with a table of the positions met, the best moves
/// first, and captures to the end. It stops early when it has found the quickest win, or when there is
/// only one move. In a game it remembers what it was asked before, and does not go round in circles when
/// it is better off. What it needs is about 5 MB of memory.
///
/// # Examples
/// ```
/// use std::time::{Duration, Instant};
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot::search::bot::{Bot, ComboBot};
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
    table: Vec<Entry>,
    nodes: u64,
    /// How often each position occurred in this game.
    seen: HashMap<u64, u8>,
    /// The position after its last move.
    left: Option<Board>,
    /// How good moves have been that are no captures: by player, target and number of stones.
    history: Vec<i32>,
    interrupt: Interrupt,
}

impl ComboBot {
    /// With a seed for its choice among equal moves.
    pub fn new(seed: u64) -> ComboBot {
        ComboBot {
            dice: Dice::new(seed),
            table: Vec::new(),
            nodes: 0,
            seen: HashMap::new(),
            left: None,
            history: Vec::new(),
            interrupt: Interrupt::default(),
        }
    }

    /// How many positions it has looked at to find its last move.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Forgets the game before, unless the position comes after it by a move of the other player.
    fn follow(&mut self, board: &Board) {
        let follows = self.left.take().is_some_and(|mut left| {
            let (mut steps, mut met) = (Vec::new(), false);
            left.each_move(|step, _| steps.push(step));
            for step in steps {
                let there = left.make(step);
                met |= left.key() == board.key();
                left.take_back(step, there);
            }
            met
        });
        if !follows || self.seen.len() > MOST_SEEN {
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
            self.table.resize(ENTRIES, Entry::default());
            self.history.clear();
            self.history.resize(2 * board.cells() * COUNTS, 0);
            let spare = deadline.saturating_duration_since(started) / 25;
            let stop = deadline - spare.min(Duration::from_millis(4));
            let mut search = Search {
                board,
                stop,
                interrupt: &self.interrupt,
                stopped: false,
                nodes: 0,
                best: fallback,
                table: &mut self.table,
                seen: &self.seen,
                history: &mut self.history,
                path: Vec::new(),
                moves: Vec::new(),
                killers: [[Step::default(); 2]; DEEPEST as usize + 1],
            };
            // Equal moves are tried in another order each time.
            for step in first {
                *search.history_of(step) = (self.dice.next() % 8) as i32;
            }
            search.deepen();
            (best, board, self.nodes) = (search.best, search.board, search.nodes);
        }
        let mv = board.move_of(best);
        board.make(best);
        self.see(&board);
        self.left = Some(board);
        Some(mv)
    }

    fn heed(&mut self, interrupt: Arc<AtomicBool>) {
        self.interrupt = Interrupt(Some(interrupt));
    }

    fn recall(&mut self, before: &[Turn<Combo>]) {
        self.seen.clear();
        self.left = before.last().map(Board::new);
        for turn in &before[before.len().saturating_sub(MOST_SEEN)..] {
            self.see(&Board::new(turn));
        }
    }
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    step: Step,
    value: i16,
    depth: u8,
    bound: Bound,
}

/// How a value of an entry is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Bound {
    #[default]
    None,
    AtLeast,
    AtMost,
    Exact,
}

/// Numbers of stones that the history tells apart.
const COUNTS: usize = 8;

struct Search<'a> {
    board: Board,
    stop: Instant,
    interrupt: &'a Interrupt,
    stopped: bool,
    nodes: u64,
    /// The best move at the root.
    best: Step,
    table: &'a mut [Entry],
    seen: &'a HashMap<u64, u8>,
    history: &'a mut [i32],
    /// The keys of the positions from the root to here.
    path: Vec<u64>,
    /// The moves of all positions from the root to here, and how early to try each.
    moves: Vec<(i32, Step)>,
    killers: [[Step; 2]; DEEPEST as usize + 1],
}

impl Search<'_> {
    fn deepen(&mut self) {
        for depth in 1..=DEEPEST {
            let value = self.value(depth, -WON, WON, 0, true);
            // What is over by then is over as soon as can be.
            if self.stopped || (value.abs() > WINS && WON - value.abs() <= depth) {
                break;
            }
        }
    }

    fn history_of(&mut self, step: Step) -> &mut i32 {
        let cell = self.board.turn() * self.board.cells() + usize::from(step.to);
        &mut self.history[cell * COUNTS + usize::from(step.count).min(COUNTS - 1)]
    }

    /// Counts a node; true if the time is over.
    fn over(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(32) {
            self.stopped |= Instant::now() >= self.stop || self.interrupt.is_set();
        }
        self.stopped
    }

    /// The value for the player to move, as far as it is between alpha and beta. Proven wins and losses
    /// are sound: whatever is left out below never makes one.
    fn value(&mut self, depth: i32, alpha: i32, beta: i32, ply: i32, may_pass: bool) -> i32 {
        if depth <= 0 || ply >= DEEPEST {
            return self.quiet_value(alpha, beta, ply);
        }
        if self.over() {
            return 0;
        }
        let key = self.board.key();
        let again = || self.seen.get(&key).is_some_and(|&times| times > 1);
        if ply > 0 && (self.path.contains(&key) || again()) {
            return 0;
        }
        // No win is quicker than one with the next move, no loss than one at once.
        let (mut alpha, beta) = (alpha.max(ply - WON), beta.min(WON - ply - 1));
        if alpha >= beta {
            return alpha;
        }
        let entry = self.entry(key, ply);
        if let Some(entry) = entry
            && ply > 0
        {
            let value = i32::from(entry.value);
            let deep = i32::from(entry.depth) >= depth;
            let cut = match entry.bound {
                Bound::AtLeast => value >= beta && (deep || value > WINS),
                Bound::AtMost => value <= alpha && (deep || value < -WINS),
                Bound::Exact => deep || value.abs() > WINS,
                Bound::None => false,
            };
            if cut {
                return value;
            }
        }
        let open = beta - alpha > 1;
        let static_value = self.static_value();
        // If passing is good enough, moving is: but where there is little to move it may not be, and it
        // proves nothing.
        if may_pass
            && !open
            && depth >= 3
            && static_value >= beta
            && beta.abs() < WINS
            && self.board.totals().0 > 4
            && self.board.can_move()
        {
            self.board.pass();
            let value = -self.value(depth - 3, -beta, 1 - beta, ply + 1, false);
            self.board.pass();
            if self.stopped {
                return 0;
            }
            if value >= beta {
                return beta;
            }
        }
        let base = self.moves.len();
        let known = if ply == 0 { Some(self.best) } else { entry.map(|entry| entry.step) };
        self.order_moves(known, ply);
        let end = self.moves.len();
        if base == end {
            return ply - WON;
        }
        self.path.push(key);
        let (mut best, mut best_step, old_alpha) = (-WON, None, alpha);
        for at in base..end {
            let (order, step) = self.next_move(at, end);
            let quiet = order < CAPTURE;
            // So near the end a quiet move does not make up for so much.
            if quiet && at > base && depth <= 2 && !open && best.abs() < WINS && alpha.abs() < WINS
            {
                let hope = static_value + 120 * depth;
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            let there = self.board.make(step);
            let late = (at - base) as i32;
            let mut less = 0;
            if quiet && depth >= 3 && late >= 4 && order < KILLER {
                less = 1 + i32::from(late >= 16) + i32::from(late >= 48 && depth >= 5);
            }
            let mut value;
            if at == base {
                value = -self.value(depth - 1, -beta, -alpha, ply + 1, true);
            } else {
                value = -self.value(depth - 1 - less, -alpha - 1, -alpha, ply + 1, true);
                if value > alpha && less > 0 {
                    value = -self.value(depth - 1, -alpha - 1, -alpha, ply + 1, true);
                }
                if value > alpha && value < beta {
                    value = -self.value(depth - 1, -beta, -alpha, ply + 1, true);
                }
            }
            self.board.take_back(step, there);
            if self.stopped {
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
                        self.good(step, depth, ply);
                    }
                    break;
                }
            }
        }
        self.path.pop();
        self.moves.truncate(base);
        if self.stopped {
            return 0;
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best > old_alpha => Bound::Exact,
            _ => Bound::AtMost,
        };
        let step = best_step.or(known).unwrap_or_default();
        self.remember(key, Entry { key, step, value: best as i16, depth: depth as u8, bound }, ply);
        best
    }

    /// The value when both players make captures only, or none.
    fn quiet_value(&mut self, mut alpha: i32, beta: i32, ply: i32) -> i32 {
        if self.over() {
            return 0;
        }
        if !self.board.can_move() {
            return ply - WON;
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
            // It cannot win more than it takes.
            let hope = stand + 2 * order + 300;
            if hope <= alpha && alpha < WINS && self.board.totals().1 > 4 {
                best = best.max(hope);
                break;
            }
            let there = self.board.make(step);
            let value = -self.quiet_value(-beta, -alpha, ply + 1);
            self.board.take_back(step, there);
            if self.stopped {
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

    /// Lists the moves, and how early to try each.
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

    /// Brings the first of the moves from `at` on to the front.
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

    /// Tries a move earlier from now on, which was good enough.
    fn good(&mut self, step: Step, depth: i32, ply: i32) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != step {
            *killers = [step, killers[0]];
        }
        let history = self.history_of(step);
        *history += depth * depth;
        if *history >= KILLER {
            self.history.iter_mut().for_each(|value| *value /= 2);
        }
    }

    /// What the table knows of a position; wins and losses are counted from the root.
    fn entry(&self, key: u64, ply: i32) -> Option<Entry> {
        let entry = self.table[key as usize % self.table.len()];
        let value = match i32::from(entry.value) {
            value if value > WINS => value - ply,
            value if value < -WINS => value + ply,
            value => value,
        };
        (entry.key == key && entry.bound != Bound::None)
            .then_some(Entry { value: value as i16, ..entry })
    }

    fn remember(&mut self, key: u64, entry: Entry, ply: i32) {
        let value = match i32::from(entry.value) {
            value if value > WINS => value + ply,
            value if value < -WINS => value - ply,
            value => value,
        };
        let length = self.table.len();
        self.table[key as usize % length] = Entry { value: value as i16, ..entry };
    }

    /// How good the position looks to the player to move, in hundredths of a stone.
    fn static_value(&self) -> i32 {
        let (mine, theirs) = self.board.totals();
        if mine == 0 {
            return -WINS;
        }
        let mut value = 0;
        self.board.each_stack(|height, _, reach| {
            let stones = i32::from(height.abs());
            let worth = HEIGHTS[(stones as usize).min(HEIGHTS.len() - 1)]
                + REACH * reach.empty
                + ATTACK * reach.attacked
                + GUARD * reach.guarded;
            value += i32::from(height.signum()) * worth;
        });
        // Being ahead is worth more the fewer stones there are.
        value += (mine - theirs) * (100 + AHEAD / (mine + theirs));
        (value + TEMPO).clamp(1 - WINS, WINS - 1)
    }
}

/// How early moves are tried; those that are none of these by their history.
const KNOWN: i32 = 1 << 30;
const CAPTURE: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;

/// What a stack is worth beside its stones, by its height.
const HEIGHTS: [i32; 9] = [0, -10, 25, 40, 40, 25, 5, -20, -50];
const REACH: i32 = 2;
const ATTACK: i32 = 6;
const GUARD: i32 = 3;
const TEMPO: i32 = 15;
/// What a stone more is worth the more, the fewer there are: divided by the stones of both players.
const AHEAD: i32 = 1_600;

#[cfg(test)]
mod tests {
    use super::{Board, Bot, ComboBot};
    use crate::Player;
    use crate::rules::{Combo, Turn};

    #[test]
    fn a_game_that_is_recalled_goes_on() {
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
        bot.recall(&turns);
        bot.follow(&Board::new(&now));
        assert_eq!(times(&bot), turns.len() + 1);
        // The start does not come after the last of these.
        bot.recall(&turns);
        bot.follow(&Board::new(&turns[0]));
        assert_eq!(times(&bot), 1);
    }
}
