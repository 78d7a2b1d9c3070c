// A thermograph that follows a game: one that is typed, or one whose options are moved by sliders.

import { call, messageOf } from "../api.js";
import { element, mathField, withRole } from "../dom.js";
import { showFacts, showThermograph, widthFor } from "../explore/results.js";
import { asSentence } from "../glossary.js";
import { spoken, valueNode } from "../values.js";
import { t, withNodes } from "../words.js";

/** The facts below the thermograph. */
const FACTS = [["value", "wide"], ["mean"], ["temperature"], ["left_stop"], ["right_stop"]];

/** The pause after a key before the game is drawn, in milliseconds. */
const TYPING = 250;

let labels = 0;

/** A slider in steps of 1/4. Its label is a text with its `{value}`, a fraction. */
function slider(text, least, most, value, changed) {
  const range = element("input");
  Object.assign(range, { type: "range", min: String(4 * least), max: String(4 * most), id: `slider-${++labels}` });
  range.value = String(4 * value);
  const label = element("label", "");
  label.htmlFor = range.id;
  const read = () => fraction(Number(range.value));
  const show = () => {
    label.replaceChildren(...withNodes(text, { value: valueNode(read()) }));
    range.setAttribute("aria-valuetext", spoken(read()));
  };
  range.addEventListener("input", () => {
    show();
    changed();
  });
  show();
  return { node: element("div", "field grow", label, range), read };
}

/** A number of quarters as a fraction in lowest terms. */
function fraction(quarters) {
  if (quarters % 4 === 0) return String(quarters / 4);
  return quarters % 2 === 0 ? `${quarters / 2}/2` : `${quarters}/4`;
}

/**
 * Fills `<div class="live-thermograph">`. Its attributes: `data-game`; `data-a` and `data-b` if the letters a and b of
 * the game are numbers that sliders change; `data-tax` if the game is cooled by a slider; `data-label`.
 */
export class LiveThermograph {
  constructor(host) {
    const { game, a, b, label = t("Thermograph") } = host.dataset;
    withRole(host, "group", label);
    const controls = element("div", "row");
    const changed = () => this.look();
    if (a !== undefined) {
      const left = slider(t("Left’s move leads to a = {value}"), -4, 4, Number(a), changed);
      const right = slider(t("Right’s move leads to b = {value}"), -4, 4, Number(b), changed);
      controls.append(left.node, right.node);
      this.game = () => game.replace("a", left.read()).replace("b", right.read());
    } else {
      const input = mathField("mono grow", game, t("Game"));
      let typing = 0;
      input.addEventListener("input", () => {
        clearTimeout(typing);
        typing = setTimeout(changed, TYPING);
      });
      controls.append(input);
      this.game = () => input.value;
    }
    this.status = withRole(element("p", "live-turn"), "status");
    this.picture = element("div", "thermograph");
    this.facts = element("dl", "facts");
    this.cooled = element("p", "");
    host.append(controls, this.picture, this.facts);
    if ("tax" in host.dataset) {
      this.tax = slider(t("Tax t = {value}"), 0, 4, 0, changed);
      host.append(element("div", "row", this.tax.node), this.cooled);
    }
    host.append(this.status);
  }

  async run() {
    await this.look();
  }

  async look() {
    this.running?.abort();
    const mine = new AbortController();
    this.running = mine;
    const { signal } = mine;
    const game = this.game();
    try {
      const body = { expression: game, thermograph: true, thermograph_width: widthFor(this.picture) };
      const answer = await call("game", body, { signal });
      const tax = this.tax?.read();
      const cooled = tax && "kind" in answer ? await call("game", { expression: `(${game}).Cool(${tax})` }, { signal }) : null;
      if (signal.aborted) return;
      const isGame = "kind" in answer;
      if (isGame) {
        showFacts(this.facts, answer, FACTS);
        showThermograph(this.picture, answer.thermograph_svg, t("The thermograph is out of range."));
      }
      if (cooled) this.cooled.replaceChildren(...withNodes(t("Cooled by {tax}: {value}"), { tax: valueNode(tax), value: valueNode(cooled.value) }));
      this.status.textContent = isGame ? "" : t("That is not a game.");
    } catch (error) {
      if (signal.aborted) return;
      this.status.textContent = asSentence(messageOf(error));
    }
  }
}
