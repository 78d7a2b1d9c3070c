//! Whole censuses, against counts of other programs, values position by position, and after all kinds of ends.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, thread};

use dicot::analysis::Analyzer;
use dicot::rules::Clobber;
use dicot::{CanonicalForm, Interrupt, LimitKind, Limits, Outcome, Store, ValueError};
use dicot_census::parquet::{FileError, Reader};
use dicot_census::report::Report;
use dicot_census::{Census, CensusError, Plan, Row, Stage, Summary, Worker, write_rows};
use dicot_rulesets::{RulesetExt, library};
use tempfile::{TempDir, tempdir};

/// The names of the files in a folder.
fn names_in(folder: &TempDir) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    let names: BTreeSet<_> = entries.map(|entry| entry.file_name()).collect();
    names.into_iter().map(|name| name.into_string().unwrap()).collect()
}

fn boards(rules: &str, size: &str, filled: bool) -> Plan {
    Plan::boards(rules, size.parse().unwrap(), filled).unwrap()
}

fn rows(path: &Path) -> Vec<Row> {
    Reader::open(fs::File::open(path).unwrap()).unwrap().collect::<Result<_, _>>().unwrap()
}

/// The rows of a census, which go through a file.
fn census(name: &str, plan: Plan, threads: usize) -> (Vec<Row>, Summary) {
    let folder = tempdir().unwrap();
    let file = folder.path().join("rows.parquet");
    let run = Census::new(plan, &file).threads(threads).run();
    let summary = run.unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(names_in(&folder), ["rows.parquet"]);
    (rows(&file), summary)
}

/// How many positions have each outcome, and all values.
fn distribution(rows: &[Row]) -> ([u64; 4], HashSet<CanonicalForm>) {
    let (mut outcomes, mut values) = ([0; 4], HashSet::new());
    let store = Store::new();
    for row in rows {
        let value = store.parse(&row.value).unwrap();
        assert_eq!((value.outcome(), value.birthday()), (row.outcome, row.birthday));
        let outcome = match value.outcome() {
            Outcome::Left => 0,
            Outcome::Right => 1,
            Outcome::Next => 2,
            Outcome::Previous => 3,
        };
        outcomes[outcome] += row.multiplicity;
        values.insert(value);
    }
    (outcomes, values)
}

/// The counts are of brute force programs, in the reference results of the project (shared/oracle/README.md, "Counts to know").
#[test]
fn known_counts() {
    for (plan, positions, expected, values) in [
        (boards("clobber", "3x3", false), 19_683, [3762, 3762, 7702, 4457], 356),
        (boards("clobber", "2x4", true), 256, [58, 58, 98, 42], 36),
    ] {
        let name = plan.to_string().replace(' ', "_");
        let (rows, summary) = census(&name, plan, 2);
        assert_eq!(rows.iter().map(|row| row.multiplicity).sum::<u64>(), positions);
        let (outcomes, found) = distribution(&rows);
        assert_eq!((outcomes, found.len()), (expected, values));
        let summary_values = Some(values as u64);
        let classes = rows.len() as u64;
        assert_eq!(summary, Summary { positions, classes, values: summary_values });
        let in_order = rows.is_sorted_by_key(|row| row.stones);
        assert!(in_order);
    }
}

/// All boards of 2x4, one by one.
#[test]
fn agrees_with_single_positions() {
    let (rows, _) = census("single", boards("clobber", "2x4", false), 2);
    let mut analyzer = Analyzer::new();
    let mut single: Vec<(Outcome, String)> = Vec::new();
    for code in 0..3usize.pow(8) {
        let cells: String = (0..8).map(|i| ['x', 'o', '.'][code / 3usize.pow(i) % 3]).collect();
        let (above, below) = cells.split_at(4);
        let position: Clobber = format!("{above}/{below}").parse().unwrap();
        let value = analyzer.canonical_form(&position).unwrap();
        single.push((value.outcome(), value.to_string()));
    }
    let mut counted = Vec::new();
    for row in &rows {
        let position: Clobber = row.position.parse().unwrap();
        let value = analyzer.canonical_form(&position).unwrap();
        let stones = row.position.matches(['x', 'o']).count() as u32;
        assert_eq!((value.to_string(), row.stones), (row.value.clone(), stones), "{row:?}");
        let temperature = value.temperature();
        let denominator = f64::from(1 << temperature.exponent());
        assert_eq!(row.temperature, temperature.numerator() as f64 / denominator);
        let weight = value.atomic_weight().map(|weight| weight.to_string());
        assert_eq!(row.atomic_weight, weight);
        counted.extend(vec![(row.outcome, row.value.clone()); row.multiplicity as usize]);
    }
    let sort = |list: &mut Vec<(Outcome, String)>| {
        list.sort_by(|a, b| (&a.1, a.0.to_string()).cmp(&(&b.1, b.0.to_string())));
    };
    sort(&mut single);
    sort(&mut counted);
    assert!(single == counted);
}

/// The values of all rows of other rulesets.
#[test]
fn other_rulesets() {
    for (rules, size) in [
        ("konane", "3x3"),
        ("fission", "3x3"),
        ("domineering", "3x4"),
        ("amazons", "2x3"),
        ("anti-clobber", "2x3"),
        ("hot-clobber", "2x4"),
        ("knights", "3x3"),
        ("queens", "2x4"),
        // With a value whose atomic weight is too deep to be found.
        ("toads-and-frogs", "1x8"),
        // Its components do not fit the narrow type.
        ("clobber", "1x10"),
    ] {
        let plan = boards(rules, size, false);
        let (rows, summary) = census(rules, plan.clone(), 2);
        assert_eq!(rows.iter().map(|row| row.multiplicity).sum::<u64>(), plan.positions());
        assert_eq!(summary.values, Some(distribution(&rows).1.len() as u64), "{rules}");
        let ruleset = library().find_valued(rules).unwrap();
        let mut analyzer = ruleset.analyzer(Store::new());
        for row in &rows {
            let position = ruleset.parse(&row.position).unwrap();
            let value = analyzer.canonical_form(&position).unwrap();
            assert_eq!(value.to_string(), row.value, "{rules} {row:?}");
        }
    }
}

#[test]
fn lists() {
    let list = "xo\nox.\n.ox\nxoxo/oxox\nxo.xo/.....\n";
    let (rows, summary) = census("list", Plan::list("clobber", list).unwrap(), 2);
    let rows: Vec<(&str, u64, u32, &str)> = rows
        .iter()
        .map(|row| (row.position.as_str(), row.multiplicity, row.stones, row.value.as_str()))
        .collect();
    let value = Analyzer::new().canonical_form(&"xoxo/oxox".parse::<Clobber>().unwrap()).unwrap();
    let expected = [
        ("ox.", 1, 2, "*"),
        ("xo", 1, 2, "*"),
        ("xo.", 1, 2, "*"),
        ("xo.xo/.....", 1, 4, "0"),
        ("xoxo/oxox", 1, 8, &value.to_string()),
    ];
    assert_eq!(rows, expected);
    assert_eq!(summary.positions, 5);
    let kayles = "5\n7+5\n5+7\n12\n";
    let (rows, _) = census("kayles", Plan::list("kayles", kayles).unwrap(), 1);
    assert_eq!(rows.iter().map(|row| row.multiplicity).sum::<u64>(), 4);
    // Boards beyond the narrow type, with a piece that is long and one that is not.
    let long = format!("{}\nxo{}ox\n", "xo".repeat(5) + &".".repeat(70) + "x", ".".repeat(100));
    let (rows, _) = census("long", Plan::list("clobber", &long).unwrap(), 2);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].value, "0");
    let chain = format!("{}o\n", "x".repeat(70));
    let (rows, _) = census("chain", Plan::list("clobber", &chain).unwrap(), 2);
    assert_eq!(rows[0].value, "^69");
}

/// What drivers on other machines do gives the same file, for any shards and threads.
#[test]
fn workers_make_the_same_file() {
    let folder = tempdir().unwrap();
    for (i, plan) in [
        boards("clobber", "2x4", false),
        boards("clobber", "3x3", true),
        boards("konane", "2x4", false),
        Plan::list("clobber", "xoxo/oxox\nxo\n").unwrap(),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(format!("{i}.parquet"));
        for threads in [1, 3] {
            let _ = fs::remove_file(&file);
            Census::new(plan.clone(), &file).threads(threads).run().unwrap();
            let expected = fs::read(&file).unwrap();
            let mut driver = Worker::new(&plan).unwrap();
            let layers = driver.layers(threads, 7 * threads).unwrap();
            let mut workers = [Worker::new(&plan).unwrap(), Worker::new(&plan).unwrap()];
            let mut components = HashSet::new();
            for layer in layers {
                let mut blocks = Vec::new();
                for (i, shard) in layer.iter().enumerate() {
                    assert!(shard.lines().all(|line| components.insert(line.to_owned())));
                    blocks.push(workers[i % 2].evaluate(shard).unwrap());
                }
                for block in &blocks {
                    workers.iter_mut().for_each(|worker| _ = worker.learn(block).unwrap());
                }
            }
            let chunks = workers[0].row_chunks().unwrap();
            assert!(workers[1].rows(chunks).is_err());
            // The worker that knows nothing finds the same.
            let mut ignorant = Worker::new(&plan).unwrap();
            let rows = (0..chunks).map(|chunk| {
                let rows = workers[chunk % 2].rows(chunk)?;
                assert_eq!(ignorant.rows(chunk)?, rows);
                Ok(rows)
            });
            let (made, _) = write_rows(&plan, rows, Vec::new()).unwrap();
            assert!(made == expected, "{plan}");
            let missing = write_rows(&plan, [], Vec::new()).unwrap_err();
            assert!(missing.to_string().starts_with("rows are missing: 0 positions of"));
        }
    }
}

/// Ended after each part that can be done, and gone on with.
#[test]
fn interrupted_everywhere() {
    let folder = tempdir().unwrap();
    let plan = boards("clobber", "2x3", false);
    let whole = folder.path().join("whole.parquet");
    Census::new(plan.clone(), &whole).run().unwrap();
    let expected = fs::read(&whole).unwrap();
    let mut ends = Vec::new();
    for reports in 1.. {
        let file = folder.path().join(format!("{reports}.parquet"));
        let flag = Interrupt::default();
        let (mut count, mut last) = (0, Stage::Components);
        let end = Census::new(plan.clone(), &file)
            .threads(1 + reports % 2)
            .checkpoint_every(Duration::ZERO)
            .interrupt(flag.clone())
            .on_progress(|progress| {
                count += 1;
                last = progress.stage;
                if count == reports {
                    flag.set();
                }
            })
            .run();
        let over = end.is_ok();
        if let Err(error) = end {
            assert!(matches!(error, CensusError::Interrupted), "{error}");
            assert!(!file.exists());
        }
        ends.push(last);
        let summary = Census::new(plan.clone(), &file).threads(2).run().unwrap();
        assert!(fs::read(&file).unwrap() == expected, "{reports}");
        assert_eq!((summary.positions, summary.classes), (729, 216));
        fs::remove_file(&file).unwrap();
        assert_eq!(names_in(&folder), ["whole.parquet"]);
        if over {
            break;
        }
    }
    for stage in [Stage::Components, Stage::Values, Stage::Positions, Stage::Writing] {
        assert!(ends.contains(&stage), "{ends:?}");
    }
}

/// Ended while values are found, or later if that is quicker, and gone on with: nothing is done twice.
#[test]
fn a_census_in_many_runs() {
    let folder = tempdir().unwrap();
    let plan = boards("clobber", "3x3", false);
    let (whole, file) = (folder.path().join("whole.parquet"), folder.path().join("parts.parquet"));
    Census::new(plan.clone(), &whole).run().unwrap();
    let mut befores = Vec::new();
    for round in 0.. {
        let flag = Interrupt::default();
        let mut done = None;
        let end = Census::new(plan.clone(), &file)
            .threads(2)
            .interrupt(flag.clone())
            .on_progress(|progress| {
                if progress.stage == Stage::Values {
                    if done.is_none() {
                        befores.push(progress.before);
                    }
                    done = Some(progress.done);
                    // The first report comes before anything is done.
                    if round < 3 && progress.done > progress.before {
                        flag.set();
                    }
                }
            })
            .run();
        if end.is_ok() {
            break;
        }
        assert!(matches!(end, Err(CensusError::Interrupted)));
    }
    let all = 800;
    let grows = |pair: &[u64]| pair[0] < pair[1] || pair[0] == all;
    assert!(befores.len() > 1 && befores[0] == 0 && befores.windows(2).all(grows), "{befores:?}");
    assert!(fs::read(&whole).unwrap() == fs::read(&file).unwrap());
    assert_eq!(names_in(&folder), ["parts.parquet", "whole.parquet"]);
}

/// A census that was ended, and its folder.
fn ended(folder: &TempDir, name: &str, plan: &Plan) -> (PathBuf, PathBuf) {
    let file = folder.path().join(name);
    let flag = Interrupt::default();
    let end = Census::new(plan.clone(), &file)
        .threads(1)
        .checkpoint_every(Duration::ZERO)
        .interrupt(flag.clone())
        .on_progress(|progress| {
            if progress.stage == Stage::Writing {
                flag.set();
            }
        })
        .run();
    assert!(matches!(end, Err(CensusError::Interrupted)));
    let checkpoint = folder.path().join(format!("{name}.checkpoint"));
    assert!(checkpoint.join("plan").exists());
    (file, checkpoint)
}

#[test]
fn files_that_are_in_the_way() {
    let folder = tempdir().unwrap();
    let plan = boards("clobber", "2x3", false);
    let other = boards("clobber", "2x2", false);
    let (file, checkpoint) = ended(&folder, "a.parquet", &plan);
    let error = |plan: &Plan, file: &Path| {
        let error = Census::new(plan.clone(), file).run().unwrap_err().to_string();
        error.replace(&folder.path().display().to_string(), "DIR")
    };
    assert_eq!(
        error(&other, &file),
        "DIR/a.parquet.checkpoint: belongs to another census: clobber 2x3"
    );
    // Damage anywhere in a file is noticed.
    let mut names: Vec<String> = fs::read_dir(&checkpoint)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert!(names.len() > 3, "{names:?}");
    for name in names.iter().filter(|name| *name != "lock") {
        let path = checkpoint.join(name);
        let whole = fs::read(&path).unwrap();
        for place in (0..whole.len()).step_by(whole.len() / 7) {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            fs::write(&path, &bytes).unwrap();
            let error = error(&plan, &file);
            assert!(error.starts_with(&format!("DIR/a.parquet.checkpoint/{name}: ")), "{error}");
        }
        fs::write(&path, &whole[..whole.len() - 1]).unwrap();
        assert!(error(&plan, &file).contains("the end is missing"));
        fs::write(&path, b"dicot \xff\n").unwrap();
        assert!(error(&plan, &file).ends_with("remove the file to go on without it"));
        fs::write(&path, &whole).unwrap();
    }
    // What was being written when a process ended is of no use, and a file of somebody else's is left alone.
    fs::write(checkpoint.join("values-99.part"), "dicot").unwrap();
    let foreign = checkpoint.join("letter.txt");
    fs::write(&foreign, "Dear").unwrap();
    assert!(error(&plan, &file).ends_with("letter.txt: not a file of a census"));
    fs::remove_file(foreign).unwrap();
    // Without one of its files a census takes longer.
    let some = names.iter().find(|name| name.starts_with("values-")).unwrap();
    fs::remove_file(checkpoint.join(some)).unwrap();
    Census::new(plan.clone(), &file).run().unwrap();
    assert_eq!(names_in(&folder), ["a.parquet"]);
    // Done is done, and for this plan alone.
    let bytes = fs::read(&file).unwrap();
    let again = Census::new(plan.clone(), &file).run().unwrap();
    assert_eq!((again.classes, again.values), (216, None));
    assert_eq!(error(&other, &file), "DIR/a.parquet: belongs to another census: clobber 2x3");
    assert!(fs::read(&file).unwrap() == bytes);
    fs::write(&file, "xo\n").unwrap();
    assert!(error(&plan, &file).starts_with("DIR/a.parquet: "));
    assert_eq!(fs::read(&file).unwrap(), b"xo\n");
    // A folder is no file.
    assert_eq!(error(&plan, folder.path()), "DIR: not a regular file");
    let nowhere = folder.path().join("a.parquet/b.parquet");
    assert!(error(&plan, &nowhere).starts_with("DIR/a.parquet/b.parquet"));
}

/// Killed after the file took its name, and before the folder went.
#[test]
fn killed_at_the_very_end() {
    let folder = tempdir().unwrap();
    let plan = boards("clobber", "2x2", false);
    let (file, _) = ended(&folder, "a.parquet", &plan);
    let whole = folder.path().join("whole.parquet");
    Census::new(plan.clone(), &whole).run().unwrap();
    fs::rename(&whole, &file).unwrap();
    assert_eq!(names_in(&folder), ["a.parquet", "a.parquet.checkpoint"]);
    assert_eq!(Census::new(plan, &file).run().unwrap().classes, 21);
    assert_eq!(names_in(&folder), ["a.parquet"]);
}

/// One process at a time.
#[cfg(unix)]
#[test]
fn the_folder_is_locked() {
    let folder = tempdir().unwrap();
    let (plan, file) = (boards("clobber", "2x2", false), folder.path().join("a.parquet"));
    let mut errors = Vec::new();
    Census::new(plan.clone(), &file)
        .on_progress(|progress| {
            if progress.stage == Stage::Values && errors.is_empty() {
                errors.push(Census::new(plan.clone(), &file).run().unwrap_err().to_string());
            }
        })
        .run()
        .unwrap();
    let checkpoint = folder.path().join("a.parquet.checkpoint");
    let expected = format!("{}: another process is making this census", checkpoint.display());
    assert_eq!(errors, [expected]);
}

#[test]
fn memory_that_does_not_suffice() {
    let folder = tempdir().unwrap();
    let (plan, file) = (boards("clobber", "3x3", false), folder.path().join("a.parquet"));
    let whole = folder.path().join("whole.parquet");
    Census::new(plan.clone(), &whole).run().unwrap();
    for bytes in [1000, 100_000, 400_000] {
        let error = Census::new(plan.clone(), &file).memory(Some(bytes)).run().unwrap_err();
        assert!(matches!(error, CensusError::Memory(most) if most == bytes), "{error}");
    }
    Census::new(plan, &file).memory(Some(1 << 30)).run().unwrap();
    assert!(fs::read(&whole).unwrap() == fs::read(&file).unwrap());
}

/// The folder after a kill at any moment while it was made or removed, also by versions that removed the plan first.
#[test]
fn every_state_of_the_folder() {
    let folder = tempdir().unwrap();
    let (plan, other) = (boards("clobber", "2x3", false), boards("clobber", "2x2", false));
    let whole = folder.path().join("whole.parquet");
    Census::new(plan.clone(), &whole).run().unwrap();
    let (file, checkpoint) = ended(&folder, "a.parquet", &plan);
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.unwrap().path();
        (path.file_name().unwrap().to_owned(), fs::read(path).unwrap())
    };
    let saved: Vec<_> = fs::read_dir(&checkpoint).unwrap().map(read).collect();
    let numbered: Vec<usize> =
        (0..saved.len()).filter(|&i| saved[i].0.to_str().unwrap().contains('-')).collect();
    let of = |names: &[&str]| -> Vec<usize> {
        (0..saved.len()).filter(|&i| names.contains(&saved[i].0.to_str().unwrap())).collect()
    };
    let (bare, half) = (of(&["plan", "lock"]), &numbered[..numbered.len() / 2]);
    let states = [
        vec![],
        of(&["lock"]),
        bare.clone(),
        [half, &bare].concat(),
        [half, &of(&["lock"])].concat(),
        half.to_vec(),
        numbered.clone(),
    ];
    for state in &states {
        for finished in [false, true] {
            let _ = fs::remove_dir_all(&checkpoint);
            let _ = fs::remove_file(&file);
            fs::create_dir(&checkpoint).unwrap();
            for &i in state {
                fs::write(checkpoint.join(&saved[i].0), &saved[i].1).unwrap();
            }
            fs::write(checkpoint.join("plan.part"), "dicot").unwrap();
            fs::write(checkpoint.join("output.part"), "PAR1").unwrap();
            if finished {
                fs::copy(&whole, &file).unwrap();
            }
            if state.iter().any(|i| numbered.contains(i)) && !finished {
                let error = Census::new(other.clone(), &file).run().unwrap_err().to_string();
                assert!(error.ends_with("belongs to another census: clobber 2x3"), "{error}");
            }
            Census::new(plan.clone(), &file).run().unwrap();
            assert!(fs::read(&file).unwrap() == fs::read(&whole).unwrap(), "{state:?}");
            assert_eq!(names_in(&folder), ["a.parquet", "whole.parquet"], "{state:?} {finished}");
        }
    }
    // The advice for a damaged plan works.
    fs::remove_file(&file).unwrap();
    let (file, checkpoint) = ended(&folder, "a.parquet", &plan);
    fs::write(checkpoint.join("plan"), "dicot").unwrap();
    let error = Census::new(plan.clone(), &file).run().unwrap_err().to_string();
    assert!(error.ends_with("the end is missing; remove the file to go on without it"), "{error}");
    fs::remove_file(checkpoint.join("plan")).unwrap();
    Census::new(plan, &file).run().unwrap();
    assert!(fs::read(&file).unwrap() == fs::read(&whole).unwrap());
}

/// Values that are handed over: refused at the beginning, and too many for the memory.
#[test]
fn values_that_are_not_taken() {
    let folder = tempdir().unwrap();
    let (plan, file) = (boards("clobber", "2x4", false), folder.path().join("a"));
    let census = || Census::new(plan.clone(), &file).threads(1).memory(Some(1 << 30));
    let mut listed = 0;
    let refused = census().values(
        |components| {
            listed = components.count();
            Err("no".to_owned())
        },
        |_, _| unreachable!("it was refused"),
    );
    assert_eq!(refused.unwrap_err().to_string(), "no");
    assert_eq!(names_in(&folder), [""; 0]);
    let full = census().values(|_| Ok(()), |_, _| Ok(1 << 30));
    assert!(matches!(full, Err(CensusError::Memory(_))));
    // What was found is kept.
    let mut before = 0;
    let mut taken = 0;
    let kept = census()
        .on_progress(|progress| before = before.max(progress.before))
        .values(
            |_| Ok(()),
            |_, _| {
                taken += 1;
                Ok(0)
            },
        )
        .unwrap();
    assert_eq!((taken, before), (listed, listed as u64));
    kept.remove().unwrap();
    assert_eq!(names_in(&folder), [""; 0]);
}

/// Values with many followers are saved soon after an interrupt. To sort all their options took 10 seconds and more.
#[test]
fn a_long_strip_is_interrupted() {
    let folder = tempdir().unwrap();
    let (plan, file) = (Plan::list("clobber", &"xo".repeat(25)).unwrap(), folder.path().join("a"));
    let flag = Interrupt::default();
    let asked = flag.clone();
    let timer = thread::spawn(move || {
        thread::sleep(Duration::from_secs(3));
        asked.set();
        Instant::now()
    });
    let end = Census::new(plan, &file).threads(1).interrupt(flag).run();
    let ended = timer.join().unwrap().elapsed();
    assert!(matches!(end, Err(CensusError::Interrupted)));
    assert!(ended < Duration::from_secs(5), "{ended:?}");
}

/// Files that an earlier version made have the same rows as new ones, and are not taken for new ones.
#[test]
fn files_of_format_1() {
    let list = Plan::list("clobber", "xxo\nxxo.\noox\nxo\n").unwrap();
    for (name, plan) in [
        ("clobber-2x3", boards("clobber", "2x3", false)),
        ("domineering-2x2", boards("domineering", "2x2", false)),
        ("list", list),
    ] {
        let path = format!("{}/tests/data/format1/{name}.parquet", env!("CARGO_MANIFEST_DIR"));
        let old = fs::read(&path).unwrap();
        let (found, summary) = census(name, plan.clone(), 1);
        assert_eq!(rows(Path::new(&path)), found, "{name}");
        let limits = Limits::default();
        let report = Report::read(Reader::from_bytes(old).unwrap(), &limits).unwrap();
        let totals = (report.count.classes, Some(report.distinct_values()));
        assert_eq!(totals, (summary.classes, summary.values), "{name}");
        let again = Census::new(plan, &path).run();
        match name {
            "list" => assert_eq!(again.unwrap().classes, 4),
            _ => {
                let error = again.unwrap_err().to_string();
                assert!(error.contains("an earlier version made this file"), "{error}");
            }
        }
    }
}

#[test]
fn limits_of_files_of_format_1() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/format1/clobber-2x3.parquet");
    let limits = Limits::default().with_deadline(Instant::now());
    let reader = Reader::open(fs::File::open(path).unwrap()).unwrap().with_limits(&limits);
    let error = reader.collect::<Result<Vec<Row>, _>>().unwrap_err();
    assert!(matches!(error, FileError::Value(ValueError::Limit(LimitKind::Time))), "{error}");
}
