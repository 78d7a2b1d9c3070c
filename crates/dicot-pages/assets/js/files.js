// Saves files, copies texts to the clipboard, and keeps texts in the browser's storage.

/** The text that is kept under a key; null if there is none, or storage is unavailable. */
export function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, unless storage is unavailable or full. */
export function store(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The text lasts as long as the page, or as a link.
  }
}

/** Lets the browser save a text as a file. */
export function save(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the object only after this handler.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text to the clipboard; returns whether it succeeded. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByField(text);
  }
}

/** The fallback for pages over HTTP from another computer, where browsers do not offer `navigator.clipboard`. */
function copyByField(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** Lets the browser save a picture, the text of an SVG file, as points: twice as many as it has units. */
export async function savePicture(name, svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = name;
  link.click();
}
