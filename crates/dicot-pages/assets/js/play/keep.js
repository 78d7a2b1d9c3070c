// Ways to keep a game: a link, its record, a picture of the board, the position in the explorer.

import { ROOT } from "../api.js";
import { svgFile } from "../board.js";
import { save } from "../files.js";

export function saveRecord(game) {
  save(`${game.setup.rules}.jsonl`, "application/jsonl", game.record());
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
