// What of a text is typeset and drawn, and does not react.

import { boardSvg, parsePosition } from "../board.js";
import { element, withRole } from "../dom.js";
import { valueNode } from "../values.js";
import { picturesOf } from "./scene.js";

/** The side of a cell. */
const CELL = 36;

/** Typesets the values in an element, which are written in ASCII. */
export function showValues(root) {
  for (const node of root.querySelectorAll("span.value")) node.replaceWith(valueNode(node.textContent));
}

/** A position as a picture; its text if it cannot be drawn. */
export function still(ruleset, position) {
  const title = `${ruleset.title}: ${position}`;
  const board = ruleset.drawn ? parsePosition(position, ruleset.own) : null;
  if (board) return boardSvg(board, { ...ruleset.look, cell: CELL, coordinates: false, title });
  const read = picturesOf(ruleset).read(position, position);
  if (!read) return element("code", "", position);
  const { picture, drawing } = read;
  const marks = Array.from({ length: picture.count(drawing) }, () => []);
  return withRole(picture.svg(drawing, { cell: CELL, title, marks }), "img");
}

/** Draws the boards in an element that do not react. */
export function showStillBoards(root, rulesets) {
  for (const node of root.querySelectorAll(".still-board")) {
    const { rules = "clobber", position } = node.dataset;
    node.append(still(rulesets.find(({ name }) => name === rules), position));
  }
}
