//! What all rulesets have in common: their wording, and what they read.

#[path = "../../examples/5_own_ruleset/stalk.rs"]
mod stalk;

use dicot::board::{Symmetry, U448};
use dicot::rules::{
    self, Amazons, AnyBoard, BoardKind, Domineering, Fission, GenClobber, Kayles, Konane, Position,
    Rank, Ruleset, RulesetSpec,
    clobber::{Hot, Kings, Queens, Rooks, Variant},
};
use dicot::{Outcome, Player, analysis::Analyze};
use stalk::Stalk;

use crate::plain::boxed::{boxed, ruleset};

/// Positions to begin with; those of its examples, where a ruleset does not list its own here.
fn starts(spec: &RulesetSpec) -> Vec<&'static str> {
    let texts: &[&str] = match spec.name {
        "combo" => &["w2,w1/.,./b1,b3"],
        "kayles" => &["5+3"],
        "cram" | "domineering" => &["..#/..."],
        "fission" => &["..../.xx./.x.."],
        "toads-and-frogs" => &["tt..f.f"],
        "amazons" => &["x..#/..o."],
        "konane" => &["xo.o./o.x.o"],
        name if name.starts_with("konane-") => &["oxo/xox", "oxo/.ox", ".xo/.ox"],
        "anti-clobber" => &["x.o/.o."],
        _ if spec.family == "Clobber" => &["xo.x/oxo./x.ox"],
        _ => return spec.examples.iter().map(|example| example.before).collect(),
    };
    texts.to_vec()
}

/// Counts the legal moves of some positions, and checks what is said of them.
fn legal_moves(spec: &RulesetSpec) -> usize {
    let mut moves = 0;
    for text in starts(spec) {
        let position = boxed(spec.name, text);
        for player in Player::BOTH {
            for mv in position.moves(player) {
                assert_eq!(position.broken_rule(player, mv), None, "{mv}");
                assert_eq!(position.read_move(&format!(" {mv} ")), Ok(mv));
                moves += 1;
            }
        }
        listed_moves_stay_the_same(&position);
    }
    moves
}

/// A move that was listed is the same one in the position after another move, and when the other player makes it.
fn listed_moves_stay_the_same<P: Position>(position: &P) {
    let listed = Player::BOTH.map(|player| position.moves(player).collect::<Vec<_>>()).concat();
    let options = Player::BOTH.map(|player| position.options(player).take(5).collect::<Vec<_>>());
    for position in options.iter().flatten().chain([position]) {
        for player in Player::BOTH {
            for own in position.moves(player) {
                for same in listed.iter().filter(|&&mv| mv == own) {
                    let [own, same] =
                        [own, *same].map(|mv| position.clone().play(player, mv).unwrap());
                    assert!(own == same);
                }
            }
        }
    }
}

/// Holds the description of a ruleset against its positions and moves.
fn describes(spec: &RulesetSpec) {
    let name = spec.name;
    let ruleset = ruleset(name);
    let has_values = ruleset.has_values();
    assert!(!has_values || spec.rank != Rank::Nothing, "play of {name} ends");
    for example in spec.examples {
        let position = ruleset.read(example.before).unwrap();
        let mv = position.read_move(example.mv).unwrap();
        assert_eq!(mv.to_string(), example.mv, "{name}");
        let after = position.play(example.player, mv).unwrap().to_string();
        assert_eq!(after, example.after, "{name}: {}", example.mv);
    }
    assert!(!spec.examples.is_empty() || spec.board == BoardKind::Text, "{name}");
    assert!(spec.how_to_play.len() > 1 && !spec.sizes.is_empty(), "{name}");

    let first = spec.examples.iter().map(|example| example.before);
    let named = spec.positions.iter().map(|(_, text)| *text);
    let usual = spec.sizes.iter().filter_map(|&(w, h)| ruleset.start_position(w, h));
    let usual = usual.map(|start| start.to_string());
    let texts = first.chain(named).chain(spec.start).map(str::to_owned).chain(usual.take(1));
    for text in texts {
        let position = ruleset.read(&text).unwrap();
        let (text, board) = (position.to_string(), position.board());
        assert_eq!(board.to_string(), text, "{name}");
        let is_cell = |letter: &char| spec.cells.iter().any(|cell| cell.letter == *letter);
        let is_described = match (spec.board, &board) {
            (BoardKind::Rectangle, AnyBoard::Cells(grid)) => grid.cells().iter().all(is_cell),
            (BoardKind::Row, AnyBoard::Cells(grid)) => {
                grid.height() == 1 && grid.cells().iter().all(is_cell)
            }
            (BoardKind::Graph(form), AnyBoard::Graph(_, read)) => form == *read,
            (BoardKind::Stacks, AnyBoard::Stacks(_))
            | (BoardKind::Heaps, AnyBoard::Heaps(_))
            | (BoardKind::Cakes, AnyBoard::Cakes(_))
            | (BoardKind::Text, AnyBoard::Text(_)) => true,
            _ => false,
        };
        assert!(is_described, "{name}: {board:?}");
        let options = Player::BOTH.map(|player| position.options(player).collect::<Vec<_>>());
        assert!(!options.concat().is_empty(), "{name}: nobody can move in {text}");
        let is_dicot = !options.iter().any(Vec::is_empty);
        assert!(!spec.dicot || is_dicot, "{name}: only one player can move in {text}");
        for option in options.iter().flatten() {
            let rank = [option, &position].map(|position| spec.rank_of(position));
            assert!(rank[0] < rank[1] || rank == [None; 2], "{name}: {text} to {option}");
        }
    }
    let others = spec.opening.map(|(_, then)| then).into_iter().chain(spec.matches);
    for other in others {
        assert_eq!(rules::spec(other).unwrap().name, other);
    }
}

#[test]
fn descriptions_are_true() {
    for spec in rules::rulesets() {
        describes(spec);
        let names = || std::iter::once(&spec.name).chain(spec.aliases);
        let same = rules::rulesets().filter(|other| names().any(|name| other.is_called(name)));
        assert_eq!(same.count(), 1, "{}", spec.name);
    }
}

#[test]
fn titles_are_names_for_people() {
    let titles: Vec<&str> = rules::rulesets().map(|summary| summary.title).collect();
    for (i, title) in titles.iter().enumerate() {
        assert!(title.starts_with(char::is_uppercase) && !titles[..i].contains(title), "{title}");
    }
    assert!(titles.contains(&"Anti-Clobber"));
    assert!(titles.contains(&"Konane, opening in a corner or the centre"));
    assert_eq!(Stalk::SPEC.title, Stalk::SPEC.name);
}

#[test]
fn legal_moves_are_called_legal() {
    for ruleset in rules::rulesets() {
        let moves = legal_moves(ruleset);
        assert!(moves > 1, "{} has {moves} moves", ruleset.name);
    }
}

/// Every pair of cells around a board has a reason to be refused if and only if it is refused.
#[test]
fn what_is_refused_is_not_called_legal() {
    fn check<V: Variant>(text: &str) {
        let position: GenClobber<V, U448> = text.parse().unwrap();
        let names: Vec<String> =
            (b'a'..=b'e').flat_map(|c| (1..=4).map(move |n| format!("{}{n}", c as char))).collect();
        for (from, to) in names.iter().flat_map(|from| names.iter().map(move |to| (from, to))) {
            let Ok(mv) = position.read_move(&format!("{from}-{to}")) else {
                let outside = |name: &str| name.starts_with('e') || name.ends_with('4');
                assert!(outside(from) || outside(to), "{from}-{to}");
                continue;
            };
            for player in Player::BOTH {
                let reason = position.broken_rule(player, mv);
                let legal = position.moves(player).any(|legal| legal == mv);
                assert_eq!(reason.is_none(), legal, "{mv}: {reason:?}");
            }
        }
    }
    check::<Kings>("xo.x/oxo./x.ox");
    check::<Rooks>("x..o/.x../o..x");
    check::<Queens>("x..o/.x../o..x");
    check::<Hot>("xo.x/oxo./x.ox");
}

#[test]
fn images_have_the_value_or_its_negative() {
    fn value<P: Ruleset>(position: P, negated: bool) -> String {
        let value = boxed(P::SPEC.name, &position.to_string()).canonical_form();
        if negated { (-value).to_string() } else { value.to_string() }
    }
    for symmetry in Symmetry::ALL {
        let amazons: Amazons = "x..#/..o.".parse().unwrap();
        assert_eq!(
            value(Amazons::from(amazons.board().image(symmetry)), false),
            value(amazons, false)
        );
        let konane: Konane = "xo..x/.xo.o".parse().unwrap();
        assert_eq!(
            value(Konane::from(konane.board().image(symmetry)), false),
            value(konane, false)
        );
        let domineering: Domineering = "...#/.#../..#.".parse().unwrap();
        assert_eq!(
            value(Domineering::from(domineering.board().image(symmetry)), symmetry.transposes()),
            value(domineering, false)
        );
        let fission: Fission = "..../.xx./.x../....".parse().unwrap();
        assert_eq!(
            value(Fission::from(fission.board().image(symmetry)), symmetry.transposes()),
            value(fission, false)
        );
    }
}

#[test]
fn kayles_is_read() {
    assert_eq!(" 7 +5".parse::<Kayles>(), "7+5".parse());
    assert!("7+-5".parse::<Kayles>().is_err());
}

#[test]
fn the_ground_of_a_stalk_is_ignored() {
    for text in ["xo", ".xo", "x.o.", "../xo"] {
        assert_eq!(text.parse::<Stalk>().unwrap().to_string(), ".xo", "{text}");
    }
    assert!("xy".parse::<Stalk>().is_err());
}

#[test]
fn what_is_printed_is_read_back() {
    for player in Player::BOTH {
        assert_eq!(player.to_string().parse(), Ok(player));
        for outcome in Player::BOTH.map(|other| Outcome::from_winners(player, other)) {
            assert_eq!(outcome.to_string().parse(), Ok(outcome));
            assert_eq!(format!("{outcome:?}").to_uppercase().parse(), Ok(outcome));
        }
    }
    for wrong in ["", " ", "Le", "lefts", "x", "LR", "\u{2113}"] {
        assert!(wrong.parse::<Player>().is_err(), "{wrong}");
        assert!(wrong.parse::<Outcome>().is_err(), "{wrong}");
    }
    let long = "z".repeat(1000).parse::<Outcome>().unwrap_err().to_string();
    assert!(long.len() < 100 && long.starts_with("expected an outcome L, R, N or P, found \"z"));
}
