// What is neither a board of cells nor a graph, such as heaps, cakes and sums, with the interface of `Cells`: it is written, and its
// moves are pointed at. What a move names is the index of a thing of the picture, `[index]`.

import { svgFile } from "../board.js";
import { Pictures } from "../pictures/index.js";
import { t } from "../words.js";
import { captionOf } from "./results.js";

export class Things {
  constructor(hosts, picking) {
    this.host = hosts.board;
    this.brushes = hosts.brushes;
    this.picking = picking;
    this.svg = null;
    this.current = 0;
    this.hints = { mouse: "Click what moves, or use the arrow keys and Enter.", touch: "Tap what moves." };
    const { host } = this;
    host.addEventListener("click", (event) => {
      const index = this.indexOf(event.target);
      if (index !== null) picking.point([index], [index]);
    });
    host.addEventListener("pointermove", (event) => this.hover(this.indexOf(event.target)));
    host.addEventListener("pointerleave", () => this.hover(null));
    host.addEventListener("focusin", (event) => {
      this.take(this.indexOf(event.target) ?? this.current);
      if (event.target.matches(":focus-visible")) this.hover(this.current);
    });
    host.addEventListener("keydown", (event) => this.key(event));
  }

  /** Graphs are texts until what draws them is loaded. */
  get absent() {
    return this.pictures.ruleset.graph ? "The graph is drawn once the script for it is loaded; if that has failed, reload the page." : "Positions of this ruleset are written, not drawn: type one below.";
  }

  get draws() {
    return false;
  }

  adopt(ruleset) {
    this.pictures = new Pictures(ruleset);
    this.brushes.replaceChildren();
  }

  read(text, { root }) {
    const read = this.pictures.read(text, root ?? text);
    return read && { ...read, text };
  }

  isAlso(text, ruleset) {
    return Boolean(ruleset.board === this.pictures.ruleset.board && new Pictures(ruleset).read(text, text));
  }

  written({ text }) {
    return { root: text, places: null };
  }

  tidied(text) {
    return text;
  }

  waysOf(moves, { picture, drawing }) {
    const ways = new Map(moves.map((move) => [move, []]));
    for (const { move, path } of picture.ways(asMoves(moves), drawing)) ways.get(move).push(path.map((index) => [index]));
    for (const [move, known] of ways) if (known.length === 0) ways.set(move, [[]]);
    return ways;
  }

  nameOfMove(move, board) {
    return board ? this.pictures.nameOfMove(move, board.text) : move;
  }

  nameOfCell([index], { picture, drawing }) {
    return picture.wordsAt(index, drawing).join(", ");
  }

  tools() {
    return [];
  }

  changed(_, board) {
    return board;
  }

  show(board, { move, moves, picked, next, turn }) {
    const { picture, drawing } = board;
    // Lines of cakes are things only while they can be cut.
    const ways = picture.ways(asMoves(moves.map(({ move: text }) => text)), drawing);
    const marks = Array.from({ length: picture.count(drawing) }, () => []);
    const mark = (index, name) => marks[index]?.push(name);
    if (move) for (const [index] of move.cells) mark(index, "selected");
    else {
      for (const [index] of picked) mark(index, "selected");
      if (picked.length === 0) for (const index of new Set(ways.map(({ path }) => path[0]))) mark(index, "target");
      for (const [key, some] of next) {
        if (picked.length > 0) mark(+key, "target");
        if (some.some(({ wins, side }) => wins && side === turn)) mark(+key, "winning");
      }
    }
    const names = { target: t("can be played"), winning: t("wins"), selected: t("picked") };
    const words = (index) => [...picture.wordsAt(index, drawing), ...new Set(marks[index].map((name) => names[name]))];
    const options = { title: picture.sizeOf(drawing), marks, name: (index) => words(index).join(", ") };
    // The lines of a cake may have been added to the drawing that is shown.
    const count = picture.count(drawing);
    const fits = this.svg && this.count === count && this.board?.picture === picture && picture.fits(this.board.drawing, drawing);
    this.count = count;
    const focused = this.host.contains(document.activeElement);
    this.board = board;
    if (fits) picture.repaint(this.svg, drawing, options);
    else {
      this.svg = picture.svg(drawing, options);
      this.host.replaceChildren(this.svg);
    }
    this.take(Math.min(this.current, Math.max(picture.count(drawing) - 1, 0)));
    if (focused && !this.host.contains(document.activeElement)) this.focus();
  }

  indexOf(node) {
    const cell = node.closest?.(".cell");
    return cell && this.host.contains(cell) ? this.board.picture.indexOf(cell, this.board.drawing) : null;
  }

  nodeAt(index) {
    return this.board && this.board.picture.nodeAt(this.svg, index, this.board.drawing);
  }

  /** Makes a thing the one that receives the focus by the tab key. */
  take(index) {
    for (const node of this.svg.querySelectorAll(".cell[tabindex='0']")) node.setAttribute("tabindex", "-1");
    this.current = index;
    this.nodeAt(index)?.setAttribute("tabindex", "0");
  }

  focus() {
    this.nodeAt(this.current)?.focus();
  }

  hover(index) {
    if (index === this.hovered) return;
    this.hovered = index;
    this.picking.hover(...(index === null ? [] : [index]));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.indexOf(event.target) === null) return;
    const to = this.board.picture.beside(this.current, event, this.board.drawing);
    if (to !== undefined) {
      this.take(to);
      this.focus();
    } else if (!this.picking.key(event, this.current)) return;
    event.preventDefault();
  }

  file({ picture, drawing }, title, known) {
    const svg = picture.svg(drawing, { title });
    const caption = captionOf(known);
    if (caption) svg.setAttribute("aria-label", `${title}: ${caption}`);
    return svgFile(svg);
  }
}

/** Moves of both players, each once. */
function asMoves(texts) {
  return [...new Set(texts)].map((move) => ({ move }));
}
