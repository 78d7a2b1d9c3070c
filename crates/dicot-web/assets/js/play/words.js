// The words of the table: what players, rulesets and the contents of cells are called.

import { wordFor } from "../explore/rulesets.js";
import { capital } from "../glossary.js";

export { capital };

/** The rulesets in groups `[name, rulesets]`: those that share a family, and then the others. */
export function families(rulesets) {
  const names = [...new Set(rulesets.map(({ family }) => family).filter(Boolean))];
  const members = (name) => rulesets.filter(({ family }) => family === name);
  return [...names.map((name) => [name, members(name)]), ["Other games", members("")]].filter(([, group]) => group.length > 0);
}

/** Whether the stones of the players are black and white. */
export function hasColours(ruleset) {
  return ruleset.players.left === "Black";
}

/** What a player is called. */
export function sideName(side, ruleset) {
  return ruleset.players[side];
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

export function timeText(ms) {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
