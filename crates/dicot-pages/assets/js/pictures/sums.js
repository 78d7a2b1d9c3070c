// Sums as pictures to point at: the pictures of the parts side by side, each with its letter.

import { COLOURS, element as svgElement, label } from "../board.js";
import { MARGIN, UNIT, flow } from "./items.js";

/** The width of a line of parts, on phones and on other screens, and the largest width and height of a part, in units. */
const WIDTH = { phone: 9, other: 15 };
const MOST = { width: 15, height: 8 };
/** The height of the letter above a part, in units. */
const HEAD = 0.7;

const letterOf = (index) => String.fromCharCode(65 + index);

/** The parts of a sum, as `{rules, text}`; null if the text is not one. */
export function partsOf(text) {
  const parts = text.split(" + ").map((part) => /^\s*([a-z][a-z0-9-]*):(.*)$/is.exec(part));
  return parts.every(Boolean) ? parts.map(([, rules, position]) => ({ rules: rules.toLowerCase(), text: position.trim() })) : null;
}

export class SumPicture {
  /** `picturesOf(rules)` are the pictures of a ruleset, or null if it is not known. */
  constructor({ picturesOf }) {
    this.picturesOf = picturesOf;
    this.known = new Map();
  }

  /** Those of the part with this number: a graph keeps its layout. */
  pictures(index, rules) {
    const key = `${index} ${rules}`;
    if (!this.known.has(key)) this.known.set(key, this.picturesOf(rules));
    return this.known.get(key);
  }

  read(text, start) {
    const [terms, before] = [partsOf(text), partsOf(start)];
    const read = terms?.map(({ rules, text: position }, index) => {
      const first = before?.length === terms.length && before[index].rules === rules ? before[index].text : position;
      return this.pictures(index, rules)?.read(position, first);
    });
    if (!read?.every(Boolean)) return null;
    const drawing = { parts: read.map((part, index) => ({ ...part, rules: terms[index].rules })) };
    this.number(drawing);
    return drawing;
  }

  /** Numbers the things of all parts, one part after the other. */
  number(drawing) {
    drawing.total = 0;
    for (const part of drawing.parts) {
      part.from = drawing.total;
      drawing.total += part.picture.count(part.drawing);
      part.to = drawing.total;
    }
  }

  heights({ parts }) {
    return parts.flatMap(({ picture, drawing }) => picture.heights?.(drawing) ?? new Array(picture.count(drawing)).fill(0));
  }

  sizeOf({ parts }) {
    return parts.length === 1 ? "1 part" : `${parts.length} parts`;
  }

  count({ total }) {
    return total;
  }

  ways(moves, sum) {
    const own = sum.parts.map(({ picture, drawing }, index) => {
      const head = `${letterOf(index)}:`;
      const mine = moves.filter(({ move }) => move.startsWith(head));
      const ways = picture.ways(mine.map(({ move }) => ({ move: move.slice(head.length) })), drawing);
      return ways.map((way) => ({ ...way, move: head + way.move }));
    });
    // A part may have added things to point at, such as the lines of a cake.
    this.number(sum);
    return own.flatMap((ways, index) => ways.map((way) => ({ ...way, path: way.path.map((item) => item + sum.parts[index].from) })));
  }

  nameOfMove(move, start) {
    const [, letter, rest] = /^([A-Z]):(.*)$/s.exec(move) ?? [];
    const part = letter && partsOf(start)?.[letter.charCodeAt(0) - 65];
    const pictures = part && this.pictures(letter.charCodeAt(0) - 65, part.rules);
    return pictures ? `${letter}: ${pictures.nameOfMove(rest, part.text)}` : move;
  }

  last(move, drawing) {
    const [, letter, rest] = /^([A-Z]):(.*)$/s.exec(move.move) ?? [];
    const part = letter && drawing.parts[letter.charCodeAt(0) - 65];
    return part ? part.picture.last({ move: rest }, part.drawing).map(([item, mark]) => [item + part.from, mark]) : [];
  }

  partAt(index, { parts }) {
    return parts.find(({ to }) => index < to) ?? parts.at(-1);
  }

  wordsAt(index, drawing) {
    const part = this.partAt(index, drawing);
    return [`part ${letterOf(drawing.parts.indexOf(part))}`, ...part.picture.wordsAt(index - part.from, part.drawing)];
  }

  isEmpty(index, drawing) {
    const { picture, drawing: own, from } = this.partAt(index, drawing);
    return picture.isEmpty?.(index - from, own) ?? false;
  }

  /** The options for the picture of a part. */
  optionsOf({ from, to }, { marks, name, ...options }, title) {
    return {
      ...options,
      title,
      cropped: true,
      marks: marks?.slice(from, to),
      name: name && ((index) => name(index + from)),
    };
  }

  svg(drawing, options) {
    const { parts } = drawing;
    const pictures = parts.map((part, index) => part.picture.svg(part.drawing, this.optionsOf(part, options, this.titleOf(part, index))));
    const blocks = pictures.map((picture) => {
      const { width, height } = picture.viewBox.baseVal;
      const scale = Math.min(1, (MOST.width * UNIT) / width, (MOST.height * UNIT) / height);
      return { width: (width * scale) / UNIT, height: (height * scale) / UNIT + HEAD };
    });
    const most = matchMedia("(max-width: 30rem)").matches ? WIDTH.phone : WIDTH.other;
    const { places, width, height } = flow(blocks, most, 0.5);
    const svg = svgElement("svg", {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${Math.max(width, 6) * UNIT + 2 * MARGIN} ${height * UNIT + 2 * MARGIN}`,
      width: Math.max(width, 6) * UNIT + 2 * MARGIN,
      height: height * UNIT + 2 * MARGIN,
      class: "board sum",
      role: options.name ? "group" : "img",
    });
    if (options.title) svg.setAttribute("aria-label", options.title);
    svg.append(svgElement("rect", { width: "100%", height: "100%", rx: 6, fill: COLOURS.paper, class: "sheet" }));
    for (const [index, picture] of pictures.entries()) {
      const [x, y] = places[index].map((place) => MARGIN + place * UNIT);
      svg.append(label(letterOf(index), x + 8, y + 12, 16, COLOURS.ink, { "font-weight": 600 }));
      const size = { x, y: y + HEAD * UNIT, width: blocks[index].width * UNIT, height: (blocks[index].height - HEAD) * UNIT };
      for (const [name, value] of Object.entries(size)) picture.setAttribute(name, value);
      picture.setAttribute("data-part", index);
      svg.append(picture);
    }
    return svg;
  }

  titleOf({ picture, drawing, rules }, index) {
    return `Part ${letterOf(index)}: ${rules}, ${picture.sizeOf(drawing)}`;
  }

  repaint(svg, { parts }, options) {
    if (options.title) svg.setAttribute("aria-label", options.title);
    for (const [index, part] of parts.entries()) {
      part.picture.repaint(this.nodeOf(svg, index), part.drawing, this.optionsOf(part, options, this.titleOf(part, index)));
    }
  }

  nodeOf(svg, index) {
    return svg.querySelector(`:scope > [data-part="${index}"]`);
  }

  fits(one, other) {
    const same = (part, index) => {
      const next = other.parts[index];
      return next && next.picture === part.picture && part.picture.fits(part.drawing, next.drawing);
    };
    return one.parts.length === other.parts.length && one.parts.every(same);
  }

  nodeAt(svg, index, drawing) {
    const part = this.partAt(index, drawing);
    return part && part.picture.nodeAt(this.nodeOf(svg, drawing.parts.indexOf(part)), index - part.from, part.drawing);
  }

  indexOf(node, { parts }) {
    const { picture, drawing, from } = parts[node.closest("[data-part]").dataset.part];
    return picture.indexOf(node, drawing) + from;
  }

  /** Where a part ends, the next one begins; at the start or end of a part, Home and End lead to that of the sum. */
  beside(index, event, drawing) {
    const { parts, total } = drawing;
    const part = this.partAt(index, drawing);
    const own = part.picture.beside(index - part.from, event, part.drawing);
    if (own !== undefined && own !== index - part.from) return own + part.from;
    if (["Home", "End"].includes(event.key)) {
      const filled = parts.filter(({ from, to }) => to > from);
      const last = event.key === "Home" ? filled[0] : filled.at(-1);
      return last.picture.beside(event.key === "Home" ? 0 : last.to - last.from - 1, event, last.drawing) + last.from;
    }
    const isOn = ["ArrowRight", "ArrowDown", "PageDown"].includes(event.key);
    if (!isOn && !["ArrowLeft", "ArrowUp", "PageUp"].includes(event.key)) return own === undefined ? undefined : index;
    const others = parts.filter(({ from, to }) => to > from && (isOn ? from >= part.to : to <= part.from));
    const next = isOn ? others[0] : others.at(-1);
    return Math.min(next ? (isOn ? next.from : next.to - 1) : index, total - 1);
  }

  hints() {
    return ["something that can move, in any of the parts"];
  }
}
