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
#[derive(Clone, Debug, Default)]
pub struct LoopyGame {
    positions: Vec<[Vec<LoopyOption>; 2]>,
}

/// The index of a position of a [`LoopyGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionId(u32);

/// An option of a position.
#[derive(Clone, Debug)]
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
                for option in &self.positions[position.0 as usize][player as usize] {
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
                arena.calculation.hold(8 * added.len())?;
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

    fn named(
        game: &LoopyGame,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        game.value(PositionId(0), calculation)
    }

    /// The value of a name: `on`, `off`, `over`, `under`, `upon`, `dud`, `tis` or `tisn`.
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
        LoopyValue::named(&game, calculation).map(Some)
    }
}

impl LoopyValue {
    /// `↑^[on]`, the sum of all `↑^n`, or `↑^on`, which is less than each of them.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn up_of_on(
        is_sum: bool,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyValue, ValueError> {
        let upon = LoopyValue::with_pass(Player::Left, Some(CanonicalForm::STAR.into()));
        let upon = LoopyValue::named(&upon, calculation)?;
        if is_sum {
            return Ok(upon);
        }
        let threat = upon.negative(calculation)?.sum(&CanonicalForm::STAR.into(), calculation)?;
        let mut game = LoopyGame::new();
        let root = game.add_position();
        game.add_option(root, Player::Left, CanonicalForm::ZERO);
        game.add_option(root, Player::Right, threat);
        game.value(root, calculation)
    }

    /// `Tiny(G)`, the game `{0||0|-G}`.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn tiny(&self, calculation: &mut Calculation<'_>) -> Result<LoopyValue, ValueError> {
        let negative = self.negative(calculation)?;
        let mut game = LoopyGame::new();
        let (root, threat) = (game.add_position(), game.add_position());
        game.add_option(root, Player::Left, CanonicalForm::ZERO);
        game.add_option(root, Player::Right, threat);
        game.add_option(threat, Player::Left, CanonicalForm::ZERO);
        game.add_option(threat, Player::Right, negative);
        game.value(root, calculation)
    }
}
