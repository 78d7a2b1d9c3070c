// The page of results: each claim is a file in ../claims/, which says its cases, their commands and their answers.

import { element } from "./dom.js";

const ROOT = new URL("../../", import.meta.url);

/** Boards up to this many cells are opened in the explorer, which then computes their values. */
const MAX_LINKED_CELLS = 28;

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

/** The address of the explorer with the position of a command, if it has one that the explorer can open. */
function linkOf({ command }) {
  const [, rules, quoted, plain] = command.match(/^dicot (?:solve|value) --rules (\S+) (?:'([^']+)'|(\S+))/) ?? [];
  const position = quoted ?? plain;
  if (!position || position.includes(" + ") || rules.startsWith("konane-")) return null;
  const [, rows, columns] = position.match(/^grid (\d+)x(\d+)$/) ?? [];
  const cells = rows ? rows * columns : position.replaceAll("/", "").length;
  if (cells > MAX_LINKED_CELLS) return null;
  const link = new URL(ROOT);
  link.hash = `rules=${rules}&position=${encodeURIComponent(position).replaceAll("%2F", "/")}`;
  return link.href;
}

/** An answer; in bold if it is the same in print. */
function answerOf(data) {
  const status = statusOf(data);
  const shown = text(data.answer ?? ["open"]);
  const node = element(status === "confirmed" ? "strong" : "span", "", shown);
  if (status === "contradicts") node.append(element("span", "results-differs", ` (in print ${text(data.print)})`));
  const href = linkOf(data);
  if (!href) return node;
  const link = element("a", "", node);
  link.href = href;
  return link;
}

const head = (scope, ...contents) => {
  const node = element("th", "", ...contents);
  node.scope = scope;
  return node;
};

/** A table in a box of its own that can be scrolled, also by keys. */
function scrolled(caption, table) {
  table.prepend(element("caption", "", caption));
  const box = element("div", "results-wide", table);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", caption);
  return box;
}

/** A table of boards by rows and columns. */
function boards({ title, cases }) {
  const by = new Map(cases.map((data) => [data.name, data]));
  const sizes = cases.map(({ name }) => name.split("x").map(Number));
  const sorted = (at) => [...new Set(sizes.map((size) => size[at]))].sort((a, b) => a - b);
  const [rows, columns] = [sorted(0), sorted(1)];
  const line = (row) => element("tr", "", head("row", `${row}`), ...columns.map((column) => {
    const data = by.get(`${row}x${column}`);
    return element("td", "", data ? answerOf(data) : "");
  }));
  const heads = element("tr", "", head("col", element("span", "visually-hidden", "Rows")), ...columns.map((column) => head("col", `${column}`)));
  const range = (name, numbers) => (numbers.length > 1 ? `${name}s ${numbers[0]} to ${numbers.at(-1)}` : `${name} ${numbers[0]}`);
  return scrolled(`${title}: ${range("row", rows)}, ${range("column", columns)}`, element("table", "results-table", heads, ...rows.map(line)));
}

/** A table with a line for each case. */
function list({ title, cases_are, fields, cases }) {
  const heads = element("tr", "", ...[cases_are, ...fields.map(({ name }) => name)].map((name) => head("col", name)));
  const lines = cases.map((data) => {
    const cells = (data.answer ?? ["open"]).map((value, at) => {
      const one = { ...data, answer: data.answer && [value], print: data.print && [data.print[at]], command: at === 0 ? data.command : "" };
      return element("td", "", answerOf(one));
    });
    return element("tr", "", head("row", data.name), ...cells);
  });
  return scrolled(title, element("table", "results-table", heads, ...lines));
}

/** Who won from each start, as one line for each board: many small cases of the same kind. */
function groups({ title, fields, cases }) {
  const by = new Map();
  for (const data of cases) {
    const [board] = data.name.split(" ");
    by.set(board, [...(by.get(board) ?? []), data]);
  }
  const lines = [...by].map(([board, own]) => {
    const parts = own.flatMap((data, at) => [at ? ", " : "", `${data.name.split(" ").slice(1).join("-")} `, answerOf(data)]);
    return element("tr", "", head("row", board), element("td", "results-text", ...parts));
  });
  return scrolled(title, element("table", "results-table", element("tr", "", head("col", "board"), head("col", fields[0].name)), ...lines));
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
  const rows = lines.map(({ data, from, to }) => element("tr", "", head("row", from === to ? from : `${from} to ${to}`), element("td", "", answerOf(data))));
  return scrolled(title, element("table", "results-table", element("tr", "", head("col", cases_are), head("col", fields[0].name)), ...rows));
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
  const heads = ["case", "command", "CPU seconds", "MiB", "run"].map((name) => head("col", name));
  const lines = cases.map((data) => element(
    "tr", "",
    head("row", data.name),
    element("td", "results-text", element("code", "", data.command)),
    element("td", "", number(data.cpu_seconds, 2)),
    element("td", "", number(data.peak_mib)),
    element("td", "", data.run === undefined ? "" : `${data.run + 1}`),
  ));
  const programs = runs.map(({ date, version, machine }) => element("li", "", `${date}, dicot ${version}, ${machine}`));
  return [
    element("p", "small", "Runs:"),
    element("ol", "small", ...programs),
    scrolled("Commands, CPU time and peak memory", element("table", "results-table", element("tr", "", ...heads), ...lines)),
  ];
}

function claim(name, data) {
  const title = element("h3", "", data.title);
  title.id = name;
  const counts = Object.entries(STATUS).map(([status, said]) => [data.cases.filter((one) => statusOf(one) === status).length, said]).filter(([count]) => count);
  const file = element("a", "", `${name}.json`);
  file.href = new URL(`../claims/${name}.json`, import.meta.url);
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
  const link = element("a", "", file);
  link.href = new URL(`#certificate=${file.replace(".cert", "")}`, ROOT);
  return link;
}

/** The certificates of all claims. */
function certificates(all) {
  const cases = all.flatMap(([, { cases }]) => cases).filter((data) => data.certificate);
  const heads = ["case", "file", "bytes", "CPU seconds to check", "hash"].map((name) => head("col", name));
  const lines = cases.map(({ name, certificate }) => element(
    "tr", "",
    head("row", name),
    element("td", "", certificate.file ? played(certificate.file) : "not kept"),
    element("td", "", number(certificate.bytes)),
    element("td", "", number(certificate.check_seconds, 1)),
    element("td", "results-text", element("code", "", certificate.hash)),
  ));
  return scrolled("Certificates", element("table", "results-table", element("tr", "", ...heads), ...lines));
}

async function show() {
  const hosts = [...document.querySelectorAll("[data-claims]")];
  const all = await Promise.all(hosts.flatMap((host) => host.dataset.claims.split(" ")).map(async (name) => [name, await load(name)]));
  const by = new Map(all);
  for (const host of hosts) {
    const names = host.dataset.claims.split(" ");
    host.replaceChildren(...names.map((name) => element("article", "results-claim", ...claim(name, by.get(name)))));
  }
  document.getElementById("certificate-list").replaceChildren(certificates(all));
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

show().catch((error) => {
  document.getElementById("results-note").textContent = `The results cannot be loaded: ${error.message}. Reload the page.`;
});
