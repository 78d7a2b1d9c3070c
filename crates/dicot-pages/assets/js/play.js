// The page for playing: connects the game, the board, the clock, the bots and the history of the browser.

import { call, get, messageOf, pause } from "./api.js";
import { announce, button, byId, dotOf, element, withRole } from "./dom.js";
import { copy } from "./files.js";
import { keptRules, readRules } from "./explore/rulefile.js";
import { understood, withParts } from "./explore/rulesets.js";
import { asSentence } from "./glossary.js";
import { showHowToPlay } from "./howto.js";
import { Clock, clockText } from "./play/clock.js";
import { Counsel } from "./play/counsel.js";
import { Game, MAX_PLIES, REASON, SIDES, USUAL, fromHash, other, toHash, usualSize } from "./play/game.js";
import { explorerLink, gamesOf, saveBoard, saveRecord, valuedRules } from "./play/keep.js";
import { MoveList } from "./play/list.js";
import { Review } from "./play/review.js";
import { Setup } from "./play/setup.js";
import { Table } from "./play/table.js";
import { botWords, lookOf, sideName } from "./play/words.js";
import { welcome } from "./welcome.js";

/**
 * A bot with a clock thinks for at most 1/`PART_OF_CLOCK` of its remaining time. A first choice, not compared with
 * others.
 */
const PART_OF_CLOCK = 20;
/** The minimum time between two updates of the browser history, in milliseconds: browsers limit their rate. */
const REMEMBER_EVERY = 400;

/** Whether the main pointing device is a finger. */
const TOUCH = matchMedia("(pointer: coarse)").matches;

/** The key in the session storage for the time on the clock when the page was left. */
const LEFT = "dicot-left";

/** The status of a request that is never valid, however often it is repeated. */
const REFUSED = 422;

/** The page with its state. */
class Page {
  constructor(rulesets) {
    this.rulesets = rulesets;
    this.game = null;
    /** The number of moves after which the game is shown; null for the current position. */
    this.at = null;
    /** The state of the game from the server; null while the request runs. */
    this.turn = null;
    /** The positions that are known, by the number of moves before them. */
    this.positions = new Map();
    /** A move in the picture, with words about it: `{move, words, remark}`; null if the page does not speak of one. */
    this.pointed = null;
    this.counsel = new Counsel(this);
    this.found = null;
    this.paused = false;
    /** The link or the state of the history whose game is being fetched; another object for each. */
    this.restoring = null;
    this.working = new AbortController();
    this.table = new Table(byId("board"), {
      play: (move) => this.play(move),
      changed: (hand) => this.showHand(hand),
      said: announce,
    });
    this.clock = new Clock(() => this.showClocks(), (side) => this.finish(other(side), REASON.time));
    this.list = new MoveList(byId("moves"), (ply) => this.look(ply));
    this.setup = new Setup(rulesets, {
      begin: (setup) => this.begin(setup),
      explain: (ruleset) => showHowToPlay(ruleset, (side) => sideName(side, ruleset)),
    });
    this.review = new Review(byId("review"), byId("review-text"), {
      found: (review) => {
        this.found = review;
        this.draw();
      },
      look: (ply, pointed) => this.look(ply, pointed),
    });
    this.listen();
  }

  listen() {
    const on = (id, action, event = "click") => byId(id).addEventListener(event, action);
    on("how-to", () => showHowToPlay(this.ruleset, (side) => sideName(side, this.ruleset)));
    for (const name of ["new-game", "how-to"]) byId(name).disabled = false;
    on("new-game", () => this.setup.open(this.game?.setup ?? USUAL));
    on("take-back", () => this.takeBack());
    on("resign", () => this.resign());
    on("again", () => this.retry?.());
    on("first", () => this.look(0));
    on("previous", () => this.look(this.ply - 1));
    on("next", () => this.look(this.ply + 1));
    on("to-game", () => this.look(this.game.played.length));
    on("pause", () => this.pause(!this.paused));
    on("step", () => this.step());
    on("delay", () => { byId("delay-text").textContent = `${byId("delay").value / 1000} s`; }, "input");
    on("fewer", () => this.table.choose(this.table.hand.count - 1));
    on("more", () => this.table.choose(this.table.hand.count + 1));
    on("put-back", () => {
      this.table.putBack();
      this.table.focus();
    });
    on("show-moves", () => this.draw(), "change");
    on("show-values", () => this.draw(), "change");
    on("ask-hint", () => this.counsel.hint());
    on("copy-link", () => this.copyLink());
    on("save-record", () => saveRecord(this.game));
    on("open-record", () => byId("record-file").click());
    on("record-file", () => {
      this.openRecord(byId("record-file").files[0]);
      byId("record-file").value = "";
    }, "change");
    on("record-games", () => this.showRecorded(+byId("record-games").value), "change");
    document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (event.dataTransfer.files.length === 0) return;
      event.preventDefault();
      this.openRecord(event.dataTransfer.files[0]);
    });
    on("save-board", () => saveBoard(this.table.file(), this.game));
    // The part of the address after `#` is the game, not an anchor on the page.
    document.querySelector(".skip-link").addEventListener("click", (event) => {
      event.preventDefault();
      if (byId("heaps").hidden) this.table.focus();
      else byId("heaps").querySelector("button")?.focus();
    });
    window.addEventListener("popstate", (event) => this.travel(event.state));
    window.addEventListener("pagehide", () => this.leave());
  }

  get ruleset() {
    return this.rulesets.find(({ name }) => name === this.game.setup.rules);
  }

  /** The number of moves before the position on the board. */
  get ply() {
    return this.at ?? this.game.played.length;
  }

  name(side) {
    return sideName(side, this.ruleset);
  }

  /** A move in the notation of the pages. All boards of a game have the size of its start. */
  moveName(move) {
    return this.table.nameOfMove(move, this.ruleset, this.game.setup.start);
  }

  // Starting and restoring games.

  /** Starts a new game. Throws an error and changes nothing if the game is invalid. */
  async begin(setup) {
    const game = new Game(await this.filledIn(setup));
    await call("turn", game.question());
    this.rememberNow();
    history.pushState(null, "");
    this.open(game);
    this.rememberNow();
  }

  /** The setup with the text of the start position. */
  async filledIn(setup) {
    const known = this.rulesets.find(({ name }) => name === setup.rules);
    const { rules, text: ruleset } = setup;
    const isSized = setup.width !== null;
    const [width, height] = isSized ? [setup.width, setup.height] : usualSize(known);
    if (!known) {
      // The server reports the error of the name.
      await call("start", { rules, ruleset, width, height });
      throw new Error(`matches of ${rules} are not played on this page`);
    }
    const sized = { ...setup, width, height };
    if (!setup.usual || setup.start) return sized;
    const own = known.start ?? known.positions[0]?.position;
    if (!isSized && !known.starts && own) return { ...sized, start: own, usual: false };
    const { position } = await call("start", { rules, ruleset, width, height });
    return { ...sized, start: position };
  }

  open(game, { at = null, pending = 0, paused = false } = {}) {
    this.stopAll();
    this.restoring = null;
    this.game = game;
    this.at = at !== null && at < game.played.length ? at : null;
    this.turn = null;
    this.positions.clear();
    this.counsel.forget(0);
    this.forgetReview();
    this.paused = paused;
    document.title = `dicot: ${this.ruleset.title}`;
    this.advance(pending);
  }

  /** Opens the games of a file, and shows the first one from its start. */
  async openRecord(file) {
    if (!file) return;
    const list = byId("record-games");
    try {
      this.recorded = gamesOf(await file.text(), this.rulesets);
    } catch (error) {
      byId("done").textContent = `${file.name}: ${asSentence(error.message)}`;
      return;
    }
    list.replaceChildren(...this.recorded.map(({ title }, index) => new Option(title, index)));
    list.hidden = this.recorded.length < 2;
    if (!(await this.showRecorded(0))) return;
    byId("done").textContent = this.recorded.length === 1 ? "The game was opened." : `${this.recorded.length} games were opened.`;
  }

  /** Shows a game of the record that is open, from its start; whether it has one. */
  async showRecorded(index) {
    const { game } = this.recorded[index];
    try {
      await call("turn", game.question(0));
    } catch (error) {
      byId("done").textContent = asSentence(messageOf(error));
      return false;
    }
    this.rememberNow();
    history.pushState(null, "");
    this.open(game, { at: game.played.length > 0 ? 0 : null, paused: game.botsOnly });
    this.rememberNow();
    return true;
  }

  /** Restores the game of the history or of the link, or starts the default one. */
  async restore(state) {
    if (state?.table) {
      const game = Game.fromState(state.table);
      this.open(game, { ...state, pending: this.pendingOf(game) });
      return;
    }
    const linked = fromHash(location.hash);
    // A link that is followed meanwhile, or a new game, comes before this one.
    const restoring = this.restoring = {};
    const isLate = () => this.restoring !== restoring;
    try {
      const game = new Game(await this.filledIn(linked?.setup ?? USUAL), linked ?? {});
      if (isLate()) return;
      this.open(game, { at: linked?.at ?? null, paused: game.botsOnly && game.played.length > 0 });
    } catch (error) {
      if (isLate()) return;
      const retry = () => this.restore(null);
      if (this.game === null && linked) {
        const usual = new Game(await this.filledIn(USUAL));
        if (isLate()) return;
        this.open(usual);
        // The game on the page is not the one that the link names.
        this.trouble(error, retry, { instead: " The usual game of Clobber is shown instead." });
        return;
      }
      this.trouble(error, retry);
    }
  }

  /** Shows another entry of the history: another game, or another view of this one, which may have continued since. */
  travel(state) {
    clearTimeout(this.remembering);
    this.remembering = null;
    if (state?.table && this.game && state.table.id === this.game.id) {
      this.at = state.at !== null && state.at < this.game.played.length ? state.at : null;
      this.pointed = null;
      this.draw();
      this.remember();
    } else {
      this.restore(state);
    }
  }

  /** Updates the browser history, immediately unless it was updated very recently. */
  remember() {
    const pause = (this.remembered ?? -Infinity) + REMEMBER_EVERY - performance.now();
    if (pause <= 0) this.rememberNow();
    else this.remembering ??= setTimeout(() => this.rememberNow(), pause);
  }

  /** Saves the time on the clock when the page is left. The history may not be updated at that moment. */
  leave() {
    this.rememberNow();
    const left = { id: this.game?.id, ply: this.game?.played.length, pending: this.clock.elapsed() };
    sessionStorage.setItem(LEFT, JSON.stringify(left));
  }

  /** The time that the current move had taken when the page was left. */
  pendingOf(game) {
    const left = JSON.parse(sessionStorage.getItem(LEFT) ?? "null");
    return left?.id === game.id && left.ply === game.played.length ? left.pending : 0;
  }

  rememberNow() {
    clearTimeout(this.remembering);
    this.remembering = null;
    if (!this.game) return;
    this.remembered = performance.now();
    const state = { table: this.game.toState(), at: this.at, paused: this.paused };
    history.replaceState(state, "", toHash(this.game, this.at));
  }

  // Playing.

  /** Stops the clock and all requests. */
  stopAll() {
    this.working.abort();
    this.working = new AbortController();
    byId("trouble").hidden = true;
    return this.clock.stop();
  }

  /** Fetches the state of the game and starts the turn of the player to move, who may have used some time already. */
  async advance(pending = 0) {
    this.stopAll();
    const { game, working } = this;
    const { signal } = working;
    let turn;
    try {
      turn = await call("turn", game.question(), { signal });
    } catch (error) {
      this.trouble(error, () => this.advance(pending));
      // The moves of a link may be illegal. The positions before them are shown all the same.
      if (error.status === REFUSED && game.played.length) this.look(0);
      return;
    }
    if (signal.aborted) return;
    this.turn = turn;
    this.positions.set(game.played.length, { text: turn.position, last: turn.last });
    const end = endOf(turn, game);
    if (end && (!game.end || turn.over)) game.end = end;
    this.forgetReview();
    this.draw();
    this.remember();
    if (game.end) return;
    if (game.isBot(game.side)) this.bot(pending, this.paused ? null : this.delay);
    else this.startClock(pending);
  }

  startClock(pending) {
    const { game } = this;
    const { minutes } = game.setup;
    this.clock.start(game.side, minutes ? this.left(game.side) : null, pending);
  }

  /** The time left on a player's clock before this move, in milliseconds. */
  left(side) {
    return this.game.setup.minutes * 60_000 - this.game.used(side);
  }

  get delay() {
    return this.game.botsOnly ? +byId("delay").value : 0;
  }

  /** Lets the bot move after a delay; does nothing if the delay is null. */
  async bot(pending, delay) {
    this.pending = pending;
    if (delay === null) return;
    const { game } = this;
    const { signal } = this.working;
    const { bot, ms } = game.setup.players[game.side];
    const left = game.setup.minutes ? this.left(game.side) / PART_OF_CLOCK : ms;
    const milliseconds = Math.max(1, Math.floor(Math.min(ms, left)));
    try {
      if (delay > 0) await pause(delay, signal);
      this.startClock(pending);
      const { move } = await call("bot", { ...game.question(), bot, milliseconds }, { signal });
      if (signal.aborted) return;
      this.moved(move);
    } catch (error) {
      this.trouble(error, () => this.advance());
    }
  }

  /** Makes a move of a human. */
  play(move) {
    if (!this.turn || this.at !== null || this.game.end) return;
    this.counsel.judge(move);
    this.moved(move);
  }

  moved(move) {
    this.game.play(move, this.clock.stop());
    this.turn = null;
    byId("status").textContent = this.statusText();
    this.advance();
  }

  finish(winner, reason) {
    this.stopAll();
    this.game.end = { winner, reason };
    this.forgetReview();
    this.draw();
    this.remember();
  }

  takeBack() {
    this.stopAll();
    this.game.takeBack();
    const { length } = this.game.played;
    for (const ply of this.positions.keys()) if (ply > length) this.positions.delete(ply);
    this.counsel.forget(length + 1);
    this.at = null;
    this.turn = null;
    this.advance();
  }

  /** The player who resigns when the button is pressed: the human to move, or the only one; null without a human. */
  get resigner() {
    const { game } = this;
    if (game.end || game.botsOnly) return null;
    return game.isBot(game.side) ? other(game.side) : game.side;
  }

  resign() {
    const side = this.resigner;
    if (side) this.finish(other(side), REASON.resigned);
  }

  pause(paused) {
    this.paused = paused;
    // The state of the game is being fetched, or the request failed.
    if (this.turn === null && !this.game.end) {
      this.advance();
      return;
    }
    const pending = this.stopAll();
    this.draw();
    this.remember();
    if (!this.game.end && this.turn) this.bot(pending || this.pending, paused ? null : this.delay);
  }

  /** Lets a bot make one move, and pauses. */
  async step() {
    this.paused = true;
    if (this.turn === null && !this.game.end) await this.advance();
    if (this.turn === null) return;
    const pending = this.stopAll();
    this.draw();
    if (!this.game.end && this.turn) this.bot(pending || this.pending, 0);
  }

  // Viewing earlier positions.

  /** Shows the position after `ply` moves, and a move there if the page speaks of one. */
  look(ply, pointed = null) {
    const { length } = this.game.played;
    const to = Math.min(Math.max(ply, 0), length);
    if (this.at === null && to < length) {
      this.rememberNow();
      history.pushState(null, "");
    }
    this.at = to < length ? to : null;
    this.pointed = pointed;
    this.draw();
    this.rememberNow();
  }

  /** The position on the board, once it is known. */
  get shown() {
    const { ply } = this;
    if (!this.positions.has(ply)) this.fetchPosition(ply);
    return this.positions.get(ply);
  }

  async fetchPosition(ply) {
    const { game } = this;
    try {
      const { position, last } = await call("turn", game.question(ply));
      if (this.game !== game || this.positions.has(ply)) return;
      this.positions.set(ply, { text: position, last });
      if (this.ply === ply) this.draw();
    } catch (error) {
      if (this.game !== game || this.ply !== ply) return;
      const again = () => {
        byId("trouble").hidden = true;
        this.draw();
      };
      this.trouble(error, again, { stops: false });
    }
  }

  forgetReview() {
    const { game } = this;
    this.found = null;
    this.pointed = null;
    const { ruleset } = this;
    const names = Object.fromEntries(SIDES.map((side) => [side, this.name(side)]));
    const reviewable = valuedRules(ruleset, "..") !== null;
    const over = game.end !== null && game.played.length > 0;
    let why = "When the game is over, the solver goes back through it and marks the move that lost it.";
    if (!reviewable) why = "The solver does not know this game.";
    else if (over) why = "The solver goes back from the end, as far as it gets, and marks the move that lost the game.";
    this.review.show(reviewable && over ? game : null, { names, moveName: (move) => this.moveName(move), why });
  }

  // Display.

  draw() {
    const { game, ruleset, at, turn } = this;
    const position = this.shown;
    if (!position) return;
    const human = at === null && turn !== null && !game.end && !game.isBot(game.side);
    const size = this.table.show({
      text: position.text,
      start: game.setup.start,
      ruleset,
      moves: human ? turn.moves : [],
      last: position.last,
      pointed: this.pointed?.move,
      remark: this.pointed?.remark,
      winning: this.counsel.winning,
      shown: byId("show-moves").checked,
    });
    this.counsel.show();
    byId("game-title").textContent = ruleset.title;
    byId("game-size").textContent = size ?? "";
    const drawn = size !== null;
    const { listed } = this.table;
    byId("heaps").hidden = drawn && listed.length === 0;
    byId("save-board").disabled = !drawn;
    this.showHeaps(drawn ? "" : position.text, listed);
    for (const side of SIDES) this.showPlayer(side, this.table.drawing);
    this.showClocks();
    byId("status").textContent = this.statusText();
    this.list.show(game.played.map((move) => this.moveName(move)), this.ply, (ply) => this.name(game.sideAt(ply)), this.found);
    this.showButtons();
    this.showHand(this.table.hand);
    const valued = valuedRules(ruleset, position.text);
    byId("explore").hidden = valued === null;
    if (valued) byId("explore").href = explorerLink(valued, position.text, ruleset.text);
    document.body.classList.toggle("looking-back", at !== null);
    byId("pause").textContent = this.paused ? "Continue" : "Pause";
    byId("pace").hidden = !game.botsOnly;
  }

  /** Shows what is not on the board: the position of a game without one, and moves as buttons. */
  showHeaps(text, moves) {
    const buttons = moves.map(({ move }) => button(this.moveName(move), () => this.play(move)));
    byId("heaps").replaceChildren(element("p", "heaps-text", text), ...buttons);
  }

  showPlayer(side, board) {
    const { game } = this;
    const player = game.setup.players[side];
    const isNext = this.at === null && !game.end && game.side === side;
    const part = (name, ...contents) => element("span", name, ...contents);
    const look = lookOf(this.ruleset);
    const dot = dotOf(look?.[side] ?? side);
    const who = player.bot === null ? "human" : botWords(player, this.ruleset);
    dot.hidden = look === null;
    const parts = [dot, part("player-name", this.name(side)), part("player-who", who)];
    if (board?.stacks) parts.push(part("player-stones", stonesText(board, side)));
    if (board?.beside) parts.push(part("player-stones", `${board.beside[side]} to place`));
    const chip = part("player-turn", isNext ? "to move" : game.end?.winner === side ? "won" : "");
    const clock = withRole(part("player-clock"), "timer", `Clock of ${this.name(side)}`);
    clock.id = `clock-${side}`;
    clock.hidden = !game.setup.minutes;
    const bar = byId(`player-${side}`);
    bar.replaceChildren(...parts, chip, clock);
    bar.classList.toggle("is-next", isNext);
    bar.hidden = false;
  }

  showClocks() {
    if (!this.game?.setup.minutes) return;
    for (const side of SIDES) {
      const running = this.clock.side === side ? this.clock.elapsed() : 0;
      const text = clockText(this.left(side) - running);
      const clock = byId(`clock-${side}`);
      if (clock && clock.textContent !== text) clock.textContent = text;
    }
  }

  statusText() {
    const { game, at } = this;
    const { length } = game.played;
    if (at === 0) return `The start, before ${length} moves.`;
    if (at !== null) return `After move ${at} of ${length}, ${this.moveName(game.played[at - 1])}.`;
    if (game.end) return this.endText();
    const { side } = game;
    const name = this.name(side);
    const last = length ? `${this.name(other(side))} played ${this.moveName(game.played[length - 1])}. ` : "";
    if (this.turn === null) return last.trim();
    if (game.isBot(side)) return this.paused ? `${last}Paused: ${name} is to move.` : `${last}${name} is thinking…`;
    const alone = game.isBot(other(side));
    return `${last}${alone ? "Your move." : `${name} to move.`}`;
  }

  endText() {
    const { winner, reason } = this.game.end;
    const { repetition, plies } = this.game.setup;
    if (reason === REASON.repetition) return `A draw: the position has occurred ${repetition} times.`;
    if (reason === REASON.plies) return `A draw after ${plies || MAX_PLIES} moves.`;
    if (winner === null) return "A draw.";
    const loser = this.name(other(winner));
    const why = {
      [REASON.noMoves]: `${loser} cannot move`,
      [REASON.time]: `${loser}'s time is over`,
      [REASON.resigned]: `${loser} resigned`,
    };
    return `${this.name(winner)} wins: ${Object.hasOwn(why, reason) ? why[reason] : reason}.`;
  }

  /** Enables and disables the buttons. The focus moves from one that is disabled to another. */
  showButtons() {
    const { game, ply } = this;
    const { length } = game.played;
    const [isOver, isFirst, isLast] = [game.end !== null, ply === 0, ply === length];
    for (const [id, disabled, instead] of [
      ["take-back", !game.canTakeBack, "new-game"],
      ["ask-hint", this.turn === null || this.at !== null || isOver || game.isBot(game.side), "new-game"],
      ["resign", this.resigner === null, "new-game"],
      ["step", isOver, "new-game"],
      ["pause", isOver, "new-game"],
      ["first", isFirst, "next"],
      ["previous", isFirst, "next"],
      ["next", isLast, "previous"],
      ["to-game", isLast, "previous"],
    ]) {
      const isFocused = document.activeElement === byId(id);
      byId(id).disabled = disabled;
      if (isFocused && disabled) byId(instead).focus();
    }
    byId("save-record").disabled = length === 0;
  }

  /** Shows what is in hand: how many stones move, or which actions are possible. */
  showHand(hand) {
    if (!this.game) return;
    const { game } = this;
    const human = SIDES.some((side) => !game.isBot(side));
    const splits = human && hand.hasStacks;
    const { count, height } = hand;
    byId("split").hidden = !splits;
    byId("hint").hidden = !human;
    for (const id of ["fewer", "more"]) byId(id).disabled = height < 2;
    byId("put-back").disabled = hand.picked.length === 0;
    byId("split-count").textContent = height ? String(Math.min(count, height)) : hand.held ?? "all";
    byId("split-of").textContent = height ? `of ${height}` : "";
    byId("hint").textContent = this.hintText(hand);
  }

  hintText(hand) {
    const { picked, height, ways } = hand;
    const { game, turn, at } = this;
    if (this.pointed) return `${this.moveName(this.pointed.move)} ${this.pointed.words}.`;
    if (at !== null) return "This is an earlier position.";
    if (turn === null || game.end || game.isBot(game.side)) return "";
    const { pieces, numbered, own } = this.ruleset;
    const { hints } = this.table;
    const piece = article(pieces[game.side]);
    const choose = TOUCH ? "Tap" : "Click";
    if (picked.length === 2) return `${choose} ${hints[2] ?? "the next cell"}.`;
    if (height > 1 && !TOUCH) return `${choose} where the stack goes; a digit, 1 to 9 or A to F, takes that number of its stones.`;
    if (height > 1) return "Tap where the stack goes; − and + choose how many of its stones go.";
    const again = hand.next().has(picked.at(-1)) ? `, or the same ${this.table.drawing.cells ? "cell" : "one"} again` : "";
    if (picked.length) return `${choose} ${hints[1] ?? (own ? "the next cell" : "where it goes")}${again}.`;
    if (ways.length === 0) return "Choose a move.";
    const keys = TOUCH ? "" : ", or use the arrow keys and Enter";
    if (own) return `${choose} the cells of a move, one after the other${keys}.`;
    if (hints[0] && hints[0] !== piece) return `${choose} ${hints[0]}${keys}.`;
    if (ways[0].path.length === 1) return numbered ? `${choose} one of the marked stones to remove it.` : `${choose} the marked cell.`;
    if (TOUCH) return `Tap ${piece}, then where it goes; or drag it there.`;
    return `Drag ${piece}, or click it and where it goes; or use the arrow keys and Enter.`;
  }

  async copyLink() {
    this.rememberNow();
    const copied = await copy(location.href);
    byId("done").textContent = copied ? "The link was copied." : "The link is in the address bar of the browser.";
  }

  /** Shows an error after which the request can be repeated; stops the clock if the game cannot continue. */
  trouble(error, retry, { stops = true, instead = "" } = {}) {
    if (error.name === "AbortError") return;
    if (stops) this.clock.stop();
    this.retry = retry;
    const passes = error.status === 0 || error.status >= 500;
    byId("again").hidden = !passes;
    byId("trouble-text").textContent = asSentence(error.message) + instead;
    byId("trouble").hidden = false;
  }
}

function article(word) {
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}

/** How the game has ended; null if it has not. */
function endOf(turn, game) {
  const { repetition, plies } = game.setup;
  if (turn.over) return { winner: turn.winner, reason: REASON.noMoves };
  if (repetition && turn.times >= repetition) return { winner: null, reason: REASON.repetition };
  const { length } = game.played;
  if ((plies && length >= plies) || length >= MAX_PLIES) return { winner: null, reason: REASON.plies };
  return null;
}

function stonesText(board, side) {
  const letter = side === "left" ? "b" : "w";
  const stones = board.cells.reduce((sum, cell) => sum + (cell[0] === letter ? +cell.slice(1) : 0), 0);
  return stones === 1 ? "1 stone" : `${stones} stones`;
}

/** The user's own rules: those of the link or of the game that is restored, or those that the browser keeps. */
async function ownRules() {
  const text = fromHash(location.hash)?.setup.text ?? history.state?.table?.setup.text ?? keptRules();
  if (!text) return [];
  try {
    const own = await readRules(text);
    // The letters of the library's boards, on which this page relies.
    return /^[ac-vx-z.#]*$/.test(own.own) ? [{ ...own, title: `${own.title} (own rules)` }] : [];
  } catch (error) {
    messageOf(error);
    // The text may be unfinished; the explorer says what is wrong.
    return [];
  }
}

welcome("play");
try {
  const rulesets = await get("rulesets");
  const page = new Page(withParts([...rulesets.filter(({ matches }) => matches === null).map(understood), ...(await ownRules())]));
  await page.restore(history.state);
} catch (error) {
  byId("trouble-text").textContent = error.message;
  byId("again").onclick = () => location.reload();
  byId("trouble").hidden = false;
}
