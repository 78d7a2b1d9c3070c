// The course: fills the live parts of a chapter, and counts what is solved. The parts are in the folder learn/.

import { messageOf } from "./api.js";
import { boardSvg, parsePosition } from "./board.js";
import { byId, element, withRole } from "./dom.js";
import { asSentence } from "./glossary.js";
import { loadAllRulesets } from "./explore/rulesets.js";
import { copyValuesAsText, valueNode } from "./values.js";
import { Exercise } from "./learn/exercise.js";
import { LiveExplanation } from "./learn/simplify.js";
import { LiveLine } from "./learn/line.js";
import { LivePosition } from "./learn/position.js";
import { LiveSum } from "./learn/sum.js";
import { LiveThermograph } from "./learn/heat.js";
import { forget, solve, solvedIn } from "./learn/progress.js";

/** The live parts by their classes. */
const LIVE = {
  "live-board": LivePosition,
  "live-sum": LiveSum,
  "live-thermograph": LiveThermograph,
  "live-explain": LiveExplanation,
  "live-line": LiveLine,
};

/** Typesets the values of the text, which are written in ASCII. */
function showValues() {
  for (const node of document.querySelectorAll("span.value")) node.replaceWith(valueNode(node.textContent));
}

/** Draws the boards that do not react. */
function showStillBoards(rulesets) {
  for (const node of document.querySelectorAll(".still-board")) {
    const { rules = "clobber", position } = node.dataset;
    const ruleset = rulesets.find((known) => known.name === rules);
    const title = `${ruleset.title}: ${position}`;
    node.append(boardSvg(parsePosition(position), { ...ruleset.look, cell: 36, coordinates: false, title }));
  }
}

/** Fills a chapter. The parts ask one after the other, from the top of the page down. */
async function showChapter(main) {
  const { chapter } = main.dataset;
  showValues();
  const rulesets = await loadAllRulesets();
  showStillBoards(rulesets);
  const solved = solvedIn(chapter);
  const exercises = [...main.querySelectorAll(".exercise")];
  const parts = [...main.querySelectorAll(".exercise, [class^='live-']")].map((host) => {
    const live = LIVE[host.className];
    if (live) return new live(host, rulesets);
    return new Exercise(host, exercises.indexOf(host) + 1, rulesets, solved.has(host.id), () => solve(chapter, host.id));
  });
  for (const part of parts) await part.run();
}

/** Says in the table of contents how much of each chapter is solved. */
function showContents(list) {
  let any = false;
  for (const item of list.querySelectorAll("[data-chapter]")) {
    const { chapter, exercises } = item.dataset;
    const count = solvedIn(chapter).size;
    any ||= count > 0;
    const all = count >= Number(exercises);
    item.querySelector(".solved").textContent = count === 0 ? "" : `${all ? "✓ " : ""}${count} of ${exercises} exercises solved`;
  }
  const clear = byId("forget-progress");
  clear.hidden = !any;
  clear.addEventListener("click", () => {
    forget();
    byId("progress-note").textContent = "Forgotten.";
    clear.hidden = true;
    for (const node of list.querySelectorAll(".solved")) node.textContent = "";
  });
}

copyValuesAsText();
const main = document.querySelector("main");
const contents = main.querySelector(".chapters");
if (contents) showContents(contents);
else {
  try {
    await showChapter(main);
  } catch (error) {
    const text = `The boards cannot be shown: ${asSentence(messageOf(error))}`;
    main.querySelector("h1").after(withRole(element("p", "notice notice-bad", text), "status"));
  }
}
