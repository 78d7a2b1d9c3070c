// Graphs: their text form, what moves name, what drawing changes, and their layout.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  SHEET, cellOfMove, fallen, formatGraph, negative, parseGraph, partsOf, seat, touches, withColour, withEdge, withLabel, withPlace, withVertex,
  withoutEdge, withoutVertex,
} from "../../assets/js/pictures/graph.js";
import { placed } from "../../assets/js/pictures/layout.js";
import { isShown, linesOf, middleOf, radiusOf } from "../../assets/js/pictures/sheet.js";

/** The forms of graphs: of Col and Snort, of Node Kayles, of Arc Kayles, and of Hackenbush. */
const LABELLED = { labelled: true };
const TAKEN = { taken: true };
const PLAIN = {};
const GROUNDED = { coloured: true, grounded: true };

const again = (text, form) => formatGraph(parseGraph(text, form));

test("a graph is read with its edges in order and its labels", () => {
  const graph = parseGraph("n=4 3-2 1-0 | 2:L 0:r", LABELLED);
  assert.deepEqual([graph.labels, graph.edges, graph.places], [["R", "", "L", ""], [[0, 1, "g"], [2, 3, "g"]], []]);
  assert.equal(formatGraph(graph), "n=4 0-1 2-3 | 0:R 2:L");
});

test("a graph is printed as it is read", () => {
  for (const text of ["n=0", "n=1", "n=3 0-1 0-2 1-2", "n=2 | 0:L 1:R", "n=2 | 1:#"]) assert.equal(again(text, LABELLED), text);
  for (const text of ["n=1", "n=2 0-0:g 0-1:b 0-1:b 0-1:r 0-1:g 1-1:r"]) assert.equal(again(text, GROUNDED), text);
});

test("a vertex that is taken has no label, and one without edges is drawn", () => {
  assert.equal(again("path 4 | 1:#", TAKEN), "n=4 2-3 | 1:#");
  assert.equal(parseGraph("n=2 | 1:L", TAKEN), null);
  const graph = parseGraph("n=3 | 1:#", TAKEN);
  assert.deepEqual([0, 1, 2].map((v) => isShown(graph, v, false)), [true, false, true]);
});

test("spaces, cases and places of bars do not matter", () => {
  assert.equal(again("  N=3   0-1|2:l ", LABELLED), "n=3 0-1 | 2:L");
  assert.equal(again("n=2 1-0:B", GROUNDED), "n=2 0-1:b");
  assert.equal(again("n=2 0-1 |", LABELLED), "n=2 0-1");
});

test("paths, cycles and grids have names", () => {
  assert.equal(again("path 4", PLAIN), "n=4 0-1 1-2 2-3");
  assert.equal(again("path 1", PLAIN), "n=1");
  assert.equal(again("Cycle 3", PLAIN), "n=3 0-1 0-2 1-2");
  assert.equal(again("grid 2x3", PLAIN), "n=6 0-1 0-3 1-2 1-4 2-5 3-4 4-5");
  assert.equal(again("grid 1x2 | 0:#", LABELLED), "n=2 | 0:#");
});

test("equal edges are one, unless there is a ground; edges of vertices that are gone are gone", () => {
  assert.equal(again("n=2 0-1 1-0", PLAIN), "n=2 0-1");
  assert.equal(again("n=2 0-1:r 0-1:r", GROUNDED), "n=2 0-1:r 0-1:r");
  assert.equal(again("n=3 0-1 1-2 0-2 | 1:#", LABELLED), "n=3 0-2 | 1:#");
});

test("what is not a graph of the ruleset, or too large to draw, is null", () => {
  const bad = ["", "xo/ox", "n=", "n=x", "n=2 0-2", "n=2 0-1 q", "n=2 0-0", "n=2 0-1:b", "n=2 | 0:L", "path 0", "cycle 2", "grid 0x3", "path", "n=65", "grid 9x9", "n=1e1"];
  for (const text of bad) assert.equal(parseGraph(text, PLAIN), null, text);
  for (const text of ["n=2 | 0:L 0:R", "n=2 | 2:L", "n=2 | L", "n=2 | 0:x", "n=2 | | 0:L"]) assert.equal(parseGraph(text, LABELLED), null, text);
  assert.equal(parseGraph("n=2 0-1:y", GROUNDED), null);
  assert.equal(parseGraph("n=64", PLAIN).labels.length, 64);
  const edges = (count) => `n=2${" 0-1:r".repeat(count)}`;
  assert.equal(parseGraph(edges(2048), GROUNDED).edges.length, 2048);
  assert.equal(parseGraph(edges(2049), GROUNDED), null);
});

test("a move names a vertex or an edge, with its colour if that decides", () => {
  const graph = parseGraph("n=3 0-1:b 0-1:r 1-2:g", GROUNDED);
  assert.deepEqual(cellOfMove("2", graph), [2]);
  assert.deepEqual(cellOfMove("1-2", graph), [1, 2, "g"]);
  assert.deepEqual(cellOfMove("0-1:r", graph), [0, 1, "r"]);
  for (const text of ["0-1:g", "0-2", "pass", "a1-b1", ""]) assert.equal(cellOfMove(text, graph), null, text);
});

test("edges without a path to the ground have fallen", () => {
  const graph = parseGraph("n=6 3-2:b 2-0:b 1-1:r 4-5:g 0-0:g", GROUNDED);
  assert.deepEqual([...fallen(graph)], [[1, 1, "r"], [4, 5, "g"]]);
  assert.deepEqual(fallen(parseGraph("n=2 0-1", PLAIN)), new Set());
});

test("the vertices of components are found by their texts, those of equal components once each", () => {
  const vertices = (text, form, ...components) => partsOf(parseGraph(text, form), components.map((position) => ({ position })));
  assert.deepEqual(vertices("n=5 0-3 1-4", LABELLED, "n=2 0-1", "n=1", "n=2 0-1"), [[0, 3], [2], [1, 4]]);
  assert.deepEqual(vertices("n=3 0-1 1-2 | 1:L 2:R", LABELLED, "n=3 0-1 1-2 | 1:L 2:R"), [[0, 1, 2]]);
  assert.deepEqual(vertices("n=3 0-1 1-2 | 1:#", LABELLED, "n=1", "n=1"), [[0], [2]]);
  assert.deepEqual(vertices("n=3 0-2 1-2", PLAIN, "n=3 0-2 1-2"), [[0, 2, 1]]);
  assert.deepEqual(vertices("n=4 0-2:b 0-1:r 1-3:g", GROUNDED, "n=2 0-1:b", "n=3 0-1:r 1-2:g"), [[2], [1, 3]]);
  assert.deepEqual(vertices("n=2 0-1", PLAIN, "n=3 0-1 1-2"), [[]]);
});

const square = () => placed(parseGraph("n=4 0-1 1-2 2-3 | 2:L", LABELLED));

test("a vertex is added at a place and removed with its edges, and later ones are numbered anew", () => {
  const more = withVertex(square(), [100, 120]);
  assert.equal(formatGraph(more), "n=5 0-1 1-2 2-3 | 2:L");
  assert.deepEqual(more.places[4], [100, 120]);
  const less = withoutVertex(more, 1);
  assert.equal(formatGraph(less), "n=4 1-2 | 1:L");
  assert.deepEqual(less.places, more.places.toSpliced(1, 1));
  const full = placed(parseGraph("n=64", PLAIN));
  assert.equal(withVertex(full, [0, 0]), full);
  const ground = placed(parseGraph("n=2 0-1:b", GROUNDED));
  assert.equal(withoutVertex(ground, 0), ground);
  assert.equal(formatGraph(withoutVertex(ground, 1)), "n=1");
});

test("an edge is added unless it exists, is painted and removed", () => {
  assert.equal(formatGraph(withEdge(square(), 3, 0, "b")), "n=4 0-1 0-3 1-2 2-3 | 2:L");
  const graph = square();
  assert.equal(withEdge(graph, 1, 0, "g"), graph);
  assert.equal(withEdge(graph, 1, 1, "g"), graph);
  const ground = parseGraph("n=2 0-1:b", GROUNDED);
  assert.equal(formatGraph(withEdge(withEdge(ground, 1, 0, "b"), 1, 1, "r")), "n=2 0-1:b 0-1:b 1-1:r");
  const full = parseGraph(`n=2${" 0-1:r".repeat(2048)}`, GROUNDED);
  assert.equal(withEdge(full, 0, 1, "r"), full);
  assert.equal(formatGraph(withColour(parseGraph("n=3 0-1:b 0-1:r", GROUNDED), 0, "g")), "n=3 0-1:r 0-1:g");
  assert.equal(withColour(ground, 0, "b"), ground);
  assert.equal(formatGraph(withoutEdge(graph, 1)), "n=4 0-1 2-3 | 2:L");
  assert.deepEqual([touches([1, 3, "g"], 1), touches([1, 3, "g"], 3), touches([1, 3, "g"], 2)], [true, true, false]);
});

test("a label is put on a vertex, and removed by putting it there again", () => {
  assert.equal(formatGraph(withLabel(square(), 2, "R")), "n=4 0-1 1-2 2-3 | 2:R");
  assert.equal(formatGraph(withLabel(square(), 2, "L")), "n=4 0-1 1-2 2-3");
});

test("the negative exchanges labels and colours, in order, and is its own inverse", () => {
  assert.equal(formatGraph(negative(parseGraph("n=3 | 0:L 1:R 2:#", LABELLED))), "n=3 | 0:R 1:L 2:#");
  const graph = parseGraph("n=2 0-1:b 0-1:b 0-1:r 0-1:g", GROUNDED);
  assert.equal(formatGraph(negative(graph)), "n=2 0-1:b 0-1:r 0-1:r 0-1:g");
  assert.deepEqual(negative(negative(graph)), graph);
});

test("vertices stay on the sheet, the ground on its line, and others above it", () => {
  assert.deepEqual(seat(PLAIN, 0, [-50, 9999]), [SHEET.margin, SHEET.height - SHEET.margin]);
  assert.deepEqual(seat(PLAIN, 0, [200.4, 100.6]), [200, 101]);
  assert.deepEqual(seat(GROUNDED, 0, [100, 10]), [100, SHEET.ground]);
  assert.ok(seat(GROUNDED, 1, [9999, 9999])[1] < SHEET.ground);
  assert.equal(seat(GROUNDED, 1, [9999, 0])[0], SHEET.width - SHEET.margin);
  assert.deepEqual(withPlace(square(), 2, [77, 88]).places[2], [77, 88]);
});

const distance = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

test("every layout keeps vertices apart on the sheet and is the same each time", () => {
  const graphs = [["n=0", PLAIN], ["n=1", PLAIN], ["path 64", PLAIN], ["grid 8x8", PLAIN], ["cycle 20", PLAIN], ["n=12", PLAIN], ["n=4 0-1 0-2 0-3", PLAIN],
    ["n=5 0-1 0-2 0-3 0-4 1-2 3-4", PLAIN], ["n=1", GROUNDED], ["n=7 0-1:b 1-2:r 1-3:g 0-4:b 5-6:r 0-0:g", GROUNDED]];
  for (const [text, form] of graphs) {
    const { places, labels } = placed(parseGraph(text, form));
    assert.equal(places.length, labels.length, text);
    assert.deepEqual(placed(parseGraph(text, form)).places, places, text);
    for (const [v, place] of places.entries()) {
      assert.deepEqual(seat(form, v, place), place, `${text}: ${v}`);
      for (const other of places.slice(0, v)) assert.ok(distance(place, other) > 20, `${text}: ${v} at ${place} near ${other}`);
    }
  }
});

test("a grid is drawn in rows and columns, a path turns after ten", () => {
  const grid = placed(parseGraph("grid 2x3", PLAIN)).places;
  assert.deepEqual([grid[0][1], grid[3][0], grid[5]], [grid[2][1], grid[0][0], [grid[2][0], grid[3][1]]]);
  assert.ok(grid[0][0] < grid[1][0] && grid[0][1] < grid[3][1]);
  const path = placed(parseGraph("path 12", PLAIN)).places;
  assert.equal(path[10][0], path[9][0]);
  assert.ok(path[10][1] > path[9][1] && path[11][0] < path[10][0]);
});

test("what grows from the ground is in layers by its distance from it", () => {
  const { places } = placed(parseGraph("n=6 0-1:b 1-2:b 0-3:r 3-4:g 4-5:g", GROUNDED));
  assert.equal(places[1][1], places[3][1]);
  assert.equal(places[2][1], places[4][1]);
  assert.ok(places[0][1] > places[1][1] && places[1][1] > places[2][1] && places[4][1] > places[5][1]);
});

test("neighbours are nearer than the ends of a cycle without a grid", () => {
  const { places } = placed(parseGraph("cycle 8", PLAIN));
  for (let v = 0; v < 8; v++) assert.ok(distance(places[v], places[(v + 1) % 8]) < distance(places[v], places[(v + 4) % 8]));
});

test("given places are kept, and further vertices have places too", () => {
  const graph = parseGraph("n=3 0-1", PLAIN);
  const given = [[100, 100], [200, 100], [300, 300]];
  assert.deepEqual(placed(graph, given).places, given);
  const some = placed(graph, given.slice(0, 1)).places;
  assert.deepEqual(some[0], given[0]);
  assert.equal(some.length, 3);
});

/** The middles of the lines of a graph with its vertices at these places. */
const middles = (text, form, places) => linesOf({ ...parseGraph(text, form), places }).map(middleOf);

test("edges are straight, parallel ones apart on both sides", () => {
  const places = [[100, 100], [200, 100]];
  assert.deepEqual(middles("n=2 0-1", PLAIN, places), [[150, 100]]);
  const apart = middles("n=3 1-2:b 1-2:b 1-2:r", GROUNDED, [[0, SHEET.ground], ...places]).map(([, y]) => y);
  assert.deepEqual(apart, [74, 100, 126]);
});

test("an edge goes around a vertex on its way, on the side that it is not", () => {
  const around = (y) => middles("n=3 0-2", PLAIN, [[100, 100], [150, y], [200, 100]])[0][1];
  assert.ok(around(95) > 115, `${around(95)}`);
  assert.ok(around(105) < 85, `${around(105)}`);
  assert.equal(around(120), 100);
});

test("edges from the ground stand upright, and loops are where there is room", () => {
  const places = [[250, SHEET.ground], [100, 200]];
  assert.deepEqual(linesOf({ ...parseGraph("n=2 0-1:b", GROUNDED), places })[0].map(([x]) => x), [100, 100, 100]);
  const [, [x, y]] = middles("n=2 0-1:b 1-1:r", GROUNDED, places);
  assert.ok(Math.abs(x - 100) < 1 && y < 160, `${x} ${y}`);
  const [first, second] = middles("n=2 1-1:b 1-1:r", GROUNDED, places);
  assert.ok(second[1] < first[1] && first[1] < 200);
});

test("without labels a vertex without edges is drawn only while drawing", () => {
  const shown = (text, form, drawing) => parseGraph(text, form).labels.map((_, v) => isShown(parseGraph(text, form), v, drawing));
  assert.deepEqual(shown("n=3 0-1", PLAIN, false), [true, true, false]);
  assert.deepEqual(shown("n=3 0-1", PLAIN, true), [true, true, true]);
  assert.deepEqual(shown("n=3 0-1 | 1:#", LABELLED, false), [true, false, true]);
  assert.deepEqual(shown("n=2", GROUNDED, false), [true, false]);
  const radii = [20, 21, 40, 41].map((count) => radiusOf(parseGraph(`n=${count}`, PLAIN)));
  assert.ok(radii[0] > radii[1] && radii[1] === radii[2] && radii[2] > radii[3]);
});
