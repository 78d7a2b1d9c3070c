// The worksheet: a column of lines, which are boards, expressions and texts. Boards have names and are values, which later lines use.
//
// A board is a line as well, the definition of its name: `A := clobber("xox/ox.")`, and so are rules of one's own: `hop := OwnRules(["game hop", ..])`.
// So a worksheet is a list of texts, in links and in files, which `dicot repl` and Python read. A text is a comment, `// ..`.

import { ApiError, CALCULATOR, ROOT, call, messageOf } from "../api.js";
import { svgFile } from "../board.js";
import { button, element, link as anchor } from "../dom.js";
import { save } from "../files.js";
import { asSentence } from "../glossary.js";
import { Pictures } from "../pictures/index.js";
import { partsOf } from "../pictures/sums.js";
import { addressOfGame } from "./actions.js";
import { copied, embedCode, newMenu, ofPicture, ofValue } from "./copies.js";
import { Expressions, isQuiet } from "./expressions.js";
import { IN_LINE, hasValue, outcomeText, valueOf, wholeButton } from "./results.js";
import { initialState, placesIn, toHash } from "./state.js";
import { showWhole } from "./whole.js";

/** How the name of a worksheet's file ends. */
export const WORKSHEET = ".dicot";

/** The text of a file whose `parts` are texts, and expressions with their values or errors, as `dicot repl` writes it. */
export function fileOf(parts) {
  const marked = (mark, text) => text === undefined ? "" : `${text.replace(/^/gm, `${mark} `).replace(/ +$/gm, "")}\n`;
  return parts.map(({ text, expression, value, error }) =>
    text === undefined ? `${expression}\n${marked("//=", value)}${marked("//!", error)}` : marked("//", text)).join("\n");
}

/** The session of questions beside the evaluation of the lines. */
const ASIDE = "-aside";

/** The most thermographs in a picture. */
const MAX_THERMOGRAPHS = 6;

/** The wait before lines that use a board are evaluated again while it is drawn, in milliseconds. */
const PAUSE = 300;

/** A board as a line, and where the vertices of a graph are: a comment, which only the page reads. */
const BOARD = /^\s*([A-Za-z]\w*)\s*:=\s*([A-Za-z]\w*)\("([^"\\]*)"\)\s*(?:\/\/ at ([\d.,;-]+))?\s*$/;

/** Rules of one's own as a line. */
const RULES = /^\s*([A-Za-z]\w*)\s*:=\s*OwnRules\(\[([^]*)\]\)\s*$/;

/** A name without what differs between the ways to write it: `toads-and-frogs`, `toads_and_frogs`, `ToadsAndFrogs`. */
const plain = (name) => name.replaceAll(/[-_]/g, "").toLowerCase();

/** Whether a line is a text. */
const isText = (line) => /^\s*\/\//.test(line);

/** The words of a text, without its marks. */
const wordsOf = (line) => line.replaceAll(/^[ \t]*\/\/ ?/gm, "");

export class Worksheet extends Expressions {
  /**
   * `hosts` are those of `Expressions`, and the buttons `open`, `save`, `addBoard`, `addText`, `addThermographs` and the chooser `file`.
   * `page`: `position()` is the position that is drawn, as `{rules, text}`, `null` if it cannot be a value of a worksheet; `rulesets()` are
   * all that are known, and `addRules(text)` adds one; `show(position)` draws another one; `named(name)` shows the name of the line that is
   * drawn, which `drawn()` returns; `root()` is the text of its position before moves; `actions` explain values; `loading(ruleset)` loads
   * what draws positions, and is null if that is loaded.
   */
  constructor(hosts, handlers, page) {
    super(hosts, handlers);
    this.page = page;
    /** The lines in order: `{line, node, value, error, isGame}`. */
    this.entries = [];
    this.linked = null;
    /** The first line whose answer is not that of the lines above it. */
    this.dirty = Infinity;
    /** For each name that the session knows, the line that has defined it. */
    this.owners = new Map();
    /** The names that the session of questions beside knows. */
    this.named = new Set();
    this.saving = hosts.save;
    const { file } = hosts;
    hosts.open.addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (chosen) await this.open(chosen);
      file.value = "";
    });
    hosts.save.addEventListener("click", () => save(`worksheet${WORKSHEET}`, "text/plain", fileOf(this.entries.map(partOf))));
    hosts.addBoard.addEventListener("click", () => this.addBoard());
    hosts.addText.addEventListener("click", () => this.write(this.add("// ")));
    hosts.addThermographs.addEventListener("click", () => this.compare());
    this.comparing = hosts.addThermographs;
  }

  /** The texts of all lines. */
  get texts() {
    return this.entries.map(({ line }) => line);
  }

  /** The line of the board that is drawn; null if that is not in the worksheet. */
  get drawn() {
    return this.linked;
  }

  set drawn(entry) {
    this.linked = entry;
    this.page.named(entry === null ? "" : nameIn(entry.line));
  }

  /** Opens a file in place of the lines that are there. */
  async open(file) {
    const [before, drawn] = [this.texts, this.page.drawn()];
    let parts;
    try {
      ({ parts } = await call("worksheet", { text: await file.text() }, { store: ASIDE }));
    } catch (error) {
      this.page.actions.said(messageOf(error));
      return;
    }
    const done = this.replace(parts.map(({ text, expression }) => expression ?? text.replaceAll(/^/gm, "// ")));
    if (before.length > 0) this.offer("The file has replaced the lines.", () => this.replace(before, drawn));
    await done;
  }

  /** Says what is gone, and offers it, until a line is added. */
  offer(text, restore) {
    this.offered?.remove();
    const back = button("Bring back", () => {
      this.offered.remove();
      this.input.focus();
      restore();
    }, "button-quiet");
    this.offered = element("p", "small muted", text, " ", back);
    this.results.after(this.offered);
  }

  /** Puts lines in place of those that are there; `drawn` is the name of the board that is drawn. */
  async replace(lines, drawn = null) {
    this.round = {};
    this.results.replaceChildren();
    [this.entries, this.drawn] = [[], null];
    await this.restore(lines, drawn);
  }

  /** Adds the lines of a link: by now all rulesets are known. */
  async restore(lines, drawn) {
    const mine = {};
    this.restoring = mine;
    for (const line of lines) this.add(line);
    this.lines.push(...lines.filter((line) => !isText(line)));
    this.place = this.lines.length;
    // Rules of one's own may not be known yet.
    const rules = this.texts.map(rulesIn).filter(Boolean);
    await Promise.all(rules.map(({ text }) => this.ownRuleset(text) ?? this.page.addRules(text).catch(messageOf)));
    if (this.restoring !== mine) return;
    // The position of a link that was written by hand may be another one.
    const board = this.boardNamed(drawn);
    const isDrawn = board && this.boardOf(board).text === this.page.root() && this.boardOf(board).ruleset.name === this.page.position()?.rules;
    this.link(isDrawn ? board : null);
    await this.evaluateFrom(0);
  }

  async submit() {
    const line = this.input.value.trim();
    if (line === "") return;
    this.input.value = "";
    this.lines.push(line);
    this.place = this.lines.length;
    this.add(line);
    await this.evaluateFrom(this.entries.length - 1);
  }

  /** Adds a line at the end, which is not evaluated yet. */
  add(line) {
    this.offered?.remove();
    const entry = { line, node: element("article", "expression-result") };
    this.entries.push(entry);
    this.results.append(entry.node);
    this.paint(entry, []);
    return entry;
  }

  /** The lines above one, and it. */
  until(entry) {
    return this.entries.slice(0, this.entries.indexOf(entry) + 1);
  }

  /** The board of a line, as `{name, rules, ruleset, text, places}`; null if it is none, or of a ruleset that is not known. */
  boardOf(entry) {
    const [, name, rules, text, at] = BOARD.exec(entry.line) ?? [];
    const ruleset = name && this.rulesetOf(rules, this.until(entry));
    return ruleset ? { name, rules, ruleset, text, places: at ? placesIn(at.split(";")) : null } : null;
  }

  /** The ruleset with a name in some lines; undefined if it is not known. */
  rulesetOf(name, entries) {
    const own = entries.map(({ line }) => rulesIn(line)).findLast((rules) => rules?.name === name);
    return own ? this.ownRuleset(own.text) : this.page.rulesets().find((known) => plain(known.name) === plain(name));
  }

  /** A line that is a board or a sum of boards as a question for the solver; null if it is another line. */
  sumOf(entry) {
    const above = this.until(entry).slice(0, -1);
    const terms = (contentIn(entry).match(/(?:"[^"]*"|[^+"])+/g) ?? []).map((term) => {
      const named = above.findLast(({ line }) => namesIn(line).includes(term.trim()));
      if (named) return this.boardOf(named);
      const [, rules, text] = /^\s*([A-Za-z]\w*)\("([^"\\]*)"\)\s*$/.exec(term) ?? [];
      const ruleset = rules && this.rulesetOf(rules, above);
      return ruleset && { ruleset, text };
    });
    // The solver does not know games whose play need not end.
    if (terms.length === 0 || !terms.every((term) => term && term.ruleset.rank !== "nothing")) return null;
    const [{ ruleset, text }] = terms;
    if (terms.length === 1) return { sum: text, rules: ruleset.name, ruleset: ruleset.text };
    if (terms.some((term) => term.ruleset.text)) return null;
    return { sum: terms.map((term) => `${term.ruleset.name}:${term.text}`).join(" + ") };
  }

  /** The ruleset with a text; undefined if it is not known yet. */
  ownRuleset(text) {
    return this.page.rulesets().find((known) => known.text?.trimEnd() === text.trimEnd());
  }

  /** The name of the line with the rules of a position; null if they have none, and undefined if they need none. */
  rulesOf({ own }) {
    if (!own) return undefined;
    return this.texts.map(rulesIn).find((rules) => rules?.text.trimEnd() === own.trimEnd())?.name ?? null;
  }

  /** Adds the board that is drawn, with a name that no line has, after its rules if they are not those of a line. */
  async addBoard() {
    const position = this.page.position();
    if (!position) {
      this.page.actions.said("The text in the field is not a position.");
      return;
    }
    const [first, taken] = [this.entries.length, new Set(this.texts.flatMap(namesIn))];
    if (this.rulesOf(position) === null) {
      if (/["\\]/.test(position.own)) {
        this.page.actions.said("Rules with quotation marks or backslashes cannot be lines of a worksheet.");
        return;
      }
      const named = /^\s*game\s+([a-z][\w-]*)/m.exec(position.own)?.[1].replaceAll("-", "_") ?? "own";
      const isKnown = taken.has(named) || this.page.rulesets().some((known) => plain(known.name) === plain(named));
      const name = isKnown ? `${named}_${first + 1}` : named;
      this.add(`${name} := ${ownRules(position.own)}`);
    }
    const name = [..."ABCDFGHIJKMNOPQSTUVWXYZ"].find((letter) => !taken.has(letter)) ?? `A${first}`;
    const entry = this.add(lineOf(name, position, this.rulesOf(position)));
    this.link(this.boardOf(entry) ? entry : null);
    entry.node.scrollIntoView({ block: "nearest" });
    await this.evaluateFrom(first);
  }

  /** The board that is drawn has changed: its line changes too, and those that use it. */
  moved(position) {
    const board = this.drawn && this.boardOf(this.drawn);
    if (!board || !position) return;
    // The line of a sum is not that of a board.
    const rules = this.rulesOf(position);
    if (position.rules === "sum" || rules === null) {
      this.link(null);
      return;
    }
    const line = lineOf(board.name, position, rules);
    if (line === this.drawn.line) return;
    this.drawn.line = line;
    this.round = {};
    this.paint(this.drawn, [element("p", "muted small", "…")]);
    this.dirty = Math.min(this.dirty, this.entries.indexOf(this.drawn));
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.evaluateFrom(Infinity), PAUSE);
  }

  /** Connects the board that is drawn with a line; null disconnects it. */
  link(entry) {
    this.drawn = entry;
    for (const other of this.entries) this.mark(other);
  }

  /** The line of the board with a name; of several the one that was chosen, or the last one; null if no line is. */
  boardNamed(name) {
    const named = this.entries.filter((entry) => nameIn(entry.line) === name && this.boardOf(entry));
    return (named.includes(this.chosen) ? this.chosen : named.at(-1)) ?? null;
  }

  /** Draws the board of a line, or lets go of it if it is drawn. */
  draw(entry) {
    if (this.drawn === entry) {
      this.link(null);
      return;
    }
    const board = this.boardOf(entry);
    const { name } = board;
    this.chosen = entry;
    // The name stays if the line before had it too.
    if (this.drawn && nameIn(this.drawn.line) === name) this.link(entry);
    this.show(board, name);
  }

  /** Draws a board; `drawn` is the name of its line if another one was drawn. */
  show({ ruleset, text, places }, drawn) {
    this.page.show({ rules: ruleset.name, text, places, drawn });
  }

  /** Shows whether a board is the one that is drawn. */
  mark(entry) {
    const { node } = entry;
    const isDrawn = entry === this.drawn;
    node.classList.toggle("is-drawn", isDrawn);
    node.querySelector(".sheet-board")?.setAttribute("aria-pressed", String(isDrawn));
  }

  /** Evaluates a line and all after it, one after the other, unless that begins anew meanwhile. */
  async evaluateFrom(index) {
    const round = {};
    this.round = round;
    this.dirty = Math.min(this.dirty, index);
    this.handlers.changed(this.texts);
    this.enable();
    const forget = this.stale();
    if (forget.length > 0) {
      await call("game", { expression: "0", forget }, { store: CALCULATOR }).catch(messageOf);
      if (this.round !== round) return;
      for (const name of forget) this.owners.delete(name);
    }
    while (this.dirty < this.entries.length) {
      const entry = this.entries[this.dirty];
      await this.evaluateEntry(entry, round);
      if (this.round !== round) return;
      this.dirty = this.entries.indexOf(entry) + 1;
    }
    this.dirty = Infinity;
    this.enable();
  }

  /** Enables what can be done with the lines. */
  enable() {
    this.saving.disabled = this.entries.length === 0;
    this.comparing.disabled = this.games.length === 0;
  }

  /** The names that the lines above the first dirty one do not define, or that must be defined anew there: then that is an earlier one. */
  stale() {
    for (;;) {
      const above = this.entries.slice(0, this.dirty);
      const names = [...this.owners].filter(([name, owner]) => !above.includes(owner) || !namesIn(owner.line).includes(name)).map(([name]) => name);
      const again = above.findIndex(({ line }) => namesIn(line).some((name) => names.includes(name)));
      if (again < 0) return names;
      this.dirty = again;
    }
  }

  async evaluateEntry(entry, round) {
    const { line } = entry;
    const isOld = () => entry.line !== line || this.round !== round;
    Object.assign(entry, { value: undefined, error: undefined, isGame: false });
    if (isText(line)) {
      this.paint(entry, []);
      return;
    }
    for (const name of namesIn(line)) this.owners.set(name, entry);
    // If the session has expired, they are defined again.
    this.answered = this.until(entry).slice(0, -1).filter(({ line: other }) => !isText(other)).map(({ line: other }) => other);
    try {
      const answer = await this.run(line);
      if (isOld()) return;
      const rules = rulesIn(line);
      if (rules) {
        await this.useRules(rules);
        if (!isOld()) this.paint(entry, []);
        return;
      }
      entry.value = isQuiet(line) ? undefined : textOf(answer);
      const board = this.boardOf(entry);
      entry.isGame = board !== null || "kind" in answer;
      if (board) this.paint(entry, [element("p", "muted small", "…")]);
      const content = board ? await this.worthOf(entry, board) : await this.contentWith(entry, answer);
      if (!isOld()) this.paint(entry, content);
    } catch (error) {
      if (isOld()) return;
      const [head, content] = this.failure(line, error);
      entry.error = error.name === "AbortError" ? undefined : error.message;
      const sum = error.limit && this.sumOf(entry);
      if (sum) content.push(this.asking(entry, "Who wins?", sum));
      this.paint(entry, content, head);
    }
  }

  /** Makes rules of a line known, and draws the board that is drawn by them, if it is one of theirs. */
  async useRules({ name, text }) {
    if (!this.ownRuleset(text)) await this.page.addRules(text);
    const board = this.drawn && this.boardOf(this.drawn);
    if (board?.rules === name && this.page.position()?.rules !== board.ruleset.name) this.show(board);
  }

  /** An answer with what can be done with it; a position has its value too. */
  async contentWith(entry, answer) {
    const { line } = entry;
    if (isQuiet(line)) return this.contentOf(line, answer);
    // Of an expression without side effects.
    const isPosition = !("kind" in answer) && /^[a-z]\w*\("/.test(answer.result) && /^[-+\w\s()]+$/.test(contentIn(entry).replaceAll(/"[^"]*"/g, ""));
    const valued = isPosition ? await this.run(`(${subjectOf(entry)}).CanonicalForm`) : answer;
    const written = isPosition ? [element("p", "muted small mono", String(answer.result))] : [];
    const value = "kind" in valued && typeof valued.value === "string" ? valued.value : null;
    return [...written, ...this.contentOf(line, valued), ...this.more(entry, value, answer.picture_svg)];
  }

  /** The answer to an expression with the names that a line and those above it define, while others are evaluated. */
  aside(entry, expression) {
    const defined = this.until(entry).filter(({ line, error }) => !error && namesIn(line).length > 0).map(({ line }) => line);
    const forget = [...this.named];
    for (const name of defined.flatMap(namesIn)) this.named.add(name);
    // A line may end with a comment.
    const text = [...defined.map((line) => line.trim().replace(/;$/, "")), expression].join("\n;");
    return call("game", { expression: text, forget }, { store: ASIDE });
  }

  /** The value of a board and who wins, or why it is not known. */
  async worthOf(entry, { ruleset, text }) {
    try {
      const answer = await this.cancellable((signal) => call("value", questionOf(ruleset, text), { signal, store: CALCULATOR }));
      const value = hasValue(answer) ? valueOf(answer, IN_LINE) : "";
      const who = element("span", "muted small", ` ${outcomeText(answer.outcome ?? "")}`);
      const worth = element("p", "expression-value", value, who, ...wholeButton(answer, showWhole));
      return [worth, ...this.more(entry, typeof answer.value === "string" ? answer.value : null)];
    } catch (error) {
      if (error.name === "AbortError") return [element("p", "muted small", "cancelled")];
      const why = element("p", "muted small", asSentence(messageOf(error)), " ", this.asking(entry, "Who wins?", this.sumOf(entry)));
      return [why, ...this.more(entry, null)];
    }
  }

  /** A button that becomes who wins, as the solver says it, and ends the search while it runs. */
  asking(entry, text, question, before = "") {
    if (!question) return "";
    let running = null;
    const said = element("span", "small");
    const asked = this.tool(text, subjectOf(entry), async () => {
      if (running) {
        running.abort();
        return;
      }
      running = new AbortController();
      // A line that is shown anew ends it.
      entry.asked = running;
      [asked.textContent, said.textContent] = ["Cancel", ""];
      try {
        const { outcome, reason } = await call("solve", question, { signal: running.signal, store: ASIDE });
        said.textContent = outcome ? `${before}${outcomeText(outcome)} (${outcome})` : reason;
        asked.hidden = Boolean(outcome);
      } catch (error) {
        if (error.name !== "AbortError") said.textContent = messageOf(error);
      }
      this.handlers.said(said.textContent);
      asked.textContent = text;
      running = null;
    });
    return element("span", "", asked, " ", said);
  }

  /** What shows more of a line, whose value is `value`, or null if it has none, or whose picture is `drawn`. */
  more(entry, value, drawn = null) {
    // What several statements are worth has no name.
    if (/;\s*[^\s;]/.test(entry.line.replaceAll(/"[^"]*"/g, ""))) return [];
    const { actions } = this.page;
    const subject = subjectOf(entry);
    const [board, nodes, groups] = [this.boardOf(entry), [], {}];
    if (value !== null) {
      const ask = (expression) => this.aside(entry, expression);
      const why = () => (board ? actions.why(questionOf(board.ruleset, board.text)) : actions.whyValue(contentIn(entry), ask));
      nodes.push(this.tool("Why", subject, why), this.tool("Unfold", subject, () => actions.unfold(value)));
      groups.Value = ofValue(() => value);
      groups.Thermograph = ofPicture("thermograph", () => `(${value}).Plot`);
    }
    const sum = this.sumOf(entry);
    if (sum) nodes.push(this.asking(entry, "Misère", { ...sum, misere: true }, "misère: "));
    if (board) {
      const { ruleset, text, places } = board;
      const game = addressOfGame(ruleset, text);
      if (game) nodes.push(Object.assign(anchor(game, "Play"), { className: "button button-quiet" }));
      const title = `${ruleset.title}: ${text}`;
      const svg = async () => {
        const read = drawingOf(board);
        if (!read) throw new ApiError("this position is not drawn");
        return svgFile(read.picture.svg(read.drawing, { title }));
      };
      const address = new URL(toHash({ ...initialState(), rules: ruleset.name, text: ruleset.text ?? null, root: text, places }), ROOT).href;
      groups.Board = {
        text: () => copied(text),
        ...ofPicture("board", () => `(${literalOf({ rules: ruleset.name, own: ruleset.text, text })}).Diagram`, { svg }),
        "embed code": () => copied(embedCode(address, `A position of ${ruleset.title}`)),
      };
    } else if (drawn) {
      nodes.push(this.tool("Enlarge", subject, () => actions.enlarge(drawn)));
      groups.Picture = ofPicture("picture", () => `(${subject})`, { svg: async () => drawn, ask: (expression) => this.aside(entry, expression) });
    }
    if (Object.keys(groups).length > 0) nodes.push(newMenu(subject, groups, actions.said));
    return nodes.length > 0 ? [element("div", "row tight sheet-more", ...nodes)] : [];
  }

  /** The names of games. */
  get games() {
    return [...new Set(this.entries.filter(({ line, isGame }) => isGame && nameIn(line)).map(({ line }) => nameIn(line)))];
  }

  /** Adds a line with the thermographs of the last games over each other. */
  async compare() {
    const names = this.games.slice(-MAX_THERMOGRAPHS);
    if (names.length === 0) return;
    const entry = this.add(`[${names.join(", ")}].Plot([${names.map((name) => `"${name}"`).join(", ")}])`);
    await this.evaluateFrom(this.entries.length - 1);
    entry.node.scrollIntoView({ block: "nearest" });
  }

  // Display.

  paint(entry, content, head = null) {
    // A line that is being written stays as it is.
    if (entry.isWritten) return;
    entry.asked?.abort();
    const { line, node } = entry;
    const focused = [...node.querySelectorAll("button")].indexOf(document.activeElement);
    const board = this.boardOf(entry);
    const tools = element("div", "sheet-tools",
      this.tool("Edit", line, () => this.write(entry)),
      this.tool("↑", line, () => this.raise(entry), "Move up"),
      this.tool("×", line, () => this.remove(entry), "Remove"));
    const rules = rulesIn(line);
    const first = board ? this.thumbnail(entry, board) : rules ? listing(rules) : isText(line) ? paragraphs(wordsOf(line)) : head ?? element("code", "", line);
    node.replaceChildren(element("div", "expression-line", first, tools), ...content);
    this.mark(entry);
    if (focused >= 0) node.querySelectorAll("button")[focused]?.focus();
  }

  /** A button of a line; its name for screen readers has the line. */
  tool(sign, line, action, name = sign) {
    const node = button(sign, action, "button-quiet");
    node.setAttribute("aria-label", `${name} ${line}`);
    return node;
  }

  /** A small picture of a board with its name, which draws it when it is clicked. */
  thumbnail(entry, board) {
    const { name, ruleset, text } = board;
    const node = button("", () => this.draw(entry), "button-quiet sheet-board");
    const fill = () => {
      const read = drawingOf(board);
      const picture = read ? read.picture.svg(read.drawing, { coordinates: false, cropped: true, title: `${ruleset.title}: ${text}` }) : element("code", "", text);
      node.replaceChildren(element("span", "sheet-name", name), picture);
    };
    fill();
    this.page.loading(ruleset)?.then(fill);
    node.setAttribute("aria-label", `Draw ${name}: ${ruleset.title}, ${text}`);
    return node;
  }

  /** Lets a line be written in its place. */
  write(entry) {
    const field = element("textarea", "mono grow");
    Object.assign(field, { value: entry.line, rows: entry.line.split("\n").reduce((rows, line) => rows + Math.ceil((line.length + 1) / 44), 0), spellcheck: isText(entry.line) });
    field.setAttribute("aria-label", "Line of the worksheet");
    const before = entry.line;
    const isEmpty = (line) => /^\s*(?:\/\/)?\s*$/.test(line);
    const done = (isKept) => {
      entry.isWritten = false;
      if (isEmpty(isKept ? field.value : before)) {
        this.remove(entry, !isEmpty(before));
        return;
      }
      if (isKept) entry.line = field.value.trimEnd();
      this.paint(entry, []);
      entry.node.querySelector(".sheet-tools button").focus();
      if (this.drawn === entry) {
        const board = this.boardOf(entry);
        this.link(board ? entry : null);
        if (board && entry.line !== before) this.show(board);
      }
      this.evaluateFrom(this.entries.indexOf(entry));
    };
    entry.isWritten = true;
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && !event.shiftKey) done(true);
      else if (event.key === "Escape") done(false);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    entry.node.replaceChildren(element("div", "row tight", field, button("Done", () => done(true))));
    field.focus();
    field.selectionStart = field.value.length;
  }

  raise(entry) {
    const index = this.entries.indexOf(entry);
    if (index < 1) return;
    this.entries.splice(index - 1, 2, entry, this.entries[index - 1]);
    entry.node.after(entry.node.previousElementSibling);
    entry.node.querySelector(".sheet-tools button:nth-child(2)").focus();
    this.evaluateFrom(index - 1);
  }

  remove(entry, isOffered = true) {
    const index = this.entries.indexOf(entry);
    entry.asked?.abort();
    this.entries.splice(index, 1);
    entry.node.remove();
    if (this.drawn === entry) this.drawn = null;
    const restore = () => {
      const place = Math.min(index, this.entries.length);
      this.entries.splice(place, 0, entry);
      this.results.insertBefore(entry.node, this.results.children[place] ?? null);
      this.paint(entry, []);
      this.evaluateFrom(place);
    };
    if (isOffered) this.offer("The line is removed.", restore);
    this.input.focus();
    this.evaluateFrom(index);
  }
}

/** The name that a line defines; undefined if it defines none. */
function nameIn(line) {
  return /^\s*([A-Za-z]\w*)\s*(?::=|\([^()]*\)\s*:=)/.exec(line)?.[1];
}

/** All names that a line may define; the names of its own variables too. */
function namesIn(line) {
  return isText(line) ? [] : [...line.matchAll(/([A-Za-z]\w*)\s*(?:\([^()]*\)\s*)?:=/g)].map(([, name]) => name);
}

/** The expression of a line, without the name that it defines. */
function contentIn({ line }) {
  return line.replace(/^\s*[A-Za-z]\w*\s*:=/, "").replace(/\/\/ at [\d.,;-]+\s*$/, "").replace(/;\s*$/, "").trim();
}

/** What a line is worth as an expression: the name that it defines, or the line itself. */
function subjectOf({ line }) {
  return nameIn(line) ?? line.replace(/;\s*$/, "").trim();
}

/** A position as an expression. A sum is written as one, and rules of one's own with their text, unless they have a name. */
export function literalOf({ rules, text, own }) {
  if (own) return `${ownRules(own)}("${text}")`;
  const literal = (ruleset, position) => `${ruleset.replaceAll("-", "_")}("${position}")`;
  return rules === "sum" ? partsOf(text).map((part) => literal(part.rules, part.text)).join(" + ") : literal(rules, text);
}

/** A position as a line; `rules` is the name of its rules, if they are one's own. */
function lineOf(name, { text, places, ...position }, rules = position.rules) {
  const at = places?.length ? ` // at ${places.map((place) => place.map(Math.round).join()).join(";")}` : "";
  return `${name} := ${literalOf({ rules, text })}${at}`;
}

/** The picture of a board and what it draws, as `Pictures` reads them; null if it is not drawn. */
function drawingOf({ ruleset, text, places }) {
  const read = new Pictures(ruleset).read(text, text);
  return read && places && places.length === read.drawing.places?.length ? { ...read, drawing: { ...read.drawing, places } } : read;
}

/** Rules of one's own as an expression. */
const ownRules = (text) => `OwnRules([${text.trimEnd().split("\n").map((line) => `"${line}"`).join(", ")}])`;

/** A position in a request. */
const questionOf = ({ name, text: ruleset }, position) => ({ rules: name, ruleset, position });

/** The rules of one's own that a line defines, as `{name, text}`; null if it defines none. */
function rulesIn(line) {
  const [, name, list] = RULES.exec(line) ?? [];
  return name ? { name, text: [...list.matchAll(/"([^"]*)"/g)].map(([, text]) => text).join("\n") } : null;
}

/** Rules with their name, and their text when it is opened. */
function listing({ name, text }) {
  return element("details", "", element("summary", "", element("code", "", `${name}`), " rules of one’s own"), element("pre", "", text));
}

/** An entry as a part of a file. */
function partOf({ line, value, error }) {
  return isText(line) ? { text: wordsOf(line) } : { expression: line, value, error };
}

/** A text: its paragraphs, with links and with code between backquotes. */
function paragraphs(text) {
  const inLine = (words) => words.split(/(\x60[^\x60]*\x60|https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((word) => {
    if (word.startsWith("`") && word.length > 1) return element("code", "", word.slice(1, -1));
    return /^https?:/.test(word) ? anchor(word, word) : word;
  });
  return element("div", "worksheet-text", ...text.split(/\n\s*\n/).map((words) => element("p", "", ...inLine(words))));
}

/** The text of a value for a file; undefined if the answer does not have it: it is a list, or too long. */
function textOf({ value, result }) {
  const text = value ?? result;
  return text === null || text === undefined || Array.isArray(text) ? undefined : String(text);
}
