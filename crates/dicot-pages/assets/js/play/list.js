// The list of moves: numbered, clickable to view earlier positions, and marked with the results of a review.

const STEPS = { ArrowUp: -2, ArrowDown: 2, ArrowLeft: -1, ArrowRight: 1 };

export class MoveList {
  /** `look(ply)` is called to show the position after `ply` moves. */
  constructor(list, look) {
    this.list = list;
    this.look = look;
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) look(+button.dataset.ply);
    });
    list.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows the moves; `at` is the number of moves before the position on the board, `review` the review or null. */
  show(moves, at, nameOfSide, review) {
    const { list } = this;
    while (list.children.length > moves.length) list.lastChild.remove();
    while (list.children.length < moves.length) list.append(newItem(list.children.length + 1));
    moves.forEach((move, i) => {
      const ply = i + 1;
      const [button] = list.children[i].children;
      const remark = remarkOn(ply, review);
      setText(button, ".move-side", `${nameOfSide(i)} `);
      setText(button, ".move-name", move);
      setText(button, ".move-remark", remark?.sign ?? "");
      setText(button, ".move-words", remark ? `, ${remark.text}` : "");
      button.className = `move-button ${remark?.kind ?? ""}`;
      button.tabIndex = ply === Math.max(at, 1) ? 0 : -1;
      if (ply === at) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = list.children[at - 1] ?? list.firstChild;
    if (current) keepInView(current, list);
  }

  key(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const buttons = [...this.list.querySelectorAll("button")];
    const here = buttons.indexOf(button);
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

function newItem(ply) {
  const item = document.createElement("li");
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.ply = ply;
  const text = part("move-text");
  text.append(part("move-side visually-hidden"), part("move-name"));
  button.append(part("move-number", `${ply} `), text, part("move-remark"), part("move-words visually-hidden"));
  item.append(button);
  return item;
}

function part(kind, text = "") {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

function setText(button, selector, text) {
  const node = button.querySelector(selector);
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
