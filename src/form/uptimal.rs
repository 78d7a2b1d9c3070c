//! Uptimals.
use super::store::{Id, StoreInner};
use crate::Dyadic;
use smallvec::SmallVec;
/// Stub.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptimal {
    /// n
    pub number: Dyadic,
    /// s
    pub star: u32,
    pub(crate) coefficients: SmallVec<[i32; 4]>,
}
impl Uptimal {
    /// c
    pub fn coefficients(&self) -> &[i32] {
        &self.coefficients
    }
}
pub(crate) fn recognize(store: &StoreInner, g: Id) -> Option<Uptimal> {
    let g = store.number_up_star(g)?;
    let coefficients = if g.up == 0 { SmallVec::new() } else { SmallVec::from_slice(&[g.up]) };
    Some(Uptimal { number: g.number, star: g.star, coefficients })
}
