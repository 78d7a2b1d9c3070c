//! Campaigns that split a lot find what the solver finds, whatever interrupts them.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use dicot::solver::{Solver, Sum};
use dicot::{Interrupt, LimitKind, Limits, Outcome};
use dicot_campaign::{Campaign, CampaignError, Job};
use dicot_rulesets::{PositionExt, library};

/// Positions that take from a few to some thousand nodes.
const POSITIONS: [(&str, &str); 22] = [
    ("clobber", "xoxo/oxox/xoxo"),
    ("clobber", "xoxoxox/oxoxoxo"),
    ("clobber", "xoxoxoxoxoxoxo"),
    ("clobber", "xxoxo/o.oxx/xoxox"),
    ("clobber", "xoxo.xox/oxox.oxo"),
    ("clobber", "xxo"),
    ("clobber", "..x"),
    ("hot-clobber", "xoxox/oxoxo"),
    ("diagonals", "xxoo/xxoo/ooxx"),
    ("konane", "xoxox/ox.xo/xoxox/oxoxo"),
    ("konane", "xoxoxo/o.oxox/xoxoxo"),
    ("domineering", "...../...../....."),
    ("domineering", "..../.#../..../..#."),
    ("amazons", "x..o/..../o..."),
    ("fission", "x..x/..#./.x.."),
    ("toads-and-frogs", "ttt...fff"),
    ("toppling-dominoes", "lrrlrlrllrrl"),
    ("snort", "grid 2x5 | 0:L"),
    ("kayles", "11"),
    ("kayles", "7+5+4"),
    ("cram", "..../..../...."),
    ("nogo", "..../.x../...."),
];

/// A sequence of numbers that look random (xorshift; Marsaglia, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

fn open(folder: &Path, rules: &str, position: &str) -> Result<Campaign, CampaignError> {
    let mut campaign = Campaign::open(folder, library(), rules, position)?;
    campaign.max_nodes = 3;
    Ok(campaign)
}

/// The message of an error.
fn refused(result: Result<Campaign, CampaignError>) -> String {
    result.unwrap_err().to_string()
}

fn outcome(rules: &str, position: &str) -> Outcome {
    let position = library().find_valued(rules).unwrap().read(position).unwrap();
    let sum = position.valued().unwrap().add_to(Sum::default());
    Solver::new().outcome(&sum).unwrap()
}

/// A solver with small jobs; without values of components most positions are searched.
fn solver() -> Solver {
    let mut solver = Solver::new();
    solver.valued_size = 0;
    solver
}

#[test]
fn outcomes_are_those_of_the_solver() {
    let mut split = 0;
    for (rules, position) in POSITIONS {
        let folder = tempfile::tempdir().unwrap();
        let mut campaign = open(folder.path(), rules, position).unwrap();
        let mut solver = solver();
        while let Some(job) = campaign.next_job(&mut solver).unwrap() {
            assert!(campaign.status().outcome.is_none());
            let result = job.search(&mut solver).unwrap();
            assert!(result.nodes <= 3, "{result:?}");
            campaign.record(result).unwrap();
        }
        let status = campaign.status();
        assert_eq!(status.outcome, Some(outcome(rules, position)), "{rules} {position}");
        assert_eq!(
            (status.nodes_left, status.seconds_left.is_none_or(|left| left == 0.0)),
            (0.0, true)
        );
        split += status.split;
        drop(campaign);
        let mut again = Campaign::view(folder.path(), library()).unwrap();
        let found = again.status();
        assert_eq!(
            (found.outcome, found.solved, found.nodes),
            (status.outcome, status.solved, status.nodes)
        );
    }
    assert!(split > 100, "{split}");
}

/// Processes end at any moment, lines are torn, several jobs are searched at once, and other solvers search them.
#[test]
fn interruptions_lose_only_what_was_not_recorded() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut ends, mut jobs_of_all) = (0, 0);
    for (rules, position) in POSITIONS.into_iter().chain(POSITIONS) {
        let folder = tempfile::tempdir().unwrap();
        let mut solvers = [solver(), solver(), solver()];
        let mut recorded = 0;
        let outcome = loop {
            let mut campaign = open(folder.path(), rules, position).unwrap();
            campaign.max_nodes = 1 + random.below(5);
            let status = campaign.status();
            assert_eq!(status.solved + status.split, recorded, "{rules} {position}");
            if status.outcome.is_some() {
                break status.outcome;
            }
            let mut jobs: Vec<Job> = Vec::new();
            for _ in 0..1 + random.below(20) {
                while jobs.len() < 3
                    && let Some(job) = campaign.next_job(&mut solvers[0]).unwrap()
                {
                    assert!(
                        jobs.iter().all(|other| other.sum != job.sum),
                        "searched twice at once"
                    );
                    jobs.push(job);
                }
                if jobs.is_empty() {
                    break;
                }
                let job = jobs.swap_remove(random.below(jobs.len() as u64) as usize);
                if random.below(8) == 0 {
                    campaign.give_up(&job.sum);
                    continue;
                }
                let result = job.search(&mut solvers[random.below(3) as usize]).unwrap();
                recorded += usize::from(result.wins.is_some() || result.nodes > 0);
                campaign.record(result).unwrap();
            }
            drop(campaign);
            ends += 1;
            if random.below(2) == 0 {
                let torn =
                    &b"{\"sum\":\"xo\",\"wins\":true,\"nodes\":1"[..1 + random.below(30) as usize];
                let jobs = folder.path().join("jobs.jsonl");
                let mut file = OpenOptions::new().append(true).open(jobs).unwrap();
                file.write_all(torn).unwrap();
            }
        };
        assert_eq!(outcome, Some(self::outcome(rules, position)), "{rules} {position}");
        jobs_of_all += recorded;
    }
    assert!(ends > 100 && jobs_of_all > 1000, "{ends} {jobs_of_all}");
}

#[test]
fn one_process_runs_and_others_look() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new");
    assert!(
        refused(Campaign::resume(&path, library()))
            .ends_with("name a position to begin a campaign")
    );
    assert!(refused(Campaign::view(&path, library())).contains("campaign.json is missing"));
    assert!(!path.exists());
    let mut campaign = open(&path, "clobber", "xoxoxo/oxoxox/xoxoxo").unwrap();
    let job = campaign.next_job(&mut solver()).unwrap().unwrap();
    campaign.record(job.search(&mut solver()).unwrap()).unwrap();
    let mut view = Campaign::view(&path, library()).unwrap();
    assert_eq!(view.status().nodes, campaign.status().nodes);
    assert_eq!(view.position(), ("clobber", "xoxoxo/oxoxox/xoxoxo"));
    #[cfg(unix)]
    for second in
        [open(&path, "clobber", "xoxoxo/oxoxox/xoxoxo"), Campaign::resume(&path, library())]
    {
        assert!(refused(second).starts_with("another process runs the campaign in "));
    }
    // What only looks does not write.
    let before = fs::read(path.join("jobs.jsonl")).unwrap();
    let job = view.next_job(&mut solver());
    assert!(
        job.is_err() || view.record(job.unwrap().unwrap().search(&mut solver()).unwrap()).is_err()
    );
    assert_eq!(fs::read(path.join("jobs.jsonl")).unwrap(), before);
    drop(campaign);
    assert_eq!(Campaign::resume(&path, library()).unwrap().position(), view.position());
}

#[test]
fn damaged_files_and_other_positions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (header, jobs) = (folder.path().join("campaign.json"), folder.path().join("jobs.jsonl"));
    let reopened = || open(folder.path(), "clobber", "xoxoxo/oxoxox");
    let mut campaign = reopened().unwrap();
    let job = campaign.next_job(&mut solver()).unwrap().unwrap();
    let result = job.search(&mut Solver::new()).unwrap();
    let mut other = result.clone();
    other.wins = result.wins.map(|wins| !wins).or(Some(true));
    campaign.record(result).unwrap();
    let before = fs::read_to_string(&jobs).unwrap();
    let decided = before.contains("true") || before.contains("false");
    if decided {
        let error = campaign.record(other).unwrap_err().to_string();
        assert!(error.ends_with("contradicts an earlier result"), "{error}");
        assert_eq!(fs::read_to_string(&jobs).unwrap(), before);
    }
    drop(campaign);
    let lines = before.lines().count();
    for (line, problem) in [
        ("{}", "missing field"),
        ("not JSON", "expected"),
        (r#"{"sum":"xq","wins":true,"nodes":1,"seconds":0,"version":"0"}"#, "unexpected 'q'"),
        (r#"{"sum":"xo + xo","wins":true,"nodes":1,"seconds":0,"version":"0"}"#, "not normalized"),
    ] {
        fs::write(&jobs, format!("{before}{line}\n{before}")).unwrap();
        let error = refused(reopened());
        let place = format!("jobs.jsonl, line {}: ", lines + 1);
        assert!(error.contains(&place) && error.contains(problem), "{error}");
        assert!(error.ends_with("remove the line, and its job is searched again"), "{error}");
    }
    fs::write(&jobs, [before.as_bytes(), b"\xff\n"].concat()).unwrap();
    assert!(refused(reopened()).contains("utf-8"));
    fs::write(&jobs, before + &"{\"sum\"".repeat(3)).unwrap();
    let error = refused(open(folder.path(), "clobber", "xoxo/oxox"));
    assert!(
        error.contains("is the campaign of clobber xoxoxo/oxoxox; choose another folder"),
        "{error}"
    );
    let error = refused(open(folder.path(), "konane", "xoxoxo/oxoxox"));
    assert!(error.contains("choose another folder"), "{error}");
    for (text, problem) in [
        ("{\"format\": 7, \"rules\": \"clobber\", \"position\": \"xo\"}", "the format is 7"),
        ("{\"format\":", "EOF"),
    ] {
        fs::write(&header, text).unwrap();
        let error = refused(reopened());
        assert!(error.contains("campaign.json: ") && error.contains(problem), "{error}");
    }
    fs::remove_file(&header).unwrap();
    assert!(refused(reopened()).contains("campaign.json is missing; restore it"));
    for (rules, position, problem) in [
        ("chess", "xo", "unknown ruleset"),
        ("clobber", "xq", "unexpected"),
        ("konane-artemis", "xo", "cannot be solved"),
        ("hackenbush", "3x3", "does not have a start position of 3x3"),
        ("clobber", "300x2", "unexpected"),
    ] {
        let error = refused(open(&folder.path().join("other"), rules, position));
        assert!(error.contains(problem), "{error}");
    }
    assert!(!folder.path().join("other").exists());
}

#[test]
fn limits_end_the_choice_of_a_job() {
    let folder = tempfile::tempdir().unwrap();
    let mut campaign = open(folder.path(), "clobber", "xoxoxo/oxoxox/xoxoxo/oxoxox").unwrap();
    let interrupt = Interrupt::default();
    campaign.limits = Limits::default().with_interrupt(interrupt.clone());
    interrupt.set();
    let error = campaign.next_job(&mut solver()).unwrap_err();
    assert!(matches!(error, CampaignError::Limit(LimitKind::Interrupted)), "{error}");
    interrupt.clear();
    let job = campaign.next_job(&mut solver()).unwrap().unwrap();
    interrupt.set();
    let limits = Limits::default().with_interrupt(interrupt);
    let failure = job.search(&mut Solver::new().with_limits(limits)).unwrap_err();
    assert!(failure.message().contains("interrupted"), "{}", failure.message());
    campaign.limits = Limits::default();
    campaign.give_up(&job.sum);
    assert_eq!(campaign.next_job(&mut solver()).unwrap().map(|job| job.sum), Some(job.sum));
}

/// What `results/campaigns` keeps can go on.
#[test]
fn kept_campaigns() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../results/campaigns");
    let kept: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!kept.is_empty());
    for path in kept {
        let copy = tempfile::tempdir().unwrap();
        for file in ["campaign.json", "jobs.jsonl"] {
            fs::copy(path.join(file), copy.path().join(file)).unwrap();
        }
        let mut campaign = Campaign::resume(copy.path(), library()).unwrap();
        let jobs = fs::read_to_string(path.join("jobs.jsonl")).unwrap();
        let solved = jobs.lines().filter(|line| !line.contains("\"wins\":null")).count();
        assert_eq!(campaign.status().solved, solved);
        if campaign.status().outcome.is_none() {
            let next = campaign.next_job(&mut solver()).unwrap().unwrap();
            assert!(!jobs.contains(&format!("\"{}\"", next.sum)), "{}", next.sum);
        }
    }
}
