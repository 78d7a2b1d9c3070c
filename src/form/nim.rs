//! Arithmetic of nimbers, as numbers. The nim sum of `a` and `b` is `a ^ b`.
//!
//! Source: Conway, *On Numbers and Games*, chapter 6.

/// The nim product, under which the numbers below 2, 4, 16, 256, .. and `2^64` are fields.
///
/// # Examples
/// ```
/// use dicot::nim::product;
/// assert_eq!(product(2, 2), 3);
/// assert_eq!(product(8, 8), 13);
/// assert_eq!(product(3, 2), 1); // 2 and 3 are each other's inverse
/// ```
pub const fn product(a: u64, b: u64) -> u64 {
    product_below(a, b, 32)
}

/// The product of numbers below `2^(2·half)`: with the Fermat power `f = 2^half`,
/// `f·f = f + f/2` and `f·x` is the usual product for `x < f`.
const fn product_below(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    if half == 0 {
        return a & b;
    }
    let low = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & low, b >> half, b & low);
    let lows = product_below(a0, b0, half / 2);
    let highs = product_below(a1, b1, half / 2);
    let cross = product_below(a1 ^ a0, b1 ^ b0, half / 2) ^ lows;
    let half_of_f = product_below(highs, 1 << (half - 1), half / 2);
    (cross << half) ^ lows ^ half_of_f
}

/// The *minimal excludant*: the least number that is not among these.
///
/// # Examples
/// ```
/// assert_eq!(dicot::nim::mex([0, 1, 3, 1]), 2);
/// assert_eq!(dicot::nim::mex([]), 0);
/// ```
///
/// # Complexity
/// O(*n*) for *n* numbers.
pub fn mex(numbers: impl IntoIterator<Item = u64>) -> u64 {
    let numbers: Vec<u64> = numbers.into_iter().collect();
    let mut present = vec![false; numbers.len()];
    for n in numbers {
        if let Some(slot) = usize::try_from(n).ok().and_then(|n| present.get_mut(n)) {
            *slot = true;
        }
    }
    present.iter().take_while(|&&present| present).count() as u64
}
