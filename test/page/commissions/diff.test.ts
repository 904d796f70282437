// What a commission changed, as a person reviews it: while it is at work, when it is over, and where nothing is left.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import type { TestHall } from "../../harness/hall.ts";
import { shoot, useBrowser } from "../../harness/page/page.ts";
import { type StoredDiffs, storeDiffs, strangeName } from "./diff-stored.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("a diff", () => {
  const browser = useBrowser();
  let stored: StoredDiffs;
  let hall: TestHall;
  beforeAll(async () => {
    stored = await storeDiffs();
    hall = await stored.home.open();
  }, 60_000);
  afterAll(() => stored.dispose());

  const open = (kind: keyof StoredDiffs["ids"], options = {}) =>
    browser.openPage(hall, `/commissions/${stored.ids[kind]}?tab=diff`, options);
  const rows = (page: Page) => page.getByRole("list", { name: "Changes" });
  const head = (page: Page, name: string | RegExp) => rows(page).getByRole("button", { name });

  test("of one at work is its worktree as it is, and is looked at again", async () => {
    const page = await open("live");
    await page.getByText("No file is changed yet.").waitFor();
    writeFileSync(join(stored.worktree, "src/queue.ts"), "export const tries = 4;\n");
    await page.getByText(/1 file changed.*to the worktree as it is/).waitFor();
    await rows(page).getByText("export const tries = 4;").waitFor();
  }, 30_000);

  test("shows every kind of change for what it is, and folds by mouse and by keyboard", async () => {
    const page = await open("kept", { permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByText(/^12 files changed/).waitFor();
    const says = async (words: string) => expect(await rows(page).innerText()).toContain(words);
    await head(page, `${strangeName} new +1 −0`).waitFor();
    await head(page, "gone.txt deleted +0 −1").waitFor();
    await head(page, "picture.png new not text").waitFor();
    await says("It was a plain file, and is an executable now.");
    await says("There is a newline at its end now.");
    await says("There is no newline at its end any more.");
    await says("It is not text, or too large to be compared.");
    await shoot(page, "diff-1440");

    await head(page, /gone\.txt/).click();
    await head(page, "gone.txt deleted 1 line folded +0 −1").waitFor();
    await page.keyboard.press("Enter");
    await rows(page).getByText("gone", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Fold all" }).press("Enter");
    await head(page, /src\/old name\.ts → src\/new name\.ts renamed/).press("Enter");
    await says("Renamed from src/old name.ts; nothing in it changed.");
    await page.getByRole("button", { name: "Copy branch name" }).press("Enter");
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `claude/commission/${stored.ids.kept}`,
    );
  }, 30_000);

  longTest(
    "of hostile code is text, and holds up nobody however long a grammar takes on it",
    async () => {
      const page = await open("kept");
      await page.getByRole("button", { name: "Fold all" }).click();
      await head(page, /slow\.cs/).click();
      await rows(page)
        .getByText(/^a a a/)
        .first()
        .waitFor();
      // What is in view last is coloured, though the one before it never is.
      await head(page, /slow\.cs/).click();
      await head(page, /queue\.ts/).click();
      await rows(page).locator("code span", { hasText: "export" }).first().waitFor();
      await rows(page).getByText('// <img src=x onerror="window.hit=1">‹U+202E›').waitFor();
      expect(await page.evaluate("window.hit")).toBeUndefined();
      await head(page, /wide\.js/).click();
      await rows(page).getByText("… 145,016 more characters are not shown").waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    },
    30_000,
  );

  longTest(
    "of one that was merged is there though its branch is gone; where its commits are gone, that is said",
    async () => {
      const page = await open("merged");
      await page.getByText(/^2 files changed/).waitFor();
      await rows(page).getByText("export const tries = 5;").waitFor();
      const lost = await open("gone");
      await lost
        .getByRole("alert")
        .getByText(/commits of its work are not in the repository/)
        .waitFor();
    },
    30_000,
  );

  longTest(
    "of 500 files and 50,000 lines has few elements, from its beginning to its end",
    async () => {
      const page = await open("wide");
      await page.getByText(/^501 files changed \+50,001/).waitFor();
      await head(page, /file-0\.ts/).waitFor();
      await page.keyboard.press("End");
      await head(page, /\.lore\/commissions/).waitFor();
      expect(await page.evaluate(() => document.querySelectorAll("main *").length)).toBeLessThan(2000);
    },
    30_000,
  );

  longTest(
    "whose files are long is folded, says what the hall left out, and has it on demand",
    async () => {
      const page = await open("long", { viewport: { width: 390, height: 844 } });
      await head(page, "a-5000.ts new 5,000 lines folded +5000 −0").click();
      await rows(page).getByText("let a = 1;").first().waitFor();
      await page.keyboard.press("Enter");
      await head(page, /b-50000\.ts/).click();
      await rows(page)
        .getByText("Its patch is longer than 256 KiB; ask for this file alone.")
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Show this file" }).first().press("Enter");
      await rows(page).getByText("@@ -0,0 +1,50000 @@").waitFor();
      await page.keyboard.press("End");
      await page.getByRole("button", { name: "Show this file" }).click();
      await rows(page).getByText("… 995,016 more characters are not shown").waitFor();
    },
    30_000,
  );

  longTest(
    "of work in conflict shows both sides of what could not be merged first, and the ways out",
    async () => {
      const page = await open("torn");
      await page.getByText("1 file could not be merged into claude/main:").waitFor();
      await page.getByText(/a new attempt begins at claude\/main as it is now and gets this patch/).waitFor();
      await head(page, "src/queue.ts on claude/main +1 −1").waitFor();
      await head(page, "src/queue.ts by this commission +1 −1").waitFor();
      await head(page, "notes.txt new +1 −0").waitFor();
      const text = await rows(page).innerText();
      const places = ["tries = 6;", "tries = 7;", "notes.txt"].map((words) => text.indexOf(words));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places).not.toContain(-1);
      await head(page, /on claude\/main/).press("Enter");
      await rows(page).getByText("tries = 6;").waitFor({ state: "detached" });
      await rows(page).getByText("tries = 7;").waitFor();
      await shoot(page, "conflict-1440");
    },
    30_000,
  );

  longTest(
    "in conflict is redispatched on today's integration branch by default, and says what a fresh start leaves",
    async () => {
      const page = await open("torn");
      await page
        .getByText(/Redispatch it: a new attempt gets the work to apply to claude\/main as it is now\./)
        .waitFor();
      await page.getByRole("button", { name: "Redispatch on today’s claude/main" }).click();
      const sheet = page.getByRole("dialog");
      await sheet.getByText(/begins at claude\/main as it is now and gets the patch of this one/).waitFor();
      const again = sheet.getByRole("button", { name: "Redispatch on today’s claude/main" });
      await again.waitFor();
      await sheet.getByText(/without the files or the patch/).waitFor();
      await sheet.getByRole("checkbox").check();
      await again.waitFor({ state: "detached" });
      await sheet.getByRole("button", { name: "Redispatch", exact: true }).waitFor();
    },
    30_000,
  );

  longTest(
    "of merged work whose branch is gone offers no name to copy, and says why",
    async () => {
      const page = await open("merged");
      await head(page, /src\/queue\.ts/).waitFor();
      await page.getByRole("button", { name: "Fold all" }).waitFor();
      expect(await page.getByRole("button", { name: "Copy branch name" }).count()).toBe(0);
      expect(await page.getByRole("button", { name: "Copy the branch name" }).count()).toBe(0);
      await page.getByRole("button", { name: "More actions" }).click();
      const item = page.getByRole("menuitem", { name: /^Copy the branch name/ });
      expect(await item.textContent()).toBe(
        "Copy the branch nameIts branch is gone: it is merged into claude/main.",
      );
      expect(await item.getAttribute("aria-disabled")).toBe("true");
      await page.keyboard.press("Escape");
      await page.keyboard.press("b");
      await page.getByText("Its branch is gone: it is merged into claude/main.").first().waitFor();
    },
    30_000,
  );
});
