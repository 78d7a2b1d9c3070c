//! Sums as texts: equal texts for sums that are equal by symmetry, exchange of the players or cancellation.

use dicot::Player;
use dicot::solver::Sum as SolverSum;
use dicot_answers::Failure;
use dicot_answers::object::{PositionObject, ValuedPosition, ValuedRuleset};

/// A component with its normalized text.
struct Component {
    text: String,
    position: Box<dyn PositionObject>,
}

/// A sum of components, sorted by text, in which Left is to move.
pub(crate) struct Sum {
    ruleset: &'static dyn ValuedRuleset,
    components: Vec<Component>,
}

impl Sum {
    /// The sum of a position's components, with the players exchanged if Right is to move.
    pub(crate) fn of_position(
        ruleset: &'static dyn ValuedRuleset,
        text: &str,
        to_move: Player,
    ) -> Result<Sum, Failure> {
        let position = ruleset.read(text)?;
        let mut sum = Sum { ruleset, components: Vec::new() };
        sum.add(&*position, to_move == Player::Right)?;
        sum.sort_and_cancel()?;
        Ok(sum)
    }

    /// Reads the text of a sum.
    pub(crate) fn read(ruleset: &'static dyn ValuedRuleset, text: &str) -> Result<Sum, Failure> {
        let mut sum = Sum { ruleset, components: Vec::new() };
        for text in text.split(SEPARATOR).filter(|text| *text != ZERO) {
            sum.add(&*ruleset.read(text)?, false)?;
        }
        sum.sort_and_cancel()?;
        Ok(sum)
    }

    /// The sum as `dicot solve` reads it.
    pub(crate) fn text(&self) -> String {
        if self.components.is_empty() {
            return ZERO.to_owned();
        }
        let texts: Vec<&str> = self.components.iter().map(|part| part.text.as_str()).collect();
        texts.join(SEPARATOR)
    }

    /// The sum for a solver.
    pub(crate) fn to_solve(&self) -> Result<SolverSum, Failure> {
        let mut sum = SolverSum::default();
        for part in &self.components {
            sum = valued(&*part.position)?.add_to(sum);
        }
        Ok(sum)
    }

    /// The number of moves of both players.
    pub(crate) fn moves(&self) -> u64 {
        let counts = self.components.iter().map(|part| {
            Player::BOTH.map(|player| part.position.moves(player).len() as u64).iter().sum::<u64>()
        });
        counts.sum()
    }

    /// The sums after each of Left's moves, with the players exchanged, without repetitions.
    pub(crate) fn options(&self) -> Result<Vec<Sum>, Failure> {
        let mut options = Vec::new();
        for (i, part) in self.components.iter().enumerate() {
            if i > 0 && self.components[i - 1].text == part.text {
                continue;
            }
            for option in part.position.options(Player::Left) {
                let mut sum = Sum { ruleset: self.ruleset, components: Vec::new() };
                sum.add(&*option, true)?;
                for (j, other) in self.components.iter().enumerate() {
                    if j != i {
                        sum.add(&*other.position, true)?;
                    }
                }
                sum.sort_and_cancel()?;
                options.push(sum);
            }
        }
        options.sort_by_cached_key(Sum::text);
        options.dedup_by(|a, b| a.text() == b.text());
        Ok(options)
    }

    /// Adds a position, or its negative.
    fn add(&mut self, position: &dyn PositionObject, negative: bool) -> Result<(), Failure> {
        for component in valued(position)?.components() {
            let text = self.component_text(&*component, negative)?;
            let position = self.ruleset.read(&text)?;
            self.components.push(Component { text, position });
        }
        Ok(())
    }

    /// The text of a component or its negative; the same for all that are equal by symmetry.
    fn component_text(
        &self,
        component: &dyn ValuedPosition,
        negative: bool,
    ) -> Result<String, Failure> {
        let (text, negated) = component.component_text();
        if negated == negative {
            return Ok(text);
        }
        let other = valued(&*self.ruleset.read(&text)?)?.negative();
        let is_own_negative = valued(&*other)?.component_text() == (text.clone(), false);
        Ok(if is_own_negative { text } else { other.to_string() })
    }

    /// Sorts the components, and removes pairs of a component and its negative.
    fn sort_and_cancel(&mut self) -> Result<(), Failure> {
        let mut kept: Vec<Component> = Vec::new();
        for part in std::mem::take(&mut self.components) {
            let negative = self.component_text(valued(&*part.position)?, true)?;
            match kept.iter().position(|other| other.text == negative) {
                Some(at) => _ = kept.swap_remove(at),
                None => kept.push(part),
            }
        }
        kept.sort_by(|a, b| a.text.cmp(&b.text));
        self.components = kept;
        Ok(())
    }
}

/// What separates the components, as `dicot solve` reads it.
const SEPARATOR: &str = " + ";
/// The text of the empty sum.
const ZERO: &str = "0";

fn valued(position: &dyn PositionObject) -> Result<&dyn ValuedPosition, Failure> {
    position.valued().ok_or_else(|| Failure::new("the position has no value"))
}

#[cfg(test)]
mod tests {
    use dicot_answers::rulesets::library;

    use super::*;

    fn text(rules: &str, position: &str, to_move: Player) -> String {
        let ruleset = library().find_valued(rules).unwrap();
        let sum = Sum::of_position(ruleset, position, to_move).unwrap();
        assert_eq!(Sum::read(ruleset, &sum.text()).unwrap().text(), sum.text());
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
        let sum = Sum::of_position(ruleset, "xo/ox", Player::Left).unwrap();
        assert_eq!(sum.moves(), 8);
        let options: Vec<String> = sum.options().unwrap().iter().map(Sum::text).collect();
        assert_eq!(options.len(), 1, "{options:?}");
        let sum = Sum::of_position(ruleset, "xxo.xo", Player::Right).unwrap();
        // In the first component to x.o = 0 or to *, in the second to 0.
        assert_eq!(sum.options().unwrap().len(), 2);
    }
}
