//! `dicot certify`: checks certificates of who wins.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use dicot::Player;
use dicot_certify::{CertifyError, Options as CertifyOptions, Proved, certify};
use dicot_rulesets::{any_ruleset, grouped, rule_file};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::arguments::{Threads, usage};
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure::{about, report};
use crate::progress::ProgressLine;
use crate::shared::{Shared, memory};
use crate::solve::certificate::hexadecimal;
use crate::style::Style;

/// Check a certificate of who wins, by the rules alone
#[derive(Args)]
#[command(after_help = "\
Verifies a proof of who wins a sum, as `dicot solve --certificate` writes it, without a search: what is trusted are the moves of \
the rulesets and how positions split into components. Prints what is proved and the SHA-256 of the file. A file that proves \
nothing is an error that names the line, and the status is 1; if the memory is full, it is 3. With --rules, what is proved is \
about the rules in the files, whose SHA-256 is printed too.

Examples:
  dicot solve xoxoxo/oxoxox/xoxoxo/oxoxox --certificate 4x6.cert.gz
  dicot certify 4x6.cert.gz
  dicot certify 4x6.cert.gz --threads 1 --memory 200MB --json
  dicot certify cram.cert.gz --rules cram.game")]
pub(crate) struct CertifyArgs {
    /// The file, as it is or decompressed; `-` is standard input
    file: PathBuf,
    /// A file with a ruleset that the certificate names; can be given several times
    #[arg(long = "rules", value_name = "FILE.game")]
    files_of_rules: Vec<String>,
    #[command(flatten)]
    threads: Threads,
}

/// What is printed with `--json`.
#[derive(Serialize)]
struct Line {
    file: String,
    proved: bool,
    #[serde(flatten)]
    facts: Option<Facts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct Facts {
    sum: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_first: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right_first: Option<char>,
    components: u64,
    values: u64,
    facts: u64,
    bytes: u64,
    memory: usize,
    sha256: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<RulesFile>,
}

/// A file with rules that what is proved is about.
#[derive(Clone, Serialize)]
struct RulesFile {
    file: String,
    sha256: String,
    /// The name of its ruleset.
    #[serde(skip)]
    name: String,
}

impl RulesFile {
    /// Reads a file; from now on its ruleset is known.
    fn read(file: &str) -> io::Result<RulesFile> {
        let ruleset = rule_file::from_file(file);
        let ruleset = ruleset.map_err(|failure| io::Error::other(failure.to_string()))?;
        let text = std::fs::read(file).map_err(|error| about(Path::new(file), error))?;
        let sha256 = hexadecimal(&Sha256::digest(text));
        Ok(RulesFile { file: file.to_owned(), sha256, name: ruleset.spec().name.clone() })
    }
}

impl Facts {
    fn of(proved: Proved, mut rules: Vec<RulesFile>) -> Facts {
        // What is proved is about the others only.
        let names = |part: &String| part.split(':').next().unwrap_or_default().to_owned();
        let named: Vec<String> = proved.parts.iter().map(names).collect();
        rules.retain(|rules| named.contains(&rules.name));
        let Proved { parts, values, winners, components, value_count, facts, .. } = proved;
        let [left, right] = winners
            .map(|winner| winner.map(|winner| if winner == Player::Left { 'L' } else { 'R' }));
        Facts {
            sum: parts.into_iter().chain(values).collect(),
            left_first: left,
            right_first: right,
            components,
            values: value_count,
            facts,
            bytes: proved.bytes,
            memory: proved.memory,
            sha256: hexadecimal(&proved.sha256),
            rules,
        }
    }
}

/// The width of the first column.
const WIDTH: usize = 15;

pub(crate) const MEMORY: Shared = memory(
    "The memory limit, like 500MB or 4GiB: facts, components, values and caches count [default: 1GiB]",
);

impl Command for CertifyArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let path = &self.file;
        let mut certifying = CertifyOptions::default();
        certifying.threads = self.threads.or_all();
        match options.limits.bytes_or(certifying.bytes) {
            Some(bytes) => certifying.bytes = bytes,
            None => usage("certify needs a limit of memory"),
        }
        let rules = self.files_of_rules.iter().map(|file| RulesFile::read(file));
        let rules = rules.collect::<io::Result<Vec<_>>>()?;
        certifying.ruleset = any_ruleset;
        let file: Box<dyn Read + Send> = match path.to_str() {
            Some("-") => Box::new(io::stdin()),
            _ => Box::new(File::open(path).map_err(|error| match error.kind() {
                ErrorKind::NotFound => about(path, "no such file"),
                _ => about(path, error),
            })?),
        };
        ctrl_c::set_not_done("nothing is proved");
        let line = ProgressLine::new();
        line.start();
        let result = certify(file, &certifying, |now| {
            let [facts, lines, bytes] = [now.facts, now.lines, now.bytes >> 20].map(grouped);
            line.write(|_| format!("{facts} facts in {lines} lines, {bytes} MiB read"));
        });
        line.clear();
        Ok(print(path, result, rules, options)?)
    }
}

fn print(
    path: &Path,
    result: Result<Proved, CertifyError>,
    rules: Vec<RulesFile>,
    options: &Options,
) -> io::Result<Status> {
    let (status, line) = match &result {
        Ok(_) => (Status::Done, None),
        Err(CertifyError::Memory(_)) => (Status::LimitReached, None),
        Err(CertifyError::Line { line, .. }) => (Status::Failed, Some(*line)),
        Err(_) => (Status::Failed, None),
    };
    let result = result.map(|proved| Facts::of(proved, rules)).map_err(|error| match error {
        CertifyError::Memory(_) => format!("{error} with --memory"),
        CertifyError::Line { ref reason, .. }
            if reason.contains(&format!("{}\",", rule_file::ENDING)) =>
        {
            format!("{error}; its file is given with --rules")
        }
        error => error.to_string(),
    });
    let mut out = io::stdout().lock();
    let file = path.display();
    if options.json {
        let (proved, error) = (result.is_ok(), result.as_ref().err().cloned());
        let line = Line { file: file.to_string(), proved, facts: result.ok(), line, error };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(status);
    }
    match result {
        Err(error) => report(&format!("error: {file}: {error}")),
        Ok(facts) => {
            let style = Style::of_stdout();
            let head = |name: &str| style.head(name, WIDTH);
            writeln!(out, "{}{}", head("proved"), facts.sum.join(" + "))?;
            for (name, winner) in
                [("Left starts", facts.left_first), ("Right starts", facts.right_first)]
            {
                if let Some(winner) = winner {
                    let winner = if winner == 'L' { "Left" } else { "Right" };
                    writeln!(out, "{}{winner} wins", head(name))?;
                }
            }
            writeln!(
                out,
                "{}{} facts about {} components and {} values",
                head("by"),
                grouped(facts.facts),
                grouped(facts.components),
                grouped(facts.values)
            )?;
            writeln!(out, "{}{}", head("SHA-256"), facts.sha256)?;
            for RulesFile { file, sha256, .. } in &facts.rules {
                writeln!(out, "{}{file}, SHA-256 {sha256}", head("rules"))?;
            }
        }
    }
    Ok(status)
}
