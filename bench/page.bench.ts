// Measures the page in real Chromium on a real hall: what it loads, how soon it is usable, and how quickly it
// shows events.
import { statSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { installed } from "../src/host/program.ts";
import { linkTo, type StageHall } from "../scripts/page/stage-hall.ts";
import { type Many, openMany } from "../scripts/page/stage-many.ts";
import { startBrowser } from "../test/harness/page/browser.ts";
import type { Benchmark, Say } from "./benchmark.ts";
import { framesWhileScrolling, keyToPaint, paintedAfterStart, watchTitles } from "./page-probe.ts";
import { measureDiff } from "./review-diff.ts";
import { spreadOf } from "./spread.ts";

/** Matches once the hall has answered; until then the page shows "Looking around". */
const homeIsThere = "^(?![\\s\\S]*Looking around)[\\s\\S]*(things? needs? you|Nothing needs you)";
/** Matches once all pages of the list have arrived. */
const allAreThere = "[\\d,]+ commissions(?! so far)";
/** Words of the worker, which appear only in the commission's ledger. */
const ledgerIsThere = "The default is three tries";

export const benchmark: Benchmark = {
  name: "page",
  what: "the page in Chromium: what home loads, until it can be used, a key to paint, an event to paint, a long ledger, a wide diff",
  run: async (say, size) => {
    const { browser, close } = await startBrowser([], "whole");
    const times = size(fullTimes, fewTimes);
    try {
      const events = size(20_000, 1000);
      await withHall({ count: 1, events }, (hall) => measureSmall({ browser, hall, say, times }));
      await withHall({ count: size(10_000, 100), events }, (hall) =>
        measureMany({ browser, hall, say, times }),
      );
      await measureDiff({ browser, say }, size);
    } finally {
      await close();
    }
  },
};

interface Times {
  loads: number;
  probes: number;
  word: string;
  /** How long to wait for network idle, which the event stream may prevent. */
  quietMs: number;
}

const fullTimes: Times = { loads: 7, probes: 60, word: "queue retry ", quietMs: 30_000 };
const fewTimes: Times = { loads: 1, probes: 1, word: "q", quietMs: 300 };

interface Measuring {
  times: Times;
  browser: Browser;
  hall: StageHall;
  say: Say;
}

async function withHall(many: Many, use: (hall: StageHall) => Promise<void>): Promise<void> {
  const { hall, close } = await openMany(many);
  try {
    await use(hall);
  } finally {
    await close();
  }
}

async function measureSmall(measuring: Measuring): Promise<void> {
  await measureSize(measuring);
  await measureLoad(measuring, { name: "home can be used, empty hall", target: 1000 });
}

async function measureMany(measuring: Measuring): Promise<void> {
  await measureLoad(measuring, { name: "home can be used, 10,000 commissions", target: 1500 });
  await measureFilter(measuring);
  await measureTable(measuring);
  await measureFollowing(measuring);
  await measureLongLedger(measuring);
}

/** Sums the gzipped size of every script that the home view fetched. */
async function measureSize({ browser, hall, say }: Measuring): Promise<void> {
  const scripts = await inFreshTab(browser, async (page) => {
    await page.goto(await linkTo(hall));
    await paintedAfterStart(page, homeIsThere);
    return page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith(".js")),
    );
  });
  const bytes = scripts.reduce((sum, path) => sum + packedSize(path), 0);
  const value = Math.round(bytes / 100) / 10;
  say({
    name: "JavaScript of home, gzipped",
    value,
    unit: "kB",
    target: "<= 250",
    ok: value <= 250,
    detail: { files: scripts.length },
  });
}

function packedSize(path: string): number {
  const file = installed(`web/dist${path}`);
  return (statSync(`${file}.gz`, { throwIfNoEntry: false }) ?? statSync(file)).size;
}

async function measureLoad(
  { browser, hall, say, times: { loads } }: Measuring,
  { name, target }: { name: string; target: number },
) {
  const times: number[] = [];
  for (let i = 0; i < loads; i += 1)
    times.push(
      await inFreshTab(browser, async (page) => {
        await page.goto(await linkTo(hall), { waitUntil: "commit" });
        return paintedAfterStart(page, homeIsThere);
      }),
    );
  const { p50, ...rest } = spreadOf(times);
  say({ name, value: p50, unit: "ms", target: `<= ${target}`, ok: p50 <= target, detail: rest });
}

async function measureFilter({ browser, hall, say, times: { word } }: Measuring): Promise<void> {
  const times = await inFreshTab(browser, async (page) => {
    await page.goto(await linkTo(hall, "/commissions?view=table"));
    await paintedAfterStart(page, allAreThere);
    await page.keyboard.press("f");
    const keys = [...Array.from(word), ...Array.from(word, () => "Backspace")].map((key) =>
      key === " " ? "Space" : key,
    );
    return keyToPaint(page, [...keys, ...keys]);
  });
  const { p95, ...rest } = spreadOf(times.filter((ms) => ms > 0));
  say({
    name: "filter key to paint p95, 10,000 commissions",
    value: p95,
    unit: "ms",
    target: "<= 50",
    ok: p95 <= 50,
    detail: rest,
  });
}

async function measureTable({ browser, hall, say }: Measuring): Promise<void> {
  const frames = await inFreshTab(browser, async (page) => {
    await page.goto(await linkTo(hall, "/commissions?view=table"));
    await paintedAfterStart(page, allAreThere);
    return framesWhileScrolling(page, "[role=table]");
  });
  const { p95, ...rest } = spreadOf(frames);
  say({
    name: "a frame while 10,000 rows are scrolled p95",
    value: p95,
    unit: "ms",
    target: "<= 50",
    ok: p95 <= 50,
    detail: rest,
  });
}

/** Creates commissions that wait for a failed one: nothing starts, and each adds one line to the page. */
async function measureFollowing({ browser, hall, say, times: { probes } }: Measuring): Promise<void> {
  const { commissions } = await hall.client.list({ status: "failed", limit: 1 });
  const [failed] = commissions;
  if (!failed) throw new Error("no commission has failed");
  const times = await inFreshTab(browser, async (page) => {
    await page.goto(await linkTo(hall, "/commissions?view=table"));
    await paintedAfterStart(page, allAreThere);
    const seen = await watchTitles(page);
    const measured: number[] = [];
    for (let i = 0; i < probes; i += 1) {
      const title = `Probe ${1000 + i}`;
      const made = await hall.client.create({
        worker: "researcher",
        task: title,
        title,
        rehearsal,
        after: [failed.id],
      });
      measured.push((await seen(title)) - Date.parse(made.createdAt));
    }
    return measured;
  });
  const { p95, ...rest } = spreadOf(times);
  say({
    name: "event in the ledger to paint p95",
    value: p95,
    unit: "ms",
    target: "<= 150",
    ok: p95 <= 150,
    detail: rest,
  });
}

const rehearsal = 'version: 1\nname: probe\nturns:\n  - say: "Done."\n';

async function measureLongLedger(measuring: Measuring): Promise<void> {
  const { browser, hall, say } = measuring;
  const { commissions } = await hall.client.list({ filter: "Read every file of the archive", limit: 1 });
  const [long] = commissions;
  if (!long) throw new Error("the long one is not there");
  const opened: number[] = [];
  for (let i = 0; i < measuring.times.loads; i += 1)
    opened.push(
      await inFreshTab(browser, async (page) => {
        await page.goto(await linkTo(hall, `/commissions/${long.id}?tab=timeline`), { waitUntil: "commit" });
        return paintedAfterStart(page, ledgerIsThere);
      }),
    );
  const { p50, ...rest } = spreadOf(opened);
  say({
    name: "a ledger of 20,000 lines opens p50",
    value: p50,
    unit: "ms",
    target: "<= 1000",
    ok: p50 <= 1000,
    detail: rest,
  });
  await measureScrolling(measuring, long.id);
}

async function measureScrolling(
  { browser, hall, say, times: { quietMs } }: Measuring,
  id: string,
): Promise<void> {
  const frames = await inFreshTab(browser, async (page) => {
    await page.goto(await linkTo(hall, `/commissions/${id}?tab=timeline`));
    await paintedAfterStart(page, ledgerIsThere);
    await page.waitForLoadState("networkidle", { timeout: quietMs }).catch(() => undefined);
    return framesWhileScrolling(page, "html");
  });
  const { p95, ...rest } = spreadOf(frames);
  say({
    name: "a frame while it is scrolled p95",
    value: p95,
    unit: "ms",
    target: "<= 50",
    ok: p95 <= 50,
    detail: rest,
  });
}

async function inFreshTab<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context: BrowserContext = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
