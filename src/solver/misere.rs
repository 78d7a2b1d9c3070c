//! Who wins under misère play, where a player who cannot move wins.
//!
//! Values say nothing of misère play, so the search knows moves and components only, as the checker does.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapter 13.

use std::cmp::Reverse;

use hashbrown::HashMap;

use super::Sum;
use super::checker::{CheckedComponents, ComponentList};
use crate::hash::{BuildMix, table_bytes};
use crate::{LimitKind, Limits, Player, ValueError};

/// The results of searches of sums under misère play.
#[derive(Debug, Default)]
pub(super) struct MisereTable {
    components: CheckedComponents,
    /// Whether Left, or Right, wins sums, moving first.
    wins: [HashMap<ComponentList, bool, BuildMix>; 2],
}

/// A sum whose moves are being searched.
struct Frame {
    sum: ComponentList,
    /// The sums after the moves; the last is searched next.
    pub(super) options: Vec<ComponentList>,
}

impl Frame {
    fn bytes(&self) -> usize {
        size_of::<Frame>() + self.options.capacity() * size_of::<ComponentList>()
    }
}

impl MisereTable {
    /// About how many bytes the table takes.
    fn bytes(&self) -> usize {
        self.components.bytes() + self.wins.iter().map(table_bytes).sum::<usize>()
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
        self.components.limits = limits.clone();
        let mut start = self.components.ids_of(sum.components());
        self.components.retain_movable(&mut start);
        let (mut sum, mut to_move) = (start.clone(), player);
        let (mut stack, mut stack_bytes) = (Vec::<Frame>::new(), 0);
        loop {
            let mut result = self.known(to_move, &sum);
            if result.is_none() {
                limits.check().map_err(ValueError::Limit)?;
                let bytes = self.bytes() + stack_bytes;
                if let Some(most) = limits.bytes.filter(|&most| bytes > most) {
                    return Err(ValueError::Limit(LimitKind::Bytes(most)));
                }
                if let Some(most) = limits.nodes.filter(|&most| *nodes - nodes_before >= most) {
                    return Err(ValueError::Limit(LimitKind::Nodes(most)));
                }
                *nodes += 1;
                let frame = self.frame(sum, to_move)?;
                stack_bytes += frame.bytes();
                stack.push(frame);
            }
            // What is known of an option may end the frame, and so the frame below.
            while let Some(wins) = result {
                to_move = !to_move;
                let Some(frame) = stack.last() else { return Ok(wins) };
                result = match wins {
                    false => Some(true),
                    true if frame.options.is_empty() => Some(false),
                    true => None,
                };
                if let Some(wins) = result {
                    let done = stack.pop().expect("it is the last frame");
                    stack_bytes -= done.bytes();
                    self.wins[to_move as usize].insert(done.sum, wins);
                }
            }
            let frame = stack.last_mut().expect("a frame is not done");
            // A player with moves has an option.
            sum = frame.options.pop().expect("a frame that is not done has options");
            to_move = !to_move;
        }
    }

    /// Whether the player to move wins, if that is known: a player who cannot move does.
    fn known(&self, player: Player, sum: &ComponentList) -> Option<bool> {
        match self.components.moves(sum, player) {
            0 => Some(true),
            _ => self.wins[player as usize].get(sum).copied(),
        }
    }

    /// The options of a sum: those that are known to win first, then those with the fewest moves.
    fn frame(&mut self, sum: ComponentList, player: Player) -> Result<Frame, ValueError> {
        let mut options = self.components.options(&sum, player)?;
        options.iter_mut().for_each(|option| self.components.retain_movable(option));
        options.sort_unstable();
        options.dedup();
        options.sort_by_cached_key(|option| {
            let moves = Player::BOTH.map(|player| self.components.moves(option, player));
            Reverse((self.known(!player, option) != Some(false), moves[0].saturating_add(moves[1])))
        });
        Ok(Frame { sum, options })
    }
}
