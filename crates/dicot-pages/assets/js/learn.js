// The course: fills the live parts of a chapter, and counts what is solved. The parts are in the folder learn/.

import { messageOf } from "./api.js";
import { byId, element, withRole } from "./dom.js";
import { loadAllRulesets } from "./explore/rulesets.js";
import { save } from "./files.js";
import { asSentence } from "./glossary.js";
import { Exercise } from "./learn/exercise.js";
import { DamagedFile } from "./learn/files.js";
import { loadGraphs } from "./learn/late.js";
import { LiveExplanation } from "./learn/simplify.js";
import { LiveLine } from "./learn/line.js";
import { LivePosition } from "./learn/position.js";
import { LiveSum } from "./learn/sum.js";
import { LiveThermograph } from "./learn/heat.js";
import { exported, forget, merge, solve, solvedIn } from "./learn/progress.js";
import { showStillBoards, showValues } from "./learn/still.js";
import { copyValuesAsText } from "./values.js";
import { t } from "./words.js";

/** The live parts by their classes. */
const LIVE = {
  "live-board": LivePosition,
  "live-sum": LiveSum,
  "live-thermograph": LiveThermograph,
  "live-explain": LiveExplanation,
  "live-line": LiveLine,
};

/** Fills a chapter. The parts ask one after the other, from the top of the page down. */
async function showChapter(main) {
  const { chapter } = main.dataset;
  showValues(document);
  const rulesets = await loadAllRulesets();
  await loadGraphs([main], rulesets);
  showStillBoards(main, rulesets);
  const solved = solvedIn(chapter);
  const exercises = [...main.querySelectorAll(".exercise")];
  const parts = [...main.querySelectorAll(".exercise, [class^='live-']")].map((host) => {
    const live = LIVE[host.className];
    if (live) return new live(host, rulesets);
    return new Exercise(host, exercises.indexOf(host) + 1, rulesets, solved.has(host.id), () => solve(chapter, host.id));
  });
  for (const part of parts) await part.run();
}

/** The table of contents: how much of each chapter is solved, and the files with it. */
class Contents {
  constructor(list) {
    this.items = [...list.querySelectorAll("[data-chapter]")];
    /** The exercises of each chapter. */
    this.chapters = new Map(this.items.map(({ dataset }) => [dataset.chapter, dataset.exercises.split(" ").filter(Boolean)]));
    this.clear = byId("forget-progress");
    this.clear.addEventListener("click", () => {
      forget();
      this.show();
      this.say(t("Forgotten."));
    });
    byId("export-progress").addEventListener("click", () => save("dicot-progress.json", "application/json", exported(this.chapters)));
    const file = byId("progress-file");
    byId("import-progress").addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      const [chosen] = file.files;
      if (chosen) await this.import(chosen);
      // The same file may be chosen again.
      file.value = "";
    });
    this.show();
  }

  show() {
    let any = false;
    for (const item of this.items) {
      const ids = this.chapters.get(item.dataset.chapter);
      const solved = solvedIn(item.dataset.chapter);
      const count = ids.filter((id) => solved.has(id)).length;
      any ||= count > 0;
      const sign = count === ids.length ? "✓ " : "";
      item.querySelector(".solved").textContent = count === 0 ? "" : sign + t("{count} of {all} exercises solved", { count, all: ids.length });
    }
    this.clear.hidden = !any;
  }

  say(text, isBad = false) {
    byId("progress-note").className = isBad ? "small bad" : "small muted";
    byId("progress-note").textContent = text;
  }

  /** Adds the progress of a file. */
  async import(file) {
    try {
      const { count, added, unknown } = merge(await file.text(), this.chapters);
      this.show();
      const values = { file: file.name, count, added };
      const all = count === 1
        ? t("{file} has {count} solved exercise of this course, {added} of them new here.", values)
        : t("{file} has {count} solved exercises of this course, {added} of them new here.", values);
      this.say(unknown.length === 0 ? all : `${all} ${t("The course does not have {names}.", { names: unknown.join(", ") })}`);
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      this.say(t("{file} was not imported: {error}.", { file: file.name, error: error.message }), true);
    }
  }
}

copyValuesAsText();
const main = document.querySelector("main");
const contents = main.querySelector(".chapters");
if (contents) new Contents(contents);
else {
  try {
    await showChapter(main);
  } catch (error) {
    const text = t("The boards cannot be shown: {error}", { error: asSentence(messageOf(error)) });
    main.querySelector("h1").after(withRole(element("p", "notice notice-bad", text), "status"));
  }
}
