//! Misère quotients: the monoid by which the sums of a game's heaps are told apart under misère play.
//!
//! Two sums X and Y of heaps are indistinguishable if X + Z and Y + Z have the same misère outcome for all sums Z of heaps. The classes
//! are a commutative monoid Q; those whose sums are lost for the player who moves are its P-portion.
//!
//! **Guess.** A heap that is not the class of smaller ones is a new generator. The quotient before is extended by its powers, which are
//! taken to be periodic from an index on, and all other relations to be what they were; outcomes follow from those of options, which are
//! before in the lexicographic order. The candidate is the coarsest congruence of the extension that respects outcomes, by the partition
//! refinement of automata. Then each relation of the candidate is tested: the outcomes by moves of its left side with all elements must
//! be those of its right side. The least word with a wrong outcome shows a wrong relation; the heaps of its left side are made
//! free, which forgets all relations with them, and their powers extend what is left of the candidate.
//!
//! **Proof.** The candidate is the quotient if for every sum X of heaps, with its class x and the set E of the classes of its options: x is
//! in P exactly if X has moves and no element of E is in P; this is induction on X. Both halves are finite to check:
//!
//! 1. No option of a sum in P is in P: for all heaps h with an option o and all y in Q, hy and oy are not both in P.
//! 2. A sum that is not in P, and has moves, has an option in P. (Heaps without moves must be 1.) Let W(X) be the set of all y in Q for which some option of X has a product
//!    with y in P; W(X + Y) is the union of (W(X) : y) and (W(Y) : x), where (W : y) is the set of all q with qy in W. So the pairs (x, W) of all
//!    sums are those of the heaps and what they generate; W must have 1 if x is not in P. Of the pairs with the same x those with minimal W
//!    are enough.
//!
//! Only what is proved is returned; a wrong guess costs another attempt, with other free heaps.
//!
//! Source: Plambeck and Siegel, *Misère quotients for impartial games*, JCTA 115 (2008), arXiv:math/0609825.

mod monoid;

use std::collections::VecDeque;
use std::fmt;

use dicot::{LimitKind, Limits};

use self::monoid::*;
use crate::code::HeapCode;
use crate::misere::options;
use crate::period::{Period, Theorem};

/// The largest number of classes, of words of an extension, and of extensions that are tried for a heap. 0.07 to heap 33, with 638
/// classes, takes nine extensions of at most 12,672 words for a heap, and 0.3 s in all.
const MAX_ORDER: usize = 4096;
const MAX_WORDS: usize = 1 << 18;
const MAX_ATTEMPTS: usize = 64;

/// The misère quotient of the heaps of a game to a last one.
///
/// # Examples
/// ```
/// use dicot::Limits;
/// use dicot_impartial::Quotient;
/// // The smallest quotient that is not one of sums of nim heaps.
/// let mut quotient = Quotient::new("0.75".parse().unwrap());
/// quotient.extend_to(8, &Limits::default())?;
/// assert_eq!(quotient.order(), 8);
/// assert_eq!(quotient.relations().join(", "), "a^2=1, bc=ab, c^2=b^2, b^3=b");
/// let p_portion: Vec<String> = quotient.p_portion().map(|x| quotient.text(x)).collect();
/// assert_eq!(p_portion, ["a", "b^2"]);
/// // Heaps of 5 and 7 tokens: the player who moves loses, because the product is in the P-portion.
/// let [x, y] = [5, 7].map(|heap| quotient.element(heap).unwrap());
/// let product = quotient.product(x, y);
/// assert_eq!((quotient.text(product), quotient.is_p(product)), ("b^2".to_owned(), true));
/// # Ok::<_, dicot_impartial::QuotientError>(())
/// ```
///
/// # Complexity
/// O(*w* · *m*) for each candidate, where *w* is the number of words of an extension, the order before times the numbers of powers of the free
/// heaps, and *m* the number of moves; the number of relations times the order times *m* to test it; and the number of minimal pairs
/// (see the file), each with a set of elements, times the number of heaps.
#[derive(Clone, Debug)]
pub struct Quotient {
    code: HeapCode,
    heaps: Vec<Heap>,
    monoid: Monoid,
    pairs: Pairs,
    presentation: Presentation,
}

/// An element of a misère quotient. The first one is 1, the class of no heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QuotientElement(u32);

/// Why a quotient has not been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QuotientError {
    /// A limit of time (`deadline`) or bytes, or the interrupt.
    Limit(LimitKind),
    /// The quotient of the heaps to this one is infinite, or it is not among those that are tried.
    NotFound {
        /// The last heap.
        heap: usize,
    },
}

impl From<LimitKind> for QuotientError {
    fn from(limit: LimitKind) -> QuotientError {
        QuotientError::Limit(limit)
    }
}

impl fmt::Display for QuotientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QuotientError::Limit(limit) => limit.fmt(f),
            QuotientError::NotFound { heap } => write!(
                f,
                "the misère quotient of heaps 0 to {heap} is infinite or too large to be found; ask for fewer heaps"
            ),
        }
    }
}

impl std::error::Error for QuotientError {}

impl Quotient {
    /// The quotient of no heaps, whose only element is 1.
    pub fn new(code: HeapCode) -> Quotient {
        let monoid = Monoid { order: 1, products: vec![0], is_p: vec![false] };
        let pairs = Pairs::new(&monoid);
        Quotient { code, heaps: Vec::new(), monoid, pairs, presentation: Presentation::default() }
    }

    /// Computes the quotient of the heaps 0 to `heap`, if it is not that already.
    ///
    /// # Errors
    /// [`QuotientError`]; the quotient of fewer heaps remains.
    pub fn extend_to(&mut self, heap: usize, limits: &Limits) -> Result<(), QuotientError> {
        self.extend_with(heap, limits, |_, _| ())
    }

    /// As [`extend_to`](Quotient::extend_to); calls a function with each heap before it is added, and the order so far.
    ///
    /// # Errors
    /// As [`extend_to`](Quotient::extend_to).
    pub fn extend_with(
        &mut self,
        heap: usize,
        limits: &Limits,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<(), QuotientError> {
        while self.heaps.len() <= heap {
            progress(self.heaps.len(), self.order());
            if !self.extend_by_element(limits)? {
                self.extend_by_generator(limits)?;
            }
        }
        Ok(())
    }

    /// Adds the next heap if it is the class of smaller ones.
    fn extend_by_element(&mut self, limits: &Limits) -> Result<bool, LimitKind> {
        let heap = self.heaps.len();
        let options = self.options(heap, limits)?;
        let winning = self.monoid.winning(&options);
        let consistent = |&element: &u32| self.monoid.contradiction(element, &winning).is_none();
        for element in self.monoid.elements().filter(consistent) {
            let mut pairs = self.pairs.clone();
            match pairs.add_heap(&self.monoid, (heap, element), &options, limits) {
                Ok(()) => {
                    let word = self.presentation.words.get(element as usize);
                    self.heaps.push(Heap { word: word.cloned().unwrap_or_default(), element });
                    self.pairs = pairs;
                    return Ok(true);
                }
                Err(Refuted::Limit(limit)) => return Err(limit),
                Err(Refuted::By(..)) => {}
            }
        }
        Ok(false)
    }

    /// The classes of the options of a heap.
    fn options(&self, heap: usize, limits: &Limits) -> Result<Vec<u32>, LimitKind> {
        options(&self.code, heap, 0, limits, |product, part| {
            Ok(self.monoid.product(product, self.heaps[part].element))
        })
    }

    /// Adds the next heap as a generator, and computes the quotient anew.
    fn extend_by_generator(&mut self, limits: &Limits) -> Result<(), QuotientError> {
        let heap = self.heaps.len();
        let not_found = QuotientError::NotFound { heap };
        let (mut next, mut free) = (self.clone(), vec![(heap, (2, 2))]);
        next.heaps.push(Heap { word: vec![heap], element: 0 });
        // The first heap with options is *1, whose square is 1 in every quotient.
        let first = next.heaps.iter().position(|known| !known.word.is_empty());
        if first == Some(heap) {
            free = vec![(heap, (0, 2))];
        }
        for _ in 0..MAX_ATTEMPTS {
            let words = next.extension(&free, limits)?.ok_or(not_found)?;
            if !next.guess(&words, limits)? {
                return Err(not_found);
            }
            let mut wrong = next.wrong_relation(limits)?;
            let is_proof = wrong.is_empty();
            if is_proof {
                match next.prove(limits) {
                    Ok(()) => {
                        *self = next;
                        return Ok(());
                    }
                    Err(Refuted::Limit(limit)) => return Err(limit.into()),
                    Err(Refuted::By(sum, times)) => {
                        wrong = [&sum[..], &next.presentation.words[times as usize]].concat();
                    }
                }
            }
            wrong.sort_unstable();
            wrong.dedup();
            // Other powers than those of the candidate are needed if a relation is one of powers of a heap, or if it is not known.
            let more = usize::from(is_proof || wrong.len() == 1);
            free.clear();
            for n in wrong.into_iter().filter(|&n| Some(n) != first) {
                let (index, period) = next.monoid.powers(next.heaps[n].element);
                next.heaps[n].word = vec![n];
                free.push((n, (index + more, period.next_multiple_of(2))));
            }
        }
        Err(not_found)
    }

    /// The extension of the monoid by free heaps, with their powers.
    fn extension(
        &self,
        free: &[(usize, Powers)],
        limits: &Limits,
    ) -> Result<Option<Extension>, LimitKind> {
        let known = self.heaps.iter().enumerate().filter(|(n, known)| known.word == [*n]);
        let generators: Vec<_> = known
            .map(|(n, known)| {
                let powers = free.iter().find(|free| free.0 == n).map(|free| free.1);
                (n, known.element, powers)
            })
            .collect();
        Extension::new(&self.monoid, &generators, limits)
    }

    /// Computes the candidate of an extension, or fails if it has too many elements.
    fn guess(&mut self, words: &Extension, limits: &Limits) -> Result<bool, LimitKind> {
        let size = words.rests.len();
        let heaps: Vec<u32> = self.heaps.iter().map(|heap| words.of_word(&heap.word)).collect();
        let mut options_of = Vec::new();
        for &heap in &words.generators {
            options_of.push(options(&self.code, heap, 0, limits, |product, part| {
                Ok(words.product(product, heaps[part]))
            })?);
        }
        let mut is_p = vec![false; size];
        for element in 1..size {
            if element % 1024 == 0 {
                limits.check()?;
            }
            // An option has smaller generators than the heap that it is reached from, so it has been computed.
            let (mut has_option, mut has_p_option) = (false, false);
            for &(axis, rest) in &words.rests[element] {
                let options = &options_of[axis as usize];
                has_option |= !options.is_empty();
                let is_p_option = |&option: &u32| is_p[words.product(rest, option) as usize];
                has_p_option = has_p_option || options.iter().any(is_p_option);
            }
            is_p[element] = has_option && !has_p_option;
        }
        // Partition refinement: classes are split until generators respect them.
        let mut class: Vec<u32> = is_p.iter().map(|&is_p| u32::from(is_p)).collect();
        let (mut order, mut before) = (2, 0);
        while order > before {
            before = order;
            for products in &words.products {
                limits.check()?;
                // This table and that of products have a number for each two classes.
                let bytes = self.pairs.bytes + 256 * size + 8 * order * order;
                if let Some(limit) = limits.bytes.filter(|&limit| bytes > limit) {
                    return Err(LimitKind::Bytes(limit));
                }
                let mut refined = vec![u32::MAX; order * order];
                let mut count = 0;
                let moved: Vec<u32> = products.iter().map(|&e| class[e as usize]).collect();
                for (class, moved) in class.iter_mut().zip(moved) {
                    let new = &mut refined[*class as usize * order + moved as usize];
                    if *new == u32::MAX {
                        *new = count;
                        count += 1;
                    }
                    *class = *new;
                }
                order = count as usize;
                if order > MAX_ORDER {
                    return Ok(false);
                }
            }
        }
        // Classes are numbered by their first elements, so that 1 is 0.
        let mut first = vec![0; order];
        for (element, &class) in class.iter().enumerate().rev() {
            first[class as usize] = element as u32;
        }
        let mut products = Vec::with_capacity(order * order);
        for &a in &first {
            limits.check()?;
            products.extend(first.iter().map(|&b| class[words.product(a, b) as usize]));
        }
        let is_p = first.iter().map(|&element| is_p[element as usize]).collect();
        self.monoid = Monoid { order, products, is_p };
        for (heap, known) in heaps.into_iter().zip(&mut self.heaps) {
            known.element = class[heap as usize];
        }
        self.presentation.words = first.into_iter().map(|element| words.word(element)).collect();
        // A generator that is a product of smaller ones is not needed any more.
        for &heap in &words.generators {
            let known = &mut self.heaps[heap];
            known.word.clone_from(&self.presentation.words[known.element as usize]);
        }
        Ok(true)
    }

    /// The left side of a wrong relation, by heaps, or nothing. Left sides are the words that are not those of elements, but all of whose
    /// parts are; the one is chosen that with an element is the least word whose outcome by moves is not that of the product.
    fn wrong_relation(&self, limits: &Limits) -> Result<Vec<usize>, LimitKind> {
        let monoid = &self.monoid;
        // The elements of the monoid with the same numbers.
        let Some(words) = self.extension(&[], limits)? else { return Ok(Vec::new()) };
        let mut options_of = Vec::new();
        for heap in 0..self.heaps.len() {
            options_of.push(self.options(heap, limits)?);
        }
        let options_of_axis = |axis: u32| &options_of[words.generators[axis as usize]];
        let mut least: Option<(Vec<usize>, Vec<usize>)> = None;
        for (heap, known) in self.heaps.iter().enumerate() {
            let options = &options_of[heap];
            // Products of generators have no words with others.
            let axis = words.generators.binary_search(&heap).map_or(u32::MAX, |axis| axis as u32);
            let times = |rest: u32| monoid.product(rest, known.element);
            let is_word = |rest: u32| words.rests[times(rest) as usize].contains(&(axis, rest));
            for rest in monoid.elements().filter(|_| !options.is_empty()) {
                let rests = &words.rests[rest as usize];
                if is_word(rest) || rests.iter().any(|&(a, rest)| a != axis && !is_word(rest)) {
                    continue;
                }
                limits.check()?;
                let mut options: Vec<u32> =
                    options.iter().map(|&option| monoid.product(rest, option)).collect();
                for &(axis, rest) in rests {
                    let others = options_of_axis(axis).iter();
                    options.extend(others.map(|&option| monoid.product(times(rest), option)));
                }
                options.sort_unstable();
                options.dedup();
                let winning = monoid.winning(&options);
                let mut is_p: Vec<bool> = Vec::with_capacity(monoid.order);
                let wrong = monoid.elements().find(|&y| {
                    let is_lost = |axis: u32, rest: u32| {
                        let mut options = options_of_axis(axis).iter();
                        options.any(|&option| is_p[monoid.product(rest, option) as usize])
                    };
                    let rests = &words.rests[y as usize];
                    let is_won =
                        winning.has(y) || rests.iter().any(|&(axis, rest)| is_lost(axis, rest));
                    is_p.push(!is_won);
                    is_won == monoid.is_p[monoid.product(times(rest), y) as usize]
                });
                if let Some(y) = wrong {
                    let left = [vec![heap], words.word(rest)].concat();
                    let mut word = [&left[..], &words.word(y)].concat();
                    word.sort_unstable_by(|a, b| b.cmp(a));
                    if least.as_ref().is_none_or(|(known, _)| word < *known) {
                        least = Some((word, left));
                    }
                }
            }
        }
        Ok(least.map_or_else(Vec::new, |(_, left)| left))
    }

    /// Proves the candidate: see the beginning of the file.
    fn prove(&mut self, limits: &Limits) -> Result<(), Refuted> {
        self.pairs = Pairs::new(&self.monoid);
        for heap in 0..self.heaps.len() {
            let options = self.options(heap, limits)?;
            let element = self.heaps[heap].element;
            self.pairs.add_heap(&self.monoid, (heap, element), &options, limits)?;
        }
        let words = std::mem::take(&mut self.presentation.words);
        self.presentation = Presentation::new(&self.monoid, &self.heaps);
        self.presentation.words = words;
        Ok(())
    }

    /// The code of the game.
    pub fn code(&self) -> &HeapCode {
        &self.code
    }

    /// The number of heaps, with heap 0.
    pub fn heaps(&self) -> usize {
        self.heaps.len()
    }

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.monoid.order
    }

    /// All elements. The first one is 1.
    pub fn elements(&self) -> impl Iterator<Item = QuotientElement> + use<> {
        self.monoid.elements().map(QuotientElement)
    }

    /// The element of a heap: the pretending function.
    pub fn element(&self, heap: usize) -> Option<QuotientElement> {
        self.heaps.get(heap).map(|heap| QuotientElement(heap.element))
    }

    /// The product of two elements, which is the class of the sum.
    ///
    /// # Panics
    /// If an element is of another quotient, where this one has fewer.
    pub fn product(&self, a: QuotientElement, b: QuotientElement) -> QuotientElement {
        QuotientElement(self.monoid.product(a.0, b.0))
    }

    /// Whether the player who moves in a sum with this class loses misère play.
    ///
    /// # Panics
    /// As [`product`](Quotient::product).
    pub fn is_p(&self, element: QuotientElement) -> bool {
        self.monoid.is_p[element.0 as usize]
    }

    /// The elements whose sums are lost for the player who moves, in the order of their monomials.
    pub fn p_portion(&self) -> impl Iterator<Item = QuotientElement> + '_ {
        let order = self.presentation.order.iter();
        order.filter(|&&e| self.monoid.is_p[e as usize]).map(|&e| QuotientElement(e))
    }

    /// The heaps whose classes are the generators a, b, c and so on: those that are not products of smaller ones.
    pub fn generators(&self) -> &[usize] {
        &self.presentation.generators
    }

    /// The monomial of an element: of all whose product it is, the one of the least degree, and with the least powers of the last
    /// generators. 1 is the product of none.
    ///
    /// # Panics
    /// As [`product`](Quotient::product).
    pub fn text(&self, element: QuotientElement) -> String {
        match self.presentation.monomials.get(element.0 as usize) {
            Some(monomial) => text_of(monomial),
            None => "1".to_owned(),
        }
    }

    /// The relations of the presentation, such as `b^3=b`: a confluent rewriting system, by which a monomial is reduced to that of its
    /// element if left sides are replaced by right ones until there are none.
    pub fn relations(&self) -> Vec<String> {
        let relations = self.presentation.relations.iter();
        relations.map(|(left, right)| format!("{}={}", text_of(left), text_of(right))).collect()
    }

    /// The period of the elements of heaps, if the heaps so far prove one: then this is the quotient of all heaps. The proof is that of the
    /// periods of Grundy values, since heaps whose options have the same elements have the same element.
    pub fn period(&self) -> Option<Period> {
        let elements: Vec<u32> = self.heaps.iter().map(|heap| heap.element).collect();
        Theorem::of(&self.code).find(&elements, None)
    }
}

/// Generators and relations of a monoid.
#[derive(Clone, Debug, Default)]
struct Presentation {
    /// Words by heaps that are less than those of any other word.
    words: Vec<Vec<usize>>,
    generators: Vec<usize>,
    /// The monomial of each element, and the elements in the order of their monomials.
    monomials: Vec<Vec<usize>>,
    order: Vec<u32>,
    relations: Vec<(Vec<usize>, Vec<usize>)>,
}

impl Presentation {
    fn new(monoid: &Monoid, heaps: &[Heap]) -> Presentation {
        let mut generators: Vec<usize> = Vec::new();
        let mut generated = vec![0];
        let mut is_generated = vec![false; monoid.order];
        is_generated[0] = true;
        for (heap, &Heap { element, .. }) in heaps.iter().enumerate() {
            if is_generated[element as usize] {
                continue;
            }
            generators.push(heap);
            let mut open = generated.clone();
            while let Some(known) = open.pop() {
                let product = monoid.product(known, element);
                if !std::mem::replace(&mut is_generated[product as usize], true) {
                    generated.push(product);
                    open.push(product);
                }
            }
        }
        // Degree by degree, the monomials of the degree before with one more generator: parts of such monomials are such monomials.
        let count = generators.len();
        let rising = |m: &Vec<usize>| m.iter().rev().copied().collect::<Vec<_>>();
        let mut monomials: Vec<Option<Vec<usize>>> = vec![None; monoid.order];
        let mut order = vec![0];
        monomials[0] = Some(vec![0; count]);
        let mut others: Vec<(Vec<usize>, u32)> = Vec::new();
        let mut last = vec![(vec![0; count], 0)];
        while !last.is_empty() {
            let mut next: Vec<(Vec<usize>, u32)> = Vec::new();
            for (monomial, element) in &last {
                for (n, &heap) in generators.iter().enumerate() {
                    let mut monomial = monomial.clone();
                    monomial[n] += 1;
                    next.push((monomial, monoid.product(*element, heaps[heap].element)));
                }
            }
            next.sort_by_key(|(monomial, _)| rising(monomial));
            next.dedup();
            last = Vec::new();
            for (monomial, element) in next {
                let known = &mut monomials[element as usize];
                if known.is_none() {
                    *known = Some(monomial.clone());
                    order.push(element);
                    last.push((monomial, element));
                } else {
                    others.push((monomial, element));
                }
            }
        }
        let monomials: Vec<Vec<usize>> = monomials.into_iter().flatten().collect();
        // The least monomials that are not those of elements.
        let divides = |a: &[usize], b: &[usize]| a.iter().zip(b).all(|(a, b)| a <= b);
        let mut relations: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for (left, element) in others {
            if !relations.iter().any(|(known, _)| divides(known, &left)) {
                relations.push((left, monomials[element as usize].clone()));
            }
        }
        Presentation { words: Vec::new(), generators, monomials, order, relations }
    }
}

/// A monomial such as `ab^2`. Generators beyond the 26th are `a1`, `b1` and so on.
fn text_of(monomial: &[usize]) -> String {
    let mut text = String::new();
    for (n, &power) in monomial.iter().enumerate().filter(|&(_, &power)| power > 0) {
        text.push((b'a' + (n % 26) as u8) as char);
        if n >= 26 {
            text += &(n / 26).to_string();
        }
        if power > 1 {
            text += &format!("^{power}");
        }
    }
    if text.is_empty() { "1".to_owned() } else { text }
}
