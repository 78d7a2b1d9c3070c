//! Graphs with labels, loops and several edges between the same vertices.

use dicot_calc::Worksheet;

use crate::answer::{answer, assert_errors, assert_values};

/// The graphs of CGSuite's tests, with what these say of them: the adjacency list, the number of edges, the components, whether it is
/// connected and simple, and the graphs without the first edge of vertex 1, without vertex 1, and with a label of vertex 1.
#[test]
fn graphs_of_cgsuite() {
    for [graph, adjacency, edges, parts, connected, simple, less, without, labelled] in [
        [":A-:A", "[[1]]", "1", "1", "true", "false", ".", "", "{Left}:A-{Left}:A"],
        [":A--:A", "[[2,2],[1,1]]", "2", "1", "true", "false", "-", ".", "{Left}:A--{Left}:A"],
        ["-", "[[2],[1]]", "1", "1", "true", "true", ".;.", ".", "{Left}-"],
        [
            "(-;-;-;-)",
            "[[2,3,4,5],[1],[1],[1],[1]]",
            "4",
            "1",
            "true",
            "true",
            "(-;-;-);.",
            ".;.;.;.",
            "{Left}(-;-;-;-)",
        ],
        [
            ":A-----:A",
            "[[2,5],[1,3],[2,4],[3,5],[1,4]]",
            "5",
            "1",
            "true",
            "true",
            "----",
            "---",
            "{Left}:A-----{Left}:A",
        ],
        [
            ":A-:B-:C(-:A;-(-:A;-:B;-(-:A;-:B;-:C)))",
            "[[2,3,4,5],[1,3,4,5],[1,2,4,5],[1,2,3,5],[1,2,3,4]]",
            "10",
            "1",
            "true",
            "true",
            ":A-:B-:C-(-:A;-:B;-(-:A;-:C;-:B))",
            ":A-:B-(-:A;-(-:A;-:B))",
            "{Left}:A-:B-:C(-{Left}:A;-(-{Left}:A;-:B;-(-{Left}:A;-:B;-:C)))",
        ],
        [
            "-;--;---",
            "[[2],[1],[4],[3,5],[4],[7],[6,8],[7,9],[8]]",
            "6",
            "3",
            "false",
            "true",
            ".;.;--;---",
            ".;--;---",
            "{Left}-;--;---",
        ],
    ] {
        let of = |operation: &str| {
            answer(&mut Worksheet::new(), &format!("g := Graph(\"{graph}\"); {operation}"))
        };
        let text = |graph: &str| format!("Graph(\"{graph}\")");
        assert_eq!(of("g"), text(graph));
        assert_eq!(of("g.AdjacencyList"), adjacency, "{graph}");
        assert_eq!(of("Graph.FromAdjacencyList(g.AdjacencyList)"), text(graph));
        assert_eq!(of("g.EdgeCount"), edges, "{graph}");
        assert_eq!(of("g.ConnectedComponents.Size"), parts, "{graph}");
        assert_eq!(of("g.Decomposition(Left) == g.ConnectedComponents"), "true", "{graph}");
        assert_eq!(of("g.IsConnected"), connected, "{graph}");
        assert_eq!(of("g.IsSimple"), simple, "{graph}");
        assert_eq!(of("g.DeleteEdge(g[1][1])"), text(less), "{graph}");
        assert_eq!(of("g.DeleteEdgeByIndex(1,1)"), text(less), "{graph}");
        assert_eq!(of("g.DeleteVertex(1)"), text(without), "{graph}");
        assert_eq!(of("g.UpdatedVertexLabels({1 => Left})"), text(labelled), "{graph}");
        assert_eq!(of(&text(labelled)), text(labelled));
    }
    let labels =
        "g := Graph.Parse(\".-.-L-L-.-.-L\", vertexLabels => {\"\" => Nothing,\"L\" => Left}); ";
    for (operation, expected) in [
        ("g", "Graph(\"--{Left}-{Left}---{Left}\")"),
        ("g.Decomposition(Left)", "[Graph(\"-\"),Graph(\"-\")]"),
        ("g.DeleteVertices([1,2])", "Graph(\"{Left}-{Left}---{Left}\")"),
        ("g.RetainVertices([1,2])", "Graph(\"-\")"),
        ("g.ConnectedComponent(1) == g", "true"),
        (
            "game.graph.Col(Graph.Parse(\"L-R\", vertexLabels => {\"L\" => game.graph.Color.Blue,\"R\" => game.graph.Color.Red}))",
            "col(\"n=2 0-1 | 0:L 1:R\")",
        ),
    ] {
        assert_eq!(answer(&mut Worksheet::new(), &format!("{labels}{operation}")), expected);
    }
}

#[test]
fn other_graphs() {
    assert_values(&[
        ("Graph(\"\")", "Graph(\"\")"),
        ("Graph(\"n=0\")", "Graph(\"\")"),
        ("Graph.FromAdjacencyList([])", "Graph(\"\")"),
        ("[Graph(\"\").VertexCount,Graph(\"\").IsEmpty,Graph(\"\").IsConnected]", "[0,true,true]"),
        ("node_kayles(Graph(\"\")).NimValue", "0"),
        ("DirectedGraph(\":A>:A\").Edges", "[(1,1)]"),
        ("DirectedGraph(\"--\").EdgeCount", "4"),
        ("DirectedGraph(\"-\").DeleteEdge((1,2))", "DirectedGraph(\"<\")"),
        ("DirectedGraph.FromAdjacencyList([[2],[2]])", "DirectedGraph(\">:A>:A\")"),
        ("Graph(\":{root}----:{root}\")", "Graph(\":A----:A\")"),
        ("Graph(\"n=3 0-1 1-2\") == Graph(\"--\")", "true"),
        ("Graph(\"{x}\") == Graph(\".\")", "false"),
        ("Graph.Path(3).UpdatedVertexLabels({2 => \"a b\"})", "Graph(\"-{a b}-\")"),
        // Arc Kayles on a path with a loop at each vertex, after the figures of CGSuite's test.
        (
            "begin looped(n) := begin adj := Graph.Path(n).AdjacencyList; Graph.FromAdjacencyList([adj[i].Adjoin(i).Sorted for i from 1 to n]) end; \
             looped(3) end",
            "Graph(\":A(-:A;-:B(-:B;-:C-:C))\")",
        ),
    ]);
    assert_errors([
        ("Graph(\"-)\")", "at offset 0: column 2: unexpected \")\""),
        ("Graph(\"L-\")", "at offset 0: column 1: "),
        ("Graph(\">\")", "at offset 0: column 1: "),
        ("Graph.FromAdjacencyList([[2],[]])", "at offset 6: the lists of 1 and 2 do not agree"),
        (
            "Graph.FromAdjacencyList([[3],[1]])",
            "at offset 6: the vertices are numbered from 1 to 2",
        ),
        (
            "Graph.FromAdjacencyList([3])",
            "at offset 24: `list` of FromAdjacencyList must be a list of lists",
        ),
        ("DirectedGraph(\":A>:B;:A>:B\")", "at offset 0: "),
        ("Graph.Path(3).DeleteEdge((1,3))", "at offset 14: the graph does not have this edge"),
        ("Graph.Path(3).DeleteEdge((0,300))", "at offset 14: the graph does not have this edge"),
        (
            "Graph.Path(3).DeleteEdgeByIndex(1,2)",
            "at offset 14: the edges of this vertex are numbered from 1 to 1",
        ),
        (
            "Graph.Path(3).DeleteVertices([4])",
            "at offset 14: the vertices are numbered from 1 to 3",
        ),
        ("Graph.Path(3)[4]", "at offset 14: the vertices are numbered from 1 to 3"),
        (
            "Graph.Path(2).UpdatedVertexLabels({1 => \"{\"})",
            "at offset 14: a label is a short text",
        ),
        ("Graph.Parse(\"L-R\", vertexLabels => {\"L\" => Left})", "at offset 6: no label is \"R\""),
        ("snort(Graph(\":A-:A\"))", "at offset 0: snort: "),
    ]);
}
