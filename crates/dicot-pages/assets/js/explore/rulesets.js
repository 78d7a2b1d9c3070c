// Rulesets as the pages need them: the contents of cells, and operations on whole boards.

import { get } from "../api.js";
import { parsePosition } from "../board.js";

/** The maximum number of cells of a board, and of a side, of positions. */
export const MAX_CELLS = 448;
export const MAX_SIDE = 255;

/** All rulesets, in the order of the server. */
export async function loadAllRulesets() {
  return (await get("rulesets")).map(understood);
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

/** Extends a ruleset from the server with the data for drawing boards; one from a file has letters of its `own`. */
export function understood(ruleset) {
  const drawn = ruleset.board === "rectangle" || ruleset.board === "row";
  const symbols = ruleset.cells.map((cell) => ({ ...cell, kind: cell.kind === "outside" ? "blocked" : cell.kind }));
  // The empty cell comes first: new boards consist of it, and cycling by clicks starts there.
  symbols.sort((a, b) => (b.kind === "empty") - (a.kind === "empty"));
  const kinds = Object.fromEntries(symbols.map(({ letter, kind }) => [letter, kind]));
  const own = ruleset.name.endsWith(".game") ? ruleset.cells.map(({ letter }) => letter).join("") : undefined;
  const look = { kinds, lines: ruleset.lines };
  return { ...ruleset, symbols, kinds, look, drawn, own, row: ruleset.board === "row" };
}

/** The letter of an empty cell. */
export function emptyLetter(ruleset) {
  return ruleset.symbols.find(({ kind }) => kind === "empty")?.letter ?? ruleset.symbols[0]?.letter ?? ".";
}

/** Describes the content of a cell. */
export function wordFor(ruleset, letter) {
  const symbol = ruleset.symbols.find((known) => known.letter === letter);
  if (!symbol) return letter === "." ? "empty" : letter;
  return /^(?:Left|Right)$/.test(symbol.name) ? `${symbol.name} ${ruleset.pieces[symbol.kind] ?? "stone"}` : symbol.name;
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
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_CELLS) {
    return `boards have up to ${MAX_CELLS} cells and ${MAX_SIDE} a side`;
  }
  return parsePosition(text, ruleset.own) ? null : "this is no board";
}

function rearranged(board, width, height, from) {
  const cells = [];
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) cells.push(board.cells[from(col, row)]);
  }
  return { ...board, width, height, cells };
}

export function mirrorColumns(board) {
  const { width, height } = board;
  return rearranged(board, width, height, (col, row) => row * width + (width - 1 - col));
}

export function mirrorRows(board) {
  const { width, height } = board;
  return rearranged(board, width, height, (col, row) => (height - 1 - row) * width + col);
}

export function transpose(board) {
  const { width, height } = board;
  return rearranged(board, height, width, (col, row) => col * width + row);
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

/** The board in another size: truncated, or extended by empty cells, at the right and below. */
export function resized(board, width, height, empty) {
  const cells = [];
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) {
      const inside = col < board.width && row < board.height;
      cells.push(inside ? board.cells[row * board.width + col] : empty);
    }
  }
  return { ...board, width, height, cells };
}
