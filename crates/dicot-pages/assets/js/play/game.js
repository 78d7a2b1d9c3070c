// The data of a game: its setup, its moves, and how it ended. This module neither draws nor sends requests.

export const SIDES = ["left", "right"];

/** The other player. */
export const other = (side) => (side === "left" ? "right" : "left");

/**
 * The setup of a game:
 * - `rules`, and their `text` if they are the user's own; `width` and `height` of the default start, null if a link does not
 *   say them; `start` is the text of the position, empty while only the
 *   size is known, and `usual` whether it is the default one
 * - `first`: who moves first
 * - `players`: for each side `{bot, ms}`, the name of a bot or null for a human, and its time for a move
 * - `minutes`: the clock of each player for all moves, 0 for no clock
 * - `repetition`: the game is a draw if a position occurs this often; `plies`: after this many moves; 0 for never
 */
export const USUAL = {
  rules: "clobber",
  width: 8,
  height: 8,
  start: "",
  usual: true,
  first: "left",
  players: { left: { bot: null, ms: 200 }, right: { bot: "strong", ms: 200 } },
  minutes: 0,
  repetition: 0,
  plies: 0,
};

/** The size of a game's start if nobody has chosen one. */
export function usualSize(ruleset) {
  return ruleset?.sizes.find(([side]) => side === USUAL.width) ?? ruleset?.sizes[0] ?? [USUAL.width, USUAL.height];
}

/** The maximum number of moves that the server replays. */
export const MAX_PLIES = 2000;

/** The reasons why games end, in the words of records. */
export const REASON = {
  noMoves: "no moves",
  time: "time",
  resigned: "resigned",
  repetition: "draw: repetition",
  plies: "draw: max plies",
};

/** A game from its start to its end. */
export class Game {
  constructor(setup, { played = [], times = [], end = null, id = newId() } = {}) {
    this.id = id;
    this.setup = setup;
    this.played = played;
    /** The time of each move, in milliseconds. */
    this.times = played.map((_, i) => times[i] ?? 0);
    /** `{winner, reason}`; the winner is null in a draw. */
    this.end = end;
  }

  /** The player to move after `ply` moves. */
  sideAt(ply) {
    return ply % 2 === 0 ? this.setup.first : other(this.setup.first);
  }

  get side() {
    return this.sideAt(this.played.length);
  }

  isBot(side) {
    return this.setup.players[side].bot !== null;
  }

  get botsOnly() {
    return SIDES.every((side) => this.isBot(side));
  }

  play(move, milliseconds) {
    this.played.push(move);
    this.times.push(Math.round(milliseconds));
  }

  /** The time that a player used, in milliseconds. */
  used(side) {
    const ranOut = this.end?.reason === REASON.time && this.end.winner !== side;
    if (ranOut) return this.setup.minutes * 60_000;
    return this.times.reduce((sum, time, ply) => sum + (this.sideAt(ply) === side ? time : 0), 0);
  }

  /**
   * The number of moves to take back: a human's last move and the answer of a bot, or the last move if only bots play.
   */
  get back() {
    const last = this.played.length - 1;
    if (this.botsOnly || last < 0) return last < 0 ? 0 : 1;
    for (let ply = last; ply >= 0; ply--) {
      if (!this.isBot(this.sideAt(ply))) return last - ply + 1;
    }
    return 0;
  }

  /** Whether a move or a resignation can be taken back. */
  get canTakeBack() {
    return this.end?.reason === REASON.resigned || this.back > 0;
  }

  takeBack() {
    if (this.end?.reason === REASON.resigned) {
      this.end = null;
      return;
    }
    const length = this.played.length - this.back;
    this.played.length = length;
    this.times.length = length;
    this.end = null;
  }

  /** The body of a request about the game after `plies` moves. */
  question(plies = this.played.length) {
    const { rules, text, start, first } = this.setup;
    return { rules, ruleset: text, start, first, played: this.played.slice(0, plies) };
  }

  /** The line of a record, in the format of `dicot replay`. */
  record() {
    const { rules, start, first, players } = this.setup;
    const [left, right] = SIDES.map((side) => players[side].bot ?? "human");
    const seconds = { left: this.used("left") / 1000, right: this.used("right") / 1000 };
    const { winner = null, reason = null } = this.end ?? {};
    const line = { rules, start, first, moves: this.played, left, right, winner, reason, seconds, times: this.times };
    return `${JSON.stringify({ ...line, opening: 0 })}\n`;
  }

  /** The whole game, for the history of the browser. */
  toState() {
    const { id, setup, played, times, end } = this;
    return { id, setup, played: [...played], times: [...times], end };
  }

  static fromState({ id, setup, played, times, end }) {
    return new Game(setup, { played: [...played], times: [...times], end, id });
  }
}

function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16)).join("");
}

/** The separator between moves in a link, which moves do not contain. */
const BETWEEN = "_";

/**
 * The fragment of a link: the game, and the number of moves after which it is shown (null for the current position).
 */
export function toHash(game, at = null) {
  const { setup, played, end } = game;
  const parts = { rules: setup.rules };
  if (setup.text) parts.text = setup.text;
  if (setup.usual) parts.size = `${setup.width}x${setup.height}`;
  else parts.start = setup.start;
  if (setup.first !== USUAL.first) parts.first = setup.first;
  for (const side of SIDES) {
    const { bot, ms } = setup.players[side];
    parts[side] = bot === null ? "human" : `${bot}.${ms}`;
  }
  if (setup.minutes) parts.clock = setup.minutes;
  if (setup.repetition) parts.repetition = setup.repetition;
  if (setup.plies) parts.plies = setup.plies;
  if (played.length) parts.moves = played.join(BETWEEN);
  if (end && end.reason !== REASON.noMoves) {
    parts.won = end.winner ?? "nobody";
    parts.by = end.reason;
  }
  if (at !== null) parts.at = at;
  return `#${Object.entries(parts).map(([key, value]) => `${key}=${escaped(value)}`).join("&")}`;
}

/** Escapes the characters of a value that would end it in a link. */
function escaped(value) {
  return String(value).replace(/[%&#+\s"<>`]/g, encodeURIComponent);
}

/** Parses a link: `{setup, played, end, at}`; null if it does not contain a game. Invalid parts have their defaults. */
export function fromHash(hash) {
  const parts = new Map();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [key, ...value] = part.split("=");
    parts.set(key, unescaped(value.join("=")));
  }
  if (!parts.get("rules")) return null;
  const size = /^(\d{1,3})x(\d{1,3})$/.exec(parts.get("size") ?? "");
  const start = parts.get("start") ?? "";
  const setup = {
    ...USUAL,
    rules: parts.get("rules"),
    text: parts.get("text"),
    width: size ? +size[1] : null,
    height: size ? +size[2] : null,
    start,
    usual: start === "",
    first: SIDES.includes(parts.get("first")) ? parts.get("first") : USUAL.first,
    players: { left: player(parts.get("left")), right: player(parts.get("right")) },
    minutes: whole(parts.get("clock")),
    repetition: whole(parts.get("repetition")),
    plies: whole(parts.get("plies")),
  };
  const moves = parts.get("moves");
  const won = parts.get("won");
  const at = parts.get("at");
  return {
    setup,
    played: moves ? moves.split(BETWEEN).slice(0, MAX_PLIES) : [],
    end: won ? { winner: SIDES.includes(won) ? won : null, reason: parts.get("by") ?? REASON.resigned } : null,
    at: at === undefined ? null : whole(at),
  };
}

function unescaped(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function player(text = "human") {
  const [bot, ms] = text.split(".");
  return bot === "human" || bot === "" ? { bot: null, ms: 200 } : { bot, ms: whole(ms) || 200 };
}

function whole(text) {
  return /^\d{1,6}$/.test(text ?? "") ? +text : 0;
}
