// What is known of the positions of a game: their values, who wins them, and with which moves.

import { call, messageOf } from "../api.js";
import { stopped } from "../glossary.js";
import { other } from "./game.js";

/** The time for the value, and then for the solver, in seconds. */
const SECONDS = 3;

/** The session of these requests, so that a game does not wait for them. */
const STORE = "-advice";

export class Advice {
  constructor() {
    /** Answers, by rulesets and positions. */
    this.known = new Map();
  }

  /**
   * What is known of a position, `question` without the moves: `{value, outcome, winning, reason}`. `winning` are the moves that
   * win, or that keep a draw where nobody wins, by their side; `reason` says why
   * nothing is known.
   */
  async of(question, signal) {
    const key = JSON.stringify(question);
    if (!this.known.has(key)) this.known.set(key, await this.ask(question, signal));
    return this.known.get(key);
  }

  async ask({ position, ...rules }, signal) {
    try {
      const found = await call("value", { ...rules, position, all_moves: true, seconds: SECONDS }, { signal, store: STORE });
      return { ...found, ...movesOf(found.all_moves ?? found.moves) };
    } catch (error) {
      if (error.name === "AbortError" || !error.limit) throw error;
    }
    try {
      const found = await call("solve", { ...rules, sum: position, moves: true, seconds: SECONDS }, { signal, store: STORE });
      if (found.outcome === null) return { reason: found.reason ?? "the search ended without an answer" };
      const { left = null, right = null } = found.winning_moves ?? {};
      return { outcome: found.outcome, winning: { left, right } };
    } catch (error) {
      if (error.name === "AbortError") throw error;
      return { reason: stopped(messageOf(error)) };
    }
  }
}

/** Who wins a position if `side` is to move; null if nobody does, or it is not known. */
export function winnerOf({ outcome }, side) {
  return { L: "left", R: "right", N: side, P: other(side) }[outcome] ?? ({
    NHat: side === "left" ? "left" : null,
    PHat: side === "right" ? "left" : null,
    PCheck: side === "left" ? "right" : null,
    NCheck: side === "right" ? "right" : null,
  }[outcome] ?? null);
}

/** The moves of each side that win; if none does, those that draw. */
function movesOf(all) {
  const best = (moves) => {
    const won = moves.filter(({ wins }) => wins);
    const drawn = moves.filter(({ wins }) => wins === null);
    return (won.length > 0 ? won : drawn).map(({ move }) => move);
  };
  return { winning: { left: best(all.left), right: best(all.right) } };
}
