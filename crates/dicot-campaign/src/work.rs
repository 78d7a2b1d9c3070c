//! The expected work of a search.
//!
//! The logarithm of the nodes is about linear in the number of moves of both players, and to find that the player who moves
//! first loses takes [`LOSS`] times as many, since all moves are refuted. The line is fitted by least squares to all jobs, beside a
//! prior from the outcomes of Clobber boards. Then it is raised so that all jobs together took as many nodes as expected: the
//! mean of numbers that are far apart is much larger than that of their logarithms.

use std::collections::BTreeMap;

/// The moves of both players, the nodes, and the chance to win of the player who moves first (whether she wins), of Clobber
/// checkerboards: 3x6, 3x7, 3x8, 4x6, 5x5, 3x9, 4x7, 3x10 and 5x6, as `dicot solve BOARD --first left --threads 1 --json` prints them
/// (2026-11-25, with the default limit of memory).
const PRIOR: [(f64, f64, f64); 9] = [
    (54.0, 3_813.0, 0.0),
    (64.0, 2_515.0, 1.0),
    (74.0, 168_694.0, 0.0),
    (76.0, 489_155.0, 0.0),
    (80.0, 610_840.0, 0.0),
    (84.0, 306_141.0, 1.0),
    (90.0, 980_915.0, 1.0),
    (94.0, 5_263_567.0, 0.0),
    (98.0, 116_118_891.0, 0.0),
];
/// The weight of each of the prior's points beside one job. A first choice.
const PRIOR_WEIGHT: f64 = 1.0;
/// How many times the nodes of a win a loss takes.
const LOSS: f64 = 8.0;
/// What a search that reached its limit is expected to need, as a multiple of the limit. A first choice.
const UNFINISHED: f64 = 4.0;
/// The number of jobs, each as expected, that are added to those by which the line is raised. A first choice.
const MEAN_JOBS: f64 = 4.0;

/// The expected nodes by the number of moves.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// Sums over the points: of weights, x, y, x², xy, where x are the moves and y the logarithm of the nodes of a win.
    sums: [f64; 5],
    /// The jobs by their number of moves: how many, the sum of their nodes, and that of their nodes as multiples of a win's.
    jobs: BTreeMap<u64, [f64; 3]>,
    /// By how much all jobs together took more than the fitted line says.
    mean: f64,
    /// The expected and true nodes of the finished jobs, as logarithms.
    errors: Vec<f64>,
}

impl Default for Work {
    fn default() -> Work {
        let mut work =
            Work { sums: [0.0; 5], jobs: BTreeMap::new(), mean: 1.0, errors: Vec::new() };
        for (moves, nodes, win) in PRIOR {
            work.add_point(moves, (nodes / multiple(win)).log2(), PRIOR_WEIGHT);
        }
        work
    }
}

/// The nodes of a search, as a multiple of those of a win, by the chance of a win.
fn multiple(win: f64) -> f64 {
    win + (1.0 - win) * LOSS
}

impl Work {
    fn add_point(&mut self, x: f64, y: f64, weight: f64) {
        let terms = [1.0, x, y, x * x, x * y];
        self.sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * term);
    }

    /// Adds a job, finished or not, that was expected to find a win with a chance.
    pub(crate) fn add(&mut self, moves: u64, chance: f64, nodes: u64, wins: Option<bool>) {
        let mut nodes = nodes.max(1) as f64;
        match wins {
            Some(_) => self.errors.push((nodes / self.expected(moves, chance)).log2().abs()),
            None => nodes *= UNFINISHED,
        }
        let multiple = multiple(wins.map_or(chance, |wins| f64::from(u8::from(wins))));
        self.add_point(moves as f64, (nodes / multiple).log2(), 1.0);
        let terms = [1.0, nodes, multiple];
        let sums = self.jobs.entry(moves).or_default();
        sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += term);
        self.mean = self.mean_of_jobs();
    }

    /// The nodes of a win by the fitted line.
    fn of_win(&self, moves: u64) -> f64 {
        let [n, x, y, xx, xy] = self.sums;
        let spread = n * xx - x * x;
        // With the prior there are always several points, so the spread is positive. More moves are never less work.
        let slope = ((n * xy - x * y) / spread).max(0.0);
        ((y - slope * x) / n + slope * moves as f64).exp2().max(1.0)
    }

    fn mean_of_jobs(&self) -> f64 {
        let (mut all, mut taken, mut expected) = (0.0, 0.0, 0.0);
        for (&moves, [jobs, nodes, multiple]) in &self.jobs {
            all += jobs;
            taken += nodes;
            expected += self.of_win(moves) * multiple;
        }
        let prior = MEAN_JOBS * expected / all;
        (taken + prior) / (expected + prior)
    }

    /// The expected nodes of a search that has not begun, by the number of moves and the chance of a win.
    pub(crate) fn expected(&self, moves: u64, chance: f64) -> f64 {
        (self.mean * self.of_win(moves) * multiple(chance)).max(1.0)
    }

    /// The median factor between the expected and true nodes of the finished jobs.
    pub(crate) fn factor(&self) -> Option<f64> {
        if self.errors.len() < MIN_JOBS {
            return None;
        }
        let mut errors = self.errors.clone();
        let middle = errors.len() / 2;
        let (_, median, _) = errors.select_nth_unstable_by(middle, f64::total_cmp);
        Some(median.exp2())
    }
}

/// The number of jobs from which the error of the expectation is said.
const MIN_JOBS: usize = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_follows_the_jobs() {
        let mut work = Work::default();
        let before = work.expected(60, 1.0);
        assert!(work.expected(100, 1.0) > 100.0 * before);
        assert_eq!(work.factor(), None);
        // 2^(moves / 4 + 5)
        (20..120).for_each(|moves| work.add(moves, 0.5, 1 << (moves / 4 + 5), Some(true)));
        for moves in [40_u64, 80, 100] {
            let factor = work.expected(moves, 1.0) / 2_f64.powf(moves as f64 / 4.0 + 5.0);
            assert!((0.4..2.5).contains(&factor), "{moves}: {factor}");
            assert!(work.expected(moves, 0.0) > 2.0 * work.expected(moves, 1.0));
        }
        assert!(work.factor().is_some_and(|factor| (1.0..100.0).contains(&factor)));
    }

    /// Of jobs with the same number of moves, the expectation is about their mean.
    #[test]
    fn the_expectation_is_a_mean() {
        let mut work = Work::default();
        (0..400)
            .for_each(|n| work.add(60, 0.5, if n % 4 == 0 { 100_000 } else { 100 }, Some(true)));
        let expected = work.expected(60, 1.0);
        assert!((20_000.0..30_000.0).contains(&expected), "{expected}");
    }
}
