//! Infinitesimals.

use dicot::{Calculation, CanonicalForm, ValueError};

use crate::arithmetic::count;
use crate::operation::{game, operations, siegel, some};
use crate::value::Value;

operations! {
    "AtomicWeight" ["aw"] ("G") "the atomic weight: how many ups the game is worth next to remote stars",
        "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7", "{^^*|*,v}.AtomicWeight" => "1/2",
        Short(|c, g| {
            let weight = c.atomic_weight(g)?;
            game(Ok(some(weight, g, "is not atomic: it has no atomic weight", c)?))
        });
    "FarStar" [] ("G") "the m of a nimber *m that is remote: larger ones act alike",
        "Winning Ways, chapter 8; Siegel, Combinatorial Game Theory (2013), II.7", "(^*2).FarStar" => "4",
        Short(|_, g| count(g.far_star().into()));
    "UptimalExpansion" ["Uptimal"] ("G") "number, nimber, `.` and the multiples of ^, ^<2>, ^<3>, ..",
        siegel!("II.4"), "{0|^<2>}.UptimalExpansion" => "*.12",
        Short(|c, g| {
            let expansion = c.to_uptimal(g)?;
            let expansion = some(expansion, g, "is not an uptimal: it has no expansion", c)?;
            Ok(Value::Uptimal(expansion.into()))
        });
    "ReducedCanonicalForm" ["rcf"] ("G") "the simplest game that differs by an infinitesimal",
        siegel!("II.6"), "{2*|1^||0}.ReducedCanonicalForm" => "{2|1||0}",
        Short(|c, g| game(c.reduced_canonical_form(g)));
    "Pow" [] ("G", "x") "the power G^x of a game {0|H}; ^.Pow(n) is ^<n>",
        siegel!("II.4"), "^.Pow(2)" => "^<2>",
        [depends_on_form] Power(|c, g, x| game(c.pow(g, x)), |c, g, x| game(g.pow(x, c)));
    "PowTo" [] ("G", "x") "the sum of powers G^[x] of a game {0|H}; ^.PowTo(n) is ^[n]",
        siegel!("II.4"), "^.PowTo(3)" => "^[3]",
        [depends_on_form] Power(|c, g, x| game(c.pow_to(g, x)), |c, g, x| game(g.pow_to(x, c)));
    "Tiny" [] ("G") "tiny-G, {0||0|-G}",
        "Winning Ways, chapter 5", "Tiny(2) == {0||0|-2}" => "true",
        Game(|c, g| game(tiny(c, g)), |c, g| game(g.tiny(c)));
    "Miny" [] ("G") "miny-G, {G|0||0}",
        "Winning Ways, chapter 5", "Miny(2) == {2|0||0}" => "true",
        Game(
            |c, g| game(tiny(c, g).map(|tiny| -tiny)),
            |c, g| game(g.tiny(c).and_then(|tiny| tiny.negative(c)))
        );
}

/// `tiny-G` = `{0||0|-G}`.
fn tiny(calculation: &mut Calculation<'_>, g: &CanonicalForm) -> Result<CanonicalForm, ValueError> {
    let threat = calculation.form([CanonicalForm::ZERO], [-g])?;
    calculation.form([CanonicalForm::ZERO], [threat])
}
