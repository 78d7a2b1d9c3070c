//! Sums whose components have integer bounds and estimates of their means. Browsers search them like others.

use super::components::Components;
use super::pool::BoundsTest;
use super::searcher::{Answer, Searcher};
use super::shared::MEAN_TO_STOPS;
use super::state::{ComponentId, ComponentIds, State, sort_and_cancel};
use super::worker::Worker;
use crate::Player;
use crate::form::{Engine, Id};

/// The best undecided one of this number of moves, the best by their estimates, is searched before the other moves are tested. With 4, 6,
/// 8 and all, 8x8 of Domineering takes 875,629, 732,151, 662,905 and 641,338 nodes, and 4.6, 4.3, 4.0 and 5.7 s.
const FIRST_TESTED: usize = 8;

/// Sums whose components have integer bounds and estimates. Browsers search them like others.
impl Searcher<'_, '_> {
    /// As [`wins_by_some_move`](Searcher::wins_by_some_move), of components with integer bounds and estimates. The bounds of an
    /// option are tested before it is split, and only components of options that are searched are interned. Most options
    /// are decided by bounds, and most of the others are never searched. If one wins, it is nearly always the best by its
    /// estimate, so this is searched before the others are tested.
    pub(super) fn wins_by_estimates(&mut self, state: &State) -> Answer<bool> {
        self.count_node()?;
        let mut best = self.estimated_options(state)?;
        best.sort_unstable();
        let others = best.split_off(best.len().min(FIRST_TESTED));
        let mut later = Vec::new();
        let Some(mut unsolved) = self.undecided(state, &best)? else { return Ok(true) };
        let rest = unsolved.split_off(unsolved.len().min(1));
        if self.wins_by_some(state, unsolved, &mut later)? {
            return Ok(true);
        }
        let Some(others) = self.undecided(state, &others)? else { return Ok(true) };
        if self.wins_by_some(state, rest.into_iter().chain(others), &mut later)? {
            return Ok(true);
        }
        for after in later {
            if !self.wins(&after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether one of these moves wins. Moves that another thread is searching are added to `later`.
    fn wins_by_some(
        &mut self,
        state: &State,
        options: impl IntoIterator<Item = EstimatedMove>,
        later: &mut Vec<State>,
    ) -> Answer<bool> {
        let intern = |components: &Components, id, index, worker: &mut Worker<'_>| {
            components.option(id, index, worker).map(Some)
        };
        for option in options {
            let Some(after) = self.after(state, option, intern)? else { continue };
            if self.shared.is_busy(&after) {
                later.push(after);
            } else if !self.wins(&after)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// All of Left's moves in a sum.
    fn estimated_options(&mut self, state: &State) -> Answer<Vec<EstimatedMove>> {
        let components = self.shared.components;
        let (mut options, mut list) = (Vec::new(), Vec::new());
        for (i, &id) in state.ids.iter().enumerate() {
            if i > 0 && state.ids[i - 1] == id {
                continue;
            }
            components.estimated_options(id, &mut list, &mut self.worker)?;
            let mean = components.estimated_mean(&[id]).unwrap_or(0);
            let order = |option: i32| (mean - i64::from(option)) * MEAN_TO_STOPS;
            options.extend(list.drain(..).map(|(mean, index)| (order(mean), i, index)));
        }
        let engine = &mut self.worker.call.engine;
        let store = engine.store;
        let keys = |value| store.stop_keys(value).map(i64::from).iter().sum::<i64>();
        let mean = keys(state.value);
        let values = engine.options(state.value, Player::Left)?.enumerate();
        options.extend(values.map(|(i, value)| (mean - keys(value), state.ids.len(), i as u32)));
        Ok(options)
    }

    /// The moves of these that neither bounds nor the table solve, in the same order. Returns `None` if one wins.
    fn undecided(
        &mut self,
        state: &State,
        options: &[EstimatedMove],
    ) -> Answer<Option<Vec<EstimatedMove>>> {
        let (mut undecided, mut list) = (Vec::with_capacity(options.len()), Vec::new());
        for (i, &id) in state.ids.iter().enumerate() {
            let of_component = options.iter().enumerate().filter(|(_, option)| option.1 == i);
            list.extend(of_component.map(|(place, option)| (place as i32, option.2)));
            if list.is_empty() {
                continue;
            }
            let (components, test) = (self.shared.components, self.bounds_test(state, i)?);
            if components.remove_decided(id, test, &mut list, &mut self.worker)? {
                return Ok(None);
            }
            undecided.extend(list.drain(..).map(|(place, _)| place as usize));
        }
        let values = options.iter().enumerate();
        let values = values.filter(|(_, option)| option.1 == state.ids.len());
        undecided.extend(values.map(|(place, _)| place));
        undecided.sort_unstable();
        let mut unsolved = Vec::with_capacity(undecided.len());
        for option in undecided.into_iter().map(|place| options[place]) {
            // The table has results of sums whose components are all interned.
            let known = match self.after(state, option, Components::known_option)? {
                Some(after) => self.lookup(&after)?,
                None => None,
            };
            match known {
                Some(false) => return Ok(None),
                Some(true) => {}
                None => unsolved.push(option),
            }
        }
        Ok(Some(unsolved))
    }

    /// The sum after a move, seen from Right, who moves next.
    fn after(
        &mut self,
        state: &State,
        (_, i, index): EstimatedMove,
        option: impl Fn(&Components, ComponentId, u32, &mut Worker<'_>) -> Answer<Option<State>>,
    ) -> Answer<Option<State>> {
        let Some(&id) = state.ids.get(i) else {
            let value =
                self.worker.call.engine.options(state.value, Player::Left)?.nth(index as usize);
            let ids = state.negative().ids;
            return Ok(value.map(|value| State { ids, value: value.negative() }));
        };
        let Some(option) = option(self.shared.components, id, index, &mut self.worker)? else {
            return Ok(None);
        };
        let others = state.ids.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, id)| id);
        let mut ids: ComponentIds = others.chain(&option.ids).map(|id| id.negative()).collect();
        sort_and_cancel(&mut ids);
        let value = self.worker.call.engine.add(state.value, option.value)?.negative();
        Ok(Some(State { ids, value }))
    }

    /// When Left's options *X* in a component decide the sum after the move. Let *O* be the sum of the other components, and *f*
    /// and *c* integers with *f* <= value <= *c*, *f* the greatest. Left wins if *X* + *O* >= -*f*. Right wins, moving next, if
    /// -*X* - *O* is at least *f* + 1, or not at most *c*.
    fn bounds_test(&mut self, state: &State, i: usize) -> Answer<BoundsTest> {
        let [floor, ceil] = self.integers_around(state.value)?;
        let others = state.ids.iter().enumerate().filter(|&(j, _)| j != i);
        let others: ComponentIds = others.map(|(_, &id)| id).collect();
        let negatives: ComponentIds = others.iter().map(|id| id.negative()).collect();
        let bounds = |ids| self.shared.components.integer_bounds(ids).unwrap_or([0, -1, 0]);
        let [low, _, _] = bounds(&others);
        let [right_low, right_above, _] = bounds(&negatives);
        // If G >= a, and H is not at most b, then G + H is not at most a + b.
        let opponent = [(ceil - right_above).min(floor + 1 - right_low), ceil - right_low];
        Ok(BoundsTest { min_low: -floor - low, opponent })
    }

    /// The greatest integer that is at most the value, and the least that is at least the value. A value whose stops are out of the
    /// range of their keys is beyond all bounds of components, and so are the integers.
    fn integers_around(&mut self, value: Id) -> Answer<[i32; 2]> {
        let engine = &mut self.worker.call.engine;
        let [left, right] = engine.store.stop_keys(value);
        let (mut floor, mut ceil) = (right >> 16, -(-left >> 16));
        let number = |n: i32, engine: &Engine<'_>| engine.number_form(i64::from(n));
        let least = number(floor, engine)?;
        if !engine.le(least, value)? {
            floor -= 1;
        }
        let greatest = number(ceil, engine)?;
        if !engine.le(value, greatest)? {
            ceil += 1;
        }
        Ok([floor, ceil])
    }
}

/// A move: its estimate, the least for the best; the place of its component in the sum, or the number of components for the
/// value; and the index of the option.
type EstimatedMove = (i64, usize, u32);

#[cfg(test)]
mod tests {
    use super::super::{NimberSolver, Solver, Sum};
    use crate::analysis::Analyzer;
    use crate::hash::mix;
    use crate::rules::{
        Amazons, AnyPosition, Clobber, Cram, Domineering, Impartial, Konane, Ruleset, Short, Snort,
    };
    use crate::{CanonicalForm, Player};

    /// Searches with integer bounds and without them find the outcomes that values have, with fewer nodes.
    #[test]
    fn integer_bounds() {
        let mut solvers = [Solver::new(), Solver::new()];
        solvers[1].use_bounds = false;
        let mut analyzer = Analyzer::new();
        for board in [
            "..../..../....",
            "...../.#.../..#..",
            "..#./..../#.../....",
            "...../..#../...#.",
            "....#.../....#.../....#...",
        ] {
            let board = board.parse::<Domineering>().unwrap();
            let value = analyzer.canonical_form(&board).unwrap();
            for rest in ["0", "1", "-1", "1/2", "{1|-1}", "{2|*}", "^"] {
                let rest = rest.parse::<CanonicalForm>().unwrap();
                let outcome = (&value + &rest).outcome();
                for solver in &mut solvers {
                    solver.valued_size = 1;
                    let sum = Sum::from(board) + rest.clone();
                    assert_eq!(solver.outcome(&sum), Ok(outcome), "{sum}");
                }
            }
        }
        assert!(
            solvers[0].nodes() < solvers[1].nodes(),
            "{:?}",
            solvers.map(|solver| solver.nodes())
        );
    }

    /// The bounds hold for all positions of the first boards, and for positions of the others with random covered cells.
    #[test]
    fn bounds_of_domineering() {
        let mut analyzer = Analyzer::new();
        let mut tight = 0;
        for (width, height, sets) in [
            (3, 4, 1_u64 << 12),
            (6, 2, 1 << 12),
            (4, 4, 4000),
            (5, 5, 400),
            (6, 4, 400),
            (3, 8, 400),
        ] {
            let full = Domineering::<u64>::start_position(width, height).unwrap();
            for set in 0..sets {
                let random = mix(set, 1) & mix(set, 2);
                let set = if sets > 4000 { set } else { random & random >> (set & 1) };
                let mut n = 0;
                let cell = |c| {
                    if c != '.' {
                        return c;
                    }
                    n += 1;
                    if set >> (n - 1) & 1 == 1 { '#' } else { '.' }
                };
                let text: String = full.to_string().chars().map(cell).collect();
                tight += check_bounds(&text.parse::<Domineering>().unwrap(), &mut analyzer);
            }
        }
        assert!(tight > 4000, "{tight}");
    }

    /// The bounds hold for all positions of 3x2 cells, and for random ones of 4x3.
    #[test]
    fn bounds_of_amazons() {
        let mut analyzer = Analyzer::new();
        let mut tight = 0;
        for n in 0..4_usize.pow(6) {
            let cell = |i: usize| char::from(b".#xo"[n >> (2 * i) & 3]);
            let text: String = (0..6_usize).map(cell).collect();
            let board = format!("{}/{}", &text[..3], &text[3..]).parse::<Amazons>().unwrap();
            tight += check_bounds(&board, &mut analyzer);
        }
        for n in 0..1000 {
            let cell = |i: u64| char::from(b"xo...##"[mix(n, i) as usize % 7]);
            let text: String = (0..12).map(cell).collect();
            let board = format!("{}/{}/{}", &text[..4], &text[4..8], &text[8..]);
            tight += check_bounds(&board.parse::<Amazons>().unwrap(), &mut analyzer);
        }
        assert!(tight > 1000, "{tight}");
    }

    /// Checks the bounds by the value. Returns for how many players the first one is the value.
    fn check_bounds<P: Ruleset + Short>(position: &P, analyzer: &mut Analyzer<P>) -> usize {
        let value = analyzer.canonical_form(position).unwrap();
        let mut tight = 0;
        for player in Player::BOTH {
            let [low, above] = P::SEARCH.bounds(position, player).unwrap().map(i64::from);
            let value = if player == Player::Left { value.clone() } else { -&value };
            let is_at_most = value <= above;
            assert!(value >= low && !is_at_most, "{position}, {player}: {value} {low} {above}");
            tight += usize::from(value == low);
        }
        tight
    }

    /// `AnyPosition` has the bounds and estimates of its ruleset: a sum takes as many nodes.
    #[test]
    fn sums_of_any_positions() {
        fn nodes<A: Short + Ruleset, B: Short + Ruleset>(a: &A, b: &B) -> u64 {
            let mut solver = Solver::new();
            solver.valued_size = 1;
            solver.outcome(&(Sum::from(a.clone()) + b.clone())).unwrap();
            solver.nodes()
        }
        let board = "..../..../....".parse::<Domineering>().unwrap();
        let other = "x../..#/..o".parse::<Amazons>().unwrap();
        let clobber = "xoxo/oxox/xo..".parse::<Clobber>().unwrap();
        let [any_board, any_other] = [AnyPosition::new(board), AnyPosition::new(other)];
        assert_eq!(nodes(&any_board, &any_other), nodes(&board, &other));
        assert_eq!(nodes(&any_board, &AnyPosition::new(clobber)), nodes(&board, &clobber));
        let konane = "xoxo/o.xo/xo.x".parse::<Konane>().unwrap(); // with endgames and hints
        let snort = "grid 2x4 | 0:L".parse::<Snort>().unwrap(); // with estimates alone
        let [any_konane, any_snort] = [AnyPosition::new(konane), AnyPosition::new(snort.clone())];
        assert_eq!(nodes(&any_konane, &any_snort), nodes(&konane, &snort));
    }

    /// The same for nim values, for which boards of Cram have a form of their own.
    #[test]
    fn nim_values_of_any_positions() {
        fn nodes<P: Short>(position: &P) -> (u32, u64) {
            let mut solver = NimberSolver::new();
            (solver.nim_value(position).unwrap(), solver.nodes())
        }
        let cram = "...../...../.#.../.....".parse::<Cram>().unwrap();
        let boxed = Impartial(AnyPosition::new(cram.0));
        assert_eq!(nodes(&boxed), nodes(&cram));
        assert_eq!(nodes(&AnyPosition::new(cram)), nodes(&cram));
    }
}
