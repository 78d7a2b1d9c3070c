// The state of the explorer as data: the drawn board, the places of the vertices of a graph unless they are those of the
// layout, the moves played from there, the mode and the lines of the worksheet. It is stored in the address after `#`, so that a link contains all of it.

/** The most characters of a link that the lines of the worksheet take. */
const MAX_LINES = 100_000;
/** The maximum length of a link that is read, in characters. */
const MAX_TEXT = 200_000;

/** The initial state. `text` is that of the ruleset, if it is the user's own; `certificate` the name of one that is kept and played. */
export function initialState() {
  return { text: null, rules: "clobber", root: "xox/ox.", places: null, steps: [], mode: "draw", lines: [], drawn: null, certificate: null };
}

/** The current position: after the last of the moves played. */
export function positionOf(state) {
  return state.steps.at(-1)?.position ?? state.root ?? "";
}

/** The player whose turn it is if the players alternate: Left begins. */
export function turnOf({ steps }) {
  return steps.at(-1)?.side === "left" ? "right" : "left";
}

/** Escapes the characters that separate parts of a link; positions stay readable. */
function escaped(text) {
  return encodeURIComponent(text).replace(/%(?:2F|2C|3A|5B|5D|7C)/gi, decodeURIComponent);
}

/** The part of the address after `#`. */
export function toHash(state) {
  const parts = [`rules=${escaped(state.rules)}`, `position=${escaped(state.root)}`];
  if (state.places?.length) parts.push(`places=${state.places.map((place) => place.join()).join(";")}`);
  if (state.certificate !== null) parts.push(`certificate=${escaped(state.certificate)}`);
  if (state.text !== null) parts.push(`text=${encodeURIComponent(state.text)}`);
  if (state.mode === "moves") parts.push("mode=moves");
  for (const { side, move, position } of state.steps) {
    parts.push(`move=${[side, move, position].map(escaped).join(";")}`);
  }
  if (state.drawn) parts.push(`drawn=${escaped(state.drawn)}`);
  for (const line of linesInLink(state.lines)) parts.push(`line=${escaped(line)}`);
  return `#${parts.join("&")}`;
}

/** The first lines, as many as fit into a link. */
export function linesInLink(lines) {
  let length = 0;
  const end = lines.findIndex((line) => (length += encodeURIComponent(line).length) > MAX_LINES);
  return end < 0 ? lines : lines.slice(0, end);
}

/** Parses the state in an address; missing parts have their initial values, but the root is null if only the ruleset is named. */
export function fromHash(hash) {
  const state = initialState();
  const parts = hash.slice(1, MAX_TEXT).split("&");
  // A truncated move is not a move.
  if (hash.length > MAX_TEXT) parts.pop();
  for (const part of parts) {
    const [name, ...rest] = part.split("=");
    if (name === "text") state.text = unescaped(rest.join("="));
    const texts = rest.join("=").split(";").map(unescaped);
    if (texts.includes(null)) continue;
    const [text, move, position] = texts;
    if (name === "rules") state.rules = text;
    if (name === "certificate") state.certificate = text;
    if (name === "position") state.root = text;
    if (name === "places") state.places = placesIn(texts);
    if (name === "mode" && text === "moves") state.mode = "moves";
    if (name === "line") state.lines.push(text);
    if (name === "drawn") state.drawn = text;
    if (name === "move" && position !== undefined && /^(?:left|right)$/.test(text)) {
      state.steps.push({ side: text, move, position });
    }
  }
  const names = parts.map((part) => part.split("=")[0]);
  if (names.includes("rules") && !["position", "certificate"].some((name) => names.includes(name))) state.root = null;
  return state;
}

/** Places as `[x, y]`; null if one is not a place. */
export function placesIn(texts) {
  const places = texts.map((text) => text.split(",").map(Number));
  return places.every((place) => place.length === 2 && place.every(Number.isFinite)) ? places : null;
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The maximum number of states that can be undone. */
const MAX_UNDONE = 500;

/** The history of positions for undo and redo, without the mode and the worksheet. */
export class Timeline {
  constructor(state) {
    this.past = [];
    this.future = [];
    this.replace(state);
  }

  /** Records a new state, unless it equals the current one. */
  note(state) {
    const next = snapshot(state);
    const withoutDrawn = (step) => JSON.stringify({ ...step, drawn: null });
    if (withoutDrawn(next) === withoutDrawn(this.now)) {
      this.now = next;
      return false;
    }
    this.past.push(this.now);
    if (this.past.length > MAX_UNDONE) this.past.shift();
    this.now = next;
    this.future = [];
    return true;
  }

  /** Puts a state in place of the current one. */
  replace(state) {
    this.now = snapshot(state);
  }

  undo() {
    return this.turn(this.past, this.future);
  }

  redo() {
    return this.turn(this.future, this.past);
  }

  turn(from, to) {
    if (from.length === 0) return null;
    to.push(this.now);
    this.now = from.pop();
    return this.now;
  }
}

/** What a step of the history has. */
function snapshot({ rules, root, places, steps, drawn, certificate }) {
  return { rules, root, places, steps, drawn, certificate };
}
