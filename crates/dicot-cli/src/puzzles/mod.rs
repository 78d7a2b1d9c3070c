//! `dicot puzzles`: questions about small positions, each with an answer that is proved to be the only one.

mod candidate;
mod judge;
mod puzzle;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use dicot_bots::Dice;

use self::judge::Judge;
use self::puzzle::Puzzle;
pub(crate) use self::puzzle::position;
use crate::command::{Command, Failure, Options, Status};
use crate::ctrl_c;
use crate::failure::about;
use crate::input::{self, Line};
use crate::progress::ProgressLine;

/// Puzzles: small positions and a question with a single right answer, graded by how much a proof of who wins needs
#[derive(Args)]
#[command(after_help = "\
Each line has a puzzle: its grade, 1 to 7; what is asked; the answer; and the position or sum, or the positions. The kinds are

  move left, move right   the only winning move of a player who starts
  winner                  who wins: L, R, N (the player who starts) or P (the other player)
  zero                    the only cell and content, as in `b2=x`, that change the value to 0
  compare                 the first position against the second: <, >, = or | (confused)
  hottest                 the number of the position of the largest temperature

A grade is a seventh of the puzzles of its kind. They are ordered by the facts in certificates of who wins their positions, times one \
more than the number of wrong moves that only one reply refutes. Seven lines are a week, from grade 1 on Monday to grade 7 on Sunday. \
The same arguments give the same puzzles. The pages have those of the first example.

Examples:
  dicot puzzles > puzzles.txt
  dicot puzzles --weeks 2 --seed 7
  dicot puzzles --check puzzles.txt")]
pub(crate) struct PuzzlesArgs {
    /// The number of weeks, with seven puzzles each
    #[arg(long, value_name = "N", default_value_t = 72, value_parser = clap::value_parser!(u32).range(1..=1000))]
    weeks: u32,
    /// The seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Prove the answers in this file again, instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["weeks", "seed"])]
    check: Option<PathBuf>,
}

/// The number of grades, and of days in a week.
const GRADES: usize = 7;

impl Command for PuzzlesArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let limits = options.limits.limits().with_time(options.limits.time_or(None));
        let mut judge = Judge::new(limits.starting_now());
        if let Some(path) = self.check {
            return check(&path, &mut judge);
        }
        ctrl_c::set_not_done("no puzzles are printed");
        let progress = ProgressLine::new();
        progress.start();
        let puzzles = chosen(self.weeks as usize, self.seed, &mut judge);
        progress.clear();
        let mut out = io::stdout().lock();
        for (number, puzzle) in puzzles?.into_iter().enumerate() {
            writeln!(out, "{}\t{puzzle}", number % GRADES + 1).map_err(Failure::of_output)?;
        }
        Ok(Status::Done)
    }
}

/// The puzzles of `weeks` weeks.
fn chosen(weeks: usize, seed: u64, judge: &mut Judge) -> Result<Vec<Puzzle>, Failure> {
    let mut dice = Dice::new(seed);
    let mut puzzles = candidate::puzzles(weeks * GRADES, &mut dice, judge)?;
    puzzles
        .sort_by_cached_key(|(weight, puzzle)| (puzzle.kind.name(), *weight, puzzle.to_string()));
    // Each kind is spread over all grades.
    let all = puzzles.len();
    let kinds = puzzles.chunk_by(|(_, a), (_, b)| a.kind.name() == b.kind.name());
    let mut ranked: Vec<(usize, &Puzzle)> = kinds
        .flat_map(|kind| {
            let rank = move |i| (2 * i + 1) * all / (2 * kind.len());
            kind.iter().enumerate().map(move |(i, (_, puzzle))| (rank(i), puzzle))
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let mut grades: Vec<_> = ranked.chunks_mut(weeks).collect();
    grades.iter_mut().for_each(|grade| dice.shuffle(grade));
    let week = |week: usize| grades.iter().map(move |grade| grade[week].1.clone());
    Ok((0..weeks).flat_map(week).collect())
}

/// Proves the answers in a file.
fn check(path: &Path, judge: &mut Judge) -> Result<Status, Failure> {
    let mut file = input::open(path)?;
    let mut count = 0;
    while let Some(line) = input::next_line(&mut file).map_err(|error| about(path, error))? {
        let in_line = |problem: &str| {
            Failure::new(format!("{}, line {}: {problem}", path.display(), count + 1))
        };
        let line = match line {
            Line::Text(line) => line,
            Line::Bad(_, problem) => return Err(in_line(&problem)),
        };
        let (grade, puzzle) = line.split_once('\t').ok_or_else(|| in_line("expected a grade"))?;
        if !grade.parse().is_ok_and(|grade| (1..=GRADES).contains(&grade)) {
            return Err(in_line("expected a grade from 1 to 7"));
        }
        let puzzle = Puzzle::read(puzzle).map_err(|problem| in_line(&problem))?;
        match judge.answer(puzzle.kind, &puzzle.positions)? {
            Some(answer) if answer == puzzle.answer => count += 1,
            Some(answer) => return Err(in_line(&format!("the answer is {answer}"))),
            None => return Err(in_line("several answers are right, or none")),
        }
    }
    if count == 0 {
        return Err(Failure::new(format!("{} has no puzzle", path.display())));
    }
    let said = writeln!(io::stdout(), "{count} puzzles have these answers, and no others");
    said.map_err(Failure::of_output)?;
    Ok(Status::Done)
}
