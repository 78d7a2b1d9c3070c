// What is marked and written on the cells of the board while moves are looked at, and said of them.

import { cellName, cellsOfMove } from "../board.js";
import { symbols } from "../values.js";
import { firstCells } from "./pick.js";
import { wordFor } from "./rulesets.js";

/** The longest value that is written on a cell, in characters. */
const MOST_ON_CELL = 5;

/** The cell of a key of `nextCells` or `firstCells`. */
function cellOf(key) {
  return key.split(",").map(Number);
}

function marksOf(board) {
  const marks = board.cells.map(() => []);
  return { marks, mark: ([col, row], name) => marks[row * board.width + col].push(name) };
}

/** For each cell its marks, while the outcome of a move is shown. */
export function marksOfMove(board, move) {
  const { marks, mark } = marksOf(board);
  move.cells.forEach((cell, index) => mark(cell, index === 0 && !move.free ? "from" : "to"));
  return marks;
}

/**
 * For each cell its marks, while moves can be picked: `last` is the text of the last move, `next` the moves
 * by the cell that is to be picked next.
 */
export function marksOfMoves(board, { last, numbered, moves, picked, next }) {
  const { marks, mark } = marksOf(board);
  if (last) for (const cell of cellsOfMove(last, board, numbered)) mark(cell, "last");
  for (const cell of picked) mark(cell, "selected");
  for (const [key, some] of next) {
    mark(cellOf(key), some.every((move) => move.sensible === false) ? "weak" : "target");
    if (some.some((move) => move.wins)) mark(cellOf(key), "winning");
  }
  if (picked.length === 0) for (const key of firstCells(moves)) mark(cellOf(key), "movable");
  return marks;
}

/** For each cell where a move leads, the value that it leaves, if it is short. */
export function valuesOnCells(board, next) {
  const texts = board.cells.map(() => "");
  for (const [key, some] of next) {
    const [col, row] = cellOf(key);
    const value = some.length === 1 ? symbols(some[0].value ?? "") : "";
    if (value.length <= MOST_ON_CELL) texts[row * board.width + col] = value;
  }
  return texts;
}

/** A cell with what is on it, in words. */
export function cellInWords(board, ruleset, marks, col, row) {
  const index = row * board.width + col;
  const words = [cellName(col, row, board), wordFor(ruleset, board.cells[index])];
  const names = { selected: "picked", target: "a move leads here", weak: "a move leads here", winning: "wins", movable: "can move" };
  words.push(...(marks[index] ?? []).map((mark) => names[mark]).filter(Boolean));
  return words.join(", ");
}
