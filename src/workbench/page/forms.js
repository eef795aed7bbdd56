// forms.js - forms made from the catalogs: a new method, model or hierarchy needs no line here.
import { h } from "/view.js";
import { number, t } from "/texts.js";
import { app, changed, edit } from "/state.js";

let ids = 0;
const named = new Map();
// A name for an element of the page that stays with what it is for.
export function idOf(...path) {
  const key = path.join("\u0001");
  if (!named.has(key)) named.set(key, `f${++ids}`);
  return named.get(key);
}

const isMap = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
const show = (x) => x === undefined || x === null ? t("unset") : typeof x === "number" ? number(x) : typeof x === "object" ? JSON.stringify(x) : String(x);

// The values that a slider goes through, on the scale that is useful, and the place of the nearest:
// each place is another value, so that an arrow key always changes something.
function slide(p, value) {
  const log = p.scale === "log" && p.low > 0, low = log ? Math.log(p.low) : p.low, high = log ? Math.log(p.high) : p.high;
  const values = [];
  for (let s = 0; s <= 100; s++) {
    const x = low + s / 100 * (high - low), y = log ? Math.exp(x) : x, v = p.type === "integer" ? Math.round(y) : +y.toPrecision(2);
    if (v !== values[values.length - 1]) values.push(v);
  }
  let at = 0;
  values.forEach((v, i) => { if (Math.abs(v - value) < Math.abs(values[at] - value)) at = i; });
  return { values, at };
}

// What is being tried, before it is settled: answers that need no work follow at once.
function preview(path, value, text = String(value)) { app.preview = { path: path.join(), value, text }; changed(); }
export const previewed = (...path) => app.preview?.path === path.join() ? app.preview.value : undefined;

function numberField(p, id, value, set, path) {
  // What is being tried is shown: whoever draws this anew meanwhile takes no slider from under the hand.
  const tried = app.preview?.path === path.join() ? app.preview : null, now = tried ? tried.value : value ?? p.default, useful = Number.isFinite(p.low) && Number.isFinite(p.high) && p.importance < 3 && Number.isFinite(now);
  const read = (e) => { const x = e.target.value === "" ? undefined : Number(e.target.value); if (x === undefined || Number.isFinite(x)) set(x); };
  const s = useful && slide(p, now);
  return h("span", { class: "number" },
    useful && h("input", { type: "range", min: 0, max: s.values.length - 1, value: String(s.at), "aria-label": p.name, "aria-valuetext": `${number(now)} ${p.unit || ""}`,
      onchange: (e) => set(s.values[Number(e.target.value)]),
      oninput: (e) => preview(path, s.values[Number(e.target.value)]) }),
    h("input", { id, type: "number", step: "any", min: p.min, max: p.max, value: tried ? tried.text : Number.isFinite(now) ? String(now) : "", onchange: read,
      oninput: (e) => { if (e.target.value !== "") preview(path, Number(e.target.value), e.target.value); } }),
    p.unit && h("span", { class: "unit" }, p.unit));
}

function listField(p, id, value, set) {
  const numbers = p.type === "reals", text = Array.isArray(value) ? value.join(", ") : value === undefined ? "" : String(value);
  const read = (e) => {
    const words = e.target.value.split(",").map((w) => w.trim()).filter(Boolean), all = numbers ? words.map(Number) : words;
    if (!numbers || all.every(Number.isFinite)) set(all.length ? all : undefined);
  };
  return h("input", { id, type: "text", value: text, list: p.type.startsWith("column") ? "columns" : undefined, onchange: read });
}

function choiceField(p, id, value, set) {
  return h("select", { id, value: value ?? p.default ?? "", onchange: (e) => set(e.target.value || undefined) },
    value === undefined && p.default === undefined && h("option", { value: "" }, t("unset")),
    p.choices.map((c) => h("option", { value: c, key: c }, c)));
}

// What has no field of its own stands as it would in the plan.
function otherField(p, id, value, set) {
  const read = (e) => { try { set(e.target.value === "" ? undefined : JSON.parse(e.target.value)); } catch { e.target.setAttribute("aria-invalid", "true"); } };
  return h("input", { id, type: "text", class: "code", value: value === undefined ? "" : JSON.stringify(value), placeholder: "{ }", onchange: read });
}

function field(p, id, value, set, path) {
  if (p.type === "flag")
    return h("input", { id, type: "checkbox", checked: Boolean(value ?? p.default), onchange: (e) => set(e.target.checked) });
  if (p.type === "integer" || p.type === "real") return numberField(p, id, value, set, path);
  if (p.type === "choice") return choiceField(p, id, value, set);
  if (p.type === "columns" || p.type === "reals" || p.type === "texts") return listField(p, id, value, set);
  if (["text", "file", "output", "column"].includes(p.type))
    return h("input", { id, type: "text", value: value ?? "", list: p.type === "column" ? "columns" : undefined, onchange: (e) => set(e.target.value || undefined) });
  return otherField(p, id, value, set);
}

function row(p, path, args, setAll) {
  const id = idOf(...path, p.name), value = isMap(args) ? args[p.name] : undefined;
  const set = (v) => {
    if (JSON.stringify(v) === JSON.stringify(value)) return;
    const label = t("l_set", p.name, show(value ?? p.default), show(v));
    void (isMap(args) ? edit([{ path: [...path, p.name], value: v === undefined ? null : v }], label) : setAll({ [p.name]: v }, label));
  };
  return h("div", { class: "field", key: p.name }, h("label", { for: id }, p.name), field(p, id, value, set, [...path, p.name]), h("p", { class: "help" }, p.help));
}

// The parameters of an entry whose arguments stand at `path` of the plan.
export function form(entry, path, args) {
  const setAll = (value, label) => edit([{ path, value }], label), isGiven = (p) => isMap(args) && p.name in args;
  const first = entry.parameters.filter((p) => p.importance === 1 || p.required || isGiven(p));
  const rest = entry.parameters.filter((p) => !first.includes(p));
  return h("div", { class: "form" }, first.map((p) => row(p, path, args, setAll)),
    rest.length > 0 && h("details", { key: "rest" }, h("summary", {}, t("p_more")), rest.map((p) => row(p, path, args, setAll))));
}

export const columnList = () => h("datalist", { id: "columns" }, columns().map((c) => h("option", { value: c.name })));

// The columns of the data, as far as they are known.
export function columns() {
  const record = (app.records.inspect || app.records.init)?.record;
  return record?.data?.columns || [];
}

export const entryOf = (family, name) => (app.families[family] || []).find((e) => e.name === name);
