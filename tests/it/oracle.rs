//! Facts computed or published by others, reproduced to the letter. Each file of `tests/data/` names its
//! source; the counts are from the same programs.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Display;

use dicot::analysis::{Analyze, Analyzer};
use dicot::board::U448;
use dicot::rules::{Amazons, Clobber, Domineering, Fission, Ruleset, Short, ToadsAndFrogs};
use dicot::{CanonicalForm, Outcome, Player, Store};

use crate::plain;
use crate::plain::boxed::boxed;
use crate::plain::table;

/// One row of a table of facts.
struct Row<'t> {
    row: table::Row<'t>,
    failures: &'t RefCell<Vec<String>>,
}

impl Row<'_> {
    fn get(&self, title: &str) -> &str {
        self.row.get(title)
    }

    fn fail(&self, what: impl Display) {
        self.failures.borrow_mut().push(format!("line {}: {what}", self.row.line));
    }

    /// Notes a failure unless what was computed is what the cell says.
    fn check(&self, title: &str, computed: impl Display) {
        let (expected, computed) = (self.get(title), computed.to_string());
        if computed != expected {
            self.fail(format_args!("{title}: {computed}, not {expected}"));
        }
    }

    /// Notes a failure unless the printed game, or where it is too long its length, is in the cell.
    fn check_text(&self, title: &str, g: &CanonicalForm) {
        match self.get(title).strip_prefix("TOOLONG:") {
            Some(_) => self.check(title, format_args!("TOOLONG:{}", g.text_len())),
            None => self.check(title, g),
        }
    }
}

/// Calls `check` with each row of a table with titles; it says whether it could be checked. Fails
/// with the first failures of all, or if the number of rows checked is another one.
fn check_rows(table: &str, rows: usize, mut check: impl FnMut(&Row<'_>) -> bool) {
    let failures = RefCell::default();
    let checks = table::rows(table).map(|row| check(&Row { row, failures: &failures }));
    let checked = checks.filter(|&checked| checked).count();
    let failures = failures.into_inner();
    let first = failures.iter().take(20).map(|f| format!("\n{f}")).collect::<String>();
    assert!(failures.is_empty(), "{} failures in {checked} rows{first}", failures.len());
    assert_eq!(checked, rows, "rows checked");
}

fn game(text: &str) -> CanonicalForm {
    let value = dicot_calc::parse(text, &mut Store::global().calculation());
    value.unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn board(text: &str) -> Clobber {
    text.parse::<Clobber>().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The plain classification in the column `kind`.
fn kind(g: &CanonicalForm) -> &'static str {
    let hot = g.stop(Player::Left) != g.stop(Player::Right);
    let number = CanonicalForm::from(g.stop(Player::Left));
    let tiny = |g: &CanonicalForm| {
        [g.clone(), -g].iter().any(|g| g.number_tiny().is_some_and(|(x, _)| x == 0))
    };
    match g {
        _ if g.to_integer().is_some() => "integer",
        _ if g.to_number().is_some() => "dyadic",
        _ if g.to_nimber().is_some() => "nimber",
        _ if g.to_number_up_star().is_some() => "number_up_star",
        _ if g.to_uptimal().is_some() => "uptimal",
        _ if g.is_switch() && g.is_infinitesimal() => "infinitesimal_switch",
        _ if g.is_switch() => "switch",
        _ if tiny(g) => "tiny",
        _ if !hot && tiny(&(g - number)) => "number_tiny",
        _ if g.is_infinitesimal() => "infinitesimal",
        _ if hot => "hot",
        _ => "numberish",
    }
}

/// Checks all that the table says of a game.
fn check_all(row: &Row<'_>, g: &CanonicalForm) {
    row.check_text("value", g);
    row.check("kind", kind(g));
    row.check("outcome", g.outcome());
    row.check("left_stop", g.stop(Player::Left));
    row.check("right_stop", g.stop(Player::Right));
    row.check("birthday", g.birthday());
    row.check("followers", g.follower_count());
    row.check("n_left", g.option_count(Player::Left));
    row.check("n_right", g.option_count(Player::Right));
    row.check("all_small", u8::from(g.is_dicot()));
    row.check("uptimal", or_dash(g.to_uptimal()));
    row.check("mean", g.mean());
    row.check("temperature", g.temperature());
    row.check("thermograph", g.thermograph());
    row.check("atomic_weight", or_dash(g.atomic_weight()));
    row.check("stop_count", or_dash(g.stop_count()));
    row.check("nim_value", or_dash(g.to_nimber()));
    row.check("tempered", or_dash(g.temper()));
    row.check("rcf", g.reduced_canonical_form());
    // The program that made the table gave up on a few, which are told apart by their text.
    if row.get("frozen") != "TIMEOUT" {
        row.check_text("frozen", &g.freeze());
    }
}

/// As the tables write what may not exist.
fn or_dash(value: Option<impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Checks the values of positions, each in the given type.
fn values<P: Short + Ruleset>(table: &str, rows: usize) {
    values_read(table, rows, |text| text.parse::<P>().unwrap());
}

/// Checks the values of positions of that ruleset.
fn boxed_values(ruleset: &str, table: &str, rows: usize) {
    values_read(table, rows, |text| boxed(ruleset, text));
}

fn values_read<P: Short>(table: &str, rows: usize, read: impl Fn(&str) -> P) {
    let mut analyzer = Analyzer::<P>::new();
    check_rows(table, rows, |row| {
        let position = read(row.get("position"));
        check_all(row, &analyzer.canonical_form(&position).unwrap());
        row.check("outcome", analyzer.outcome(&position).unwrap());
        true
    });
}

#[test]
fn clobber_on_strips() {
    values::<Clobber>(include_str!("../data/clobber_1xn_all.tsv"), 3225);
}

#[test]
fn clobber_on_grids() {
    values::<Clobber>(include_str!("../data/clobber_grid_all.tsv"), 938);
}

#[test]
fn clobber_with_10_to_16_stones() {
    values::<Clobber>(include_str!("../data/clobber_random.tsv"), 588);
}

#[test]
fn variants_of_clobber() {
    boxed_values("kings", include_str!("../data/clobber_kings.tsv"), 289);
    boxed_values("diagonals", include_str!("../data/clobber_diagonal_only.tsv"), 175);
    boxed_values("knights", include_str!("../data/clobber_knights.tsv"), 123);
    boxed_values("rooks", include_str!("../data/clobber_rooks.tsv"), 119);
    boxed_values("queens", include_str!("../data/clobber_queens.tsv"), 92);
    boxed_values("hot-clobber", include_str!("../data/clobber_hot.tsv"), 94);
    boxed_values("anti-clobber", include_str!("../data/clobber_anti.tsv"), 84);
}

#[test]
fn expressions() {
    check_rows(include_str!("../data/games_expr.tsv"), 275, |row| {
        check_all(row, &game(row.get("expression")));
        true
    });
}

/// `<`, `>`, `=` or `||`.
fn relation(g: &CanonicalForm, h: &CanonicalForm) -> &'static str {
    match g.partial_cmp(h) {
        Some(order) => ["<", "=", ">"][(order as i8 + 1) as usize],
        None => "||",
    }
}

#[test]
fn pairs() {
    check_rows(include_str!("../data/games_cmp.tsv"), 224, |row| {
        let [g, h] = ["g", "h"].map(|title| game(row.get(title)));
        row.check("g_value", &g);
        row.check("h_value", &h);
        row.check("relation", relation(&g, &h));
        row.check("outcome_of_difference", (&g - &h).outcome());
        row.check("sum", &g + &h);
        row.check("difference", &g - &h);
        true
    });
}

/// The value of a game, or of a position behind the name of its ruleset.
fn textbook_value(text: &str) -> CanonicalForm {
    match text.split_once(':') {
        Some(("clobber", position)) => Analyzer::new().canonical_form(&board(position)).unwrap(),
        Some((ruleset, position)) => plain::rulesets::value(ruleset, position)
            .unwrap_or_else(|| panic!("no ruleset {ruleset}")),
        None => game(text),
    }
}

/// The breakpoints of a wall as the textbook files write them: `(t,v) (t,v)`, from `t = -1` up.
fn wall(g: &CanonicalForm, player: Player) -> String {
    let thermograph = g.thermograph();
    let points = thermograph.walls[player].points().iter();
    points.map(|(t, v)| format!("({t},{v})")).collect::<Vec<_>>().join(" ")
}

/// Checks `lhs` and `rhs` of a textbook row.
fn textbook(row: &Row<'_>) -> bool {
    let (lhs, rhs) = (row.get("lhs"), row.get("rhs"));
    let (what, rest) = lhs.split_once(':').unwrap_or(("", lhs));
    let value = || textbook_value(rest);
    match what {
        "outcome" => row.check("rhs", value().outcome()),
        "birthday" => row.check("rhs", value().birthday()),
        "lstop" => row.check("rhs", value().stop(Player::Left)),
        "rstop" => row.check("rhs", value().stop(Player::Right)),
        "mean" => row.check("rhs", value().mean()),
        "temp" => row.check("rhs", value().temperature()),
        "lwall" => row.check("rhs", wall(&value(), Player::Left)),
        "rwall" => row.check("rhs", wall(&value(), Player::Right)),
        "aw" => {
            let expected = game(rhs);
            if value().atomic_weight().as_ref() != Some(&expected) {
                row.fail(format_args!("{lhs} is {}", or_dash(value().atomic_weight())));
            }
        }
        "cmp" => {
            let (g, h) = rest.split_once(" ? ").unwrap();
            row.check("rhs", relation(&textbook_value(g), &textbook_value(h)));
        }
        _ => {
            let (g, h) = (textbook_value(lhs), textbook_value(rhs));
            if g != h {
                row.fail(format_args!("{lhs} is {g}, not {rhs}"));
            }
        }
    }
    true
}

#[test]
fn textbook_identities() {
    check_rows(include_str!("../data/textbook.tsv"), 353, textbook);
}

#[test]
fn textbook_clobber() {
    check_rows(include_str!("../data/clobber_textbook.tsv"), 110, textbook);
}

#[test]
fn games_born_by_day_3() {
    for (day, games, dicots) in [(0, 1, 1), (1, 4, 2), (2, 22, 7), (3, 1474, 67)] {
        let store = Store::new();
        let born = plain::born::born_by(&store, day);
        assert_eq!(born.len(), games, "day {day}");
        assert!(born.iter().all(|g| g.birthday() <= u64::from(day)));
        assert_eq!(born.iter().filter(|g| g.is_dicot()).count(), dicots, "day {day}");
        assert_eq!(plain::born::dicots_born_by(&Store::new(), day).len(), dicots, "day {day}");
    }
}

/// Outcomes and values of many positions.
#[derive(Default)]
struct Census {
    analyzer: Analyzer<Clobber>,
    values: HashSet<CanonicalForm>,
    outcomes: [usize; 4],
}

impl Census {
    fn add(&mut self, position: &Clobber) {
        let value = self.analyzer.canonical_form(position).unwrap();
        let of = [Outcome::Left, Outcome::Right, Outcome::Next, Outcome::Previous];
        let which = of.iter().position(|&outcome| outcome == value.outcome()).unwrap();
        self.outcomes[which] += 1;
        self.values.insert(value);
    }
}

/// All boards of that many rows and columns with these letters.
fn all_boards(rows: u32, columns: u32, letters: &'static [u8]) -> impl Iterator<Item = Clobber> {
    let cells = rows * columns;
    (0..letters.len().pow(cells)).map(move |number| {
        let text = (0..cells).flat_map(|cell| {
            let letter = letters[number / letters.len().pow(cell) % letters.len()];
            let end = (cell > 0 && cell % columns == 0).then_some('/');
            end.into_iter().chain([char::from(letter)])
        });
        board(&text.collect::<String>())
    })
}

#[test]
fn all_3x3_boards() {
    let mut census = Census::default();
    all_boards(3, 3, b".xo").for_each(|position| census.add(&position));
    assert_eq!((census.outcomes, census.values.len()), ([3762, 3762, 7702, 4457], 356));
}

#[test]
fn all_filled_2x4_boards() {
    let mut census = Census::default();
    all_boards(2, 4, b"xo").for_each(|position| census.add(&position));
    assert_eq!((census.outcomes, census.values.len()), ([58, 58, 98, 42], 36));
}

/// Connected positions by number of stones. Shapes are grown cell by cell and held as lists of
/// cells; positions are counted up to the eight symmetries.
#[test]
fn connected_positions_of_up_to_8_stones() {
    type Cells = Vec<(i8, i8, u8)>; // row, column, letter
    /// The least of the eight images.
    fn least(cells: &Cells) -> Cells {
        let image = |symmetry: usize| {
            let turn = |&(row, col, letter): &(i8, i8, u8)| {
                let (row, col) = if symmetry & 1 > 0 { (col, row) } else { (row, col) };
                let row = if symmetry & 2 > 0 { -row } else { row };
                (row, if symmetry & 4 > 0 { -col } else { col }, letter)
            };
            let turned: Cells = cells.iter().map(turn).collect();
            let top = turned.iter().map(|c| c.0).min().unwrap();
            let edge = turned.iter().map(|c| c.1).min().unwrap();
            let mut moved: Cells = turned.iter().map(|c| (c.0 - top, c.1 - edge, c.2)).collect();
            moved.sort();
            moved
        };
        (0..8).map(image).min().unwrap()
    }
    fn grown(shape: &Cells) -> impl Iterator<Item = Cells> {
        let around = shape.iter().flat_map(|&(row, col, letter)| {
            [
                (row - 1, col, letter),
                (row + 1, col, letter),
                (row, col - 1, letter),
                (row, col + 1, letter),
            ]
        });
        let free: BTreeSet<_> = around.filter(|cell| !shape.contains(cell)).collect();
        free.into_iter().map(|cell| shape.iter().copied().chain([cell]).collect())
    }
    fn coloured(shape: &Cells, colours: usize) -> Cells {
        let letter = |i: usize| if colours >> i & 1 > 0 { b'x' } else { b'o' };
        shape.iter().enumerate().map(|(i, &(row, col, _))| (row, col, letter(i))).collect()
    }
    fn position(cells: &Cells) -> Clobber {
        let most = |of: fn(&(i8, i8, u8)) -> i8| cells.iter().map(of).max().unwrap();
        let row_of = |row: i8| {
            let letter =
                |col| cells.iter().find(|c| (c.0, c.1) == (row, col)).map_or(b'.', |c| c.2);
            (0..=most(|c| c.1)).map(|col| char::from(letter(col))).collect::<String>()
        };
        board(&(0..=most(|c| c.0)).map(row_of).collect::<Vec<_>>().join("/"))
    }

    let mut shapes = BTreeSet::from([vec![(0, 0, b'.')]]);
    let mut all = Census::default();
    check_rows(include_str!("../data/clobber_stone_counts.tsv"), 7, |row| {
        shapes = shapes.iter().flat_map(grown).map(|shape| least(&shape)).collect();
        row.check("free_polyominoes", shapes.len());
        let stones: usize = row.get("stones").parse().unwrap();
        let mut census =
            Census { analyzer: std::mem::take(&mut all.analyzer), ..Census::default() };
        let mut positions = 0;
        for shape in &shapes {
            // All colourings of one shape have their images among themselves.
            let colourings = 1..(1 << stones) - 1;
            let distinct: BTreeSet<Cells> =
                colourings.map(|colours| least(&coloured(shape, colours))).collect();
            positions += distinct.len();
            distinct.iter().for_each(|cells| census.add(&position(cells)));
        }
        row.check("positions", positions);
        row.check("distinct_values", census.values.len());
        all.values.extend(census.values);
        all.analyzer = census.analyzer;
        row.check("cumulative_distinct_values", all.values.len());
        let titles = ["outcome_L", "outcome_R", "outcome_N", "outcome_P"];
        titles.iter().zip(census.outcomes).for_each(|(title, count)| row.check(title, count));
        true
    });
}

/// Outcomes of full boards of alternating colours.
/// Source: Grossman, TCS 313 (2004) 533-537; recomputed by CGSuite and others.
#[test]
fn checkerboards() {
    let mut analyzer = Analyzer::new();
    let mut outcome = |width, height| {
        analyzer.outcome(&Clobber::checkerboard(width, height).unwrap()).unwrap().to_string()
    };
    assert_eq!((2..=10).map(|n| outcome(n, 2)).collect::<String>(), "NPNNPNNPN");
    assert_eq!((3..=5).map(|n| outcome(n, 3)).collect::<String>(), "NPN");
    assert_eq!(outcome(4, 4), "N");
}

/// Families of strips.
/// Source: Albert, Grossman, Nowakowski, Wolfe, Integers 5(2) 2005 #A01; the third is conjectured
/// there and has been checked far.
#[test]
fn families_of_strips() {
    let mut analyzer = Analyzer::new();
    let mut value = |text: &str| analyzer.canonical_form(&board(text)).unwrap();
    let x = |n| "x".repeat(n);
    for n in 1..=40 {
        let expected = CanonicalForm::UP * (n - 1) + CanonicalForm::STAR * n;
        assert_eq!(value(&format!("{}o", x(n as usize))), expected, "x^{n} o");
    }
    for (m, n) in (2..=7).flat_map(|m| (2..=7).map(move |n| (m, n))) {
        assert_eq!(value(&(x(m) + &"o".repeat(n))), CanonicalForm::ZERO, "x^{m} o^{n}");
    }
    for n in 1..=8 {
        let expected = CanonicalForm::UP * ((n + 1) / 2);
        assert_eq!(value(&"xxo".repeat(n as usize)), expected, "(xxo)^{n}");
    }
}

/// Checks the tables of the textbooks' rulesets, in the usual word or in this one.
#[test]
fn rulesets_of_the_textbooks() {
    boxed_values("domineering", include_str!("../data/domineering.tsv"), 149);
    boxed_values("fission", include_str!("../data/fission.tsv"), 192);
    boxed_values("toads-and-frogs", include_str!("../data/toads_and_frogs.tsv"), 177);
    boxed_values("amazons", include_str!("../data/amazons.tsv"), 57);
}

#[test]
fn rulesets_of_the_textbooks_on_large_boards() {
    values::<Domineering<U448>>(include_str!("../data/domineering.tsv"), 149);
    values::<Fission<U448>>(include_str!("../data/fission.tsv"), 192);
    values::<ToadsAndFrogs<U448>>(include_str!("../data/toads_and_frogs.tsv"), 177);
    values::<Amazons<U448>>(include_str!("../data/amazons.tsv"), 57);
}

/// The positions in the textbook identities, which are checked there by moves on text.
#[test]
fn textbook_positions() {
    let value = |ruleset: &str, position: &str| boxed(ruleset, position).canonical_form();
    check_rows(include_str!("../data/textbook.tsv"), 24, |row| {
        let lhs = row.get("lhs");
        let (ruleset, position) = match lhs.rsplit_once(':') {
            Some((before, position)) => (before.rsplit(':').next().unwrap(), position),
            None => return false,
        };
        let value = match ruleset {
            "domineering" => value("domineering", position),
            "toads" => value("toads-and-frogs", position),
            _ => return false,
        };
        if plain::rulesets::value(ruleset, position) != Some(value.clone()) {
            row.fail(format_args!("{lhs} is {value}"));
        }
        true
    });
}

/// Outcomes of square boards without dominoes.
/// Source: Breuker, Uiterwijk, van den Herik, *Solving 8x8 Domineering*, TCS 230 (2000) 195-206.
#[test]
fn domineering_on_squares() {
    let mut analyzer = Analyzer::<Domineering>::new();
    let mut outcome =
        |n| analyzer.outcome(&Domineering::start_position(n, n).unwrap()).unwrap().to_string();
    assert_eq!((1..=5).map(&mut outcome).collect::<String>(), "PNNNP");
}
