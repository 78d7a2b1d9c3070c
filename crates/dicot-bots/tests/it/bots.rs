//! Bots: they answer in time, with legal moves, and give no won game away that can be decided.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use dicot::board::U448;
use dicot::rules::{
    Clobber, Clobber448, Combo, Konane, KonaneGame, Position, Ruleset, Turn,
    konane::{AnyStone, CornerOrCentre},
};
use dicot::solver::{Solver, Sum};
use dicot::{Interrupt, Player};
use dicot_bots::{
    AlphaBetaBot, Bot, ClobberBot, ComboBot, ComboNegamax, Dice, KonaneBot, RandomBot, UctBot,
};

const SHORT: Duration = Duration::from_millis(20);

/// Plays a game; the winner, and how many moves there were.
fn play<'a, P: Position + Ruleset>(
    mut turn: Turn<P>,
    first: &'a mut dyn Bot<P>,
    second: &'a mut dyn Bot<P>,
    time: Duration,
) -> (Player, u32) {
    let mut bots = [first, second];
    for moves in 0.. {
        let Some(mv) = bots[0].choose(&turn, Instant::now() + time) else {
            assert_eq!(turn.moves().count(), 0, "{}", turn.position);
            return (!turn.to_move, moves);
        };
        turn = turn.play(mv).unwrap();
        bots.reverse();
    }
    unreachable!("play ends")
}

#[test]
fn games_of_clobber_on_boards_of_all_sizes() {
    for (width, height) in
        [(1, 2), (5, 1), (1, 60), (60, 1), (200, 1), (4, 3), (8, 8), (10, 10), (40, 3), (20, 20)]
    {
        let turn = Turn::new(Clobber448::start(width, height).unwrap(), Player::Right);
        let (mut strong, mut plain) = (ClobberBot::new(), AlphaBetaBot::new());
        let time = if width < 20 { SHORT } else { Duration::from_millis(2) };
        play(turn, &mut strong, &mut plain, time);
    }
}

#[test]
fn games_of_konane_from_the_opening_on() {
    fn one(width: u8, height: u8) {
        let start: KonaneGame<CornerOrCentre, U448> =
            KonaneGame::start_position(width, height).unwrap();
        for first in Player::BOTH {
            let (mut strong, mut random) = (KonaneBot::new(1), RandomBot::new(2));
            play(Turn::new(start, first), &mut strong, &mut random, Duration::from_millis(4));
        }
    }
    for (width, height) in [(2, 2), (6, 6), (5, 9), (10, 10), (18, 18)] {
        one(width, height);
    }
    let any: KonaneGame<AnyStone, U448> = KonaneGame::start_position(8, 8).unwrap();
    play(Turn::new(any, Player::Left), &mut KonaneBot::new(3), &mut UctBot::new(4), SHORT);
}

#[test]
fn bots_for_any_ruleset() {
    let combo = Turn::new(Combo::start(4, 4).unwrap(), Player::Left);
    for mv in [
        RandomBot::new(1).choose(&combo, Instant::now()),
        UctBot::new(1).choose(&combo, Instant::now() + SHORT),
    ] {
        assert!(combo.position.is_legal(Player::Left, mv.unwrap()));
    }
    let over = Turn::new("xx.oo".parse::<Clobber>().unwrap(), Player::Left);
    assert_eq!(RandomBot::new(1).choose(&over, Instant::now()), None);
    assert_eq!(UctBot::new(1).choose(&over, Instant::now() + SHORT), None);
}

/// The positions are so small that a slow machine makes no difference.
#[test]
fn no_won_position_is_given_away() {
    let mut dice = Dice::new(6);
    let (mut strong, mut plain, mut solver) =
        (ClobberBot::new(), AlphaBetaBot::new(), Solver::new());
    let mut won = 0;
    while won < 60 {
        let mut turn = Turn::new(Clobber448::start(8, 8).unwrap(), Player::Right);
        let most = 8 + dice.below(10) as u32;
        let alive = |position: &Clobber448| -> u32 {
            position.board().mixed_components().map(|piece| piece.occupied().len()).sum()
        };
        while alive(&turn.position) > most {
            let mv = dice.pick(turn.moves()).unwrap();
            turn = turn.play(mv).unwrap();
        }
        if !solver.wins_first(&Sum::from(turn.position), turn.to_move).unwrap() {
            continue;
        }
        won += 1;
        let bots: [&mut dyn Bot<Clobber448>; 2] = [&mut strong, &mut plain];
        for bot in bots {
            let mv = bot.choose(&turn, Instant::now() + Duration::from_secs(20)).unwrap();
            let after = turn.play(mv).unwrap();
            let lost = solver.wins_first(&Sum::from(after.position), after.to_move).unwrap();
            assert!(!lost, "{mv} gives {} away", turn.position);
        }
    }
    let mut won = 0;
    while won < 30 {
        let cells: String = (0..16)
            .map(|i| {
                let cell = ['x', 'o', '.', '.'][dice.below(4) as usize];
                if i % 4 == 3 && i < 15 { format!("{cell}/") } else { cell.to_string() }
            })
            .collect();
        let position: KonaneGame<AnyStone, U448> = cells.parse().unwrap();
        let jumps: Konane<U448> = position.position;
        if jumps.board().set(2).len() < 2
            || !solver.wins_first(&Sum::from(jumps), Player::Left).unwrap()
        {
            continue;
        }
        won += 1;
        let turn = Turn::new(position, Player::Left);
        let mv = KonaneBot::new(1).choose(&turn, Instant::now() + Duration::from_secs(20)).unwrap();
        let after = turn.play(mv).unwrap();
        let lost = solver.wins_first(&Sum::from(after.position.position), Player::Right).unwrap();
        assert!(!lost, "{mv} gives {position} away");
    }
}

#[test]
fn deadlines_are_kept() {
    let turn = Turn::new(Clobber448::start(10, 10).unwrap(), Player::Left);
    let konane: KonaneGame<CornerOrCentre, U448> = KonaneGame::start_position(18, 18).unwrap();
    let konane = Turn::new(konane, Player::Left);
    // Without a deadline, each would take hours; and a bot without time has a move all the same.
    for time in [0, 1, 50, 300].map(Duration::from_millis) {
        let start = Instant::now();
        assert!(ClobberBot::new().choose(&turn, start + time).is_some());
        assert!(AlphaBetaBot::new().choose(&turn, start + time).is_some());
        assert!(KonaneBot::new(1).choose(&konane, start + time).is_some());
        assert!(UctBot::new(1).choose(&turn, start + time).is_some());
    }
}

/// Interrupts a bot that has hours to think, when it has asked some times; from then on it does not search.
fn check_interrupt<P: Ruleset>(mut bot: impl Bot<P>, turn: &Turn<P>) {
    const FIRST: u32 = 20;
    static ASKED: AtomicU32 = AtomicU32::new(0);
    ASKED.store(0, Relaxed);
    bot.set_interrupt(Interrupt::polling(|| ASKED.fetch_add(1, Relaxed) >= FIRST));
    let mv = bot.choose(turn, Instant::now() + Duration::from_secs(36_000));
    assert!(turn.position.is_legal(turn.to_move, mv.unwrap()));
    let asked = ASKED.load(Relaxed);
    assert!(asked < FIRST + 100, "{}: {asked}", P::SPEC.name);
}

#[test]
fn interrupted_bots_answer_soon() {
    let turn = Turn::new(Clobber448::start(10, 10).unwrap(), Player::Left);
    check_interrupt(ClobberBot::new(), &turn);
    check_interrupt(AlphaBetaBot::new(), &turn);
    check_interrupt(UctBot::new(1), &turn);
    // Few enough stones for the solver to be asked, and too many for it.
    let turn = Turn::new(Clobber448::start(10, 5).unwrap(), Player::Left);
    check_interrupt(ClobberBot::new(), &turn);
    let konane: KonaneGame<CornerOrCentre, U448> = KonaneGame::start_position(18, 18).unwrap();
    let second = konane.play(Player::Left, konane.moves(Player::Left).next().unwrap()).unwrap();
    let third = second.play(Player::Right, second.moves(Player::Right).next().unwrap()).unwrap();
    check_interrupt(KonaneBot::new(1), &Turn::new(second, Player::Right));
    check_interrupt(KonaneBot::new(1), &Turn::new(third, Player::Left));
    let combo = Turn::new(Combo::start(21, 21).unwrap(), Player::Left);
    check_interrupt(ComboBot::new(1), &combo);
    check_interrupt(ComboNegamax::new(9, 1), &combo);
}
