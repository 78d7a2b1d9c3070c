//! Certificates: proofs that a program which knows only the rules can check. `docs/guide/certificates.md` has the format.
//!
//! The writer goes through the strategy of the winner depth first, with a stack of its own, and writes a fact after
//! the facts that it relies on. Results come from the transposition table; what the table has forgotten is searched again.
//! In the search Left is always to move: a state that she wins is a `w` fact, and the negative of a state that she loses is
//! a `z` fact.

mod facts;
mod lines;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;

use hashbrown::{HashMap, HashSet};
use smallvec::SmallVec;

use self::facts::Facts;
use self::lines::FNV_START;
use super::memory::Held;
use super::saved::SameName;
use super::searcher::Searcher;
use super::shared::Shared;
use super::state::{ComponentId, ComponentIds, State};
use super::sum::Sum;
use super::worker::Worker;
use super::{BETWEEN_REPORTS, Solver, is_out_of_memory};
use crate::form::Id;
use crate::hash::{BuildMix, table_bytes};
use crate::rules::RulesId;
use crate::{Instant, Player, ValueError};

/// What a [certificate](Solver::write_certificate) contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Certificate {
    /// Who wins if Left starts and if Right starts, for those that were asked for.
    pub winners: [Option<Player>; 2],
    /// The number of components that facts contain.
    pub components: u64,
    /// The number of values.
    pub values: u64,
    /// The number of facts.
    pub facts: u64,
}

/// Why a certificate is not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum CertificateError {
    /// A limit is reached, or a value cannot be represented.
    Value(ValueError),
    /// The output cannot be written.
    Io(io::Error),
    /// Positions of two rulesets have this name.
    SameName(String),
    /// A result of the solver has no proof, which is a defect of the solver or of a ruleset.
    Unproved(String),
}

impl std::fmt::Display for CertificateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CertificateError::Value(error) => error.fmt(f),
            CertificateError::Io(error) => error.fmt(f),
            CertificateError::SameName(name) => SameName(name).fmt(f),
            CertificateError::Unproved(sum) => write!(f, "no winning move was found in {sum}"),
        }
    }
}

impl std::error::Error for CertificateError {}

impl From<ValueError> for CertificateError {
    fn from(error: ValueError) -> Self {
        CertificateError::Value(error)
    }
}

impl From<io::Error> for CertificateError {
    fn from(error: io::Error) -> Self {
        CertificateError::Io(error)
    }
}

/// Whether a fact says that Left, who is to move, wins a state or loses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Wins,
    Loses,
}

/// A state to be proved.
#[derive(Clone, Debug)]
struct Goal {
    kind: Kind,
    state: State,
    /// How, once that is decided: then the states that it relies on come first.
    reason: Option<Reason>,
    /// Whether it was searched again.
    is_searched: bool,
    /// Whether the proof keeps to this value: see [`Writer::strengthened`].
    keeps_value: bool,
}

#[derive(Clone, Debug)]
enum Reason {
    /// The move of Left with this text in the component at this place.
    Move(usize, String),
    /// Left's move in the value to this option.
    Option(Id),
    /// All moves.
    All,
    /// A group for each component and one for the value.
    Groups(Groups),
}

/// The group of each component, and of the value.
type Groups = SmallVec<[u8; 12]>;

/// The states that a reason relies on.
type Goals = Vec<(Kind, State)>;

/// The largest number of groups: each is a digit.
const MAX_GROUPS: usize = 10;

/// What the writer needs next.
enum Step {
    Done,
    /// Time to report progress.
    Continue,
    /// Who wins this state.
    Search(State),
}

/// The number of goals between two reports or checks of limits.
const GOALS: usize = 256;

/// A writer at its limit makes room again if it has written one new fact for each 256 since it last did. Otherwise it would go
/// through its whole memory for a few facts at a time.
const WORTH_ROOM: u64 = 256;

struct Writer<'o> {
    out: &'o mut dyn Write,
    lines: u64,
    hash: u64,
    rules: Vec<(Arc<str>, RulesId)>,
    /// The numbers of components, by their index; 0 if they have none.
    components: Vec<u32>,
    /// How many of them have a number.
    numbered: u32,
    /// The numbers of values and of their negatives, which are negative.
    numbers: HashMap<Id, i64, BuildMix>,
    /// The options of each value.
    options: Vec<[Vec<i64>; 2]>,
    facts: Facts,
    count: u64,
    stack: Vec<Goal>,
    /// What was searched for the goal on the top of the stack.
    results: Vec<(State, bool)>,
}

impl Solver {
    /// Proves who wins a sum, for each of the players that may start, and writes the proof as a certificate, which
    /// [any program](https://en.wikipedia.org/wiki/Proof-carrying_code) that knows the rules can check without a search. The
    /// format is that of `docs/guide/certificates.md`, as text.
    ///
    /// The sums that are proved stay in memory, which counts for the limit. Values of [sources](Solver::with_value_source)
    /// should not be used: a checker has to compute them.
    ///
    /// # Examples
    /// ```
    /// use dicot::Player;
    /// use dicot::rules::Clobber;
    /// use dicot::solver::{Solver, Sum};
    /// let sum = Sum::from(Clobber::checkerboard(5, 3)?);
    /// let mut file = Vec::new();
    /// let certificate = Solver::new().write_certificate(&sum, &Player::BOTH, &mut file)?;
    /// assert!(String::from_utf8(file)?.starts_with("dicot certificate 1\n"));
    /// assert!(certificate.facts > 0);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached, a value cannot be represented, or the output cannot be written.
    ///
    /// # Complexity
    /// Linear in the number of sums of the winner's strategy, and a search for what the table has forgotten.
    pub fn write_certificate(
        &mut self,
        sum: &Sum,
        starters: &[Player],
        out: &mut dyn Write,
    ) -> Result<Certificate, CertificateError> {
        let misere = std::mem::take(&mut self.misere);
        // A certificate cannot claim the bounds of a ruleset.
        let use_bounds = std::mem::take(&mut self.use_bounds);
        self.components.is_for_proof = true;
        let result = self.as_one_call(|solver, _| solver.write_normal(sum, starters, out));
        self.components.is_for_proof = false;
        (self.misere, self.use_bounds) = (misere, use_bounds);
        self.held_bytes = 0;
        result
    }

    fn write_normal(
        &mut self,
        sum: &Sum,
        starters: &[Player],
        out: &mut dyn Write,
    ) -> Result<Certificate, CertificateError> {
        sum.check_values()?;
        self.prepare(sum);
        let mut writer = Writer::new(out);
        writer.line(FIRST_LINE)?;
        let mut winners = [None; 2];
        for &first in starters {
            let (wins, state) = self.with_room(&mut writer, |solver, _| {
                solver.prepare(sum);
                let state = solver.root(sum, first)?;
                Ok((solver.wins(&state)?, state))
            })?;
            winners[first as usize] = Some(if wins { first } else { !first });
            writer.add(if wins { Kind::Wins } else { Kind::Loses }, state, false);
            self.prove(&mut writer)?;
        }
        for (key, text) in sum.position_texts() {
            let number = writer.ruleset(key)?;
            writer.line(&format!("part {number} {text}"))?;
        }
        for value in sum.values() {
            let value = self.with_first_worker(|searcher| {
                searcher.worker.store.id_of(value, &mut searcher.worker.call.engine)
            })?;
            if value != Id::ZERO {
                let number =
                    self.with_first_worker(|searcher| Ok(writer.number(value, searcher)))??;
                writer.line(&format!("plus {number}"))?;
            }
        }
        for first in starters {
            if let Some(winner) = winners[*first as usize] {
                let letter = |player| if player == Player::Left { 'L' } else { 'R' };
                writer.line(&format!("claim {} {}", letter(*first), letter(winner)))?;
            }
        }
        let (lines, hash) = (writer.lines, writer.hash);
        writer.line(&format!("end {lines} {hash:016x}"))?;
        writer.out.flush()?;
        Ok(Certificate {
            winners,
            components: writer.numbered.into(),
            values: writer.options.len() as u64,
            facts: writer.count,
        })
    }

    fn root(&mut self, sum: &Sum, first: Player) -> Result<State, ValueError> {
        self.with_first_worker(|searcher| {
            let state = sum.state(&mut searcher.worker)?;
            Ok(if first == Player::Left { state } else { state.negative() })
        })
    }

    /// Proves all goals.
    fn prove(&mut self, writer: &mut Writer<'_>) -> Result<(), CertificateError> {
        let mut reported = Instant::now();
        let (mut last, mut count) = (None, 0);
        loop {
            if writer.count > count + count / WORTH_ROOM {
                // There was progress since room was made, without a search.
                (last, count) = (None, writer.count);
            }
            self.held_bytes = writer.bytes();
            self.prepare_workers();
            let step = self.with_first_worker(|searcher| match writer.prove_some(searcher) {
                Err(CertificateError::Value(error)) => Err(error),
                result => Ok(result),
            });
            let step = match step {
                Err(error) if is_out_of_memory(error) => {
                    if !self.make_room(&mut last, writer) {
                        return Err(error.into());
                    }
                    continue;
                }
                step => step??,
            };
            match step {
                Step::Done => return Ok(()),
                Step::Continue => {}
                Step::Search(state) => {
                    // The writer holds the state, whose value is another one after room is made.
                    writer.results.push((state, false));
                    let last = writer.results.len() - 1;
                    writer.results[last].1 = self.with_room(writer, |solver, writer| {
                        solver.wins(&writer.results[last].0.clone())
                    })?;
                }
            }
            if reported.elapsed() >= BETWEEN_REPORTS {
                self.report(writer.count.max(1));
                reported = Instant::now();
            }
        }
    }
}

const FIRST_LINE: &str = "dicot certificate 1";

impl Held for Writer<'_> {
    fn mark(&self, live: &mut [bool]) {
        self.facts.for_each_id(|id| live[id.index()] = true);
        let of_goals = self.stack.iter().map(|goal| &goal.state.ids);
        let of_results = self.results.iter().map(|(state, _)| &state.ids);
        for ids in of_goals.chain(of_results) {
            ids.iter().for_each(|id| live[id.index()] = true);
        }
        for (live, &number) in live.iter_mut().zip(&self.components) {
            *live |= number > 0;
        }
    }

    fn map_values(&mut self, map: &mut dyn FnMut(Id) -> Id) {
        self.facts.map_values(map);
        for (state, _) in &mut self.results {
            state.value = map(state.value);
        }
        for goal in &mut self.stack {
            goal.state.value = map(goal.state.value);
            if let Some(Reason::Option(value)) = &mut goal.reason {
                *value = map(*value);
            }
        }
        let numbers = std::mem::take(&mut self.numbers);
        self.numbers = numbers.into_iter().map(|(id, number)| (map(id), number)).collect();
    }

    fn bytes(&self) -> usize {
        let components = self.components.capacity() * size_of::<u32>();
        let stack = self.stack.capacity() * size_of::<Goal>();
        let options = self.options.len() * (size_of::<[Vec<i64>; 2]>() + 64);
        self.facts.bytes() + components + stack + options + table_bytes(&self.numbers)
    }
}

impl<'o> Writer<'o> {
    fn new(out: &'o mut dyn Write) -> Writer<'o> {
        Writer {
            out,
            lines: 0,
            hash: FNV_START,
            rules: Vec::new(),
            components: Vec::new(),
            numbered: 0,
            numbers: [(Id::ZERO, 0)].into_iter().collect(),
            options: Vec::new(),
            facts: Facts::default(),
            count: 0,
            stack: Vec::new(),
            results: Vec::new(),
        }
    }

    fn add(&mut self, kind: Kind, state: State, keeps_value: bool) {
        if !state.ids.is_empty() {
            self.stack.push(Goal { kind, state, reason: None, is_searched: false, keeps_value });
        }
    }

    /// Whether a fact that is written says this.
    fn is_proved(
        &self,
        kind: Kind,
        state: &State,
        worker: &mut Worker<'_>,
    ) -> Result<bool, ValueError> {
        if state.ids.is_empty() {
            return Ok(true);
        }
        for value in self.facts.values(kind, &state.ids) {
            let (low, high) = match kind {
                Kind::Wins => (value, state.value),
                Kind::Loses => (state.value, value),
            };
            if low == high || worker.call.engine.le(low, high)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What is known of who wins a state.
    fn known(
        &self,
        state: &State,
        shared: &Shared<'_>,
        worker: &mut Worker<'_>,
    ) -> Result<Option<bool>, ValueError> {
        match self.results.iter().find(|(other, _)| other == state) {
            Some(&(_, wins)) => Ok(Some(wins)),
            None => shared.lookup(state, worker),
        }
    }

    /// Proves some goals.
    fn prove_some(&mut self, searcher: &mut Searcher<'_, '_>) -> Result<Step, CertificateError> {
        for _ in 0..GOALS {
            let Some(goal) = self.stack.last().cloned() else { return Ok(Step::Done) };
            if let Some(reason) = &goal.reason {
                self.write(&goal, reason, searcher)?;
                self.stack.pop();
                continue;
            }
            if self.is_proved(goal.kind, &goal.state, &mut searcher.worker)? {
                self.stack.pop();
                continue;
            }
            let (kind, is_searched) = (goal.kind, goal.is_searched);
            let (state, keeps_value) = self.strengthened(goal, searcher)?;
            let mut unknown = None;
            let found = match self.groups(kind, &state, searcher)? {
                Some(found) => Some(found),
                None if kind == Kind::Wins => self.winning_move(&state, &mut unknown, searcher)?,
                None => Some(all_moves(&state, searcher)?),
            };
            let Some(goal) = self.stack.last_mut() else { return Ok(Step::Done) };
            let Some((reason, goals)) = found else {
                if !is_searched {
                    goal.is_searched = true;
                    return Ok(Step::Search(state));
                }
                let unproved = || CertificateError::Unproved(searcher.text(&state));
                return unknown.map(Step::Search).ok_or_else(unproved);
            };
            (goal.state, goal.reason) = (state, Some(reason));
            self.results.clear();
            goals.into_iter().for_each(|(kind, state)| self.add(kind, state, keeps_value));
        }
        Ok(Step::Continue)
    }

    /// The state of a goal, with a value for which the table has the same result if that says more; and whether the proof
    /// keeps to its values.
    ///
    /// Values may go round in a circle where the proof of *C* + *v* needs *C* + *w*, for which a result about *v* is enough. A
    /// goal that is being proved already is proved as it is, and so is all that it needs: then each move makes the
    /// state smaller.
    fn strengthened(
        &self,
        goal: Goal,
        searcher: &mut Searcher<'_, '_>,
    ) -> Result<(State, bool), ValueError> {
        let Goal { kind, state, keeps_value, .. } = goal;
        let mut strong = state.clone();
        if !keeps_value {
            searcher.strengthen(&mut strong, kind == Kind::Wins)?;
        }
        let in_proof =
            |other: &Goal| other.reason.is_some() && other.kind == kind && other.state == strong;
        match keeps_value || self.stack.iter().any(in_proof) {
            true => Ok((state, true)),
            false => Ok((strong, false)),
        }
    }

    /// Groups of components whose outcomes prove the state, and what is to be proved of each.
    fn groups(
        &self,
        kind: Kind,
        state: &State,
        searcher: &mut Searcher<'_, '_>,
    ) -> Result<Option<(Reason, Goals)>, ValueError> {
        let (State { ids, value }, shared) = (state, searcher.shared);
        if ids.len() < 2 {
            return Ok(None);
        }
        let alone = |id| State { ids: [id].into_iter().collect(), value: Id::ZERO };
        let mut groups: Groups = SmallVec::from_elem(0, ids.len() + 1);
        let mut goals = Vec::new();
        for (place, &id) in ids.iter().enumerate() {
            // Of a state that wins, components that are at least 0; of one that loses, those that are at most 0.
            let component = alone(if kind == Kind::Wins { id.negative() } else { id });
            if goals.len() + 2 < MAX_GROUPS
                && self.known(&component, shared, &mut searcher.worker)? == Some(false)
            {
                goals.push((Kind::Loses, component));
                groups[place] = goals.len() as u8;
            }
        }
        if goals.is_empty() {
            return Ok(None);
        }
        let rest: ComponentIds =
            ids.iter().zip(&groups).filter(|(_, group)| **group == 0).map(|(&id, _)| id).collect();
        let count = goals.len() as u8;
        let rest = State { ids: rest, value: *value };
        let wins = kind == Kind::Wins;
        if self.known(&rest, shared, &mut searcher.worker)? == Some(wins) {
            // Also if only the value is left.
            goals.push((kind, rest));
            return Ok(Some((Reason::Groups(groups), goals)));
        }
        if !wins || !searcher.worker.call.engine.le(Id::ZERO, *value)? {
            return Ok(None);
        }
        // The value is at least 0: it is enough if Left, moving first, wins one of the groups or the rest.
        if !rest.ids.is_empty() {
            let rest = State { value: Id::ZERO, ..rest };
            if *value == Id::ZERO || self.known(&rest, shared, &mut searcher.worker)? != Some(true)
            {
                return Ok(None);
            }
            groups[ids.len()] = count + 1;
            goals.push((Kind::Wins, rest));
            return Ok(Some((Reason::Groups(groups), goals)));
        }
        for (place, &id) in ids.iter().enumerate() {
            if self.known(&alone(id), shared, &mut searcher.worker)? == Some(true) {
                goals[usize::from(groups[place]) - 1] = (Kind::Wins, alone(id));
                groups[place] = 0;
                groups[ids.len()] = count + 1;
                return Ok(Some((Reason::Groups(groups), goals)));
            }
        }
        Ok(None)
    }

    /// A move that wins, and what is to be proved of the state after it: one whose facts are written, or else one that leaves the
    /// opponent few moves.
    fn winning_move(
        &self,
        state: &State,
        unknown: &mut Option<State>,
        searcher: &mut Searcher<'_, '_>,
    ) -> Result<Option<(Reason, Goals)>, ValueError> {
        let mut best: Option<(u64, Option<usize>, State, State)> = None;
        let shared = searcher.shared;
        _ = searcher.moves(state, |place, moved, option, worker| {
            match self.known(&option, shared, worker)? {
                Some(false) => {
                    let order = match self.is_proved(Kind::Loses, &option, worker)? {
                        true => 0,
                        false => 1 + left_moves(&option, shared),
                    };
                    if best.as_ref().is_none_or(|(least, ..)| order < *least) {
                        best = Some((order, place, moved.clone(), option));
                    }
                    if order == 0 {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Some(true) => {}
                None => *unknown = Some(option),
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let Some((_, place, moved, option)) = best else { return Ok(None) };
        let reason = match place {
            None => Reason::Option(moved.value),
            Some(place) => {
                let id = state.ids[place];
                let text = searcher.move_text(id, &moved)?;
                Reason::Move(place, text.unwrap_or_default())
            }
        };
        Ok(Some((reason, vec![(Kind::Loses, option)])))
    }
}

/// All moves of Left, after each of which her opponent, who is then to move, is to win.
fn all_moves(
    state: &State,
    searcher: &mut Searcher<'_, '_>,
) -> Result<(Reason, Goals), ValueError> {
    let mut options = HashSet::<(ComponentIds, Id), BuildMix>::default();
    let mut goals = Vec::new();
    _ = searcher.moves(state, |_, _, option, _| {
        if options.insert((option.ids.clone(), option.value)) {
            goals.push((Kind::Wins, option));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((Reason::All, goals))
}

/// The number of moves of the player to move.
fn left_moves(state: &State, shared: &Shared<'_>) -> u64 {
    let moves = |&id: &ComponentId| shared.components.info(id).moves(id.is_negated().into());
    state.ids.iter().map(moves).sum()
}

impl Searcher<'_, '_> {
    /// Replaces the value of a state by one for which the table has the same result, if that says more.
    fn strengthen(&mut self, state: &mut State, wins: bool) -> Result<(), ValueError> {
        let Shared { components, table, .. } = self.shared;
        let ids = state.ids.clone();
        let of_component = components.result(&ids).filter(|&(_, wins_with)| wins_with == wins);
        let entries =
            table.get(&ids).flat_map(|entry| entry.values(usize::from(!wins)).collect::<Vec<_>>());
        for known in of_component.map(|(value, _)| value).into_iter().chain(entries) {
            let (low, high) = if wins { (known, state.value) } else { (state.value, known) };
            if self.worker.call.engine.le(low, high)? {
                state.value = known;
            }
        }
        Ok(())
    }

    fn text(&self, state: &State) -> String {
        let texts = state.ids.iter().map(|id| {
            let sign = if id.is_negated() { "-" } else { "" };
            let (key, text) = self.worker.components.text(id.index());
            format!("{sign}{}:{text}", key.name)
        });
        texts.collect::<Vec<_>>().join(" + ")
    }

    /// The text of a move in a component, or of Right in one that is negated, that leads to the option.
    fn move_text(&mut self, id: ComponentId, option: &State) -> Result<Option<String>, ValueError> {
        let player = if id.is_negated() { Player::Right } else { Player::Left };
        self.shared.components.move_text(id, player, option, &mut self.worker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::rules::Clobber;

    /// The certificate of a board as text, with what it contains.
    fn written(solver: &mut Solver, board: &str) -> (String, Certificate) {
        let mut file = Vec::new();
        let sum = Sum::from(board.parse::<Clobber>().unwrap());
        let certificate = solver.write_certificate(&sum, &Player::BOTH, &mut file).unwrap();
        (String::from_utf8(file).unwrap(), certificate)
    }

    #[test]
    fn lines_are_in_order() {
        let (text, certificate) = written(&mut Solver::new(), "xoxoxo/oxoxox/xoxoxo");
        let count =
            |start: &str| text.lines().filter(|line| line.starts_with(start)).count() as u64;
        assert_eq!(count("c "), certificate.components);
        assert_eq!(count("v "), certificate.values);
        assert_eq!(count("w ") + count("z "), certificate.facts);
        assert!(count("c ") > 10 && count("v ") > 2 && count("w ") > 5 && count("z ") > 5);
        let (mut components, mut values) = (0, 0);
        for line in text.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            match words[0] {
                "c" => components += 1,
                "v" => values += 1,
                "w" | "z" => {
                    for id in words[1].split(',') {
                        assert!(id.parse::<i64>().unwrap().abs() <= components);
                    }
                    assert!(words[2].parse::<i64>().unwrap().abs() <= values);
                }
                _ => {}
            }
        }
        assert!(text.contains("\nclaim L R\nclaim R L\nend "), "the second player wins");
    }

    /// A solver that forgets while it writes proves the same.
    #[test]
    fn with_little_memory() {
        let board = "xoxoxox/oxoxoxo/xoxoxox";
        let (_, certificate) = written(&mut Solver::new(), board);
        let mut solver = Solver::new().with_limits(Limits::default().with_bytes(2 << 20));
        let (_, small) = written(&mut solver, board);
        assert!(solver.made_room > 0);
        assert_eq!(small.winners, certificate.winners);
    }

    /// Without a starter nothing is claimed.
    #[test]
    fn no_starters() {
        let mut file = Vec::new();
        let sum = Sum::from("xo".parse::<Clobber>().unwrap()) + crate::CanonicalForm::UP;
        let certificate = Solver::new().write_certificate(&sum, &[], &mut file).unwrap();
        assert_eq!((certificate.winners, certificate.facts), ([None; 2], 0));
        assert!(!String::from_utf8(file).unwrap().contains("claim"));
    }
}
