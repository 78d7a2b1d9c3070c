//! Operations whose results are cached.

use super::store::Id;

/// An operation whose results are cached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operation {
    Cool,
    Heat,
    HeatByNumber,
    Overheat,
    StarProjection,
    WithoutInfinitesimals,
    Weight,
    NortonProduct,
    ConwayProduct,
    OrdinalSum,
    OrdinalProduct,
    BlowUp,
    Companion,
    AnswerToStars,
    KeepsOptions,
}

/// An operation and its operands; unused ones are 0.
pub(crate) type Request = (Operation, [Id; 3]);
