// The doctor's view: what was found, and settings that are changed there. Comments in config.yaml survive.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { TestHome, type TestHall } from "../harness/hall.ts";
import { useBrowser } from "../harness/page/page.ts";
import { holdWrites } from "./held.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("doctor and settings", () => {
  const browser = useBrowser();
  const home = new TestHome();
  const { config } = homeLayout(home.root);
  let hall: TestHall;
  beforeAll(async () => {
    mkdirSync(home.root, { recursive: true });
    writeFileSync(config, "# how many at once\nslots: 3 # three desks\n");
    hall = await home.open();
  });
  afterAll(() => home.dispose());

  longTest(
    "says how workers are contained and how a model is reached",
    async () => {
      const page = await browser.openPage(hall, "/doctor");
      await page.getByText("no credentials: only rehearsals can be played").first().waitFor();
      await page.getByText("What was found").waitFor();
      expect(await page.getByRole("listitem").filter({ hasText: "chromium" }).count()).toBeGreaterThan(0);
    },
    60_000,
  );

  test("a setting is changed with the keyboard, is in force, and keeps the file's comments", async () => {
    const page = await browser.openPage(hall, "/doctor");
    const slots = page.getByLabel("slots", { exact: true });
    await slots.focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("7");
    await page.getByLabel("limits.maxTurns").fill("40");
    const held = await holdWrites(page);
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Saving…" }).waitFor();
    await page.keyboard.press("Control+s");
    held.release();
    await page.getByText("The settings are in force.").first().waitFor();
    expect(held.sent()).toBe(1);
    await page.getByText("0 of 7 slots").first().waitFor();
    const { slots: now } = await hall.client.status();
    expect(now.total).toBe(7);
    const text = readFileSync(config, "utf8");
    expect(text).toContain("# how many at once\nslots: 7 # three desks\n");
    expect(text).toContain("maxTurns: 40");
  }, 60_000);

  test("what cannot be is said at the field, and is not sent", async () => {
    const page = await browser.openPage(hall, "/doctor");
    const before = readFileSync(config, "utf8");
    await page.getByLabel("slots", { exact: true }).fill("0");
    await page.getByText(/It must be/).waitFor();
    await page.getByRole("button", { name: /^Save/ }).click({ force: true });
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText(/It must be/).waitFor({ state: "detached" });
    expect(readFileSync(config, "utf8")).toBe(before);
  }, 60_000);

  longTest(
    "what was typed is there when one comes back, but for what the hall has meanwhile itself",
    async () => {
      const page = await browser.openPage(hall, "/doctor");
      const slots = page.getByLabel("slots", { exact: true });
      await slots.fill("9");
      await page.getByLabel("fetch.maxRedirects").fill("2");
      await page.getByText("2 changes not saved").waitFor();
      await page.getByRole("link", { name: "Workers" }).click();
      await page.getByRole("heading", { level: 1, name: "Workers" }).waitFor();
      await page.getByRole("link", { name: "Doctor" }).click();
      await page.getByText("2 changes not saved").waitFor();
      expect(await slots.inputValue()).toBe("9");
      await hall.client.call("configChange", { body: { changes: [{ key: "slots", value: 9 }] } });
      await page.getByText("1 change not saved").waitFor();
      await page.reload();
      await page.getByText("1 change not saved").waitFor();
      expect(await page.getByLabel("fetch.maxRedirects").inputValue()).toBe("2");
      await page.getByRole("button", { name: "Discard" }).click();
      await page.getByText("not saved").waitFor({ state: "detached" });
      expect(await page.evaluate(() => sessionStorage.getItem("guild-hall-settings"))).toBeNull();
    },
    60_000,
  );
});
