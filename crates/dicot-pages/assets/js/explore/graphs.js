// The graph on which positions are drawn, with the interface of `Cells`. What a move names is a vertex, `[v]`, or an edge,
// `[u, v, colour]`.

import { svgFile } from "../board.js";
import { MAX_VERTICES, cellOfMove, fallen, formatGraph, negative, parseGraph, partsOf } from "../pictures/graph.js";
import { GraphPicture, describe } from "../pictures/graphs.js";
import { KINDS } from "../pictures/index.js";
import { placed } from "../pictures/layout.js";
import { graphSvg } from "../pictures/sheet.js";
import { t } from "../words.js";
import { Pens } from "./pens.js";
import { captionOf, letterOf } from "./results.js";
import { Sketch } from "./sketch.js";

KINDS.graph = [GraphPicture];

export class Graphs {
  constructor(hosts, handlers, picking) {
    this.host = hosts.board;
    this.pens = new Pens(hosts.brushes);
    this.sketch = new Sketch(hosts.board, this.pens, handlers, picking);
    this.absent = `Only graphs of up to ${MAX_VERTICES} vertices are drawn; others are text.`;
    this.hints = {
      mouse: t("Click for a vertex, drag for an edge; keys: arrows, n, e, letters."),
      touch: t("Tap for a vertex, and two vertices for an edge."),
    };
    /** The last layout, with the text of its graph. */
    this.layout = { text: null };
  }

  adopt(ruleset) {
    this.form = ruleset.graph;
    this.layout.text = null;
    this.pens.show(ruleset);
  }

  /** The graph of a position. Its vertices are where the state says, or where they were at the beginning, since moves keep their numbers. */
  read(text, { root, places }) {
    const graph = parseGraph(text, this.form);
    if (!graph) return null;
    if (places) return placed(graph, places);
    if (this.layout.text !== root) this.layout = { text: root, places: placed(parseGraph(root, this.form) ?? graph).places };
    return placed(graph, this.layout.places);
  }

  isAlso(text, ruleset) {
    return Boolean(ruleset.graph && parseGraph(text, ruleset.graph));
  }

  written(graph) {
    return { root: formatGraph(graph), places: graph.places };
  }

  tidied(text) {
    return text;
  }

  get draws() {
    return true;
  }

  waysOf(moves, graph) {
    return new Map(moves.map((move) => [move, [[cellOfMove(move, graph)].filter(Boolean)]]));
  }

  nameOfMove(move) {
    return move;
  }

  nameOfCell(cell) {
    return cell.length === 1 ? `vertex ${cell}` : `edge ${cell[0]}-${cell[1]}`;
  }

  tools() {
    return ["exchange", "clear", "arrange"];
  }

  changed(tool, graph) {
    if (tool === "exchange") return negative(graph);
    // The ground stays.
    const count = this.form.grounded ? 1 : 0;
    return { ...graph, labels: new Array(count).fill(""), edges: [], places: graph.places.slice(0, count) };
  }

  show(graph, { known, previous, drawing, move, after, moves, turn }) {
    this.sketch.grabs = drawing;
    const marks = drawing && !move ? new Map() : marksOf(move ? [move] : moves, move, turn);
    const pale = fallen(graph);
    const components = (known ?? previous)?.components ?? [];
    this.sketch.show(graph, {
      after: after ?? undefined,
      marks,
      pale,
      parts: partsOf(graph, components).map((vertices, index) => ({ vertices, letter: components.length > 1 ? letterOf(index) : "" })),
      title: `Graph of ${graph.labels.length} vertices and ${graph.edges.length} edges`,
      name: (cell) => inWords(graph, cell, marks, pale),
    });
  }

  focus() {
    this.sketch.focus();
  }

  file(graph, title, known) {
    return svgFile(graphSvg(graph, { title, caption: captionOf(known) }));
  }
}

/** The marks of what can be moved, or of the move that is previewed; winning moves are those of the player whose `turn` it is. */
function marksOf(moves, previewed, turn) {
  const marks = new Map();
  for (const { cells, side, wins } of moves.filter((move) => move.cells.length > 0)) {
    const key = cells[0].join();
    const added = previewed ? "to" : wins && side === turn ? "winning" : "movable";
    marks.set(key, [...(marks.get(key) ?? []), added]);
  }
  return marks;
}

/** Describes a vertex or an edge in words, with what can be done. */
function inWords(graph, cell, marks, pale) {
  const names = { movable: t("can be played"), winning: t("wins"), selected: t("an edge begins here") };
  const actions = new Set((marks.get(cell.join()) ?? []).map((mark) => names[mark]));
  return [...describe(graph, cell, pale), ...actions].filter(Boolean).join(", ");
}
