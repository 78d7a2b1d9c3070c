//! The examples have the moves and the values of the rulesets of the library that they describe.

use dicot::Player;
use dicot::analysis::Analyzer;
use dicot::rules::{AnyPosition, AnyRuleset, Position, Short};
use dicot::{CanonicalForm, Store};
use proptest::prelude::*;

/// A ruleset of a file, the one of the library, and the letters of positions.
#[derive(Debug)]
pub(crate) struct Twins {
    name: &'static str,
    letters: &'static str,
    pub(crate) is_row: bool,
}

pub(crate) const ALL: [Twins; 7] = [
    Twins { name: "clobber", letters: "xo.", is_row: false },
    Twins { name: "domineering", letters: ".#", is_row: false },
    Twins { name: "konane", letters: "xo.#", is_row: false },
    Twins { name: "toads-and-frogs", letters: "tf.", is_row: true },
    Twins { name: "fission", letters: "x.#", is_row: false },
    Twins { name: "toppling-dominoes", letters: "lre.", is_row: true },
    Twins { name: "amazons", letters: "xo.#", is_row: false },
];

impl Twins {
    pub(crate) fn file(&self) -> AnyRuleset {
        let name =
            format!("{}/../../examples/games/{}.game", env!("CARGO_MANIFEST_DIR"), self.name);
        let text = std::fs::read_to_string(&name).unwrap();
        dicot_rulefile::read(&name, &text).unwrap()
    }

    fn library(&self) -> AnyRuleset {
        AnyRuleset::named(self.name).unwrap()
    }

    fn board(&self, width: usize, letters: &[usize]) -> String {
        let letter = |&number: &usize| char::from(self.letters.as_bytes()[number]);
        let rows = letters.chunks(width).map(|row| row.iter().map(letter).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }
}

/// Compares positions of both rulesets.
struct Comparison {
    rulesets: [AnyRuleset; 2],
    analyzers: [Analyzer<AnyPosition>; 2],
}

impl Comparison {
    fn new(twins: &Twins) -> Comparison {
        let store = Store::new();
        let analyzer = || Analyzer::in_store(store.clone());
        Comparison {
            rulesets: [twins.file(), twins.library()],
            analyzers: [analyzer(), analyzer()],
        }
    }

    fn value(&mut self, which: usize, position: &AnyPosition) -> CanonicalForm {
        self.analyzers[which].canonical_form(position).unwrap()
    }

    /// The number of moves, the options, the value, and those of the negative and the components.
    fn check(&mut self, text: &str) {
        let [file, library] = self.rulesets.each_ref().map(|ruleset| ruleset.read(text).unwrap());
        for player in Player::BOTH {
            let options = |position: &AnyPosition| {
                let mut options: Vec<String> =
                    position.options(player).map(|option| option.to_string()).collect();
                options.sort();
                options
            };
            assert_eq!(options(&file), options(&library), "{text}, {player:?}");
            assert_eq!(file.move_count(player), library.move_count(player), "{text}, {player:?}");
            let after = file.moves(player).map(|mv| file.clone().play(player, mv).unwrap());
            assert_eq!(after.count() as u64, file.move_count(player), "{text}, {player:?}");
        }
        let value = self.value(1, &library);
        assert_eq!(self.value(0, &file), value, "{text}");
        assert_eq!(self.value(0, &file.negative()), -&value, "{text}");
        let (normalized, negated) = file.normalized();
        let by_library = |text: &str| self.rulesets[1].read(text).unwrap();
        let sign = |value: CanonicalForm, negated| if negated { -&value } else { value };
        let normalized = by_library(&normalized.to_string());
        let components: Vec<AnyPosition> =
            file.components().map(|part| by_library(&part.to_string())).collect();
        assert_eq!(sign(self.value(1, &normalized), negated), value, "{text}");
        let sum =
            components.iter().fold(CanonicalForm::ZERO, |sum, part| sum + self.value(1, part));
        assert_eq!(sum, value, "{text}");
    }
}

/// All boards of at most that many positions.
#[test]
fn all_small_boards() {
    const MAX_BOARDS: usize = 7000;
    for twins in &ALL {
        let mut comparison = Comparison::new(twins);
        let kinds = twins.letters.len();
        for width in 1..=13 {
            for height in 1..=if twins.is_row { 1 } else { 3 } {
                let cells = width * height;
                let boards = kinds.checked_pow(cells as u32).filter(|&boards| boards <= MAX_BOARDS);
                for number in 0..boards.unwrap_or(0) {
                    let letters: Vec<usize> =
                        (0..cells).map(|cell| number / kinds.pow(cell as u32) % kinds).collect();
                    comparison.check(&twins.board(width, &letters));
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Boards that are too large for all of them to be compared; those of 65 cells and more are in wide words.
    #[test]
    fn random_boards(
        which in 0..ALL.len(),
        width in 3..6_usize,
        letters in prop::collection::vec(0..100_usize, 18),
        gap in 0..70_usize,
    ) {
        let twins = &ALL[which];
        let kinds = twins.letters.len();
        let letters: Vec<usize> = letters.iter().map(|letter| letter % kinds).collect();
        let cells = if twins.is_row { 12 } else { width * (if twins.name == "amazons" { 11 } else { 16 } / width) };
        let width = if twins.is_row { cells } else { width };
        let mut text = twins.board(width, &letters[..cells]);
        if twins.is_row {
            // A run of cells that cannot be used, which the library does not have for toads and frogs.
            let gap = if twins.name == "toads-and-frogs" { 0 } else { gap };
            text.push_str(&".".repeat(gap));
        }
        Comparison::new(twins).check(&text);
    }
}
