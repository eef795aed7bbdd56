// workbench_page.mjs - the workbench in a real browser, by keyboard, in light and dark.
//
// The working folder has plan.yaml and people.csv, with a column whose name would be code if it were
// markup, and big.csv.
import fs from "node:fs";
import { end, look, must, open, serve, test } from "./workbench_lib.mjs";

const server = await serve("plan.yaml", "--port", "0"), { address, origin } = server;
const window = await open(address), { page, context, wrong, asked, idle, text, tabTo } = window;

await test("the page shows the data, and the token is not in the address", async () => {
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

await test("a slider follows the mouse from the first press, and its number and the point on the map with it", async () => {
  await page.waitForSelector(".lookup");
  await idle();
  await page.locator("main h1").focus();
  await page.locator("main input[type=range]").first().scrollIntoViewIfNeeded();
  const state = () => page.evaluate(() => [document.querySelector("main .form input[type=number]").value, document.querySelector("svg .chosen").getAttribute("cx")]);
  const before = await state(), box = await page.locator("main input[type=range]").first().boundingBox();
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2);
  await page.mouse.down();
  const now = await state();
  must(now[0] !== before[0] && now[1] !== before[1], [before, now]);
  await page.mouse.up();
  await window.planHas(`k: ${now[0]}`);
  must((await state())[0] === now[0], await state());
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((k) => document.querySelector("main .form input[type=number]").value === k, before[0]);
});

await test("a mistake in the text is underlined at its line, and undone", async () => {
  const right = await page.inputValue("#plan-text");
  await page.locator("#plan-text").fill(right.replace(/k: \d+/, "k: lots"));
  await page.waitForSelector(".problems");
  must((await text(".editor .wrong")).includes("k: lots"), await text(".editor .wrong"));
  must(/while the plan has mistakes \(1\): line \d+ /.test((await text(".bench > .notice")).replace(/\s+/g, " ")), await text(".bench > .notice"));
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForSelector(".problems", { state: "detached" });
  must(await page.inputValue("#plan-text") === right, "the text is another");
});

await test("kept plans are compared", async () => {
  const keep = async () => {
    await page.waitForSelector(".verdict:not(.stale)", { timeout: 60000 });
    await page.locator(".status button.second:not([disabled])").click();
    await page.waitForSelector("main .card > .scroll table");
  };
  await keep();
  must((await text("main .cards")).includes("A"), await text("main"));
  must(await page.getByRole("spinbutton", { name: "seconds" }).inputValue() === "60", "another time than is taken is shown");
  await window.go("protect");
  const k = page.locator("main .form input[type=number]").first(), was = await k.inputValue();
  await k.fill("20");
  await k.press("Tab");
  await window.planHas("k: 20");
  await page.waitForFunction(() => document.querySelector(".verdict .help")?.innerText.includes("k = 20"));
  await keep();
  const rows = await page.locator("main .card > .scroll tbody tr").evaluateAll((all) => all.map((tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent)));
  must(rows.length > 0 && rows.every(([a, b]) => a !== b) && (await text("main .card > details summary")).startsWith("The same in all"), rows);
  await page.getByRole("button", { name: "Undo" }).click();
  await window.planHas(`k: ${was}`);
});

await test("ways are sought, one becomes the plan, and the map stays", async () => {
  const before = await window.plan();
  await page.locator("#plan-text").fill(before.replace("output:", "explore: {keys: [age, sex], numbers: [income], methods: {generalize: [3, 9], noise: [0.1, 0.5]}}\noutput:"));
  await page.waitForFunction(() => document.querySelector("main .form input[type=text]")?.value === "age, sex");
  await tabTo("main button.second");
  await page.keyboard.press("Enter");
  await page.waitForSelector("main figure .s0.line");
  const asked = await window.plan(), open = page.getByRole("button", { name: /^Open: / });
  await open.last().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((t) => document.getElementById("plan-text").value !== t && !document.querySelector("main .notice"), asked);
  must(/(generalize|noise): \{/.test(await window.plan()) && (await window.plan()).includes("explore: {keys: [age, sex]"), await window.plan());
  await look(window, "ways");
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction((t) => document.getElementById("plan-text").value === t && document.querySelector("main .notice"), before);
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

await test("every screen is accessible, in light and dark, and as wide as the window", async () => {
  for (const screen of ["data", "risk", "hierarchies", "protect", "compare", "release"]) {
    await window.go(screen);
    await look(window, screen);
    if (screen === "data") for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      must(await page.locator("table.columns").evaluate((e) => e.scrollWidth <= e.parentElement.clientWidth), `columns are cut off at ${width}`);
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

await server.end();
await end();
