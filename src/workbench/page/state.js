// state.js - what the page knows: the plan as the server has it, jobs and their records.
import { t } from "/texts.js";

export const app = {
  state: null, parsed: null, catalog: null, families: {}, jobs: {}, records: {}, error: "", pins: [], typed: null, screen: "data", busy: 0,
  asked: {}, column: "", key: "", table: "", cell: null, drag: null, preview: null, picked: new Set(), lost: false,
};
let token = "", shown = () => {};

export function onChange(call) { shown = call; }
export function changed() { shown(); }

// ---- the server ----

function readToken() {
  const given = /^#t=([\w-]+)/.exec(location.hash);
  if (given) {
    sessionStorage.setItem("token", given[1]);
    history.replaceState(null, "", location.pathname);
  }
  token = sessionStorage.getItem("token") || "";
}

async function ask(method, path, body) {
  const head = { Authorization: `Bearer ${token}` };
  if (body) head["Content-Type"] = "application/json";
  return fetch(path, { method, headers: head, body: body && JSON.stringify(body), cache: "no-store" });
}

// Send something that changes the plan; the new state is shown, also if another window was first.
// What is sent meanwhile waits for its turn; what it is, `make` says when that has come, or null.
// What is being typed goes first.
function send(path, make) {
  if (typing) void settle();
  return inTurn(path, make);
}

let turn = Promise.resolve();
function inTurn(path, make) {
  app.busy++;
  turn = turn.then(() => sendNow(path, make));
  return turn;
}

async function sendNow(path, make) {
  try {
    const body = make();
    if (!body) return null;
    const reply = await ask("POST", path, { rev: app.state.rev, ...body }), got = await reply.json();
    app.error = reply.ok ? "" : got.error;
    if (!reply.ok) app.preview = null;
    if (reply.ok && got.text !== undefined) take(got);
    app.lost = reply.status === 401;
    if (app.lost) app.error = t("old_token");
    if (reply.status === 409) take(await (await ask("GET", "/api/state")).json());
    return reply.ok ? got : null;
  } catch { lose(); return null; } finally { app.busy--; changed(); }
}

// The server is gone: what is on the page stays, and can be taken along.
function lose() {
  app.lost = true;
  app.error = t(app.state ? "lost_server_plan" : "lost_server");
}

function take(state) {
  app.before = app.state && app.state.rev !== state.rev ? app.state.text : app.before;
  app.state = state;
  app.parsed = state.plan || app.parsed;
  if (!typing && !settling) app.typed = null;
  app.preview = null;
}

// ---- the text, as somebody types ----

// The clock of a pause, while something typed is not sent; how many texts wait for their turn.
let typing = 0, settling = 0;
const PAUSE = 500;

export function type(text) {
  app.typed = text;
  clearTimeout(typing);
  typing = setTimeout(() => void settle(), PAUSE);
}

// Send what was typed.
function settle() {
  const text = app.typed;
  clearTimeout(typing);
  typing = 0;
  settling++;
  return inTurn("/api/edit", () => { settling--; return { text, label: t("l_text") }; });
}

// ---- the plan ----

// Whether a path leads to the same place in the plan `now` as it did `then`: places in lists move.
function leads(path, then, now) {
  const name = (x) => x !== null && typeof x === "object" ? Object.keys(x)[0] : x;
  for (const key of path) {
    if (Array.isArray(then) && key !== "-" && (then.length !== now?.length || name(then[key]) !== name(now[key]))) return false;
    then = then?.[key];
    now = now?.[key];
  }
  return true;
}

// Change values of the plan that is shown; not of another that it has become meanwhile.
export function edit(edits, label) {
  const then = plan();
  return send("/api/edit", () => {
    if (edits.every((e) => leads(e.path, then, plan()))) return { edits, label };
    app.error = t("too_late");
    return null;
  });
}
export const editText = (text, label, edits) => send("/api/edit", () => ({ text, label, edits }));
const sendMove = (where) => send("/api/move", () => where() === null ? null : { to: where() });
export const move = (to) => sendMove(() => to);
export const undo = () => sendMove(() => app.state.undo);
export const redo = () => sendMove(() => app.state.redo);
export const save = () => send("/api/save", () => ({}));

// The plan, or the last one that could be read while its text has mistakes.
export const plan = () => app.parsed || {};
export const asList = (x) => x === undefined || x === null ? [] : Array.isArray(x) ? x : [x];

// ---- jobs ----

// What the plan is a plan of.
export function shape(p = plan()) {
  return p.query ? "query" : p.tables ? "tables" : p.synth !== undefined ? "synth" : p.statistics ? "answers" : "records";
}

// The columns that can become coarser.
export function keys(p = plan()) {
  const found = shape(p) === "tables" ? Object.values(p.tables).flatMap((x) => asList(x?.by)) : asList(p.roles?.key);
  return [...new Set(found)];
}

// What of a plan the map depends on: not the size of classes nor the limit of suppression, which it has all of.
export function basis(what, p, given) {
  if (what === "values") return JSON.stringify([p.data, p.roles?.key, p.hierarchies?.[given?.column], given]);
  if (given) return JSON.stringify([p.data, p.roles?.key, p.query, given]);
  if (what === "ways" || (what === "explore" && shape(p) !== "records")) return JSON.stringify([{ ...p, output: 0, report: 0, certificate: 0 }]);
  if (what !== "explore") return JSON.stringify([what === "measure" ? { ...p, steps: 0, output: 0, report: 0, certificate: 0 } : p]);
  const steps = asList(p.steps).map((s) => s?.generalize ? { generalize: { ...s.generalize, suppression: 0 } } : s);
  return JSON.stringify([p.data, p.roles, p.hierarchies, steps, p.require ? Object.keys(p.require) : 0]);
}

export const isCurrent = (what) => Boolean(app.state?.plan) && app.records[what]?.basis === basis(what, plan(), app.asked[what]);
export const isRunning = (what) => ["waiting", "running"].includes(app.jobs[what]?.state);

// How far a job is is drawn ten times a second at most: who moves a slider meanwhile goes first.
let soon = 0;
function changedSoon() { soon ||= setTimeout(() => { soon = 0; changed(); }, 100); }

async function watch(what, id) {
  const reply = await ask("GET", `/api/jobs/${id}/events`), reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts)
      if (part.startsWith("data: ") && app.jobs[what]?.id === id) Object.assign(app.jobs[what], JSON.parse(part.slice(6)));
    changedSoon();
  }
}

async function fetchRecord(what, id, of) {
  if (app.jobs[what]?.id !== id) return null;
  const reply = await ask("GET", `/api/jobs/${id}`);
  if (!reply.ok || app.jobs[what]?.id !== id) return null;
  const record = await reply.json();
  if (record.ok === false) app.jobs[what].failure = record;
  else app.records[what] = { record, basis: of };
  return record;
}

// Follow a job to its end and keep its record; null if another took its place.
async function follow(what, id, of) {
  try {
    await watch(what, id);
    return app.jobs[what]?.state === "cancelled" ? null : await fetchRecord(what, id, of);
  } catch { lose(); app.jobs[what].state = "lost"; return null; } finally { changed(); }
}

// Have something done, asked with `given`.
export async function run(what, given) {
  if (typing) await settle();
  const of = basis(what, plan(), given), rev = app.state.rev;
  if (isRunning(what) && app.jobs[what].basis === of) return null;
  app.asked[what] = given;
  app.jobs[what] = { id: 0, state: "waiting", stage: "", basis: of };
  const got = await send("/api/jobs", () => app.state.rev === rev ? { do: what, with: given } : null);
  if (!got) { delete app.jobs[what]; return null; }
  app.jobs[what] = { id: got.job, state: "waiting", stage: "", basis: of };
  return follow(what, got.job, of);
}

export async function cancel(what) {
  try { await ask("DELETE", `/api/jobs/${app.jobs[what].id}`); } catch { lose(); changed(); }
}

// After a reload: take up what runs, and fetch what is done.
function takeUp() {
  for (const job of app.state.jobs) {
    if (job.state === "failed") continue; // it is tried again
    app.jobs[job.do] = { ...job };
    app.asked[job.do] = job.with ?? undefined;
  }
  for (const job of Object.values(app.jobs)) {
    const of = job.rev === app.state.rev ? basis(job.do, plan(), app.asked[job.do]) : "";
    job.basis = of;
    if (["waiting", "running"].includes(job.state)) void follow(job.do, job.id, of).then((record) => app.onEnd?.(job.do, record));
    else if (job.state === "done") void fetchRecord(job.do, job.id, of).then((record) => { app.onEnd?.(job.do, record); changed(); });
  }
}

// While the page is open its server is not forgotten.
const BEAT = 4 * 60 * 1000;
async function beat() {
  if (app.lost || !app.state) return;
  try {
    if ((await ask("GET", "/api/state")).status !== 401) return;
    app.lost = true;
    app.error = t("old_token");
  } catch { lose(); }
  changed();
}
setInterval(() => void beat(), BEAT);

export async function begin() {
  readToken();
  app.error = "";
  if (!token) { app.error = t("no_token"); changed(); return; }
  try {
    const replies = await Promise.all([ask("GET", "/api/state"), ask("GET", "/api/catalog")]);
    if (!replies[0].ok) { app.error = t(app.state ? "old_token" : "no_token"); changed(); return; }
    const typed = app.typed;
    take(await replies[0].json());
    if (typed !== null) type(typed); // what the server that was gone did not hear
    app.lost = false;
    app.catalog = await replies[1].json();
    for (const family of app.catalog.families) app.families[family.family] = family.entries;
    takeUp();
  } catch { lose(); }
  changed();
}
