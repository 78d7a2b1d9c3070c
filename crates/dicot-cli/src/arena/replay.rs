//! `dicot replay`: the games of a record, and who gave them away.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use dicot::rules::AnyMove;
use dicot::solver::Solver;
use dicot::{Limits, Player};
use dicot_api::answers::text::lower;
use dicot_arena::game::Reason;
use dicot_arena::matches::{GameRecord, Mistake, ReadRecordError, Records, Replay, Review};
use dicot_rulesets::Rulesets;
use serde::Serialize;

use super::printable;
use crate::arguments::usage;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure;
use crate::input;
use crate::position::drawn_after;
use crate::progress::ProgressLine;
use crate::shared::{Shared, time};
use crate::style::Style;

/// The games of a record: their boards, who should have won, and the moves that lost a won game
#[derive(Args)]
#[command(after_help = "\
A single game, or the one that --game names, is shown with all its boards; of several each has a line. Moves \
are checked by the rules, and the result as well.

A line that is not a record is an error, and the lines after it are shown; the status is then 1.

The solver goes through a game from its end backwards, for as long as --time says (10s for each game); when that \
time is up, what is known is shown, and the status is 0. A move \
after which the other player wins, though whoever made it could have won, is a mistake; the last one of the \
loser is the move with which the game was lost. Before the first position that is decided in that time nobody \
knows. Where play need not end, as in Combo, all positions that follow are explored instead, if there are not too many; there a move \
that gives a draw away is a mistake as well.

Examples:
  dicot match --a uct --b random --games 10 --size 6x6 --record games.jsonl
  dicot replay games.jsonl
  dicot replay games.jsonl --game 3
  dicot replay games.jsonl --game 3 --move 17
  dicot replay games.jsonl --json --time 1m")]
pub(crate) struct ReplayArgs {
    /// A file of records, a game a line, as `--record` of all matches, referees and servers writes it; `-` for
    /// standard input
    file: PathBuf,
    /// Only the game in this record, counted from 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Only the position after this move; 0 for the start
    #[arg(long = "move", value_name = "M")]
    ply: Option<usize>,
}

/// The time of the solver for a game.
const TIME: Duration = Duration::from_secs(10);

/// A game that is to be shown.
pub(crate) struct Game {
    /// Its number in the file, from 1.
    number: u64,
    /// The file and the line, for errors.
    place: String,
    record: GameRecord,
    /// Whether its boards are shown.
    boards: bool,
    /// The only position that is.
    ply: Option<usize>,
    limits: Limits,
}

pub(crate) const TIME_HELP: Shared = time(
    "The time limit of the solver for a game, like 60s or 5m; `none` for no limit [default: 10s]",
);

impl Command for ReplayArgs {
    /// Shows the games. A damaged line is an error and does not hide the lines after it.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let Some(limits) = options.limits.solver_limits() else {
            usage("replay needs a limit of memory: a quarter of it is for the table")
        };
        let limits = limits.with_time(options.limits.time_or(TIME));
        let file = match self.file.to_str() {
            Some("-") => "standard input".to_owned(),
            _ => self.file.display().to_string(),
        };
        let is_failure = |result: &Result<_, ReadRecordError>| {
            result.as_ref().is_err_and(|error| !error.is_damaged_line())
        };
        let wanted_game = |number| self.game.is_none_or(|game| game == number);
        let mut records = numbered(&self.file)?
            .filter(|(number, result)| wanted_game(*number) || is_failure(result))
            .take(self.game.map_or(usize::MAX, |_| 1))
            .peekable();
        if records.peek().is_none() {
            let game = self.game.map_or(String::new(), |game| format!(" {game}"));
            failure::report(&format!("error: {file}: there is no game{game}"));
            return Ok(Status::Failed);
        }
        let (mut status, mut boards) = (Status::Done, self.game.is_some());
        while let Some((number, result)) = records.next() {
            ctrl_c::set_not_done(format!("games from {number} on are not reviewed"));
            boards |= number == 1 && records.peek().is_none();
            if self.ply.is_some() && !boards {
                usage("--move needs --game: there are several games");
            }
            let game = result.map(|(line, record)| {
                let (place, limits) = (format!("{file}: line {line}"), limits.clone());
                Game { number, place, record, boards, ply: self.ply, limits }
            });
            status.add(match game {
                Ok(game) => show(game, &options.rulesets, options)?,
                Err(error) => wrong(number, &format!("{file}: {error}"), options)?,
            });
            if ctrl_c::is_pressed() {
                break;
            }
        }
        Ok(status)
    }
}

type Numbered = (u64, Result<(usize, GameRecord), ReadRecordError>);

/// The records of a file with their numbers, from 1.
fn numbered(path: &Path) -> io::Result<impl Iterator<Item = Numbered>> {
    Ok((1..).zip(Records::of(input::open(path)?)))
}

/// Says what is wrong with a record.
fn wrong(number: u64, problem: &str, options: &Options) -> io::Result<Status> {
    #[derive(Serialize)]
    struct ErrorLine<'a> {
        game: u64,
        error: &'a str,
    }
    failure::report(&format!("error: {}", printable(problem)));
    if options.json {
        let line = ErrorLine { game: number, error: problem };
        writeln!(io::stdout(), "{}", serde_json::to_string(&line)?)?;
    }
    Ok(Status::Failed)
}

/// Shows a game.
fn show(game: Game, rulesets: &Rulesets, options: &Options) -> io::Result<Status> {
    let ruleset = match rulesets.find_for_match(&game.record.rules) {
        Ok(ruleset) => ruleset,
        Err(error) => return wrong(game.number, &format!("{}: {error}", game.place), options),
    };
    let replay = match Replay::of(&ruleset, &game.record) {
        Ok(replay) => replay,
        Err(error) => return wrong(game.number, &format!("{}: {error}", game.place), options),
    };
    let moves = replay.moves().len();
    if let Some(ply) = game.ply.filter(|&ply| ply > moves) {
        let problem = format!("{}: there is no move {ply}, only {moves}", game.place);
        return wrong(game.number, &problem, options);
    }
    let progress = ProgressLine::new();
    progress.start();
    let line = progress.clone();
    let solver = Solver::new()
        .with_limits(game.limits.clone())
        .on_progress(move |now| line.show_search("", now));
    let known_values = options.known_values.iter().cloned();
    let mut solver = known_values.fold(solver, Solver::with_value_source);
    let review = Review::of(&replay, &mut solver);
    progress.clear();
    let shown = Shown { game, replay, review, style: Style::of_stdout() };
    let mut out = io::stdout().lock();
    if options.json {
        return writeln!(out, "{}", shown.json()?).map(|()| Status::Done);
    }
    if shown.game.boards {
        shown.boards(&mut out)?;
    } else {
        shown.line(&mut out)?;
    }
    Ok(Status::Done)
}

/// A game, and what is known of it.
struct Shown {
    game: Game,
    replay: Replay,
    review: Option<Review>,
    style: Style,
}

impl Shown {
    fn rules(&self) -> &str {
        &self.replay.ruleset().spec().name
    }

    fn moves(&self) -> usize {
        self.replay.moves().len()
    }

    /// Who won, by the record or by the rules.
    fn winner(&self) -> Option<Player> {
        self.game.record.winner.or_else(|| self.replay.winner())
    }

    fn result(&self) -> String {
        let record = &self.game.record;
        let mut reason = record.reason.as_ref().map(|reason| printable(&reason.to_string()));
        if let (Some(reason), Some(fault)) = (&mut reason, &record.fault) {
            *reason += &format!(": {}", printable(fault));
        }
        if let (Some(loser), Some(reason)) = (record.forfeited_by(), &reason) {
            return format!("{} won, {loser} forfeited ({reason})", !loser);
        }
        match (self.winner(), reason) {
            (Some(winner), Some(reason)) => format!("{winner} won ({reason})"),
            (Some(winner), None) => format!("{winner} won"),
            (None, Some(reason)) => reason,
            (None, None) => "not over".to_owned(),
        }
    }

    /// Who wins after so many moves, as far as known.
    fn wins_after(&self, ply: usize) -> Option<Player> {
        self.review.as_ref().and_then(|review| review.winners[ply])
    }

    /// Whether it is a draw after so many moves.
    fn is_draw_after(&self, ply: usize) -> bool {
        self.review.as_ref().is_some_and(|review| review.draws[ply])
    }

    /// The result of best play after so many moves, for programs.
    fn best_after(&self, ply: usize) -> Option<&'static str> {
        self.wins_after(ply).map(lower).or_else(|| self.is_draw_after(ply).then_some("draw"))
    }

    fn mistakes(&self) -> &[Mistake] {
        self.review.as_ref().map_or(&[], |review| &review.mistakes)
    }

    /// The move with which the loser lost the game.
    fn losing_mistake(&self) -> Option<&Mistake> {
        self.review.as_ref()?.losing_mistake(self.winner()?)
    }

    /// When the game was lost, in a sentence.
    fn verdict(&self) -> Option<String> {
        let (winner, review) = (self.winner()?, self.review.as_ref()?);
        let (loser, decided) = (!winner, review.undecided());
        if let Some(Mistake { ply, mv, better, .. }) = self.losing_mistake() {
            let better = self.instead(*ply, better.as_ref());
            return Some(format!("{loser} lost the game with move {ply}, {mv}{better}"));
        }
        match self.wins_after(self.moves())? {
            best if best == loser => Some(format!("{loser} lost a game that {loser} could win")),
            _ if decided == 0 => Some(format!("{winner} won from the start")),
            _ => Some(format!("{winner} won from move {decided} on at the latest")),
        }
    }

    /// What a better move would have done.
    fn instead(&self, ply: usize, better: Option<&AnyMove>) -> String {
        let does = if self.is_draw_after(ply - 1) { "draws" } else { "wins" };
        better.map_or(String::new(), |better| format!("; {better} {does}"))
    }

    /// How far back the solver came, if that is not to the start.
    fn limit(&self) -> Option<String> {
        let review = self.review.as_ref()?;
        let limit = Failure::from(review.limit?);
        let reason = limit.message();
        Some(match review.undecided() {
            undecided if undecided > self.moves() => format!("nobody knows who wins: {reason}"),
            undecided => format!("before move {undecided} nobody knows who wins: {reason}"),
        })
    }

    fn names(&self) -> [String; 2] {
        let GameRecord { left, right, .. } = &self.game.record;
        [(left, Player::Left), (right, Player::Right)].map(|(name, player)| match name.as_str() {
            "" => player.to_string(),
            name => printable(name),
        })
    }

    /// A game among several.
    fn line(&self, out: &mut impl Write) -> io::Result<()> {
        let [left, right] = self.names();
        let number = self.style.strong(&format!("game {}", self.game.number));
        let (moves, result) = (self.moves(), self.result());
        write!(out, "{number}: {left} - {right}, {moves} moves, {result}")?;
        let more = [self.verdict(), self.limit()];
        for text in more.into_iter().flatten() {
            write!(out, "; {text}")?;
        }
        writeln!(out)
    }

    /// A game with its boards, or with one of them.
    fn boards(&self, out: &mut impl Write) -> io::Result<()> {
        let (style, [left, right]) = (self.style, self.names());
        let number = style.strong(&format!("game {}", self.game.number));
        writeln!(out, "{number}: {left} (Left) - {right} (Right), {}", self.rules())?;
        let spec = self.replay.ruleset().spec();
        let mut before: Option<String> = None;
        for (ply, turn) in self.replay.turns().enumerate() {
            let text = turn.position.to_string();
            if self.game.ply.is_none_or(|wanted| wanted == ply) {
                writeln!(out, "\n{}", self.caption(ply))?;
                let last = before.as_deref().unwrap_or(&text);
                write!(out, "{}", drawn_after(last, &text, spec, style))?;
            }
            before = Some(text);
        }
        let mut rows = vec![("result", self.result())];
        if let Some(ply) = self.game.ply {
            let wins = self.wins_after(ply);
            let nobody = if self.is_draw_after(ply) { "nobody: a draw" } else { "nobody knows" };
            rows = vec![("wins", wins.map_or(nobody.to_owned(), |wins| wins.to_string()))];
        } else {
            rows.extend(self.verdict().map(|verdict| ("verdict", verdict)));
            for (n, mistake) in self.mistakes().iter().enumerate() {
                let head = if n == 0 { "mistakes" } else { "" };
                rows.push((head, self.described(mistake)));
            }
        }
        rows.extend(self.limit().map(|limit| ("limit", limit)));
        writeln!(out)?;
        for (head, text) in rows {
            writeln!(out, "{}{text}", style.head(head, 10))?;
        }
        Ok(())
    }

    /// What stands above a board.
    fn caption(&self, ply: usize) -> String {
        let Some(n) = ply.checked_sub(1) else {
            return format!("start, {} to move", self.replay.start().to_move);
        };
        let first = self.replay.start().to_move;
        let player = if n.is_multiple_of(2) { first } else { !first };
        let mut text = format!("{ply}. {player} {}", self.replay.moves()[n]);
        text = self.style.strong(&text);
        if n < self.game.record.opening {
            text += "  (opening)";
        }
        if self.mistakes().iter().any(|mistake| mistake.ply == ply) {
            text += &match self.is_draw_after(ply) {
                true => "  a mistake: a draw now".to_owned(),
                false => format!("  a mistake: {} wins now", !player),
            };
        }
        text
    }

    fn described(&self, mistake: &Mistake) -> String {
        let Mistake { ply, player, mv, better, .. } = mistake;
        let opening = if *ply <= self.game.record.opening { " in the opening" } else { "" };
        let better = self.instead(*ply, better.as_ref());
        format!("move {ply}{opening}, {player} {mv}{better}")
    }

    fn json(&self) -> io::Result<String> {
        let record = &self.game.record;
        let mut turns = self.replay.turns();
        let first = turns.next().map(|turn| turn.to_move);
        let moves = (1..).zip(turns).zip(self.replay.moves()).map(|((ply, turn), mv)| MoveField {
            ply,
            player: lower(!turn.to_move),
            mv: mv.to_string(),
            position: turn.position.to_string(),
            wins: self.best_after(ply),
        });
        let moves =
            moves.filter(|field| self.game.ply.is_none_or(|ply| ply == field.ply)).collect();
        let mistakes = self.mistakes().iter().map(|mistake| MistakeField {
            ply: mistake.ply,
            player: lower(mistake.player),
            mv: mistake.mv.to_string(),
            better: mistake.better.map(|better| better.to_string()),
            answer: mistake.answer.map(|answer| answer.to_string()),
        });
        let review = self.review.as_ref();
        let decided = review.map(Review::undecided).filter(|&from| from <= self.moves());
        let line = GameLine {
            game: self.game.number,
            rules: self.rules(),
            left: &record.left,
            right: &record.right,
            winner: self.winner().map(lower),
            reason: record.reason.as_ref(),
            fault: record.fault.as_deref(),
            forfeited_by: record.forfeited_by().map(lower),
            opening: record.opening,
            start: &record.start,
            first: first.map(lower),
            start_wins: self.best_after(0),
            moves,
            lost_with: self.losing_mistake().map(|mistake| mistake.ply),
            mistakes: mistakes.collect(),
            decided_after: decided,
            limit: review
                .and_then(|review| review.limit)
                .map(|limit| Failure::from(limit).message().to_owned()),
        };
        Ok(serde_json::to_string(&line)?)
    }
}

#[derive(Serialize)]
struct GameLine<'a> {
    game: u64,
    rules: &'a str,
    left: &'a str,
    right: &'a str,
    winner: Option<&'static str>,
    reason: Option<&'a Reason>,
    /// What exactly was wrong with the answer that lost the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    /// Who lost by a forfeit.
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeited_by: Option<&'static str>,
    opening: usize,
    start: &'a str,
    first: Option<&'static str>,
    /// Who wins at the start, or `draw`, if that is known.
    start_wins: Option<&'static str>,
    moves: Vec<MoveField>,
    /// The move with which the loser lost the game.
    lost_with: Option<usize>,
    mistakes: Vec<MistakeField>,
    /// It is known who wins after so many moves, and later.
    decided_after: Option<usize>,
    /// Why it is not known before.
    limit: Option<String>,
}

#[derive(Serialize)]
struct MoveField {
    ply: usize,
    player: &'static str,
    #[serde(rename = "move")]
    mv: String,
    position: String,
    /// Who wins after it, or `draw`, if that is known.
    wins: Option<&'static str>,
}

#[derive(Serialize)]
struct MistakeField {
    ply: usize,
    player: &'static str,
    #[serde(rename = "move")]
    mv: String,
    better: Option<String>,
    answer: Option<String>,
}
