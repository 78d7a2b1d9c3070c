//! Positions of a ruleset from a file.

use std::fmt::{self, Debug, Display};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use dicot::Player;
use dicot::board::{Cell, ParsePositionError, Shape, Word};
use dicot::rules::{Narrow, NarrowVisitor, Position, Search, Short, split_into};

use crate::compiled::{Compiled, Played, for_each_bit};
use crate::components;
use crate::symmetry::Image;

/// A position: one set of cells for each letter on which a move depends; the other cells are in none.
///
/// It uses the operations of [`Word`], which are those of its sealed supertraits.
#[derive(Clone)]
pub(crate) struct FilePosition<W: Word, const N: usize> {
    rules: Arc<Compiled>,
    pub(crate) sets: [W; N],
    pub(crate) shape: Shape,
    /// Whether the players are exchanged: the negative, where no image of the board is one.
    exchanged: bool,
}

impl<W: Word, const N: usize> PartialEq for FilePosition<W, N> {
    fn eq(&self, other: &Self) -> bool {
        let same = self.sets == other.sets && self.shape == other.shape;
        same && self.exchanged == other.exchanged && Arc::ptr_eq(&self.rules, &other.rules)
    }
}

impl<W: Word, const N: usize> Eq for FilePosition<W, N> {}

impl<W: Word, const N: usize> Hash for FilePosition<W, N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.sets.iter().for_each(|set| set.hash(state));
        self.shape.hash(state);
        state.write_u8(self.exchanged.into());
    }
}

/// The most moves of a player in a position that is read; several may be the same. Each takes some 200 bytes in a list. The largest
/// boards of Amazons with eighty amazons have 25,000.
const MAX_MOVES: u32 = 200_000;

impl<W: Word, const N: usize> FilePosition<W, N> {
    /// Reads rows from the top, joined by `/`, `|` or line ends; blanks around a row are ignored.
    pub(crate) fn read(rules: &Arc<Compiled>, text: &str) -> Result<Self, ParsePositionError> {
        let rows: Vec<&str> = (text.trim_end().split(['/', '|', '\n'])).map(str::trim).collect();
        let too_large =
            |width| ParsePositionError::TooLarge { width, height: rows.len(), limit: W::CELLS };
        let width = rows[0].chars().count();
        if rows.len() == 1 && width == 0 {
            return Err(ParsePositionError::Empty);
        }
        let mut letters = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            let length = text.chars().count();
            match length {
                0 => return Err(ParsePositionError::EmptyRow { row }),
                _ if length != width => {
                    return Err(ParsePositionError::RaggedRow { row, length, expected: width });
                }
                _ if letters.len() + length > W::CELLS as usize => return Err(too_large(width)),
                _ => {}
            }
            for (column, letter) in text.chars().enumerate() {
                let number = rules.alphabet.chars().position(|l| l == letter.to_ascii_lowercase());
                letters.push(
                    rules.sets[number.ok_or_else(|| {
                        let alphabet = rules.alphabet.clone().into();
                        ParsePositionError::UnknownLetter { row, column, letter, alphabet }
                    })?],
                );
            }
        }
        let sides = u8::try_from(width).ok().zip(u8::try_from(rows.len()).ok());
        let (width, height) = sides.ok_or_else(|| too_large(width))?;
        if rules.is_row && height > 1 {
            return Err(ParsePositionError::NotOneRow { height: height.into() });
        }
        let shape = Shape::new(width, height)?;
        let mut sets = [W::default(); N];
        for (index, set) in letters.into_iter().enumerate() {
            if let Some(set) = set.map(usize::from) {
                let (row, col) = (index as u32 / u32::from(width), index as u32 % u32::from(width));
                sets[set] = sets[set] | W::ONE << (row * W::stride(shape) + col);
            }
        }
        let position = Self { rules: rules.clone(), sets, shape, exchanged: false };
        for player in Player::BOTH {
            let mut rest = MAX_MOVES;
            let is_counted = |_: Played<W, N>| {
                rest = rest.saturating_sub(1);
                rest > 0
            };
            if !rules.moves(&sets, shape, player, &mut { is_counted }) {
                return Err(ParsePositionError::TooMany { what: "moves", limit: MAX_MOVES });
            }
        }
        Ok(position)
    }

    /// The same position in another word, which it fits.
    fn convert<V: Word>(&self) -> FilePosition<V, N> {
        let convert = |set: W| {
            let mut converted = V::default();
            for_each_bit(set, |index| {
                let (row, col) = W::row_and_column(index, self.shape);
                converted = converted | V::ONE << (row * V::stride(self.shape) + col);
            });
            converted
        };
        let Self { rules, sets, shape, exchanged } = self.clone();
        FilePosition { rules, sets: sets.map(convert), shape, exchanged }
    }
}

impl<W: Word, const N: usize> Narrow<FilePosition<W, N>> for FilePosition<u64, N> {
    fn narrowed(position: &FilePosition<W, N>) -> Option<Self> {
        (position.shape.cells() <= 64).then(|| position.convert())
    }

    fn widened(&self) -> FilePosition<W, N> {
        self.convert()
    }
}

/// The distance from a bit to the one a row below.
pub(crate) fn stride_of<W: Word>(shape: Shape) -> u32 {
    W::stride(shape)
}

/// The shape after rows and columns change places.
fn transposed(shape: Shape) -> Shape {
    Shape::new(shape.height(), shape.width()).unwrap_or(shape) // no side is 0
}

impl<W: Word, const N: usize> FilePosition<W, N> {
    /// A component: the cells of the set alone, cropped.
    fn part(&self, cells: W) -> Self {
        let sets = self.sets.map(|set| set & cells);
        let (sets, shape) = W::cropped(sets, cells, self.shape);
        Self { sets, shape, ..self.clone() }
    }

    /// Calls a function with each move of the player, each once. It is compiled once for all functions: sorting is much code.
    fn each_move(&self, player: Player, visit: &mut dyn FnMut(Played<W, N>)) {
        let player = if self.exchanged { !player } else { player };
        if !self.rules.may_coincide[player as usize] {
            self.rules.moves(&self.sets, self.shape, player, &mut |played| {
                visit(played);
                true
            });
            return;
        }
        let mut moves = Vec::new();
        self.rules.moves(&self.sets, self.shape, player, &mut |played| {
            moves.push(played);
            true
        });
        moves.sort_unstable_by_key(|mv| (mv.cells, mv.second, mv.sets));
        moves.dedup_by_key(|mv| (mv.cells, mv.second, mv.sets));
        moves.into_iter().for_each(visit);
    }
}

/// A move: its cells, and the sets of the position after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FileMove<W: Word, const N: usize> {
    cells: [u32; 2],
    second: Option<u32>,
    /// Counts the moves with the same cells, from 1.
    number: u32,
    height: u8,
    shape: Shape,
    sets: [W; N],
}

/// Prints the first and the last cell like `a1-b1`, or `a1` if these are the same; after `/` the last cell of a second part;
/// and for the second and further moves with the same cells a number, like `a1-b1(2)`.
impl<W: Word, const N: usize> Display for FileMove<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |index| {
            let (row, col) = W::row_and_column(index, self.shape);
            Cell { row: row as u8, col: col as u8 }.name(self.height)
        };
        let [first, last] = self.cells;
        f.write_str(&name(first))?;
        if last != first {
            write!(f, "-{}", name(last))?;
        }
        if let Some(second) = self.second {
            write!(f, "/{}", name(second))?;
        }
        if self.number > 1 {
            write!(f, "({})", self.number)?;
        }
        Ok(())
    }
}

impl<W: Word, const N: usize> Debug for FileMove<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl<W: Word, const N: usize> Position for FilePosition<W, N> {
    type Move = FileMove<W, N>;

    fn moves(&self, player: Player) -> impl Iterator<Item = FileMove<W, N>> {
        let mut moves: Vec<FileMove<W, N>> = Vec::new();
        self.each_move(player, &mut |Played { cells, second, sets }| {
            let before = moves.last().filter(|mv| (mv.cells, mv.second) == (cells, second));
            let number = before.map_or(1, |mv| mv.number + 1);
            let (height, shape) = (self.shape.height(), self.shape);
            moves.push(FileMove { cells, second, number, height, shape, sets });
        });
        moves.into_iter()
    }

    fn play_unchecked(&mut self, _: Player, mv: FileMove<W, N>) {
        self.sets = mv.sets;
    }

    fn options(&self, player: Player) -> impl Iterator<Item = Self> {
        let mut options = Vec::new();
        self.each_move(player, &mut |played| {
            options.push(Self { sets: played.sets, ..self.clone() });
        });
        options.into_iter()
    }

    fn move_count(&self, player: Player) -> u64 {
        let mut count = 0;
        self.each_move(player, &mut |_| count += 1);
        count
    }
}

impl<W: Word, const N: usize> Short for FilePosition<W, N> {
    const SEARCH: Search<Self> = Search {
        places: Some(|position| {
            let parts = components::find(&position.rules, &position.sets, position.shape);
            let union = position.sets.iter().fold(W::default(), |union, &set| union | set);
            let (stride, mut places) = (W::stride(position.shape), Vec::new());
            for part in parts {
                let mut cells = Vec::new();
                for_each_bit(part & union, |bit| {
                    cells.push(Cell { row: (bit / stride) as u8, col: (bit % stride) as u8 });
                });
                places.push(cells);
            }
            Some(places)
        }),
        option_steps: |position| {
            let shape = position.shape;
            position.rules.steps(shape.width().max(shape.height()))
        },
        ..Search::NONE
    };

    fn negative(&self) -> Self {
        let Some(image) = &self.rules.negation else {
            return Self { exchanged: !self.exchanged, ..self.clone() };
        };
        let shape = if image.transposes() { transposed(self.shape) } else { self.shape };
        let turned = self.sets.map(|set| {
            let set = if image.transposes() { set.transposed(self.shape) } else { set };
            set.four_images(shape)[image.turn()]
        });
        let sets = std::array::from_fn(|i| turned[image.exchanged(i)]);
        Self { sets, shape, ..self.clone() }
    }

    fn components(&self) -> impl Iterator<Item = Self> {
        let components = components::find(&self.rules, &self.sets, self.shape);
        components.into_iter().map(|cells| self.part(cells))
    }

    /// The least of the images that are known to have the value or its negative.
    fn normalized(&self) -> (Self, bool) {
        let union = self.sets.iter().fold(W::default(), |union, &set| union | set);
        if union == W::default() {
            // Nobody has a move.
            return (Self { shape: self.shape, exchanged: false, ..self.clone() }, self.exchanged);
        }
        let (sets, shape) = W::cropped(self.sets, union, self.shape);
        let images = &self.rules.images;
        let turns = images.iter().any(Image::transposes);
        let (is_wide, is_high) = (shape.height() <= shape.width(), shape.width() <= shape.height());
        let mut least: Option<(u8, [W; N], bool)> = None;
        for turned in [false, true] {
            // Where boards can be turned, only those that lie wide are compared.
            if turned && !(turns && is_high) || !turned && turns && !is_wide {
                continue;
            }
            let upright = if turned { transposed(shape) } else { shape };
            let four = sets.map(|set| match set == W::default() {
                true => [set; 4],
                false => if turned { set.transposed(shape) } else { set }.four_images(upright),
            });
            for image in images.iter().filter(|image| image.transposes() == turned) {
                let sets = std::array::from_fn(|i| four[image.exchanged(i)][image.turn()]);
                let key = (upright.height(), sets, image.negates);
                if least.is_none_or(|least| (key.0, key.1) < (least.0, least.1)) {
                    least = Some(key);
                }
            }
        }
        match least {
            None => (self.clone(), false), // the board is an image of itself
            Some((height, sets, negates)) => {
                let wide = if height == shape.height() { shape } else { transposed(shape) };
                let exchanged = false;
                let position = Self { sets, shape: wide, exchanged, ..self.clone() };
                (position, negates != self.exchanged)
            }
        }
    }

    /// Without a list of the options, some of which may be the same.
    fn split_options_into<E>(
        &self,
        player: Player,
        list: &mut Vec<(Self, bool)>,
        mut option_ends: impl FnMut(&mut Vec<(Self, bool)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let player = if self.exchanged { !player } else { player };
        let mut result = Ok(());
        self.rules.moves(&self.sets, self.shape, player, &mut |Played { sets, .. }| {
            split_into(&Self { sets, ..self.clone() }, list);
            result = option_ends(list);
            result.is_ok()
        });
        result
    }

    fn with_narrow<V: NarrowVisitor<Self>>(visitor: V) -> V::Output {
        if W::CELLS > 64 { visitor.some::<FilePosition<u64, N>>() } else { visitor.none() }
    }
}

/// Writes the letters of the cells, the rows from the top.
pub(crate) fn write_cells<W: Word, const N: usize>(
    rules: &Compiled,
    sets: &[W; N],
    shape: Shape,
    row_end: char,
    out: &mut impl fmt::Write,
) -> fmt::Result {
    let shown = &rules.shown;
    for row in 0..u32::from(shape.height()) {
        if row > 0 {
            out.write_char(row_end)?;
        }
        for col in 0..u32::from(shape.width()) {
            let bit = W::ONE << (row * W::stride(shape) + col);
            let set = sets.iter().position(|&set| set & bit != W::default());
            out.write_char(set.or(Some(shown.len() - 1)).map_or('?', |set| shown[set]))?;
        }
    }
    Ok(())
}

/// Prints the rows from the top, joined by `/`, or as lines with `{:#}`. A cell in no set has the first letter on which no
/// move depends.
impl<W: Word, const N: usize> Display for FilePosition<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row_end = if f.alternate() { '\n' } else { '/' };
        write_cells(&self.rules, &self.sets, self.shape, row_end, f)
    }
}

impl<W: Word, const N: usize> Debug for FilePosition<W, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({self})", self.rules.name)?;
        if self.exchanged { f.write_str(" with the players exchanged") } else { Ok(()) }
    }
}
