// The course: its boards, its games against the bot, and its exercises. That its texts and answers are right is tested
// without a browser, in tests/it/learn.rs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { SAME, site, until } from "./site.js";

const here = site();

const group = (page, name) => page.getByRole("group", { name, exact: true });
const cell = (place, name) => place.getByRole("gridcell", { name: new RegExp(`^${name},`) });
const exercise = (page, number) => page.getByRole("region", { name: `Exercise ${number}`, exact: true });
const status = (place) => place.getByRole("status").first();

/** Moves a stone by two clicks. */
async function move(place, from, to) {
  await cell(place, from).click();
  await cell(place, to).click();
}

test("the contents lead through all chapters", () => here.watched(async (page) => {
  await page.goto("./learn/");
  const titles = await page.getByRole("main").locator(".chapters a").allTextContents();
  assert.ok(titles.length >= 8);
  await page.getByRole("link", { name: titles[0] }).click();
  for (const [index, title] of titles.entries()) {
    await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
    const current = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Learn" });
    assert.equal(await current.getAttribute("aria-current"), "true");
    // Every part has been filled when the last exercise has its title.
    await page.getByRole("heading", { name: /^Exercise 3/ }).waitFor();
    await page.waitForLoadState("networkidle");
    const next = page.getByRole("navigation", { name: "Chapters" }).getByRole("link", { name: /^Next:/ });
    assert.match(await next.textContent(), new RegExp(titles[index + 1] ?? "Contents"));
    await next.click();
  }
  await page.getByRole("heading", { level: 1, name: /^Learn/ }).waitFor();
}));

test("players take turns on a board, with the mouse and with keys", () => here.watched(async (page) => {
  await page.goto("./learn/games/");
  const board = group(page, "Clobber, Left begins");
  await until("Left's turn", async () => /Left is to move/.test(await status(board).textContent()));
  await move(board, "a2", "b2");
  await until("Right's turn", async () => /Left played a2-b2.*Right is to move/.test(await status(board).textContent()));
  // A black stone cannot move now; the second click picks up the white one, and Escape puts it back.
  await move(board, "c2", "c1");
  assert.match(await status(board).textContent(), /Right is to move/);
  await cell(board, "c1").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await until("Left's turn", async () => /Right played c1-c2.*Left is to move/.test(await status(board).textContent()));
  await board.getByRole("button", { name: "Undo" }).click();
  await until("Right's turn again", async () => /Right is to move/.test(await status(board).textContent()));
  await board.getByRole("button", { name: "Start again" }).click();
  await until("the start", async () => /^Left is to move/.test(await status(board).textContent()));
}));

test("facts follow a drawing", () => here.watched(async (page) => {
  await page.goto("./learn/outcomes/");
  const board = group(page, "A board to draw on");
  const fact = board.getByRole("definition").first();
  await until("the outcome", async () => /Left wins/.test(await fact.textContent()));
  await board.getByRole("button", { name: "Clear" }).click();
  await until("the empty board", async () => /the second player wins/.test(await fact.textContent()));
}));

test("the bot wins what it can, and no more", () => here.watched(async (page) => {
  await page.goto("./learn/outcomes/");
  const sum = group(page, "A sum of two rows");
  const said = status(sum);
  await until("the turn", async () => /Your move/.test(await said.textContent()));
  // Up and star: the first player wins by taking the star.
  await sum.getByRole("checkbox", { name: "Show values" }).check();
  await until("the values", async () => (await sum.getByRole("math").count()) === 2);
  const second = sum.getByRole("grid", { name: "Part B" });
  await move(second, "a1", "b1");
  await until("the bot's move", async () => /The bot played c1-b1 in part A/.test(await said.textContent()));
  await move(sum.getByRole("grid", { name: "Part A" }), "a1", "b1");
  await until("the end", async () => /you win/.test(await said.textContent()));
  await sum.getByRole("button", { name: "New game: the bot starts" }).click();
  await until("the bot's first move", async () => /The bot played .* Your move/.test(await said.textContent()));
  await move(second, "a1", "b1");
  await until("the end", async () => /the bot wins|Your move/.test(await said.textContent()));
}));

test("Nim is played with heaps", () => here.watched(async (page) => {
  await page.goto("./learn/nimbers/");
  const nim = group(page, "Nim with heaps of 1, 2 and 3");
  await until("the bot's move", async () => /The bot moved part . to .* Your move/.test(await status(nim).textContent()));
  await nim.getByRole("button", { name: /^leave/ }).first().click();
  await until("the bot's answer", async () => /Your move|wins|win\./.test(await status(nim).textContent()));
}));

test("a thermograph follows the sliders, and a tax", () => here.watched(async (page) => {
  await page.goto("./learn/hot/");
  const graph = group(page, "The thermograph of a switch");
  await graph.getByRole("img").waitFor();
  const before = await graph.getByRole("img").getAttribute("alt");
  await graph.getByRole("slider").first().fill("16");
  await until("another picture", async () => (await graph.getByRole("img").getAttribute("alt")) !== before);
  const cooled = group(page, "A game and its cooled versions");
  await cooled.getByRole("slider").fill("4");
  await until("the cooled game", async () => /Cooled by 1: /.test(await cooled.textContent()));
  await cooled.getByRole("textbox").fill("{1|");
  await until("the error", async () => /offset/.test(await cooled.getByRole("status").last().textContent()));
}, { expected: /status of 4/ }));

test("a game is simplified step by step", () => here.watched(async (page) => {
  await page.goto("./learn/simplify/");
  const game = group(page, "A game of your own");
  await game.getByRole("textbox").fill("{0,^|*}");
  await game.getByRole("button", { name: "Explain" }).click();
  await until("the steps", async () => /dominated by ↑.*canonical form/.test(await game.getByRole("status").textContent()));
}));

test("every kind of exercise is checked, and progress is kept", () => here.watched(async (page) => {
  await page.goto("./learn/games/");
  // A choice: one wrong, then the right one.
  const choice = exercise(page, 1);
  const says = async (place, pattern) => until(String(pattern), async () => pattern.test(await place.locator(".exercise-status").textContent()));
  await choice.getByRole("button", { name: "Check" }).click();
  await says(choice, /Choose an answer/);
  await choice.getByRole("radio").first().check();
  await choice.getByRole("button", { name: "Check" }).click();
  await says(choice, /Not yet/);
  await choice.getByRole("radio").nth(1).check();
  await choice.getByRole("button", { name: "Check" }).click();
  await says(choice, /Correct/);
  // A value, in any notation.
  const value = exercise(page, 2);
  for (const [text, verdict] of [["1", /too great/], ["{0|", /offset/], ["{0|0}", /Correct/]]) {
    await value.getByRole("textbox").fill(text);
    await value.getByRole("textbox").press("Enter");
    await says(value, verdict);
  }
  // A move: the wrong one, then the right one.
  const moves = exercise(page, 3);
  await move(moves, "c1", "d1");
  await says(moves, /c1-d1 loses: the answer is b1-a1/);
  await moves.getByRole("button", { name: "Start again" }).click();
  await until("the start", async () => (await moves.getByRole("gridcell", { name: /^c1, Left stone/ }).count()) === 1);
  await move(moves, "c1", "b1");
  await says(moves, /Correct/);
  await moves.getByText("Solution").click();
  await moves.getByText(/nobody can/).waitFor();
  // An outcome.
  await page.goto("./learn/outcomes/");
  const outcome = exercise(page, 1);
  await outcome.getByRole("radio", { name: /^Right wins/ }).check();
  await outcome.getByRole("button", { name: "Check" }).click();
  await says(outcome, /Correct/);
  // A drawing.
  const drawing = exercise(page, 5);
  await drawing.getByRole("button", { name: "Check" }).click();
  await says(drawing, /its value is/);
  // The board has xo at the top left; xxo and xo are wanted.
  for (const [name, key] of [["b3", "x"], ["c3", "o"], ["a1", "x"], ["b1", "o"]]) {
    await cell(drawing, name).focus();
    await page.keyboard.press(key);
  }
  await drawing.getByRole("button", { name: "Check" }).click();
  await says(drawing, /Correct/);
  await page.reload();
  await exercise(page, 5).getByText("✓ solved").waitFor();
  await page.goto("./learn/");
  await page.getByText("✓ 3 of 3 exercises solved").waitFor();
  await page.getByText("2 of 5 exercises solved").waitFor();
  await page.getByRole("button", { name: "Forget my progress" }).click();
  assert.equal(await page.getByText("exercises solved").count(), 0);
}, { expected: /status of 4/ }));

/** The operations that give the facts of exercises. */
const OPERATIONS = { mean: "Mean", temperature: "Temperature", left_stop: "LeftStop", atomic_weight: "AtomicWeight" };

test("the question of an exercise is not its answer, and the value is", { skip: SAME }, () => here.watched(async (page) => {
  await page.goto("./learn/");
  const chapters = await page.locator(".chapters a").evaluateAll((links) => links.map(({ href }) => href));
  let count = 0;
  for (const chapter of chapters) {
    await page.goto(chapter);
    await page.getByRole("heading", { name: /^Exercise 3/ }).waitFor();
    for (const place of await page.locator(".exercise[data-kind=value]").all()) {
      const { of, fact } = await place.evaluate(({ dataset }) => ({ ...dataset }));
      if (of.includes(":")) continue;
      const operation = fact ? `.${OPERATIONS[fact]}` : "";
      const question = operation ? `(${of})${operation}` : of;
      const says = async (text, verdict) => {
        await place.getByRole("textbox").fill(text);
        await place.getByRole("button", { name: "Check" }).click();
        await until(`${text}: ${verdict}`, async () => verdict.test(await place.locator(".exercise-status").textContent()));
      };
      await says(question, /^That is right, but not worked out/);
      const { value, result } = await here.ask("game", { expression: question });
      await says(value ?? result, /^Correct/);
      count += 1;
    }
  }
  assert.ok(count > 10, `${count} exercises`);
}));

test("signs of books are read in exercises, and a cleared board is not a drawing", () => here.watched(async (page) => {
  await page.goto("./learn/components/");
  const value = exercise(page, 2);
  await value.getByRole("textbox").fill("↑∗");
  await value.getByRole("button", { name: "Check" }).click();
  await until("the verdict", async () => /^Correct/.test(await value.locator(".exercise-status").textContent()));
  const drawing = exercise(page, 4);
  await drawing.getByRole("button", { name: "Clear" }).click();
  await drawing.getByRole("button", { name: "Check" }).click();
  await until("the verdict", async () => /keep the stones/.test(await drawing.locator(".exercise-status").textContent()));
}));
