// The rules of each game, as the server describes them: a few sentences, and pictures of moves.

import { ROOT } from "./api.js";
import { boardSvg, cellsOfMove, moveName, parsePosition } from "./board.js";
import { button, element } from "./dom.js";
import { capital, stopped } from "./glossary.js";
import { cellOfMove, parseGraph } from "./explore/graph.js";
import { placed } from "./explore/layout.js";
import { graphSvg } from "./explore/sheet.js";

/** Shows the rules of a game in a dialog. */
export function showHowToPlay(ruleset, nameOfSide) {
  const title = element("h2", "", `How to play ${ruleset.title}`);
  title.id = "how-title";
  const link = element("a", "", "All games and how moves are written");
  link.href = `${ROOT}help/#games`;
  const dialog = element(
    "dialog",
    "how-dialog",
    element("header", "card-head", title, button("Close", () => dialog.close())),
    ...howToPlay(ruleset, nameOfSide),
    element("p", "small", link),
  );
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The rules of a game, and the pictures of its examples, as elements. */
export function howToPlay(ruleset, nameOfSide) {
  const rules = ruleset.how_to_play.length ? [...ruleset.how_to_play] : [ruleset.about].filter(Boolean).map((about) => stopped(capital(about)));
  // The text of the user's own rules has their moves.
  const moves = ruleset.text?.split("\n").filter((line) => /^\s*(?:left|right)\s/.test(line));
  if (moves) rules.push(...moves.map((move) => element("code", "", move.trim())), "A player who cannot move loses.");
  const list = element("ul", "how-rules", ...rules.map((rule) => element("li", "", rule)));
  const figures = ruleset.examples.map((example) => figure(example, ruleset, nameOfSide));
  return [list, ...(figures.length ? [element("div", "how-figures", ...figures)] : [])];
}

/** A position before and after a move, side by side. */
function figure({ before, side, move, after, note }, ruleset, nameOfSide) {
  if (ruleset.graph) return figureOfGraphs({ before, side, move, after, note }, ruleset.graph, nameOfSide);
  const [from, to] = [parsePosition(before), parsePosition(after)];
  if (!from || !to) return written({ before, side, move, after, note }, nameOfSide);
  const cells = cellsOfMove(move, from, ruleset.numbered);
  const marks = from.cells.map(() => []);
  const mark = ([col, row], name) => marks[row * from.width + col].push(name);
  // A pass has no cells.
  const moves = cells.length > 0 && from.cells[cells[0][1] * from.width + cells[0][0]] !== ".";
  cells.forEach((cell, index) => mark(cell, index === 0 && moves && cells.length > 1 ? "from" : "to"));
  const name = moveName(move, from, ruleset.numbered);
  const options = { ...ruleset.look, cell: 40 };
  const first = boardSvg(from, { ...options, marks, title: titleOf("Before", before) });
  const second = boardSvg(to, { ...options, title: titleOf("After", after) });
  return sideBySide(first, second, wordsOf(name, side, note, nameOfSide));
}

function figureOfGraphs({ before, side, move, after, note }, form, nameOfSide) {
  const from = parseGraph(before, form);
  const to = parseGraph(after, form);
  if (!from || !to) return written({ before, side, move, after, note }, nameOfSide);
  const { places } = placed(from);
  const marks = new Map([[cellOfMove(move, from)?.join(), ["to"]]]);
  const first = graphSvg({ ...from, places }, { cropped: true, marks, title: titleOf("Before", before) });
  const second = graphSvg({ ...to, places }, { cropped: true, title: titleOf("After", after) });
  return sideBySide(first, second, wordsOf(move, side, note, nameOfSide));
}

/** The same in texts, for positions that are neither boards nor graphs. */
function written({ before, side, move, after, note }, nameOfSide) {
  const texts = [before, after].map((text) => element("span", "mono", text));
  return sideBySide(...texts, wordsOf(move, side, note, nameOfSide));
}

function titleOf(when, position) {
  return `${when} the move: ${position}`;
}

function sideBySide(before, after, words) {
  const arrow = element("span", "how-arrow", "→");
  arrow.setAttribute("aria-hidden", "true");
  return element("figure", "", element("div", "how-boards", before, arrow, after), element("figcaption", "small muted", ...words));
}

function wordsOf(move, side, note, nameOfSide) {
  return [`${nameOfSide(side)} plays `, element("span", "mono nowrap", move), note ? `: ${note}.` : "."];
}
