// Keeps a page open over a busy event stream: after its first minutes its memory must hardly grow.
import type { CDPSession } from "playwright-core";
import { linkTo, type StageHall } from "../scripts/page/stage-hall.ts";
import { openMany } from "../scripts/page/stage-many.ts";
import { sleep, systemClock } from "../src/host/clock.ts";
import { startBrowser } from "../test/harness/page/browser.ts";
import type { Hunt } from "./hunt.ts";

const stored = 1000;
/** Commissions per second. Each brings about five events. */
const perSecond = 5;
const growthMb = 5;
const rehearsal = 'version: 1\nname: busy\nturns:\n  - say: "Done."\n';

export const hunt: Hunt = {
  name: "page-memory",
  what: "A page is open over ten minutes of a busy stream: its memory does not grow.",
  size: 600,
  run: async ({ size, say }) => {
    const { hall, close } = await openMany({ count: stored });
    const { browser, close: closeBrowser } = await startBrowser([], "whole");
    try {
      const page = await (await browser.newContext()).newPage();
      await page.goto(await linkTo(hall));
      await page.getByRole("heading", { level: 1 }).waitFor();
      const session = await page.context().newCDPSession(page);
      await bustle(hall, Math.round(size / 5));
      const before = await heapMb(session);
      const events = await bustle(hall, size - Math.round(size / 5));
      const after = await heapMb(session);
      const value = Math.round((after - before) * 100) / 100;
      say({
        name: `growth of the page's memory over ${size} s`,
        value,
        unit: "MB",
        target: `<= ${growthMb}`,
        ok: value <= growthMb,
        detail: { before, after, commissions: events },
      });
    } finally {
      await closeBrowser();
      await close();
    }
  },
};

/** Creates and deletes commissions, so that their number stays the same. */
async function bustle(hall: StageHall, seconds: number): Promise<number> {
  const [failed] = (await hall.client.list({ status: "failed", limit: 1 })).commissions;
  const until = systemClock.monotonic() + seconds * 1000;
  let made = 0;
  while (systemClock.monotonic() < until) {
    made += 1;
    const title = `Busy ${made}`;
    const order = { worker: "researcher", task: title, title, rehearsal, after: [failed?.id ?? ""] };
    const { id } = await hall.client.create(order);
    await hall.client.cancel(id);
    await hall.client.remove(id);
    await sleep(systemClock, 1000 / perSecond);
  }
  return made;
}

/** Measures what is still reachable, after a garbage collection. */
async function heapMb(session: CDPSession): Promise<number> {
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return Math.round(usedSize / 10_000) / 100;
}
