//! The plain twin of the engine: games as trees of options, and every question by its definition.
//! Small universes of games, and random numbers that are the same in every run.

pub(crate) mod born;
pub(crate) mod boxed;
pub(crate) mod narrow;
pub(crate) mod random;
pub(crate) mod rulesets;
pub(crate) mod table;

use std::collections::BTreeSet;

use dicot::{CanonicalForm, Dyadic, Outcome, Player, Store};

/// A game as its two lists of options. Derived equality is that of the trees; lists are sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Plain {
    pub(crate) left: Vec<Plain>,
    pub(crate) right: Vec<Plain>,
}

impl Plain {
    /// The tree of a form's options.
    pub(crate) fn of(g: &CanonicalForm) -> Plain {
        let list = |player| {
            let mut list: Vec<Plain> = g.options(player).map(|o| Plain::of(&o)).collect();
            list.sort();
            list
        };
        Plain { left: list(Player::Left), right: list(Player::Right) }
    }

    /// The form of the tree, by the engine.
    pub(crate) fn form(&self, store: &Store) -> CanonicalForm {
        let list = |list: &[Plain]| list.iter().map(|g| g.form(store)).collect::<Vec<_>>();
        store.calculation().form(list(&self.left), list(&self.right)).unwrap()
    }

    pub(crate) fn options(&self, player: Player) -> &[Plain] {
        if player == Player::Left { &self.left } else { &self.right }
    }

    /// No Left option of this is `>=` the other, and no Right option of the other is `<=` this.
    pub(crate) fn below(&self, other: &Plain) -> bool {
        !self.left.iter().any(|l| other.below(l)) && !other.right.iter().any(|r| r.below(self))
    }

    /// The canonical form of `{left|right}`, whose options are canonical.
    pub(crate) fn canonical(left: Vec<Plain>, right: Vec<Plain>) -> Plain {
        let mut g = Plain { left, right };
        // Bypass reversible options: a reply that is as good for the replier as the game itself.
        let reversible = |g: &Plain| {
            let left = g.left.iter().enumerate().find_map(|(i, l)| {
                l.right.iter().find(|reply| reply.below(g)).map(|reply| (i, reply.left.clone()))
            });
            if let Some((i, through)) = left {
                return Some((Player::Left, i, through));
            }
            g.right.iter().enumerate().find_map(|(i, r)| {
                let reply = r.left.iter().find(|reply| g.below(reply))?;
                Some((Player::Right, i, reply.right.clone()))
            })
        };
        while let Some((player, i, through)) = reversible(&g) {
            let list = if player == Player::Left { &mut g.left } else { &mut g.right };
            list.remove(i);
            list.extend(through);
        }
        let best = |mut list: Vec<Plain>, better: fn(&Plain, &Plain) -> bool| {
            list.sort();
            list.dedup();
            let dominated = |g: &Plain| list.iter().any(|h| h != g && better(h, g));
            list.iter().filter(|g| !dominated(g)).cloned().collect()
        };
        let left = best(g.left, |h, g| g.below(h));
        let right = best(g.right, Plain::below);
        Plain { left, right }
    }

    /// The canonical form of the sum of two canonical games.
    pub(crate) fn plus(&self, other: &Plain) -> Plain {
        let list = |player| {
            let here = self.options(player).iter().map(|o| o.plus(other));
            here.chain(other.options(player).iter().map(|o| self.plus(o))).collect()
        };
        Plain::canonical(list(Player::Left), list(Player::Right))
    }

    pub(crate) fn negative(&self) -> Plain {
        let list = |list: &[Plain]| {
            let mut list: Vec<Plain> = list.iter().map(Plain::negative).collect();
            list.sort();
            list
        };
        Plain { left: list(&self.right), right: list(&self.left) }
    }

    /// Whether the player, about to move, wins.
    pub(crate) fn wins(&self, player: Player) -> bool {
        self.options(player).iter().any(|o| !o.wins(!player))
    }

    pub(crate) fn outcome(&self) -> Outcome {
        outcome(Player::BOTH.map(|player| self.wins(player)))
    }

    pub(crate) fn birthday(&self) -> u64 {
        self.left.iter().chain(&self.right).map(|o| o.birthday() + 1).max().unwrap_or(0)
    }

    /// The number, if the game is one: by its form, every option of a canonical number is one.
    pub(crate) fn number(&self) -> Option<Dyadic> {
        let one = |list: &[Plain]| match list {
            [] => Some(None),
            [x] => x.number().map(Some),
            _ => None,
        };
        match (one(&self.left)?, one(&self.right)?) {
            (None, None) => Some(Dyadic::ZERO),
            (Some(n), None) => n.checked_add(Dyadic::from(1)),
            (None, Some(n)) => n.checked_sub(Dyadic::from(1)),
            // Half way between, if canonical; a switch is none.
            (Some(l), Some(r)) if l < r => {
                let sum = l.checked_add(r)?;
                Dyadic::new(sum.numerator(), sum.exponent() + 1)
            }
            _ => None,
        }
    }

    pub(crate) fn stop(&self, player: Player) -> Dyadic {
        let stops = self.options(player).iter().map(|o| o.stop(!player));
        self.number().unwrap_or_else(|| {
            let best = if player == Player::Left { stops.max() } else { stops.min() };
            best.expect("a game that is no number has options for both")
        })
    }

    pub(crate) fn followers(&self, met: &mut BTreeSet<Plain>) {
        if met.insert(self.clone()) {
            self.left.iter().chain(&self.right).for_each(|o| o.followers(met));
        }
    }

    /// Both players can move or neither, everywhere.
    pub(crate) fn is_dicot(&self) -> bool {
        self.left.is_empty() == self.right.is_empty()
            && self.left.iter().chain(&self.right).all(Plain::is_dicot)
    }
}

/// The outcome when Left, Right win moving first.
pub(crate) fn outcome(wins: [bool; 2]) -> Outcome {
    match wins {
        [true, true] => Outcome::Next,
        [true, false] => Outcome::Left,
        [false, true] => Outcome::Right,
        [false, false] => Outcome::Previous,
    }
}
