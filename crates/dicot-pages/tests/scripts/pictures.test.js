// Pictures to point at: what they draw of a position, and the ways to make moves.

import "./page.js";

import assert from "node:assert/strict";
import { test } from "node:test";

import { GraphPicture } from "../../assets/js/pictures/graphs.js";
import { KINDS, Pictures } from "../../assets/js/pictures/index.js";

KINDS.graph = [GraphPicture];

/** Rulesets as pages know them, as far as pictures need it. */
const RULESETS = {
  nim: { board: "heaps", pieces: { left: "stone" } },
  kayles: { board: "heaps", pieces: { left: "pin" } },
  cakes: { board: "cakes", pieces: { left: "cake" } },
  euclid: { board: "text", pieces: { left: "pair" } },
  kings: { board: "text", pieces: { left: "king" }, symbols: [], players: {} },
  hackenbush: { board: "graph", graph: { coloured: true, grounded: true } },
  col: { board: "graph", graph: { labelled: true } },
};

const moves = (texts) => texts.map((move) => ({ move }));

/** The paths of each move, as what is pointed at is called. */
function pathsOf(name, text, ...texts) {
  const { picture, drawing } = new Pictures(RULESETS[name]).read(text, text);
  const found = {};
  for (const { move, path } of picture.ways(moves(texts), drawing)) {
    (found[move] ??= []).push(path.map((item) => picture.wordsAt(item, drawing)[0]));
  }
  return found;
}

test("of a heap of Nim the first stone that goes is pointed at", () => {
  assert.deepEqual(pathsOf("nim", "1+3", "3>2", "3>0", "1>0"), {
    "3>2": [["heap 2, stone 3 of 3"]],
    "3>0": [["heap 2, stone 1 of 3"]],
    "1>0": [["heap 1, stone 1 of 1"]],
  });
  // Equal heaps are as good as each other.
  assert.equal(pathsOf("nim", "2+2", "2>1")["2>1"].length, 2);
});

test("of a row of pins the first and the last that go are pointed at, in any order", () => {
  const pin = (at) => `row 1, pin ${at} of 3`;
  assert.deepEqual(pathsOf("kayles", "3", "3>2", "3>1+1", "3>1"), {
    "3>2": [[pin(1), pin(1)], [pin(3), pin(3)]],
    "3>1+1": [[pin(2), pin(2)]],
    "3>1": [[pin(1), pin(2)], [pin(2), pin(1)], [pin(2), pin(3)], [pin(3), pin(2)]],
  });
  assert.deepEqual(pathsOf("kayles", "1", "1>0"), { "1>0": [["row 1, pin 1 of 1"]] });
});

test("a cake is cut along a line, and lines of squares are eaten", () => {
  const cut = (axis, at) => `cake 1, between ${axis}s ${at} and ${at + 1}`;
  assert.deepEqual(pathsOf("cakes", "2x3", "2x3>2x1+2x2", "2x3>1x3+1x3"), {
    "2x3>2x1+2x2": [[cut("column", 1)], [cut("column", 2)]],
    "2x3>1x3+1x3": [[cut("row", 1)]],
  });
  // Into equal parts: the first line says how many.
  assert.deepEqual(pathsOf("cakes", "1x6", "1x6>2*1x3", "1x6>3*1x2", "1x6>6*1x1"), {
    "1x6>2*1x3": [[cut("column", 3)]],
    "1x6>3*1x2": [[cut("column", 2)]],
    "1x6>6*1x1": [[cut("column", 1)]],
  });
  const eaten = (text, move) => pathsOf("cakes", text, move)[move].map(([words]) => words.replace("cake 1, ", "")).sort();
  assert.deepEqual(eaten("1x3", "1x3>1x1+1x1"), ["row 1, column 2"]);
  assert.deepEqual(eaten("1x3", "1x3>1x2"), ["row 1, column 1", "row 1, column 3"]);
  assert.deepEqual(eaten("2x1", "2x1>0"), ["row 1, column 1", "row 2, column 1"]);
  assert.deepEqual(eaten("1x2", "1x2>0"), ["row 1, column 1", "row 1, column 2"]);
  // Turned first: Left eats what was a row, Right what was a column.
  assert.deepEqual(eaten("2x3", "2x3>3x1"), ["row 1, column 1", "row 1, column 2", "row 1, column 3", "row 2, column 1", "row 2, column 2", "row 2, column 3"]);
  assert.deepEqual(eaten("2x3", "2x3>1x2+1x2"), ["row 1, column 2", "row 2, column 2"]);
});

test("pairs, vertices, edges and pieces beside the board", () => {
  assert.deepEqual(pathsOf("euclid", "19,12+-7,16", "-7,16>16,7"), { "-7,16>16,7": [["pair 2: -7 and 16"]] });
  assert.deepEqual(pathsOf("hackenbush", "n=3 0-1:b 0-1:b 1-2:r", "0-1", "1-2"), {
    "0-1": [["edge 0-1"], ["edge 0-1"]],
    "1-2": [["edge 1-2"]],
  });
  assert.deepEqual(pathsOf("col", "n=2 0-1", "1"), { 1: [["vertex 1"]] });
  const { drawing } = new Pictures(RULESETS.kings).read(".../.x. 1,2", "");
  assert.deepEqual([drawing.width, drawing.height, drawing.beside], [3, 2, { left: 1, right: 2 }]);
});

test("what is too large to point at is not drawn", () => {
  const reads = (name, text) => new Pictures(RULESETS[name]).read(text, text) !== null;
  assert.deepEqual(["60+60", "61", "1+x", ""].map((text) => reads("nim", text)), [true, false, false, false]);
  assert.deepEqual(["20x20", "20x21", "3*2x1", "0", "2x"].map((text) => reads("cakes", text)), [true, false, true, true, false]);
  assert.deepEqual(["7,4+9,5", "0", "7", "7,4,1"].map((text) => reads("euclid", text)), [true, true, false, false]);
});

test("arrow keys lead to what is nearest in their direction", () => {
  const { picture, drawing } = new Pictures(RULESETS.nim).read("2+3", "2+3");
  const after = (index, key) => picture.beside(index, { key }, drawing);
  assert.deepEqual([after(0, "ArrowRight"), after(1, "ArrowRight"), after(1, "ArrowDown"), after(3, "ArrowUp")], [1, 4, 3, 1]);
  assert.deepEqual([after(3, "Home"), after(0, "End"), after(0, "x")], [0, 4, undefined]);
  assert.deepEqual([after(1, "PageDown"), after(1, "PageUp"), after(4, "PageDown")], [2, 0, undefined]);
});
