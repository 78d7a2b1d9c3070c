// The first page: a sum of three games against an opponent who never errs.

import { call, messageOf, pause } from "./api.js";
import { byId } from "./dom.js";
import { loadAllRulesets } from "./explore/rulesets.js";
import { letterOf } from "./explore/results.js";
import { asSentence } from "./glossary.js";
import { termsOf } from "./learn/spec.js";
import { Steps } from "./play/steps.js";
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
    this.steps = new Steps((move, position) => this.check(() => this.go(position, "right", move)));
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
    this.first = first;
    byId("why").hidden = true;
    this.steps.begin(this.ruleset, SUMS[this.number]);
    await this.go(SUMS[this.number], first, null);
  }

  /** Goes to a position, and lets the opponent move if it is its turn. */
  async go(position, mover, last) {
    const { steps } = this;
    const { game } = steps;
    const advice = await steps.known(position);
    if (!advice) return;
    const moves = advice.all_moves[mover];
    steps.show(position, mover === "left" ? moves : [], { last });
    const said = last && mover === "left" ? `The opponent played ${steps.nameOf(last)}. ` : "";
    if (moves.length === 0) return this.end(mover, said);
    byId("status").textContent = mover === "left" ? `${said}Your move: you are Left.` : "The opponent is thinking.";
    if (mover === "left") return;
    await pause(PAUSE);
    if (game !== steps.game) return;
    const best = moves.find(({ move }) => move === advice.winning.right[0]) ?? moves[0];
    await this.go(best.position, "left", best.move);
  }

  /** Says who has won, and why. */
  async end(mover, said) {
    const { game } = this.steps;
    const won = mover === "right";
    byId("status").textContent = won ? "The opponent cannot move: you win." : `${said}You cannot move, so you lose.`;
    const values = await Promise.all(termsOf(game.start).map((term) => call("value", term)));
    if (game !== this.steps.game) return;
    const words = values.flatMap(({ value }, index) => [index === 0 ? "" : index === values.length - 1 ? " and " : ", ", `${letterOf(index)} was worth `, valueNode(value)]);
    const answered = won ? "You had a winning answer to each of its moves." : "The opponent had a winning answer to each of your moves.";
    const reason = this.first === mover
      ? `: together 0, and the player who starts a sum that is worth 0 loses. ${answered}`
      : ": together 0, so the player who does not start can win. One of your moves gave that away.";
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
