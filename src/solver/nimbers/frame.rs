//! A component that is being searched, and which question it asks next.

use super::bounds::{Efforts, NEVER};
use super::component::{Choice, Component, Options, Part};

/// A component that is being searched.
pub(super) struct Frame<C> {
    pub(super) own: Part<C>,
    /// The number of which it is asked whether it is the value; `None` if the value is wanted.
    pub(super) goal: Option<u32>,
    /// The efforts at which the search is to stop.
    pub(super) limits: Efforts,
    /// The question that it has asked.
    pub(super) waits_for: Option<Question>,
    pub(super) options: Options<C>,
    pub(super) nodes_before: u64,
}

/// A question about a component.
#[derive(Clone, Copy)]
pub(super) struct Question {
    /// The part of an option; `None` for the component of the frame itself.
    pub(super) part: Option<usize>,
    /// The number of which it is asked whether it is the value; `None` if the value is wanted.
    pub(super) goal: Option<u32>,
    pub(super) limits: Efforts,
}

/// What a frame needs next.
pub(super) enum Step {
    Ask(Question),
    /// Nothing: its question is answered, though the bounds may not say it of a large number, or its limits are reached.
    Done,
}

impl<C: Component> Frame<C> {
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>() + self.options.bytes()
    }

    /// The component that its question is about.
    pub(super) fn asked(&mut self) -> &mut Part<C> {
        match self.waits_for.and_then(|question| question.part) {
            Some(part) => &mut self.options.parts[part],
            None => &mut self.own,
        }
    }

    /// Goes on until the question is answered, its limits are reached, or another question is to be answered first.
    pub(super) fn advance(&mut self) -> Step {
        while !self.own.is_answered(self.goal) {
            let lowest = u32::from(self.own.bounds.least);
            if self.own.efforts(lowest).is == NEVER {
                // That it is not this number was found when the number was too far from the bounds to be noted in them.
                self.own.bounds.exclude(lowest);
                continue;
            }
            let n = self.goal.unwrap_or(lowest);
            // The question of the least effort among those of which a yes says that the value is not `n`, the second
            // least effort, the greatest effort of a no, and the number of the questions.
            let (mut best, mut least, mut second, mut most, mut count) = (None, NEVER, NEVER, 0, 0);
            let mut add = |part, goal, efforts: Efforts| {
                count += 1;
                most = efforts.is_not.max(most);
                if efforts.is < least {
                    (second, least) = (least, efforts.is);
                    best = Some((part, goal));
                } else {
                    second = second.min(efforts.is);
                }
            };
            let mut found = false;
            let is_valued = self.own.component.is_valued();
            for option in &mut self.options.choices {
                match option.is(n, &self.options.parts) {
                    OptionIs::Known(is) => found = is,
                    OptionIs::Open(part, goal, efforts) => {
                        add(Some(part), goal.filter(|_| !is_valued), efforts);
                    }
                }
                if found {
                    break;
                }
            }
            if found {
                self.own.bounds.exclude(n);
                self.own.asked = Some((n, Efforts { is: NEVER, is_not: 0 }));
                continue;
            }
            if lowest < n {
                add(None, Some(lowest), self.own.efforts(lowest));
            }
            let Some((part, goal)) = best else {
                self.own.bounds.limit(n);
                continue;
            };
            let efforts =
                Efforts { is: most.saturating_add(count - 1).min(NEVER - 1), is_not: least };
            if efforts.reach(self.limits) {
                self.own.asked = Some((n, efforts));
                return Step::Done;
            }
            let limits = match goal {
                Some(_) => Efforts {
                    is: self.limits.is_not.min(second.saturating_add(1 + second / 4)),
                    is_not: if self.limits.is == NEVER {
                        NEVER
                    } else {
                        self.limits.is + 1 - count
                    },
                },
                None => Efforts::MAX,
            };
            return Step::Ask(Question { part, goal, limits });
        }
        Step::Done
    }
}

impl Choice {
    /// Whether the value is `n`, or what is to be asked to know that.
    fn is<C>(&mut self, n: u32, parts: &[Part<C>]) -> OptionIs {
        if let Some(value) = self.value {
            return OptionIs::Known(value == n);
        }
        let mut rest = n;
        for index in self.start..self.end {
            let part = &parts[index];
            if let Some(value) = part.bounds.value() {
                rest ^= u32::from(value);
            } else if index + 1 < self.end {
                let [part, largest] =
                    [part, &parts[self.end - 1]].map(|part| Efforts::of_size(part.size));
                let efforts =
                    Efforts { is: part.is + largest.is, is_not: part.is_not + largest.is_not };
                return OptionIs::Open(index, None, efforts);
            } else {
                let open = || OptionIs::Open(index, Some(rest), part.efforts(rest));
                return part.is(rest).map_or_else(open, OptionIs::Known);
            }
        }
        self.value = Some(n ^ rest);
        OptionIs::Known(rest == 0)
    }
}

/// Whether an option has a value.
enum OptionIs {
    Known(bool),
    /// That depends on the value of a part, or on whether it is the number.
    Open(usize, Option<u32>, Efforts),
}
