//! The baseline: Monte Carlo tree search with the rules as its only knowledge.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::{Bot, Dice, Interrupt};
use crate::rules::{Position, Turn};

/// Plain Monte Carlo tree search for any ruleset under which whoever cannot move loses.
///
/// Games from the position are played at random; in the tree of the first moves those are preferred that won
/// more often or were tried less (the rule UCB1); one position is added with every game. The move that was
/// tried most is made. A game that is not over after 500 moves counts as half won.
///
/// Source: Kocsis, Szepesvári, *Bandit based Monte-Carlo planning* (ECML 2006); Browne et al., *A survey of
/// Monte Carlo tree search methods* (2012), section 3.3.
#[derive(Clone, Debug)]
pub struct UctBot {
    dice: Dice,
    games: u64,
    interrupt: Interrupt,
}

/// The longest random game.
const LONGEST: usize = 500;
/// The most positions in the tree; games go on when it is full.
const MOST: usize = 1 << 20;
/// How long it takes to give up a node of the tree.
const GIVING_UP: Duration = Duration::from_nanos(250);
/// How much moves that were tried less are preferred.
const EXPLORE: f64 = 1.0;

impl UctBot {
    /// With a seed, which decides all of its random games.
    pub fn new(seed: u64) -> UctBot {
        UctBot { dice: Dice::new(seed), games: 0, interrupt: Interrupt::default() }
    }

    /// How many games it has played to find its last move.
    pub fn games(&self) -> u64 {
        self.games
    }
}

/// A position of the tree.
struct Node<P: Position> {
    /// The moves that lead to nodes, in the order in which they were tried.
    children: Vec<(P::Move, usize)>,
    /// Moves not tried yet; `None` before they were looked at.
    untried: Option<Vec<P::Move>>,
    visits: f64,
    /// Games won by the player who moved to here.
    won: f64,
}

impl<P: Position> Node<P> {
    const fn new() -> Node<P> {
        Node { children: Vec::new(), untried: None, visits: 0.0, won: 0.0 }
    }
}

impl<P: Position> Bot<P> for UctBot {
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move> {
        let mut nodes: Vec<Node<P>> = vec![Node::new()];
        let mut path = Vec::new();
        self.games = 0;
        let first = self.dice.pick(turn.moves())?;
        let is_time_left = |nodes: usize| Instant::now() + GIVING_UP * (nodes as u32) < deadline;
        while is_time_left(nodes.len()) && !self.interrupt.is_set() {
            self.games += 1;
            let Turn { mut position, mut to_move } = turn.clone();
            path.clear();
            path.push(0);
            let mut at = 0;
            // Down the tree, and one node further.
            loop {
                let (dice, room) = (&mut self.dice, nodes.len() < MOST);
                let untried = nodes[at].untried.get_or_insert_with(|| {
                    let mut moves: Vec<_> = position.moves(to_move).collect();
                    dice.shuffle(&mut moves);
                    moves
                });
                let new = if room { untried.pop() } else { None };
                if let Some(mv) = new {
                    let child = nodes.len();
                    nodes.push(Node::new());
                    nodes[at].children.push((mv, child));
                    position.play_unchecked(to_move, mv);
                    to_move = !to_move;
                    path.push(child);
                    break;
                }
                let log = nodes[at].visits.ln();
                let score = |&(_, child): &(P::Move, usize)| {
                    let node: &Node<P> = &nodes[child];
                    node.won / node.visits + EXPLORE * (log / node.visits).sqrt()
                };
                let best = nodes[at].children.iter().max_by(|a, b| score(a).total_cmp(&score(b)));
                let Some(&(mv, child)) = best else { break };
                position.play_unchecked(to_move, mv);
                to_move = !to_move;
                path.push(child);
                at = child;
            }
            // To the end, at random.
            let mut winner = None;
            for _ in 0..LONGEST {
                let Some(mv) = self.dice.pick(position.moves(to_move)) else {
                    winner = Some(!to_move);
                    break;
                };
                position.play_unchecked(to_move, mv);
                to_move = !to_move;
            }
            let mut mover = !turn.to_move;
            for &node in &path {
                nodes[node].visits += 1.0;
                nodes[node].won += winner.map_or(0.5, |winner| f64::from(winner == mover));
                mover = !mover;
            }
        }
        let tried = nodes[0].children.iter();
        let most = tried.max_by(|a, b| nodes[a.1].visits.total_cmp(&nodes[b.1].visits));
        Some(most.map_or(first, |&(mv, _)| mv))
    }

    fn heed(&mut self, interrupt: Arc<AtomicBool>) {
        self.interrupt = Interrupt(Some(interrupt));
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::UctBot;
    use crate::Player;
    use crate::rules::{Clobber, Combo, Turn};
    use crate::search::bot::Bot;

    #[test]
    fn a_win_in_one_is_found() {
        let soon = || Instant::now() + Duration::from_millis(100);
        // Of Left's three moves only the one that takes the stone in the middle ends the game.
        let turn = Turn::new(Clobber::parse("xox.").unwrap(), Player::Left);
        let mv = UctBot::new(1).choose(&turn, soon()).unwrap();
        assert_eq!(turn.play(mv).unwrap().moves().count(), 0);
        let none = Turn::new(Clobber::parse("xx").unwrap(), Player::Left);
        assert_eq!(UctBot::new(1).choose(&none, soon()), None);
        let combo = Turn::new(Combo::start(4, 4).unwrap(), Player::Left);
        assert!(UctBot::new(1).choose(&combo, soon()).is_some());
        // Without any time a move is still legal.
        assert!(UctBot::new(1).choose(&combo, Instant::now()).is_some());
    }
}
