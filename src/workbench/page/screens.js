// screens.js - the six screens: Data, Risk, Hierarchies, Protect, Compare, Release.
import { h } from "/view.js";
import { chart } from "/chart.js";
import { columnList, columns, entryOf, form, idOf } from "/forms.js";
import { figure, number, percent, t } from "/texts.js";
import { app, asList, cancel, changed, edit, isCurrent, isRunning, move, plan, run, save } from "/state.js";

export const ROLES = ["identifier", "key", "sensitive", "weight", "household", "strata", "cluster"];
const ONE = ["weight", "household", "cluster"];

// ---- pieces ----

const go = (screen) => h("p", { class: "next" }, h("a", { class: "button", href: `#/${screen}` }, t(`${{ risk: "d", hierarchies: "r", protect: "h", release: "p" }[screen]}_next`)));
const old = (what) => isCurrent(what) ? "" : "stale";

// How far a job is, or why it failed.
function progress(what) {
  const job = app.jobs[what];
  if (isRunning(what))
    return h("div", { class: "progress", role: "status", key: `job-${what}` }, h("span", {}, job.stage || t(job.state === "waiting" ? "waiting" : "working")),
      h("progress", job.total ? { max: job.total, value: job.done, "aria-label": job.stage } : { "aria-label": t("working") }),
      h("button", { class: "quiet", onclick: () => void cancel(what) }, t("cancel")));
  if (job?.failure && !isCurrent(what)) return h("p", { class: "notice bad", role: "alert", key: `job-${what}` }, job.failure.error);
  if (job?.state === "cancelled") return h("p", { class: "notice", key: `job-${what}` }, t("cancelled"), " ",
    h("button", { class: "quiet", onclick: () => void run(what) }, t("compute")));
  return null;
}

// The figure that a result is known by.
const main = (r) => ({ ...r, figures: r.figures.filter((f, i) => r.headline ? f.name === r.headline : i === 0) });

function figures(results, before) {
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("c_measure")), before && h("th", { class: "n", scope: "col" }, t("p_before")), h("th", { class: "n", scope: "col" }, t("p_after")))),
    h("tbody", {}, results.flatMap((r) => r.figures.map((f) => {
      const was = before?.find((b) => b.name === r.name)?.figures.find((g) => g.name === f.name);
      return h("tr", { key: `${r.name}.${f.name}` }, h("th", { scope: "row" }, h("span", {}, `${r.title}: ${f.title}`), h("span", { class: "help" }, f.definition, f.exact === false ? ` (${number(f.rows)})` : "")),
        before && h("td", { class: "n" }, was ? figure(was) : ""), h("td", { class: "n" }, figure(f)));
    }))));
}

const results = (list) => list.map((r) => h("details", { class: "card", key: r.name }, h("summary", {}, h("strong", {}, r.title), " ", h("span", { class: "soft" }, r.figures[0] ? `${r.figures[0].title}: ${figure(r.figures[0])}` : "")),
  h("div", { class: "scroll", tabindex: "0" }, figures([r])), r.charts.map(chart), h("p", { class: "help" }, r.source)));

// ---- 1 Data ----

function roleOf(column) {
  return ROLES.find((role) => asList(plan().roles?.[role]).includes(column)) || "none";
}

// The edits that give a column another role, item by item, so that comments of others stay.
function roleEdits(column, to) {
  const roles = plan().roles || {}, from = roleOf(column), edits = [];
  if (from !== "none") {
    const list = asList(roles[from]), at = Array.isArray(roles[from]) && list.length > 1 ? [String(list.indexOf(column))] : [];
    edits.push({ path: ["roles", from, ...at], value: null });
  }
  if (to !== "none") {
    const there = roles[to];
    if (ONE.includes(to) || there === undefined || there === null) edits.push({ path: ["roles", to], value: ONE.includes(to) ? column : [column] });
    else if (Array.isArray(there)) edits.push({ path: ["roles", to, "-"], value: column });
    else edits.push({ path: ["roles", to], value: [there, column] });
  }
  return edits;
}

function dataRow(column, profile) {
  const now = roleOf(column.name), id = idOf("role", column.name), s = profile?.suggestion;
  return h("tr", { key: column.name }, h("th", { scope: "row" }, column.name), h("td", { class: "soft" }, column.type),
    h("td", { class: "n" }, percent(profile ? profile.missing_share : 0)), h("td", { class: "n" }, number(column.distinct)),
    h("td", {}, h("select", { id, value: now, "aria-label": t("role_of", column.name), class: `role ${now}`,
      onchange: (e) => void edit(roleEdits(column.name, e.target.value), t("l_role", column.name, e.target.value)) },
    ["none", ...ROLES].map((role) => h("option", { value: role, key: role }, t(`role_${role}`))))),
    h("td", { class: "why soft" }, s?.role && s.role !== now && s.role !== "none" ? `${t("suggested", s.role)}; ` : "", s?.reason || "", (profile?.hints || []).map((x) => ` · ${x.text || x}`)));
}

function data() {
  const record = (app.records.inspect || app.records.init)?.record;
  return [h("h1", { tabindex: "-1" }, t("d_title")),
    progress("init"), progress("inspect"),
    !record && isRunning("init") && h("p", { class: "lead" }, t("d_first")),
    record && h("p", { class: "lead" }, t("records", number(record.data.rows)), " · ", t("columns", number(record.data.columns.length))),
    record && h("div", { class: "card scroll", tabindex: "0", role: "region", "aria-label": t("data") }, h("table", { class: "columns" },
      h("thead", {}, h("tr", {}, ["d_column", "d_type", "d_missing", "d_distinct", "d_role", "d_reason"].map((k, i) => h("th", { scope: "col", class: i === 2 || i === 3 ? "n" : "" }, t(k))))),
      h("tbody", {}, record.data.columns.map((c) => dataRow(c, record.profile?.find((p) => p.name === c.name)))))),
    record && go("risk")];
}

// ---- 2 Risk ----

function risk() {
  const record = app.records.measure?.record, keys = asList(plan().roles?.key).length, risks = record?.before?.risks || [];
  const alone = risks.find((r) => r.name === "uniques")?.figures.find((f) => f.name === "uniques");
  const cards = risks.map((r) => [r, r.figures.find((f) => f.name === r.headline) || r.figures[0]]).filter(([, f]) => f);
  return [h("h1", { tabindex: "-1" }, t("r_title")), progress("measure"),
    keys === 0 && h("p", { class: "empty" }, t("r_nokeys")),
    record && h("div", { class: old("measure") },
      alone && h("p", { class: "sentence" }, alone.value > 0 ? t("r_alone", number(alone.value), number(record.data.rows), keys) : t("r_none")),
      h("div", { class: "cards" }, cards.map(([r, f]) => h("div", { class: "card figure", key: r.name }, h("p", { class: "soft" }, r.title), h("p", { class: "big" }, figure(f)), h("p", { class: "help" }, `${f.title}: ${f.definition}`)))),
      h("div", { class: "pair" }, risks.slice(0, 1).flatMap((r) => r.charts.map(chart))),
      h("h2", {}, t("p_all")), results(risks)),
    record && go("hierarchies")];
}

// ---- 3 Hierarchies ----

function oneHierarchy(key) {
  const spec = plan().hierarchies?.[key], name = spec && typeof spec === "object" ? Object.keys(spec)[0] : typeof spec === "string" ? spec : "";
  const entry = name && entryOf("hierarchy", name), id = idOf("hierarchy", key), column = columns().find((c) => c.name === key);
  const choose = (e) => void edit([{ path: ["hierarchies", key], value: e.target.value ? { [e.target.value]: {} } : null }], t("l_set", key, name || t("h_none"), e.target.value || t("h_none")));
  return h("section", { class: "card", key }, h("h2", {}, key, column && h("span", { class: "soft" }, ` ${column.type}, ${t("d_distinct").toLowerCase()}: ${number(column.distinct)}`)),
    h("div", { class: "choice" }, h("label", { for: id, class: "unseen" }, t("h_of", key)), h("select", { id, value: name, onchange: choose }, h("option", { value: "" }, t("h_none")),
      (app.families.hierarchy || []).map((x) => h("option", { value: x.name, key: x.name }, x.title)))),
    entry && h("p", { class: "help" }, entry.summary), entry && form(entry, ["hierarchies", key, name], typeof spec === "object" ? spec[name] : undefined));
}

function hierarchies() {
  const keys = asList(plan().roles?.key);
  return [h("h1", { tabindex: "-1" }, t("h_title")), h("p", { class: "lead" }, t("h_hint")),
    keys.length === 0 ? h("p", { class: "empty" }, t("h_nokeys")) : h("div", { class: "grid" }, keys.map(oneHierarchy)), columnList(), go("protect")];
}

// ---- 4 Protect ----

const nameOf = (item) => typeof item === "string" ? item : Object.keys(item || {})[0];

// Requirements as entries with their place: a map by name, or a list of them.
function required() {
  const r = plan().require;
  if (Array.isArray(r)) return r.map((x, i) => ({ name: nameOf(x), path: ["require", String(i)], args: x?.[nameOf(x)], own: typeof x === "string" }));
  if (typeof r === "string") return [{ name: r, path: ["require"], args: null, own: true }];
  return Object.entries(r || {}).map(([name, args]) => ({ name, path: ["require"], args }));
}

function adder(family, key, add) {
  const id = idOf("add", family);
  return h("div", { class: "adder" }, h("label", { for: id }, t(key)), h("select", { id, value: "" , onchange: (e) => { const n = e.target.value; e.target.value = ""; if (n) add(n); } },
    h("option", { value: "" }, "…"), (app.families[family] || []).map((x) => h("option", { value: x.name, key: x.name, title: x.summary }, `${x.title} (${x.name})`))));
}

function guarantees() {
  const list = required();
  return h("section", { class: "card" }, h("h2", {}, t("p_require")),
    list.map((r) => { const entry = entryOf("model", r.name), at = Array.isArray(plan().require) ? r.path : ["require", r.name];
      return h("div", { class: "item", key: r.name }, h("div", { class: "head" }, h("h3", {}, entry?.title || r.name),
        h("button", { class: "quiet", "aria-label": t("p_remove", r.name), onclick: () => void edit([{ path: at, value: null }], t("l_removed", r.name)) }, "×")),
      entry && h("p", { class: "help" }, entry.summary), entry && form(entry, Array.isArray(plan().require) ? [...r.path, r.name] : ["require", r.name], r.args)); }),
    adder("model", "p_add_model", (n) => void edit([{ path: Array.isArray(plan().require) ? ["require", "-"] : ["require", n], value: Array.isArray(plan().require) ? { [n]: {} } : {} }], t("l_added", n))));
}

// Swap step i with the one before it.
const swap = (steps, i) => edit([{ path: ["steps", String(i - 1)], value: steps[i] }, { path: ["steps", String(i)], value: steps[i - 1] }], t("l_moved", nameOf(steps[i])));

function stepList() {
  const steps = asList(plan().steps);
  const button = (what, name, sign, call) => h("button", { class: "quiet", "aria-label": t(what, name), onclick: () => void call() }, sign);
  return h("section", { class: "card" }, h("h2", {}, t("p_steps")), h("ol", { class: "steps" }, steps.map((s, i) => {
    const name = nameOf(s), entry = entryOf("method", name), args = typeof s === "object" ? s[name] : undefined, cols = asList(args?.columns).join(", ");
    return h("li", { class: "item" }, h("div", { class: "head" }, h("details", {}, h("summary", {}, h("strong", {}, entry?.title || name), " ", h("span", { class: "soft" }, cols)),
      entry && h("p", { class: "help" }, entry.summary), entry && form(entry, typeof s === "object" ? ["steps", String(i), name] : ["steps", String(i)], args)),
    h("span", { class: "tools" }, i > 0 && button("p_up", name, "↑", () => swap(steps, i)), i < steps.length - 1 && button("p_down", name, "↓", () => swap(steps, i + 1)),
      button("p_remove", name, "×", () => edit([{ path: ["steps", String(i)], value: null }], t("l_removed", name))))));
  })), adder("method", "p_add_step", (n) => void edit([{ path: ["steps", "-"], value: { [n]: {} } }], t("l_added", n))));
}

// The look-up for the plan's own k and limit: no work, the map has all of them.
function lookup() {
  const grid = app.records.explore?.record.exploration?.find((r) => r.name === "grid")?.grid, k = plan().require?.k_anonymity?.k ?? (plan().require?.k_anonymity !== undefined ? 3 : undefined);
  const step = asList(plan().steps).find((s) => s?.generalize !== undefined), limit = step?.generalize?.suppression ?? 0;
  if (!grid || !k || !isCurrent("explore")) return null;
  const cells = grid.filter((c) => c.k >= k && c.suppression <= limit + 1e-12), cell = cells.filter((c) => c.k === Math.min(...cells.map((x) => x.k))).pop();
  if (!cell) return null;
  return h("p", { class: "lookup" }, cell.found ? t("p_lookup", cell.k, percent(cell.suppression), number(cell.loss), percent(cell.suppressed_share)) : t("p_lookup_none", cell.k, percent(cell.suppression)));
}

export function verdict() {
  const record = app.records.try?.record, required = record?.requirements || [];
  if (!record) return null;
  const mood = required.length === 0 ? "open" : record.verdict.mood === "good" ? "holds" : "fails";
  const pick = (list, r, f) => list?.find((x) => x.name === r)?.figures.find((x) => x.name === f);
  const facts = [["prosecutor", "at_risk"], ["prosecutor", "highest"], ["uniques", "uniques"]].map(([r, f]) => [pick(record.before?.risks, r, f), pick(record.after?.risks, r, f)]).filter(([a, b]) => a && b);
  const loss = pick(record.utility, "loss_metric", "mean");
  return h("section", { class: `verdict ${mood} ${old("try")}`, "aria-live": "polite", key: "verdict" }, h("div", {}, h("p", { class: "headline" }, t(`p_${mood}`)),
    h("p", { class: "help" }, isCurrent("try") ? required.map((r) => `${r.title}${r.parameters?.k ? `, k = ${r.parameters.k}` : ""}`).join("; ") : t("stale"))),
  facts.map(([a, b]) => h("div", { class: "fact", key: a.name }, h("p", { class: "big" }, `${figure(a)} → ${figure(b)}`), h("p", { class: "help" }, b.title))),
  loss && h("div", { class: "fact" }, h("p", { class: "big" }, figure(loss)), h("p", { class: "help" }, loss.title)));
}

// Keep the plan as it is now, with what was measured of it.
function pin() {
  const record = app.records.try.record, letter = String.fromCharCode(65 + app.pins.length % 26);
  app.pins.push({ letter, rev: app.state.rev, holds: record.verdict.mood === "good", results: [...(record.after?.risks || []), ...(record.utility || [])].map(({ name, title, figures: f }) => ({ name, title, figures: f })) });
  location.hash = "#/compare";
  changed();
}

function protect() {
  const tried = app.records.try?.record, map = app.records.explore?.record.exploration?.find((r) => r.name === "grid")?.charts.find((c) => c.name === "frontier");
  const any = asList(plan().steps).some((s) => nameOf(s) === "generalize");
  return [h("h1", { tabindex: "-1" }, t("p_title")), progress("try"), progress("explore"), verdict(), lookup(),
    h("div", { class: "pair" }, h("div", {}, guarantees(), stepList()),
      h("div", {}, h("section", { class: `card ${old("explore")}` }, h("h2", {}, t("p_map")), any ? map && chart(map) : h("p", { class: "empty" }, t("p_nomap"))),
        tried && h("section", { class: `card ${old("try")}` }, h("h2", {}, t("p_now")), h("div", { class: "scroll", tabindex: "0" }, figures((tried.after?.risks || []).map(main), tried.before?.risks)), tried.lost && h("div", {}, h("h3", {}, t("p_lost")), h("p", {}, tried.lost))),
        tried && isCurrent("try") && h("p", { class: "next" }, h("button", { class: "second", onclick: pin }, t("p_pin")), " ", h("a", { class: "button", href: "#/release" }, t("p_next"))))),
    tried && h("div", { class: old("try") }, h("h2", {}, t("p_all")), results([...(tried.after?.risks || []), ...(tried.utility || [])])), columnList()];
}

// ---- 5 Compare ----

function compareTable() {
  const all = new Map(), at = (p, key) => { const [r, f] = key.split("."); return p.results.find((x) => x.name === r)?.figures.find((x) => x.name === f); };
  for (const p of app.pins) for (const r of p.results) for (const f of r.figures) if (f.better !== "neither") all.set(`${r.name}.${f.name}`, [r, f]);
  const best = (key, f) => { const v = app.pins.map((p) => at(p, key)?.value).filter(Number.isFinite); return f.better === "lower" ? Math.min(...v) : Math.max(...v); };
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("c_measure")), app.pins.map((p) => h("th", { class: "n", scope: "col" }, t("c_plan", p.letter), p.holds ? " ✓" : " ✗")))),
    h("tbody", {}, [...all].map(([key, [r, f]]) => h("tr", { key }, h("th", { scope: "row" }, h("span", {}, `${r.title}: ${f.title}`)),
      app.pins.map((p) => { const g = at(p, key); return h("td", { class: `n ${app.pins.length > 1 && g && g.value === best(key, f) ? "best" : ""}` }, figure(g)); })))));
}

function compare() {
  const value = (p, r, f) => p.results.find((x) => x.name === r)?.figures.find((x) => x.name === f)?.value;
  const series = app.pins.map((p) => ({ name: p.letter, x: [value(p, "prosecutor", "average")], values: [value(p, "loss_metric", "mean")] })).filter((s) => Number.isFinite(s.x[0]) && Number.isFinite(s.values[0]));
  return [h("h1", { tabindex: "-1" }, t("c_title")),
    app.pins.length === 0 ? h("p", { class: "empty" }, t("c_empty"), " ", h("a", { href: "#/protect" }, t("protect"))) : [
      h("div", { class: "cards" }, app.pins.map((p) => h("div", { class: "card figure", key: p.letter }, h("p", { class: "big" }, p.letter), h("p", { class: "soft" }, app.state.versions[p.rev]?.label || t("version_first")),
        h("p", {}, h("button", { class: "quiet", "aria-label": `${t("c_open")} ${p.letter}`, onclick: () => void move(p.rev) }, t("c_open")), " ", h("button", { class: "quiet", "aria-label": `${t("c_forget")} ${p.letter}`, onclick: () => { app.pins = app.pins.filter((x) => x !== p); changed(); } }, t("c_forget")))))),
      series.length > 0 && h("section", { class: "card" }, chart({ name: "kept", title: t("c_map"), kind: "points", x: { title: t("c_risk") }, y: { title: t("c_loss") }, series })),
      h("div", { class: "card scroll", tabindex: "0" }, compareTable())]];
}

// ---- 6 Release ----

async function write() {
  if (await save()) await run("release");
}

function outcome(record) {
  const p = record.protect, v = record.verify, good = p.verdict.mood === "good" && (!v || v.verdict.mood === "good");
  return h("section", { class: `card outcome ${good ? "good" : "bad"}`, role: "status", key: "outcome" }, h("h2", {}, good ? t("x_written") : t("x_notwritten")), h("p", {}, p.verdict.headline), h("p", { class: "help" }, p.verdict.meaning),
    good && h("ul", {}, (p.outputs || []).map((o) => h("li", { key: o.path }, h("strong", {}, o.path), o.bytes ? ` ${number(o.bytes)} B ` : " ", o.sha256 && h("code", {}, o.sha256.slice(0, 16) + "…")))),
    v && [h("h3", {}, t("x_checks")), h("ul", { class: "checks" }, v.checks.filter((c) => c.holds !== null).map((c) => h("li", { key: c.check, class: c.holds ? "yes" : "no" }, `${c.holds ? "✓" : "✗"} ${c.check}`))),
      h("h3", {}, t("x_verify")), h("pre", {}, `tacit verify ${plan().output} ${plan().certificate}`)]);
}

function release() {
  const tried = app.records.try?.record, done = app.records.release?.record, seed = plan().seed;
  const file = (key, label) => { const id = idOf("file", key); return h("div", { class: "field", key }, h("label", { for: id }, t(label)),
    h("input", { id, type: "text", value: plan()[key] ?? "", onchange: (e) => void edit([{ path: [key], value: e.target.value || null }], t("l_set", key, plan()[key] ?? t("unset"), e.target.value)) })); };
  return [h("h1", { tabindex: "-1" }, t("x_title")), progress("try"), progress("release"), verdict(),
    done && isCurrent("release") ? outcome(done) : h("p", { class: "lead" }, t("x_nothing")),
    h("div", { class: "pair" }, h("section", { class: "card" }, h("h2", {}, t("x_files")), file("output", "x_output"), file("report", "x_report"), file("certificate", "x_certificate"),
      seed === undefined && h("p", { class: "help" }, t("x_seed")), h("p", { class: "help" }, t("x_plan_saved")),
      h("p", { class: "next" }, h("button", { class: "go", disabled: isRunning("release") || app.state.problems.length > 0 || !plan().output, onclick: () => void write() }, isRunning("release") ? t("x_writing") : t("x_write")))),
    h("section", { class: "card" }, h("h2", {}, t("x_required")), tried?.requirements?.length ? h("ul", { class: `checks ${old("try")}` }, tried.requirements.map((r) => h("li", { key: r.name, class: r.holds ? "yes" : "no" }, `${r.holds ? "✓" : "✗"} ${r.title}: ${t(r.holds ? "x_holds" : "x_broken")}`, h("span", { class: "help" }, r.figures.map((f) => `${f.title}: ${figure(f)}`).join(" · "))))) : h("p", {}, required().length ? "…" : t("x_none")),
      h("h2", {}, t("x_command")), h("pre", {}, `tacit protect ${app.state.file}`)))];
}

export const SCREENS = { data, risk, hierarchies, protect, compare, release };

// What a screen needs to have been computed.
export const NEEDS = { data: [], risk: ["measure"], hierarchies: [], protect: ["try", "explore"], compare: [], release: ["try"] };
