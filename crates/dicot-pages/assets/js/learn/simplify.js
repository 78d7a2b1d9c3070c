// How a game is simplified, step by step.

import { call, messageOf } from "../api.js";
import { button, element, mathField, withRole } from "../dom.js";
import { asSentence } from "../glossary.js";
import { account } from "../simplified.js";
import { t } from "../words.js";

/**
 * Fills `<div class="live-explain">`. Its attributes: `data-game`, a game in braces, which the reader can change, or
 * `data-rules` and `data-position`; `data-label`.
 */
export class LiveExplanation {
  constructor(host) {
    const { game, rules, position, label = t("How the game is simplified") } = host.dataset;
    withRole(host, "group", label);
    this.body = () => ({ game: position, rules });
    if (game !== undefined) {
      const input = mathField("mono grow", game, t("Game in braces"));
      const submit = button(t("Explain"), () => this.run());
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.run();
      });
      host.append(element("div", "row tight", input, submit));
      this.body = () => ({ game: input.value });
    }
    this.result = withRole(element("div", "explained"), "status");
    host.append(this.result);
  }

  async run() {
    try {
      const answer = await call("explain", this.body());
      this.result.replaceChildren(...account(answer));
    } catch (error) {
      this.result.replaceChildren(element("p", "bad", asSentence(messageOf(error))));
    }
  }
}
