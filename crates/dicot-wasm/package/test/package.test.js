// The package in Node, as its users import it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { Dicot, DicotError } from "dicot";
import { Client } from "dicot/client";

const folder = fileURLToPath(new URL("..", import.meta.url));
const dicot = await Dicot.load();

/** The error of a function. */
function errorOf(act) {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof DicotError, error);
    return error;
  }
  return assert.fail("no error");
}

/** A sum whose winner is not found within seconds, and an expression whose value is not either. */
const LONG_SUM = { sum: Array(8).fill("xo".repeat(8)).map((row, index) => row.slice(index % 2) + row.slice(0, index % 2)).join("/"), seconds: 60 };
const LONG_VALUE = { position: "xoxoxo/oxoxox/xoxoxo/oxoxox", seconds: 60 };

test("values, games, winners and moves", () => {
  const answer = dicot.answer("value", { rules: "clobber", position: "xox/ox.", all_moves: true, thermograph: true });
  assert.deepEqual([answer.value, answer.outcome], ["{^^*|*,v}", "N"]);
  assert.match(answer.thermograph_svg, /<svg /);
  assert.equal(dicot.answer("game", { expression: "{2|-1}.Temperature" }).value, "3/2");
  assert.equal(dicot.answer("solve", { sum: "xoxo/oxox/xoxo/oxox" }).outcome, "N");
  assert.equal(dicot.answer("solve", { sum: "xoxoxo/oxoxox/xoxoxo" }).outcome, "P");
  assert.equal(dicot.answer("moves", { position: "xo" }).moves.left.length, 1);
  assert.equal(dicot.answer("components", { positions: ["xo.xxo"] }).positions[0].length, 2);
  assert.ok(dicot.answer("rulesets").length >= 18);
});

test("a bot plays, and a review finds the mistake", () => {
  const game = { rules: "clobber", start: "xoxo/oxox" };
  const { move } = dicot.answer("bot", { ...game, bot: "strong", milliseconds: 100 });
  const turn = dicot.answer("turn", { ...game, played: [move] });
  assert.equal(turn.side, "right");
  assert.equal(dicot.answer("review", { ...game, played: [move] }).winners.length, 2);
});

test("errors say where, and which limit", () => {
  assert.deepEqual([errorOf(() => dicot.answer("value", { position: "xoq" }))].map(({ status, at }) => [status, at]), [[422, 2]]);
  assert.equal(errorOf(() => dicot.answer("value", { wrong: 1 })).status, 400);
  assert.equal(errorOf(() => dicot.answer("nothing")).status, 404);
  assert.equal(errorOf(() => dicot.answer("value", { ...LONG_VALUE, seconds: 0.2 })).limit, "time");
  const deep = errorOf(() => dicot.answer("game", { expression: `${"(".repeat(400)}0${")".repeat(400)}` }));
  assert.match(deep.message, /nested more than 256 levels deep/);
  // Everything is usable after an error.
  assert.equal(dicot.answer("value", { position: "xxo" }).value, "^");
});

test("sessions keep definitions", () => {
  dicot.answer("game", { expression: "g := {1|*}" }, { session: "one" });
  assert.equal(dicot.answer("game", { expression: "g + 1" }, { session: "one" }).value, "{2|1*}");
  assert.equal(errorOf(() => dicot.answer("game", { expression: "g + 1" }, { session: "two" })).status, 422);
  dicot.end("one");
  assert.equal(errorOf(() => dicot.answer("game", { expression: "g + 1" }, { session: "one" })).status, 422);
});

test("memory is limited", async () => {
  const small = await Dicot.load({ bytes: 4 * 2 ** 20 });
  assert.equal(errorOf(() => small.answer("value", LONG_VALUE)).limit, "memory");
});

test("workers answer at the same time, and a request is aborted", async (context) => {
  const client = new Client();
  context.after(() => client.close());
  const abort = new AbortController();
  const seen = [];
  const long = client.call("value", LONG_VALUE, { signal: abort.signal, progress: (done) => seen.push(done) });
  const other = await client.call("moves", { position: "xo" });
  assert.equal(other.moves.left.length, 1);
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(seen[0].positions > 0);
  const next = client.call("value", { position: "xxo" });
  const begun = performance.now();
  abort.abort();
  await assert.rejects(long, { name: "AbortError" });
  // In the same session, and so by the same worker.
  assert.equal((await next).value, "^");
  context.diagnostic(`the next answer came ${Math.round(performance.now() - begun)} ms after the end of the long request`);
  const search = client.call("solve", LONG_SUM, { signal: AbortSignal.timeout(300) });
  await assert.rejects(search, { name: "TimeoutError" });
});

test("a broken worker is replaced", async (context) => {
  const client = new Client();
  context.after(() => client.close());
  await client.call("value", { position: "xo" });
  const [slot] = client.slots;
  const long = client.call("value", LONG_VALUE);
  await new Promise((resolve) => setTimeout(resolve, 100));
  slot.worker.emit("error", new Error("broken by the test"));
  await assert.rejects(long, (error) => error instanceof DicotError && error.status === 0 && /started again/.test(error.message));
  assert.equal((await client.call("value", { position: "xxo" })).value, "^");
});

test("a closed client fails its requests", async () => {
  const client = new Client();
  const waiting = client.call("value", { position: "xo" });
  client.close();
  await assert.rejects(waiting, /closed/);
});

test("npm packs it with all that it imports", () => {
  const [{ files }] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { cwd: folder, encoding: "utf8" }));
  const names = files.map(({ path }) => path);
  for (const name of ["index.js", "index.d.ts", "api.d.ts", "client.js", "client.d.ts", "worker.js", "host.js", "dicot_wasm.js", "dicot_wasm_bg.wasm", "README.md"]) {
    assert.ok(names.includes(name), name);
  }
  const imported = names.filter((name) => name.endsWith(".js")).flatMap((name) => (
    [...readFileSync(`${folder}/${name}`, "utf8").matchAll(/from "\.\/([^"]+)"/g)].map((found) => found[1])
  ));
  for (const name of imported) assert.ok(names.includes(name), name);
});

test("the examples of the README give what they say", async (context) => {
  const client = new Client();
  context.after(() => client.close());
  const { value, outcome } = await client.call("value", { rules: "clobber", position: "xox/ox." });
  assert.deepEqual([value, outcome], ["{^^*|*,v}", "N"]);
  const { winning_moves: moves } = await client.call("solve", { sum: "xoxo/oxox + {1|*}", moves: true });
  assert.ok(moves.left.length + moves.right.length > 0);
});
