// The board for playing: stones are picked up and put down with a mouse, a finger, a pen or keys.

import { ARROWS, boardSvg, cellName, cellsOfMove, parsePosition, repaintBoard } from "../board.js";
import { unread } from "../dom.js";
import { Hand, unpointed, waysOf } from "./hand.js";
import { contentWord } from "./words.js";

/** The distance that a pointer moves before it drags, in pixels. */
const DRAG_FROM = 6;

/** The side of a cell in the picture. On the page it is scaled to the available space. */
const CELL = 40;

/** The board. `show` draws a position; callbacks report moves and changes of the stones in hand. */
export class Table {
  /**
   * `play(move)` is called with each move, `changed(hand)` whenever the stones in hand change, `said(text)` with texts
   * for screen readers.
   */
  constructor(host, { play, changed, said }) {
    this.host = host;
    this.heard = { play, changed, said };
    this.hand = new Hand();
    this.view = null;
    this.cursor = 0;
    this.drag = null;
    host.addEventListener("click", (event) => this.click(event));
    host.addEventListener("keydown", (event) => this.key(event));
    host.addEventListener("focusin", (event) => this.focused(event));
    host.addEventListener("pointerdown", (event) => this.press(event));
    window.addEventListener("pointermove", (event) => this.move(event));
    window.addEventListener("pointerup", (event) => this.release(event));
    window.addEventListener("pointercancel", () => this.cancel());
    window.addEventListener("keydown", (event) => this.digit(event, true));
    window.addEventListener("keyup", (event) => this.digit(event, false));
    window.addEventListener("blur", () => this.hold(null));
    // Where fingers scroll the board, they cannot drag stones; they tap them.
    const room = host.parentElement;
    new ResizeObserver(() => room.classList.toggle("scrolls", room.scrollWidth > room.clientWidth)).observe(host);
  }

  /**
   * Shows a position:
   * - `text`, `ruleset`, `title`: the position, its ruleset, and the title of the picture
   * - `moves`: the moves of the player at this page, empty if it is not their turn
   * - `last`: the last move, or null; `hint`: cells `[col, row]` of a better move
   * - `shown`: whether movable stones are marked
   *
   * Returns whether the position has a board.
   */
  show(view) {
    const board = parsePosition(view.text);
    const drawn = board !== null && view.ruleset.board !== "text";
    const same = this.view !== null && this.view.text === view.text && sameMoves(this.view.moves, view.moves);
    const old = this.view;
    this.view = view;
    this.host.hidden = !drawn;
    /** The moves that are chosen from a list, because pointing at cells does not make them. */
    this.listed = view.moves;
    if (!drawn) return false;
    this.board = board;
    const { pointing, numbered } = view.ruleset;
    this.view = { ...view, moves: view.moves.map((move) => withCells(move, board, numbered)), last: withCells(view.last, board, numbered) };
    const ways = waysOf(this.view.moves, pointing, board.width);
    this.listed = unpointed(view.moves, ways);
    if (!same) {
      this.endDrag();
      this.hand.lay(ways, board.cells.map(heightOf));
    }
    const fits = old !== null && this.svg && old.ruleset === view.ruleset
      && this.size?.[0] === board.width && this.size[1] === board.height;
    if (!fits) this.build();
    this.svg.classList.toggle("live", this.live);
    this.paint();
    if (!same) this.heard.changed(this.hand);
    return true;
  }

  get live() {
    return this.view.moves.length > 0;
  }

  /** Creates a new picture for a board of another size. */
  build() {
    const { board } = this;
    this.size = [board.width, board.height];
    this.svg = boardSvg(board, this.options());
    const { width, height } = this.svg.viewBox.baseVal;
    const { style } = this.host.closest(".table-column");
    style.setProperty("--across", width / CELL);
    style.setProperty("--aspect", width / height);
    this.host.replaceChildren(this.svg);
    this.cursor = Math.min(this.cursor, board.cells.length - 1);
    this.rove(this.cursor);
  }

  /** The picture for a file, without the stones in hand. */
  file() {
    const { text, ruleset, title, last } = this.view;
    const board = parsePosition(text);
    const marks = board.cells.map(() => []);
    this.markLast(marks, last);
    return boardSvg(board, { title, ...ruleset.look, marks });
  }

  options() {
    const { ruleset, title } = this.view;
    return {
      cell: CELL,
      title,
      ...ruleset.look,
      marks: this.marks(),
      interactive: true,
      name: (col, row) => this.nameOf(col, row),
    };
  }

  paint() {
    repaintBoard(this.svg, this.shownBoard(), this.options());
  }

  /** The board without the stones in hand, if they are part of a stack. */
  shownBoard() {
    const { board, hand } = this;
    const { count, height } = hand;
    if (count === 0 || count >= height) return board;
    const cells = [...board.cells];
    const from = hand.picked[0];
    cells[from] = `${cells[from][0]}${height - count}`;
    return { ...board, cells };
  }

  markLast(marks, last) {
    const { width } = this.board;
    const mark = (cell, name) => cell && marks[cell[1] * width + cell[0]].push(name);
    if (!last) return;
    mark(last.from, last.to ? "from" : "last");
    mark(last.to, "last");
    mark(last.then, "last");
  }

  marks() {
    const { board, hand, view } = this;
    const marks = board.cells.map(() => []);
    this.markLast(marks, view.last);
    for (const [col, row] of view.hint ?? []) marks[row * board.width + col].push("winning");
    const { picked } = hand;
    for (const cell of picked) marks[cell].push("selected");
    if (this.drag?.started && hand.count >= hand.height) marks[picked[0]].push("preview");
    if (picked.length || view.shown) {
      const ends = hand.ends();
      for (const cell of hand.next()) marks[cell].push(picked.length || ends.has(cell) ? "target" : "movable");
    }
    return marks;
  }

  /** Describes a cell: its name, its content, and the possible actions. */
  nameOf(col, row) {
    const { board, hand, view } = this;
    const cell = row * board.width + col;
    const content = this.shownBoard().cells[cell];
    const words = [cellName(col, row, board), contentWord(content, view.ruleset)];
    const { picked } = hand;
    if (picked.includes(cell)) words.push("picked up");
    if (hand.next().has(cell)) {
      const { hints, numbered } = view.ruleset;
      if (picked.length && content === ".") words.push("can go here");
      else if (picked.length && hints[picked.length]) words.push(`can be ${hints[picked.length]}`);
      else if (picked.length) words.push(picked.includes(cell) ? "can be chosen again" : "can go here, onto it");
      // Konane begins with the removal of stones.
      else words.push(!hand.ends().has(cell) ? "can move" : numbered ? "can be removed" : "can be played");
    }
    if (marked(view.last, col, row)) words.push("last move");
    if (view.hint?.some(([c, r]) => c === col && r === row)) words.push("better move");
    return words.join(", ");
  }

  cellAt(index) {
    const { width } = this.board;
    const [col, row] = [index % width, Math.floor(index / width)];
    return this.svg.querySelector(`.cell[data-col="${col}"][data-row="${row}"]`);
  }

  indexOf(node) {
    const cell = node?.closest?.(".cell");
    if (!cell || !this.host.contains(cell)) return null;
    return +cell.getAttribute("data-row") * this.board.width + +cell.getAttribute("data-col");
  }

  /** Points at a cell, and plays the move if it is complete. */
  point(cell) {
    if (!this.live) return;
    const before = this.hand.picked.length;
    const move = this.hand.point(cell);
    if (move !== null) {
      this.made(move);
      return;
    }
    this.handChanged();
    const { picked } = this.hand;
    const { size } = this.hand.next();
    const ways = size === 1 ? "1 cell to go to" : `${size} cells to go to`;
    if (picked.length > 0) this.heard.said(`${this.wordsAt(picked.at(-1))}, ${ways}`);
    else if (before > 0) this.heard.said("Put back.");
  }

  /** Plays a move. The board is inactive until another position is shown. */
  made(move) {
    this.view = { ...this.view, moves: [] };
    this.hand.lay([], this.hand.heights);
    this.svg.classList.remove("live");
    this.paint();
    this.heard.changed(this.hand);
    this.heard.play(move);
  }

  wordsAt(cell) {
    const { width } = this.board;
    return this.nameOf(cell % width, Math.floor(cell / width));
  }

  /** Chooses how many stones of the stack in hand move. */
  choose(count) {
    this.hand.choose(count);
    this.handChanged();
  }

  putBack() {
    this.endDrag();
    this.hand.putBack();
    this.handChanged();
  }

  handChanged() {
    this.paint();
    this.paintGhost();
    this.heard.changed(this.hand);
  }

  // Clicks and keys.

  click(event) {
    // The click after a drag is ignored.
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const cell = this.indexOf(event.target);
    if (cell === null) return;
    this.rove(cell);
    this.point(cell);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { board, hand } = this;
    const { width, height } = board;
    const [col, row] = [this.cursor % width, Math.floor(this.cursor / width)];
    const to = (c, r) => {
      this.rove(Math.min(Math.max(r, 0), height - 1) * width + Math.min(Math.max(c, 0), width - 1));
      this.cellAt(this.cursor).focus();
    };
    if (event.key in ARROWS) to(col + ARROWS[event.key][0], row + ARROWS[event.key][1]);
    else if (event.key === "Home") to(0, event.shiftKey ? 0 : row);
    else if (event.key === "End") to(width - 1, event.shiftKey ? height - 1 : row);
    else if (event.key === "Enter" || event.key === " ") this.point(this.cursor);
    else if (event.key === "Escape" && hand.picked.length) this.putBack();
    else if (event.key === "+" && hand.height > 1) this.choose(hand.count + 1);
    else if (event.key === "-" && hand.height > 1) this.choose(hand.count - 1);
    else return;
    event.preventDefault();
  }

  focused(event) {
    const cell = this.indexOf(event.target);
    if (cell !== null) this.rove(cell);
  }

  focus() {
    this.cellAt(this.cursor)?.focus();
  }

  /** Makes a cell the one that receives the focus by the tab key. */
  rove(cell) {
    this.cellAt(this.cursor)?.setAttribute("tabindex", "-1");
    this.cursor = cell;
    this.cellAt(cell)?.setAttribute("tabindex", "0");
  }

  /** Handles a pressed or released digit, 1 to 9 or a to f for 10 to 15: that many stones move while it is held. */
  digit(event, isDown) {
    if (event.key === "Escape" && isDown && this.drag?.started) this.cancel();
    if (!isDown) {
      // `code` is the physical key; `key` would change with Shift.
      if (event.code === this.heldCode) this.hold(null);
      return;
    }
    if (!this.board?.stacks || !/^[1-9a-f]$/i.test(event.key)) return;
    const count = parseInt(event.key, 16);
    const fields = "input:not([type=checkbox], [type=range]), select, textarea, dialog";
    const typing = event.target instanceof Element && event.target.closest(fields);
    if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    this.heldCode = event.code;
    const { hand } = this;
    // A digit that is pressed while a stack is in hand need not be held.
    if (!this.drag && hand.picked.length && count <= hand.height) hand.choose(count);
    this.hold(count);
  }

  hold(count) {
    if (this.hand.held === count) return;
    this.hand.held = count;
    if (this.board && !this.host.hidden) this.handChanged();
  }

  // Dragging.

  press(event) {
    this.dragged = false;
    const cell = this.indexOf(event.target);
    if (!event.isPrimary || event.button !== 0 || cell === null || !this.live) return;
    const { hand } = this;
    // A press on a target of the stone in hand does not start another move.
    if ((hand.picked.length && hand.next().has(cell)) || !hand.canPick(cell)) return;
    this.drag = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, started: false };
  }

  move(event) {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    if (!drag.started) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      drag.started = true;
      this.svg.setPointerCapture(event.pointerId);
      if (this.hand.picked[0] !== drag.cell || this.hand.picked.length > 1) {
        this.hand.pick(drag.cell);
        // While dragging, a digit counts only while it is held.
        this.hand.chosen = null;
      }
      this.rove(drag.cell);
      this.addGhost();
      this.handChanged();
    }
    this.ghost.style.left = `${event.clientX}px`;
    this.ghost.style.top = `${event.clientY}px`;
    this.hover(this.under(event));
  }

  /** The cell under a pointer, or null. */
  under(event) {
    return this.indexOf(document.elementFromPoint(event.clientX, event.clientY));
  }

  /** Marks the cell under the dragged stones, if it is a target. */
  hover(cell) {
    const target = cell !== null && this.hand.next().has(cell) ? this.cellAt(cell) : null;
    for (const old of this.svg.querySelectorAll(".cell.over")) if (old !== target) old.classList.remove("over");
    target?.classList.add("over");
  }

  release(event) {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    if (!drag.started) {
      this.drag = null;
      return;
    }
    const cell = this.under(event);
    this.dragged = true;
    this.endDrag();
    // Who drops a stone where it was may have changed their mind.
    if (cell !== null && cell !== drag.cell && this.hand.next().has(cell)) {
      this.rove(cell);
      this.point(cell);
    } else {
      this.putBack();
    }
  }

  cancel() {
    if (!this.drag) return;
    this.dragged = this.drag.started;
    this.putBack();
  }

  endDrag() {
    if (!this.drag) return;
    this.drag = null;
    this.ghost?.remove();
    this.ghost = null;
    this.hover(null);
  }

  /** The element at the pointer: the stones that move. */
  addGhost() {
    this.ghost = unread("div", "ghost");
    document.body.append(this.ghost);
  }

  paintGhost() {
    if (!this.ghost) return;
    const { board, hand, view } = this;
    const content = board.cells[hand.picked[0]] ?? ".";
    const cells = [hand.count ? `${content[0]}${Math.min(hand.count, hand.height)}` : content];
    const picture = boardSvg({ ...board, width: 1, height: 1, cells }, { coordinates: false, kinds: view.ruleset.kinds });
    for (const ground of picture.querySelectorAll(".board-frame, .ground")) ground.remove();
    const side = `${this.cellAt(hand.picked[0]).getBoundingClientRect().width * 1.3}px`;
    this.ghost.style.width = side;
    this.ghost.style.height = side;
    this.ghost.replaceChildren(picture);
  }
}

/** The height of the stack on a cell; 0 if the cell is empty. */
function heightOf(content) {
  return +(/^[bw](\d+)$/.exec(content)?.[1] ?? 0);
}

/** A move with the cells that its text names, if it comes without cells. */
function withCells(move, board, numbered) {
  if (!move || move.from) return move;
  const [from, to, then] = cellsOfMove(move.move, board, numbered);
  return { ...move, from, to, then };
}

function sameMoves(some, others) {
  return some.length === others.length && some.every((move, i) => move.move === others[i].move);
}

/** Whether a move ends on the cell, or removes its stone. */
function marked(move, col, row) {
  const cells = move ? [move.to ?? move.from, move.then] : [];
  return cells.some((cell) => cell && cell[0] === col && cell[1] === row);
}
