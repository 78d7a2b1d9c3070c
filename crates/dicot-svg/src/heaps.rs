//! Pictures of sequences of values: a mark for each heap and its value.

use std::collections::BTreeMap;

use crate::Options;
use crate::canvas::{BLACK, Canvas, GREY, LEFT, LINE, MARGIN, PALE, RIGHT, SIZE, rectangle};
use crate::picture::{Align, Colour, Label, Picture, Point, Stroke, text_width};

// The sizes and thresholds below were chosen by viewing drawings of 0.77, 0.16 and 0.8 with 10 to 1,000,000 heaps.

/// The width and height of the plot.
const PLOT: [f64; 2] = [720.0, 360.0];
/// The maximum number of columns and rows of marks. With more heaps or values several share one.
const COLUMNS: usize = 360;
const ROWS: usize = 180;
/// The minimum and maximum side of a mark.
const MARK: [f64; 2] = [2.0, 5.0];
/// The colours of marks that have at least this share of the heaps of their column.
const SHARES: [(f64, Colour, &str); 3] = [
    (0.1, LEFT, "heaps"),
    (0.02, Colour(0x66, 0xaa, 0xd1), "some-heaps"),
    (0.0, Colour(0xb8, 0xd8, 0xea), "few-heaps"),
];
/// The maximum number of ticks of an axis, and of lines that separate periods.
const MAX_TICKS: f64 = 10.0;
const MAX_PERIODS: usize = 60;
/// The length of a tick, and the distance of its label.
const TICK: f64 = 4.0;
const GAP: f64 = 4.0;

const PERIOD: Colour = Colour(0xfd, 0xf1, 0xe6);

/// A period of a sequence: from `start` on, `length` heaps more add `saltus` to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeapPeriod {
    /// The first heap of the period.
    pub start: usize,
    /// The length of the period.
    pub length: usize,
    /// What a period adds to each value.
    pub saltus: u32,
}

/// Draws the values of heaps 0, 1, 2 and so on, such as the Grundy values of an octal game.
///
/// Heaps increase to the right, values upwards. The heaps of the period are on a coloured ground, and up to 60 periods are
/// separated by lines. With more than 360 heaps or 180 values several share a mark, which is paler if it has
/// less than a tenth or a fiftieth of the heaps of its column; so a picture has at most 64,800 marks, however many heaps there are.
///
/// # Examples
/// ```
/// use dicot_svg::{HeapPeriod, Options, heaps};
/// let period = HeapPeriod { start: 0, length: 3, saltus: 0 };
/// let picture = heaps(&[0, 1, 2, 0, 1, 2], Some(period), &Options::titled("0.33"));
/// assert!(picture.labels().any(|label| label.text == "period 3 from heap 0 on"));
/// ```
///
/// # Complexity
/// O(*n*) for *n* values.
pub fn heaps(values: &[u32], period: Option<HeapPeriod>, options: &Options) -> Picture {
    let summary = period.map_or("no period is proved".to_owned(), HeapPeriod::text);
    let plot = Plot { values, names: ["heap", "value"], first: 0, period };
    let last = values.len().saturating_sub(1);
    let range = format!("The values of heaps 0 to {last}");
    plot.picture("Heaps", &range, Some(&summary), options)
}

/// Draws a list of numbers: a mark for each of them, above its number, from 1.
///
/// With more than 360 numbers, or a greatest one of 180 and more, several share a mark, as in a picture of [`heaps`].
///
/// # Examples
/// ```
/// let picture = dicot_svg::scatter(&[0, 1, 2, 3], &Default::default());
/// assert_eq!(picture.of_class("heaps").count(), 1); // all marks of one colour
/// ```
///
/// # Complexity
/// O(*n*) for *n* numbers.
pub fn scatter(values: &[u32], options: &Options) -> Picture {
    let plot = Plot { values, names: ["n", "value"], first: 1, period: None };
    plot.picture("Numbers", &format!("The numbers 1 to {} of a list", values.len()), None, options)
}

/// What is plotted.
struct Plot<'v> {
    values: &'v [u32],
    /// Those of the axes.
    names: [&'static str; 2],
    /// The number of the first value.
    first: usize,
    period: Option<HeapPeriod>,
}

impl Plot<'_> {
    /// The picture, whose description begins with what the values are. The `summary` is above the plot.
    fn picture(
        &self,
        name: &str,
        range: &str,
        summary: Option<&str>,
        options: &Options,
    ) -> Picture {
        let &Plot { values, names, first, period } = self;
        let heaps = Axis::new(values.len(), COLUMNS, PLOT[0]);
        let max = values.iter().max().map_or(0, |&max| max as usize);
        let rows = Axis::new(max + 1, ROWS, PLOT[1]);
        let labels = text_width(&max.to_string(), SIZE).max(text_width(names[1], SIZE) / 2.0);
        let left = MARGIN + labels + TICK + GAP;
        let width = left + PLOT[0] + MARGIN + text_width("0000", SIZE) / 2.0;

        let mut canvas = Canvas::default();
        let mut y = canvas.heading(options, width);
        if let Some(summary) = summary {
            let at = Point::new(MARGIN, y + LINE / 2.0);
            canvas.label("summary", Label::new(summary, at, SIZE, Align::Start), GREY);
            y += LINE;
        }
        // Space for the name of the axis.
        y += LINE * 1.5;
        let frame = Frame { left, bottom: y + PLOT[1], heaps, rows };
        if let Some(period) = period.filter(|period| period.start < values.len()) {
            frame.draw_period(&mut canvas, period, values.len());
        }
        frame.draw_axes(&mut canvas, names, first);
        frame.draw_marks(&mut canvas, values);
        let height = frame.bottom + TICK + GAP + 2.0 * LINE + MARGIN;
        let summary = summary.map_or(String::new(), |summary| format!("; {summary}"));
        let description = format!(
            "{range}; the greatest is {max}. They grow to the right, values upwards{summary}."
        );
        canvas.finish(options, name, description, [width, height])
    }
}

impl HeapPeriod {
    fn text(self) -> String {
        let HeapPeriod { start, length, saltus } = self;
        let saltus = if saltus > 0 { format!(" with saltus {saltus}") } else { String::new() };
        format!("period {length}{saltus} from heap {start} on")
    }
}

/// An axis of a number of things.
struct Axis {
    count: usize,
    /// The number of things that share a place.
    share: usize,
    /// The length of a thing.
    unit: f64,
}

impl Axis {
    /// An axis of this length with at most `places` places.
    fn new(count: usize, places: usize, length: f64) -> Axis {
        let count = count.max(1);
        Axis { count, share: count.div_ceil(places), unit: length / count as f64 }
    }

    /// The side of a mark.
    fn mark(&self) -> f64 {
        (self.unit * self.share as f64).clamp(MARK[0], MARK[1])
    }

    /// The distance of the middle of a place from the start.
    fn middle(&self, place: usize) -> f64 {
        (place as f64 + 0.5) * self.unit * self.share as f64
    }

    /// Things at round distances, with round numbers if the first has this one.
    fn ticks(&self, first: usize) -> impl Iterator<Item = usize> {
        let mut steps = (0..).flat_map(|power| [1, 2, 5].map(|n| n * 10usize.pow(power)));
        let step = steps.find(|&step| self.count as f64 / step as f64 <= MAX_TICKS).unwrap_or(1);
        ((step - first % step) % step..self.count).step_by(step)
    }
}

/// The place of the plot.
struct Frame {
    left: f64,
    bottom: f64,
    heaps: Axis,
    rows: Axis,
}

impl Frame {
    fn top(&self) -> f64 {
        self.bottom - PLOT[1]
    }

    fn draw_period(&self, canvas: &mut Canvas, period: HeapPeriod, count: usize) {
        let x = |heap: usize| self.left + heap as f64 * self.heaps.unit;
        let start = x(period.start);
        let area = rectangle(start, self.top(), self.left + PLOT[0] - start, PLOT[1]);
        canvas.area("period", vec![area], PERIOD, None);
        if (count - period.start) / period.length <= MAX_PERIODS {
            let line =
                |heap| vec![Point::new(x(heap), self.top()), Point::new(x(heap), self.bottom)];
            let lines = (period.start..count).step_by(period.length).map(line);
            canvas.lines("period-start", lines.collect(), Stroke::solid(RIGHT, 0.5));
        }
    }

    fn draw_axes(&self, canvas: &mut Canvas, names: [&str; 2], first: usize) {
        let right = self.left + PLOT[0];
        let (mut ticks, mut guides) = (Vec::new(), Vec::new());
        for heap in self.heaps.ticks(first) {
            let x = self.left + (heap as f64 + 0.5) * self.heaps.unit;
            ticks.push(vec![Point::new(x, self.bottom), Point::new(x, self.bottom + TICK)]);
            let at = Point::new(x, self.bottom + TICK + GAP + SIZE / 2.0);
            let text = (first + heap).to_string();
            canvas.label("heap", Label::new(text, at, SIZE, Align::Middle), BLACK);
        }
        for value in self.rows.ticks(0) {
            let y = self.bottom - (value as f64 + 0.5) * self.rows.unit;
            ticks.push(vec![Point::new(self.left - TICK, y), Point::new(self.left, y)]);
            guides.push(vec![Point::new(self.left, y), Point::new(right, y)]);
            let at = Point::new(self.left - TICK - GAP, y);
            canvas.label("value", Label::new(value.to_string(), at, SIZE, Align::End), BLACK);
        }
        canvas.lines("guide", guides, Stroke::solid(PALE, 0.5));
        let axes = vec![
            Point::new(self.left, self.top()),
            Point::new(self.left, self.bottom),
            Point::new(right, self.bottom),
        ];
        ticks.push(axes);
        canvas.lines("axis", ticks, Stroke::solid(GREY, 1.0));
        let at = Point::new(right, self.bottom + TICK + GAP + LINE + SIZE / 2.0);
        canvas.label("name", Label::new(names[0], at, SIZE, Align::End), GREY);
        let at = Point::new(self.left - TICK - GAP, self.top() - LINE / 2.0);
        canvas.label("name", Label::new(names[1], at, SIZE, Align::Middle), GREY);
    }

    fn draw_marks(&self, canvas: &mut Canvas, values: &[u32]) {
        let mut pieces = SHARES.map(|_| Vec::new());
        let (width, height) = (self.heaps.mark(), self.rows.mark());
        for (column, values) in values.chunks(self.heaps.share).enumerate() {
            let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
            for &value in values {
                *counts.entry(value as usize / self.rows.share).or_default() += 1;
            }
            for (row, count) in counts {
                let share = count as f64 / values.len() as f64;
                let colour = SHARES.iter().position(|&(least, ..)| share >= least).unwrap_or(0);
                let x = self.left + self.heaps.middle(column) - width / 2.0;
                let y = self.bottom - self.rows.middle(row) - height / 2.0;
                pieces[colour].push(rectangle(x, y, width, height));
            }
        }
        for (pieces, (_, colour, class)) in pieces.into_iter().zip(SHARES) {
            if !pieces.is_empty() {
                canvas.area(class, pieces, colour, None);
            }
        }
    }
}
