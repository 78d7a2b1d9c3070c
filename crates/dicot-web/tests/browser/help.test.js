// What explains the pages: words that explain themselves, the help page, and the words of a first visit.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SITE, site, until } from "./site.js";

const here = site();

const region = (page, name) => page.getByRole("region", { name, exact: true });
const explanation = (page) => page.getByRole("group", { name: "Explanation" });

test("every fact explains itself, with its source", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xox/ox.");
  const terms = region(page, "Value").getByRole("term").getByRole("button");
  await until("the facts", async () => (await terms.count()) === 10);
  for (const term of await terms.all()) {
    await term.click();
    await explanation(page).getByText(/^Source: ./).waitFor();
    assert.equal(await term.getAttribute("aria-expanded"), "true");
    assert.equal(await explanation(page).count(), 1);
    await term.click();
    await explanation(page).waitFor({ state: "detached" });
    await until("the button is up", async () => (await term.getAttribute("aria-expanded")) === "false");
  }
  // The kind of value is explained, and not what kinds are.
  await region(page, "Value").getByRole("button", { name: "Kind" }).click();
  await explanation(page).getByText(/smaller than all positive numbers/).waitFor();
  // A click elsewhere closes it.
  await page.getByRole("heading", { name: "Worksheet" }).click();
  await explanation(page).waitFor({ state: "detached" });
  for (const name of ["wins", "dominated", "reversible"]) {
    await region(page, "Moves").getByRole("button", { name, exact: true }).click();
    await explanation(page).getByText(/^Source: ./).waitFor();
  }
  for (const name of ["Value", "Thermograph", "Components"]) {
    await page.getByRole("button", { name: `What is this: ${name}` }).click();
    await explanation(page).getByText(/^Source: ./).waitFor();
  }
}));

test("an explanation is read aloud, and closed with the keyboard", () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xox/ox.");
  const term = region(page, "Value").getByRole("button", { name: "Temperature" });
  await term.focus();
  await page.keyboard.press("Enter");
  await explanation(page).getByRole("status").getByText(/the first move is worth/).waitFor();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "More in the help");
  await page.keyboard.press("Escape");
  await explanation(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Temperature");
}));

test("the symbols of a value are explained, and no others", () => here.watched(async (page) => {
  const said = async (rules, position) => {
    await page.goto(`./#rules=${rules}&position=${position}`);
    await page.reload();
    await page.getByRole("button", { name: "Symbols" }).click();
    await explanation(page).getByText("Source:").first().waitFor();
    return explanation(page).textContent();
  };
  const clobber = await said("clobber", "xox/ox.");
  assert.match(clobber, /↑ \(up\) is/);
  assert.match(clobber, /∗ \(star\) is/);
  assert.match(clobber, /Left can move to a or b/);
  assert.doesNotMatch(clobber, /tiny/);
  assert.match(await said("domineering", "..../...."), /miny is its negative/);
  assert.match(await said("hot-clobber", "xxo/oox"), /±G is/);
}));

test("a first visit says what can be seen, and only the first", () => here.watched(async (page) => {
  for (const path of ["./", "./play"]) {
    await page.goto(path);
    const welcome = page.getByRole("complementary", { name: "Welcome" });
    await welcome.getByRole("button", { name: "Got it" }).click();
    assert.equal(await welcome.count(), 0);
    await page.reload();
    await page.getByRole("gridcell").first().waitFor();
    assert.equal(await welcome.count(), 0);
  }
}));

test("all pages link to the help", () => here.watched(async (page) => {
  for (const path of ["./", "./play", "./learn", "./learn/games", "./help"]) {
    await page.goto(path);
    const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Help" });
    assert.equal(new URL(await link.getAttribute("href"), page.url()).href, new URL("help/", here.root).href);
  }
  if (SITE) return; // what is said of unknown paths is the host's business
  await page.goto("./nothing");
  await page.getByRole("main").getByRole("link", { name: "help" }).click();
  await page.getByRole("heading", { name: "Help", level: 1 }).waitFor();
}, { expected: /status of 404/ }));

test("the help has all games, symbols and operations", () => here.watched(async (page) => {
  await page.goto("./help#operations");
  const operations = await here.ask("operations");
  const listed = region(page, "Operations").getByRole("term");
  await until("the operations", async () => (await listed.count()) === operations.length);
  await until("the anchor", () => page.evaluate(() => document.getElementById("operations").getBoundingClientRect().top < innerHeight));
  assert.ok((await region(page, "Facts about a position").getByRole("term").count()) > 14);
  assert.ok((await region(page, "Symbols of values").getByRole("term").count()) > 7);
  const rulesets = await here.ask("rulesets");
  for (const { title } of rulesets) await region(page, "How each game is played").getByRole("heading", { name: title, exact: true }).waitFor();
}));

test("every game has its rules, and pictures of moves that are legal", () => here.watched(async (page) => {
  await page.goto("./help");
  const rulesets = await here.ask("rulesets");
  for (const { name, board, how_to_play: rules, examples } of rulesets) {
    assert.ok(rules.length > 1, name);
    assert.ok(examples.length > 0 || board === "text", name);
    for (const { before, side, move, after } of examples) {
      const answer = await here.ask("moves", { rules: name, position: before, side, played: [move] });
      assert.equal(answer.position, after, `${name}: ${before} ${move} ${answer.error ?? ""}`);
    }
  }
}));

test("an answer of the API has an icon", { skip: SITE && "a site has no API" }, async () => {
  const icon = await fetch(new URL("favicon.ico", here.root));
  assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, "image/svg+xml"]);
});
