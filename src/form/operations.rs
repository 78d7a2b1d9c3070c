//! The macro that makes the public methods of an operation from one row.

use std::cmp::Ordering;

use super::store::Id;
use super::{CanonicalForm, Store, Thermograph, Uptimal};
use crate::{Dyadic, Outcome};

/// Defines operations on games as methods of [`CanonicalForm`] and of [`Calculation`](super::Calculation).
///
/// A row has the docs, the name, further games as arguments, perhaps one argument of another type after a `;`, the type
/// of the result, and the kernel: a function of the engine, the ids of the games and the argument.
macro_rules! operations {
    ($(
        $(#[$doc:meta])*
        $name:ident($($game:ident),* $(; $argument:ident: $type:ty)?) -> $output:ty = $kernel:expr;
    )*) => {
        impl $crate::CanonicalForm {$(
            $(#[$doc])*
            ///
            /// # Panics
            /// If the result is not defined, or as the operators. The method of the same name of a
            /// [`Calculation`](crate::Calculation) returns an error instead.
            #[track_caller]
            pub fn $name(&self $(, $game: &$crate::CanonicalForm)* $(, $argument: $type)?) -> $output {
                let store = $crate::form::Store::of_operands([self $(, $game)*]);
                $crate::form::or_panic(store.calculation().$name(self $(, $game)* $(, $argument)?))
            }
        )*}

        $crate::form::operations::calculations! {$(
            #[doc = concat!("The result of [`CanonicalForm::", stringify!($name), "`](crate::CanonicalForm::", stringify!($name), ").")]
            $name($($game),* $(; $argument: $type)?) -> $output = $kernel;
        )*}
    };
}

/// As [`operations!`], for [`Calculation`](super::Calculation) alone: operators have these names there.
macro_rules! calculations {
    ($(
        $(#[$doc:meta])*
        $name:ident($($game:ident),* $(; $argument:ident: $type:ty)?) -> $output:ty = $kernel:expr;
    )*) => {
        impl $crate::Calculation<'_> {$(
            $(#[$doc])*
            ///
            /// # Errors
            /// If the result is not defined or cannot be represented, or a limit is reached.
            pub fn $name(
                &mut self,
                g: &$crate::CanonicalForm
                $(, $game: &$crate::CanonicalForm)*
                $(, $argument: $type)?
            ) -> Result<$output, $crate::ValueError> {
                let g = self.id(g)?;
                $(let $game = self.id($game)?;)*
                let result =
                    self.engine.recurse(|engine| $kernel(engine, g $(, $game)* $(, $argument)?))?;
                Ok($crate::form::operations::Output::in_store(result, self.store))
            }
        )*}
    };
}

pub(crate) use {calculations, operations};

/// The result of a kernel as users see it: games instead of ids.
pub(crate) trait Output {
    type Public;

    fn in_store(self, store: &Store) -> Self::Public;
}

impl Output for Id {
    type Public = CanonicalForm;

    fn in_store(self, store: &Store) -> CanonicalForm {
        store.handle(self)
    }
}

impl<T: Output> Output for Option<T> {
    type Public = Option<T::Public>;

    fn in_store(self, store: &Store) -> Option<T::Public> {
        self.map(|result| result.in_store(store))
    }
}

impl<T: Output> Output for Vec<T> {
    type Public = Vec<T::Public>;

    fn in_store(self, store: &Store) -> Vec<T::Public> {
        self.into_iter().map(|result| result.in_store(store)).collect()
    }
}

impl<T: Output, U: Output> Output for (T, U) {
    type Public = (T::Public, U::Public);

    fn in_store(self, store: &Store) -> (T::Public, U::Public) {
        (self.0.in_store(store), self.1.in_store(store))
    }
}

/// Results without games.
macro_rules! unchanged {
    ($($type:ty),*) => {$(
        impl Output for $type {
            type Public = $type;

            fn in_store(self, _: &Store) -> $type {
                self
            }
        }
    )*};
}

unchanged!(u64, u128, String, Dyadic, Ordering, Outcome, Thermograph, Uptimal);
