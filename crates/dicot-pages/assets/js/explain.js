// Terms with explanations: buttons that show a sentence and its source beside them.

import { ROOT, messageOf } from "./api.js";
import { button, element, link, withRole } from "./dom.js";
import { TERMS, explained } from "./glossary.js";
import { valueNode } from "./values.js";
import { t, withNodes } from "./words.js";

/** The minimum distance between a term, its explanation and the edges of the window, in pixels. */
const GAP = 6;

let open = null;

/**
 * Creates a button for a term. `terms` are terms of the glossary; `anchor` is the place on the help page with more; `here()`
 * says what they mean for the game at hand.
 */
export function termButton(label, terms, anchor = "facts", here = () => "") {
  const term = button(label, () => toggle(term, terms, anchor, here), "term");
  term.setAttribute("aria-expanded", "false");
  return term;
}

/** Turns elements with `data-term` into buttons, and adds the buttons that `data-help` names. */
export function explainTerms(root) {
  for (const node of root.querySelectorAll("[data-term]")) {
    node.replaceChildren(termButton(node.textContent, [TERMS[node.dataset.term]]));
  }
  for (const node of root.querySelectorAll("[data-help]")) {
    const term = TERMS[node.dataset.help];
    const mark = termButton("?", [term]);
    mark.classList.add("term-mark");
    mark.setAttribute("aria-label", `What is this: ${term.name}`);
    node.replaceChildren(mark);
  }
}

async function toggle(button, terms, anchor, here) {
  const again = open?.button === button;
  open?.note.hidePopover();
  if (again) return;
  const note = withRole(element("div", "explanation"), "group", t("Explanation"));
  note.popover = "manual";
  // Screen readers announce only content that is added to an existing region.
  const said = withRole(element("div"), "status");
  note.append(said);
  if (ROOT !== null) {
    note.append(element("p", "small", link(`${ROOT}help/#${anchor}`, t("More in the help"))));
  }
  button.after(note);
  const mine = { button, note };
  open = mine;
  button.setAttribute("aria-expanded", "true");
  const listening = new AbortController();
  const close = (event) => {
    // The list of facts may have been redrawn without the note.
    if (!note.isConnected) {
      listening.abort();
      return;
    }
    if (event.type === "keydown" && event.key !== "Escape") return;
    // In a shadow tree, the window sees its host as the target.
    const [target] = event.composedPath();
    if (event.type === "pointerdown" && (note.contains(target) || button.contains(target))) return;
    if (event.type === "keydown") button.focus();
    note.hidePopover();
  };
  for (const type of ["keydown", "pointerdown", "resize"]) window.addEventListener(type, close, listening);
  note.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    listening.abort();
    button.setAttribute("aria-expanded", "false");
    note.remove();
    if (open === mine) open = null;
  });
  note.showPopover();
  place(note, button);
  try {
    const texts = (await Promise.all(terms.map(explained))).map(explanation);
    const text = here();
    if (text) texts[0].firstElementChild.after(element("p", "explanation-here", text));
    said.replaceChildren(...texts);
  } catch (error) {
    said.replaceChildren(element("p", "bad", messageOf(error)));
  }
  if (note.isConnected) place(note, button);
}

/** Formats a term. */
export function explanation({ name, text, source, example, result }) {
  const lines = [element("p", "explanation-name", name), element("p", "", ...withCode(text))];
  if (example) lines.push(element("p", "", ...withNodes(t("{example} is {result}"), { example: element("code", "", example), result: shown(result) })));
  lines.push(element("p", "small muted", t("Source: {source}", { source })));
  return element("div", "", ...lines);
}

/** Formats the result of an example: a value, or another text. */
function shown(result) {
  return /^(?:[LRNP]|true|false|Thermograph.*|\[.*)$/.test(result) ? element("code", "", result) : valueNode(result);
}

/** Formats a text; words between backticks become code. */
export function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", "", part) : part));
}

/** Places a note below a term, or above it if it does not fit below. */
function place(note, button) {
  const word = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { width, height } = note.getBoundingClientRect();
  const left = Math.max(GAP, Math.min(word.left, clientWidth - width - GAP));
  const below = word.bottom + GAP;
  const above = word.top - GAP - height;
  const top = below + height <= clientHeight || above < 0 ? below : above;
  // Positioned on the page, not in the window, so that the note scrolls with the term.
  note.style.left = `${left + window.scrollX}px`;
  note.style.top = `${Math.max(top, 0) + window.scrollY}px`;
}
