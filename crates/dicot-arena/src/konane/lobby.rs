//! The users who wait for their opponents.

use std::collections::HashMap;

/// The users who wait for their opponents, each with a handle through which the user is reached.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{Lobby, LobbyStep};
/// let mut lobby = Lobby::new(100);
/// assert_eq!(lobby.enter(1, 2, "first"), LobbyStep::Waits);
/// assert_eq!(lobby.enter(3, 2, "third"), LobbyStep::Waits);
/// assert_eq!(lobby.enter(2, 1, "second"), LobbyStep::Plays { opponent: "first", own: "second" });
/// ```
#[derive(Debug)]
pub struct Lobby<T> {
    /// The requested opponent and the handle of each waiting user.
    waiting: HashMap<u64, (u64, T)>,
    capacity: usize,
}

/// The result of entering the [`Lobby`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LobbyStep<T> {
    /// The user waits: the opponent is not waiting, or has requested another opponent.
    Waits,
    /// The opponent was waiting for this user and has left the lobby.
    Plays {
        /// The opponent's handle.
        opponent: T,
        /// The handle of this user, who does not wait.
        own: T,
    },
    /// The user may not wait, for this reason.
    Refused(&'static str),
}

impl<T> Lobby<T> {
    /// Creates a lobby for at most `capacity` users.
    pub fn new(capacity: usize) -> Lobby<T> {
        Lobby { waiting: HashMap::new(), capacity }
    }

    /// Adds a user who has requested this opponent.
    pub fn enter(&mut self, user: u64, opponent: u64, own: T) -> LobbyStep<T> {
        if self.waiting.contains_key(&user) {
            return LobbyStep::Refused("the user is already waiting");
        }
        if self.waiting.get(&opponent).is_some_and(|&(requested, _)| requested == user)
            && let Some((_, opponent)) = self.waiting.remove(&opponent)
        {
            return LobbyStep::Plays { opponent, own };
        }
        if self.waiting.len() >= self.capacity {
            return LobbyStep::Refused("too many users are waiting");
        }
        self.waiting.insert(user, (opponent, own));
        LobbyStep::Waits
    }

    /// Removes a waiting user.
    pub fn leave(&mut self, user: u64) {
        self.waiting.remove(&user);
    }

    /// The number of waiting users.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether no user is waiting.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{Lobby, LobbyStep};

    #[test]
    fn opponents_are_matched() {
        let mut lobby = Lobby::new(3);
        assert_eq!(lobby.enter(1, 2, 'a'), LobbyStep::Waits);
        assert_eq!(lobby.enter(1, 3, 'b'), LobbyStep::Refused("the user is already waiting"));
        // User 2 is waiting, but has requested another opponent.
        assert_eq!(lobby.enter(2, 3, 'c'), LobbyStep::Waits);
        assert_eq!(lobby.enter(3, 1, 'd'), LobbyStep::Waits);
        assert_eq!(lobby.enter(4, 5, 'e'), LobbyStep::Refused("too many users are waiting"));
        // A user whose opponent is waiting can enter a full lobby.
        lobby.leave(2);
        assert_eq!(lobby.len(), 2);
        assert_eq!(lobby.enter(2, 1, 'f'), LobbyStep::Plays { opponent: 'a', own: 'f' });
        assert_eq!(lobby.enter(1, 3, 'g'), LobbyStep::Plays { opponent: 'd', own: 'g' });
        assert!(lobby.is_empty());
        lobby.leave(7);
    }
}
