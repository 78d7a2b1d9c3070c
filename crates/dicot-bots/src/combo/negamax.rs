//! The players of the original Combo: alpha-beta search to a fixed depth.

use dicot::rules::{Combo, Turn, combo::ComboMove};
use dicot::{Instant, Interrupt};

use super::board::{Board, Step};
use crate::{Bot, Dice, is_due};

/// The value of a won position; a lost one has its negative.
const WON: i32 = i32::MAX;
/// Nodes between two checks whether to stop: each has the moves of a whole position.
const NODES_PER_CHECK: u64 = 16;

/// Plays Combo by alpha-beta search to a fixed depth, in its negamax form (Knuth and Moore, *An analysis of alpha-beta
/// pruning*, 1975).
///
/// It counts stones, and chooses any of the best moves. With depth 1 and 3 these are the players `weak` and `medium` of
/// Muir Manders's Combo, except that a player without stones has lost: there, taking the last stone may look like the
/// worst move. It is kept beside [`ComboBot`](super::ComboBot) as those players, and not for its strength.
///
/// When the time runs out it chooses the best of the moves that it has searched.
///
/// Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015), directory `ai`.
///
/// # Examples
/// ```
/// use std::time::{Duration, Instant};
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot_bots::{Bot, ComboNegamax};
/// let turn = Turn::new("b2,.,w1,.,w3".parse()?, Player::Left);
/// let mv = ComboNegamax::new(1, 7).choose(&turn, Instant::now() + Duration::from_secs(60));
/// assert_eq!(mv.unwrap().to_string(), "0,0-2,0-2");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ComboNegamax {
    depth: u32,
    dice: Dice,
    interrupt: Interrupt,
}

impl ComboNegamax {
    /// Creates a bot that looks `depth` moves ahead, at least 1. The seed decides its choice among equal moves.
    pub fn new(depth: u32, seed: u64) -> ComboNegamax {
        let interrupt = Interrupt::default();
        ComboNegamax { depth: depth.max(1), dice: Dice::new(seed), interrupt }
    }

    /// The value of the position for the player to move, as the search counts it in its leaves.
    ///
    /// Stacks of 1 and of more than 4 count -1. The difference of the stones, times twice the width of the
    /// board, is divided by the player's own stones, rounded, and counts five times. `i32::MAX` if the
    /// opponent has no stones, `-i32::MAX` if the player to move has none.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Turn;
    /// use dicot_bots::ComboNegamax;
    /// let turn = Turn::new("b2,.,w1".parse()?, Player::Left);
    /// assert_eq!(ComboNegamax::evaluate(&turn), 1 + 5 * 3); // (2 - 1) * 6 / 2 is 3
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn evaluate(turn: &Turn<Combo>) -> i32 {
        value(&Board::new(turn))
    }
}

fn value(board: &Board) -> i32 {
    let (mine, theirs) = board.totals();
    if mine == 0 || theirs == 0 {
        return if mine == 0 { -WON } else { WON };
    }
    let mut score = 0;
    board.each_height(|height| {
        if height.abs() == 1 || height.abs() > 4 {
            score -= i32::from(height.signum());
        }
    });
    // Rounded as in the original: 1/2 is added, and the sum is rounded towards 0.
    let twice = 2 * (mine - theirs) * 2 * board.width() as i32;
    score + 5 * ((twice + mine) / (2 * mine))
}

/// A search, until its deadline or an interrupt.
struct Search<'a> {
    board: Board,
    dice: &'a mut Dice,
    deadline: Instant,
    interrupt: &'a Interrupt,
    nodes: u64,
}

impl Search<'_> {
    fn shuffled(&mut self) -> Vec<Step> {
        let mut steps = Vec::new();
        self.board.each_move(|step, _| steps.push(step));
        self.dice.shuffle(&mut steps);
        steps
    }

    /// The value for the player to move, exact between alpha and beta; `None` if the search is stopped.
    fn value(&mut self, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
        if depth == 0 {
            return Some(value(&self.board));
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(NODES_PER_CHECK) && is_due(self.deadline, self.interrupt) {
            return None;
        }
        let mut best = -WON;
        for step in self.shuffled() {
            let there = self.board.make(step);
            let value = self.value(depth - 1, -beta, -alpha);
            self.board.take_back(step, there);
            best = best.max(-value?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

impl Bot<Combo> for ComboNegamax {
    fn choose(&mut self, turn: &Turn<Combo>, deadline: Instant) -> Option<ComboMove> {
        let board = Board::new(turn);
        let ComboNegamax { dice, interrupt, .. } = self;
        let mut search = Search { board, dice, deadline, interrupt, nodes: 0 };
        let steps = search.shuffled();
        let mut best = *steps.first()?;
        let mut alpha = -WON;
        for step in steps {
            let there = search.board.make(step);
            let value = search.value(self.depth - 1, -WON, -alpha);
            search.board.take_back(step, there);
            let Some(value) = value else { break };
            if -value > alpha {
                (best, alpha) = (step, -value);
            }
        }
        Some(search.board.move_of(best))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }
}
