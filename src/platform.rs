//! What depends on the platform: a browser has another clock, and its WebAssembly starts no threads.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use web_time::Instant; // that of `std` panics there

/// Whether threads can be started.
pub(crate) const HAS_THREADS: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));
