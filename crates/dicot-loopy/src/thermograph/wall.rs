//! Walls of thermographs: lines and their least and greatest.

use super::*;

/// Infinite values and temperatures, such as those of `on`.
pub(super) const INFINITY: Rational64 = Rational64::new_raw(1 << 44, 1);
/// The greatest absolute value of a mast or temperature that is not taken as infinite.
pub(super) const GREATEST: Rational64 = Rational64::new_raw(1 << 36, 1);
/// The most captures of kos one after the other.
pub(super) const MOST_CAPTURES: usize = 500;
/// The most rounds at temperature -1 for each position.
pub(super) const ROUNDS: usize = 64;

/// A move with what it leads to, and how many moves it takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) to: u32,
    pub(super) tax: i64,
}

/// A piecewise linear function of the temperature from -1 up.
#[derive(Clone, Debug)]
pub(super) struct Wall {
    /// Temperature, value, and the slope from there.
    pub(super) points: Vec<(Rational64, Line)>,
}

/// The value at the present temperature, and the slope above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Line {
    pub(super) value: Rational64,
    pub(super) slope: i64,
}

impl Line {
    pub(super) fn constant(value: Rational64) -> Line {
        Line { value, slope: 0 }
    }

    pub(super) fn after(self, wait: Rational64) -> Result<Line, ValueError> {
        let change = wait.checked_mul(&self.slope.into()).ok_or(ValueError::Overflow)?;
        Ok(Line { value: add(self.value, change)?, ..self })
    }

    /// How long until this line meets another that it is approaching.
    pub(super) fn meets(self, other: Line) -> Result<Option<Rational64>, ValueError> {
        if self.slope == other.slope {
            return Ok(None);
        }
        let gap = other.value.checked_sub(&self.value).ok_or(ValueError::Overflow)?;
        let wait =
            gap.checked_div(&(self.slope - other.slope).into()).ok_or(ValueError::Overflow)?;
        Ok((wait > Rational64::ZERO).then_some(wait))
    }
}

pub(super) fn add(a: Rational64, b: Rational64) -> Result<Rational64, ValueError> {
    a.checked_add(&b).ok_or(ValueError::Overflow)
}

impl Wall {
    pub(super) fn constant(value: Rational64) -> Wall {
        Wall { points: vec![((-1).into(), Line::constant(value))] }
    }

    pub(super) fn push(&mut self, t: Rational64, line: Line) {
        if self.points.last().is_none_or(|(_, last)| last.slope != line.slope) {
            self.points.push((t, line));
        }
    }

    pub(super) fn at(&self, t: Rational64) -> Result<Line, ValueError> {
        let point = self.points.partition_point(|&(s, _)| s <= t) - 1;
        let (s, line) = self.points[point];
        line.after(t.checked_sub(&s).ok_or(ValueError::Overflow)?)
    }

    /// How long until the next breakpoint.
    pub(super) fn bends(&self, t: Rational64) -> Result<Option<Rational64>, ValueError> {
        let next = self.points.get(self.points.partition_point(|&(s, _)| s <= t));
        next.map(|(s, _)| s.checked_sub(&t).ok_or(ValueError::Overflow)).transpose()
    }
}

/// The walls of positions, as far as they are known.
#[derive(Default)]
pub(super) struct Sweep {
    pub(super) moves: Vec<[Vec<Move>; 2]>,
    pub(super) walls: Vec<Option<[Wall; 2]>>,
}

/// What is known of the positions of one component at one temperature.
pub(super) struct Level {
    pub(super) t: Rational64,
    pub(super) lines: HashMap<u32, [Line; 2]>,
}

/// The better of two for a player: the greater one for Left.
pub(super) fn better(player: Player, a: Line, b: Line) -> Line {
    if (player == Player::Left) == (a >= b) { a } else { b }
}

/// 0, or what is nearest to it between two numbers.
pub(super) fn clamp(x: Rational64, low: Rational64, high: Rational64) -> Rational64 {
    x.max(low).min(high)
}
