// JSON files that somebody may have damaged.

import { t } from "../words.js";

/** An error in a file; its message says where. */
export class DamagedFile extends Error {}

/** The maximum length of what an error quotes, in characters. */
const MAX_QUOTED = 40;
/** The most lists and objects that may be open in a text in which an error is looked for. */
const MAX_DEPTH = 1000;

/** The symbols of JSON, each with the blanks before it. */
const STRING = /\s*"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /\s*(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)\b/y;
const [COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [/\s*,/y, /\s*:/y, /\s*\[/y, /\s*\]/y, /\s*\{/y, /\s*\}/y];

/** Reads a text as JSON. Throws `DamagedFile`. */
export function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    const before = text.slice(0, depthOf(text) > MAX_DEPTH ? 0 : placeOf(text)).split("\n");
    throw new DamagedFile(t("line {line}, column {column}: this is not JSON", { line: before.length, column: before.at(-1).length + 1 }));
  }
}

/** How many lists and objects could be open at once in a text. */
const depthOf = (text) => text.replaceAll(/[^[{]/g, "").length;

/** Where a text is no longer JSON. Browsers do not always say it. */
function placeOf(text) {
  let at = 0;
  const take = (symbol) => {
    symbol.lastIndex = at;
    if (!symbol.test(text)) return false;
    at = symbol.lastIndex;
    return true;
  };
  const items = (item, end) => {
    if (take(end)) return true;
    do {
      if (!item()) return false;
    } while (take(COMMA));
    return take(end);
  };
  const member = () => take(STRING) && take(COLON) && value();
  const value = () => {
    if (take(OPEN_LIST)) return items(value, CLOSE_LIST);
    return take(OPEN_OBJECT) ? items(member, CLOSE_OBJECT) : take(STRING) || take(SCALAR);
  };
  value();
  return at + /^\s*/.exec(text.slice(at))[0].length;
}

/** Says what is expected at a place of a file, a list of names, unless it holds. Throws `DamagedFile`. */
export function expect(holds, place, expected, found) {
  if (holds) return;
  const quoted = found === undefined ? t("nothing") : JSON.stringify(found).slice(0, MAX_QUOTED);
  const where = place.length > 0 ? `${place.join(", ")}: ` : "";
  throw new DamagedFile(where + t("expected {expected}, found {found}", { expected, found: quoted }));
}
