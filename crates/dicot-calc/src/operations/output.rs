//! Outputs: tables, pictures, explanations.

use dicot::notation::latex;
use dicot::rules::{AnyBoard, Position};
use dicot::solver::Sum;
use dicot::{Calculation, Player};

use crate::collection;
use crate::failure::Failure;
use crate::operation::operations;
use crate::positions;
use crate::text;
use crate::value::{OpResult, Value};

operations! {
    "Table" [] ("list") "the elements as rows of a table; those of lists are its columns",
        "CGSuite", "Table([n,n*n] for n from 1 to 2).ToString" => "\"1 | 1\n--+--\n2 | 4\"",
        Collection(|c, values| table(values[0], c));
    "PeriodicTable" [] ("list", "period") "the elements as a table whose rows have as many elements as a period",
        "CGSuite", "[1,2,3,4].PeriodicTable(2).ToString" => "\"1 | 2\n--+--\n3 | 4\"",
        Collection(|c, values| {
            let period = values[1].as_natural().and_then(|n| usize::try_from(n).ok()).filter(|n| *n > 0);
            let needed = "a positive integer";
            let period = period.ok_or(Failure::WrongKind { index: 1, name: "period", needed })?;
            c.hold(2 * size_of_val(values[0].elements()))?;
            let rows = values[0].elements().chunks(period).map(|row| collection::list(row.to_vec(), c));
            let rows = rows.collect::<Result<Vec<Value>, Failure>>()?;
            table(&collection::list(rows, c)?, c)
        });
    "ValuesTable" [] ("ruleset", "geese") "the values of Fox and Geese for all cells of the fox, with geese at coordinates",
        "CGSuite", "fox_and_geese.ValuesTable({(2,2)}).ToString.Size" => "96",
        Values(|c, values| {
            let Value::Ruleset(ruleset) = values[0] else {
                return Err(Failure::WrongKind { index: 0, name: "ruleset", needed: "a ruleset" });
            };
            table(&positions::fox_values(c, ruleset, values[1])?, c)
        });
    "Csv" [] ("list") "the elements as lines, and those of lists between commas",
        "RFC 4180", "[[1,^],[2,*]].Csv.ToString" => "\"1,^\n2,*\"",
        Collection(|c, values| {
            let quoted = |cell: &String| match cell.contains(['"', ',', '\n', '\r']) {
                true => format!("\"{}\"", cell.replace('"', "\"\"")),
                false => cell.clone(),
            };
            let rows = rows(values[0], c)?;
            let lines: Vec<String> =
                rows.iter().map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",")).collect();
            output(lines.join("\n"), c)
        });
    "Latex" [] ("value") "the value in LaTeX; a list of lists is a table",
        "LaTeX", "{2|-1}.Latex" => "$\\{2 \\mid -1\\}$",
        Values(|c, values| match values[0] {
            Value::List(list) if list.iter().any(|row| row.collection().is_some()) => {
                let rows = rows(values[0], c)?;
                let rows = rows.iter().map(|row| row.iter().map(|cell| in_latex(cell)).collect());
                let rows: Vec<Vec<String>> = rows.collect();
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                let lines: String = rows.iter().map(|row| latex::row(row)).collect();
                let columns = "l".repeat(columns);
                output(format!("\\begin{{tabular}}{{{columns}}}\n{lines}\\end{{tabular}}"), c)
            }
            value => output(in_latex(&text::of(value, c)?), c),
        });
    "Picture" [] ("position") "the position as a drawing: the rows of its board",
        "the rules", "clobber(\"xo/ox\").Picture.ToString" => "\"x o\no x\"",
        Position(|c, position| {
            let lines: Vec<String> = match position.board() {
                AnyBoard::Cells(grid) => grid.rows().map(|row| joined(row.iter())).collect(),
                AnyBoard::Stacks(grid) => grid.rows().map(|row| joined(row.iter())).collect(),
                _ => vec![position.to_string()],
            };
            output(lines.join("\n"), c)
        });
    "Explain" [] ("G") "why the game has its canonical form, step by step; of a position by the values of its options",
        "Siegel, Combinatorial Game Theory (2013), II.2", "'{0|2}'.Explain.ToString.Size" => "301",
        Written(|c, g| {
            let mut options = [Vec::new(), Vec::new()];
            for (player, options) in Player::BOTH.into_iter().zip(&mut options) {
                match g {
                    Value::Position(position) => *options = positions::values(c, position.options(player))?,
                    g => {
                        let needed = "a short game";
                        let wrong = Failure::WrongKind { index: 0, name: "G", needed };
                        let nodes = g.to_node().ok_or(wrong)?.options(player, c)?;
                        options.extend(nodes.iter().map(|node| node.value().clone()));
                    }
                }
            }
            let [left, right] = options;
            let explanation = c.explain(left, right)?;
            output(explanation.to_string(), c)
        });
    "WinningMoves" [] ("position", "player") "the moves with which a player who starts wins, found by search",
        "the rules", "clobber(\"xxo\").WinningMoves(Left)" => "[\"b1-c1\"]",
        WrittenPlayer(|c, position, player| {
            let Value::Position(position) = position else {
                return Err(Failure::WrongKind { index: 0, name: "position", needed: "a position" });
            };
            let moves = positions::solver(c, false).winning_moves(&Sum::from((**position).clone()), player)?;
            c.hold(moves.iter().map(|mv| size_of::<Value>() + mv.mv.len()).sum())?;
            collection::list(moves.into_iter().map(|mv| Value::Text(mv.mv.into())).collect(), c)
        });
}

/// The texts of the elements, and of the elements of those that are lists.
fn rows(list: &Value, calculation: &mut Calculation<'_>) -> Result<Vec<Vec<String>>, Failure> {
    let (mut rows, mut length) = (Vec::new(), 0);
    for row in list.elements() {
        let mut cells = Vec::new();
        for cell in row.elements() {
            let cell = match cell {
                Value::Text(text) => text.to_string(),
                cell => text::of(cell, calculation)?,
            };
            length += cell.len();
            if length > text::MAX_TEXT {
                return Err(text::too_long());
            }
            calculation.hold(2 * (cell.len() + size_of::<String>()))?;
            cells.push(cell);
        }
        rows.push(cells);
    }
    Ok(rows)
}

fn joined(cells: impl Iterator<Item = impl ToString>) -> String {
    cells.map(|cell| cell.to_string()).collect::<Vec<_>>().join(" ")
}

fn in_latex(text: &str) -> String {
    latex::math(text).map_or_else(|| latex::text(text), |math| format!("${math}$"))
}

fn output(text: String, calculation: &mut Calculation<'_>) -> OpResult {
    calculation.hold(text.len())?;
    Ok(Value::Output(text.into()))
}

/// The table of rows, with lines between them.
fn table(list: &Value, calculation: &mut Calculation<'_>) -> OpResult {
    let rows = rows(list, calculation)?;
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |n: usize| {
        rows.iter().filter_map(|row| row.get(n)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    let width: usize = widths.iter().map(|width| width + 3).sum();
    let length = 2 * rows.len() * width;
    if length > text::MAX_TEXT {
        return Err(text::too_long());
    }
    calculation.hold(2 * length)?;
    let lines = rows.iter().map(|row| {
        let cell = |(n, width): (usize, &usize)| {
            let cell = row.get(n).map_or("", String::as_str);
            cell.to_owned() + &" ".repeat(width - cell.chars().count())
        };
        widths.iter().enumerate().map(cell).collect::<Vec<_>>().join(" | ").trim_end().to_owned()
    });
    let lines: Vec<String> = lines.collect();
    output(lines.join(&format!("\n{}\n", rule.join("-+-"))), calculation)
}
