//! How good a component of Clobber is for the player who moves next, for the order in which a solver tries moves.
//!
//! A conditional logit model (McFadden, 1974) of the moves that win: each stone has a weight by the numbers of enemy stones and of
//! stones of its own colour next to it, and the odds of a move are *e* to the power of the sum. The values of small components are
//! weighed by the solver. `notes/solver.md` ("The order of moves") says how it was fitted, and what it gains.

use crate::Player;
use crate::board::{Board, Steps, Word};

/// The hints for Left and for Right: 64 times the logarithm of the odds that the move before was bad.
pub(super) fn of_board<W: Word>(board: &Board<W>) -> [i16; 2] {
    let steps = Steps::of(board.shape());
    let [left, right] = Player::BOTH.map(|player| board.word(player));
    let [near_left, near_right] = [left, right].map(|set| by_count(steps, set));
    let hints = [(left, &near_right, &near_left), (right, &near_left, &near_right)];
    let [of_left, of_right] = hints.map(|(own, near_enemies, near_friends)| {
        let mut sum = 0;
        for (enemies, weights) in BOTH_WEIGHTS.iter().enumerate() {
            let own = own & near_enemies[enemies];
            // A cell has four neighbours, so at most 4 - `enemies` are friends.
            for (&friends, weight) in near_friends[..5 - enemies].iter().zip(weights) {
                let set = own & friends;
                if set != W::default() {
                    sum += weight * i64::from(set.count());
                }
            }
        }
        sum
    });
    let hint = |own: i64, other: i64| {
        // The lower half is signed, and taken off before the shift.
        let last = (other - i64::from(other as i32)) >> 32;
        let sum = i64::from(COMPONENT) + i64::from(own as i32) + last;
        sum.clamp((-i16::MAX).into(), i16::MAX.into()) as i16
    };
    [hint(of_left, of_right), hint(of_right, of_left)]
}

/// The cells that have 0, 1, 2, 3 and 4 cells of a set next to them, all counted at once: the bits of the numbers are sets.
fn by_count<W: Word>(steps: Steps<W>, set: W) -> [W; 5] {
    let (a, b, c, d) = (steps.east(set), steps.west(set), steps.south(set), steps.north(set));
    let (ones, carry) = (a ^ b ^ c ^ d, (a ^ b) & (c ^ d));
    let (twos, fours) = (a & b ^ c & d ^ carry, a & b & c & d);
    [!(ones | twos | fours), ones & !twos, twos & !ones, ones & twos, fours]
}

/// The weight of the component itself.
const COMPONENT: i16 = -70;

/// The weights of a stone by the numbers of its enemies and friends next to it: as a stone of the player who moves next, and of the
/// player who has just moved.
const WEIGHTS: [[[i16; 2]; 5]; 5] = [
    [[0, 0], [17, 32], [31, -48], [45, -79], [40, -95]],
    [[-19, 59], [41, -46], [35, -32], [46, -52], [0, 0]],
    [[39, 16], [-25, 14], [34, -29], [0, 0], [0, 0]],
    [[-8, 33], [-4, 51], [0, 0], [0, 0], [0, 0]],
    [[-3, 61], [0, 0], [0, 0], [0, 0], [0, 0]],
];

/// Both weights as one number, so that they are added up at once: the first and 2^32 times the second.
const BOTH_WEIGHTS: [[i64; 5]; 5] = {
    let mut both = [[0; 5]; 5];
    let mut i = 0;
    while i < 25 {
        let [next, last] = WEIGHTS[i / 5][i % 5];
        both[i / 5][i % 5] = next as i64 + ((last as i64) << 32);
        i += 1;
    }
    both
};

#[cfg(test)]
mod tests {
    use super::super::{Clobber, Clobber448};
    use super::{COMPONENT, WEIGHTS};
    use crate::rules::Short;

    /// The hints, cell by cell on the text.
    fn plain(text: &str) -> [i16; 2] {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let at = |row: usize, column: usize| {
            rows.get(row).and_then(|row| row.get(column)).copied().filter(|&c| c != '.')
        };
        let mut hints = [COMPONENT; 2];
        for (row, cells) in rows.iter().enumerate() {
            for (column, &stone) in cells.iter().enumerate().filter(|(_, c)| **c != '.') {
                let near = [
                    at(row.wrapping_sub(1), column),
                    at(row + 1, column),
                    at(row, column.wrapping_sub(1)),
                    at(row, column + 1),
                ];
                let friends = near.iter().filter(|&&c| c == Some(stone)).count();
                let enemies = near.iter().flatten().count() - friends;
                let own = usize::from(stone == 'o');
                hints[own] += WEIGHTS[enemies][friends][0];
                hints[1 - own] += WEIGHTS[enemies][friends][1];
            }
        }
        hints
    }

    #[test]
    fn hints_agree_with_plain_ones() {
        // All positions of three by two cells, and some larger ones.
        let mut texts: Vec<String> = (0..729_usize)
            .map(|n| {
                let cell = |i: u32| ['x', 'o', '.'][n / 3_usize.pow(i) % 3];
                let row = |start: u32| (start..start + 3).map(cell).collect::<String>();
                format!("{}/{}", row(0), row(3))
            })
            .collect();
        texts.extend(["xoxo/oxox/xoxo/oxox", "xxoo.x/x.oxox/oxxxoo/.oxo.x"].map(String::from));
        for text in texts {
            let position: Clobber = text.parse().unwrap();
            let [left, right] = plain(&text);
            assert_eq!(Clobber::SEARCH.hints(&position), Some([left, right]), "{text}");
            assert_eq!(Clobber::SEARCH.hints(&position.negative()), Some([right, left]), "{text}");
            let (normalized, negated) = position.normalized();
            let expected = if negated { [right, left] } else { [left, right] };
            assert_eq!(Clobber::SEARCH.hints(&normalized), Some(expected), "{text}");
            let wide: Clobber448 = text.parse().unwrap();
            assert_eq!(Clobber448::SEARCH.hints(&wide), Some([left, right]), "{text}");
        }
    }
}
