// dicot in this thread: a computation returns when it has ended. Pages use client.js, where it runs in a worker.

import { Engine, initSync } from "./dicot_wasm.js";
import { setFlag, setListener } from "./host.js";

/** The address of the WebAssembly module. */
const MODULE = new URL("./dicot_wasm_bg.wasm", import.meta.url);

/** The longest time that a request may ask for, in seconds, and the memory limit of a computation, in bytes. */
const LIMITS = { seconds: 60, bytes: 256 * 2 ** 20 };

/** Why a request has no answer. */
export class DicotError extends Error {
  /**
   * `status` is 400 if the request is malformed, 404 if there is no such request, 422 if its content is not valid or a
   * limit was exceeded, and 500 for errors of dicot. `limit` names the limit, or is null. `at` is the byte offset of the
   * text that cannot be read, or null; `line` and `column` are its place in the text of a ruleset.
   */
  constructor(message, { status = 0, limit = null, at = null, line = null, column = null } = {}) {
    super(message);
    this.name = "DicotError";
    this.status = status;
    this.limit = limit;
    this.at = at;
    this.line = line;
    this.column = column;
  }
}

/** Compiles the module. The result can be sent to workers, so that each of them only instantiates it. */
export async function compile(url = MODULE) {
  if (new URL(url).protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(new URL(url)));
  }
  const response = await fetch(url);
  if (!response.ok) throw new DicotError(`${url}: the server answered with status ${response.status}`);
  const isWasm = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** Answers requests one after the other. */
export class Dicot {
  /**
   * Loads dicot. `module` is a compiled module, if there is one; `seconds` the longest time that a request may ask for;
   * `bytes` the memory limit of a computation; `flag` an `Int32Array` in shared memory, with which another thread ends a
   * computation: it sets the first number to 1; and `progress` is called while a value is computed.
   */
  static async load({ module, seconds = LIMITS.seconds, bytes = LIMITS.bytes, flag = null, progress = null } = {}) {
    initSync({ module: module ?? (await compile()) });
    setFlag(flag);
    setListener(progress);
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    return new Dicot(new Engine(seconds, bytes, seed));
  }

  /** Not called by users, see `load`. */
  constructor(engine) {
    this.engine = engine;
  }

  /**
   * Answers a request, such as `answer("value", { position: "xox/ox." })`. What is computed in a session is kept for its
   * later requests. Throws `DicotError`.
   */
  answer(name, body = {}, { session = "" } = {}) {
    const { status, body: text } = this.reply(name, JSON.stringify(body), session);
    return read(status, text);
  }

  /** Answers a request in JSON with a status and an answer or an error in JSON. */
  reply(name, text, session = "") {
    const reply = this.engine.answer(name, text, session);
    const { status, body } = reply;
    reply.free();
    return { status, body };
  }

  /** Ends a session: its definitions and values are forgotten. */
  end(session) {
    this.engine.end(session);
  }
}

/** Reads an answer. Throws `DicotError` if it is an error. */
export function read(status, text) {
  const answer = JSON.parse(text);
  if (status === 200) return answer;
  throw new DicotError(answer.error, { ...answer, status });
}
