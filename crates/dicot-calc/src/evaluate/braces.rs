//! The values of games in braces and in quotes.
//!
//! Games in braces that lead back to themselves, and those in quotes in which there is a loopy game, are positions of one
//! [`LoopyGame`]; other braces are values.

use dicot::{Calculation, Player};
use dicot_loopy::{LoopyGame, LoopyOption, LoopyValue, PositionId};

use super::{At, Evaluated, Evaluation, game, not};
use crate::literal::{Literal, LoopyLiteral, Node as Written, Tree};
use crate::syntax::{Braces, Form, Item, Node, Part, Quote};
use crate::value::Value;

/// Positions of a loopy game that is made.
struct Positions {
    game: LoopyGame,
    /// Those of the braces that are open, from a depth on.
    open: Vec<PositionId>,
    /// The depth of the first.
    depth: usize,
    /// Whether braces in which there is a loopy game are positions, too.
    is_written: bool,
}

impl<'e> Evaluation<'e, '_> {
    /// The value of a game in braces.
    pub(super) fn braces(&mut self, braces: &'e Braces, at: usize) -> Evaluated<Value> {
        if !braces.leads_back {
            return self.form(&braces.form);
        }
        let (game, root) = self.positions(braces, false)?;
        game.value(root, self.calculation).map(Value::from).at(at)
    }

    /// The value of a form without ways back.
    pub(crate) fn form(&mut self, form: &'e Form) -> Evaluated<Value> {
        let mut sides: [Vec<Value>; 2] = Default::default();
        let mut is_loopy = false;
        for (side, items) in sides.iter_mut().zip(&form.sides) {
            for item in items {
                let (at, value) = match item {
                    Item::Part(part) => self.placed(*part)?,
                    Item::Form(inner) => {
                        let value = Calculation::nested(self, |evaluation| evaluation.form(inner));
                        (inner.at, value.at(inner.at)??)
                    }
                    Item::Pass | Item::Open(_) => unreachable!("a form without ways back"),
                };
                let options = value.elements();
                self.calculation.hold(2 * size_of_val(options)).at(form.at)?;
                for option in options {
                    let option = self.formed(option.clone(), at)?;
                    match option.is_loopy() {
                        true => is_loopy = true,
                        false => _ = game(&option, at)?,
                    }
                    side.push(option);
                }
            }
        }
        let value = match is_loopy {
            true => {
                let [left, right] =
                    sides.map(|side| side.iter().filter_map(Value::to_loopy).collect::<Vec<_>>());
                LoopyValue::new(left, right, self.calculation).map(Value::from)
            }
            false => {
                let [left, right] = sides
                    .map(|side| side.into_iter().filter_map(|option| option.as_game().cloned()));
                self.calculation.form(left, right).map(Value::Game)
            }
        };
        value.at(form.at)
    }

    /// The positions of a game in braces, and the first of them.
    fn positions(
        &mut self,
        braces: &'e Braces,
        is_written: bool,
    ) -> Evaluated<(LoopyGame, PositionId)> {
        let depth = braces.depth;
        let mut made = Positions { game: LoopyGame::new(), open: Vec::new(), depth, is_written };
        let root = made.game.add_position();
        self.fill_braces(&mut made, root, braces)?;
        Ok((made.game, root))
    }

    fn fill_braces(
        &mut self,
        made: &mut Positions,
        position: PositionId,
        braces: &'e Braces,
    ) -> Evaluated<()> {
        made.open.truncate(braces.depth - made.depth);
        made.open.push(position);
        self.fill(made, position, &braces.form)
    }

    /// Gives a position its options.
    fn fill(
        &mut self,
        made: &mut Positions,
        position: PositionId,
        form: &'e Form,
    ) -> Evaluated<()> {
        for (player, items) in Player::BOTH.into_iter().zip(&form.sides) {
            for item in items {
                self.calculation.hold(2 * size_of::<LoopyOption>()).at(form.at)?;
                let braces = match item {
                    Item::Part(part) => self.own_braces(made, *part)?,
                    _ => None,
                };
                match item {
                    Item::Pass => made.game.add_option(position, player, position),
                    Item::Open(depth) => {
                        let open = made.open[depth - made.depth];
                        made.game.add_option(position, player, open);
                    }
                    Item::Form(inner) => {
                        let option = made.game.add_position();
                        made.game.add_option(position, player, option);
                        let filled = Calculation::nested(self, |evaluation| {
                            evaluation.fill(made, option, inner)
                        });
                        filled.at(inner.at)??;
                    }
                    Item::Part(part) if let Some(braces) = braces => {
                        let option = made.game.add_position();
                        made.game.add_option(position, player, option);
                        let filled = Calculation::nested(self, |evaluation| {
                            evaluation.fill_braces(made, option, braces)
                        });
                        filled.at(part.at)??;
                    }
                    Item::Part(part) => {
                        let (at, value) = self.placed(*part)?;
                        let value = self.formed(value, at)?;
                        for value in value.elements() {
                            let option = LoopyOption::Value(loopy(value, at)?);
                            made.game.add_option(position, player, option);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The braces that are an option, if they are a position of the game that is made.
    fn own_braces(&mut self, made: &Positions, part: Part) -> Evaluated<Option<&'e Braces>> {
        let Node::Braces(braces) = self.node(part) else { return Ok(None) };
        let is_own = braces.leads_out || made.is_written && self.is_loopy(braces.first, part)?;
        Ok(is_own.then_some(&**braces))
    }

    /// Whether there is a loopy game among the nodes from one on up to another.
    fn is_loopy(&mut self, first: u32, last: Part) -> Evaluated<bool> {
        let [from, to] = [first, last.node + 1].map(|node| (node - self.first) as usize);
        let nodes = &self.nodes[from..to];
        self.calculation.count_steps(nodes.len()).at(last.at)?;
        Ok(nodes.iter().any(|node| match node {
            Node::Name(symbol) => self.scope.get(*symbol).is_some_and(Value::is_loopy),
            node => node.is_loopy(),
        }))
    }

    /// A game in quotes.
    pub(super) fn quote(&mut self, quote: &'e Quote, at: usize) -> Evaluated<Value> {
        let last = Part { at, node: quote.node };
        if quote.has_name || quote.braces.leads_back || self.is_loopy(quote.braces.first, last)? {
            let (game, root) = self.positions(&quote.braces, true)?;
            let literal = LoopyLiteral::new(&quote.text, game, root, self.calculation).at(at)?;
            return Ok(Value::LoopyLiteral(literal.into()));
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, items) in sides.iter_mut().zip(&quote.braces.form.sides) {
            for item in items {
                let Item::Part(part) = item else { unreachable!("a quote with one group of bars") };
                let (at, value) = self.placed(*part)?;
                let value = self.formed(value, at)?;
                for value in value.elements() {
                    game(value, at)?;
                    side.extend(value.to_node());
                    self.calculation.hold(2 * size_of::<Written>()).at(at)?;
                }
            }
        }
        let literal = Literal::new(Tree::Options(sides), self.calculation).at(at)?;
        Ok(Value::Literal(literal.into()))
    }
}

fn loopy(value: &Value, at: usize) -> Evaluated<LoopyValue> {
    value.to_loopy().ok_or_else(|| not("a game", value, at))
}
