//! Who waits for whom.

use std::collections::HashMap;

/// The users that wait for their opponents, each with what it takes to reach them.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{Lobby, Place};
/// let mut lobby = Lobby::new(100);
/// assert_eq!(lobby.enter(1, 2, "first"), Place::Waits);
/// assert_eq!(lobby.enter(3, 2, "third"), Place::Waits);
/// assert_eq!(lobby.enter(2, 1, "second"), Place::Plays { opponent: "first", own: "second" });
/// ```
#[derive(Debug)]
pub struct Lobby<T> {
    /// By user: the wanted opponent.
    waiting: HashMap<u64, (u64, T)>,
    most: usize,
}

/// What comes of who enters the [`Lobby`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place<T> {
    /// The opponent is not there, or wants somebody else.
    Waits,
    /// The opponent waited for this user and does so no longer.
    Plays {
        /// How the opponent is reached.
        opponent: T,
        /// How this user is reached, who does not wait.
        own: T,
    },
    /// There is no place, and this is why.
    Refused(&'static str),
}

impl<T> Lobby<T> {
    /// A lobby in which nobody waits yet, and no more than `most` ever will.
    pub fn new(most: usize) -> Lobby<T> {
        Lobby { waiting: HashMap::new(), most }
    }

    /// Lets a user in who wants that opponent.
    pub fn enter(&mut self, user: u64, opponent: u64, own: T) -> Place<T> {
        if self.waiting.contains_key(&user) {
            return Place::Refused("the user is already waiting");
        }
        if self.waiting.get(&opponent).is_some_and(|&(wanted, _)| wanted == user)
            && let Some((_, opponent)) = self.waiting.remove(&opponent)
        {
            return Place::Plays { opponent, own };
        }
        if self.waiting.len() >= self.most {
            return Place::Refused("too many users are waiting");
        }
        self.waiting.insert(user, (opponent, own));
        Place::Waits
    }

    /// Lets a user out who waits.
    pub fn leave(&mut self, user: u64) {
        self.waiting.remove(&user);
    }

    /// The number of users that wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::{Lobby, Place};

    #[test]
    fn who_meets_whom() {
        let mut lobby = Lobby::new(3);
        assert_eq!(lobby.enter(1, 2, 'a'), Place::Waits);
        assert_eq!(lobby.enter(1, 3, 'b'), Place::Refused("the user is already waiting"));
        // 2 is there, but wants another one.
        assert_eq!(lobby.enter(2, 3, 'c'), Place::Waits);
        assert_eq!(lobby.enter(3, 1, 'd'), Place::Waits);
        assert_eq!(lobby.enter(4, 5, 'e'), Place::Refused("too many users are waiting"));
        // Nobody need wait who has an opponent.
        lobby.leave(2);
        assert_eq!(lobby.len(), 2);
        assert_eq!(lobby.enter(2, 1, 'f'), Place::Plays { opponent: 'a', own: 'f' });
        assert_eq!(lobby.enter(1, 3, 'g'), Place::Plays { opponent: 'd', own: 'g' });
        assert!(lobby.is_empty());
        lobby.leave(7);
    }
}
