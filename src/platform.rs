//! What depends on the platform: a browser has another clock, and WebAssembly starts no threads, also not that of Pyodide, a Python in the browser.

#[cfg(not(target_os = "unknown"))]
pub use std::time::Instant;

#[cfg(target_os = "unknown")]
pub use web_time::Instant; // that of `std` panics there

/// Whether threads can be started.
pub(crate) const HAS_THREADS: bool = !cfg!(target_family = "wasm");
