// The puzzles. That their answers are the only ones is tested without a browser, by `dicot puzzles --check`.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { SAME, site, until } from "./site.js";

const here = site();
const file = new URL("../../../dicot-pages/assets/puzzles.txt", import.meta.url);
const PUZZLES = (await readFile(file, "utf8")).trimEnd().split("\n").map((line, index) => {
  const [, kind, answer, ...positions] = line.split("\t");
  return { number: index + 1, kind, answer, positions };
});

const CHOICES = {
  winner: { L: "Left wins, whoever starts", R: "Right wins, whoever starts", N: "The first player wins", P: "The second player wins" },
  compare: { ">": "A is greater", "<": "B is greater", "=": "They are equal", "|": "They are confused" },
  hottest: { 1: "A", 2: "B", 3: "C" },
};

const verdict = (page) => page.locator("#verdict");
const open = (page, { number }) => page.goto(`./puzzles/#${number}`);
const isRight = (page) => until("a right answer", async () => (await verdict(page).getAttribute("class")) === "good");

/** Chooses an answer of a puzzle with choices. */
const choose = (page, kind, answer) => page.getByRole("button", { name: CHOICES[kind][answer], exact: true }).click();

for (const kind of Object.keys(CHOICES)) {
  test(`an answer is chosen: ${kind}`, () => here.watched(async (page) => {
    const puzzle = PUZZLES.find((known) => known.kind === kind);
    await open(page, puzzle);
    const wrong = Object.keys(CHOICES[kind]).find((answer) => answer !== puzzle.answer);
    await choose(page, kind, wrong);
    assert.match(await verdict(page).textContent(), /^Not so/);
    await choose(page, kind, puzzle.answer);
    await isRight(page);
    await page.getByText(`1 of ${PUZZLES.length} solved`).waitFor();
    await page.getByRole("button", { name: "Share" }).click();
    await until("a row of tries", async () => (await verdict(page).textContent()).includes("🟥🟩"));
  }));
}

test("a move is found, and a wrong one is answered on the board", () => here.watched(async (page) => {
  const puzzle = PUZZLES.find(({ kind, positions: [position] }) => kind.startsWith("move") && /^clobber:[^+]*$/.test(position));
  await open(page, puzzle);
  const cell = (name) => page.getByRole("gridcell", { name: new RegExp(`^${name},`) });
  const [from, to] = puzzle.answer.split("-");
  await page.getByRole("gridcell", { name: /can move/ }).first().waitFor();
  const moves = [];
  for (const first of await page.getByRole("gridcell", { name: /can move/ }).all()) {
    const name = (await first.getAttribute("aria-label")).split(",")[0];
    await first.click();
    for (const next of await page.getByRole("gridcell", { name: /can go here/ }).all()) {
      moves.push([name, (await next.getAttribute("aria-label")).split(",")[0]]);
    }
    await page.keyboard.press("Escape");
  }
  const [[wrong, there]] = moves.filter(([a, b]) => a !== from || b !== to);
  await cell(wrong).click();
  await cell(there).click();
  await until("the refutation", async () => /loses: .* answers it/.test(await verdict(page).textContent()));
  await page.getByRole("gridcell", { name: /the answer/ }).first().waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("gridcell", { name: /can move/ }).first().waitFor();
  await cell(from).focus();
  await page.keyboard.press("Enter");
  await cell(to).focus();
  await page.keyboard.press("Enter");
  await isRight(page);
}));

test("a cell is changed, and a second one is not", () => here.watched(async (page) => {
  const puzzle = PUZZLES.find(({ kind }) => kind === "zero");
  await open(page, puzzle);
  const [cell, letter] = puzzle.answer.split("=");
  const node = page.getByRole("gridcell", { name: new RegExp(`^${cell},`) });
  await node.focus();
  await page.keyboard.press(letter);
  await isRight(page);
}));

test("one a day, days in a row, and the answer of one that is given up", () => here.watched(async (page) => {
  const dayOf = (index) => new Date(Date.UTC(2026, 0, 5 + index, 12));
  const isChoice = ({ kind }) => kind in CHOICES;
  const first = PUZZLES.findIndex((puzzle, index) => isChoice(puzzle) && isChoice(PUZZLES[index + 1]));
  for (const index of [first, first + 1]) {
    await page.clock.setFixedTime(dayOf(index));
    await page.goto("about:blank");
    await page.goto("./puzzles/");
    await page.getByRole("heading", { name: /^Puzzle of/ }).waitFor();
    await choose(page, PUZZLES[index].kind, PUZZLES[index].answer);
    await isRight(page);
  }
  await page.getByText("2 of 504 solved, 2 days in a row.").waitFor();
  await page.getByRole("button", { name: "Another one" }).click();
  await page.getByRole("heading", { name: /^Puzzle \d+/ }).waitFor();
  await page.getByRole("button", { name: "Show the answer" }).click();
  await until("the answer", async () => (await verdict(page).textContent()).startsWith("The answer"));
  await page.getByText("2 of 504 solved").waitFor();
}));

test("what comes late is not shown with the next puzzle", { skip: SAME }, () => here.watched(async (page) => {
  const [first, second] = PUZZLES.filter(({ kind }) => kind.startsWith("move"));
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  let asked = 0;
  await page.route("**/api/value", async (route) => {
    if (asked++ === 0) await held;
    await route.continue();
  });
  await open(page, first);
  await page.getByRole("heading", { name: new RegExp(`^Puzzle (?:${first.number},|of)`) }).waitFor();
  await until("the first question", async () => asked === 1);
  await page.evaluate((hash) => { location.hash = hash; }, String(second.number));
  await page.locator("#puzzle-table svg.live .cell").first().waitFor();
  const board = await page.locator("#board").innerHTML();
  const late = page.waitForResponse("**/api/value");
  release();
  await late;
  await page.waitForLoadState("networkidle");
  assert.equal(await page.locator("#board").innerHTML(), board);
}));

test("the skip link keeps the puzzle, and damaged storage is left alone", () => here.watched(async (page) => {
  await page.addInitScript(() => localStorage.setItem("dicot-puzzles", '{"tries":{"3":5},"last":"x"}'));
  const { number } = PUZZLES.find(({ kind }) => kind === "compare");
  await page.goto(`./puzzles/#${number}`);
  const title = page.getByRole("heading", { name: new RegExp(`^Puzzle ${number},`) });
  await title.waitFor();
  await page.getByText("0 of 504 solved.").waitFor();
  await page.locator(".skip-link").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**#start");
  await title.waitFor();
}));

test("a list that cannot be loaded is said so", { skip: SAME }, () => here.watched(async (page) => {
  await page.route("**/puzzles.txt", (route) => route.abort());
  await page.goto("./puzzles/");
  await page.getByText("The puzzles cannot be shown: Their list cannot be loaded, reload the page.").waitFor();
}, { expected: /ERR_FAILED/ }));

test("every puzzle is shown", { skip: SAME }, () => here.watched(async (page) => {
  await page.goto("./puzzles/");
  for (const { number, kind, positions } of PUZZLES) {
    await page.evaluate((hash) => { location.hash = hash; }, String(number));
    await page.getByRole("heading", { name: new RegExp(`^Puzzle (?:${number},|of)`) }).waitFor();
    const place = kind.startsWith("move") ? "#puzzle-table svg.live .cell" : "#boards svg";
    await until(`puzzle ${number}`, async () => (await page.locator(place).count()) >= (kind.startsWith("move") ? 1 : positions.length));
    assert.equal(await verdict(page).textContent(), "", `puzzle ${number}`);
  }
}));
