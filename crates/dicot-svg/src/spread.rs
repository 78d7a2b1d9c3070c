//! Positions on a line with minimum distances.

/// A run of things whose distances are minimal.
struct Block {
    /// The sum of the preferred positions, each times its weight; then the sum of the weights.
    wanted: f64,
    weight: f64,
    count: usize,
}

impl Block {
    fn place(&self) -> f64 {
        self.wanted / self.weight
    }
}

/// Returns the positions that minimize the weighted sum of squared distances from the preferred ones, where each
/// position is at least `gap` greater than the one before. `things` are `(preferred position, gap before it, weight)`;
/// the first gap is ignored, weights are positive.
///
/// After subtracting the gaps this is isotonic regression, solved by pooling adjacent violators.
///
/// # Complexity
/// O(*n*) for *n* things.
pub(super) fn spread(things: &[(f64, f64, f64)]) -> Vec<f64> {
    let mut blocks: Vec<Block> = Vec::with_capacity(things.len());
    let mut offsets = Vec::with_capacity(things.len());
    let mut offset = 0.0;
    for (i, &(wanted, gap, weight)) in things.iter().enumerate() {
        offset += if i == 0 { 0.0 } else { gap };
        offsets.push(offset);
        blocks.push(Block { wanted: (wanted - offset) * weight, weight, count: 1 });
        while let [.., before, last] = &blocks[..]
            && before.place() > last.place()
        {
            let (wanted, weight, count) = (last.wanted, last.weight, last.count);
            blocks.pop();
            let before = blocks.last_mut().expect("there were two");
            before.wanted += wanted;
            before.weight += weight;
            before.count += count;
        }
    }
    let places = blocks.iter().flat_map(|block| std::iter::repeat_n(block.place(), block.count));
    places.zip(offsets).map(|(place, offset)| place + offset).collect()
}

/// As [`spread`] with equal weights, between two limits. The things must fit between them.
pub(super) fn spread_between(things: &[(f64, f64)], low: f64, high: f64) -> Vec<f64> {
    let total: f64 = things.iter().skip(1).map(|thing| thing.1).sum();
    let weighted: Vec<_> = things.iter().map(|&(wanted, gap)| (wanted, gap, 1.0)).collect();
    let mut offset = 0.0;
    let places = spread(&weighted).into_iter().zip(things).enumerate();
    places
        .map(|(i, (place, &(_, gap)))| {
            offset += if i == 0 { 0.0 } else { gap };
            (place - offset).min(high - total).max(low) + offset
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_too_near_moves() {
        let places = spread(&[(0.0, 5.0, 1.0), (1.0, 5.0, 1.0), (20.0, 5.0, 1.0)]);
        assert_eq!(places, [-2.0, 3.0, 20.0]);
        // A heavy thing stays where it is.
        let places = spread(&[(0.0, 1.0, 3.0), (0.0, 4.0, 1.0)]);
        assert_eq!(places, [-1.0, 3.0]);
    }

    #[test]
    fn bounds_are_kept() {
        let places = spread_between(&[(0.0, 5.0), (1.0, 5.0), (2.0, 5.0)], 0.0, 30.0);
        assert_eq!(places, [0.0, 5.0, 10.0]);
        let places = spread_between(&[(9.0, 1.0), (10.0, 4.0)], 0.0, 10.0);
        assert_eq!(places, [6.0, 10.0]);
    }
}
