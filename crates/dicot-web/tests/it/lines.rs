//! Answers equal the JSON lines of the command line: `tests/data/lines.txt` was printed by it.

use serde_json::{Value, json};

use crate::support::Site;

#[test]
fn answers_are_the_lines_of_the_command_line() {
    let site = Site::new();
    let mut lines = 0;
    for line in include_str!("../data/lines.txt").lines() {
        let mut parts = line.splitn(3, '\t');
        let mut next = || parts.next().unwrap();
        let (question, request) = (next(), serde_json::from_str(next()).unwrap());
        let mut expected: Value = serde_json::from_str(next()).unwrap();
        let mut answer = site.post(&format!("/api/{question}"), &request).ok();
        if question == "value" {
            for part in answer["components"].as_array_mut().unwrap() {
                part.as_object_mut().unwrap().remove("cells");
            }
        }
        if question == "solve" {
            for line in [&mut expected, &mut answer] {
                assert!(line["nodes"].is_u64() && line["seconds"].is_f64());
                (line["nodes"], line["seconds"]) = (Value::Null, Value::Null);
            }
        }
        assert_eq!(answer, expected, "{question} {request}");
        lines += 1;
    }
    assert!(lines > 20);
}

#[test]
fn all_moves_and_their_positions() {
    let site = Site::new();
    let answer = site.post("/api/value", &json!({"position": "xxo.ox", "all_moves": true})).ok();
    let move_of = |side: &str, name: &str| {
        let moves = answer["all_moves"][side].as_array().unwrap();
        moves.iter().find(|m| m["move"] == name).unwrap().clone()
    };
    let reversible = json!({
        "move": "f1-e1", "value": "^", "wins": true, "sensible": false, "position": "xxo.x."
    });
    assert_eq!(move_of("left", "f1-e1"), reversible);
    let best = json!({
        "move": "c1-b1", "value": "0", "wins": true, "sensible": true, "position": "xo..ox"
    });
    assert_eq!(move_of("right", "c1-b1"), best);
    assert_eq!(answer["components"][0]["cells"], json!([[0, 0], [1, 0], [2, 0]]));
    assert_eq!(answer["components"][1]["cells"], json!([[4, 0], [5, 0]]));
    assert_eq!(answer.get("thermograph_svg"), None);
}

#[test]
fn thermographs() {
    let site = Site::new();
    let position = json!({"rules": "domineering", "position": "../..", "thermograph": true});
    let expression = json!({"expression": "{4|{2|-4}}", "thermograph": true});
    for (path, request) in [("/api/value", position), ("/api/game", expression)] {
        let answer = site.post(path, &request).ok();
        let svg = answer["thermograph_svg"].as_str().unwrap();
        assert!(svg.contains("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    }
    let truth = site.post("/api/game", &json!({"expression": "1 < 2", "thermograph": true})).ok();
    assert_eq!(truth, json!({"input": "1 < 2", "result": true}));
}

#[test]
fn thermographs_are_drawn_for_a_width() {
    let site = Site::new();
    let picture = |path: &str, mut request: Value, width: Value| {
        request["thermograph"] = json!(true);
        request["thermograph_width"] = width;
        site.post(path, &request).ok()["thermograph_svg"].as_str().unwrap().to_owned()
    };
    let position = json!({"rules": "domineering", "position": "../.."});
    let expression = json!({"expression": "{4|{2|-4}}"});
    for (path, request) in [("/api/value", position), ("/api/game", expression)] {
        let usual = picture(path, request.clone(), json!(null));
        assert!(usual.contains("class=\"title\""), "{usual}");
        let narrow = picture(path, request.clone(), json!(320));
        assert!(
            narrow.contains(" width=\"320\"") && !narrow.contains("class=\"title\""),
            "{narrow}"
        );
        // Absurd widths are clamped.
        assert!(picture(path, request.clone(), json!(1)).contains(" width=\"200\""));
        assert!(picture(path, request, json!(4_000_000_000_u32)).contains(" width=\"2000\""));
    }
}

#[test]
fn a_value_that_is_too_long_is_abbreviated() {
    let site = Site::new();
    let long = site.post("/api/value", &json!({"position": "xo".repeat(10)})).ok();
    assert_eq!((&long["value"], &long["value_length"]), (&Value::Null, &json!(10_244)));
    let start = long["value_start"].as_str().unwrap();
    assert!(start.len() == 60 && start.starts_with("+-{{{0|^<2>||"), "{start}");
    assert!(long["shared"].as_str().unwrap().starts_with("a := "));
    let short = site.post("/api/game", &json!({"expression": "{1|*}", "max_value": 3})).ok();
    assert_eq!((&short["value_start"], &short["value_length"]), (&json!("{1|"), &json!(5)));
    let whole = site.post("/api/game", &json!({"expression": "{1|*}"})).ok();
    assert_eq!(whole.get("value_start"), None);
}

#[test]
fn operations_are_explained() {
    let site = Site::new();
    let all = site.get("/api/operations").ok();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), dicot_api::requests::info::operations().len());
    let mean = all.iter().find(|operation| operation["name"] == "Mean").unwrap();
    assert_eq!(
        (&mean["usage"], &mean["example"], &mean["result"]),
        (&json!("G.Mean"), &json!("{4||2|-4}.Mean"), &json!("2"))
    );
    assert!(mean["source"].as_str().unwrap().contains("Winning Ways"));
}

#[test]
fn errors_say_where() {
    let site = Site::new();
    let error = |path: &str, request| site.post(path, &request).error();
    let (status, body) = error("/api/game", json!({"expression": "{1|2"}));
    assert_eq!((status, &body["at"]), (422, &json!(4)));
    assert_eq!(body["error"], "at offset 4: expected `|`, `,` or `}` but the text ends");
    assert_eq!(error("/api/value", json!({"position": "xyz"})).0, 422);
    let chess = error("/api/value", json!({"rules": "chess", "position": "x"}));
    assert_eq!(chess.0, 422);
    assert!(chess.1["error"].as_str().unwrap().contains("unknown ruleset \"chess\""));
    assert_eq!(error("/api/value", json!({"rules": "konane-any", "position": "xo/ox"})).0, 422);
    assert_eq!(error("/api/solve", json!({"rules": "combo", "sum": "w1,./.,b2"})).0, 422);
    let illegal = error("/api/moves", json!({"position": "xo", "played": ["a1-b1", "a1-b1"]}));
    assert_eq!(illegal.0, 422);
    assert!(illegal.1["error"].as_str().unwrap().contains("illegal move a1-b1 by Right"));
}

#[test]
fn rulesets_and_starts() {
    let site = Site::new();
    let all = site.get("/api/rulesets").ok();
    let named = |name| all.as_array().unwrap().iter().find(|r| r["name"] == name).unwrap();
    let clobber = named("clobber");
    assert_eq!(clobber["bots"], json!(["random", "uct", "alpha-beta", "strong"]));
    assert_eq!(clobber["bot_titles"], json!(["random moves", "easy", "medium", "strong"]));
    assert_eq!([&clobber["title"], &named("konane")["title"]], ["Clobber", "Konane"]);
    assert_eq!([&clobber["values"], &clobber["starts"], &clobber["numbered"]], [true, true, false]);
    let konane = named("konane-artemis");
    assert_eq!([&konane["values"], &konane["starts"], &konane["numbered"]], [false, true, true]);
    assert_eq!(named("fission")["starts"], false);
    let start = |rules: &str, width, height| {
        site.post("/api/start", &json!({"rules": rules, "width": width, "height": height}))
    };
    assert_eq!(start("clobber", 3, 2).ok(), json!({"position": "oxo/xox"}));
    assert_eq!(start("combo", 8, 8).status, 200);
    assert_eq!(start("clobber", 255, 255).error().0, 422);
    assert_eq!(start("fission", 8, 8).error().0, 422);
}
