// Picking moves by their cells on the board of the explorer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellsOfMove, parsePosition } from "../../assets/js/board.js";
import { Picking, candidates, decided, firstCells, foreseen, nextCells, pick, withCells } from "../../assets/js/explore/pick.js";

/** The moves with these texts on a board. */
const movesOf = (position, side, texts) => {
  const board = parsePosition(position);
  return texts.map((move) => withCells({ move }, side, cellsOfMove(move, board), board));
};

/** The cell with a name on a board with this number of rows. */
const at = (name, height = 2) => cellsOfMove(name, { width: 26, height })[0];

/** The moves by the names of their texts, of each cell to pick next. */
const namesOf = (next) => Object.fromEntries([...next].map(([key, moves]) => [key, moves.map(({ move }) => move)]));

/** Picks cells one after the other; the text of the move that the last one decides, and the picked cells. */
function pickAll(moves, names, turn, height) {
  let state = { picked: [], move: null };
  for (const name of names) {
    assert.equal(state.move, null, `decided before ${name}`);
    state = pick(moves, state.picked, at(name, height), turn);
  }
  return { move: state.move?.move ?? null, picked: state.picked };
}

// Clobber on two rows: a2 is x, b2 o, a1 o, b1 x.
const CLOBBER = [...movesOf("xo/ox", "left", ["a2-b2", "a2-a1", "b1-b2", "b1-a1"]), ...movesOf("xo/ox", "right", ["b2-a2", "a1-a2", "b2-b1", "a1-b1"])];
const DOMINOES = [...movesOf("../..", "left", ["a1-a2", "b1-b2"]), ...movesOf("../..", "right", ["a1-b1", "a2-b2"])];

test("a stone and its target are picked in this order", () => {
  assert.deepEqual(pickAll(CLOBBER, ["a2", "a1"]), { move: "a2-a1", picked: [at("a2"), at("a1")] });
  assert.equal(pickAll(CLOBBER, ["a1", "a2"]).move, "a1-a2");
  assert.deepEqual(firstCells(CLOBBER), new Set(["0,0", "1,1", "1,0", "0,1"]));
  assert.deepEqual(namesOf(nextCells(CLOBBER, [at("a2")])), { "1,0": ["a2-b2"], "0,1": ["a2-a1"] });
});

test("the cells of a domino are picked in any order", () => {
  assert.equal(pickAll(DOMINOES, ["a1", "a2"]).move, "a1-a2");
  assert.equal(pickAll(DOMINOES, ["a2", "a1"]).move, "a1-a2");
  assert.equal(pickAll(DOMINOES, ["b2", "a2"]).move, "a2-b2");
  assert.deepEqual(namesOf(nextCells(DOMINOES, [at("a2")])), { "0,1": ["a1-a2"], "1,0": ["a2-b2"] });
  assert.deepEqual(firstCells(DOMINOES), new Set(["0,1", "0,0", "1,1", "1,0"]));
});

test("three empty cells are picked in any order, and those that are left are next", () => {
  const moves = movesOf("...", "left", ["a1-b1-c1"]);
  const names = (picked) => [...nextCells(moves, picked.map((name) => at(name, 1))).keys()];
  assert.deepEqual(names(["c1"]), ["0,0", "1,0"]);
  assert.deepEqual(names(["c1", "a1"]), ["1,0"]);
  assert.equal(pickAll([...moves, ...movesOf("...", "left", ["a1-c1"])], ["c1", "b1"], undefined, 1).move, "a1-b1-c1");
});

test("only cells that are all empty are free, and only if there are several", () => {
  const board = parsePosition("x./..");
  const free = (cells) => withCells({ move: "m" }, "left", cells, board).free;
  assert.equal(free([[1, 0], [1, 1]]), true);
  assert.equal(free([[0, 0], [1, 0]]), false);
  assert.equal(free([[1, 0], [0, 0]]), false);
  assert.equal(free([[1, 0]]), false);
  assert.equal(free([]), false);
  assert.deepEqual(withCells({ move: "m", wins: true }, "right", [[1, 1]], board), { move: "m", wins: true, side: "right", cells: [[1, 1]], free: false });
});

test("the last picked cell is put back by picking it again", () => {
  assert.deepEqual(pickAll(CLOBBER, ["a2", "a2"]), { move: null, picked: [] });
  assert.equal(pickAll(CLOBBER, ["a2", "a2", "b1", "a1"]).move, "b1-a1");
});

test("a cell that no move goes on to starts anew, and one without a move is ignored", () => {
  assert.deepEqual(pickAll(CLOBBER, ["a2", "b1"]), { move: null, picked: [at("b1")] });
  const own = CLOBBER.filter(({ side }) => side === "left");
  assert.deepEqual(pickAll(own, ["a2", "c2"]), { move: null, picked: [] });
  assert.deepEqual(pickAll(own, ["a1"]), { move: null, picked: [] });
  assert.deepEqual(pickAll([], ["a1"]), { move: null, picked: [] });
});

test("a move of one cell is decided by it", () => {
  const moves = [...movesOf("...", "left", ["a1", "c1"])];
  assert.equal(pickAll(moves, ["c1"], undefined, 1).move, "c1");
  assert.equal(foreseen(moves, [], at("c1", 1)).move, "c1");
  assert.equal(foreseen(moves, [], at("b1", 1)), null);
  assert.equal(foreseen(moves, [], null), null);
});

test("of two moves with the same cells it is that of the player whose turn it is", () => {
  const moves = [...movesOf("..", "left", ["a1"]), ...movesOf("..", "right", ["a1"])];
  assert.equal(decided(moves, [at("a1", 1)], "left").side, "left");
  assert.equal(decided(moves, [at("a1", 1)], "right").side, "right");
  assert.equal(decided(moves, [at("a1", 1)], null).side, "left");
  assert.equal(pick(moves, [], at("a1", 1), "right").move.side, "right");
  assert.equal(foreseen(moves, [], at("a1", 1), "right").side, "right");
});

test("a move of three cells is decided by two if it is the only one left, otherwise by all", () => {
  // Amazons: a queen, where it goes, and where it shoots.
  const moves = movesOf("x../...", "left", ["a2-b2/a2", "a2-b2/c2", "a2-a1/a2"]);
  assert.deepEqual(pickAll(moves, ["a2", "b2"]), { move: null, picked: [at("a2"), at("b2")] });
  assert.equal(pickAll(moves, ["a2", "b2", "c2"]).move, "a2-b2/c2");
  assert.equal(pickAll(moves, ["a2", "b2", "a2"]).move, "a2-b2/a2");
  assert.deepEqual(pickAll(moves, ["a2", "b2", "b2"]).picked, [at("a2")]);
  assert.equal(pickAll(moves, ["a2", "a1"]).move, "a2-a1/a2");
  // One cell does not decide, even if one move is left.
  assert.equal(decided(moves.slice(2), [at("a2")]), null);
  assert.deepEqual(namesOf(nextCells(moves, [at("a2")])), { "1,0": ["a2-b2/a2", "a2-b2/c2"], "0,1": ["a2-a1/a2"] });
  assert.deepEqual(namesOf(nextCells(moves, [at("a2"), at("b2")])), { "0,0": ["a2-b2/a2"], "2,0": ["a2-b2/c2"] });
});

test("a move goes before the ones that continue it", () => {
  const moves = movesOf("xo.o.", "left", ["a1-c1-e1", "a1-c1"]);
  assert.deepEqual(candidates(moves, [at("a1", 1), at("c1", 1)]).length, 2);
  assert.equal(pickAll(moves, ["a1", "c1"], undefined, 1).move, "a1-c1");
});

test("the move that the cell under the pointer would decide is foreseen", () => {
  assert.equal(foreseen(CLOBBER, [at("a2")], at("b2")).move, "a2-b2");
  assert.equal(foreseen(CLOBBER, [], at("a2")), null);
  assert.equal(foreseen(CLOBBER, [at("a2")], at("b1")), null);
  // A stone with one move is not played by pointing at the stone.
  assert.equal(foreseen(CLOBBER.slice(0, 1), [], at("a2")), null);
});

test("nothing is a candidate, and no cell is next, before a cell is picked", () => {
  assert.deepEqual(candidates(CLOBBER, []), []);
  assert.deepEqual(candidates(CLOBBER, [at("a2")]).map(({ move }) => move), ["a2-b2", "a2-a1"]);
  assert.deepEqual(candidates(CLOBBER, [at("a2"), at("b2"), at("b1")]), []);
  assert.deepEqual(nextCells(CLOBBER, []), new Map());
});

/** A picking of these moves, with what it tells: the texts of the moves that are played, and the number of other changes. */
function picking(moves, turn) {
  const told = { played: [], changes: 0 };
  const handlers = {
    moves: () => moves,
    turn: () => turn,
    play: ({ move, side }) => told.played.push(`${side} ${move}`),
    changed: () => { told.changes += 1; },
  };
  return { hand: new Picking(handlers), told };
}

test("two clicks or dragging make a move, and other clicks are told as changes", () => {
  for (const points of [[["a2", "a2"], ["a1", "a1"]], [["a2", "a1"]], [["a2", "a2"], ["b1", "a1"]]]) {
    const { hand, told } = picking(CLOBBER);
    for (const [first, last] of points) hand.point(at(first), at(last));
    assert.deepEqual(told, { played: ["left a2-a1"], changes: 1 }, JSON.stringify(points));
  }
  // Dragging from a cell without a move does nothing to where it ends.
  const { hand, told } = picking(CLOBBER.slice(0, 2));
  hand.point(at("a1"), at("a2"));
  assert.deepEqual([hand.picked, told], [[], { played: [], changes: 1 }]);
});

test("enter and space pick a cell, escape puts back, and other keys are not handled", () => {
  const { hand, told } = picking(CLOBBER);
  const key = (name, cell) => hand.key({ key: name }, ...at(cell));
  assert.equal(key("Enter", "a2"), true);
  assert.deepEqual(hand.picked, [at("a2")]);
  assert.equal(key("Escape", "a2"), true);
  assert.deepEqual(hand.picked, []);
  assert.deepEqual([key(" ", "a2"), key("Enter", "b2")], [true, true]);
  assert.deepEqual(told, { played: ["left a2-b2"], changes: 3 });
  assert.equal(key("x", "a2"), false);
  assert.deepEqual(told.changes, 3);
});

test("the cell under the pointer is that whose moves are shown, until one is picked", () => {
  const { hand, told } = picking(CLOBBER);
  assert.deepEqual([hand.pointed, hand.candidates, hand.next, hand.shown], [[], [], new Map(), null]);
  hand.hover(...at("a2"));
  assert.deepEqual(hand.pointed, [at("a2")]);
  assert.deepEqual(hand.candidates.map(({ move }) => move), ["a2-b2", "a2-a1"]);
  assert.deepEqual(namesOf(hand.next), { "1,0": ["a2-b2"], "0,1": ["a2-a1"] });
  hand.choose(at("a2"));
  hand.hover(...at("a1"));
  assert.deepEqual(hand.pointed, [at("a2")]);
  assert.equal(hand.shown.move, "a2-a1");
  hand.hover();
  assert.equal(hand.shown, null);
  assert.equal(told.changes, 4);
});

test("a move of a list goes before the one under the pointer, and both are forgotten with the picked cells", () => {
  const { hand } = picking(DOMINOES, "right");
  hand.choose(at("a1"));
  hand.hover(...at("b1"));
  assert.deepEqual(hand.shown.side, "right");
  [hand.looked] = DOMINOES;
  assert.equal(hand.shown, DOMINOES[0]);
  hand.clear();
  assert.deepEqual([hand.picked, hand.looked, hand.shown], [[], null, null]);
  // The pointer stays where it is.
  assert.deepEqual(hand.pointed, [at("b1")]);
});

test("of two moves with the same cells the one of the player whose turn it is is played", () => {
  const moves = [...movesOf("..", "left", ["a1"]), ...movesOf("..", "right", ["a1"])];
  for (const turn of ["left", "right"]) {
    const { hand, told } = picking(moves, turn);
    hand.choose(at("a1", 1));
    assert.deepEqual(told.played, [`${turn} a1`]);
  }
});
