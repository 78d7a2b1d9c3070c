// The user's own rules: the text of a ruleset file, read by the server or the page's own dicot, and kept in the browser.

import { ApiError, ROOT, call } from "../api.js";
import { save } from "../files.js";
import { understood } from "./rulesets.js";

/** The key of the text in the browser's storage. */
const KEY = "dicot-rules";

/** The files to start from, in the folder assets/games, and the one that is shown first. */
const EXAMPLES = ["clobber", "domineering", "konane", "toads-and-frogs", "fission", "toppling-dominoes", "amazons"];

const at = (id) => document.getElementById(id);

/** Reads the text of a file; returns its ruleset, which has the `text`. Throws `ApiError`. */
export async function readRules(text, options) {
  return { ...understood(await call("ruleset", { ruleset: text }, options)), text };
}

export class RuleFile {
  /** `handlers`: `used(ruleset)` with a ruleset that was read. */
  constructor(handlers) {
    this.handlers = handlers;
    this.reading = null;
    const field = at("own-text");
    const examples = at("own-examples");
    examples.append(...EXAMPLES.map((name) => new Option(`${name}.game`, name)));
    examples.addEventListener("change", () => this.start(examples.value));
    field.addEventListener("input", () => this.changed());
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.use();
    });
    at("own-use").addEventListener("click", () => this.use());
    at("own-save").addEventListener("click", () => save(`${nameIn(field.value)}.game`, "text/plain", field.value));
    at("own-open").addEventListener("click", () => at("own-file").click());
    at("own-file").addEventListener("change", async () => {
      const [file] = at("own-file").files;
      if (file) this.show(await file.text());
      at("own-file").value = "";
    });
    at("own-rules").addEventListener("click", () => this.open(at("own-panel").hidden));
    at("own-close").addEventListener("click", () => {
      this.open(false);
      at("own-rules").focus();
    });
  }

  /** Opens or closes the panel. */
  async open(isOpen) {
    at("own-panel").hidden = !isOpen;
    at("own-rules").setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    if (at("own-text").value === "") {
      const known = stored();
      if (known) this.show(known);
      else await this.start(EXAMPLES[0]);
    }
    at("own-text").focus();
  }

  /** Shows the text of an example. */
  async start(name) {
    if (name === "") return;
    const answer = await fetch(`${ROOT}assets/games/${name}.game`).catch(() => null);
    if (answer?.ok) this.show(await answer.text());
    else this.say("the example cannot be loaded");
    at("own-examples").value = "";
  }

  /** Shows a text. */
  show(text) {
    at("own-text").value = text;
    this.changed();
  }

  changed() {
    store(at("own-text").value);
    this.say("");
  }

  /** Shows why the text is not a ruleset, and puts the caret there; a text without a place is just shown. */
  say(message, place = null) {
    const field = at("own-text");
    at("own-error").textContent = message;
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
    const text = at("own-text").value;
    at("own-use").setAttribute("aria-busy", "true");
    try {
      const ruleset = await readRules(text, { signal: mine.signal });
      this.say("");
      this.handlers.used(ruleset);
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      this.say(error.message.replace(/^ruleset, /, ""), error.line && error);
    } finally {
      if (this.reading === mine) at("own-use").setAttribute("aria-busy", "false");
    }
  }
}

/** The name of the game in the text of a file. */
function nameIn(text) {
  return /^\s*game\s+([a-z0-9-]+)/m.exec(text)?.[1] ?? "own";
}

/** The text that is kept; null if there is none. */
export function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // Storage is unavailable.
    return null;
  }
}

function store(text) {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Storage is unavailable or full; the text stays on the page, and in links.
  }
}
