// The parts of a sum side by side: boards and other pictures, and games written as values.

import { call } from "../api.js";
import { button, element, withRole } from "../dom.js";
import { letterOf } from "../explore/results.js";
import { valueNode } from "../values.js";
import { t, withNodes } from "../words.js";
import { MoveBoard, movesOf } from "./board.js";
import { termsOf, winsMisere } from "./spec.js";

const OTHER = { left: "right", right: "left" };

/** The maximum size of a nimber that is shown as a heap of counters. */
const MAX_HEAP = 12;

/** A part: `{rules, position}` or `{game}`, with its value and its moves. */
async function load(term, ruleset) {
  if (term.rules) {
    const answer = await call("value", { rules: term.rules, position: term.position, all_moves: true });
    const moves = movesOf(answer, ruleset).map((move) => ({ ...move, after: { ...term, position: move.position } }));
    return { ...term, value: answer.value, moves };
  }
  const moves = [];
  for (const side of ["left", "right"]) {
    const name = side === "left" ? "LeftOptions" : "RightOptions";
    const { result } = await call("game", { expression: `(${term.game}).${name}` });
    moves.push(...result.map((value) => ({ side, move: value, name: value, value, after: { game: value } })));
  }
  return { ...term, value: term.game, moves };
}

/** Shows a sum, in which a player picks moves. */
export class Parts {
  /** `play(index, move)` is called with a move that was picked; under misère play, who makes the last move loses. */
  constructor(host, rulesets, sum, play, isMisere = false) {
    Object.assign(this, { play, isMisere });
    this.start = termsOf(sum);
    this.places = this.start.map((term, index) => {
      const ruleset = rulesets.find((known) => known.name === term.rules);
      const [place, value] = [element("div", "part-place"), element("p", "part-value")];
      const letter = this.start.length > 1 || !ruleset ? [t("Part {part}", { part: letterOf(index) })] : [];
      const title = element("p", "small muted", [...letter, ...(ruleset ? [ruleset.title] : [])].join(": "));
      host.append(element("div", "part", title, place, value));
      const board = ruleset ? new MoveBoard(place, ruleset, (move) => this.play(index, move)) : null;
      return { ruleset, place, value, board };
    });
    host.classList.add("parts");
  }

  /** Goes to a list of terms, one for each part. Throws `ApiError`. */
  async go(terms) {
    this.parts = await Promise.all(terms.map((term, index) => load(term, this.places[index].ruleset)));
  }

  /** Shows the parts; `side` can pick moves, or nobody. */
  show({ side = null, values = false, last = null }) {
    for (const [index, part] of this.parts.entries()) {
      const { board, place, value } = this.places[index];
      const moves = part.moves.filter((move) => move.side === side);
      const title = t("Part {part}", { part: letterOf(index) });
      if (board) board.show(part.position, moves, { title, last: last?.index === index ? last.move : null, values });
      else place.replaceChildren(...this.written(index, part, moves));
      value.replaceChildren(...(values ? withNodes(t("Value {value}"), { value: valueNode(part.value) }) : []));
    }
  }

  /** A game without a board: a heap of counters, or its value, and a button for each move. */
  written(index, { game }, moves) {
    const size = game === "*" ? 1 : Number(/^\*(\d+)$/.exec(game)?.[1] ?? (game === "0" ? 0 : NaN));
    const heap = size <= MAX_HEAP;
    const shown = heap ? element("div", "heap", "●".repeat(size) || "–") : element("p", "part-game", valueNode(game));
    if (heap) withRole(shown, "img", t("A heap of {size}", { size }));
    const buttons = moves.map((move) => {
      const left = heap ? String(move.value === "*" ? 1 : Number(move.value.replace("*", ""))) : valueNode(move.value);
      return button(withNodes(t("leave {value}"), { value: left }), () => this.play(index, move), "small");
    });
    return [shown, element("div", "row part-moves", ...buttons)];
  }

  /** All moves of a player, each with the index of its part. */
  moves(side) {
    return this.parts.flatMap((part, index) =>
      part.moves.filter((move) => move.side === side).map((move) => ({ index, move })));
  }

  /** The terms of the sum. */
  get terms() {
    return this.parts.map(({ rules, position, game }) => (rules ? { rules, position } : { game }));
  }

  /** The terms after a move. */
  after(index, move) {
    return this.terms.with(index, move.after);
  }

  /** Whether a move wins: in normal play, the sum after it is at least 0 for its player. Throws `ApiError`. */
  async wins(index, move) {
    if (this.isMisere) return !(await winsMisere(this.after(index, move), OTHER[move.side]));
    const values = this.parts.map((part, i) => `(${i === index ? move.value : part.value})`);
    const relation = move.side === "left" ? ">=" : "<=";
    return (await call("game", { expression: `${values.join(" + ")} ${relation} 0` })).result;
  }

  /** A winning move of a player, or null. Throws `ApiError`. */
  async winningMove(side) {
    const tried = new Set();
    for (const { index, move } of this.moves(side)) {
      // Equal values are interchangeable, except under misère play.
      const key = `${index} ${this.isMisere ? move.move : move.value}`;
      if (!tried.has(key) && (await this.wins(index, move))) return { index, move };
      tried.add(key);
    }
    return null;
  }
}
