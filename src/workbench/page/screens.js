// screens.js - the screens of plans of records: Data, Risk, Protect, Compare, Release; and which screens a plan has.
import { h, kept } from "/view.js";
import { chart } from "/chart.js";
import { columnList, entryOf, form, idOf, previewed } from "/forms.js";
import { distributions, figures, main, named, next, old, progress, results, scroll, tall, title, verdict } from "/pieces.js";
import { chosen, hierarchies } from "/hierarchy.js";
import { queries, queryNeeds, synthesis, tables } from "/shapes.js";
import { ways } from "/ways.js";
import { figure, hasText, number, percent, t } from "/texts.js";
import { app, asList, changed, edit, isCurrent, isRunning, move, plan, run, save, shape } from "/state.js";

export const ROLES = ["identifier", "key", "sensitive", "weight", "household", "strata", "cluster"];
const ONE = ["weight", "household", "cluster"];

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
  return h("tr", { key: column.name }, h("th", { scope: "row" }, column.name),
    h("td", {}, h("select", { id, value: now, "aria-label": t("role_of", column.name), class: `role ${now}`,
      onchange: (e) => void edit(roleEdits(column.name, e.target.value), t("l_role", column.name, e.target.value)) },
    ["none", ...ROLES].map((role) => h("option", { value: role, key: role }, t(`role_${role}`))))),
    h("td", { class: "soft" }, column.type), h("td", { class: "n", title: t("d_missing") }, percent(profile ? profile.missing_share : 0)), h("td", { class: "n", title: t("d_distinct") }, number(column.distinct)),
    h("td", { class: "why soft" }, s?.role && s.role !== now && s.role !== "none" ? `${t("suggested", s.role)}; ` : "", s?.reason || "", (profile?.hints || []).map((x) => ` · ${x.text || x}`)));
}

// What a plan of each kind begins with; what belongs to the others goes.
const KINDS = {
  records: () => ({ require: { k_anonymity: { k: 5 } }, steps: [{ generalize: {} }] }),
  tables: (p) => ({ tables: { counts: { by: asList(p.roles?.key).slice(0, 2) } }, rules: { minimum_frequency: {} }, protection: "cell_suppression" }),
  synth: () => ({ synth: { cart: {} } }),
};
const OWN = ["require", "steps", "measures", "tables", "rules", "protection", "synth", "generators"];

function become(kind) {
  const p = plan(), fresh = KINDS[kind](p);
  void edit([...OWN.filter((k) => p[k] !== undefined && !(k in fresh)).map((k) => ({ path: [k], value: null })), ...Object.entries(fresh).map(([k, value]) => ({ path: [k], value }))], t("l_kind", t(`k_${kind}`)));
}

function kindChoice() {
  const now = shape(), id = idOf("kind");
  if (!KINDS[now]) return null;
  return h("p", { class: "choice" }, h("label", { for: id }, t("d_kind")), " ", h("select", { id, value: now, onchange: (e) => become(e.target.value) }, Object.keys(KINDS).map((k) => h("option", { value: k, key: k }, t(`k_${k}`)))));
}

function data() {
  const record = (app.records.inspect || app.records.init)?.record;
  return [title(t("d_title")),
    progress("init"), progress("inspect"),
    !record && isRunning("init") && h("p", { class: "lead" }, t("d_first")),
    record && h("p", { class: "lead" }, t("records", number(record.data.rows)), " · ", t("columns", number(record.data.columns.length))), record && kindChoice(),
    record && h("div", { class: "card scroll", tabindex: "0", role: "region", "aria-label": t("data") }, h("table", { class: "columns" },
      h("thead", {}, h("tr", {}, ["d_column", "d_role", "d_type", "d_missing", "d_distinct", "d_reason"].map((k, i) => h("th", { scope: "col", class: i === 3 || i === 4 ? "n" : "" }, t(k))))),
      h("tbody", {}, record.data.columns.map((c) => dataRow(c, record.profile?.find((p) => p.name === c.name)))))),
    record && next(screensOf()[1], t("d_next"))];
}

// ---- 2 Risk ----

function risk() {
  const record = app.records.measure?.record, keys = asList(plan().roles?.key).length, risks = record?.before?.risks || [];
  const alone = risks.find((r) => r.name === "uniques")?.figures.find((f) => f.name === "uniques");
  const cards = risks.map((r) => [r, r.figures.find((f) => f.name === r.headline) || r.figures[0]]).filter(([, f]) => f);
  return [title(t("r_title")), progress("measure"),
    keys === 0 && h("p", { class: "empty" }, t("r_nokeys")),
    record && h("div", { class: old("measure") },
      alone && h("p", { class: "sentence" }, alone.value > 0 ? t("r_alone", number(alone.value), number(record.data.rows), keys) : t("r_none")),
      h("div", { class: "cards" }, cards.map(([r, f]) => h("div", { class: "card figure", key: r.name }, h("p", { class: "soft" }, r.title), h("p", { class: "big" }, figure(f)), h("p", {}, f.title), h("p", { class: "help" }, hasText(`who_${r.name}`) ? t(`who_${r.name}`) : f.definition)))),
      h("div", { class: "pair" }, risks.slice(0, 1).flatMap((r) => r.charts.map(chart))),
      h("h2", {}, t("p_all")), results(risks)),
    record && keys > 0 && records(), record && next("hierarchies", t("r_next"))];
}

// Records that few others share the keys of: the original, for the custodian alone.
function records() {
  const got = app.records.records?.record.records, asked = app.asked.records || { below: 2, page: 1 }, id = idOf("below");
  const look = (given) => void run("records", { ...asked, ...given });
  if (!app.state.records) return h("p", { class: "help" }, t("o_off"));
  const pages = got ? Math.max(1, Math.ceil(got.records / got.page)) : 1, keys = asList(plan().roles?.key), order = got ? [...got.columns.keys()].sort((a, b) => keys.includes(got.columns[b]) - keys.includes(got.columns[a])) : [];
  return h("section", { class: "card", key: "records" }, h("h2", {}, t("o_title")), h("div", { class: "adder" }, h("label", { for: id }, t("o_below")), h("input", { id, type: "number", min: 2, max: 1000, value: String(asked.below), onchange: (e) => look({ below: Math.min(1000, Math.max(2, Math.round(Number(e.target.value)) || 2)), page: 1 }) }),
    h("button", { class: "second", onclick: () => look({}) }, t("o_show"))), progress("records"),
  got && h("div", { class: old("records") }, h("p", { class: "original", role: "note" }, t("o_band")),
    h("p", {}, t("o_found", number(got.records), asked.below), " ", h("button", { class: "quiet", disabled: asked.page <= 1, onclick: () => look({ page: asked.page - 1 }) }, "← ", t("o_back")), " ", t("o_page", asked.page, number(pages)), " ", h("button", { class: "quiet", disabled: asked.page >= pages, onclick: () => look({ page: asked.page + 1 }) }, t("o_on"), " →")),
    got.rows.length > 0 && tall(t("o_title"), h("table", { class: "original" }, h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "n" }, t("o_number")), h("th", { scope: "col", class: "n" }, t("o_shared")), order.map((j) => h("th", { scope: "col", class: keys.includes(got.columns[j]) ? "key" : "" }, got.columns[j])))),
      h("tbody", {}, got.rows.filter(Boolean).map((r) => h("tr", { key: r[0] }, h("th", { scope: "row", class: "n" }, number(r[0])), h("td", { class: "n" }, number(r[1])), order.map((j) => h("td", {}, r[j + 2] ?? "–")))))))));
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

// The look-up for the plan's own k and limit, or those that the sliders are at: no work, the map has all of them.
function lookUp() {
  const grid = app.records.explore?.record.exploration?.find((r) => r.name === "grid")?.grid, k = previewed("require", "k_anonymity", "k") ?? plan().require?.k_anonymity?.k ?? (plan().require?.k_anonymity !== undefined ? 3 : undefined);
  const steps = asList(plan().steps), i = steps.findIndex((s) => s?.generalize !== undefined), limit = previewed("steps", String(i), "generalize", "suppression") ?? steps[i]?.generalize?.suppression ?? 0;
  if (!grid || !k || !isCurrent("explore")) return null;
  const cells = grid.filter((c) => c.k >= k && c.suppression <= limit + 1e-12), cell = cells.filter((c) => c.k === Math.min(...cells.map((x) => x.k))).pop();
  return cell || null;
}

function lookup(cell) {
  return cell && h("p", { class: "lookup" }, cell.found ? t("p_lookup", cell.k, percent(cell.suppression), number(cell.loss), percent(cell.suppressed_share)) : t("p_lookup_none", cell.k, percent(cell.suppression)));
}

// The map, with the point of the plan where the look-up is; without one where there is no such choice.
function mapAt(map, cell) {
  const is = (s) => s.name === "the plan" && s.values.length === 1, at = (s) => is(s) ? { ...s, x: [1 / cell.k], values: [cell.loss] } : s;
  return chart(cell ? kept(map, `${cell.k} ${cell.suppression}`, () => ({ ...map, series: cell.found ? map.series.map(at) : map.series.filter((s) => !is(s)) })) : map);
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
  const any = asList(plan().steps).some((s) => nameOf(s) === "generalize"), cell = lookUp();
  return [title(t("p_title")), verdict(),
    h("div", { class: "status" }, progress("try") || (tried && h("p", { class: "next" }, h("button", { class: "second", disabled: !isCurrent("try"), onclick: pin }, t("p_pin")), " ", h("a", { class: "button", href: "#/release" }, t("p_next"))))),
    h("div", { class: "pair" }, h("div", {}, guarantees(), stepList()),
      h("section", { class: `card ${old("explore")}`, key: "map" }, h("h2", {}, t("p_map")), progress("explore"), any ? [lookup(cell), map && mapAt(map, cell)] : h("p", { class: "empty" }, t("p_nomap")))),
    tried && h("section", { class: `card ${old("try")}`, key: "now" }, h("h2", {}, t("p_now")), scroll(t("p_now"), figures((tried.after?.risks || []).map(main), tried.before?.risks)), tried.lost && h("div", {}, h("h3", {}, t("p_lost")), h("p", {}, tried.lost))),
    tried && distributions(tried), tried && h("div", { class: old("try") }, h("h2", {}, t("p_all")), results([...(tried.after?.risks || []), ...(tried.utility || [])])), columnList()];
}

// ---- 5 Compare ----

function compareTable() {
  const all = new Map(), at = (p, key) => { const [r, f] = key.split("."); return p.results.find((x) => x.name === r)?.figures.find((x) => x.name === f); };
  for (const p of app.pins) for (const r of p.results) for (const f of r.figures) if (f.better !== "neither") all.set(`${r.name}.${f.name}`, [r, f]);
  // What reads the same is the same: the last digits of sums in another order tell nothing.
  const best = (key, f) => { const v = app.pins.map((p) => at(p, key)?.value).filter(Number.isFinite); return figure({ ...f, value: f.better === "lower" ? Math.min(...v) : Math.max(...v) }); };
  const differs = ([key]) => app.pins.length < 2 || new Set(app.pins.map((p) => figure(at(p, key)))).size > 1, same = [...all].filter((x) => !differs(x));
  const table = (rows, marks) => scroll(t("c_title"), h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("c_measure")), app.pins.map((p) => h("th", { class: "n", scope: "col" }, t("c_plan", p.letter), p.holds ? " ✓" : " ✗")))),
    h("tbody", {}, rows.map(([key, [r, f]]) => h("tr", { key }, h("th", { scope: "row" }, h("span", {}, `${r.title}: ${f.title}`)),
      app.pins.map((p) => { const g = at(p, key); return h("td", { class: `n ${marks && g && figure(g) === best(key, f) ? "best" : ""}` }, figure(g)); }))))));
  return h("div", { class: "card", key: "table" }, table([...all].filter(differs), app.pins.length > 1), same.length > 0 && h("details", {}, h("summary", {}, t("c_same", same.length)), table(same, false)));
}

function compare() {
  const value = (p, r, f) => p.results.find((x) => x.name === r)?.figures.find((x) => x.name === f)?.value;
  const series = app.pins.map((p) => ({ name: p.letter, x: [value(p, "prosecutor", "average")], values: [value(p, "loss_metric", "mean")] })).filter((s) => Number.isFinite(s.x[0]) && Number.isFinite(s.values[0]));
  return [title(t("c_title")),
    app.pins.length === 0 ? h("p", { class: "empty" }, t("c_empty"), " ", h("a", { href: "#/protect" }, t("protect"))) : [
      h("div", { class: "cards" }, app.pins.map((p) => h("div", { class: "card figure", key: p.letter }, h("p", { class: "big" }, p.letter), h("p", { class: "soft" }, app.state.versions[p.rev]?.label || t("version_first")),
        h("p", {}, h("button", { class: "quiet", "aria-label": `${t("c_open")} ${p.letter}`, onclick: () => void move(p.rev) }, t("c_open")), " ", h("button", { class: "quiet", "aria-label": `${t("c_forget")} ${p.letter}`, onclick: () => { app.pins = app.pins.filter((x) => x !== p); changed(); } }, t("c_forget")))))),
      series.length > 0 && h("section", { class: "card" }, chart({ name: "kept", title: t("c_map"), kind: "points", x: { title: t("c_risk") }, y: { title: t("c_loss") }, series })),
      compareTable()], ways()];
}

// ---- 6 Release ----

async function write() {
  if (await save()) await run("release");
}

const COMMANDS = { records: "protect", tables: "tables", synth: "synth", answers: "release" };

function outcome(record) {
  const file = (kind) => record.protect.outputs?.find((o) => o.kind === kind)?.path || "";
  const p = record.protect, v = record.verify, good = p.released === true && (!v || v.verdict.mood === "good");
  return h("section", { class: `card outcome ${good ? "good" : "bad"}`, role: "status", key: "outcome" }, h("h2", {}, t(good ? v ? "x_written" : "x_only" : "x_notwritten")), h("p", {}, p.verdict.headline), h("p", { class: "help" }, p.verdict.meaning),
    good && h("ul", {}, (p.outputs || []).map((o) => h("li", { key: o.path }, h("strong", {}, o.path), o.bytes ? ` ${number(o.bytes)} B ` : " ", o.sha256 && h("code", {}, o.sha256.slice(0, 16) + "…")))),
    v && [h("h3", {}, t("x_checks")), h("ul", { class: "checks" }, v.checks.filter((c) => c.holds !== null).map((c) => h("li", { key: c.check, class: c.holds ? "yes" : "no" }, `${c.holds ? "✓" : "✗"} ${c.check}`))),
      h("h3", {}, t("x_verify")), h("pre", {}, `tacit verify ${file("data")} ${file("certificate")}`)]);
}

function release() {
  const tried = app.records.try?.record, done = app.records.release?.record, seed = plan().seed;
  const file = (key, label) => { const id = idOf("file", key); return h("div", { class: "field", key }, h("label", { for: id }, t(label)),
    h("input", { id, type: "text", value: plan()[key] ?? "", onchange: (e) => void edit([{ path: [key], value: e.target.value || null }], t("l_set", key, plan()[key] ?? t("unset"), e.target.value)) })); };
  return [title(t("x_title")), progress("try"), progress("release"), verdict(),
    done && isCurrent("release") ? outcome(done) : h("p", { class: "lead" }, t("x_nothing")),
    h("div", { class: "pair" }, h("section", { class: "card stack" }, h("h2", {}, t("x_files")), file("output", "x_output"), file("report", "x_report"), file("certificate", "x_certificate"), shape() === "records" && file("custodian_report", "x_custodian"),
      seed === undefined && h("p", { class: "help" }, t("x_seed")), h("p", { class: "help" }, t("x_plan_saved")),
      h("p", { class: "next" }, h("button", { class: "go", disabled: isRunning("release") || app.state.problems.length > 0 || !plan().output, onclick: () => void write() }, isRunning("release") ? t("x_writing") : t("x_write")))),
    h("section", { class: "card" }, h("h2", {}, t("x_required")), tried?.requirements?.length ? h("ul", { class: `checks ${old("try")}` }, tried.requirements.map((r) => h("li", { key: r.name, class: r.holds ? "yes" : "no" }, `${r.holds ? "✓" : "✗"} ${r.title}: ${t(r.holds ? "x_holds" : "x_broken")}`, h("span", { class: "help" }, r.figures.map((f) => `${f.title}: ${figure(f)}`).join(" · "))))) : h("p", {}, required().length ? "…" : t("x_none")),
      h("h2", {}, t("x_command")), h("pre", {}, `tacit ${COMMANDS[shape()]} ${app.state.file}`)))];
}

export const SCREENS = { data, risk, hierarchies, protect, tables, synthesis, queries, compare, release };

// The screens of a plan, in the order of the work.
const OF = {
  records: ["data", "risk", "hierarchies", "protect", "compare", "release"],
  tables: ["data", "hierarchies", "tables", "release"], synth: ["data", "synthesis", "release"],
  query: ["data", "queries"], answers: ["data", "release"],
};
export const screensOf = () => OF[shape()];

// What a screen needs to have been computed, with what it is asked.
export function needs(screen) {
  const p = plan(), key = chosen();
  if (screen === "risk") return [["measure"]];
  if (screen === "hierarchies") return key ? [["values", { column: key }]] : [];
  if (screen === "protect") return [["try"], ["explore"]];
  if (screen === "queries") return queryNeeds(p);
  return ["tables", "synthesis", "release"].includes(screen) ? [["try"]] : [];
}
