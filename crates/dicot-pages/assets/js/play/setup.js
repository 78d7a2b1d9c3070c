// The dialog for a new game.

import { stopped } from "../glossary.js";
import { SIDES, USUAL, usualSize } from "./game.js";
import { botTitle, capital, families, sideName, timeText } from "./words.js";

/** The thinking times that bots can be given for a move, in milliseconds. */
const TIMES = [50, 100, 200, 500, 1000, 2000, 5000];
/** Clocks for all moves of a player, in minutes. */
const CLOCKS = [0, 1, 3, 5, 10, 15, 30, 60];

/** The number of occurrences of a position that makes a game of Combo a draw, if draws are enabled. */
const REPETITION = 3;

const node = (id) => document.getElementById(id);

export class Setup {
  /**
   * `begin(setup)` starts a game; it throws an error if the game is invalid. `explain(ruleset)` shows the rules of a
   * game.
   */
  constructor(rulesets, { begin, explain }) {
    this.rulesets = rulesets;
    this.begin = begin;
    this.dialog = node("setup");
    const rules = node("setup-rules");
    for (const [family, members] of families(rulesets)) {
      const group = document.createElement("optgroup");
      group.label = family;
      group.append(...members.map((ruleset) => option(ruleset.name, ruleset.title)));
      rules.append(group);
    }
    node("setup-clock").append(...CLOCKS.map((minutes) => option(minutes, minutes ? `${minutes} min each` : "none")));
    for (const side of SIDES) {
      node(`setup-${side}-ms`).append(...TIMES.map((ms) => option(ms, timeText(ms))));
      node(`setup-${side}`).addEventListener("change", () => this.playersChanged());
    }
    rules.addEventListener("change", () => this.rulesChanged(true));
    node("setup-exchange").addEventListener("click", () => this.exchange());
    node("setup-how").addEventListener("click", () => explain(this.ruleset));
    node("setup-cancel").addEventListener("click", () => this.dialog.close());
    node("setup-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
  }

  get ruleset() {
    return this.rulesets.find(({ name }) => name === node("setup-rules").value) ?? this.rulesets[0];
  }

  /** Opens the dialog with the previous setup. */
  open(setup) {
    node("setup-rules").value = setup.rules;
    node("setup-width").value = setup.width;
    node("setup-height").value = setup.height;
    node("setup-start").value = setup.usual ? "" : setup.start;
    node("setup-other").open = !setup.usual;
    node("setup-first").value = setup.first;
    choose(node("setup-clock"), setup.minutes, `${setup.minutes} min each`);
    node("setup-repetition").checked = !isEndless(this.ruleset) || setup.repetition > 0;
    node("setup-plies").value = setup.plies;
    node("setup-problem").textContent = "";
    this.rulesChanged(false);
    for (const side of SIDES) {
      const { bot, ms } = setup.players[side];
      node(`setup-${side}`).value = bot ?? "";
      choose(node(`setup-${side}-ms`), ms, timeText(ms));
    }
    this.playersChanged();
    this.dialog.showModal();
  }

  rulesChanged(resize) {
    const { ruleset } = this;
    node("setup-about").textContent = ruleset.about && stopped(capital(ruleset.about));
    const { sizes } = ruleset;
    // Hides fields that do not apply: some games have no default start, and some are played on a single row.
    node("setup-size").hidden = !ruleset.starts;
    node("setup-height-field").hidden = isRow(ruleset);
    node("setup-width-label").textContent = ruleset.board === "text" ? `${capital(ruleset.pieces.left)}s` : "Width";
    if (!ruleset.starts) node("setup-other").open = true;
    node("setup-sizes").replaceChildren(...sizes.map(([width, height]) => this.sizeButton(width, height)));
    if (resize) {
      this.resize(...usualSize(ruleset));
      node("setup-start").value = ruleset.start ?? "";
    }
    for (const side of SIDES) {
      const select = node(`setup-${side}`);
      const before = select.value;
      const bots = document.createElement("optgroup");
      bots.label = "Bots";
      bots.append(...ruleset.bots.map((bot) => option(bot, botTitle(bot, ruleset))));
      select.replaceChildren(option("", "Human"), bots);
      const kept = before === "" || ruleset.bots.includes(before);
      select.value = kept ? before : ruleset.bots.at(-1);
      node(`setup-${side}-legend`).textContent = sideName(side, ruleset);
      node("setup-first").querySelector(`[value=${side}]`).textContent = sideName(side, ruleset);
    }
    node("setup-draws").hidden = !isEndless(ruleset);
    this.playersChanged();
  }

  sizeButton(width, height) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = isRow(this.ruleset) ? String(width) : `${width}×${height}`;
    button.addEventListener("click", () => this.resize(width, height));
    return button;
  }

  resize(width, height) {
    node("setup-width").value = width;
    node("setup-height").value = height;
  }

  playersChanged() {
    for (const side of SIDES) {
      const bot = node(`setup-${side}`).value;
      node(`setup-${side}-ms`).disabled = bot === "" || bot === "random";
    }
  }

  exchange() {
    for (const suffix of ["", "-ms"]) {
      const [left, right] = SIDES.map((side) => node(`setup-${side}${suffix}`));
      [left.value, right.value] = [right.value, left.value];
    }
    this.playersChanged();
  }

  /** The setup in the dialog. */
  read() {
    const start = node("setup-start").value.trim();
    const endless = isEndless(this.ruleset);
    const player = (side) => ({
      bot: node(`setup-${side}`).value || null,
      ms: +node(`setup-${side}-ms`).value || USUAL.players.right.ms,
    });
    return {
      rules: this.ruleset.name,
      text: this.ruleset.text,
      width: +node("setup-width").value,
      height: +node("setup-height").value,
      start,
      usual: start === "",
      first: node("setup-first").value,
      players: { left: player("left"), right: player("right") },
      minutes: +node("setup-clock").value,
      repetition: endless && node("setup-repetition").checked ? REPETITION : 0,
      plies: endless ? Math.max(0, Math.floor(+node("setup-plies").value)) : 0,
    };
  }

  async submit() {
    const button = node("setup-begin");
    button.disabled = true;
    try {
      await this.begin(this.read());
      this.dialog.close();
    } catch (error) {
      node("setup-problem").textContent = capital(error.message);
    } finally {
      button.disabled = false;
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

