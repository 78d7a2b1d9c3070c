// What the reader draws a position on: a board of cells, a sheet for a graph, or a line of text with its picture.

import { element, mathField } from "../dom.js";
import { DrawBoard } from "./board.js";
import { GRAPHS, hasCells } from "./scene.js";
import { still } from "./still.js";

/**
 * What draws positions of a ruleset. `write(position)` shows one, and `keeps(drawn, position)` says whether a drawing has all that
 * the position has. `changed(position)` is called with each new drawing.
 */
export function drawingOn(host, ruleset, title, changed) {
  const Kind = ruleset.graph && GRAPHS.Drawing ? GRAPHS.Drawing : hasCells(ruleset) ? DrawBoard : DrawText;
  return new Kind(host, ruleset, title, changed);
}

/** A line of text with the picture of its position. */
class DrawText {
  constructor(host, ruleset, title, changed) {
    this.input = mathField("mono", "");
    this.picture = element("div", "still-drawing");
    this.ruleset = ruleset;
    this.input.addEventListener("input", () => {
      this.show();
      changed(this.input.value.trim());
    });
    const label = element("span", "small muted", `${title}: ${ruleset.notation.replaceAll(/\x60/g, "")}`);
    host.append(element("label", "field", label, this.input), this.picture);
  }

  write(position) {
    this.input.value = position;
    this.show();
  }

  keeps(drawn, position) {
    const terms = drawn.split("+");
    return position.split("+").every((term) => terms.includes(term));
  }

  show() {
    this.picture.replaceChildren(still(this.ruleset, this.input.value.trim()));
  }
}
