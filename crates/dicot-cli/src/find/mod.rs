//! `dicot find`: the smallest positions of a ruleset whose value has a property.

mod corners;
mod criteria;
#[cfg(feature = "full")]
pub(crate) mod hot;
mod line;
mod means;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::thread;

use clap::Args;
use dicot::rules::{AnyPosition, AnyRuleset, BoardKind, Domineering, Short};
use dicot::{Calculation, CanonicalForm, Dyadic, LimitKind, Limits, Outcome, Store, ValueError};
use dicot_api::answers::facts::within_range;
use dicot_api::is_out_of_memory;
use dicot_rulesets::enumeration::{
    boards, connected_boards, followers, has_free_and_blocked, is_plain, trees,
};
use dicot_rulesets::{AnyAnalyzer, PositionExt, RulesetExt, grouped};

use crate::arguments::{RulesArg, Threads, usage};
use crate::batch::Task;
use crate::command::{Command, Failure, Options, Status};
use crate::failure::about;
use crate::full::{CensusFile, Hot};
use crate::game::parse;
use crate::picture::{PictureArgs, write};
use crate::position::read;
use crate::progress::ProgressLine;
use crate::shared::{Shared, time};
use crate::text::short;
use crate::value::Positions;
use crate::{ctrl_c, rulesets};
pub(crate) use criteria::Criteria;

/// The smallest positions whose value has a property: a value, an outcome, a temperature, an atomic weight
#[derive(Args)]
#[command(after_help = "\
Boards are searched by their number of cells, gaps and several components included; of positions that have the same \
moves up to symmetry, the first is printed, as soon as it is found. Positions that are not boards need --from, whose followers are searched; \
graphs need --trees, --hot or --from. The answer is that of `dicot value`.

Examples:
  dicot find --value '^^*'
  dicot find --rules domineering --temperature 3/4
  dicot find --atomic-weight 2 --count 3 --json
  dicot find --rules domineering --largest-temperature --cells 9 -o hottest.svg
  dicot find --rules domineering --largest-temperature --connected --cells 12
  dicot find --rules domineering --hot --cells 16 --time 5s
  dicot find --rules snort --trees --cells 6 --value '+-2'
  dicot find --rules kayles --from 12 --value '*5'")]
pub(crate) struct FindArgs {
    #[command(flatten)]
    rules: RulesArg,
    /// The value, an expression in the usual notation
    #[arg(long, value_name = "GAME", allow_hyphen_values = true)]
    value: Option<String>,
    /// Who wins: L, R, N (the player who starts) or P (the other player)
    #[arg(long)]
    outcome: Option<Outcome>,
    /// The temperature
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    temperature: Option<Dyadic>,
    /// The atomic weight, an expression in the usual notation
    #[arg(long, value_name = "GAME", allow_hyphen_values = true)]
    atomic_weight: Option<String>,
    /// Print the position of the largest temperature among all; boards need --cells
    #[arg(long, conflicts_with = "count")]
    largest_temperature: bool,
    /// The most cells of a board [default: until the time is over]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=448))]
    cells: Option<u16>,
    /// Search boards whose free cells are connected, and let --cells count these; one of the images under rotation and
    /// reflection, the smallest board around them. Only the latest values are kept when the memory is full
    #[arg(long, requires = "cells", conflicts_with = "from")]
    connected: bool,
    /// With --largest-temperature --connected of Domineering: save finished parts of the search in this folder, and skip those that are
    /// there. The same command goes on after an interruption, and several machines that share the folder share the work
    #[arg(long, value_name = "DIR", requires = "connected", requires = "largest_temperature", conflicts_with_all = ["trees", "line_to"])]
    parts: Option<PathBuf>,
    /// Search graphs without cycles, and let --cells count their vertices; edges with colours are blue and red
    #[arg(long, requires = "cells", conflicts_with = "connected")]
    trees: bool,
    /// Search this position and all that follow from it, instead of all boards; with --hot what runs begin with
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    from: Option<String>,
    #[command(flatten)]
    census: CensusFile,
    #[command(flatten)]
    hot: Hot,
    /// Print how this position of Domineering arises by alternate play from an empty rectangle: the moves, and the single
    /// cells that stay free beside it
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["value", "outcome", "temperature", "atomic_weight", "largest_temperature", "cells", "connected", "from", "count"])]
    line_to: Option<String>,
    /// The number of positions to print
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    picture: PictureArgs,
}

/// The most followers of a position, unless `--max-positions` says otherwise: about 1 GiB of texts.
const MAX_FOLLOWERS: usize = 2_000_000;

/// The most vertices of a tree: there are 19,320 trees with 16, each with 2^15 colourings.
const MAX_TREE: u16 = 16;

/// The most connected cells: far more than can be searched.
const MAX_CONNECTED: u16 = 30;

/// A search in progress.
struct Search<'a> {
    ruleset: AnyRuleset,
    options: &'a Options,
    analyzer: Box<dyn AnyAnalyzer>,
    store: Store,
    limits: Limits,
    criteria: Criteria,
    arguments: &'a FindArgs,
    progress: ProgressLine,
    /// Prints what is found.
    pages: Positions<'static>,
    searched: u64,
    /// How many positions are printed.
    printed: usize,
    /// The first position that has the property, or the hottest so far.
    first: Option<Found>,
    /// The components of what was found, up to symmetry.
    seen: HashSet<Vec<String>>,
}

/// A position that has the property.
struct Found {
    position: AnyPosition,
    value: CanonicalForm,
    temperature: Option<Dyadic>,
}

/// What `--hot` has found.
#[derive(Default)]
pub(crate) struct HotBoards {
    /// The texts of the hottest boards; of equally hot ones, those with the fewest cells first.
    pub(crate) boards: Vec<String>,
    /// The number of boards that were tried.
    pub(crate) tried: u64,
}

pub(crate) const TIME: Shared =
    time("The time limit of the search, like 60s or 5m; `none` for no limit [default: 10m]");

impl Command for FindArgs {
    /// Searches, and prints and draws what was found.
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let (ruleset, arguments) = (rulesets::valued(&options.rulesets, &self.rules.rules)?, &self);
        if let Some(text) = &self.line_to {
            return print_line(&read(&ruleset, text)?, options);
        }
        let limits =
            options.limits.limits().starting_now().with_threads(arguments.threads.or_all());
        ctrl_c::set_not_done("the search is not finished");
        let progress = ProgressLine::new();
        let mut search = Search::new(&ruleset, arguments, options, limits.clone(), &progress)?;
        progress.start();
        let result = search.run();
        progress.clear();
        let searched = grouped(search.searched);
        ctrl_c::set_not_done(match arguments.parts {
            Some(_) => "the same command goes on".to_owned(),
            None => format!("{searched} positions were searched, and there may be more"),
        });
        if arguments.largest_temperature
            && let Some(hottest) = search.first.take()
        {
            // The hottest so far is printed after Ctrl-C as well.
            search.pages.ignore_interrupt();
            search.print(&hottest)?;
            search.first = Some(hottest);
        }
        if let (Some(first), true) = (&search.first, arguments.picture.has_file()) {
            draw(first, arguments, &mut search.store.calculate(&limits))?;
        }
        // What was found before the time was over is printed, and the status says that there may be more.
        result?;
        match search.printed {
            0 => {
                Err(Failure::new(format!("none of the {searched} positions searched is like that")))
            }
            _ => Ok(Status::Done),
        }
    }
}

/// Prints how a position arises.
fn print_line(position: &AnyPosition, options: &Options) -> Result<Status, Failure> {
    let Some(line) = line::line_to_position(position) else {
        usage("--line-to is for positions of Domineering: add --rules domineering");
    };
    let line = line?;
    let text = if options.json { serde_json::to_string(&line)? } else { line.to_string() };
    writeln!(io::stdout(), "{text}").map_err(Failure::of_output)?;
    Ok(Status::Done)
}

fn draw(
    Found { position, value, .. }: &Found,
    arguments: &FindArgs,
    calculation: &mut Calculation<'_>,
) -> Result<(), Failure> {
    let caption = format!("value {}", short(value, calculation)?);
    let look = arguments.picture.options(&position.to_string());
    let picture = dicot_svg::position(position, &caption, &look).ok_or_else(|| {
        let name = &position.ruleset().spec().name;
        Failure::new(format!("positions of {name} cannot be drawn"))
    })?;
    write(&picture, &arguments.picture)
}

impl<'a> Search<'a> {
    fn new(
        ruleset: &AnyRuleset,
        arguments: &'a FindArgs,
        options: &'a Options,
        limits: Limits,
        progress: &ProgressLine,
    ) -> Result<Search<'a>, Failure> {
        let FindArgs { value, outcome, temperature, atomic_weight, .. } = arguments;
        let store = Store::new();
        let game = |text: &Option<String>| {
            text.as_ref().map(|text| parse(text, &store, &limits)).transpose()
        };
        let criteria = Criteria {
            value: game(value)?,
            outcome: *outcome,
            temperature: *temperature,
            atomic_weight: game(atomic_weight)?,
        };
        let is_largest = arguments.largest_temperature || arguments.hot.is_given();
        if criteria.are_none() && !is_largest {
            usage(
                "find needs a property: --value, --outcome, --temperature, --atomic-weight, \
                 --largest-temperature or --hot",
            );
        }
        let spec = ruleset.spec();
        if spec.dicot && !criteria.may_be_of_dicots() {
            let name = &spec.name;
            return Err(Failure::new(format!(
                "all positions of {name} are dicots, and no dicot is like that; choose another ruleset with --rules"
            )));
        }
        let analyzer = analyzer(ruleset, &store, options);
        Ok(Search {
            ruleset: ruleset.clone(),
            options,
            analyzer,
            store,
            limits,
            criteria,
            arguments,
            progress: progress.clone(),
            pages: Positions::new(ruleset.clone(), options).threads(arguments.threads),
            searched: 0,
            printed: 0,
            first: None,
            seen: HashSet::new(),
        })
    }

    fn run(&mut self) -> Result<(), Failure> {
        let arguments = self.arguments;
        if arguments.hot.is_given() {
            return self.search_hot();
        }
        if arguments.from.is_some() && arguments.cells.is_some() {
            usage("--from and --cells go together with --hot only");
        }
        if arguments.trees {
            return self.search_trees(arguments.cells.unwrap_or_default());
        }
        if let Some(texts) = arguments.census.positions(&self.criteria, &self.limits) {
            for text in texts? {
                if self.check(read(&self.ruleset, &text)?)? {
                    break;
                }
            }
            return Ok(());
        }
        if let Some(from) = &arguments.from {
            let start = read(&self.ruleset, from)?;
            let max = self.limits.positions.unwrap_or(MAX_FOLLOWERS);
            for position in followers(&start, max, &self.limits)? {
                if self.check(position)? {
                    break;
                }
            }
            return Ok(());
        }
        if arguments.largest_temperature && arguments.cells.is_none() {
            usage("the largest temperature is that of all boards up to a size: add --cells N");
        }
        let ruleset = self.ruleset.clone();
        let spec = ruleset.spec();
        if arguments.connected {
            return self.search_connected(arguments.cells.unwrap_or_default());
        }
        for cells in 1..=arguments.cells.unwrap_or(u16::MAX) {
            let Some(texts) = boards(spec, cells) else {
                let name = &spec.name;
                usage(&format!(
                    "positions of {name} are not boards of letters: add --from POSITION, or --trees for graphs"
                ));
            };
            for text in texts {
                // A ruleset may refuse some boards.
                if let Ok(position) = self.ruleset.parse(&text)
                    && self.check(position)?
                {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Searches for hot boards by small changes.
    fn search_hot(&mut self) -> Result<(), Failure> {
        let (ruleset, arguments) = (self.ruleset.clone(), self.arguments);
        let from = arguments.from.as_ref().map(|from| read(&ruleset, from)).transpose()?;
        let size = (arguments.cells, arguments.trees, from.as_ref());
        let (options, limits) = (self.options, self.limits.clone());
        let search = &arguments.hot;
        let found =
            search.search(&ruleset, size, arguments.count, options, &limits, &self.progress)?;
        self.progress.clear();
        // The time is that of the search, and so is Ctrl-C; what it found is valued again and printed without them.
        self.limits = self.limits.clone().with_deadline(None);
        self.limits.interrupt = None;
        self.pages.ignore_interrupt();
        self.searched = found.tried;
        if found.boards.is_empty() {
            limits.check().map_err(ValueError::Limit)?;
            return Err(Failure::new("no board was found on which both players can move"));
        }
        let mut all = Vec::new();
        for text in found.boards {
            let position = read(&ruleset, &text)?;
            self.analyzer.set_limits(self.limits.clone());
            let value = self.analyzer.canonical_form(&position)?;
            let temperature = within_range(self.store.calculate(&self.limits).temperature(&value))?;
            all.push(Found { position, value, temperature });
        }
        // The search knows a pair of moves, which need not be the hottest.
        all.sort_by_key(|found| Reverse(found.temperature));
        for found in all {
            self.print(&found)?;
            self.first.get_or_insert(found);
        }
        Ok(())
    }

    /// Searches the boards whose free cells are connected.
    fn search_connected(&mut self, cells: u16) -> Result<(), Failure> {
        let ruleset = self.ruleset.clone();
        let spec = ruleset.spec();
        if has_free_and_blocked(spec).is_none() || cells > MAX_CONNECTED {
            let name = &spec.name;
            usage(&format!(
                "--connected is for boards of at most {MAX_CONNECTED} free and blocked cells, which those of {name} are not"
            ));
        }
        if let Some((temperature, text)) = self.hottest_by_corners(cells)? {
            let position = read(&ruleset, &text)?;
            let value = self.analyzer.canonical_form(&position)?;
            self.first = Some(Found { position, value, temperature: Some(temperature) });
            return Ok(());
        }
        let mut is_over = false;
        for cells in 1..=cells {
            connected_boards::<Failure>(spec, cells, &mut |text| {
                is_over = self.check_or_renew(read(&ruleset, text)?)?;
                Ok(is_over)
            })?;
            if is_over {
                break;
            }
        }
        Ok(())
    }

    /// Searches trees.
    fn search_trees(&mut self, vertices: u16) -> Result<(), Failure> {
        let ruleset = self.ruleset.clone();
        let form = match ruleset.spec().board {
            BoardKind::Graph(form) if is_plain(form) => form,
            _ => {
                let name = &ruleset.spec().name;
                usage(&format!(
                    "--trees is for graphs without arrows, counters and a ground, which those of {name} are not"
                ));
            }
        };
        if vertices > MAX_TREE {
            usage(&format!("--trees searches trees of at most {MAX_TREE} vertices"));
        }
        for size in 1..=vertices {
            // It fits a byte.
            let is_over = trees(form, size as u8, &mut |text| {
                let position = read(&ruleset, text)?;
                self.check_or_renew(position)
            })?;
            if is_over {
                break;
            }
        }
        Ok(())
    }

    /// The hottest board of Domineering, if nothing else is asked and its search needs no more than the memory.
    fn hottest_by_corners(&self, cells: u16) -> Result<Option<(Dyadic, String)>, Failure> {
        let cells = usize::from(cells);
        let is_domineering =
            self.ruleset.read("../..").is_ok_and(|board| board.to_type::<Domineering>().is_some());
        let is_alone = self.arguments.largest_temperature && self.criteria.are_none();
        let folder = self.arguments.parts.as_deref();
        if !is_domineering || !is_alone || !corners::CELLS.contains(&cells) {
            if folder.is_some() {
                let (first, last) = corners::CELLS.into_inner();
                usage(&format!(
                    "--parts is for --rules domineering --largest-temperature --connected with {first} to {last} cells"
                ));
            }
            return Ok(None);
        }
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| about(folder, error))?;
        }
        let progress = &self.progress;
        let show = |size: usize, [done, parts]: [usize; 2]| {
            progress.write(|_| format!("{size} cells: {done} of {parts} parts searched"));
        };
        let is_refused = |value: &ValueError| {
            matches!(value, ValueError::Limit(LimitKind::Bytes(_)) | ValueError::Undefined(_))
        };
        match corners::hottest(cells, &self.limits, folder, &show) {
            Ok(hottest) => Ok(Some(hottest)),
            Err(failure) if failure.value.as_ref().is_some_and(is_refused) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    /// Checks a position; if the memory is full, all values but those that are looked for and were found are dropped.
    fn check_or_renew(&mut self, position: AnyPosition) -> Result<bool, Failure> {
        match self.check(position.clone()) {
            Err(failure) if failure.value.as_ref().is_some_and(is_out_of_memory) => {
                self.store = Store::new();
                self.analyzer = analyzer(&self.ruleset, &self.store, self.options);
                self.check(position)
            }
            checked => checked,
        }
    }

    /// Checks a position; returns whether enough have been found.
    fn check(&mut self, position: AnyPosition) -> Result<bool, Failure> {
        self.searched += 1;
        let searched = self.searched;
        self.progress.write(|_| format!("{} positions searched", grouped(searched)));
        // Values that are known are found without a look at the limits.
        self.limits.check().map_err(ValueError::Limit)?;
        self.analyzer.set_limits(self.limits.clone());
        let value = self.analyzer.canonical_form(&position)?;
        let mut calculation = self.store.calculate(&self.limits);
        if !self.criteria.are_met_by(&value, &mut calculation)? {
            return Ok(false);
        }
        if self.arguments.largest_temperature {
            let temperature = within_range(calculation.temperature(&value))?;
            let best = self.first.as_ref().map(|found| found.temperature);
            if best.is_none_or(|best| temperature > best) {
                self.first = Some(Found { position, value, temperature });
            }
            return Ok(false);
        }
        if self.seen.insert(components(&position)) {
            self.progress.clear();
            let found = Found { position, value, temperature: None };
            self.print(&found)?;
            self.first.get_or_insert(found);
        }
        Ok(self.printed >= self.arguments.count)
    }

    /// Prints a position, as `dicot value` does.
    fn print(&mut self, found: &Found) -> Result<(), Failure> {
        let page = self.pages.answer(&found.position.to_string())?;
        let mut out = io::stdout().lock();
        let blank = if self.printed > 0 && !self.options.json { "\n" } else { "" };
        writeln!(out, "{blank}{page}").and_then(|()| out.flush()).map_err(Failure::of_output)?;
        self.printed += 1;
        Ok(())
    }
}

/// Calls a function in each thread, with the number of the thread.
fn in_threads<T: Send, E: Send>(
    threads: usize,
    run: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let run = &run;
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|thread| scope.spawn(move || run(thread))).collect();
        let first = run(0);
        let join = |other: thread::ScopedJoinHandle<'_, _>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        [first].into_iter().chain(others.into_iter().map(join)).collect()
    })
}

/// Values of positions of a ruleset, with those that are known before.
fn analyzer(ruleset: &AnyRuleset, store: &Store, options: &Options) -> Box<dyn AnyAnalyzer> {
    let known = options.known_values.iter().cloned();
    known.fold(ruleset.analyzer(store.clone()), AnyAnalyzer::with_value_source)
}

/// The components of a position up to symmetry, each with its sign.
fn components(position: &AnyPosition) -> Vec<String> {
    let Some(valued) = position.valued() else { return vec![position.to_string()] };
    let mut texts: Vec<String> = (valued.components())
        .map(|part| {
            let (text, negated) = part.component_text();
            if negated { format!("-{text}") } else { text }
        })
        .collect();
    texts.sort();
    texts
}
