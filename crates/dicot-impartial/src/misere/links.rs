//! Mates, links and distinguishers of misère forms.

use std::collections::HashMap;

use dicot::{LimitKind, Limits};

use super::{MisereForm, MisereForms};

/// What is looked for: a game that is added to two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Wanted {
    /// Both sums are P-positions.
    Link(u32, u32),
    /// The first sum is a P-position, and the second is not.
    Distinguisher(u32, u32),
}

/// How it is made.
enum Plan {
    Form(u32),
    /// It is another game that is looked for.
    Same(Wanted),
    /// It has options that are looked for, and others.
    Options(Vec<Wanted>, Vec<u32>),
}

impl MisereForms {
    /// The mate of a game: `*1` of 0, and of another game the game with the mates of its options. The sum of a game and its mate is a
    /// P-position.
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
    /// let g = forms.read("*[2#0]", &limits).unwrap();
    /// let mate = forms.mate(g, &limits)?;
    /// assert_eq!(forms.text(mate, 100, &limits)?.as_deref(), Some("*[2#1]"));
    /// let sum = forms.sum(g, mate, &limits)?;
    /// assert!(forms.is_p_position(sum));
    /// # Ok::<_, dicot::LimitKind>(())
    /// ```
    pub fn mate(&mut self, form: MisereForm, limits: &Limits) -> Result<MisereForm, LimitKind> {
        let mut mates = HashMap::new();
        self.mates(form.0, &mut mates, limits)?;
        Ok(MisereForm(mates[&form.0]))
    }

    /// The mates of a form and its followers.
    fn mates(
        &mut self,
        form: u32,
        mates: &mut HashMap<u32, u32>,
        limits: &Limits,
    ) -> Result<(), LimitKind> {
        // The options of a form are stored before it.
        for follower in self.followers(form) {
            if mates.contains_key(&follower) {
                continue;
            }
            self.check(32 * mates.len(), limits)?;
            let options: Vec<u32> = match follower {
                0 => vec![0],
                _ => self.options_of(follower).iter().map(|option| mates[option]).collect(),
            };
            mates.insert(follower, self.canonical(options));
        }
        Ok(())
    }

    /// Whether two games have a [`link`](MisereForms::link): unless one is an option of the other.
    pub fn are_linked(&self, a: MisereForm, b: MisereForm) -> bool {
        self.linked(a.0, b.0)
    }

    fn linked(&self, a: u32, b: u32) -> bool {
        let has = |form: u32, option: u32| self.options_of(form).binary_search(&option).is_ok();
        !has(a, b) && !has(b, a)
    }

    /// A game whose sums with two games are both P-positions, or `None` if there is none.
    ///
    /// Source: Conway, *On Numbers and Games*, chapter 12, theorems 75 and 76.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    ///
    /// # Examples
    /// ```
    /// use dicot::Limits;
    /// use dicot_impartial::MisereForms;
    /// let (mut forms, limits) = (MisereForms::new(), Limits::default());
    /// let [two, g] = ["*[2]", "*[2#0]"].map(|text| forms.read(text, &limits).unwrap());
    /// let link = forms.link(two, g, &limits)?.unwrap();
    /// for form in [two, g] {
    ///     let sum = forms.sum(form, link, &limits)?;
    ///     assert!(forms.is_p_position(sum));
    /// }
    /// # Ok::<_, dicot::LimitKind>(())
    /// ```
    pub fn link(
        &mut self,
        a: MisereForm,
        b: MisereForm,
        limits: &Limits,
    ) -> Result<Option<MisereForm>, LimitKind> {
        if !self.linked(a.0, b.0) {
            return Ok(None);
        }
        self.find(Wanted::Link(a.0, b.0), limits).map(Some)
    }

    /// A game whose sum with one of two games is a P-position, and with the other is not, or `None` if the games are equal.
    ///
    /// # Errors
    /// As [`nimber`](MisereForms::nimber).
    pub fn distinguisher(
        &mut self,
        a: MisereForm,
        b: MisereForm,
        limits: &Limits,
    ) -> Result<Option<MisereForm>, LimitKind> {
        if a == b {
            return Ok(None);
        }
        if self.is_p_position(a) != self.is_p_position(b) {
            return Ok(Some(MisereForm::ZERO));
        }
        self.find(Wanted::Distinguisher(a.0, b.0), limits).map(Some)
    }

    /// Finds a game that exists, after those of which it is made.
    fn find(&mut self, wanted: Wanted, limits: &Limits) -> Result<MisereForm, LimitKind> {
        let (mut found, mut mates) = (HashMap::new(), HashMap::new());
        let mut open = vec![wanted];
        while let Some(&top) = open.last() {
            self.check(32 * open.len() + 64 * found.len(), limits)?;
            let (needed, others) = match self.plan(top, &mut mates, limits)? {
                Plan::Form(form) => {
                    found.insert(top, form);
                    open.pop();
                    continue;
                }
                Plan::Same(wanted) => (vec![wanted], None),
                Plan::Options(needed, others) => (needed, Some(others)),
            };
            let before = open.len();
            open.extend(needed.iter().filter(|needed| !found.contains_key(*needed)));
            if open.len() == before {
                let mut forms: Vec<u32> = needed.iter().map(|needed| found[needed]).collect();
                let form = match others {
                    None => forms[0],
                    Some(others) => {
                        forms.extend(others);
                        self.canonical(forms)
                    }
                };
                found.insert(top, form);
                open.pop();
            }
        }
        Ok(MisereForm(found[&wanted]))
    }

    fn plan(
        &mut self,
        wanted: Wanted,
        mates: &mut HashMap<u32, u32>,
        limits: &Limits,
    ) -> Result<Plan, LimitKind> {
        let (g, h) = match wanted {
            Wanted::Link(0, 0) => return Ok(Plan::Form(self.canonical(vec![0]))),
            Wanted::Link(a, b) => {
                let of = |a: u32, b: u32| {
                    let options = self.options_of(a).iter();
                    options.map(move |&option| Wanted::Distinguisher(option, b))
                };
                return Ok(Plan::Options(of(a, b).chain(of(b, a)).collect(), Vec::new()));
            }
            Wanted::Distinguisher(g, h) => (g, h),
        };
        let is_p = |form: u32| self.is_p_position(MisereForm(form));
        if h == 0 && is_p(g) {
            return Ok(Plan::Form(0));
        }
        let linked_option =
            |of: u32, to: u32| self.options_of(of).iter().copied().find(|&o| self.linked(o, to));
        if let Some(option) = linked_option(h, g) {
            return Ok(Plan::Same(Wanted::Link(g, option)));
        }
        // A game T whose sum with h is a P-position, and with g is not, and the mates of the options of g: a move of g or to a mate is
        // answered by the other, and h is moved to T.
        let (needed, mut others) = match linked_option(g, h) {
            Some(option) => (vec![Wanted::Link(option, h)], Vec::new()),
            None => (Vec::new(), vec![0]),
        };
        self.mates(g, mates, limits)?;
        others.extend(self.options_of(g).iter().map(|option| mates[option]));
        Ok(Plan::Options(needed, others))
    }
}
