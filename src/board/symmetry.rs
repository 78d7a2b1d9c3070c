//! The eight symmetries of the rectangle, cropping, and the least of all images of a board.

use super::layout::{self, Layout};
use super::{Board, Cell, Shape, Word};

/// A symmetry: what is done to the board, shown on `abc/def`.
///
/// # Examples
/// ```
/// use dicot::board::{Board, Symmetry};
/// let board: Board<u64> = "xo./..o".parse()?;
/// assert_eq!(board.image(Symmetry::QuarterTurn).to_string(), ".x/.o/o.");
/// # Ok::<_, dicot::board::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing: `abc/def`.
    Identity,
    /// The top row becomes the bottom row: `def/abc`.
    UpsideDown,
    /// Half a turn: `fed/cba`.
    HalfTurn,
    /// The left column becomes the right column: `cba/fed`.
    LeftRight,
    /// Rows become columns: `ad/be/cf`.
    Transpose,
    /// A quarter turn against the clock: `cf/be/ad`.
    QuarterTurnBack,
    /// Rows become columns about the other diagonal: `fc/eb/da`.
    AntiTranspose,
    /// A quarter turn with the clock: `da/eb/fc`.
    QuarterTurn,
}

impl Symmetry {
    /// All eight symmetries.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::UpsideDown,
        Symmetry::HalfTurn,
        Symmetry::LeftRight,
        Symmetry::Transpose,
        Symmetry::QuarterTurnBack,
        Symmetry::AntiTranspose,
        Symmetry::QuarterTurn,
    ];

    /// Whether rows become columns.
    pub const fn transposes(self) -> bool {
        self as u8 >= 4
    }
}

/// How sets of cells of one shape are cropped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crop {
    /// The distance of the cell that becomes the first, and of its rows.
    shift: u32,
    stride: u32,
    /// The shape of the cropped sets.
    pub(crate) shape: Shape,
}

impl Crop {
    /// To the least rectangle around a set, which must have cells.
    #[inline]
    pub(crate) fn around<W: Layout>(set: W, shape: Shape) -> Crop {
        let (shift, cropped) = set.bounds(shape);
        Crop { shift, stride: W::stride(shape), shape: cropped }
    }

    /// The cropped set.
    #[inline]
    pub(crate) fn apply<W: Layout>(self, set: W) -> W {
        cut(set >> self.shift, self.stride, self.shape)
    }
}

impl<W: Word, const N: usize> Board<W, N> {
    /// The image of the board; half of the symmetries exchange its width and height.
    #[must_use]
    pub fn image(&self, symmetry: Symmetry) -> Self {
        let Board { sets, shape } = if symmetry.transposes() { self.transposed() } else { *self };
        Board { sets: sets.map(|set| set.four_images(shape)[symmetry as usize % 4]), shape }
    }

    fn transposed(&self) -> Self {
        let sets = self.sets.map(|set| set.transposed(self.shape));
        Board { sets, shape: self.shape.transposed() }
    }

    /// The least rectangle around the cells that lie in a set; 1x1 if there are none.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::Board;
    /// let board: Board<u64> = "..../..x./.o..".parse()?;
    /// assert_eq!(board.cropped().to_string(), ".x/o.");
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn cropped(&self) -> Self {
        let Board { sets, shape } = *self;
        let union = self.union();
        if union == W::default() {
            return Board { sets, shape: Shape { width: 1, height: 1 } };
        }
        let (sets, shape) = W::cropped(sets, union, shape);
        Board { sets, shape }
    }

    /// One board for all the images of this one, and the symmetry that leads to it from the
    /// [cropped](Board::cropped) board.
    ///
    /// It is the least by a fixed order of the images that are at least as wide as high, and does not
    /// depend on the word. For a ruleset whose players are exchanged by a symmetry, as in Domineering, or
    /// not at all; otherwise see [`normalized`](Board::normalized).
    ///
    /// # Examples
    /// ```
    /// use dicot::board::{Board, Symmetry};
    /// let board = Board::<u64, 1>::read("..#/#../##.", ".#")?;
    /// let (least, symmetry) = board.least_image();
    /// assert_eq!(board.cropped().image(symmetry), least);
    /// assert_eq!(board.image(Symmetry::HalfTurn).least_image().0, least);
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn least_image(&self) -> (Self, Symmetry) {
        Board::least(self.cropped().images_laid_wide())
    }

    /// One board for all the images of this one, and whether its first two sets were exchanged to get it.
    ///
    /// The images are those by the symmetries, with the sets 0 and 1 exchanged or not, of the
    /// [cropped](Board::cropped) board; of the ones that are at least as wide as high, the least by a fixed
    /// order is taken. It does not depend on the word. Sets 0 and 1 are what belongs to Left and to Right;
    /// all other sets belong to both. When a board is an image of itself with these sets exchanged, either
    /// answer to the second question is true, and the one given is `false`.
    ///
    /// # Examples
    /// ```
    /// use dicot::board::Board;
    /// let [a, b]: [Board<u64>; 2] = ["...../.xxo.".parse()?, "x/o/o".parse()?];
    /// let ((a, a_negated), (b, b_negated)) = (a.normalized(), b.normalized());
    /// assert_eq!(a, b);
    /// assert_ne!(a_negated, b_negated);
    /// # Ok::<_, dicot::board::ParsePositionError>(())
    /// ```
    pub fn normalized(&self) -> (Self, bool) {
        self.cropped().normalized_cropped()
    }

    /// [`normalized`](Board::normalized) of a board that is cropped already.
    #[inline]
    pub(crate) fn normalized_cropped(&self) -> (Self, bool) {
        if N == 2 {
            // The common case has short cuts for each word.
            let shape = self.shape;
            let board = if shape.height > shape.width { self.transposed() } else { *self };
            let (sets, negated) = W::least([board.sets[0], board.sets[1]], board.shape);
            return (Board { sets: std::array::from_fn(|i| sets[i]), ..board }, negated);
        }
        Board::least_or_negative(self.images_laid_wide().map(|(board, _)| board))
    }

    /// The least of some boards and their negatives, and whether only a negative is the least.
    pub(crate) fn least_or_negative(boards: impl Iterator<Item = Self>) -> (Self, bool) {
        let of_board = |board: Self| {
            let negative = board.negative();
            if negative.order() < board.order() { (negative, true) } else { (board, false) }
        };
        let least = boards.map(of_board).min_by_key(|(board, negated)| (board.order(), *negated));
        least.expect("a position is one of its own images")
    }

    /// What images are compared by.
    fn order(&self) -> impl Ord + use<W, N> {
        (self.shape.height, self.shape.width, self.sets)
    }

    /// The images that are at least as wide as high, each with its symmetry: four, or eight of a
    /// square. The [`least`](Board::least) of all images is among them.
    pub(crate) fn images_laid_wide(&self) -> impl Iterator<Item = (Self, Symmetry)> + use<W, N> {
        let Shape { width, height } = self.shape;
        let upright = (height <= width).then(|| (*self, &Symmetry::ALL[..4]));
        let turned = (width <= height).then(|| (self.transposed(), &Symmetry::ALL[4..]));
        upright.into_iter().chain(turned).flat_map(|(board, symmetries)| {
            let images = board.sets.map(|set| set.four_images(board.shape));
            symmetries.iter().enumerate().map(move |(i, &symmetry)| {
                (Board { sets: images.map(|four| four[i]), ..board }, symmetry)
            })
        })
    }

    /// The least of some boards by a fixed order, with what comes with it; the first of equal ones.
    ///
    /// # Panics
    /// If there are none.
    pub(crate) fn least<T>(boards: impl IntoIterator<Item = (Self, T)>) -> (Self, T) {
        let least = boards.into_iter().min_by_key(|(board, _)| board.order());
        least.expect("a position is one of its own images")
    }
}

impl<W: Word> Board<W, 1> {
    /// The board of [`least_image`](Board::least_image), by the short cuts of each word.
    pub(crate) fn least_of_cells(&self) -> Self {
        let cropped = self.cropped();
        let is_high = cropped.shape.height > cropped.shape.width;
        let board = if is_high { cropped.transposed() } else { cropped };
        let ([set, _], _) = W::least([board.sets[0]; 2], board.shape);
        Board { sets: [set], ..board }
    }
}

/// The least of some images of a board and of their negatives: the sets of Left and Right, and
/// whether they were exchanged; not, if the same sets are also an image without exchange.
///
/// The order depends on the cells alone: the first set counts first, and sets are compared as
/// numbers, that is from the last cell to the first.
#[derive(Clone, Copy, Debug)]
struct Least<W> {
    sets: [W; 2],
    negated: bool,
}

impl<W: Layout> Least<W> {
    /// Of one image and its negative: the one with the lesser set first.
    #[inline(always)]
    fn of_image(left: W, right: W) -> Self {
        let negated = right < left;
        Self { sets: if negated { [right, left] } else { [left, right] }, negated }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        if W::precedes(other.sets, self.sets) {
            other
        } else {
            Self { negated: self.negated & (other.negated | (other.sets != self.sets)), ..self }
        }
    }

    /// Of four images of both sets.
    #[inline(always)]
    fn of_four_images(left: [W; 4], right: [W; 4]) -> Self {
        let image = |i: usize| Self::of_image(left[i], right[i]);
        image(0).or(image(1)).or(image(2)).or(image(3))
    }
}

/// The least image among those that are laid wide, of a board that is laid wide: four, or eight of
/// a square. The ways to turn sets come as functions, so that each word can bring its own.
#[inline(always)]
fn least_by<W: Layout>(
    sets: [W; 2],
    shape: Shape,
    four_images: impl Fn(W) -> [W; 4],
    transposed: impl Fn(W) -> W,
) -> ([W; 2], bool) {
    let [left, right] = sets;
    let mut least = Least::of_four_images(four_images(left), four_images(right));
    if shape.is_square() {
        let (left, right) = (transposed(left), transposed(right));
        least = least.or(Least::of_four_images(four_images(left), four_images(right)));
    }
    (least.sets, least.negated)
}

// What follows is for any word with the width as stride, row by row; `small` has the short cuts.

/// The least rectangle around a set that has cells.
pub(super) fn bounds<W: Layout>(set: W, shape: Shape) -> (u32, Shape) {
    let (width, height) = (u32::from(shape.width), u32::from(shape.height));
    if height == 1 {
        let (first, last) = (set.lowest_index(), set.highest_index());
        return (first, Shape { width: (last - first + 1) as u8, height: 1 });
    }
    let (top, bottom) = (set.lowest_index() / width, set.highest_index() / width);
    let row_cells = W::ones(width);
    let columns =
        (top..=bottom).fold(W::default(), |cells, row| cells | set >> (row * width) & row_cells);
    let (first, last) = (columns.lowest_index(), columns.highest_index());
    let bounds = Shape { width: (last - first + 1) as u8, height: (bottom - top + 1) as u8 };
    (top * width + first, bounds)
}

/// The top left part of the set, of the given shape, whose stride may be another.
#[inline]
fn cut<W: Layout>(set: W, stride: u32, shape: Shape) -> W {
    let to_stride = W::stride(shape);
    if to_stride == stride {
        return set;
    }
    let row_cells = W::ones(u32::from(shape.width));
    (0..u32::from(shape.height)).fold(W::default(), |cut, row| {
        cut | (set >> (row * stride) & row_cells) << (row * to_stride)
    })
}

pub(super) fn least<W: Layout>(sets: [W; 2], shape: Shape) -> ([W; 2], bool) {
    least_by(sets, shape, |set| four_images(set, shape), |set| transposed(set, shape))
}

/// The order is that of the first four of [`Symmetry::ALL`].
pub(super) fn four_images<W: Layout>(set: W, shape: Shape) -> [W; 4] {
    // Rows lie end to end, so that reversing all the bits is half a turn.
    let half_turn = |set: W| set.reversed() >> (W::CELLS - shape.cells());
    let upside_down = upside_down(set, shape);
    [set, upside_down, half_turn(set), half_turn(upside_down)]
}

fn upside_down<W: Layout>(set: W, shape: Shape) -> W {
    if shape.height == 1 {
        return set;
    }
    let width = u32::from(shape.width);
    let row_cells = W::ones(width);
    (0..u32::from(shape.height))
        .fold(W::default(), |turned, row| turned << width | set >> (row * width) & row_cells)
}

pub(super) fn transposed<W: Layout>(set: W, shape: Shape) -> W {
    if shape.width == 1 || shape.height == 1 {
        return set; // the cells of a strip keep their numbers
    }
    let mut rest = set;
    let mut transposed = W::default();
    while rest != W::default() {
        let Cell { row, col } = layout::cell::<W>(rest.lowest_index(), shape);
        rest = rest ^ rest.lowest();
        transposed = transposed | layout::bit(Cell { row: col, col: row }, shape.transposed());
    }
    transposed
}

/// Short cuts for boards up to 8x8 in a `u64`, where a row is a byte.
pub(super) mod small {
    use super::{Shape, least_by};

    #[inline]
    pub(in crate::board) fn bounds(set: u64) -> (u32, Shape) {
        let (top, bottom) = (set.trailing_zeros() / 8, set.ilog2() / 8);
        // All rows on top of each other in the lowest byte.
        let columns = set | set >> 32;
        let columns = columns | columns >> 16;
        let columns = (columns | columns >> 8) & 0xff;
        let (first, last) = (columns.trailing_zeros(), columns.ilog2());
        let shape = Shape { width: (last - first + 1) as u8, height: (bottom - top + 1) as u8 };
        (8 * top + first, shape)
    }

    #[inline]
    pub(in crate::board) fn least(sets: [u64; 2], shape: Shape) -> ([u64; 2], bool) {
        if shape.height <= 4 {
            let (pair, negated) = least_pair(sets[0] << 32 | sets[1], shape);
            return ([pair >> 32, pair & 0xffff_ffff], negated);
        }
        least_by(sets, shape, |set| four_images(set, shape), transposed)
    }

    /// [`least`] of two sets of at most four rows in one word, the first in the high half: they are turned together, and
    /// compared as one number. The halves change places when the word is reversed, and are rotated back.
    #[inline]
    fn least_pair(pair: u64, shape: Shape) -> (u64, bool) {
        let rows_below = 8 * (4 - u32::from(shape.height));
        let columns_right = 8 - u32::from(shape.width);
        // What is shifted from one half to the other is 0.
        let upside_down = |pair: u64| pair.swap_bytes().rotate_left(32) >> rows_below;
        let least_of_four = |pair: u64| {
            let half_turn = pair.reverse_bits().rotate_left(32) >> (rows_below + columns_right);
            let images = [pair, upside_down(pair), half_turn, upside_down(half_turn)];
            let least = images.map(|image| image.min(image.rotate_left(32)));
            let [a, b, c, d] = least;
            let best = a.min(b).min(c.min(d));
            (best, images.iter().all(|&image| image != best))
        };
        let least = least_of_four(pair);
        if !shape.is_square() {
            return least;
        }
        let pair = exchange(pair, 0x0000_cccc_0000_cccc, 14);
        let other = least_of_four(exchange(pair, 0x00aa_00aa_00aa_00aa, 7));
        // Pairs are compared first: of equal ones, the one that is not negated.
        least.min(other)
    }

    /// Reversing the order of the bytes turns an 8x8 board upside down, reversing all 64 bits gives
    /// it half a turn; a smaller board then lies in another corner and is shifted back.
    #[inline]
    pub(in crate::board) fn four_images(set: u64, shape: Shape) -> [u64; 4] {
        let (width, height) = (u32::from(shape.width), u32::from(shape.height));
        let rows_below = 8 * (8 - height);
        let half_turn = set.reverse_bits() >> (rows_below + (8 - width));
        let upside_down = |set: u64| set.swap_bytes() >> rows_below;
        [set, upside_down(set), half_turn, upside_down(half_turn)]
    }

    /// Exchanges the squares off the diagonal, 4x4, then 2x2, then 1x1 in each:
    /// ```text
    /// . . . . A A A A      . . A A . . A A      . A . A . A . A
    /// . . . . A A A A      . . A A . . A A      B . B . B . B .
    /// . . . . A A A A      B B . . B B . .      . A . A . A . A
    /// . . . . A A A A      B B . . B B . .      B . B . B . B .
    /// B B B B . . . .      . . A A . . A A      . A . A . A . A
    /// B B B B . . . .      . . A A . . A A      B . B . B . B .
    /// B B B B . . . .      B B . . B B . .      . A . A . A . A
    /// B B B B . . . .      B B . . B B . .      B . B . B . B .
    /// ```
    #[inline]
    pub(in crate::board) fn transposed(set: u64) -> u64 {
        let set = exchange(set, 0x0000_0000_f0f0_f0f0, 28);
        let set = exchange(set, 0x0000_cccc_0000_cccc, 14);
        exchange(set, 0x00aa_00aa_00aa_00aa, 7)
    }

    /// Exchanges each bit of the mask A with the one `distance` higher, B.
    #[inline]
    fn exchange(set: u64, mask: u64, distance: u32) -> u64 {
        let differing = (set ^ set >> distance) & mask;
        set ^ differing ^ differing << distance
    }
}
