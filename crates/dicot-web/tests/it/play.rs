//! Games: whole games, malformed games, bots and reviews.

use std::io::Write;
use std::time::Duration;

use dicot::rules::BoardKind;
use dicot_api::requests::Settings;
use dicot_web::Config;
use serde_json::{Value, json};

use crate::support::{JSON, Site};

/// A small start position of the ruleset; `None` if games have another name.
fn start(site: &Site, rules: &Value) -> Option<String> {
    let name = rules["name"].as_str()?;
    let own = match name {
        "fission" => ".../.x./...",
        "toads-and-frogs" => "tt..ff",
        "amazons" => "x.../..../...o",
        "diagonals" => "xxx/ooo/xxx",
        "anti-clobber" => "x.o./.x.o",
        // Whole matches are played as `konane-artemis` and its kin.
        "konane" => return None,
        _ => rules["start"].as_str().unwrap_or_default(),
    };
    if !own.is_empty() {
        return Some(own.to_owned());
    }
    [(4, 4), (6, 1), (5, 3)].iter().find_map(|(width, height)| {
        let asked = json!({"rules": name, "width": width, "height": height});
        let answer = site.post("/api/start", &asked);
        (answer.status == 200).then(|| answer.json()["position"].as_str().unwrap().to_owned())
    })
}

#[test]
fn whole_games_of_every_ruleset_and_bot() {
    const MOST: usize = 60;
    let site = Site::new();
    let rulesets = site.get("/api/rulesets").ok();
    for rules in rulesets.as_array().unwrap() {
        let Some(start) = start(&site, rules) else {
            assert_eq!(rules["name"], "konane");
            continue;
        };
        for bot in rules["bots"].as_array().unwrap() {
            let mut game = json!({"rules": rules["name"], "start": start, "played": []});
            for ply in 0.. {
                let turn = site.post("/api/turn", &game).ok();
                let moves = turn["moves"].as_array().unwrap();
                assert_eq!(turn["over"], moves.is_empty());
                let sides = ["left", "right"];
                assert_eq!(turn["side"], sides[ply % 2], "{game}");
                if let Some(played) = game["played"].as_array().unwrap().last() {
                    assert_eq!(turn["last"]["move"], *played);
                }
                if moves.is_empty() {
                    assert_eq!(turn["winner"], sides[(ply + 1) % 2]);
                    break;
                }
                assert_eq!(turn["winner"], Value::Null);
                // Moves of these are chosen from a list, not pointed out on the board.
                let name = rules["name"].as_str().unwrap();
                let board = dicot::rules::spec(name).map_or(BoardKind::Text, |spec| spec.board);
                let is_listed = matches!(
                    board,
                    BoardKind::Text | BoardKind::Heaps | BoardKind::Cakes | BoardKind::Graph(_)
                ) || name == "toppling-dominoes";
                assert!(is_listed || moves.iter().all(|mv| mv["from"].is_array()));
                if ply == MOST {
                    assert_eq!(rules["rank"], "nothing", "other games end sooner");
                    break;
                }
                let mut asked = game.clone();
                asked["bot"] = if ply % 2 == 0 { bot.clone() } else { json!("random") };
                asked["milliseconds"] = json!(2);
                let answer = site.post("/api/bot", &asked).ok();
                assert!(moves.iter().any(|mv| mv["move"] == answer["move"]), "{answer} {turn}");
                game["played"].as_array_mut().unwrap().push(answer["move"].clone());
                let after = site.post("/api/turn", &game).ok();
                assert_eq!(after["position"], answer["position"]);
            }
        }
    }
}

#[test]
fn moves_name_their_cells() {
    let site = Site::new();
    let first = |rules: &str, start: &str| {
        let turn = site.post("/api/turn", &json!({"rules": rules, "start": start})).ok();
        turn["moves"][0].clone()
    };
    let rows = [
        ("clobber", "../xo", json!({"move": "a1-b1", "from": [0, 1], "to": [1, 1]})),
        ("combo", ".,b1", json!({"move": "1,0-0,0-1", "from": [1, 0], "to": [0, 0], "count": 1})),
        ("konane-any", "x", json!({"move": "[0:0]", "from": [0, 0]})),
        ("fox-and-geese", ".g./.../.f.", json!({"move": "b3-a2", "from": [1, 0], "to": [0, 1]})),
        ("konane", "xo../....", json!({"move": "[1:0]:[1:2]", "from": [0, 0], "to": [2, 0]})),
        ("toads-and-frogs", "t.", json!({"move": "a1-b1", "from": [0, 0], "to": [1, 0]})),
        ("domineering", "./.", json!({"move": "a1-a2", "from": [0, 1], "to": [0, 0]})),
        (
            "fission",
            "./x/.",
            json!({"move": "a2-a1,a3", "from": [0, 1], "to": [0, 2], "then": [0, 0]}),
        ),
        (
            "amazons",
            "x.",
            json!({"move": "a1-b1/a1", "from": [0, 0], "to": [1, 0], "then": [0, 0]}),
        ),
    ];
    for (rules, start, mv) in rows {
        assert_eq!(first(rules, start), mv, "{rules}");
    }
    assert_eq!(first("kayles", "1").as_object().unwrap().len(), 1);
}

#[test]
fn malformed_games() {
    let site = Site::new();
    let rows = [
        (
            json!({"rules": "clobber", "start": "xo.", "played": ["a1-b1", "a1-b1"]}),
            "move 2: illegal move a1-b1 by Right: there is no stone to move",
        ),
        (
            json!({"rules": "clobber", "start": "xo.", "first": "right", "played": ["a1-b1"]}),
            "move 1: illegal move a1-b1 by Right: the stone to move is not the player's own",
        ),
        (
            json!({"rules": "clobber", "start": "xo", "played": ["pass"]}),
            "move 1: \"pass\" is not a move: expected two cells of the board like a1-b1",
        ),
        (
            json!({"rules": "clobber", "start": "x?"}),
            "start: row 1, column 2: unexpected '?', expected one of \"xo.\"",
        ),
        (
            json!({"rules": "clober", "start": "x"}),
            "unknown ruleset \"clober\"; did you mean clobber?",
        ),
        (
            json!({"rules": "clobber", "start": "xo", "played": vec!["a1-b1"; 2001]}),
            "the game has 2001 moves, and the limit is 2000",
        ),
    ];
    for (game, text) in rows {
        for (path, more) in [
            ("/api/turn", json!({})),
            ("/api/bot", json!({"bot": "random", "milliseconds": 1})),
            ("/api/review", json!({})),
        ] {
            let mut asked = game.clone();
            asked.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let (status, error) = site.post(path, &asked).error();
            assert_eq!((status, error["error"].as_str().unwrap()), (422, text), "{path}");
        }
    }
}

#[test]
fn bots_that_cannot_move() {
    let site = Site::new();
    let error = |game: &Value, bot: &str, milliseconds: u64| {
        let mut asked = game.clone();
        (asked["bot"], asked["milliseconds"]) = (json!(bot), json!(milliseconds));
        let (status, error) = site.post("/api/bot", &asked).error();
        assert_eq!(status, 422);
        (error["error"].as_str().unwrap().to_owned(), error["limit"].clone())
    };
    let game = json!({"rules": "kayles", "start": "3"});
    let unknown = "unknown bot \"strong\" for kayles; expected random, uct, weak, medium, perfect";
    assert_eq!(error(&game, "strong", 1), (unknown.to_owned(), Value::Null));
    let (text, limit) = error(&game, "uct", 86_400_000);
    assert_eq!((text.as_str(), &limit), ("a bot may think for at most 10000 ms", &json!("time")));
    let over = json!({"rules": "clobber", "start": "xo", "played": ["a1-b1"]});
    assert_eq!(error(&over, "strong", 1).0, "the game is over: Right has no move");
}

/// The same seed gives the same move; without a seed, moves are random.
#[test]
fn the_seed_decides_the_move() {
    let site = Site::new();
    let position =
        site.post("/api/start", &json!({"rules": "combo", "width": 8, "height": 8})).ok();
    let game = json!({"rules": "combo", "start": position["position"], "bot": "random", "milliseconds": 1});
    let choose = |seed: Option<u64>| {
        let mut asked = game.clone();
        asked["seed"] = json!(seed);
        site.post("/api/bot", &asked).ok()["move"].clone()
    };
    assert_eq!(choose(Some(7)), choose(Some(7)));
    // There are 94 moves.
    let first = choose(None);
    assert!((0..200).any(|_| choose(None) != first));
}

#[test]
fn repeated_positions_are_counted() {
    let site = Site::new();
    let round = ["0,0-0,1-1", "3,0-3,1-1", "0,1-0,0-1", "3,1-3,0-1"];
    for n in 0..3 {
        let played: Vec<&str> = round.iter().copied().cycle().take(4 * n).collect();
        let game = json!({"rules": "combo", "start": "b1,.,.,w1/.,.,.,.", "played": played});
        assert_eq!(site.post("/api/turn", &game).ok()["times"], n + 1);
    }
}

#[test]
fn who_begins_in_konane() {
    let site = Site::new();
    let turn =
        |start: &str| site.post("/api/turn", &json!({"rules": "konane", "start": start})).ok();
    let whole = turn("ox/xo");
    assert_eq!((&whole["rules"], &whole["side"]), (&json!("konane-artemis"), &json!("left")));
    // Black has removed a stone, so White is to remove one.
    assert_eq!(turn("ox/.o")["side"], "right");
}

#[test]
fn reviews() {
    let site = Site::new();
    let review = |asked: Value| site.post("/api/review", &asked).ok();
    // Left could win in two ways, a1-b1 and c1-b1.
    let game = json!({"rules": "clobber", "start": "xoxo", "played": ["c1-d1", "b1-a1"]});
    let found = review(game.clone());
    assert_eq!(found["lost_at"], 1);
    assert_eq!(found["winners"], json!(["left", "right", "right"]));
    assert_eq!(
        found["mistakes"],
        json!([{"ply": 1, "side": "left", "move": "c1-d1", "better": ["a1-b1"], "answer": "b1-a1"}])
    );
    assert_eq!((&found["undecided"], &found["reason"]), (&json!(0), &Value::Null));
    // After that move, Left resigns (the move lost the game), or Right resigns a won game (no move lost it).
    let mut resigned = game;
    resigned["played"] = json!(["c1-d1"]);
    assert_eq!(review(resigned.clone())["lost_at"], Value::Null);
    resigned["winner"] = json!("right");
    assert_eq!(review(resigned.clone())["lost_at"], 1);
    resigned["winner"] = json!("left");
    assert_eq!(review(resigned)["lost_at"], Value::Null);
    // A board that the solver cannot decide.
    let row = ["xoxoxoxoxo", "oxoxoxoxox"].repeat(5).join("/");
    let found = review(json!({"rules": "clobber", "start": row, "seconds": 0.01}));
    assert_eq!((&found["undecided"], &found["reason"]), (&json!(1), &json!("the time is up")));
    // Nobody can be forced, until Left goes next to the other stone.
    let game = json!({"rules": "combo", "start": "b1,.,./.,.,w1", "played": ["0,0-1,0-1"]});
    let found = review(game);
    assert_eq!(found["winners"], json!(["draw", "draw"]));
    assert_eq!((&found["undecided"], &found["mistakes"]), (&json!(0), &json!([])));
}

/// Sends a request that takes an hour, disconnects, and waits until the computation has ended.
fn disconnect_during(path: &str, asked: &Value) {
    let hour = Duration::from_secs(3600);
    let site = Site::with(Config {
        requests: Settings { bot_time: hour, max_time: hour, ..Settings::default() },
        ..Config::default()
    });
    let mut client = site.connect();
    let body = asked.to_string();
    client.write_all(&site.request("POST", path, &[JSON], body.as_bytes())).unwrap();
    site.wait_for_metric("dicot_computations_running", |n| n == 1.0);
    drop(client);
    site.wait_for_metric("dicot_computations_running", |n| n == 0.0);
}

#[test]
fn bots_and_reviews_end_when_the_client_disconnects() {
    let row = ["xoxoxoxoxo", "oxoxoxoxox"].repeat(5).join("/");
    let game =
        json!({"rules": "clobber", "start": row, "bot": "strong", "milliseconds": 3_600_000});
    disconnect_during("/api/bot", &game);
    let uct = json!({"rules": "queens", "start": row, "bot": "uct", "milliseconds": 3_600_000});
    disconnect_during("/api/bot", &uct);
    disconnect_during("/api/review", &json!({"rules": "clobber", "start": row, "seconds": 3_600}));
}
