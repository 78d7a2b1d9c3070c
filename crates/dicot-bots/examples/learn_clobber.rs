//! Learns weights of patterns of 3x3 cells in Clobber, and prints `crates/dicot-bots/src/clobber_weights.rs`.
//!
//! Random games on 8x8 give positions of 14 to 34 stones that can still take part; the solver finds who wins them, for
//! either player to begin. The logarithm of the odds of a win is modelled as a sum of weights, one for each pattern that
//! occurs and one for the move: logistic regression, with the step sizes of AdaGrad (Duchi, Hazan and Singer, *Adaptive
//! subgradient methods*, 2011). Images of a pattern have the same weight, and with the players exchanged its negative.
//!
//! `cargo run --release -p dicot-bots --example learn_clobber > crates/dicot-bots/src/clobber_weights.rs` takes
//! about ten minutes; an argument is the number of positions, by default 400,000.

use std::error::Error;
use std::io::Write as _;

use dicot::board::{Bitboard, Cell};
use dicot::rules::{Clobber, Position};
use dicot::solver::{Solver, Sum};
use dicot::{Limits, Player};
use dicot_bots::Dice;

const PATTERNS: usize = 19_683;
const PASSES: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = std::env::args().nth(1).map_or(Ok(400_000), |text| text.parse())?;
    let classes = Classes::new();
    let mut samples = Vec::new();
    let (mut dice, mut solver) = (Dice::new(1), new_solver());
    while samples.len() < wanted {
        one_game(&classes, &mut dice, &mut solver, &mut samples);
        if solver.nodes() > 20_000_000 {
            solver = new_solver();
        }
    }
    dice.shuffle(&mut samples);
    // A tenth is kept to measure the result.
    let (kept, learned) = samples.split_at(samples.len() / 10);
    let mut weights = Weights::new(classes.count);
    for pass in 0..PASSES {
        let rate = 0.05 * (1.0 - pass as f32 / PASSES as f32);
        learned.iter().for_each(|sample| weights.learn(sample, rate));
    }
    let correct: usize = kept.iter().map(|sample| weights.correct(sample)).sum();
    let share = correct as f64 / (2 * kept.len()) as f64;
    eprintln!(
        "{} patterns; of the winners of {} positions {share:.3} are predicted correctly",
        classes.count,
        kept.len()
    );
    weights.print()
}

fn new_solver() -> Solver {
    // A limit of nodes and not of time, so that every machine learns the same.
    let limits = Limits::default().with_nodes(100_000);
    Solver::new().with_limits(limits)
}

/// A position: its patterns, and who wins if Left or Right begins.
struct Sample {
    patterns: Vec<(usize, f32)>,
    left_wins: [bool; 2],
}

/// Plays a random game, and appends some of its positions.
fn one_game(classes: &Classes, dice: &mut Dice, solver: &mut Solver, samples: &mut Vec<Sample>) {
    let mut position = Clobber::start(8, 8).expect("8x8 fits");
    let mut player = Player::Right;
    let mut next = 14 + dice.below(21) as u32;
    while let Some(mv) = dice.pick(position.moves(player)) {
        let pieces: Vec<_> = position.board().mixed_components().collect();
        let stones: u32 = pieces.iter().map(|piece| piece.occupied().len()).sum();
        if stones < 14 {
            return;
        }
        if stones <= next {
            let sum =
                pieces.into_iter().fold(Sum::default(), |sum, piece| sum + Clobber::from(piece));
            let wins = Player::BOTH.map(|first| solver.wins_first(&sum, first));
            if let [Ok(left), Ok(right)] = wins {
                samples.push(Sample { patterns: classes.of(&position), left_wins: [left, !right] });
            }
            next = stones.saturating_sub(1 + dice.below(6) as u32);
        }
        position.play_unchecked(player, mv);
        player = !player;
    }
}

/// Classes of patterns that are images of one another, numbered in the order of their least patterns.
struct Classes {
    /// For each pattern its class, and -1 if the players are exchanged, or 0 if it is its own negative.
    of_pattern: Vec<(usize, f32)>,
    count: usize,
}

impl Classes {
    fn new() -> Classes {
        let mut of_pattern = vec![None; PATTERNS];
        let mut count = 0;
        for pattern in 0..PATTERNS {
            if of_pattern[pattern].is_some() {
                continue;
            }
            let images = images(pattern);
            let even = images.contains(&(pattern, -1.0));
            for (image, sign) in images {
                of_pattern[image] = Some((count, if even { 0.0 } else { sign }));
            }
            count += usize::from(!even);
        }
        Classes { of_pattern: of_pattern.into_iter().flatten().collect(), count }
    }

    /// The patterns in a position of 8x8 and just around it, of the stones that can still take part.
    fn of(&self, position: &Clobber) -> Vec<(usize, f32)> {
        // With two empty rows and columns on each side.
        let mut cells = [[0; 12]; 12];
        for cell in alive(position) {
            let other = position.board().get(cell) == Some(Player::Right);
            cells[usize::from(cell.row) + 2][usize::from(cell.col) + 2] = 1 + usize::from(other);
        }
        let mut found = Vec::new();
        for rows in cells.windows(3) {
            for col in 0..10 {
                let digits = rows.iter().rev().flat_map(|row| row[col..col + 3].iter().rev());
                let (class, sign) =
                    self.of_pattern[digits.fold(0, |number, digit| 3 * number + digit)];
                if sign != 0.0 {
                    found.push((class, sign));
                }
            }
        }
        found
    }
}

/// The cells of stones that are connected with one of the other colour.
fn alive(position: &Clobber) -> Vec<Cell> {
    let mut open: Vec<Cell> = position.moves(Player::Left).map(|mv| mv.cells[0]).collect();
    let mut alive = Vec::new();
    while let Some(cell) = open.pop() {
        if alive.contains(&cell) {
            continue;
        }
        alive.push(cell);
        let neighbours = Bitboard::<u64>::empty(position.shape()).with(cell).neighbours();
        open.extend(neighbours.cells().filter(|cell| position.board().get(*cell).is_some()));
    }
    alive
}

/// A pattern turned and reflected, and -1 where the players are exchanged.
fn images(pattern: usize) -> Vec<(usize, f32)> {
    let digits: [usize; 9] = std::array::from_fn(|i| pattern / 3_usize.pow(i as u32) % 3);
    let mut images = Vec::new();
    for turns in 0..4 {
        for reflected in [false, true] {
            let place = |i: usize| {
                let (mut row, mut col) = (i / 3, if reflected { 2 - i % 3 } else { i % 3 });
                for _ in 0..turns {
                    (row, col) = (2 - col, row);
                }
                3 * row + col
            };
            let number = |digit: &dyn Fn(usize) -> usize| {
                (0..9).rev().fold(0, |number, i| 3 * number + digit(digits[place(i)]))
            };
            images.push((number(&|digit| digit), 1.0));
            images.push((number(&|digit| [0, 2, 1][digit]), -1.0));
        }
    }
    images
}

/// The weights: logarithms of odds.
struct Weights {
    to_move: f32,
    weights: Vec<f32>,
    /// The sums of the squares of the steps so far, which make later steps smaller.
    steps: Vec<f32>,
    move_steps: f32,
}

impl Weights {
    fn new(count: usize) -> Weights {
        let (weights, steps) = (vec![0.0; count], vec![1e-3; count]);
        Weights { to_move: 0.0, weights, steps, move_steps: 1e-3 }
    }

    /// The logarithms of the odds that Left wins, if Left begins and if Right does.
    fn odds(&self, sample: &Sample) -> [f32; 2] {
        let sum: f32 =
            sample.patterns.iter().map(|&(class, sign)| sign * self.weights[class]).sum();
        [sum + self.to_move, sum - self.to_move]
    }

    fn learn(&mut self, sample: &Sample, rate: f32) {
        let odds = self.odds(sample);
        let error =
            |i: usize| 1.0 / (1.0 + (-odds[i]).exp()) - f32::from(u8::from(sample.left_wins[i]));
        let (both, to_move) = (error(0) + error(1), error(0) - error(1));
        for &(class, sign) in &sample.patterns {
            let step = both * sign;
            self.steps[class] += step * step;
            self.weights[class] -= rate * step / self.steps[class].sqrt();
        }
        self.move_steps += to_move * to_move;
        self.to_move -= rate * to_move / self.move_steps.sqrt();
    }

    /// The number of the sample's two winners that are predicted correctly.
    fn correct(&self, sample: &Sample) -> usize {
        let odds = self.odds(sample);
        (0..2).filter(|&i| (odds[i] > 0.0) == sample.left_wins[i]).count()
    }

    fn print(&self) -> Result<(), Box<dyn Error>> {
        let hundredths = |odds: f32| (100.0 * odds).round() as i32;
        let mut text = String::new();
        for &weight in &self.weights {
            let number = (hundredths(weight) + 4_050).clamp(0, 8_099) as u32;
            text.extend(
                [number / 90, number % 90].map(|digit| char::from_u32(35 + digit)).iter().flatten(),
            );
        }
        let mut out = std::io::stdout().lock();
        writeln!(out, "//! Weights of patterns of 3x3 cells in Clobber, for the evaluation.")?;
        writeln!(out, "//!")?;
        writeln!(
            out,
            "//! Written by `crates/dicot-bots/examples/learn_clobber.rs`: 100 times the logarithms of odds."
        )?;
        writeln!(out)?;
        writeln!(out, "/// The weight of being the one to move.")?;
        writeln!(out, "pub(crate) const TO_MOVE: i32 = {};", hundredths(self.to_move))?;
        writeln!(out)?;
        writeln!(
            out,
            "/// The weights of the classes of patterns in the order of their least patterns, two characters each."
        )?;
        writeln!(out, "#[rustfmt::skip]")?;
        writeln!(out, "pub(crate) const WEIGHTS: &str = r\"{text}\";")?;
        Ok(())
    }
}
