//! Games as trees in which a game that is reached in several ways is drawn once.
//!
//! The drawing is layered: a game stands one layer below the lowest of those that have it as an option.
//! Moves that pass a layer on their way to the same game share one line there, so that even a game with
//! tens of thousands of options among its followers has few lines. Layers are ordered by barycentres
//! and by exchanges of neighbours, then places are found in which lines are straight where they can be.

use std::fmt;

use hashbrown::{HashMap, HashSet};

use super::Options;
use super::canvas::{BLACK, Canvas, GREY, LEFT, LINE, MARGIN, PALE, RIGHT, SIZE, WHITE, rectangle};
use super::picture::{Align, Colour, Label, Picture, Point, Stroke, columns, text_width};
use super::spread::spread;
use crate::form::{Bounds, Calculation, Id, Work};
use crate::hash::BuildMix;
use crate::{CanonicalForm, Player, ValueError};

/// How a tree is drawn.
///
/// # Examples
/// ```
/// use dicot::svg::TreeOptions;
/// let options = TreeOptions { expand: true, ..TreeOptions::default() };
/// assert_eq!(options.nodes, 200);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// Title and width.
    pub picture: Options,
    /// The most games that are drawn.
    pub nodes: usize,
    /// Whether the options of numbers, nimbers, ups and their sums are drawn as well; as 5 = `{4|}`.
    pub expand: bool,
}

/// At most 200 games, and sums of numbers, nimbers and ups are leaves.
impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions { picture: Options::default(), nodes: 200, expand: false }
    }
}

/// Why a tree is not drawn.
///
/// # Examples
/// ```
/// use dicot::svg::{self, TreeError, TreeOptions};
/// use dicot::{Bounds, CanonicalForm};
/// let g: CanonicalForm = "1000000000".parse()?;
/// let options = TreeOptions { expand: true, ..TreeOptions::default() };
/// let error = svg::tree(&g, &options, &Bounds::default()).unwrap_err();
/// assert_eq!(error, TreeError::TooManyNodes { nodes: 1_000_000_001, most: 200 });
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// The tree has more games than are to be drawn.
    TooManyNodes {
        /// How many it has; `u64::MAX` stands for that many or more.
        nodes: u64,
        /// How many may be drawn.
        most: usize,
    },
    /// A bound was passed, or a text or an option cannot be made.
    Value(ValueError),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::TooManyNodes { nodes, most } => {
                write!(f, "the tree has {nodes} different games, and at most {most} are drawn")
            }
            TreeError::Value(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TreeError {}

impl From<ValueError> for TreeError {
    fn from(error: ValueError) -> TreeError {
        TreeError::Value(error)
    }
}

/// Draws a game with its followers, each once: itself on top, lines to Left's options (blue) from a
/// game's lower left, and to Right's options (orange and dashed) from its lower right.
///
/// A game is labelled by its value if that is short, or else by a letter, for which there is a legend.
/// Sums of numbers, nimbers and ups are leaves, unless they are to be expanded.
///
/// Shapes have the classes `node` and `leaf` (boxes), `left-edge` and `right-edge`, `name` (of a node),
/// `legend`, `key` and `title`. Moves to the same game may share a part of their lines.
///
/// # Examples
/// ```
/// use dicot::svg::{self, TreeOptions};
/// use dicot::{Bounds, CanonicalForm};
/// let g: CanonicalForm = "{^^*|*,v}".parse()?;
/// let picture = svg::tree(&g, &TreeOptions::default(), &Bounds::default())?;
/// let names: Vec<&str> = picture.labels().map(|label| label.text.as_str()).collect();
/// assert_eq!(names[..4], ["{^^*|*,v}", "^^*", "*", "v"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are too many games, or a bound is passed.
///
/// # Complexity
/// For *n* games with *m* options in all and the longest line of play *d*: O((*m* + *nd*) log *n*).
pub fn tree(
    g: &CanonicalForm,
    options: &TreeOptions,
    bounds: &Bounds,
) -> Result<Picture, TreeError> {
    let mut calculation = g.store().within(bounds);
    let nodes =
        if options.expand { calculation.follower_count(g)? } else { calculation.fact(g, count)? };
    if usize::try_from(nodes).map_or(true, |nodes| nodes > options.nodes) {
        return Err(TreeError::TooManyNodes { nodes, most: options.nodes });
    }
    let games = calculation.fact(g, |work, g| followers(work, g, options.expand))?;
    let texts = texts(&games, &mut calculation)?;
    let widths = texts.iter().map(|text| box_width(text.as_deref())).collect();
    let layout = calculation.fact(g, |work, _| Layout::new(&games, widths, work))?;
    let names = names(&layout, texts);
    let legend = legend(&games, &names, &mut calculation)?;
    let names = names.into_iter().map(|name| name.text).collect();
    Ok(draw(&games, &layout, names, &legend, options))
}

/// A game of the drawing.
struct Game {
    id: Id,
    /// The places of its options in the list of games, Left's and Right's.
    options: [Vec<usize>; 2],
}

impl Game {
    fn is_leaf(&self) -> bool {
        self.options.iter().all(Vec::is_empty)
    }
}

/// The games that are drawn, each before its options.
fn followers(work: &mut Work<'_>, root: Id, expand: bool) -> Result<Vec<Game>, ValueError> {
    let mut found: HashMap<Id, [Vec<Id>; 2], BuildMix> = HashMap::default();
    let mut order = Vec::new();
    let mut stack = vec![(root, false)];
    while let Some((id, done)) = stack.pop() {
        if done {
            order.push(id);
            continue;
        }
        if found.contains_key(&id) {
            continue;
        }
        let mut lists = [Vec::new(), Vec::new()];
        if expand || !id.is_closed() {
            for (list, player) in lists.iter_mut().zip(Player::BOTH) {
                *list = work.options(id, player)?.collect();
                work.sort_for_printing(list)?;
                hold(work, list.len())?;
            }
        }
        stack.push((id, true));
        stack.extend(lists.iter().flatten().map(|&option| (option, false)));
        found.insert(id, lists);
    }
    order.reverse();
    let places: HashMap<Id, usize, BuildMix> =
        order.iter().enumerate().map(|(place, &id)| (id, place)).collect();
    let game = |id| {
        let place = |option: &Id| places[option];
        Game { id, options: found[&id].each_ref().map(|list| list.iter().map(place).collect()) }
    };
    Ok(order.into_iter().map(game).collect())
}

/// How many games there are to draw if closed forms are leaves.
fn count(work: &mut Work<'_>, root: Id) -> Result<u64, ValueError> {
    let mut met: HashSet<Id, BuildMix> = HashSet::default();
    met.insert(root);
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        if id.is_closed() {
            continue;
        }
        for player in Player::BOTH {
            for option in work.options(id, player)? {
                if met.insert(option) {
                    hold(work, 1)?;
                    stack.push(option);
                }
            }
        }
    }
    Ok(met.len() as u64)
}

/// Counts the steps for some things that are kept, and the memory that they take.
fn hold(work: &mut Work<'_>, things: usize) -> Result<(), ValueError> {
    /// A fair estimate, of an item or segment with its share of the lists.
    const BYTES: usize = 128;
    work.other_bytes += things * BYTES;
    work.steps(things)
}

/// The longest value that is written into its box.
const LONGEST_NAME: usize = 16;
/// The longest value that is written whole into the legend.
const LONGEST_VALUE: usize = 60;

/// The values that are short enough for a box.
fn texts(
    games: &[Game],
    calculation: &mut Calculation<'_>,
) -> Result<Vec<Option<String>>, ValueError> {
    let text = |game: &Game| {
        let form = calculation.handle(game.id);
        Ok(calculation.text_of_at_most(&form, LONGEST_NAME as u64)?.0)
    };
    games.iter().map(text).collect()
}

struct Name {
    text: String,
    /// Whether it stands for a value that is too long.
    short: bool,
}

/// What is written into the boxes: a value, or else the next letter in the order of reading.
fn names(layout: &Layout, texts: Vec<Option<String>>) -> Vec<Name> {
    let mut names: Vec<Name> = texts
        .into_iter()
        .map(|text| Name { short: text.is_none(), text: text.unwrap_or_default() })
        .collect();
    let nodes = layout.layers.iter().flatten().filter_map(|&item| layout.items[item].node);
    let unnamed: Vec<usize> = nodes.filter(|&node| names[node].short).collect();
    for (n, node) in unnamed.into_iter().enumerate() {
        names[node].text = letter(n);
    }
    names
}

/// `a` to `z`, then `a1` and so on; never `v`, which is a game.
fn letter(n: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(LETTERS[n % LETTERS.len()]);
    match n / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// What the letters stand for, in their order.
fn legend(
    games: &[Game],
    names: &[Name],
    calculation: &mut Calculation<'_>,
) -> Result<Vec<String>, ValueError> {
    let mut entries = Vec::new();
    for (game, name) in games.iter().zip(names).filter(|(_, name)| name.short) {
        let form = calculation.handle(game.id);
        let (start, length) = calculation.text_start(&form, LONGEST_VALUE)?;
        let value = if length <= LONGEST_VALUE as u64 {
            start
        } else if length == u64::MAX {
            format!("{start}… (over 10^19 characters)")
        } else {
            format!("{start}… ({length} characters)")
        };
        entries.push((name.text.len(), &name.text, value));
    }
    // `z` comes before `a1`.
    let round = |name: &str| name[1..].parse().unwrap_or(0_usize);
    entries.sort_by(|(_, a, _), (_, b, _)| (round(a), *a).cmp(&(round(b), *b)));
    let longest = entries.iter().map(|entry| entry.0).max().unwrap_or(0);
    let line = |(_, name, value): (_, &String, String)| format!("{name:longest$} = {value}");
    Ok(entries.into_iter().map(line).collect())
}

const BOX_HEIGHT: f64 = 22.0;
/// The least distance of two boxes of a layer, and of a line that passes from anything.
const BOX_GAP: f64 = 16.0;
const LINE_GAP: f64 = 10.0;
/// How far an option would stand to the side of its game if nothing else were there.
const LEAN: f64 = 26.0;

/// The width of the box of a value, or of a letter with a few digits.
fn box_width(text: Option<&str>) -> f64 {
    (text_width(text.unwrap_or("w99"), SIZE) + 12.0).max(28.0)
}

/// What stands in a layer: a game, or a line that passes.
struct Item {
    node: Option<usize>,
    layer: usize,
    width: f64,
    /// Its place in the layer, and the middle of it in the picture.
    place: usize,
    x: f64,
    /// Items of the layer above, and of that below, with the side on which the line between them
    /// leaves the upper one: -1, 0 or 1.
    above: Vec<(usize, i8)>,
    below: Vec<(usize, i8)>,
}

/// The line to a game from all those, not all just above it, that have it as an option of a player.
struct Stem {
    player: usize,
    target: usize,
    /// The items through which it passes, from above.
    items: Vec<usize>,
}

struct Layout {
    /// The items; those of the games come first.
    items: Vec<Item>,
    stems: Vec<Stem>,
    /// Where lines begin at a game: the game, the player, and the item to which they lead.
    starts: Vec<(usize, usize, usize)>,
    /// The items of each layer from the left.
    layers: Vec<Vec<usize>>,
}

impl Layout {
    fn new(games: &[Game], widths: Vec<f64>, work: &mut Work<'_>) -> Result<Layout, ValueError> {
        let mut layer = vec![0; games.len()];
        for (i, game) in games.iter().enumerate() {
            for &option in game.options.iter().flatten() {
                layer[option] = layer[option].max(layer[i] + 1);
            }
        }
        let depth = layer.iter().max().map_or(0, |deepest| deepest + 1);
        let item = |node, layer, width| Item {
            node,
            layer,
            width,
            place: 0,
            x: 0.0,
            above: Vec::new(),
            below: Vec::new(),
        };
        let items = widths.into_iter().enumerate();
        let items = items.map(|(i, width)| item(Some(i), layer[i], width)).collect();
        let mut layout = Layout {
            items,
            stems: Vec::new(),
            starts: Vec::new(),
            layers: vec![Vec::new(); depth],
        };

        // The highest layer from which a player's line leads to each game.
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
                hold(work, 2 * (layer[target] - first))?;
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
                hold(work, options.len())?;
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
        layout.order(work)?;
        layout.place(work)?;
        Ok(layout)
    }

    fn join(&mut self, from: usize, side: i8, to: usize) {
        self.items[from].below.push((to, side));
        self.items[to].above.push((from, side));
    }

    /// Orders the layers such that few lines cross.
    fn order(&mut self, work: &mut Work<'_>) -> Result<(), ValueError> {
        const SWEEPS: usize = 24;
        // First as they are met if Left's options are followed first.
        let mut met = vec![false; self.items.len()];
        let mut stack = vec![0];
        while let Some(item) = stack.pop() {
            if std::mem::replace(&mut met[item], true) {
                continue;
            }
            self.layers[self.items[item].layer].push(item);
            let mut below = self.items[item].below.clone();
            below.sort_by_key(|&(_, side)| side);
            stack.extend(below.into_iter().rev().map(|(to, _)| to));
        }
        self.number();
        let mut best = self.layers.clone();
        let mut fewest = self.crossings(work)?;
        for sweep in 0..SWEEPS {
            if fewest == 0 {
                break;
            }
            let down = sweep % 2 == 0;
            for i in 0..self.layers.len() {
                let layer = if down { i } else { self.layers.len() - 1 - i };
                self.order_layer(layer, down, work)?;
            }
            self.exchange(work)?;
            let crossings = self.crossings(work)?;
            if crossings < fewest {
                fewest = crossings;
                best.clone_from(&self.layers);
            }
        }
        self.layers = best;
        self.number();
        Ok(())
    }

    fn number(&mut self) {
        for layer in &self.layers {
            for (place, &item) in layer.iter().enumerate() {
                self.items[item].place = place;
            }
        }
    }

    /// Orders a layer by the middles of what each item is joined to above, or below.
    fn order_layer(
        &mut self,
        layer: usize,
        down: bool,
        work: &mut Work<'_>,
    ) -> Result<(), ValueError> {
        let mut keys = Vec::with_capacity(self.layers[layer].len());
        for &i in &self.layers[layer] {
            let item = &self.items[i];
            let (ends, sign) = if down { (&item.above, 0.25) } else { (&item.below, -0.25) };
            work.steps(ends.len())?;
            let place =
                |&(end, side): &(usize, i8)| self.items[end].place as f64 + sign * f64::from(side);
            let middle = if ends.is_empty() {
                item.place as f64
            } else {
                ends.iter().map(place).sum::<f64>() / ends.len() as f64
            };
            keys.push((middle, i));
        }
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (place, &(_, item)) in keys.iter().enumerate() {
            self.layers[layer][place] = item;
            self.items[item].place = place;
        }
        Ok(())
    }

    /// Exchanges neighbours while that leaves fewer crossings.
    fn exchange(&mut self, work: &mut Work<'_>) -> Result<(), ValueError> {
        const ROUNDS: usize = 8;
        for _ in 0..ROUNDS {
            let mut better = false;
            for layer in 0..self.layers.len() {
                for right in 1..self.layers[layer].len() {
                    let (a, b) = (self.layers[layer][right - 1], self.layers[layer][right]);
                    let [now, then] =
                        [self.crossings_of(a, b, work)?, self.crossings_of(b, a, work)?];
                    if then < now {
                        self.layers[layer].swap(right - 1, right);
                        (self.items[a].place, self.items[b].place) = (right, right - 1);
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

    /// How many pairs of lines of one and of the other cross if the one is to the left of the other.
    fn crossings_of(&self, a: usize, b: usize, work: &mut Work<'_>) -> Result<usize, ValueError> {
        let (a, b) = (&self.items[a], &self.items[b]);
        work.steps(a.above.len() * b.above.len() + a.below.len() * b.below.len())?;
        let start = |&(end, side): &(usize, i8)| (self.items[end].place, side);
        let end = |&(end, _): &(usize, i8)| self.items[end].place;
        let above = a.above.iter().map(|l| b.above.iter().filter(|r| start(l) > start(r)).count());
        let below = a.below.iter().map(|l| b.below.iter().filter(|r| end(l) > end(r)).count());
        Ok(above.chain(below).sum())
    }

    /// How many pairs of lines cross.
    fn crossings(&self, work: &mut Work<'_>) -> Result<u64, ValueError> {
        let mut crossings = 0;
        for (layer, next) in self.layers.iter().zip(self.layers.iter().skip(1)) {
            // A tree of counts (Fenwick) of the lines seen so far, by where they end.
            let mut counts = vec![0_u64; next.len() + 1];
            let mut seen = 0;
            for &from in layer {
                for side in -1..=1 {
                    let ends = self.items[from].below.iter().filter(|end| end.1 == side);
                    let ends: Vec<usize> = ends.map(|end| self.items[end.0].place + 1).collect();
                    work.steps(ends.len())?;
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

    /// Finds the places across: layers are spread one after another around where their lines lead.
    fn place(&mut self, work: &mut Work<'_>) -> Result<(), ValueError> {
        const SWEEPS: usize = 30;
        for sweep in 0..SWEEPS {
            let down = sweep % 2 == 0;
            // In the last sweeps both sides count.
            let both = sweep + 8 >= SWEEPS;
            for i in 0..self.layers.len() {
                let layer = if down { i } else { self.layers.len() - 1 - i };
                let mut things = Vec::with_capacity(self.layers[layer].len());
                let mut before: Option<&Item> = None;
                for &i in &self.layers[layer] {
                    let item = &self.items[i];
                    let gap = before.map_or(0.0, |before| gap(before, item));
                    before = Some(item);
                    work.steps(item.above.len() + item.below.len())?;
                    let (place, weight) = self.wanted(item, down || both, !down || both);
                    things.push((place, gap, weight));
                }
                for (&item, x) in self.layers[layer].iter().zip(spread(&things)) {
                    self.items[item].x = x;
                }
            }
        }
        Ok(())
    }

    /// Where an item should be, and how much that matters.
    fn wanted(&self, item: &Item, above: bool, below: bool) -> (f64, f64) {
        let (mut sum, mut weight) = (0.0, 0.0);
        let mut add = |end: usize, lean: f64| {
            let end = &self.items[end];
            // A line that passes several layers should be straight.
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

/// The distance of the middles of neighbours.
fn gap(a: &Item, b: &Item) -> f64 {
    let between = if a.node.is_some() && b.node.is_some() { BOX_GAP } else { LINE_GAP };
    (a.width + b.width) / 2.0 + between
}

const NODE: Stroke = Stroke::solid(BLACK, 1.2);
const ROOT: Stroke = Stroke::solid(BLACK, 2.4);
const LEAF: Stroke = Stroke::solid(GREY, 0.8);
const LEAF_GROUND: Colour = Colour(0xf0, 0xf0, 0xf0);
const EDGES: [(&str, &str, Stroke); 2] = [
    ("left-edge", "Left's moves", Stroke::solid(LEFT, 1.4)),
    ("right-edge", "Right's moves", Stroke::dashed(RIGHT, 1.4, [5.0, 3.0])),
];
/// The length of a line in the key, and the room for one with what it says.
const SAMPLE: f64 = 30.0;
const KEY_WIDTH: f64 = 160.0;
const COLUMN_GAP: f64 = 24.0;

/// Where the upper edge of each layer is, and how high all are together.
fn heights(layout: &Layout) -> (Vec<f64>, f64) {
    let mut tops = Vec::with_capacity(layout.layers.len());
    let mut y = 0.0;
    for layer in &layout.layers {
        tops.push(y);
        let widest = layer.iter().flat_map(|&from| {
            let item = &layout.items[from];
            item.below.iter().map(|&(to, _)| (layout.items[to].x - item.x).abs())
        });
        // Long lines are easier to follow if they are steep.
        y += BOX_HEIGHT + widest.fold(0.0, f64::max).mul_add(0.12, 30.0).min(160.0);
    }
    let height = tops.last().map_or(0.0, |top| top + BOX_HEIGHT);
    (tops, height)
}

fn draw(
    games: &[Game],
    layout: &Layout,
    names: Vec<String>,
    legend: &[String],
    options: &TreeOptions,
) -> Picture {
    let ends = |sign: f64| layout.items.iter().map(move |item| sign * item.x + item.width / 2.0);
    let (low, high) = (-ends(-1.0).fold(f64::MIN, f64::max), ends(1.0).fold(f64::MIN, f64::max));
    let column = legend.iter().map(|line| columns(line)).max().unwrap_or(0);
    let column = text_width(&"x".repeat(column), SIZE);
    let inner = (high - low).max(column).max(2.0 * KEY_WIDTH);
    let width = inner + 2.0 * MARGIN;

    let mut canvas = Canvas::default();
    let above = canvas.heading(&options.picture, width) + 6.0;
    let shift = MARGIN + (inner - (high - low)) / 2.0 - low;
    let (tops, height) = heights(layout);
    let top = |i: usize| {
        let item = &layout.items[i];
        Point::new(item.x + shift, above + tops[item.layer])
    };
    let bottom = |i: usize| Point::new(top(i).x, top(i).y + BOX_HEIGHT);
    edges(layout, &mut canvas, &top, &bottom);
    for (i, game) in games.iter().enumerate() {
        let width = layout.items[i].width;
        let corners = rectangle(top(i).x - width / 2.0, top(i).y, width, BOX_HEIGHT);
        let (class, ground, stroke) =
            if game.is_leaf() { ("leaf", LEAF_GROUND, LEAF) } else { ("node", WHITE, NODE) };
        canvas.area(class, vec![corners], ground, Some(if i == 0 { ROOT } else { stroke }));
    }
    for (i, name) in names.into_iter().enumerate() {
        let at = Point::new(top(i).x, top(i).y + BOX_HEIGHT / 2.0);
        canvas.label("name", Label::new(name, at, SIZE, Align::Middle), BLACK);
    }

    let mut y = above + height + 14.0;
    canvas.line(
        "rule",
        vec![Point::new(MARGIN, y), Point::new(width - MARGIN, y)],
        Stroke::solid(PALE, 1.0),
    );
    y += LINE;
    for (i, (_, name, stroke)) in EDGES.into_iter().enumerate() {
        let x = MARGIN + i as f64 * KEY_WIDTH;
        canvas.line("sample", vec![Point::new(x, y), Point::new(x + SAMPLE, y)], stroke);
        let at = Point::new(x + SAMPLE + 6.0, y);
        canvas.label("key", Label::new(name, at, SIZE, Align::Start), BLACK);
    }
    y += LINE * 1.25;
    let per_row = (((inner + COLUMN_GAP) / (column + COLUMN_GAP)) as usize).max(1);
    let rows = legend.len().div_ceil(per_row);
    for (i, line) in legend.iter().enumerate() {
        let x = MARGIN + (i / rows) as f64 * (column + COLUMN_GAP);
        let at = Point::new(x, y + (i % rows) as f64 * LINE);
        canvas.label("legend", Label::new(line, at, SIZE, Align::Start), BLACK);
    }
    y += rows as f64 * LINE - LINE / 2.0 + MARGIN;
    let description = format!(
        "A game as a tree with {} different games, each drawn once. Lines to Left's options leave a \
         game at its lower left, lines to Right's options at its lower right.",
        games.len()
    );
    canvas.finish(&options.picture, "game tree", description, [width, y])
}

fn edges(
    layout: &Layout,
    canvas: &mut Canvas,
    top: &dyn Fn(usize) -> Point,
    bottom: &dyn Fn(usize) -> Point,
) {
    let mut pieces = [Vec::new(), Vec::new()];
    for &(game, player, to) in &layout.starts {
        let item = &layout.items[game];
        let side = [-0.3, 0.3][player];
        let start = bottom(game);
        pieces[player].push(vec![Point::new(start.x + side * item.width, start.y), top(to)]);
    }
    for stem in &layout.stems {
        let mut line: Vec<Point> =
            stem.items.iter().flat_map(|&item| [top(item), bottom(item)]).collect();
        line.push(top(stem.target));
        pieces[stem.player].push(line);
    }
    for (pieces, (class, _, stroke)) in pieces.into_iter().zip(EDGES) {
        canvas.lines(class, pieces, stroke);
    }
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters() {
        assert_eq!([0, 20, 21, 24, 25, 50].map(letter), ["a", "u", "w", "z", "a1", "a2"]);
    }
}
