// Commissions answered, redispatched and cancelled where they are listed: two keys each, and one stays where one is.
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { type TestHall, until } from "../../harness/hall.ts";
import { sheetOver, shoot, useBrowser } from "../../harness/page/page.ts";
import { type StoredHome, useStoredHome } from "../home/home-stored.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("without opening a commission", () => {
  const browser = useBrowser();
  let stored: StoredHome;
  let hall: TestHall;
  useStoredHome((opened) => ({ stored, hall } = opened));

  /** The list with this one alone in it, and the keys at it. */
  async function goTo(page: Page, id: keyof StoredHome["ids"], view: "table" | "board") {
    await page.goto(`${hall.record.url}/commissions?view=${view}&q=${stored.ids[id]}`);
    await page.getByText(/^1 of \d commissions$/).waitFor();
    await page.keyboard.press("j");
    await isAt(page, stored.ids[id]);
  }

  test("one is answered and one taken up again from the list", async () => {
    const page = await browser.openPage(hall);
    await goTo(page, "asks", "table");
    await page.keyboard.press("a");
    await page
      .getByRole("dialog")
      .getByLabel(/^Your answer/)
      .waitFor();
    await page.keyboard.type("It goes with its job. xr");
    await shoot(page, "act-answer");
    await page.keyboard.press("Control+Enter");
    await sheetOver(page).waitFor({ state: "detached" });
    expect((await hall.client.detail(stored.ids.asks)).questions[0]?.answer).toBe("It goes with its job. xr");

    await goTo(page, "refuted", "board");
    await page.keyboard.press("r");
    await page
      .getByRole("dialog", { name: "Redispatch “Retry failed webhooks”?" })
      .locator(":focus")
      .waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("“Retry failed webhooks” is redispatched: attempt two.").first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/commissions");
    await isAt(page, stored.ids.refuted); // the keys go on from there
    const again = (await hall.client.detail(stored.ids.refuted)).continuedBy;
    // The word beside the view leads to it, and the keys go along.
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForURL(`**/commissions/${again}`);
    await page.waitForFunction(() => document.activeElement?.closest("main") !== null);
  });

  longTest("what has ended is not cancelled, and it says why", async () => {
    const page = await browser.openPage(hall);
    await goTo(page, "failed", "table");
    await page.keyboard.press("x");
    await page.getByText("“Archive last month”: It has ended.").first().waitFor();
    expect(await page.getByRole("dialog", { name: /Cancel/ }).count()).toBe(0);
  });

  longTest("one that waits is cancelled from home, and nothing that one did not go to", async () => {
    const page = await browser.openPage(hall);
    await page.getByRole("link", { name: "Choose a queue", exact: true }).waitFor();
    await page.keyboard.press("x");
    await page.getByText("First select a commission that is running or waiting").first().waitFor();
    await page.getByRole("link", { name: "Choose a queue", exact: true }).focus();
    await page.keyboard.press("x");
    await page.getByRole("dialog", { name: "Cancel this commission?" }).locator(":focus").waitFor();
    await page.keyboard.type("Not this year:");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("no money");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: /Cancel/ }).waitFor({ state: "detached" });
    await until("it is cancelled", async () => {
      return (await hall.client.detail(stored.ids.waits)).status === "cancelled";
    });
    const { events } = await hall.client.commissionEvents(stored.ids.waits);
    expect(events.at(-1)).toMatchObject({
      type: "commission.cancelled",
      reason: "Not this year:\nno money",
    });
    expect(new URL(page.url()).pathname).toBe("/");
  });
});

async function isAt(page: Page, id: string): Promise<void> {
  await page.waitForFunction((own) => document.activeElement?.getAttribute("data-id") === own, id);
}
