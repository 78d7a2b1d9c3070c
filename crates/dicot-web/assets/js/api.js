// Questions to the server: JSON over HTTP, with what it says when it refuses.

/** What the server refused, and why. */
export class ApiError extends Error {
  /**
   * `limit` names the bound that was passed, or is null; `at` is the offset in bytes of what could not
   * be read, or null; `status` is that of HTTP, or 0 if there was no answer at all.
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
 * The name of this page's store on the server. Every page has its own, so that two tabs do not wait
 * for each other, also if one was duplicated from the other.
 */
const session = newSession();

/** The calculator's store of its own: neither it nor the board waits for the other. */
export const CALCULATOR = "-calculator";

function newSession() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What the session holds is of no use once the page is gone. A beacon would not say where it comes from,
// and the server takes no orders from strangers.
window.addEventListener("pagehide", () => {
  for (const store of ["", CALCULATOR]) {
    fetch(`/api/session/end?id=${session}${store}`, { method: "POST", keepalive: true }).catch(() => {
      // Without a server there is no session either.
    });
  }
});

/** How often a question is asked again if the server is too busy, and the pause if it names none. */
const TRIES = 4;
const PAUSE_SECONDS = 1;

/**
 * The answer to a question; `signal` gives it up, on the server as well. Questions to one `store` of the page wait for
 * each other. Throws `ApiError`.
 */
export async function call(path, body, { signal, store = "" } = {}) {
  const headers = { "Content-Type": "application/json", "X-Dicot-Session": session + store };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** What the server has at that path. Throws `ApiError`. */
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

/** Waits; `signal` gives it up. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
