//! Games on grids: boards of rows and columns, where play ends.

pub(crate) mod amazons;
pub(super) mod battle_sheep;
pub mod clobber;
pub(crate) mod domineering;
pub(super) mod fission;
pub mod king_dirt;
pub mod konane;
pub(super) mod nogo;
