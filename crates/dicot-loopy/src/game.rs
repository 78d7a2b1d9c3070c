//! Loopy games as they are given: graphs of positions with options for both players.

use hashbrown::HashMap;

use dicot::{Calculation, CanonicalForm, Player, ValueError};

use crate::arena::{Arena, NodeId};
use crate::value::LoopyValue;

/// A graph of positions, each with options for both players: other positions of the graph, itself among them, or values.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Player, Store};
/// use dicot_loopy::LoopyGame;
/// let mut game = LoopyGame::new();
/// let over = game.add_position();
/// game.add_option(over, Player::Left, CanonicalForm::ZERO);
/// game.add_option(over, Player::Right, over);
/// let store = Store::new();
/// assert_eq!(game.value(over, &mut store.calculation())?.to_string(), "over");
/// # Ok::<_, dicot::ValueError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LoopyGame {
    positions: Vec<[Vec<LoopyOption>; 2]>,
}

/// The index of a position of a [`LoopyGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionId(pub(crate) u32);

/// An option of a position.
#[derive(Clone, Debug, PartialEq)]
pub enum LoopyOption {
    /// A position of the same game.
    Position(PositionId),
    /// A value.
    Value(LoopyValue),
}

impl From<PositionId> for LoopyOption {
    fn from(position: PositionId) -> LoopyOption {
        LoopyOption::Position(position)
    }
}

impl<V: Into<LoopyValue>> From<V> for LoopyOption {
    fn from(value: V) -> LoopyOption {
        LoopyOption::Value(value.into())
    }
}

impl LoopyGame {
    /// Creates a game without positions.
    pub fn new() -> LoopyGame {
        LoopyGame::default()
    }

    /// Adds a position without options.
    ///
    /// # Panics
    /// If there are 2^32 positions already.
    pub fn add_position(&mut self) -> PositionId {
        let index = u32::try_from(self.positions.len()).expect("fewer than 2^32 positions");
        self.positions.push(Default::default());
        PositionId(index)
    }

    /// The options of a player.
    pub(crate) fn options(&self, position: u32, player: Player) -> &[LoopyOption] {
        &self.positions[position as usize][player as usize]
    }

    /// Adds an option.
    ///
    /// # Panics
    /// If the position is one of another game with more positions.
    pub fn add_option(
        &mut self,
        position: PositionId,
        player: Player,
        option: impl Into<LoopyOption>,
    ) {
        self.positions[position.0 as usize][player as usize].push(option.into());
    }

    /// The simplest form of a stopper as a game, and its position. Short games in it have positions as well.
    ///
    /// # Errors
    /// If the value is not that of a stopper, or a limit is reached.
    pub fn of_stopper(
        value: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<(LoopyGame, PositionId), ValueError> {
        let mut arena = Arena::new(calculation);
        let root = value.stopper(&mut arena)?;
        let mut game = LoopyGame::new();
        let mut found: HashMap<NodeId, PositionId> = [(root, game.add_position())].into();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            for player in Player::BOTH {
                for option in arena.options(node, player)?.to_vec() {
                    let position = *found.entry(option).or_insert_with(|| {
                        open.push(option);
                        game.add_position()
                    });
                    arena.charge(64)?;
                    game.add_option(found[&node], player, position);
                }
            }
        }
        Ok((game, PositionId(0)))
    }

    /// The game with other short games in its options.
    pub fn map_forms(&self, mut form: impl FnMut(&CanonicalForm) -> CanonicalForm) -> LoopyGame {
        let mut game = self.clone();
        for option in game.positions.iter_mut().flatten().flatten() {
            if let LoopyOption::Value(value) = option {
                *value = value.map_forms(&mut form);
            }
        }
        game
    }

    /// The bytes of memory, approximately.
    pub fn bytes(&self) -> usize {
        let bytes = |option: &LoopyOption| match option {
            LoopyOption::Position(_) => 0,
            LoopyOption::Value(value) => value.bytes(),
        };
        let options = self.positions.iter().flatten().flatten();
        let own = self.positions.len() * size_of::<[Vec<LoopyOption>; 2]>();
        own + options.map(|option| 2 * size_of::<LoopyOption>() + bytes(option)).sum::<usize>()
    }

    /// Adds options to all positions.
    fn add_to_each(&mut self, player: Player, options: &[LoopyValue]) {
        for position in &mut self.positions {
            position[player as usize].extend(options.iter().cloned().map(LoopyOption::Value));
        }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If it cannot be represented, or a limit is reached.
    pub fn value(
        &self,
        position: PositionId,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let mut arena = Arena::new(calculation);
        let onside = self.add_to(&mut arena, position, false)?;
        let onside = arena.onside(onside)?;
        let negative = self.add_to(&mut arena, position, true)?;
        let negative = arena.onside(negative)?;
        arena.value([onside, negative])
    }

    /// Adds the positions that one leads to, or their negatives, to an arena.
    fn add_to(
        &self,
        arena: &mut Arena<'_, '_>,
        root: PositionId,
        negated: bool,
    ) -> Result<NodeId, ValueError> {
        let mut ids: HashMap<PositionId, NodeId> = [(root, arena.add()?)].into();
        let mut open = vec![root];
        while let Some(position) = open.pop() {
            for player in Player::BOTH {
                let mut added = Vec::new();
                for option in self.options(position.0, player) {
                    added.push(match option {
                        LoopyOption::Position(option) => match ids.get(option) {
                            Some(&id) => id,
                            None => {
                                let id = arena.add()?;
                                ids.insert(*option, id);
                                open.push(*option);
                                id
                            }
                        },
                        LoopyOption::Value(value) if negated => {
                            arena.add_negative(&value.offside)?
                        }
                        LoopyOption::Value(value) => arena.add_graph(&value.onside)?,
                    });
                }
                arena.charge(8 * added.len())?;
                let player = if negated { !player } else { player };
                arena.nodes[ids[&position] as usize].options[player as usize] = added;
            }
        }
        Ok(ids[&root])
    }
}

/// Named games, as CGSuite has them.
impl LoopyValue {
    fn with_pass(player: Player, other: Option<LoopyValue>) -> LoopyGame {
        let mut game = LoopyGame::new();
        let root = game.add_position();
        game.add_option(root, player, root);
        if let Some(other) = other {
            game.add_option(root, !player, other);
        }
        game
    }

    /// The names that [`of_name`](LoopyValue::of_name) knows.
    pub const NAMES: [&str; 8] = ["on", "off", "over", "under", "upon", "dud", "tis", "tisn"];

    /// The value of one of the [names](LoopyValue::NAMES).
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn of_name(
        name: &str,
        calculation: &mut Calculation<'_>,
    ) -> Result<Option<LoopyValue>, ValueError> {
        let zero = LoopyValue::from(CanonicalForm::ZERO);
        let star = LoopyValue::from(CanonicalForm::STAR);
        let game = match name {
            "on" => LoopyValue::with_pass(Player::Left, None),
            "off" => LoopyValue::with_pass(Player::Right, None),
            "over" => LoopyValue::with_pass(Player::Right, Some(zero)),
            "under" => LoopyValue::with_pass(Player::Left, Some(zero)),
            "upon" => LoopyValue::with_pass(Player::Left, Some(star)),
            "dud" => {
                let mut game = LoopyValue::with_pass(Player::Left, None);
                game.add_option(PositionId(0), Player::Right, PositionId(0));
                game
            }
            "tis" | "tisn" => {
                // tis = {tisn|}, tisn = {|tis}.
                let mut game = LoopyGame::new();
                let (tis, tisn) = (game.add_position(), game.add_position());
                game.add_option(tis, Player::Left, tisn);
                game.add_option(tisn, Player::Right, tis);
                let root = if name == "tis" { tis } else { tisn };
                return game.value(root, calculation).map(Some);
            }
            _ => return Ok(None),
        };
        game.value(PositionId(0), calculation).map(Some)
    }
}

impl LoopyValue {
    /// The value of `{left|right}`.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Store};
    /// use dicot_loopy::LoopyValue;
    /// let (store, zero) = (Store::new(), CanonicalForm::ZERO);
    /// let star = LoopyValue::new([zero.clone().into()], [zero.into()], &mut store.calculation())?;
    /// assert_eq!(star, CanonicalForm::STAR.into());
    /// # Ok::<_, dicot::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// If it cannot be represented, or a limit is reached.
    pub fn new(
        left: impl IntoIterator<Item = LoopyValue>,
        right: impl IntoIterator<Item = LoopyValue>,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let mut game = LoopyGame::new();
        let root = game.add_position();
        left.into_iter().for_each(|option| game.add_option(root, Player::Left, option));
        right.into_iter().for_each(|option| game.add_option(root, Player::Right, option));
        game.value(root, calculation)
    }

    /// `↑^[on]`, the sum of all `↑^n`, or `↑^on`, which is less than each of them.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn up_of_on(
        is_sum: bool,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let upon = LoopyValue::with_pass(Player::Left, Some(CanonicalForm::STAR.into()));
        let upon = upon.value(PositionId(0), calculation)?;
        if is_sum {
            return Ok(upon);
        }
        let threat = upon.negative(calculation)?.sum(&CanonicalForm::STAR.into(), calculation)?;
        LoopyValue::new([CanonicalForm::ZERO.into()], [threat], calculation)
    }

    /// The ordinal sum `G:H`, in which a move in `G` ends `H`, of the simplest forms of stoppers.
    ///
    /// # Errors
    /// If one of them is not a stopper, or a limit is reached.
    pub fn ordinal_sum(
        &self,
        other: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let (mut game, root) = LoopyGame::of_stopper(other, calculation)?;
        for player in Player::BOTH {
            game.add_to_each(player, &self.options(player, calculation)?);
        }
        game.value(root, calculation)
    }

    /// The subordinate: the `H` of `base:H`; `None` if the stopper is not such an ordinal sum.
    ///
    /// # Errors
    /// If the value is not that of a stopper, or a limit is reached.
    pub fn subordinate(
        &self,
        base: &CanonicalForm,
        calculation: &mut Calculation<'_>,
    ) -> Result<Option<LoopyValue>, ValueError> {
        if let Some(form) = self.as_short() {
            return Ok(calculation.subordinate(form, base)?.map(LoopyValue::from));
        }
        let base = LoopyValue::from(base.clone());
        let mut game = LoopyGame::new();
        let mut open = vec![(self.clone(), game.add_position())];
        let mut found: HashMap<LoopyValue, PositionId> = open.iter().cloned().collect();
        // Each option is an ordinal sum with the base itself, or a move in the base.
        while let Some((value, position)) = open.pop() {
            for player in Player::BOTH {
                let in_base = base.options(player, calculation)?;
                for option in value.options(player, calculation)? {
                    calculation.count_steps(1)?;
                    if in_base.contains(&option) {
                        continue;
                    }
                    let id = *found.entry(option).or_insert_with_key(|option| {
                        let id = game.add_position();
                        open.push((option.clone(), id));
                        id
                    });
                    game.add_option(position, player, id);
                }
            }
        }
        let subordinate = game.value(found[self], calculation)?;
        Ok((base.ordinal_sum(&subordinate, calculation)? == *self).then_some(subordinate))
    }

    /// The sum of powers `G^[x]`: 0 for 0, or else the ordinal sum `G:y` where `1:y` is `x`.
    ///
    /// # Errors
    /// If `x` is not 0 and not such a sum, one of them is not a stopper, or a limit is reached.
    pub fn pow_to(
        &self,
        x: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        if x.as_short() == Some(&CanonicalForm::ZERO) {
            return Ok(CanonicalForm::ZERO.into());
        }
        let y = x.subordinate(&CanonicalForm::from(1), calculation)?;
        let why =
            "the exponent must be 0 or an ordinal sum with the base 1, such as `on` or `over`";
        self.ordinal_sum(&y.ok_or(ValueError::Undefined(why))?, calculation)
    }

    /// The power `G^x` of a game `{0|H}`: `{0|H-G^[x-1]}`.
    ///
    /// # Errors
    /// If the game is not `{0|H}`, or as [`pow_to`](LoopyValue::pow_to) with the exponent `x-1`.
    pub fn pow(
        &self,
        x: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let zero = LoopyValue::from(CanonicalForm::ZERO);
        let [left, right] = [Player::Left, Player::Right].map(|p| self.options(p, calculation));
        let (left, right) = (left?, right?);
        let [right] = &right[..] else { return Err(NOT_A_BASE) };
        if left != [zero.clone()] {
            return Err(NOT_A_BASE);
        }
        let one_less = x.sum(&CanonicalForm::from(-1).into(), calculation)?;
        let powers = self.pow_to(&one_less, calculation)?;
        let right = right.sum(&powers.negative(calculation)?, calculation)?;
        LoopyValue::new([zero], [right], calculation)
    }

    /// `Tiny(G)`, the game `{0||0|-G}`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn tiny(&self, calculation: &mut Calculation<'_>) -> Result<LoopyValue, ValueError> {
        let negative = self.negative(calculation)?;
        let zero = || [CanonicalForm::ZERO.into()];
        let threat = LoopyValue::new(zero(), [negative], calculation)?;
        LoopyValue::new(zero(), [threat], calculation)
    }
}

const NOT_A_BASE: ValueError = ValueError::Undefined("`Pow` takes games of the form {0|H}");
