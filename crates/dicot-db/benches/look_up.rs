//! Looking up components in a database, beside a map in memory.
//!
//! `cargo bench -p dicot-db`

use std::collections::{BTreeSet, HashMap};
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dicot::CanonicalForm;
use dicot::analysis::{Analyzer, NamedValue};
use dicot::rules::{Clobber, Short};
use dicot_db::{Builder, Database};
use dicot_rulesets::{PositionExt, RulesetExt, library};

/// The components of all boards of that shape.
fn components(rows: u32, columns: u32) -> BTreeSet<String> {
    let clobber = library().find("clobber").expect("a ruleset");
    let mut texts = BTreeSet::new();
    for number in 0..3u32.pow(rows * columns) {
        let cell = |n| ['.', 'x', 'o'][(number / 3u32.pow(n) % 3) as usize];
        let row = |row| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
        let board = (0..rows).map(row).collect::<Vec<_>>().join("/");
        let board = clobber.parse(&board).expect("a board");
        let parts = board.components();
        texts.extend(parts.map(|part| part.component_text().0));
    }
    texts
}

fn look_up(c: &mut Criterion) {
    let texts: Vec<String> = components(3, 4).into_iter().collect();
    let mut analyzer = Analyzer::new();
    let mut builder = Builder::new("clobber").expect("a name");
    let mut map = HashMap::new();
    for text in &texts {
        let value = analyzer.canonical_form(&text.parse::<Clobber>().expect("a board"));
        let value = value.expect("a small board");
        builder.add(text, &value).expect("a value");
        map.insert(text.clone(), value);
    }
    let path = std::env::temp_dir().join(format!("dicot-look-up-{}.db", std::process::id()));
    builder.save(&path).expect("a file");
    let database = Database::open(&path).expect("a database");
    // All blocks have been looked at once, and every answer is right.
    let mut forms = dicot_db::Forms::new(&database, analyzer.store().clone());
    for text in &texts {
        let found = database.find(text).expect("no damage").expect("it is in it");
        assert_eq!(forms.form(found, &dicot::Limits::default()).expect("a value"), map[text]);
    }

    // In an order in which nothing is near to what came before.
    let order: Vec<&String> = (0..texts.len()).map(|n| &texts[n * 7919 % texts.len()]).collect();
    let mut group = c.benchmark_group(format!("{} components", texts.len()));
    group.throughput(Throughput::Elements(order.len() as u64));
    group.bench_function("database", |b| {
        b.iter(|| {
            let find = |text: &&String| database.find(black_box(text)).expect("no damage");
            let found: Vec<NamedValue> = order.iter().filter_map(find).collect();
            assert_eq!(found.len(), order.len());
        });
    });
    group.bench_function("map", |b| {
        b.iter(|| {
            let find = |text: &&String| map.get(black_box(text.as_str()));
            let found: Vec<&CanonicalForm> = order.iter().filter_map(find).collect();
            assert_eq!(found.len(), order.len());
        });
    });
    group.bench_function("database, absent", |b| {
        let absent: Vec<String> = texts.iter().map(|text| format!("{text}?")).collect();
        b.iter(|| {
            let find =
                |text: &&String| database.find(black_box(text)).expect("no damage").is_some();
            assert_eq!(absent.iter().filter(find).count(), 0);
        });
    });
    group.finish();
    let _ = std::fs::remove_file(&path);
}

criterion_group!(benches, look_up);
criterion_main!(benches);
