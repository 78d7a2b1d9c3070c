// Which exercises are solved. The browser remembers it, if it lets pages do so.

import { store, stored } from "../files.js";

const KEY = "dicot-learn";

/** The identifiers of the solved exercises of each chapter. */
function read() {
  try {
    const known = JSON.parse(stored(KEY) ?? "{}");
    return known && typeof known === "object" ? known : {};
  } catch {
    // The contents are not ours.
    return {};
  }
}

/** The solved exercises of a chapter. */
export function solvedIn(chapter) {
  const list = read()[chapter];
  return new Set(Array.isArray(list) ? list : []);
}

/** Records that an exercise is solved. */
export function solve(chapter, exercise) {
  store(KEY, JSON.stringify({ ...read(), [chapter]: [...solvedIn(chapter).add(exercise)] }));
}

/** Forgets all of it. */
export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so there is nothing to forget.
  }
}
