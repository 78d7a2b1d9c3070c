//! The structure of a game: options, followers, birthday, outcome.

use std::cmp::Ordering;
use std::collections::HashSet;

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
    "SensibleLeftOptions" [] ("G") "those of Left",
        "CGSuite", "'{0,1|2}'.SensibleLeftOptions" => "{1}",
        Written(|c, g| sensible(c, g, Player::Left));
    "SensibleRightOptions" [] ("G") "those of Right",
        "CGSuite", "'{0|1,2}'.SensibleRightOptions" => "{1}",
        Written(|c, g| sensible(c, g, Player::Right));
    "SensibleLines" [] ("G", "player") "the lines of play that lead to a canonical option: an option, or one that is reversed, the reply, and so on",
        "CGSuite", "'{{3|1}|2}'.SensibleLines(Left)" => "{[{3|1},1,0]}",
        WrittenPlayer(lines);
    "Followers" [] ("G") "all distinct games that any moves lead to, itself included, options first",
        siegel!("II.1"), "^.Followers" => "[0,*,^]",
        [depends_on_form] Game(followers, |c, g| Ok(list(g.followers(c)?))) or positions::followers;
    "FollowerCount" [] ("G") "the number of distinct followers, itself included",
        siegel!("II.1"), "{3||2|1}.FollowerCount" => "6",
        [depends_on_form] Game(|c, g| count(c.follower_count(g)?.into()), |c, g| count(g.follower_count(c)? as u128))
            or |c, position| count(positions::followers(c, position)?.elements().len() as u128);
    "StopCount" [] ("G") "the number of stopping leaves of the canonical game tree, numbers being leaves",
        "CGSuite", "{3||2|1}.StopCount" => "3",
        [depends_on_form] Short(|c, g| {
            let stops = c.stop_count(g)?;
            count(some(stops, g, "has 2^128 stopping leaves or more", c)?)
        });
    "Birthday" [] ("G") "the day on which the game is born: one after its last option",
        siegel!("II.1"), "^*.Birthday" => "2",
        [depends_on_form] Short(|_, g| count(g.birthday().into())), misere |_, g| count(g.birthday().into());
    "OutcomeClass" ["Outcome", "Solve"] ("G") "who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one; of a position found by search",
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
    let Some(value) = form(calculation, g)? else {
        let all = options(calculation, g, player)?;
        return collection::set(all.elements().to_vec(), calculation);
    };
    let canonical = canonical_options(calculation, &value, player)?;
    let options = valued(calculation, g, player)?;
    calculation.count_steps(options.len())?;
    let kept = options.into_iter().filter(|(_, value)| canonical.contains(value));
    collection::set(kept.map(|(option, _)| option).collect(), calculation)
}

/// The lines of play to options of the canonical form. An option that is not one of these is followed by the replies that reverse it,
/// and these by the player's options again; other options are dominated. CGSuite's answer is known for games in which no option is reversed.
fn lines(calculation: &mut Calculation<'_>, g: &Value, player: Player) -> OpResult {
    let Some(value) = form(calculation, g)? else {
        let all = options(calculation, g, player)?;
        let lines = all.elements().iter().map(|option| Value::List([option.clone()].into()));
        return collection::set(lines.collect(), calculation);
    };
    let canonical = canonical_options(calculation, &value, player)?;
    let (mut open, mut found) = (vec![Vec::new()], Vec::new());
    while let Some(line) = open.pop() {
        let options = valued(calculation, line.last().unwrap_or(g), player)?;
        calculation.count_steps(1 + options.len())?;
        for (option, reached) in options {
            calculation.hold(2 * size_of::<Value>() * (line.len() + 2))?;
            let mut longer = line.clone();
            longer.push(option.clone());
            if canonical.contains(&reached) {
                found.push(collection::list(longer, calculation)?);
                continue;
            }
            for (reply, answer) in valued(calculation, &option, !player)? {
                let (low, high) = match player {
                    Player::Left => (&answer, &value),
                    Player::Right => (&value, &answer),
                };
                if calculation.compare(low, high)?.is_some_and(Ordering::is_le) {
                    calculation.hold(2 * size_of::<Value>() * (longer.len() + 1))?;
                    open.push(longer.iter().cloned().chain([reply]).collect());
                }
            }
        }
    }
    collection::set(found, calculation)
}

/// The options of a canonical form.
fn canonical_options(
    calculation: &mut Calculation<'_>,
    value: &CanonicalForm,
    player: Player,
) -> Result<HashSet<CanonicalForm>, Failure> {
    let options = calculation.options(value, player)?;
    calculation.hold(3 * size_of::<CanonicalForm>() * options.len())?;
    Ok(options.into_iter().collect())
}

/// The canonical form of a game as it is written, or of a position; `None` if it is loopy.
fn form(calculation: &mut Calculation<'_>, g: &Value) -> Result<Option<CanonicalForm>, Failure> {
    match g {
        Value::Position(position) => {
            let position = std::iter::once((**position).clone());
            Ok(positions::values(calculation, position)?.pop())
        }
        g => Ok(g.as_game().cloned()),
    }
}

/// The options of a short game as it is written, or of a position, with their values.
fn valued(
    calculation: &mut Calculation<'_>,
    g: &Value,
    player: Player,
) -> Result<Vec<(Value, CanonicalForm)>, Failure> {
    let options = options(calculation, g, player)?;
    let options = options.elements();
    let values = match g {
        Value::Position(position) => positions::values(calculation, position.options(player))?,
        _ => options.iter().filter_map(Value::as_game).cloned().collect(),
    };
    calculation.hold(size_of::<(Value, CanonicalForm)>() * options.len())?;
    Ok(options.iter().cloned().zip(values).collect())
}

fn list(games: Vec<LoopyValue>) -> Value {
    Value::List(games.into_iter().map(Value::from).collect())
}
