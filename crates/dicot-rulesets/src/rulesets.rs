//! The rulesets that can be chosen by name.

use std::fmt::{self, Debug};
use std::sync::LazyLock;

use dicot::rules::{self, AnyRuleset};

use crate::failure::Failure;
use crate::made;
use crate::rule_file::foreign_file;
use crate::text::closest;

/// Rulesets by name.
///
/// # Examples
/// ```
/// use dicot_rulesets::library;
/// assert_eq!(library().find("Cannibal").unwrap().spec().name, "hot-clobber");
/// let error = library().find("clober").unwrap_err();
/// assert_eq!(error.to_string(), "unknown ruleset \"clober\"; did you mean clobber?");
/// ```
#[derive(Clone, Debug)]
pub struct Rulesets {
    all: Vec<AnyRuleset>,
    /// How many of them were added; they come first.
    added: usize,
}

/// The name of the ruleset of requests that do not name one.
pub const DEFAULT_RULES: &str = "clobber";

/// The rulesets of the library, those whose positions have values first.
pub fn library() -> &'static Rulesets {
    static LIBRARY: LazyLock<Rulesets> = LazyLock::new(|| {
        let all = rules::rulesets().filter_map(|spec| AnyRuleset::named(spec.name));
        Rulesets { all: all.collect(), added: 0 }
    });
    &LIBRARY
}

impl Default for Rulesets {
    fn default() -> Rulesets {
        library().clone()
    }
}

impl Rulesets {
    /// Adds a ruleset; one of the library that has the same name is removed.
    pub fn add(&mut self, ruleset: AnyRuleset) {
        let library = self.all.split_off(self.added);
        let is_shown = |known: &AnyRuleset| !ruleset.spec().is_called(&known.spec().name);
        let library: Vec<_> = library.into_iter().filter(is_shown).collect();
        self.all.push(ruleset);
        self.added += 1;
        self.all.extend(library);
    }

    /// The ruleset of that name, in upper or lower case: one of these, one from a file, or a variant of one of the library, which is made
    /// here.
    ///
    /// # Errors
    /// If no ruleset has this name.
    pub fn find(&self, name: &str) -> Result<AnyRuleset, RulesetError> {
        if let Some(found) = self.iter().find(|ruleset| ruleset.spec().is_called(name)) {
            return Ok(found.clone());
        }
        match made::find(name) {
            Some(made) => {
                made.map_err(|failure| RulesetError::NotMade(failure.message().to_owned()))
            }
            None => Err(match foreign_file(name) {
                Some(problem) => RulesetError::NotMade(problem),
                None => self.unknown(name),
            }),
        }
    }

    /// The ruleset of that name as one whose positions have values.
    ///
    /// # Errors
    /// If no ruleset has this name, or its positions do not have values.
    pub fn find_valued(&self, name: &str) -> Result<AnyRuleset, RulesetError> {
        let ruleset = self.find(name)?;
        match ruleset.has_values() {
            true => Ok(ruleset),
            false => Err(RulesetError::no_values(&ruleset)),
        }
    }

    /// The ruleset of whole matches under the rules of that name: [`matches`](rules::RulesetSpec::matches), if it is set.
    ///
    /// # Errors
    /// If no ruleset has this name.
    pub fn find_for_match(&self, name: &str) -> Result<AnyRuleset, RulesetError> {
        let ruleset = self.find(name)?;
        match &ruleset.spec().matches {
            Some(matches) => self.find(matches),
            None => Ok(ruleset),
        }
    }

    /// The ruleset of a board: a full board is the beginning of a match, any other a position under the rules of that
    /// name.
    ///
    /// # Errors
    /// If no ruleset has this name.
    pub fn find_for_board(&self, name: &str, board: &str) -> Result<AnyRuleset, RulesetError> {
        match board.contains('.') {
            true => self.find(name),
            false => self.find_for_match(name),
        }
    }

    fn unknown(&self, name: &str) -> RulesetError {
        const MAX_NAME: usize = 40;
        let suggestion = self.near(name);
        let name: String = name.chars().take(MAX_NAME).collect();
        let known = self.iter().map(|ruleset| ruleset.spec().name.clone()).collect();
        RulesetError::Unknown { name, suggestion, known }
    }

    /// The name of a ruleset, or of a variant of one, that is close to a name that none has.
    ///
    /// # Examples
    /// ```
    /// use dicot_rulesets::library;
    /// assert_eq!(library().near("clober").as_deref(), Some("clobber"));
    /// assert_eq!(library().near("impartail-konane").as_deref(), Some("impartial-konane"));
    /// assert_eq!(library().near("chess"), None);
    /// ```
    pub fn near(&self, name: &str) -> Option<String> {
        let names = || self.iter().map(|ruleset| ruleset.spec().name.as_str());
        if let Some(near) = closest(name, names()) {
            return Some(near.to_owned());
        }
        let valued = self.iter().filter(|ruleset| ruleset.has_values());
        let names = valued.map(|ruleset| ruleset.spec().name.as_str());
        let variants: Vec<String> = made::variants_of(names).collect();
        closest(name, variants.iter().map(String::as_str)).map(str::to_owned)
    }

    /// The error of a text like `konan:xo`, whose name before the colon no ruleset has, if it is close to that of one.
    pub fn check_prefix(&self, text: &str) -> Result<(), RulesetError> {
        let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '-';
        match text.split_once(':').map(|(name, _)| name.trim()) {
            Some(name)
                if name.starts_with(|c: char| c.is_ascii_alphabetic())
                    && name.chars().all(is_letter)
                    && self.find(name).is_err()
                    && self.near(name).is_some() =>
            {
                Err(self.unknown(name))
            }
            _ => Ok(()),
        }
    }

    /// All rulesets, in their order.
    pub fn iter(&self) -> impl Iterator<Item = &AnyRuleset> {
        self.all.iter()
    }
}

/// Why a ruleset cannot be chosen by its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesetError {
    /// No ruleset has this name.
    #[error(fmt = unknown_ruleset)]
    Unknown {
        /// The name, or its start if it is long.
        name: String,
        /// The closest name of a ruleset, if one is close.
        suggestion: Option<String>,
        /// The names of all rulesets.
        known: Vec<String>,
    },
    /// The ruleset cannot be made.
    #[error("{0}")]
    NotMade(String),
    /// The positions of the ruleset do not have values.
    #[error(
        "the positions of {name} have no values that are short: its play need not end, or is that of a match"
    )]
    NoValues {
        /// The name of the ruleset.
        name: String,
    },
}

fn unknown_ruleset(
    name: &str,
    suggestion: &Option<String>,
    known: &[String],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match suggestion {
        Some(known) => write!(f, "unknown ruleset {name:?}; did you mean {known}?"),
        None => write!(f, "unknown ruleset {name:?}; expected {}", known.join(", ")),
    }
}

impl RulesetError {
    /// The error of a ruleset whose positions do not have values.
    pub fn no_values(ruleset: &AnyRuleset) -> RulesetError {
        RulesetError::NoValues { name: ruleset.spec().name.clone() }
    }
}

impl From<RulesetError> for Failure {
    fn from(error: RulesetError) -> Failure {
        Failure::new(error.to_string())
    }
}
