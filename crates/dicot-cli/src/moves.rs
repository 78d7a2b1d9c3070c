//! `dicot moves`: the legal moves of a position, and where they lead.

use std::marker::PhantomData;

use dicot::Player;
use dicot::rules::Ruleset;
use serde::Serialize;

use crate::arguments::Options;
use crate::batch::Task;
use crate::failure::Failure;
use crate::position::{drawn, read};
use crate::style::Style;
use crate::text::lower;

/// Answers lines that are positions, with moves to play first behind tabs.
pub(crate) struct Moves<P> {
    side: Option<Player>,
    json: bool,
    style: Style,
    ruleset: PhantomData<P>,
}

impl<P> Moves<P> {
    pub(crate) fn new(side: Option<Player>, options: &Options) -> Moves<P> {
        Moves { side, json: options.json, style: Style::of_stdout(), ruleset: PhantomData }
    }
}

#[derive(Serialize)]
struct MovesLine {
    rules: &'static str,
    position: String,
    /// Whose turn it is, if anybody says.
    side: Option<&'static str>,
    moves: Sides,
}

/// The moves of the players that were asked for.
#[derive(Serialize, Default)]
struct Sides {
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Vec<MoveField>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Vec<MoveField>>,
}

#[derive(Serialize)]
struct MoveField {
    #[serde(rename = "move")]
    mv: String,
    position: String,
}

impl<P: Ruleset> Task for Moves<P> {
    const ITEM: &'static str = "position, with moves behind it after tabs,";
    const MANY_LINES: bool = true;

    fn answer(&mut self, item: &str) -> Result<String, Failure> {
        let mut parts = item.split('\t');
        let start: P = read(parts.next().unwrap_or_default())?;
        let (position, side) = played(start, self.side, parts)?;
        let players = side.map_or(Player::BOTH.to_vec(), |side| vec![side]);
        let lists = players.into_iter().map(|player| (player, moves(&position, player)));
        let position = position.to_string();
        if !self.json {
            let lists: Vec<String> =
                lists.map(|(player, moves)| list(player, &moves, self.style)).collect();
            let board = drawn(&position, P::NUMBERED, self.style);
            return Ok(format!("{board}\n{}", lists.join("\n\n")));
        }
        let mut moves = Sides::default();
        for (player, list) in lists {
            match player {
                Player::Left => moves.left = Some(list),
                Player::Right => moves.right = Some(list),
            }
        }
        let line = MovesLine { rules: P::NAME, position, side: side.map(lower), moves };
        serde_json::to_string(&line).map_err(|error| Failure::new(error.to_string()))
    }
}

/// The position after the moves, and whose turn it is then, if anybody says.
fn played<'a, P: Ruleset>(
    mut position: P,
    mut side: Option<Player>,
    moves: impl Iterator<Item = &'a str>,
) -> Result<(P, Option<Player>), Failure> {
    for text in moves {
        let mv = position
            .read_move(text)
            .map_err(|error| Failure::new(format!("{error}; the position stays {position}")))?;
        let player = side.map_or_else(|| starter(&position, mv), Ok)?;
        position = position.play(player, mv).map_err(|error| {
            Failure::new(format!("{error}; the position stays {}", error.position))
        })?;
        side = Some(!player);
    }
    Ok((position, side))
}

/// Who begins with the move: where either player may, the one who can make it.
fn starter<P: Ruleset>(position: &P, mv: P::Move) -> Result<Player, Failure> {
    let starters = position.starters();
    let mut able = starters.iter().filter(|&&player| position.is_legal(player, mv));
    match (able.next(), able.next(), starters) {
        (Some(&player), None, _) | (None, _, &[player, ..]) => Ok(player),
        _ => Err(Failure::new("either player may begin: --side says who does")),
    }
}

/// The moves of a player, in the order of the ruleset.
fn moves<P: Ruleset>(position: &P, player: Player) -> Vec<MoveField> {
    let field = |mv: P::Move| {
        let mut option = position.clone();
        option.play_unchecked(player, mv);
        MoveField { mv: mv.to_string(), position: option.to_string() }
    };
    position.moves(player).map(field).collect()
}

/// The moves for people, a line each.
fn list(player: Player, moves: &[MoveField], style: Style) -> String {
    let mut text = style.head(&format!("{player} to move"), 0);
    let width = moves.iter().map(|m| m.mv.chars().count()).max().unwrap_or(0);
    for MoveField { mv, position } in moves {
        text += &format!("\n  {mv:width$}   {position}");
    }
    if moves.is_empty() {
        text += "\n  there is no move";
    }
    text
}
