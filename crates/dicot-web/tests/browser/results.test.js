// The page of results: what it says is computed again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { site } from "./site.js";

const here = site();

/** The position of a link to the explorer. */
const positionOf = (url) => new URLSearchParams(new URL(url).hash.slice(1)).get("position");

test("outcomes and values are those that dicot finds", () => here.watched(async (page) => {
  await page.goto("./results/");
  const links = await page.locator("a[data-outcome], a[data-value]").evaluateAll((nodes) => (
    nodes.map(({ href, dataset, textContent }) => ({ href, ...dataset, text: textContent }))
  ));
  assert.ok(links.length >= 30);
  for (const { href, outcome, value, text } of links) {
    const position = positionOf(href);
    if (value !== undefined) {
      assert.equal((await here.ask("value", { position })).value, value, position);
    } else {
      assert.equal(text, outcome);
      assert.equal((await here.ask("solve", { sum: position, seconds: 60 })).outcome, outcome, position);
    }
  }
}));

test("rows of up to 40 stones are as the page says", async () => {
  for (let stones = 2; stones <= 40; stones++) {
    const { outcome } = await here.ask("solve", { sum: "xo".repeat(20).slice(0, stones) });
    const isRight = stones % 2 === 1 && stones >= 5 && stones !== 9;
    assert.equal(outcome, stones === 6 ? "P" : isRight ? "R" : "N", `${stones}`);
  }
});
