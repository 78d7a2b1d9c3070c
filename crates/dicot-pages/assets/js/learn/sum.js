// A sum to be played against a bot that never loses a won game.

import { messageOf, pause } from "../api.js";
import { button, element, withRole } from "../dom.js";
import { letterOf } from "../explore/results.js";
import { PLAYERS, asSentence } from "../glossary.js";
import { symbols } from "../values.js";
import { t } from "../words.js";
import { Parts } from "./parts.js";

/** The pause before the bot's move, so that one's own move is seen first, in milliseconds. */
const PAUSE = 400;

const OTHER = { left: "right", right: "left" };

/** A move as the last of a game, with a sentence about it. A game without a board moves to a value. */
function playedMove(index, { side, move, name, after }, isYours) {
  const values = { part: letterOf(index), move: name, value: after.rules ? "" : symbols(name) };
  const yours = after.rules ? t("You played {move} in part {part}.", values) : t("You moved part {part} to {value}.", values);
  const bots = after.rules ? t("The bot played {move} in part {part}.", values) : t("The bot moved part {part} to {value}.", values);
  return { index, side, move, words: isYours ? yours : bots };
}

/**
 * Fills `<div class="live-sum">`. Its attributes: `data-sum` with the parts, `data-you` for the reader's side (left),
 * `data-first` for the side that starts the first game (left), `data-label`, and `data-values` if the values are shown
 * from the beginning. With `data-misere`, a player who cannot move wins.
 */
export class LiveSum {
  constructor(host, rulesets) {
    const { sum, you = "left", first = "left", label = t("A sum of games") } = host.dataset;
    Object.assign(this, { you, first, values: "values" in host.dataset });
    withRole(host, "group", label);
    const boards = element("div");
    this.isMisere = "misere" in host.dataset;
    this.parts = new Parts(boards, rulesets, sum, (index, move) => this.play(index, move), this.isMisere);
    this.status = withRole(element("p", "live-turn"), "status");
    const box = element("input");
    box.type = "checkbox";
    box.checked = this.values;
    box.addEventListener("change", () => {
      this.values = box.checked;
      this.show();
    });
    const again = (side, text) => button(text, () => this.begin(side));
    this.undo = button(t("Undo"), () => this.back());
    host.append(
      boards, this.status,
      element("div", "row", this.undo, again(you, t("New game: you start")), again(OTHER[you], t("New game: the bot starts")),
        element("label", "choice small", box, t("Show values"))),
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
    await this.go(this.parts.after(index, move), OTHER[this.you], playedMove(index, move, true));
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
      await this.go(this.parts.after(index, move), this.you, playedMove(index, move, false));
    } catch (error) {
      this.status.textContent = asSentence(messageOf(error));
    }
  }

  show() {
    const { mover, you, last, parts } = this;
    parts.show({ side: mover === you ? you : null, values: this.values, last });
    this.undo.disabled = this.history.length === 0;
    const played = last ? `${last.words} ` : "";
    const stuck = parts.moves(mover).length === 0;
    const next = mover === you ? t("Your move: you are {player}.", { player: PLAYERS[you] }) : t("The bot is thinking.");
    const youStuck = this.isMisere ? t("You cannot move: you win.") : t("You cannot move, so the bot wins.");
    const botStuck = this.isMisere ? t("The bot cannot move, so it wins.") : t("The bot cannot move: you win.");
    const end = mover === you ? youStuck : botStuck;
    this.status.textContent = played + (stuck ? end : next);
  }
}
