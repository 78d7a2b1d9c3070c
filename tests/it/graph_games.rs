//! Games on graphs against the values of other programs, a brute-force twin of canonical labelling, and theorems.

use std::collections::{BTreeSet, HashMap};

use dicot::analysis::{Analyze, Analyzer};
use dicot::board::{Graph, GraphForm, ParsePositionError};
use dicot::rules::{
    AnyPosition, AnyRuleset, ArcKayles, ChildishHackenbush, Col, Hackenbush, NodeKayles,
    PartizanArcKayles, Position, Ruleset, WeightedArcKayles,
};
use dicot::{CanonicalForm, Player, Store};
use proptest::prelude::*;

use crate::plain::boxed::boxed;
use crate::plain::random::Random;
use crate::plain::table;

#[test]
fn values_of_other_programs() {
    let (mut analyzers, mut counts) = (HashMap::new(), HashMap::new());
    for row in table::rows(include_str!("../data/graph_games.tsv")) {
        let rules = row.get("rules");
        let analyzer = analyzers.entry(rules).or_insert_with(Analyzer::<AnyPosition>::new);
        let position = AnyRuleset::named(rules).unwrap().read(&row["position"]).unwrap();
        let value: CanonicalForm = row["value"].parse().unwrap();
        let found = analyzer.canonical_form(&position).unwrap();
        assert_eq!(found, value, "line {}: {rules} {position}", row.line);
        *counts.entry(rules).or_insert(0) += 1;
    }
    let mut counts: Vec<(&str, u32)> = counts.into_iter().collect();
    counts.sort_unstable();
    let expected = [
        ("arc-kayles", 639),
        ("childish-hackenbush", 57),
        ("col", 321),
        ("fjords", 187),
        ("hackenbush", 342),
        ("partizan-arc-kayles", 155),
        ("snort", 321),
    ];
    assert_eq!(counts, expected);
}

/// The positions and values of a ruleset in the table.
fn rows<P: Ruleset>() -> impl Iterator<Item = (P, CanonicalForm)> {
    let rows = table::rows(include_str!("../data/graph_games.tsv"));
    let rows = rows.filter(|row| row.get("rules") == P::SPEC.name);
    rows.map(|row| (row["position"].parse().ok().unwrap(), row["value"].parse().unwrap()))
}

/// The value of the conflicts of a game as Digraph Placement: for each choice the player who has it, if it is not for both, and
/// the choices that end with it.
fn placement(
    choices: &[(Option<Player>, Vec<usize>)],
    analyzer: &mut Analyzer<AnyPosition>,
) -> CanonicalForm {
    let arrows = |(u, (_, ended)): (usize, &(_, Vec<usize>))| {
        ended.iter().map(|v| format!(" {u}>{v}")).collect::<String>()
    };
    let arrows: String = choices.iter().enumerate().map(arrows).collect();
    let label = |(v, (player, _)): (usize, &(Option<Player>, _))| {
        player.map(|player| format!(" {v}:{}", &player.to_string()[..1]))
    };
    let labels: String = choices.iter().enumerate().filter_map(label).collect();
    let text = format!("n={}{arrows} |{labels}", choices.len());
    analyzer.canonical_form(&boxed("digraph-placement", &text)).unwrap()
}

/// Col, Arc Kayles and Hackenbush on trees are Digraph Placement: each move ends other ones for good (Clow and McKay, section 1).
#[test]
fn other_games_are_digraph_placement() {
    let (mut analyzer, mut count) = (Analyzer::new(), 0);
    for (position, value) in rows::<Col>().filter(|(p, _)| p.graph().vertices() <= 6) {
        let graph = position.graph();
        let may_take = |&(v, player): &(u8, Player)| graph.label(v) != Some(player);
        let all = (0..graph.vertices()).flat_map(|v| Player::BOTH.map(|player| (v, player)));
        let moves: Vec<(u8, Player)> = all.filter(may_take).collect();
        let choice = |&(v, player): &(u8, Player)| {
            let ended = |(w, other): (u8, Player)| {
                let is_next = graph.edges().iter().any(|edge| edge.other(v) == Some(w));
                (v == w && player != other) || (is_next && player == other)
            };
            (Some(player), (0..moves.len()).filter(|&i| ended(moves[i])).collect())
        };
        let choices: Vec<_> = moves.iter().map(choice).collect();
        assert_eq!(placement(&choices, &mut analyzer), value, "{position}");
        count += 1;
    }
    for (position, value) in rows::<ArcKayles>().filter(|(p, _)| p.graph().edges().len() <= 8) {
        let edges = position.graph().edges();
        let choice = |&edge| {
            let meets = |&i: &usize| {
                edges[i] != edge && edges[i].ends().iter().any(|&v| edge.other(v).is_some())
            };
            (None, (0..edges.len()).filter(meets).collect())
        };
        let choices: Vec<_> = edges.iter().map(choice).collect();
        assert_eq!(placement(&choices, &mut analyzer), value, "{position}");
        count += 1;
    }
    let is_tree = |(p, _): &(Hackenbush, _)| {
        let ends = p.graph().edges().iter().flat_map(|edge| edge.ends()).collect::<BTreeSet<u8>>();
        ends.len() <= 8 && ends.len() == p.graph().edges().len() + 1
    };
    for (position, value) in rows::<Hackenbush>().filter(is_tree) {
        let edges = position.graph().edges();
        let choice = |edge: &dicot::board::Edge| {
            let player = Player::BOTH.into_iter().find(|&p| !edge.colour().is_for(!p));
            let [u, v] = edge.ends();
            let mut cut = position.clone();
            let mv = cut.read_move(&format!("{u}-{v}")).unwrap();
            cut.play_unchecked(Player::Left, mv);
            let falls = |i: &usize| edges[*i] != *edge && !cut.graph().edges().contains(&edges[*i]);
            (player, (0..edges.len()).filter(falls).collect())
        };
        let choices: Vec<_> = edges.iter().map(choice).collect();
        assert_eq!(placement(&choices, &mut analyzer), value, "{position}");
        count += 1;
    }
    assert!(count > 200, "{count}");
}

/// Digraph Placement by its definition: the value of each set of vertices that remain, for the vertices that each one removes.
fn plain_placement(removed: &[usize], labels: &[Option<Player>], store: &Store) -> CanonicalForm {
    let mut values: Vec<CanonicalForm> = Vec::new();
    for set in 0..1_usize << removed.len() {
        let options = |player: Player| {
            let vertices =
                (0..removed.len()).filter(|&v| set >> v & 1 == 1 && labels[v] != Some(!player));
            vertices.map(|v| values[set & !removed[v]].clone()).collect::<Vec<_>>()
        };
        let [left, right] = Player::BOTH.map(options);
        values.push(store.calculation().form(left, right).unwrap());
    }
    values.pop().unwrap()
}

/// All digraphs of three vertices, with all labels. A vertex without a label is worth two with different labels.
#[test]
fn digraph_placement_is_that_of_the_twin() {
    let (store, mut analyzer) = (Store::new(), Analyzer::<AnyPosition>::new());
    let labels = [None, Some(Player::Left), Some(Player::Right)];
    for code in 0..64 * 27_usize {
        let labels = [code % 3, code / 3 % 3, code / 9 % 3].map(|i| labels[i]);
        let mut choices: Vec<(Option<Player>, Vec<usize>)> =
            labels.map(|label| (label, vec![])).to_vec();
        for (i, [u, v]) in [[0, 1], [0, 2], [1, 2]].into_iter().enumerate() {
            let arrows = ((code / 27) >> (2 * i)) & 3;
            choices[u].1.extend((arrows & 1 != 0).then_some(v));
            choices[v].1.extend((arrows & 2 != 0).then_some(u));
        }
        let value = placement(&choices, &mut analyzer);
        let removed = choices
            .iter()
            .zip(0..)
            .map(|((_, ended), v)| ended.iter().fold(1 << v, |set, w| set | 1 << w));
        let removed: Vec<usize> = removed.collect();
        assert_eq!(value, plain_placement(&removed, &labels, &store), "{choices:?}");
        if labels[0].is_none() {
            let mut pair = choices.clone();
            pair[0].0 = Some(Player::Left);
            pair[0].1.push(3);
            for (_, ended) in &mut pair[1..] {
                ended.extend(ended.contains(&0).then_some(3));
            }
            let ended = choices[0].1.iter().copied().chain([0]).collect();
            pair.push((Some(Player::Right), ended));
            assert_eq!(placement(&pair, &mut analyzer), value, "{choices:?}");
        }
    }
}

/// Where every vertex has one counter, it is Arc Kayles.
#[test]
fn one_counter_each_is_arc_kayles() {
    let mut analyzer = Analyzer::<AnyPosition>::new();
    for (position, value) in rows::<ArcKayles>() {
        let weighted = WeightedArcKayles::from(position.graph().clone());
        assert_eq!(
            analyzer.canonical_form(&AnyPosition::new(weighted)).unwrap(),
            value,
            "{position}"
        );
    }
}

/// Arc Kayles on a graph is Node Kayles on its line graph, whose vertices are the edges, next to those that they meet.
#[test]
fn arc_kayles_is_node_kayles_on_line_graphs() {
    let (mut analyzer, mut count) = (Analyzer::new(), 0);
    for (position, value) in rows::<ArcKayles>().filter(|(p, _)| p.graph().edges().len() <= 12) {
        let edges = position.graph().edges();
        let meets =
            |i: usize, j: usize| edges[i].ends().iter().any(|&v| edges[j].other(v).is_some());
        let pairs = (0..edges.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let pairs = pairs.filter(|&(i, j)| meets(i, j)).map(|(i, j)| format!(" {i}-{j}"));
        let line = format!("n={}{}", edges.len(), pairs.collect::<String>());
        let found = analyzer.canonical_form(&boxed("node-kayles", &line)).unwrap();
        assert_eq!(found, value, "{position}");
        count += 1;
    }
    assert!(count > 100, "{count}");
}

/// Node Kayles by its definition: the vertices are bits, and so are those next to each.
fn plain_node_kayles(around: &[u32], left: u32) -> u32 {
    let vertices = (0..around.len()).filter(|v| left >> v & 1 == 1);
    let options: BTreeSet<u32> =
        vertices.map(|v| plain_node_kayles(around, left & !(around[v] | 1 << v))).collect();
    (0..).find(|n| !options.contains(n)).unwrap()
}

#[test]
fn node_kayles_on_all_graphs_with_five_vertices() {
    let all: Vec<[usize; 2]> = (0..5).flat_map(|v| (0..v).map(move |u| [u, v])).collect();
    let mut analyzer = Analyzer::new();
    for set in 0..1_u32 << all.len() {
        let (mut around, mut text) = ([0; 5], "n=5".to_owned());
        for (_, &[u, v]) in all.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
            around[u] |= 1 << v;
            around[v] |= 1 << u;
            text += &format!(" {u}-{v}");
        }
        let value = CanonicalForm::nimber(plain_node_kayles(&around, 0b11111));
        assert_eq!(analyzer.canonical_form(&boxed("node-kayles", &text)).unwrap(), value, "{text}");
    }
}

/// A vertex that is taken is gone; it has no label, and no number of counters.
#[test]
fn texts_of_node_kayles() {
    let read = |text: &str| text.parse::<NodeKayles>().map(|position| position.to_string());
    assert_eq!(read("path 4 | 1:#").unwrap(), "n=4 2-3 | 1:#");
    let message = |text: &str| read(text).unwrap_err().to_string();
    for (text, word) in [("path 3 | 0:L", "0:L"), ("path 3 | 3:#", "3:#"), ("path 3 | 0:2", "0:2")]
    {
        assert_eq!(
            message(text),
            format!(
                "column 10: unexpected {word:?}, expected another vertex below 3 that is gone, like 0:#"
            )
        );
    }
    assert!(message("path 3 | 0:# 0:#").starts_with("column 14: unexpected \"0:#\""));
    let position: NodeKayles = "path 4 | 1:#".parse().unwrap();
    let reason = |mv: &str| position.broken_rule(Player::Left, position.read_move(mv).unwrap());
    assert_eq!([reason("0"), reason("1"), reason("2-3")], [None, Some(GONE), Some(GONE)]);
    const GONE: &str = "there is no such vertex";
}

/// Weighted Arc Kayles by its definition.
fn plain_weighted(
    edges: &[[usize; 2]],
    counters: Vec<u8>,
    known: &mut HashMap<Vec<u8>, u64>,
) -> u64 {
    if let Some(&nim_value) = known.get(&counters) {
        return nim_value;
    }
    let mut options = BTreeSet::new();
    for ends in edges.iter().filter(|ends| ends.iter().all(|&v| counters[v] > 0)) {
        let mut option = counters.clone();
        ends.iter().for_each(|&v| option[v] -= 1);
        options.insert(plain_weighted(edges, option, known));
    }
    let nim_value = (0..).find(|n| !options.contains(n)).unwrap();
    known.insert(counters, nim_value);
    nim_value
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn weighted_arc_kayles_is_that_of_the_twin(
        pairs in 0..1_u32 << 15,
        counters in prop::collection::vec(0..4_u8, 6),
    ) {
        let all = (0..6).flat_map(|v| (0..v).map(move |u| [u, v]));
        let edges: Vec<[usize; 2]> =
            all.enumerate().filter(|(i, _)| pairs >> i & 1 == 1).map(|(_, ends)| ends).collect();
        let mut text = "n=6".to_owned();
        edges.iter().for_each(|[u, v]| text += &format!(" {u}-{v}"));
        text += " |";
        counters.iter().enumerate().for_each(|(v, n)| text += &format!(" {v}:{n}"));
        let nim_value = plain_weighted(&edges, counters, &mut HashMap::new());
        prop_assert_eq!(boxed("weighted-arc-kayles", &text).canonical_form(), CanonicalForm::nimber(nim_value as u32), "{}", text);
    }
}

/// In a star every move takes a counter from the centre and one from the leaves.
#[test]
fn stars_with_counters_count_moves() {
    for (centre, leaf) in [(1, 1), (2, 3), (250, 2), (250, 250), (7, 250)] {
        let text = format!("n=4 0-1 0-2 0-3 | 0:{centre} 1:{leaf} 2:{leaf} 3:{leaf}");
        let moves = centre.min(3 * leaf);
        assert_eq!(
            boxed("weighted-arc-kayles", &text).canonical_form(),
            CanonicalForm::nimber(moves % 2),
            "{text}"
        );
    }
}

/// Graphs of more than 64 vertices: Arc Kayles on a path is Dawson's Kayles, with period 34; stalks are numbers, and a star
/// has one move.
#[test]
fn values_of_large_graphs() {
    let mut arcs = Analyzer::<AnyPosition>::new();
    let mut path =
        |rules: &str, n: u8| arcs.canonical_form(&boxed(rules, &format!("path {n}"))).unwrap();
    for n in 76..86 {
        assert_eq!(path("arc-kayles", n), path("arc-kayles", n + 34), "{n}");
        // Its line graph is a path with a vertex less.
        assert_eq!(path("arc-kayles", n), path("node-kayles", n - 1), "{n}");
    }
    let stalk = |colours: &str| -> String {
        let edges = colours.chars().enumerate().map(|(v, c)| format!(" {v}-{}:{c}", v + 1));
        format!("n={}{}", colours.len() + 1, edges.collect::<String>())
    };
    let half = "b".repeat(200) + "r";
    assert_eq!(hackenbush(&stalk(&half)), "399/2".parse::<CanonicalForm>().unwrap());
    assert_eq!(hackenbush(&stalk(&"g".repeat(100))), CanonicalForm::nimber(100));
    let star: String = (1..255).map(|v| format!(" 0-{v}")).collect();
    assert_eq!(
        boxed("arc-kayles", &format!("n=255{star}")).canonical_form(),
        CanonicalForm::nimber(1)
    );
    let star = format!("n=255{star} | 0:200");
    assert_eq!(boxed("weighted-arc-kayles", &star).canonical_form(), CanonicalForm::nimber(0));
}

const PLAIN: GraphForm = GraphForm::PLAIN;
const GROUNDED: GraphForm = GraphForm { grounded: true, ..PLAIN };
const LABELLED: GraphForm = GraphForm { labelled: true, ..PLAIN };
const PICTURE: GraphForm = GraphForm { coloured: true, grounded: true, ..GraphForm::PLAIN };
const ARROWS: GraphForm = GraphForm { directed: true, ..LABELLED };
const COUNTED: GraphForm = GraphForm { counted: true, ..PLAIN };
const ALL: GraphForm = GraphForm { coloured: true, labelled: true, ..GraphForm::PLAIN };

/// The graph with its vertices in another order: vertex `v` gets the number `numbers[v]`.
fn renumbered(graph: &Graph, numbers: &[u8], form: GraphForm) -> Graph {
    let number = |v: u8| numbers[usize::from(v)];
    let mut text = format!("n={}", graph.vertices());
    for edge in graph.edges() {
        let [u, v] = edge.ends().map(number);
        text += &match edge.ends().map(|end| edge.leads_to(end)) {
            [true, true] => format!(" {u}-{v}"),
            [true, _] => format!(" {v}>{u}"),
            _ => format!(" {u}>{v}"),
        };
        if form.coloured {
            text += &format!(":{}", edge.colour().letter());
        }
    }
    let marks = (0..graph.vertices()).filter_map(|v| match graph.label(v) {
        Some(player) => Some(format!(" {}:{}", number(v), &player.to_string()[..1])),
        None if form.counted => Some(format!(" {}:{}", number(v), graph.counters(v))),
        None => graph.is_gone(v).then(|| format!(" {}:#", number(v))),
    });
    let marks: String = marks.collect();
    if !marks.is_empty() {
        text += &format!(" |{marks}");
    }
    Graph::read(&text, form).unwrap()
}

/// All orders of the numbers below `n`, or of those above 0 if 0 remains the first.
fn orders(n: u8, grounded: bool) -> Vec<Vec<u8>> {
    let mut orders = vec![vec![]];
    for number in 0..n {
        let insert = |order: Vec<u8>| {
            let first = usize::from(grounded && number > 0);
            (first..=order.len()).map(move |at| {
                let mut order = order.clone();
                order.insert(at, number);
                order
            })
        };
        orders = orders.into_iter().flat_map(insert).collect();
    }
    orders
}

/// The least text of all numberings, without vertices that are gone: the same for isomorphic graphs and no others.
fn plain_key(graph: &Graph, form: GraphForm) -> String {
    let all = orders(graph.vertices(), form.grounded);
    let texts = all.iter().map(|order| renumbered(graph, order, form).shown(form).to_string());
    texts.min().unwrap()
}

fn check_canonical(graph: &Graph, order: &[u8], form: GraphForm) {
    let canonical = graph.canonical(form);
    let other = renumbered(graph, order, form);
    assert_eq!(other.canonical(form), canonical, "{graph:?} and {other:?}");
    assert_eq!(canonical.canonical(form), canonical, "{graph:?}");
}

/// Graphs of up to six vertices: labels, colours, loops and parallel edges as the form has them.
fn graphs(form: GraphForm) -> impl Strategy<Value = (Graph, Vec<u8>)> {
    let edge = (0..6_u8, 0..6_u8, 0..3_usize);
    let edges = prop::collection::vec(edge, 0..9);
    let labels = prop::collection::vec(0..4_usize, 6);
    (1..=6_u8, edges, labels).prop_flat_map(move |(n, edges, labels)| {
        let mut text = format!("n={n}");
        for (u, v, colour) in edges {
            let (u, v) = (u % n, v % n);
            if u != v || form.grounded {
                let join = if form.directed { [">", "-", "-"][colour] } else { "-" };
                let colour = if form.coloured { [":b", ":r", ":g"][colour] } else { "" };
                text += &format!(" {u}{join}{v}{colour}");
            }
        }
        if form.labelled {
            text += " |";
            let label = |v: u8| ["", "L", "R"].get(labels[usize::from(v)]).copied().unwrap_or("");
            let labels = (0..n).filter(|&v| !label(v).is_empty());
            text += &labels.map(|v| format!(" {v}:{}", label(v))).collect::<String>();
        }
        if form.counted {
            text += " |";
            text +=
                &(0..n).map(|v| format!(" {v}:{}", labels[usize::from(v)] + 1)).collect::<String>();
        }
        let graph = Graph::read(&text, form).unwrap();
        let order: Vec<u8> = (0..n).collect();
        let fixed = usize::from(form.grounded);
        let order = Just(order[fixed..].to_vec()).prop_shuffle();
        order.prop_map(move |order| {
            let first = if fixed == 1 { vec![0] } else { vec![] };
            (graph.clone(), [first, order].concat())
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn canonical_graphs_are_those_of_the_twin(
        (labelled, order) in graphs(ALL),
        (picture, rooted_order) in graphs(PICTURE),
        (arrows, arrows_order) in graphs(ARROWS),
        (counted, counted_order) in graphs(COUNTED),
    ) {
        for (graph, order, form) in [
            (labelled, order, ALL),
            (picture, rooted_order, PICTURE),
            (arrows, arrows_order, ARROWS),
            (counted, counted_order, COUNTED),
        ] {
            check_canonical(&graph, &order, form);
            prop_assert_eq!(plain_key(&graph.canonical(form), form), plain_key(&graph, form));
        }
    }
}

/// The numbers of graphs of *n* vertices up to isomorphism, and of those with a root: A000088 and A000666 of the
/// On-Line Encyclopedia of Integer Sequences.
#[test]
fn there_are_as_many_canonical_graphs_as_graphs() {
    let count = |n: u8, form: GraphForm| {
        let pairs: Vec<(u8, u8)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let graph = |set: u32| {
            let chosen = pairs.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let edges: String = chosen.map(|(_, (u, v))| format!(" {u}-{v}")).collect();
            Graph::read(&format!("n={n}{edges}"), form).unwrap().canonical(form)
        };
        (0..1 << pairs.len()).map(graph).collect::<BTreeSet<Graph>>().len()
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(|n| count(n, PLAIN)), [1, 2, 4, 11, 34, 156]);
    assert_eq!([1, 2, 3, 4, 5].map(|n| count(n, GROUNDED)), [1, 2, 6, 20, 90]);
}

/// Graphs with many automorphisms, or that colour refinement alone does not take apart.
#[test]
fn symmetric_graphs_have_one_canonical_form() {
    let complete = |n: u8| -> String {
        let edges = (0..n).flat_map(|v| (0..v).map(move |u| format!(" {u}-{v}")));
        format!("n={n}{}", edges.collect::<String>())
    };
    let cube = |n: u8| -> String {
        let edges = (0..1_u8 << n)
            .flat_map(|v| (0..n).map(move |bit| (v, v ^ 1 << bit)))
            .filter(|(u, v)| u < v);
        let edges: String = edges.map(|(u, v)| format!(" {u}-{v}")).collect();
        format!("n={}{edges}", 1 << n)
    };
    let spider = |legs: u8| -> String {
        let legs = (0..legs).map(|leg| format!(" 0-{} {0}-{}", 2 * leg + 1, 2 * leg + 2));
        let legs: Vec<String> = legs.collect();
        format!("n={}{}", 2 * legs.len() + 1, legs.concat())
    };
    let mut seed = 1_u64;
    for text in [
        "n=10 0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 7-9 9-6 6-8 8-5", // the Petersen graph
        "n=6 0-1 1-2 2-0 3-4 4-5 5-3",
        "n=7 0-1 1-2 2-0 3-4 4-5 5-6 6-3",
        "n=12 0-1 1-2 2-0 3-4 4-5 5-6 6-3 7-8 8-9 9-10 10-11 11-7",
        "cycle 12 0-7 1-11 2-10 3-5 4-9 6-8", // the Frucht graph, which has no automorphism
        "cycle 12",
        "grid 8x8",
        "path 64",
        "path 255",
        "cycle 255",
        "grid 15x17",
        "n=64",
        &complete(12),
        &complete(64),
        &cube(4),
        &cube(6),
        &spider(31),
        &spider(127),
    ] {
        let graph = Graph::read(text, LABELLED).unwrap();
        for _ in 0..5 {
            let mut order: Vec<u8> = (0..graph.vertices()).collect();
            for i in (1..order.len()).rev() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                order.swap(i, (seed >> 33) as usize % (i + 1));
            }
            check_canonical(&graph, &order, LABELLED);
        }
    }
}

fn hackenbush(text: &str) -> CanonicalForm {
    boxed("hackenbush", text).canonical_form()
}

/// Berlekamp's rule for a stalk of blue and red edges: the edges up to the first change of colour count 1 each, and those
/// after it a half, a quarter and so on; blue edges count for Left, red ones for Right.
#[test]
fn stalks_are_numbers_by_berlekamps_rule() {
    for length in 1..=8_u32 {
        for colours in 0..1_u32 << length {
            let sign = |i: u32| if colours >> i & 1 == 1 { 1_i64 } else { -1 };
            let run = (0..length).take_while(|&i| sign(i) == sign(0)).count() as u32;
            let scale = 1_i64 << (length - run);
            let after = (run..length).map(|i| sign(i) * (scale >> (i - run + 1)));
            let expected = i64::from(run) * sign(0) * scale + after.sum::<i64>();
            let edges = (0..length)
                .map(|i| format!(" {i}-{}:{}", i + 1, if sign(i) == 1 { 'b' } else { 'r' }));
            let text = format!("n={}{}", length + 1, edges.collect::<String>());
            let expected: CanonicalForm = format!("{expected}/{scale}").parse().unwrap();
            assert_eq!(hackenbush(&text), expected, "{text}");
        }
    }
}

/// The colon principle for green trees: a vertex has the nim sum of its branches, each with one edge more.
#[test]
fn green_trees_are_nim_sums() {
    let mut seed = 7_u64;
    for _ in 0..40 {
        let (mut text, mut parents) = ("n=14".to_owned(), vec![0]);
        for v in 1..14_u64 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let parent = (seed >> 33) % v;
            text += &format!(" {parent}-{v}");
            parents.push(parent as usize);
        }
        let mut nimbers = [0; 14];
        for v in (1..14).rev() {
            nimbers[parents[v]] ^= nimbers[v] + 1;
        }
        assert_eq!(hackenbush(&text).to_nimber(), Some(nimbers[0]), "{text}");
    }
}

/// A loop is an edge to a vertex of its own, wherever it is.
#[test]
fn loops_are_leaves() {
    for (loops, leaves) in [
        ("n=1 0-0:b 0-0:r 0-0:g", "n=4 0-1:b 0-2:r 0-3:g"),
        ("n=2 0-1:r 1-1:b 1-1:b", "n=4 0-1:r 1-2:b 1-3:b"),
    ] {
        assert_eq!(hackenbush(loops), hackenbush(leaves), "{loops}");
    }
}

#[test]
fn isomorphic_positions_share_an_entry() {
    let (mut analyzer, snort) = (Analyzer::<AnyPosition>::new(), |text| boxed("snort", text));
    let first = analyzer.canonical_form(&snort("n=5 0-1 1-2 2-3 3-4 | 0:L")).unwrap();
    let positions = analyzer.positions();
    let other = analyzer.canonical_form(&snort("n=6 5-3 3-0 0-4 4-1 | 1:R 2:#")).unwrap();
    assert_eq!((other, analyzer.positions()), (-first, positions));
}

fn texts<P: Position>(position: &P, player: Player) -> Vec<String> {
    position.moves(player).map(|mv| mv.to_string()).collect()
}

#[test]
fn moves_are_written_as_people_write_them() {
    let picture: Hackenbush = "n=3 0-1:b 0-1:b 0-1:r 1-2:g 1-2:g".parse().unwrap();
    assert_eq!(texts(&picture, Player::Left), ["0-1:b", "1-2"]);
    assert_eq!(texts(&picture, Player::Right), ["0-1:r", "1-2"]);
    let play = |mv: &str| picture.clone().play(Player::Left, picture.read_move(mv).unwrap());
    assert_eq!(play("2-1").unwrap().to_string(), "n=3 0-1:b 0-1:b 0-1:r 1-2:g");
    assert_eq!(
        play("0-1:R").unwrap_err().to_string(),
        "illegal move 0-1:r by Left: the edge must be there, blue or green for Left, red or green for Right"
    );
    assert_eq!(
        picture.read_move("x").unwrap_err().to_string(),
        "\"x\" is not a move: expected a vertex like 3, or an edge like 0-1"
    );
    let arcs: ArcKayles = "n=3 0-1 1-0 1-2".parse().unwrap();
    assert_eq!(texts(&arcs, Player::Right), ["0-1", "1-2"]);
    let arcs: PartizanArcKayles = "n=3 0-1:b 0-1:r 1-2:r 1-2:r".parse().unwrap();
    assert_eq!(texts(&arcs, Player::Right), ["0-1:r", "1-2"]);
}

#[test]
fn texts_of_graphs() {
    let shown = |text: &str, form| Graph::read(text, form).map(|g| g.shown(form).to_string());
    assert_eq!(shown("GRID 2x2|0:l 3:R", LABELLED).unwrap(), "n=4 0-1 0-2 1-3 2-3 | 0:L 3:R");
    assert_eq!(shown("cycle 3 0-1", PLAIN).unwrap(), "n=3 0-1 0-2 1-2");
    assert_eq!(shown(" n=2 1-0 1-0:B\n", PICTURE).unwrap(), "n=2 0-1:b 0-1:g");
    assert_eq!(shown("n=0", PLAIN).unwrap(), "n=0");
    assert_eq!(shown("n=3 1>0 2>1 1>2 0>2 | 1:L", ARROWS).unwrap(), "n=3 1>0 0>2 1-2 | 1:L");
    assert_eq!(shown("path 4 | 0:2 1:0 2:1", COUNTED).unwrap(), "n=4 2-3 | 0:2 1:#");
    assert_eq!("n=4 0-1:b 2-3:g".parse::<Hackenbush>().unwrap().to_string(), "n=4 0-1:b");
    let error = |text: &str, form| shown(text, form).unwrap_err().to_string();
    let shape = "n= and a number of vertices up to 255, like n=5, or grid 3x4, path 5, cycle 5, edges like 0-1, a graph string like .-., graph6 or p edge";
    assert_eq!(error("", PLAIN), format!("column 1: unexpected end, expected {shape}"));
    assert_eq!(error("n=256", PLAIN), format!("column 1: unexpected \"n=256\", expected {shape}"));
    assert_eq!(
        error("grid 16x16", PLAIN),
        "column 6: unexpected \"16x16\", expected rows and columns of at most 255 vertices, like 3x4"
    );
    assert_eq!(
        error("path", PLAIN),
        "column 5: unexpected end, expected a number of vertices from 1 to 255"
    );
    assert_eq!(
        error("cycle 2", PLAIN),
        "column 7: unexpected \"2\", expected a number of vertices from 3 to 255"
    );
    assert_eq!(
        error("n=3 0-1:b", PLAIN),
        "column 5: unexpected \"0-1:b\", expected an edge like 0-1 between two vertices below 3"
    );
    assert_eq!(
        error("n=3 0-0:x", PICTURE),
        "column 5: unexpected \"0-0:x\", expected an edge like 0-1:b between vertices below 3"
    );
    assert_eq!(
        error("n=3 | 0:L 0:R", LABELLED),
        "column 11: unexpected \"0:R\", expected the only label of a vertex below 3, like 0:L, 0:R or 0:# (gone)"
    );
    assert_eq!(
        error("n=2 1>2", ARROWS),
        "column 5: unexpected \"1>2\", expected an edge like 0-1 or 0>1 between two vertices below 2"
    );
    assert_eq!(
        error("n=2 0>1", PLAIN),
        "column 5: unexpected \"0>1\", expected an edge like 0-1 between two vertices below 2"
    );
    assert_eq!(
        error("n=2 | 0:251", COUNTED),
        "column 7: unexpected \"0:251\", expected the only counters of a vertex below 2, up to 250, like 0:2 or 0:# (gone)"
    );
    let many = format!("n=2{}", " 0-1:b".repeat(2049));
    assert_eq!(
        Graph::read(&many, PICTURE),
        Err(ParsePositionError::TooMany { what: "edges", limit: 2048 })
    );
}

/// An edge that is not green may be cut in Childish Hackenbush if the cut in Hackenbush removes no other one.
#[test]
fn childish_moves_are_those_of_the_twin() {
    let (mut random, mut counts) = (Random(7), [0, 0]);
    for _ in 0..2000 {
        let (vertices, edges) = (1 + random.below(7), random.below(10));
        let mut text = format!("n={vertices}");
        for _ in 0..edges {
            let [u, v] = [0, 1].map(|_| random.below(vertices));
            text += &format!(" {u}-{v}:{}", random.pick(&["b", "r", "g"]));
        }
        let (childish, grown): (ChildishHackenbush, Hackenbush) =
            (text.parse().unwrap(), text.parse().unwrap());
        let edges = |position: &Hackenbush| position.graph().edges().len();
        for player in Player::BOTH {
            let mut expected = Vec::new();
            for (mv, option) in grown.moves(player).zip(grown.options(player)) {
                let other = grown.moves(!player).any(|other| other == mv);
                if other || edges(&option) + 1 == edges(&grown) {
                    expected.push(mv);
                }
            }
            counts[0] += expected.len();
            counts[1] += grown.moves(player).count() - expected.len();
            assert_eq!(childish.moves(player).collect::<Vec<_>>(), expected, "{text} {player}");
        }
    }
    assert!(counts[0] > 5000 && counts[1] > 300, "{counts:?}");
}
