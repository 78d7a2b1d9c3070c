//! Combo with its JSON players: matches and contests.
