// A live position: facts about it follow the moves that are played, or the drawing.

import { call, messageOf } from "../api.js";
import { button, element, withRole } from "../dom.js";
import { PLAYERS, asSentence, capital } from "../glossary.js";
import { MoveList } from "../explore/moves.js";
import { outcomeText, showFacts } from "../explore/results.js";
import { spoken } from "../values.js";
import { t } from "../words.js";
import { MoveBoard, movesOf } from "./board.js";
import { drawingOn } from "./drawing.js";

const OTHER = { left: "right", right: "left" };

/** Facts with their values, for screen readers. */
const FACTS = {
  value: (value) => t("value {value}", { value }),
  temperature: (value) => t("temperature {value}", { value }),
  mean: (value) => t("mean {value}", { value }),
  left_stop: (value) => t("left stop {value}", { value }),
  right_stop: (value) => t("right stop {value}", { value }),
  atomic_weight: (value) => t("atomic weight {value}", { value }),
};

/**
 * Fills `<div class="live-board">` with a board, a graph, heaps, or another picture of a position. Its attributes:
 * - `data-rules` (Clobber), `data-position`, and `data-label`, its name for screen readers
 * - `data-facts`: the names of facts below the board (`outcome value`)
 * - `data-first`: the player who starts, if players take turns; otherwise both can always move
 * - `data-draw`: the board is drawn on instead
 * - `data-misere`: with `data-first`, a player who cannot move wins
 * - `data-moves`: all moves are listed with their values
 */
export class LivePosition {
  constructor(host, rulesets) {
    const { rules = "clobber", position, label, first, facts = "outcome value" } = host.dataset;
    this.ruleset = rulesets.find((known) => known.name === rules);
    this.facts = facts.split(" ").filter(Boolean).map((name) => [name, "wide"]);
    Object.assign(this, { start: position, label: label ?? t("{ruleset} board", { ruleset: this.ruleset.title }), first, steps: [] });
    this.isMisere = "misere" in host.dataset;
    withRole(host, "group", this.label);
    this.turn = withRole(element("p", "live-turn"), "status");
    this.list = element("dl", "facts");
    this.running = null;
    if ("draw" in host.dataset) {
      this.drawing = drawingOn(host, this.ruleset, this.label, (drawn) => this.look(drawn));
      this.drawing.write(position);
      host.append(this.turn, this.list);
      return;
    }
    const place = element("div");
    this.board = new MoveBoard(place, this.ruleset, (move) => this.play(move));
    this.undo = button(t("Undo"), () => this.back(1));
    this.again = button(t("Start again"), () => this.back(Infinity));
    host.append(place, this.turn, this.list);
    if ("moves" in host.dataset) {
      this.lists = ["left", "right"].map((side) => {
        const moves = element("ol", "moves");
        const title = element("p", "small", element("span", `dot dot-${side}`), PLAYERS[side]);
        host.lists = [...(host.lists ?? []), element("div", "", title, moves)];
        return [side, new MoveList(moves, { play: (move) => this.board.play(move), look() {} })];
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
    const isAnyones = !this.first && this.board.isImpartial;
    const move = last?.name;
    const lastMove = isAnyones ? t("The last move was {move}.", { move }) : t("{player} played {move}.", { player: PLAYERS[last?.side], move });
    const played = last ? `${lastMove} ` : "";
    if (!this.first) return moves.length > 0 ? played || t("Move for either player.") : played + t("Nobody can move.");
    const mover = this.movers[0];
    const player = PLAYERS[mover];
    if (moves.length > 0) return played + t("{player} is to move.", { player });
    const winner = PLAYERS[this.isMisere ? mover : OTHER[mover]];
    return played + t("{player} cannot move, so {winner} wins.", { player, winner });
  }

  /** The facts for screen readers. */
  inWords(answer) {
    const words = this.facts.map(([name]) => {
      if (name === "outcome") return outcomeText(answer.outcome);
      const value = typeof answer[name] === "string" ? spoken(answer[name]) : answer[name] ?? t("none");
      return FACTS[name]?.(value) ?? `${name.replaceAll("_", " ")} ${value}`;
    });
    return words.length ? ` ${capital(words.join(", "))}.` : "";
  }
}
