//! Games as they are written, `'{0|0}'`: trees that are not simplified, and their sums; and `'a{1|{a|0}}'`.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use dicot::{Calculation, CanonicalForm, Outcome, Player, ValueError};
use dicot_loopy::{LoopyGame, LoopyValue, PositionId};

use crate::failure::Failure;

/// The maximum number of games in the text of a literal, and how deep they nest. First choices.
const MAX_SIZE: usize = 10_000;
const MAX_DEPTH: usize = 64;

/// The maximum number of positions of a tree that is evaluated. A first choice, not compared with others.
const MAX_POSITIONS: usize = 200_000;

/// How the moves in a sum of two games are made.
///
/// Sources: Conway, *On Numbers and Games*, chapter 14; *Winning Ways*, chapter 9; ordinal sums: chapter 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sum {
    /// In one of the games: `G + H`.
    Disjunctive,
    /// In both games; the sum ends when one of them does.
    Conjunctive,
    /// In one of the games or in both.
    Selective,
    /// In one of the games; a move in the first ends the second: `G:H`.
    Ordinal,
}

impl Sum {
    /// The options of a sum by those of its parts.
    fn options<N: Clone>(
        self,
        [g, h]: [&N; 2],
        [of_g, of_h]: [&[N]; 2],
        mut sum: impl FnMut(&N, &N) -> Result<N, Failure>,
    ) -> Result<Vec<N>, Failure> {
        let mut options = Vec::new();
        if let Sum::Disjunctive | Sum::Selective = self {
            for option in of_g {
                options.push(sum(option, h)?);
            }
        }
        if self == Sum::Ordinal {
            options.extend_from_slice(of_g);
        }
        if self != Sum::Conjunctive {
            for option in of_h {
                options.push(sum(g, option)?);
            }
        }
        if let Sum::Conjunctive | Sum::Selective = self {
            for option in of_g {
                for other in of_h {
                    options.push(sum(option, other)?);
                }
            }
        }
        Ok(options)
    }
}

/// A game that is not simplified: its options as they are written, or a sum.
///
/// Where a game is needed it is its canonical form.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_calc::{Value, Worksheet};
/// let mut sheet = Worksheet::new();
/// let mut text = |text: &str| sheet.evaluate(text, &Limits::default()).map(|value| value.to_string());
/// assert_eq!(text("'{*|*}'")?, "'{*|*}'");
/// assert_eq!(text("'{*|*}' + 1")?, "'{*|*}' + 1");
/// assert_eq!(text("'{*|*}'.CanonicalForm")?, "0");
/// assert_eq!(text("('{*|*}':1).CanonicalForm")?, "^");
/// assert_eq!(text("'{*|*}'.MisereOutcomeClass")?, "N");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    tree: Tree,
    value: CanonicalForm,
    /// The number of games in the text, and how deep they nest.
    size: usize,
    depth: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Options([Vec<Node>; 2]),
    Sum(Sum, [Node; 2]),
}

/// A game in a literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Game(CanonicalForm),
    Literal(Arc<Literal>),
}

impl Node {
    pub(crate) fn value(&self) -> &CanonicalForm {
        match self {
            Node::Game(game) => game,
            Node::Literal(literal) => &literal.value,
        }
    }

    fn extent(&self) -> (usize, usize) {
        match self {
            Node::Game(_) => (1, 1),
            Node::Literal(literal) => (literal.size, literal.depth),
        }
    }

    pub(crate) fn negative(&self) -> Node {
        match self {
            Node::Game(game) => Node::Game(-game),
            Node::Literal(literal) => Node::Literal(literal.negative().into()),
        }
    }

    fn map(&self, game: &mut impl FnMut(&CanonicalForm) -> CanonicalForm) -> Node {
        match self {
            Node::Game(g) => Node::Game(game(g)),
            Node::Literal(literal) => Node::Literal(literal.map(game).into()),
        }
    }

    /// A sum as it is written.
    pub(crate) fn sum(
        sum: Sum,
        g: Node,
        h: Node,
        calculation: &mut Calculation<'_>,
    ) -> Result<Node, Failure> {
        let literal = Literal::new(Tree::Sum(sum, [g, h]), calculation)?;
        Ok(Node::Literal(literal.into()))
    }

    /// The value of the game in which each position is what a variant makes of the options of both players there.
    pub(crate) fn variant(
        &self,
        variant: Variant,
        calculation: &mut Calculation<'_>,
    ) -> Result<CanonicalForm, Failure> {
        let mut positions = Positions::default();
        let root = positions.add(self, calculation)?;
        positions.evaluate(
            root,
            |_| None,
            calculation,
            |[mut left, mut right], calculation| {
                match variant {
                    Variant::Impartial => {
                        left.append(&mut right);
                        right.clone_from(&left);
                    }
                    Variant::Dicotic if left.is_empty() || right.is_empty() => {
                        return Ok(CanonicalForm::ZERO);
                    }
                    Variant::Dicotic => {}
                    Variant::Twisted => {
                        for options in [&mut left, &mut right] {
                            options.iter_mut().for_each(|option| *option = -&*option);
                        }
                    }
                }
                Ok(calculation.form(left, right)?)
            },
        )
    }

    /// The outcome under misère play, where the player who cannot move wins.
    pub(crate) fn misere_outcome(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<Outcome, Failure> {
        let mut positions = Positions::default();
        let root = positions.add(self, calculation)?;
        // For each player, whether the player wins by moving first.
        let [left, right] = positions.evaluate(
            root,
            |_| None,
            calculation,
            |options, _| {
                let [left, right]: [Vec<[bool; 2]>; 2] = options;
                let wins = |moves: &[[bool; 2]], other: Player| {
                    moves.is_empty() || moves.iter().any(|wins| !wins[other as usize])
                };
                Ok([wins(&left, Player::Right), wins(&right, Player::Left)])
            },
        )?;
        let winner = |wins: bool, first: Player| if wins { first } else { !first };
        Ok(Outcome::from_winners(winner(left, Player::Left), winner(right, Player::Right)))
    }

    /// The options of a player, as they are written.
    pub(crate) fn options(
        &self,
        player: Player,
        calculation: &mut Calculation<'_>,
    ) -> Result<Vec<Node>, Failure> {
        match self {
            Node::Game(game) => {
                let options = calculation.options(game, player)?;
                calculation.hold(size_of::<Node>() * options.len())?;
                Ok(options.into_iter().map(Node::Game).collect())
            }
            Node::Literal(literal) => match &literal.tree {
                Tree::Options(options) => Ok(options[player as usize].clone()),
                Tree::Sum(sum, [g, h]) => {
                    let of_g = g.options(player, calculation)?;
                    let of_h = h.options(player, calculation)?;
                    sum.options([g, h], [&of_g, &of_h], |g, h| {
                        Node::sum(*sum, g.clone(), h.clone(), calculation)
                    })
                }
            },
        }
    }
}

impl Literal {
    /// The canonical form.
    pub fn value(&self) -> &CanonicalForm {
        &self.value
    }

    pub(crate) fn new(tree: Tree, calculation: &mut Calculation<'_>) -> Result<Literal, Failure> {
        let parts: Vec<&Node> = match &tree {
            Tree::Options(options) => options.iter().flatten().collect(),
            Tree::Sum(_, parts) => parts.iter().collect(),
        };
        let (size, depth) =
            parts.iter().map(|part| part.extent()).fold((0, 0), |(n, d), (m, e)| (n + m, d.max(e)));
        if size >= MAX_SIZE || depth >= MAX_DEPTH {
            let why = format!(
                "a literal has fewer than {MAX_SIZE} games, nested less than {MAX_DEPTH} deep"
            );
            return Err(Failure::undefined(why));
        }
        calculation.hold(size_of::<Literal>() + 2 * size_of::<Node>() * parts.len())?;
        let value = match &tree {
            Tree::Options(options) => {
                let [left, right] =
                    options.each_ref().map(|nodes| nodes.iter().map(Node::value).cloned());
                calculation.form(left, right)?
            }
            Tree::Sum(Sum::Disjunctive, [g, h]) => calculation.sum(g.value(), h.value())?,
            Tree::Sum(Sum::Ordinal, [Node::Game(g), h]) => calculation.ordinal_sum(g, h.value())?,
            tree => {
                let mut positions = Positions::default();
                let root = positions.add_tree(tree, calculation)?;
                let known = |g: &CanonicalForm| Some(g.clone());
                positions.evaluate(root, known, calculation, |[left, right], calculation| {
                    Ok(calculation.form(left, right)?)
                })?
            }
        };
        Ok(Literal { tree, value, size: size + 1, depth: depth + 1 })
    }

    /// The memory of the literal in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.size * size_of::<Node>()
    }

    pub(crate) fn negative(&self) -> Literal {
        let tree = match &self.tree {
            Tree::Options([left, right]) => {
                Tree::Options([right, left].map(|nodes| nodes.iter().map(Node::negative).collect()))
            }
            Tree::Sum(sum, parts) => Tree::Sum(*sum, parts.each_ref().map(Node::negative)),
        };
        Literal { tree, value: -&self.value, ..*self }
    }

    /// Replaces the games in the literal.
    pub(crate) fn map(&self, game: &mut impl FnMut(&CanonicalForm) -> CanonicalForm) -> Literal {
        let tree = match &self.tree {
            Tree::Options(options) => Tree::Options(
                options
                    .each_ref()
                    .map(|nodes| nodes.iter().map(|node| node.map(&mut *game)).collect()),
            ),
            Tree::Sum(sum, parts) => {
                Tree::Sum(*sum, parts.each_ref().map(|node| node.map(&mut *game)))
            }
        };
        let value = game(&self.value);
        Literal { tree, value, ..*self }
    }
}

/// The positions of a tree, each of them once.
#[derive(Default)]
struct Positions {
    positions: Vec<Position>,
    ids: HashMap<Position, usize>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Position {
    Game(CanonicalForm),
    Options([Arc<[usize]>; 2]),
    Sum(Sum, [usize; 2]),
}

impl Positions {
    fn intern(
        &mut self,
        position: Position,
        calculation: &mut Calculation<'_>,
    ) -> Result<usize, Failure> {
        if let Some(&id) = self.ids.get(&position) {
            return Ok(id);
        }
        let id = self.positions.len();
        if id == MAX_POSITIONS {
            let why = format!("the game has more than {MAX_POSITIONS} positions");
            return Err(Failure::undefined(why));
        }
        calculation.count_steps(1)?;
        calculation.hold(6 * size_of::<Position>())?;
        self.positions.push(position.clone());
        self.ids.insert(position, id);
        Ok(id)
    }

    /// Adds a game. The depth of a literal is limited, so this recursion is.
    fn add(&mut self, node: &Node, calculation: &mut Calculation<'_>) -> Result<usize, Failure> {
        match node {
            Node::Game(game) => self.intern(Position::Game(game.clone()), calculation),
            Node::Literal(literal) => self.add_tree(&literal.tree, calculation),
        }
    }

    fn add_tree(
        &mut self,
        tree: &Tree,
        calculation: &mut Calculation<'_>,
    ) -> Result<usize, Failure> {
        let mut add = |node| self.add(node, calculation);
        let position = match tree {
            Tree::Options([left, right]) => {
                let left = left.iter().map(&mut add).collect::<Result<_, _>>()?;
                Position::Options([left, right.iter().map(add).collect::<Result<_, _>>()?])
            }
            Tree::Sum(sum, [g, h]) => Position::Sum(*sum, [add(g)?, add(h)?]),
        };
        self.intern(position, calculation)
    }

    /// The options of a position for both players.
    fn options(
        &mut self,
        id: usize,
        known: &mut HashMap<usize, [Arc<[usize]>; 2]>,
        calculation: &mut Calculation<'_>,
    ) -> Result<[Arc<[usize]>; 2], Failure> {
        if let Some(options) = known.get(&id) {
            return Ok(options.clone());
        }
        let mut both = [Player::Left, Player::Right].map(|_| Arc::default());
        match self.positions[id].clone() {
            Position::Options(options) => both = options,
            Position::Game(game) => {
                for (player, side) in Player::BOTH.into_iter().zip(&mut both) {
                    let options = calculation.options(&game, player)?;
                    let ids =
                        options.into_iter().map(|g| self.intern(Position::Game(g), calculation));
                    *side = ids.collect::<Result<_, _>>()?;
                }
            }
            Position::Sum(sum, [g, h]) => {
                let of_g = self.options(g, known, calculation)?;
                let of_h = self.options(h, known, calculation)?;
                for ((of_g, of_h), side) in of_g.iter().zip(&of_h).zip(&mut both) {
                    let options = sum.options([&g, &h], [of_g, of_h], |&g, &h| {
                        self.intern(Position::Sum(sum, [g, h]), calculation)
                    });
                    *side = options?.into();
                }
            }
        }
        let count: usize = both.iter().map(|side| side.len()).sum();
        calculation.hold(128 + 2 * size_of::<usize>() * count)?;
        known.insert(id, both.clone());
        Ok(both)
    }

    /// Computes something of a position from what it is for the options of both players, in depth-first order with a
    /// stack of its own: trees may be deep.
    fn evaluate<T: Clone>(
        mut self,
        root: usize,
        known: impl Fn(&CanonicalForm) -> Option<T>,
        calculation: &mut Calculation<'_>,
        mut of_options: impl FnMut([Vec<T>; 2], &mut Calculation<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let (mut results, mut all_options) = (HashMap::<usize, T>::new(), HashMap::new());
        let mut stack = vec![root];
        loop {
            let Some(&id) = stack.last() else {
                return results.remove(&root).ok_or(Failure::WrongCount);
            };
            calculation.count_steps(1)?;
            if results.contains_key(&id) {
                stack.pop();
                continue;
            }
            if let Position::Game(game) = &self.positions[id]
                && let Some(result) = known(game)
            {
                results.insert(id, result);
                continue;
            }
            let options = self.options(id, &mut all_options, calculation)?;
            let before = stack.len();
            stack.extend(
                options.iter().flat_map(|side| side.iter()).filter(|id| !results.contains_key(id)),
            );
            calculation.hold(size_of::<usize>() * (stack.len() - before))?;
            if stack.len() == before {
                let values =
                    options.map(|side| side.iter().map(|id| results[id].clone()).collect());
                calculation.hold(2 * size_of::<T>())?;
                let result = of_options(values, calculation)?;
                results.insert(id, result);
            }
        }
    }
}

/// A game that is made of the moves of another one.
#[derive(Clone, Copy)]
pub(crate) enum Variant {
    /// Both players have the moves of both.
    Impartial,
    /// A player can move only where both can.
    Dicotic,
    /// Each move exchanges the players.
    Twisted,
}

/// A piece of the text of a literal.
enum Piece<'l> {
    Text(&'static str),
    Game(&'l CanonicalForm),
}

impl Node {
    fn pieces<'l>(&'l self, pieces: &mut Vec<Piece<'l>>) {
        match self {
            Node::Game(game) => pieces.push(Piece::Game(game)),
            Node::Literal(literal) => literal.pieces(pieces),
        }
    }
}

impl Literal {
    fn pieces<'l>(&'l self, pieces: &mut Vec<Piece<'l>>) {
        match &self.tree {
            Tree::Options(options) => {
                for (open, side) in ["'{", "|"].into_iter().zip(options) {
                    pieces.push(Piece::Text(open));
                    for (i, node) in side.iter().enumerate() {
                        pieces.push(Piece::Text(if i == 0 { "" } else { "," }));
                        node.pieces(pieces);
                    }
                }
                pieces.push(Piece::Text("}'"));
            }
            Tree::Sum(sum, [g, h]) => {
                sum.part(g, pieces);
                pieces.push(Piece::Text(match sum {
                    Sum::Disjunctive => " + ",
                    Sum::Conjunctive => " ConjunctiveSum ",
                    Sum::Selective => " SelectiveSum ",
                    Sum::Ordinal => " : ",
                }));
                sum.part(h, pieces);
            }
        }
    }

    /// The first `most` characters of the text, and its length. The text of a small game can be exponentially long.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn text_start(
        &self,
        most: usize,
        calculation: &mut Calculation<'_>,
    ) -> Result<(String, u64), ValueError> {
        let mut pieces = Vec::new();
        self.pieces(&mut pieces);
        let (mut text, mut length) = (String::new(), 0_u64);
        for piece in pieces {
            let room = most.saturating_sub(text.len());
            match piece {
                Piece::Text(piece) => {
                    text.push_str(&piece[..piece.len().min(room)]);
                    length += piece.len() as u64;
                }
                Piece::Game(game) => {
                    let (start, more) = calculation.text_start(game, room)?;
                    calculation.hold(2 * start.len())?;
                    text += &start;
                    length = length.saturating_add(more);
                }
            }
        }
        Ok((text, length))
    }

    /// Compares two literals in a total order: options before sums, and then by their games.
    pub(crate) fn order(
        &self,
        other: &Literal,
        calculation: &mut Calculation<'_>,
    ) -> Result<Ordering, ValueError> {
        match (&self.tree, &other.tree) {
            (Tree::Options(left), Tree::Options(right)) => {
                for (left, right) in left.iter().zip(right) {
                    let order = order_of_nodes(left, right, calculation)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                Ok(Ordering::Equal)
            }
            (Tree::Sum(sum, left), Tree::Sum(other, right)) if sum == other => {
                order_of_nodes(left, right, calculation)
            }
            (Tree::Sum(sum, _), Tree::Sum(other, _)) => Ok((*sum as u8).cmp(&(*other as u8))),
            (Tree::Options(_), Tree::Sum(..)) => Ok(Ordering::Less),
            (Tree::Sum(..), Tree::Options(_)) => Ok(Ordering::Greater),
        }
    }
}

fn order_of_nodes(
    left: &[Node],
    right: &[Node],
    calculation: &mut Calculation<'_>,
) -> Result<Ordering, ValueError> {
    for pair in left.iter().zip(right) {
        let order = match pair {
            (Node::Game(g), Node::Game(h)) => calculation.structural_cmp(g, h)?,
            (Node::Literal(g), Node::Literal(h)) => g.order(h, calculation)?,
            (Node::Game(_), Node::Literal(_)) => Ordering::Less,
            (Node::Literal(_), Node::Game(_)) => Ordering::Greater,
        };
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(left.len().cmp(&right.len()))
}

impl Sum {
    /// Adds the text of a part, in parentheses unless it binds more closely.
    fn part<'l>(self, node: &'l Node, pieces: &mut Vec<Piece<'l>>) {
        let plain = match node {
            Node::Game(_) => true,
            Node::Literal(literal) => match (self, &literal.tree) {
                (_, Tree::Options(_)) => true,
                (Sum::Disjunctive, Tree::Sum(sum, _)) => {
                    matches!(sum, Sum::Disjunctive | Sum::Ordinal)
                }
                _ => false,
            },
        };
        if plain {
            return node.pieces(pieces);
        }
        pieces.push(Piece::Text("("));
        node.pieces(pieces);
        pieces.push(Piece::Text(")"));
    }
}

/// # Panics
/// As the operators of [`CanonicalForm`], if a game is too deep to print; [`Literal::text_start`] does not panic.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = Vec::new();
        self.pieces(&mut pieces);
        pieces.iter().try_for_each(|piece| match piece {
            Piece::Text(text) => f.write_str(text),
            Piece::Game(game) => game.fmt(f),
        })
    }
}

/// A loopy game as it is written, with its positions: `'a{1|{a|0}}'`.
///
/// Where a game is needed it is its value.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopyLiteral {
    text: Box<str>,
    game: LoopyGame,
    root: PositionId,
    value: LoopyValue,
}

impl LoopyLiteral {
    pub(crate) fn new(
        text: &str,
        game: LoopyGame,
        root: PositionId,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyLiteral, ValueError> {
        let value = game.value(root, calculation)?;
        let literal = LoopyLiteral { text: text.into(), game, root, value };
        calculation.hold(literal.bytes())?;
        Ok(literal)
    }

    /// The value.
    pub fn value(&self) -> &LoopyValue {
        &self.value
    }

    /// The game and its root.
    pub fn game(&self) -> (&LoopyGame, PositionId) {
        (&self.game, self.root)
    }

    /// The memory of the literal in bytes, approximately.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<LoopyLiteral>() + self.text.len() + self.game.bytes() + self.value.bytes()
    }

    /// Replaces the short games in the literal.
    pub(crate) fn map_forms(
        &self,
        form: &mut impl FnMut(&CanonicalForm) -> CanonicalForm,
    ) -> LoopyLiteral {
        let (game, value) = (self.game.map_forms(&mut *form), self.value.map_forms(form));
        LoopyLiteral { text: self.text.clone(), game, root: self.root, value }
    }
}

impl fmt::Display for LoopyLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
