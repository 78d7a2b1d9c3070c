// Which exercises are solved. The browser remembers it, if it lets pages do so.

const KEY = "dicot-learn";

/** The identifiers of the solved exercises of each chapter. */
function read() {
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return known && typeof known === "object" ? known : {};
  } catch {
    // Storage is unavailable, or its contents are not ours.
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
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [chapter]: [...solvedIn(chapter).add(exercise)] }));
  } catch {
    // Storage is unavailable: the mark lasts as long as the page.
  }
}

/** Forgets all of it. */
export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so there is nothing to forget.
  }
}
