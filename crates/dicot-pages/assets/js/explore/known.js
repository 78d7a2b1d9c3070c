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
const transposed = (rows) => [...rows[0]].map((_, column) => rows.map((row) => row[column]).join(""));
const mirrored = (rows) => [...rows].reverse();
const turned = (rows) => rows.map((row) => [...row].reverse().join(""));

/** The boards that are the same seen from another side, under rules of a kind of symmetry. */
function images(position, symmetry) {
  const rows = position.split("/");
  if (!["all", "directed"].includes(symmetry) || rows.some((row) => row.length !== rows[0].length)) return [position];
  const sides = symmetry === "all" ? [rows, transposed(rows)] : [rows];
  return sides.flatMap((side) => [side, mirrored(side), turned(side), mirrored(turned(side))]).map((image) => image.join("/"));
}

/** The line about a position, or about one that is the same. */
function find({ name, symmetry }, position) {
  const all = images(position, symmetry);
  const same = all.map((image) => lines.get(`${name}:${image}`)).find(Boolean);
  if (same || symmetry !== "all") return same;
  const negative = all.map((image) => lines.get(`${name}:${exchanged(image)}`)).find((line) => /^[LRNP]$/.test(line?.answer));
  return negative && { ...negative, answer: exchanged(negative.answer) };
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
