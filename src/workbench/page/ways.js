// ways.js - better ways of masking: the risk-utility map of the section `explore`, and its ways as plans.
import { h, kept } from "/view.js";
import { chart } from "/chart.js";
import { columns, form } from "/forms.js";
import { named, progress, scroll, table } from "/pieces.js";
import { number, t } from "/texts.js";
import { app, asList, basis, changed, edit, editText, isCurrent, isRunning, keys, plan, run } from "/state.js";

// The settings of a map, those that matter first; how many numbers are taken up if none is named.
const FIRST = ["keys", "numbers", "risk", "loss", "most_risk", "most_loss", "seconds"], ALL = [...FIRST, "methods", "mix", "trials", "seeds", "sample"], MOST = 8;
const FIXED = ["identifier", "key", "weight", "household", "strata", "cluster"];

// Columns of measurements: numbers of many values that are no codes and have no other role.
function measurements() {
  const profile = (app.records.inspect || app.records.init)?.record.profile, roles = plan().roles;
  const isFree = (c) => { const s = named(profile, c.name)?.suggestion; return s?.kind !== "code" && !FIXED.some((role) => role === s?.role || asList(roles?.[role]).includes(c.name)); };
  return columns().filter((c) => ["integer", "real"].includes(c.type) && c.distinct > 20 && isFree(c)).map((c) => c.name).slice(0, MOST);
}

const SECONDS = 60;
async function find() {
  const now = plan().explore || {}, free = { keys: keys(), numbers: measurements() };
  if (!asList(now.keys).length && !asList(now.numbers).length) {
    const edits = Object.entries({ ...free, ...(now.seconds ? {} : { seconds: SECONDS }) }).filter(([, v]) => v > 0 || v.length > 0).map(([name, value]) => ({ path: ["explore", name], value }));
    if (!await edit(edits, t("l_set", "explore", t("unset"), [...free.keys, ...free.numbers].join(", ")))) return;
  }
  await run("ways");
}

// A way as the plan; what is free stays free, and the map is still that of this plan.
async function take(way) {
  const free = plan().explore;
  if (!await editText(way.text, t("l_way", way.way), free && [{ path: ["explore"], value: free }])) return;
  app.records.ways.basis = basis("ways", plan());
  changed();
}

// The map as a picture: the frontier is a line from the most useful to the safest way.
function picture(r) {
  const inOrder = (s) => { const at = [...s.x.keys()].sort((a, b) => s.x[a] - s.x[b]); return { ...s, x: at.map((i) => s.x[i]), values: at.map((i) => s.values[i]) }; };
  return kept(r, "picture", () => r.charts.map((c) => ({ ...c, series: c.series.map((s) => s.name === "frontier" ? inOrder(s) : s) }))).map(chart);
}

const mark = (w) => w.best ? t("w_best") : w.knee ? t("w_knee") : w.plan ? t("w_plan") : "";

function frontier(r) {
  const on = r.ways.filter((w) => w.frontier).sort((a, b) => b.risk - a.risk), head = (k, n) => h("th", { scope: "col", class: n ? "n" : "" }, t(k));
  return on.length > 0 && scroll(t("w_title"), h("table", {}, h("thead", {}, h("tr", {}, head("w_way"), head("w_risk", 1), head("w_loss", 1), h("td", {}))),
    h("tbody", {}, on.map((w) => h("tr", { key: w.way, class: w.best ? "best" : "" }, h("th", { scope: "row" }, w.way, mark(w) && h("span", { class: "help" }, mark(w))),
      h("td", { class: "n" }, number(w.risk), h("span", { class: "help" }, w.by)), h("td", { class: "n" }, number(w.loss)),
      h("td", {}, h("button", { class: "quiet", "aria-label": `${t("c_open")}: ${w.way}`, onclick: () => void take(w) }, t("c_open"))))))));
}

export function ways() {
  const task = named(app.catalog.tasks, "explore"), own = asList(plan().explore?.keys).length + asList(plan().explore?.numbers).length > 0;
  const parameters = ALL.map((name) => ({ ...named(task.parameters, name), importance: FIRST.includes(name) ? 1 : 3, ...(name === "seconds" && !own ? { default: SECONDS } : {}) }));
  const free = [...keys(), ...measurements()].join(", ");
  const r = named(app.records.ways?.record.sections, "map")?.results[0], all = named(r?.tables, "ways");
  return h("section", { class: "card", key: "ways" }, h("h2", {}, t("w_title")), h("p", { class: "help" }, t("w_hint")),
    h("div", { class: "pair" },
      h("div", {}, form({ ...task, parameters }, ["explore"], plan().explore), h("p", { class: "next" }, h("button", { class: "second", disabled: isRunning("ways"), onclick: () => void find() }, t("w_find")))),
      h("div", {}, progress("ways", t("w_enough")), !r && h("p", { class: "empty" }, t("w_taken", free || "–")), r && h("div", {}, !isCurrent("ways") && h("p", { class: "notice" }, t("w_old")), picture(r), frontier(r)))),
    r && h("div", {}, r.notes.map((x) => h("p", { class: "help" }, x)), all && h("details", {}, h("summary", {}, all.title), table(all, 300))));
}
