//! What the feature `full` adds besides the commands that `commands` marks with it. `without_full.rs` has the same names for
//! a build without the feature.

pub(crate) use crate::census::CensusFile;
pub(crate) use crate::db::DbFiles;
pub(crate) use crate::picture::png::png;
pub(crate) use crate::solve::certificate::CertificateFile;

/// The options that are missing.
pub(crate) const MISSING_OPTIONS: &[&str] = &[];

/// The row of a command of this feature.
macro_rules! full {
    (Row::$row:ident::<$($args:ident)::+>($name:literal $(, $($list:ident)::+)?) $(, with($($with:ident)::+))?) => {
        crate::command::Row::$row::<crate::$($args)::+>($name $(, crate::$($list)::+)?) $(.with(crate::$($with)::+))?
    };
}
pub(crate) use full;
