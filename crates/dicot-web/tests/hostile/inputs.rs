//! Hostile inputs: malformed or absurd texts of positions, games and moves.

use dicot_bots::Dice;
use serde_json::{Value, json};

/// A random item.
fn pick<'a>(dice: &mut Dice, items: &[&'a str]) -> &'a str {
    items[dice.below(items.len() as u64) as usize]
}

/// The text repeated `count` times, with `between` between the copies.
fn times(text: &str, count: usize, between: &str) -> String {
    vec![text; count].join(between)
}

/// A board of random cells.
fn board(dice: &mut Dice, width: u64, height: u64, cells: &str) -> String {
    let cells: Vec<char> = cells.chars().collect();
    let mut row = |_| -> String {
        (0..width).map(|_| cells[dice.below(cells.len() as u64) as usize]).collect()
    };
    (0..height).map(&mut row).collect::<Vec<_>>().join("/")
}

fn rules(dice: &mut Dice) -> String {
    const NAMES: [&str; 26] = [
        "clobber",
        "clobber",
        "clobber",
        "diagonal-clobber",
        "diagonals",
        "knights",
        "rooks",
        "queens",
        "hot-clobber",
        "anti-clobber",
        "konane",
        "konane-artemis",
        "konane-any",
        "konane-dark",
        "fission",
        "domineering",
        "amazons",
        "toads-and-frogs",
        "kayles",
        "combo",
        "backsliding-toads-and-frogs",
        "fox-and-geese",
        "",
        "CLOBBER\0",
        "../clobber",
        "♟",
    ];
    match dice.below(60) {
        0 => times("clobber", 5_000, ""),
        _ => pick(dice, &NAMES).to_owned(),
    }
}

fn position(dice: &mut Dice) -> String {
    match dice.below(24) {
        0 => board(dice, 20, 20, "xo"),
        1 => board(dice, 21, 21, "xo."),
        2 => board(dice, 448, 1, "xo"),
        3 => board(dice, 1, 448, "xo"),
        4 => board(dice, 1_000, 10, "xo"),
        5 => times("x", 60_000, ""),
        6 => times("x", 10_000, "/"),
        7 => "/".repeat(60_000),
        8 => board(dice, 20, 20, "."),
        9 => board(dice, 18, 18, "xo.#"),
        10 => board(dice, 8, 8, "xo.#"),
        11 => board(dice, 5, 5, "xo."),
        12 => times("xo", 200, "."),
        13 => board(dice, 200, 1, "tf."),
        14 => times("99999999999999999999", 1_000, "+"),
        15 => times("448", 200, "+"),
        16 => "4294967295".to_owned(),
        17 => times("w127", 20, ","),
        18 => format!("b127,{}/{},w127", times(".", 20, ","), times(".", 20, ",")),
        19 => format!("{}/{}", times("b1", 20, ","), times("w1", 20, ",")),
        20 => "xo\0xo".to_owned(),
        21 => "x\u{200b}o/ѕо".to_owned(),
        22 => pick(
            dice,
            &["", " ", "\n", "/", "-1", "%00", "'; --", "{0|0}", "x" /* without moves */],
        )
        .to_owned(),
        _ => board(dice, 4, 6, "xo"),
    }
}

fn expression(dice: &mut Dice) -> String {
    const LINES: [&str; 44] = [
        "1/2^80",
        "1/2^99999999999",
        "2^(2^(2^(2^2)))",
        "*9223372036854775807",
        "*999999999999999999999999",
        "^9999999999999",
        "^.Pow(1000000000)",
        "^.Pow(2000)",
        "^.PowTo(4000)",
        "9223372036854775807 + 1",
        "-9223372036854775808 - 9223372036854775808",
        "1/9223372036854775808",
        "1/0",
        "1/3",
        "1000000000000 * ^",
        "1000000000000 * {5|-7}",
        "{1000000000|-1000000000}.Heat(1/1048576)",
        "{3|-1}.Heat(1000000000000).Cool(1/1048576)",
        "(4611686018427387904).NortonProduct({7|5})",
        "(100000).NortonProduct({7|5||3})",
        "(*1000000).ConwayProduct(*1000000)",
        "(*60).OrdinalProduct(*61)",
        "(1000:1000):(1000:1000)",
        "(3/1048576).Overheat(0,0)",
        "(100000).Overheat(*,1*)",
        "NimProduct(9223372036854775807,9223372036854775807)",
        "Mex(9223372036854775807)",
        "g := {g|g}",
        "g",
        "g := g + g",
        "{||||||||||||}",
        "{|}}{",
        "{0|{0|{0|",
        "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])",
        "help",
        "quit",
        "{1,2,3,4,5,6,7,8,9|0}.Followers.Followers",
        "(0).Followers.LeftOptions.Cool(^)",
        "1.Cool(-2)",
        "^.AtomicWeight.AtomicWeight(1,2,3)",
        "é≤∞",
        "\0",
        "clobber:xo",
        "{5||3|1|||0||||-9}.ReducedCanonicalForm.UptimalExpansion",
    ];
    match dice.below(16) {
        0 => "{".repeat(60_000),
        1 => "(".repeat(30_000) + "1" + &")".repeat(30_000),
        2 => "-".repeat(60_000) + "1",
        3 => "{0|".repeat(8_000) + "*" + &"}".repeat(8_000),
        4 => "Tiny(".repeat(8_000) + "1" + &")".repeat(8_000),
        5 => "Tiny(".repeat(60) + "1" + &")".repeat(60),
        6 => times("{7|5||3}", 5_000, "+"),
        7 => times("*", 30_000, "+"),
        8 => times("1", 30_000, ":"),
        9 => format!("{{{}|{}}}", times("^", 20_000, ","), times("v", 9_000, ",")),
        10 => times("|", 1_500, "0"),
        11 => "9".repeat(60_000),
        // A sum of switches of which no two cancel: each doubles the number of followers.
        12 => (1..60).map(|n| format!("{{{}|-{n}}}", n * n)).collect::<Vec<_>>().join(" + "),
        _ => pick(dice, &LINES).to_owned(),
    }
}

fn sum(dice: &mut Dice) -> String {
    match dice.below(8) {
        0 => times("xo", 10_000, " + "),
        1 => format!("{} + konane:{} + {}", position(dice), position(dice), expression(dice)),
        2 => format!("{}:{}", rules(dice), position(dice)),
        3 => times("xoxo/oxox/xoxo/oxox", 60, " + "),
        4 => times(" ", 60_000, "+"),
        5 => board(dice, 8, 8, "xo"),
        6 => expression(dice),
        _ => position(dice),
    }
}

/// A list of moves, of up to 6,000.
fn played(dice: &mut Dice) -> Vec<String> {
    let moves =
        ["a1-a2", "a1-b1", "b2-b1", "a1", "0,6-0,5-1", "0,1-0,2-1", "7,7-7,6-255", "", "z99-z98"];
    let count = [0, 1, 2, 40, 2_000, 2_001, 6_000][dice.below(7) as usize];
    (0..count).map(|_| pick(dice, &moves).to_owned()).collect()
}

/// A number, mostly an absurd one.
fn number(dice: &mut Dice) -> Value {
    match dice.below(10) {
        0 => json!(-1),
        1 => json!(u64::MAX),
        2 => json!(i64::MIN),
        3 => json!(1e308),
        4 => json!("7"),
        5 => json!(null),
        6 => json!(0),
        7 => json!(0.000_001),
        8 => json!([1]),
        _ => json!(1),
    }
}

/// The text of a ruleset: lines that fit together or do not, the largest rules, and loops.
fn ruleset(dice: &mut Dice) -> String {
    const LINES: [&str; 20] = [
        "right as left",
        "left any: x.*. -> ..*x then any: x.*. -> x.*#",
        "left orthogonal: x. -> .x",
        "left any: A -> x",
        "right east: AD** -> ..**",
        "left any: (xo)**. -> (..)**x",
        "set A x o .",
        "set D x o",
        "board row",
        "letter y left",
        "letter # blocked",
        "test xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo = 0",
        "test xo = {0|0",
        "test xo = 1000000000 * {5|-7}",
        "position x.o",
        "start",
        "title ♟\0",
        "left",
        "left east: (((((( -> x",
        "game again",
    ];
    let head =
        format!("game g{}\nletter x left\nletter o right\nletter . empty\n", dice.below(100));
    match dice.below(6) {
        0 => {
            head + &times(&format!("left any: x{0} -> .{0}", times(".", 31, "")), 32, "\n")
                + "\nright as left"
        }
        1 => head + &"left any: x.*. -> ..*x then any: x.*. -> x.*.\n".repeat(32) + "right as left",
        2 => times("left any: x -> .", 4_000, "\n"),
        _ => {
            let lines: Vec<&str> = (0..1 + dice.below(6)).map(|_| pick(dice, &LINES)).collect();
            head + "left orthogonal: xo -> .x\n" + &lines.join("\n")
        }
    }
}

/// A path of the API with a request for it.
pub(crate) fn question(dice: &mut Dice) -> (&'static str, Value) {
    let (seconds, flag) = (number(dice), dice.below(2) == 0);
    match dice.below(10) {
        8 => ("/api/ruleset", json!({"ruleset": ruleset(dice)})),
        9 => (
            pick(dice, &["/api/value", "/api/moves"]),
            json!({"ruleset": ruleset(dice), "position": board(dice, 4, 4, "xo.")}),
        ),
        0 => (
            "/api/value",
            json!({"rules": rules(dice), "position": position(dice), "all_moves": flag,
            "thermograph": flag, "seconds": seconds}),
        ),
        1 => (
            "/api/value",
            json!({"position": position(dice), "max_value": number(dice), "all_moves": flag}),
        ),
        2 => (
            "/api/game",
            json!({"expression": expression(dice), "thermograph": flag,
            "max_value": number(dice)}),
        ),
        3 => ("/api/game", json!({"expression": expression(dice)})),
        4 => (
            "/api/solve",
            json!({"sum": sum(dice), "rules": rules(dice), "moves": flag, "line": flag,
            "first": pick(dice, &["left", "right", "nobody"]), "seconds": seconds}),
        ),
        5 => (
            "/api/moves",
            json!({"rules": rules(dice), "position": position(dice), "played": played(dice)}),
        ),
        6 => (
            "/api/start",
            json!({"rules": rules(dice), "width": number(dice), "height": number(dice)}),
        ),
        _ => {
            let game = json!({"rules": rules(dice), "start": position(dice), "played": played(dice),
                "bot": pick(dice, &["random", "uct", "alpha-beta", "strong", "medium", "deep", ""]),
                "milliseconds": number(dice), "seed": number(dice), "seconds": seconds});
            (pick(dice, &["/api/turn", "/api/bot", "/api/review"]), game)
        }
    }
}
