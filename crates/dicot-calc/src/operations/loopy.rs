//! Loopy games. Operations that are defined for short games as well are in the other files.

use crate::operation::{operations, siegel, truth};

operations! {
    "Onside" [] ("G") "the simplest game in which Left wins infinite play, and that equals G otherwise",
        siegel!("VI.3"), "dud.Onside" => "on",
        Loopy(|_, g| Ok(g.onside().into()));
    "Offside" [] ("G") "the simplest game in which Right wins infinite play, and that equals G otherwise",
        siegel!("VI.3"), "dud.Offside" => "off",
        Loopy(|_, g| Ok(g.offside().into()));
    "Degree" [] ("G") "the degree of loopiness: the onside of G - G",
        siegel!("VI.4"), "{on|0}.Degree" => "{on||0|off}",
        Loopy(|c, g| Ok(g.degree(c)?.into()));
    "Variety" [] ("G") "what is left of a stopper without all that its degree absorbs, if that is an idempotent",
        siegel!("VI.4"), "(1 + over).Variety" => "over",
        Loopy(|c, g| Ok(g.variety(c)?.into()));
    "IsStable" [] ("G") "whether upsum and downsum variety of a stopper for its degree are the same",
        siegel!("VI.4"), "upon.IsStable" => "true",
        Loopy(|c, g| truth(g.is_stable(c)?));
    "UpsumVariety" [] ("G", "D") "the upsum of G and the downsum of -G and -D, for an idempotent D",
        siegel!("VI.4"), "(1 + over).UpsumVariety(over)" => "over",
        Loopy2(|c, g, d| Ok(g.upsum_variety(d, c)?.into()));
    "DownsumVariety" [] ("G", "D") "the downsum of G and the upsum of -G and D, for an idempotent D",
        siegel!("VI.4"), "upon.DownsumVariety(^.Pow(on))" => "v<on>",
        Loopy2(|c, g, d| Ok(g.downsum_variety(d, c)?.into()));
    "Upsum" [] ("G", "H") "the onside of the sum of stoppers",
        siegel!("VI.4"), "on.Upsum(off)" => "on",
        Loopy2(|c, g, h| Ok(g.upsum(h, c)?.into()));
    "Downsum" [] ("G", "H") "the offside of the sum of stoppers",
        siegel!("VI.4"), "on.Downsum(off)" => "off",
        Loopy2(|c, g, h| Ok(g.downsum(h, c)?.into()));
    "IsStopper" [] ("G") "whether the game is a stopper: alternating play ends",
        siegel!("VI.2"), "over.IsStopper" => "true",
        Loopy(|_, g| truth(g.is_stopper()));
    "IsStopperSided" [] ("G") "whether onside and offside are stoppers",
        siegel!("VI.3"), "dud.IsStopperSided" => "true",
        Loopy(|_, g| truth(g.is_stopper_sided()));
    "IsPseudonumber" [] ("G") "whether the game is a number, `on`, `off`, or a number and `over` or `under`",
        siegel!("VI.2"), "(1/2 + over).IsPseudonumber" => "true",
        Loopy(|_, g| truth(g.is_pseudonumber()));
    "IsPlumtree" [] ("G") "whether the game is a stopper and each cycle of its simplest form is a pass",
        siegel!("VI.2"), "upon.IsPlumtree" => "true",
        Loopy(|_, g| truth(g.is_plumtree()));
}
