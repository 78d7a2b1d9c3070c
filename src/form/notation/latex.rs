//! Values, texts and tables in LaTeX.
//!
//! The symbols are those of the literature; they need no package. Multiples of `↑` from 3 on are written as in CGSuite, the
//! arrow and the number on one line.
//!
//! | printed | LaTeX |
//! |---|---|
//! | `-5/8`, `*2` | `-\frac{5}{8}`, `{\ast}2` |
//! | `^`, `vv`, `^3` | `{\uparrow}`, `{\Downarrow}`, `{\uparrow}3` |
//! | `^<2>`, `v<2>` | `{\uparrow}^{2}`, `{\downarrow}_{2}` |
//! | `^[3]`, `v[3]` | `{\uparrow}^{[3]}`, `{\downarrow}_{[3]}` |
//! | `+-1`, `+-{0,^*}` | `\pm 1`, `\pm \{0,{\uparrow}{\ast}\}` |
//! | `Tiny(2)`, `1/2Miny(1)` | `{+_{2}}`, `\frac{1}{2}{-_{1}}` |
//! | `{2\|\|1\|0}` | `\{2 \mathrel{\|\|} 1 \mid 0\}` |
//! | `1over & ^[on]*` | `1\mathbf{over} \mathbin{\&} {\uparrow}^{[\mathbf{on}]}{\ast}` |
//! | `a{0\|{a\|pass}}` | `a\{0 \mid \{a \mid \mathbf{pass}\}\}` |
//!
//! The braces around symbols keep TeX from spacing them as relations and operators.
//!
//! Source: Siegel, *Combinatorial Game Theory* (2013), for `↓_n` = `-↑^n` and the other symbols; CGSuite 2.2, for `↑3`.

use crate::form::Computed;
use crate::form::engine::Engine;
use crate::form::operations::operations;
use crate::form::print::Out;
use crate::form::store::Id;

/// A printed value in LaTeX, for math mode; `None` if the text is not in the notation in which values are printed.
///
/// It converts `↑ ↓ ⇑ ⇓ ±` as well, names as in [shared forms](crate::CanonicalForm::to_shared_text), sums and lists. The
/// text may end early, as that of [`text_start`](crate::CanonicalForm::text_start), and contain `...` or `…`. The braces
/// of the result are balanced in any case. The text is not parsed: that it is a game is for the caller to know.
///
/// # Examples
/// ```
/// use dicot::notation::latex::math;
/// assert_eq!(math("{^^*|*,v}").unwrap(), r"\{{\Uparrow}{\ast} \mid {\ast},{\downarrow}\}");
/// assert_eq!(math("{2|Tiny(1/2"), Some(r"\{2 \mid {+_{\frac{1}{2}}}".to_owned()));
/// assert_eq!(math("xox/ox."), None);
/// ```
pub fn math(text: &str) -> Option<String> {
    let mut math = Math { rest: text, out: String::new(), open: Vec::new(), operand: false };
    while !math.rest.is_empty() {
        math.token()?;
    }
    math.out.extend(math.open.into_iter().filter(|&close| close == SUBSCRIPT_END));
    Some(math.out.trim_end().to_owned()).filter(|out| !out.is_empty())
}

/// A text in LaTeX, outside math mode: characters that TeX treats in a special way are escaped.
///
/// # Examples
/// ```
/// use dicot::notation::latex::text;
/// assert_eq!(text("50% of {x|y}"), r"50\% of \{x\textbar{}y\}");
/// ```
pub fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => out.extend(['\\', c]),
            '\\' => out += r"\textbackslash{}",
            '^' => out += r"\textasciicircum{}",
            '~' => out += r"\textasciitilde{}",
            '<' => out += r"\textless{}",
            '>' => out += r"\textgreater{}",
            '|' => out += r"\textbar{}",
            '…' => out += r"\dots{}",
            // Otherwise two of them are ligatures.
            '-' | '\'' | '`' | '"' => out.extend(['{', c, '}']),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A table as a `tabular`: a head and rows of cells, which are in LaTeX, for instance from [`text`]. A line ends each row,
/// and each column is aligned to the left.
///
/// # Examples
/// ```
/// use dicot::CanonicalForm;
/// use dicot::notation::latex::{table, text};
/// let games: [CanonicalForm; 2] = ["^*".parse()?, "{2|-1}".parse()?];
/// let rows = games.iter().map(|g| {
///     [format!("${}$", g.to_latex()), format!("${}$", g.temperature()), g.outcome().to_string()]
/// });
/// assert_eq!(
///     table(&["value", "temperature", "outcome"].map(text), rows),
///     r"\begin{tabular}{lll}
/// \hline
/// value & temperature & outcome \\
/// \hline
/// ${\uparrow}{\ast}$ & $0$ & N \\
/// $\{2 \mid -1\}$ & $3/2$ & N \\
/// \hline
/// \end{tabular}
/// "
/// );
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
pub fn table<R: AsRef<[String]>>(head: &[String], rows: impl IntoIterator<Item = R>) -> String {
    let mut out = table_start(head);
    rows.into_iter().for_each(|cells| out += &row(cells.as_ref()));
    out + TABLE_END
}

/// The start of a [`table`], for rows that are written one by one.
pub fn table_start(head: &[String]) -> String {
    let columns = "l".repeat(head.len());
    format!("\\begin{{tabular}}{{{columns}}}\n\\hline\n{}\\hline\n", row(head))
}

/// A row of a [`table`].
pub fn row(cells: &[String]) -> String {
    cells.join(" & ") + " \\\\\n"
}

/// The end of a [`table`].
pub const TABLE_END: &str = "\\hline\n\\end{tabular}\n";

/// Loopy games with names, longer names first, and an option that leads back.
const LOOPY_WORDS: [&str; 9] = ["over", "under", "upon", "on", "off", "dud", "tisn", "tis", "pass"];

/// What ends a subscript, and the group that makes it and its sign one symbol.
const SUBSCRIPT_END: &str = "}}";

/// A conversion on its way.
struct Math<'a> {
    rest: &'a str,
    out: String,
    /// What closes the open parentheses.
    open: Vec<&'static str>,
    /// Whether an operand has just ended.
    operand: bool,
}

impl<'a> Math<'a> {
    fn take(&mut self, texts: &[&str]) -> bool {
        let rest = texts.iter().find_map(|text| self.rest.strip_prefix(text));
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn digits(&mut self) -> &'a str {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }

    /// Converts what an operator, a comma or a bracket is, after which an operand may follow.
    fn put(&mut self, latex: &str) {
        self.out += latex;
        self.operand = false;
    }

    fn token(&mut self) -> Option<()> {
        const SEPARATORS: [(&[&str], &str); 8] = [
            (&[" & "], r" \mathbin{\&} "),
            (&[" := "], " := "),
            (&["; "], ";\\ "),
            (&[" = "], " = "),
            (&[" + "], " + "),
            (&[" - ", "-", "−"], "-"),
            (&[", ", ","], ","),
            (&["...", "…"], "\\dots "),
        ];
        let starts = !self.operand;
        if starts && self.take(&["+-", "±"]) {
            self.put(r"\pm ");
        } else if let Some((_, latex)) = SEPARATORS.iter().find(|(texts, _)| self.take(texts)) {
            self.put(latex);
        } else if self.rest.starts_with('|') {
            let bars = self.rest.len() - self.rest.trim_start_matches('|').len();
            self.rest = &self.rest[bars..];
            match bars {
                1 => self.put(r" \mid "),
                _ => self.put(&format!(r" \mathrel{{{}}} ", "|".repeat(bars))),
            }
        } else if self.take(&["+"]) {
            self.put("+");
        } else if starts && self.take(&["{"]) {
            self.put(r"\{");
        } else if starts && self.take(&["("]) {
            self.open.push(")");
            self.put("(");
        } else if starts && self.take(&["["]) {
            self.put("[");
        } else if let Some((_, latex)) =
            [("}", r"\}"), ("]", "]")].iter().find(|(text, _)| self.take(&[text]))
        {
            self.put(latex);
            self.operand = true;
        } else if self.take(&[")"]) {
            let close = self.open.pop()?;
            self.put(close);
            self.operand = true;
        } else if "Tiny(".starts_with(self.rest) || "Miny(".starts_with(self.rest) {
            self.rest = "";
        } else if let Some((_, latex)) =
            [("Tiny(", "{+_{"), ("Miny(", "{-_{")].iter().find(|(text, _)| self.take(&[text]))
        {
            self.open.push(SUBSCRIPT_END);
            self.put(latex);
        } else {
            self.atom()?;
            // The name of a loopy game is before its braces.
            self.operand = !self.rest.starts_with('{');
        }
        Some(())
    }

    /// Converts a number, ups, a nimber, a loopy game with a name, or a name.
    fn atom(&mut self) -> Option<()> {
        const UPS: [(&[&str], &str, char); 4] = [
            (&["^^", "⇑"], r"{\Uparrow}", '^'),
            (&["vv", "⇓"], r"{\Downarrow}", '_'),
            (&["^", "↑"], r"{\uparrow}", '^'),
            (&["v", "↓"], r"{\downarrow}", '_'),
        ];
        if let Some((_, latex, script)) = UPS.iter().find(|(texts, ..)| self.take(texts)) {
            self.out += latex;
            let power = self.take(&["<"]);
            if power || self.take(&["["]) {
                let exponent = match self.take(&["on"]) {
                    true => r"\mathbf{on}",
                    false => self.digits(),
                };
                let inner = if power { exponent.to_owned() } else { format!("[{exponent}]") };
                self.out += &format!("{script}{{{inner}}}");
                return (self.take(&[">", "]"]) || self.rest.is_empty()).then_some(());
            }
        } else if self.take(&["*"]) {
            self.out += r"{\ast}";
        } else if let Some(word) = LOOPY_WORDS.iter().find(|word| self.take(&[word])) {
            self.out += &format!(r"\mathbf{{{word}}}");
            return (!self.rest.starts_with(char::is_alphanumeric)).then_some(());
        } else if self.operand {
            return None;
        } else if self.rest.starts_with(|c: char| c.is_ascii_digit()) {
            let number = self.digits();
            if self.rest.starts_with('/')
                && self.rest[1..].starts_with(|c: char| c.is_ascii_digit())
            {
                self.rest = &self.rest[1..];
                let denominator = self.digits();
                self.out += &format!(r"\frac{{{number}}}{{{denominator}}}");
            } else {
                self.out += number;
            }
            return Some(());
        } else {
            let name = self.rest.chars().next().filter(char::is_ascii_lowercase)?;
            self.rest = &self.rest[1..];
            self.out.push(name);
            let index = self.digits();
            if !index.is_empty() {
                self.out += &format!("_{{{index}}}");
            }
            return (!self.rest.starts_with(char::is_alphanumeric)).then_some(());
        }
        let multiple = self.digits();
        self.out += multiple;
        Some(())
    }
}

impl Engine<'_> {
    fn latex(&mut self, g: Id) -> Computed<String> {
        // A `v` becomes twelve characters, and a string that grows has room for twice as much beside the old one.
        const BYTES: u64 = 1 + 12 * 3;
        let bytes = self.text_len(g)?.saturating_mul(BYTES);
        self.hold(usize::try_from(bytes).unwrap_or(usize::MAX).min(usize::MAX / 4))?;
        let mut text = String::new();
        self.print(g, &mut Out::new(&mut text, usize::MAX))?;
        Ok(math(&text).expect("all that is printed is in the notation"))
    }
}

operations! {
    /// The printed form in LaTeX, for math mode: see [`latex`](crate::notation::latex).
    ///
    /// # Examples
    /// ```
    /// use dicot::CanonicalForm;
    /// let g: CanonicalForm = "{^^*|*,v} + 1/2".parse()?;
    /// assert_eq!(
    ///     g.to_latex(),
    ///     r"\{\frac{1}{2}{\Uparrow}{\ast} \mid \frac{1}{2}{\ast},\frac{1}{2}{\downarrow}\}"
    /// );
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Complexity
    /// As printing. The text is at most twelve times as long as the printed one: see
    /// [`text_len`](crate::CanonicalForm::text_len).
    to_latex() -> String = Engine::latex;
}
