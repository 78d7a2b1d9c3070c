// What TypeScript sees of the package: compiled, and never run.

import { Dicot, DicotError, type Requests } from "dicot";
import { Client } from "dicot/client";

const dicot: Dicot = await Dicot.load({ seconds: 10 });
const value: string | null | undefined = dicot.answer("value", { position: "xo", all_moves: true }).value;
// @ts-expect-error There is no such field.
dicot.answer("value", { board: "xo" });
// @ts-expect-error There is no such request.
dicot.answer("values", { position: "xo" });

const client = new Client();
const abort = new AbortController();
const { move }: Requests["bot"]["answer"] = await client.call(
  "bot",
  { rules: "clobber", start: "xo", bot: "strong", milliseconds: 10 },
  { signal: abort.signal },
);
try {
  await client.call("solve", { sum: "xo + 1", moves: true });
} catch (error) {
  if (error instanceof DicotError) console.log(error.status, error.limit, value, move);
}
