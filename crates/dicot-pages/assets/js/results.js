// The page of results: each claim is a file in ../claims/, which says its cases, their commands and their answers.

import { byId, element, link, withRole } from "./dom.js";
import { pathOf } from "./results/address.js";
import { Search } from "./results/search.js";

const ROOT = new URL("../../", import.meta.url);

const load = async (name) => {
  const response = await fetch(new URL(`../claims/${name}.json`, import.meta.url));
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  return response.json();
};

const text = (values) => values.map((value) => (value === null ? "none" : typeof value === "number" ? value.toLocaleString("en") : `${value}`)).join(", ");

/** How an answer compares with what is in print. */
function statusOf({ answer, print }) {
  if (!answer) return "open";
  if (!print) return "computed";
  return JSON.stringify(answer) === JSON.stringify(print) ? "confirmed" : "contradicts";
}

const STATUS = { computed: "computed", confirmed: "confirmed by what is in print", contradicts: "not as in print", open: "open" };

/** The address of the page of a command's position; null if it is about a sum, or about many positions. */
function linkOf({ command }) {
  const [, rules, quoted, plain] = command.match(/^dicot (?:solve|value) --rules (\S+) (?:'([^']+)'|(\S+))/) ?? [];
  const position = quoted ?? plain;
  return position && !position.includes(" + ") ? new URL(pathOf(rules, position), ROOT) : null;
}

/** An answer; in bold if it is the same in print. */
function answerOf(data) {
  const status = statusOf(data);
  const shown = text(data.answer ?? ["open"]);
  const node = element(status === "confirmed" ? "strong" : "span", "", shown);
  if (status === "contradicts") node.append(element("span", "results-differs", ` (in print ${text(data.print)})`));
  const address = linkOf(data);
  return address ? link(address, node) : node;
}

const head = (scope, ...contents) => {
  const node = element("th", "", ...contents);
  node.scope = scope;
  return node;
};

const cell = (...contents) => element("td", "", ...contents);

/** A cell with a text that is wider than a number. */
const wide = (...contents) => element("td", "results-text", ...contents);

const line = (name, ...cells) => element("tr", "", head("row", name), ...cells);

/** A table with these heads of columns and these lines, in a box of its own that can be scrolled, also by keys. */
function table(caption, heads, lines) {
  const contents = [element("caption", "", caption), element("tr", "", ...heads.map((name) => head("col", name))), ...lines];
  const box = element("div", "results-wide", element("table", "results-table", ...contents));
  box.tabIndex = 0;
  return withRole(box, "group", caption);
}

/** A table of boards by rows and columns. */
function boards({ title, cases }) {
  const by = new Map(cases.map((data) => [data.name, data]));
  const sizes = cases.map(({ name }) => name.split("x").map(Number));
  const sorted = (at) => [...new Set(sizes.map((size) => size[at]))].sort((a, b) => a - b);
  const [rows, columns] = [sorted(0), sorted(1)];
  const lines = rows.map((row) => line(row, ...columns.map((column) => {
    const data = by.get(`${row}x${column}`);
    return cell(data ? answerOf(data) : "");
  })));
  const range = (name, numbers) => (numbers.length > 1 ? `${name}s ${numbers[0]} to ${numbers.at(-1)}` : `${name} ${numbers[0]}`);
  const caption = `${title}: ${range("row", rows)}, ${range("column", columns)}`;
  return table(caption, [element("span", "visually-hidden", "Rows"), ...columns], lines);
}

/** A table with a line for each case. */
function list({ title, cases_are, fields, cases }) {
  const lines = cases.map((data) => {
    const cells = (data.answer ?? ["open"]).map((value, at) => {
      const one = { ...data, answer: data.answer && [value], print: data.print && [data.print[at]], command: at === 0 ? data.command : "" };
      return cell(answerOf(one));
    });
    return line(data.name, ...cells);
  });
  return table(title, [cases_are, ...fields.map(({ name }) => name)], lines);
}

/** Who won from each start, as one line for each board: many small cases of the same kind. */
function groups({ title, fields, cases }) {
  const by = new Map();
  for (const data of cases) {
    const [board] = data.name.split(" ");
    by.set(board, [...(by.get(board) ?? []), data]);
  }
  const lines = [...by].map(([board, own]) => {
    const parts = own.flatMap((data) => [", ", `${data.name.split(" ").slice(1).join("-")} `, answerOf(data)]).slice(1);
    return line(board, wide(...parts));
  });
  return table(title, ["board", fields[0].name], lines);
}

/** Answers by number, those of neighbours that are the same in one line. */
function ranges({ title, cases_are, fields, cases }) {
  const lines = [];
  for (const data of cases) {
    const last = lines.at(-1);
    const isSame = last && statusOf(last.data) === statusOf(data) && JSON.stringify(last.data.answer) === JSON.stringify(data.answer);
    if (isSame) last.to = data.name;
    else lines.push({ data, from: data.name, to: data.name });
  }
  const rows = lines.map(({ data, from, to }) => line(from === to ? from : `${from} to ${to}`, cell(answerOf(data))));
  return table(title, [cases_are, fields[0].name], rows);
}

/** How a claim is shown, by what its cases are. */
function tableOf(data) {
  if (data.fields.length > 1) return list(data);
  const ways = { board: boards, "board and opening": groups, n: ranges };
  return (ways[data.cases_are] ?? list)(data);
}

const number = (value, digits = 0) => (value === undefined ? "" : value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }));

/** The commands, times and programs of all cases. */
function commands({ cases, runs }) {
  const heads = ["case", "command", "CPU seconds", "MiB", "run"];
  const lines = cases.map((data) => line(
    data.name,
    wide(element("code", "", data.command)),
    cell(number(data.cpu_seconds, 2)),
    cell(number(data.peak_mib)),
    cell(data.run === undefined ? "" : `${data.run + 1}`),
  ));
  const programs = runs.map(({ date, version, machine }) => element("li", "", `${date}, dicot ${version}, ${machine}`));
  return [
    element("p", "small", "Runs:"),
    element("ol", "small", ...programs),
    table("Commands, CPU time and peak memory", heads, lines),
  ];
}

function claim(name, data) {
  const title = element("h3", "", data.title);
  title.id = name;
  const counts = Object.entries(STATUS).map(([status, said]) => [data.cases.filter((one) => statusOf(one) === status).length, said]).filter(([count]) => count);
  const file = link(new URL(`../claims/${name}.json`, import.meta.url), `${name}.json`);
  const more = element("details", "", element("summary", "", "Commands, times and machines"));
  // Hundreds of rows, which few will read.
  more.addEventListener("toggle", () => more.childElementCount > 1 || more.append(...commands(data)));
  return [
    title,
    element("p", "", data.statement),
    tableOf(data),
    element("p", "small muted", `${counts.map(([count, said]) => `${count} ${said}`).join(", ")}. `, ...(data.sources.length ? [`In print: ${data.sources.join("; ")}. `] : []), "File: ", file, ". Repeat: ", element("code", "", `dicot results check ${name}`)),
    more,
  ];
}

/** A link to the explorer, which plays a certificate. */
function played(file) {
  return link(new URL(`#certificate=${file.replace(".cert", "")}`, ROOT), file);
}

/** The certificates of all claims. */
function certificates(all) {
  const cases = all.flatMap(([, { cases }]) => cases).filter((data) => data.certificate);
  const lines = cases.map(({ name, certificate }) => line(
    name,
    cell(certificate.file ? played(certificate.file) : "not kept"),
    cell(number(certificate.bytes)),
    cell(number(certificate.check_seconds, 1)),
    wide(element("code", "", certificate.hash)),
  ));
  return table("Certificates", ["case", "file", "bytes", "CPU seconds to check", "hash"], lines);
}

async function show() {
  const hosts = [...document.querySelectorAll("[data-claims]")];
  const all = await Promise.all(hosts.flatMap((host) => host.dataset.claims.split(" ")).map(async (name) => [name, await load(name)]));
  const by = new Map(all);
  for (const host of hosts) {
    const names = host.dataset.claims.split(" ");
    host.replaceChildren(...names.map((name) => element("article", "results-claim", ...claim(name, by.get(name)))));
  }
  byId("certificate-list").replaceChildren(certificates(all));
  const cases = all.flatMap(([name, { title, cases: own }]) => own.map((data) => ({ claim: name, title, data, status: statusOf(data) })));
  new Search(cases, { answerOf, cell, line, number, table, text });
  document.querySelector(".fills").classList.remove("fills");
  if (location.hash) byId(location.hash.slice(1))?.scrollIntoView();
}

show().catch((error) => {
  byId("results-note").textContent = `The results cannot be loaded: ${error.message}. Reload the page.`;
});
