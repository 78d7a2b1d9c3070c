// The explorer: evaluates the position that is drawn, and follows moves. This file connects the parts in the folder
// explore/.

import { get, messageOf } from "./api.js";
import { announce, button, byId, dotOf, element } from "./dom.js";
import { explainTerms, withCode } from "./explain.js";
import { copy, save } from "./files.js";
import { asSentence, capital } from "./glossary.js";
import { copyValuesAsText } from "./values.js";
import { welcome } from "./welcome.js";
import { Actions } from "./explore/actions.js";
import { Cells } from "./explore/cells.js";
import { Evaluation } from "./explore/evaluation.js";
import { Picking } from "./explore/pick.js";
import * as readout from "./explore/readout.js";
import { RuleFile, readRules } from "./explore/rulefile.js";
import {
  MAX_CELLS, emptyLetter, firstPosition, loadRulesets, oneLine, problemWith, resized, unknownRuleset,
} from "./explore/rulesets.js";
import { Things } from "./explore/things.js";
import { Timeline, fromHash, linesInLink, positionOf, toHash, turnOf } from "./explore/state.js";
import { WORKSHEET, Worksheet, literalOf } from "./explore/worksheet.js";

/** The delay before a typed text that only the server can parse is sent, in milliseconds. */
const TYPING_MILLISECONDS = 250;

/** The tools that change a whole board, and all that are hidden where they do not apply; each surface has some of them. */
const CHANGES = ["mirror-columns", "mirror-rows", "transpose", "exchange", "clear"];
const TOOLS = ["width-tools", "height-tools", "arrange", ...CHANGES];

/** What positions are played on that are neither graphs nor cells. */
const THINGS = ["heaps", "cakes", "stacks", "text"];

/** The state of entries of the browser's history that the page makes. */
const OWN = {};

/** Whether the main pointing device is a finger. */
const TOUCH = matchMedia("(pointer: coarse)").matches;

/** The page with its state. */
class Page {
  constructor() {
    this.state = fromHash(location.hash);
    /** The lines of the worksheet that the link has. */
    this.linkedLines = this.state.lines;
    this.linkedDrawn = this.state.drawn;
    this.timeline = new Timeline(this.state);
    this.rulesets = [];
    /** The delay of a typed text, and whether more of it was typed before. */
    this.typing = 0;
    this.typedBefore = false;
    this.picking = new Picking({
      moves: () => (this.mode === "moves" && this.evaluation.hasMoves ? this.evaluation.pickable : []),
      turn: () => turnOf(this.state),
      play: (move) => this.play(move),
      changed: () => this.mode === "moves" && this.showBoard(),
    });
    this.drawing = { edit: (next) => this.edit(next), settle: () => this.settle(), say };
    /** What positions are drawn on; the surface `graph` is added when it is loaded, which few visits need. */
    this.surfaces = {
      cells: new Cells({ board: byId("board"), brushes: byId("brushes") }, this.drawing, this.picking),
      things: new Things({ board: byId("things"), brushes: byId("brushes") }, this.picking),
    };
    /** The request for the script that draws graphs; null before. A browser does not repeat one that has failed. */
    this.graphs = null;
    this.evaluation = new Evaluation(this);
    this.actions = new Actions(this, say);
    this.adopt(this.rulesetNamed(this.state.rules));
    this.read();
    this.ruleFile = new RuleFile((own) => {
      this.addOwn(own);
      this.chooseRules(own.name);
    });
    this.worksheet = new Worksheet(
      {
        form: byId("expression-form"),
        input: byId("expression"),
        cancel: byId("expression-cancel"),
        results: byId("expression-results"),
        open: byId("worksheet-open"),
        save: byId("worksheet-save"),
        file: byId("worksheet-file"),
        addBoard: byId("add-board"),
        addText: byId("add-text"),
        addThermographs: byId("add-thermographs"),
      },
      {
        said: announce,
        changed: (lines) => {
          this.state = { ...this.state, lines };
          this.replaceLink();
          if (linesInLink(lines).length < lines.length) say("Not all lines fit into the link: save the worksheet as a file.");
        },
      },
      {
        position: () => this.drawnPosition,
        rulesets: () => this.rulesets,
        addRules: async (text) => this.addOwn(await readRules(text)),
        show: ({ rules, text, places = null, drawn = this.state.drawn }) => this.go({ rules, root: text, places, steps: [], mode: "draw", drawn }),
        named: (name) => {
          byId("drawn-name").textContent = name;
          byId("drawn-name").title = name && `Line ${name} of the worksheet`;
          if (name === (this.state.drawn ?? "")) return;
          this.state = { ...this.state, drawn: name || null };
          this.timeline.replace(this.state);
          this.replaceLink();
        },
        drawn: () => this.state.drawn,
        root: () => this.state.root,
        actions: this.actions,
        loading: (ruleset) => this.loading(ruleset),
      },
    );
    this.listen();
  }

  listen() {
    const on = (id, action, event = "click") => byId(id).addEventListener(event, action);
    // The part of the address after `#` is the state, not an anchor on the page.
    document.querySelector(".skip-link").addEventListener("click", (event) => {
      event.preventDefault();
      if (this.board) this.surface.focus();
      else byId("position").focus();
    });
    for (const mode of ["draw", "moves"]) on(`mode-${mode}`, () => this.go({ mode }));
    for (const step of ["undo", "redo"]) on(step, () => this.travel(step));
    for (const id of CHANGES) on(id, () => this.draw(this.surface.changed(id, this.board)));
    on("arrange", () => this.go({ places: null }));
    for (const [id, right, down] of [["narrower", -1, 0], ["wider", 1, 0], ["lower", 0, -1], ["higher", 0, 1]]) {
      on(id, () => this.resize(this.board.width + right, this.board.height + down));
    }
    for (const id of ["width", "height"]) {
      on(id, () => this.resize(byId("width").valueAsNumber, byId("height").valueAsNumber), "change");
    }
    on("cancel", () => this.evaluation.cancel());
    on("copy-position", () => copied(this.position, "Position"));
    on("copy-link", () => copied(location.href, "Link"));
    on("paste-position", async () => {
      try {
        this.take(await navigator.clipboard.readText());
      } catch {
        byId("position").select();
        say("press Ctrl+V in the field");
      }
    });
    on("enlarge", () => this.evaluation.enlarge());
    on("how-to", () => this.howToPlay());
    on("thermograph", (event) => {
      if (event.target.tagName === "IMG") this.evaluation.enlarge();
    });
    on("save-board", () => {
      save("board.svg", "image/svg+xml", this.surface.file(this.board, this.position, this.evaluation.known));
    });
    on("save-thermograph", async () => save("thermograph.svg", "image/svg+xml", await this.evaluation.usualThermograph()));
    on("save-answer", () => save("answer.json", "application/json", `${JSON.stringify(this.evaluation.answer.content, null, 2)}\n`));
    on("position", () => this.typed(), "input");
    on("position", () => { this.typedBefore = false; }, "change");
    on("position", (event) => {
      const text = event.clipboardData.getData("text");
      // A single-line field would join the rows of a position that is pasted in several lines.
      if (!/\n/.test(text.trim())) return;
      event.preventDefault();
      this.take(text);
      byId("position").value = this.position;
    }, "paste");
    document.addEventListener("paste", (event) => {
      if (/^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
      event.preventDefault();
      this.take(event.clipboardData.getData("text"));
    });
    document.addEventListener("keydown", (event) => {
      const inField = /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName);
      if (inField || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      const step = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[event.key.toLowerCase()];
      if (!step) return;
      event.preventDefault();
      this.travel(step);
    });
    const file = byId("certificate-file");
    on("open-certificate", () => file.click());
    on("certificate-file", () => {
      this.evaluation.openFile(file.files[0]);
      file.value = "";
    }, "change");
    document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
    document.addEventListener("drop", (event) => {
      const [dropped] = event.dataTransfer.files;
      if (!dropped) return;
      event.preventDefault();
      if (dropped.name.endsWith(WORKSHEET) || dropped.name.endsWith(".txt")) this.worksheet.open(dropped);
      else if (dropped.name.endsWith(".game")) this.openRules(dropped);
      else this.evaluation.openFile(dropped);
    });
    on("rules", () => this.chooseRules(byId("rules").value), "change");
    on("examples", () => {
      const [, rules, root] = /^(\S+) (.*)$/s.exec(byId("examples").value) ?? [];
      if (rules) this.go({ rules, root, steps: [], drawn: null });
    }, "change");
    // Reset on `blur` and not before, so that the arrow keys continue from the selected item.
    on("examples", () => { byId("examples").value = ""; }, "blur");
    window.addEventListener("popstate", (event) => this.follow(event.state !== null));
  }

  /** Shows the state of the link, and what depends on the server once it has answered. */
  async begin() {
    welcome("explore");
    copyValuesAsText();
    explainTerms(document);
    const { evaluation } = this;
    // The page comes with what belongs to the first position.
    if (!evaluation.answers.has(this.key)) evaluation.forget();
    delete document.documentElement.dataset.linked;
    if (this.state.root !== null) evaluation.openLinked();
    this.show();
    try {
      const [all, limits] = await Promise.all([loadRulesets(), get("limits")]);
      [this.rulesets, evaluation.mostSeconds] = [all, limits.most_seconds];
    } catch (error) {
      say(messageOf(error));
      return;
    }
    this.showRulesets();
    for (const { name: rules, title, positions } of this.rulesets) {
      byId("examples").append(...positions.map(({ name, position }) => new Option(`${title}: ${name}`, `${rules} ${position}`)));
    }
    await this.readOwn();
    this.adopt(this.rulesetNamed(this.state.rules));
    const isUnset = this.state.root === null;
    this.state.root ??= firstPosition(this.ruleset);
    if (isUnset) this.timeline.replace(this.state);
    this.read();
    this.show();
    if (isUnset) evaluation.openLinked();
    evaluation.nameMoves();
    if (evaluation.isDuel) evaluation.evaluate();
    this.showBoard();
    if (this.state.rules !== this.ruleset.name) this.go({ rules: this.ruleset.name }, { step: false });
    const restored = this.worksheet.restore(this.linkedLines, this.linkedDrawn);
    byId("add-board").disabled = false;
    await restored;
  }

  // The position.

  get position() {
    return positionOf(this.state);
  }

  /** The position with its ruleset. */
  get key() {
    return `${this.state.rules}\n${this.position}`;
  }

  /** The position in a request. */
  get question() {
    return { rules: this.state.rules, ruleset: this.state.text ?? undefined, position: this.position };
  }

  /** The position as one that a worksheet can have; null if there is none, or another text is in the field. */
  get drawnPosition() {
    return this.position && byId("position").getAttribute("aria-invalid") !== "true" ? { rules: this.state.rules, text: this.position, own: this.state.text, places: this.state.places } : null;
  }

  /** The position as an expression. */
  get literal() {
    return literalOf({ rules: this.state.rules, text: this.position, own: this.state.text });
  }

  /** A move as pages write it. */
  nameOf(move) {
    return this.surface.nameOfMove(move, this.board);
  }

  /** Changes to a ruleset, on its surface. */
  adopt(ruleset) {
    this.ruleset = ruleset;
    const { cells, graph, things } = this.surfaces;
    this.surface = ruleset.graph ? graph ?? things : THINGS.includes(ruleset.board) ? things : cells;
    this.surface.adopt(ruleset);
  }

  /** Loads what draws graphs, if a ruleset has graphs and that is not loaded; otherwise returns null. */
  loading({ graph, rulesets }) {
    if (this.surfaces.graph || !(graph || rulesets)) return null;
    this.graphs ??= import("./explore/graphs.js").then(({ Graphs }) => {
      this.surfaces.graph = new Graphs({ board: byId("graph"), brushes: byId("brushes") }, this.drawing, this.picking);
      if (!this.ruleset.graph && !this.ruleset.rulesets) return;
      this.adopt(this.ruleset);
      this.read();
      this.evaluation.nameMoves();
      this.show();
    }, () => say("the script that draws graphs cannot be loaded: reload the page"));
    return this.graphs;
  }

  /** Whether positions are drawn or moves examined; where nothing can be drawn, always moves. */
  get mode() {
    return this.surface.draws ? this.state.mode : "moves";
  }

  /** Reads the position of the state. */
  read() {
    this.loading(this.ruleset);
    /** The board of the current position; null if the position has only a text form. */
    this.board = this.surface.read(this.position, this.state);
    this.picking.clear();
  }

  // Changing the position.

  /** Goes to another state; with `step` the back button returns to the previous one. */
  go(change, { step = true } = {}) {
    const { state: before, timeline, key } = this;
    // The line of an earlier step may be gone.
    const linked = "drawn" in change ? this.worksheet.boardNamed(change.drawn) : this.worksheet.drawn;
    // Another position does not have the places of the vertices, nor the certificate, unless it says so.
    const state = { ...before, ...("root" in change && { places: null, certificate: null }), ...change };
    if (linked === null) state.drawn = null;
    this.state = state;
    if (linked !== this.worksheet.drawn) this.worksheet.link(linked);
    if (state.rules !== before.rules) {
      this.adopt(this.rulesetNamed(state.rules));
      state.text = this.ruleset.text ?? null;
      this.showRulesets();
    }
    // The winner's answer belongs to the move before it, so that one step goes back before both.
    if (this.evaluation.followed && state.steps.length > before.steps.length && !step) timeline.replace(state);
    else timeline.note(state);
    const hash = toHash(state);
    if (hash !== location.hash) history[step ? "pushState" : "replaceState"](OWN, "", hash);
    this.read();
    if (this.key !== key) this.evaluation.evaluate();
    this.show();
  }

  /** Goes to the state before or after this one, if there is one. */
  travel(step) {
    const next = this.timeline[step]();
    if (next) this.go(next);
  }

  /** Shows the state of the address, to which the browser has gone; `isOwn` says that this page has made the entry, so that it is not a pasted link. */
  async follow(isOwn) {
    const before = this.state;
    const linked = fromHash(location.hash);
    // A pasted link has its own lines, if it has some; those of an earlier state are on the worksheet.
    const fresh = isOwn ? [] : linked.lines;
    const board = fresh.length > 0 ? null : this.worksheet.boardNamed(linked.drawn);
    this.state = { ...linked, lines: fresh.length > 0 ? fresh : before.lines, drawn: board && linked.drawn };
    this.replaceLink();
    this.worksheet.link(board);
    await this.readOwn();
    this.adopt(this.rulesetNamed(this.state.rules));
    this.showRulesets();
    this.state.root ??= firstPosition(this.ruleset);
    this.timeline.note(this.state);
    this.read();
    if (this.state.certificate === before.certificate) this.evaluation.evaluate();
    else this.evaluation.openLinked();
    this.show();
    if (fresh.length > 0) this.worksheet.replace(fresh, linked.drawn);
  }

  replaceLink() {
    history.replaceState(OWN, "", toHash(this.state));
  }

  /** Goes to a drawn board and forgets the moves that were played before. */
  draw(next) {
    this.go({ ...this.surface.written(next), steps: [] });
  }

  /** Shows a change of the board as part of a stroke. The whole stroke becomes one step of the history. */
  edit(next) {
    const [before, { root, places }] = [this.surface.written(this.board).root, this.surface.written(next)];
    this.board = next;
    if (root === before) this.state = { ...this.state, places };
    else {
      this.state = { ...this.state, root, places, steps: [], certificate: null };
      this.evaluation.evaluate();
    }
    this.showPositionText();
    this.showBoard();
  }

  /** Ends a stroke. */
  settle() {
    if (!this.timeline.note(this.state)) return;
    this.replaceLink();
    this.showTools();
    this.showPath();
  }

  /** The board in another size; null if it cannot have it. */
  resized(width, height) {
    return resized(this.board, width, height, emptyLetter(this.ruleset));
  }

  resize(width, height) {
    const next = this.resized(width, height);
    if (next) {
      this.draw(next);
      return;
    }
    this.showTools();
    say(`Boards have up to ${MAX_CELLS} cells.`);
  }

  /** Previews the position after a move of a list; null ends the preview. */
  look(move) {
    this.picking.looked = this.evaluation.hasMoves ? move : null;
    this.showBoard();
  }

  /** Plays a move. */
  play({ side, move, position }) {
    // The list may still belong to the previous position.
    if (!this.evaluation.hasMoves) return;
    const focused = document.activeElement?.closest(".moves");
    this.go({ mode: "moves", steps: [...this.state.steps, { side, move, position }] });
    // The button that had the focus was removed with its list.
    if (focused) focusPath();
  }

  /** Goes back to the position after the first `count` moves. */
  back(count) {
    this.go({ mode: "moves", steps: this.state.steps.slice(0, count) });
    focusPath();
  }

  /** Goes to the position of a component alone. */
  alone(component) {
    this.go({ root: component.position, steps: [], drawn: null });
    if (this.board) this.surface.focus();
  }

  /** The text of a position in its usual form, and whether it is drawn. */
  tidied(text) {
    const read = this.surface.read(text, { root: text });
    return { root: read ? this.surface.tidied(text, read) : text, isDrawn: read !== null };
  }

  /** Handles a change of the text field: goes to the text if it is a position. */
  typed() {
    clearTimeout(this.typing);
    const text = oneLine(byId("position").value);
    const problem = problemWith(text, this.ruleset);
    fieldError(problem);
    if (problem || text === "") return;
    const { root, isDrawn } = this.tidied(text);
    if (root === this.position) return;
    // Text that is typed without a pause is one step of the history.
    const take = () => {
      this.go({ root, places: /^n=/i.test(text) ? this.state.places : null, steps: [] }, { step: !this.typedBefore });
      this.typedBefore = true;
    };
    if (isDrawn) take();
    else this.typing = setTimeout(take, TYPING_MILLISECONDS);
  }

  /** Goes to a position from outside the page. */
  take(text) {
    const position = oneLine(text);
    const problem = problemWith(position, this.ruleset);
    if (problem) {
      byId("position").value = position;
      fieldError(problem);
      announce(problem);
      return;
    }
    this.go({ root: this.tidied(position).root, steps: [] });
  }

  /** Shows why the server does not take the position, if it knows the ruleset. */
  misread(message) {
    if (this.rulesets.length === 0 || this.rulesets.includes(this.ruleset)) fieldError(message);
  }

  // Rulesets.

  rulesetNamed(name) {
    return this.rulesets.find((known) => known.name === name || known.aliases?.includes(name)) ?? unknownRuleset(name);
  }

  /** Changes the ruleset. The position is kept if it is valid there, unless the user's own rules have another start. */
  chooseRules(rules) {
    const next = this.rulesetNamed(rules);
    const isNew = next.text && next.start && next.start !== this.ruleset.start;
    const fits = !isNew && this.surface.isAlso(this.position, next);
    this.go({ rules, ...(fits && { places: this.state.places }), root: fits ? this.position : firstPosition(next), steps: [] });
  }

  /** Shows how the ruleset is played, by a script that few visits need. */
  async howToPlay() {
    const loaded = await import("./howto.js").catch(() => null);
    if (loaded) loaded.showHowToPlay(this.ruleset, capital);
    else say("the script that shows rules cannot be loaded: reload the page");
  }

  /** Shows a file with rules of one's own. */
  async openRules(file) {
    this.ruleFile.show(await file.text());
    this.ruleFile.open(true);
  }

  /** Adds a ruleset of the user. One with the same name has the same rules, and is replaced. */
  addOwn(own) {
    this.rulesets = [...this.rulesets.filter(({ name }) => name !== own.name), own];
    if (own.name === this.state.rules) {
      this.adopt(own);
      this.state = { ...this.state, text: own.text };
    }
    this.showRulesets();
  }

  /** Reads the ruleset in the state, if it is the user's own, from a link. */
  async readOwn() {
    const { rules, text } = this.state;
    if (text === null || this.rulesets.some(({ name }) => name === rules)) return;
    try {
      const own = await readRules(text);
      // The name has a hash of the rules; one that was made by hand is replaced.
      if (this.state.rules === rules) this.state = { ...this.state, rules: own.name };
      this.ruleFile.show(text);
      this.addOwn(own);
    } catch (error) {
      messageOf(error);
      // The request for the value says what is wrong.
    }
  }

  /** Lists the rulesets; of those of the user the last one, and the current one after an undo. */
  showRulesets() {
    const last = this.rulesets.at(-1);
    const listed = this.rulesets.filter((known) => !known.text || known === last || known === this.ruleset);
    byId("rules").replaceChildren(...listed.map(({ name, title, text }) => new Option(text ? `${title} (own rules)` : title, name)));
    byId("rules").value = this.state.rules;
  }

  // Display.

  /** Shows the state as a whole. */
  show() {
    const { about, text } = this.ruleset;
    byId("rules").value = this.state.rules;
    // Until the rulesets are known, what the page says of Clobber stays: nothing jumps.
    if (this.rulesets.length > 0) {
      byId("about").textContent = about && asSentence(about);
      byId("how-to").hidden = about === "" && !text;
      byId("how-to").disabled = false;
    }
    this.showPositionText();
    this.showTools();
    this.showPath();
    this.showBoard();
  }

  showPositionText() {
    const field = byId("position");
    if (document.activeElement !== field || field.value.trim() === "") field.value = this.position;
    fieldError(null);
  }

  showTools() {
    const { board, mode, state: { root }, surface, timeline } = this;
    const drawing = mode === "draw" && board !== null;
    for (const name of ["draw", "moves"]) byId(`mode-${name}`).setAttribute("aria-pressed", String(mode === name));
    for (const { host } of Object.values(this.surfaces)) {
      host.dataset.mode = mode;
      host.hidden = board === null || host !== surface.host;
    }
    const { notation } = this.ruleset;
    byId("no-board").hidden = board !== null || root === null;
    byId("no-board").replaceChildren(surface.absent, ...withCode(notation && ` ${asSentence(notation)}`));
    // Hides what does not apply: a text has no size, and a row has only one height.
    byId("save-board").hidden = board === null;
    for (const id of ["modes", "brushes", "tools"]) byId(id).hidden = board === null || !surface.draws;
    for (const id of TOOLS) byId(id).hidden = !surface.tools().includes(id);
    for (const control of byId("brushes").children) control.disabled = !drawing;
    byId("width").value = board?.width ?? "";
    byId("height").value = board?.height ?? "";
    if (board?.cells) {
      const { width, height } = board;
      byId("narrower").disabled = width === 1;
      byId("lower").disabled = height === 1;
      byId("wider").disabled = !this.resized(width + 1, height);
      byId("higher").disabled = !this.resized(width, height + 1);
    }
    byId("undo").disabled = timeline.past.length === 0;
    byId("redo").disabled = timeline.future.length === 0;
  }

  /** Shows the moves played, each a button that goes back to its position. */
  showPath() {
    const { mode, state: { steps } } = this;
    const crumb = (contents, count) => {
      const node = button(contents, () => this.back(count), "button-quiet");
      if (count === steps.length) node.setAttribute("aria-current", "step");
      return element("li", "", node);
    };
    const played = steps.map(({ side, move }, index) => {
      const player = element("span", "visually-hidden", `${capital(side)} `);
      return crumb([dotOf(side), player, element("span", "mono", this.nameOf(move))], index + 1);
    });
    const walks = mode === "moves" || steps.length > 0;
    const hint = element("p", "small muted", this.surface.hints[TOUCH ? "touch" : "mouse"]);
    const path = byId("path");
    path.replaceChildren(walks ? element("ol", "", crumb("Start", 0), ...played) : this.board ? hint : "");
    path.scrollLeft = path.scrollWidth;
  }

  /** Draws the board and the line below it. */
  showBoard() {
    this.showReadout();
    this.actions.show();
    // Moves are tried out, and do not change the board of the worksheet.
    if (this.state.steps.length === 0) this.worksheet?.moved(this.drawnPosition);
    const { board, evaluation, picking, state, surface } = this;
    if (!board) return;
    const move = picking.shown;
    surface.show(board, {
      known: evaluation.known,
      previous: evaluation.inquiry.isNew ? evaluation.answer?.content : null,
      drawing: this.mode === "draw",
      move,
      after: move && surface.read(move.position, state),
      last: state.steps.at(-1)?.move,
      moves: evaluation.moves,
      picked: picking.picked,
      next: move ? new Map() : picking.next,
      turn: turnOf(state),
    });
  }

  showReadout() {
    const host = byId("readout");
    const { board, evaluation: { duel, followed, inquiry, known, told }, picking } = this;
    const move = picking.shown;
    const some = board ? picking.candidates : [];
    if (move) {
      host.replaceChildren(...readout.ofMove(move));
    } else if (some.length > 0) {
      const name = this.surface.nameOfCell(picking.pointed.at(-1), board);
      host.replaceChildren(...readout.ofCell(name, some.length, picking.picked.length > 0));
    } else if (followed && duel) {
      host.replaceChildren(element("span", "muted", told));
    } else if (known || !inquiry.isNew) {
      host.replaceChildren(...readout.ofPosition(known));
    }
  }
}

/** Shows why the text is not a position; nothing if it is one. */
function fieldError(message) {
  byId("position-error").textContent = message ?? "";
  byId("position").setAttribute("aria-invalid", String(message !== null));
}

/** Moves the focus to the current position among the moves played. */
function focusPath() {
  byId("path").querySelector("[aria-current]")?.focus();
}

let saying = 0;
/** Shows a short message temporarily. */
function say(text) {
  clearTimeout(saying);
  byId("done").textContent = text;
  saying = setTimeout(() => {
    byId("done").textContent = "";
  }, 4000);
}

async function copied(text, what) {
  say((await copy(text)) ? `${what} copied` : `the browser does not let ${what.toLowerCase()} be copied`);
}

new Page().begin();
