// Requests about games and positions: to the server over HTTP, on a site without a server to a worker, and in a notebook
// to Python. Which of them it is depends on the file transport.js, which the site and the notebook replace.

import { Transport } from "./transport.js";

/** An error in an answer, or a request without an answer. */
export class ApiError extends Error {
  /**
   * `limit` names the limit that was exceeded, or is null; `at` is the byte offset of the text that could not be read,
   * or null, and `line` and `column` are its place in the text of a ruleset; `status` is the HTTP status, or 0 if no
   * answer arrived.
   */
  constructor(message, { limit = null, at = null, line = null, column = null, status = 0 } = {}) {
    super(message);
    this.name = "ApiError";
    this.limit = limit;
    this.at = at;
    this.line = line;
    this.column = column;
    this.status = status;
  }
}

/** The message of an error of a request; any other error is thrown again. */
export function messageOf(error) {
  if (!(error instanceof ApiError)) throw error;
  return error.message;
}

/** The calculator's own session, so that the calculator and the board do not wait for each other. */
export const CALCULATOR = "-calculator";

/** Waits; `signal` ends the wait. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const transport = new Transport(ApiError, pause);

/** The address of the first page, with which those of all others begin; null if there are no pages. */
export const ROOT = transport.root;

/**
 * Sends a request and returns the answer; `signal` aborts it and its computation. Requests to the same `store` of the
 * page run one after another. `progress(done)` is called while a value is computed, if the transport reports it, with
 * the numbers of `positions` and `forms` so far. Throws `ApiError`.
 */
export async function call(name, body, { signal, store = "", progress } = {}) {
  return transport.call(name, body, { signal, store, progress });
}

/** Gets what does not depend on anything: `rulesets`, `operations` or `limits`. Throws `ApiError`. */
export async function get(name) {
  return transport.get(name);
}
