// The rules of each game, as the server describes them: a few sentences, and pictures of moves.

import { ROOT } from "./api.js";
import { boardSvg, cellsOfMove, moveName, parsePosition } from "./board.js";
import { button, element, link, unread } from "./dom.js";
import { asSentence } from "./glossary.js";
import { cellOfMove, parseGraph } from "./pictures/graph.js";
import { placed } from "./pictures/layout.js";
import { graphSvg } from "./pictures/sheet.js";

/** Shows the rules of a game in a dialog. */
export function showHowToPlay(ruleset, nameOfSide) {
  // The button may be pressed again while this script is loaded.
  if (document.querySelector(".how-dialog")) return;
  const title = element("h2", "", `How to play ${ruleset.title}`);
  title.id = "how-title";
  const dialog = element(
    "dialog",
    "how-dialog",
    element("header", "card-head", title, button("Close", () => dialog.close())),
    ...howToPlay(ruleset, nameOfSide),
    element("p", "small", link(`${ROOT}help/#games`, "All games and how moves are written")),
  );
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The rules of a game, and the pictures of its examples, as elements. */
export function howToPlay(ruleset, nameOfSide) {
  const rules = ruleset.how_to_play.length ? [...ruleset.how_to_play] : [ruleset.about].filter(Boolean).map(asSentence);
  // The text of the user's own rules has their moves.
  const moves = ruleset.text?.split("\n").filter((line) => /^\s*(?:left|right)\s/.test(line));
  if (moves) rules.push(...moves.map((move) => element("code", "", move.trim())), "A player who cannot move loses.");
  const list = element("ul", "how-rules", ...rules.map((rule) => element("li", "", rule)));
  const figures = ruleset.examples.map((example) => figure(example, ruleset, nameOfSide));
  return [list, ...(figures.length ? [element("div", "how-figures", ...figures)] : [])];
}

/** A position before and after a move, side by side. */
function figure(example, ruleset, nameOfSide) {
  const { side, note } = example;
  const { before, name, after } = (ruleset.graph ? graphs : boards)(example, ruleset) ?? texts(example);
  const pictures = element("div", "how-boards", before, unread("span", "how-arrow", "→"), after);
  const words = [`${nameOfSide(side)} plays `, element("span", "mono nowrap", name), note ? `: ${note}.` : "."];
  return element("figure", "", pictures, element("figcaption", "small muted", ...words));
}

/** The pictures of an example and the name of its move; null if the positions are not boards. */
function boards({ before, move, after }, { look, numbered }) {
  const [from, to] = [parsePosition(before), parsePosition(after)];
  if (!from || !to) return null;
  const cells = cellsOfMove(move, from, numbered);
  const marks = from.cells.map(() => []);
  const indices = cells.map(([col, row]) => row * from.width + col);
  // A pass has no cells.
  const moves = cells.length > 1 && from.cells[indices[0]] !== ".";
  indices.forEach((cell, index) => marks[cell].push(index === 0 && moves ? "from" : "to"));
  const picture = (board, more) => boardSvg(board, { ...look, cell: 40, ...more });
  return {
    before: picture(from, { marks, title: titleOf("Before", before) }),
    name: moveName(move, from, numbered),
    after: picture(to, { title: titleOf("After", after) }),
  };
}

/** The same for graphs. */
function graphs({ before, move, after }, { graph }) {
  const [from, to] = [parseGraph(before, graph), parseGraph(after, graph)];
  if (!from || !to) return null;
  const { places } = placed(from);
  const marks = new Map([[cellOfMove(move, from)?.join(), ["to"]]]);
  const picture = (shown, more) => graphSvg({ ...shown, places }, { cropped: true, ...more });
  return {
    before: picture(from, { marks, title: titleOf("Before", before) }),
    name: move,
    after: picture(to, { title: titleOf("After", after) }),
  };
}

/** The same in texts, for positions that are neither boards nor graphs. */
function texts({ before, move, after }) {
  const [from, to] = [before, after].map((text) => element("span", "mono", text));
  return { before: from, name: move, after: to };
}

function titleOf(when, position) {
  return `${when} the move: ${position}`;
}
