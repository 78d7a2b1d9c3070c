// Exercises that the page checks.

import { call, messageOf } from "../api.js";
import { button, element, mathField, withRole } from "../dom.js";
import { hasValue, letterOf, outcomeText, valueOf } from "../explore/results.js";
import { PLAYERS, asSentence, capital } from "../glossary.js";
import { t, withNodes } from "../words.js";
import { drawingOn } from "./drawing.js";
import { Parts } from "./parts.js";
import { expressionOf, factsOf, misereOutcome, resolved, termsOf, withGame } from "./spec.js";

/** What is left to be worked out in an answer: a sum, an operation, and options unless the question is a board. */
const WORK = /[^\s+\-−(,{|]\s*[+\-−]|[:"]|\.\s*[a-z]/i;
const OPTIONS = /[{|]/;

/** How a wrong answer compares with the right one, by the outcome of their difference. */
const COMPARED = {
  L: t("Not yet: it is too great."),
  R: t("Not yet: it is too small."),
  N: t("Not yet: it is confused with the right value."),
};

/**
 * An exercise: `<section class="exercise" data-kind="...">` with a question, a hint and a solution. Its kinds:
 * - `value`: the value of `data-of`, or with `data-fact` one of its facts, is typed; what must be worked out like the question
 *   is no answer
 * - `outcome`: the outcome of `data-of` is chosen
 * - `choice`: the one statement of the list `.choices` is chosen whose `data-true` is true
 * - `move`: a winning move of `data-side` in `data-sum` is picked on the boards
 * - `draw`: a position of `data-rules` is drawn whose value is `data-answer`, or for which `data-true` is true, starting from
 *   `data-position`, whose stones stay if it has `data-keep`
 * - `build`: a game is typed for which `data-true` is true; `data-solution` is one, and `data-wrong` one for which it is false
 *
 * In `data-true`, the word `G` is the value of what is drawn or typed. With `data-misere`, `outcome` and `move` are about misère
 * play: who makes the last move loses.
 */
export class Exercise {
  /** `solved()` is called when it is solved. */
  constructor(host, number, rulesets, isSolved, solved) {
    Object.assign(this, { host, rulesets, solved });
    const title = t("Exercise {number}", { number });
    this.title = element("h3", "", title);
    host.setAttribute("aria-label", title);
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
      this.sign = element("span", "good small solved-sign", t("✓ solved"));
      this.title.append(" ", this.sign);
    }
  }

  right(...contents) {
    this.status.className = "exercise-status good";
    this.status.replaceChildren(...(contents.length > 0 ? contents : [t("Correct.")]));
    this.mark();
    this.solved();
  }

  wrong(...contents) {
    this.status.className = "exercise-status bad";
    this.status.replaceChildren(...contents);
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
    const form = element("form", "row", ...contents, element("button", "button-primary", t("Check")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.check(verdict);
    });
    this.answer.append(form);
  }

  value() {
    const { of, fact } = this.host.dataset;
    const input = mathField("mono", "");
    const label = element("label", "field", element("span", "small muted", t("Your answer")), input);
    this.form([label], async () => {
      const text = input.value.trim();
      if (text === "") return this.wrong(t("Type an answer first."));
      const wanted = fact ? (await factsOf(of))[fact] : await expressionOf(of);
      const difference = await call("game", { expression: `(${text}) - (${wanted})` });
      if (difference.outcome === "P") {
        const isWork = WORK.test(text) || (OPTIONS.test(text) && (fact || termsOf(of).some(({ game }) => game)));
        if (!isWork || (await call("game", { expression: text })).value === text.replaceAll(/\s/g, "")) return this.right();
        return this.wrong(t("That is right, but not worked out: write the value itself."));
      }
      return this.wrong(COMPARED[difference.outcome] ?? t("Not yet: that is not a value."));
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
    const legend = element("legend", "visually-hidden", t("Your answer"));
    this.form([element("fieldset", "options", legend, ...radios)], async () => {
      const chosen = this.answer.querySelector("input:checked");
      if (!chosen) return this.wrong(t("Choose an answer first."));
      return (await verdict(chosen.value)) ? this.right() : this.wrong(t("Not yet."));
    });
  }

  outcome() {
    const options = ["L", "R", "N", "P"].map((value) => ({ value, contents: [capital(outcomeText(value))] }));
    const { of, misere } = this.host.dataset;
    this.choose(options, async (value) => value === (misere === undefined ? (await factsOf(of)).outcome : await misereOutcome(of)));
  }

  choice() {
    const list = this.host.querySelector(".choices");
    const options = [...list.children].map((item) => ({ value: item.dataset.true, contents: [...item.childNodes] }));
    list.remove();
    this.choose(options, async (expression) => (await call("game", { expression: await resolved(expression) })).result === true);
  }

  move() {
    const { sum, side, misere } = this.host.dataset;
    const other = side === "left" ? "right" : "left";
    const boards = element("div");
    const again = button(t("Start again"), () => this.check(start));
    again.disabled = true;
    const parts = new Parts(boards, this.rulesets, sum, (index, move) => this.check(async () => {
      const wins = await parts.wins(index, move);
      await parts.go(parts.after(index, move));
      parts.show({ last: { index, move: move.move } });
      again.disabled = false;
      if (wins) return this.right(t("Correct: {move} wins.", { move: move.name }));
      const answer = await parts.winningMove(other);
      // Under misère play, a player who cannot move wins.
      if (!answer) return this.wrong(t("{move} loses: {player} cannot move, and wins.", { move: move.name, player: PLAYERS[other] }));
      const values = { move: move.name, answer: answer.move.name, part: letterOf(answer.index) };
      return this.wrong(parts.places.length > 1
        ? t("{move} loses: the answer is {answer} in part {part}.", values)
        : t("{move} loses: the answer is {answer}.", values));
    }), misere !== undefined);
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
    const { rules = "clobber", position, answer, true: wanted = `G == (${answer})`, keep } = this.host.dataset;
    const ruleset = this.rulesets.find((known) => known.name === rules);
    let drawn = position;
    const drawing = drawingOn(this.answer, ruleset, t("Your drawing"), (text) => { drawn = text; });
    drawing.write(position);
    this.form([], async () => {
      if (keep !== undefined && !drawing.keeps(drawn, position)) {
        return this.wrong(ruleset.graph ? t("Not yet: keep the edges that were there.") : t("Not yet: keep the stones that were there."));
      }
      return this.judge(wanted, await call("value", { rules, position: drawn }));
    });
  }

  build() {
    const { true: wanted } = this.host.dataset;
    const input = mathField("mono", "");
    input.placeholder = "{ | }";
    const label = element("label", "field", element("span", "small muted", t("Your game")), input);
    this.form([label], async () => {
      const text = input.value.trim();
      if (text === "") return this.wrong(t("Type a game first."));
      const game = await call("game", { expression: text });
      if (!hasValue(game)) return this.wrong(t("That is not a game: type its options in braces, or its value."));
      return this.judge(wanted, game, text);
    });
  }

  /** Checks what is wanted of a game, which `text` writes, and says its value. */
  async judge(wanted, game, text = game.value) {
    const { result } = await call("game", { expression: await resolved(withGame(wanted, text)) });
    if (result === true) return this.right(...withNodes(t("Correct: its value is {value}."), { value: valueOf(game) }));
    return this.wrong(...withNodes(t("Not yet: its value is {value}."), { value: valueOf(game) }));
  }
}
