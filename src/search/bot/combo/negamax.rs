//! The players of the original Combo: a search to a fixed depth.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::board::{Board, Step};
use crate::rules::{Combo, ComboMove, Turn};
use crate::search::bot::{Bot, Dice, Interrupt};

/// The value of a won position; that of a lost one is the negative.
const WON: i32 = i32::MAX;

/// Plays Combo by looking at all sequences of so many moves.
///
/// It counts stones, and of those moves that are equally good it makes any. With depth 1 and 3 these are
/// the players `weak` and `medium` of Muir Manders's Combo, except that a player without stones has lost:
/// there, taking the last stone may look like the worst move.
///
/// When the time runs out it makes the best of the moves that it has looked at to the end.
///
/// Source: Muir Manders, *Combo*, <https://github.com/muirmanders/combo> (2015), directory `ai`.
///
/// # Examples
/// ```
/// use std::time::{Duration, Instant};
/// use dicot::Player;
/// use dicot::rules::Turn;
/// use dicot::search::bot::{Bot, ComboNegamax};
/// let turn = Turn::new("b2,.,w1,.,w3".parse()?, Player::Left);
/// let mv = ComboNegamax::new(1, 7).choose(&turn, Instant::now() + Duration::from_secs(60));
/// assert_eq!(mv.unwrap().to_string(), "0,0-2,0-2");
/// # Ok::<_, dicot::rules::ParseComboError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ComboNegamax {
    depth: u32,
    dice: Dice,
    interrupt: Interrupt,
}

impl ComboNegamax {
    /// With the number of moves to look ahead, 1 at least, and a seed for its choice among equal moves.
    pub fn new(depth: u32, seed: u64) -> ComboNegamax {
        let interrupt = Interrupt::default();
        ComboNegamax { depth: depth.max(1), dice: Dice::new(seed), interrupt }
    }

    /// The value of the position for the player whose turn it is, as the search counts at its end.
    ///
    /// Stacks of 1 and of more than 4 count -1. The difference of the stones, times twice the width of the
    /// board, is divided by the player's own stones, rounded, and counts five times. `i32::MAX` if the
    /// other player has no stones, `-i32::MAX` if this one has none.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Turn;
    /// use dicot::search::bot::ComboNegamax;
    /// let turn = Turn::new("b2,.,w1".parse()?, Player::Left);
    /// assert_eq!(ComboNegamax::evaluate(&turn), 1 + 5 * 3); // (2 - 1) * 6 / 2 is 3
    /// # Ok::<_, dicot::rules::ParseComboError>(())
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
    // A half is added and the sum is cut off towards 0, as the original does.
    let twice = 2 * (mine - theirs) * 2 * board.width() as i32;
    score + 5 * ((twice + mine) / (2 * mine))
}

/// A search, until its time is over.
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

    /// The value for the player to move; `None` when there is no time left.
    fn value(&mut self, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
        if depth == 0 {
            return Some(value(&self.board));
        }
        self.nodes += 1;
        let is_over = || Instant::now() >= self.deadline || self.interrupt.is_set();
        if self.nodes.is_multiple_of(16) && is_over() {
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

    fn heed(&mut self, interrupt: Arc<AtomicBool>) {
        self.interrupt = Interrupt(Some(interrupt));
    }
}
