// Sums to play: which games they have, and random ones of a wanted difficulty.

import { call } from "../api.js";
import { button, element } from "../dom.js";
import { partsOf } from "../pictures/sums.js";
import { rulesetChoices } from "./words.js";

/** How often a random sum is drawn until one is as difficult as wanted. */
const TRIES = 30;

/** The difficulties: the number of games, and the part of the first player's moves that win. */
const DIFFICULTIES = {
  easy: { games: 2, from: 0.35, to: 1 },
  medium: { games: 3, from: 0.15, to: 0.35 },
  hard: { games: 4, from: 0, to: 0.15 },
};

/** A number from `least` to `most`. */
const between = (least, most) => least + Math.floor(Math.random() * (most - least + 1));
const oneOf = (list) => list[between(0, list.length - 1)];
const letters = (count, of) => Array.from({ length: count }, () => oneOf(of)).join("");
const rows = (height, width, of) => Array.from({ length: height }, () => letters(width, of)).join("/");

/** A random picture of Hackenbush: a tree. */
function tree() {
  const edges = Array.from({ length: between(3, 5) }, (_, index) => `${between(0, index)}-${index + 1}:${oneOf("bbrrg")}`);
  return `n=${edges.length + 1} ${edges.join(" ")}`;
}

/** For each ruleset a small random position. */
const SMALL = {
  clobber: () => rows(2, between(3, 4), "xo"),
  domineering: () => rows(between(2, 3), 3, "....#"),
  hackenbush: tree,
  nim: () => String(between(1, 5)),
  kayles: () => String(between(2, 7)),
  "toads-and-frogs": () => `t${letters(between(2, 4), "t.f")}.f`,
  "toppling-dominoes": () => letters(between(3, 5), "lre"),
  cutcake: () => `${between(2, 3)}x${between(2, 4)}`,
  snort: () => `path ${between(3, 5)}`,
  col: () => `path ${between(3, 5)}`,
  amazons: () => oneOf(["x.../...o", "x../..o", "x.o/..."]),
};

/** A random sum, and of how many first moves of Left how many win: `{sum, winning, moves}`. */
async function randomSum(difficulty) {
  const { games, from, to } = DIFFICULTIES[difficulty];
  let best = null;
  for (let tried = 0; tried < TRIES && best?.distance !== 0; tried++) {
    const names = Object.keys(SMALL).sort(() => Math.random() - 0.5).slice(0, games);
    const sum = names.map((name) => `${name}:${SMALL[name]()}`).join(" + ");
    const { all_moves: all } = await call("value", { rules: "sum", position: sum, all_moves: true });
    const winning = all.left.filter(({ wins }) => wins).length;
    if (winning === 0) continue;
    const part = winning / all.left.length;
    const distance = Math.max(from - part, part - to, 0);
    if (!best || distance < best.distance) best = { sum, winning, moves: all.left.length, distance };
  }
  return best;
}

/** The fields for the games of a sum. */
export class SumSetup {
  /** `changed(text)` is called with each other sum, `failed(error)` if a random one cannot be found. */
  constructor(host, rulesets, { changed, failed }) {
    this.rulesets = rulesets.filter(({ name, rank, values, text }) => values && rank !== "nothing" && name !== "sum" && !text);
    this.heard = { changed, failed };
    this.list = element("div", "stack sum-parts");
    this.said = element("p", "small muted");
    this.said.setAttribute("role", "status");
    const choice = element("select", "", ...Object.keys(DIFFICULTIES).map((name) => new Option(name, name)));
    choice.setAttribute("aria-label", "Difficulty");
    choice.value = "medium";
    this.random = button("Random sum", () => this.draw(choice.value));
    const more = button("Add a game", () => {
      this.add({ rules: "nim", text: "3" });
      this.tell();
    });
    host.append(element("span", "label", "Games"), this.list, element("div", "row", more, choice, this.random), this.said);
  }

  show(text) {
    this.list.replaceChildren();
    this.said.textContent = "";
    for (const part of partsOf(text) ?? []) this.add(part);
  }

  add({ rules, text }) {
    const select = element("select", "", ...rulesetChoices(this.rulesets));
    const position = element("input", "mono grow");
    Object.assign(position, { type: "text", value: text, spellcheck: false, autocomplete: "off" });
    const number = this.list.children.length + 1;
    select.setAttribute("aria-label", `Game ${number}`);
    position.setAttribute("aria-label", `Position ${number}`);
    // Such as a ruleset that is made by its name.
    if (!this.rulesets.some(({ name }) => name === rules)) select.append(new Option(rules, rules));
    select.value = rules;
    const row = element("div", "row tight sum-part", select, position, button("×", () => {
      row.remove();
      this.tell();
    }, "button-quiet"));
    row.lastChild.setAttribute("aria-label", `Remove game ${number}`);
    select.addEventListener("change", () => {
      const known = this.rulesets.find(({ name }) => name === select.value);
      position.value = SMALL[select.value]?.() ?? known?.positions[0]?.position ?? known?.start ?? "";
      this.tell();
    });
    position.addEventListener("input", () => this.tell());
    this.list.append(row);
  }

  tell() {
    const parts = [...this.list.children].map((row) => `${row.children[0].value}:${row.children[1].value.trim()}`);
    this.heard.changed(parts.join(" + "));
  }

  async draw(difficulty) {
    this.random.disabled = true;
    this.said.textContent = "Looking for a sum…";
    try {
      const found = await randomSum(difficulty);
      if (!found) throw new Error("no sum was found in which Left can win; try again");
      this.show(found.sum);
      this.tell();
      this.said.textContent = `Left, who begins, can win: ${found.winning} of ${found.moves} moves.`;
    } catch (error) {
      this.said.textContent = "";
      this.heard.failed(error);
    }
    this.random.disabled = false;
  }
}
