// Links into the page: each survives the hand-over of the token, a reload and the way back; one that leads nowhere says
// what to do.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { runHere } from "../cli/support.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import type { TestHall } from "../harness/hall.ts";
import { useBrowser } from "../harness/page/page.ts";
import { type StoredHome, useStoredHome } from "./home/home-stored.ts";
import { everyNth, longTest } from "../harness/long.ts";

const no = "0197f3a2-7c1b-7abc-8def-0123456789ab";

describe.skipIf(isWithoutBrowser)("a link into the page", () => {
  const browser = useBrowser();
  let stored: StoredHome;
  let hall: TestHall;
  useStoredHome(async (opened) => {
    ({ stored, hall } = opened);
    const place = { scope: memoryScope.parse("global"), key: memoryKey.parse("house-rules") };
    await hall.client.memory.write(place, { content: "Plain words." });
  });
  const at = (path: string) => path.replace(/ID:(\w+)/, (_, kind: "failed" | "refuted") => stored.ids[kind]);

  const leads: [path: string, sign: (page: Page) => Promise<unknown>][] = [
    ["/commissions/ID:refuted?tab=checks", (page) => tab(page, "Checks")],
    ["/commissions/ID:failed?tab=diff", (page) => tab(page, "Diff")],
    ["/commissions?q=archive&status=failed&view=table", (page) => says(page, "1 of 5 commissions")],
    ["/memory/global/house-rules", (page) => says(page, "Plain words.")],
    ["/workers/researcher", (page) => heading(page, "Researcher")],
  ];
  test.each(everyNth(leads, 4))("%s is kept as it is", async (path, sign) => {
    const page = await browser.openPage(hall, at(path));
    const address = `${hall.record.url}${at(path)}`;
    await sign(page);
    expect(page.url()).toBe(address);
    await page.reload();
    await sign(page);
    await page.getByRole("link", { name: "Projects" }).first().click();
    await heading(page, "Projects");
    await page.goBack();
    await sign(page);
    expect(page.url()).toBe(address);
  });

  longTest("from a terminal opens at the commission that was named", async () => {
    const args = ["open", stored.ids.failed.slice(0, 18), "--print"];
    const { out } = await runHere(args, { home: stored.home.root });
    const page = await (await browser.newContext()).newPage();
    await page.goto(out.trim());
    await heading(page, "Archive last month");
    expect(page.url()).toBe(`${hall.record.url}/commissions/${stored.ids.failed}`);
  });

  const nowhere: [path: string, says: string, way: string][] = [
    [`/commissions/${no}`, `There is no commission ${no}.`, "See all commissions"],
    ["/commissions/nonsense", "There is no commission nonsense.", "See all commissions"],
    ["/workers/nobody", "There is no worker “nobody”.", "See all workers"],
    ["/workers/%25E0", "There is no worker “%E0”.", "See all workers"],
    ["/projects/nobody", "There is no project “nobody”.", "See all projects"],
    ["/memory/nowhere", "There can be no note at “nowhere”.", "See all notes"],
    ["/memory/global/No%20Key", "There can be no note at “global / No Key”.", "See all notes"],
    ["/memory/global/never", "There is no such note now.", "global"],
    ["/nowhere/at/all", "There is nothing at this address.", "Go home"],
  ];
  test("that leads nowhere says so, and where to go", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Four things need you");
    for (const [path, words, way] of everyNth(nowhere, 4)) {
      await page.goto(`${hall.record.url}${path}`);
      await says(page, words);
      await page.getByRole("main").getByRole("link", { name: way, exact: true }).waitFor();
      expect([path, await page.getByRole("button", { name: "Remove" }).count()]).toEqual([path, 0]);
    }
  });

  longTest("to a part that there is not shows the view without it", async () => {
    const page = await browser.openPage(hall, at("/commissions/ID:failed?tab=nonsense"));
    await tab(page, "Timeline");
    await page.goto(`${hall.record.url}/commissions?status=nonsense&sort=nonsense&view=table`);
    await says(page, "5 commissions");
    expect(page.url()).toBe(`${hall.record.url}/commissions?view=table`);
  });
});

async function tab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name, selected: true }).waitFor();
}

async function says(page: Page, words: string): Promise<void> {
  await page.getByText(words, { exact: true }).first().waitFor();
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
}
