//! `dicot moves`: the legal moves of a position, and the positions after them.

use clap::Args;
use dicot::Player;
use dicot_api::answers::legal_moves::LegalMove;
use dicot_api::answers::moves::Played;

use crate::arguments::{TurnArgs, usage};
use crate::batch::{self, Task, tabbed};
use crate::command::{Command, Failure, Options, Status};
use crate::position::{drawn_position, read};
use crate::style::Style;

/// The legal moves of a position, and the positions after them
#[derive(Args)]
#[command(after_help = "\
Prints a line for each move, with the position after it: the moves of both players, unless --first or \
the moves played first determine whose turn it is. By default Left begins; if either player may begin, \
the one who can make the first move does.

Examples:
  dicot moves xox/ox.
  dicot moves xox/ox. a2-b2 --first x
  printf 'xox/ox.\\ta2-b2\\n' | dicot moves
  dicot moves --rules konane oxox/xoxo/oxox/xoxo '[0:0]'")]
pub(crate) struct MovesArgs {
    /// A position; in lines of standard input, each move follows after a tab
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Moves to play first, the players taking turns
    #[arg(value_name = "MOVE")]
    played: Vec<String>,
    #[command(flatten)]
    turn: TurnArgs,
}

impl Command for MovesArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let MovesArgs { position, played, turn } = self;
        if position.as_deref() == Some("-") && !played.is_empty() {
            usage("in standard input, moves follow the position after a tab");
        }
        let item = position.map(|position| tabbed([position].into_iter().chain(played)));
        let mut moves =
            Moves { rules: turn.ruleset(), first: turn.first, options, style: Style::of_stdout() };
        batch::run(item, options.json, &mut moves)
    }
}

/// Answers lines that are positions, each followed by moves to play first, after tabs.
struct Moves<'a> {
    rules: &'a str,
    first: Option<Player>,
    options: &'a Options,
    style: Style,
}

impl Task for Moves<'_> {
    const ITEM: &'static str = "position, followed by moves after tabs,";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let mut parts = item.split('\t');
        let start = parts.next().unwrap_or_default();
        let start = read(&self.options.rulesets.find_for_board(self.rules, start)?, start)?;
        let played = Played::new(start, self.first, parts, "--first")?;
        if self.options.json {
            return Ok(serde_json::to_string(&played.line())?);
        }
        let board = drawn_position(&played.position, self.style);
        let lists = played.moves().map(|(player, moves)| list(player, &moves, self.style));
        Ok(format!("{board}\n{}", lists.collect::<Vec<String>>().join("\n\n")))
    }
}

/// The moves for people, a line each.
fn list(player: Player, moves: &[LegalMove], style: Style) -> String {
    let mut text = style.head(&format!("{player} to move"), 0);
    let width = moves.iter().map(|m| m.mv.chars().count()).max().unwrap_or(0);
    for LegalMove { mv, position } in moves {
        text += &format!("\n  {mv:width$}   {position}");
    }
    if moves.is_empty() {
        text += "\n  no legal move";
    }
    text
}
