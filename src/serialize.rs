//! `serde` for values, numbers, positions, moves and players, as their texts, and for reports.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, SerializeStruct, Serializer};

use crate::analysis::{MoveReport, Report};
use crate::board::{Board, Word};
use crate::rules::{
    Amazons, AnyMove, AnyPosition, BackslidingToadsAndFrogs, BattleSheep, CellsMove, Combo,
    Domineering, Fission, GenClobber, GenToadsAndFrogs, HareAndHounds, Konane, KonaneGame, NoGo,
    Short, TopplingDominoes,
    clobber::Variant,
    fox_and_geese::{FoxVariant, GenFoxAndGeese},
    graph::{GraphGame, GraphRules},
    heap::{
        HeapGame, HeapRules,
        terms::{NamedTerm, TermSum},
    },
    king_dirt::GenKingDirt,
    konane::Opening,
    toads_and_frogs::ToadsVariant,
};
use crate::{ByPlayer, CanonicalForm, Dyadic, Outcome, Player, Thermograph};

/// Values with longer texts are written in the [shared form](CanonicalForm::to_shared_text).
const MAX_PLAIN_TEXT: u64 = 1000;

impl Serialize for CanonicalForm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut calculation = self.store().calculation();
        let text = match calculation.text_of_at_most(self, MAX_PLAIN_TEXT) {
            Ok((None, _)) => calculation.to_shared_text(self),
            text => text.map(|(text, _)| text.unwrap_or_default()),
        };
        serializer.serialize_str(&text.map_err(S::Error::custom)?)
    }
}

macro_rules! written_as_text {
    ($([$($parameters:tt)*] $type:ty;)*) => {$(
        impl<$($parameters)*> Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

macro_rules! read_from_text {
    ($([$($parameters:tt)*] $type:ty;)*) => {$(
        impl<'de, $($parameters)*> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

macro_rules! as_text {
    ($($types:tt)*) => {
        written_as_text! { $($types)* }
        read_from_text! { $($types)* }
    };
}

as_text! {
    [] Dyadic;
    [] Outcome;
    [] Player;
    [] BattleSheep;
    [] Combo;
    [W: Word] Board<W>;
    [W: Word] Amazons<W>;
    [W: Word] BackslidingToadsAndFrogs<W>;
    [W: Word] Domineering<W>;
    [W: Word] Fission<W>;
    [V: FoxVariant, W: Word] GenFoxAndGeese<V, W>;
    [W: Word] HareAndHounds<W>;
    [W: Word] Konane<W>;
    [const PLACE_FIRST: bool, W: Word] GenKingDirt<PLACE_FIRST, W>;
    [W: Word] NoGo<W>;
    [W: Word] TopplingDominoes<W>;
    [T: NamedTerm] TermSum<T>;
    [R: GraphRules] GraphGame<R>;
    [R: HeapRules] HeapGame<R>;
    [V: ToadsVariant, W: Word] GenToadsAndFrogs<V, W>;
    [V: Variant, W: Word] GenClobber<V, W>;
    [O: Opening, W: Word] KonaneGame<O, W>;
}

written_as_text! {
    [] AnyMove;
    [] Thermograph;
    [const N: usize, const LAST: char] CellsMove<N, LAST>;
}
read_from_text! {
    [] AnyPosition;
    [] CanonicalForm;
}

/// As it is read: with the name of the ruleset before it.
impl Serialize for AnyPosition {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{}:{self}", self.ruleset().spec().name))
    }
}

impl<T: Serialize> Serialize for ByPlayer<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut both = serializer.serialize_struct("ByPlayer", 2)?;
        both.serialize_field("left", &self.left)?;
        both.serialize_field("right", &self.right)?;
        both.end()
    }
}

/// Positions and moves are texts, and components pairs of a position and its value.
impl<P: Short> Serialize for Report<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let components = self.components.iter().map(|(part, value)| (part.to_string(), value));
        let mut report = serializer.serialize_struct("Report", 6)?;
        report.serialize_field("position", &self.position.to_string())?;
        report.serialize_field("components", &components.collect::<Vec<_>>())?;
        report.serialize_field("value", &self.value)?;
        report.serialize_field("outcome", &self.outcome)?;
        report.serialize_field("left", &self.moves[Player::Left])?;
        report.serialize_field("right", &self.moves[Player::Right])?;
        report.end()
    }
}

impl<M: std::fmt::Display> Serialize for MoveReport<M> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("MoveReport", 4)?;
        report.serialize_field("move", &self.mv.to_string())?;
        report.serialize_field("value", &self.value)?;
        report.serialize_field("wins", &self.wins)?;
        report.serialize_field("sensible", &self.sensible)?;
        report.end()
    }
}
