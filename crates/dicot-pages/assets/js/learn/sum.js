// A sum to be played against a bot that never loses a won game.

import { messageOf, pause } from "../api.js";
import { button, element, withRole } from "../dom.js";
import { letterOf } from "../explore/results.js";
import { asSentence, capital } from "../glossary.js";
import { symbols } from "../values.js";
import { Parts } from "./parts.js";

/** The pause before the bot's move, so that one's own move is seen first, in milliseconds. */
const PAUSE = 400;

const OTHER = { left: "right", right: "left" };

/** A move as the last of a game. A game without a board moves to a value. */
function playedMove(index, { side, move, name, after }) {
  const part = `part ${letterOf(index)}`;
  const words = after.rules ? `played ${name} in ${part}` : `moved ${part} to ${symbols(name)}`;
  return { index, side, move, words };
}

/**
 * Fills `<div class="live-sum">`. Its attributes: `data-sum` with the parts, `data-you` for the reader's side (left),
 * `data-first` for the side that starts the first game (left), `data-label`, and `data-values` if the values are shown
 * from the beginning.
 */
export class LiveSum {
  constructor(host, rulesets) {
    const { sum, you = "left", first = "left", label = "A sum of games" } = host.dataset;
    Object.assign(this, { you, first, values: "values" in host.dataset });
    withRole(host, "group", label);
    const boards = element("div");
    this.parts = new Parts(boards, rulesets, sum, (index, move) => this.play(index, move));
    this.status = withRole(element("p", "live-turn"), "status");
    const box = element("input");
    box.type = "checkbox";
    box.checked = this.values;
    box.addEventListener("change", () => {
      this.values = box.checked;
      this.show();
    });
    const again = (side, text) => button(text, () => this.begin(side));
    this.undo = button("Undo", () => this.back());
    host.append(
      boards, this.status,
      element("div", "row", this.undo, again(you, "New game: you start"), again(OTHER[you], "New game: the bot starts"),
        element("label", "choice small", box, "Show values")),
    );
  }

  async run() {
    await this.begin(this.first);
  }

  /** Starts a game. */
  async begin(first) {
    this.history = [];
    await this.go(this.parts.start, first, null);
  }

  /** Takes back the last move of the reader, and the bot's answer. */
  async back() {
    const state = this.history.pop();
    if (state) await this.go(state.terms, this.you, state.last);
  }

  async play(index, move) {
    this.history.push({ terms: this.parts.terms, last: this.last });
    await this.go(this.parts.after(index, move), OTHER[this.you], playedMove(index, move));
  }

  /** Goes to a state of the game, and lets the bot move if it is its turn. */
  async go(terms, mover, last) {
    const mine = {};
    this.going = mine;
    try {
      await this.parts.go(terms);
      if (this.going !== mine) return;
      Object.assign(this, { mover, last });
      this.show();
      if (mover === this.you || this.parts.moves(mover).length === 0) return;
      const [best] = await Promise.all([this.parts.winningMove(mover), pause(PAUSE)]);
      if (this.going !== mine) return;
      const { index, move } = best ?? this.parts.moves(mover)[0];
      await this.go(this.parts.after(index, move), this.you, playedMove(index, move));
    } catch (error) {
      this.status.textContent = asSentence(messageOf(error));
    }
  }

  show() {
    const { mover, you, last, parts } = this;
    parts.show({ side: mover === you ? you : null, values: this.values, last });
    this.undo.disabled = this.history.length === 0;
    const played = last ? `${last.side === you ? "You" : "The bot"} ${last.words}. ` : "";
    const stuck = parts.moves(mover).length === 0;
    const next = mover === you ? `Your move: you are ${capital(you)}.` : "The bot is thinking.";
    const end = mover === you ? "You cannot move, so the bot wins." : "The bot cannot move: you win.";
    this.status.textContent = played + (stuck ? end : next);
  }
}
