// The words of the table: what players, rulesets and the contents of cells are called.

import { wordFor } from "../explore/rulesets.js";
import { capital } from "../glossary.js";

export { capital };

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

/** How strong a bot is, with its name beside if that says something else. */
export function botTitle(bot, ruleset) {
  const title = ruleset.bot_titles[ruleset.bots.indexOf(bot)] ?? bot;
  return title === bot ? capital(title) : `${capital(title)} (${bot})`;
}

/** How strong a bot is, and how long it thinks, in a few words. */
export function botWords({ bot, ms }, ruleset) {
  return bot === "random" ? "plays random moves" : `${botTitle(bot, ruleset)}, ${timeText(ms)} a move`;
}

/** What a player moves, in a word. */
export function pieceWord(ruleset, side) {
  if (ruleset.name === "toads-and-frogs") return side === "left" ? "toad" : "frog";
  return { amazons: "amazon", combo: "stack" }[ruleset.name] ?? "stone";
}

export function timeText(ms) {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
