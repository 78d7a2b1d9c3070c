//! Positions and rulesets.

use dicot::Player;
use dicot::rules::{AnyRuleset, Dicotic, Position, Ruleset, Short, Twisted};

use crate::collection;
use crate::failure::Failure;
use crate::operation::operations;
use crate::positions;
use crate::value::Value;

operations! {
    "Moves" [] ("position") "the moves of Left, and those of Right",
        "the rules", "clobber(\"xo.\").Moves" => "[[\"a1-b1\"],[\"b1-a1\"]]",
        Position(|c, position| {
            let mut lists = Vec::new();
            for player in Player::BOTH {
                let mut moves = Vec::new();
                for mv in position.moves(player) {
                    c.hold(2 * size_of::<Value>() + mv.text().len())?;
                    moves.push(Value::Text(mv.text().into()));
                }
                lists.push(collection::list(moves, c)?);
            }
            collection::list(lists, c)
        });
    "Components" ["Decomposition"] ("position") "positions that do not influence each other: the position is their sum",
        "the rules", "clobber(\"xo.ox\").Components" => "[clobber(\"xo\"),clobber(\"ox\")]",
        Position(|c, position| positions::list(c, position.components()));
    "Play" [] ("position", "player", "move") "the position after a move of `Left` or `Right`",
        "the rules", "clobber(\"xxo\").Play(Left,\"b1-c1\")" => "clobber(\"x.x\")",
        PositionMove(|c, position, player, mv| {
            let mv = position.read_move(mv).map_err(|error| Failure::undefined(error.to_string()))?;
            let after = position.clone().play(player, mv);
            let after = after.map_err(|error| Failure::undefined(error.to_string()))?;
            positions::held(c, after)
        });
    "Ruleset" [] ("position") "the ruleset of a position",
        "the rules", "clobber(\"xo\").Ruleset" => "clobber",
        Position(|_, position| Ok(Value::Ruleset(position.ruleset().clone())));
    "Empty" [] ("ruleset", "rows", "columns") "the position on which matches on a board of this size start",
        "CGSuite", "domineering.Empty(2,2).CanonicalForm" => "+-1",
        RulesetNaturals2(positions::start);
    "NimValues" ["NimValueSequence"] ("ruleset", "last") "the nim values of the heaps from 1 to the last one",
        "Winning Ways, chapter 4", "heap(\"0.77\").NimValues(5)" => "[1,2,3,1,4]",
        RulesetNatural(positions::nim_values);
    "Periodicity" ["CheckPeriodicity"] ("ruleset", "last") "the period, the preperiod and the saltus that the values to a heap prove",
        "Winning Ways, chapter 4", "heap(\"0.77\").Periodicity(300)" => "[12,71,0]",
        RulesetNatural(positions::period);
    "NimValueTable" [] ("ruleset", "rows", "columns") "the nim values of the pairs of numbers up to these",
        "Winning Ways, chapter 3", "Wythoff.NimValueTable(1,3)" => "[[0,1,2,3],[1,2,0,4]]",
        RulesetNaturals2(positions::nim_value_table);
    "ImpartialVariant" [] ("ruleset") "the ruleset in which either player has the moves of both",
        "CGSuite", "(clobber.ImpartialVariant)(\"xxo\").NimValue" => "2",
        Ruleset(|ruleset| positions::variant(ruleset, AnyRuleset::impartial));
    "DicoticVariant" [] ("ruleset") "the ruleset in which nobody may move unless both can",
        "CGSuite", "(domineering.DicoticVariant)(\"..\").CanonicalForm" => "0",
        Ruleset(|ruleset| positions::variant(ruleset, Dicotic::ruleset));
    "TwistedVariant" [] ("ruleset") "the ruleset in which the players exchange their roles after each move",
        "CGSuite", "(domineering.TwistedVariant)(\"..\").CanonicalForm" => "-1",
        Ruleset(|ruleset| positions::variant(ruleset, Twisted::ruleset));
}
