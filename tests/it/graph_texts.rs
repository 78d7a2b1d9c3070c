//! Texts of graphs that others write: edge lists, CGSuite's graph strings, stalks, graph6 and DIMACS.

use dicot::CanonicalForm;
use dicot::analysis::{Analyze, Analyzer};
use dicot::rules::{AnyPosition, AnyRuleset};
use proptest::prelude::*;

use crate::plain::boxed::{boxed, ruleset};

const RULESETS: [&str; 10] = [
    "arc-kayles",
    "childish-hackenbush",
    "col",
    "digraph-placement",
    "fjords",
    "hackenbush",
    "node-kayles",
    "partizan-arc-kayles",
    "snort",
    "weighted-arc-kayles",
];

#[test]
fn texts_of_others() {
    for (rules, text, expected) in [
        // Edge lists.
        ("hackenbush", "0-1:b 1-2:r", "n=3 0-1:b 1-2:r"),
        ("hackenbush", "0-0:b", "n=1 0-0:b"),
        ("arc-kayles", " 3-1\n0-1 ", "n=4 0-1 1-3"),
        ("col", "1-2 | 0:L 5:R", "n=6 1-2 | 0:L 5:R"),
        ("weighted-arc-kayles", "0-1 | 0:200", "n=2 0-1 | 0:200"),
        ("digraph-placement", "0>1 2-254", "n=255 0>1 2-254"),
        // Graph strings.
        ("arc-kayles", "---", "n=4 0-1 1-2 2-3"),
        ("arc-kayles", ".-.-.-.", "n=4 0-1 1-2 2-3"),
        ("arc-kayles", "--(-;--;---)", "n=9 0-1 1-2 2-3 2-4 2-6 4-5 6-7 7-8"),
        ("arc-kayles", "(-;-)", "n=3 0-1 0-2"),
        ("arc-kayles", "(((-);()))", "n=2 0-1"),
        ("arc-kayles", ":A---:A", "n=3 0-1 0-2 1-2"),
        ("arc-kayles", ".:{root}-.:b-:c-:{root}", "n=3 0-1 0-2 1-2"),
        ("arc-kayles", ":A--:A", "n=2 0-1"),
        ("arc-kayles", "-;--;---", "n=9 0-1 2-3 3-4 5-6 6-7 7-8"),
        ("arc-kayles", " . ;\t. ", "n=2"),
        ("arc-kayles", ";", "n=1"),
        ("arc-kayles", ";;", "n=2"),
        ("col", "L-.-R", "n=3 0-1 1-2 | 0:L 2:R"),
        ("snort", "L--", "n=3 0-1 1-2 | 0:L"),
        ("fjords", "L:A-R-L:A", "n=2 0-1 | 0:L 1:R"),
        ("hackenbush", "lrl(e;r)", "n=6 0-1:b 1-2:r 2-3:b 3-4:g 3-5:r"),
        ("hackenbush", "br-g", "n=5 0-1:b 1-2:r 2-3:g 3-4:g"),
        ("hackenbush", ":Gl:Gr", "n=2 0-0:b 0-1:r"),
        ("hackenbush", "l:A;:Ar", "n=3 0-1:b 1-2:r"),
        ("childish-hackenbush", "(e:B;e:Bl:B)", "n=2 0-1:g 0-1:g 1-1:b"),
        ("partizan-arc-kayles", "lr", "n=3 0-1:b 1-2:r"),
        ("weighted-arc-kayles", "{12}--{3}-{0}", "n=4 0-1 1-2 | 0:12 2:3 3:#"),
        ("digraph-placement", "L>R<.-", "n=4 0>1 2>1 2-3 | 0:L 1:R"),
        ("node-kayles", "-.", "n=2 0-1"),
        // Stalks.
        ("hackenbush", "BBR", "n=4 0-1:b 1-2:b 2-3:r"),
        ("hackenbush", "LRRE", "n=5 0-1:b 1-2:r 2-3:r 3-4:g"),
        ("childish-hackenbush", "G", "n=2 0-1:g"),
        // The example of the description of graph6.
        ("arc-kayles", "graph6 DQc", "n=5 0-2 0-4 1-3 3-4"),
        ("arc-kayles", ">>graph6<<D?{", "n=5 0-4 1-4 2-4 3-4"),
        ("arc-kayles", "graph6 D?{ 0-1", "n=5 0-1 0-4 1-4 2-4 3-4"),
        ("snort", "graph6 ~??D?{ | 0:L", "n=5 0-4 1-4 2-4 3-4 | 0:L"),
        ("arc-kayles", "graph6 C|", "n=4 0-1 0-2 0-3 1-2 2-3"),
        ("hackenbush", "graph6 A_", "n=2 0-1:g"),
        ("arc-kayles", "graph6 ?", "n=0"),
        // DIMACS.
        ("arc-kayles", "p edge 5 4 e 1 2 e 4 2 e 5 1", "n=5 0-1 0-4 1-3"),
        ("snort", "c a | comment\r\nc\np col 3 2\r\ne 1 2\nc e 1 3\ne 2 1\n", "n=3 0-1"),
        ("hackenbush", "p edge 2 2 e 1 1 e 1 2", "n=2 0-0:g 0-1:g"),
    ] {
        let position = boxed(rules, text);
        assert_eq!(position.to_string(), expected, "{rules} {text}");
        assert_eq!(boxed(rules, expected).to_string(), expected, "{rules} {text}");
    }
    let complete = format!("graph6 ~?A?{}", "~".repeat(1355));
    assert_eq!(
        message("arc-kayles", &complete),
        "there are too many edges; the limit is 2048 in all"
    );
    let empty = format!("graph6 ~?B~{}", "?".repeat(5398));
    assert_eq!(boxed("arc-kayles", &empty).to_string(), "n=255");
    let path = "-".repeat(254);
    assert_eq!(boxed("arc-kayles", &path).to_string(), boxed("arc-kayles", "path 255").to_string());
}

/// Facts from CGSuite 2.2-beta2: its tests of rulesets on graphs, and the examples of its help.
#[test]
fn values_of_cgsuite() {
    let mut analyzers: Vec<(&str, Analyzer<AnyPosition>)> =
        RULESETS.iter().map(|&rules| (rules, Analyzer::new())).collect();
    for (rules, text, value) in [
        ("arc-kayles", "---", "*2"),
        ("childish-hackenbush", "lr", "0"),
        ("childish-hackenbush", "l(l;rl)", "2"),
        ("childish-hackenbush", ":{ground}llllllrrrr:{ground}", "{4|-2}"),
        ("childish-hackenbush", "r(l:T;r(l:T;r(l:T;r(l:T;rl:T))))", "15/16"),
        ("childish-hackenbush", "(e:B;e:Bllllllrrr:B)", "{0|^[4]*||vv}"),
        ("col", "L--", "-1/2"),
        ("col", "R-.-R-.-L-.-R-.-R-.", "7/8"),
        ("fjords", "L--", "3"),
        ("hackenbush", "lr", "1/2"),
        ("hackenbush", "lrlrr", "9/16"),
        ("hackenbush", "LRLRR", "9/16"),
        ("hackenbush", "lrlrrllr", "77/128"),
        ("hackenbush", "l(l;rl)", "3/2"),
        ("hackenbush", "eeeeeee", "*7"),
        ("hackenbush", "lrlerrr", "3/4v[3]*"),
        ("hackenbush", "e(ee(e;e);e(eee;ee);e(ee;e))", "*5"),
        ("hackenbush", "e(ee:{waist};ee:{waist}e(ee;e(e:{head};e:{head}e)))", "*2"),
        ("partizan-arc-kayles", "lr", "*"),
        ("partizan-arc-kayles", "llr", "1/2"),
        ("partizan-arc-kayles", "lrlr(ll;ree(rl;l))", "{3*|2*||3/2,3/2*|1/2*}"),
        ("snort", "L--", "{2|-1}"),
        ("snort", "L-.-.-.-L", "{4|0,+-1}"),
        ("snort", ".-.-.(-.;-.)", "+-{3|2}"),
    ] {
        let (_, analyzer) = analyzers.iter_mut().find(|(name, _)| *name == rules).unwrap();
        let found = analyzer.canonical_form(&boxed(rules, text)).unwrap();
        assert_eq!(found, value.parse::<CanonicalForm>().unwrap(), "{rules} {text}");
    }
    let lollipop = boxed("childish-hackenbush", "(e:B;e:B;e:Blllllllllrr:B)").canonical_form();
    assert_eq!(lollipop.atomic_weight().unwrap().to_string(), "3/2");
}

fn message(rules: &str, text: &str) -> String {
    ruleset(rules).read(text).unwrap_err().to_string()
}

#[test]
fn errors_say_where() {
    let plain = "an edge -, a vertex ., :, (, ) or ;";
    let labelled = "an edge -, a vertex ., L or R, :, (, ) or ;";
    let coloured = "an edge l, r, e or -, a vertex ., :, (, ) or ;";
    for (rules, text, column, unexpected, expected) in [
        ("arc-kayles", "0-1 1-300", 5, "1-300", "an edge like 0-1 between two vertices below 255"),
        ("arc-kayles", "5", 1, "5", "an edge like 0-1 between two vertices below 255"),
        ("arc-kayles", "0-1:b", 1, "0-1:b", "an edge like 0-1 between two vertices below 255"),
        (
            "col",
            "0-1 | 0:2",
            7,
            "0:2",
            "the only label of a vertex below 255, like 0:L, 0:R or 0:# (gone)",
        ),
        ("arc-kayles", "--x", 3, "x", plain),
        ("arc-kayles", "L--", 1, "L", &format!("{plain} (vertices have no labels here)")),
        ("arc-kayles", "-l", 2, "l", &format!("{plain} (edges have no colours here)")),
        ("arc-kayles", "->", 2, ">", &format!("{plain} (edges have no directions here)")),
        ("col", "LL", 2, "L", labelled),
        ("col", "L-e", 3, "e", &format!("{labelled} (edges have no colours here)")),
        ("hackenbush", "l - R", 5, "R", &format!("{coloured} (vertices have no labels here)")),
        (
            "partizan-arc-kayles",
            "LR",
            1,
            "L",
            &format!("{coloured} (vertices have no labels here)"),
        ),
        ("hackenbush", "l(r", 4, "", coloured),
        ("hackenbush", "l)", 2, ")", coloured),
        ("hackenbush", "l(r)l", 5, "l", "; or ) or the end, after branches"),
        ("hackenbush", "l:", 3, "", "the name of a vertex, like A or {root}"),
        ("hackenbush", "l:{a", 3, "{", "the name of a vertex, like A or {root}"),
        ("col", "L:A-.:A", 7, "A", "a vertex with the same label as before"),
        ("col", ":A-:A", 5, "A", "another vertex; loops are not allowed here"),
        (
            "hackenbush",
            "lrlr;lr",
            5,
            ";",
            "a connected graph; edges on the ground are written (l;r)",
        ),
        ("weighted-arc-kayles", "{251}-", 1, "{251}", "an edge -, a vertex . or {2}, :, (, ) or ;"),
        ("arc-kayles", "graph6", 7, "", "graph6 of at most 255 vertices, like D?{"),
        ("arc-kayles", ">>graph6<<~?C?", 11, "~?C?", "graph6 of at most 255 vertices, like D?{"),
        ("arc-kayles", "graph6 D?", 10, "", "2 characters from ? to ~ for pairs of 5 vertices"),
        ("arc-kayles", "graph6 D?{?", 11, "?", "2 characters from ? to ~ for pairs of 5 vertices"),
        ("arc-kayles", "graph6 Dé{", 9, "é{", "2 characters from ? to ~ for pairs of 5 vertices"),
        (
            "arc-kayles",
            "c p edge",
            9,
            "",
            "p edge and the numbers of vertices and edges, like p edge 3 2",
        ),
        ("arc-kayles", "p edge 256 1", 8, "256", "a number of vertices up to 255"),
        ("arc-kayles", "p edge 3 e", 10, "e", "a number of edges"),
        ("arc-kayles", "p edge 3 1 e 0 1", 14, "0", "two different vertices from 1 to 3"),
        ("arc-kayles", "p edge 3 1 e 1 1", 16, "1", "two different vertices from 1 to 3"),
        ("hackenbush", "p edge 3 1 e 1", 15, "", "two vertices from 1 to 3"),
        ("arc-kayles", "p edge 3 1 1-2", 12, "1-2", "e and two vertices, like e 1 2"),
    ] {
        let unexpected = if unexpected.is_empty() { "end" } else { &format!("{unexpected:?}") };
        let expected = format!("column {column}: unexpected {unexpected}, expected {expected}");
        assert_eq!(message(rules, text), expected, "{rules} {text}");
    }
    for (text, what, limit) in [
        ("-".repeat(255), "vertices", 255),
        (format!(":A{}", "-:B-:A".repeat(1025)), "edges", 2048),
    ] {
        let expected = format!("there are too many {what}; the limit is {limit} in all");
        assert_eq!(message("arc-kayles", &text), expected);
    }
    // Branches may be nested as deep as a text is long.
    let deep = "(".repeat(1 << 20);
    assert!(message("arc-kayles", &deep).starts_with("column 1048577: unexpected end"));
    assert!(ruleset("arc-kayles").read(&(deep + &")".repeat(1 << 20))).is_ok());
}

/// What is read prints as a text that is read as the same.
fn check_reads_back(text: &str) {
    for rules in RULESETS {
        if let Ok(position) = AnyRuleset::named(rules).unwrap().read(text) {
            let printed = position.to_string();
            assert_eq!(boxed(rules, &printed).to_string(), printed, "{rules} {text:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_of_these_letters(text in "[-.:;(){}<>|LRlrebgEBGAn=x0-3 pc\n?~é]{0,16}") {
        check_reads_back(&text);
    }

    #[test]
    fn any_graph_string(text in "[-lre](\\(|\\)|;|[-<>lre]|[LR.]|:A|:B|\\{2\\}){0,12}") {
        check_reads_back(&text);
    }

    #[test]
    fn any_graph6_and_dimacs(
        bits in "(graph6 |>>graph6<<)[A-F~][?-~]{0,3}( \\| 0:L)?",
        lines in "(c x\n)?p (edge|col) [0-5] 2( e [1-5] [1-5]|\nc|\n){0,6}",
    ) {
        check_reads_back(&bits);
        check_reads_back(&lines);
    }
}
