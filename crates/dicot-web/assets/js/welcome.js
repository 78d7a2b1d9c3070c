// A few words for a first visit, which stay away once they were read.

/** Shows the words of a page until they are dismissed; the browser remembers that. */
export function welcome(page) {
  const note = document.getElementById("welcome");
  const key = `dicot-welcome-${page}`;
  note.hidden = stored(key) !== null;
  note.querySelector("button").addEventListener("click", () => {
    note.hidden = true;
    store(key);
    // The button that had the keys is gone.
    const title = document.querySelector("h1");
    title.tabIndex = -1;
    title.focus();
  });
}

function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    // The browser keeps nothing: the words come again.
    return null;
  }
}

function store(key) {
  try {
    localStorage.setItem(key, "read");
  } catch {
    // As above.
  }
}
