// The answers of a winner from a certificate, in Clobber on one row.
//
// Values: xo is *, xxo is up, xxxo is double up star, and a row with its colours exchanged is the negative.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readCertificate } from "../../assets/js/explore/certificate.js";
import { Strategy } from "../../assets/js/explore/strategy.js";
import { withEnd } from "./certificates.js";

const reverse = (text) => [...text].reverse().join("");
const exchange = (text) => text.replace(/[xo]/g, (stone) => (stone === "x" ? "o" : "x"));

/** The components of a row as the server lists them: those with a move, up to reflection and exchange of the players. */
function componentsOf(position) {
  return [...position.matchAll(/[xo]+/g)].filter(([text]) => /xo|ox/.test(text)).map(({ 0: text, index }) => {
    const [own, other] = [text, exchange(text)].map((row) => [row, reverse(row)].sort()[1]);
    const cells = [...text].map((_, at) => [index + at, 0]);
    return { position: own > other ? own : other, negated: own < other, own_negative: own === other, cells };
  });
}

/** The moves of a player: a stone onto one of the other colour beside it. */
function movesOf(position, side) {
  const [own, other] = side === "left" ? "xo" : "ox";
  const name = (at) => `${"abcdefghijklmnop"[at]}1`;
  return [...position].flatMap((stone, from) => [from - 1, from + 1].flatMap((to) => {
    if (stone !== own || position[to] !== other) return [];
    const after = [...position].with(from, ".").with(to, own).join("");
    return [{ move: `${name(from)}-${name(to)}`, position: after }];
  }));
}

const VALUES = { xo: "*", xxo: "^" };

/** Answers requests, and keeps them. `compared` are the results of comparisons by their texts. */
function server(compared = {}) {
  const asked = [];
  const ask = async (name, body) => {
    asked.push({ name, ...body });
    if (name === "components") return { positions: body.positions.map(componentsOf) };
    if (name === "value") return { value: VALUES[body.position] ?? null };
    if (name === "game") {
      assert.ok(body.expression in compared, body.expression);
      return { result: compared[body.expression] };
    }
    assert.equal(name, "moves");
    const played = movesOf(body.position, body.side).find(({ move }) => move === body.played[0]);
    return { position: played.position };
  };
  return { ask, asked };
}

async function load(lines, ask = server().ask) {
  const all = ["dicot certificate 1", "rules 0 clobber", ...lines, "part 0 xxo", "claim L L"];
  return Strategy.load(await readCertificate(new Blob([withEnd(all)])), ask);
}

/** The answer of `winner` in `next`, without the parts. */
async function answered(strategy, parts, next, winner = "left") {
  const answer = await strategy.answer(parts, next, movesOf(next, winner), winner);
  return answer && { move: answer.move, position: answer.position, ...answer.reason };
}

// The lines of the file: c is line 3, w is line 4, z is line 5.
const UP = ["c 0 xxo", "w 1 0 m 0 b1-c1", "z 1 0 a"];

test("the winner who starts makes the move of a fact", async () => {
  const strategy = await load(UP);
  assert.deepEqual(await answered(strategy, null, "xxo"), { move: "b1-c1", position: "x.x", kind: "fact", line: 4, part: null });
});

test("the move of a fact is made in a component that is reflected, and by Right in its negative", async () => {
  const strategy = await load(UP);
  assert.deepEqual((await answered(strategy, null, "oxx")).move, "b1-a1");
  assert.deepEqual((await answered(strategy, null, "oox", "right")).move, "b1-c1");
  assert.equal((await answered(strategy, null, ".xoo.", "right")).move, "c1-b1");
});

test("a component with only one fact for the other player to start is not answered", async () => {
  const strategy = await load(["c 0 xxo", "z 1 0 a"]);
  assert.equal(await answered(strategy, null, "xxo"), null);
  assert.equal(await answered(await load(UP), null, "oox"), null);
  // Its value is not above 0 either: the certificate does not say that a move leaves a win.
  assert.equal(await (await load(["c 0 xxo", "w 1 0 m 0 b1-c1"])).start("xxo", "right", "left"), null);
});

test("the winner may start anywhere, and the other only where a fact proves it", async () => {
  const strategy = await load(UP);
  assert.deepEqual((await strategy.start("xxo", "right", "left")).map(({ term, group }) => [term, group]), [[1, 0]]);
  assert.deepEqual((await strategy.start("oox", "left", "right")).map(({ term }) => term), [1]);
  assert.deepEqual((await strategy.start("oox", "left", "left")).map(({ term }) => term), [-1]);
  assert.equal(await strategy.start("oox", "right", "left"), null);
  assert.deepEqual(await strategy.start("x.o", "right", "left"), []);
});

test("what cancels is answered in the negative of the component that the loser moved in", async () => {
  const strategy = await load(UP);
  const parts = await strategy.start("xxo.oox", "right", "left");
  assert.deepEqual(parts.map(({ term }) => term), [1, -1]);
  // Right has moved in the first: xo. is left of it.
  assert.deepEqual(await answered(strategy, parts, "xo..oox"), { move: "g1-f1", position: "xo..ox.", kind: "mirror", line: null, part: null });
});

test("a negative before the component that the loser moved in is found too", async () => {
  const strategy = await load(UP);
  const parts = await strategy.start("oox.xxo", "right", "left");
  assert.deepEqual(await answered(strategy, parts, "oox.xo."), { move: "c1-b1", position: "ox..xo.", kind: "mirror", line: null, part: null });
});

test("the move of a fact is made in its component, though another one leaves the same", async () => {
  const strategy = await load(["c 0 xxo", "c 0 xo", "w 1,2 0 m 1 a1-b1", "z 1 0 a"]);
  assert.deepEqual(await answered(strategy, null, "xxo.xo"), { move: "e1-f1", position: "xxo..x", kind: "fact", line: 5, part: null });
});

test("a split is only as good as each of its parts", async () => {
  const lines = ["c 0 xxo", "c 0 xxxo", "z 1 0 a", "z 1,2 0 p 010"];
  assert.equal(await (await load(lines)).start("xxo.xxxo", "right", "left"), null);
  assert.equal((await (await load([...lines, "z 2 0 a"])).start("xxo.xxxo", "right", "left")).length, 2);
});

test("what comes of a component without a fact counts by its value", async () => {
  const strategy = await load(UP);
  const parts = await strategy.start("xxo", "right", "left");
  const answer = await answered(strategy, parts, "xo.");
  assert.deepEqual({ ...answer, move: "", position: "" }, { move: "", position: "", kind: "value", line: null, part: null });
  assert.ok(["x..", ".x."].includes(answer.position));
});

test("a value in the rest is compared with that of a fact, as a text of the calculator", async () => {
  // Up and up and a rest of at least star: more than 0.
  const lines = ["v 0|0", "c 0 xxo", "z 1,1 1 a"];
  const { ask, asked } = server({ "val1 := {0|0}; [1*(*) >= val1]": [true], "val1 := {0|0}; [0 >= val1]": [false] });
  const strategy = await load(lines, ask);
  assert.equal((await strategy.start("xxo.xxo.xo", "right", "left")).length, 3);
  assert.equal(await strategy.start("xxo.xxo", "right", "left"), null);
  const count = () => asked.filter(({ name }) => name !== "components").length;
  assert.equal(count(), 3);
  // Stars cancel, so this is the last question again, which is known.
  assert.equal(await strategy.start("xo.xxo.xxo.xo", "right", "left"), null);
  assert.equal(count(), 3);
});

test("the definitions of values come before their uses, once each", async () => {
  const strategy = await load(["v 0|0", "v 0,1|-1", "v 2|-2", "c 0 xo"]);
  assert.deepEqual(strategy.definitions([3, -2]), ["val1 := {0|0}", "val2 := {0,val1|-val1}", "val3 := {val2|-val2}"]);
  assert.deepEqual(strategy.definitions([0]), []);
});

test("a value that the server does not send is an error", async () => {
  const strategy = await load(["c 0 xo", "z 1 0 a"]);
  await assert.rejects(strategy.start("xo.xxxxo", "right", "left"), { name: "CertificateError", message: /xxxxo is too long/ });
});

test("a sum is split into groups, each of which is answered on its own", async () => {
  const strategy = await load([...UP, "z 1,1 0 p 010"]);
  const parts = await strategy.start("xxo.xxo", "right", "left");
  assert.equal(new Set(parts.map(({ group }) => group)).size, 2);
  const answer = await strategy.answer(parts, "xo..xxo", movesOf("xo..xxo", "left"), "left");
  assert.equal(answer.reason.kind, "value");
  assert.match(answer.position, /^(?:x\.|\.x)\.\.xxo$/);
  // The component of the other group stays there.
  assert.deepEqual(answer.parts.map(({ group, text }) => [group, text]), [[parts[1].group, "xxo"]]);
});

test("a fact splits its components by its digits, the last of which is that of the rest, and what cancels is apart", async () => {
  const strategy = await load(UP);
  const part = (term, group = 0) => ({ term, group, text: "", isOwn: false });
  const divided = (parts, reason) => strategy.divided(parts, 0, { terms: [1, 1], reason })?.parts.map(({ group }) => group);
  assert.deepEqual(divided([part(null), part(1), part(1)], "p 012"), [3, 1, 2]);
  assert.deepEqual(divided([part(1), part(-1), part(1), part(1), part(null)], "p 100"), [2, 11, 1, 11, 1]);
  assert.deepEqual(divided([part(1, 4), part(1), part(1)], "p 010"), [4, 5, 6]);
  assert.equal(divided([part(1, 4), part(1)], "p 010"), undefined);
});

test("the rest is written as a sum of multiples of values", async () => {
  const strategy = await load(["c 0 xooo"], server({ "[1*(*) + -2*(^) >= 0]": [true] }).ask);
  const state = { sum: "", rest: JSON.stringify([["xo", 1], ["xxo", -2]]) };
  await strategy.compare("z", [state]);
  assert.equal(strategy.proofs("z", state).length, 1);
});

test("the winner starts in the first group of a sum, and the reason names the fact that splits it", async () => {
  const strategy = await load([...UP, "w 1,1 0 p 100"]);
  assert.deepEqual(await answered(strategy, null, "xxo.xxo"), { move: "f1-g1", position: "xxo.x.x", kind: "fact", line: 4, part: 6 });
});

test("sums are texts in which negatives cancel, and two that are their own negatives", async () => {
  const strategy = await load(["c 0 xo", "c 0 xxo"]);
  assert.equal(strategy.sumOf([1, 1]), "");
  assert.equal(strategy.sumOf([1, 1, 1]), "1,1");
  assert.equal(strategy.sumOf([2, -2]), "");
  assert.equal(strategy.sumOf([2, 1, 2]), strategy.sumOf([-1, 2, 2]));
  assert.notEqual(strategy.sumOf([2]), strategy.sumOf([-2]));
});

test("after a move exactly one component is gone", async () => {
  const strategy = await load(UP);
  const parts = await strategy.start("xxo.xo", "left", "left");
  const after = async (position) => strategy.after(parts, (await strategy.split([position], "left"))[0]);
  const { group, term, fresh, parts: kept } = await after("xo..xo");
  assert.deepEqual([group, term, fresh, kept.map(({ text }) => text).sort()], [0, 1, "xo", ["xo", "xo"]]);
  assert.equal((await after("xxo.x.")).term, null);
  assert.equal(await after("xxo.xo"), null);
  assert.equal(await after("x.x.x."), null);
  // A component that is its own negative is nobody's negative.
  const [[star]] = await strategy.split(["xo"], "right");
  assert.deepEqual([star.isNegated, star.isOwn], [false, true]);
});

test("what a listed component becomes may be listed, but what counts by its value stays so", async () => {
  const terms = async (lines) => {
    const strategy = await load(lines);
    const [parts, now] = await strategy.split(["xxo", "xo."], "left");
    return strategy.after(parts.map((part) => ({ ...part, group: 0 })), now).parts.map(({ term }) => term);
  };
  assert.deepEqual(await terms(["c 0 xxo", "c 0 xo"]), [2]);
  assert.deepEqual(await terms(["c 0 xo"]), [null]);
});

test("components are looked up in requests of a limited length, and the page hears how far it is", async () => {
  const sizes = [];
  const ask = async (name, { positions }) => {
    sizes.push(JSON.stringify(positions).length);
    return { positions: positions.map((position) => [{ position, negated: false, own_negative: false }]) };
  };
  const components = Array.from({ length: 9 }, (_, i) => ({ line: i + 3, position: `${i}${"xo".repeat(7500)}` }));
  const certificate = { parts: [{}], plus: [], rulesets: ["clobber"], components, claims: new Map([["left", "left"]]), facts: [] };
  const loaded = [];
  const strategy = await Strategy.load(certificate, ask, (count) => loaded.push(count));
  assert.deepEqual([...strategy.numbers.values()], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(loaded[0], 0);
  assert.equal(loaded.length, sizes.length);
  assert.ok(sizes.length > 1);
  // A server takes 64 KiB.
  for (const size of sizes) assert.ok(size < 64 * 1024, `${size}`);
});

test("a certificate of a sum, or one that claims nothing, is not played", async () => {
  const certificate = { parts: [{}], plus: [], rulesets: ["clobber"], components: [], values: [[[], []]], claims: new Map([["left", "left"]]), facts: [] };
  assert.ok(await Strategy.load(certificate, server().ask));
  for (const other of [{ parts: [] }, { parts: [{}, {}] }, { plus: [1] }, { rulesets: ["clobber", "snort"] }]) {
    await assert.rejects(Strategy.load({ ...certificate, ...other }, server().ask), { name: "CertificateError", message: /^it is of a sum of several parts/ });
  }
  await assert.rejects(Strategy.load({ ...certificate, claims: new Map() }, server().ask), { name: "CertificateError", message: "it claims nothing" });
});

test("a component that the server refuses is an error with its line", async () => {
  const refused = (lines, message, ask) => assert.rejects(load(lines, ask), { message });
  await refused(["c 0 xo", "c 0 xo.xo"], "line 4: not a component but a sum of 2");
  await refused(["c 0 xo", "c 0 x.x"], "line 4: not a component but a sum of 0");
  await refused(["c 0 xxo", "c 0 xxxo", "c 0 xoo"], "line 5: the same as component 1");
  const failing = (message) => async () => { throw new Error(message); };
  await refused(["c 0 xo", "c 0 q"], "line 4: row 1, column 1: expected x", failing("position 2: row 1, column 1: expected x"));
  await refused(["c 0 xo"], "the server is busy", failing("the server is busy"));
});
