// One request at a time: a new one aborts the previous one, also on the server.

import { call, messageOf } from "../api.js";

/** Answers that arrive within this time are shown without a waiting notice, in milliseconds. */
const PATIENCE_MILLISECONDS = 150;

export class Inquiry {
  /** `handlers`: `refused(error)`, an `ApiError`, and `done()` when no request is running. */
  constructor(handlers) {
    this.handlers = handlers;
    this.running = null;
    /** Whether a request has just started, so that the previous result may stay on the page. */
    this.isNew = false;
  }

  /**
   * Returns the answer; null if the request was aborted or refused. If the answer is slow, `wait` is called, and then
   * `progress` once a second with the `seconds` so far and, while a value is computed by the page itself, the `positions`.
   */
  async ask(name, body, wait, progress) {
    this.stop();
    const mine = new AbortController();
    this.running = mine;
    this.isNew = true;
    const waiting = setTimeout(() => {
      this.isNew = false;
      wait();
    }, PATIENCE_MILLISECONDS);
    const started = performance.now();
    let done = {};
    const ticking = setInterval(() => {
      progress({ ...done, seconds: Math.round((performance.now() - started) / 1000) });
    }, 1000);
    const quiet = () => {
      clearTimeout(waiting);
      clearInterval(ticking);
    };
    mine.signal.addEventListener("abort", quiet);
    try {
      const answer = await call(name, body, {
        signal: mine.signal,
        progress: (count) => { done = count; },
      });
      return mine.signal.aborted ? null : answer;
    } catch (error) {
      if (mine.signal.aborted) return null;
      messageOf(error);
      // No answer will arrive, so the previous result must be removed.
      this.isNew = false;
      this.handlers.refused(error);
      return null;
    } finally {
      quiet();
      if (this.running === mine) this.end();
    }
  }

  /** Aborts the request that is running. */
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
