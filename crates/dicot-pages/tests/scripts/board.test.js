// Positions as boards: their text form, the names of cells, and the cells of moves.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellName, cellsOfMove, emptyBoard, formatPosition, moveName, parsePosition } from "../../assets/js/board.js";

test("a position is read row by row from the top", () => {
  assert.deepEqual(parsePosition("xo./.#x"), { width: 3, height: 2, cells: ["x", "o", ".", ".", "#", "x"], stacks: false });
});

test("rows are separated by slashes, bars or lines, with spaces around", () => {
  const board = parsePosition("xo/ox");
  for (const text of [" xo / ox\n", "xo|ox", "xo\nox", "xo\r\nox", "XO/Ox"]) assert.deepEqual(parsePosition(text), board, text);
});

test("b and w are other letters for the stones, unless the ruleset has its own", () => {
  assert.equal(formatPosition(parsePosition("bw/wb")), "xo/ox");
  assert.equal(formatPosition(parsePosition("bw/wb", "bw.")), "bw/wb");
});

test("what is not a board is null", () => {
  for (const text of ["", "  ", "xo/x", "xo//ox", "x1", "5,3", "xö", "n=3 0-1", "b2/w", "b2,x", "b1234,w1"]) {
    assert.equal(parsePosition(text), null, text);
  }
  assert.equal(parsePosition("xq", "xo."), null);
  assert.equal(parsePosition("q?/??", "q?").cells.join(""), "q???");
});

test("boards are read up to 255 cells a side and 1,024 in all", () => {
  assert.equal(parsePosition("x".repeat(255)).width, 255);
  assert.equal(parsePosition("x".repeat(256)), null);
  assert.equal(parsePosition(new Array(255).fill("xo.x").join("/")).height, 255);
  assert.equal(parsePosition(new Array(256).fill("x").join("/")), null);
  assert.equal(parsePosition(new Array(32).fill("x".repeat(32)).join("/")).cells.length, 1024);
  assert.equal(parsePosition(new Array(25).fill("x".repeat(41)).join("/")), null);
});

test("boards of stacks have commas between cells", () => {
  const board = parsePosition("b2, .,w10/.,b1,.");
  assert.deepEqual(board, { width: 3, height: 2, cells: ["b2", ".", "w10", ".", "b1", "."], stacks: true });
  assert.equal(formatPosition(board), "b2,.,w10/.,b1,.");
  assert.deepEqual(parsePosition("b2").cells, ["b2"]);
  assert.deepEqual(parsePosition("./b2").cells, [".", "b2"]);
});

test("a position is printed as it is read", () => {
  for (const text of ["x", ".", "xo.#/tf..", "x".repeat(255), "x/o/.", "b1,w2/.,."]) assert.equal(formatPosition(parsePosition(text)), text);
  assert.equal(formatPosition(emptyBoard(3, 2)), ".../...");
  assert.equal(formatPosition(emptyBoard(2, 1, "x")), "xx");
  assert.equal(formatPosition(emptyBoard(2, 2, ".", true)), ".,./.,.");
});

test("columns are letters from the left, rows are numbers from the bottom", () => {
  const board = emptyBoard(60, 3);
  const names = [[0, 2, "a1"], [0, 0, "a3"], [25, 1, "z2"], [26, 2, "aa1"], [51, 2, "az1"], [52, 2, "ba1"]];
  for (const [col, row, name] of names) assert.equal(cellName(col, row, board), name);
});

test("a move names the cells that have its names, on boards of 255 columns and rows too", () => {
  for (const board of [emptyBoard(255, 4), emptyBoard(4, 255)]) {
    for (let index = 0; index < board.cells.length; index++) {
      const cell = [index % board.width, Math.floor(index / board.width)];
      assert.deepEqual(cellsOfMove(cellName(...cell, board), board), [cell]);
    }
  }
});

test("the cells of a move are in the order of its text", () => {
  const board = emptyBoard(4, 3);
  assert.deepEqual(cellsOfMove("a1-b1", board), [[0, 2], [1, 2]]);
  assert.deepEqual(cellsOfMove("D3-A1/B2", board), [[3, 0], [0, 2], [1, 1]]);
  assert.deepEqual(cellsOfMove("b3", board), [[1, 0]]);
});

test("a move that names no cell or one outside has no cells", () => {
  const board = emptyBoard(4, 3);
  for (const text of ["", "pass", "3", "e1", "a4", "a0", "a1-e1", "aa1"]) assert.deepEqual(cellsOfMove(text, board), [], text);
});

test("numbered moves name the row from the bottom and the column", () => {
  const board = emptyBoard(4, 3);
  assert.deepEqual(cellsOfMove("[0:0]:[2:3]", board, true), [[0, 2], [3, 0]]);
  for (const text of ["[3:0]", "[0:4]", "[-1:0]", "a1-b1", ""]) assert.deepEqual(cellsOfMove(text, board, true), [], text);
  assert.equal(moveName("[0:0]:[0:2]", board, true), "a1-c1");
  assert.equal(moveName("[0:0]:[0:9]", board, true), "[0:0]:[0:9]");
});

test("moves of stacks name the column, the row from the top, and how many stones move", () => {
  const board = emptyBoard(4, 3, ".", true);
  assert.deepEqual(cellsOfMove("0,2-1,1-2", board), [[0, 2], [1, 1]]);
  for (const text of ["0,3-1,1", "4,0-1,1", "a1-b1", "0,2"]) assert.deepEqual(cellsOfMove(text, board), [], text);
  assert.equal(moveName("0,2-1,1-2", board), "a1-b2 ×2");
  assert.equal(moveName("0,2-1,1", board), "a1-b2");
  assert.equal(moveName("pass", board), "pass");
});

test("other moves keep their texts", () => {
  assert.equal(moveName("a1-b1", emptyBoard(4, 3)), "a1-b1");
  assert.equal(moveName("[0:0]:[0:2]", null, true), "[0:0]:[0:2]");
});
