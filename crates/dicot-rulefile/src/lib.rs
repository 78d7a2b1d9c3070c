//! Rulesets as text files: games on grids and rows whose moves rewrite patterns of cells.
//!
//! ```text
//! game clobber
//! about capture an adjacent enemy stone
//! letter x left
//! letter o right
//! letter . empty
//! left orthogonal: xo -> .x
//! right as left
//! test xxo = ^
//! ```
//!
//! [`read`] makes a [`dicot::rules::AnyRuleset`] of such a text. The format is described in `docs/guide/ruleset-files.md`.

mod compiled;
mod components;
mod error;
mod parse;
mod position;
mod rules;
mod symmetry;
mod termination;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dicot::analysis::Analyzer;
use dicot::board::U448;
use dicot::rules::{
    AnyRuleset, BoardKind, CellKind, CellSpec, Owned, OwnedSpec, RulesetSpec, WeakRuleset,
};
use dicot::{LimitKind, Limits, ValueError};

pub use error::RuleFileError;
use sha2::Digest;

use crate::compiled::Compiled;
use crate::error::Problem;
use crate::parse::{File, Test};
use crate::position::FilePosition;
use crate::rules::LetterSet;

/// The most bytes of a file.
pub const MAX_BYTES: usize = 64 << 10;

/// Letters on which moves depend, of most rulesets and of nearly all: these positions are smaller, and faster. In WebAssembly there is
/// one size only, because a first visit of the site waits for the code of each.
const FEW_SETS: usize = if cfg!(target_os = "unknown") { MAX_SETS } else { 3 };
const MANY_SETS: usize = if cfg!(target_os = "unknown") { MAX_SETS } else { 7 };

/// The most letters on which moves depend: all that a file may have.
pub(crate) const MAX_SETS: usize = rules::MAX_LETTERS;

/// The limits of a position that the file tests: all values together are computed when a file is read.
const TEST_TIME: Duration = Duration::from_secs(5);
const TEST_POSITIONS: usize = 100_000;
const TEST_BYTES: usize = 256 << 20;

/// Reads a ruleset from the text of a file.
///
/// The [name in files](RulesetSpec::name_in_files) is that in the file with the SHA-256 of its rules and `.game` after it, so that a
/// database or a saved search of other rules is not used. The name has the first 8 digits of it alone, like `cram-680aaa21.game`, which
/// another ruleset may share. The tests in the file are run, with limits of 5 seconds, 100,000 positions and 256 MiB for all of them.
///
/// # Errors
/// [`RuleFileError`] if the text is not a ruleset, if play need not end or no proof is found that it does, and if a test
/// fails.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// let text = "\
/// game cram
/// about cover two adjacent cells
/// letter . empty
/// letter # blocked
/// left east, south: .. -> ##
/// right as left
/// test ... = *
/// ";
/// let cram = dicot_rulefile::read("cram.game", text)?;
/// assert_eq!(cram.spec().name, "cram-680aaa21.game");
/// assert_eq!(Analyzer::new().canonical_form(&cram.read("../..")?)?.to_string(), "0");
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn read(file: &str, text: &str) -> Result<AnyRuleset, RuleFileError> {
    let (file, limits) = (RuleFile::parse(file, text)?, Limits::default());
    let ruleset = file.ruleset(&limits)?;
    file.run_tests(&ruleset, &limits)?;
    Ok(ruleset)
}

/// The rulesets that are in use, by their [key](File::key).
static KNOWN: Mutex<Vec<(String, WeakRuleset)>> = Mutex::new(Vec::new());

/// The text of a file, parsed: [`read`] in steps, for a program that reads the files of others.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_rulefile::RuleFile;
/// let file = RuleFile::parse("pennies", "game pennies\nletter x left\nletter . empty\nleft east: x -> .\ntest x = 2")?;
/// let limits = Limits::default();
/// let pennies = file.ruleset(&limits)?;
/// assert_eq!(file.ruleset(&limits)?, pennies); // the same rules are read once
/// let error = file.run_tests(&pennies, &limits).unwrap_err();
/// assert_eq!(error.to_string(), "pennies, line 5, column 10: the value of x is 1, not 2");
/// # Ok::<_, dicot_rulefile::RuleFileError>(())
/// ```
#[derive(Debug)]
pub struct RuleFile {
    file: File,
    name: String,
}

impl RuleFile {
    /// Parses the text of a file of that name, which errors begin with.
    ///
    /// # Errors
    /// If the text is not a ruleset.
    pub fn parse(file: &str, text: &str) -> Result<RuleFile, RuleFileError> {
        let parsed = File::read(text).map_err(|problem| problem.of(file))?;
        Ok(RuleFile { file: parsed, name: file.to_owned() })
    }

    /// The ruleset, without running the tests of the file. Files that differ in their tests and comments alone have the same one.
    ///
    /// # Errors
    /// If play need not end or no proof is found that it does, or the limit of time or of steps is reached.
    pub fn ruleset(&self, limits: &Limits) -> Result<AnyRuleset, RuleFileError> {
        self.make(limits).map_err(|problem| problem.of(&self.name))
    }

    fn make(&self, limits: &Limits) -> Result<AnyRuleset, Problem> {
        let file = &self.file;
        let known = |all: &[(String, WeakRuleset)]| {
            all.iter().find(|(key, _)| *key == file.key).and_then(|(_, ruleset)| ruleset.upgrade())
        };
        let first = known(&lock(&KNOWN));
        let ruleset = match first {
            Some(ruleset) => ruleset,
            None => {
                let rules = Arc::new(check_rules(file, &limits.starting_now())?);
                let mut all = lock(&KNOWN);
                all.retain(|(_, ruleset)| ruleset.upgrade().is_some());
                // Another thread may have been faster.
                known(&all).unwrap_or_else(|| {
                    let ruleset = make(file, rules);
                    all.push((file.key.clone(), ruleset.downgrade()));
                    ruleset
                })
            }
        };
        for (place, text) in file.start.iter().chain(&file.positions) {
            ruleset.read(text).map_err(|error| Problem::at(*place, error.to_string()))?;
        }
        Ok(ruleset)
    }

    /// Computes the values of the tests, with limits of 5 seconds, 100,000 positions and 256 MiB for all of them, or less if
    /// these limits are less.
    ///
    /// # Errors
    /// If a test fails, or a limit is reached.
    pub fn run_tests(&self, ruleset: &AnyRuleset, limits: &Limits) -> Result<(), RuleFileError> {
        let least = |limit: Option<usize>, own: usize| limit.map_or(own, |limit| own.min(limit));
        let limits = (limits.clone())
            .with_time(limits.time.map_or(TEST_TIME, |time| time.min(TEST_TIME)))
            .with_bytes(least(limits.bytes, TEST_BYTES))
            .with_positions(least(limits.positions, TEST_POSITIONS));
        let tests = &self.file.tests;
        check(ruleset, tests, limits.starting_now()).map_err(|problem| problem.of(&self.name))
    }
}

/// The digits of a hash that the name of a ruleset has: enough to tell apart files that nobody made to be confused.
const SHORT_DIGITS: usize = 8;

impl File {
    /// The name with at most this many digits of the hash.
    fn ruleset_name(&self, digits: usize) -> String {
        let hash = self.hash.clone().finalize();
        let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}-{}.game", self.name, &hash[..digits.min(hash.len())])
    }
}

fn make(file: &File, rules: Arc<Compiled>) -> AnyRuleset {
    let sets = rules.shown.len() - 1; // without the letter of a cell in none
    if sets <= FEW_SETS {
        ruleset::<FEW_SETS>(file, rules)
    } else if sets <= MANY_SETS {
        ruleset::<MANY_SETS>(file, rules)
    } else {
        ruleset::<MAX_SETS>(file, rules)
    }
}

/// The ruleset of positions with that number of sets.
fn ruleset<const SETS: usize>(file: &File, rules: Arc<Compiled>) -> AnyRuleset {
    let spec = describe(file, &rules);
    AnyRuleset::new(spec, move |text| Ok(FilePosition::<U448, SETS>::read(&rules, text)?))
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Compiles the rules if play ends.
fn check_rules(file: &File, limits: &Limits) -> Result<Compiled, Problem> {
    let at_limit = |kind: LimitKind| {
        let problem = "the search for a proof that play ends took too long";
        Problem { value: Some(ValueError::Limit(kind)), ..Problem::at(file.moves_place, problem) }
    };
    let mut work = termination::Steps::new(limits);
    let ends = termination::has_rank(&file.moves, &mut work).map_err(at_limit)?;
    let live = file.moves.live();
    let numbers: Vec<u8> =
        (0..file.letters.len() as u8).filter(|&letter| live >> letter & 1 == 1).collect();
    let rules = compile(file, &numbers);
    if ends {
        return Ok(rules);
    }
    let message = match termination::find_loop(&rules, &mut work).map_err(at_limit)? {
        Some(positions) => format!("play need not end: {}", positions.join(" -> ")),
        None => "no proof was found that play ends: moves must decrease a sum of weights of letters, or move \
                 letters one way"
            .to_owned(),
    };
    Err(Problem::at(file.moves_place, message))
}

/// Computes the values of the tests.
fn check(ruleset: &AnyRuleset, tests: &[Test], limits: Limits) -> Result<(), Problem> {
    let mut analyzer = Analyzer::new().with_limits(limits);
    for Test { position, value } in tests {
        let (at, text) = position;
        let problem = |error: String| Problem::at(*at, error);
        let position = ruleset.read(text).map_err(|error| problem(error.to_string()))?;
        let found = analyzer.canonical_form(&position).map_err(|error| Problem {
            value: Some(error),
            ..problem(format!("the value of {text}: {error}"))
        })?;
        let (at, text) = value;
        let wanted = analyzer.store().parse(text);
        let wanted = wanted.map_err(|error| Problem::at(*at, error.to_string()))?;
        if found != wanted {
            let message = format!("the value of {position} is {found}, not {wanted}");
            return Err(Problem::at(*at, message));
        }
    }
    Ok(())
}

fn compile(file: &File, live: &[u8]) -> Compiled {
    let letters: String = file.letters.iter().map(|letter| letter.letter).collect();
    let dead = (0..).zip(letters.chars()).find(|(number, _)| !live.contains(number));
    // Cells outside a component are printed like those on which no move depends; there may be no letter for these.
    let outside = dead
        .map(|(_, letter)| letter)
        .or_else(|| ['#', '_', '~', '@'].into_iter().find(|&letter| !letters.contains(letter)));
    let outside = outside.unwrap_or('?');
    let mut shown: Vec<char> =
        live.iter().filter_map(|&letter| letters.chars().nth(letter.into())).collect();
    shown.push(outside);
    let set_of = |letter: u8| Some(live.iter().position(|&known| known == letter)? as u8);
    let mut sets: Vec<Option<u8>> = (0..letters.len() as u8).map(set_of).collect();
    let mut alphabet = letters;
    if dead.is_none() {
        alphabet.push(outside);
        sets.push(None);
    }
    let mut images = symmetry::images(&file.moves, &file.exchange(), live);
    images.retain(|image| !file.is_row || !image.transposes());
    let name = file.ruleset_name(SHORT_DIGITS);
    let compiled = Compiled::new(name, alphabet, shown, sets, file.is_row, images);
    compiled.rules(&file.moves, live)
}

fn describe(file: &File, rules: &Compiled) -> OwnedSpec {
    let mut cells: Vec<CellSpec<Owned>> = Vec::new();
    for letter in &file.letters {
        cells.push(CellSpec {
            letter: letter.letter,
            name: letter.name.clone(),
            kind: letter.kind,
        });
    }
    if let Some(outside) = rules.alphabet.chars().nth(file.letters.len()) {
        cells.push(CellSpec {
            letter: outside,
            name: "no part of the board".to_owned(),
            kind: CellKind::Outside,
        });
    }
    let of_kind = |wanted: &[CellKind]| {
        let letters = (0..).zip(&file.letters).filter(|(_, letter)| wanted.contains(&letter.kind));
        letters.fold(0 as LetterSet, |set, (number, _)| set | 1 << number)
    };
    let pieces = of_kind(&[CellKind::Left, CellKind::Right, CellKind::Neutral]);
    let is_pair = [CellKind::Left, CellKind::Right].map(|kind| of_kind(&[kind]).count_ones() == 1);
    let symmetry = match symmetry::rule(&rules.images, file.is_row) {
        // Others exchange the letters of the players, and know only one of each.
        dicot::rules::SymmetryRule::Directed => dicot::rules::SymmetryRule::Directed,
        rule if is_pair == [true; 2] => rule,
        _ => dicot::rules::SymmetryRule::Unknown,
    };
    const SPEC: &RulesetSpec = &RulesetSpec::new("");
    OwnedSpec {
        name: rules.name.clone(),
        long_name: Some(file.ruleset_name(usize::MAX)),
        title: file.title.clone().unwrap_or_else(|| file.name.clone()),
        about: file.about.clone(),
        how_to_play: file.rules.clone(),
        board: if file.is_row { BoardKind::Row } else { BoardKind::Rectangle },
        cells,
        symmetry,
        rank: termination::rank(&file.moves, pieces, of_kind(&[CellKind::Empty])),
        sizes: match file.is_row {
            true => vec![(10, 1), (20, 1)],
            false => vec![(4, 4), (6, 6), (8, 8)],
        },
        start: file.start.as_ref().map(|(_, text)| text.clone()),
        positions: file.positions.iter().map(|(_, text)| (text.clone(), text.clone())).collect(),
        ..SPEC.owned().clone()
    }
}
