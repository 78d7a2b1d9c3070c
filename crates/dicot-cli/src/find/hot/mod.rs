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

mod graphs;
mod letters;

use clap::Args;
use dicot::rules::{AnyBoard, AnyMove, AnyPosition, AnyRuleset, BoardKind, Position};
use dicot::{CanonicalForm, Dyadic, LimitKind, Limits, Player, Store, ValueError};
use dicot_bots::Dice;
use dicot_rulesets::{AnyAnalyzer, RulesetExt, grouped};

use graphs::Graphs;
use letters::Letters;

use super::{HotBoards, in_threads};
use crate::arguments::{Options, usage};
use crate::failure::Failure;
use crate::progress::ProgressLine;

/// The options of the search.
#[derive(Args)]
pub(crate) struct Hot {
    /// Search for hot boards by small changes of random ones, or of the board of --from, with at most --cells cells that are not
    /// blocked, or vertices, until the time is over; what it finds need not be the hottest there is
    #[arg(long, conflicts_with_all = ["value", "outcome", "temperature", "atomic_weight", "largest_temperature", "connected", "census", "parts"])]
    hot: bool,
    /// With --hot: what the random numbers start from; the boards that are found depend on it, on --tries and on --threads
    #[arg(long, value_name = "N", requires = "hot", default_value_t = 1)]
    seed: u64,
    /// With --hot: end after that many boards in each thread, and not when the time is over
    #[arg(long, value_name = "N", requires = "hot")]
    tries: Option<u64>,
    /// With --hot: graphs with at most that many edges at a vertex
    #[arg(long, value_name = "N", requires = "hot", value_parser = clap::value_parser!(u8).range(1..))]
    degree: Option<u8>,
}

/// The most cells of a board: half of the rectangle, and far more than can be valued.
const MAX_CELLS: usize = 60;

/// The cells of the board that a run begins with. With 14 cells its options take 2 ms.
const FIRST_CELLS: usize = 10;

/// The random boards of which a run begins with the hottest, and the most of them if none is hotter than 0.
const FIRST_BOARDS: usize = 16;
const MAX_FIRST_BOARDS: usize = 256;

/// The runs in a row that found no board on which both players can move, until it is believed that there is none.
const MAX_IN_VAIN: u32 = 16;

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
        // clap does not ask for --hot if it conflicts with another option.
        if !self.hot && (self.tries.is_some() || self.degree.is_some()) {
            usage("--tries and --degree go with --hot");
        }
        self.hot
    }

    /// Searches for hot boards of at most that many cells, from a board or from random ones, and keeps the `count` best ones.
    pub(crate) fn search(
        &self,
        ruleset: &AnyRuleset,
        (cells, trees, from): (Option<u16>, bool, Option<&AnyPosition>),
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
        let spec = ruleset.spec();
        let given = from.map(AnyPosition::board);
        let task =
            Task { ruleset, options, given, count, tries: self.tries, seed: self.seed, progress };
        if let Some(graphs) = Graphs::of(spec, cells, trees, self.degree) {
            if let Some(problem) = task.given.as_ref().and_then(|given| graphs.problem(given)) {
                usage(problem);
            }
            return task.search(&graphs, limits);
        }
        if !matches!(spec.board, BoardKind::Graph(_)) && (trees || self.degree.is_some()) {
            usage(&format!(
                "--trees and --degree are for graphs, which positions of {} are not",
                spec.name
            ));
        }
        let Some(letters) = Letters::of(spec, cells) else {
            usage(&format!(
                "--hot is for boards of letters, and for graphs without arrows, counters and a ground, which those of {} are not",
                spec.name
            ));
        };
        task.search(&letters, limits)
    }
}

/// What all threads search for.
struct Task<'a> {
    ruleset: &'a AnyRuleset,
    options: &'a Options,
    /// The board of `--from`.
    given: Option<AnyBoard>,
    /// How many boards to keep.
    count: usize,
    tries: Option<u64>,
    seed: u64,
    progress: &'a ProgressLine,
}

impl Task<'_> {
    fn search(&self, boards: &(impl Boards + Sync), limits: &Limits) -> Result<HotBoards, Failure> {
        let threads = limits.threads.unwrap_or(1);
        let limits =
            limits.clone().with_threads(1).with_bytes(limits.bytes.map(|bytes| bytes / threads));
        let run = |thread: usize| -> Result<_, Failure> {
            let mut search = Search {
                task: self,
                boards,
                limits: limits.clone(),
                dice: Dice::new(self.seed.wrapping_add(thread as u64)),
                store: Store::new(),
                analyzer: None,
                tried: 0,
                best: Vec::new(),
                limit: None,
            };
            search.run()?;
            Ok((search.best, search.tried))
        };
        let (mut best, mut tried) = (Vec::new(), 0);
        for (boards, more) in in_threads(threads, run)? {
            tried += more;
            boards.into_iter().for_each(|board| insert(&mut best, board, self.count));
        }
        Ok(HotBoards { boards: best.into_iter().map(|board| board.text).collect(), tried })
    }
}

/// The boards of a ruleset, and how a search changes them.
trait Boards {
    type Board: Clone + PartialEq;

    /// The board that a run begins with: the given one, or a random one of at most `FIRST_CELLS` cells.
    fn first(&self, given: Option<&AnyBoard>, dice: &mut Dice) -> Self::Board;

    /// A random change. What does not belong to the moves is removed, a board that is too small grows, and one that is too large
    /// shrinks.
    fn change(&self, board: &Self::Board, pair: &Pair, dice: &mut Dice) -> Self::Board;

    /// The number of cells that count.
    fn cells(&self, board: &Self::Board) -> usize;

    /// Whether the board has not too many cells.
    fn is_small(&self, board: &Self::Board) -> bool;

    /// The number of places for cells.
    fn places(&self, board: &Self::Board) -> usize;

    /// The board without the cell at a place, and without what then does not belong to the moves; `None` if the place is empty.
    fn without(&self, board: &Self::Board, place: usize, pair: &Pair) -> Option<Self::Board>;

    /// The text, in which cells have the names that moves know.
    fn text(&self, board: &Self::Board) -> String;

    /// The texts to print, of which the first that is a position is taken.
    fn printed_texts(&self, board: &Self::Board) -> Vec<String>;
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

/// A search in one thread.
struct Search<'a, B> {
    task: &'a Task<'a>,
    boards: &'a B,
    limits: Limits,
    dice: Dice,
    store: Store,
    analyzer: Option<Box<dyn AnyAnalyzer>>,
    tried: u64,
    best: Vec<HotBoard>,
    /// The limit that the values of a board reached.
    limit: Option<LimitKind>,
}

/// The moves of Left and of Right that the board changes around.
type Pair = [AnyMove; 2];

impl<B: Boards> Search<'_, B> {
    /// Repeats runs until the time is over, that many boards have been tried, or Ctrl-C is pressed.
    fn run(&mut self) -> Result<(), Failure> {
        let most = self.task.tries.unwrap_or(u64::MAX);
        let mut in_vain = 0;
        while self.tried < most {
            let begun = self.tried;
            match self.anneal(most) {
                Ok(()) if self.tried > begun => in_vain = 0,
                Ok(()) if self.task.given.is_some() || in_vain == MAX_IN_VAIN => {
                    return Err(match self.limit {
                        Some(limit) => ValueError::Limit(limit).into(),
                        None => Failure::new("expected a board on which both players can move"),
                    });
                }
                // Random boards on which a player cannot move.
                Ok(()) => {
                    self.tried += 1;
                    in_vain += 1;
                }
                Err(ValueError::Limit(LimitKind::Time | LimitKind::Interrupted)) => return Ok(()),
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// One run.
    fn anneal(&mut self, most: u64) -> Result<(), ValueError> {
        let (given, boards) = (self.task.given.as_ref(), self.boards);
        let mut first: Option<(B::Board, Pair, i64)> = None;
        for tried in 1..=if given.is_some() { 1 } else { MAX_FIRST_BOARDS } {
            self.limits.check().map_err(ValueError::Limit)?;
            let board = boards.first(given, &mut self.dice);
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
                self.task.progress.write(|_| {
                    let heat = Dyadic::new(best.heat, UNIT.ilog2()).unwrap_or_default();
                    format!("{heat} with {} cells, {} boards tried", best.cells, grouped(tried))
                });
            }
            threshold = LEAST_HEAT.max(threshold - (threshold >> COOLING));
            let changed = boards.change(&board, &pair, &mut self.dice);
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

    /// The hottest pair of moves, with the temperature; `None` if a player cannot move, or the text is not a position.
    fn hottest_pair(&mut self, board: &B::Board) -> Result<Option<(Pair, i64)>, ValueError> {
        let Ok(position) = self.task.ruleset.parse(&self.boards.text(board)) else {
            return Ok(None);
        };
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
    fn heat(&mut self, board: &B::Board, pair: &Pair) -> Result<Option<i64>, ValueError> {
        match self.task.ruleset.parse(&self.boards.text(board)) {
            Ok(position) => self.heat_of(&position, pair),
            Err(_) => Ok(None),
        }
    }

    fn heat_of(&mut self, position: &AnyPosition, pair: &Pair) -> Result<Option<i64>, ValueError> {
        let option = |i: usize| position.clone().play(Player::BOTH[i], pair[i]).ok();
        let (Some(left), Some(right)) = (option(0), option(1)) else { return Ok(None) };
        for _ in 0..2 {
            match self.temperature(&left, &right) {
                Err(ValueError::Limit(
                    limit @ (LimitKind::Bytes(_) | LimitKind::Positions(_) | LimitKind::Forms(_)),
                )) => {
                    // Once more without the values of other boards; then the board is too large.
                    self.analyzer = None;
                    self.limit = Some(limit);
                }
                heat => return heat,
            }
        }
        Ok(None)
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
                let mut analyzer =
                    super::analyzer(self.task.ruleset, &self.store, self.task.options);
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

    /// Whether a board is better than the last of the best ones. That of `--from` may have too many cells.
    fn is_among_best(&self, heat: i64, board: &B::Board) -> bool {
        let cells = self.boards.cells(board);
        let is_better = |last: &HotBoard| (-heat, cells) < (-last.heat, last.cells);
        self.boards.is_small(board)
            && (self.best.len() < self.task.count || self.best.last().is_some_and(is_better))
    }

    /// Takes down a board without the cells that it needs not.
    fn record(&mut self, board: &B::Board, pair: &Pair, heat: i64) -> Result<(), ValueError> {
        let (boards, mut board, mut heat) = (self.boards, board.clone(), heat);
        let mut place = 0;
        while place < boards.places(&board) {
            if let Some(less) = boards.without(&board, place, pair)
                && let Some(new) = self.heat(&less, pair)?.filter(|&new| new >= heat)
            {
                (board, heat, place) = (less, new, 0);
            } else {
                place += 1;
            }
        }
        let mut positions = (boards.printed_texts(&board).into_iter())
            .filter_map(|text| Some((self.task.ruleset.parse(&text).ok()?, text)));
        let Some((position, text)) = positions.next() else { return Ok(()) };
        let (cells, components) = (boards.cells(&board), super::components(&position));
        insert(&mut self.best, HotBoard { heat, cells, text, components }, self.task.count);
        Ok(())
    }
}

/// A temperature in units, rounded down.
fn units(t: Dyadic) -> i64 {
    let scaled = (i128::from(t.numerator()) * i128::from(UNIT)) >> t.exponent();
    scaled.clamp(i128::from(-UNIT), i128::from(i64::MAX >> 8)) as i64
}
