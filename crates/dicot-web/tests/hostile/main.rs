//! Ten thousand malformed or hostile requests over real sockets: each is answered or closed in limited time, none makes
//! the server panic, and the server keeps serving in limited memory.
//!
//! An attack depends on its number alone, so that a failing one can be repeated.
//!
//! This is a separate test program because it measures the memory, and collects the log and the panics, of its process.

mod attacks;
mod inputs;
#[path = "../it/support.rs"]
#[expect(dead_code, reason = "the program `it` uses more of it")]
mod support;
mod wire;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dicot_api::requests::Settings;
use dicot_web::Config;
use serde_json::json;
use support::{PATIENCE, Site, wait_for};
use tokio::task::JoinSet;
use tokio::time::timeout;

const ATTACKS: usize = 10_000;
/// The number of attacks at a time.
const ATTACKERS: usize = 48;
/// How many attacks run between two checks that the server still serves.
const CHECK_INTERVAL: usize = 250;
/// How much the memory may grow from a fifth of the attacks to their end. The allocator may keep freed memory.
const GROWTH: f64 = 128.0 * 1024.0 * 1024.0;

/// Collects lines of text.
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

/// Collects the log and the panics of all threads.
fn collect_log_and_panics() -> (Lines, Lines) {
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

/// Tight limits, so that attacks exceed all of them in little time.
fn config() -> Config {
    const MIB: usize = 1 << 20;
    let short = Duration::from_millis(500);
    let moment = Duration::from_millis(50);
    Config {
        connections: 256,
        head_time: short,
        body_time: short,
        write_time: short,
        tables: 16,
        combo_time: moment,
        ping_time: short,
        sessions: 8,
        session_idle: short,
        requests: Settings {
            value_time: moment,
            solve_time: moment,
            max_time: moment,
            bot_time: moment,
            value_bytes: 16 * MIB,
            solve_bytes: 16 * MIB,
            session_bytes: MIB,
            ..Settings::default()
        },
        ..Config::default()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_attacks() {
    let (logged, panics) = collect_log_and_panics();
    let server = Arc::new(Site::with(config()));
    serves(&server);
    let next = Arc::new(AtomicUsize::new(0));
    let first_fifth = Arc::new(Mutex::new(None));
    let answers = Arc::new(Mutex::new(BTreeMap::<u16, usize>::new()));
    let mut attackers = JoinSet::new();
    for _ in 0..ATTACKERS {
        let (server, next, first_fifth) = (server.clone(), next.clone(), first_fifth.clone());
        let answers = answers.clone();
        attackers.spawn(async move {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= ATTACKS {
                    return;
                }
                for status in attack(&server, number).await {
                    *answers.lock().unwrap().entry(status).or_default() += 1;
                }
                if number % CHECK_INTERVAL == 0 {
                    serves(&server);
                }
                if number == ATTACKS / 5 {
                    let bytes = server.metric("dicot_resident_memory_bytes");
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
    serves(&server);
    // The attacks have reached every kind of answer.
    let answers = answers.lock().unwrap();
    for status in [101, 200, 400, 403, 404, 405, 408, 413, 415, 421, 422, 431] {
        assert!(answers.contains_key(&status), "no {status} among {answers:?}");
    }
    // Nothing of them is left.
    for (name, left) in [
        ("dicot_computations_running", 0.0),
        ("dicot_computations_waiting", 0.0),
        ("dicot_sessions", 0.0),
        ("dicot_session_bytes", 0.0),
        ("dicot_connections", 1.0), // the request for the metrics
        ("dicot_computations_panicked_total", 0.0),
    ] {
        server.wait_for_metric(name, |now| now == left);
    }
    let bytes = server.metric("dicot_resident_memory_bytes");
    let before = first_fifth.lock().unwrap().unwrap();
    assert!(bytes <= before + GROWTH, "from {before} to {bytes} bytes of memory");
    assert_eq!(panics.text(), "");
    assert!(!logged.text().contains("ERROR"), "{}", logged.text());
}

/// Makes an attack, checks the answers, and returns their statuses.
async fn attack(server: &Site, number: usize) -> Vec<u16> {
    let attack = attacks::attack(number as u64, server.address);
    let what = attack.what;
    let Ok(answer) = timeout(PATIENCE, wire::send(server.address, &attack)).await else {
        panic!("attack {number}, {what}: neither answered nor closed after {PATIENCE:?}");
    };
    let statuses = wire::statuses(&answer);
    for &status in &statuses {
        let is_refusal = matches!(status, 400..500 | 503);
        let is_fine = is_refusal || !attack.refused && matches!(status, 101 | 200..400);
        assert!(is_fine, "attack {number}, {what}: {}", String::from_utf8_lossy(&answer));
    }
    for secret in attacks::SECRETS {
        let leaked = answer.windows(secret.len()).any(|window| window == secret.as_bytes());
        assert!(!leaked, "attack {number}, {what}: {}", String::from_utf8_lossy(&answer));
    }
    statuses
}

/// Asserts that the server answers an ordinary request. Its limit of time is short, so on a busy machine the first try may reach it.
fn serves(server: &Site) {
    wait_for("the value of a small position", || {
        let answer = server.post("/api/value", &json!({"position": "xox/ox."}));
        answer.status == 200 && answer.ok()["value"] == "{^^*|*,v}"
    });
}
