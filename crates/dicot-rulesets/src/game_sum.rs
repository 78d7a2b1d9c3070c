//! A sum of positions of several rulesets as one position, so that it can be played.

use std::error::Error;
use std::fmt::{self, Display};
use std::sync::LazyLock;

use dicot::rules::{
    AnyMove, AnyPosition, AnyRuleset, BoardKind, OwnedSpec, Position, RulesetSpec, Short, rulesets,
};
use dicot::{ByPlayer, Player};

use crate::reading::parse;
use crate::text::closest;

/// The most parts: the letters of the alphabet.
const MAX_PARTS: usize = 26;

/// What separates parts.
const PLUS: &str = " + ";

/// The ruleset whose positions are sums of positions of other rulesets of the library: `clobber:xxo + nim:3+5`. A move is one
/// in a part, whose letter is before it: `B:5>2`.
///
/// # Examples
/// ```
/// use dicot::Player;
/// use dicot_rulesets::{PositionExt, RulesetExt, sum_of_games};
/// let sum = sum_of_games().parse("clobber:xo + nim:1+2")?;
/// assert_eq!(sum.play_text(Player::Left, "B:2>1")?.to_string(), "clobber:xo + nim:1+1");
/// # Ok::<_, dicot_rulesets::Failure>(())
/// ```
pub fn sum_of_games() -> AnyRuleset {
    static RULESET: LazyLock<AnyRuleset> = LazyLock::new(|| AnyRuleset::new(spec(), read));
    RULESET.clone()
}

const SPEC: &RulesetSpec = &RulesetSpec::new("sum");

fn spec() -> OwnedSpec {
    let of = |text: &str| text.to_owned();
    let start = "hackenbush:n=4 0-1:b 0-3:g 1-2:r + nim:2+3 + clobber:xox/ox.";
    OwnedSpec {
        title: of("Sum of games"),
        about: of("several games at the same time: a move is one in any of them"),
        how_to_play: vec![
            of(
                "Several positions of different games lie side by side. Make a move in one of them; the others stay as they are.",
            ),
            of("A player who cannot move in any of them loses, and there are no draws."),
        ],
        written: of("positions, each after the name of its ruleset and a colon, joined by ` + `"),
        pieces: ByPlayer { left: of("game"), right: of("game") },
        board: BoardKind::Text,
        start: Some(of(start)),
        positions: vec![
            (of("three games"), of(start)),
            (of("a game and its negative"), of("clobber:xxo. + clobber:oox.")),
        ],
        ..SPEC.owned().clone()
    }
}

/// Reads the parts.
fn read(text: &str) -> Result<GameSum, Box<dyn Error + Send + Sync>> {
    let parts: Vec<&str> = text.split(PLUS).map(str::trim).collect();
    if parts.len() > MAX_PARTS {
        return Err(
            format!("a sum has at most {MAX_PARTS} parts, and this one {}", parts.len()).into()
        );
    }
    let part = |(number, text): (usize, &&str)| {
        let (name, position) = text.split_once(':').ok_or_else(|| {
            format!(
                "part {number}: expected the name of a ruleset, a colon and a position: clobber:xo"
            )
        })?;
        let of_part = |error: &dyn Display| format!("part {number}: {error}");
        let ruleset = ruleset_named(name.trim()).map_err(|error| of_part(&error))?;
        parse(&ruleset, position).map_err(|failure| of_part(&failure.message()))
    };
    let parts = (1..).zip(&parts).map(part).collect::<Result<Vec<_>, String>>()?;
    Ok(GameSum(parts.into()))
}

/// The ruleset of the library with that name, whose positions have values.
fn ruleset_named(name: &str) -> Result<AnyRuleset, String> {
    match AnyRuleset::named(name) {
        Some(ruleset) if ruleset.has_values() => Ok(ruleset),
        Some(_) => Err(format!("the positions of {name} have no values that are short")),
        None => {
            let near = closest(name, rulesets().map(|spec| spec.name));
            let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
            Err(format!("unknown ruleset {name:?} of the library{hint}"))
        }
    }
}

/// A sum of positions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GameSum(std::sync::Arc<[AnyPosition]>);

/// A move in a part: `B:5>2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PartMove {
    part: u8,
    mv: AnyMove,
}

impl Display for PartMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", char::from(b'A' + self.part), self.mv)
    }
}

impl GameSum {
    /// The parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &AnyPosition> {
        self.0.iter()
    }
}

impl Position for GameSum {
    type Move = PartMove;

    fn moves(&self, player: Player) -> impl Iterator<Item = PartMove> {
        let parts = (0..).zip(&*self.0);
        parts.flat_map(move |(part, position)| {
            position.moves(player).map(move |mv| PartMove { part, mv })
        })
    }

    fn play_unchecked(&mut self, player: Player, PartMove { part, mv }: PartMove) {
        let mut parts = self.0.to_vec();
        parts[usize::from(part)].play_unchecked(player, mv);
        self.0 = parts.into();
    }

    fn move_count(&self, player: Player) -> u64 {
        self.0.iter().map(|part| part.move_count(player)).sum()
    }

    fn term_of(&self, mv: PartMove) -> Option<usize> {
        Some(mv.part.into())
    }
}

impl Short for GameSum {
    fn negative(&self) -> GameSum {
        GameSum(self.0.iter().map(Short::negative).collect())
    }

    fn size(&self) -> u32 {
        self.0.iter().map(Short::size).max().unwrap_or(0)
    }

    fn components(&self) -> impl Iterator<Item = GameSum> {
        self.0.iter().flat_map(Short::components).map(|component| GameSum([component].into()))
    }

    fn normalized(&self) -> (GameSum, bool) {
        match &*self.0 {
            [part] => {
                let (part, negated) = part.normalized();
                (GameSum([part].into()), negated)
            }
            _ => (self.clone(), false),
        }
    }
}

impl Display for GameSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, part) in self.0.iter().enumerate() {
            let plus = if number > 0 { PLUS } else { "" };
            write!(f, "{plus}{}:{part}", part.ruleset().spec().name)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use dicot::Store;
    use dicot::solver::Solver;

    use super::*;
    use crate::{PositionExt, RulesetExt, library};

    fn sum(text: &str) -> AnyPosition {
        sum_of_games().parse(text).unwrap()
    }

    /// The value, the solver and the moves agree with those of the parts.
    #[test]
    fn a_sum_is_worth_the_sum_of_its_parts() {
        let text = "clobber:xxo. + nim:2+3 + hackenbush:n=3 0-1:b 1-2:r + domineering:../..";
        let position = sum(text);
        assert_eq!(position.to_string(), text);
        let value = |ruleset: &AnyRuleset, position: &AnyPosition| {
            ruleset.analyzer(Store::new()).canonical_form(position).unwrap()
        };
        let parts = text.split(PLUS).map(|part| {
            let (name, text) = part.split_once(':').unwrap();
            let ruleset = library().find(name).unwrap();
            value(&ruleset, &ruleset.parse(text).unwrap())
        });
        let whole = parts.reduce(|sum, part| &sum + &part).unwrap();
        assert_eq!(value(&sum_of_games(), &position), whole);
        assert_eq!(value(&sum_of_games(), &position.negative()), -&whole);
        for player in Player::BOTH {
            let wins = Solver::new().wins_first(&position.sum().unwrap(), player).unwrap();
            let options: Vec<_> =
                position.options(player).map(|option| value(&sum_of_games(), &option)).collect();
            let zero = dicot::CanonicalForm::ZERO;
            let is_won = |value: &dicot::CanonicalForm| match player {
                Player::Left => *value >= zero,
                Player::Right => *value <= zero,
            };
            assert_eq!(wins, options.iter().any(is_won), "{player}");
        }
    }

    #[test]
    fn moves_have_the_letters_of_their_parts() {
        let position = sum("nim:1+1 + clobber:xo");
        let moves: Vec<_> = position.moves(Player::Left).map(|mv| mv.to_string()).collect();
        assert_eq!(moves, ["A:1>0", "B:a1-b1"]);
        let after = position.play_text(Player::Left, "a:1>0").unwrap();
        assert_eq!(after.to_string(), "nim:1 + clobber:xo");
        // A part that is over keeps its letter.
        let after = after.play_text(Player::Right, "A:1>0").unwrap();
        assert_eq!(after.to_string(), "nim:0 + clobber:xo");
        assert!(after.play_text(Player::Left, "A:1>0").is_err());
    }

    #[test]
    fn errors_say_which_part_is_wrong() {
        let error = |text: &str| sum_of_games().parse(text).unwrap_err().message().to_owned();
        assert!(error("clobber:xo + nim:x").starts_with("part 2: heap 1: unexpected \"x\""));
        assert_eq!(
            error("xo"),
            "part 1: expected the name of a ruleset, a colon and a position: clobber:xo"
        );
        assert_eq!(
            error("clober:xo"),
            "part 1: unknown ruleset \"clober\" of the library; did you mean clobber?"
        );
        assert!(error("sum:clobber:xo").contains("unknown ruleset \"sum\" of the library"));
        assert!(error("combo:b1").contains("have no values that are short"));
        let many = ["clobber:xo"; 27].join(PLUS);
        assert_eq!(error(&many), "a sum has at most 26 parts, and this one 27");
    }
}
