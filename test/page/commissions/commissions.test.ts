// The list of commissions as a person uses it: filter, sort, walk by keys, open, and come back.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { linkTo } from "../../../scripts/page/stage-hall.ts";
import { type ManyStage, openMany } from "../../../scripts/page/stage-many.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { shoot, useBrowser } from "../../harness/page/page.ts";
import { longTest } from "../../harness/long.ts";

const phone = { viewport: { width: 390, height: 844 } };

describe.skipIf(isWithoutBrowser)("the commissions", () => {
  const browser = useBrowser();
  let stage: ManyStage;
  beforeAll(async () => {
    stage = await openMany({ count: 120 });
  });
  afterAll(() => stage.close());

  async function newPage(options: BrowserContextOptions = {}) {
    return (await browser.newContext(options)).newPage();
  }
  async function open(page: Page, path: string) {
    await page.goto(await linkTo(stage.hall, path));
    await page.getByText(/^\d+ commissions$/).waitFor();
    return page;
  }
  const activeTitle = (page: Page) =>
    page.waitForFunction(() => document.activeElement?.getAttribute("data-id")).then((id) => id.jsonValue());

  /** The focus follows a key when the page has been painted anew. */
  const untilActive = (page: Page, id: string | null | undefined) =>
    page.waitForFunction((wanted) => document.activeElement?.getAttribute("data-id") === wanted, id);

  test("are walked with the keys, opened, and come back to", async () => {
    const page = await open(await newPage(), "/commissions?view=table");
    for (const key of ["j", "ArrowDown", "j", "k"]) await page.keyboard.press(key);
    const { commissions } = await stage.hall.client.list({ limit: 3 });
    const id = commissions[1]?.id ?? "";
    await untilActive(page, id);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/commissions/${id}`);
    await page.goBack();
    await untilActive(page, id);
    await shoot(page, "commissions-table");
  });

  longTest("are walked across the columns of the board", async () => {
    const page = await open(await newPage(), "/commissions?view=board");
    await page.keyboard.press("j");
    const first = await activeTitle(page);
    await page.keyboard.press("l");
    await page.waitForFunction((was) => document.activeElement?.getAttribute("data-id") !== was, first);
    await page.keyboard.press("h");
    await untilActive(page, first);
    await shoot(page, "commissions-board");
  });

  test("are filtered by words that the address follows, and cleared", async () => {
    const page = await open(await newPage(), "/commissions?view=table");
    await page.keyboard.press("f");
    await page.keyboard.type("archive");
    await page.getByText(/^\d+ of 12\d commissions$/).waitFor();
    await page.waitForURL(/q=archive/);
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.getByText(/^12\d commissions$/).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("q"));
  });

  longTest(
    "are narrowed to what can be trusted, by address and by keys, as a table and as a board",
    async () => {
      const { commissions } = await stage.hall.client.list({ limit: 200 });
      const said = (wanted: string) =>
        `${commissions.filter(({ trust }) => trust === wanted).length} of ${commissions.length} commissions`;
      const page = await newPage();
      await page.goto(await linkTo(stage.hall, "/commissions?view=table&trust=verified"));
      await page.getByText(said("verified"), { exact: true }).waitFor();
      const trust = page.getByRole("combobox", { name: "Trust" });
      expect(await trust.inputValue()).toBe("verified");
      await trust.focus();
      await page.keyboard.press("ArrowDown");
      await page.waitForURL(/trust=claimed/);
      await page.getByText(said("claimed"), { exact: true }).waitFor();
      await page.getByRole("button", { name: "Board" }).click();
      const board = page.getByRole("region", { name: /^Completed/ });
      await board.getByText("Claimed").first().waitFor();
      expect(await board.getByText("Verified").count()).toBe(0);
      await page.getByRole("button", { name: "Clear" }).click();
      await page.getByText(/^12\d commissions$/).waitFor();
      await page.waitForURL((url) => !url.searchParams.has("trust"));
    },
  );

  longTest("say to a screen reader how they are sorted, and each key once", async () => {
    const page = await open(await newPage(), "/commissions?view=table");
    await page.getByRole("button", { name: "Title" }).click();
    await page.getByRole("button", { name: /^Title\s+sorted, ascending$/ }).waitFor();
    await page.keyboard.press("?");
    const lines = await page.getByRole("dialog").locator("dd").allTextContents();
    expect(lines.length).toBe(new Set(lines).size);
    expect(lines).toContain("Next commission");
  });

  longTest("have two lines on a phone, and nothing wider than it", async () => {
    const page = await open(await newPage(phone), "/commissions?view=table");
    const row = page.getByRole("row").first();
    expect((await row.boundingBox())?.height).toBe(60);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await shoot(page, "commissions-390");
  });
});
