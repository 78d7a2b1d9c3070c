//! The laws that every ruleset obeys, checked on a position.

use std::collections::{HashMap, HashSet};
use std::fmt::{Debug, Display};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use proptest::test_runner::{TestCaseError, TestCaseResult};

use dicot::analysis::Analyzer;
use dicot::rules::{Narrow, NarrowVisitor, Position, Ruleset, Short};
use dicot::{CanonicalForm, Player};

/// The most positions that are valued from their options for the laws of one position.
const POSITIONS: usize = 4000;

/// Checks what every [`Position`] promises about its moves: each is listed once and legal, no other
/// is; [`options`](Position::options), [`move_count`](Position::move_count) and
/// [`line_count`](Position::line_count) agree with [`moves`](Position::moves) and
/// [`play`](Position::play); equal positions have equal hashes.
///
/// # Errors
/// [`TestCaseError::Fail`] names the law that does not hold and shows the position.
///
/// # Examples
/// ```
/// use dicot::rules::Combo;
/// use dicot_proptest::{position_laws, reachable};
/// use proptest::prelude::*;
/// let start = Combo::start(3, 4)?;
/// proptest!(|(position in reachable(start, 10))| position_laws(&position)?);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn position_laws<P: Position>(position: &P) -> TestCaseResult {
    let law = Law(position);
    for player in Player::BOTH {
        let moves = moves_of(position, player);
        let listed: HashSet<P::Move> = moves.iter().copied().collect();
        law.equal("each move is listed once", listed.len(), moves.len())?;
        let again = moves_of(&position.clone(), player);
        law.equal("an equal position lists the moves in the same order", &again, &moves)?;

        let options = options_of(position, player);
        law.equal("there are as many options as moves", options.len(), moves.len())?;
        for (&mv, option) in moves.iter().zip(&options) {
            law.equal("a listed move is legal", (mv, position.is_legal(player, mv)), (mv, true))?;
            let played = position.clone().play(player, mv).ok();
            law.equal("options are what the moves lead to", played.as_ref(), Some(option))?;
            let hashes = [played.as_ref(), Some(option)].map(|p| hash(&p));
            law.equal("equal positions have equal hashes", hashes[0], hashes[1])?;
        }
        for mv in moves_of(position, !player).into_iter().filter(|mv| !listed.contains(mv)) {
            law.equal(
                "only listed moves are legal",
                (mv, position.is_legal(player, mv)),
                (mv, false),
            )?;
            let back = position.clone().play(player, mv).map_err(|illegal| illegal.position);
            law.equal("an illegal move gives the position back", back.as_ref(), Err(position))?;
        }

        let count = moves.len() as u64;
        law.equal("move_count is the number of moves", position.move_count(player), count)?;
        let replies = options.iter().map(|option| moves_of(option, !player).len() as u64).sum();
        for (depth, lines) in [(0, 1), (1, count), (2, replies)] {
            let counted = position.line_count(player, depth);
            law.equal("line_count counts lines of moves", (depth, counted), (depth, lines))?;
        }
    }
    Ok(())
}

/// Checks what a ruleset with values promises: the [laws of moves](position_laws), and that
/// [`negative`](Short::negative), [`components`](Short::components),
/// [`normalized`](Short::normalized) and the narrower type keep moves and values.
///
/// Values are found from options of options, without any of those methods. An [`Analyzer`],
/// which uses them all, must agree.
///
/// # Errors
/// [`TestCaseError::Fail`] names the law that does not hold and shows the position.
///
/// [`TestCaseError::Reject`] if all laws of moves hold, but the values of the position and of what is
/// made of it would take those of more than 4000 positions. proptest gives up after many rejections, so
/// that no test passes for want of small positions.
///
/// # Examples
/// ```
/// use dicot::rules::Clobber;
/// use dicot_proptest::{reachable, ruleset_laws};
/// use proptest::prelude::*;
/// let start: Clobber = "xox/oxo".parse()?;
/// proptest!(|(position in reachable(start, 4))| ruleset_laws(&position)?);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn ruleset_laws<P: Short>(position: &P) -> TestCaseResult {
    position_laws(position)?;
    let law = Law(position);
    let negative = position.negative();
    for player in Player::BOTH {
        let lines = [1, 2].map(|depth| position.line_count(player, depth));
        let exchanged = [1, 2].map(|depth| negative.line_count(!player, depth));
        law.equal("the negative has the moves of the other player", exchanged, lines)?;
        let in_parts = position.components().any(|component| component.move_count(player) > 0);
        let moves = position.move_count(player) > 0;
        law.equal("a player can move where a component has moves", in_parts, moves)?;
    }
    let (normalized, negated) = position.normalized();
    let again = normalized.normalized();
    law.equal("normalizing again changes nothing", again, (normalized.clone(), false))?;

    let mut values = Values::new();
    let value = values.of(position)?;
    let sum = position.components().try_fold(CanonicalForm::ZERO, |sum, component| {
        Ok::<_, TestCaseError>(sum + values.of(&component)?)
    })?;
    law.equal("the components add up to the value", sum, value.clone())?;
    let expected = if negated { -&value } else { value.clone() };
    law.equal(
        "normalizing keeps the value",
        (negated, values.of(&normalized)?),
        (negated, expected),
    )?;
    law.equal("the negative has the negative value", values.of(&negative)?, -&value)?;
    let back = values.of(&negative.negative())?;
    law.equal("the negative of the negative has the value", back, value.clone())?;
    P::with_narrow(NarrowLaws { position, value: &value })?;
    let analyzed = Analyzer::new().canonical_form(position);
    law.equal("an analyzer finds the value", analyzed, Ok(value))
}

/// Checks what a [`Ruleset`] promises about texts: a position, and each move that either player can
/// make, is read as it is printed; a move in upper and lower case. A position of a ruleset of
/// [dicots](dicot::rules::RulesetSpec::dicot) is one.
///
/// # Errors
/// [`TestCaseError::Fail`] names the law that does not hold and shows the position.
///
/// # Examples
/// ```
/// use dicot::rules::Clobber;
/// use dicot_proptest::{reachable, text_laws};
/// use proptest::prelude::*;
/// let start = Clobber::checkerboard(5, 6)?;
/// proptest!(|(position in reachable(start, 20))| text_laws(&position)?);
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub fn text_laws<P: Ruleset>(position: &P) -> TestCaseResult {
    let law = Law(position);
    let text = position.to_string();
    let read = position.read_position(&text).map_err(|error| error.to_string());
    law.equal("the printed position is read as itself", read.as_ref(), Ok(position))?;
    let can_move = Player::BOTH.map(|player| position.move_count(player) > 0);
    if position.spec().dicot {
        law.equal("in a dicot both players can move, or neither", can_move[0], can_move[1])?;
    }
    for mv in Player::BOTH.into_iter().flat_map(|player| moves_of(position, player)) {
        let text = mv.to_string();
        law.equal("a printed move is read as itself", position.read_move(&text), Ok(mv))?;
        for text in [text.to_lowercase(), text.to_uppercase()] {
            let read = position.read_move(&text);
            law.equal("a move is read in upper and lower case", (&text, read), (&text, Ok(mv)))?;
        }
    }
    Ok(())
}

/// Checks a position in the smaller type of its ruleset, if it has one and the position fits.
struct NarrowLaws<'p, P> {
    position: &'p P,
    value: &'p CanonicalForm,
}

impl<P: Short> NarrowVisitor<P> for NarrowLaws<'_, P> {
    type Output = TestCaseResult;

    fn none(self) -> TestCaseResult {
        Ok(())
    }

    fn some<N: Short + Narrow<P>>(self) -> TestCaseResult {
        let NarrowLaws { position, value } = self;
        let Some(narrow) = N::narrowed(position) else { return Ok(()) };
        let law = Law(position);
        for player in Player::BOTH {
            let moves = [texts(&moves_of(&narrow, player)), texts(&moves_of(position, player))];
            let [found, expected] = moves;
            law.equal("the narrow position has the same moves", found, expected)?;
            let found = [1, 2].map(|depth| narrow.line_count(player, depth));
            let expected = [1, 2].map(|depth| position.line_count(player, depth));
            law.equal("the narrow position has the same lines", found, expected)?;
        }
        law.equal("the narrow position has the value", Values::new().of(&narrow)?, value.clone())?;
        law.equal("the narrow position widens to the position", &narrow.widened(), position)
    }
}

/// The laws of one position.
struct Law<'p>(&'p dyn Debug);

impl Law<'_> {
    /// Fails with the name of the law unless the two are equal.
    fn equal<T: PartialEq + Debug>(&self, name: &str, found: T, expected: T) -> TestCaseResult {
        if found == expected { Ok(()) } else { Err(self.broken(name, &found, &expected)) }
    }

    fn broken(&self, name: &str, found: &dyn Debug, expected: &dyn Debug) -> TestCaseError {
        let position = self.0;
        TestCaseError::fail(format!(
            "{name}: not so in {position:?}\n    found: {found:?}\n expected: {expected:?}"
        ))
    }
}

/// Values by options alone.
struct Values<P> {
    known: HashMap<P, CanonicalForm>,
    /// Positions whose options are being valued.
    open: HashSet<P>,
}

impl<P: Position> Values<P> {
    fn new() -> Values<P> {
        Values { known: HashMap::new(), open: HashSet::new() }
    }

    /// The value of a position; a rejection if that takes too many others.
    fn of(&mut self, position: &P) -> Result<CanonicalForm, TestCaseError> {
        // No recursion: a ruleset gone wrong could be too deep for the stack.
        let mut waiting = vec![position.clone()];
        while let Some(next) = waiting.pop() {
            if self.known.contains_key(&next) {
                continue;
            }
            let options = Player::BOTH.map(|player| options_of(&next, player));
            let unknown = options.iter().flatten().filter(|o| !self.known.contains_key(*o));
            let unknown: Vec<P> = unknown.cloned().collect();
            if unknown.is_empty() {
                let value = |option| self.known[option].clone();
                let [left, right] = options.each_ref().map(|list| list.iter().map(value));
                let form = CanonicalForm::new(left, right);
                self.open.remove(&next);
                self.known.insert(next, form);
                continue;
            }
            self.open.insert(next.clone());
            if unknown.iter().any(|option| self.open.contains(option)) {
                let reason = format!("every line of play ends: not so in {next:?}");
                return Err(TestCaseError::fail(reason));
            }
            if self.known.len() + self.open.len() > POSITIONS {
                let reason = format!("more than {POSITIONS} positions would have to be valued");
                return Err(TestCaseError::reject(reason));
            }
            waiting.push(next);
            waiting.extend(unknown);
        }
        Ok(self.known[position].clone())
    }
}

/// The moves of a player. Compiled once for a ruleset, and not in each of its callers.
#[inline(never)]
fn moves_of<P: Position>(position: &P, player: Player) -> Vec<P::Move> {
    position.moves(player).collect()
}

/// The positions after the moves of a player. Compiled once for a ruleset, as [`moves_of`].
#[inline(never)]
fn options_of<P: Position>(position: &P, player: Player) -> Vec<P> {
    position.options(player).collect()
}

/// The texts of moves, sorted.
fn texts(moves: &[impl Display]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// The hash by the hasher of the standard library, the same in every run.
fn hash(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}
