// The list of moves: numbered, clickable to view earlier positions, and marked with the results of a review.

import { button, element } from "../dom.js";

const STEPS = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 };

export class MoveList {
  /** `look(ply)` is called to show the position after `ply` moves. */
  constructor(list, look) {
    this.list = list;
    this.look = look;
    list.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows the moves; `at` is the number of moves before the position on the board, `review` the review or null. */
  show(moves, at, nameOfSide, review) {
    const { list } = this;
    while (list.children.length > moves.length) list.lastChild.remove();
    while (list.children.length < moves.length) list.append(newItem(list.children.length + 1, this.look));
    moves.forEach((move, i) => {
      const ply = i + 1;
      const [node] = list.children[i].children;
      const remark = remarkOn(ply, review);
      setText(node, ".move-side", `${nameOfSide(i)} `);
      setText(node, ".move-name", move);
      setText(node, ".move-remark", remark?.sign ?? "");
      setText(node, ".move-words", remark ? `, ${remark.text}` : "");
      node.className = `move-button ${remark?.kind ?? ""}`;
      node.tabIndex = ply === Math.max(at, 1) ? 0 : -1;
      if (ply === at) node.setAttribute("aria-current", "step");
      else node.removeAttribute("aria-current");
    });
    const current = list.children[at - 1] ?? list.firstChild;
    if (current) keepInView(current, list);
  }

  key(event) {
    const buttons = [...this.list.querySelectorAll("button")];
    const here = buttons.indexOf(event.target.closest("button"));
    if (here < 0) return;
    let to;
    if (event.key in STEPS) to = here + STEPS[event.key];
    else if (event.key === "Home") to = 0;
    else if (event.key === "End") to = buttons.length - 1;
    else return;
    event.preventDefault();
    if (!buttons[to]) return;
    this.look(to + 1);
    buttons[to].focus();
  }
}

function newItem(ply, look) {
  const part = (kind, ...contents) => element("span", kind, ...contents);
  const text = part("move-text", part("move-side visually-hidden"), part("move-name"));
  const parts = [part("move-number", `${ply} `), text, part("move-remark"), part("move-words visually-hidden")];
  return element("li", "", button(parts, () => look(ply)));
}

function setText(item, selector, text) {
  const node = item.querySelector(selector);
  if (node.textContent !== text) node.textContent = text;
}

/** Annotates a move with its review, in the notation of chess annotators. */
function remarkOn(ply, review) {
  if (!review) return null;
  if (review.lost_at === ply) return { kind: "move-lost", sign: "??", text: "lost the game" };
  if (review.mistakes.some((mistake) => mistake.ply === ply)) {
    const was = review.winners[ply - 1] === "draw" ? "draw" : "won game";
    return { kind: "move-mistake", sign: "?", text: `gave a ${was} away` };
  }
  return ply <= review.undecided ? { kind: "move-unknown", sign: "", text: "not decided" } : null;
}

/** Scrolls only the list, not the page. Items are positioned relative to the list. */
function keepInView(item, list) {
  const [top, bottom] = [item.offsetTop, item.offsetTop + item.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}
