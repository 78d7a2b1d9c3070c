//! Moves of Combo: stacks beside a plain twin that tries each target and each number of stones.
//!
//! `cargo bench --bench combo`

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use dicot::Player;
use dicot::rules::{Combo, Position, Turn, perft};

/// Whose stack, and its stones; `None` for an empty cell.
type Cells = Vec<Vec<Option<(Player, i32)>>>;

fn cells(position: &Combo) -> Cells {
    let cell = |text: &str| {
        let player = if text.starts_with('b') { Player::Left } else { Player::Right };
        Some((player, text.get(1..)?.parse().ok()?))
    };
    let text = position.to_string();
    text.split('/').map(|row| row.split(',').map(cell).collect()).collect()
}

fn plain_perft(board: &Cells, to_move: Player, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let at = |y: i32, x: i32| Some(*board.get(y as usize)?.get(x as usize)?);
    let mut sum = 0;
    for (y, x) in (0..board.len()).flat_map(|y| (0..board[0].len()).map(move |x| (y, x))) {
        let Some((owner, held)) = board[y][x] else { continue };
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            if owner != to_move || (down, right) == (0, 0) {
                continue;
            }
            for distance in 1..=held {
                let (to_y, to_x) = (y as i32 + distance * down, x as i32 + distance * right);
                let Some(there) = at(to_y, to_x) else { break };
                let (least, added) = match there {
                    Some((player, stones)) if player == to_move => (distance, stones),
                    Some(_) => (distance.max(2), 0),
                    None => (distance, 0),
                };
                for count in least..=held {
                    let mut option = board.clone();
                    option[y][x] = (count < held).then_some((to_move, held - count));
                    option[to_y as usize][to_x as usize] = Some((to_move, added + count));
                    sum += plain_perft(&option, !to_move, depth - 1);
                }
                if there.is_some() {
                    break;
                }
            }
        }
    }
    sum
}

fn combo(c: &mut Criterion) {
    const DEPTH: u32 = 3;
    let mut group = c.benchmark_group("combo");
    let midgame = "b2,.,w1,.,.,w3,.,w1/.,w1,.,.,b1,.,w2,./.,.,b3,.,.,.,.,w1/w1,.,.,.,w2,.,b1,./\
        .,b1,.,.,.,b2,.,./.,.,w1,.,b1,.,.,b1/b1,.,.,b4,.,.,b1,./.,b1,.,.,b2,.,.,b1";
    let start = Combo::start(8, 8).expect("it fits");
    let midgame: Combo = midgame.parse().expect("it is a board");
    for (name, position) in [("start 8x8", start), ("midgame 8x8", midgame)] {
        let plain = cells(&position);
        let count = plain_perft(&plain, Player::Left, DEPTH);
        let turn = Turn::new(position, Player::Left);
        group.throughput(criterion::Throughput::Elements(count));
        group.bench_function(format!("stacks/{name}"), |b| {
            b.iter(|| assert_eq!(perft(black_box(&turn), DEPTH), count));
        });
        // Without the count that stands for the last move.
        group.bench_function(format!("stacks one by one/{name}"), |b| {
            b.iter(|| {
                let first = turn.position.options(Player::Left);
                let second = first.flat_map(|p| p.options(Player::Right).collect::<Vec<_>>());
                let third = second.map(|p| p.options(Player::Left).map(black_box).count() as u64);
                assert_eq!(third.sum::<u64>(), count);
            });
        });
        group.sample_size(10);
        group.bench_function(format!("plain/{name}"), |b| {
            b.iter(|| assert_eq!(plain_perft(black_box(&plain), Player::Left, DEPTH), count));
        });
    }
    group.finish();
}

criterion_group!(benches, combo);
criterion_main!(benches);
