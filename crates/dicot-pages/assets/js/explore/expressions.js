// The calculator: evaluates lines as `dicot game` does, and lists the results, the newest first.

import { ApiError, CALCULATOR, call, messageOf } from "../api.js";
import { button, element } from "../dom.js";
import { save } from "../files.js";
import { spoken, valueNode } from "../values.js";
import {
  FACTS, lengthOf, outcomeText, showFacts, showThermograph, symbolsButton, valueOf, wholeButton, widthFor,
} from "./results.js";
import { showWhole } from "./whole.js";

/** The facts of a game: those of a position except its nim value and the number of its followers. */
const GAME_FACTS = FACTS.filter(([name]) => name !== "nim_value" && name !== "followers");

/** The maximum number of results on the page. */
const MAX_RESULTS = 100;

/** How the name of a worksheet's file ends. */
export const WORKSHEET = ".dicot";

/** The text of a file whose `parts` are texts, and expressions with their values or errors, as `dicot repl` writes it. */
export function fileOf(parts) {
  const marked = (mark, text) => text === undefined ? "" : `${text.replace(/^/gm, `${mark} `).replace(/ +$/gm, "")}\n`;
  return parts.map(({ text, expression, value, error }) =>
    text === undefined ? `${expression}\n${marked("//=", value)}${marked("//!", error)}` : marked("//", text)).join("\n");
}

/** The status of an answer to a line that cannot be parsed. */
const UNREAD = 422;

export class Expressions {
  /**
   * `open`, `save` and `file`, if they are there, are the buttons for worksheets as files, and the chooser of a file.
   * `handlers`: `said(text)` to read aloud, `changed(lines)` with all lines that were answered. `facts` are the facts
   * that are shown of a game, and `thermograph` is whether its thermograph is.
   */
  constructor({ form, input, cancel, results, open, save: saving, file }, handlers, { facts = GAME_FACTS, thermograph = true } = {}) {
    this.facts = facts;
    this.thermograph = thermograph;
    this.input = input;
    this.cancelButton = cancel;
    this.results = results;
    this.handlers = handlers;
    /** All lines that were entered, and those of them that were answered. */
    this.lines = [];
    this.answered = [];
    /** The worksheet: texts of an opened file, and lines with their values or errors. */
    this.parts = [];
    this.saving = saving;
    /** The index of the history line that is shown; the length of the history if none is. */
    this.place = 0;
    this.running = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    cancel.addEventListener("click", () => this.running?.abort());
    input.addEventListener("keydown", (event) => this.key(event));
    open?.addEventListener("click", () => file.click());
    file?.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (chosen) await this.open(chosen);
      file.value = "";
    });
    saving?.addEventListener("click", () => save(`worksheet${WORKSHEET}`, "text/plain", fileOf(this.parts)));
  }

  /** Opens the file of a worksheet in place of the lines that are there. */
  async open(file) {
    let parts;
    try {
      ({ parts } = await call("worksheet", { text: await file.text() }, { store: CALCULATOR }));
    } catch (error) {
      this.handlers.said(`Error: ${messageOf(error)}`);
      this.results.prepend(element("p", "bad", error.message));
      return;
    }
    this.results.replaceChildren();
    [this.parts, this.answered] = [[], []];
    let goesOn = true;
    for (const part of parts) {
      if (!goesOn || "text" in part) this.add(part);
      else goesOn = await this.evaluate(part.expression, { isOpened: true });
      if ("text" in part) this.results.prepend(element("p", "worksheet-text", part.text));
    }
    this.handlers.changed([...this.answered]);
  }

  /** Adds a part of the worksheet. */
  add(part) {
    this.parts.push(part);
    if (this.saving) this.saving.disabled = false;
  }

  /** Evaluates the lines of a link one after the other, since later ones may use the names of earlier ones. */
  async restore(lines) {
    for (const line of lines) await this.evaluate(line);
  }

  async submit() {
    const line = this.input.value.trim();
    if (line === "") return;
    this.input.value = "";
    await this.evaluate(line);
    this.handlers.changed([...this.answered]);
  }

  key(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    this.place = Math.max(0, Math.min(this.lines.length, this.place + step));
    this.input.value = this.lines[this.place] ?? "";
    event.preventDefault();
  }

  /** Evaluates a line; one of a file that `isOpened` stays in it with its error. Returns whether it was not cancelled. */
  async evaluate(line, { isOpened = false } = {}) {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const shown = setTimeout(() => {
      this.cancelButton.hidden = false;
    }, 150);
    let [head, content] = [element("code", "", line), null];
    try {
      const answer = await this.ask(line, running.signal);
      const isQuiet = /;\s*$/.test(line);
      content = [...(isQuiet ? [] : this.answer(answer)), ...(answer.notes ?? []).map((note) => element("p", "muted small", note))];
      this.answered.push(line);
      this.add({ expression: line, value: isQuiet ? undefined : textOf(answer) });
    } catch (error) {
      [head, content] = this.failure(line, error);
      if (isOpened) this.add({ expression: line, error: error.name === "AbortError" ? undefined : error.message });
    } finally {
      clearTimeout(shown);
      if (this.running === running) this.cancelButton.hidden = true;
    }
    if (this.lines.at(-1) !== line) this.lines.push(line);
    this.place = this.lines.length;
    const again = button("Edit", () => this.edit(line), "button-quiet");
    again.setAttribute("aria-label", `Edit ${line}`);
    const first = element("div", "expression-line", head, again);
    this.results.prepend(element("article", "expression-result", first, ...content));
    while (this.results.children.length > MAX_RESULTS) this.results.lastElementChild.remove();
    return !running.signal.aborted;
  }

  /** Evaluates a line; if the session has expired, first evaluates all definitions again. */
  async ask(line, signal) {
    const options = { signal, store: CALCULATOR };
    const drawn = { thermograph: true, thermograph_width: widthFor(this.results) };
    const body = { expression: line, ...(this.thermograph ? drawn : {}) };
    const definitions = this.answered.filter((known) => known.includes(":="));
    try {
      return await call("game", body, options);
    } catch (error) {
      const unread = error instanceof ApiError && error.status === UNREAD && error.limit === null;
      if (!unread || definitions.length === 0) throw error;
    }
    for (const expression of definitions) await call("game", { expression }, options);
    return call("game", body, options);
  }

  edit(line) {
    this.input.value = line.replace(/\s*\n\s*/g, " ");
    this.input.focus();
  }

  answer(answer) {
    if (!("kind" in answer)) {
      const results = [answer.result].flat();
      const text = results.map(String).join(", ");
      this.handlers.said(`Result: ${text}`);
      if (answer.picture_svg) return [pictureOf(answer.picture_svg)];
      const picture = answer.thermograph_svg ? [thermographOf(answer)] : [];
      return [element("div", "expression-value", ...shownResult(answer.result)), ...picture];
    }
    this.handlers.said(`Result: ${spoken(answer.value ?? "", lengthOf(answer))}, ${outcomeText(answer.outcome)}`);
    const facts = element("dl", "facts");
    showFacts(facts, answer, this.facts);
    const value = element("div", "expression-value", valueOf(answer), ...symbolsButton(answer), ...wholeButton(answer, showWhole));
    const nodes = [value, facts];
    if (answer.thermograph_svg) nodes.push(thermographOf(answer));
    return nodes;
  }

  /** The line with a mark at the error, and the message. */
  failure(line, error) {
    if (error.name === "AbortError") return [element("code", "", line), [element("p", "muted", "cancelled")]];
    this.handlers.said(`Error: ${messageOf(error)}`);
    const message = element("p", "bad", error.message);
    if (error.at === null) return [element("code", "", line), [message]];
    const before = characters(line, error.at);
    return [element("pre", "", `${line}\n${" ".repeat(before)}^`), [message]];
  }
}

/** The number of characters before a byte offset. */
function characters(text, bytes) {
  const head = new TextEncoder().encode(text).slice(0, bytes);
  return [...new TextDecoder().decode(head)].length;
}

/** The text of a value for a file; undefined if the answer does not have it: it is a list, or too long. */
function textOf({ value, result }) {
  const text = value ?? result;
  return text === null || text === undefined || Array.isArray(text) ? undefined : String(text);
}

/** Formats a result that is not a game: true or false, a list, a thermograph. */
function shownResult(result) {
  if (Array.isArray(result)) {
    return ["[", ...result.flatMap((item) => [", ", valueNode(String(item))]).slice(1), "]"];
  }
  // Tables and pictures have several lines.
  if (String(result).includes("\n")) return [element("pre", "", result)];
  return [typeof result === "boolean" ? String(result) : element("span", "mono", String(result))];
}

/** A picture that is the result. */
function pictureOf(svg) {
  const picture = element("div", "thermograph");
  showThermograph(picture, svg);
  return picture;
}

function thermographOf(answer) {
  const picture = pictureOf(answer.thermograph_svg);
  const details = element("details", "", element("summary", "small", "Thermograph"), picture);
  // Below temperature 0, a thermograph is only a mast; one that is asked for is shown all the same.
  details.open = !("kind" in answer) || !/^(?:-|0$)/.test(answer.temperature ?? "-");
  return details;
}
