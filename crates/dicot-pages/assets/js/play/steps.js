// A table for one position after another, with what is known of each, where nothing else belongs to a game.

import { ApiError } from "../api.js";
import { announce, button, byId } from "../dom.js";
import { Advice } from "./advice.js";
import { Table } from "./table.js";

export class Steps {
  /** `played(move, position)` is called with each move, and the position after it. */
  constructor(played) {
    this.played = played;
    this.advice = new Advice();
    this.table = new Table(byId("board"), { play: (move) => this.play(move), changed() {}, said: announce });
  }

  /** Begins with a position of a ruleset. What was awaited before is not shown, and moves of the board that is shown are not played. */
  begin(ruleset, start) {
    /** Another object for each beginning. */
    this.game = { ruleset, start };
    this.moves = [];
  }

  /** What is known of a position; null if something else has begun since. Throws `ApiError`. */
  async known(position) {
    const { game } = this;
    const advice = await this.advice.of({ rules: game.ruleset.name, position });
    if (game !== this.game) return null;
    if (!advice.all_moves) throw new ApiError(`the position is out of reach: ${advice.reason}`);
    return advice;
  }

  /** Shows a position in which these moves can be played; `last` is the move before, and `pointed` one that the page speaks of. */
  show(text, moves, { last = null, pointed = null } = {}) {
    const { game: { ruleset, start }, table } = this;
    this.moves = moves;
    table.show({ text, start, ruleset, moves, last: last && { move: last }, pointed, remark: "the answer", winning: [], shown: true });
    // Moves that cannot be pointed at.
    byId("answers").replaceChildren(...table.listed.map(({ move }) => button(this.nameOf(move), () => this.play(move))));
  }

  /** A move in the notation of the pages. */
  nameOf(move) {
    return this.table.nameOfMove(move, this.game.ruleset, this.game.start);
  }

  play(move) {
    const known = this.moves.find((one) => one.move === move);
    this.moves = [];
    if (known) this.played(move, known.position);
  }
}
