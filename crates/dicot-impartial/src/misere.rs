//! Misère play: the genera of heaps, by their misère canonical forms.

use std::collections::HashMap;
use std::fmt;

use dicot::{LimitKind, Limits};

use crate::code::{Digit, HeapCode, Rule};
use crate::parts::ValueSet;

/// The genus of a game: its nim value, and the misère nim values of the game itself, of its sum with `*2`, with `*2 + *2`, and
/// so on. The last two of the list alternate forever.
///
/// The misère nim value of a game without options is 1, and that of another one the least that no option has: a player who
/// moves loses misère play if it is 0. Games that are equal under misère play have the same genus.
///
/// Printed as `4^146`, or `8^(6,10,8)` if a misère value is 10 or more. A genus that a sum of nim heaps has is printed with the first misère
/// value alone: `2^2`.
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
        let shown = if self.is_tame() { 1 } else { self.misere.len() };
        let shown = self.misere[..shown].iter().map(ToString::to_string).collect::<Vec<_>>();
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
    forms: Forms,
}

/// Misère canonical forms, each stored once. Form 0 has no options.
#[derive(Clone, Debug, Default)]
struct Forms {
    /// The options of each form, in rising order, and its genus.
    forms: Vec<(Vec<u32>, Genus)>,
    index: HashMap<Vec<u32>, u32>,
    sums: HashMap<(u32, u32), u32>,
    bytes: usize,
}

impl Genera {
    /// The genera of a code, without heaps.
    pub fn new(code: HeapCode) -> Genera {
        let mut forms = Forms::default();
        forms.canonical(Vec::new());
        Genera { code, heaps: Vec::new(), forms }
    }

    /// The genus of a heap, if it has been computed.
    pub fn genus(&self, heap: usize) -> Option<&Genus> {
        self.heaps.get(heap).map(|&form| &self.forms.forms[form as usize].1)
    }

    /// Computes the genera of all heaps to `heap`.
    ///
    /// # Errors
    /// A limit of time (`deadline`) or bytes, or the interrupt; the genera so far remain.
    pub fn extend_to(&mut self, heap: usize, limits: &Limits) -> Result<(), LimitKind> {
        while self.heaps.len() <= heap {
            let n = self.heaps.len();
            let digits: Vec<(usize, Digit)> = self.code.digits(n).collect();
            let mut options = Vec::new();
            for (taken, digit) in digits {
                self.add_options(&mut options, n - taken, digit, limits)?;
            }
            let form = self.forms.canonical(options);
            self.heaps.push(form);
        }
        Ok(())
    }

    /// Adds the forms of what a digit allows to leave: all partitions into falling parts, without recursion.
    fn add_options(
        &mut self,
        options: &mut Vec<u32>,
        rest: usize,
        digit: Digit,
        limits: &Limits,
    ) -> Result<(), LimitKind> {
        let most = digit.max_count().map_or(rest, |count| count as usize);
        // Parts that are chosen, the tokens left, and the sum of the parts.
        let mut open = vec![(Vec::new(), rest, 0)];
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
            // A part that fills the heap that is being computed cannot be left.
            for part in left.div_ceil(places)..=largest.min(self.heaps.len().saturating_sub(1)) {
                limits.check()?;
                let sum = self.forms.sum(sum, self.heaps[part], limits)?;
                open.push(([&parts[..], &[part]].concat(), left - part, sum));
            }
        }
        options.sort_unstable();
        options.dedup();
        Ok(())
    }
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

impl Forms {
    fn options(&self, form: u32) -> &[u32] {
        &self.forms[form as usize].0
    }

    /// The canonical form of a game by those of its options.
    ///
    /// The game is equal to H if its options are those of H and others, each of which has H as an option: such a move is
    /// reversed to H. If H has no options, the game must in addition be a win for the player who moves, as H is.
    fn canonical(&mut self, mut options: Vec<u32>) -> u32 {
        options.sort_unstable();
        options.dedup();
        if let Some(&form) = self.index.get(&options) {
            return form;
        }
        let genus = |option: &u32| &self.forms[*option as usize].1;
        let genus = Genus::of_options(&options.iter().map(genus).collect::<Vec<_>>());
        let form = self.reversed(&options, &genus).unwrap_or_else(|| {
            let form = self.forms.len() as u32;
            self.bytes += 8 * options.len() + 4 * genus.misere.len() + 160;
            self.forms.push((options.clone(), genus));
            form
        });
        self.bytes += 4 * options.len() + 64;
        self.index.insert(options, form);
        form
    }

    fn reversed(&self, options: &[u32], genus: &Genus) -> Option<u32> {
        let candidates = options.iter().flat_map(|&option| self.options(option));
        let is_equal = |&&form: &&u32| {
            let kept = self.options(form);
            let has_form = |option: u32| self.options(option).binary_search(&form).is_ok();
            (!kept.is_empty() || genus.misere[0] != 0)
                && kept.iter().all(|option| options.binary_search(option).is_ok())
                && options.iter().all(|&o| kept.binary_search(&o).is_ok() || has_form(o))
        };
        candidates.into_iter().find(is_equal).copied()
    }

    /// The canonical form of a sum, with a stack of its own.
    fn sum(&mut self, a: u32, b: u32, limits: &Limits) -> Result<u32, LimitKind> {
        let key = |a: u32, b: u32| (a.min(b), a.max(b));
        let known = |forms: &Forms, (a, b): (u32, u32)| match a {
            0 => Some(b),
            _ => forms.sums.get(&(a, b)).copied(),
        };
        let mut open = vec![key(a, b)];
        while let Some(&(a, b)) = open.last() {
            limits.check()?;
            if let Some(bytes) = limits.bytes.filter(|&bytes| self.bytes + 8 * open.len() > bytes) {
                return Err(LimitKind::Bytes(bytes));
            }
            if known(self, (a, b)).is_some() {
                open.pop();
                continue;
            }
            let left = self.options(a).iter().map(|&option| key(option, b));
            let pairs = left.chain(self.options(b).iter().map(|&option| key(a, option)));
            let (mut options, before) = (Vec::new(), open.len());
            for pair in pairs {
                match known(self, pair) {
                    Some(form) => options.push(form),
                    None => open.push(pair),
                }
            }
            if open.len() == before {
                let form = self.canonical(options);
                self.sums.insert((a, b), form);
                self.bytes += 32;
                open.pop();
            }
        }
        Ok(known(self, key(a, b)).unwrap_or(0))
    }
}
