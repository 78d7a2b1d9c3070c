// A live position: facts about it follow the moves that are played, or the drawing.

import { call, messageOf } from "../api.js";
import { parsePosition } from "../board.js";
import { button, element, withRole } from "../dom.js";
import { asSentence, capital } from "../glossary.js";
import { MoveList } from "../explore/moves.js";
import { outcomeText, showFacts } from "../explore/results.js";
import { spoken } from "../values.js";
import { DrawBoard, MoveBoard, movesOf } from "./board.js";

const OTHER = { left: "right", right: "left" };

/**
 * Fills `<div class="live-board">` with a board. Its attributes:
 * - `data-rules` (Clobber), `data-position`, and `data-label`, its name for screen readers
 * - `data-facts`: the names of facts below the board (`outcome value`)
 * - `data-first`: the player who starts, if players take turns; otherwise both can always move
 * - `data-draw`: the board is drawn on instead
 * - `data-moves`: all moves are listed with their values
 */
export class LivePosition {
  constructor(host, rulesets) {
    const { rules = "clobber", position, label, first, facts = "outcome value" } = host.dataset;
    this.ruleset = rulesets.find((known) => known.name === rules);
    this.facts = facts.split(" ").filter(Boolean).map((name) => [name, "wide"]);
    Object.assign(this, { start: position, label: label ?? `${this.ruleset.title} board`, first, steps: [] });
    withRole(host, "group", this.label);
    this.turn = withRole(element("p", "live-turn"), "status");
    this.list = element("dl", "facts");
    this.running = null;
    if ("draw" in host.dataset) {
      this.drawing = new DrawBoard(host, this.ruleset, this.label, (drawn) => this.look(drawn));
      this.drawing.show(parsePosition(position));
      host.append(this.turn, this.list);
      return;
    }
    const place = element("div");
    this.board = new MoveBoard(place, this.ruleset, (move) => this.play(move));
    this.undo = button("Undo", () => this.back(1));
    this.again = button("Start again", () => this.back(Infinity));
    host.append(place, this.turn, this.list);
    if ("moves" in host.dataset) {
      this.lists = ["left", "right"].map((side) => {
        const moves = element("ol", "moves");
        const title = element("p", "small", element("span", `dot dot-${side}`), capital(side));
        host.lists = [...(host.lists ?? []), element("div", "", title, moves)];
        return [side, new MoveList(moves, { play: (move) => this.play(move), look() {} })];
      });
      host.append(element("div", "sides", ...host.lists));
    }
    host.append(element("div", "row", this.undo, this.again));
  }

  get position() {
    return this.steps.at(-1)?.position ?? this.start;
  }

  /** The players who may move. */
  get movers() {
    if (!this.first) return ["left", "right"];
    return [this.steps.length % 2 === 0 ? this.first : OTHER[this.first]];
  }

  async run() {
    await this.look(this.position);
  }

  async play(move) {
    this.steps.push(move);
    await this.look(this.position);
  }

  async back(count) {
    this.steps.splice(Math.max(0, this.steps.length - count));
    await this.look(this.position);
  }

  /** Shows a position and what is known of it. */
  async look(position) {
    this.running?.abort();
    const mine = new AbortController();
    this.running = mine;
    try {
      const body = { rules: this.ruleset.name, position, all_moves: true };
      const answer = await call("value", body, { signal: mine.signal });
      if (!mine.signal.aborted) this.receive(answer);
    } catch (error) {
      if (mine.signal.aborted) return;
      this.turn.textContent = asSentence(messageOf(error));
    }
  }

  receive(answer) {
    showFacts(this.list, answer, this.facts);
    if (this.drawing) {
      this.turn.replaceChildren(element("span", "visually-hidden", this.inWords(answer)));
      return;
    }
    const moves = movesOf(answer, this.ruleset, this.movers);
    const last = this.steps.at(-1);
    const values = this.facts.some(([name]) => name === "value");
    this.board.show(answer.position, moves, { title: this.label, last: last?.move, values });
    for (const [side, list] of this.lists ?? []) list.show(moves.filter((move) => move.side === side));
    this.undo.disabled = this.again.disabled = this.steps.length === 0;
    this.turn.replaceChildren(this.says(moves, last), element("span", "visually-hidden", this.inWords(answer)));
  }

  /** The last move and whose turn it is. */
  says(moves, last) {
    const played = last ? `${capital(last.side)} played ${last.name}. ` : "";
    if (!this.first) return moves.length > 0 ? played || "Move for either player." : `${played}Nobody can move.`;
    const mover = this.movers[0];
    if (moves.length > 0) return `${played}${capital(mover)} is to move.`;
    return `${played}${capital(mover)} cannot move, so ${capital(OTHER[mover])} wins.`;
  }

  /** The facts for screen readers. */
  inWords(answer) {
    const words = this.facts.map(([name]) => {
      if (name === "outcome") return outcomeText(answer.outcome);
      return `${name.replaceAll("_", " ")} ${typeof answer[name] === "string" ? spoken(answer[name]) : answer[name] ?? "none"}`;
    });
    return words.length ? ` ${capital(words.join(", "))}.` : "";
  }
}
