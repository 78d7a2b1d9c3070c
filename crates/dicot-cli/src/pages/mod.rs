//! `dicot pages`: a page with an address for each position of a list.

mod answer;
mod known;
mod list;

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use dicot::{LimitKind, ValueError};
use dicot_api::requests::{Client, Settings};
use dicot_pages::address;
use dicot_rulesets::grouped;

use self::answer::Answer;
use crate::command::{Command, Failure, Options, Status};
use crate::failure::about;
use crate::full::png;
use crate::progress::ProgressLine;
use crate::shared::{Shared, time};

/// A page with an address for each position of a list: its value, who wins, a thermograph, a picture for links
#[derive(Args)]
#[command(
    after_help = "\
Each line of the list has a position after the name of its ruleset, as in clobber:xox/ox., or a sum of such. Empty lines and those \
that begin with # do not count.

The folder gets p/clobber/xox-ox./index.html and a picture board.png beside it: - is for /, _ for a blank, and ~ is before a -, _ or ~ of \
the position itself. The links of the pages lead to those of `crates/dicot-wasm/site`, in the same folder. A page whose address ends in \
#embed shows the position alone, for frames of other pages. --site is where the folder will be: what shows links asks for pictures \
by a whole address.

Positions that results/claims has answers for come with these. A position whose value and winner both take longer than --time is left out; then the status is 3.

Examples:
  dicot pages results/pages.txt --to site --site https://example.org/dicot/
  dicot pages --list > results/pages.txt",
    override_usage = "dicot pages FILE --to DIR [--site URL]\n       dicot pages --list"
)]
pub(crate) struct PagesArgs {
    /// The file with the list of positions
    #[arg(value_name = "FILE", required_unless_present = "list")]
    file: Option<PathBuf>,
    /// The folder of the site
    #[arg(long, value_name = "DIR", required_unless_present = "list")]
    to: Option<PathBuf>,
    /// The address of the folder
    #[arg(long, value_name = "URL")]
    site: Option<String>,
    /// Print the list of dicot's own site, instead: examples, results, small positions and puzzles
    #[arg(long, conflicts_with_all = ["file", "to", "site"])]
    list: bool,
}

impl Command for PagesArgs {
    fn run(self, options: &Options) -> Result<Status, Failure> {
        let known = known::all()?;
        let (Some(file), Some(folder)) = (&self.file, &self.to) else {
            let list = list::own(&known)?;
            return io::stdout()
                .write_all(list.as_bytes())
                .map(|()| Status::Done)
                .map_err(Failure::of_output);
        };
        let site = self.site.map(|site| site.trim_end_matches('/').to_owned() + "/");
        let positions = list::read(file)?;
        let mut known_of: HashMap<&str, Vec<_>> = HashMap::new();
        for answer in &known {
            known_of.entry(&answer.position).or_default().push(answer);
        }
        let puzzles: HashMap<String, usize> = puzzles().into_iter().collect();
        let time = options.limits.time_or(TIME).unwrap_or(Duration::MAX);
        let settings =
            Settings { value_time: time, solve_time: time, max_time: time, ..Settings::default() };
        let mut client = Client::new(settings);
        let progress = ProgressLine::new();
        progress.start();
        let mut left_out = Vec::new();
        for (text, position) in &positions {
            let known = known_of.get(&text[..]).map_or(&[][..], |known| &known[..]);
            let puzzle = puzzles.get(text).copied();
            let answer = Answer::new(text, position, known, puzzle, &mut client)?;
            match answer.is_known() {
                true => write(&answer, folder, site.as_deref())?,
                false => left_out.push(&text[..]),
            }
        }
        progress.clear();
        let count = positions.len() - left_out.len();
        writeln!(io::stdout(), "{} pages", grouped(count as u64)).map_err(Failure::of_output)?;
        if left_out.is_empty() {
            return Ok(Status::Done);
        }
        let names = left_out.join(", ");
        Err(Failure::from(ValueError::Limit(LimitKind::Time)).of(&format!("left out: {names}")))
    }
}

/// The positions of the puzzles of the pages, with the numbers of these.
fn puzzles() -> Vec<(String, usize)> {
    let file = dicot_pages::asset("puzzles.txt").unwrap_or_default();
    let lines = String::from_utf8_lossy(&file);
    let lines = lines.lines().enumerate();
    let of = lines
        .flat_map(|(i, line)| line.split('\t').skip(3).map(move |text| (text.to_owned(), i + 1)));
    of.collect()
}

/// Writes a page and its picture.
fn write(answer: &Answer, folder: &Path, site: Option<&str>) -> Result<(), Failure> {
    let path = address::path(&answer.rules, &answer.position);
    let folder = folder.join(&path);
    let save = |name: &str, contents: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, contents).map_err(|error| about(&file, error))
    };
    fs::create_dir_all(&folder).map_err(|error| about(&folder, error))?;
    if let Some(picture) = &answer.picture {
        save("board.png", &png(picture, Some(PNG_WIDTH)).map_err(Failure::new)?)?;
    }
    save("index.html", answer.page(&path, site).text().as_bytes())?;
    Ok(())
}

/// The time limit of the value of a position, and of who wins, if none is given.
const TIME: Duration = Duration::from_secs(10);

pub(crate) const POSITION_TIME: Shared = time(
    "The time limit of each value and winner, like 60s or 5m; `none` for no limit [default: 10s]",
);

/// The width of pictures for links, in pixels.
const PNG_WIDTH: u32 = 600;
