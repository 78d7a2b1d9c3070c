//! One board, valued by dicot or by the crate `cgt`, as a whole process to be timed from outside:
//!
//! ```sh
//! cargo build --release
//! time target/release/boards dicot 4x4
//! time target/release/boards cgt 4x4
//! ```
//!
//! `cgt` has no Clobber, so it is given dicot's own moves and components, which are faster than
//! anything in its reach; `cgt-sym` adds symmetric images as well. What is compared is the algebra.

use std::process::ExitCode;

use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use dicot::Player;
use dicot::analysis::Analyzer;
use dicot::board::Symmetry;
use dicot::rules::{Clobber, Position, Short};

/// A position for `cgt`, with or without symmetric images counting as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Peer<const SYMMETRY: bool>(Clobber);

impl<const SYMMETRY: bool> Peer<SYMMETRY> {
    fn options(&self, player: Player) -> Vec<Self> {
        self.0.options(player).map(Peer).collect()
    }

    /// The least image by its text; colours stay, since `cgt` does not look for negatives.
    fn representative(piece: Clobber) -> Self {
        if !SYMMETRY {
            return Peer(piece);
        }
        let key = |p: &Clobber| {
            let cells =
                |player| p.board().stones(player).cells().map(|c| (c.row, c.col)).collect::<Vec<_>>();
            (p.shape().width(), cells(Player::Left), cells(Player::Right))
        };
        let images =
            Symmetry::ALL.into_iter().map(|symmetry| Clobber::from(piece.board().image(symmetry)));
        Peer(images.min_by_key(key).unwrap_or(piece))
    }
}

impl<const SYMMETRY: bool> PartizanGame for Peer<SYMMETRY> {
    fn left_moves(&self) -> Vec<Self> {
        self.options(Player::Left)
    }

    fn right_moves(&self) -> Vec<Self> {
        self.options(Player::Right)
    }

    fn decompositions(&self) -> Vec<Self> {
        self.0.components().map(Self::representative).collect()
    }
}

fn run(who: &str, board: &str) -> Result<String, Box<dyn std::error::Error>> {
    let (rows, columns) = board.split_once('x').ok_or("a board is ROWSxCOLUMNS")?;
    let position = Clobber::checkerboard(columns.parse()?, rows.parse()?)?;
    let short = |text: String| text.chars().take(60).collect();
    Ok(match who {
        "dicot" => Analyzer::new().canonical_form(&position)?.text_start(60).0,
        "cgt" => {
            let table = ParallelTranspositionTable::new();
            short(Peer::<false>(position).canonical_form(&table).to_string())
        }
        "cgt-sym" => {
            let table = ParallelTranspositionTable::new();
            short(Peer::<true>(position).canonical_form(&table).to_string())
        }
        _ => return Err("who: dicot, cgt or cgt-sym".into()),
    })
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [who, board] = &arguments[..] else {
        eprintln!("usage: boards dicot|cgt|cgt-sym ROWSxCOLUMNS");
        return ExitCode::from(2);
    };
    match run(who, board) {
        Ok(value) => {
            println!("{board} = {value}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
