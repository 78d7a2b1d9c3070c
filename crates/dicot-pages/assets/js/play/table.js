// The board for playing: stones are picked up and put down with a mouse, a finger, a pen or keys.

import { boardSvg } from "../board.js";
import { unread } from "../dom.js";
import { GraphPicture } from "../pictures/graphs.js";
import { KINDS, Pictures } from "../pictures/index.js";
import { unpointed } from "../pictures/ways.js";
import { Hand } from "./hand.js";

KINDS.graph = [GraphPicture];

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
   * - `text`, `ruleset`, `start`: the position, its ruleset, and where the game began
   * - `moves`: the moves of the player at this page, empty if it is not their turn
   * - `last`: the last move, or null; `pointed`: a move that the page speaks of, or null, with a `remark` on it
   * - `winning`: the moves that win, as far as they are to be marked
   * - `shown`: whether what can move is marked
   *
   * Returns the size of what is drawn in words; null if nothing is.
   */
  show(view) {
    const old = this.view;
    const same = old !== null && old.text === view.text && sameMoves(old.moves, view.moves);
    this.view = view;
    const read = this.picturesOf(view.ruleset).read(view.text, view.start);
    this.host.hidden = read === null;
    /** The moves that are chosen from a list, because pointing at the picture does not make them. */
    this.listed = view.moves;
    if (!read) {
      this.drawing = null;
      return null;
    }
    const { picture, drawing } = read;
    const ways = picture.ways(view.moves, drawing);
    const fits = this.svg && this.drawing && this.picture === picture && picture.fits(this.drawing, drawing);
    const size = picture.sizeOf(drawing);
    const ghosts = old?.text !== view.text && view.last && this.svg && this.drawing && this.picture === picture ? this.ghosts(drawing) : [];
    Object.assign(this, { picture, drawing, title: `${view.ruleset.title}, ${size.replace("×", "by")}` });
    this.listed = unpointed(view.moves, ways);
    this.hints = view.ruleset.hints.length > 0 ? view.ruleset.hints : picture.hints(ways, drawing);
    this.pointed = view.pointed ? picture.ways([{ move: view.pointed }], drawing)[0]?.path ?? [] : [];
    if (!same) {
      this.endDrag();
      this.hand.lay(ways, picture.heights?.(drawing) ?? []);
    }
    if (!fits) this.build();
    this.svg.classList.toggle("live", this.live);
    this.paint();
    this.svg.append(...ghosts);
    if (!same) this.heard.changed(this.hand);
    return size;
  }

  /** Copies of what the next drawing does not have, which fall and are removed. */
  ghosts(next) {
    const { drawing, picture, svg } = this;
    if (!picture.gone || matchMedia("(prefers-reduced-motion: reduce)").matches) return [];
    return picture.gone(drawing, next, this.view.last).flatMap(({ index, how, delay = 0 }) => {
      const node = picture.nodeAt(svg, index, drawing);
      if (!node) return [];
      const place = document.createElementNS(svg.namespaceURI, "g");
      place.setAttribute("transform", node.getAttribute("transform"));
      place.setAttribute("aria-hidden", "true");
      const ghost = node.lastElementChild.cloneNode(true);
      for (const mark of ghost.querySelectorAll(".mark, .ring, .border")) mark.remove();
      ghost.setAttribute("class", `gone ${how}`);
      ghost.style.animationDelay = `${delay * 70}ms`;
      ghost.addEventListener("animationend", () => place.remove());
      place.append(ghost);
      return [place];
    });
  }

  /** A move in the notation of the pages; `start` is where the game began. */
  nameOfMove(move, ruleset, start) {
    return this.picturesOf(ruleset).nameOfMove(move, start);
  }

  picturesOf(ruleset) {
    if (this.pictures?.ruleset !== ruleset) this.pictures = new Pictures(ruleset);
    return this.pictures;
  }

  get live() {
    return this.view.moves.length > 0;
  }

  /** Creates a new picture, for a drawing of another size. */
  build() {
    const focused = this.host.contains(document.activeElement);
    this.svg = this.picture.svg(this.drawing, this.options());
    const { width, height } = this.svg.viewBox.baseVal;
    const { style } = this.host.closest(".table-column");
    style.setProperty("--across", width / CELL);
    style.setProperty("--aspect", width / height);
    this.host.replaceChildren(this.svg);
    this.rove(this.cursor);
    if (focused) this.focus();
  }

  /** The picture for a file, without the stones in hand. */
  file() {
    const { picture, drawing, title } = this;
    return picture.svg(drawing, { title, marks: this.lastMarks() });
  }

  options() {
    return { cell: CELL, title: this.title, marks: this.marks(), name: (index) => this.nameOf(index) };
  }

  paint() {
    const held = this.host.contains(document.activeElement);
    this.picture.repaint(this.svg, this.shownDrawing(), this.options());
    // What had the focus may be gone, or have another index.
    const focused = this.indexOf(document.activeElement);
    this.rove(focused ?? this.cursor);
    if (held && focused === null) this.focus();
  }

  /** The drawing without the stones in hand, if they are part of a stack. */
  shownDrawing() {
    const { drawing, hand } = this;
    const { count, height } = hand;
    if (count === 0 || count >= height || !drawing.cells) return drawing;
    const cells = [...drawing.cells];
    const from = hand.picked[0];
    cells[from] = `${cells[from][0]}${height - count}`;
    return { ...drawing, cells };
  }

  /** The marks of the last move, for each thing. */
  lastMarks() {
    const { picture, drawing, view } = this;
    const marks = Array.from({ length: picture.count(drawing) }, () => []);
    for (const [index, mark] of view.last ? picture.last(view.last, drawing) : []) marks[index].push(mark);
    return marks;
  }

  marks() {
    const { hand, view } = this;
    const marks = this.lastMarks();
    for (const index of this.pointed) marks[index]?.push("winning");
    const { picked } = hand;
    for (const { move, path } of hand.open()) {
      if (view.winning?.includes(move) && path.length > picked.length) marks[path[picked.length]].push("winning");
    }
    for (const index of picked) marks[index].push("selected");
    if (this.drag?.started && hand.count >= hand.height) marks[picked[0]].push("preview");
    if (picked.length || view.shown) {
      const ends = hand.ends();
      for (const index of hand.next()) marks[index]?.push(picked.length || ends.has(index) ? "target" : "movable");
    }
    return marks;
  }

  /** Describes a thing of the picture: its name, its content, and the possible actions. */
  nameOf(index) {
    const { hand, hints, picture, view } = this;
    const drawing = this.shownDrawing();
    const words = [...picture.wordsAt(index, drawing)];
    const { picked } = hand;
    if (picked.includes(index)) words.push("picked up");
    if (hand.next().has(index)) {
      const { numbered } = view.ruleset;
      if (picked.length && picture.isEmpty?.(index, drawing)) words.push("can go here");
      else if (picked.length && hints[picked.length]) words.push(`can be ${hints[picked.length]}`);
      else if (picked.length) words.push(picked.includes(index) ? "can be chosen again" : "can go here, onto it");
      // Konane begins with the removal of stones.
      else words.push(!hand.ends().has(index) ? "can move" : numbered ? "can be removed" : "can be played");
    }
    if (view.last && picture.last(view.last, drawing).some(([at, mark]) => at === index && mark === "last")) words.push("last move");
    if (this.pointed.includes(index)) words.push(view.remark);
    if (hand.open().some(({ move, path }) => path[picked.length] === index && view.winning?.includes(move))) words.push("wins");
    return words.join(", ");
  }

  cellAt(index) {
    return this.picture.nodeAt(this.svg, index, this.drawing);
  }

  indexOf(node) {
    const cell = node?.closest?.(".cell");
    return cell && this.host.contains(cell) ? this.picture.indexOf(cell, this.drawing) : null;
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
    const ways = size === 1 ? "1 way to go on" : `${size} ways to go on`;
    if (picked.length > 0) this.heard.said(`${this.nameOf(picked.at(-1))}, ${ways}`);
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
    const { drawing, hand, picture } = this;
    const to = picture.beside(this.cursor, event, drawing);
    if (to !== undefined) {
      this.rove(to);
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") this.point(this.cursor);
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
    for (const other of this.svg.querySelectorAll(".cell[tabindex='0']")) other.setAttribute("tabindex", "-1");
    const node = this.cellAt(cell) ?? this.svg.querySelector(".cell");
    this.cursor = this.indexOf(node) ?? 0;
    node?.setAttribute("tabindex", "0");
  }

  /** Handles a pressed or released digit, 1 to 9 or a to f for 10 to 15: that many stones move while it is held. */
  digit(event, isDown) {
    if (event.key === "Escape" && isDown && this.drag?.started) this.cancel();
    if (!isDown) {
      // `code` is the physical key; `key` would change with Shift.
      if (event.code === this.heldCode) this.hold(null);
      return;
    }
    if (!this.hand.hasStacks || !/^[1-9a-f]$/i.test(event.key)) return;
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
    if (this.drawing) this.handChanged();
  }

  // Dragging.

  press(event) {
    this.dragged = false;
    const cell = this.indexOf(event.target);
    if (!event.isPrimary || event.button !== 0 || cell === null || !this.live || !this.picture.drags) return;
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
    const { drawing, hand, view } = this;
    const content = drawing.cells[hand.picked[0]] ?? ".";
    const cells = [hand.count ? `${content[0]}${Math.min(hand.count, hand.height)}` : content];
    const picture = boardSvg({ ...drawing, width: 1, height: 1, cells }, { coordinates: false, ...view.ruleset.look, lines: false });
    for (const ground of picture.querySelectorAll(".board-frame, .ground")) ground.remove();
    const side = `${this.cellAt(hand.picked[0]).getBoundingClientRect().width * 1.3}px`;
    this.ghost.style.width = side;
    this.ghost.style.height = side;
    this.ghost.replaceChildren(picture);
  }
}

function sameMoves(some, others) {
  return some.length === others.length && some.every((move, i) => move.move === others[i].move);
}
