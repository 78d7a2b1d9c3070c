//! Positions and rulesets: by their names, and their values.

use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, BoardKind};
use dicot::{CanonicalForm, Dyadic};
use dicot_impartial::{Bounds, CoordinateGame, ruleset_of_options, ruleset_of_pairs};

use super::{At, Called, Evaluated, Evaluation, Placed, error};
use crate::grids;
use crate::object::Kind;
use crate::positions;
use crate::rulesets::Maker;
use crate::value::{Function, Value};

impl Evaluation<'_, '_> {
    /// The position of a ruleset that a text says, or heaps, or the rows and columns of a board to begin with.
    pub(super) fn position(
        &mut self,
        ruleset: &AnyRuleset,
        at: usize,
        arguments: &[Placed],
    ) -> Evaluated<Value> {
        let numbers = match arguments {
            [(_, Value::Text(text))] => return self.position_of(ruleset, text, at),
            [(_, geese), (_, fox)]
                if ruleset.spec().name.starts_with("fox-and-geese")
                    && let Some(fox) = fox.coordinates()
                    && let Some(geese) = grids::all_coordinates(geese) =>
            {
                return match positions::fox_text(&geese, fox) {
                    Some(text) => self.position_of(ruleset, &text, at),
                    None => {
                        let why =
                            "rows are from 1 to 40, columns from 1 to 8, and their sum is even";
                        error(why, at)
                    }
                };
            }
            [(_, grid)] if let Some(Kind::Grid(grid)) = grid.object() => {
                let letters = grids::letters(ruleset.spec());
                let text = grids::text(grid, &letters, self.calculation).at(at)?;
                return self.position_of(ruleset, &text, at);
            }
            [(_, graph)] if let Some(Kind::Graph(graph)) = graph.object() => {
                return self.position_of(ruleset, &graph.board_text(), at);
            }
            [(_, list)] if list.collection().is_some() => list.elements().to_vec(),
            [(_, pair)] if let Some(pair) = pair.coordinates() => {
                pair.map(|n| Value::Dyadic(n.into())).to_vec()
            }
            [(_, rows), (_, columns)]
                if matches!(ruleset.spec().board, BoardKind::Rectangle | BoardKind::Stacks) =>
            {
                let sides = [rows, columns].map(Value::as_natural).map(|n| n.unwrap_or(0));
                return positions::start(self.calculation, ruleset, sides).at(at);
            }
            arguments => arguments.iter().map(|(_, value)| value.clone()).collect(),
        };
        let integer = |value: &Value| value.as_dyadic().and_then(Dyadic::to_integer);
        let texts: Option<Vec<String>> =
            numbers.iter().map(|value| integer(value).map(|n| n.to_string())).collect();
        let Some(texts) = texts else {
            let why = "a position is written as a text, `clobber(\"xo/ox\")`, or as numbers";
            return error(why, at);
        };
        let heaps = if texts.is_empty() { "0".to_owned() } else { texts.join("+") };
        // Two numbers are heaps, a pair, or the sides of a cake.
        let as_written = [",", "x"].map(|sign| texts.join(sign));
        let text = as_written.into_iter().filter(|_| texts.len() == 2);
        let text = text.into_iter().find(|text| ruleset.read(text).is_ok());
        self.position_of(ruleset, &text.unwrap_or(heaps), at)
    }

    /// The ruleset of heaps or pairs by a function: `HeapRuleset(n -> [[k,n-k] for k from 1 to n-1], 50)`, `TakeAway(k -> k*k)`.
    pub(super) fn ruleset_of(
        &mut self,
        maker: &Maker,
        at: usize,
        function: &Function,
        more: &[Placed],
    ) -> Evaluated<Value> {
        let of_heaps = matches!(maker.0, "heapruleset" | "takebreak");
        let most = match more {
            [(_, most)] if of_heaps => most.as_natural().filter(|&n| n <= MAX_HEAP),
            [] => Some(if of_heaps { USUAL_HEAP } else { MAX_IN_PAIR }),
            _ => None,
        };
        let Some(most) = most else {
            let why = format!("after the function may follow the largest heap, at most {MAX_HEAP}");
            return error(why, more.first().map_or(at, |(at, _)| *at));
        };
        let called = Called::As(maker.0);
        let ruleset = match maker.0 {
            _ if of_heaps => {
                let options = self.options_by(called, function, at, most)?;
                let name = format!("HeapRuleset({function})");
                ruleset_of_options(&name, &options).or_else(|why| error(why, at))?
            }
            "takeaway" => {
                let bounds = self.bounds_by(called, function, at, most)?;
                ruleset_of_pairs(CoordinateGame::TakeAwayTo(bounds))
            }
            "genwythoff" => {
                let bounds = self.bounds_by(called, function, at, most)?;
                ruleset_of_pairs(CoordinateGame::WythoffBelow(bounds))
            }
            name => return error(format!("{name} takes no function"), at),
        };
        Ok(Value::Ruleset(ruleset))
    }

    /// The value of a function of an integer.
    fn of_integer(
        &mut self,
        called: Called,
        function: &Function,
        at: usize,
        n: u64,
    ) -> Evaluated<Value> {
        let n = Value::Dyadic(n.try_into().unwrap_or(i64::MAX).into());
        self.call(called, function, at, vec![n])
    }

    /// The options of the heaps to the largest one: what the moves on each of them leave.
    fn options_by(
        &mut self,
        called: Called,
        function: &Function,
        at: usize,
        most: u64,
    ) -> Evaluated<Vec<Vec<Vec<u16>>>> {
        let mut options = vec![Vec::new()];
        for n in 1..=most {
            let value = self.of_integer(called, function, at, n)?;
            let heaps = value.collection().and_then(|heaps| heaps.iter().map(heaps_of).collect());
            let Some(heaps): Option<Vec<Vec<u16>>> = heaps else {
                let why = format!("the options of the heap {n} are not a list of heaps: {value}");
                return error(why, at);
            };
            let bytes =
                heaps.iter().map(|heaps| size_of::<Vec<u16>>() + 2 * heaps.len() + 40).sum();
            self.calculation.hold(bytes).at(at)?;
            options.push(heaps);
        }
        Ok(options)
    }

    /// The values of a function of the integers to the last one.
    fn bounds_by(
        &mut self,
        called: Called,
        function: &Function,
        at: usize,
        most: u64,
    ) -> Evaluated<Bounds> {
        let mut bounds = Vec::new();
        for n in 0..=most {
            let value = self.of_integer(called, function, at, n)?;
            match value.as_rational().and_then(|x| x.to_integer()) {
                Some(bound) => bounds.push(bound.clamp(0, u32::MAX.into()) as u32),
                None => return error(format!("f({n}) is not an integer: {value}"), at),
            }
        }
        Ok(Bounds::new(&function.to_string(), &bounds))
    }

    /// The position of a text.
    fn position_of(&mut self, ruleset: &AnyRuleset, text: &str, at: usize) -> Evaluated<Value> {
        match ruleset.read(text) {
            Ok(position) => positions::held(self.calculation, position).at(at),
            Err(problem) => error(format!("{}: {problem}", ruleset.spec().name), at),
        }
    }

    /// The value in which numbers and positions are games.
    pub(super) fn formed(&mut self, value: Value, at: usize) -> Evaluated<Value> {
        match value {
            Value::Position(position) => self.value_of(&position, at),
            Value::List(values) if values.iter().any(is_position) => {
                let formed = values.iter().map(|value| self.formed(value.clone(), at));
                Ok(Value::List(formed.collect::<Evaluated<_>>()?))
            }
            value => value.formed(self.calculation).at(at),
        }
    }

    /// The value of a position.
    fn value_of(&mut self, position: &AnyPosition, at: usize) -> Evaluated<Value> {
        if !position.has_value() {
            return positions::loopy_value(self.calculation, position).map(Value::from).at(at);
        }
        let store = self.calculation.store();
        let analyzer = self.scope.analyzer.take().filter(|analyzer| analyzer.store() == store);
        let mut analyzer = analyzer.unwrap_or_else(|| Analyzer::in_store(store.clone()));
        analyzer.limits = self.calculation.limits().clone();
        let value: Result<CanonicalForm, _> = analyzer.canonical_form(position);
        self.scope.analyzer = Some(analyzer);
        value.map(Value::Game).at(at)
    }
}

/// The heaps that a move leaves: a list, or one heap.
fn heaps_of(value: &Value) -> Option<Vec<u16>> {
    if let Some(heaps) = value.coordinates() {
        return heaps.iter().map(|heap| (*heap).try_into().ok()).collect();
    }
    value.elements().iter().map(|heap| heap.as_natural()?.try_into().ok()).collect()
}

/// The largest heap of a ruleset by a function, and the one without another word. Its options are all computed first.
const MAX_HEAP: u64 = 1000;
const USUAL_HEAP: u64 = 100;
/// The largest number of a pair.
const MAX_IN_PAIR: u64 = 255;

/// Whether a value is a position, or a list in which there is one.
pub(super) fn is_position(value: &Value) -> bool {
    match value {
        Value::Position(_) => true,
        Value::List(values) => values.iter().any(is_position),
        _ => false,
    }
}
