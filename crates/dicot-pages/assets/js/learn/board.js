// Boards of the course: one on which moves are picked, and one of cells to draw on.

import { cellsOfMove, emptyBoard, formatPosition, moveName, parsePosition } from "../board.js";
import { button, dotOf, element, withRole } from "../dom.js";
import { Brushes } from "../explore/draw.js";
import { Grid } from "../explore/grid.js";
import { cellInWords, marksOfMoves, valuesOnCells } from "../explore/marks.js";
import { Picking, withCells } from "../explore/pick.js";
import { emptyLetter } from "../explore/rulesets.js";
import { PLAYERS } from "../glossary.js";
import { t } from "../words.js";
import { Scene, hasCells, picturesOf } from "./scene.js";

const OTHER = { left: "right", right: "left" };

/** The moves of an answer to `value` for these players, with their names. */
export function movesOf(answer, ruleset, sides = ["left", "right"]) {
  const board = hasCells(ruleset) ? parsePosition(answer.position, ruleset.own) : null;
  const pictures = board ? null : picturesOf(ruleset);
  const nameOf = (move) => (board ? moveName(move, board, ruleset.numbered) : pictures.nameOfMove(move, answer.position));
  return sides.flatMap((side) => answer.all_moves[side].map((move) => ({ ...move, side, name: nameOf(move.move) })));
}

/**
 * A board on which moves are picked by their cells, or a picture on which they are picked by what moves. If both players can
 * move and some of their moves are picked alike, buttons choose who moves.
 */
export class MoveBoard {
  /** `play(move)` is called with a move that was picked. */
  constructor(host, ruleset, play) {
    this.ruleset = ruleset;
    /** Who moves where moves of both players are picked alike. */
    this.side = "left";
    this.play = (move) => {
      this.side = OTHER[move.side];
      play(move);
    };
    const picking = new Picking({ moves: () => this.moves, turn() {}, play: this.play, changed: () => this.draw() });
    this.picking = picking;
    const place = element("div", "board-host");
    place.dataset.mode = "moves";
    this.place = place;
    /** The choice of who moves, and the moves that cannot be pointed at. */
    this.more = element("div", "row part-moves");
    this.more.hidden = true;
    host.append(place, this.more);
    if (!hasCells(ruleset)) {
      this.scene = new Scene(place, ruleset, picking);
      return;
    }
    this.grid = new Grid(place, {
      press() {},
      drag() {},
      release: (first, last) => last && picking.point(first, last),
      hover: (...cell) => picking.hover(...cell),
      key: (...pressed) => picking.key(...pressed),
    });
  }

  /**
   * Shows a position in which these moves can be picked. `last` is the text of the move before; `values` writes the
   * values of moves on their targets; `hints` marks winning moves and those that are not worth considering.
   */
  show(position, moves, { title, last = null, values = false, hints = false }) {
    /** Graphs keep the places that their vertices have at first. */
    this.root ??= position;
    this.board = this.scene ? this.scene.read(position, { root: this.root }) : parsePosition(position, this.ruleset.own);
    this.all = hints ? moves : moves.map(({ wins, sensible, ...move }) => move);
    Object.assign(this, { position, title, last, values });
    this.choose();
  }

  /** Offers the moves of those who can be told apart, or of the player who is chosen. */
  choose() {
    const ways = this.all.flatMap((move) => this.waysOf(move));
    const keys = (side) => ways.filter((way) => way.side === side && way.cells.length > 0).map(({ cells }) => cells.join(" "));
    const right = new Set(keys("right"));
    const isShared = keys("left").some((key) => right.has(key));
    const text = (side) => JSON.stringify(this.all.filter((move) => move.side === side).map(({ move, value }) => [move, value]));
    // In an impartial game it does not matter who moves.
    this.isImpartial = isShared && text("left") === text("right");
    this.moves = isShared ? ways.filter(({ side }) => side === (this.isImpartial ? "left" : this.side)) : ways;
    const sides = isShared && !this.isImpartial ? [this.sides()] : [];
    const unpointed = this.unpointed().map((move) => button(move.name, () => this.play(move), "small"));
    this.more.replaceChildren(...sides, ...unpointed);
    this.more.hidden = sides.length + unpointed.length === 0;
    this.picking.clear();
    this.draw();
  }

  /** The buttons that choose who moves. */
  sides() {
    const choices = ["left", "right"].map((side) => {
      const choice = button([dotOf(side), PLAYERS[side]], () => {
        this.side = side;
        this.choose();
        this.more.querySelector("[aria-pressed=true]").focus();
      });
      choice.setAttribute("aria-pressed", String(side === this.side));
      return choice;
    });
    return withRole(element("div", "joined", ...choices), "group", t("Who moves"));
  }

  /** The ways to pick a move. */
  waysOf(move) {
    const { board, ruleset, scene } = this;
    if (!board) return [{ ...move, cells: [] }];
    if (!scene) return [withCells(move, move.side, cellsOfMove(move.move, board, ruleset.numbered), board)];
    return scene.waysOf([move.move], board).get(move.move).map((cells) => withCells(move, move.side, cells, board));
  }

  /** The moves that cannot be pointed at. */
  unpointed() {
    const { board, scene } = this;
    const own = (side) => [...new Map(this.moves.filter((move) => move.side === side).map((move) => [move.move, move])).values()];
    if (!board) return ["left", "right"].flatMap(own);
    return scene ? ["left", "right"].flatMap((side) => scene.unpointed(own(side), board)) : [];
  }

  draw() {
    const { board, ruleset, moves, last, picking, scene, title } = this;
    const { picked, next } = picking;
    if (this.position === undefined) return;
    if (!board) {
      // The text of a position that cannot be drawn.
      this.place.replaceChildren(element("code", "", this.position));
      return;
    }
    if (scene) {
      scene.show(board, { title, moves, picked, next });
      return;
    }
    const marks = marksOfMoves(board, { last, numbered: ruleset.numbered, moves, picked, next });
    this.grid.show(board, {
      ...ruleset.look,
      marks,
      texts: this.values ? valuesOnCells(board, next) : undefined,
      title,
      name: (col, row) => cellInWords(board, ruleset, marks, col, row),
    });
  }
}

/** A board to draw on, with its brushes. */
export class DrawBoard {
  /** `changed(position)` is called with each new drawing. */
  constructor(host, ruleset, title, changed) {
    Object.assign(this, { ruleset, title, changed });
    const place = element("div", "board-host");
    place.dataset.mode = "draw";
    const tools = withRole(element("div", "joined brushes"), "group", t("Brush"));
    const clear = button(t("Clear"), () => {
      const { width, height } = this.board;
      this.set(emptyBoard(width, height, emptyLetter(ruleset)));
    });
    host.append(element("div", "row", tools, clear), place);
    this.brushes = new Brushes(tools);
    this.brushes.show(ruleset);
    this.grid = new Grid(place, {
      press: (...cell) => this.set(this.brushes.press(this.board, ...cell)),
      drag: (...cell) => this.set(this.brushes.drag(this.board, ...cell)),
      release() {},
      hover() {},
      key: (event, ...cell) => {
        const next = this.brushes.key(this.board, ...cell, event);
        if (next) this.set(next);
        return next !== null;
      },
    });
    this.grid.grabs = true;
  }

  set(board) {
    if (board === this.board) return;
    this.show(board);
    this.changed(formatPosition(board));
  }

  write(position) {
    this.show(parsePosition(position, this.ruleset.own));
  }

  keeps(drawn, position) {
    const [before, after] = [position, drawn].map((text) => parsePosition(text, this.ruleset.own));
    return before.cells.every((cell, index) => cell === "." || after.cells[index] === cell);
  }

  show(board) {
    this.board = board;
    const name = (col, row) => cellInWords(board, this.ruleset, [], col, row);
    this.grid.show(board, { ...this.ruleset.look, title: this.title, name });
  }
}
