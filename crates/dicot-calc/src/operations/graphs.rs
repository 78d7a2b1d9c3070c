//! Graphs.

use dicot::Calculation;

use crate::arithmetic::count;
use crate::collection::list;
use crate::failure::Failure;
use crate::graph::Graph;
use crate::grids::{
    edges, graph_of, held, label, parts_of_graph as parts, place, vertex_of, wrong,
};
use crate::object::Kind;
use crate::operation::{operations, truth};
use crate::value::{OpResult, Value};

operations! {
    "Graph" [] ("text") "the graph of a text, as rulesets of graphs read it",
        "CGSuite", "Graph(\"n=3 0-1 1-2\")" => "Graph(\"--\")",
        Values(|c, values| graph_of(values[0], false, c));
    "DirectedGraph" [] ("text") "the directed graph of a text",
        "CGSuite", "DirectedGraph(\">>\").AdjacencyList" => "[[2],[3],[]]",
        Values(|c, values| graph_of(values[0], true, c));
    "Path" [] ("class", "n") "the path of n vertices",
        "CGSuite", "Graph.Path(3)" => "Graph(\"--\")",
        Values(|c, values| joined(values, c, |_| |u, v| v == u + 1));
    "Cycle" [] ("class", "n") "the cycle of n vertices",
        "CGSuite", "Graph.Cycle(3)" => "Graph(\":A---:A\")",
        Values(|c, values| joined(values, c, |n| move |u, v| v == u + 1 || (u == 0 && v + 1 == n)));
    "Clique" [] ("class", "n") "the graph of n vertices that are all joined",
        "CGSuite", "Graph.Clique(3)" => "Graph(\":A---:A\")",
        Values(|c, values| joined(values, c, |_| |_, _| true));
    "Star" [] ("class", "n") "the graph of n vertices of which the first is joined with the others",
        "CGSuite", "Graph.Star(3)" => "Graph(\"(-;-)\")",
        Values(|c, values| joined(values, c, |_| |u, _| u == 0));
    "VertexCount" [] ("graph") "the number of vertices",
        "CGSuite", "Graph.Parse(\"--\").VertexCount" => "3",
        Values(|_, values| count(graph(values)?.out.len() as u128));
    "EdgeCount" [] ("graph") "the number of edges, or of arrows",
        "CGSuite", "Graph.Clique(4).EdgeCount" => "6",
        Values(|_, values| count(graph(values)?.edges().count() as u128));
    "Edges" [] ("graph") "the edges, or the arrows: the two vertices of each as coordinates",
        "CGSuite", "Graph.Path(3).Edges" => "[(1,2),(2,3)]",
        Values(|c, values| edges(graph(values)?.edges(), c));
    "AdjacencyList" [] ("graph") "the vertices, from 1, to which edges lead from each vertex",
        "CGSuite", "Graph.Path(3).AdjacencyList" => "[[2],[1,3],[2]]",
        Values(|c, values| {
            let mut lists = Vec::new();
            for out in &graph(values)?.out {
                c.hold(2 * size_of::<Value>() * (out.len() + 1))?;
                let out = out.iter().map(|v| Value::Dyadic((i64::from(*v) + 1).into()));
                lists.push(list(out.collect(), c)?);
            }
            list(lists, c)
        });
    "FromAdjacencyList" [] ("class", "list") "the graph of the vertices, from 1, to which edges lead from each vertex",
        "CGSuite", "Graph.FromAdjacencyList([[2],[1,3],[2]])" => "Graph(\"--\")",
        Values(|c, values| of_lists(values, c));
    "ConnectedComponents" [] ("graph") "the connected parts of a graph",
        "CGSuite", "Graph(\"-;.\").ConnectedComponents" => "[Graph(\"-\"),Graph(\".\")]",
        Values(|c, values| parts(graph(values)?, None, c));
    "ConnectedComponent" [] ("graph", "vertex") "the connected part of a vertex",
        "CGSuite", "Graph(\"-;.\").ConnectedComponent(1)" => "Graph(\"-\")",
        Values(|c, values| {
            let (graph, vertex) = (graph(values)?, vertex(values, 1)?);
            c.count_steps(graph.out.len().pow(2))?;
            held(Kind::Graph(graph.of_vertices(&graph.part(vertex, |_| true))), c)
        });
    "IsConnected" [] ("graph") "whether all vertices are connected",
        "CGSuite", "Graph(\"-;.\").IsConnected" => "false",
        Values(|c, values| {
            let graph = graph(values)?;
            c.count_steps(graph.out.len().pow(2))?;
            truth(graph.out.is_empty() || graph.part(0, |_| true).len() == graph.out.len())
        });
    "IsSimple" [] ("graph") "whether no edge is a loop, and no two join the same vertices",
        "CGSuite", "Graph(\":A--:A\").IsSimple" => "false",
        Values(|_, values| truth(graph(values)?.is_simple()));
    "DeleteVertex" [] ("graph", "vertex") "the graph without a vertex, which is numbered from 1, and its edges",
        "CGSuite", "Graph.Path(3).DeleteVertex(2)" => "Graph(\".;.\")",
        Values(|c, values| {
            let vertex = vertex(values, 1)?;
            kept(graph(values)?, |v| v != vertex, c)
        });
    "DeleteVertices" [] ("graph", "vertices") "the graph without some vertices and their edges",
        "CGSuite", "Graph.Path(5).DeleteVertices([1,2])" => "Graph(\"--\")",
        Values(|c, values| {
            let deleted = vertices(values)?;
            kept(graph(values)?, |v| !deleted[usize::from(v)], c)
        });
    "RetainVertices" [] ("graph", "vertices") "the graph of some vertices and the edges between them",
        "CGSuite", "Graph.Path(5).RetainVertices([1,2])" => "Graph(\"-\")",
        Values(|c, values| {
            let retained = vertices(values)?;
            kept(graph(values)?, |v| retained[usize::from(v)], c)
        });
    "DeleteEdge" [] ("graph", "edge") "the graph without an edge, the coordinates of its vertices",
        "CGSuite", "Graph.Cycle(3).DeleteEdge((1,3))" => "Graph(\"--\")",
        Values(|c, values| {
            let graph = graph(values)?;
            let ends = place(values, 1, "edge")?.map(|v| u8::try_from(v.checked_sub(1)?).ok());
            let inside = |v: &u8| usize::from(*v) < graph.out.len();
            let without = match ends.map(|v| v.filter(inside)) {
                [Some(from), Some(to)] => graph.without_edge(from, to),
                _ => None,
            };
            let without = without.ok_or_else(|| Failure::undefined("the graph does not have this edge"))?;
            held(Kind::Graph(without), c)
        });
    "DeleteEdgeByIndex" [] ("graph", "vertex", "n") "the graph without the edge of a vertex that has this number there, from 1",
        "CGSuite", "Graph.Path(3).DeleteEdgeByIndex(2,1)" => "Graph(\".;-\")",
        Values(|c, values| {
            let (graph, from) = (graph(values)?, vertex(values, 1)?);
            let ends = &graph.out[usize::from(from)];
            let n = values[2].as_natural().and_then(|n| usize::try_from(n).ok()?.checked_sub(1));
            let without = n.and_then(|n| graph.without_edge(from, *ends.get(n)?));
            let why = || Failure::undefined(format!("the edges of this vertex are numbered from 1 to {}", ends.len()));
            held(Kind::Graph(without.ok_or_else(why)?), c)
        });
    "UpdatedVertexLabels" [] ("graph", "labels") "the graph with labels of vertices, by a map; `Nothing` is none",
        "CGSuite", "Graph.Path(2).UpdatedVertexLabels({1 => Left})" => "Graph(\"{Left}-\")",
        Values(|c, values| labelled(values, c));
}

fn graph<'v>(values: &[&'v Value]) -> Result<&'v Graph, Failure> {
    match values[0].object() {
        Some(Kind::Graph(graph)) => Ok(graph),
        _ => wrong(0, "graph", "a graph"),
    }
}

/// The index of the vertex that an argument numbers from 1.
fn vertex(values: &[&Value], index: usize) -> Result<u8, Failure> {
    vertex_of(graph(values)?.out.len(), values[index])
}

/// Which vertices are in the list that is the second argument.
fn vertices(values: &[&Value]) -> Result<Vec<bool>, Failure> {
    let n = graph(values)?.out.len();
    let Some(list) = values[1].collection() else {
        return wrong(1, "vertices", "a list of vertices");
    };
    let mut found = vec![false; n];
    for vertex in list {
        found[usize::from(vertex_of(n, vertex)?)] = true;
    }
    Ok(found)
}

/// The graph of the vertices that are kept.
fn kept(
    graph: &Graph,
    is_kept: impl Fn(u8) -> bool,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let all = (0..graph.out.len()).map(|v| v as u8);
    let kept: Vec<u8> = all.filter(|&v| is_kept(v)).collect();
    held(Kind::Graph(graph.of_vertices(&kept)), calculation)
}

fn of_lists(values: &[&Value], calculation: &mut Calculation<'_>) -> OpResult {
    let Some(Kind::Class(class @ ("Graph" | "DirectedGraph"))) = values[0].object() else {
        return wrong(0, "class", "the class `Graph` or `DirectedGraph`");
    };
    let needed = "a list of lists of vertices";
    let lists = values[1].collection().filter(|lists| lists.len() <= Graph::MAX_VERTICES);
    let Some(lists) = lists else { return wrong(1, "list", needed) };
    let mut out = Vec::new();
    for list in lists {
        let list =
            list.collection().ok_or(Failure::WrongKind { index: 1, name: "list", needed })?;
        calculation.count_steps(list.len())?;
        let ends = list.iter().map(|vertex| vertex_of(lists.len(), vertex));
        out.push(ends.collect::<Result<Vec<u8>, Failure>>()?);
    }
    calculation.count_steps(lists.len().pow(2))?;
    let graph = Graph::of_lists(out, *class == "DirectedGraph").map_err(Failure::undefined)?;
    held(Kind::Graph(graph), calculation)
}

fn labelled(values: &[&Value], calculation: &mut Calculation<'_>) -> OpResult {
    let Value::Map(labels) = values[1] else { return wrong(1, "labels", "a map of vertices") };
    let mut graph = graph(values)?.clone();
    for [vertex, value] in labels.iter() {
        let vertex = vertex_of(graph.out.len(), vertex)?;
        graph.labels[usize::from(vertex)] = label(value, calculation)?;
    }
    held(Kind::Graph(graph), calculation)
}

/// The graph of n vertices in which some pairs are joined.
fn joined<F: Fn(usize, usize) -> bool>(
    values: &[&Value],
    calculation: &mut Calculation<'_>,
    pairs: impl Fn(usize) -> F,
) -> OpResult {
    let Some(Kind::Class("Graph")) = values[0].object() else {
        return wrong(0, "class", "the class `Graph`");
    };
    let most = Graph::MAX_VERTICES as u64;
    let Some(n) = values[1].as_natural().filter(|n| (1..=most).contains(n)) else {
        return wrong(1, "n", "a number of vertices from 1 to 255");
    };
    calculation.count_steps((n * n) as usize)?;
    held(Kind::Graph(Graph::of_pairs(n as usize, pairs(n as usize))), calculation)
}
