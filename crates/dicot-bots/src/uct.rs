//! Monte Carlo tree search with the rules as its only knowledge: the baseline for every ruleset.

use std::time::{Duration, Instant};

use dicot::Interrupt;
use dicot::rules::{Position, Turn};

use crate::{Bot, Dice};

/// Monte Carlo tree search for every ruleset under which a player who cannot move loses.
///
/// The algorithm is *UCT* (Kocsis and Szepesvári, *Bandit based Monte-Carlo planning*, ECML 2006), as in section 3.3 of
/// Browne et al., *A survey of Monte Carlo tree search methods* (2012). Each iteration selects a path down a tree of
/// positions by the rule UCB1, adds one position, plays on at random, and counts the result on the path. The move with
/// the most visits is chosen. A game that is not over after 500 random moves counts as half won.
#[derive(Clone, Debug)]
pub struct UctBot {
    dice: Dice,
    games: u64,
    interrupt: Interrupt,
}

/// The number of moves of the longest random game. Most games are shorter; those of Combo need not end.
const MAX_PLAYOUT: usize = 500;
/// The number of positions of the largest tree, a limit of memory: later games do not add positions.
const MAX_NODES: usize = 1 << 20;
/// The time to free a node of the tree, which must be over before the deadline. An estimate.
const TIME_TO_FREE: Duration = Duration::from_nanos(250);
/// The weight of exploration in UCB1, where it is the square root of 2. The value was not tuned.
const EXPLORATION: f64 = 1.0;

impl UctBot {
    /// Creates a bot whose random games the seed decides.
    pub fn new(seed: u64) -> UctBot {
        UctBot { dice: Dice::new(seed), games: 0, interrupt: Interrupt::default() }
    }

    /// The number of games played to find the last move.
    pub fn games(&self) -> u64 {
        self.games
    }
}

/// A position of the tree.
struct Node<P: Position> {
    /// The moves that lead to nodes, and the indices of these.
    children: Vec<(P::Move, usize)>,
    /// The moves without a node, in random order; `None` before the first visit.
    untried: Option<Vec<P::Move>>,
    visits: f64,
    /// Games won by the player who moved to this position; half won ones count 1/2.
    won: f64,
}

impl<P: Position> Node<P> {
    const fn new() -> Node<P> {
        Node { children: Vec::new(), untried: None, visits: 0.0, won: 0.0 }
    }
}

/// The tree, whose root is node 0, and the game that is played in it.
struct Tree<'a, P: Position> {
    nodes: Vec<Node<P>>,
    dice: &'a mut Dice,
    /// The nodes of the current game, from the root on.
    path: Vec<usize>,
}

impl<P: Position> Tree<'_, P> {
    fn play_game(&mut self, root: &Turn<P>) {
        let mut turn = root.clone();
        self.path.clear();
        self.path.push(0);
        self.descend(&mut turn);
        let winner = self.play_out(&mut turn);
        let mut mover = !root.to_move;
        for &node in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            node.won += winner.map_or(0.5, |winner| f64::from(winner == mover));
            mover = !mover;
        }
    }

    /// Selection and expansion: plays moves of the tree as long as all moves of the position have a node, and one that
    /// gets a new node.
    fn descend(&mut self, turn: &mut Turn<P>) {
        let mut at = 0;
        loop {
            let has_room = self.nodes.len() < MAX_NODES;
            let (dice, position, to_move) = (&mut *self.dice, &turn.position, turn.to_move);
            let untried = self.nodes[at].untried.get_or_insert_with(|| {
                let mut moves: Vec<_> = position.moves(to_move).collect();
                dice.shuffle(&mut moves);
                moves
            });
            let untried = if has_room { untried.pop() } else { None };
            let Some((mv, child)) =
                untried.map(|mv| (mv, self.nodes.len())).or_else(|| self.best_child(at))
            else {
                return;
            };
            turn.position.play_unchecked(turn.to_move, mv);
            turn.to_move = !turn.to_move;
            self.path.push(child);
            if untried.is_some() {
                self.nodes.push(Node::new());
                self.nodes[at].children.push((mv, child));
                return;
            }
            at = child;
        }
    }

    /// The child with the highest score by UCB1.
    fn best_child(&self, node: usize) -> Option<(P::Move, usize)> {
        let log = self.nodes[node].visits.ln();
        let score = |&(_, child): &(P::Move, usize)| {
            let node = &self.nodes[child];
            node.won / node.visits + EXPLORATION * (log / node.visits).sqrt()
        };
        let children = self.nodes[node].children.iter();
        children.max_by(|a, b| score(a).total_cmp(&score(b))).copied()
    }

    /// Plays random moves to the end of the game; the winner, or `None` if the game is too long.
    fn play_out(&mut self, turn: &mut Turn<P>) -> Option<dicot::Player> {
        for _ in 0..MAX_PLAYOUT {
            let Some(mv) = self.dice.pick(turn.position.moves(turn.to_move)) else {
                return Some(!turn.to_move);
            };
            turn.position.play_unchecked(turn.to_move, mv);
            turn.to_move = !turn.to_move;
        }
        None
    }
}

impl<P: Position> Bot<P> for UctBot {
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move> {
        self.games = 0;
        let fallback = self.dice.pick(turn.moves())?;
        let mut tree = Tree { nodes: vec![Node::new()], dice: &mut self.dice, path: Vec::new() };
        let is_time_left = |nodes: usize| Instant::now() + TIME_TO_FREE * (nodes as u32) < deadline;
        while is_time_left(tree.nodes.len()) && !self.interrupt.is_set() {
            self.games += 1;
            tree.play_game(turn);
        }
        let visits = |&&(_, child): &&(P::Move, usize)| tree.nodes[child].visits;
        let children = tree.nodes[0].children.iter();
        let most_visited = children.max_by(|a, b| visits(a).total_cmp(&visits(b)));
        Some(most_visited.map_or(fallback, |&(mv, _)| mv))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use dicot::Player;
    use dicot::rules::{Clobber, Combo, Turn};

    use super::UctBot;
    use crate::Bot;

    #[test]
    fn a_win_in_one_is_found() {
        let soon = || Instant::now() + Duration::from_millis(100);
        // Of Left's three moves only the one that takes the stone in the middle ends the game.
        let turn = Turn::new("xox.".parse::<Clobber>().unwrap(), Player::Left);
        let mv = UctBot::new(1).choose(&turn, soon()).unwrap();
        assert_eq!(turn.play(mv).unwrap().moves().count(), 0);
        let over = Turn::new("xx".parse::<Clobber>().unwrap(), Player::Left);
        assert_eq!(UctBot::new(1).choose(&over, soon()), None);
        let combo = Turn::new(Combo::start(4, 4).unwrap(), Player::Left);
        assert!(UctBot::new(1).choose(&combo, soon()).is_some());
        // Without any time a move is still legal.
        assert!(UctBot::new(1).choose(&combo, Instant::now()).is_some());
    }
}
