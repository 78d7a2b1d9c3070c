// The picture of a graph as SVG, which is complete as a file: edges in their colours, vertices with their numbers.

import { COLOURS, FONT, TINTS, element as svgElement, label, star } from "../board.js";
import { SHEET, neighbours, touches } from "./graph.js";
import { t } from "../words.js";

/**
 * The colours of edges on the colour of the sheet: those of Okabe and Ito, which are distinct for the colour-blind, but
 * darker. `plain` is for rulesets without colours.
 */
export const INKS = { b: "#0068a8", r: "#bd4800", g: "#007d5b", plain: COLOURS.muted };
/** What edges and labels are called. */
export const WORDS = { b: t("blue"), r: t("red"), g: t("green"), L: t("Left"), R: t("Right") };

/** The distance between parallel edges at their middles. */
const BEND = 26;
/** The distance at which a vertex covers an edge. */
const NEAR = 12;
/** Half the size of the sign of a winning move. */
const STAR = 6;
/** What marks a move that can be made. */
const TARGET = { fill: COLOURS.target, stroke: COLOURS.cell, "stroke-width": 1.5 };
/** The number of straight pieces of an edge that is not straight. */
const PIECES = 14;

/** The radius of the vertices of a graph. */
export function radiusOf({ labels }) {
  return labels.length > 40 ? 8 : labels.length > 20 ? 11 : 14;
}

/** For each edge, the points of the line that shows it. */
export function linesOf(graph) {
  const { form, edges, places } = graph;
  const counts = new Map();
  const several = new Map();
  const ends = ([u, v]) => `${u}-${v}`;
  for (const edge of edges) several.set(ends(edge), (several.get(ends(edge)) ?? 0) + 1);
  return edges.map((edge) => {
    const [u, v] = edge;
    const number = counts.get(ends(edge)) ?? 0;
    counts.set(ends(edge), number + 1);
    const to = places[v];
    if (u === v) return loop(to, freeDirection(graph, v), 46 + 18 * number);
    // Edges from the ground stand upright.
    const from = form.grounded && u === 0 ? [to[0], SHEET.ground] : places[u];
    // An edge goes around a vertex that is on its way.
    const aside = places.filter((_, w) => w !== u && w !== v).map((place) => between(place, from, to)).find((found) => found !== null);
    const around = (aside < 0 ? -1 : 1) * (number + 1.2);
    return curve(from, to, BEND * (aside === undefined ? number - (several.get(ends(edge)) - 1) / 2 : around));
  });
}

/** The distance, with its sign, of a place from a straight line that it covers; null if it does not cover it. */
function between([x, y], from, to) {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.max(Math.hypot(across, down), 1);
  const along = ((x - from[0]) * across + (y - from[1]) * down) / length;
  const aside = ((x - from[0]) * down - (y - from[1]) * across) / length;
  return along > 0 && along < length && Math.abs(aside) < NEAR ? aside : null;
}

/** A line whose middle is `bend` aside of the straight line. */
function curve(from, to, bend) {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.max(Math.hypot(across, down), 1);
  const pieces = bend === 0 ? 2 : PIECES;
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const along = index / pieces;
    const aside = (4 * along * (1 - along) * bend) / length;
    return [from[0] + across * along - down * aside, from[1] + down * along + across * aside];
  });
}

/** A drop at a vertex, in a direction. */
function loop([x, y], direction, length) {
  const [cos, sin] = [Math.cos(direction), Math.sin(direction)];
  return Array.from({ length: PIECES + 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / PIECES;
    const [out, aside] = [(length * (1 - Math.cos(angle))) / 2, 0.6 * length * Math.sin(angle) * Math.sin(angle / 2)];
    return [x + out * cos - aside * sin, y + out * sin + aside * cos];
  });
}

/** The middle of the widest angle between the edges of a vertex: where a loop is seen best. */
function freeDirection({ form, edges, places }, vertex) {
  if (form.grounded && vertex === 0) return -Math.PI / 2;
  const others = neighbours({ edges }, vertex).filter((other) => other !== vertex);
  const angles = others.map((other) => {
    if (form.grounded && other === 0) return Math.PI / 2;
    return Math.atan2(places[other][1] - places[vertex][1], places[other][0] - places[vertex][0]);
  }).sort((a, b) => a - b);
  if (angles.length === 0) return -Math.PI / 2;
  const gaps = angles.map((angle, index) => [angle, (angles[index + 1] ?? angles[0] + 2 * Math.PI) - angle]);
  const [from, gap] = gaps.reduce((widest, other) => (other[1] > widest[1] + 0.01 ? other : widest));
  return from + gap / 2;
}

/** Whether a vertex is drawn. Where vertices are not taken, one without edges plays no part; while drawing it may get some. */
export function isShown({ form, labels, edges }, vertex, drawing) {
  if (form.grounded && vertex === 0) return true;
  return labels[vertex] !== "#" && (drawing || form.labelled || form.taken || form.counted || edges.some((edge) => touches(edge, vertex)));
}

/**
 * Draws a graph. Options, all of them optional:
 * - `drawing`: whether vertices without edges are drawn in any case
 * - `marks`: the list of marks of a cell, by its key: `target`, `winning`, `selected`, `to` (the chosen move)
 * - `after`: the graph after a move; what the move removes is pale
 * - `parts`: the `vertices` of each component, which are tinted, and its `letter`
 * - `pale`: the set of edges that are pale
 * - `title`: a description; `name(cell)`: the name of a vertex or an edge, for pictures that react
 * - `caption`: a line below; `cropped`: whether only the part of the sheet with vertices is shown
 */
export function graphSvg(graph, options = {}) {
  const height = SHEET.height + (options.caption ? 28 : 0);
  const svg = svgElement("svg", {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${SHEET.width} ${height}`,
    width: SHEET.width,
    height,
    class: "board graph",
    role: options.name ? "group" : "img",
    "font-family": FONT,
  });
  const paper = { width: SHEET.width, height: SHEET.height, rx: 6, fill: COLOURS.cell, stroke: COLOURS.frame };
  svg.append(svgElement("rect", { ...paper, class: "sheet" }));
  svg.append(...["edges", "grounds", "vertices"].map((name) => svgElement("g", { class: name })));
  if (options.caption) {
    svg.append(svgElement("rect", { y: SHEET.height, width: SHEET.width, height: 28, fill: COLOURS.paper }));
    svg.append(label(options.caption, 8, SHEET.height + 14, 12, COLOURS.ink, { "text-anchor": "start" }));
  }
  if (options.cropped && graph.places.length > 0) crop(svg, graph);
  repaintGraph(svg, graph, options);
  return svg;
}

/** Shows only the part of the sheet with vertices. */
function crop(svg, { places }) {
  const range = (axis) => {
    const values = places.map((place) => place[axis]);
    const start = Math.min(...values) - SHEET.margin;
    return [start, Math.max(...values) + SHEET.margin - start];
  };
  const [[left, width], [top, height]] = [range(0), range(1)];
  for (const [name, value] of [["viewBox", `${left} ${top} ${width} ${height}`], ["width", width], ["height", height]]) {
    svg.setAttribute(name, value);
  }
}

/** Updates a picture. Vertices and edges that stay keep their elements, so that they keep the focus. */
export function repaintGraph(svg, graph, options = {}) {
  if (options.title) svg.setAttribute("aria-label", options.title);
  const after = options.after ?? graph;
  const marksOf = (cell) => options.marks?.get(cell.join()) ?? [];
  const left = after.edges.map(String);
  const radius = radiusOf(graph);
  const [grounds, edges, vertices] = [[], [], []];
  const seen = new Map();
  for (const [index, points] of linesOf(graph).entries()) {
    const cell = graph.edges[index];
    const number = seen.get(cell.join()) ?? 0;
    seen.set(cell.join(), number + 1);
    // Of equal edges, a move removes one.
    const stays = left.indexOf(cell.join());
    if (stays >= 0) left.splice(stays, 1);
    const isPale = stays < 0 || options.pale?.has(cell);
    const ink = INKS[graph.form.coloured ? cell[2] : "plain"];
    const name = options.name?.(cell);
    edges.push({ key: `e${cell}:${number}`, name, index, points, draw: () => edgeParts(points, ink, isPale, marksOf(cell), tipOf(graph, cell, points)) });
  }
  for (const [v, place] of graph.places.entries()) {
    if (!isShown(graph, v, options.drawing)) continue;
    const name = options.name?.([v]);
    const isGround = graph.form.grounded && v === 0;
    const isPale = !isShown(after, v, options.drawing);
    const part = (options.parts ?? []).findIndex(({ vertices }) => vertices.includes(v));
    const letter = options.parts?.[part]?.vertices[0] === v ? options.parts[part].letter : "";
    const mark = isPale ? graph.labels[v] : after.labels[v];
    const look = { number: String(v), mark, count: graph.form.counted ? mark || "1" : null, isPale, part, letter };
    const draw = isGround ? () => groundParts(marksOf([v])) : () => vertexParts(place, radius, look, marksOf([v]));
    (isGround ? grounds : vertices).push({ key: `v${v}`, name, index: v, place, isGround, radius, draw });
  }
  for (const [host, items] of [["edges", edges], ["grounds", grounds], ["vertices", vertices]]) {
    repaintLayer(svg.querySelector(`.${host}`), items);
  }
}

function repaintLayer(layer, items) {
  const old = new Map([...layer.querySelectorAll(".cell")].map((node) => [node.dataset.key, node]));
  for (const item of items) {
    const node = old.get(item.key) ?? newItem(layer, item);
    old.delete(item.key);
    node.setAttribute("data-index", item.index);
    if (item.name !== undefined) node.setAttribute("aria-label", item.name);
    repaintItem(node, item);
  }
  for (const node of old.values()) drop(node);
}

/** Removes an element, after a fall if the page moves. */
function drop(node) {
  node.removeAttribute("data-key");
  node.classList.remove("cell");
  if (!node.closest(".falls") || matchMedia("(prefers-reduced-motion: reduce)").matches) node.remove();
  else {
    node.classList.add("gone");
    node.addEventListener("animationend", () => node.remove());
  }
}

function newItem(layer, { key, name, points, isGround }) {
  const roles = name === undefined ? {} : { role: "button", tabindex: -1 };
  const node = svgElement("g", { class: `cell ${points ? "edge" : "vertex"}`, "data-key": key, ...roles });
  // What the pointer meets is larger than what is seen, and never replaced: touch events of a removed element are lost.
  const hit = isGround
    ? svgElement("rect", { width: SHEET.width, y: SHEET.ground - 10, height: SHEET.height - SHEET.ground + 10 })
    : svgElement(points ? "path" : "circle", { "stroke-width": 20 });
  hit.setAttribute("fill", points ? "none" : "transparent");
  hit.setAttribute("stroke", points ? "transparent" : "none");
  node.append(hit, svgElement("g", { class: "content", "pointer-events": "none" }));
  layer.append(node);
  return node;
}

function repaintItem(node, { points, place, isGround, radius, draw }) {
  const [hit, content] = node.children;
  if (points) {
    // A level line alone has no height, so programs that control browsers take it for hidden.
    hit.setAttribute("d", `${pathOf(points)}M${middleOf(points).map((at) => at - 4)}h8v8h-8z`);
  } else if (!isGround) {
    for (const [name, value] of [["cx", place[0]], ["cy", place[1]], ["r", radius + 6]]) hit.setAttribute(name, value);
  }
  content.replaceChildren(...draw());
}

/** The middle of a line. */
export function middleOf(points) {
  return points[Math.floor(points.length / 2)];
}

function pathOf(points) {
  return `M${points.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`).join("L")}`;
}

/** The middle of an arrow, and its direction; null for an edge that leads to both of its ends. */
function tipOf({ form }, [, , , leads], points) {
  if (!form.directed || !leads) return null;
  const way = leads === ">" ? points : points.toReversed();
  // Beyond the middle, so that arrows that cross there are seen.
  const place = 0.62 * (way.length - 1);
  const [[fromX, fromY], [toX, toY]] = way.slice(Math.floor(place));
  const part = place % 1;
  return { at: [fromX + part * (toX - fromX), fromY + part * (toY - fromY)], angle: Math.atan2(toY - fromY, toX - fromX) };
}

function edgeParts(points, ink, isPale, marks, tip) {
  const d = pathOf(points);
  const line = (className, stroke, width) => svgElement("path", {
    class: className, d, fill: "none", stroke, "stroke-width": width, "stroke-linejoin": "round",
  });
  const parts = [line("ring", "none", 0)];
  if (marks.includes("to") || marks.includes("selected")) parts.push(line("mark to", COLOURS.mark, 12));
  // An edge that crosses others interrupts them, so that it is seen where each leads.
  parts.push(line("gap", COLOURS.cell, 8));
  const own = line("line", ink, 5);
  if (isPale) own.setAttribute("opacity", "0.3");
  parts.push(own);
  if (tip) {
    const corner = (out, turn) => tip.at.map((at, axis) => at + out * [Math.cos, Math.sin][axis](tip.angle + turn));
    parts.push(svgElement("path", { class: "tip", d: `M${[corner(11, 0), corner(8, 2.3), corner(8, -2.3)].join("L")}Z`, fill: ink }));
  }
  const [x, y] = middleOf(points);
  if (marks.includes("target")) parts.push(svgElement("circle", { class: "mark target", cx: x, cy: y, r: 5, ...TARGET }));
  if (marks.includes("winning")) parts.push(star(x, y, STAR));
  return parts;
}

function vertexParts([x, y], radius, { number, mark, count, isPale, part, letter }, marks) {
  const ring = (className, more) => svgElement("circle", { class: className, cx: x, cy: y, r: radius + 5, fill: "none", ...more });
  const parts = [ring("ring")];
  if (part >= 0 && !isPale) parts.unshift(ring("tint", { fill: TINTS[part % TINTS.length] }));
  if (letter) parts.push(label(letter, x - radius - 7, y - radius - 3, 12, COLOURS.ink, { "font-weight": 600, class: "letter" }));
  if (marks.includes("to") || marks.includes("selected")) parts.push(ring("mark to", { stroke: COLOURS.mark, "stroke-width": 4 }));
  const ink = mark === "L" ? COLOURS.right : COLOURS.ink;
  const body = [discOf([x, y], radius, mark), label(count ?? number, x, y, radius * 0.95, ink)];
  // Where vertices have counters, their numbers are beside them.
  if (count) body.push(label(number, x + radius + 6, y + radius, 10, COLOURS.muted));
  parts.push(svgElement("g", { opacity: isPale ? 0.35 : undefined }, ...body));
  if (marks.includes("target")) parts.push(svgElement("circle", { class: "mark target", cx: x, cy: y + radius, r: 5, ...TARGET }));
  if (marks.includes("winning")) parts.push(star(x + radius * 0.8, y - radius * 0.8, STAR));
  return parts;
}

/** The disc of a vertex with a label, or without one. */
export function discOf([cx, cy], r, mark) {
  const fill = { L: COLOURS.left, R: COLOURS.right }[mark] ?? COLOURS.frame;
  const stroke = { L: COLOURS.leftEdge, R: COLOURS.rightEdge }[mark] ?? COLOURS.blocked;
  return svgElement("circle", { class: "disc", cx, cy, r, fill, stroke, "stroke-width": 1.5 });
}

function groundParts(marks) {
  const { width, height, ground } = SHEET;
  const soil = { x: 1, y: ground, width: width - 2, height: height - ground - 1, fill: COLOURS.frame };
  const line = (className, stroke, size) => svgElement("path", { class: className, d: `M1 ${ground}H${width - 1}`, stroke, "stroke-width": size });
  const chosen = marks.includes("selected");
  return [
    svgElement("rect", soil),
    line("ring", "none", 0),
    line("line", chosen ? COLOURS.mark : COLOURS.blocked, chosen ? 7 : 5),
  ];
}
