// What the board and the lists show while moves are examined.

import assert from "node:assert/strict";
import { test } from "node:test";

import { emptyBoard, parsePosition } from "../../assets/js/board.js";
import { nextCells } from "../../assets/js/explore/pick.js";
import { ruleset } from "./rulesets.js";

const { cellInWords, marksOfMove, marksOfMoves, valuesOnCells } = await import("../../assets/js/explore/marks.js");
const { inOrder } = await import("../../assets/js/explore/moves.js");
const { withWinners } = await import("../../assets/js/explore/solution.js");
const readout = await import("../../assets/js/explore/readout.js");
const { ApiError, messageOf, pause } = await import("../../assets/js/api.js");
const { Expressions } = await import("../../assets/js/explore/expressions.js");
const { captionOf, groupsOf, inPicture, isCut, letterOf, lettersOf, sentence } = await import("../../assets/js/explore/results.js");

const BOARD = parsePosition("xo./...");
const CAPTURE = { move: "a2-b2", cells: [[0, 0], [1, 0]], free: false, value: "*" };
const DOMINO = { move: "b1-c1", cells: [[1, 1], [2, 1]], free: true, value: "1/2" };

test("a previewed move is marked from its first cell to the others, a domino on all", () => {
  assert.deepEqual(marksOfMove(BOARD, CAPTURE), [["from"], ["to"], [], [], [], []]);
  assert.deepEqual(marksOfMove(BOARD, DOMINO), [[], [], [], [], ["to"], ["to"]]);
});

test("before a cell is picked, the cells with which moves can start are marked, and the last move", () => {
  const marks = marksOfMoves(BOARD, { last: "a1-b1", numbered: false, moves: [CAPTURE, DOMINO], picked: [], next: new Map() });
  assert.deepEqual(marks, [["movable"], [], [], ["last"], ["last", "movable"], ["movable"]]);
  const numbered = marksOfMoves(BOARD, { last: "[0:0]:[1:2]", numbered: true, moves: [], picked: [], next: new Map() });
  assert.deepEqual(numbered, [[], [], ["last"], ["last"], [], []]);
});

test("after a cell is picked, the targets are marked, winning ones, and weak ones if no move there is sensible", () => {
  const moves = [{ ...CAPTURE, wins: true, sensible: true }, { cells: [[0, 0], [0, 1]], sensible: false }, { cells: [[0, 0], [0, 1]], sensible: false }];
  const picked = [[0, 0]];
  const marked = (some) => marksOfMoves(BOARD, { last: null, moves: some, picked, next: nextCells(some, picked) });
  assert.deepEqual(marked(moves), [["selected"], ["target", "winning"], [], ["weak"], [], []]);
  assert.deepEqual(marked([...moves, { cells: [[0, 0], [0, 1]] }])[3], ["target"]);
});

test("a target has the value of its move if it is the only one and short", () => {
  const texts = (moves) => valuesOnCells(BOARD, nextCells(moves, [[0, 0]]));
  assert.deepEqual(texts([CAPTURE]), ["", "∗", "", "", "", ""]);
  assert.deepEqual(texts([CAPTURE, CAPTURE]), ["", "", "", "", "", ""]);
  assert.equal(texts([{ ...CAPTURE, value: "{2|-2}" }])[1], "");
  assert.equal(texts([{ ...CAPTURE, value: "-15/8" }])[1], "−15/8");
  assert.equal(texts([{ ...CAPTURE, value: undefined }])[1], "");
});

test("a cell is described by its name, its content and its marks", () => {
  assert.equal(cellInWords(BOARD, ruleset(), [["from", "movable", "winning"]], 0, 0), "a2, Left stone, can move, wins");
  assert.equal(cellInWords(BOARD, ruleset(), [], 2, 1), "c1, empty");
});

test("moves are listed with winning ones first, then draws, and those that are not sensible last", () => {
  const moves = ["lost", "weak win", "draw", "win", "weak", "lost too"].map((name) => (
    { name, wins: name.includes("win") || (name === "draw" ? null : false), sensible: !name.startsWith("weak") }
  ));
  assert.deepEqual(inOrder(moves).map(({ name }) => name), ["win", "draw", "lost", "lost too", "weak win", "weak"]);
});

test("the winner after each move is known as far as the solver searched", () => {
  const moves = [{ side: "left", move: "a" }, { side: "right", move: "b" }, { side: "left", move: "c" }];
  const found = withWinners(moves, { left: ["c"], right: null });
  assert.deepEqual(found.left, [{ side: "left", move: "a", wins: false }, { side: "left", move: "c", wins: true }]);
  assert.deepEqual(found.right, [{ side: "right", move: "b" }]);
  assert.deepEqual(withWinners(moves).left.length, 2);
});

test("components have letters: A to Z, AA and so on", () => {
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(letterOf), ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});

test("the cells of components are tinted, and their first cells have letters if there are several", () => {
  const board = emptyBoard(3, 2);
  const answer = { components: [{ cells: [[0, 0], [0, 1]] }, {}, { cells: [[2, 0], [3, 0], [0, 2]] }] };
  const groups = groupsOf(answer, board);
  assert.deepEqual(groups, [0, null, 2, 0, null, null]);
  assert.deepEqual(lettersOf(groups), ["A", "", "C", "", "", ""]);
  assert.deepEqual(lettersOf([0, 0, null]), []);
  assert.deepEqual(groupsOf(null, board), new Array(6).fill(null));
});

test("an answer as a sentence", () => {
  assert.equal(sentence({ value: "^*", outcome: "N", temperature: "0" }), "Value up star, the first player wins, temperature 0.");
  const long = { value_start: "{0|", value_length: 5000, outcome: "L", components: [{}, {}] };
  assert.equal(sentence(long), "Value a game whose text has 5,000 characters, Left wins, whoever starts, temperature unknown, 2 components.");
  assert.deepEqual([isCut(long), isCut({ value: "0".repeat(200) }), isCut({ value: "0".repeat(201) })], [true, false, true]);
});

const textOf = (nodes) => nodes.map((node) => node.textContent ?? node).filter(Boolean).join("; ");

test("the line below the board says what a move leaves and who wins then", () => {
  const move = { side: "left", name: "a1-b1" };
  assert.equal(textOf(readout.ofMove({ ...move, value: "-1", wins: false })), "Left a1-b1 leaves −1; loses");
  assert.equal(textOf(readout.ofMove({ ...move, value: "^", wins: true })), "Left a1-b1 leaves ↑; wins");
  assert.equal(textOf(readout.ofMove({ ...move, side: "right", wins: null })), "Right a1-b1 ; draws");
  assert.equal(textOf(readout.ofMove({ ...move, value: "-1", wins: false, sensible: false })), "Left a1-b1 leaves −1; loses; dominated or reversible");
  assert.equal(textOf(readout.ofMove(move)), "Left a1-b1 ");
  assert.equal(textOf(readout.ofCell("a1", 1, false)), "a1: 1 move");
  assert.equal(textOf(readout.ofCell("a1", 3, true)), "a1: 3 moves; pick where to");
  assert.equal(textOf(readout.ofPosition({ outcome: "P", value: "0" })), "The second player wins; 0");
  assert.equal(textOf(readout.ofPosition({ outcome: "P" })), "The second player wins");
  assert.deepEqual(readout.ofPosition(null), []);
});

test("a line of the calculator that cannot be read has a mark at the error, whose place the server counts in bytes", () => {
  const failure = (line, error) => {
    const said = [];
    const [head, content] = Expressions.prototype.failure.call({ handlers: { said: (text) => said.push(text) } }, line, error);
    return [head.textContent, textOf(content), ...said];
  };
  const wrong = (at) => new ApiError("expected a game", { at });
  assert.deepEqual(failure("1 + + 2", wrong(4)), ["1 + + 2\n    ^", "expected a game", "Error: expected a game"]);
  assert.deepEqual(failure("é+∗)", wrong(6)), ["é+∗)\n   ^", "expected a game", "Error: expected a game"]);
  assert.deepEqual(failure("1", wrong(null)), ["1", "expected a game", "Error: expected a game"]);
  assert.deepEqual(failure("1", new DOMException("aborted", "AbortError")), ["1", "cancelled"]);
  assert.throws(() => failure("1", new TypeError("a bug")), TypeError);
});

test("the line below a picture has the value, shortened, and none without one", () => {
  assert.equal(captionOf({ value: "{1|*}" }), "value {1|*}");
  assert.equal(captionOf({ value: null, value_length: 5000 }), "value a game whose text has 5000 characters");
  assert.equal(inPicture({ value: "1".repeat(100) }), "1".repeat(100));
  assert.equal(inPicture({ value: "1".repeat(101) }), `${"1".repeat(100)}… (101 characters)`);
  for (const answer of [null, undefined, { outcome: "L" }]) assert.equal(captionOf(answer), undefined);
});

test("of the errors only those of requests have messages for the page", () => {
  assert.equal(messageOf(new ApiError("row 2 has no cells")), "row 2 has no cells");
  const other = new TypeError("x is not a function");
  assert.throws(() => messageOf(other), other);
});

test("a pause ends, or is ended by its signal", async () => {
  await pause(0);
  const ending = new AbortController();
  const paused = pause(2 ** 30, ending.signal);
  ending.abort();
  await assert.rejects(paused, { name: "AbortError" });
});
