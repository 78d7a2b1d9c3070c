//! Cutcake and its kin: rectangles which Left cuts or eats between columns and Right between rows.
//!
//! Source: Berlekamp, Conway, Guy, *Winning Ways* (Cutcake, Maundy Cake, Eatcake, Turn-and-Eatcake).

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;

use crate::Player;
use crate::rules::ruleset::digits;
use crate::rules::spec::CANNOT_MOVE_LOSES;
use crate::rules::{
    BoardKind, MoveExample, RulesetSpec,
    heap::terms::{NamedTerm, Rest, Term, TermSum},
};

/// What Left does with a cake; Right does the same with rows and columns exchanged.
pub trait CakeRules: Copy + Ord + Hash + Debug + Send + Sync + 'static {
    /// The description of the ruleset.
    const SPEC: &'static RulesetSpec;

    /// What each move of Left leaves of a cake, each once.
    fn rests(cake: Cake<Self>) -> Vec<Rest<Cake<Self>>>;
}

/// A cake of squares in rows and columns, under the rules `R`; it prints like `3x4`, rows first.
///
/// # Examples
/// ```
/// use dicot::rules::heap::cakes::{Cake, Cut};
/// let cake = Cake::<Cut>::new(3, 4).unwrap();
/// assert_eq!((cake.to_string().as_str(), cake.rows(), cake.cols()), ("3x4", 3, 4));
/// assert!(Cake::<Cut>::new(0, 4).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cake<R> {
    rows: u16,
    cols: u16,
    rules: PhantomData<R>,
}

impl<R: CakeRules> Cake<R> {
    /// A cake with that many rows and columns; `None` if a side is 0, or there are too many squares.
    pub fn new(rows: u16, cols: u16) -> Option<Cake<R>> {
        let cake = Cake { rows, cols, rules: PhantomData };
        (1..=Self::MAX_WEIGHT).contains(&cake.weight()).then_some(cake)
    }

    /// The number of rows.
    pub fn rows(self) -> u16 {
        self.rows
    }

    /// The number of columns.
    pub fn cols(self) -> u16 {
        self.cols
    }

    fn turned(self) -> Cake<R> {
        Cake { rows: self.cols, cols: self.rows, ..self }
    }

    /// What is left if the columns become those of one cake or two, of all numbers that add up to `cols`.
    fn split(self, cols: u16) -> impl Iterator<Item = Rest<Cake<R>>> {
        (0..=cols / 2).filter_map(move |part| {
            let parts = [part, cols - part].into_iter().filter(|&cols| cols > 0);
            Rest::of(parts.map(|cols| Cake { cols, ..self }))
        })
    }
}

impl<R: CakeRules> Term for Cake<R> {
    const MAX_WEIGHT: u32 = 2500;
    const UNIT: &'static str = "squares";

    fn weight(self) -> u32 {
        u32::from(self.rows) * u32::from(self.cols)
    }

    fn rests(self, player: Player) -> Vec<Rest<Cake<R>>> {
        match player {
            Player::Left => R::rests(self),
            Player::Right => {
                R::rests(self.turned()).into_iter().map(|rest| rest.map(Cake::turned)).collect()
            }
        }
    }

    /// The cake turned around: rows are columns.
    fn negative(self) -> Cake<R> {
        self.turned()
    }
}

impl<R: CakeRules> NamedTerm for Cake<R> {
    const SPEC: &'static RulesetSpec = R::SPEC;
    const EXPECTED: &'static str = "rows and columns like 3x4, of at most 2500 squares in all";

    fn read(text: &str) -> Option<Cake<R>> {
        let (rows, cols) = text.split_once(['x', 'X'])?;
        Cake::new(digits(rows)?, digits(cols)?)
    }

    fn start(width: u8, height: u8) -> Option<Cake<R>> {
        Cake::new(height.into(), width.into())
    }
}

impl<R> fmt::Display for Cake<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// What the descriptions have in common.
const fn spec(name: &'static str) -> RulesetSpec {
    RulesetSpec {
        family: "Cakes",
        board: BoardKind::Cakes,
        written: "rows x columns of each cake, joined by `+`: 3x4+2x2; 0 if there are none",
        sizes: &[(4, 3), (6, 5), (8, 7)],
        start: Some("3x4+5x3"),
        pieces: crate::ByPlayer { left: "cake", right: "cake" },
        ..RulesetSpec::new(name)
    }
}

/// The rules of [`Cutcake`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cut;

/// A position of Cutcake: Left cuts a cake between two columns, Right between two rows.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::Cutcake;
/// let value = |cake: &str| cake.parse::<Cutcake>().map(|cake| cake.canonical_form().to_string());
/// assert_eq!(value("1x5")?, "4");
/// assert_eq!(value("4x9")?, "1");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Cutcake = TermSum<Cake<Cut>>;

impl CakeRules for Cut {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Cutcake",
        about: "cut a cake in two, Left between columns, Right between rows",
        how_to_play: &[
            "Cakes are squares in rows and columns. Left cuts a cake in two between two columns, Right between \
                two rows.",
            "The move 3x4>3x1+3x3 cuts the first or the last column off.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "3x4", "3x4>3x1+3x3", "3x1+3x3")],
        positions: &[("three rows of four", "3x4"), ("nobody is ahead", "2x3")],
        ..spec("cutcake")
    };

    fn rests(cake: Cake<Cut>) -> Vec<Rest<Cake<Cut>>> {
        cake.split(cake.cols).skip(1).collect()
    }
}

/// The rules of [`Eatcake`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eat;

/// A position of Eatcake: Left eats a column of a cake, Right a row; what is on the two sides of it are cakes of their own.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::Eatcake;
/// let value = |cake: &str| cake.parse::<Eatcake>().map(|cake| cake.canonical_form().to_string());
/// assert_eq!(value("1x1")?, "*");
/// assert_eq!(value("2x3")?, "{^^|*}");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type Eatcake = TermSum<Cake<Eat>>;

impl CakeRules for Eat {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Eatcake",
        about: "eat a line of squares, Left a column, Right a row; what is on its two sides is apart",
        how_to_play: &[
            "Cakes are squares in rows and columns. Left eats a column of a cake, Right eats a row. What is on \
                the two sides are cakes of their own.",
            "The move 3x4>3x1+3x2 eats the second or the third column.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "3x4", "3x4>3x1+3x2", "3x1+3x2"),
            MoveExample::new(Player::Right, "1x2", "1x2>0", "0").with_note("the only row"),
        ],
        positions: &[("two rows of three", "2x3"), ("three strips", "1x2+1x3+2x1")],
        ..spec("eatcake")
    };

    fn rests(cake: Cake<Eat>) -> Vec<Rest<Cake<Eat>>> {
        cake.split(cake.cols - 1).collect()
    }
}

/// The rules of [`MaundyCake`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Maundy;

/// A position of Maundy Cake: Left cuts a cake between columns into any number of equal parts, two or more; Right between
/// rows.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::MaundyCake;
/// let value = |cake: &str| cake.parse::<MaundyCake>().map(|cake| cake.canonical_form().to_string());
/// assert_eq!(value("1x7")?, "1");
/// assert_eq!(value("1x8")?, "7");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type MaundyCake = TermSum<Cake<Maundy>>;

impl CakeRules for Maundy {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Maundy Cake",
        about: "cut a cake into equal parts, Left between columns, Right between rows",
        how_to_play: &[
            "Cakes are squares in rows and columns. Left cuts a cake between columns, Right between rows, into \
                any number of equal parts, two or more.",
            "The move 3x4>2*3x2 makes two cakes with three rows of two.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[
            MoveExample::new(Player::Left, "3x4", "3x4>2*3x2", "3x2+3x2"),
            MoveExample::new(Player::Right, "3x4", "3x4>3*1x4", "1x4+1x4+1x4"),
        ],
        positions: &[("many divisors", "4x12"), ("two cakes", "6x5+9x8")],
        start: Some("6x8+4x6"),
        sizes: &[(8, 6), (12, 10), (16, 12)],
        ..spec("maundy-cake")
    };

    fn rests(cake: Cake<Maundy>) -> Vec<Rest<Cake<Maundy>>> {
        let parts = (2..=cake.cols).filter(|&parts| cake.cols.is_multiple_of(parts));
        parts.map(|parts| Rest::equal(Cake { cols: cake.cols / parts, ..cake }, parts)).collect()
    }
}

/// The rules of [`TurnAndEatcake`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TurnAndEat;

/// A position of Turn-and-Eatcake: as [`Eatcake`], but a player turns a cake around, so that its rows are columns, before
/// eating a line of it.
///
/// # Examples
/// ```
/// use dicot::analysis::Analyze;
/// use dicot::rules::TurnAndEatcake;
/// let value = |cake: &str| cake.parse::<TurnAndEatcake>().map(|cake| cake.canonical_form().to_string());
/// assert_eq!(value("1x1")?, "*");
/// assert_eq!(value("2x3")?, "v");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
pub type TurnAndEatcake = TermSum<Cake<TurnAndEat>>;

impl CakeRules for TurnAndEat {
    const SPEC: &'static RulesetSpec = &RulesetSpec {
        title: "Turn-and-Eatcake",
        about: "turn a cake around, then eat a line of squares, Left a column, Right a row",
        how_to_play: &[
            "Cakes are squares in rows and columns. A player turns a cake around, so that its rows are columns; \
                then Left eats a column of it, or Right eats a row. What is on the two sides are cakes of their own.",
            CANNOT_MOVE_LOSES,
        ],
        examples: &[MoveExample::new(Player::Left, "3x4", "3x4>4x1+4x1", "4x1+4x1")],
        positions: &[("two rows of three", "2x3"), ("five rows of four", "5x4")],
        ..spec("turn-and-eatcake")
    };

    fn rests(cake: Cake<TurnAndEat>) -> Vec<Rest<Cake<TurnAndEat>>> {
        let cake = cake.turned();
        cake.split(cake.cols - 1).collect()
    }
}
