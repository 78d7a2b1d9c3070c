// How fast the pages are: medians are printed, and only absurd ones are failures, since machines differ.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dice, median, site } from "./site.js";

const here = site();

const SAMPLES = 11;
/** What is wanted, and what is a failure, in milliseconds. */
const FIRST_PAINT = { wanted: 300, absurd: 5000 };
const CLICK_TO_NUMBER = { wanted: 100, absurd: 3000 };

function report(context, what, times, { wanted, absurd }) {
  const middle = median(times);
  const range = [Math.min(...times), Math.max(...times)].map((time) => time.toFixed(0)).join(" to ");
  context.diagnostic(`${what}: median ${middle.toFixed(0)} ms (${range}), wanted ${wanted} ms`);
  assert.ok(middle < absurd, `${what}: ${middle} ms`);
}

for (const path of ["./", "./play"]) {
  test(`first paint of ${path}`, async (context) => {
    const times = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      // Each time with nothing in the browser's cache.
      await here.watched(async (page) => {
        await page.goto(path);
        times.push(await page.evaluate(() => new Promise((resolve) => {
          const observer = new PerformanceObserver((list) => {
            const paint = list.getEntriesByName("first-contentful-paint")[0];
            if (paint) resolve(paint.startTime);
          });
          observer.observe({ type: "paint", buffered: true });
        })));
      });
    }
    report(context, `first paint of ${path}`, times, FIRST_PAINT);
  });
}

/** The value of a position of Clobber. */
async function valueOf(position) {
  const { value } = await here.ask("value", { position });
  return value;
}

test("from a click to the number", async (context) => {
  const random = dice(7);
  const times = [];
  await here.watched(async (page) => {
    while (times.length < SAMPLES) {
      const cells = Array.from({ length: 15 }, () => "xo."[random(3)]);
      cells[0] = ".";
      const text = () => [0, 1, 2].map((row) => cells.slice(5 * row, 5 * row + 5).join("")).join("/");
      const before = text();
      cells[0] = "x";
      const after = text();
      const [old, wanted] = [await valueOf(before), await valueOf(after)];
      // A number that stays the same cannot be seen to come.
      if (old === wanted) continue;
      await page.goto("about:blank");
      await page.goto(`./#rules=clobber&position=${before}`);
      await page.getByRole("button", { name: "Paint: Left", exact: true }).click();
      const region = page.getByRole("region", { name: "Value", exact: true });
      await region.getByRole("math").first().waitFor();
      const shown = await region.getByRole("math").first().getAttribute("aria-label");
      await page.evaluate((shown) => {
        globalThis.measured = new Promise((resolve) => {
          let begin;
          addEventListener("pointerdown", () => { begin = performance.now(); }, { capture: true, once: true });
          const region = document.querySelector("[aria-labelledby=value-title]");
          const look = () => {
            const now = region.querySelector("[role=math]")?.getAttribute("aria-label");
            // Until the picture is on the screen.
            if (now && now !== shown) requestAnimationFrame(() => resolve(performance.now() - begin));
          };
          new MutationObserver(look).observe(region, { subtree: true, childList: true, attributes: true });
        });
      }, shown);
      await page.getByRole("gridcell", { name: /^a3,/ }).click();
      times.push(await page.evaluate(() => globalThis.measured));
    }
  });
  report(context, "from a click to the number of a 3x5 position", times, CLICK_TO_NUMBER);
});
