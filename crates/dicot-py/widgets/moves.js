// A position of any kind with its moves to click: its picture, the moves of both players, and its value when it is asked for.

import { ApiError, call } from "../api.js";
import { button, dotOf, element } from "../dom.js";
import { valueOf } from "../explore/results.js";

const PLAYERS = { left: "Left", right: "Right" };

export class MovesView {
  /** The trait that it shows. */
  trait = "_shown";

  constructor(model, root) {
    this.model = model;
    this.picture = element("div", "own-picture");
    this.back = button("Take back", () => this.ask("back"));
    this.value = element("div", "row");
    this.value.setAttribute("role", "status");
    this.lists = Object.fromEntries(Object.keys(PLAYERS).map((side) => [side, element("ol", "moves")]));
    const sides = Object.entries(PLAYERS).map(([side, name]) => {
      const section = element("section", "", element("h3", "", dotOf(side), name), this.lists[side]);
      section.setAttribute("aria-label", `${name}'s moves`);
      return section;
    });
    const buttons = element("div", "row", this.back, button("Value", () => this.evaluate()));
    root.append(element("div", "widget card stack", this.picture, buttons, this.value, element("div", "sides", ...sides)));
    this.changed();
  }

  changed() {
    const { html, moves, more, steps } = this.model.get("_shown");
    // What the notebook itself would show of the position.
    this.picture.innerHTML = html;
    this.value.replaceChildren();
    this.back.disabled = steps === 0;
    for (const [side, name] of Object.entries(PLAYERS)) {
      const items = moves[side].map((text, index) => element("li", "", button(element("span", "mono", text), () => this.ask("play", { side, index }), "move")));
      if (more[side]) items.push(element("li", "small muted", `and ${more[side]} more moves of ${name}`));
      if (!items.length) items.push(element("li", "none", "no move"));
      this.lists[side].replaceChildren(...items);
    }
  }

  /** Asks for something of the position that is shown now; false if there is an error, which is shown. */
  async ask(name, body = {}) {
    try {
      return await call(name, { ...body, number: this.model.get("_shown").number });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.value.replaceChildren(element("span", "bad", error.message));
      return false;
    }
  }

  async evaluate() {
    this.value.replaceChildren(element("span", "muted", "Computing…"));
    const answer = await this.ask("evaluate");
    if (answer) this.value.replaceChildren(valueOf(answer));
  }
}
