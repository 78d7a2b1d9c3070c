//! Pictures of graphs.

use dicot::board::{Graph, GraphForm};
use dicot_svg::{Colour, Options, Picture, Point, ShapeKind};

const LABELLED: GraphForm = GraphForm { labelled: true, ..GraphForm::PLAIN };
const PICTURE: GraphForm = GraphForm { coloured: true, grounded: true, ..GraphForm::PLAIN };

fn drawn(text: &str, form: GraphForm) -> Picture {
    let graph = Graph::read(text, form).unwrap();
    let picture = dicot_svg::graph(&graph, form, "value 0", &Options::titled("A graph"));
    let inside = |at: &Point| {
        (0.0..=picture.width).contains(&at.x) && (0.0..=picture.height).contains(&at.y)
    };
    for shape in &picture.shapes {
        match &shape.kind {
            ShapeKind::Lines { pieces, .. } => {
                assert!(pieces.iter().flatten().all(inside), "{text}");
            }
            ShapeKind::Circle { centre, .. } => assert!(inside(centre), "{text}"),
            ShapeKind::Text(label) => assert!(inside(&label.at), "{text}"),
            _ => {}
        }
    }
    picture
}

fn centres(picture: &Picture) -> Vec<[i32; 2]> {
    let vertices = picture.of_class("vertex").map(|shape| match &shape.kind {
        ShapeKind::Circle { centre, .. } => [centre.x.round() as i32, centre.y.round() as i32],
        other => panic!("{other:?}"),
    });
    vertices.collect()
}

#[test]
fn a_grid_is_drawn_as_a_grid() {
    let picture = drawn("grid 2x3 | 0:L 4:# 5:R", LABELLED);
    let places = centres(&picture);
    let [first, right, below] = [places[0], places[1], places[3]];
    assert_eq!((places.len(), right[1], below[0]), (5, first[1], first[0]));
    assert!(right[0] > first[0] && below[1] > first[1]);
    let numbers: Vec<&str> = picture.labels().map(|label| label.text.as_str()).collect();
    assert_eq!(numbers, ["A graph", "0", "1", "2", "3", "5", "value 0"]);
    let fills: Vec<Colour> = picture.of_class("vertex").filter_map(|shape| shape.fill).collect();
    assert!(fills[0] != fills[1] && fills[4] != fills[1] && fills[0] != fills[4]);
}

/// Trees hang from their centres, beside each other.
#[test]
fn trees_are_drawn_as_trees() {
    let places = centres(&drawn("n=8 0-1 0-2 0-7 1-3 2-4 5-6 | 5:L", LABELLED));
    assert!(
        places[0][1] < places[1][1] && places[1][1] == places[7][1] && places[1][1] < places[3][1]
    );
    assert!(places[1][0] < places[2][0] && places[2][0] < places[7][0]);
    assert!(places[7][0] < places[5].min(places[6])[0], "another tree is beside it");
    assert!(places.iter().enumerate().all(|(i, place)| !places[..i].contains(place)));
}

#[test]
fn other_graphs_are_drawn_on_a_circle() {
    let places = centres(&drawn(
        "n=10 0-1 1-2 2-3 3-4 4-0 0-5 1-6 2-7 3-8 4-9 5-7 7-9 9-6 6-8 8-5",
        LABELLED,
    ));
    assert!(places.iter().enumerate().all(|(i, place)| !places[..i].contains(place)));
    drawn("n=0", LABELLED);
    drawn("n=1", LABELLED);
    drawn("n=64 0-63 5-9", LABELLED);
    drawn("n=255 0-254 5-9", LABELLED);
}

/// An arrowhead touches the vertex that the arrow leads to, and an edge that leads both ways has none.
#[test]
fn arrows_have_heads() {
    let form = GraphForm { directed: true, ..LABELLED };
    let picture = drawn("n=4 0>1 2>1 2-3 | 0:L 1:R", form);
    let places = centres(&picture);
    let tips = picture.of_class("arrow").map(|arrow| match &arrow.kind {
        ShapeKind::Lines { pieces, closed: true } => pieces[0][0],
        other => panic!("{other:?}"),
    });
    let distance =
        |tip: Point| (tip.x - f64::from(places[1][0])).hypot(tip.y - f64::from(places[1][1]));
    let distances: Vec<f64> = tips.map(distance).collect();
    assert!(distances.len() == 2 && distances.iter().all(|d| (10.0..12.0).contains(d)));
}

#[test]
fn counters_are_beside_their_vertices() {
    let form = GraphForm { counted: true, ..GraphForm::PLAIN };
    let picture = drawn("path 3 | 0:2 1:# 2:250", form);
    let numbers: Vec<&str> = picture.labels().map(|label| label.text.as_str()).collect();
    assert_eq!(numbers, ["A graph", "0", "\u{d7}2", "2", "\u{d7}250", "value 0"]);
}

/// Edges with the same ends are apart, what stands higher is higher, and bare vertices are left out.
#[test]
fn hackenbush_stands_on_the_ground() {
    let picture = drawn("n=6 0-1:b 0-1:r 1-2:g 1-3:b 3-3:r 0-0:b 0-4:r", PICTURE);
    let places = centres(&picture);
    assert_eq!((places.len(), picture.of_class("edge").count()), (4, 7));
    assert!(
        places[0][1] > places[1][1] && places[1][1] == places[2][1] && places[3][1] == places[0][1]
    );
    let middles = picture.of_class("edge").take(3).map(|edge| match &edge.kind {
        ShapeKind::Lines { pieces, .. } => pieces[0][pieces[0].len() / 2].x.round() as i32,
        other => panic!("{other:?}"),
    });
    let middles: Vec<i32> = middles.collect();
    assert_ne!(middles[1], middles[2]);
    assert!(picture.to_string().contains("class=\"ground\""));
    drawn("n=0", PICTURE);
    drawn("n=1", PICTURE);
}
