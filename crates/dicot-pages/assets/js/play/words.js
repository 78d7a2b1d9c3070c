// The words of the page: the names of players, rulesets and the contents of cells.

import { optionGroup } from "../dom.js";
import { wordFor } from "../explore/rulesets.js";
import { capital } from "../glossary.js";

export { capital };

/** The rulesets as choices, in groups with the names of their families. */
export function rulesetChoices(rulesets) {
  return families(rulesets).map(([family, members]) => optionGroup(family, members.map(({ name, title }) => new Option(title, name))));
}

/** The rulesets in groups `[name, rulesets]`: families first, then the others. */
export function families(rulesets) {
  const names = [...new Set(rulesets.map(({ family }) => family).filter(Boolean))];
  const members = (name) => rulesets.filter(({ family }) => family === name);
  return [...names.map((name) => [name, members(name)]), ["Other games", members("")]].filter(([, group]) => group.length > 0);
}

/** Whether the players have black and white stones. */
function hasColours(ruleset) {
  return ruleset.players.left === "Black";
}

/** The class of the dot of each player, by what belongs to them; null if nothing belongs to only one of them. */
export function lookOf({ graph, symbols }) {
  if (graph?.coloured) return { left: "blue", right: "red" };
  const differ = graph ? graph.labelled : ["left", "right"].every((kind) => symbols.some((symbol) => symbol.kind === kind));
  return differ ? { left: "left", right: "right" } : null;
}

/** The name of a player. */
export function sideName(side, ruleset) {
  return ruleset.players[side];
}

/** Describes the content of a cell. */
export function contentWord(content, ruleset) {
  const stack = /^([bw])(\d+)$/.exec(content);
  if (stack) {
    const colour = stack[1] === "b" ? "black" : "white";
    return `${colour} stack of ${stack[2]}`;
  }
  const word = wordFor(ruleset, content);
  return hasColours(ruleset) ? word.replace(/\bLeft\b/, "black").replace(/\bRight\b/, "white") : word;
}

/** The strength of a bot, with its name unless that says the same. */
export function botTitle(bot, ruleset) {
  const title = ruleset.bot_titles[ruleset.bots.indexOf(bot)] ?? bot;
  return title === bot ? capital(title) : `${capital(title)} (${bot})`;
}

/** The strength and the thinking time of a bot, in a few words. */
export function botWords({ bot, ms }, ruleset) {
  return bot === "random" ? "plays random moves" : `${botTitle(bot, ruleset)}, ${timeText(ms)} a move`;
}

export function timeText(ms) {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
