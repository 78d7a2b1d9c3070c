//! The analyzer: limits, threads, and the plain twin on whole universes of boards.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use dicot::analysis::{Analyze, Analyzer};
use dicot::board::U448;
use dicot::rules::{
    Amazons, Clobber, Clobber448, GenClobber, Position, Short, clobber::Orthogonal,
};
use dicot::{CanonicalForm, Interrupt, LimitKind, Limits, Outcome, Player, Store, ValueError};

fn board(text: &str) -> Clobber {
    text.parse::<Clobber>().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All boards of that many rows and columns.
fn all_boards(rows: usize, columns: usize) -> impl Iterator<Item = Clobber> {
    let cells = rows * columns;
    (0..3_usize.pow(cells as u32)).map(move |number| {
        let letter = |cell: usize| ['.', 'x', 'o'][number / 3_usize.pow(cell as u32) % 3];
        let row = |row| (0..columns).map(|col| letter(row * columns + col)).collect::<String>();
        board(&(0..rows).map(row).collect::<Vec<_>>().join("/"))
    })
}

/// The plain twin: no components, no symmetries, a table of positions as they are.
fn plain_value(
    position: &Clobber,
    table: &mut HashMap<Clobber, CanonicalForm>,
    store: &Store,
) -> CanonicalForm {
    if let Some(value) = table.get(position) {
        return value.clone();
    }
    let [left, right] = Player::BOTH.map(|player| {
        let options = position.options(player);
        options.map(|option| plain_value(&option, table, store)).collect::<Vec<_>>()
    });
    let value = store.calculation().form(left, right).unwrap();
    table.insert(*position, value.clone());
    value
}

/// Who wins, by play alone.
fn plain_outcome(position: &Clobber, table: &mut HashMap<(Clobber, Player), bool>) -> Outcome {
    fn wins(at: &Clobber, player: Player, table: &mut HashMap<(Clobber, Player), bool>) -> bool {
        if let Some(&known) = table.get(&(*at, player)) {
            return known;
        }
        let wins = at.options(player).any(|option| !wins(&option, !player, table));
        table.insert((*at, player), wins);
        wins
    }
    match Player::BOTH.map(|player| wins(position, player, table)) {
        [true, true] => Outcome::Next,
        [true, false] => Outcome::Left,
        [false, true] => Outcome::Right,
        [false, false] => Outcome::Previous,
    }
}

#[test]
fn all_boards_as_by_the_plain_twin() {
    for (rows, columns) in [(1, 9), (2, 4), (3, 3), (4, 2)] {
        let (mut analyzer, mut values) = (Analyzer::new(), HashMap::new());
        let mut outcomes = HashMap::new();
        for position in all_boards(rows, columns) {
            let value = analyzer.canonical_form(&position).unwrap();
            let plain = plain_value(&position, &mut values, analyzer.store());
            assert_eq!(value, plain, "{position}");
            assert_eq!(value.outcome(), plain_outcome(&position, &mut outcomes), "{position}");
        }
    }
}

#[test]
fn winning_moves_on_all_2x4_boards() {
    let (mut analyzer, mut table) = (Analyzer::new(), HashMap::new());
    for position in all_boards(2, 4) {
        for player in Player::BOTH {
            let by_play = position.moves(player).filter(|&mv| {
                let after = position.play(player, mv).unwrap();
                plain_outcome(&after, &mut table).winner(!player) == player
            });
            let by_play: Vec<_> = by_play.collect();
            let moves = analyzer.moves(&position, player).unwrap();
            let winning: Vec<_> = moves.iter().filter(|m| m.wins).map(|m| m.mv).collect();
            assert_eq!(winning, by_play, "{position}");
        }
    }
}

#[test]
fn wider_types_value_all_2x4_boards_alike() {
    let mut narrow = Analyzer::new();
    let mut wide = Analyzer::in_store(narrow.store().clone());
    let mut huge = Analyzer::in_store(narrow.store().clone());
    for position in all_boards(2, 4) {
        let value = narrow.canonical_form(&position).unwrap();
        assert_eq!(wide.canonical_form(&position.convert::<u128>().unwrap()).unwrap(), value);
        assert_eq!(huge.canonical_form(&position.convert::<U448>().unwrap()).unwrap(), value);
    }
    assert_eq!(narrow.positions(), wide.positions());
    assert_eq!(narrow.positions(), huge.positions());
}

/// Long strips, which take wide words at first and small ones later.
#[test]
fn strips_of_wide_words() {
    for n in [70, 100, 127] {
        let position: GenClobber<Orthogonal, u128> = format!("{}o", "x".repeat(n)).parse().unwrap();
        let n = n as i64;
        let expected = CanonicalForm::UP * (n - 1) + CanonicalForm::STAR * n;
        assert_eq!(position.canonical_form(), expected);
    }
    let many: Clobber448 = ["xo.xxo.oox."; 20].join("").parse().unwrap();
    assert_eq!(many.canonical_form(), CanonicalForm::ZERO);
}

#[test]
fn a_table_serves_many_positions() {
    let reports = Arc::new(AtomicUsize::new(0));
    let seen = reports.clone();
    let mut analyzer = Analyzer::new().on_progress(move |progress| {
        assert!(progress.positions > 0 && progress.forms > 0);
        seen.fetch_add(1, Ordering::Relaxed);
    });
    let large = Clobber::checkerboard(4, 4).unwrap();
    let value = analyzer.canonical_form(&large).unwrap();
    let (positions, forms) = (analyzer.positions(), analyzer.store().len());
    assert!(reports.load(Ordering::Relaxed) >= positions / 10_000);
    assert_eq!(analyzer.canonical_form(&large).unwrap(), value);
    assert_eq!(analyzer.canonical_form(&large.negative()).unwrap(), -&value);
    for player in Player::BOTH {
        analyzer.moves(&large, player).unwrap();
    }
    assert_eq!((analyzer.positions(), analyzer.store().len()), (positions, forms));
    assert_eq!(value.outcome(), Outcome::Next);
}

/// A call that ends at a limit, and what can be done after it.
fn ends_with(limits: Limits, expected: fn(LimitKind) -> bool) {
    let (small, large) = (board("xox/ox."), Clobber::checkerboard(5, 4).unwrap());
    let mut analyzer = Analyzer::new().with_limits(limits.clone());
    let error = analyzer.canonical_form(&large).unwrap_err();
    let ValueError::Limit(kind) = error else { panic!("{error}") };
    assert!(expected(kind), "{error}");
    for again in [
        analyzer.outcome(&large).map(drop),
        analyzer.decompose(&large).map(drop),
        analyzer.moves(&large, Player::Left).map(drop),
    ] {
        assert_eq!(again, Err(error));
    }
    // What is found is right, and goes on from there with more generous limits.
    let found = analyzer.positions();
    if let Some(flag) = &limits.interrupt {
        flag.clear();
    }
    let mut analyzer = analyzer.with_limits(Limits::default());
    assert_eq!(analyzer.canonical_form(&small).unwrap().to_string(), "{^^*|*,v}");
    let checkerboard = Clobber::checkerboard(4, 3).unwrap();
    assert_eq!(analyzer.canonical_form(&checkerboard).unwrap(), CanonicalForm::ZERO);
    let moves = |analyzer: &mut Analyzer<_>| analyzer.moves(&small, Player::Left).unwrap();
    assert_eq!(moves(&mut analyzer), moves(&mut Analyzer::new()));
    assert!(analyzer.positions() >= found);
}

#[test]
fn limit_of_positions() {
    let limits = Limits::default().with_positions(500);
    ends_with(limits, |kind| kind == LimitKind::Positions(500));
    let mut analyzer = Analyzer::new().with_limits(Limits::default().with_positions(500));
    analyzer.canonical_form(&Clobber::checkerboard(4, 4).unwrap()).unwrap_err();
    assert!(analyzer.positions() <= 500);
    // What is in the table costs nothing more.
    assert_eq!(analyzer.canonical_form(&board("xo")).unwrap(), CanonicalForm::STAR);
}

#[test]
fn limit_of_forms() {
    let limits = Limits::default().with_forms(2000);
    ends_with(limits, |kind| kind == LimitKind::Forms(2000));
}

#[test]
fn limit_of_bytes() {
    let limits = Limits::default().with_bytes(4 << 20);
    ends_with(limits, |kind| matches!(kind, LimitKind::Bytes(_)));
}

#[test]
fn limit_of_time() {
    let limits = Limits::default().with_time(Duration::from_millis(60));
    ends_with(limits, |kind| kind == LimitKind::Time);
    let ages = Limits::default().with_time(Duration::MAX);
    let mut analyzer = Analyzer::new().with_limits(ages);
    assert_eq!(analyzer.canonical_form(&board("xo")).unwrap(), CanonicalForm::STAR);
}

#[test]
fn interrupt_set_before() {
    let limits = Limits::default().with_interrupt(interrupted());
    ends_with(limits, |kind| kind == LimitKind::Interrupted);
}

#[test]
fn interrupt_from_another_thread() {
    let flag = Interrupt::default();
    let limits = Limits::default().with_interrupt(flag.clone());
    let setter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        flag.set();
    });
    ends_with(limits, |kind| kind == LimitKind::Interrupted);
    setter.join().unwrap();
}

/// Limits on sums, comparisons and lists of options; the store stays right.
#[test]
fn bounds_on_values() {
    let store = Store::new();
    let [g, h] =
        ["{3||2,{1|*}|{*|-5}}", "{7|{5|^}||{v|-3},{0|-4}}"].map(|t| store.parse(t).unwrap());
    let limited = [
        (Limits::default().with_forms(0), LimitKind::Forms(0)),
        (Limits::default().with_bytes(1), LimitKind::Bytes(1)),
        (Limits::default().with_deadline(Instant::now()), LimitKind::Time),
        (Limits::default().with_interrupt(interrupted()), LimitKind::Interrupted),
    ];
    for (limits, kind) in limited {
        let error = ValueError::Limit(kind);
        assert_eq!(store.calculate(&limits).sum(&g, &h), Err(error));
        assert_eq!(store.calculate(&limits).compare(&g, &h), Err(error));
        assert_eq!(store.calculate(&limits).multiple(&g, 100), Err(error));
        assert_eq!(store.calculate(&limits).form([g.clone()], [h.clone()]), Err(error));
        assert_eq!(store.calculate(&limits).parse("{1|*}").unwrap_err().limit(), Some(kind));
    }
    let parsed: CanonicalForm = "{3||2,{1|*}|{*|-5}} + {7|{5|^}||{v|-3},{0|-4}}".parse().unwrap();
    assert_eq!(&g + &h, parsed);
    assert_eq!((&g + &h) - &g, h);
}

/// Sums of many hot games explode; each bound stops them, and memory stays bounded with it.
#[test]
fn bounds_end_long_computations() {
    let text = (1..=40).map(|n| format!("{{{}|{{{}*{n}|-{}}}}}", 3 * n, n, 7 * n));
    let text = text.collect::<Vec<_>>().join("+");
    let deadline = Some(Instant::now() + Duration::from_millis(100));
    let store = Store::new();
    let limits = Limits::default().with_deadline(deadline);
    let error = store.calculate(&limits).parse(&text).unwrap_err();
    assert_eq!(error.limit(), Some(LimitKind::Time), "{error}");

    let store = Store::new();
    let limits = Limits::default().with_forms(20_000);
    let error = store.calculate(&limits).parse(&text).unwrap_err();
    assert_eq!(error.limit(), Some(LimitKind::Forms(20_000)), "{error}");
    assert!(store.len() < 40_000, "{}", store.len());

    let store = Store::new();
    let limits = Limits::default().with_bytes(8 << 20);
    let error = store.calculate(&limits).parse(&text).unwrap_err();
    assert_eq!(error.limit(), Some(LimitKind::Bytes(8 << 20)), "{error}");
    assert!(store.bytes() < 32 << 20, "{}", store.bytes());
    assert_eq!(store.parse("{1|*}+^").unwrap().to_string(), "{1^|^*}");

    // Steps are the same whatever the machine is doing.
    let forms = [(); 2].map(|()| {
        let (store, limits) = (Store::new(), Limits::default().with_steps(20_000));
        let error = store.calculate(&limits).parse(&text).unwrap_err();
        assert_eq!(error.limit(), Some(LimitKind::Steps(20_000)), "{error}");
        store.len()
    });
    assert_eq!(forms[0], forms[1]);
}

/// Threads that fill one store at once find the values, and print the texts, that one alone does.
#[test]
fn threads_share_a_store() {
    let boards: Vec<Clobber> =
        all_boards(2, 4).filter(|b| b.board().stones(Player::Left).len() > 1).collect();
    let mut alone = Analyzer::new();
    let expected: Vec<CanonicalForm> =
        boards.iter().map(|b| alone.canonical_form(b).unwrap()).collect();
    let texts: Vec<String> = expected.iter().map(ToString::to_string).collect();
    let sums: Vec<CanonicalForm> =
        expected.iter().zip(expected.iter().rev()).map(|(g, h)| g - h).collect();

    let store = Store::new();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (store, boards, expected, texts, sums) =
                (store.clone(), &boards, &expected, &texts, &sums);
            scope.spawn(move || {
                let mut analyzer = Analyzer::in_store(store);
                // Each begins elsewhere, two of them backwards.
                let mut order: Vec<usize> = (0..boards.len()).collect();
                order.rotate_left(thread * boards.len() / 4);
                if thread % 2 == 1 {
                    order.reverse();
                }
                let mut values = vec![CanonicalForm::ZERO; boards.len()];
                for &i in &order {
                    values[i] = analyzer.canonical_form(&boards[i]).unwrap();
                    assert_eq!(values[i].to_string(), texts[i]);
                }
                assert!(values == *expected);
                for &i in order.iter().step_by(3) {
                    let (g, h) = (&values[i], &values[boards.len() - 1 - i]);
                    assert_eq!(g - h, sums[i], "{g} - {h}");
                    assert_eq!(g <= h, sums[i] <= CanonicalForm::ZERO);
                }
            });
        }
    });
}

/// The same with few large positions, whose searches meet in the same forms.
#[test]
fn threads_value_a_large_board_at_once() {
    let position = Clobber::checkerboard(4, 4).unwrap();
    let expected = position.canonical_form();
    let store = Store::new();
    let values: Vec<CanonicalForm> = std::thread::scope(|scope| {
        let value = || {
            let store = store.clone();
            scope.spawn(move || Analyzer::in_store(store).canonical_form(&position).unwrap())
        };
        let threads: Vec<_> = (0..3).map(|_| value()).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for value in &values {
        assert_eq!(*value, values[0]);
        assert_eq!(*value, expected);
        assert_eq!(value.text_start(10_000).0, expected.text_start(10_000).0);
        assert_eq!(value.text_len(), expected.text_len());
    }
    let mut alone = Analyzer::new();
    alone.canonical_form(&position).unwrap();
    assert_eq!(store.len(), alone.store().len());
}

/// A position with some hundred thousand options at each step: limits hold while they are listed.
#[test]
fn limits_hold_within_one_position() {
    let mut random = 5_u64;
    let mut cells = vec!['.'; 400];
    for i in 0..14 {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        cells[(random >> 33) as usize % 400] = ['x', 'o'][i % 2];
    }
    let rows: Vec<String> = cells.chunks(20).map(|row| row.iter().collect()).collect();
    let position: Amazons<U448> = rows.join("/").parse().unwrap();
    assert!(position.move_count(Player::Left) > 10_000);
    let error = |limits| Analyzer::new().with_limits(limits).canonical_form(&position).unwrap_err();
    let time = Limits::default().with_time(Duration::from_millis(50));
    assert_eq!(error(time), ValueError::Limit(LimitKind::Time));
    let bytes = Limits::default().with_bytes(50_000_000);
    assert_eq!(error(bytes), ValueError::Limit(LimitKind::Bytes(50_000_000)));
}

/// An interrupt that is set.
fn interrupted() -> Interrupt {
    let interrupt = Interrupt::default();
    interrupt.set();
    interrupt
}

/// A search that takes long is shared out: with any number of threads the value, its text, the number of positions and the
/// errors are those of one thread.
#[test]
fn threads_do_not_change_answers() {
    let position = board("xoxox/oxoxo/xoxox/o....");
    let value = |threads: usize, limits: Limits| {
        let mut analyzer = Analyzer::new().with_limits(limits.with_threads(threads));
        let value = analyzer.canonical_form(&position);
        (value.map(|value| value.to_string()), analyzer.positions())
    };
    let alone = value(1, Limits::default());
    let positions = alone.1;
    assert!(alone.0.is_ok() && positions > 10_000, "{positions} positions are not shared out");
    for threads in [2, 3, 5] {
        assert_eq!(value(threads, Limits::default()), alone, "{threads} threads");
        let enough = Limits::default().with_positions(positions);
        assert_eq!(value(threads, enough), alone, "{threads} threads");
        let limit = positions - 1;
        let error = Err(ValueError::Limit(LimitKind::Positions(limit)));
        assert_eq!(value(threads, Limits::default().with_positions(limit)).0, error);
        let interrupt = Interrupt::default();
        interrupt.set();
        let error = Err(ValueError::Limit(LimitKind::Interrupted));
        assert_eq!(value(threads, Limits::default().with_interrupt(interrupt)).0, error);
    }
    // A limit of steps is exact: it ends the call at the same position each time.
    let steps = || value(3, Limits::default().with_steps(1 << 20));
    assert_eq!(steps().0, Err(ValueError::Limit(LimitKind::Steps(1 << 20))));
    assert_eq!(steps(), steps());
}

/// The plain twin of the components of options: those of each option by itself.
#[test]
fn options_are_split_as_each_by_itself() {
    fn check<P: Short>(position: &P) {
        for player in Player::BOTH {
            let parts = |list: &mut Vec<(P, bool)>| {
                let mut parts: Vec<String> =
                    list.drain(..).map(|(part, negated)| format!("{part} {negated}")).collect();
                parts.sort();
                parts
            };
            let mut plain: Vec<Vec<String>> = position
                .options(player)
                .map(|option| {
                    parts(&mut option.components().map(|part| part.normalized()).collect())
                })
                .collect();
            let (mut split, mut list) = (Vec::new(), Vec::new());
            let end = |list: &mut Vec<_>| {
                split.push(parts(list));
                Ok::<_, ()>(())
            };
            assert_eq!(position.split_options_into(player, &mut list, end), Ok(()));
            plain.sort();
            split.sort();
            assert_eq!(split, plain, "{position}, {player}");
        }
    }
    for (rows, columns) in [(1, 8), (2, 4), (3, 3)] {
        all_boards(rows, columns).for_each(|board| {
            check(&board);
            if rows == 3 {
                check(&board.convert::<U448>().unwrap());
            }
        });
    }
    // Rings, and boards that are wider or higher than a byte.
    for text in [
        "xoxo/o..x/xoxo",
        "xoxox/o...o/x...x/o...o/xoxox",
        "xoxoxoxoxo/o.x.x.x..x/xoxoxoxoxo",
        "xo/ox/xo/ox/.x/x./ox/xo/ox/xo",
        "xoxoxoxox.xoxoxoxoxo",
    ] {
        check(&board(text));
    }
}
