//! Bots for Clobber: alpha-beta search alone, and with the solver.

use std::fmt;
use std::sync::Arc;

use dicot::analysis::ValueSource;
use dicot::board::{Cell, Shape};
use dicot::rules::{Clobber448, Turn, clobber::ClobberMove};
use dicot::{Instant, Interrupt};

use crate::clobber_search::{ClobberSearch, Stones};
use crate::endgame::Endgame;
use crate::transposition::MAX_VALUE;
use crate::{Bot, before, is_due, share_of};

/// A player of Clobber that searches by alpha-beta and uses no values.
///
/// [`codingame::program`](crate::codingame::program) is the same search as a program in one file.
pub struct AlphaBetaBot {
    search: ClobberSearch,
    interrupt: Interrupt,
}

impl Default for AlphaBetaBot {
    fn default() -> AlphaBetaBot {
        AlphaBetaBot::new()
    }
}

impl AlphaBetaBot {
    /// Creates a bot with an empty transposition table of 16 MiB.
    pub fn new() -> AlphaBetaBot {
        AlphaBetaBot { search: ClobberSearch::new(), interrupt: Interrupt::default() }
    }
}

impl fmt::Debug for AlphaBetaBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBetaBot").finish_non_exhaustive()
    }
}

impl Bot<Clobber448> for AlphaBetaBot {
    fn choose(&mut self, turn: &Turn<Clobber448>, deadline: Instant) -> Option<ClobberMove> {
        let deadline = before(deadline);
        let mut stop = || is_due(deadline, &self.interrupt);
        let (moves, _) = self.search.rank_moves(&stones_of(turn), &mut stop);
        moves.first().map(|&cells| clobber_move(cells, turn.position.shape()))
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }
}

/// The strong player of Clobber: alpha-beta search, and the [`Solver`](dicot::solver::Solver) as soon as it can decide.
///
/// It does not give a won position away once the solver is done within the time: in a tenth of a second with about 35
/// stones that can still take part. It needs up to half a GiB of memory if it has long to think.
pub struct ClobberBot {
    search: ClobberSearch,
    endgame: Endgame,
    interrupt: Interrupt,
}

/// The solver is not asked about positions with more stones that can still take part. The number was not tuned.
const MAX_SOLVED_STONES: u32 = 52;
/// The share of the time for the alpha-beta search where the solver is asked as well. A guess.
const SEARCH_SHARE: f64 = 0.4;

impl Default for ClobberBot {
    fn default() -> ClobberBot {
        ClobberBot::new()
    }
}

impl ClobberBot {
    /// Creates a bot with an empty transposition table of 16 MiB, and an empty solver.
    pub fn new() -> ClobberBot {
        ClobberBot {
            search: ClobberSearch::new(),
            endgame: Endgame::new(),
            interrupt: Interrupt::default(),
        }
    }
}

impl fmt::Debug for ClobberBot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClobberBot").field("endgame", &self.endgame).finish_non_exhaustive()
    }
}

impl Bot<Clobber448> for ClobberBot {
    fn choose(&mut self, turn: &Turn<Clobber448>, deadline: Instant) -> Option<ClobberMove> {
        let deadline = before(deadline);
        let components = turn.position.board().mixed_components();
        let stones: u32 = components.map(|component| component.occupied().len()).sum();
        let share = (stones <= MAX_SOLVED_STONES).then_some(SEARCH_SHARE);
        let search_deadline = share_of(share.unwrap_or(1.0), deadline);
        let mut stop = || is_due(search_deadline, &self.interrupt);
        let (moves, value) = self.search.rank_moves(&stones_of(turn), &mut stop);
        let shape = turn.position.shape();
        let moves: Vec<_> = moves.into_iter().map(|cells| clobber_move(cells, shape)).collect();
        if share.is_none() || value.abs() > MAX_VALUE {
            return moves.first().copied();
        }
        self.endgame.best_move(&turn.position, turn.to_move, &moves, deadline, &self.interrupt)
    }

    fn set_interrupt(&mut self, interrupt: Interrupt) {
        self.interrupt = interrupt;
    }

    fn set_value_source(&mut self, values: Arc<dyn ValueSource>) {
        self.endgame.set_value_source(values);
    }
}

/// The position for the search.
pub(crate) fn stones_of(turn: &Turn<Clobber448>) -> Stones {
    let cells = |player| {
        turn.position.board().stones(player).cells().map(|cell| (cell.row, cell.col)).collect()
    };
    let shape = turn.position.shape();
    Stones {
        width: shape.width(),
        height: shape.height(),
        own: cells(turn.to_move),
        other: cells(!turn.to_move),
    }
}

/// The move from the first cell to the second.
pub(crate) fn clobber_move(cells: [(u8, u8); 2], shape: Shape) -> ClobberMove {
    let [from, to] = cells.map(|(row, col)| Cell { row, col });
    ClobberMove::new([from, to], shape)
}
