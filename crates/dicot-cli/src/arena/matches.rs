//! `dicot match`: games between bots, in pairs.

use std::convert::Infallible;
use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use dicot::rules::{AnyPosition, AnyRuleset, Ruleset, Turn};
use dicot::{LimitKind, Player, ValueError};
use dicot_arena::game::TimeControl;
use dicot_arena::matches::{Contestant, Match, Pair, Results, match_terms};
use dicot_census::BoardSize;
use dicot_rulesets::grouped;
use serde::Serialize;

use super::record::RecordArgs;
use crate::arguments::{RulesArg, side, usage};
use crate::command::{Command, Failure, Options, Status};
use crate::position::read;
use crate::progress::ProgressLine;
use crate::style::Style;
use crate::text::sides;
use crate::{ctrl_c, limits};

/// Games between bots, under any rules: each opening twice, with the sides exchanged
#[derive(Args)]
#[command(after_help = "\
Each opening is played twice: in the first game of a pair a is Left. After an opening the player to move can move, but \
cannot end the game at once. A game is a draw when a position occurs for the third time. With `--rules konane` whole \
games are played, as on the Artemis server; `konane-any` and `konane-dark` have other openings.

The score is that of a, where a draw counts as half a win, with its 95 % confidence interval. Ctrl-C ends the match \
with the results so far, and the status is 130.

Examples:
  dicot match --a uct --b random --games 20
  dicot match --rules konane --a strong --b uct --time 150ms --threads 2
  dicot match --rules domineering --size 6x6 --a uct --b uct --record games.jsonl
  dicot match --rules toads-and-frogs --position ttt....fff --opening 2 --a uct --b random --json
  dicot match --rules kayles --size 1x30 --a uct --b random --clock 3s")]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    rules: RulesArg,
    /// A bot: random or uct; for Clobber also alpha-beta or strong, for Konane strong, for Combo weak, medium or
    /// strong
    #[arg(long, value_name = "BOT")]
    a: String,
    /// Another bot, or the same
    #[arg(long, value_name = "BOT")]
    b: String,
    /// The number of games, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = even)]
    games: u64,
    /// The time of a player for a whole game, instead of --time for each move
    #[arg(long, value_name = "TIME", value_parser = limits::duration)]
    clock: Option<Duration>,
    /// The time by which an answer may exceed the limit; a later answer loses the game
    #[arg(long, value_name = "TIME", default_value = "200ms", value_parser = limits::duration)]
    grace: Duration,
    /// The size of the board of the usual start: rows and columns, as 6x8. By default 8x8, or what is usual
    #[arg(long, value_name = "ROWSxCOLUMNS")]
    size: Option<BoardSize>,
    /// The position to start from, instead of the usual start
    #[arg(long, value_name = "TEXT", conflicts_with = "size", allow_hyphen_values = true)]
    position: Option<String>,
    /// The player who moves first: left, x, black or b; right, o, white or w. By default Left, if the rules allow it
    #[arg(long, value_parser = side)]
    first: Option<Player>,
    /// The number of random moves at the start of each pair of games
    #[arg(long, value_name = "PLIES", default_value_t = 4)]
    opening: u16,
    /// The seed of the openings and of the bots' random choices
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of games that are played in parallel; with more games than cores, bots have less than their time
    #[arg(long, alias = "parallel", value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// A game is a draw after N moves
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,
    #[command(flatten)]
    record: RecordArgs,
}

fn even(text: &str) -> Result<u64, String> {
    match text.parse::<u64>() {
        Ok(n) if n > 0 && n.is_multiple_of(2) => Ok(n),
        _ => Err("expected an even number: each opening is played twice".to_owned()),
    }
}

impl Command for MatchArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let ruleset = options.rulesets.find_for_match(&self.rules.rules)?;
        let time = match (self.clock, options.limits.time_or(Duration::from_millis(100))) {
            (Some(_), _) if options.limits.time.is_some() => {
                usage("either --time for each move, or --clock for each game")
            }
            (Some(clock), _) => TimeControl::PerGame(clock),
            (None, Some(time)) => TimeControl::PerMove(time),
            (None, None) => usage("a match needs a limit of time: --time or --clock"),
        };
        match play(&ruleset, &self, time, options) {
            Ok((text, written)) => {
                writeln!(io::stdout(), "{text}")?;
                Ok(written.map(|()| Status::Done)?)
            }
            Err(failure) => Err(failure),
        }
    }
}

/// Plays the games, and says what came of them, and whether they could be recorded.
fn play(
    ruleset: &AnyRuleset,
    wanted: &MatchArgs,
    time: TimeControl,
    options: &Options,
) -> Result<(String, io::Result<()>), Failure> {
    let (position, size) = start(ruleset, wanted)?;
    let to_move = wanted.first.unwrap_or(position.starters()[0]);
    let start = position.to_string();
    let contestant = |name: &str| match Contestant::named(ruleset, name) {
        Ok(contestant) => Ok(contestant.with_value_source(options.known_values.clone())),
        Err(error) => Err(Failure::new(error.to_string())),
    };
    let contestants = [contestant(&wanted.a)?, contestant(&wanted.b)?];
    let mut terms = match_terms(time);
    (terms.grace, terms.max_plies) = (wanted.grace, Some(wanted.max_plies));
    let games = Match::new(Turn { position, to_move }, contestants, terms)
        .with_games(wanted.games)
        .with_opening(wanted.opening.into())
        .with_seed(wanted.seed)
        .with_parallel(wanted.threads.into())
        .with_stop(ctrl_c::interrupt());
    let mut file = wanted.record.open().map_err(|error| Failure::new(error.to_string()))?;
    let (progress, mut played, mut points) = (ProgressLine::new(), 0, 0.0);
    let mut written = Ok(());
    progress.start();
    let results = games.run(|game| {
        played += 1;
        points += match game.record.winner {
            Some(winner) => f64::from((winner == Player::Left) == (game.left == 0)),
            None => 0.5,
        };
        progress
            .write(|_| format!("{played} of {} games, {} {points} points", wanted.games, wanted.a));
        if written.is_ok() {
            written = file.append(&game.record);
        }
        Ok::<_, Infallible>(())
    });
    progress.clear();
    let results = results.map_err(|error| Failure::new(error.to_string()))?;
    ctrl_c::set_not_done(format!(
        "{} of {} games were played",
        grouped(results.games()),
        grouped(wanted.games)
    ));
    if results.games() == 0 {
        return Err(ValueError::Limit(LimitKind::Interrupted).into());
    }
    let rules = &ruleset.spec().name;
    let report = Report { rules, start, size, wanted, time, results };
    let text = if options.json { report.json()? } else { report.text(Style::of_stdout()) };
    Ok((text, written))
}

/// The position from which all games start, and the size of its board if it is the usual one.
fn start(
    ruleset: &AnyRuleset,
    wanted: &MatchArgs,
) -> Result<(AnyPosition, Option<BoardSize>), Failure> {
    if let Some(text) = &wanted.position {
        return Ok((read(ruleset, text)?, None));
    }
    let usual = [8, 10].map(|side| BoardSize { rows: side, columns: side });
    let sizes = wanted.size.map_or(usual.to_vec(), |size| vec![size]);
    let start = sizes.into_iter().find_map(|size| {
        ruleset.start_position(size.columns, size.rows).map(|start| (start, Some(size)))
    });
    start.ok_or_else(|| {
        let size = match wanted.size {
            Some(size) => format!("on a board of {}", sides(size.rows, size.columns)),
            None => "without a --size".to_owned(),
        };
        let rules = &ruleset.spec().name;
        Failure::new(format!("{rules} has no usual start {size}: --position says one"))
    })
}

/// What came of a match, and what it was about.
struct Report<'a> {
    rules: &'a str,
    start: String,
    size: Option<BoardSize>,
    wanted: &'a MatchArgs,
    time: TimeControl,
    results: Results,
}

#[derive(Serialize)]
struct ReportLine<'a> {
    rules: &'a str,
    start: &'a str,
    seed: u64,
    games: u64,
    a: TallyField<'a>,
    b: TallyField<'a>,
    draws: u64,
    /// That of a, from 0 to 1.
    score: f64,
    interval: [f64; 2],
    pairs: Vec<PairField<'a>>,
}

#[derive(Serialize)]
struct TallyField<'a> {
    name: &'a str,
    wins: u64,
    wins_as_left: u64,
    wins_as_right: u64,
    forfeits: u64,
    slowest_seconds: f64,
}

#[derive(Serialize)]
struct PairField<'a> {
    opening: &'a [String],
    /// Who won each game: a, b or nobody. In the first a was Left.
    winners: Vec<Option<&'static str>>,
}

impl Report<'_> {
    fn json(&self) -> Result<String, Failure> {
        let results = &self.results;
        let tally = |name, n: usize| {
            let tally = &results.tallies[n];
            TallyField {
                name,
                wins: tally.won(),
                wins_as_left: tally.wins[0],
                wins_as_right: tally.wins[1],
                forfeits: tally.forfeits,
                slowest_seconds: tally.slowest.as_secs_f64(),
            }
        };
        let pair = |pair: &'_ Pair| {
            pair.winners.iter().map(|winner| winner.map(|n| ["a", "b"][n])).collect()
        };
        let (score, interval) = results.score();
        let line = ReportLine {
            rules: self.rules,
            start: &self.start,
            seed: self.wanted.seed,
            games: results.games(),
            a: tally(&self.wanted.a, 0),
            b: tally(&self.wanted.b, 1),
            draws: results.draws,
            score,
            interval,
            pairs: (results.pairs.iter())
                .map(|p| PairField { opening: &p.opening, winners: pair(p) })
                .collect(),
        };
        Ok(serde_json::to_string(&line)?)
    }

    fn text(&self, style: Style) -> String {
        let Report { rules, start, size, wanted, time, results } = self;
        let size =
            size.map_or(String::new(), |size| format!(" ({})", sides(size.rows, size.columns)));
        let head = |text: &str| style.head(text, 10);
        let time = match time {
            TimeControl::PerMove(time) => format!("{time:?} a move"),
            TimeControl::PerGame(clock) => format!("{clock:?} a game"),
        };
        let mut lines = vec![
            format!("{}{}, {} games, {time}", head("rules"), style.strong(rules), results.games()),
            format!("{}{start}{size}", head("start")),
            format!("{}{} random moves, seed {}", head("opening"), wanted.opening, wanted.seed),
        ];
        let names = [&wanted.a, &wanted.b];
        let width = names.map(|name| name.chars().count()).into_iter().max().unwrap_or(0) + 2;
        lines.push(head(&format!(
            "{:10}{:width$}    wins  as Left  as Right  forfeits  slowest move",
            "", ""
        )));
        for (n, tally) in results.tallies.iter().enumerate() {
            let [left, right] = tally.wins;
            lines.push(format!(
                "{:10}{} {:w$}{:8}{left:9}{right:10}{:10}{:12.3} s",
                "",
                ["a", "b"][n],
                names[n],
                tally.won(),
                tally.forfeits,
                tally.slowest.as_secs_f64(),
                w = width - 2
            ));
        }
        lines.push(format!("{}{}", head("draws"), results.draws));
        let (score, [low, high]) = results.score();
        let [score, low, high] = [score, low, high].map(|share| 100.0 * share);
        let score = style.strong(&format!("a {score:.1} %"));
        lines.push(format!("{}{score}, in the long run {low:.1} to {high:.1} %", head("score")));
        let both = |n| {
            let all = |pair: &&Pair| pair.winners.iter().all(|winner| *winner == Some(n));
            results.pairs.iter().filter(all).count()
        };
        let shared = results.pairs.len() - both(0) - both(1);
        lines.push(format!(
            "{}both games won by a {}, by b {}, neither {shared}",
            head("pairs"),
            both(0),
            both(1)
        ));
        lines.join("\n")
    }
}
