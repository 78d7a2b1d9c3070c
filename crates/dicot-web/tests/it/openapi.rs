//! The OpenAPI document is true: real answers fit its schemas.

use serde_json::{Value, json};

use crate::support::Site;

const PENNIES: &str = "game pennies\nletter x left\nletter . empty\nleft east: x -> .";

/// A validator for a schema of the document, by its name.
fn validator(document: &Value, name: &str) -> jsonschema::Validator {
    let reference = format!("#/components/schemas/{name}");
    assert!(document.pointer(&reference[1..]).is_some(), "no schema {name}");
    let schema = json!({ "$ref": reference, "components": document["components"] });
    jsonschema::draft202012::new(&schema).unwrap()
}

fn check(document: &Value, name: &str, value: &Value) {
    let validator = validator(document, name);
    let errors: Vec<String> = validator.iter_errors(value).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{name}: {errors:?}: {value}");
}

#[test]
fn answers_fit_the_document() {
    let site = Site::new();
    let document = site.get("/api").ok();
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let rows = [
        (
            "value",
            "Value",
            json!({"position": "xxo.ox", "all_moves": true, "thermograph": true, "thermograph_width": 300}),
        ),
        ("value", "Value", json!({"rules": "kayles", "position": "3+2", "max_value": 1})),
        ("game", "Game", json!({"expression": "{1|*}", "thermograph": true})),
        ("game", "Game", json!({"expression": "1 < 2"})),
        ("game", "Game", json!({"expression": "{^^*|*,v}.RightOptions"})),
        ("explain", "Explain", json!({"game": "{0,*,^|*2,0}"})),
        ("explain", "Explain", json!({"rules": "clobber", "game": "xxoxo"})),
        ("solve", "Solve", json!({"sum": "xoxo/oxox + ^", "moves": true, "line": true})),
        ("solve", "Solve", json!({"sum": "xo", "first": "right", "seconds": 1})),
        ("moves", "Moves", json!({"position": "xox/ox.", "played": ["a2-b2"]})),
        ("moves", "Moves", json!({"position": "xox/ox.", "side": "left"})),
        ("components", "Components", json!({"positions": ["xox.xo", "oxo"]})),
        ("moves", "Moves", json!({"position": "xx", "ruleset": PENNIES})),
        ("ruleset", "Ruleset", json!({"ruleset": PENNIES})),
        ("start", "Start", json!({"width": 4, "height": 4})),
        ("turn", "Turn", json!({"rules": "clobber", "start": "xox/ox.", "played": ["a2-b2"]})),
        ("turn", "Turn", json!({"rules": "combo", "start": "b2,.,w1", "played": ["0,0-2,0-2"]})),
        ("bot", "Bot", json!({"rules": "clobber", "start": "xo", "bot": "uct", "milliseconds": 1})),
        ("review", "Review", json!({"rules": "clobber", "start": "xoxo", "played": ["c1-d1"]})),
    ];
    for (path, name, request) in rows {
        let answer = site.post(&format!("/api/{path}"), &request).ok();
        let answer_name = match name {
            "Explain" | "Solve" | "Moves" => format!("{name}Line"),
            _ => format!("{name}Answer"),
        };
        check(&document, &answer_name, &answer);
        check(&document, &format!("{name}Request"), &request);
        let operation = &document["paths"][format!("/api/{path}")]["post"];
        assert!(operation["responses"]["200"].is_object(), "{path}");
    }
    check(&document, "LimitsAnswer", &site.get("/api/limits").ok());
    for ruleset in site.get("/api/rulesets").ok().as_array().unwrap() {
        check(&document, "RulesetAnswer", ruleset);
    }
    for operation in site.get("/api/operations").ok().as_array().unwrap() {
        check(&document, "OperationAnswer", operation);
    }
    for (path, request) in [
        ("/api/value", json!({"position": "?"})),
        ("/api/game", json!({"expression": "{1|"})),
        ("/api/value", json!({"position": "xo", "seconds": "x"})),
        ("/api/ruleset", json!({"ruleset": "game x\nletters"})),
    ] {
        check(&document, "ErrorBody", &site.post(path, &request).error().1);
    }
}

#[test]
fn the_schemas_reject_wrong_answers() {
    let document = Site::new().get("/api").ok();
    let value = validator(&document, "ValueAnswer");
    assert!(!value.is_valid(&json!({"position": "xo"})));
    assert!(!validator(&document, "ErrorBody").is_valid(&json!({"error": 1})));
    assert!(!validator(&document, "ValueRequest").is_valid(&json!({"rules": "clobber"})));
}
