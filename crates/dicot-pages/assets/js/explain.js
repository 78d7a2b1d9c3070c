// Terms with explanations: buttons that show a sentence and its source beside them.

import { ApiError, ROOT } from "./api.js";
import { element } from "./dom.js";
import { explained } from "./glossary.js";
import { valueNode } from "./values.js";

/** The minimum distance between a term, its explanation and the edges of the window, in pixels. */
const GAP = 6;

let open = null;

/**
 * Creates a button for a term. `terms` are terms of the glossary; `anchor` is the place on the help page with more; `here()`
 * says what they mean for the game at hand.
 */
export function termButton(label, terms, anchor = "facts", here = () => "") {
  const button = element("button", "term", label);
  button.type = "button";
  button.setAttribute("aria-expanded", "false");
  button.addEventListener("click", () => toggle(button, terms, anchor, here));
  return button;
}

/** Turns elements with `data-term` into buttons, and adds the buttons that `data-help` names. */
export function explainTerms(root, terms) {
  for (const node of root.querySelectorAll("[data-term]")) {
    node.replaceChildren(termButton(node.textContent, [terms[node.dataset.term]]));
  }
  for (const node of root.querySelectorAll("[data-help]")) {
    const term = terms[node.dataset.help];
    const button = termButton("?", [term]);
    button.classList.add("term-mark");
    button.setAttribute("aria-label", `What is this: ${term.name}`);
    node.replaceChildren(button);
  }
}

async function toggle(button, terms, anchor, here) {
  const again = open?.button === button;
  open?.note.hidePopover();
  if (again) return;
  const note = element("div", "explanation");
  note.popover = "manual";
  note.setAttribute("role", "group");
  note.setAttribute("aria-label", "Explanation");
  // Screen readers announce only content that is added to an existing region.
  const said = element("div", "");
  said.setAttribute("role", "status");
  note.append(said);
  if (ROOT !== null) {
    const more = element("a", "", "More in the help");
    more.href = `${ROOT}help/#${anchor}`;
    note.append(element("p", "small", more));
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
    if (!(error instanceof ApiError)) throw error;
    said.replaceChildren(element("p", "bad", error.message));
  }
  if (note.isConnected) place(note, button);
}

/** Formats a term. */
export function explanation({ name, text, source, example, result }) {
  const lines = [element("p", "explanation-name", name), element("p", "", ...withCode(text))];
  if (example) lines.push(element("p", "", element("code", "", example), " is ", shown(result)));
  lines.push(element("p", "small muted", `Source: ${source}`));
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
