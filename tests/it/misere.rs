//! Misère play: outcomes of positions and sums, beside a plain twin that knows moves only.

use std::collections::HashMap;

use dicot::rules::{
    AnyPosition, AnyRuleset, Clobber, Domineering, Kayles, Position, ToadsAndFrogs,
};
use dicot::solver::{Solver, Sum};
use dicot::{LimitKind, Limits, Outcome, Player, ValueError};

fn solver() -> Solver {
    let mut solver = Solver::new();
    solver.misere = true;
    solver
}

/// Whether the player wins, moving first, without components.
fn wins<P: Position>(position: &P, player: Player, known: &mut HashMap<(P, Player), bool>) -> bool {
    if let Some(&wins) = known.get(&(position.clone(), player)) {
        return wins;
    }
    let mut options = position.options(player).peekable();
    let result = options.peek().is_none() || options.any(|option| !wins(&option, !player, known));
    known.insert((position.clone(), player), result);
    result
}

fn plain<P: Position>(position: &P) -> Outcome {
    let mut known = HashMap::new();
    let winner = |first: Player, wins| if wins { first } else { !first };
    let [left, right] = Player::BOTH.map(|first| winner(first, wins(position, first, &mut known)));
    Outcome::from_winners(left, right)
}

#[test]
fn outcomes_of_the_oracle() {
    let (mut solver, mut rows) = (solver(), 0);
    for row in include_str!("../data/misere_outcome.tsv")
        .lines()
        .filter(|row| !row.starts_with('#'))
        .skip(1)
    {
        let [rules, text, outcome] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let position = AnyRuleset::named(rules).unwrap().read(text).unwrap();
        assert_eq!(solver.outcome(&position.into()).unwrap().to_string(), outcome, "{row}");
        rows += 1;
    }
    assert_eq!(rows, 384);
}

/// Positions of several rulesets, and sums of them, in which components come and go.
#[test]
fn outcomes_of_the_plain_twin() {
    let texts = [
        "clobber:xox/oxo",
        "clobber:xoxo.xo",
        "konane:xoxo/o.xo",
        "fission:..../.x../....",
        "kayles:4+4",
        "kayles:6+5",
        "domineering:..../.#../..#.",
        "amazons:x..#/.#.o/#...",
        "toads-and-frogs:tt..ff",
        "anti-clobber:x./.o/..",
        "hot-clobber:xxxo/..xx",
        "toppling-dominoes:lrelrrel",
        "hackenbush:n=7 0-1:b 1-2:r 1-3:g 0-4:r 4-5:b 4-6:g",
        "snort:grid 2x3 | 0:L",
        "col:path 5 | 0:L",
        "arc-kayles:cycle 7",
    ];
    let mut solver = solver();
    for text in texts {
        let position: AnyPosition = text.parse().unwrap();
        assert_eq!(solver.outcome(&position.clone().into()).unwrap(), plain(&position), "{text}");
    }
}

/// In a sum, a move is one in one of its parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Both(AnyPosition, AnyPosition);

impl Position for Both {
    type Move = u32;

    fn moves(&self, player: Player) -> impl Iterator<Item = u32> {
        0..(self.0.move_count(player) + self.1.move_count(player)) as u32
    }

    fn play_unchecked(&mut self, player: Player, mv: u32) {
        let first = self.0.move_count(player) as u32;
        let (part, mv) = if mv < first { (&mut self.0, mv) } else { (&mut self.1, mv - first) };
        let option = part.options(player).nth(mv as usize).expect("the move is one of its moves");
        *part = option;
    }
}

#[test]
fn sums_of_the_plain_twin() {
    let mut solver = solver();
    let texts = [
        "clobber:xox",
        "clobber:xo.oox",
        "kayles:3",
        "kayles:2+1",
        "domineering:../..",
        "toads-and-frogs:t.f",
    ];
    for first in texts {
        for second in texts {
            let [first, second]: [AnyPosition; 2] =
                [first, second].map(|text| text.parse().unwrap());
            let sum = Sum::from(first.clone()) + second.clone();
            let expected = plain(&Both(first.clone(), second.clone()));
            assert_eq!(solver.outcome(&sum).unwrap(), expected, "{first} + {second}");
        }
    }
    // Whoever starts with 1 - 1 cannot move after one move each.
    let domino = "..".parse::<Domineering>().unwrap();
    let other = "./.".parse::<Domineering>().unwrap();
    assert_eq!(solver.outcome(&(Sum::from(domino) + other)).unwrap(), Outcome::Next);
    let toad = "t.".parse::<ToadsAndFrogs>().unwrap();
    assert_eq!(solver.outcome(&toad.into()).unwrap(), Outcome::Right);
}

/// All small boards of Clobber, whose components are symmetric, equal, negative or cancel, beside the twin that knows undivided boards.
#[test]
fn all_small_boards_of_clobber() {
    let (mut solver, mut known) = (solver(), HashMap::new());
    let mut counts = HashMap::new();
    for (width, height) in [(9, 1), (4, 2), (3, 3)] {
        for number in 0..3_usize.pow(width * height) {
            let letter = |cell: u32| ['.', 'x', 'o'][number / 3_usize.pow(cell) % 3];
            let row = |row: u32| (0..width).map(|col| letter(row * width + col)).collect();
            let board = (0..height).map(row).collect::<Vec<String>>().join("/");
            let board: Clobber = board.parse().unwrap();
            for player in Player::BOTH {
                let expected = wins(&board, player, &mut known);
                assert_eq!(
                    solver.wins_first(&board.into(), player),
                    Ok(expected),
                    "{board} {player}"
                );
            }
            *counts.entry(solver.outcome(&board.into()).unwrap().to_string()).or_insert(0) += 1;
        }
    }
    assert!(counts.len() == 4 && counts.values().all(|&count| count > 300), "{counts:?}");
}

/// Sums of several components, of which pairs may cancel: `* + *` does, `*2 + *2` does not. With a part that is not a dicot, nothing
/// cancels, whatever was found before.
#[test]
fn what_cancels() {
    let (mut solver, mut known) = (solver(), HashMap::new());
    for texts in [
        ["xo", "xo", "xxo"],
        ["xxo", "oox", "xo"],
        ["xoxo", "xoxo", "xox"],
        ["xxoo", "xoox", "xxoo"],
    ] {
        let row: Clobber = texts.join(".").parse().unwrap();
        for player in Player::BOTH {
            let expected = wins(&row, player, &mut known);
            assert_eq!(solver.wins_first(&row.into(), player), Ok(expected), "{row} {player}");
        }
    }
    let impartial = AnyRuleset::named("impartial-clobber").unwrap();
    let row = impartial.read("xxo.xxo").unwrap();
    assert_eq!(solver.outcome(&row.into()).unwrap(), Outcome::Previous);
    for text in ["domineering:./.", "domineering:...", "kayles:1"] {
        let [star, other]: [AnyPosition; 2] =
            ["clobber:xo.xo", text].map(|text| text.parse().unwrap());
        let expected = plain(&Both(star.clone(), other.clone()));
        let sum = Sum::from(star) + other;
        assert_eq!(solver.outcome(&sum).unwrap(), expected, "{sum}");
    }
}

/// Of a single row of Kayles the second player wins 1, 4, 9, 12, and 20 (Sibert and Conway, *Mathematical Kayles*, 1992).
#[test]
fn rows_of_kayles() {
    let mut solver = solver();
    let second: Vec<u32> = (0..=22)
        .filter(|pins| {
            let row: Kayles = pins.to_string().parse().unwrap();
            solver.outcome(&row.into()).unwrap() == Outcome::Previous
        })
        .collect();
    assert_eq!(second, [1, 4, 9, 12, 20]);
}

#[test]
fn limits_and_winning_moves() {
    let board = Sum::from(Clobber::checkerboard(4, 4).unwrap());
    let mut few = solver().with_limits(Limits::default().with_nodes(100));
    assert_eq!(few.outcome(&board), Err(ValueError::Limit(LimitKind::Nodes(100))));
    assert_eq!(few.nodes(), 100);
    let mut small = solver().with_limits(Limits::default().with_bytes(1 << 16));
    assert_eq!(small.outcome(&board), Err(ValueError::Limit(LimitKind::Bytes(1 << 16))));
    // A search that forgets sums ends with the same answer.
    let row = Sum::from("xo".repeat(16).parse::<Clobber>().unwrap());
    let mut forgetful = solver().with_limits(Limits::default().with_bytes(1 << 20));
    assert_eq!(forgetful.outcome(&row).unwrap(), solver().outcome(&row).unwrap());

    let mut solver = solver();
    let row = Sum::from("xoxo".parse::<Clobber>().unwrap());
    let winning = solver.winning_moves(&row, Player::Left).unwrap();
    let all = row.moves(Player::Left);
    let good: Vec<&str> = all
        .iter()
        .filter(|mv| !solver.wins_first(&mv.sum, Player::Right).unwrap())
        .map(|mv| mv.mv.as_str())
        .collect();
    assert_eq!(winning.iter().map(|mv| mv.mv.as_str()).collect::<Vec<_>>(), good);
    let wins = solver.wins_first(&row, Player::Left).unwrap();
    assert_eq!(wins, !good.is_empty());
    // The winner is the player who cannot move in the end.
    let line = solver.line(&row, Player::Left).unwrap();
    assert_eq!(line.len().is_multiple_of(2), wins);
}
