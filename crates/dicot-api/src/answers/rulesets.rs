//! The descriptions of rulesets: the line of `dicot value --list --json`.

use std::fmt::Debug;

use dicot::ByPlayer;
use dicot::board::GraphForm;
use dicot::rules::{AnyRuleset, BoardKind, CellSpec, MoveExample, Owned};
use dicot_rulesets::RulesetExt;
use serde::Serialize;

use super::text::lower;

/// A line of `dicot value --list --json`: the description of a ruleset.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RulesetLine {
    name: String,
    /// Other names that are understood
    aliases: Vec<String>,
    /// The name as people write it
    title: String,
    /// The word that rulesets with the same equipment share; empty for a ruleset on its own
    family: String,
    /// The rules in a line
    about: String,
    /// The rules in sentences
    how_to_play: Vec<String>,
    /// Moves that show the rules
    examples: Vec<ExampleField>,
    /// How positions are written
    notation: String,
    /// What positions are played on: `rectangle`, `row`, `stacks`, `graph`, `heaps`, `cakes` or `text`
    board: String,
    /// Whether pieces go along lines: from each cell to its neighbours, and diagonally from those whose row and column, from 0 at the
    /// top left, add up to an odd number
    lines: bool,
    /// Whether cells are hexagons: each row is half a cell further to the right than the one above it
    hexagons: bool,
    /// What the graphs have, if positions are graphs
    graph: Option<GraphField>,
    /// What can be on a cell, by its letter in positions
    cells: Vec<CellField>,
    /// What the players are called
    players: BothSides,
    /// What the players move
    pieces: BothSides,
    /// Which images of a board have its value: `all`, `directed`, `facing` or `unknown`
    symmetry: String,
    /// What every move decreases: `pieces`, `empty-cells`, `other`, or `nothing` if play need not end
    rank: String,
    /// Widths and heights of boards worth playing on
    sizes: Vec<(u8, u8)>,
    /// A position for matches, where there is not one for every size
    start: Option<String>,
    /// Positions worth exploring
    positions: Vec<PositionField>,
    /// Whether moves name cells by numbers, row and column from 0, instead of names like a1
    numbered: bool,
    /// In which order the cells of a move can be pointed at: `in-turn`, `either-order` or `one-of-the-others`
    pointing: String,
    /// What to point at, one after another
    hints: Vec<String>,
    /// The moves of another kind that matches open with
    opening: Option<OpeningField>,
    /// The ruleset of matches, if they are not played under this one
    matches: Option<String>,
    /// Whether positions have values, loopy ones if the rank is `nothing`
    values: bool,
}

/// What the graphs of a ruleset have.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct GraphField {
    /// Whether edges are blue, red or green: `0-1:b`
    coloured: bool,
    /// Whether vertices have labels, `3:L` or `3:R`, or are gone, `3:#`
    labelled: bool,
    /// Whether vertices without labels are taken: one that is gone is written `3:#`
    taken: bool,
    /// Whether vertex 0 is the ground; if so, there may be loops and parallel edges
    grounded: bool,
    /// Whether edges may have a direction: `0>1`
    directed: bool,
    /// Whether vertices have numbers of counters: `3:2`
    counted: bool,
}

/// A letter of positions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct CellField {
    letter: char,
    /// What the letter means
    name: String,
    /// What the cell is to the players: `left`, `right`, `neutral`, `empty`, `blocked` or `outside`
    kind: String,
}

/// A word for each player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct BothSides {
    left: String,
    right: String,
}

/// A move that shows the rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct ExampleField {
    before: String,
    side: &'static str,
    #[serde(rename = "move")]
    mv: String,
    after: String,
    /// What the move shows; may be empty
    note: String,
}

/// A position worth exploring.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct PositionField {
    name: String,
    position: String,
}

/// The moves of another kind that matches open with.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct OpeningField {
    /// The number of moves; each leaves one more cell empty
    moves: usize,
    /// The ruleset of the positions after them
    then: String,
}

impl RulesetLine {
    /// The line of a ruleset.
    pub fn new(ruleset: &AnyRuleset) -> RulesetLine {
        let values = ruleset.has_values() || ruleset.has_loopy_values();
        let spec = ruleset.spec().clone();
        let both = |ByPlayer { left, right }| BothSides { left, right };
        let example = |MoveExample { before, player, mv, after, note }: MoveExample<Owned>| {
            ExampleField { before, side: lower(player), mv, after, note }
        };
        let cell = |CellSpec { letter, name, kind }: CellSpec<Owned>| CellField {
            letter,
            name,
            kind: kebab(kind),
        };
        RulesetLine {
            notation: spec.notation(),
            name: spec.name,
            aliases: spec.aliases,
            title: spec.title,
            family: spec.family,
            about: spec.about,
            how_to_play: spec.how_to_play,
            examples: spec.examples.into_iter().map(example).collect(),
            board: match spec.board {
                BoardKind::Graph(_) => "graph".to_owned(),
                board => kebab(board),
            },
            lines: spec.lines,
            hexagons: spec.hexagons,
            graph: match spec.board {
                BoardKind::Graph(form) => {
                    let GraphForm { coloured, labelled, taken, grounded, directed, counted } = form;
                    Some(GraphField { coloured, labelled, taken, grounded, directed, counted })
                }
                _ => None,
            },
            cells: spec.cells.into_iter().map(cell).collect(),
            players: both(spec.players),
            pieces: both(spec.pieces),
            symmetry: kebab(spec.symmetry),
            rank: kebab(spec.rank),
            sizes: spec.sizes,
            start: spec.start,
            positions: (spec.positions.into_iter())
                .map(|(name, position)| PositionField { name, position })
                .collect(),
            numbered: spec.numbered,
            pointing: kebab(spec.pointing),
            hints: spec.hints,
            opening: spec.opening.map(|(moves, then)| OpeningField { moves, then }),
            matches: spec.matches,
            values,
        }
    }
}

/// The name of a variant without fields in lower case, its words joined by `-`.
fn kebab(variant: impl Debug) -> String {
    let mut text = String::new();
    for letter in format!("{variant:?}").chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
