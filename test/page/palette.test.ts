// The palette as a person uses it: by keyboard alone, and by its button.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { linkTo } from "../../scripts/page/stage-hall.ts";
import { type ManyStage, openMany } from "../../scripts/page/stage-many.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { sheetOver, shoot, useBrowser } from "../harness/page/page.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("the palette", () => {
  const browser = useBrowser();
  let stage: ManyStage;
  beforeAll(async () => {
    stage = await openMany({ count: 30 });
  });
  afterAll(() => stage.close());

  async function open(path = "/") {
    const page = await (await browser.newContext()).newPage();
    await page.goto(await linkTo(stage.hall, path));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    return page;
  }

  test("goes to a commission and a view by keyboard alone, and shows it first the next time", async () => {
    const page = await open();
    const [one] = (await stage.hall.client.list({ limit: 1 })).commissions;
    if (!one) throw new Error("the stage is empty");
    await page.keyboard.press("Control+k");
    await isReady(page);
    await page.keyboard.type(one.id);
    await page.getByRole("option", { name: one.title }).and(page.locator("[data-highlighted]")).waitFor();
    await shoot(page, "palette");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/commissions/${one.id}`);
    await page.keyboard.press("Control+k");
    await page.getByRole("group", { name: "Recent" }).getByRole("option", { name: one.title }).waitFor();
    await isReady(page);
    await page.keyboard.type("memory");
    await page
      .getByRole("option", { name: /^Memory/ })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/memory");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  longTest("opens by its button, does things, says when nothing fits, and closes with Escape", async () => {
    const page = await open();
    await page.getByRole("button", { name: "anything" }).click();
    await isReady(page);
    await page.keyboard.type("theme dark");
    await page.getByRole("option", { name: "Theme: dark" }).click();
    await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
    await page.keyboard.press("Control+k");
    await isReady(page);
    await page.keyboard.type("zzzzzz");
    await page.getByText("Nothing matches.").waitFor();
    await page.keyboard.press("Escape");
    await sheetOver(page).waitFor({ state: "detached" });
  });

  longTest(
    "does what the open commission offers, asks before it as the view does, and says why it cannot",
    async () => {
      const { commissions } = await stage.hall.client.list({ status: "completed", limit: 2 });
      const page = await open(`/commissions/${commissions[1]?.id}`);
      await page.getByRole("button", { name: "Redispatch" }).waitFor();
      await page.keyboard.press("Control+k");
      await isReady(page);
      const acts = page.getByRole("group", { name: "This commission", exact: true });
      const copies = acts.getByRole("option", { name: "Copy the branch name It has no branch." });
      expect(await copies.getAttribute("aria-disabled")).toBe("true");
      await shoot(page, "palette-commission");
      await page.keyboard.type("copy branch");
      await copies.and(page.locator("[data-highlighted]")).waitFor();
      await page.keyboard.press("Enter");
      // It stays open, with the reason.
      await page.getByRole("combobox", { name: /^A view/ }).fill("delete");
      await acts
        .getByRole("option", { name: /^Delete…/ })
        .and(page.locator("[data-highlighted]"))
        .waitFor();
      await page.keyboard.press("Enter");
      const question = page.getByRole("dialog", { name: "Delete this commission?" });
      await question.locator(":focus").waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await isReady(page);
      // Not among what was chosen lately: on another commission it would be another act.
      await acts.getByRole("option", { name: /^Delete…/ }).waitFor();
      await page.keyboard.type("ledger");
      await page
        .getByRole("option", { name: /^Ledger/ })
        .and(page.locator("[data-highlighted]"))
        .waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "Ledger", selected: true }).waitFor();
      await page.getByRole("link", { name: "Workers" }).click();
      await page.getByRole("heading", { level: 1, name: "Workers" }).waitFor();
      await page.keyboard.press("Control+k");
      await page.getByRole("option", { name: "Show the keys" }).waitFor();
      expect(await page.getByRole("option", { name: /^(Delete|Ledger)/ }).count()).toBe(0);
    },
  );
});

/** The field has the focus once the palette is open. */
async function isReady(page: Page): Promise<void> {
  await page.locator("[role=dialog] input:focus").waitFor();
}
