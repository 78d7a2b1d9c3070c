//! The thermograph of a form.

use std::cmp::Ordering;
use std::sync::Arc;

use smallvec::smallvec;

use super::{Thermograph, Wall, minus_one};
use crate::form::engine::Engine;
use crate::form::followers::Walk;
use crate::form::number_up_star::NumberUpStar;
use crate::form::operations::operations;
use crate::form::store::Id;
use crate::form::{Computed, ValueError};
use crate::{ByPlayer, Dyadic, Player};

impl Engine<'_> {
    /// The thermograph of a form. Iterative, so that the depth of the game does not matter.
    pub(crate) fn thermograph(&mut self, g: Id) -> Computed<Arc<Thermograph>> {
        if let Some(known) = self.thermographs.get(&g) {
            return Ok(known.clone());
        }
        self.recurse(|engine| engine.find_thermograph(g))
    }

    fn find_thermograph(&mut self, g: Id) -> Computed<Arc<Thermograph>> {
        let mut walk = Walk::new(g);
        while let Some(id) = walk.next(self.store, self, Engine::recall_thermograph)? {
            let found = match self.store.number_up_star(id) {
                Some(parts) => of_number_up_star(parts),
                None => {
                    let [left, right] = Player::BOTH.map(|p| self.store.stored_options(id, p));
                    self.steps(left.len() + right.len())?;
                    let known = |id| &*self.thermographs[&id];
                    of_options(left.map(known), right.map(known))
                }
            };
            let found = found.ok_or(ValueError::Overflow)?;
            let heap = |wall: &Wall| if wall.points.spilled() { wall.points.capacity() } else { 0 };
            let points = heap(&found.walls.left) + heap(&found.walls.right);
            let bytes = size_of::<Thermograph>() + 16 + points * size_of::<(Dyadic, Dyadic)>();
            self.charge(bytes)?;
            let found = Arc::new(found);
            self.store.thermographs.set(id, found.clone(), bytes);
            self.thermographs.insert(id, found);
        }
        Ok(self.thermographs[&g].clone())
    }

    /// Whether the thermograph is known, here or in the store.
    fn recall_thermograph(&mut self, id: Id) -> bool {
        self.thermographs.contains_key(&id)
            || self.store.thermographs.get(id).is_some_and(|known| {
                self.thermographs.insert(id, known);
                true
            })
    }

    pub(crate) fn mean(&mut self, g: Id) -> Computed<Dyadic> {
        Ok(self.thermograph(g)?.mean)
    }

    pub(crate) fn temperature(&mut self, g: Id) -> Computed<Dyadic> {
        Ok(self.thermograph(g)?.temperature)
    }
}

operations! {
    /// The thermograph, which holds the mean, the temperature and both stops.
    ///
    /// Source: Siegel, *Combinatorial Game Theory* (2013), II.5.
    ///
    /// # Complexity
    /// For *n* options in all followers together and at most *b* breakpoints in a wall, O(*nb*²).
    thermograph() -> Thermograph = |engine: &mut Engine<'_>, g| Ok((*engine.thermograph(g)?).clone());

    /// The mean value: what one of many copies is worth.
    mean() -> Dyadic = Engine::mean;

    /// The temperature: how much it is worth to move first.
    ///
    /// For a number m/2^k in lowest terms it is -1/2^k, for other games that are infinitesimally close
    /// to a number it is 0, and for hot games it is positive.
    temperature() -> Dyadic = Engine::temperature;
}

fn of_options<'a>(
    left: impl Iterator<Item = &'a Thermograph>,
    right: impl Iterator<Item = &'a Thermograph>,
) -> Option<Thermograph> {
    // After Left's move the game is on its right wall, and Left has paid once.
    Thermograph::of_scaffolds(&scaffold(left, Player::Left)?, &scaffold(right, Player::Right)?)
}

/// The best that a player reaches by a move to one of these, of which there is at least one.
fn scaffold<'a>(
    mut options: impl Iterator<Item = &'a Thermograph>,
    player: Player,
) -> Option<Wall> {
    let step = if player == Player::Left { -1 } else { 1 };
    let first = options.next()?.walls[!player].taxed(step)?;
    options.try_fold(first, |best, option| {
        Wall::best((&best, 0), (&option.walls[!player], step), player)
    })
}

/// The thermograph of a game with one option of each player.
fn of_two(left: &Thermograph, right: &Thermograph) -> Option<Thermograph> {
    of_options([left].into_iter(), [right].into_iter())
}

/// The thermograph of a number: from the integers around it, each number between its options, down to it.
///
/// # Complexity
/// *O*(*k*) thermographs for m/2^*k*.
fn of_number(number: Dyadic) -> Option<Thermograph> {
    let of_integer = |n: i64| {
        let mean = Dyadic::from(n);
        let wall = Wall { points: smallvec![(minus_one(), mean)], slope: 0 };
        let walls = ByPlayer { left: wall.clone(), right: wall };
        Thermograph { walls, mean, temperature: minus_one() }
    };
    let floor = number.numerator() >> number.exponent();
    if number.is_integer() {
        return Some(of_integer(floor));
    }
    let (mut left, mut right) = (of_integer(floor), of_integer(floor + 1));
    loop {
        let found = of_two(&left, &right)?;
        match found.mean.cmp(&number) {
            Ordering::Equal => return Some(found),
            Ordering::Less => left = found,
            Ordering::Greater => right = found,
        }
    }
}

/// The thermograph of a closed form. A number `m/2^k` has the temperature `-1/2^k`. More than one `↑` and
/// nimbers above `*` change nothing, so it is that of `x`, `x*`, `x↑` or `x↓`.
fn of_number_up_star(g: NumberUpStar) -> Option<Thermograph> {
    let NumberUpStar { number, up, star } = g;
    let x = of_number(number)?;
    if g.is_number() {
        return Some(x);
    }
    let starred = of_two(&x, &x)?;
    // x↑ = {x|x*}, and x↓ = {x*|x}.
    match up {
        _ if up == 0 || (up.abs() == 1 && star == 1) => Some(starred),
        1.. => of_two(&x, &starred),
        _ => of_two(&starred, &x),
    }
}
