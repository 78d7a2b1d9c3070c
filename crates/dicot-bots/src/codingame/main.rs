use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use clobber_search::{ClobberSearch, Stones};

/// How long to think from the first line of a turn: CodinGame allows 1000 ms on the first turn, in which the program
/// starts as well, and 150 ms on later ones.
const FIRST_TURN: Duration = Duration::from_millis(750);
const LATER_TURNS: Duration = Duration::from_millis(135);
/// CodinGame's largest board. Columns have one letter.
const MAX_SIDE: u8 = 26;
/// The largest board that the search plays on, in cells.
const MAX_CELLS: usize = 448;

fn main() {
    if let Err(error) = play(io::stdin().lock(), io::stdout().lock()) {
        // A referee that closes the pipe has ended the game.
        if error.kind() != io::ErrorKind::BrokenPipe {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

/// Answers the referee until the end of the input.
fn play(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut lines = input.lines();
    let mut line = || lines.next().map(|line| Ok::<_, io::Error>(line?.trim().to_owned()));
    let Some(side) = line() else { return Ok(()) };
    let mut started = Instant::now();
    let mut time = FIRST_TURN;
    let side = match side?.parse() {
        Ok(side @ 1..=MAX_SIDE) if usize::from(side) * usize::from(side) <= MAX_CELLS => side,
        _ => return Err(invalid("the first line is not the number of rows of a board that is small enough")),
    };
    let Some(colour) = line() else { return Ok(()) };
    let own_letter = match colour?.as_str() {
        "w" => 'w',
        "b" => 'b',
        _ => return Err(invalid("the second line is not a colour, w or b")),
    };
    let mut search = ClobberSearch::new();
    for turn in 0.. {
        let mut stones = Stones { width: side, height: side, own: Vec::new(), other: Vec::new() };
        for row in 0..side {
            let Some(cells) = line() else { return Ok(()) };
            let cells = cells?;
            if turn > 0 && row == 0 {
                started = Instant::now();
            }
            if cells.len() != usize::from(side) {
                return Err(invalid("a row does not have as many cells as the board has rows"));
            }
            for (col, letter) in (0..).zip(cells.chars()) {
                match letter {
                    '.' => {}
                    'w' | 'b' if letter == own_letter => stones.own.push((row, col)),
                    'w' | 'b' => stones.other.push((row, col)),
                    _ => return Err(invalid("a cell is not w, b or .")),
                }
            }
        }
        // The opponent's move and the number of moves tell nothing new.
        for _ in 0..2 {
            let Some(line) = line() else { return Ok(()) };
            line?;
        }
        // As `before` in lib.rs: two milliseconds are left for the answer.
        let deadline = started + time - Duration::from_millis(2);
        let (moves, _) = search.rank_moves(&stones, &mut || Instant::now() >= deadline);
        let name = |(row, col): (u8, u8)| format!("{}{}", char::from(b'a' + col), side - row);
        let answer = moves.first().map_or("random".to_owned(), |&[from, to]| name(from) + &name(to));
        writeln!(output, "{answer}")?;
        output.flush()?;
        time = LATER_TURNS;
    }
    Ok(())
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
