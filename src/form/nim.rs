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

/// The nim power `base^exponent`: the product of `exponent` factors `base`. The exponent is an ordinary number, and
/// `base^0` is 1.
///
/// # Examples
/// ```
/// use dicot::nim::power;
/// assert_eq!(power(2, 2), 3);
/// assert_eq!(power(2, 3), 1); // 2, 3 and 1 are the cube roots of 1
/// assert_eq!(power(0, 0), 1);
/// ```
pub const fn power(base: u64, exponent: u64) -> u64 {
    let (mut result, mut square, mut rest) = (1, base, exponent);
    while rest > 0 {
        if rest & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        rest >>= 1;
    }
    result
}

/// The number whose nim product with `a` is 1, or `None` if `a` is 0.
///
/// # Examples
/// ```
/// use dicot::nim::{inverse, product};
/// assert_eq!(inverse(2), Some(3));
/// assert_eq!(product(1000, inverse(1000).unwrap()), 1);
/// assert_eq!(inverse(0), None);
/// ```
pub const fn inverse(a: u64) -> Option<u64> {
    if a == 0 { None } else { Some(inverse_below(a, 32)) }
}

/// The inverse of a number from 1 to `2^(2·half) - 1`. With the Fermat power `f = 2^half`, the product of `x·f + y` and
/// its conjugate `x·f + (x + y)` is the norm `x·x·(f/2) + y·(x + y)`, which is below `f`.
const fn inverse_below(a: u64, half: u32) -> u64 {
    if a == 1 {
        return 1;
    }
    let (x, y) = (a >> half, a & ((1 << half) - 1));
    if x == 0 {
        return inverse_below(y, half / 2);
    }
    let norm = product(product(x, x), 1 << half >> 1) ^ product(y, x ^ y);
    // Half is 1 at last, where the norm is 1: so it is never 0.
    product(x << half | (x ^ y), inverse_below(norm, half / 2))
}

/// The number whose nim product with `b` is `a`, or `None` if `b` is 0.
///
/// # Examples
/// ```
/// use dicot::nim::quotient;
/// assert_eq!(quotient(1, 2), Some(3));
/// assert_eq!(quotient(13, 8), Some(8));
/// assert_eq!(quotient(0, 0), None);
/// ```
pub const fn quotient(a: u64, b: u64) -> Option<u64> {
    match inverse(b) {
        Some(inverse) => Some(product(a, inverse)),
        None => None,
    }
}

/// The number whose nim square is `a`. Every number has exactly one, because squaring is additive.
///
/// # Examples
/// ```
/// use dicot::nim::{product, square_root};
/// assert_eq!(square_root(3), 2);
/// assert_eq!(product(square_root(7), square_root(7)), 7);
/// ```
pub const fn square_root(a: u64) -> u64 {
    // Squaring 64 times is the identity of the field with 2^64 elements.
    let (mut root, mut squarings) = (a, 0);
    while squarings < 63 {
        root = product(root, root);
        squarings += 1;
    }
    root
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
