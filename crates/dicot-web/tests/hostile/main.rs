//! Ten thousand malformed or hostile requests over real sockets: each one is answered or closed within a bound, none
//! makes the server panic, and afterwards it serves as before, in as much memory.
//!
//! An attack depends on its number alone, so that one that fails can be repeated.

mod attacks;
mod inputs;
#[path = "../running/mod.rs"]
mod running;
mod wire;

use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use dicot_web::Config;
use running::{PATIENCE, Running, start};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use wire::Wire;

const ATTACKS: usize = 10_000;
/// How many attack at a time.
const ATTACKERS: usize = 48;
/// After so many attacks it is tried whether the server still serves.
const TRIED_EACH: usize = 250;
/// How much memory the server may take more at the end than after a fifth of the attacks. What it frees may stay with
/// the process.
const GROWTH: i64 = 128 << 20;

/// Lines that are remembered.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn text(&self) -> String {
        let bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Remembers what is logged, and all panics, of whatever thread or task.
fn remember() -> (Lines, Lines) {
    let (logged, panics) = (Lines::default(), Lines::default());
    let writer = logged.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing::Level::WARN)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .init();
    let (written, usual) = (panics.clone(), panic::take_hook());
    panic::set_hook(Box::new(move |info| {
        // Writing to memory never fails.
        let _ = writeln!(written.clone(), "{info}");
        usual(info);
    }));
    (logged, panics)
}

/// Bounds that are tight, so that a test passes all of them in little time.
fn config() -> Config {
    const MIB: usize = 1 << 20;
    let short = Duration::from_millis(500);
    let moment = Duration::from_millis(50);
    Config {
        connections: 256,
        head_time: short,
        body_time: short,
        write_time: short,
        value_time: moment,
        solve_time: moment,
        most_time: moment,
        bot_time: moment,
        value_bytes: 16 * MIB,
        solve_bytes: 16 * MIB,
        tables: 16,
        combo_time: moment,
        ping_time: short,
        sessions: 8,
        session_bytes: MIB,
        session_idle: short,
        ..Config::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_attacks() {
    let (logged, panics) = remember();
    let server = Arc::new(start(config()).await);
    serves(&server).await;
    let next = Arc::new(AtomicUsize::new(0));
    let first_fifth = Arc::new(Mutex::new(None));
    let mut attackers = JoinSet::new();
    for _ in 0..ATTACKERS {
        let (server, next, first_fifth) = (server.clone(), next.clone(), first_fifth.clone());
        attackers.spawn(async move {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= ATTACKS {
                    return;
                }
                attack(&server, number).await;
                if number % TRIED_EACH == 0 {
                    serves(&server).await;
                }
                if number == ATTACKS / 5 {
                    let bytes = metric(&server, "dicot_resident_memory_bytes").await;
                    *first_fifth.lock().unwrap() = Some(bytes);
                }
            }
        });
    }
    while let Some(ended) = attackers.join_next().await {
        if let Err(error) = ended {
            panic!("{error}\n{}{}", panics.text(), logged.text());
        }
    }
    serves(&server).await;
    // Nothing is left of them.
    for (name, left) in [
        ("dicot_computations_running", 0),
        ("dicot_computations_waiting", 0),
        ("dicot_sessions", 0),
        ("dicot_session_bytes", 0),
        ("dicot_connections", 1), // the one who asks
        ("dicot_computations_panicked_total", 0),
    ] {
        until(&server, name, left).await;
    }
    let bytes = metric(&server, "dicot_resident_memory_bytes").await;
    let before = first_fifth.lock().unwrap().unwrap();
    assert!(bytes <= before + GROWTH, "from {before} to {bytes} bytes of memory");
    assert_eq!(panics.text(), "");
    assert!(!logged.text().contains("ERROR"), "{}", logged.text());
    server.stopper.ask();
    until_closed(&server).await;
}

/// Makes an attack, and looks at what comes back.
async fn attack(server: &Running, number: usize) {
    let attack = attacks::attack(number as u64, server.address);
    let what = attack.what;
    let begin = Instant::now();
    let Ok(answer) = timeout(PATIENCE, wire::send(server.address, &attack)).await else {
        panic!("attack {number}, {what}: neither answered nor closed after {:?}", begin.elapsed());
    };
    for status in wire::statuses(&answer) {
        let is_refusal = matches!(status, 400..500 | 503);
        let is_fine = is_refusal || !attack.refused && matches!(status, 101 | 200..400);
        assert!(is_fine, "attack {number}, {what}: {}", String::from_utf8_lossy(&answer));
    }
    for secret in attacks::SECRETS {
        let told = answer.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!told, "attack {number}, {what}: {}", String::from_utf8_lossy(&answer));
    }
}

/// Asks what anybody may ask.
async fn serves(server: &Running) {
    let mut wire = Wire::connect(server.address).await;
    let (status, body) = wire.post("/api/value", "{\"position\":\"xox/ox.\"}").await;
    assert_eq!(status, 200, "{body}");
    assert!(body.contains("\"value\":\"{^^*|*,v}\""), "{body}");
}

/// A number that the server says of itself.
async fn metric(server: &Running, name: &str) -> i64 {
    let (status, text) = Wire::connect(server.address).await.get("/metrics").await;
    assert_eq!(status, 200, "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).trim().parse().unwrap()
}

/// Waits until the number is so.
async fn until(server: &Running, name: &str, wanted: i64) {
    let begin = Instant::now();
    loop {
        let now = metric(server, name).await;
        if now == wanted {
            return;
        }
        assert!(begin.elapsed() < PATIENCE, "{name} is {now}, and does not become {wanted}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Waits until the server has ended.
async fn until_closed(server: &Running) {
    let begin = Instant::now();
    while !server.task.is_finished() {
        assert!(begin.elapsed() < PATIENCE, "the server does not end");
        sleep(Duration::from_millis(20)).await;
    }
}
