//! Konane over TCP, as the Artemis server played it.
