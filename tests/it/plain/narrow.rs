//! The smaller type of a ruleset.

use std::any::Any;

use dicot::rules::{NarrowVisitor, Short};

/// The same position in the smaller type, if the ruleset has one, the position fits it, and it is `N`.
pub(crate) fn narrow<P: Short, N: Short>(position: &P) -> Option<N> {
    struct Narrow<'p, P>(&'p P);

    impl<P: Short> NarrowVisitor<P> for Narrow<'_, P> {
        type Output = Option<Box<dyn Any>>;

        fn none(self) -> Self::Output {
            None
        }

        fn some<M: Short>(self, narrow: fn(&P) -> Option<M>) -> Self::Output {
            Some(Box::new(narrow(self.0)?))
        }
    }

    let narrow = P::with_narrow(Narrow(position))?;
    Some(*narrow.downcast().expect("the smaller type"))
}
