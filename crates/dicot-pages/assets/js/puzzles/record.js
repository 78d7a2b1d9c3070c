// The puzzles of the file, that of a day, and which are solved, as the browser remembers it.

import { store, stored } from "../files.js";
import { termsOf } from "../learn/spec.js";

const KEY = "dicot-puzzles";

/** What a row of tries is made of. */
export const MARKS = { right: "🟩", wrong: "🟥", none: "⬜" };

/** The puzzles of a text with a line for each: `{grade, asked, side, answer, positions}`, with `{rules, position}` for each position. */
export function readPuzzles(text) {
  return text.trimEnd().split("\n").map((line) => {
    const [grade, kind, answer, ...positions] = line.split("\t");
    const [asked, side = null] = kind.split(" ");
    return { grade: Number(grade), asked, side, answer, positions: positions.map(readPosition) };
  });
}

function readPosition(text) {
  const terms = termsOf(text);
  return terms.length > 1 ? { rules: "sum", position: text } : terms[0];
}

/** The number of a day where the date is, from a Monday on. */
export function dayOf(date) {
  return Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(2026, 0, 5)) / 86_400_000);
}

/** The number of the puzzle of a day, if there are `count`. */
export function daily(day, count) {
  return ((day % count) + count) % count;
}

/** What the browser has kept; null if that cannot be read. */
function kept() {
  try {
    return JSON.parse(stored(KEY));
  } catch {
    return null;
  }
}

export class Record {
  constructor() {
    const { tries, last, streak } = kept() ?? {};
    const rows = Object.entries(tries ?? {}).filter(([, row]) => typeof row === "string");
    /** The rows of tries, by the numbers of puzzles. */
    this.tries = Object.fromEntries(rows);
    /** The last day whose puzzle was solved, and how many in a row were. */
    this.last = Number.isInteger(last) ? last : null;
    this.streak = Number.isInteger(streak) ? streak : 0;
  }

  triesOf(number) {
    return this.tries[number] ?? "";
  }

  isSolved(number) {
    return this.triesOf(number).endsWith(MARKS.right);
  }

  /** Remembers the first row of tries of a puzzle; `day` is the day whose puzzle it is, or null. */
  add(number, tries, day) {
    // Another tab may have added to what is kept.
    const now = new Record();
    this.tries = { ...now.tries, ...this.tries };
    if (now.last !== null && now.last > (this.last ?? -Infinity)) Object.assign(this, { last: now.last, streak: now.streak });
    if (!this.triesOf(number)) this.tries[number] = tries;
    // It may have been solved before its day.
    if (day !== null && day !== this.last && this.isSolved(number)) {
      this.streak = this.last === day - 1 ? this.streak + 1 : 1;
      this.last = day;
    }
    store(KEY, JSON.stringify(this));
  }

  /** How many puzzles are solved, and those of how many days in a row up to this one or the one before. */
  counts(day) {
    const solved = Object.keys(this.tries).filter((number) => this.isSolved(number)).length;
    return { solved, streak: this.last !== null && this.last >= day - 1 ? this.streak : 0 };
  }
}
