//! Thermographs: what a game is worth to either player when every move costs a tax.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.5; Berlekamp, Conway, Guy, *Winning Ways*,
//! chapter 6. All temperatures and values here are dyadic: walls have slopes -1, 0 and 1.

use std::fmt;
use std::sync::Arc;

use hashbrown::HashMap;

use super::ValueError;
use super::followers::open_followers;
use super::number_up_star::NumberUpStar;
use super::store::Id;
use super::work::Work;
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

/// One wall of a thermograph: a piecewise linear function from the temperature, -1 and up, to a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    /// `(temperature, value)` where it bends, from temperature -1 up.
    points: Vec<(Dyadic, Dyadic)>,
    /// The slope after the last of them; 0 for the walls of a game.
    slope: i64,
}

fn minus_one() -> Dyadic {
    Dyadic::from(-1)
}

impl Wall {
    fn vertical(value: Dyadic) -> Wall {
        Wall { points: vec![(minus_one(), value)], slope: 0 }
    }

    /// The breakpoints `(temperature, value)` from temperature -1 up. Above the last one is the mast.
    pub fn points(&self) -> &[(Dyadic, Dyadic)] {
        &self.points
    }

    /// The value at a temperature of at least -1, and the slope just above it.
    ///
    /// `None` if the temperature is below -1 or the value is out of range.
    pub fn at(&self, t: Dyadic) -> Option<(Dyadic, i64)> {
        let next = self.points.partition_point(|&(s, _)| s <= t);
        let (s, v) = *self.points.get(next.checked_sub(1)?)?;
        let slope = match self.points.get(next) {
            None => self.slope,
            Some(&(_, w)) => w.cmp(&v) as i64,
        };
        Some((v.checked_add(t.checked_sub(s)?.checked_times(slope)?)?, slope))
    }

    /// The wall after each move costs the temperature: `step` is -1 for Left's, 1 for Right's.
    fn taxed(&self, step: i64) -> Option<Wall> {
        let tax = |&(t, v): &(Dyadic, Dyadic)| Some((t, v.checked_add(t.checked_times(step)?)?));
        let points = self.points.iter().map(tax).collect::<Option<_>>()?;
        Some(Wall { points, slope: self.slope + step })
    }

    /// The temperatures where one of two walls bends or where they cross.
    fn bends(&self, other: &Wall) -> Option<Vec<Dyadic>> {
        let mut times: Vec<Dyadic> =
            self.points.iter().chain(&other.points).map(|&(t, _)| t).collect();
        times.sort_unstable();
        times.dedup();
        let mut crossings = Vec::new();
        for (i, &t) in times.iter().enumerate() {
            let ((v, slope), (w, other_slope)) = (self.at(t)?, other.at(t)?);
            let (gap, closing) = (v.checked_sub(w)?, other_slope - slope);
            if gap != Dyadic::ZERO && closing != 0 && (gap > Dyadic::ZERO) == (closing > 0) {
                // Closing at 1 or 2 per degree.
                let halvings = u32::from(closing.abs() == 2);
                let wait = Dyadic::new(gap.numerator().abs(), gap.exponent() + halvings)?;
                let crossing = t.checked_add(wait)?;
                if times.get(i + 1).is_none_or(|&end| crossing < end) {
                    crossings.push(crossing);
                }
            }
        }
        times.extend(crossings);
        times.sort_unstable();
        Some(times)
    }

    /// The greater of two walls at each temperature for Left, the smaller for Right.
    fn best(&self, other: &Wall, player: Player) -> Option<Wall> {
        let mut best = Wall { points: Vec::new(), slope: 0 };
        for t in self.bends(other)? {
            let (a, b) = (self.at(t)?, other.at(t)?);
            let (value, slope) = if player == Player::Left { a.max(b) } else { a.min(b) };
            best.push(t, value, slope);
        }
        Some(best)
    }

    /// Adds a point, after which the wall goes on with a slope; not if it did so before.
    fn push(&mut self, t: Dyadic, value: Dyadic, slope: i64) {
        if self.points.is_empty() || self.slope != slope {
            self.points.push((t, value));
        }
        self.slope = slope;
    }
}

/// The thermograph of a game: a left and a right wall that meet in a mast.
///
/// At temperature `t` the walls are what Left and Right can reach moving first when each move costs
/// `t`; where it is no longer worth moving they meet, at the game's *temperature*, and the mast above
/// stands on its *mean*.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Dyadic};
/// let switch: CanonicalForm = "{2|-1}".parse()?;
/// let thermograph = switch.thermograph();
/// assert_eq!(thermograph.temperature(), Dyadic::new(3, 1).unwrap());
/// assert_eq!(thermograph.mean(), Dyadic::new(1, 1).unwrap());
/// assert_eq!(thermograph.to_string(), "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    walls: [Wall; 2],
    temperature: Dyadic,
}

impl Thermograph {
    fn vertical(value: Dyadic) -> Thermograph {
        let wall = Wall::vertical(value);
        Thermograph { walls: [wall.clone(), wall], temperature: minus_one() }
    }

    /// What comes of two scaffolds: they are cut where they meet. `None` if a number is out of range.
    fn of_scaffolds(left: &Wall, right: &Wall) -> Option<Thermograph> {
        let mut walls = [(); 2].map(|()| Wall { points: Vec::new(), slope: 0 });
        for t in left.bends(right)? {
            let (l, r) = (left.at(t)?, right.at(t)?);
            let met = l.0 <= r.0;
            for (wall, (value, slope)) in walls.iter_mut().zip([l, r]) {
                wall.push(t, value, if met { 0 } else { slope });
            }
            if met {
                return Some(Thermograph { walls, temperature: t });
            }
        }
        None
    }

    /// The left wall or the right one.
    pub fn wall(&self, player: Player) -> &Wall {
        &self.walls[(player == Player::Right) as usize]
    }

    /// The value on which the mast stands.
    pub fn mean(&self) -> Dyadic {
        self.walls[0].points.last().expect("a wall has a point").1
    }

    /// Where the mast begins; -1 for an integer.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }
}

/// As CGSuite prints it: for each wall, the left one first, the value of the mast, the temperatures at
/// which it bends from the mast down, and the slopes between them (value per degree).
impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thermograph(")?;
        for (i, wall) in self.walls.iter().enumerate() {
            let mut slopes: Vec<i64> =
                wall.points.windows(2).map(|w| w[1].1.cmp(&w[0].1) as i64).collect();
            slopes.push(wall.slope);
            let join = |texts: Vec<String>| texts.join(",");
            let bends = wall.points.iter().skip(1).rev().map(|(t, _)| t.to_string()).collect();
            let slopes = slopes.iter().rev().map(i64::to_string).collect();
            let separator = if i == 0 { "" } else { "," };
            write!(f, "{separator}{},[{}],[{}]", self.mean(), join(bends), join(slopes))?;
        }
        f.write_str(")")
    }
}

/// What is known of the thermographs of some followers.
type Known = HashMap<Id, Arc<Thermograph>, BuildMix>;

impl Work<'_> {
    /// The thermograph of a form.
    pub(crate) fn thermograph(&mut self, g: Id) -> Result<Arc<Thermograph>, ValueError> {
        if let Some(known) = self.thermographs.get(&g) {
            return Ok(known.clone());
        }
        let (open, closed) = open_followers(self.store, g);
        for id in closed {
            let parts = self.store.number_up_star(id).unwrap_or_default();
            let thermograph = of_number_up_star(parts).ok_or(ValueError::Overflow)?;
            self.thermographs.insert(id, Arc::new(thermograph));
        }
        for id in open {
            if !self.thermographs.contains_key(&id) {
                self.step()?;
                let left = self.store.stored_options(id, Player::Left);
                let right = self.store.stored_options(id, Player::Right);
                let found = of_options(left, right, &self.thermographs);
                let found = found.ok_or(ValueError::Overflow)?;
                let points = found.walls.iter().map(|wall| wall.points.capacity()).sum::<usize>();
                self.memo_bytes += 160 + points * size_of::<(Dyadic, Dyadic)>();
                self.thermographs.insert(id, Arc::new(found));
            }
        }
        Ok(self.thermographs[&g].clone())
    }

    /// The mean value.
    pub(crate) fn mean(&mut self, g: Id) -> Result<Dyadic, ValueError> {
        Ok(self.thermograph(g)?.mean())
    }
}

fn of_options(
    left: impl Iterator<Item = Id>,
    right: impl Iterator<Item = Id>,
    known: &Known,
) -> Option<Thermograph> {
    // After Left's move the game stands at its right wall, for one tax.
    let left = scaffold(left.map(|o| &*known[&o]), Player::Left)?;
    let right = scaffold(right.map(|o| &*known[&o]), Player::Right)?;
    Thermograph::of_scaffolds(&left, &right)
}

/// The best a player can reach by moving to one of these, which are at least one.
fn scaffold<'a>(options: impl Iterator<Item = &'a Thermograph>, player: Player) -> Option<Wall> {
    let step = if player == Player::Left { -1 } else { 1 };
    let mut walls = options.map(|option| option.wall(!player).taxed(step));
    let first = walls.next()??;
    walls.try_fold(first, |best, wall| best.best(&wall?, player))
}

/// The thermograph of a closed form. That of a number `m/2^k` has a temperature of `-1/2^k`; more than
/// one `↑` and other nimbers change nothing: `x`, `x*` and `x↑` stand for all, `↑*` for `*`.
fn of_number_up_star(g: NumberUpStar) -> Option<Thermograph> {
    let NumberUpStar { number, up, star } = g;
    if g.is_number() {
        if number.is_integer() {
            return Some(Thermograph::vertical(number));
        }
        let [left, right] = Player::BOTH.map(|player| {
            number.option(player).map(NumberUpStar::number).and_then(of_number_up_star)
        });
        let (left, right) = (left?, right?);
        let left = scaffold([&left].into_iter(), Player::Left)?;
        let right = scaffold([&right].into_iter(), Player::Right)?;
        return Thermograph::of_scaffolds(&left, &right);
    }
    let x = of_number_up_star(NumberUpStar::number(number))?;
    let left = scaffold([&x].into_iter(), Player::Left)?;
    let right = scaffold([&x].into_iter(), Player::Right)?;
    let starred = Thermograph::of_scaffolds(&left, &right)?;
    if up == 0 || (up.abs() == 1 && star == 1) {
        return Some(starred);
    }
    // x↑ = {x|x*}, and x↓ = {x*|x}.
    let (after_left, after_right) = if up > 0 { (&x, &starred) } else { (&starred, &x) };
    let left = scaffold([after_left].into_iter(), Player::Left)?;
    let right = scaffold([after_right].into_iter(), Player::Right)?;
    Thermograph::of_scaffolds(&left, &right)
}
