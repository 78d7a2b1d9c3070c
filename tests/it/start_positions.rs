//! The positions that matches start from, of every ruleset.

use dicot::Player;
use dicot::rules::{self, Amazons, Clobber, Combo, Position, Ruleset};

use crate::plain::boxed::{boxed, ruleset};

/// The text of the start on a board of that size.
fn start(name: &str, width: u8, height: u8) -> Option<String> {
    let start = ruleset(name).start_position(width, height)?;
    // The first player has a move, and the text is read back.
    assert!(start.move_count(start.starters()[0]) > 0, "{start}");
    assert_eq!(boxed(name, &start.to_string()), start);
    Some(start.to_string())
}

#[test]
fn starts_of_all_rulesets() {
    let board = |name| start(name, 4, 4);
    for name in ["clobber", "diagonal-clobber", "knights", "rooks", "queens", "hot-clobber"] {
        assert_eq!(board(name).unwrap(), "oxox/xoxo/oxox/xoxo", "{name}"); // a1 is black
    }
    for name in ["konane-artemis", "konane-any", "konane-dark"] {
        assert_eq!(board(name).unwrap(), "oxox/xoxo/oxox/xoxo", "{name}");
    }
    assert_eq!(board("domineering").unwrap(), "..../..../..../....");
    assert_eq!(board("combo").unwrap(), "w1,w1,w1,w1/w1,w1,w1,w1/b1,b1,b1,b1/b1,b1,b1,b1");
    // On a full board nobody can move in the first two; the others have no usual start.
    for name in ["diagonals", "anti-clobber", "konane", "fission", "toads-and-frogs"] {
        assert_eq!(board(name), None, "{name}");
    }
    let others = ["amazons", "kayles"];
    assert_eq!(others.map(|name| start(name, 4, 4)), [None, None]);
    assert_eq!(start("kayles", 13, 1).unwrap(), "13");
    assert_eq!(
        start("amazons", 10, 10).unwrap(),
        Amazons::<u128>::start_position(10, 10).unwrap().to_string()
    );
    assert_eq!(Amazons::<u64>::start_position(10, 10), None);
    // Each other ruleset says where matches begin.
    for spec in rules::rulesets() {
        let usual =
            spec.sizes.iter().any(|&(width, height)| start(spec.name, width, height).is_some());
        assert!(usual || spec.start.is_some() || spec.matches.is_some(), "{}", spec.name);
    }
}

#[test]
fn sizes_without_room() {
    assert_eq!(Clobber::start_position(0, 4), None);
    assert_eq!(Clobber::start_position(1, 1), None);
    assert_eq!(Clobber::start_position(9, 9), None);
    assert_eq!(start("clobber", 255, 255), None);
    assert_eq!(Combo::start_position(8, 3), None);
    assert_eq!(start("kayles", 0, 1), None);
    assert_eq!(start("kayles", 3, 3), None);
    let wide = start("clobber", 3, 2).unwrap().parse::<Clobber>().unwrap();
    assert_eq!(Clobber::start_position(3, 2), Some(wide));
    assert_eq!(wide.move_count(Player::Left), 7);
}
