// The marks, texts and spoken descriptions of the cells of a board while moves are examined.

import { cellName, cellsOfMove } from "../board.js";
import { symbols } from "../values.js";
import { t } from "../words.js";
import { firstCells } from "./pick.js";
import { wordFor } from "./rulesets.js";

/** The maximum length of a value on a cell, in characters. */
const MAX_ON_CELL = 5;

/** The cell of a key of `nextCells` or `firstCells`. */
function cellOf(key) {
  return key.split(",").map(Number);
}

function marksOf(board) {
  const marks = board.cells.map(() => []);
  return { marks, mark: ([col, row], name) => marks[row * board.width + col].push(name) };
}

/** The marks of each cell while the result of a move is shown. */
export function marksOfMove(board, move) {
  const { marks, mark } = marksOf(board);
  move.cells.forEach((cell, index) => mark(cell, index === 0 && !move.free ? "from" : "to"));
  return marks;
}

/**
 * The marks of each cell while moves can be picked: `last` is the text of the last move, `next` the moves by the cell
 * to pick next.
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

/** For each cell that moves lead to, the value that they leave, if it is short. */
export function valuesOnCells(board, next) {
  const texts = board.cells.map(() => "");
  for (const [key, some] of next) {
    const [col, row] = cellOf(key);
    const value = some.length === 1 ? symbols(some[0].value ?? "") : "";
    if (value.length <= MAX_ON_CELL) texts[row * board.width + col] = value;
  }
  return texts;
}

/** Describes a cell and its content in words. */
export function cellInWords(board, ruleset, marks, col, row) {
  const index = row * board.width + col;
  const words = [cellName(col, row, board), wordFor(ruleset, board.cells[index])];
  const leads = t("a move leads here");
  const names = { selected: t("picked"), target: leads, weak: leads, winning: t("wins"), movable: t("can move") };
  words.push(...(marks[index] ?? []).map((mark) => names[mark]).filter(Boolean));
  return words.join(", ");
}
