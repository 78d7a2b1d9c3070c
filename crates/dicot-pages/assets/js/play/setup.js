// The dialog for a new game.

import { button, byId, optionGroup } from "../dom.js";
import { asSentence } from "../glossary.js";
import { SIDES, USUAL, usualSize } from "./game.js";
import { SumSetup } from "./sums.js";
import { botTitle, capital, rulesetChoices, sideName, timeText } from "./words.js";

/** The thinking times that bots can be given for a move, in milliseconds. */
const TIMES = [50, 100, 200, 500, 1000, 2000, 5000];
/** Clocks for all moves of a player, in minutes. */
const CLOCKS = [0, 1, 3, 5, 10, 15, 30, 60];

/** The number of occurrences of a position that makes a game of Combo a draw, if draws are enabled. */
const REPETITION = 3;

/** An element of the dialog. */
const field = (name) => byId(`setup-${name}`);

export class Setup {
  /**
   * `begin(setup)` starts a game; it throws an error if the game is invalid. `explain(ruleset)` shows the rules of a
   * game.
   */
  constructor(rulesets, { begin, explain }) {
    this.rulesets = rulesets;
    this.begin = begin;
    this.dialog = byId("setup");
    const rules = field("rules");
    rules.append(...rulesetChoices(rulesets));
    field("clock").append(...CLOCKS.map((minutes) => option(minutes, minutes ? `${minutes} min each` : "none")));
    for (const side of SIDES) {
      field(`${side}-ms`).append(...TIMES.map((ms) => option(ms, timeText(ms))));
      field(side).addEventListener("change", () => this.playersChanged());
    }
    this.sum = new SumSetup(field("sum"), rulesets, {
      // A random sum may come when another game was chosen.
      changed: (text) => { if (this.ruleset.rulesets) field("start").value = text; },
      failed: (error) => { if (this.ruleset.rulesets) field("problem").textContent = capital(error.message); },
    });
    rules.addEventListener("change", () => this.rulesChanged(true));
    field("exchange").addEventListener("click", () => this.exchange());
    field("how").addEventListener("click", () => explain(this.ruleset));
    field("cancel").addEventListener("click", () => this.dialog.close());
    field("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  get ruleset() {
    return this.rulesets.find(({ name }) => name === field("rules").value) ?? this.rulesets[0];
  }

  /** Opens the dialog with the previous setup. */
  open(setup) {
    field("rules").value = setup.rules;
    field("width").value = setup.width;
    field("height").value = setup.height;
    field("start").value = setup.usual ? "" : setup.start;
    field("other").open = !setup.usual;
    field("first").value = setup.first;
    choose(field("clock"), setup.minutes, `${setup.minutes} min each`);
    field("repetition").checked = !isEndless(this.ruleset) || setup.repetition > 0;
    field("plies").value = setup.plies;
    field("problem").textContent = "";
    this.rulesChanged(false);
    for (const side of SIDES) {
      const { bot, ms } = setup.players[side];
      field(side).value = bot ?? "";
      choose(field(`${side}-ms`), ms, timeText(ms));
    }
    this.playersChanged();
    this.dialog.showModal();
  }

  rulesChanged(resize) {
    const { ruleset } = this;
    field("about").textContent = ruleset.about && asSentence(ruleset.about);
    const { sizes } = ruleset;
    // Hides fields that do not apply: some games have no default start, and some are played on a single row.
    field("size").hidden = !ruleset.starts;
    field("height-field").hidden = isRow(ruleset);
    field("width-label").textContent = ruleset.board === "heaps" ? `${capital(ruleset.pieces.left)}s` : "Width";
    const isSum = ruleset.rulesets !== undefined;
    field("sum").hidden = !isSum;
    field("other").hidden = isSum;
    if (!ruleset.starts) field("other").open = true;
    field("sizes").replaceChildren(...sizes.map(([width, height]) => this.sizeButton(width, height)));
    if (resize) {
      this.resize(...usualSize(ruleset));
      field("start").value = ruleset.start ?? "";
    }
    if (isSum) this.sum.show(field("start").value);
    for (const side of SIDES) {
      const select = field(side);
      const before = select.value;
      select.replaceChildren(option("", "Human"), optionGroup("Bots", ruleset.bots.map((bot) => option(bot, botTitle(bot, ruleset)))));
      const kept = before === "" || ruleset.bots.includes(before);
      select.value = kept ? before : ruleset.bots.at(-1);
      field(`${side}-legend`).textContent = sideName(side, ruleset);
      field("first").querySelector(`[value=${side}]`).textContent = sideName(side, ruleset);
    }
    field("draws").hidden = !isEndless(ruleset);
    this.playersChanged();
  }

  sizeButton(width, height) {
    return button(isRow(this.ruleset) ? String(width) : `${width}×${height}`, () => this.resize(width, height));
  }

  resize(width, height) {
    field("width").value = width;
    field("height").value = height;
  }

  playersChanged() {
    for (const side of SIDES) {
      const bot = field(side).value;
      field(`${side}-ms`).disabled = bot === "" || bot === "random";
    }
  }

  exchange() {
    for (const suffix of ["", "-ms"]) {
      const [left, right] = SIDES.map((side) => field(`${side}${suffix}`));
      [left.value, right.value] = [right.value, left.value];
    }
    this.playersChanged();
  }

  /** The setup in the dialog. */
  read() {
    const start = field("start").value.trim();
    const endless = isEndless(this.ruleset);
    const player = (side) => ({
      bot: field(side).value || null,
      ms: +field(`${side}-ms`).value || USUAL.players.right.ms,
    });
    return {
      rules: this.ruleset.name,
      text: this.ruleset.text,
      width: +field("width").value,
      height: +field("height").value,
      start,
      usual: start === "",
      first: field("first").value,
      players: { left: player("left"), right: player("right") },
      minutes: +field("clock").value,
      repetition: endless && field("repetition").checked ? REPETITION : 0,
      plies: endless ? Math.max(0, Math.floor(+field("plies").value)) : 0,
    };
  }

  async submit() {
    const begin = field("begin");
    begin.disabled = true;
    try {
      await this.begin(this.read());
      this.dialog.close();
    } catch (error) {
      field("problem").textContent = capital(error.message);
    } finally {
      begin.disabled = false;
    }
  }
}

/** Whether play may never end. */
function isEndless(ruleset) {
  return ruleset.rank === "nothing";
}

/** Whether boards have a single row. */
function isRow(ruleset) {
  return ruleset.sizes.every(([, height]) => height === 1);
}

function option(value, text) {
  return new Option(text, value);
}

/** Selects a value, adding it if it is missing. */
function choose(select, value, text) {
  if (![...select.options].some((known) => known.value === String(value))) select.append(option(value, text));
  select.value = value;
}

