// What a page must stand: many tabs, a machine without a network, a hall that is gone for a while.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import type { TestHall } from "../harness/hall.ts";
import { linkTo, useBrowser } from "../harness/page/page.ts";
import { quick } from "../harness/rehearsals.ts";
import { type StoredHome, useStoredHome } from "./home/home-stored.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("the page", () => {
  const browser = useBrowser();
  let stored: StoredHome;
  let hall: TestHall;
  useStoredHome((opened) => ({ stored, hall } = opened));

  const heading = (page: Page) => page.getByRole("heading", { name: /things need you/ }).waitFor();
  /** It waits for one that waits for ever, so that nothing is started. */
  const ask = (title: string) =>
    hall.client.create({
      worker: "researcher",
      task: title,
      title,
      rehearsal: quick,
      after: [stored.ids.waits],
    });

  test("is there in more tabs than a browser has connections, and in each when another is closed", async () => {
    const context = await browser.newContext();
    const pages: Page[] = [];
    for (let tab = 0; tab < 7; tab += 1) {
      const page = await context.newPage();
      pages.push(page);
      await page.goto(await linkTo(hall, "/"));
      await heading(page);
    }
    const [first, ...others] = pages;
    await ask("Told to every tab");
    for (const page of pages) await page.getByRole("link", { name: "Told to every tab" }).waitFor();
    await first?.close();
    await ask("Told without the first");
    for (const page of others) await page.getByRole("link", { name: "Told without the first" }).waitFor();
  }, 90_000);

  longTest("keeps its key in each tab, whatever link another one follows", async () => {
    const context = await browser.newContext();
    const known = async () => (await hall.client.browsers.list()).browsers.length;
    const before = await known();
    const [first, second] = [await context.newPage(), await context.newPage()];
    for (const page of [first, second]) {
      await page.goto(await linkTo(hall, "/"));
      await heading(page);
    }
    // A link that anybody can make does not take a good key away, and a good one makes the browser known no second time.
    await second.goto(`${hall.record.url}/commissions#code=wrong`);
    await second.getByText(/^\d+ commissions$/).waitFor();
    await second.getByRole("link", { name: "Home" }).click();
    await heading(second);
    expect(await known()).toBe(before + 1);
    await heading(first);
  });

  longTest("works on a machine without a network: its hall is on that machine", async () => {
    const page = await browser.openPage(hall);
    await heading(page);
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await page.getByRole("link", { name: "Workers" }).click();
    await page.getByRole("link", { name: "Researcher" }).first().waitFor();
  });

  longTest("tells the hall’s time, also where this machine has another", async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      const own = Date.now;
      Date.now = () => own() + 50 * 3_600_000;
    });
    const page = await context.newPage();
    await page.goto(await linkTo(hall, "/"));
    await heading(page);
    await page.getByText(/four came back today/).waitFor();
    const needs = page.getByRole("region", { name: "Needs you" });
    // By this machine's clock it would be days ago.
    const row = needs.locator("[data-row]", { hasText: "Answer" });
    expect(await row.textContent()).toMatch(/ · (?:just now|\d+ (?:s|min) ago)/);
  });

  longTest(
    "shows a view that could not be fetched while the hall was gone, when it is back",
    async () => {
      const page = await browser.openPage(hall);
      await heading(page);
      const began = await page.evaluate(() => performance.timeOrigin);
      const { port } = new URL(hall.record.url);
      await hall.kill("SIGKILL");
      await page.getByRole("link", { name: "Workers" }).click();
      await page.getByText("This view could not be shown.").waitFor();
      hall = await stored.home.open({ args: ["--port", port] });
      await page.getByRole("link", { name: "Researcher" }).first().waitFor();
      // With its looks, which come as a file of their own.
      await page.waitForFunction(() => {
        const row = document.querySelector("main li [class*=row]");
        return row !== null && getComputedStyle(row).display === "grid";
      });
      expect(await page.evaluate(() => performance.timeOrigin)).toBe(began);
    },
    60_000,
  );
});
