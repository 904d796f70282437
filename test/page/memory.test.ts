// What is remembered, on the page: written, changed, taken back and forgotten, by keyboard and by mouse.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { TestHome, type TestHall } from "../harness/hall.ts";
import { sheetOver, useBrowser } from "../harness/page/page.ts";
import { holdWrites } from "./held.ts";
import { longTest } from "../harness/long.ts";

const place = { scope: memoryScope.parse("global"), key: memoryKey.parse("house-rules") };

describe.skipIf(isWithoutBrowser)("memory", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  beforeAll(async () => {
    writeFileSync(homeLayout(home.root).config, "memory: { compactAtTokens: 1000 }\n");
    hall = await home.open();
  });
  afterAll(() => home.dispose());

  test("a note is written, changed and brought back with the keyboard alone", async () => {
    const page = await browser.openPage(hall, "/memory");
    await page.getByText("There are no notes in global.").waitFor();
    await page.keyboard.press("w");
    await page.locator("#note-key:focus").waitFor();
    await page.keyboard.type("house-rules");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Ask **before** you delete.");
    expect(await page.getByLabel(/What “house-rules” says/).inputValue()).toBe("Ask **before** you delete.");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("link", { name: /house-rules/ }).waitFor();
    await page.keyboard.press("w");
    await page.locator("#note-key:focus").waitFor();
    await page.keyboard.type("house-rules");
    await page.getByText("There is a note with this key already").first().waitFor();
    await page.keyboard.press("Escape");
    await sheetOver(page).waitFor({ state: "detached" });
    await page.getByRole("link", { name: /house-rules/ }).press("Enter");
    await page.locator("strong", { hasText: "before" }).waitFor();

    await page.locator("main").focus();
    await page.keyboard.press("e");
    await page.getByLabel(/What “house-rules” says/).fill("Delete nothing.");
    const held = await holdWrites(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Saving…" }).waitFor();
    await page.keyboard.press("Control+Enter");
    held.release();
    await page.getByLabel(/What “house-rules” says/).waitFor({ state: "detached" });
    await page.getByText("Delete nothing.").waitFor();
    expect(held.sent()).toBe(1);
    expect((await hall.client.memory.entry(place)).content).toBe("Delete nothing.");

    const bringBack = page.getByRole("button", { name: "Bring back version 1" });
    await bringBack.focus();
    await page.keyboard.press("Enter");
    await page.locator("strong", { hasText: "before" }).first().waitFor();
    expect((await hall.client.memory.entry(place)).content).toBe("Ask **before** you delete.");
  }, 60_000);

  longTest(
    "a note is forgotten with the mouse, and taken back from where that is said",
    async () => {
      await hall.client.memory.write(place, { content: "Keep this." });
      const page = await browser.openPage(hall, "/memory/global/house-rules");
      await page.getByText("Keep this.").waitFor();
      await page.getByRole("button", { name: "Forget" }).click();
      await page.getByText("“house-rules” is forgotten.").first().waitFor();
      await page.getByRole("button", { name: "Bring it back" }).click();
      await page.getByRole("link", { name: /house-rules/ }).waitFor();
      expect((await hall.client.memory.entry(place)).content).toBe("Keep this.");
    },
    60_000,
  );

  test("what somebody changed meanwhile is not written over", async () => {
    await hall.client.memory.write(place, { content: "First." });
    const page = await browser.openPage(hall, "/memory/global/house-rules");
    await page.getByText("First.").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel(/What “house-rules” says/).fill("Mine.");
    await hall.client.memory.write(place, { content: "Theirs." });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").waitFor();
    expect((await hall.client.memory.entry(place)).content).toBe("Theirs.");
  }, 60_000);

  longTest(
    "a scope that is too large says so, and before the click why it cannot be condensed",
    async () => {
      await hall.client.memory.write(place, { content: "word ".repeat(2000) });
      const page = await browser.openPage(hall, "/memory");
      await page.getByText(/^This scope holds about 2\.5k tokens, more than it should/).waitFor();
      const condense = page.getByRole("button", { name: /^Condense it/, disabled: true });
      expect(await condense.getAttribute("title")).toBe("the hall has no credentials to reach a model");
    },
    60_000,
  );
});
