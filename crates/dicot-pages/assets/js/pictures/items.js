// Pictures of things that are neither cells nor vertices: pins, stones of heaps, pieces of cake, pairs of numbers.
//
// A drawing is `{width, height, items}`; an item is `{shape, x, y, width, height, words}` with its upper left corner, and
// `text` if something is written on it. Shapes: `stone`, `pin`, `slice` (a square of a cake), `cut` (a line between squares),
// `card`.

import { ARROWS, COLOURS, FONT, element as svgElement, label, star } from "../board.js";

/** The side of a square, of a stone and of what is around a pin. */
export const UNIT = 40;
/** The margin of a drawing. */
export const MARGIN = 14;

/** What pictures of items have in common. Each kind reads its drawings and finds the ways of moves. */
export class ItemsPicture {
  constructor(ruleset) {
    this.ruleset = ruleset;
  }

  count({ items }) {
    return items.length;
  }

  nameOfMove(move) {
    return move;
  }

  last() {
    return [];
  }

  wordsAt(index, { items }) {
    return [items[index].words];
  }

  /** What a move takes away. */
  gone(before, after) {
    const place = ({ shape, x, y }) => [shape, x, y].join();
    const left = new Set(after.items.map(place));
    return [...before.items.keys()].filter((at) => before.items[at].shape !== "cut" && !left.has(place(before.items[at]))).map((index) => ({ index, how: "" }));
  }

  svg(drawing, options) {
    const { width, height } = drawing;
    const svg = svgElement("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      class: "board items",
      role: options.name ? "group" : "img",
      "font-family": FONT,
    });
    svg.append(svgElement("rect", { width, height, rx: 6, fill: COLOURS.cell, stroke: COLOURS.frame, class: "sheet" }));
    svg.append(...drawing.items.map((item, index) => newItem(item, index, options.name)));
    this.repaint(svg, drawing, options);
    return svg;
  }

  repaint(svg, { items }, { title, marks = [], name }) {
    if (title) svg.setAttribute("aria-label", title);
    for (const [index, node] of [...svg.querySelectorAll(".cell")].entries()) {
      if (name) node.setAttribute("aria-label", name(index));
      node.lastChild.replaceChildren(...partsOf(items[index], marks[index] ?? []));
    }
  }

  fits(one, other) {
    const shape = ({ width, height, items }) => [width, height, ...items.map(({ shape, x, y }) => [shape, x, y])].join();
    return shape(one) === shape(other);
  }

  nodeAt(svg, index) {
    return svg.querySelector(`.cell[data-index="${index}"]`);
  }

  indexOf(node) {
    return +node.dataset.index;
  }

  beside(index, event, { items }) {
    return nearest(items.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]), index, event.key);
  }

  hints() {
    return [];
  }
}

/** The point to which a key leads from another; undefined if it leads nowhere. Some points may be null: nothing is there. */
export function nearest(points, index, key) {
  const there = [...points.keys()].filter((at) => points[at]);
  if (key === "Home") return there[0];
  if (key === "End") return there.at(-1);
  if (key === "PageUp" || key === "PageDown") return there[there.indexOf(index) + (key === "PageUp" ? -1 : 1)];
  if (!(key in ARROWS) || !points[index]) return undefined;
  const [[right, down], [fromX, fromY]] = [ARROWS[key], points[index]];
  const ranked = there.map((at) => {
    const [across, below] = [points[at][0] - fromX, points[at][1] - fromY];
    const along = across * right + below * down;
    const aside = Math.abs(across * down) + Math.abs(below * right);
    return { at, along, aside, distance: along + 2 * aside };
  });
  const ahead = ranked.filter(({ at, along, aside }) => at !== index && along > 1 && aside <= 2 * along);
  return (ahead.sort((a, b) => a.distance - b.distance)[0] ?? { at: index }).at;
}

/** Puts blocks, each with its `width` and `height` in units, side by side in lines of at most `most` units, in their order. */
export function flow(blocks, most, gap = 1) {
  const [places, lines] = [[], [{ width: 0, height: 0 }]];
  let top = 0;
  for (const { width, height } of blocks) {
    let line = lines.at(-1);
    if (line.width > 0 && line.width + gap + width > most) {
      top += line.height + gap;
      line = { width: 0, height: 0 };
      lines.push(line);
    }
    const left = line.width > 0 ? line.width + gap : 0;
    places.push([left, top]);
    line.width = left + width;
    line.height = Math.max(line.height, height);
  }
  return { places, width: Math.max(...lines.map(({ width }) => width)), height: top + lines.at(-1).height };
}

/** The size of a picture of a drawing, whose width and height are in units. */
export function sized(width, height) {
  return { width: width * UNIT + 2 * MARGIN, height: Math.max(height, 1) * UNIT + 2 * MARGIN };
}

function newItem({ x, y, width, height, shape }, index, name) {
  const roles = name ? { role: "button", tabindex: -1 } : {};
  const node = svgElement("g", { class: `cell ${shape}`, "data-index": index, transform: `translate(${x} ${y})`, ...roles });
  // The element that the pointer meets is never replaced: touch events of a removed element are lost.
  node.append(svgElement("rect", { width, height, fill: "transparent", class: "hit" }), svgElement("g", { "pointer-events": "none" }));
  return node;
}

function partsOf(item, marks) {
  const { width, height, text } = item;
  const parts = SHAPES[item.shape](item);
  const has = (...names) => names.some((name) => marks.includes(name));
  const around = (className, more) => svgElement("rect", {
    class: className, x: 2, y: 2, width: width - 4, height: height - 4, rx: 4, fill: "none", ...more,
  });
  if (has("selected", "last")) parts.push(around("mark selected", { stroke: COLOURS.mark, "stroke-width": 3 }));
  if (has("target", "movable")) {
    const look = has("target") ? { fill: COLOURS.target } : { fill: COLOURS.mark };
    const r = Math.min(width, height) * 0.1 + 1;
    parts.push(svgElement("circle", { class: "mark target", cx: width / 2, cy: height - r - 2, r, ...look }));
  }
  if (has("winning")) parts.push(star(width * 0.84, height * 0.16, 5));
  if (text) parts.push(label(text, width / 2, height / 2, 16, COLOURS.ink));
  parts.push(around("ring"));
  return parts;
}

const SHAPES = {
  stone({ width }) {
    const look = { fill: COLOURS.neutral, stroke: COLOURS.neutralEdge, "stroke-width": 1.5 };
    return [svgElement("circle", { cx: width / 2, cy: width / 2, r: width * 0.36, ...look })];
  },
  pin() {
    const body = "M20 4c5 0 6.5 4 5.5 8-.8 3-1.5 4-1 7 .6 4 4.500 5 4.500 11 0 3-1.500 5-3 6.500h-12c-1.500-1.500-3-3.500-3-6.500 0-6 3.900-7 4.500-11 .5-3-.2-4-1-7-1-4 .5-8 5.500-8Z";
    const stripes = "M15.300 13.500h9.400M15.800 17h8.400";
    return [
      svgElement("path", { d: body, fill: COLOURS.right, stroke: COLOURS.rightEdge, "stroke-width": 1.3 }),
      svgElement("path", { d: stripes, stroke: COLOURS.neutral, "stroke-width": 2 }),
    ];
  },
  slice({ width, height }) {
    const look = { fill: "#f0c98a", stroke: COLOURS.neutralEdge, "stroke-width": 1 };
    return [
      svgElement("rect", { width, height, ...look }),
      svgElement("circle", { cx: width / 2, cy: height / 2, r: 3.5, fill: COLOURS.neutral }),
    ];
  },
  cut({ width, height }) {
    const d = width < height ? `M${width / 2} 3V${height - 3}` : `M3 ${height / 2}H${width - 3}`;
    return [svgElement("path", { d, stroke: COLOURS.mark, "stroke-width": 2.5, "stroke-dasharray": "5 4" })];
  },
  card({ width, height }) {
    const look = { fill: COLOURS.right, stroke: COLOURS.rightEdge, "stroke-width": 1.5 };
    return [svgElement("rect", { x: 1, y: 1, width: width - 2, height: height - 2, rx: 6, ...look })];
  },
};
