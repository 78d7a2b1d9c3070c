//! The layered drawing of a directed acyclic graph, after Sugiyama, Tagawa and Toda.
//!
//! 1. Each game is one layer below the lowest of the games that have it as an option.
//! 2. An edge that crosses layers has an item in each of them. All edges of a player to the same game share these items
//!    (a *stem*), so that even a game with tens of thousands of options among its followers has few lines.
//! 3. Layers are ordered by barycentres in sweeps down and up, and by exchanges of neighbours, to reduce crossings.
//! 4. Horizontal positions are computed by sweeps in which each layer is spread around the ends of its lines.
//!
//! Source: K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system structures",
//! IEEE Transactions on Systems, Man, and Cybernetics 11 (1981). Crossings are counted with a Fenwick tree: W. Barth,
//! M. Jünger, P. Mutzel, "Simple and efficient bilayer cross counting", Graph Drawing (2002).

use dicot::{Calculation, ValueError};

use crate::spread::spread;
use crate::tree::{Game, hold};

// The distances and the numbers of sweeps were chosen by viewing drawings of textbook games. They affect only the
// appearance and the time.

/// The height of the box of a game.
pub(crate) const BOX_HEIGHT: f64 = 22.0;
/// The minimum distance between two boxes of a layer.
const BOX_GAP: f64 = 16.0;
/// The minimum distance between a line that crosses the layer and its neighbours.
const LINE_GAP: f64 = 10.0;
/// The horizontal offset of an option from its game if nothing else determines it.
const LEAN: f64 = 26.0;

/// An item of a layer: a game, or a line that crosses the layer.
pub(crate) struct Item {
    /// The index of the game; `None` for a line.
    node: Option<usize>,
    pub(crate) layer: usize,
    pub(crate) width: f64,
    /// The index in the layer, from the left.
    rank: usize,
    /// The horizontal position of the middle of the item.
    pub(crate) x: f64,
    /// The neighbours in the layers above and below, with the side on which the line leaves the upper item: -1, 0
    /// or 1.
    above: Vec<(usize, i8)>,
    pub(crate) below: Vec<(usize, i8)>,
}

/// The common line to a game from all games, more than one layer above it, that have it as an option of one player.
pub(crate) struct Stem {
    pub(crate) player: usize,
    pub(crate) target: usize,
    /// The items through which the line passes, from top to bottom.
    pub(crate) items: Vec<usize>,
}

/// A layered drawing.
pub(crate) struct Layers {
    /// The items; the games come first, in the order of their list.
    pub(crate) items: Vec<Item>,
    pub(crate) stems: Vec<Stem>,
    /// The first segments of all lines: the game, the player, and the item at the end of the segment.
    pub(crate) starts: Vec<(usize, usize, usize)>,
    /// The items of each layer, from the left.
    pub(crate) rows: Vec<Vec<usize>>,
}

impl Layers {
    /// Lays out games, each of which comes before its options.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(crate) fn new(
        games: &[Game],
        widths: Vec<f64>,
        calculation: &mut Calculation<'_>,
    ) -> Result<Layers, ValueError> {
        let mut layer = vec![0; games.len()];
        for (i, game) in games.iter().enumerate() {
            for &option in game.options.iter().flatten() {
                layer[option] = layer[option].max(layer[i] + 1);
            }
        }
        let depth = layer.iter().max().map_or(0, |last| last + 1);
        let item = |node, layer, width| Item {
            node,
            layer,
            width,
            rank: 0,
            x: 0.0,
            above: Vec::new(),
            below: Vec::new(),
        };
        let items = widths.into_iter().enumerate();
        let items = items.map(|(i, width)| item(Some(i), layer[i], width)).collect();
        let mut layout =
            Layers { items, stems: Vec::new(), starts: Vec::new(), rows: vec![Vec::new(); depth] };

        // For each game and player, the highest layer that contains a game with it as an option of that player.
        let mut highest = vec![[usize::MAX; 2]; games.len()];
        for (i, game) in games.iter().enumerate() {
            for (player, options) in game.options.iter().enumerate() {
                for &option in options {
                    let highest = &mut highest[option][player];
                    *highest = layer[i].min(*highest);
                }
            }
        }
        let mut stem_of = vec![[usize::MAX; 2]; games.len()];
        for target in 0..games.len() {
            for player in 0..2 {
                let first = highest[target][player].saturating_add(1);
                if first >= layer[target] {
                    continue;
                }
                hold(calculation, 2 * (layer[target] - first))?;
                let from = layout.items.len();
                layout.items.extend((first..layer[target]).map(|layer| item(None, layer, 0.0)));
                let items: Vec<usize> = (from..layout.items.len()).collect();
                for pair in items.windows(2) {
                    layout.join(pair[0], 0, pair[1]);
                }
                layout.join(layout.items.len() - 1, 0, target);
                stem_of[target][player] = layout.stems.len();
                layout.stems.push(Stem { player, target, items });
            }
        }
        for (i, game) in games.iter().enumerate() {
            for (player, options) in game.options.iter().enumerate() {
                hold(calculation, options.len())?;
                for &option in options {
                    let to = if layer[option] == layer[i] + 1 {
                        option
                    } else {
                        let stem = &layout.stems[stem_of[option][player]];
                        let top = layout.items[stem.items[0]].layer;
                        stem.items[layer[i] + 1 - top]
                    };
                    layout.starts.push((i, player, to));
                    layout.join(i, [-1, 1][player], to);
                }
            }
        }
        layout.order(calculation)?;
        layout.spread(calculation)?;
        Ok(layout)
    }

    fn join(&mut self, from: usize, side: i8, to: usize) {
        self.items[from].below.push((to, side));
        self.items[to].above.push((from, side));
    }

    /// The games in reading order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = usize> {
        self.rows.iter().flatten().filter_map(|&item| self.items[item].node)
    }

    /// Orders the items of each layer so that few lines cross.
    fn order(&mut self, calculation: &mut Calculation<'_>) -> Result<(), ValueError> {
        const SWEEPS: usize = 24;
        // The first order is that of a depth-first search that follows Left's options first.
        let mut seen = vec![false; self.items.len()];
        let mut stack = vec![0];
        while let Some(item) = stack.pop() {
            if std::mem::replace(&mut seen[item], true) {
                continue;
            }
            self.rows[self.items[item].layer].push(item);
            let mut below = self.items[item].below.clone();
            below.sort_by_key(|&(_, side)| side);
            stack.extend(below.into_iter().rev().map(|(to, _)| to));
        }
        self.set_ranks();
        let mut best = self.rows.clone();
        let mut fewest = self.crossings(calculation)?;
        for sweep in 0..SWEEPS {
            if fewest == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            for i in 0..self.rows.len() {
                let layer = if down { i } else { self.rows.len() - 1 - i };
                self.order_layer(layer, down, calculation)?;
            }
            self.exchange(calculation)?;
            let crossings = self.crossings(calculation)?;
            if crossings < fewest {
                fewest = crossings;
                best.clone_from(&self.rows);
            }
        }
        self.rows = best;
        self.set_ranks();
        Ok(())
    }

    /// Sets the ranks of all items from the order of the layers.
    fn set_ranks(&mut self) {
        for layer in &self.rows {
            for (rank, &item) in layer.iter().enumerate() {
                self.items[item].rank = rank;
            }
        }
    }

    /// Orders a layer by the barycentre of each item's neighbours above, or below.
    fn order_layer(
        &mut self,
        layer: usize,
        down: bool,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        let mut keys = Vec::with_capacity(self.rows[layer].len());
        for &i in &self.rows[layer] {
            let item = &self.items[i];
            let (ends, sign) = if down { (&item.above, 0.25) } else { (&item.below, -0.25) };
            calculation.count_steps(ends.len())?;
            let place =
                |&(end, side): &(usize, i8)| self.items[end].rank as f64 + sign * f64::from(side);
            let middle = if ends.is_empty() {
                item.rank as f64
            } else {
                ends.iter().map(place).sum::<f64>() / ends.len() as f64
            };
            keys.push((middle, i));
        }
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (rank, &(_, item)) in keys.iter().enumerate() {
            self.rows[layer][rank] = item;
            self.items[item].rank = rank;
        }
        Ok(())
    }

    /// Exchanges neighbours in a layer while that reduces the number of crossings.
    fn exchange(&mut self, calculation: &mut Calculation<'_>) -> Result<(), ValueError> {
        const ROUNDS: usize = 8;
        for _ in 0..ROUNDS {
            let mut better = false;
            for layer in 0..self.rows.len() {
                for right in 1..self.rows[layer].len() {
                    let (a, b) = (self.rows[layer][right - 1], self.rows[layer][right]);
                    let [now, then] = [
                        self.crossings_of(a, b, calculation)?,
                        self.crossings_of(b, a, calculation)?,
                    ];
                    if then < now {
                        self.rows[layer].swap(right - 1, right);
                        (self.items[a].rank, self.items[b].rank) = (right, right - 1);
                        better = true;
                    }
                }
            }
            if !better {
                break;
            }
        }
        Ok(())
    }

    /// The number of crossings between the lines of two items if `a` is to the left of `b`.
    fn crossings_of(
        &self,
        a: usize,
        b: usize,
        calculation: &mut Calculation<'_>,
    ) -> Result<usize, ValueError> {
        let (a, b) = (&self.items[a], &self.items[b]);
        calculation.count_steps(a.above.len() * b.above.len() + a.below.len() * b.below.len())?;
        let start = |&(end, side): &(usize, i8)| (self.items[end].rank, side);
        let end = |&(end, _): &(usize, i8)| self.items[end].rank;
        let above = a.above.iter().map(|l| b.above.iter().filter(|r| start(l) > start(r)).count());
        let below = a.below.iter().map(|l| b.below.iter().filter(|r| end(l) > end(r)).count());
        Ok(above.chain(below).sum())
    }

    /// The number of pairs of lines that cross.
    fn crossings(&self, calculation: &mut Calculation<'_>) -> Result<u64, ValueError> {
        let mut crossings = 0;
        for (layer, next) in self.rows.iter().zip(self.rows.iter().skip(1)) {
            // A Fenwick tree that counts the previous lines by the rank of their end.
            let mut counts = vec![0_u64; next.len() + 1];
            let mut seen = 0;
            for &from in layer {
                for side in -1..=1 {
                    let ends = self.items[from].below.iter().filter(|end| end.1 == side);
                    let ends: Vec<usize> = ends.map(|end| self.items[end.0].rank + 1).collect();
                    calculation.count_steps(ends.len())?;
                    for &end in &ends {
                        let mut upto = end;
                        crossings += seen;
                        while upto > 0 {
                            crossings -= counts[upto];
                            upto &= upto - 1;
                        }
                    }
                    for end in ends {
                        seen += 1;
                        let mut at = end;
                        while at < counts.len() {
                            counts[at] += 1;
                            at += at & at.wrapping_neg();
                        }
                    }
                }
            }
        }
        Ok(crossings)
    }

    /// Computes the horizontal positions.
    fn spread(&mut self, calculation: &mut Calculation<'_>) -> Result<(), ValueError> {
        const SWEEPS: usize = 30;
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 0;
            // The last eight sweeps take both neighbouring layers into account.
            let both = sweep + 8 >= SWEEPS;
            for i in 0..self.rows.len() {
                let layer = if down { i } else { self.rows.len() - 1 - i };
                let mut things = Vec::with_capacity(self.rows[layer].len());
                let mut before: Option<&Item> = None;
                for &i in &self.rows[layer] {
                    let item = &self.items[i];
                    let gap = before.map_or(0.0, |before| gap(before, item));
                    before = Some(item);
                    calculation.count_steps(item.above.len() + item.below.len())?;
                    let (place, weight) = self.wanted(item, down || both, !down || both);
                    things.push((place, gap, weight));
                }
                for (&item, x) in self.rows[layer].iter().zip(spread(&things)) {
                    self.items[item].x = x;
                }
            }
        }
        Ok(())
    }

    /// The preferred position of an item, and its weight.
    fn wanted(&self, item: &Item, above: bool, below: bool) -> (f64, f64) {
        let (mut sum, mut weight) = (0.0, 0.0);
        let mut add = |end: usize, lean: f64| {
            let end = &self.items[end];
            // Lines that cross several layers should be straight.
            let share = if item.node.is_none() && end.node.is_none() { 8.0 } else { 1.0 };
            sum += (end.x + lean) * share;
            weight += share;
        };
        if above {
            item.above.iter().for_each(|&(end, side)| add(end, f64::from(side) * LEAN));
        }
        if below {
            item.below.iter().for_each(|&(end, side)| add(end, -f64::from(side) * LEAN));
        }
        if weight > 0.0 { (sum / weight, weight) } else { (item.x, 0.1) }
    }
}

/// The minimum distance between the middles of neighbours.
fn gap(a: &Item, b: &Item) -> f64 {
    let between = if a.node.is_some() && b.node.is_some() { BOX_GAP } else { LINE_GAP };
    (a.width + b.width) / 2.0 + between
}
