// What other tests do by keyboard is done by mouse here, and what they do by mouse by keyboard alone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { tabTo, useBrowser } from "../harness/page/page.ts";
import { commitFiles, gitIn } from "../harness/git/repositories.ts";
import { type RehearsedHome, storeRehearsed } from "./rehearsed-stored.ts";
import { longTest } from "../harness/long.ts";

const copies = { permissions: ["clipboard-read", "clipboard-write"] };
const note = { scope: memoryScope.parse("global"), key: memoryKey.parse("tea") };

describe.skipIf(isWithoutBrowser)("by mouse as by keyboard", () => {
  const browser = useBrowser();
  let stored: RehearsedHome;
  beforeAll(async () => {
    stored = await storeRehearsed();
  }, 60_000);
  afterAll(() => stored.close());

  const open = (path: string) => browser.openPage(stored.hall, path, copies);
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

  test("commissions are filtered, sorted and turned to a board by keyboard alone", async () => {
    const page = await open("/commissions?view=table");
    await page.getByText("3 commissions").waitFor();
    for (const [label, word, query] of [
      ["Status", "Failed", "status=failed"],
      ["Worker", "researcher", "worker=researcher"],
      ["Order", "By title", "sort=title"],
    ] as const) {
      await tabTo(page, page.getByRole("combobox", { name: label }));
      await page.keyboard.type(word);
      await page.waitForURL(new RegExp(query));
    }
    await page.getByText("1 of 3 commissions").waitFor();
    await page.locator("main").focus();
    await page.keyboard.press("c");
    await page.getByText("3 commissions", { exact: true }).waitFor();
    const title = page.getByRole("columnheader", { name: /^Title/ });
    await tabTo(page, title.getByRole("button"));
    await page.keyboard.press("Enter");
    await page.waitForURL(/turned=true/);
    expect(await title.getAttribute("aria-sort")).toBe("descending");
    await page.keyboard.press("v");
    await page.getByRole("heading", { name: /^Failed 1/ }).waitFor();
  }, 60_000);

  longTest(
    "commissions are filtered, turned to a board and opened by mouse",
    async () => {
      const page = await open("/commissions");
      await page.getByRole("button", { name: "Board" }).click();
      await page.getByRole("heading", { name: /^Waiting 1/ }).waitFor();
      await page.getByRole("button", { name: "Table" }).click();
      await page.getByRole("combobox", { name: "Project" }).selectOption("acme");
      await page.getByText("2 of 3 commissions").waitFor();
      await page.getByRole("button", { name: /^Clear/ }).click();
      await page.getByRole("link", { name: /Play it badly/ }).click();
      await page.waitForURL(`**/commissions/${stored.failed}`);
    },
    60_000,
  );

  longTest(
    "the name of a branch is copied by key, from the menu and beside it",
    async () => {
      const page = await open(`/commissions/${stored.played}`);
      const branch = `claude/commission/${stored.played}`;
      await page.getByText(branch).waitFor();
      await page.keyboard.press("b");
      await page.getByText("The branch name is copied.").first().waitFor();
      expect(await copied(page)).toBe(branch);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Copy the id" }).click();
      await page.getByText("The id is copied.").first().waitFor();
      expect(await copied(page)).toBe(stored.played);
      await page.getByRole("button", { name: "Copy the branch name" }).click();
      await page.getByText("Copied", { exact: true }).waitFor();
      expect(await copied(page)).toBe(branch);
    },
    60_000,
  );

  longTest(
    "a question is answered and work redispatched from home by mouse; that one is cancelled and deleted so",
    async () => {
      const page = await open("/");
      const needs = page.getByRole("region", { name: "Needs you" }).locator("[data-row]");
      await needs.getByRole("button", { name: "Answer" }).click();
      await page.getByRole("textbox", { name: /^Your answer/ }).fill("The public ones.");
      await page.locator("form").getByRole("button", { name: "Answer" }).click();
      await page.getByText("Your answer is on record.").first().waitFor();
      await needs.getByRole("button", { name: "Redispatch" }).click();
      const asks = page.getByRole("dialog", { name: "Redispatch “Play it badly”?" });
      await asks.getByRole("button", { name: "Redispatch" }).click();
      await page.getByRole("button", { name: "Open", exact: true }).waitFor();
      // Offered before, and since then done from the row: the refusal is said, though the form is gone.
      await page.getByRole("button", { name: "Redispatch with it" }).click();
      await page.getByText("The redispatch failed: It was redispatched before").first().waitFor();
      await page.getByRole("button", { name: "Open", exact: true }).click();
      await page.getByText("attempt 2").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("dialog").getByLabel("Why").fill("Not needed");
      await page.getByRole("button", { name: "Cancel the commission" }).click();
      await page.getByRole("button", { name: "Redispatch", exact: true }).waitFor();
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: /Delete/ }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.waitForURL(/\/commissions$/);
      const { questions, continuedBy } = await stored.hall.client.detail(stored.failed);
      expect([questions[0]?.answer, continuedBy]).toEqual(["The public ones.", null]);
    },
    60_000,
  );

  longTest(
    "work is redispatched with a word to the worker by keyboard alone",
    async () => {
      const page = await open(`/commissions/${stored.failed}`);
      await page.getByText("Failed").first().waitFor();
      await page.keyboard.press("r");
      await tabTo(page, page.getByLabel("A note to the worker"));
      await page.keyboard.type("Shorter, please.");
      await page.keyboard.press("Control+Enter");
      await page.getByText("attempt 2").waitFor();
      const { continuedBy } = await stored.hall.client.detail(stored.failed);
      expect(new URL(page.url()).pathname).toBe(`/commissions/${continuedBy}`);
      await tabTo(page, page.getByRole("button", { name: "What earlier attempts left" }));
      await page.keyboard.press("Enter");
      await page.getByText("Shorter, please.").waitFor();
    },
    60_000,
  );

  longTest(
    "a worker is gone to, and a guild member started and stopped, by keyboard alone",
    async () => {
      const page = await open("/workers");
      await tabTo(page, page.getByRole("link", { name: "Researcher" }).first());
      await page.keyboard.press("Enter");
      await page.getByText("Its instructions (posture)").waitFor();
      await page.keyboard.type("gw");
      await tabTo(page, page.getByRole("button", { name: "Start Example" }));
      await page.keyboard.press("Enter");
      await tabTo(page, page.getByRole("button", { name: "Stop Example" }));
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Start Example" }).waitFor();
      await page.getByText("stopped", { exact: true }).waitFor();
    },
    60_000,
  );

  longTest(
    "a note is written, changed and brought back by mouse, and forgotten by keyboard",
    async () => {
      const page = await open("/memory");
      await page.getByRole("button", { name: /^Write a note/ }).click();
      await page.getByLabel("Key").fill("tea");
      await page.getByLabel(/What “tea” says/).fill("At five.");
      await page.getByRole("button", { name: /^Save/ }).click();
      await page.getByRole("link", { name: /^tea/ }).click();
      await page.getByRole("button", { name: /^Edit/ }).click();
      await page.getByLabel(/What “tea” says/).fill("At six.");
      await page.getByRole("button", { name: /^Save/ }).click();
      await page.getByText("At six.").waitFor();
      await page.getByRole("button", { name: "Bring back version 1" }).click();
      await page.getByText("At five.").first().waitFor();
      await tabTo(page, page.getByRole("button", { name: "Forget" }));
      await page.keyboard.press("Enter");
      await page.getByText("“tea” is forgotten.").first().waitFor();
      await expect(stored.hall.client.memory.entry(note)).rejects.toMatchObject({ code: "not_found" });
    },
    60_000,
  );

  longTest(
    "a setting is saved by mouse, the keys are shown by mouse, the theme is turned by keyboard",
    async () => {
      const page = await open("/doctor");
      await page.getByLabel("slots", { exact: true }).fill("4");
      await page.getByRole("button", { name: /^Save/ }).click();
      await page.getByText("The settings are in force.").first().waitFor();
      await page.getByRole("button", { name: /keys$/ }).click();
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      await page.keyboard.press("Escape");
      await tabTo(
        page,
        page.getByRole("navigation", { name: "The hall" }).getByRole("radio", { name: "Auto" }),
      );
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(() => document.documentElement.dataset["theme"] === "dark");
    },
    60_000,
  );

  longTest(
    "a project is synced, a kept worktree closed, and the project removed, by mouse",
    async () => {
      const tip = commitFiles(stored.checkout, { "README.md": "A newer project.\n" });
      const page = await open("/projects/acme");
      await page.getByRole("button", { name: /^See what a sync would do/ }).click();
      await page.getByRole("button", { name: "Sync now" }).click();
      await page.getByText(/moved forward to main, by 1 commit/).waitFor();
      expect(gitIn(stored.checkout, "rev-parse", "claude/main")).toBe(tip);
      await page.getByRole("link", { name: "Projects" }).first().click();
      await page.getByText(/^No commission needs 1 of them/).waitFor();
      await page.getByRole("button", { name: "Close them" }).click();
      await page.getByText(/^1 worktree closed, .* freed/).waitFor();
      await stored.hall.client.cancel(stored.played);
      await page.getByRole("link", { name: /^acme/ }).click();
      await page.getByText("No commission is changing this project.").waitFor();
      await page.getByRole("button", { name: "Remove" }).click();
      await page.getByText(/the project’s memory stay/).waitFor();
      await page.getByRole("button", { name: "Remove it" }).click();
      await page.getByText("There are no projects yet.").waitFor();
    },
    60_000,
  );
});
