//! Parts of misère forms: the games of which a form is the sum.

use std::collections::{BTreeSet, HashMap};

use dicot::{LimitKind, Limits};

use super::{MisereForm, MisereForms};

/// For even forms the pairs of even forms whose sum they are: each part, and what it leaves.
pub(super) type Pairs = HashMap<u32, Vec<(u32, u32)>>;

impl MisereForms {
    /// The proper parts of a form: the even games H, neither 0 nor the form's even part, for which the form is H + X for some X. They
    /// are finitely many, in the order in which they are printed.
    ///
    /// Source: Conway, *On Numbers and Games*, chapter 12; Siegel, *Combinatorial Game Theory*, section V.3.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_impartial::MisereForms;
    /// let (mut forms, limits) = (MisereForms::new(), Limits::default());
    /// let form = forms.read("*[2[4]]", &limits).unwrap();
    /// let parts = forms.parts(form, &limits)?;
    /// let texts = parts.into_iter().map(|part| forms.text(part, 100, &limits));
    /// assert_eq!(texts.collect::<Result<Vec<_>, _>>()?, [Some("*[2]".into()), Some("*[4]".into())]);
    /// # Ok::<_, dicot::LimitKind>(())
    /// ```
    pub fn parts(
        &mut self,
        form: MisereForm,
        limits: &Limits,
    ) -> Result<Vec<MisereForm>, LimitKind> {
        let (even, _) = self.even_part(form.0, limits)?;
        let pairs = self.pairs_of(even, limits)?.iter();
        let mut parts: Vec<u32> =
            pairs.map(|&(part, _)| part).filter(|&p| p != 0 && p != even).collect();
        self.sort(&mut parts, limits)?;
        Ok(parts.into_iter().map(MisereForm).collect())
    }

    /// The ways in which a form is a sum of games that have no proper parts, each in the order in which they are printed. A form that is
    /// odd has `*1` last.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn partitions(
        &mut self,
        form: MisereForm,
        limits: &Limits,
    ) -> Result<Vec<Vec<MisereForm>>, LimitKind> {
        let (even, is_odd) = self.even_part(form.0, limits)?;
        let one = is_odd.then(|| self.canonical(vec![0]));
        let (mut partitions, mut open) = (BTreeSet::new(), vec![(Vec::new(), even)]);
        while let Some((primes, rest)) = open.pop() {
            self.check(64 * (open.len() + partitions.len()), limits)?;
            if rest == 0 {
                partitions.insert(primes);
                continue;
            }
            for (part, left) in self.pairs_of(rest, limits)?.clone() {
                // In rising order of their numbers, each partition once.
                let is_next = part != 0 && primes.last().is_none_or(|&last| last <= part);
                if is_next && self.is_even_prime(part, limits)? {
                    open.push(([&primes[..], &[part]].concat(), left));
                }
            }
        }
        let mut sorted = Vec::new();
        for mut primes in partitions {
            self.sort(&mut primes, limits)?;
            primes.extend(one);
            sorted.push(primes.into_iter().map(MisereForm).collect());
        }
        Ok(sorted)
    }

    /// Whether a form is neither 0 nor `*1` and has no proper parts.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn is_prime(&mut self, form: MisereForm, limits: &Limits) -> Result<bool, LimitKind> {
        let (even, _) = self.even_part(form.0, limits)?;
        Ok(even != 0 && self.is_even_prime(even, limits)?)
    }

    /// Whether each option of a form is one of its parts. The form is then a part of each game of whose options it is one.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn is_extraverted(&mut self, form: MisereForm, limits: &Limits) -> Result<bool, LimitKind> {
        let above = self.of_options(&[form]);
        Ok(self.difference(above, form, limits)?.is_some())
    }

    /// The game X for which the first form is the second and X, or `None` if there is none: there is at most one.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn difference(
        &mut self,
        form: MisereForm,
        part: MisereForm,
        limits: &Limits,
    ) -> Result<Option<MisereForm>, LimitKind> {
        let (even, is_odd) = self.even_part(form.0, limits)?;
        let (even_part, is_part_odd) = self.even_part(part.0, limits)?;
        let pairs = self.pairs_of(even, limits)?;
        let Some(&(_, left)) = pairs.iter().find(|pair| pair.0 == even_part) else {
            return Ok(None);
        };
        let odd = if is_odd == is_part_odd { 0 } else { self.canonical(vec![0]) };
        Ok(Some(MisereForm(self.add(left, odd, limits)?)))
    }

    fn is_even_prime(&mut self, even: u32, limits: &Limits) -> Result<bool, LimitKind> {
        Ok(self.pairs_of(even, limits)?.len() == 2)
    }

    /// The pairs of an even form, after those of the even parts of its followers.
    fn pairs_of(&mut self, even: u32, limits: &Limits) -> Result<&Vec<(u32, u32)>, LimitKind> {
        let mut open = vec![even];
        while let Some(&top) = open.last() {
            self.check(8 * open.len(), limits)?;
            let options = self.even_options(top, limits)?;
            let before = open.len();
            let unknown = |option: &u32| !self.pairs.contains_key(option);
            open.extend(options.iter().map(|option| option.0).filter(unknown));
            if open.len() == before {
                let known = std::mem::take(&mut self.pairs);
                let found = self.pairs(top, &options, &known, limits);
                self.pairs = known;
                let found = found?;
                self.bytes += 8 * found.len() + 64;
                self.pairs.insert(top, found);
                open.pop();
            }
        }
        Ok(&self.pairs[&even])
    }

    /// The options of a form as their even parts, and whether they are odd.
    fn even_options(&mut self, form: u32, limits: &Limits) -> Result<Vec<(u32, bool)>, LimitKind> {
        let options = self.options_of(form).to_vec();
        options.into_iter().map(|option| self.even_part(option, limits)).collect()
    }

    /// The pairs of an even form G by those of its options.
    ///
    /// If G is X + Y, each option of G is X' + Y or X + Y', and where X' + Y is not an option, it is reversed to X' + Y' = G, so that X' is a
    /// part of G, too. So parts of G are parts of options, and Y is the game of what the options of both leave, or what an option of
    /// X leaves of an option of G. Each candidate is added up.
    fn pairs(
        &mut self,
        form: u32,
        options: &[(u32, bool)],
        known: &Pairs,
        limits: &Limits,
    ) -> Result<Vec<(u32, u32)>, LimitKind> {
        if form == 0 {
            return Ok(vec![(0, 0)]);
        }
        let mut pairs = vec![(0, form), (form, 0)];
        // A sum of two games with options does not have 0 or `*1` as an option.
        if options.iter().any(|&(even, _)| even == 0) {
            return Ok(pairs);
        }
        let one = self.canonical(vec![0]);
        let candidates: BTreeSet<u32> =
            options.iter().flat_map(|(even, _)| known[even].iter().map(|pair| pair.0)).collect();
        let left_of = |pairs: &[(u32, u32)], part: u32| {
            pairs.iter().find(|pair| pair.0 == part).map(|pair| pair.1)
        };
        loop {
            let before = pairs.len();
            for &x in &candidates {
                if left_of(&pairs, x).is_some() {
                    continue;
                }
                let x_options = self.even_options(x, limits)?;
                let mut left = Vec::new();
                for (of, odds) in options.iter().map(|(even, odd)| (&known[even], odd)) {
                    left.extend(left_of(of, x).map(|rest| (rest, *odds)));
                }
                for &(option, odd) in &x_options {
                    left.extend(left_of(&pairs, option).map(|rest| (rest, odd)));
                }
                let mut of_y = Vec::new();
                for (rest, is_odd) in left {
                    of_y.push(self.add(rest, if is_odd { one } else { 0 }, limits)?);
                }
                let mut y = vec![self.canonical(of_y)];
                for &(option, _) in &x_options {
                    y.extend(options.iter().filter_map(|(even, _)| left_of(&known[even], option)));
                }
                y.sort_unstable();
                y.dedup();
                for y in y {
                    let y = self.even_part(y, limits)?.0;
                    if self.add(x, y, limits)? == form {
                        pairs.push((x, y));
                        if x != y {
                            pairs.push((y, x));
                        }
                        break;
                    }
                }
            }
            if pairs.len() == before {
                return Ok(pairs);
            }
        }
    }
}
