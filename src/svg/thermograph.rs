//! Thermographs, as the books draw them: values grow to the left, temperature upwards.

use std::collections::BTreeSet;

use super::Options;
use super::canvas::{BLACK, Canvas, GREY, LEFT, LINE, MARGIN, PALE, RIGHT, SIZE, rectangle};
use super::picture::{Align, Colour, Label, Picture, Point, Stroke, text_width};
use super::spread::spread_between;
use crate::{Dyadic, Player, Thermograph};

/// The most labels of an axis. A thermograph with more breakpoints shows all of them, and labels those
/// that lie farthest apart.
const MOST_LABELS: usize = 60;

/// The usual room for the walls.
const PLOT: [f64; 2] = [520.0, 360.0];
/// The least width of it.
const LEAST_WIDTH: f64 = 280.0;
/// The share of the width that the walls may take.
const WALLS_SHARE: f64 = 0.86;
/// The height of the mast, as a share of what is below it.
const MAST_SHARE: f64 = 0.25;
/// How far the arrows of the axes reach beyond the walls' room.
const BEYOND: f64 = 16.0;
/// The length of a tick, and of the tick and the line to its label.
const TICK: f64 = 4.0;
const LEADER: f64 = 18.0;

const INSIDE: Colour = Colour(0xf1, 0xf4, 0xf8);
const BELOW_ZERO: Colour = Colour(0xfa, 0xfa, 0xf7);

/// The picture of a thermograph.
///
/// Values grow to the left and temperature grows upwards, as is the custom; the part below temperature
/// 0 is shaded, down to -1. The left wall is blue, the right wall is orange, and the mast has an arrow.
/// Both axes have the same scale, so that walls are vertical or have a slope of 45 degrees, and are
/// labelled with exact numbers: the temperatures and the values of the breakpoints, the stops, and the
/// mean. Labels that would touch are moved apart, with lines to where they belong; of more than 60 on
/// an axis, those farthest apart are chosen.
///
/// Source: Siegel, *Combinatorial Game Theory* (2013), II.5; Berlekamp, Conway, Guy, *Winning Ways*,
/// chapter 6.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot::svg::{self, Options};
/// let g: CanonicalForm = "{4|{2|-4}}".parse()?;
/// let picture = svg::thermograph(&g.thermograph(), &Options::default());
/// let values: Vec<&str> =
///     picture.labels().filter(|label| label.at.y > picture.height - 30.0).map(|label| &*label.text).collect();
/// assert_eq!(values, ["5", "4", "2", "1"]);
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Complexity
/// O(*n* log *n*) for *n* breakpoints.
pub fn thermograph(thermograph: &Thermograph, options: &Options) -> Picture {
    let plot = Plot::new(thermograph);
    let mut canvas = Canvas::default();
    let right_room = plot.temperatures.room().max(text_width("temperature", SIZE) / 2.0);
    let left_room = BEYOND + 6.0 + text_width("value", SIZE);
    let summary = format!("mean {}, temperature {}", thermograph.mean(), thermograph.temperature());
    let key = [("left wall", LEFT), ("right wall", RIGHT), ("mast", BLACK)];
    let key_width: f64 = key.iter().map(|(text, _)| text_width(text, SIZE) + 42.0).sum();
    let inner =
        (left_room + plot.size[0] + right_room).max(text_width(&summary, SIZE)).max(key_width);
    let width = inner + 2.0 * MARGIN;

    let mut y = canvas.heading(options, width);
    let at = Point::new(MARGIN, y + LINE / 2.0);
    canvas.label("summary", Label::new(summary, at, SIZE, Align::Start), GREY);
    y += LINE * 1.5;
    let mut x = MARGIN;
    for (text, colour) in key {
        let line = [Point::new(x, y), Point::new(x + 18.0, y)];
        canvas.line("key", line.to_vec(), Stroke::solid(colour, 2.5));
        let at = Point::new(x + 24.0, y);
        canvas.label("key", Label::new(text, at, SIZE, Align::Start), GREY);
        x += text_width(text, SIZE) + 42.0;
    }
    y += LINE;
    // Room for the word above the arrow of the axis.
    y += LINE + BEYOND;

    let spare = inner - left_room - plot.size[0] - right_room;
    let frame = Frame { left: MARGIN + left_room + spare / 2.0, top: y, plot: &plot };
    frame.draw(&mut canvas);
    let height = frame.bottom() + plot.values.room() + MARGIN;
    canvas.finish(options, "Thermograph", description(thermograph), [width, height])
}

/// What the picture shows, in words.
fn description(thermograph: &Thermograph) -> String {
    const MOST: usize = 20;
    let wall = |player| {
        let points = thermograph.wall(player).points();
        let mut texts: Vec<String> =
            points.iter().take(MOST).map(|(t, v)| format!("{v} at {t}")).collect();
        if points.len() > MOST {
            texts.push(format!("and {} more", points.len() - MOST));
        }
        texts.join(", ")
    };
    format!(
        "A thermograph with mean {} and temperature {}. Values grow to the left, temperature upwards. \
         Breakpoints of the left wall, as value at temperature: {}. Of the right wall: {}.",
        thermograph.mean(),
        thermograph.temperature(),
        wall(Player::Left),
        wall(Player::Right)
    )
}

/// A number near the difference of two, which may be out of range.
fn difference(a: Dyadic, b: Dyadic) -> f64 {
    let near = |x: Dyadic| x.numerator() as f64 / (1u64 << x.exponent()) as f64;
    a.checked_sub(b).map_or_else(|| near(a) - near(b), near)
}

/// The labels of an axis: what they say, and how far from the axis' beginning they belong.
struct Axis {
    labels: Vec<(String, f64)>,
    /// Where they are written.
    places: Vec<f64>,
    /// Whether any of them is not where it belongs.
    moved: bool,
    /// Whether they are written along the axis or, upwards, across it: see [`Axis::room`].
    across: bool,
}

impl Axis {
    /// The distance from the axis to its labels.
    fn distance(&self) -> f64 {
        if self.moved { TICK + LEADER + 3.0 } else { TICK + 4.0 }
    }

    /// How far the labels reach.
    fn room(&self) -> f64 {
        let lengths = self.labels.iter().map(|(text, _)| text_width(text, SIZE));
        self.distance() + if self.across { lengths.fold(0.0, f64::max) } else { SIZE * 1.2 }
    }

    /// Puts labels along an axis of a length.
    fn place(&mut self, length: f64) {
        let widths: Vec<f64> = self
            .labels
            .iter()
            .map(|(text, _)| if self.across { LINE - 6.0 } else { text_width(text, SIZE) })
            .collect();
        let things: Vec<(f64, f64)> = (0..widths.len())
            .map(|i| {
                let before = if i > 0 { widths[i - 1] } else { 0.0 };
                (self.labels[i].1, (before + widths[i]) / 2.0 + 6.0)
            })
            .collect();
        self.places = spread_between(&things, 0.0, length);
        let shift = |(place, (_, wanted)): (&f64, &(String, f64))| (place - wanted).abs() > 0.5;
        self.moved = self.places.iter().zip(&self.labels).any(shift);
    }

    /// The length that the labels need.
    fn length(&self) -> f64 {
        let widths = self
            .labels
            .iter()
            .map(|(text, _)| if self.across { LINE } else { text_width(text, SIZE) + 6.0 });
        widths.sum()
    }
}

/// A thermograph in the units of the picture, before it has a place there: `right` and `up` count from
/// the lower right corner of the room for the walls, to the left and upwards.
struct Plot {
    size: [f64; 2],
    walls: [Vec<(f64, f64)>; 2],
    /// Where the walls meet.
    foot: (f64, f64),
    /// Temperature 0.
    zero: f64,
    values: Axis,
    temperatures: Axis,
}

impl Plot {
    fn new(thermograph: &Thermograph) -> Plot {
        let (mean, temperature) = (thermograph.mean(), thermograph.temperature());
        let minus_one = Dyadic::from(-1);
        let points =
            || Player::BOTH.into_iter().flat_map(|p| thermograph.wall(p).points().iter().copied());
        let stops = Player::BOTH
            .iter()
            .filter_map(|&p| Some(thermograph.wall(p).at(Dyadic::ZERO)?.0))
            .chain([mean]);
        let temperatures = chosen(
            points().map(|point| point.0),
            [minus_one, Dyadic::ZERO, temperature].into_iter(),
            minus_one,
        );
        let values = chosen(points().map(|point| point.1), stops, mean);

        // All relative to the mean and to temperature -1, as floating point numbers.
        let across = |v: Dyadic| difference(v, mean);
        let above = |t: Dyadic| difference(t, minus_one);
        let low = points().map(|(_, v)| across(v)).fold(0.0, f64::min);
        let high = points().map(|(_, v)| across(v)).fold(0.0, f64::max);
        let top = above(temperature.max(Dyadic::ZERO)) * (1.0 + MAST_SHARE);
        let text = |numbers: &[Dyadic]| numbers.iter().map(|x| (x.to_string(), 0.0)).collect();
        let axis = |numbers: &[Dyadic], across| Axis {
            labels: text(numbers),
            places: Vec::new(),
            moved: false,
            across,
        };
        let mut values_axis = axis(&values, false);
        // Upright labels only if there is room for all, and some more.
        values_axis.across = values_axis.length() > PLOT[0] * 0.8;
        let mut temperatures_axis = axis(&temperatures, true);
        let most = [
            PLOT[0].max(values_axis.length() * 1.1),
            PLOT[1].max(temperatures_axis.length() * 1.1),
        ];
        let scale = if high > low {
            (most[0] * WALLS_SHARE / (high - low)).min(most[1] / top)
        } else {
            most[1] * 0.75 / top
        };
        let width =
            ((high - low) * scale / WALLS_SHARE).max(LEAST_WIDTH).max(values_axis.length() * 1.1);
        let height = (top * scale).max(temperatures_axis.length() * 1.1);
        let right = |v: Dyadic| width / 2.0 + (across(v) - (low + high) / 2.0) * scale;
        let up = |t: Dyadic| above(t) * scale;
        for (label, v) in values_axis.labels.iter_mut().zip(&values) {
            label.1 = right(*v);
        }
        for (label, t) in temperatures_axis.labels.iter_mut().zip(&temperatures) {
            label.1 = up(*t);
        }
        values_axis.place(width);
        temperatures_axis.place(height);
        let wall = |player| {
            thermograph.wall(player).points().iter().map(|&(t, v)| (right(v), up(t))).collect()
        };
        Plot {
            size: [width, height],
            walls: Player::BOTH.map(wall),
            foot: (right(mean), up(temperature)),
            zero: up(Dyadic::ZERO),
            values: values_axis,
            temperatures: temperatures_axis,
        }
    }
}

/// The numbers to label, from the least: those that must be, and of the others as many as there is
/// room for, each as far as possible from those before it.
fn chosen(
    all: impl Iterator<Item = Dyadic>,
    needed: impl Iterator<Item = Dyadic>,
    origin: Dyadic,
) -> Vec<Dyadic> {
    let needed: BTreeSet<Dyadic> = needed.collect();
    let others: BTreeSet<Dyadic> = all.filter(|x| !needed.contains(x)).collect();
    let place = |x: Dyadic| difference(x, origin);
    let mut chosen: Vec<Dyadic> = needed.into_iter().collect();
    // With how far each is from the nearest that is chosen.
    let mut others: Vec<(Dyadic, f64)> = others.into_iter().map(|x| (x, f64::INFINITY)).collect();
    let mut seen = 0;
    while chosen.len() < MOST_LABELS {
        for &new in &chosen[seen..] {
            for (x, distance) in &mut others {
                *distance = distance.min((place(*x) - place(new)).abs());
            }
        }
        seen = chosen.len();
        let farthest = (0..others.len()).max_by(|&i, &j| others[i].1.total_cmp(&others[j].1));
        let Some(farthest) = farthest else { break };
        chosen.push(others.swap_remove(farthest).0);
    }
    chosen.sort_unstable();
    chosen
}

/// A plot with its place in the picture.
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

    fn draw(&self, canvas: &mut Canvas) {
        let plot = self.plot;
        let below = rectangle(self.left, self.bottom() - plot.zero, plot.size[0], plot.zero);
        canvas.area("below-zero", vec![below], BELOW_ZERO, None);
        let [left, right] =
            [&plot.walls[0], &plot.walls[1]].map(|wall| wall.iter().map(|&p| self.point(p)));
        let inside: Vec<Point> = left.clone().chain(right.clone().rev()).collect();
        if inside.len() > 2 {
            canvas.area("inside", vec![inside], INSIDE, None);
        }
        self.guides(canvas);
        let zero = [(0.0, plot.zero), (plot.size[0], plot.zero)].map(|p| self.point(p));
        canvas.line("zero", zero.to_vec(), Stroke::solid(GREY, 0.8));
        self.axes(canvas);
        let foot = self.point(plot.foot);
        let [left, right] = [left.collect::<Vec<_>>(), right.collect()];
        for (class, wall, colour) in [("right-wall", right, RIGHT), ("left-wall", left, LEFT)] {
            if wall.len() > 1 {
                canvas.line(class, wall.clone(), Stroke::solid(colour, 2.5));
                for point in wall {
                    canvas.circle("breakpoint", point, 2.2, colour, None);
                }
            }
        }
        let top = Point::new(foot.x, self.top);
        canvas.line("mast", vec![foot, Point::new(top.x, top.y + 4.0)], Stroke::solid(BLACK, 2.5));
        canvas.area("arrow", vec![arrow(top, 0.0, -1.0, 5.0)], BLACK, None);
    }

    /// Thin lines from the breakpoints to the axes, where there are labels.
    fn guides(&self, canvas: &mut Canvas) {
        let plot = self.plot;
        let labelled = |axis: &Axis, place: f64| {
            axis.labels.iter().any(|(_, wanted)| (wanted - place).abs() < 1e-6)
        };
        let mut pieces = Vec::new();
        for &(right, up) in plot.walls.iter().flatten().chain([&plot.foot]) {
            if up > 0.0 && labelled(&plot.values, right) {
                pieces.push(vec![self.point((right, 0.0)), self.point((right, up))]);
            }
            if up > 0.0 && labelled(&plot.temperatures, up) {
                pieces.push(vec![self.point((0.0, up)), self.point((right, up))]);
            }
        }
        // Both walls may end in the same lines.
        let mut distinct: Vec<Vec<Point>> = Vec::new();
        for piece in pieces {
            if !distinct.contains(&piece) {
                distinct.push(piece);
            }
        }
        canvas.lines("guide", distinct, Stroke::dashed(PALE, 0.8, [2.0, 2.0]));
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
        // From the axis at `wanted` to the label at `place`; `outwards` is away from the axis.
        let mut label = |axis: &Axis, i: usize, point: &dyn Fn(f64, f64) -> Point| {
            let (wanted, place) = (axis.labels[i].1, axis.places[i]);
            let mut tick = vec![point(wanted, 0.0), point(wanted, TICK)];
            if axis.moved {
                tick.push(point(place, TICK + LEADER));
            }
            ticks.push(tick);
            point(place, axis.distance())
        };
        let mut labels = Vec::new();
        for i in 0..plot.values.labels.len() {
            let axis = &plot.values;
            let at = label(axis, i, &|along, out| Point::new(right - along, bottom + out));
            let text = &*axis.labels[i].0;
            let label = if axis.across {
                Label { upwards: true, ..Label::new(text, at, SIZE, Align::End) }
            } else {
                let at = Point::new(at.x, at.y + SIZE * 0.6);
                Label::new(text, at, SIZE, Align::Middle)
            };
            labels.push(("value", label));
        }
        // Values are listed from the left, as they are read.
        labels.reverse();
        for i in 0..plot.temperatures.labels.len() {
            let axis = &plot.temperatures;
            let at = label(axis, i, &|along, out| Point::new(right + out, bottom - along));
            labels.push(("temperature", Label::new(&*axis.labels[i].0, at, SIZE, Align::Start)));
        }
        canvas.lines("tick", ticks, thin);
        for (class, label) in labels {
            canvas.label(class, label, BLACK);
        }
    }
}

/// The head of an arrow with its point there, in the direction `(dx, dy)`.
fn arrow(point: Point, dx: f64, dy: f64, half: f64) -> Vec<Point> {
    let (back, side) = (half * 2.2, half);
    let base = Point::new(point.x - dx * back, point.y - dy * back);
    vec![
        point,
        Point::new(base.x - dy * side, base.y + dx * side),
        Point::new(base.x + dy * side, base.y - dx * side),
    ]
}
