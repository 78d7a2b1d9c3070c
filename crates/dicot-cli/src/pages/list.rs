//! The positions that have pages: a file with one a line, and the list of dicot's own site.

use std::collections::BTreeSet;
use std::path::Path;

use dicot::Player;
use dicot::rules::{AnyBoard, AnyPosition, Position, SymmetryRule};
use dicot_pages::address;
use dicot_rulesets::enumeration::boards;
use dicot_rulesets::{RulesetExt, library, sum_of_games};

use super::known::Known;
use super::puzzles;
use crate::failure::{Failure, about};
use crate::input::{self, Line};
use crate::puzzles::position;

/// The positions of a file and their texts, each text once. Empty lines and those that begin with `#` do not count.
pub(super) fn read(path: &Path) -> Result<Vec<(String, AnyPosition)>, Failure> {
    let mut file = input::open(path)?;
    let (mut positions, mut seen, mut number) = (Vec::new(), BTreeSet::new(), 0);
    while let Some(line) = input::next_line(&mut file).map_err(|error| about(path, error))? {
        number += 1;
        let in_line =
            |problem: &str| Failure::new(format!("{}, line {number}: {problem}", path.display()));
        let line = match line {
            Line::Text(line) => line,
            Line::Bad(_, problem) => return Err(in_line(&problem)),
        };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let position = position(line).map_err(|problem| in_line(&problem))?;
        if address::path("", line).len() > MAX_NAME {
            return Err(in_line("the text is too long to be part of an address"));
        }
        // Names of rulesets are found in any case.
        let line = match line.split_once(':') {
            Some((rules, text)) if *position.ruleset() != sum_of_games() => {
                format!("{}:{}", rules.trim().to_lowercase(), text.trim())
            }
            _ => line.to_owned(),
        };
        if seen.insert(line.clone()) {
            positions.push((line, position));
        }
    }
    if positions.is_empty() {
        return Err(Failure::new(format!("{} has no position", path.display())));
    }
    Ok(positions)
}

/// The longest names of files of most systems, in bytes.
const MAX_NAME: usize = 255;

/// Rulesets of which all small boards have pages, and up to how many cells.
const BOARDS: [(&str, u16); 4] =
    [("clobber", 6), ("domineering", 8), ("konane", 6), ("toads-and-frogs", 5)];
/// The largest of three heaps of Nim.
const HEAP: u32 = 7;
/// The most edges of a stalk of Hackenbush.
const EDGES: u32 = 6;

/// The lines of the list of dicot's own site.
pub(super) fn own(known: &[Known]) -> Result<String, Failure> {
    let mut seen = BTreeSet::new();
    let mut part = |title: &str, texts: Vec<String>| {
        let mut lines = format!("# {title}\n");
        for text in texts {
            if seen.insert(text.clone()) {
                lines += &(text + "\n");
            }
        }
        lines
    };
    let examples = library().iter().flat_map(|ruleset| {
        let spec = ruleset.spec();
        let is_sum = *ruleset == sum_of_games();
        spec.positions.iter().map(move |(_, position)| match is_sum {
            true => position.clone(),
            false => format!("{}:{position}", spec.name),
        })
    });
    Ok([
        part("Examples of the rulesets", examples.collect()),
        part("Results", known.iter().map(|known| known.position.clone()).collect()),
        part("Small positions", small()?),
        part("Puzzles", puzzles().into_iter().map(|(position, _)| position).collect()),
    ]
    .concat())
}

/// Small boards in which a player can move, of those that are mirror images of each other the first; heaps; and stalks.
fn small() -> Result<Vec<String>, Failure> {
    let mut texts = Vec::new();
    for (rules, most) in BOARDS {
        let ruleset = library().find(rules)?;
        for board in (2..=most).filter_map(|cells| boards(ruleset.spec(), cells)).flatten() {
            let position = ruleset.parse(&board)?;
            let can_move = |player| position.moves(player).next().is_some();
            let is_first = images(&position).iter().all(|image| board <= *image);
            if is_first && Player::BOTH.into_iter().any(can_move) {
                texts.push(format!("{rules}:{board}"));
            }
        }
    }
    let heaps = || 1..=HEAP;
    for (a, b, c) in
        heaps().flat_map(|a| heaps().flat_map(move |b| heaps().map(move |c| (a, b, c))))
    {
        if a <= b && b <= c {
            texts.push(format!("nim:{a}+{b}+{c}"));
        }
    }
    for edges in 1..=EDGES {
        // The lowest edge is blue.
        for red in (0..1_u32 << edges).filter(|red| red & 1 == 0) {
            let colour = |edge| if red >> edge & 1 == 1 { 'r' } else { 'b' };
            let edges: String =
                (0..edges).map(|edge| format!(" {edge}-{}:{}", edge + 1, colour(edge))).collect();
            texts.push(format!("hackenbush:n={}{edges}", edges.split(' ').count()));
        }
    }
    Ok(texts)
}

/// The mirror images of a board, where they have the same value.
fn images(position: &AnyPosition) -> Vec<String> {
    let symmetry = position.ruleset().spec().symmetry;
    let has_images = matches!(symmetry, SymmetryRule::All | SymmetryRule::Directed);
    let AnyBoard::Cells(grid) = position.board() else { return Vec::new() };
    if !has_images {
        return Vec::new();
    }
    let rows: Vec<String> = grid.rows().map(String::from_iter).collect();
    let upside_down = rows.iter().rev().cloned().collect::<Vec<_>>().join("/");
    let turned = |text: &str| text.chars().rev().collect::<String>();
    vec![turned(&rows.join("/")), turned(&upside_down), upside_down]
}
