//! A ruleset of your own: Toads and Frogs, in a row.
//!
//! Left's toads move right, Right's frogs left: to the next cell, or over one of the other kind.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways*, chapter 1; values from CGSuite.
#![expect(clippy::print_stdout, reason = "an example is there to be read")]

use dicot::Player;
use dicot::analysis::Analyze;
use dicot::rules::{Position, Short};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct ToadsAndFrogs(Vec<u8>);

impl ToadsAndFrogs {
    /// The cell to which the player's animal in a cell can go, if that is possible.
    fn target(&self, player: Player, from: usize) -> Option<usize> {
        let left = player == Player::Left;
        let (own, other) = if left { (b't', b'f') } else { (b'f', b't') };
        let ahead = |n| if left { from.checked_add(n) } else { from.checked_sub(n) };
        let holds = |cell: Option<usize>, what| cell.and_then(|i| self.0.get(i)) == Some(&what);
        if !holds(Some(from), own) {
            None
        } else if holds(ahead(1), b'.') {
            ahead(1)
        } else {
            ahead(2).filter(|_| holds(ahead(1), other) && holds(ahead(2), b'.'))
        }
    }
}

impl Position for ToadsAndFrogs {
    type Move = usize; // the cell of the animal that moves

    fn moves(&self, player: Player) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(move |&from| self.target(player, from).is_some())
    }

    fn play_unchecked(&mut self, player: Player, from: usize) {
        self.target(player, from).into_iter().for_each(|to| self.0.swap(from, to));
    }
}

impl Short for ToadsAndFrogs {
    type Narrow = Self;

    fn negative(&self) -> Self {
        let swap = |&cell| if cell == b'.' { cell } else { b't' ^ b'f' ^ cell };
        ToadsAndFrogs(self.0.iter().rev().map(swap).collect())
    }
}

fn main() {
    for (row, value) in [("t.f", "*"), ("t.tf", "1/2"), ("tt..ff", "*"), (".tt.ft.", "2*")] {
        let form = ToadsAndFrogs(row.into()).canonical_form();
        println!("{row:8} {form}");
        assert_eq!(form.to_string(), value);
    }
}
