//! The positions that a census counts.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use dicot::rules::AnyRuleset;
use dicot_rulesets::{RulesetError, RulesetExt, library};
use xxhash_rust::xxh3::Xxh3;

use crate::CensusError;
use crate::symmetries::{Letters, least_image, rows_of};

/// The maximum number of boards of a census.
pub const MAX_BOARDS: u64 = 1 << 40;

/// The size of a board, written as `3x4`: 3 rows, 4 columns.
///
/// # Examples
/// ```
/// use dicot_census::BoardSize;
/// let size: BoardSize = "3x4".parse()?;
/// assert_eq!((size.rows, size.columns), (3, 4));
/// assert!("3x".parse::<BoardSize>().is_err());
/// # Ok::<_, dicot_census::CensusError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// The number of rows.
    pub rows: u8,
    /// The number of columns.
    pub columns: u8,
}

impl FromStr for BoardSize {
    type Err = CensusError;

    fn from_str(text: &str) -> Result<BoardSize, CensusError> {
        let side = |text: &str| {
            let digits = text.bytes().all(|c| c.is_ascii_digit());
            digits.then(|| text.parse().ok()).flatten().filter(|&side: &u8| side > 0)
        };
        let sides = text.split_once(['x', 'X']).map(|(rows, columns)| (side(rows), side(columns)));
        match sides {
            Some((Some(rows), Some(columns))) => Ok(BoardSize { rows, columns }),
            _ => Err(CensusError::Board(format!(
                "expected rows and columns like 3x4, up to 255, found {text:?}"
            ))),
        }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// The positions that a census counts: all boards of a size, or a list of positions.
///
/// Two plans are the same if they print the same line; the line of a list contains a checksum.
///
/// # Examples
/// ```
/// use dicot_census::Plan;
/// let plan = Plan::boards("clobber", "3x4".parse()?, false)?;
/// assert_eq!(plan.to_string(), "clobber 3x4");
/// let plan = Plan::list("clobber", "xo.\nox.\n.ox\n")?;
/// assert!(plan.to_string().starts_with("clobber list of 3 positions, checksum "));
/// let error = Plan::list("clobber", "xo\nxq\n").unwrap_err();
/// assert!(error.to_string().starts_with("line 2: row 1, column 2: unexpected 'q'"));
/// # Ok::<_, dicot_census::CensusError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    pub(crate) ruleset: AnyRuleset,
    pub(crate) subject: Subject,
}

impl PartialEq for Plan {
    fn eq(&self, other: &Plan) -> bool {
        self.ruleset == other.ruleset && self.subject == other.subject
    }
}

impl Eq for Plan {}

/// Which positions are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// All boards of a size, or those without blanks.
    Boards { size: BoardSize, filled: bool },
    /// The classes of a list.
    List(Arc<[Class]>),
}

/// Positions that are images of each other; those of a list have the same value, other images can have the negative.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) stones: u32,
    /// The position that represents them.
    pub(crate) position: String,
    /// The number of positions.
    pub(crate) multiplicity: u64,
}

impl Plan {
    /// Plans all boards of a size, or with `filled` those without blank cells.
    ///
    /// # Errors
    /// If the ruleset is unknown, does not have values or does not have boards that can be counted, or if there are
    /// more than [`MAX_BOARDS`] boards.
    pub fn boards(rules: &str, size: BoardSize, filled: bool) -> Result<Plan, CensusError> {
        let ruleset = library().find_valued(rules)?;
        let spec = ruleset.spec();
        let letters = Letters::of(spec).ok_or_else(|| CensusError::NoBoards(spec.name.clone()))?;
        let kinds = letters.letters.len() as u64 - u64::from(filled);
        let cells = u32::from(size.rows) * u32::from(size.columns);
        if kinds.checked_pow(cells).is_none_or(|boards| boards > MAX_BOARDS) {
            return Err(CensusError::Board(format!(
                "a board of {size} has {cells} cells and {kinds}^{cells} positions; the limit is 2^40"
            )));
        }
        let plan = Plan { ruleset, subject: Subject::Boards { size, filled } };
        plan.ruleset.parse(&plan.some_board())?;
        Ok(plan)
    }

    /// The text of some position that is counted.
    pub(crate) fn some_board(&self) -> String {
        match &self.subject {
            Subject::Boards { size, .. } => {
                let letter =
                    Letters::of(self.ruleset.spec()).map_or(b'.', |letters| letters.letters[0]);
                let cells = vec![letter; usize::from(size.rows) * usize::from(size.columns)];
                rows_of(&cells, size.columns.into())
            }
            Subject::List(classes) => classes[0].position.clone(),
        }
    }

    /// Plans the positions of a list, one per line; blank lines are skipped. Where the boards of the ruleset can be
    /// counted, images that have the same value form one class; elsewhere positions that print the same do.
    ///
    /// # Errors
    /// If the ruleset is unknown or does not have values, or a line is not a position.
    pub fn list(rules: &str, positions: &str) -> Result<Plan, CensusError> {
        Plan::list_of(&library().find_valued(rules)?, positions)
    }

    /// Plans the positions of a list as [`list`](Plan::list), for a ruleset that need not be one of the library.
    ///
    /// # Errors
    /// If the ruleset does not have values, or a line is not a position.
    pub fn list_of(ruleset: &AnyRuleset, positions: &str) -> Result<Plan, CensusError> {
        if !ruleset.has_values() {
            return Err(RulesetError::no_values(ruleset).into());
        }
        let letters = Letters::of(ruleset.spec());
        let mut classes: BTreeMap<(u32, String), u64> = BTreeMap::new();
        for (i, line) in positions.lines().enumerate() {
            if line.trim().is_empty() {
                continue;
            }
            let position = ruleset.parse(line).map_err(|failure| CensusError::Line {
                number: i + 1,
                problem: failure.message().to_owned(),
            })?;
            let text = position.to_string();
            let image = letters.as_ref().and_then(|letters| least_image(&text, letters));
            let text = image.unwrap_or(text);
            *classes.entry((stones(&text), text)).or_default() += 1;
        }
        if classes.is_empty() {
            return Err(CensusError::EmptyList);
        }
        let class = |((stones, position), multiplicity)| Class { stones, position, multiplicity };
        let subject = Subject::List(classes.into_iter().map(class).collect());
        Ok(Plan { ruleset: ruleset.clone(), subject })
    }

    /// The name of the ruleset in files.
    pub fn rules(&self) -> &str {
        self.ruleset.spec().name_in_files()
    }

    /// The number of positions; images of each other count separately.
    pub fn positions(&self) -> u64 {
        match &self.subject {
            Subject::Boards { size, filled } => {
                let letters =
                    Letters::of(self.ruleset.spec()).map_or(0, |letters| letters.letters.len());
                let kinds = letters as u64 - u64::from(*filled);
                kinds.pow(u32::from(size.rows) * u32::from(size.columns))
            }
            Subject::List(classes) => classes.iter().map(|class| class.multiplicity).sum(),
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Subject::Boards { size, filled } => {
                write!(f, "{} {size}{}", self.rules(), if *filled { " filled" } else { "" })
            }
            Subject::List(classes) => {
                let mut hash = Xxh3::new();
                for Class { position, multiplicity, .. } in &**classes {
                    hash.update(position.as_bytes());
                    hash.update(format!("\t{multiplicity}\n").as_bytes());
                }
                let (rules, count) = (self.rules(), self.positions());
                write!(f, "{rules} list of {count} positions, checksum {:016x}", hash.digest())
            }
        }
    }
}

/// The number of stones in the text of a position: cells that are neither blank nor blocked.
pub(crate) fn stones(position: &str) -> u32 {
    position.bytes().filter(|cell| !b"./#".contains(cell)).count() as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_that_make_no_sense() {
        let boards = |rules, size: &str| {
            Plan::boards(rules, size.parse().unwrap(), false).unwrap_err().to_string()
        };
        assert!(boards("chess", "3x3").starts_with("unknown ruleset \"chess\"; expected "));
        assert!(boards("combo", "3x3").starts_with("the positions of combo have no values"));
        assert!(boards("kayles", "3x3").starts_with("the boards of kayles cannot be counted"));
        assert_eq!(
            boards("clobber", "6x6"),
            "a board of 6x6 has 36 cells and 3^36 positions; the limit is 2^40"
        );
        assert!(boards("clobber", "200x200").contains("3^40000"));
        assert_eq!(boards("toads-and-frogs", "2x3"), "the board has 2 rows, expected one");
        for bad in ["", "3", "x", "3x", "0x3", "3x256", "-1x3", "3x4x5", "+3x4"] {
            assert!(bad.parse::<BoardSize>().is_err(), "{bad}");
        }
    }

    #[test]
    fn classes_of_a_list() {
        let list = |rules, text| match Plan::list(rules, text).unwrap().subject {
            Subject::List(classes) => classes,
            subject => panic!("{subject:?}"),
        };
        let class = |position: &str, stones, multiplicity| Class {
            stones,
            position: position.into(),
            multiplicity,
        };
        let clobber = list("clobber", "ox\n\n  x/o  \nxox.\n.oxo\n");
        assert_eq!(*clobber, [class("xo", 2, 2), class("oxo.", 3, 1), class("xox.", 3, 1)]);
        assert_eq!(*list("kayles", "7+5\n7+5\n12"), [class("12", 2, 1), class("7+5", 3, 2)]);
        assert!(matches!(Plan::list("clobber", "\n \n"), Err(CensusError::EmptyList)));
        // The same positions are the same plan, in any order.
        let plans = ["xo\nxxo", "xxo\nox", "xo\nxxo\nxo"]
            .map(|text| Plan::list("clobber", text).unwrap().to_string());
        assert_eq!(plans[0], plans[1]);
        assert_ne!(plans[0], plans[2]);
    }
}
