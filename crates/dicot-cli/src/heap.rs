//! `dicot heap`: Grundy values of heaps, with their period, and tables of games on pairs.

mod misere;

use std::fmt::Write;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use dicot::{LimitKind, Limits, ValueError};
use dicot_impartial::{
    CoinGame, CoordinateGame, FORMAT_NAME, Genera, HeapCode, LoadError, Period, Sequence,
    SparseSpace,
};
use dicot_rulesets::grouped;
use dicot_svg::HeapPeriod;
use serde::Serialize;

use crate::batch::{self, Task};
use crate::command::{Command, Failure, Options, Status};
use crate::failure::{self, about};
use crate::limits::duration;
use crate::picture::{self, Target};
use crate::progress::ProgressLine;
use crate::saved::{self, Contents};
use crate::shared::{Shared, memory};
use crate::style::Style;
use misere::MisereTexts;

/// The Grundy values of heaps under an octal or other code, and their period if it is proved
#[derive(Args)]
#[command(after_help = "\
A move takes some tokens from a heap and may split the rest. In the code 0.77 the digit with number j after the point is for moves \
that take j tokens: 1 if they may leave no heap, plus 2 if one heap, plus 4 if two heaps, and so on; digits go on from 8 to Z. \
{2,3} and {2+} are digits by numbers of heaps. After a digit, ! means different heaps, ? not all equal, = all equal. Digits in \
brackets are repeated forever. The digit before the point is for moves that take nothing.

Names: Nim, Kayles, DawsonsKayles, DawsonsChess, GrundysGame, LaskersNim, OfficersGame, Treblecross, Subtraction([1,2]), \
Subtraction([1,2], allbut => true), Splittles([2,5]). Games on pairs are printed as tables: Wythoff, GenWythoff(k->k+2), \
FibonacciNim, TakeAway(3), Mem, GenMem((m,j)->j!=m). Games in which coins in a row are turned, with the values of coins 1, 2, ..: \
1-3 (turn 1 to 3 coins), 2,4 (2 or 4), 1+C (consecutive), 1-3C(5) (within 5), 3E (equally spaced), 1+S (symmetric), 4FS (with the first coin).

A genus such as 4^146 is the nim value and, after ^, the misère nim values of the heap, of its sum with *2, with *2 + *2, ..; the last two \
alternate. A nim heap has no ^, and a tame or restive heap a single digit after it. The player who moves loses misère play if the first \
misère value is 0. A canonical form such as *[2[2]320] has the options 2[2], 3, 2 and 0, where 2[2] is *2 + *2.

A misère quotient is a monoid: each heap is an element, a sum is the product, and the player who moves loses if the product is in the \
P-portion. It is printed only if it is proved.

A period is printed only if it is proved that it lasts forever. If a limit of time or memory is reached, or after Ctrl-C, the \
values so far are printed, and the status is 3, or 130 after Ctrl-C. With --save FILE the same command goes on from there.

Examples:
  dicot heap 0.77
  dicot heap GrundysGame --to 1000
  dicot heap 0.16 --to 1000000 --save values.heaps --picture values.svg
  dicot heap 'Subtraction([1,3,4])' --json
  dicot heap wythoff --to 10
  dicot heap 1-3
  dicot heap 0.07 --to 1000 --bfile
  dicot heap 0.77 --misere --to 12
  dicot heap 0.123 --quotient")]
pub(crate) struct HeapArgs {
    /// A heap code like 0.77, or the name of a game
    code: Option<String>,
    /// The last heap [default: 100]; of a game on pairs the last row and column, and of a game of coins the last coin [default: 15]
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// The last heap among those in which a period is searched, if --to is less; by default 16384 if a move leaves at most
    /// two heaps, and otherwise 512
    #[arg(long, value_name = "N")]
    period_to: Option<u32>,
    /// Print the genera and canonical forms of the heaps under misère play as well; --to is 20 by default
    #[arg(long)]
    misere: bool,
    /// Save the values at the end and every --save-every, and go on from FILE if it has those of the code
    #[arg(long, value_name = "FILE", requires = "code")]
    save: Option<PathBuf>,
    /// Let --save replace any existing file, and begin again
    #[arg(long, requires = "save")]
    force: bool,
    /// The time between two saves during a long computation
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, requires = "save")]
    save_every: Duration,
    /// Draw the values of the heaps; the name ends in .svg, .png, or .tex for TikZ
    #[arg(long, value_name = "FILE", requires = "code",
        value_parser = PathBufValueParser::new().try_map(Target::new))]
    picture: Option<Target>,
    /// Print a heap and its value on each line, in the format of the b-files of OEIS
    #[arg(long, conflicts_with_all = ["misere", "quotient"])]
    bfile: bool,
    /// Print the misère quotient of the heaps instead; --to is 20 by default
    #[arg(long, conflicts_with_all = ["misere", "period_to", "save", "picture"])]
    quotient: bool,
}

/// The last heap, and the last row and column of a table, by default.
const DEFAULT_TO: u32 = 100;
const DEFAULT_MISERE: u32 = 20;
const DEFAULT_TABLE: u32 = 15;
/// The number of values in a line.
const COLUMNS: usize = 20;
/// The number of exceptions that are shown.
const MAX_EXCEPTIONS: usize = 20;
/// The width of the first column.
const WIDTH: usize = 12;

pub(crate) const MEMORY: Shared =
    memory("The memory limit of an item, like 500MB or 4GiB; `none` for no limit [default: 4GiB]");

impl Command for HeapArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let code = self.code.clone();
        let mut heaps = Heaps {
            arguments: self,
            limits: options.limits.limits(),
            json: options.json,
            max_form: usize::try_from(options.max_value).unwrap_or(usize::MAX),
            progress: ProgressLine::new(),
            style: Style::of_stdout(),
        };
        batch::run(code, options.json, &mut heaps)
    }
}

struct Heaps {
    arguments: HeapArgs,
    limits: Limits,
    json: bool,
    /// The longest misère form in JSON, in bytes.
    max_form: usize,
    progress: ProgressLine,
    style: Style,
}

/// The answer for a code in JSON.
#[derive(Serialize)]
struct HeapLine<'a> {
    code: String,
    values: &'a [u32],
    period: Option<usize>,
    preperiod: Option<usize>,
    saltus: Option<u32>,
    /// The heaps before the period whose values it does not have, with their values.
    exceptions: Option<Vec<(usize, u32)>>,
    /// The mask of the sparse space method, the number of rare heaps, and the last, if they are few.
    rare_mask: Option<u32>,
    rare_heaps: Option<usize>,
    last_rare_heap: Option<usize>,
    /// The genera and forms of the heaps, if they are asked for.
    #[serde(flatten)]
    misere: Option<MisereTexts>,
    /// The last heap among those in which a period was searched.
    searched_to: usize,
    /// Why there are fewer values than were wanted.
    reason: Option<&'a str>,
}

/// The answer for a game on pairs in JSON.
#[derive(Serialize)]
struct TableLine<'a> {
    game: &'a str,
    table: Vec<Vec<u32>>,
}

/// The answer for a game of coins in JSON.
#[derive(Serialize)]
struct CoinLine<'a> {
    game: &'a str,
    /// The values of coins 1, 2 and so on.
    coins: Vec<u32>,
}

impl Heaps {
    /// The sequence of the code: that of the file, if it has one.
    fn sequence(
        &self,
        code: HeapCode,
        file: Option<&Path>,
        limits: &Limits,
    ) -> Result<Sequence, Failure> {
        let Some(path) = file else { return Ok(Sequence::new(code)) };
        let contents = saved::check(path, FORMAT_NAME, "heap", self.arguments.force);
        if contents.map_err(of_file)? != Contents::Saved {
            return Ok(Sequence::new(code));
        }
        let loaded = File::open(path).map_err(LoadError::Io);
        let loaded = loaded.and_then(|file| Sequence::load(code, file, limits));
        loaded.map_err(|error| match error {
            LoadError::Limit(limit) => failure(limit),
            LoadError::Io(error) => of_file(about(path, error)),
            error => of_file(about(
                path,
                format!("{error}; choose another name, or replace it with --force"),
            )),
        })
    }

    fn heaps(&self, item: &str, code: HeapCode) -> Result<String, Failure> {
        let misere = self.arguments.misere;
        let mut genera = misere.then(|| Genera::new(code.clone()));
        let limits = self.limits.starting_now();
        let save = self.arguments.save.as_deref().map(saved::target);
        let mut sequence = self.sequence(code, save.as_deref(), &limits)?;
        let known = sequence.values().len();
        let to = self.arguments.to.unwrap_or(if misere { DEFAULT_MISERE } else { DEFAULT_TO });
        let to = to as usize;
        let period_to = self.arguments.period_to.map_or(sequence.period_heap(), |to| to as usize);
        self.progress.start();
        let (mut last, mut warned) = (Instant::now(), false);
        let mut extend = |to: usize| {
            sequence.extend_with(to, &limits, |now| {
                let heap = now.values().len();
                self.progress
                    .write(|_| format!("heap {} of {}", grouped(heap as u64), grouped(to as u64)));
                if let Some(path) = &save
                    && last.elapsed() >= self.arguments.save_every
                {
                    let saved = saved::write(path, |file| now.save(file));
                    if let (Err(error), false) = (&saved, warned) {
                        failure::report(&format!("warning: {error}"));
                        warned = true;
                    }
                    last = Instant::now();
                }
            })
        };
        let result = extend(to).and_then(|()| match extend(period_to.max(to)) {
            Err(LimitKind::Interrupted) => Err(LimitKind::Interrupted),
            // Without more values, those that are wanted are still an answer.
            _ => Ok(()),
        });
        let result = result.and_then(|()| match &mut genera {
            Some(genera) => {
                // The texts of the forms take memory, too.
                let share = limits.bytes.map_or(usize::MAX, |bytes| bytes / 8 * 7);
                genera.extend_to(to, &limits.clone().with_bytes(share)).map_err(|limit| {
                    match (limit, limits.bytes) {
                        (LimitKind::Bytes(_), Some(bytes)) => LimitKind::Bytes(bytes),
                        (limit, _) => limit,
                    }
                })
            }
            None => Ok(()),
        });
        self.progress.clear();
        if let Some(path) = save.filter(|_| sequence.values().len() > known) {
            saved::write(&path, |file| sequence.save(file)).map_err(of_file)?;
        }
        if let Some(target) = &self.arguments.picture {
            draw(item, &sequence, to, target)?;
        }
        let misere =
            genera.as_mut().map(|genera| MisereTexts::new(genera, to, self.max_form, &limits));
        match result {
            Ok(()) => self.shown(item, &sequence, to, misere, None),
            Err(limit) => {
                let mut failure = failure(limit);
                let message = failure.message().to_owned();
                failure.known = Some(self.shown(item, &sequence, to, misere, Some(&message))?);
                Err(failure)
            }
        }
    }

    /// What is printed.
    fn shown(
        &self,
        item: &str,
        sequence: &Sequence,
        to: usize,
        misere: Option<MisereTexts>,
        reason: Option<&str>,
    ) -> Result<String, Failure> {
        let all = sequence.values();
        let values = &all[..all.len().min(to + 1)];
        let (period, searched_to) = (sequence.period(), all.len().saturating_sub(1));
        let exceptions = period.map(|period| period.exceptions(all));
        if self.json {
            let sparse = sequence.sparse_space();
            let line = HeapLine {
                code: sequence.code().to_string(),
                values,
                period: period.map(|period| period.period),
                preperiod: period.map(|period| period.preperiod),
                saltus: period.map(|period| period.saltus),
                exceptions,
                rare_mask: sparse.map(|sparse| sparse.mask),
                rare_heaps: sparse.map(|sparse| sparse.heaps),
                last_rare_heap: sparse.map(|sparse| sparse.last),
                misere,
                searched_to,
                reason,
            };
            return Ok(serde_json::to_string(&line)?);
        }
        if self.arguments.bfile {
            return Ok(lines(0, values));
        }
        let mut page = self.style.head("code", WIDTH) + &self.named(item, sequence.code()) + "\n";
        let width = values.iter().max().map_or(1, |max| max.to_string().len());
        for (line, values) in values.chunks(COLUMNS).enumerate() {
            self.add_row(&mut page, line * COLUMNS, values, width);
        }
        page += &self.style.head("period", WIDTH);
        match period {
            None => page += &format!("not proved by heaps 0 to {}", grouped(searched_to as u64)),
            Some(Period { period, preperiod, saltus }) => {
                page += &format!("{period}, from heap {preperiod} on");
                if saltus > 0 {
                    page += &format!(", saltus {saltus}");
                }
                page += " (proved)";
            }
        }
        if let Some(exceptions) = exceptions.filter(|exceptions| !exceptions.is_empty()) {
            let shown = exceptions.iter().take(MAX_EXCEPTIONS);
            let shown: Vec<String> = shown.map(|(heap, value)| format!("{heap}:{value}")).collect();
            page += &format!("\n{}{}", self.style.head("exceptions", WIDTH), shown.join(" "));
            if let more @ 1.. = exceptions.len() - shown.len() {
                page += &format!(" and {} more, which --json lists", grouped(more as u64));
            }
        }
        if period.is_none()
            && let Some(SparseSpace { mask, heaps, last }) = sequence.sparse_space()
        {
            let [heaps, last] = [heaps, last].map(|number| grouped(number as u64));
            page += &format!(
                "\n{}{heaps}, the last is {last} (mask {mask:#x})",
                self.style.head("rare heaps", WIDTH)
            );
        }
        Ok(page + &misere.map_or(String::new(), |misere| misere.page(self)))
    }

    /// The code, and what was written for it.
    fn named(&self, item: &str, code: &HeapCode) -> String {
        let code = code.to_string();
        if item.trim() == code { code } else { format!("{} ({code})", item.trim()) }
    }

    fn add_row(&self, page: &mut String, head: usize, values: &[u32], width: usize) {
        let cells: Vec<String> = values.iter().map(|value| format!("{value:>width$}")).collect();
        let head = self.style.head(&format!("{head:>8}"), WIDTH);
        let _ = writeln!(page, "{head}{}", cells.join(" "));
    }

    fn has_files(&self) -> bool {
        self.arguments.save.is_some() || self.arguments.picture.is_some()
    }

    fn coins(&self, item: &str, game: CoinGame) -> Result<String, Failure> {
        let coins = self.arguments.to.unwrap_or(DEFAULT_TABLE) as usize;
        let values = game.values(coins, &self.limits.starting_now()).map_err(failure)?;
        if self.json {
            return Ok(serde_json::to_string(&CoinLine { game: item.trim(), coins: values })?);
        }
        if self.arguments.bfile {
            return Ok(lines(1, &values));
        }
        let width = values.iter().max().map_or(1, |max| max.to_string().len());
        let mut page = format!("{}{game}", self.style.head("game", WIDTH));
        if item.trim().bytes().all(|digit| matches!(digit, b'0'..=b'7')) {
            page += &format!(" (for the octal code: 0.{})", item.trim());
        }
        page.push('\n');
        for (line, values) in values.chunks(COLUMNS).enumerate() {
            self.add_row(&mut page, line * COLUMNS + 1, values, width);
        }
        Ok(page.trim_end().to_owned())
    }

    fn table(&self, item: &str, game: CoordinateGame) -> Result<String, Failure> {
        let last = self.arguments.to.unwrap_or(DEFAULT_TABLE) as usize;
        let table = game.table(last, last, &self.limits.starting_now()).map_err(failure)?;
        if self.json {
            return Ok(serde_json::to_string(&TableLine { game: item.trim(), table })?);
        }
        let max = table.iter().flatten().copied().max().unwrap_or(0).max(last as u32);
        let width = max.to_string().len();
        let heads: Vec<String> = (0..=last).map(|column| format!("{column:>width$}")).collect();
        let mut page = self.style.head(&" ".repeat(WIDTH), WIDTH);
        page += &self.style.head(&heads.join(" "), 0);
        page.push('\n');
        for (row, values) in table.iter().enumerate() {
            self.add_row(&mut page, row, values, width);
        }
        Ok(page.trim_end().to_owned())
    }
}

impl Task for Heaps {
    const ITEM: &'static str = "heap code";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        if self.json && self.arguments.bfile {
            return Err(Failure::new("--bfile is text, and does not go with --json"));
        }
        match item.parse::<HeapCode>() {
            Ok(code) if self.arguments.quotient => self.quotient(item, code),
            Ok(code) => self.heaps(item, code),
            Err(error) => match (item.parse::<CoordinateGame>(), item.parse::<CoinGame>()) {
                (Ok(_), _) | (_, Ok(_)) if self.has_files() => {
                    Err(Failure::new("--save and --picture are for heap codes"))
                }
                (Ok(_), _) if self.arguments.bfile => {
                    Err(Failure::new("--bfile is for heaps and coins, and this is a game on pairs"))
                }
                (Ok(game), _) => self.table(item, game),
                (_, Ok(game)) => self.coins(item, game),
                _ => Err(Failure::at(item, error.offset(), error.to_string())),
            },
        }
    }
}

/// Draws the values of heaps 0 to `to`.
fn draw(item: &str, sequence: &Sequence, to: usize, target: &Target) -> Result<(), Failure> {
    let all = sequence.values();
    let period = sequence.period().map(|Period { period, preperiod, saltus }| HeapPeriod {
        start: preperiod,
        length: period,
        saltus,
    });
    let options = dicot_svg::Options::titled(item.trim());
    let picture = dicot_svg::heaps(&all[..all.len().min(to + 1)], period, &options);
    picture::save(&picture, target, None)
}

/// Each value after its number.
fn lines(first: usize, values: &[u32]) -> String {
    let lines = (first..).zip(values).map(|(n, value)| format!("{n} {value}"));
    lines.collect::<Vec<String>>().join("\n")
}

fn of_file(error: io::Error) -> Failure {
    Failure::new(error.to_string())
}

fn failure(limit: LimitKind) -> Failure {
    Failure::from(ValueError::Limit(limit))
}

fn json(line: &impl Serialize) -> Result<String, Failure> {
    Ok(serde_json::to_string(line)?)
}
