//! Sums as texts: equal texts for sums that are equal by symmetry, exchange of the players or cancellation.

use dicot::Player;
use dicot::rules::{AnyPosition, AnyRuleset, Position, Short};
use dicot::solver::Sum as SolverSum;
use dicot_rulesets::{Failure, PositionExt, RulesetExt};

/// The normalized texts of a component and its negative; the same text if it is its own negative.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Component {
    text: String,
    negative: String,
}

impl Component {
    fn new(ruleset: &AnyRuleset, component: &AnyPosition) -> Result<Component, Failure> {
        let (text, negated) = component.component_text();
        let normalized = ruleset.parse(&text)?;
        let normalized = valued(&normalized)?;
        let negative = match normalized.is_own_negative() {
            true => text.clone(),
            false => normalized.negative().to_string(),
        };
        let component = Component { text, negative };
        Ok(if negated { component.negated() } else { component })
    }

    fn negated(self) -> Component {
        Component { text: self.negative, negative: self.text }
    }
}

/// A sum of components, sorted by text, in which Left is to move.
pub(crate) struct Sum {
    ruleset: AnyRuleset,
    components: Vec<Component>,
}

impl Sum {
    /// The sum of a position's components, with the players exchanged if Right is to move.
    pub(crate) fn of_position(
        ruleset: &AnyRuleset,
        text: &str,
        to_move: Player,
    ) -> Result<Sum, Failure> {
        let mut components = components(ruleset, &ruleset.parse(text)?)?;
        if to_move == Player::Right {
            components = components.into_iter().map(Component::negated).collect();
        }
        Ok(Sum::new(ruleset, components))
    }

    /// Reads the text of a sum.
    pub(crate) fn read(ruleset: &AnyRuleset, text: &str) -> Result<Sum, Failure> {
        let mut all = Vec::new();
        for text in text.split(SEPARATOR).filter(|text| *text != ZERO) {
            all.extend(components(ruleset, &ruleset.parse(text)?)?);
        }
        Ok(Sum::new(ruleset, all))
    }

    /// Sorts the components, and removes pairs of a component and its negative.
    fn new(ruleset: &AnyRuleset, components: Vec<Component>) -> Sum {
        let mut kept: Vec<Component> = Vec::new();
        for part in components {
            match kept.iter().position(|other| other.text == part.negative) {
                Some(at) => _ = kept.swap_remove(at),
                None => kept.push(part),
            }
        }
        kept.sort_unstable();
        Sum { ruleset: ruleset.clone(), components: kept }
    }

    /// The sum as `dicot solve` reads it.
    pub(crate) fn text(&self) -> String {
        if self.components.is_empty() {
            return ZERO.to_owned();
        }
        let texts: Vec<&str> = self.components.iter().map(|part| part.text.as_str()).collect();
        texts.join(SEPARATOR)
    }

    /// The positions of the components.
    fn positions(&self) -> impl Iterator<Item = Result<AnyPosition, Failure>> {
        self.components.iter().map(|part| self.ruleset.parse(&part.text))
    }

    /// The sum for a solver.
    pub(crate) fn to_solve(&self) -> Result<SolverSum, Failure> {
        let mut sum = SolverSum::default();
        for position in self.positions() {
            sum = valued(&position?)?.add_to(sum);
        }
        Ok(sum)
    }

    /// The number of moves of both players.
    pub(crate) fn moves(&self) -> Result<u64, Failure> {
        let count = |position: AnyPosition| {
            Player::BOTH.map(|player| position.move_count(player)).iter().sum::<u64>()
        };
        self.positions().map(|position| position.map(count)).sum()
    }

    /// The sums after each of Left's moves, with the players exchanged, without repetitions.
    pub(crate) fn options(&self) -> Result<Vec<Sum>, Failure> {
        let mut options = Vec::new();
        for (i, position) in self.positions().enumerate() {
            if i > 0 && self.components[i - 1] == self.components[i] {
                continue;
            }
            for option in position?.options(Player::Left) {
                let mut parts = components(&self.ruleset, &option)?;
                let others = self.components.iter().enumerate().filter(|&(j, _)| j != i);
                parts.extend(others.map(|(_, other)| other.clone()));
                let parts = parts.into_iter().map(Component::negated).collect();
                options.push(Sum::new(&self.ruleset, parts));
            }
        }
        options.sort_unstable_by(|a, b| a.components.cmp(&b.components));
        options.dedup_by(|a, b| a.components == b.components);
        Ok(options)
    }
}

/// The components of a position.
fn components(ruleset: &AnyRuleset, position: &AnyPosition) -> Result<Vec<Component>, Failure> {
    valued(position)?.components().map(|part| Component::new(ruleset, &part)).collect()
}

/// What separates the components, as `dicot solve` reads it.
const SEPARATOR: &str = " + ";
/// The text of the empty sum.
const ZERO: &str = "0";

fn valued(position: &AnyPosition) -> Result<&AnyPosition, Failure> {
    position.valued().ok_or_else(|| Failure::new("the position has no value"))
}

#[cfg(test)]
mod tests {
    use dicot_rulesets::library;

    use super::*;

    fn text(rules: &str, position: &str, to_move: Player) -> String {
        let ruleset = library().find_valued(rules).unwrap();
        let sum = Sum::of_position(&ruleset, position, to_move).unwrap();
        assert_eq!(Sum::read(&ruleset, &sum.text()).unwrap().text(), sum.text());
        sum.text()
    }

    #[test]
    fn equal_sums_have_equal_texts() {
        let clobber = |position, to_move| text("clobber", position, to_move);
        assert_eq!(clobber("xxo", Player::Left), clobber("x/x/o", Player::Left));
        assert_eq!(clobber("xxo", Player::Left), clobber("oox", Player::Right));
        assert_ne!(clobber("xxo", Player::Left), clobber("xxo", Player::Right));
        assert_eq!(clobber("xxo.oox", Player::Left), "0");
        assert_eq!(clobber("xoxo", Player::Left), clobber("xoxo", Player::Right));
        assert_eq!(clobber("xo.xo", Player::Left), "0");
        assert_eq!(clobber("xxo.xo", Player::Left).split(" + ").count(), 2);
        assert_eq!(clobber("..x", Player::Left), "0");
        assert_eq!(
            text("domineering", "..", Player::Left),
            text("domineering", "./.", Player::Right)
        );
    }

    #[test]
    fn options_of_a_checkerboard() {
        let ruleset = library().find_valued("clobber").unwrap();
        let sum = Sum::of_position(&ruleset, "xo/ox", Player::Left).unwrap();
        assert_eq!(sum.moves().unwrap(), 8);
        let options: Vec<String> = sum.options().unwrap().iter().map(Sum::text).collect();
        assert_eq!(options.len(), 1, "{options:?}");
        let sum = Sum::of_position(&ruleset, "xxo.xo", Player::Right).unwrap();
        // In the first component to x.o = 0 or to *, in the second to 0.
        assert_eq!(sum.options().unwrap().len(), 2);
    }
}
