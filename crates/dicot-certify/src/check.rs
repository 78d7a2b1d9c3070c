//! The check: lines are read one after another, and facts are checked in batches on all threads.

use std::collections::HashMap;
use std::io::Read;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use dicot::Player;
use dicot::rules::{AnyRuleset, Position};

use crate::components::{State, Store, Term, negated, normalize};
use crate::facts::{Facts, Kind};
use crate::lines::Lines;
use crate::values::{Value, ZERO};
use crate::{CertifyError, Memory, Options, Progress, Proved, Trouble, wrong};

/// The stack of a thread: values may have 2,000 moves in a row, and sums of them are recursions that are twice as deep.
const STACK: usize = 256 << 20;

/// The bytes of the lines that are checked together.
const BATCH: usize = 1 << 20;

/// Facts that a thread takes at a time.
const SHARE: usize = 64;

/// The most values that one state is compared with.
const MAX_VALUES: usize = 100_000;

pub(crate) fn certify<R: Read + Send>(
    file: R,
    options: &Options,
    progress: impl FnMut(Progress) + Send,
) -> Result<Proved, CertifyError> {
    thread::scope(|scope| {
        let check = || Checker::new(options)?.check(file, progress);
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, check);
        let thread = thread.map_err(CertifyError::Io)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// A fact to be checked.
struct Job {
    line: u32,
    kind: Kind,
    value: Value,
    /// The number of the value, with its sign.
    value_number: i64,
    /// Its components, in the list of the batch.
    list: Range<usize>,
    /// Why, in the text of the batch.
    reason: Range<usize>,
}

/// The lines that are checked next.
#[derive(Default)]
struct Batch {
    jobs: Vec<Job>,
    /// Terms, and whether the file negates the text of the component.
    list: Vec<(Term, bool)>,
    text: String,
}

/// What the file has defined.
struct Checker<'a> {
    options: &'a Options,
    memory: Arc<Memory>,
    store: Store,
    facts: Facts,
    rulesets: Vec<AnyRuleset>,
    /// The terms of the components by number, less 1.
    terms: Vec<Term>,
    /// The values by number, with their options as the file has them.
    values: Vec<(Value, [Box<[i64]>; 2])>,
    batch: Batch,
    fact_count: u64,
    parts: Vec<(AnyRuleset, String)>,
    plus: Vec<Value>,
    claims: [Option<(Player, u64)>; 2],
}

impl<'a> Checker<'a> {
    fn new(options: &'a Options) -> Result<Checker<'a>, CertifyError> {
        let memory = Memory::new(options.bytes);
        Ok(Checker {
            options,
            store: Store::new(memory.clone()).map_err(|trouble| trouble.at(0, &memory))?,
            facts: Facts::new(memory.clone()),
            memory,
            rulesets: Vec::new(),
            terms: Vec::new(),
            values: vec![(ZERO, Default::default())],
            batch: Batch::default(),
            fact_count: 0,
            parts: Vec::new(),
            plus: Vec::new(),
            claims: [None; 2],
        })
    }

    fn check<R: Read>(
        mut self,
        file: R,
        mut progress: impl FnMut(Progress),
    ) -> Result<Proved, CertifyError> {
        let mut lines = Lines::new(file)?;
        let mut bytes = Vec::new();
        let threads = self.options.threads.max(1);
        let mut caches: Vec<Cache> = (0..threads).map(|_| Cache::default()).collect();
        loop {
            let is_there = lines.next(&mut bytes)?;
            let at = |trouble: Trouble, memory: &Memory| trouble.at(lines.count, memory);
            let line = std::str::from_utf8(&bytes).ok().filter(|text| text.is_ascii());
            let is_end = line.is_some_and(|line| line.starts_with("end"));
            let result = match line {
                _ if !is_there => wrong("the file ends without a line `end`"),
                None => wrong("expected ASCII text"),
                Some(line) if lines.count == 1 => match line {
                    "dicot certificate 1" => Ok(()),
                    _ => wrong("not a certificate: expected the line `dicot certificate 1`"),
                },
                Some(_) if lines.count >= u64::from(u32::MAX) => wrong("too many lines"),
                Some(line) if is_end => {
                    let expected = format!("end {} {:016x}", lines.count - 1, lines.hash_before);
                    if line == expected {
                        Ok(())
                    } else {
                        wrong(format!("the file was changed: expected `{expected}`"))
                    }
                }
                Some(line) => self.line(line, lines.count as u32),
            };
            result.map_err(|trouble| at(trouble, &self.memory))?;
            if is_end || self.batch.text.len() > BATCH.min(self.options.bytes / 16) {
                self.run(&mut caches)?;
                let (facts, bytes) = (self.fact_count, lines.bytes());
                progress(Progress { lines: lines.count, facts, bytes });
            }
            if is_end {
                break;
            }
        }
        let winners = self.claims(&mut caches[0], lines.count)?;
        let (bytes, sha256) = lines.end()?;
        let part = |(ruleset, text): (AnyRuleset, _)| format!("{}:{text}", ruleset.spec().name);
        let values = self.store.values();
        Ok(Proved {
            parts: self.parts.into_iter().map(part).collect(),
            values: self.plus.into_iter().map(|value| values.show(value)).collect(),
            winners,
            components: self.terms.len() as u64,
            value_count: self.values.len() as u64 - 1,
            facts: self.fact_count,
            bytes,
            memory: self.memory.peak.load(Ordering::Relaxed),
            sha256,
        })
    }

    /// Reads a line; facts go to the batch.
    fn line(&mut self, line: &str, number: u32) -> Result<(), Trouble> {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "rules" => {
                let (index, name) = two(rest)?;
                if index != self.rulesets.len().to_string() {
                    return wrong(format!("expected the ruleset number {}", self.rulesets.len()));
                }
                let ruleset = AnyRuleset::named(name);
                let reason =
                    || Trouble::Wrong(format!("unknown ruleset {name:?}, or without values"));
                self.rulesets.push(ruleset.ok_or_else(reason)?);
                self.memory.take(64)
            }
            "c" => {
                let (ruleset, text) = self.ruleset(rest)?;
                let position = ruleset.read(text).map_err(|e| Trouble::Wrong(e.to_string()))?;
                let count = self.terms.len() as u32 + 1;
                self.terms.push(self.store.number(position, count)?);
                self.memory.take(8)
            }
            "v" => {
                let sides = rest.split_once('|');
                let (left, right) = sides.ok_or_else(|| expected("L,L,..|R,R,.."))?;
                let sides = [self.numbers(left)?, self.numbers(right)?];
                let mut form = [Vec::new(), Vec::new()];
                for (form, numbers) in form.iter_mut().zip(&sides) {
                    for &number in numbers {
                        form.push(self.value(number)?);
                    }
                }
                self.memory.take(80 + 8 * (sides[0].len() + sides[1].len()))?;
                let value = self.store.values().canonical(form)?;
                self.values.push((value, sides.map(Vec::into_boxed_slice)));
                Ok(())
            }
            "w" => self.fact(Kind::Wins, rest, number),
            "z" => self.fact(Kind::Holds, rest, number),
            "part" => {
                let (ruleset, text) = self.ruleset(rest)?;
                self.memory.take(64 + text.len())?;
                self.parts.push((ruleset, text.to_owned()));
                Ok(())
            }
            "plus" => {
                let value = self.value(signed(rest)?)?;
                self.memory.take(8)?;
                self.plus.push(value);
                Ok(())
            }
            "claim" => {
                let player = |letter| match letter {
                    "L" => Ok(Player::Left),
                    "R" => Ok(Player::Right),
                    _ => Err(expected("L or R")),
                };
                let (first, winner) = two(rest)?;
                let claim = &mut self.claims[player(first)? as usize];
                if claim.replace((player(winner)?, number.into())).is_some() {
                    return wrong("there is a claim about this player moving first already");
                }
                Ok(())
            }
            _ => Err(expected("rules, part, plus, claim, c, v, w, z or end")),
        }
    }

    fn ruleset<'b>(&self, rest: &'b str) -> Result<(AnyRuleset, &'b str), Trouble> {
        let (index, text) = two(rest)?;
        let ruleset = usize::try_from(signed(index)?).ok().and_then(|i| self.rulesets.get(i));
        Ok((*ruleset.ok_or_else(|| Trouble::Wrong(format!("no ruleset {index} above")))?, text))
    }

    fn numbers(&self, list: &str) -> Result<Vec<i64>, Trouble> {
        if list.is_empty() { Ok(Vec::new()) } else { list.split(',').map(signed).collect() }
    }

    /// The value of a number with its sign.
    fn value(&self, number: i64) -> Result<Value, Trouble> {
        let known = self.values.get(number.unsigned_abs() as usize);
        let &(value, _) =
            known.ok_or_else(|| Trouble::Wrong(format!("no value {number} above")))?;
        if number < 0 { self.store.values().negative(value) } else { Ok(value) }
    }

    fn fact(&mut self, kind: Kind, rest: &str, line: u32) -> Result<(), Trouble> {
        let (list, rest) = two(rest)?;
        let (value, reason) = two(rest)?;
        let start = self.batch.list.len();
        for number in self.numbers(list)? {
            let index = (number.unsigned_abs() as usize).wrapping_sub(1);
            let term = self.terms.get(index);
            let &term =
                term.ok_or_else(|| Trouble::Wrong(format!("no component {number} above")))?;
            self.batch.list.push((if number < 0 { negated(term) } else { term }, number < 0));
        }
        if start == self.batch.list.len() {
            return Err(expected("a list of components"));
        }
        let value_number = signed(value)?;
        let value = self.value(value_number)?;
        let mut terms: Vec<Term> = self.batch.list[start..].iter().map(|&(term, _)| term).collect();
        normalize(&mut terms);
        self.facts.add(kind, &terms, value, line)?;
        let (list, from) = (start..self.batch.list.len(), self.batch.text.len());
        self.batch.text.push_str(reason);
        let reason = from..self.batch.text.len();
        self.batch.jobs.push(Job { line, kind, value, value_number, list, reason });
        self.fact_count += 1;
        Ok(())
    }

    /// Checks the facts of the batch.
    fn run(&mut self, caches: &mut [Cache]) -> Result<(), CertifyError> {
        let batch = std::mem::take(&mut self.batch);
        let (next, first) = (AtomicUsize::new(0), Mutex::new(None::<(u32, Trouble)>));
        let worst = AtomicUsize::new(usize::MAX);
        let (this, jobs) = (&*self, &batch.jobs);
        let work = |cache: &mut Cache| {
            loop {
                let start = next.fetch_add(SHARE, Ordering::Relaxed);
                for job in jobs.iter().skip(start).take(SHARE) {
                    if job.line as usize >= worst.load(Ordering::Relaxed) {
                        return;
                    }
                    if let Err(trouble) = (Worker { checker: this, cache }).check(job, &batch) {
                        worst.fetch_min(job.line as usize, Ordering::Relaxed);
                        let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
                        if first.as_ref().is_none_or(|(line, _)| *line > job.line) {
                            *first = Some((job.line, trouble));
                        }
                    }
                }
                if start >= jobs.len() {
                    return;
                }
            }
        };
        let helpers = jobs.len().div_ceil(SHARE).clamp(1, caches.len());
        if let ([cache], _) | ([cache, ..], 1) = (&mut *caches, helpers) {
            work(cache);
        } else {
            thread::scope(|scope| {
                for cache in &mut caches[..helpers] {
                    let thread = thread::Builder::new().stack_size(STACK);
                    thread.spawn_scoped(scope, || work(cache)).map_err(CertifyError::Io)?;
                }
                Ok(())
            })?;
        }
        match first.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some((line, trouble)) => Err(trouble.at(line.into(), &self.memory)),
            None => Ok(()),
        }
    }

    /// Who wins, as claimed and proved.
    fn claims(&self, cache: &mut Cache, end: u64) -> Result<[Option<Player>; 2], CertifyError> {
        let states = || -> Result<[State; 2], Trouble> {
            let mut sum = State { terms: Vec::new(), value: ZERO };
            for (ruleset, text) in &self.parts {
                let position = ruleset.read(text).map_err(|e| Trouble::Wrong(e.to_string()))?;
                let State { terms, value } = self.store.state(&position, false)?;
                sum.terms.extend(terms);
                sum.value = self.store.values().sum(sum.value, value)?;
            }
            for &value in &self.plus {
                sum.value = self.store.values().sum(sum.value, value)?;
            }
            normalize(&mut sum.terms);
            let mut negative: Vec<Term> = sum.terms.iter().map(|&term| negated(term)).collect();
            normalize(&mut negative);
            let value = self.store.values().negative(sum.value)?;
            Ok([sum, State { terms: negative, value }])
        };
        let states = states().map_err(|trouble| trouble.at(end, &self.memory))?;
        if self.claims == [None; 2] {
            return Err(Trouble::Wrong("there is no claim".to_owned()).at(end, &self.memory));
        }
        let mut winners = [None; 2];
        for first in Player::BOTH {
            let Some((winner, line)) = self.claims[first as usize] else { continue };
            let State { terms, value } = &states[winner as usize];
            let kind = if first == winner { Kind::Wins } else { Kind::Holds };
            let mut worker = Worker { checker: self, cache: &mut *cache };
            let proved = worker.demand(kind, terms, *value, u32::MAX, "the claim");
            proved.map_err(|trouble| trouble.at(line, &self.memory))?;
            winners[first as usize] = Some(winner);
        }
        Ok(winners)
    }
}

/// Results of the evaluator that a thread keeps.
#[derive(Default)]
struct Cache {
    sums: HashMap<(Value, Value), Value>,
    order: HashMap<(Value, Value), bool>,
}

/// The most results that a thread keeps of each kind.
const MAX_CACHE: usize = 1 << 16;

/// Checks facts.
struct Worker<'a, 'b> {
    checker: &'a Checker<'a>,
    cache: &'b mut Cache,
}

impl Worker<'_, '_> {
    fn sum(&mut self, a: Value, b: Value) -> Result<Value, Trouble> {
        if a == ZERO || b == ZERO {
            return Ok(a.max(b));
        }
        if let Some(&known) = self.cache.sums.get(&(a, b)) {
            return Ok(known);
        }
        let sum = self.checker.store.values().sum(a, b)?;
        if self.cache.sums.len() > MAX_CACHE {
            self.cache.sums.clear();
        }
        self.cache.sums.insert((a, b), sum);
        Ok(sum)
    }

    fn le(&mut self, a: Value, b: Value) -> Result<bool, Trouble> {
        if let Some(&known) = self.cache.order.get(&(a, b)) {
            return Ok(known);
        }
        let le = self.checker.store.values().le(a, b)?;
        if self.cache.order.len() > MAX_CACHE {
            self.cache.order.clear();
        }
        self.cache.order.insert((a, b), le);
        Ok(le)
    }

    /// Whether a fact above the line proves a state.
    fn is_proved(&mut self, kind: Kind, t: &[Term], v: Value, line: u32) -> Result<bool, Trouble> {
        if t.is_empty() {
            return match kind {
                Kind::Holds => self.le(ZERO, v),
                Kind::Wins => Ok(!self.le(v, ZERO)?),
            };
        }
        let facts = &self.checker.facts;
        let Some(list) = facts.find(t) else { return Ok(false) };
        if facts.values(kind, list, line).take(MAX_VALUES).any(|value| value == v) {
            return Ok(true);
        }
        for value in facts.values(kind, list, line).take(MAX_VALUES) {
            if self.le(value, v)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An error unless a fact above the line proves a state.
    fn demand(
        &mut self,
        kind: Kind,
        terms: &[Term],
        value: Value,
        line: u32,
        what: &str,
    ) -> Result<(), Trouble> {
        if self.is_proved(kind, terms, value, line)? {
            return Ok(());
        }
        let store = &self.checker.store;
        let numbers: Vec<String> = terms.iter().map(|&term| store.name(term)).collect();
        let kind = if kind == Kind::Wins { "w" } else { "z" };
        let (list, value) = (numbers.join(","), store.values().show(value));
        wrong(format!(
            "{what} needs the fact {kind} of components {list:?} and value {value}, which is not proved above"
        ))
    }

    fn check(&mut self, job: &Job, batch: &Batch) -> Result<(), Trouble> {
        let (checker, list) = (self.checker, &batch.list[job.list.clone()]);
        let reason = &batch.text[job.reason.clone()];
        let terms: Vec<Term> = list.iter().map(|&(term, _)| term).collect();
        let (name, rest) = reason.split_once(' ').unwrap_or((reason, ""));
        match (job.kind, name) {
            (Kind::Wins, "m") => {
                let (place, text) = two(rest)?;
                let place = usize::try_from(signed(place)?).ok().filter(|&i| i < list.len());
                let Some(place) = place else { return wrong("there is no such component") };
                let (term, negate) = list[place];
                let mut position = checker.store.position(term);
                let player = if negate { Player::Right } else { Player::Left };
                let Some(mv) = position.moves(player).find(|mv| mv.text() == text) else {
                    return wrong(format!("{player} has no move {text} in {position}"));
                };
                position.play_unchecked(player, mv);
                let mut state = checker.store.state(&position, negate)?;
                state.terms.extend(terms[..place].iter().chain(&terms[place + 1..]));
                normalize(&mut state.terms);
                let value = self.sum(job.value, state.value)?;
                self.demand(Kind::Holds, &state.terms, value, job.line, "the move")
            }
            (Kind::Wins, "o") => {
                let number = job.value_number;
                let side = usize::from(number < 0);
                let options = &checker.values[number.unsigned_abs() as usize].1[side];
                let option = usize::try_from(signed(rest)?).ok().and_then(|i| options.get(i));
                let &option = option.ok_or_else(|| expected("the place of an option"))?;
                let value = checker.value(if number < 0 { -option } else { option })?;
                let mut terms = terms;
                normalize(&mut terms);
                self.demand(Kind::Holds, &terms, value, job.line, "the move")
            }
            (Kind::Holds, "a") if rest.is_empty() => {
                let mut terms = terms;
                normalize(&mut terms);
                let mut after = Vec::new();
                for (i, &term) in terms.iter().enumerate() {
                    if i > 0 && terms[i - 1] == term {
                        continue;
                    }
                    let options = checker.store.right_options(term)?;
                    let mut options = &options[..];
                    while let [value, length, more @ ..] = options {
                        let (new, more) = more.split_at(*length as usize);
                        options = more;
                        after.clear();
                        after.extend(terms[..i].iter().chain(&terms[i + 1..]).chain(new));
                        normalize(&mut after);
                        let value = self.sum(job.value, *value)?;
                        let what = "the answer to a move of Right";
                        self.demand(Kind::Wins, &after, value, job.line, what)?;
                    }
                }
                let options = checker.store.values().options(job.value, 1);
                for &value in &*options {
                    let what = "the answer to a move of Right in the value";
                    self.demand(Kind::Wins, &terms, value, job.line, what)?;
                }
                Ok(())
            }
            (_, "p") => {
                let digits = rest.as_bytes();
                if digits.len() != list.len() + 1 || !digits.iter().all(u8::is_ascii_digit) {
                    return Err(expected("a digit for each component and one for the value"));
                }
                let mut groups = 0;
                for group in b'0'..=b'9' {
                    let mut list: Vec<Term> = terms
                        .iter()
                        .zip(digits)
                        .filter(|(_, d)| **d == group)
                        .map(|(t, _)| *t)
                        .collect();
                    let value = if digits[terms.len()] == group { job.value } else { ZERO };
                    let kind = if group == b'0' { job.kind } else { Kind::Holds };
                    if list.is_empty() && value == ZERO && kind == Kind::Holds {
                        continue;
                    }
                    groups += 1;
                    normalize(&mut list);
                    let what = format!("group {}", group - b'0');
                    self.demand(kind, &list, value, job.line, &what)?;
                }
                if groups < 2 { Err(expected("at least two groups")) } else { Ok(()) }
            }
            _ => Err(expected("a reason: m I MOVE or o J of a w fact, a of a z fact, p DIGITS")),
        }
    }
}

/// The two parts of a text with a space between.
fn two(text: &str) -> Result<(&str, &str), Trouble> {
    text.split_once(' ').ok_or_else(|| expected("another word"))
}

/// A decimal number with or without a minus sign; 32 bits.
fn signed(text: &str) -> Result<i64, Trouble> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.bytes().all(|c| c.is_ascii_digit());
    let number = is_number.then(|| text.parse::<i32>().ok()).flatten();
    Ok(number.ok_or_else(|| expected("a number"))?.into())
}

fn expected(what: &str) -> Trouble {
    Trouble::Wrong(format!("expected {what}"))
}
