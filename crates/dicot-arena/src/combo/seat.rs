//! Who plays: a person, a bot, or a program; and a game between two of them.

use std::fmt;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::rules::{Combo, ComboMove, Turn};
use dicot::search::bot::Bot;

use super::game::{Game, Reason, Terms};
use super::human;
use super::json::{Answers, request};
use crate::process::{NoAnswer, Process, Program};

/// How often it is looked whether a game should stop.
const LOOK: Duration = Duration::from_millis(100);

/// How long is for ever.
const EVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// How long a bot thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace(pub Duration);

impl Pace {
    /// The time for a move with so much left on the clock: a thirtieth of it at most, so that it never runs out.
    ///
    /// # Examples
    /// ```
    /// use std::time::Duration;
    /// use dicot_arena::combo::seat::Pace;
    /// let pace = Pace(Duration::from_secs(1));
    /// assert_eq!(pace.time(None), Duration::from_secs(1));
    /// assert_eq!(pace.time(Some(Duration::from_secs(6))), Duration::from_millis(200));
    /// ```
    pub fn time(self, clock: Option<Duration>) -> Duration {
        clock.map_or(self.0, |left| self.0.min(left / 30))
    }
}

/// The lines that a person types, and where the questions are shown.
pub struct Person {
    /// The lines; it is closed when there are no more.
    pub lines: Receiver<String>,
    /// Where the board and the questions are shown.
    pub shown: Box<dyn Write + Send>,
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person").finish_non_exhaustive()
    }
}

/// A player of Combo in a game.
pub enum Seat {
    /// A person, who may play both colours.
    Human(Arc<Mutex<Person>>),
    /// A bot.
    Bot(Box<dyn Bot<Combo>>, Pace),
    /// A program that speaks JSON.
    Program(ProgramSeat),
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Seat::Human(_) => "Human",
            Seat::Bot(..) => "Bot",
            Seat::Program(_) => "Program",
        })
    }
}

/// A program that plays one game.
#[derive(Debug)]
pub struct ProgramSeat {
    process: Process,
    answers: Answers,
}

/// Why there is no move.
enum NoMove {
    /// The player loses the game.
    Lost(Reason),
    /// The game should stop.
    Stopped,
}

impl Seat {
    /// Starts a program as a player.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(program: &mut Program) -> std::io::Result<Seat> {
        let process = program.start()?;
        Ok(Seat::Program(ProgramSeat { process, answers: Answers::new() }))
    }

    /// Asks for a move.
    fn ask(
        &mut self,
        turn: &Turn<Combo>,
        clock: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<ComboMove, NoMove> {
        let now = Instant::now();
        let wait = Wait { deadline: now + clock.unwrap_or(EVER).min(EVER), stop };
        match self {
            Seat::Bot(bot, pace) => {
                let mv = bot.choose(turn, now + pace.time(clock).min(EVER));
                // A game with a player to move who cannot has ended before.
                mv.ok_or(NoMove::Lost(Reason::NoMoves))
            }
            Seat::Human(person) => {
                // Another game that has panicked does no harm to this one.
                let mut person = person.lock().unwrap_or_else(PoisonError::into_inner);
                ask_person(&mut person, turn, &wait)
            }
            Seat::Program(program) => program.ask(turn, &wait),
        }
    }
}

/// Until when an answer is waited for.
struct Wait<'a> {
    deadline: Instant,
    stop: &'a AtomicBool,
}

impl Wait<'_> {
    /// Until when to wait before it is looked again.
    ///
    /// # Errors
    /// If there is no more waiting.
    fn next(&self) -> Result<Instant, NoMove> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(NoMove::Stopped);
        }
        let now = Instant::now();
        if now >= self.deadline {
            return Err(NoMove::Lost(Reason::OutOfTime));
        }
        Ok(self.deadline.min(now + LOOK))
    }
}

fn ask_person(
    person: &mut Person,
    turn: &Turn<Combo>,
    wait: &Wait<'_>,
) -> Result<ComboMove, NoMove> {
    let mut say = |text: &str| {
        // Whoever does not look may still type.
        let _ = person.shown.write_all(text.as_bytes()).and_then(|()| person.shown.flush());
    };
    say(&human::board(&turn.position));
    say(&human::prompt(turn));
    loop {
        let until = wait.next()?;
        match person.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => match human::read(turn, &line) {
                Ok(mv) => return Ok(mv),
                Err(again) => say(&format!("{again}\n{}", human::prompt(turn))),
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                say("\n");
                return Err(NoMove::Stopped);
            }
        }
    }
}

impl ProgramSeat {
    fn ask(&mut self, turn: &Turn<Combo>, wait: &Wait<'_>) -> Result<ComboMove, NoMove> {
        let ended = |error: NoAnswer| Err(NoMove::Lost(Reason::Ended(error.to_string())));
        let text = request(turn);
        let mut unsent = text.as_bytes();
        loop {
            match self.process.write(unsent, wait.next()?) {
                Ok(_) => break,
                // What was handed over is still being written.
                Err(NoAnswer::TimedOut) => unsent = &[],
                Err(error) => return ended(error),
            }
        }
        loop {
            if let Some(answer) = self.answers.next() {
                let bad = |error: super::json::BadMessage| Reason::BadAnswer(error.to_string());
                return answer.map_err(|error| NoMove::Lost(bad(error)));
            }
            match self.process.next_bytes(wait.next()?) {
                Ok(bytes) => self.answers.push(&bytes),
                Err(NoAnswer::TimedOut) => {}
                Err(error) => return ended(error),
            }
        }
    }
}

/// Plays a game to its end, or until `stop` is true.
///
/// The clock of a player runs from before a request is written until its answer is decoded.
pub fn play(
    start: Turn<Combo>,
    terms: Terms,
    left: &mut Seat,
    right: &mut Seat,
    stop: &AtomicBool,
) -> Game {
    let mut game = Game::new(start, terms);
    while game.end().is_none() {
        if stop.load(Ordering::Relaxed) {
            game.call_off(None, Reason::Stopped);
            break;
        }
        let player = game.turn().to_move;
        let seat = if player == Player::Left { &mut *left } else { &mut *right };
        let asked = Instant::now();
        let answer = seat.ask(game.turn(), game.clock(player), stop);
        let thought = asked.elapsed();
        match answer {
            Ok(mv) => game.play(mv, thought),
            Err(NoMove::Lost(reason)) => game.forfeit(reason, thought),
            Err(NoMove::Stopped) => game.call_off(None, Reason::Stopped),
        }
    }
    game
}
