// The page before a hall of another release: it says so, and a field that may be missing breaks no view.
import { afterAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { commissionSummary } from "../../src/contract/commission/meta.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import type { TestHall } from "../harness/hall.ts";
import { useBrowser } from "../harness/page/page.ts";
import { type StoredHome, useStoredHome } from "./home/home-stored.ts";
import { openOtherHall, type OtherHall, otherVersion } from "./other-hall.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("a hall of another release", () => {
  const browser = useBrowser();
  let stored: StoredHome;
  let hall: TestHall;
  let other: OtherHall;
  useStoredHome(async (opened) => {
    ({ stored, hall } = opened);
    const place = { scope: memoryScope.parse("global"), key: memoryKey.parse("house-rules") };
    await hall.client.memory.write(place, { content: "Plain words." });
    other = openOtherHall(hall.record);
  });
  afterAll(() => other[Symbol.asyncDispose]());

  test("is said to be one", async () => {
    const page = await browser.openPage(other);
    await page.getByText(`the hall is release ${otherVersion}.`).waitFor();
    await page.getByRole("button", { name: "Reload" }).waitFor();
  });

  async function showAll(views: readonly (readonly [path: string, sign: string])[]): Promise<void> {
    const page = await browser.openPage(other);
    for (const [path, sign] of views) {
      await page.goto(`${other.record.url}${path}`);
      await shown(page, path, sign);
    }
  }

  test("has its commissions shown in every view without what it leaves out", async () => {
    const { asks, refuted, failed, waits } = stored.ids;
    await showAll([
      ["/", "Came back today"],
      ["/commissions?view=board", "Archive last month"],
      ["/commissions?view=table&sort=cost", "Archive last month"],
      [`/commissions/${asks}`, "Idempotency keys on create"],
      [`/commissions/${asks}?tab=ledger`, "11 lines"],
      [`/commissions/${refuted}?tab=checks`, "npm test"],
      [`/commissions/${refuted}?tab=result`, "Done as asked."],
      [`/commissions/${failed}?tab=diff`, "Archive last month"],
      [`/commissions/${waits}`, "Choose a queue"],
    ]);
    const newer = Object.entries(commissionSummary.shape).filter(
      ([, field]) => field.safeParse(undefined).success,
    );
    expect([...other.leftOut]).toEqual(expect.arrayContaining(newer.map(([name]) => name)));
  });

  longTest("has everything else shown without what it leaves out", () =>
    showAll([
      ["/new?worker=writer", "Writer works in an empty directory of its own."],
      ["/workers", "Researcher"],
      ["/workers/researcher", "What it may touch"],
      ["/projects", "There are no projects yet."],
      ["/memory/global/house-rules", "Plain words."],
      ["/doctor", "What was found"],
    ]),
  );

  longTest("tells the page what happens, without what it leaves out", async () => {
    const page = await browser.openPage(other);
    await page.getByRole("heading", { level: 1, name: "Four things need you" }).waitFor();
    const waiting = page.getByRole("link", { name: "Choose a queue" });
    await waiting.waitFor();
    await hall.client.cancel(stored.ids.waits, "not now");
    await waiting.waitFor({ state: "detached" });
    await shown(page, "/", "No commission is running.");
  });
});

async function shown(page: Page, path: string, sign: string): Promise<void> {
  const broken = page.getByText("This view could not be shown.");
  await page.getByText(sign).first().or(broken).first().waitFor();
  const text = await page.getByRole("main").innerText();
  expect([path, text]).not.toEqual([path, expect.stringMatching(/could not be shown|undefined|NaN/)]);
}
