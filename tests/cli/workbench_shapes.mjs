// workbench_shapes.mjs - in a real browser: tables, synthetic records, policies, hierarchies by hand, records.
//
// The working folder has plan.yaml, people.csv, tables.yaml, synth.yaml, policy.yaml and its ledger.
import { end, look, must, open, serve, test } from "./workbench_lib.mjs";

const wrong = [];
async function at(plan, run, ...words) {
  const server = await serve(plan, "--port", "0", ...words), window = await open(server.address);
  await run(window);
  wrong.push(...window.wrong);
  await window.context.close();
  await server.end();
}

await at("tables.yaml", async (w) => {
  const { page, idle, text } = w;
  await test("tables: a cell that is hidden tells why, and how closely it can be computed", async () => {
    await page.waitForSelector("table.columns");
    await w.go("tables");
    await idle();
    await page.waitForSelector(".verdict.holds");
    // Of 120 persons 8 are men of n2, of whom there are 24; the other cells of that square protect them.
    must(await page.locator("td.sensitive").count() === 1 && await page.locator("td.others").count() === 3, await text("table.cells"));
    await w.tabTo("td.sensitive button");
    await page.keyboard.press("Enter");
    const said = await text(".cellcard");
    must(said.includes("Minimum frequency") && /Every reader can compute\s+0 – (1\d|2[0-4])\b/.test(said), said);
  });
  await test("tables: another rule, another protection, and back", async () => {
    const before = await w.plan();
    await page.locator("label:text-is('n') + .number input[type=number]").fill("2");
    await page.keyboard.press("Tab");
    await w.planHas("n: 2");
    await page.waitForFunction(() => document.querySelector("table.cells") && !document.querySelector("td.sensitive") && !document.querySelector("main .stale"));
    await page.getByLabel("Protection", { exact: true }).selectOption("round");
    await w.planHas("protection: round");
    // Undone faster than the server answers: nothing is lost.
    await page.route("**/api/move", (route) => setTimeout(() => void route.continue(), 300));
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.waitForFunction((t) => document.getElementById("plan-text").value === t, before);
  });
  await test("tables: the screen is accessible, in light and dark, and as wide as the window", () => look(w, "tables"));
  await test("tables: released and verified", async () => {
    await w.go("release");
    await idle();
    await page.locator("button.go").click();
    await page.waitForSelector(".outcome.good");
    must((await text(".outcome")).includes("Written and verified"), await text(".outcome"));
  });
  await test("records become tables, and synthetic records, by one choice", async () => {
    await w.go("data");
    await page.getByLabel("What is to be released").selectOption("synth");
    await w.planHas("synth:");
    must(!(await w.plan()).includes("tables:"), await w.plan());
    must((await page.locator("nav a").allInnerTexts()).some((x) => x.includes("Synthesis")), "no screen");
    await page.getByLabel("What is to be released").selectOption("tables");
    await w.planHas("tables:");
  });
});

await at("synth.yaml", async (w) => {
  const { page, idle, text } = w;
  await test("synthetic records: what they give away, columns side by side, another generator", async () => {
    await page.waitForSelector("table.columns");
    await w.go("synthesis");
    await idle();
    await page.waitForSelector("main figure");
    const body = await text("main");
    must(body.includes("Tried on records that were left out") && body.includes("Columns before and after"), body.slice(0, 900));
    await page.getByRole("button", { name: "sex", exact: true }).click();
    await page.locator("section", { hasText: "Columns before and after" }).locator("figcaption", { hasText: "sex" }).waitFor();
    await page.getByLabel("Generator", { exact: true }).selectOption("sample");
    await w.planHas("sample");
    must(!(await w.plan()).includes("cart"), await w.plan());
    await page.getByRole("button", { name: "Undo" }).click();
    await w.planHas("cart");
  });
  await test("synthetic records: the screen is accessible, in light and dark, and as wide as the window", () => look(w, "synthesis"));
});

await at("policy.yaml", async (w) => {
  const { page, idle, text } = w;
  await test("a policy: its mode, what was spent, what the budget buys", async () => {
    await page.waitForSelector("main h1");
    await w.go("queries");
    await idle();
    await page.waitForFunction(() => document.querySelector("main").innerText.includes("Spending"));
    const body = await text("main");
    must(body.includes("buys 4 answers of 0.5 each") && body.includes("f, m"), body.slice(0, 1500));
    await page.getByRole("spinbutton", { name: "limit", exact: true }).fill("3");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelector("main").innerText.includes("buys 6 answers"));
  });
  await test("a policy: the screen is accessible, in light and dark, and as wide as the window", () => look(w, "queries"));
}, "--edit");

await at("plan.yaml", async (w) => {
  const { page, idle } = w;
  const tab = async (name) => { await page.getByRole("button", { name: new RegExp(`^${name} `) }).click(); await page.waitForFunction((n) => document.querySelector("main h2")?.innerText.startsWith(n), name); await idle(); };
  await test("intervals: edges by keyboard and by drag", async () => {
    await page.waitForSelector("table.columns");
    await w.go("hierarchies");
    await page.getByRole("button", { name: "Set edges by hand" }).click();
    await w.planHas("breaks:");
    await w.tabTo("g.edge");
    await page.keyboard.press("ArrowRight");
    await w.planHas("breaks: [11, 20,");
    await page.waitForFunction(() => document.querySelector("g.edge")?.getAttribute("aria-valuenow") === "11");
    await page.keyboard.press("Delete");
    await w.planHas("breaks: [20,");
    const last = page.locator("g.edge").last(), box = await last.locator("circle").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await page.waitForFunction(() => !/80\]/.test(document.getElementById("plan-text").value));
    must(/breaks: \[20, 30, 40, 50, 60, 70, 8\d\]/.test(await w.plan()), await w.plan());
    await page.waitForFunction(() => document.querySelectorAll("main table tbody tr").length === 3);
  });
  await test("groups: by checkboxes and by drag", async () => {
    await tab("region");
    await page.getByLabel("How", { exact: true }).selectOption("tree");
    await w.planHas("tree:");
    await page.waitForSelector(".picks input");
    await page.locator(".picks label", { hasText: "n1" }).locator("input").check();
    await page.getByLabel(/Join those/).fill("north");
    await page.keyboard.press("Enter");
    await w.planHas("north: [n1]");
    await page.waitForSelector(".group");
    await page.locator(".picks li", { hasText: "n2" }).dragTo(page.locator(".group"));
    await w.planHas("north: [n1, n2]");
    await page.getByRole("button", { name: "Take out n1" }).click();
    await w.planHas("n1: [n1]");
  });
  await test("codes and periods are ticked; a form stands for the others", async () => {
    await page.getByLabel("How", { exact: true }).selectOption("prefix");
    await w.planHas("prefix: {lengths: [1]}");
    await page.getByLabel("How", { exact: true }).selectOption("dates");
    await page.waitForSelector("input[type=checkbox]");
    await page.getByLabel("decade").uncheck();
    await w.planHas("levels: [month, quarter, year]");
    await page.getByLabel("How", { exact: true }).selectOption("mask");
    await w.planHas("mask:");
  });
  await test("records are shown to the custodian by pages, and marked", async () => {
    await w.go("risk");
    await page.waitForSelector(".sentence");
    await page.getByRole("button", { name: "Show them" }).click();
    await page.waitForSelector("table.original tbody tr");
    must(await page.locator("p.original").count() === 1, "no warning");
    await page.getByLabel(/^Records whose keys/).fill("9");
    await page.keyboard.press("Tab");
    await page.waitForFunction(() => document.querySelectorAll("table.original tbody tr").length === 50);
    await page.getByRole("button", { name: "on →" }).click();
    await page.waitForFunction(() => document.querySelector("main").innerText.includes("page 2 of"));
    must(!/people-safe|Xanthippe/.test(page.url()), page.url());
  });
  await test("records: the screen is accessible, in light and dark, and as wide as the window", () => look(w, "risk"));
  await test("every kind of hierarchy has an accessible face", async () => {
    await w.go("hierarchies");
    for (const kind of ["intervals", "tree", "prefix", "dates"]) {
      await tab(kind === "intervals" ? "age" : "region");
      await page.getByLabel("How", { exact: true }).selectOption(kind);
      await idle();
      await look(w, kind, [390, 3840]);
    }
  });
});

await at("plan.yaml", async ({ page, text }) => {
  await test("no records are shown where that is refused", async () => {
    await page.waitForSelector("table.columns");
    await page.evaluate(() => { location.hash = "#/risk"; });
    await page.waitForSelector(".sentence");
    must((await text("main")).includes("--no-records") && await page.getByRole("button", { name: "Show them" }).count() === 0, await text("main"));
  });
}, "--no-records");

await test("nothing went wrong unseen", async () => must(wrong.length === 0, wrong));
await end();
