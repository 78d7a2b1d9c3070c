//! Patterns of texts: regular expressions, matched by a simulation of all their states at once (Thompson, *Regular expression search
//! algorithm*, 1968), so that the time is bounded by the product of the lengths of text and pattern.

use dicot::Calculation;

use crate::failure::Failure;

/// How deep groups nest. A first choice.
const MAX_NESTED: usize = 50;
/// The most bytes of a pattern. A first choice.
const MAX_LEN: usize = 1000;

/// A step of a pattern.
enum Step {
    /// A character within ranges, or outside of them.
    Character { ranges: Vec<(char, char)>, is_within: bool },
    /// Goes on at both places.
    Split(usize, usize),
}

struct Reader<'p> {
    rest: std::iter::Peekable<std::str::Chars<'p>>,
    steps: Vec<Step>,
    nested: usize,
}

/// Whether a pattern matches a whole text. It has `.`, `[a-z]`, `[^a-z]`, `\d`, `\w`, `\s`, groups, `|`, `*`, `+` and `?`.
pub(crate) fn matches(
    text: &str,
    pattern: &str,
    calculation: &mut Calculation<'_>,
) -> Result<bool, Failure> {
    if pattern.len() > MAX_LEN {
        return Err(Failure::undefined(format!("patterns have at most {MAX_LEN} bytes")));
    }
    let mut reader = Reader { rest: pattern.chars().peekable(), steps: Vec::new(), nested: 0 };
    reader.alternatives()?;
    if reader.rest.next().is_some() {
        return Err(Failure::undefined("the pattern closes a group that it does not open"));
    }
    let steps = reader.steps;
    calculation.hold(64 * steps.len())?;
    let mut states = closure(&steps, vec![0]);
    for c in text.chars() {
        calculation.count_steps(1 + states.len())?;
        let next = states.into_iter().filter(|&state| match steps.get(state) {
            Some(Step::Character { ranges, is_within }) => {
                ranges.iter().any(|&(first, last)| (first..=last).contains(&c)) == *is_within
            }
            _ => false,
        });
        states = closure(&steps, next.map(|state| state + 1).collect());
    }
    Ok(states.contains(&steps.len()))
}

/// The states that some states lead to without a character; the end is the number of steps.
fn closure(steps: &[Step], mut states: Vec<usize>) -> Vec<usize> {
    let mut seen = vec![false; steps.len() + 1];
    let mut closed = Vec::new();
    while let Some(state) = states.pop() {
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        match steps.get(state) {
            Some(&Step::Split(first, second)) => states.extend([first, second]),
            _ => closed.push(state),
        }
    }
    closed
}

impl Reader<'_> {
    /// Reads parts between `|`.
    fn alternatives(&mut self) -> Result<(), Failure> {
        let start = self.steps.len();
        self.parts()?;
        while self.rest.next_if_eq(&'|').is_some() {
            // A split before what was read, and a jump after it over what follows.
            self.insert_split(start, self.steps.len() + 2);
            let jump = self.steps.len();
            self.steps.push(Step::Split(jump, jump));
            self.parts()?;
            let end = self.steps.len();
            self.steps[jump] = Step::Split(end, end);
        }
        Ok(())
    }

    /// Inserts a split before a part that was read: to the part, or to another place.
    fn insert_split(&mut self, at: usize, other: usize) {
        for step in &mut self.steps[at..] {
            if let Step::Split(first, second) = step {
                (*first, *second) = (*first + 1, *second + 1);
            }
        }
        self.steps.insert(at, Step::Split(at + 1, other));
    }

    /// Reads parts one after the other.
    fn parts(&mut self) -> Result<(), Failure> {
        while let Some(c) = self.rest.next_if(|c| !matches!(c, '|' | ')')) {
            let start = self.steps.len();
            self.part(c)?;
            while let Some(sign) = self.rest.next_if(|c| matches!(c, '*' | '+' | '?')) {
                let end = self.steps.len();
                match sign {
                    '+' => self.steps.push(Step::Split(start, end + 1)),
                    '?' => self.insert_split(start, end + 1),
                    _ => {
                        self.insert_split(start, end + 2);
                        self.steps.push(Step::Split(start, start));
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads a character, a class or a group, of which the first character is read.
    fn part(&mut self, c: char) -> Result<(), Failure> {
        let (ranges, is_within) = match c {
            '(' => {
                self.nested += 1;
                if self.nested > MAX_NESTED {
                    let why = format!("groups of a pattern nest at most {MAX_NESTED} deep");
                    return Err(Failure::undefined(why));
                }
                self.alternatives()?;
                self.nested -= 1;
                return match self.rest.next() {
                    Some(')') => Ok(()),
                    _ => Err(Failure::undefined("the pattern does not close a group")),
                };
            }
            '[' => {
                let is_within = self.rest.next_if_eq(&'^').is_none();
                (self.class()?, is_within)
            }
            '.' => (vec![('\n', '\n')], false),
            '\\' => (self.escaped()?, true),
            '*' | '+' | '?' | '{' | '^' | '$' => {
                let why =
                    format!("the pattern has `{c}` where a character is expected; write `\\{c}`");
                return Err(Failure::undefined(why));
            }
            c => (vec![(c, c)], true),
        };
        self.steps.push(Step::Character { ranges, is_within });
        Ok(())
    }

    /// The characters after a backslash.
    fn escaped(&mut self) -> Result<Vec<(char, char)>, Failure> {
        Ok(match self.rest.next() {
            Some('d') => vec![('0', '9')],
            Some('w') => vec![('a', 'z'), ('A', 'Z'), ('0', '9'), ('_', '_')],
            Some('s') => vec![(' ', ' '), ('\t', '\r')],
            Some(c) if !c.is_ascii_alphanumeric() => vec![(c, c)],
            _ => return Err(Failure::undefined("after `\\` are d, w, s or a sign in a pattern")),
        })
    }

    /// The characters up to `]`.
    fn class(&mut self) -> Result<Vec<(char, char)>, Failure> {
        let mut ranges = Vec::new();
        loop {
            let first = match self.rest.next() {
                Some(']') if !ranges.is_empty() => return Ok(ranges),
                Some('\\') => {
                    ranges.extend(self.escaped()?);
                    continue;
                }
                Some(c) => c,
                None => return Err(Failure::undefined("the pattern does not close `[`")),
            };
            let is_range = self.rest.next_if_eq(&'-').is_some();
            match (is_range, self.rest.peek()) {
                (true, Some(']')) => ranges.extend([(first, first), ('-', '-')]),
                (true, Some(&last)) => {
                    self.rest.next();
                    ranges.push((first, last));
                }
                _ => ranges.push((first, first)),
            }
        }
    }
}
