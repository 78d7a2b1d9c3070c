//! Lists of options in braces and parentheses.

use super::*;

impl Parser<'_, '_> {
    pub(super) fn one_in_parentheses(&mut self) -> Parsed<Id> {
        let start = self.at;
        if let [item] = self.parenthesized()?[..] {
            return Ok(item);
        }
        let expected = "one game in parentheses (a list may only follow `+-`)";
        Err(self.problem(start, NotationProblem::Expected(expected)))
    }

    /// One item or several in parentheses.
    pub(super) fn parenthesized(&mut self) -> Parsed<Vec<Id>> {
        let items = self.list()?;
        if items.is_empty() {
            self.at -= 1;
            return Err(self.expected(OPERAND));
        }
        Ok(items)
    }

    /// Games in parentheses, separated by commas. In the parentheses line ends are spaces.
    fn list(&mut self) -> Parsed<Vec<Id>> {
        self.at += 1;
        self.open += 1;
        let mut items = Vec::new();
        self.skip_spaces();
        while !self.take(&[")"]) {
            items.push(self.sum()?);
            self.hold(2 * size_of::<Id>())?;
            self.skip_spaces();
            if self.take(&[","]) {
                self.skip_spaces();
                if self.rest().starts_with(')') {
                    return Err(self.expected(OPERAND));
                }
            } else if !self.rest().starts_with(')') {
                return Err(self.expected("`)`, `,` or an operator"));
            }
        }
        self.open -= 1;
        Ok(items)
    }

    pub(super) fn game_in_braces(&mut self) -> Parsed<Id> {
        if let Braces::Game(g) = self.braces()? {
            return Ok(g);
        }
        self.at -= 1;
        Err(self.expected("`|` or `,` (a list without bars may only follow `+-`)"))
    }

    /// Braces: a game, or a list without bars.
    pub(super) fn braces(&mut self) -> Parsed<Braces> {
        let begin = self.at;
        self.at += 1;
        self.open += 1;
        let mut level = Level::default();
        level.lists.push(List::new());
        self.skip_spaces();
        loop {
            // At the start of a list, which may be empty, or after a comma.
            if !matches!(self.next_byte(), Some(b'|' | b'}')) {
                let list = level.lists.last_mut().expect("there is always a list");
                self.options(list)?;
            }
            let start = self.at;
            if self.next_byte() == Some(b'}') {
                self.at += 1;
                break;
            }
            let count = self.rest().bytes().take_while(|&b| b == b'|').count();
            if count == 0 {
                return Err(self.expected("`|`, `,` or `}`"));
            }
            if count > MAX_BARS {
                return Err(self.expected("a group of at most 1000 bars"));
            }
            self.at += count;
            level.bars.push((count, start));
            level.lists.push(List::new());
            // Lists grow to twice their length, and are copied once they are cut at the root.
            self.hold(3 * size_of::<List>())?;
            self.skip_spaces();
        }
        self.open -= 1;
        if level.bars.is_empty() {
            return Ok(Braces::Set(level.lists.pop().unwrap_or_default().to_vec()));
        }
        let (root, lists) = self.sides(&level.lists, &level.bars)?;
        let game = self.form(root, &lists)?;
        if begin == self.statement {
            self.outermost = Some(Outermost { end: self.at, lists });
        }
        Ok(Braces::Game(game))
    }

    /// One option or several, separated by commas.
    fn options(&mut self, list: &mut List) -> Parsed<()> {
        loop {
            self.skip_spaces();
            let at = self.at;
            if let Some(literal) = self.plain_literal() {
                let id = self.closed(literal)?;
                self.add_option(list, id, at)?;
            } else {
                let id = self.sum()?;
                self.add_option(list, id, at)?;
                self.skip_spaces();
            }
            if self.next_byte() != Some(b',') {
                return Ok(());
            }
            self.at += 1;
        }
    }

    fn add_option(&mut self, list: &mut List, option: Id, at: usize) -> Parsed<()> {
        list.push(option);
        let bytes = if list.spilled() { 3 * size_of::<Id>() } else { 0 };
        self.engine().hold(bytes).map_err(|e| self.problem(at, e))
    }

    /// Cuts lists at the root, where `bars[i]` follows `lists[i]` and there is at least one: the offset of the
    /// root's bars, and the options on its sides.
    fn sides(&mut self, lists: &[List], bars: &[(usize, usize)]) -> Parsed<(usize, [List; 2])> {
        let root = root_of_bars(bars)
            .map_err(|second| self.problem(second, NotationProblem::AmbiguousBars))?;
        let mut side = |lists: &[List], bars: &[(usize, usize)]| -> Parsed<List> {
            if bars.is_empty() {
                return Ok(lists[0].clone());
            }
            let (root, sides) = self.sides(lists, bars)?;
            Ok(smallvec![self.form(root, &sides)?])
        };
        let left = side(&lists[..=root], &bars[..root])?;
        let right = side(&lists[root + 1..], &bars[root + 1..])?;
        Ok((bars[root].1, [left, right]))
    }

    /// The game with these options, whose bars are at an offset.
    fn form(&mut self, bars: usize, [left, right]: &[List; 2]) -> Parsed<Id> {
        self.engine().simplify_canonical(left, right).map_err(|e| self.problem(bars, e))
    }
}

/// The content of braces.
pub(super) enum Braces {
    Game(Id),
    Set(Vec<Id>),
}

/// The content of braces as it is written: lists of games, and the groups of bars between them with their
/// sizes and offsets.
#[derive(Default)]
struct Level {
    lists: SmallVec<[List; 3]>,
    bars: SmallVec<[(usize, usize); 2]>,
}
