// workbench_clicks.mjs - in a real browser: minutes of clicking at random neither leak nor break anything.
//
// The working folder has small.yaml and people.csv.  Environment: TACIT_CLICKS is the seconds (180).
import fs from "node:fs";
import { end, must, open, play, serve, test } from "../cli/workbench_lib.mjs";

await test("minutes of clicking at random neither leak nor break anything", async () => {
  const server = await serve("small.yaml", "--port", "0"), w = await open(server.address), { page } = w;
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024;
  const heap = async () => { const c = await w.context.newCDPSession(page); await c.send("HeapProfiler.collectGarbage"); return (await c.send("Runtime.getHeapUsage")).usedSize / 1e6; };
  await page.waitForSelector("table.columns");
  const seconds = Number(process.env.TACIT_CLICKS || 180);
  await play(w, seconds / 3);
  const before = [memory(), await heap()], times = await play(w, seconds * 2 / 3, 2), after = [memory(), await heap()];
  console.log(`# ${times} clicks; server ${before[0].toFixed(0)} MB, then ${after[0].toFixed(0)} MB; page ${before[1].toFixed(1)} MB, then ${after[1].toFixed(1)} MB`);
  must(w.wrong.filter((x) => !/422/.test(x)).length === 0, w.wrong);
  must(after[1] < before[1] + 20 && after[0] < before[0] + 150, [before, after]);
  await page.reload();
  await page.waitForSelector("main h1");
  await w.context.close();
  await server.end();
});
await end();
