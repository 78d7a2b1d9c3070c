//! Plain twins: heap games by their definition.

use std::collections::HashMap;

/// Whether the player who moves loses misère play of heaps. The code has digits from 0 to 7 only, as 4.3.
pub(crate) fn is_p_position(
    code: &str,
    mut heaps: Vec<usize>,
    known: &mut HashMap<Vec<usize>, bool>,
) -> bool {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable();
    if let Some(&is_p) = known.get(&heaps) {
        return is_p;
    }
    let options = options(code, &heaps);
    let is_p = !options.is_empty()
        && options.into_iter().all(|option| !is_p_position(code, option, known));
    known.insert(heaps, is_p);
    is_p
}

/// All positions that a move leaves.
fn options(code: &str, heaps: &[usize]) -> Vec<Vec<usize>> {
    let mut options = Vec::new();
    let digits = code.replace('.', "");
    for (n, &heap) in heaps.iter().enumerate() {
        for (taken, digit) in digits.chars().enumerate() {
            let digit = digit.to_digit(8).unwrap();
            let Some(left) = heap.checked_sub(taken) else { continue };
            let mut leave = |parts: &[usize]| {
                options.push([&heaps[..n], parts, &heaps[n + 1..]].concat());
            };
            if digit & 1 > 0 && left == 0 {
                leave(&[]);
            }
            if digit & 2 > 0 && left > 0 {
                leave(&[left]);
            }
            if digit & 4 > 0 {
                (1..left).for_each(|part| leave(&[part, left - part]));
            }
        }
    }
    options
}
