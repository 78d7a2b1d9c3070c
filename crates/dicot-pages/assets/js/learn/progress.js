// Which exercises are solved. The browser remembers it, if it lets pages do so, and files carry it to other browsers.

import { store, stored } from "../files.js";
import { t } from "../words.js";
import { expect, readJson } from "./files.js";

const KEY = "dicot-learn";
/** The version of the files. */
const VERSION = 1;

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

/** Which exercises are solved, as a text for a file. `chapters` are the chapters of the course with their exercises. */
export function exported(chapters) {
  const lists = [...chapters].map(([chapter, ids]) => [chapter, ids.filter((id) => solvedIn(chapter).has(id))]);
  const solved = Object.fromEntries(lists.filter(([, ids]) => ids.length > 0));
  return `${JSON.stringify({ version: VERSION, date: new Date().toISOString(), chapters: solved }, null, 2)}\n`;
}

/**
 * Adds what a text from a file says to what is solved. Returns the number of exercises that the text names, how many of them are
 * `added`, and the names that the course does not have. Throws `DamagedFile`, and then adds nothing.
 */
export function merge(text, chapters) {
  const lists = readProgress(text);
  const [named, unknown] = [[], []];
  for (const [chapter, ids] of Object.entries(lists)) {
    for (const id of new Set(ids)) (chapters.get(chapter)?.includes(id) ? named : unknown).push([chapter, id]);
  }
  const added = named.filter(([chapter, id]) => !solvedIn(chapter).has(id));
  for (const [chapter, id] of added) solve(chapter, id);
  return { count: named.length, added: added.length, unknown: unknown.map(([chapter, id]) => `${chapter}.${id}`) };
}

/** Forgets all of it. */
export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable, so there is nothing to forget.
  }
}

/** The lists of a text from a file. Throws `DamagedFile`. */
function readProgress(text) {
  const all = readJson(text);
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  expect(isObject(all), [], t("an object"), all);
  expect(all.version === VERSION, ["version"], String(VERSION), all.version);
  expect(isObject(all.chapters), ["chapters"], t("an object"), all.chapters);
  for (const [chapter, ids] of Object.entries(all.chapters)) {
    expect(Array.isArray(ids), ["chapters", chapter], t("a list of exercises"), ids);
    for (const [index, id] of ids.entries()) expect(typeof id === "string", ["chapters", chapter, t("item {number}", { number: index + 1 })], t("the name of an exercise"), id);
  }
  return all.chapters;
}
