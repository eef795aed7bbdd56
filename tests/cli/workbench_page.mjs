// workbench_page.mjs - the workbench in a real browser, by keyboard, in light and dark.
//
// usage: workbench_page.mjs NODE_MODULES CHROMIUM      (prints TAP)
// Environment: TACIT is the command.  The working folder has plan.yaml and people.csv, with a column
// whose name would be code if it were markup.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";

const [, , modules, executablePath] = process.argv;
const need = createRequire(`${modules}/`);
const { chromium } = need("playwright-core");
const axe = fs.readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
let failed = 0;

async function test(name, run) {
  try { await run(); console.log(`ok - ${name}`); } catch (e) {
    failed++;
    console.log(`${String(e.stack).split("\n").slice(0, 8).map((l) => `# ${l}`).join("\n")}\nnot ok - ${name}`);
  }
}
const must = (good, what) => { if (!good) throw new Error(typeof what === "string" ? what : JSON.stringify(what)); };

const server = spawn(process.env.TACIT, ["serve", "plan.yaml", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
const address = await new Promise((found, gone) => {
  let said = "";
  const hear = (part) => { said += part; const at = /http:\S+/.exec(said); if (at && said.includes("Ctrl-C")) found(at[0]); };
  server.stdout.on("data", hear);
  server.stderr.on("data", hear);
  server.on("exit", () => gone(new Error(said)));
});
const origin = new URL(address).origin;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
// By its own protocol, as the page's policy lets nobody add a script.
const page = await context.newPage();
page.setDefaultTimeout(20000);
const wrong = [], asked = new Set();
page.on("console", (m) => { if (["error", "warning"].includes(m.type()) && !/409/.test(m.text())) wrong.push(m.text()); });
page.on("pageerror", (e) => wrong.push(e.message));
page.on("request", (r) => asked.add(new URL(r.url()).origin));
const idle = () => page.waitForFunction(() => !document.querySelector(".progress"), null, { timeout: 60000 });
const text = (selector) => page.locator(selector).first().innerText();

// Press Tab until the element that has the focus is the one, as somebody without a mouse does.
async function tabTo(selector, most = 150) {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

await test("the page shows the data, and the token is not in the address", async () => {
  await page.goto(address);
  await page.waitForSelector("table.columns");
  must(!page.url().includes("tacit_"), page.url());
  must((await text("main .lead")).includes("300"), await text("main .lead"));
});

await test("a name that would be code is a text", async () => {
  must((await page.locator("table.columns").innerText()).includes("<script>alert(1)</script>"), "the name is not shown");
  must(await page.evaluate(() => document.querySelectorAll("main script, main img").length) === 0, "it became markup");
});

await test("from data to the verified release by keyboard alone", async () => {
  await tabTo("a[href='#/risk'].button");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".sentence");
  await tabTo("nav a[href='#/protect']");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".verdict.holds");
  await idle();
  await tabTo("main input[type=range]");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /k: [4-9]/.test(document.getElementById("plan-text").value));
  await page.waitForSelector(".verdict.holds:not(.stale)", { timeout: 60000 });
  await tabTo("a[href='#/release']");
  await page.keyboard.press("Enter");
  await page.waitForSelector("button.go:not([disabled])");
  await tabTo("button.go");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".outcome.good", { timeout: 60000 });
  must(fs.existsSync("safe.csv") && fs.existsSync("safe.certificate.json"), "no files");
  must(!/^✗/m.test(await text(".outcome .checks")), await text(".outcome"));
});

await test("undo, a branch, and back to what was undone", async () => {
  await page.locator("nav a[href='#/protect']").click();
  const now = () => page.inputValue("#plan-text"), late = await now();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((t) => document.getElementById("plan-text").value !== t, late);
  const k = page.locator(".form input[type=number]").first();
  await k.fill("7");
  await k.press("Tab");
  await page.waitForFunction(() => document.getElementById("plan-text").value.includes("k: 7"));
  await page.locator(".history summary").click();
  must(await page.locator(".history .branch").count() === 1, "no branch");
  await page.locator(".history button").nth(1).click();
  await page.waitForFunction((t) => document.getElementById("plan-text").value === t, late);
});

await test("a mistake in the text is underlined at its line, and undone", async () => {
  const right = await page.inputValue("#plan-text");
  await page.locator("#plan-text").fill(right.replace(/k: \d+/, "k: lots"));
  await page.waitForSelector(".problems");
  must((await text(".editor .wrong")).includes("k: lots"), await text(".editor .wrong"));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForSelector(".problems", { state: "detached" });
  must(await page.inputValue("#plan-text") === right, "the text is another");
});

await test("kept plans are compared", async () => {
  await page.waitForSelector(".verdict:not(.stale)", { timeout: 60000 });
  await page.locator("button.second").click();
  await page.waitForSelector("main .card.scroll table");
  must((await text("main .cards")).includes("A"), await text("main"));
});

await test("a reload in the middle of work, and cancelling", async () => {
  await page.locator("#plan-text").fill("data: big.csv\nroles: {key: [a, b, c, d]}\nsteps: [{local_suppress: {k: 3}}]\nmeasures: [risk]\noutput: big-safe.csv\n");
  await page.locator("nav a[href='#/protect']").click();
  await page.waitForSelector(".progress");
  await page.reload();
  await page.waitForSelector(".progress");
  const stop = page.locator(".progress button").first();
  await stop.click();
  await page.waitForFunction(() => [...document.querySelectorAll(".notice")].some((n) => /Cancelled/.test(n.innerText)), null, { timeout: 60000 });
  await page.locator(".history summary").click();
  await page.locator(".history button").first().click();
  await page.waitForFunction(() => document.getElementById("plan-text").value.includes("people.csv"));
});

async function violations() {
  return page.evaluate(async () => (await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }))
    .violations.map((v) => [v.id, v.nodes.slice(0, 2).map((n) => n.html.slice(0, 120))]));
}

await test("every screen is accessible, in light and dark, and as wide as the window", async () => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const screen of ["data", "risk", "hierarchies", "protect", "compare", "release"]) {
      await page.evaluate((s) => { location.hash = `#/${s}`; }, screen);
      await page.waitForSelector(`nav a[href='#/${screen}'][aria-current]`);
      await page.waitForTimeout(350);
      await idle();
      await page.waitForFunction(() => !document.querySelector("main .stale"), null, { timeout: 60000 });
      await page.evaluate(axe);
      const found = await violations();
      must(found.length === 0, [colorScheme, screen, found]);
      for (const width of [390, 1280, 3840]) {
        await page.setViewportSize({ width, height: 900 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        must(over <= 0, `${screen} is ${over} pixels too wide at ${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    }
  }
});

await test("German is complete", async () => {
  await page.locator("header select").nth(1).selectOption("de");
  await page.waitForSelector("text=Schützen");
  const { keys, same } = await page.evaluate(async () => {
    const source = await (await fetch("/texts.js")).text(), list = (code) => [...source.split(`  ${code}: {`)[1].split("\n  },")[0].matchAll(/(\w+): "/g)].map((m) => m[1]);
    return { keys: list("en").length, same: list("en").join() === list("de").join() };
  });
  must(keys > 100 && same, "the lists of texts differ");
});

await test("nobody else was asked, and nothing went wrong unseen", async () => {
  must([...asked].every((o) => o === origin || o === "null"), [...asked]);
  must(wrong.length === 0, wrong);
  must((await context.cookies()).length === 0, "a cookie");
});

await browser.close();
server.kill("SIGTERM");
await new Promise((ended) => { server.on("exit", ended); });
process.exit(failed ? 1 : 0);
