// What the WebAssembly module asks of its surroundings during a computation, in which nothing else runs.

/** Shared memory in which another thread sets the first number to end the computation, or null. */
let flag = null;
/** What is called with the progress of a computation, or null. */
let listener = null;
/** The message of a panic, or null. */
let panic = null;

export function setFlag(shared) {
  flag = shared;
}

export function setListener(progress) {
  listener = progress;
}

/** The message of a panic after which the module cannot be used, or null. */
export function panicMessage() {
  return panic;
}

export function panicked(message) {
  panic = message;
}

export function isInterrupted() {
  return flag !== null && Atomics.load(flag, 0) !== 0;
}

export function report(positions, forms) {
  listener?.({ positions, forms });
}
