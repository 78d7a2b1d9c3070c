// Ways to keep a game: a link, its record, a picture of the board, the position in the explorer.

import { ROOT } from "../api.js";
import { svgFile } from "../board.js";
import { save } from "../files.js";
import { Game, MAX_PLIES, REASON, SIDES, USUAL } from "./game.js";

export function saveRecord(game) {
  save(`${game.setup.rules}.jsonl`, "application/jsonl", game.record());
}

/**
 * The games of a record, each as `{title, game}`: lines in the format of `dicot match` and `dicot replay`, of this page or of another
 * program. A bot that this page does not have is a human here. `rulesets` are those that are played on the page.
 */
export function gamesOf(text, rulesets) {
  const lines = text.split("\n").map((line, index) => [line.trim(), index + 1]).filter(([line]) => line !== "");
  if (lines.length === 0) throw new Error("the file has no game");
  return lines.map(([line, number]) => {
    const wrong = (what) => new Error(`line ${number}: ${what}`);
    let record;
    try {
      record = JSON.parse(line);
    } catch {
      throw wrong("this is not a game: expected an object in JSON");
    }
    const { rules, start, moves, first = "left", winner = null, reason = null, times = [] } = record ?? {};
    const known = rulesets.find(({ name }) => name === rules) ?? rulesets.find(({ opening }) => opening?.then === rules);
    if (!known) throw wrong(`matches of ${JSON.stringify(rules)} are not played on this page`);
    const isList = Array.isArray(moves) && moves.every((move) => typeof move === "string");
    if (typeof start !== "string" || !isList || !SIDES.includes(first)) throw wrong("a game has a start, moves, and who moved first");
    if (moves.length > MAX_PLIES) throw wrong(`the game has ${moves.length} moves, and the limit is ${MAX_PLIES}`);
    const player = (side) => ({ bot: known.bots.includes(record[side]) ? record[side] : null, ms: 200 });
    const players = { left: player("left"), right: player("right") };
    const setup = { ...USUAL, rules: known.name, text: known.text, start, usual: false, first, players };
    const isWord = (word) => typeof word === "string" && word !== "";
    if (![...SIDES, null].includes(winner) || !(reason === null || isWord(reason))) throw wrong("the winner is left, right or null, and the reason a text");
    const end = winner || reason ? { winner, reason: reason ?? REASON.resigned } : null;
    const names = SIDES.map((side) => (isWord(record[side]) ? record[side] : "?")).join(" – ");
    const game = new Game(setup, { played: moves, times: Array.isArray(times) ? times.map((time) => +time || 0) : [], end });
    return { title: `${number}: ${names}${winner ? `, ${winner} won` : ""}`, game };
  });
}

export function saveBoard(picture, game) {
  save(`${game.setup.rules}.svg`, "image/svg+xml", svgFile(picture));
}

/** The ruleset in which a position of a game has a value, or null. */
export function valuedRules(ruleset, text) {
  if (ruleset.values) return ruleset.name;
  const empty = [...text].filter((letter) => letter === ".").length;
  const { opening } = ruleset;
  return opening && empty >= opening.moves ? opening.then : null;
}

/** The link to a position in the explorer; `own` is the text of the user's own rules. */
export function explorerLink(rules, text, own) {
  const position = encodeURIComponent(text).replace(/%(?:2F|2C|3A)/gi, decodeURIComponent);
  return `${ROOT}#rules=${rules}&position=${position}${own ? `&text=${encodeURIComponent(own)}` : ""}`;
}
