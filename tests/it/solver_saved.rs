//! What a solver has found out, saved and loaded again.

use std::fmt::{self, Display};
use std::io::{self, Read, Write};
use std::num::ParseIntError;
use std::str::FromStr;
use std::time::Duration;

use dicot::rules::{
    AnyPosition, AnyRuleset, Clobber, Clobber448, Domineering, GenClobber, Kayles, Konane, Narrow,
    NarrowVisitor, Position, Ruleset, RulesetSpec, Short, clobber::Orthogonal,
};
use dicot::solver::{LoadError, Solver, Sum};
use dicot::{CanonicalForm, Interrupt, LimitKind, Limits, Outcome, Player};

use crate::plain::boxed::boxed;
use crate::plain::random::Random;

/// 64 MiB of memory.
fn limits() -> Limits {
    Limits::default().with_bytes(1 << 26)
}

fn solver(valued_size: u32) -> Solver {
    let mut solver = Solver::new().with_limits(limits());
    solver.valued_size = valued_size;
    solver
}

fn saved(solver: &Solver) -> Vec<u8> {
    let mut file = Vec::new();
    solver.save(&mut file).unwrap();
    file
}

/// Solves the sum, saves, loads, and asks again: all answers are there, and for all that follows them.
fn round_trip(sum: &Sum, valued_size: u32, known: impl Fn(Solver) -> Solver) {
    let mut first = solver(valued_size);
    let outcome = first.outcome(sum).unwrap();
    let file = saved(&first);
    let mut second = known(solver(valued_size));
    second.load(&file[..]).unwrap();
    assert_eq!(second.outcome(sum).unwrap(), outcome, "{sum}");
    assert_eq!(second.nodes(), 0, "{sum}");
    for player in Player::BOTH {
        let winning = |solver: &mut Solver| -> Vec<String> {
            let moves = solver.winning_moves(sum, player).unwrap();
            moves.into_iter().map(|mv| mv.mv).collect()
        };
        assert_eq!(winning(&mut second), winning(&mut first), "{sum}");
    }
    // What both know now is the same.
    let mut third = known(solver(valued_size));
    third.load(&saved(&second)[..]).unwrap();
    assert_eq!(third.outcome(sum).unwrap(), outcome);
    assert_eq!(third.nodes(), 0);
}

fn of_a_ruleset<P: Short + Ruleset>(texts: &[&str], valued_size: u32) {
    for text in texts {
        let position: P = text.parse().unwrap_or_else(|_| panic!("{text}"));
        round_trip(&position.into(), valued_size, Solver::with_ruleset::<P>);
    }
}

#[test]
fn every_ruleset() {
    // 4x4 is its own negative.
    of_a_ruleset::<Clobber>(&["xoxo/oxox/xoxo/oxox", "xoxox/oxoxo/xoxo.", "xo"], 2);
    of_a_ruleset::<GenClobber<Orthogonal, u128>>(&["xoxox/oxoxo/xo.xo"], 2);
    of_a_ruleset::<Clobber448>(&["xoxox/oxoxo/xo.xo"], 2);
    of_a_ruleset::<Konane>(&["oxox/xo.o/ox.x/xoxo"], 1);
    of_a_ruleset::<Domineering>(&["..../..../....", "...../.#.../..#.."], 1);
    for (ruleset, text, valued_size) in [
        ("kings", "xoxo/oxox/.xo.", 2),
        ("amazons", "x.../...o", 3),
        ("fission", "...../..x../.x...", 1),
        ("toads-and-frogs", "tt.tf.ff", 0),
    ] {
        let position = boxed(ruleset, text);
        let known = |solver: Solver| solver.with_any_ruleset(position.ruleset());
        round_trip(&position.clone().into(), valued_size, known);
    }
    // Kayles alone is solved by its nim value, which is not saved.
    let heaps =
        Sum::from("7+5+3".parse::<Kayles>().unwrap()) + "{1|*}".parse::<CanonicalForm>().unwrap();
    round_trip(&heaps, 4, Solver::with_ruleset::<Kayles>);
}

/// Pieces of two types, with values, of three rulesets.
#[test]
fn sums() {
    let corner =
        "xoxoxoxox/o......../x......../o......../x......../o......../x......../o......../x........";
    let sum = Sum::from(corner.parse::<Clobber448>().unwrap())
        + "xo.ox/.xo..".parse::<Konane>().unwrap()
        + "..../..../....".parse::<Domineering>().unwrap()
        + "{3|1/2^^*3}".parse::<CanonicalForm>().unwrap();
    let known = |solver: Solver| {
        let solver = solver.with_ruleset::<Domineering>().with_ruleset::<Konane>();
        solver.with_ruleset::<Clobber>().with_ruleset::<Clobber448>()
    };
    round_trip(&sum, 8, known);

    let mut first = solver(8);
    first.outcome(&sum).unwrap();
    let file = saved(&first);
    let load = |solver: Solver| solver.with_limits(limits()).load(&file[..]).unwrap_err();
    let error = load(Solver::new().with_ruleset::<Clobber448>().with_ruleset::<Konane>());
    assert!(matches!(&error, LoadError::Ruleset(name) if name == "domineering"), "{error}");
    assert_eq!(error.to_string(), "unknown ruleset \"domineering\"");
    // The corner has 81 cells, and the type 64.
    let small = Solver::new().with_ruleset::<Clobber>().with_ruleset::<Domineering>();
    let error = load(small.with_ruleset::<Konane>());
    assert!(matches!(&error, LoadError::Position(name, _) if name == "clobber"), "{error}");
    assert!(error.to_string().ends_with("is not a position of clobber"), "{error}");
}

/// A heap from which Left takes one counter or two, and Right one or three; small ones have a type of
/// their own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heap<const SMALL: bool> {
    counters: u32,
    exchanged: bool,
}

impl<const SMALL: bool> Position for Heap<SMALL> {
    type Move = u32;

    fn moves(&self, player: Player) -> impl Iterator<Item = u32> {
        let most = if (player == Player::Left) == self.exchanged { 3 } else { 2 };
        let counters = self.counters;
        [1, most].into_iter().filter(move |&taken| taken <= counters)
    }

    fn play_unchecked(&mut self, _: Player, taken: u32) {
        self.counters -= taken;
    }
}

impl<const SMALL: bool> Narrow<Heap<SMALL>> for Heap<true> {
    fn narrowed(&Heap { counters, exchanged }: &Heap<SMALL>) -> Option<Self> {
        (counters < 12).then_some(Heap { counters, exchanged })
    }

    fn widened(&self) -> Heap<SMALL> {
        let Heap { counters, exchanged } = *self;
        Heap { counters, exchanged }
    }
}

impl<const SMALL: bool> Short for Heap<SMALL> {
    fn with_narrow<V: NarrowVisitor<Self>>(visitor: V) -> V::Output {
        if SMALL {
            return visitor.none();
        }
        visitor.some::<Heap<true>>()
    }

    fn negative(&self) -> Self {
        Heap { exchanged: !self.exchanged, ..*self }
    }

    fn size(&self) -> u32 {
        self.counters
    }

    fn normalized(&self) -> (Self, bool) {
        (Heap { exchanged: false, ..*self }, self.exchanged)
    }
}

impl<const SMALL: bool> Ruleset for Heap<SMALL> {
    const SPEC: &'static RulesetSpec = &RulesetSpec::new("heap");
}

impl<const SMALL: bool> Display for Heap<SMALL> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.exchanged { "-" } else { "" }, self.counters)
    }
}

impl<const SMALL: bool> FromStr for Heap<SMALL> {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, ParseIntError> {
        let counters = text.trim_start_matches('-').parse()?;
        Ok(Heap { counters, exchanged: text.starts_with('-') })
    }
}

#[test]
fn a_ruleset_of_ones_own() {
    let heap = |counters, exchanged| Heap::<false> { counters, exchanged };
    let sum = Sum::from(heap(16, false)) + heap(9, true) + heap(7, false);
    let sum = sum + "xoxo/oxox".parse::<Clobber>().unwrap() + CanonicalForm::UP;
    round_trip(&sum, 3, |s| s.with_ruleset::<Heap<false>>().with_ruleset::<Clobber>());
}

/// What was found with some limits holds with others.
#[test]
fn other_limits() {
    let sums: Vec<Sum> = ["xoxox/oxoxo/xoxox", "xoxoxo/oxoxox/xo....", "xoxoxoxox/oxoxoxoxo"]
        .map(|text| text.parse::<Clobber>().unwrap().into())
        .to_vec();
    let mut first = solver(3);
    let outcomes: Vec<Outcome> = sums.iter().map(|sum| first.outcome(sum).unwrap()).collect();
    let file = saved(&first);
    for (valued_size, bytes, threads) in
        [(3, 1 << 26, 2), (9, 1 << 26, 1), (1, 1 << 26, 1), (3, 1 << 23, 1)]
    {
        let limits = Limits::default().with_bytes(bytes).with_threads(threads);
        let mut second = solver(valued_size).with_limits(limits).with_ruleset::<Clobber>();
        second.load(&file[..]).unwrap();
        for (sum, outcome) in sums.iter().zip(&outcomes) {
            assert_eq!(second.outcome(sum).unwrap(), *outcome, "{sum}");
        }
        let again = saved(&second);
        assert!(valued_size != 3 || again.len() <= file.len());
    }
}

/// A table that is too small keeps what is of large sums, and answers are still right.
#[test]
fn a_smaller_table() {
    let board: Sum = Clobber::checkerboard(7, 3).unwrap().into();
    let mut first = solver(2);
    let outcome = first.outcome(&board).unwrap();
    let file = saved(&first);
    let little = |bytes| solver(2).with_limits(Limits::default().with_bytes(bytes));
    let mut second = little(12 << 20).with_ruleset::<Clobber>();
    match second.load(&file[..]) {
        Ok(()) => {
            assert_eq!(second.outcome(&board), Ok(outcome));
            assert!(second.nodes() < first.nodes() / 10, "{} {}", second.nodes(), first.nodes());
        }
        Err(error) => panic!("{error}: {} bytes", file.len()),
    }
    let mut third = little(1 << 20).with_ruleset::<Clobber>();
    let error = third.load(&file[..]).unwrap_err();
    assert!(matches!(error, LoadError::Limit(LimitKind::Bytes(_))), "{error}");
}

/// Time and interrupts end loading.
#[test]
fn limits_of_loading() {
    let mut first = solver(2);
    first.outcome(&Clobber::checkerboard(6, 3).unwrap().into()).unwrap();
    let file = saved(&first);
    let interrupt = Interrupt::default();
    interrupt.set();
    let short = limits().with_time(Duration::ZERO);
    let ended = limits().with_interrupt(interrupt);
    for (limits, kind) in [(short, LimitKind::Time), (ended, LimitKind::Interrupted)] {
        let mut solver = solver(2).with_limits(limits).with_ruleset::<Clobber>();
        let error = solver.load(&file[..]).unwrap_err();
        assert!(matches!(&error, LoadError::Limit(limit) if *limit == kind), "{error}");
    }
}

/// Whatever byte is changed and wherever a file is cut, it is refused, and the solver is as it was.
#[test]
fn damaged_files() {
    let board: Sum = "xoxox/oxoxo".parse::<Clobber>().unwrap().into();
    let sum = board.clone() + "{2|1/2^*}".parse::<CanonicalForm>().unwrap();
    let mut first = solver(4);
    first.outcome(&sum).unwrap();
    let file = saved(&first);
    assert!((200..20_000).contains(&file.len()), "{}", file.len());
    let mut second = solver(4);
    let outcome = second.outcome(&board).unwrap();
    let nodes = second.nodes();
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for at in 0..file.len() {
        let mut changed = file.clone();
        changed[at] ^= 1 << random.below(8);
        let error = second.load(&changed[..]).unwrap_err();
        let expected = match error {
            LoadError::Unknown => at < 15,
            LoadError::Version(_) => (13..15).contains(&at),
            LoadError::Damaged => at >= 15,
            _ => false,
        };
        assert!(expected, "byte {at}: {error}");
        let error = second.load(&file[..at]).unwrap_err();
        assert!(matches!(error, LoadError::Unknown | LoadError::Damaged), "{at} bytes: {error}");
    }
    let longer = [&file[..], b"\n"].concat();
    assert!(matches!(second.load(&longer[..]), Err(LoadError::Damaged)));
    assert_eq!(second.outcome(&board), Ok(outcome));
    assert_eq!(second.nodes(), nodes);
    second.load(&file[..]).unwrap();
    assert_eq!(second.outcome(&sum), first.outcome(&sum));
    assert_eq!(second.nodes(), nodes);
}

#[test]
fn other_files() {
    let load = |file: &[u8]| solver(2).load(file).unwrap_err();
    for file in
        ["", "x", "dicot", "dicot solver", "xoxo/oxox\n", "dicot solver 11111111111111111111111\n"]
    {
        assert!(matches!(load(file.as_bytes()), LoadError::Unknown), "{file:?}");
    }
    let error = load(b"dicot solver 2\nwhatever");
    assert!(matches!(&error, LoadError::Version(version) if version == "2"));
    let expected = "saved in version \"2\" of the format; this program reads version 1";
    assert_eq!(error.to_string(), expected);
    assert!(matches!(load(b"dicot solver 1\n"), LoadError::Damaged));
}

/// A disk that is full, or broken.
struct Broken(usize);

impl Write for Broken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn files_that_fail() {
    let mut solver = solver(2);
    solver.outcome(&"xoxo/oxox".parse::<Clobber>().unwrap().into()).unwrap();
    for room in [0, 15, 100] {
        assert_eq!(solver.save(Broken(room)).unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
    assert!(matches!(solver.load(Broken(0)), Err(LoadError::Io(_))));
    // Nothing is found out yet.
    let file = saved(&Solver::new());
    solver.load(&file[..]).unwrap();
}

/// Calls that end early, each saved and loaded by the next solver, get there.
#[test]
fn many_short_runs() {
    let board: Sum = Clobber::checkerboard(6, 3).unwrap().into();
    let mut file = saved(&Solver::new());
    for run in 0.. {
        let mut solver = solver(3).with_limits(limits().with_nodes(2000)).with_ruleset::<Clobber>();
        solver.load(&file[..]).unwrap();
        let result = solver.outcome(&board);
        file.clear();
        solver.save(&mut file).unwrap();
        match result {
            Ok(outcome) => {
                assert_eq!(outcome, Outcome::Previous);
                assert!(run > 2, "{run}");
                break;
            }
            Err(error) => assert_eq!(error.to_string(), "the limit of 2000 nodes is reached"),
        }
        assert!(run < 100);
    }
}

/// A file with these numbers and texts, and right checksums.
fn file(parts: &[Result<u64, &str>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let number = |bytes: &mut Vec<u8>, mut n: u64| {
        while n >= 0x80 {
            bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        bytes.push(n as u8);
    };
    for part in parts {
        match *part {
            Ok(n) => number(&mut bytes, n),
            Err(text) => {
                number(&mut bytes, text.len() as u64);
                bytes.extend(text.bytes());
            }
        }
    }
    let mix = |hash: u64, n: u64| {
        let word = hash.rotate_left(23) ^ n ^ 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(word) * 0xd6e8_feb8_6659_fd93;
        product as u64 ^ (product >> 64) as u64
    };
    let (mut file, mut sum) = (b"dicot solver 1\n".to_vec(), 0);
    for block in bytes.chunks(1 << 16).chain([&[][..]]) {
        let words = block
            .chunks(8)
            .map(|chunk| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
        sum = [sum, block.len() as u64].into_iter().chain(words).fold(0, mix);
        file.extend((block.len() as u32).to_le_bytes());
        file.extend(sum.to_le_bytes());
        file.extend(block);
    }
    file
}

fn load(parts: &[Result<u64, &str>]) -> Result<Solver, LoadError> {
    let solver = Solver::new().with_limits(Limits::default().with_bytes(1 << 24));
    let mut solver = solver.with_ruleset::<Clobber>().with_ruleset::<Kayles>();
    solver.load(&file(parts)[..]).map(|()| solver)
}

const PIECE: [Result<u64, &str>; 4] = [Ok(1), Ok(0), Err("clobber"), Err("xoxoxo/oxo...")];

/// Files that no solver saved, with right checksums.
#[test]
fn hostile_files() {
    let none = [Ok(0), Ok(0), Ok(0)];
    assert!(load(&[&PIECE[..], &none[1..]].concat()).is_ok());
    assert_eq!(saved(&load(&none).unwrap()), file(&none));
    let many = Ok(u64::MAX);
    let damaged: [&[Result<u64, &str>]; 21] = [
        // Nothing, less than is promised, and more.
        &[],
        &[many],
        &[Ok(0), many],
        &[Ok(0), Ok(0), many],
        &[Ok(0), Ok(0), Ok(0), Ok(0)],
        // Rulesets, positions and texts.
        &[Ok(1), Ok(1), Err("clobber")],
        &[Ok(1), Ok(0), Err("clobber"), Ok(1), Ok(0xff), Ok(0), Ok(0)],
        &[Ok(2), Ok(0), Err("clobber"), Err("xoxo/oxox"), Ok(1), Err("clobber"), Err("xo")],
        // Values: options that are not there, numbers and so on out of range.
        &[Ok(0), Ok(1), Ok(1), Ok(1), Ok(0), Ok(0), Ok(0)],
        &[Ok(0), Ok(1), many, many, Ok(0)],
        &[Ok(0), Ok(1), Ok(0), Ok(1), Ok(63), Ok(0), Ok(0), Ok(0)],
        &[Ok(0), Ok(1), Ok(0), Ok(1), many, Ok(0), Ok(0), Ok(0)],
        &[Ok(0), Ok(1), Ok(0), many, Ok(0), Ok(0), Ok(0), Ok(0)],
        &[Ok(0), Ok(1), Ok(0), Ok(0), Ok(0), many, Ok(0), Ok(0)],
        &[Ok(0), Ok(1), Ok(0), Ok(0), Ok(0), Ok((1 << 32) - 1), Ok(0), Ok(0)],
        &[Ok(0), Ok(1), Ok(0), Ok(0), Ok(0), Ok(0), Ok(1 << 31), Ok(0)],
        // Entries with components and values that do not exist, and with too many.
        &[Ok(0), Ok(0), Ok(1), Ok(1), Ok(0), Ok(0), Ok(0)],
        &[Ok(0), Ok(0), Ok(1), Ok(0), Ok(1), Ok(0), Ok(0)],
        &[Ok(0), Ok(0), Ok(1), Ok(0), Ok(0), Ok(1), Ok(3)],
        &[Ok(0), Ok(0), Ok(1), many, Ok(0), Ok(0)],
        &[Ok(0), Ok(0), Ok(1), Ok(0), many, Ok(0)],
    ];
    for parts in damaged {
        assert!(matches!(load(parts), Err(LoadError::Damaged)), "{parts:?}");
    }
    let error = load(&[Ok(1), Ok(0), Err("go"), Err("x")]).unwrap_err();
    assert!(matches!(error, LoadError::Ruleset(name) if name == "go"));
    let error = load(&[Ok(1), Ok(0), Err("kayles"), Err("x")]).unwrap_err();
    assert!(matches!(error, LoadError::Position(name, text) if name == "kayles" && text == "x"));
    let error = load(&[Ok(1), Ok(0), Err("clobber"), many]).unwrap_err();
    assert!(matches!(error, LoadError::Limit(LimitKind::Bytes(_))));
    let long = "x".repeat(1 << 24) + "o";
    let error = load(&[Ok(1), Ok(0), Err("kayles"), Err(&long)]).unwrap_err();
    assert!(matches!(error, LoadError::Limit(LimitKind::Bytes(_))));
    // Memory is bounded by the limit, whatever a file says.
    let mut parts = vec![Ok(0), Ok(1_000_000)];
    for n in 0..1_000_000 {
        parts.extend([Ok(0), Ok(2 * n), Ok(0), Ok(0), Ok(77)]);
    }
    parts.push(Ok(0));
    assert!(matches!(load(&parts), Err(LoadError::Limit(LimitKind::Bytes(_)))));
}

/// Values in a file need not be canonical.
#[test]
fn values_are_simplified() {
    // {*,*,0|0,*} = *2: the player to move wins the piece and this value.
    let zero = [Ok(0); 5];
    let star = [Ok(0), Ok(0), Ok(0), Ok(0), Ok(1)];
    let options = [3, 2, 2, 2, 0, 0, 2].map(Ok);
    let entry = [1, 1, 1, 0, 0, 4].map(Ok);
    let solver = load(&[&PIECE[..], &[Ok(3)], &zero, &star, &options, &entry].concat()).unwrap();
    let two = [Ok(0), Ok(0), Ok(0), Ok(0), Ok(2)];
    let entry = [1, 1, 1, 0, 0, 0].map(Ok);
    let simple = load(&[&PIECE[..], &[Ok(1)], &two, &entry].concat()).unwrap();
    assert_eq!(saved(&solver), saved(&simple));
    // A switch of the largest numbers.
    let numbers = [Ok(0), Ok(2 * (i64::MAX as u64)), Ok(0), Ok(0), Ok(0)];
    let values = [&[Ok(0), Ok(3)], &numbers[..], &zero, &[Ok(1), Ok(1), Ok(0), Ok(2)]].concat();
    assert!(load(&[&values[..], &[Ok(0)]].concat()).is_ok());
}

/// Positions in a file may be those of any image, and of the negative.
#[test]
fn pieces_are_normalized_again() {
    let star = [Ok(1), Ok(0), Ok(0), Ok(0), Ok(0), Ok(1)];
    for (text, other) in [("xoxoxo/oxo...", "oxoxox/xox..."), ("xxooxo", "oxooxx")] {
        let text_of = |text: &str| {
            let piece = [Ok(1), Ok(0), Err("clobber"), Err(text)];
            let entry = [1, 1, 1, 0, 0, 0].map(Ok);
            let file = saved(&load(&[&piece[..], &star, &entry].concat()).unwrap());
            let start = file.windows(7).position(|bytes| bytes == b"clobber").unwrap() + 7;
            file[start..=start + usize::from(file[start])].to_vec()
        };
        assert_eq!(text_of(text), text_of(other));
    }
    // A component and its negative cancel, so the entry says nothing.
    let pieces = [Ok(2), Ok(0), Err("clobber"), Err("xxoxo/oxo.."), Ok(0), Err("ooxox/xox..")];
    let entry = [1, 2, 1, 0, 0, 2, 0].map(Ok);
    let solver = load(&[&pieces[..], &star, &entry].concat()).unwrap();
    assert_eq!(saved(&solver), file(&[Ok(0); 3]));
}

/// Positions of several rulesets in one type are kept apart by the names of their rulesets.
#[test]
fn rulesets_chosen_at_run_time() {
    let position = |text: &str| text.parse::<AnyPosition>().unwrap();
    let sum = Sum::from(position("clobber:xoxo/oxox")) + position("konane:xoxo/o.xo/xo.x");
    let typed = "xoxo/o.xo/xo.x".parse::<Konane>().unwrap();
    let with = |s: Solver, name| s.with_any_ruleset(&AnyRuleset::named(name).unwrap());
    round_trip(&sum, 3, |s| with(with(s, "clobber"), "konane"));
    let other = Sum::from("xoxo/oxox".parse::<Clobber>().unwrap()) + typed;
    assert_eq!(sum.to_string(), other.to_string());
    let outcome = |sum| solver(3).outcome(sum).unwrap();
    assert_eq!(outcome(&sum), outcome(&other));
}
