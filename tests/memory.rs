//! Every operation keeps to the bytes and the time of its bounds, whatever its operands are.
//!
//! The test runs itself as a process of its own, which reads its greatest resident size from
//! `/proc/self/status`.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::time::{Duration, Instant};

use dicot::notation::{Operation, Value, Worksheet, operations};
use dicot::{Bounds, Calculation, ValueError};

/// The limit of each computation.
const LIMIT: usize = 32 << 20;
/// What the process may take besides: tables of constants, what the allocator keeps, the stacks of
/// threads that have ended.
const ALLOWANCE: usize = 16 << 20;
/// The time of each computation, and by how much it may be passed on a busy machine.
const TIME: Duration = Duration::from_millis(300);
const LATE: u32 = 10;

/// Large games that have short texts.
const GAMES: [&str; 10] = [
    "1000000",
    "(3/8^20000*1000)",
    "^50000",
    "*40000",
    "{1000000|-1000000}",
    "{100000||5|-100000}",
    "Tiny(1000000)",
    "(^.PowTo(500))",
    "({1|*}+{2|^}+{4|*2}+{8|v}+{16|{2|-7}})",
    "{0,*,*2,*3,*4,*5,*6,*7,*9|*12,^30}",
];

/// Second and third arguments: small games, numbers, a player, and a large game.
const ARGUMENTS: [&str; 7] = ["2", "1/2", "*7", "^", "{1|-1}", "Left", "*20000"];

/// Expressions that build much in other ways.
const EXPRESSIONS: [&str; 13] = [
    "1:*60000",
    "*40000:1",
    "*300 + {1|-1}",
    "*500.NortonProduct({1|-1})",
    "*5000.Heat(3)",
    "*60000.OrdinalProduct(*60000)",
    "^.PowTo(20000)",
    "(^.PowTo(20000)).Followers",
    "900000.Followers",
    "a := (*60000).LeftOptions; {a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a|0}",
    "a := 100000.Followers; NimSum(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a)",
    "a := 100000.Followers; Mex(a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a,a)",
    "a := (*65535).LeftOptions; b := {a,9|-9}; c := {a,b|-9}; d := {a,c|-9}; e := {a,d|-9}; e + *3",
];

/// Texts that are long themselves.
fn long_texts() -> Vec<String> {
    let nested = |open: &str, close: &str, n: usize| open.repeat(n) + "*" + &close.repeat(n);
    vec![
        nested("{", "|0}", 24_000),
        nested("(", ")", 24_000),
        nested("{", "|-1}", 12_000),
        format!("[{}0]", "0,".repeat(400_000)),
        format!("NimSum({}0)", "1,".repeat(400_000)),
        format!("{{{}0|0}}", "*,1,".repeat(400_000)),
        format!("a := 1000.{{1|*}}.Thermograph; [{}a]", "a,".repeat(100_000)),
    ]
}

/// All operations on all games, with all arguments that fit them or not.
fn expressions() -> Vec<String> {
    let mut expressions: Vec<String> = EXPRESSIONS.map(str::to_owned).into();
    expressions.extend(long_texts());
    let mut calls = |operation: &Operation, arguments: &[&str]| {
        expressions.push(format!("{}({})", operation.name(), arguments.join(",")));
    };
    for operation in operations() {
        for game in GAMES {
            match operation.arguments().len() {
                1 => calls(operation, &[game]),
                2 => ARGUMENTS.iter().for_each(|argument| {
                    calls(operation, &[game, argument]);
                    calls(operation, &[argument, game]);
                }),
                3 => ARGUMENTS.iter().for_each(|argument| {
                    calls(operation, &[game, argument, "2"]);
                    calls(operation, &[game, "2", argument]);
                }),
                _ => unimplemented!("operations with more arguments"),
            }
        }
    }
    expressions
}

/// Prints a value as a program would, and counts what it keeps.
fn print(value: &Value, calculation: &mut Calculation<'_>) -> Result<Vec<String>, ValueError> {
    let mut texts = Vec::new();
    let values = match value {
        Value::List(values) => values,
        value => std::slice::from_ref(value),
    };
    calculation.hold(size_of_val(values))?;
    for value in values {
        let text = match value {
            Value::Game(game) => match calculation.text_of_at_most(game, 1_000_000)? {
                (Some(text), _) => text,
                (None, _) => calculation.shared_text_start(game, 1_000_000)?.0,
            },
            other => other.to_string(),
        };
        calculation.hold(2 * size_of::<String>() + text.len())?;
        texts.push(text);
    }
    Ok(texts)
}

/// The greatest resident size of this process in bytes.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
}

/// The variable that tells a process its part of the expressions.
const PART: &str = "DICOT_MEMORY_TEST_PART";
const PARTS: usize = 2;

#[test]
fn operations_keep_to_their_bounds() {
    if let Ok(part) = std::env::var(PART) {
        return evaluate_part(part.parse().unwrap());
    }
    let children: Vec<_> = (0..PARTS)
        .map(|part| {
            Command::new(std::env::current_exe().unwrap())
                .args(["--exact", "operations_keep_to_their_bounds", "--nocapture"])
                .env(PART, part.to_string())
                .spawn()
                .unwrap()
        })
        .collect();
    for mut child in children {
        assert!(child.wait().unwrap().success());
    }
}

fn evaluate_part(part: usize) {
    Worksheet::new().evaluate("^ + *", &Bounds::default()).unwrap();
    let start = peak();
    let mut last = start;
    for expression in expressions().into_iter().skip(part).step_by(PARTS) {
        let began = Instant::now();
        let bounds = Bounds {
            bytes: Some(LIMIT),
            deadline: Some(began + TIME),
            ..Bounds::default()
        };
        let mut sheet = Worksheet::new();
        let value = sheet.evaluate(&expression, &bounds);
        let message = match &value {
            Ok(value) => {
                let mut calculation = sheet.store().within(&bounds);
                match print(value, &mut calculation) {
                    Ok(texts) => format!("{} texts", texts.len()),
                    Err(error) => error.to_string(),
                }
            }
            Err(error) => error.problem().to_string(),
        };
        let (elapsed, peak) = (began.elapsed(), peak());
        let shown: String = expression.chars().take(80).collect();
        if std::env::var_os("VERBOSE").is_some() && (elapsed > TIME / 2 || peak > last + (1 << 20)) {
            eprintln!("{:6.1} MiB {:5} ms  {shown}: {message}", peak as f64 / 1048576., elapsed.as_millis());
        }
        assert!(elapsed < TIME * LATE, "{shown}: {elapsed:?}, {message}");
        assert!(peak - start < LIMIT + ALLOWANCE, "{shown}: {} bytes, {message}", peak - start);
        last = peak;
    }
}
