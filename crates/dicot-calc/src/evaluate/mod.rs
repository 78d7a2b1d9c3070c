//! The values of trees.

mod braces;
mod calls;
mod control;
mod loops;
mod objects;
mod positions;

use std::sync::Arc;

use self::calls::Called;
use dicot::notation::{NotationProblem, star_of};
use dicot::rules::{self, AnyRuleset, Short};
use dicot::{Calculation, CanonicalForm, Dyadic, NumberUpStar};
use dicot_impartial::MisereForms;
use dicot_loopy::LoopyValue;

use crate::arithmetic;
use crate::classes;
use crate::collection;
use crate::failure::Failure;
use crate::misere::MisereGame;
use crate::object::Kind;
use crate::operation::Operation;
use crate::operations::{close_to, constant};
use crate::operators::Operator;
use crate::rational::Rational;
use crate::relation::Relation;
use crate::rulesets::Maker;
use crate::scope::Scope;
use crate::symbol::Symbol;
use crate::syntax::{Body, Lambda, Link, Node, OPERATOR, Part};
use crate::text;
use crate::value::{Function, Value};

/// A problem, and the offset at which it is.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    /// In a box, because evaluation recurses: it keeps its results, and so its stack frames, small.
    pub(crate) problem: Box<NotationProblem>,
}

pub(crate) type Evaluated<T> = Result<T, Fault>;

/// Gives an error its offset in the text.
trait At<T> {
    fn at(self, at: usize) -> Evaluated<T>;
}

impl<T, E: Into<NotationProblem>> At<T> for Result<T, E> {
    #[inline]
    fn at(self, at: usize) -> Evaluated<T> {
        self.map_err(|error| fault(error, at))
    }
}

#[cold]
fn fault(problem: impl Into<NotationProblem>, at: usize) -> Fault {
    Fault { at, problem: problem.into().into() }
}

fn error<T>(why: impl Into<String>, at: usize) -> Evaluated<T> {
    Err(fault(NotationProblem::Message(why.into()), at))
}

/// A value and the offset at which its text begins.
type Placed = (usize, Value);

/// Evaluates the nodes of a statement or of a function.
pub(crate) struct Evaluation<'e, 's> {
    nodes: &'e [Node],
    /// The number of the first of these nodes: those of a function are a slice of a statement.
    first: u32,
    scope: &'e mut Scope,
    calculation: &'e mut Calculation<'s>,
}

impl<'s> AsMut<Calculation<'s>> for Evaluation<'_, 's> {
    fn as_mut(&mut self) -> &mut Calculation<'s> {
        self.calculation
    }
}

/// The game that a value is, whose text begins at an offset.
pub(crate) fn game(value: &Value, at: usize) -> Evaluated<&CanonicalForm> {
    value.as_game().ok_or_else(|| not("a game", value, at))
}

#[cold]
fn not(needed: &str, value: &Value, at: usize) -> Fault {
    let why = format!("expected {needed} but this is {}", value.kind());
    fault(NotationProblem::Message(why), at)
}

impl<'e, 's> Evaluation<'e, 's> {
    /// Evaluates the nodes of a statement.
    pub(crate) fn new(
        nodes: &'e [Node],
        scope: &'e mut Scope,
        calculation: &'e mut Calculation<'s>,
    ) -> Evaluation<'e, 's> {
        Evaluation { nodes, first: 0, scope, calculation }
    }

    fn node(&self, part: Part) -> &'e Node {
        &self.nodes[(part.node - self.first) as usize]
    }

    /// The value of a part.
    pub(crate) fn value(&mut self, part: Part) -> Evaluated<Value> {
        match self.node(part) {
            Node::Value(value) => Ok(value.clone()),
            Node::Name(symbol) => self.named(*symbol, part.at),
            node => Calculation::nested(self, |evaluation| evaluation.compound(node, part.at))
                .at(part.at)?,
        }
    }

    fn placed(&mut self, part: Part) -> Evaluated<Placed> {
        Ok((part.at, self.value(part)?))
    }

    fn values(&mut self, parts: &[Part]) -> Evaluated<Vec<Placed>> {
        self.calculation.hold(size_of::<Placed>() * parts.len()).at(0)?;
        parts.iter().map(|part| self.placed(*part)).collect()
    }

    #[inline]
    fn named(&self, symbol: Symbol, at: usize) -> Evaluated<Value> {
        match self.scope.get(symbol) {
            Some(value) => Ok(value.clone()),
            None => self
                .ruleset_named(symbol)
                .map(Value::Ruleset)
                .or_else(|| classes::named(self.scope.name(symbol)))
                .ok_or_else(|| self.unknown(symbol, at)),
        }
    }

    #[cold]
    fn ruleset_named(&self, symbol: Symbol) -> Option<AnyRuleset> {
        crate::rulesets::ruleset(self.scope.name(symbol))
    }

    #[cold]
    fn unknown(&self, symbol: Symbol, at: usize) -> Fault {
        let name = self.scope.name(symbol);
        if let Some(operation) = Operation::find(name) {
            return fault(wrong_count(operation, 0), at);
        }
        // As they are written here.
        let rulesets: Vec<String> =
            rules::rulesets().map(|spec| spec.name.replace('-', "_")).collect();
        let known = self.scope.names().chain(rulesets.iter().map(String::as_str));
        let suggestion = close_to(name, known);
        fault(NotationProblem::UnknownName { name: name.to_owned(), suggestion }, at)
    }

    fn compound(&mut self, node: &'e Node, at: usize) -> Evaluated<Value> {
        match node {
            Node::Value(value) => Ok(value.clone()),
            Node::Name(symbol) => self.named(*symbol, at),
            Node::Call(name, paren, arguments) => self.call_of(*name, at, *paren, arguments),
            Node::Star(part) => {
                let value = self.value(*part)?;
                let n = value.as_dyadic().and_then(Dyadic::to_integer);
                let star = star_of(n).at(at + 1)?;
                let parts = NumberUpStar { star, ..NumberUpStar::default() };
                self.calculation.number_up_star(parts).map(Value::Game).at(at)
            }
            Node::Negative(part) => {
                let value = self.value(*part)?;
                self.negative(value, part.at)
            }
            Node::Switch(parts) => self.switch(parts, at),
            Node::Chain(first, links) => self.chain(*first, links),
            Node::Compare(left, relation, at, right) => {
                let (left, right) = (self.placed(*left)?, self.placed(*right)?);
                self.compare(left, relation, *at, right)
            }
            Node::Not(part) => Ok(Value::Truth(!self.truth(*part)?)),
            Node::Either(is_or, parts) => {
                for part in parts {
                    if self.truth(*part)? == *is_or {
                        return Ok(Value::Truth(*is_or));
                    }
                }
                Ok(Value::Truth(!is_or))
            }
            Node::Choice(choice) => {
                for (condition, chosen) in &choice.cases {
                    if self.truth(*condition)? {
                        return self.value(*chosen);
                    }
                }
                self.value(choice.otherwise)
            }
            Node::Block(statements, defined) => self.block(statements, defined),
            Node::Repeat(repeat) => self.repeat(repeat, at),
            Node::Import(name) => self.import(*name, at),
            Node::List(parts) => {
                let values = self.values(parts)?.into_iter().map(|(_, value)| value).collect();
                collection::list(values, self.calculation).at(at)
            }
            Node::Set(parts) => {
                let values = self.values(parts)?.into_iter().map(|(_, value)| value).collect();
                collection::set(values, self.calculation).at(at)
            }
            Node::Map(parts) => self.map(parts, at),
            Node::Tuple(parts) => self.tuple(parts, at),
            Node::Argument(..) => {
                error("an argument with a name belongs to a function: `f(name => x)`", at)
            }
            Node::Loop(node) => self.values_of(node, at),
            Node::Lambda(lambda) => self.function(lambda, at),
            Node::Braces(braces) => self.braces(braces, at),
            Node::Misere(options) => self.misere_of(*options, at),
            Node::Quote(quote) => self.quote(quote, at),
        }
    }

    fn negative(&mut self, value: Value, at: usize) -> Evaluated<Value> {
        if let Value::Position(position) = &value
            && position.has_value()
        {
            return crate::positions::held(self.calculation, position.negative()).at(at);
        }
        if let Value::Dyadic(x) = value {
            return Ok(Value::Dyadic(-x));
        }
        if let Some(coordinates) = value.coordinates() {
            return Ok(Kind::Coordinates(coordinates.map(i64::wrapping_neg)).into());
        }
        let value = self.formed(value, at)?;
        match &value {
            Value::Rational(x) => {
                arithmetic::number(Rational::ZERO.checked_sub(x), self.calculation).at(at)
            }
            Value::Literal(literal) => Ok(Value::Literal(literal.negative().into())),
            value if value.is_loopy() => {
                let value = value.to_loopy().expect("a loopy game");
                value.negative(self.calculation).map(Value::from).at(at)
            }
            value => game(value, at).map(|g| Value::Game(-g)),
        }
    }

    /// The switch with these Left options and their negatives.
    fn switch(&mut self, parts: &'e [Part], at: usize) -> Evaluated<Value> {
        let mut left = Vec::new();
        for (at, value) in self.values(parts)? {
            match &self.formed(value, at)? {
                Value::Set(values) => left.extend(values.iter().map(|value| (at, value.clone()))),
                value => left.push((at, value.clone())),
            }
        }
        if left.iter().any(|(_, value)| value.as_game().is_none()) {
            let loopy: Option<Vec<LoopyValue>> =
                left.iter().map(|(_, value)| value.to_loopy()).collect();
            if let Some(left) = loopy {
                let right = left.iter().map(|option| option.negative(self.calculation));
                let right = right.collect::<Result<Vec<_>, _>>().at(at)?;
                return LoopyValue::new(left, right, self.calculation).map(Value::from).at(at);
            }
        }
        let left = left.iter().map(|(at, value)| game(value, *at).cloned());
        let left = left.collect::<Evaluated<Vec<CanonicalForm>>>()?;
        let right: Vec<CanonicalForm> = left.iter().map(|option| -option).collect();
        self.calculation.form(left, right).map(Value::Game).at(at)
    }

    /// Converts a value to a misère form: a nimber, an impartial position, or a list of options. In a list an integer is a nim heap.
    fn misere(&mut self, value: &Value, is_listed: bool, at: usize) -> Evaluated<MisereGame> {
        if let Value::List(options) = value {
            self.calculation.hold(2 * size_of::<MisereGame>() * options.len()).at(at)?;
            let nested =
                |option| Calculation::nested(self, |e| e.misere(option, true, at)).at(at)?;
            let options = options.iter().map(nested).collect::<Evaluated<Vec<MisereGame>>>()?;
            return Ok(MisereGame::of_options(&self.scope.misere, &options));
        }
        let forms = &self.scope.misere;
        let heap = match value {
            Value::Misere(game) => return Ok(game.clone()),
            Value::Position(position) => {
                return MisereGame::of_position(forms, position, self.calculation).at(at);
            }
            value => match value.as_dyadic() {
                Some(x) => x
                    .to_integer()
                    .and_then(|n| u32::try_from(n).ok())
                    .filter(|n| *n == 0 || is_listed),
                None => value.as_game().and_then(CanonicalForm::to_nimber),
            },
        };
        let game = heap.map(|n| MisereGame::of_heap(forms, n, self.calculation.limits()));
        let game = game.transpose().at(at)?.flatten();
        match heap.filter(|n| *n > MisereForms::MAX_NIMBER) {
            Some(_) => {
                error(format!("nim heaps of misère forms go up to {}", MisereForms::MAX_NIMBER), at)
            }
            None => game.ok_or_else(|| not("an impartial game", value, at)),
        }
    }

    /// The misère form of options, or of a single game.
    fn misere_of(&mut self, options: Part, at: usize) -> Evaluated<Value> {
        let options = self.value(options)?;
        let game = match options.elements() {
            [game] => self.misere(game, true, at)?,
            _ => self.misere(&options, true, at)?,
        };
        Ok(Value::Misere(game))
    }

    fn chain(&mut self, first: Part, links: &'e [Link]) -> Evaluated<Value> {
        let start = first.at;
        let (mut left, links) = match (self.node(first), links) {
            (Node::Name(symbol), [Link::Operation(operation, at, more), links @ ..])
                if operation.changes() =>
            {
                (self.change(*symbol, start, operation, *at, more)?, links)
            }
            _ => (self.value(first)?, links),
        };
        if let [Link::Operation(operation, ..), ..] = links {
            self.note_misere_sum(operation, first, &left);
        }
        for link in links {
            left = match link {
                Link::Operator(operator, at, right) => {
                    let right = self.placed(*right)?;
                    self.combine(*operator, *at, (start, left), right)?
                }
                Link::Range(at, to, step) => {
                    let to = self.value(*to)?;
                    let step = step.map(|step| self.value(step)).transpose()?;
                    collection::range(&left, &to, step.as_ref(), self.calculation).at(*at)?
                }
                Link::Operation(operation, at, more) => {
                    let mut all = Vec::with_capacity(1 + more.len());
                    all.push((start, left));
                    let names = &operation.arguments()[1..];
                    all.append(&mut self.arguments(Called::As(operation.name()), names, more)?);
                    self.apply(operation, *at, &all)?
                }
                Link::Multiple(at, factor) => {
                    if left.as_dyadic().and_then(Dyadic::to_integer).is_none() {
                        return error(
                            "a loopy game after a point is multiplied by an integer",
                            *at,
                        );
                    }
                    let factor = (*at, self.value(*factor)?);
                    self.combine(Operator::Times, *at, (start, left), factor)?
                }
                Link::Call(at, arguments) => {
                    if let Value::Ruleset(ruleset) = &left {
                        let values = self.arguments(Called::RULESET, NO_NAMES, arguments)?;
                        left = self.position(ruleset, *at, &values)?;
                        continue;
                    }
                    let Value::Function(function) = left else {
                        return Err(fault(NotationProblem::Expected(OPERATOR), *at));
                    };
                    let values =
                        self.arguments(Called::As("x -> .."), &function.names, arguments)?;
                    let values = values.into_iter().map(|(_, value)| value).collect();
                    self.call(Called::As("x -> .."), &function, start, values)?
                }
                Link::Index(at, parts) => self.element(&left, *at, parts)?,
            };
        }
        Ok(left)
    }

    /// Notes that the misère outcome of `A + B` is that of the canonical form. Equal games may have different misère outcomes.
    fn note_misere_sum(&mut self, operation: &Operation, operand: Part, value: &Value) {
        if operation.name() == "MisereOutcomeClass"
            && !matches!(value, Value::Literal(_) | Value::Misere(_))
            && let Node::Chain(_, links) = self.node(operand)
            && links.iter().any(|link| matches!(link, Link::Operator(Operator::Plus, ..)))
        {
            let note = "the misère outcome of `A + B` is that of the canonical form; of the sum it is \
                        `(A DisjunctiveSum B).MisereOutcomeClass`";
            self.scope.note(note.to_owned());
        }
    }

    /// Applies the operator at an offset to two values.
    fn combine(
        &mut self,
        operator: Operator,
        at: usize,
        (left_at, left): Placed,
        (right_at, right): Placed,
    ) -> Evaluated<Value> {
        if let (Some(x), Some(y)) = (left.as_dyadic(), right.as_dyadic())
            && let Some(result) = arithmetic::numbers(operator, x, y)
        {
            return Ok(Value::Dyadic(result));
        }
        if let Operator::Plus = operator
            && let Some(sum) = text::sum(&[&left, &right], self.calculation)
        {
            return sum.at(at);
        }
        if let Some(moved) = arithmetic::coordinates(operator, &left, &right) {
            return moved.at(at);
        }
        if let Operator::Power = operator {
            return match arithmetic::rationals(operator, &left, &right, self.calculation) {
                Some(result) => result.at(at),
                None => error("`^` between games is the power of a number: write `G.Pow(n)`", at),
            };
        }
        if matches!(left, Value::Misere(_)) || matches!(right, Value::Misere(_)) {
            if !matches!(operator, Operator::Plus) {
                return error("misère forms can be added only: see `MisereMinus`", at);
            }
            let (g, h) =
                (self.misere(&left, false, left_at)?, self.misere(&right, false, right_at)?);
            return g.sum(&h, self.calculation).map(Value::Misere).at(at);
        }
        let left = &self.formed(left, left_at)?;
        let right = &self.formed(right, right_at)?;
        if let Some(result) = arithmetic::not_forms(operator, left, right, self.calculation) {
            return result.at(at);
        }
        let (g, h) = (game(left, left_at)?, game(right, right_at)?);
        let calculation = &mut *self.calculation;
        let result = match operator {
            Operator::Plus => calculation.sum(g, h),
            Operator::Minus => calculation.sum(g, &-h),
            Operator::Ordinal => calculation.ordinal_sum(g, h),
            Operator::Times => match (g.to_integer(), h.to_integer()) {
                (Some(n), _) => calculation.multiple(h, n),
                (_, Some(n)) => calculation.multiple(g, n),
                _ => return Err(fault(NotationProblem::ProductOfGames, at)),
            },
            _ => {
                let number = |g: &CanonicalForm, at| match g.to_number() {
                    Some(x) => Ok(Rational::from(x)),
                    None => error("expected a number to divide but this is a game", at),
                };
                let (x, y) = (number(g, left_at)?, number(h, right_at)?);
                let quotient = arithmetic::quotient(&x, &y).at(at)?;
                return arithmetic::number(quotient, self.calculation).at(at);
            }
        };
        result.map(Value::Game).at(at)
    }

    /// Whether a relation holds.
    fn compare(
        &mut self,
        (left_at, left): Placed,
        relation: &Relation,
        at: usize,
        (right_at, right): Placed,
    ) -> Evaluated<Value> {
        if let (Some(x), Some(y)) = (left.as_rational(), right.as_rational()) {
            return Ok(Value::Truth(relation.holds(Some(x.cmp(&y)))));
        }
        if let (Some(equal), Value::Position(_)) = (relation.equality(), &left)
            && left == right
        {
            return Ok(Value::Truth(equal));
        }
        let left = self.formed(left, left_at)?;
        let right = self.formed(right, right_at)?;
        if let Some(equal) = relation.equality() {
            let same = match (left.as_game(), right.as_game()) {
                (Some(g), Some(h)) => g == h,
                _ => left == right,
            };
            return Ok(Value::Truth(same == equal));
        }
        if let Some((g, h)) = arithmetic::loopy_pair(&left, &right) {
            let order = g.compare(&h, self.calculation).at(at)?;
            return Ok(Value::Truth(relation.holds(order)));
        }
        let (g, h) = (game(&left, left_at)?, game(&right, right_at)?);
        let order = self.calculation.compare(g, h).at(at)?;
        Ok(Value::Truth(relation.holds(order)))
    }

    /// Applies an operation; `at` is the offset of its name.
    pub(crate) fn apply(
        &mut self,
        operation: &'static Operation,
        at: usize,
        arguments: &[Placed],
    ) -> Evaluated<Value> {
        if let Some(each) = operation.each() {
            return self.for_each(each, operation.name(), at, arguments);
        }
        if operation.prints() {
            return self.print(operation, at, arguments);
        }
        let is_position = |(_, value): &Placed| positions::is_position(value);
        if !operation.takes_positions() && arguments.iter().any(is_position) {
            let formed =
                arguments.iter().map(|(at, value)| Ok((*at, self.formed(value.clone(), *at)?)));
            let formed = formed.collect::<Evaluated<Vec<Placed>>>()?;
            return self.apply(operation, at, &formed);
        }
        if operation.takes_misere() && !arguments.iter().all(|(_, v)| matches!(v, Value::Misere(_)))
        {
            let of = arguments.iter().map(|(at, value)| {
                Ok((*at, Value::Misere(self.misere(value, operation.takes_day(), *at)?)))
            });
            let of = of.collect::<Evaluated<Vec<Placed>>>()?;
            return self.apply(operation, at, &of);
        }
        let values: Vec<&Value> = arguments.iter().map(|(_, value)| value).collect();
        operation.run(&values, self.calculation).map_err(|failure| match failure {
            Failure::WrongKind { index, name, needed }
                if let Some(found) = arguments.get(index) =>
            {
                let (at, value) = found;
                let (operation, found) = (operation.name(), value.kind());
                let why = format!("`{name}` of {operation} must be {needed}, but this is {found}");
                fault(NotationProblem::Message(why), *at)
            }
            // Also of an argument that is left out.
            Failure::WrongCount | Failure::WrongKind { .. } => {
                fault(wrong_count(operation, arguments.len()), at)
            }
            failure => fault(failure, at),
        })
    }

    /// The value of a name with arguments in parentheses: of a function, or an operation.
    fn call_of(
        &mut self,
        name: Symbol,
        at: usize,
        paren: usize,
        arguments: &'e [Part],
    ) -> Evaluated<Value> {
        if let Some(Value::Function(function)) = self.scope.get(name) {
            let function = function.clone();
            let values = self.arguments(Called::Name(name), &function.names, arguments)?;
            let arguments = values.into_iter().map(|(_, value)| value).collect();
            return self.call(Called::Name(name), &function, at, arguments);
        }
        if let Some(Value::Ruleset(ruleset)) = self.scope.get(name) {
            let ruleset = ruleset.clone();
            let arguments = self.arguments(Called::RULESET, NO_NAMES, arguments)?;
            return self.position(&ruleset, at, &arguments);
        }
        let text = self.scope.name(name);
        if let Some(operation) = Operation::find(text) {
            let called = Called::As(operation.name());
            let arguments = self.arguments(called, operation.arguments(), arguments)?;
            return self.apply(operation, at, &arguments);
        }
        if self.scope.get(name).is_none()
            && let Some(ruleset) = crate::rulesets::ruleset(text)
        {
            let arguments = self.arguments(Called::RULESET, NO_NAMES, arguments)?;
            return self.position(&ruleset, at, &arguments);
        }
        if self.scope.get(name).is_none()
            && let Some(maker) = Maker::named(text)
        {
            let placed = self.arguments(Called::As(maker.0), maker.arguments(), arguments)?;
            let values: Vec<&Value> = placed.iter().map(|(_, value)| value).collect();
            let made = maker.ruleset(&values);
            if let ([(at, Value::Function(function)), more @ ..], Err(_)) = (&placed[..], &made) {
                return self.ruleset_of(&maker, *at, function, more);
            }
            let made = made.or_else(|failure| match (&self.scope.rule_files, &values[..]) {
                (Some(files), [Value::Text(name)]) => files.ruleset(name).map_err(|_| failure),
                _ => Err(failure),
            });
            return made.map(Value::Ruleset).at(at);
        }
        let is_known = self.scope.get(name).is_some()
            || constant(text).is_some()
            || crate::words::is_loopy_name(text);
        match is_known {
            true => Err(fault(NotationProblem::Expected(OPERATOR), paren)),
            false => Err(self.unknown(name, at)),
        }
    }

    /// The function of a lambda, with the values of the names in it that are defined.
    fn function(&mut self, lambda: &'e Lambda, at: usize) -> Evaluated<Value> {
        let named = |symbol: &Symbol| Some((*symbol, self.scope.get(*symbol)?.clone()));
        let captured: Box<[(Symbol, Value)]> = lambda.names.iter().filter_map(named).collect();
        let references = captured.iter().map(|(_, value)| value.references()).sum::<usize>() + 1;
        if references > MAX_REFERENCES {
            let why = format!("this function refers to more than {MAX_REFERENCES} others");
            return error(why, at);
        }
        let elements = captured.iter().map(|(_, value)| value.elements().len()).sum();
        self.calculation.count_steps(elements).at(at)?;
        let [from, to] = [lambda.first, lambda.body.node + 1].map(|n| (n - self.first) as usize);
        let body = Body {
            part: lambda.body,
            nodes: self.nodes[from..to].into(),
            first: lambda.first,
            start: lambda.start,
        };
        let function = Function {
            parameters: lambda.parameters.clone(),
            names: lambda.parameters.iter().map(|p| self.scope.name(*p).into()).collect(),
            text: lambda.text.clone(),
            code: Arc::new(body),
            captured,
            references,
        };
        self.calculation.hold(function.own_bytes()).at(at)?;
        Ok(Value::Function(Arc::new(function)))
    }
}

/// The arguments of what has none with names.
const NO_NAMES: &[&str] = &[];

/// The maximum number of functions that a function refers to, counting those that they refer to. A first choice.
const MAX_REFERENCES: usize = 200;

fn wrong_count(operation: &Operation, found: usize) -> NotationProblem {
    let usage = operation.usage();
    let message = format!("write `{usage}`: there are {found} arguments here, counting the game");
    NotationProblem::Message(message)
}
