//! The laws of every ruleset, on positions that random moves lead to. A ruleset is one line here.

use std::error::Error;
use std::fmt::{self, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use dicot::Player;
use dicot::board::U448;
use dicot::rules::{
    Amazons, AnyPosition, AnyRuleset, ArcKayles, BackslidingToadsAndFrogs, BattleSheep,
    ChildishHackenbush, Clobber, Clobber448, Col, Combo, Cram, Cutcake, DigraphPlacement,
    Domineering, Eatcake, ElephantsAndRhinos, Fission, Fjords, FoxAndGeese, GenClobber, Hackenbush,
    HareAndHounds, ImpartialClobber, Kayles, KingDirt, Konane, KonaneGame, MaundyCake, Narrow,
    NarrowVisitor, Nim, NoGo, NodeKayles, ParseMoveError, PartizanArcKayles, PartizanEuclid,
    PlaceFirstKingDirt, Position, Ruleset, RulesetSpec, Short, Snort, ToadsAndFrogs,
    TopplingDominoes, TurnAndEatcake, WeightedArcKayles,
    clobber::{
        Anti, Diagonals, Hot, Kings, Knights, Leaves, Onto, Orthogonal, Queens, Rooks, Variant,
    },
    fox_and_geese::FarFoxAndGeese,
    konane::{AnyStone, CornerOrCentre, DarkCornerOrCentre},
};
use dicot_proptest::{position_laws, reachable, ruleset_laws, text_laws};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{FileFailurePersistence, TestCaseResult, TestError, TestRunner};

/// Checks the laws of texts, and others, on positions that some moves from the starts lead to.
fn check<P: Ruleset>(starts: &[&str], laws: fn(&P) -> TestCaseResult) {
    let start = |text: &&str| text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let starts: Vec<P> = starts.iter().map(start).collect();
    check_from(&starts, laws);
}

fn check_from<P: Ruleset>(starts: &[P], laws: fn(&P) -> TestCaseResult) {
    on_choices(&|start, choices| {
        let start = start.get(starts).clone();
        let position = choices.iter().fold(start, |position, &(left_first, choice)| {
            let player = if left_first { Player::Left } else { Player::Right };
            let mut options: Vec<P> = position.options(player).collect();
            if options.is_empty() {
                options.extend(position.options(!player));
            }
            if options.is_empty() {
                position
            } else {
                options.swap_remove(choice.index(options.len()))
            }
        });
        text_laws(&position)?;
        laws(&position)
    });
}

/// Whether Left moves, if both can, and which of the moves.
type Choice = (bool, Index);

/// Runs a test on choices of a start and moves. As [`reachable`], but compiled once for all rulesets.
fn on_choices(test: &dyn Fn(Index, &[Choice]) -> TestCaseResult) {
    let persistence = FileFailurePersistence::WithSource("regressions");
    let mut runner = TestRunner::new(ProptestConfig {
        source_file: Some(file!()),
        failure_persistence: Some(Box::new(persistence)),
        ..ProptestConfig::default()
    });
    let choices = (any::<Index>(), vec(any::<Choice>(), 0..=12));
    let outcome = runner.run(&choices, |(start, choices)| test(start, &choices));
    outcome.unwrap_or_else(|error| panic!("{error}"));
}

/// The same of positions of a ruleset of the library as [`AnyPosition`]s. These call the same code, and the laws are compiled once for
/// all rulesets.
fn check_boxed(name: &str, starts: &[&str], laws: fn(&AnyPosition) -> TestCaseResult) {
    let ruleset = AnyRuleset::named(name).unwrap_or_else(|| panic!("no ruleset {name}"));
    let start = |text: &&str| ruleset.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let starts: Vec<AnyPosition> = starts.iter().map(start).collect();
    check_from(&starts, laws);
}

/// The laws of moves on a position as its type, and those of values on it as an [`AnyPosition`], which has the smaller type of its
/// ruleset.
fn boxed_values<P: Ruleset>(position: &P) -> TestCaseResult {
    position_laws(position)?;
    let ruleset = AnyRuleset::named(P::SPEC.name).expect("a ruleset of the library with values");
    ruleset_laws(&ruleset.read(&position.to_string()).unwrap())
}

/// Laws of a ruleset with values, from starts of which most have few followers; or the laws named last, such as
/// [`position_laws`], from any starts: for large positions, and where play need not end. After `boxed` they are checked
/// on positions as [`AnyPosition`]s, which have the smaller type of the ruleset where they fit.
macro_rules! laws {
    ($name:ident, $ruleset:ty, $starts:expr) => {
        laws!($name, $ruleset, $starts, ruleset_laws);
    };
    ($name:ident, $ruleset:ty, $starts:expr, boxed $laws:ident) => {
        #[test]
        fn $name() {
            check_boxed(<$ruleset>::SPEC.name, &$starts, $laws);
        }
    };
    ($name:ident, $ruleset:ty, $starts:expr, $laws:ident) => {
        #[test]
        fn $name() {
            check::<$ruleset>(&$starts, $laws);
        }
    };
}

laws!(clobber, Clobber, ["xox/oxo", "xoxo/oxox", "xo.xo/ox.ox", "xxo/oxo/.xo"]);
laws!(wide_clobber, GenClobber<Orthogonal, u128>, ["xox/oxo", "xoxo........xo/ox.o......x.xo"]);
laws!(huge_clobber, Clobber448, ["xox/oxo", "xox....ox/oxo....xo"]);
laws!(diagonal_clobber, GenClobber<Kings>, ["xox/oxo", "x.o/.xo/o.x", "xo.xx/.oxo."], boxed ruleset_laws);
laws!(diagonals, GenClobber<Diagonals>, ["xx.o/oo.x/xxoo", "x.o.x/.o.x./x.o.x"], boxed ruleset_laws);
laws!(knights, GenClobber<Knights>, ["xox/oxo/xoo", "xo.x/.oxo/ox.."], boxed ruleset_laws);
laws!(rooks, GenClobber<Rooks>, ["x..o/.x../o..x", "xo.x.o", "x.o/.../o.x"], boxed ruleset_laws);
laws!(queens, GenClobber<Queens>, ["x..o/.x../o..o", "xo.x.o", "x.o/.../o.x"], boxed ruleset_laws);
laws!(hot_clobber, GenClobber<Hot>, ["xox/oxo", "xx.oo/.x.o.", "xxxo/..xx"], boxed ruleset_laws);
laws!(anti_clobber, GenClobber<Anti>, ["x..", "x.o/...", "..x.", "x./.o/.."], boxed ruleset_laws);
laws!(wide_anti_clobber, GenClobber<Anti, U448>, ["x.o/...", "x..o"]);
laws!(konane, Konane, ["xoxo/o.xo/xo.x", ".xoxo./o.x..x", "xo.#.xo./x...o..x"], boxed ruleset_laws);
laws!(huge_konane, Konane<U448>, ["xoxo/o.xo/xo.x", "xo.......x.o"]);
laws!(fission, Fission, ["..../.x../....", "...../..x../.x.../.....", "..x..x.."], boxed ruleset_laws);
laws!(toads_and_frogs, ToadsAndFrogs, ["tt..ff", "t.f.t.f", "ttf.t.ff..t"], boxed ruleset_laws);
laws!(domineering, Domineering, ["..../..../....", "...../.#.../..#.."], boxed ruleset_laws);
laws!(amazons, Amazons, ["x../..o", "x..#/.#.o/#..."], boxed ruleset_laws);
laws!(huge_amazons, Amazons<U448>, ["x../..o"]);
laws!(kayles, Kayles, ["7+5", "12", "3+3+2+1+1", "9+1", "0"]);
laws!(nim, Nim, ["3+5+2", "7", "4+4+1", "0"], boxed ruleset_laws);
laws!(toppling_dominoes, TopplingDominoes, ["lrelrrel", "lrlr.ee.rl", "e.l"], boxed ruleset_laws);
laws!(elephants_and_rhinos, ElephantsAndRhinos, ["tt..t.f.ff", "t.t...f.f", "f.t.t"], boxed ruleset_laws);
laws!(cutcake, Cutcake, ["3x4+2x2", "5x2", "1x3+1x1+1x1"], boxed ruleset_laws);
laws!(eatcake, Eatcake, ["3x2+2x2", "4x2", "2x2+2x2"], boxed ruleset_laws);
laws!(maundy_cake, MaundyCake, ["4x6", "2x2+6x3", "1x12"], boxed ruleset_laws);
laws!(turn_and_eatcake, TurnAndEatcake, ["3x2+2x2", "4x2", "2x2+2x2"], boxed ruleset_laws);
laws!(partizan_euclid, PartizanEuclid, ["20,17+-7,4", "1,9", "12,31+5,5+0,3+3,0"], boxed ruleset_laws);
laws!(nogo, NoGo, ["x../..o/...", "x...o", "xo./.x./o.."], boxed ruleset_laws);
laws!(huge_nogo, NoGo<U448>, ["x../..o/...", "xx.o.oo.x"]);
laws!(
    king_dirt,
    KingDirt,
    ["x..o/..../..#. 0,0", ".o./x.. 1,1", "x..../#.##./o...x 0,0", "... 2,1"],
    boxed ruleset_laws
);
laws!(
    king_dirt_placing_first,
    PlaceFirstKingDirt,
    ["x..o/.#.. 1,0", ".o./x.. 1,1"],
    boxed ruleset_laws
);
laws!(
    battle_sheep,
    BattleSheep,
    ["b3,.,./.,b1,./.,.,w3", "b2,.,.,w4", "b3,.,w1,.,w2/w2,b1,b1,.,b2"],
    boxed ruleset_laws
);
laws!(snort, Snort, ["grid 2x3 | 0:L", "path 5", "n=5 0-1 1-2 2-0 2-3 3-4 | 0:R 4:L"], boxed ruleset_laws);
laws!(col, Col, ["grid 2x3 | 0:L 5:R", "cycle 5", "n=6 0-1 1-2 2-0 2-3 3-4 | 0:R 1:R"], boxed ruleset_laws);
laws!(
    fjords,
    Fjords,
    ["grid 2x3 | 0:L 5:R", "path 7 | 0:L 3:R", "cycle 6 | 0:L 3:R 5:#"],
    boxed ruleset_laws
);
laws!(arc_kayles, ArcKayles, ["grid 2x4", "cycle 7", "n=6 0-1 0-2 0-3 3-4 3-5"], boxed ruleset_laws);
laws!(
    node_kayles,
    NodeKayles,
    ["grid 2x4", "cycle 7", "n=6 0-1 0-2 0-3 3-4 3-5", "path 6 | 2:#"],
    boxed ruleset_laws
);
laws!(
    weighted_arc_kayles,
    WeightedArcKayles,
    ["grid 2x3 | 1:2 4:3", "n=5 0-1 0-2 0-3 3-4 | 0:3 3:2"],
    boxed ruleset_laws
);
laws!(
    digraph_placement,
    DigraphPlacement,
    ["n=6 0>1 1>2 2>3 3>4 4>5 5>0 | 0:L 1:R 2:L 3:R 5:R", "n=5 0>1 1-2 2>3 0>3 4>0 | 0:L 1:R 3:R"],
    boxed ruleset_laws
);
laws!(
    partizan_arc_kayles,
    PartizanArcKayles,
    ["n=5 0-1:b 0-1:r 1-2:g 2-3:b 3-4:r 4-0:g", "n=6 0-1:b 1-2:r 2-3:b 3-4:r 4-5:b 0-5:r"],
    boxed ruleset_laws
);
laws!(hackenbush, Hackenbush, HACKENBUSH);
laws!(childish_hackenbush, ChildishHackenbush, HACKENBUSH, boxed ruleset_laws);
laws!(cram, Cram, ["../../..", ".../.#./...", "......"], boxed ruleset_laws);
laws!(huge_cram, Cram<U448>, [".../..."]);
laws!(impartial_clobber, ImpartialClobber, ["xox/oxo", "xoxoxo", "xxo/o.x"], boxed_values);
laws!(
    impartial_hot_clobber,
    ImpartialClobber<Hot>,
    ["xox/oxo", "xxxo.xo", "xxo/o.x"],
    boxed_values
);
laws!(
    any_board,
    AnyPosition,
    ["clobber:xox/oxo", "domineering:..../.#../....", "konane:xoxo/o.xo"]
);
laws!(any_heaps, AnyPosition, ["kayles:7+5", "kayles:3+3+2"]);

laws!(large_clobber, Clobber, ["xoxoxoxo/oxoxoxox/xoxoxoxo/oxoxoxox"], position_laws);
laws!(large_cakes, Cutcake, ["1x90", "20x30+1x7"], boxed position_laws);
laws!(large_kayles, Kayles, ["40+7+30+30", "500"], position_laws);
laws!(large_konane, Konane<U448>, ["oxoxoxoxox/xoxo.xoxox/ox.xoxoxox/xoxoxo.oxo"], position_laws);
laws!(a_match_of_konane, KonaneGame<CornerOrCentre>, ["oxox/xoxo/oxox/xoxo"], position_laws);
laws!(any_match_of_konane, KonaneGame<AnyStone, U448>, ["oxoxo/xoxox/oxoxo"], position_laws);
laws!(a_dark_match_of_konane, KonaneGame<DarkCornerOrCentre>, ["oxoxo/xoxox/oxoxo"], position_laws);
laws!(
    large_amazons,
    Amazons<U448>,
    ["...x..x.../x........x/..#..#..../o........o/...o..o..."],
    position_laws
);
laws!(
    large_domineering,
    Domineering<U448>,
    ["............/....#......./............"],
    position_laws
);
laws!(
    combo,
    Combo,
    ["w1,w1,w1/w1,w1,w1/.,.,./b1,b1,b1/b1,b1,b1", "b9,.,w2/.,w8,b1"],
    boxed position_laws
);

laws!(
    backsliding_toads_and_frogs,
    BackslidingToadsAndFrogs,
    ["tt..ff", "t.f.t.f", "ttf.t.ff..t"],
    boxed position_laws
);
laws!(huge_backsliding, BackslidingToadsAndFrogs<U448>, ["t.f.t.f"], position_laws);
laws!(
    fox_and_geese,
    FoxAndGeese,
    [".g.g.g/....../....../....../....../..f...", "g.g./.f../...."],
    boxed position_laws
);
laws!(
    far_fox_and_geese,
    FarFoxAndGeese,
    [".g.g/..../..../..f.", "g.g.g/...../..f../.g.../....."],
    position_laws
);
laws!(
    hare_and_hounds,
    HareAndHounds,
    ["#h..#/h...r/#h..#", "#h....#/h..r..h/#.....#"],
    boxed position_laws
);
laws!(huge_hare_and_hounds, HareAndHounds<U448>, ["#h..#/h...r/#h..#"], position_laws);
laws!(huge_fox_and_geese, FoxAndGeese<U448>, [".g.g/..../..../..f."], position_laws);

/// Pictures with loops, parallel edges, and parts that only the ground joins.
const HACKENBUSH: [&str; 2] = [
    "n=5 0-1:b 1-2:r 1-2:g 2-0:r 2-3:b 3-3:r 0-0:b 0-0:b 0-4:g",
    "n=7 0-1:b 1-2:r 1-3:g 0-4:r 4-5:b 4-6:g",
];

/// Variants of Clobber of one's own, with all that no named one has.
macro_rules! variant {
    ($name:ident, $text:literal, $($choice:item)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        struct $name;

        impl Variant for $name {
            const SPEC: &'static RulesetSpec = &RulesetSpec::stones($text);
            $($choice)*
        }
    };
}

variant! {
    HotRooks, "hot-rooks",
    const ONTO: Onto = Onto::Stones;
    const REACH: u8 = u8::MAX;
}
variant! {
    Skips, "skips",
    const DIRECTIONS: &'static [(i8, i8)] = &[(0, 2), (0, -2)];
    const ONTO: Onto = Onto::Stones;
    const REACH: u8 = 2;
}
variant! {
    OneWay, "one-way",
    const DIRECTIONS: &'static [(i8, i8)] = &[(0, 1), (1, 1)];
}
variant! {
    Trails, "trails",
    const DIRECTIONS: &'static [(i8, i8)] = &[(0, 1), (1, 0)];
    const ONTO: Onto = Onto::Empty;
    const LEAVES: Leaves = Leaves::Own;
    const REACH: u8 = 2;
}

laws!(hot_rooks, GenClobber<HotRooks>, ["x.o", "x..x.o", "x.o/..x/o.."]);
laws!(skips, GenClobber<Skips>, ["x...x", "x.o...x.o", "xo..x/o...x"]);
laws!(one_way, GenClobber<OneWay>, ["xox/oxo", "xo.x/.ox.", "oo/xx/oo"]);
laws!(trails, GenClobber<Trails, U448>, ["x../.o.", "x...", "o.x./...."]);

/// What is wrong with a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    ListedTwice,
    Unlisted,
    Illegal,
    Options,
    FewerOptions,
    Hash,
    MoveCount,
    LineCount,
    Negative,
    NegativeValue,
    Components,
    Normalized,
    NotNegated,
    NormalizedAgain,
    Narrow,
    NarrowValue,
    Widened,
    Endless,
    Growing,
    Text,
    MoveText,
    UpperCase,
    NotExchanged,
}

/// Heaps of counters: one player takes one counter from a heap, the other two. Right or wrong,
/// by the fault.
#[derive(Clone, Debug)]
struct Heaps<const FAULTY: bool> {
    heaps: Vec<u8>,
    fault: Fault,
    /// 1 or 2; Right takes the other number.
    taken_by_left: u8,
    /// Moves made; without meaning but for some faults.
    age: u32,
}

/// Take from the heap of that number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Take(usize);

impl Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

impl<const FAULTY: bool> PartialEq for Heaps<FAULTY> {
    fn eq(&self, other: &Self) -> bool {
        let age = |heaps: &Self| if self.fault == Fault::Growing { heaps.age } else { 0 };
        (&self.heaps, self.taken_by_left, age(self))
            == (&other.heaps, other.taken_by_left, age(other))
    }
}

impl<const FAULTY: bool> Eq for Heaps<FAULTY> {}

impl<const FAULTY: bool> Hash for Heaps<FAULTY> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.heaps, self.taken_by_left).hash(state);
        if self.fault == Fault::Hash || self.fault == Fault::Growing {
            self.age.hash(state);
        }
    }
}

impl<const FAULTY: bool> Heaps<FAULTY> {
    fn taken_by(&self, player: Player) -> u8 {
        if player == Player::Left { self.taken_by_left } else { 3 - self.taken_by_left }
    }

    fn may_take(&self, player: Player, Take(n): Take) -> bool {
        self.heaps.get(n).is_some_and(|&heap| heap >= self.taken_by(player))
    }
}

impl<const FAULTY: bool> Position for Heaps<FAULTY> {
    type Move = Take;

    fn moves(&self, player: Player) -> impl Iterator<Item = Take> {
        let twice = if self.fault == Fault::ListedTwice { 2 } else { 1 };
        let fewer = usize::from(self.fault == Fault::Unlisted && player == Player::Right);
        let all = (0..self.heaps.len()).map(Take).filter(move |&mv| self.may_take(player, mv));
        all.flat_map(move |mv| std::iter::repeat_n(mv, twice)).skip(fewer)
    }

    fn play_unchecked(&mut self, player: Player, Take(n): Take) {
        let taken = if self.fault == Fault::Endless && n == 1 { 0 } else { self.taken_by(player) };
        if self.fault != Fault::Growing || n != 1 {
            self.heaps[n] -= taken;
        }
        self.age += 1;
    }

    fn broken_rule(&self, player: Player, mv: Take) -> Option<&'static str> {
        let legal = self.may_take(player, mv) && (self.fault != Fault::Illegal || mv != Take(1));
        (!legal).then_some("the heap is too small")
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let options = self.moves(player).map(move |mv| {
            let mut option = self.clone();
            option.play_unchecked(player, mv);
            option.age += u32::from(self.fault == Fault::Hash);
            if self.fault == Fault::Options {
                option.heaps.reverse();
            }
            option
        });
        options.skip(usize::from(self.fault == Fault::FewerOptions))
    }

    fn move_count(&self, player: Player) -> u64 {
        self.moves(player).count() as u64 + u64::from(self.fault == Fault::MoveCount)
    }

    fn line_count(&self, player: Player, depth: u32) -> u64 {
        let wrong_player = if self.fault == Fault::LineCount { player } else { !player };
        match depth {
            0 => 1,
            1 => self.move_count(player),
            _ => self.options(player).map(|o| o.line_count(wrong_player, depth - 1)).sum(),
        }
    }
}

impl<const FAULTY: bool> Narrow<Heaps<FAULTY>> for Heaps<false> {
    fn narrowed(position: &Heaps<FAULTY>) -> Option<Self> {
        let mut heaps = position.heaps.clone();
        match position.fault {
            Fault::Endless | Fault::Growing => return None,
            Fault::Narrow => heaps.truncate(1),
            // As many moves now and next, but not for long.
            Fault::NarrowValue => heaps.iter_mut().for_each(|heap| *heap = (*heap).min(6)),
            _ => {}
        }
        let fault = if position.fault == Fault::Widened { Fault::Widened } else { Fault::None };
        Some(Heaps { heaps, fault, taken_by_left: position.taken_by_left, age: 0 })
    }

    fn widened(&self) -> Heaps<FAULTY> {
        let Heaps { mut heaps, fault, taken_by_left, age } = self.clone();
        if fault == Fault::Widened {
            heaps.reverse();
        }
        Heaps { heaps, fault, taken_by_left, age }
    }
}

impl<const FAULTY: bool> Short for Heaps<FAULTY> {
    fn with_narrow<V: NarrowVisitor<Self>>(visitor: V) -> V::Output {
        if !FAULTY {
            return visitor.none();
        }
        visitor.some::<Heaps<false>>()
    }

    fn negative(&self) -> Self {
        let mut negative = self.clone();
        if self.fault != Fault::NotExchanged {
            negative.taken_by_left = 3 - self.taken_by_left;
        }
        match self.fault {
            Fault::Negative => negative.heaps.truncate(1),
            Fault::NegativeValue => {
                negative.heaps.iter_mut().for_each(|heap| *heap = (*heap).min(6));
            }
            _ => {}
        }
        negative
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        let heaps = self.heaps.iter().skip(usize::from(self.fault == Fault::Components));
        heaps.map(|&heap| Heaps { heaps: vec![heap], ..self.clone() })
    }

    fn normalized(&self) -> (Self, bool) {
        let mut heaps = self.heaps.clone();
        heaps.sort();
        match self.fault {
            Fault::Normalized => heaps.dedup(),
            Fault::NormalizedAgain => heaps.reverse(),
            _ => {}
        }
        if self.fault == Fault::NormalizedAgain && heaps == self.heaps {
            heaps.reverse();
        }
        let negated = self.taken_by_left == 2;
        (
            Heaps { heaps, taken_by_left: 1, age: 0, ..*self },
            negated && self.fault != Fault::NotNegated,
        )
    }
}

/// `1:3+2` is Left taking one from heaps of three and two.
impl<const FAULTY: bool> Display for Heaps<FAULTY> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut heaps: Vec<String> = self.heaps.iter().map(ToString::to_string).collect();
        if self.fault == Fault::Text {
            heaps.sort();
        }
        write!(f, "{}:{}", self.taken_by_left, heaps.join("+"))
    }
}

impl<const FAULTY: bool> FromStr for Heaps<FAULTY> {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (taken, heaps) = text.split_once(':').unwrap_or((text, ""));
        let heaps = heaps.split('+').map(str::parse).collect::<Result<_, _>>()?;
        Ok(Heaps { heaps, fault: Fault::None, taken_by_left: taken.parse()?, age: 0 })
    }
}

impl<const FAULTY: bool> Ruleset for Heaps<FAULTY> {
    const SPEC: &'static RulesetSpec = &RulesetSpec::new("heaps");

    fn read_position(&self, text: &str) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Ok(Heaps { fault: self.fault, ..text.parse()? })
    }

    fn read_move(&self, text: &str) -> Result<Take, ParseMoveError> {
        let error = || ParseMoveError::new(text, "expected a heap");
        let lower = if self.fault == Fault::UpperCase { text.into() } else { text.to_lowercase() };
        let n = lower.strip_prefix("take ").and_then(|n| n.parse::<usize>().ok());
        let n = n.ok_or_else(error)?;
        Ok(Take(if self.fault == Fault::MoveText { n / 2 } else { n }))
    }
}

const HEAPS: [&str; 3] = ["1:3+2", "1:7+1+3", "2:2+7+2"];

laws!(heaps_without_fault, Heaps<false>, HEAPS);

/// The law that a fault breaks, as the failure names it.
fn broken(fault: Fault) -> String {
    let start = |text: &&str| Heaps::<true> { fault, ..text.parse().unwrap() };
    let starts: Vec<Heaps<true>> = HEAPS.iter().map(start).collect();
    let positions = select(starts).prop_flat_map(|start| reachable(start, 6));
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&positions, |position| {
        ruleset_laws(&position)?;
        text_laws(&position)
    });
    match outcome {
        Ok(()) => "none".into(),
        Err(TestError::Abort(reason)) => reason.message().into(),
        Err(TestError::Fail(reason, position)) => {
            let (law, shown) = reason.message().split_once(": not so ").unwrap_or_default();
            assert!(shown.contains("Heaps { heaps: ["), "{reason} shows no position: {position}");
            law.into()
        }
    }
}

#[test]
fn every_fault_is_found() {
    assert_eq!(broken(Fault::None), "none");
    assert_eq!(broken(Fault::ListedTwice), "each move is listed once");
    assert_eq!(broken(Fault::Unlisted), "only listed moves are legal");
    assert_eq!(broken(Fault::Illegal), "a listed move is legal");
    assert_eq!(broken(Fault::Options), "options are what the moves lead to");
    assert_eq!(broken(Fault::FewerOptions), "there are as many options as moves");
    assert_eq!(broken(Fault::Hash), "equal positions have equal hashes");
    assert_eq!(broken(Fault::MoveCount), "move_count is the number of moves");
    assert_eq!(broken(Fault::LineCount), "line_count counts lines of moves");
    assert_eq!(broken(Fault::Negative), "the negative has the moves of the other player");
    assert_eq!(broken(Fault::NegativeValue), "the negative has the negative value");
    // Exchanged or not, many have as many moves now and next.
    assert!(broken(Fault::NotExchanged).starts_with("the negative has the"));
    assert_eq!(broken(Fault::Components), "the components add up to the value");
    assert_eq!(broken(Fault::Normalized), "normalizing keeps the value");
    assert_eq!(broken(Fault::NotNegated), "normalizing keeps the value");
    assert_eq!(broken(Fault::NormalizedAgain), "normalizing again changes nothing");
    assert_eq!(broken(Fault::Narrow), "the narrow position has the same moves");
    assert_eq!(broken(Fault::NarrowValue), "the narrow position has the value");
    assert_eq!(broken(Fault::Widened), "the narrow position widens to the position");
    assert_eq!(broken(Fault::Endless), "every line of play ends");
    assert_eq!(broken(Fault::Text), "the printed position is read as itself");
    assert_eq!(broken(Fault::MoveText), "a printed move is read as itself");
    assert_eq!(broken(Fault::UpperCase), "a move is read in upper and lower case");
}

/// Laws that no position is small enough for are no laws that hold.
#[test]
fn rejecting_all_positions_is_no_success() {
    assert_eq!(broken(Fault::Growing), "Too many global rejects");
    let start: Kayles = "100".parse().unwrap();
    assert!(matches!(ruleset_laws(&start), Err(TestCaseError::Reject(_))));
}

/// A failure shrinks to fewer moves, and to those listed first.
#[test]
fn reachable_positions_shrink() {
    let start: Kayles = "9+9".parse().unwrap();
    let first = start.options(Player::Left).next().unwrap();
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    let outcome = TestRunner::new(config).run(&reachable(start.clone(), 10), |position| {
        prop_assert_eq!(position, start.clone());
        Ok(())
    });
    match outcome {
        Err(TestError::Fail(_, position)) => assert_eq!(position, first),
        other => panic!("{other:?}"),
    }
}
