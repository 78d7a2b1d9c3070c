//! Rulesets by their names, and rulesets that are made.

use dicot::Player;
use dicot::rules::graph::gen_col;
use dicot::rules::heap::partizan_heaps::ParseHeapCodeError;
use dicot::rules::{AnyRuleset, Dicotic, PartizanHeaps, Twisted, toads_by_numbers};
use dicot_impartial::{HeapCode, HeapSum, Product};

use crate::failure::Failure;
use crate::far_clobber;
use crate::grids;
use crate::rational::Rational;
use crate::value::Value;

/// The rulesets that exist for every ruleset with values: the beginning of their names, and what makes one from the other.
const VARIANTS: [(&str, MakeVariant); 3] = [
    ("dicotic-", Dicotic::ruleset),
    ("impartial-", AnyRuleset::impartial),
    ("twisted-", Twisted::ruleset),
];

/// Makes a variant of a ruleset.
type MakeVariant = fn(&AnyRuleset) -> AnyRuleset;

/// The most variants of variants in a name.
const MAX_DEPTH: usize = 3;

/// The beginnings of the names of variants, which the name of a ruleset with values follows.
pub fn variants() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().map(|(beginning, _)| *beginning)
}

/// Makes the ruleset of a name in lower case: heaps of a code or pairs of numbers (`heap-0.77`, `heap-wythoff`), heaps with a code for each player
/// (`partizan-heap-0.33-0.7`), and variants of these and of rulesets of the library (`dicotic-kayles`); `None` for other names.
///
/// # Errors
/// If the code is invalid.
///
/// # Examples
/// ```
/// let ruleset = dicot_calc::made_ruleset("impartial-clobber").unwrap()?;
/// assert_eq!(ruleset.read("xxo")?.to_string(), "xxo");
/// assert!(dicot_calc::made_ruleset("clobber").is_none());
/// assert!(dicot_calc::made_ruleset("heap-3.7").unwrap().is_err());
/// # Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
/// ```
pub fn made_ruleset(name: &str) -> Option<Result<AnyRuleset, String>> {
    made(name, MAX_DEPTH)
}

fn made(name: &str, depth: usize) -> Option<Result<AnyRuleset, String>> {
    if let Some(codes) = name.strip_prefix("partizan-heap-") {
        let (left, right) = codes.split_once('-').unwrap_or((codes, ""));
        return Some(partizan(left, right));
    }
    if let Some(game) = name.strip_prefix("heap-") {
        // The letters of a code are capitals, and those of names are either.
        let made = impartial(&game.to_ascii_uppercase());
        return Some(made.map_err(|error| format!("{game}: {error}")));
    }
    let by_numbers = toads_by_numbers::ruleset_named(name);
    if let Some(ruleset) = by_numbers.or_else(|| gen_col::ruleset_named(name)) {
        return Some(ruleset);
    }
    let variant =
        VARIANTS.iter().find_map(|(beginning, of)| Some((name.strip_prefix(beginning)?, of)));
    let (base, variant) = variant.filter(|_| depth > 0)?;
    let named = AnyRuleset::named(base).filter(AnyRuleset::has_values);
    let base = named.map(Ok).or_else(|| made(base, depth - 1))?;
    Some(base.map(|base| variant(&base)))
}

/// The ruleset of a name: as the command line has it, `toads_and_frogs`, or as CGSuite writes it, `ToadsAndFrogs`.
pub(crate) fn ruleset(name: &str) -> Option<AnyRuleset> {
    let mut kebab = String::new();
    for letter in name.chars() {
        let begins_word = letter.is_ascii_uppercase()
            && kebab.ends_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
        kebab.extend(begins_word.then_some('-'));
        kebab.push(if letter == '_' { '-' } else { letter.to_ascii_lowercase() });
    }
    let found = AnyRuleset::named(&kebab).or_else(|| made_ruleset(&kebab)?.ok());
    found.or_else(|| dicot_impartial::ruleset(name).ok())
}

/// What makes a ruleset from arguments: `rules("heap-0.77")`, `heap("0.77")`, `Subtraction([1,3])`, `PartizanSubtraction([1],[2])`.
pub(crate) struct Maker(pub(crate) &'static str);

impl Maker {
    /// The maker of that name, in upper or lower case.
    pub(crate) fn named(name: &str) -> Option<Maker> {
        const NAMES: [&str; 18] = [
            "rules",
            "heap",
            "takeandbreak",
            "subtraction",
            "splittles",
            "takeaway",
            "genwythoff",
            "genmem",
            "heapruleset",
            "takebreak",
            "partizantakeandbreak",
            "partizansubtraction",
            "partizansplittles",
            "spawning",
            "turning",
            "genclobber",
            "gentoadsandfrogs",
            "gencol",
        ];
        NAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name)).map(Maker)
    }

    /// The names of the arguments.
    pub(crate) fn arguments(&self) -> &'static [&'static str] {
        match self.0 {
            "subtraction" => &["set", "allbut"],
            "partizansubtraction" => &["left", "right", "allbut"],
            "splittles" => &["set"],
            "partizantakeandbreak" | "partizansplittles" => &["left", "right"],
            "rules" => &["name"],
            "heap" | "takeandbreak" => &["code"],
            "heapruleset" | "takebreak" => &["options", "largest"],
            "spawning" | "turning" => &["coins"],
            "genclobber" => &["maxDistance", "directions"],
            "gentoadsandfrogs" => &["maxJump", "maxStep"],
            "gencol" => &["leftPermitted", "rightPermitted"],
            _ => &["f"],
        }
    }

    pub(crate) fn ruleset(&self, arguments: &[&Value]) -> Result<AnyRuleset, Failure> {
        let texts = arguments.iter().map(|argument| match argument {
            Value::Text(text) => text.to_string(),
            other => other.to_string(),
        });
        let texts: Vec<String> = texts.collect();
        let made = match (self.0, &texts[..]) {
            ("subtraction", [set, all_but]) if is_truth(arguments[1]) => {
                impartial(&subtraction(set, all_but))
            }
            ("partizansubtraction", [left, right, all_but]) if is_truth(arguments[2]) => {
                let heaps = |set| -> Result<HeapSum, String> {
                    let none = impartial(&subtraction(set, all_but))?.read("0");
                    let heaps = none.ok().and_then(|none| none.to_type());
                    heaps.ok_or_else(|| format!("{set} is not a set of numbers"))
                };
                let name = format!("PartizanSubtraction({left},{right},allbut => {all_but})");
                let both = heaps(left).and_then(|left| Ok([left, heaps(right)?]));
                both.map(|[left, right]| Product::PartizanJoin.ruleset(&name, [&left, &right]))
            }
            ("spawning" | "turning", [coins]) => {
                let ruleset = dicot_impartial::ruleset_of_coins(coins, self.0 == "turning");
                ruleset.map_err(|error| error.to_string())
            }
            ("genclobber" | "gentoadsandfrogs", _) => {
                let number = |index: usize, usual: u8| match arguments.get(index) {
                    None | Some(Value::Nothing) => Ok(usual),
                    Some(n) => (n.as_natural().and_then(|n| u8::try_from(n).ok()))
                        .ok_or_else(|| format!("{} is not a number from 0 to 255", texts[index])),
                };
                match (self.0, arguments.len()) {
                    ("genclobber", 0..=2) => {
                        let directions = match arguments.get(1) {
                            None | Some(Value::Nothing) => Ok(None),
                            Some(list) => (grids::all_coordinates(list).map(Some))
                                .ok_or_else(|| format!("{} are not coordinates", texts[1])),
                        };
                        let is_far = matches!(arguments.first(), Some(Value::Rational(x)) if *x == Rational::INFINITE);
                        directions.and_then(|directions| match is_far {
                            true => far_clobber::without_limit(directions.as_deref()),
                            false => far_clobber::ruleset(number(0, 1)?, directions.as_deref()),
                        })
                    }
                    ("gentoadsandfrogs", 0..=2) => number(0, 1).and_then(|max_jump| {
                        by_name(&format!("toads-and-frogs-1-{}-{max_jump}-0", number(1, 1)?))
                    }),
                    _ => Err(format!("{} takes {}", self.0, self.arguments().join(", "))),
                }
            }
            ("gencol", _) if let [left, right] = arguments => {
                let letters = |permitted: &Value| -> Result<String, String> {
                    let wrong =
                        || format!("{permitted} is not a list of labels, as [Nothing,Right]");
                    let labels = permitted.collection().ok_or_else(wrong)?.iter();
                    let letters = labels.map(|label| match label {
                        Value::Nothing => Ok('n'),
                        Value::Player(Player::Left) => Ok('l'),
                        Value::Player(Player::Right) => Ok('r'),
                        other => Err(format!("{other} is not `Nothing`, `Left` or `Right`")),
                    });
                    let letters = letters.collect::<Result<String, String>>()?;
                    Ok(if letters.is_empty() { "0".to_owned() } else { letters })
                };
                letters(left)
                    .and_then(|left| by_name(&format!("gen-col-{left}-{}", letters(right)?)))
            }
            ("gencol", _) => Err("write `GenCol([Nothing,Right],[Nothing,Left])`".to_owned()),
            ("rules", [name]) => by_name(name),
            ("heap" | "takeandbreak", [code]) => impartial(code),
            ("partizantakeandbreak", [left, right]) => partizan(left, right),
            ("partizansubtraction" | "partizansplittles", [left, right]) => {
                let set = self.0.trim_start_matches("partizan");
                let code = |list: &str| {
                    let code = format!("{set}({list})").parse::<HeapCode>();
                    code.map(|code| code.to_string()).map_err(|error| error.to_string())
                };
                code(left).and_then(|left| partizan(&left, &code(right)?))
            }
            ("rules" | "heap" | "takeandbreak", _) => Err(format!("{} takes one text", self.0)),
            ("heapruleset" | "takebreak", _) => Err(format!("write `{}(n -> options)`", self.0)),
            (name, _) if name.starts_with("partizan") => {
                Err(format!("{name} takes two arguments, for Left and for Right"))
            }
            (name, _) => impartial(&format!("{name}({})", texts.join(","))),
        };
        made.map_err(Failure::undefined)
    }
}

fn is_truth(value: &Value) -> bool {
    matches!(value, Value::Truth(_))
}

/// The code that takes numbers of a set, or all others.
fn subtraction(set: &str, all_but: &str) -> String {
    match all_but {
        "true" => format!("Subtraction({set}, allbut => true)"),
        _ => format!("Subtraction({set})"),
    }
}

fn impartial(text: &str) -> Result<AnyRuleset, String> {
    dicot_impartial::ruleset(text).map_err(|error| error.to_string())
}

fn partizan(left: &str, right: &str) -> Result<AnyRuleset, String> {
    let code = |text: &str| text.parse().map_err(|error: ParseHeapCodeError| error.to_string());
    Ok(PartizanHeaps::ruleset(code(left)?, code(right)?))
}

fn by_name(name: &str) -> Result<AnyRuleset, String> {
    let made = || made_ruleset(&name.to_ascii_lowercase())?.err();
    let unknown = || made().unwrap_or_else(|| format!("unknown ruleset {name:?}"));
    ruleset(name).ok_or_else(unknown)
}
