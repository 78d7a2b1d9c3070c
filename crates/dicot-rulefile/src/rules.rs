//! What the moves of a ruleset do: lines of cells and what they become.

use dicot::Player;

/// The most letters of a ruleset.
pub(crate) const MAX_LETTERS: usize = 12;

/// A set of letters: bit i for the letter of number i.
pub(crate) type LetterSet = u16;

/// A direction: rows down and columns to the right, each -1, 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Direction {
    pub(crate) rows: i8,
    pub(crate) cols: i8,
}

impl Direction {
    pub(crate) const fn new(rows: i8, cols: i8) -> Direction {
        Direction { rows, cols }
    }

    pub(crate) fn opposite(self) -> Direction {
        Direction { rows: -self.rows, cols: -self.cols }
    }
}

/// A cell of a pattern: the letters that match, and the one that the cell gets; `None` if it keeps its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Item {
    pub(crate) from: LetterSet,
    pub(crate) to: Option<u8>,
}

/// How often the cells of an element follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Repeat {
    /// Once.
    Once,
    /// Any number of times, also 0; the player chooses.
    Any,
    /// As often as they match.
    Whole,
}

/// Cells of a pattern, one after another, repeated or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Element {
    pub(crate) items: Vec<Item>,
    pub(crate) repeat: Repeat,
}

/// A pattern, what it becomes, and the directions in which it lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Part {
    pub(crate) directions: Vec<Direction>,
    pub(crate) elements: Vec<Element>,
}

impl Part {
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.elements.iter().flat_map(|element| &element.items)
    }

    pub(crate) fn has(&self, repeat: Repeat) -> bool {
        self.elements.iter().any(|element| element.repeat == repeat)
    }

    /// The part with other letters: number i becomes `exchange[i]`.
    pub(crate) fn exchanged(&self, exchange: &[u8]) -> Part {
        let set = |from: LetterSet| {
            let letters = (0..exchange.len()).filter(|i| from >> i & 1 == 1);
            letters.fold(0, |set, i| set | 1 << exchange[i])
        };
        let item = |item: &Item| Item {
            from: set(item.from),
            to: item.to.map(|to| exchange[usize::from(to)]),
        };
        let element = |element: &Element| Element {
            items: element.items.iter().map(item).collect(),
            repeat: element.repeat,
        };
        Part {
            directions: self.directions.clone(),
            elements: self.elements.iter().map(element).collect(),
        }
    }
}

/// A kind of move: one part, or a second one that begins on the last cell of the first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rule {
    pub(crate) parts: Vec<Part>,
}

/// The moves of both players.
#[derive(Clone, Debug, Default)]
pub(crate) struct Moves {
    pub(crate) of: [Vec<Rule>; 2],
}

impl Moves {
    pub(crate) fn all(&self) -> impl Iterator<Item = &Rule> {
        self.of.iter().flatten()
    }

    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        self.all().flat_map(|rule| &rule.parts)
    }

    pub(crate) fn of(&self, player: Player) -> &[Rule] {
        &self.of[player as usize]
    }

    /// The letters on which a move depends. A cell with another one never changes, because only these match.
    pub(crate) fn live(&self) -> LetterSet {
        self.parts().flat_map(Part::items).fold(0, |live, item| live | item.from)
    }
}
