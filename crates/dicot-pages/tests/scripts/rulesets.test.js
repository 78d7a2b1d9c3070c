// Rulesets as the pages need them: what a text that is not a position says, and operations on whole boards.

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatPosition, parsePosition } from "../../assets/js/board.js";
import { ruleset } from "./rulesets.js";

const {
  emptyLetter, exchange, firstPosition, mirrorColumns, mirrorRows, oneLine, problemWith, resized, transpose, unknownRuleset, wordFor,
} = await import("../../assets/js/explore/rulesets.js");
const { painted, Brushes } = await import("../../assets/js/explore/draw.js");

const changed = (text, change) => formatPosition(change(parsePosition(text)));

test("a ruleset has the empty cell first and knows whether its board is drawn", () => {
  const { symbols, kinds, drawn, row, own } = ruleset();
  assert.deepEqual(symbols.map(({ letter }) => letter), [".", "x", "o", "#"]);
  assert.deepEqual(kinds, { ".": "empty", x: "left", o: "right", "#": "blocked" });
  assert.deepEqual([drawn, row, own], [true, false, undefined]);
  assert.deepEqual([ruleset({ board: "row" }).drawn, ruleset({ board: "row" }).row], [true, true]);
  assert.equal(ruleset({ board: "graph" }).drawn, false);
  assert.equal(ruleset({ name: "mine.game" }).own, "xo.#");
});

test("the empty letter is that of the ruleset, or its first, or a point", () => {
  assert.equal(emptyLetter(ruleset()), ".");
  assert.equal(emptyLetter(ruleset({ cells: [{ letter: "q", name: "q", kind: "left" }] })), "q");
  assert.equal(emptyLetter(unknownRuleset("what")), ".");
});

test("the content of a cell in words", () => {
  assert.equal(wordFor(ruleset(), "x"), "Left stone");
  assert.equal(wordFor(ruleset({ pieces: { left: "queen" } }), "x"), "Left queen");
  assert.equal(wordFor(ruleset(), "#"), "blocked");
  assert.equal(wordFor(unknownRuleset("what"), "."), "empty");
  assert.equal(wordFor(ruleset(), "q"), "q");
});

test("what is wrong with a text says where and what is expected", () => {
  const problem = (text, other) => problemWith(text, ruleset(other));
  for (const text of ["xo/ox", " XO | bw\n", "#", "x".repeat(255)]) assert.equal(problem(text), null, text);
  assert.equal(problem(""), "there are no cells");
  assert.equal(problem("xo//ox"), "row 2 has no cells");
  assert.equal(problem("xo/oq"), `row 2, column 2: unexpected 'q', expected one of ".xo#"`);
  assert.equal(problem("xo/oxo"), "row 2 has length 3, expected 2 as in row 1");
  assert.equal(problem("x/o", { board: "row" }), "this ruleset is played on a single row");
  for (const text of ["x".repeat(256), new Array(256).fill("x").join("/"), new Array(15).fill("x".repeat(30)).join("/")]) {
    assert.equal(problem(text), "boards have up to 448 cells and 255 a side");
  }
  assert.equal(problem(new Array(14).fill("x".repeat(32)).join("/")), null);
  assert.match(problem("bw", { name: "mine.game" }), /^row 1, column 1: unexpected 'b'/);
  assert.equal(problem("anything", { board: "graph" }), null);
});

test("boards are mirrored and transposed", () => {
  assert.equal(changed("xo./#..", mirrorColumns), ".ox/..#");
  assert.equal(changed("xo./#..", mirrorRows), "#../xo.");
  assert.equal(changed("xo./#..", transpose), "x#/o./..");
});

test("the negative exchanges colours, or directions, or both where players walk towards each other", () => {
  assert.equal(changed("xo./#x.", (board) => exchange(board, ruleset())), "ox./#o.");
  assert.equal(changed("..#/...", (board) => exchange(board, ruleset({ symmetry: "directed" }))), "../../#.");
  assert.equal(changed("x.oo", (board) => exchange(board, ruleset({ symmetry: "facing" }))), "xx.o");
  for (const symmetry of ["colours", "directed", "facing"]) {
    const twice = (board) => exchange(exchange(board, ruleset({ symmetry })), ruleset({ symmetry }));
    assert.equal(changed("xo./#x.", twice), "xo./#x.");
  }
});

test("another size keeps the upper left part and adds empty cells", () => {
  assert.equal(changed("xo/ox", (board) => resized(board, 3, 1, ".")), "xo.");
  assert.equal(changed("xo/ox", (board) => resized(board, 1, 3, "#")), "x/o/#");
  assert.equal(changed("xo/ox", (board) => resized(board, 3, 3, ".")), "xo./ox./...");
});

test("a board has from 1 to 255 whole rows and columns, and up to 448 cells", () => {
  const has = (width, height) => resized(parsePosition("xo"), width, height, ".") !== null;
  for (const size of [[1, 1], [255, 1], [1, 255], [32, 14]]) assert.ok(has(...size), size);
  for (const size of [[0, 1], [1, 0], [-1, 2], [256, 1], [1, 256], [32, 15], [1.5, 2], [NaN, 2], [2, NaN]]) assert.ok(!has(...size), size);
});

test("a ruleset is shown with the start of the user's own, an example, its start, or an empty board", () => {
  const own = { text: "game mine", start: "xo" };
  const positions = [{ name: "a", position: "xxo" }, { name: "b", position: "o" }];
  assert.equal(firstPosition(ruleset({ ...own, positions })), "xo");
  assert.equal(firstPosition(ruleset({ start: "xo", positions })), "xxo");
  assert.equal(firstPosition(ruleset({ start: "xo", positions: [] })), "xo");
  assert.equal(firstPosition(ruleset({ positions: [] })), ".../.../...");
  assert.equal(firstPosition(ruleset({ positions: [], board: "row", cells: [{ letter: "q", name: "q", kind: "left" }] })), "qqqqq");
  assert.equal(firstPosition(ruleset({ positions: [], board: "text" })), "1");
});

test("a position in several lines is one in rows", () => {
  assert.equal(oneLine("  xo \r\n ox\n\n.. \n"), "xo/ox/..");
  assert.equal(oneLine("n=2 0-1"), "n=2 0-1");
});

test("a cell is painted on a new board, unless nothing changes", () => {
  const board = parsePosition("xo/..");
  assert.equal(formatPosition(painted(board, 1, 1, "x")), "xo/.x");
  assert.equal(formatPosition(board), "xo/..");
  assert.equal(painted(board, 1, 0, "o"), board);
});

test("brushes paint their letter or go on to the next one, and keys choose letters", () => {
  const brushes = new Brushes(null);
  brushes.symbols = ruleset().symbols;
  assert.deepEqual([..."q.xo#"].map((letter) => brushes.ink(letter)), [".", "x", "o", "#", "."]);
  const key = (name, content = "x") => brushes.inkOfKey({ key: name }, content);
  assert.deepEqual([key("O"), key("#"), key(" "), key("Enter"), key("Delete"), key("Backspace"), key("q"), key("ArrowUp")], ["o", "#", "o", "o", ".", ".", null, null]);
  brushes.letter = "#";
  assert.deepEqual([brushes.ink("x"), key("Enter"), key(" ")], ["#", "#", "o"]);
});

test("a stroke paints what it has begun with, and a key the cell that has the focus", () => {
  const brushes = new Brushes(null);
  brushes.symbols = ruleset().symbols;
  const board = parsePosition("xo/..");
  const begun = brushes.press(board, 0, 0);
  assert.equal(formatPosition(begun), "oo/..");
  assert.equal(brushes.drag(begun, 1, 0), begun);
  assert.equal(formatPosition(brushes.drag(begun, 1, 1)), "oo/.o");
  const key = (name) => brushes.key(board, 1, 0, { key: name });
  assert.equal(formatPosition(key("#")), "x#/..");
  assert.equal(formatPosition(key(" ")), "x#/..");
  assert.equal(key("o"), board);
  assert.equal(key("q"), null);
});
