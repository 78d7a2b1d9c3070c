//! What searches know about positions of Domineering: bounds of the value, an estimate of its mean, and the impartial form.

use std::iter;

use super::Domineering;
use crate::Player;
use crate::board::{Board, Cell, Steps, Symmetry, Word};
use crate::rules::{Endgame, Short};

/// The cells of a set, taken in pairs from the first of each run in the direction of `ahead` (a step east or south): the
/// largest number of disjoint dominoes, since all pairs lie within a run.
pub(crate) fn packing<W: Word>(set: W, ahead: impl Fn(W) -> W) -> W {
    let (mut rest, mut covered) = (set, W::default());
    while rest != W::default() {
        let first = rest & !ahead(rest);
        let second = ahead(first) & rest;
        // The first cell of a run of one cell is left single.
        covered = covered | second;
        rest = rest & !first & !second;
    }
    covered
}

/// What a player can count on in a position, see [`Domineering::count_resources`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resources {
    /// Moves that the opponent cannot prevent.
    safe: i16,
    blocks: i16,
    /// Touching pairs, and those of them with a guarded cell.
    touching: i16,
    touching_guarded: i16,
    /// Pairs apart, and those of them with a guarded cell.
    apart: i16,
    apart_guarded: i16,
    /// Options that take one, two and three cells from the opponent.
    options: [i16; 3],
    /// Cells that neither a domino of the opponent nor any of the moves covers.
    unusable: i16,
    /// Free cells.
    free: i16,
    /// The largest number of disjoint dominoes of the opponent.
    packing: i16,
}

impl Resources {
    /// A lower bound of the player's moves less an upper bound of the opponent's, if the opponent moves first.
    pub(crate) fn advantage(mut self) -> i16 {
        if self.blocks % 2 == 1 {
            self.blocks -= 1;
            self.touching += 2;
        }
        let (touching, apart) = (self.touching / 3, self.apart / 2);
        let mut moves = self.safe + self.blocks + touching + apart;
        let mut unusable = self.unusable;
        let is_first = match (self.touching % 3 > 0, self.apart % 2 > 0) {
            (true, true) => {
                moves += 1;
                unusable -= 1;
                false
            }
            (false, false) => false,
            _ => true,
        };
        // The player takes pairs without guarded cells first. The guarded cells of the others become unusable.
        unusable +=
            self.touching_guarded - (touching - (self.touching - self.touching_guarded) / 3);
        unusable += self.apart_guarded - (apart - (self.apart - self.apart_guarded) / 2);
        let mut takes = is_first;
        for (cells, count) in [1, 2, 3].into_iter().zip(self.options).rev() {
            unusable += cells * ((count + i16::from(takes)) / 2);
            takes ^= count % 2 == 1;
        }
        let opponent = (self.free - 2 * moves - unusable) / 2;
        moves - opponent.min(self.packing - self.blocks)
    }

    /// As [`advantage`](Resources::advantage), if the player moves first: the best after one of these moves, or after another.
    fn advantage_first(self) -> i16 {
        self.after_first().map(Resources::advantage).max().unwrap_or_default()
    }

    /// What is left to count on after a move of the player; of any, and of each kind that there is.
    pub(crate) fn after_first(self) -> impl Iterator<Item = Resources> {
        let after_block = Resources {
            blocks: self.blocks - 1,
            safe: self.safe + 2,
            packing: self.packing - 2,
            ..self
        };
        let touching = self.touching - 1;
        let touching_guarded = self.touching_guarded.min(touching);
        let after_touching = Resources { touching, touching_guarded, safe: self.safe + 1, ..self };
        let apart = self.apart - 1;
        let apart_guarded = self.apart_guarded.min(apart);
        let after_apart = Resources { apart, apart_guarded, safe: self.safe + 1, ..self };
        let after_option = (0..3).rev().find(|&i| self.options[i] > 0).map(|i| {
            let mut options = self.options;
            options[i] -= 1;
            Resources { options, unusable: self.unusable + i as i16 + 1, ..self }
        });
        let others = [
            (self.blocks > 0).then_some(after_block),
            (touching >= 0).then_some(after_touching),
            (apart >= 0).then_some(after_apart),
            after_option,
        ];
        iter::once(self).chain(others.into_iter().flatten())
    }
}

impl<W: Word> Domineering<W> {
    pub(crate) fn resources(&self, player: Player) -> Resources {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        match player {
            _ if size_of::<W>() > size_of::<u128>() => {
                // A step takes longer than a call here, and the code for both players is a tenth as long.
                let [north, south, west, east]: [&dyn Fn(W) -> W; 4] =
                    [&north, &south, &west, &east];
                let ([own, own_back], [across, across_back]) = match player {
                    Player::Left => ([south, north], [east, west]),
                    Player::Right => ([east, west], [south, north]),
                };
                let packing = packing(free, across).count();
                Self::count_resources(free, packing, own, own_back, across, across_back)
            }
            Player::Left => {
                let packing = packing(free, east).count();
                Self::count_resources(free, packing, south, north, east, west)
            }
            Player::Right => {
                let packing = packing(free, south).count();
                Self::count_resources(free, packing, east, west, south, north)
            }
        }
    }

    /// What the player whose dominoes go `own` (a step east or south) and the opponent's `across` can count on, for bounds of the value.
    ///
    /// The ideas are those of Breuker, Uiterwijk, van den Herik, *Solving 8x8 Domineering* (2000), and Bullock, *Domineering: Solving
    /// Large Combinatorial Search Spaces* (2002): if the player makes *n* moves more than the opponent can make, the value is at
    /// least *n*. The player's moves are counted in disjoint regions. A cell is *guarded* if it has no free neighbour across, so that
    /// no domino of the opponent covers it.
    ///
    /// - *Safe* moves: dominoes on two guarded cells.
    /// - *Blocks*: two by two cells, of which one row has a wall across. A domino in the other row makes this row a safe move. A domino
    ///   of the opponent spoils one block, or leaves its row at the wall as a pair apart, which is worth half a move. No domino
    ///   of the opponent meets two blocks. So of two blocks the player takes one, which is two moves.
    /// - *Pairs*: two cells, not both guarded. A pair is *touching* if a cell across from it is in another region. A move of the opponent
    ///   spoils at most two touching pairs, or one pair apart. So the player takes one of three, and one of two.
    /// - *Options*: a cell next to a safe move, not across from a region or from another option. The move can be made with this
    ///   cell instead of a guarded one, so the opponent loses the cell, and its neighbours across if they have no others. A move of
    ///   the opponent spoils one option, so the player takes one of two, the best first.
    ///
    /// The opponent's moves are at most half of the free cells that are neither covered by the player's moves nor unusable: guarded
    /// cells outside of regions, guarded cells of pairs that the player does not take, and what options take. They are also at
    /// most `packing`, the number of disjoint dominoes of the opponent, less one for each of two blocks, since a block that is taken ends two runs.
    pub(crate) fn count_resources(
        free: W,
        packing: u32,
        own: impl Fn(W) -> W,
        own_back: impl Fn(W) -> W,
        across: impl Fn(W) -> W,
        across_back: impl Fn(W) -> W,
    ) -> Resources {
        let none = W::default();
        let beside = |set| across(set) | across_back(set);
        let guarded = free & !beside(free);
        // Blocks.
        let places = free & own_back(free);
        let [above_wall, below_wall] = [free & !across_back(free), free & !across(free)];
        let mut block_places = places & across_back(above_wall & own_back(above_wall))
            | below_wall & own_back(below_wall) & across_back(places);
        let (mut blocks, mut in_blocks) = (0, none);
        while block_places != none {
            let place = block_places.lowest();
            let row = place | own(place);
            let block = row | across(row);
            let near = block | beside(block);
            let near = near | own_back(near);
            block_places = block_places & !near & !across_back(near);
            in_blocks = in_blocks | block;
            blocks += 1;
        }
        // The first and the last cells of guarded segments of odd length.
        let starts = guarded & !own(guarded);
        let mut odd = starts;
        loop {
            let longer = odd | own(own(odd) & guarded) & guarded;
            if longer == odd {
                break;
            }
            odd = longer;
        }
        let odd_ends = odd & !own_back(guarded);
        let mut odd = odd_ends;
        loop {
            let longer = odd | own_back(own_back(odd) & guarded) & guarded;
            if longer == odd {
                break;
            }
            odd = longer;
        }
        let odd_starts = odd & starts;
        // Pairs, by their last cells.
        let rest = free & !in_blocks;
        let mut front = rest & !own(rest);
        let (mut single, mut spare, mut used) = (none, none, none);
        let (mut pairs, mut guarded_pairs, mut spares) = (none, none, none);
        while front != none {
            let [after_single, after_spare] = [own(single) & front, own(spare) & front];
            let pair = (after_single | after_spare) & !guarded;
            let guarded_pair = after_single & odd_starts;
            pairs = pairs | pair | guarded_pair;
            guarded_pairs = guarded_pairs | after_spare & pair | guarded_pair;
            single = front & !guarded & !pair;
            used = own(used) & front & guarded | guarded_pair;
            spare = front & odd_ends & !used;
            spares = spares | spare;
            front = own(front) & rest;
        }
        let in_pairs = pairs | own_back(pairs);
        let near = beside(in_blocks | in_pairs);
        let touching = in_pairs & near;
        let touching = pairs & (touching | own(touching));
        let wasted = spares & !own_back(rest);
        // Options.
        let core = guarded & !in_pairs & !wasted;
        let open = rest & !guarded & !in_pairs & !near;
        let starts = core & !own(core);
        let ends = core & !own_back(core);
        let left = own_back(starts) & open;
        let mut candidates = left | own(ends & !(own(starts) & own(own(left)))) & open;
        let mut chosen = none;
        while candidates != none {
            let first = candidates & !across(candidates);
            chosen = chosen | first;
            candidates = candidates & !first & !across(first);
        }
        let [before, after] = [chosen & across(below_wall), chosen & across_back(above_wall)];
        let count = |set: W| set.count() as i16;
        Resources {
            safe: count(core) / 2,
            blocks,
            touching: count(touching),
            touching_guarded: count(touching & guarded_pairs),
            apart: count(pairs & !touching),
            apart_guarded: count(guarded_pairs & !touching),
            options: [
                count(chosen & !before & !after),
                count(before ^ after),
                count(before & after),
            ],
            unusable: count(wasted),
            free: count(free),
            packing: packing as i16,
        }
    }
}

impl<W: Word> Domineering<W> {
    /// [`Search::bounds`](crate::rules::Search::bounds).
    pub(super) fn bounds(&self, player: Player) -> [i16; 2] {
        let resources = self.resources(player);
        [resources.advantage(), resources.advantage_first() - 1]
    }

    /// Differences of the numbers of places, of cells that the players can use, and of dominoes in packings of all cells and of safe
    /// places. The weights, and 22 for a move of the rest, take the fewest nodes for 8x6 among some fifteen choices.
    pub(super) fn mean(&self) -> i16 {
        let (steps, free) = (Steps::of(self.shape()), self.free().bits());
        let (north, south) = (|set| steps.north(set), |set| steps.south(set));
        let (west, east) = (|set| steps.west(set), |set| steps.east(set));
        let count = |own: &dyn Fn(W) -> W, beside: W, own_beside: W| {
            let [places, packed, safe, usable] = [
                free & own(free),
                packing(free, own),
                packing(free & !beside, own),
                free & own_beside,
            ]
            .map(|set| set.count() as i16);
            2 * places + 4 * (packed + safe + usable)
        };
        let [across, vertical] = [east(free) | west(free), south(free) | north(free)];
        count(&south, across, vertical) - count(&east, vertical, across)
    }

    /// `None` for what the solver searches better: several components, and strips (2x50 takes it 2.8 s, and 2x40 0.02 s instead of
    /// 0.16 s).
    pub(super) fn endgame(&self, player: Player) -> Option<Endgame> {
        let shape = self.shape();
        let is_strip = shape.width().min(shape.height()) < 4;
        if is_strip || self.components().nth(1).is_some() {
            return None;
        }
        let turned = self.board.image(Symmetry::Transpose);
        let board = if player == Player::Right { self.board } else { turned };
        Some(if shape.cells() <= u64::BITS {
            Endgame::Domineering(board.convert().ok()?)
        } else {
            Endgame::LargeDomineering(board.convert().ok()?)
        })
    }

    /// Whether half a turn maps the free cells to themselves, and no domino to one that it shares a cell with. These would be
    /// dominoes on the cell or on both cells at the centre; a board of even width and height does not have such cells.
    pub(super) fn is_paired(&self) -> bool {
        let shape = self.shape();
        let centre = Cell { row: (shape.height() - 1) / 2, col: (shape.width() - 1) / 2 };
        let has_centre = shape.width() % 2 == 1 || shape.height() % 2 == 1;
        let is_clear = !has_centre || !self.free().contains(centre);
        is_clear && self.board.image(Symmetry::HalfTurn) == self.board
    }

    /// The least image of the free cells without the twins of leaves. A leaf is a free cell with one free neighbour, and
    /// its twin another with the same neighbour. A domino on either covers the neighbour and leaves the other a single
    /// cell, so that both dominoes lead to the same position, and any other domino that covers the neighbour leaves both single.
    pub(super) fn impartial_form(&self) -> Self {
        let (steps, free, shape) = (Steps::of(self.shape()), self.free().bits(), self.shape());
        let [west, east] = [free & steps.east(free), free & steps.west(free)];
        let [north, south] = [free & steps.south(free), free & steps.north(free)];
        let several = west & east | north & south | (west | east) & (north | south);
        let leaves = (west | east | north | south) & !several;
        let mut kept = free;
        if leaves != W::default() {
            // The cells with a leaf in that direction.
            let [at_west, at_east] = [steps.east(leaves), steps.west(leaves)];
            let [at_north, at_south] = [steps.south(leaves), steps.north(leaves)];
            let first = at_west | at_east;
            kept = kept & !steps.east(at_west & at_east & several);
            kept = kept & !steps.north(at_north & first & several);
            kept = kept & !steps.south(at_south & (at_north | first) & several);
        }
        Board::from_sets([kept], shape).least_of_cells().into()
    }
}
