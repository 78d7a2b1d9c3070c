//! The login: prompts for user, password and opponent.

use super::{Password, ServerMessage, Users, read_number};

/// The server's side of a login, without input and output.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{LoginStep, Login, ServerMessage, Users};
/// let users = Users::Everybody;
/// let (mut login, greeting) = Login::start();
/// assert_eq!(greeting[1], ServerMessage::AskUsername);
/// assert_eq!(login.receive("1", &users), LoginStep::Next(ServerMessage::AskPassword));
/// assert_eq!(login.receive("17", &users), LoginStep::Next(ServerMessage::AskOpponent));
/// assert_eq!(login.receive("2", &users), LoginStep::Done { user: 1, opponent: 2 });
/// ```
#[derive(Clone, Debug, Default)]
pub struct Login {
    user: Option<u64>,
    admitted: bool,
}

/// The next action of a [`Login`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoginStep {
    /// Send the next prompt.
    Next(ServerMessage),
    /// Send this error and close the connection.
    Refused(&'static str),
    /// The login is complete.
    Done {
        /// The user.
        user: u64,
        /// The requested opponent.
        opponent: u64,
    },
}

impl Login {
    /// Starts a login and returns the first messages.
    pub fn start() -> (Login, [ServerMessage; 2]) {
        (Login::default(), [ServerMessage::Banner, ServerMessage::AskUsername])
    }

    /// Processes the answer to the last prompt.
    ///
    /// An unknown user is refused only after the password, with the same text as a wrong password.
    pub fn receive(&mut self, line: &str, users: &Users) -> LoginStep {
        let Some(number) = read_number(line) else {
            return LoginStep::Refused("expected a number in digits");
        };
        match self.user {
            None => {
                self.user = Some(number);
                LoginStep::Next(ServerMessage::AskPassword)
            }
            Some(user) if !self.admitted => {
                self.admitted = users.admit(user, Password(number));
                match self.admitted {
                    true => LoginStep::Next(ServerMessage::AskOpponent),
                    false => LoginStep::Refused("unknown user or wrong password"),
                }
            }
            Some(user) if user == number => LoginStep::Refused("the opponent is the user itself"),
            Some(user) => LoginStep::Done { user, opponent: number },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Login, LoginStep};
    use crate::konane::{ServerMessage, Users};

    /// Returns the last step after these answers.
    fn after(lines: &[&str], users: &Users) -> LoginStep {
        let (mut login, _) = Login::start();
        let steps = lines.iter().map(|line| login.receive(line, users)).collect::<Vec<_>>();
        steps.into_iter().last().unwrap()
    }

    #[test]
    fn every_answer() {
        let users: Users = "1 17".parse().unwrap();
        let refused = LoginStep::Refused;
        let number = "expected a number in digits";
        let wrong = "unknown user or wrong password";
        let answers: [(&[&str], LoginStep); 13] = [
            (&["01"], LoginStep::Next(ServerMessage::AskPassword)),
            (&["2"], LoginStep::Next(ServerMessage::AskPassword)),
            (&["one"], refused(number)),
            (&[""], refused(number)),
            (&["1", "017"], LoginStep::Next(ServerMessage::AskOpponent)),
            (&["1", "18"], refused(wrong)),
            (&["1", "secret"], refused(number)),
            (&["2", "17"], refused(wrong)),
            (&["1", "17", "2"], LoginStep::Done { user: 1, opponent: 2 }),
            (&["1", "17", "-2"], refused(number)),
            (&["1", "17", "99999999999999999999"], refused(number)),
            (&["1", "17", "1"], refused("the opponent is the user itself")),
            (&["1", "17", "001"], refused("the opponent is the user itself")),
        ];
        for (lines, step) in answers {
            assert_eq!(after(lines, &users), step, "{lines:?}");
        }
        let done = LoginStep::Done { user: 5, opponent: 6 };
        assert_eq!(after(&["5", "123", "6"], &Users::Everybody), done);
    }
}
