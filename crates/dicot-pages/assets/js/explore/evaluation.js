// What is known about the position, in the cards beside the board: its value, its winner, only its moves, or how a certificate
// that is open goes on.

import { ApiError, call, messageOf } from "../api.js";
import { announce, button, byId, element } from "../dom.js";
import { asSentence, capital, stopped } from "../glossary.js";
import { Inquiry } from "./inquiry.js";
import { MoveList } from "./moves.js";
import { withCells } from "./pick.js";
import {
  outcomeText, sentence, showComponents, showFacts, showThermograph, showValue, symbolsButton, widthFor,
} from "./results.js";
import { solutionInWords, withWinners } from "./solution.js";
import { showWhole } from "./whole.js";

/** The number of cached answers, for undo and redo. */
const MAX_ANSWERS = 60;
/** The shortest position, in characters, that is looked up: smaller ones are computed in a moment. */
const MIN_KNOWN = 8;

export class Evaluation {
  /** `page` is the explorer, which has the position. */
  constructor(page) {
    this.page = page;
    /** The last answer, with its position. */
    this.answer = null;
    this.answers = new Map([firstAnswer()]);
    /** The last moves, and the position to which they belong, as a key. */
    this.listed = [];
    /** The same moves, once for each way to point at them. */
    this.pickable = [];
    this.movesOf = null;
    /** The same moves as the answer has them. */
    this.taken = null;
    /** The request for the list of moves of a position without a value. */
    this.listing = null;
    /** The time limit of the last request; null for the default. */
    this.asked = null;
    /** The longest time limit that the server allows; null until it is known. */
    this.mostSeconds = null;
    /** The request for the value, or for the winner. */
    this.inquiry = new Inquiry({ refused: (error) => this.refused(error), done: () => progress(null) });
    /** The certificate that is open; null if none is. */
    this.duel = null;
    /** The game that it follows, to see whether it is still the same. */
    this.followed = null;
    /** What the line below the board says of it. */
    this.told = "";
    this.lists = Object.fromEntries(["left", "right"].map((side) => [side, new MoveList(byId(`${side}-moves`), page)]));
  }

  /** The answer for the current position, if it is known. */
  get known() {
    return this.answer?.key === this.page.key ? this.answer.content : null;
  }

  /** Whether the moves are those of the current position. */
  get hasMoves() {
    return this.movesOf === this.page.key;
  }

  /** The moves of the current position, if they are known. */
  get moves() {
    return this.hasMoves ? this.listed : [];
  }

  /** Whether the position is one of the certificate that is open. */
  get isDuel() {
    return this.duel?.plays(this.page.state) ?? false;
  }

  /** Evaluates the current position. `seconds` is the time limit, if it is not the default. */
  evaluate(seconds) {
    this.stop();
    this.followed = null;
    const { isDuel } = this;
    byId("value-title").textContent = isDuel ? "Certificate" : "Value";
    this.showKnown();
    if (isDuel) this.follow();
    else this.ask(seconds);
  }

  /** Says what is known of larger positions, which take long to compute or have no value here. */
  async showKnown() {
    const { key, ruleset, question } = this.page;
    const place = byId("known");
    place.replaceChildren();
    if (question.ruleset || question.position.length < MIN_KNOWN) return;
    try {
      const { known } = await import("./known.js");
      const says = await known(ruleset, question.position);
      if (says && this.page.key === key) place.replaceChildren(says);
    } catch {
      // Nothing depends on it.
    }
  }

  /** Aborts all requests. */
  stop() {
    this.inquiry.stop();
    this.listing?.abort();
  }

  /** Requests the value. */
  async ask(seconds) {
    const { answers, page: { key, question } } = this;
    if (!answers.has(key)) {
      const width = widthFor(byId("thermograph"));
      const body = { ...question, all_moves: true, thermograph: true, thermograph_width: width, seconds };
      this.asked = seconds ?? null;
      const computing = (done) => progress("computing…", done);
      // Removes what belongs to the previous position, and shows that the page waits.
      const wait = () => {
        this.forget();
        notice(null);
        computing();
      };
      const content = await this.inquiry.ask("value", body, wait, computing);
      if (!content) return;
      answers.set(key, content);
      if (answers.size > MAX_ANSWERS) answers.delete(answers.keys().next().value);
    }
    this.receive(key, answers.get(key));
  }

  receive(key, content) {
    this.answer = { key, content };
    notice(null);
    this.takeMoves(content.all_moves ?? content.moves);
    showCards("thermograph", content.components ? "components" : "", "moves");
    this.show(content, absentThermograph(content));
    byId("save-answer").disabled = false;
    this.page.showBoard();
    announce(sentence(content));
  }

  /** Names the moves anew, once the ruleset is known, or can be drawn. */
  nameMoves() {
    this.showKnown();
    if (this.hasMoves) this.takeMoves(this.taken);
  }

  /** Clears everything that depends on an answer. */
  forget() {
    this.answer = null;
    this.show(null);
    this.takeMoves(null);
    byId("save-answer").disabled = true;
    this.page.showBoard();
  }

  /** Shows an answer; null clears what the previous one filled. */
  show(content, absent) {
    showValue(byId("value"), content, showWhole);
    byId("symbols").replaceChildren(...symbolsButton(content));
    showFacts(byId("facts"), content);
    showComponents(byId("components"), content, (component) => this.page.alone(component));
    showThermograph(byId("thermograph"), content?.thermograph_svg, absent);
    for (const id of ["save-thermograph", "enlarge"]) byId(id).disabled = !content?.thermograph_svg;
  }

  /** Stores the moves of a position, with the cells that they name. */
  takeMoves(both) {
    const { board, surface, key, picking } = this.page;
    this.listed = [];
    this.pickable = [];
    this.movesOf = both ? key : null;
    this.taken = both;
    const texts = Object.values(both ?? {}).flat().map(({ move }) => move);
    const ways = board && surface.waysOf(texts, board);
    for (const [side, list] of Object.entries(this.lists)) {
      const own = (both?.[side] ?? []).map((move) => {
        const named = { ...move, name: this.page.nameOf(move.move) };
        return board ? ways.get(move.move).map((cells) => withCells(named, side, cells, board)) : [{ ...named, side, cells: [] }];
      });
      const firsts = own.map(([first]) => first);
      if (both?.[side]) list.show(firsts);
      else list.clear();
      this.listed.push(...firsts);
      this.pickable.push(...own.flat());
    }
    picking.clear();
  }

  refused(error) {
    announce(error.message);
    this.forget();
    showCards();
    if (error.status === 422 && !error.limit) {
      this.page.misread(error.message);
      notice([element("p", "", asSentence(error.message))]);
      return;
    }
    const buttons = error.limit ? [this.solveButton()] : [button("Try again", () => this.evaluate())];
    const { mostSeconds } = this;
    const isLonger = error.limit === "time" && this.asked === null && mostSeconds !== null;
    if (isLonger) buttons.push(button(`Try for ${mostSeconds} seconds`, () => this.evaluate(mostSeconds)));
    notice([element("p", "", `No value: ${stopped(error.message)}`), element("div", "row", ...buttons)]);
    if (error.limit) this.movesOnly();
  }

  cancel() {
    this.inquiry.stop();
    this.forget();
    showCards();
    const again = button("Compute again", () => this.evaluate());
    notice([element("p", "", "Cancelled."), element("div", "row", again, this.solveButton())]);
    this.movesOnly();
    // The button that had the focus was removed.
    byId("notice").focus();
  }

  /** The solver does not know games whose play need not end. */
  solveButton() {
    return this.page.ruleset.rank === "nothing" ? "" : button("Solve for the outcome instead", () => this.solve(), "button-primary");
  }

  /** Lists the moves of a position whose value cannot be computed, so that they can still be played. */
  async movesOnly() {
    this.listing?.abort();
    const mine = new AbortController();
    this.listing = mine;
    try {
      const { moves } = await call("moves", this.page.question, mine);
      if (this.listing !== mine) return;
      this.takeMoves(moves);
      showCards("moves");
      // The search for the winner may have been faster.
      this.mark(this.known?.winning_moves);
      this.page.showBoard();
    } catch (error) {
      if (!(error instanceof ApiError) && error.name !== "AbortError") throw error;
      // The notice already shows the error.
    }
  }

  /** Marks the moves of the current position that win, if both are known. */
  mark(winning) {
    if (winning && this.moves.length > 0) this.takeMoves(withWinners(this.listed, winning));
  }

  async solve() {
    const { key, question: { position, ...rules } } = this.page;
    notice([element("p", "muted", "The solver is searching for the winner.")]);
    byId("notice").focus();
    if (this.moves.length === 0) this.movesOnly();
    const body = { sum: position, ...rules, moves: true, line: true };
    const solving = (done) => progress("solving…", done);
    const found = await this.inquiry.ask("solve", body, solving, solving);
    if (!found) return;
    if (found.outcome === null) {
      const failure = `The solver did not find who wins: ${found.reason ?? "the search ended without an answer"}`;
      notice([element("p", "", `${failure}.`), button("Try again", () => this.solve())]);
      announce(failure);
      return;
    }
    this.answer = { key, content: found };
    byId("save-answer").disabled = false;
    notice(solutionInWords(found, (move) => this.page.nameOf(move)));
    this.mark(found.winning_moves);
    this.page.showBoard();
    announce(outcomeText(found.outcome));
  }

  /** Shows the thermograph in the default size. */
  async enlarge() {
    const { content } = this.answer;
    byId("large-title").textContent = "Thermograph";
    showThermograph(byId("large-picture"), content.thermograph_svg);
    byId("large").showModal();
    const svg = await this.usualThermograph();
    if (this.answer?.content === content) showThermograph(byId("large-picture"), svg);
  }

  /** The picture in the default size, with its title; the picture of the card if the server does not answer. */
  async usualThermograph() {
    const { position, thermograph_svg: small } = this.answer.content;
    try {
      return (await call("value", { ...this.page.question, position, thermograph: true })).thermograph_svg;
    } catch (error) {
      messageOf(error);
      return small;
    }
  }

  // Certificates.

  /** Plays on after the last move: answers as the winner, or lists the moves of the visitor. */
  async follow() {
    const { page, duel } = this;
    const { steps } = page.state;
    this.followed = steps;
    const reason = duel.reasonAfter(steps);
    const last = steps.at(-1);
    const answered = reason && `${capital(last.side)} answered ${page.nameOf(last.move)}. `;
    const show = (text) => {
      this.told = `${answered}${text}`;
      const actions = { start: (first) => this.start(first), close: () => this.close() };
      notice(duel.panel(`${answered}${reason} ${text}`, actions));
      page.showReadout();
    };
    const tell = (text) => {
      show(text);
      announce(`${answered}${reason} ${text}`);
    };
    this.forget();
    showCards("moves");
    show("…");
    try {
      const next = await duel.next(steps);
      if (this.followed !== steps) return;
      if (!next) tell("The certificate has no answer here: dicot certify finds the line that is wrong.");
      else if (next.answer) page.go({ mode: "moves", steps: [...steps, next.answer] }, { step: false });
      else {
        this.takeMoves({ [duel.loser]: next.moves });
        page.showBoard();
        tell(next.moves.length > 0 ? "It is your move." : `You cannot move: ${capital(duel.winner)} has won.`);
      }
    } catch (error) {
      if (!(error instanceof ApiError) && error.name !== "CertificateError") throw error;
      if (this.followed === steps) tell(`The certificate cannot be followed: ${stopped(error.message)}`);
    }
  }

  start(first) {
    this.duel.first = first;
    this.page.go({ mode: "moves", steps: [] });
    // The buttons are new ones.
    byId("notice").focus();
  }

  close() {
    this.duel = null;
    this.page.go({ certificate: null }, { step: false });
    this.evaluate();
    byId("open-certificate").focus();
  }

  /** Opens a certificate: `load` reads it, `name` is that of one that is kept. The moves are kept if they are a game of it. */
  async open(load, name = null) {
    const { page } = this;
    this.stop();
    this.followed = load;
    const loading = (text) => this.followed === load && notice([element("p", "muted", text)]);
    try {
      const opened = await load(loading);
      if (this.followed !== load) return;
      this.duel = opened;
    } catch (error) {
      if (this.followed !== load) return;
      const message = `The certificate is not opened: ${stopped(error.message)}`;
      notice([element("p", "", message), button("Show the value", () => this.evaluate())]);
      announce(message);
      return;
    }
    const { rules, root } = this.duel;
    const steps = this.isDuel ? page.state.steps : [];
    page.go({ rules, root, mode: "moves", steps, certificate: name, drawn: null }, { step: page.position !== root });
    if (this.followed === load) this.evaluate();
  }

  /** Opens the certificate that a link names. */
  openLinked() {
    const { certificate } = this.page.state;
    if (certificate === null) this.evaluate();
    else this.open(async (loading) => (await loadDuel()).openKept(certificate, loading), certificate);
  }

  openFile(file) {
    if (file) this.open(async (loading) => (await loadDuel()).open(file, loading));
  }
}

/** What reads and follows certificates, which few visits need. */
async function loadDuel() {
  const { Duel } = await import("./duel.js");
  return Duel;
}

/** The answer that the page has with it, and the key of its position. */
function firstAnswer() {
  const answer = JSON.parse(byId("first-answer").textContent);
  return [`clobber\n${answer.position}`, answer];
}

/** Shows the current activity and how far it has come, in space reserved for it; null clears it. */
function progress(doing, { seconds, positions } = {}) {
  const parts = [doing, seconds && `${seconds} s`, positions && `${positions.toLocaleString("en")} positions`];
  byId("progress-text").textContent = parts.filter(Boolean).join(" ");
  byId("cancel").hidden = doing === null;
  byId("result").setAttribute("aria-busy", String(doing !== null));
}

function absentThermograph({ kind, no_thermograph: reason }) {
  if (kind === "loopy") return "There is none, since play without end may be a draw here.";
  return reason ? asSentence(reason) : "The thermograph is out of range.";
}

/** Shows these cards and hides the others, which are empty without a value. */
function showCards(...names) {
  for (const name of ["thermograph", "components", "moves"]) byId(`${name}-card`).hidden = !names.includes(name);
}

/** Shows a notice in place of the value; null shows the value again. */
function notice(nodes) {
  const host = byId("notice");
  host.hidden = nodes === null;
  host.replaceChildren(...(nodes ?? []));
  byId("result").dataset.notice = String(nodes !== null);
}
