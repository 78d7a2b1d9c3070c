// Counsel at the table: what a position is worth, a hint, and the answer to a mistake.

import { call, messageOf } from "../api.js";
import { announce, button, byId, element } from "../dom.js";
import { IN_LINE, hasValue, outcomeText, valueOf } from "../explore/results.js";
import { stopped } from "../glossary.js";
import { Advice, winnerOf } from "./advice.js";
import { valuedRules } from "./keep.js";

/** The time of a bot that is asked for a hint, in milliseconds. */
const HINT_MILLISECONDS = 300;

export class Counsel {
  /** `page` is the page for playing, which has the game. */
  constructor(page) {
    this.page = page;
    this.advice = new Advice();
    /** What is known of the positions of the game, by the number of moves before them. */
    this.known = new Map();
    this.forget(0);
  }

  /** Forgets the positions after `ply` moves and more. */
  forget(ply) {
    for (const known of this.known.keys()) if (known >= ply) this.known.delete(known);
    /** The last move of a human, if it is known to have given a win away: `{ply, move, answer}`. */
    this.mistake = null;
    /** The position that was asked about last. */
    this.asked = null;
  }

  get isShown() {
    return byId("show-values").checked;
  }

  /** The moves that win in the position that is shown, if values are shown. */
  get winning() {
    const { game, ply } = this.page;
    return this.isShown ? this.known.get(ply)?.winning?.[game.sideAt(ply)] : null;
  }

  /** Remembers that a move gives a win away, if the values of the position are shown. */
  judge(move) {
    const { game, ply } = this.page;
    const advice = this.known.get(ply);
    const winning = advice?.winning?.[game.side];
    this.mistake = null;
    if (!winning || winning.includes(move) || winnerOf(advice, game.side) !== game.side) return;
    this.mistake = { ply: ply + 1, move, answer: null };
  }

  /** What is known of the position after `ply` moves; undefined if it cannot be asked about. The answer is kept. */
  async ask(ply, signal) {
    const { game, positions, ruleset } = this.page;
    const { text } = positions.get(ply);
    const rules = valuedRules(ruleset, text);
    if (rules === null) return undefined;
    const advice = await this.advice.of({ rules, ruleset: ruleset.text, position: text }, signal);
    if (this.page.game === game && positions.get(ply)?.text === text) this.known.set(ply, advice);
    return advice;
  }

  /** Shows the value of the position, and who wins; asks for it first if it is not known. */
  show() {
    const { page, mistake } = this;
    const { at, game, ply, positions, ruleset } = page;
    byId("worth").hidden = !this.isShown;
    if (!this.isShown) return;
    const { text } = positions.get(ply);
    const advice = this.known.get(ply);
    if (!advice && this.asked !== `${ply} ${text}`) this.fetch(ply);
    const unknown = valuedRules(ruleset, text) === null ? "No value yet: these moves only open the match." : "…";
    const parts = advice ? this.worthOf(advice, game.sideAt(ply)) : [unknown];
    if (mistake?.answer && at === null && !game.end && game.played.length <= mistake.ply + 1) {
      const name = page.moveName(mistake.move);
      const answer = { move: mistake.answer, words: `answers ${name} and wins`, remark: "the answer" };
      const look = button("Show", () => page.look(mistake.ply, answer), "button-quiet in-line");
      parts.push(element("p", "bad", `${name} gave the win away: ${page.moveName(mistake.answer)} wins. `, look));
    }
    byId("worth").replaceChildren(...parts);
  }

  async fetch(ply) {
    const { page } = this;
    const { game } = page;
    this.asked = `${ply} ${page.positions.get(ply).text}`;
    try {
      // The answer to a mistake is wanted even when the game has gone on.
      const advice = await this.ask(ply, this.mistake?.ply === ply ? undefined : page.working.signal);
      if (!advice || page.game !== game) return;
      if (this.mistake?.ply === ply) this.mistake.answer = advice.winning?.[game.sideAt(ply)]?.[0] ?? null;
    } catch (error) {
      // The next position is asked about, or the server says nothing, which the game itself reports.
      if (page.game === game) this.asked = null;
      if (error.name !== "AbortError") messageOf(error);
      return;
    }
    if (page.ply === ply || this.mistake?.ply === ply) page.draw();
  }

  /** A value and who wins, as elements. */
  worthOf(advice, side) {
    if (!advice.outcome) return [element("p", "", `Out of reach of the solver: ${stopped(advice.reason)}`)];
    const winner = winnerOf(advice, side);
    const who = winner ? `${this.page.name(side)} to move, won by ${this.page.name(winner)}` : outcomeText(advice.outcome);
    const value = hasValue(advice) ? [valueOf(advice, IN_LINE), " · "] : [];
    return [element("p", "", ...value, who)];
  }

  /** Points at a move that wins, or at the one of the strongest bot. */
  async hint() {
    const { page } = this;
    const { game, ply, ruleset, turn, working: { signal } } = page;
    if (!turn || page.at !== null || game.end || game.isBot(game.side)) return;
    byId("hint").textContent = "…";
    try {
      const advice = await this.ask(ply, signal);
      const best = advice?.winning?.[game.side]?.[0];
      const bot = ruleset.bots.at(-1);
      let words = `is what the bot ${bot} would play; the solver does not reach this position`;
      if (advice?.outcome) {
        const wins = winnerOf(advice, game.side) === game.side;
        words = wins ? "wins" : best ? "keeps the draw" : "is as good as any: no move wins";
      }
      const move = best ?? (await call("bot", { ...game.question(), bot, milliseconds: HINT_MILLISECONDS }, { signal })).move;
      if (signal.aborted || page.game !== game || page.ply !== ply) return;
      page.pointed = { move, words, remark: "the hint" };
      page.draw();
      announce(page.hintText(page.table.hand));
    } catch (error) {
      page.trouble(error, () => this.hint(), { stops: false });
    }
  }
}
