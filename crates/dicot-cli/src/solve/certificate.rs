//! Certificates of who wins, as files.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use clap::Args;
use dicot::Player;
use dicot::solver::{Certificate, CertificateError, Solver, Sum};
use dicot_api::answers::solve::{Answer, SolveLine};
use dicot_rulesets::{Subject, grouped};
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::page::{WIDTH, page};
use crate::failure::{Failure, about};
use crate::saved::{self, Contents};
use crate::style::Style;

/// The first bytes of a file that gzip compresses (RFC 1952).
const GZIP: &[u8] = b"\x1f\x8b";

/// A certificate that was written.
#[derive(Debug, Serialize)]
pub(crate) struct Written {
    file: String,
    bytes: u64,
    /// Of the file, in hexadecimal digits.
    pub(crate) sha256: String,
    facts: u64,
    components: u64,
    values: u64,
}

/// The line of `dicot solve --json`.
#[derive(Serialize)]
struct Line<'w> {
    #[serde(flatten)]
    line: SolveLine,
    certificate: &'w Written,
}

/// The file of a certificate.
#[derive(Args)]
pub(crate) struct CertificateFile {
    /// Write a proof of who wins that `dicot certify` checks, compressed by gzip
    #[arg(
        long,
        value_name = "FILE",
        group = "written",
        requires = "position",
        conflicts_with = "misere"
    )]
    certificate: Option<PathBuf>,
}

impl CertificateFile {
    /// Fails before a long search if the file cannot be written or would replace another.
    pub(super) fn check(&self, force: bool) -> io::Result<()> {
        let Some(path) = &self.certificate else { return Ok(()) };
        match saved::check(path, GZIP, "solve --certificate", force)? {
            Contents::Saved => {
                Err(about(path, "already exists; choose another name, or replace it with --force"))
            }
            Contents::Nothing | Contents::Other => Ok(()),
        }
    }

    /// Writes the certificate of what was solved, if it is wanted. Returns what is printed of both.
    pub(super) fn write(
        &self,
        solver: &mut Solver,
        answer: &Answer,
        first: Option<Player>,
        json: bool,
        style: Style,
    ) -> Result<Option<String>, Failure> {
        let Some(path) = &self.certificate else { return Ok(None) };
        let Subject::Sum(sum) = &answer.parts.subject else {
            let text =
                "no certificate of a match before the end of its opening: give a position after it";
            return Err(Failure::new(text));
        };
        let starters = first.map_or(Player::BOTH.to_vec(), |first| vec![first]);
        let written = write_sum(path, solver, sum, &starters)?;
        match json {
            true => written.json(answer),
            false => Ok(page(answer, style) + "\n" + &written.text(style)),
        }
        .map(Some)
    }
}

/// Writes the certificate of a sum.
pub(crate) fn write_sum(
    path: &Path,
    solver: &mut Solver,
    sum: &Sum,
    starters: &[Player],
) -> Result<Written, Failure> {
    let mut certificate: Option<Certificate> = None;
    let mut failure = None;
    let written = saved::write(path, |file| {
        let mut out = GzEncoder::new(BufWriter::new(file), Compression::default());
        match solver.write_certificate(sum, starters, &mut out) {
            Ok(made) => certificate = Some(made),
            Err(CertificateError::Io(error)) => return Err(error),
            Err(CertificateError::Value(error)) => {
                failure = Some(Failure::from(error));
                return Err(io::Error::other(error));
            }
            Err(error) => {
                let text = format!("{error}. This is a bug of dicot: please report it");
                failure = Some(Failure::new(text));
                return Err(io::Error::other(error));
            }
        }
        out.finish()?.into_inner().map_err(io::IntoInnerError::into_error).map(|_| ())
    });
    let error = |error: io::Error| failure.unwrap_or_else(|| Failure::new(error.to_string()));
    written.map_err(error)?;
    let mut hash = Sha256::new();
    let bytes = File::open(path).and_then(|mut file| io::copy(&mut file, &mut hash));
    let bytes = bytes.map_err(|error| Failure::new(about(path, error).to_string()))?;
    let certificate = certificate.ok_or_else(|| Failure::new("no certificate was written"))?;
    Ok(Written {
        file: path.display().to_string(),
        bytes,
        sha256: hexadecimal(&hash.finalize()),
        facts: certificate.facts,
        components: certificate.components,
        values: certificate.values,
    })
}

/// Bytes in hexadecimal digits, as hashes are written.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Written {
    /// What a person reads.
    fn text(&self, style: Style) -> String {
        let [facts, components, values, bytes] =
            [self.facts, self.components, self.values, self.bytes].map(grouped);
        format!(
            "{}{} ({bytes} bytes): {facts} facts, {components} components, {values} values; check it with \
             `dicot certify {}`",
            style.head("certificate", WIDTH),
            self.file,
            self.file
        )
    }

    /// The line of JSON.
    fn json(&self, answer: &Answer) -> Result<String, Failure> {
        let line = Line { line: answer.json_line(), certificate: self };
        Ok(serde_json::to_string(&line)?)
    }
}
