// Moves that are pointed at on the board of Play.

import assert from "node:assert/strict";
import { test } from "node:test";

import { unpointed, waysOf } from "../../assets/js/pictures/ways.js";
import { Hand } from "../../assets/js/play/hand.js";

const WIDTH = 3;
const hand = (ways, heights = []) => {
  const made = new Hand();
  made.lay(ways, heights);
  return made;
};
const pointAll = (made, cells) => cells.map((cell) => made.point(cell));

const STEPS = [
  { move: "a", from: [0, 0], to: [1, 0] },
  { move: "b", from: [0, 0], to: [0, 1] },
  { move: "c", from: [2, 1], to: [1, 1] },
];

test("the ways of a move are its cells by the order of pointing", () => {
  const moves = [{ move: "m", from: [0, 0], to: [1, 1], then: [2, 1] }];
  const paths = (pointing, list = moves) => waysOf(list, pointing, WIDTH).map(({ path }) => path);
  assert.deepEqual(paths("in-order"), [[0, 4, 5]]);
  assert.deepEqual(paths("one-of-the-others"), [[0, 4], [0, 5]]);
  assert.deepEqual(paths("either-order", STEPS.slice(0, 1)), [[0, 1], [1, 0]]);
  assert.deepEqual(paths("in-order", [{ move: "m", from: [1, 1] }]), [[4]]);
  assert.deepEqual(paths("in-order", [{ move: "pass" }]), []);
});

test("where moves continue a move, its last cell is pointed at twice", () => {
  const moves = [
    { move: "hop", from: [0, 0], to: [2, 0] },
    { move: "hop-hop", from: [0, 0], to: [2, 0], then: [2, 1] },
    { move: "step", from: [0, 0], to: [0, 1] },
  ];
  const ways = waysOf(moves, "in-order", WIDTH);
  assert.deepEqual(ways.map(({ path }) => path), [[0, 2, 2], [0, 2, 5], [0, 3]]);
  assert.deepEqual(pointAll(hand(ways), [0, 2, 2]), [null, null, "hop"]);
  assert.deepEqual(pointAll(hand(ways), [0, 2, 5]), [null, null, "hop-hop"]);
  assert.deepEqual(pointAll(hand(ways), [0, 3]), [null, "step"]);
});

test("moves without cells, or with those of an earlier move, are left for the list", () => {
  const moves = [...STEPS, { move: "pass" }, { move: "same", from: [0, 0], to: [1, 0] }];
  assert.deepEqual(unpointed(moves, waysOf(moves, "in-order", WIDTH)).map(({ move }) => move), ["pass", "same"]);
  // As many stones of the same stack are another way.
  const stacks = [1, 2].map((count) => ({ move: `m${count}`, from: [0, 0], to: [1, 0], count }));
  assert.deepEqual(unpointed(stacks, waysOf(stacks, "in-order", WIDTH)), []);
});

test("a stone is picked up, and a target completes the move", () => {
  const made = hand(waysOf(STEPS, "in-order", WIDTH));
  assert.deepEqual(made.next(), new Set([0, 5]));
  assert.equal(made.point(0), null);
  assert.deepEqual(made.picked, [0]);
  assert.deepEqual([made.next(), made.ends()], [new Set([1, 3]), new Set([1, 3])]);
  assert.equal(made.point(3), "b");
});

test("another stone is picked up in place of the first, and the same one is put back", () => {
  const made = hand(waysOf(STEPS, "in-order", WIDTH));
  pointAll(made, [0, 5]);
  assert.deepEqual(made.picked, [5]);
  made.point(5);
  assert.deepEqual(made.picked, []);
  pointAll(made, [0, 2]);
  assert.deepEqual(made.picked, []);
  assert.equal(made.canPick(5), true);
  assert.equal(made.canPick(1), false);
});

test("a move of one cell is made by pointing at it, and is not picked up", () => {
  const made = hand(waysOf([{ move: "m", from: [1, 1] }], "in-order", WIDTH));
  assert.equal(made.canPick(4), false);
  assert.deepEqual(made.ends(), new Set([4]));
  assert.equal(made.point(4), "m");
});

test("cells that lead on to more cells do not end a move", () => {
  const made = hand(waysOf([{ move: "m", from: [0, 0], to: [1, 0], then: [2, 0] }], "in-order", WIDTH));
  made.point(0);
  assert.deepEqual([made.next(), made.ends()], [new Set([1]), new Set()]);
  assert.deepEqual(pointAll(made, [1, 2]), [null, "m"]);
  // The second cell again puts the stone back, and the first one picks it up again.
  made.putBack();
  pointAll(made, [0, 1, 1]);
  assert.deepEqual(made.picked, []);
  pointAll(made, [0, 1, 0]);
  assert.deepEqual(made.picked, [0]);
});

// A stack of three, of which one, two or three stones go right, and three go down.
const STACK = [...[1, 2, 3].map((count) => ({ move: `right ${count}`, from: [0, 0], to: [1, 0], count })), { move: "down 3", from: [0, 0], to: [0, 1], count: 3 }];
const stack = () => hand(waysOf(STACK, "in-order", WIDTH), [3]);

test("a whole stack moves unless fewer stones are chosen", () => {
  const made = stack();
  assert.equal(made.count, 0);
  assert.equal(made.point(0), null);
  assert.deepEqual([made.height, made.count], [3, 3]);
  assert.deepEqual(made.next(), new Set([1, 3]));
  assert.equal(made.point(1), "right 3");
});

test("fewer stones are chosen after the stack is picked up, at least one and at most all", () => {
  const made = stack();
  made.point(0);
  for (const [count, chosen] of [[2, 2], [0, 1], [9, 3], [2, 2]]) {
    made.choose(count);
    assert.equal(made.count, chosen);
  }
  assert.deepEqual(made.next(), new Set([1]));
  assert.equal(made.point(1), "right 2");
});

test("a key that is held chooses how many stones are picked up", () => {
  const made = stack();
  made.held = 2;
  made.point(0);
  assert.equal(made.chosen, 2);
  made.held = null;
  assert.equal(made.count, 2);
  assert.equal(made.point(1), "right 2");
  const other = stack();
  other.held = 7;
  assert.deepEqual(other.next(), new Set());
  assert.equal(other.point(0), null);
  assert.deepEqual(other.picked, []);
});

test("a new position empties the hand", () => {
  const made = stack();
  made.point(0);
  made.choose(2);
  made.lay(waysOf(STEPS, "in-order", WIDTH), []);
  assert.deepEqual([made.picked, made.chosen, made.height, made.count], [[], null, 0, 0]);
});

test("where the whole stack does not go, as many stones go as can", () => {
  const ways = waysOf([1, 2].map((count) => ({ move: `m${count}`, from: [0, 0], to: [1, 0], count })), "in-order", WIDTH);
  assert.deepEqual(pointAll(hand(ways, [3]), [0, 1]), [null, "m2"]);
  const made = hand(ways, [3]);
  made.point(0);
  made.choose(3);
  assert.equal(made.count, 2);
  made.choose(made.count - 1);
  assert.equal(made.point(1), "m1");
});
