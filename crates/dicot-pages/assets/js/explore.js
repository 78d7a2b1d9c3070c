// The explorer: evaluates the position that is drawn, and follows moves. This file connects the parts in the folder
// explore/.

import { ApiError, call, get } from "./api.js";
import { button, element } from "./dom.js";
import { explainTerms, withCode } from "./explain.js";
import { copy, save } from "./files.js";
import { TERMS, capital, stopped } from "./glossary.js";
import { showHowToPlay } from "./howto.js";
import { copyValuesAsText } from "./values.js";
import { welcome } from "./welcome.js";
import { Cells } from "./explore/cells.js";
import { CertificateError } from "./explore/certificate.js";
import { Duel } from "./explore/duel.js";
import { Expressions } from "./explore/expressions.js";
import { Graphs } from "./explore/graphs.js";
import { Inquiry } from "./explore/inquiry.js";
import { MoveList } from "./explore/moves.js";
import { candidates, foreseen, nextCells, pick, withCells } from "./explore/pick.js";
import * as readout from "./explore/readout.js";
import { RuleFile, readRules } from "./explore/rulefile.js";
import {
  hasValue, outcomeText, sentence, showComponents, showFacts, showThermograph,
  showValue, symbolsButton, widthFor,
} from "./explore/results.js";
import {
  MAX_CELLS, MAX_SIDE, emptyLetter, loadRulesets, mirrorColumns, mirrorRows, problemWith, resized, transpose, unknownRuleset,
} from "./explore/rulesets.js";
import { solutionInWords, withWinners } from "./explore/solution.js";
import { Timeline, fromHash, positionOf, snapshot, toHash } from "./explore/state.js";
import { showWhole } from "./explore/whole.js";

/** The delay before a typed text that only the server can parse is sent, in milliseconds. */
const TYPING_MILLISECONDS = 250;
/** The number of cached answers, for undo and redo. */
const MAX_ANSWERS = 60;

/** The tools that change a whole board; each surface has some of them. */
const TOOLS = [
  "width-tools", "height-tools", "mirror-columns", "mirror-rows", "transpose", "exchange", "clear", "arrange",
];

/** Whether the main pointing device is a finger. */
const TOUCH = matchMedia("(pointer: coarse)").matches;

const at = (id) => document.getElementById(id);

let state = fromHash(location.hash);
const timeline = new Timeline(state);
let rulesets = [];
/** Example positions of all rulesets. */
let examples = [];
let ruleset = unknownRuleset(state.rules);
/** The last answer, with its position. */
let answer = null;
let moves = [];
/** The position to which the moves belong, as a key. */
let movesOf = null;
/** The cells picked so far of a move that is not complete. */
let picked = [];
let hovered = null;
/** The move of a list under the pointer. */
let looked = null;
/** The request for the list of moves of a position without a value. */
let listing = null;
const answers = new Map();
/** The time limit of the last request; null for the default. */
let asked = null;
/** The longest time limit that the server allows; null until it is known. */
let mostSeconds = null;
/** The request for the value, or for the winner. */
const inquiry = new Inquiry({ refused, done: () => progress(null) });
/** The certificate that is open; null if none is. */
let duel = null;
/** The game that the certificate follows, to see whether it is still the same. */
let followed = null;
/** What the line below the board says of it. */
let told = "";

const handlers = {
  edit,
  settle,
  say,
  choose: chooseByPointer,
  hover(...cell) {
    hovered = cell.length > 0 ? cell : null;
    if (state.mode === "moves") showBoard();
  },
  key: keyInMoves,
};
/** What positions are drawn on. */
const surfaces = {
  cells: new Cells({ board: at("board"), brushes: at("brushes") }, handlers),
  graph: new Graphs({ board: at("graph"), brushes: at("brushes") }, handlers),
};
let surface = surfaces.cells;
adopt(ruleset);
/** The board of the current position; null if the position has only a text form. */
let board = surface.read(positionOf(state), state);
const ruleFile = new RuleFile({
  used(own) {
    addOwn(own);
    chooseRules(own.name);
  },
});
const lists = Object.fromEntries(
  ["left", "right"].map((side) => [side, new MoveList(at(`${side}-moves`), { play, look })]),
);
const expressions = new Expressions(
  {
    form: at("expression-form"),
    input: at("expression"),
    cancel: at("expression-cancel"),
    results: at("expression-results"),
  },
  {
    said: announce,
    changed(lines) {
      state = { ...state, lines };
      history.replaceState(null, "", toHash(state));
    },
  },
);

// Display.

/** Changes to a ruleset, on its surface. */
function adopt(next) {
  ruleset = next;
  surface = ruleset.graph ? surfaces.graph : surfaces.cells;
  surface.adopt(ruleset);
}

/** Reads the position of the state. */
function read() {
  board = surface.read(positionOf(state), state);
  picked = [];
  looked = null;
}

/** Shows the state as a whole. */
function show() {
  at("rules").value = state.rules;
  at("about").textContent = ruleset.about && stopped(capital(ruleset.about));
  at("how-to").hidden = ruleset.about === "" && !ruleset.text;
  showPositionText();
  showTools();
  showPath();
  showBoard();
}

function showPositionText() {
  const field = at("position");
  const position = positionOf(state);
  if (document.activeElement !== field || field.value.trim() === "") field.value = position;
  fieldError(null);
}

/** Shows why the text is not a position; nothing if it is one. */
function fieldError(message) {
  at("position-error").textContent = message ?? "";
  at("position").setAttribute("aria-invalid", String(message !== null));
}

function showTools() {
  const drawing = state.mode === "draw" && board !== null;
  at("mode-draw").setAttribute("aria-pressed", String(state.mode === "draw"));
  at("mode-moves").setAttribute("aria-pressed", String(state.mode === "moves"));
  for (const { host } of Object.values(surfaces)) {
    host.dataset.mode = state.mode;
    host.hidden = board === null || host !== surface.host;
  }
  at("no-board").hidden = board !== null || state.root === null;
  at("no-board").replaceChildren(surface.absent, ...withCode(ruleset.notation && ` ${stopped(capital(ruleset.notation))}`));
  // Hides what does not apply: a text has no size, and a row has only one height.
  for (const id of ["modes", "brushes", "tools", "save-board"]) at(id).hidden = board === null;
  for (const id of TOOLS) at(id).hidden = !surface.tools().includes(id);
  for (const control of at("brushes").children) control.disabled = !drawing;
  at("width").value = board?.width ?? "";
  at("height").value = board?.height ?? "";
  if (board?.cells) {
    at("narrower").disabled = board.width === 1;
    at("lower").disabled = board.height === 1;
    at("wider").disabled = board.width === MAX_SIDE || (board.width + 1) * board.height > MAX_CELLS;
    at("higher").disabled = board.height === MAX_SIDE || board.width * (board.height + 1) > MAX_CELLS;
  }
  at("undo").disabled = timeline.past.length === 0;
  at("redo").disabled = timeline.future.length === 0;
}

/** Shows the moves played, each a button that goes back to its position. */
function showPath() {
  const crumb = (contents, count) => {
    const node = button(contents, () => back(count), "button-quiet");
    if (count === state.steps.length) node.setAttribute("aria-current", "step");
    return element("li", "", node);
  };
  const steps = state.steps.map(({ side, move }, index) => {
    const dot = element("span", `dot dot-${side}`);
    dot.setAttribute("aria-hidden", "true");
    const player = element("span", "visually-hidden", side === "left" ? "Left " : "Right ");
    return crumb([dot, player, element("span", "mono", nameOf(move))], index + 1);
  });
  const walks = state.mode === "moves" || steps.length > 0;
  const hint = element("p", "small muted", TOUCH ? surface.hints.touch : surface.hints.mouse);
  at("path").replaceChildren(walks ? element("ol", "", crumb("Start", 0), ...steps) : board ? hint : "");
  at("path").scrollLeft = at("path").scrollWidth;
}

/** A move as pages write it. */
function nameOf(move) {
  return surface.nameOfMove(move, board);
}

/** Draws the board and the line below it. */
function showBoard() {
  showReadout();
  if (!board) return;
  const move = moveShown();
  surface.show(board, {
    known: answerOfNow(),
    previous: inquiry.isNew ? answer?.content : null,
    drawing: state.mode === "draw",
    move,
    after: move && surface.read(move.position, state),
    last: state.steps.at(-1)?.move,
    moves: movesNow(),
    picked,
    next: move ? new Map() : nextCells(movesNow(), cellsPointedAt()),
    turn: turn(),
  });
}

/** The player whose turn it is if the players alternate: Left begins. */
function turn() {
  return state.steps.at(-1)?.side === "left" ? "right" : "left";
}

/** The moves of the current position, if they are known. */
function movesNow() {
  return movesOf === keyOf(positionOf(state)) ? moves : [];
}

/** The move that is previewed. */
function moveShown() {
  return looked ?? (state.mode === "moves" ? foreseen(movesNow(), picked, hovered, turn()) : null);
}

/** The picked cells of a move, or the one that could be picked. */
function cellsPointedAt() {
  if (state.mode !== "moves") return [];
  return picked.length > 0 ? picked : hovered ? [hovered] : [];
}

function showReadout() {
  const host = at("readout");
  const move = moveShown();
  const pointed = cellsPointedAt();
  const some = board ? candidates(movesNow(), pointed) : [];
  const known = answerOfNow();
  if (move) {
    host.replaceChildren(...readout.ofMove(move));
  } else if (some.length > 0) {
    const name = surface.nameOfCell(pointed.at(-1), board);
    host.replaceChildren(...readout.ofCell(name, some.length, picked.length > 0));
  } else if (followed && duel) {
    host.replaceChildren(element("span", "muted", told));
  } else if (known || !inquiry.isNew) {
    host.replaceChildren(...readout.ofPosition(known));
  }
}

// Evaluation.

function keyOf(position) {
  return `${state.rules}\n${position}`;
}

/** The ruleset in a request. */
function rulesNow() {
  return { rules: state.rules, ruleset: state.text ?? undefined };
}

function answerOfNow() {
  return answer?.key === keyOf(positionOf(state)) ? answer.content : null;
}

/**
 * Requests the value of the current position and aborts the previous request. `seconds` is the time limit,
 * if it is not the default.
 */
async function evaluate(seconds) {
  inquiry.stop();
  listing?.abort();
  followed = null;
  const isDuel = duel?.plays(state) ?? false;
  at("value-title").textContent = isDuel ? "Certificate" : "Value";
  if (isDuel) {
    follow();
    return;
  }
  const position = positionOf(state);
  const known = answers.get(keyOf(position));
  if (known) {
    receive(known);
    return;
  }
  const width = widthFor(at("thermograph"));
  const body = { ...rulesNow(), position, all_moves: true, thermograph: true, thermograph_width: width, seconds };
  asked = seconds ?? null;
  const content = await inquiry.ask("value", body, waitForValue, (done) => progress("computing…", done));
  if (!content) return;
  const received = { key: keyOf(position), content };
  answers.set(received.key, received);
  if (answers.size > MAX_ANSWERS) answers.delete(answers.keys().next().value);
  receive(received);
}

/** Removes what belongs to the previous position, and shows that the page waits. */
function waitForValue() {
  forget();
  notice(null);
  progress("computing…");
}

/** Shows the current activity and how far it has come, in space reserved for it; null clears it. */
function progress(doing, { seconds, positions } = {}) {
  const parts = [doing ?? "", seconds && `${seconds} s`, positions && `${positions.toLocaleString("en")} positions`];
  at("progress-text").textContent = parts.filter(Boolean).join(" ");
  at("cancel").hidden = doing === null;
  at("result").setAttribute("aria-busy", String(doing !== null));
}

function receive(received) {
  answer = received;
  const { content } = received;
  notice(null);
  takeMoves(content.all_moves ?? content.moves);
  showCards("thermograph", content.components ? "components" : "", "moves");
  showValue(at("value"), content, showWhole);
  at("symbols").replaceChildren(...symbolsButton(content));
  showFacts(at("facts"), content);
  showComponents(at("components"), content, (component) => alone(component));
  showThermograph(at("thermograph"), content.thermograph_svg, absentThermograph(content));
  for (const id of ["save-thermograph", "enlarge"]) at(id).disabled = !content.thermograph_svg;
  at("save-answer").disabled = false;
  showBoard();
  announce(sentence(content));
}

function absentThermograph({ kind, no_thermograph: reason }) {
  if (kind === "loopy") return "There is none, since play without end may be a draw here.";
  return reason ? stopped(capital(reason)) : "The thermograph is out of range.";
}

/** Stores the moves of a position, with the cells that they name. */
function takeMoves(both) {
  const cells = (move) => (board ? surface.cellsOf(move.move, board) : []);
  moves = [];
  movesOf = both ? keyOf(positionOf(state)) : null;
  for (const side of ["left", "right"]) {
    const own = (both?.[side] ?? []).map((move) =>
      board ? withCells(move, side, cells(move), board) : { ...move, side, cells: [] })
      .map((move) => ({ ...move, name: nameOf(move.move) }));
    if (both?.[side]) lists[side].show(own);
    else lists[side].clear();
    moves.push(...own);
  }
  picked = [];
  looked = null;
}

/** Clears everything that depends on an answer. */
function forget() {
  answer = null;
  showValue(at("value"), null);
  at("symbols").replaceChildren();
  showFacts(at("facts"), null);
  showComponents(at("components"), null);
  showThermograph(at("thermograph"), null);
  takeMoves(null);
  for (const id of ["save-thermograph", "enlarge", "save-answer"]) at(id).disabled = true;
  showBoard();
}

/** Shows these cards and hides the others, which are empty without a value. */
function showCards(...names) {
  for (const name of ["thermograph", "components", "moves"]) at(`${name}-card`).hidden = !names.includes(name);
}

function refused(error) {
  announce(error.message);
  forget();
  showCards();
  if (error.status === 422 && !error.limit) {
    const known = rulesets.length === 0 || rulesets.includes(ruleset);
    if (known) fieldError(error.message);
    notice([element("p", "", stopped(capital(error.message)))]);
    return;
  }
  const longer = error.limit === "time" && asked === null && mostSeconds !== null;
  const buttons = error.limit ? [solveButton(), longer ? longerButton() : ""] : [againButton(() => evaluate())];
  notice([element("p", "", `No value: ${stopped(error.message)}`), element("div", "row", ...buttons)]);
  if (error.limit) movesOnly();
}

/** The solver does not know games whose play need not end. */
function solveButton() {
  return ruleset.rank === "nothing" ? "" : button("Solve for the outcome instead", solve, "button-primary");
}

function longerButton() {
  return button(`Try for ${mostSeconds} seconds`, () => evaluate(mostSeconds));
}

function againButton(action) {
  return button("Try again", action);
}

/** Shows a notice in place of the value; null shows the value again. */
function notice(nodes) {
  const host = at("notice");
  host.hidden = nodes === null;
  host.replaceChildren(...(nodes ?? []));
  at("result").dataset.notice = String(nodes !== null);
}

/** Lists the moves of a position whose value cannot be computed, so that they can still be played. */
async function movesOnly() {
  listing?.abort();
  const mine = new AbortController();
  listing = mine;
  const body = { ...rulesNow(), position: positionOf(state) };
  try {
    const { moves: both } = await call("moves", body, { signal: mine.signal });
    if (listing !== mine) return;
    takeMoves(both);
    showCards("moves");
    // The search for the winner may have been faster.
    const winning = answerOfNow()?.winning_moves;
    if (winning) takeMoves(withWinners(moves, winning));
    showBoard();
  } catch (error) {
    if (!(error instanceof ApiError) && error.name !== "AbortError") throw error;
    // The notice already shows the error.
  }
}

async function solve() {
  const position = positionOf(state);
  notice([element("p", "muted", "The solver is searching for the winner.")]);
  at("notice").focus();
  if (movesNow().length === 0) movesOnly();
  const body = { sum: position, ...rulesNow(), moves: true, line: true };
  const found = await inquiry.ask("solve", body, () => progress("solving…"), (done) => progress("solving…", done));
  if (!found) return;
  if (found.outcome === null) {
    const reason = found.reason ?? "the search ended without an answer";
    notice([element("p", "", `The solver did not find who wins: ${reason}.`), againButton(solve)]);
    announce(`The solver did not find who wins: ${reason}`);
    return;
  }
  answer = { key: keyOf(position), content: found };
  at("save-answer").disabled = false;
  notice(solutionInWords(found, nameOf));
  if (movesNow().length > 0) takeMoves(withWinners(moves, found.winning_moves));
  showBoard();
  announce(outcomeText(found.outcome));
}

function announce(text) {
  at("announcer").textContent = text;
}

// Certificates.

/** Plays on after the last move: answers as the winner, or lists the moves of the visitor. */
async function follow() {
  const { steps } = state;
  followed = steps;
  const reason = duel.reasonAfter(steps);
  const last = steps.at(-1);
  const answered = reason && `${capital(last.side)} answered ${nameOf(last.move)}. `;
  const show = (text) => {
    told = `${answered}${text}`;
    notice(duel.panel(`${answered}${reason} ${text}`, { start: startDuel, close: closeDuel }));
    showReadout();
  };
  const tell = (text) => {
    show(text);
    announce(`${answered}${reason} ${text}`);
  };
  forget();
  showCards("moves");
  show("…");
  try {
    const next = await duel.next(steps);
    if (followed !== steps) return;
    if (!next) tell("The certificate has no answer here: dicot certify finds the line that is wrong.");
    else if (next.answer) go({ mode: "moves", steps: [...steps, next.answer] }, { step: false });
    else {
      takeMoves({ [duel.loser]: next.moves });
      showBoard();
      tell(next.moves.length > 0 ? "It is your move." : `You cannot move: ${capital(duel.winner)} has won.`);
    }
  } catch (error) {
    if (!(error instanceof ApiError) && !(error instanceof CertificateError)) throw error;
    if (followed === steps) tell(`The certificate cannot be followed: ${stopped(error.message)}`);
  }
}

function startDuel(first) {
  duel.first = first;
  go({ mode: "moves", steps: [] });
  // The buttons are new ones.
  at("notice").focus();
}

function closeDuel() {
  duel = null;
  go({ certificate: null }, { step: false });
  evaluate();
  at("open-certificate").focus();
}

/** Opens a certificate: `load` reads it, `name` is that of one that is kept. The moves are kept if they are a game of it. */
async function openDuel(load, name = null) {
  inquiry.stop();
  listing?.abort();
  followed = load;
  const loading = (text) => followed === load && notice([element("p", "muted", text)]);
  try {
    const opened = await load(loading);
    if (followed !== load) return;
    duel = opened;
  } catch (error) {
    if (followed !== load) return;
    const message = `The certificate is not opened: ${stopped(error.message)}`;
    notice([element("p", "", message), button("Show the value", () => evaluate())]);
    announce(message);
    return;
  }
  const steps = duel.plays(state) ? state.steps : [];
  go({ rules: duel.rules, root: duel.root, mode: "moves", steps, certificate: name }, { step: positionOf(state) !== duel.root });
  if (followed === load) evaluate();
}

/** Opens the certificate that a link names. */
function openLinked() {
  const { certificate } = state;
  if (certificate === null) evaluate();
  else openDuel((loading) => Duel.openKept(certificate, loading), certificate);
}

function openFile(file) {
  if (file) openDuel((loading) => Duel.open(file, loading));
}

// Changing the position.

/** Goes to another state; with `step` the back button returns to the previous one. */
function go(change, { step = true } = {}) {
  const before = state;
  // Another position does not have the places of the vertices, nor the certificate, unless it says so.
  state = { ...state, ...("root" in change && { places: null, certificate: null }), ...change };
  if (state.rules !== before.rules) {
    adopt(rulesetNamed(state.rules));
    state.text = ruleset.text ?? null;
    showRulesets();
  }
  // The winner's answer belongs to the move before it, so that one step goes back before both.
  if (followed && state.steps.length > before.steps.length && !step) timeline.now = snapshot(state);
  else timeline.note(state);
  const hash = toHash(state);
  if (hash !== location.hash) history[step ? "pushState" : "replaceState"](null, "", hash);
  read();
  if (positionOf(state) !== positionOf(before) || state.rules !== before.rules) evaluate();
  show();
}

/** Goes to a drawn board and forgets the moves that were played before. */
function draw(next, options) {
  go({ ...surface.written(next), steps: [] }, options);
}

/** Shows a change of the board as part of a stroke. The whole stroke becomes one step of the history. */
function edit(next) {
  const [before, { root, places }] = [surface.written(board).root, surface.written(next)];
  board = next;
  if (root === before) state = { ...state, places };
  else {
    state = { ...state, root, places, steps: [], certificate: null };
    evaluate();
  }
  showPositionText();
  showBoard();
}

/** Ends a stroke. */
function settle() {
  if (!timeline.note(state)) return;
  history.replaceState(null, "", toHash(state));
  showTools();
  showPath();
}

function keyInMoves(event, ...cell) {
  if (event.key === "Enter" || event.key === " ") choose(cell);
  else if (event.key === "Escape") {
    picked = [];
    showBoard();
  } else return false;
  return true;
}

/** Handles a press on a cell, to pick a move. */
function choose(cell) {
  const next = pick(movesNow(), picked, cell, turn());
  picked = next.picked;
  if (next.move) play(next.move);
  else showBoard();
}

/** Handles a click on a stone, or dragging it to a target. */
function chooseByPointer(first, last) {
  if (first.join() === last.join()) {
    choose(last);
    return;
  }
  if (picked.length === 0) choose(first);
  if (picked.length > 0) choose(last);
}

/** Previews the position after a move; null ends the preview. */
function look(move) {
  looked = movesOf === keyOf(positionOf(state)) ? move : null;
  showBoard();
}

/** Plays a move. */
function play({ side, move, position }) {
  // The list may still belong to the previous position.
  if (movesOf !== keyOf(positionOf(state))) return;
  const focused = document.activeElement?.closest(".moves");
  go({ mode: "moves", steps: [...state.steps, { side, move, position }] });
  // The button that had the focus was removed with its list.
  if (focused) at("path").querySelector("[aria-current]")?.focus();
}

/** Goes back to the position after the first `count` moves. */
function back(count) {
  go({ mode: "moves", steps: state.steps.slice(0, count) });
  at("path").querySelector("[aria-current]")?.focus();
}

/** Goes to the position of a component alone. */
function alone(component) {
  go({ root: component.position, steps: [] });
  if (board) surface.focus();
}

// Controls.

function rulesetNamed(name) {
  return rulesets.find((known) => known.name === name || known.aliases?.includes(name)) ?? unknownRuleset(name);
}

/** Adds a ruleset of the user. One with the same name has the same rules, and is replaced. */
function addOwn(own) {
  rulesets = [...rulesets.filter(({ name }) => name !== own.name), own];
  if (own.name === state.rules) {
    adopt(own);
    state = { ...state, text: own.text };
  }
  showRulesets();
}

/** Lists the rulesets; of those of the user the last one, and the current one after an undo. */
function showRulesets() {
  const last = rulesets.at(-1);
  const listed = rulesets.filter((known) => !known.text || known === last || known === ruleset);
  at("rules").replaceChildren(...listed.map(({ name, title, text }) => new Option(text ? `${title} (own rules)` : title, name)));
  at("rules").value = state.rules;
}

/** Reads the ruleset in the state, if it is the user's own, from a link. */
async function readOwn() {
  const { rules, text } = state;
  if (text === null || rulesets.some(({ name }) => name === rules)) return;
  try {
    const own = await readRules(text);
    // The name has a hash of the rules; one that was made by hand is replaced.
    if (state.rules === rules) state = { ...state, rules: own.name };
    ruleFile.show(text);
    addOwn(own);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The request for the value says what is wrong.
  }
}

/** Handles a change of the text field: goes to the text if it is a position. */
let typing = 0;
let typedBefore = false;
function typed() {
  clearTimeout(typing);
  const text = at("position").value.trim().replace(/\s*\n\s*/g, "/");
  const problem = problemWith(text, ruleset);
  fieldError(problem);
  if (problem || text === "") return;
  const read = surface.read(text, { root: text });
  const root = read ? surface.tidied(text, read) : text;
  if (root === positionOf(state)) return;
  // Text that is typed without a pause is one step of the history.
  const take = () => {
    go({ root, places: /^n=/i.test(text) ? state.places : null, steps: [] }, { step: !typedBefore });
    typedBefore = true;
  };
  if (read) take();
  else typing = setTimeout(take, TYPING_MILLISECONDS);
}

/** Goes to a position from outside the page. */
function take(text) {
  const position = text.trim().replace(/\s*\r?\n\s*/g, "/");
  const problem = problemWith(position, ruleset);
  if (problem) {
    at("position").value = position;
    fieldError(problem);
    announce(problem);
    return;
  }
  const read = surface.read(position, { root: position });
  go({ root: read ? surface.tidied(position, read) : position, steps: [] });
}

function resize(width, height) {
  const whole = Number.isInteger(width) && Number.isInteger(height);
  if (!whole || width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_CELLS) {
    showTools();
    say(`Boards have up to ${MAX_CELLS} cells.`);
    return;
  }
  draw(resized(board, width, height, emptyLetter(ruleset)));
}

/** Shows the thermograph in the default size. */
async function enlarge() {
  const shown = answer.content;
  showThermograph(at("large-picture"), shown.thermograph_svg);
  at("large").showModal();
  const svg = await usualThermograph();
  if (answer?.content === shown) showThermograph(at("large-picture"), svg);
}

/** The picture in the default size, with its title; the picture of the card if the server does not answer. */
async function usualThermograph() {
  const { position, thermograph_svg: small } = answer.content;
  try {
    const { thermograph_svg: svg } = await call("value", { ...rulesNow(), position, thermograph: true });
    return svg;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return small;
  }
}

let saying = 0;
/** Shows a short message temporarily. */
function say(text) {
  clearTimeout(saying);
  at("done").textContent = text;
  saying = setTimeout(() => {
    at("done").textContent = "";
  }, 4000);
}

async function copied(text, what) {
  say((await copy(text)) ? `${what} copied` : `the browser does not let ${what.toLowerCase()} be copied`);
}

function onClick(id, action) {
  at(id).addEventListener("click", action);
}

function goTo(next) {
  if (next) go(next);
}

// The part of the address after `#` is the state, not an anchor on the page.
document.querySelector(".skip-link").addEventListener("click", (event) => {
  event.preventDefault();
  if (board) surface.focus();
  else at("position").focus();
});
onClick("mode-draw", () => go({ mode: "draw" }));
onClick("mode-moves", () => go({ mode: "moves" }));
onClick("undo", () => goTo(timeline.undo()));
onClick("redo", () => goTo(timeline.redo()));
onClick("mirror-columns", () => draw(mirrorColumns(board)));
onClick("mirror-rows", () => draw(mirrorRows(board)));
onClick("transpose", () => draw(transpose(board)));
onClick("exchange", () => draw(surface.exchanged(board)));
onClick("clear", () => draw(surface.cleared(board)));
onClick("arrange", () => go({ places: null }));
onClick("narrower", () => resize(board.width - 1, board.height));
onClick("wider", () => resize(board.width + 1, board.height));
onClick("lower", () => resize(board.width, board.height - 1));
onClick("higher", () => resize(board.width, board.height + 1));
for (const id of ["width", "height"]) {
  at(id).addEventListener("change", () => resize(at("width").valueAsNumber, at("height").valueAsNumber));
}
onClick("cancel", () => {
  inquiry.stop();
  forget();
  showCards();
  notice([element("p", "", "Cancelled."), element("div", "row", button("Compute again", () => evaluate()), solveButton())]);
  movesOnly();
  // The button that had the focus was removed.
  at("notice").focus();
});
onClick("copy-position", () => copied(positionOf(state), "Position"));
onClick("copy-link", () => copied(location.href, "Link"));
onClick("paste-position", async () => {
  try {
    take(await navigator.clipboard.readText());
  } catch {
    at("position").select();
    say("press Ctrl+V in the field");
  }
});
onClick("enlarge", enlarge);
onClick("how-to", () => showHowToPlay(ruleset, capital));
onClick("thermograph", (event) => {
  if (event.target.tagName === "IMG") enlarge();
});
onClick("save-board", () => {
  save("board.svg", "image/svg+xml", surface.file(board, positionOf(state), answerOfNow()));
});
onClick("save-thermograph", async () => save("thermograph.svg", "image/svg+xml", await usualThermograph()));
onClick("save-answer", () => save("answer.json", "application/json", `${JSON.stringify(answer.content, null, 2)}\n`));

at("position").addEventListener("input", typed);
at("position").addEventListener("change", () => {
  typedBefore = false;
});
at("position").addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text");
  // A single-line field would join the rows of a position that is pasted in several lines.
  if (!/\n/.test(text.trim())) return;
  event.preventDefault();
  take(text);
  at("position").value = positionOf(state);
});
document.addEventListener("paste", (event) => {
  if (/^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
  event.preventDefault();
  take(event.clipboardData.getData("text"));
});
document.addEventListener("keydown", (event) => {
  const inField = /^(?:INPUT|TEXTAREA)$/.test(event.target.tagName);
  if (inField || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  const action = { z: event.shiftKey ? "redo" : "undo", y: "redo" }[key];
  if (!action) return;
  event.preventDefault();
  goTo(timeline[action]());
});
onClick("open-certificate", () => at("certificate-file").click());
at("certificate-file").addEventListener("change", () => {
  openFile(at("certificate-file").files[0]);
  at("certificate-file").value = "";
});
document.addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
document.addEventListener("drop", (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  openFile(file);
});
at("rules").addEventListener("change", () => chooseRules(at("rules").value));
at("examples").addEventListener("change", () => {
  const { value } = at("examples");
  if (value === "") return;
  const example = examples[Number(value)];
  go({ rules: example.rules, root: example.position, steps: [] });
});
// Reset on `blur` and not before, so that the arrow keys continue from the selected item.
at("examples").addEventListener("blur", () => {
  at("examples").value = "";
});

/** Changes the ruleset. The position is kept if it is valid there, unless the user's own rules have another start. */
function chooseRules(rules) {
  const next = rulesetNamed(rules);
  const position = positionOf(state);
  const isNew = next.text && next.start && next.start !== ruleset.start;
  const fits = !isNew && surface.isAlso(position, next);
  go({ rules, ...(fits && { places: state.places }), root: fits ? position : firstPosition(next), steps: [] });
}

/** The position that a ruleset is shown with: the start of the user's own, otherwise an example or an empty board. */
function firstPosition({ text, start, positions, row, drawn, symbols }) {
  const empty = (row ? "....." : ".../.../...").replaceAll(".", emptyLetter({ symbols }));
  return (text && start) || positions[0]?.position || start || (drawn ? empty : "1");
}

window.addEventListener("popstate", async () => {
  const before = state;
  const linked = fromHash(location.hash);
  // A pasted link has its own calculator lines; the lines of an earlier state are already evaluated.
  const fresh = linked.lines.filter((line) => !before.lines.includes(line));
  state = { ...linked, lines: [...before.lines, ...fresh] };
  history.replaceState(null, "", toHash(state));
  await readOwn();
  adopt(rulesetNamed(state.rules));
  showRulesets();
  state.root ??= firstPosition(ruleset);
  timeline.note(state);
  read();
  if (state.certificate === before.certificate) evaluate();
  else openLinked();
  show();
  expressions.restore(fresh);
});

async function begin() {
  welcome("explore");
  copyValuesAsText();
  explainTerms(document, TERMS);
  if (state.root !== null) openLinked();
  show();
  try {
    const [all, limits] = await Promise.all([loadRulesets(), get("limits")]);
    [rulesets, mostSeconds] = [all, limits.most_seconds];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say(error.message);
    return;
  }
  showRulesets();
  examples = rulesets.flatMap(({ name: rules, title, positions }) => (
    positions.map(({ name, position }) => ({ name: `${title}: ${name}`, rules, position }))
  ));
  for (const [index, { name }] of examples.entries()) at("examples").append(new Option(name, index));
  await readOwn();
  adopt(rulesetNamed(state.rules));
  const isUnset = state.root === null;
  state.root ??= firstPosition(ruleset);
  if (isUnset) timeline.now = snapshot(state);
  read();
  show();
  if (isUnset) openLinked();
  const known = answerOfNow();
  // The names of the cells are known only now.
  if (known && hasValue(known)) takeMoves(known.all_moves ?? known.moves);
  if (duel?.plays(state)) evaluate();
  showBoard();
  if (state.rules !== ruleset.name) go({ rules: ruleset.name }, { step: false });
  await expressions.restore(state.lines);
}

begin();
