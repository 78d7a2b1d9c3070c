//! Programs that are run as players.
