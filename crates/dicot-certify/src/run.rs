//! Reads a file and checks its facts on all threads. This is not a part of the proof: whatever lines `Proof` is given, and in
//! whatever order their facts are checked, what it accepts in the end is proved.

use std::io::Read;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::limits::Limits;
use crate::lines::Lines;
use crate::proof::{Job, Proof};
use crate::syntax::Reader;
use crate::{CertifyError, Options, Progress, Proved, Trouble, wrong};

/// The stack of a thread: values may have 2,000 moves in a row, and sums of them are recursions that are twice as deep.
const STACK: usize = 256 << 20;

/// The bytes of the lines that are checked together, for each thread.
const BATCH: usize = 1 << 15;

/// Facts that a thread takes at a time.
const SHARE: usize = 64;

pub(crate) fn certify<R: Read + Send>(
    file: R,
    options: &Options,
    progress: impl FnMut(Progress) + Send,
) -> Result<Proved, CertifyError> {
    thread::scope(|scope| {
        let run = || run(file, options, progress);
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        let thread = thread.map_err(CertifyError::Io)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn run<R: Read>(
    file: R,
    options: &Options,
    mut progress: impl FnMut(Progress),
) -> Result<Proved, CertifyError> {
    let threads = options.threads.max(1);
    let at = |line, trouble: Trouble| trouble.at(line, options.bytes);
    let limits = Limits::new(options.bytes);
    let mut proof = Proof::new(limits).map_err(|trouble| at(1, trouble))?;
    let (mut lines, mut bytes) = (Lines::new(file)?, Vec::new());
    let mut reader = Reader::new(options.ruleset);
    let (mut jobs, mut batch) = (Vec::new(), 0);
    let mut is_end = false;
    while !is_end {
        let is_there = lines.next(&mut bytes)?;
        let line = std::str::from_utf8(&bytes).ok().filter(|text| text.is_ascii());
        is_end = line.is_some_and(|line| line.starts_with("end"));
        let job = match line {
            _ if !is_there => wrong("the file ends without a line `end`"),
            None => wrong("expected ASCII text"),
            Some("dicot certificate 1") if lines.count == 1 => Ok(None),
            Some(_) if lines.count == 1 => {
                wrong("not a certificate: expected the line `dicot certificate 1`")
            }
            Some(_) if lines.count >= u64::from(u32::MAX) => wrong("too many lines"),
            Some(_) if is_end && proof.claims == [None; 2] => {
                wrong("expected a line `claim` before `end`")
            }
            Some(line) if is_end => {
                let expected = format!("end {} {:016x}", lines.count - 1, lines.hash_before);
                if line == expected {
                    Ok(None)
                } else {
                    wrong(format!("the file was changed: expected `{expected}`"))
                }
            }
            Some(line) => add(&mut proof, &mut reader, line),
        };
        jobs.extend(job.map_err(|trouble| at(lines.count, trouble))?.map(|job| (lines.count, job)));
        batch += bytes.len();
        if is_end || batch > (BATCH * threads).min(options.bytes / 16) {
            check(&proof, std::mem::take(&mut jobs), threads)?
                .map_or(Ok(()), |(line, trouble)| Err(at(line, trouble)))?;
            batch = 0;
            let facts = proof.facts.len() as u64;
            progress(Progress { lines: lines.count, facts, bytes: lines.bytes() });
        }
    }
    proof.finish().map_err(|trouble| at(lines.count, trouble))?;
    let (bytes, sha256) = lines.end()?;
    let values = proof.components.values();
    Ok(Proved {
        parts: proof
            .parts
            .iter()
            .map(|part| format!("{}:{part}", part.ruleset().spec().name))
            .collect(),
        values: proof.plus.iter().map(|&value| values.show(value)).collect(),
        winners: proof.claims,
        components: proof.components.list.len() as u64,
        value_count: proof.values.len() as u64 - 1,
        facts: proof.facts.len() as u64,
        bytes,
        memory: values.limits.peak,
        sha256,
    })
}

fn add(proof: &mut Proof, reader: &mut Reader, line: &str) -> Result<Option<Job>, Trouble> {
    let Some(line) = reader.read(line)? else { return Ok(None) };
    proof.components.values().limits.take_line(&line)?;
    proof.add(line)
}

/// Checks facts; returns the first one that is wrong.
fn check(
    proof: &Proof,
    jobs: Vec<(u64, Job)>,
    threads: usize,
) -> Result<Option<(u64, Trouble)>, CertifyError> {
    let threads = jobs.len().div_ceil(SHARE).clamp(1, threads);
    let (jobs, first) = (Mutex::new(jobs.into_iter()), Mutex::new(None::<(u64, Trouble)>));
    let share = || -> Vec<(u64, Job)> {
        jobs.lock().unwrap_or_else(PoisonError::into_inner).by_ref().take(SHARE).collect()
    };
    let work = || {
        for (line, job) in std::iter::repeat_with(share).take_while(|s| !s.is_empty()).flatten() {
            if let Err(trouble) = proof.check(job) {
                let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                if first.as_ref().is_none_or(|&(known, _)| line < known) {
                    *first = Some((line, trouble));
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            let thread = thread::Builder::new().stack_size(STACK);
            thread.spawn_scoped(scope, work).map_err(CertifyError::Io)?;
        }
        work();
        Ok(())
    })?;
    Ok(first.into_inner().unwrap_or_else(PoisonError::into_inner))
}
