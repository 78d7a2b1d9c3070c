use crate::form::store::Id;
use crate::form::{ValueError, Work};
use crate::{Dyadic, Player};
type R<T> = Result<T, ValueError>;
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    Even,
    Odd,
}
pub fn nim_product(a: u64, _b: u64) -> u64 {
    a
}
impl Work<'_> {
    pub fn cool(&mut self, _: Id, _: Dyadic) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn freeze(&mut self, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn heat(&mut self, _: Id, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn overheat(&mut self, _: Id, _: Id, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn reduced_canonical_form(&mut self, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn atomic_weight(&mut self, _: Id) -> R<Option<Id>> {
        Err(ValueError::TooDeep)
    }
    pub fn far_star(&mut self, _: Id) -> R<u32> {
        Err(ValueError::TooDeep)
    }
    pub fn incentives(&mut self, _: Id, _: Player) -> R<Vec<Id>> {
        Err(ValueError::TooDeep)
    }
    pub fn companion(&mut self, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn pow(&mut self, _: Id, _: Dyadic) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn pow_to(&mut self, _: Id, _: Dyadic) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn norton_product(&mut self, _: Id, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn conway_product(&mut self, _: Id, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn ordinal_sum(&mut self, _: Id, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn ordinal_product(&mut self, _: Id, _: Id) -> R<Id> {
        Err(ValueError::TooDeep)
    }
    pub fn subordinate(&mut self, _: Id, _: Id) -> R<Option<Id>> {
        Err(ValueError::TooDeep)
    }
    pub fn stop_count(&mut self, _: Id) -> R<u128> {
        Err(ValueError::TooDeep)
    }
    pub fn parity(&mut self, _: Id) -> R<Option<Parity>> {
        Err(ValueError::TooDeep)
    }
    pub fn temper(&mut self, _: Id) -> R<Option<Parity>> {
        Err(ValueError::TooDeep)
    }
}
