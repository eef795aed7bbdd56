// app.js - the page around the screens: the head, the plan's text with its history, and what is computed when.
import { h, render } from "/view.js";
import { language, languages, setLanguage, t } from "/texts.js";
import { app, asList, basis, begin, changed, editText, isRunning, move, onChange, plan, redo, run, save, shape, type, undo } from "/state.js";
import { SCREENS, needs, screensOf } from "/screens.js";

let timer = 0;

// ---- the plan's text ----

// Lines of the text, with those that have a problem or have just changed marked; described anew only if they are others.
let marked = { of: [] };
function markedLines(text) {
  const of = [text, app.before, app.state.problems];
  if (!of.every((x, i) => x === marked.of[i])) marked = { of, node: h("pre", { "aria-hidden": "true" }, lines(text)) };
  return marked.node;
}

function lines(text) {
  const all = text.split("\n"), wrong = new Set(app.state.problems.map((p) => p.line)), before = new Set((app.before ?? text).split("\n"));
  if (all.filter((line) => !before.has(line)).length > 12) all.forEach((line) => before.add(line)); // another plan altogether
  return all.map((line, i) => h("span", { class: wrong.has(i + 1) ? "wrong" : before.has(line) ? "" : "new" }, `${line}\n`));
}

function toLine(line) {
  const area = document.getElementById("plan-text"), all = area.value.split("\n"), at = all.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(at, at + (all[line - 1] || "").length);
  area.scrollTop = (line - 4) * parseFloat(getComputedStyle(area).lineHeight);
}

function versions() {
  const s = app.state;
  return h("details", { class: "history" }, h("summary", {}, `${t("history")} (${s.versions.length})`), h("ol", {}, s.versions.map((v, i) =>
    h("li", { key: i, class: v.parent !== null && v.parent !== i - 1 ? "branch" : "" }, h("button", { class: "quiet", "aria-current": i === s.rev ? "true" : undefined, onclick: () => void move(i) }, v.label || t("version_first"))))));
}

function planPanel() {
  const s = app.state, text = app.typed ?? s.text;
  return h("aside", { "aria-label": t("plan") }, h("div", { class: "head" }, h("h2", {}, t("plan")), h("span", { class: "soft where" }, s.saved ? t("saved", s.file) : t("unsaved")),
    h("button", { class: "quiet", disabled: s.saved, onclick: () => void save() }, t("save"))),
  h("p", { class: "help", id: "plan-hint" }, t("plan_hint")),
  h("div", { class: "editor" }, markedLines(text),
    h("textarea", { id: "plan-text", spellcheck: "false", "aria-label": t("plan"), "aria-describedby": "plan-hint", "aria-invalid": s.problems.length > 0 ? "true" : undefined, value: text, oninput: (e) => type(e.target.value),
      onscroll: (e) => { e.target.previousElementSibling.scrollTop = e.target.scrollTop; e.target.previousElementSibling.scrollLeft = e.target.scrollLeft; } })),
  s.problems.length > 0 && h("div", { class: "problems", role: "alert" }, h("p", {}, h("strong", {}, t("problems", s.problems.length))),
    h("ul", {}, s.problems.map((p) => h("li", {}, h("button", { class: "quiet", onclick: () => toLine(p.line) }, t("line", p.line)), " ", p.message)))),
  versions());
}

// ---- the head ----

function setTheme(theme) {
  localStorage.setItem("theme", theme);
  document.documentElement.dataset.theme = theme;
}

function choose(label, value, all, set) {
  return h("select", { "aria-label": label, value, onchange: (e) => { set(e.target.value); changed(); } }, all.map(([v, text]) => h("option", { value: v, key: v }, text)));
}

function head() {
  const s = app.state;
  return h("header", {}, h("a", { class: "skip", href: "#main", onclick: (e) => { e.preventDefault(); document.querySelector("main h1").focus(); } }, t("skip")),
    h("p", { class: "brand" }, h("strong", {}, "tacit"), " ", h("span", { class: "soft" }, typeof plan().data === "string" ? plan().data : plan().data?.path || "")),
    h("nav", { "aria-label": t("steps_nav") }, h("ol", {}, screensOf().map((name, i) => h("li", { key: name }, h("a", { href: `#/${name}`, "aria-current": name === app.screen ? "page" : undefined }, h("span", { class: "n" }, i + 1), " ", t(name)))))),
    h("div", { class: "tools" }, h("button", { class: "quiet", disabled: s.undo === null, onclick: () => void undo() }, "↶ ", t("undo")), h("button", { class: "quiet", disabled: s.redo === null, onclick: () => void redo() }, "↷ ", t("redo")),
      choose(t("theme"), localStorage.getItem("theme") || "auto", ["auto", "light", "dark"].map((x) => [x, t(x)]), setTheme), choose(t("language"), language(), languages, setLanguage)));
}

// ---- all ----

// What went wrong, and what can be done: the plan is here even if the server is not.
function trouble() {
  const again = h("button", { class: "quiet", onclick: () => void begin() }, t("again")), copy = h("button", { class: "quiet", onclick: () => void navigator.clipboard.writeText(app.typed ?? app.state.text) }, t("copy_plan"));
  return app.error && h("p", { class: "notice bad", role: "alert" }, app.error, app.lost && [" ", again, " ", copy]);
}

// What is there already is not set again: that alone would have the browser look at all styles anew.
function nameWindow(title) {
  if (document.documentElement.lang !== language()) document.documentElement.lang = language();
  if (document.title !== title) document.title = title;
}

// That nothing is computed while the plan has mistakes, where one looks who does not see its text.
function mistakes() {
  const all = app.state.problems;
  return all.length > 0 && h("p", { class: "notice bad", key: "mistakes" }, t("mistakes", all.length), " ", h("button", { class: "quiet", onclick: () => toLine(all[0].line) }, t("line", all[0].line)), " ", all[0].message);
}

function page() {
  if (!app.state) return h("main", { class: "alone" }, h("h1", {}, "tacit"), h("p", { class: app.error ? "notice bad" : "wait", role: app.error ? "alert" : undefined }, app.error || "…"));
  if (!screensOf().includes(app.screen)) app.screen = screensOf().includes("tables") ? "tables" : "data";
  nameWindow(`${t(app.screen)} · tacit`);
  return h("div", { class: "bench" }, head(), trouble(), mistakes(), h("main", { id: "main", key: app.screen }, SCREENS[app.screen]()), planPanel());
}

// Apply the first plan that was drafted, unless somebody has changed the plan meanwhile.
function applyDraft(record) {
  if (record?.plan_text && app.state.versions.length === 1 && Object.keys(plan()).length === 1) void editText(record.plan_text, t("l_first"));
}

// Compute what the screen shows and does not have, when nobody is changing things.
function compute() {
  const s = app.state;
  if (!s || s.problems.length > 0 || app.busy > 0 || app.typed !== null || app.lost || app.drag) return;
  if (Object.keys(plan()).length === 1 && plan().data && !app.jobs.init) { void run("init").then(applyDraft); return; }
  if (!app.records.init && !app.records.inspect && !app.jobs.inspect && !isRunning("init")) void run("inspect");
  for (const [what, given] of needs(app.screen)) {
    const steps = asList(plan().steps), possible = what === "explore" ? steps.some((x) => x?.generalize !== undefined) : what !== "try" || shape() !== "records" || plan().steps !== undefined;
    const of = basis(what, plan(), given), job = app.jobs[what];
    // What was cancelled or failed for this plan is not begun anew by itself.
    const done = app.records[what]?.basis === of || job?.basis === of;
    if (possible && !done) void run(what, given);
  }
}

function show() {
  render(document.getElementById("app"), page());
  clearTimeout(timer);
  timer = setTimeout(compute, 300);
}

function route() {
  const name = location.hash.slice(2);
  const other = SCREENS[name] && name !== app.screen;
  if (SCREENS[name]) app.screen = name;
  changed();
  if (other) { window.scrollTo(0, 0); document.querySelector("main h1")?.focus({ preventScroll: true }); }
}

function shortcut(e) {
  if (!(e.ctrlKey || e.metaKey) || e.key.toLowerCase() !== "z" || !app.state || /^(TEXTAREA|INPUT)$/.test(e.target.tagName)) return;
  e.preventDefault();
  void (e.shiftKey ? redo() : undo());
}

document.documentElement.dataset.theme = localStorage.getItem("theme") || "auto";
app.onEnd = (what, record) => { if (what === "init") applyDraft(record); };
onChange(show);
window.addEventListener("hashchange", route);
window.addEventListener("keydown", shortcut);
void begin().then(route);
