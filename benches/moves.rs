//! Move generation of Clobber: bitboards beside a plain twin that looks at each cell.
//!
//! `cargo bench --bench moves`

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use dicot::Player;
use dicot::rules::{Clobber, Position, Turn, perft};

/// Rows of `x`, `o` and `.`.
type Cells = Vec<Vec<char>>;

fn plain_perft(board: &Cells, to_move: Player, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (own, enemy) = if to_move == Player::Left { ('x', 'o') } else { ('o', 'x') };
    let mut sum = 0;
    for row in 0..board.len() {
        for column in 0..board[row].len() {
            if board[row][column] != own {
                continue;
            }
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                let (r, c) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
                if board.get(r).and_then(|cells| cells.get(c)) == Some(&enemy) {
                    let mut option = board.clone();
                    option[row][column] = '.';
                    option[r][c] = own;
                    sum += plain_perft(&option, !to_move, depth - 1);
                }
            }
        }
    }
    sum
}

fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("moves");
    let board = Clobber::checkerboard(8, 8).expect("it fits");
    let cells: Cells = board.to_string().split('/').map(|row| row.chars().collect()).collect();
    const DEPTH: u32 = 3;
    let count = plain_perft(&cells, Player::Left, DEPTH);
    let turn = Turn::new(board, Player::Left);
    group.bench_function(BenchmarkId::new("bitboard", "8x8"), |b| {
        b.iter(|| assert_eq!(perft(black_box(&turn), DEPTH), count));
    });
    // Without the popcount that stands for the last move.
    group.bench_function(BenchmarkId::new("bitboard one by one", "8x8"), |b| {
        b.iter(|| {
            let played: u64 = turn
                .position
                .options(Player::Left)
                .flat_map(|first| first.options(Player::Right).collect::<Vec<_>>())
                .map(|second| second.options(Player::Left).map(black_box).count() as u64)
                .sum();
            assert_eq!(played, count);
        });
    });
    group.sample_size(10);
    group.bench_function(BenchmarkId::new("plain", "8x8"), |b| {
        b.iter(|| assert_eq!(plain_perft(black_box(&cells), Player::Left, DEPTH), count));
    });
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
