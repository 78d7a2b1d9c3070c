// Graphs: their text form, and what drawing changes.
//
// A graph is `{form, labels, edges, places}`: `labels` for each vertex `L`, `R`, `#` (gone), a number of counters or empty,
// `edges` as `[u, v, colour]` with `u <= v` and the colour `b`, `r` or `g`, in order, and `places` as `[x, y]`. An edge that leads
// only to one of its ends has a fourth part, `>` or `<`. `form` says what the graphs of the ruleset have: `coloured`, `labelled`,
// `taken`, `grounded`, `directed`, `counted`. The functions that change a graph return another one.

/** The size of the sheet on which graphs are drawn, and the height of the ground. */
export const SHEET = { width: 500, height: 380, ground: 352, margin: 28 };
/** The maximum number of vertices and edges of a graph that is drawn. */
export const MAX_VERTICES = 64;
const MAX_EDGES = 2048;
/** The least distance of a vertex from the ground. */
const ABOVE = 36;

/** Parses a graph without places; null if it is not a graph that can be drawn. */
export function parseGraph(text, form) {
  const words = text.replaceAll("|", " | ").trim().split(/\s+/);
  const graph = shape(words.splice(0, /^n=/i.test(words[0]) ? 1 : 2).join(" ").toLowerCase(), form);
  if (!graph) return null;
  const bar = words.includes("|") ? words.indexOf("|") : words.length;
  if (bar < words.length && !form.labelled && !form.taken && !form.counted) return null;
  const exists = (v) => v < graph.labels.length;
  for (const word of words.slice(0, bar)) {
    const [, u, line, v, colour] = /^(\d+)([->])(\d+)(?::([brg]))?$/i.exec(word) ?? [];
    if (u === undefined || !exists(+u) || !exists(+v)) return null;
    if ((!form.grounded && +u === +v) || (!form.coloured && colour) || (!form.directed && line === ">")) return null;
    graph.edges.push(edge(+u, +v, colour?.toLowerCase(), line === ">"));
  }
  for (const word of words.slice(bar + 1)) {
    const [, v, label] = /^(\d+):([LR#]|\d{1,3})$/i.exec(word) ?? [];
    if (v === undefined || !exists(+v) || graph.labels[v] !== "") return null;
    if (label !== "#" && !(/\d/.test(label) ? form.counted : form.labelled)) return null;
    graph.labels[v] = label === "1" ? "" : label.toUpperCase();
  }
  const isGone = ([u, v]) => graph.labels[u] === "#" || graph.labels[v] === "#";
  return graph.edges.length > MAX_EDGES ? null : sorted(graph, graph.edges.filter((edge) => !isGone(edge)));
}

/** The graph of the first words of a text. */
function shape(text, form) {
  const [, vertices] = /^n=(\d+)$/.exec(text) ?? [];
  const [, kind, length] = /^(path|cycle) (\d+)$/.exec(text) ?? [];
  const [, rows, columns] = /^grid (\d+)x(\d+)$/.exec(text) ?? [];
  const count = Number(vertices ?? length ?? rows * columns);
  const least = { path: 1, cycle: 3 }[kind] ?? (rows ? 1 : 0);
  if (!(count >= least && count <= MAX_VERTICES)) return null;
  const edges = [];
  for (let v = 0; v < count; v++) {
    if (kind ? v > 0 : v % columns > 0) edges.push(edge(v - 1, v));
    if (rows && v >= columns) edges.push(edge(v - columns, v));
  }
  if (kind === "cycle") edges.push(edge(0, count - 1));
  return { form, labels: new Array(count).fill(""), edges, places: [] };
}

/** An edge; with `leads`, only from `u` to `v`. */
function edge(u, v, colour = "g", leads = false) {
  return [Math.min(u, v), Math.max(u, v), colour, ...(leads ? [u < v ? ">" : "<"] : [])];
}

/** The graph with these edges, in order; equal ones are one edge, unless there is a ground, and two that lead back and forth too. */
function sorted(graph, edges) {
  const order = edges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || "brg".indexOf(a[2]) - "brg".indexOf(b[2]));
  if (graph.form.grounded) return { ...graph, edges: order };
  const kept = [];
  for (const edge of order) {
    const last = kept.at(-1);
    if (String(last?.slice(0, 3)) !== String(edge.slice(0, 3))) kept.push(edge);
    else if (last[3] !== edge[3]) kept[kept.length - 1] = edge.slice(0, 3);
  }
  return { ...graph, edges: kept };
}

/** The text form of a graph. */
export function formatGraph({ form, labels, edges }) {
  const ends = ([u, v, , leads]) => (leads ? (leads === ">" ? `${u}>${v}` : `${v}>${u}`) : `${u}-${v}`);
  const words = [`n=${labels.length}`, ...edges.map((edge) => `${ends(edge)}${form.coloured ? `:${edge[2]}` : ""}`)];
  const marks = labels.flatMap((label, v) => (label ? [`${v}:${label}`] : []));
  return [...words, ...(marks.length ? ["|", ...marks] : [])].join(" ");
}

/**
 * The cell that a move names: `[v]` for a vertex, and the edge itself for an edge; null if there is no such edge. A move
 * names the colour of an edge only if that decides.
 */
export function cellOfMove(text, { edges }) {
  const [, u, v, colour] = /^(\d+)(?:-(\d+)(?::([brg]))?)?$/.exec(text) ?? [];
  if (u === undefined) return null;
  const isNamed = (edge) => edge[0] === +u && edge[1] === +v && (colour === undefined || edge[2] === colour);
  return v === undefined ? [+u] : edges.find(isNamed) ?? null;
}

/** Whether an edge ends in a vertex. */
export function touches([u, v], vertex) {
  return u === vertex || v === vertex;
}

/** The other ends of the edges of a vertex. */
export function neighbours({ edges }, vertex) {
  return edges.filter((edge) => touches(edge, vertex)).map(([u, v]) => (u === vertex ? v : u));
}

/** The edges of a graph that no path connects to the ground. */
export function fallen({ form, labels, edges }) {
  if (!form.grounded) return new Set();
  const standing = new Set([0]);
  for (let round = 0; round < labels.length; round++) {
    for (const [u, v] of edges) if (standing.has(u) || standing.has(v)) standing.add(u).add(v);
  }
  return new Set(edges.filter(([u]) => !standing.has(u)));
}

/** The vertices of each component of an answer, as far as a connected part of the graph, without the ground, has its text. */
export function partsOf(graph, components) {
  const { form, labels, edges } = graph;
  const free = new Set([...labels.keys()].filter((v) => labels[v] !== "#" && !(form.grounded && v === 0)));
  const parts = [];
  for (const first of free) {
    const part = new Set([first]);
    for (const v of part) {
      for (const [u, w] of edges.filter((edge) => touches(edge, v))) {
        for (const end of [u, w]) if (free.has(end)) part.add(end);
      }
    }
    for (const v of part) free.delete(v);
    const members = [...(form.grounded ? [0] : []), ...[...part].sort((a, b) => a - b)];
    const own = edges.filter(([u, v]) => v !== 0 && members.includes(u) && members.includes(v));
    const renumbered = own.map(([u, v, ...rest]) => [members.indexOf(u), members.indexOf(v), ...rest]);
    parts.push({ text: formatGraph({ form, labels: members.map((v) => labels[v]), edges: renumbered }), vertices: [...part] });
  }
  return components.map(({ position }) => {
    const index = parts.findIndex(({ text }) => text === position);
    return index < 0 ? [] : parts.splice(index, 1)[0].vertices;
  });
}

// Changes.

/** Adds a vertex; the same graph if it has as many as are drawn. */
export function withVertex(graph, place) {
  const { form, labels, places } = graph;
  if (labels.length === MAX_VERTICES) return graph;
  return { ...graph, labels: [...labels, ""], places: [...places, seat(form, labels.length, place)] };
}

/** Adds an edge; the same graph if it cannot have that edge. */
export function withEdge(graph, u, v, colour) {
  const { form, edges } = graph;
  const added = edge(u, v, form.coloured ? colour : "g");
  const isNew = form.grounded || (u !== v && !edges.some((other) => String(other) === String(added)));
  return isNew && edges.length < MAX_EDGES ? sorted(graph, [...edges, added]) : graph;
}

/** Paints an edge, given by its index. */
export function withColour(graph, index, colour) {
  const [u, v, before] = graph.edges[index];
  return before === colour ? graph : sorted(graph, graph.edges.with(index, [u, v, colour]));
}

/** Labels a vertex, or removes its label if it has this one. */
export function withLabel(graph, vertex, label) {
  const { labels } = graph;
  return { ...graph, labels: labels.with(vertex, labels[vertex] === label ? "" : label) };
}

/** Moves a vertex. */
export function withPlace(graph, vertex, place) {
  return { ...graph, places: graph.places.with(vertex, seat(graph.form, vertex, place)) };
}

/** Removes an edge, given by its index. */
export function withoutEdge(graph, index) {
  return { ...graph, edges: graph.edges.toSpliced(index, 1) };
}

/** Removes a vertex and its edges; the later ones are numbered anew. The ground stays. */
export function withoutVertex(graph, vertex) {
  const { form, labels, edges, places } = graph;
  if (form.grounded && vertex === 0) return graph;
  const number = (v) => (v > vertex ? v - 1 : v);
  const kept = edges.filter((edge) => !touches(edge, vertex)).map(([u, v, ...rest]) => [number(u), number(v), ...rest]);
  return { form, labels: labels.toSpliced(vertex, 1), edges: kept, places: places.toSpliced(vertex, 1) };
}

/** The negative of a graph: labels and colours change their owners. */
export function negative(graph) {
  const other = { L: "R", R: "L", b: "r", r: "b" };
  const edges = graph.edges.map(([u, v, colour, ...rest]) => [u, v, other[colour] ?? colour, ...rest]);
  return sorted({ ...graph, labels: graph.labels.map((label) => other[label] ?? label) }, edges);
}

/** The nearest place for a vertex: not too near to the border, on the ground if it is the ground, otherwise above it. */
export function seat({ grounded }, vertex, [x, y]) {
  const { width, height, ground, margin } = SHEET;
  const [top, bottom] = !grounded ? [margin, height - margin] : vertex === 0 ? [ground, ground] : [margin, ground - ABOVE];
  const within = (value, least, most) => Math.round(Math.max(least, Math.min(value, most)));
  return [within(x, margin, width - margin), within(y, top, bottom)];
}
