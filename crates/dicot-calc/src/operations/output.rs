//! Outputs: tables, pictures, explanations.

use dicot::notation::latex;
use dicot::rules::{AnyBoard, Position, Ruleset};
use dicot::solver::Sum;
use dicot::{Calculation, Player};
use dicot_loopy::LoopyThermograph;
use dicot_svg::{
    MAX_THERMOGRAPHS, Options, Picture, intensity, loopy_thermograph, scatter, thermographs,
};

use crate::collection;
use crate::failure::Failure;
use crate::object::{Kind, Table, picture_bytes};
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
    "Latex" [] ("value") "the value in LaTeX; a list of lists is a table, and a picture is drawn by TikZ",
        "LaTeX", "{2|-1}.Latex" => "$\\{2 \\mid -1\\}$",
        Values(|c, values| match table_of(values[0], c)? {
            Some(rows) => {
                let rows = rows.iter().map(|row| row.iter().map(|cell| in_latex(cell)).collect());
                let rows: Vec<Vec<String>> = rows.collect();
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                let lines: String = rows.iter().map(|row| latex::row(row)).collect();
                let columns = "l".repeat(columns);
                output(format!("\\begin{{tabular}}{{{columns}}}\n{lines}\\end{{tabular}}"), c)
            }
            None => match values[0].picture() {
                Some(picture) => {
                    c.hold(picture_bytes(picture))?;
                    output(picture.to_tikz(), c)
                }
                None => output(in_latex(&text::of(values[0], c)?), c),
            },
        });
    "Plot" [] ("thermograph", "names") "the picture of a thermograph, or of that of a game; of those of a list over each other, with a list of their names",
        "CGSuite", "{2|-1}.Thermograph.Plot" => "<picture of 650 x 406>",
        Several(1, |c, values| {
            if values[0].collection().is_none() && values.len() == 1 {
                return drawn(loopy_thermograph(&thermograph(values[0], c)?, &Options::default()), c);
            }
            let games = values[0].elements();
            if games.is_empty() || games.len() > MAX_THERMOGRAPHS {
                return Err(Failure::undefined(format!("a picture has from 1 to {MAX_THERMOGRAPHS} thermographs")));
            }
            let names = values.get(1).map_or(&[][..], |names| names.elements());
            if values.len() > 1 && names.len() != games.len() {
                return Err(Failure::WrongKind { index: 1, name: "names", needed: "a list with a name for each thermograph" });
            }
            let mut plotted = Vec::new();
            for (index, game) in games.iter().enumerate() {
                let name = match names.get(index) {
                    Some(Value::Text(name)) => name.to_string(),
                    Some(name) => text::of(name, c)?,
                    None => text::of(game, c)?,
                };
                plotted.push((shortened(&name), thermograph(game, c)?));
            }
            drawn(thermographs(&plotted, &Options::default()), c)
        });
    "Diagram" [] ("position") "the picture of a position: its board, or its graph",
        "the rules", "clobber(\"xo/ox\").Diagram" => "<picture of 332 x 140>",
        Position(|c, position| {
            let picture = dicot_svg::position(position, "", &Options::default());
            let none = || Failure::undefined(format!("positions of {} are not drawn", position.spec().name));
            drawn(picture.ok_or_else(none)?, c)
        });
    "ScatterPlot" [] ("list") "the picture of a list of integers from 0 on: a mark for each of them, above its number",
        "CGSuite", "heap(\"0.77\").NimValues(12).ScatterPlot" => "<picture of 793 x 456>",
        Collection(|c, values| {
            let texts = rows(values[0], c)?;
            hold_numbers(&texts, c)?;
            drawn(scatter(&numbers(&texts.concat())?, &Options::default()), c)
        });
    "IntensityPlot" [] ("table", "side") "the picture of a table of integers from 0 on, the darker the greater, in squares of 8 pixels or of a given side",
        "CGSuite", "Table([[0,1],[1,0]]).IntensityPlot" => "<picture of 213 x 64>",
        Several(1, |c, values| {
            let wrong = Failure::WrongKind { index: 0, name: "table", needed: "a table or a list of lists" };
            let texts = table_of(values[0], c)?.ok_or(wrong)?;
            if texts.iter().map(Vec::len).sum::<usize>() > MAX_SQUARES {
                return Err(Failure::undefined(format!("a picture has at most {MAX_SQUARES} squares")));
            }
            hold_numbers(&texts, c)?;
            let rows = texts.iter().map(|row| numbers(row)).collect::<Result<Vec<Vec<u32>>, Failure>>()?;
            let side = match values.get(1) {
                None => Some(8),
                Some(side) => side.as_natural().and_then(|n| u8::try_from(n).ok()).filter(|n| *n > 0),
            };
            let wrong = Failure::WrongKind { index: 1, name: "side", needed: "a number of pixels from 1 to 255" };
            drawn(intensity(&rows, side.ok_or(wrong)?, &Options::default()), c)
        });
    "Svg" [] ("picture") "the text of a picture as a file in SVG",
        "Scalable Vector Graphics", "{2|-1}.Plot.Svg.ToString.Substring(1,5)" => "\"<?xml\"",
        Values(|c, values| {
            let picture = values[0].picture();
            let picture = picture.ok_or(Failure::WrongKind { index: 0, name: "picture", needed: "a picture" })?;
            c.hold(2 * picture_bytes(picture))?;
            output(picture.to_string(), c)
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

/// The thermograph of an argument.
fn thermograph(
    value: &Value,
    calculation: &mut Calculation<'_>,
) -> Result<LoopyThermograph, Failure> {
    let value = match value {
        Value::Position(position) if position.has_value() => {
            let position = std::iter::once((**position).clone());
            positions::values(calculation, position)?.remove(0).into()
        }
        Value::Position(position) => positions::loopy_value(calculation, position)?.into(),
        value => value.clone().formed(calculation)?,
    };
    let needed = "a thermograph, a game, or a list of these";
    let wrong = Failure::WrongKind { index: 0, name: "thermograph", needed };
    value.thermograph(calculation)?.ok_or(wrong)
}

/// The beginning of a name in a picture.
fn shortened(name: &str) -> String {
    const MOST: usize = 24;
    match name.char_indices().nth(MOST) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}...", &name[..end]),
    }
}

/// The most squares of a picture, whose file then has some 4 MB. A first choice, not compared with others.
const MAX_SQUARES: usize = 1 << 16;

/// The texts of numbers for a picture, as numbers.
fn numbers(texts: &[String]) -> Result<Vec<u32>, Failure> {
    let number = |text: &String| {
        text.parse::<u32>().map_err(|_| {
            let text: String = text.chars().take(40).collect();
            let needed = "a picture is of integers from 0 on and below 2^32, and not of";
            Failure::undefined(format!("{needed} {text}"))
        })
    };
    texts.iter().map(number).collect()
}

/// Counts the memory of a picture of these numbers, and the time.
fn hold_numbers(rows: &[Vec<String>], calculation: &mut Calculation<'_>) -> Result<(), Failure> {
    let count = rows.iter().map(Vec::len).sum::<usize>();
    calculation.count_steps(count)?;
    Ok(calculation.hold(200 * count)?)
}

fn drawn(picture: Picture, calculation: &mut Calculation<'_>) -> OpResult {
    calculation.hold(picture_bytes(&picture))?;
    Ok(picture.into())
}

/// The texts of a table, or of a list of lists.
fn table_of(
    value: &Value,
    calculation: &mut Calculation<'_>,
) -> Result<Option<Vec<Vec<String>>>, Failure> {
    if let Some(Kind::Table(table)) = value.object() {
        calculation.hold(value.heap_bytes())?;
        return Ok(Some(table.rows.clone()));
    }
    let is_table =
        value.collection().is_some_and(|rows| rows.iter().any(|row| row.collection().is_some()));
    is_table.then(|| rows(value, calculation)).transpose()
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
    let text = lines.join(&format!("\n{}\n", rule.join("-+-"))).into();
    Ok(Kind::Table(Table { rows, text }).into())
}
