//! A report as a picture: outcomes by the number of stones, frequent values, birthdays and temperatures.

use dicot::{Limits, Outcome, ValueError};
use dicot_rulesets::grouped;
use dicot_svg::{Align, Colour, Label, Picture, Point, Shape, ShapeKind, Stroke};

use super::{OUTCOMES, Report, fraction};

const WIDTH: f64 = 920.0;
const MARGIN: f64 = 24.0;
/// The width of the labels of an axis.
const AXIS: f64 = 76.0;
/// The font sizes of labels and headings.
const SIZE: f64 = 12.0;
const HEAD: f64 = 14.0;
/// The minimum distance between the baselines of labels.
const LINE: f64 = 16.0;
/// The height of a plot with vertical bars.
const PLOT: f64 = 180.0;
/// The height of a horizontal bar and the gap after it.
const LYING: f64 = 20.0;
/// The maximum number of horizontal bars, and the maximum length of their names in characters.
const FREQUENT: usize = 20;
const NAME: usize = 28;
/// The maximum number of vertical bars of a plot of half the width.
const BARS: usize = 16;

const BLACK: Colour = Colour(0x1a, 0x1a, 0x1a);
const GREY: Colour = Colour(0x70, 0x70, 0x70);
const PALE: Colour = Colour(0xdd, 0xdd, 0xdd);
const PLAIN: Colour = Colour(0x4d, 0x6f, 0x8a);

/// The colour of an outcome. Left and Right have the same colours as in other pictures; wins of the first or second
/// player are grey.
fn colour(outcome: Outcome) -> Colour {
    match outcome {
        Outcome::Left => Colour(0x00, 0x72, 0xb2),
        Outcome::Right => Colour(0xd5, 0x5e, 0x00),
        Outcome::Next => Colour(0xcc, 0xcc, 0xcc),
        Outcome::Previous => Colour(0x6a, 0x6a, 0x6a),
    }
}

/// The CSS class of the bars of an outcome.
fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Left => "left",
        Outcome::Right => "right",
        Outcome::Next => "next",
        Outcome::Previous => "previous",
    }
}

/// The order in which outcomes are stacked, from bottom to top: Left and Right at the ends.
const STACKED: [Outcome; 4] = [Outcome::Left, Outcome::Next, Outcome::Previous, Outcome::Right];

impl Report {
    /// The report as a picture: the outcomes by the number of stones, the most frequent values, and the number of
    /// boards with values of each birthday and temperature.
    ///
    /// # Errors
    /// If a limit is reached while a value is written.
    pub fn picture(&self, limits: &Limits) -> Result<Picture, ValueError> {
        let title = match &self.census {
            Some(census) => format!("Census of {}", shortened(census, 90)),
            None => "Census".to_owned(),
        };
        let counted = format!(
            "{} {} in {} classes, {} distinct values",
            grouped(self.count.boards),
            self.boards(),
            grouped(self.count.classes),
            grouped(self.distinct_values())
        );
        let mut drawing = Drawing { shapes: Vec::new() };
        drawing.text("title", Point::new(MARGIN, 30.0), Align::Start, 17.0, true, BLACK, &title);
        drawing.text(
            "counted",
            Point::new(MARGIN, 52.0),
            Align::Start,
            SIZE,
            false,
            GREY,
            &counted,
        );

        let mut y = 88.0;
        y = self.draw_outcomes(&mut drawing, y);
        y = self.draw_frequent(&mut drawing, y, limits)?;
        let half = (WIDTH - 3.0 * MARGIN) / 2.0;
        let births = self.birthday_bars();
        let frame = Frame { x: MARGIN, y, width: half };
        drawing.histogram("birthday", frame, "Birthdays", "birthday", self.boards(), &births);
        let temperatures = self.temperature_bars();
        let frame = Frame { x: MARGIN + half + MARGIN, y, width: half };
        let axis = "temperature";
        drawing.histogram(axis, frame, "Temperatures", axis, self.boards(), &temperatures);
        let height = y + 24.0 + PLOT + 60.0;
        let description = format!("{counted}. {}", self.in_words());
        Ok(Picture::new(title, description, [WIDTH, height], drawing.shapes))
    }

    fn boards(&self) -> &'static str {
        if self.list { "positions" } else { "boards" }
    }

    /// A description of the picture for screen readers.
    fn in_words(&self) -> String {
        let outcomes = OUTCOMES.into_iter().zip(self.outcomes);
        let outcomes: Vec<String> =
            outcomes.map(|(name, count)| format!("{name} {}", grouped(count.boards))).collect();
        let birthday = self.values.iter().map(|value| value.birthday).max();
        let hottest = self.hottest().first().map(|value| fraction(value.temperature));
        let ends = birthday.zip(hottest).map(|(birthday, hottest)| {
            let birthday = grouped(birthday);
            format!(" The largest birthday is {birthday}, the highest temperature {hottest}.")
        });
        format!("Outcomes: {}.{}", outcomes.join(", "), ends.unwrap_or_default())
    }

    fn draw_outcomes(&self, drawing: &mut Drawing, y: f64) -> f64 {
        let frame = Frame { x: MARGIN, y, width: WIDTH - 2.0 * MARGIN };
        drawing.head(frame, "Outcomes by the number of stones");
        let mut x = WIDTH - MARGIN;
        for (outcome, name) in [
            (Outcome::Right, "Right wins"),
            (Outcome::Previous, "the second player wins"),
            (Outcome::Next, "the first player wins"),
            (Outcome::Left, "Left wins"),
        ] {
            let text = Label { size: SIZE, ..label(Point::new(x, y), Align::End, name) };
            x = text.bounds().0.x - 18.0;
            drawing.text("legend", text.at, Align::End, SIZE, false, BLACK, name);
            drawing.bar("key", x, y - 6.0, [12.0, 12.0], colour(outcome));
            x -= 16.0;
        }
        let plot = frame.plot();
        for percent in [0, 25, 50, 75, 100] {
            let at = plot.y + PLOT * (1.0 - f64::from(percent) / 100.0);
            drawing.grid(plot, at, &percent.to_string());
        }
        drawing.axes(plot, "stones", &format!("% of {}", self.boards()));
        let step = plot.width / self.layers.len().max(1) as f64;
        let every = thinned(step, self.layers.iter().map(|layer| layer.stones.to_string()));
        for (i, layer) in self.layers.iter().enumerate() {
            let left = plot.x + step * (i as f64 + 0.1);
            let mut below = 0;
            for outcome in STACKED {
                let place = super::place_of(outcome);
                let boards = layer.outcomes[place].boards;
                let share = |boards: u128| boards as f64 / layer.count.boards as f64 * PLOT;
                if boards > 0 {
                    let top = plot.y + PLOT - share(below + boards);
                    let size = [step * 0.8, share(boards)];
                    drawing.bar(class(outcome), left, top, size, colour(outcome));
                }
                below += boards;
            }
            if i.is_multiple_of(every) {
                drawing.mark(plot, plot.x + step * (i as f64 + 0.5), &layer.stones.to_string());
            }
        }
        y + 24.0 + PLOT + 74.0
    }

    fn draw_frequent(
        &self,
        drawing: &mut Drawing,
        y: f64,
        limits: &Limits,
    ) -> Result<f64, ValueError> {
        let frame = Frame { x: MARGIN, y, width: WIDTH - 2.0 * MARGIN };
        drawing.head(frame, "The most frequent values, each with its negative");
        let values = self.most_frequent();
        let values = &values[..values.len().min(FREQUENT)];
        let (left, top) = (MARGIN + 220.0, y + 24.0);
        // Leaves space for the number after the longest bar.
        let width = WIDTH - MARGIN - 140.0 - left;
        let bottom = top + LYING * values.len() as f64;
        let most = values.first().map_or(1, |value| value.all_boards());
        let decades = decades(most);
        let every = thinned(width / f64::from(decades), (0..=decades).map(power));
        for decade in (0..=decades).step_by(every) {
            let x = left + width * f64::from(decade) / f64::from(decades);
            drawing.line("grid", [Point::new(x, top), Point::new(x, bottom)], PALE);
            let at = Point::new(x, bottom + 12.0);
            drawing.text("tick", at, Align::Middle, SIZE, false, GREY, &power(decade));
        }
        let mut calculation = self.store.calculate(limits);
        for (i, value) in values.iter().enumerate() {
            let (text, length) = calculation.text_start(&value.value, NAME)?;
            let name = if length > NAME as u64 { format!("{text}…") } else { text };
            let middle = top + LYING * (i as f64 + 0.5);
            let at = Point::new(left - 8.0, middle);
            drawing.text("value", at, Align::End, SIZE, false, BLACK, &name);
            let boards = value.all_boards();
            let length = logarithmic(boards, decades) * width;
            drawing.bar("frequency", left, middle - 7.0, [length, 14.0], PLAIN);
            let at = Point::new(left + length + 6.0, middle);
            drawing.text("count", at, Align::Start, SIZE, false, BLACK, &grouped(boards));
        }
        drawing.line("axis", [Point::new(left, top), Point::new(left, bottom)], GREY);
        let at = Point::new(left + width / 2.0, bottom + 32.0);
        let axis = format!("{} (logarithmic)", self.boards());
        drawing.text("axis-name", at, Align::Middle, SIZE, false, BLACK, &axis);
        Ok(bottom + 74.0)
    }

    /// The number of boards with values of each birthday, or of each of at most [`BARS`] intervals of birthdays.
    fn birthday_bars(&self) -> Vec<(String, u128)> {
        let counts = self.birthdays();
        let last = counts.last_key_value().map_or(0, |(&birthday, _)| birthday);
        let together = last / BARS as u64 + 1;
        let mut bars: Vec<(String, u128)> =
            (0..=last / together).map(|bar| (grouped(bar * together), 0)).collect();
        for (birthday, (_, boards)) in counts {
            bars[(birthday / together) as usize].1 += boards;
        }
        if together > 1 {
            for (name, _) in &mut bars {
                name.push('+');
            }
        }
        bars
    }

    /// The number of boards with values of each temperature, or of each of at most [`BARS`] intervals of temperatures.
    fn temperature_bars(&self) -> Vec<(String, u128)> {
        let counts = self.temperatures();
        if counts.len() <= BARS {
            let bars = counts.into_iter();
            return bars
                .map(|(temperature, (_, boards))| (fraction(temperature), boards))
                .collect();
        }
        let first = counts.first().map_or(0.0, |count| count.0);
        let last = counts.last().map_or(0.0, |count| count.0);
        // Finds the least power of two that results in at most `BARS` bars.
        let mut width = 2f64.powi(-32);
        let of = |temperature: f64, width: f64| (temperature / width).floor();
        while of(last, width) - of(first, width) >= BARS as f64 {
            width *= 2.0;
        }
        let low = of(first, width);
        let bars = (of(last, width) - low) as usize + 1;
        let mut bars: Vec<(String, u128)> = (0..bars)
            .map(|bar| (format!("{}+", fraction((low + bar as f64) * width)), 0))
            .collect();
        for (temperature, (_, boards)) in counts {
            bars[(of(temperature, width) - low) as usize].1 += boards;
        }
        bars
    }
}

/// The number of powers of ten up to a number, at least one.
fn decades(most: u128) -> u32 {
    let below = most.saturating_sub(1).checked_ilog10().map_or(0, |power| power + 1);
    below.max(1)
}

/// A number on a logarithmic scale, between 0 and 1. The bar of one board is visible.
fn logarithmic(boards: u128, decades: u32) -> f64 {
    match boards {
        0 => 0.0,
        _ => ((boards as f64).log10() / f64::from(decades)).max(0.01),
    }
}

/// A power of ten.
fn power(decade: u32) -> String {
    match decade {
        0..=5 => grouped(10u32.pow(decade)),
        _ => format!("1e{decade}"),
    }
}

/// The first characters of a text.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Returns n such that the labels of every n-th item fit when items are `step` apart.
fn thinned(step: f64, names: impl Iterator<Item = String>) -> usize {
    let widths = names.map(|name| name.chars().count() as f64 * SIZE * 0.6 + 8.0);
    let widest = widths.fold(0.0, f64::max);
    (widest / step).ceil().max(1.0) as usize
}

fn label(at: Point, align: Align, text: &str) -> Label {
    Label { text: text.to_owned(), at, size: SIZE, align, upwards: false, bold: false }
}

/// The rectangle of a plot, including its heading and axes.
#[derive(Clone, Copy)]
struct Frame {
    x: f64,
    y: f64,
    width: f64,
}

impl Frame {
    /// The rectangle inside the axes.
    fn plot(self) -> Frame {
        Frame { x: self.x + AXIS, y: self.y + 24.0, width: self.width - AXIS }
    }
}

struct Drawing {
    shapes: Vec<Shape>,
}

impl Drawing {
    #[expect(clippy::too_many_arguments, reason = "a label has that many properties")]
    fn text(
        &mut self,
        class: &'static str,
        at: Point,
        align: Align,
        size: f64,
        bold: bool,
        colour: Colour,
        text: &str,
    ) {
        let kind = ShapeKind::Text(Label { size, bold, ..label(at, align, text) });
        self.shapes.push(Shape { class, kind, fill: Some(colour), stroke: None });
    }

    fn line(&mut self, class: &'static str, ends: [Point; 2], colour: Colour) {
        let kind = ShapeKind::Lines { pieces: vec![ends.to_vec()], closed: false };
        let stroke = Some(Stroke { colour, width: 1.0, dash: None });
        self.shapes.push(Shape { class, kind, fill: None, stroke });
    }

    fn bar(
        &mut self,
        class: &'static str,
        x: f64,
        y: f64,
        [width, height]: [f64; 2],
        fill: Colour,
    ) {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        let corners = corners.map(|(x, y)| Point::new(x, y)).to_vec();
        let kind = ShapeKind::Lines { pieces: vec![corners], closed: true };
        self.shapes.push(Shape { class, kind, fill: Some(fill), stroke: None });
    }

    fn head(&mut self, frame: Frame, text: &str) {
        self.text("head", Point::new(frame.x, frame.y), Align::Start, HEAD, true, BLACK, text);
    }

    /// Draws a line across a plot, with its number on the left.
    fn grid(&mut self, plot: Frame, y: f64, number: &str) {
        self.line("grid", [Point::new(plot.x, y), Point::new(plot.x + plot.width, y)], PALE);
        let at = Point::new(plot.x - 8.0, y);
        self.text("tick", at, Align::End, SIZE, false, GREY, number);
    }

    /// Draws the label below a bar.
    fn mark(&mut self, plot: Frame, x: f64, text: &str) {
        let at = Point::new(x, plot.y + PLOT + 14.0);
        self.text("tick", at, Align::Middle, SIZE, false, GREY, text);
    }

    /// Draws the lower edge of a plot, and the names of both axes.
    fn axes(&mut self, plot: Frame, across: &str, up: &str) {
        let bottom = plot.y + PLOT;
        let ends = [Point::new(plot.x, bottom), Point::new(plot.x + plot.width, bottom)];
        self.line("axis", ends, GREY);
        let at = Point::new(plot.x + plot.width / 2.0, bottom + 36.0);
        self.text("axis-name", at, Align::Middle, SIZE, false, BLACK, across);
        let at = Point::new(plot.x - AXIS + 8.0, plot.y + PLOT / 2.0);
        let kind = ShapeKind::Text(Label { upwards: true, ..label(at, Align::Middle, up) });
        self.shapes.push(Shape { class: "axis-name", kind, fill: Some(BLACK), stroke: None });
    }

    /// Draws vertical bars on a logarithmic scale.
    fn histogram(
        &mut self,
        class: &'static str,
        frame: Frame,
        head: &str,
        across: &str,
        up: &str,
        bars: &[(String, u128)],
    ) {
        self.head(frame, head);
        let plot = frame.plot();
        let decades = decades(bars.iter().map(|bar| bar.1).max().unwrap_or(1));
        let every = (LINE * f64::from(decades) / PLOT).ceil() as usize;
        for decade in (0..=decades).step_by(every) {
            let y = plot.y + PLOT * (1.0 - f64::from(decade) / f64::from(decades));
            self.grid(plot, y, &power(decade));
        }
        self.axes(plot, across, &format!("{up} (logarithmic)"));
        let step = plot.width / bars.len().max(1) as f64;
        let every = thinned(step, bars.iter().map(|bar| bar.0.clone()));
        for (i, (name, boards)) in bars.iter().enumerate() {
            let height = logarithmic(*boards, decades) * PLOT;
            if height > 0.0 {
                let width = (step * 0.8).min(48.0);
                let x = plot.x + step * (i as f64 + 0.5) - width / 2.0;
                self.bar(class, x, plot.y + PLOT - height, [width, height], PLAIN);
            }
            if i.is_multiple_of(every) {
                self.mark(plot, plot.x + step * (i as f64 + 0.5), name);
            }
        }
    }
}
