// One question at a time: a new one takes the place of the one before, which the server gives up.

import { ApiError, call } from "../api.js";

/** Answers that come sooner are shown without a word of waiting. */
const PATIENCE_MILLISECONDS = 150;

export class Inquiry {
  /** `handlers`: `refused(error)`, an `ApiError`, and `done()` when nothing is waited for any more. */
  constructor(handlers) {
    this.handlers = handlers;
    this.running = null;
    /** Whether a question was asked just now, so that what is shown may stay for this moment. */
    this.isNew = false;
  }

  /**
   * The answer; null if the question was given up or refused. `wait` is called if the answer takes a
   * while.
   */
  async ask(path, body, wait) {
    this.stop();
    const mine = new AbortController();
    this.running = mine;
    this.isNew = true;
    const waiting = setTimeout(() => {
      this.isNew = false;
      wait();
    }, PATIENCE_MILLISECONDS);
    mine.signal.addEventListener("abort", () => clearTimeout(waiting));
    try {
      const answer = await call(path, body, { signal: mine.signal });
      return mine.signal.aborted ? null : answer;
    } catch (error) {
      if (mine.signal.aborted) return null;
      if (!(error instanceof ApiError)) throw error;
      // There is no answer to wait for: nothing of the position before may stay.
      this.isNew = false;
      this.handlers.refused(error);
      return null;
    } finally {
      clearTimeout(waiting);
      if (this.running === mine) this.end();
    }
  }

  /** Gives up the question that is asked. */
  stop() {
    this.running?.abort();
    this.end();
  }

  end() {
    if (!this.running) return;
    this.running = null;
    this.isNew = false;
    this.handlers.done();
  }
}
