//! The legal moves of a position, and where they lead.

use dicot::Player;
use dicot::rules::Ruleset;
use serde::Serialize;

use crate::failure::Failure;
use crate::text::lower;

/// The line of `dicot moves --json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MovesLine {
    rules: &'static str,
    /// The position, after the moves that were played
    position: String,
    /// Whose turn it is, if anybody says
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

/// A move, and where it leads.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The position after it.
    pub position: String,
}

/// A position with some moves played, and whose turn it is then, if anybody says.
#[derive(Clone, Debug)]
pub struct Played<P> {
    /// The position.
    pub position: P,
    /// Whose turn it is.
    pub side: Option<Player>,
}

impl<P: Ruleset> Played<P> {
    /// Plays moves, the players taking turns. Where nobody says who begins, Left does; where either player may, the
    /// one who can. `how` is how a user says who begins, for messages.
    ///
    /// # Errors
    /// If a text is no move, or a move is illegal: which rule it breaks.
    pub fn new<'a>(
        mut position: P,
        mut side: Option<Player>,
        moves: impl IntoIterator<Item = &'a str>,
        how: &str,
    ) -> Result<Played<P>, Failure> {
        for text in moves {
            let mv = position
                .read_move(text)
                .map_err(|error| Failure::new(format!("{error}; the position stays {position}")))?;
            let player = side.map_or_else(|| starter(&position, mv, how), Ok)?;
            position = position.play(player, mv).map_err(|error| {
                Failure::new(format!("{error}; the position stays {}", error.position))
            })?;
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
        MovesLine { rules: P::NAME, position, side, moves }
    }
}

/// Who begins with the move: where either player may, the one who can make it.
fn starter<P: Ruleset>(position: &P, mv: P::Move, how: &str) -> Result<Player, Failure> {
    let starters = position.starters();
    let mut able = starters.iter().filter(|&&player| position.is_legal(player, mv));
    match (able.next(), able.next(), starters) {
        (Some(&player), None, _) | (None, _, &[player, ..]) => Ok(player),
        _ => Err(Failure::new(format!("either player may begin: {how} says who does"))),
    }
}

/// The moves of a player, in the order of the ruleset.
fn legal_moves<P: Ruleset>(position: &P, player: Player) -> Vec<LegalMove> {
    let field = |mv: P::Move| {
        let mut option = position.clone();
        option.play_unchecked(player, mv);
        LegalMove { mv: mv.to_string(), position: option.to_string() }
    };
    position.moves(player).map(field).collect()
}
