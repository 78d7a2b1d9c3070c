//! A checker of certificates for Clobber alone, which shares nothing with dicot: one file, on plain arrays.
//!
//! It reads the text of a certificate from standard input, as in `gzip -dc FILE | certify-clobber`, and prints what it proves.
//! `docs/guide/certificates.md` has the format. It can be compiled alone: `rustc -O --edition 2024 certify-clobber.rs`.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::error::Error;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;
use std::thread;

/// Why a line is refused.
type Wrong = String;

/// A board as its text, from the top: `.` is an empty cell, `x` a stone of Left, `o` one of Right; `/` is between rows.
type Board = Vec<u8>;

/// The largest boards of the format.
const MAX_SIDE: usize = 255;
const MAX_CELLS: usize = 448;

/// The longest line of the format in bytes, with its line feed.
const MAX_LINE: u64 = 1 << 20;

/// The number of columns.
fn width(board: &Board) -> usize {
    board.iter().position(|&c| c == b'/').unwrap_or(board.len())
}

fn read_board(text: &str) -> Result<Board, Wrong> {
    let board = text.as_bytes().to_vec();
    let is_row = |row: &str| row.len() == width(&board) && row.bytes().all(|c| b".xo".contains(&c));
    if width(&board) == 0 || !text.split('/').all(is_row) {
        return Err(format!("not a board of equal rows of x, o and .: {text}"));
    }
    let rows = text.split('/').count();
    if width(&board).max(rows) > MAX_SIDE || width(&board) * rows > MAX_CELLS {
        return Err(format!(
            "the board has a side of more than {MAX_SIDE} or more than {MAX_CELLS} cells"
        ));
    }
    Ok(board)
}

/// The places in the text of the cells that share a side with a cell.
fn neighbours(board: &Board, at: usize) -> impl Iterator<Item = usize> {
    let row = width(board) + 1;
    let near = [at.wrapping_sub(row), at + row, at.wrapping_sub(1), at + 1];
    near.into_iter().filter(|&near| near < board.len() && board[near] != b'/')
}

/// The moves of a player, `x` or `o`: from where to where.
fn moves(board: &Board, player: u8) -> impl Iterator<Item = (usize, usize)> {
    let own = (0..board.len()).filter(move |&at| board[at] == player);
    let to = move |from| neighbours(board, from).map(move |to| (from, to));
    own.flat_map(to).filter(move |&(_, to)| board[to] == other(player))
}

fn after(board: &Board, (from, to): (usize, usize)) -> Board {
    let mut after = board.clone();
    after[to] = board[from];
    after[from] = b'.';
    after
}

/// The stone of the other player; `.` and `/` stay.
fn other(c: u8) -> u8 {
    if c > b'/' { c ^ b'x' ^ b'o' } else { c }
}

/// The name of a move, as `b1-a1`: letters for the columns, and the rows from the bottom.
fn name(board: &Board, (from, to): (usize, usize)) -> String {
    let size = width(board) + 1;
    let cell = |at: usize| {
        let (row, column) = (board.len() / size + 1 - at / size, at % size);
        let letter = |n: usize| char::from(b'a' + n as u8).to_string();
        let first = (column / 26).checked_sub(1).map_or(String::new(), letter);
        first + &letter(column % 26) + &row.to_string()
    };
    cell(from) + "-" + &cell(to)
}

/// The connected stones, each cut out, without those in which nobody can move.
fn components(board: &Board) -> Vec<Board> {
    let (mut left, mut parts) = (board.clone(), Vec::new());
    let row = width(board) + 1;
    for start in 0..board.len() {
        let (mut part, mut next) = (vec![start], 0);
        while let Some(&at) = part.get(next) {
            if b"xo".contains(&left[at]) {
                left[at] = b'.';
                part.extend(neighbours(board, at));
                next += 1;
            } else {
                part.swap_remove(next);
            }
        }
        if part.iter().all(|&at| board[at] == board[part[0]]) {
            continue;
        }
        part.sort_unstable();
        let rows = part[0] / row..=part[part.len() - 1] / row;
        let columns = || part.iter().map(|at| at % row);
        let (first, last) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let cell = |at| if part.contains(&at) { board[at] } else { b'.' };
        let cut = rows.map(|r| (first..=last).map(|column| cell(r * row + column)).collect());
        parts.push(cut.collect::<Vec<Board>>().join(&b'/'));
    }
    parts
}

/// The board with the stones exchanged.
fn negative(board: &Board) -> Board {
    board.iter().copied().map(other).collect()
}

/// The least image of a board or of its negative, whether it is that of the negative, and whether they are the same.
type Part = (Board, bool, bool);

fn normalized(board: &Board) -> Part {
    let (mut image, mut plus, mut minus) = (board.clone(), board.clone(), negative(board));
    // Every second step turns the board upside down, the others exchange rows and columns: there are eight images.
    for step in 1..8 {
        let row = width(&image) + 1;
        image = if step % 2 == 1 {
            image.rsplit(|&c| c == b'/').flat_map(|row| row.iter().chain(b"/")).copied().collect()
        } else {
            (0..row - 1).flat_map(|c| image[c..].iter().step_by(row).chain(b"/")).copied().collect()
        };
        image.pop();
        if image < plus {
            plus.clone_from(&image);
        }
        if image.iter().map(|&c| other(c)).lt(minus.iter().copied()) {
            minus = negative(&image);
        }
    }
    let (is_negated, is_own_negative) = (minus < plus, minus == plus);
    (plus.min(minus), is_negated, is_own_negative)
}

/// A game by its options of Left (0) and of Right (1): sorted, each once.
type Game = Rc<[Vec<usize>; 2]>;

/// Games by number; game 0 is the first. Only some are canonical.
#[derive(Default)]
struct Games {
    games: Vec<Game>,
    numbers: HashMap<Game, usize>,
    order: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
    negatives: HashMap<usize, usize>,
}

impl Games {
    fn number(&mut self, game: [Vec<usize>; 2]) -> usize {
        let game = Rc::new(game.map(|side| BTreeSet::from_iter(side).into_iter().collect()));
        if let Some(&number) = self.numbers.get(&game) {
            return number;
        }
        self.games.push(game.clone());
        self.numbers.insert(game, self.games.len() - 1);
        self.games.len() - 1
    }

    /// Whether g <= h: no Left option of g is >= h, and no Right option of h is <= g.
    fn le(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.order.get(&(g, h)) {
            return known;
        }
        let (left, right) = (self.games[g].clone(), self.games[h].clone());
        let le = !left[0].iter().any(|&option| self.le(h, option))
            && !right[1].iter().any(|&option| self.le(option, g));
        self.order.insert((g, h), le);
        le
    }

    /// The canonical form of a game with canonical options: no option reversible, none dominated.
    fn simplest(&mut self, game: [Vec<usize>; 2]) -> usize {
        let whole = self.number(game);
        let mut form = [Vec::new(), Vec::new()];
        for (side, kept) in form.iter_mut().enumerate() {
            let worse = |it: &mut Games, g, h| if side == 0 { it.le(g, h) } else { it.le(h, g) };
            let mut todo = self.games[whole][side].clone();
            while let Some(option) = todo.pop() {
                let answers = self.games[option].clone();
                match answers[1 - side].iter().find(|&&answer| worse(self, answer, whole)) {
                    // An option with a reversing answer is replaced by the options after that answer.
                    Some(&answer) => todo.extend(&self.games[answer][side]),
                    None => kept.push(option),
                }
            }
            let all = kept.clone();
            kept.retain(|&g| !all.iter().any(|&h| h != g && worse(self, g, h)));
        }
        self.number(form)
    }

    fn sum(&mut self, g: usize, h: usize) -> usize {
        if let Some(&known) = self.sums.get(&(g, h)) {
            return known;
        }
        let (of_g, of_h) = (self.games[g].clone(), self.games[h].clone());
        let game = [0, 1].map(|side| {
            let mut options: Vec<usize> = of_g[side].iter().map(|&o| self.sum(o, h)).collect();
            options.extend(of_h[side].iter().map(|&o| self.sum(g, o)));
            options
        });
        let sum = self.simplest(game);
        self.sums.extend([((g, h), sum), ((h, g), sum)]);
        sum
    }

    /// The game or its negative.
    fn signed(&mut self, g: usize, negate: bool) -> usize {
        if !negate {
            return g;
        }
        if let Some(&known) = self.negatives.get(&g) {
            return known;
        }
        let game = self.games[g].clone();
        let game = [1, 0].map(|side| game[side].iter().map(|&o| self.signed(o, true)).collect());
        let negative = self.number(game);
        self.negatives.insert(g, negative);
        negative
    }
}

/// A component in a sum: its number in the file or, if it is its own negative, that number; or minus the number if it is negated.
type Term = i64;

/// Terms that are sorted and do not cancel, and a value.
type State = (Vec<Term>, usize);

#[derive(Default)]
struct Checker {
    games: Games,
    /// The board of each component, and whether it is its own negative; number 0 is the empty board.
    components: Vec<(Board, bool)>,
    /// The terms of the normalized boards of the components.
    terms: HashMap<Board, Term>,
    /// The values of normalized boards.
    board_values: HashMap<Board, usize>,
    /// The normalized boards that were replaced by their values, which must not be listed later.
    replaced: HashSet<Board>,
    /// Whether the line of the ruleset was read.
    has_rules: bool,
    /// The game of each `v` line, and its options in the order of the line.
    values: Vec<(usize, [Vec<usize>; 2])>,
    /// The values that are proved for each kind and sum, `true` for `w`.
    facts: HashMap<(bool, Vec<Term>), Vec<usize>>,
    /// The states after Right's moves in a term.
    right_options: HashMap<Term, Rc<BTreeSet<State>>>,
    parts: Vec<Board>,
    /// The sum of the values of the `plus` lines.
    plus: usize,
    /// The sum that is proved, as text.
    sum: String,
    /// Whether Left moves first, and whether she wins.
    claims: Vec<(bool, bool)>,
}

impl Checker {
    /// A term or its negative.
    fn signed(&self, term: Term, negate: bool) -> Term {
        if negate && !self.components[term.unsigned_abs() as usize].1 { -term } else { term }
    }

    /// Sorts terms and cancels those that are negatives of each other.
    fn normal(&self, mut terms: Vec<Term>) -> Vec<Term> {
        terms.sort_unstable_by_key(|term| (term.abs(), *term));
        let mut normal: Vec<Term> = Vec::new();
        for term in terms {
            if normal.last() == Some(&self.signed(term, true)) {
                normal.pop();
            } else {
                normal.push(term);
            }
        }
        normal
    }

    /// The value of a normalized board, by all its options.
    fn value(&mut self, board: &Board) -> usize {
        if let Some(&known) = self.board_values.get(board) {
            return known;
        }
        let mut parts = |mv| self.sum_of(components(&after(board, mv)).iter().map(normalized));
        let game = [b'x', b'o'].map(|player| moves(board, player).map(&mut parts).collect());
        let value = self.games.simplest(game);
        self.board_values.insert(board.clone(), value);
        value
    }

    /// The value of a sum of normalized boards, or of their negatives where they have a sign.
    fn sum_of(&mut self, parts: impl Iterator<Item = Part>) -> usize {
        parts.fold(0, |sum, (part, is_negated, _)| {
            let value = self.value(&part);
            let value = self.games.signed(value, is_negated);
            self.games.sum(sum, value)
        })
    }

    /// The sum that a board is: listed components, and the value of the others. What cancels is left out first.
    fn state(&mut self, board: &Board) -> State {
        let (mut terms, mut rest) = (Vec::new(), Vec::<Part>::new());
        for part in components(board).iter().map(normalized) {
            let cancels = |other: &Part| other.0 == part.0 && (part.2 || other.1 != part.1);
            if let Some(&term) = self.terms.get(&part.0) {
                terms.push(self.signed(term, part.1));
            } else if let Some(at) = rest.iter().position(cancels) {
                rest.remove(at);
            } else {
                rest.push(part);
            }
        }
        self.replaced.extend(rest.iter().map(|part| part.0.clone()));
        (self.normal(terms), self.sum_of(rest.into_iter()))
    }

    /// The states after Right's moves in a component.
    fn right_options(&mut self, term: Term) -> Rc<BTreeSet<State>> {
        if let Some(known) = self.right_options.get(&term) {
            return known.clone();
        }
        let board = &self.components[term.unsigned_abs() as usize].0;
        let board = if term < 0 { negative(board) } else { board.clone() };
        let states = moves(&board, b'o').map(|mv| self.state(&after(&board, mv)));
        let states = Rc::new(states.collect::<BTreeSet<State>>());
        self.right_options.insert(term, states.clone());
        states
    }

    /// An error unless the state is proved above: by a fact with a value that is not greater, or by its value alone.
    fn need(&mut self, wins: bool, terms: Vec<Term>, value: usize) -> Result<(), Wrong> {
        let fact = (wins, self.normal(terms));
        let known = self.facts.get(&fact).map_or(&[][..], |values| values);
        let mut is_proved = known.iter().any(|&known| self.games.le(known, value));
        if fact.1.is_empty() {
            is_proved = if wins { !self.games.le(value, 0) } else { self.games.le(0, value) };
        }
        let missing = || format!("{fact:?} with game {value} is not proved above");
        if is_proved { Ok(()) } else { Err(missing()) }
    }

    fn game(&mut self, number: i64) -> Result<usize, Wrong> {
        let known = self.values.get(number.unsigned_abs() as usize);
        let game = known.ok_or_else(|| format!("no value {number} above"))?.0;
        Ok(self.games.signed(game, number < 0))
    }

    fn game_list(&mut self, list: &str) -> Result<Vec<usize>, Wrong> {
        integers(list)?.into_iter().map(|number| self.game(number)).collect()
    }

    fn fact(&mut self, wins: bool, list: &str, number: &str, reason: &[&str]) -> Result<(), Wrong> {
        let (list, number) = (integers(list)?, integer(number)?);
        let value = self.game(number)?;
        let is_component = |c: &i64| (1..self.components.len() as u64).contains(&c.unsigned_abs());
        if list.is_empty() || !list.iter().all(is_component) {
            return Err("expected a list of components above".to_owned());
        }
        let terms: Vec<Term> = list.iter().map(|&c| self.signed(c.abs(), c < 0)).collect();
        match (wins, reason) {
            // Left moves in a component, as its line has it.
            (true, ["m", place, text]) => {
                let place = integer(place)? as usize;
                let c = *list.get(place).ok_or("expected the place of a component")?;
                let board = &self.components[c.unsigned_abs() as usize].0;
                let player = if c < 0 { b'o' } else { b'x' };
                let mv = moves(board, player).find(|&mv| name(board, mv) == *text);
                let after = after(board, mv.ok_or("no such move")?);
                let (new, more) = self.state(&if c < 0 { negative(&after) } else { after });
                let value = self.games.sum(value, more);
                self.need(false, [&terms[..place], &terms[place + 1..], &new].concat(), value)?;
            }
            // Left moves in the value, as its line has it.
            (true, ["o", place]) => {
                let options = &self.values[number.unsigned_abs() as usize].1;
                let options = &options[usize::from(number < 0)];
                let option = *options.get(integer(place)? as usize).ok_or("no such option")?;
                let option = self.games.signed(option, number < 0);
                self.need(false, terms.clone(), option)?;
            }
            // Right moves in a component or in the value, and Left wins.
            (false, ["a"]) => {
                let terms = self.normal(terms.clone());
                for (i, &term) in terms.iter().enumerate() {
                    for (new, more) in &*self.right_options(term) {
                        let value = self.games.sum(value, *more);
                        self.need(true, [&terms[..i], &terms[i + 1..], new].concat(), value)?;
                    }
                }
                for &option in &self.games.games[value].clone()[1] {
                    self.need(true, terms.clone(), option)?;
                }
            }
            // The state is a sum of groups: all are >= 0, but of a `w` fact Left wins group 0.
            (_, ["p", digits]) if digits.len() == list.len() + 1 => {
                let digits = digits.as_bytes();
                if !digits.iter().all(u8::is_ascii_digit) {
                    return Err("expected a digit for each group".to_owned());
                }
                for group in BTreeSet::from_iter(digits.iter().copied().chain([b'0'])) {
                    let members = terms.iter().zip(digits).filter(|(_, d)| **d == group);
                    let members = members.map(|(&term, _)| term).collect();
                    let value = if digits[list.len()] == group { value } else { 0 };
                    self.need(wins && group == b'0', members, value)?;
                }
            }
            _ => return Err("not a reason".to_owned()),
        }
        let normal = self.normal(terms);
        self.facts.entry((wins, normal)).or_default().push(value);
        Ok(())
    }

    fn line(&mut self, line: &str) -> Result<(), Wrong> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["rules", "0", "clobber"] if !self.has_rules => self.has_rules = true,
            ["part" | "c", ..] if !self.has_rules => return Err("no ruleset 0 above".to_owned()),
            ["part", "0", text] => {
                self.parts.push(read_board(text)?);
                self.sum += &format!(" + {text}");
            }
            ["plus", number] => {
                let game = self.game(integer(number)?)?;
                self.plus = self.games.sum(self.plus, game);
                self.sum += &format!(" + value {number}");
            }
            ["claim", first @ ("L" | "R"), winner @ ("L" | "R")] => {
                if self.claims.iter().any(|&(known, _)| known == (first == "L")) {
                    return Err(
                        "there is a claim about this player moving first already".to_owned()
                    );
                }
                self.claims.push((first == "L", winner == "L"));
            }
            ["c", "0", text] => {
                let board = read_board(text)?;
                let [part] = &components(&board)[..] else {
                    return Err("not one component".to_owned());
                };
                let (least, is_negated, is_own_negative) = normalized(part);
                let number = self.components.len() as Term;
                self.components.push((board, is_own_negative));
                if self.replaced.contains(&least) {
                    return Err("a fact above counts the component by its value".to_owned());
                }
                if self.terms.insert(least, self.signed(number, is_negated)).is_some() {
                    return Err("the component is listed twice".to_owned());
                }
            }
            ["v", sides] => {
                let (left, right) = sides.split_once('|').ok_or("expected L,L,..|R,R,..")?;
                let sides = [self.game_list(left)?, self.game_list(right)?];
                self.values.push((self.games.simplest(sides.clone()), sides));
            }
            [kind @ ("w" | "z"), list, number, ref reason @ ..] => {
                self.fact(kind == "w", list, number, reason)?;
            }
            _ => return Err("not a line of a certificate for Clobber".to_owned()),
        }
        Ok(())
    }

    /// Checks the claims; returns what is proved.
    fn claims(&mut self) -> Result<String, Wrong> {
        let (mut terms, mut value) = (Vec::new(), self.plus);
        for board in std::mem::take(&mut self.parts) {
            let (new, more) = self.state(&board);
            terms.extend(new);
            value = self.games.sum(value, more);
        }
        let mut text = String::new();
        for (left_starts, left_wins) in std::mem::take(&mut self.claims) {
            let terms = terms.iter().map(|&term| self.signed(term, !left_wins)).collect();
            let value = self.games.signed(value, !left_wins);
            self.need(left_starts == left_wins, terms, value)?;
            let player = |is_left| if is_left { "Left" } else { "Right" };
            text += &format!("{} starts: {} wins\n", player(left_starts), player(left_wins));
        }
        if text.is_empty() {
            return Err("expected a line `claim` before `end`".to_owned());
        }
        Ok(text + "in 0" + &self.sum + "\n")
    }
}

fn integer(text: &str) -> Result<i64, Wrong> {
    let number = text.parse::<i32>().ok().filter(|number| number.to_string() == text);
    number.map(i64::from).ok_or_else(|| format!("expected a number, found {text:?}"))
}

fn integers(list: &str) -> Result<Vec<i64>, Wrong> {
    if list.is_empty() { Ok(Vec::new()) } else { list.split(',').map(integer).collect() }
}

/// Checks a certificate line by line; returns what it proves.
fn check(mut file: impl BufRead) -> Result<String, Wrong> {
    let mut checker = Checker { components: vec![(Vec::new(), true)], ..Checker::default() };
    // Value 0 is the game without options.
    checker.line("v |")?;
    let (mut hash, mut is_end) = (0xcbf2_9ce4_8422_2325u64, false);
    for count in 0.. {
        let at = |error: &str| format!("line {}: {error}", count + 1);
        let mut line = String::new();
        let read = file.by_ref().take(MAX_LINE).read_line(&mut line);
        if read.map_err(|error| at(&error.to_string()))? == 0 {
            break;
        }
        if line.pop() != Some('\n') {
            return Err(at("the line does not end with a line feed, or is longer than 1 MiB"));
        }
        match count {
            0 if line == "dicot certificate 1" => (),
            0 => return Err(at("not a certificate")),
            _ if is_end => return Err(at("expected the end of the file")),
            _ if line == format!("end {count} {hash:016x}") => is_end = true,
            _ => checker.line(&line).map_err(|error| at(&error))?,
        }
        for byte in line.bytes().chain([b'\n']) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    if is_end { checker.claims() } else { Err("the file ends without a line `end`".to_owned()) }
}

fn main() -> Result<(), Box<dyn Error>> {
    // Values are compared and added by recursion.
    let thread = thread::Builder::new().stack_size(1 << 28).spawn(|| check(io::stdin().lock()))?;
    let proved = thread.join().map_err(|_| "the checker failed")??;
    Ok(io::stdout().write_all(proved.as_bytes())?)
}
