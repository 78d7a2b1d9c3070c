// The graph on the page: a sheet that reacts to the mouse, to touch and to keys. It has the interface of `Grid`, but changes
// the graph by itself, because a press on the sheet means more than a cell.

import {
  MAX_VERTICES, SHEET, seat, withColour, withEdge, withLabel, withPlace, withVertex, withoutEdge, withoutVertex,
} from "../pictures/graph.js";
import { ARROWS, element as svgElement } from "../board.js";
import { nearest } from "../pictures/items.js";
import { graphSvg, linesOf, middleOf, repaintGraph } from "../pictures/sheet.js";
import { t } from "../words.js";

/** How far the pointer moves if it drags and does not press, in units of the sheet. */
const DRAG = 14;
/** The distance by which keys move a vertex. */
const NUDGE = 10;

export class Sketch {
  /**
   * `pens` are the tools. `handlers`: `edit(graph)` with each change, `settle()` at its end, `say(text)`. `picking`
   * picks moves while they are examined.
   */
  constructor(host, pens, handlers, picking) {
    this.host = host;
    this.pens = pens;
    this.handlers = handlers;
    this.picking = picking;
    this.svg = null;
    /** The vertex at which an edge begins whose end is still to be chosen. */
    this.armed = null;
    this.stroke = null;
    this.hovered = null;
    this.painting = false;
    /** Whether the graph is drawn, and no move examined. */
    this.grabs = false;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", () => {
      this.cancel();
      if (this.grabs) handlers.settle();
    });
    host.addEventListener("pointerleave", () => this.hover(null));
    // A finger scrolls, unless it moves a vertex.
    host.addEventListener("touchstart", (event) => this.grabs && this.stroke?.drags && event.preventDefault(), { passive: false });
    host.addEventListener("keydown", (event) => this.keyDown(event));
    host.addEventListener("focusin", (event) => this.focusIn(event));
    // An element that is removed loses the focus too.
    host.addEventListener("focusout", () => this.painting || this.hover(null));
    // A screen reader clicks without a pointer.
    host.addEventListener("click", (event) => {
      const node = event.target.closest(".cell");
      if (event.detail === 0 && node) this.press(this.itemOf(node));
    });
  }

  /** Shows a graph, with the options of `graphSvg`. */
  show(graph, options) {
    if (!this.grabs || this.armed >= graph.labels.length) this.armed = null;
    this.graph = graph;
    const marks = new Map(options.marks);
    if (this.armed !== null) marks.set(String(this.armed), ["selected"]);
    this.options = { ...options, marks, drawing: this.grabs };
    const focused = this.host.contains(this.host.getRootNode().activeElement);
    this.painting = true;
    if (this.svg) repaintGraph(this.svg, graph, this.options);
    else {
      this.svg = graphSvg(graph, this.options);
      this.host.replaceChildren(this.svg);
    }
    this.painting = false;
    const current = this.node(this.current) ?? this.nodes()[0];
    this.svg.setAttribute("tabindex", current ? "-1" : "0");
    if (!this.node(this.hovered)) this.hover(null);
    this.take(current, focused && !this.host.contains(this.host.getRootNode().activeElement));
  }

  /** Draws anew while nothing but the marks changes. */
  refresh() {
    this.show(this.graph, { ...this.options, marks: this.grabs ? new Map() : this.options.marks });
  }

  node(key) {
    return this.nodes().find((node) => node.dataset.key === key);
  }

  /** The elements of vertices and edges. */
  nodes() {
    return [".vertex", ".edge"].flatMap((kind) => [...(this.svg?.querySelectorAll(kind) ?? [])]);
  }

  /** The vertex or edge that an element shows: its `index`, and its `cell` as moves name it. */
  itemOf(node) {
    const index = Number(node.dataset.index);
    const isEdge = node.classList.contains("edge");
    return { node, index, isEdge, cell: isEdge ? this.graph.edges[index] : [index] };
  }

  /** Makes an element the one that receives the focus by the tab key. */
  take(node, focus) {
    for (const other of this.nodes()) other.setAttribute("tabindex", other === node ? "0" : "-1");
    this.current = node?.dataset.key;
    if (focus) (node ?? this.svg).focus({ preventScroll: true });
  }

  /** Moves the focus to the graph. */
  focus() {
    (this.node(this.current) ?? this.svg)?.focus();
  }

  // The pointer.

  /** The place on the sheet at the pointer. */
  placeOf(event) {
    const { left, top, width } = this.svg.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top].map((at) => (at * SHEET.width) / width);
  }

  /** The vertex or edge at the pointer; null for the empty sheet. */
  at(event) {
    const node = this.host.getRootNode().elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    return node && this.host.contains(node) ? this.itemOf(node) : null;
  }

  down(event) {
    if (event.button !== 0 || !this.svg) return;
    const item = this.at(event);
    if (!item && !this.grabs) return;
    event.preventDefault();
    this.host.setPointerCapture(event.pointerId);
    if (item) this.take(item.node, true);
    const place = this.placeOf(event);
    const drags = event.pointerType !== "touch" || (this.pens.letter === "move" && item !== null);
    this.stroke = { item, place, drags, far: 0, left: false };
  }

  move(event) {
    if (!this.svg) return;
    const { stroke } = this;
    if (!stroke) {
      this.hover(this.at(event));
      return;
    }
    const place = this.placeOf(event);
    stroke.far = Math.max(stroke.far, apart(stroke.place, place));
    stroke.left ||= this.at(event)?.node !== stroke.item?.node;
    if (!this.grabs || !stroke.drags || !stroke.item || stroke.item.isEdge || stroke.far < DRAG) return;
    const { index } = stroke.item;
    if (this.pens.letter === "move") this.handlers.edit(withPlace(this.graph, index, place));
    else if (this.pens.letter !== "remove") this.rubber([this.startOf(index, place), place]);
  }

  /** Where an edge from a vertex to a place begins. */
  startOf(vertex, place) {
    return this.graph.form.grounded && vertex === 0 ? [place[0], SHEET.ground] : this.graph.places[vertex];
  }

  /** Shows the edge that is being drawn; null removes it. */
  rubber(ends) {
    this.svg.querySelector(".rubber")?.remove();
    if (!ends) return;
    const line = { class: "rubber", d: `M${ends.join("L")}`, "pointer-events": "none", stroke: "#17585c", "stroke-width": 3 };
    this.svg.append(svgElement("path", { ...line, "stroke-dasharray": "6 5" }));
  }

  up(event) {
    const { stroke } = this;
    if (!stroke) return;
    const last = this.at(event);
    const place = this.placeOf(event);
    this.cancel();
    const isOnSheet = place[0] > 0 && place[0] < SHEET.width && place[1] > 0 && place[1] < SHEET.height;
    if (!this.grabs) {
      if (last) this.picking.point(stroke.item.cell, last.cell);
    } else if (this.pens.letter === "move") this.handlers.settle();
    else if (stroke.far < DRAG) this.press(stroke.item, place);
    else if (stroke.drags && this.pens.letter !== "remove" && stroke.item && !stroke.item.isEdge && stroke.left && isOnSheet) {
      // A stroke that has left its vertex and is back there is a loop.
      this.join(stroke.item.index, last && !last.isEdge ? last.index : place);
    }
  }

  /** Ends a stroke without an effect. */
  cancel() {
    this.stroke = null;
    if (this.svg) this.rubber(null);
  }

  hover(item) {
    const key = item?.node.dataset.key ?? null;
    if (key === this.hovered) return;
    this.hovered = key;
    this.picking.hover(...(item?.cell ?? []));
  }

  focusIn(event) {
    const node = event.target.closest(".cell");
    if (!node || this.stroke) return;
    this.take(node, false);
    if (node.matches(":focus-visible")) this.hover(this.itemOf(node));
  }

  // Changes.

  /** Handles a press on a vertex, on an edge, or on the empty sheet at a place. */
  press(item, place) {
    if (!this.grabs) {
      this.picking.point(item.cell, item.cell);
      return;
    }
    const { letter } = this.pens;
    if (!item) {
      if (letter !== "remove" && letter !== "move") this.join(this.armed, place);
    } else if (letter === "remove") this.remove(item);
    else if (letter === "move") return;
    else if (item.isEdge) this.paint(item, letter);
    else if (letter === "L" || letter === "R") this.change(withLabel(this.graph, item.index, letter));
    else if (this.armed === null) this.arm(item.index);
    else if (this.armed === item.index) this.arm(null);
    else this.join(this.armed, item.index);
  }

  /** Begins an edge at a vertex; null ends it without one. */
  arm(vertex) {
    this.armed = vertex;
    this.refresh();
  }

  change(graph) {
    if (graph === this.graph) return;
    this.handlers.edit(graph);
    this.handlers.settle();
  }

  /** Joins two vertices; the second can be a place, for a new vertex, and the first null, for no edge. */
  join(from, to) {
    let graph = this.graph;
    let end = to;
    if (Array.isArray(to)) {
      graph = this.withNewVertex(to);
      if (!graph) return;
      end = graph.labels.length - 1;
    }
    this.armed = null;
    if (from !== null) {
      const joined = withEdge(graph, from, end, this.pens.colour);
      if (joined === graph) this.handlers.say(from === end ? t("this ruleset has no loops") : t("there is such an edge"));
      graph = joined;
    }
    this.change(graph);
    this.refresh();
  }

  /** The graph with a vertex at a place; null if it has as many as are drawn. */
  withNewVertex(place) {
    let graph = this.graph;
    // The first vertex of a picture stands on the ground, which is a vertex too.
    if (graph.form.grounded && graph.labels.length === 0) graph = withVertex(graph, place);
    const next = withVertex(graph, place);
    if (next === graph) {
      this.handlers.say(t("graphs that are drawn have up to {count} vertices", { count: MAX_VERTICES }));
      return null;
    }
    const { letter } = this.pens;
    return letter === "L" || letter === "R" ? withLabel(next, next.labels.length - 1, letter) : next;
  }

  paint(item, letter) {
    if (this.graph.form.coloured && "brg".includes(letter)) this.change(withColour(this.graph, item.index, letter));
  }

  remove(item) {
    this.armed = null;
    this.change((item.isEdge ? withoutEdge : withoutVertex)(this.graph, item.index));
  }

  // Keys.

  keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.svg) return;
    const node = event.target.closest(".cell");
    const item = node && this.itemOf(node);
    if (this.walk(event, item) || (this.grabs ? this.keyInDrawing(event, item) : item && this.picking.key(event, ...item.cell))) {
      event.preventDefault();
    }
  }

  /** Moves the focus, or with shift the vertex that has it. */
  walk(event, item) {
    const nodes = this.nodes();
    const step = ARROWS[event.key];
    if (step && item && event.shiftKey && this.grabs && !item.isEdge) {
      const [x, y] = this.graph.places[item.index];
      this.change(withPlace(this.graph, item.index, [x + NUDGE * step[0], y + NUDGE * step[1]]));
      return true;
    }
    if (step && item) {
      this.take(this.beside(item, event.key), true);
      return true;
    }
    const index = item ? nodes.indexOf(item.node) : 0;
    const next = { Home: 0, End: nodes.length - 1, PageUp: Math.max(index - 1, 0), PageDown: Math.min(index + 1, nodes.length - 1) }[event.key];
    if (next === undefined) return false;
    this.take(nodes[next], true);
    return true;
  }

  /** The nearest vertex or edge in the direction of a key. */
  beside(item, key) {
    const lines = linesOf(this.graph);
    const nodes = this.nodes();
    const points = nodes.map((node) => {
      const { isEdge, index } = this.itemOf(node);
      return isEdge ? middleOf(lines[index]) : this.graph.places[index];
    });
    return nodes[nearest(points, nodes.indexOf(item.node), key)];
  }

  keyInDrawing(event, item) {
    const key = event.key.toLowerCase();
    const { form } = this.graph;
    const isVertex = item && !item.isEdge;
    if (key === "n") {
      this.join(this.armed, this.freePlace(item));
      this.take(this.node(`v${this.graph.labels.length - 1}`), true);
    } else if (key === "escape" && this.armed !== null) this.arm(null);
    else if (!item) return false;
    else if (key === "enter" || key === " ") this.press(item);
    else if (key === "delete" || key === "backspace") this.remove(item);
    else if (key === "e" && isVertex) {
      if (this.armed === null) this.arm(item.index);
      else this.join(this.armed, item.index);
    } else if (isVertex && form.labelled && (key === "l" || key === "r")) this.change(withLabel(this.graph, item.index, key.toUpperCase()));
    else if (item.isEdge && "brg".includes(key)) this.paint(item, key);
    else return false;
    return true;
  }

  /** A free place for a new vertex, near what has the focus. */
  freePlace(item) {
    const { form, labels, places } = this.graph;
    const [x, y] = item ? places[item.cell[0]] : [SHEET.width / 2, SHEET.height / 2];
    for (let turn = 0; turn < 60; turn++) {
      const [angle, radius] = [(Math.PI / 4) * turn, 60 + 4 * turn];
      const place = seat(form, labels.length, [x + radius * Math.sin(angle), y - radius * Math.cos(angle)]);
      if (places.every((other) => apart(other, place) > 36)) return place;
    }
    return [x, y];
  }
}

function apart(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
