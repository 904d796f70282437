// What was rehearsed is marked as such wherever it is named, so that nobody takes it for work.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { shoot, useBrowser } from "../harness/page/page.ts";
import { type RehearsedHome, storeRehearsed } from "./rehearsed-stored.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("what was rehearsed", () => {
  const browser = useBrowser();
  let stored: RehearsedHome;
  beforeAll(async () => {
    stored = await storeRehearsed();
  }, 60_000);
  afterAll(() => stored.close());

  const open = (path: string) => browser.openPage(stored.hall, path);

  test("is marked at home, also where it was put off", async () => {
    const page = await open("/");
    const need = page.getByRole("region", { name: "Needs you" }).locator("[data-row]");
    await marked(need.first());
    await need.first().getByRole("button", { name: "Later" }).click();
    await page.getByRole("menuitem", { name: "Until it changes" }).click();
    await page.getByText("One thing deferred").click();
    await marked(page.getByRole("listitem").filter({ hasText: "Bring back" }));
    await marked(page.getByRole("region", { name: "At work now" }).locator("[data-row]").first());
    await page.getByText("Spent $0.00 today, $0.00 in a week").waitFor();
  }, 60_000);

  longTest(
    "is marked in the table, on the board and in the palette",
    async () => {
      const page = await open("/commissions?view=table");
      await marked(page.getByRole("link", { name: /Play it badly/ }));
      await page.keyboard.press("v");
      await marked(page.getByRole("link", { name: /Play it badly/ }));
      await page.keyboard.press("Control+k");
      await page.locator("[role=dialog] input:focus").waitFor();
      await page.keyboard.type("badly");
      await marked(page.getByRole("option", { name: /Play it badly/ }));
      await shoot(page, "rehearsed-palette");
    },
    60_000,
  );

  longTest(
    "is marked where it is in flight and where its worktree is, and a project brings itself along",
    async () => {
      const page = await open("/projects/acme");
      const flight = page.getByRole("region", { name: "In flight" }).getByRole("listitem");
      await marked(flight.filter({ hasText: "Play it" }));
      const worktree = page.getByRole("region", { name: "Worktrees" }).getByRole("listitem");
      await marked(worktree.filter({ hasText: "Play it" }));
      await page.getByText(`guild-hall config set projects.acme.checks '["npm test"]'`).waitFor();
      await shoot(page, "rehearsed-project");
      await page.keyboard.press("n");
      await page.getByRole("heading", { name: "New commission" }).waitFor();
      await page.waitForFunction(
        () => document.querySelector<HTMLSelectElement>("#new-project")?.value === "acme",
      );
      await page.getByRole("combobox", { name: "Wait for" }).click();
      const offer = page.getByRole("option", { name: /Play it badly/ });
      await marked(offer);
      await offer.click();
      await page.getByText("Play it badly (rehearsed)").waitFor();
    },
    60_000,
  );

  longTest(
    "is marked in its own head, in the chain of attempts and where it is waited for; lists tell its attempts apart",
    async () => {
      const { id } = await stored.hall.client.redispatch(stored.failed, {});
      const page = await open(`/commissions/${id}`);
      await marked(page.locator("main header"));
      await page.getByText(/^It waits for .* \(Play it\), which is in progress$/).waitFor();
      const attempts = page.getByRole("group", { name: "Attempts" }).getByRole("listitem");
      await attempts.filter({ hasText: "Failed" }).waitFor(); // the earlier one is asked for by itself
      expect(await attempts.count()).toBe(2);
      expect(await attempts.allTextContents()).toEqual([
        expect.stringMatching(/^1.*rehearsedFailed$/),
        expect.stringMatching(/^2this onerehearsed/),
      ]);
      await marked(page.getByRole("group", { name: "Where" }).locator("dd", { hasText: "Play it" }));
      await shoot(page, "rehearsed-attempts");
      // The two have one title.
      await page.goto(new URL("/commissions?view=table", page.url()).href);
      const told = async (places: Locator) => {
        await places.filter({ hasText: "attempt 2" }).waitFor();
        await places.filter({ hasText: "attempt 1" }).waitFor();
      };
      await told(page.getByRole("link", { name: /Play it badly/ }));
      await shoot(page, "attempts-table");
      await page.keyboard.press("v");
      await page.getByRole("region", { name: /^Failed/ }).waitFor();
      await told(page.getByRole("link", { name: /Play it badly/ }));
      await shoot(page, "attempts-board");
      await page.keyboard.press("Control+k");
      await page.locator("[role=dialog] input:focus").waitFor();
      await page.keyboard.type("badly");
      await told(page.getByRole("option", { name: /Play it badly/ }));
      await page.goto(new URL("/", page.url()).href);
      await page.getByRole("link", { name: "Play it badly attempt 2" }).waitFor();
      await shoot(page, "attempts-home");
    },
    60_000,
  );
});

async function marked(place: Locator): Promise<void> {
  await place.getByText("rehearsed").first().waitFor();
}
