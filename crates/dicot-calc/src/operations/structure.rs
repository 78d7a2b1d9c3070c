//! The structure of a game: options, followers, birthday, outcome.

use dicot::rules::Position;
use dicot::{Calculation, CanonicalForm, Outcome, Player};
use dicot_loopy::LoopyValue;

use crate::arithmetic::count;
use crate::collection;
use crate::failure::Failure;
use crate::operation::{game, games, misere_games, operations, siegel, some, undefined};
use crate::positions;
use crate::value::{OpResult, Value};

operations! {
    "CanonicalForm" ["C", "Value", "GameValue"] ("G") "the game itself: values are canonical forms",
        siegel!("II.2"), "{0,v|*}.CanonicalForm" => "^",
        Game(|_, g| Ok(g.clone().into()), |_, g| Ok(g.clone().into()));
    "Options" [] ("G", "player") "the canonical options of `Left` or `Right`, or those of both",
        siegel!("II.2"), "{^^*|*,v}.Options(Right)" => "[*,v]",
        WrittenPlayers(options), misere |c, g| misere_games(g.options(c)?, c);
    "LeftOptions" [] ("G") "Left's canonical options",
        siegel!("II.2"), "*2.LeftOptions" => "[0,*]",
        Written(|c, g| options(c, g, Player::Left));
    "RightOptions" [] ("G") "Right's canonical options",
        siegel!("II.2"), "^.RightOptions" => "[*]",
        Written(|c, g| options(c, g, Player::Right));
    "SensibleOptions" [] ("G", "player") "the options of a game as it is written, or of a position, whose values are canonical options",
        "CGSuite", "'{0,1|2}'.SensibleOptions(Left)" => "{1}",
        WrittenPlayer(sensible);
    "Followers" [] ("G") "all distinct games that any moves lead to, itself included, options first",
        siegel!("II.1"), "^.Followers" => "[0,*,^]",
        [depends_on_form] Game(followers, |c, g| Ok(list(g.followers(c)?)));
    "FollowerCount" [] ("G") "the number of distinct followers, itself included",
        siegel!("II.1"), "{3||2|1}.FollowerCount" => "6",
        [depends_on_form] Game(|c, g| count(c.follower_count(g)?.into()), |c, g| count(g.follower_count(c)? as u128));
    "StopCount" [] ("G") "the number of stopping leaves of the canonical game tree, numbers being leaves",
        "CGSuite", "{3||2|1}.StopCount" => "3",
        [depends_on_form] Short(|c, g| {
            let stops = c.stop_count(g)?;
            count(some(stops, g, "has 2^128 stopping leaves or more", c)?)
        });
    "Birthday" [] ("G") "the day on which the game is born: one after its last option",
        siegel!("II.1"), "^*.Birthday" => "2",
        [depends_on_form] Short(|_, g| count(g.birthday().into())), misere |_, g| count(g.birthday().into());
    "OutcomeClass" ["Outcome"] ("G") "who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one",
        siegel!("I.1"), "^*.OutcomeClass" => "N",
        Game(
            |c, g| Ok(Value::Outcome(c.outcome(g)?)),
            |c, g| Ok(g.outcome(c)?.into())
        ) or positions::outcome;
    "MisereOutcomeClass" ["MisereOutcome"] ("G") "who wins under misère play, where the player who cannot move wins",
        siegel!("V.1"), "'{*|*}'.MisereOutcomeClass" => "N",
        Written(|c, g| {
            let needed = "a short game";
            let g = g.to_node().ok_or(Failure::WrongKind { index: 0, name: "G", needed })?;
            Ok(Value::Outcome(g.misere_outcome(c)?))
        }) or positions::misere_outcome, misere |_, g| {
            Ok(Value::Outcome(if g.values()[1] == 0 { Outcome::Previous } else { Outcome::Next }))
        };
    "Companion" [] ("G") "the companion: the image under the automorphism of the lattice of games born by each day",
        siegel!("III.2"), "^*.Companion" => "^",
        Short(|c, g| game(c.companion(g)));
}

/// The maximum number of followers that are listed. A first choice, not compared with others.
const MAX_LISTED: u64 = 1_000_000;

fn followers(calculation: &mut Calculation<'_>, g: &CanonicalForm) -> OpResult {
    let count = calculation.follower_count(g)?;
    if count > MAX_LISTED {
        let why = format!("has {count} followers, too many to list");
        return Err(undefined(g, &why, calculation)?);
    }
    games(calculation.followers(g)?, calculation)
}

/// The options of a game as it is written.
fn options(calculation: &mut Calculation<'_>, g: &Value, player: Player) -> OpResult {
    if let Value::Position(position) = g {
        return positions::list(calculation, position.options(player));
    }
    match (g.to_node(), g.to_loopy()) {
        (Some(g), _) => {
            let options = g.options(player, calculation)?;
            collection::list(options.into_iter().map(Value::from).collect(), calculation)
        }
        (None, Some(g)) => Ok(list(g.options(player, calculation)?)),
        (None, None) => Err(Failure::WrongCount),
    }
}

/// The options whose values are options of the canonical form.
fn sensible(calculation: &mut Calculation<'_>, g: &Value, player: Player) -> OpResult {
    let options = options(calculation, g, player)?;
    let (value, values) = match g {
        Value::Position(position) => (
            positions::values(calculation, std::iter::once((**position).clone()))?.pop(),
            positions::values(calculation, position.options(player))?,
        ),
        g => (
            g.as_game().cloned(),
            options.elements().iter().filter_map(Value::as_game).cloned().collect(),
        ),
    };
    let mut kept = options.elements().to_vec();
    if let Some(value) = value {
        let canonical = calculation.options(&value, player)?;
        calculation.count_steps(canonical.len().saturating_mul(values.len()))?;
        let mut values = values.iter();
        kept.retain(|_| values.next().is_some_and(|value| canonical.contains(value)));
    }
    collection::set(kept, calculation)
}

fn list(games: Vec<LoopyValue>) -> Value {
    Value::List(games.into_iter().map(Value::from).collect())
}
