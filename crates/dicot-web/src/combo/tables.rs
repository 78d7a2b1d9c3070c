//! Limits the number of connections at which Combo is played.

use std::sync::Arc;
use std::time::Instant;

use dicot_arena::net::{Admission, ConnectionLimits, Gate};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::Config;

/// The tables: each connection plays at one.
#[derive(Debug)]
pub(crate) struct Tables {
    /// A permit for each free table.
    free: Arc<Semaphore>,
    count: u32,
    /// Limits the tables of each address.
    gate: Gate,
}

impl Tables {
    pub(crate) fn new(config: &Config) -> Tables {
        let free = Arc::new(Semaphore::new(config.tables.into()));
        let gate = Gate::new(ConnectionLimits {
            connections: usize::MAX,
            per_address: config.tables_per_address.into(),
            new_per_minute: usize::MAX,
        });
        Tables { free, count: config.tables.into(), gate }
    }

    /// A table for this client, which is free again when the result is dropped; `None` if all are taken.
    pub(super) fn take(&self, client: &Admission) -> Option<(OwnedSemaphorePermit, Admission)> {
        let permit = self.free.clone().try_acquire_owned().ok()?;
        Some((permit, self.gate.admit(client.address(), Instant::now()).ok()?))
    }

    /// Waits until all tables are free. The caller has asked the connections to close.
    pub(crate) async fn wait_until_free(&self) {
        // An error would mean that the semaphore is closed, which never happens.
        let _ = self.free.acquire_many(self.count).await;
    }
}
