//! A name is not a rule: rulesets that share a name keep their own rules, and files that could confuse them are errors.

use std::fmt;
use std::str::FromStr;

use dicot::rules::{
    AnyPosition, AnyRuleset, Clobber448, Combo, Kayles, OwnedSpec, Position, Ruleset, RulesetSpec,
    Short, rulesets,
};
use dicot::solver::{CertificateError, LoadError, NimberSolver, Solver, Sum};
use dicot::{Limits, Outcome, Player};

/// Heaps from which a move takes counters, under a name of the library.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Heaps<const MOST: u16>(Vec<u16>);

impl<const MOST: u16> Position for Heaps<MOST> {
    /// The heap and the counters that are taken from it.
    type Move = Take;

    fn moves(&self, _: Player) -> impl Iterator<Item = Take> {
        let heaps = self.0.iter().enumerate();
        heaps.flat_map(|(heap, &counters)| {
            (1..=counters.min(MOST)).map(move |taken| Take { heap, taken })
        })
    }

    fn play_unchecked(&mut self, _: Player, mv: Take) {
        self.0[mv.heap] -= mv.taken;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Take {
    heap: usize,
    taken: u16,
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.heap, self.taken)
    }
}

impl<const MOST: u16> Short for Heaps<MOST> {
    fn negative(&self) -> Self {
        self.clone()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        self.0.iter().filter(|&&heap| heap > 0).map(|&heap| Heaps(vec![heap]))
    }
}

impl<const MOST: u16> fmt::Display for Heaps<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.0.iter().map(u16::to_string).collect();
        f.write_str(&heaps.join("+"))
    }
}

impl<const MOST: u16> FromStr for Heaps<MOST> {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split('+').map(str::parse).collect::<Result<_, _>>().map(Heaps)
    }
}

impl<const MOST: u16> Ruleset for Heaps<MOST> {
    const SPEC: &'static RulesetSpec = &RulesetSpec::new("kayles");
}

/// One or two counters, as in Kayles, but from the heap as a whole.
type Own = Heaps<2>;

fn own(heap: u16) -> Own {
    Heaps(vec![heap])
}

fn kayles(heap: u16) -> Kayles {
    heap.to_string().parse().unwrap()
}

#[test]
fn own_rules_under_a_name_of_the_library() {
    // Winning Ways, chapter 4.
    const KAYLES: [u32; 13] = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4];
    let mut solver = Solver::new();
    for heap in 1..=12 {
        let value = u32::from(heap) % 3;
        assert_eq!(solver.nim_value(&own(heap).into()), Ok(Some(value)), "{heap}");
        let outcome = if value == 0 { Outcome::Previous } else { Outcome::Next };
        assert_eq!(solver.outcome(&own(heap).into()), Ok(outcome), "{heap}");
        for other in 1..=12 {
            let sum = Sum::from(own(heap)) + kayles(other);
            let value = value ^ KAYLES[usize::from(other)];
            assert_eq!(solver.nim_value(&sum), Ok(Some(value)), "{sum}");
        }
    }
}

/// Who wins under misère play, by moves alone.
fn wins_misere(sum: &Sum, player: Player) -> bool {
    let moves = sum.moves(player);
    moves.is_empty() || moves.iter().any(|mv| !wins_misere(&mv.sum, !player))
}

#[test]
fn sums_of_two_rulesets_of_one_name() {
    for (heap, other) in [(3, 3), (3, 5), (5, 5), (6, 3), (4, 4)] {
        let sum = Sum::from(own(heap)) + kayles(other);
        assert_eq!(sum.to_string(), format!("kayles:{heap} + kayles:{other}"));
        for player in Player::BOTH {
            let mut solver = Solver::new();
            let wins = solver.wins_first(&sum, player).unwrap();
            let verified = solver.verify(&sum, player).unwrap();
            assert_eq!(verified.winner == player, wins, "{sum}");
            solver.misere = true;
            assert_eq!(solver.wins_first(&sum, player), Ok(wins_misere(&sum, player)), "{sum}");
        }
    }
    // Components of two rulesets are not the same, though their texts are: 3 + 3 is no sum of equal games.
    let verified = Solver::new().verify(&(Sum::from(own(3)) + kayles(3)), Player::Left);
    assert!(matches!(verified, Ok(verified) if verified.winner == Player::Left), "{verified:?}");
}

/// Node Kayles on a path: a move removes a vertex and its neighbours.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Paths(Vec<u16>);

impl Position for Paths {
    type Move = Take;

    fn moves(&self, _: Player) -> impl Iterator<Item = Take> {
        let paths = self.0.iter().enumerate();
        paths.flat_map(|(heap, &length)| (0..length).map(move |taken| Take { heap, taken }))
    }

    fn play_unchecked(&mut self, _: Player, mv: Take) {
        let length = self.0.swap_remove(mv.heap);
        self.0.push(mv.taken.saturating_sub(1));
        self.0.push(length.saturating_sub(mv.taken + 2));
    }
}

impl Short for Paths {
    fn negative(&self) -> Self {
        self.clone()
    }

    fn is_impartial(&self) -> bool {
        true
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        self.0.iter().filter(|&&length| length > 0).map(|&length| Paths(vec![length]))
    }
}

impl fmt::Display for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl FromStr for Paths {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|length| Paths(vec![length]))
    }
}

impl Ruleset for Paths {
    const SPEC: &'static RulesetSpec = &RulesetSpec::new("node-kayles-on-paths");
}

/// An own impartial ruleset is searched as impartial: a path of 200 has 200 components and no more.
#[test]
fn own_impartial_rulesets_are_searched_as_impartial() {
    let path = Paths(vec![200]);
    let expected = NimberSolver::new().nim_value(&path).unwrap();
    let mut solver = Solver::new().with_limits(Limits::default().with_nodes(100_000));
    assert_eq!(solver.nim_value(&path.clone().into()), Ok(Some(expected)));
    assert!(solver.outcome(&path.into()).is_ok());
    assert!(solver.nodes() < 2_000, "{}", solver.nodes());
}

/// A ruleset of that name and no other description, whose moves take up to so many counters.
fn made<const MOST: u16>(name: &str) -> AnyRuleset {
    const SPEC: &RulesetSpec = &RulesetSpec::new("");
    let spec = OwnedSpec { name: name.to_owned(), ..SPEC.owned().clone() };
    AnyRuleset::new(spec, |text| Ok(text.parse::<Heaps<MOST>>()?))
}

#[test]
fn rulesets_that_are_made_with_one_name() {
    let rulesets = [made::<1>("heaps"), made::<2>("heaps")];
    let [ones, twos] = rulesets.each_ref().map(|ruleset| ruleset.read("3").unwrap());
    assert_ne!(ones, twos);
    assert_ne!(rulesets[0], rulesets[1]);
    let mut solver = Solver::new();
    assert_eq!(solver.nim_value(&ones.clone().into()), Ok(Some(1)));
    assert_eq!(solver.nim_value(&twos.clone().into()), Ok(Some(0)));
    assert_eq!(solver.nim_value(&(Sum::from(ones) + twos)), Ok(Some(1)));
    // Types of one ruleset are the same ruleset.
    let named = AnyRuleset::named("kayles").unwrap();
    assert_eq!(AnyPosition::new(kayles(3)), named.read("3").unwrap());
    assert_ne!(AnyPosition::new(own(3)), named.read("3").unwrap());
}

/// A partizan heap, which is searched with the table that is saved: Left takes one counter, Right up to `MOST`. With a minus sign
/// the players are exchanged.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Partizan<const MOST: u16>(i16);

impl<const MOST: u16> Position for Partizan<MOST> {
    type Move = u16;

    fn moves(&self, player: Player) -> impl Iterator<Item = u16> {
        let takes_one = (player == Player::Left) == (self.0 > 0);
        1..=self.0.unsigned_abs().min(if takes_one { 1 } else { MOST })
    }

    fn play_unchecked(&mut self, _: Player, taken: u16) {
        self.0 -= self.0.signum() * taken as i16;
    }
}

impl<const MOST: u16> fmt::Display for Partizan<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl<const MOST: u16> FromStr for Partizan<MOST> {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Partizan)
    }
}

impl<const MOST: u16> Ruleset for Partizan<MOST> {
    const SPEC: &'static RulesetSpec = &RulesetSpec::new("heaps");
}

impl<const MOST: u16> Short for Partizan<MOST> {
    fn negative(&self) -> Self {
        Partizan(-self.0)
    }
}

#[test]
fn files_do_not_confuse_two_rulesets_of_one_name() {
    let sum = Sum::from(Partizan::<2>(6)) + Partizan::<3>(6);
    let mut solver = Solver::new();
    solver.valued_size = 0;
    solver.outcome(&sum).unwrap();
    let error = solver.save(&mut Vec::new()).unwrap_err().to_string();
    assert_eq!(error, "two rulesets are called heaps; give each a name of its own");
    let written = solver.write_certificate(&sum, &Player::BOTH, &mut Vec::new());
    let Err(error @ CertificateError::SameName(_)) = written else { panic!("{written:?}") };
    assert_eq!(error.to_string(), "two rulesets are called heaps; give each a name of its own");

    // A file that knows one of them cannot be read by a solver that knows both.
    let mut solver = Solver::new();
    solver.valued_size = 0;
    solver.outcome(&Partizan::<2>(6).into()).unwrap();
    let mut file = Vec::new();
    solver.save(&mut file).unwrap();
    let with_one = || Solver::new().with_ruleset::<Partizan<2>>();
    with_one().load(&file[..]).unwrap();
    let loaded = with_one().with_ruleset::<Partizan<3>>().load(&file[..]);
    assert!(matches!(&loaded, Err(LoadError::SameName(name)) if name == "heaps"), "{loaded:?}");
}

/// The library's own names are different, and so are its rulesets.
#[test]
fn the_library_has_no_name_twice() {
    let specs: Vec<&RulesetSpec> = rulesets().collect();
    for (i, spec) in specs.iter().enumerate() {
        let mut names = spec.aliases.iter().chain([&spec.name]);
        assert!(
            names.all(|name| !specs[..i].iter().any(|other| other.is_called(name))),
            "{spec:?}"
        );
        let ruleset = AnyRuleset::named(spec.name).unwrap();
        let mut others = specs[..i].iter().filter_map(|other| AnyRuleset::named(other.name));
        assert!(others.all(|other| other != ruleset), "{}", spec.name);
    }
    assert_eq!(AnyRuleset::named("clobber").unwrap(), AnyRuleset::of::<Clobber448>());
    assert_eq!(AnyRuleset::named("kayles").unwrap(), AnyRuleset::of::<Kayles>());
    assert_eq!(AnyRuleset::named("combo").unwrap(), AnyRuleset::without_values::<Combo>());
}
