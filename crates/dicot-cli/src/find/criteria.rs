//! What a value must be like to be found.

use dicot::{Calculation, CanonicalForm, Dyadic, Outcome, ValueError};
use dicot_api::answers::facts::within_range;

/// What a value must be like; all that is set counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Criteria {
    /// The value itself.
    pub(crate) value: Option<CanonicalForm>,
    /// Who wins, for either player to start.
    pub(crate) outcome: Option<Outcome>,
    /// The temperature.
    pub(crate) temperature: Option<Dyadic>,
    /// The atomic weight.
    pub(crate) atomic_weight: Option<CanonicalForm>,
}

impl Criteria {
    /// Whether any value is like that.
    pub(crate) fn are_none(&self) -> bool {
        let Criteria { value, outcome, temperature, atomic_weight } = self;
        value.is_none() && outcome.is_none() && temperature.is_none() && atomic_weight.is_none()
    }

    /// Whether a dicot may be like that: the value is one, and the temperature is 0, or -1 as that of the game 0.
    pub(crate) fn may_be_of_dicots(&self) -> bool {
        let value = self.value.as_ref().is_none_or(CanonicalForm::is_dicot);
        value && self.temperature.is_none_or(|t| t == 0.into() || t == (-1).into())
    }

    /// Whether a value is like that.
    ///
    /// # Errors
    /// If a limit is reached.
    pub(crate) fn are_met_by(
        &self,
        g: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<bool, ValueError> {
        if self.value.as_ref().is_some_and(|value| value != g) {
            return Ok(false);
        }
        if let Some(outcome) = self.outcome
            && calculation.outcome(g)? != outcome
        {
            return Ok(false);
        }
        if self.temperature.is_some()
            && within_range(calculation.temperature(g))? != self.temperature
        {
            return Ok(false);
        }
        Ok(match &self.atomic_weight {
            None => true,
            weight => within_range(calculation.atomic_weight(g))?.flatten() == *weight,
        })
    }
}
