// Sheets of exercises. Without a sheet in the link, this page is the form that makes one: it shows all exercises of the course. A
// link names the exercises, `#title=..&note=..&exercises=numbers.column,ups.compare`, and has the texts of whoever made it, which
// are shown as text and never as HTML.

import { messageOf } from "./api.js";
import { button, byId, element, link } from "./dom.js";
import { loadAllRulesets } from "./explore/rulesets.js";
import { copy, save } from "./files.js";
import { asSentence } from "./glossary.js";
import { Exercise } from "./learn/exercise.js";
import { loadGraphs } from "./learn/late.js";
import { solve, solvedIn } from "./learn/progress.js";
import { termsOf } from "./learn/spec.js";
import { showStillBoards, showValues, still } from "./learn/still.js";
import { copyValuesAsText, valueNode } from "./values.js";
import { t, withNodes } from "./words.js";

/** The version of the files. */
const VERSION = 1;

/** What is to be done in exercises of each kind. */
const KINDS = {
  value: t("type a value"),
  outcome: t("choose who wins"),
  choice: t("choose an answer"),
  move: t("make a move"),
  draw: t("draw a position"),
  build: t("type a game"),
};

/** The sheet that the link names; null if it names none. */
function sheetOf(hash) {
  const given = new URLSearchParams(hash.slice(1));
  const names = given.get("exercises");
  if (names === null) return null;
  const exercises = [...new Set(names.split(",").map((name) => name.trim()).filter(Boolean))];
  if (exercises.length === 0) return null;
  return { title: given.get("title")?.trim() || t("Exercises"), note: given.get("note")?.trim() ?? "", exercises };
}

/** The part of a link that names a sheet. */
function hashOf({ title, note, exercises }) {
  const texts = Object.entries({ title, note }).filter(([, text]) => text !== "");
  return `#${[...texts.map(([name, text]) => `${name}=${encodeURIComponent(text)}`), `exercises=${exercises.join(",")}`].join("&")}`;
}

/** A chapter of the list on the page. */
class Chapter {
  constructor(item) {
    const anchor = item.querySelector("a");
    Object.assign(this, { item, name: item.dataset.chapter, title: anchor.textContent, href: anchor.href });
  }

  /** Gets its exercises from its page, by their identifiers. Throws `TypeError` if that fails. */
  async load() {
    const answer = await fetch(this.href);
    if (!answer.ok) throw new TypeError(`status ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    this.exercises = new Map([...page.querySelectorAll(".exercise")].map((node) => [node.id, document.adoptNode(node)]));
  }
}

/** Gets the exercises of chapters; returns a sentence about what failed, or null. */
async function load(chapters) {
  try {
    await Promise.all(chapters.map((chapter) => chapter.load()));
    return null;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return t("The exercises cannot be loaded: reload the page.");
  }
}

/** A sheet: its exercises, checked on the page. */
class Sheet {
  constructor({ title, note, exercises }, chapters, rulesets) {
    Object.assign(this, { title, chapters, rulesets });
    byId("start").textContent = title;
    document.title = `dicot: ${title}`;
    byId("sheet-note").textContent = note;
    byId("sheet-note").hidden = note === "";
    const known = exercises.map((name) => ({ name, ...this.find(name) }));
    /** The names of exercises that were solved here, also where the browser keeps nothing. */
    this.now = new Set();
    this.exercises = known.filter(({ node }) => node);
    const unknown = known.filter(({ node }) => !node).map(({ name }) => name);
    byId("sheet-unknown").textContent = t("The link names what is not an exercise of the course: {names}.", { names: unknown.join(", ") });
    byId("sheet-unknown").hidden = unknown.length === 0;
    byId("hand-in").hidden = this.exercises.length === 0;
    byId("hand-in").querySelector("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.handIn();
    });
  }

  /** The exercise that a name `chapter.id` means. */
  find(name) {
    const [chapterName, id, ...rest] = name.split(".");
    if (rest.length > 0) return {};
    const chapter = this.chapters.find((one) => one.name === chapterName);
    return { chapter, id, node: chapter?.exercises?.get(id) };
  }

  async run() {
    await loadGraphs(this.exercises.map(({ node }) => node), this.rulesets);
    const parts = this.exercises.map((exercise, index) => this.add(exercise, index + 1));
    this.count();
    for (const part of parts) await part.run();
  }

  add({ name, chapter, id, node }, number) {
    // Two chapters may have the same identifier.
    node.id = name;
    byId("sheet-exercises").append(node);
    showValues(node);
    showStillBoards(node, this.rulesets);
    const isSolved = solvedIn(chapter.name).has(id);
    // The hint is before it.
    const solution = node.querySelector(":scope > details:last-of-type");
    solution.open = isSolved;
    const part = new Exercise(node, number, this.rulesets, isSolved, () => {
      solve(chapter.name, id);
      this.now.add(name);
      solution.open = true;
      this.count();
    });
    node.append(element("p", "small muted exercise-source", ...withNodes(t("Chapter: {chapter}"), { chapter: link(chapter.href, chapter.title) })));
    return part;
  }

  get solved() {
    return this.exercises.filter(({ name, chapter, id }) => this.now.has(name) || solvedIn(chapter.name).has(id));
  }

  count() {
    const [solved, all] = [this.solved.length, this.exercises.length];
    byId("sheet-solved").textContent = (solved === all && all > 0 ? "✓ " : "") + t("{count} of {all} solved", { count: solved, all });
    byId("sheet-solved").classList.toggle("good", solved === all && all > 0);
  }

  /** Saves a file that says what is solved. */
  handIn() {
    const { title, exercises, solved } = this;
    const student = byId("student").value.trim();
    const note = byId("hand-in-note");
    note.className = student === "" ? "small bad" : "small muted";
    if (student === "") {
      note.textContent = t("Type your name first.");
      byId("student").focus();
      return;
    }
    const names = solved.map(({ name }) => name);
    const open = exercises.map(({ name }) => name).filter((name) => !names.includes(name));
    const file = { version: VERSION, title, name: student, date: new Date().toISOString(), solved: names, open };
    const inFile = (text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "").slice(0, 40);
    const fileName = `${["dicot", inFile(title), inFile(student)].filter(Boolean).join("-")}.json`;
    save(fileName, "application/json", `${JSON.stringify(file, null, 2)}\n`);
    note.textContent = t("Saved as {file}: {count} of {all} solved.", { file: fileName, count: names.length, all: exercises.length });
  }
}

/** The form that makes a sheet. */
class Form {
  constructor(chapters, rulesets) {
    this.rulesets = rulesets;
    this.boxes = [];
    for (const chapter of chapters) this.add(chapter);
    byId("sheet-texts").addEventListener("submit", (event) => event.preventDefault());
    for (const id of ["sheet-title", "sheet-instructions"]) byId(id).addEventListener("input", () => this.show());
    byId("copy-link").addEventListener("click", async () => {
      const isCopied = await copy(byId("sheet-link").value);
      byId("copied").textContent = isCopied ? t("Copied.") : t("The browser does not let this page copy: copy the link from the field.");
      if (!isCopied) byId("sheet-link").select();
    });
    byId("sheet-link").addEventListener("focus", () => byId("sheet-link").select());
    this.show();
  }

  /** The exercises of a chapter, folded. Their questions are filled in when they are first seen. */
  add(chapter) {
    const count = element("span", "small muted", "");
    const fills = [];
    const picks = [...chapter.exercises].map(([id, node], index) => {
      const box = element("input");
      box.type = "checkbox";
      box.addEventListener("change", () => this.show());
      this.boxes.push({ box, chapter, name: `${chapter.name}.${id}`, count });
      const question = element("div", "pick-question");
      question.id = `question-${chapter.name}-${id}`;
      box.setAttribute("aria-describedby", question.id);
      fills.push(() => this.ask(question, node));
      const label = element("label", "choice", box, element("span", "", t("Exercise {number}", { number: index + 1 }), " ", element("span", "small muted", KINDS[node.dataset.kind] ?? "")));
      return element("div", "pick", label, question);
    });
    const own = () => this.boxes.filter((one) => one.chapter === chapter);
    const all = button(t("Choose all"), () => {
      const isAll = own().every(({ box }) => box.checked);
      for (const { box } of own()) box.checked = !isAll;
      this.show();
    });
    const details = element("details", "", element("summary", "", element("span", "chapter-title", chapter.title), " ", count), element("div", "row", all), ...picks);
    details.addEventListener("toggle", () => {
      for (const fill of fills.splice(0)) fill();
    });
    Object.assign(chapter, { all, own });
    chapter.item.replaceChildren(details);
  }

  /** Shows a question, without what the reader answers with. */
  ask(host, node) {
    const { kind, rules = "clobber", position, sum } = node.dataset;
    const contents = [...node.childNodes].filter(({ nodeName }) => nodeName !== "DETAILS").map((part) => part.cloneNode(true));
    host.append(...contents);
    for (const live of host.querySelectorAll("[class^='live-']")) live.remove();
    for (const named of host.querySelectorAll("[id]")) named.removeAttribute("id");
    showValues(host);
    showStillBoards(host, this.rulesets);
    const find = (name) => this.rulesets.find((ruleset) => ruleset.name === name);
    const drawn = ({ rules: name, position: text, game }) => element("div", "part", game ? valueNode(game) : still(find(name), text));
    if (kind === "move") host.append(element("div", "stills", ...termsOf(sum).map(drawn)));
    if (kind === "draw") host.append(element("div", "stills", drawn({ rules, position })));
  }

  /** Shows the link to what is chosen. */
  show() {
    const chosen = this.boxes.filter(({ box }) => box.checked);
    for (const { chapter, count } of this.boxes) {
      const own = chapter.own();
      const some = own.filter(({ box }) => box.checked).length;
      count.textContent = some > 0
        ? t("{count} of {all} chosen", { count: some, all: own.length })
        : t("{count} exercises", { count: own.length });
      chapter.all.textContent = some === own.length ? t("Choose none") : t("Choose all");
    }
    const [title, note] = ["sheet-title", "sheet-instructions"].map((id) => byId(id).value.trim());
    byId("sheet-made").hidden = chosen.length === 0;
    byId("copied").textContent = "";
    const size = chosen.length === 1
      ? t("1 exercise in the order of the course.")
      : t("{count} exercises in the order of the course.", { count: chosen.length });
    byId("sheet-count").textContent = chosen.length === 0 ? t("Choose at least one exercise.") : size;
    const href = new URL(hashOf({ title, note, exercises: chosen.map(({ name }) => name) }), location.href).href;
    byId("sheet-link").value = href;
    byId("open-sheet").href = href;
  }
}

/** Shows the sheet of the link, or the form. */
async function show() {
  const sheet = sheetOf(location.hash);
  const chapters = [...document.querySelectorAll(".sheet-chapters [data-chapter]")].map((item) => new Chapter(item));
  if (!sheet) {
    byId("sheet").remove();
    delete document.documentElement.dataset.linked;
    const [rulesets, problem] = await Promise.all([loadAllRulesets(), load(chapters)]);
    byId("sheet-loading").textContent = problem ?? "";
    byId("sheet-loading").hidden = !problem;
    if (problem) return;
    await loadGraphs(chapters.flatMap(({ exercises }) => [...exercises.values()]), rulesets);
    new Form(chapters, rulesets);
    return;
  }
  byId("sheet-form").remove();
  byId("sheet-heading").id = "start";
  byId("sheet").hidden = false;
  const named = new Set(sheet.exercises.map((name) => name.split(".")[0]));
  const [rulesets, problem] = await Promise.all([loadAllRulesets(), load(chapters.filter(({ name }) => named.has(name)))]);
  if (problem) {
    byId("sheet-solved").textContent = problem;
    return;
  }
  await new Sheet(sheet, chapters, rulesets).run();
}

copyValuesAsText();
// The link to the text would replace the sheet in the address.
document.querySelector(".skip-link").addEventListener("click", (event) => {
  event.preventDefault();
  const heading = byId("start");
  heading.tabIndex = -1;
  heading.focus();
});
window.addEventListener("hashchange", () => location.reload());
try {
  await show();
} catch (error) {
  const text = t("The exercises cannot be shown: {error}", { error: asSentence(messageOf(error)) });
  document.querySelector("main").prepend(element("p", "notice notice-bad", text));
}
