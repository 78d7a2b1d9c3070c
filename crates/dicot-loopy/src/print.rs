//! The text of values.
//!
//! A position that play can return to is written once, in braces; where it is an option again there is `pass`, if the innermost
//! braces are its own, or else the name before its braces: `a{0|{0|a}}`. Names are given in the order of printing. A position that is reached in
//! several ways is written each time, so texts can be long; one that would be too long or too deep is replaced by the number of positions.

use hashbrown::{HashMap, HashSet};
use std::cmp::Ordering;
use std::fmt;

use dicot::{CanonicalForm, Dyadic, Player};

use crate::graph::{Graph, GraphPosition};
use crate::value::LoopyValue;

impl fmt::Display for LoopyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.onside == self.offside {
            return self.onside.fmt(f);
        }
        let (onside, offside) = (self.onside.to_string(), self.offside.to_string());
        match (&onside[..], &offside[..]) {
            ("on", "off") => f.write_str("dud"),
            _ => write!(f, "{onside} & {offside}"),
        }
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(self);
        // The first time to find which positions need a name.
        printer.text((0, false));
        printer.names.clear();
        printer.written = 0;
        let text = printer.text((0, false)).text;
        match printer.too_long {
            true => write!(f, "(a loopy game with {} positions)", self.positions.len()),
            false => f.write_str(&text),
        }
    }
}

/// A position, and whether its negative is printed.
type Key = (u32, bool);

struct Printer<'g> {
    graph: &'g Graph,
    /// Classes of positions and of their negatives: equal ones have the same.
    classes: [Vec<usize>; 2],
    path: Vec<Key>,
    named: HashSet<Key>,
    names: HashMap<Key, String>,
    /// The bytes of all texts, those within others counted again.
    written: usize,
    too_long: bool,
}

/// The most bytes that are written, and the deepest nesting.
const MAX_WRITTEN: usize = 20_000_000;
const MAX_DEPTH: usize = 1_000;

/// The largest group of bars without braces around it, as in the texts of short games.
const MAX_BARS: usize = 3;

struct Text {
    text: String,
    /// The number of bars, if the text is that of a game in braces that a single option is written without.
    bars: Option<usize>,
}

impl Text {
    fn plain(text: impl Into<String>) -> Text {
        Text { text: text.into(), bars: None }
    }

    /// A text in braces, with the number of its bars.
    fn braces(text: String, bars: usize) -> Text {
        Text { text, bars: Some(bars).filter(|&bars| bars <= MAX_BARS) }
    }
}

impl Printer<'_> {
    fn new(graph: &Graph) -> Printer<'_> {
        Printer {
            graph,
            classes: classes(graph),
            path: Vec::new(),
            named: HashSet::new(),
            names: HashMap::new(),
            written: 0,
            too_long: false,
        }
    }

    fn short(&self, (position, negated): Key) -> Option<CanonicalForm> {
        let form = self.graph.short_at(position)?;
        Some(if negated { -form } else { form.clone() })
    }

    /// The text of a short game, which may be small and its text enormous.
    fn short_text(&mut self, form: &CanonicalForm) -> String {
        let most = MAX_WRITTEN.saturating_sub(self.written) as u64;
        let text = form.store().calculation().text_of_at_most(form, most);
        let text = text.ok().and_then(|(text, _)| text);
        self.too_long |= text.is_none();
        self.written += text.as_ref().map_or(0, String::len);
        text.unwrap_or_default()
    }

    fn options(&self, (position, negated): Key, player: Player) -> Vec<Key> {
        let player = if negated { !player } else { player };
        match &self.graph.positions[position as usize] {
            GraphPosition::Short(_) => Vec::new(),
            GraphPosition::Loopy(options) => {
                options[player as usize].iter().map(|&option| (option, negated)).collect()
            }
        }
    }

    fn class(&self, (position, negated): Key) -> usize {
        self.classes[usize::from(negated)][position as usize]
    }

    fn text(&mut self, key: Key) -> Text {
        self.too_long |= self.written > MAX_WRITTEN || self.path.len() > MAX_DEPTH;
        if self.too_long {
            return Text::plain("");
        }
        if let Some(form) = self.short(key) {
            let text = self.short_text(&form);
            return match bars_of(&text) {
                0 => Text::plain(text),
                bars => Text::braces(text, bars),
            };
        }
        if let Some(name) = self.name(key) {
            return Text::plain(name);
        }
        if self.path.contains(&key) {
            if self.path.last() == Some(&key) {
                return Text::plain("pass");
            }
            self.named.insert(key);
            return Text::plain(self.names.get(&key).cloned().unwrap_or_default());
        }
        let name = self.named.contains(&key).then(|| {
            let n = self.names.len();
            self.names.entry(key).or_insert_with(|| letters(n)).clone()
        });
        self.path.push(key);
        let mut bars = 1;
        let [left, right] = Player::BOTH.map(|player| {
            let options = self.options(key, player);
            let mut texts: Vec<Text> =
                options.into_iter().map(|option| self.text(option)).collect();
            if let [Text { text, bars: Some(inner) }] = &mut texts[..] {
                bars = bars.max(*inner + 1);
                *text = text[1..text.len() - 1].to_owned();
            }
            texts.into_iter().map(|text| text.text).collect::<Vec<_>>().join(",")
        });
        self.path.pop();
        self.written += left.len() + right.len() + bars + 2;
        let braces = format!("{{{left}{}{right}}}", "|".repeat(bars));
        match name {
            Some(name) => Text::plain(name + &braces),
            None => Text::braces(braces, bars),
        }
    }

    /// The name of a value that has one.
    fn name(&mut self, key: Key) -> Option<String> {
        let [left, right] = Player::BOTH.map(|player| self.options(key, player));
        let pass = |options: &[Key]| options == [key];
        let only = |options: &[Key]| match options {
            [option] => self.short(*option),
            _ => None,
        };
        let number = |options: &[Key]| only(options).filter(|form| form.to_number().is_some());
        let with = |number: CanonicalForm, name: &str| match number == CanonicalForm::ZERO {
            true => name.to_owned(),
            false => format!("{number}{name}"),
        };
        if pass(&left) && right.is_empty() {
            return Some("on".to_owned());
        }
        if pass(&right) && left.is_empty() {
            return Some("off".to_owned());
        }
        if let (true, Some(number)) = (pass(&left), number(&right)) {
            return Some(with(number, "under"));
        }
        if let (true, Some(number)) = (pass(&right), number(&left)) {
            return Some(with(number, "over"));
        }
        if let Some(name) = self.upon(key) {
            return Some(name);
        }
        for (player, name) in [(Player::Left, "Tiny"), (Player::Right, "Miny")] {
            if let Some((number, subscript)) = self.tiny(key, player) {
                let number =
                    if number == Dyadic::ZERO { String::new() } else { number.to_string() };
                return Some(format!("{number}{name}({subscript})"));
            }
        }
        // A switch.
        let classes = |options: &[Key], flip: bool| {
            let mut classes: Vec<usize> = options
                .iter()
                .map(|&(option, negated)| self.class((option, negated != flip)))
                .collect();
            classes.sort_unstable();
            classes
        };
        let leads_back = left.iter().any(|option| self.path.contains(option) || *option == key);
        if !left.is_empty() && !leads_back && classes(&left, true) == classes(&right, false) {
            let texts: Vec<Text> = left.iter().map(|&option| self.text(option)).collect();
            let before = texts.iter().map(|text| &text.text[..]).collect::<Vec<_>>().join(",");
            let is_word = before.chars().all(|c| c.is_ascii_alphanumeric())
                && !before.starts_with(|c: char| c.is_ascii_digit());
            return Some(match &texts[..] {
                [_] if is_word => format!("+-{before}"),
                [_] if before.starts_with('{') => format!("+-{before}"),
                [_] => format!("+-({before})"),
                _ => format!("+-{{{before}}}"),
            });
        }
        None
    }

    /// The name of a number, `↑` with an infinite exponent (the sum of all `↑^n`, or the last of them), and a nimber: `1^[on]*3`.
    fn upon(&self, key: Key) -> Option<String> {
        let number_and_star = |options: &[Key]| match options {
            [option] => {
                let parts = self.short(*option)?.to_number_up_star()?;
                (parts.up == 0).then_some((parts.number, parts.star))
            }
            _ => None,
        };
        // The number x of `{x,pass|x}`, with the players exchanged for Right.
        let upon_star = |key: Key, player: Player| {
            let mut options = self.options(key, player);
            let count = options.len();
            options.retain(|&option| option != key);
            let parts = number_and_star(&options)?;
            let others = self.options(key, !player);
            let is_one = count == 2 && parts.1 == 0 && number_and_star(&others) == Some(parts);
            is_one.then_some(parts.0)
        };
        // The number and the nimber beside `^[on]`, with the players exchanged for Right: `{pass|*}` is `^[on]`, and `{pass|*2}` is
        // `^[on]*3`.
        let upon = |key: Key, player: Player| match upon_star(key, player) {
            Some(number) => Some((number, 1)),
            None if self.options(key, player) == [key] => {
                let (number, star) = number_and_star(&self.options(key, !player))?;
                (star > 0).then_some((number, if star == 1 { 0 } else { star ^ 1 }))
            }
            None => None,
        };
        // The same beside `^<on>`, which is `{0|v[on]*}`; `^<on>*2` is `{0,*,*2|v[on]*3}`.
        let uponth = |key: Key, player: Player| {
            let parts = self.options(key, player).into_iter().map(|o| number_and_star(&[o]));
            let mut parts = parts.collect::<Option<Vec<_>>>()?;
            parts.sort_unstable();
            let (number, most) = *parts.last()?;
            let [other] = self.options(key, !player)[..] else { return None };
            let is_one = parts.into_iter().eq((0..=most).map(|star| (number, star)))
                && upon(other, !player) == Some((number, most ^ 1));
            is_one.then_some((number, most))
        };
        for (player, up) in [(Player::Left, "^"), (Player::Right, "v")] {
            let (parts, power) = match upon(key, player) {
                Some(parts) => (parts, "[on]"),
                None => match uponth(key, player) {
                    Some(parts) => (parts, "<on>"),
                    None => continue,
                },
            };
            let (number, star) = parts;
            let number = if number == Dyadic::ZERO { String::new() } else { number.to_string() };
            let star = match star {
                0 => String::new(),
                1 => "*".to_owned(),
                n => format!("*{n}"),
            };
            return Some(format!("{number}{up}{power}{star}"));
        }
        None
    }

    /// The number `x` and the subscript `G` of `{x||x|x-G}`, or of `{x+G|x||x}` for Right, if `G` is a positive pseudonumber.
    fn tiny(&self, key: Key, player: Player) -> Option<(Dyadic, String)> {
        let number = |options: &[Key]| match options {
            [option] => self.short(*option)?.to_number(),
            _ => None,
        };
        let [options, others] = [player, !player].map(|p| self.options(key, p));
        let [threat] = others[..] else { return None };
        let [held, threatened] = [player, !player].map(|p| self.options(threat, p));
        let [hit] = threatened[..] else { return None };
        let x = number(&options).filter(|_| number(&held) == number(&options))?;
        // `x-G` as Left sees it: `off`, `y under` or `y over`, with the players exchanged for Right.
        let [gains, losses] = [player, !player].map(|p| self.options(hit, p));
        if losses == [hit] && gains.is_empty() {
            return Some((x, "on".to_owned()));
        }
        let (name, y) = match (gains == [hit], losses == [hit]) {
            (true, false) => ("over", number(&losses)?),
            (false, true) => ("under", number(&gains)?),
            _ => return None,
        };
        let sign = |x: Dyadic| if player == Player::Left { x } else { -x };
        let difference = sign(x).checked_sub(sign(y))?;
        match difference.cmp(&Dyadic::ZERO) {
            Ordering::Greater => Some((x, format!("{difference}{name}"))),
            Ordering::Equal if name == "over" => Some((x, name.to_owned())),
            _ => None,
        }
    }
}

/// The number of bars of the text of a game in braces, or 0.
fn bars_of(text: &str) -> usize {
    let (mut depth, mut bars, mut most) = (0, 0, 0);
    for c in text.bytes().take_while(|_| text.starts_with('{')) {
        depth += i32::from(c == b'{') - i32::from(c == b'}');
        bars = if c == b'|' && depth == 1 { bars + 1 } else { 0 };
        most = most.max(bars);
    }
    most
}

/// The name with a number: a letter, and a digit after the first 25. `v` is a game.
fn letters(n: usize) -> String {
    let letters = b"abcdefghijklmnopqrstuwxyz";
    let letter = char::from(letters[n % letters.len()]);
    match n / letters.len() {
        0 => letter.to_string(),
        more => format!("{letter}{more}"),
    }
}

/// Classes of the positions of a simplest form and of their negatives, by refinement of a partition.
fn classes(graph: &Graph) -> [Vec<usize>; 2] {
    let mut forms: HashMap<CanonicalForm, usize> = HashMap::new();
    let mut classes = [false, true].map(|negated| {
        let class = |position: &GraphPosition| match position {
            GraphPosition::Short(form) => {
                let form = if negated { -form } else { form.clone() };
                let next = forms.len() + 1;
                *forms.entry(form).or_insert(next)
            }
            GraphPosition::Loopy(_) => 0,
        };
        graph.positions.iter().map(class).collect::<Vec<usize>>()
    });
    loop {
        let mut keys = HashMap::new();
        let next = [0, 1].map(|negated| {
            let key = |i: usize| {
                let options = match &graph.positions[i] {
                    GraphPosition::Short(_) => Default::default(),
                    GraphPosition::Loopy(options) => options.each_ref().map(|options| {
                        let mut of: Vec<usize> = options
                            .iter()
                            .map(|&option| classes[negated][option as usize])
                            .collect();
                        of.sort_unstable();
                        of
                    }),
                };
                let [left, right]: [Vec<usize>; 2] = options;
                (classes[negated][i], if negated == 1 { [right, left] } else { [left, right] })
            };
            let mut next = Vec::new();
            for i in 0..graph.positions.len() {
                let n = keys.len();
                next.push(*keys.entry(key(i)).or_insert(n));
            }
            next
        });
        let count =
            |classes: &[Vec<usize>; 2]| classes.iter().flatten().collect::<HashSet<_>>().len();
        if count(&next) == count(&classes) {
            return next;
        }
        classes = next;
    }
}
