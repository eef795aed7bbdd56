// pieces.js - what several screens show: how far a job is, figures, results, the verdict.
import { h, kept } from "/view.js";
import { chart } from "/chart.js";
import { figure, language, number, t } from "/texts.js";
import { app, cancel, changed, isCurrent, isRunning, run } from "/state.js";

export const old = (what) => isCurrent(what) ? "" : "stale";
export const title = (text) => h("h1", { tabindex: "-1" }, text);
export const next = (screen, text) => h("p", { class: "next" }, h("a", { class: "button", href: `#/${screen}` }, text));
export const scroll = (label, ...inside) => h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, ...inside);
export const tall = (label, ...inside) => h("div", { class: "scroll tall", tabindex: "0", role: "region", "aria-label": label }, ...inside);
export const named = (list, name) => (list || []).find((x) => x.name === name);

// How far a job is, or why it failed; `stop` is what ending it early is called.
export function progress(what, stop = t("cancel")) {
  const job = app.jobs[what];
  if (isRunning(what))
    return h("div", { class: "progress", role: "status", key: `job-${what}` }, h("span", {}, job.stage || t(job.state === "waiting" ? "waiting" : "working")),
      h("progress", job.total ? { max: job.total, value: job.done, "aria-label": job.stage } : { "aria-label": t("working") }),
      h("button", { class: "quiet", onclick: () => void cancel(what) }, stop));
  const again = () => h("button", { class: "quiet", onclick: () => void run(what, app.asked[what]) }, t("compute"));
  if (job?.failure && !isCurrent(what)) return h("p", { class: "notice bad", role: "alert", key: `job-${what}` }, job.failure.error, what !== "release" && [" ", again()]);
  if (job?.state === "cancelled" || job?.state === "lost") return h("p", { class: "notice", key: `job-${what}` }, t(job.state), " ", again());
  return null;
}

// The figure that a result is known by.
export const main = (r) => ({ ...r, figures: r.figures.filter((f, i) => r.headline ? f.name === r.headline : i === 0) });

// Figures of results, beside those of before if there are any; of a single result its name stands above already.
export function figures(results, before) {
  const name = (r, f) => results.length > 1 || before ? `${r.title}: ${f.title}` : f.title;
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("c_measure")), before && h("th", { class: "n", scope: "col" }, t("p_before")), h("th", { class: "n", scope: "col" }, t(before ? "p_after" : "t_value")))),
    h("tbody", {}, results.flatMap((r) => r.figures.map((f) => {
      const was = named(named(before, r.name)?.figures, f.name);
      return h("tr", { key: `${r.name}.${f.name}` }, h("th", { scope: "row" }, h("span", {}, name(r, f)), h("span", { class: "help" }, f.definition, f.exact === false && ` · ${t("f_some", number(f.rows))}`)),
        before && h("td", { class: "n" }, was ? figure(was) : ""), h("td", { class: "n" }, figure(f)));
    }))));
}

// A table of a record, the first rows of it.
export function table(x, most = 100) {
  const show = (v) => typeof v === "number" ? number(v) : typeof v === "boolean" ? (v ? "✓" : "") : v ?? "";
  return h("div", { key: x.name }, h("h3", {}, x.title), tall(x.title, h("table", {}, h("thead", {}, h("tr", {}, x.columns.map((c, i) => h("th", { scope: "col", class: typeof x.rows[0]?.[i] === "number" ? "n" : "" }, c)))),
    h("tbody", {}, x.rows.slice(0, most).map((row) => h("tr", {}, row.map((v, i) => h(i ? "td" : "th", i ? { class: typeof v === "number" ? "n" : "" } : { scope: "row" }, show(v)))))))),
  x.rows.length > most && h("p", { class: "help" }, t("first_of", most, number(x.rows.length))));
}

function result(r, open) {
  const [first] = main(r).figures;
  return h("details", { class: "card", key: r.name + r.title, made: (e) => { e.open = open; } }, h("summary", {}, h("strong", {}, r.title), " ", h("span", { class: "soft" }, first ? `${first.title}: ${figure(first)}` : "")),
    r.figures.length > 0 && scroll(r.title, figures([r])), r.charts.map(chart), r.tables.map((x) => table(x)), r.notes?.map((x) => h("p", { class: "help" }, x)), r.source && h("p", { class: "help" }, r.source));
}

// Results, of which the first are open.
export const results = (list, open = 0) => list.map((r, i) => kept(r, `${language()} ${i < open}`, () => result(r, i < open)));

// Parts of a record that are a task's own.
// A part whose heading stands above it already has none of its own.
export const sections = (list, above) => (list || []).map((s) => h("section", { key: s.name }, s.title !== above && h("h2", {}, s.title), s.lead && h("p", { class: "lead" }, s.lead), results(s.results, 1)));

export function verdict() {
  const record = app.records.try?.record, required = record?.requirements || [];
  if (!record) return null;
  const mood = required.length === 0 ? "open" : record.verdict.mood === "good" ? "holds" : "fails";
  const pick = (list, r, f) => named(named(list, r)?.figures, f);
  const facts = [["prosecutor", "at_risk"], ["prosecutor", "highest"], ["uniques", "uniques"]].map(([r, f]) => [pick(record.before?.risks, r, f), pick(record.after?.risks, r, f)]).filter(([a, b]) => a && b);
  const loss = pick(record.utility, "loss_metric", "mean");
  const given = (r) => r.parameters?.k ? `, k = ${r.parameters.k}` : "";
  return h("section", { class: `verdict ${mood} ${old("try")}`, "aria-live": "polite", key: "verdict" }, h("div", {}, h("p", { class: "headline" }, t(`p_${mood}`)),
    h("p", { class: "help" }, isCurrent("try") ? required.map((r) => `${r.title}${given(r)}`).join("; ") : t("stale"))),
  facts.map(([a, b]) => h("div", { class: "fact", key: a.name }, h("p", { class: "big" }, `${figure(a)} → ${figure(b)}`), h("p", { class: "help" }, b.title))),
  loss && h("div", { class: "fact" }, h("p", { class: "big" }, figure(loss)), h("p", { class: "help" }, loss.title)));
}

// What every column looks like before and after: the one that is chosen, and how far all are off.
export function distributions(record) {
  const r = named(record.utility, "distributions"), distances = r?.tables[0]?.rows || [];
  if (!r?.charts.length) return null;
  const distance = (c) => distances.find(([name]) => name === c.name)?.[1] ?? -1;
  const found = named(r.charts, app.column) || r.charts.reduce((a, b) => distance(b) > distance(a) ? b : a);
  const choose = (name) => { app.column = name; changed(); };
  return h("section", { class: `card ${old("try")}`, key: "distributions" }, h("h2", {}, t("v_title")),
    h("div", { class: "pair" }, h("div", {}, chart(found)),
      tall(t("v_title"), h("table", { class: "short" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("d_column")), h("th", { scope: "col", class: "n" }, t("v_distance")))),
        h("tbody", {}, r.charts.map((c) => h("tr", { key: c.name }, h("th", { scope: "row" }, h("button", { class: "quiet", "aria-pressed": c === found ? "true" : "false", onclick: () => choose(c.name) }, c.name)), h("td", { class: "n" }, distance(c) < 0 ? "" : number(distance(c))))))))));
}
