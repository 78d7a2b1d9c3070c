//! Measures whether the strong bot for Clobber gives won positions away when few stones can still take part.
//!
//! Random games on 8x8 are played until at most STONES stones can still take part. From each position that the player to
//! move wins, by the solver, the bot plays that side to the end, against the bot without values. A position counts as
//! lost if the opponent wins it, by the solver, after any move of the bot.
//!
//! `cargo run --release -p dicot-bots --example measure_endgame [POSITIONS [STONES [MILLISECONDS]]]`: by default
//! 500, 22 and 135, the time of the bot for CodinGame. Ends with status 1 if a position was lost or an answer was late.

use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::rules::{Clobber448, GenClobber, Turn};
use dicot::solver::{Solver, Sum};
use dicot_bots::{AlphaBetaBot, Bot, ClobberBot, Dice};

/// The opponent's time for a move.
const OTHER_TIME: Duration = Duration::from_millis(10);
/// How late an answer may come.
const LATE: Duration = Duration::from_millis(15);

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |or: u64| arguments.next().map_or(Ok(or), |text| text.parse());
    let (positions, most) = (next(500)?, u32::try_from(next(22)?)?);
    let time = Duration::from_millis(next(135)?);

    let (mut dice, mut solver, mut out) = (Dice::new(1), Solver::new(), std::io::stdout());
    let (mut won, mut tried, mut lost, mut moves) = (0, 0, 0, 0);
    let mut slowest = Duration::ZERO;
    while won < positions {
        let start = endgame(most, &mut dice)?;
        tried += 1;
        solver.clear();
        if !wins(&mut solver, &start)? {
            continue;
        }
        won += 1;
        let (mut bot, mut other) = (ClobberBot::new(), AlphaBetaBot::new());
        let (side, mut turn) = (start.to_move, start);
        loop {
            let mine = turn.to_move == side;
            let begun = Instant::now();
            let chosen = match mine {
                true => bot.choose(&turn, begun + time),
                false => other.choose(&turn, begun + OTHER_TIME),
            };
            if mine {
                slowest = slowest.max(begun.elapsed());
            }
            let Some(chosen) = chosen else { break };
            turn = turn.play(chosen)?;
            if mine {
                moves += 1;
                if wins(&mut solver, &turn)? {
                    lost += 1;
                    writeln!(out, "lost by {chosen}: now {}", turn.position)?;
                    break;
                }
            }
        }
    }
    writeln!(
        out,
        "{won} won positions (of {tried}) with at most {most} stones: {lost} lost in {moves} moves; slowest answer {slowest:.1?}"
    )?;
    let good = lost == 0 && slowest < time + LATE;
    Ok(if good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Whether the player to move wins.
fn wins(solver: &mut Solver, turn: &Turn<Clobber448>) -> Result<bool, dicot::ValueError> {
    solver.wins_first(&Sum::from(turn.position), turn.to_move)
}

/// The first position of a random game with at most so many stones that can still take part.
fn endgame(most: u32, dice: &mut Dice) -> Result<Turn<Clobber448>, Box<dyn Error>> {
    let mut turn = Turn::new(GenClobber::start(8, 8)?, Player::Right);
    while turn.position.board().mixed_components().map(|piece| piece.occupied().len()).sum::<u32>()
        > most
    {
        let mv = dice.pick(turn.moves()).ok_or("the game is over")?;
        turn = turn.play(mv)?;
    }
    Ok(turn)
}
