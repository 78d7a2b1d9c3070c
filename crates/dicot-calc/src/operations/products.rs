//! Products and sums of games, and of nimbers.

use dicot::nim;

use crate::arithmetic::{self, count, division_by_zero};
use crate::failure::Failure;
use crate::literal::Sum;
use crate::operation::{game, operations, siegel, some};
use crate::operators::Operator;
use crate::positions;

const NO_ORDINAL_SUM: &str = "is not an ordinal sum with this base";

operations! {
    "NortonProduct" ["norton"] ("G", "U") "the Norton product G.U with a positive unit U",
        "Winning Ways, chapter 8", "(1/2).NortonProduct(^)" => "{^^*|v*}",
        [depends_on_form] Short2(|c, g, u| game(c.norton_product(g, u)));
    "ConwayProduct" ["prod"] ("G", "H") "the Conway product: that of numbers, and of nimbers as a field",
        "On Numbers and Games, chapters 1 and 6", "*4.ConwayProduct(*4)" => "*6",
        [depends_on_form] Short2(|c, g, h| game(c.conway_product(g, h)));
    "OrdinalSum" ["ord"] ("G", "H") "the ordinal sum G:H, moves in G ending H, with the canonical form of G as base",
        "Winning Ways, chapter 7; Siegel, Combinatorial Game Theory (2013), II.1", "1:-1" => "1/2",
        Written2(|c, g, h| {
            arithmetic::not_forms(Operator::Ordinal, g, h, c)
                .or_else(|| Some(game(c.ordinal_sum(g.as_game()?, h.as_game()?))))
        });
    "OrdinalProduct" [] ("G", "H") "the product whose options are (G.HL):A for the options A of G, and (G.HR):A for those of -G",
        "CGSuite", "(1/2).OrdinalProduct(1/4)" => "11/32",
        [depends_on_form] Short2(|c, g, h| game(c.ordinal_product(g, h)));
    "Subordinate" [] ("G", "B") "the H with G = B:H, with the canonical form of B as base",
        "CGSuite", "(1/8).Subordinate(1)" => "-3",
        [depends_on_form] Game2(
            |c, g, base| {
                let found = c.subordinate(g, base)?;
                game(Ok(some(found, g, NO_ORDINAL_SUM, c)?))
            },
            |c, g, base| {
                let base = base.as_short();
                let base = base.ok_or_else(|| Failure::undefined("the base must be a short game"))?;
                let found = g.subordinate(base, c)?;
                Ok(found.ok_or_else(|| Failure::undefined(format!("{g} {NO_ORDINAL_SUM}")))?.into())
            }
        );
    "DisjunctiveSum" [] ("G", "H") "the sum as it is written: a move is in one of the games",
        siegel!("I.1"), "(*2 DisjunctiveSum *2).MisereOutcomeClass" => "P",
        Written2(|c, g, h| arithmetic::sum(Sum::Disjunctive, g, h, c));
    "ConjunctiveSum" [] ("G", "H") "the conjunctive sum: a move is in both games, until one of them ends",
        "On Numbers and Games, chapter 14; Winning Ways, chapter 9", "(2 ConjunctiveSum '{0|0}').CanonicalForm" => "1",
        Written2(|c, g, h| arithmetic::sum(Sum::Conjunctive, g, h, c));
    "SelectiveSum" [] ("G", "H") "the selective sum: a move is in one of the games or in both",
        "On Numbers and Games, chapter 14; Winning Ways, chapter 10", "(* SelectiveSum *).CanonicalForm" => "*2",
        Written2(|c, g, h| arithmetic::sum(Sum::Selective, g, h, c));
    "NimSum" [] ("n") "the sum of integers without carrying",
        "Winning Ways, chapter 2", "NimSum(5,3)" => "6",
        Naturals(|ns| ns.iter().fold(0, |sum, &n| sum ^ n));
    "NimProduct" [] ("n") "the product of integers in the field of nimbers",
        "On Numbers and Games, chapter 6", "NimProduct(8,8)" => "13",
        Naturals(|ns| ns.iter().fold(1, |product, &n| nim::product(product, n)));
    "UglyProduct" [] ("n", "m") "the product, distributive over `NimSum`, of powers of two n > m > 1: n + m/2, and n/2 of n and n; 1 is the unit",
        "Winning Ways, chapter 14", "3 UglyProduct 5" => "2",
        Naturals2(|n, m| Some(ugly_product(n, m)));
    "NimDiv" ["NimQuotient"] ("n", "m") "the quotient of integers in the field of nimbers: the k with m NimProduct k = n",
        "On Numbers and Games, chapter 6", "13.NimDiv(8)" => "8",
        Naturals2(nim::quotient);
    "NimInverse" [] ("n") "the inverse of an integer in the field of nimbers",
        "On Numbers and Games, chapter 6", "2.NimInverse" => "3",
        Natural(|_, n| match nim::inverse(n) {
            Some(n) => count(n.into()),
            None => Err(division_by_zero()),
        });
    "NimExp" ["NimPower"] ("n", "k") "the product of k factors n in the field of nimbers",
        "On Numbers and Games, chapter 6", "3 NimExp 5" => "2",
        Naturals2(|n, k| Some(nim::power(n, k)));
    "NimSqrt" [] ("n") "the square root of an integer in the field of nimbers",
        "On Numbers and Games, chapter 6", "3.NimSqrt" => "2",
        Natural(|_, n| count(nim::square_root(n).into()));
    "Mex" [] ("n") "the least non-negative integer that is not among the integers",
        "Winning Ways, chapter 4", "Mex(0,1,3)" => "2",
        Naturals(|ns| nim::mex(ns.iter().copied()));
    "NimValue" [] ("G") "the m of a nimber *m",
        "Winning Ways, chapter 2", "{0,*|0,*}.NimValue" => "2",
        Short(|c, g| {
            let m = some(g.to_nimber(), g, "is not a nimber", c)?;
            count(m.into())
        }) or positions::nim_value, misere |_, g| count(g.values()[0].into());
}

fn ugly_product(n: u64, m: u64) -> u64 {
    let powers = |n: u64| (0..64).map(|i| 1 << i).filter(move |power| n & power != 0);
    powers(n).flat_map(|x| powers(m).map(move |y| (x, y))).fold(0, |sum, (x, y)| {
        sum ^ match (x, y) {
            (1, x) | (x, 1) => x,
            (x, y) if x == y => x / 2,
            (x, y) => x.max(y) + x.min(y) / 2,
        }
    })
}
