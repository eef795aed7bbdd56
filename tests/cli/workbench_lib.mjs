// workbench_lib.mjs - a workbench and a browser to try it with, for the scripts of the page.
//
// usage of these: SCRIPT NODE_MODULES CHROMIUM      (prints TAP)
// Environment: TACIT is the command.
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";

const [, , modules, executablePath] = process.argv;
const need = createRequire(`${modules}/`);
const { chromium } = need("playwright-core");
export const axe = fs.readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
let failed = 0;

export async function test(name, run) {
  try { await run(); console.log(`ok - ${name}`); } catch (e) {
    failed++;
    console.log(`${String(e.stack).split("\n").slice(0, 8).map((l) => `# ${l}`).join("\n")}\nnot ok - ${name}`);
  }
}
export const must = (good, what) => { if (!good) throw new Error(typeof what === "string" ? what : JSON.stringify(what)); };

// Start a workbench with these words; it is told where, and can be ended.
export async function serve(...words) {
  const server = spawn(process.env.TACIT, ["serve", ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((gone) => { server.on("exit", gone); });
  const address = await new Promise((found, gone) => {
    let said = "";
    const hear = (part) => { said += part; const at = /http:\S+/.exec(said); if (at && said.includes("Ctrl-C")) found(at[0]); };
    server.stdout.on("data", hear);
    server.stderr.on("data", hear);
    server.on("exit", () => gone(new Error(said)));
  });
  return { address, origin: new URL(address).origin, pid: server.pid, end: async (signal = "SIGTERM") => { server.kill(signal); await ended; } };
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });

// A page in a window of its own, with all that goes wrong in it and whom it asks.
export async function open(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage(), wrong = [], asked = new Set();
  page.setDefaultTimeout(60000);
  const expected = (m) => m.location().url.includes("/api/") && /40[19]|ERR_CONNECTION/.test(m.text());
  page.on("console", (m) => { if (["error", "warning"].includes(m.type()) && !expected(m)) wrong.push(m.text()); });
  page.on("pageerror", (e) => wrong.push(e.message));
  page.on("request", (r) => asked.add(new URL(r.url()).origin));
  if (address) await page.goto(address);
  return {
    page, context, wrong, asked,
    idle: () => page.waitForFunction(() => !document.querySelector(".progress"), null, { timeout: 60000 }),
    text: (selector) => page.locator(selector).first().innerText(),
    plan: () => page.inputValue("#plan-text"),
    planHas: (part) => page.waitForFunction((p) => document.getElementById("plan-text").value.includes(p), part),
    go: async (screen) => { await page.evaluate((s) => { location.hash = `#/${s}`; }, screen); await page.waitForSelector(`nav a[href='#/${screen}'][aria-current]`); },
    // Press Tab until the element that has the focus is the one, as somebody without a mouse does.
    tabTo: async (selector, most = 150) => {
      for (let i = 0; i < most; i++) {
        if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
        await page.keyboard.press("Tab");
      }
      throw new Error(`Tab does not lead to ${selector}`);
    },
  };
}

// Whether the screen that is shown is accessible, in light and dark, and as wide as the window.
export async function look({ page, idle }, name, widths = [390, 1280, 3840]) {
  await page.waitForTimeout(350);
  await idle();
  await page.waitForFunction(() => !document.querySelector("main .stale"), null, { timeout: 60000 });
  must(await page.locator("main h1").count() === 1, `${name} has no heading`);
  await page.evaluate(axe);
  await page.evaluate(() => window.scrollTo(0, 0)); // what the head lies over after scrolling is no smaller for it
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    const found = await page.evaluate(async () => (await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }))
      .violations.map((v) => [v.id, v.nodes.slice(0, 2).map((n) => n.html.slice(0, 160))]));
    must(found.length === 0, [colorScheme, name, found]);
  }
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    must(over <= 0, `${name} is ${over} pixels too wide at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

// Click and type at random for so many seconds, and until so often, from a seed, as a child would; how often.
export async function play({ page }, seconds, seed = 1, least = 0) {
  let state = seed, times = 0;
  const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 4294967296 * n); };
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end || (times < least && Date.now() < end + 60000)) {
    const what = await page.evaluate(([i, x]) => {
      const all = [...document.querySelectorAll("a[href^='#/'], button:not([disabled]):not(.go), input, select, summary")].filter((e) => e.offsetParent !== null || e.tagName === "SUMMARY");
      const e = all[i % all.length];
      if (!e) return "";
      if (e.tagName === "SELECT") { e.selectedIndex = x % e.options.length; e.dispatchEvent(new Event("change", { bubbles: true })); } else if (e.tagName === "INPUT" && ["number", "range", "text"].includes(e.type)) {
        e.focus();
        e.value = String([x % 12, -1, "", "9".repeat(30), e.type === "text" ? "a, b" : 7, "0.05"][x % 6]);
        e.dispatchEvent(new Event("input", { bubbles: true }));
        e.dispatchEvent(new Event("change", { bubbles: true }));
      } else e.click();
      return e.tagName;
    }, [random(100000), random(100000)]);
    if (what) times++;
    if (random(20) === 0) await page.keyboard.press(random(2) ? "Control+z" : "Control+Shift+z");
    await page.waitForTimeout(random(60));
  }
  return times;
}

// End the script.
export async function end() {
  await browser.close();
  process.exit(failed ? 1 : 0);
}
