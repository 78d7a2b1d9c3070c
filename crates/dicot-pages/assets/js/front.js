// The first page: a sum of three games against an opponent who never errs.

import { call, messageOf, pause } from "./api.js";
import { announce, button, byId } from "./dom.js";
import { loadAllRulesets } from "./explore/rulesets.js";
import { letterOf } from "./explore/results.js";
import { asSentence } from "./glossary.js";
import { Advice } from "./play/advice.js";
import { Table } from "./play/table.js";
import { valueNode } from "./values.js";

/** Sums that the player who starts loses. */
const SUMS = [
  "hackenbush:n=5 0-1:b 1-2:r 0-3:r 3-4:b + nim:2+3 + clobber:xox",
  "hackenbush:n=4 0-1:b 0-2:r 0-3:g + nim:1+2+3 + clobber:xo/ox",
  "hackenbush:n=6 0-1:b 1-2:r 0-3:b 3-4:r 0-5:r + nim:2+2 + clobber:xox/oxo",
];
/** The pause before the opponent's move, so that one's own is seen first, in milliseconds. */
const PAUSE = 500;

class Front {
  constructor(rulesets) {
    this.ruleset = rulesets.find(({ name }) => name === "sum");
    this.advice = new Advice();
    this.table = new Table(byId("board"), { play: (move) => this.check(() => this.play(move)), changed() {}, said: announce });
    this.number = 0;
    const on = (id, action) => byId(id).addEventListener("click", () => this.check(action));
    on("again", () => this.begin("left"));
    on("second", () => this.begin("right"));
    on("other", () => {
      this.number = (this.number + 1) % SUMS.length;
      return this.begin("left");
    });
  }

  async check(action) {
    try {
      await action();
    } catch (error) {
      byId("status").textContent = asSentence(messageOf(error));
    }
  }

  async begin(first) {
    this.game = { start: SUMS[this.number], first };
    byId("why").hidden = true;
    await this.go(this.game.start, first, null);
  }

  async play(move) {
    const { position } = this.moves.find((known) => known.move === move);
    await this.go(position, "right", move);
  }

  /** Goes to a position, and lets the opponent move if it is its turn. */
  async go(position, mover, last) {
    const { game, ruleset } = this;
    const { all_moves: all, winning } = await this.advice.of({ rules: "sum", position });
    if (game !== this.game) return;
    this.moves = mover === "left" ? all.left : [];
    const { table } = this;
    table.show({ text: position, start: game.start, ruleset, moves: this.moves, last: last && { move: last }, pointed: null, winning: [], shown: true });
    // Moves that cannot be pointed at.
    byId("answers").replaceChildren(...table.listed.map(({ move }) => button(table.nameOfMove(move, ruleset, game.start), () => this.check(() => this.play(move)))));
    const said = last && mover === "left" ? `The opponent played ${table.nameOfMove(last, ruleset, game.start)}. ` : "";
    if (all[mover].length === 0) return this.end(mover, said);
    byId("status").textContent = mover === "left" ? `${said}Your move: you are Left.` : "The opponent is thinking.";
    if (mover === "left") return;
    await pause(PAUSE);
    if (game !== this.game) return;
    const move = winning.right[0] ?? all.right[0].move;
    await this.go(all.right.find((known) => known.move === move).position, "left", move);
  }

  /** Says who has won, and why. */
  async end(mover, said) {
    const { game } = this;
    const won = mover === "right";
    byId("status").textContent = won ? "The opponent cannot move: you win." : `${said}You cannot move, so you lose.`;
    const parts = game.start.split(" + ").map((part) => /^([^:]*):(.*)$/.exec(part));
    const values = await Promise.all(parts.map(([, rules, position]) => call("value", { rules, position })));
    if (game !== this.game) return;
    const words = values.flatMap(({ value }, index) => [index === 0 ? "" : index === values.length - 1 ? " and " : ", ", `${letterOf(index)} was worth `, valueNode(value)]);
    const loser = won ? "The opponent" : "You";
    const reason = game.first === mover
      ? `: together 0, and the player who starts a sum that is worth 0 loses. ${loser} changed that with each move, and the answer made it 0 again.`
      : `: together 0, so the player who answered had a move that made it 0 again, each time. ${loser} missed one.`;
    byId("why").replaceChildren("At the beginning ", ...words, reason);
    byId("why").hidden = false;
  }
}

try {
  const front = new Front(await loadAllRulesets());
  await front.begin("left");
} catch (error) {
  byId("status").textContent = asSentence(messageOf(error));
}
