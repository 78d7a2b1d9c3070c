//! The description of a ruleset: data for command lines, servers, pages and censuses.

use std::fmt::{Debug, Display};
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use crate::board::GraphForm;
use crate::{ByPlayer, Player};

/// How a [`RulesetSpec`] holds its texts and lists: [`Static`] or [`Owned`].
pub trait Texts: Copy + Debug + Eq + 'static {
    /// A text.
    type Text: Deref<Target = str> + AsRef<str> + Clone + Debug + Display + Eq + Send + Sync;
    /// A list.
    type List<T: Clone + Debug + Eq + Send + Sync + 'static>: Deref<Target = [T]>
        + Clone
        + Debug
        + Eq
        + Send
        + Sync;
}

/// Texts of the program: those of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Static;

impl Texts for Static {
    type Text = &'static str;
    type List<T: Clone + Debug + Eq + Send + Sync + 'static> = &'static [T];
}

/// Texts that are freed with the description: those of a ruleset that is made at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owned;

impl Texts for Owned {
    type Text = String;
    type List<T: Clone + Debug + Eq + Send + Sync + 'static> = Vec<T>;
}

/// The description of a ruleset that is chosen or made at run time: that of one of the library is made by [`RulesetSpec::owned`].
pub type OwnedSpec = RulesetSpec<Owned>;

/// The description of a ruleset: names, rules in words, notation, symmetries and start positions.
///
/// Fields that are not set keep the defaults of [`new`](RulesetSpec::new) or [`stones`](RulesetSpec::stones).
/// Generic code reads this instead of matching on names.
///
/// # Examples
/// ```
/// use dicot::rules::{CellKind, Kayles, Ruleset, RulesetSpec};
/// assert_eq!(Kayles::SPEC.title, "Kayles");
/// const SNORT: &RulesetSpec = &RulesetSpec {
///     title: "Snort",
///     about: "place a stone on an empty cell that is not next to an enemy stone",
///     ..RulesetSpec::stones("snort")
/// };
/// assert_eq!(SNORT.notation(), "rows from the top, joined by `/`: x Left, o Right, . empty");
/// assert_eq!((SNORT.cells[2].letter, SNORT.cells[2].kind), ('.', CellKind::Empty));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetSpec<T: Texts = Static> {
    /// The name, in lower case, its words joined by `-`.
    ///
    /// It is for people and files. Programs tell rulesets apart by their types or as [`AnyRuleset`](super::AnyRuleset)s, so two may share a
    /// name; but saved solvers, databases and certificates know the rules of their positions by name alone, so give each a name of
    /// its own there.
    pub name: T::Text,
    /// The longer name that files have where [`name`](Self::name) is short for it: see [`name_in_files`](Self::name_in_files).
    pub long_name: Option<T::Text>,
    /// Other names that are understood.
    pub aliases: T::List<T::Text>,
    /// The name as people write it: "Anti-Clobber".
    pub title: T::Text,
    /// The word that rulesets with the same equipment share: "Clobber"; empty for a ruleset on its own.
    pub family: T::Text,
    /// The rules in a line.
    pub about: T::Text,
    /// The rules in sentences, for people who do not know the game.
    pub how_to_play: T::List<T::Text>,
    /// Moves that show the rules.
    pub examples: T::List<MoveExample<T>>,
    /// What positions are played on.
    pub board: BoardKind,
    /// Whether pieces go along lines, which boards show: from each cell to its neighbours, and diagonally from those whose row and column,
    /// from 0 at the top left, add up to an odd number.
    pub lines: bool,
    /// Whether cells are hexagons: each row is half a cell further to the right than the one above it.
    pub hexagons: bool,
    /// What can be on a cell, by the letters that positions are written in; empty if they are written otherwise.
    pub cells: T::List<CellSpec<T>>,
    /// How positions are written, in a line, where [`cells`](Self::cells) do not say it.
    pub written: T::Text,
    /// What Left and Right are called at a board.
    pub players: ByPlayer<T::Text>,
    /// What Left and Right move: "stone".
    pub pieces: ByPlayer<T::Text>,
    /// Which images of a board have its value.
    pub symmetry: SymmetryRule,
    /// What every move decreases.
    pub rank: Rank,
    /// Whether all positions are dicots: either both players can move, or neither.
    pub dicot: bool,
    /// The largest [size](super::Short::size) of a component worth valuing; `None` where other limits end a computation
    /// that takes too long. Full boards somewhat smaller were valued in ten seconds and 256 MiB (no command repeats this
    /// measurement).
    pub max_size: Option<u32>,
    /// The same for a single row, which most moves split.
    pub max_row_size: Option<u32>,
    /// What sizes count: "stones" or "moves".
    pub size_unit: T::Text,
    /// Widths and heights of boards worth playing on.
    pub sizes: T::List<(u8, u8)>,
    /// A position for matches, where there is not one for every size
    /// ([`start_position`](super::Ruleset::start_position)).
    pub start: Option<T::Text>,
    /// Positions worth exploring, each with its name.
    pub positions: T::List<(T::Text, T::Text)>,
    /// Whether moves name cells as Konane does: `[row:column]` from 0, rows from the bottom.
    pub numbered: bool,
    /// How people point out a move on a board: the order of the cells that its text names.
    pub pointing: PointingOrder,
    /// What to point at next: first, second, and so on; where it ends, a piece and then where it goes.
    pub hints: T::List<T::Text>,
    /// How many moves of another kind matches open with, each of which leaves one more cell empty, and the ruleset of
    /// the positions after them, which have values there; `None` if all moves are alike.
    pub opening: Option<(usize, T::Text)>,
    /// The name of the ruleset of matches, if they are not played under this one: that of a match of Konane,
    /// for Konane.
    pub matches: Option<T::Text>,
}

impl RulesetSpec {
    /// The description of a ruleset of which only the name is known; its positions are any texts.
    pub const fn new(name: &'static str) -> RulesetSpec {
        RulesetSpec {
            name,
            long_name: None,
            aliases: &[],
            title: name,
            family: "",
            about: "",
            how_to_play: &[],
            examples: &[],
            board: BoardKind::Text,
            lines: false,
            hexagons: false,
            cells: &[],
            written: "",
            players: ByPlayer { left: "Left", right: "Right" },
            pieces: ByPlayer { left: "stone", right: "stone" },
            symmetry: SymmetryRule::Unknown,
            rank: Rank::Other,
            dicot: false,
            max_size: None,
            max_row_size: None,
            size_unit: "moves",
            sizes: &[(6, 6), (8, 8), (10, 10)],
            start: None,
            positions: &[],
            numbered: false,
            pointing: PointingOrder::InTurn,
            hints: &[],
            opening: None,
            matches: None,
        }
    }

    /// The description of a ruleset that is played with black and white stones on a rectangle.
    ///
    /// All symmetries of the board keep values, and an exchange of the colours negates them.
    pub const fn stones(name: &'static str) -> RulesetSpec {
        RulesetSpec {
            board: BoardKind::Rectangle,
            cells: const {
                &[
                    CellSpec::new('x', "Left", CellKind::Left),
                    CellSpec::new('o', "Right", CellKind::Right),
                    CellSpec::new('.', "empty", CellKind::Empty),
                ]
            },
            players: ByPlayer { left: "Black", right: "White" },
            symmetry: SymmetryRule::All,
            ..RulesetSpec::new(name)
        }
    }

    /// The same description in texts that can be changed; it is made once and kept as long as the process.
    ///
    /// # Examples
    /// ```
    /// use dicot::rules::{Kayles, OwnedSpec, Ruleset};
    /// let spec = OwnedSpec { title: "Bowling".to_owned(), ..Kayles::SPEC.owned().clone() };
    /// assert_eq!(spec.notation(), Kayles::SPEC.notation());
    /// ```
    pub fn owned(&'static self) -> &'static OwnedSpec {
        static ALL: Mutex<Vec<(usize, &OwnedSpec)>> = Mutex::new(Vec::new());
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let address = std::ptr::from_ref(self).addr();
        if let Some((_, spec)) = all.iter().find(|(known, _)| *known == address) {
            return spec;
        }
        let spec = Box::leak(Box::new(self.to_owned_spec()));
        all.push((address, spec));
        spec
    }

    fn to_owned_spec(self) -> OwnedSpec {
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
        let by_player = |texts: ByPlayer<&str>| ByPlayer {
            left: texts.left.to_owned(),
            right: texts.right.to_owned(),
        };
        RulesetSpec {
            name: self.name.to_owned(),
            long_name: self.long_name.map(str::to_owned),
            aliases: texts(self.aliases),
            title: self.title.to_owned(),
            family: self.family.to_owned(),
            about: self.about.to_owned(),
            how_to_play: texts(self.how_to_play),
            examples: self.examples.iter().map(MoveExample::owned).collect(),
            board: self.board,
            lines: self.lines,
            hexagons: self.hexagons,
            cells: self.cells.iter().map(CellSpec::owned).collect(),
            written: self.written.to_owned(),
            players: by_player(self.players),
            pieces: by_player(self.pieces),
            symmetry: self.symmetry,
            rank: self.rank,
            dicot: self.dicot,
            max_size: self.max_size,
            max_row_size: self.max_row_size,
            size_unit: self.size_unit.to_owned(),
            sizes: self.sizes.to_owned(),
            start: self.start.map(str::to_owned),
            positions: (self.positions.iter())
                .map(|&(name, text)| (name.to_owned(), text.to_owned()))
                .collect(),
            numbered: self.numbered,
            pointing: self.pointing,
            hints: texts(self.hints),
            opening: self.opening.map(|(moves, then)| (moves, then.to_owned())),
            matches: self.matches.map(str::to_owned),
        }
    }
}

impl<T: Texts> RulesetSpec<T> {
    /// The name in files that a program reads later: saved solvers, databases, certificates, campaigns. That of a ruleset from a
    /// text has the SHA-256 of its rules, of which its short name has the beginning.
    pub fn name_in_files(&self) -> &str {
        self.long_name.as_deref().unwrap_or(&self.name)
    }

    /// Whether the ruleset has that name, in upper or lower case.
    pub fn is_called(&self, name: &str) -> bool {
        let mut names = [&self.name].into_iter().chain(&self.long_name).chain(&*self.aliases);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    /// How positions are written, in a line.
    pub fn notation(&self) -> String {
        let form = match self.board {
            BoardKind::Rectangle if self.written.is_empty() => "rows from the top, joined by `/`: ",
            BoardKind::Row if self.written.is_empty() => "a row: ",
            _ => return (*self.written).to_owned(),
        };
        let cells = self.cells.iter().map(|cell| format!("{} {}", cell.letter, cell.name));
        form.to_owned() + &cells.collect::<Vec<_>>().join(", ")
    }

    /// What every move decreases, counted in a position of the ruleset; `None` if the
    /// [rank](Self::rank) is not a number of cells.
    pub fn rank_of(&self, position: &impl Display) -> Option<usize> {
        let counted: fn(CellKind) -> bool = match self.rank {
            Rank::Pieces => {
                |kind| matches!(kind, CellKind::Left | CellKind::Right | CellKind::Neutral)
            }
            Rank::EmptyCells => |kind| kind == CellKind::Empty,
            Rank::Other | Rank::Nothing => return None,
        };
        let text = position.to_string();
        let is_counted =
            |letter| self.cells.iter().any(|cell| cell.letter == letter && counted(cell.kind));
        Some(text.chars().filter(|&letter| is_counted(letter)).count())
    }
}

/// What positions of a ruleset are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardKind {
    /// Rows of cells of the same length, written from the top and joined by `/`.
    Rectangle,
    /// A single row of cells.
    Row,
    /// Rows of stacks of stones: `b2,w1/.,b1`.
    Stacks,
    /// A graph of that form, written as in `n=3 0-1 1-2:b | 0:L`: see [`Graph`](crate::board::Graph).
    Graph(GraphForm),
    /// Heaps of counters, joined by `+`: `7+5`, and `0` for none.
    Heaps,
    /// Cakes of rows and columns, joined by `+`: `3x4+2x2`, and `0` for none.
    Cakes,
    /// Not a board: positions are any texts.
    Text,
}

/// A letter of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellSpec<T: Texts = Static> {
    /// The letter.
    pub letter: char,
    /// What it means: "Left", "empty", "toad (Left)".
    pub name: T::Text,
    /// What kind of cell it is.
    pub kind: CellKind,
}

impl CellSpec {
    /// A letter and what it means.
    pub(crate) const fn new(letter: char, name: &'static str, kind: CellKind) -> CellSpec {
        CellSpec { letter, name, kind }
    }

    fn owned(&self) -> CellSpec<Owned> {
        CellSpec { letter: self.letter, name: self.name.to_owned(), kind: self.kind }
    }
}

/// What a cell is to the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellKind {
    /// A piece of Left.
    Left,
    /// A piece of Right.
    Right,
    /// A piece that belongs to nobody.
    Neutral,
    /// Nothing.
    Empty,
    /// A cell that cannot be used.
    Blocked,
    /// No part of the board: a cell outside a component, which positions to begin with do not have.
    Outside,
}

/// Which images of a board have its value, or the negative of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryRule {
    /// No image is known to have it.
    Unknown,
    /// All images have the value, and with the pieces of the players exchanged the negative.
    All,
    /// Left's direction is upright and Right's is level: mirrored boards have the value, and boards whose
    /// rows become columns have the negative.
    Directed,
    /// In a row Left goes to the right and Right to the left: the mirror image with the pieces of the
    /// players exchanged has the negative.
    Facing,
}

/// What every move of a ruleset decreases, and so why play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rank {
    /// The number of pieces.
    Pieces,
    /// The number of empty cells.
    EmptyCells,
    /// Something that is not a number of cells: the way that toads and frogs have still to go.
    Other,
    /// Nothing: play need not end.
    Nothing,
}

/// A move that shows the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveExample<T: Texts = Static> {
    /// The position before the move.
    pub before: T::Text,
    /// Who moves.
    pub player: Player,
    /// The move.
    pub mv: T::Text,
    /// The position after it.
    pub after: T::Text,
    /// What the move shows: "two jumps in one move"; may be empty.
    pub note: T::Text,
}

impl MoveExample {
    /// A move of a player, with the positions before and after it.
    pub(crate) const fn new(
        player: Player,
        before: &'static str,
        mv: &'static str,
        after: &'static str,
    ) -> MoveExample {
        MoveExample { before, player, mv, after, note: "" }
    }

    /// The example with a note.
    #[must_use]
    pub(crate) const fn with_note(self, note: &'static str) -> MoveExample {
        MoveExample { note, ..self }
    }

    fn owned(&self) -> MoveExample<Owned> {
        let [before, mv, after, note] =
            [self.before, self.mv, self.after, self.note].map(str::to_owned);
        MoveExample { before, player: self.player, mv, after, note }
    }
}

/// The order in which cells of a move can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointingOrder {
    /// As they are written.
    InTurn,
    /// Two cells in either order: those of a domino.
    EitherOrder,
    /// The first cell and one of the others, which says where the rest is.
    OneOfTheOthers,
}

/// The usual end of a game, for [`RulesetSpec::how_to_play`].
pub(super) const CANNOT_MOVE_LOSES: &str =
    "A player who cannot move loses, and there are no draws.";
