// site_page.mjs - the site in a real browser, opened from a disk: its search by keyboard, its policy, axe.
//
// usage: site_page.mjs NODE_MODULES CHROMIUM SITE      (prints TAP)
import fs from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [, , modules, executablePath, site] = process.argv;
const need = createRequire(`${modules}/`);
const { chromium } = need("playwright-core");
const axe = fs.readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
const at = (page) => `${pathToFileURL(site)}/${page}`;
const SAMPLE = ["index.html", "plan.html", "methods/noise.html", "schema/record.html", "commands/index.html",
  "architecture.html", "python.html", "from-opendp.html", "right.html"];

async function test(name, run) {
  try { await run(); console.log(`ok - ${name}`); } catch (e) {
    console.log(`${String(e.stack).split("\n").slice(0, 8).map((l) => `# ${l}`).join("\n")}\nnot ok - ${name}`);
  }
}
const must = (good, what) => { if (!good) throw new Error(typeof what === "string" ? what : JSON.stringify(what)); };

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-quic"] });
const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
const page = await context.newPage();
const wrong = [], asked = new Set();
page.on("console", (m) => { if (["error", "warning"].includes(m.type())) wrong.push(m.text()); });
page.on("pageerror", (e) => wrong.push(e.message));
page.on("request", (r) => asked.add(new URL(r.url()).protocol));

await test("a page deep in the site is searched by keyboard, and leads to what was found", async () => {
  await page.goto(at("methods/noise.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("k anonym");
  await page.waitForSelector("#found a");
  must(/k_anonymity/.test(await page.locator("#found a").first().innerText()), await page.locator("#found").innerText());
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL(/models\/k_anonymity\.html/);
});
await test("a name whose parts are joined is found whole", async () => {
  await page.goto(at("index.html"));
  await page.fill("#search", "make_laplace");
  await page.waitForSelector("#found a");
  must(/OpenDP/.test(await page.locator("#found a").first().innerText()), await page.locator("#found").innerText());
});
await test("what is not there is said, and Escape closes it", async () => {
  await page.goto(at("index.html"));
  await page.fill("#search", "xyzzyxyzzy");
  await page.waitForSelector("#found p");
  await page.press("#search", "Escape");
  must(await page.locator("#found").evaluate((found) => found.childElementCount === 0), "it is still open");
});
await test("words of a question become text, never markup", async () => {
  await page.fill("#search", "<img src=x onerror=alert(1)>");
  must(await page.locator("#found img").count() === 0, "markup");
});
for (const width of [390, 1280, 1920])
  await test(`no page of the sample is wider than ${width} pixels`, async () => {
    await page.setViewportSize({ width, height: 900 });
    for (const name of SAMPLE) {
      await page.goto(at(name));
      must(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
    }
  });
await test("nothing but files was asked for, and the pages' policy was not broken", async () => {
  must([...asked].join() === "file:" && wrong.length === 0, { asked: [...asked], wrong });
});
for (const colorScheme of ["light", "dark"])
  await test(`axe finds nothing, in the ${colorScheme}`, async () => {
    const looked = await browser.newPage({ colorScheme, bypassCSP: true });
    for (const name of SAMPLE) {
      await looked.goto(at(name));
      await looked.evaluate(axe);
      const { violations } = await looked.evaluate(() => window.axe.run({ resultTypes: ["violations"] }));
      must(violations.length === 0, { name, violations: violations.map((v) => [v.id, v.nodes[0].html.slice(0, 200)]) });
    }
    await looked.close();
  });
await browser.close();
