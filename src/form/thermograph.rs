//! The mean of a game, from the walls of its thermograph above temperature 0.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), II.5.

use hashbrown::HashMap;

use super::ValueError;
use super::followers::open_followers;
use super::store::Id;
use super::work::Work;
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

/// A piecewise linear function of the temperature from 0 up, with slopes -1, 0 and 1.
#[derive(Clone, Debug)]
struct Wall {
    /// `(temperature, value)` where it bends, the first at temperature 0.
    points: Vec<(Dyadic, Dyadic)>,
    /// The slope after the last of them.
    slope: i64,
}

impl Wall {
    fn vertical(value: Dyadic) -> Wall {
        Wall { points: vec![(Dyadic::ZERO, value)], slope: 0 }
    }

    /// The value at a temperature, and the slope just above it.
    fn at(&self, t: Dyadic) -> Option<(Dyadic, i64)> {
        let next = self.points.partition_point(|&(s, _)| s <= t);
        let (s, v) = self.points[next - 1];
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
            if gap != Dyadic::ZERO && (gap > Dyadic::ZERO) == (closing > 0) && closing != 0 {
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

    /// The greater of two walls at each temperature, or the smaller.
    fn best(&self, other: &Wall, player: Player) -> Option<Wall> {
        let mut points = Vec::new();
        let mut slope = 0;
        for t in self.bends(other)? {
            let (a, b) = (self.at(t)?, other.at(t)?);
            let best = if player == Player::Left { a.max(b) } else { a.min(b) };
            points.push((t, best.0));
            slope = best.1;
        }
        Some(Wall { points, slope })
    }
}

/// The left and the right wall of a game whose scaffolds these are: they meet in a mast.
fn walls(left: Wall, right: Wall) -> Option<[Wall; 2]> {
    let mut walls = [Wall { points: Vec::new(), slope: 0 }, Wall { points: Vec::new(), slope: 0 }];
    for t in left.bends(&right)? {
        let (l, r) = (left.at(t)?.0, right.at(t)?.0);
        walls[0].points.push((t, l));
        walls[1].points.push((t, r));
        if l <= r {
            break;
        }
    }
    Some(walls)
}

impl Work<'_> {
    /// The mean value.
    pub(crate) fn mean(&mut self, g: Id) -> Result<Dyadic, ValueError> {
        let (open, closed) = open_followers(self.store, g);
        let mut known: HashMap<Id, [Wall; 2], BuildMix> = HashMap::default();
        for id in closed {
            // Above 0 the walls of x + n·↑ + *m are those of x.
            let number = self.store.number_up_star(id).unwrap_or_default().number;
            known.insert(id, [Wall::vertical(number), Wall::vertical(number)]);
        }
        for id in open {
            self.step()?;
            // After Left's move the game stands at its right wall, one tax cheaper.
            let scaffold = |player: Player, side: usize, step: i64| {
                let options = self.store.stored_options(id, player);
                let mut walls = options.map(|o| known[&o][side].taxed(step));
                let first = walls.next().flatten();
                walls.try_fold(first?, |best, wall| best.best(&wall?, player))
            };
            let (left, right) = (scaffold(Player::Left, 1, -1), scaffold(Player::Right, 0, 1));
            let pair = left.zip(right).and_then(|(left, right)| walls(left, right));
            known.insert(id, pair.ok_or(ValueError::Overflow)?);
        }
        let mast = known[&g][0].points.last();
        Ok(mast.expect("a wall has a point at temperature 0").1)
    }
}
