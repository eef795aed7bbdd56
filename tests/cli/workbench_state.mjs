// workbench_state.mjs - what the page keeps and sends, against a server whose every answer waits until it is let go.
//
// The working folder has state.js and texts.js of the page.
let failed = 0;
async function test(name, run) {
  try { await run(); console.log(`ok - ${name}`); } catch (e) { failed++; console.log(`${String(e.stack).split("\n").slice(0, 6).map((l) => `# ${l}`).join("\n")}\nnot ok - ${name}`); }
}
const must = (good, what) => { if (!good) throw new Error(JSON.stringify(what)); };
const same = (a, b) => must(JSON.stringify(a) === JSON.stringify(b), [a, b]);

// ---- the window ----

const storage = () => { const all = new Map(); return { getItem: (k) => all.get(k) ?? null, setItem: (k, v) => void all.set(k, v) }; };
Object.assign(globalThis, { localStorage: storage(), sessionStorage: storage(), location: { hash: "#t=token", pathname: "/" }, history: { replaceState() {} } });
Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true });
const beats = globalThis.setInterval;
globalThis.setInterval = (call, ms) => beats(call, ms).unref();

// ---- the server ----

// Versions of a text; an edit adds its value, or takes one out of the list that a text with ',' is; one with '['
// cannot be read.
const server = { versions: [], now: 0, gone: false };
function put(text) {
  server.versions.push({ text, parent: server.versions.length ? server.now : null });
  server.now = server.versions.length - 1;
}
const state = () => { const { text, parent } = server.versions[server.now]; return { rev: server.now, text, plan: text.includes("[") ? null : { data: text, steps: text.split(",") }, undo: parent, redo: null, problems: [], jobs: [], versions: server.versions }; };
const edited = (text, e) => !e ? text : e.value === null ? text.split(",").filter((_, i) => i !== Number(e.path[1])).join() : `${text}+${e.value}`;
const asked = [], waiting = [];
function answer(path, body) {
  if (path === "/api/catalog") return [200, { families: [] }];
  if (body && body.rev !== server.now) return [409, { error: "changed meanwhile" }];
  if (path === "/api/edit" && body.text === null) return [422, { error: "no text" }];
  if (path === "/api/edit") put(edited(body.text ?? server.versions[server.now].text, body.edits?.[0]));
  if (path === "/api/move") server.now = body.to;
  return path === "/api/jobs" ? [202, { job: 1 }] : [200, state()];
}
globalThis.fetch = (path, { body }) => new Promise((done, fail) => {
  asked.push([path, body && JSON.parse(body)]);
  waiting.push(() => {
    if (server.gone) { fail(new Error("gone")); return; }
    const [status, value] = answer(path, body && JSON.parse(body));
    done({ ok: status < 300, status, json: async () => value });
  });
});
const rest = () => new Promise((done) => setTimeout(done));
// Let answers go, so many or all there will be.
async function let_go(most = Infinity) {
  for (let i = 0; i < most; i++) { await rest(); if (!waiting.length) return; waiting.shift()(); }
  await rest();
}
const until = async (good) => { while (!good()) await new Promise((done) => setTimeout(done, 5)); };
const texts = () => asked.filter(([, body]) => body).map(([path, body]) => [path, body.text ?? body.to ?? body.edits?.[0].value].filter((x) => x !== undefined).join(" "));

put("a");
const page = await import("./state.js"), { app } = page;
// A page that has just been opened on these versions of a plan.
async function fresh(...versions) {
  await let_go();
  Object.assign(server, { versions: [], now: 0, gone: false });
  versions.forEach(put);
  const begun = page.begin();
  await let_go();
  await begun;
  asked.length = 0;
}

// ---- what is sent ----

await test("undone twice before the first answer: two versions back", async () => {
  await fresh("a", "b", "c");
  void page.undo();
  void page.undo();
  await let_go();
  same(texts(), ["/api/move 1", "/api/move 0"]);
  same([app.state.text, app.error], ["a", ""]);
});
await test("two edits before the first answer: both", async () => {
  await fresh("a");
  void page.edit([{ path: ["x"], value: 1 }], "");
  void page.edit([{ path: ["y"], value: 2 }], "");
  await let_go();
  same(app.state.text, "a+1+2");
});
await test("one step taken out twice before the first answer: that one alone, and it is said", async () => {
  await fresh("a,b,c,d");
  void page.edit([{ path: ["steps", "1"], value: null }], "");
  void page.edit([{ path: ["steps", "1"], value: null }], "");
  await let_go();
  same(app.state.text, "a,c,d");
  must(app.error.includes("not done"), app.error);
  void page.edit([{ path: ["steps", "1"], value: null }], "");
  await let_go();
  same([app.state.text, app.error], ["a,d", ""]);
});
await test("a job is not begun for a plan that is another by then", async () => {
  await fresh("a");
  void page.edit([{ path: ["x"], value: 1 }], "");
  const begun = page.run("try");
  await let_go();
  same([await begun, texts()], [null, ["/api/edit 1"]]);
});

// ---- what is typed ----

await test("what is typed is sent after a pause", async () => {
  await fresh("a");
  page.type("ab");
  same([app.typed, asked.length], ["ab", 0]);
  await until(() => waiting.length);
  await let_go();
  same([texts(), app.state.text, app.typed], [["/api/edit ab"], "ab", null]);
});
await test("what is typed while an answer is on its way stays, and follows", async () => {
  await fresh("a");
  page.type("ab");
  await until(() => waiting.length);
  page.type("abc");
  await let_go(1);
  same([app.state.text, app.typed], ["ab", "abc"]);
  await until(() => waiting.length);
  await let_go();
  same([texts(), app.state.text, app.typed], [["/api/edit ab", "/api/edit abc"], "abc", null]);
});
await test("what is typed goes before what is saved, edited and undone", async () => {
  await fresh("a");
  page.type("ab");
  void page.save();
  await let_go();
  page.type("abc");
  void page.edit([{ path: ["x"], value: 1 }], "");
  await let_go();
  page.type("abcd");
  void page.undo();
  await let_go();
  same(texts(), ["/api/edit ab", "/api/save", "/api/edit abc", "/api/edit 1", "/api/edit abcd", "/api/move 3"]);
  same([app.state.text, app.typed, app.error], ["abc+1", null, ""]);
});
await test("a job asked for after typing is for what was typed", async () => {
  await fresh("a");
  page.type("ab");
  void page.run("try");
  await let_go(2);
  same(texts(), ["/api/edit ab", "/api/jobs"]);
  same(asked.find(([path]) => path === "/api/jobs")[1].rev, 1);
  server.gone = true;
  await let_go();
});
await test("a text that cannot be read leaves the controls as they were, and figures dimmed", async () => {
  await fresh("a");
  app.records.try = { record: {}, basis: page.basis("try", page.plan()) };
  must(page.isCurrent("try"), "not current");
  page.type("a[");
  void page.save();
  await let_go();
  same([page.plan().data, page.isCurrent("try")], ["a", false]);
});

// ---- trouble ----

await test("another window was first: its plan is shown, and it is said", async () => {
  await fresh("a");
  put("other");
  void page.edit([{ path: ["x"], value: 1 }], "");
  await let_go();
  same([app.state.text, app.error], ["other", "changed meanwhile"]);
});
await test("what was typed for a server that is gone is sent when it is back", async () => {
  await fresh("a");
  server.gone = true;
  page.type("ab");
  await until(() => waiting.length);
  await let_go();
  same([app.lost, app.typed, app.state.text], [true, "ab", "a"]);
  server.gone = false;
  void page.begin();
  await let_go();
  await until(() => waiting.length);
  await let_go();
  same([app.lost, app.typed, app.state.text], [false, null, "ab"]);
});
process.exit(failed ? 1 : 0);
