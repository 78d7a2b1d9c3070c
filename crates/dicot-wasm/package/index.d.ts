import type { components } from "./api.js";

type Schemas = components["schemas"];

/** Requests and their answers, by name: those of the API of `dicot serve`. */
export interface Requests {
  value: { body: Schemas["ValueRequest"]; answer: Schemas["ValueAnswer"] };
  game: { body: Schemas["GameRequest"]; answer: Schemas["GameAnswer"] };
  explain: { body: Schemas["ExplainRequest"]; answer: Schemas["ExplainLine"] };
  solve: { body: Schemas["SolveRequest"]; answer: Schemas["SolveLine"] };
  moves: { body: Schemas["MovesRequest"]; answer: Schemas["MovesLine"] };
  components: { body: Schemas["ComponentsRequest"]; answer: Schemas["ComponentsAnswer"] };
  ruleset: { body: Schemas["RulesetRequest"]; answer: Schemas["RulesetAnswer"] };
  start: { body: Schemas["StartRequest"]; answer: Schemas["StartAnswer"] };
  turn: { body: Schemas["TurnRequest"]; answer: Schemas["TurnAnswer"] };
  bot: { body: Schemas["BotRequest"]; answer: Schemas["BotAnswer"] };
  review: { body: Schemas["ReviewRequest"]; answer: Schemas["ReviewAnswer"] };
  rulesets: { body: Record<string, never>; answer: Schemas["RulesetAnswer"][] };
  operations: { body: Record<string, never>; answer: Schemas["OperationAnswer"][] };
  limits: { body: Record<string, never>; answer: Schemas["LimitsAnswer"] };
}

export type RequestName = keyof Requests;

/** How far the value of a position has come: the numbers of positions with values, and of stored forms. */
export interface Progress {
  positions: number;
  forms: number;
}

export interface Limits {
  /** The longest time that a request may ask for, in seconds: 60. */
  seconds?: number;
  /** The memory limit of a computation, in bytes: 256 MiB. WebAssembly has 4 GiB at most. */
  bytes?: number;
}

/** Why a request has no answer. */
export class DicotError extends Error {
  constructor(message: string, details?: {
    status?: number; limit?: string | null; at?: number | null; line?: number | null; column?: number | null;
  });
  /**
   * 400 if the request is malformed, 404 if there is no such request, 422 if its content is not valid or a limit was
   * exceeded, 500 for errors of dicot, and 0 if a worker broke.
   */
  status: number;
  /** The limit that was exceeded: size, time, memory, positions, forms or nodes. */
  limit: string | null;
  /** The byte offset of the text that cannot be read. */
  at: number | null;
  /** The place in the text of a ruleset, both from 1. */
  line: number | null;
  column: number | null;
}

/** Compiles the module, from its address or its default place. */
export function compile(url?: string | URL): Promise<WebAssembly.Module>;

/** dicot in this thread: answers requests one after the other. */
export class Dicot {
  private constructor();
  /**
   * Loads dicot. With `flag`, an `Int32Array` in shared memory, another thread ends a computation: it sets the first number
   * to 1.
   */
  static load(options?: Limits & {
    module?: WebAssembly.Module;
    flag?: Int32Array | null;
    progress?: ((done: Progress) => void) | null;
  }): Promise<Dicot>;
  /** Answers a request. What is computed in a session is kept for its later requests. Throws `DicotError`. */
  answer<N extends RequestName>(name: N, body?: Requests[N]["body"], options?: { session?: string }): Requests[N]["answer"];
  /** Answers a request in JSON with a status and an answer or an error in JSON. */
  reply(name: string, text: string, session?: string): { status: number; body: string };
  /** Ends a session: its definitions and values are forgotten. */
  end(session: string): void;
}
