// shapes.js - the screens of other plans than those of records: Tables, Synthesis, Queries.
import { h } from "/view.js";
import { chart } from "/chart.js";
import { columnList, entryOf, form, idOf } from "/forms.js";
import { figures, named, old, progress, results, scroll, sections, table, tall, title, verdict, distributions, next } from "/pieces.js";
import { number, t } from "/texts.js";
import { app, asList, changed, edit, isCurrent, isRunning, plan, run } from "/state.js";

const isMap = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
const nameOf = (x) => typeof x === "string" ? x : isMap(x) ? Object.keys(x)[0] : undefined;

// A choice among the entries of a family, the chosen one's form below; `at` is where its arguments stand.
function choice(family, label, now, at, args, choose) {
  const entry = now && entryOf(family, now), id = idOf("choice", family);
  return h("div", { key: family }, h("div", { class: "choice" }, h("label", { for: id }, label), h("select", { id, value: now || "", onchange: (e) => void choose(e.target.value) },
    !now && h("option", { value: "" }, "…"), (app.families[family] || []).map((x) => h("option", { value: x.name, key: x.name, title: x.summary }, `${x.title} (${x.name})`)))),
  entry && h("p", { class: "help" }, entry.summary), entry && form(entry, at, args));
}

const remove = (name, path) => h("button", { class: "quiet", "aria-label": t("p_remove", name), onclick: () => void edit([{ path, value: null }], t("l_removed", name)) }, "×");

function adder(label, names, add) {
  const id = idOf("adder", label);
  return h("div", { class: "adder" }, h("label", { for: id }, label), h("select", { id, value: "", onchange: (e) => { const n = e.target.value; e.target.value = ""; if (n) add(n); } },
    h("option", { value: "" }, "…"), names.map(([n, text]) => h("option", { value: n, key: n }, text))));
}
const entries = (family) => (app.families[family] || []).map((x) => [x.name, `${x.title} (${x.name})`]);

// ---- Tables ----

function tableList() {
  const all = Object.entries(plan().tables || {}), name = `table_${all.length + 1}`;
  return h("section", { class: "card" }, h("h2", {}, t("tables")),
    all.map(([n, args]) => h("div", { class: "item", key: n }, h("div", { class: "head" }, h("h3", {}, n), all.length > 1 && remove(n, ["tables", n])), app.catalog.table && form(app.catalog.table, ["tables", n], args))),
    h("p", { class: "adder" }, h("button", { class: "quiet", onclick: () => void edit([{ path: ["tables", name], value: { by: asList(all[0]?.[1]?.by) } }], t("l_added", name)) }, t("t_add"))));
}

function ruleList() {
  const rules = plan().rules, list = Array.isArray(rules) ? rules.map((x, i) => [nameOf(x), ["rules", String(i)], isMap(x) ? x[nameOf(x)] : undefined, true]) : Object.entries(rules || {}).map(([n, args]) => [n, ["rules", n], args, false]);
  return h("section", { class: "card" }, h("h2", {}, t("t_rules")),
    list.map(([n, path, args, listed]) => { const entry = entryOf("rule", n);
      return h("div", { class: "item", key: path.join() }, h("div", { class: "head" }, h("h3", {}, entry?.title || n), remove(n, path)), entry && h("p", { class: "help" }, entry.summary), entry && form(entry, listed ? [...path, n] : path, args)); }),
    adder(t("t_add_rule"), entries("rule"), (n) => void edit([Array.isArray(rules) ? { path: ["rules", "-"], value: { [n]: {} } } : { path: ["rules", n], value: {} }], t("l_added", n))));
}

function protection() {
  const p = plan().protection, now = nameOf(p), args = isMap(p) ? p[now] : undefined, record = app.records.explore?.record;
  const compared = named(named(record?.sections, "protections")?.results, "protections");
  return h("section", { class: "card" }, h("h2", {}, t("t_protection")),
    choice("protection", t("t_choose"), now, isMap(p) ? ["protection", now] : ["protection"], args, (n) => edit([{ path: ["protection"], value: n }], t("l_set", "protection", now || t("unset"), n))),
    h("p", { class: "next" }, h("button", { class: "second", disabled: isRunning("explore"), onclick: () => void run("explore") }, t("t_compare"))), progress("explore"),
    compared && h("div", { class: old("explore") }, compared.charts.map(chart), compared.tables.map((x) => table(x))));
}

const KINDS = ["shown", "others", "sensitive"], SIGNS = ["", "○", "●"];

// What is known of a cell that is sensitive or protects others.
function cellCard(hidden, cell) {
  const list = named(hidden?.tables, "hidden"), row = list?.rows.find((r) => r[0] === cell.name), range = (a, b) => a === null || a === undefined ? "–" : `${number(a)} – ${number(b)}`;
  const line = (key, text) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, text));
  return h("section", { class: `card cellcard ${KINDS[cell.kind]}`, role: "status", key: "cell" }, h("h3", {}, cell.name), row ? h("dl", {}, line("t_why", row[1]), line("t_value", number(row[2])), line("t_open", range(row[3], row[4])), line("t_needs", range(row[5], row[6]))) : h("p", {}, t("t_beyond")));
}

// One published table: its cells, those that are sensitive or protect others to be clicked.
function published(result, hidden) {
  const shown = named(result.tables, "cells"), where = named(hidden?.charts, "where"), codes = (where?.x?.labels || []).filter(Boolean), down = shown.columns.length - Math.max(codes.length, 1);
  const nameAt = (i, j) => [where?.series[i]?.name, codes[j]].filter((x) => x !== undefined).join(", ");
  const cell = (row, i, j) => {
    const kind = where?.series[i]?.values[j] || 0, value = row[down + j], text = typeof value === "number" ? number(value) : value, name = nameAt(i, j);
    if (!kind) return h("td", { class: "n" }, text);
    return h("td", { class: `n ${KINDS[kind]}` }, h("button", { class: "quiet", "aria-label": `${name}: ${t(`t_${KINDS[kind]}`)}`, "aria-pressed": app.cell?.table === result.title && app.cell.name === name ? "true" : "false",
      onclick: () => { app.cell = { table: result.title, name, kind }; changed(); } }, `${SIGNS[kind]} ${text}`));
  };
  const counts = [0, 0, 0];
  for (const s of where?.series || []) for (const v of s.values) counts[v]++;
  return h("section", { class: "card", key: result.title }, h("h2", {}, result.title), h("p", { class: "legend" }, KINDS.map((k, i) => h("span", { class: k }, `${SIGNS[i]} ${t(`t_${k}`)}: ${number(counts[i])}`))),
    app.cell?.table === result.title && cellCard(hidden, app.cell),
    tall(result.title, h("table", { class: "cells" }, h("thead", {}, h("tr", {}, shown.columns.map((c, i) => h("th", { scope: "col", class: i >= down ? "n" : "" }, c)))),
      h("tbody", {}, shown.rows.map((row, i) => h("tr", {}, row.slice(0, down).map((v) => h("th", { scope: "row" }, v)), row.slice(down).map((v, j) => cell(row, i, j))))))),
    result.notes.map((x) => h("p", { class: "help" }, x)));
}

export function tables() {
  const record = app.records.try?.record, of = (name) => named(record?.sections, name)?.results || [], all = of("published"), now = all.find((r) => r.title === app.table) || all[0];
  const tab = (r) => h("button", { class: "tab", key: r.title, "aria-pressed": r === now ? "true" : "false", onclick: () => { app.table = r.title; changed(); } }, r.title, " ", h("span", { class: "soft" }, r.figures[0] ? number(r.figures[0].value) : ""));
  return [title(t("t_title")), progress("try"), verdict(), h("div", { class: "pair tool" }, h("div", {}, tableList(), ruleList(), protection()),
    h("div", { class: old("try") }, all.length > 1 && h("div", { class: "tabs", role: "group", "aria-label": t("tables") }, all.map(tab)), now && published(now, of("hidden").find((x) => x.name === "hidden" && x.title === now.title)),
      record && h("h2", {}, t("p_all")), record && results([...(record.requirements || []), ...(record.utility || [])]))), columnList(), next("release", t("p_next"))];
}

// ---- Synthesis ----

function generators() {
  const list = asList(plan().generators);
  return h("section", { class: "card" }, h("h2", {}, t("s_some")), h("p", { class: "help" }, t("s_some_hint")), list.map((g, i) => { const n = nameOf(g), entry = entryOf("generator", n), args = isMap(g) ? g[n] : undefined;
    return h("div", { class: "item", key: i }, h("div", { class: "head" }, h("h3", {}, entry?.title || n), remove(n, ["generators", String(i)])), entry && form(entry, isMap(g) ? ["generators", String(i), n] : ["generators", String(i)], args)); }),
  adder(t("s_add"), entries("generator"), (n) => void edit([{ path: ["generators", "-"], value: { [n]: {} } }], t("l_added", n))));
}

export function synthesis() {
  const s = plan().synth, record = app.records.try?.record, names = (app.families.generator || []).map((x) => x.name), now = isMap(s) ? Object.keys(s).find((k) => names.includes(k)) : nameOf(s), task = named(app.catalog.tasks, "synth");
  const choose = (n) => edit(isMap(s) ? [...(now ? [{ path: ["synth", now], value: null }] : []), { path: ["synth", n], value: {} }] : [{ path: ["synth"], value: { [n]: {} } }], t("l_set", "synth", now || t("unset"), n));
  const explored = app.records.explore?.record, holdout = named(record?.sections, "holdout");
  const risks = [...(record?.requirements || []), ...(record?.after?.risks || []).map((r) => ({ ...r, figures: r.figures.slice(0, 4) }))];
  return [title(t("s_title")), progress("try"), verdict(), h("div", { class: "pair" },
    h("div", {}, h("section", { class: "card" }, h("h2", {}, t("s_how")), choice("generator", t("s_generator"), now, ["synth", now], isMap(s) ? s[now] : undefined, choose)),
      generators(), task && h("section", { class: "card" }, h("h2", {}, t("s_all")), form({ ...task, parameters: task.parameters.filter((p) => !["report", "households"].includes(p.name)) }, ["synth"], s)),
      h("section", { class: "card" }, h("h2", {}, t("s_ways")), h("p", { class: "help" }, t("s_ways_hint")), h("p", {}, h("button", { class: "second", disabled: isRunning("explore"), onclick: () => void run("explore") }, t("s_compare"))), progress("explore"),
        explored?.sections && h("div", { class: old("explore") }, sections(explored.sections)))),
    h("div", { class: old("try") }, risks.length > 0 && h("section", { class: "card" }, h("h2", {}, t("s_risk")), scroll(t("s_risk"), figures(risks))), holdout && sections([holdout]))),
  record && distributions(record), record && h("div", { class: old("try") }, h("h2", {}, t("p_all")), results(record.utility || [])), columnList(), next("release", t("p_next"))];
}

// ---- Queries ----

// What a column of the policy is declared to hold, in words.
function declared(d) {
  if (d?.values) return asList(d.values).join(", ");
  if (d?.by) return `${d.from} – ${d.to}, ${d.by}`;
  return d ? `${number(d.lower)} – ${number(d.upper)}${d.breaks ? `; ${asList(d.breaks).join(", ")}` : d.bins ? `; ${d.bins}` : ""}` : "";
}

const SPENDS = (q, mode) => mode === "dp" ? Number(q.dp?.epsilon ?? 0.1) : 1;

export function queries() {
  const q = plan().query || {}, names = (app.families.mode || []).map((x) => x.name), mode = Object.keys(q).find((k) => names.includes(k)), task = named(app.catalog.tasks, "query");
  const choose = (n) => edit([...(mode ? [{ path: ["query", mode], value: null }] : []), { path: ["query", n], value: {} }], t("l_set", "query", mode || t("unset"), n));
  const own = ["ask", "explain", "measures", "analyst", "epsilon"], ledger = app.records.ledger?.record, budget = app.records.budget?.record;
  return [title(t("q_title")), h("p", { class: "lead" }, t("q_lead")), h("div", { class: "pair" },
    h("div", {}, h("section", { class: "card" }, h("h2", {}, t("q_policy")), choice("mode", t("q_mode"), mode, ["query", mode], q[mode], choose), task && form({ ...task, parameters: task.parameters.filter((p) => !own.includes(p.name)) }, ["query"], q)),
      h("section", { class: "card" }, h("h2", {}, t("q_declared")), h("p", { class: "help" }, t("q_declared_hint")), scroll(t("q_declared"), h("table", {}, h("tbody", {}, Object.entries(plan().domains || {}).map(([c, d]) => h("tr", { key: c }, h("th", { scope: "row" }, c), h("td", {}, declared(d))))))))),
    h("div", {}, h("section", { class: `card ${old("ledger")}` }, h("h2", {}, t("q_log")), progress("ledger"), !q.ledger && h("p", { class: "empty" }, t("q_noledger")), ledger && sections([...ledger.sections].reverse())),
      mode === "dp" && h("section", { class: `card ${old("budget")}` }, h("h2", {}, t("q_budget")), progress("budget"), q.limit && h("p", {}, t("q_buys", number(q.limit), number(Math.floor(q.limit / SPENDS(q, mode) + 1e-9)), number(SPENDS(q, mode)))),
        budget && isCurrent("budget") && sections(budget.sections, t("q_budget"))),
      h("section", { class: "card" }, h("h2", {}, t("q_open")), h("p", {}, t("q_open_hint")), h("pre", {}, `tacit serve ${app.state.file}`)))), columnList()];
}

// What the screen asks for: what was asked, if there is a ledger, and what the budget buys.
export function queryNeeds(p) {
  const q = p.query || {}, epsilon = SPENDS(q, "dp"), limit = Number(q.limit);
  return [q.ledger && ["ledger", { ledger: q.ledger }], q.dp !== undefined && limit > 0 && epsilon > 0 && ["budget", { epsilon, releases: Math.max(1, Math.floor(limit / epsilon + 1e-9)) }]].filter(Boolean);
}
