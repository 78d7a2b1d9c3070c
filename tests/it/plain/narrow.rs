//! The smaller type of a ruleset.

use std::any::Any;

use dicot::rules::{Narrow, NarrowVisitor, Short};

/// The same position in the smaller type, if the ruleset has one, the position fits it, and it is `N`.
pub(crate) fn narrow<P: Short, N: Short>(position: &P) -> Option<N> {
    struct To<'p, P>(&'p P);

    impl<P: Short> NarrowVisitor<P> for To<'_, P> {
        type Output = Option<Box<dyn Any>>;

        fn none(self) -> Self::Output {
            None
        }

        fn some<M: Short + Narrow<P>>(self) -> Self::Output {
            Some(Box::new(M::narrowed(self.0)?))
        }
    }

    let narrow = P::with_narrow(To(position))?;
    Some(*narrow.downcast().expect("the smaller type"))
}
