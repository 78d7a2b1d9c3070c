// The review of a game: the moves that gave it away, as far back as the solver gets.

import { call } from "../api.js";
import { button, element } from "../dom.js";

/** The time limits of the solver at first, and when it is asked to look further back, in seconds. */
const SECONDS = 5;
const MORE_SECONDS = 60;

export class Review {
  /**
   * `found(review)` is called with a result, `look(ply, pointed)` to show a position and a move there, with words about it.
   */
  constructor(button, text, { found, look }) {
    this.button = button;
    this.text = text;
    this.heard = { found, look };
    this.working = null;
    button.addEventListener("click", () => (this.working ? this.cancel() : this.ask(SECONDS)));
  }

  /**
   * Sets the game, which may be the same one with more moves; null if it cannot be reviewed, for the reason `why`.
   * `names` are the names of the sides, and `moveName` formats a move.
   */
  show(game, { names, moveName, why }) {
    this.cancel();
    this.game = game;
    this.names = names;
    this.moveName = moveName;
    this.button.disabled = game === null;
    this.say(why);
  }

  cancel() {
    this.working?.abort();
    this.working = null;
    this.button.textContent = "Review the game";
  }

  say(...parts) {
    const text = parts.every((part) => typeof part === "string") ? parts.join(" ") : null;
    // Setting the same text again would announce it again.
    if (text !== null && text === this.said) return;
    this.said = text;
    this.text.replaceChildren(...parts.map((part) => (typeof part === "string" ? element("p", "", part) : part)));
  }

  async ask(seconds) {
    this.cancel();
    const { game } = this;
    const working = new AbortController();
    this.working = working;
    this.button.textContent = "Cancel";
    this.say("The solver goes back through the game…");
    try {
      const winner = game.end?.winner ?? undefined;
      const review = await call("review", { ...game.question(), winner, seconds }, working);
      if (this.working !== working) return;
      this.cancel();
      this.tell(review);
      this.heard.found(review);
    } catch (error) {
      if (error.name === "AbortError") {
        if (this.game === game && this.working === null) this.say("Cancelled.");
        return;
      }
      this.cancel();
      this.say(error.message);
    }
  }

  /** The result in sentences. */
  tell(review) {
    const { game, names } = this;
    const { winners, undecided, mistakes, lost_at: lostAt, reason } = review;
    const winner = game.end?.winner ?? null;
    const parts = [];
    const best = winners.at(-1);
    if (lostAt === null && winner !== null) {
      const gaveUp = best !== null && best !== winner;
      if (best === "draw") parts.push(`${names[winner]} won a game that was still a draw.`);
      else if (gaveUp) parts.push(`${names[best]} lost a game that ${names[best]} could still win.`);
      else if (undecided === 0) parts.push(`${names[winner]} had won from the start.`);
      else if (undecided <= game.played.length) parts.push(`${names[winner]} had won from move ${undecided} on at the latest.`);
    }
    const items = mistakes.map((mistake) => this.item(mistake, mistake.ply === lostAt, winners[mistake.ply - 1] === "draw"));
    if (items.length) parts.push(element("ol", "mistakes", ...items));
    else parts.push(undecided ? "No later move gave a won game away." : "No move gave a won game away.");
    if (undecided > 0) {
      const plies = undecided === 1 ? "the first move" : `the first ${undecided} moves`;
      parts.push(`Out of reach: ${plies}${reason ? ` (${reason})` : ""}.`, button("Look further back", () => this.ask(MORE_SECONDS)));
    }
    this.say(...parts);
  }

  /** A mistake, with what would have been better, and the answer to it: both can be seen in the picture. */
  item({ ply, side, move, better, answer }, lost, wasDraw) {
    const [name, player] = [this.moveName(move), this.names[side]];
    const text = lost ? `${player} lost the game with move ${ply}, ${name}.` : `Move ${ply}, ${name}: ${player} gave a ${wasDraw ? "draw" : "won game"} away.`;
    const lookBack = (best) => this.heard.look(ply - 1, best ? { move: best, words: "was better", remark: "better move" } : null);
    const shown = better.map((best) => button(`${this.moveName(best)} ${wasDraw ? "draws" : "wins"}`, () => lookBack(best), "button-quiet in-line"));
    if (answer) {
      const pointed = { move: answer, words: `is the answer to ${name}`, remark: "the answer" };
      shown.push(button(`the answer is ${this.moveName(answer)}`, () => this.heard.look(ply, pointed), "button-quiet in-line"));
    }
    const before = button(text, () => lookBack(better[0]), "button-quiet mistake");
    return element("li", "", before, ...shown.flatMap((node) => ["; ", node]).slice(1));
  }
}
