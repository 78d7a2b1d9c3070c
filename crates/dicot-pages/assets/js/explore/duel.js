// A certificate that is played: the visitor moves as the loser, and the winner answers from the certificate.

import { ROOT, call } from "../api.js";
import { button, element } from "../dom.js";
import { capital } from "../glossary.js";
import { readCertificate } from "./certificate.js";
import { Strategy } from "./strategy.js";

/** The session of requests about values of a certificate, so that they do not wait for others. */
const STORE = "-certificate";

const ask = (name, body) => call(name, body, { store: STORE });

const counted = (count, what) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

export class Duel {
  /** Opens a file. `loading(text)` is called with how far it is. Throws `CertificateError` and `ApiError`. */
  static async open(file, loading) {
    loading("Reading the certificate…");
    const certificate = await readCertificate(file);
    const total = certificate.components.length.toLocaleString("en");
    const strategy = await Strategy.load(certificate, ask, (count) => {
      loading(`Looking up components: ${count.toLocaleString("en")} of ${total}.`);
    });
    return new Duel(strategy);
  }

  /** Opens one of the certificates that are kept, by its name. */
  static async openKept(name, loading) {
    const response = await fetch(`${ROOT}certificates/${encodeURIComponent(name)}.cert`).catch(() => null);
    if (!response?.ok) throw new Error(`the certificate ${name} cannot be loaded`);
    return Duel.open(await response.blob(), loading);
  }

  constructor(strategy) {
    this.strategy = strategy;
    const { certificate } = strategy;
    this.certificate = certificate;
    [{ rules: this.rules, position: this.root }] = certificate.parts;
    // The visitor starts where there is a choice.
    const claims = [...certificate.claims];
    [this.first] = claims.find(([first, winner]) => first !== winner) ?? claims[0];
    /** What is known after moves: `parts` of the strategy, `next` if the winner is to move there, the `reason` of the last answer. */
    this.known = new Map();
  }

  /** Whether a state of the explorer is a game of this certificate. */
  plays({ rules, root, steps }) {
    if (rules !== this.rules || root !== this.root) return false;
    const first = steps[0]?.side ?? this.first;
    if (!this.certificate.claims.has(first)) return false;
    this.first = first;
    return true;
  }

  get winner() {
    return this.certificate.claims.get(this.first);
  }

  get loser() {
    return this.winner === "left" ? "right" : "left";
  }

  /** What is known after moves; null if they are not those of the certificate. */
  async after(steps) {
    const key = JSON.stringify([this.first, steps]);
    if (!this.known.has(key)) this.known.set(key, await this.found(steps));
    return this.known.get(key);
  }

  async found(steps) {
    if (steps.length === 0) {
      const parts = await this.strategy.start(this.root, this.first, this.winner);
      return parts && (this.first === this.winner ? { parts: null, next: this.root } : { parts, next: null });
    }
    const { side, move, position } = steps.at(-1);
    const before = await this.after(steps.slice(0, -1));
    if (!before || (side === this.winner) !== (before.next !== null)) return null;
    if (side === this.loser) return { parts: before.parts, next: position };
    const answer = await this.strategy.answer(before.parts, before.next, [{ move, position }], this.winner);
    return answer && { parts: answer.parts, next: null, reason: answer.reason };
  }

  /**
   * The next thing to happen after moves: the winner's `answer`, a step; or the `moves` of the visitor, none of them at the end.
   * Null if the certificate has no answer.
   */
  async next(steps) {
    const node = await this.after(steps);
    if (!node) return null;
    const side = node.next === null ? this.loser : this.winner;
    const position = steps.at(-1)?.position ?? this.root;
    const { moves } = await ask("moves", { rules: this.rules, position, side });
    if (node.next === null) return { moves: moves[side] };
    const found = await this.strategy.answer(node.parts, node.next, moves[side], this.winner);
    if (!found) return null;
    const answer = { side, move: found.move, position: found.position };
    this.known.set(JSON.stringify([this.first, [...steps, answer]]), { parts: found.parts, next: null, reason: found.reason });
    return { answer };
  }

  /** Why the last move of the winner wins, in words. */
  reasonAfter(steps) {
    const reason = this.known.get(JSON.stringify([this.first, steps]))?.reason;
    if (!reason) return "";
    const part = reason.part === null ? "" : `The sum is won part by part (line ${reason.part.toLocaleString("en")}), and this answers in the part. `;
    return part + {
      fact: `Line ${reason.line?.toLocaleString("en")} of the certificate has this answer.`,
      mirror: "Your component and its negative cancel: the answer does in one what you did in the other.",
      value: "This component counts by its exact value, and the answer leaves as much as the certificate needs.",
    }[reason.kind];
  }

  /** What the page says in place of the value. `status` is a sentence; `start(first)` begins anew, `close()` ends. */
  panel(status, { start, close }) {
    const { facts, components, hash, claims } = this.certificate;
    const player = capital(this.winner);
    const code = element("code", "hash", hash ?? "not computed on this page");
    const starters = [...claims.keys()].map((first) => {
      const node = button(`${capital(first)} starts`, () => start(first));
      node.setAttribute("aria-pressed", String(first === this.first));
      return node;
    });
    return [
      element("p", "", element("strong", "", `${player} wins`), ` if ${capital(this.first)} starts, whatever you try as ${capital(this.loser)}.`),
      element("p", "", status),
      element("p", "small muted", `${counted(facts.length, "fact")} about ${counted(components.length, "component")}. SHA-256: `, code),
      element("div", "row", ...starters, button("Close the certificate", close)),
    ];
  }
}
