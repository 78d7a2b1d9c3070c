//! A checker of certificates for Clobber alone, which shares nothing with dicot: one file, on plain arrays.
//!
//! It reads the text of a certificate from a file or from standard input, as in `gzip -dc FILE | certify-clobber`, and prints
//! what the certificate proves. `docs/guide/certificates.md` has the format. It can be compiled alone:
//! `rustc -O --edition 2024 certify-clobber.rs`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

/// Why a line is refused.
type Wrong = String;

/// A rectangle of cells: 0 is empty, 1 a stone of Left (`x`), 2 one of Right (`o`).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Board {
    width: usize,
    height: usize,
    cells: Vec<u8>,
}

/// The longest side of a board.
const MAX_SIDE: usize = 448;

impl Board {
    fn read(text: &str) -> Result<Board, Wrong> {
        let rows: Vec<&str> = text.split('/').collect();
        let (width, height) = (rows[0].len(), rows.len());
        if width == 0
            || width > MAX_SIDE
            || height > MAX_SIDE
            || rows.iter().any(|r| r.len() != width)
        {
            return Err(format!("not a board of equal rows: {text}"));
        }
        let cell = |letter| match letter {
            b'.' => Ok(0),
            b'x' => Ok(1),
            b'o' => Ok(2),
            _ => Err(format!("expected x, o or . in {text}")),
        };
        let cells = rows.iter().flat_map(|row| row.bytes()).map(cell).collect::<Result<_, _>>()?;
        Ok(Board { width, height, cells })
    }

    /// The cells that share a side with a cell.
    fn neighbours(&self, at: usize) -> Vec<usize> {
        let (row, col) = (at / self.width, at % self.width);
        let mut list = Vec::new();
        if row > 0 {
            list.push(at - self.width);
        }
        if row + 1 < self.height {
            list.push(at + self.width);
        }
        if col > 0 {
            list.push(at - 1);
        }
        if col + 1 < self.width {
            list.push(at + 1);
        }
        list
    }

    /// The moves of a player (1 or 2): from where to where.
    fn moves(&self, player: u8) -> Vec<(usize, usize)> {
        let own = (0..self.cells.len()).filter(|&at| self.cells[at] == player);
        let onto = |from| self.neighbours(from).into_iter().map(move |to| (from, to));
        own.flat_map(onto).filter(|&(_, to)| self.cells[to] == 3 - player).collect()
    }

    fn after(&self, (from, to): (usize, usize)) -> Board {
        let mut board = self.clone();
        board.cells[to] = board.cells[from];
        board.cells[from] = 0;
        board
    }

    /// The name of a cell: a letter for the column, and the row from the bottom.
    fn name(&self, at: usize) -> String {
        let (row, col) = (at / self.width, at % self.width);
        let letter = |n: usize| char::from(b'a' + n as u8);
        let first = if col < 26 { String::new() } else { letter(col / 26 - 1).to_string() };
        format!("{first}{}{}", letter(col % 26), self.height - row)
    }

    /// The connected stones, each cut out, without those in which nobody can move.
    fn components(&self) -> Vec<Board> {
        let mut seen = vec![false; self.cells.len()];
        let mut parts = Vec::new();
        for start in 0..self.cells.len() {
            if seen[start] || self.cells[start] == 0 {
                continue;
            }
            seen[start] = true;
            let mut part = vec![start];
            let mut next = 0;
            while next < part.len() {
                for near in self.neighbours(part[next]) {
                    if !seen[near] && self.cells[near] != 0 {
                        seen[near] = true;
                        part.push(near);
                    }
                }
                next += 1;
            }
            if part.iter().all(|&at| self.cells[at] == self.cells[start]) {
                continue;
            }
            let rows = || part.iter().map(|at| at / self.width);
            let cols = || part.iter().map(|at| at % self.width);
            let (top, left) = (rows().min().unwrap_or(0), cols().min().unwrap_or(0));
            let height = rows().max().unwrap_or(0) - top + 1;
            let width = cols().max().unwrap_or(0) - left + 1;
            let mut cells = vec![0; width * height];
            for &at in &part {
                cells[(at / self.width - top) * width + at % self.width - left] = self.cells[at];
            }
            parts.push(Board { width, height, cells });
        }
        parts
    }

    /// The least of the eight images.
    fn least(&self) -> Board {
        let mirrored = |board: &Board| {
            let mut cells = board.cells.clone();
            cells.chunks_mut(board.width).for_each(<[u8]>::reverse);
            Board { cells, ..*board }
        };
        let turned = |board: &Board| {
            let (width, height) = (board.height, board.width);
            let from = |at: usize| (width - 1 - at % width) * board.width + at / width;
            let cells = (0..board.cells.len()).map(|at| board.cells[from(at)]).collect();
            Board { width, height, cells }
        };
        let mut images = vec![self.clone(), mirrored(self)];
        for i in 0..6 {
            images.push(turned(&images[i]));
        }
        images.into_iter().min().expect("there are eight")
    }

    /// The board with the stones exchanged.
    fn negative(&self) -> Board {
        let cells = self.cells.iter().map(|&cell| if cell == 0 { 0 } else { 3 - cell }).collect();
        Board { cells, ..*self }
    }
}

/// Games by number; game 0 is the first. Only some are canonical.
#[derive(Default)]
struct Games {
    /// The options of Left and of Right, sorted.
    games: Vec<[Vec<usize>; 2]>,
    /// The birthdays.
    days: Vec<usize>,
    numbers: HashMap<[Vec<usize>; 2], usize>,
    less: HashMap<(usize, usize), bool>,
    sums: HashMap<(usize, usize), usize>,
    negatives: HashMap<usize, usize>,
    canonical: HashMap<usize, usize>,
}

/// The most moves in a row in a value.
const MAX_DAYS: usize = 1000;

impl Games {
    fn number(&mut self, mut game: [Vec<usize>; 2]) -> Result<usize, Wrong> {
        for side in &mut game {
            side.sort_unstable();
            side.dedup();
        }
        if let Some(&number) = self.numbers.get(&game) {
            return Ok(number);
        }
        let days = game.iter().flatten().map(|&option| self.days[option] + 1).max().unwrap_or(0);
        if days > MAX_DAYS {
            return Err(format!("a value with more than {MAX_DAYS} moves in a row"));
        }
        self.days.push(days);
        self.games.push(game.clone());
        self.numbers.insert(game, self.games.len() - 1);
        Ok(self.games.len() - 1)
    }

    /// Whether g <= h: no Left option of g is >= h, and no Right option of h is <= g.
    fn le(&mut self, g: usize, h: usize) -> bool {
        if g == h {
            return true;
        }
        if let Some(&known) = self.less.get(&(g, h)) {
            return known;
        }
        let (left, right) = (self.games[g][0].clone(), self.games[h][1].clone());
        let le = !left.into_iter().any(|option| self.le(h, option))
            && !right.into_iter().any(|option| self.le(option, g));
        self.less.insert((g, h), le);
        le
    }

    /// Whether g <= h, or g >= h for the other side.
    fn le_for(&mut self, side: usize, g: usize, h: usize) -> bool {
        if side == 0 { self.le(g, h) } else { self.le(h, g) }
    }

    /// The canonical form of a game with canonical options: no option reversible, none dominated.
    fn simplest(&mut self, mut game: [Vec<usize>; 2]) -> Result<usize, Wrong> {
        let whole = self.number(game.clone())?;
        if let Some(&known) = self.canonical.get(&whole) {
            return Ok(known);
        }
        for (side, old) in game.iter_mut().enumerate() {
            let mut todo = std::mem::take(old);
            let mut options: Vec<usize> = Vec::new();
            let mut seen = Vec::new();
            while let Some(option) = todo.pop() {
                if seen.contains(&option) {
                    continue;
                }
                seen.push(option);
                let answers = self.games[option][1 - side].clone();
                match answers.into_iter().find(|&answer| self.le_for(side, answer, whole)) {
                    Some(answer) => todo.extend(&self.games[answer][side]),
                    None => options.push(option),
                }
            }
            for i in (0..options.len()).rev() {
                let option = options[i];
                if (0..options.len()).any(|j| j != i && self.le_for(side, option, options[j])) {
                    options.remove(i);
                }
            }
            *old = options;
        }
        let simplest = self.number(game)?;
        self.canonical.extend([(whole, simplest), (simplest, simplest)]);
        Ok(simplest)
    }

    fn sum(&mut self, g: usize, h: usize) -> Result<usize, Wrong> {
        if g == 0 || h == 0 {
            return Ok(g.max(h));
        }
        if let Some(&known) = self.sums.get(&(g, h)) {
            return Ok(known);
        }
        let mut game = [Vec::new(), Vec::new()];
        for (side, options) in game.iter_mut().enumerate() {
            for option in self.games[g][side].clone() {
                options.push(self.sum(option, h)?);
            }
            for option in self.games[h][side].clone() {
                options.push(self.sum(g, option)?);
            }
        }
        let sum = self.simplest(game)?;
        self.sums.extend([((g, h), sum), ((h, g), sum)]);
        Ok(sum)
    }

    fn negative(&mut self, g: usize) -> Result<usize, Wrong> {
        if let Some(&known) = self.negatives.get(&g) {
            return Ok(known);
        }
        let [left, right] = self.games[g].clone();
        let mut game = [Vec::new(), Vec::new()];
        for (side, options) in [right, left].into_iter().enumerate() {
            for option in options {
                game[side].push(self.negative(option)?);
            }
        }
        let negative = self.number(game)?;
        self.negatives.insert(g, negative);
        Ok(negative)
    }
}

/// A component in a sum: its number in the checker, and whether it is negated.
type Term = (usize, bool);

/// Components that are their own negatives are never negated.
struct Component {
    own_negative: bool,
    /// Its number in the file, and the board there with whether it is the negative of the least image.
    listed: Option<(usize, Board, bool)>,
    /// Whether a fact has used its value, so that it must not be listed later.
    used: bool,
    value: Option<usize>,
}

/// Terms that are sorted and do not cancel, and a value.
type State = (Vec<Term>, usize);

struct Checker {
    games: Games,
    components: Vec<Component>,
    boards: HashMap<Board, usize>,
    /// The component of each `c` line.
    lines: Vec<Term>,
    /// The game of each `v` line, and its options as they are written.
    values: Vec<(usize, [Vec<i64>; 2])>,
    /// The values that are proved for each kind and sum, `true` for `w`.
    facts: HashMap<(bool, Vec<Term>), Vec<usize>>,
    answers: HashMap<Term, Vec<State>>,
    sum: Vec<Board>,
    plus: Vec<usize>,
    claims: Vec<(bool, bool)>,
    has_rules: bool,
}

impl Checker {
    fn new() -> Result<Checker, Wrong> {
        let mut games = Games::default();
        games.number([Vec::new(), Vec::new()])?;
        Ok(Checker {
            games,
            components: Vec::new(),
            boards: HashMap::new(),
            lines: Vec::new(),
            values: vec![(0, Default::default())],
            facts: HashMap::new(),
            answers: HashMap::new(),
            sum: Vec::new(),
            plus: Vec::new(),
            claims: Vec::new(),
            has_rules: false,
        })
    }

    fn negated(&self, (id, sign): Term) -> Term {
        (id, !sign && !self.components[id].own_negative)
    }

    fn term(&mut self, board: &Board) -> Term {
        let (plus, minus) = (board.least(), board.negative().least());
        let (own_negative, sign) = (plus == minus, minus < plus);
        let next = self.components.len();
        let id = *self.boards.entry(plus.min(minus)).or_insert(next);
        if id == next {
            self.components.push(Component {
                own_negative,
                listed: None,
                used: false,
                value: None,
            });
        }
        (id, sign)
    }

    fn normal(&self, terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
        let mut normal: Vec<Term> = Vec::new();
        for term in terms {
            match normal.iter().position(|&other| other == self.negated(term)) {
                Some(at) => drop(normal.remove(at)),
                None => normal.push(term),
            }
        }
        normal.sort_unstable();
        normal
    }

    /// The value of a component, by all its options.
    fn value(&mut self, board: &Board) -> Result<usize, Wrong> {
        let (id, sign) = self.term(board);
        let value = match self.components[id].value {
            Some(value) => value,
            None => {
                let least = if sign { board.negative() } else { board.clone() };
                let mut game = [Vec::new(), Vec::new()];
                for (options, player) in game.iter_mut().zip([1, 2]) {
                    for mv in least.moves(player) {
                        let mut sum = 0;
                        for part in least.after(mv).components() {
                            let value = self.value(&part)?;
                            sum = self.games.sum(sum, value)?;
                        }
                        options.push(sum);
                    }
                }
                let value = self.games.simplest(game)?;
                self.components[id].value = Some(value);
                value
            }
        };
        if sign { self.games.negative(value) } else { Ok(value) }
    }

    /// The sum that a board is: listed components, and the value of the others. What cancels is left out first.
    fn state(&mut self, board: &Board) -> Result<State, Wrong> {
        let parts = board.components();
        let terms: Vec<Term> = parts.iter().map(|part| self.term(part)).collect();
        let (mut kept, mut value) = (Vec::new(), 0);
        for term in self.normal(terms.iter().copied()) {
            if self.components[term.0].listed.is_some() {
                kept.push(term);
            } else if let Some(at) = terms.iter().position(|&other| other == term) {
                self.components[term.0].used = true;
                let of_part = self.value(&parts[at])?;
                value = self.games.sum(value, of_part)?;
            }
        }
        Ok((kept, value))
    }

    /// An error unless the state is proved above: by a fact with a value that is not greater, or by its value alone.
    fn need(&mut self, wins: bool, terms: &[Term], value: usize) -> Result<(), Wrong> {
        let proved = match self.facts.get(&(wins, terms.to_vec())) {
            _ if terms.is_empty() && wins => !self.games.le(value, 0),
            _ if terms.is_empty() => self.games.le(0, value),
            Some(values) => {
                values.contains(&value) || values.iter().any(|&known| self.games.le(known, value))
            }
            None => false,
        };
        if proved {
            return Ok(());
        }
        let name = |&(id, sign): &Term| match &self.components[id].listed {
            Some((number, _, flipped)) if sign != *flipped => format!("-{number}"),
            Some((number, ..)) => number.to_string(),
            None => "?".to_owned(),
        };
        let names: Vec<String> = terms.iter().map(name).collect();
        let kind = if wins { 'w' } else { 'z' };
        Err(format!(
            "the fact {kind} of components {names:?} and game {:?} is not proved above",
            self.games.games[value]
        ))
    }

    fn game(&mut self, number: i64) -> Result<usize, Wrong> {
        let known = self.values.get(number.unsigned_abs() as usize);
        let game = known.ok_or(format!("no value {number} above"))?.0;
        if number < 0 { self.games.negative(game) } else { Ok(game) }
    }

    fn fact(&mut self, wins: bool, words: &[&str]) -> Result<(), Wrong> {
        let &[list, number, reason, ref rest @ ..] = words else {
            return Err("expected components, a value and a reason".to_owned());
        };
        let (list, number) = (numbers(list)?, integer(number)?);
        let value = self.game(number)?;
        let mut terms = Vec::new();
        for c in &list {
            let index = (c.unsigned_abs() as usize).wrapping_sub(1);
            let &term = self.lines.get(index).ok_or(format!("no component {c} above"))?;
            terms.push(if *c < 0 { self.negated(term) } else { term });
        }
        if terms.is_empty() {
            return Err("the list of components is empty".to_owned());
        }
        let normal = self.normal(terms.iter().copied());
        match (wins, reason, rest) {
            (true, "m", [place, text]) => {
                let place = integer(place)? as usize;
                let c = *list.get(place).ok_or("no such component")?;
                let Some((_, board, _)) = self.components[terms[place].0].listed.clone() else {
                    return Err("the component is not listed".to_owned());
                };
                let name = |(from, to)| format!("{}-{}", board.name(from), board.name(to));
                let moves = board.moves(if c < 0 { 2 } else { 1 });
                let mv = moves.into_iter().find(|&mv| name(mv) == *text);
                let after = board.after(mv.ok_or(format!("there is no move {text}"))?);
                let (new, more) = self.state(&if c < 0 { after.negative() } else { after })?;
                terms.remove(place);
                let after = self.normal(terms.into_iter().chain(new));
                let value = self.games.sum(value, more)?;
                self.need(false, &after, value)?;
            }
            (true, "o", [place]) => {
                let options =
                    &self.values[number.unsigned_abs() as usize].1[usize::from(number < 0)];
                let option = *options.get(integer(place)? as usize).ok_or("no such option")?;
                let option = self.game(if number < 0 { -option } else { option })?;
                self.need(false, &normal, option)?;
            }
            (false, "a", []) => {
                for (i, &term) in normal.iter().enumerate() {
                    for (new, more) in self.answers(term)? {
                        let rest = normal[..i].iter().chain(&normal[i + 1..]).copied();
                        let after = self.normal(rest.chain(new));
                        let value = self.games.sum(value, more)?;
                        self.need(true, &after, value)?;
                    }
                }
                for option in self.games.games[value][1].clone() {
                    self.need(true, &normal, option)?;
                }
            }
            (_, "p", [digits]) if digits.len() == list.len() + 1 => {
                let digits = digits.as_bytes();
                if !digits.iter().all(u8::is_ascii_digit) {
                    return Err("expected digits".to_owned());
                }
                let mut groups = 0;
                for group in b'0'..=b'9' {
                    let members = terms.iter().zip(digits).filter(|(_, d)| **d == group);
                    let members: Vec<Term> = members.map(|(&term, _)| term).collect();
                    let value = if digits[list.len()] == group { value } else { 0 };
                    let wins = wins && group == b'0';
                    if wins || !members.is_empty() || value != 0 {
                        groups += 1;
                        let members = self.normal(members);
                        self.need(wins, &members, value)?;
                    }
                }
                if groups < 2 {
                    return Err("expected at least two groups".to_owned());
                }
            }
            _ => return Err("not a reason".to_owned()),
        }
        self.facts.entry((wins, normal)).or_default().push(value);
        Ok(())
    }

    /// The states after Right's moves in a component.
    fn answers(&mut self, term: Term) -> Result<Vec<State>, Wrong> {
        if let Some(known) = self.answers.get(&term) {
            return Ok(known.clone());
        }
        let Some((_, board, flipped)) = self.components[term.0].listed.clone() else {
            return Err("the component is not listed".to_owned());
        };
        let board = if flipped != term.1 { board.negative() } else { board };
        let mut states = Vec::new();
        for mv in board.moves(2) {
            let state = self.state(&board.after(mv))?;
            if !states.contains(&state) {
                states.push(state);
            }
        }
        self.answers.insert(term, states.clone());
        Ok(states)
    }

    fn line(&mut self, line: &str) -> Result<(), Wrong> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["rules", "0", "clobber"] if !self.has_rules => self.has_rules = true,
            ["part", "0", text] if self.has_rules => self.sum.push(Board::read(text)?),
            ["plus", number] => {
                let game = self.game(integer(number)?)?;
                self.plus.push(game);
            }
            ["claim", first @ ("L" | "R"), winner @ ("L" | "R")] => {
                let claim = (first == "L", winner == "L");
                if self.claims.iter().any(|&(first, _)| first == claim.0) {
                    return Err("there is a claim about this player already".to_owned());
                }
                self.claims.push(claim);
            }
            ["c", "0", text] if self.has_rules => {
                let board = Board::read(text)?;
                let [part] = &board.components()[..] else {
                    return Err("not one component".to_owned());
                };
                let (id, sign) = self.term(part);
                let component = &mut self.components[id];
                if component.used || component.listed.is_some() {
                    return Err("the component is listed twice, or was used above".to_owned());
                }
                self.lines.push((id, sign));
                component.listed = Some((self.lines.len(), board, sign));
            }
            ["v", sides] => {
                let (left, right) = sides.split_once('|').ok_or("expected L,L,..|R,R,..")?;
                let sides = [numbers(left)?, numbers(right)?];
                let mut game = [Vec::new(), Vec::new()];
                for (options, side) in game.iter_mut().zip(&sides) {
                    for &number in side {
                        options.push(self.game(number)?);
                    }
                }
                self.values.push((self.games.simplest(game)?, sides));
            }
            ["w", ref words @ ..] => self.fact(true, words)?,
            ["z", ref words @ ..] => self.fact(false, words)?,
            _ => return Err("not a line of a certificate for Clobber".to_owned()),
        }
        Ok(())
    }

    /// Checks the claims; returns what is proved.
    fn claims(&mut self) -> Result<String, Wrong> {
        let (mut terms, mut value) = (Vec::new(), 0);
        for board in self.sum.clone() {
            let (new, more) = self.state(&board)?;
            terms.extend(new);
            value = self.games.sum(value, more)?;
        }
        for game in self.plus.clone() {
            value = self.games.sum(value, game)?;
        }
        let mut text = String::new();
        for (left_starts, left_wins) in self.claims.clone() {
            let signed = |&term: &Term| if left_wins { term } else { self.negated(term) };
            let terms = self.normal(terms.iter().map(signed));
            let value = if left_wins { value } else { self.games.negative(value)? };
            self.need(left_starts == left_wins, &terms, value)
                .map_err(|e| format!("the claim: {e}"))?;
            let player = |is_left| if is_left { "Left" } else { "Right" };
            text += &format!("{} starts: {} wins\n", player(left_starts), player(left_wins));
        }
        if text.is_empty() { Err("there is no claim".to_owned()) } else { Ok(text) }
    }
}

fn integer(text: &str) -> Result<i64, Wrong> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let good = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
    let number = good.then(|| text.parse::<i32>().ok()).flatten();
    Ok(number.ok_or(format!("expected a number, found {text:?}"))?.into())
}

fn numbers(list: &str) -> Result<Vec<i64>, Wrong> {
    if list.is_empty() { Ok(Vec::new()) } else { list.split(',').map(integer).collect() }
}

/// Checks a certificate line by line; returns what it proves.
fn check(mut file: impl BufRead) -> Result<String, Wrong> {
    let mut checker = Checker::new()?;
    let (mut line, mut count, mut hash) = (Vec::new(), 0u64, 0xcbf2_9ce4_8422_2325u64);
    loop {
        line.clear();
        let read = file.by_ref().take(1 << 20).read_until(b'\n', &mut line);
        let at = |error: String| format!("line {}: {error}", count + 1);
        read.map_err(|error| at(error.to_string()))?;
        if line.last() != Some(&b'\n') {
            return Err(at("the file ends, or the line is too long".to_owned()));
        }
        let text = std::str::from_utf8(&line[..line.len() - 1]).map_err(|e| at(e.to_string()))?;
        if text == format!("end {count} {hash:016x}") {
            break;
        }
        match count {
            0 if text == "dicot certificate 1" => {}
            0 => return Err(at("not a certificate".to_owned())),
            _ => checker.line(text).map_err(at)?,
        }
        for &byte in &line {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        count += 1;
    }
    if file.read(&mut [0]).map_err(|error| error.to_string())? > 0 {
        return Err(format!("line {}: expected the end of the file", count + 2));
    }
    let proved = checker.claims()?;
    let (components, values) = (checker.lines.len(), checker.values.len() - 1);
    let facts: usize = checker.facts.values().map(Vec::len).sum();
    Ok(format!("{proved}{components} components, {values} values and {facts} facts\n"))
}

fn main() -> ExitCode {
    let open = |path: String| -> io::Result<Box<dyn Read>> { Ok(Box::new(File::open(path)?)) };
    let run = move || match std::env::args()
        .nth(1)
        .map_or_else(|| Ok(Box::new(io::stdin()) as _), open)
    {
        Ok(file) => check(BufReader::new(file)),
        Err(error) => Err(error.to_string()),
    };
    // Values are compared and added by recursion.
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    let result = thread.map(std::thread::JoinHandle::join);
    let (text, code) = match result {
        Ok(Ok(Ok(proved))) => (proved, ExitCode::SUCCESS),
        Ok(Ok(Err(wrong))) => (format!("refused: {wrong}\n"), ExitCode::FAILURE),
        _ => ("refused: the checker failed\n".to_owned(), ExitCode::FAILURE),
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => code,
        Err(_) => ExitCode::FAILURE,
    }
}
