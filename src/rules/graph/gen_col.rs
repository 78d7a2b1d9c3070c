//! Games of taking vertices, by the labels that each player may take: Col, Snort and Fjords are three of them.
//!
//! Source: CGSuite, whose `GenCol` it is.

use std::fmt::{self, Display};

use super::super::spec::CANNOT_MOVE_LOSES;
use super::super::{AnyRuleset, OwnedSpec, Position, RulesetSpec, Search, Short};
use super::{GraphMove, LABELLED, LABELLED_SPEC, normalized, size};
use crate::Player;
use crate::board::Graph;

/// What the names of the rulesets begin with; the labels of Left and of Right follow, joined by `-`.
const BEGINNING: &str = "gen-col-";

/// The labels that a player may take: a bit for none, `L` and `R`, the lowest first.
type Labels = u8;

const LETTERS: [(char, &str); 3] =
    [('n', "without a label"), ('l', "with an L"), ('r', "with an R")];

fn bit(label: Option<Player>) -> Labels {
    1 << label.map_or(0, |player| 1 + player as u8)
}

/// The ruleset of a name like `gen-col-nr-nl`, in upper or lower case: Left takes vertices without a label (`n`) or with an R,
/// Right those without a label or with an L, which is [Col](super::col::Col). `0` is a player who takes none. `None` if the name does not begin like
/// that.
///
/// Neighbours of the vertex that are without a label get that of the player; those with the label of the opponent are removed.
///
/// # Errors
/// If other things than such letters follow.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyzer;
/// use dicot::rules::graph::gen_col::ruleset_named;
/// let value = |name: &str, text: &str| -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
///     let ruleset = ruleset_named(name).unwrap()?;
///     Ok(Analyzer::new().canonical_form(&ruleset.read(text)?)?.to_string())
/// };
/// assert_eq!(value("gen-col-nl-nr", "path 3")?, "+-2"); // Snort
/// assert_eq!(value("gen-col-n-n", "path 3")?, "*2"); // as Node Kayles
/// assert_eq!(value("gen-col-nlr-n", "path 3")?, "{2|1*}");
/// assert!(ruleset_named("col").is_none());
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn ruleset_named(name: &str) -> Option<Result<AnyRuleset, String>> {
    let (beginning, labels) = name.split_at_checked(BEGINNING.len())?;
    if !beginning.eq_ignore_ascii_case(BEGINNING) {
        return None;
    }
    let wrong = || {
        format!(
            "{labels:?} are not the labels of {BEGINNING}: expected the labels that Left may take and those that Right may take, each of n \
             (none), l and r, or 0 for no vertex, as in {BEGINNING}nr-nl"
        )
    };
    let of_players = labels.split_once('-');
    let permitted = of_players.and_then(|(left, right)| Some([read(left)?, read(right)?]));
    Some(permitted.map(ruleset).ok_or_else(wrong))
}

/// Reads the labels of a player.
fn read(text: &str) -> Option<Labels> {
    let text = text.to_ascii_lowercase();
    if text == "0" {
        return Some(0);
    }
    let bits = text.chars().map(|c| LETTERS.iter().position(|&(letter, _)| letter == c));
    let bits: Vec<usize> = bits.collect::<Option<_>>()?;
    let labels: Labels = bits.iter().fold(0, |labels, bit| labels | 1 << bit);
    // Each label is there once.
    (labels != 0 && labels.count_ones() as usize == bits.len()).then_some(labels)
}

fn chosen(labels: Labels) -> impl Iterator<Item = (char, &'static str)> {
    (0..3).filter(move |bit| labels >> bit & 1 == 1).map(|bit| LETTERS[bit])
}

fn letters(labels: Labels) -> String {
    match labels {
        0 => "0".to_owned(),
        labels => chosen(labels).map(|(letter, _)| letter).collect(),
    }
}

/// The ruleset of these labels; all calls return equal ones.
fn ruleset(permitted: [Labels; 2]) -> AnyRuleset {
    const SPEC: &RulesetSpec = &RulesetSpec {
        name: "gen-col",
        positions: &[
            ("a path", "path 7"),
            ("a grid", "grid 3x4"),
            ("with a label", "cycle 6 | 0:L"),
        ],
        ..LABELLED_SPEC
    };
    let [left, right] = permitted.map(letters);
    let words = permitted.map(|labels| match labels {
        0 => "no vertex".to_owned(),
        labels => {
            let words: Vec<&str> = chosen(labels).map(|(_, words)| words).collect();
            format!("vertices {}", words.join(" or "))
        }
    });
    let [by_left, by_right] = &words;
    let spec = OwnedSpec {
        written: match exchanged(permitted) == permitted {
            true => SPEC.written.to_owned(),
            false => format!("{}; a minus sign before n= exchanges the players", SPEC.written),
        },
        name: format!("{BEGINNING}{left}-{right}"),
        title: format!("Generalized Col {left}-{right}"),
        about: format!("Left takes {by_left}, Right {by_right}"),
        how_to_play: vec![
            format!("The board is a graph. Left takes {by_left}; Right takes {by_right}."),
            "The neighbours of the vertex that are without a label get that of the player. Those with the label of the \
             opponent are removed with it."
                .to_owned(),
            CANNOT_MOVE_LOSES.to_owned(),
        ],
        examples: Vec::new(),
        ..SPEC.owned().clone()
    };
    // Of another form than the numbers that are counted up, and than those of other rulesets by numbers.
    let bytes = [2, 0, 0, 0, 0, 0, permitted[0], permitted[1]];
    AnyRuleset::numbered(u64::from_be_bytes(bytes), spec, move |text| {
        let other = exchanged(permitted);
        // As a graph, a text of edges may begin with a minus sign too.
        let of_other = text.strip_prefix('-').filter(|rest| rest.starts_with("n="));
        let (text, permitted, is_exchanged) = match of_other.filter(|_| other != permitted) {
            Some(rest) => (rest, other, true),
            None => (text, permitted, false),
        };
        Ok(GenCol { graph: Graph::read(text, LABELLED)?, permitted, is_exchanged })
    })
}

/// The same with the players exchanged.
fn exchanged(permitted: [Labels; 2]) -> [Labels; 2] {
    let [left, right] = permitted.map(|labels| labels & 1 | (labels & 2) << 1 | (labels & 4) >> 1);
    [right, left]
}

/// A position of generalized Col, [by the labels](ruleset_named) that Left and Right may take.
#[derive(Clone, PartialEq, Eq, Hash)]
struct GenCol {
    graph: Graph,
    /// By the players, those of the ruleset or, [exchanged](exchanged), of its negative.
    permitted: [Labels; 2],
    is_exchanged: bool,
}

impl GenCol {
    fn with(&self, graph: Graph) -> GenCol {
        GenCol { graph, ..*self }
    }

    fn may_take(&self, player: Player, label: Option<Player>) -> bool {
        self.permitted[player as usize] & bit(label) != 0
    }

    fn vertices(&self, player: Player) -> impl Iterator<Item = u8> {
        self.graph.present().filter(move |&v| self.may_take(player, self.graph.label(v)))
    }

    /// The graph without what no move depends on, now or later: vertices whose label nobody may take, and edges between labels of
    /// which taking one leaves the other as it is.
    fn reduced(&self) -> Graph {
        let mut graph = self.graph.clone();
        let is_idle = |label| Player::BOTH.into_iter().all(|p| !self.may_take(p, Some(label)));
        for vertex in self.graph.present() {
            if self.graph.label(vertex).is_some_and(is_idle) {
                graph.take_vertex(vertex, |_, _| {});
            }
        }
        let removes = |taken, other| {
            Player::BOTH.into_iter().any(|p| p != other && self.may_take(p, Some(taken)))
        };
        graph.retain_edges(|graph, edge| match edge.ends().map(|end| graph.label(end)) {
            [Some(label), Some(other)] => removes(label, other) || removes(other, label),
            _ => true,
        });
        graph
    }
}

impl Position for GenCol {
    type Move = GraphMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = GraphMove> {
        self.vertices(player).map(GraphMove::Vertex)
    }

    fn play_unchecked(&mut self, player: Player, mv: GraphMove) {
        if let GraphMove::Vertex(vertex) = mv {
            self.graph.take_for(player, vertex);
        }
    }

    fn broken_rule(&self, player: Player, mv: GraphMove) -> Option<&'static str> {
        let is_legal = self.moves(player).any(|legal| legal == mv);
        (!is_legal).then_some("the player may not take a vertex with this label")
    }
}

impl Short for GenCol {
    const SEARCH: Search<Self> = Search {
        option_steps: |position| position.graph.canonical_steps(),
        heap_bytes: |position| position.graph.heap_bytes(),
        ..Search::NONE
    };

    /// With the labels and the players exchanged, those that the players may take too.
    fn negative(&self) -> GenCol {
        let permitted = exchanged(self.permitted);
        let is_exchanged = self.is_exchanged != (permitted != self.permitted);
        GenCol { graph: self.graph.negative(), permitted, is_exchanged }
    }

    fn size(&self) -> u32 {
        size(&self.graph, LABELLED)
    }

    /// The connected components in which somebody can move.
    fn components(&self) -> impl Iterator<Item = GenCol> {
        let parts = self.reduced().components(LABELLED).into_iter().map(|graph| self.with(graph));
        parts.filter(|part| {
            Player::BOTH.into_iter().any(|player| part.vertices(player).next().is_some())
        })
    }

    /// The canonical graph of what moves depend on; or of its negative, if that has the same rules.
    fn normalized(&self) -> (GenCol, bool) {
        let (graph, negated) = match exchanged(self.permitted) == self.permitted {
            true => normalized(&self.reduced(), LABELLED),
            false => (self.reduced().canonical(LABELLED), false),
        };
        (self.with(graph), negated)
    }
}

/// Prints the text of the graph, after a minus sign if the players are exchanged.
impl Display for GenCol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_exchanged { "-" } else { "" })?;
        Display::fmt(&self.graph.shown(LABELLED), f)
    }
}

impl fmt::Debug for GenCol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = self.permitted.map(letters);
        write!(f, "{BEGINNING}{left}-{right}({self})")
    }
}
