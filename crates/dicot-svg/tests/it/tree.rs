//! Pictures of trees: what is drawn is the game, and nothing overlaps.

use std::collections::{BTreeMap, BTreeSet};

use dicot::{CanonicalForm, Limits, Player, ValueError};
use dicot_proptest::{dicots_born_by, games_born_by};
use dicot_svg::{Label, Options, Picture, Point, Shape, ShapeKind, TreeError, TreeOptions};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

fn tree(g: &CanonicalForm, expand: bool) -> Picture {
    let picture = Options::titled(g.to_string());
    let options = TreeOptions { picture, nodes: 2_000, expand };
    dicot_svg::tree(g, &options, &Limits::default()).unwrap()
}

/// The upper left and the lower right corner.
type Corners = (Point, Point);

fn pieces(shape: &Shape) -> &[Vec<Point>] {
    match &shape.kind {
        ShapeKind::Lines { pieces, .. } => pieces,
        other => panic!("{other:?} is not made of lines"),
    }
}

fn boxes(picture: &Picture) -> Vec<Corners> {
    let boxes = picture.shapes.iter().filter(|shape| matches!(shape.class, "node" | "leaf"));
    boxes.map(|shape| (pieces(shape)[0][0], pieces(shape)[0][2])).collect()
}

fn labels<'a>(picture: &'a Picture, class: &'a str) -> impl Iterator<Item = &'a Label> {
    picture.of_class(class).map(|shape| match &shape.kind {
        ShapeKind::Text(label) => label,
        other => panic!("{other:?} is not a label"),
    })
}

fn overlap(a: Corners, b: Corners) -> bool {
    a.0.x < b.1.x && b.0.x < a.1.x && a.0.y < b.1.y && b.0.y < a.1.y
}

fn contains(outer: Corners, inner: Corners) -> bool {
    outer.0.x <= inner.0.x
        && outer.0.y <= inner.0.y
        && inner.1.x <= outer.1.x
        && inner.1.y <= outer.1.y
}

/// The games that should be drawn, by a plain search.
fn followers(g: &CanonicalForm, expand: bool) -> Vec<CanonicalForm> {
    let mut found = vec![g.clone()];
    let mut next = 0;
    while next < found.len() {
        let game = found[next].clone();
        next += 1;
        if expand || game.to_number_up_star().is_none() {
            for player in Player::BOTH {
                for option in game.options(player) {
                    if !found.contains(&option) {
                        found.push(option);
                    }
                }
            }
        }
    }
    found
}

/// A point as a key.
fn key(point: Point) -> (u64, u64) {
    (point.x.to_bits(), point.y.to_bits())
}

/// The boxes to which a player's lines lead from each box, found by following the lines.
fn moves(picture: &Picture, boxes: &[Corners], class: &str) -> Vec<BTreeSet<usize>> {
    let mut lines: BTreeMap<_, Vec<Point>> = BTreeMap::new();
    for shape in picture.of_class(class) {
        for pair in pieces(shape).iter().flat_map(|piece| piece.windows(2)) {
            assert!(pair[0].y < pair[1].y, "lines lead down");
            lines.entry(key(pair[0])).or_default().push(pair[1]);
        }
    }
    let middle = |&(a, b): &Corners| (a.x + b.x) / 2.0;
    let mut used = 0;
    let reached = |start: &Corners| {
        let ports = lines.keys().filter(|&&(x, y)| {
            let (x, y) = (f64::from_bits(x), f64::from_bits(y));
            let inside = if class == "left-edge" {
                start.0.x..middle(start)
            } else {
                middle(start)..start.1.x
            };
            y == start.1.y && inside.contains(&x) && x != middle(start)
        });
        let mut reached = BTreeSet::new();
        for &port in ports {
            used += 1;
            let mut stack = lines[&port].clone();
            while let Some(point) = stack.pop() {
                match lines.get(&key(point)) {
                    Some(further) => stack.extend(further),
                    None => {
                        let end =
                            |b: &Corners| b.0.y == point.y && (middle(b) - point.x).abs() < 1e-9;
                        let ends: Vec<usize> =
                            (0..boxes.len()).filter(|&i| end(&boxes[i])).collect();
                        assert_eq!(ends.len(), 1, "a line ends at one box");
                        // Each option has a line of its own.
                        assert!(reached.insert(ends[0]));
                    }
                }
            }
        }
        reached
    };
    boxes.iter().map(reached).collect()
}

/// Checks a picture of a game against the game.
fn check(g: &CanonicalForm, expand: bool) {
    let picture = tree(g, expand);
    let games = followers(g, expand);
    let boxes = boxes(&picture);
    assert_eq!(boxes.len(), games.len(), "{g}: each follower once");
    if expand {
        assert_eq!(games.len() as u64, g.follower_count());
    }

    let ground = (Point::new(0.0, 0.0), Point::new(picture.width, picture.height));
    for (i, &a) in boxes.iter().enumerate() {
        assert!(contains(ground, a), "{g}");
        assert!(boxes[..i].iter().all(|&b| !overlap(a, b)), "{g}: boxes overlap");
    }
    let names: Vec<&Label> = labels(&picture, "name").collect();
    assert_eq!(names.len(), boxes.len());
    for (name, &corners) in names.iter().zip(&boxes) {
        assert!(contains(corners, name.bounds()), "{g}: {} does not fit", name.text);
    }
    let all: Vec<&Label> = picture.labels().collect();
    for (i, label) in all.iter().enumerate() {
        assert!(contains(ground, label.bounds()), "{g}: {} is cut off", label.text);
        assert!(all[..i].iter().all(|other| !overlap(label.bounds(), other.bounds())), "{g}");
    }
    // No line runs through a box.
    for class in ["left-edge", "right-edge"] {
        for pair in picture.of_class(class).flat_map(pieces).flat_map(|piece| piece.windows(2)) {
            let middle = Point::new((pair[0].x + pair[1].x) / 2.0, (pair[0].y + pair[1].y) / 2.0);
            assert!(boxes.iter().all(|&b| !overlap(b, (middle, middle))), "{g}");
        }
    }

    // Each box is the game that its name says, by itself or by the legend, unless that is cut.
    let legend: BTreeMap<&str, &str> = labels(&picture, "legend")
        .map(|label| label.text.split_once('=').unwrap())
        .map(|(name, value)| (name.trim(), value.trim()))
        .collect();
    let named = |game: &CanonicalForm, name: &str| {
        let text = game.to_string();
        match legend.get(name) {
            Some(value) => match value.split_once("… (") {
                Some((start, length)) => {
                    text.starts_with(start)
                        && length == format!("{} characters)", text.chars().count())
                }
                None => *value == text,
            },
            None => name == text,
        }
    };
    assert!(named(g, &names[0].text), "{g}: the game itself comes first");
    assert!(boxes[1..].iter().all(|b| b.0.y > boxes[0].0.y), "{g}: the game is on top");

    // The lines are the options: from the top, each box is matched with its game.
    let [left, right] = ["left-edge", "right-edge"].map(|class| moves(&picture, &boxes, class));
    let mut drawn: Vec<Option<CanonicalForm>> = vec![None; boxes.len()];
    drawn[0] = Some(g.clone());
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    order.sort_by(|&a, &b| boxes[a].0.y.total_cmp(&boxes[b].0.y));
    for i in order {
        let game = drawn[i].clone().unwrap_or_else(|| panic!("{g}: nothing leads to {i}"));
        assert!(named(&game, &names[i].text), "{g}: {game} is called {}", names[i].text);
        for (player, reached) in Player::BOTH.into_iter().zip([&left[i], &right[i]]) {
            let open = expand || game.to_number_up_star().is_none();
            let options: Vec<CanonicalForm> =
                if open { game.options(player).collect() } else { Vec::new() };
            assert_eq!(reached.len(), options.len(), "{g}: {game}");
            // Names are distinct but for values that are cut in the legend at the same place.
            for option in options {
                let fits = |&&to: &&usize| {
                    named(&option, &names[to].text)
                        && drawn[to].as_ref().is_none_or(|d| *d == option)
                };
                let to = *reached
                    .iter()
                    .find(fits)
                    .unwrap_or_else(|| panic!("{g}: no line to {option}"));
                drawn[to] = Some(option);
            }
        }
    }
}

#[test]
fn books_and_boards() {
    for text in [
        "0",
        "5",
        "*4",
        "^*",
        "-3/8^3*2",
        "{^^*|*,v}",
        "{2||1|0}",
        "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "+-{^<2>*,^,{0|^,+-{*,^}},{^^*|v,+-{*,^}}}", // Clobber xoxoxoxoxo
        "{4|2*|||1|-1*}+{3|1^||0}+{7|{5|2}}",
        "{4|2*|||1|-1*}+{3|1^||0}+{7|{5|2}}+{2|-1*}", // more than 100 followers
    ] {
        let g: CanonicalForm = text.parse().unwrap();
        check(&g, false);
        check(&g, true);
    }
}

#[test]
fn pictures_are_xml_and_the_same_each_time() {
    for text in ["0", "{2||1|0}", "{4|2*|||1|-1*}+{3|1^||0}"] {
        let g: CanonicalForm = text.parse().unwrap();
        let options =
            TreeOptions { picture: Options::titled("<&\"'\0>"), ..TreeOptions::default() };
        let picture = dicot_svg::tree(&g, &options, &Limits::default()).unwrap().to_string();
        let document = roxmltree::Document::parse(&picture).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        assert_eq!(title.text(), Some("<&\"'\u{fffd}>"));
        let count =
            |class| document.descendants().filter(|n| n.attribute("class") == Some(class)).count();
        assert_eq!(count("node") + count("leaf"), followers(&g, false).len());
        let again = dicot::Store::new().adopt(&g);
        assert_eq!(
            dicot_svg::tree(&again, &options, &Limits::default()).unwrap().to_string(),
            picture
        );
    }
}

#[test]
fn there_are_limits() {
    let limits = Limits::default();
    let g: CanonicalForm = "{4|2*|||1|-1*}+{3|1^||0}+{7|{5|2}}+{2|-1*}".parse().unwrap();
    let nodes = followers(&g, false).len();
    assert!(nodes > 100);
    let most = |nodes| TreeOptions { nodes, ..TreeOptions::default() };
    assert!(dicot_svg::tree(&g, &most(nodes), &limits).is_ok());
    let error = dicot_svg::tree(&g, &most(nodes - 1), &limits).unwrap_err();
    assert_eq!(error, TreeError::TooManyNodes { nodes: nodes as u64, max: nodes - 1 });
    assert_eq!(
        error.to_string(),
        format!("the tree has {nodes} different games, and at most {} are drawn", nodes - 1)
    );

    let past = Limits::default().with_deadline(std::time::Instant::now());
    let error = dicot_svg::tree(&g, &most(nodes), &past).unwrap_err();
    assert!(matches!(error, TreeError::Value(ValueError::Limit(_))), "{error:?}");
}

/// A long chain, and many options: neither the stack nor the time nor the memory runs out.
#[test]
fn deep_and_wide_games() {
    check(&"300".parse().unwrap(), true);
    check(&"*60".parse().unwrap(), true);
    let g: CanonicalForm = "5000".parse().unwrap();
    let options = TreeOptions { nodes: 5_001, expand: true, ..TreeOptions::default() };
    let picture = dicot_svg::tree(&g, &options, &Limits::default()).unwrap();
    assert_eq!(boxes(&picture).len(), 5_001);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_games(g in games_born_by(4), expand: bool) {
        check(&g, expand);
    }

    #[test]
    fn random_dicots(g in dicots_born_by(5)) {
        check(&g, false);
    }
}
