//! Stops, thermographs and what follows from them.

use dicot::{Calculation, CanonicalForm, Player};
use dicot_loopy::LoopyValue;

use crate::arithmetic::number;
use crate::failure::Failure;
use crate::operation::{WINNING_WAYS_6, game, games, operations, siegel};
use crate::value::{OpResult, Value};

operations! {
    "LeftStop" ["lstop"] ("G") "the number that is reached when Left starts and both play optimally",
        siegel!("II.3"), "{3||2|-1}.LeftStop" => "3",
        Game(|c, g| stop(c, g, Player::Left), |c, g| loopy_stop(c, g, Player::Left));
    "RightStop" ["rstop"] ("G") "the number that is reached when Right starts and both play optimally",
        siegel!("II.3"), "{3||2|-1}.RightStop" => "2",
        Game(|c, g| stop(c, g, Player::Right), |c, g| loopy_stop(c, g, Player::Right));
    "Stop" [] ("G", "player") "the stop when `Left` or `Right` starts",
        siegel!("II.3"), "{3||2|-1}.Stop(Left)" => "3",
        Player(stop, loopy_stop);
    "StrongStop" [] ("G", "player") "the stop, but `x` where that is `x` and `over` or `under`",
        "CGSuite", "{3|1||under}.StrongStop(Right)" => "0",
        Player(stop, |c, g, player| {
            let stop = g.stop(player, c)?;
            Ok(stop.number_part().map_or(stop, |x| CanonicalForm::from(x).into()).into())
        });
    "Mean" ["MeanValue"] ("G") "the mean value: the stops of n copies divided by n, for large n",
        WINNING_WAYS_6, "{4||2|-4}.Mean" => "2",
        Thermal(|c, g| number(Some(c.mean(g)?.into()), c), |thermograph| thermograph.mast);
    "Temperature" ["temp"] ("G") "how much the first move is worth: -1/2^k for a number m/2^k",
        WINNING_WAYS_6, "{2|-1}.Temperature" => "3/2",
        Thermal(|c, g| number(Some(c.temperature(g)?.into()), c), |thermograph| thermograph.temperature);
    "Thermograph" [] ("G") "the walls and the mast: for each wall the mast's value, the bends and the slopes",
        WINNING_WAYS_6, "{2|-1}.Thermograph" => "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])",
        Loopy(thermograph);
    "Wall" [] ("thermograph", "player") "the wall of a player: the mast's value, the bends and the slopes",
        "CGSuite", "{2|-1}.Thermograph.Wall(Left)" => "Trajectory(1/2,[3/2],[0,-1])",
        Values(|c, values| match values[1] {
            Value::Player(player) => wall(c, values[0], *player),
            _ => Err(Failure::WrongKind { index: 1, name: "player", needed: "`Left` or `Right`" }),
        });
    "LeftWall" [] ("thermograph") "the wall of Left: the mast's value, the bends and the slopes",
        "CGSuite", "{2|-1}.Thermograph.LeftWall" => "Trajectory(1/2,[3/2],[0,-1])",
        Values(|c, values| wall(c, values[0], Player::Left));
    "RightWall" [] ("thermograph") "the wall of Right: the mast's value, the bends and the slopes",
        "CGSuite", "{2|-1}.Thermograph.RightWall" => "Trajectory(1/2,[3/2],[0,1])",
        Values(|c, values| wall(c, values[0], Player::Right));
    "KoThermograph" [] ("G", "komaster") "the thermograph of a game as it is written, `'a{1|{a|0}}'`, if `Left` or `Right` wins all kos",
        "Berlekamp, The economist's view of combinatorial games (Games of No Chance, 1996)",
        "'a{10|{a|-10}}'.KoThermograph(Left)" => "Thermograph(10/3,[20/3],[0,-1],10/3,[20/3],[0,-1])",
        WrittenPlayer(ko_thermograph);
    "Cool" [] ("G", "t") "the game cooled by t > -1: each move costs t, until the game freezes",
        WINNING_WAYS_6, "{3|-1}.Cool(1)" => "{2|0}",
        Number(|c, g, t| game(c.cool(g, t)));
    "Freeze" [] ("G") "the game cooled by its temperature; numbers stay as they are",
        WINNING_WAYS_6, "{3|-1}.Freeze" => "1*",
        Short(|c, g| game(c.freeze(g)));
    "Heat" [] ("G", "t") "the game heated by t: numbers stay, each other move gains t",
        WINNING_WAYS_6, "1*.Heat(2)" => "{3|-1}",
        [depends_on_form] Short2(|c, g, t| game(c.heat(g, t)));
    "Overheat" ["over"] ("G", "s", "t") "the game overheated from s to t: an integer n becomes n copies of s, each other move gains t",
        WINNING_WAYS_6, "(3/8).Overheat(0,0)" => "^[2]",
        [depends_on_form] Short3(|c, g, s, t| game(c.overheat(g, s, t)));
    "LeftIncentives" [] ("G") "what Left gains by her moves: the maximal ones of GL - G",
        siegel!("II.5"), "{1|0}.LeftIncentives" => "[{1|0}]",
        Short(|c, g| games(c.incentives(g, Player::Left)?, c));
    "RightIncentives" [] ("G") "what Right gains by his moves: the maximal ones of G - GR",
        siegel!("II.5"), "^.RightIncentives" => "[^*]",
        Short(|c, g| games(c.incentives(g, Player::Right)?, c));
    "Incentives" [] ("G") "what either player gains by a move: the maximal incentives",
        siegel!("II.5"), "{1|0}.Incentives" => "[{1|0}]",
        Short(|c, g| games(c.all_incentives(g)?, c));
}

fn stop(_: &mut Calculation<'_>, g: &CanonicalForm, player: Player) -> OpResult {
    Ok(Value::Dyadic(g.stop(player)))
}

fn loopy_stop(calculation: &mut Calculation<'_>, g: &LoopyValue, player: Player) -> OpResult {
    game(g.stop(player, calculation))
}

fn thermograph(calculation: &mut Calculation<'_>, g: &LoopyValue) -> OpResult {
    Ok(Value::Thermograph(g.thermograph(calculation)?.into()))
}

/// What is printed of a wall, as a thermograph prints it.
fn wall(calculation: &mut Calculation<'_>, of: &Value, player: Player) -> OpResult {
    let needed = "a thermograph or a game";
    let of = of.clone().formed(calculation)?;
    let thermograph = of.thermograph(calculation)?;
    let thermograph =
        thermograph.ok_or(Failure::WrongKind { index: 0, name: "thermograph", needed })?;
    let points = &thermograph.walls[player];
    calculation.hold(100 * points.len())?;
    let bends = points.iter().skip(1).rev().map(|point| point.temperature.to_string());
    let slopes = points.iter().rev().map(|point| point.slope.to_string());
    let [bends, slopes] = [bends.collect::<Vec<_>>(), slopes.collect()].map(|list| list.join(","));
    Ok(Value::Output(format!("Trajectory({},[{bends}],[{slopes}])", thermograph.mast).into()))
}

/// Only a loopy game in quotes has kos.
fn ko_thermograph(calculation: &mut Calculation<'_>, g: &Value, komaster: Player) -> OpResult {
    match (g, g.to_loopy()) {
        (Value::LoopyLiteral(literal), _) => {
            let (game, root) = literal.game();
            Ok(Value::Thermograph(game.thermograph(root, Some(komaster), calculation)?.into()))
        }
        (_, Some(g)) if g.is_stopper() => thermograph(calculation, &g),
        _ => Err(Failure::undefined(
            "the value of a game does not have its kos: write the game in quotes, as `'a{1|{a|0}}'`",
        )),
    }
}
