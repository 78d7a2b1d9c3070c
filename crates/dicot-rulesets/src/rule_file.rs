//! Rulesets from files.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use dicot::Limits;
use dicot::rules::AnyRuleset;
pub use dicot_rulefile::RuleFileError;
use dicot_rulefile::{MAX_BYTES, RuleFile};

use crate::failure::Failure;
use crate::made::{any_ruleset, find_kept, is_kept, keep};

/// The ending of the names of files with rulesets.
pub const ENDING: &str = ".game";

/// The ruleset of a file. [`Rulesets::find`](crate::rulesets::Rulesets::find) finds it by its names, and the first one that was
/// read from a file also by the name of the file, as it is written here.
///
/// # Errors
/// If the file cannot be read, is not one of a ruleset, or another file with other rules has the same name: the message begins with
/// the name of the file.
pub fn from_file(path: &str) -> Result<AnyRuleset, Failure> {
    refuse_foreign(path)?;
    let text = text_of_file(Path::new(path));
    from_text_of_file(path, &text.map_err(|error| Failure::new(error.to_string()).of(path))?)
}

/// How the rulesets that a worksheet imports are read: the files from a folder, and those that were read before also by their names, by
/// which they are printed.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_rulesets::rule_file::imports_from;
/// let mut sheet = dicot_calc::Worksheet::new().with_rule_files(imports_from("games"));
/// let error = sheet.evaluate("import \"none.game\"", &Limits::default()).unwrap_err();
/// assert!(error.to_string().contains("none.game: "));
/// ```
pub fn imports_from(
    folder: impl Into<PathBuf>,
) -> impl Fn(&str) -> Result<AnyRuleset, String> + Send + Sync + 'static {
    let folder = folder.into();
    move |name| {
        let read = || from_file(&folder.join(name).to_string_lossy());
        let ruleset = any_ruleset(name).map_or_else(read, Ok);
        ruleset.map_err(|failure| failure.message().to_owned())
    }
}

/// The error of a text that is the name of a [foreign file](foreign_file).
pub(crate) fn refuse_foreign(text: &str) -> Result<(), Failure> {
    foreign_file(text).map_or(Ok(()), |problem| Err(Failure::new(problem)))
}

/// The text of a file, as far as the text of a ruleset may be long.
///
/// # Errors
/// If the file cannot be read, or is not a text in UTF-8.
pub fn text_of_file(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// The same as [`from_file`], for a text that was read from that file.
///
/// # Errors
/// Those of [`from_file`].
pub fn from_text_of_file(path: &str, text: &str) -> Result<AnyRuleset, Failure> {
    refuse_foreign(path)?;
    let ruleset = read_text(path, text)?;
    let object = named(path, &ruleset)?;
    keep(path, &ruleset);
    Ok(object)
}

/// Makes a ruleset known by its two names. A long name says which rules are meant, but two may share a short one.
fn named(file: &str, ruleset: &AnyRuleset) -> Result<AnyRuleset, Failure> {
    let spec = ruleset.spec();
    let (short, long) = (&spec.name, spec.name_in_files());
    if let Some(known) = find_kept(short).filter(|known| known.spec().name_in_files() != long) {
        let found = known.spec().name_in_files();
        let text = format!(
            "the name {short} is that of other rules already, since {long} and {found} begin alike; \
             change the name after `game`"
        );
        return Err(Failure::new(text).of(file));
    }
    keep(long, ruleset);
    Ok(ruleset.clone())
}

/// The ruleset of a text like that of a file. [`Rulesets::find`](crate::rulesets::Rulesets::find) finds it by its names.
///
/// # Errors
/// If the text is not a ruleset, or one with other rules has the same name: the message begins with `file`, the line and the column.
///
/// # Examples
/// ```
/// use dicot_rulesets::rule_file::from_text;
/// use dicot_rulesets::library;
/// let text = "game pennies\nletter x left\nletter . empty\nleft east: x -> .\ntest xx = 2";
/// let pennies = from_text("pennies", text)?;
/// assert!(library().find(&pennies.spec().name).is_ok());
/// let error = from_text("pennies", "game pennies\nleft east: x -> .").unwrap_err();
/// assert_eq!(error.to_string(), "pennies, line 2, column 12: unknown letter x; add a line like: letter x left");
/// # Ok::<_, dicot_rulesets::Failure>(())
/// ```
pub fn from_text(file: &str, text: &str) -> Result<AnyRuleset, Failure> {
    named(file, &read_text(file, text)?)
}

/// The ruleset of a text that someone else sent: it is not found by its name, its tests are run only if `tests` is set, and it is freed
/// when nothing uses it.
///
/// # Errors
/// If the text is not a ruleset, or a limit is reached.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot::rules::Position;
/// use dicot_rulesets::rule_file::of_others;
/// use dicot_rulesets::library;
/// let text = "game coins\nletter x left\nletter . empty\nleft east: x -> .";
/// let coins = of_others(text, true, &Limits::default())?;
/// assert_eq!(coins.read("xx.x").unwrap().move_count(dicot::Player::Left), 3);
/// assert!(library().find(&coins.spec().name).is_err());
/// # Ok::<_, dicot_rulesets::rule_file::RuleFileError>(())
/// ```
pub fn of_others(text: &str, tests: bool, limits: &Limits) -> Result<AnyRuleset, RuleFileError> {
    let file = RuleFile::parse("ruleset", text)?;
    let ruleset = file.ruleset(limits)?;
    if tests {
        file.run_tests(&ruleset, limits)?;
    }
    Ok(ruleset)
}

/// Whether the name is that of a file of a ruleset, by its ending, and the file has not been read.
pub fn is_unread_file(name: &str) -> bool {
    name.ends_with(ENDING) && !is_kept(name)
}

/// What a file of another program is, by the ending of its name, and what dicot reads instead; `None` for other texts.
///
/// # Examples
/// ```
/// use dicot_rulesets::rule_file::foreign_file;
/// assert!(foreign_file("Clobber.cgs").unwrap().starts_with("Clobber.cgs is a script of CGSuite"));
/// assert_eq!(foreign_file("coins.game"), None);
/// ```
pub fn foreign_file(name: &str) -> Option<String> {
    const KINDS: [(&str, &str); 3] = [
        (
            ".cgs",
            "a script of CGSuite, which dicot does not run; rulesets are read from .game files (docs/guide/ruleset-files.md), \
             games are expressions of `dicot game`",
        ),
        (
            ".test",
            "a test file of MCGS, which dicot does not read here; `dicot solve --tests FILE` tries its checks",
        ),
        (
            ".sgf",
            "a record of a game in SGF, which dicot does not read; positions are rows of letters, see `dicot value --list`, \
             and `dicot replay` reads the records of `dicot match --record`",
        ),
    ];
    let name = name.trim();
    let lower = name.to_ascii_lowercase();
    let kind = KINDS.into_iter().find(|(ending, _)| lower.ends_with(ending));
    kind.map(|(_, what)| format!("{name} is {what}"))
}

fn read_text(file: &str, text: &str) -> Result<AnyRuleset, Failure> {
    dicot_rulefile::read(file, text).map_err(|error| Failure::new(error.to_string()))
}
