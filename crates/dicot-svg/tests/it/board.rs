//! Pictures of boards: nothing overlaps, nothing is missing, nothing sticks out.

#[path = "../../../../tests/it/plain/random.rs"]
#[expect(dead_code, reason = "the library's tests use more of it")]
mod random;

use dicot::analysis::Analyzer;
use dicot::board::{Bitboard, Board, Cell, Shape};
use dicot::rules::{AnyRuleset, Clobber, Clobber448};
use dicot::{Player, ValueError};
use dicot_svg::{Diagram, Label, Options, Picture, Point, ShapeKind, Square};
use random::Random;

/// A text like a value, up to 150 characters long, and often as short as most values.
fn label(random: &mut Random) -> String {
    let length = match random.below(4) {
        0 | 1 => 1 + random.below(4),
        2 => 5 + random.below(20),
        _ => 25 + random.below(126),
    };
    (0..length).map(|_| ['{', '|', '^', '*', 'v', '0', '<', '&'][random.below(8)]).collect()
}

fn overlap(a: &Label, b: &Label) -> bool {
    let ((a, a_end), (b, b_end)) = (a.bounds(), b.bounds());
    a.x < b_end.x && b.x < a_end.x && a.y < b_end.y && b.y < a_end.y
}

/// What every picture must satisfy.
fn check(picture: &Picture) {
    let inside = |point: &Point| {
        (0.0..=picture.width).contains(&point.x) && (0.0..=picture.height).contains(&point.y)
    };
    let labels: Vec<&Label> = picture.labels().collect();
    for (i, label) in labels.iter().enumerate() {
        let (start, end) = label.bounds();
        assert!(inside(&start) && inside(&end), "{label:?} sticks out");
        for other in &labels[..i] {
            assert!(!overlap(label, other), "{label:?} and {other:?}");
        }
    }
    for shape in &picture.shapes {
        match &shape.kind {
            ShapeKind::Lines { pieces, .. } => assert!(pieces.iter().flatten().all(inside)),
            ShapeKind::Circle { centre, radius } => {
                let [low, high] =
                    [-radius, *radius].map(|r| Point::new(centre.x + r, centre.y + r));
                assert!(inside(&low) && inside(&high));
            }
            _ => {}
        }
    }
    let text = picture.to_string();
    let document = roxmltree::Document::parse(&text).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text")).count();
    assert_eq!(texts, labels.len());
    check_tikz(picture);
}

/// A node for each label and a path for each other shape; braces are balanced, line by line.
fn check_tikz(picture: &Picture) {
    let text = picture.to_tikz();
    let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
    let labels = picture.labels().count();
    assert_eq!(count("\\node["), labels);
    assert_eq!(count("\\path["), picture.shapes.len() - labels);
    for line in text.lines().skip(1) {
        let groups = line.replace("\\{", "").replace("\\}", "");
        assert_eq!(groups.matches('{').count(), groups.matches('}').count(), "{line}");
        assert!(line.is_ascii(), "{line}");
    }
}

/// The centres of the stones of a kind.
fn stones(picture: &Picture, class: &str) -> Vec<(f64, f64)> {
    let centre = |shape: &dicot_svg::Shape| match shape.kind {
        ShapeKind::Circle { centre, .. } => (centre.x, centre.y),
        _ => panic!("{shape:?} is not a stone"),
    };
    picture.of_class(class).map(centre).collect()
}

fn texts<'a>(picture: &'a Picture, class: &'a str) -> Vec<&'a str> {
    let text = |shape: &'a dicot_svg::Shape| match &shape.kind {
        ShapeKind::Text(label) => label.text.as_str(),
        other => panic!("{other:?} is not a label"),
    };
    picture.of_class(class).map(text).collect()
}

#[test]
fn random_boards() {
    let mut random = Random(7);
    for round in 0..300 {
        let (width, height) = match round % 6 {
            0 => (1 + random.below(60), 1),
            1 => (1, 1 + random.below(60)),
            _ => (1 + random.below(21), 1 + random.below(21)),
        };
        let empty = random.below(10);
        let rows = random.board(width, height, empty);
        let position: Clobber448 = rows.parse().unwrap();
        let mut labels = Vec::new();
        let diagram = Diagram::of_components(position.board(), |_| {
            labels.push(label(&mut random));
            Ok::<_, ()>(labels[labels.len() - 1].clone())
        });
        let mut diagram = diagram.unwrap();
        diagram.caption(label(&mut random));
        let title = Some(rows.clone()).filter(|_| round % 2 == 0);
        let picture = dicot_svg::board(&diagram, &Options { title, width: Some(800) });
        check(&picture);

        // Every stone, on a lattice.
        for (class, letter) in [("left-stone", 'x'), ("right-stone", 'o')] {
            let cells = rows.split('/').enumerate().flat_map(|(row, letters)| {
                let cells = letters.chars().enumerate().filter(|&(_, other)| other == letter);
                cells.map(move |(col, _)| (col as f64 * 40.0, row as f64 * 40.0))
            });
            let grid = picture.of_class("grid").next().unwrap();
            let ShapeKind::Lines { pieces, .. } = &grid.kind else { panic!("{grid:?}") };
            let corner = pieces[0][0];
            let cells = cells.map(|(x, y)| (corner.x + 20.0 + x, corner.y + 20.0 + y));
            assert_eq!(stones(&picture, class), cells.collect::<Vec<_>>(), "{rows}");
        }
        // Every component, with its label: on a stone, or in the list.
        let components = position.board().mixed_components().count();
        assert_eq!((picture.of_class("group").count(), labels.len()), (components, components));
        let shown = texts(&picture, "group-label");
        assert_eq!(shown.len(), components);
        for label in &labels {
            let start: String = label.chars().take(100).collect();
            assert!(shown.iter().any(|text| text.starts_with(&start)), "{label} of {rows}");
        }
        // Each letter is on the board and in the list.
        let mut letters = texts(&picture, "letter");
        letters.sort_unstable();
        assert!(letters.chunks(2).all(|pair| pair[0] == pair[1]), "{letters:?}");
        assert_eq!(letters.len(), 2 * picture.of_class("patch").count());
    }
}

/// Components are those of the position, with all their cells, whatever surrounds them.
#[test]
fn components_have_their_own_values() {
    let mut random = Random(11);
    let mut analyzer = Analyzer::new();
    for _ in 0..50 {
        let position: Clobber = random.board(7, 6, 6).parse().unwrap();
        let mut value = |piece: &Board<u64>| {
            let value = analyzer.canonical_form(&Clobber::from(*piece))?;
            Ok::<_, ValueError>(value.to_string().chars().take(90).collect::<String>())
        };
        let picture = dicot_svg::board(
            &Diagram::of_components(position.board(), &mut value).unwrap(),
            &Options::default(),
        );
        let mut expected: Vec<String> =
            position.board().mixed_components().map(|piece| value(&piece).unwrap()).collect();
        let mut shown = texts(&picture, "group-label");
        expected.sort_unstable();
        shown.sort_unstable();
        assert_eq!(shown, expected);
        // A square of colour for each stone that is not dead.
        let squares = picture.of_class("group").map(|shape| match &shape.kind {
            ShapeKind::Lines { pieces, .. } => pieces.len() as u32,
            other => panic!("{other:?}"),
        });
        let alive: Bitboard<u64> = alive(position.board());
        assert_eq!(squares.sum::<u32>(), alive.len());
    }
}

/// The stones that can move some day: grown from those that can move now.
fn alive(board: &Board<u64>) -> Bitboard<u64> {
    let [left, right] = Player::BOTH.map(|player| board.stones(player));
    let mut alive = (left & right.neighbours()) | (right & left.neighbours());
    for _ in 0..board.shape().cells() {
        alive = alive | (alive.neighbours() & board.occupied());
    }
    alive
}

/// The fills of groups, in the order in which they were made.
fn fills(picture: &Picture) -> Vec<dicot_svg::Colour> {
    picture.of_class("group").map(|shape| shape.fill.unwrap()).collect()
}

#[test]
fn groups_nearby_have_different_colours() {
    let mut random = Random(23);
    for _ in 0..100 {
        let (width, height) = (1 + random.below(20), 1 + random.below(20));
        let position: Clobber448 = random.board(width, height, 4).parse().unwrap();
        let mut pieces = Vec::new();
        let diagram = Diagram::of_components(position.board(), |_| Ok::<_, ()>("0".to_owned()));
        let picture = dicot_svg::board(&diagram.unwrap(), &Options::default());
        for shape in picture.of_class("group") {
            let ShapeKind::Lines { pieces: squares, .. } = &shape.kind else { panic!("{shape:?}") };
            pieces
                .push(squares.iter().map(|square| (square[0].x, square[0].y)).collect::<Vec<_>>());
        }
        let fills = fills(&picture);
        for (i, piece) in pieces.iter().enumerate() {
            for (j, other) in pieces[..i].iter().enumerate() {
                let touch = |(x, y): &(f64, f64)| {
                    other.iter().any(|(u, v)| (x - u).abs() < 41.0 && (y - v).abs() < 41.0)
                };
                assert!(!piece.iter().any(touch) || fills[i] != fills[j], "{position}");
            }
        }
    }
}

/// More groups than colours, side by side.
#[test]
fn colours_repeat() {
    let mut diagram = Diagram::new(Shape::new(30, 1).unwrap());
    for col in 0..30 {
        diagram.group([Cell { row: 0, col }], "1");
    }
    let picture = dicot_svg::board(&diagram, &Options::default());
    check(&picture);
    let fills = fills(&picture);
    assert_eq!(fills.len(), 30);
    assert!((1..30).all(|i| fills[i] != fills[i - 1]));
    assert_eq!(fills[..8].iter().collect::<std::collections::HashSet<_>>().len(), 8);
}

/// What Clobber has not: blocked cells, groups of empty cells, and groups that have lost all cells.
#[test]
fn other_rulesets() {
    let mut diagram = Diagram::new(Shape::new(4, 3).unwrap());
    let cell = |row, col| Cell { row, col };
    diagram.set(cell(0, 0), Square::Blocked);
    diagram.set(cell(2, 3), Square::Stone(Player::Right));
    diagram.group([cell(1, 1), cell(1, 2)], "lost");
    diagram.group([cell(1, 1), cell(1, 2), cell(0, 0)], "a < b & \"c\"");
    diagram.group([], "nowhere");
    diagram.caption("first\nsecond");
    let picture = dicot_svg::board(&diagram, &Options::titled("<title>"));
    check(&picture);
    assert_eq!(diagram.shape(), Shape::new(4, 3).unwrap());
    assert_eq!(texts(&picture, "letter"), ["B", "A", "B", "C"]);
    assert_eq!(texts(&picture, "group-label"), ["lost", "a < b & \"c\"", "nowhere"]);
    assert_eq!(texts(&picture, "caption"), ["first", "second"]);
    assert_eq!(picture.of_class("group").count(), 1);
    assert_eq!(
        picture.description,
        "A board, 4 wide and 3 high: #.../..../...o. Group: lost. Group at a3: a < b & \"c\". \
         Group: nowhere. first\nsecond"
    );
}

#[test]
fn coordinates() {
    let picture = |width, height| {
        let picture = dicot_svg::board(
            &Diagram::new(Shape::new(width, height).unwrap()),
            &Options::default(),
        );
        check(&picture);
        texts(&picture, "coordinate").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(picture(3, 2), ["2", "1", "a", "b", "c"]);
    let strip = picture(255, 1);
    assert_eq!((strip.len(), &*strip[26], &*strip[27], &*strip[255]), (256, "z", "aa", "iu"));
    assert_eq!(picture(1, 255)[0], "255");
}

/// The largest board there is, each cell a group: quick all the same.
#[test]
fn the_largest_board() {
    let shape = Shape::new(255, 255).unwrap();
    let mut diagram = Diagram::new(shape);
    for row in 0..255 {
        for col in 0..255 {
            diagram.set(Cell { row, col }, Square::Stone(Player::Left));
        }
        diagram.group((0..255).map(|col| Cell { row, col }), "{0|{0|-2}}");
    }
    let picture = dicot_svg::board(&diagram, &Options::default());
    assert_eq!(picture.of_class("left-stone").count(), 65_025);
    assert_eq!(picture.of_class("patch").count(), 255);
    assert!(roxmltree::Document::parse(&picture.to_string()).is_ok());
}

#[test]
#[should_panic(expected = "not on a board")]
fn cells_that_are_not_there() {
    Diagram::new(Shape::new(2, 2).unwrap()).set(Cell { row: 0, col: 2 }, Square::Blocked);
}

/// The usual board of Hare and Hounds has 8 lines along rows, 6 along columns and 8 diagonals.
#[test]
fn lines_between_cells() {
    let picture = |rules: &str, text: &str| {
        let position = AnyRuleset::named(rules).unwrap().read(text).unwrap();
        dicot_svg::board(&Diagram::of_position(&position).unwrap(), &Options::default())
    };
    let hounds = picture("hare-and-hounds", "#h..#/h...r/#h..#");
    let lines = hounds.of_class("lines").next().unwrap();
    let ShapeKind::Lines { pieces, .. } = &lines.kind else { panic!("{lines:?}") };
    assert_eq!(pieces.len(), 8 + 6 + 8);
    assert_eq!(picture("konane", "xo./.o.").of_class("lines").count(), 0);
}
