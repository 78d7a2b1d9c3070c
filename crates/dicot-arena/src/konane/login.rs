//! The login: three prompts and their answers.

use super::{Password, ServerMessage, Users, read_number};

/// The login of one client, as the server conducts it.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{Asked, Login, ServerMessage, Users};
/// let users = Users::Everybody;
/// let (mut login, greeting) = Login::start();
/// assert_eq!(greeting[1], ServerMessage::AskUsername);
/// assert_eq!(login.line("1", &users), Asked::Next(ServerMessage::AskPassword));
/// assert_eq!(login.line("17", &users), Asked::Next(ServerMessage::AskOpponent));
/// assert_eq!(login.line("2", &users), Asked::Done { user: 1, opponent: 2 });
/// ```
#[derive(Clone, Debug, Default)]
pub struct Login {
    user: Option<u64>,
    admitted: bool,
}

/// What comes after an answer of the [`Login`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Asked {
    /// The next prompt is sent.
    Next(ServerMessage),
    /// An error is sent, and the connection is closed.
    Refused(&'static str),
    /// The client is known.
    Done {
        /// Who it is.
        user: u64,
        /// Whom it wants to play.
        opponent: u64,
    },
}

impl Login {
    /// The beginning, and what is sent first.
    pub fn start() -> (Login, [ServerMessage; 2]) {
        (Login::default(), [ServerMessage::Banner, ServerMessage::AskUsername])
    }

    /// Takes the answer to the last prompt.
    ///
    /// Who is not in the table learns it after the password, and not which of the two was wrong.
    pub fn line(&mut self, line: &str, users: &Users) -> Asked {
        let Some(number) = read_number(line) else {
            return Asked::Refused("expected a number in digits");
        };
        match self.user {
            None => {
                self.user = Some(number);
                Asked::Next(ServerMessage::AskPassword)
            }
            Some(user) if !self.admitted => {
                self.admitted = users.admit(user, Password(number));
                match self.admitted {
                    true => Asked::Next(ServerMessage::AskOpponent),
                    false => Asked::Refused("unknown user or wrong password"),
                }
            }
            Some(user) if user == number => Asked::Refused("nobody plays against himself"),
            Some(user) => Asked::Done { user, opponent: number },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Login};
    use crate::konane::{ServerMessage, Users};

    /// What comes of these answers in the end.
    fn after(lines: &[&str], users: &Users) -> Asked {
        let (mut login, _) = Login::start();
        let asked = lines.iter().map(|line| login.line(line, users)).collect::<Vec<_>>();
        asked.into_iter().last().unwrap()
    }

    #[test]
    fn every_answer() {
        let users: Users = "1 17".parse().unwrap();
        let refused = Asked::Refused;
        let number = "expected a number in digits";
        let wrong = "unknown user or wrong password";
        let answers: [(&[&str], Asked); 13] = [
            (&["01"], Asked::Next(ServerMessage::AskPassword)),
            (&["2"], Asked::Next(ServerMessage::AskPassword)),
            (&["one"], refused(number)),
            (&[""], refused(number)),
            (&["1", "017"], Asked::Next(ServerMessage::AskOpponent)),
            (&["1", "18"], refused(wrong)),
            (&["1", "secret"], refused(number)),
            (&["2", "17"], refused(wrong)),
            (&["1", "17", "2"], Asked::Done { user: 1, opponent: 2 }),
            (&["1", "17", "-2"], refused(number)),
            (&["1", "17", "99999999999999999999"], refused(number)),
            (&["1", "17", "1"], refused("nobody plays against himself")),
            (&["1", "17", "001"], refused("nobody plays against himself")),
        ];
        for (lines, asked) in answers {
            assert_eq!(after(lines, &users), asked, "{lines:?}");
        }
        let done = Asked::Done { user: 5, opponent: 6 };
        assert_eq!(after(&["5", "123", "6"], &Users::Everybody), done);
    }
}
