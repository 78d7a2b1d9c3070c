//! Graphs: vertices with labels, and edges, of which several may join the same vertices.

use std::fmt;
use std::sync::Arc;

use dicot::board::{Graph as Board, GraphForm};

/// The vertices and edges of a graph, or the arrows of a directed one.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Graph {
    pub(crate) is_directed: bool,
    /// The text of the label of each vertex, if it has one.
    pub(crate) labels: Vec<Option<Arc<str>>>,
    /// The vertices to which edges lead from each vertex, in rising order, once for each edge. An undirected edge is in the lists of both
    /// of its ends, and a loop once in that of its vertex.
    pub(crate) out: Vec<Vec<u8>>,
}

/// Reads the label of a vertex: its text, if it has one.
pub(crate) type ReadLabel<'r> = &'r mut dyn FnMut(&str) -> Result<Option<Arc<str>>, String>;

impl Graph {
    /// The most vertices: those of the graphs of rulesets.
    pub(crate) const MAX_VERTICES: usize = 255;
    /// The most edges: those of the graphs of rulesets.
    const MAX_EDGES: usize = 2048;

    /// Reads the text of a graph as it is printed, or as rulesets read it.
    pub(crate) fn read(text: &str, is_directed: bool) -> Result<Graph, String> {
        let mut printed = |label: &str| match label.strip_prefix('{') {
            Some(label) => Ok(Some(label.trim_end_matches('}').into())),
            None => Err(format!("the label {label} is not in braces")),
        };
        let why = match Graph::read_string(text, is_directed, &mut printed) {
            Ok(graph) => return Ok(graph),
            Err(why) => why,
        };
        let form = GraphForm { directed: is_directed, ..GraphForm::PLAIN };
        let board = Board::read(text, form).map_err(|error| error.to_string())?;
        // Texts of other formats have digits or spaces. In a graph string, boards merge parallel edges.
        if !text.contains(|c: char| c.is_ascii_digit() || c.is_whitespace() || c == '?') {
            return Err(why);
        }
        let mut graph = Graph::new(board.vertices().into(), is_directed);
        for edge in board.edges() {
            let [u, v] = edge.ends();
            for (from, to) in [(u, v), (v, u)] {
                if edge.leads_to(to) {
                    graph.out[usize::from(from)].push(to);
                }
            }
        }
        graph.sorted()
    }

    /// Reads a graph string of CGSuite: vertices, of which those without names may be left out, and edges between them.
    pub(crate) fn read_string(
        text: &str,
        is_directed: bool,
        label: ReadLabel<'_>,
    ) -> Result<Graph, String> {
        let graph = Graph::new(0, is_directed);
        let mut reader = Reader { rest: text.trim(), graph, names: Vec::new(), label };
        if reader.rest.is_empty() {
            return Ok(reader.graph);
        }
        let (mut end, mut branches) = (reader.vertex()?, Vec::new());
        while let Some(sign) = reader.next() {
            match sign {
                '(' => branches.push(end),
                ')' => end = branches.pop().ok_or("a parenthesis is closed that is not open")?,
                ';' => match branches.last() {
                    Some(vertex) => end = *vertex,
                    None => end = reader.vertex()?,
                },
                '-' | '<' | '>' => {
                    let next = reader.vertex()?;
                    reader.join(end, next, sign)?;
                    end = next;
                }
                sign => return Err(format!("unexpected {sign}, expected -, a vertex, (, ) or ;")),
            }
        }
        match branches.is_empty() {
            true => reader.graph.sorted(),
            false => Err("a parenthesis is not closed".to_owned()),
        }
    }

    /// The graph of `n` vertices without edges.
    fn new(n: usize, is_directed: bool) -> Graph {
        Graph { is_directed, labels: vec![None; n], out: vec![Vec::new(); n] }
    }

    /// Sorts the ends of the edges, and checks that no two arrows are alike.
    fn sorted(mut self) -> Result<Graph, String> {
        self.out.iter_mut().for_each(|out| out.sort_unstable());
        match self.is_directed && self.out.iter().any(|out| has_parallels(out)) {
            true => Err("two arrows lead from one vertex to the same other one".to_owned()),
            false => Ok(self),
        }
    }

    /// The graph of `n` vertices in which these pairs are joined.
    pub(crate) fn of_pairs(n: usize, joined: impl Fn(usize, usize) -> bool) -> Graph {
        let joined = &joined;
        let out = |u: usize| (0..n).filter(move |&v| u != v && joined(u.min(v), u.max(v)));
        let out = (0..n).map(|u| out(u).map(|v| v as u8).collect()).collect();
        Graph { out, ..Graph::new(n, false) }
    }

    /// The graph of the vertices to which edges lead from each.
    pub(crate) fn of_lists(out: Vec<Vec<u8>>, is_directed: bool) -> Result<Graph, String> {
        let graph = Graph::new(out.len(), is_directed);
        let graph = Graph { out, ..graph }.sorted()?;
        let vertices = || (0..graph.out.len()).map(|v| v as u8);
        let one_way = vertices()
            .flat_map(|u| vertices().map(move |v| (u, v)))
            .find(|&(u, v)| !is_directed && graph.edges_between(u, v) != graph.edges_between(v, u));
        match one_way {
            Some((u, v)) => Err(format!("the lists of {} and {} do not agree", u + 1, v + 1)),
            None if graph.edges().count() > Graph::MAX_EDGES => Err(too_many_edges()),
            None => Ok(graph),
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let labels: usize = self.labels.iter().flatten().map(|label| label.len()).sum();
        labels + self.out.iter().map(|out| 48 + 2 * out.len()).sum::<usize>()
    }

    /// The edges from a lesser vertex to a greater one, loops, and arrows.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        let ends = (0..).zip(&self.out).flat_map(|(u, out)| out.iter().map(move |&v| (u, v)));
        ends.filter(|(u, v)| self.is_directed || u <= v)
    }

    /// The number of edges that lead from one vertex to another.
    fn edges_between(&self, from: u8, to: u8) -> usize {
        self.out[usize::from(from)].iter().filter(|&&v| v == to).count()
    }

    fn leads(&self, from: u8, to: u8) -> bool {
        self.out[usize::from(from)].binary_search(&to).is_ok()
    }

    /// Whether no edge is a loop, and no two join the same vertices.
    pub(crate) fn is_simple(&self) -> bool {
        !(0..).zip(&self.out).any(|(v, out)| has_parallels(out) || out.contains(&v))
    }

    /// The vertices that edges join with a vertex, in whichever direction: once for each edge.
    fn near(&self, vertex: u8) -> Vec<u8> {
        if !self.is_directed {
            return self.out[usize::from(vertex)].clone();
        }
        let all = (0..self.out.len()).map(|v| v as u8);
        all.filter(|&v| self.leads(vertex, v) || self.leads(v, vertex)).collect()
    }

    /// The graph of these vertices, which are in rising order, and the edges between them.
    pub(crate) fn of_vertices(&self, kept: &[u8]) -> Graph {
        let number = |v: &u8| kept.binary_search(v).ok().map(|n| n as u8);
        let out = kept.iter().map(|&v| self.out[usize::from(v)].iter().filter_map(number));
        let labels = kept.iter().map(|&v| self.labels[usize::from(v)].clone());
        Graph { labels: labels.collect(), out: out.map(Iterator::collect).collect(), ..*self }
    }

    /// The graph without an edge.
    pub(crate) fn without_edge(&self, from: u8, to: u8) -> Option<Graph> {
        let mut graph = self.clone();
        let mut remove = |from: u8, to: u8| {
            let out = &mut graph.out[usize::from(from)];
            out.binary_search(&to).ok().map(|index| out.remove(index))
        };
        remove(from, to)?;
        if !self.is_directed && from != to {
            remove(to, from)?;
        }
        Some(graph)
    }

    /// The vertices that are connected with one, among those that are kept, in rising order.
    pub(crate) fn part(&self, start: u8, is_kept: impl Fn(u8) -> bool) -> Vec<u8> {
        let (mut part, mut next) = (vec![start], 0);
        while let Some(&vertex) = part.get(next) {
            next += 1;
            for near in self.near(vertex) {
                if is_kept(near) && !part.contains(&near) {
                    part.push(near);
                }
            }
        }
        part.sort_unstable();
        part
    }

    /// The connected parts of the vertices that are kept.
    pub(crate) fn parts(&self, is_kept: impl Fn(u8) -> bool) -> Vec<Graph> {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for start in (0..self.out.len()).map(|v| v as u8).filter(|&v| is_kept(v)) {
            if !parts.iter().any(|part| part.contains(&start)) {
                parts.push(self.part(start, &is_kept));
            }
        }
        parts.iter().map(|part| self.of_vertices(part)).collect()
    }

    /// A graph string of CGSuite, in which a depth-first search goes through the vertices: `:A---:A`.
    pub(crate) fn text(&self) -> String {
        self.text_with(|label| format!("{{{label}}}"))
    }

    /// The graph string that rulesets read.
    pub(crate) fn board_text(&self) -> String {
        if self.out.is_empty() {
            return "n=0".to_owned();
        }
        self.text_with(|label| match label {
            "Left" | "Blue" | "L" => "L".to_owned(),
            "Right" | "Red" | "R" => "R".to_owned(),
            label => format!("{{{label}}}"),
        })
    }

    /// The graph string with labels as a function writes them.
    fn text_with(&self, write: impl Fn(&str) -> String) -> String {
        let n = self.out.len();
        let label = |label: &Option<Arc<str>>| label.as_deref().map_or_else(String::new, &write);
        let mut walk = Walk {
            graph: self,
            numbers: vec![None; n],
            visited: 0,
            edges: Vec::new(),
            names: self.labels.iter().map(label).collect(),
        };
        let mut roots = Vec::new();
        for vertex in (0..n).map(|v| v as u8) {
            if walk.numbers[usize::from(vertex)].is_none() {
                walk.visit(vertex, None);
                roots.push(vertex);
            }
        }
        walk.set_names();
        let texts: Vec<String> = roots.into_iter().map(|root| walk.text(root, true)).collect();
        texts.join(";")
    }
}

/// Whether a vertex is in a sorted list twice.
fn has_parallels(out: &[u8]) -> bool {
    out.windows(2).any(|pair| pair[0] == pair[1])
}

fn too_many_edges() -> String {
    format!("a graph has at most {} edges", Graph::MAX_EDGES)
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = if self.is_directed { "DirectedGraph" } else { "Graph" };
        write!(f, "{class}(\"{}\")", self.text())
    }
}

/// Reads a graph string.
struct Reader<'t, 'r> {
    rest: &'t str,
    graph: Graph,
    /// The vertices that have names, with the texts of their labels.
    names: Vec<(&'t str, u8, &'t str)>,
    label: ReadLabel<'r>,
}

impl<'t> Reader<'t, '_> {
    /// Takes a character.
    fn next(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let next = characters.next();
        self.rest = characters.as_str();
        next
    }

    /// Takes a letter, or a word in braces; nothing if the text continues with something else.
    fn word(&mut self) -> &'t str {
        let length = match self.rest.chars().next() {
            Some('{') => self.rest.find('}').map_or(0, |end| end + 1),
            Some(c) if c.is_alphanumeric() => c.len_utf8(),
            _ => 0,
        };
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        word
    }

    /// Reads a vertex, which may be left out, and its name. A name that was read before is the same vertex again.
    fn vertex(&mut self) -> Result<u8, String> {
        let label = self.word();
        if label.is_empty() {
            self.rest = self.rest.strip_prefix('.').unwrap_or(self.rest);
        }
        let new = u8::try_from(self.graph.out.len()).ok().filter(|&new| new < u8::MAX);
        if let Some(rest) = self.rest.strip_prefix(':') {
            self.rest = rest;
            let name = self.word();
            match self.names.iter().find(|known| known.0 == name) {
                _ if name.is_empty() => {
                    return Err("expected the name of a vertex, like A or {root}".to_owned());
                }
                Some((_, _, other)) if *other != label => {
                    return Err(format!("the vertex {name} has another label than before"));
                }
                Some((_, vertex, _)) => return Ok(*vertex),
                None => self.names.push((name, new.unwrap_or(0), label)),
            }
        }
        let too_many = || format!("a graph has at most {} vertices", Graph::MAX_VERTICES);
        let new = new.ok_or_else(too_many)?;
        self.graph.labels.push(if label.is_empty() { None } else { (self.label)(label)? });
        self.graph.out.push(Vec::new());
        Ok(new)
    }

    /// Joins two vertices.
    fn join(&mut self, from: u8, to: u8, sign: char) -> Result<(), String> {
        if sign != '-' && !self.graph.is_directed {
            return Err("the edges of this graph have no directions".to_owned());
        }
        if self.graph.out.iter().map(Vec::len).sum::<usize>() > 2 * Graph::MAX_EDGES {
            return Err(too_many_edges());
        }
        let mut lead = |from: u8, to: u8| self.graph.out[usize::from(from)].push(to);
        match sign {
            '<' => lead(to, from),
            _ if sign == '>' || from == to => lead(from, to),
            _ => {
                lead(from, to);
                lead(to, from);
            }
        }
        Ok(())
    }
}

/// The order in which a search goes through a graph. It nests at most 255 deep.
struct Walk<'g> {
    graph: &'g Graph,
    /// The number of each vertex in the order of the search.
    numbers: Vec<Option<usize>>,
    visited: usize,
    /// The edges that the search follows, and those that lead back.
    edges: Vec<(u8, u8, bool)>,
    /// The labels of the vertices, and the names of those to which edges lead back.
    names: Vec<String>,
}

impl Walk<'_> {
    fn visit(&mut self, vertex: u8, from: Option<u8>) {
        self.numbers[usize::from(vertex)] = Some(self.visited);
        self.visited += 1;
        let mut from = from;
        for near in self.graph.near(vertex) {
            // The edge that the search has followed; others to the same vertex lead back.
            if from.take_if(|from| *from == near).is_some() {
                continue;
            }
            match self.numbers[usize::from(near)] {
                None => {
                    self.edges.push((vertex, near, false));
                    self.visit(near, Some(vertex));
                }
                Some(number) if Some(number) <= self.numbers[usize::from(vertex)] => {
                    self.edges.push((vertex, near, true));
                }
                Some(_) => {}
            }
        }
    }

    /// Names the vertices to which edges lead back.
    fn set_names(&mut self) {
        let leads_back = self.edges.iter().filter(|edge| edge.2);
        let mut named: Vec<(Option<usize>, u8)> =
            leads_back.map(|edge| (self.numbers[usize::from(edge.1)], edge.1)).collect();
        named.sort_unstable();
        named.dedup();
        for (n, (_, vertex)) in (0..).zip(named) {
            self.names[usize::from(vertex)] += &match n {
                0..26 => format!(":{}", char::from(b'A' + n as u8)),
                n => format!(":{{v{n}}}"),
            };
        }
    }

    fn text(&self, vertex: u8, is_root: bool) -> String {
        let branches: Vec<String> = self
            .edges
            .iter()
            .filter(|edge| edge.0 == vertex)
            .map(|&(_, to, leads_back)| {
                let sign = match (self.graph.leads(vertex, to), self.graph.leads(to, vertex)) {
                    (true, true) if self.graph.is_directed && vertex == to => ">",
                    (true, false) => ">",
                    (false, true) => "<",
                    _ => "-",
                };
                let rest = if leads_back {
                    self.names[usize::from(to)].clone()
                } else {
                    self.text(to, false)
                };
                format!("{sign}{rest}")
            })
            .collect();
        let name = &self.names[usize::from(vertex)];
        match &branches[..] {
            [] if is_root && name.is_empty() => ".".to_owned(),
            [] => name.clone(),
            [branch] => format!("{name}{branch}"),
            branches => format!("{name}({})", branches.join(";")),
        }
    }
}
