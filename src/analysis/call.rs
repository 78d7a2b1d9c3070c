//! One call of an analyzer.

use super::table::Table;
use crate::form::{Engine, Id};
use crate::rules::Short;
use crate::{LimitKind, ValueError};

/// The progress of an analyzer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Positions valued so far.
    pub positions: usize,
    /// Forms in the store.
    pub forms: usize,
}

impl Progress {
    /// That of another computation of values.
    pub fn new(positions: usize, forms: usize) -> Progress {
        Progress { positions, forms }
    }
}

pub(crate) type OnProgress = Box<dyn FnMut(&Progress) + Send>;

/// Positions valued between two reports of progress.
pub(super) const POSITIONS_BETWEEN_REPORTS: usize = 1 << 10;

/// One call of an analyzer: what it computes with, and what it must report.
pub(crate) struct Call<'a> {
    pub(crate) engine: Engine<'a>,
    /// Positions in all tables.
    pub(super) positions: usize,
    pub(super) max_positions: Option<usize>,
    /// Positions at the last report of progress, in units of [`POSITIONS_BETWEEN_REPORTS`].
    pub(super) reported: usize,
    pub(super) on_progress: Option<&'a mut OnProgress>,
    /// How many threads a long search may use.
    pub(super) threads: usize,
}

impl<'a> Call<'a> {
    /// A call that does not report, and whose limits are those of the engine.
    pub(crate) fn silent(engine: Engine<'a>) -> Call<'a> {
        Call {
            engine,
            positions: 0,
            max_positions: None,
            reported: 0,
            on_progress: None,
            threads: 1,
        }
    }

    /// Keeps the value of a component in a table.
    pub(super) fn keep<P: Short>(
        &mut self,
        table: &mut Table<P>,
        component: P,
        value: Id,
    ) -> Result<(), ValueError> {
        if let Some(most) = self.max_positions.filter(|&most| self.positions >= most)
            && table.get(&component).is_none()
        {
            return Err(ValueError::Limit(LimitKind::Positions(most)));
        }
        self.engine.step()?;
        table.insert(component, value);
        let [positions, bytes] = table.growth();
        self.positions += positions;
        self.engine.other_bytes = self.engine.other_bytes.wrapping_add(bytes);
        if self.positions / POSITIONS_BETWEEN_REPORTS != self.reported {
            self.reported = self.positions / POSITIONS_BETWEEN_REPORTS;
            let progress = Progress { positions: self.positions, forms: self.engine.store.len() };
            if let Some(report) = &mut self.on_progress {
                report(&progress);
            }
        }
        Ok(())
    }
}
