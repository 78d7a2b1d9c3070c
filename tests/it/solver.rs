//! The outcome solver against exact values, and against outcomes found by others.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use dicot::analysis::Analyzer;
use dicot::rules::{
    AnyPosition, Clobber, Clobber448, Domineering, GenToadsAndFrogs, Kayles, Konane, Position,
    Ruleset, RulesetSpec, Short, toads_and_frogs::ToadsVariant,
};
use dicot::solver::{Solver, Sum};
use dicot::{CanonicalForm, LimitKind, Limits, Outcome, Player, ValueError};

use crate::plain::random::Random;

/// A solver that values almost nothing, so that it has to search.
fn searching(valued_size: u32, threads: usize) -> Solver {
    let limits = Limits::default().with_bytes(1 << 26).with_threads(threads);
    let mut solver = Solver::new().with_limits(limits);
    solver.valued_size = valued_size;
    solver
}

/// All boards of 3x4: the outcome is that of the exact value.
#[test]
fn all_3x4_boards() {
    let (mut solver, mut analyzer) = (searching(2, 1), Analyzer::new());
    let mut counts = [0; 4];
    for number in 0..3_usize.pow(12) {
        let letter = |cell: u32| ['.', 'x', 'o'][number / 3_usize.pow(cell) % 3];
        // Every seventh board, and with it one of each kind many times.
        if number % 7 != 0 {
            continue;
        }
        let text: Vec<String> =
            (0..3).map(|row| (0..4).map(|col| letter(4 * row + col)).collect()).collect();
        let board: Clobber = text.join("/").parse().unwrap();
        let outcome = solver.outcome(&board.into()).unwrap();
        assert_eq!(outcome, analyzer.outcome(&board).unwrap(), "{board}");
        counts[outcome as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count > 1000), "{counts:?}");
}

fn outcomes_are_those_of_values<P: Short + Ruleset>(starts: &[&str], valued_size: u32) {
    let (mut solver, mut analyzer) = (searching(valued_size, 1), Analyzer::new());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for start in starts {
        for _ in 0..30 {
            let position: P = random.follower(start, 5);
            let outcome = solver.outcome(&position.clone().into()).unwrap();
            assert_eq!(
                outcome,
                analyzer.outcome(&position).unwrap(),
                "{} {position}",
                position.spec().name
            );
        }
    }
}

#[test]
fn of_every_ruleset() {
    outcomes_are_those_of_values::<Clobber448>(&["xoxo/oxox/xo.x", "xoxoxo.......oxoxox"], 2);
    outcomes_are_those_of_values::<Domineering>(&["..../..../....", "...../.#.../..#.."], 1);
    outcomes_are_those_of_values::<Kayles>(&["7+5+3", "12+1"], 4);
    let boxed = outcomes_are_those_of_values::<AnyPosition>;
    boxed(&["kings:xoxo/oxox/.xo.", "hot-clobber:xoxo/ooxx"], 2);
    boxed(&["konane:oxox/xo.o/ox.x/xoxo", "konane:.xoxo.oxo.x"], 1);
    boxed(&["amazons:x.../...o"], 3);
    boxed(&["fission:...../..x../.x...", "fission:..x..x.."], 1);
    boxed(&["toads-and-frogs:tt.tf.ff", "toads-and-frogs:ttt..fff"], 0);
}

/// Sums of random positions of several rulesets, and values.
#[test]
fn of_mixed_sums() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let clobber = ["xoxo/oxox", "xxo.oxo/ox..xxo", "xoxoxo", "oxo/xo.", "xxoo/oxx."];
    let konane = [".xoxo.", "xo.ox/.xo..", "o.xox."];
    let values = ["0", "*", "^", "{1|*}", "{2|-1}", "v*", "1/2", "+-1"];
    let (mut solver, mut analyzer) = (searching(3, 1), Analyzer::new());
    let mut konane_analyzer = Analyzer::new();
    for _ in 0..150 {
        let mut sum = Sum::default();
        let mut value = CanonicalForm::ZERO;
        for _ in 0..random.below(3) {
            let position: Clobber = clobber[random.below(clobber.len())].parse().unwrap();
            let sign = random.below(2) == 0;
            let position = if sign { position } else { position.negative() };
            value += analyzer.canonical_form(&position).unwrap();
            sum = sum + position;
        }
        for _ in 0..random.below(3) {
            let position: Konane = konane[random.below(konane.len())].parse().unwrap();
            value += konane_analyzer.canonical_form(&position).unwrap();
            sum = sum + position;
        }
        let extra: CanonicalForm = random.pick(&values).parse().unwrap();
        value += &extra;
        sum = sum + extra;
        assert_eq!(solver.outcome(&sum).unwrap(), value.outcome(), "{sum}");
        for first in Player::BOTH {
            assert_eq!(solver.verify(&sum, first).unwrap().winner, value.outcome().winner(first));
        }
        for player in Player::BOTH {
            let winning = solver.winning_moves(&sum, player).unwrap();
            assert_eq!(!winning.is_empty(), solver.wins_first(&sum, player).unwrap(), "{sum}");
        }
    }
}

/// Who wins checkerboards, for the first player: from the literature.
#[test]
fn checkerboards() {
    let mut solver = Solver::new();
    let mut check = |height, widths: std::ops::RangeInclusive<u8>, outcomes: &str| {
        for (width, expected) in widths.zip(outcomes.chars()) {
            let board = Clobber::checkerboard(width, height).unwrap();
            let outcome = solver.outcome(&board.into()).unwrap();
            assert_eq!(outcome.to_string(), expected.to_string(), "{height}x{width}");
        }
    };
    check(2, 2..=11, "NPNNPNNPNN");
    check(3, 3..=7, "NPNPN");
    check(4, 4..=5, "NN");
}

#[test]
fn strips() {
    let mut solver = searching(6, 1);
    for n in 1..=24_usize {
        let board: Clobber = "xo".repeat(n).parse().unwrap();
        let expected = if n == 3 { Outcome::Previous } else { Outcome::Next };
        assert_eq!(solver.outcome(&board.into()).unwrap(), expected, "n = {n}");
    }
}

#[test]
fn threads_agree() {
    for text in ["xoxoxo/oxoxox/xoxoxo", "xoxoxoxox/oxoxoxoxo", "xoxox/oxoxo/xoxox/oxo.."] {
        let board: Sum = text.parse::<Clobber>().unwrap().into();
        let alone = searching(4, 1).outcome(&board).unwrap();
        for threads in 2..=4 {
            assert_eq!(searching(4, threads).outcome(&board).unwrap(), alone, "{text}");
        }
    }
}

/// A line of best play ends with the winner's last move.
#[test]
fn lines_of_play() {
    let mut solver = searching(2, 1);
    for text in ["xoxo/oxox", "xoxoxo", "xoxox/oxoxo"] {
        for player in Player::BOTH {
            let sum: Sum = text.parse::<Clobber>().unwrap().into();
            let wins = solver.wins_first(&sum, player).unwrap();
            let line = solver.line(&sum, player).unwrap();
            assert_eq!(line.len() % 2 == 1, wins, "{text}: {line:?}");
            assert!(line.last().is_none_or(|mv| mv.sum.moves(Player::Left).is_empty()));
        }
    }
}

/// A limit is an error that leaves the solver usable: with one call after the other it gets there.
#[test]
fn limits() {
    let limits = Limits::default().with_nodes(1000).with_bytes(1 << 26);
    let mut solver = Solver::new().with_limits(limits);
    let board: Sum = Clobber::checkerboard(8, 3).unwrap().into();
    let error = solver.outcome(&board).unwrap_err();
    assert_eq!(error, ValueError::Limit(LimitKind::Nodes(1000)));
    let small: Sum = Clobber::checkerboard(7, 2).unwrap().into();
    let mut calls = 0;
    let outcome = loop {
        calls += 1;
        match solver.outcome(&small) {
            Ok(outcome) => break outcome,
            Err(error) => assert_eq!(error, ValueError::Limit(LimitKind::Nodes(1000))),
        }
        assert!(calls < 100);
    };
    assert_eq!(outcome, Outcome::Next);
}

/// The limits hold for all that makes up a call, and for several calls made as one.
#[test]
fn limits_of_several_calls() {
    let sums = ["xoxox/oxoxo/xoxox", "xoxoxoxo/oxoxoxox", "xoxoxo/oxoxox/xoxoxo"]
        .map(|text| Sum::from(text.parse::<Clobber>().unwrap()));
    let with_nodes = |nodes| {
        searching(2, 1).with_limits(Limits::default().with_nodes(nodes).with_bytes(1 << 26))
    };
    let mut nodes = Vec::new();
    let mut solver = with_nodes(u64::MAX);
    for sum in &sums {
        let before = solver.nodes();
        solver.outcome(sum).unwrap();
        nodes.push(solver.nodes() - before);
    }
    // Each on its own, with a limit that all of them together pass.
    let all: u64 = nodes.iter().sum();
    let most = all - 1000;
    assert!(nodes[2] > 2000 && nodes[2] < most, "{nodes:?}");
    let mut solver = with_nodes(most);
    for sum in &sums {
        solver.outcome(sum).unwrap();
    }
    let mut solver = with_nodes(most);
    let results = solver.as_one_call(|solver, _| sums.each_ref().map(|sum| solver.outcome(sum)));
    assert!(results[0].is_ok() && results[1].is_ok());
    assert_eq!(results[2], Err(ValueError::Limit(LimitKind::Nodes(most))));
    assert!(solver.nodes() < most + 1000, "{} {most}", solver.nodes());
    // The next call has all of it again, and a solver that was cleared starts anew.
    assert!(solver.outcome(&sums[2]).is_ok());
    let before = solver.nodes();
    solver.clear();
    assert!(solver.outcome(&sums[0]).is_ok());
    assert_eq!(solver.nodes() - before, nodes[0]);
}

#[test]
fn time_of_a_call() {
    let limits = Limits::default().with_bytes(1 << 26).with_time(Duration::from_millis(200));
    let mut solver = Solver::new().with_limits(limits);
    let board: Sum = Clobber::checkerboard(10, 4).unwrap().into();
    let time_is_up = ValueError::Limit(LimitKind::Time);
    let start = std::time::Instant::now();
    assert_eq!(solver.winning_moves(&board, Player::Left).unwrap_err(), time_is_up);
    let results = solver.as_one_call(|solver, limits| {
        assert!(limits.deadline.is_some_and(|deadline| deadline > start));
        [Player::Left, Player::Right].map(|player| solver.wins_first(&board, player))
    });
    assert_eq!(results, [Err(time_is_up); 2]);
    let known: Sum = "xo".parse::<Clobber>().unwrap().into();
    assert_eq!(solver.outcome(&known), Ok(Outcome::Next));
}

/// A solver that is interrupted while it makes room, or has no time left, loses nothing.
#[test]
fn interrupts_and_little_memory() {
    let board: Sum = Clobber::checkerboard(6, 6).unwrap().into();
    let limits = Limits::default().with_bytes(1 << 21).with_time(Duration::from_millis(40));
    let mut solver = Solver::new().with_limits(limits);
    for call in 0..30 {
        let error = solver.outcome(&board).unwrap_err();
        assert_eq!(error, ValueError::Limit(LimitKind::Time), "call {call}");
        let mut file = Vec::new();
        solver.save(&mut file).unwrap();
        assert!(call < 5 || file.len() > 1000, "{} bytes after call {call}", file.len());
    }
}

/// Pauses that leave no time for a search come less often, until it finds something between two of them.
#[test]
fn pauses_without_end() {
    let board: Sum = Clobber::checkerboard(5, 3).unwrap().into();
    let expected = searching(4, 1).outcome(&board).unwrap();
    for threads in [1, 2] {
        let mut solver = searching(4, threads).every(Duration::from_nanos(1), |_| ());
        assert_eq!(solver.outcome(&board).unwrap(), expected);
    }
}

/// Little memory costs time and no answers; nor do pauses.
#[test]
fn making_room_and_pausing() {
    let board: Sum = Clobber::checkerboard(7, 3).unwrap().into();
    let mut roomy = searching(6, 1);
    let expected = roomy.outcome(&board).unwrap();
    for threads in [1, 2] {
        let limits = Limits::default().with_bytes(1 << 20).with_threads(threads);
        let pauses = Arc::new(AtomicUsize::new(0));
        let (counter, pause) = (pauses.clone(), Duration::from_millis(5));
        let mut solver = searching(6, threads).with_limits(limits).every(pause, move |solver| {
            counter.fetch_add(1, Relaxed);
            solver.save(std::io::sink()).unwrap();
        });
        assert_eq!(solver.outcome(&board).unwrap(), expected);
        assert!(pauses.load(Relaxed) > 0);
        assert!(solver.nodes() > roomy.nodes(), "nothing was forgotten");
    }
}

/// Steps of one or two cells, and jumps over any animal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Leaping;

impl ToadsVariant for Leaping {
    const SPEC: &'static RulesetSpec = &RulesetSpec::new("leaping-toads");
    const MAX_STEP: u8 = 2;
    const OVER_OWN: bool = true;
}

/// The same as a ruleset of which a solver knows the moves alone, as one from a file. It counts the positions whose moves are made.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Moves(GenToadsAndFrogs<Leaping>);

static EXPANDED: AtomicUsize = AtomicUsize::new(0);

impl Position for Moves {
    type Move = <GenToadsAndFrogs<Leaping> as Position>::Move;

    fn moves(&self, player: Player) -> impl Iterator<Item = Self::Move> {
        self.0.moves(player)
    }

    fn play_unchecked(&mut self, player: Player, mv: Self::Move) {
        self.0.play_unchecked(player, mv);
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        EXPANDED.fetch_add(1, Relaxed);
        self.0.options(player).map(Moves)
    }
}

impl Short for Moves {
    fn negative(&self) -> Self {
        Moves(self.0.negative())
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        self.0.components().map(Moves)
    }

    fn normalized(&self) -> (Self, bool) {
        let (position, negated) = self.0.normalized();
        (Moves(position), negated)
    }
}

impl std::fmt::Display for Moves {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.0, f)
    }
}

impl std::str::FromStr for Moves {
    type Err = <GenToadsAndFrogs<Leaping> as std::str::FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Moves)
    }
}

impl Ruleset for Moves {
    const SPEC: &'static RulesetSpec = Leaping::SPEC;
}

/// What values cost is learned for any ruleset: components that take thousands of positions each are searched. The strip is from the
/// tests of MCGS 1.7 (`gen_toads_1211`).
#[test]
fn values_that_cost_too_much_are_not_computed_again_and_again() {
    let strip: Moves = "t....t...t..ff..f..f".parse().unwrap();
    let [default, none] = [Solver::DEFAULT_VALUED_SIZE, 0].map(|valued_size| {
        let before = EXPANDED.load(Relaxed);
        let mut solver = Solver::new();
        solver.valued_size = valued_size;
        let outcome = solver.outcome(&strip.clone().into()).unwrap();
        (outcome, EXPANDED.load(Relaxed) - before)
    });
    assert_eq!(default.0, none.0);
    assert!(default.1 < 2 * none.1, "{default:?} {none:?}");
}
