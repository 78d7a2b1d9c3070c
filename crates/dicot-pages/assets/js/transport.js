// Requests over HTTP: JSON, with its errors.

/** The address of the first page. */
const ROOT = new URL("../../", import.meta.url).href;
/** The path of the API. */
const API = `${ROOT}api/`;

/**
 * The number of times that a request is repeated if the server is busy, and the pause if its answer does not name one.
 */
const TRIES = 4;
const PAUSE_SECONDS = 1;

export class Transport {
  /** `ApiError` is the type of its errors; `pause` waits before a request is repeated. */
  constructor(ApiError, pause) {
    this.ApiError = ApiError;
    this.pause = pause;
    this.root = ROOT;
    /**
     * The name of this page's session on the server. Every page has its own, so that two tabs do not wait for each
     * other, even if one was duplicated from the other.
     */
    this.session = newSession();
    /** The stores of the sessions that were used. */
    this.stores = new Set();
    // Ends the sessions when the page is closed. A beacon would send `Origin: null`, which the server refuses.
    window.addEventListener("pagehide", () => {
      for (const store of this.stores) {
        fetch(`${API}session/end?id=${this.session}${store}`, { method: "POST", keepalive: true }).catch(() => {
          // Without a server the session does not exist either.
        });
      }
    });
  }

  async call(name, body, { signal, store }) {
    this.stores.add(store);
    const headers = { "Content-Type": "application/json", "X-Dicot-Session": this.session + store };
    return this.ask(name, { method: "POST", headers, body: JSON.stringify(body), signal });
  }

  async get(name) {
    return this.ask(name, {});
  }

  async ask(name, request) {
    for (let tries = 1; ; tries++) {
      const response = await this.reach(name, request);
      if (response.status !== 503 || tries === TRIES) return this.read(response);
      const seconds = Number(response.headers.get("Retry-After")) || PAUSE_SECONDS;
      await this.pause(seconds * 1000, request.signal);
    }
  }

  async reach(name, request) {
    try {
      return await fetch(API + name, request);
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new this.ApiError("the server cannot be reached; is dicot serve still running?");
    }
  }

  async read(response) {
    const { status } = response;
    let answer = null;
    try {
      answer = await response.json();
    } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new this.ApiError(`the server's answer (status ${status}) cannot be read`, { status });
    }
    if (response.ok) return answer;
    const message = answer?.error ?? `the server answered with status ${status}`;
    throw new this.ApiError(message, { ...answer, status });
  }
}

function newSession() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
