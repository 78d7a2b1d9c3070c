//! The server on real sockets: every endpoint, every limit, and access control.

#[path = "../support/mod.rs"]
mod support;

mod addresses;
mod cancelling;
mod guarding;
mod known_values;
mod limits;
mod lines;
mod openapi;
mod play;
mod sessions;
