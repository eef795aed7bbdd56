// workbench.mjs - how quick the page is in a real browser, on 30 162 and on 1 000 000 records.
//
// usage: workbench.mjs NODE_MODULES CHROMIUM     (prints lines)
// The working folder has adult.yaml and large.yaml with their data.  Environment: TACIT is the command.
// Milliseconds are of the clock, and worth little on a busy machine; processor time of the page is told too.
import fs from "node:fs";
import { gzipSync } from "node:zlib";
import { end, open, serve } from "../tests/cli/workbench_lib.mjs";

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
const seconds = (begin) => ((Date.now() - begin) / 1000).toFixed(1);

// Milliseconds from moving the slider of k to the answer on the screen, painted, for many positions with other
// answers.  The plan follows when the slider is let go, every tenth time.
const whatIf = (page) => page.evaluate(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const slider = () => document.querySelector(".item input[type=range]"), said = () => document.querySelector(".lookup")?.textContent;
  const move = (at) => { slider().value = String(at); slider().dispatchEvent(new Event("input", { bubbles: true })); };
  const all = [], answers = new Map();
  for (let at = 0; at <= Number(slider().max); at++) { move(at); await frame(); answers.set(said(), at); }
  const places = [...answers.values()];
  for (let i = 0; i < 100; i++) {
    const before = said(), to = places[i % places.length], begin = performance.now();
    if (answers.get(before) === to) continue;
    move(to);
    while (said() === before && performance.now() - begin < 2000) await frame();
    await frame();
    all.push(performance.now() - begin);
    if (i % 10 === 9) slider().dispatchEvent(new Event("change", { bubbles: true }));
    await new Promise((done) => setTimeout(done, 50));
  }
  return all.sort((a, b) => a - b);
});

// Milliseconds of the processor that the page's own thread has taken.
async function processor(client) {
  const { metrics } = await client.send("Performance.getMetrics");
  return metrics.find((m) => m.name === "TaskDuration").value * 1000;
}

for (const name of ["adult", "large"]) {
  const server = await serve(`${name}.yaml`, "--port", "0"), { page, context } = await open(), begin = Date.now();
  await page.goto(server.address);
  const paint = await page.evaluate(() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries()[0].startTime)).observe({ type: "paint", buffered: true })));
  await page.waitForSelector("table.columns", { timeout: 300000 });
  console.log(`${name}: first paint ${paint.toFixed(0)} ms (goal 200); columns shown after ${seconds(begin)} s`);
  await page.evaluate(() => { location.hash = "#/protect"; });
  await page.waitForSelector(".lookup", { timeout: 600000 });
  console.log(`${name}: the map is there after ${seconds(begin)} s`);
  await page.waitForFunction(() => !document.querySelector(".progress"), null, { timeout: 600000 });
  const client = await context.newCDPSession(page);
  await client.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await client.send("Performance.enable");
  const before = await processor(client), times = await whatIf(page), used = (await processor(client) - before) / times.length;
  console.log(`${name}: what another k would cost, from the slider to the screen: ${at(times, 0.5).toFixed(1)} ms, 95 of 100 within ${at(times, 0.95).toFixed(1)} ms (goal 50); ${used.toFixed(1)} ms of the page's processor time each`);
  await context.close();
  await server.end();
}
const folder = new URL("../src/workbench/page/", import.meta.url), bytes = fs.readdirSync(folder).filter((f) => f.endsWith(".js")).map((f) => gzipSync(fs.readFileSync(new URL(f, folder))).length).reduce((a, b) => a + b);
console.log(`script: ${(bytes / 1000).toFixed(1)} kB gzip (goal 60)`);
await end();
