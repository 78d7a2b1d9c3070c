//! The board and the prompts for a person.

use std::fmt::Write;

use dicot::board::Cell;
use dicot::rules::{Combo, Position, Ruleset, Turn, combo::ComboMove};

use super::colour;

/// Prints the board, with rows and columns numbered as in moves.
///
/// # Examples
/// ```
/// use dicot_arena::combo::human::board;
/// assert_eq!(board(&"w1,./.,b12".parse()?), " 1w  .   0\n .  12b  1\n 0   1\n");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn board(position: &Combo) -> String {
    let (shape, mut text) = (position.shape(), String::new());
    for row in 0..shape.height() {
        for col in 0..shape.width() {
            // Writing to a string never fails.
            let _ = match position.stack(Cell { row, col }) {
                Some((player, stones)) => write!(text, "{stones:>2}{} ", &colour(player)[..1]),
                None => write!(text, " .  "),
            };
        }
        let _ = writeln!(text, " {row}");
    }
    for col in 0..shape.width() {
        let _ = write!(text, "{col:>2}  ");
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

/// Returns the prompt for a move.
pub fn prompt(turn: &Turn<Combo>) -> String {
    format!("Enter move for {} (fromx,fromy tox,toy count): ", colour(turn.to_move))
}

/// Reads the move that a person has typed.
///
/// # Errors
/// The text to show before the next prompt.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::rules::{Combo, Turn};
/// use dicot_arena::combo::human::{prompt, read};
/// let turn = Turn::new(Combo::start(8, 8)?, Player::Left);
/// assert_eq!(prompt(&turn), "Enter move for black (fromx,fromy tox,toy count): ");
/// assert_eq!(read(&turn, "0,6 0,5 1").unwrap().to_string(), "0,6-0,5-1");
/// let again = read(&turn, "0,6 0,4 1").unwrap_err();
/// assert_eq!(again, "Move 0,6-0,4-1 is not legal! (stones go no farther than there are that move)");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn read(turn: &Turn<Combo>, line: &str) -> Result<ComboMove, String> {
    let mv = turn.position.read_move(line).map_err(|error| error.to_string())?;
    match turn.position.broken_rule(turn.to_move, mv) {
        None => Ok(mv),
        Some(rule) => Err(format!("Move {mv} is not legal! ({rule})")),
    }
}
