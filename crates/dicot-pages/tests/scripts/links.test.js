// Links to a state of the explorer and to a game of Play, and the history of the explorer.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Timeline, fromHash, linesInLink, initialState, positionOf, toHash, turnOf } from "../../assets/js/explore/state.js";
import { Game, REASON, USUAL, fromHash as gameFrom, toHash as gameTo } from "../../assets/js/play/game.js";
import { pathOf } from "../../assets/js/results/address.js";
import "./page.js";

const { explorerLink } = await import("../../assets/js/play/keep.js");

test("a position has an address, the same as in Rust", () => {
  assert.equal(pathOf("clobber", "xox/ox."), "p/clobber/xox-ox./");
  assert.equal(decodeURIComponent(pathOf("hackenbush", "n=2 0-1:b")), "p/hackenbush/n=2_0~-1:b/");
  assert.equal(pathOf("domineering", ".."), "p/domineering/~../");
  assert.equal(pathOf("hare-and-hounds", "#h/~_"), "p/hare-and-hounds/%23h-~~~_/");
});

const state = (other) => ({ ...initialState(), ...other });

const STEPS = [{ side: "left", move: "a1-b1", position: ".x/.." }, { side: "right", move: "[0:0]:[0:2]", position: "b1,./.,w2" }];

test("a link has the whole state of the explorer", () => {
  for (const other of [
    {},
    { rules: "snort", root: "../.x" },
    { root: "n=2 0-1", rules: "col-graph", places: [[10, 20], [-3, 4.5]] },
    { steps: STEPS, mode: "moves" },
    { lines: ["g := {1|*}", "g + ^ & 50%=;#", "Tiny(2)"] },
    { text: "name = mine\n[x] % & = ; #", rules: "mine.game", root: "b1,.|x" },
    { certificate: "clobber-4x5" },
    { rules: "übung", root: "" },
  ]) assert.deepEqual(fromHash(toHash(state(other))), state(other), JSON.stringify(other));
});

test("positions stay readable in a link", () => {
  assert.equal(toHash(state({ steps: STEPS.slice(0, 1), mode: "moves" })), "#rules=clobber&position=xox/ox.&mode=moves&move=left;a1-b1;.x/..");
  assert.equal(toHash(state({ root: "b1,./#" })), "#rules=clobber&position=b1,./%23");
});

test("the current position is that after the last move", () => {
  assert.equal(positionOf(state({})), "xox/ox.");
  assert.equal(positionOf(state({ steps: STEPS })), "b1,./.,w2");
  assert.equal(positionOf(state({ root: null })), "");
});

test("Left begins, and then the other player than that of the last move has the turn", () => {
  assert.equal(turnOf(state({})), "left");
  assert.equal(turnOf(state({ steps: STEPS.slice(0, 1) })), "right");
  assert.equal(turnOf(state({ steps: STEPS })), "left");
});

test("bad parts of a link are left out, and the others are read", () => {
  assert.deepEqual(fromHash(""), initialState());
  assert.deepEqual(fromHash("#"), initialState());
  assert.deepEqual(fromHash("#what&=&position=xo&rules=%E0%A4%A"), state({ root: "xo" }));
  assert.deepEqual(fromHash("#position=xo&mode=fly&move=up;a;b&move=left;a&move=left&line=%"), state({ root: "xo" }));
  for (const places of ["1", "1,2,3", "1,x", "1,2;Infinity,0"]) assert.equal(fromHash(`#position=n=2&places=${places}`).places, null);
  assert.equal(fromHash("#position=n=2&places=1,2").root, "n=2");
});

test("a link that only names a ruleset leaves the position to it", () => {
  assert.equal(fromHash("#rules=snort").root, null);
  assert.equal(fromHash("#rules=snort&position=..").root, "..");
  assert.equal(fromHash("#rules=clobber&certificate=a").root, "xox/ox.");
  assert.equal(fromHash("#line=1").root, "xox/ox.");
});

test("a link has the first lines of the worksheet, as many as fit, and the board that is drawn", () => {
  const lines = Array.from({ length: 300 }, (_, i) => `A${i} := clobber("xo/ox")`);
  assert.deepEqual(fromHash(toHash(state({ lines, drawn: "A3" }))), state({ lines, drawn: "A3" }));
  const many = Array.from({ length: 8000 }, (_, i) => `${i} + ${"^".repeat(10)}`);
  const read = fromHash(toHash(state({ lines: many, drawn: "A" })));
  assert.equal(read.drawn, "A");
  assert.ok(read.lines.length > 1000 && read.lines.length < many.length);
  assert.deepEqual(read.lines, linesInLink(many));
  assert.deepEqual(read.lines, many.slice(0, read.lines.length));
});

test("of a link that is too long the last part, which may be cut off, is not read", () => {
  const move = "move=left;a1-b1;xo";
  const hash = `#position=xo&${new Array(20_000).fill(move).join("&")}`;
  const { root, steps } = fromHash(hash);
  assert.equal(root, "xo");
  assert.equal(steps.length, Math.floor((200_000 - "#position=xo".length) / (move.length + 1)));
  assert.deepEqual(new Set(steps.map(({ position }) => position)), new Set(["xo"]));
});

test("undo and redo go through positions, not through the mode or the calculator", () => {
  const timeline = new Timeline(state({}));
  assert.equal(timeline.undo(), null);
  assert.equal(timeline.note(state({ mode: "moves", lines: ["1"] })), false);
  assert.equal(timeline.note(state({ root: "xo" })), true);
  assert.equal(timeline.note(state({ root: "xo", steps: STEPS })), true);
  assert.deepEqual(timeline.undo().steps, []);
  assert.equal(timeline.undo().root, "xox/ox.");
  assert.equal(timeline.undo(), null);
  assert.equal(timeline.redo().root, "xo");
  timeline.note(state({ root: "ox" }));
  assert.equal(timeline.redo(), null);
  assert.equal(timeline.undo().root, "xo");
});

test("a state that is put in place of another is undone with it", () => {
  const timeline = new Timeline(state({}));
  timeline.note(state({ root: "xo" }));
  timeline.replace(state({ root: "xo", steps: STEPS, mode: "moves" }));
  assert.equal(timeline.note(state({ root: "xo", steps: STEPS })), false);
  assert.equal(timeline.undo().root, "xox/ox.");
  assert.deepEqual(timeline.redo(), { rules: "clobber", root: "xo", places: null, steps: STEPS, drawn: null, certificate: null });
});

test("500 states can be undone", () => {
  const timeline = new Timeline(state({}));
  for (let i = 0; i < 600; i++) timeline.note(state({ root: `${i}` }));
  let count = 0;
  while (timeline.undo()) count++;
  assert.equal(count, 500);
  assert.equal(timeline.now.root, "99");
});

const SETUP = { ...USUAL, text: undefined };

/** A game as a link has it. */
const partsOf = ({ setup, played, end }, at = null) => ({ setup, played, end, at });

test("a link has a whole game", () => {
  const own = { start: "xo/#.", usual: false, width: null, height: null };
  const players = { left: { bot: "perfect", ms: 1500 }, right: { bot: null, ms: 200 } };
  for (const game of [
    new Game(SETUP),
    new Game({ ...SETUP, width: 10, height: 4 }, { played: ["a1-b1", "b2-b1"] }),
    new Game({ ...SETUP, ...own, rules: "mine.game", text: "a = b & c\n#+%<\"`>" }),
    new Game({ ...SETUP, first: "right", players, minutes: 5, repetition: 3, plies: 100 }),
    new Game({ ...SETUP, rules: "konane" }, { played: ["[0:0]:[0:2]"], end: { winner: null, reason: REASON.repetition } }),
    new Game(SETUP, { end: { winner: "left", reason: REASON.resigned } }),
  ]) {
    assert.deepEqual(gameFrom(gameTo(game)), partsOf(game), gameTo(game));
    assert.deepEqual(gameFrom(gameTo(game, 0)), partsOf(game, 0));
  }
  // That nobody can move is seen on the board.
  assert.equal(gameFrom(gameTo(new Game(SETUP, { end: { winner: "left", reason: REASON.noMoves } }))).end, null);
});

test("the link of a game is short, and positions stay readable in it", () => {
  assert.equal(gameTo(new Game(SETUP, { played: ["a1-b1", "b2-b1"] }), 1), "#rules=clobber&size=8x8&left=human&right=strong.200&moves=a1-b1_b2-b1&at=1");
  assert.match(gameTo(new Game({ ...SETUP, usual: false, start: "xo/ox" })), /&start=xo\/ox&/);
});

test("a link without a ruleset is not a game, and bad parts have their defaults", () => {
  for (const hash of ["", "#", "#size=3x3", "#rules="]) assert.equal(gameFrom(hash), null, hash);
  const { setup, played, end, at } = gameFrom("#rules=snort&size=3&first=up&left=.5&right=fast.x&clock=-1&plies=1e3&repetition=1234567&won=me&at=x&text=%");
  assert.deepEqual(setup, {
    rules: "snort", text: "%", width: null, height: null, start: "", usual: true, first: "left",
    players: { left: { bot: null, ms: 200 }, right: { bot: "fast", ms: 200 } }, minutes: 0, repetition: 0, plies: 0,
  });
  assert.deepEqual([played, end, at], [[], { winner: null, reason: "resigned" }, 0]);
  assert.equal(gameFrom(`#rules=clobber&moves=${new Array(3000).fill("a").join("_")}`).played.length, 2000);
});

test("a position of a game is opened in the explorer", () => {
  const read = (...parts) => fromHash(new URL(explorerLink(...parts)).hash);
  assert.deepEqual(read("clobber", "xo/#.", undefined), state({ root: "xo/#." }));
  assert.deepEqual(read("mine.game", "b1,.", "a & b"), state({ rules: "mine.game", root: "b1,.", text: "a & b" }));
  assert.match(explorerLink("clobber", "xo/ox"), /#rules=clobber&position=xo\/ox$/);
});
