// The lists of moves: the value that each leads to, which moves win, and which are not worth considering.

import { button, element, unread } from "../dom.js";
import { t } from "../words.js";
import { IN_LINE, valueOf } from "./results.js";

/** The maximum number of moves that are listed at first; the others are listed on demand. */
const MOST = 150;

/** Sorts the moves worth considering to the top, winning moves first, and then those that draw. */
export function inOrder(moves) {
  const rank = (move) => (move.sensible === false ? 3 : 0) + (move.wins ? 0 : move.wins === null ? 1 : 2);
  return moves.toSorted((a, b) => rank(a) - rank(b));
}

export class MoveList {
  /** `handlers`: `play(move)`, and `look(move)` with the move under the pointer, or null. */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
  }

  show(moves, most = MOST) {
    const rows = inOrder(moves).slice(0, most).map((move) => element("li", "", this.row(move)));
    if (moves.length > most) {
      const more = button(t("All {count} moves", { count: moves.length }), () => this.show(moves, Infinity), "button-quiet");
      rows.push(element("li", "", more));
    }
    if (moves.length === 0) rows.push(element("li", "none", t("no move")));
    this.host.replaceChildren(...rows);
  }

  /** Empties the list while the moves are unknown. */
  clear() {
    this.host.replaceChildren();
  }

  row(move) {
    const contents = [element("span", "move-name mono", move.name)];
    contents.push("value" in move || "value_length" in move ? valueOf(move, IN_LINE) : element("span", ""));
    if (move.wins) {
      contents.push(element("span", "", unread("span", "win-sign"), element("span", "visually-hidden", t("wins"))));
    } else if (move.wins === null) {
      contents.push(element("span", "muted small", t("draws")));
    } else if (move.sensible === false) {
      contents.push(element("span", "visually-hidden", t("dominated or reversible")));
    }
    const look = [move.sensible === false && "move-dim", move.wins && "move-wins"].filter(Boolean);
    const row = button(contents, () => this.handlers.play(move), ["move", ...look].join(" "));
    row.addEventListener("pointerenter", () => this.handlers.look(move));
    row.addEventListener("pointerleave", () => this.handlers.look(null));
    row.addEventListener("focus", () => this.handlers.look(move));
    row.addEventListener("blur", () => this.handlers.look(null));
    return row;
  }
}
