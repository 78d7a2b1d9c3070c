//! Questions, which are answered by `true` or `false`.

use dicot::{Calculation, Parity, Player, ValueError};
use dicot_loopy::LoopyValue;

use crate::operation::{WINNING_WAYS_6, operations, siegel, truth};
use crate::value::OpResult;

operations! {
    "IsZero" [] ("G") "whether the game is 0",
        siegel!("II.1"), "(^ + v).IsZero" => "true",
        Game(|_, g| truth(*g == 0), no);
    "IsInteger" [] ("G") "whether the game is an integer",
        siegel!("II.3"), "(1/2 + 1/2).IsInteger" => "true",
        Game(|_, g| truth(g.to_integer().is_some()), no);
    "IsNumber" [] ("G") "whether the game is a number: those of short games are dyadic",
        siegel!("II.3"), "{0|1}.IsNumber" => "true",
        Game(|_, g| truth(g.to_number().is_some()), no);
    "IsNimber" [] ("G") "whether the game is a nimber *m, 0 included",
        siegel!("IV.1"), "(*2 + *3).IsNimber" => "true",
        Game(|_, g| truth(g.to_nimber().is_some()), no);
    "IsNumberUpStar" [] ("G") "whether the game is a sum of a number, ups and a nimber",
        siegel!("II.4"), "(1/2 + ^^ + *3).IsNumberUpStar" => "true",
        Game(|_, g| truth(g.to_number_up_star().is_some()), no);
    "IsUptimal" [] ("G") "whether the game is a sum of a number, a nimber and multiples of ^, ^<2>, ..",
        siegel!("II.4"), "{^|*}.IsUptimal" => "true",
        Game(|c, g| truth(c.to_uptimal(g)?.is_some()), no);
    "IsInfinitesimal" [] ("G") "whether the game is smaller than all positive numbers and greater than all negative ones",
        siegel!("II.4"), "Tiny(2).IsInfinitesimal" => "true",
        Game(|_, g| truth(g.is_infinitesimal()), |c, g| truth(g.is_near(0.into(), c)?));
    "IsNumberish" [] ("G") "whether the game differs from a number by an infinitesimal",
        siegel!("II.3"), "(1/2 + ^).IsNumberish" => "true",
        Game(|_, g| truth(g.stop(Player::Left) == g.stop(Player::Right)), |c, g| truth(g.near_number(c)?.is_some()));
    "IsHot" [] ("G") "whether the Left stop is greater than the Right stop",
        WINNING_WAYS_6, "{1|0}.IsHot" => "true",
        Game(|_, g| truth(g.stop(Player::Left) != g.stop(Player::Right)), |c, g| {
            truth(g.stop(Player::Left, c)? != g.stop(Player::Right, c)?)
        });
    "IsAllSmall" ["IsDicotic", "IsDicot"] ("G") "whether the game is a dicot: in every follower both can move or neither",
        siegel!("II.4"), "{^|v*}.IsAllSmall" => "true",
        [depends_on_form] Short(|_, g| truth(g.is_dicot()));
    "IsAtomic" [] ("G") "whether the game has an atomic weight",
        "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7", "{1|*}.IsAtomic" => "false",
        Short(|c, g| truth(c.atomic_weight(g)?.is_some()));
    "IsSwitch" [] ("G") "whether the game is its own negative and not a nimber",
        "Winning Ways, chapter 5", "{1|-1}.IsSwitch" => "true",
        Short(|_, g| truth(g.is_switch()));
    "IsTiny" [] ("G") "whether the game is tiny-H for an H with a positive mean",
        "Winning Ways, chapter 5", "{0||0|-2}.IsTiny" => "true",
        Short(|c, g| truth(c.number_tiny(g)?.is_some_and(|(x, _)| x == 0)));
    "IsMiny" [] ("G") "whether the game is miny-H for an H with a positive mean",
        "Winning Ways, chapter 5", "{2|0||0}.IsMiny" => "true",
        Short(|c, g| truth(c.number_tiny(&-g)?.is_some_and(|(x, _)| x == 0)));
    "IsNumberTiny" [] ("G") "whether the game is a number, or a number and a tiny or miny",
        "Winning Ways, chapter 5", "(1 + Tiny(2)).IsNumberTiny" => "true",
        Game(
            |c, g| {
                truth(
                    g.to_number().is_some()
                        || c.number_tiny(g)?.is_some()
                        || c.number_tiny(&-g)?.is_some(),
                )
            },
            |c, g| truth(is_number_tiny(g, c)?)
        );
    "IsEven" [] ("G") "whether the form is even: 0, or all options are odd; so play has an even number of moves",
        siegel!("II.6"), "(1 + *).IsEven" => "true",
        [depends_on_form] Short(|_, g| truth(g.parity() == Some(Parity::Even))), misere |c, g| truth(g.is_even(c)?);
    "IsOdd" [] ("G") "whether the form is odd: all options are even; so play has an odd number of moves",
        siegel!("II.6"), "(*).IsOdd" => "true",
        [depends_on_form] Short(|_, g| truth(g.parity() == Some(Parity::Odd))), misere |c, g| truth(!g.is_even(c)?);
    "IsEvenTempered" [] ("G") "whether every line of play reaches a number after an even number of moves",
        siegel!("II.6"), "{2|1||0|-1}.IsEvenTempered" => "true",
        [depends_on_form] Short(|_, g| truth(g.temper() == Some(Parity::Even)));
    "IsOddTempered" [] ("G") "whether every line of play reaches a number after an odd number of moves",
        siegel!("II.6"), "{1|0}.IsOddTempered" => "true",
        [depends_on_form] Short(|_, g| truth(g.temper() == Some(Parity::Odd)));
    "IsIdempotent" [] ("G") "whether G + G = G: of short games only 0",
        siegel!("II.1"), "(*).IsIdempotent" => "false",
        Game(|_, g| truth(*g == 0), |c, g| truth(g.sum(g, c)? == *g));
    "IsFinite" [] ("G") "whether no stop is `on` or `off`: always so, for short games",
        siegel!("VI.3"), "over.IsFinite" => "true",
        Game(|_, _| truth(true), |c, g| {
            let stops = [g.onside().stop(Player::Left, c)?, g.offside().stop(Player::Right, c)?];
            let infinite = [LoopyValue::of_name("on", c)?, LoopyValue::of_name("off", c)?];
            truth(!stops.into_iter().any(|stop| infinite.contains(&Some(stop))))
        });
    "IsLoopfree" [] ("G") "whether play ends: always so, for short games",
        siegel!("I.1"), "^.IsLoopfree" => "true",
        Game(|_, _| truth(true), no);
}

/// The answer for all loopy games.
fn no(_: &mut Calculation<'_>, _: &LoopyValue) -> OpResult {
    truth(false)
}

/// Whether a game is `{x||x|y}` or its negative, for a number `x` and a `y` of at most `x` and `under`.
fn is_number_tiny(
    value: &LoopyValue,
    calculation: &mut Calculation<'_>,
) -> Result<bool, ValueError> {
    if !value.is_stopper() {
        return Ok(false);
    }
    for value in [value.clone(), value.negative(calculation)?] {
        let left = value.options(Player::Left, calculation)?;
        let ([x], [threat]) = (&*left, &*value.options(Player::Right, calculation)?) else {
            continue;
        };
        let to_number = |x: &LoopyValue| x.as_short().filter(|x| x.to_number().is_some()).cloned();
        let (Some(x), true) = (to_number(x), threat.options(Player::Left, calculation)? == left)
        else {
            continue;
        };
        if let [y] = &*threat.options(Player::Right, calculation)? {
            let under = LoopyValue::of_name("under", calculation)?.expect("a name");
            let most = under.sum(&x.into(), calculation)?;
            return most.at_least(y, calculation);
        }
    }
    Ok(false)
}
