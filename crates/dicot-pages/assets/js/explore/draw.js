// Drawing: the brushes, and the effect of a stroke over the board.

import { boardSvg, contentAt } from "../board.js";
import { button } from "../dom.js";
import { t } from "../words.js";
import { emptyLetter } from "./rulesets.js";

export class Brushes {
  /** `host` receives a button for each content that a cell can have, and one that cycles through them. */
  constructor(host) {
    this.host = host;
    this.symbols = [];
    /** The letter that is painted; null cycles to the next one. */
    this.letter = null;
  }

  show(ruleset) {
    this.symbols = ruleset.symbols;
    if (!this.symbols.some(({ letter }) => letter === this.letter)) this.letter = null;
    const cycle = this.button(null, t("Cycle: each click puts the next kind"), t("Each click puts the next kind on a cell"), t("Cycle"));
    const others = this.symbols.map(({ letter, name }) => {
      const cell = { width: 1, height: 1, cells: [letter], stacks: false };
      const picture = boardSvg(cell, { coordinates: false, ...ruleset.look, lines: false });
      picture.removeAttribute("role");
      picture.setAttribute("aria-hidden", "true");
      return this.button(letter, t("Paint: {name}", { name }), t("{name} (key {key})", { name, key: letter }), picture);
    });
    this.host.replaceChildren(cycle, ...others);
    this.mark();
  }

  button(letter, name, title, contents) {
    const node = button(contents, () => {
      this.letter = letter;
      this.mark();
    });
    node.dataset.letter = letter ?? "";
    node.setAttribute("aria-label", name);
    node.title = title;
    return node;
  }

  mark() {
    for (const button of this.host.children) {
      button.setAttribute("aria-pressed", String(button.dataset.letter === (this.letter ?? "")));
    }
  }

  /** The next letter after a letter, cyclically. */
  after(letter) {
    const index = this.symbols.findIndex((symbol) => symbol.letter === letter);
    return this.symbols[(index + 1) % this.symbols.length]?.letter ?? letter;
  }

  /** The letter that a stroke paints if it begins on a cell with this content. */
  ink(content) {
    return this.letter ?? this.after(content);
  }

  /** The letter that a key puts on a cell with this content; null for other keys. */
  inkOfKey(event, content) {
    const key = event.key.toLowerCase();
    if (key === " ") return this.after(content);
    if (key === "enter") return this.ink(content);
    if (key === "backspace" || key === "delete") return emptyLetter(this);
    return this.symbols.find(({ letter }) => letter === key)?.letter ?? null;
  }

  /** The board after a stroke has begun on a cell. */
  press(board, col, row) {
    this.inked = this.ink(contentAt(board, col, row));
    return this.drag(board, col, row);
  }

  /** The board after a stroke has gone on to a cell. */
  drag(board, col, row) {
    return painted(board, col, row, this.inked);
  }

  /** The board after a key on a cell; null for other keys. */
  key(board, col, row, event) {
    const letter = this.inkOfKey(event, contentAt(board, col, row));
    return letter && painted(board, col, row, letter);
  }
}

/** The board with another content of one cell; the same object if nothing changes. */
export function painted(board, col, row, letter) {
  const index = row * board.width + col;
  if (board.cells[index] === letter) return board;
  return { ...board, cells: board.cells.with(index, letter) };
}
