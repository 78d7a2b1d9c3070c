// The puzzles: one a day, and all others.

import { ApiError, ROOT, messageOf } from "./api.js";
import { cellName, parsePosition, svgFile } from "./board.js";
import { button, byId, dotOf, element, link, withRole } from "./dom.js";
import { loadAllRulesets, wordFor } from "./explore/rulesets.js";
import { outcomeText } from "./explore/results.js";
import { copy, savePicture } from "./files.js";
import { asSentence, capital } from "./glossary.js";
import { DrawBoard } from "./learn/board.js";
import { Pictures } from "./pictures/index.js";
import { other } from "./play/game.js";
import { Steps } from "./play/steps.js";
import { MARKS, Record, dayOf, daily, readPuzzles } from "./puzzles/record.js";

/** The side of a cell of a board that does not react. */
const CELL = 40;

/** The milliseconds after which a change that stays is judged to be wrong. */
const JUDGED_AFTER = 800;

const WINNERS = ["L", "R", "N", "P"];
const SIGNS = { ">": "A is greater", "<": "B is greater", "=": "They are equal", "|": "They are confused" };
const LETTERS = ["A", "B", "C"];

class PuzzlesPage {
  constructor(rulesets, puzzles) {
    Object.assign(this, { rulesets, puzzles });
    this.record = new Record();
    this.steps = new Steps((move, position) => this.check(() => this.moved(move, position)));
    for (let grade = 1; grade <= 7; grade++) byId("grade").append(new Option(String(grade), String(grade)));
    const on = (id, action, event = "click") => byId(id).addEventListener(event, action);
    on("today", () => this.go(daily(this.today, this.puzzles.length)));
    on("another", () => this.go(this.another()));
    for (const id of ["asked", "grade"]) on(id, () => this.go(this.another()), "change");
    on("give-up", () => this.check(() => this.giveUp()));
    on("share", () => this.share());
    on("picture", () => savePicture(`dicot-puzzle-${this.number + 1}.png`, svgFile(this.picture())));
    // Other parts of the address after `#` are places on the page.
    window.addEventListener("hashchange", () => /^(?:#\d+)?$/.test(location.hash) && this.open());
  }

  get today() {
    return dayOf(new Date());
  }

  get puzzle() {
    return this.puzzles[this.number];
  }

  /** A random puzzle of the chosen kind and grade, one that has not been tried if one is left. */
  another() {
    const [asked, grade] = [byId("asked").value, byId("grade").value];
    const fits = (puzzle) => (!asked || puzzle.asked === asked) && (!grade || puzzle.grade === Number(grade));
    const all = this.puzzles.map((_, number) => number).filter((number) => number !== this.number && fits(this.puzzles[number]));
    const open = all.filter((number) => !this.record.triesOf(number));
    const from = open.length > 0 ? open : all;
    return from[Math.floor(Math.random() * from.length)] ?? this.number;
  }

  go(number) {
    if (location.hash === `#${number + 1}`) this.open();
    else location.hash = String(number + 1);
  }

  /** Shows the puzzle of the address, or that of today. */
  open() {
    const number = Number(location.hash.slice(1)) - 1;
    this.number = this.puzzles[number] ? number : daily(this.today, this.puzzles.length);
    return this.check(() => this.show());
  }

  async check(action) {
    try {
      await action();
    } catch (error) {
      this.say(asSentence(messageOf(error)), "bad");
    }
  }

  say(text, className = "") {
    byId("verdict").className = className;
    byId("verdict").textContent = text;
  }

  rulesetOf({ rules }) {
    return this.rulesets.find(({ name }) => name === rules);
  }

  async show() {
    const { number, puzzle, today } = this;
    const isDaily = number === daily(today, this.puzzles.length);
    const day = new Date().toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
    byId("puzzle-title").textContent = `${isDaily ? `Puzzle of ${day}` : `Puzzle ${number + 1}`}, grade ${puzzle.grade}`;
    this.say("");
    this.tries = "";
    this.ended = false;
    clearTimeout(this.judging);
    byId("give-up").hidden = false;
    const { positions: [position] } = puzzle;
    const ruleset = this.rulesetOf(position);
    this.steps.begin(ruleset, position.position);
    byId("how-to-play").textContent = `How to play ${position.rules === "sum" ? "these games" : ruleset.title}`;
    byId("boards").replaceChildren();
    byId("answers").replaceChildren();
    byId("puzzle-table").hidden = puzzle.asked !== "move";
    await this[puzzle.asked]();
    this.showProgress();
  }

  question(...contents) {
    byId("question").replaceChildren(...contents);
  }

  // What is asked.

  async move() {
    const { puzzle: { side } } = this;
    this.question(dotOf(side), ` ${capital(side)} moves first. A single move wins: find it.`);
    await this.offer();
  }

  /** Lets the player who moves first try a move. */
  async offer() {
    const { positions: [{ position }], side } = this.puzzle;
    const advice = await this.steps.known(position);
    if (advice) this.steps.show(position, advice.all_moves[side]);
  }

  /** Judges a move, and shows the answer to a wrong one. */
  async moved(move, after) {
    const { puzzle: { side, answer }, steps } = this;
    const name = steps.nameOf(move);
    if (move === answer) {
      steps.show(after, [], { last: move });
      return this.right(`${name} wins, and no other move does.`);
    }
    this.wrong("");
    const advice = await steps.known(after);
    if (!advice) return;
    const [reply] = advice.winning[other(side)];
    steps.show(after, [], { last: move, pointed: reply });
    this.say(`${name} loses: ${steps.nameOf(reply)} answers it. `, "bad");
    byId("verdict").append(button("Try again", () => this.check(async () => {
      this.say("");
      await this.offer();
      steps.table.focus();
    }), "button-quiet in-line"));
  }

  winner() {
    this.question("Who wins this, if both play as well as possible?");
    this.still();
    this.choose(WINNERS.map((letter) => [letter, capital(outcomeText(letter))]));
  }

  compare() {
    this.question("Which is greater? Left likes to have the greater one. Confused games are neither greater nor less, nor equal.");
    this.still();
    this.choose(Object.entries(SIGNS));
  }

  hottest() {
    this.question("Which of these is hottest: where is it worth most to move first?");
    this.still();
    this.choose(this.puzzle.positions.map((_, index) => [String(index + 1), LETTERS[index]]));
  }

  zero() {
    const { positions: [{ rules, position }] } = this.puzzle;
    this.question("Change a single cell, so that the player who moves second wins: so that the value is 0.");
    const board = new DrawBoard(byId("boards"), this.rulesetOf({ rules }), "The board", (drawn) => this.drawn(drawn));
    this.drawing = board;
    /** The last change that was wrong. */
    this.tried = null;
    board.show(parsePosition(position));
  }

  drawn(drawn) {
    const { positions: [{ position }], answer } = this.puzzle;
    if (this.ended) return;
    clearTimeout(this.judging);
    const [before, after] = [parsePosition(position), parsePosition(drawn)];
    const changed = after.cells.flatMap((letter, index) => (letter === before.cells[index] ? [] : [index]));
    if (changed.length > 1) {
      this.drawing.show(before);
      return this.say("Change only one cell. The board is as it was.", "bad");
    }
    if (changed.length === 0) return this.say("");
    const [index] = changed;
    const [cell, letter] = answer.split("=");
    const here = cellName(index % before.width, Math.floor(index / before.width), before);
    if (here === cell && after.cells[index] === letter) return this.right("Now the player who moves second wins.");
    const text = "The player who moves second does not win this.";
    if (this.tried === drawn) return this.say(text, "bad");
    // Clicks in a row go through the contents of a cell.
    this.judging = setTimeout(() => {
      this.tried = drawn;
      this.wrong(text);
    }, JUDGED_AFTER);
  }

  /** Draws the positions of the puzzle, which do not react. */
  still() {
    const { positions } = this.puzzle;
    byId("boards").replaceChildren(...positions.map((position, index) => {
      const title = positions.length > 1 ? element("p", "small muted", LETTERS[index]) : "";
      return element("div", "part", title, this.drawingOf(position, positions.length > 1 ? LETTERS[index] : "The position"));
    }));
  }

  /** A position as a picture. */
  drawingOf({ rules, position }, title) {
    const { picture, drawing } = new Pictures(this.rulesetOf({ rules })).read(position, position);
    const marks = Array.from({ length: picture.count(drawing) }, () => []);
    return withRole(picture.svg(drawing, { cell: CELL, title: `${title}: ${position}`, marks }), "img");
  }

  choose(answers) {
    byId("answers").replaceChildren(...answers.map(([answer, text]) => button(text, (event) => {
      if (this.ended) return;
      if (answer === this.puzzle.answer) return this.right(`Right: ${text}.`);
      event.target.disabled = true;
      byId("answers").querySelector("button:enabled")?.focus();
      this.wrong(`Not so: ${text}.`);
    })));
  }

  // Answers.

  right(text) {
    this.end(MARKS.right);
    const { positions: [{ rules, position }] } = this.puzzle;
    this.say(`${text} `, "good");
    if (rules !== "sum") byId("verdict").append(link(`${ROOT}#rules=${rules}&position=${encodeURIComponent(position)}`, "Explore it"));
  }

  wrong(text) {
    this.tries += MARKS.wrong;
    this.say(text, "bad");
  }

  end(mark) {
    if (this.ended) return;
    this.tries += mark;
    this.ended = true;
    byId("give-up").hidden = true;
    this.record.add(this.number, this.tries, this.number === daily(this.today, this.puzzles.length) ? this.today : null);
    this.showProgress();
  }

  /** Shows the answer. */
  giveUp() {
    const { puzzle: { asked, answer, positions: [first] }, steps } = this;
    clearTimeout(this.judging);
    this.end(MARKS.none);
    if (asked === "move") {
      steps.begin(this.rulesetOf(first), first.position);
      steps.show(first.position, [], { pointed: answer });
      return this.say(`The answer is ${steps.nameOf(answer)}.`);
    }
    const words = {
      winner: () => outcomeText(answer),
      compare: () => SIGNS[answer],
      hottest: () => LETTERS[answer - 1],
      zero: () => `${answer.slice(0, -2)} becomes ${wordFor(this.rulesetOf(first), answer.at(-1))}`,
    };
    for (const node of byId("answers").children) node.disabled = true;
    this.say(`The answer: ${words[asked]()}.`);
  }

  showProgress() {
    const { record, puzzles } = this;
    const { solved, streak } = record.counts(this.today);
    byId("progress").textContent = `${solved} of ${puzzles.length} solved${streak > 0 ? `, ${streak} ${streak === 1 ? "day" : "days"} in a row` : ""}.`;
    byId("share").hidden = !(this.ended || record.triesOf(this.number));
  }

  // Sharing.

  async share() {
    const title = byId("puzzle-title").textContent;
    const { streak } = this.record.counts(this.today);
    const row = this.record.triesOf(this.number);
    const text = `dicot: ${title} ${row}${streak > 1 ? `, ${streak} days in a row` : ""}\n${new URL(`#${this.number + 1}`, location.href)}`;
    this.say((await copy(text)) ? `Copied: ${row}` : text);
  }

  /** The positions side by side, as one picture. */
  picture() {
    const pictures = this.puzzle.positions.map((position) => this.drawingOf(position, "Puzzle"));
    if (pictures.length === 1) return pictures[0];
    const sizes = pictures.map((svg) => svg.viewBox.baseVal);
    const all = document.createElementNS(pictures[0].namespaceURI, "svg");
    let [width, height] = [0, 0];
    for (const [index, svg] of pictures.entries()) {
      svg.setAttribute("x", width);
      svg.setAttribute("width", sizes[index].width);
      svg.setAttribute("height", sizes[index].height);
      width += sizes[index].width + CELL;
      height = Math.max(height, sizes[index].height);
      all.append(svg);
    }
    for (const [name, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, width, height })) all.setAttribute(name, value);
    return all;
  }
}

/** The puzzles of the file. Throws `ApiError`. */
async function loadPuzzles() {
  const answer = await fetch(`${ROOT}assets/puzzles.txt`).catch(() => null);
  if (!answer?.ok) throw new ApiError("their list cannot be loaded, reload the page");
  return readPuzzles(await answer.text());
}

try {
  await new PuzzlesPage(...await Promise.all([loadAllRulesets(), loadPuzzles()])).open();
} catch (error) {
  byId("question").textContent = `The puzzles cannot be shown: ${asSentence(messageOf(error))}`;
}
document.querySelector(".fills").classList.remove("fills");
