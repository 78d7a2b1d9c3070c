// The puzzles of the file, that of a day, and which are solved, as the browser remembers it.

import { store, stored } from "../files.js";

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
  if (text.includes(" + ")) return { rules: "sum", position: text };
  const [, rules, position] = /^([^:]*):(.*)$/.exec(text);
  return { rules, position };
}

/** The number of a day where the date is, from a Monday on. */
export function dayOf(date) {
  return Math.round((Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) - Date.UTC(2026, 0, 5)) / 86_400_000);
}

/** The puzzle of a day, of so many. */
export function daily(day, count) {
  return ((day % count) + count) % count;
}

export class Record {
  constructor() {
    let known = null;
    try {
      known = JSON.parse(stored(KEY));
    } catch {
      // The contents are not ours.
    }
    /** The rows of tries, by the numbers of puzzles; the last day whose puzzle was solved, and how many in a row were. */
    Object.assign(this, { tries: {}, last: null, streak: 0 }, typeof known === "object" ? known : {});
  }

  triesOf(number) {
    return this.tries[number] ?? "";
  }

  isSolved(number) {
    return this.triesOf(number).endsWith(MARKS.right);
  }

  /** Remembers the first row of tries of a puzzle; `day` is the day whose puzzle it is, or null. */
  add(number, tries, day) {
    if (this.triesOf(number)) return;
    this.tries[number] = tries;
    if (day !== null && this.isSolved(number)) {
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
