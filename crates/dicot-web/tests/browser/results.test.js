// The page of results: what it shows is what the files of results/claims say, which `dicot results check` repeats.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { SITE, site, until, violations } from "./site.js";

const here = site();
const CLAIMS = new URL("../../../../results/claims/", import.meta.url);

const claims = async () => Promise.all((await readdir(CLAIMS)).filter((name) => name.endsWith(".json")).map(async (name) => (
  [name.replace(".json", ""), JSON.parse(await readFile(new URL(name, CLAIMS), "utf8"))]
)));

/** Opens the page, with all claims. */
async function open(page) {
  await page.goto("./results/");
  await page.locator("article").first().waitFor();
}

test("every claim is shown with its answers and the command that repeats it", () => here.watched(async (page) => {
  await open(page);
  const all = await claims();
  assert.ok(all.length >= 15);
  for (const [name, { title, fields, cases, cases_are: casesAre }] of all) {
    const article = page.locator("article").filter({ has: page.locator(`#${name}`) });
    assert.equal(await article.getByRole("heading").textContent(), title);
    assert.match(await article.textContent(), new RegExp(`dicot results check ${name}`));
    if (casesAre !== "board" || fields.length > 1) continue;
    const shown = await article.getByRole("table").first().locator("tr").evaluateAll((rows) => rows.map(({ cells }) => [...cells].map((cell) => cell.textContent)));
    const [[, ...columns], ...lines] = shown;
    const found = lines.flatMap(([row, ...cells]) => cells.map((cell, at) => [`${row}x${columns[at]}`, cell]).filter(([, cell]) => cell));
    const expected = cases.map(({ name: board, answer }) => [board, `${answer?.[0] ?? "open"}`]);
    assert.deepEqual(new Map(found), new Map(expected), name);
  }
}));

test("strips are shown by ranges, and openings by boards", () => here.watched(async (page) => {
  await open(page);
  const texts = (id) => page.locator("article").filter({ has: page.locator(`#${id}`) }).locator("tr").allTextContents();
  assert.ok((await texts("xo-strips")).includes("6 to 24R"));
  assert.ok((await texts("konane-openings")).some((text) => text.startsWith("2x2")));
}));

test("a link opens the position, with the answer of the page", () => here.watched(async (page) => {
  await open(page);
  for (const id of ["clobber-boards", "col-boards", "konane-openings"]) {
    const link = page.locator("article").filter({ has: page.locator(`#${id}`) }).locator("td a").nth(3);
    const href = await link.getAttribute("href");
    const said = await link.textContent();
    assert.match(href, /\/p\/[a-z-]+\/[^/]+\/$/);
    // A site has the page, if its list has the position; a server leads to the explorer.
    if (SITE) continue;
    const other = await page.context().newPage();
    await other.goto(href);
    const asked = new URLSearchParams(new URL(other.url()).hash.slice(1));
    await other.close();
    const answer = await here.ask("solve", { sum: asked.get("position"), rules: asked.get("rules") });
    assert.equal(answer.outcome, said, href);
  }
}));

test("the explorer says what is known of a position, and of one that is the same with the colours exchanged", () => here.watched(async (page) => {
  for (const [position, text] of [["xoxo/oxox/xoxo", /^Known: P, found in 2026-11\. The result$/], ["oxoxo/xoxox", /^Known: N, found/], ["xxo/oox/xxo", /^$/]]) {
    await page.goto("./#rules=clobber&position=xox/ox.");
    await page.goto(`./#rules=clobber&position=${position}`);
    await page.getByRole("region", { name: "Value", exact: true }).getByRole("math").first().waitFor();
    await until(`${position}: ${text}`, async () => text.test(await page.locator("#known").textContent()));
  }
  await page.goto("./#rules=clobber&position=xoxo/oxox/xoxo");
  await page.getByRole("link", { name: "The result" }).click();
  await page.getByRole("heading", { name: "Who wins Clobber on full boards" }).waitFor();
}));

test("all commands of a claim are there when they are asked for", () => here.watched(async (page) => {
  await open(page);
  const article = page.locator("article").first();
  assert.equal(await article.getByRole("table").count(), 1);
  await article.locator("summary").click();
  await article.getByText("dicot solve --rules clobber xo/ox --memory 3GiB --json", { exact: true }).waitFor();
  assert.equal(await article.getByRole("table").count(), 2);
}));

test("a file that cannot be loaded is said so", () => here.watched(async (page) => {
  await page.route("**/claims/clobber-boards.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto("./results/");
  await page.getByText("The results cannot be loaded: clobber-boards: status 503. Reload the page.").waitFor();
}, { expected: /status of 503/, serviceWorkers: "block" }));

test("cases are searched, filtered and sorted", () => here.watched(async (page) => {
  await page.goto("./results/");
  const rows = () => page.locator("#found tr th[scope=row]").allTextContents();
  await page.getByRole("searchbox", { name: "Search" }).fill("clobber on full 3x12");
  await until("one case", async () => (await rows()).join() === "3x12");
  await page.getByRole("searchbox", { name: "Search" }).fill("who wins clobber on full boards");
  await page.getByRole("combobox", { name: "Answer" }).selectOption("P");
  await page.getByRole("combobox", { name: "Known" }).selectOption("computed");
  await until("what is not in print", async () => (await rows()).includes("2x18") && !(await rows()).includes("2x15"));
  await page.getByRole("combobox", { name: "Known" }).selectOption("");
  await page.getByRole("button", { name: "CPU seconds" }).click();
  await page.getByRole("button", { name: "CPU seconds ↑" }).click();
  const sorted = await page.locator("#found tr td:last-child").allTextContents();
  const seconds = sorted.map((text) => Number(text.replaceAll(",", "")));
  assert.ok(seconds.length > 5 && seconds.every((value, index) => index === 0 || value <= seconds[index - 1]), sorted.join());
  assert.deepEqual(await violations(page), []);
}));
