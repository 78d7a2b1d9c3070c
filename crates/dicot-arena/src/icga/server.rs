//! The server: logins, pairing, games.

use std::convert::Infallible;
use std::future::pending;
use std::time::{Duration, Instant};

use dicot::Player;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval, sleep_until};

use super::message::{BoardError, Login};
use super::referee::{End, Reason, Referee};
use super::tournament::{Row, Tournament};
use crate::matches::GameRecord;
use crate::net::{self, Listener, Peer, PeerError, Stop};

/// What is played, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rows of the board: 10.
    pub rows: u8,
    /// The columns of the board: 10.
    pub cols: u8,
    /// Whether the columns are sent before the rows.
    pub swapped: bool,
    /// How many players there are. When all have come it begins; when all games are played it ends. Without a
    /// number, whoever comes is matched with whoever waits, until the server is stopped.
    pub players: Option<usize>,
    /// How many games any two play each way; without a number, they go on for ever.
    pub games: Option<u64>,
    /// How long a move may take; by default as long as it likes.
    pub move_time: Option<Duration>,
    /// How long all moves of a player in one game may take; by default as long as they like.
    pub game_time: Option<Duration>,
    /// How long after connecting a player must have said its name: 30 seconds.
    pub login_time: Duration,
    /// How long a player who has gone can come back when nothing else is left to be played, if the number of players
    /// is fixed: 30 seconds.
    pub absence: Duration,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
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

/// How many forfeits in a row a player of an endless tournament may have before it is sent away.
const FORFEITS: u32 = 10;

/// How long a player who has lost by time is waited for: the line that comes late is not to count in its next game.
const LATE: Duration = Duration::from_secs(5);

/// How often those who wait are looked after.
const SWEEP: Duration = Duration::from_secs(1);

/// Runs a tournament, until all games are played or it is stopped; the results. Each game is reported when it ends.
///
/// When it is asked to stop, the games that are going on are finished. When it is over, who is to move forfeits.
///
/// # Errors
/// [`BoardError`] if nobody can play on the board.
pub async fn serve(
    listener: Listener,
    rules: Rules,
    stop: Stop,
    report: impl FnMut(&GameRecord) + Send,
) -> Result<Vec<Row>, BoardError> {
    let referee = Referee::new(rules.rows, rules.cols, rules.swapped)?;
    let (sender, news) = mpsc::channel(64);
    let lobby = Lobby {
        rules,
        referee,
        tournament: Tournament::new(rules.games, rules.players),
        begun: rules.players.is_none(),
        free: Vec::new(),
        numbered: 0,
        games: JoinSet::new(),
        sender: sender.clone(),
        news,
        stop: stop.clone(),
        report,
    };
    let logins = async {
        let login = |peer| login(peer, rules.login_time, stop.clone(), sender.clone());
        net::serve(listener, stop.clone(), login).await;
        pending::<Infallible>().await
    };
    tokio::select! {
        rows = lobby.run() => Ok(rows),
        never = logins => match never {},
    }
}

/// What the lobby hears of.
enum News {
    Login(Login, Peer),
    Ended { numbers: [usize; 2], end: End, record: GameRecord, discarded: [usize; 2] },
    Back(Seat),
}

/// A player who is here.
struct Seat {
    number: usize,
    peer: Peer,
    /// How many of the latest games it has lost without playing on.
    forfeits: u32,
}

async fn login(mut peer: Peer, time: Duration, stop: Stop, lobby: mpsc::Sender<News>) {
    let deadline = Instant::now().checked_add(time);
    let line = tokio::select! {
        line = peer.next_line(deadline) => line,
        () = stop.asked() => return,
    };
    let address = peer.address();
    match line {
        Ok(line) => match line.parse() {
            // If the lobby has closed, so is the connection.
            Ok(login) => drop(lobby.send(News::Login(login, peer)).await),
            Err(error) => tracing::info!(%address, %error, "no login"),
        },
        Err(error) => tracing::info!(%address, %error, "no login"),
    }
}

/// Those who are free, and the tournament.
struct Lobby<R> {
    rules: Rules,
    /// A game before its first move.
    referee: Referee,
    tournament: Tournament,
    begun: bool,
    /// No two of them have a game to play with each other, once it has begun.
    free: Vec<Seat>,
    numbered: u64,
    games: JoinSet<()>,
    sender: mpsc::Sender<News>,
    news: mpsc::Receiver<News>,
    stop: Stop,
    report: R,
}

impl<R: FnMut(&GameRecord)> Lobby<R> {
    async fn run(mut self) -> Vec<Row> {
        let mut sweep = interval(SWEEP);
        sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut idle_since: Option<Instant> = None;
        let mut stopping = false;
        loop {
            // Games tell their news before they end.
            let idle = self.games.is_empty() && self.news.is_empty();
            let fixed = self.rules.players.is_some() && self.begun;
            if idle && (stopping || fixed && self.tournament.is_complete()) {
                break;
            }
            if !(idle && fixed) {
                idle_since = None;
            }
            let given_up = (idle && fixed)
                .then(|| *idle_since.get_or_insert_with(Instant::now))
                .and_then(|since| since.checked_add(self.rules.absence));
            let absent = async {
                match given_up {
                    Some(deadline) => sleep_until(deadline.into()).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                Some(news) = self.news.recv() => self.hear(news),
                Some(ended) = self.games.join_next() => {
                    if let Err(error) = ended {
                        tracing::error!(%error, "a game failed");
                    }
                }
                _ = sweep.tick() => self.sweep(),
                () = absent => {
                    tracing::warn!("players are missing: the other games are not played");
                    break;
                }
                () = self.stop.asked(), if !stopping => stopping = true,
            }
        }
        let rows = self.tournament.rows().to_vec();
        let mut closing: JoinSet<()> =
            self.free.into_iter().map(|seat| seat.peer.close()).collect();
        while closing.join_next().await.is_some() {}
        rows
    }

    fn hear(&mut self, news: News) {
        match news {
            News::Login(login, peer) => self.welcome(login.name(), peer),
            News::Ended { numbers, end, record, discarded } => {
                for (number, lines) in numbers.into_iter().zip(discarded) {
                    self.tournament.discarded(number, lines as u64);
                }
                self.tournament.record(numbers, end);
                tracing::info!(
                    game = record.game,
                    winner = record.winner_name(),
                    reason = record.reason.as_ref().map(ToString::to_string),
                    moves = record.moves.len(),
                    "a game has ended"
                );
                (self.report)(&record);
            }
            News::Back(seat) => self.seat(seat),
        }
    }

    fn welcome(&mut self, name: &str, peer: Peer) {
        let address = peer.address();
        if self.stop.is_asked() {
            return;
        }
        // Who has gone unnoticed has no place that another one needs, and comes back under the same name.
        self.sweep();
        let Ok(number) = self.tournament.join(name) else {
            tracing::info!(%address, name, "no more players are taken");
            return;
        };
        tracing::info!(%address, name = self.name(number), "a player has come");
        self.seat(Seat { number, peer, forfeits: 0 });
        if !self.begun && Some(self.tournament.connected()) == self.rules.players {
            self.begun = true;
            let free = std::mem::take(&mut self.free);
            free.into_iter().for_each(|seat| self.seat(seat));
        }
    }

    /// Finds a game for a player, or lets it wait.
    fn seat(&mut self, mut seat: Seat) {
        if seat.peer.is_gone() {
            return self.leave(&seat, "the connection is closed");
        }
        if self.rules.games.is_none() && seat.forfeits >= FORFEITS {
            return self.leave(&seat, "too many games were forfeited");
        }
        while self.begun && !self.stop.is_asked() {
            let free: Vec<usize> = self.free.iter().map(|seat| seat.number).collect();
            let other = self.tournament.opponent(seat.number, &free);
            let Some(place) = free.iter().position(|&number| Some(number) == other) else { break };
            let mut other = self.free.remove(place);
            if other.peer.is_gone() {
                self.leave(&other, "the connection is closed");
            } else {
                return self.begin(seat, other);
            }
        }
        self.free.push(seat);
    }

    fn leave(&mut self, seat: &Seat, reason: &str) {
        let address = seat.peer.address();
        tracing::info!(%address, name = self.name(seat.number), reason, "a player has gone");
        self.tournament.leave(seat.number);
    }

    fn sweep(&mut self) {
        for mut seat in std::mem::take(&mut self.free) {
            if seat.peer.is_gone() {
                self.leave(&seat, "the connection is closed");
            } else {
                self.free.push(seat);
            }
        }
    }

    fn begin(&mut self, one: Seat, other: Seat) {
        self.numbered += 1;
        let numbers = self.tournament.begin(one.number, other.number);
        let seats = if numbers[0] == one.number { [one, other] } else { [other, one] };
        let [left, right] = numbers.map(|number| self.name(number).to_owned());
        tracing::info!(game = self.numbered, black = left, white = right, "a game begins");
        let table = Table {
            game: self.numbered,
            names: [left, right],
            seats,
            referee: self.referee.clone(),
            rules: self.rules,
        };
        self.games.spawn(table.play(self.stop.clone(), self.sender.clone()));
    }

    fn name(&self, number: usize) -> &str {
        &self.tournament.rows()[number].name
    }
}

/// Where a game is played.
struct Table {
    game: u64,
    names: [String; 2],
    /// Black, white.
    seats: [Seat; 2],
    referee: Referee,
    rules: Rules,
}

fn place(player: Player) -> usize {
    usize::from(player == Player::Right)
}

impl Table {
    async fn play(mut self, stop: Stop, lobby: mpsc::Sender<News>) {
        let mut discarded = [0; 2];
        // Both pauses end before anything is discarded, so that no line comes between that and the setup.
        for seat in &self.seats {
            seat.peer.pause().await;
        }
        for player in [Player::Left, Player::Right] {
            discarded[place(player)] = self.seats[place(player)].peer.discard();
            self.send(player, &self.referee.setup(player)).await;
        }
        if discarded != [0; 2] {
            let [black, white] = discarded;
            tracing::warn!(game = self.game, black, white, "lines out of turn are discarded");
        }
        let mut taken = [Duration::ZERO; 2];
        let end = self.moves(&stop, &mut taken).await;
        let [left, right] = &self.names;
        let mut record = self.referee.record(left, right);
        (record.game, record.seconds) = (Some(self.game), Some(taken.into()));
        let loser = !end.winner;
        self.seats[place(end.winner)].forfeits = 0;
        let forfeits = &mut self.seats[place(loser)].forfeits;
        *forfeits = if end.reason == Reason::NoMove { 0 } else { *forfeits + 1 };
        let numbers = [self.seats[0].number, self.seats[1].number];
        // If the lobby has closed, nobody wants to know.
        let _ = lobby.send(News::Ended { numbers, end, record, discarded }).await;
        let [black, white] = self.seats;
        let (mut lost, won) = if loser == Player::Left { (black, white) } else { (white, black) };
        let _ = lobby.send(News::Back(won)).await;
        if end.reason == Reason::Time {
            tokio::select! {
                _ = lost.peer.next_line(Some(Instant::now() + LATE)) => {}
                () = stop.asked() => {}
            }
        }
        let _ = lobby.send(News::Back(lost)).await;
    }

    /// The moves, up to the end, and how long each player takes for them.
    async fn moves(&mut self, stop: &Stop, taken: &mut [Duration; 2]) -> End {
        loop {
            let player = self.referee.to_move();
            let taken = &mut taken[place(player)];
            let left = self.rules.game_time.map(|time| time.saturating_sub(*taken));
            let allowed = [self.rules.move_time, left].into_iter().flatten().min();
            let begun = Instant::now();
            let deadline = allowed.and_then(|time| begun.checked_add(time));
            let line = tokio::select! {
                line = self.seats[place(player)].peer.next_line(deadline) => Some(line),
                () = stop.over() => None,
            };
            *taken = taken.saturating_add(begun.elapsed());
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

    /// Sends a line. Who has gone is noticed when it is to move.
    async fn send(&mut self, player: Player, line: &str) {
        let _ = self.seats[place(player)].peer.send(line).await;
    }
}
