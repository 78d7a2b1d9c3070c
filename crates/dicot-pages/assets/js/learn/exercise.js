// Exercises that the page checks.

import { call, messageOf } from "../api.js";
import { parsePosition } from "../board.js";
import { button, element, mathField, withRole } from "../dom.js";
import { letterOf, outcomeText } from "../explore/results.js";
import { asSentence, capital } from "../glossary.js";
import { DrawBoard } from "./board.js";
import { Parts } from "./parts.js";
import { expressionOf, factsOf, resolved, termsOf } from "./spec.js";

/** What is left to be worked out in an answer: a sum, an operation, and options unless the question is a board. */
const WORK = /[^\s+\-−(,{|]\s*[+\-−]|[:"]|\.\s*[a-z]/i;
const OPTIONS = /[{|]/;

/** How a wrong answer compares with the right one, by the outcome of their difference. */
const COMPARED = { L: "it is too great", R: "it is too small", N: "it is confused with the right value" };

/**
 * An exercise: `<section class="exercise" data-kind="...">` with a question, a hint and a solution. Its kinds:
 * - `value`: the value of `data-of`, or with `data-fact` one of its facts, is typed; what must be worked out like the question
 *   is no answer
 * - `outcome`: the outcome of `data-of` is chosen
 * - `choice`: the one statement of the list `.choices` is chosen whose `data-true` is true
 * - `move`: a winning move of `data-side` in `data-sum` is picked on the boards
 * - `draw`: a position of `data-rules` with the value `data-answer` is drawn, starting from `data-position`, whose stones stay if
 *   it has `data-keep`
 */
export class Exercise {
  /** `solved()` is called when it is solved. */
  constructor(host, number, rulesets, isSolved, solved) {
    Object.assign(this, { host, rulesets, solved });
    this.title = element("h3", "", `Exercise ${number}`);
    host.setAttribute("aria-label", `Exercise ${number}`);
    host.prepend(this.title);
    this.answer = element("div", "exercise-answer");
    this.status = withRole(element("p", "exercise-status"), "status");
    (host.querySelector("details") ?? this.status).before(this.answer, this.status);
    if (isSolved) this.mark();
    this[host.dataset.kind]();
  }

  /** What else must be loaded. */
  async run() {
    await this.load?.();
  }

  /** Marks the exercise as solved. */
  mark() {
    if (!this.sign) {
      this.sign = element("span", "good small solved-sign", "✓ solved");
      this.title.append(" ", this.sign);
    }
  }

  right(text = "Correct.") {
    this.status.className = "exercise-status good";
    this.status.textContent = text;
    this.mark();
    this.solved();
  }

  wrong(text) {
    this.status.className = "exercise-status bad";
    this.status.textContent = text;
  }

  /** Checks an answer; errors are shown in place of a verdict. */
  async check(verdict) {
    try {
      await verdict();
    } catch (error) {
      this.wrong(asSentence(messageOf(error)));
    }
  }

  /** A form with a button that checks the answer. */
  form(contents, verdict) {
    const form = element("form", "row", ...contents, element("button", "button-primary", "Check"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check(verdict);
    });
    this.answer.append(form);
  }

  value() {
    const { of, fact } = this.host.dataset;
    const input = mathField("mono", "");
    const label = element("label", "field", element("span", "small muted", "Your answer"), input);
    this.form([label], async () => {
      const text = input.value.trim();
      if (text === "") return this.wrong("Type an answer first.");
      const wanted = fact ? (await factsOf(of))[fact] : await expressionOf(of);
      const difference = await call("game", { expression: `(${text}) - (${wanted})` });
      if (difference.outcome === "P") {
        const isWork = WORK.test(text) || (OPTIONS.test(text) && (fact || termsOf(of).some(({ game }) => game)));
        if (!isWork || (await call("game", { expression: text })).value === text.replaceAll(/\s/g, "")) return this.right();
        return this.wrong("That is right, but not worked out: write the value itself.");
      }
      return this.wrong(`Not yet: ${COMPARED[difference.outcome] ?? "that is not a value"}.`);
    });
  }

  /** Radio buttons with these labels, and what they are worth. */
  choose(options, verdict) {
    const name = `choice-${this.title.textContent.replaceAll(/\D/g, "")}`;
    const radios = options.map(({ contents, value }) => {
      const radio = element("input");
      Object.assign(radio, { type: "radio", name, value });
      return element("label", "choice", radio, element("span", "", ...contents));
    });
    const legend = element("legend", "visually-hidden", "Your answer");
    this.form([element("fieldset", "options", legend, ...radios)], async () => {
      const chosen = this.answer.querySelector("input:checked");
      if (!chosen) return this.wrong("Choose an answer first.");
      return (await verdict(chosen.value)) ? this.right() : this.wrong("Not yet.");
    });
  }

  outcome() {
    const options = ["L", "R", "N", "P"].map((value) => ({ value, contents: [capital(outcomeText(value))] }));
    this.choose(options, async (value) => (await factsOf(this.host.dataset.of)).outcome === value);
  }

  choice() {
    const list = this.host.querySelector(".choices");
    const options = [...list.children].map((item) => ({ value: item.dataset.true, contents: [...item.childNodes] }));
    list.remove();
    this.choose(options, async (expression) => (await call("game", { expression: await resolved(expression) })).result === true);
  }

  move() {
    const { sum, side } = this.host.dataset;
    const boards = element("div");
    const again = button("Start again", () => this.check(start));
    again.disabled = true;
    const parts = new Parts(boards, this.rulesets, sum, (index, move) => this.check(async () => {
      const wins = await parts.wins(index, move);
      await parts.go(parts.after(index, move));
      parts.show({ last: { index, move: move.move } });
      again.disabled = false;
      if (wins) return this.right(`Correct: ${move.name} wins.`);
      const answer = await parts.winningMove(side === "left" ? "right" : "left");
      return this.wrong(`${move.name} loses: the answer is ${answer.move.name}${parts.places.length > 1 ? ` in part ${letterOf(answer.index)}` : ""}.`);
    }));
    const start = async () => {
      await parts.go(parts.start);
      parts.show({ side });
      again.disabled = true;
      this.status.textContent = "";
    };
    this.load = () => this.check(start);
    this.answer.append(boards, element("div", "row", again));
  }

  draw() {
    const { rules = "clobber", position, answer } = this.host.dataset;
    const ruleset = this.rulesets.find((known) => known.name === rules);
    let drawn = position;
    const board = new DrawBoard(this.answer, ruleset, "Your drawing", (text) => { drawn = text; });
    board.show(parsePosition(position));
    const isKept = () => !("keep" in this.host.dataset) || [...position].every((cell, index) => cell === "." || drawn[index] === cell);
    this.form([], async () => {
      if (!isKept()) return this.wrong("Not yet: keep the stones that were there.");
      const { value } = await call("value", { rules, position: drawn });
      const { result } = await call("game", { expression: `(${value}) == (${answer})` });
      return result ? this.right() : this.wrong(`Not yet: its value is ${value}.`);
    });
  }
}
