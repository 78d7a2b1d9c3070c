//! The trees of Partizan Arc Kayles of `results/hot-trees.md`: complete binary trees are integers, and two of them are a switch.

use dicot::CanonicalForm;
use dicot::analysis::Analyzer;
use dicot::rules::PartizanArcKayles;

/// Adds the complete binary tree of a depth, whose edges have that colour at the root and change it from level to level. Returns
/// the number of its root. Of leaves at the same vertex there is one.
fn add_tree(depth: u32, colour: usize, vertices: &mut usize, edges: &mut String) -> usize {
    let root = *vertices;
    *vertices += 1;
    for _ in 0..depth.min(2) {
        let child = add_tree(depth - 1, 1 - colour, vertices, edges);
        *edges += &format!(" {root}-{child}:{}", ["b", "r"][colour]);
    }
    root
}

fn value(
    vertices: usize,
    edges: &str,
    analyzer: &mut Analyzer<PartizanArcKayles>,
) -> CanonicalForm {
    let position: PartizanArcKayles = format!("n={vertices}{edges}").parse().unwrap();
    analyzer.canonical_form(&position).unwrap()
}

#[test]
fn complete_binary_trees_are_integers() {
    let mut analyzer = Analyzer::new();
    for (depth, expected) in [0, -1, 0, -3, 2, -9].into_iter().enumerate() {
        let (mut vertices, mut edges) = (0, String::new());
        add_tree(depth as u32, 1, &mut vertices, &mut edges);
        assert_eq!(value(vertices, &edges, &mut analyzer), expected, "depth {depth}");
    }
}

#[test]
fn two_of_them_are_a_switch() {
    let mut analyzer = Analyzer::new();
    for n in 1..=3 {
        let (mut vertices, mut edges) = (1, String::new());
        for (colour, letter) in ["b", "r"].into_iter().enumerate() {
            let root = add_tree(n, 1 - colour, &mut vertices, &mut edges);
            edges += &format!(" 0-{root}:{letter}");
        }
        assert_eq!(vertices, 3 * (1 << n) - 1);
        let tree = value(vertices, &edges, &mut analyzer);
        assert_eq!(tree.to_string(), format!("+-{n}"));
    }
}
