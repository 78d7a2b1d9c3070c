//! Rulesets made of others: variants of any ruleset, and two positions as one.

pub mod impartial;
pub mod sums;

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::Player;
use crate::rules::{AnyPosition, AnyRuleset, OwnedSpec, Position, Search, Short};

/// A position of the dicotic variant of a ruleset: nobody may move unless both players have a move in the position under
/// the rules of `P`.
///
/// So every position is a dicot, and one in which only one player can move under the rules of `P` is 0. What counts is
/// the whole position, not a component of it.
///
/// Source: the dicotic variant of CGSuite.
///
/// # Decomposition
/// A component in which only one player can move is not 0 while the other player can move elsewhere. So the position is
/// left whole.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Dicotic, Domineering};
/// let value = |text: &str| text.parse::<Dicotic<Domineering>>().map(|p| p.canonical_form().to_string());
/// assert_eq!(value("..")?, "0"); // -1 in Domineering
/// assert_eq!(value("..#./###.")?, "*"); // one domino of either player, but not both
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dicotic<P>(pub P);

impl<P: Position> Dicotic<P> {
    /// Whether both players have a move under the rules of `P`.
    fn is_open(&self) -> bool {
        Player::BOTH.into_iter().all(|player| self.0.moves(player).next().is_some())
    }
}

impl<P: Position> Position for Dicotic<P> {
    type Move = P::Move;

    fn moves(&self, player: Player) -> impl Iterator<Item = P::Move> {
        self.is_open().then(|| self.0.moves(player)).into_iter().flatten()
    }

    fn play_unchecked(&mut self, player: Player, mv: P::Move) {
        self.0.play_unchecked(player, mv);
    }

    fn broken_rule(&self, player: Player, mv: P::Move) -> Option<&'static str> {
        let broken = self.0.broken_rule(player, mv);
        broken.or_else(|| (!self.is_open()).then_some("only one of the players has a move"))
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        self.is_open().then(|| self.0.options(player).map(Dicotic)).into_iter().flatten()
    }

    fn move_count(&self, player: Player) -> u64 {
        if self.is_open() { self.0.move_count(player) } else { 0 }
    }
}

impl<P: Short> Short for Dicotic<P> {
    const SEARCH: Search<Self> = Search {
        has_value: |position| P::SEARCH.has_value(&position.0),
        option_steps: |position| P::SEARCH.option_steps(&position.0),
        heap_bytes: |position| P::SEARCH.heap_bytes(&position.0),
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        Dicotic(self.0.negative())
    }

    /// The position or its negative, the one whose text is less.
    fn normalized(&self) -> (Self, bool) {
        lesser(self, self.negative())
    }

    fn size(&self) -> u32 {
        self.0.size()
    }
}

impl<P: Display> Display for Dicotic<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl<P: FromStr> FromStr for Dicotic<P> {
    type Err = P::Err;

    fn from_str(text: &str) -> Result<Self, P::Err> {
        text.parse().map(Dicotic)
    }
}

/// A position of the twisted variant of a ruleset: after each move the players exchange their roles in the whole position.
///
/// So an option is the negative of the twisted variant of an option under the rules of `P`.
///
/// Source: the twisted variant of CGSuite.
///
/// # Decomposition
/// A move exchanges the roles in all components, also in those that it does not change. So the position is left whole.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyze;
/// use dicot::rules::{Position, ToadsAndFrogs, Twisted};
/// let position = Twisted("t.t..".parse::<ToadsAndFrogs>()?);
/// assert_eq!(position.options(Player::Left).next().unwrap().to_string(), "..ff."); // Right's now
/// assert_eq!(position.canonical_form().to_string(), "1");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Twisted<P>(pub P);

impl<P: Short> Position for Twisted<P> {
    type Move = P::Move;

    fn moves(&self, player: Player) -> impl Iterator<Item = P::Move> {
        self.0.moves(player)
    }

    fn play_unchecked(&mut self, player: Player, mv: P::Move) {
        self.0.play_unchecked(player, mv);
        self.0 = self.0.negative();
    }

    fn broken_rule(&self, player: Player, mv: P::Move) -> Option<&'static str> {
        self.0.broken_rule(player, mv)
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        self.0.options(player).map(|option| Twisted(option.negative()))
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.move_count(player)
    }
}

impl<P: Short> Short for Twisted<P> {
    const SEARCH: Search<Self> = Search {
        has_value: |position| P::SEARCH.has_value(&position.0),
        option_steps: |position| P::SEARCH.option_steps(&position.0),
        heap_bytes: |position| P::SEARCH.heap_bytes(&position.0),
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        Twisted(self.0.negative())
    }

    /// The position or its negative, the one whose text is less.
    fn normalized(&self) -> (Self, bool) {
        lesser(self, self.negative())
    }

    fn size(&self) -> u32 {
        self.0.size()
    }
}

impl<P: Display> Display for Twisted<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl<P: FromStr> FromStr for Twisted<P> {
    type Err = P::Err;

    fn from_str(text: &str) -> Result<Self, P::Err> {
        text.parse().map(Twisted)
    }
}

impl Twisted<AnyPosition> {
    /// The twisted variant of a ruleset, `twisted-` before its name.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot::rules::{AnyRuleset, Twisted};
    /// let ruleset = Twisted::ruleset(&AnyRuleset::named("toppling-dominoes").unwrap());
    /// assert_eq!(ruleset.spec().name, "twisted-toppling-dominoes");
    /// let value = Analyzer::new().canonical_form(&ruleset.read("ll")?)?;
    /// assert_eq!(value.to_string(), "1"); // one domino falls, and the other one is Right's
    /// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    ///
    /// # Panics
    /// If positions of the ruleset have no short values, and so no negatives.
    pub fn ruleset(base: &AnyRuleset) -> AnyRuleset {
        assert!(base.has_values(), "positions of {base:?} have no negatives");
        let rule = "After each move the players exchange their roles in the whole position.";
        let about = "after each move the players exchange their roles";
        base.variant(other_values(base.spec(), "Twisted", about, rule), Twisted)
    }
}

/// The position, or its negative if the text of that is less: the two have one normal form, so that options of both players are negatives of
/// each other where the position is its own negative.
fn lesser<P: Short>(position: &P, negative: P) -> (P, bool) {
    match negative.to_string() < position.to_string() {
        true => (negative, true),
        false => (position.clone(), false),
    }
}

/// The description of a variant: its title and name begin with a word, and the rules have one more.
pub(super) fn spec_of(base: &OwnedSpec, word: &str, about: &str, rule: &str) -> OwnedSpec {
    let prefixed = |name: &String| format!("{}-{name}", word.to_lowercase());
    let mut spec = OwnedSpec {
        name: prefixed(&base.name),
        long_name: base.long_name.as_ref().map(prefixed),
        title: format!("{word} {}", base.title),
        about: format!("{}; {about}", base.about),
        aliases: Vec::new(),
        examples: Vec::new(),
        positions: Vec::new(),
        opening: None,
        matches: None,
        ..base.clone()
    };
    spec.how_to_play.push(rule.to_owned());
    spec
}

/// The same of a variant whose values have little to do with those of the ruleset.
fn other_values(base: &OwnedSpec, word: &str, about: &str, rule: &str) -> OwnedSpec {
    OwnedSpec {
        family: String::new(),
        max_row_size: base.max_size,
        ..spec_of(base, word, about, rule)
    }
}

impl Dicotic<AnyPosition> {
    /// The dicotic variant of a ruleset, `dicotic-` before its name.
    ///
    /// # Examples
    /// ```
    /// use dicot::analysis::Analyzer;
    /// use dicot::rules::{AnyRuleset, Dicotic};
    /// let ruleset = Dicotic::ruleset(&AnyRuleset::named("toppling-dominoes").unwrap());
    /// assert_eq!(ruleset.spec().name, "dicotic-toppling-dominoes");
    /// let value = Analyzer::new().canonical_form(&ruleset.read("llr")?)?;
    /// assert_eq!(value.to_string(), "^*"); // {1|*} in Toppling Dominoes
    /// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    pub fn ruleset(base: &AnyRuleset) -> AnyRuleset {
        let rule = "Nobody may move unless both players have a move: where only one of them could move, the \
                    game is over.";
        let spec = OwnedSpec {
            dicot: true,
            ..other_values(base.spec(), "Dicotic", "nobody may move unless both players can", rule)
        };
        base.variant(spec, Dicotic)
    }
}
