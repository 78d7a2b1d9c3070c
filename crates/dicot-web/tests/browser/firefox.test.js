// The main functions of the pages in Firefox. With FIREFOX the other files run in it too, except for what playwright-core does not
// support there: touch, downloads, reading the clipboard, filling number fields, reduced motion and dark colours.

import assert from "node:assert/strict";
import { test } from "node:test";

import { FIREFOX, dice, site, until } from "./site.js";

const here = site();
const skip = !FIREFOX && "FIREFOX is not set";

/** The size of a phone. The scroll bar takes some of the width. */
const NARROW = { viewport: { width: 360, height: 740 } };

const cell = (place, name) => place.getByRole("gridcell", { name: new RegExp(`^${name},`) });
const says = (place, text) => until(`${text}`, async () => text.test(await place.innerText()));

test("every page fits on a phone", { skip }, () => here.watched(async (page) => {
  for (const path of ["./", "./welcome/", "./play/", "./learn/", "./learn/hot/", "./puzzles/", "./results/", "./help/"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    const [content, room] = await page.evaluate(({ scrollWidth, clientWidth } = document.documentElement) => [scrollWidth, clientWidth]);
    assert.ok(content <= room, `${path}: ${content} of ${room} pixels`);
  }
}, NARROW));

test("the value of a drawing, and of a line of the worksheet", { skip }, () => here.watched(async (page) => {
  await page.goto("./#rules=clobber&position=xx.");
  await page.getByRole("button", { name: "Paint: Right", exact: true }).click();
  await cell(page, "c1").click();
  const value = page.getByRole("region", { name: "Value", exact: true }).getByRole("math").first();
  await until("the value", async () => (await value.count()) === 1 && (await value.getAttribute("aria-label")) === "up");
  await page.getByRole("button", { name: "Add to the worksheet" }).click();
  const sheet = page.getByRole("region", { name: "Worksheet" });
  await sheet.getByRole("textbox", { name: "Expression" }).fill("A + ^");
  await sheet.getByRole("textbox", { name: "Expression" }).press("Enter");
  await until("two lines", async () => (await sheet.getByRole("article").count()) === 2);
  await says(sheet.getByRole("article").nth(1), /⇑[^]*Left wins, whoever starts/);
}));

test("a wide board scrolls", { skip }, () => here.watched(async (page) => {
  await page.goto(`./#rules=domineering&position=${".".repeat(20)}`);
  await cell(page, "a1").hover();
  await page.mouse.wheel(2000, 0);
  await until("the last column", async () => {
    const [board, last] = await Promise.all([page.locator("#board"), cell(page, "t1")].map((place) => place.boundingBox()));
    return last.x + last.width <= board.x + board.width;
  });
}, NARROW));

test("games are played to their ends by pointing at the picture", { skip }, () => here.watched(async (page) => {
  const offered = page.locator('#board .cell[aria-label*=", can "]');
  const board = () => page.locator("#board").innerHTML();
  const isOver = async () => /wins:/.test(await page.locator("#status").innerText());
  const random = dice(1);
  for (const game of ["clobber&size=3x3", "hackenbush", "cutcake&size=2x3", "amazons&start=x.o/...", "sum"]) {
    await page.goto("about:blank");
    await page.goto(`./play/#rules=${game}&left=human&right=human`);
    for (;;) {
      await until(`a choice in ${game}, or its end`, async () => (await offered.count()) > 0 || isOver());
      if (await isOver()) break;
      const before = await board();
      await offered.nth(random(await offered.count())).click({ force: true });
      await until(`an answer to a click in ${game}`, async () => (await board()) !== before);
    }
  }
}));

test("exercises are checked", { skip }, () => here.watched(async (page) => {
  await page.goto("./learn/games/");
  const exercise = (number) => page.getByRole("region", { name: `Exercise ${number}`, exact: true });
  await exercise(2).getByRole("textbox").fill("{0|0}");
  await exercise(2).getByRole("textbox").press("Enter");
  await says(exercise(2), /Correct/);
  const move = page.locator("#first-win");
  for (const name of ["c1", "b1"]) await cell(move, name).click();
  await says(move, /Correct/);
}));
