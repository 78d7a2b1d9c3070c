//! Tables in LaTeX.

use dicot::notation::latex::{self, math, table, text};
use pyo3::prelude::*;

use crate::game::Game;
use crate::position::Position;

/// A table in LaTeX, as a tabular: rows of games, positions, numbers and texts.
///
/// >>> positions = [dicot.Clobber("xo"), dicot.Clobber("xox/ox.")]
/// >>> rows = [(p, p.value(), p.outcome()) for p in positions]
/// >>> print(dicot.latex_table(["position", "value", "outcome"], rows), end="")
/// \begin{tabular}{lll}
/// \hline
/// position & value & outcome \\
/// \hline
/// \texttt{xo} & ${\ast}$ & N \\
/// \texttt{xox/ox.} & $\{{\Uparrow}{\ast} \mid {\ast},{\downarrow}\}$ & N \\
/// \hline
/// \end{tabular}
///
/// Numbers, and texts in the notation of games, are in math mode; positions are in typewriter type.
///
/// For the rows of dicot.table: `latex_table(list(rows[0]), [row.values() for row in rows])`.
///
/// >>> rows = dicot.table([dicot.Clobber("xxo")])
/// >>> r"\texttt{xxo} & ${\uparrow}$ & L & $0$" in dicot.latex_table(list(rows[0]), [row.values() for row in rows])
/// True
#[pyfunction]
#[pyo3(signature = (head, rows, /))]
pub(crate) fn latex_table(head: Vec<String>, rows: &Bound<'_, PyAny>) -> PyResult<String> {
    let cells = |row: PyResult<Bound<'_, PyAny>>| -> PyResult<Vec<String>> {
        row?.try_iter()?.map(|cell| self::cell(&cell?)).collect()
    };
    let rows = rows.try_iter()?.map(cells).collect::<PyResult<Vec<_>>>()?;
    let head: Vec<String> = head.iter().map(|title| text(title)).collect();
    Ok(table(&head, rows))
}

/// A text in LaTeX, with its special characters written so that they print.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn latex_text(text: &str) -> String {
    latex::text(text)
}

fn cell(object: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(game) = object.cast::<Game>() {
        return Ok(format!("${}$", game.get().to_latex(object.py())?));
    }
    let printed = object.str()?.to_string();
    Ok(match math(&printed) {
        _ if object.is_instance_of::<Position>() => format!("\\texttt{{{}}}", text(&printed)),
        Some(math) => format!("${math}$"),
        None => text(&printed),
    })
}
