// A welcome text for the first visit, which does not return once it was dismissed.

/** Shows the welcome text until it is dismissed; the browser remembers that. */
export function welcome(page) {
  const note = document.getElementById("welcome");
  const key = `dicot-welcome-${page}`;
  note.hidden = stored(key) !== null;
  note.querySelector("button").addEventListener("click", () => {
    note.hidden = true;
    store(key);
    // The button that had the focus was removed.
    const title = document.querySelector("h1");
    title.tabIndex = -1;
    title.focus();
  });
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is unavailable, so the text will be shown again.
    return null;
  }
}

function store(key) {
  try {
    localStorage.setItem(key, "read");
  } catch {
    // Storage is unavailable, as above.
  }
}
