// Values in WebAssembly beside the native program, whose time includes its start: node test/speed.js DICOT

import { execFileSync } from "node:child_process";

import { Dicot } from "dicot";

const [program] = process.argv.slice(2);
const POSITIONS = ["xoxo/oxox/xoxo/oxox", "xoxoxo/oxoxox/xoxoxo", "xoxox/oxoxo/xoxox", "xo".repeat(14)];
const SAMPLES = 5;

/** The median time of an action, in milliseconds. */
function time(act) {
  const times = Array.from({ length: SAMPLES }, () => {
    const begun = performance.now();
    act();
    return performance.now() - begun;
  });
  return times.toSorted((a, b) => a - b)[SAMPLES >> 1];
}

const dicot = await Dicot.load();
for (const position of POSITIONS) {
  const native = time(() => execFileSync(program, ["value", "--time", "60s", position], { stdio: "ignore" }));
  const wasm = time(() => {
    dicot.answer("value", { position, seconds: 60, max_value: 100 });
    dicot.end("");
  });
  console.log(`${position}: native ${native.toFixed()} ms, WebAssembly ${wasm.toFixed()} ms, ${(wasm / native).toFixed(2)} times`);
}
