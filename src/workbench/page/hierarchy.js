// hierarchy.js - the screen Hierarchies: how one key's values become coarser, by hand.
//
// Every face writes the plan: intervals (edges on the distribution), groups, codes, calendar periods.
// Each drag has a way by keyboard: an edge moves by the arrow keys, values are grouped by checkboxes.
import { h } from "/view.js";
import { columnList, columns, entryOf, form, idOf } from "/forms.js";
import { next, old, progress, title } from "/pieces.js";
import { number, t } from "/texts.js";
import { app, asList, basis, changed, edit, isCurrent, isRunning, keys, plan, shape } from "/state.js";

const PERIODS = ["week", "month", "quarter", "half_year", "year", "decade", "century"], MOST = 200;
const show = (v) => typeof v === "number" ? number(v) : String(v);

const specOf = (key) => { const s = plan().hierarchies?.[key]; return Array.isArray(s) ? s[0] : s; };
const kindOf = (spec) => spec && typeof spec === "object" ? Object.keys(spec)[0] : typeof spec === "string" ? spec : "";
const put = (key, value, label) => edit([{ path: ["hierarchies", key], value }], label);
// The key that is shown: at first one that becomes coarser.
export const chosen = () => keys().includes(app.key) ? app.key : keys().find(specOf) || keys()[0];

// ---- intervals ----

const WIDE = 600, HIGH = 150, LOW = 130;

// The distribution as bars from `least` to `most`: of intervals, or of each value.
function barsOf(v) {
  if (v.intervals) { const w = (v.most - v.least) / v.intervals.length; return v.intervals.map((n, i) => [v.least + i * w, w, n]); }
  return v.values.map(([x, n]) => [x, 1, n]);
}

function step(v) { const d = (v.most - v.least) / 100, ten = 10 ** Math.floor(Math.log10(d || 1)); return v.type === "integer" || v.type === "date" ? Math.max(1, Math.round(d)) : ten; }

function intervals(key, v, args) {
  if (!Number.isFinite(v.least) || v.most <= v.least) return null;
  const breaks = args?.breaks && asList(args.breaks).map(Number), width = asList(args?.widths)[0], origin = args?.origin || 0;
  const place = (x) => (x - v.least) / (v.most - v.least) * WIDE, most = Math.max(...barsOf(v).map((b) => b[2]), 1), by = step(v);
  const fixed = []; // edges that follow from the width
  if (!breaks && width > 0 && (v.most - v.least) / width < 150) for (let x = (Math.floor((v.least - origin) / width) + 1) * width + origin; x <= v.most; x += width) fixed.push(x);
  const write = (list) => put(key, { intervals: { breaks: [...new Set(list)].sort((a, b) => a - b) } }, t("l_edges", key));
  const round = (x) => v.type === "integer" ? Math.round(x) : +x.toPrecision(4);
  const at = (e) => { const box = e.currentTarget.ownerSVGElement.getBoundingClientRect(); return round(v.least + Math.min(1, Math.max(0, (e.clientX - box.left) / box.width)) * (v.most - v.least)); };
  const handle = (x, i) => {
    const now = app.drag?.key === key && app.drag.i === i ? app.drag.x : x, move = (y) => write(breaks.map((b, k) => k === i ? round(y) : b));
    return h("g", { key: `edge${i}`, class: "edge", tabindex: "0", role: "slider", "aria-label": t("h_edge", i + 1), "aria-valuenow": String(now), "aria-valuemin": String(v.least), "aria-valuemax": String(v.most), "aria-valuetext": show(now), transform: `translate(${place(now).toFixed(1)} 0)`,
      onkeydown: (e) => {
        const far = { ArrowLeft: -by, ArrowRight: by, ArrowDown: -by, ArrowUp: by, PageDown: -10 * by, PageUp: 10 * by }[e.key];
        if (far) { e.preventDefault(); void move(x + far); }
        if ((e.key === "Delete" || e.key === "Backspace") && breaks.length > 1) { e.preventDefault(); void write(breaks.filter((_, k) => k !== i)); }
      },
      onpointerdown: (e) => { e.currentTarget.setPointerCapture(e.pointerId); app.drag = { key, i, x }; },
      onpointermove: (e) => { if (app.drag?.i === i && app.drag.key === key) { app.drag.x = at(e); changed(); } },
      onpointerup: () => { const d = app.drag; app.drag = null; if (d && d.x !== x) void move(d.x); else changed(); } },
    h("rect", { x: -12, y: 0, width: 24, height: HIGH, class: "grip" }), h("line", { y1: 8, y2: LOW }), h("circle", { cy: 8, r: 6 }), h("text", { y: HIGH - 4, "text-anchor": place(now) > WIDE - 30 ? "end" : place(now) < 30 ? "start" : "middle" }, show(now)));
  };
  return h("div", {}, h("svg", { class: "edges", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "group", "aria-label": t("h_edges", key) },
    barsOf(v).map(([x, w, n]) => h("rect", { class: "s1", x: place(x).toFixed(1), width: Math.max(1, place(v.least + w) - 0.5).toFixed(1), y: (LOW - n / most * (LOW - 20)).toFixed(1), height: (n / most * (LOW - 20)).toFixed(1) })),
    h("line", { class: "grid", x1: 0, x2: WIDE, y1: LOW, y2: LOW }), fixed.map((x) => h("line", { class: "edge fixed", x1: place(x), x2: place(x), y1: 20, y2: LOW })), breaks && breaks.map(handle)),
  h("p", { class: "help" }, t(breaks ? "h_edges_hint" : "h_widths_hint")),
  breaks ? addEdge(key, v, breaks, write) : h("button", { class: "second", onclick: () => void write(fixed.length > 1 && fixed.length < 60 ? fixed : [round(v.least + (v.most - v.least) / 2)]) }, t("h_by_hand")));
}

function addEdge(key, v, breaks, write) {
  const id = idOf("edge", key);
  const add = () => { const field = document.getElementById(id), x = Number(field.value); if (field.value !== "" && Number.isFinite(x)) { field.value = ""; void write([...breaks, x]); } };
  return h("div", { class: "adder" }, h("label", { for: id }, t("h_add_edge")), h("input", { id, type: "number", step: "any", onkeydown: (e) => { if (e.key === "Enter") add(); } }), h("button", { class: "second", onclick: add }, t("p_add")));
}

// ---- groups ----

// Groups of a tree of one level; null if it is deeper.
function groupsOf(args) {
  const groups = new Map();
  for (const [label, held] of Object.entries(args?.branches || {})) {
    if (!Array.isArray(held) || held.some((x) => x !== null && typeof x === "object")) return null;
    groups.set(label, held.map(String));
  }
  return groups;
}

// Write groups; each value that is in none is one of its own, so that all are covered.
function writeGroups(key, groups, values, label) {
  const held = new Set([...groups.values()].flat()), branches = {};
  for (const [name, list] of groups) if (list.length) branches[name] = list;
  for (const [v] of values) if (!held.has(String(v))) branches[String(v) in branches ? `${v} ` : v] = [String(v)];
  app.picked.clear();
  return put(key, { tree: { branches } }, label);
}

function groups(key, v, args) {
  const own = groupsOf(args), id = idOf("group", key);
  if (!own) return h("p", { class: "help" }, t("h_deep"));
  const real = new Map([...own].filter(([label, held]) => held.length !== 1 || held[0] !== label)), of = new Map([...own].flatMap(([label, held]) => held.map((x) => [x, label])));
  const values = v.values.slice(0, MOST), pick = (x, on) => { if (on) app.picked.add(x); else app.picked.delete(x); changed(); };
  const into = (name, moved) => {
    const all = new Map([...real].map(([label, held]) => [label, held.filter((x) => !moved.includes(x))]));
    all.set(name, [...(all.get(name) || []), ...moved]);
    return writeGroups(key, all, v.values, t("l_grouped", moved.length, name));
  };
  const merge = () => { const name = document.getElementById(id).value.trim(); if (name && app.picked.size) { document.getElementById(id).value = ""; void into(name, [...app.picked]); } };
  const drop = (name) => ({ ondragover: (e) => e.preventDefault(), ondrop: (e) => { e.preventDefault(); const x = e.dataTransfer.getData("text/plain"); if (of.has(x) || values.some(([y]) => String(y) === x)) void into(name, app.picked.has(x) ? [...app.picked] : [x]); } });
  return h("div", { class: "groups" },
    h("fieldset", {}, h("legend", {}, t("h_values")), h("ul", { class: "picks" }, values.map(([x, n]) => { const text = String(x), mark = of.get(text);
      return h("li", { key: text, draggable: "true", ondragstart: (e) => e.dataTransfer.setData("text/plain", text) }, h("label", {}, h("input", { type: "checkbox", checked: app.picked.has(text), onchange: (e) => pick(text, e.target.checked) }), " ", text, " ", h("span", { class: "soft" }, number(n), real.has(mark) ? ` · ${mark}` : ""))); })),
    v.values.length > MOST && h("p", { class: "help" }, t("first_of", MOST, number(v.distinct))),
    h("div", { class: "adder" }, h("label", { for: id }, t("h_group_as")), h("input", { id, type: "text", list: `${id}l`, onkeydown: (e) => { if (e.key === "Enter") merge(); } }), h("datalist", { id: `${id}l` }, [...real.keys()].map((x) => h("option", { value: x }))),
      h("button", { class: "second", disabled: app.picked.size === 0, onclick: merge }, t("h_merge", app.picked.size)))),
    h("div", {}, [...real].map(([label, held]) => h("div", { class: "group", key: label, ...drop(label) }, h("div", { class: "head" }, h("h3", {}, label), h("button", { class: "quiet", "aria-label": t("h_split", label), onclick: () => { real.delete(label); void writeGroups(key, real, v.values, t("l_removed", label)); } }, "×")),
      h("p", { class: "chips" }, held.map((x) => h("button", { class: "chip", "aria-label": t("h_out", x), onclick: () => { real.set(label, held.filter((y) => y !== x)); void writeGroups(key, real, v.values, t("l_removed", x)); } }, x, " ×"))))),
    real.size === 0 && h("p", { class: "empty" }, t("h_nogroups"))));
}

// ---- codes and calendar periods ----

function ticks(key, kind, name, all, now, say) {
  const set = (x, on) => { const list = all.filter((y) => y === x ? on : now.includes(y)); if (list.length) void put(key, { [kind]: { [name]: list } }, t("l_set", key, now.join(", "), list.join(", "))); };
  return h("fieldset", {}, h("legend", {}, t(kind === "dates" ? "h_periods" : "h_lengths")), all.map((x) => h("label", { class: "tick", key: x }, h("input", { type: "checkbox", checked: now.includes(x), onchange: (e) => set(x, e.target.checked) }), " ", say(x))));
}

function codes(key, v, args) {
  const longest = Math.min(12, Math.max(...v.values.map(([x]) => [...String(x)].length), 1)), all = Array.from({ length: Math.max(longest - 1, 1) }, (_, i) => longest - 1 - i).filter((n) => n > 0);
  const left = (n) => new Set(v.values.map(([x]) => [...String(x)].slice(0, n).join(""))).size;
  return ticks(key, "prefix", "lengths", all, asList(args?.lengths).map(Number), (n) => t("h_keep", n, number(left(n))));
}

const dates = (key, v, args) => ticks(key, "dates", "levels", PERIODS, args?.levels ? asList(args.levels) : ["month", "quarter", "year", "decade"], (x) => t(`h_${x}`));

const FACES = { intervals, tree: groups, prefix: codes, dates };

// What a hierarchy begins with when it is chosen.
function first(kind, v) {
  if (kind === "tree") return { branches: Object.fromEntries((v?.values || []).map(([x]) => [String(x), [String(x)]])) };
  if (kind === "prefix") return { lengths: [1] };
  if (kind === "intervals") { const by = 10 ** Math.floor(Math.log10((v?.most - v?.least) / 5 || 10)); return { widths: [by] }; }
  return {};
}

// ---- the screen ----

// What each level leaves: a look at the data with this key alone made coarser.
function leaves(v) {
  const most = Math.max(...(v.levels || []).map((l) => l.alone || 0), 1);
  return h("section", { class: `card ${old("values")}`, key: "leaves" }, h("h2", {}, t("h_leaves")),
    v.uncovered?.length > 0 && h("p", { class: "notice bad" }, t("h_uncovered", number(v.uncovered.length), v.uncovered.slice(0, 12).map(show).join(", "))),
    v.levels ? h("table", {}, h("thead", {}, h("tr", {}, ["h_level", "h_labels", v.levels[0]?.alone !== undefined && "h_alone"].filter(Boolean).map((k, i) => h("th", { scope: "col", class: i ? "n" : "" }, t(k))))),
      h("tbody", {}, v.levels.map((l, i) => h("tr", { key: i }, h("th", { scope: "row" }, i, l.labels && h("span", { class: "help" }, l.labels.slice(0, 5).map(([x]) => x).join(" · "), l.n > 5 ? " …" : "")), h("td", { class: "n" }, number(l.n)),
        l.alone !== undefined && h("td", { class: "n" }, [number(l.alone), h("span", { class: "help" }, h("meter", { min: 0, max: most, value: l.alone, "aria-label": t("h_alone") }))]))))) : !v.uncovered?.length && h("p", { class: "help" }, t("h_noleaves")));
}

function editor(key) {
  const spec = specOf(key), name = kindOf(spec), entry = name && entryOf("hierarchy", name), id = idOf("hierarchy", key), column = columns().find((c) => c.name === key);
  const record = app.records.values?.record?.values, v = record?.column === key ? record : null, args = spec && typeof spec === "object" ? spec[name] : undefined, face = FACES[name];
  // Some kinds begin with the values, so these must be known, or not to be had.
  const ready = v || (app.jobs.values?.basis === basis("values", plan(), { column: key }) && !isRunning("values"));
  const choose = (e) => void put(key, e.target.value ? { [e.target.value]: first(e.target.value, v) } : null, t("l_set", key, name || t("h_none"), e.target.value || t("h_none")));
  return h("div", { class: "pair wide", key }, h("section", { class: "card" }, h("h2", {}, key, column && h("span", { class: "soft" }, ` ${column.type}, ${t("d_distinct").toLowerCase()}: ${number(column.distinct)}`)),
    h("div", { class: "choice" }, h("label", { for: id }, t("h_kind")), h("select", { id, value: name, disabled: !ready, onchange: choose }, h("option", { value: "" }, t("h_none")), (app.families.hierarchy || []).map((x) => h("option", { value: x.name, key: x.name }, x.title)))),
    entry && h("p", { class: "help" }, entry.summary), v && face && h("div", { class: isCurrent("values") ? "" : "soft" }, face(key, v, args)),
    entry && (face && name !== "intervals" ? h("details", {}, h("summary", {}, t("p_more")), form(entry, ["hierarchies", key, name], args)) : form(entry, ["hierarchies", key, name], args))),
  h("div", {}, progress("values"), v && leaves(v)));
}

export function hierarchies() {
  const all = keys(), now = chosen();
  app.key = now; // it stays, also when it has no hierarchy any more
  return [title(t("h_title")), h("p", { class: "lead" }, t("h_hint")), all.length === 0 ? h("p", { class: "empty" }, t("h_nokeys")) : [
    h("div", { class: "tabs", role: "group", "aria-label": t("h_keys") }, all.map((k) => h("button", { class: "tab", key: k, "aria-pressed": k === now ? "true" : "false", onclick: () => { app.key = k; app.picked.clear(); changed(); } }, k, " ", h("span", { class: "soft" }, kindOf(specOf(k)) || "–")))),
    editor(now)], columnList(), next(shape() === "tables" ? "tables" : "protect", t("h_next"))];
}
