// Requests to the server: JSON over HTTP, with its errors.

/** An error of the server, or a request without an answer. */
export class ApiError extends Error {
  /**
   * `limit` names the limit that was exceeded, or is null; `at` is the byte offset of the text that could not be read,
   * or null; `status` is the HTTP status, or 0 if no answer arrived.
   */
  constructor(message, { limit = null, at = null, status = 0 } = {}) {
    super(message);
    this.name = "ApiError";
    this.limit = limit;
    this.at = at;
    this.status = status;
  }
}

/**
 * The name of this page's session on the server. Every page has its own, so that two tabs do not wait for each other,
 * even if one was duplicated from the other.
 */
const session = newSession();

/** The calculator's own session, so that the calculator and the board do not wait for each other. */
export const CALCULATOR = "-calculator";

function newSession() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Ends the sessions when the page is closed. A beacon would send `Origin: null`, which the server refuses.
window.addEventListener("pagehide", () => {
  for (const store of ["", CALCULATOR]) {
    fetch(`/api/session/end?id=${session}${store}`, { method: "POST", keepalive: true }).catch(() => {
      // Without a server the session does not exist either.
    });
  }
});

/**
 * The number of times that a request is repeated if the server is busy, and the pause if its answer does not name one.
 */
const TRIES = 4;
const PAUSE_SECONDS = 1;

/**
 * Sends a request and returns the answer; `signal` aborts it, also on the server. Requests to the same `store` of the
 * page run one after another. Throws `ApiError`.
 */
export async function call(path, body, { signal, store = "" } = {}) {
  const headers = { "Content-Type": "application/json", "X-Dicot-Session": session + store };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Fetches the JSON at a path of the server. Throws `ApiError`. */
export async function get(path, { signal } = {}) {
  return ask(path, { signal });
}

async function ask(path, request) {
  for (let tries = 1; ; tries++) {
    const response = await reach(path, request);
    if (response.status !== 503 || tries === TRIES) return read(response);
    const seconds = Number(response.headers.get("Retry-After")) || PAUSE_SECONDS;
    await pause(seconds * 1000, request.signal);
  }
}

async function reach(path, request) {
  try {
    return await fetch(path, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("the server cannot be reached; is dicot serve still running?");
  }
}

async function read(response) {
  const { status } = response;
  let answer = null;
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(`the server's answer (status ${status}) cannot be read`, { status });
  }
  if (response.ok) return answer;
  const message = answer?.error ?? `the server answered with status ${status}`;
  throw new ApiError(message, { limit: answer?.limit, at: answer?.at, status });
}

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
