//! Reading the options of `{L|R}` as they stand, without simplifying the game.

use super::notation::{NotationProblem, ParseFormError};
use super::{Calculation, CanonicalForm, Store, UNBOUNDED};

/// The Left and the Right options of a text.
type Options = (Vec<CanonicalForm>, Vec<CanonicalForm>);

impl Calculation<'_> {
    /// Reads the options of a game in braces, as they stand: dominated, reversible and repeated ones
    /// as well. Each option is read as [`parse`](Calculation::parse) reads it, and the longest group
    /// of bars is the root. Definitions may stand before the game.
    ///
    /// # Examples
    /// ```
    /// use dicot::{Bounds, Store};
    /// let (store, bounds) = (Store::new(), Bounds::default());
    /// let (left, right) = store.within(&bounds).parse_options("{0,*,0||2|1}")?;
    /// assert_eq!(left.len(), 3);
    /// assert_eq!(right, [store.parse("{2|1}")?]);
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no game, or not in braces, or a bound is passed.
    pub fn parse_options(&mut self, text: &str) -> Result<Options, ParseFormError> {
        // What is wrong with the text as a game is found here, at its place in the whole text.
        self.parse(text)?;
        let form = Form::find(text)?;
        let mut list = |side: &str| -> Result<Vec<CanonicalForm>, ParseFormError> {
            let mut option = |text: &str| self.parse(&format!("{}{text}", form.definitions));
            match side.trim() {
                "" => Ok(Vec::new()),
                _ if bars(side).next().is_some() => Ok(vec![option(&format!("{{{side}}}"))?]),
                _ => commas(side).map(option).collect(),
            }
        };
        Ok((list(form.left)?, list(form.right)?))
    }
}

impl Store {
    /// Reads the options of a game in braces, as [`Calculation::parse_options`].
    ///
    /// # Examples
    /// ```
    /// use dicot::Store;
    /// let (left, right) = Store::new().parse_options("{1,1,*|}")?;
    /// assert_eq!((left.len(), right.len()), (3, 0));
    /// assert!(Store::new().parse_options("^ + *").is_err());
    /// # Ok::<_, dicot::ParseFormError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is no game, or not in braces.
    pub fn parse_options(&self, text: &str) -> Result<Options, ParseFormError> {
        self.within(&UNBOUNDED).parse_options(text)
    }
}

/// A game in braces, cut at its root, and what stands before it.
struct Form<'t> {
    definitions: &'t str,
    left: &'t str,
    right: &'t str,
}

impl<'t> Form<'t> {
    /// Cuts a text that is read as a game.
    fn find(text: &'t str) -> Result<Form<'t>, ParseFormError> {
        // The last statement is the game.
        let ends = |&(_, byte, depth): &(usize, u8, usize)| b";\n".contains(&byte) && depth == 0;
        let ended = depths(text.trim_end()).filter(ends).last().map_or(0, |(at, ..)| at + 1);
        let start = text.len() - text[ended..].trim_start().len();
        let not_in_braces = |offset| {
            let expected = NotationProblem::Expected("the options of one game, in braces: `{L|R}`");
            ParseFormError::new(text, offset, expected)
        };
        if !text[start..].starts_with('{') {
            return Err(not_in_braces(start));
        }
        // The brace that closes it brings the depth back to 0.
        let end = depths(&text[start..]).find(|&(_, byte, depth)| byte == b'}' && depth == 0);
        let end = start + end.map_or(0, |(at, ..)| at);
        let behind = end + 1;
        if !text[behind..].trim().is_empty() {
            let space = text[behind..].len() - text[behind..].trim_start().len();
            return Err(not_in_braces(behind + space));
        }
        let inside = &text[start + 1..end];
        let root = bars(inside).max_by_key(|&(_, count)| count);
        let (at, count) = root.ok_or_else(|| not_in_braces(start))?;
        let definitions = &text[..ended];
        Ok(Form { definitions, left: &inside[..at], right: &inside[at + count..] })
    }
}

/// The bytes of a text, with their places and how deep they lie; brackets lie outside of themselves.
fn depths(text: &str) -> impl Iterator<Item = (usize, u8, usize)> {
    let mut depth = 0usize;
    text.bytes().enumerate().map(move |(at, byte)| {
        if b"}])".contains(&byte) {
            depth = depth.saturating_sub(1);
        }
        let here = depth;
        if b"{[(".contains(&byte) {
            depth += 1;
        }
        (at, byte, here)
    })
}

/// The groups of bars that lie in no brackets: where they begin, and how many bars they have.
fn bars(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let outer = |&(_, byte, depth): &(usize, u8, usize)| byte == b'|' && depth == 0;
    let starts = depths(text).filter(outer).map(|(at, ..)| at);
    let starts = starts.filter(|&at| !text[..at].ends_with('|'));
    starts.map(|at| (at, text[at..].bytes().take_while(|&byte| byte == b'|').count()))
}

/// The parts between the commas that lie in no brackets.
fn commas(text: &str) -> impl Iterator<Item = &str> {
    let outer = |&(_, byte, depth): &(usize, u8, usize)| byte == b',' && depth == 0;
    let ends = depths(text).filter(outer).map(|(at, ..)| at);
    ends.chain([text.len()]).scan(0, move |start, end| {
        let part = &text[*start..end];
        *start = end + 1;
        Some(part)
    })
}
