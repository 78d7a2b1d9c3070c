//! Graphs as boards, and their changes.

use std::fmt::Write;

use dicot::Player;
use dicot::board::{Graph, GraphForm};
use dicot::rules::graph::GraphMove;
use dicot::rules::{AnyBoard, AnyMove, BoardKind, OwnedSpec};
use dicot_bots::Dice;
use dicot_rulesets::enumeration::is_plain;

use super::{Boards, FIRST_CELLS, Pair, SLACK};

/// The graphs of a ruleset with at most that many vertices. Vertices keep their numbers, which moves name.
pub(super) struct Graphs {
    form: GraphForm,
    vertices: usize,
    /// Whether all of them are without cycles.
    are_trees: bool,
    /// The most edges at a vertex.
    degree: usize,
}

/// What a vertex is: one that is gone is none.
#[derive(Clone, Copy, PartialEq)]
enum Vertex {
    Gone,
    Free,
    Labelled(Player),
}

/// A graph: its vertices, and its edges with the letters of their colours. No two edges have the same ends.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    vertices: Vec<Vertex>,
    edges: Vec<([usize; 2], char)>,
}

impl Graphs {
    /// `None` if the boards of the ruleset are not graphs, or those of other forms: with arrows, counters or a ground.
    pub(super) fn of(
        spec: &OwnedSpec,
        vertices: usize,
        are_trees: bool,
        degree: Option<u8>,
    ) -> Option<Graphs> {
        let BoardKind::Graph(form) = spec.board else { return None };
        let degree = degree.map_or(usize::MAX, usize::from);
        is_plain(form).then_some(Graphs { form, vertices, are_trees, degree })
    }

    /// Why a graph is not one of them, whatever the number of its vertices.
    pub(super) fn problem(&self, given: &AnyBoard) -> Option<&'static str> {
        let AnyBoard::Graph(graph, _) = given else { return None };
        let mut board = Board::from(graph);
        if board.used().any(|at| board.degree(at) > self.degree) {
            return Some("a vertex of --from has more edges than --degree");
        }
        // No edge of a forest joins two vertices that others connect.
        let mut edges = std::mem::take(&mut board.edges).into_iter();
        let joins = |edge: ([usize; 2], char)| {
            let [u, v] = edge.0;
            let is_new = !board.reached([u]).contains(&v);
            board.edges.push(edge);
            is_new
        };
        let has_cycle = self.are_trees && !edges.all(joins);
        has_cycle.then_some("the graph of --from has a cycle, which --trees leaves out")
    }

    fn vertex(&self, dice: &mut Dice) -> Vertex {
        match dice.below(if self.form.labelled { 4 } else { 1 }) {
            2 => Vertex::Labelled(Player::Left),
            3 => Vertex::Labelled(Player::Right),
            _ => Vertex::Free,
        }
    }

    fn colour(&self, dice: &mut Dice) -> char {
        // A green edge is seldom hot.
        if self.form.coloured { ['b', 'r'][dice.below(2) as usize] } else { 'g' }
    }

    /// A random vertex that is not gone.
    fn used(&self, board: &Board, dice: &mut Dice) -> Option<usize> {
        dice.pick(board.used())
    }

    /// Hangs a new vertex on a random one.
    fn add(&self, board: &mut Board, dice: &mut Dice) {
        let Some(at) = self.used(board, dice).filter(|&at| board.degree(at) < self.degree) else {
            return;
        };
        let gone = (0..board.vertices.len()).find(|&at| board.vertices[at] == Vertex::Gone);
        let Some(new) = gone else { return };
        board.vertices[new] = self.vertex(dice);
        board.edges.push(([at, new], self.colour(dice)));
    }

    /// Adds vertices until there are that many.
    fn grow(&self, board: &mut Board, vertices: usize, dice: &mut Dice) {
        for _ in 0..10 * vertices {
            if board.used().count() >= vertices {
                break;
            }
            self.add(board, dice);
        }
    }

    /// Removes a random vertex; a neighbour gets its other edges.
    fn remove(&self, board: &mut Board, dice: &mut Dice) {
        let Some(at) = self.used(board, dice) else { return };
        let neighbour = dice.pick(board.neighbours(at));
        board.vertices[at] = Vertex::Gone;
        let mut others = Vec::new();
        board.edges.retain(|&(ends, colour)| {
            let other = other_end(ends, at);
            others.extend(other.map(|other| (other, colour)));
            other.is_none()
        });
        let Some(neighbour) = neighbour else { return };
        for (other, colour) in others {
            self.connect(board, [neighbour, other], colour);
        }
    }

    /// Gives a random edge another colour, or a random vertex another label.
    fn paint(&self, board: &mut Board, dice: &mut Dice) {
        if self.form.coloured {
            let edge = dice.pick(0..board.edges.len());
            if let Some(edge) = edge {
                board.edges[edge].1 = self.colour(dice);
            }
        } else if let Some(at) = self.used(board, dice) {
            board.vertices[at] = self.vertex(dice);
        }
    }

    /// Moves an end of a random edge, with what hangs on its other end; or adds or removes an edge, where there may be cycles.
    fn bend(&self, board: &mut Board, dice: &mut Dice) {
        let kind = if self.are_trees { 0 } else { dice.below(3) };
        if kind == 1 {
            if let (Some(u), Some(v)) = (self.used(board, dice), self.used(board, dice)) {
                let colour = self.colour(dice);
                self.connect(board, [u, v], colour);
            }
            return;
        }
        let Some(edge) = dice.pick(0..board.edges.len()) else { return };
        let (ends, colour) = board.edges.swap_remove(edge);
        if kind == 2 {
            return;
        }
        let side = dice.below(2) as usize;
        let (kept, from) = (ends[side], ends[1 - side]);
        // In a tree what is on the side of the end that moves.
        let ends = if self.are_trees { board.reached([from]) } else { board.used().collect() };
        let ends = ends.into_iter().filter(|&at| board.degree(at) < self.degree);
        if let Some(to) = dice.pick(ends) {
            self.connect(board, [kept, to], colour);
        }
    }

    /// Adds an edge, unless there is one or a vertex would have too many.
    fn connect(&self, board: &mut Board, ends: [usize; 2], colour: char) {
        let is_new = ends[0] != ends[1] && !board.neighbours(ends[0]).any(|at| at == ends[1]);
        if is_new && ends.iter().all(|&end| board.degree(end) < self.degree) {
            board.edges.push((ends, colour));
        }
    }
}

impl Boards for Graphs {
    type Board = Board;

    fn first(&self, given: Option<&AnyBoard>, dice: &mut Dice) -> Board {
        if let Some(AnyBoard::Graph(graph, _)) = given {
            let mut board = Board::from(graph);
            let vertices = board.vertices.len().max(self.vertices + 1);
            board.vertices.resize(vertices, Vertex::Gone);
            return board;
        }
        // One more, so that a vertex can be added before another is removed.
        let vertices = vec![Vertex::Gone; self.vertices + 1];
        let mut board = Board { vertices, edges: Vec::new() };
        board.vertices[0] = self.vertex(dice);
        self.grow(&mut board, self.vertices.min(FIRST_CELLS), dice);
        board
    }

    fn change(&self, board: &Board, pair: &Pair, dice: &mut Dice) -> Board {
        let mut changed = board.clone();
        let random = dice.below(16);
        for _ in 0..if random < 10 { 1 } else { 2 + random / 15 } {
            match dice.below(20) {
                0..6 => self.paint(&mut changed, dice),
                6..11 => self.bend(&mut changed, dice),
                11..16 => {
                    self.remove(&mut changed, dice);
                    self.add(&mut changed, dice);
                }
                16..18 => self.remove(&mut changed, dice),
                _ => self.add(&mut changed, dice),
            }
        }
        changed.keep_connected(pair);
        self.grow(&mut changed, self.vertices.saturating_sub(SLACK), dice);
        while !self.is_small(&changed) {
            self.remove(&mut changed, dice);
        }
        changed
    }

    fn cells(&self, board: &Board) -> usize {
        board.used().count()
    }

    fn is_small(&self, board: &Board) -> bool {
        self.cells(board) <= self.vertices
    }

    fn places(&self, board: &Board) -> usize {
        board.vertices.len()
    }

    fn without(&self, board: &Board, at: usize, pair: &Pair) -> Option<Board> {
        if board.vertices[at] == Vertex::Gone {
            return None;
        }
        let mut less = board.clone();
        less.vertices[at] = Vertex::Gone;
        less.edges.retain(|&(ends, _)| !ends.contains(&at));
        less.keep_connected(pair);
        Some(less)
    }

    fn text(&self, board: &Board) -> String {
        board.text(self.form)
    }

    /// The vertices numbered without gaps.
    fn printed_texts(&self, board: &Board) -> Vec<String> {
        let used: Vec<usize> = board.used().collect();
        let number = |at: usize| used.binary_search(&at).unwrap_or_default();
        let vertices = used.iter().map(|&at| board.vertices[at]).collect();
        let edges = board.edges.iter().map(|&(ends, colour)| (ends.map(number), colour)).collect();
        vec![Board { vertices, edges }.text(self.form)]
    }
}

fn other_end([u, v]: [usize; 2], end: usize) -> Option<usize> {
    if u == end { Some(v) } else { (v == end).then_some(u) }
}

impl From<&Graph> for Board {
    fn from(graph: &Graph) -> Board {
        let vertex = |at: u8| match graph.label(at) {
            Some(player) => Vertex::Labelled(player),
            None if graph.is_gone(at) => Vertex::Gone,
            None => Vertex::Free,
        };
        let mut board = Board {
            vertices: (0..graph.vertices()).map(vertex).collect(),
            edges: graph
                .edges()
                .iter()
                .map(|edge| (edge.ends().map(usize::from), edge.colour().letter()))
                .collect(),
        };
        // Edges of both colours are as a green one. Those with the same ends follow each other.
        board.edges.dedup_by(|edge, kept| {
            let is_parallel = edge.0 == kept.0;
            if is_parallel && edge.1 != kept.1 {
                kept.1 = 'g';
            }
            is_parallel
        });
        board
    }
}

impl Board {
    fn used(&self) -> impl Iterator<Item = usize> {
        (0..self.vertices.len()).filter(|&at| self.vertices[at] != Vertex::Gone)
    }

    fn neighbours(&self, at: usize) -> impl Iterator<Item = usize> {
        self.edges.iter().filter_map(move |&(ends, _)| other_end(ends, at))
    }

    fn degree(&self, at: usize) -> usize {
        self.neighbours(at).count()
    }

    /// The vertices that are connected with some, these included.
    fn reached(&self, from: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut reached: Vec<usize> = from.into_iter().collect();
        let mut next = 0;
        while next < reached.len() {
            for at in self.neighbours(reached[next]) {
                if !reached.contains(&at) {
                    reached.push(at);
                }
            }
            next += 1;
        }
        reached
    }

    /// Removes the vertices that are not connected with those of the moves.
    fn keep_connected(&mut self, pair: &Pair) {
        let ends = |mv: GraphMove| match mv {
            GraphMove::Vertex(at) => vec![usize::from(at)],
            GraphMove::Edge { ends, .. } => ends.map(usize::from).to_vec(),
            _ => Vec::new(),
        };
        let moves = pair.iter().filter_map(AnyMove::graph);
        let reached = self.reached(moves.flat_map(ends));
        for (at, vertex) in self.vertices.iter_mut().enumerate() {
            if !reached.contains(&at) {
                *vertex = Vertex::Gone;
            }
        }
        self.edges.retain(|(ends, _)| reached.contains(&ends[0]));
    }

    fn text(&self, form: GraphForm) -> String {
        let mut text = format!("n={}", self.vertices.len());
        for &([u, v], colour) in &self.edges {
            // Writing to a String cannot fail.
            let _ = write!(text, " {u}-{v}");
            if form.coloured {
                let _ = write!(text, ":{colour}");
            }
        }
        if form.has_gone() {
            text += " |";
            for (at, vertex) in self.vertices.iter().enumerate() {
                let letter = match vertex {
                    Vertex::Gone => '#',
                    Vertex::Labelled(Player::Left) => 'L',
                    Vertex::Labelled(Player::Right) => 'R',
                    Vertex::Free => continue,
                };
                let _ = write!(text, " {at}:{letter}");
            }
        }
        text
    }
}
