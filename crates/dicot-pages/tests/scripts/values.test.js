// Values as they are shown, spoken and copied, and what facts mean for the position.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { spoken, symbols, symbolsIn, valueNode } = await import("../../assets/js/values.js");
const { here, outcomeText } = await import("../../assets/js/explore/here.js");

test("values are shown with symbols", () => {
  for (const [ascii, shown] of [
    ["0", "0"], ["-3/4", "−3/4"], ["*", "∗"], ["*12", "∗12"], ["^", "↑"], ["^^", "⇑"], ["v", "↓"], ["vv", "⇓"], ["^^^", "3·↑"], ["v4*", "4·↓∗"], ["1^3", "1+3·↑"],
    ["1^*", "1↑∗"], ["^<2>", "↑2"], ["v[3]", "↓[3]"], ["+-1", "±1"], ["{2|-1}", "{2|−1}"], ["Tiny(2)", "tiny(2)"], ["1Miny(2)", "1+miny(2)"], ["over", "over"],
    ["{0||1|-1}", "{0||1|−1}"], ["", ""],
  ]) assert.equal(symbols(ascii), shown, ascii);
});

test("values are spoken in words", () => {
  for (const [ascii, words] of [
    ["0", "0"], ["-3/4", "minus 3 over 4"], ["*", "star"], ["*2", "star 2"], ["^", "up"], ["^^*", "double up star"], ["v3", "three downs"], ["^9", "9 ups"],
    ["^<2>", "up to the power 2"], ["v[3]", "down to the powers up to 3"], ["+-1", "plus or minus 1"], ["{1,*|-1}", "game 1, star bar minus 1 end"],
    ["{0||1|0}", "game 0 2 bars 1 bar 0 end"], ["Miny(1)", "miny ( 1 )"], ["on & off", "on and off"], ["", ""],
  ]) assert.equal(spoken(ascii), words, ascii);
  assert.equal(spoken(`{${"0,".repeat(40)}0|0}`), "a game whose text has 85 characters");
  assert.equal(spoken("{0|", 12345), "a game whose text has 12,345 characters");
});

test("the kinds of symbols in a value are those that are explained", () => {
  const kinds = (ascii) => [...symbolsIn(ascii)].sort();
  assert.deepEqual(kinds("{1|*}"), ["bars", "number", "rest", "star"]);
  assert.deepEqual(kinds("1^*"), ["number", "side-by-side", "star", "ups"]);
  assert.deepEqual(kinds("^<2>*"), ["power", "side-by-side", "star"]);
  assert.deepEqual(kinds("Tiny"), ["tiny"]);
  assert.deepEqual(kinds("+-1"), ["number", "switch"]);
  assert.deepEqual(kinds("over"), ["word"]);
  assert.deepEqual(kinds("pass"), ["pass"]);
  assert.ok(kinds("a{1|a}").includes("pass"));
  assert.ok(kinds("on & off").includes("sides"));
});

/** The text that is copied of a value: that of its parts, or what they keep for copying. */
function copied(node) {
  if (typeof node === "string") return node;
  return node.dataset?.ascii ?? node.nodes?.map(copied).join("") ?? node.textContent;
}

test("a value is copied as it was sent, and a long one is cut when it is shown", () => {
  for (const ascii of ["0", "-3/4^^^*2", "{Tiny({1|0})|-1||+-(1)}", "^<2>v[3]", `{${"1,".repeat(200)}0|0}`]) {
    assert.equal(copied(valueNode(ascii)), ascii);
    assert.equal(copied(valueNode(ascii, { inLine: true })), ascii);
  }
  const ascii = "1234,".repeat(60);
  assert.equal(valueNode(ascii).textContent, `${ascii.slice(0, 60)}… (300 characters)`);
  assert.equal(valueNode(ascii.slice(0, 200)).textContent, ascii.slice(0, 200));
  assert.equal(valueNode(ascii, { inLine: true }).textContent, `${ascii.slice(0, 36)}…`);
  assert.equal(valueNode("{0|", { length: 5000 }).textContent, "{0|… (5,000 characters)");
  assert.equal(valueNode("-1").attributes["aria-label"], "minus 1");
});

test("the subscript of tiny ends with its own parenthesis", () => {
  const { nodes } = valueNode("Tiny((1))*");
  assert.deepEqual(nodes.map(({ name, textContent }) => [name, textContent]), [["span", "tiny"], ["sub", "(1)"], ["span", "∗"]]);
});

test("outcomes in words", () => {
  assert.equal(outcomeText("L"), "Left wins, whoever starts");
  assert.equal(outcomeText("P"), "the second player wins");
  assert.equal(outcomeText("NHat"), "Left wins if Left starts, else a draw");
  assert.equal(outcomeText(undefined), "unknown");
});

test("a fact says what it means for the position", () => {
  for (const [field, answer, text] of [
    ["outcome", { outcome: "N" }, "Here: the first player wins: the value is confused with 0."],
    ["outcome", { outcome: "D" }, "Here: a draw, whoever starts."],
    ["temperature", { temperature: "-1", mean: "2" }, "Here: −1: the value is a number, so nobody wants to move on it."],
    ["temperature", { temperature: "0", mean: "0" }, "Here: 0: the value is an infinitesimal, so moves on it decide only who moves last."],
    ["temperature", { temperature: "0", mean: "-1/2" }, "Here: 0: the value is −1/2 plus an infinitesimal, so moves on it decide only who moves last."],
    ["temperature", { temperature: "3/2", mean: "1" }, "Here: 3/2: who moves first gains up to 3/2 over the mean, 1."],
    ["mean", { mean: "0" }, "Here: 0: in many copies of it, nobody is ahead."],
    ["mean", { mean: "-3/4" }, "Here: −3/4: in many copies of it, each puts Right ahead by 3/4."],
    ["left_stop", { left_stop: "1" }, "Here: 1: the number that best play reaches first if Left starts."],
    ["right_stop", { right_stop: "-1" }, "Here: −1: the number that best play reaches first if Right starts."],
    ["atomic_weight", { atomic_weight: "2" }, "Here: 2: Left wins, whoever starts."],
    ["atomic_weight", { atomic_weight: "-3/2" }, "Here: −3/2: Right wins moving first."],
    ["atomic_weight", { atomic_weight: "1/2" }, "Here: 1/2: less than one up, so the weight does not decide who wins."],
    ["atomic_weight", { atomic_weight: "^" }, "Here: the weight is not a number, so it matters who moves first."],
    ["nim_value", { nim_value: 3 }, "Here: 3: in every sum, a heap of that size in Nim can replace the position."],
    ["nim_value", { nim_value: null }, "Here: none, since the value is not a nimber."],
    ["birthday", { birthday: 0 }, "Here: 0: play in the canonical form lasts at most that many moves."],
    ["kind", { kind: "nimber", value: "*2" }, "Here: ∗2 is of this kind."],
    ["kind", { kind: "hot", value: "{9|0},".repeat(9) }, ""],
    ["mean", { mean: "on" }, ""],
    ["mean", { mean: null }, ""],
    ["mean", { mean: "1", out_of_range: ["mean"] }, ""],
    ["unheard", { unheard: 1 }, ""],
    ["mean", null, ""],
  ]) assert.equal(here(field, answer), text, JSON.stringify(answer));
});
