//! Matches: pairs of games, their results, records and reviews.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use dicot::board::U448;
use dicot::rules::{
    AnyRuleset, Clobber, Clobber448, Combo, Kayles, KonaneGame, Position, Ruleset, Turn,
    konane::CornerOrCentre,
};
use dicot::solver::Solver;
use dicot::{ByPlayer, Interrupt, LimitKind, Limits, Player, Store, ValueError};
use dicot_arena::game::{Reason, Terms, TimeControl};
use dicot_arena::matches::{
    Contestant, GameRecord, Match, MatchError, Pair, PlayedGame, Records, Replay, ReplayError,
    Results, Review, Seconds, Tally, match_terms, wilson,
};
use dicot_bots::Bot;
use dicot_rulesets::{
    AnyTurn, PositionExt, RulesetExt, Subject, any_bot, bots, library, ruleset_of,
};

/// A time limit that no bot here reaches, even on a slow machine.
const AMPLE: Duration = Duration::from_secs(600);

fn ample() -> Terms {
    match_terms(TimeControl::PerMove(AMPLE))
}

fn ruleset(name: &str) -> AnyRuleset {
    library().find(name).unwrap()
}

fn named(rules: &str, name: &str) -> Contestant {
    Contestant::named(&ruleset(rules), name).unwrap()
}

fn random_match(rules: &str, start: &str) -> Match {
    let position = ruleset(rules).read(start).unwrap();
    let to_move = position.starters()[0];
    let random = || named(rules, "random");
    Match::new(Turn { position, to_move }, [random(), random()], ample())
}

/// The start of Clobber on a square.
fn clobber(side: u8) -> String {
    Clobber448::start(side, side).unwrap().to_string()
}

/// All games, and the results.
fn games_of(games: &Match) -> (Vec<PlayedGame>, Results) {
    let mut played = Vec::new();
    let results = games.run(|game| {
        played.push(game.clone());
        Ok::<_, Infallible>(())
    });
    (played, results.unwrap())
}

fn read(text: &str) -> GameRecord {
    Records::of(text.as_bytes()).next().unwrap().unwrap().1
}

#[test]
fn intervals() {
    // Calculated by hand: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), to four places.
    let facts = [
        (0.0, 10, [0.0, 0.2775]),
        (8.0, 10, [0.4902, 0.9433]),
        (50.0, 100, [0.4038, 0.5962]),
        (190.0, 200, [0.9104, 0.9726]),
        (200.0, 200, [0.9812, 1.0]),
    ];
    for (points, games, expected) in facts {
        let found = wilson(points, games);
        let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 5e-5);
        assert!(near, "{points}/{games}: {found:?}");
    }
    assert_eq!(wilson(0.0, 0), [0.0, 1.0]);
    let [low, high] = wilson(2.5, 5);
    assert!((low + high - 1.0).abs() < 1e-12);
}

#[test]
fn openings_come_in_pairs() {
    let (games, results) =
        games_of(&random_match("clobber", &clobber(6)).with_games(20).with_opening(4));
    assert_eq!((games.len(), results.games(), results.pairs.len()), (20, 20, 10));
    let opening = |game: &PlayedGame| game.record.moves[..4].to_vec();
    let mut openings = Vec::new();
    for (pair, Pair { opening: shown, winners, .. }) in games.chunks(2).zip(&results.pairs) {
        assert_eq!([pair[0].left, pair[1].left], [0, 1]);
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert_eq!((&opening(&pair[0]), winners.len()), (shown, 2));
        openings.push(opening(&pair[0]));
        for (game, &winner) in pair.iter().zip(winners) {
            let left_won = game.record.winner == Some(Player::Left);
            assert_eq!(winner, Some(if left_won { game.left } else { 1 - game.left }));
            assert_eq!(game.record.opening, 4);
        }
    }
    openings.sort();
    openings.dedup();
    assert!(openings.len() > 5, "{openings:?}");
    let won: Vec<u64> = results.tallies.iter().map(Tally::won).collect();
    assert_eq!(won.iter().sum::<u64>() + results.draws, 20);
    let (share, [low, high]) = results.score();
    assert_eq!(share, won[0] as f64 / 20.0);
    assert!(low < share && share < high);
}

#[test]
fn an_odd_number_of_games_ends_with_half_a_pair() {
    let (games, results) =
        games_of(&random_match("clobber", &clobber(4)).with_games(3).with_opening(1));
    assert_eq!((games.len(), results.pairs.len(), results.pairs[1].winners.len()), (3, 2, 1));
}

/// A record without its times.
fn timeless(game: &PlayedGame) -> GameRecord {
    let mut record = game.record.clone();
    record.seconds = None;
    record
}

#[test]
fn the_seed_decides_all_however_many_games_there_are_at_once() {
    let games = |seed, parallel| {
        let games =
            random_match("clobber", &clobber(5)).with_games(30).with_opening(3).with_seed(seed);
        let (games, results) = games_of(&games.with_parallel(parallel));
        (games.iter().map(timeless).collect::<Vec<_>>(), results.pairs)
    };
    let one = games(7, 1);
    assert!(one == games(7, 1) && one == games(7, 3));
    assert!(one.0 != games(8, 1).0);
    let numbers: Vec<_> = one.0.iter().map(|record| record.game.unwrap()).collect();
    assert_eq!(numbers, Vec::from_iter(1..=30));
}

/// Plays a few games, writes and reads their records, and replays them.
fn replays(rules: &str, start: &str) -> Vec<Replay> {
    let (games, _) = games_of(&random_match(rules, start).with_games(6).with_seed(3));
    let mut file = Vec::new();
    for game in &games {
        game.record.write(&mut file).unwrap();
    }
    let records: Vec<_> = Records::of(&file[..]).map(Result::unwrap).collect();
    assert_eq!(records.len(), 6);
    let replay = |(i, (line, record)): (usize, &(usize, GameRecord))| {
        assert_eq!((*line, record), (i + 1, &games[i].record));
        let replay = Replay::of(&ruleset(rules), record).unwrap();
        match record.reason {
            Some(Reason::NoMoves) => {
                assert!(replay.is_over());
                assert_eq!(record.winner, Some(!replay.end().to_move));
            }
            _ => assert_eq!(record.winner, None),
        }
        assert_eq!(replay.turns().count(), record.moves.len() + 1);
        assert_eq!(replay.turns().last(), Some(replay.end()));
        replay
    };
    records.iter().enumerate().map(replay).collect()
}

/// The review ends with the winner, and the winner changes with mistakes and nowhere else. Returns the number of mistakes.
fn check_review(replay: &Replay, review: &Review) -> usize {
    let plies: Vec<usize> = review.mistakes.iter().map(|mistake| mistake.ply).collect();
    assert!(
        review.winners.iter().zip(&review.draws).all(|(winner, &draw)| winner.is_none() == draw)
    );
    let changes: Vec<usize> = (1..review.winners.len())
        .filter(|&ply| review.winners[ply] != review.winners[ply - 1])
        .collect();
    assert_eq!((plies, review.undecided()), (changes, 0));
    let over = replay.is_over().then_some(!replay.end().to_move);
    assert!(over.is_none() || review.winners.last() == Some(&over));
    for mistake in &review.mistakes {
        let turn = replay.turns().nth(mistake.ply - 1).unwrap();
        assert_eq!(turn.to_move, mistake.player);
        let better = mistake.better.unwrap();
        let read = turn.position.parse_move(better.text()).unwrap();
        assert!(turn.position.is_legal(turn.to_move, read));
        assert_ne!(better, mistake.mv);
    }
    review.mistakes.len()
}

#[test]
fn records_of_every_ruleset_replay_to_their_winners() {
    let mut mistakes = 0;
    for ruleset in library().iter() {
        let rules = ruleset.spec().name.as_str();
        let start = match rules {
            "konane" => ".oxo/oxox/xoxo",
            name if name.starts_with("konane-") => "oxox/xoxo/oxox",
            "fox-and-geese" => ".g.g/..../..../..f.",
            "hare-and-hounds" => "#h..#/h...r/#h..#",
            "king-dirt" | "king-dirt-placing-first" => "..../.... 1,1",
            "battle-sheep" => "b4,.,./.,.,w4",
            "combo" => "w1,w1/w1,w1/b1,b1/b1,b1",
            "kayles" => "5+4+2",
            "cram" | "domineering" => "..../..../....",
            "nogo" => ".../.../...",
            "amazons" => "x.../..../...o",
            "fission" => "..../.x../....",
            "toads-and-frogs" => "tt..t.ff",
            "anti-clobber" => "x.o/...",
            "diagonals" => "xxoo/ooxx/xoxo",
            "hackenbush" | "childish-hackenbush" => {
                "n=9 0-1:b 1-2:r 1-3:g 0-4:r 4-5:b 4-6:r 0-7:g 7-8:b 0-8:r"
            }
            "partizan-arc-kayles" => {
                "n=12 0-1:b 1-2:r 2-3:b 3-4:r 4-5:b 5-6:r 6-7:b 7-8:r 8-9:b 9-10:r 10-11:b 0-11:r 0-5:g"
            }
            "fjords" => "grid 4x4 | 0:L 5:R 10:L 15:R",
            "col" | "snort" | "arc-kayles" => "grid 3x4",
            "weighted-arc-kayles" => "grid 3x3 | 0:2 4:3 8:2",
            _ if ruleset.spec().family == "Clobber" => "xoxo/oxox/xoxo",
            _ => {
                let spec = ruleset.spec();
                let first = || spec.positions.first().map(|(_, text)| text.as_str());
                spec.start.as_deref().or_else(first).unwrap()
            }
        };
        let mut solver = Solver::new();
        for replay in replays(rules, start) {
            let review = Review::of(&replay, &mut solver);
            assert_eq!(review.is_none(), !ruleset.has_sums() && !ruleset.has_loopy_values());
            mistakes += review.map_or(0, |review| check_review(&replay, &review));
        }
    }
    assert!(mistakes > 20, "{mistakes}");
}

/// Answers this time after the deadline.
struct Slow(Duration);

impl<P: Position> Bot<P> for Slow {
    fn choose(&mut self, turn: &Turn<P>, deadline: Instant) -> Option<P::Move> {
        std::thread::sleep(deadline.saturating_duration_since(Instant::now()) + self.0);
        turn.moves().next()
    }
}

fn own<P: Ruleset, B: Bot<P> + 'static>(
    name: &str,
    make: impl Fn() -> B + Send + Sync + 'static,
) -> Contestant {
    let make = move |_| any_bot(Box::new(make()));
    Contestant::new(name, Box::new(make))
}

fn start(side: u8) -> AnyTurn {
    Turn { position: ruleset("clobber").read(&clobber(side)).unwrap(), to_move: Player::Left }
}

#[test]
fn whoever_is_too_slow_forfeits() {
    let slow = |millis| own::<Clobber448, _>("slow", move || Slow(Duration::from_millis(millis)));
    let mut terms = match_terms(TimeControl::PerMove(Duration::from_millis(1)));
    terms.grace = Duration::from_millis(20);
    // The slow one begins, and that is all.
    let games = Match::new(start(4), [slow(50), named("clobber", "random")], terms).with_games(1);
    let (games, results) = games_of(&games);
    assert_eq!(games[0].record.reason, Some(Reason::Time));
    assert_eq!(games[0].record.winner, Some(Player::Right));
    assert!(games[0].record.moves.is_empty() && games[0].record.seconds.unwrap().left >= 0.05);
    assert_eq!(results.tallies.map(|tally| tally.forfeits), [1, 0]);
    assert!(results.tallies[0].slowest >= Duration::from_millis(50));
    // Within the grace period, the slow bot does not forfeit.
    terms.grace = AMPLE;
    let (games, results) = games_of(&Match::new(start(4), [slow(1), slow(1)], terms));
    assert!(games.iter().all(|game| game.record.reason == Some(Reason::NoMoves)));
    assert_eq!(results.tallies.map(|tally| tally.forfeits), [0, 0]);
}

#[test]
fn a_clock_runs_out_in_the_end() {
    // Every move takes 20 ms longer than it should.
    let slow = || own::<Clobber448, _>("slow", || Slow(Duration::from_millis(20)));
    let mut terms = match_terms(TimeControl::PerGame(Duration::from_millis(50)));
    terms.grace = Duration::from_millis(10);
    let (games, _) = games_of(&Match::new(start(10), [slow(), slow()], terms).with_games(1));
    let record = &games[0].record;
    assert_eq!(record.reason, Some(Reason::Time));
    let Seconds { left, right, .. } = record.seconds.unwrap();
    let loser = if record.winner == Some(Player::Left) { right } else { left };
    assert!(loser >= 0.06, "{record:?}");
}

/// Always gives the same answer.
struct Stubborn(Option<<Clobber448 as Position>::Move>);

impl Bot<Clobber448> for Stubborn {
    fn choose(
        &mut self,
        _: &Turn<Clobber448>,
        _: Instant,
    ) -> Option<dicot::rules::clobber::ClobberMove> {
        self.0
    }
}

#[test]
fn illegal_moves_and_resignations_lose() {
    let illegal = "a1-a1".to_owned();
    let illegal = Clobber448::start(4, 4).unwrap().read_move(&illegal).unwrap();
    for (answer, reason) in [(Some(illegal), Reason::IllegalMove), (None, Reason::Resigned)] {
        let stubborn = own("stubborn", move || Stubborn(answer));
        let games = Match::new(start(4), [named("clobber", "random"), stubborn], ample());
        let (games, results) = games_of(&games);
        let winners: Vec<_> = games.iter().map(|game| game.record.winner.unwrap()).collect();
        assert_eq!(winners, [Player::Left, Player::Right]);
        assert!(games.iter().all(|game| game.record.reason.as_ref() == Some(&reason)));
        assert_eq!(results.tallies[1].forfeits, if reason.is_forfeit() { 2 } else { 0 });
        // The game as far as it went is a game.
        assert!(Replay::of(&ruleset("clobber"), &games[1].record).is_ok());
    }
}

/// Moves back and forth.
struct Pacing;

impl Bot<Combo> for Pacing {
    fn choose(&mut self, turn: &Turn<Combo>, _: Instant) -> Option<dicot::rules::combo::ComboMove> {
        turn.moves().last()
    }
}

#[test]
fn combo_ends_by_repetition_or_by_its_length() {
    let position = ruleset("combo").read("b1,./.,./.,w1").unwrap();
    let start = || Turn { position: position.clone(), to_move: Player::Left };
    let both = || [own("a", || Pacing), own("b", || Pacing)];
    let draw = |game: &PlayedGame, reason| {
        assert_eq!((game.record.winner, game.record.reason.clone()), (None, Some(reason)));
        Replay::of(&ruleset("combo"), &game.record).unwrap();
    };
    let (games, results) = games_of(&Match::new(start(), both(), ample()));
    games.iter().for_each(|game| draw(game, Reason::Repetition));
    assert_eq!((results.draws, results.games(), results.points()), (2, 2, 1.0));
    let mut terms = ample();
    terms.max_plies = Some(3);
    let (games, _) = games_of(&Match::new(start(), both(), terms));
    games.iter().for_each(|game| draw(game, Reason::MaxPlies));
    assert!(games.iter().all(|game| game.record.moves.len() == 3));
}

#[test]
fn impossible_openings() {
    let none = |text: &str, plies| {
        let games = random_match("clobber", text).with_opening(plies).with_games(4);
        assert_eq!(games.run(|_| Ok::<_, Infallible>(())), Err(MatchError::NoOpening), "{text}");
    };
    none("x.o", 0);
    none("xo", 1);
    none("xo/ox", 5);
}

#[test]
fn a_match_that_is_stopped() {
    // The bots would think for an hour; what they had begun does not count.
    let terms = match_terms(TimeControl::PerMove(Duration::from_secs(3600)));
    let stop = Interrupt::default();
    stop.set();
    let games =
        Match::new(start(8), [named("clobber", "strong"), named("clobber", "strong")], terms)
            .with_stop(stop);
    let results = games.run(|_| Err("a game is over")).unwrap();
    assert_eq!(results.games(), 0);
}

#[test]
fn whoever_looks_on_can_end_a_match() {
    let games = random_match("clobber", &clobber(4)).with_games(100).with_parallel(2);
    let mut seen = 0;
    let stopped = games.run(|_| {
        seen += 1;
        if seen == 3 { Err("enough") } else { Ok(()) }
    });
    assert_eq!((stopped, seen), (Err(MatchError::Stopped("enough")), 3));
}

#[test]
fn bots_of_rulesets() {
    assert_eq!(bots::names::<Clobber448>()[0], "random");
    assert!(bots::names::<Clobber448>().contains(&"strong"));
    assert!(bots::names::<KonaneGame<CornerOrCentre, U448>>().contains(&"strong"));
    assert!(bots::names::<Combo>().contains(&"strong"));
    assert_eq!(bots::names::<Clobber>(), ["random", "uct"]);
    // The rules are those of `Clobber448`, and so are the bots.
    assert!(Contestant::named(&ruleset_of::<Clobber>(), "strong").is_ok());
    let error = Contestant::named(&ruleset_of::<Kayles>(), "strong").unwrap_err().to_string();
    let known = "random, uct, weak, medium, perfect";
    assert_eq!(error, format!("unknown bot \"strong\" for kayles; expected {known}"));
}

/// Each game is won by the player who could win it from the start.
#[test]
fn the_perfect_bot_never_gives_a_win_away() {
    for (rules, start) in [
        ("nim", "3+5+7"),
        ("nim", "5+5"),
        ("hackenbush", "n=4 0-1:b 1-2:r 0-3:g"),
        ("domineering", "..../..../..../...."),
        ("cutcake", "3x4+2x2"),
        ("amazons", "x..o/..#."),
        ("sum", "clobber:xox/ox. + kayles:4 + toads-and-frogs:tt.ff"),
        ("anti-clobber", "xox/oxo"),
    ] {
        let ruleset = library().find(rules).unwrap();
        let position = ruleset.parse(start).unwrap();
        for first in Player::BOTH {
            let subject = Subject::of(position.clone());
            let wins = subject.wins_first(&mut Solver::new(), first).unwrap();
            let winner = if wins { first } else { !first };
            let bot = |player| {
                let name = if player == winner { "perfect" } else { "random" };
                (ruleset.bot(name).unwrap().make)(7)
            };
            let mut bots = ByPlayer { left: bot(Player::Left), right: bot(Player::Right) };
            let mut turn = AnyTurn { position: position.clone(), to_move: first };
            while let Some(mv) =
                bots[turn.to_move].choose(&turn, Instant::now() + Duration::from_millis(400))
            {
                turn = turn.play(mv).unwrap();
            }
            assert_eq!(!turn.to_move, winner, "{rules} {start}, {first} first");
        }
    }
}

/// Where play need not end, each move of a won game brings the end nearer.
#[test]
fn the_perfect_bot_wins_loopy_games_in_the_fewest_moves() {
    let ruleset = library().find("hare-and-hounds").unwrap();
    let mut random = (ruleset.bot("random").unwrap().make)(1);
    let mut perfect = (ruleset.bot("perfect").unwrap().make)(1);
    let position = ruleset.parse("#h..#/h...r/#h..#").unwrap();
    let (store, mut left) = (Store::new(), u32::MAX);
    let mut turn = AnyTurn { position, to_move: Player::Left };
    loop {
        let calculation = &mut store.calculation();
        let explored = turn.position.explore(&[], calculation, &mut |_| {}).unwrap();
        let (outcomes, plies) = explored.graph.outcomes_and_plies(calculation).unwrap();
        assert_eq!(explored.graph.outcomes(calculation).unwrap(), outcomes);
        assert_eq!(outcomes[0].winner(turn.to_move), Some(Player::Left), "{turn:?}");
        let length = plies[0][turn.to_move as usize];
        assert!(length < left, "{length} of {left}: {turn:?}");
        left = length;
        let bot = if turn.to_move == Player::Left { &mut perfect } else { &mut random };
        let Some(mv) = bot.choose(&turn, Instant::now() + Duration::from_secs(2)) else { break };
        turn = turn.play(mv).unwrap();
    }
    assert_eq!((turn.to_move, left), (Player::Right, 0));
}

#[test]
fn damaged_records() {
    let error = |text: &str| Records::of(text.as_bytes()).find_map(Result::err).unwrap();
    let line = r#"{"rules":"clobber","start":"xo","moves":[]}"#;
    let second = error(&format!("{line}\n\n{{\"rules\":3}}\n{line}\n"));
    assert_eq!(second.line, 3);
    assert!(second.to_string().starts_with("line 3: invalid type: integer `3`"), "{second}");
    assert!(error("[1]").to_string().starts_with("line 1: "));
    let winner = line.replace("\"moves\"", "\"winner\":\"white\",\"moves\"");
    assert!(error(&winner).to_string().contains("unknown variant `white`"));
    assert!(error(&" ".repeat(5 << 20)).to_string().contains("longer than"));
    let bytes: &[u8] = b"{\"rules\":\"\xff\"}";
    assert!(Records::of(bytes).next().unwrap().is_err());
    // Records after a damaged line can be read, however long that line is.
    for damaged in ["x".to_owned(), "{".repeat(9 << 20)] {
        let text = format!("\u{feff}{line}\n{damaged}\n{line}\n");
        let read: Vec<_> = Records::of(text.as_bytes()).collect();
        assert!(matches!(&read[..], [Ok((1, _)), Err(_), Ok((3, _))]), "{read:?}");
        assert!(read[1].as_ref().is_err_and(|error| error.is_damaged_line() && error.line == 2));
    }
    let record = read(&line.replace('}', r#","reason":"rain","new":{"key":[1]}}"#));
    assert_eq!(record.reason, Some(Reason::Other("rain".to_owned())));
    assert_eq!((record.first, record.winner), (Player::Left, None));
}

#[test]
fn records_that_contradict_the_rules() {
    let error = |fields: &str| {
        let record = read(&format!(r#"{{"rules":"clobber",{fields}}}"#));
        Replay::of(&ruleset("clobber"), &record).unwrap_err().to_string()
    };
    assert!(error(r#""start":"xz","moves":[]"#).starts_with("start: "));
    assert_eq!(
        error(r#""start":"xo","moves":["b1-a1"]"#),
        "move 1: illegal move b1-a1 by Left: the stone to move is not the player's own"
    );
    assert!(
        error(r#""start":"xo","moves":["hello"]"#).starts_with("move 1: \"hello\" is not a move")
    );
    assert_eq!(
        error(r#""start":"xo","moves":[],"winner":"right","reason":"no moves""#),
        ReplayError::NotOver { player: Player::Left }.to_string()
    );
    let wrong = ReplayError::WrongWinner { winner: Player::Left }.to_string();
    let over = r#""start":"xo","moves":["a1-b1"]"#;
    assert_eq!(error(&format!(r#"{over},"winner":"right""#)), wrong);
    assert_eq!(error(&format!(r#"{over},"winner":"right","reason":"no moves""#)), wrong);
    assert_eq!(error(&format!(r#"{over},"reason":"no moves""#)), wrong);
    assert_eq!(
        error(&format!(r#"{over},"winner":"right","reason":"draw: repetition""#)),
        ReplayError::DrawWon { winner: Player::Right }.to_string()
    );
}

/// All positions are explored together, and here each alone.
#[test]
fn reviews_where_play_need_not_end() {
    let store = Store::new();
    let mut draws = 0;
    for (rules, start) in [
        ("combo", "b1,.,b1/.,.,w1"),
        ("combo", "b1,./.,w1"),
        ("fox-and-geese", ".g.g/..../..../..f."),
        ("hare-and-hounds", "#h..#/h...r/#h..#"),
    ] {
        for replay in replays(rules, start) {
            let review = Review::of(&replay, &mut Solver::new()).unwrap();
            for (i, turn) in replay.turns().enumerate() {
                let calculation = &mut store.calculation();
                let explored = turn.position.explore(&[], calculation, &mut |_| {}).unwrap();
                let outcome = explored.graph.outcomes(calculation).unwrap()[0];
                let by_first = ByPlayer { left: outcome.left_first, right: outcome.right_first };
                assert_eq!(review.winners[i], by_first[turn.to_move], "{replay:?}");
                assert_eq!(review.draws[i], review.winners[i].is_none());
                draws += usize::from(review.draws[i]);
            }
            // Half of this memory is not enough for the start.
            let limits = Limits::default().with_bytes(100_000);
            let partial = Review::of(&replay, &mut Solver::new().with_limits(limits)).unwrap();
            let undecided = partial.undecided();
            assert_eq!(undecided > 0, partial.limit.is_some());
            assert_eq!(partial.winners[undecided..], review.winners[undecided..]);
            let later = review.mistakes.iter().filter(|mistake| mistake.ply > undecided);
            assert!(partial.mistakes.iter().eq(later));
        }
    }
    assert!(draws > 10, "{draws}");
}

#[test]
fn a_review_goes_as_far_as_its_limits() {
    let (games, _) = games_of(&random_match("clobber", &clobber(8)).with_games(1).with_seed(5));
    let replay = Replay::of(&ruleset("clobber"), &games[0].record).unwrap();
    let limits = Limits::default().with_nodes(200);
    let review = Review::of(&replay, &mut Solver::new().with_limits(limits)).unwrap();
    assert!(matches!(review.limit, Some(ValueError::Limit(LimitKind::Nodes(_)))));
    let undecided = review.undecided();
    assert!(undecided > 0 && undecided < replay.moves().len(), "{undecided}");
    assert!(review.winners[undecided..].iter().all(Option::is_some));
    assert!(review.mistakes.iter().all(|mistake| mistake.ply > undecided));
}
