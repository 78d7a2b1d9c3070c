// Shows a long value completely, with names for parts that occur more than once.

import { CALCULATOR, call, messageOf } from "../api.js";
import { byId } from "../dom.js";
import { copy } from "../files.js";
import { lengthOf } from "./results.js";

const NAMED = "Each part that occurs more than once has a name here.";

/** Shows a value in a dialog. */
export async function showWhole(item) {
  const about = `The plain text has ${lengthOf(item).toLocaleString("en")} characters.`;
  const texts = { shared: item.shared ?? null, plain: item.value ?? null };
  tell(about);
  show(texts);
  byId("whole").showModal();
  if (texts.shared !== null) tell(`${about} ${NAMED}`);
  else if (texts.plain === null) {
    tell(`${about} With names for its parts it is still too long for this page; dicot value --shared prints it.`);
  } else await ask(texts, about);
}

/** Fetches the form with names, which the server sends if the plain text exceeds the limit of characters. */
async function ask(texts, about) {
  const body = { expression: texts.plain, max_value: texts.plain.length - 1 };
  try {
    const { shared } = await call("game", body, { store: CALCULATOR });
    texts.shared = shared ?? null;
    tell(`${about} ${texts.shared === null ? "Names for its parts would not make it shorter." : NAMED}`);
  } catch (error) {
    tell(`The form with names for the parts is not available: ${messageOf(error)}`);
  }
  show(texts);
}

function tell(words) {
  byId("whole-about").textContent = words;
}

function show({ shared, plain }) {
  const text = shared ?? plain ?? "";
  byId("whole-text").textContent = text.replaceAll("; ", ";\n");
  byId("copy-shared").disabled = text === "";
  byId("copy-shared").onclick = () => copied(text);
  byId("copy-plain").hidden = shared === null || plain === null;
  byId("copy-plain").onclick = () => copied(plain);
}

async function copied(text) {
  tell((await copy(text)) ? "The text was copied." : "The browser does not allow copying.");
}
