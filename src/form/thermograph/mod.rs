//! Thermographs: the value of a game to either player when every move costs a tax.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.5; Berlekamp, Conway, Guy, *Winning Ways*,
//! chapter 6. All temperatures and values here are dyadic: walls have slopes -1, 0 and 1.

mod of_form;

use std::fmt;

use smallvec::SmallVec;

use crate::{ByPlayer, Dyadic, Player};

/// One wall of a thermograph: a piecewise linear function of the temperature from -1 up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    /// The breakpoints `(temperature, value)` from temperature -1 up.
    points: SmallVec<[(Dyadic, Dyadic); 3]>,
    /// The slope after the last breakpoint; 0 for the walls of a game.
    slope: i64,
}

fn minus_one() -> Dyadic {
    Dyadic::from(-1)
}

impl Wall {
    /// The breakpoints `(temperature, value)` from temperature -1 up. The mast is above the last one.
    pub fn points(&self) -> &[(Dyadic, Dyadic)] {
        &self.points
    }

    /// The value at a temperature of at least -1, and the slope just above it.
    ///
    /// `None` if the temperature is below -1 or the value is out of range.
    pub fn at(&self, t: Dyadic) -> Option<(Dyadic, i64)> {
        let point = self.points.partition_point(|&(s, _)| s <= t).checked_sub(1)?;
        let ((s, v), slope) = (*self.points.get(point)?, self.slope_after(point));
        Some((v.checked_add(t.checked_sub(s)?.checked_times(slope)?)?, slope))
    }

    /// The slope after a point.
    fn slope_after(&self, point: usize) -> i64 {
        match self.points.get(point + 1) {
            None => self.slope,
            Some(&(_, next)) => next.cmp(&self.points[point].1) as i64,
        }
    }

    /// The wall if the move to it costs the temperature: `step` is -1 for Left's, 1 for Right's.
    fn taxed(&self, step: i64) -> Option<Wall> {
        let tax = |&(t, v): &(Dyadic, Dyadic)| Some((t, v.checked_add(t.checked_times(step)?)?));
        let points = self.points.iter().map(tax).collect::<Option<_>>()?;
        Some(Wall { points, slope: self.slope + step })
    }

    /// The maximum of two walls for Left, the minimum for Right. Each wall comes with its tax, the `step` of
    /// [`Wall::taxed`].
    fn best(a: (&Wall, i64), b: (&Wall, i64), player: Player) -> Option<Wall> {
        let mut best = Wall { points: SmallVec::new(), slope: 0 };
        let mut sweep = Sweep::new(a, b)?;
        loop {
            let [a, b] = [&sweep.a, &sweep.b].map(|side| (side.value, side.slope));
            let (value, slope) = if player == Player::Left { a.max(b) } else { a.min(b) };
            best.push(sweep.t, value, slope);
            if sweep.advance()?.is_none() {
                return Some(best);
            }
        }
    }

    /// Adds a breakpoint and the slope after it, unless the slope is the same as before.
    fn push(&mut self, t: Dyadic, value: Dyadic, slope: i64) {
        if self.points.is_empty() || self.slope != slope {
            self.points.push((t, value));
        }
        self.slope = slope;
    }
}

/// A sweep line over two walls: the temperature rises from -1 to each breakpoint and crossing.
struct Sweep<'w> {
    t: Dyadic,
    a: Side<'w>,
    b: Side<'w>,
}

/// One of the walls of a sweep.
struct Side<'w> {
    points: &'w [(Dyadic, Dyadic)],
    wall: &'w Wall,
    tax: i64,
    value: Dyadic,
    slope: i64,
    /// The index of the next breakpoint above the temperature.
    next: usize,
}

impl<'w> Side<'w> {
    fn new((wall, tax): (&'w Wall, i64)) -> Option<Side<'w>> {
        let points = &wall.points[..];
        let mut side = Side { points, wall, tax, value: Dyadic::ZERO, slope: 0, next: 0 };
        side.bend()?;
        Some(side)
    }

    fn next_bend(&self) -> Option<Dyadic> {
        self.points.get(self.next).map(|&(t, _)| t)
    }

    /// Goes on to the next breakpoint.
    fn bend(&mut self) -> Option<()> {
        let (t, v) = self.points[self.next];
        self.value = if self.tax == 0 { v } else { v.checked_add(t.checked_times(self.tax)?)? };
        self.slope = self.wall.slope_after(self.next) + self.tax;
        self.next += 1;
        Some(())
    }

    fn advance(&mut self, from: Dyadic, to: Dyadic) -> Option<()> {
        if self.next_bend() == Some(to) {
            return self.bend();
        }
        if self.slope != 0 {
            let change = to.checked_sub(from)?.checked_times(self.slope)?;
            self.value = self.value.checked_add(change)?;
        }
        Some(())
    }
}

impl<'w> Sweep<'w> {
    fn new(a: (&'w Wall, i64), b: (&'w Wall, i64)) -> Option<Sweep<'w>> {
        Some(Sweep { t: minus_one(), a: Side::new(a)?, b: Side::new(b)? })
    }

    /// Rises to the next breakpoint or crossing. The outer `None` is a number out of range, the inner one
    /// the end of the walls.
    fn advance(&mut self) -> Option<Option<()>> {
        let bends = [self.a.next_bend(), self.b.next_bend()];
        let mut next = bends.into_iter().flatten().min();
        let closing = self.b.slope - self.a.slope;
        if closing != 0 {
            let gap = self.a.value.checked_sub(self.b.value)?;
            if gap != Dyadic::ZERO && (gap > Dyadic::ZERO) == (closing > 0) {
                // Closing at 1 or 2 per degree.
                let halvings = u32::from(closing.abs() == 2);
                let wait = Dyadic::new(gap.numerator().abs(), gap.exponent() + halvings)?;
                let crossing = self.t.checked_add(wait)?;
                next = Some(next.map_or(crossing, |next| next.min(crossing)));
            }
        }
        let Some(next) = next else { return Some(None) };
        self.a.advance(self.t, next)?;
        self.b.advance(self.t, next)?;
        self.t = next;
        Some(Some(()))
    }
}

/// The thermograph of a game: a left and a right wall that meet in a mast.
///
/// At temperature `t` the walls are the best stops that Left and Right reach moving first when each move costs
/// `t`. They meet at the game's *temperature*, above which no move is worth its cost, and the vertical mast above is at its
/// *mean*.
///
/// # Examples
/// ```
/// use dicot::{CanonicalForm, Dyadic};
/// let switch: CanonicalForm = "{2|-1}".parse()?;
/// let thermograph = switch.thermograph();
/// assert_eq!(thermograph.temperature, Dyadic::new(3, 1).unwrap());
/// assert_eq!(thermograph.mean, Dyadic::new(1, 1).unwrap());
/// assert_eq!(thermograph.to_string(), "Thermograph(1/2,[3/2],[0,-1],1/2,[3/2],[0,1])");
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Thermograph {
    /// The left wall and the right one.
    pub walls: ByPlayer<Wall>,
    /// The mean value: that of the mast.
    pub mean: Dyadic,
    /// The temperature at which the mast begins; -1 for an integer.
    pub temperature: Dyadic,
}

impl Thermograph {
    /// The thermograph with these breakpoints of the left and the right wall, as [`Wall::points`] gives them.
    ///
    /// `None` if no game has such walls: each begins at temperature -1 and has slopes -1, 0 and 1, every
    /// breakpoint changes the slope, and the walls meet at the last one.
    ///
    /// # Examples
    /// ```
    /// use dicot::{CanonicalForm, Player, Thermograph};
    /// let thermograph = "{4||2|-4}".parse::<CanonicalForm>()?.thermograph();
    /// let [left, right] = Player::BOTH.map(|player| thermograph.walls[player].points());
    /// assert_eq!(Thermograph::from_points(left, right), Some(thermograph.clone()));
    /// assert_eq!(Thermograph::from_points(right, left), None);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    pub fn from_points(
        left: &[(Dyadic, Dyadic)],
        right: &[(Dyadic, Dyadic)],
    ) -> Option<Thermograph> {
        let wall = |points: &[(Dyadic, Dyadic)]| {
            let steps = points.windows(2).all(|pair| {
                let ((s, v), (t, w)) = (pair[0], pair[1]);
                let rise = w.checked_sub(v).filter(|_| s < t);
                rise.is_some_and(|rise| {
                    rise == Dyadic::ZERO
                        || t.checked_sub(s).is_some_and(|dt| rise == dt || -rise == dt)
                })
            });
            (points.first()?.0 == minus_one() && steps)
                .then(|| Wall { points: points.into(), slope: 0 })
        };
        let walls = ByPlayer { left: wall(left)?, right: wall(right)? };
        // The walls of a thermograph are scaffolds too, which meet where its mast begins.
        let found = Thermograph::of_scaffolds(&walls.left, &walls.right)?;
        (found.walls == walls).then_some(found)
    }

    /// The thermograph of two scaffolds, which are cut where they meet. `None` if a number is out of range.
    fn of_scaffolds(left: &Wall, right: &Wall) -> Option<Thermograph> {
        let [mut left_wall, mut right_wall] =
            [(); 2].map(|()| Wall { points: SmallVec::new(), slope: 0 });
        let mut sweep = Sweep::new((left, 0), (right, 0))?;
        loop {
            let met = sweep.a.value <= sweep.b.value;
            for (wall, side) in [(&mut left_wall, &sweep.a), (&mut right_wall, &sweep.b)] {
                wall.push(sweep.t, side.value, if met { 0 } else { side.slope });
            }
            if met {
                let walls = ByPlayer { left: left_wall, right: right_wall };
                return Some(Thermograph { walls, mean: sweep.a.value, temperature: sweep.t });
            }
            sweep.advance()??;
        }
    }
}

/// As CGSuite prints it: for each wall, the left one first, the value of the mast, the temperatures at
/// which it bends from the mast down, and the slopes between them (value per degree).
impl fmt::Display for Thermograph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Thermograph(")?;
        for (i, wall) in [&self.walls.left, &self.walls.right].into_iter().enumerate() {
            let mut slopes: Vec<i64> =
                wall.points.windows(2).map(|w| w[1].1.cmp(&w[0].1) as i64).collect();
            slopes.push(wall.slope);
            let join = |texts: Vec<String>| texts.join(",");
            let bends = wall.points.iter().skip(1).rev().map(|(t, _)| t.to_string()).collect();
            let slopes = slopes.iter().rev().map(i64::to_string).collect();
            let separator = if i == 0 { "" } else { "," };
            write!(f, "{separator}{},[{}],[{}]", self.mean, join(bends), join(slopes))?;
        }
        f.write_str(")")
    }
}
