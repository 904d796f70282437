// What is ahead of the person's branch, and taking it over: by the hall where the branch is checked out nowhere, else by
// the person's own git with the command that the page gives.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { seriousFindings } from "../../harness/page/axe.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import type { TestHall } from "../../harness/hall.ts";
import { shoot, useBrowser } from "../../harness/page/page.ts";
import { type StoredReview, storeReview } from "./review-stored.ts";

describe.skipIf(isWithoutBrowser).each([{ isCheckedOut: true }, { isCheckedOut: false }])(
  "what is ahead of a branch (checked out: $isCheckedOut)",
  ({ isCheckedOut }) => {
    const browser = useBrowser();
    let stored: StoredReview;
    let hall: TestHall;
    beforeAll(async () => {
      stored = await storeReview({ isCheckedOut, files: 5 });
      hall = await stored.home.open();
    }, 60_000);
    afterAll(async () => {
      await stored.home.dispose();
      stored.dispose();
    });

    test("is listed commit by commit and as one diff, and is taken over as the checkout allows", async () => {
      const before = gitIn(stored.checkout, "rev-parse", "main");
      const page = await browser.openPage(hall, "/projects/acme", {
        viewport: { width: 1440, height: 1000 },
      });
      const ahead = page.getByRole("region", { name: "Ahead of your main" });
      await ahead.getByRole("link", { name: "Keep waits to the millisecond" }).waitFor();
      await ahead.getByRole("button", { name: /changed by “Say how a delivery is signed”/ }).press("Enter");
      await ahead.getByText("export const landed = 2;").waitFor();
      await ahead.getByRole("button", { name: "All of it as one diff" }).click();
      await ahead.getByText("export const landed = 1;").waitFor();
      await page.keyboard.press("Escape");
      await ahead.getByRole("button", { name: "All of it as one diff" }).click();
      await ahead.getByRole("button", { name: "Take over", exact: true }).click();
      await ahead.getByText(/main moves forward by 2 commits, to claude\/main/).waitFor();
      await shoot(page, `review-ahead-${isCheckedOut ? "checked-out" : "free"}`);
      expect(await seriousFindings(page)).toEqual([]);
      if (isCheckedOut) {
        await ahead.getByText(/^git -C .* merge --ff-only/).waitFor();
        expect(await ahead.getByRole("button", { name: "Take it over" }).count()).toBe(0);
        expect(gitIn(stored.checkout, "rev-parse", "main")).toBe(before);
        return;
      }
      await ahead.getByRole("button", { name: "Take it over" }).click();
      await ahead.getByText("Your main has everything.").waitFor();
      expect(gitIn(stored.checkout, "rev-parse", "main")).toBe(
        gitIn(stored.checkout, "rev-parse", "claude/main"),
      );
      await ahead.getByRole("button", { name: "Undo the last take-over" }).click();
      await ahead.getByRole("button", { name: "Move it back" }).click();
      await ahead.getByRole("link", { name: "Keep waits to the millisecond" }).waitFor();
      expect(gitIn(stored.checkout, "rev-parse", "main")).toBe(before);
    }, 60_000);
  },
);
