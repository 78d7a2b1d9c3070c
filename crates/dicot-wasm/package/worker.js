// A worker that answers requests: `{ id, name, text, session }` with `{ id, status, body }`, and `{ id, positions, forms }`
// while it computes. Its first message is `{ module, flag, seconds, bytes }`, which it answers with `{ ready: true }`.

import { panicMessage } from "./host.js";
import { Dicot } from "./index.js";

/** In a browser the worker itself, and in Node the port to its parent. */
let port = globalThis;
let dicot = null;
/** The request that is being answered. */
let current = null;

async function load(message) {
  const progress = ({ positions, forms }) => port.postMessage({ id: current, positions, forms });
  dicot = await Dicot.load({ ...message, progress });
  return { ready: true };
}

function answer({ id, name, text, session }) {
  current = id;
  return { id, ...dicot.reply(name, text, session) };
}

async function receive(message) {
  try {
    port.postMessage("module" in message ? await load(message) : answer(message));
  } catch (error) {
    // The module is in an unknown state: this worker must be replaced.
    port.postMessage({ broken: panicMessage() ?? `${error}` });
  }
}

if (globalThis.postMessage) {
  globalThis.onmessage = ({ data }) => receive(data);
} else {
  import("node:worker_threads").then(({ parentPort }) => {
    port = parentPort;
    port.on("message", receive);
  });
}
