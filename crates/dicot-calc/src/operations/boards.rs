//! Positions and rulesets.

use dicot::rules::{AnyRuleset, Dicotic, Position, Ruleset, Short, Twisted};
use dicot::{Calculation, Player};
use dicot_impartial::Product;
use dicot_rulefile::RuleFile;

use crate::collection;
use crate::failure::Failure;
use crate::grids;
use crate::literal::Variant;
use crate::object::Kind;
use crate::operation::operations;
use crate::positions;
use crate::value::{OpResult, Value};

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
    "Components" ["Decomposition"] ("position", "n") "positions that do not influence each other: the position is their sum; or the parts of a \
            grid that has the number n in its other cells, or of a graph without the vertices that have the label n",
        "the rules", "clobber(\"xo.ox\").Components" => "[clobber(\"xo\"),clobber(\"ox\")]",
        Several(1, |c, values| match (values[0], values[0].object(), &values[1..]) {
            (Value::Position(position), _, []) => positions::list(c, position.components()),
            (_, Some(Kind::Grid(grid)), [empty]) => grids::parts(grid, empty, c),
            (_, Some(Kind::Graph(graph)), [label]) => grids::parts_of_graph(graph, Some(label), c),
            // A game that is written does not fall apart.
            (game, _, []) if game.is_literal() => collection::list(vec![game.clone()], c),
            _ => Err(Failure::WrongKind { index: 0, name: "position", needed: "a position" }),
        });
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
    "OwnRules" [] ("list") "the ruleset of a file with rules of one's own, as a list of its lines",
        "the rules", "OwnRules([\"game pennies\",\"letter x left\",\"letter . empty\",\"left east: x -> .\"])(\"xx\").CanonicalForm" => "2",
        Collection(|c, values| {
            let mut text = String::new();
            for line in values[0].elements() {
                let Value::Text(line) = line else {
                    return Err(Failure::WrongKind { index: 0, name: "list", needed: "a list of texts" });
                };
                c.hold(line.len() + 1)?;
                text = text + line + "\n";
            }
            let file = RuleFile::parse("rules", &text);
            let ruleset = file.and_then(|file| file.ruleset(c.limits()));
            Ok(Value::Ruleset(ruleset.map_err(|error| match error.value {
                Some(limit) => limit.into(),
                None => Failure::undefined(error.to_string()),
            })?))
        });
    "Empty" [] ("ruleset", "rows", "columns") "the position on which matches on a board of this size start; or `Grid.Empty(2,3)`, `Strip.Empty(3)`",
        "CGSuite", "domineering.Empty(2,2).CanonicalForm" => "+-1",
        Several(2, |c, values| {
            let side = |(index, value): (usize, &&Value)| {
                let name = ["rows", "columns"][index];
                let needed = "an integer that is not negative";
                value.as_natural().ok_or(Failure::WrongKind { index: index + 1, name, needed })
            };
            let sides = values[1..].iter().enumerate().map(side).collect::<Result<Vec<u64>, Failure>>()?;
            match (values[0], values[0].object(), &sides[..]) {
                (Value::Ruleset(ruleset), _, &[rows, columns]) => positions::start(c, ruleset, [rows, columns]),
                (_, Some(Kind::Class(class)), sides) => grids::empty(class, sides, c)
                    .unwrap_or_else(|| Err(Failure::undefined("write `Grid.Empty(rows,columns)` or `Strip.Empty(columns)`"))),
                _ => Err(Failure::WrongKind { index: 0, name: "ruleset", needed: "a ruleset" }),
            }
        });
    "Boards" [] ("ruleset", "rows", "columns") "all positions on a board of this size, to be searched: `clobber.Boards(1,4).Find(b -> b.CanonicalForm == ^)`",
        "the rules", "domineering.Boards(1,2)" => "[domineering(\"..\"),domineering(\"#.\"),domineering(\".#\"),domineering(\"##\")]",
        RulesetNaturals2(positions::boards);
    "AcrosticProduct" [] ("ruleset", "other") "the product of rulesets of heaps whose moves change one of two heaps",
        "Winning Ways, chapter 14", "(Nim.AcrosticProduct(Kayles))(2,3).NimValue" => "4",
        Values(|c, values| positions::product(values, Product::Acrostic, "AcrosticProduct", c));
    "DirectProduct" [] ("ruleset", "other") "the product of rulesets of heaps whose moves change both of two heaps",
        "Winning Ways, chapter 14", "(Nim.DirectProduct(Kayles))(2,2).NimValue" => "3",
        Values(|c, values| positions::product(values, Product::Direct, "DirectProduct", c));
    "CakeProduct" ["GenCutcake"] ("ruleset", "other") "the product of rulesets of heaps in which Left moves on the second of two heaps by the first, and Right on the first heap by the other",
        "CGSuite", "(heap(\"4.0\").CakeProduct(heap(\"0.7\")))(3,4).CanonicalForm" => "-3",
        Values(|c, values| positions::product(values, Product::Cake, "CakeProduct", c));
    "Join" [] ("ruleset", "other") "the ruleset of heaps that has the moves of two rulesets",
        "CGSuite", "(Nim.Join(Kayles))(4).NimValue" => "4",
        Values(|c, values| positions::join(values, c));
    "PartizanJoin" [] ("ruleset", "other") "the ruleset of heaps in which Left moves by one ruleset, and Right by another one",
        "CGSuite", "(Nim.PartizanJoin(Kayles))(3).CanonicalForm" => "*3",
        Values(|c, values| positions::product(values, Product::PartizanJoin, "PartizanJoin", c));
    "NimValues" ["NimValueSequence"] ("ruleset", "last") "the nim values of the heaps from 1 to the last one",
        "Winning Ways, chapter 4", "heap(\"0.77\").NimValues(5)" => "[1,2,3,1,4]",
        RulesetNatural(positions::nim_values);
    "Periodicity" ["CheckPeriodicity"] ("ruleset", "last") "the period, the preperiod and the saltus that the values to a heap prove",
        "Winning Ways, chapter 4", "heap(\"0.77\").Periodicity(300)" => "[12,71,0]",
        RulesetNatural(positions::period);
    "Code" [] ("ruleset") "the code of a ruleset of heaps",
        "CGSuite", "Kayles.Code" => "\"0.77\"",
        Values(|_, values| match values[0] {
            Value::Ruleset(ruleset) => Ok(Value::Text(positions::code(ruleset)?.into())),
            _ => Err(Failure::WrongKind { index: 0, name: "ruleset", needed: "a ruleset" }),
        });
    "NimValueTable" [] ("ruleset", "rows", "columns") "the nim values of the pairs of numbers up to these",
        "Winning Ways, chapter 3", "Wythoff.NimValueTable(1,3)" => "[[0,1,2,3],[1,2,0,4]]",
        RulesetNaturals2(positions::nim_value_table);
    "ImpartialVariant" [] ("ruleset") "the ruleset in which either player has the moves of both",
        "CGSuite", "(clobber.ImpartialVariant)(\"xxo\").NimValue" => "2",
        Values(|c, values| variant(values[0], AnyRuleset::impartial, Variant::Impartial, c));
    "DicoticVariant" [] ("ruleset") "the ruleset in which nobody may move unless both can",
        "CGSuite", "(domineering.DicoticVariant)(\"..\").CanonicalForm" => "0",
        Values(|c, values| variant(values[0], Dicotic::ruleset, Variant::Dicotic, c));
    "TwistedVariant" [] ("ruleset") "the ruleset in which the players exchange their roles after each move",
        "CGSuite", "(domineering.TwistedVariant)(\"..\").CanonicalForm" => "-1",
        Values(|c, values| variant(values[0], Twisted::ruleset, Variant::Twisted, c));
}

/// The variant of a ruleset, or the value of that of a game as it is written.
fn variant(
    of: &Value,
    ruleset: fn(&AnyRuleset) -> AnyRuleset,
    variant: Variant,
    calculation: &mut Calculation<'_>,
) -> OpResult {
    let of = of.clone().formed(calculation)?;
    match (&of, of.to_node()) {
        (Value::Ruleset(base), _) => positions::variant(base, ruleset),
        (_, Some(node)) => Ok(node.variant(variant, calculation)?.into()),
        _ => Err(Failure::WrongKind {
            index: 0,
            name: "ruleset",
            needed: "a ruleset or a short game",
        }),
    }
}
