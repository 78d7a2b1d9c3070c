//! Pictures of the values of heaps, and of lists and tables of numbers.

use dicot_svg::{
    Colour, HeapPeriod, Options, Picture, Point, ShapeKind, heaps, intensity, scatter,
};

fn drawn(values: &[u32], period: Option<HeapPeriod>) -> Picture {
    let picture = heaps(values, period, &Options::titled("0.77"));
    let inside = |at: &Point| {
        (0.0..=picture.width).contains(&at.x) && (0.0..=picture.height).contains(&at.y)
    };
    for shape in &picture.shapes {
        match &shape.kind {
            ShapeKind::Lines { pieces, .. } => assert!(pieces.iter().flatten().all(inside)),
            ShapeKind::Text(label) => assert!(inside(&label.at), "{}", label.text),
            other => panic!("{other:?}"),
        }
    }
    picture
}

/// The corners of the areas and lines of a class.
fn pieces(picture: &Picture, class: &str) -> Vec<Vec<Point>> {
    let of = |kind: &ShapeKind| match kind {
        ShapeKind::Lines { pieces, .. } => pieces.clone(),
        other => panic!("{other:?}"),
    };
    picture.of_class(class).flat_map(|shape| of(&shape.kind)).collect()
}

#[test]
fn each_heap_has_a_mark() {
    let values = [0, 1, 2, 0, 1, 2, 7];
    let picture = drawn(&values, None);
    let marks = pieces(&picture, "heaps");
    assert_eq!(marks.len(), values.len());
    for (n, mark) in marks.iter().enumerate().skip(1) {
        assert!(mark[0].x > marks[n - 1][0].x);
        assert_eq!(mark[0].y < marks[n - 1][0].y, values[n] > values[n - 1]);
    }
    let labels: Vec<&str> = picture.labels().map(|label| label.text.as_str()).collect();
    let expected = ["0.77", "no period is proved"].into_iter();
    let heaps = ["0", "1", "2", "3", "4", "5", "6"];
    let expected = expected.chain(heaps).chain(heaps).chain(["7", "heap", "value"]);
    assert_eq!(labels, expected.collect::<Vec<_>>());
    drawn(&[], None);
    drawn(&[5], None);
}

#[test]
fn periods_are_marked() {
    let values: Vec<u32> = (0..100).map(|n| n / 3).collect();
    let period = HeapPeriod { start: 10, length: 3, saltus: 1 };
    let picture = drawn(&values, Some(period));
    assert!(picture.labels().any(|label| label.text == "period 3 with saltus 1 from heap 10 on"));
    assert_eq!(pieces(&picture, "period").len(), 1);
    assert_eq!(pieces(&picture, "period-start").len(), 30);
    // Periods that are too many, and one that begins later.
    let many: Vec<u32> = (0..1000).map(|n| n / 3).collect();
    let picture = drawn(&many, Some(period));
    assert_eq!(picture.of_class("period").count(), 1);
    assert_eq!(picture.of_class("period-start").count(), 0);
    let picture = drawn(&values[..5], Some(period));
    assert_eq!(picture.of_class("period").count(), 0);
}

/// However many heaps there are, and whatever their values.
#[test]
fn pictures_are_bounded() {
    let random = |n: u32| n.wrapping_mul(2_654_435_761) >> 8;
    for values in [
        (0..100_000).map(random).collect::<Vec<u32>>(),
        (0..100_000).map(|n| random(n) % 300).collect(),
        (0..100_000).map(|n| n % 17).collect(),
        vec![u32::MAX; 1000],
    ] {
        let picture = drawn(&values, None);
        let classes = ["heaps", "some-heaps", "few-heaps"];
        let marks: usize = classes.iter().map(|class| pieces(&picture, class).len()).sum();
        assert!((1..=64_800).contains(&marks), "{marks}");
        assert!(picture.to_string().len() < 3 << 20);
    }
}

/// The numbers of a list begin with 1, and those at the axis are round.
#[test]
fn lists_begin_with_1() {
    let texts = |count: u32, class| {
        let picture = scatter(&(0..count).collect::<Vec<u32>>(), &Options::default());
        let labels = picture.of_class(class).map(|shape| match &shape.kind {
            ShapeKind::Text(label) => label.text.clone(),
            other => panic!("{other:?}"),
        });
        labels.collect::<Vec<String>>()
    };
    assert_eq!(texts(3, "heap"), ["1", "2", "3"]);
    assert_eq!(texts(40, "heap"), ["5", "10", "15", "20", "25", "30", "35", "40"]);
    assert_eq!(texts(3, "summary"), [""; 0]);
    scatter(&[], &Options::default());
    scatter(&[u32::MAX, 0], &Options::default());
}

#[test]
fn greater_numbers_are_darker() {
    let picture =
        intensity(&[vec![0, 1, 2], vec![3], vec![], vec![30, 3]], 10, &Options::titled("t"));
    let shades: Vec<Colour> =
        picture.of_class("numbers").map(|shape| shape.fill.unwrap()).collect();
    // 1 and 2 have a shade, 3 another one, 30 the darkest.
    assert_eq!(pieces(&picture, "numbers").len(), 5);
    assert_eq!(shades.len(), 3);
    assert!(shades.windows(2).all(|pair| pair[0].0 > pair[1].0), "{shades:?}");
    let corner = pieces(&picture, "numbers")[0][0];
    let frame = pieces(&picture, "frame")[0][0];
    assert_eq!((corner.x - frame.x, corner.y - frame.y), (10.0, 0.0));
    for rows in [vec![], vec![vec![]], vec![vec![0]], vec![vec![u32::MAX, 1]]] {
        let picture = intensity(&rows, 8, &Options::default());
        let count = rows.iter().flatten().filter(|&&n| n > 0).count();
        assert_eq!(picture.of_class("numbers").count(), count, "{rows:?}");
    }
}
