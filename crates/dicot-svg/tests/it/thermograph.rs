//! Pictures of thermographs show what thermographs say, and nothing is written over anything else.

use dicot::{CanonicalForm, Dyadic, Player};
use dicot_proptest::games_born_by;
use dicot_svg::{Options, Picture, Point, ShapeKind};
use proptest::collection::vec;
use proptest::prelude::*;

fn parse(text: &str) -> CanonicalForm {
    text.parse().unwrap()
}

fn near(x: Dyadic) -> f64 {
    x.numerator() as f64 / (1u64 << x.exponent()) as f64
}

/// The points of the only line of a class, if there is one.
fn line(picture: &Picture, class: &str) -> Option<Vec<Point>> {
    let mut shapes = picture.of_class(class);
    let shape = shapes.next()?;
    assert!(shapes.next().is_none(), "{class}");
    match &shape.kind {
        ShapeKind::Lines { pieces, closed: false } if pieces.len() == 1 => Some(pieces[0].clone()),
        kind => panic!("{class}: {kind:?}"),
    }
}

/// The texts of the labels of a class.
fn labels<'a>(picture: &'a Picture, class: &'a str) -> Vec<&'a str> {
    let texts = picture.of_class(class).map(|shape| match &shape.kind {
        ShapeKind::Text(label) => &*label.text,
        kind => panic!("{class}: {kind:?}"),
    });
    texts.collect()
}

fn check_labels(picture: &Picture) {
    let boxes: Vec<_> = picture.labels().map(|label| (&label.text, label.bounds())).collect();
    for (i, (text, (a, b))) in boxes.iter().enumerate() {
        let inside = a.x >= 0.0 && a.y >= 0.0 && b.x <= picture.width && b.y <= picture.height;
        assert!(inside, "{text} is cut off");
        for (other, (c, d)) in &boxes[..i] {
            let apart = b.x <= c.x || d.x <= a.x || b.y <= c.y || d.y <= a.y;
            assert!(apart, "{text} is over {other}");
        }
    }
}

fn check_xml(picture: &Picture) {
    let text = picture.to_string();
    let document = roxmltree::Document::parse(&text).unwrap();
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("version")), ("svg", Some("1.1")));
    let count = |name| root.children().filter(|child| child.has_tag_name(name)).count();
    let svg = "http://www.w3.org/2000/svg";
    assert_eq!([count((svg, "title")), count((svg, "desc"))], [1, 1]);
    assert_eq!(count((svg, "text")), picture.labels().count());
    let shapes = ["path", "circle", "text"].map(|name| count((svg, name)));
    assert_eq!(shapes.iter().sum::<usize>(), picture.shapes.len());
    for node in root.descendants().filter(|node| node.has_tag_name("text")) {
        assert!(picture.labels().any(|label| Some(&*label.text) == node.text()));
    }
}

/// The walls go through the breakpoints, on scales that are the same on both axes.
fn check_walls(g: &CanonicalForm, picture: &Picture) {
    let thermograph = g.thermograph();
    let (mean, temperature) = (thermograph.mean, thermograph.temperature);
    let bottom = line(picture, "value-axis").unwrap()[0].y;
    let mast = line(picture, "mast").unwrap();
    assert!(mast[0].x == mast[1].x && mast[0].y > mast[1].y);
    let classes = [(Player::Left, "left-wall"), (Player::Right, "right-wall")];
    if temperature == Dyadic::from(-1) {
        assert!(classes.iter().all(|(_, class)| line(picture, class).is_none()));
        assert_eq!(mast[0].y, bottom);
        return;
    }
    let scale = (bottom - mast[0].y) / (near(temperature) + 1.0);
    assert!(scale > 0.0);
    for (player, class) in classes {
        let mut points = thermograph.walls[player].points().to_vec();
        if points.last() != Some(&(temperature, mean)) {
            points.push((temperature, mean));
        }
        let drawn = line(picture, class).unwrap();
        assert_eq!(drawn.len(), points.len(), "{g}");
        for ((t, v), point) in points.into_iter().zip(drawn) {
            let right = mast[0].x - scale * near(v.checked_sub(mean).unwrap());
            let up = bottom - scale * (near(t) + 1.0);
            assert!((right - point.x).abs() < 1e-3 && (up - point.y).abs() < 1e-3, "{g}");
        }
    }
}

/// The numbers that matter most have labels, and no other numbers than those of breakpoints and stops.
fn check_numbers(g: &CanonicalForm, picture: &Picture) {
    let thermograph = g.thermograph();
    let stops = Player::BOTH.map(|player| thermograph.walls[player].at(Dyadic::ZERO).unwrap().0);
    let values = [thermograph.mean, stops[0], stops[1]];
    let temperatures = [Dyadic::from(-1), Dyadic::ZERO, thermograph.temperature];
    let breakpoints = Player::BOTH.map(|player| thermograph.walls[player].points()).concat();
    let (bends, places): (Vec<_>, Vec<_>) = breakpoints.into_iter().unzip();
    for (class, needed, others) in [("value", values, places), ("temperature", temperatures, bends)]
    {
        let shown = labels(picture, class);
        let needed = needed.map(|x| x.to_string());
        assert!(needed.iter().all(|x| shown.contains(&&**x)), "{g}: {needed:?} of {shown:?}");
        for (i, &text) in shown.iter().enumerate() {
            let belongs =
                needed.iter().any(|x| x == text) || others.iter().any(|x| x.to_string() == text);
            assert!(belongs && !shown[..i].contains(&text), "{g}: {text}");
        }
        if others.len() <= 4 {
            assert!(others.iter().all(|x| shown.contains(&&*x.to_string())), "{g}: {shown:?}");
        }
    }
}

fn check(g: &CanonicalForm) {
    let title = g.to_string();
    let picture = dicot_svg::thermograph(&g.thermograph(), &Options::titled(title));
    check_labels(&picture);
    check_xml(&picture);
    check_walls(g, &picture);
    check_numbers(g, &picture);
}

/// `n` switches that freeze at rising temperatures on falling means, and their negatives: each adds two
/// breakpoints to either wall.
fn staircase(n: i64, denominator_exponent: u32, base: i64) -> CanonicalForm {
    let number = |x: i64| CanonicalForm::from(Dyadic::new(x, denominator_exponent).unwrap());
    let (mut freezing, mut right) = (0, base << denominator_exponent);
    let switches: Vec<CanonicalForm> = (0..n)
        .map(|i| {
            // Uneven, so that fractions are long.
            freezing += (3 << denominator_exponent) / 2 + i % 7;
            right -= (1 << denominator_exponent) / 2 + i % 5;
            CanonicalForm::new([number(right + 2 * freezing)], [number(right)])
        })
        .collect();
    let negatives: Vec<_> = switches.iter().map(|g| -g).collect();
    CanonicalForm::new(switches, negatives)
}

#[test]
fn games_of_the_books() {
    let texts = [
        "0",
        "-7",
        "3/4",
        "-5/16",
        "*",
        "^",
        "v",
        "^^*",
        "{2|-1}",
        "{4|{2|-4}}",
        "{1|*}",
        "+-1",
        "{3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}}",
        "{10||0|-10}",
        "Tiny(2)",
        "{1000|-1000}",
        "{8|4}+{3|*}+{7|^}+{2||1|-5}+{5|{2|-7}}",
    ];
    texts.map(parse).iter().for_each(check);
}

/// Numbers of many digits, walls that are next to each other, and temperatures next to zero.
#[test]
fn extremes() {
    let texts = [
        "4611686018427387904",
        "1/4611686018427387904",
        "-4611686018427387903/4611686018427387904",
        "{1000000000000|-1000000000000}",
        "{1000000000000|0||-1/1048576}",
        "{1/1073741824|-1/1073741824}",
        "{1000000000000000001/1048576|999999999999999999/1048576||-1000000000000000001/1048576}",
        "{{1|-1},{1025/1024|-1025/1024}|-1000000}",
    ];
    texts.map(parse).iter().for_each(check);
}

#[test]
fn many_breakpoints() {
    for (n, exponent, base) in
        [(14, 12, 30), (14, 12, 2000), (25, 12, 60), (40, 2, 60), (150, 30, 400)]
    {
        let g = staircase(n, exponent, base);
        let points = Player::BOTH.map(|player| g.thermograph().walls[player].points().len());
        assert!(points.iter().sum::<usize>() as i64 >= 4 * n, "{points:?}");
        let picture = dicot_svg::thermograph(&g.thermograph(), &Options::default());
        check_labels(&picture);
        check_xml(&picture);
        check_walls(&g, &picture);
        check_numbers(&g, &picture);
        assert!(picture.width < 2000.0 && picture.height < 2000.0);
        // Each line from a tick to its label is short.
        let ticks = picture.of_class("tick").flat_map(|shape| match &shape.kind {
            ShapeKind::Lines { pieces, .. } => pieces.clone(),
            kind => panic!("{kind:?}"),
        });
        for tick in ticks {
            let (a, b) = (tick[0], tick[tick.len() - 1]);
            assert!((a.x - b.x).hypot(a.y - b.y) < 60.0);
        }
    }
}

#[test]
fn titles() {
    let g = CanonicalForm::UP.thermograph();
    let titles =
        ["<a> & \"b\" ]]>", "a\u{0}b\u{1b}\n\u{ffff}", "\u{65e5}\u{672c} \u{1f600}", "", "'"];
    for title in titles.map(String::from).into_iter().chain(["{1|".repeat(100_000)]) {
        let picture = dicot_svg::thermograph(&g, &Options::titled(title.clone()));
        check_labels(&picture);
        let text = picture.to_string();
        let document = roxmltree::Document::parse(&text).unwrap();
        let named = document.descendants().find(|node| node.has_tag_name("title")).unwrap();
        if !title.contains(char::is_control) {
            assert_eq!(named.text().unwrap_or_default(), title);
        }
    }
    let untitled = dicot_svg::thermograph(&g, &Options::default());
    assert_eq!(untitled.title, "Thermograph");
    assert!(untitled.of_class("title").next().is_none());
}

#[test]
fn the_same_picture_at_another_width() {
    let g = parse("{2|-1}").thermograph();
    let (usual, wide) = (Options::default(), Options { width: Some(1300), ..Options::default() });
    let [usual, wide] = [usual, wide].map(|options| dicot_svg::thermograph(&g, &options));
    assert_eq!(usual.shapes, wide.shapes);
    let text = wide.to_string();
    let document = roxmltree::Document::parse(&text).unwrap();
    let number = |name| document.root_element().attribute(name).unwrap().parse::<f64>().unwrap();
    assert_eq!(number("width"), 1300.0);
    assert!((number("height") - 1300.0 / usual.width * usual.height).abs() < 0.1);
}

#[test]
fn a_narrow_picture_keeps_the_size_of_its_labels() {
    for text in ["{2|-1}", "{4||2|-4}", "0", "-3", "{50|-50}", "{9|{7|{3|{1|-20}}}}", "{1/64|0}"] {
        let g = parse(text).thermograph();
        let narrow = Options { width: Some(320), ..Options::default() };
        let picture = dicot_svg::thermograph(&g, &narrow);
        check_labels(&picture);
        check_xml(&picture);
        assert_eq!(picture.shown_width, 320.0);
        let size = 320.0 / picture.width * 12.0;
        assert!((11.0..13.5).contains(&size), "{text}: labels have {size} pixels");
        assert!(picture.height < 400.0, "{text}: {}", picture.height);
    }
}

/// Options that are switches of random numbers, hot enough to bend the walls.
fn hot_games() -> impl Strategy<Value = CanonicalForm> {
    let number = (-4000..4000i64, 0..12u32)
        .prop_map(|(n, k)| CanonicalForm::from(Dyadic::new(n, k).unwrap()));
    let switch = (number.clone(), number.clone()).prop_map(|(g, h)| CanonicalForm::new([g], [h]));
    let option = prop_oneof![1 => number, 4 => switch];
    let list = || vec(option.clone(), 1..8);
    (list(), list()).prop_map(|(left, right)| CanonicalForm::new(left, right))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_games(g in games_born_by(4), h in games_born_by(3)) {
        check(&g);
        check(&(g + h));
    }

    #[test]
    fn random_hot_games(g in hot_games()) {
        check(&g);
    }
}

/// Thermographs over each other have one scale and the labels that each has alone, and each is named.
fn check_several(games: &[CanonicalForm], width: Option<u32>) {
    let named: Vec<(String, _)> = games
        .iter()
        .enumerate()
        .map(|(index, g)| (format!("G{index}"), (&g.thermograph()).into()))
        .collect();
    let picture = dicot_svg::thermographs(&named, &Options { width, ..Options::default() });
    check_labels(&picture);
    check_xml(&picture);
    let names: Vec<&String> = named.iter().map(|(name, _)| name).collect();
    let key = picture.of_class("key").filter_map(|shape| match &shape.kind {
        ShapeKind::Text(label) => Some(&label.text),
        _ => None,
    });
    assert_eq!(key.collect::<Vec<_>>(), names);
    let values = labels(&picture, "value");
    for g in games {
        let thermograph = g.thermograph();
        let stops = Player::BOTH.map(|p| thermograph.walls[p].at(Dyadic::ZERO).unwrap().0);
        for number in [thermograph.mean, stops[0], stops[1]] {
            assert!(values.contains(&&*number.to_string()), "{g}: {number} of {values:?}");
        }
    }
}

#[test]
fn temperatures_stay_below_the_name_of_their_axis() {
    for texts in [
        &["{*|-1||-2}", "{-1/2|-1*}", "3"][..],
        &["{100|-100}", "{1|0}", "*", "{3|0}", "^", "{2|0}"],
    ] {
        let games: Vec<CanonicalForm> = texts.iter().map(|text| text.parse().unwrap()).collect();
        check_several(&games, Some(340));
        check_several(&games, Some(120));
    }
}

proptest! {
    #[test]
    fn several_over_each_other(games in vec(games_born_by(3), 1..=dicot_svg::MAX_THERMOGRAPHS), narrow: bool) {
        check_several(&games, narrow.then_some(340));
    }
}
