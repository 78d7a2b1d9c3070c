// The user's own rules: the text of a ruleset file, read by the server or the page's own dicot, and kept in the browser.

import { ROOT, call, messageOf } from "../api.js";
import { byId } from "../dom.js";
import { save, store, stored } from "../files.js";
import { understood } from "./rulesets.js";

/** The key of the text in the browser's storage. */
const KEY = "dicot-rules";

/** The files to start from, in the folder assets/games, and the one that is shown first. */
const EXAMPLES = ["clobber", "domineering", "konane", "toads-and-frogs", "fission", "toppling-dominoes", "amazons"];

/** An element of the panel. */
const part = (name) => byId(`own-${name}`);

/** Reads the text of a file; returns its ruleset, which has the `text`. Throws `ApiError`. */
export async function readRules(text, options) {
  return { ...understood(await call("ruleset", { ruleset: text }, options)), text };
}

export class RuleFile {
  /** `used(ruleset)` is called with a ruleset that was read. */
  constructor(used) {
    this.used = used;
    this.reading = null;
    const field = part("text");
    const examples = part("examples");
    examples.append(...EXAMPLES.map((name) => new Option(`${name}.game`, name)));
    examples.addEventListener("change", () => this.start(examples.value));
    field.addEventListener("input", () => this.changed());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.use();
    });
    part("use").addEventListener("click", () => this.use());
    part("save").addEventListener("click", () => save(`${nameIn(field.value)}.game`, "text/plain", field.value));
    part("open").addEventListener("click", () => part("file").click());
    part("file").addEventListener("change", async () => {
      const [file] = part("file").files;
      if (file) this.show(await file.text());
      part("file").value = "";
    });
    part("rules").addEventListener("click", () => this.open(part("panel").hidden));
    part("close").addEventListener("click", () => {
      this.open(false);
      part("rules").focus();
    });
  }

  /** Opens or closes the panel. */
  async open(isOpen) {
    part("panel").hidden = !isOpen;
    part("rules").setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    if (part("text").value === "") {
      const known = keptRules();
      if (known) this.show(known);
      else await this.start(EXAMPLES[0]);
    }
    part("text").focus();
  }

  /** Shows the text of an example, unless something is typed before it comes. */
  async start(name) {
    if (name === "") return;
    const before = part("text").value;
    const answer = await fetch(`${ROOT}assets/games/${name}.game`).catch(() => null);
    const text = answer?.ok ? await answer.text() : null;
    if (part("text").value !== before) return;
    if (text !== null) this.show(text);
    else this.say("the example cannot be loaded");
    part("examples").value = "";
  }

  /** Shows a text. */
  show(text) {
    part("text").value = text;
    this.changed();
  }

  changed() {
    store(KEY, part("text").value);
    this.say("");
  }

  /** Shows why the text is not a ruleset, and puts the caret there; a text without a place is just shown. */
  say(message, place = null) {
    const field = part("text");
    part("error").textContent = message;
    field.setAttribute("aria-invalid", String(message !== ""));
    if (!place) return;
    const lines = field.value.split("\n");
    const start = lines.slice(0, place.line - 1).join("\n").length + (place.line > 1 ? 1 : 0);
    const line = [...(lines[place.line - 1] ?? "")];
    const offset = line.slice(0, place.column - 1).join("").length;
    field.focus();
    field.setSelectionRange(start + offset, start + line.join("").length);
  }

  /** Reads the text, and uses its ruleset. */
  async use() {
    this.reading?.abort();
    const mine = new AbortController();
    this.reading = mine;
    const text = part("text").value;
    part("use").setAttribute("aria-busy", "true");
    try {
      const ruleset = await readRules(text, { signal: mine.signal });
      this.say("");
      this.used(ruleset);
    } catch (error) {
      if (mine.signal.aborted) return;
      messageOf(error);
      this.say(error.message.replace(/^ruleset, /, ""), error.line && error);
    } finally {
      if (this.reading === mine) part("use").setAttribute("aria-busy", "false");
    }
  }
}

/** The name of the game in the text of a file. */
function nameIn(text) {
  return /^\s*game\s+([a-z0-9-]+)/m.exec(text)?.[1] ?? "own";
}

/** The text that is kept; null if there is none. */
export function keptRules() {
  return stored(KEY);
}
