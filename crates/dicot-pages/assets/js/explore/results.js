// The value of a position on the page: facts, components in their colours, and the thermograph.

import { TINTS } from "../board.js";
import { button, element, unread, withRole } from "../dom.js";
import { termButton } from "../explain.js";
import { KINDS, SIDE_BY_SIDE, SYMBOLS, TERMS, termOfKind } from "../glossary.js";
import { here, outcomeText } from "./here.js";
import { MOST, spoken, symbolsIn, valueNode } from "../values.js";
import { t } from "../words.js";

export { outcomeText };

/** The maximum number of components that are listed. */
const MAX_COMPONENTS = 40;

/** Options of values where only a line is available. */
export const IN_LINE = { inLine: true };

/** The facts in order, each a term of the glossary with the class of its row. */
export const FACTS = [
  ["outcome", "wide"],
  ["temperature"],
  ["mean"],
  ["left_stop"],
  ["right_stop"],
  ["atomic_weight"],
  ["nim_value"],
  ["birthday"],
  ["followers"],
  ["kind", "wide"],
];

/** Formats a value; only its beginning if the server sent no more. `options` are those of `valueNode`. */
export function valueOf(item, options) {
  if (typeof item.value === "string") return valueNode(item.value, options);
  if (!item.value_length) return element("span", "muted", item.reason ? t("no value: {reason}", { reason: item.reason }) : t("no value"));
  return valueNode(item.value_start, { ...options, length: item.value_length });
}

/** The number of characters of a value. */
export function lengthOf(item) {
  return item.value_length ?? item.value?.length ?? 0;
}

/** Whether a value is too long to be shown completely. */
export function isCut(item) {
  return lengthOf(item) > MOST;
}

/** Whether an answer has a value, or only who wins. */
export function hasValue(content) {
  return "value" in content || "value_length" in content;
}

/** The size class of a value, by its length. */
function sizeOf(length) {
  return length <= 12 ? "short" : length <= 44 ? "middling" : "long";
}

/** A button that explains the symbols of a value; empty if it has none. */
export function symbolsButton(item) {
  const kinds = symbolsIn(item?.value ?? item?.value_start ?? "");
  const terms = SYMBOLS.filter(({ kind }) => kinds.has(kind));
  if (kinds.has("side-by-side")) terms.push(SIDE_BY_SIDE);
  return terms.length > 0 ? [termButton(t("Symbols"), terms, "symbols")] : [];
}

/** A button that calls `show` with a truncated value, to show all of it. */
export function wholeButton(item, show) {
  return isCut(item) ? [button(t("With names for its parts"), () => show(item))] : [];
}

/** Shows the value; `whole` is called to show all of a truncated value. */
export function showValue(host, answer, whole) {
  host.dataset.size = sizeOf(answer ? lengthOf(answer) : 0);
  host.replaceChildren(...(answer ? [valueOf(answer), ...wholeButton(answer, whole)] : []));
  // Without a mouse, a long value is scrolled with keys.
  if (host.dataset.size === "long") {
    host.tabIndex = 0;
    withRole(host, "group", "The value");
  } else {
    for (const name of ["tabindex", "role", "aria-label"]) host.removeAttribute(name);
  }
}

/** The names of the terms of the rows of facts, and the answers that lists of facts show. */
const terms = new WeakMap();
const shown = new WeakMap();

/** A list of facts; unknown ones show a dash, so that the layout does not change. */
export function showFacts(host, answer, facts = FACTS) {
  shown.set(host, answer);
  for (const [index, [field, className]] of facts.entries()) {
    const term = field === "kind" && answer?.kind ? termOfKind(answer.kind) : TERMS[field];
    let row = host.children[index];
    // A row for the same term stays, with the focus that its button may have.
    if (row === undefined || terms.get(row) !== term.name) {
      const name = termButton(TERMS[field].name, [term], "facts", () => here(field, shown.get(host)));
      const other = element("div", className, element("dt", "", name), element("dd"));
      terms.set(other, term.name);
      if (row) row.replaceWith(other);
      else host.append(other);
      row = other;
    }
    row.lastElementChild.replaceChildren(fact(answer, field));
  }
}

function fact(answer, field) {
  const known = answer?.[field];
  if (!answer) return "";
  if (answer.out_of_range?.includes(field)) return t("out of range");
  if (known === null || known === undefined) return dash();
  if (field === "outcome") return `${outcomeText(known)} (${known})`;
  if (field === "kind") return KINDS[known]?.[0] ?? known.replaceAll("_", " ");
  return typeof known === "string" ? valueNode(known) : known.toLocaleString("en");
}

function dash() {
  return element("span", "", unread("span", "muted", "–"), element("span", "visually-hidden", t("none")));
}

/** The letter of a component. */
export function letterOf(index) {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** Lists the components with their values; a click calls `choose` with the component. */
export function showComponents(host, answer, choose) {
  const components = answer?.components ?? [];
  const parts = components.slice(0, MAX_COMPONENTS).map((component, index) => {
    const letter = element("span", "chip-letter", letterOf(index));
    const chip = button([letter, valueOf(component, IN_LINE)], () => choose(component), `chip tint-${index % TINTS.length}`);
    chip.title = `Look at ${component.position} alone`;
    return chip;
  });
  const nodes = parts.flatMap((part) => [element("span", "muted", "+"), part]).slice(1);
  if (components.length > MAX_COMPONENTS) {
    nodes.push(element("span", "muted", `and ${components.length - MAX_COMPONENTS} more`));
  }
  if (components.length > 1) nodes.push(element("span", "muted", "="), valueOf(answer, IN_LINE));
  if (answer && components.length === 0) nodes.push(element("span", "muted", "None: nobody can move."));
  host.replaceChildren(...nodes);
}

/** For each cell, the component that it belongs to. */
export function groupsOf(answer, board) {
  const groups = new Array(board.cells.length).fill(null);
  for (const [index, component] of (answer?.components ?? []).entries()) {
    for (const [col, row] of component.cells ?? []) {
      if (col < board.width && row < board.height) groups[row * board.width + col] = index;
    }
  }
  return groups;
}

/** For each cell, the letter of a component if it is the component's first cell and there are several components. */
export function lettersOf(groups) {
  const seen = new Set();
  const letters = groups.map((group) => {
    if (group === null || seen.has(group)) return "";
    seen.add(group);
    return letterOf(group);
  });
  return seen.size > 1 ? letters : [];
}

/** The minimum and maximum width of a thermograph in a card, in pixels. */
const WIDTHS = { least: 280, most: 360 };

/** The width of a thermograph in `host`. */
export function widthFor(host) {
  return Math.round(Math.min(Math.max(host.clientWidth, WIDTHS.least), WIDTHS.most));
}

/** Shows the picture of a thermograph, drawn by the server. */
export function showThermograph(host, svg, absent = "") {
  if (!svg) {
    host.replaceChildren(element("p", "muted small", absent));
    return;
  }
  const picture = document.createElement("img");
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  // Stones keep their colours in the dark.
  if (/class="(?:left|right)-stone/.test(svg)) picture.className = "stones";
  const description = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("desc");
  picture.alt = description?.textContent ?? t("A thermograph");
  host.replaceChildren(picture);
}

/** The maximum length of a value in a picture; a longer one is truncated. */
const MAX_IN_PICTURE = 100;

/** A value as a text in a picture. */
export function inPicture({ value, value_length: length }) {
  const text = value ?? `a game whose text has ${length} characters`;
  return text.length <= MAX_IN_PICTURE ? text : `${text.slice(0, MAX_IN_PICTURE)}… (${text.length} characters)`;
}

/** The line below a picture: the value, if the answer has one. */
export function captionOf(answer) {
  return answer && "value" in answer ? `value ${inPicture(answer)}` : undefined;
}

/** The answer as a sentence for screen readers. */
export function sentence(answer) {
  const value = spoken(answer.value ?? "", lengthOf(answer));
  const count = answer.components?.length ?? 1;
  const parts = count === 1 ? "" : `, ${count} components`;
  return `Value ${value}, ${outcomeText(answer.outcome)}, temperature ${answer.temperature ?? "unknown"}${parts}.`;
}
