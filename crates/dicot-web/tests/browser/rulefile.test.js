// The user's own rules in the explorer: written, refused with a place, used, edited, shared and kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, picture, site, until, violations } from "./site.js";

const here = site();

/** Cram, whose letters are not those of the library. */
const CRAM = "game cram\ntitle Cram\nletter _ empty\nletter 1 blocked\nleft east, south: __ -> 11\nright as left\nposition ___/_1_\ntest __ = *\n";

/** How the value 0 is read aloud. */
const ZERO = "0";

/** The browser reports the answer with an error. */
const REFUSED = /status of 422/;

const cell = (page, name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });
const text = (page) => page.getByRole("textbox", { name: "Ruleset file" });
const position = (page) => page.getByRole("textbox", { name: "Position" });
const ruleset = (page) => page.getByRole("combobox", { name: "Ruleset" });
const value = (page) => page.getByRole("region", { name: "Value", exact: true }).getByRole("math").first();

async function valueIs(page, spoken) {
  await until(`the value ${spoken}`, async () => {
    const shown = value(page);
    return (await shown.count()) === 1 && (await shown.getAttribute("aria-label")) === spoken;
  });
}

async function open(page, rules) {
  await page.goto("./");
  await page.getByRole("button", { name: "Your own rules" }).click();
  await until("an example", async () => (await text(page).inputValue()).startsWith("game clobber"));
  if (rules) await text(page).fill(rules);
}

test("rules are written, used, drawn with, edited and undone", () => here.watched(async (page) => {
  await open(page, CRAM);
  await text(page).press("Control+Enter");
  await until("the example of the rules", async () => (await position(page).inputValue()) === "___/_1_");
  assert.match(await ruleset(page).evaluate((list) => list.selectedOptions[0].textContent), /^Cram/);
  // A path of five cells: each domino leaves room for one more.
  await valueIs(page, ZERO);
  await page.getByRole("button", { name: "Paint: blocked" }).click();
  await cell(page, "a1").click();
  await cell(page, "c1").click();
  assert.equal(await position(page).inputValue(), "___/111");
  await valueIs(page, "star");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await valueIs(page, ZERO);
  // Dominoes of three cells.
  await text(page).fill(CRAM.replace("__ -> 11", "___ -> 111").replace("test __ = *", "test __ = 0"));
  await page.getByRole("button", { name: "Use these rules" }).click();
  await valueIs(page, "star");
  // Undo goes back to the rules before.
  await page.getByRole("button", { name: "Undo" }).click();
  await valueIs(page, ZERO);
  await page.getByRole("button", { name: "Moves", exact: true }).click();
  await cell(page, "a2").click();
  await cell(page, "b2").click();
  await until("a move", async () => (await position(page).inputValue()).startsWith("11_"));
  await picture(page, "own-rules");
}));

test("rules with a start begin with it, also if the drawing is a position of theirs", () => here.watched(async (page) => {
  const hop = "game hop\nabout jump over an other.\nletter x left\nletter o right\nletter . empty\nleft east: xo. -> ..x\nleft east: x. -> .x\nright as left\nstart x.xo";
  await open(page, hop);
  await text(page).press("Control+Enter");
  await until("the start", async () => (await position(page).inputValue()) === "x.xo");
  assert.equal(await page.locator("#about").textContent(), "Jump over an other.");
  await page.getByRole("button", { name: "How to play" }).click();
  const dialog = page.getByRole("dialog", { name: /^How to play/ });
  await dialog.waitFor();
  assert.deepEqual(await dialog.getByRole("listitem").allTextContents(), [
    "Jump over an other.", "left east: xo. -> ..x", "left east: x. -> .x", "right as left", "A player who cannot move loses.",
  ]);
  await dialog.getByRole("button", { name: "Close" }).click();
  // The drawing stays while the rules are edited, and begins anew with another start.
  await position(page).fill("x..o");
  await text(page).fill(hop.replace("hop", "hops"));
  await text(page).press("Control+Enter");
  await until("the edited rules", async () => (await ruleset(page).inputValue()).startsWith("hops-"));
  assert.equal(await position(page).inputValue(), "x..o");
  await text(page).fill(hop.replace("start x.xo", "start xx.o"));
  await text(page).press("Control+Enter");
  await until("the other start", async () => (await position(page).inputValue()) === "xx.o");
}));

test("an error has a place, where the caret goes", () => here.watched(async (page) => {
  await open(page, CRAM.replace("-> 11", "-> 12"));
  await page.getByRole("button", { name: "Use these rules" }).click();
  const error = page.locator("#own-error");
  await until("the error", async () => (await error.textContent()).startsWith("line 5, column 26: unknown letter 2"));
  const caret = await text(page).evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assert.equal(caret, "2");
  await picture(page, "own-rules-error");
  await text(page).press("x");
  assert.equal(await error.textContent(), "");
}, { expected: REFUSED }));

test("a link has the rules, and the browser keeps them", () => here.watched(async (page, context) => {
  await open(page, CRAM);
  await page.getByRole("button", { name: "Use these rules" }).click();
  await until("the example of the rules", async () => (await position(page).inputValue()) === "___/_1_");
  await valueIs(page, ZERO);
  const other = await (await context.browser().newContext({ baseURL: here.root })).newPage();
  await other.goto(page.url());
  await valueIs(other, ZERO);
  await until("the rules of the link", async () => (await ruleset(other).inputValue()).startsWith("cram-"));
  assert.equal(await cell(other, "b1").count(), 1);
  await other.context().close();
  await page.goto("./");
  await page.reload();
  await page.getByRole("button", { name: "Your own rules" }).click();
  assert.equal(await text(page).inputValue(), CRAM);
}));

for (const [kind, options] of [["desk", {}], ["phone", PHONE]]) {
  test(`the panel is accessible, ${kind} in the dark`, () => here.watched(async (page) => {
    await open(page);
    await page.getByRole("combobox", { name: "Start from an example" }).selectOption("konane");
    await until("the example", async () => (await text(page).inputValue()).startsWith("game konane"));
    await page.getByRole("button", { name: "Use these rules" }).click();
    await until("the ruleset", async () => (await ruleset(page).inputValue()).startsWith("konane-"));
    await until("a value", async () => (await value(page).count()) === 1);
    await picture(page, `own-rules-dark-${kind}`);
    assert.deepEqual(await violations(page), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= page.viewportSize().width, `the page is ${width} wide`);
  }, { ...options, colorScheme: "dark" }));
}
