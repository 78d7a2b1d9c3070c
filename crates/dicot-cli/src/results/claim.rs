//! A claim: a file of `results/`, with the commands that anyone can repeat and what they answered.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::failure::Failure;
use crate::saved;

/// A statement about games, and the cases that were computed.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
    pub(crate) title: String,
    /// What the answers say together, and what is not proved.
    pub(crate) statement: String,
    /// What is in print, with references.
    pub(crate) sources: Vec<String>,
    /// What the names of the cases are, which determines how the page shows them: `board` (ROWSxCOLUMNS), `board and opening`,
    /// `n` and so on.
    pub(crate) cases_are: String,
    /// The fields of the line of JSON that the commands print at last, with what they are called.
    pub(crate) fields: Vec<Field>,
    /// The programs and machines with which the cases were computed.
    pub(crate) runs: Vec<Run>,
    pub(crate) cases: Vec<Case>,
}

/// A field of an answer.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Field {
    /// A JSON pointer, as `/outcome`.
    pub(crate) pointer: String,
    /// The head of its column.
    pub(crate) name: String,
}

/// A program on a machine, on a day.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// The day, as 2026-11-25.
    pub(crate) date: String,
    /// The version of dicot, and the commit of the clone that has the claims.
    pub(crate) version: String,
    pub(crate) machine: String,
}

/// A question, and its answer.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// Commands of dicot as in a shell, joined by ` && `; the last one prints the answer as JSON.
    pub(crate) command: String,
    /// The answer in print, where a source of the claim has it: the value of each field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) print: Option<Vec<Value>>,
    /// The value of each field; none if the case is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<Vec<Value>>,
    /// The number of the run of the claim, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<usize>,
    /// CPU time of the commands, where the system tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cpu_seconds: Option<f64>,
    /// The largest peak memory of a command, where the system tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) peak_mib: Option<u64>,
    /// The file that proves the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<Certificate>,
}

/// A certificate, which an independent checker can verify.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Certificate {
    /// The file in `results/certificates/`; none if it is too large to be kept there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    pub(crate) bytes: u64,
    /// The hash that the checker prints.
    pub(crate) hash: String,
    /// CPU time of the checker.
    pub(crate) check_seconds: f64,
}

/// How an answer compares with what is in print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// It has no answer yet.
    Open,
    /// The file has no answer in print.
    Computed,
    /// It is the same in print.
    Confirmed,
    /// It is different in print.
    Contradicts,
}

impl Status {
    /// The status in a word.
    pub(super) fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Computed => "computed",
            Status::Confirmed => "confirmed",
            Status::Contradicts => "contradicts",
        }
    }
}

impl Case {
    pub(super) fn status(&self) -> Status {
        match (&self.answer, &self.print) {
            (None, _) => Status::Open,
            (Some(_), None) => Status::Computed,
            (Some(answer), Some(print)) if answer == print => Status::Confirmed,
            (Some(_), Some(_)) => Status::Contradicts,
        }
    }
}

impl Claim {
    /// Reads the claim with that name in a folder.
    pub(super) fn read(folder: &Path, name: &str) -> Result<Claim, Failure> {
        let path = path(folder, name);
        let of_file =
            |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
        if !path.is_file() {
            let known = names(folder)?.join(", ");
            return Err(Failure::new(format!(
                "unknown result \"{name}\" in {}; expected one of {known}",
                folder.display()
            )));
        }
        let text = fs::read_to_string(&path).map_err(|error| of_file(&error))?;
        let claim: Claim = serde_json::from_str(&text).map_err(|error| of_file(&error))?;
        for case in &claim.cases {
            let known = [&case.print, &case.answer].into_iter().flatten();
            if known.into_iter().any(|values| values.len() != claim.fields.len()) {
                let fields = claim.fields.len();
                return Err(of_file(&format!("case {}: expected {fields} values", case.name)));
            }
            if case.run.is_some_and(|run| run >= claim.runs.len()) {
                return Err(of_file(&format!("case {}: the claim has no such run", case.name)));
            }
        }
        Ok(claim)
    }

    /// Writes the claim, with a line for each case.
    pub(super) fn write(&self, folder: &Path, name: &str) -> Result<(), Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::new(error.to_string());
        let text = self.text().map_err(|error| failed(&error))?;
        saved::write(&path(folder, name), |mut file| file.write_all(text.as_bytes()))
            .map_err(|error| failed(&error))
    }

    fn text(&self) -> serde_json::Result<String> {
        let Claim { title, statement, sources, cases_are, fields, runs, cases } = self;
        let without_cases = Claim {
            title: title.clone(),
            statement: statement.clone(),
            sources: sources.clone(),
            cases_are: cases_are.clone(),
            fields: fields.clone(),
            runs: runs.clone(),
            cases: Vec::new(),
        };
        let head = serde_json::to_string_pretty(&without_cases)?;
        let lines = cases.iter().map(serde_json::to_string);
        let lines = lines.collect::<serde_json::Result<Vec<String>>>()?.join(",\n    ");
        let head = head.trim_end_matches("[]\n}");
        Ok(format!("{head}[\n    {lines}\n  ]\n}}\n"))
    }

    /// The number of cases with a status.
    pub(super) fn count(&self, status: Status) -> usize {
        self.cases.iter().filter(|case| case.status() == status).count()
    }

    /// The number of a run, which is added if it is new.
    pub(super) fn number_of(&mut self, run: &Run) -> usize {
        self.runs.iter().position(|known| known == run).unwrap_or_else(|| {
            self.runs.push(run.clone());
            self.runs.len() - 1
        })
    }

    /// Removes the runs that no case names any more.
    pub(super) fn drop_unused_runs(&mut self) {
        for run in (0..self.runs.len()).rev() {
            if self.cases.iter().all(|case| case.run != Some(run)) {
                self.runs.remove(run);
                for number in self.cases.iter_mut().filter_map(|case| case.run.as_mut()) {
                    *number -= usize::from(*number > run);
                }
            }
        }
    }
}

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.json"))
}

/// The names of all claims of a folder, sorted.
pub(super) fn names(folder: &Path) -> Result<Vec<String>, Failure> {
    let of_folder = |error| {
        let folder = folder.display();
        Failure::new(format!("{folder}: {error}; name the folder of the results with --folder"))
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(of_folder)? {
        let path = entry.map_err(of_folder)?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    if names.is_empty() {
        let folder = folder.display();
        let text =
            format!("{folder}: no claims, which are files NAME.json; --folder names their folder");
        return Err(Failure::new(text));
    }
    names.sort_unstable();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim() -> Claim {
        let case = |name: &str, run, answer: Option<&str>, print: Option<&str>| Case {
            name: name.to_owned(),
            command: "dicot solve --json xo".to_owned(),
            print: print.map(|text| vec![text.into()]),
            answer: answer.map(|text| vec![text.into()]),
            run,
            ..Case::default()
        };
        let run = |date: &str| Run {
            date: date.to_owned(),
            version: "1".to_owned(),
            machine: "one".to_owned(),
        };
        Claim {
            title: "title".to_owned(),
            statement: "statement".to_owned(),
            sources: vec!["book".to_owned()],
            cases_are: "n".to_owned(),
            fields: vec![Field { pointer: "/outcome".to_owned(), name: "outcome".to_owned() }],
            runs: vec![run("monday"), run("tuesday")],
            cases: vec![
                case("1", Some(1), Some("N"), None),
                case("2", None, None, Some("P")),
                case("3", Some(1), Some("P"), Some("P")),
                case("4", Some(1), Some("L"), Some("P")),
            ],
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, written) = (folder.path(), claim());
        written.write(folder, "name").unwrap();
        let text = fs::read_to_string(folder.join("name.json")).unwrap();
        assert!(text.contains("\n    {\"name\":\"2\",\"command\":"), "{text}");
        let read = Claim::read(folder, "name").unwrap();
        assert_eq!(read.text().unwrap(), text);
        assert_eq!(names(folder).unwrap(), ["name"]);
        let error = Claim::read(folder, "nam").unwrap_err();
        assert!(error.message().contains("expected one of name"), "{error:?}");
        let wrong = text.replace("\"print\":[\"P\"]", "\"print\":[]");
        fs::write(folder.join("wrong.json"), wrong).unwrap();
        let error = Claim::read(folder, "wrong").unwrap_err();
        assert!(error.message().contains("case 2: expected 1 values"), "{error:?}");
    }

    #[test]
    fn a_status_follows_from_answer_and_print() {
        let statuses: Vec<Status> = claim().cases.iter().map(Case::status).collect();
        let all = [Status::Computed, Status::Open, Status::Confirmed, Status::Contradicts];
        assert_eq!(statuses, all);
        assert!(all.iter().all(|&status| claim().count(status) == 1));
    }

    #[test]
    fn runs_without_cases_are_dropped() {
        let mut claim = claim();
        claim.drop_unused_runs();
        assert_eq!(claim.runs[0].date, "tuesday");
        assert_eq!(claim.cases[0].run, Some(0));
        let again = claim.runs[0].clone();
        assert_eq!(claim.number_of(&again), 0);
        assert_eq!(claim.number_of(&Run { date: "friday".to_owned(), ..again }), 1);
    }
}
