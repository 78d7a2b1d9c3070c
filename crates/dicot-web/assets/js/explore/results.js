// The value of a position on the page: the facts, the components in their colours, the thermograph.

import { TINTS } from "../board.js";
import { button, element } from "../dom.js";
import { termButton } from "../explain.js";
import { KINDS, SIDE_BY_SIDE, SYMBOLS, TERMS, termOfKind } from "../glossary.js";
import { MOST, spoken, symbolsIn, valueNode } from "../values.js";

/** The most components that are listed. */
const MOST_COMPONENTS = 40;

/** Where there is room for a line only. */
export const IN_LINE = { inLine: true };

const OUTCOMES = {
  L: "Left wins, whoever starts",
  R: "Right wins, whoever starts",
  N: "the first player wins",
  P: "the second player wins",
};

/** The facts in their order, each a term of the glossary, and the class of its row. */
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

/** What an outcome class means. */
export function outcomeText(outcome) {
  return OUTCOMES[outcome] ?? "unknown";
}

/** A value, or its beginning where the text is too long to be sent; `options` are those of `valueNode`. */
export function valueOf(item, options) {
  if (typeof item.value === "string") return valueNode(item.value, options);
  if (!item.value_length) return element("span", "muted", "no value");
  return valueNode(item.value_start, { ...options, length: item.value_length });
}

/** The number of characters of a value. */
export function lengthOf(item) {
  return item.value_length ?? item.value?.length ?? 0;
}

/** Whether a value is too long to be shown as a whole. */
export function isCut(item) {
  return lengthOf(item) > MOST;
}

/** Whether an answer has a value, or only who wins. */
export function hasValue(content) {
  return "value" in content || "value_length" in content;
}

/** How large a value is set, by its length. */
function sizeOf(length) {
  return length <= 12 ? "short" : length <= 44 ? "middling" : "long";
}

/** The words for the symbols of a value, as a button; nothing if it has no symbols. */
export function symbolsButton(item) {
  const kinds = symbolsIn(item?.value ?? item?.value_start ?? "");
  const terms = SYMBOLS.filter(({ kind }) => kinds.has(kind));
  if (kinds.has("side-by-side")) terms.push(SIDE_BY_SIDE);
  return terms.length > 0 ? [termButton("Symbols", terms, "symbols")] : [];
}

/** A button that shows all of a value that is cut; it calls `show` with the value. */
export function wholeButton(item, show) {
  return isCut(item) ? [button("With names for its parts", () => show(item))] : [];
}

/** Shows the value itself; `whole` is called to show all of one that is cut. */
export function showValue(host, answer, whole) {
  host.dataset.size = sizeOf(answer ? lengthOf(answer) : 0);
  host.replaceChildren(...(answer ? [valueOf(answer), ...wholeButton(answer, whole)] : []));
  // Whoever has no mouse scrolls a long value by keys.
  if (host.dataset.size === "long") {
    host.tabIndex = 0;
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", "The value");
  } else {
    for (const name of ["tabindex", "role", "aria-label"]) host.removeAttribute(name);
  }
}

/** A list of facts; those without an answer have a dash, so that all stay where they are. */
export function showFacts(host, answer, facts = FACTS) {
  const rows = facts.map(([field, className]) => {
    const term = field === "kind" && answer?.kind ? termOfKind(answer.kind) : TERMS[field];
    const name = termButton(TERMS[field].name, [term]);
    return element("div", className, element("dt", "", name), element("dd", "", fact(answer, field)));
  });
  host.replaceChildren(...rows);
}

function fact(answer, field) {
  const known = answer?.[field];
  if (!answer) return "";
  if (answer.out_of_range?.includes(field)) return "out of range";
  if (known === null || known === undefined) return dash();
  if (field === "outcome") return `${outcomeText(known)} (${known})`;
  if (field === "kind") return KINDS[known]?.[0] ?? known.replaceAll("_", " ");
  return typeof known === "string" ? valueNode(known) : known.toLocaleString("en");
}

function dash() {
  const sign = element("span", "muted", "–");
  sign.setAttribute("aria-hidden", "true");
  return element("span", "", sign, element("span", "visually-hidden", "none"));
}

/** The letter of a component. */
export function letterOf(index) {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** Lists the components, each with its value; a click calls `choose` with the component. */
export function showComponents(host, answer, choose) {
  const components = answer?.components ?? [];
  const parts = components.slice(0, MOST_COMPONENTS).map((component, index) => {
    const letter = element("span", "chip-letter", letterOf(index));
    const chip = button([letter, valueOf(component, IN_LINE)], () => choose(component), `chip tint-${index % TINTS.length}`);
    chip.title = `Look at ${component.position} alone`;
    return chip;
  });
  const nodes = parts.flatMap((part, index) => (index === 0 ? [part] : [element("span", "muted", "+"), part]));
  if (components.length > MOST_COMPONENTS) {
    nodes.push(element("span", "muted", `and ${components.length - MOST_COMPONENTS} more`));
  }
  if (components.length > 1) nodes.push(element("span", "muted", "="), valueOf(answer, IN_LINE));
  if (answer && components.length === 0) nodes.push(element("span", "muted", "None: nobody can move."));
  host.replaceChildren(...nodes);
}

/** For each cell the component that it belongs to. */
export function groupsOf(answer, board) {
  const groups = new Array(board.cells.length).fill(null);
  for (const [index, component] of (answer?.components ?? []).entries()) {
    for (const [col, row] of component.cells ?? []) {
      if (col < board.width && row < board.height) groups[row * board.width + col] = index;
    }
  }
  return groups;
}

/** The letter of each component on its first cell, if there are several. */
export function lettersOf(groups) {
  const seen = new Set();
  const letters = groups.map((group) => {
    if (group === null || seen.has(group)) return "";
    seen.add(group);
    return letterOf(group);
  });
  return seen.size > 1 ? letters : [];
}

/** The least and the largest width of a thermograph in a card, in pixels. */
const WIDTHS = { least: 280, most: 360 };

/** The width for which a thermograph is drawn that is shown in `host`. */
export function widthFor(host) {
  return Math.round(Math.min(Math.max(host.clientWidth, WIDTHS.least), WIDTHS.most));
}

/** Shows the picture of a thermograph, which the server has drawn. */
export function showThermograph(host, svg, absent = "") {
  if (!svg) {
    host.replaceChildren(element("p", "muted small", absent));
    return;
  }
  const picture = document.createElement("img");
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  const description = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("desc");
  picture.alt = description?.textContent ?? "A thermograph";
  host.replaceChildren(picture);
}

/** The answer in a sentence, to be read aloud. */
export function sentence(answer) {
  const value = spoken(answer.value ?? "", lengthOf(answer));
  const count = answer.components?.length ?? 0;
  const parts = count === 1 ? "" : `, ${count} components`;
  return `Value ${value}, ${outcomeText(answer.outcome)}, temperature ${answer.temperature ?? "unknown"}${parts}.`;
}
