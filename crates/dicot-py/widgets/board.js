// A board whose value, thermograph and moves follow, with the two modes of the page that explores values.

import { ApiError, call } from "../api.js";
import { cellName, cellsOfMove, formatPosition, moveName, parsePosition } from "../board.js";
import { button, element } from "../dom.js";
import { explainTerms } from "../explain.js";
import { Brushes, painted } from "../explore/draw.js";
import { Grid } from "../explore/grid.js";
import { Inquiry } from "../explore/inquiry.js";
import { cellInWords, marksOfMove, marksOfMoves, valuesOnCells } from "../explore/marks.js";
import { MoveList } from "../explore/moves.js";
import { candidates, foreseen, nextCells, pick, withCells } from "../explore/pick.js";
import * as readout from "../explore/readout.js";
import {
  groupsOf, lettersOf, outcomeText, sentence, showComponents, showFacts, showThermograph, showValue,
  symbolsButton, widthFor,
} from "../explore/results.js";
import { loadRulesets, unknownRuleset } from "../explore/rulesets.js";
import { solutionInWords, withWinners } from "../explore/solution.js";
import { Timeline, positionOf } from "../explore/state.js";
import { capital, stopped } from "../glossary.js";

const SIDES = ["left", "right"];

const CONTENT = `
  <div class="widget-parts">
    <section class="stack" aria-label="Position">
      <div class="row">
        <div id="modes" class="joined" role="group" aria-label="Mode">
          <button type="button" id="draw">Draw</button>
          <button type="button" id="moves">Moves</button>
        </div>
        <div class="joined" role="group" aria-label="Steps">
          <button type="button" id="undo">Undo</button>
          <button type="button" id="redo">Redo</button>
        </div>
      </div>
      <div id="brushes" class="joined brushes" role="group" aria-label="Brush"></div>
      <nav id="path" class="path" aria-label="Moves played"></nav>
      <div id="board" class="board-host"></div>
      <div id="picture" class="own-picture"></div>
      <p id="text" class="mono"></p>
      <div id="readout" class="readout"></div>
    </section>
    <div class="widget-answers stack">
      <section class="card result" id="result" aria-label="Value">
        <header class="card-head">
          <div class="card-title"><h2>Value</h2><span class="term-place" data-help="value"></span>
            <span id="symbols" class="term-place"></span></div>
          <div class="progress"><span id="doing"></span>
            <button type="button" class="button-quiet" id="cancel" hidden>Cancel</button></div>
        </header>
        <div id="value" class="big-value"></div>
        <dl id="facts" class="facts"></dl>
        <div id="notice" class="result-notice" role="group" aria-label="Instead of the value" tabindex="0" hidden></div>
      </section>
      <section class="card" aria-label="Thermograph and moves">
        <div id="thermograph" class="thermograph"></div>
        <div id="components" class="components" role="group" aria-label="Components"></div>
        <div class="sides">
          <section aria-label="Left's moves"><h3><span class="dot dot-left" aria-hidden="true"></span>Left</h3>
            <ol id="left" class="moves"></ol></section>
          <section aria-label="Right's moves"><h3><span class="dot dot-right" aria-hidden="true"></span>Right</h3>
            <ol id="right" class="moves"></ol></section>
        </div>
      </section>
    </div>
  </div>
  <p id="announcer" class="visually-hidden" role="status"></p>`;

export class BoardView {
  /** The trait that it shows and changes. */
  trait = "_board";

  constructor(model, root) {
    this.model = model;
    this.root = root;
    const widget = element("div", "widget");
    widget.innerHTML = CONTENT;
    root.append(widget);
    const { rules, position } = model.get("_board");
    this.state = { rules, root: position, steps: [], mode: "draw" };
    this.timeline = new Timeline(this.state);
    this.rulesets = [];
    this.ruleset = unknownRuleset(rules);
    /** The last answer, and the key of its position; the moves, and the key of theirs. */
    this.answer = null;
    this.moves = [];
    this.movesOf = null;
    /** The cells picked so far of a move, the cell and the move under the pointer, and the letter of a stroke. */
    this.picked = [];
    this.hovered = null;
    this.looked = null;
    this.ink = null;
    this.inquiry = new Inquiry({ refused: (error) => this.refused(error), done: () => this.progress(null) });
    this.brushes = new Brushes(this.at("brushes"));
    this.grid = new Grid(this.at("board"), this.handlers());
    this.lists = Object.fromEntries(SIDES.map((side) => [
      side, new MoveList(this.at(side), { play: (move) => this.play(move), look: (move) => this.look(move) }),
    ]));
    for (const mode of ["draw", "moves"]) this.onClick(mode, () => this.go({ mode }));
    for (const step of ["undo", "redo"]) this.onClick(step, () => this.go(this.timeline[step]() ?? {}));
    this.onClick("cancel", () => {
      this.inquiry.stop();
      this.forget();
      this.notice([element("p", "", "Cancelled."), button("Compute again", () => this.evaluate())]);
      this.movesOnly();
      this.at("notice").focus();
    });
    explainTerms(root);
    this.begin();
  }

  async begin() {
    try {
      this.rulesets = await loadRulesets();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refused(error);
      return;
    }
    this.takeRuleset();
    this.read();
    this.show();
    this.evaluate();
  }

  end() {
    this.inquiry.stop();
  }

  at(id) {
    return this.root.getElementById(id);
  }

  onClick(id, action) {
    this.at(id).addEventListener("click", action);
  }

  /** Follows a position that was set in Python. */
  changed() {
    const { rules, position } = this.model.get("_board");
    if (this.key() !== `${rules}\n${position}`) this.go({ rules, root: position, steps: [] });
  }

  /** Sets the position in Python. */
  send() {
    this.model.set("_board", { rules: this.state.rules, position: positionOf(this.state) });
    this.model.save_changes();
  }

  /** The position with its ruleset. */
  key() {
    return `${this.state.rules}\n${positionOf(this.state)}`;
  }

  known() {
    return this.answer?.key === this.key() ? this.answer.content : null;
  }

  movesNow() {
    return this.movesOf === this.key() ? this.moves : [];
  }

  isDrawing() {
    return this.state.mode === "draw";
  }

  handlers() {
    const contentAt = (col, row) => this.board.cells[row * this.board.width + col];
    return {
      press: (col, row) => {
        if (!this.isDrawing()) return;
        this.ink = this.brushes.ink(contentAt(col, row));
        this.paint(col, row);
      },
      drag: (col, row) => this.isDrawing() && this.paint(col, row),
      release: (first, last) => {
        if (this.isDrawing()) this.settle();
        else if (last) this.choose(first, last);
      },
      hover: (col, row) => {
        this.hovered = col === undefined ? null : [col, row];
        if (!this.isDrawing()) this.showBoard();
      },
      key: (event, col, row) => {
        if (this.isDrawing()) {
          this.ink = this.brushes.inkOfKey(event, contentAt(col, row));
          if (this.ink === null) return false;
          this.paint(col, row);
          this.settle();
        } else if (event.key === "Enter" || event.key === " ") this.choose([col, row], [col, row]);
        else return false;
        return true;
      },
    };
  }

  // Changing the position.

  go(change) {
    const before = this.key();
    const { rules } = this.state;
    this.state = { ...this.state, ...change };
    this.timeline.note(this.state);
    if (this.state.rules !== rules) this.takeRuleset();
    this.read();
    if (this.key() !== before) {
      this.send();
      this.evaluate();
    }
    this.show();
  }

  takeRuleset() {
    const { rules } = this.state;
    this.ruleset = this.rulesets.find(({ name }) => name === rules) ?? unknownRuleset(rules);
    this.brushes.show(this.ruleset);
  }

  read() {
    this.board = this.ruleset.drawn ? parsePosition(positionOf(this.state)) : null;
    this.picked = [];
    this.looked = null;
  }

  /** Paints a cell as part of a stroke. The whole stroke becomes one step. */
  paint(col, row) {
    const next = painted(this.board, col, row, this.ink);
    if (next === this.board) return;
    this.board = next;
    this.state = { ...this.state, root: formatPosition(next), steps: [] };
    this.evaluate();
    this.showBoard();
  }

  settle() {
    if (!this.timeline.note(this.state)) return;
    this.send();
    this.show();
  }

  /** Handles a click on a cell, or dragging a stone to its target. */
  choose(first, last) {
    const isClick = first.join() === last.join();
    const cells = isClick || this.picked.length > 0 ? [last] : [first, last];
    for (const cell of cells) {
      const next = pick(this.movesNow(), this.picked, cell);
      this.picked = next.picked;
      if (next.move) {
        this.play(next.move);
        return;
      }
      if (this.picked.length === 0) break;
    }
    this.showBoard();
  }

  look(move) {
    this.looked = this.movesOf === this.key() ? move : null;
    this.showBoard();
  }

  play({ side, move, position }) {
    // The list may still belong to the previous position.
    if (this.movesOf !== this.key()) return;
    const isInList = this.root.activeElement?.closest(".moves");
    this.go({ mode: "moves", steps: [...this.state.steps, { side, move, position }] });
    // The button that had the focus was removed with its list.
    if (isInList) this.at("path").querySelector("[aria-current]")?.focus();
  }

  // Display.

  show() {
    const isDrawing = this.isDrawing() && this.board !== null;
    for (const mode of ["draw", "moves"]) this.at(mode).setAttribute("aria-pressed", String(mode === this.state.mode));
    this.at("undo").disabled = this.timeline.past.length === 0;
    this.at("redo").disabled = this.timeline.future.length === 0;
    this.at("board").dataset.mode = this.state.mode;
    this.grid.grabs = this.isDrawing();
    for (const id of ["board", "modes", "brushes"]) this.at(id).hidden = this.board === null;
    for (const control of this.at("brushes").children) control.disabled = !isDrawing;
    this.at("text").textContent = this.board ? "" : positionOf(this.state);
    this.showPicture();
    this.showPath();
    this.showBoard();
  }

  /** Shows the picture of a position that has no board to paint on, such as a graph. */
  async showPicture() {
    const { rules } = this.state;
    const position = this.board ? null : positionOf(this.state);
    if (this.pictured === position) return;
    this.pictured = position;
    const none = { svg: null };
    const { svg } = position === null ? none : await call("picture", { rules, position }).catch((error) => {
      if (!(error instanceof ApiError)) throw error;
      return none;
    });
    // Another position may have come meanwhile.
    if (this.pictured === position) this.at("picture").innerHTML = svg ?? "";
  }

  showPath() {
    const { steps, mode } = this.state;
    const crumb = (contents, count) => {
      const back = () => {
        this.go({ mode: "moves", steps: this.state.steps.slice(0, count) });
        this.at("path").querySelector("[aria-current]")?.focus();
      };
      const node = button(contents, back, "button-quiet");
      if (count === steps.length) node.setAttribute("aria-current", "step");
      return element("li", "", node);
    };
    const played = steps.map(({ side, move }, index) => {
      const dot = element("span", `dot dot-${side}`);
      dot.setAttribute("role", "img");
      dot.setAttribute("aria-label", capital(side));
      return crumb([dot, element("span", "mono", this.nameOf(move))], index + 1);
    });
    const isShown = mode === "moves" || steps.length > 0;
    this.at("path").replaceChildren(isShown ? element("ol", "", crumb("Start", 0), ...played) : "");
  }

  nameOf(move) {
    return moveName(move, this.board, this.ruleset.numbered);
  }

  /** The picked cells of a move, or the one that could be picked. */
  cellsPointedAt() {
    if (this.isDrawing()) return [];
    return this.picked.length > 0 ? this.picked : this.hovered ? [this.hovered] : [];
  }

  showBoard() {
    const known = this.known();
    const pointed = this.cellsPointedAt();
    const move = this.looked ?? (this.isDrawing() ? null : foreseen(this.movesNow(), this.picked, this.hovered));
    const some = this.board ? candidates(this.movesNow(), pointed) : [];
    const host = this.at("readout");
    if (move) host.replaceChildren(...readout.ofMove(move));
    else if (some.length > 0) {
      const name = cellName(...pointed.at(-1), this.board);
      host.replaceChildren(...readout.ofCell(name, some.length, this.picked.length > 0));
    } else if (known || !this.inquiry.isNew) host.replaceChildren(...readout.ofPosition(known));
    if (!this.board) return;
    const groups = known ? groupsOf(known, this.board) : [];
    const after = move ? parsePosition(move.position) : null;
    const isSameSize = after?.width === this.board.width && after.height === this.board.height;
    const next = move ? new Map() : nextCells(this.movesNow(), pointed);
    const last = this.state.steps.at(-1)?.move;
    const picking = { last, numbered: this.ruleset.numbered, moves: this.movesNow(), picked: this.picked, next };
    const marks = move ? marksOfMove(this.board, move) : this.isDrawing() ? [] : marksOfMoves(this.board, picking);
    this.grid.show(isSameSize ? after : this.board, {
      kinds: this.ruleset.kinds,
      groups,
      letters: lettersOf(groups),
      marks,
      texts: valuesOnCells(this.board, next),
      title: `Board, ${this.board.width} wide and ${this.board.height} high`,
      name: (col, row) => cellInWords(this.board, this.ruleset, marks, col, row),
    });
  }

  // Evaluation.

  async evaluate() {
    const [key, position] = [this.key(), positionOf(this.state)];
    const width = widthFor(this.at("thermograph"));
    const body = { rules: this.state.rules, position, all_moves: true, thermograph: true, thermograph_width: width };
    const wait = () => {
      this.forget();
      this.progress("computing…");
    };
    const content = await this.inquiry.ask("value", body, wait, (done) => this.progress("computing…", done));
    if (!content) return;
    this.answer = { key, content };
    this.notice(null);
    this.showAnswer(content);
    this.takeMoves(content.all_moves ?? content.moves);
    this.showBoard();
    this.announce(sentence(content));
  }

  /** Shows an answer; null clears what the previous one filled. */
  showAnswer(content) {
    const whole = (item) => this.at("value").append(element("pre", "whole-text", item.shared ?? item.value ?? "too long"));
    showValue(this.at("value"), content, whole);
    this.at("symbols").replaceChildren(...(content ? symbolsButton(content) : []));
    showFacts(this.at("facts"), content);
    this.at("components").hidden = !(content?.components?.length > 1);
    showComponents(this.at("components"), content, ({ position }) => this.go({ root: position, steps: [] }));
    showThermograph(this.at("thermograph"), content?.thermograph_svg, content ? "The thermograph is out of range." : "");
  }

  takeMoves(both) {
    this.moves = [];
    this.movesOf = both ? this.key() : null;
    for (const side of SIDES) {
      const own = (both?.[side] ?? []).map((move) => {
        const cells = this.board ? cellsOfMove(move.move, this.board, this.ruleset.numbered) : [];
        const name = this.nameOf(move.move);
        return this.board ? { ...withCells(move, side, cells, this.board), name } : { ...move, side, cells, name };
      });
      if (both) this.lists[side].show(own);
      else this.lists[side].clear();
      this.moves.push(...own);
    }
    this.picked = [];
    this.looked = null;
  }

  forget() {
    this.answer = null;
    this.notice(null);
    this.showAnswer(null);
    this.takeMoves(null);
    this.showBoard();
  }

  progress(doing, { seconds } = {}) {
    this.at("doing").textContent = [doing, seconds && `${seconds} s`].filter(Boolean).join(" ");
    this.at("cancel").hidden = doing === null;
    this.at("result").setAttribute("aria-busy", String(doing !== null));
  }

  /** Shows a notice in place of the value; null shows the value again. */
  notice(nodes) {
    this.at("notice").hidden = nodes === null;
    this.at("thermograph").hidden = nodes !== null;
    this.at("notice").replaceChildren(...(nodes ?? []));
    this.at("result").dataset.notice = String(nodes !== null);
  }

  refused(error) {
    this.forget();
    const solve = error.limit ? [button("Solve for the outcome instead", () => this.solve(), "button-primary")] : [];
    this.notice([element("p", "", `No value: ${stopped(error.message)}`), ...solve]);
    this.announce(error.message);
    if (error.limit) this.movesOnly();
  }

  /** Lists the moves of a position without a value, so that they can still be played. */
  async movesOnly() {
    const key = this.key();
    try {
      const { moves } = await call("moves", { rules: this.state.rules, position: positionOf(this.state) });
      if (key !== this.key()) return;
      this.takeMoves(moves);
      this.showBoard();
    } catch (error) {
      // The notice already shows the error.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async solve() {
    const key = this.key();
    const body = { sum: positionOf(this.state), rules: this.state.rules, moves: true, line: true };
    this.notice([element("p", "muted", "The solver is searching for the winner.")]);
    const found = await this.inquiry.ask("solve", body, () => this.progress("solving…"), (done) => this.progress("solving…", done));
    if (!found) return;
    if (found.outcome === null) {
      this.notice([element("p", "", stopped(`The solver did not find who wins: ${found.reason ?? "the search ended"}`))]);
      return;
    }
    this.answer = { key, content: found };
    this.notice(solutionInWords(found, (move) => this.nameOf(move)));
    if (this.movesOf === key) this.takeMoves(withWinners(this.moves, found.winning_moves));
    this.showBoard();
    this.announce(outcomeText(found.outcome));
  }

  announce(text) {
    this.at("announcer").textContent = text;
  }
}
