//! Random numbers, boards and positions, the same in every run.

use dicot::Player;
use dicot::rules::Ruleset;

/// Numbers from a xorshift generator.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// A random board; of ten cells, `empty` are empty on average.
    pub(crate) fn board(&mut self, width: usize, height: usize, empty: usize) -> String {
        let mut letter = || if self.below(10) < empty { '.' } else { *self.pick(&['x', 'o']) };
        let mut row = || (0..width).map(|_| letter()).collect::<String>();
        (0..height).map(|_| row()).collect::<Vec<_>>().join("/")
    }

    /// The position after some random moves of random players, fewer than `plies`.
    pub(crate) fn follower<P: Ruleset>(&mut self, start: &str, plies: usize) -> P {
        let mut position: P = start.parse().unwrap_or_else(|_| panic!("{start}"));
        for _ in 0..self.below(plies) {
            let player = *self.pick(&Player::BOTH);
            let options: Vec<P> = position.options(player).collect();
            if !options.is_empty() {
                position = self.pick(&options).clone();
            }
        }
        position
    }
}
