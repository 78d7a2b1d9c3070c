//! Kinds of values.

use std::fmt;

use dicot::{CanonicalForm, Player};

/// The kind of a value: the first of these that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An integer.
    Integer,
    /// A number that is not an integer.
    Number,
    /// A nimber other than 0.
    Nimber,
    /// A number, a multiple of up and a nimber, added.
    NumberUpStar,
    /// Another game that is less than all positive numbers and greater than all negative ones.
    Infinitesimal,
    /// A number plus an infinitesimal.
    Tepid,
    /// A game whose stops differ.
    Hot,
}

impl Kind {
    /// Returns the kind of a value.
    ///
    /// # Examples
    /// ```
    /// use dicot_census::report::Kind;
    /// let kind = |text: &str| text.parse().map(|g| Kind::of(&g));
    /// assert_eq!(kind("3/4")?, Kind::Number);
    /// assert_eq!(kind("^*")?, Kind::NumberUpStar);
    /// assert_eq!(kind("{1|0}+*")?, Kind::Hot);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn of(value: &CanonicalForm) -> Kind {
        if value.to_integer().is_some() {
            Kind::Integer
        } else if value.to_number().is_some() {
            Kind::Number
        } else if value.to_nimber().is_some() {
            Kind::Nimber
        } else if value.to_number_up_star().is_some() {
            Kind::NumberUpStar
        } else if value.is_infinitesimal() {
            Kind::Infinitesimal
        } else if value.stop(Player::Left) == value.stop(Player::Right) {
            Kind::Tepid
        } else {
            Kind::Hot
        }
    }
}

/// The kind in words, in the plural.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Integer => "integers",
            Kind::Number => "other numbers",
            Kind::Nimber => "nimbers",
            Kind::NumberUpStar => "other sums of a number, ups and a nimber",
            Kind::Infinitesimal => "other infinitesimals",
            Kind::Tepid => "other numbers plus an infinitesimal",
            Kind::Hot => "hot games",
        })
    }
}
