// What those need who cannot see well or at all: no violations that axe-core finds, in light and dark.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHONE, SITE, picture, site, violations } from "./site.js";

const here = site();

async function explorer(page) {
  await page.goto("./#rules=clobber&position=xox.xo/ox..ox&mode=moves&line=g%20:=%20{1|*}%20%2B%20^");
  await page.getByRole("button", { name: /^Edit / }).waitFor();
  await page.getByRole("region", { name: "Left" }).getByRole("button").first().waitFor();
}

async function graph(page) {
  await page.goto("./#rules=hackenbush&position=n=4%200-1:b%201-2:r%201-3:g%201-1:r&mode=moves");
  await page.getByRole("region", { name: "Left" }).getByRole("button").first().waitFor();
}

async function game(page) {
  await page.goto("./play#rules=clobber&start=xox/oxo&left=human&right=random.50");
  await page.getByRole("gridcell", { name: /can move/ }).first().click();
}

async function gameOfCombo(page) {
  await page.goto("./play#rules=combo&start=b3,.,w1/.,w2,.&left=human&right=human");
  await page.getByRole("gridcell", { name: /can move/ }).first().click();
}

async function help(page) {
  await page.goto("./help");
  await page.getByText("G.Temperature", { exact: true }).waitFor();
}

async function results(page) {
  await page.goto("./results/");
  const details = page.locator("details").first();
  await details.locator("summary").click();
  await details.locator("code").first().waitFor();
}

const CHAPTERS = [
  "games", "outcomes", "numbers", "nimbers", "ups", "hot", "weights", "simplify", "components", "sums", "misere", "loopy", "rulesets",
  "computing", "own",
];

/** Opens a chapter of the course, with all its live parts. */
const chapter = (name) => async (page) => {
  await page.goto(`./learn/${name}/`);
  await page.getByRole("heading", { name: /^Exercise 3/ }).waitFor();
  await page.waitForLoadState("networkidle");
};

async function anExplanation(page) {
  await page.goto("./#rules=clobber&position=xox/ox.");
  await page.getByRole("button", { name: "Symbols" }).click();
  await page.getByRole("group", { name: "Explanation" }).getByText("Source:").first().waitFor();
}

/** Opens the dialog of a button. */
const dialog = (path, name) => async (page) => {
  await page.goto(path);
  await page.getByRole("button", { name }).click();
  await page.getByRole("dialog").waitFor();
};

/** A puzzle whose answer is a move, or with choices. */
const puzzle = (number) => async (page) => {
  await page.goto(`./puzzles/#${number}`);
  await page.getByRole("heading", { name: /^Puzzle \d/ }).waitFor();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await page.getByText(/^The answer/).waitFor();
};

const VIEWS = {
  explorer,
  "a graph": graph,
  game,
  "a game of Combo": gameOfCombo,
  "a new game": dialog("./play", "New game"),
  help,
  results,
  "the first page": (page) => page.goto("./welcome/").then(() => page.getByText("Your move: you are Left.").waitFor()),
  "a puzzle": puzzle(1),
  "a puzzle with choices": puzzle(8),
  "the course": (page) => page.goto("./learn/"),
  ...Object.fromEntries(CHAPTERS.map((name) => [`the chapter ${name}`, chapter(name)])),
  "a sheet of exercises": (page) => page.goto("./learn/sheet/#title=Week%201&exercises=numbers.column,games.first-win").then(() => page.getByText("0 of 2 solved").waitFor()),
  "a form for sheets": (page) => page.goto("./learn/sheet/").then(() => page.getByText("10 exercises").first().waitFor()),
  "a chapter in German": (page) => page.goto("./de/learn/nimbers/").then(() => page.getByRole("heading", { name: /^Aufgabe 10/ }).waitFor()),
  "an explanation": anExplanation,
  "how to play": dialog("./#rules=konane&position=xo.", "How to play"),
  "a whole value": dialog("./#rules=clobber&position=xoxoxoxoxoxoxoxoxoxo", "With names for its parts"),
};

// Each view is seen in light on a desk and in dark on a phone. The chapters consist of the same parts, and without a server the
// pages are the same: each is seen in one of these ways.
const WAYS = [["light", "desk", {}], ["dark", "phone", PHONE]];
for (const [index, [name, open]] of Object.entries(VIEWS).entries()) {
  const isOne = SITE || name.startsWith("the chapter");
  for (const [colorScheme, kind, options] of isOne ? [WAYS[index % 2]] : WAYS) {
    test(`${name}, ${colorScheme}, ${kind}`, () => here.watched(async (page) => {
      await open(page);
      await picture(page, `${name.replaceAll(" ", "-")}-${colorScheme}-${kind}`);
      assert.deepEqual(await violations(page), []);
      const { width } = page.viewportSize();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, "it is too wide");
    }, { colorScheme, reducedMotion: "reduce", ...options }));
  }
}

test("what is not there is said so", { skip: SITE && "that is the business of the host" }, () => here.watched(async (page) => {
  const response = await page.goto("./nothing");
  assert.equal(response.status(), 404);
  assert.deepEqual(await violations(page), []);
}, { expected: /status of 404/ }));

test("on a phone, the cells of boards with eight columns are 40 pixels wide, and who wins is on the first screen", () => here.watched(async (page) => {
  const widths = async () => {
    const boxes = await page.getByRole("gridcell").evaluateAll((nodes) => nodes.map((node) => node.querySelector(".ground").getBoundingClientRect().width));
    return Math.min(...boxes);
  };
  await page.goto("./#rules=clobber&position=xoxoxoxo/oxoxoxox");
  const verdict = page.getByText("The first player wins", { exact: true });
  await verdict.waitFor();
  assert.ok((await widths()) >= 40, `${await widths()}`);
  const { y, height } = await verdict.boundingBox();
  assert.ok(y + height <= PHONE.viewport.height, `${y} + ${height}`);
  await page.goto("./play/#rules=clobber&size=8x8&left=human&right=human");
  await page.getByRole("gridcell").first().waitFor();
  assert.ok((await widths()) >= 40, `${await widths()}`);
}, PHONE));
