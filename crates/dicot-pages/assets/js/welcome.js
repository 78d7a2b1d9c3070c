// A welcome text for the first visit, which does not return once it was dismissed.

import { byId } from "./dom.js";
import { store, stored } from "./files.js";

/** Shows the welcome text until it is dismissed; the browser remembers that. */
export function welcome(page) {
  const note = byId("welcome");
  const key = `dicot-welcome-${page}`;
  note.hidden = stored(key) !== null;
  note.querySelector("button").addEventListener("click", () => {
    note.hidden = true;
    store(key, "read");
    // The button that had the focus was removed.
    const title = document.querySelector("h1");
    title.tabIndex = -1;
    title.focus();
  });
}
