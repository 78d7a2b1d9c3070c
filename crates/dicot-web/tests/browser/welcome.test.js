// The first page: three games against an opponent who never errs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { dice, site, until, violations } from "./site.js";

const here = site();

const status = (page) => page.locator("#status");
const offered = (page) => page.locator('#board .cell[aria-label*=", can "]');
const isOver = async (page) => /lose|win/.test(await status(page).innerText());

/** Plays any moves until somebody has won. */
async function playOn(page, random) {
  for (;;) {
    await until("a choice, or the end", async () => (await offered(page).count()) > 0 || isOver(page));
    if (await isOver(page)) return;
    const before = await page.locator("#board").innerHTML();
    await offered(page).nth(random(await offered(page).count())).click({ force: true });
    await until("an answer to a click", async () => (await page.locator("#board").innerHTML()) !== before);
  }
}

test("a first visit begins with three games, which are lost, and the page says why", () => here.watched(async (page) => {
  await page.goto("./");
  await page.waitForURL("**/welcome/");
  assert.deepEqual(await violations(page), []);
  const random = dice(3);
  for (const next of ["Another sum", "Another sum", "Begin again"]) {
    await playOn(page, random);
    assert.match(await status(page).innerText(), /You cannot move, so you lose/);
    await page.getByText(/^At the beginning .*together 0, and the player who starts/).waitFor();
    await page.getByRole("button", { name: next }).click();
    await until("a new game", async () => /^Your move/.test(await status(page).innerText()));
  }
  await page.getByRole("button", { name: "Let the opponent begin" }).click();
  await until("the opponent's move", async () => /^The opponent played/.test(await status(page).innerText()));
  // The worksheet is what a returning visitor sees.
  await page.goto("./");
  await page.getByRole("combobox", { name: "Ruleset" }).waitFor();
}, { isFirst: true }));

test("the sums of the first page are worth 0", async () => {
  const script = await readFile(new URL("../../../dicot-pages/assets/js/front.js", import.meta.url), "utf8");
  const sums = [...script.matchAll(/^ {2}"(.*)",$/gm)].map(([, sum]) => sum);
  assert.equal(sums.length, 3);
  for (const position of sums) assert.equal((await here.ask("value", { rules: "sum", position })).value, "0", position);
});
