//! What there is to know of a value besides its text, for people and for programs.

use dicot::{
    Calculation, CanonicalForm, Dyadic, Outcome, Parity, Player, Thermograph, Uptimal, ValueError,
};
use serde::Serialize;

use super::kind::{Kind, kind};
use super::text::text_bytes;

/// The facts about a value.
#[derive(Clone, Debug)]
pub struct Facts {
    /// What kind of game it is.
    pub kind: Kind,
    /// Who wins, for either player to start.
    pub outcome: Outcome,
    /// `None` if it is out of range.
    pub thermograph: Option<Thermograph>,
    /// Left's and Right's.
    pub stops: [Dyadic; 2],
    /// `None` if there is none, or if it is out of range.
    pub atomic_weight: Option<CanonicalForm>,
    /// The day by which it is born.
    pub birthday: u64,
    /// `None` beyond 128 bits.
    pub stop_count: Option<u128>,
    /// How many followers it has, itself included.
    pub followers: u64,
    /// The number of the nimber, if it is one.
    pub nim_value: Option<u32>,
    /// Whether both players can move or neither, in every follower.
    pub dicot: bool,
    /// Even-tempered or odd-tempered.
    pub tempered: Option<Parity>,
    /// The reduced canonical form; `None` if it is out of range.
    pub reduced: Option<CanonicalForm>,
    /// The game cooled by its temperature; `None` if it is out of range.
    pub frozen: Option<CanonicalForm>,
    /// The expansion as an uptimal, if it is one.
    pub uptimal: Option<Uptimal>,
    /// The names of the facts that are too large or too deep for what dicot computes with.
    pub out_of_range: Vec<&'static str>,
}

impl Facts {
    /// Computes all facts within the limits of the calculation.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn new(g: &CanonicalForm, calculation: &mut Calculation<'_>) -> Result<Facts, ValueError> {
        let mut out_of_range = Vec::new();
        let mut note = |name, missing: bool| out_of_range.extend(missing.then_some(name));
        let thermograph = within_range(calculation.thermograph(g))?;
        note("thermograph", thermograph.is_none());
        let atomic_weight = within_range(calculation.atomic_weight(g))?;
        note("atomic_weight", atomic_weight.is_none());
        let reduced = within_range(calculation.reduced_canonical_form(g))?;
        note("rcf", reduced.is_none());
        let frozen = within_range(calculation.freeze(g))?;
        note("frozen", frozen.is_none());
        let uptimal = calculation.to_uptimal(g)?;
        Ok(Facts {
            kind: kind(g, uptimal.as_ref(), calculation)?,
            outcome: calculation.outcome(g)?,
            thermograph,
            stops: Player::BOTH.map(|player| g.stop(player)),
            atomic_weight: atomic_weight.flatten(),
            birthday: g.birthday(),
            stop_count: calculation.stop_count(g)?,
            followers: calculation.follower_count(g)?,
            nim_value: g.to_nimber(),
            dicot: g.is_dicot(),
            tempered: g.temper(),
            reduced,
            frozen,
            uptimal,
            out_of_range,
        })
    }

    /// The fields for programs; texts of games that have more than `most` characters are null, with
    /// their length.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn fields(
        &self,
        most: u64,
        calculation: &mut Calculation<'_>,
    ) -> Result<FactFields, ValueError> {
        let mut text = |g: &Option<CanonicalForm>| -> Result<_, ValueError> {
            let Some(g) = g else { return Ok((None, None)) };
            let (text, length) = calculation.text_of_at_most(g, most)?;
            calculation.hold(text_bytes(text.as_deref()))?;
            let too_long = text.is_none().then_some(length);
            Ok((text, too_long))
        };
        let (atomic_weight, atomic_weight_length) = text(&self.atomic_weight)?;
        let (rcf, rcf_length) = text(&self.reduced)?;
        let (frozen, frozen_length) = text(&self.frozen)?;
        let [left_stop, right_stop] = self.stops.map(|stop| stop.to_string());
        let thermograph = self.thermograph.as_ref();
        Ok(FactFields {
            kind: self.kind.name,
            outcome: self.outcome.to_string(),
            mean: thermograph.map(|t| t.mean.to_string()),
            temperature: thermograph.map(|t| t.temperature.to_string()),
            left_stop,
            right_stop,
            atomic_weight,
            atomic_weight_length,
            birthday: self.birthday,
            stop_count: self.stop_count,
            followers: self.followers,
            nim_value: self.nim_value,
            all_small: self.dicot,
            tempered: self.tempered.map(|parity| parity.to_string()),
            rcf,
            rcf_length,
            frozen,
            frozen_length,
            uptimal: self.uptimal.as_ref().map(Uptimal::to_string),
            thermograph: thermograph.map(Thermograph::to_string),
            out_of_range: self.out_of_range.clone(),
        })
    }
}

/// What was computed; `None` if it is too large or too deep to be represented.
///
/// # Errors
/// If a limit is reached.
pub fn within_range<T>(result: Result<T, ValueError>) -> Result<Option<T>, ValueError> {
    match result {
        Ok(fact) => Ok(Some(fact)),
        Err(limit @ ValueError::Limit(_)) => Err(limit),
        Err(_) => Ok(None),
    }
}

/// What every line of JSON says of a value besides its text. Games and numbers are texts; what does not exist is
/// null.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FactFields {
    /// What kind of game it is, in a word
    kind: &'static str,
    /// Who wins: `L`, `R`, `N` (the player who starts) or `P` (the other player)
    outcome: String,
    mean: Option<String>,
    temperature: Option<String>,
    left_stop: String,
    right_stop: String,
    atomic_weight: Option<String>,
    /// The length of the text, if it is too long
    #[serde(skip_serializing_if = "Option::is_none")]
    atomic_weight_length: Option<u64>,
    birthday: u64,
    /// Null beyond 128 bits
    stop_count: Option<u128>,
    /// How many followers it has, itself included
    followers: u64,
    /// The number of the nimber, if it is one
    nim_value: Option<u32>,
    /// Whether both players can move or neither, in every follower
    all_small: bool,
    /// `even` or `odd`, if it is either
    tempered: Option<String>,
    /// The reduced canonical form
    rcf: Option<String>,
    /// The length of the text, if it is too long
    #[serde(skip_serializing_if = "Option::is_none")]
    rcf_length: Option<u64>,
    /// The game cooled by its temperature
    frozen: Option<String>,
    /// The length of the text, if it is too long
    #[serde(skip_serializing_if = "Option::is_none")]
    frozen_length: Option<u64>,
    /// The expansion, if it is an uptimal
    uptimal: Option<String>,
    thermograph: Option<String>,
    /// The facts that do not fit the numbers dicot computes with
    #[serde(skip_serializing_if = "Vec::is_empty")]
    out_of_range: Vec<&'static str>,
}
