// The calculator: evaluates lines as `dicot game` does, and lists the results, the newest first.

import { ApiError, CALCULATOR, call, messageOf } from "../api.js";
import { button, element } from "../dom.js";
import { spoken, valueNode } from "../values.js";
import { t } from "../words.js";
import {
  FACTS, lengthOf, outcomeText, showFacts, showThermograph, symbolsButton, valueOf, wholeButton, widthFor,
} from "./results.js";
import { showWhole } from "./whole.js";

/** The facts of a game: those of a position except its nim value and the number of its followers. */
const GAME_FACTS = FACTS.filter(([name]) => name !== "nim_value" && name !== "followers");

/** The maximum number of results on the page. */
const MAX_RESULTS = 100;

/** The status of an answer to a line that cannot be parsed. */
const UNREAD = 422;

export class Expressions {
  /**
   * `handlers`: `said(text)` to read aloud, `changed(lines)` with all lines that were answered. `facts` are the facts
   * that are shown of a game, and `thermograph` is whether its thermograph is.
   */
  constructor({ form, input, cancel, results }, handlers, { facts = GAME_FACTS, thermograph = true } = {}) {
    this.facts = facts;
    this.thermograph = thermograph;
    this.input = input;
    this.cancelButton = cancel;
    this.results = results;
    this.handlers = handlers;
    /** All lines that were entered, and those of them that were answered. */
    this.lines = [];
    this.answered = [];
    /** The index of the history line that is shown; the length of the history if none is. */
    this.place = 0;
    this.running = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    cancel.addEventListener("click", () => this.running?.abort());
    input.addEventListener("keydown", (event) => this.key(event));
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
    if (this.place === this.lines.length) this.draft = this.input.value;
    this.place = Math.max(0, Math.min(this.lines.length, this.place + step));
    this.input.value = this.lines[this.place] ?? this.draft;
    event.preventDefault();
  }

  /** Evaluates a line. */
  async evaluate(line) {
    let head;
    let content;
    try {
      [head, content] = [element("code", "", line), this.contentOf(line, await this.run(line))];
      this.answered.push(line);
    } catch (error) {
      [head, content] = this.failure(line, error);
    }
    if (this.lines.at(-1) !== line) this.lines.push(line);
    this.place = this.lines.length;
    const again = button(t("Edit"), () => this.edit(line), "button-quiet");
    again.setAttribute("aria-label", t("Edit {line}", { line }));
    const first = element("div", "expression-line", head, again);
    this.results.prepend(element("article", "expression-result", first, ...content));
    while (this.results.children.length > MAX_RESULTS) this.results.lastElementChild.remove();
  }

  /** The answer to a line. The one before is given up; if this one is slow, it can be cancelled. */
  async run(line) {
    return this.cancellable((signal) => this.ask(line, signal));
  }

  /** The answer of a request, which takes a signal. */
  async cancellable(request) {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    const shown = setTimeout(() => {
      this.cancelButton.hidden = false;
    }, 150);
    try {
      return await request(running.signal);
    } finally {
      clearTimeout(shown);
      if (this.running === running) this.cancelButton.hidden = true;
    }
  }

  /** An answer as elements: nothing if the line ends with a semicolon, and its notes. */
  contentOf(line, answer) {
    const notes = (answer.notes ?? []).map((note) => element("p", "muted small", note));
    return [...(isQuiet(line) ? [] : this.answer(answer)), ...notes];
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
    for (const expression of definitions) await call("game", { expression }, options).catch(messageOf);
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
      this.handlers.said(t("Result: {result}", { result: text }));
      if (answer.picture_svg) return [pictureOf(answer.picture_svg)];
      const picture = answer.thermograph_svg ? [thermographOf(answer)] : [];
      return [element("div", "expression-value", ...shownResult(answer.result)), ...picture];
    }
    this.handlers.said(t("Result: {result}", { result: `${spoken(answer.value ?? "", lengthOf(answer))}, ${outcomeText(answer.outcome)}` }));
    const facts = element("dl", "facts");
    showFacts(facts, answer, this.facts);
    const value = element("div", "expression-value", valueOf(answer), ...symbolsButton(answer), ...wholeButton(answer, showWhole));
    const nodes = [value, facts];
    if (answer.thermograph_svg) nodes.push(thermographOf(answer));
    return nodes;
  }

  /** The line with a mark at the error, and the message. */
  failure(line, error) {
    if (error.name === "AbortError") return [element("code", "", line), [element("p", "muted", t("cancelled"))]];
    this.handlers.said(t("Error: {error}", { error: messageOf(error) }));
    const message = element("p", "bad", error.message);
    if (error.at === null) return [element("code", "", line), [message]];
    const before = characters(line, error.at);
    return [element("pre", "", `${line}\n${" ".repeat(before)}^`), [message]];
  }
}

/** Whether the value of a line is not shown: it ends with a semicolon. */
export function isQuiet(line) {
  return /;\s*$/.test(line);
}

/** The number of characters before a byte offset. */
function characters(text, bytes) {
  const head = new TextEncoder().encode(text).slice(0, bytes);
  return [...new TextDecoder().decode(head)].length;
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
  const details = element("details", "", element("summary", "small", t("Thermograph")), picture);
  // Below temperature 0, a thermograph is only a mast; one that is asked for is shown all the same.
  details.open = !("kind" in answer) || !/^(?:-|0$)/.test(answer.temperature ?? "-");
  return details;
}
