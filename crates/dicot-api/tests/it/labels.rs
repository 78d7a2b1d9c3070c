//! Labels of positions.

use dicot::Limits;
use dicot_api::answers::label::Labeler;
use dicot_rulesets::library;

fn labeler(limits: &Limits) -> Labeler<'static> {
    Labeler::new(library(), "clobber", None, limits, 1)
}

#[test]
fn items() {
    let label = |item: &str| {
        let label = labeler(&Limits::default()).label(item);
        label.map(|label| label.json).map_err(|failure| failure.message().to_owned())
    };
    let games = label("{1|*} + xo").unwrap();
    assert!(games.starts_with(r#"{"position":"{1|*} + xo","outcome":"N""#), "{games}");
    // Labels replace fields of the same names.
    let old = label(r#" {"outcome": "?", "ply": 3, "position": "ox", "a": [1]}"#).unwrap();
    assert_eq!(
        old,
        r#"{"position":"ox","outcome":"N","left_first":"L","right_first":"R","winning_moves":{"left":["b1-a1"],"right":["a1-b1"]},"a":[1],"ply":3}"#
    );
    for (item, problem) in [
        (r#"{"position": 3}"#, "the field \"position\" is not a text"),
        (r#"{"id": 3}"#, "the field \"position\" is missing"),
        (r#"{"position": "xo", "rules": 3}"#, "the field \"rules\" is not a text"),
        (r#"{"position": "xo"} xo"#, "not an object in JSON: trailing characters"),
        (r#"{"position": "xo", "rules": "combo"}"#, "combo cannot be solved"),
        (r#"{"position": "xo", "rules": "chess"}"#, "unknown ruleset \"chess\""),
    ] {
        let found = label(item).unwrap_err();
        assert!(found.contains(problem), "{item}: {found}");
    }
}

/// One solver labels many positions, also if its memory does not suffice for all of them.
#[test]
fn limits() {
    let limits = Limits::default().with_nodes(10);
    let label = labeler(&limits).label("xoxox/oxoxo/xoxox").unwrap();
    assert!(label.limit.is_some());
    assert!(label.json.contains(r#""outcome":null"#), "{}", label.json);
    assert!(label.json.contains(r#""reason":"#), "{}", label.json);
    let small = labeler(&Limits::default().with_bytes(1 << 19));
    let large = labeler(&Limits::default());
    for rows in ["xoxo/oxox/xoxo", "xooo/oxxx/xoxo", "xoxx/oxoo/xxxo", "xo.o/oxox/xoxo"] {
        for position in [rows.to_owned(), rows.replace("xo", "ox"), rows.replace("/o", "/x")] {
            assert_eq!(small.label(&position), large.label(&position));
        }
    }
}
