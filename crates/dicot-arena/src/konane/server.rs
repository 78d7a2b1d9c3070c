//! The server, over sockets.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dicot::board::Wide;
use dicot::rules::{KonaneGame, Opening};
use dicot::search::bot::Dice;
use tokio::sync::oneshot;

use super::{Asked, CLOCK, Game, Lobby, Login, Place, Seat, ServerMessage, Users};
use crate::matches::GameRecord;
use crate::net::{self, Listener, Peer, PeerError, Stop, Stopper};

/// What a server is to do.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServerSettings<O: Opening> {
    /// The full board of each game.
    pub board: KonaneGame<O, Wide>,
    /// The time of each player for all jumps.
    pub clock: Duration,
    /// Who may play.
    pub users: Users,
    /// After how many games it ends; never if there is no number.
    pub games: Option<u64>,
    /// What decides the tosses of the coin.
    pub dice: Dice,
    /// How many users may wait for their opponents.
    pub waiting: usize,
    /// How long a login may take.
    pub login_time: Duration,
}

impl<O: Opening> ServerSettings<O> {
    /// Games on that full board, for everybody, with the clock of the Artemis server.
    pub fn new(board: KonaneGame<O, Wide>) -> ServerSettings<O> {
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

/// Runs a server until it is asked to stop, or has seen as many games as it should; `record` gets each game that is
/// over.
///
/// When it is asked to stop, it sends away all who do not play. When it is over, the games that are left end without
/// a winner.
pub async fn serve<O: Opening>(
    listener: Listener,
    stop: Stop,
    settings: ServerSettings<O>,
    record: impl FnMut(GameRecord) + Send + 'static,
) {
    let (stopper, connections) = Stop::new();
    let server = Arc::new(Server {
        lobby: Mutex::new(Lobby::new(settings.waiting)),
        state: Mutex::new(State { dice: settings.dice.clone(), begun: 0, ended: 0 }),
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
    // Connections are broken off some time after the games, which have something to say before.
    let stops = async {
        stop.asked().await;
        server.stopper.ask();
        stop.over().await;
        tokio::time::sleep(FAREWELL).await;
        server.stopper.end();
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = net::serve(listener, connections, handle) => {}
        () = stops => {}
    }
}

/// How long it takes at most to say that a game is over.
const FAREWELL: Duration = Duration::from_secs(5);

struct Server<O: Opening> {
    settings: ServerSettings<O>,
    lobby: Mutex<Lobby<oneshot::Sender<Guest>>>,
    state: Mutex<State>,
    record: Mutex<Box<dyn FnMut(GameRecord) + Send>>,
    stopper: Stopper,
    /// When it has been asked to stop, or there are no more games, nobody waits.
    asked: Stop,
    /// When it is over, nobody plays.
    over: Stop,
}

struct State {
    dice: Dice,
    begun: u64,
    ended: u64,
}

/// Somebody who has logged in.
struct Guest {
    user: u64,
    peer: Peer,
}

impl fmt::Debug for Guest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "user {} at {}", self.user, self.peer.address())
    }
}

/// Nothing panics while it is locked that leaves it in disorder.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends an error and closes.
async fn refuse(mut peer: Peer, text: &'static str) {
    tracing::info!(address = %peer.address(), reason = text, "refused");
    let _ = peer.send(&ServerMessage::Error(text.to_owned()).to_string()).await;
    peer.close().await;
}

const STOPPING: &str = "the server is shutting down";

impl<O: Opening> Server<O> {
    /// One connection, up to the end of its game, if it waits for its opponent and not the other way round.
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

    /// The user and the wanted opponent; or why not, unless the client is gone.
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
            match login.line(&line, &self.settings.users) {
                Asked::Next(message) => peer.send(&message.to_string()).await.map_err(|_| None)?,
                Asked::Refused(text) => return Err(Some(text)),
                Asked::Done { user, opponent } => return Ok((user, opponent)),
            }
        }
    }

    /// Waits for the opponent: both, or nobody if the opponent waited and has this guest now, or the guest left; or why
    /// the guest may not wait.
    async fn meet(
        &self,
        own: Guest,
        opponent: u64,
    ) -> Result<Option<[Guest; 2]>, (Guest, &'static str)> {
        let (mut own, mut called) = match self.enter(own, opponent) {
            ControlFlow::Continue(waits) => waits,
            ControlFlow::Break(place) => return place.map(|()| None),
        };
        let user = own.user;
        tracing::debug!(user, opponent, "waits");
        let gone = tokio::select! {
            other = &mut called => return Ok(other.ok().map(|other| [own, other])),
            () = own.peer.gone() => true,
            () = self.asked.asked() => false,
        };
        // While the lobby is locked: either the opponent has come, or nobody will.
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

    /// Gives the guest to the opponent who waits, or else a place to wait, and what will call.
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
                Place::Waits => return ControlFlow::Continue((own, called)),
                Place::Refused(text) => return ControlFlow::Break(Err((own, text))),
                Place::Plays { opponent, .. } => match opponent.send(own) {
                    Ok(()) => return ControlFlow::Break(Ok(())),
                    // The task of the opponent has failed, and the place is free now.
                    Err(back) => own = back,
                },
            }
        }
    }

    /// The number of a new game and whether the first one has won the toss; nothing if there are no more games.
    fn begin(&self) -> Option<(u64, bool)> {
        let mut state = lock(&self.state);
        if self.settings.games.is_some_and(|games| state.begun >= games) {
            return None;
        }
        state.begun += 1;
        Some((state.begun, state.dice.below(2) == 0))
    }

    /// A game, from the toss of the coin to the end.
    async fn play(&self, one: Guest, two: Guest) {
        let Some((id, first)) = self.begin() else {
            tokio::join!(refuse(one.peer, NO_MORE), refuse(two.peer, NO_MORE));
            return;
        };
        let mut guests = if first { [one, two] } else { [two, one] };
        let users = [guests[0].user, guests[1].user];
        tracing::info!(game = id, one = users[0], two = users[1], "a game begins");
        let (mut game, sent) = Game::start(self.settings.board, id, self.settings.clock);
        deliver(&mut game, &mut guests, sent).await;
        while game.ending().is_none() {
            let sent = self.turn(&mut game, &mut guests).await;
            deliver(&mut game, &mut guests, sent).await;
        }
        if let Some(record) = game.record(users) {
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

    /// Waits for the player on turn; what is sent then.
    async fn turn(
        &self,
        game: &mut Game<O>,
        guests: &mut [Guest; 2],
    ) -> Vec<(Seat, ServerMessage)> {
        let seat = game.on_turn();
        let [one, two] = guests;
        let (own, other) = if seat == Seat::One { (one, two) } else { (two, one) };
        let (asked, allowed) = (Instant::now(), game.allowed());
        let line = tokio::select! {
            biased;
            () = self.over.over() => return game.stopped(),
            line = own.peer.next_line(asked.checked_add(allowed)) => line,
            () = other.peer.gone() => return game.gone(!seat),
        };
        match line {
            // What was sent in time counts, also if this computer was too busy to read it at once.
            Ok(line) => game.line(&line, asked.elapsed().min(allowed)),
            Err(PeerError::TimedOut) => game.expired(),
            Err(PeerError::TooLong) => game.malformed("the line is too long"),
            Err(_) => game.gone(seat),
        }
    }
}

const NO_MORE: &str = "there are no more games";

/// Sends what a game has to say. Who does not take it is gone.
async fn deliver<O: Opening>(
    game: &mut Game<O>,
    guests: &mut [Guest; 2],
    sent: Vec<(Seat, ServerMessage)>,
) {
    let mut sent = VecDeque::from(sent);
    while let Some((seat, message)) = sent.pop_front() {
        if guests[seat as usize].peer.send(&message.to_string()).await.is_err() {
            sent.extend(game.gone(seat));
        }
    }
}
