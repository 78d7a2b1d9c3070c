//! Every operation keeps to the bytes and the time of its limits, whatever its operands are.
//!
//! The test runs itself in processes of their own, which read their greatest resident size from
//! `/proc/self/status`. It is a separate program because these processes keep two cores busy for long, and other tests
//! measure time.
#![cfg(target_os = "linux")]

use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use dicot::{Calculation, Limits, ValueError};
use dicot_calc::{Value, Worksheet, operations};

/// The limit of each computation.
const LIMIT: usize = 32 << 20;
/// What the process may take besides: what small parts have grown since the last check, the stacks of
/// threads that have ended, and what the allocator keeps.
const ALLOWANCE: usize = 24 << 20;

/// The time of a computation that could build much, and of one of very many.
const LONG: Duration = Duration::from_millis(500);
const SHORT: Duration = Duration::from_millis(50);
/// By how much a time may be passed on a busy machine: this, and ten times itself.
const LATE: Duration = Duration::from_secs(5);

/// Large games that have short texts.
const GAMES: [&str; 9] = [
    "1000000",
    "(3/8^20000*1000)",
    "^50000",
    "*40000",
    "{1000000|-1000000}",
    "{50000||5|-50000}",
    "Tiny(1000000)",
    "(^.PowTo(300))",
    "({1|*}+{2|^}+{4|*2}+{8|v}+{16|{2|-7}})",
];

/// Second and third arguments: a number, a nimber, a hot game and a player.
const ARGUMENTS: [&str; 4] = ["1/2", "*7", "{1|-1}", "Left"];

/// Expressions that take long.
const SLOW: [&str; 6] = [
    "1:*60000",
    "*40000:1",
    "*500.NortonProduct({1|-1})",
    "*5000.Heat(3)",
    "*60000.OrdinalProduct(*60000)",
    "a := (*30000).LeftOptions; b := {a,9|-9}; c := {a,b|-9}; d := {a,c|-9}; e := {a,d|-9}; e + *3",
];

/// Expressions that end soon: they are worth something, or would need more memory.
fn hungry() -> Vec<String> {
    let lists = |open: &str, close: &str| format!("{open}{}a{close}", "a,".repeat(40));
    let mut expressions: Vec<String> =
        ["*20000.Followers", "900000.Followers", "(^.PowTo(20000)).Followers"]
            .map(Into::into)
            .into();
    expressions.extend([
        format!("a := (*30000).LeftOptions; {}", lists("{", "|0}")),
        format!("a := 60000.Followers; {}", lists("NimSum(", ")")),
        format!("a := 60000.Followers; {}", lists("Mex(", ")")),
    ]);
    expressions.extend(
        [
            "(1..1000000).Sorted",
            "(1..1000000).Distinct",
            "{x for x from 1 to 1000000}",
            "[1..1000 for x from 1 to 1000]",
            "a := 1..50000; [a.Reversed for x from 1 to 1000]",
            "a := 1..50000; a.Apply(x -> a.Adjoin(x))",
            "f(n) := Sum(f(n-1) for k in 1..10 where n > 0); f(100)",
            "f(a) := f(a.Concat(a)); f(1..1000)",
            "*20000 SelectiveSum *20000",
            "(*60000).MisereOutcomeClass",
            "('{50000|}':50000).LeftOptions",
            "[n ^ 50000 for n from 1 to 1000000].ToString",
            "f(t) := f(t + t); f(\"abc\")",
            "a := (1..100000).ToString; [a + a for n from 1 to 1000]",
            "a := [1..1000 for x from 1 to 500]; [a.Flattened for n from 1 to 1000]",
            "('{*3000|*3000}' SelectiveSum '{*3000|*3000}').LeftOptions",
        ]
        .map(Into::into),
    );
    expressions.extend(long_texts());
    expressions
}

/// Expressions whose texts are long themselves.
fn long_texts() -> [String; 6] {
    let nested = |open: &str, close: &str, n: usize| open.repeat(n) + "*" + &close.repeat(n);
    [
        nested("{", "|0}", 24_000),
        nested("(", ")", 24_000),
        nested("{", "|-1}", 12_000),
        format!("[{}0]", "0,".repeat(400_000)),
        format!("NimSum({}0)", "1,".repeat(400_000)),
        format!("{{{}0|0}}", "*,1,".repeat(400_000)),
    ]
}

/// All operations on all games, with all arguments, that fit them or not; and the time for each.
fn expressions() -> Vec<(String, Duration)> {
    let mut expressions = Vec::new();
    for operation in operations() {
        let call = |arguments: &[&str]| format!("{}({})", operation.name(), arguments.join(","));
        for game in GAMES {
            match operation.arguments() {
                [_] => expressions.push((call(&[game]), LONG)),
                [_, rest @ ..] => {
                    let last = if rest.len() > 1 { &["2"][..] } else { &[] };
                    for argument in ARGUMENTS {
                        for arguments in [[game, argument], [argument, game]] {
                            expressions.push((call(&[&arguments, last].concat()), SHORT));
                        }
                    }
                }
                [] => panic!("{} takes no game", operation.name()),
            }
        }
    }
    expressions.extend(SLOW.map(|text| (text.to_owned(), LONG)));
    expressions.extend(hungry().into_iter().map(|text| (text, 20 * LONG)));
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

/// The greatest resident size of this process in bytes, and how much of its files is resident now.
fn resident() -> (usize, usize) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() << 10
    };
    (bytes("VmHWM:"), bytes("RssFile:"))
}

/// The variable that tells a process which part of the expressions is its own.
const PART: &str = "DICOT_MEMORY_TEST_PART";
/// What the allocator keeps of one part is not counted in another.
const PARTS: usize = 40;

#[test]
fn operations_keep_to_their_bounds() {
    if let Ok(part) = std::env::var(PART) {
        return evaluate_part(part.parse().unwrap());
    }
    let program = std::env::current_exe().unwrap();
    let run = |part: usize| {
        let mut command = Command::new(&program);
        command.args(["--exact", "operations_keep_to_their_bounds", "--nocapture"]);
        // So that the allocator gives back what is freed, and the peak of one computation is not that of
        // all before it together.
        command.env("MALLOC_ARENA_MAX", "1").env("MALLOC_MMAP_THRESHOLD_", "65536");
        let output = command.env(PART, part.to_string()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    let next = AtomicUsize::new(0);
    let work = || {
        let parts = || next.fetch_add(1, Ordering::Relaxed);
        std::iter::repeat_with(parts).take_while(|&part| part < PARTS).for_each(run);
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
}

fn evaluate_part(part: usize) {
    Worksheet::new().evaluate("^ + *", &Limits::default()).unwrap();
    let (peak, mut program) = resident();
    let start = peak - program;
    let expressions = expressions();
    let size = expressions.len().div_ceil(PARTS);
    for (expression, time) in expressions.chunks(size).nth(part).unwrap() {
        let began = Instant::now();
        let message = answer(expression, began + *time);
        let elapsed = began.elapsed();
        // More of the program is read with each operation, and a busy machine drops what it has read.
        let (peak, file) = resident();
        program = program.max(file);
        let grown = peak.saturating_sub(start + program);
        let shown: String = expression.chars().take(100).collect();
        assert!(elapsed < 10 * *time + LATE, "{shown}: {elapsed:?}, {message}");
        assert!(grown < LIMIT + ALLOWANCE, "{shown}: {grown} bytes, {message}");
    }
}

/// Evaluates an expression and prints its value, within limits, or prints why it does not have one.
fn answer(expression: &str, deadline: Instant) -> String {
    let limits = Limits::default().with_bytes(LIMIT).with_deadline(deadline);
    let mut sheet = Worksheet::new();
    let value = match sheet.evaluate(expression, &limits) {
        Ok(value) => value,
        Err(error) => return error.to_string(),
    };
    match print(&value, &mut sheet.store().calculate(&limits)) {
        Ok(texts) => format!("{} texts", texts.len()),
        Err(error) => error.to_string(),
    }
}
