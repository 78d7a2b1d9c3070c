// What can be kept of a game: a link, its record, a picture of the board, the position in the explorer.

import { svgFile } from "../board.js";

/** Hands a text out as a file. */
export function download(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to save.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveRecord(game) {
  download(game.record(), `${game.setup.rules}.jsonl`, "application/jsonl");
}

export function saveBoard(picture, game) {
  download(svgFile(picture), `${game.setup.rules}.svg`, "image/svg+xml");
}

/** The name of the ruleset in which a position of a game has a value; null if there is none. */
export function valuedRules(ruleset, text) {
  if (ruleset.values) return ruleset.name;
  const empty = [...text].filter((letter) => letter === ".").length;
  return ruleset.name.startsWith("konane-") && empty > 1 ? "konane" : null;
}

/** Where the explorer shows a position. */
export function explorerLink(rules, text) {
  return `/#rules=${rules}&position=${encodeURIComponent(text).replace(/%(?:2F|2C|3A)/gi, decodeURIComponent)}`;
}
