//! The users and their passwords.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use super::read_number;

/// A password: a number. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Password(pub u64);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// The users who may play: every user, or the users of a table.
///
/// A table has one line for each user: the user number and the password. `#` starts a comment.
///
/// # Examples
/// ```
/// use dicot_arena::konane::{Password, Users};
/// let users: Users = "1 17 # alpha\n2 4711".parse()?;
/// assert!(users.admit(1, Password(17)) && !users.admit(1, Password(18)));
/// assert!(!users.admit(3, Password(17)) && Users::Everybody.admit(3, Password(17)));
/// let error = "1 17\n2".parse::<Users>().unwrap_err();
/// assert_eq!(error.to_string(), "line 2: expected the numbers of a user and of a password");
/// # Ok::<_, dicot_arena::konane::UsersError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Users {
    /// Any user, with any password.
    #[default]
    Everybody,
    /// The users of this table, with their passwords.
    Table(HashMap<u64, Password>),
}

impl Users {
    /// Whether this user may play with this password.
    pub fn admit(&self, user: u64, password: Password) -> bool {
        match self {
            Users::Everybody => true,
            Users::Table(table) => table.get(&user) == Some(&password),
        }
    }
}

impl FromStr for Users {
    type Err = UsersError;

    fn from_str(text: &str) -> Result<Users, UsersError> {
        let mut table = HashMap::new();
        for (line, text) in (1..).zip(text.lines()) {
            let mut words = text.split('#').next().unwrap_or_default().split_ascii_whitespace();
            let problem = match (words.next(), words.next(), words.next()) {
                (None, ..) => continue,
                (Some(user), Some(password), None) => {
                    match (read_number(user), read_number(password)) {
                        (Some(user), Some(password)) => {
                            match table.insert(user, Password(password)) {
                                None => continue,
                                Some(_) => "the user has an earlier line",
                            }
                        }
                        _ => "expected numbers in digits, at most 18446744073709551615",
                    }
                }
                _ => "expected the numbers of a user and of a password",
            };
            return Err(UsersError { line, problem });
        }
        Ok(Users::Table(table))
    }
}

/// The error for an invalid table of users. It does not show the text, which contains passwords.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("line {line}: {problem}")]
pub struct UsersError {
    /// The line, from 1.
    pub line: usize,
    problem: &'static str,
}

#[cfg(test)]
mod tests {
    use super::{Password, Users};

    #[test]
    fn tables() {
        let users: Users = "# a comment\n\n  007\t0042  # one\r\n8 9\n".parse().unwrap();
        assert!(users.admit(7, Password(42)) && users.admit(8, Password(9)));
        assert!(!users.admit(7, Password(9)) && !users.admit(42, Password(7)));
        let nobody: Users = "".parse().unwrap();
        assert!(!nobody.admit(0, Password(0)));
        assert!(!format!("{users:?}").contains("42"));
    }

    #[test]
    fn errors_name_the_line() {
        let two = "expected the numbers of a user and of a password";
        let digits = "expected numbers in digits, at most 18446744073709551615";
        let texts = [
            ("1", 1, two),
            ("1 2\n1 2 3", 2, two),
            ("\n#\n1 secret", 3, digits),
            ("-1 2", 1, digits),
            ("1 99999999999999999999", 1, digits),
            ("1 2\n01 3", 2, "the user has an earlier line"),
        ];
        for (text, line, problem) in texts {
            let error = text.parse::<Users>().unwrap_err();
            assert_eq!(error.to_string(), format!("line {line}: {problem}"), "{text}");
        }
    }
}
