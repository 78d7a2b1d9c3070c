//! Perfect play of any ruleset, as far as the solver reaches, and play that errs on purpose.

use std::sync::Arc;

use dicot::analysis::ValueSource;
use dicot::rules::{AnyMove, AnyPosition, AnyRuleset, Position};
use dicot::{Instant, Interrupt, Limits, Store};
use dicot_bots::{Bot, Dice, Endgame, UctBot};
use dicot_loopy::Exploration;

use crate::kernel::{AnyBot, AnyTurn, NamedBot, kernel};
use crate::position_sum::{has_loopy_values, sum_of};

/// The share of the time for trial games, which order the moves for the solver and choose where it does not reach. A guess.
const TRIAL_SHARE: f64 = 0.3;
/// The most memory for what a position leads to, where play need not end.
const MAX_BYTES: usize = 1 << 28;

/// The bots of every ruleset without bots of its own, beside those that know only the rules: the weakest first. The number
/// says of how many moves one is left to chance.
const LEVELS: [(&str, &str, Option<u64>); 3] = [
    ("weak", "errs in every second move", Some(2)),
    ("medium", "errs in every fifth move", Some(5)),
    ("perfect", "perfect if solved", None),
];

/// All bots of a ruleset, the weakest first.
pub(crate) fn bots(ruleset: &AnyRuleset) -> Vec<NamedBot> {
    let mut bots = (kernel(ruleset).bots)();
    // Those of Clobber, Konane and Combo have the solver too.
    if bots.iter().all(|bot| bot.name != "strong") {
        bots.extend(levels());
    }
    bots
}

fn levels() -> impl Iterator<Item = NamedBot> {
    LEVELS.into_iter().map(|(name, title, errs)| NamedBot {
        name,
        title,
        make: Box::new(move |seed| {
            Box::new(PerfectBot {
                endgame: Endgame::new(),
                trial: UctBot::new(seed),
                dice: Dice::new(!seed),
                interrupt: Interrupt::default(),
                errs,
            })
        }),
    })
}

/// Trial games, and then the solver.
struct PerfectBot {
    endgame: Endgame,
    trial: UctBot,
    dice: Dice,
    interrupt: Interrupt,
    /// Of how many moves one is left to chance.
    errs: Option<u64>,
}

impl PerfectBot {
    /// The best moves where play need not end, if all that the position leads to is found in time: of the shortest win, those that draw,
    /// or of the longest loss.
    fn retrograde(&self, turn: &AnyTurn, deadline: Instant) -> Option<Vec<AnyMove>> {
        let AnyTurn { position, to_move } = turn;
        let store = Store::new();
        let limits = Limits::default()
            .with_deadline(deadline)
            .with_bytes(MAX_BYTES)
            .with_interrupt(self.interrupt.clone());
        let explore = kernel(position.ruleset()).explore;
        let explored = explore(&[position], &mut store.calculate(&limits), &mut |_| {});
        let Exploration { graph, roots, limit: None, .. } = explored else { return None };
        let (outcomes, plies) = graph.outcomes_and_plies(&mut store.calculate(&limits)).ok()?;
        let options = graph.options(*roots.first()?, *to_move);
        let rank = |option: u32| {
            let length = i64::from(plies[option as usize][!*to_move as usize]);
            match outcomes[option as usize].winner(!*to_move) {
                Some(winner) if winner == *to_move => (2, -length),
                None => (1, 0),
                Some(_) => (0, length),
            }
        };
        let best = options.iter().map(|&option| rank(option)).max()?;
        let moves = position.moves(*to_move).zip(options);
        Some(moves.filter(|&(_, &option)| rank(option) == best).map(|(mv, _)| mv).collect())
    }

    /// The best of the moves where play ends: one that wins, if the solver finds it in time.
    fn solved(&mut self, turn: &AnyTurn, trial: AnyMove, deadline: Instant) -> Option<AnyMove> {
        let AnyTurn { position, to_move } = turn;
        let after = |(mv, option): (AnyMove, AnyPosition)| Some((mv, sum_of(&option)?));
        let options = position.moves(*to_move).zip(position.options(*to_move));
        let mut moves: Vec<_> = options.map(after).collect::<Option<_>>()?;
        moves.sort_by_key(|(mv, _)| *mv != trial);
        self.endgame.best_of(moves, *to_move, deadline, &self.interrupt)
    }
}

impl AnyBot for PerfectBot {
    fn choose(&mut self, turn: &AnyTurn, deadline: Instant) -> Option<AnyMove> {
        let AnyTurn { position, to_move } = turn;
        if position.move_count(*to_move) < 2 {
            return position.moves(*to_move).next();
        }
        if self.errs.is_some_and(|errs| self.dice.below(errs) == 0) {
            return self.dice.pick(position.moves(*to_move));
        }
        let part = |share| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now).mul_f64(share)
        };
        if has_loopy_values(position.ruleset()) {
            let best = self.retrograde(turn, part(1.0 - TRIAL_SHARE)).unwrap_or_default();
            if let [mv] = best[..] {
                return Some(mv);
            }
            let trial = self.trial.choose(turn, deadline)?;
            return if best.contains(&trial) {
                Some(trial)
            } else {
                best.first().copied().or(Some(trial))
            };
        }
        let trial = self.trial.choose(turn, part(TRIAL_SHARE))?;
        self.solved(turn, trial, deadline).or(Some(trial))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        Bot::<AnyPosition>::set_interrupt(&mut self.trial, interrupt.clone());
        self.interrupt = interrupt;
    }

    fn set_value_source(&mut self, values: Arc<dyn ValueSource>) {
        self.endgame.set_value_source(values);
    }

    fn set_history(&mut self, _before: &[AnyTurn]) {}
}
