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

  test("says which note was heard as it comes, and what to do once its work is done", async () => {
    const page = await open(1);
    const tell = (body: EventBody) => void served.hall.append(id, body);
    const notes = page.getByRole("list", { name: "Notes to the worker" }).getByRole("listitem");
    const news = page.getByRole("region", { name: "Words to the worker" }).getByRole("status");
    await page.getByRole("textbox", { name: "Say something to the worker" }).fill("Not sent");
    tell({ type: "note.said", number: 1, text: "Use v2.", by: "person" });
    tell({ type: "note.said", number: 2, text: "And name it.", by: "person" });
    await news.getByText("Note 2 is on record.").waitFor();
    tell(factOf(2, { type: "note.heard", note: 1, turn: 4 }));
    await news.getByText("Note 1 was heard at turn 4.").waitFor();
    expect(await notes.allTextContents()).toEqual([
      expect.stringMatching(/^Use v2\..*Heard at turn 4$/),
      expect.stringMatching(/^And name it\..*Not heard yet$/),
    ]);
    const timeline = page.getByRole("list", { name: "Timeline" });
    await timeline.getByText("Note 1 was heard at turn 4").waitFor();
    const outcome = { status: "cancelled", endedBy: "cancel", reason: "enough" } as const;
    tell({ type: "finish.planned", plan: { outcome, copy: [] } });
    await page.getByText(/the hall is finishing it.*redispatch it with a note/).waitFor();
    await page.getByText("Not sent", { exact: true }).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
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
