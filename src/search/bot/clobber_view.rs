//! Clobber for the alpha-beta search: the stones that can still take part, and how good they are.
//!
//! Written for the standard library alone, and for edition 2021: it is part of the bot in one file.

use std::sync::OnceLock;
use std::time::Instant;

use super::alpha_beta::{BOUND, Class, Memo, Step, View, key_of};
use super::clobber_weights::{TO_MOVE, WEIGHTS};
use crate::Player;
use crate::board::{Board, Cell, Shape, Steps, Symmetry, Word};
use crate::hash::mix;
use crate::rules::{Clobber, ClobberMove, GenClobber, HugeClobber, Orthogonal, Turn, WideClobber};

/// What can think about a position in any word.
pub(crate) trait Thinks {
    /// The move to make before the deadline; `None` if there is none. The board has fewer than 30 columns.
    fn think<W: Word>(
        &mut self,
        position: &GenClobber<Orthogonal, W>,
        player: Player,
        deadline: Instant,
    ) -> Option<ClobberMove>;
}

/// Thinks about the position in the smallest word, turned so that its rows are short.
pub(crate) fn narrowed(
    bot: &mut impl Thinks,
    turn: &Turn<HugeClobber>,
    deadline: Instant,
) -> Option<ClobberMove> {
    let (position, player) = (&turn.position, turn.to_move);
    let shape = position.shape();
    if shape.width() > shape.height() && shape.width() > 8 {
        // No board has 22 rows and 22 columns.
        let turned = Turn::new(position.image(Symmetry::Transpose), player);
        let mv = narrowed(bot, &turned, deadline)?;
        let cell = |cell: Cell| Cell { row: cell.col, col: cell.row };
        return Some(ClobberMove::new(cell(mv.from()), cell(mv.to()), shape));
    }
    if let Ok(small) = Clobber::try_from(position) {
        bot.think(&small, player, deadline)
    } else if let Ok(wide) = WideClobber::try_from(position) {
        bot.think(&wide, player, deadline)
    } else {
        bot.think(position, player, deadline)
    }
}

/// A position of Clobber as the player to move sees it, without the stones that can no longer take part.
#[derive(Clone, Copy)]
pub(crate) struct ClobberView<W> {
    own: W,
    other: W,
    shape: Shape,
    steps: Steps<W>,
    weights: &'static [i16],
}

/// The four directions, each with its bit.
const DIRECTIONS: usize = 4;

impl<W: Word> ClobberView<W> {
    /// The position as the player sees it. The board must have fewer than 30 columns.
    pub(crate) fn new(position: &GenClobber<Orthogonal, W>, player: Player) -> ClobberView<W> {
        let shape = position.shape();
        let (own, other) = (position.stones(player).bits(), position.stones(!player).bits());
        let steps = Steps::of(shape);
        ClobberView { own, other, shape, steps, weights: weights() }.alive()
    }

    /// The number of stones that can still take part.
    pub(crate) fn stones(&self) -> u32 {
        self.own.count() + self.other.count()
    }

    /// The move of the rules that a step is.
    pub(crate) fn mv(self, step: Step) -> ClobberMove {
        let [from, to] = step.cells::<W>(self.shape);
        ClobberMove::new(from, to, self.shape)
    }

    /// Without the components that are of one colour.
    fn alive(mut self) -> ClobberView<W> {
        let all = self.own | self.other;
        let steps = self.steps;
        let mut alive = steps.around(self.own) & self.other | steps.around(self.other) & self.own;
        loop {
            let grown = steps.grown(alive, all);
            if grown == alive {
                break;
            }
            alive = grown;
        }
        self.own = self.own & alive;
        self.other = self.other & alive;
        self
    }

    fn ahead(&self, set: W, direction: usize) -> W {
        match direction {
            0 => self.steps.east(set),
            1 => self.steps.south(set),
            2 => self.steps.west(set),
            _ => self.steps.north(set),
        }
    }
}

impl<W: Word> View for ClobberView<W> {
    fn moves(&self, moves: &mut Vec<(i32, Step)>) {
        for direction in 0..DIRECTIONS {
            let mut targets = self.ahead(self.own, direction) & self.other;
            while targets != W::default() {
                let to = targets.lowest();
                targets = targets ^ to;
                let from = self.ahead(to, (direction + 2) % DIRECTIONS);
                let step = Step { from: from.lowest_index() as u16, to: to.lowest_index() as u16 };
                // Rather leave a place with few neighbours, and take a stone that had many.
                let around = |cell| {
                    let around = self.steps.around(cell);
                    ((around & self.own).count() as i32, (around & self.other).count() as i32)
                };
                let (left, taken) = (around(from), around(to));
                moves.push((16 * (taken.0 - left.1 + left.0 - taken.1), step));
            }
        }
    }

    fn after(&self, step: Step) -> ClobberView<W> {
        let (from, to) = (W::ONE << u32::from(step.from), W::ONE << u32::from(step.to));
        ClobberView { own: self.other ^ to, other: self.own ^ from ^ to, ..*self }.alive()
    }

    fn settled(&self, memo: &mut Memo) -> (Self, u64) {
        if self.stones() > FEW {
            return (*self, key_of(self.own, self.other));
        }
        let (own, other) = (self.own, self.other);
        let mut kept = [(W::default(), Class::default()); MOST_PIECES];
        let (mut count, mut rest) = (0, own | other);
        while rest != W::default() {
            let mut piece = rest.lowest();
            loop {
                let grown = self.steps.grown(piece, rest);
                if grown == piece {
                    break;
                }
                piece = grown;
            }
            rest = rest ^ piece;
            let key = key_of(own & piece, other & piece);
            let class = memo.class(key, || class_of([own & piece, other & piece], self.shape));
            match kept[..count].iter().position(|(_, known)| known.negative == class.class) {
                Some(i) => {
                    count -= 1;
                    kept[i] = kept[count];
                }
                None => {
                    kept[count] = (piece, class);
                    count += 1;
                }
            }
        }
        let kept = &kept[..count];
        let stones = kept.iter().fold(W::default(), |stones, &(piece, _)| stones | piece);
        let key = kept.iter().fold(0, |key: u64, (_, class)| key.wrapping_add(class.class));
        (ClobberView { own: own & stones, other: other & stones, ..*self }, mix(key, 2))
    }

    fn value(&self) -> i32 {
        let (width, height) = (u32::from(self.shape.width()), u32::from(self.shape.height()));
        let stride = W::stride(self.shape);
        let ones = (1u64 << width) - 1;
        // The codes of the two rows above, at each column.
        let mut above = [0usize; 32];
        let mut value = TO_MOVE;
        for row in 0..height + 2 {
            let (own, other) = if row < height {
                let line = |set: W| (set >> (row * stride)).low_64() & ones;
                (line(self.own) << 2, line(self.other) << 2)
            } else {
                (0, 0)
            };
            for column in 0..width as usize + 2 {
                let code = TERNARY[(own >> column & 7) as usize]
                    + 2 * TERNARY[(other >> column & 7) as usize];
                let pattern = above[column] + 729 * code;
                value += i32::from(self.weights[pattern]);
                above[column] = pattern / 27;
            }
        }
        value.clamp(-BOUND, BOUND)
    }

    fn is_over(&self) -> bool {
        self.own == W::default()
    }
}

/// From so many stones on down, components that are each other's negative are left out, and the order and place of
/// the others does not count.
const FEW: u32 = 40;

/// The most components that so many stones have.
const MOST_PIECES: usize = FEW as usize / 2;

/// The numbers of a component, the same for all its images, and of its negative.
fn class_of<W: Word>([own, other]: [W; 2], shape: Shape) -> Class {
    let number = |sets| {
        let (least, _) = Board::from_sets(sets, shape).least_image();
        let ([left, right], shape) = (least.sets(), least.shape());
        let sizes = u64::from(shape.width()) << 8 | u64::from(shape.height());
        mix(key_of(left, right), sizes)
    };
    Class { class: number([own, other]), negative: number([other, own]) }
}

/// Three bits as three digits of base 3.
const TERNARY: [usize; 8] = [0, 1, 3, 4, 9, 10, 12, 13];
/// The number of patterns of three rows and three columns.
const PATTERNS: usize = 19_683;

/// The weight of every pattern: the digits of its number are its cells row by row, 1 an own stone, 2 another one.
fn weights() -> &'static [i16] {
    static TABLE: OnceLock<Vec<i16>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = vec![None; PATTERNS];
        let mut classes = WEIGHTS.as_bytes().chunks(2);
        for pattern in 0..PATTERNS {
            if table[pattern].is_some() {
                continue;
            }
            let images = images(pattern);
            // What is its own image with the players exchanged is good for nobody.
            let even = images.contains(&(pattern, -1));
            let weight = if even { 0 } else { classes.next().map_or(0, weight) };
            for (image, sign) in images {
                table[image] = Some(weight * sign);
            }
        }
        table.into_iter().flatten().collect()
    })
}

/// Two characters: a number of base 90 less 4,050.
fn weight(pair: &[u8]) -> i16 {
    let digit =
        |place: usize| i16::from(pair.get(place).map_or(b'#', |&byte| byte)) - i16::from(b'#');
    digit(0) * 90 + digit(1) - 4_050
}

/// A pattern turned and reflected, and -1 where the players are exchanged.
fn images(pattern: usize) -> Vec<(usize, i16)> {
    let mut cells: [usize; 9] = std::array::from_fn(|i| pattern / 3usize.pow(i as u32) % 3);
    let number = |cells: &[usize; 9]| cells.iter().rev().fold(0, |number, cell| 3 * number + cell);
    let mut images = Vec::with_capacity(16);
    for turn in 0..8 {
        cells = if turn == 4 {
            std::array::from_fn(|i| cells[i / 3 * 3 + 2 - i % 3])
        } else {
            std::array::from_fn(|i| cells[(2 - i % 3) * 3 + i / 3])
        };
        images.push((number(&cells), 1));
        images.push((number(&cells.map(|cell| [0, 2, 1][cell])), -1));
    }
    images
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Wide;
    use crate::search::bot::{Dice, alpha_beta};

    /// Follows random games by the rules and by views.
    fn follow<W: Word>(width: u8, height: u8, games: u64) {
        let mut dice = Dice::new(u64::from(width) << 8 | u64::from(height));
        let start = GenClobber::<Orthogonal, W>::start(width, height).unwrap();
        let new = |turn: &Turn<_>| ClobberView::new(&turn.position, turn.to_move);
        for _ in 0..games {
            let turn = Turn::new(start, Player::Right);
            alpha_beta::tests::follow(turn, &mut dice, new, ClobberView::mv, |turn, view| {
                let pieces = turn.position.board().mixed_components();
                let alive: u32 = pieces.map(|piece| piece.occupied().len()).sum();
                assert_eq!(view.stones(), alive, "{turn:?}");
                // What is good for one player is bad for the other, but for the right to move.
                let other = ClobberView::new(&turn.position, !turn.to_move);
                assert_eq!(view.value() - TO_MOVE, TO_MOVE - other.value(), "{turn:?}");
            });
        }
    }

    #[test]
    fn views_follow_the_rules() {
        follow::<u64>(8, 8, 20);
        follow::<u64>(3, 5, 50);
        follow::<u64>(1, 20, 20);
        follow::<u128>(10, 10, 5);
        follow::<Wide>(10, 10, 2);
        follow::<Wide>(20, 20, 1);
    }

    #[test]
    fn images_have_the_same_value() {
        let position = Clobber::parse("xo..ox/.xxo.o/oo.xx.").unwrap();
        let value = |symmetry| ClobberView::new(&position.image(symmetry), Player::Left).value();
        assert!(Symmetry::ALL.map(value).iter().all(|&v| v == value(Symmetry::Identity)));
    }

    fn view(text: &str, player: Player) -> ClobberView<u64> {
        ClobberView::new(&Clobber::parse(text).unwrap(), player)
    }

    #[test]
    fn what_cancels_is_left_out() {
        let memo = &mut Memo::new();
        let mut settled = |text| view(text, Player::Left).settled(memo);
        // A game and its negative, turned; and a game that is its own negative, twice.
        for nothing in ["xxo...o/......o/......x", "xo.xo", "xo.o/...x"] {
            assert_eq!(settled(nothing).0.stones(), 0, "{nothing}");
        }
        let (rest, key) = settled("xxo.o.xo/....o.../....x.../......../xo....../......../xxox....");
        assert_eq!(rest.stones(), 4);
        // The same elsewhere and turned, but not the other player's.
        assert_eq!(key, settled("...x/...x/...o/...x").1);
        assert_ne!(key, settled("ooxo").1);
    }

    #[test]
    fn settled_positions_have_the_same_winner() {
        use crate::search::{Solver, Sum};
        let (mut dice, mut solver, memo) = (Dice::new(4), Solver::new(), &mut Memo::new());
        for _ in 0..200 {
            let mut turn = Turn::new(Clobber::start(5, 4).unwrap(), Player::Right);
            for _ in 0..6 + dice.below(6) {
                let Some(mv) = dice.pick(turn.moves()) else { break };
                turn = turn.play(mv).unwrap();
            }
            let (settled, _) = ClobberView::new(&turn.position, turn.to_move).settled(memo);
            let sets = match turn.to_move {
                Player::Left => [settled.own, settled.other],
                Player::Right => [settled.other, settled.own],
            };
            let rest = Clobber::from(Board::from_sets(sets, settled.shape));
            let mut wins =
                |position| solver.wins_first(&Sum::from(position), turn.to_move).unwrap();
            assert_eq!(wins(rest), wins(turn.position), "{turn:?}");
        }
    }

    #[test]
    fn all_weights_are_there() {
        let weights = weights();
        assert_eq!(weights.len(), PATTERNS);
        assert!(WEIGHTS.len() > 2_000);
        let classes = (0..PATTERNS).filter(|&pattern| {
            let images = images(pattern);
            let least = images.iter().all(|&(image, _)| image >= pattern);
            least && !images.contains(&(pattern, -1))
        });
        assert_eq!(classes.count(), WEIGHTS.len() / 2);
        assert_eq!(weights[0], 0);
    }
}
