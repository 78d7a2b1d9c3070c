//! Misère play: the genera of heaps, by their misère canonical forms.

mod forms;
mod links;
mod partitions;
mod text;

use std::fmt;

use dicot::{LimitKind, Limits};

use crate::code::{HeapCode, Rule};
use crate::parts::ValueSet;

pub use forms::{MisereForm, MisereForms, Tameness};

/// The genus of a game: its nim value, and the misère nim values of the game itself, of its sum with `*2`, with `*2 + *2`, and
/// so on. The last two of the list alternate forever.
///
/// The misère nim value of a game without options is 1, and that of another one the least that no option has: a player who
/// moves loses misère play if it is 0. Games that are equal under misère play have the same genus.
///
/// Printed as `4^146`, or `8^(6,10,8)` if a misère value is 10 or more. [`MisereForms::genus_text`] has the shorter text that CGSuite
/// prints for tame and restive games.
///
/// Source: Conway, *On Numbers and Games*, chapter 12; *Winning Ways*, chapter 13.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// The nim value under normal play.
    pub normal: u32,
    /// The misère nim values; the last two alternate.
    pub misere: Vec<u32>,
}

impl Genus {
    /// The genus of a game by those of its options: column by column, where a move in one of n copies of `*2` leaves n - 1 of
    /// them, and `*1` or nothing.
    fn of_options(options: &[&Genus]) -> Genus {
        let normal = mex(options.iter().map(|option| option.normal));
        let longest = options.iter().map(|option| option.misere.len()).max().unwrap_or(0);
        let mut misere: Vec<u32> = Vec::new();
        loop {
            let n = misere.len();
            let others = misere.last().map(|&last| [last, last ^ 1]);
            let column = options.iter().map(|option| option.misere_value(n));
            misere.push(match (options.is_empty(), others) {
                (true, None) => 1,
                (_, others) => mex(column.chain(others.into_iter().flatten())),
            });
            // The options alternate from `longest` - 2 on: if the game has come to a value again, so does the game.
            if n >= longest + 2 && misere[n] == misere[n - 2] {
                break;
            }
        }
        while let [.., a, _, b] = misere[..]
            && a == b
        {
            misere.pop();
        }
        Genus { normal, misere }
    }

    /// The misère nim value of the game with `n` copies of `*2`.
    pub fn misere_value(&self, n: usize) -> u32 {
        let len = self.misere.len();
        if n < len { self.misere[n] } else { self.misere[len - 2 + (n - len) % 2] }
    }

    /// The nim value and the misère nim value.
    pub(crate) fn values(&self) -> [u32; 2] {
        [self.normal, self.misere[0]]
    }

    /// Whether a sum of nim heaps has this genus.
    pub fn is_tame(&self) -> bool {
        match (self.normal, &self.misere[..]) {
            (0, [1, 2, 0]) | (1, [0, 3, 1]) => true,
            (n, &[a, b]) => a == n && b == n ^ 2,
            _ => false,
        }
    }
}

/// The genus as `4^146`.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal)?;
        let shown = self.misere.iter().map(ToString::to_string).collect::<Vec<_>>();
        match shown.iter().all(|value| value.len() == 1) {
            true => f.write_str(&shown.concat()),
            false => write!(f, "({})", shown.join(",")),
        }
    }
}

fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let mut set = ValueSet::default();
    values.for_each(|value| set.insert(value));
    set.mex()
}

/// The genera of the heaps of a game: those of heaps 0, 1, 2 and so on.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_impartial::Genera;
/// let mut kayles = Genera::new("0.77".parse()?);
/// kayles.extend_to(9, &Limits::default()).unwrap();
/// assert_eq!(kayles.genus(5).unwrap().to_string(), "4^146");
/// // With nine tokens the player who moves wins normal play and loses misère play.
/// assert_eq!(kayles.genus(9).unwrap().to_string(), "4^046");
/// # Ok::<_, dicot_impartial::ParseError>(())
/// ```
///
/// # Complexity
/// The number of canonical forms of sums grows exponentially for games that are not tame.
#[derive(Clone, Debug)]
pub struct Genera {
    code: HeapCode,
    /// The canonical form of each heap.
    heaps: Vec<u32>,
    forms: MisereForms,
}

impl Genera {
    /// The genera of a code, without heaps.
    pub fn new(code: HeapCode) -> Genera {
        Genera { code, heaps: Vec::new(), forms: MisereForms::new() }
    }

    /// The genus of a heap, if it has been computed.
    pub fn genus(&self, heap: usize) -> Option<&Genus> {
        self.form(heap).map(|form| self.forms.genus(form))
    }

    /// The misère canonical form of a heap, if it has been computed. It is one of [`forms`](Genera::forms).
    pub fn form(&self, heap: usize) -> Option<MisereForm> {
        self.heaps.get(heap).map(|&form| MisereForm(form))
    }

    /// The forms of the heaps and of sums of them.
    pub fn forms(&mut self) -> &mut MisereForms {
        &mut self.forms
    }

    /// Computes the genera of all heaps to `heap`.
    ///
    /// # Errors
    /// A limit of time (`deadline`) or bytes, or the interrupt; the genera so far remain.
    pub fn extend_to(&mut self, heap: usize, limits: &Limits) -> Result<(), LimitKind> {
        while self.heaps.len() <= heap {
            let n = self.heaps.len();
            let Genera { code, heaps, forms } = self;
            let options =
                options(code, n, 0, limits, |sum, part| forms.add(sum, heaps[part], limits))?;
            let form = self.forms.canonical(options);
            self.heaps.push(form);
        }
        Ok(())
    }
}

/// The options of a heap, each once, as sums of their parts: of all partitions into falling parts, without recursion.
pub(crate) fn options<T: Copy + Ord>(
    code: &HeapCode,
    heap: usize,
    zero: T,
    limits: &Limits,
    mut add: impl FnMut(T, usize) -> Result<T, LimitKind>,
) -> Result<Vec<T>, LimitKind> {
    let mut options = Vec::new();
    for (taken, digit) in code.digits(heap) {
        let rest = heap - taken;
        let most = digit.max_count().map_or(rest, |count| count as usize);
        // Parts that are chosen, the tokens left, and the sum of the parts.
        let mut open = vec![(Vec::new(), rest, zero)];
        while let Some((parts, left, sum)) = open.pop() {
            if left == 0 {
                if digit.allows(parts.len() as u32) && is_allowed(digit.rule, &parts) {
                    options.push(sum);
                }
                continue;
            }
            if parts.len() == most {
                continue;
            }
            let places = most - parts.len();
            let largest = parts.last().map_or(left, |&last: &usize| left.min(last));
            // A part that fills the heap itself cannot be left.
            for part in left.div_ceil(places)..=largest.min(heap.saturating_sub(1)) {
                limits.check()?;
                open.push(([&parts[..], &[part]].concat(), left - part, add(sum, part)?));
            }
        }
        options.sort_unstable();
        options.dedup();
    }
    Ok(options)
}

/// Whether a rule allows a split into these parts, in falling order.
fn is_allowed(rule: Rule, parts: &[usize]) -> bool {
    let mut pairs = parts.windows(2);
    parts.len() < 2
        || match rule {
            Rule::Any => true,
            Rule::Distinct => pairs.all(|pair| pair[0] != pair[1]),
            Rule::NotAllEqual => pairs.any(|pair| pair[0] != pair[1]),
            Rule::AllEqual => pairs.all(|pair| pair[0] == pair[1]),
        }
}
