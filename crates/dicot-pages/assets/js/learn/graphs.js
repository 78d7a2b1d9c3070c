// Graphs of the course: their pictures, and sheets to draw them on. Loaded only for chapters with graphs.

import { button, element, withRole } from "../dom.js";
import { Graphs } from "../explore/graphs.js";
import { asSentence } from "../glossary.js";
import { formatGraph, parseGraph } from "../pictures/graph.js";
import { GraphPicture } from "../pictures/graphs.js";
import { KINDS } from "../pictures/index.js";
import { t } from "../words.js";
import { GRAPHS } from "./scene.js";

/** A graph without the empty part of its sheet. */
class CroppedGraph extends GraphPicture {
  options(graph, options) {
    return { ...super.options(graph, options), cropped: true };
  }
}

/** A sheet on which a graph is drawn, with its pens. */
class DrawGraph {
  constructor(host, ruleset, title, changed) {
    Object.assign(this, { ruleset, title });
    const place = element("div", "board-host");
    place.dataset.mode = "draw";
    const tools = withRole(element("div", "joined brushes"), "group", t("Pen"));
    const said = withRole(element("p", "small muted drawing-note"), "status");
    const edited = (graph) => {
      said.textContent = "";
      this.show(graph);
    };
    const settle = () => changed(formatGraph(this.graph));
    const say = (text) => { said.textContent = asSentence(text); };
    const picking = { hover() {}, point() {}, key: () => false };
    this.graphs = new Graphs({ board: place, brushes: tools }, { edit: edited, settle, say }, picking);
    this.graphs.adopt(ruleset);
    const clear = button(t("Clear"), () => {
      edited(this.graphs.changed("clear", this.graph));
      settle();
    });
    said.textContent = this.graphs.hints[matchMedia("(pointer: coarse)").matches ? "touch" : "mouse"];
    host.append(element("div", "row", tools, clear), place, said);
  }

  write(position) {
    this.show(this.graphs.read(position, { root: position }));
  }

  keeps(drawn, position) {
    const edges = (text) => parseGraph(text, this.ruleset.graph).edges.map(String);
    const all = edges(drawn);
    return edges(position).every((edge) => all.includes(edge));
  }

  show(graph) {
    this.graph = graph;
    this.graphs.show(graph, { known: null, previous: null, drawing: true, move: null, moves: [], turn: null });
    this.graphs.sketch.svg.setAttribute("aria-label", this.title);
  }
}

/** Makes graphs known to the parts of the course. */
export function addGraphs() {
  Object.assign(GRAPHS, { Picture: CroppedGraph, Drawing: DrawGraph });
  // Parts of sums.
  KINDS.graph = [GraphPicture];
}
