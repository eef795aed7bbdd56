// workbench_trouble.mjs - in a real browser: what goes wrong is said, and nothing is lost.
//
// The working folder has plan.yaml, people.csv, big.csv and wide.csv, which has 500 columns.
import fs from "node:fs";
import { end, must, open, play, serve, test } from "./workbench_lib.mjs";

const wrong = [];
const notice = (page, part) => page.waitForFunction((p) => [...document.querySelectorAll(".notice")].some((n) => n.innerText.includes(p)), part);

await test("two windows: who comes second is told, and sees the latest", async () => {
  const server = await serve("plan.yaml", "--port", "0"), a = await open(server.address), b = await open(server.address);
  for (const w of [a, b]) await w.page.waitForSelector("table.columns");
  await a.page.locator("#plan-text").fill("data: people.csv\nroles: {key: [sex]}\n");
  await a.page.waitForFunction(() => document.querySelector(".history summary").innerText.includes("(2)"));
  await b.page.getByLabel("Role of age").selectOption("sensitive");
  await notice(b.page, "another window");
  must((await b.plan()).includes("key: [sex]"), await b.plan());
  wrong.push(...a.wrong, ...b.wrong);
  for (const w of [a, b]) await w.context.close();
  await server.end();
});

await test("a server that is killed while it writes: the plan is still there, and can be taken along", async () => {
  fs.writeFileSync("kill.yaml", "data: big.csv\nroles: {key: [d]}\nrequire: {k_anonymity: {k: 2}}\nsteps: [{round: {columns: [a, b], base: 5}}]\nmeasures: []\noutput: kill.csv\nseed: 1\n");
  const server = await serve("kill.yaml", "--port", "0"), w = await open(server.address), { page } = w;
  await page.waitForSelector("table.columns");
  await w.go("release");
  await page.waitForSelector(".verdict");
  const text = await w.plan();
  await page.locator("button.go").click();
  await page.waitForTimeout(60);
  await server.end("SIGKILL");
  await notice(page, "Nothing that was written is half there");
  must(await w.plan() === text && await page.getByRole("button", { name: "Copy the plan" }).count() === 1, "the plan is gone");
  must(!fs.existsSync("kill.csv") || fs.readFileSync("kill.csv", "utf8").split("\n").length === 200002, "half a file");
  // Started anew at the same address, it does not know this page.
  const again = await serve("kill.yaml", "--port", new URL(server.address).port);
  await page.getByRole("button", { name: "Try again" }).click();
  await notice(page, "of an earlier run");
  must(await w.plan() === text, "the plan is gone");
  await page.reload();
  await notice(page, "it holds the token of this run");
  await page.goto("about:blank");
  await page.goto(again.address);
  await page.waitForSelector("table.columns");
  await w.context.close();
  await again.end();
});

await test("data that vanish, and come back", async () => {
  const server = await serve("plan.yaml", "--port", "0"), w = await open(server.address), { page } = w;
  await page.waitForSelector("table.columns");
  fs.renameSync("people.csv", "away.csv");
  await w.go("risk");
  await notice(page, "people.csv");
  must((await w.plan()).includes("data: people.csv"), "the plan is gone");
  fs.renameSync("away.csv", "people.csv");
  await page.getByRole("button", { name: "Compute" }).click();
  await page.waitForSelector(".sentence");
  wrong.push(...w.wrong);
  await w.context.close();
  await server.end();
});

await test("500 columns: roles are given and the screen stays quick", async () => {
  const server = await serve("wide.csv", "--port", "0"), w = await open(server.address), { page } = w;
  await page.waitForFunction(() => document.querySelectorAll("table.columns tbody tr").length === 500, null, { timeout: 60000 });
  await w.idle();
  await page.getByLabel("Role of c499", { exact: true }).selectOption("sensitive");
  await page.waitForFunction(() => /sensitive:.*c499/s.test(document.getElementById("plan-text").value));
  wrong.push(...w.wrong);
  await w.context.close();
  await server.end();
});

await test("clicking at random for some seconds breaks nothing", async () => {
  const server = await serve("plan.yaml", "--port", "0"), w = await open(server.address), { page } = w;
  await page.waitForSelector("table.columns");
  const times = await play(w, 4, 1, 25);
  must(times > 20, times);
  await page.locator(".history summary").evaluate((e) => { e.parentElement.open = true; });
  await page.locator(".history button").first().click();
  await w.planHas("data: people.csv");
  wrong.push(...w.wrong.filter((x) => !/422/.test(x)));
  await w.context.close();
  await server.end();
});

await test("nothing went wrong unseen", async () => must(wrong.length === 0, wrong));
await end();
