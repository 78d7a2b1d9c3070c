//! Move generation of Clobber and Konane: bitboards beside plain twins that look at each cell.
//!
//! `cargo bench --bench moves`; figures in `RESULTS.md`. Throughput is in moves (leaves of perft).

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dicot::Player;
use dicot::rules::{Clobber, Konane, Position, Turn, perft};

/// Rows of `x`, `o` and `.`.
type Cells = Vec<Vec<char>>;

const DIRECTIONS: [(isize, isize); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The cell so many steps away, and what is there.
fn step(board: &Cells, from: (usize, usize), by: (isize, isize)) -> Option<(usize, usize, char)> {
    let (row, column) = (from.0.checked_add_signed(by.0)?, from.1.checked_add_signed(by.1)?);
    Some((row, column, *board.get(row)?.get(column)?))
}

/// Calls the function with every board that the player can move to.
type Moves = fn(&Cells, Player, &mut dyn FnMut(Cells));

fn letters(player: Player) -> (char, char) {
    if player == Player::Left { ('x', 'o') } else { ('o', 'x') }
}

/// Every cell with that letter, with each of the directions.
fn steps(board: &Cells, own: char) -> impl Iterator<Item = (usize, usize, (isize, isize))> {
    let cells = board.iter().enumerate().flat_map(|(row, cells)| {
        cells.iter().enumerate().map(move |(column, &letter)| (row, column, letter))
    });
    let stones = cells.filter(move |&(_, _, letter)| letter == own);
    stones.flat_map(|(row, column, _)| DIRECTIONS.map(|direction| (row, column, direction)))
}

fn clobber(board: &Cells, player: Player, found: &mut dyn FnMut(Cells)) {
    let (own, enemy) = letters(player);
    for (row, column, direction) in steps(board, own) {
        if let Some((r, c, letter)) = step(board, (row, column), direction)
            && letter == enemy
        {
            let mut option = board.clone();
            option[row][column] = '.';
            option[r][c] = own;
            found(option);
        }
    }
}

fn konane(board: &Cells, player: Player, found: &mut dyn FnMut(Cells)) {
    let (own, enemy) = letters(player);
    for (row, column, direction) in steps(board, own) {
        let (mut option, mut at) = (board.clone(), (row, column));
        while let Some((r, c, letter)) = step(&option, at, direction)
            && letter == enemy
            && let Some((to_row, to_column, '.')) = step(&option, (r, c), direction)
        {
            option[at.0][at.1] = '.';
            option[r][c] = '.';
            option[to_row][to_column] = own;
            at = (to_row, to_column);
            found(option.clone());
        }
    }
}

fn plain_perft(board: &Cells, to_move: Player, depth: u32, moves: Moves) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sum = 0;
    moves(board, to_move, &mut |option| sum += plain_perft(&option, !to_move, depth - 1, moves));
    sum
}

/// Plays every move, the last ones too.
fn one_by_one<P: Position>(position: &P, to_move: Player, depth: u32) -> u64 {
    let options = position.options(to_move);
    match depth {
        1 => options.map(black_box).count() as u64,
        _ => options.map(|option| one_by_one(&option, !to_move, depth - 1)).sum(),
    }
}

fn bench<P: Position>(
    c: &mut Criterion,
    name: &str,
    start: P,
    text: &str,
    depth: u32,
    plain: Moves,
) {
    let mut group = c.benchmark_group(name);
    let cells: Cells = text.split('/').map(|row| row.chars().collect()).collect();
    let turn = Turn::new(start, Player::Left);
    let count = plain_perft(&cells, Player::Left, depth, plain);
    group.throughput(Throughput::Elements(count));
    group.bench_function(BenchmarkId::new("bulk", "8x8"), |b| {
        b.iter(|| assert_eq!(perft(black_box(&turn), depth), count));
    });
    group.bench_function(BenchmarkId::new("one by one", "8x8"), |b| {
        b.iter(|| assert_eq!(one_by_one(black_box(&turn.position), Player::Left, depth), count));
    });
    group.sample_size(10);
    group.bench_function(BenchmarkId::new("plain", "8x8"), |b| {
        b.iter(|| assert_eq!(plain_perft(black_box(&cells), Player::Left, depth, plain), count));
    });
    group.finish();
}

/// Konane in the middle of a game: `konane-0235` of `tests/data/perft_konane.tsv`.
const MIDDLE: &str = "oxo.oxox/xoxo..xo/ox.x..ox/xo.ox.xo/..o.o.ox/x.x..oxo/ox..oxox/xo..xoxo";

fn moves(c: &mut Criterion) {
    let board = Clobber::checkerboard(8, 8).expect("it fits");
    bench(c, "moves/clobber", board, &board.to_string(), 3, clobber);
    let middle = MIDDLE.parse::<Konane>().expect("it is a position");
    bench(c, "moves/konane", middle, MIDDLE, 4, konane);
}

criterion_group!(benches, moves);
criterion_main!(benches);
