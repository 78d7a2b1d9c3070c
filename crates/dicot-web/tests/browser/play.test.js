// The table: whole games of the three games of the house, with mouse, touch and keys.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { DICOT, PHONE, SITE, dice, picture, site, until } from "./site.js";

const here = site();

const status = (page) => page.locator("#status");
const moves = (page) => page.getByRole("list", { name: "Moves of the game" }).getByRole("listitem");
const cells = (page, name) => page.getByRole("gridcell", { name });

const OVER = /wins:|A draw/;
const OURS = /Your move\.|\b[A-Z]\w+ to move\./;
const STARTS = /, can (?:move|be removed|be played)/;
const TARGETS = /, can (?:go here|be chosen again|be the )/;
/** Where something is captured: a move that ends games sooner. */
const CAPTURES = /white.*, can go here/;

/** Agrees on a game in the dialog: black is the one who plays here. */
async function begin(page, { game, width, height, bot }) {
  await page.getByRole("button", { name: "New game…" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByRole("combobox", { name: "Game" }).selectOption(game);
  await dialog.getByRole("spinbutton", { name: "Width" }).fill(String(width));
  await dialog.getByRole("spinbutton", { name: "Height" }).fill(String(height));
  await dialog.getByRole("group", { name: "Black" }).getByRole("combobox", { name: "Player" }).selectOption("");
  await dialog.getByRole("group", { name: "White" }).getByRole("combobox", { name: "Player" }).selectOption(bot);
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.waitFor({ state: "hidden" });
  // Until the new game has come, the board is that of the old one.
  await until("the board", async () => (await page.locator("#game-size").textContent()) === `${width} × ${height}`);
}

/** Waits until somebody at the page is to move, or the game is over; whether it is over. */
async function settled(page) {
  let text = "";
  await until("a turn", async () => {
    text = await status(page).textContent();
    return OURS.test(text) || OVER.test(text);
  });
  return OVER.test(text);
}

/** The cells whose names match now: all at once, since there are many. */
async function cellsNow(page, name) {
  const all = page.locator("#board:not([hidden]) .cell");
  const labels = await all.evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label")));
  return labels.flatMap((label, index) => (name.test(label) ? [all.nth(index)] : []));
}

/** Makes one of the moves that are offered; `point` clicks, taps or walks to a cell. */
async function move(page, random, point = (cell) => cell.click()) {
  const before = await moves(page).count();
  let starts = [];
  await until("a stone that can move", async () => (starts = await cellsNow(page, STARTS)).length > 0);
  await point(starts[random(starts.length)]);
  while ((await moves(page).count()) === before && (await cellsNow(page, /, picked up/)).length > 0) {
    const captures = await cellsNow(page, CAPTURES);
    const targets = captures.length > 0 ? captures : await cellsNow(page, TARGETS);
    if (targets.length > 0) await point(targets[random(targets.length)]);
  }
  await until("the move in the list", async () => (await moves(page).count()) > before);
}

/** Plays to the end of the game. */
async function playOut(page, seed, point) {
  const random = dice(seed);
  while (!(await settled(page))) await move(page, random, point);
}

const GAMES = [
  { name: "Clobber", game: "clobber", width: 6, height: 5, bot: "strong" },
  { name: "Konane", game: "konane-artemis", width: 6, height: 6, bot: "strong" },
  { name: "Combo", game: "combo", width: 4, height: 4, bot: "medium" },
];

for (const { name, ...agreed } of GAMES) {
  test(`a whole game of ${name} against a bot`, () => here.watched(async (page) => {
    await page.goto("./play");
    await begin(page, agreed);
    await move(page, dice(3));
    assert.equal(await settled(page), false);
    await picture(page, `play-${name.toLowerCase()}`);
    await playOut(page, 4);
    await picture(page, `play-${name.toLowerCase()}-over`);
    // The record is one that `dicot replay` reads.
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Record" }).click(),
    ]);
    const file = await download.path();
    const record = JSON.parse(await readFile(file, "utf8"));
    assert.equal(record.moves.length, await moves(page).count());
    const replay = spawnSync(DICOT, ["replay", file], { encoding: "utf8" });
    assert.equal(replay.status, 0, replay.stderr);
  }));
}

/** The number of moves after which a game counts as played that need not end. */
const MOST = 30;

/** Goes to the game of a link, which both players play at the page. */
async function follow(page, { title }, link) {
  await page.evaluate((hash) => { location.hash = hash; }, `${link}&left=human&right=human`);
  await until(title, async () => (await page.locator("#game-title").textContent()) === title && (await moves(page).count()) === 0);
  assert.equal(await settled(page), false, title);
}

/** Walks to something in the picture with keys, and presses Enter. */
async function press(cell) {
  const page = cell.page();
  const wanted = await cell.evaluate((node) => [...node.parentNode.closest("#board").querySelectorAll(".cell")].indexOf(node));
  const place = () => page.evaluate(() => [...document.querySelectorAll("#board .cell")].indexOf(document.activeElement));
  const [inPart, inGrid] = await cell.evaluate((node) => [node.closest("[data-part]")?.dataset.part, node.closest("[role=grid]") !== null]);
  const arrived = async () => (inGrid ? (await page.evaluate(() => document.activeElement.closest("[data-part]")?.dataset.part)) === inPart : (await place()) === wanted);
  await page.locator("#board .cell[tabindex='0']").focus();
  // The first one leads to the start of a row or of a part.
  for (let times = 0; times < 3; times++) await page.keyboard.press("Home");
  for (let steps = 0; !(await arrived()); steps++) {
    assert.ok(steps < 500, "keys lead everywhere");
    await page.keyboard.press("PageDown");
  }
  if (inGrid) await walk(cell);
  else await page.keyboard.press("Enter");
}

/** What moves are made with, in turn. */
const DEVICES = [(cell) => cell.click({ force: true }), (cell) => cell.tap({ force: true }), press];

test("every game of the list is played to its end by pointing at the picture alone, with mouse, touch and keys", () => here.watched(async (page) => {
  const rulesets = (await here.ask("rulesets")).filter(({ matches }) => matches === null);
  await page.goto("./play");
  await page.getByRole("button", { name: "New game…" }).click();
  const listed = await page.locator("#setup-rules option").evaluateAll((options) => options.map(({ value }) => value));
  assert.deepEqual(listed.toSorted(), rulesets.map(({ name }) => name).toSorted());
  await page.getByRole("button", { name: "Cancel" }).click();
  const random = dice(10);
  // Without a server some: the pages have the same scripts.
  for (const ruleset of rulesets.filter((_, index) => !SITE || index % 5 === 0)) {
    const { name, rank, sizes, starts } = ruleset;
    const [width, height] = sizes.toSorted(([a, b], [c, d]) => a * b - c * d)[0] ?? [];
    // A whole game on a large board takes long.
    const start = starts && width * height > 40 ? ruleset.positions[0]?.position : starts ? null : ruleset.start;
    await follow(page, ruleset, `rules=${name}&${start ? `start=${encodeURIComponent(start)}` : `size=${width}x${height}`}`);
    const most = rank === "nothing" ? MOST : Infinity;
    let made = 0;
    for (; made < most && !(await settled(page)); made++) {
      await until(`something to point at in ${name}`, async () => (await cellsNow(page, STARTS)).length > 0);
      // No move has to be made with a button.
      assert.equal(await page.locator("#heaps").isVisible(), false, `${name}: ${await page.locator("#heaps").innerText()}`);
      await move(page, random, DEVICES[made % DEVICES.length]);
    }
    assert.equal(await moves(page).count(), made, name);
    assert.ok(made > 0, name);
  }
}, { hasTouch: true }));

test("what a move takes away is seen to go, unless motion is reduced", async () => {
  for (const reducedMotion of ["no-preference", "reduce"]) {
    await here.watched(async (page) => {
      await page.goto("./play#rules=toppling-dominoes&start=lrle&left=human&right=human");
      await settled(page);
      await page.evaluate(() => {
        globalThis.seen = new Set();
        new MutationObserver(() => document.querySelectorAll("#board .gone").forEach((node) => seen.add(node.getAttribute("class")))).observe(document.querySelector("#board"), { childList: true, subtree: true });
      });
      await page.getByRole("gridcell", { name: /^c1, / }).click();
      await page.getByRole("gridcell", { name: /^d1, / }).click();
      await until("the move", async () => (await moves(page).count()) === 1);
      const seen = await page.evaluate(() => [...globalThis.seen]);
      assert.deepEqual(seen, reducedMotion === "reduce" ? [] : ["gone topples-right"]);
      await until("nothing is left", async () => (await page.locator("#board .gone").count()) === 0);
    }, { reducedMotion });
  }
});

test("the game of a link comes before one that was asked for earlier", { skip: SITE && "a site answers in order" }, () => here.watched(async (page) => {
  let late = null;
  await page.route("**/api/start", (route) => {
    if (late === null) late = route;
    else route.continue();
  });
  await page.goto("./play");
  await until("the question for the first game", () => late !== null);
  const konane = (await here.ask("rulesets")).find(({ name }) => name === "konane-artemis");
  await follow(page, konane, "rules=konane-artemis&size=6x6");
  const answered = page.waitForResponse("**/api/start");
  await late.continue();
  await (await answered).finished();
  await page.waitForTimeout(200);
  assert.equal(await page.locator("#game-title").textContent(), konane.title);
}));

test("a link with only a ruleset begins a game", () => here.watched(async (page) => {
  await page.goto("./play");
  await settled(page);
  for (const ruleset of (await here.ask("rulesets")).filter(({ matches }) => matches === null)) {
    await follow(page, ruleset, `rules=${ruleset.name}`);
    assert.ok(!(await page.getByRole("alert").isVisible()), ruleset.name);
  }
}));

test("moves with the cells of others, and with one cell, are made by pointing too", () => here.watched(async (page) => {
  const begin = async (link) => {
    await page.goto("about:blank");
    await page.goto(`./play#${link}&left=human&right=human`);
    await until("a turn", async () => OURS.test(await status(page).textContent()));
  };
  // The last domino that falls is the toppled one itself, or another.
  await begin("rules=toppling-dominoes&start=lrl");
  await cells(page, /^a1, black domino, can move/).click();
  await until("a hint", async () => /Click the last domino that falls, or the same cell again\./.test(await page.locator("#hint").textContent()));
  await cells(page, /^a1, .*picked up/).click();
  await moves(page).getByRole("button", { name: /a1-a1$/ }).waitFor();
  await begin("rules=toppling-dominoes&start=lrl");
  await cells(page, /^a1,/).click();
  await cells(page, /^c1, .*can be the last domino that falls/).click();
  await moves(page).getByRole("button", { name: /a1-c1$/ }).waitFor();
  await cells(page, /^c1, gap, last move/).waitFor();
  // A fox that has escaped may stay where it is.
  await begin("rules=fox-and-geese&start=..f./...g/..../....&first=right");
  await cells(page, /^c4, fox \(Right\), can be played/).click();
  await moves(page).getByRole("button", { name: /pass$/ }).waitFor();
  // Rules of one's own name cells only in the texts of moves. Of two moves with the same cells, the second one has a button.
  const rules = "game go\nletter x left\nletter o right\nletter . empty\nleft east: x. -> .x\nleft east: x. -> ..\nright as left";
  const { name } = await here.ask("ruleset", { ruleset: rules });
  await begin(`rules=${name}&text=${encodeURIComponent(rules)}&start=x..o.`);
  await page.getByRole("button", { name: "a1-b1(2)", exact: true }).waitFor();
  assert.equal(await page.locator("#heaps button").count(), 1);
  await cells(page, /^a1, .*can move/).click();
  await cells(page, /^b1, empty, can go here/).click();
  await moves(page).getByRole("button", { name: /a1-b1$/ }).waitFor();
}));

test("a review says who lost the game, and where", () => here.watched(async (page) => {
  await page.goto("./play#rules=clobber&size=4x4&left=human&right=strong.50");
  await playOut(page, 5);
  await page.getByRole("button", { name: "Review the game" }).click();
  const review = page.getByRole("region", { name: "Review" });
  const found = /had won from|lost the game|No other move gave|could still win/;
  await until("what the review has found", async () => found.test(await review.textContent()));
}));

test("bots play each other, step by step or by themselves", () => here.watched(async (page) => {
  await page.goto("./play#rules=clobber&size=4x4&left=random.50&right=random.50");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Continue" }).waitFor();
  const before = await moves(page).count();
  await page.getByRole("button", { name: "Step" }).click();
  await until("a move", async () => (await moves(page).count()) === before + 1);
  await page.getByRole("slider", { name: "Delay" }).fill("0");
  await page.getByRole("button", { name: "Continue" }).click();
  await until("the end", async () => OVER.test(await status(page).textContent()));
}));

const STACK = "./play#rules=combo&start=b5,.,.,.,w1/.,.,.,.,./.,.,.,.,w1&left=human&right=human";

/** Where the middle of a cell is. */
async function middle(page, name) {
  const { x, y, width, height } = await cells(page, name).boundingBox();
  return [x + width / 2, y + height / 2];
}

test("Combo: holding a digit splits a stack", () => here.watched(async (page) => {
  await page.goto(STACK);
  await cells(page, /^a3, black stack of 5, can move/).waitFor();
  // A stack that cannot move that many stones is not offered.
  await page.keyboard.down("6");
  await until("nothing to move", async () => (await cells(page, STARTS).count()) === 0);
  await page.keyboard.up("6");
  await cells(page, /^a3, black stack of 5, can move/).waitFor();
  await page.mouse.move(...await middle(page, /^a3,/));
  await page.keyboard.down("2");
  await page.mouse.down();
  await page.mouse.move(...await middle(page, /^c3,/), { steps: 4 });
  // What stays behind is seen while the others are dragged; two stones go two cells and no farther.
  await cells(page, /^a3, black stack of 3/).waitFor();
  assert.match(await cells(page, /^c3,/).getAttribute("aria-label"), TARGETS);
  assert.doesNotMatch(await cells(page, /^d3,/).getAttribute("aria-label"), TARGETS);
  await picture(page, "play-combo-split");
  await page.mouse.up();
  await page.keyboard.up("2");
  await moves(page).getByRole("button", { name: /a3-c3 ×2/ }).waitFor();
  await cells(page, /^a3, black stack of 3/).waitFor();
  await cells(page, /^c3, black stack of 2/).waitFor();
}));

test("Combo: a stack is split without holding a key", () => here.watched(async (page) => {
  await page.goto(STACK);
  await cells(page, /^a3, black stack of 5, can move/).tap();
  for (let fewer = 0; fewer < 4; fewer++) await page.getByRole("button", { name: "One stone fewer" }).tap();
  await cells(page, /^b2, empty, can go here/).tap();
  await moves(page).getByRole("button", { name: /a3-b2 ×1/ }).waitFor();
  await cells(page, /^a3, black stack of 4/).waitFor();
}, PHONE));

/** Walks to a cell with the arrow keys, and presses Enter. */
async function walk(cell) {
  const page = cell.page();
  const wanted = await cell.evaluate((node) => [node.dataset.col, node.dataset.row].map(Number));
  // Where the focus is by now; not on the board if it was lost.
  const place = () => page.evaluate(() => {
    const { col, row } = document.activeElement.dataset;
    return col === undefined ? null : [col, row].map(Number);
  });
  for (let here = await place(); here?.join() !== wanted.join(); here = await place()) {
    assert.ok(here, `the focus is on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200))}`);
    const [right, down] = [wanted[0] - here[0], wanted[1] - here[1]];
    const key = right > 0 ? "ArrowRight" : right < 0 ? "ArrowLeft" : down > 0 ? "ArrowDown" : "ArrowUp";
    await page.keyboard.press(key);
  }
  await page.keyboard.press("Enter");
}

test("a whole game with the keyboard alone", () => here.watched(async (page) => {
  await page.goto("./play#rules=clobber&start=xoxo/oxox/xoxo&left=human&right=random.50");
  await settled(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^[a-d][1-3], /);
  await playOut(page, 6, walk);
}));

test("on a phone, by touch", () => here.watched(async (page) => {
  await page.goto("./play");
  await begin(page, { game: "clobber", width: 4, height: 3, bot: "random" });
  await playOut(page, 7, (cell) => cell.tap());
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.viewport.width, `the page is ${width} wide`);
  await picture(page, "play-phone");
}, PHONE));

test("values, hints, and the answer to a mistake", () => here.watched(async (page) => {
  const said = (id, text) => until(`${text} in ${id}`, async () => text.test(await page.locator(id).textContent()));
  await page.goto("./play#rules=nim&start=3+5+7&left=human&right=perfect.50");
  await settled(page);
  await page.getByRole("checkbox", { name: "Show values" }).check();
  await said("#worth", /∗ · Left to move, won by Left/);
  await page.getByRole("button", { name: "Hint" }).click();
  await said("#hint", /^(?:3>2|5>4|7>6) wins\.$/);
  await picture(page, "play-values");
  // Nim-values: 0, 5 and 7 are not balanced, and 5 and 5 are.
  await page.getByRole("button", { name: /heap 1, stone 1 of 3/ }).click();
  await said("#worth", /3>0 gave the win away: 7>5 wins/);
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await said("#hint", /7>5 answers 3>0 and wins/);
  await page.getByRole("button", { name: /heap 2, stone 6 of 7, the answer/ }).waitFor();
  await page.getByRole("button", { name: "Back to the game" }).click();
  // The bot is perfect: who errs once has lost.
  const random = dice(11);
  while (!(await settled(page))) await move(page, random);
  assert.match(await status(page).textContent(), /^Right wins/);
  await page.getByRole("button", { name: "Review the game" }).click();
  const review = page.getByRole("region", { name: "Review" });
  await review.getByRole("button", { name: "the answer is 7>5" }).click();
  await said("#hint", /7>5 is the answer to 3>0/);
}));

test("a random sum of a wanted difficulty is played", () => here.watched(async (page) => {
  await page.goto("./play");
  await page.getByRole("button", { name: "New game…" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByRole("combobox", { name: "Game", exact: true }).selectOption("sum");
  assert.equal(await dialog.getByRole("textbox", { name: /^Position \d/ }).count(), 3);
  await dialog.getByRole("combobox", { name: "Difficulty" }).selectOption("easy");
  await dialog.getByRole("button", { name: "Random sum" }).click();
  await dialog.getByText(/^Left, who begins, can win: \d+ of \d+ moves\.$/).waitFor();
  await dialog.getByRole("button", { name: "Remove game 2" }).click();
  await dialog.getByRole("button", { name: "Add a game" }).click();
  await picture(page, "play-sum-setup");
  await dialog.getByRole("group", { name: "Right" }).getByRole("combobox", { name: "Player" }).selectOption("random");
  await dialog.getByRole("button", { name: "Begin" }).click();
  await dialog.waitFor({ state: "hidden" });
  // The game before is shown until the sum is there.
  await until("the sum", async () => (await page.locator("#game-title").textContent()) === "Sum of games");
  await picture(page, "play-sum");
  const random = dice(12);
  let devices = 0;
  while (!(await settled(page))) await move(page, random, DEVICES[devices++ % DEVICES.length]);
  assert.match((await played(page))[0], /Left [AB]: /);
}, { hasTouch: true }));

test("records are opened: of this page, and of other programs", () => here.watched(async (page) => {
  await page.goto("./play");
  await settled(page);
  const open = async (name, text) => {
    await page.locator("#record-file").setInputFiles({ name, mimeType: "application/jsonl", buffer: Buffer.from(text) });
  };
  const done = (text) => until(String(text), async () => text.test(await page.locator("#done").textContent()));
  const game = { rules: "clobber", start: "xoxo", moves: ["c1-d1", "b1-a1"], winner: "right", reason: "no moves" };
  const other = { rules: "kayles", start: "3", first: "right", moves: ["3>1+1"], left: "uct", right: "somebody" };
  await open("games.jsonl", `${JSON.stringify(game)}\n\n${JSON.stringify(other)}\n`);
  await done(/2 games were opened/);
  await until("the start", async () => (await status(page).textContent()) === "The start, before 2 moves.");
  assert.equal(await moves(page).count(), 2);
  await page.getByRole("combobox", { name: "Games of the record" }).selectOption("1");
  await until("the other game", async () => (await page.locator("#game-title").textContent()) === "Kayles");
  assert.match(await page.locator("#player-left").textContent(), /\(uct\)|uct/i);
  await open("bad.jsonl", "{\"rules\":\"chess\"}");
  await done(/bad\.jsonl: Line 1: matches of "chess" are not played on this page\./);
  await open("worse.jsonl", "xo");
  await done(/Line 1: this is not a game/);
  // An illegal move is named, and the start is shown all the same.
  await open("illegal.jsonl", JSON.stringify({ ...game, moves: ["a1-c1"] }));
  await until("the reason", async () => /illegal move a1-c1/.test(await page.getByRole("alert").textContent()));
}, { expected: /status of 4\d\d/ }));

/** The moves of the list. */
function played(page) {
  return moves(page).allTextContents();
}

test("a reload, the back button and taking back", () => here.watched(async (page) => {
  await page.goto("./play#rules=clobber&size=6x6&left=human&right=random.50");
  const random = dice(8);
  for (let ply = 0; ply < 2; ply++) {
    await settled(page);
    await move(page, random);
  }
  await settled(page);
  const before = await played(page);
  assert.equal(before.length, 4);
  // The address holds the game a moment later: browsers bound how often it may change.
  await until("the link", () => page.url().split("_").length === 4);
  await page.reload();
  await settled(page);
  assert.deepEqual(await played(page), before);
  // To look back is a step of the browser.
  await moves(page).first().getByRole("button").click();
  await until("the past", async () => /^After move 1 of 4/.test(await status(page).textContent()));
  await page.goBack();
  await until("the game", async () => OURS.test(await status(page).textContent()));
  assert.deepEqual(await played(page), before);
  await page.getByRole("button", { name: "Take back" }).click();
  await until("two moves fewer", async () => (await moves(page).count()) === 2);
  assert.deepEqual(await played(page), before.slice(0, 2));
}));

test("two tabs at once", () => here.watched(async (one, context) => {
  const two = await context.newPage();
  await one.goto("./play#rules=clobber&size=4x4&left=human&right=random.50");
  await two.goto("./play#rules=combo&size=4x4&left=human&right=random.50");
  const random = dice(9);
  for (let turn = 0; turn < 2; turn++) {
    for (const page of [one, two]) {
      if (!(await settled(page))) await move(page, random);
    }
  }
  await Promise.all([settled(one), settled(two)]);
  assert.match((await played(one))[0], /Black [a-d]\d-[a-d]\d/);
  assert.match((await played(two))[0], /Black [a-d]\d-[a-d]\d ×\d/);
}));

for (const [link, reason] of [
  ["rules=chess", /Unknown ruleset "chess"/],
  ["rules=clobber&size=99x99", /clobber has no usual start position on 99x99/i],
]) {
  test(`a link that does not work says why: ${link}`, () => here.watched(async (page) => {
    await page.goto(`./play#${link}`);
    const alert = page.getByRole("alert");
    await until("the reason", async () => reason.test(await alert.textContent()));
    await until("a game", async () => OURS.test(await status(page).textContent()));
    assert.match(await alert.textContent(), /usual game of Clobber is shown instead/);
    assert.ok(await alert.isVisible());
  }, { expected: /status of 4\d\d/ }));
}

test("games, bots and moves have names for people, in one notation", () => here.watched(async (page) => {
  await page.goto("./play#rules=konane-artemis&size=6x6&left=human&right=strong.50");
  await cells(page, /^a1, black stone, can be removed/).click();
  // The address and records keep the notation of the protocol.
  await moves(page).getByRole("button", { name: /Black a1$/ }).waitFor();
  await until("the link", () => decodeURIComponent(page.url()).includes("moves=[0:0]"));
  assert.equal(await page.getByRole("heading", { level: 2 }).first().textContent(), "Konane, opening in a corner or the centre");
  assert.match(await page.locator("#player-right").textContent(), /Strong, 50 ms a move/);
  await page.getByRole("button", { name: "New game…" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  const texts = async (select) => (await select.locator("option").allTextContents()).map((text) => text.trim());
  const games = await texts(dialog.getByRole("combobox", { name: "Game" }));
  assert.ok(games.includes("Anti-Clobber") && games.includes("Toads and Frogs"), games.join());
  await dialog.getByRole("combobox", { name: "Game" }).selectOption("clobber");
  const player = dialog.getByRole("group", { name: "White" }).getByRole("combobox", { name: "Player" });
  assert.deepEqual(await texts(player), ["Human", "Random moves (random)", "Easy (uct)", "Medium (alpha-beta)", "Strong"]);
  // Kayles has a row of pins, and no height.
  await dialog.getByRole("combobox", { name: "Game" }).selectOption("kayles");
  await dialog.getByRole("spinbutton", { name: "Pins" }).waitFor();
  assert.equal(await dialog.getByRole("spinbutton", { name: "Height" }).count(), 0);
}));

test("how a game is played is shown with pictures, also while a new one is agreed on", () => here.watched(async (page) => {
  await page.goto("./play#rules=combo&size=4x4&left=human&right=human");
  await page.getByRole("button", { name: "How to play" }).click();
  const rules = page.getByRole("dialog", { name: "How to play Combo" });
  assert.equal(await rules.getByRole("figure").count(), 2);
  assert.match(await rules.textContent(), /Black plays a1-c1 ×2/);
  await rules.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "New game…" }).click();
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.getByRole("combobox", { name: "Game" }).selectOption("anti-clobber");
  await dialog.getByRole("button", { name: "How to play" }).click();
  await page.getByRole("dialog", { name: "How to play Anti-Clobber" }).getByRole("figure").waitFor();
}));

test("hints are for the game and for the device", async () => {
  const hint = async (link, options, expected) => here.watched(async (page) => {
    await page.goto(`./play#${link}&left=human&right=human`);
    await until("a hint", async () => expected.test(await page.locator("#hint").textContent()));
  }, options);
  await hint("rules=clobber&size=4x4", {}, /^Drag a stone, or click it/);
  await hint("rules=clobber&size=4x4", PHONE, /^Tap a stone, then where it goes/);
  await hint("rules=toads-and-frogs&start=tt.ff", {}, /^Drag a toad/);
  await hint("rules=toads-and-frogs&start=tt.ff&first=right", {}, /^Drag a frog/);
  await hint("rules=amazons&start=x..o/....", PHONE, /^Tap an amazon/);
  await hint("rules=domineering&size=4x4", PHONE, /^Tap the two cells of a domino/);
  await hint("rules=nogo&size=4x4", {}, /^Click the cell of a stone, or use the arrow keys/);
  await hint("rules=toppling-dominoes&start=lrl", PHONE, /^Tap the domino to topple\./);
  await hint("rules=konane-artemis&size=6x6", {}, /^Click one of the marked stones to remove it/);
});

test("black stones are seen in the dark", () => here.watched(async (page) => {
  await page.goto("./play");
  const dot = page.locator("#player-left .dot");
  await dot.waitFor();
  const ground = await dot.evaluate((node) => getComputedStyle(node).backgroundImage);
  assert.match(ground, /rgb\(217, 191, 146\)/, "a stone lies on a piece of the board");
}, { colorScheme: "dark" }));
