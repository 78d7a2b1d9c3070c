//! Monte Carlo tree search with the rules as its only knowledge: the baseline for every ruleset.

use std::time::Duration;

use dicot::rules::{Position, Turn};
use dicot::{Instant, Interrupt, Player};

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
/// Moves of a random game between two checks of the time, which takes as long as a move of a small game: on large boards and
/// graphs a move takes up to a millisecond.
const MOVES_PER_CHECK: usize = 16;
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
struct Node {
    /// The nodes that moves lead to, in the order in which they were added.
    children: Vec<usize>,
    visits: f64,
    /// Games won by the player who moved to this position; half won ones count 1/2.
    won: f64,
}

impl Node {
    const fn new() -> Node {
        Node { children: Vec::new(), visits: 0.0, won: 0.0 }
    }
}

/// The tree without its moves, whose root is node 0.
struct Tree {
    nodes: Vec<Node>,
    /// The nodes of the current game, from the root on.
    path: Vec<usize>,
}

impl Tree {
    /// Selection and expansion: chooses a move of the last node of the path, which has `moves` moves, and adds the node
    /// that it leads to to the path. Moves without a node come first, as long as the tree has room. Returns the number
    /// of the move, and whether its node is new.
    fn descend(&mut self, moves: usize) -> Option<(usize, bool)> {
        let at = self.path[self.path.len() - 1];
        let tried = self.nodes[at].children.len();
        let is_new = tried < moves && self.nodes.len() < MAX_NODES;
        let mv = if is_new { tried } else { self.best_child(at)? };
        if is_new {
            let child = self.nodes.len();
            self.nodes.push(Node::new());
            self.nodes[at].children.push(child);
        }
        self.path.push(self.nodes[at].children[mv]);
        Some((mv, is_new))
    }

    /// The number of the child with the highest score by UCB1.
    fn best_child(&self, node: usize) -> Option<usize> {
        let log = self.nodes[node].visits.ln();
        self.best(node, &|node| node.won / node.visits + EXPLORATION * (log / node.visits).sqrt())
    }

    /// The number of the child with the highest score.
    fn best(&self, node: usize, score: &dyn Fn(&Node) -> f64) -> Option<usize> {
        let children = self.nodes[node].children.iter().map(|&child| score(&self.nodes[child]));
        children.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(child, _)| child)
    }

    /// Counts the result of the current game, which the player `first` began.
    fn count(&mut self, first: Player, winner: Option<Player>) {
        let mut mover = !first;
        for &node in &self.path {
            let node = &mut self.nodes[node];
            node.visits += 1.0;
            node.won += winner.map_or(0.5, |winner| f64::from(winner == mover));
            mover = !mover;
        }
    }
}

fn play<P: Position>(turn: &mut Turn<P>, mv: P::Move) {
    turn.position.play_unchecked(turn.to_move, mv);
    turn.to_move = !turn.to_move;
}

/// Plays random moves to the end of the game, until `stop` returns true; the winner, or `None` if the game is too long.
fn play_out<P: Position>(
    turn: &mut Turn<P>,
    dice: &mut Dice,
    stop: impl Fn() -> bool,
) -> Option<Player> {
    for played in 1..=MAX_PLAYOUT {
        let Some(mv) = dice.pick_move(turn) else { return Some(!turn.to_move) };
        play(turn, mv);
        if played % MOVES_PER_CHECK == 0 && stop() {
            return None;
        }
    }
    None
}

impl<P: Position> Bot<P> for UctBot {
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move> {
        self.games = 0;
        let fallback = self.dice.pick_move(turn)?;
        let mut tree = Tree { nodes: vec![Node::new()], path: Vec::new() };
        // The moves of each node that was visited, in random order; those with a child come first.
        let mut moves: Vec<Option<Box<[P::Move]>>> = Vec::new();
        let (dice, interrupt) = (&mut self.dice, &self.interrupt);
        let is_over = |nodes: usize| {
            Instant::now() + TIME_TO_FREE * (nodes as u32) >= deadline || interrupt.is_set()
        };
        while !is_over(tree.nodes.len()) {
            self.games += 1;
            let mut game = turn.clone();
            tree.path.clear();
            tree.path.push(0);
            let mut at = 0;
            loop {
                moves.resize_with(tree.nodes.len(), || None);
                let moves = moves[at].get_or_insert_with(|| {
                    let mut moves: Vec<_> = game.moves().collect();
                    dice.shuffle(&mut moves);
                    moves.into()
                });
                let Some((mv, is_new)) = tree.descend(moves.len()) else { break };
                play(&mut game, moves[mv]);
                if is_new {
                    break;
                }
                at = tree.path[tree.path.len() - 1];
            }
            let nodes = tree.nodes.len();
            let winner = play_out(&mut game, dice, || is_over(nodes));
            tree.count(turn.to_move, winner);
        }
        let most_visited = tree.best(0, &|node| node.visits);
        let moves = moves.into_iter().next().flatten();
        Some(most_visited.zip(moves).map_or(fallback, |(mv, moves)| moves[mv]))
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
