// Rulesets as the pages need them: the contents of cells, and operations on whole boards.

import { get } from "../api.js";
import { contentAt, parsePosition } from "../board.js";
import { t } from "../words.js";

/** The maximum number of cells of a board, and of a side, of positions. */
export const MAX_CELLS = 448;
const MAX_SIDE = 255;

/** All rulesets, in the order of the server. */
export async function loadAllRulesets() {
  return withParts((await get("rulesets")).map(understood));
}

/** The same rulesets; the one of sums knows those of its parts. */
export function withParts(rulesets) {
  for (const sum of rulesets.filter(({ name }) => name === "sum")) sum.rulesets = rulesets;
  return rulesets;
}

/** The rulesets that have values. */
export async function loadRulesets() {
  return (await loadAllRulesets()).filter((ruleset) => ruleset.values);
}

/** A ruleset of which only the name is known. */
export function unknownRuleset(name) {
  return {
    name, title: name, about: "", notation: "", numbered: false, positions: [], symbols: [], kinds: undefined, look: {}, drawn: true, row: false,
  };
}

/** The position that a ruleset is shown with: the start of the user's own, otherwise an example or an empty board. */
export function firstPosition({ text, start, positions, row, drawn, symbols }) {
  const empty = (row ? "....." : ".../.../...").replaceAll(".", emptyLetter({ symbols }));
  return (text && start) || positions[0]?.position || start || (drawn ? empty : "1");
}

/** Extends a ruleset from the server with the data for drawing boards; one from a file has letters of its `own`. */
export function understood(ruleset) {
  const drawn = ruleset.board === "rectangle" || ruleset.board === "row";
  const symbols = ruleset.cells.map((cell) => ({ ...cell, kind: cell.kind === "outside" ? "blocked" : cell.kind }));
  // The empty cell comes first: new boards consist of it, and cycling by clicks starts there.
  symbols.sort((a, b) => (b.kind === "empty") - (a.kind === "empty"));
  const kinds = Object.fromEntries(symbols.map(({ letter, kind }) => [letter, kind]));
  const own = ruleset.name.endsWith(".game") ? ruleset.cells.map(({ letter }) => letter).join("") : undefined;
  const look = { kinds, lines: ruleset.lines, hexagons: ruleset.hexagons, pieces: ruleset.pieces };
  return { ...ruleset, symbols, kinds, look, drawn, own, row: ruleset.board === "row" };
}

/** The letter of an empty cell. */
export function emptyLetter(ruleset) {
  return ruleset.symbols.find(({ kind }) => kind === "empty")?.letter ?? ruleset.symbols[0]?.letter ?? ".";
}

/** Whether a board has too many cells, or too long a side. */
function isTooLarge(width, height) {
  return width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_CELLS;
}

/** A position that is written in several lines, in one. */
export function oneLine(text) {
  return text.trim().replace(/\s*\n\s*/g, "/");
}

/** Describes the content of a cell. */
export function wordFor(ruleset, letter) {
  const symbol = ruleset.symbols.find((known) => known.letter === letter);
  if (!symbol) return letter === "." ? t("empty") : letter;
  const piece = ruleset.pieces?.[symbol.kind] ?? "stone";
  if (symbol.name === "Left") return piece === "stone" ? t("Left stone") : t("Left {piece}", { piece });
  if (symbol.name === "Right") return piece === "stone" ? t("Right stone") : t("Right {piece}", { piece });
  return symbol.name;
}

/** The reason why a text is not a position of a ruleset with a board, or null. The server checks it again. */
export function problemWith(text, ruleset) {
  if (!ruleset.drawn) return null;
  const rows = text.trim().toLowerCase().split(/\s*(?:[/|]|\r?\n)\s*/);
  const letters = ruleset.symbols.map(({ letter }) => letter).join("");
  const known = ruleset.own ? letters : letters + (letters.includes("x") ? "b" : "") + (letters.includes("o") ? "w" : "");
  for (const [index, row] of rows.entries()) {
    const where = `row ${index + 1}`;
    if (row === "") return rows.length === 1 ? "there are no cells" : `${where} has no cells`;
    const column = known ? [...row].findIndex((letter) => !known.includes(letter)) : -1;
    if (column >= 0) return `${where}, column ${column + 1}: unexpected '${row[column]}', expected one of "${letters}"`;
    if (row.length !== rows[0].length) {
      return `${where} has length ${row.length}, expected ${rows[0].length} as in row 1`;
    }
  }
  const [width, height] = [rows[0].length, rows.length];
  if (ruleset.row && height > 1) return "this ruleset is played on a single row";
  if (isTooLarge(width, height)) return `boards have up to ${MAX_CELLS} cells and ${MAX_SIDE} a side`;
  return parsePosition(text, ruleset.own) ? null : "this is no board";
}

/** A board whose cells come from others, or are empty where there is none. */
function rearranged(board, width, height, from, empty) {
  const cells = Array.from({ length: width * height }, (_, index) => {
    const [col, row] = from(index % width, Math.floor(index / width));
    return col < board.width && row < board.height ? contentAt(board, col, row) : empty;
  });
  return { ...board, width, height, cells };
}

export function mirrorColumns(board) {
  return rearranged(board, board.width, board.height, (col, row) => [board.width - 1 - col, row]);
}

export function mirrorRows(board) {
  return rearranged(board, board.width, board.height, (col, row) => [col, board.height - 1 - row]);
}

export function transpose(board) {
  return rearranged(board, board.height, board.width, (col, row) => [row, col]);
}

/**
 * The negative of a position: pieces change their owners. Where players differ by their directions, columns and rows
 * are exchanged; on a row where both walk towards each other, the row is mirrored.
 */
export function exchange(board, ruleset) {
  if (ruleset.symmetry === "directed") return transpose(board);
  const letterOf = (kind) => ruleset.symbols.find((symbol) => symbol.kind === kind)?.letter;
  const [left, right] = [letterOf("left"), letterOf("right")];
  const other = { [left]: right, [right]: left };
  const exchanged = { ...board, cells: board.cells.map((cell) => other[cell] ?? cell) };
  return ruleset.symmetry === "facing" ? mirrorColumns(exchanged) : exchanged;
}

/** The board in another size: truncated, or extended by empty cells, at the right and below. Null if there is no such board. */
export function resized(board, width, height, empty) {
  const isSize = (size) => Number.isInteger(size) && size > 0;
  if (!isSize(width) || !isSize(height) || isTooLarge(width, height)) return null;
  return rearranged(board, width, height, (...cell) => cell, empty);
}
