//! Sources of values that are kept elsewhere.

use std::fmt::{self, Display, Write};
use std::sync::Arc;

use hashbrown::HashMap;

use crate::ValueError;
use crate::form::{Engine, Id, NumberUpStar};
use crate::hash::BuildMix;

/// A source of values of components, such as a file.
///
/// Values have numbers from 0, and the options of a value have lower numbers. The value of a position is not checked; the
/// options of a value are simplified, so that every value is a canonical form.
///
/// # Examples
/// A source that knows one component of Clobber, `xxo` = ↑:
/// ```
/// use std::sync::Arc;
/// use dicot::analysis::{Analyzer, ValueSource, NamedValue, ValueParts};
/// use dicot::rules::Clobber;
/// use dicot::{NumberUpStar, ValueError};
///
/// #[derive(Debug)]
/// struct OneValue;
///
/// impl ValueSource for OneValue {
///     fn find(&self, rules: &str, component: &str) -> Result<Option<NamedValue>, ValueError> {
///         let known = rules == "clobber" && component == "xoo";
///         Ok(known.then_some(NamedValue { number: 0, negated: true }))
///     }
///
///     fn parts(&self, number: u32) -> Result<ValueParts, ValueError> {
///         match number {
///             0 => Ok(ValueParts::NumberUpStar(NumberUpStar { up: 1, ..NumberUpStar::default() })),
///             _ => Err(ValueError::Damaged),
///         }
///     }
/// }
///
/// let mut analyzer = Analyzer::new().with_value_source(Arc::new(OneValue));
/// assert_eq!(analyzer.canonical_form(&"oxx".parse::<Clobber>()?)?.to_string(), "^");
/// assert_eq!(analyzer.positions(), 1); // no other position was valued
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub trait ValueSource: Send + Sync + fmt::Debug {
    /// The value of a component under the ruleset of that [name](crate::rules::RulesetSpec::name_in_files), which is all that a source
    /// knows of the rules, if it is there. The component is [normalized](crate::rules::Short::normalized), and written as it prints.
    ///
    /// # Errors
    /// [`ValueError::Damaged`] if the source is damaged.
    fn find(&self, rules: &str, component: &str) -> Result<Option<NamedValue>, ValueError>;

    /// The value with that number, by its options.
    ///
    /// # Errors
    /// [`ValueError::Damaged`] if the source is damaged or does not have the number.
    fn parts(&self, number: u32) -> Result<ValueParts, ValueError>;
}

/// A value of [`ValueSource`], by its number, or the negative of that value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedValue {
    /// The number.
    pub number: u32,
    /// Whether the negative is meant.
    pub negated: bool,
}

/// A value of a [`ValueSource`], by its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueParts {
    /// A number, ups and a star.
    NumberUpStar(NumberUpStar),
    /// The canonical options of both players.
    Options {
        /// Those of Left.
        left: Vec<NamedValue>,
        /// Those of Right.
        right: Vec<NamedValue>,
    },
}

/// The sources of values of one ruleset.
pub(crate) struct Sources {
    rules: String,
    sources: Vec<Source>,
    /// The position of the last lookup.
    text: String,
}

struct Source {
    values: Arc<dyn ValueSource>,
    /// The ids of values by their numbers.
    ids: HashMap<u32, Id, BuildMix>,
}

impl Sources {
    /// No sources yet, for positions of the ruleset of that name.
    pub(crate) fn new(rules: &str) -> Sources {
        Sources { rules: rules.to_owned(), sources: Vec::new(), text: String::new() }
    }

    pub(crate) fn add(&mut self, values: Arc<dyn ValueSource>) {
        self.sources.push(Source { values, ids: HashMap::default() });
    }

    /// The same sources, before any lookup.
    pub(crate) fn fresh(&self) -> Sources {
        let mut fresh = Sources::new(&self.rules);
        self.sources.iter().for_each(|source| fresh.add(source.values.clone()));
        fresh
    }

    pub(crate) fn bytes(&self) -> usize {
        self.sources.iter().map(|source| source.ids.allocation_size()).sum()
    }

    /// The value of a normalized component, if any source has it.
    pub(crate) fn find(
        &mut self,
        part: &impl Display,
        engine: &mut Engine<'_>,
    ) -> Result<Option<Id>, ValueError> {
        self.text.clear();
        // Writing to a string does not fail.
        let _ = write!(self.text, "{part}");
        for source in &mut self.sources {
            if let Some(value) = source.values.find(&self.rules, &self.text)? {
                return source.id(value, engine).map(Some);
            }
        }
        Ok(None)
    }
}

impl Source {
    /// The id of a value, which is stored with its followers.
    fn id(&mut self, value: NamedValue, engine: &mut Engine<'_>) -> Result<Id, ValueError> {
        let mut stack = vec![value.number];
        while let Some(&number) = stack.last() {
            if self.ids.contains_key(&number) {
                stack.pop();
                continue;
            }
            engine.step()?;
            let id = match self.values.parts(number)? {
                ValueParts::NumberUpStar(parts) => {
                    let most = NumberUpStar::MAX_MULTIPLE;
                    if parts.up.unsigned_abs().max(parts.star) > most {
                        return Err(ValueError::Damaged);
                    }
                    engine.store.closed(parts)?
                }
                ValueParts::Options { left, right } => {
                    let before = stack.len();
                    for option in left.iter().chain(&right) {
                        if option.number >= number {
                            return Err(ValueError::Damaged);
                        }
                        if !self.ids.contains_key(&option.number) {
                            stack.push(option.number);
                        }
                    }
                    if stack.len() > before {
                        continue;
                    }
                    let list = |options: Vec<NamedValue>| -> Vec<Id> {
                        options.into_iter().map(|option| self.known(option)).collect()
                    };
                    engine.simplify_canonical(&list(left), &list(right))?
                }
            };
            let before = self.ids.allocation_size();
            self.ids.insert(number, id);
            engine.other_bytes += self.ids.allocation_size() - before;
            stack.pop();
        }
        Ok(self.known(value))
    }

    /// A value that is in the store already.
    fn known(&self, value: NamedValue) -> Id {
        self.ids[&value.number].negative_if(value.negated)
    }
}
