// What results/claims says about a position. The list is made from these files by a test of the program (src/pages/known.rs).

import { element, link } from "../dom.js";

const ROOT = new URL("../../../", import.meta.url);

/** The lines of the list by position, once it is loaded. */
let lines = null;

async function load() {
  const response = await fetch(new URL("../../known.txt", import.meta.url));
  if (!response.ok) throw new Error(`status ${response.status}`);
  const all = (await response.text()).trimEnd().split("\n").map((line) => line.split("\t"));
  return new Map(all.map(([position, answer, date, claim, proof]) => [position, { answer, date, claim, proof }]));
}

const EXCHANGED = { x: "o", o: "x", L: "R", R: "L" };
const exchanged = (text) => text.replaceAll(/[xoLR]/g, (letter) => EXCHANGED[letter]);

/** A board whose rows become columns. */
function transposed(position) {
  const rows = position.split("/");
  return [...rows[0]].map((_, column) => rows.map((row) => row[column]).join("")).join("/");
}

/** The line about a position or, where the rules are the same for both players and along rows and columns, an image of it. */
function find({ name, symmetry }, position) {
  const straight = lines.get(`${name}:${position}`);
  if (straight || symmetry !== "all" || !/^[xo.#/]+$/.test(position)) return straight;
  const turned = transposed(position);
  const [other, both] = [position, turned].map((image) => lines.get(`${name}:${exchanged(image)}`));
  const negative = other ?? both;
  const isOutcome = /^[LRNP]$/.test(negative?.answer);
  return lines.get(`${name}:${turned}`) ?? (isOutcome ? { ...negative, answer: exchanged(negative.answer) } : null);
}

/** What is known of a position, as a sentence with a link; null if nothing is. The list is loaded when it is first asked for. */
export async function known(ruleset, position) {
  lines ??= await load();
  const found = find(ruleset, position);
  if (!found) return null;
  const { answer, date, claim, proof } = found;
  const text = `Known: ${answer}, ${proof ? "with a certificate, " : ""}found in ${date}. `;
  return element("span", "", text, link(new URL(`results/#${claim}`, ROOT), "The result"));
}
