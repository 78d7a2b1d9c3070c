//! Which components a database is built of.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use dicot::rules::{Position, Ruleset, Short};
use dicot::{Player, ValueError};

use super::about;
use crate::failure::Failure;
use crate::input::{Line, next_line};
use crate::position::read;

/// Normalized components, those that fit the smaller type of the ruleset apart.
pub(super) struct Components<P: Short> {
    pub(super) own: HashSet<P>,
    pub(super) narrow: HashSet<P::Narrow>,
}

/// What is asked now and then while components are collected: whether so many bytes are too many, or the time is up.
pub(super) type Heed<'a> = &'a mut dyn FnMut(usize) -> Result<(), ValueError>;

/// How many positions are collected between two questions.
const STEPS: usize = 1 << 10;

impl<P: Short + Ruleset> Components<P> {
    /// The components of positions, and all that they lead to.
    pub(super) fn of(
        positions: impl Iterator<Item = Result<P, Failure>>,
        heed: Heed<'_>,
    ) -> Result<Components<P>, Failure> {
        let mut all = Components { own: HashSet::new(), narrow: HashSet::new() };
        for (n, position) in positions.enumerate() {
            let position = position?;
            match position.narrow() {
                Some(position) => all.narrow.extend(parts(&position)),
                None => all.add(&position),
            }
            if n.is_multiple_of(STEPS) {
                heed(all.bytes())?;
            }
        }
        let mut open: Vec<P> = all.own.iter().cloned().collect();
        while let Some(component) = open.pop() {
            for option in Player::BOTH.into_iter().flat_map(|player| component.options(player)) {
                for part in option.components() {
                    let (part, _) = part.normalized();
                    match part.narrow() {
                        Some(part) => _ = all.narrow.insert(part.normalized().0),
                        None if all.own.insert(part.clone()) => open.push(part),
                        None => {}
                    }
                }
            }
            heed(all.bytes())?;
        }
        let mut open: Vec<P::Narrow> = all.narrow.iter().cloned().collect();
        let mut steps = 0;
        while let Some(component) = open.pop() {
            for option in Player::BOTH.into_iter().flat_map(|player| component.options(player)) {
                // Whatever comes of a small position is small.
                open.extend(parts(&option).filter(|part| all.narrow.insert(part.clone())));
            }
            steps += 1;
            if steps % STEPS == 0 {
                heed(all.bytes() + open.capacity() * size_of::<P::Narrow>())?;
            }
        }
        Ok(all)
    }

    fn add(&mut self, position: &P) {
        for part in position.components() {
            let (part, _) = part.normalized();
            match part.narrow() {
                Some(part) => _ = self.narrow.insert(part.normalized().0),
                None => _ = self.own.insert(part),
            }
        }
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.own.len() + self.narrow.len()
    }

    /// About how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        // A set has a byte beside each place.
        self.own.capacity() * (size_of::<P>() + 1)
            + self.narrow.capacity() * (size_of::<P::Narrow>() + 1)
    }
}

/// The components of a position, normalized.
fn parts<P: Short + Display>(position: &P) -> impl Iterator<Item = P> {
    position.components().map(|part| part.normalized().0)
}

/// The cells of which the boards of a ruleset are made, the empty one last.
fn cells(rules: &str, filled: bool) -> &'static str {
    let cells = match rules {
        "amazons" => "xo#.",
        "domineering" => "#.",
        "fission" => "x.",
        "toads-and-frogs" => "tf.",
        _ => "xo.",
    };
    if filled { cells.trim_end_matches('.') } else { cells }
}

/// All boards of that shape.
pub(super) fn boards<P: Ruleset>(
    [rows, columns]: [u8; 2],
    filled: bool,
) -> Result<impl Iterator<Item = Result<P, Failure>>, Failure> {
    let cells: Vec<char> = cells(P::NAME, filled).chars().collect();
    if cells.len() < 2 {
        return Err(Failure::new(format!("{} has no filled boards to list", P::NAME)));
    }
    let mut text = String::new();
    let (rows, columns) = (usize::from(rows), usize::from(columns));
    let count = cells.len();
    let write = move |board: &[usize], text: &mut String| {
        text.clear();
        for (n, row) in board.chunks(columns).enumerate() {
            text.push_str(if n > 0 { "/" } else { "" });
            text.extend(row.iter().map(|&cell| cells[cell]));
        }
    };
    let first = vec![0; rows * columns];
    // Whether boards are so large, and made of such cells, at all.
    write(&first, &mut text);
    read::<P>(&text).map_err(|failure| {
        let problem =
            format!("no board of {rows}x{columns} for {}: {}", P::NAME, failure.message());
        Failure::new(format!("{problem}; positions can be listed with --from"))
    })?;
    let mut next = Some(first);
    Ok(std::iter::from_fn(move || {
        let board = next.as_mut()?;
        write(board, &mut text);
        // The cells count up, like the digits of a number.
        match board.iter().position(|&cell| cell + 1 < count) {
            Some(place) => {
                board[..place].fill(0);
                board[place] += 1;
            }
            None => next = None,
        }
        Some(read(&text))
    }))
}

/// The positions of a list, a line each; `-` is standard input.
pub(super) fn listed<P: Ruleset>(
    file: &Path,
) -> io::Result<impl Iterator<Item = Result<P, Failure>>> {
    let mut input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|error| about(file, &error))?))
    };
    let (file, mut number) = (file.to_owned(), 0u64);
    Ok(std::iter::from_fn(move || {
        loop {
            number += 1;
            let wrong = |problem: &str| {
                Failure::new(format!("{}: line {number}: {problem}", file.display()))
            };
            match next_line(&mut input) {
                Ok(None) => return None,
                Ok(Some(Line::Text(text))) if text.trim().is_empty() => {}
                Ok(Some(Line::Text(text))) => {
                    return Some(read(&text).map_err(|failure| wrong(failure.message())));
                }
                Ok(Some(Line::Bad(_, problem))) => return Some(Err(wrong(&problem))),
                Err(error) => return Some(Err(wrong(&error.to_string()))),
            }
        }
    }))
}

#[cfg(test)]
mod tests {
    use dicot::rules::{HugeClobber, HugeDomineering, Kayles};

    use super::*;

    fn all<P: Short + Ruleset>(shape: [u8; 2], filled: bool) -> Vec<String> {
        let positions = boards::<P>(shape, filled).unwrap();
        let all = Components::of(positions, &mut |_| Ok(())).unwrap();
        assert!(all.own.is_empty() && all.bytes() > 0);
        let mut texts: Vec<String> = all.narrow.iter().map(ToString::to_string).collect();
        texts.sort();
        texts
    }

    #[test]
    fn components_of_boards() {
        assert_eq!(all::<HugeClobber>([1, 2], false), ["xo"]);
        assert_eq!(all::<HugeClobber>([1, 3], false).len(), 3);
        assert_eq!(all::<HugeClobber>([2, 2], true), all::<HugeClobber>([2, 2], false));
        assert_eq!(all::<HugeDomineering>([1, 2], false), [".."]);
        assert!(boards::<HugeDomineering>([1, 2], true).is_err());
        let error = boards::<Kayles>([2, 2], false).err().unwrap();
        assert!(error.message().ends_with("positions can be listed with --from"), "{error:?}");
        assert!(boards::<HugeClobber>([200, 200], false).is_err());
    }

    #[test]
    fn all_boards_once() {
        let texts: HashSet<String> = boards::<HugeClobber>([2, 3], false)
            .unwrap()
            .map(|board| board.unwrap().to_string())
            .collect();
        assert_eq!(texts.len(), 729);
        assert_eq!(boards::<HugeClobber>([2, 3], true).unwrap().count(), 64);
    }

    /// What does not fit the small type is kept as well.
    #[test]
    fn large_components() {
        let long = HugeClobber::parse(&("x".repeat(70) + "o")).unwrap();
        let all = Components::of([Ok(long)].into_iter(), &mut |_| Ok(())).unwrap();
        assert_eq!((all.own.len(), all.len()), (7, 70));
    }
}
