//! The expected work of a search.
//!
//! The logarithm of the nodes is about linear in the number of moves of both players. The line is fitted by least squares to
//! all jobs, beside a prior from the outcomes of Clobber boards.

/// The moves of both players and the nodes of Clobber checkerboards: 3x6, 3x7, 3x8, 4x6, 5x5, 3x9, 4x7, 3x10 and 5x6, as `dicot
/// solve BOARD --first left --threads 1 --json` prints them (2026-11-25, with the default limit of memory).
const PRIOR: [(f64, f64); 9] = [
    (54.0, 3_813.0),
    (64.0, 2_515.0),
    (74.0, 168_694.0),
    (76.0, 489_155.0),
    (80.0, 610_840.0),
    (84.0, 306_141.0),
    (90.0, 980_915.0),
    (94.0, 5_263_567.0),
    (98.0, 116_118_891.0),
];
/// The weight of each of the prior's points beside one job. A first choice.
const PRIOR_WEIGHT: f64 = 1.0;
/// What a search that reached its limit is expected to need, as a multiple of the limit. A first choice.
const UNFINISHED: f64 = 4.0;

/// The expected nodes by the number of moves.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    /// Sums over the points: of weights, x, y, x², xy.
    sums: [f64; 5],
    /// The expected and true nodes of the finished jobs, as logarithms.
    errors: Vec<f64>,
}

impl Default for Work {
    fn default() -> Work {
        let mut work = Work { sums: [0.0; 5], errors: Vec::new() };
        PRIOR.iter().for_each(|&(moves, nodes)| work.add_point(moves, nodes.log2(), PRIOR_WEIGHT));
        work
    }
}

impl Work {
    fn add_point(&mut self, x: f64, y: f64, weight: f64) {
        let terms = [1.0, x, y, x * x, x * y];
        self.sums.iter_mut().zip(terms).for_each(|(sum, term)| *sum += weight * term);
    }

    /// Adds a job, finished or not.
    pub(crate) fn add(&mut self, moves: u64, nodes: u64, finished: bool) {
        let log = (nodes.max(1) as f64).log2();
        if finished {
            self.errors.push((log - self.log(moves)).abs());
        }
        self.add_point(moves as f64, if finished { log } else { log + UNFINISHED.log2() }, 1.0);
    }

    fn log(&self, moves: u64) -> f64 {
        let [n, x, y, xx, xy] = self.sums;
        let spread = n * xx - x * x;
        // With the prior there are always several points, so the spread is positive. More moves are never less work.
        let slope = ((n * xy - x * y) / spread).max(0.0);
        (y - slope * x) / n + slope * moves as f64
    }

    /// The expected nodes of a search that has not begun.
    pub(crate) fn of_moves(&self, moves: u64) -> f64 {
        self.log(moves).exp2().max(1.0)
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
        let before = work.of_moves(60);
        assert!(work.of_moves(100) > 100.0 * before);
        assert_eq!(work.factor(), None);
        // 2^(moves / 4 + 5)
        (20..120).for_each(|moves| work.add(moves, 1 << (moves / 4 + 5), true));
        for moves in [40_u64, 80, 100] {
            let factor = work.of_moves(moves) / 2_f64.powf(moves as f64 / 4.0 + 5.0);
            assert!((0.4..2.5).contains(&factor), "{moves}: {factor}");
        }
        assert!(work.factor().is_some_and(|factor| (1.0..100.0).contains(&factor)));
    }
}
