//! The search: does the player to move win a sum?
//!
//! Left is to move, always: after a move the sum is turned into its negative. A sum is a list of pieces
//! and the exact value of the rest ([`State`]); a move replaces a piece by a few others.

use std::sync::atomic::AtomicU8;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use super::pieces::{Desk, Piece, Pieces, Register, State, tidy};
use super::table::Table;
use crate::form::Id;
use crate::hash::mix;
use crate::{LimitKind, Player, ValueError};

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) register: &'a Register,
    pub(super) table: &'a Table,
    pub(super) nodes: AtomicU64,
    pub(super) most_nodes: Option<u64>,
    /// How many threads are at work below a sum, by its hash. A wrong count does no harm: it only says
    /// what another thread had better look at later.
    busy: Box<[AtomicU8]>,
    threads: usize,
}

const MARKS: usize = 1 << 12;

impl<'a> Shared<'a> {
    pub(super) fn new(
        register: &'a Register,
        table: &'a Table,
        most_nodes: Option<u64>,
        threads: usize,
    ) -> Self {
        let busy = (0..MARKS).map(|_| AtomicU8::new(0)).collect();
        Shared { register, table, nodes: AtomicU64::new(0), most_nodes, busy, threads }
    }

    fn mark(&self, state: &State) -> &AtomicU8 {
        let word = |hash: u64, n: u32| mix(hash.rotate_left(17) ^ u64::from(n), 0);
        let pieces = state.pieces.iter().fold(0, |hash, piece| word(hash, piece.0));
        &self.busy[word(pieces, state.value.to_word()) as usize % MARKS]
    }
}

/// One thread of a search.
pub(super) struct Searcher<'a, 'd> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) desk: Desk<'d>,
    /// Nodes that are not counted yet.
    pub(super) nodes: u64,
}

/// How many nodes are counted at once.
const NODES: u64 = 256;

type Answer<T> = Result<T, ValueError>;

impl Searcher<'_, '_> {
    fn le(&mut self, g: Id, h: Id) -> Answer<bool> {
        self.desk.call.work.le(g, h)
    }

    /// What the table knows, or can be seen without it.
    pub(super) fn known(&mut self, state: &State) -> Answer<Option<bool>> {
        let State { pieces, value } = state;
        if pieces.is_empty() {
            return Ok(Some(!self.le(*value, Id::ZERO)?));
        }
        for line in self.shared.table.get(pieces) {
            for win in line.wins() {
                if win == *value || self.le(win, *value)? {
                    return Ok(Some(true));
                }
            }
            for loss in line.losses() {
                if loss == *value || self.le(*value, loss)? {
                    return Ok(Some(false));
                }
            }
        }
        Ok(None)
    }

    fn note(&mut self, state: &State, wins: bool) -> bool {
        let size = state.pieces.iter().map(|&piece| self.shared.register.known(piece).size).sum();
        let work = &mut self.desk.call.work;
        let value = state.value;
        self.shared.table.set(&state.pieces, size, value, wins, |old| {
            let (low, high) = if wins { (value, old) } else { (old, value) };
            work.le(low, high).unwrap_or(false)
        });
        wins
    }

    /// Counts a node.
    fn count(&mut self) -> Answer<()> {
        self.desk.call.work.step()?;
        self.nodes += 1;
        if self.nodes < NODES {
            return Ok(());
        }
        let shared = self.shared;
        self.desk.call.work.other_bytes = shared.table.bytes() + shared.register.bytes();
        let nodes = self.shared.nodes.fetch_add(self.nodes, Relaxed) + self.nodes;
        self.nodes = 0;
        match self.shared.most_nodes {
            Some(most) if nodes >= most => Err(ValueError::Limit(LimitKind::Nodes(most))),
            _ => Ok(()),
        }
    }

    /// Whether Left wins, moving first.
    pub(super) fn wins(&mut self, state: &State) -> Answer<bool> {
        if let Some(known) = self.known(state)? {
            return Ok(known);
        }
        let wins = match self.simpler(state)? {
            Simpler::Known(wins) => wins,
            Simpler::Sum(simpler) => self.wins(&simpler)?,
            Simpler::No => {
                let mark = self.shared.mark(state);
                mark.fetch_add(1, Relaxed);
                let wins = self.wins_by_a_move(state);
                mark.fetch_sub(1, Relaxed);
                wins?
            }
        };
        Ok(self.note(state, wins))
    }

    fn wins_by_a_move(&mut self, state: &State) -> Answer<bool> {
        self.count()?;
        let Some(options) = self.options(state)? else { return Ok(true) };
        if self.shared.threads == 1 {
            for option in &options {
                if !self.wins(&option.state)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // What another thread is at, comes last.
        let mut later = Vec::new();
        for (i, option) in options.iter().enumerate() {
            if i > 0 && self.shared.mark(&option.state).load(Relaxed) > 0 {
                later.push(&option.state);
            } else if !self.wins(&option.state)? {
                return Ok(true);
            }
        }
        for state in later {
            if !self.wins(state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What Right gets by each of Left's moves, Right to move, turned into its negative: the most
    /// promising for Left first. `None` if one of them is known to win; those known to lose are left out.
    fn options(&mut self, state: &State) -> Answer<Option<Vec<Move>>> {
        let register = self.shared.register;
        let mut options: Vec<Move> = Vec::new();
        for (i, &piece) in state.pieces.iter().enumerate() {
            if i > 0 && state.pieces[i - 1] == piece {
                continue;
            }
            let player = if piece.is_negated() { Player::Right } else { Player::Left };
            for option in register.options(piece, player, &mut self.desk)? {
                let others = state.pieces.iter().enumerate().filter(|&(j, _)| j != i);
                let mut pieces: Pieces = others.map(|(_, other)| other.negative()).collect();
                let value = if piece.is_negated() {
                    pieces.extend(option.pieces.iter().copied());
                    option.value.negative()
                } else {
                    pieces.extend(option.pieces.iter().map(|piece| piece.negative()));
                    option.value
                };
                tidy(&mut pieces);
                let value = self.desk.call.work.add(state.value, value)?.negative();
                if self.gather(State { pieces, value }, &mut options)? {
                    return Ok(None);
                }
            }
        }
        let pieces: Pieces = state.negative().pieces;
        let values: Vec<Id> = self.desk.call.work.options(state.value, Player::Left)?.collect();
        for value in values {
            let state = State { pieces: pieces.clone(), value: value.negative() };
            if self.gather(state, &mut options)? {
                return Ok(None);
            }
        }
        options.sort_by_key(|option| option.order);
        Ok(Some(options))
    }

    /// Adds the sum after a move, unless it is known; whether it is known to win.
    fn gather(&mut self, state: State, options: &mut Vec<Move>) -> Answer<bool> {
        Ok(match self.known(&state)? {
            Some(opponent_wins) => !opponent_wins,
            None => {
                let order = self.order(&state);
                options.push(Move { order, state });
                false
            }
        })
    }

    /// Small for sums with few moves in small pieces.
    fn order(&self, state: &State) -> u64 {
        let piece = |&piece: &Piece| {
            let known = self.shared.register.known(piece);
            let moves = u64::from(known.moves[usize::from(piece.is_negated())]);
            moves.saturating_mul(64).saturating_add(known.size.into())
        };
        state.pieces.iter().map(piece).fold(0, u64::saturating_add)
    }

    /// What follows from who wins each piece of several on its own.
    fn simpler(&mut self, state: &State) -> Answer<Simpler> {
        if state.pieces.len() < 2 {
            return Ok(Simpler::No);
        }
        let mut rest = Pieces::new();
        let (mut unclear, mut positive, mut negative) = (0, 0, 0);
        for &piece in &state.pieces {
            let alone = |piece| State { pieces: [piece].into_iter().collect(), value: Id::ZERO };
            let wins_first = self.wins(&alone(piece))?;
            let loses_second = self.wins(&alone(piece.negative()))?;
            match (wins_first, loses_second) {
                (false, false) => continue, // it is 0
                (true, true) => unclear += 1,
                (true, false) => positive += 1,
                (false, true) => negative += 1,
            }
            rest.push(piece);
        }
        let zero = Id::ZERO;
        let (at_least, at_most) = (self.le(zero, state.value)?, self.le(state.value, zero)?);
        Ok(if rest.is_empty() {
            Simpler::Known(!at_most)
        } else if at_least && negative == 0 && unclear <= 1 {
            // Left moves in the unclear one so that it is not negative, or else leaves positive ones.
            Simpler::Known(true)
        } else if at_most && positive == 0 && unclear == 0 {
            Simpler::Known(false)
        } else if rest.len() < state.pieces.len() {
            Simpler::Sum(State { pieces: rest, value: state.value })
        } else {
            Simpler::No
        })
    }
}

/// A sum after a move, for the other player to move.
struct Move {
    order: u64,
    state: State,
}

/// What a sum of several pieces comes to.
enum Simpler {
    Known(bool),
    Sum(State),
    No,
}
