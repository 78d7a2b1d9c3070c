//! The facts about one position that a player asks for.

use std::fmt;

use super::Analyzer;
use crate::rules::Short;
use crate::{ByPlayer, CanonicalForm, Outcome, Player, ValueError};

/// The facts about a position: its components and their values, who wins, and the moves.
///
/// It prints as a table, in which long values are cut. A winning move need not be among those worth considering: in the
/// example Left wins by a move to `^`, which Right can reverse through `*` to the canonical option 0.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot::analysis::Analyzer;
/// use dicot::rules::Clobber;
/// let report = Analyzer::new().report(&"xxo.ox".parse::<Clobber>()?)?;
/// assert_eq!(report.value.to_string(), "^*");
/// assert_eq!(report.components.len(), 2);
/// let best = report.moves[Player::Right].iter().find(|m| m.wins).unwrap();
/// assert_eq!(best.mv.to_string(), "c1-b1");
/// assert_eq!(
///     report.to_string(),
///     "\
/// position    xxo.ox
/// components  xxo  ^
///             ox   *
/// value       ^*
/// outcome     N: the player who starts wins
/// Left        a move to *  loses  b1-c1
///             other winning moves: f1-e1
/// Right       a move to 0  wins   c1-b1
/// "
/// );
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report<P: Short> {
    /// The position.
    pub position: P,
    /// The components that are not obviously 0, with their values, which sum up to the position's.
    pub components: Vec<(P, CanonicalForm)>,
    /// The canonical form of the position.
    pub value: CanonicalForm,
    /// Who wins, for either player to start.
    pub outcome: Outcome,
    /// All moves of each player, in the order of the ruleset.
    pub moves: ByPlayer<Vec<MoveReport<P::Move>>>,
}

/// The facts about a move of a player who starts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveReport<M> {
    /// The move.
    pub mv: M,
    /// The value of the position after the move.
    pub value: CanonicalForm,
    /// Whether the player wins with it, if the game ends with this position.
    pub wins: bool,
    /// Whether it leads to a canonical option of the position's value; any other move is dominated or reversible.
    pub sensible: bool,
}

impl<P: Short> Analyzer<P> {
    /// Computes the facts about a position, within the limits of one call.
    ///
    /// # Errors
    /// As [`canonical_form`](Analyzer::canonical_form).
    ///
    /// # Complexity
    /// That of `canonical_form`, and a sum of values for each move.
    pub fn report(&mut self, position: &P) -> Result<Report<P>, ValueError> {
        let (store, tables, mut call) = self.begin()?;
        let components = tables.decompose(position, store, &mut call)?;
        let value = tables.value(position, &mut call)?;
        let mut moves = |player| tables.moves(position, player, value, store, &mut call);
        let moves = ByPlayer { left: moves(Player::Left)?, right: moves(Player::Right)? };
        let outcome = call.engine.outcome(value)?;
        let (position, value) = (position.clone(), store.handle(value));
        Ok(Report { position, components, value, outcome, moves })
    }
}

/// The width of the first column.
const INDENT: usize = 12;
/// The most characters of a value that are shown.
const MOST: usize = 60;

impl<P: Short + fmt::Display> fmt::Display for Report<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:INDENT$}{}", "position", self.position)?;
        let parts: Vec<String> = self.components.iter().map(|(part, _)| part.to_string()).collect();
        let width = parts.iter().map(|part| part.chars().count()).max().unwrap_or(0);
        for (i, (part, (_, value))) in parts.iter().zip(&self.components).enumerate() {
            let head = if i == 0 { "components" } else { "" };
            writeln!(f, "{head:INDENT$}{part:width$}  {}", start(value))?;
        }
        writeln!(f, "{:INDENT$}{}", "value", start(&self.value))?;
        let words = match self.outcome {
            Outcome::Left => "Left wins, whoever starts",
            Outcome::Right => "Right wins, whoever starts",
            Outcome::Next => "the player who starts wins",
            Outcome::Previous => "the player who starts loses",
        };
        writeln!(f, "{:INDENT$}{}: {words}", "outcome", self.outcome)?;
        for player in Player::BOTH {
            fmt_moves(player, &self.moves[player], f)?;
        }
        Ok(())
    }
}

/// The moves worth considering, those to the same value in one line; then any others that win.
fn fmt_moves<M: fmt::Display>(
    player: Player,
    moves: &[MoveReport<M>],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let mut groups: Vec<(&CanonicalForm, bool, String)> = Vec::new();
    for m in moves.iter().filter(|m| m.sensible) {
        match groups.iter_mut().find(|(value, ..)| **value == m.value) {
            Some((.., names)) => *names += &format!(" {}", m.mv),
            None => groups.push((&m.value, m.wins, m.mv.to_string())),
        }
    }
    let mut head = player.to_string();
    let values: Vec<String> = groups.iter().map(|(value, ..)| start(value)).collect();
    let width = values.iter().map(String::len).max().unwrap_or(0);
    for (value, (_, wins, names)) in values.iter().zip(&groups) {
        let wins = if *wins { "wins " } else { "loses" };
        writeln!(f, "{head:INDENT$}a move to {value:width$}  {wins}  {names}")?;
        head.clear();
    }
    let others: Vec<String> =
        moves.iter().filter(|m| m.wins && !m.sensible).map(|m| m.mv.to_string()).collect();
    match (groups.is_empty(), others.is_empty()) {
        (true, true) if moves.is_empty() => writeln!(f, "{head:INDENT$}no moves"),
        (true, true) => writeln!(f, "{head:INDENT$}no move worth considering"),
        (_, false) => writeln!(f, "{head:INDENT$}other winning moves: {}", others.join(" ")),
        (false, true) => Ok(()),
    }
}

/// The start of a value's text, with the length of a long one.
fn start(value: &CanonicalForm) -> String {
    match value.store().calculation().text_start(value, MOST) {
        Ok((text, length)) if length <= MOST as u64 => text,
        Ok((text, length)) => format!("{text}... ({length} characters)"),
        Err(error) => format!("({error})"),
    }
}
