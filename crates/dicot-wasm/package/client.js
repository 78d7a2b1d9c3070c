// dicot in workers, so that a page never freezes: requests are answered by promises, and can be aborted.

import { DicotError, compile, read } from "./index.js";

/** The maximum number of workers for requests without a session. */
const MAX_WORKERS = 4;

/** The time in which a worker must end a computation after its flag was set, in milliseconds; later it is terminated. */
const GRACE = 500;

/** The requests that use their session; all others are answered by any worker. */
const IN_SESSION = new Set(["value", "game", "explain"]);

export class Client {
  /** `seconds` and `bytes` are limits, see `Dicot.load`. */
  constructor({ seconds = 60, bytes = 256 * 2 ** 20 } = {}) {
    this.limits = { seconds, bytes };
    this.module = compile();
    // Whoever calls first gets the error.
    this.module.catch(() => {});
    this.slots = [];
    this.waiting = [];
    this.next = 0;
  }

  /**
   * Answers a request, see `Dicot.answer`. `signal` aborts it and its computation; requests in the same `session` run one
   * after another, and all others at the same time. `progress` is called with the numbers of `positions` and `forms` while
   * a value is computed. Throws `DicotError`; its status is 0 if the worker broke, which is then replaced.
   */
  call(name, body = {}, { session = "", signal, progress } = {}) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const key = IN_SESSION.has(name) ? session : null;
      const request = { id: this.next++, name, text: JSON.stringify(body), session, key, progress };
      request.settle = (act, value) => {
        signal?.removeEventListener("abort", request.abort);
        act(value);
      };
      request.resolve = (answer) => request.settle(resolve, answer);
      request.reject = (error) => request.settle(reject, error);
      request.abort = () => {
        this.stop(request);
        request.reject(signal.reason);
      };
      signal?.addEventListener("abort", request.abort);
      this.waiting.push(request);
      this.dispatch();
    });
  }

  /** Ends all workers. Requests without an answer fail. */
  close() {
    for (const slot of this.slots) slot.worker?.terminate();
    const requests = [...this.waiting, ...this.slots.map((slot) => slot.request)];
    [this.slots, this.waiting] = [[], []];
    for (const request of requests) request?.reject(new DicotError("the client was closed"));
  }

  /** Gives waiting requests to free workers. */
  dispatch() {
    this.waiting = this.waiting.filter((request) => {
      const slot = this.slotFor(request.key);
      if (slot) this.start(slot, request);
      return !slot;
    });
  }

  /** A free slot for requests of a session, or for those without; null if a request must wait. */
  slotFor(key) {
    const own = this.slots.filter((slot) => slot.key === key);
    const free = own.find((slot) => slot.request === null);
    if (free) return free;
    if (own.length >= (key === null ? MAX_WORKERS : 1)) return null;
    const slot = { key, worker: null, ready: null, flag: null, request: null };
    this.slots.push(slot);
    return slot;
  }

  async start(slot, request) {
    slot.request = request;
    try {
      slot.ready ??= this.open(slot);
      await slot.ready;
    } catch (error) {
      this.discard(slot);
      request.reject(new DicotError(`dicot could not be started: ${error.message}`));
      this.dispatch();
      return;
    }
    // It was aborted while the worker started.
    if (slot.request !== request) return;
    const { id, name, text, session } = request;
    request.isSent = true;
    if (slot.flag) Atomics.store(slot.flag, 0, 0);
    slot.worker.ref?.();
    slot.worker.postMessage({ id, name, text, session });
  }

  /** Starts the worker of a slot. */
  async open(slot) {
    this.module ??= compile();
    const module = await this.module.catch((error) => {
      // The next request tries again.
      this.module = null;
      throw error;
    });
    // Only pages that are isolated from other origins may share memory.
    const canShare = globalThis.crossOriginIsolated ?? true;
    slot.flag = canShare ? new Int32Array(new SharedArrayBuffer(4)) : null;
    const worker = await newWorker();
    slot.worker = worker;
    return new Promise((resolve, reject) => {
      const broken = (message) => {
        reject(new Error(message));
        this.broke(slot, worker, message);
      };
      worker.listen((message) => {
        if (message.ready) resolve();
        else if ("broken" in message) broken(message.broken);
        else this.receive(slot, message);
      }, broken);
      worker.postMessage({ module, flag: slot.flag, ...this.limits });
    });
  }

  receive(slot, { id, status, body, positions, forms }) {
    const { request } = slot;
    const isCurrent = request?.id === id;
    if (status === undefined) {
      if (isCurrent) request.progress?.({ positions, forms });
      return;
    }
    clearTimeout(slot.timer);
    slot.request = null;
    // A worker without a request does not keep a program of Node running.
    slot.worker.unref?.();
    if (isCurrent) {
      try {
        request.resolve(read(status, body));
      } catch (error) {
        request.reject(error);
      }
    }
    this.dispatch();
  }

  /** A worker cannot go on: its request fails, and the next one gets a new worker. */
  broke(slot, worker, message) {
    if (slot.worker !== worker) return;
    const { request } = slot;
    this.discard(slot);
    const again = "dicot stopped unexpectedly, which is a bug or the end of the memory, and was started again";
    request?.reject(new DicotError(`${again} (${message})`));
    this.dispatch();
  }

  /** Aborts a request. */
  stop(request) {
    this.waiting = this.waiting.filter((other) => other !== request);
    const slot = this.slots.find((other) => other.request === request);
    if (!slot) return;
    if (!request.isSent) {
      slot.request = null;
      this.dispatch();
    } else if (slot.flag) {
      // The slot is free when its worker has ended the computation, which keeps what it found.
      slot.request = { ...request, id: -1, resolve() {}, reject() {} };
      Atomics.store(slot.flag, 0, 1);
      slot.timer = setTimeout(() => this.end(slot), GRACE);
    } else {
      this.end(slot);
    }
  }

  end(slot) {
    this.discard(slot);
    this.dispatch();
  }

  discard(slot) {
    clearTimeout(slot.timer);
    slot.worker?.terminate();
    slot.worker = null;
    this.slots = this.slots.filter((other) => other !== slot);
  }
}

/** Starts a worker: in a browser one of its own, and in Node one of `node:worker_threads`. */
async function newWorker() {
  const url = new URL("./worker.js", import.meta.url);
  if (globalThis.Worker) {
    const worker = new Worker(url, { type: "module", name: "dicot" });
    worker.listen = (receive, broken) => {
      worker.onmessage = ({ data }) => receive(data);
      worker.onerror = (event) => {
        event.preventDefault();
        broken(event.message ?? "the worker could not be loaded");
      };
      worker.onmessageerror = () => broken("a message could not be read");
    };
    return worker;
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const worker = new NodeWorker(url);
  worker.listen = (receive, broken) => {
    worker.on("message", receive);
    worker.on("error", (error) => broken(`${error}`));
  };
  return worker;
}
