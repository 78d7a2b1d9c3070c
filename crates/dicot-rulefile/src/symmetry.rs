//! The symmetries of a ruleset, found from its moves.

use std::collections::BTreeSet;

use dicot::Player;
use dicot::rules::SymmetryRule;

use crate::rules::{Direction, Element, Moves, Part, Repeat};

/// An image of a board: turned by a symmetry, with letters exchanged in pairs.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    /// The number of the symmetry in [`Symmetry::ALL`](dicot::board::Symmetry::ALL).
    symmetry: u8,
    /// For each set the one whose cells it gets.
    exchange: Vec<u8>,
    /// Whether its value is the negative.
    pub(crate) negates: bool,
}

impl Image {
    pub(crate) fn transposes(&self) -> bool {
        self.symmetry >= 4
    }

    /// The number among the four images without, or after, an exchange of rows and columns.
    pub(crate) fn turn(&self) -> usize {
        usize::from(self.symmetry % 4)
    }

    /// The set whose cells the set of that number gets.
    #[inline]
    pub(crate) fn exchanged(&self, set: usize) -> usize {
        self.exchange.get(set).map_or(set, |&other| other.into())
    }
}

/// What becomes of a direction: rows and columns change places, and then the board is turned.
fn turned(direction: Direction, symmetry: u8) -> Direction {
    let Direction { mut rows, mut cols } = direction;
    if symmetry >= 4 {
        (rows, cols) = (cols, rows);
    }
    match symmetry % 4 {
        0 => Direction::new(rows, cols),
        1 => Direction::new(-rows, cols),
        2 => Direction::new(-rows, -cols),
        _ => Direction::new(rows, -cols),
    }
}

/// A move in one direction: whose, and for each part the directions and the elements.
type Line = (bool, Vec<(Vec<Direction>, Vec<Element>)>);

/// The moves in single directions, so that two rulesets with the same moves have the same set, and after a symmetry and an
/// exchange of letters; `by_other` if the players are exchanged.
fn lines(moves: &Moves, symmetry: u8, exchange: &[u8], by_other: bool) -> BTreeSet<Line> {
    let mut lines = BTreeSet::new();
    for player in Player::BOTH {
        for rule in moves.of(player) {
            let parts: Vec<Part> = rule.parts.iter().map(|part| part.exchanged(exchange)).collect();
            let [first, second @ ..] = &parts[..] else { continue };
            let second = second.iter().map(|part| {
                let directions: BTreeSet<_> =
                    part.directions.iter().map(|&direction| turned(direction, symmetry)).collect();
                (directions.into_iter().collect(), part.elements.clone())
            });
            let second: Vec<(Vec<Direction>, Vec<Element>)> = second.collect();
            for &direction in &first.directions {
                let mut line = (turned(direction, symmetry), first.elements.clone());
                // Read from its other end a pattern has the same matches, if no run must be whole.
                if second.is_empty() && !first.has(Repeat::Whole) {
                    let reversed = (line.0.opposite(), reversed(&line.1));
                    line = line.min(reversed);
                }
                let parts = [(vec![line.0], line.1)].into_iter().chain(second.clone()).collect();
                lines.insert(((player == Player::Left) != by_other, parts));
            }
        }
    }
    lines
}

fn reversed(elements: &[Element]) -> Vec<Element> {
    let element = |element: &Element| Element {
        items: element.items.iter().rev().cloned().collect(),
        repeat: element.repeat,
    };
    elements.iter().rev().map(element).collect()
}

/// The images that have the value or its negative, the board itself first.
///
/// `exchange` exchanges the letters of the players; `live` are the letters that have sets.
///
/// An image is accepted if it maps the moves of each player to those of the same player, or, for a negative, of the other
/// one. Then play on the image is play on the board, turned, by induction on the moves. These images are a group: what maps
/// the moves onto themselves can be repeated and undone. So the least image is the same for all images of a board.
pub(crate) fn images(moves: &Moves, exchange: &[u8], live: &[u8]) -> Vec<Image> {
    let same: Vec<u8> = (0..exchange.len() as u8).collect();
    let own = lines(moves, 0, &same, false);
    let mut letters = vec![&same[..]];
    if exchange != same {
        letters.push(exchange);
    }
    let mut images = Vec::new();
    for symmetry in 0..8 {
        for letters in &letters {
            for negates in [false, true] {
                if lines(moves, symmetry, letters, negates) == own {
                    let set_of = |letter: u8| live.iter().position(|&known| known == letter);
                    let sets = live.iter().map(|&letter| set_of(letters[usize::from(letter)]));
                    let exchange = sets.enumerate().map(|(i, set)| set.unwrap_or(i) as u8);
                    images.push(Image { symmetry, exchange: exchange.collect(), negates });
                }
            }
        }
    }
    images
}

/// The symmetries as descriptions of rulesets name them: `is_exchanged` for an exchange of the letters that belong to Left
/// and to Right.
pub(crate) fn rule(images: &[Image], is_row: bool) -> SymmetryRule {
    let has = |symmetry: u8, exchanges: bool, negates: bool| {
        images.iter().any(|image| {
            let exchanged = image.exchange.iter().enumerate().any(|(i, &j)| i != usize::from(j));
            image.symmetry == symmetry && exchanged == exchanges && image.negates == negates
        })
    };
    let turns: &[u8] = if is_row { &[3] } else { &[1, 2, 3, 4, 5, 6, 7] };
    if has(0, true, true) && turns.iter().all(|&turn| has(turn, false, false)) {
        SymmetryRule::All
    } else if is_row && has(3, true, true) {
        SymmetryRule::Facing
    } else if !is_row && (1..8).all(|symmetry| has(symmetry, false, symmetry >= 4)) {
        SymmetryRule::Directed
    } else {
        SymmetryRule::Unknown
    }
}
