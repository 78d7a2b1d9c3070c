//! Every request of every ruleset ends soon after it is interrupted, and keeps to its bytes, on the largest boards and graphs.
//!
//! A program of its own: it reads its greatest resident size.
#![cfg(target_os = "linux")]

use std::fs;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use dicot::rules::{AnyPosition, AnyRuleset, BoardKind, Position};
use dicot::{Interrupt, Player};
use dicot_api::requests::{ApiError, Client, ErrorKind, NAMES, Settings};
use dicot_rulesets::{RulesetExt, library};
use serde_json::{Value, json};

/// The limit of memory of a request.
const BYTES: usize = 32 << 20;

/// What the process may take besides: answers, positions that are played, and what the allocator keeps. All options of the largest
/// graph take 32 MiB.
const ALLOWANCE: usize = 96 << 20;

/// The checks of the limits after which a request is interrupted, and those that it may make after that: where it has a part of
/// an answer, it makes more than one.
const CHECKS: u64 = 2;
const MORE_CHECKS: u64 = 5_000;

static COUNT: AtomicU64 = AtomicU64::new(0);

fn check() -> bool {
    COUNT.fetch_add(1, Relaxed) >= CHECKS
}

/// The greatest resident size since the last call, in bytes.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: usize = line.trim().trim_end_matches(" kB").parse().unwrap();
    fs::write("/proc/self/clear_refs", "5").unwrap();
    kib << 10
}

/// All pairs of 64 vertices, and a random graph with as many edges as there can be.
fn graphs(coloured: bool) -> Vec<String> {
    let letters = if coloured { [":b", ":r", ":g"] } else { [""; 3] };
    let graph = |vertices: u32, keep: &dyn Fn(u32) -> bool| {
        let pairs = (0..vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
        let kept = pairs.enumerate().filter(|&(n, _)| keep(n as u32)).take(2048);
        let edges = kept.map(|(n, (u, v))| format!(" {u}-{v}{}", letters[n % 3]));
        format!("n={vertices}{}", edges.collect::<String>())
    };
    vec![graph(64, &|_| true), graph(255, &|n| n.wrapping_mul(0x9e37_79b9) >> 20 < 250)]
}

/// Large positions of a ruleset.
fn positions(ruleset: &AnyRuleset) -> Vec<AnyPosition> {
    let spec = ruleset.spec();
    let mut texts = Vec::new();
    match spec.board {
        BoardKind::Graph(form) => texts.extend(graphs(form.coloured)),
        BoardKind::Rectangle | BoardKind::Row => {
            let letters: Vec<char> = spec.cells.iter().map(|cell| cell.letter).collect();
            for (width, height) in [(20_u32, 20_u32), (255, 1), (8, 8), (12, 1)] {
                let cell =
                    |n: u32| letters[(n.wrapping_mul(0x9e37_79b9) >> 16) as usize % letters.len()];
                let row = |row| (0..width).map(|col| cell(row * width + col)).collect::<String>();
                texts.push((0..height).map(row).collect::<Vec<_>>().join("/"));
            }
        }
        _ => texts.extend(["1000", "255x255", "255,254"].map(str::to_owned)),
    }
    let mut read: Vec<_> =
        texts.iter().filter_map(|text| ruleset.parse(text).ok()).take(2).collect();
    let sizes = spec.sizes.iter().chain(&[(20, 20), (10, 10)]);
    let starts = sizes.filter_map(|&(width, height)| ruleset.start_position(width, height));
    read.extend(starts.max_by_key(|start| start.to_string().len()));
    if read.is_empty() {
        read.extend(spec.positions.iter().filter_map(|(_, text)| ruleset.parse(text).ok()));
    }
    read
}

/// A game from a position, the players choosing their first and last moves in turn.
fn game(start: &AnyPosition) -> Vec<String> {
    let (mut position, mut player, mut played) = (start.clone(), Player::Left, Vec::new());
    while played.len() < 20 {
        let moves: Vec<_> = position.moves(player).collect();
        let Some(&mv) = (if played.len() % 2 == 0 { moves.last() } else { moves.first() }) else {
            break;
        };
        position = position.play(player, mv).unwrap();
        player = !player;
        played.push(mv.to_string());
    }
    played
}

/// The body of each request about a position.
fn body(request: &str, rules: &str, position: &str, played: &[String]) -> Option<Value> {
    Some(match request {
        "value" => {
            json!({"rules": rules, "position": position, "all_moves": true, "thermograph": true})
        }
        "explain" => json!({"rules": rules, "game": position}),
        "solve" => json!({"rules": rules, "sum": position, "moves": true, "line": true}),
        "moves" => json!({"rules": rules, "position": position}),
        "components" => json!({"rules": rules, "positions": [position, position]}),
        "turn" | "review" => {
            json!({"rules": rules, "start": position, "first": "left", "played": played})
        }
        "bot" => json!({
            "rules": rules, "start": position, "first": "left", "played": played, "bot": "uct", "milliseconds": 10_000,
        }),
        "start" => json!({"rules": rules, "width": 20, "height": 20}),
        "game" => json!({"expression": "(*30000).LeftOptions.Sum + {1000000||7|-1000000}"}),
        "worksheet" => json!({"text": "// A text\n1 + 1\n".repeat(1000)}),
        // Rulesets from texts have tests of their own.
        "ruleset" => return None,
        _ => panic!("how is {request} tested?"),
    })
}

#[test]
fn every_request_of_every_ruleset() {
    let settings = Settings { value_bytes: BYTES, solve_bytes: BYTES, ..Settings::default() };
    let mut answered = [0, 0];
    let names: Vec<&str> = library().iter().map(|ruleset| ruleset.spec().name.as_str()).collect();
    let variants = ["dicotic-", "impartial-", "twisted-"];
    let variants = names.iter().flat_map(|name| variants.map(|variant| format!("{variant}{name}")));
    for rules in names.iter().map(|name| (*name).to_owned()).chain(variants) {
        let Ok(ruleset) = library().find(&rules) else { continue };
        // A variant has the boards of its ruleset; the first is the largest.
        let count = if names.contains(&&*rules) { usize::MAX } else { 1 };
        for position in positions(&ruleset).into_iter().take(count) {
            let played = game(&position);
            let text = position.to_string();
            let before = {
                peak();
                peak()
            };
            for &request in NAMES {
                let Some(body) = body(request, &rules, &text, &played) else { continue };
                COUNT.store(0, Relaxed);
                let interrupt = Interrupt::polling(check);
                let mut client = Client::new(settings.clone()).with_interrupt(interrupt);
                let answer = client.answer(request, body.to_string().as_bytes(), "");
                let (checks, taken) = (COUNT.load(Relaxed), peak().saturating_sub(before));
                let what = format!("{request} {rules} {}", &text[..text.len().min(40)]);
                if let Err(error) = &answer {
                    assert_eq!(error.kind(), ErrorKind::Input, "{what}: {error}");
                }
                // Before each move that is replayed the limits are checked.
                if ["turn", "bot", "review"].contains(&request) && played.len() as u64 > CHECKS {
                    let is_of_time = answer.as_ref().is_err_and(ApiError::is_of_time);
                    assert!(is_of_time, "{what}: {answer:?}");
                }
                assert!(checks <= CHECKS + MORE_CHECKS, "{what}: {checks} checks");
                assert!(taken <= BYTES + ALLOWANCE, "{what}: {} MiB", taken >> 20);
                answered[usize::from(answer.is_ok())] += 1;
            }
        }
    }
    assert!(answered.iter().all(|&count| count > 200), "{answered:?}");
}
