// How the winner of a certificate answers: every answer leads to a position that a fact of the certificate proves.
//
// A position is a list of components. One of them that the certificate lists is a term of a sum; one that it does not list, and
// all that comes of it, counts by its exact value. Components are in groups, each of which the winner has to win alone: the groups
// of the facts that split a sum. So the loser moves in a group, and the winner answers in the same one.
//
// Everything is seen from the winner: facts are about Left, and if Right wins, all components are negated.

import { CertificateError } from "./certificate.js";

/** The length of the positions in a request, in characters; a server takes 64 KiB. */
const MAX_TEXT = 40_000;

export class Strategy {
  /**
   * `certificate` comes from `readCertificate`; `ask(name, body)` sends a request. `loaded(count)` is called while components
   * are looked up. Throws `CertificateError`, and what `ask` throws.
   */
  static async load(certificate, ask, loaded = () => {}) {
    const { parts, plus, rulesets, components, claims } = certificate;
    if (parts.length !== 1 || plus.length > 0 || rulesets.length !== 1) {
      throw new CertificateError("it is of a sum of several parts, and this page plays one position; dicot certify checks it");
    }
    if (claims.size === 0) throw new CertificateError("it claims nothing");
    const strategy = new Strategy(certificate, ask);
    let start = 0;
    for (const texts of batches(components.map(({ position }) => position))) {
      loaded(start);
      await strategy.take(texts, start);
      start += texts.length;
    }
    strategy.index();
    return strategy;
  }

  constructor(certificate, ask) {
    this.certificate = certificate;
    [this.rules] = certificate.rulesets;
    this.ask = ask;
    /** The components that the file lists, by their normalized texts: the number of each, negated if the file has the negative. */
    this.numbers = new Map();
    /** The numbers of those that are their own negatives. */
    this.own = new Set();
    /** Lists of facts by the sum that they are about. */
    this.facts = new Map();
    /** The components of positions. */
    this.splits = new Map();
    /** The values of components, as texts, and how values compare. */
    this.values = new Map();
    this.order = new Map();
  }

  /** Looks up components of the file, which follow the first `start` ones. */
  async take(texts, start) {
    const { components } = this.certificate;
    let positions = null;
    try {
      ({ positions } = await this.ask("components", { rules: this.rules, positions: texts }));
    } catch (error) {
      const [, number, reason] = /^position (\d+): (.*)$/s.exec(error.message) ?? [];
      throw number ? new CertificateError(reason, components[start + Number(number) - 1].line) : error;
    }
    for (const [index, parts] of positions.entries()) {
      const { line } = components[start + index];
      const number = start + index + 1;
      if (parts.length !== 1) throw new CertificateError(`not a component but a sum of ${parts.length}`, line);
      const [{ position, negated, own_negative: isOwn }] = parts;
      if (this.numbers.has(position)) throw new CertificateError(`the same as component ${Math.abs(this.numbers.get(position))}`, line);
      this.numbers.set(position, negated ? -number : number);
      if (isOwn) this.own.add(number);
    }
  }

  index() {
    for (const fact of this.certificate.facts) {
      const key = `${fact.kind} ${this.sumOf(fact.terms)}`;
      const list = this.facts.get(key);
      if (list) list.push(fact);
      else this.facts.set(key, [fact]);
    }
  }

  /** The sum of terms as a text, in which those that are negatives of each other cancel. */
  sumOf(terms) {
    const counts = new Map();
    for (const term of terms) {
      const number = Math.abs(term);
      const count = (counts.get(number) ?? 0) + Math.sign(term);
      counts.set(number, this.own.has(number) ? Math.abs(count) % 2 : count);
    }
    return [...counts].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b).join(" ");
  }

  /** The components of positions, as the winner sees them. */
  async split(positions, winner) {
    const unknown = [...new Set(positions)].filter((position) => !this.splits.has(position));
    for (const texts of batches(unknown)) {
      const answer = await this.ask("components", { rules: this.rules, positions: texts });
      for (const [index, parts] of answer.positions.entries()) this.splits.set(texts[index], parts);
    }
    return positions.map((position) => this.splits.get(position).map(({ position: text, negated, own_negative: isOwn, cells }) => {
      const isNegated = negated !== (winner === "right");
      const number = this.numbers.get(text);
      const term = number === undefined ? null : isNegated && !isOwn ? -number : isOwn ? Math.abs(number) : number;
      return { key: `${text} ${negated} ${cells ?? ""}`, text, isNegated: isNegated && !isOwn, isOwn, term };
    }));
  }

  /** The start, with the components in one group. Null if the certificate does not prove that the winner wins if `first` starts. */
  async start(position, first, winner) {
    const [parts] = await this.split([position], winner);
    const own = parts.map((part) => ({ ...part, group: 0 }));
    return first === winner ? own : this.proved(own, 0);
  }

  /**
   * The components after a move in one of them, whose `group` and `term` it has, and what is `fresh`. Null if not just one
   * is gone.
   */
  after(parts, next) {
    const left = [...parts];
    const [kept, fresh] = [[], []];
    for (const part of next) {
      const at = left.findIndex(({ key }) => key === part.key);
      if (at < 0) fresh.push(part);
      else kept.push(...left.splice(at, 1));
    }
    if (left.length !== 1) return null;
    const [{ group, term }] = left;
    // What comes of a component that counts by its value counts by its value, listed or not.
    const all = [...kept, ...fresh.map((part) => ({ ...part, group, term: term === null ? null : part.term }))];
    return { group, term, fresh: textOf(fresh), parts: all };
  }

  /**
   * The winner's answer to a move of the loser, after which the position `next` is left: one of the `options`
   * `{move, position}` of the winner, with the `parts` after it and the `reason`. `parts` are those before the loser's move;
   * null if the winner starts. Null if the certificate has no answer.
   */
  async answer(parts, next, options, winner) {
    const [now, ...splits] = await this.split([next, ...options.map(({ position }) => position)], winner);
    const made = parts ? this.after(parts, now) : { parts: now.map((part) => ({ ...part, group: 0 })), group: 0 };
    if (!made) return null;
    const before = parts && this.stateOf(parts, made.group);
    return this.choose(made, options.map((option, index) => ({ ...option, split: splits[index] })), before, null);
  }

  /**
   * Chooses an answer in a group. `before` is its state before the loser's move, if it had the same components. `line` is that
   * of the fact by which the group is a part of a sum.
   */
  async choose({ parts, group }, options, before, line) {
    const own = options.map((option) => ({ ...option, after: this.after(parts, option.split) })).filter(({ after }) => after?.group === group);
    const states = own.map(({ after }) => this.stateOf(after.parts, group));
    const take = async (index, kind, fact) => {
      const { move, position, after } = own[index];
      const proved = await this.proved(after.parts, group);
      return proved && { move, position, parts: proved, reason: { kind, line: fact?.line ?? null, part: line } };
    };
    // The loser has moved in something that cancels, and the winner does the same in its negative.
    const back = states.findIndex(({ sum, rest }) => sum === before?.sum && rest === before.rest);
    if (back >= 0) return take(back, "mirror");
    const state = this.stateOf(parts, group);
    await this.compare("w", [state]);
    for (const fact of this.proofs("w", state)) {
      const [kind, place, move] = fact.reason.split(" ");
      if (kind === "m") {
        const wanted = await this.moved(fact.terms[place], move);
        const index = own.findIndex(({ after }) => after.fresh === wanted.fresh && after.term === wanted.term);
        const chosen = index >= 0 && (await take(index, "fact", fact));
        if (chosen) return chosen;
      } else if (kind === "p") {
        const split = this.divided(parts, group, fact);
        const others = split && (await this.provedAll(split.parts, split.groups.slice(1)));
        const chosen = others && (await this.choose({ parts: others, group: split.groups[0] }, options, null, fact.line));
        if (chosen) return chosen;
      }
    }
    // In what counts by its value, a move that leaves enough is as good as one in the value.
    for (const [index, { after }] of own.entries()) {
      const chosen = after.term === null && (await take(index, "value"));
      if (chosen) return chosen;
    }
    return null;
  }

  /** The term of the component in which the winner moves, and what is new after a move, which is written as in the file. */
  async moved(term, move) {
    const { position } = this.certificate.components[Math.abs(term) - 1];
    const side = term > 0 ? "left" : "right";
    const answer = await this.ask("moves", { rules: this.rules, position, side, played: [move] });
    // A negated component is seen as the loser of its text would see it.
    const [parts] = await this.split([answer.position], term > 0 ? "left" : "right");
    return { term: this.own.has(Math.abs(term)) ? Math.abs(term) : term, fresh: textOf(parts) };
  }

  /** The components, if it is proved that the winner wins a group after the loser's move; in more groups if it is split. Null if not. */
  async proved(parts, group) {
    const state = this.stateOf(parts, group);
    await this.compare("z", [state]);
    const proofs = this.proofs("z", state);
    if (proofs.some(({ reason }) => reason === "a")) return parts;
    for (const fact of proofs) {
      const split = this.divided(parts, group, fact);
      const all = split && (await this.provedAll(split.parts, split.groups));
      if (all) return all;
    }
    return null;
  }

  async provedAll(parts, groups) {
    let all = parts;
    for (const group of groups) all &&= await this.proved(all, group);
    return all;
  }

  /**
   * The components with a group split as a fact splits it, and the new groups, first the one whose digit is 0. What cancels is
   * in a group of its own. Null if the fact splits other components.
   */
  divided(parts, group, { terms, reason }) {
    const digits = reason.slice(2);
    const first = Math.max(...parts.map((part) => part.group)) + 1;
    const left = parts.filter((part) => part.group === group && part.term !== null);
    const groups = new Map();
    for (const [index, term] of terms.entries()) {
      const at = left.findIndex((part) => part.term === (part.isOwn ? Math.abs(term) : term));
      if (at < 0) return null;
      groups.set(left.splice(at, 1)[0], first + Number(digits[index]));
    }
    const place = (part) => {
      if (part.group !== group) return part.group;
      return groups.get(part) ?? (part.term === null ? first + Number(digits.at(-1)) : first + 10);
    };
    return { parts: parts.map((part) => ({ ...part, group: place(part) })), groups: Array.from({ length: 11 }, (_, digit) => first + digit) };
  }

  /** What a group adds up to: the `sum` of what is listed, and the `rest`, which counts by its value, both as texts. */
  stateOf(parts, group) {
    const own = parts.filter((part) => part.group === group);
    const counts = new Map();
    for (const { text, isNegated, isOwn, term } of own) {
      if (term !== null) continue;
      const count = (counts.get(text) ?? 0) + (isNegated ? -1 : 1);
      counts.set(text, isOwn ? count % 2 : count);
    }
    const rest = [...counts].filter(([, count]) => count !== 0).sort();
    return { sum: this.sumOf(own.map(({ term }) => term).filter((term) => term !== null)), rest: JSON.stringify(rest) };
  }

  /** The facts about a sum; about nothing, that 0 is not won by who starts. */
  about(kind, sum) {
    if (sum === "") return kind === "z" ? [{ line: null, value: 0, reason: "a" }] : [];
    return this.facts.get(`${kind} ${sum}`) ?? [];
  }

  /** The facts that prove a state: those about the same sum with a value that is not larger. They were compared before. */
  proofs(kind, { sum, rest }) {
    return this.about(kind, sum).filter(({ value }) => this.order.get(`${rest} ${value}`));
  }

  /** Compares the values of states with those of facts about them. */
  async compare(kind, states) {
    const questions = new Map();
    for (const { sum, rest } of states) {
      for (const { value } of this.about(kind, sum)) {
        const key = `${rest} ${value}`;
        if (rest === "[]" && value === 0) this.order.set(key, true);
        else if (!this.order.has(key)) questions.set(key, { rest: JSON.parse(rest), value });
      }
    }
    if (questions.size === 0) return;
    const texts = [...questions.values()].flatMap(({ rest }) => rest.map(([text]) => text));
    const unknown = [...new Set(texts)].filter((text) => !this.values.has(text));
    await Promise.all(unknown.map(async (position) => {
      const { value } = await this.ask("value", { rules: this.rules, position });
      if (value === null) throw new CertificateError(`the value of ${position} is too long for this page`);
      this.values.set(position, value);
    }));
    const lines = [...questions.values()].map(({ rest, value }) => {
      const sum = rest.map(([text, count]) => `${count}*(${this.values.get(text)})`).join(" + ");
      return `${sum || "0"} >= ${nameOf(value)}`;
    });
    const used = [...questions.values()].map(({ value }) => value);
    const expression = [...this.definitions(used), `[${lines.join(", ")}]`].join("; ");
    const { result } = await this.ask("game", { expression });
    for (const [index, key] of [...questions.keys()].entries()) this.order.set(key, result[index]);
  }

  /** The definitions of values of the file, and before them those of their options. */
  definitions(numbers, done = new Set([0])) {
    const { values } = this.certificate;
    return numbers.flatMap((signed) => {
      const number = Math.abs(signed);
      if (done.has(number)) return [];
      done.add(number);
      const [left, right] = values[number];
      const options = this.definitions([...left, ...right], done);
      return [...options, `${nameOf(number)} := {${left.map(nameOf)}|${right.map(nameOf)}}`];
    });
  }
}

/** The texts in lists that are short enough for a request. */
function batches(texts) {
  const all = [];
  let left = 0;
  for (const text of texts) {
    // With the quotation marks and the comma.
    left -= text.length + 3;
    if (left < 0) {
      all.push([]);
      left = MAX_TEXT;
    }
    all.at(-1).push(text);
  }
  return all;
}

/** Components as a text that is the same for the same sum. */
function textOf(parts) {
  return parts.map(({ text, isNegated }) => `${isNegated ? "-" : ""}${text}`).sort().join(" ");
}

/** The name of a value of the file in the calculator. */
function nameOf(number) {
  return number === 0 ? "0" : `${number < 0 ? "-" : ""}val${Math.abs(number)}`;
}
