// The board on the page: a grid that reacts to the mouse, to touch and to the arrow keys. The handlers decide what a
// press or a key does.

import { ARROWS, boardSvg, repaintBoard } from "../board.js";

/** The space for a board, in pixels, and the minimum and maximum size of its cells. */
const ROOM = { width: 500, height: 420 };
const MAX_CELL = 64;
const MIN_CELL = 24;

export class Grid {
  /**
   * `handlers`: `press(col, row)`, `drag(col, row)`, `release(first, last)` (cells; `last` is null if the browser
   * took over the gesture), `hover(col, row)` (without arguments when the pointer leaves), and `key(event, col, row)`,
   * which returns whether it handles the key. A finger presses a cell when it leaves it, and drags over none, since it may scroll.
   */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    this.svg = null;
    this.look = "";
    this.current = [0, 0];
    this.stroke = null;
    this.hovered = null;
    /** Whether the board is drawn on, so that a pen draws and does not scroll. */
    this.grabs = false;
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", () => this.end(null));
    host.addEventListener("pointerleave", () => this.hover(null));
    host.addEventListener("touchstart", (event) => this.grabs && this.isPen && event.preventDefault(), { passive: false });
    host.addEventListener("keydown", (event) => this.keyDown(event));
    host.addEventListener("focusin", (event) => this.focusIn(event));
    host.addEventListener("focusout", () => this.hover(null));
  }

  /** Shows a board, with the options of `boardSvg`. */
  show(board, options) {
    const all = { ...options, interactive: true, cell: cellSize(board) };
    const look = [board.width, board.height].join();
    this.board = board;
    if (this.svg && look === this.look) {
      repaintBoard(this.svg, board, all);
      return;
    }
    const focused = this.host.contains(this.host.getRootNode().activeElement);
    this.look = look;
    this.svg = boardSvg(board, all);
    this.svg.style.setProperty("--least", `${(board.width + 0.8) * MIN_CELL}px`);
    this.host.replaceChildren(this.svg);
    const [col, row] = this.current;
    this.choose(Math.min(col, board.width - 1), Math.min(row, board.height - 1), focused);
  }

  /** The cell at a point of the window. */
  at(event) {
    const node = this.host.getRootNode().elementFromPoint(event.clientX, event.clientY)?.closest(".cell");
    return node && this.host.contains(node) ? place(node) : null;
  }

  node(col, row) {
    return this.svg?.querySelector(`.cell[data-col="${col}"][data-row="${row}"]`);
  }

  /** Makes a cell the one that receives the focus by the tab key. */
  choose(col, row, focus) {
    this.node(...this.current)?.setAttribute("tabindex", "-1");
    this.current = [col, row];
    const node = this.node(col, row);
    node?.setAttribute("tabindex", "0");
    if (focus) node?.focus();
  }

  /** Moves the focus to the board. */
  focus() {
    this.node(...this.current)?.focus();
  }

  down(event) {
    const cell = event.button === 0 ? this.at(event) : null;
    if (!cell) return;
    this.choose(...cell, false);
    this.node(...cell).focus({ preventScroll: true });
    event.preventDefault();
    this.host.setPointerCapture(event.pointerId);
    this.first = cell;
    this.stroke = cell;
    this.isPen = event.pointerType === "pen";
    this.isTap = event.pointerType === "touch";
    if (!this.isTap) this.handlers.press(...cell);
  }

  move(event) {
    const cell = this.at(event);
    if (!this.stroke) {
      this.hover(cell);
      return;
    }
    if (!cell || this.isTap || same(cell, this.stroke)) return;
    // A fast pointer skips cells; paints the cells between.
    const [col, row] = this.stroke;
    const steps = Math.max(Math.abs(cell[0] - col), Math.abs(cell[1] - row));
    for (let step = 1; step <= steps; step++) {
      const along = (start, end) => start + Math.round(((end - start) * step) / steps);
      this.handlers.drag(along(col, cell[0]), along(row, cell[1]));
    }
    this.stroke = cell;
  }

  up(event) {
    const cell = this.at(event);
    if (this.stroke && this.isTap && same(cell, this.first)) this.handlers.press(...cell);
    this.end(cell);
  }

  end(last) {
    if (!this.stroke) return;
    this.stroke = null;
    this.handlers.release(this.first, last);
  }

  hover(cell) {
    if (same(cell, this.hovered)) return;
    this.hovered = cell;
    this.handlers.hover(...(cell ?? []));
  }

  focusIn(event) {
    const node = event.target.closest(".cell");
    if (!node || this.stroke) return;
    this.choose(...place(node), false);
    if (node.matches(":focus-visible")) this.hover(place(node));
  }

  keyDown(event) {
    if (!event.target.closest(".cell") || event.ctrlKey || event.metaKey || event.altKey) return;
    const [col, row] = this.current;
    const { width, height } = this.board;
    const clamp = (value, most) => Math.max(0, Math.min(value, most - 1));
    const ends = { Home: [0, row], End: [width - 1, row], PageUp: [col, 0], PageDown: [col, height - 1] };
    const step = ARROWS[event.key];
    if (step) this.choose(clamp(col + step[0], width), clamp(row + step[1], height), true);
    else if (ends[event.key]) this.choose(...ends[event.key], true);
    else if (!this.handlers.key(event, col, row)) return;
    event.preventDefault();
  }
}

function cellSize(board) {
  const fits = Math.min(ROOM.width / (board.width + 0.8), ROOM.height / (board.height + 0.8));
  return Math.max(MIN_CELL, Math.min(MAX_CELL, Math.floor(fits)));
}

function place(node) {
  return [Number(node.getAttribute("data-col")), Number(node.getAttribute("data-row"))];
}

function same(a, b) {
  return a === b || (a && b && a[0] === b[0] && a[1] === b[1]);
}
