//! The positions of one computation, and the comparison of games in which infinite play is a win for Left.
//!
//! # The order
//! `g⁺` is the game `g` in which Left wins infinite play; the *onside* of `g` is the simplest game that equals it. Then
//! `g⁺ ≥ h⁺` if Left, moving second, survives `g⁺ - h⁺`: infinite play in `-h⁺` alone is a win for Right, in `g⁺` alone for Left, and
//! in both it is a draw. So Left must move last, or play infinitely often in `g`. This is a Büchi game on
//! pairs of positions; it is solved by the nested fixed point: a greatest set `x` of pairs such that Left can, from each, make
//! the play reach a move in `g` to a pair of `x`, or the end of the game, within finitely many moves in `h`.
//! The same for *offsides*, where Right wins infinite play, is the order of the negatives.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), chapter VI, sections 1 to 3; Conway, *Loopy games* (1978).

use std::cmp::Ordering;

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

use dicot::{Calculation, CanonicalForm, Player, ValueError};

/// The index of a position.
pub(crate) type NodeId = u32;

pub(crate) struct Node {
    pub(crate) options: [Vec<NodeId>; 2],
    /// The value, if the position is known to be that of a short game. Its options are found when they are needed.
    pub(crate) short: Option<CanonicalForm>,
    expanded: bool,
    /// The position that has been found to be the simplest form of this one, as its onside; of a simplest form itself.
    pub(crate) canonical: Option<NodeId>,
    /// Whether alternating play from here ends, whoever starts. Known of simplest forms only.
    pub(crate) is_stopper: bool,
}

/// A pair of positions, and who is to move.
type Pair = (NodeId, NodeId, Player);

pub(crate) struct Arena<'c, 's> {
    pub(crate) calculation: &'c mut Calculation<'s>,
    pub(crate) nodes: Vec<Node>,
    short: HashMap<CanonicalForm, NodeId>,
    /// What was added since the mark was set.
    recent: Recent,
    pub(crate) memory: Memory,
    /// The simplifications that have begun and not ended.
    pub(crate) rounds: usize,
    /// Whether Left survives pairs, by how infinite play counts.
    survived: [HashMap<u64, bool>; 2],
    /// The same for pairs with a position that will be forgotten: one from `mark` on.
    survived_recently: [HashMap<u64, bool>; 2],
    /// The first position that [`forget_from`](Arena::forget_from) will forget.
    mark: NodeId,
    /// Memory of searches that have ended.
    search: Search,
    /// The simplest forms with a cycle or an option that has one, by a hash of their graph.
    simplest: HashMap<u64, Vec<NodeId>>,
}

/// Memory that is released and used again: it counts once against the limit.
#[derive(Default)]
pub(crate) struct Memory {
    /// The bytes now.
    pub(crate) bytes: usize,
    /// The most that there were, which the calculation holds.
    held: usize,
}

impl Memory {
    pub(crate) fn charge(
        &mut self,
        bytes: usize,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        self.bytes += bytes;
        let more = self.bytes.saturating_sub(self.held);
        if more > 0 {
            calculation.hold(more)?;
            self.held = self.bytes;
        }
        Ok(())
    }
}

/// What [`Arena::forget_from`] may have to forget.
#[derive(Default)]
struct Recent {
    /// The pairs of positions that stay that there were when the mark was set.
    pairs: usize,
    /// Short games whose options were found.
    expanded: Vec<NodeId>,
    simplest: Vec<u64>,
}

/// How infinite play in `h` alone counts, where Left must survive `g⁺ - h`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// `h⁺`: as a loss.
    Onside,
    /// `h⁻`: as a win.
    Offside,
}

/// Bytes of a position beside its options, and of a pair, with what a hash table keeps free.
const NODE_BYTES: usize = 2 * size_of::<Node>() + 64;
const PAIR_BYTES: usize = 40;

/// The largest number of positions, so that a pair and a player fit in 64 bits.
const MAX_NODES: usize = 1 << 31;

impl<'c, 's> Arena<'c, 's> {
    pub(crate) fn new(calculation: &'c mut Calculation<'s>) -> Arena<'c, 's> {
        Arena {
            calculation,
            nodes: Vec::new(),
            short: HashMap::new(),
            recent: Recent::default(),
            memory: Memory::default(),
            rounds: 0,
            survived: Default::default(),
            survived_recently: Default::default(),
            mark: NodeId::MAX,
            search: Search::default(),
            simplest: HashMap::new(),
        }
    }

    /// Counts bytes of memory.
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<(), ValueError> {
        self.memory.charge(bytes, self.calculation)
    }

    /// Adds a position without options.
    pub(crate) fn add(&mut self) -> Result<NodeId, ValueError> {
        self.push(None)
    }

    fn push(&mut self, short: Option<CanonicalForm>) -> Result<NodeId, ValueError> {
        self.calculation.count_steps(1)?;
        self.charge(NODE_BYTES)?;
        if self.nodes.len() >= MAX_NODES {
            return Err(ValueError::Overflow);
        }
        let id = self.nodes.len() as NodeId;
        let (expanded, canonical) = (short.is_none(), short.is_some().then_some(id));
        let is_stopper = short.is_some();
        self.nodes.push(Node {
            options: Default::default(),
            short,
            expanded,
            canonical,
            is_stopper,
        });
        Ok(id)
    }

    /// The position of a short game.
    pub(crate) fn short(&mut self, form: &CanonicalForm) -> Result<NodeId, ValueError> {
        if let Some(&id) = self.short.get(form) {
            return Ok(id);
        }
        let id = self.push(Some(form.clone()))?;
        self.short.insert(form.clone(), id);
        Ok(id)
    }

    pub(crate) fn form(&self, id: NodeId) -> Option<&CanonicalForm> {
        self.nodes[id as usize].short.as_ref()
    }

    /// The options of a player, after those of short games are found.
    pub(crate) fn options(&mut self, id: NodeId, player: Player) -> Result<&[NodeId], ValueError> {
        self.expand(id)?;
        Ok(&self.nodes[id as usize].options[player as usize])
    }

    /// Finds the options of a short game.
    fn expand(&mut self, id: NodeId) -> Result<(), ValueError> {
        if !self.nodes[id as usize].expanded {
            let form = self.nodes[id as usize]
                .short
                .clone()
                .expect("only short games have options to find");
            for player in Player::BOTH {
                let options = self.calculation.options(&form, player)?;
                let options: Result<Vec<NodeId>, _> =
                    options.iter().map(|option| self.short(option)).collect();
                self.nodes[id as usize].options[player as usize] = options?;
            }
            self.nodes[id as usize].expanded = true;
            self.recent.expanded.push(id);
        }
        Ok(())
    }

    /// Positions from now on are those that [`forget_from`](Arena::forget_from) will forget.
    pub(crate) fn set_mark(&mut self) -> NodeId {
        self.mark = self.nodes.len() as NodeId;
        self.recent.pairs = self.pairs();
        self.mark
    }

    /// The pairs of positions that stay that are known.
    fn pairs(&self) -> usize {
        self.survived.iter().map(HashMap::len).sum()
    }

    /// The simplest forms with a hash.
    pub(crate) fn simplest(&self, hash: u64) -> Vec<NodeId> {
        self.simplest.get(&hash).cloned().unwrap_or_default()
    }

    /// Adds a simplest form, whose hash is given.
    pub(crate) fn add_simplest(&mut self, id: NodeId, hash: u64) -> Result<(), ValueError> {
        self.simplest.entry(hash).or_default().push(id);
        self.recent.simplest.push(hash);
        self.charge(64)
    }

    /// Forgets the positions from a mark on, except for those that the simplest forms of the roots consist of; these move. `before` are the
    /// bytes of memory without these positions.
    pub(crate) fn forget_from(
        &mut self,
        mark: NodeId,
        before: usize,
        roots: &mut [NodeId],
    ) -> Result<(), ValueError> {
        self.memory.bytes = before;
        let keep: Vec<NodeId> =
            self.followers_of(roots).into_iter().filter(|&v| v >= mark).collect();
        let recent = std::mem::take(&mut self.recent);
        let removed = self.nodes.split_off(mark as usize);
        let old = |id: NodeId| &removed[(id - mark) as usize];
        for node in &removed {
            if let Some(form) = &node.short {
                self.short.remove(form);
            }
        }
        let mut moved: HashMap<NodeId, NodeId> = HashMap::new();
        for &v in &keep {
            let new = match &old(v).short {
                Some(form) => self.short(form)?,
                None => self.add()?,
            };
            moved.insert(v, new);
        }
        for id in recent.expanded {
            if id < mark {
                self.nodes[id as usize].options = Default::default();
                self.nodes[id as usize].expanded = false;
            }
        }
        let place = |id: NodeId| if id < mark { id } else { moved[&id] };
        let mut kept_bytes = 0;
        for &v in &keep {
            if old(v).short.is_some() {
                continue;
            }
            let new = place(v) as usize;
            self.nodes[new].options = old(v).options.each_ref().map(|options| {
                let mut options: Vec<NodeId> =
                    options.iter().map(|&option| place(option)).collect();
                options.sort_unstable();
                options
            });
            self.nodes[new].canonical = Some(new as NodeId);
            self.nodes[new].is_stopper = old(v).is_stopper;
            kept_bytes += 4 * self.nodes[new].options.iter().map(Vec::len).sum::<usize>();
        }
        for hash in recent.simplest {
            if let Entry::Occupied(mut list) = self.simplest.entry(hash) {
                list.get_mut().retain_mut(|id| {
                    let keeps = *id < mark || moved.contains_key(id);
                    *id = if keeps { place(*id) } else { *id };
                    keeps
                });
                if list.get().is_empty() {
                    list.remove();
                } else {
                    kept_bytes += 64;
                }
            }
        }
        self.survived_recently.iter_mut().for_each(empty);
        self.mark = NodeId::MAX;
        // Pairs of positions that stay were charged with all others.
        kept_bytes += PAIR_BYTES * (self.pairs() - recent.pairs);
        self.charge(kept_bytes)?;
        for root in roots {
            *root = place(*root);
        }
        Ok(())
    }

    /// Whether `g⁺ ≥ h⁺`.
    pub(crate) fn at_least(&mut self, g: NodeId, h: NodeId) -> Result<bool, ValueError> {
        self.survives((g, h, Player::Right))
    }

    /// Whether `g⁺ = h⁺`.
    pub(crate) fn equal(&mut self, g: NodeId, h: NodeId) -> Result<bool, ValueError> {
        Ok(g == h || (self.at_least(g, h)? && self.at_least(h, g)?))
    }

    /// Whether `g⁺ ≥ h⁻`.
    pub(crate) fn is_side_of(&mut self, g: NodeId, h: NodeId) -> Result<bool, ValueError> {
        self.survives_side((g, h, Player::Right), Side::Offside)
    }

    /// Whether Left survives `g⁺ - h⁺`.
    pub(crate) fn survives(&mut self, pair: Pair) -> Result<bool, ValueError> {
        self.survives_side(pair, Side::Onside)
    }

    fn survives_side(&mut self, pair: Pair, side: Side) -> Result<bool, ValueError> {
        match self.known(pair, side)? {
            Some(known) => Ok(known),
            None => self.solve(pair, side),
        }
    }

    fn key((g, h, player): Pair) -> u64 {
        u64::from(g) << 32 | u64::from(h) << 1 | player as u64
    }

    fn known(&mut self, pair: Pair, side: Side) -> Result<Option<bool>, ValueError> {
        let (g, h, mover) = pair;
        if g == h && mover == Player::Right {
            return Ok(Some(true)); // Left answers in the other copy.
        }
        let [left, right] = [g, h].map(|id| self.nodes[id as usize].short.as_ref());
        if let (Some(left), Some(right)) = (left, right) {
            let order = self.calculation.compare(left, right)?;
            return Ok(Some(match mover {
                Player::Right => order.is_some_and(Ordering::is_ge),
                Player::Left => !order.is_some_and(Ordering::is_le),
            }));
        }
        Ok(self.survived(pair, side).get(&Arena::key(pair)).copied())
    }

    /// The table of a pair.
    fn survived(&mut self, (g, h, _): Pair, side: Side) -> &mut HashMap<u64, bool> {
        match g.max(h) >= self.mark {
            true => &mut self.survived_recently[side as usize],
            false => &mut self.survived[side as usize],
        }
    }

    /// Solves all pairs that are reached from one and not known yet.
    fn solve(&mut self, root: Pair, side: Side) -> Result<bool, ValueError> {
        let before = self.memory.bytes;
        let mut search = std::mem::take(&mut self.search);
        search.clear();
        search.index(root);
        let mut next = 0;
        while let Some(&(g, h, mover)) = search.pairs.get(next) {
            self.expand(g)?;
            self.expand(h)?;
            let [moves_in_g, moves_in_h] = [(g, mover), (h, !mover)]
                .map(|(id, player)| self.nodes[id as usize].options[player as usize].len());
            self.calculation.count_steps(1 + moves_in_g + moves_in_h)?;
            self.charge(PAIR_BYTES + 16 * (moves_in_g + moves_in_h))?;
            for i in 0..moves_in_g {
                let option = self.nodes[g as usize].options[mover as usize][i];
                let target = (option, h, !mover);
                search.add_move(next, target, self.known(target, side)?, true);
            }
            for i in 0..moves_in_h {
                let option = self.nodes[h as usize].options[!mover as usize][i];
                let target = (g, option, !mover);
                search.add_move(next, target, self.known(target, side)?, side == Side::Offside);
            }
            next += 1;
        }
        search.fixed_point(self.calculation)?;
        self.memory.bytes = before;
        self.charge(PAIR_BYTES * search.pairs.len())?;
        for (&pair, &survived) in search.pairs.iter().zip(&search.survived) {
            self.survived(pair, side).insert(Arena::key(pair), survived);
        }
        let survived = search.survived[0];
        self.search = search;
        Ok(survived)
    }
}

/// Removes all entries. To clear a large table takes longer than to create one.
fn empty<K, V>(table: &mut HashMap<K, V>) {
    match table.capacity() > 1 << 12 {
        true => *table = HashMap::new(),
        false => table.clear(),
    }
}

/// The pairs that are reached, and their moves.
#[derive(Default)]
struct Search {
    pairs: Vec<Pair>,
    index: HashMap<Pair, u32>,
    /// Whether a pair has a move that is known to be good for its mover.
    decided: Vec<bool>,
    /// Moves between pairs that are not known: the pair, the target, whether infinite play with such moves is a win for Left.
    moves: Vec<(u32, u32, bool)>,
    /// Whether Left survives each pair: what [`fixed_point`](Search::fixed_point) finds.
    survived: Vec<bool>,
    /// What it needs besides: the moves in h by their targets, what a player still needs, and pairs found to survive.
    starts: Vec<u32>,
    sources: Vec<u32>,
    missing: Vec<u32>,
    least: Vec<bool>,
    found: Vec<u32>,
}

impl Search {
    fn index(&mut self, pair: Pair) -> u32 {
        *self.index.entry(pair).or_insert_with(|| {
            self.pairs.push(pair);
            self.decided.push(false);
            self.pairs.len() as u32 - 1
        })
    }

    fn add_move(&mut self, from: usize, target: Pair, known: Option<bool>, in_g: bool) {
        match known {
            Some(survived) => {
                let good = survived == (self.pairs[from].2 == Player::Left);
                self.decided[from] |= good;
            }
            None => {
                let to = self.index(target);
                self.moves.push((from as u32, to, in_g));
            }
        }
    }

    fn clear(&mut self) {
        self.pairs.clear();
        self.decided.clear();
        self.moves.clear();
        empty(&mut self.index);
    }

    /// Finds the pairs from which Left survives.
    fn fixed_point(&mut self, calculation: &mut Calculation<'_>) -> Result<(), ValueError> {
        let n = self.pairs.len();
        let Search {
            pairs, decided, moves, survived, starts, sources, missing, least, found, ..
        } = self;
        let is_left = |pair: u32| pairs[pair as usize].2 == Player::Left;
        let refill = |list: &mut Vec<u32>, len| {
            list.clear();
            list.resize(len, 0);
        };
        // The list of the sources of the moves to a pair ends where that of the next one begins.
        refill(starts, n + 1);
        for &(_, to, in_g) in &*moves {
            starts[to as usize] += u32::from(!in_g);
        }
        for i in 0..n {
            starts[i + 1] += starts[i];
        }
        refill(sources, starts[n] as usize);
        for &(from, to, in_g) in &*moves {
            if !in_g {
                starts[to as usize] -= 1;
                sources[starts[to as usize] as usize] = from;
            }
        }
        survived.clear();
        survived.resize(n, true);
        loop {
            calculation.count_steps(n + moves.len())?;
            // What Left still needs: of her own pairs one move, of Right's pairs all.
            missing.clear();
            missing.extend((0..n as u32).map(|i| u32::from(is_left(i))));
            for &(from, to, in_g) in &*moves {
                let good = in_g && survived[to as usize];
                match is_left(from) {
                    true if good => missing[from as usize] = 0,
                    false if !good => missing[from as usize] += 1,
                    _ => {}
                }
            }
            least.clear();
            found.clear();
            for i in 0..n as u32 {
                let (decided, left) = (decided[i as usize], is_left(i));
                let survives = if decided { left } else { missing[i as usize] == 0 };
                least.push(survives);
                if survives {
                    found.push(i);
                }
            }
            while let Some(pair) = found.pop() {
                let [start, end] = [0, 1].map(|i| starts[pair as usize + i] as usize);
                for &from in &sources[start..end] {
                    let source = from as usize;
                    if least[source] || (decided[source] && !is_left(from)) {
                        continue;
                    }
                    missing[source] = missing[source].saturating_sub(1);
                    if missing[source] == 0 {
                        least[source] = true;
                        found.push(from);
                    }
                }
            }
            if least == survived {
                return Ok(());
            }
            std::mem::swap(least, survived);
        }
    }
}
