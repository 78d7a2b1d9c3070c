// Requests to Python, as messages of a widget.

let model = null;
/** The functions that receive the answers, by the ids of the requests. */
const waiting = new Map();

/** Sets the widget whose messages carry the requests. */
export function connect(widget) {
  model = widget;
  model.on("msg:custom", ({ id, status, body }) => {
    waiting.get(id)?.(status, body);
    waiting.delete(id);
  });
}

export class Transport {
  /** `ApiError` is the type of its errors. */
  constructor(ApiError) {
    this.ApiError = ApiError;
    /** A notebook has no page with help. */
    this.root = null;
    /** The answers that do not change while the kernel runs. */
    this.known = new Map();
  }

  call(name, body, { signal }) {
    // Several pages can show the same widget, and all receive all answers.
    const id = `${Date.now()}-${Math.random()}`;
    return new Promise((resolve, reject) => {
      waiting.set(id, (status, text) => {
        const answer = JSON.parse(text);
        if (status === 200) resolve(answer);
        else reject(new this.ApiError(answer.error, { ...answer, status }));
      });
      signal?.addEventListener("abort", () => {
        if (!waiting.delete(id)) return;
        model.send({ cancel: id });
        reject(signal.reason);
      });
      model.send({ id, name, body: JSON.stringify(body) });
    });
  }

  async get(name) {
    // Rulesets from files are added.
    if (name === "rulesets") return this.call(name, {}, {});
    if (!this.known.has(name)) this.known.set(name, this.call(name, {}, {}));
    return this.known.get(name);
  }
}
