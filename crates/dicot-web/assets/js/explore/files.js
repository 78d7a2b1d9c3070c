// What can be taken away: files, and texts in the clipboard.

import { boardSvg, svgFile } from "../board.js";
import { letterOf } from "./results.js";

/** The longest text of a value in a picture; of a longer one, the beginning. */
const MOST_IN_PICTURE = 100;

function shortened(text) {
  return text.length <= MOST_IN_PICTURE ? text : `${text.slice(0, MOST_IN_PICTURE)}… (${text.length} characters)`;
}

/** Has the browser save a text as a file. */
export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The picture of a board with its components in colours, and their values below. */
export function boardFile(board, options, answer) {
  const components = answer?.components ?? [];
  const text = (item) => shortened(item.value ?? `a game whose text has ${item.value_length} characters`);
  const legend = components.length > 1
    ? components.map((item, index) => ({ group: index, letter: letterOf(index), text: text(item) }))
    : [];
  const caption = answer ? `value ${text(answer)}` : undefined;
  return svgFile(boardSvg(board, { ...options, marks: undefined, name: undefined, legend, caption }));
}

/** Puts a text into the clipboard; whether that was possible. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByField(text);
  }
}

/** Without HTTPS, away from this computer, browsers have no other clipboard. */
function copyByField(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
