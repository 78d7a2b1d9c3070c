//! A calculator for combinatorial games: CGSuite's operations, names and statements, over dicot's values.
//!
//! # Language
//! The language contains dicot's [notation of values](dicot::notation). From what binds most closely to what binds
//! least closely:
//!
//! | text | meaning |
//! |---|---|
//! | `3`, `½`, `*2`, `↑`, `⇓*`, `1/2^*` | what is printed, with `↑ ↓ ⇑ ⇓ ± ½ ¼ ¾ −` |
//! | `*(n)` | the nimber of an integer |
//! | `{a,b\|c}`, `{a\|\|b\|c}`, `{a\|}` | a game by its options; a list as an option stands for its elements |
//! | `(G)`, `[a,b]`, `g` | parentheses; a list; a defined name |
//! | `Cool(G,1/2)`, `Tiny(2)` | an [operation](Operation) as a function |
//! | `3.^`, `3.{1\|*}` | an integer multiple |
//! | `1/3`, `(1/3)/2`, `2 ^ 100`, `inf` | a [number](Rational) that is not a game, because its denominator is not a power of two, or it is out of range; `inf` is `1/0` |
//! | `{a,b}` | a set: sorted, without repetitions |
//! | `{a => b, c => d}`, `{=>}`, `map[a]` | a map, sorted by its keys, that without keys, and the value of a key; `{x => x*x for x in a}` |
//! | `(1,2)`, `(1,2) + (0,1)` | coordinates: a row and a column; other parts in parentheses are a list |
//! | `Grid([[0,1],[2,0]])`, `Grid.Parse("x.o",".xo")[1,3]` | a grid of numbers below 256, and one of its cells; `Strip([0,1])` has one row |
//! | `Graph("--")`, `Graph.Cycle(5)`, `DirectedGraph(">>")` | graphs, which rulesets take for the text of a position |
//! | `m := MutableList([1]); m.Add(2)` | a list, a set or a map that methods change: the name in front of the method has another value then, and no other name |
//! | `System.Print(x)` | `Nothing`: the text of x is a [note](Worksheet::notes) of the answer |
//! | `5 is Integer`, `5.Class` | whether a value is of a class, and its class |
//! | `1..5`, `1..9..2` | the list of the integers from 1 to 5; that from 1 to 9 by 2 |
//! | `"ab"` | a text, in which `\"` is a quotation mark and `\\\\` a backslash; `+` joins texts |
//! | `'{0\|0}'` | a game that is [not simplified](Literal), and sums of such: `'{*\|*}' + 1`, `'{*\|*}':1` |
//! | `[x*x for x from 1 to 5]`, `{x for x in a}` | a list or a set of the values of a [loop](#loops) |
//! | `for x in a yield x*x end` | the same list; with several `yield`s each round has several values |
//! | `f(x, name => y)` | an argument by its name, for functions, operations and rulesets that have arguments |
//! | `x -> x + ^`, `f(1)` | a [function](Function), and its value |
//! | `if p then a elseif q then b else c end` | a choice; without `else` it may be `Nothing` |
//! | `begin a := 1; a + 1 end` | statements whose definitions hold only there |
//! | `while p do a := 2*a end`, `for x in a do s := s + x end` | statements that are repeated |
//! | `import "ski.game"` | the ruleset of a [file](Worksheet::with_rule_files), which `ski` means from now on |
//! | `G.Temperature`, `G.Cool(1/2)`, `list[1]` | an operation as a method; an element of a list, the first being 1 |
//! | `clobber("xo/ox")`, `nim(3,5)`, `domineering(2,3)` | a position of a ruleset: by its text, its heaps, or the sides of an empty board |
//! | `heap("0.77")(5)`, `Wythoff((3,4))` | heaps by a code as `dicot heap` reads it, and pairs of numbers |
//! | `GenClobber(maxDistance => 2)`, `Turning("1-3")("hth")` | rulesets by their numbers, and coins in a row |
//! | `GenCol([Nothing,Right],[Nothing,Left])("---")` | vertices that are taken by the labels that Left and Right may take: `gen_col_nr_nl` |
//! | `*[2#0]`, `*[[2],0]` | a [misère canonical form](MisereGame) as it is printed, or by the list of its options |
//! | `-G`, `+-G`, `+-{a,b}`, `±G` | negatives and switches |
//! | `on off over under upon dud tis tisn`, `1over`, `^[on]`, `^<on>` | [loopy games](#loopy-games) by their names |
//! | `{0\|pass}`, `a{0\|b{a\|b}}` | loopy games: `pass` leads back to the braces around it, a name to the braces that it precedes |
//! | `2 ^ 10`, `x^2`, `2^(10)` | powers of numbers: `2^10`, directly after a numeral, is 2 and ten ups |
//! | `3*G`, `1/2 * 1/4`, `G/4`, `17 % 5` | integer multiples, products, quotients and remainders of numbers |
//! | `G:H` | ordinal sums |
//! | `G + H`, `G - H`, `G±H` | sums, differences, `G + (±H)` |
//! | `G Heat 1`, `G NortonProduct ^` | operations with two arguments between them |
//! | `<= >= < > == !=`, `<>`, `<\|`, `\|>` | comparisons: confused with, less or confused, greater or confused |
//! | `G & H` | the game with the onside G and the offside H |
//! | `not p`, `p and q`, `p or q` | conditions, of which as few as needed are evaluated |
//! | `name := G`, `f(x) := x + ^`, `def f(x) := x + ^` | a definition; of a function: the rest of the line |
//! | `;` or a line end | the next statement |
//! | `// ..`, `/* .. */` | a comment, up to the end of the line or to `*/` |
//!
//! The value of a text is that of its last statement. The names that a statement defines can be used in later
//! statements: `a := {1|*}; b := {a|-1}; b + a`. In a [`Worksheet`] they stay defined. `Left`, `Right`, `true`,
//! `false`, `inf` and `Nothing` are constants. Names are case-sensitive, except for names of operations.
//!
//! A comparison is a statement of its own, or in parentheses, in brackets or among arguments, but not within braces.
//! `^<2>` is `↑^2`; `^ < 2` and `^<2` are comparisons. `-1.Heat(2)` is `-(1.Heat(2))`, though `1/2.Heat(2)` is
//! `(1/2).Heat(2)`.
//!
//! # Loops
//! `for x from 1 to 10 by 2` counts, by 1 if there is no `by`, and without end if there is no `to`; `for x in list` takes
//! the elements of a list or a set. `while p` ends the loop when the condition is false, `where p` leaves out a value.
//! Loops nest: `[x + y for x from 1 to 3 for y from 1 to x where x != y]`. As the argument of an operation a loop is a
//! list: `Sum(x*x for x from 1 to 5)`.
//!
//! # Loopy games
//! Play in a loopy game need not end. Its value ([`LoopyValue`](dicot_loopy::LoopyValue)) is printed in simplest form, that of a
//! stopper as one game and others as `onside & offside`; everything that is printed is read. Sums, negatives, switches,
//! integer multiples, ordinal sums and comparisons take loopy games, and so do the operations [below](#operations) of which the table says so.
//! An outcome with a draw is `D`, or `PHat`, `NHat` if Left wins moving second or first and else draws, or `PCheck`, `NCheck` for Right.
//! In quotes a loopy game is [not simplified](LoopyLiteral). Then the thermographs of its kos can be found, where `Left` or `Right` wins all of them:
//! `'a{10|{a|-10}}'.KoThermograph(Left)`, and of the thermograph the `Mean` and the `Temperature`.
//!
//! # Operations
//! The operations and their names are CGSuite's; the short names of textbooks are aliases. [`operations()`] lists them
//! with a summary and a source each:
//!
//! | subject | of short and of loopy games | of short games only, or of other values |
//! |---|---|---|
//! | structure | `CanonicalForm Options LeftOptions RightOptions SensibleOptions SensibleLeftOptions SensibleRightOptions SensibleLines Followers FollowerCount OutcomeClass` | `StopCount Birthday MisereOutcomeClass Companion` |
//! | temperature | `LeftStop RightStop Stop StrongStop Mean Temperature Thermograph KoThermograph` | `Wall LeftWall RightWall Cool Freeze Heat Overheat LeftIncentives RightIncentives Incentives` |
//! | infinitesimals | `Pow PowTo Tiny Miny` | `AtomicWeight FarStar UptimalExpansion ReducedCanonicalForm` |
//! | products and sums | `OrdinalSum Subordinate` | `NortonProduct ConwayProduct OrdinalProduct DisjunctiveSum ConjunctiveSum SelectiveSum NimSum NimProduct UglyProduct NimDiv NimInverse NimExp NimSqrt Mex NimValue` |
//! | numbers | | `Max Min Abs Sign Floor Ceiling Numerator Denominator Reciprocal Div Mod Gcd Lb Isqrt IsEvil IsOdious IsTwoPower IsSmallInteger IsOrdinal IsDyadic` |
//! | lists and sets | | `Sum Size IsEmpty Contains IndexOf Head Tail ToList ToSet Sorted SortedWith Reversed Distinct Flattened Sublist Take Adjoin Concat Union Intersection Grouped Updated Apply Filter Find Count Exists ForAll ForEach Replaced MkOutput` |
//! | maps, grids, graphs and others | | `Keys Values Entries ContainsKey Class Name Is Opponent Row Column Grid Strip Rows Columns FindAll IsInBounds Subgrid Substrip Permuted SymmetryInvariant Graph DirectedGraph Path Cycle Clique Star VertexCount EdgeCount Edges AdjacencyList FromAdjacencyList ConnectedComponents ConnectedComponent IsConnected IsSimple DeleteVertex DeleteVertices RetainVertices DeleteEdge DeleteEdgeByIndex UpdatedVertexLabels Random NextInteger` |
//! | lists, sets and maps that change | | `MutableList MutableSet MutableMap Add AddAll Put PutAll Remove RemoveAll RemoveAt Update Clear Sort SortWith` |
//! | pictures | | `Plot Diagram ScatterPlot IntensityPlot Svg` |
//! | texts and output | | `ToString ToOutput Print Replace ReplaceRegex Matches Substring ToLowerCase ToUpperCase Parse Error Table PeriodicTable Csv Latex Explain` |
//! | questions | `IsZero IsInteger IsNumber IsNimber IsNumberUpStar IsUptimal IsInfinitesimal IsNumberish IsHot IsNumberTiny IsIdempotent IsFinite IsLoopfree` | `IsAllSmall IsAtomic IsSwitch IsTiny IsMiny IsEven IsOdd IsEvenTempered IsOddTempered` |
//! | misère play | | `MisereCanonicalForm Genus MisereNimValue MisereOutcomeClass Mate Parts Partitions MisereMinus Link IsLinkedTo Distinguisher MisereDayN IsNimHeap IsPrime IsTame IsGenerallyTame IsTameable IsRestive IsGenerallyRestive IsRestless IsHalfTame IsExtraverted IsIntroverted` |
//! | positions | | `Moves WinningMoves Components Play Picture Ruleset OwnRules Empty Boards ImpartialVariant DicoticVariant TwistedVariant NimValues Periodicity Code NimValueTable AcrosticProduct DirectProduct CakeProduct Join PartizanJoin ValuesTable` |
//! | loopy games | `Onside Offside Degree Variety IsStable UpsumVariety DownsumVariety Upsum Downsum IsStopper IsStopperSided IsPseudonumber IsPlumtree` | |
//!
//! Short names: `tiny miny ord norton heat over cool prod rcf aw temp lstop rstop`.
//!
//! A [`Value`] is not always a game: it may be a truth value, a list or a thermograph.
//!
//! # Errors
//! A [`ParseFormError`] names the byte at which the problem is, and what was expected there.
//!
//! # Examples
//! ```
//! let store = dicot::Store::new();
//! let mut calculation = store.calculation();
//! let mut value = |text: &str| dicot_calc::parse(text, &mut calculation).unwrap().to_string();
//! assert_eq!(value("{2|-1}.Temperature"), "3/2");
//! assert_eq!(value("Cool({3|-1}, 1)"), "{2|0}");
//! assert_eq!(value("a := {1|*}; b := {a|-1}; b - a"), value("{{1|*}|-1} - {1|*}"));
//! ```

mod arithmetic;
mod classes;
mod collection;
mod document;
mod evaluate;
mod failure;
mod far_clobber;
mod graph;
mod grids;
mod literal;
mod misere;
mod mutable;
mod object;
mod operation;
mod operations;
mod operators;
mod pattern;
mod positions;
mod rational;
mod relation;
mod rulesets;
mod run;
mod scope;
mod symbol;
mod syntax;
mod text;
mod value;
mod words;
mod worksheet;

use dicot::{Calculation, CanonicalForm, ParseFormError};

pub use document::{Answer, Document, Entry, Open, Part};
pub use literal::{Literal, LoopyLiteral, Sum};
pub use misere::MisereGame;
pub use object::Object;
pub use operation::Operation;
pub use operations::operations;
pub use rational::Rational;
pub use rulesets::{made_ruleset, variants};
use scope::Scope;
pub use text::grouped;
pub use value::{Function, Mutable, Value};
pub use worksheet::Worksheet;

/// Parses an expression whose value is a game.
///
/// # Examples
/// ```
/// let store = dicot::Store::new();
/// let mut calculation = store.calculation();
/// let error = dicot_calc::parse("{2|-1}.Temperatur", &mut calculation).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "at offset 7: unknown name `Temperatur`; is `Temperature` meant?"
/// );
/// ```
///
/// # Errors
/// If the value is not a game, or a limit is reached.
pub fn parse(
    text: &str,
    calculation: &mut Calculation<'_>,
) -> Result<CanonicalForm, ParseFormError> {
    run::game(text, &mut Scope::default(), calculation)
}

/// Parses an expression: its value, which may be a loopy game.
///
/// # Examples
/// ```
/// let store = dicot::Store::new();
/// let mut calculation = store.calculation();
/// let value = dicot_calc::evaluate("{0|pass} + *", &mut calculation)?;
/// assert_eq!(value.to_string(), "over");
/// assert!(value.to_loopy().unwrap().is_stopper());
/// # Ok::<_, dicot::ParseFormError>(())
/// ```
///
/// # Errors
/// If the text has no value, or a limit is reached.
pub fn evaluate(text: &str, calculation: &mut Calculation<'_>) -> Result<Value, ParseFormError> {
    run::value(text, &mut Scope::default(), calculation)
}

/// Parses the Left and the Right options of a game in braces as written, after any definitions; see
/// [`Calculation::parse_options`]. The options are expressions.
///
/// # Errors
/// If the text is not a game in braces, or a limit is reached.
pub fn parse_options(
    text: &str,
    calculation: &mut Calculation<'_>,
) -> Result<(Vec<CanonicalForm>, Vec<CanonicalForm>), ParseFormError> {
    run::options(text, &mut Scope::default(), calculation)
}
