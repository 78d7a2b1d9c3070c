//! The server on real sockets: every endpoint, every limit, access control, and Combo's WebSocket.

mod addresses;
mod cancelling;
mod combo_socket;
mod guarding;
mod known_values;
mod learn;
mod limits;
mod lines;
mod load;
mod openapi;
mod play;
mod sessions;
mod support;
