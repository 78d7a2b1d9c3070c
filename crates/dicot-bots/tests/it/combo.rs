//! The bots that play Combo, against plain searches by the rules.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use dicot::Player;
use dicot::board::Cell;
use dicot::rules::{Combo, Position, Turn, combo::ComboMove};
use dicot_bots::{Bot, ComboBot, ComboNegamax, Dice, RandomBot};

fn turn(text: &str, to_move: Player) -> Turn<Combo> {
    Turn::new(text.parse().unwrap(), to_move)
}

/// So late that only a bot that does not end would notice.
fn late() -> Instant {
    Instant::now() + Duration::from_secs(600)
}

#[test]
fn evaluations_by_hand() {
    let values = |text: &str| Player::BOTH.map(|p| ComboNegamax::evaluate(&turn(text, p)));
    let start = Combo::start(8, 8).unwrap().to_string();
    assert_eq!(values(&start), [0, 0]);
    // One bad stack each; 4 * 6 / 5 is 4.8, -4 * 6 / 1 is -24, and -23.5 is cut off.
    assert_eq!(values("b5,.,w1"), [25, -115]);
    // A single stone is bad, stacks of 2 to 4 are not.
    assert_eq!(values("b2,b3,./w4,w1,."), [1, -1]);
    // -1 * 8 / 3 is -2.67, and -2.17 is cut off; 1 * 8 / 4 is 2.
    assert_eq!(values("b1,b1,b1,w4"), [-3 - 10, 3 + 10]);
    // Halves: 1 * 2 / 4 and 0.5 make 1, -1 * 2 / 3 and 0.5 are cut off to 0.
    assert_eq!(values("b4/w3"), [5, 0]);
    assert_eq!(values("b4/."), [i32::MAX, -i32::MAX]);
    assert_eq!(values("./w16"), [-i32::MAX, i32::MAX]);
}

/// The value that a plain search finds, without alpha and beta.
fn plain(turn: &Turn<Combo>, depth: u32) -> i32 {
    if depth == 0 {
        return ComboNegamax::evaluate(turn);
    }
    let values = turn.moves().map(|mv| -plain(&turn.clone().play(mv).unwrap(), depth - 1));
    values.max().unwrap_or(-i32::MAX)
}

/// Positions on the way of random games.
fn on_the_way(width: u8, height: u8, seed: u64, moves: u32) -> Vec<Turn<Combo>> {
    let mut bot = RandomBot::new(seed);
    let mut turn = Turn::new(Combo::start(width, height).unwrap(), Player::Left);
    let mut all = vec![turn.clone()];
    for _ in 0..moves {
        let Some(mv) = bot.choose(&turn, late()) else { break };
        turn = turn.play(mv).unwrap();
        all.push(turn.clone());
    }
    all
}

#[test]
fn a_fixed_depth_finds_the_best_move() {
    for seed in 0..3 {
        for turn in on_the_way(3, 4, seed, 40).iter().step_by(4) {
            for depth in 1..=3 {
                let Some(mv) = ComboNegamax::new(depth, seed).choose(turn, late()) else {
                    assert_eq!(turn.moves().count(), 0);
                    continue;
                };
                let value = -plain(&turn.clone().play(mv).unwrap(), depth - 1);
                assert_eq!(value, plain(turn, depth), "{turn:?} {mv}");
            }
        }
    }
}

#[test]
fn equal_moves_are_all_made() {
    let turn = turn("b1,.,.,.,w1", Player::Left);
    let free = self::turn(".,./b1,.", Player::Left);
    for depth in [1, 3] {
        let moves = (0..200).map(|seed| ComboNegamax::new(depth, seed).choose(&free, late()));
        let different: std::collections::HashSet<ComboMove> = moves.flatten().collect();
        assert_eq!(different.len(), 3);
        assert!(ComboNegamax::new(depth, 1).choose(&turn, late()).is_some());
    }
}

/// In the original, who wins with stacks of 2 to 4 only takes this for the worst move.
#[test]
fn the_last_stone_is_taken() {
    let turns = [
        turn("b2,.,w1,.,.,./.,.,.,.,.,b3", Player::Left),
        turn("w2,.,b5,.,.,./.,.,.,.,.,w3", Player::Right),
        // There is no other move.
        turn("b2,w1", Player::Left),
    ];
    for turn in turns {
        for seed in 0..50 {
            let mut bots: [Box<dyn Bot<Combo>>; 3] = [
                Box::new(ComboNegamax::new(1, seed)),
                Box::new(ComboNegamax::new(3, seed)),
                Box::new(ComboBot::new(seed)),
            ];
            // Of these, the second may win later: it looks ahead, and a win is a win.
            for bot in [0, 2] {
                let mv = bots[bot].choose(&turn, late()).unwrap();
                let after = turn.clone().play(mv).unwrap();
                assert_eq!(after.position.total(after.to_move), 0, "{turn:?} {mv}");
            }
            assert!(bots[1].choose(&turn, late()).is_some());
        }
    }
}

/// All positions with up to so many stones of each player, and who is to move.
fn all_positions(width: u8, height: u8, stones: u8) -> Vec<Turn<Combo>> {
    let mut all = vec![(Vec::new(), [0; 2])];
    for index in 0..width * height {
        let cell = Cell { row: index / width, col: index % width };
        for (stacks, used) in std::mem::take(&mut all) {
            for (i, player) in Player::BOTH.into_iter().enumerate() {
                for count in 1..=stones - used[i] {
                    let mut used = used;
                    used[i] += count;
                    all.push(([&stacks[..], &[(cell, player, count)]].concat(), used));
                }
            }
            all.push((stacks, used));
        }
    }
    let both = |(stacks, _)| {
        let position = Combo::new(width, height, stacks).unwrap();
        Player::BOTH.map(|player| Turn::new(position.clone(), player))
    };
    all.into_iter().flat_map(both).collect()
}

/// How many moves it takes until somebody cannot move, if both do their best: of positions that the player
/// to move wins an odd number, of lost ones an even number. Where neither can force it there is none.
///
/// By going backwards from the ends, round by round.
fn distances(all: &[Turn<Combo>]) -> HashMap<Turn<Combo>, u32> {
    let mut known: HashMap<Turn<Combo>, u32> = HashMap::new();
    for round in 0.. {
        let mut new = Vec::new();
        for turn in all.iter().filter(|turn| !known.contains_key(turn)) {
            let mut after =
                turn.moves().map(|mv| known.get(&turn.clone().play(mv).unwrap()).copied());
            let found = if round % 2 == 0 {
                after.all(|n| n.is_some_and(|n| n % 2 == 1))
            } else {
                after.any(|n| n.is_some_and(|n| n % 2 == 0))
            };
            if found {
                new.push((turn.clone(), round));
            }
        }
        let quiet = new.is_empty() && round > 1;
        known.extend(new);
        // Two rounds without news: there are none any more.
        if quiet && !known.values().any(|&n| n + 1 == round) {
            return known;
        }
    }
    known
}

/// Against the best defence a won position stays won, and is won in the end.
#[test]
fn won_positions_are_won() {
    for (width, height, stones, games) in [(3, 2, 3, 120), (3, 3, 2, 120), (5, 1, 4, 60)] {
        let all = all_positions(width, height, stones);
        let distances = distances(&all);
        let mut won: Vec<&Turn<Combo>> =
            all.iter().filter(|turn| distances.get(turn).is_some_and(|n| n % 2 == 1)).collect();
        assert!(won.len() >= 100, "{}", won.len());
        let mut dice = Dice::new(1);
        dice.shuffle(&mut won);
        // The hardest ones too.
        won.sort_by_key(|turn| std::cmp::Reverse(distances[*turn] >= 7));
        let mut bot = ComboBot::new(7);
        for start in won.into_iter().take(games) {
            let mut turn = start.clone();
            for plies in 0.. {
                assert!(plies < 200, "no end: {start:?}");
                if plies % 2 == 0 {
                    let mv = bot.choose(&turn, late()).unwrap();
                    turn = turn.play(mv).unwrap();
                    let lost = distances.get(&turn).is_some_and(|n| n % 2 == 0);
                    assert!(lost, "{start:?}: after {mv} {turn:?}");
                } else {
                    let options = turn.moves().map(|mv| turn.clone().play(mv).unwrap());
                    let Some(longest) = options.max_by_key(|option| distances[option]) else {
                        break;
                    };
                    turn = longest;
                }
            }
        }
    }
}

/// Moves are legal, on any board, in next to no time, and there is none only where the rules have none.
#[test]
fn moves_are_legal() {
    for (width, height) in [(1, 5), (4, 4), (8, 8), (63, 7), (21, 21)] {
        let bots: [Box<dyn Bot<Combo>>; 3] = [
            Box::new(ComboNegamax::new(1, 1)),
            Box::new(ComboNegamax::new(3, 1)),
            Box::new(ComboBot::new(1)),
        ];
        for mut bot in bots {
            for turn in on_the_way(width, height, 9, 60).iter().step_by(6) {
                for time in [0, 2] {
                    let mv = bot.choose(turn, Instant::now() + Duration::from_millis(time));
                    match mv {
                        Some(mv) => assert!(turn.position.is_legal(turn.to_move, mv), "{turn:?}"),
                        None => assert_eq!(turn.moves().count(), 0, "{turn:?}"),
                    }
                }
            }
        }
    }
    for text in ["b1,w1", "w1,w2", ".,.,.", "b9"] {
        let turn = turn(text, Player::Left);
        assert_eq!(ComboBot::new(1).choose(&turn, late()), None);
        assert_eq!(ComboNegamax::new(3, 1).choose(&turn, late()), None);
    }
    // As many stones as there can be.
    let full = format!("b127{}w127", ",.".repeat(20) + ",");
    for player in Player::BOTH {
        let turn = turn(&full, player);
        let soon = Instant::now() + Duration::from_millis(50);
        let mv = ComboBot::new(1).choose(&turn, soon).unwrap();
        assert!(turn.position.is_legal(player, mv));
    }
}

/// A search that would take hours ends.
#[test]
fn deadlines_are_kept() {
    let huge = Turn::new(Combo::start(21, 21).unwrap(), Player::Left);
    let bots: [Box<dyn Bot<Combo>>; 2] =
        [Box::new(ComboNegamax::new(9, 1)), Box::new(ComboBot::new(1))];
    for mut bot in bots {
        assert!(bot.choose(&huge, Instant::now() + Duration::from_millis(200)).is_some());
    }
}
