// Graphs as pictures to point at: the vertices by their numbers, then the edges.

import { ended } from "./ways.js";
import { cellOfMove, fallen, neighbours, parseGraph } from "./graph.js";
import { nearest } from "./items.js";
import { placed } from "./layout.js";
import { WORDS, graphSvg, isShown, linesOf, middleOf, repaintGraph } from "./sheet.js";
import { t } from "../words.js";

export class GraphPicture {
  constructor({ graph }) {
    this.form = graph;
    /** The places of the vertices at the start, which they keep, with the text of that graph. */
    this.start = { text: null, places: [] };
  }

  read(text, start) {
    const graph = parseGraph(text, this.form);
    if (!graph) return null;
    if (this.start.text !== start) this.start = { text: start, places: placed(parseGraph(start, this.form) ?? graph).places };
    return placed(graph, this.start.places);
  }

  sizeOf({ labels, edges }) {
    const vertices = labels.filter((label) => label !== "#").length;
    return [[vertices, "vertices", "vertex"], [edges.length, "edges", "edge"]]
      .map(([count, several, one]) => `${count} ${count === 1 ? one : several}`).join(", ");
  }

  count({ labels, edges }) {
    return labels.length + edges.length;
  }

  ways(moves, { labels, edges, ...graph }) {
    const items = (cell) => (cell.length === 1 ? cell : edges.flatMap((edge, index) => (
      String(edge) === String(cell) ? [labels.length + index] : [])));
    return ended(moves.flatMap(({ move }) => {
      const cell = cellOfMove(move, { ...graph, labels, edges });
      return (cell ? items(cell) : []).map((item) => ({ move, path: [item] }));
    }));
  }

  nameOfMove(move) {
    return move;
  }

  last() {
    return [];
  }

  cellOf(index, { labels, edges }) {
    return index < labels.length ? [index] : edges[index - labels.length];
  }

  wordsAt(index, graph) {
    return describe(graph, this.cellOf(index, graph), fallen(graph));
  }

  options(graph, { marks, name, ...options }) {
    const byCell = new Map();
    for (const [index, list] of (marks ?? []).entries()) if (list.length > 0) byCell.set(this.cellOf(index, graph).join(), list);
    const nameOf = name && ((cell) => name(this.index(cell, graph)));
    return { ...options, marks: byCell, name: nameOf, pale: fallen(graph) };
  }

  index(cell, { labels, edges }) {
    return cell.length === 1 ? cell[0] : labels.length + edges.indexOf(cell);
  }

  svg(graph, options) {
    const svg = graphSvg(graph, this.options(graph, options));
    // What a move takes away is seen to go.
    if (options.name) svg.classList.add("falls");
    return svg;
  }

  repaint(svg, graph, options) {
    repaintGraph(svg, graph, this.options(graph, options));
  }

  fits() {
    return true;
  }

  nodeAt(svg, index, { labels }) {
    const isEdge = index >= labels.length;
    return svg.querySelector(`.cell.${isEdge ? "edge" : "vertex"}[data-index="${isEdge ? index - labels.length : index}"]`);
  }

  indexOf(node, { labels }) {
    return +node.dataset.index + (node.classList.contains("edge") ? labels.length : 0);
  }

  beside(index, event, graph) {
    const lines = linesOf(graph);
    const points = [...graph.places, ...lines.map(middleOf)];
    const isThere = (_, at) => at >= graph.labels.length || isShown(graph, at, false);
    return nearest(points.map((point, at) => (isThere(point, at) ? point : null)), index, event.key);
  }

  hints(ways, { labels }) {
    if (ways.length === 0) return [];
    const [vertex, edge] = [ways.some(({ path }) => path[0] < labels.length), ways.some(({ path }) => path[0] >= labels.length)];
    return [vertex && edge ? "one of the marked edges or vertices" : vertex ? "one of the marked vertices" : "one of the marked edges"];
  }
}

/** A vertex or an edge in words; `pale` are the edges that are not connected to the ground. */
export function describe(graph, cell, pale) {
  const { form, labels } = graph;
  const [u, v, colour, leads] = cell;
  if (v !== undefined) {
    const [from, to] = leads === "<" ? [v, u] : [u, v];
    const edge = leads ? t("edge {from} to {to}", { from, to }) : t("edge {ends}", { ends: `${u}-${v}` });
    return [edge, form.coloured && WORDS[colour], pale.has(cell) && t("not connected to the ground")].filter(Boolean);
  }
  const others = [...new Set(neighbours(graph, u))].map((w) => (w === u ? t("itself") : w));
  return [
    form.grounded && u === 0 ? t("ground") : t("vertex {number}", { number: u }),
    WORDS[labels[u]] && t("label {player}", { player: WORDS[labels[u]] }),
    form.counted && t("counters: {count}", { count: labels[u] || 1 }),
    others.length > 0 ? t("joined to {others}", { others: others.reduce((some, next) => t("{some} and {next}", { some, next })) }) : t("no edges"),
  ].filter(Boolean);
}
