// Values: ASCII as the server writes it, typeset with the symbols of the books, spoken in words, and
// copied as ASCII again.

/** The most characters of a value that are typeset; of a longer one, the beginning. */
const MOST = 600;
/** The same where there is room for a line. */
const MOST_IN_LINE = 36;
/** The most characters of a value that are read aloud. */
const MOST_SPOKEN = 60;

const TOKEN = new RegExp(
  [
    String.raw`(?<named>Tiny|Miny)`,
    String.raw`(?<switch>\+-)`,
    // ^<2> and ^[2]: the second up, and the sum of the first two.
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
  const node = document.createElement("span");
  node.dataset.ascii = ascii;
  if (name) node.className = name;
  node.append(...[shown].flat());
  return node;
}

function raised(name, text) {
  const node = document.createElement(name);
  node.append(text);
  return node;
}

/** How many ups: `^`, `^^` and `^3`, with the sign of the direction. */
function ups(ascii) {
  const count = Number(/\d+$/.exec(ascii)?.[0] ?? 0) || ascii.length;
  return { count, up: ascii[0] === "^" };
}

function typeset({ kind, ascii }, before) {
  switch (kind) {
    case "named":
      return piece(ascii, ascii === "Tiny" ? "⧾" : "⧿", "arrow");
    case "switch":
      return piece(ascii, "±");
    case "power": {
      const arrow = ascii[0] === "^" ? "↑" : "↓";
      const power = ascii[1] === "<" ? ascii.slice(2, -1) : ascii.slice(1);
      return piece(ascii, [arrow, raised("sup", power)], "arrow");
    }
    case "ups": {
      const { count, up } = ups(ascii);
      const arrow = up ? "↑⇑"[count - 1] : "↓⇓"[count - 1];
      if (arrow) return piece(ascii, arrow, "arrow");
      // 3·↑ and not a row of arrows; a plus after a number, lest it be read as one with the count.
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
 * A value as an element: symbols to look at, words to hear, ASCII to copy. Of a very long one, the
 * beginning; with `inLine`, of all that would not fit a line, and without breaks.
 */
export function valueNode(ascii, { inLine = false } = {}) {
  const node = document.createElement("span");
  node.className = "value";
  node.setAttribute("role", "math");
  node.setAttribute("aria-label", spoken(ascii));
  const most = inLine ? MOST_IN_LINE : MOST;
  const shown = ascii.length > most ? ascii.slice(0, most) : ascii;
  let before;
  let subscript = 0;
  const parents = [node];
  for (const token of tokens(shown)) {
    const parent = parents.at(-1);
    if (token.kind === "rest" && before?.kind === "named" && token.ascii === "(") {
      // What stands in parentheses after Tiny is its subscript.
      const low = document.createElement("sub");
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
      if (breaks) parent.append(document.createElement("wbr"));
    }
    before = token;
  }
  if (shown !== ascii) {
    const length = inLine ? "" : ` (${ascii.length.toLocaleString("en")} characters)`;
    node.append(piece(ascii.slice(most), `\u2026${length}`, "muted"));
  }
  return node;
}

/** A value with symbols in a line of text, where there is no room for more. */
export function symbols(ascii) {
  let before;
  const parts = tokens(ascii).map((token) => {
    const shown = typeset(token, before).textContent;
    before = token;
    return shown;
  });
  return parts.join("");
}

/** Something that is copied but not seen. */
function hidden(ascii) {
  return piece(ascii, []);
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six"];

/** A value in words. */
export function spoken(ascii) {
  if (ascii.length > MOST_SPOKEN) return `a game whose text has ${ascii.length.toLocaleString("en")} characters`;
  const words = tokens(ascii).map(({ kind, ascii: text }) => {
    switch (kind) {
      case "named":
        return text === "Tiny" ? "tiny" : "miny";
      case "switch":
        return "plus or minus";
      case "power": {
        const arrow = text[0] === "^" ? "up" : "down";
        const power = text.slice(2, -1);
        return text[1] === "<" ? `${arrow} to the power ${power}` : `${arrow} to the powers up to ${power}`;
      }
      case "ups": {
        const { count, up } = ups(text);
        const name = up ? "up" : "down";
        return count === 1 ? name : count === 2 ? `double ${name}` : `${NUMBERS[count] ?? count} ${name}s`;
      }
      case "star":
        return text === "*" ? "star" : `star ${text.slice(1)}`;
      case "bars":
        return text.length === 1 ? "bar" : `${text.length} bars`;
      case "number":
        return text.replace("-", "minus ").replace("/", " over ");
      default:
        return { "{": "game", "}": "end", ",": "," }[text] ?? text;
    }
  });
  return words.join(" ").replace(/\s+,/g, ",").replace(/\s+/g, " ").trim();
}

/** Has values copied as ASCII, wherever on the page they are selected. */
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
