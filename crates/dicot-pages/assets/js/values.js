// Values: the server sends ASCII, which is typeset with the usual symbols, spoken in words, and copied as ASCII.

import { element, withRole } from "./dom.js";
import { t } from "./words.js";

/** The maximum length of a value that is typeset completely. */
export const MOST = 200;
/** The number of characters of a longer value that are typeset; the server sends as many of a very long one. */
const BEGINNING = 60;
/** The maximum length of a value in a line, and the number of characters that are shown of a longer one. */
const MAX_IN_LINE = 36;
/** The maximum length of a value that is read aloud. */
const MAX_SPOKEN = 60;

const TOKEN = new RegExp(
  [
    String.raw`(?<named>Tiny|Miny)`,
    // Names of loopy games, and names of braces: the v of "over" is not an arrow.
    String.raw`(?<word>[a-uw-z]\w*)`,
    String.raw`(?<switch>\+-)`,
    // ^<2> is the second up, and ^[2] the sum of the first two.
    String.raw`(?<power>[\^v](?:<[^<>]*>|\[[^\[\]]*\]))`,
    String.raw`(?<ups>\^+\d*|v+\d*)`,
    String.raw`(?<star>\*\d*)`,
    String.raw`(?<bars>\|+)`,
    String.raw`(?<number>-?\d+(?:\/\d+)?)`,
    String.raw`(?<rest>[\s\S])`,
  ].join("|"),
  "gu",
);

function tokens(text) {
  return Array.from(text.matchAll(TOKEN), (match) => {
    const [kind, ascii] = Object.entries(match.groups).find(([, part]) => part !== undefined);
    return { kind, ascii };
  });
}

function piece(ascii, shown, name) {
  const node = element("span", name, ...[shown].flat());
  node.dataset.ascii = ascii;
  return node;
}

/** The number of arrows in `^`, `^^`, `^3` or `v3`, and whether they point up. */
function ups(ascii) {
  const count = Number(/\d+$/.exec(ascii)?.[0] ?? 0) || ascii.length;
  return { count, up: ascii[0] === "^" };
}

function typeset({ kind, ascii }, before) {
  switch (kind) {
    case "named":
      // Few fonts have the Unicode signs of tiny and miny, so the names are written. A plus keeps a number before them apart.
      return piece(ascii, `${before?.kind === "number" ? "+" : ""}${ascii.toLowerCase()}`);
    case "switch":
      return piece(ascii, "±");
    case "power": {
      const arrow = ascii[0] === "^" ? "↑" : "↓";
      const power = ascii[1] === "<" ? ascii.slice(2, -1) : ascii.slice(1);
      return piece(ascii, [arrow, element("sup", "", power)], "arrow");
    }
    case "ups": {
      const { count, up } = ups(ascii);
      const arrow = up ? "↑⇑"[count - 1] : "↓⇓"[count - 1];
      if (arrow) return piece(ascii, arrow, "arrow");
      // Shows 3·↑ instead of a row of arrows, with a plus after a number, so that the two are not read as one.
      const plus = before?.kind === "number" ? "+" : "";
      return piece(ascii, `${plus}${count}·${up ? "↑" : "↓"}`, "arrow");
    }
    case "star":
      return piece(ascii, `∗${ascii.slice(1)}`, "star");
    case "number":
      return piece(ascii, ascii.replace("-", "−"));
    default:
      return document.createTextNode(ascii);
  }
}

/**
 * A value as an element: symbols for sight, words for screen readers, ASCII for copying. Of a long one, the beginning
 * and the number of its characters; with `inLine`, only the beginning, without line breaks. `length` is the length of
 * the whole text if `ascii` is its beginning.
 */
export function valueNode(ascii, { inLine = false, length = ascii.length } = {}) {
  const node = withRole(element("span", "value"), "math", spoken(ascii, length));
  const [most, beginning] = inLine ? [MAX_IN_LINE, MAX_IN_LINE] : [MOST, BEGINNING];
  const shown = length > most ? ascii.slice(0, beginning) : ascii;
  let before;
  let subscript = 0;
  const parents = [node];
  for (const token of tokens(shown)) {
    const parent = parents.at(-1);
    if (token.kind === "rest" && before?.kind === "named" && token.ascii === "(") {
      // The text in parentheses after Tiny is its subscript.
      const low = element("sub");
      parent.append(low);
      parents.push(low);
      subscript = 0;
      low.append(hidden("("));
    } else if (parents.length > 1 && token.ascii === "(") {
      subscript += 1;
      parent.append(token.ascii);
    } else if (parents.length > 1 && token.ascii === ")" && subscript === 0) {
      parent.append(hidden(")"));
      parents.pop();
    } else {
      if (token.ascii === ")") subscript -= 1;
      parent.append(typeset(token, before));
      const breaks = !inLine && (token.kind === "bars" || token.ascii === ",");
      if (breaks) parent.append(element("wbr"));
    }
    before = token;
  }
  if (shown.length < length) {
    const count = inLine ? "" : ` ${t("({length} characters)", { length: length.toLocaleString("en") })}`;
    node.append(piece(ascii.slice(shown.length), `\u2026${count}`, "muted"));
  }
  return node;
}

/** Formats a value with symbols in a single line of text. */
export function symbols(ascii) {
  let before;
  const parts = tokens(ascii).map((token) => {
    const shown = typeset(token, before).textContent;
    before = token;
    return shown;
  });
  return parts.join("");
}

/** The kinds of the symbols in a value, and `side-by-side` if a number is written next to an infinitesimal. */
export function symbolsIn(ascii) {
  const kinds = new Set();
  let before;
  for (const { kind, ascii: text } of tokens(ascii)) {
    if (kind === "named") kinds.add("tiny");
    else if (text === "{") kinds.add("bars");
    else if (text === "&") kinds.add("sides");
    else if (kind === "word") kinds.add(text === "pass" || text.length === 1 ? "pass" : "word");
    else kinds.add(kind);
    const small = ["ups", "power", "star", "named"].includes(kind);
    if (small && ["number", "ups", "power"].includes(before)) kinds.add("side-by-side");
    before = kind;
  }
  return kinds;
}

/** An element that is copied but not visible. */
function hidden(ascii) {
  return piece(ascii, []);
}

const NUMBERS = { 3: t("three"), 4: t("four"), 5: t("five"), 6: t("six") };

/** Describes a value in words. */
export function spoken(ascii, length = ascii.length) {
  if (length > MAX_SPOKEN) return t("a game whose text has {length} characters", { length: length.toLocaleString("en") });
  const words = tokens(ascii).map(({ kind, ascii: text }) => {
    switch (kind) {
      case "named":
        return text === "Tiny" ? t("tiny") : t("miny");
      case "switch":
        return t("plus or minus");
      case "power": {
        const arrow = text[0] === "^" ? t("up") : t("down");
        const power = text.slice(2, -1);
        return text[1] === "<" ? t("{arrow} to the power {power}", { arrow, power }) : t("{arrow} to the powers up to {power}", { arrow, power });
      }
      case "ups": {
        const { count, up } = ups(text);
        if (count === 1) return up ? t("up") : t("down");
        if (count === 2) return up ? t("double up") : t("double down");
        const number = NUMBERS[count] ?? count;
        return up ? t("{number} ups", { number }) : t("{number} downs", { number });
      }
      case "star":
        return text === "*" ? t("star") : t("star {number}", { number: text.slice(1) });
      case "bars":
        return text.length === 1 ? t("bar") : t("{count} bars", { count: text.length });
      case "number": {
        const [top, bottom] = text.replace("-", "").split("/");
        const number = bottom ? t("{top} over {bottom}", { top, bottom }) : top;
        return text.startsWith("-") ? t("minus {number}", { number }) : number;
      }
      default:
        return { "{": t("game"), "}": t("end"), ",": ",", "&": t("and") }[text] ?? text;
    }
  });
  return words.join(" ").replace(/\s+,/g, ",").replace(/\s+/g, " ").trim();
}

/** Makes the browser copy selected values as ASCII, anywhere on the page. */
export function copyValuesAsText() {
  document.addEventListener("copy", (event) => {
    const selection = document.getSelection();
    if (!selection || selection.isCollapsed || /^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName)) return;
    const range = selection.getRangeAt(0);
    const copied = range.cloneContents();
    const common = range.commonAncestorContainer;
    const inside = (common.nodeType === Node.ELEMENT_NODE ? common : common.parentElement)?.closest("[data-ascii]");
    const parts = copied.querySelectorAll("[data-ascii]");
    if (!inside && parts.length === 0) return;
    for (const part of parts) part.textContent = part.dataset.ascii;
    event.clipboardData.setData("text/plain", inside?.dataset.ascii ?? copied.textContent);
    event.preventDefault();
  });
}
