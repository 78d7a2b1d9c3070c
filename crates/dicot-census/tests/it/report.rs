//! The report of a small census that was made by hand, all numbers of which were found by hand.
//!
//! 31 boards in 12 classes. Left wins 7: two of `xx.`, two of `o.x`, two of `xoo` and one of `xxo`; Right wins 7 as well.
//! The first player wins 8 + 2, the second 1 + 6. The values are 0 (7 boards), `*` (8), 1 and -1 (2 each), `{2|1/2}` and
//! its negative (2 each), `v` and `^` (2 + 1 each), `+-1` (2).

use std::io::Write;

use dicot::{LimitKind, Limits, Outcome, ValueError};
use dicot_census::Row;
use dicot_census::parquet::{FileError, Reader, Writer};
use dicot_census::report::{Report, ReportError, Shown};
use dicot_svg::{Picture, ShapeKind};

fn row(
    position: &str,
    multiplicity: u64,
    value: &str,
    outcome: Outcome,
    temperature: f64,
    birthday: u64,
) -> Row {
    Row {
        position: position.to_owned(),
        multiplicity,
        stones: position.chars().filter(|&c| c != '.').count() as u32,
        value: value.to_owned(),
        outcome,
        temperature,
        atomic_weight: match value {
            "v" => Some("-1".to_owned()),
            "^" => Some("1".to_owned()),
            "0" | "*" => Some("0".to_owned()),
            _ => None,
        },
        birthday,
    }
}

fn by_hand() -> Vec<Row> {
    vec![
        row("...", 1, "0", Outcome::Previous, -1.0, 0),
        row("x..", 6, "0", Outcome::Previous, -1.0, 0),
        row("ox.", 8, "*", Outcome::Next, 0.0, 1),
        row("xx.", 2, "1", Outcome::Left, -1.0, 1),
        row("oo.", 2, "-1", Outcome::Right, -1.0, 1),
        row("o.x", 2, "{2|1/2}", Outcome::Left, 0.75, 3),
        row("x.o", 2, "{-1/2|-2}", Outcome::Right, 0.75, 3),
        row("oxx", 2, "v", Outcome::Right, 0.0, 2),
        row("xoo", 2, "^", Outcome::Left, 0.0, 2),
        row("xxo", 1, "^", Outcome::Left, 0.0, 2),
        row("oox", 1, "v", Outcome::Right, 0.0, 2),
        row("xox", 2, "+-1", Outcome::Next, 1.0, 2),
    ]
}

fn file(rows: &[Row], census: &str) -> Vec<u8> {
    let mut writer = Writer::create(Vec::new(), &[("dicot.census", census)]).unwrap();
    writer.write(rows).unwrap();
    writer.finish().unwrap()
}

fn read(rows: &[Row], census: &str) -> Result<Report, ReportError> {
    Report::read(Reader::from_bytes(file(rows, census)).unwrap(), &Limits::default())
}

fn report() -> Report {
    read(&by_hand(), "clobber 1x3").unwrap()
}

fn tables(report: &Report, top: usize, all_values: bool) -> String {
    report.tables(Shown { top, all_values }, &Limits::default()).unwrap()
}

#[test]
fn tables_of_a_census() {
    assert_eq!(tables(&report(), 3, false), include_str!("../data/report.txt"));
}

#[test]
fn all_values() {
    let text = tables(&report(), 1, true);
    let (_, list) = text.split_once("First position of each value\n").unwrap();
    let positions: Vec<&str> =
        list.lines().take_while(|line| !line.is_empty()).map(str::trim_start).collect();
    let first = |line: &&str| line.split(' ').next().unwrap().to_owned();
    let positions: Vec<String> = positions.iter().map(first).collect();
    assert_eq!(positions, ["position", "...", "ox.", "xx.", "o.x", "oxx", "xox"]);
}

/// By hand: 0 of `0` and `*`, 1 of `^`, -1 of `v`; without the rows of `v` only two.
#[test]
fn atomic_weights_are_counted_once_with_each_sign() {
    assert_eq!(report().distinct_atomic_weights(), Ok(3));
    let rows: Vec<Row> = by_hand().into_iter().filter(|row| row.value != "v").collect();
    assert_eq!(read(&rows, "clobber 1x3").unwrap().distinct_atomic_weights(), Ok(2));
    let spoiled = Row { atomic_weight: Some("1|".to_owned()), ..by_hand().remove(3) };
    assert!(read(&[spoiled], "clobber 1x3").unwrap().distinct_atomic_weights().is_err());
}

#[test]
fn a_list_counts_what_is_written() {
    let rows =
        [row("ox", 3, "*", Outcome::Next, 0.0, 1), row("oxx", 3, "v", Outcome::Right, 0.0, 2)];
    let report = read(&rows, "clobber list of 6 positions, checksum 00").unwrap();
    assert_eq!(report.outcomes.map(|count| count.boards), [0, 3, 3, 0]);
    assert_eq!(report.distinct_values(), 2);
    let text = tables(&report, 3, false);
    assert!(
        text.contains("\n6 positions in 2 classes; 2 distinct values, 2 up to sign\n"),
        "{text}"
    );
}

#[test]
fn long_values_are_cut() {
    let value = (1..=6).map(|n| format!("+-{}", 1 << (2 * n))).collect::<Vec<_>>().join("+");
    let value = value.parse::<dicot::CanonicalForm>().unwrap().to_string();
    let rows = [row("ox", 2, &value, Outcome::Next, 4096.0, 4097)];
    let report = read(&rows, "clobber 1x2").unwrap();
    let cut = format!("{}... ({} characters)", &value[..40], value.len());
    assert!(tables(&report, 1, false).contains(&cut), "{}", tables(&report, 1, false));
    let picture = report.picture(&Limits::default()).unwrap();
    assert!(picture.labels().any(|label| label.text == format!("{}…", &value[..28])));
}

#[test]
fn no_rows() {
    let report = read(&[], "clobber 0x0").unwrap();
    let text = tables(&report, 3, true);
    assert!(text.contains("\n0 boards in 0 classes; 0 distinct values, 0 up to sign\n"), "{text}");
    let picture = report.picture(&Limits::default()).unwrap().to_string();
    roxmltree::Document::parse(&picture).unwrap();
    assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
}

#[test]
fn rows_that_contradict_themselves() {
    let refused = |change: fn(&mut Vec<Row>)| {
        let mut rows = by_hand();
        change(&mut rows);
        read(&rows, "clobber 1x3").unwrap_err().to_string()
    };
    assert_eq!(
        refused(|rows| rows[9].outcome = Outcome::Right),
        "row 10: the outcome is R, that of the value is L"
    );
    assert_eq!(
        refused(|rows| rows[1].temperature = 0.0),
        "row 2: the temperature is not that of row 1, which has this value or its negative"
    );
    assert_eq!(
        refused(|rows| rows[9].birthday = 3),
        "row 10: the birthday is not that of row 8, which has this value or its negative"
    );
    let unread = refused(|rows| rows[2].value = "{1|".to_owned());
    assert!(unread.starts_with("row 3: the value cannot be read: "), "{unread}");
}

#[test]
fn bounds_are_kept() {
    let reader = Reader::from_bytes(file(&by_hand(), "clobber 1x3")).unwrap();
    let limits = Limits::default().with_deadline(std::time::Instant::now());
    let error = Report::read(reader, &limits).unwrap_err();
    assert!(matches!(error, ReportError::Value(ValueError::Limit(LimitKind::Time))), "{error}");
}

#[test]
fn damage_is_found_before_the_values_are_read() {
    let mut bytes = file(&by_hand(), "clobber 1x3");
    bytes[40] ^= 1;
    assert!(matches!(Reader::from_bytes(bytes), Err(FileError::Checksum)));
}

/// The heights of the bars of a class in the picture, or the widths of those that lie.
fn bars(report: &Report, class: &str, lying: bool) -> Vec<f64> {
    let picture = report.picture(&Limits::default()).unwrap();
    let sizes = picture.of_class(class).map(|shape| {
        let ShapeKind::Lines { pieces, closed: true } = &shape.kind else {
            panic!("{class} is no bar");
        };
        let (first, third) = (pieces[0][0], pieces[0][2]);
        let size = if lying { third.x - first.x } else { third.y - first.y };
        (size * 100.0).round() / 100.0
    });
    sizes.collect()
}

#[test]
fn bars_are_as_high_as_the_numbers_say() {
    let report = report();
    // 180 is all; the layers have 1, 6, 16 and 8 boards.
    assert_eq!(bars(&report, "left", false), [45.0, 67.5]); // 4 of 16, 3 of 8
    assert_eq!(bars(&report, "right", false), [45.0, 67.5]);
    assert_eq!(bars(&report, "next", false), [90.0, 45.0]); // 8 of 16, 2 of 8
    assert_eq!(bars(&report, "previous", false), [180.0, 180.0]);
    // 512 is 10 boards: the logarithms of 8, 7, 6, 4, 4 and 2.
    let wide = [462.38, 432.69, 398.41, 308.25, 308.25, 154.13];
    assert_eq!(bars(&report, "frequency", true), wide);
    // 180 is 100 boards: the logarithms of 7, 12, 8 and 4; of 11, 14, 4 and 2.
    assert_eq!(bars(&report, "birthday", false), [76.06, 97.13, 81.28, 54.19]);
    assert_eq!(bars(&report, "temperature", false), [93.73, 103.15, 54.19, 27.09]);
}

#[test]
fn the_picture_is_a_document() {
    let picture = report().picture(&Limits::default()).unwrap();
    let text = picture.to_string();
    let document = roxmltree::Document::parse(&text).unwrap();
    let child = |name: &str| {
        let found = document.root_element().children().find(|node| node.has_tag_name(name));
        found.and_then(|node| node.text()).unwrap()
    };
    assert_eq!(child("title"), "Census of clobber 1x3");
    assert_eq!(
        child("desc"),
        "31 boards in 12 classes, 9 distinct values. Outcomes: L 7, R 7, N 10, P 7. The largest birthday is 3, the \
         highest temperature 1."
    );
    check_labels(&picture);
}

#[test]
fn labels_of_a_large_census_keep_apart() {
    let rows: Vec<Row> = (1..=60u32)
        .map(|i| {
            let value = format!("{{{}|{}||{i}|-{i}}}", 40_000 + 2 * i, 30_000 + i);
            let heat = 17_500.0 + 0.75 * f64::from(i);
            let row = row(&"x".repeat(i as usize), 1 << 36, &value, Outcome::Left, heat, 9);
            Row { birthday: 40_002 + 2 * u64::from(i), ..row }
        })
        .collect();
    let report = read(&rows, "clobber 6x10").unwrap();
    check_labels(&report.picture(&Limits::default()).unwrap());
    assert!(tables(&report, 3, false).contains("\n4,123,168,604,160 boards in 60 classes; 60 "));
}

/// Checks that labels lie in the picture and keep apart.
fn check_labels(picture: &Picture) {
    let labels: Vec<_> = picture.labels().map(|label| (&label.text, label.bounds())).collect();
    for (i, (text, (low, high))) in labels.iter().enumerate() {
        let inside = low.x >= 0.0 && low.y >= 0.0 && high.x <= picture.width;
        assert!(inside && high.y <= picture.height, "{text} leaves the picture");
        for (other, (from, to)) in &labels[..i] {
            let apart = high.x <= from.x || to.x <= low.x || high.y <= from.y || to.y <= low.y;
            assert!(apart, "{text} and {other} overlap");
        }
    }
}

#[test]
fn a_census_on_disk() {
    let mut disk = tempfile::tempfile().unwrap();
    disk.write_all(&file(&by_hand(), "clobber 1x3")).unwrap();
    let found = Report::read(Reader::open(disk).unwrap(), &Limits::default()).unwrap();
    assert_eq!(found.count, report().count);
}
