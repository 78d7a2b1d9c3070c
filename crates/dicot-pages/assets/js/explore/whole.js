// Shows a long value completely, with names for parts that occur more than once.

import { ApiError, CALCULATOR, call } from "../api.js";
import { copy } from "../files.js";
import { lengthOf } from "./results.js";

const at = (id) => document.getElementById(id);

/** Shows a value in a dialog. */
export async function showWhole(item) {
  const length = lengthOf(item).toLocaleString("en");
  const texts = { shared: item.shared ?? null, plain: item.value ?? null };
  at("whole-about").textContent = `The plain text has ${length} characters.`;
  at("whole-text").textContent = "";
  show(texts);
  at("whole").showModal();
  if (texts.shared !== null) {
    tell(`${at("whole-about").textContent} Each part that occurs more than once has a name here.`);
  } else if (texts.plain === null) {
    tell(`${at("whole-about").textContent} With names for its parts it is still too long for this page; dicot value --shared prints it.`);
  } else {
    await ask(texts, length);
  }
}

/** Fetches the form with names, which the server sends if the plain text exceeds the limit of characters. */
async function ask(texts, length) {
  const body = { expression: texts.plain, max_value: texts.plain.length - 1 };
  try {
    const { shared } = await call("game", body, { store: CALCULATOR });
    texts.shared = shared ?? null;
    const words = texts.shared === null ? "Names for its parts would not make it shorter." : "Each part that occurs more than once has a name here.";
    tell(`The plain text has ${length} characters. ${words}`);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tell(`The form with names for the parts is not available: ${error.message}`);
  }
  show(texts);
}

function tell(words) {
  at("whole-about").textContent = words;
}

function show({ shared, plain }) {
  const text = shared ?? plain ?? "";
  at("whole-text").textContent = text.replaceAll("; ", ";\n");
  at("copy-shared").disabled = text === "";
  at("copy-shared").onclick = () => copied(text);
  at("copy-plain").hidden = shared === null || plain === null;
  at("copy-plain").onclick = () => copied(plain);
}

async function copied(text) {
  tell((await copy(text)) ? "The text was copied." : "The browser does not allow copying.");
}
