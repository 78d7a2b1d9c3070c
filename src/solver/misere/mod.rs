//! Who wins under misère play, where a player who cannot move wins.
//!
//! Values say nothing of misère play, so the search knows moves, components and which of these [cancel](components).
//!
//! The order is that of depth-first proof-number search, as of [nim values](super::nimbers). Each sum has two estimates: the effort to
//! show that the player to move wins, which is the least of its options, and the effort to show that this player loses, which is the
//! largest of its options and the number of the others. The search goes on with the option that promises the least effort, and leaves
//! it when its estimates exceed those from which another one promises less.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapter 13; Nagai, *Df-pn algorithm for searching AND/OR trees and its applications*
//! (thesis, University of Tokyo, 2002).

mod components;

use hashbrown::HashMap;

use self::components::{ComponentList, Components};
use super::Sum;
use crate::hash::{BuildMix, table_bytes};
use crate::{LimitKind, Limits, Player, ValueError};

/// The effort to show what is false.
const NEVER: u32 = u32::MAX;

/// Estimates of the effort to show that the player to move wins a sum, or loses it: at least 1, or 0 and [`NEVER`] if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Efforts {
    win: u32,
    loss: u32,
}

impl Efforts {
    const WINS: Efforts = Efforts { win: 0, loss: NEVER };
    /// No limits.
    const MAX: Efforts = Efforts { win: NEVER, loss: NEVER };

    fn reach(self, limits: Efforts) -> bool {
        self.win >= limits.win || self.loss >= limits.loss
    }
}

/// A table that must forget with fewer sums than these has no use.
const MIN_SUMS: usize = 1 << 10;

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
struct Known {
    efforts: Efforts,
    /// The binary logarithm of the number of nodes of its search.
    nodes_log: u8,
}

/// The results of searches of sums under misère play.
#[derive(Debug, Default)]
pub(super) struct MisereTable {
    components: Components,
    sums: HashMap<ComponentList, Known, BuildMix>,
}

/// A sum whose moves are being searched.
struct Frame {
    sum: ComponentList,
    /// The efforts at which the search is to stop.
    limits: Efforts,
    options: Vec<(ComponentList, Efforts)>,
    /// The option that is being searched.
    searched: usize,
    nodes_before: u64,
}

impl Frame {
    fn bytes(&self) -> usize {
        size_of::<Frame>() + self.options.capacity() * size_of::<(ComponentList, Efforts)>()
    }

    /// The efforts by those of the options.
    fn efforts(&self) -> Efforts {
        let (mut win, mut loss, mut open) = (NEVER, 0, 0);
        for (_, option) in &self.options {
            win = win.min(option.loss);
            loss = loss.max(option.win);
            open += u32::from(option.win != 0);
        }
        match (win, loss) {
            (0, _) => Efforts::WINS,
            (_, 0) => Efforts { win: NEVER, loss: 0 },
            _ => Efforts { win, loss: loss.saturating_add(open - 1).min(NEVER - 1) },
        }
    }

    /// Chooses the option that is searched next, and returns the limits of its search.
    fn choose(&mut self) -> Efforts {
        let (mut least, mut second, mut open) = (NEVER, NEVER, 0);
        for (place, (_, option)) in self.options.iter().enumerate() {
            open += u32::from(option.win != 0);
            if option.loss < least {
                (second, least) = (least, option.loss);
                self.searched = place;
            } else {
                second = second.min(option.loss);
            }
        }
        let win = if self.limits.loss == NEVER { NEVER } else { self.limits.loss + 1 - open };
        let loss = self.limits.win.min(second.saturating_add(1 + second / 4));
        Efforts { win, loss }
    }
}

impl MisereTable {
    /// About how many bytes the table takes.
    fn bytes(&self) -> usize {
        self.components.bytes() + table_bytes(&self.sums)
    }

    /// Whether the player wins the sum, moving first. Counts searched sums in `nodes`, of which there were `nodes_before`
    /// before the call that the limits are for.
    pub(super) fn wins_first(
        &mut self,
        sum: &Sum,
        player: Player,
        limits: &Limits,
        nodes_before: u64,
        nodes: &mut u64,
    ) -> Result<bool, ValueError> {
        if self.components.are_dicots != sum.is_dicot() {
            *self = MisereTable::default();
            self.components.are_dicots = sum.is_dicot();
        }
        self.components.limits = limits.clone();
        let mut start = self.components.sum_of(&sum.components())?;
        if player == Player::Right {
            self.components.negate(&mut start);
            start.sort_unstable();
        }
        let (mut sum, mut sum_limits) = (start, Efforts::MAX);
        let (mut stack, mut stack_bytes) = (Vec::<Frame>::new(), 0);
        loop {
            let mut efforts = self.efforts(&sum);
            if !efforts.reach(sum_limits) {
                limits.check().map_err(ValueError::Limit)?;
                self.make_room(limits, stack_bytes)?;
                if let Some(most) = limits.nodes.filter(|&most| *nodes - nodes_before >= most) {
                    return Err(ValueError::Limit(LimitKind::Nodes(most)));
                }
                *nodes += 1;
                let options = self.components.options(&sum)?;
                let with_efforts = |option: ComponentList| {
                    let efforts = self.efforts(&option);
                    (option, efforts)
                };
                let options = options.into_iter().map(with_efforts).collect();
                let nodes_before = *nodes;
                let frame = Frame { sum, limits: sum_limits, options, searched: 0, nodes_before };
                stack_bytes += frame.bytes();
                efforts = frame.efforts();
                stack.push(frame);
            }
            // The efforts of a sum may end the search of the one before.
            loop {
                let Some(frame) = stack.last_mut() else { return Ok(efforts.win == 0) };
                if frame.efforts().reach(frame.limits) {
                    let done = stack.pop().expect("it is the last frame");
                    stack_bytes -= done.bytes();
                    efforts = self.keep(done, *nodes);
                    if let Some(frame) = stack.last_mut() {
                        frame.options[frame.searched].1 = efforts;
                    }
                } else {
                    sum_limits = frame.choose();
                    let option = &mut frame.options[frame.searched];
                    option.1 = self.efforts(&option.0);
                    sum = option.0.clone();
                    if !option.1.reach(sum_limits) {
                        break;
                    }
                }
            }
        }
    }

    /// What is known of a sum. One that was not searched is easier to win than to lose: one move is enough. The quarter of the square is
    /// measured: with the number of moves instead, a board of Clobber takes a third more nodes (4x5), and with 1 for all, a row of 40
    /// stones five times as many.
    fn efforts(&self, sum: &ComponentList) -> Efforts {
        let moves = self.components.moves(sum);
        if moves == 0 {
            return Efforts::WINS;
        }
        let unknown = Efforts { win: 1, loss: 1 + moves.min(4096).pow(2) / 4 };
        self.sums.get(sum).map_or(unknown, |known| known.efforts)
    }

    /// Keeps what was found out about a sum, and returns it.
    fn keep(&mut self, done: Frame, nodes: u64) -> Efforts {
        let efforts = done.efforts();
        let nodes_log = (nodes - done.nodes_before).max(1).ilog2() as u8;
        let known = self.sums.entry(done.sum).or_insert(Known { efforts, nodes_log });
        *known = Known { efforts, nodes_log: nodes_log.max(known.nodes_log) };
        efforts
    }

    /// Forgets the half of the sums that took the fewest nodes if the table would grow beyond the limit of memory.
    fn make_room(&mut self, limits: &Limits, stack_bytes: usize) -> Result<(), ValueError> {
        let Some(most) = limits.bytes.filter(|&most| self.bytes() + stack_bytes > most) else {
            return Ok(());
        };
        if self.sums.len() < MIN_SUMS || self.components.bytes() + stack_bytes > most / 2 {
            return Err(ValueError::Limit(LimitKind::Bytes(most)));
        }
        let mut counts = [0; 65];
        self.sums.values().for_each(|known| counts[usize::from(known.nodes_log)] += 1);
        let (mut forgotten, mut least) = (0, 0);
        while forgotten < self.sums.len() / 2 {
            forgotten += counts[least];
            least += 1;
        }
        self.sums.retain(|_, known| usize::from(known.nodes_log) >= least);
        Ok(())
    }
}
