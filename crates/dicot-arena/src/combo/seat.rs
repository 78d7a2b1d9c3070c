//! The players of a game (a person, a bot or a program), and a game between two of them.

use std::fmt;
use std::io::Write;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dicot::rules::{Combo, Turn, combo::ComboMove};
use dicot::{Interrupt, Player};
use dicot_bots::Bot;

use super::human;
use super::json::{Messages, request};
use crate::game::{End, Game, Reason, Terms};
use crate::process::{NoAnswer, Process, Program};

/// The interval at which the stop flag is checked. A first choice, not compared with others.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The time limit without a clock: a year, because deadlines must be valid instants.
const NO_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The part of its clock that a bot uses for a move at most. A first choice, not compared with others.
const PART_OF_CLOCK: u32 = 30;

/// A bot's thinking time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace(pub Duration);

impl Pace {
    /// Returns the time for a move with this remaining time: a thirtieth of it at most, so that the clock never runs
    /// out.
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
        clock.map_or(self.0, |clock| self.0.min(clock / PART_OF_CLOCK))
    }
}

/// The input and output of a person.
pub struct Person {
    /// The lines that the person types; the channel is closed at the end of the input.
    pub lines: Receiver<String>,
    /// The output for the board and the prompts.
    pub shown: Box<dyn Write + Send>,
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Person").finish_non_exhaustive()
    }
}

/// A player in a game.
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
    answers: Messages<ComboMove>,
}

/// Why a player has not moved, and what was wrong; the game is stopped, or the player loses.
type NoMove = (Reason, Option<String>);

impl Seat {
    /// Starts a program as a player.
    ///
    /// # Errors
    /// If the system cannot start it.
    pub fn start(program: &mut Program) -> std::io::Result<Seat> {
        let process = program.start()?;
        Ok(Seat::Program(ProgramSeat { process, answers: Messages::answers() }))
    }

    /// Asks the player for a move.
    fn ask(
        &mut self,
        turn: &Turn<Combo>,
        clock: Option<Duration>,
        stop: &Interrupt,
    ) -> Result<ComboMove, NoMove> {
        let now = Instant::now();
        let wait = Wait { deadline: now + clock.unwrap_or(NO_LIMIT).min(NO_LIMIT), stop };
        match self {
            Seat::Bot(bot, pace) => {
                let mv = bot.choose(turn, now + pace.time(clock).min(NO_LIMIT));
                // Does not happen: a game in which the player cannot move has ended before.
                mv.ok_or((Reason::NoMoves, None))
            }
            Seat::Human(person) => {
                // A poisoned lock is usable: a panic in another game leaves the person's data valid.
                let mut person = person.lock().unwrap_or_else(PoisonError::into_inner);
                ask_person(&mut person, turn, &wait)
            }
            Seat::Program(program) => program.ask(turn, &wait),
        }
    }
}

/// A wait for an answer, with its deadline and the stop flag.
struct Wait<'a> {
    deadline: Instant,
    stop: &'a Interrupt,
}

impl Wait<'_> {
    /// Returns the time until which to wait before the next check.
    ///
    /// # Errors
    /// If the game is stopped or the deadline has passed.
    fn next_check(&self) -> Result<Instant, NoMove> {
        if self.stop.is_set() {
            return Err((Reason::Stopped, None));
        }
        let now = Instant::now();
        if now >= self.deadline {
            return Err((Reason::Time, None));
        }
        Ok(self.deadline.min(now + STOP_CHECK_INTERVAL))
    }
}

fn ask_person(
    person: &mut Person,
    turn: &Turn<Combo>,
    wait: &Wait<'_>,
) -> Result<ComboMove, NoMove> {
    let mut say = |text: &str| {
        // A failure to print is ignored, because the input may still work.
        let _ = person.shown.write_all(text.as_bytes()).and_then(|()| person.shown.flush());
    };
    say(&human::board(&turn.position));
    say(&human::prompt(turn));
    loop {
        let until = wait.next_check()?;
        match person.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => match human::read(turn, &line) {
                Ok(mv) => return Ok(mv),
                Err(again) => say(&format!("{again}\n{}", human::prompt(turn))),
            },
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                say("\n");
                return Err((Reason::Stopped, None));
            }
        }
    }
}

impl ProgramSeat {
    fn ask(&mut self, turn: &Turn<Combo>, wait: &Wait<'_>) -> Result<ComboMove, NoMove> {
        let ended = |error: NoAnswer| Err((Reason::Crash, Some(error.to_string())));
        let text = request(turn);
        let mut unsent = text.as_bytes();
        loop {
            match self.process.write(unsent, wait.next_check()?) {
                Ok(_) => break,
                // The process still writes the bytes that it was given.
                Err(NoAnswer::TimedOut) => unsent = &[],
                Err(error) => return ended(error),
            }
        }
        loop {
            if let Some(answer) = self.answers.next() {
                return answer.map_err(|error| (Reason::Malformed, Some(error.to_string())));
            }
            match self.process.next_bytes(wait.next_check()?) {
                Ok(bytes) => self.answers.push(&bytes),
                Err(NoAnswer::TimedOut) => {}
                Err(error) => return ended(error),
            }
        }
    }
}

/// Plays a game to its end, or until `stop` is set.
///
/// The clock of a player runs from the start of writing the request until the answer is decoded.
pub fn play(
    start: Turn<Combo>,
    terms: Terms,
    left: &mut Seat,
    right: &mut Seat,
    stop: &Interrupt,
) -> Game<Turn<Combo>> {
    let mut game = Game::new(start, terms);
    let stopped = || End { winner: None, reason: Reason::Stopped, fault: None };
    while game.end().is_none() {
        if stop.is_set() {
            game.finish(stopped());
            break;
        }
        let player = game.turn().to_move;
        let seat = if player == Player::Left { &mut *left } else { &mut *right };
        let asked = Instant::now();
        let answer = seat.ask(game.turn(), game.clock(player), stop);
        let took = asked.elapsed();
        match answer {
            Ok(mv) => {
                game.spend(took);
                game.play(mv);
            }
            Err((Reason::Stopped, _)) => game.finish(stopped()),
            Err((reason, fault)) => {
                game.spend(took);
                game.forfeit(reason, fault);
            }
        }
    }
    game
}
