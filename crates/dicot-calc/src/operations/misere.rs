//! Impartial games under misère play.

use dicot_impartial::{MisereForms, Tameness};

use crate::arithmetic::count;
use crate::collection::list;
use crate::failure::Failure;
use crate::operation::{misere_games, operations, siegel, truth};
use crate::value::Value;

const WINNING_WAYS_13: &str = "Winning Ways, chapter 13";

operations! {
    "MisereCanonicalForm" [] ("G") "the misère canonical form of an impartial game",
        siegel!("V.3"), "nim(2,2).MisereCanonicalForm" => "*[2[2]]",
        Misere(|_, g| Ok(Value::Misere(g.clone())));
    "Genus" [] ("G") "the nim value, and the misère nim values of the game and its sums with *2, *2 + *2, ..",
        WINNING_WAYS_13, "*[[2],0].Genus" => "\"1^2\"",
        Misere(|c, g| Ok(Value::Text(g.with(c, MisereForms::genus_text)?.into())));
    "MisereNimValue" [] ("G") "the misère nim value: the mex of those of the options, and 1 if there are none",
        WINNING_WAYS_13, "*[[2],0].MisereNimValue" => "2",
        Misere(|_, g| count(g.values()[1].into()));
    "Mate" [] ("G") "the game with the mates of the options, * for 0; its sum with the game is a P-position",
        siegel!("V.3"), "*[[2],0].Mate" => "*[2#1]",
        Misere(|c, g| Ok(Value::Misere(g.mate(c)?)));
    "Parts" [] ("G") "the games H with G = H + X, without 0 and G, and without the sums of each with *",
        siegel!("V.3"), "(*[4] + *[2]).Parts" => "[*[2],*[4]]",
        Misere(|c, g| misere_games(g.parts(c)?, c));
    "Partitions" [] ("G") "the ways in which the game is a sum of games without parts",
        siegel!("V.3"), "(*[4] + *[2]).Partitions" => "[[*[2],*[4]]]",
        Misere(|c, g| {
            let lists = g.partitions(c)?.into_iter().map(|parts| misere_games(parts, c));
            let lists = lists.collect::<Result<Vec<Value>, Failure>>()?;
            list(lists, c)
        });
    "MisereMinus" [] ("G", "H") "the game X with H + X = G",
        siegel!("V.3"), "(*[4] + *[2]).MisereMinus(*[2])" => "*[4]",
        Misere2(|c, g, h| {
            Ok(Value::Misere(g.of_two(h, MisereForms::difference, "have no difference: the second is not a part of the first", c)?))
        });
    "Link" [] ("G", "H") "a game whose sums with both are P-positions",
        siegel!("V.3"), "(*[2] + *[2]).Link(*[4])" => "*[(2[2]1)321]",
        Misere2(|c, g, h| {
            Ok(Value::Misere(g.of_two(h, MisereForms::link, "are not linked: one is an option of the other", c)?))
        });
    "IsLinkedTo" [] ("G", "H") "whether there is a game whose sums with both are P-positions",
        siegel!("V.3"), "*[4].IsLinkedTo(*[2])" => "false",
        Misere2(|_, g, h| truth(g.is_linked_to(h)));
    "Distinguisher" [] ("G", "H") "a game whose sum with one is a P-position, and with the other is not",
        siegel!("V.3"), "*[2].Distinguisher(*[1])" => "*[0]",
        Misere2(|c, g, h| {
            Ok(Value::Misere(g.of_two(h, MisereForms::distinguisher, "are equal: nothing distinguishes them", c)?))
        });
    "MisereDayN" ["DayN"] ("n") "the misère canonical forms that are born by day n",
        siegel!("V.3"), "MisereDayN(3)" => "[*[0],*[1],*[2],*[3],*[2#]]",
        Misere(|c, g| misere_games(g.born_by(c, g.birthday())?, c));
    "IsNimHeap" [] ("G") "whether the game is a nim heap under misère play",
        siegel!("V.3"), "(*[2] + *[2]).IsNimHeap" => "false",
        Misere(|_, g| truth(g.is_nim_heap()));
    "IsPrime" [] ("G") "whether the game is neither 0 nor * and has no parts",
        siegel!("V.3"), "*[2].IsPrime" => "true",
        Misere(|c, g| truth(g.with(c, MisereForms::is_prime)?));
    "IsTame" [] ("G") "whether the game and its followers have genera of sums of nim heaps",
        WINNING_WAYS_13, "(*[2] + *[2]).IsTame" => "true",
        Misere(|c, g| truth(g.tameness(c)? == Tameness::HereditarilyTame));
    "IsGenerallyTame" [] ("G") "whether the game behaves as a sum of nim heaps: options that do not are reversed",
        WINNING_WAYS_13, "*[[[2]],[[2],1]].IsGenerallyTame" => "true",
        Misere(|c, g| truth(matches!(g.tameness(c)?, Tameness::HereditarilyTame | Tameness::Tame)));
    "IsTameable" [] ("G") "whether the nim values of sums with tame games follow from those of the game",
        WINNING_WAYS_13, "*[[2],0].IsTameable" => "false",
        Misere(|c, g| {
            let tameness = g.tameness(c)?;
            truth(matches!(tameness, Tameness::HereditarilyTame | Tameness::Tame | Tameness::Tameable))
        });
    "IsRestive" [] ("G") "whether the game has a genus 0^n or 1^n with n of 2 or more, and all options are tame",
        WINNING_WAYS_13, "*[[2],0].IsRestive" => "true",
        Misere(|c, g| truth(g.tameness(c)? == Tameness::HereditarilyRestive));
    "IsGenerallyRestive" [] ("G") "whether the game is restive, where options that are not tame are reversed",
        WINNING_WAYS_13, "*[[2],0].IsGenerallyRestive" => "true",
        Misere(|c, g| truth(matches!(g.tameness(c)?, Tameness::HereditarilyRestive | Tameness::Restive)));
    "IsRestless" [] ("G") "whether the game has a genus n^0 or n^1 with n of 2 or more, and all options are tame",
        WINNING_WAYS_13, "*[[2],1].IsRestless" => "true",
        Misere(|c, g| truth(g.tameness(c)? == Tameness::Restless));
    "IsHalfTame" [] ("G") "whether the game is not tame and G + G is, of genus 0^0",
        WINNING_WAYS_13, "*[[2],0].IsHalfTame" => "true",
        Misere(|c, g| truth(g.with(c, MisereForms::is_half_tame)?));
    "IsExtraverted" [] ("G") "whether each option is a part of the game",
        siegel!("V.3"), "*[2].IsExtraverted" => "true",
        Misere(|c, g| truth(g.with(c, MisereForms::is_extraverted)?));
    "IsIntroverted" [] ("G") "whether the game is a part of each of its options: only 0 and * are",
        siegel!("V.3"), "*[2].IsIntroverted" => "false",
        Misere(|_, g| truth(g.birthday() < 2));
}
