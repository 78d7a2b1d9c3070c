//! Games as trees, in which every follower is drawn once.

use std::collections::{HashMap, HashSet};

use dicot::{Calculation, CanonicalForm, Limits, Player, ValueError};

use crate::Options;
use crate::canvas::{BLACK, Canvas, GREY, LEFT, LINE, MARGIN, PALE, RIGHT, SIZE, WHITE, rectangle};
use crate::layers::{BOX_HEIGHT, Layers};
use crate::picture::{Align, Colour, Label, Picture, Point, Stroke, columns, text_width};

/// Options of a tree.
///
/// # Examples
/// ```
/// use dicot_svg::TreeOptions;
/// let options = TreeOptions { expand: true, ..TreeOptions::default() };
/// assert_eq!(options.nodes, 200);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeOptions {
    /// Title and width.
    pub picture: Options,
    /// The maximum number of games that are drawn.
    pub nodes: usize,
    /// Whether the options of numbers, nimbers, ups and their sums are drawn too, such as 5 = `{4|}`.
    pub expand: bool,
}

/// The default: at most 200 games; sums of numbers, nimbers and ups are leaves.
impl Default for TreeOptions {
    fn default() -> TreeOptions {
        TreeOptions { picture: Options::default(), nodes: 200, expand: false }
    }
}

/// The reason why a tree is not drawn.
///
/// # Examples
/// ```
/// use dicot::{Limits, CanonicalForm};
/// use dicot_svg::{TreeError, TreeOptions, tree};
/// let g: CanonicalForm = "1000000000".parse()?;
/// let options = TreeOptions { expand: true, ..TreeOptions::default() };
/// let error = tree(&g, &options, &Limits::default()).unwrap_err();
/// assert_eq!(error, TreeError::TooManyNodes { nodes: 1_000_000_001, max: 200 });
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// The tree has more games than [`TreeOptions::nodes`].
    #[error("the tree has {nodes} different games, and at most {max} are drawn")]
    TooManyNodes {
        /// The number of games of the tree; `u64::MAX` means at least that number.
        nodes: u64,
        /// The maximum.
        max: usize,
    },
    /// A limit was reached, or a text or an option cannot be represented.
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// Draws a game and its followers, each once: the game itself on top, lines to Left's options (blue) from a
/// game's lower left corner, and to Right's options (orange and dashed) from its lower right corner.
///
/// A game is labelled by its value if that is short, and otherwise by a letter that the legend explains. Sums of
/// numbers, nimbers and ups are leaves unless [`expand`](TreeOptions::expand) is set.
///
/// Shapes have the classes `node` and `leaf` (boxes), `left-edge` and `right-edge`, `name` (of a node),
/// `legend`, `key` and `title`. Moves to the same game may share a part of their lines.
///
/// # Examples
/// ```
/// use dicot::{Limits, CanonicalForm};
/// use dicot_svg::{TreeOptions, tree};
/// let g: CanonicalForm = "{^^*|*,v}".parse()?;
/// let picture = tree(&g, &TreeOptions::default(), &Limits::default())?;
/// let names: Vec<&str> = picture.labels().map(|label| label.text.as_str()).collect();
/// assert_eq!(names[..4], ["{^^*|*,v}", "^^*", "*", "v"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there are too many games, or a limit is reached.
///
/// # Complexity
/// O((*m* + *nd*) log *n*) for *n* games with *m* options in all and *d* moves in the longest line of play.
pub fn tree(
    g: &CanonicalForm,
    options: &TreeOptions,
    limits: &Limits,
) -> Result<Picture, TreeError> {
    let mut calculation = g.store().calculate(limits);
    let nodes =
        if options.expand { calculation.follower_count(g)? } else { count(g, &mut calculation)? };
    if usize::try_from(nodes).map_or(true, |nodes| nodes > options.nodes) {
        return Err(TreeError::TooManyNodes { nodes, max: options.nodes });
    }
    let games = games(g, options.expand, &mut calculation)?;
    let texts = texts(&games, &mut calculation)?;
    let widths = texts.iter().map(|text| box_width(text.as_deref())).collect();
    let layers = Layers::new(&games, widths, &mut calculation)?;
    let names = names(&layers, texts);
    let legend = legend(&games, &names, &mut calculation)?;
    let names = names.into_iter().map(|name| name.text).collect();
    Ok(draw(&games, &layers, names, &legend, options))
}

/// A game of the drawing.
pub(crate) struct Game {
    value: CanonicalForm,
    /// The indices of Left's and Right's options in the list of games.
    pub(crate) options: [Vec<usize>; 2],
}

impl Game {
    fn is_leaf(&self) -> bool {
        self.options.iter().all(Vec::is_empty)
    }
}

/// Whether a game is a leaf unless leaves are expanded: a sum of a number, ups and a nimber.
fn is_simple(g: &CanonicalForm) -> bool {
    g.to_number_up_star().is_some()
}

/// The games that are drawn, each before its options (a depth-first post-order, reversed).
fn games(
    root: &CanonicalForm,
    expand: bool,
    calculation: &mut Calculation<'_>,
) -> Result<Vec<Game>, ValueError> {
    let mut options_of: HashMap<CanonicalForm, [Vec<CanonicalForm>; 2]> = HashMap::new();
    let mut order = Vec::new();
    let mut stack = vec![(root.clone(), false)];
    while let Some((g, has_options)) = stack.pop() {
        if has_options {
            order.push(g);
            continue;
        }
        if options_of.contains_key(&g) {
            continue;
        }
        let mut lists = [Vec::new(), Vec::new()];
        if expand || !is_simple(&g) {
            for (list, player) in lists.iter_mut().zip(Player::BOTH) {
                *list = calculation.options(&g, player)?;
                hold(calculation, list.len())?;
            }
        }
        stack.push((g.clone(), true));
        stack.extend(lists.iter().flatten().map(|option| (option.clone(), false)));
        options_of.insert(g, lists);
    }
    order.reverse();
    let index: HashMap<&CanonicalForm, usize> =
        order.iter().enumerate().map(|(i, g)| (g, i)).collect();
    let options = |g| options_of[g].each_ref().map(|list| list.iter().map(|o| index[o]).collect());
    Ok(order.iter().map(|g| Game { value: g.clone(), options: options(g) }).collect())
}

/// The number of games that are drawn if simple games are leaves.
fn count(root: &CanonicalForm, calculation: &mut Calculation<'_>) -> Result<u64, ValueError> {
    let mut seen = HashSet::from([root.clone()]);
    let mut stack = vec![root.clone()];
    while let Some(g) = stack.pop() {
        if is_simple(&g) {
            continue;
        }
        for option in Player::BOTH.into_iter().flat_map(|player| g.options_unsorted(player)) {
            if seen.insert(option.clone()) {
                hold(calculation, 1)?;
                stack.push(option);
            }
        }
    }
    Ok(seen.len() as u64)
}

/// Counts the memory and the steps of `items` games or segments of lines.
pub(crate) fn hold(calculation: &mut Calculation<'_>, items: usize) -> Result<(), ValueError> {
    /// An estimate, not measured: an item or a segment with its share of the lists.
    const BYTES: usize = 128;
    calculation.hold(items * BYTES)?;
    calculation.count_steps(items)
}

/// The maximum length of a value in its box, in characters.
const MAX_NAME: usize = 16;
/// The maximum length of a value in the legend; longer ones are truncated.
const MAX_VALUE: usize = 60;

/// The values that are short enough for a box.
fn texts(
    games: &[Game],
    calculation: &mut Calculation<'_>,
) -> Result<Vec<Option<String>>, ValueError> {
    let text = |game: &Game| Ok(calculation.text_of_at_most(&game.value, MAX_NAME as u64)?.0);
    games.iter().map(text).collect()
}

struct Name {
    text: String,
    /// Whether the text is a letter, because the value is too long.
    is_letter: bool,
}

/// The texts of the boxes: values, or letters in reading order.
fn names(layers: &Layers, texts: Vec<Option<String>>) -> Vec<Name> {
    let mut names: Vec<Name> = texts
        .into_iter()
        .map(|text| Name { is_letter: text.is_none(), text: text.unwrap_or_default() })
        .collect();
    let unnamed: Vec<usize> = layers.nodes().filter(|&node| names[node].is_letter).collect();
    for (n, node) in unnamed.into_iter().enumerate() {
        names[node].text = letter(n);
    }
    names
}

/// `a` to `z`, then `a1` and so on, without `v`, which is a game.
fn letter(n: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(LETTERS[n % LETTERS.len()]);
    match n / LETTERS.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The lines that explain the letters, in the order of the letters.
fn legend(
    games: &[Game],
    names: &[Name],
    calculation: &mut Calculation<'_>,
) -> Result<Vec<String>, ValueError> {
    let mut entries = Vec::new();
    for (game, name) in games.iter().zip(names).filter(|(_, name)| name.is_letter) {
        let (start, length) = calculation.text_start(&game.value, MAX_VALUE)?;
        let value = if length <= MAX_VALUE as u64 {
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
    let width = entries.iter().map(|entry| entry.0).max().unwrap_or(0);
    let line = |(_, name, value): (_, &String, String)| format!("{name:width$} = {value}");
    Ok(entries.into_iter().map(line).collect())
}

/// The width of the box of a value, or of a letter with a few digits.
fn box_width(text: Option<&str>) -> f64 {
    (text_width(text.unwrap_or("w99"), SIZE) + 12.0).max(28.0)
}

const NODE: Stroke = Stroke::solid(BLACK, 1.2);
const ROOT: Stroke = Stroke::solid(BLACK, 2.4);
const LEAF: Stroke = Stroke::solid(GREY, 0.8);
const LEAF_GROUND: Colour = Colour(0xf0, 0xf0, 0xf0);
const EDGES: [(&str, &str, Stroke); 2] = [
    ("left-edge", "Left's moves", Stroke::solid(LEFT, 1.4)),
    ("right-edge", "Right's moves", Stroke::dashed(RIGHT, 1.4, [5.0, 3.0])),
];
/// The length of a sample line in the key, and the width of a sample with its text.
const SAMPLE: f64 = 30.0;
const KEY_WIDTH: f64 = 160.0;
const COLUMN_GAP: f64 = 24.0;

/// The upper edge of each layer, and the height of all layers together.
fn heights(layers: &Layers) -> (Vec<f64>, f64) {
    let mut tops = Vec::with_capacity(layers.rows.len());
    let mut y = 0.0;
    for layer in &layers.rows {
        tops.push(y);
        let widest = layer.iter().flat_map(|&from| {
            let item = &layers.items[from];
            item.below.iter().map(|&(to, _)| (layers.items[to].x - item.x).abs())
        });
        // Long lines are easier to follow if they are steep.
        y += BOX_HEIGHT + widest.fold(0.0, f64::max).mul_add(0.12, 30.0).min(160.0);
    }
    let height = tops.last().map_or(0.0, |top| top + BOX_HEIGHT);
    (tops, height)
}

fn draw(
    games: &[Game],
    layers: &Layers,
    names: Vec<String>,
    legend: &[String],
    options: &TreeOptions,
) -> Picture {
    let ends = |sign: f64| layers.items.iter().map(move |item| sign * item.x + item.width / 2.0);
    let (low, high) = (-ends(-1.0).fold(f64::MIN, f64::max), ends(1.0).fold(f64::MIN, f64::max));
    let column = legend.iter().map(|line| columns(line)).max().unwrap_or(0);
    let column = text_width(&"x".repeat(column), SIZE);
    let inner = (high - low).max(column).max(2.0 * KEY_WIDTH);
    let width = inner + 2.0 * MARGIN;

    let mut canvas = Canvas::default();
    let above = canvas.heading(&options.picture, width) + 6.0;
    let shift = MARGIN + (inner - (high - low)) / 2.0 - low;
    let (tops, height) = heights(layers);
    let top = |i: usize| {
        let item = &layers.items[i];
        Point::new(item.x + shift, above + tops[item.layer])
    };
    let bottom = |i: usize| Point::new(top(i).x, top(i).y + BOX_HEIGHT);
    edges(layers, &mut canvas, &top, &bottom);
    for (i, game) in games.iter().enumerate() {
        let width = layers.items[i].width;
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
    layers: &Layers,
    canvas: &mut Canvas,
    top: &dyn Fn(usize) -> Point,
    bottom: &dyn Fn(usize) -> Point,
) {
    let mut pieces = [Vec::new(), Vec::new()];
    for &(game, player, to) in &layers.starts {
        let item = &layers.items[game];
        let side = [-0.3, 0.3][player];
        let start = bottom(game);
        pieces[player].push(vec![Point::new(start.x + side * item.width, start.y), top(to)]);
    }
    for stem in &layers.stems {
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
