// Where the vertices of a graph are drawn that nobody has placed.

import { SHEET, neighbours, seat } from "./graph.js";

/** The distance between neighbours, unless the sheet is too small. */
const STEP = { grounded: 80, other: 100 };
/** The number of vertices of a path in a row. */
const MAX_ROW = 10;

/** The graph with places for its vertices: the given ones, as far as there are any, and others by a layout. */
export function placed(graph, places = []) {
  const { labels, form } = graph;
  const own = places.length < labels.length ? fitted(form.grounded ? layers(graph) : grid(graph) ?? byStress(graph), form) : [];
  return { ...graph, places: labels.map((_, v) => seat(form, v, places[v] ?? own[v])) };
}

/** Scales places, whose unit is the distance between neighbours, to the sheet; the lowest are on the ground, if there is one. */
function fitted(places, { grounded }) {
  const { width, height, ground, margin } = SHEET;
  const range = (axis) => {
    const values = places.map((place) => place[axis]);
    return [Math.min(...values), Math.max(...values)];
  };
  const [[left, right], [top, bottom]] = [range(0), range(1)];
  const room = [width - 2 * margin, (grounded ? ground : height - margin) - margin];
  const scale = Math.min(grounded ? STEP.grounded : STEP.other, room[0] / Math.max(right - left, 1), room[1] / Math.max(bottom - top, 1));
  const middle = (width - (left + right) * scale) / 2;
  const above = grounded ? ground - bottom * scale : (height - (top + bottom) * scale) / 2;
  return places.map(([x, y]) => [middle + x * scale, above + y * scale]);
}

/** Places in layers by the distance from the ground, each vertex near those below it; others are above all layers. */
function layers({ labels, edges }) {
  const places = [[0, 0]];
  let below = [0];
  for (let level = 1; below.length > 0; level++) {
    const near = new Map();
    for (const [u, v] of edges) {
      for (const [end, other] of [[u, v], [v, u]]) {
        if (below.includes(end) && !places[other]) near.set(other, [...(near.get(other) ?? []), places[end][0]]);
      }
    }
    const mean = (values) => values.reduce((sum, x) => sum + x, 0) / values.length;
    const layer = [...near].map(([v, values]) => [v, mean(values)]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    let next = -Infinity;
    for (const [v, x] of layer) {
      // Vertices above the same one are on both sides of it.
      const same = layer.filter((other) => other[1] === x).map(([other]) => other);
      const own = Math.max(x + same.indexOf(v) - (same.length - 1) / 2, next);
      next = own + 1;
      places[v] = [own, -level];
    }
    below = layer.map(([v]) => v);
  }
  const height = Math.min(...places.filter(Boolean).map((place) => place[1])) - 1;
  // Loops of the ground are beside all that stands on it.
  if (edges.some(([, v]) => v === 0)) places[0][0] = Math.min(...places.filter(Boolean).map((place) => place[0])) - 1;
  const rest = [...labels.keys()].filter((v) => !places[v]);
  for (const [index, v] of rest.entries()) places[v] = [index - (rest.length - 1) / 2, height];
  return places;
}

/** The places of a graph that is a part of a grid, with its vertices numbered row by row, or of a path; null for others. */
function grid({ labels, edges }) {
  const count = labels.length;
  const longest = Math.max(...edges.map(([u, v]) => v - u), 0);
  if (longest === 1) return labels.map((_, v) => alongPath(v));
  const fits = ([u, v]) => v - u === longest || (v - u === 1 && v % longest !== 0);
  if (longest === 0 || count % longest !== 0 || !edges.every(fits)) return null;
  return labels.map((_, v) => [v % longest, Math.floor(v / longest)]);
}

/** The place of a vertex of a path, which turns at the end of each row. */
function alongPath(v) {
  const [row, column] = [Math.floor(v / MAX_ROW), v % MAX_ROW];
  return [row % 2 === 0 ? column : MAX_ROW - 1 - column, row];
}

/**
 * Places whose distances are near those in the graph: stress majorization. Source: E. Gansner, Y. Koren, S. North, "Graph
 * drawing by stress majorization", Graph Drawing (2004). It begins with a circle, so it is the same each time.
 */
function byStress({ labels, edges }) {
  const ROUNDS = 120;
  const vertices = [...labels.keys()];
  const count = vertices.length;
  // Vertices without a path between them are apart, but not so far that the others become small.
  const apart = Math.max(2, Math.sqrt(count));
  const near = vertices.map((v) => neighbours({ edges }, v));
  const distances = vertices.map((start) => {
    const reached = new Map([[start, 0]]);
    for (const [v, distance] of reached) {
      for (const other of near[v]) if (!reached.has(other)) reached.set(other, distance + 1);
    }
    return vertices.map((v) => reached.get(v) ?? apart);
  });
  const radius = Math.max(0.7, count / (2 * Math.PI));
  const places = vertices.map((v) => {
    // Slightly uneven, because vertices on a line would never leave it.
    const angle = (2 * Math.PI * (v + 0.1 * Math.sin(v))) / count - Math.PI / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const v of vertices) {
      let [x, y, weights] = [0, 0, 0];
      for (const other of vertices.filter((other) => other !== v)) {
        const wanted = distances[v][other];
        const [across, down] = [places[v][0] - places[other][0], places[v][1] - places[other][1]];
        const [ratio, weight] = [wanted / Math.max(Math.hypot(across, down), 0.01), wanted ** -2];
        x += weight * (places[other][0] + across * ratio);
        y += weight * (places[other][1] + down * ratio);
        weights += weight;
      }
      if (weights > 0) places[v] = [x / weights, y / weights];
    }
  }
  return places;
}
