//! The server: logins, pairing, games.

use std::convert::Infallible;
use std::future::pending;
use std::time::{Duration, Instant};

use dicot::Player;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use super::message::{BoardError, Login};
use super::referee::Referee;
use super::tournament::{Row, Tournament};
use crate::game::{End, Reason};
use crate::matches::GameRecord;
use crate::net::{self, Listener, Peer, PeerError, Stop};

/// The settings of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentSettings {
    /// The rows of the board; the default is 10.
    pub rows: u8,
    /// The columns of the board; the default is 10.
    pub cols: u8,
    /// Whether the columns are sent before the rows.
    pub swapped: bool,
    /// The number of players: the tournament starts when all of them are connected and ends when all games are played.
    /// If it is `None` (the default), players are paired as they connect, until the server is stopped.
    pub players: Option<usize>,
    /// The number of games that any two players play with each assignment of colours; unlimited by default.
    pub games: Option<u64>,
    /// The time limit for one move; unlimited by default.
    pub move_time: Option<Duration>,
    /// The time limit for all moves of a player in one game; unlimited by default.
    pub game_time: Option<Duration>,
    /// The time limit for the login of a new connection; the default is 30 seconds.
    pub login_time: Duration,
    /// If the number of players is fixed and all remaining games need players who have left: how long to wait for them.
    /// The default is 30 seconds.
    pub absence: Duration,
}

impl Default for TournamentSettings {
    fn default() -> TournamentSettings {
        TournamentSettings {
            rows: 10,
            cols: 10,
            swapped: false,
            players: None,
            games: None,
            move_time: None,
            game_time: None,
            login_time: Duration::from_secs(30),
            absence: Duration::from_secs(30),
        }
    }
}

// The following values, and the times in `TournamentSettings::default`, are first choices, not compared with others.

/// The number of consecutive forfeits after which a player of an unlimited tournament is disconnected.
const MAX_FORFEITS: u32 = 10;

/// How long the server waits for the late move of a player who has lost on time, so that the line does not count in the
/// player's next game.
const LATE_LINE_WAIT: Duration = Duration::from_secs(5);

/// The interval at which closed connections are removed from the free players.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);

/// Runs a tournament until all games are played or it is stopped, and returns the results. Calls `report` at the end of
/// each game.
///
/// When a stop is requested, the games in progress are finished. When the stop is enforced, the players to move
/// forfeit.
///
/// # Errors
/// [`BoardError`] if the board cannot be played on.
pub async fn serve(
    listener: Listener,
    settings: TournamentSettings,
    stop: Stop,
    report: impl FnMut(&GameRecord) + Send,
) -> Result<Vec<Row>, BoardError> {
    let referee = Referee::new(settings.rows, settings.cols, settings.swapped)?;
    let (sender, events) = mpsc::channel(64);
    let lobby = Lobby {
        settings,
        referee,
        tournament: Tournament::new(settings.games, settings.players),
        started: settings.players.is_none(),
        free: Vec::new(),
        game_count: 0,
        games: JoinSet::new(),
        sender: sender.clone(),
        events,
        stop: stop.clone(),
        report,
    };
    let logins = async {
        let login = |peer| login(peer, settings.login_time, stop.clone(), sender.clone());
        net::serve(listener, stop.clone(), login).await;
        pending::<Infallible>().await
    };
    tokio::select! {
        rows = lobby.run() => Ok(rows),
        never = logins => match never {},
    }
}

/// An event that connections and games report to the lobby.
enum LobbyEvent {
    Login(Login, Peer),
    GameEnded { numbers: [usize; 2], record: GameRecord, discarded: [usize; 2] },
    PlayerFree(ConnectedPlayer),
}

/// A connected player.
struct ConnectedPlayer {
    number: usize,
    peer: Peer,
    /// The number of consecutive forfeits up to the latest game.
    forfeits: u32,
}

async fn login(mut peer: Peer, time: Duration, stop: Stop, lobby: mpsc::Sender<LobbyEvent>) {
    let deadline = Instant::now().checked_add(time);
    let line = tokio::select! {
        line = peer.next_line(deadline) => line,
        () = stop.asked() => return,
    };
    let address = peer.address();
    match line {
        Ok(line) => match line.parse() {
            // If the lobby is gone, the connection is closed.
            Ok(login) => drop(lobby.send(LobbyEvent::Login(login, peer)).await),
            Err(error) => tracing::info!(%address, %error, "login failed"),
        },
        Err(error) => tracing::info!(%address, %error, "login failed"),
    }
}

/// The state of the server: the tournament, the free players and the games in progress.
struct Lobby<R> {
    settings: TournamentSettings,
    /// A game before its first move.
    referee: Referee,
    tournament: Tournament,
    /// Whether the tournament has started.
    started: bool,
    /// Players without a game. Once the tournament has started, no two of them have games left with each other.
    free: Vec<ConnectedPlayer>,
    /// The number of games started so far.
    game_count: u64,
    games: JoinSet<()>,
    sender: mpsc::Sender<LobbyEvent>,
    events: mpsc::Receiver<LobbyEvent>,
    stop: Stop,
    report: R,
}

impl<R: FnMut(&GameRecord)> Lobby<R> {
    async fn run(mut self) -> Vec<Row> {
        let mut sweep = interval(SWEEP_INTERVAL);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut idle_since: Option<Instant> = None;
        let mut stopping = false;
        loop {
            // Games send their events before their tasks end.
            let idle = self.games.is_empty() && self.events.is_empty();
            let fixed = self.settings.players.is_some() && self.started;
            if idle && (stopping || fixed && self.tournament.is_complete()) {
                break;
            }
            if !(idle && fixed) {
                idle_since = None;
            }
            let deadline = (idle && fixed)
                .then(|| *idle_since.get_or_insert_with(Instant::now))
                .and_then(|since| since.checked_add(self.settings.absence));
            let absent = async {
                match deadline {
                    Some(deadline) => sleep_until(deadline.into()).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                Some(event) = self.events.recv() => self.on_event(event),
                Some(result) = self.games.join_next() => {
                    if let Err(error) = result {
                        tracing::error!(%error, "a game failed");
                    }
                }
                _ = sweep.tick() => self.sweep(),
                () = absent => {
                    tracing::warn!("players are missing; the remaining games are not played");
                    break;
                }
                () = self.stop.asked(), if !stopping => stopping = true,
            }
        }
        let rows = self.tournament.rows().to_vec();
        let mut closing: JoinSet<()> =
            self.free.into_iter().map(|player| player.peer.close()).collect();
        while closing.join_next().await.is_some() {}
        rows
    }

    fn on_event(&mut self, event: LobbyEvent) {
        match event {
            LobbyEvent::Login(login, peer) => self.join(login.name(), peer),
            LobbyEvent::GameEnded { numbers, record, discarded } => {
                for (number, lines) in numbers.into_iter().zip(discarded) {
                    self.tournament.discarded(number, lines as u64);
                }
                self.tournament.record(numbers, &record);
                tracing::info!(
                    game = record.game,
                    winner = record.winner_name(),
                    reason = record.reason.as_ref().map(ToString::to_string),
                    moves = record.moves.len(),
                    "a game has ended"
                );
                (self.report)(&record);
            }
            LobbyEvent::PlayerFree(player) => self.pair_up(player),
        }
    }

    fn join(&mut self, name: &str, peer: Peer) {
        let address = peer.address();
        if self.stop.is_asked() {
            return;
        }
        // Players whose connections are closed free their places and can rejoin under their names.
        self.sweep();
        let Ok(number) = self.tournament.join(name) else {
            tracing::info!(%address, name, "refused: the tournament is full");
            return;
        };
        tracing::info!(%address, name = self.name(number), "a player has joined");
        self.pair_up(ConnectedPlayer { number, peer, forfeits: 0 });
        if !self.started && Some(self.tournament.connected()) == self.settings.players {
            self.started = true;
            let free = std::mem::take(&mut self.free);
            free.into_iter().for_each(|player| self.pair_up(player));
        }
    }

    /// Starts a game of a player with a free one, or adds the player to the free ones.
    fn pair_up(&mut self, mut player: ConnectedPlayer) {
        if player.peer.is_closed() {
            return self.leave(&player, "the connection is closed");
        }
        if self.settings.games.is_none() && player.forfeits >= MAX_FORFEITS {
            return self.leave(&player, "forfeited too many games");
        }
        while self.started && !self.stop.is_asked() {
            let free: Vec<usize> = self.free.iter().map(|player| player.number).collect();
            let other = self.tournament.opponent(player.number, &free);
            let Some(index) = free.iter().position(|&number| Some(number) == other) else { break };
            let mut other = self.free.remove(index);
            if other.peer.is_closed() {
                self.leave(&other, "the connection is closed");
            } else {
                return self.start_game(player, other);
            }
        }
        self.free.push(player);
    }

    fn leave(&mut self, player: &ConnectedPlayer, reason: &str) {
        let address = player.peer.address();
        tracing::info!(%address, name = self.name(player.number), reason, "a player has left");
        self.tournament.leave(player.number);
    }

    fn sweep(&mut self) {
        for mut player in std::mem::take(&mut self.free) {
            if player.peer.is_closed() {
                self.leave(&player, "the connection is closed");
            } else {
                self.free.push(player);
            }
        }
    }

    fn start_game(&mut self, a: ConnectedPlayer, b: ConnectedPlayer) {
        self.game_count += 1;
        let numbers = self.tournament.start_game(a.number, b.number);
        let players = if numbers[0] == a.number { [a, b] } else { [b, a] };
        let [left, right] = numbers.map(|number| self.name(number).to_owned());
        tracing::info!(game = self.game_count, black = left, white = right, "a game starts");
        let task = GameTask {
            game: self.game_count,
            names: [left, right],
            players,
            referee: self.referee.clone(),
            settings: self.settings,
        };
        self.games.spawn(task.play(self.stop.clone(), self.sender.clone()));
    }

    fn name(&self, number: usize) -> &str {
        &self.tournament.rows()[number].name
    }
}

/// A game in progress, with its connections.
struct GameTask {
    game: u64,
    names: [String; 2],
    /// Black, white.
    players: [ConnectedPlayer; 2],
    referee: Referee,
    settings: TournamentSettings,
}

impl GameTask {
    async fn play(mut self, stop: Stop, lobby: mpsc::Sender<LobbyEvent>) {
        let mut discarded = [0; 2];
        // Waits for the pauses of both connections first, so that no line arrives between discarding and the setup.
        for player in &self.players {
            player.peer.pause().await;
        }
        for player in Player::BOTH {
            discarded[player as usize] = self.players[player as usize].peer.discard();
            self.send(player, &self.referee.setup(player)).await;
        }
        if discarded != [0; 2] {
            let [black, white] = discarded;
            tracing::warn!(game = self.game, black, white, "lines out of turn were discarded");
        }
        let end = self.moves(&stop).await;
        let [left, right] = &self.names;
        let record =
            GameRecord { game: Some(self.game), ..self.referee.game().record(left, right) };
        let loser = self.referee.game().turn().to_move;
        self.players[!loser as usize].forfeits = 0;
        let forfeits = &mut self.players[loser as usize].forfeits;
        *forfeits = if end.reason == Reason::NoMoves { 0 } else { *forfeits + 1 };
        let numbers = self.players.each_ref().map(|player| player.number);
        // Sending fails only if the lobby is gone, and then the result is not needed.
        let _ = lobby.send(LobbyEvent::GameEnded { numbers, record, discarded }).await;
        let [black, white] = self.players;
        let (mut lost, won) = if loser == Player::Left { (black, white) } else { (white, black) };
        let _ = lobby.send(LobbyEvent::PlayerFree(won)).await;
        if end.reason == Reason::Time {
            tokio::select! {
                _ = lost.peer.next_line(Some(Instant::now() + LATE_LINE_WAIT)) => {}
                () = stop.asked() => {}
            }
        }
        let _ = lobby.send(LobbyEvent::PlayerFree(lost)).await;
    }

    /// Plays the moves up to the end of the game, which the player to move loses.
    async fn moves(&mut self, stop: &Stop) -> End {
        loop {
            let game = self.referee.game();
            let player = game.turn().to_move;
            let remaining =
                self.settings.game_time.map(|time| time.saturating_sub(game.used(player)));
            let allowed = [self.settings.move_time, remaining].into_iter().flatten().min();
            let start = Instant::now();
            let deadline = allowed.and_then(|time| start.checked_add(time));
            let line = tokio::select! {
                line = self.players[player as usize].peer.next_line(deadline) => Some(line),
                () = stop.over() => None,
            };
            self.referee.spend(start.elapsed());
            let step = match line {
                Some(Ok(line)) => self.referee.receive(&line),
                Some(Err(PeerError::TooLong)) => self.referee.forfeit(Reason::Malformed),
                Some(Err(PeerError::TimedOut)) => self.referee.forfeit(Reason::Time),
                Some(Err(_)) => self.referee.forfeit(Reason::Disconnected),
                None => self.referee.forfeit(Reason::Stopped),
            };
            for (player, line) in step.send {
                self.send(player, &line).await;
            }
            if let Some(end) = step.end {
                return end;
            }
        }
    }

    /// Sends a line. A closed connection is noticed when the player is to move.
    async fn send(&mut self, player: Player, line: &str) {
        let _ = self.players[player as usize].peer.send(line).await;
    }
}
