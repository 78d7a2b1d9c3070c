//! `dicot find --hot`: a local search for hot boards.
//!
//! The scaffolds of a game at temperature *t* are the best walls of its options, taxed by *t*; so a game is as hot as the hottest of
//! the games `{A|B}` of a Left option A and a Right option B, unless it is a number. The search keeps one pair of moves and
//! changes the board around it, which takes two values instead of one of every option. In Domineering the options fall apart, and are
//! valued ten to a hundred times as fast as the board.
//!
//! A run is simulated annealing (Kirkpatrick, Gelatt, Vecchi, *Optimization by simulated annealing*, 1983) from the hottest of some random boards
//! of a few cells and its hottest pair, which changes to a hotter one while the run does not improve. Losses are accepted with the probability
//! 2^-(loss / heat), and the heat falls; both are integers, so that the same seed finds the same boards on every machine. A run ends some time
//! after it was last improved.

use std::collections::HashSet;

use clap::Args;
use dicot::board::Grid;
use dicot::rules::{
    AnyBoard, AnyMove, AnyPosition, AnyRuleset, BoardKind, CellKind, OwnedSpec, Position,
};
use dicot::{CanonicalForm, Dyadic, LimitKind, Limits, Player, Store, ValueError};
use dicot_bots::Dice;
use dicot_rulesets::{AnyAnalyzer, RulesetExt, grouped};

use super::{HotBoards, in_threads};
use crate::arguments::{Options, usage};
use crate::failure::Failure;
use crate::progress::ProgressLine;

/// The options of the search.
#[derive(Args)]
pub(crate) struct Hot {
    /// Search for hot boards by small changes of random ones, of at most --cells cells that are not blocked, or of the board
    /// of --from, until the time is over; what it finds need not be the hottest there is
    #[arg(long, conflicts_with_all = ["value", "outcome", "temperature", "atomic_weight", "largest_temperature", "connected", "census"])]
    hot: bool,
    /// With --hot: what the random numbers start from; the boards that are found depend on it, on --tries and on --threads
    #[arg(long, value_name = "N", requires = "hot", default_value_t = 1)]
    seed: u64,
    /// With --hot: end after that many boards in each thread, and not when the time is over
    #[arg(long, value_name = "N", requires = "hot")]
    tries: Option<u64>,
}

/// The fewest and the most rows and columns of the rectangle that boards lie in. Mazur's board has nine columns.
const SIDES: std::ops::RangeInclusive<usize> = 4..=11;

/// The most cells of a board: half of the rectangle, and far more than can be valued.
const MAX_CELLS: usize = 60;

/// The cells of the board that a run begins with. With 14 cells its options take 2 ms.
const FIRST_CELLS: usize = 10;

/// The random boards of which a run begins with the hottest, and the most of them if none is hotter than 0.
const FIRST_BOARDS: usize = 16;
const MAX_FIRST_BOARDS: usize = 256;

/// The steps without improvement after which a run changes to the hottest pair of its board, and again after twice as many. This and the number of
/// first boards were chosen by a measurement of Amazons and Konane (notes/domineering.md).
const FIRST_CHANGE: u32 = 64;

/// Boards have at most that many cells less than they may have: small boards are dead ends, from which single steps do not lead to hotter ones.
const SLACK: usize = 2;

/// Temperatures are compared in these parts of a degree.
const UNIT: i64 = 1 << 20;

/// The heat at the beginning, the least heat, and how much of it goes at each step: the part 2^-10. Half a degree of loss is then accepted
/// once in 64 times, and at last a sixteenth once in 8 times. Chosen by hand.
const FIRST_HEAT: i64 = UNIT / 12;
const LEAST_HEAT: i64 = UNIT / 42;
const COOLING: u32 = 10;

/// The steps of a run after its last improvement.
const PATIENCE: u32 = 20_000;

/// A board that was found: its temperature at least, its cells, and its text.
struct HotBoard {
    heat: i64,
    cells: usize,
    text: String,
    /// Its components up to symmetry.
    components: Vec<String>,
}

impl Hot {
    pub(crate) fn is_given(&self) -> bool {
        self.hot
    }

    /// Searches for hot boards of at most that many cells, from a board or from random ones, and keeps the `count` best ones.
    pub(crate) fn search(
        &self,
        ruleset: &AnyRuleset,
        (cells, from): (Option<u16>, Option<&AnyPosition>),
        count: usize,
        options: &Options,
        limits: &Limits,
        progress: &ProgressLine,
    ) -> Result<HotBoards, Failure> {
        let Some(cells) = cells.map(usize::from).filter(|&cells| cells <= MAX_CELLS) else {
            usage(&format!(
                "--hot searches boards up to a size: add --cells N, at most {MAX_CELLS}"
            ));
        };
        let Some(letters) = Letters::of(ruleset.spec()) else {
            let name = &ruleset.spec().name;
            usage(&format!("--hot is for boards of letters, which those of {name} are not"));
        };
        let threads = limits.threads.unwrap_or(1);
        let limits =
            limits.clone().with_threads(1).with_bytes(limits.bytes.map(|bytes| bytes / threads));
        let run = |thread: usize| -> Result<_, Failure> {
            let mut search = Search {
                ruleset,
                options,
                letters: letters.clone(),
                cells,
                count,
                limits: limits.clone(),
                progress: progress.clone(),
                dice: Dice::new(self.seed.wrapping_add(thread as u64)),
                store: Store::new(),
                analyzer: None,
                tried: 0,
                best: Vec::new(),
            };
            search.run(from, self.tries)?;
            Ok((search.best, search.tried))
        };
        let (mut best, mut tried) = (Vec::new(), 0);
        for (boards, more) in in_threads(threads, run)? {
            tried += more;
            boards.into_iter().for_each(|board| insert(&mut best, board, count));
        }
        Ok(HotBoards { boards: best.into_iter().map(|board| board.text).collect(), tried })
    }
}

/// Adds a board to the best ones, which are sorted, unless it is an image of one of them.
fn insert(best: &mut Vec<HotBoard>, board: HotBoard, count: usize) {
    let order = |board: &HotBoard| (-board.heat, board.cells, board.text.clone());
    if best.iter().all(|known| known.components != board.components) {
        let at = best.partition_point(|known| order(known) < order(&board));
        best.insert(at, board);
        best.truncate(count);
    }
}

/// The letters of a ruleset: that of cells which do not count, and the others.
#[derive(Clone)]
struct Letters {
    blank: char,
    others: Vec<char>,
    /// Whether the board is a single row.
    is_row: bool,
    /// Whether blank cells separate components.
    separates: bool,
}

impl Letters {
    fn of(spec: &OwnedSpec) -> Option<Letters> {
        let is_row = match spec.board {
            BoardKind::Row => true,
            BoardKind::Rectangle => false,
            _ => return None,
        };
        let cells = spec.cells.iter().filter(|cell| cell.kind != CellKind::Outside);
        let of_kind = |kind| cells.clone().find(|cell| cell.kind == kind);
        let blocked = of_kind(CellKind::Blocked);
        let blank = blocked.or_else(|| of_kind(CellKind::Empty))?.letter;
        let others = cells.map(|cell| cell.letter).filter(|&letter| letter != blank).collect();
        Some(Letters { blank, others, is_row, separates: blocked.is_some() })
    }
}

/// A board in a rectangle.
#[derive(Clone, PartialEq)]
struct Board {
    letters: Vec<char>,
    width: usize,
}

impl Board {
    fn text(&self) -> String {
        let rows = self.letters.chunks(self.width);
        rows.map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
    }

    /// The text without blank rows and columns at the sides.
    fn cropped_text(&self, blank: char) -> String {
        let is_used = |&at: &usize| self.letters[at] != blank;
        let used: Vec<usize> = (0..self.letters.len()).filter(is_used).collect();
        let range = |of: &dyn Fn(usize) -> usize| {
            let places = used.iter().map(|&at| of(at));
            places.clone().min().unwrap_or(0)..=places.max().unwrap_or(0)
        };
        let (rows, columns) = (range(&|at| at / self.width), range(&|at| at % self.width));
        let row = |row: usize| -> String {
            columns.clone().map(|column| self.letters[row * self.width + column]).collect()
        };
        rows.map(row).collect::<Vec<_>>().join("/")
    }

    /// The cells beside a cell.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        let (width, len, column) = (self.width, self.letters.len(), at % self.width);
        let sides = [
            (column > 0).then(|| at - 1),
            (column + 1 < width).then_some(at + 1),
            at.checked_sub(width),
            Some(at + width).filter(|&at| at < len),
        ];
        sides.into_iter().flatten()
    }
}

/// A search in one thread.
struct Search<'a> {
    ruleset: &'a AnyRuleset,
    options: &'a Options,
    letters: Letters,
    /// The most cells of a board.
    cells: usize,
    /// How many boards to keep.
    count: usize,
    limits: Limits,
    progress: ProgressLine,
    dice: Dice,
    store: Store,
    analyzer: Option<Box<dyn AnyAnalyzer>>,
    tried: u64,
    best: Vec<HotBoard>,
}

/// The moves of Left and of Right that the board changes around.
type Pair = [AnyMove; 2];

impl Search<'_> {
    /// Repeats runs until the time is over, that many boards have been tried, or Ctrl-C is pressed.
    fn run(&mut self, from: Option<&AnyPosition>, tries: Option<u64>) -> Result<(), Failure> {
        let most = tries.unwrap_or(u64::MAX);
        while self.tried < most {
            let begun = self.tried;
            match self.anneal(from, most) {
                Ok(()) if self.tried > begun => {}
                Ok(()) if from.is_some() => {
                    return Err(Failure::new("expected a board on which both players can move"));
                }
                // A random board on which a player cannot move.
                Ok(()) => self.tried += 1,
                Err(ValueError::Limit(LimitKind::Time | LimitKind::Interrupted)) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// One run.
    fn anneal(&mut self, from: Option<&AnyPosition>, most: u64) -> Result<(), ValueError> {
        let mut first: Option<(Board, Pair, i64)> = None;
        for tried in 1..=if from.is_some() { 1 } else { MAX_FIRST_BOARDS } {
            let board = self.first_board(from);
            if let Some((pair, heat)) = self.hottest_pair(&board)?
                && first.as_ref().is_none_or(|&(_, _, hottest)| heat > hottest)
            {
                first = Some((board, pair, heat));
            }
            if tried >= FIRST_BOARDS && first.as_ref().is_some_and(|&(_, _, hottest)| hottest > 0) {
                break;
            }
        }
        let Some((mut board, mut pair, mut heat)) = first else { return Ok(()) };
        let (mut best, mut idle, mut threshold) = (i64::MIN, 0, FIRST_HEAT);
        while idle < PATIENCE && self.tried < most {
            if heat > best {
                (best, idle) = (heat, 0);
            }
            if self.is_among_best(heat, &board) {
                self.record(&board, &pair, heat)?;
            }
            idle += 1;
            self.tried += 1;
            if idle >= FIRST_CHANGE
                && idle.is_power_of_two()
                && let Some((hotter_pair, hotter)) = self.hottest_pair(&board)?
                && hotter > heat
            {
                (pair, heat) = (hotter_pair, hotter);
            }
            if let Some(best) = self.best.first() {
                let tried = self.tried;
                self.progress.write(|_| {
                    let heat = Dyadic::new(best.heat, UNIT.ilog2()).unwrap_or_default();
                    format!("{heat} with {} cells, {} boards tried", best.cells, grouped(tried))
                });
            }
            threshold = LEAST_HEAT.max(threshold - (threshold >> COOLING));
            let changed = self.change(&board, &pair);
            if changed == board {
                continue;
            }
            let Some(new) = self.heat(&changed, &pair)? else { continue };
            // As many halves as the random number begins with zeros.
            if heat - new <= threshold * i64::from(self.dice.next().leading_zeros()) {
                (board, heat) = (changed, new);
            }
        }
        Ok(())
    }

    /// The board that a run begins with: that of `from` in the middle of the rectangle, or a random one.
    fn first_board(&mut self, from: Option<&AnyPosition>) -> Board {
        let given = from.and_then(|from| match from.board() {
            AnyBoard::Cells(given) => Some(given),
            _ => None,
        });
        let side = self.cells.clamp(*SIDES.start(), *SIDES.end());
        let (height, columns) =
            given.as_ref().map_or((0, 0), |given| (given.height(), given.width()));
        let [height_of_box, width] = match self.letters.is_row {
            true => [1, self.cells.max(columns)],
            false => [side.max(height), side.max(columns)],
        };
        let blank = self.letters.blank;
        let mut board = Board { letters: vec![blank; width * height_of_box], width };
        let (top, left) = ((height_of_box - height.max(1)) / 2, (width - columns) / 2);
        for (row, letters) in given.iter().flat_map(Grid::rows).enumerate() {
            for (column, &letter) in letters.iter().enumerate() {
                board.letters[(top + row) * width + left + column] = letter;
            }
        }
        if from.is_none() {
            let middle = height_of_box / 2 * width + width / 2;
            board.letters[middle] = self.letter();
            let cells = self.cells.min(FIRST_CELLS);
            self.grow(&mut board, cells);
        }
        board
    }

    /// The hottest pair of moves, with the temperature; `None` if a player cannot move, or the text is not a position.
    fn hottest_pair(&mut self, board: &Board) -> Result<Option<(Pair, i64)>, ValueError> {
        let Ok(position) = self.ruleset.parse(&board.text()) else { return Ok(None) };
        let mut best: Option<(Pair, i64)> = None;
        for left in position.moves(Player::Left) {
            for right in position.moves(Player::Right) {
                self.limits.check().map_err(ValueError::Limit)?;
                let pair = [left, right];
                if let Some(heat) = self.heat_of(&position, &pair)?
                    && best.as_ref().is_none_or(|&(_, best)| heat > best)
                {
                    best = Some((pair, heat));
                }
            }
        }
        Ok(best)
    }

    /// The temperature of `{A|B}` after the moves of a pair, in units; `None` if the board is not a position on which they are legal.
    fn heat(&mut self, board: &Board, pair: &Pair) -> Result<Option<i64>, ValueError> {
        match self.ruleset.parse(&board.text()) {
            Ok(position) => self.heat_of(&position, pair),
            Err(_) => Ok(None),
        }
    }

    fn heat_of(&mut self, position: &AnyPosition, pair: &Pair) -> Result<Option<i64>, ValueError> {
        let option = |i: usize| position.clone().play(Player::BOTH[i], pair[i]).ok();
        let (Some(left), Some(right)) = (option(0), option(1)) else { return Ok(None) };
        match self.temperature(&left, &right) {
            Err(ValueError::Limit(
                LimitKind::Bytes(_) | LimitKind::Positions(_) | LimitKind::Forms(_),
            )) => {
                // Without the values of other boards.
                self.analyzer = None;
                self.temperature(&left, &right)
            }
            heat => heat,
        }
    }

    fn temperature(
        &mut self,
        left: &AnyPosition,
        right: &AnyPosition,
    ) -> Result<Option<i64>, ValueError> {
        let analyzer = match &mut self.analyzer {
            Some(analyzer) => analyzer,
            none => {
                self.store = Store::new();
                let mut analyzer = super::analyzer(self.ruleset, &self.store, self.options);
                analyzer.set_limits(self.limits.clone());
                none.insert(analyzer)
            }
        };
        let values: [CanonicalForm; 2] =
            [analyzer.canonical_form(left)?, analyzer.canonical_form(right)?];
        let mut calculation = self.store.calculate(&self.limits);
        let [left, right] = values;
        let game = calculation.form([left], [right])?;
        Ok(calculation.temperature(&game).ok().map(units))
    }

    /// A random change of one to three cells; what does not belong to the moves is removed, and a board that is too small grows.
    fn change(&mut self, board: &Board, pair: &Pair) -> Board {
        let mut changed = board.clone();
        let random = self.dice.below(16);
        for _ in 0..if random < 10 { 1 } else { 2 + random / 15 } {
            match self.dice.below(20) {
                0..14 => {
                    self.remove(&mut changed);
                    self.add(&mut changed);
                }
                14..17 => self.remove(&mut changed),
                _ => self.add(&mut changed),
            }
        }
        self.remove_others(&mut changed, pair);
        self.grow(&mut changed, self.cells.saturating_sub(SLACK));
        while self.used(&changed).count() > self.cells {
            self.remove(&mut changed);
        }
        changed
    }

    /// A random letter that is not blank.
    fn letter(&mut self) -> char {
        self.dice.pick(self.letters.others.iter().copied()).unwrap_or(self.letters.blank)
    }

    /// The cells that are not blank.
    fn used<'b>(&self, board: &'b Board) -> impl Iterator<Item = usize> + Clone + use<'b> {
        let blank = self.letters.blank;
        (0..board.letters.len()).filter(move |&at| board.letters[at] != blank)
    }

    /// Makes a random cell blank, or gives it another letter.
    fn remove(&mut self, board: &mut Board) {
        let cells = self.used(board);
        if let Some(at) = self.dice.pick(cells) {
            let other = self.letters.others.len() > 1 && self.dice.below(2) == 0;
            board.letters[at] = if other { self.letter() } else { self.letters.blank };
        }
    }

    /// Gives a random blank cell beside the others a letter; a cell that is beside several of them seldom gets one.
    fn add(&mut self, board: &mut Board) {
        let blank = self.letters.blank;
        for _ in 0..20 {
            let cells = self.used(board);
            let Some(at) = self.dice.pick(cells) else { return };
            let Some(at) = self.dice.pick(board.beside(at)) else { return };
            let beside = board.beside(at).filter(|&at| board.letters[at] != blank).count();
            if board.letters[at] == blank && (beside == 1 || self.dice.below(4) == 0) {
                board.letters[at] = self.letter();
                return;
            }
        }
    }

    /// Adds cells until there are that many.
    fn grow(&mut self, board: &mut Board, cells: usize) {
        for _ in 0..10 * cells {
            if self.used(board).count() >= cells {
                break;
            }
            self.add(board);
        }
    }

    /// Removes the cells that are not connected with those of the moves.
    fn remove_others(&self, board: &mut Board, pair: &Pair) {
        if !self.letters.separates {
            return;
        }
        let cells = pair.iter().flat_map(AnyMove::cells).flatten();
        let mut reached: Vec<usize> =
            cells.map(|cell| usize::from(cell.row) * board.width + usize::from(cell.col)).collect();
        let mut seen: HashSet<usize> = reached.iter().copied().collect();
        while let Some(at) = reached.pop() {
            for next in board.beside(at) {
                if board.letters[next] != self.letters.blank && seen.insert(next) {
                    reached.push(next);
                }
            }
        }
        for (at, letter) in board.letters.iter_mut().enumerate() {
            if !seen.contains(&at) {
                *letter = self.letters.blank;
            }
        }
    }

    /// Whether a board is better than the last of the best ones. That of `from` may have too many cells.
    fn is_among_best(&self, heat: i64, board: &Board) -> bool {
        let cells = self.used(board).count();
        let is_better = |last: &HotBoard| (-heat, cells) < (-last.heat, last.cells);
        cells <= self.cells
            && (self.best.len() < self.count || self.best.last().is_some_and(is_better))
    }

    /// Takes down a board without the cells that it needs not.
    fn record(&mut self, board: &Board, pair: &Pair, heat: i64) -> Result<(), ValueError> {
        let (mut board, mut heat) = (board.clone(), heat);
        let mut at = 0;
        while at < board.letters.len() {
            if board.letters[at] != self.letters.blank {
                let mut less = board.clone();
                less.letters[at] = self.letters.blank;
                self.remove_others(&mut less, pair);
                if let Some(new) = self.heat(&less, pair)?.filter(|&new| new >= heat) {
                    (board, heat, at) = (less, new, 0);
                    continue;
                }
            }
            at += 1;
        }
        // Blank rows and columns at the sides matter if they are empty, as in Konane, and a ruleset may refuse boards of some sizes.
        let cropped = self.letters.separates.then(|| board.cropped_text(self.letters.blank));
        let texts = cropped.into_iter().chain([board.text()]);
        let mut positions = texts
            .filter_map(|text| self.ruleset.parse(&text).ok().map(|position| (text, position)));
        let Some((text, position)) = positions.next() else { return Ok(()) };
        let (cells, components) = (self.used(&board).count(), super::components(&position));
        insert(&mut self.best, HotBoard { heat, cells, text, components }, self.count);
        Ok(())
    }
}

/// A temperature in units, rounded down.
fn units(t: Dyadic) -> i64 {
    let scaled = (i128::from(t.numerator()) * i128::from(UNIT)) >> t.exponent();
    scaled.clamp(i128::from(-UNIT), i128::from(i64::MAX >> 8)) as i64
}
