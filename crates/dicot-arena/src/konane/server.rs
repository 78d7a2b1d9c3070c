//! The server, over sockets.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dicot::board::U448;
use dicot::rules::{KonaneGame, konane::Opening};
use dicot_bots::Dice;
use tokio::sync::oneshot;

use super::referee::STOPPING;
use super::{CLOCK, Lobby, LobbyStep, Login, LoginStep, Referee, Seat, ServerMessage, Users};
use crate::matches::GameRecord;
use crate::net::{self, Listener, Peer, PeerError, Stop, Stopper};

/// The settings of a server.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServerSettings<O: Opening> {
    /// The full board of each game.
    pub board: KonaneGame<O, U448>,
    /// The time limit for all jumps of a player.
    pub clock: Duration,
    /// The users who may play.
    pub users: Users,
    /// The number of games after which the server ends; unlimited by default.
    pub games: Option<u64>,
    /// The random numbers of the coin tosses.
    pub dice: Dice,
    /// The maximum number of users who wait for their opponents; the default is 10,000, a first choice.
    pub waiting: usize,
    /// The time limit for a login.
    pub login_time: Duration,
}

impl<O: Opening> ServerSettings<O> {
    /// Games on this full board, open to every user, with the clock of the Artemis server.
    pub fn new(board: KonaneGame<O, U448>) -> ServerSettings<O> {
        ServerSettings {
            board,
            clock: CLOCK,
            users: Users::Everybody,
            games: None,
            dice: Dice::of_this_run(),
            waiting: 10_000,
            login_time: CLOCK,
        }
    }
}

/// Runs a server until a stop is requested or the number of games is reached; calls `record` at the end of each game.
///
/// When a stop is requested, all clients without a game are refused. When the stop is enforced, the games in progress
/// end without a winner.
pub async fn serve<O: Opening>(
    listener: Listener,
    stop: Stop,
    settings: ServerSettings<O>,
    record: impl FnMut(GameRecord) + Send + 'static,
) {
    let (stopper, connections) = Stop::new();
    let server = Arc::new(Server {
        lobby: Mutex::new(Lobby::new(settings.waiting)),
        state: Mutex::new(State { dice: settings.dice.clone(), started: 0, ended: 0 }),
        record: Mutex::new(Box::new(record)),
        stopper,
        asked: connections.clone(),
        over: stop.clone(),
        settings,
    });
    let handle = |peer| {
        let server = Arc::clone(&server);
        async move { server.connection(peer).await }
    };
    // Connections are aborted some time after the games, so that the last messages arrive.
    let stops = async {
        stop.asked().await;
        server.stopper.ask();
        stop.over().await;
        tokio::time::sleep(FAREWELL_TIMEOUT).await;
        server.stopper.end();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = net::serve(listener, connections, handle) => {}
        () = stops => {}
    }
}

/// How long connections may take to send the end of a game after the stop is enforced. A first choice, not compared
/// with others.
const FAREWELL_TIMEOUT: Duration = Duration::from_secs(5);

struct Server<O: Opening> {
    settings: ServerSettings<O>,
    lobby: Mutex<Lobby<oneshot::Sender<Guest>>>,
    state: Mutex<State>,
    record: Mutex<Box<dyn FnMut(GameRecord) + Send>>,
    stopper: Stopper,
    /// Requested when a stop is requested or the number of games is reached: clients without a game are refused.
    asked: Stop,
    /// When this stop is enforced, the games in progress end.
    over: Stop,
}

struct State {
    dice: Dice,
    /// The number of games started.
    started: u64,
    /// The number of games ended.
    ended: u64,
}

/// A client that has logged in.
struct Guest {
    user: u64,
    peer: Peer,
}

impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "user {} at {}", self.user, self.peer.address())
    }
}

/// Locks a mutex. A poisoned one is usable: no panic leaves its data inconsistent.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends an error and closes the connection.
async fn refuse(mut peer: Peer, text: &'static str) {
    tracing::info!(address = %peer.address(), reason = text, "refused");
    let _ = peer.send(&ServerMessage::Error(text.to_owned()).to_string()).await;
    peer.close().await;
}

impl<O: Opening> Server<O> {
    /// Serves one connection. The task of the user who waited runs the game; the opponent's task hands its connection
    /// over and ends.
    async fn connection(&self, mut peer: Peer) {
        let (user, opponent) = match self.login(&mut peer).await {
            Ok(users) => users,
            Err(Some(text)) => return refuse(peer, text).await,
            Err(None) => {
                tracing::info!(address = %peer.address(), "left before the login was complete");
                return;
            }
        };
        tracing::info!(address = %peer.address(), user, opponent, "logged in");
        let own = Guest { user, peer };
        match self.meet(own, opponent).await {
            Ok(Some([own, other])) => self.play(own, other).await,
            Ok(None) => {}
            Err((guest, text)) => refuse(guest.peer, text).await,
        }
    }

    /// Returns the user and the requested opponent. The error is the reason for a refusal, or `None` if the client has
    /// closed the connection.
    async fn login(&self, peer: &mut Peer) -> Result<(u64, u64), Option<&'static str>> {
        let deadline = Instant::now().checked_add(self.settings.login_time);
        let (mut login, greeting) = Login::start();
        for message in greeting {
            peer.send(&message.to_string()).await.map_err(|_| None)?;
        }
        loop {
            let line = tokio::select! {
                biased;
                () = self.asked.asked() => return Err(Some(STOPPING)),
                line = peer.next_line(deadline) => line,
            };
            let line = line.map_err(|error| match error {
                PeerError::TimedOut => Some("time expired"),
                PeerError::TooLong => Some("the line is too long"),
                _ => None,
            })?;
            match login.receive(&line, &self.settings.users) {
                LoginStep::Next(message) => {
                    peer.send(&message.to_string()).await.map_err(|_| None)?;
                }
                LoginStep::Refused(text) => return Err(Some(text)),
                LoginStep::Done { user, opponent } => return Ok((user, opponent)),
            }
        }
    }

    /// Waits for the opponent and returns both guests. Returns `None` if the opponent was waiting, and its task now
    /// serves this guest too, or if the guest has left. The error is a guest to refuse, with the reason.
    async fn meet(
        &self,
        own: Guest,
        opponent: u64,
    ) -> Result<Option<[Guest; 2]>, (Guest, &'static str)> {
        let (mut own, mut called) = match self.enter(own, opponent) {
            ControlFlow::Continue(waiting) => waiting,
            ControlFlow::Break(result) => return result.map(|()| None),
        };
        let user = own.user;
        tracing::debug!(user, opponent, "waiting");
        let gone = tokio::select! {
            other = &mut called => return Ok(other.ok().map(|other| [own, other])),
            () = own.peer.closed() => true,
            () = self.asked.asked() => false,
        };
        // The lobby is locked: either the opponent has entered already, or it will not find this guest.
        let mut lobby = lock(&self.lobby);
        if let Ok(other) = called.try_recv() {
            return Ok(Some([own, other]));
        }
        lobby.leave(user);
        match gone {
            true => {
                tracing::info!(user, "left while waiting");
                Ok(None)
            }
            false => Err((own, STOPPING)),
        }
    }

    /// Hands the guest over to its waiting opponent, or else adds it to the lobby and returns the receiver through
    /// which the opponent arrives.
    #[expect(clippy::type_complexity, reason = "a name for each part would say no more")]
    fn enter(
        &self,
        mut own: Guest,
        opponent: u64,
    ) -> ControlFlow<Result<(), (Guest, &'static str)>, (Guest, oneshot::Receiver<Guest>)> {
        let mut lobby = lock(&self.lobby);
        loop {
            let (caller, called) = oneshot::channel();
            match lobby.enter(own.user, opponent, caller) {
                LobbyStep::Waits => return ControlFlow::Continue((own, called)),
                LobbyStep::Refused(text) => return ControlFlow::Break(Err((own, text))),
                LobbyStep::Plays { opponent, .. } => match opponent.send(own) {
                    Ok(()) => return ControlFlow::Break(Ok(())),
                    // The opponent's task has failed, and its entry is removed now.
                    Err(back) => own = back,
                },
            }
        }
    }

    /// Returns the number of a new game and whether the first guest has won the coin toss; `None` if the number of
    /// games is reached.
    fn start_game(&self) -> Option<(u64, bool)> {
        let mut state = lock(&self.state);
        if self.settings.games.is_some_and(|games| state.started >= games) {
            return None;
        }
        state.started += 1;
        Some((state.started, state.dice.below(2) == 0))
    }

    /// Plays a game, from the coin toss to the end.
    async fn play(&self, one: Guest, two: Guest) {
        let Some((id, first)) = self.start_game() else {
            tokio::join!(refuse(one.peer, NO_MORE), refuse(two.peer, NO_MORE));
            return;
        };
        let mut guests = if first { [one, two] } else { [two, one] };
        let users = [guests[0].user, guests[1].user];
        tracing::info!(game = id, one = users[0], two = users[1], "a game starts");
        let (mut referee, sent) = Referee::start(self.settings.board, id, self.settings.clock);
        deliver(&mut referee, &mut guests, sent).await;
        while referee.game().end().is_none() {
            let sent = self.turn(&mut referee, &mut guests).await;
            deliver(&mut referee, &mut guests, sent).await;
        }
        if let Some(record) = referee.record(users) {
            let (winner, moves) = (record.winner_name(), record.moves.len());
            let reason = record.reason.as_ref().map(ToString::to_string);
            tracing::info!(game = id, winner, reason, moves, "a game ended");
            lock(&self.record)(record);
        }
        let [one, two] = guests;
        tokio::join!(one.peer.close(), two.peer.close());
        let ended = {
            let mut state = lock(&self.state);
            state.ended += 1;
            state.ended
        };
        if self.settings.games.is_some_and(|games| ended >= games) {
            self.stopper.ask();
        }
    }

    /// Waits for the player on turn and returns the messages to send.
    async fn turn(
        &self,
        referee: &mut Referee<O>,
        guests: &mut [Guest; 2],
    ) -> Vec<(Seat, ServerMessage)> {
        let seat = referee.on_turn();
        let [one, two] = guests;
        let (own, other) = if seat == Seat::One { (one, two) } else { (two, one) };
        let (asked, allowed) = (Instant::now(), referee.allowed());
        let line = tokio::select! {
            biased;
            () = self.over.over() => return referee.stopped(),
            line = own.peer.next_line(asked.checked_add(allowed)) => line,
            () = other.peer.closed() => return referee.disconnect(!seat),
        };
        match line {
            // A line that arrived in time counts, even if this computer was too busy to read it at once.
            Ok(line) => referee.receive(&line, asked.elapsed().min(allowed)),
            Err(PeerError::TimedOut) => referee.expired(),
            Err(PeerError::TooLong) => referee.malformed("the line is too long"),
            Err(_) => referee.disconnect(seat),
        }
    }
}

const NO_MORE: &str = "there are no more games";

/// Sends the messages of a game. A player who cannot be sent to is disconnected.
async fn deliver<O: Opening>(
    referee: &mut Referee<O>,
    guests: &mut [Guest; 2],
    sent: Vec<(Seat, ServerMessage)>,
) {
    let mut sent = VecDeque::from(sent);
    while let Some((seat, message)) = sent.pop_front() {
        if guests[seat as usize].peer.send(&message.to_string()).await.is_err() {
            sent.extend(referee.disconnect(seat));
        }
    }
}
