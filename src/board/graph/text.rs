//! Reads graphs from their own text form, and from edge lists, CGSuite's graph strings, graph6 and DIMACS.
//!
//! Sources: CGSuite, *Games on Graphs* (its help) for graph strings; McKay, *Description of graph6, sparse6 and digraph6 encodings*;
//! *Clique and coloring problems graph format* (DIMACS, 1993).

use smallvec::smallvec;

use super::super::{ParsePositionError, start_of};
use super::{
    COUNTERS, EDGES, Edge, EdgeColour, FREE, GONE, Graph, GraphForm, LABELS, Mark, VERTICES, sort,
};

const SPACES: [char; 4] = [' ', '\t', '\n', '\r'];
const WORD_ENDS: [char; 5] = [' ', '\t', '\n', '\r', '|'];

/// Reads the text of a graph of that form.
pub(super) fn read(text: &str, form: GraphForm) -> Result<Graph, ParsePositionError> {
    let mut graph = Reader { text, form, at: 0, last: (0, "") }.graph()?;
    sort(&mut graph.edges);
    graph.remove_loose_edges();
    Ok(graph.with_form(form))
}

/// A number in digits alone.
fn number(text: &str) -> Option<u8> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// The colour of an edge of a graph string.
fn colour(letter: &str) -> Option<EdgeColour> {
    match letter {
        "l" | "L" => Some(EdgeColour::Blue),
        "e" | "E" => Some(EdgeColour::Green),
        _ => EdgeColour::from_letter(letter),
    }
}

/// A graph of `n` vertices.
fn vertices(n: u8) -> Graph {
    Graph { marks: smallvec![FREE; n.into()], edges: Vec::new() }
}

fn join(u: u8, v: u8) -> Edge {
    Edge::new(u, v, EdgeColour::Green)
}

fn add_edge(graph: &mut Graph, edge: Edge) -> Result<(), ParsePositionError> {
    if graph.edges.len() == EDGES {
        return Err(ParsePositionError::TooMany { what: "edges", limit: EDGES as u32 });
    }
    graph.edges.push(edge);
    Ok(())
}

struct Reader<'t> {
    text: &'t str,
    form: GraphForm,
    /// The byte after the last part.
    at: usize,
    /// The last part with the byte at which it begins; empty at the end of the text.
    last: (usize, &'t str),
}

impl<'t> Reader<'t> {
    /// Takes the next part, whose length is that of a start of the text that remains; spaces before it are skipped.
    fn take(&mut self, length: impl Fn(&str) -> usize) -> &'t str {
        let rest = self.text[self.at..].trim_start_matches(SPACES);
        let start = self.text.len() - rest.len();
        self.last = (start, &rest[..length(rest)]);
        self.at = start + self.last.1.len();
        self.last.1
    }

    /// The next word; `|` is a word of its own.
    fn word(&mut self) -> &'t str {
        self.take(|rest| {
            if rest.starts_with('|') { 1 } else { rest.find(WORD_ENDS).unwrap_or(rest.len()) }
        })
    }

    /// The next token of a graph string: a character, or characters in braces.
    fn token(&mut self) -> &'t str {
        self.take(|rest| {
            let braces = if rest.starts_with('{') { rest.find('}') } else { None };
            braces.map_or(rest.chars().next().map_or(0, char::len_utf8), |end| end + 1)
        })
    }

    /// The next token, if it fits.
    fn token_if(&mut self, fits: impl Fn(&str) -> bool) -> Option<&'t str> {
        let before = (self.at, self.last);
        let token = Some(self.token()).filter(|token| fits(token));
        if token.is_none() {
            (self.at, self.last) = before;
        }
        token
    }

    /// The error at the last part.
    fn unexpected<T>(&self, expected: impl Into<String>) -> Result<T, ParsePositionError> {
        let ((offset, text), expected) = (self.last, expected.into());
        Err(ParsePositionError::UnknownGraphPart { offset, text: start_of(text), expected })
    }

    /// Reads a text of any kind, which its first word shows.
    fn graph(mut self) -> Result<Graph, ParsePositionError> {
        const HEADER: &str = ">>graph6<<";
        let first = self.word().to_ascii_lowercase();
        let start = self.last.0;
        let graph = match &*first {
            "grid" => self.grid()?,
            "path" => self.path(1)?,
            "cycle" => self.path(3)?,
            "graph6" => self.graph6()?,
            "c" | "p" => {
                self.at = 0;
                return self.dimacs();
            }
            _ if first.starts_with(HEADER) => {
                self.at = start + HEADER.len();
                self.graph6()?
            }
            _ if first.starts_with(|c: char| c.is_ascii_digit()) => {
                self.at = start;
                let graph = vertices(self.listed_vertices());
                return self.edges_and_marks(graph, VERTICES);
            }
            _ if first
                .starts_with(['.', '-', ':', ';', '(', '{', '<', '>', 'l', 'r', 'e', 'b'])
                || !first.is_empty() && first.bytes().all(|b| b"lrebg".contains(&b)) =>
            {
                self.at = start;
                return self.string();
            }
            _ => match first.strip_prefix("n=").and_then(number) {
                Some(n) => vertices(n),
                None => {
                    return self.unexpected(format!(
                        "n= and a number of vertices up to {VERTICES}, like n=5, or grid 3x4, path 5, cycle 5, edges like 0-1, a graph \
                            string like .-., graph6 or p edge"
                    ));
                }
            },
        };
        let n = graph.vertices();
        self.edges_and_marks(graph, n)
    }

    /// Reads edges, then labels or counters; error messages say that vertices are below `below`.
    fn edges_and_marks(mut self, mut graph: Graph, below: u8) -> Result<Graph, ParsePositionError> {
        let (form, n) = (self.form, graph.vertices());
        let vertex = |text: &str| number(text).filter(|&v| v < n);
        let edge = |text: &str| {
            let (ends, colour) = text.split_once(':').unwrap_or((text, "g"));
            let (is_arrow, (u, v)) = match ends.split_once('>') {
                Some(ends) if form.directed => (true, ends),
                _ => (false, ends.split_once('-')?),
            };
            let (u, v, colour) = (vertex(u)?, vertex(v)?, EdgeColour::from_letter(colour)?);
            let is_known = (form.coloured || !text.contains(':')) && (form.grounded || u != v);
            let edge = if is_arrow { Edge::arrow(u, v) } else { join(u, v) };
            is_known.then_some(Edge { colour, ..edge })
        };
        loop {
            let word = self.word();
            if word.is_empty() {
                return Ok(graph);
            }
            if word == "|" && form.has_gone() {
                break;
            }
            let Some(edge) = edge(word) else {
                let example = match form {
                    GraphForm { coloured: true, .. } => "0-1:b",
                    GraphForm { directed: true, .. } => "0-1 or 0>1",
                    _ => "0-1",
                };
                let two = if form.grounded { "" } else { "two " };
                return self.unexpected(format!(
                    "an edge like {example} between {two}vertices below {below}"
                ));
            };
            add_edge(&mut graph, edge)?;
        }
        let mut marked = [false; VERTICES as usize];
        loop {
            let word = self.word();
            if word.is_empty() {
                return Ok(graph);
            }
            let parsed = word.split_once(':').and_then(|(v, mark)| {
                let mark = match mark {
                    "#" => GONE,
                    "L" | "l" if form.labelled => LABELS[0],
                    "R" | "r" if form.labelled => LABELS[1],
                    _ => number(mark).filter(|&counters| form.counted && counters <= COUNTERS)?,
                };
                Some((usize::from(vertex(v)?), mark))
            });
            match parsed.filter(|(v, _)| !marked[*v]) {
                Some((v, mark)) => (marked[v], graph.marks[v]) = (true, mark),
                None => {
                    let marks = match form {
                        GraphForm { counted: true, .. } => format!(
                            "the only counters of a vertex below {below}, up to {COUNTERS}, like 0:2 or 0:# (gone)"
                        ),
                        GraphForm { labelled: true, .. } => format!(
                            "the only label of a vertex below {below}, like 0:L, 0:R or 0:# (gone)"
                        ),
                        _ => format!("another vertex below {below} that is gone, like 0:#"),
                    };
                    return self.unexpected(marks);
                }
            }
        }
    }

    /// One more than the largest vertex of the edges and labels that remain.
    fn listed_vertices(&self) -> u8 {
        let words = self.text[self.at..].split(WORD_ENDS);
        let ends = words.flat_map(|word| word.split(':').next().unwrap_or("").split(['-', '>']));
        let largest = ends.filter_map(number).filter(|&v| v < VERTICES).max();
        largest.map_or(0, |v| v + 1)
    }

    /// Reads the number of vertices of a path, or of a cycle if at least three are needed.
    fn path(&mut self, least: u8) -> Result<Graph, ParsePositionError> {
        match number(self.word()).filter(|&n| n >= least) {
            Some(n) => {
                let path = (1..n).map(|v| join(v - 1, v));
                let back = (least > 1).then(|| join(0, n - 1));
                Ok(Graph { edges: path.chain(back).collect(), ..vertices(n) })
            }
            None => self.unexpected(format!("a number of vertices from {least} to {VERTICES}")),
        }
    }

    /// Reads the rows and columns of a grid.
    fn grid(&mut self) -> Result<Graph, ParsePositionError> {
        let sides = self.word().split_once(['x', 'X']);
        let sides = sides.and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
        let fits = |&(rows, cols): &(u8, u8)| {
            (1..=VERTICES.into()).contains(&(u16::from(rows) * u16::from(cols)))
        };
        match sides.filter(fits) {
            Some((rows, cols)) => {
                let n = rows * cols;
                let across = (0..n).filter(|v| (v + 1) % cols != 0).map(|v| join(v, v + 1));
                let down = (0..n - cols).map(|v| join(v, v + cols));
                Ok(Graph { edges: across.chain(down).collect(), ..vertices(n) })
            }
            None => self
                .unexpected(format!("rows and columns of at most {VERTICES} vertices, like 3x4")),
        }
    }

    /// Reads a graph string. Branches are kept in a stack, so that their depth is not limited.
    fn string(mut self) -> Result<Graph, ParsePositionError> {
        let GraphForm { coloured, directed, grounded, .. } = self.form;
        let is_stalk = grounded && self.text.trim().bytes().all(|b| b"BLRGE".contains(&b));
        let (mut graph, mut names, mut branches) = (vertices(0), Vec::new(), Vec::new());
        let mut second_component = None;
        let mut end = self.vertex(&mut graph, &mut names)?;
        loop {
            let token = self.token();
            let letter =
                colour(token).filter(|_| coloured && (is_stalk || token.to_lowercase() == token));
            let (colour, way) = match token {
                "" if branches.is_empty() => break,
                "(" => {
                    branches.push(end);
                    continue;
                }
                ")" if !branches.is_empty() => {
                    end = branches.pop().unwrap_or(end);
                    if self.token_if(|token| !matches!(token, "" | ";" | ")")).is_some() {
                        return self.unexpected("; or ) or the end, after branches");
                    }
                    continue;
                }
                ";" => {
                    if let Some(&vertex) = branches.last() {
                        end = vertex;
                    } else {
                        second_component = second_component.or(Some(self.last));
                        if self.token_if(str::is_empty).is_some() {
                            break;
                        }
                        end = self.vertex(&mut graph, &mut names)?;
                    }
                    continue;
                }
                "-" => (EdgeColour::Green, token),
                ">" | "<" if directed => (EdgeColour::Green, token),
                _ => match letter {
                    Some(colour) => {
                        let arrow = |token: &str| directed && matches!(token, ">" | "<");
                        (colour, self.token_if(arrow).unwrap_or("-"))
                    }
                    None => return self.unexpected(self.string_parts(token)),
                },
            };
            let vertex = self.vertex(&mut graph, &mut names)?;
            if vertex == end && !grounded {
                return self.unexpected("another vertex; loops are not allowed here");
            }
            let edge = match way {
                ">" => Edge::arrow(end, vertex),
                "<" => Edge::arrow(vertex, end),
                _ => join(end, vertex),
            };
            add_edge(&mut graph, Edge { colour, ..edge })?;
            end = vertex;
        }
        let roots = graph.roots(false);
        match second_component.filter(|_| grounded) {
            Some(last) if roots[..graph.marks.len()].iter().any(|&root| root != 0) => {
                self.last = last;
                self.unexpected("a connected graph; edges on the ground are written (l;r)")
            }
            _ => Ok(graph),
        }
    }

    /// Reads a vertex of a graph string, which may be left out, and its name. A name that was read before is the same vertex again.
    fn vertex(
        &mut self,
        graph: &mut Graph,
        names: &mut Vec<(&'t str, u8)>,
    ) -> Result<u8, ParsePositionError> {
        let GraphForm { labelled, counted, .. } = self.form;
        let mark = |token: &str| match token {
            "." => Some(FREE),
            "L" if labelled => Some(LABELS[0]),
            "R" if labelled => Some(LABELS[1]),
            _ => {
                let counters = token.strip_prefix('{')?.strip_suffix('}').and_then(number);
                counters.filter(|&counters| counted && counters <= COUNTERS)
            }
        };
        let mark: Mark =
            self.token_if(|token| mark(token).is_some()).and_then(mark).unwrap_or(FREE);
        if self.token_if(|token| token == ":").is_some() {
            let name = self.token();
            let is_name = name.len() > 1 || name.bytes().all(|b| b.is_ascii_alphanumeric());
            if name.is_empty() || !is_name {
                return self.unexpected("the name of a vertex, like A or {root}");
            }
            let name = name.trim_matches(['{', '}']);
            if let Some(&(_, vertex)) = names.iter().find(|(known, _)| *known == name) {
                if graph.mark(vertex) != mark {
                    return self.unexpected("a vertex with the same label as before");
                }
                return Ok(vertex);
            }
            names.push((name, graph.vertices()));
        }
        if graph.vertices() == VERTICES {
            return Err(ParsePositionError::TooMany { what: "vertices", limit: VERTICES.into() });
        }
        graph.marks.push(mark);
        Ok(graph.vertices() - 1)
    }

    /// What a graph string of this form is made of, and what of `token` the form does not have.
    fn string_parts(&self, token: &str) -> String {
        let vertex = match self.form {
            GraphForm { labelled: true, .. } => "., L or R",
            GraphForm { counted: true, .. } => ". or {2}",
            _ => ".",
        };
        let edge = match self.form {
            GraphForm { coloured: true, .. } => "l, r, e or -",
            GraphForm { directed: true, .. } => "-, > or <",
            _ => "-",
        };
        let missing = match token {
            "L" | "R" if self.form.labelled => "",
            "L" | "R" => " (vertices have no labels here)",
            "<" | ">" if !self.form.directed => " (edges have no directions here)",
            _ if !self.form.coloured && colour(token).is_some() => " (edges have no colours here)",
            _ => "",
        };
        format!("an edge {edge}, a vertex {vertex}, :, (, ) or ;{missing}")
    }

    /// Reads the number of vertices and, in bits of characters from `?` to `~`, which of the pairs 0-1, 0-2, 1-2, 0-3, .. are edges.
    fn graph6(&mut self) -> Result<Graph, ParsePositionError> {
        let word = self.take(|rest| rest.find(SPACES).unwrap_or(rest.len()));
        let digits = word.bytes().map_while(|b| b.checked_sub(b'?').filter(|&digit| digit < 64));
        let digits: Vec<u8> = digits.collect();
        let (n, bits) = match *digits {
            [63, high, middle, low, ref bits @ ..] => {
                (u32::from(high) << 12 | u32::from(middle) << 6 | u32::from(low), bits)
            }
            [n @ ..63, ref bits @ ..] => (n.into(), bits),
            _ => (u32::MAX, &[][..]),
        };
        let Some(n) = u8::try_from(n).ok() else {
            return self.unexpected(format!("graph6 of at most {VERTICES} vertices, like D?{{"));
        };
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        let needed = (usize::from(n) * usize::from(n.saturating_sub(1)) / 2).div_ceil(6);
        if bits.len() != needed || digits.len() != word.len() {
            let good = digits.len() - bits.len() + bits.len().min(needed);
            self.last = (self.last.0 + good, &word[good..]);
            return self
                .unexpected(format!("{needed} characters from ? to ~ for pairs of {n} vertices"));
        }
        let mut graph = vertices(n);
        let bits = bits.iter().flat_map(|six| (0..6).rev().map(move |bit| six >> bit & 1 == 1));
        for ((u, v), _) in pairs.zip(bits).filter(|(_, is_edge)| *is_edge) {
            add_edge(&mut graph, join(u, v))?;
        }
        Ok(graph)
    }

    /// The first word of a line that is not a comment. Lines may also be joined by spaces.
    fn line(&mut self) -> &'t str {
        loop {
            let word = self.word();
            if word != "c" {
                return word;
            }
            let rest = &self.text[self.at..];
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Reads a graph in the format of DIMACS. The number of edges is not checked: some files count each edge twice.
    fn dimacs(mut self) -> Result<Graph, ParsePositionError> {
        if self.line() != "p" || !matches!(self.word(), "edge" | "col") {
            return self
                .unexpected("p edge and the numbers of vertices and edges, like p edge 3 2");
        }
        let Some(n) = number(self.word()) else {
            return self.unexpected(format!("a number of vertices up to {VERTICES}"));
        };
        let edges = self.word();
        if edges.is_empty() || !edges.bytes().all(|b| b.is_ascii_digit()) {
            return self.unexpected("a number of edges");
        }
        let mut graph = vertices(n);
        loop {
            match self.line() {
                "" => return Ok(graph),
                "e" => {}
                _ => return self.unexpected("e and two vertices, like e 1 2"),
            }
            let mut end = || number(self.word()).filter(|v| (1..=n).contains(v));
            match end().and_then(|u| Some((u, end()?))) {
                Some((u, v)) if u != v || self.form.grounded => {
                    add_edge(&mut graph, join(u - 1, v - 1))?;
                }
                _ => {
                    let two = if self.form.grounded { "two" } else { "two different" };
                    return self.unexpected(format!("{two} vertices from 1 to {n}"));
                }
            }
        }
    }
}
