//! The lines of a certificate: facts, and what they name.

use std::io;

use super::{CertificateError, Goal, Kind, Reason, Writer};
use crate::Player;
use crate::form::Id;
use crate::solver::components::PoolKey;
use crate::solver::searcher::Searcher;
use crate::solver::state::ComponentId;

/// The start and the factor of the hash FNV-1a of 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
pub(super) const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

impl Writer<'_> {
    /// Writes a line.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        for part in [text.as_bytes(), b"\n"] {
            self.out.write_all(part)?;
            self.hash = part
                .iter()
                .fold(self.hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME));
        }
        self.lines += 1;
        Ok(())
    }

    /// Writes a fact, and what it needs.
    pub(super) fn write(
        &mut self,
        goal: &Goal,
        reason: &Reason,
        searcher: &mut Searcher<'_, '_>,
    ) -> Result<(), CertificateError> {
        let Goal { kind, state, .. } = goal;
        let value = match kind {
            Kind::Wins => state.value,
            Kind::Loses => state.value.negative(),
        };
        let number = self.number(value, searcher)?;
        let mut text = String::from(if *kind == Kind::Wins { "w " } else { "z " });
        for (place, &id) in state.ids.iter().enumerate() {
            let id = if *kind == Kind::Wins { id } else { id.negative() };
            let comma = if place > 0 { "," } else { "" };
            let sign = if id.is_negated() { "-" } else { "" };
            text += &format!("{comma}{sign}{}", self.component(id, searcher)?);
        }
        text += &format!(" {number}");
        text += &match reason {
            Reason::Move(place, mv) => format!(" m {place} {mv}"),
            Reason::Option(option) => {
                // A negated value has its options as negatives of those of the other player.
                let option = if number > 0 { *option } else { option.negative() };
                let option = self.number(option, searcher)?;
                let options = &self.options[number.unsigned_abs() as usize - 1];
                let place = options[usize::from(number < 0)].iter().position(|&o| o == option);
                format!(" o {}", place.expect("the number of a value has its options"))
            }
            Reason::All => " a".to_owned(),
            Reason::Groups(groups) => {
                groups.iter().fold(" p ".to_owned(), |text, group| format!("{text}{group}"))
            }
        };
        self.line(&text)?;
        self.count += 1;
        self.facts.add(*kind, &state.ids, state.value);
        Ok(())
    }

    /// The number of a ruleset, which is written if it is new.
    pub(super) fn ruleset(&mut self, key: PoolKey) -> Result<usize, CertificateError> {
        let PoolKey { name, rules, .. } = key;
        if let Some(number) = self.rules.iter().position(|(known, _)| *known == name) {
            return match self.rules[number].1 == rules {
                true => Ok(number),
                false => Err(CertificateError::SameName(name.to_string())),
            };
        }
        let number = self.rules.len();
        self.line(&format!("rules {number} {name}"))?;
        self.rules.push((name, rules));
        Ok(number)
    }

    /// The number of a component, which is written if it is new.
    pub(super) fn component(
        &mut self,
        id: ComponentId,
        searcher: &Searcher<'_, '_>,
    ) -> Result<u32, CertificateError> {
        let index = id.index();
        if let Some(&number @ 1..) = self.components.get(index) {
            return Ok(number);
        }
        let (key, text) = searcher.worker.components.text(index);
        let rules = self.ruleset(key)?;
        self.line(&format!("c {rules} {text}"))?;
        if index >= self.components.len() {
            // An eighth more, not twice as many: the old list and the new one take memory at the same time.
            let wanted = index + 1 + index / 8;
            self.components.reserve_exact(wanted - self.components.len());
            self.components.resize(wanted, 0);
        }
        self.numbered += 1;
        self.components[index] = self.numbered;
        Ok(self.numbered)
    }

    /// The number of a value, which is written after its options if it is new.
    pub(super) fn number(
        &mut self,
        value: Id,
        searcher: &mut Searcher<'_, '_>,
    ) -> Result<i64, CertificateError> {
        let mut stack = vec![value];
        while let Some(&id) = stack.last() {
            if self.numbers.contains_key(&id) {
                stack.pop();
                continue;
            }
            let engine = &mut searcher.worker.call.engine;
            let mut options: [Vec<Id>; 2] = Default::default();
            for player in Player::BOTH {
                options[player as usize] = engine.options(id, player)?.collect();
            }
            let before = stack.len();
            stack.extend(options.iter().flatten().filter(|id| !self.numbers.contains_key(*id)));
            if stack.len() > before {
                continue;
            }
            let numbers = options.map(|ids| ids.iter().map(|id| self.numbers[id]).collect());
            let texts = numbers.each_ref().map(|numbers: &Vec<i64>| {
                numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
            });
            self.line(&format!("v {}|{}", texts[0], texts[1]))?;
            self.options.push(numbers);
            let number = self.options.len() as i64;
            self.numbers.insert(id, number);
            if id.negative() != id {
                self.numbers.insert(id.negative(), -number);
            }
        }
        Ok(self.numbers[&value])
    }
}
