//! Pictures of graphs: vertices with labels, edges with colours.

use dicot::Player;
use dicot::board::{Edge, EdgeColour, Graph, GraphForm};

use crate::Options;
use crate::board::caption;
use crate::canvas::{BLACK, Canvas, GREY, LEFT, MARGIN, RIGHT, SIZE, WHITE};
use crate::picture::{Align, Colour, Label, Picture, Point, Stroke, text_width};

/// The bluish green of the palette of Okabe and Ito.
const GREEN: Colour = Colour(0x00, 0x9e, 0x73);
const RADIUS: f64 = 11.0;
/// The distance between neighbours of a grid, and between layers.
const STEP: f64 = 56.0;
/// The distance between parallel edges at their middles.
const BEND: f64 = 16.0;
/// The most width of trees: 24 leaves.
const MAX_WIDTH: f64 = 24.0 * STEP;
/// The minimum width inside the margins, for titles and captions.
const MIN_WIDTH: f64 = 300.0;

/// Draws a graph, with a caption below it.
///
/// Vertices have their numbers; those with a label are blue for Left and vermilion for Right, and those that are gone are left out.
/// Numbers of counters are beside the vertices. Edges have their colours, and those that lead one way an arrowhead. A graph with a
/// ground is drawn in layers by the distance from it, a part of a grid as it, trees from their centres down, and any other graph on a circle.
///
/// # Examples
/// ```
/// use dicot::rules::{Hackenbush, graph::{GraphRules, hackenbush::HackenbushRules}};
/// use dicot_svg::Options;
/// let position: Hackenbush = "n=4 0-1:b 1-2:r 1-3:g".parse()?;
/// let options = Options::titled("A flower");
/// let picture = dicot_svg::graph(position.graph(), HackenbushRules::FORM, "value 1/2 + *", &options);
/// assert_eq!(picture.of_class("edge").count(), 3);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
///
/// # Complexity
/// O(*n* *m*) for *n* vertices and *m* edges.
pub fn graph(graph: &Graph, form: GraphForm, text: &str, options: &Options) -> Picture {
    let mut places = places(graph, form);
    let size = |of: fn(&Point) -> f64| places.iter().map(of).fold(0.0, f64::max) + 2.0 * RADIUS;
    let beside = if form.counted { text_width("\u{d7}250", SIZE) } else { 0.0 };
    let (width, height) = (size(|at| at.x) + beside, size(|at| at.y));
    let inner = width.max(MIN_WIDTH);

    let mut canvas = Canvas::default();
    let top = canvas.heading(options, inner + 2.0 * MARGIN);
    let left = MARGIN + (inner - width) / 2.0;
    for at in &mut places {
        *at = Point::new(left + RADIUS + at.x, top + RADIUS + at.y);
    }
    if form.grounded {
        let y = places.first().map_or(top + RADIUS, |ground| ground.y);
        let ends = [left, left + width].map(|x| Point::new(x, y));
        canvas.line("ground", ends.to_vec(), Stroke::solid(GREY, 4.0));
    }
    let mut ways: Vec<[u8; 2]> = Vec::new();
    for edge in graph.edges() {
        let before = ways.iter().filter(|ends| **ends == edge.ends()).count();
        ways.push(edge.ends());
        let several = graph.edges().iter().filter(|other| other.ends() == edge.ends()).count();
        let points = line(edge, &places, before, several, form);
        let colour = match edge.colour() {
            _ if !form.coloured => GREY,
            EdgeColour::Blue => LEFT,
            EdgeColour::Red => RIGHT,
            EdgeColour::Green => GREEN,
        };
        let last = points.len() - 1;
        let head = match edge.ends().map(|end| edge.leads_to(end)) {
            [false, _] => Some(arrowhead(points[last - 1], points[last])),
            [_, false] => Some(arrowhead(points[1], points[0])),
            _ => None,
        };
        if let Some(head) = head {
            canvas.area("arrow", vec![head], colour, None);
        }
        canvas.line("edge", points, Stroke::solid(colour, 3.0));
    }
    for (&at, vertex) in places.iter().zip(0..) {
        if graph.is_gone(vertex) || (form.grounded && is_bare(graph, vertex)) {
            continue;
        }
        let (fill, ink) = match graph.label(vertex) {
            Some(Player::Left) => (LEFT, WHITE),
            Some(Player::Right) => (RIGHT, WHITE),
            None => (WHITE, BLACK),
        };
        canvas.circle("vertex", at, RADIUS, fill, Some(Stroke::solid(BLACK, 1.2)));
        let label = Label::new(vertex.to_string(), at, SIZE, Align::Middle);
        canvas.label("number", label, ink);
        if form.counted {
            let beside = Point::new(at.x + RADIUS, at.y - RADIUS);
            let counters = format!("\u{d7}{}", graph.counters(vertex));
            canvas.label("counters", Label::new(counters, beside, SIZE, Align::Start), BLACK);
        }
    }
    let y = caption(text, inner, top + height + 8.0, &mut canvas);
    let mut description = format!("A graph: {}.", graph.shown(form));
    if !text.is_empty() {
        description += &format!(" {text}");
    }
    canvas.finish(options, "Graph", description, [inner + 2.0 * MARGIN, y - 8.0 + MARGIN])
}

/// The triangle at the vertex `to` of an edge that comes from `from`.
fn arrowhead(from: Point, to: Point) -> Vec<Point> {
    let (across, down) = (to.x - from.x, to.y - from.y);
    let length = across.hypot(down).max(1.0);
    let corners = [(RADIUS, 0.0), (RADIUS + 12.0, 6.0), (RADIUS + 12.0, -6.0)];
    let corner = |(back, aside): (f64, f64)| {
        let [back, aside] = [back / length, aside / length];
        Point::new(to.x - across * back - down * aside, to.y - down * back + across * aside)
    };
    corners.map(corner).to_vec()
}

/// Whether a vertex is the ground, or has no edge and so does not belong to the picture.
fn is_bare(graph: &Graph, vertex: u8) -> bool {
    vertex == 0 || graph.edges().iter().all(|edge| edge.other(vertex).is_none())
}

/// The places of the vertices.
fn places(graph: &Graph, form: GraphForm) -> Vec<Point> {
    let n = graph.vertices();
    if form.grounded {
        return layers(graph);
    }
    if let Some(columns) = columns(graph) {
        let place =
            |v: u8| Point::new(f64::from(v % columns) * STEP, f64::from(v / columns) * STEP);
        return (0..n).map(place).collect();
    }
    if let Some(places) = trees(graph) {
        return places;
    }
    let radius = (f64::from(n) * STEP / std::f64::consts::TAU).max(STEP * 0.7);
    let on_circle = |v: u8| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(v) / f64::from(n)).sin_cos();
        Point::new(radius * (1.0 + sin), radius * (1.0 - cos))
    };
    (0..n).map(on_circle).collect()
}

/// The places of a graph without cycles: of each tree the centre is at the top, and each vertex above those that hang on it.
fn trees(graph: &Graph) -> Option<Vec<Point>> {
    let mut forest = Forest {
        graph,
        places: vec![Point::new(0.0, 0.0); graph.vertices().into()],
        placed: vec![false; graph.vertices().into()],
        right: 0.0,
    };
    let (mut vertices, mut trees) = (0, 0);
    let mut seen = vec![false; usize::from(graph.vertices())];
    for v in (0..graph.vertices()).filter(|&v| !graph.is_gone(v)) {
        vertices += 1;
        if !seen[usize::from(v)] {
            trees += 1;
            let mut reached = vec![v];
            while let Some(v) = reached.pop() {
                seen[usize::from(v)] = true;
                reached.extend(forest.neighbours(v).filter(|&v| !seen[usize::from(v)]));
            }
        }
    }
    if graph.edges().len() + trees != vertices {
        return None;
    }
    for v in (0..graph.vertices()).filter(|&v| !graph.is_gone(v)) {
        if !forest.placed[usize::from(v)] {
            let end = forest.longest_path(v, None)[0];
            let path = forest.longest_path(end, None);
            forest.place(path[path.len() / 2], None, 0.0);
        }
    }
    (forest.right <= MAX_WIDTH).then_some(forest.places)
}

/// Trees that are being placed, from left to right.
struct Forest<'a> {
    graph: &'a Graph,
    places: Vec<Point>,
    placed: Vec<bool>,
    /// Where the next leaf is.
    right: f64,
}

impl Forest<'_> {
    fn neighbours(&self, v: u8) -> impl Iterator<Item = u8> {
        self.graph.edges().iter().filter_map(move |edge| edge.other(v))
    }

    /// The longest path that ends with a vertex and does not pass another one.
    fn longest_path(&self, v: u8, above: Option<u8>) -> Vec<u8> {
        let below = self.neighbours(v).filter(|&w| Some(w) != above);
        let mut path =
            below.map(|w| self.longest_path(w, Some(v))).max_by_key(Vec::len).unwrap_or_default();
        path.push(v);
        path
    }

    /// Places a vertex, and what hangs on it; returns where it is from left to right.
    fn place(&mut self, v: u8, above: Option<u8>, y: f64) -> f64 {
        let below: Vec<u8> = self.neighbours(v).filter(|&w| Some(w) != above).collect();
        let ends: Vec<f64> = below.into_iter().map(|w| self.place(w, Some(v), y + STEP)).collect();
        let x = match ends[..] {
            [] => {
                self.right += STEP;
                self.right - STEP
            }
            [first, ..] => (first + ends[ends.len() - 1]) / 2.0,
        };
        self.places[usize::from(v)] = Point::new(x, y);
        self.placed[usize::from(v)] = true;
        x
    }
}

/// The columns of the grid that the graph is a part of, vertices being numbered row by row; a path is a single row.
fn columns(graph: &Graph) -> Option<u8> {
    let n = graph.vertices();
    let step = |edge: &Edge| edge.ends()[1] - edge.ends()[0];
    let columns = match graph.edges().iter().map(step).max()? {
        1 if n <= 20 => n,
        columns => columns,
    };
    let fits = |edge: &Edge| match step(edge) {
        1 => columns > 1 && !edge.ends()[1].is_multiple_of(columns),
        step => step == columns,
    };
    (n.is_multiple_of(columns) && graph.edges().iter().all(fits)).then_some(columns)
}

/// Places in layers by the distance from the ground, which is the lowest; each vertex near those below it.
fn layers(graph: &Graph) -> Vec<Point> {
    let n = usize::from(graph.vertices());
    let (mut layers, mut placed) = (vec![vec![0_u8]], vec![false; n]);
    let mut places = vec![Point::new(0.0, 0.0); n];
    placed.iter_mut().take(1).for_each(|ground| *ground = true);
    while let Some(below) = layers.last().filter(|layer| !layer.is_empty()) {
        // The places of the neighbours below, summed up, and their number.
        let mut near = vec![(0.0, 0_u32); n];
        for edge in graph.edges() {
            for end in below.iter().filter_map(|&v| Some((v, edge.other(v)?))) {
                let (sum, count) = &mut near[usize::from(end.1)];
                *sum += places[usize::from(end.0)].x;
                *count += 1;
            }
        }
        let free = |v: &u8| !placed[usize::from(*v)] && near[usize::from(*v)].1 > 0;
        let mut layer: Vec<u8> = (0..graph.vertices()).filter(free).collect();
        let wish = |v: u8| near[usize::from(v)].0 / f64::from(near[usize::from(v)].1);
        layer.sort_by(|&u, &v| wish(u).total_cmp(&wish(v)));
        let mut next = f64::NEG_INFINITY;
        let from_ground = layers.len() == 1;
        for (index, &v) in layer.iter().enumerate() {
            let x = if from_ground { index as f64 * STEP } else { wish(v).max(next) };
            next = x + STEP;
            places[usize::from(v)].x = x;
            placed[usize::from(v)] = true;
        }
        layers.push(layer);
    }
    let height = (layers.len().max(3) - 2) as f64;
    for (level, layer) in layers.iter().enumerate() {
        for &v in layer.iter().filter(|&&v| usize::from(v) < n) {
            places[usize::from(v)].y = (height - level as f64) * STEP;
        }
    }
    places
}

/// The points of an edge, the `number`th of `several` with the same ends.
fn line(
    edge: &Edge,
    places: &[Point],
    number: usize,
    several: usize,
    form: GraphForm,
) -> Vec<Point> {
    let [u, v] = edge.ends().map(|end| places[usize::from(end)]);
    if edge.ends()[0] == edge.ends()[1] {
        let size = 14.0 + 6.0 * number as f64;
        let corners = [(0.0, 0.0), (-0.7, -1.0), (0.0, -1.6), (0.7, -1.0), (0.0, 0.0)];
        return corners.map(|(x, y)| Point::new(u.x + size * x, u.y + size * y)).to_vec();
    }
    // Edges from the ground stand upright.
    let u = if form.grounded && edge.ends()[0] == 0 { Point::new(v.x, u.y) } else { u };
    let (across, down) = (v.x - u.x, v.y - u.y);
    let length = across.hypot(down).max(1.0);
    let bend = BEND * (number as f64 - (several as f64 - 1.0) / 2.0);
    let at = |t: f64| {
        let aside = 4.0 * t * (1.0 - t) * bend / length;
        Point::new(u.x + across * t - down * aside, u.y + down * t + across * aside)
    };
    let pieces = if several > 1 { 8 } else { 1 };
    (0..=pieces).map(|i| at(f64::from(i) / f64::from(pieces))).collect()
}
