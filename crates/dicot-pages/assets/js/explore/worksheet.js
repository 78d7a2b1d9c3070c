// The worksheet: a column of lines, which are boards, expressions and texts. Boards have names and are values, which later lines use.
//
// A board is a line as well, the definition of its name: `A := clobber("xox/ox.")`, and so are rules of one's own: `hop := OwnRules(["game hop", ..])`.
// So a worksheet is a list of texts, in links and in files, which `dicot repl` and Python read. A text is a comment, `// ..`.

import { CALCULATOR, ROOT, call, messageOf } from "../api.js";
import { svgFile } from "../board.js";
import { button, element, link as anchor } from "../dom.js";
import { save } from "../files.js";
import { asSentence } from "../glossary.js";
import { Pictures } from "../pictures/index.js";
import { partsOf } from "../pictures/sums.js";
import { addressOfGame } from "./actions.js";
import { copied, embedCode, newMenu, ofPicture, ofValue } from "./copies.js";
import { Expressions, isQuiet } from "./expressions.js";
import { IN_LINE, hasValue, outcomeText, valueOf } from "./results.js";
import { fromHash, toHash } from "./state.js";

/** How the name of a worksheet's file ends. */
export const WORKSHEET = ".dicot";

/** The text of a file whose `parts` are texts, and expressions with their values or errors, as `dicot repl` writes it. */
export function fileOf(parts) {
  const marked = (mark, text) => text === undefined ? "" : `${text.replace(/^/gm, `${mark} `).replace(/ +$/gm, "")}\n`;
  return parts.map(({ text, expression, value, error }) =>
    text === undefined ? `${expression}\n${marked("//=", value)}${marked("//!", error)}` : marked("//", text)).join("\n");
}

/** The most thermographs in a picture. */
const MAX_THERMOGRAPHS = 6;

/** The wait before lines that use a board are evaluated again while it is drawn, in milliseconds. */
const PAUSE = 300;

/** A board as a line. */
const BOARD = /^\s*([A-Za-z]\w*)\s*:=\s*([A-Za-z]\w*)\("([^"\\]*)"\)\s*$/;

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
   * all that are known, and `addRules(text)` adds one; `show(position)` draws another one; `named(name)` shows the name of the line that is drawn; `actions` explain values.
   */
  constructor(hosts, handlers, page) {
    super(hosts, handlers);
    this.page = page;
    /** The lines in order: `{line, node, value, error, isGame}`. */
    this.entries = [];
    this.drawn = null;
    /** The first line whose answer is not that of the lines above it. */
    this.dirty = Infinity;
    /** Names that lines have defined and that may no longer be defined. */
    this.gone = new Set();
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
    let parts;
    try {
      ({ parts } = await call("worksheet", { text: await file.text() }, { store: CALCULATOR }));
    } catch (error) {
      this.handlers.said(`Error: ${messageOf(error)}`);
      this.results.prepend(element("p", "bad", error.message));
      return;
    }
    await this.replace(parts.map(({ text, expression }) => expression ?? text.replaceAll(/^/gm, "// ")));
  }

  /** Puts lines in place of those that are there. */
  async replace(lines) {
    this.forgetNames();
    this.results.replaceChildren();
    [this.entries, this.drawn] = [[], null];
    await this.restore(lines);
  }

  /** Adds the lines of a link, and shows those that are there anew: by now all rulesets are known. */
  async restore(lines) {
    for (const line of lines) this.add(line);
    const drawn = this.page.position();
    const isDrawn = (board) => board && drawn && board.ruleset.name === drawn.rules && board.text === drawn.text;
    this.drawn ??= this.entries.find((entry) => isDrawn(this.boardOf(entry))) ?? null;
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
    const entry = { line, node: element("article", "expression-result") };
    this.entries.push(entry);
    this.results.append(entry.node);
    this.saving.disabled = false;
    this.paint(entry, []);
    return entry;
  }

  /** The board of a line, as `{name, rules, ruleset, text}`; null if it is none, or of a ruleset that is not known. */
  boardOf({ line }) {
    const [, name, rules, text] = BOARD.exec(line) ?? [];
    if (!name) return null;
    const own = this.entries.map((entry) => rulesIn(entry.line)).findLast((defined) => defined?.name === rules);
    const ruleset = own ? this.ownRuleset(own.text) : this.page.rulesets().find((known) => plain(known.name) === plain(rules));
    return ruleset ? { name, rules, ruleset, text } : null;
  }

  /** The ruleset with a text; undefined if it is not known yet. */
  ownRuleset(text) {
    return this.page.rulesets().find((known) => known.text?.trimEnd() === text.trimEnd());
  }

  /** The name of the line with the rules of a position; null if they have none, and undefined if they need none. */
  rulesOf({ own }) {
    if (!own) return undefined;
    return this.entries.map(({ line }) => rulesIn(line)).find((rules) => rules?.text.trimEnd() === own.trimEnd())?.name ?? null;
  }

  /** Adds the board that is drawn, with a name that no line has, after its rules if they are not those of a line. */
  async addBoard() {
    const position = this.page.position();
    const [first, taken] = [this.entries.length, new Set(this.entries.map(({ line }) => nameIn(line)))];
    if (this.rulesOf(position) === null) {
      if (/["\\]/.test(position.own)) {
        this.handlers.said("Rules with quotation marks are not lines of a worksheet.");
        return;
      }
      const named = /^\s*game\s+([a-z]\w*)/m.exec(position.own)?.[1] ?? "own";
      const name = taken.has(named) ? `${named}${first}` : named;
      this.add(`${name} := OwnRules([${position.own.trimEnd().split("\n").map((line) => `"${line}"`).join(", ")}])`);
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

  /** Draws the board of a line, or lets go of it if it is drawn. */
  draw(entry) {
    const { ruleset, text } = this.boardOf(entry);
    this.link(this.drawn === entry ? null : entry);
    if (this.drawn) this.page.show({ rules: ruleset.name, text });
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
    this.handlers.changed(this.entries.map(({ line }) => line));
    if (this.gone.size > 0) {
      const forgotten = [...this.gone].map((name) => `${name} := Nothing;`).join(" ");
      this.gone.clear();
      // An error means that a name was never defined.
      await call("game", { expression: forgotten }, { store: CALCULATOR }).catch(messageOf);
      if (this.round !== round) return;
    }
    while (this.dirty < this.entries.length) {
      const entry = this.entries[this.dirty];
      await this.evaluateEntry(entry, round);
      if (this.round !== round) return;
      this.dirty = this.entries.indexOf(entry) + 1;
    }
    this.dirty = Infinity;
  }

  async evaluateEntry(entry, round) {
    const { line } = entry;
    const isOld = () => entry.line !== line || this.round !== round;
    Object.assign(entry, { value: undefined, error: undefined });
    if (isText(line)) {
      this.paint(entry, []);
      return;
    }
    try {
      const answer = await this.run(line);
      if (isOld()) return;
      this.answered = this.entries.map((other) => other.line).filter((other) => other.includes(":="));
      const rules = rulesIn(line);
      if (rules) {
        if (!this.ownRuleset(rules.text)) await this.page.addRules(rules.text);
        if (!isOld()) this.paint(entry, []);
        return;
      }
      entry.value = isQuiet(line) ? undefined : textOf(answer);
      const board = this.boardOf(entry);
      entry.isGame = board !== null || "kind" in answer;
      this.comparing.disabled = this.games.length === 0;
      if (board) this.paint(entry, [element("p", "muted small", "…")]);
      const content = board ? await this.worthOf(entry, board) : this.contentOf(line, answer);
      const value = "kind" in answer && typeof answer.value === "string" ? answer.value : null;
      if (!board && !isQuiet(line)) content.push(...this.more(entry, value, answer.picture_svg));
      if (!isOld()) this.paint(entry, content);
    } catch (error) {
      if (isOld()) return;
      const [head, content] = this.failure(line, error);
      entry.error = error.name === "AbortError" ? undefined : error.message;
      if (error.limit && this.usesBoards(entry)) content.push(this.asking("Who wins?", `solve(${subjectOf(entry)})`));
      this.paint(entry, content, head);
    }
  }

  /** Evaluates a line that has changed and all after it, and all lines if a name is gone. */
  async evaluateChanged(index) {
    await (this.gone.size > 0 ? this.renew() : this.evaluateFrom(index));
  }

  /** Notes the names that all lines define, which they may not define any longer. */
  forgetNames() {
    for (const { line } of this.entries) if (nameIn(line)) this.gone.add(nameIn(line));
  }

  /** All names are defined anew, since lines are in another order or gone. */
  async renew() {
    this.forgetNames();
    await this.evaluateFrom(0);
  }

  /** The value of a board and who wins, or why it is not known. */
  async worthOf(entry, { name, ruleset, text }) {
    try {
      const answer = await this.cancellable((signal) => call("value", questionOf(ruleset, text), { signal, store: CALCULATOR }));
      const value = hasValue(answer) ? valueOf(answer, IN_LINE) : "";
      const worth = element("p", "expression-value", value, element("span", "muted small", ` ${outcomeText(answer.outcome ?? "")}`));
      return [worth, ...this.more(entry, typeof answer.value === "string" ? answer.value : null)];
    } catch (error) {
      if (error.name === "AbortError") return [element("p", "muted small", "cancelled")];
      const why = element("p", "muted small", asSentence(messageOf(error)), " ", this.asking("Who wins?", `solve(${name})`));
      return [why, ...this.more(entry, null)];
    }
  }

  /** A button that is replaced by who wins, as an expression says it. */
  asking(text, expression, before = "") {
    const asked = button(text, async () => {
      asked.disabled = true;
      try {
        const { result } = await this.cancellable((signal) => call("game", { expression }, { signal, store: CALCULATOR }));
        asked.replaceWith(element("span", "small", `${before}${outcomeText(String(result))} (${result})`));
      } catch (failed) {
        asked.replaceWith(element("span", "small bad", failed.name === "AbortError" ? "cancelled" : messageOf(failed)));
      }
    }, "button-quiet");
    return asked;
  }

  /** What shows more of a line, whose value is `value`, or null if it has none, or whose picture is `drawn`. */
  more(entry, value, drawn = null) {
    const { actions } = this.page;
    const subject = subjectOf(entry);
    const [board, nodes, groups] = [this.boardOf(entry), [], {}];
    if (value !== null) {
      const why = () => (board ? actions.why(questionOf(board.ruleset, board.text)) : actions.whyValue(entry.line.replace(/^[^:]*:=/, "").replace(/;\s*$/, "").trim()));
      nodes.push(button("Why", why, "button-quiet"), button("Unfold", () => actions.unfold(value), "button-quiet"));
      groups.Value = ofValue(() => value);
      groups.Thermograph = ofPicture("thermograph", () => `(${value}).Plot`);
    }
    if (board || this.usesBoards(entry)) nodes.push(this.asking("Misère", `(${subject}).MisereOutcomeClass`, "misère: "));
    if (board) {
      const { ruleset, text } = board;
      const game = addressOfGame(ruleset, text);
      if (game) nodes.push(Object.assign(anchor(game, "Play"), { className: "button button-quiet" }));
      const title = `${ruleset.title}: ${text}`;
      const svg = async () => {
        const { picture, drawing } = new Pictures(ruleset).read(text, text);
        return svgFile(picture.svg(drawing, { title }));
      };
      const address = new URL(toHash({ ...fromHash(""), rules: ruleset.name, text: ruleset.text ?? null, root: text }), ROOT).href;
      groups.Board = {
        text: () => copied(text),
        ...ofPicture("board", () => `(${subject}).Diagram`, svg),
        "embed code": () => copied(embedCode(address, `A position of ${ruleset.title}`)),
      };
    } else if (drawn) {
      nodes.push(button("Enlarge", () => actions.enlarge(drawn), "button-quiet"));
      groups.Picture = ofPicture("picture", () => `(${subject})`, async () => drawn);
    }
    if (Object.keys(groups).length > 0) nodes.push(newMenu(subject, groups, actions.said));
    return nodes.length > 0 ? [element("div", "row tight sheet-more", ...nodes)] : [];
  }

  /** The names of games. */
  get games() {
    return this.entries.filter(({ line, isGame }) => isGame && nameIn(line)).map(({ line }) => nameIn(line));
  }

  /** Adds a line with the thermographs of the last games over each other. */
  async compare() {
    const names = this.games.slice(-MAX_THERMOGRAPHS);
    const entry = this.add(`[${names.join(", ")}].Plot([${names.map((name) => `"${name}"`).join(", ")}])`);
    await this.evaluateFrom(this.entries.length - 1);
    entry.node.scrollIntoView({ block: "nearest" });
  }

  /** Whether a line that is no definition uses a board by its name. */
  usesBoards(entry) {
    const boards = this.entries.filter((other) => this.boardOf(other)).map(({ line }) => nameIn(line));
    return !nameIn(entry.line) && boards.some((name) => new RegExp(`\\b${name}\\b`).test(entry.line)) && !/[.=<>]/.test(entry.line);
  }

  // Display.

  paint(entry, content, head = null) {
    // A line that is being written stays as it is.
    if (entry.isWritten) return;
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

  tool(sign, line, action, name = sign) {
    const node = button(sign, action, "button-quiet");
    node.setAttribute("aria-label", `${name} ${line}`);
    return node;
  }

  /** A small picture of a board with its name, which draws it when it is clicked. */
  thumbnail(entry, { name, ruleset, text }) {
    const read = new Pictures(ruleset).read(text, text);
    const picture = read ? read.picture.svg(read.drawing, { coordinates: false, cropped: true, title: `${ruleset.title}: ${text}` }) : element("code", "", text);
    const node = button([element("span", "sheet-name", name), picture], () => this.draw(entry), "button-quiet sheet-board");
    node.setAttribute("aria-label", `Draw ${name}: ${ruleset.title}, ${text}`);
    return node;
  }

  /** Lets a line be written in its place. */
  write(entry) {
    const field = element("textarea", "mono grow");
    Object.assign(field, { value: entry.line, rows: entry.line.split("\n").length, spellcheck: isText(entry.line) });
    field.setAttribute("aria-label", "Line of the worksheet");
    const before = nameIn(entry.line);
    const done = (isKept) => {
      entry.isWritten = false;
      if (isKept) entry.line = field.value.trimEnd();
      if (/^\s*(?:\/\/)?\s*$/.test(entry.line)) {
        this.remove(entry);
        return;
      }
      if (before && before !== nameIn(entry.line)) this.gone.add(before);
      this.paint(entry, []);
      entry.node.querySelector(".sheet-tools button").focus();
      if (this.drawn === entry) {
        const board = this.boardOf(entry);
        this.link(board ? entry : null);
        if (board) this.page.show({ rules: board.ruleset.name, text: board.text });
      }
      this.evaluateChanged(this.entries.indexOf(entry));
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
    this.renew();
  }

  remove(entry) {
    const index = this.entries.indexOf(entry);
    if (nameIn(entry.line)) this.gone.add(nameIn(entry.line));
    this.entries.splice(index, 1);
    entry.node.remove();
    if (this.drawn === entry) this.drawn = null;
    this.saving.disabled = this.entries.length === 0;
    this.comparing.disabled = this.games.length === 0;
    this.input.focus();
    this.evaluateChanged(index);
  }
}

/** The name that a line defines; undefined if it defines none. */
function nameIn(line) {
  return /^\s*([A-Za-z]\w*)\s*(?::=|\([^()]*\)\s*:=)/.exec(line)?.[1];
}

/** What a line is worth as an expression: the name that it defines, or the line itself. */
function subjectOf({ line }) {
  return nameIn(line) ?? line.replace(/;\s*$/, "").trim();
}

/** A position as an expression. A sum is written as one. */
export function literalOf({ rules, text }) {
  const literal = (ruleset, position) => `${ruleset.replaceAll("-", "_")}("${position}")`;
  return rules === "sum" ? partsOf(text).map((part) => literal(part.rules, part.text)).join(" + ") : literal(rules, text);
}

/** A position as a line; `rules` is the name of its rules, if they are one's own. */
const lineOf = (name, position, rules = position.rules) => `${name} := ${literalOf({ ...position, rules })}`;

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
