//! Positions and rulesets.

use dicot::Player;
use dicot::rules::{Position, Ruleset, Short};

use crate::collection;
use crate::failure::Failure;
use crate::operation::operations;
use crate::value::Value;

operations! {
    "Moves" [] ("position") "the moves of Left, and those of Right",
        "the rules", "clobber(\"xo.\").Moves" => "[[\"a1-b1\"],[\"b1-a1\"]]",
        Position(|c, position| {
            let moves = |player| {
                let moves: Vec<Value> = position.moves(player).map(|mv| text(mv.text())).collect();
                moves
            };
            let [left, right] = Player::BOTH.map(moves);
            let lists = vec![collection::list(left, c)?, collection::list(right, c)?];
            collection::list(lists, c)
        });
    "Components" [] ("position") "positions that do not influence each other: the position is their sum",
        "the rules", "clobber(\"xo.ox\").Components" => "[clobber(\"xo\"),clobber(\"ox\")]",
        Position(|c, position| {
            let components = position.components().map(Value::from).collect();
            collection::list(components, c)
        });
    "Play" [] ("position", "player", "move") "the position after a move of `Left` or `Right`",
        "the rules", "clobber(\"xxo\").Play(Left,\"b1-c1\")" => "clobber(\"x.x\")",
        PositionMove(|position, player, mv| {
            let mv = position.read_move(mv).map_err(|error| Failure::undefined(error.to_string()))?;
            let after = position.clone().play(player, mv);
            after.map(Value::from).map_err(|error| Failure::undefined(error.to_string()))
        });
    "Ruleset" [] ("position") "the ruleset of a position",
        "the rules", "clobber(\"xo\").Ruleset" => "clobber",
        Position(|_, position| Ok(Value::Ruleset(position.ruleset().clone())));
    "ImpartialVariant" [] ("ruleset") "the ruleset in which either player has the moves of both",
        "CGSuite", "(clobber.ImpartialVariant)(\"xxo\").NimValue" => "2",
        Ruleset(|ruleset| Ok(Value::Ruleset(ruleset.impartial())));
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}
