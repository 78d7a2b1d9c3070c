//! Limits hold on the largest boards and graphs of every ruleset: what is done between two checks is bounded, in steps.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use dicot::analysis::Analyzer;
use dicot::rules::{
    AnyMove, AnyPosition, AnyRuleset, BoardKind, CellKind, Dicotic, OwnedSpec, Position, Search,
    Short, Twisted, rulesets,
};
use dicot::solver::{NimberSolver, Solver, Sum};
use dicot::{Interrupt, LimitKind, Limits, Player, ValueError};

/// The steps of the options that were normalized since the last check, the most between two checks, and the number of checks.
static STEPS: AtomicU64 = AtomicU64::new(0);
static MOST: AtomicU64 = AtomicU64::new(0);
static CHECKS: AtomicU64 = AtomicU64::new(0);

/// The checks after which a computation is interrupted.
const MAX_CHECKS: u64 = 2;

/// The most steps between two checks: 1,024, and those of the options of one component where a part is normalized more than
/// once.
const MAX_STEPS: u64 = 20_000;

/// Called at each check of the limits.
fn check() -> bool {
    MOST.fetch_max(STEPS.swap(0, Relaxed), Relaxed);
    CHECKS.fetch_add(1, Relaxed) >= MAX_CHECKS
}

/// A position that counts how often positions of its ruleset are normalized.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Counted(AnyPosition);

impl Position for Counted {
    type Move = AnyMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = AnyMove> {
        self.0.moves(player)
    }

    fn play_unchecked(&mut self, player: Player, mv: AnyMove) {
        self.0.play_unchecked(player, mv);
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Counted> {
        self.0.options(player).map(Counted)
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.move_count(player)
    }
}

impl Short for Counted {
    const SEARCH: Search<Counted> = Search {
        option_steps: |counted| AnyPosition::SEARCH.option_steps(&counted.0),
        heap_bytes: |counted| AnyPosition::SEARCH.heap_bytes(&counted.0),
        bounds: Some(|counted, player| AnyPosition::SEARCH.bounds(&counted.0, player)),
        mean: Some(|counted| AnyPosition::SEARCH.mean(&counted.0)),
        hints: Some(|counted| AnyPosition::SEARCH.hints(&counted.0)),
        endgame: Some(|counted, player| AnyPosition::SEARCH.endgame?(&counted.0, player)),
        ..Search::NONE
    };

    fn negative(&self) -> Counted {
        Counted(self.0.negative())
    }

    fn size(&self) -> u32 {
        self.0.size()
    }

    fn is_impartial(&self) -> bool {
        self.0.is_impartial()
    }

    fn components(&self) -> impl Iterator<Item = Counted> {
        STEPS.fetch_add(Self::SEARCH.option_steps(self) as u64, Relaxed);
        self.0.components().map(Counted)
    }

    fn normalized(&self) -> (Counted, bool) {
        let (position, negated) = self.0.normalized();
        (Counted(position), negated)
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The texts of large boards and graphs, of which a ruleset reads some.
fn large(spec: &OwnedSpec) -> Vec<String> {
    let join = |edge: &dyn Fn(u32) -> bool, vertices: u32, letters: [&str; 3]| {
        let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
        let edges = pairs.enumerate().filter(|&(n, _)| edge(n as u32));
        let edges = edges.map(|(n, (u, v))| format!(" {u}-{v}{}", letters[n % 3]));
        format!("n={vertices}{}", edges.take(2048).collect::<String>())
    };
    match spec.board {
        BoardKind::Graph(form) => {
            let letters = if form.coloured { [":b", ":r", ":g"] } else { [""; 3] };
            let [few, all]: [&dyn Fn(u32) -> bool; 2] =
                [&|n| n.wrapping_mul(0x9e37_79b9) >> 20 < 250, &|_| true];
            let joined = (0..32).flat_map(|v| (32..96).map(move |u| format!(" {v}-{u}")));
            let mut graphs = vec![join(all, 64, letters), join(few, 255, letters)];
            if !form.coloured {
                graphs.push(format!("n=96{}", joined.collect::<String>()));
            }
            graphs
        }
        BoardKind::Rectangle | BoardKind::Row => {
            let of = |wanted: &[CellKind]| {
                let cells = spec.cells.iter().filter(|cell| wanted.contains(&cell.kind));
                cells.map(|cell| cell.letter).collect::<Vec<char>>()
            };
            let pieces = of(&[CellKind::Left, CellKind::Right, CellKind::Neutral]);
            let empty = of(&[CellKind::Empty]).first().or(pieces.first()).copied().unwrap_or('.');
            // Full boards, and boards with a few pieces.
            let board = |width: u32, height: u32, every: u32| {
                let cell =
                    |n: u32| match pieces.get(n as usize / every as usize % pieces.len().max(1)) {
                        Some(&piece) if n.is_multiple_of(every) => piece,
                        _ => empty,
                    };
                let row = |row: u32| (0..width).map(|col| cell(row * (width + 1) + col)).collect();
                (0..height).map(row).collect::<Vec<String>>().join("/")
            };
            let sizes = [(20, 20), (255, 1), (8, 8), (16, 1)];
            let boards = sizes.iter().flat_map(|&(w, h)| [1, 5, 97].map(|n| board(w, h, n)));
            boards.collect()
        }
        _ => ["1000", "500+300", "20x20", "255x255", "255,254", "12x12"].map(str::to_owned).into(),
    }
}

/// The largest of these positions that the ruleset reads, of each kind.
fn positions(ruleset: &AnyRuleset, spec: &OwnedSpec) -> Vec<Counted> {
    let mut read: Vec<Counted> =
        large(spec).iter().filter_map(|text| ruleset.read(text).ok()).map(Counted).collect();
    if !matches!(spec.board, BoardKind::Graph(_)) {
        read.truncate(3);
    }
    if read.is_empty() {
        read.extend(
            spec.positions.iter().filter_map(|(_, text)| ruleset.read(text).ok()).map(Counted),
        );
    }
    read
}

/// Runs a computation until it is interrupted or done. Returns the most steps between two checks.
fn most_steps<T>(compute: impl FnOnce(Limits) -> Result<T, ValueError>) -> u64 {
    [&STEPS, &MOST, &CHECKS].iter().for_each(|count| count.store(0, Relaxed));
    let limits = Limits::default().with_bytes(64 << 20).with_threads(1);
    let result = compute(limits.with_interrupt(Interrupt::polling(check)));
    match result.map(|_| ()) {
        Ok(()) | Err(ValueError::Limit(LimitKind::Interrupted | LimitKind::Bytes(_))) => {}
        Err(ValueError::TooManyOptions | ValueError::Overflow) => {}
        Err(error) => panic!("{error}"),
    }
    MOST.load(Relaxed).max(STEPS.load(Relaxed))
}

#[test]
fn every_ruleset_checks_its_limits() {
    let bases = rulesets().filter_map(|spec| AnyRuleset::named(spec.name));
    let (mut tested, mut failures) = (0, Vec::new());
    for base in bases.filter(AnyRuleset::has_values) {
        for ruleset in
            [base.clone(), Dicotic::ruleset(&base), Twisted::ruleset(&base), base.impartial()]
        {
            let name = &ruleset.spec().name;
            let positions = positions(&ruleset, base.spec());
            assert!(!positions.is_empty(), "{name}");
            for position in positions {
                let start = position.to_string();
                let start = &start[..start.len().min(60)];
                let mut obeys = |what: &str, steps: u64| {
                    if steps > MAX_STEPS {
                        failures.push(format!("{name} {start}: {steps} steps, {what}"));
                    }
                };
                let value = |limits| Analyzer::new().with_limits(limits).report(&position);
                obeys("value", most_steps(value));
                let solve = |misere: bool| {
                    let counted = counted(&ruleset);
                    let sum = Sum::from(counted.read(&position.to_string()).unwrap());
                    move |limits| {
                        let mut solver = Solver::new().with_limits(limits);
                        solver.misere = misere;
                        solver.wins_first(&sum, Player::Left)
                    }
                };
                obeys("solve", most_steps(solve(false)));
                obeys("misere", most_steps(solve(true)));
                if position.is_impartial() {
                    let nim = |limits| NimberSolver::new().with_limits(limits).nim_value(&position);
                    obeys("nim value", most_steps(nim));
                }
                tested += 1;
            }
        }
    }
    assert_eq!(failures, Vec::<String>::new());
    assert!(tested > 300, "{tested}");
}

/// The ruleset of counted positions, under a name of its own.
fn counted(ruleset: &AnyRuleset) -> AnyRuleset {
    let (name, aliases) = ("counted".to_owned(), Vec::new());
    let spec = OwnedSpec { name, aliases, ..ruleset.spec().clone() };
    let base = ruleset.clone();
    AnyRuleset::new(spec, move |text| base.read(text).map(Counted))
}
