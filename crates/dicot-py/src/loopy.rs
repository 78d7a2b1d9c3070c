//! Loopy games as objects.

mod methods;

use dicot_loopy::LoopyValue;
use pyo3::prelude::*;

pub(crate) use self::methods::loopy_graph;

/// The value of a game whose play need not end; infinite play is a draw.
///
/// Created from a text in the notation of loopy games, such as a name or `{0|pass}`. Games and numbers can be added and compared.
///
/// >>> over = dicot.LoopyGame("over")
/// >>> over == dicot.LoopyGame("{0|pass}"), over > 0, over < dicot.Game("1/8"), over.confused("*")
/// (True, True, True, False)
/// >>> over + over, over - over, 1 + over, 2 * over - 3
/// (LoopyGame('over'), LoopyGame('over & under'), LoopyGame('1over'), LoopyGame('-3over'))
/// >>> over.outcome(), over.options("left"), over.options("right")
/// ('L', [Game('0')], [LoopyGame('over')])
///
/// A sum can be a short game again, a Game. The operations of `evaluate` are methods, as of Games.
///
/// >>> dicot.LoopyGame("on") - dicot.LoopyGame("on")
/// LoopyGame('dud')
/// >>> over.degree(), over.left_stop(), over.is_stopper()
/// (LoopyGame('over'), LoopyGame('over'), True)
#[pyclass(module = "dicot", frozen)]
#[derive(Debug)]
pub(crate) struct LoopyGame(pub(crate) LoopyValue);
