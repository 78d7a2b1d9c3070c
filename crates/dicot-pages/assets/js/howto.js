// The rules of each game, as the server describes them: a few sentences, and pictures of moves.

import { ROOT } from "./api.js";
import { boardSvg, cellsOfMove, moveName, parsePosition } from "./board.js";
import { button, element } from "./dom.js";

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
  const rules = ruleset.how_to_play.length ? ruleset.how_to_play : [`${ruleset.about}.`];
  const list = element("ul", "how-rules", ...rules.map((rule) => element("li", "", rule)));
  const figures = ruleset.examples.map((example) => figure(example, ruleset, nameOfSide));
  return [list, ...(figures.length ? [element("div", "how-figures", ...figures)] : [])];
}

/** A position before and after a move, side by side. */
function figure({ before, side, move, after, note }, ruleset, nameOfSide) {
  const [from, to] = [parsePosition(before), parsePosition(after)];
  if (!from || !to) return written({ before, side, move, after, note }, nameOfSide);
  const cells = cellsOfMove(move, from, ruleset.numbered);
  const marks = from.cells.map(() => []);
  const mark = ([col, row], name) => marks[row * from.width + col].push(name);
  const moves = from.cells[cells[0][1] * from.width + cells[0][0]] !== ".";
  cells.forEach((cell, index) => mark(cell, index === 0 && moves && cells.length > 1 ? "from" : "to"));
  const name = moveName(move, from, ruleset.numbered);
  const options = { kinds: ruleset.kinds, cell: 40 };
  const first = boardSvg(from, { ...options, marks, title: `Before the move: ${before}` });
  const second = boardSvg(to, { ...options, title: `After the move: ${after}` });
  const arrow = element("span", "how-arrow", "→");
  arrow.setAttribute("aria-hidden", "true");
  const words = wordsOf(name, side, note, nameOfSide);
  return element("figure", "", element("div", "how-boards", first, arrow, second), element("figcaption", "small muted", ...words));
}

/** The same in texts, for positions that are not boards, such as graphs. */
function written({ before, side, move, after, note }, nameOfSide) {
  const arrow = element("span", "how-arrow", "→");
  const boards = element("div", "how-boards", element("span", "mono", before), arrow, element("span", "mono", after));
  return element("figure", "", boards, element("figcaption", "small muted", ...wordsOf(move, side, note, nameOfSide)));
}

function wordsOf(move, side, note, nameOfSide) {
  return [`${nameOfSide(side)} plays `, element("span", "mono nowrap", move), note ? `: ${note}.` : "."];
}
