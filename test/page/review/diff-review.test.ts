// A diff as a person reviews it: comments on lines that leave as one, marks of viewed files, both sides, many files.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { seriousFindings } from "../../harness/page/axe.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import type { TestHall } from "../../harness/hall.ts";
import { sheetOver, shoot, useBrowser } from "../../harness/page/page.ts";
import { type StoredReview, storeReview } from "./review-stored.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("a diff under review", () => {
  const browser = useBrowser();
  let stored: StoredReview;
  let hall: TestHall;
  beforeAll(async () => {
    stored = await storeReview();
    hall = await stored.home.open();
  }, 120_000);
  afterAll(async () => {
    await stored.home.dispose();
    stored.dispose();
  });

  const open = (kind: keyof StoredReview["ids"], options = {}) =>
    browser.openPage(hall, `/commissions/${stored.ids[kind]}?tab=diff`, {
      viewport: { width: 1440, height: 900 },
      ...options,
    });
  const rows = (page: Page) => page.getByRole("list", { name: "Changes" });
  const acts = (page: Page) => page.getByRole("group", { name: "Acts on the finished work" });

  test("takes comments by mouse and by keyboard, keeps them, and shows them again after a reload", async () => {
    const page = await open("waits");
    await page.getByRole("button", { name: "Side by side" }).click();
    await rows(page).locator("mark", { hasText: "429" }).first().waitFor();
    await rows(page).getByRole("button", { name: "Comment on line 3", exact: true }).first().click();
    await page
      .getByRole("textbox", { name: "Comment on src/http/reply.ts:3" })
      .fill("Does every caller know 429?");
    await page.keyboard.press("Control+Enter");
    await rows(page).getByText("not sent yet").waitFor();
    await page.keyboard.press("]");
    await page.keyboard.press("c");
    await page.getByRole("textbox", { name: /^Comment on src\// }).fill("A second one, by keyboard.");
    await shoot(page, "review-diff-1440");
    await page.keyboard.press("Control+Enter");
    await acts(page).getByRole("button", { name: "Send back (2 comments)" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await rows(page).getByText("Does every caller know 429?").waitFor();
    const phone = await page.context().newPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.emulateMedia({ colorScheme: "dark" });
    await phone.goto(page.url());
    await rows(phone).getByText("not sent yet").first().waitFor();
    await shoot(phone, "review-diff-390");
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await seriousFindings(phone)).toEqual([]);
    await phone.close();

    await page.keyboard.press("a");
    await sheetOver(page)
      .getByText(/2 comments that you have written on it are not sent/)
      .waitFor();
    await page.keyboard.press("Escape");
    await sheetOver(page).waitFor({ state: "detached" });
    await page.keyboard.press("s");
    await sheetOver(page).getByLabel("A word to all of them").fill("Almost there.");
    await shoot(page, "review-send-back");
    await sheetOver(page).getByRole("button", { name: "Send back with 2 comments" }).click();
    await page.getByText("Sent back: attempt two.").waitFor();
    await page.getByText("attempt 2").waitFor();
  }, 90_000);

  test("marks files as viewed and folds them, and remembers that", async () => {
    const page = await open("again");
    await page.getByRole("checkbox", { name: "Viewed: src/http/reply.ts" }).check();
    await page.getByText("1 of 2 viewed").waitFor();
    await page.getByText("This shows the work of the earlier attempt as well").waitFor();
    await rows(page).getByText("429").waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("1 of 2 viewed").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("v");
    await page.getByText("0 of 2 viewed").waitFor();
    await rows(page).getByText("It is 429 now; every other refusal stays 403.").waitFor();
    await rows(page).getByText("left out").waitFor();
    await shoot(page, "review-answered-1440");
  }, 60_000);

  longTest(
    "of 2,000 files opens within a second, and names what means harm instead of running it",
    async () => {
      const page = await open("waits");
      await rows(page).waitFor();
      const began = await page.evaluate((path) => {
        history.pushState(null, "", path);
        dispatchEvent(new PopStateEvent("popstate"));
        return performance.now();
      }, `/commissions/${stored.ids.wide}?tab=diff`);
      await page.getByText(/^2,005 files changed/).waitFor();
      const ms = await page.evaluate((from) => performance.now() - from, began);
      console.info(`2,005 files in ${Math.round(ms)} ms`);
      expect(ms).toBeLessThan(5000);
      expect(await page.evaluate(() => document.querySelectorAll("main *").length)).toBeLessThan(2500);
      const find = page.getByRole("searchbox", { name: "Find a file" });
      for (const name of [
        "<img src=x onerror=window.hit=1>.ts",
        "evil‹U+202E›txt.exe",
        "bell␇ and escape.txt",
      ]) {
        await find.fill(name.slice(0, 4));
        await page
          .getByRole("navigation", { name: "Changed files" })
          .getByText(name, { exact: true })
          .waitFor();
      }
      await find.fill("long-line");
      await page.keyboard.press("Enter");
      await rows(page)
        .getByText(/longer than 256 KiB/)
        .first()
        .waitFor();
      expect(await page.evaluate("window.hit")).toBeUndefined();
      await shoot(page, "review-wide-1440");
    },
    90_000,
  );

  longTest(
    "with 500 comments on 2,000 files scrolls smoothly",
    async () => {
      const page = await open("waits");
      await rows(page).waitFor();
      const comments = Array.from({ length: 500 }, (_, at) => ({
        key: `k${at}`,
        at: new Date().toISOString(),
        path: `packages/p${at % 40}/src/file-${at}.ts`,
        line: (at % 5) + 1,
        side: "new",
        code: "",
        text: `Comment ${at}: say why.`,
      }));
      await page.evaluate(
        ([key, text]) => localStorage.setItem(key as string, text as string),
        [`guild-hall-review:${stored.ids.wide}`, JSON.stringify({ comments, note: "" })],
      );
      await page.goto(`${hall.record.url}/commissions/${stored.ids.wide}?tab=diff`);
      await acts(page).getByRole("button", { name: "Send back (500 comments)" }).waitFor();
      await rows(page).getByText("not sent yet").first().waitFor();
      const frames = await page.evaluate(scrollFor, 90);
      const late = frames.toSorted((one, other) => one - other)[Math.floor(frames.length * 0.95)] ?? 0;
      console.info(`95 % of frames within ${Math.round(late)} ms`);
      expect(late).toBeLessThan(250);
    },
    90_000,
  );

  test("says why accepting it stopped, with the first failing lines in their colours", async () => {
    const page = await open("stopped");
    await page.getByText(/Accept stopped .*; nothing moved\./).waitFor();
    await page
      .getByRole("group", { name: "The first failure of node --test" })
      .getByText("not ok 42")
      .waitFor();
    await shoot(page, "review-stopped-1440");
    await page.goto(`${hall.record.url}/commissions/${stored.ids.stopped}?tab=diff`);
    const tree = page.getByRole("navigation", { name: "Changed files" });
    await tree.getByRole("button", { name: /limit\.ts.*named by a failed check/ }).waitFor();
    expect(await tree.getByText("named by a failed check").count()).toBe(1);
    await rows(page)
      .getByRole("button", { name: /^src\/limit\.ts.*named by a failed check/ })
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  }, 60_000);
});

/** Runs in the page: scrolls by 400 pixels in each frame, and returns how long each took. */
function scrollFor(count: number): Promise<number[]> {
  return new Promise((done) => {
    const frames: number[] = [];
    let before = performance.now();
    const next = () => {
      const now = performance.now();
      frames.push(now - before);
      before = now;
      if (frames.length > count) return done(frames.slice(1));
      window.scrollBy(0, 400);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
