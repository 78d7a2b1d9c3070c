//! How good a component of Clobber is for the player who moves next, for the order in which a solver tries moves.
//!
//! A conditional logit model (McFadden, 1974) of the moves that win: each stone has a weight by the numbers of enemy stones and of
//! stones of its own colour next to it, and the odds of a move are *e* to the power of the sum. The values of small components are
//! weighed by the solver. DESIGN.md ("How does the solver decide sums") says how it was fitted, and what it gains.

use crate::Player;
use crate::board::{Board, Steps, Word};

/// The hints for Left and for Right: 64 times the logarithm of the odds that the move before was bad.
pub(super) fn of_board<W: Word>(board: &Board<W>) -> [i16; 2] {
    let steps = Steps::of(board.shape());
    let mut hints = [i32::from(COMPONENT); 2];
    let [left, right] = Player::BOTH.map(|player| board.word(player));
    let [near_left, near_right] = [left, right].map(|set| by_count(steps, set));
    for (i, own, enemies, friends) in
        [(0, left, near_right, near_left), (1, right, near_left, near_right)]
    {
        for (enemies, weights) in enemies.into_iter().zip(WEIGHTS) {
            let set = own & enemies;
            if set == W::default() {
                continue;
            }
            for (friends, [next, last]) in friends.into_iter().zip(weights) {
                let set = set & friends;
                if set != W::default() {
                    let count = set.count() as i32;
                    hints[i] += i32::from(next) * count;
                    hints[1 - i] += i32::from(last) * count;
                }
            }
        }
    }
    hints.map(|hint| hint.clamp(-i32::from(i16::MAX), i16::MAX.into()) as i16)
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
            assert_eq!(position.ordering_hints(), Some([left, right]), "{text}");
            assert_eq!(position.negative().ordering_hints(), Some([right, left]), "{text}");
            let (normalized, negated) = position.normalized();
            let expected = if negated { [right, left] } else { [left, right] };
            assert_eq!(normalized.ordering_hints(), Some(expected), "{text}");
            let wide: Clobber448 = text.parse().unwrap();
            assert_eq!(wide.ordering_hints(), Some([left, right]), "{text}");
        }
    }
}
