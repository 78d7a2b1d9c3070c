// A game of Play: whose turn it is, taking back, records, and the words of the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { clockText } from "../../assets/js/play/clock.js";
import { Game, REASON, USUAL, other, usualSize } from "../../assets/js/play/game.js";
import { ruleset } from "./rulesets.js";

const { botWords, contentWord, families, sideName, timeText } = await import("../../assets/js/play/words.js");
const { valuedRules } = await import("../../assets/js/play/keep.js");
const { asSentence, capital, sentence, stopped, termOfKind } = await import("../../assets/js/glossary.js");
const { termsOf } = await import("../../assets/js/learn/spec.js");

const HUMAN = { bot: null, ms: 200 };
const BOT = { bot: "strong", ms: 200 };
const start = (left, right, first = "left", minutes = 0) => new Game({ ...USUAL, start: "xo", first, players: { left, right }, minutes });

function played(game, count) {
  for (let i = 0; i < count; i++) game.play(`m${i}`, 1000 + i);
  return game;
}

test("players take turns, beginning with the first", () => {
  const game = start(HUMAN, BOT, "right");
  assert.deepEqual([0, 1, 2].map((ply) => game.sideAt(ply)), ["right", "left", "right"]);
  assert.equal(played(game, 1).side, "left");
  assert.deepEqual([other("left"), other("right")], ["right", "left"]);
  assert.deepEqual([game.isBot("left"), game.isBot("right"), game.botsOnly, start(BOT, BOT).botsOnly], [false, true, false, true]);
});

test("a human takes back the own last move and the answer of the bot", () => {
  const game = played(start(HUMAN, BOT), 4);
  assert.equal(game.back, 2);
  game.takeBack();
  assert.deepEqual([game.played, game.times, game.side], [["m0", "m1"], [1000, 1001], "left"]);
  assert.equal(played(start(HUMAN, BOT), 3).back, 1);
  assert.equal(played(start(HUMAN, HUMAN), 3).back, 1);
  assert.equal(played(start(BOT, BOT), 3).back, 1);
});

test("there is nothing to take back before the human moves", () => {
  assert.equal(start(HUMAN, BOT).canTakeBack, false);
  assert.equal(played(start(HUMAN, BOT, "right"), 1).back, 0);
  assert.equal(played(start(HUMAN, BOT, "right"), 1).canTakeBack, false);
  assert.equal(start(BOT, BOT).back, 0);
});

test("a resignation is taken back alone, another end with the move", () => {
  const game = played(start(HUMAN, BOT), 2);
  game.end = { winner: "right", reason: REASON.resigned };
  game.takeBack();
  assert.deepEqual([game.played.length, game.end], [2, null]);
  game.end = { winner: "left", reason: REASON.noMoves };
  game.takeBack();
  assert.deepEqual([game.played.length, game.end], [0, null]);
  game.end = { winner: "right", reason: REASON.resigned };
  assert.equal(game.canTakeBack, true);
});

test("the time of a player is that of the own moves, and all of it for who ran out", () => {
  const game = played(start(HUMAN, HUMAN, "right", 5), 3);
  assert.deepEqual([game.used("right"), game.used("left")], [2002, 1001]);
  game.end = { winner: "right", reason: REASON.time };
  assert.deepEqual([game.used("right"), game.used("left")], [2002, 300_000]);
});

test("a record is a line as `dicot replay` reads it", () => {
  const game = played(start(HUMAN, BOT), 2);
  game.end = { winner: "right", reason: REASON.noMoves };
  const record = game.record();
  assert.ok(record.endsWith("}\n"));
  assert.deepEqual(JSON.parse(record), {
    rules: "clobber", start: "xo", first: "left", moves: ["m0", "m1"], left: "human", right: "strong", winner: "right", reason: "no moves",
    seconds: { left: 1, right: 1.001 }, times: [1000, 1001], opening: 0,
  });
  assert.equal(JSON.parse(start(HUMAN, BOT).record()).winner, null);
});

test("a game in the history of the browser is the same game, and later moves do not change it", () => {
  const game = played(start(HUMAN, BOT), 2);
  const kept = structuredClone(game.toState());
  const state = game.toState();
  game.play("m2", 1);
  assert.deepEqual(state, kept);
  assert.deepEqual(Game.fromState(state).toState(), kept);
  assert.notEqual(start(HUMAN, BOT).id, start(HUMAN, BOT).id);
});

test("a question is about the first moves of a game, with the user's own rules", () => {
  const game = played(new Game({ ...USUAL, rules: "mine.game", text: "rules", start: "xo" }), 2);
  const all = { rules: "mine.game", ruleset: "rules", start: "xo", first: "left", played: ["m0", "m1"] };
  assert.deepEqual(game.question(), all);
  assert.deepEqual(game.question(1), { ...all, played: ["m0"] });
});

test("the usual size is eight wide, or the first of the ruleset", () => {
  assert.deepEqual(usualSize({ sizes: [[4, 4], [8, 6], [10, 10]] }), [8, 6]);
  assert.deepEqual(usualSize({ sizes: [[5, 1], [7, 1]] }), [5, 1]);
  assert.deepEqual(usualSize({ sizes: [] }), [8, 8]);
  assert.deepEqual(usualSize(undefined), [8, 8]);
});

test("the clock shows minutes and seconds, and tenths at the end", () => {
  for (const [milliseconds, text] of [[300_000, "5:00"], [299_001, "5:00"], [299_000, "4:59"], [61_000, "1:01"], [10_000, "0:10"], [9_999, "0:09.9"], [50, "0:00.0"], [-5, "0:00.0"]]) {
    assert.equal(clockText(milliseconds), text);
  }
  assert.deepEqual([timeText(200), timeText(1000), timeText(1500)], ["200 ms", "1 s", "1.5 s"]);
});

test("contents of cells have the names of the players' stones", () => {
  assert.equal(contentWord("x", ruleset()), "black stone");
  assert.equal(contentWord("o", ruleset()), "white stone");
  assert.equal(contentWord("x", ruleset({ players: { left: "Left", right: "Right" } })), "Left stone");
  assert.equal(contentWord("b12", ruleset()), "black stack of 12");
  assert.equal(contentWord("w1", ruleset()), "white stack of 1");
  assert.equal(contentWord(".", ruleset()), "empty");
  assert.equal(sideName("right", ruleset()), "White");
});

test("bots are named by their strength and their name, unless they are the same", () => {
  const bots = ruleset({ bots: ["random", "strong", "perfect"], bot_titles: ["random moves", "strong", "never loses a won game"] });
  assert.equal(botWords({ bot: "random", ms: 200 }, bots), "plays random moves");
  assert.equal(botWords({ bot: "strong", ms: 200 }, bots), "Strong, 200 ms a move");
  assert.equal(botWords({ bot: "perfect", ms: 2000 }, bots), "Never loses a won game (perfect), 2 s a move");
  assert.equal(botWords({ bot: "new", ms: 1000 }, bots), "New, 1 s a move");
});

test("rulesets are listed by families in their order, others last", () => {
  const rulesets = [["a", ""], ["b", "Second"], ["c", "First"], ["d", "Second"]].map(([name, family]) => ({ name, family }));
  assert.deepEqual(families(rulesets).map(([name, group]) => [name, group.map((one) => one.name).join()]), [["Second", "b,d"], ["First", "c"], ["Other games", "a"]]);
  assert.deepEqual(families(rulesets.slice(1, 2)).map(([name]) => name), ["Second"]);
});

test("a position has a value in its ruleset, or after the opening in another one", () => {
  const opening = { name: "opening", values: false, opening: { moves: 2, then: "rest" } };
  assert.equal(valuedRules({ name: "clobber", values: true }, "xo"), "clobber");
  assert.equal(valuedRules(opening, "xo.o/.x"), "rest");
  assert.equal(valuedRules(opening, "xo.o"), null);
  assert.equal(valuedRules({ name: "go", values: false }, "...."), null);
});

test("summaries become sentences", () => {
  assert.equal(sentence("whether the game is 0"), "The game is 0.");
  assert.equal(capital(""), "");
  assert.deepEqual(["a", "a.", "a?", "a!"].map(stopped), ["a.", "a.", "a?", "a!"]);
  assert.deepEqual(["a board", "Is it?"].map(asSentence), ["A board.", "Is it?"]);
  assert.deepEqual(termOfKind("dyadic"), { name: "Number", operation: "IsNumber" });
  assert.equal(termOfKind("unheard").name, "Kind");
});

test("the terms of a sum in a chapter are positions and games", () => {
  assert.deepEqual(termsOf("clobber:xo/ox + {1 | -1} + toads-and-frogs:t.f"), [
    { rules: "clobber", position: "xo/ox" }, { game: "{1 | -1}" }, { rules: "toads-and-frogs", position: "t.f" },
  ]);
});
