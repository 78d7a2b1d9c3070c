//! Pictures of thermographs as in the literature: values increase to the left, temperature upwards.

use std::collections::BTreeSet;

use dicot::{Player, Thermograph};
use dicot_loopy::{Breakpoint, LoopyThermograph, Rational64};
use num_traits::CheckedSub;

use crate::Options;
use crate::canvas::{BLACK, Canvas, GREY, LEFT, LINE, MARGIN, PALE, RIGHT, SIZE, rectangle};
use crate::picture::{Align, Colour, Label, Picture, Point, Stroke, text_width};
use crate::spread::spread_between;

// The sizes and thresholds below were chosen by viewing drawings.

/// The maximum number of labels of an axis. A thermograph with more breakpoints shows all of them, and labels those
/// that are farthest apart.
const MAX_LABELS: usize = 60;
/// The maximum distance of a label from its tick.
const DRIFT: f64 = 32.0;
/// The maximum number of labels with guide lines; more lines would form a grey area.
const MAX_GUIDES: usize = 20;
/// The minimum distance between dots.
const DOTS_APART: f64 = 7.0;

/// The default width and height of the plot.
const PLOT: [f64; 2] = [520.0, 360.0];
/// The number of breakpoints for which that size suffices; with more, the plot is enlarged up to twice the size.
const USUAL_BREAKPOINTS: f64 = 24.0;
/// The minimum width of the plot, in a picture of default width and in a narrower one.
const MIN_WIDTH: f64 = 280.0;
const MIN_NARROW_WIDTH: f64 = 120.0;
/// The height of the plot in a narrow picture, divided by its width.
const NARROW_HEIGHT: f64 = 0.75;
/// The maximum share of the width that the walls take.
const WALLS_SHARE: f64 = 0.86;
/// The height of the mast, divided by the height below it.
const MAST_SHARE: f64 = 0.25;
/// The length of the axes' arrows outside of the plot.
const BEYOND: f64 = 16.0;
/// The length of a tick, and of a tick with the leader line to its label.
const TICK: f64 = 4.0;
const LEADER: f64 = 18.0;
/// The minimum distance between labels along an axis.
const GAP: f64 = 6.0;

/// The width of walls, and how much wider those of each earlier thermograph of a picture are.
const THIN: f64 = 2.5;
const WIDER: f64 = 1.4;

const INSIDE: Colour = Colour(0xf1, 0xf4, 0xf8);
const BELOW_ZERO: Colour = Colour(0xfa, 0xfa, 0xf7);

/// Draws a thermograph.
///
/// Values increase to the left and temperature increases upwards, as in the literature; the part between temperature -1
/// and 0 is shaded. The left wall is blue, the right wall is orange, and the mast has an arrow. Both axes have the same
/// scale, so that walls are vertical or have a slope of 45 degrees, and are labelled with exact numbers: the
/// temperatures and the values of the breakpoints, the stops, and the mean. Labels that would touch are moved apart,
/// with leader lines. If they do not all fit, the stops, the mean and the temperature are labelled, and of the others
/// those that are farthest apart, at most 60 on an axis.
///
/// A picture that is narrower than the default has a smaller plot, so that its labels keep their size down to a width
/// of about 300 pixels.
///
/// Source: Siegel, *Combinatorial Game Theory* (2013), II.5; Berlekamp, Conway, Guy, *Winning Ways*,
/// chapter 6.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot_svg::{Options};
/// let g: CanonicalForm = "{4|{2|-4}}".parse()?;
/// let picture = dicot_svg::thermograph(&g.thermograph(), &Options::default());
/// let values: Vec<&str> =
///     picture.labels().filter(|label| label.at.y > picture.height - 30.0).map(|label| &*label.text).collect();
/// assert_eq!(values, ["5", "4", "2"]);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Complexity
/// O(*n* log *n*) for *n* breakpoints.
pub fn thermograph(thermograph: &Thermograph, options: &Options) -> Picture {
    loopy_thermograph(&thermograph.into(), options)
}

/// Draws the thermograph of a game that need not end, as [`thermograph()`] does. Where both walls are the mast or lean
/// on each other, they are drawn as the mast.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Player, Store};
/// use dicot_svg::Options;
/// // 'a{1|{a|0}}', with Left as the komaster.
/// let mut game = dicot_loopy::LoopyGame::new();
/// let (ko, taken) = (game.add_position(), game.add_position());
/// game.add_option(ko, Player::Left, CanonicalForm::from(1));
/// game.add_option(ko, Player::Right, taken);
/// game.add_option(taken, Player::Left, ko);
/// game.add_option(taken, Player::Right, CanonicalForm::ZERO);
/// let store = Store::new();
/// let thermograph = game.thermograph(taken, Some(Player::Left), &mut store.calculation())?;
/// let picture = dicot_svg::loopy_thermograph(&thermograph, &Options::default());
/// assert!(picture.labels().any(|label| label.text == "1/3"));
/// # Ok::<_, dicot::ValueError>(())
/// ```
pub fn loopy_thermograph(thermograph: &LoopyThermograph, options: &Options) -> Picture {
    let summary = summary(thermograph);
    let key = [("left wall", LEFT), ("right wall", RIGHT), ("mast", BLACK)];
    let has_walls = thermograph.temperature > Rational64::from(-1);
    let key = if has_walls { &key[..] } else { &key[2..] };
    let colours = [Colours { walls: [LEFT, RIGHT], mast: BLACK }];
    let (canvas, size) = drawn(&[thermograph], &colours, &[summary], key, options);
    canvas.finish(options, "Thermograph", description(thermograph), size)
}

/// The most thermographs in a picture: each has a colour of its own.
pub const MAX_THERMOGRAPHS: usize = 6;

/// The colours of the thermographs of a picture: those of Okabe and Ito, of which the last two are darker here, as lines on white.
const COLOURS: [Colour; MAX_THERMOGRAPHS] = [
    LEFT,
    RIGHT,
    Colour(0x00, 0x9e, 0x73),
    Colour(0xcc, 0x79, 0xa7),
    Colour(0x33, 0x88, 0xbb),
    Colour(0xa8, 0x70, 0x00),
];

/// Draws thermographs over each other, each with its name in the key and in a colour of its own. Of more than [`MAX_THERMOGRAPHS`] the
/// first ones are drawn.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm};
/// use dicot_svg::Options;
/// let of = |text: &str| Ok::<_, dicot::ParseFormError>((&text.parse::<CanonicalForm>()?.thermograph()).into());
/// let games = [("A", of("{2|-1}")?), ("B", of("{3||1|-4}")?)];
/// let picture = dicot_svg::thermographs(&games, &Options::default());
/// assert!(picture.labels().any(|label| label.text == "B: mean 1, temperature 2"));
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Complexity
/// O(*n* log *n*) for *n* breakpoints.
pub fn thermographs<N: AsRef<str>>(games: &[(N, LoopyThermograph)], options: &Options) -> Picture {
    let games = &games[..games.len().min(MAX_THERMOGRAPHS)];
    let plotted: Vec<&LoopyThermograph> =
        games.iter().map(|(_, thermograph)| thermograph).collect();
    let colours = COLOURS.map(|colour| Colours { walls: [colour; 2], mast: colour });
    let key: Vec<(&str, Colour)> =
        games.iter().zip(COLOURS).map(|((name, _), colour)| (name.as_ref(), colour)).collect();
    let summaries: Vec<String> = games
        .iter()
        .map(|(name, thermograph)| format!("{}: {}", name.as_ref(), summary(thermograph)))
        .collect();
    let (canvas, size) = drawn(&plotted, &colours, &summaries, &key, options);
    let described = games
        .iter()
        .map(|(name, thermograph)| format!("{}: {}", name.as_ref(), description(thermograph)));
    canvas.finish(options, "Thermographs", described.collect::<Vec<_>>().join(" "), size)
}

/// The colours of the left and the right wall, and of the mast.
struct Colours {
    walls: [Colour; 2],
    mast: Colour,
}

/// A canvas with thermographs, below a line for each of `summaries` and the key, and its width and height.
fn drawn(
    thermographs: &[&LoopyThermograph],
    colours: &[Colours],
    summaries: &[String],
    key: &[(&str, Colour)],
    options: &Options,
) -> (Canvas, [f64; 2]) {
    let mut plot = Plot::new(thermographs, None);
    let [left_room, right_room] = plot.rooms();
    let usual = left_room + plot.size[0] + right_room + 2.0 * MARGIN;
    let narrow = options.width.map(f64::from).filter(|&width| width < usual);
    if let Some(width) = narrow {
        let room = (plot.size[0] - (usual - width)).max(MIN_NARROW_WIDTH);
        plot = Plot::new(thermographs, Some(room));
    }
    let [left_room, right_room] = plot.rooms();
    let mut canvas = Canvas::default();
    let key_gap = if narrow.is_some() { 34.0 } else { 42.0 };
    let key_width: f64 = key.iter().map(|(text, _)| text_width(text, SIZE) + key_gap).sum();
    let widest =
        summaries.iter().map(|summary| text_width(summary, SIZE)).fold(key_width, f64::max);
    let inner = (left_room + plot.size[0] + right_room).max(widest);
    let width = inner + 2.0 * MARGIN;

    let mut y = canvas.heading(options, width);
    for summary in summaries {
        let at = Point::new(MARGIN, y + LINE / 2.0);
        canvas.label("summary", Label::new(&**summary, at, SIZE, Align::Start), GREY);
        y += LINE;
    }
    y += LINE / 2.0;
    let mut x = MARGIN;
    for &(text, colour) in key {
        let line = [Point::new(x, y), Point::new(x + 18.0, y)];
        canvas.line("key", line.to_vec(), Stroke::solid(colour, 2.5));
        let at = Point::new(x + 24.0, y);
        canvas.label("key", Label::new(text, at, SIZE, Align::Start), GREY);
        x += text_width(text, SIZE) + key_gap;
    }
    y += LINE;
    // Space for the name above the arrow of the axis.
    y += LINE + BEYOND;

    let spare = inner - left_room - plot.size[0] - right_room;
    let frame = Frame { left: MARGIN + left_room + spare / 2.0, top: y, plot: &plot };
    frame.draw(&mut canvas, colours);
    let height = frame.bottom() + plot.values.room() + MARGIN;
    (canvas, [width, height])
}

/// The mast and the temperature.
fn summary(thermograph: &LoopyThermograph) -> String {
    format!("{} {}, temperature {}", mast(thermograph), thermograph.mast, thermograph.temperature)
}

/// What the mast is: the mean of a short game or a stopper, whose walls lean to each other.
fn mast(thermograph: &LoopyThermograph) -> &'static str {
    let leans = |player: Player, slopes: [i64; 2]| {
        thermograph.walls[player].iter().all(|point| slopes.contains(&point.slope))
    };
    if leans(Player::Left, [-1, 0]) && leans(Player::Right, [0, 1]) { "mean" } else { "mast" }
}

/// Describes the thermograph for screen readers.
fn description(thermograph: &LoopyThermograph) -> String {
    const MAX: usize = 20;
    let wall = |player| {
        let points = &thermograph.walls[player];
        let text = |point: &Breakpoint| format!("{} at {}", point.value, point.temperature);
        let mut texts: Vec<String> = points.iter().take(MAX).map(text).collect();
        if points.len() > MAX {
            texts.push(format!("and {} more", points.len() - MAX));
        }
        texts.join(", ")
    };
    let mast = mast(thermograph);
    format!(
        "A thermograph with {mast} {} and temperature {}. Values grow to the left, temperature upwards. \
         Breakpoints of the left wall, as value at temperature: {}. Of the right wall: {}.",
        thermograph.mast,
        thermograph.temperature,
        wall(Player::Left),
        wall(Player::Right)
    )
}

/// The difference of two numbers, rounded to a floating-point number.
fn difference(a: Rational64, b: Rational64) -> f64 {
    let near = |x: Rational64| *x.numer() as f64 / *x.denom() as f64;
    a.checked_sub(&b).map_or_else(|| near(a) - near(b), near)
}

/// The labels of an axis, from its start.
#[derive(Clone)]
struct Axis {
    labels: Vec<Mark>,
    /// Whether the texts run across the axis instead of along it.
    across: bool,
}

/// A label of an axis.
#[derive(Clone)]
struct Mark {
    text: String,
    /// The distance of its tick from the start of the axis.
    wanted: f64,
    /// The distance of the label from the start of the axis.
    place: f64,
}

impl Mark {
    fn new(number: Rational64, wanted: f64) -> Mark {
        Mark { text: number.to_string(), wanted, place: wanted }
    }

    fn drift(&self) -> f64 {
        (self.place - self.wanted).abs()
    }
}

impl Axis {
    /// Labels all `needed` numbers, and as many of the others as fit, each as far as possible from those already
    /// labelled.
    fn new(mut needed: Vec<Mark>, mut others: Vec<Mark>, across: bool, length: f64) -> Axis {
        others.retain(|other| needed.iter().all(|mark| mark.text != other.text));
        needed.sort_by(|a, b| a.wanted.total_cmp(&b.wanted));
        let mut axis = Axis { labels: needed, across };
        axis.place(length);
        let drift = axis.drift().max(DRIFT);
        // Each number with its distance from the nearest labelled one.
        let distance = |a: &Mark, b: &Mark| (a.wanted - b.wanted).abs();
        let nearest = |other: &Mark| {
            axis.labels.iter().map(|mark| distance(mark, other)).fold(f64::INFINITY, f64::min)
        };
        let mut others: Vec<(f64, Mark)> = others.into_iter().map(|o| (nearest(&o), o)).collect();
        while axis.labels.len() < MAX_LABELS {
            let farthest = (0..others.len()).max_by(|&i, &j| others[i].0.total_cmp(&others[j].0));
            let Some(farthest) = farthest else { break };
            let mark = others.swap_remove(farthest).1;
            let mut fuller = axis.clone();
            let at = fuller.labels.partition_point(|label| label.wanted < mark.wanted);
            fuller.labels.insert(at, mark.clone());
            fuller.place(length);
            let fits = fuller.labels.last().is_none_or(|last| last.place <= length);
            if fits && fuller.drift() <= drift {
                axis = fuller;
                for (nearest, other) in &mut others {
                    *nearest = nearest.min(distance(&mark, other));
                }
            }
        }
        axis
    }

    /// Whether a label has been moved away from its tick.
    fn moved(&self) -> bool {
        self.drift() > 0.5
    }

    /// The largest distance of a label from its tick.
    fn drift(&self) -> f64 {
        self.labels.iter().map(Mark::drift).fold(0.0, f64::max)
    }

    /// The distance from the axis to its labels.
    fn distance(&self) -> f64 {
        if self.moved() { TICK + LEADER + 3.0 } else { TICK + 4.0 }
    }

    /// The width or height that ticks and labels take beside the axis.
    fn room(&self) -> f64 {
        let lengths = self.labels.iter().map(|mark| text_width(&mark.text, SIZE));
        self.distance() + if self.across { lengths.fold(0.0, f64::max) } else { SIZE * 1.2 }
    }

    /// The length that a label takes along the axis.
    fn extent(&self, mark: &Mark) -> f64 {
        if self.across { LINE - GAP } else { text_width(&mark.text, SIZE) }
    }

    /// Places the labels along an axis of the given length.
    fn place(&mut self, length: f64) {
        let mut before = 0.0;
        let things: Vec<(f64, f64)> = self
            .labels
            .iter()
            .map(|mark| {
                let extent = self.extent(mark);
                let gap = (before + extent) / 2.0 + GAP;
                before = extent;
                (mark.wanted, gap)
            })
            .collect();
        for (mark, place) in self.labels.iter_mut().zip(spread_between(&things, 0.0, length)) {
            mark.place = place;
        }
    }

    /// The length that all labels need along the axis.
    fn length(&self) -> f64 {
        self.labels.iter().map(|mark| self.extent(mark) + GAP).sum()
    }

    /// How far the labels extend past the start and the end of an axis of the given length.
    fn overhang(&self, length: f64) -> [f64; 2] {
        let half = |mark: &Mark| self.extent(mark) / 2.0;
        let begin = self.labels.iter().map(|mark| half(mark) - mark.place);
        let end = self.labels.iter().map(|mark| mark.place + half(mark) - length);
        [begin.fold(0.0, f64::max), end.fold(0.0, f64::max)]
    }
}

/// Thermographs in the units of the picture. Coordinates are relative to the lower right corner of the plot: `right`
/// grows to the left, `up` grows upwards.
struct Plot {
    size: [f64; 2],
    curves: Vec<Curve>,
    /// The height of temperature 0.
    zero: f64,
    values: Axis,
    temperatures: Axis,
}

/// A thermograph of a plot.
struct Curve {
    /// The breakpoints of the left and the right wall, from below.
    breakpoints: [Vec<(f64, f64)>; 2],
    /// The foot of the mast, where the walls meet for good.
    foot: (f64, f64),
    /// Where the walls are the same below the foot.
    leaning: Vec<[(f64, f64); 2]>,
}

impl Plot {
    /// Creates a plot of the default size, or of the given width.
    fn new(thermographs: &[&LoopyThermograph], narrow: Option<f64>) -> Plot {
        let (minus_one, nothing) = (Rational64::from(-1), Rational64::ZERO);
        let centre = thermographs.first().map_or(nothing, |thermograph| thermograph.mast);
        let hottest = thermographs.iter().map(|t| t.temperature).max().unwrap_or(nothing);
        let walls = thermographs.iter().flat_map(|t| Player::BOTH.map(|player| &t.walls[player]));
        let points = || walls.clone().flatten().map(|p| (p.temperature, p.value));
        let temperatures: BTreeSet<Rational64> = points().map(|(t, _)| t).collect();
        let values: BTreeSet<Rational64> = points().map(|(_, v)| v).collect();
        let tops = thermographs.iter().map(|t| t.temperature);
        let needed_temperatures: BTreeSet<Rational64> = tops.chain([minus_one, nothing]).collect();
        let stops = thermographs
            .iter()
            .flat_map(|t| Player::BOTH.into_iter().filter_map(|player| t.at(player, nothing)));
        let masts = thermographs.iter().map(|t| t.mast);
        let needed_values: BTreeSet<Rational64> = stops.chain(masts.clone()).collect();

        // Values relative to the first mean and temperatures relative to -1, as floating-point numbers.
        let across = |v: Rational64| difference(v, centre);
        let above = |t: Rational64| difference(t, minus_one);
        let extents = || points().map(|(_, v)| v).chain(masts.clone()).map(across);
        let (low, high) = (extents().fold(0.0, f64::min), extents().fold(0.0, f64::max));
        let top = above(hottest.max(nothing)) * (1.0 + MAST_SHARE);
        let most = temperatures.len().max(values.len()) as f64;
        let enlarged = PLOT.map(|length| length * (most / USUAL_BREAKPOINTS).clamp(1.0, 2.0));
        let room = narrow.map_or(enlarged, |width| [width, width * NARROW_HEIGHT]);
        let scale = if high > low {
            (room[0] * WALLS_SHARE / (high - low)).min(room[1] / top)
        } else {
            room[1] * 0.75 / top
        };
        // The needed labels fit even if they are vertical.
        let upright = (needed_values.len() + 1) as f64 * LINE;
        let least = narrow.unwrap_or(MIN_WIDTH);
        let width = ((high - low) * scale / WALLS_SHARE).max(least).max(upright);
        let height = (top * scale).max((needed_temperatures.len() + 1) as f64 * LINE);
        let right = |v: Rational64| width / 2.0 + (across(v) - (low + high) / 2.0) * scale;
        let up = |t: Rational64| above(t) * scale;

        let marks = |numbers: &BTreeSet<Rational64>, place: &dyn Fn(Rational64) -> f64| {
            numbers.iter().map(|&x| Mark::new(x, place(x))).collect::<Vec<_>>()
        };
        let values_axis = |across| {
            Axis::new(marks(&needed_values, &right), marks(&values, &right), across, width)
        };
        let level = values_axis(false);
        let all = needed_values.union(&values).count();
        let fits = level.labels.len() == all && level.length() <= width;
        let levels: Vec<Rational64> = temperatures.iter().copied().collect();
        let curve = |thermograph: &&LoopyThermograph| {
            let place = |p: &Breakpoint| (right(p.value), up(p.temperature));
            let below = levels.windows(2).filter(|pair| pair[1] <= thermograph.temperature);
            let leaning = below.filter_map(|pair| {
                let ends = [pair[0], pair[1]].map(|t| {
                    let [left, other] = Player::BOTH.map(|player| thermograph.at(player, t));
                    Some((right(left.filter(|_| left == other)?), up(t)))
                });
                Some([ends[0]?, ends[1]?])
            });
            Curve {
                breakpoints: Player::BOTH
                    .map(|player| thermograph.walls[player].iter().map(place).collect()),
                foot: (right(thermograph.mast), up(thermograph.temperature)),
                leaning: leaning.collect(),
            }
        };
        Plot {
            size: [width, height],
            curves: thermographs.iter().map(curve).collect(),
            zero: up(nothing),
            values: if fits { level } else { values_axis(true) },
            temperatures: Axis::new(
                marks(&needed_temperatures, &up),
                marks(&temperatures, &up),
                true,
                height,
            ),
        }
    }

    /// The space needed to the left and to the right of the plot.
    fn rooms(&self) -> [f64; 2] {
        let overhang = self.values.overhang(self.size[0]);
        let word = text_width("temperature", SIZE) / 2.0;
        let right = self.temperatures.room().max(word).max(overhang[0]);
        [(BEYOND + 6.0 + text_width("value", SIZE)).max(overhang[1]), right]
    }
}

/// A plot with its position in the picture.
struct Frame<'a> {
    left: f64,
    top: f64,
    plot: &'a Plot,
}

impl Frame<'_> {
    fn right(&self) -> f64 {
        self.left + self.plot.size[0]
    }

    fn bottom(&self) -> f64 {
        self.top + self.plot.size[1]
    }

    fn point(&self, (right, up): (f64, f64)) -> Point {
        Point::new(self.right() - right, self.bottom() - up)
    }

    fn draw(&self, canvas: &mut Canvas, colours: &[Colours]) {
        let plot = self.plot;
        let below = rectangle(self.left, self.bottom() - plot.zero, plot.size[0], plot.zero);
        canvas.area("below-zero", vec![below], BELOW_ZERO, None);
        if let [curve] = &plot.curves[..] {
            let [left, right] = self.walls(curve);
            let inside: Vec<Point> = left.iter().chain(right.iter().rev()).copied().collect();
            if inside.len() > 2 {
                canvas.area("inside", vec![inside], INSIDE, None);
            }
        }
        self.guides(canvas);
        let zero = [(0.0, plot.zero), (plot.size[0], plot.zero)].map(|p| self.point(p));
        canvas.line("zero", zero.to_vec(), Stroke::solid(GREY, 0.8));
        self.axes(canvas);
        // Where several are the same, the wider ones are seen below those that are drawn later.
        let wider = |index: usize| THIN + WIDER * (plot.curves.len() - 1 - index) as f64;
        for (index, (curve, colours)) in plot.curves.iter().zip(colours).enumerate() {
            self.curve(canvas, curve, colours, wider(index));
        }
    }

    fn curve(&self, canvas: &mut Canvas, curve: &Curve, colours: &Colours, width: f64) {
        let [left, right] = self.walls(curve);
        let foot = self.point(curve.foot);
        let [left_colour, right_colour] = colours.walls;
        for (class, wall, colour) in
            [("right-wall", right, right_colour), ("left-wall", left, left_colour)]
        {
            if wall.len() > 1 {
                canvas.line(class, wall, Stroke::solid(colour, width));
            }
        }
        for &piece in &curve.leaning {
            let piece = piece.map(|p| self.point(p)).to_vec();
            canvas.line("mast", piece, Stroke::solid(colours.mast, width));
        }
        for (breakpoints, colour) in curve.breakpoints.iter().zip(colours.walls) {
            let mut last = foot;
            for &breakpoint in breakpoints {
                let point = self.point(breakpoint);
                if (point.x - last.x).hypot(point.y - last.y) >= DOTS_APART {
                    canvas.circle("breakpoint", point, 2.2, colour, None);
                    last = point;
                }
            }
        }
        let top = Point::new(foot.x, self.top);
        let mast = vec![foot, Point::new(top.x, top.y + 4.0)];
        canvas.line("mast", mast, Stroke::solid(colours.mast, width));
        canvas.area("arrow", vec![arrow(top, 0.0, -1.0, 5.0)], colours.mast, None);
    }

    /// The walls up to the foot of the mast. A number has only the mast.
    fn walls(&self, curve: &Curve) -> [Vec<Point>; 2] {
        let foot = curve.foot;
        [0, 1].map(|i| {
            let breakpoints = &curve.breakpoints[i];
            // A wall that is vertical at its end continues in the mast without a breakpoint.
            let end = (breakpoints.last() != Some(&foot)).then_some(&foot);
            breakpoints.iter().chain(end).map(|&p| self.point(p)).collect()
        })
    }

    /// Draws thin lines from the labels of the axes to the breakpoints.
    fn guides(&self, canvas: &mut Canvas) {
        let plot = self.plot;
        let of_curve = |curve: &Curve| {
            curve.breakpoints.iter().flatten().chain([&curve.foot]).copied().collect::<Vec<_>>()
        };
        let points: Vec<(f64, f64)> = plot.curves.iter().flat_map(of_curve).collect();
        // The distance from the axis to the farthest point at the label's number.
        let reach = |wanted: f64, points: &mut dyn Iterator<Item = (f64, f64)>| {
            let here = points.filter(|(along, _)| (along - wanted).abs() < 1e-6);
            here.map(|(_, away)| away).fold(0.0, f64::max)
        };
        let wanted = |axis: &Axis| {
            let guided = axis.labels.len() <= MAX_GUIDES;
            axis.labels.iter().filter(|_| guided).map(|mark| mark.wanted).collect::<Vec<_>>()
        };
        let mut pieces = Vec::new();
        for right in wanted(&plot.values) {
            let up = reach(right, &mut points.iter().copied());
            pieces.push([(right, 0.0), (right, up)]);
        }
        for up in wanted(&plot.temperatures) {
            let right = reach(up, &mut points.iter().map(|&(right, up)| (up, right)));
            pieces.push([(0.0, up), (right, up)]);
        }
        pieces.retain(|[from, to]| from != to);
        let pieces = pieces.into_iter().map(|piece| piece.map(|p| self.point(p)).to_vec());
        canvas.lines("guide", pieces.collect(), Stroke::dashed(PALE, 0.8, [2.0, 2.0]));
    }

    fn axes(&self, canvas: &mut Canvas) {
        let plot = self.plot;
        let thin = Stroke::solid(GREY, 0.8);
        let (right, bottom) = (self.right(), self.bottom());
        let end = Point::new(self.left - BEYOND, bottom);
        canvas.line("value-axis", vec![Point::new(right, bottom), end], thin);
        canvas.area("arrow", vec![arrow(end, -1.0, 0.0, 4.0)], GREY, None);
        let at = Point::new(end.x - 6.0, bottom);
        canvas.label("axis-name", Label::new("value", at, SIZE, Align::End), GREY);
        let end = Point::new(right, self.top - BEYOND);
        canvas.line("temperature-axis", vec![Point::new(right, bottom), end], thin);
        canvas.area("arrow", vec![arrow(end, 0.0, -1.0, 4.0)], GREY, None);
        let at = Point::new(right, end.y - LINE / 2.0 - 2.0);
        canvas.label("axis-name", Label::new("temperature", at, SIZE, Align::Middle), GREY);

        let mut ticks = Vec::new();
        // Adds the tick at `wanted` and the leader line to `place`; returns the label's anchor.
        let mut label = |axis: &Axis, i: usize, point: &dyn Fn(f64, f64) -> Point| {
            let Mark { wanted, place, .. } = axis.labels[i];
            let mut tick = vec![point(wanted, 0.0), point(wanted, TICK)];
            if axis.moved() {
                tick.push(point(place, TICK + LEADER));
            }
            ticks.push(tick);
            point(place, axis.distance())
        };
        let mut labels = Vec::new();
        for i in 0..plot.values.labels.len() {
            let axis = &plot.values;
            let at = label(axis, i, &|along, out| Point::new(right - along, bottom + out));
            let text = &*axis.labels[i].text;
            let label = if axis.across {
                Label { upwards: true, ..Label::new(text, at, SIZE, Align::End) }
            } else {
                let at = Point::new(at.x, at.y + SIZE * 0.6);
                Label::new(text, at, SIZE, Align::Middle)
            };
            labels.push(("value", label));
        }
        // Values are listed from the left, in reading order.
        labels.reverse();
        for i in 0..plot.temperatures.labels.len() {
            let axis = &plot.temperatures;
            let at = label(axis, i, &|along, out| Point::new(right + out, bottom - along));
            labels.push(("temperature", Label::new(&*axis.labels[i].text, at, SIZE, Align::Start)));
        }
        canvas.lines("tick", ticks, thin);
        for (class, label) in labels {
            canvas.label(class, label, BLACK);
        }
    }
}

/// The head of an arrow with its tip at `point`, in the direction `(dx, dy)`.
fn arrow(point: Point, dx: f64, dy: f64, half: f64) -> Vec<Point> {
    let (back, side) = (half * 2.2, half);
    let base = Point::new(point.x - dx * back, point.y - dy * back);
    vec![
        point,
        Point::new(base.x - dy * side, base.y + dx * side),
        Point::new(base.x + dy * side, base.y - dx * side),
    ]
}
