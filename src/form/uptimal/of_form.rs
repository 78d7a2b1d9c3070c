//! The expansion of a form.

use smallvec::SmallVec;

use super::Uptimal;
use crate::Player;
use crate::form::Computed;
use crate::form::engine::Engine;
use crate::form::notation::MAX_POWER;
use crate::form::operations::operations;
use crate::form::store::{Id, is_exact};

impl Engine<'_> {
    /// The expansion of `g`, if it is an uptimal.
    pub(crate) fn uptimal(&mut self, g: Id) -> Computed<Option<Uptimal>> {
        if let Some(parts) = self.store.number_up_star(g) {
            return Ok(Some(parts.into()));
        }
        if !self.is_near_number(g) {
            return Ok(None);
        }
        if let Some(known) = self.print.uptimals.get(&g) {
            return Ok(known.clone());
        }
        if let Some(known) = self.store.uptimals.get(g) {
            return Ok(known);
        }
        let found = self.recurse(|engine| {
            Ok(match engine.uptimal_ending_positive(g)? {
                Some(found) => Some(found),
                None => engine.uptimal_ending_positive(g.negative())?.map(Uptimal::negative),
            })
        })?;
        let bytes = found.as_ref().map_or(0, |u| 4 * u.coefficients.len());
        self.charge(bytes)?;
        self.print.uptimals.insert(g, found.clone());
        self.store.uptimals.set(g, found.clone(), bytes);
        Ok(found)
    }

    /// Whether `g` differs from a number by an infinitesimal: uptimals do.
    fn is_near_number(&self, g: Id) -> bool {
        let [left, right] = self.store.stop_keys(g);
        left == right
            && (is_exact(left) || {
                let [left, right] = self.store.stops(g);
                left == right
            })
    }

    /// The expansion of `g`, not a closed form, if its last coefficient is positive.
    ///
    /// Right's only canonical option is then `V = U - (↑ + .. + ↑^k) + *`, his best move being in `↑^k`. If
    /// `ak > 1` then `V` shows `k` as its own length. If `ak = 1` then Left has the option `T = U - ↑^k`, and
    /// `T - V` is `↑ + .. + ↑^(k-1) + *`. Either way there is little to guess, and the guess is checked by a
    /// sum: equal games have the same id. Beyond [`MAX_GUESSED`] nothing is guessed, because that takes `k²`
    /// games.
    fn uptimal_ending_positive(&mut self, g: Id) -> Computed<Option<Uptimal>> {
        let mut right = self.store.stored_options(g, Player::Right);
        let (Some(lone), None) = (right.next(), right.next()) else { return Ok(None) };
        let Some(after_right) = self.uptimal(lone)? else { return Ok(None) };
        let left: SmallVec<[Id; 4]> = self.store.stored_options(g, Player::Left).take(3).collect();
        let plain = match left[..] {
            [t] => Some((t, false)),
            [x, t] | [t, x] if x == lone => Some((t, true)),
            _ => None,
        };
        if let Some((t, with_number)) = plain {
            let t = self.uptimal(t)?;
            let known = t.and_then(|t| by_definition(&t, &after_right, with_number));
            if known.is_some() {
                return Ok(known);
            }
        }
        let k = after_right.coefficients.len();
        if (2..=MAX_GUESSED).contains(&k) && after_right.coefficients[k - 1] > 0 {
            let mut guess = after_right.clone();
            guess.star ^= 1;
            guess.coefficients.iter_mut().for_each(|a| *a = a.saturating_add(1));
            let moved_in = self.up_power(k as u32, true)?;
            let star = self.add(lone, Id::STAR)?;
            if self.add(star, moved_in)? == g {
                return Ok(Some(guess));
            }
        }
        for option in self.store.stored_options(g, Player::Left) {
            let Some(after_left) = self.uptimal(option)? else { continue };
            let k = power_between(&after_left, &after_right);
            let Some(k) = k.filter(|&k| k <= MAX_GUESSED) else { continue };
            let moved_in = self.up_power(k as u32, false)?;
            if self.add(option, moved_in)? == g {
                return Ok(Some(after_left.with_last(k, 1)));
            }
        }
        Ok(None)
    }
}

/// The expansion of `{t|v}`, or of `{v,t|v}`, where it takes no sum: long chains of these are easy to
/// write. By definition `{x|x - ↑^[k-1] + *}` is `x + ↑^k` and `{x + ↑^[k-1]|x*}` is `x + ↑^[k]`; and
/// `{x, x + ↑^[k-1] + *|x}` is `x + ↑^[k] + *`, which is the ordinal sum `*:k`.
fn by_definition(t: &Uptimal, v: &Uptimal, with_number: bool) -> Option<Uptimal> {
    let all = |u: &Uptimal, n| u.coefficients.iter().all(|&a| a == n);
    let (t_len, v_len) = (t.coefficients.len(), v.coefficients.len());
    let known = match (with_number, t.star, v.star) {
        (false, 0, 1) => (t_len == 0 && all(v, -1)) || (v_len == 0 && all(t, 1)),
        (true, 1, 0) => v_len == 0 && all(t, 1),
        _ => false,
    };
    let k = t_len + v_len + 1;
    let printable = (2..=MAX_POWER as usize).contains(&k);
    (known && printable && t.number == v.number).then(|| t.clone().with_last(k, 1))
}

/// The greatest length of an expansion that is guessed: a guess of length `k` makes `k²` games.
const MAX_GUESSED: usize = 200;

/// The `k >= 2` for which `t - v` is `↑ + .. + ↑^(k-1) + *` and `t` has no `↑^k` or later ones.
fn power_between(t: &Uptimal, v: &Uptimal) -> Option<usize> {
    if t.number != v.number || t.star != v.star ^ 1 {
        return None;
    }
    let at = |u: &Uptimal, i: usize| u.coefficients.get(i).map_or(0, |&a| i64::from(a));
    let len = t.coefficients.len().max(v.coefficients.len());
    let ones = (0..len).take_while(|&i| at(t, i) - at(v, i) == 1).count();
    let rest_is_zero = (ones..len).all(|i| at(t, i) == 0 && at(v, i) == 0);
    (ones >= 1 && rest_is_zero).then_some(ones + 1)
}

operations! {
    /// The expansion `x + *m + a1·↑ + a2·↑^2 + ...`, if the game is such a sum.
    to_uptimal() -> Option<Uptimal> = Engine::uptimal;
}
