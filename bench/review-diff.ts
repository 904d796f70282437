// Measures the page in Chromium on a diff of 2,000 files: until it is open, and a frame while it is scrolled with 500
// comments.
import type { Browser, Page } from "playwright-core";
import { linkTo } from "../scripts/page/stage-hall.ts";
import type { TestHall } from "../test/harness/hall.ts";
import { type StoredReview, storeReview } from "../test/page/review/review-stored.ts";
import type { Say, Size } from "./benchmark.ts";
import { framesWhileScrolling, paintedAfterStart } from "./page-probe.ts";
import { spreadOf } from "./spread.ts";

/** Matches once the list of files and the first patches have been painted. */
const diffIsThere = "[\\d,]+ files changed[\\s\\S]*export const value";
const commentIsThere = "not sent yet";
const comments = 500;

export async function measureDiff(
  { browser, say }: Pick<Measuring, "browser" | "say">,
  size: Size,
): Promise<void> {
  const stored = await storeReview({ files: size(2000, 20) });
  try {
    const hall = await stored.home.open();
    await measureOpening({ browser, hall, stored, say }, size(7, 1));
    await measureScrolling({ browser, hall, stored, say }, size(3, 1));
  } finally {
    await stored.home.dispose();
    stored.dispose();
  }
}

interface Measuring {
  browser: Browser;
  hall: TestHall;
  stored: StoredReview;
  say: Say;
}

async function measureOpening({ browser, hall, stored, say }: Measuring, times: number): Promise<void> {
  const opened: number[] = [];
  for (let n = 0; n < times; n += 1)
    opened.push(
      await inFreshTab(browser, async (page) => {
        await page.goto(await linkTo(hall, pathOf(stored)), { waitUntil: "commit" });
        return paintedAfterStart(page, diffIsThere);
      }),
    );
  const { p50, ...detail } = spreadOf(opened);
  say({
    name: "a diff of 2,000 files opens p50",
    value: p50,
    unit: "ms",
    target: "<= 1000",
    ok: p50 <= 1000,
    detail,
  });
}

async function measureScrolling({ browser, hall, stored, say }: Measuring, times: number): Promise<void> {
  const frames: number[] = [];
  for (let n = 0; n < times; n += 1)
    frames.push(
      ...(await inFreshTab(browser, async (page) => {
        await page.goto(await linkTo(hall));
        await paintedAfterStart(page, "Ready for you");
        await page.evaluate(keep, { key: `guild-hall-review:${stored.ids.wide}`, review: someReview() });
        await page.goto(`${hall.record.url}${pathOf(stored)}`);
        await paintedAfterStart(page, commentIsThere);
        return framesWhileScrolling(page, "html");
      })),
    );
  const { p95, ...detail } = spreadOf(frames);
  say({
    name: "a frame while it is scrolled with 500 comments p95",
    value: p95,
    unit: "ms",
    target: "<= 50",
    ok: p95 <= 50,
    detail,
  });
}

const pathOf = ({ ids }: StoredReview): string => `/commissions/${ids.wide}?tab=diff`;

/** Comments on lines of the files, as the browser keeps them until they are sent. */
function someReview() {
  return {
    note: "",
    comments: Array.from({ length: comments }, (_, at) => ({
      key: `k${at}`,
      at: new Date().toISOString(),
      path: `packages/p${at % 40}/src/file-${at}.ts`,
      line: (at % 5) + 1,
      side: "new",
      code: "",
      text: `Comment ${at}: say why.`,
    })),
  };
}

/** Runs in the page. */
function keep({ key, review }: { key: string; review: unknown }): void {
  localStorage.setItem(key, JSON.stringify(review));
}

async function inFreshTab<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
