//! The search: does the player to move win a sum?
//!
//! Left is to move, always: after a move the sum is turned into its negative. A sum is a list of pieces
//! and the exact value of the rest ([`State`]); a move replaces a piece by a few others.

use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize};

use super::memory::Memory;
use super::pieces::{Desk, Enough, Piece, Pieces, Register, State, tidy};
use super::table::{MAX_ENTRIES, Table};
use crate::form::Id;
use crate::hash::mix;
use crate::{LimitKind, Player, ValueError};

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) register: &'a Register,
    pub(super) table: &'a Table,
    /// The nodes that were searched in this call, or are claimed by a thread.
    pub(super) nodes: AtomicU64,
    pub(super) max_nodes: Option<u64>,
    memory: Memory,
    /// The bytes of what each thread has of its own.
    thread_bytes: AtomicUsize,
    /// Ends all threads: one has the answer, or the table has to grow, or the caller asks for it.
    pub(super) stop: Arc<AtomicBool>,
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
        nodes: u64,
        max_nodes: Option<u64>,
        memory: Memory,
        stop: Arc<AtomicBool>,
        threads: usize,
    ) -> Self {
        Shared {
            register,
            table,
            nodes: AtomicU64::new(nodes),
            max_nodes,
            memory,
            thread_bytes: AtomicUsize::new(0),
            stop,
            busy: (0..MARKS).map(|_| AtomicU8::new(0)).collect(),
            threads,
        }
    }

    /// Where the threads below a sum are counted; nowhere if there is but one.
    fn mark(&self, state: &State) -> Option<&AtomicU8> {
        let word = |hash: u64, n: u32| mix(hash.rotate_left(17) ^ u64::from(n), 0);
        let pieces = || state.pieces.iter().fold(0, |hash, piece| word(hash, piece.0));
        let place = || word(pieces(), state.value.to_word()) as usize % MARKS;
        (self.threads > 1).then(|| &self.busy[place()])
    }

    fn is_busy(&self, state: &State) -> bool {
        self.mark(state).is_some_and(|mark| mark.load(Relaxed) > 0)
    }

    /// What the table knows, or can be seen without it.
    fn known(&self, state: &State, desk: &mut Desk<'_>) -> Answer<Option<bool>> {
        let State { pieces, value } = state;
        if pieces.is_empty() {
            return Ok(Some(!desk.call.work.le(*value, Id::ZERO)?));
        }
        let mut entries = 0;
        for entry in self.table.get(pieces) {
            entries += 1;
            for win in entry.wins() {
                if win == *value || desk.call.work.le(win, *value)? {
                    return Ok(Some(true));
                }
            }
            for loss in entry.losses() {
                if loss == *value || desk.call.work.le(*value, loss)? {
                    return Ok(Some(false));
                }
            }
        }
        Ok((entries == MAX_ENTRIES).then(|| self.table.get_with(pieces, *value)).flatten())
    }

    /// Adds the sum after a move, unless it is known, or there is a move that dominates this one; enough if
    /// it is known to win.
    fn gather(&self, state: State, options: &mut Vec<Move>, desk: &mut Desk<'_>) -> Enough {
        match self.known(&state, desk)? {
            Some(false) => return Ok(ControlFlow::Break(())),
            Some(true) => return Ok(ControlFlow::Continue(())),
            None => {}
        }
        // With the same pieces, the opponent is worse off with less.
        for option in options.iter().filter(|option| option.state.pieces == state.pieces) {
            if desk.call.work.le(option.state.value, state.value)? {
                return Ok(ControlFlow::Continue(()));
            }
        }
        options.push(Move { order: self.order(&state, desk)?, state, replies: None });
        Ok(ControlFlow::Continue(()))
    }

    /// Small for sums that are good for whoever made the move: few moves are left in the pieces, and the
    /// value is bad for who is to move.
    fn order(&self, state: &State, desk: &mut Desk<'_>) -> Result<i64, ValueError> {
        let piece = |&piece: &Piece| {
            let known = self.register.known(piece);
            let moves = i64::from(known.moves[usize::from(piece.is_negated())]);
            // More than twice as much if there are twice as many: rather two small pieces than a large one.
            moves * (moves + 8)
        };
        let mut le = |g, h| desk.call.work.le(g, h);
        let (value, up, down) = (state.value, Id::UP, Id::UP.negative());
        let value = if value == Id::ZERO {
            0
        } else if le(value, Id::ZERO)? {
            if le(value, down)? { -2 } else { -1 }
        } else if le(Id::ZERO, value)? {
            if le(up, value)? { 2 } else { 1 }
        } else {
            0
        };
        Ok(state.pieces.iter().map(piece).sum::<i64>() + 32 * value)
    }
}

/// One thread of a search.
pub(super) struct Searcher<'a, 'd> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) desk: Desk<'d>,
    /// Claimed nodes that are left.
    nodes: u64,
    /// Slots of the table that came into use and are not counted yet.
    slots: usize,
    /// The bytes that [`Shared`] counts for this thread.
    bytes: usize,
}

/// From this size on a sum's moves are ordered by their replies.
const LARGE: u32 = 19;

/// From this size on several threads look at the same sum, if it comes first.
const SHARED: u32 = 14;

/// The most nodes that a thread claims at once. At 40,000 nodes a second, memory is then checked every 6 ms.
const MAX_CLAIM: u64 = 256;

type Answer<T> = Result<T, ValueError>;

impl<'a, 'd> Searcher<'a, 'd> {
    pub(super) fn new(shared: &'a Shared<'a>, desk: Desk<'d>) -> Searcher<'a, 'd> {
        let mut searcher = Searcher { shared, desk, nodes: 0, slots: 0, bytes: 0 };
        searcher.count_bytes();
        searcher
    }
    fn le(&mut self, g: Id, h: Id) -> Answer<bool> {
        self.desk.call.work.le(g, h)
    }

    pub(super) fn known(&mut self, state: &State) -> Answer<Option<bool>> {
        self.shared.known(state, &mut self.desk)
    }

    /// Stores the answer in the table.
    fn note(&mut self, state: &State, wins: bool) -> bool {
        let size = self.size(state);
        let work = &mut self.desk.call.work;
        let value = state.value;
        let new = self.shared.table.set(&state.pieces, size, value, wins, |old| {
            let (low, high) = if wins { (value, old) } else { (old, value) };
            work.le(low, high).unwrap_or(false)
        });
        self.slots += usize::from(new);
        wins
    }

    /// Counts a node: a sum whose moves are searched.
    fn count(&mut self) -> Answer<()> {
        self.desk.call.work.step()?;
        if self.nodes == 0 {
            self.claim()?;
        }
        self.nodes -= 1;
        Ok(())
    }

    /// Claims nodes, so that all threads together search exactly as many as they may, and checks the limits.
    #[cold]
    fn claim(&mut self) -> Answer<()> {
        let shared = self.shared;
        shared.table.count(mem::take(&mut self.slots));
        self.count_bytes();
        if shared.table.should_grow() {
            shared.stop.store(true, Relaxed);
        }
        let claim = |nodes: u64| {
            let left = shared.max_nodes.map_or(u64::MAX, |max| max.saturating_sub(nodes));
            MAX_CLAIM.min(left.div_ceil(shared.threads as u64))
        };
        let add = |nodes| (claim(nodes) > 0).then(|| nodes + claim(nodes));
        match (shared.nodes.fetch_update(Relaxed, Relaxed, add), shared.max_nodes) {
            (Err(_), Some(max)) => Err(ValueError::Limit(LimitKind::Nodes(max))),
            (Ok(before) | Err(before), _) => {
                self.nodes = claim(before);
                Ok(())
            }
        }
    }

    /// Counts what this thread has of its own, and what all have, against the limit of memory.
    fn count_bytes(&mut self) {
        let Shared { register, table, memory, thread_bytes, .. } = self.shared;
        let own = self.desk.call.work.own_bytes();
        let bytes = self.desk.bytes() + own;
        let before = mem::replace(&mut self.bytes, bytes);
        let threads = thread_bytes.fetch_add(bytes.wrapping_sub(before), Relaxed);
        let threads = threads.wrapping_add(bytes.wrapping_sub(before));
        let store = self.desk.call.work.store.bytes();
        let others = threads + memory.held_bytes + memory.reserve(store);
        let pieces = register.bytes();
        if pieces > memory.max_piece_bytes(others + store) {
            register.close();
        }
        self.desk.call.work.other_bytes = others.saturating_sub(own) + pieces + table.bytes();
    }

    /// Gives back what was claimed and is left, at the end of a search.
    pub(super) fn finish(&mut self) {
        self.shared.table.count(mem::take(&mut self.slots));
        self.shared.nodes.fetch_sub(mem::take(&mut self.nodes), Relaxed);
    }

    /// Whether Left wins, moving first.
    pub(super) fn wins(&mut self, state: &State) -> Answer<bool> {
        self.wins_with(state, None)
    }

    /// The same, if her moves were looked at already.
    fn wins_with(&mut self, state: &State, options: Option<Vec<Move>>) -> Answer<bool> {
        if let Some(known) = self.known(state)? {
            return Ok(known);
        }
        let wins = match self.simpler(state)? {
            Simpler::Known(wins) => wins,
            Simpler::Sum(simpler) => self.wins(&simpler)?,
            Simpler::No => {
                let mark = self.shared.mark(state);
                mark.inspect(|mark| _ = mark.fetch_add(1, Relaxed));
                let wins = self.wins_by_a_move(state, options);
                mark.inspect(|mark| _ = mark.fetch_sub(1, Relaxed));
                wins?
            }
        };
        Ok(self.note(state, wins))
    }

    fn wins_by_a_move(&mut self, state: &State, options: Option<Vec<Move>>) -> Answer<bool> {
        let options = match options {
            Some(options) => self.still_open(options)?,
            None => self.options(state)?,
        };
        let Some(mut options) = options else { return Ok(true) };
        if options.len() > 1 && self.size(state) >= LARGE && !self.look_ahead(&mut options)? {
            return Ok(true);
        }
        options.sort_by_key(|option| option.order);
        // What another thread is at, comes last.
        let mut later = Vec::new();
        for (i, option) in options.into_iter().enumerate() {
            if (i > 0 || self.size(&option.state) < SHARED) && self.shared.is_busy(&option.state) {
                later.push(option);
            } else if !self.wins_with(&option.state, option.replies)? {
                return Ok(true);
            }
        }
        for option in later {
            if !self.wins_with(&option.state, option.replies)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Finds the replies to each move that are not known to lose, so as to try the moves with the fewest
    /// first. False if a move leaves none.
    fn look_ahead(&mut self, options: &mut Vec<Move>) -> Answer<bool> {
        let mut kept = Vec::with_capacity(options.len());
        for mut option in mem::take(options) {
            match self.options(&option.state)? {
                None => {
                    self.note(&option.state, true);
                }
                Some(replies) if replies.is_empty() => {
                    self.note(&option.state, false);
                    return Ok(false);
                }
                Some(replies) => {
                    option.order = replies.len() as i64;
                    option.replies = Some(replies);
                    kept.push(option);
                }
            }
        }
        *options = kept;
        Ok(true)
    }

    /// The options without those that have become known; `None` if one is known to win.
    fn still_open(&mut self, options: Vec<Move>) -> Answer<Option<Vec<Move>>> {
        let mut open = Vec::with_capacity(options.len());
        for option in options {
            match self.known(&option.state)? {
                Some(false) => return Ok(None),
                Some(true) => {}
                None => open.push(option),
            }
        }
        Ok(Some(open))
    }

    fn size(&self, state: &State) -> u32 {
        state.pieces.iter().map(|&piece| self.shared.register.known(piece).size).sum()
    }

    /// What Right gets by each of Left's moves, Right to move, turned into its negative. `None` if one of
    /// them is known to win; those known to lose are left out.
    fn options(&mut self, state: &State) -> Answer<Option<Vec<Move>>> {
        self.count()?;
        let shared = self.shared;
        let mut options: Vec<Move> = Vec::new();
        for (i, &piece) in state.pieces.iter().enumerate() {
            if i > 0 && state.pieces[i - 1] == piece {
                continue;
            }
            let negated = piece.is_negated();
            let player = if negated { Player::Right } else { Player::Left };
            let others = state.pieces.iter().enumerate().filter(|&(j, _)| j != i);
            let others: Pieces = others.map(|(_, other)| other.negative()).collect();
            let mut take = |option: State, desk: &mut Desk<'_>| {
                desk.call.work.step()?;
                let mut pieces = others.clone();
                let moved = option.pieces.iter();
                pieces.extend(moved.map(|&piece| if negated { piece } else { piece.negative() }));
                tidy(&mut pieces);
                let value = if negated { option.value.negative() } else { option.value };
                let value = desk.call.work.add(state.value, value)?.negative();
                shared.gather(State { pieces, value }, &mut options, desk)
            };
            if shared.register.options(piece, player, &mut self.desk, &mut take)?.is_break() {
                return Ok(None);
            }
        }
        let pieces: Pieces = state.negative().pieces;
        let values: Vec<Id> = self.desk.call.work.options(state.value, Player::Left)?.collect();
        for value in values {
            let state = State { pieces: pieces.clone(), value: value.negative() };
            if shared.gather(state, &mut options, &mut self.desk)?.is_break() {
                return Ok(None);
            }
        }
        Ok(Some(options))
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
    /// The least is tried first.
    order: i64,
    state: State,
    /// The moves from there, if they were looked at already.
    replies: Option<Vec<Move>>,
}

/// What a sum of several pieces comes to.
enum Simpler {
    Known(bool),
    Sum(State),
    No,
}
