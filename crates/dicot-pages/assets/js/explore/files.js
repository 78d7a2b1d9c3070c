// The picture of a position as a file.

import { boardSvg, svgFile } from "../board.js";
import { letterOf } from "./results.js";
import { graphSvg } from "./sheet.js";

/** The maximum length of a value in a picture; a longer one is truncated. */
const MAX_IN_PICTURE = 100;

function shortened(text) {
  return text.length <= MAX_IN_PICTURE ? text : `${text.slice(0, MAX_IN_PICTURE)}… (${text.length} characters)`;
}

function text(item) {
  return shortened(item.value ?? `a game whose text has ${item.value_length} characters`);
}

function captionOf(answer) {
  return answer ? `value ${text(answer)}` : undefined;
}

/** The picture of a board with its components in colours, and their values below. */
export function boardFile(board, options, answer) {
  const components = answer?.components ?? [];
  const legend = components.length > 1
    ? components.map((item, index) => ({ group: index, letter: letterOf(index), text: text(item) }))
    : [];
  return svgFile(boardSvg(board, { ...options, marks: undefined, name: undefined, legend, caption: captionOf(answer) }));
}

/** The picture of a graph with its value below. */
export function graphFile(graph, title, answer) {
  return svgFile(graphSvg(graph, { title, caption: captionOf(answer) }));
}
