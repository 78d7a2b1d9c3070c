// Boards: their text form, the names of their cells, and their pictures as SVG.
//
// A board is `{width, height, cells, stacks}`: `cells` row by row from the top, each a string such as
// `x`, `o`, `.`, `#`, or for boards of stacks (Combo) `b2`, `w1`. Columns and rows count from 0, from
// the top left. The same function draws what is on the page and what is downloaded.

import { ARROW, hasShape, shapeOf } from "./pictures/pieces.js";

const SVG = "http://www.w3.org/2000/svg";

/** The font of the texts in a picture. */
export const FONT = "system-ui, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/** The colours of a picture. They are attributes, so that a file does not need a style sheet. */
export const COLOURS = {
  frame: "#d9bf92",
  cell: "#efdfbf",
  grid: "#c4a877",
  ink: "#2a241c",
  blocked: "#a88f66",
  left: "#27231f",
  leftEdge: "#12100e",
  right: "#fbf8f1",
  rightEdge: "#7d7261",
  neutral: "#b5652f",
  neutralEdge: "#7a4019",
  paper: "#fffdf8",
  muted: "#5f574b",
  mark: "#17585c",
  target: "#1d6b3a",
};

/**
 * The colours of components, which contrast with both black and white stones: a paler version of Tol's light scheme,
 * whose colours are distinct for the colour-blind. Source: Paul Tol, "Colour Schemes", SRON technical note (2021).
 */
export const TINTS = [
  "#a8c9ea", "#f6ecb2", "#ffc8d2", "#d8e286", "#c6eeff", "#f6b6a0", "#94dac4", "#cece7a",
];

/** The steps of the arrow keys, in columns and rows. */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The meaning of the letters of cells; `options.kinds` overrides it. */
const KINDS = { x: "left", o: "right", t: "left", f: "right", ".": "empty", "#": "blocked" };

/** The maximum number of cells of a side, and of a board, that are drawn. */
const MAX_SIDE = 255;
const MAX_CELLS = 1024;

/**
 * Parses a position; null if the text is not that of a board (a row of Kayles, for example). `own` are the letters of the
 * ruleset if it is not one of the library.
 */
export function parsePosition(text, own = null) {
  const rows = text.trim().toLowerCase().split(/\s*(?:[/|]|\r?\n)\s*/);
  const stacks = own === null && rows.some((row) => /,|^[bw]\d/.test(row));
  const lists = rows.map((row) => (stacks ? row.split(",").map((cell) => cell.trim()) : [...row]));
  const width = lists[0].length;
  const height = lists.length;
  const pattern = stacks ? /^(?:\.|[bw]\d{1,3})$/ : /^[a-z.#]$/;
  const isKnown = (cell) => own?.includes(cell) ?? pattern.test(cell);
  const even = lists.every((row) => row.length === width && row.every(isKnown));
  if (!even || width === 0 || width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_CELLS) return null;
  const letters = own === null ? { b: "x", w: "o" } : {};
  const cells = lists.flat().map((cell) => (stacks ? cell : letters[cell] ?? cell));
  return { width, height, cells, stacks };
}

/** The text form of a board. */
export function formatPosition(board) {
  const rows = [];
  for (let row = 0; row < board.height; row++) {
    const cells = board.cells.slice(row * board.width, (row + 1) * board.width);
    rows.push(cells.join(board.stacks ? "," : ""));
  }
  return rows.join("/");
}

/** The content of a cell. */
export function contentAt(board, col, row) {
  return board.cells[row * board.width + col];
}

/** A board with the same content on all cells. */
export function emptyBoard(width, height, cell = ".", stacks = false) {
  return { width, height, cells: new Array(width * height).fill(cell), stacks };
}

/** The name of a column: a to z, aa, ab and so on. */
function columnName(col) {
  const last = String.fromCharCode(97 + (col % 26));
  return col < 26 ? last : String.fromCharCode(96 + Math.floor(col / 26)) + last;
}

function columnNamed(name) {
  const digits = [...name].map((letter) => letter.charCodeAt(0) - 97);
  return digits.length === 1 ? digits[0] : (digits[0] + 1) * 26 + digits[1];
}

/** The name of a cell, `b3`: a letter for the column, and the row from the bottom. */
export function cellName(col, row, board) {
  return `${columnName(col)}${board.height - row}`;
}

/**
 * A move in the notation of all pages, with the names of its cells: `a1-c1` for Konane's `[0:0]:[0:2]`, and `a1-c1 ×2`
 * for two stones of a stack in Combo. `text` is the move in the notation of the server, of records and of protocols.
 */
export function moveName(text, board, numbered = false) {
  if (!board || !(numbered || board.stacks)) return text;
  const names = cellsOfMove(text, board, numbered).map((cell) => cellName(...cell, board));
  if (names.length === 0) return text;
  const count = board.stacks ? /^\d+,\d+-\d+,\d+-(\d+)$/.exec(text)?.[1] : undefined;
  return `${names.join("-")}${count ? ` ×${count}` : ""}`;
}

/** The cells that a move names, in order; empty if the moves of the ruleset do not name cells. */
export function cellsOfMove(text, board, numbered = false) {
  let cells = [];
  if (board.stacks) {
    const pair = /^(\d+),(\d+)-(\d+),(\d+)(?:-\d+)?$/.exec(text);
    if (pair) cells = [[+pair[1], +pair[2]], [+pair[3], +pair[4]]];
  } else if (numbered) {
    const pairs = [...text.matchAll(/\[(\d+):(\d+)\]/g)];
    cells = pairs.map((pair) => [+pair[2], board.height - 1 - +pair[1]]);
  } else {
    const names = [...text.toLowerCase().matchAll(/([a-z]{1,2})(\d+)/g)];
    cells = names.map((name) => [columnNamed(name[1]), board.height - +name[2]]);
  }
  const inside = ([col, row]) => col >= 0 && row >= 0 && col < board.width && row < board.height;
  return cells.every(inside) ? cells : [];
}

/** Creates an SVG element with attributes. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    made.setAttribute(key, typeof value === "number" ? Math.round(value * 100) / 100 : value);
  }
  made.append(...children);
  return made;
}

/** The sign of a winning move. */
export function star(x, y, r) {
  const look = { fill: COLOURS.target, stroke: COLOURS.right, "stroke-width": 1.5, class: "mark winning" };
  return element("path", { d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`, ...look });
}

/** Creates a text centred at a point. */
export function label(text, x, y, size, fill, more = {}) {
  // Some viewers support only the default baseline.
  const place = { x, y: y + size * 0.36, "font-size": size, fill, "text-anchor": "middle" };
  return element("text", { ...place, ...more }, text);
}

/**
 * Draws a board as SVG that is complete as a file.
 *
 * Options, all of them optional:
 * - `cell`: the side of a cell (40)
 * - `coordinates`: whether columns and rows are labelled (true)
 * - `kinds`: the meaning of letters: `left`, `right`, `neutral`, `empty` or `blocked`
 * - `pieces`: what the pieces of `left` and `right` are, if they have shapes of their own
 * - `lines`: whether pieces go along lines: to neighbours, and from every second cell diagonally too
 * - `groups`: for each cell the index of its group or null; groups are tinted and outlined
 * - `tint`: the colour of a group, by its index (by default `TINTS` in turn)
 * - `texts`: for each cell the text in its centre; `letters`: the text in its corner
 * - `marks`: for each cell the list of its marks: `selected`, `from`, `to`, `last`, `target`, `capture`, `weak` (a
 *   target not worth considering), `movable`, `winning`, `preview`
 * - `title`: a description of the picture
 * - `interactive`: gives the picture the roles of a grid, with a name for each cell from `name(col, row)`
 * - `legend`: lines `{group, letter, text}` below the board; `caption`: a line below them
 *
 * Each cell is a group `.cell` with `data-col` and `data-row`. `repaintBoard` paints the contents of the cells; it may
 * be called again with another board of the same size.
 */
export function boardSvg(board, options = {}) {
  const frame = new Frame(board, options);
  const { width, height } = frame.size();
  const svg = element("svg", {
    xmlns: SVG,
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    class: "board",
    role: options.interactive ? "grid" : "img",
    "aria-label": options.title,
    "aria-rowcount": options.interactive ? board.height : undefined,
    "aria-colcount": options.interactive ? board.width : undefined,
    "font-family": FONT,
  });
  if (options.title && !options.interactive) svg.append(element("title", {}, options.title));
  const below = { x: 0, y: 0, width, height: frame.bottom(), rx: 6, fill: COLOURS.frame };
  svg.append(element("rect", { ...below, class: "board-frame", "aria-hidden": "true" }));
  if (options.coordinates !== false) svg.append(frame.coordinates());
  for (let row = 0; row < board.height; row++) {
    const line = element("g", options.interactive ? { role: "row", "aria-rowindex": row + 1 } : {});
    for (let col = 0; col < board.width; col++) line.append(frame.emptyCell(col, row));
    svg.append(line);
  }
  if (options.legend?.length || options.caption) svg.append(frame.legend());
  repaintBoard(svg, board, options);
  return svg;
}

/** Updates the cells of a picture. Cells whose appearance is unchanged keep their elements. */
export function repaintBoard(svg, board, options = {}) {
  const frame = new Frame(board, options);
  if (options.title) svg.setAttribute("aria-label", options.title);
  for (const cell of svg.querySelectorAll(".cell")) {
    frame.paint(cell, +cell.getAttribute("data-col"), +cell.getAttribute("data-row"));
  }
}

/** The appearance of each painted cell. */
const painted = new WeakMap();

/** The geometry of a board in its picture. */
class Frame {
  constructor(board, options) {
    this.board = board;
    this.options = options;
    this.cell = options.cell ?? 40;
    // Equal margins on all sides centre the board.
    this.edge = options.coordinates === false ? this.cell * 0.15 : Math.min(22, this.cell * 0.36);
    // The height of a line of text below the board.
    this.line = 22;
  }

  /** The distance between rows, and how much further to the right each is than the one above it. */
  get down() {
    return this.options.hexagons ? this.cell * 0.866 : this.cell;
  }

  get across() {
    return this.options.hexagons ? this.cell / 2 : 0;
  }

  /** The height of the points of hexagons above and below their square. */
  get point() {
    return this.options.hexagons ? this.cell * 0.08 : 0;
  }

  bottom() {
    return 2 * (this.edge + this.point) + this.down * (this.board.height - 1) + this.cell;
  }

  right() {
    return 2 * this.edge + this.cell * this.board.width + this.across * (this.board.height - 1);
  }

  /** The outline of a cell, or one inside of it at this distance. */
  outline(inset, look) {
    const side = this.cell - 2 * inset;
    if (!this.options.hexagons) return element("rect", { x: inset || undefined, y: inset || undefined, width: side, height: side, ...look });
    const [middle, half] = [this.cell / 2, side / Math.sqrt(3)];
    const d = `M${inset} ${middle - half / 2} ${middle} ${middle - half} ${inset + side} ${middle - half / 2}v${half}L${middle} ${middle + half} ${inset} ${middle + half / 2}Z`;
    return element("path", { d, ...look });
  }

  size() {
    const { legend = [], caption } = this.options;
    const texts = legend.map((entry) => entry.text.length + 4).concat(caption ? caption.length : 0);
    const width = Math.max(this.right(), 8 * Math.max(0, ...texts) + 24);
    const lines = legend.length + (caption ? 1 : 0);
    return { width, height: this.bottom() + (lines ? lines * this.line + 16 : 0) };
  }

  corner(col, row) {
    return [this.edge + col * this.cell + row * this.across, this.edge + this.point + row * this.down];
  }

  coordinates() {
    const { board, cell, edge } = this;
    const names = element("g", { class: "coordinates", "aria-hidden": "true" });
    const size = Math.min(12, cell * 0.32);
    for (let col = 0; col < board.width; col++) {
      const [x] = this.corner(col + 0.5, board.height - 1);
      names.append(label(columnName(col), x, this.bottom() - edge / 2, size, COLOURS.ink));
    }
    for (let row = 0; row < board.height; row++) {
      const [x, y] = this.corner(0, row);
      names.append(label(String(board.height - row), x - edge / 2, y + cell / 2, size, COLOURS.ink));
    }
    return names;
  }

  emptyCell(col, row) {
    const [x, y] = this.corner(col, row);
    const grid = { role: "gridcell", tabindex: -1, "aria-colindex": col + 1 };
    const place = { class: "cell", "data-col": col, "data-row": row, transform: `translate(${x} ${y})` };
    // The ground element is never replaced: touch events of a removed element are lost.
    const ground = this.outline(0, { class: "ground", stroke: COLOURS.grid, "stroke-width": 1 });
    const content = element("g", { class: "content", "pointer-events": "none" });
    const all = this.options.interactive ? { ...place, ...grid } : place;
    return element("g", all, ground, content);
  }

  isOutside(col, row) {
    const { width, height } = this.board;
    return col < 0 || row < 0 || col >= width || row >= height;
  }

  at(list, col, row) {
    return list?.[row * this.board.width + col] ?? null;
  }

  group(col, row) {
    return this.isOutside(col, row) ? null : this.at(this.options.groups, col, row);
  }

  /** The sides of a cell at which its group ends. */
  borders(col, row) {
    const group = this.group(col, row);
    if (group === null || this.options.hexagons) return "";
    const side = this.cell;
    const sides = [
      [0, -1, `M0 0H${side}`],
      [1, 0, `M${side} 0V${side}`],
      [0, 1, `M0 ${side}H${side}`],
      [-1, 0, `M0 0V${side}`],
    ];
    return sides.map(([x, y, path]) => (this.group(col + x, row + y) === group ? "" : path)).join("");
  }

  /** Half of each line from a cell: as far as its border. */
  lines(col, row) {
    if (!this.options.lines || this.isBlocked(col, row)) return "";
    const steps = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => [x, y]));
    const joined = ([x, y]) => !this.isBlocked(col + x, row + y) && (x === 0 || y === 0 || (col + row) % 2 === 1);
    const half = this.cell / 2;
    return steps.filter(joined).map(([x, y]) => `M${half} ${half}l${half * x} ${half * y}`).join("");
  }

  isBlocked(col, row) {
    return this.isOutside(col, row) || this.kind(this.at(this.board.cells, col, row) ?? ".") === "blocked";
  }

  paint(node, col, row) {
    const { options } = this;
    const content = this.at(this.board.cells, col, row) ?? ".";
    const group = this.group(col, row);
    const [borders, lines] = [this.borders(col, row), this.lines(col, row)];
    const [text, corner] = [options.texts, options.letters].map((list) => this.at(list, col, row) ?? "");
    const marks = this.at(options.marks, col, row) ?? [];
    const kind = this.kind(content);
    const look = JSON.stringify([content, kind, group, borders, lines, text, corner, marks, this.cell]);
    const name = options.name?.(col, row);
    if (name !== undefined && node.getAttribute("aria-label") !== name) node.setAttribute("aria-label", name);
    if (painted.get(node) === look) return;
    painted.set(node, look);
    const tint = options.tint ?? ((index) => TINTS[index % TINTS.length]);
    const plain = kind === "blocked" ? COLOURS.blocked : COLOURS.cell;
    const [ground, contents] = node.children;
    ground.setAttribute("fill", group === null || kind === "blocked" ? plain : tint(group));
    const parts = [];
    if (lines) parts.push(element("path", { d: lines, stroke: COLOURS.ink, "stroke-width": 1.5, opacity: 0.5 }));
    if (borders) {
      const line = { d: borders, fill: "none", stroke: "#4f5b66", "stroke-width": 2, "stroke-linecap": "square" };
      parts.push(element("path", { ...line, class: "border" }));
    }
    parts.push(...marks.map((mark) => this.under(mark)).filter(Boolean));
    parts.push(...this.piece(content, kind, marks));
    if (text) parts.push(this.text(text, kind));
    if (corner) {
      const place = [this.cell * 0.12, this.cell * 0.14, Math.min(12, this.cell * 0.22)];
      parts.push(label(corner, ...place, COLOURS.ink, { "font-weight": 600, class: "letter" }));
    }
    // On an empty cell with a text, the marks must leave the centre free.
    const covered = kind !== "empty" || text !== "";
    parts.push(...marks.map((mark) => this.over(mark, covered)).filter(Boolean));
    if (options.interactive) {
      parts.push(this.outline(2, { rx: 3, class: "ring", fill: "none" }));
    }
    contents.replaceChildren(...parts);
  }

  kind(content) {
    if (this.board.stacks) return { b: "left", w: "right" }[content[0]] ?? "empty";
    return (this.options.kinds ?? KINDS)[content] ?? KINDS[content] ?? "neutral";
  }

  /** A stone, with the height of a stack, or another piece. */
  piece(content, kind, marks) {
    const { pieces } = this.options;
    if (kind === "blocked" && pieces?.left === "amazon") {
      const look = { d: ARROW, fill: "none", stroke: COLOURS.cell, "stroke-width": 4, "stroke-linecap": "round" };
      return [element("path", { ...look, transform: `scale(${this.cell / 40})` })];
    }
    if (kind === "empty" || kind === "blocked") return [];
    const middle = this.cell / 2;
    const look = {
      class: `stone ${kind}-stone`,
      fill: COLOURS[kind],
      stroke: COLOURS[`${kind}Edge`],
      opacity: marks.includes("preview") ? 0.45 : undefined,
    };
    const piece = pieces?.[kind] ?? (pieces?.left === pieces?.right ? pieces?.left : undefined);
    if (!this.board.stacks && hasShape(piece)) {
      const [outline, lines] = shapeOf(piece);
      const ink = { fill: "none", stroke: kind === "right" ? COLOURS.ink : COLOURS.right, "stroke-width": 2.2, "stroke-linecap": "round" };
      const paths = [element("path", { ...look, d: outline, "stroke-width": 1.4 }), element("path", { d: lines, ...ink })];
      return [element("g", { transform: `scale(${this.cell / 40})` }, ...paths)];
    }
    const stone = element("circle", { ...look, cx: middle, cy: middle, r: this.cell * 0.39, "stroke-width": this.cell * 0.03 });
    const written = this.board.stacks ? content.slice(1) : "tf".includes(content) ? content : "";
    return written ? [stone, this.text(written, kind)] : [stone];
  }

  text(text, kind) {
    const size = this.cell * (text.length > 2 ? 0.3 : 0.42);
    const dark = kind === "left" || kind === "neutral" || kind === "blocked";
    const fill = dark ? COLOURS.right : COLOURS.ink;
    return label(text, this.cell / 2, this.cell / 2, size, fill, { class: "count" });
  }

  /** The part of a mark that lies under the stone. */
  under(mark) {
    const fills = { selected: 0.45, from: 0.22, to: 0.35, last: 0.22 };
    if (!(mark in fills)) return null;
    return this.outline(0, { class: `mark ${mark}`, fill: COLOURS.mark, "fill-opacity": fills[mark] });
  }

  /** The part of a mark that is above the stone; a ring if the centre is covered. */
  over(mark, covered) {
    const [side, middle] = [this.cell, this.cell / 2];
    const ring = { cx: middle, cy: middle, fill: "none", class: `mark ${mark}` };
    switch (mark) {
      case "target":
      case "capture":
        return covered
          ? element("circle", { ...ring, r: side * 0.43, stroke: COLOURS.target, "stroke-width": side * 0.09 })
          : element("circle", { ...ring, r: side * 0.15, fill: COLOURS.target });
      case "weak": {
        const dashed = { stroke: COLOURS.muted, "stroke-width": side * 0.05, "stroke-dasharray": "3 3" };
        return element("circle", { ...ring, ...dashed, r: side * (covered ? 0.43 : 0.15) });
      }
      case "selected":
        return element("circle", { ...ring, r: side * 0.43, stroke: COLOURS.mark, "stroke-width": side * 0.08 });
      case "last":
      case "to":
        return this.outline(2, { class: `mark ${mark}`, fill: "none", stroke: COLOURS.mark, "stroke-width": 2.5 });
      case "movable": {
        const line = `M${side * 0.36} ${side * 0.93}H${side * 0.64}`;
        const stroke = { stroke: COLOURS.mark, "stroke-width": side * 0.06, "stroke-linecap": "round" };
        return element("path", { d: line, ...stroke, class: "mark movable" });
      }
      case "winning":
        return star(side * 0.84, side * 0.16, side * 0.11);
      default:
        return null;
    }
  }

  legend() {
    const { legend = [], caption, tint = (index) => TINTS[index % TINTS.length] } = this.options;
    const { width, height } = this.size();
    const list = element("g", { class: "legend" });
    const ground = { y: this.bottom(), width, height: height - this.bottom(), fill: COLOURS.paper };
    list.append(element("rect", ground));
    let y = this.bottom() + 8 + this.line / 2;
    const start = { "text-anchor": "start", "font-family": "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" };
    for (const entry of legend) {
      const patch = { x: 8, y: y - 8, width: 22, height: 16, rx: 2, fill: tint(entry.group), stroke: "#4f5b66" };
      list.append(element("rect", patch));
      list.append(label(entry.letter, 19, y, 11, COLOURS.ink, { "font-weight": 600 }));
      list.append(label(entry.text, 38, y, 12, COLOURS.ink, start));
      y += this.line;
    }
    if (caption) list.append(label(caption, 8, y, 12, COLOURS.ink, start));
    return list;
  }
}

/** The text of an SVG file with a picture. */
export function svgFile(svg) {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
}
