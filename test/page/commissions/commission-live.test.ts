// A commission at work, followed on the page: each line once, the end in sight for whoever is at the end.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { installed } from "../../../src/host/program.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { until } from "../../harness/hall.ts";
import { factOf, someRequest } from "../../harness/ledger/histories.ts";
import { useBrowser } from "../../harness/page/page.ts";
import { serveApp, type ServedApp } from "../../harness/served-app.ts";
import { longTest } from "../../harness/long.ts";

const said = (n: number): EventBody => factOf(n, { type: "session.said", text: `Line ${n}.` });

describe.skipIf(isWithoutBrowser)("a commission at work", () => {
  const browser = useBrowser();
  let served: ServedApp;
  let id: CommissionId;

  beforeEach(() => {
    served = serveApp({ page: installed("web/dist") });
    id = served.hall.add("Follow me");
    served.hall.append(id, { type: "commission.created", request: someRequest }, { quietly: true });
  });
  afterEach(() => served.stop());

  async function open(lines: number): Promise<Page> {
    for (let n = 1; n <= lines; n++) served.hall.append(id, said(n), { quietly: true });
    const page = await (await browser.newContext()).newPage();
    await page.goto(await served.link(`/commissions/${id}`));
    await page.getByRole("list", { name: "Timeline" }).waitFor();
    await page.getByText("Reading its ledger…").waitFor({ state: "detached" });
    await until("the page listens", () => served.hall.listeners() > 0);
    return page;
  }

  const line = (page: Page, n: number) => page.getByText(`Line ${n}.`, { exact: true });

  test("shows each line as it is written, and what was missed when the next one comes", async () => {
    const page = await open(2);
    served.hall.append(id, said(3));
    await line(page, 3).waitFor();
    served.hall.append(id, said(4), { quietly: true });
    served.hall.append(id, said(5));
    await line(page, 5).waitFor();
    const texts = await page.getByRole("list", { name: "Timeline" }).getByRole("listitem").allTextContents();
    expect(texts.flatMap((text) => /Line \d+/.exec(text)?.[0] ?? [])).toEqual(
      [1, 2, 3, 4, 5].map((n) => `Line ${n}`),
    );
  });

  longTest("looks again after a reset", async () => {
    const page = await open(1);
    served.hall.append(id, said(2), { quietly: true });
    served.hall.tell({ type: "reset" });
    await line(page, 2).waitFor();
    expect(await line(page, 1).count()).toBe(1);
  });

  test("opens at the end and stays there, and leaves alone whoever reads further up", async () => {
    const page = await open(120);
    await line(page, 120).waitFor();
    await page.waitForFunction(isAtEnd);
    await frames(page, 30);
    await page.evaluate(() => window.scrollTo({ top: 0 }));
    const jump = page.getByRole("button", { name: "Jump to the latest" });
    await jump.waitFor();
    served.hall.append(id, said(121));
    await page.locator('[aria-setsize="122"]').first().waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await jump.click();
    await line(page, 121).waitFor();
    await page.waitForFunction(isAtEnd);
    await frames(page, 30); // the jump is over
    for (let n = 122; n <= 140; n++) served.hall.append(id, said(n));
    await line(page, 140).waitFor();
    await page.waitForFunction(isAtEnd);
    expect(await jump.count()).toBe(0);
    await page.mouse.wheel(0, -3000);
    await jump.waitFor();
    const place = await page.evaluate(() => window.scrollY);
    served.hall.append(id, said(141));
    await page.locator('[aria-setsize="142"]').first().waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(place);
    await page.keyboard.press("End");
    await line(page, 141).waitFor();
  });

  test("does not pull a reader back who scrolls up in the very frame in which the page grows", async () => {
    const page = await open(120);
    await line(page, 120).waitFor();
    await page.waitForFunction(isAtEnd);
    await frames(page, 30);
    await page.evaluate(() =>
      requestAnimationFrame(() => {
        // The browser reports this scroll only after it has reported the growth.
        window.scrollTo({ top: 0 });
        const list = document.querySelector('[aria-label="Timeline"]')?.parentElement;
        if (list) list.style.minHeight = `${list.offsetHeight + 500}px`;
      }),
    );
    await frames(page, 10);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  longTest(
    "has a ledger of 20,000 lines at hand with few elements, from its end to its beginning",
    async () => {
      const page = await open(20_000);
      await line(page, 20_000).waitFor();
      expect(await page.evaluate(() => document.querySelectorAll("main *").length)).toBeLessThan(1000);
      await page.evaluate(() => window.scrollTo({ top: 0 }));
      await line(page, 1).waitFor();
      expect(await page.evaluate(() => document.querySelectorAll("main *").length)).toBeLessThan(1000);
    },
    60_000,
  );
});

function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(
    (left) =>
      new Promise<void>((done) => {
        const next = (more: number) => (more > 0 ? requestAnimationFrame(() => next(more - 1)) : done());
        next(left);
      }),
    count,
  );
}

function isAtEnd(): boolean {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY < 4;
}
