//! `dicot results export`: claims as tables for papers and spreadsheets.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use dicot::notation::latex::{row, text};

use super::claim::{Case, Claim, Status, names};
use super::{FolderArg, texts};
use crate::command::{Command, Failure, Options, Status as ExitStatus};
use crate::text::shortened;

/// Print a claim, or all claims, as CSV or as the tables of an appendix in LaTeX
#[derive(Args)]
pub(crate) struct ExportArgs {
    /// The name of a claim
    name: Option<String>,
    /// CSV: a line for each case; LaTeX: a section for each claim, for a paper that uses the package longtable
    #[arg(long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    #[command(flatten)]
    at: FolderArg,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Csv,
    Latex,
}

impl Command for ExportArgs {
    fn run(self, _: &Options) -> Result<ExitStatus, Failure> {
        let folder = &self.at.folder;
        let names = self.name.map_or_else(|| names(folder), |name| Ok(vec![name]))?;
        let mut out = match self.format {
            Format::Csv => HEAD.join(",") + "\n",
            Format::Latex => String::new(),
        };
        for name in names {
            let claim = Claim::read(folder, &name)?;
            match self.format {
                Format::Csv => out.extend(claim.cases.iter().map(|case| line(&name, &claim, case))),
                Format::Latex => out += &section(&claim),
            }
        }
        io::stdout().write_all(out.as_bytes()).map_err(Failure::of_output)?;
        Ok(ExitStatus::Done)
    }
}

/// The columns of CSV.
const HEAD: [&str; 12] = [
    "claim",
    "case",
    "quantity",
    "answer",
    "status",
    "cpu_seconds",
    "peak_mib",
    "date",
    "version",
    "certificate_bytes",
    "certificate_sha256",
    "command",
];

/// A line of CSV (RFC 4180).
fn line(name: &str, claim: &Claim, case: &Case) -> String {
    let run = case.run.and_then(|run| claim.runs.get(run));
    let certificate = case.certificate.as_ref();
    let cells = [
        name.to_owned(),
        case.name.clone(),
        quantity(claim),
        case.answer.as_deref().map(texts).unwrap_or_default(),
        case.status().word().to_owned(),
        case.cpu_seconds.map(|seconds| seconds.to_string()).unwrap_or_default(),
        case.peak_mib.map(|mib| mib.to_string()).unwrap_or_default(),
        run.map(|run| run.date.clone()).unwrap_or_default(),
        run.map(|run| run.version.clone()).unwrap_or_default(),
        certificate.map(|certificate| certificate.bytes.to_string()).unwrap_or_default(),
        certificate.map(|certificate| certificate.hash.clone()).unwrap_or_default(),
        case.command.clone(),
    ];
    let cell = |cell: &String| match cell.contains([',', '"', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    cells.iter().map(cell).collect::<Vec<_>>().join(",") + "\n"
}

/// What the values of an answer are called.
fn quantity(claim: &Claim) -> String {
    claim.fields.iter().map(|field| field.name.clone()).collect::<Vec<_>>().join(", ")
}

/// The longest answer of a table in LaTeX, in characters.
const MAX_ANSWER: usize = 40;
/// How many digits of a hash are in a table: the file has all.
const HASH_DIGITS: usize = 16;

/// A claim as a section with a long table.
fn section(claim: &Claim) -> String {
    let answered = || claim.cases.iter().filter(|case| case.answer.is_some());
    let has_certificate = answered().any(|case| case.certificate.is_some());
    let mut head = vec![claim.cases_are.clone(), quantity(claim), "in print".to_owned()];
    head.extend(["CPU s", "MiB"].map(str::to_owned));
    if has_certificate {
        head.push("certificate (SHA-256)".to_owned());
    }
    let mut out = format!("\\section*{{{}}}\n{}\n\n", text(&claim.title), text(&claim.statement));
    for source in &claim.sources {
        out += &format!("In print: {}.\n", text(source));
    }
    let columns: String =
        head.iter().map(|name| if name == "CPU s" || name == "MiB" { 'r' } else { 'l' }).collect();
    let head: Vec<String> = head.iter().map(|name| text(name)).collect();
    out +=
        &format!("\\begin{{longtable}}{{{columns}}}\n\\hline\n{}\\hline\n\\endhead\n", row(&head));
    for case in answered() {
        let answer = case.answer.as_deref().map(texts).unwrap_or_default();
        let mut cells = vec![
            text(&case.name),
            text(&shortened(&answer, MAX_ANSWER)),
            match case.status() {
                Status::Confirmed => "the same".to_owned(),
                Status::Contradicts => "another".to_owned(),
                Status::Computed | Status::Open => String::new(),
            },
            case.cpu_seconds.map(|seconds| format!("{seconds:.1}")).unwrap_or_default(),
            case.peak_mib.map(|mib| mib.to_string()).unwrap_or_default(),
        ];
        if has_certificate {
            let hash = case.certificate.as_ref().map(|certificate| &certificate.hash);
            cells.push(hash.map_or_else(String::new, |hash| {
                format!("\\texttt{{{}}}", hash.chars().take(HASH_DIGITS).collect::<String>())
            }));
        }
        out += &row(&cells);
    }
    out + "\\hline\n\\end{longtable}\n\n"
}
