//! Sums of a game and a large nimber or many ups, at a cost that does not grow with the nimber.
//!
//! By the definition of sums, `G + *m` has the options `G + *k` for all `k < m`, and each of these sums has to be found
//! first. Most of these options are dominated or reversible. This file proves that for all but a few `k` at once.
//!
//! # Answers to stars
//! Let `k < m` and `j = m XOR k`, so that `*m + *k = *j`, and let `G^L` be a Left option with
//! `G + *j <= G^L`, called an *answer* of Left to `*j`. Adding `*m` gives `G + *k <= G^L + *m`, and adding
//! `*k` gives `G + *m <= G^L + *k`. Therefore, in `G + *m`:
//! - Left's option `G + *k` is dominated by `G^L + *m`.
//! - Right's option `G + *k` is reversible through `G^L + *k`, and can be replaced by the Right options of
//!   the canonical form of `G^L + *k`.
//!
//! The same holds for Right's answers `G^R <= G + *j`. In a hot game the best moves are usually answers to
//! all stars: neither player can afford to move in the nimber. (`G = {1,1*|-1,-1*}` has no answer to `*1`, by which
//! `1` and `1*` differ, and `G + *` has the option `G`.)
//!
//! If both players have answers to all stars, `G + *m` is `{G^L + *m | G^R + *m}`. These options do not
//! dominate each other, since the options of `G` do not. `G^L + *m` is not reversible through
//! `G^{LR} + *m`, since `G^L` is not reversible in `G`, and it is not reversible through `G^L + *k` unless
//! `G^L <= G + *j`. So if no option satisfies that, nothing is left to simplify.
//!
//! # Proofs for all large stars
//! [`Stars`] derives statements about all `j >= from`. Left, who moves first, loses `X - Y + *j` if each of
//! her moves loses, and Right, who moves first, wins it if one of his moves wins. A move of `X` or `-Y` leads to a
//! statement about a pair of followers. A move of the nimber leads to `*i` with `i < from`, which is a comparison of
//! stored games, or to `i >= from`, which is a statement about all `i >= from`. So a derivation is an induction on the
//! followers. A true statement may remain without a derivation: then the sum is found by its definition.
//!
//! # Ups
//! Let `c = n·↑ + *m` with `n >= 1`, other than `↑*`. Left's only move in `c` is to 0, and Right's only move is
//! to `c - ↑*`. If `G^L` is an answer to all large stars, it is an answer to some `*j <= c`, so that
//! `G <= G^L + *j <= G^L + c`: Left's move to `G + 0` is dominated. If `G^R + ↑* <= G`, then
//! `G^R + c <= G + c - ↑*`: Right's move is dominated. Then `G + c` is `{G^L + c | G^R + c}`. `G^L + c` is
//! reversible through `G^L + c - ↑*` only if `G^L <= G + ↑*`, and `G^R + c` is reversible through `G^R + 0`
//! only if `G^R >= G + c`, which implies `G^R >= G + *j` for some `j >= 1`.

use std::cmp::Ordering;

use hashbrown::{HashMap, HashSet};

use super::engine::Engine;
use super::error::MAX_OPTIONS;
use super::number_up_star::NumberUpStar;
use super::request::Operation;
use super::simplify_cache::{Candidate, Candidates};
use super::store::{Id, le_by_stops};
use super::sum::FAMILIES;
use super::{Computed, ValueError};
use crate::hash::BuildMix;
use crate::{Dyadic, Player};

/// Larger nimbers and multiples of `↑` are added by this file. Smaller ones cost little by definition: the
/// sum of `*16` and `{1|-1}` takes 0.1 ms, and values of boards rarely have larger ones.
const SMALL: u32 = 16;

/// The statements tried are about all `*j` from these `j` up.
const FIRST_STARS: [u32; 2] = [1, SMALL];

/// The largest number of pairs of games in one derivation. Hot games need a few for each option.
const MAX_PAIRS: usize = 4096;

/// A statement about a pair of games `x` and `y`, for all `j >= from`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Statement {
    /// `x + *j <= y`.
    AllBelow,
    /// `x + *j` is not `>= y`.
    NoneAbove,
}

/// Derives statements about all `*j` with `j >= from`.
struct Stars {
    from: u32,
    /// The statements tried, and whether they are derived.
    tried: HashMap<(Statement, Id, Id), bool, BuildMix>,
}

impl Stars {
    /// Whether a statement is derived.
    fn derives(
        &mut self,
        engine: &mut Engine<'_>,
        statement: Statement,
        x: Id,
        y: Id,
    ) -> Computed<bool> {
        if let (Some(x), Some(y)) = (engine.store.number_up_star(x), engine.store.number_up_star(y))
        {
            return Ok(self.holds_for_closed(statement, x, y));
        }
        // Infinitesimals do not change stops.
        let [here, there] = [x, y].map(|id| engine.store.stop_keys(id));
        let by_stops = match statement {
            Statement::AllBelow => le_by_stops(here, there),
            Statement::NoneAbove => le_by_stops(there, here).map(|le| !le),
        };
        if let Some(answer) = by_stops {
            return Ok(answer);
        }
        if let Some(&known) = self.tried.get(&(statement, x, y)) {
            return Ok(known);
        }
        if self.tried.len() >= MAX_PAIRS {
            return Ok(false);
        }
        engine.step()?;
        let derived = engine.recurse(|engine| match statement {
            Statement::AllBelow => self.derives_all_below(engine, x, y),
            Statement::NoneAbove => self.derives_none_above(engine, x, y),
        })?;
        self.tried.insert((statement, x, y), derived);
        Ok(derived)
    }

    /// `n·↑ + *m` is positive for `n >= 2`, and for `n = 1` unless `m = 1`.
    fn holds_for_closed(&self, statement: Statement, x: NumberUpStar, y: NumberUpStar) -> bool {
        let ups = i64::from(y.up) - i64::from(x.up);
        let star = x.star ^ y.star;
        match (statement, y.number.cmp(&x.number)) {
            (_, Ordering::Greater) => true,
            (_, Ordering::Less) => false,
            // The game y - x - *j is ups·↑ + *(star XOR j): >= 0 for all j, or <= 0 for no j.
            (Statement::AllBelow, _) => ups > 1 || ups == 1 && star ^ 1 < self.from,
            (Statement::NoneAbove, _) => ups > 0 || ups == 0 && star < self.from,
        }
    }

    /// Left, who moves first, loses `x - y + *j`.
    fn derives_all_below(&mut self, engine: &mut Engine<'_>, x: Id, y: Id) -> Computed<bool> {
        let [here, there] = [x, y].map(|id| engine.store.stop_keys(id));
        // Then no game with the stops of x is >= a game with the stops of y.
        let apart = le_by_stops(there, here) == Some(false);
        if !apart {
            if !self.derives(engine, Statement::NoneAbove, x, y)? {
                return Ok(false);
            }
            if self.any_smaller_star(engine, x, |engine, sum| engine.le(y, sum))? {
                return Ok(false);
            }
        }
        for (moved, player) in [(x, Player::Left), (y, Player::Right)] {
            match engine.store.number_up_star(moved) {
                // Nobody needs to move in a number, as the sum of the others is not a number. If the stops are apart, those of
                // an option of a closed form are as well.
                Some(parts) if apart || parts.is_number() => continue,
                Some(parts) if has_many_options(parts) => return Ok(false),
                _ => {}
            }
            for option in engine.options(moved, player)? {
                let (x, y) = if player == Player::Left { (option, y) } else { (x, option) };
                if !self.derives(engine, Statement::NoneAbove, x, y)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Right, who moves first, wins `x - y + *j`.
    fn derives_none_above(&mut self, engine: &mut Engine<'_>, x: Id, y: Id) -> Computed<bool> {
        for (moved, player) in [(x, Player::Right), (y, Player::Left)] {
            let parts = engine.store.number_up_star(moved);
            if parts.is_some_and(|parts| parts.is_number() || has_many_options(parts)) {
                continue;
            }
            for option in engine.options(moved, player)? {
                let (x, y) = if player == Player::Right { (option, y) } else { (x, option) };
                if self.derives(engine, Statement::AllBelow, x, y)? {
                    return Ok(true);
                }
            }
        }
        self.any_smaller_star(engine, x, |engine, sum| engine.le(sum, y))
    }

    /// Whether a question about `x + *i` has the answer yes for an `i < from`.
    fn any_smaller_star<'s>(
        &self,
        engine: &mut Engine<'s>,
        x: Id,
        mut question: impl FnMut(&mut Engine<'s>, Id) -> Computed<bool>,
    ) -> Computed<bool> {
        for i in 0..self.from {
            let star = engine.nimber_form(i)?;
            let sum = engine.add(x, star)?;
            if question(engine, sum)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether a closed form has too many options to try each one.
fn has_many_options(g: NumberUpStar) -> bool {
    g.up == 0 && g.star > SMALL
}

impl Engine<'_> {
    /// `g + c` for a game that is not closed and a large infinitesimal closed form, if the sum is found
    /// without each option of `c`.
    pub(crate) fn add_large(&mut self, g: Id, c: NumberUpStar) -> Computed<Option<Id>> {
        if c.star.max(c.up.unsigned_abs()) <= SMALL {
            return Ok(None);
        }
        match c.up.cmp(&0) {
            Ordering::Equal => self.add_nimber(g, c.star),
            Ordering::Greater => self.add_ups(g, c),
            Ordering::Less => {
                let negative = self.add_ups(g.negative(), c.negative())?;
                Ok(negative.map(Id::negative))
            }
        }
    }

    fn add_nimber(&mut self, g: Id, m: u32) -> Computed<Option<Id>> {
        let mut from = 0;
        let mut answers = [None; 2];
        for first in FIRST_STARS {
            let right = self.answer_to_stars(g.negative(), first)?.map(Id::negative);
            let found = [self.answer_to_stars(g, first)?, right];
            if found.iter().flatten().count() > answers.iter().flatten().count() {
                (from, answers) = (first, found);
            }
            if answers.iter().all(Option::is_some) {
                break;
            }
        }
        if answers == [None; 2] {
            return Ok(None);
        }
        let star = self.nimber_form(m)?;
        let mut options = [Candidates::new(), Candidates::new()];
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            let list = &mut options[side];
            for option in self.options(g, player)? {
                list.push(Candidate { id: self.add(option, star)?, families: FAMILIES[0] });
            }
            for k in (1..from).map(|j| m ^ j).filter(|&k| k < m) {
                let star = self.nimber_form(k)?;
                list.push(Candidate { id: self.add(g, star)?, families: FAMILIES[1] });
            }
            if let (None, Some(reply)) = (answers[side], answers[1 - side]) {
                self.bypass_stars(reply, player, m, from, list)?;
            }
        }
        if from == 1 && answers.iter().all(Option::is_some) && self.keeps_options(g)? {
            return self.canonical(options).map(Some);
        }
        self.simplify(options).map(Some)
    }

    /// Adds the player's options of all `reply + *k` with `k < m` and `m XOR k >= from`.
    fn bypass_stars(
        &mut self,
        reply: Id,
        player: Player,
        m: u32,
        from: u32,
        list: &mut Candidates,
    ) -> Computed<()> {
        if m as usize > MAX_OPTIONS {
            return Err(ValueError::TooManyOptions);
        }
        let reply_is_starred = self.store.number_up_star(reply).is_some_and(|parts| parts.up == 0);
        let mut added: HashSet<Id, BuildMix> = HashSet::default();
        let mut largest = None;
        for k in (0..m).filter(|k| m ^ k >= from) {
            self.step()?;
            let star = self.nimber_form(k)?;
            let sum = self.add(reply, star)?;
            // The options of x + *i are among those of a larger one.
            let star = self.store.number_up_star(sum).map_or(0, |parts| parts.star);
            if reply_is_starred && star > 0 {
                largest = largest.max(Some((star, sum)));
                continue;
            }
            added.extend(self.options(sum, player)?);
        }
        if let Some((_, sum)) = largest {
            added.extend(self.options(sum, player)?);
        }
        if added.len() > MAX_OPTIONS {
            return Err(ValueError::TooManyOptions);
        }
        list.extend(added.into_iter().map(Candidate::from));
        Ok(())
    }

    fn add_ups(&mut self, g: Id, c: NumberUpStar) -> Computed<Option<Id>> {
        let mut answered = false;
        for from in FIRST_STARS {
            answered = answered || self.answer_to_stars(g, from)?.is_some();
        }
        if !answered {
            return Ok(None);
        }
        let up_star = self.store.closed(NumberUpStar { number: Dyadic::ZERO, up: 1, star: 1 })?;
        let mut dominated = false;
        for option in self.options(g, Player::Right)? {
            let sum = self.add(option, up_star)?;
            dominated = dominated || self.le(sum, g)?;
        }
        if !dominated {
            return Ok(None);
        }
        let ups = self.store.closed(c)?;
        let [left, right] = self.map_options(g, |engine, _, option| engine.add(option, ups))?;
        let mut canonical = self.keeps_options(g)?;
        let above = self.add(g, up_star)?;
        for option in self.options(g, Player::Left)? {
            canonical = canonical && !self.le(option, above)?;
        }
        let options = [left, right];
        let sum = if canonical { self.canonical(options) } else { self.simplify(options) };
        sum.map(Some)
    }

    /// A Left option that is derived to be an answer to all `*j` with `j >= from`.
    fn answer_to_stars(&mut self, g: Id, from: u32) -> Computed<Option<Id>> {
        let star = self.nimber_form(from)?;
        let answer = self.memoized((Operation::AnswerToStars, [g, star, Id::ZERO]), |engine| {
            let mut stars = Stars { from, tried: HashMap::default() };
            for option in engine.options(g, Player::Left)? {
                if stars.derives(engine, Statement::AllBelow, g, option)? {
                    return Ok(option);
                }
            }
            Ok(g)
        })?;
        Ok((answer != g).then_some(answer))
    }

    /// Whether it is derived that no `G^L <= G + *j` and no `G^R >= G + *j`, for all `j >= 1`.
    fn keeps_options(&mut self, g: Id) -> Computed<bool> {
        let kept = self.memoized((Operation::KeepsOptions, [g, Id::ZERO, Id::ZERO]), |engine| {
            let mut stars = Stars { from: 1, tried: HashMap::default() };
            for g in [g, g.negative()] {
                for option in engine.options(g, Player::Left)? {
                    if !stars.derives(engine, Statement::NoneAbove, g, option)? {
                        return Ok(Id::ZERO);
                    }
                }
            }
            Ok(Id::STAR)
        })?;
        Ok(kept == Id::STAR)
    }
}
