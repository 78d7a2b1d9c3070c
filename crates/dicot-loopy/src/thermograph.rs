//! Thermographs of stoppers, and of kos if one player wins them.
//!
//! # The walls
//! At temperature `t` a move costs its player `t`. From the walls of the options come the scaffolds: the left one is the greatest of
//! `R(G^L) - t`, the right one the least of `L(G^R) + t`. Where the left scaffold is at least the right one, they are the walls. Where it is
//! less, nobody moves before it is colder, and both walls are the mast: it goes on from the walls below, straight up unless a
//! scaffold pushes it, since a player who does better by moving now does not wait. At temperature -1 the mast begins at the integer between the scaffolds
//! that is nearest to 0, so that numbers need no rule of their own. For short games this is the usual thermograph.
//!
//! The walls of positions that lead to each other depend on each other. So the temperature rises from -1 for all of them at once: walls
//! are linear up to the next temperature at which a scaffold bends, or meets another or a mast. Just above a temperature
//! positions whose scaffolds have crossed keep to their masts, and from the others play alternates until it leaves them or
//! comes to one of those. In a stopper alternating play ends, so that this determines all slopes. At temperature -1 the equations are solved from below
//! and from above; if the solutions differ there is no thermograph.
//!
//! # Kos
//! A player's move is the *capture of a ko* if the other player could move back. In the sense of Berlekamp one player, the *komaster*, wins all
//! kos: the other may not move back, but the komaster must go on with another move in the same game, at once and for the same tax, until a move
//! does not capture a ko.
//!
//! Source: Berlekamp, *The economist's view of combinatorial games* (Games of No Chance, 1996).

mod wall;

use std::cmp::Ordering;
use std::fmt;

use dicot::{ByPlayer, Calculation, Dyadic, Player, Thermograph, ValueError};
use hashbrown::HashMap;
use num_rational::Rational64;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

use self::wall::*;
use crate::game::{LoopyGame, LoopyOption, PositionId};
use crate::graph::GraphPosition;
use crate::numbered::Numbered;
use crate::position_graph::{OptionGraph, meter};
use crate::value::{LoopyValue, NOT_A_STOPPER};

/// A thermograph whose walls may have any integer slopes: that of a stopper, or of a ko that one player wins.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Player, Store};
/// use dicot_loopy::LoopyGame;
/// let store = Store::new();
/// // A ko: Left wins 10 points by one move, Right takes, and then wins 10 points.
/// let mut game = LoopyGame::new();
/// let (ko, taken) = (game.add_position(), game.add_position());
/// game.add_option(ko, Player::Left, CanonicalForm::from(10));
/// game.add_option(ko, Player::Right, taken);
/// game.add_option(taken, Player::Left, ko);
/// game.add_option(taken, Player::Right, CanonicalForm::from(-10));
/// let thermograph = game.thermograph(ko, Some(Player::Left), &mut store.calculation())?;
/// assert_eq!(thermograph.mast.to_string(), "10/3");
/// assert_eq!(thermograph.temperature.to_string(), "20/3");
/// # Ok::<_, dicot::ValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct LoopyThermograph {
    /// The breakpoints of the left and the right wall, from temperature -1 up. The mast is above the last one.
    pub walls: ByPlayer<Vec<Breakpoint>>,
    /// The value of the mast where it is vertical for good. For games without kos it is the mean.
    pub mast: Rational64,
    /// The temperature from which both walls are the vertical mast.
    pub temperature: Rational64,
}

/// A point at which a wall bends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Breakpoint {
    /// The temperature.
    pub temperature: Rational64,
    /// The value of the wall there.
    pub value: Rational64,
    /// The slope above it: value per degree.
    pub slope: i64,
}

impl From<&Thermograph> for LoopyThermograph {
    fn from(thermograph: &Thermograph) -> LoopyThermograph {
        let wall = |player| {
            let points = thermograph.walls[player].points();
            let breakpoint = |(i, &(t, v)): (usize, &(Dyadic, Dyadic))| {
                let slope = points.get(i + 1).map_or(0, |(_, next)| next.cmp(&v) as i64);
                Breakpoint { temperature: t.into(), value: v.into(), slope }
            };
            points.iter().enumerate().map(breakpoint).collect()
        };
        LoopyThermograph {
            walls: ByPlayer { left: wall(Player::Left), right: wall(Player::Right) },
            mast: thermograph.mean.into(),
            temperature: thermograph.temperature.into(),
        }
    }
}

/// As that of a [`Thermograph`]: for each wall the value of the mast, the temperatures at which it bends from the mast down, and the slopes
/// between them.
impl fmt::Display for LoopyThermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thermograph(")?;
        for (i, points) in [&self.walls.left, &self.walls.right].into_iter().enumerate() {
            let bends = points.iter().skip(1).rev().map(|point| point.temperature.to_string());
            let slopes = points.iter().rev().map(|point| point.slope.to_string());
            let [bends, slopes] =
                [bends.collect::<Vec<_>>(), slopes.collect()].map(|list| list.join(","));
            let separator = if i == 0 { "" } else { "," };
            write!(f, "{separator}{},[{bends}],[{slopes}]", self.mast)?;
        }
        f.write_str(")")
    }
}

impl LoopyGame {
    /// The thermograph of a position. Its options are taken as they are given; with a komaster, positions can be kos.
    ///
    /// # Errors
    /// If alternating play need not end with this komaster, an option is a value that is not a stopper, the komaster has no second move after
    /// the capture of a ko, the thermograph is infinite, or a limit is reached.
    pub fn thermograph(
        &self,
        position: PositionId,
        komaster: Option<Player>,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyThermograph, ValueError> {
        let options =
            |p: &u32, player, list: &mut Vec<u32>| list.extend(self.positions_of(*p, player));
        let (_, numbers) =
            OptionGraph::explore([position.0], options, &mut meter(calculation), &mut |_| {})?;
        let mut sweep = Sweep::default();
        sweep.add(numbers.positions().len());
        for (n, &p) in numbers.positions().iter().enumerate() {
            for player in Player::BOTH {
                let mut moves = Vec::new();
                let mut path = Vec::new();
                let komaster = komaster == Some(player);
                self.add_moves(
                    p,
                    player,
                    komaster,
                    &mut path,
                    &numbers,
                    &mut moves,
                    &mut sweep,
                    calculation,
                )?;
                sweep.moves[n][player as usize] = moves;
            }
        }
        sweep.thermograph(0, calculation)
    }

    /// The options of a player that are positions of the game.
    fn positions_of(&self, position: u32, player: Player) -> impl Iterator<Item = u32> {
        self.options(position, player).iter().filter_map(|option| match option {
            LoopyOption::Position(option) => Some(option.0),
            LoopyOption::Value(_) => None,
        })
    }

    /// Whether the other player could move back after a player's move to a position.
    fn returns(&self, to: u32, from: u32, player: Player) -> bool {
        self.positions_of(to, !player).any(|option| option == from)
    }

    /// Adds the moves of a player from a position, to which the path of captures of kos leads. Captures of the komaster go on.
    #[expect(clippy::too_many_arguments, reason = "a recursion with two tables")]
    fn add_moves(
        &self,
        from: u32,
        player: Player,
        is_komaster: bool,
        path: &mut Vec<u32>,
        numbers: &Numbered<u32>,
        moves: &mut Vec<Move>,
        sweep: &mut Sweep,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        let before = moves.len();
        path.push(from);
        for option in self.options(from, player) {
            calculation.count_steps(path.len())?;
            let to = match option {
                LoopyOption::Position(to) if is_komaster && self.returns(to.0, from, player) => {
                    if path.contains(&to.0) || path.len() > MOST_CAPTURES {
                        return Err(UNDECIDED);
                    }
                    self.add_moves(to.0, player, true, path, numbers, moves, sweep, calculation)?;
                    continue;
                }
                LoopyOption::Position(to) => numbers.get(&to.0).expect("an option of a position"),
                LoopyOption::Value(value) => sweep.add_value(value, calculation)?,
            };
            calculation.hold(2 * size_of::<Move>())?;
            moves.push(Move { to, tax: path.len() as i64 });
        }
        path.pop();
        match moves.len() > before || path.is_empty() {
            true => Ok(()),
            false => {
                Err(ValueError::Undefined("the komaster has no move after the capture of a ko"))
            }
        }
    }
}

impl LoopyValue {
    /// The thermograph of a stopper.
    ///
    /// # Examples
    /// ```
    /// use dicot::Store;
    /// use dicot_loopy::LoopyValue;
    /// let store = Store::new();
    /// let calculation = &mut store.calculation();
    /// let over = LoopyValue::of_name("over", calculation)?.unwrap();
    /// assert_eq!(over.thermograph(calculation)?.to_string(), "Thermograph(0,[0],[0,-1],0,[],[0])");
    /// # Ok::<_, dicot::ValueError>(())
    /// ```
    ///
    /// # Errors
    /// If the value is not that of a stopper, the thermograph is infinite, or a limit is reached.
    pub fn thermograph(
        &self,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyThermograph, ValueError> {
        let mut sweep = Sweep::default();
        let root = sweep.add_value(self, calculation)?;
        sweep.thermograph(root, calculation)
    }
}

const UNDECIDED: ValueError = ValueError::Undefined(
    "alternating play need not end: there is a loop that is not a ko which the komaster wins",
);
const INFINITE: ValueError =
    ValueError::Undefined("the thermograph has no mast: its walls do not meet");

impl Sweep {
    /// Adds positions without moves.
    fn add(&mut self, count: usize) {
        self.moves.resize(self.moves.len() + count, Default::default());
        self.walls.resize(self.moves.len(), None);
    }

    /// Adds the positions of a simplest form, and returns its root.
    fn add_value(
        &mut self,
        value: &LoopyValue,
        calculation: &mut Calculation<'_>,
    ) -> Result<u32, ValueError> {
        if !value.is_stopper() {
            return Err(NOT_A_STOPPER);
        }
        let first = self.moves.len() as u32;
        calculation.hold(2 * value.bytes() + 64)?;
        self.add(value.onside.positions.len());
        for (position, i) in value.onside.positions.iter().zip(first as usize..) {
            match position {
                GraphPosition::Short(form) => {
                    let thermograph = LoopyThermograph::from(&calculation.thermograph(form)?);
                    self.walls[i] = Some(thermograph.walls());
                }
                GraphPosition::Loopy(options) => {
                    self.moves[i] = options.each_ref().map(|options| {
                        options.iter().map(|&to| Move { to: first + to, tax: 1 }).collect()
                    });
                }
            }
        }
        Ok(first)
    }

    /// Finds the walls of a position and of all that it leads to.
    fn find(&mut self, root: u32, calculation: &mut Calculation<'_>) -> Result<(), ValueError> {
        let options = |&p: &u32, player: Player, list: &mut Vec<u32>| {
            list.extend(self.moves[p as usize][player as usize].iter().map(|m| m.to));
        };
        let (graph, numbers) =
            OptionGraph::explore([root], options, &mut meter(calculation), &mut |_| {})?;
        let positions = numbers.positions();
        let (order, ends) = graph.components(&mut meter(calculation))?;
        let mut start = 0;
        for end in ends {
            let component: Vec<u32> =
                order[start..end as usize].iter().map(|&n| positions[n as usize]).collect();
            start = end as usize;
            let first = component[0] as usize;
            if self.walls[first].is_some() {
                continue;
            }
            // `on` and `off`.
            for player in Player::BOTH {
                let passes = &self.moves[first][player as usize];
                let only_passes = !passes.is_empty() && passes.iter().all(|m| m.to == component[0]);
                if only_passes && self.moves[first][!player as usize].is_empty() {
                    let value = if player == Player::Left { INFINITY } else { -INFINITY };
                    self.walls[first] = Some([(); 2].map(|()| Wall::constant(value)));
                }
            }
            if self.walls[first].is_none() {
                self.find_component(&component, calculation)?;
            }
        }
        Ok(())
    }

    /// Finds the walls of positions that lead to each other.
    fn find_component(
        &mut self,
        component: &[u32],
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        let mut level = self.bottom(component, calculation)?;
        let mut walls: HashMap<u32, [Wall; 2]> =
            component.iter().map(|&p| (p, [(); 2].map(|()| Wall { points: Vec::new() }))).collect();
        loop {
            self.find_slopes(component, &mut level, calculation)?;
            for (p, walls) in &mut walls {
                for (wall, &line) in walls.iter_mut().zip(&level.lines[p]) {
                    calculation.hold(size_of::<(Rational64, Line)>())?;
                    wall.push(level.t, line);
                }
            }
            let Some(wait) = self.next_event(component, &level, calculation)? else { break };
            level.t = add(level.t, wait)?;
            for line in level.lines.values_mut().flatten() {
                *line = line.after(wait)?;
            }
        }
        for (p, found) in walls {
            self.walls[p as usize] = Some(found);
        }
        Ok(())
    }

    /// The line that a move leads to, with its tax.
    fn taxed(&self, player: Player, m: Move, level: &Level) -> Result<Line, ValueError> {
        let line = match (level.lines.get(&m.to), &self.walls[m.to as usize]) {
            (Some(lines), _) => lines[!player as usize],
            (None, Some(walls)) => walls[!player as usize].at(level.t)?,
            (None, None) => unreachable!("walls of options are found first"),
        };
        let step = if player == Player::Left { -m.tax } else { m.tax };
        let tax = level.t.checked_mul(&step.into()).ok_or(ValueError::Overflow)?;
        Ok(Line { value: add(line.value, tax)?, slope: line.slope + step })
    }

    /// The scaffold of a player; infinite without moves.
    fn scaffold(&self, p: u32, player: Player, level: &Level) -> Result<Line, ValueError> {
        let none = if player == Player::Left { -INFINITY } else { INFINITY };
        let mut best = None;
        for &m in &self.moves[p as usize][player as usize] {
            let line = self.taxed(player, m, level)?;
            best = Some(best.map_or(line, |best| better(player, best, line)));
        }
        Ok(best.unwrap_or(Line::constant(none)))
    }

    fn scaffolds(&self, p: u32, level: &Level) -> Result<[Line; 2], ValueError> {
        Ok([self.scaffold(p, Player::Left, level)?, self.scaffold(p, Player::Right, level)?])
    }

    /// The values at temperature -1.
    fn bottom(
        &self,
        component: &[u32],
        calculation: &mut Calculation<'_>,
    ) -> Result<Level, ValueError> {
        let [below, above] = [-INFINITY, INFINITY].map(|start| {
            let lines = component.iter().map(|&p| (p, [Line::constant(start); 2])).collect();
            let mut level = Level { t: (-1).into(), lines };
            for _ in 0..ROUNDS * (component.len() + 1) {
                let mut changed = false;
                for &p in component {
                    calculation.count_steps(
                        1 + self.moves[p as usize].iter().map(Vec::len).sum::<usize>(),
                    )?;
                    let [left, right] = self.scaffolds(p, &level)?.map(|line| line.value);
                    let mast = clamp(Rational64::ZERO, left, right);
                    let walls = if left >= right { [left, right] } else { [mast, mast] };
                    let old = level.lines.insert(p, walls.map(Line::constant));
                    changed |= old != Some(walls.map(Line::constant));
                }
                if !changed {
                    return Ok(level);
                }
            }
            Err(INFINITE)
        });
        let (below, above) = (below?, above?);
        if below.lines == above.lines { Ok(below) } else { Err(UNDECIDED) }
    }

    /// Finds the slopes above a temperature at which the values are known.
    fn find_slopes(
        &self,
        component: &[u32],
        level: &mut Level,
        calculation: &mut Calculation<'_>,
    ) -> Result<(), ValueError> {
        // The walls of positions whose scaffolds have met are held at slopes that are tried.
        let mut held: HashMap<u32, [i64; 2]> = HashMap::new();
        for &p in component {
            let [left, right] = self.scaffolds(p, level)?;
            if left.value <= right.value {
                held.insert(p, [0; 2]);
            }
        }
        for _ in 0..component.len() + 2 {
            let mut slopes: HashMap<(u32, Player), Option<i64>> = HashMap::new();
            for &p in component {
                for player in Player::BOTH {
                    self.find_slope(p, player, &held, &mut slopes, level, calculation)?;
                }
            }
            for (&p, lines) in &mut level.lines {
                for player in Player::BOTH {
                    lines[player as usize].slope = slopes[&(p, player)].expect("found above");
                }
            }
            let mut changed = false;
            for (&p, tried) in &mut held {
                let [left, right] = self.scaffolds(p, level)?;
                let mast = level.lines[&p][0].value;
                let slopes = if left.value == right.value && left.slope >= right.slope {
                    [left.slope, right.slope]
                } else {
                    let least = if left.value == mast { left.slope.max(0) } else { 0 };
                    let most = if right.value == mast { right.slope.min(0) } else { 0 };
                    // Between scaffolds that both push it, the mast cannot be: then they have met.
                    [least + most; 2]
                };
                changed |= *tried != slopes;
                *tried = slopes;
            }
            if !changed {
                return Ok(());
            }
        }
        Err(UNDECIDED)
    }

    /// Finds the slope of a wall by alternating play.
    fn find_slope(
        &self,
        p: u32,
        player: Player,
        held: &HashMap<u32, [i64; 2]>,
        slopes: &mut HashMap<(u32, Player), Option<i64>>,
        level: &Level,
        calculation: &mut Calculation<'_>,
    ) -> Result<i64, ValueError> {
        let mut stack = vec![(p, player)];
        while let Some(&(p, player)) = stack.last() {
            if let Some(Some(_)) = slopes.get(&(p, player)) {
                stack.pop();
                continue;
            }
            // `None` is one that waits for others.
            let held = held.get(&p).map(|held| held[player as usize]);
            slopes.insert((p, player), held);
            if held.is_some() {
                continue;
            }
            let moves = &self.moves[p as usize][player as usize];
            calculation.count_steps(1 + moves.len())?;
            let value = self.scaffold(p, player, level)?.value;
            let mut best: Option<Line> = None;
            let mut missing = None;
            for &m in moves {
                let line = self.taxed(player, m, level)?;
                if line.value != value {
                    continue;
                }
                let line = match (level.lines.contains_key(&m.to), slopes.get(&(m.to, !player))) {
                    (false, _) => line,
                    (true, Some(&Some(slope))) => {
                        let step = if player == Player::Left { -m.tax } else { m.tax };
                        Line { slope: slope + step, ..line }
                    }
                    // It is on the way to itself: alternating play goes in a circle.
                    (true, Some(None)) => return Err(UNDECIDED),
                    (true, None) => {
                        missing = Some((m.to, !player));
                        break;
                    }
                };
                best = Some(best.map_or(line, |best| better(player, best, line)));
            }
            match missing {
                Some(missing) => stack.push(missing),
                None => {
                    // A player without a move has an infinite scaffold.
                    slopes.insert((p, player), Some(best.map_or(0, |best| best.slope)));
                }
            }
        }
        Ok(slopes[&(p, player)].expect("the stack is empty"))
    }

    /// How long until a scaffold bends, or meets another or a mast.
    fn next_event(
        &self,
        component: &[u32],
        level: &Level,
        calculation: &mut Calculation<'_>,
    ) -> Result<Option<Rational64>, ValueError> {
        let mut next: Option<Rational64> = None;
        let mut consider = |wait: Option<Rational64>| {
            next = match (next, wait) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        };
        for &p in component {
            let scaffolds = self.scaffolds(p, level)?;
            for player in Player::BOTH {
                let moves = &self.moves[p as usize][player as usize];
                calculation.count_steps(1 + moves.len())?;
                for &m in moves {
                    consider(self.taxed(player, m, level)?.meets(scaffolds[player as usize])?);
                    if let (false, Some(walls)) =
                        (level.lines.contains_key(&m.to), &self.walls[m.to as usize])
                    {
                        consider(walls[!player as usize].bends(level.t)?);
                    }
                }
            }
            let [left, right] = scaffolds;
            consider(left.meets(right)?);
            if left.value.cmp(&right.value).then(left.slope.cmp(&right.slope)) == Ordering::Less {
                let mast = level.lines[&p][0];
                consider(left.meets(mast)?);
                consider(right.meets(mast)?);
            }
        }
        Ok(next)
    }

    fn thermograph(
        mut self,
        root: u32,
        calculation: &mut Calculation<'_>,
    ) -> Result<LoopyThermograph, ValueError> {
        self.find(root, calculation)?;
        let walls = self.walls[root as usize].as_ref().expect("the walls of the root are found");
        let last = walls.each_ref().map(|wall| *wall.points.last().expect("walls have points"));
        let temperature = last[0].0.max(last[1].0);
        let mast = last[0].1.value;
        let meet = last.iter().all(|(_, line)| *line == Line::constant(mast));
        if !meet || mast > GREATEST || mast < -GREATEST || temperature > GREATEST {
            return Err(INFINITE);
        }
        let [left, right] = walls.each_ref().map(|wall| {
            let breakpoint = |&(temperature, Line { value, slope }): &_| Breakpoint {
                temperature,
                value,
                slope,
            };
            wall.points.iter().map(breakpoint).collect()
        });
        Ok(LoopyThermograph { walls: ByPlayer { left, right }, mast, temperature })
    }
}

impl LoopyThermograph {
    /// The thermograph with these breakpoints `(temperature, value)` of the left and the right wall.
    ///
    /// `None` unless each wall begins at temperature -1, has integers as slopes and bends at each breakpoint, the left one is at least the
    /// right one, and they end in one value.
    pub fn from_points(
        left: &[(Rational64, Rational64)],
        right: &[(Rational64, Rational64)],
    ) -> Option<LoopyThermograph> {
        let wall = |points: &[(Rational64, Rational64)]| {
            let mut wall: Vec<Breakpoint> = Vec::new();
            for (i, &(temperature, value)) in points.iter().enumerate() {
                let slope = match points.get(i + 1) {
                    None => 0,
                    Some((t, next)) => {
                        let wait =
                            t.checked_sub(&temperature).filter(|&wait| wait > Rational64::ZERO)?;
                        let slope = next.checked_sub(&value)?.checked_div(&wait)?;
                        slope.is_integer().then_some(slope.to_integer())?
                    }
                };
                if wall.last().is_some_and(|last| last.slope == slope) {
                    return None;
                }
                wall.push(Breakpoint { temperature, value, slope });
            }
            (wall.first()?.temperature == Rational64::from(-1)).then_some(wall)
        };
        let walls = ByPlayer { left: wall(left)?, right: wall(right)? };
        let [left, right] = Player::BOTH.map(|player| walls[player].last());
        let (left, right) = (*left?, *right?);
        let temperature = left.temperature.max(right.temperature);
        let found = LoopyThermograph { walls, mast: left.value, temperature };
        let mut bends = found.walls.left.iter().chain(&found.walls.right).map(|p| p.temperature);
        let above = |t| Some(found.at(Player::Left, t)? >= found.at(Player::Right, t)?);
        (left.value == right.value && bends.all(|t| above(t) == Some(true))).then_some(found)
    }

    /// The value of a wall at a temperature of at least -1. `None` if the temperature is lower, or a number is out of range.
    pub fn at(&self, player: Player, temperature: Rational64) -> Option<Rational64> {
        let points = &self.walls[player];
        let point = points.iter().rfind(|point| point.temperature <= temperature)?;
        let wait = temperature.checked_sub(&point.temperature)?;
        wait.checked_mul(&point.slope.into())?.checked_add(&point.value)
    }

    fn walls(&self) -> [Wall; 2] {
        Player::BOTH.map(|player| {
            let points = self.walls[player].iter();
            let line = |point: &Breakpoint| Line { value: point.value, slope: point.slope };
            Wall { points: points.map(|point| (point.temperature, line(point))).collect() }
        })
    }
}
