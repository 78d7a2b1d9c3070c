// The words of the table: what players, rulesets and the contents of cells are called.

import { wordFor } from "../explore/rulesets.js";

/** Rulesets of which several are played on the same board, by the word that they share. */
const FAMILIES = [
  ["Clobber", ["clobber", "diagonal-clobber", "diagonals", "knights", "rooks", "queens", "hot-clobber", "anti-clobber"]],
  ["Konane", ["konane-artemis", "konane-any", "konane-dark"]],
  ["Combo", ["combo"]],
];

/** The rulesets in groups `[name, rulesets]`, those for which there is most to play first. */
export function families(rulesets) {
  const groups = FAMILIES.map(([name, members]) => [
    name,
    members.map((member) => rulesets.find((ruleset) => ruleset.name === member)).filter(Boolean),
  ]);
  const named = new Set(FAMILIES.flatMap(([, members]) => members));
  const others = rulesets.filter((ruleset) => !named.has(ruleset.name));
  return [...groups, ["Other games", others]].filter(([, members]) => members.length > 0);
}

/** The name of a ruleset in a title. */
export function titleOf({ name }) {
  const family = FAMILIES.find(([, members]) => members.includes(name))?.[0];
  const words = name.replaceAll("-", " ");
  if (!family || words === family.toLowerCase()) return capital(words);
  const [first, ...rest] = words.split(" ");
  if (first === family.toLowerCase()) return `${family}, ${rest.join(" ")}`;
  return words.includes(family.toLowerCase()) ? capital(words) : `${family}, ${words}`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether the stones of the players are black and white. */
export function hasColours(ruleset) {
  const has = (letter) => ruleset.symbols.some((symbol) => symbol.letter === letter);
  return ruleset.name === "combo" || (has("x") && has("o"));
}

/** What a player is called. */
export function sideName(side, ruleset) {
  if (!hasColours(ruleset)) return capital(side);
  return side === "left" ? "Black" : "White";
}

/** What lies on a cell. */
export function contentWord(content, ruleset) {
  const stack = /^([bw])(\d+)$/.exec(content);
  if (stack) {
    const colour = stack[1] === "b" ? "black" : "white";
    return `${colour} stack of ${stack[2]}`;
  }
  const word = wordFor(ruleset, content);
  return hasColours(ruleset) ? word.replace(/\bLeft\b/, "black").replace(/\bRight\b/, "white") : word;
}

/** How strong a bot is, and how long it thinks, in a few words. */
export function botWords({ bot, ms }) {
  return bot === "random" ? "random" : `${bot}, ${timeText(ms)}`;
}

export function timeText(ms) {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
