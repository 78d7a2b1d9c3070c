//! The legal moves of a position, and where they lead.

use dicot::Player;
use dicot::rules::{AnyPosition, Position, Ruleset};
use dicot_rulesets::{Failure, PositionExt};
use serde::Serialize;

use super::legal_moves::{LegalMove, legal_moves};
use super::text::lower;

/// The line of `dicot moves --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MovesLine {
    rules: String,
    /// The position, after the moves that were played
    position: String,
    /// Whose turn it is, if it is known
    side: Option<&'static str>,
    moves: SidesToMove,
}

/// The moves of the players that were asked for.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct SidesToMove {
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Vec<LegalMove>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Vec<LegalMove>>,
}

/// A position with some moves played, and whose turn it is then, if it is known.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position.
    pub position: AnyPosition,
    /// Whose turn it is.
    pub side: Option<Player>,
}

impl Played {
    /// Plays moves, the players taking turns. Without `side`, the ruleset's starter begins; if both
    /// players may start, the one who can make the first move. `option_name` is the option that names the starter, for
    /// messages.
    ///
    /// # Errors
    /// If a text is not a move, or a move is illegal: which rule it breaks.
    pub fn new<'a>(
        mut position: AnyPosition,
        mut side: Option<Player>,
        moves: impl IntoIterator<Item = &'a str>,
        option_name: &str,
    ) -> Result<Played, Failure> {
        for mv in moves {
            let stays = |failure: Failure| {
                Failure::new(format!("{}; the position stays {position}", failure.message()))
            };
            let player = match side {
                Some(side) => side,
                None => match starter(&position, mv).map_err(stays)? {
                    Some(player) => player,
                    None => {
                        let problem =
                            format!("either player may begin: {option_name} says who does");
                        return Err(Failure::new(problem));
                    }
                },
            };
            position = position.play_text(player, mv).map_err(stays)?;
            side = Some(!player);
        }
        Ok(Played { position, side })
    }

    /// The players who may be to move, with their moves in the order of the ruleset.
    pub fn moves(&self) -> impl Iterator<Item = (Player, Vec<LegalMove>)> {
        let players = self.side.map_or(Player::BOTH.to_vec(), |side| vec![side]);
        players.into_iter().map(|player| (player, legal_moves(&self.position, player)))
    }

    /// The line of `dicot moves --json`.
    pub fn line(&self) -> MovesLine {
        let mut moves = SidesToMove::default();
        for (player, list) in self.moves() {
            match player {
                Player::Left => moves.left = Some(list),
                Player::Right => moves.right = Some(list),
            }
        }
        let (position, side) = (self.position.to_string(), self.side.map(lower));
        MovesLine { rules: self.position.ruleset().spec().name.clone(), position, side, moves }
    }
}

/// Who begins with the move: where either player may, the one who can make it; `None` if
/// both can.
fn starter(position: &AnyPosition, mv: &str) -> Result<Option<Player>, Failure> {
    let (mut able, mv) = (Vec::new(), position.parse_move(mv)?);
    let starters = position.starters();
    for &player in starters {
        if position.is_legal(player, mv) {
            able.push(player);
        }
    }
    Ok(match (&able[..], starters) {
        (&[player], _) | ([], &[player, ..]) => Some(player),
        _ => None,
    })
}
