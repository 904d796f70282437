// Finished work on the page: what is ready for the person, and the acts on it, by mouse and by keyboard, in two tabs.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { installed } from "../../../src/host/program.ts";
import { wholeTime } from "../../../web/words/time-of-day.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import type { TestHall } from "../../harness/hall.ts";
import { sheetOver, shoot, useBrowser } from "../../harness/page/page.ts";
import { type StoredReview, storeReview } from "./review-stored.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("finished work on the page", () => {
  const browser = useBrowser();
  let stored: StoredReview;
  let hall: TestHall;
  beforeAll(async () => {
    stored = await storeReview({ files: 20 });
    hall = await stored.home.open();
  }, 60_000);
  afterAll(async () => {
    await stored.home.dispose();
    stored.dispose();
  });

  const ready = (page: Page) => page.getByRole("region", { name: "Ready for you" });
  const row = (page: Page, id: string) => page.locator(`[data-row="ready:${id}"]`);

  test("stands first at home with what it takes to decide, and apart from what is merged", async () => {
    const page = await browser.openPage(hall, "/", { viewport: { width: 1440, height: 900 } });
    await page.getByRole("heading", { level: 1, name: /^Four ready, / }).waitFor();
    const waits = row(page, stored.ids.waits);
    await waits.getByText("Verified").waitFor();
    expect(await waits.textContent()).toMatch(
      /Retry webhooks.*acme.*\+\d+ −\d+.*1 of 1 check.*(?:just now| ago)/,
    );
    await row(page, stored.ids.stopped)
      .getByText(/fail on the merge with claude\/main/)
      .waitFor();
    const merged = page.getByRole("region", { name: "Merged, not on your branch yet" });
    await merged.getByText("Keep waits to the millisecond").waitFor();
    await merged.getByText(/acme is 2 commits ahead of your main/).waitFor();
    expect(await ready(page).getByText("Keep waits").count()).toBe(0);
    await waits.hover();
    await shoot(page, "review-home-1440");
    await showsExactTime(waits.locator("[data-act=seen]"), waits.locator("time"));
    await showsExactTime(merged.locator("[data-act=seen]").first(), merged.locator("time").first());
    const came = page
      .getByRole("region", { name: /^Came back/ })
      .locator("time")
      .first();
    await showsExactTime(came, came);
    const phone = await browser.openPage(hall, "/", {
      colorScheme: "dark",
      viewport: { width: 390, height: 844 },
    });
    await row(phone, stored.ids.waits).getByRole("button", { name: "Accept" }).waitFor();
    await shoot(phone, "review-home-390");
    expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }, 60_000);

  test("opens at its result, with what changed, the evidence and the acts in sight", async () => {
    const page = await browser.openPage(hall, `/commissions/${stored.ids.waits}`, {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByRole("tab", { name: "Result", selected: true }).waitFor();
    await page.getByRole("region", { name: "What changed" }).getByText("src/pause.ts").waitFor();
    await page.getByRole("region", { name: "Evidence" }).getByText("passed", { exact: true }).waitFor();
    const acts = page.getByRole("group", { name: "Acts on the finished work" });
    for (const name of ["Accept", "Send back", "Reject", "Seen"])
      await acts.getByRole("button", { name, exact: true }).waitFor();
    await shoot(page, "review-result-1440");
    const times = page.locator("main header time");
    for (let at = 0; at < 2; at += 1) await showsExactTime(times.nth(at), times.nth(at));
    await page.goto(`${hall.record.url}/commissions?view=table`);
    const listed = page.getByRole("table").locator("time").filter({ visible: true }).first();
    await showsExactTime(listed, listed);
    await page.goto(`${hall.record.url}/commissions/${stored.ids.again}`);
    await page.getByText("2 of 3 answered").waitFor();
    await page.getByText("left out").waitFor();
    await shoot(page, "review-again-1440");
  }, 60_000);

  test("is ticked as seen, rejected with a reason and undone by keyboard; a second tab is told", async () => {
    const page = await browser.openPage(hall);
    const other = await page.context().newPage();
    await other.goto(hall.record.url);
    await row(other, stored.ids.again).waitFor();
    await row(page, stored.ids.stopped).locator("[data-opens]").focus();
    await page.keyboard.press("v");
    await page.getByText("is ticked as seen").waitFor();
    await row(page, stored.ids.stopped).waitFor({ state: "detached" });

    await row(page, stored.ids.again).locator("[data-opens]").focus();
    await page.keyboard.press("x");
    await sheetOver(page).getByLabel("Why").fill("Not needed any more.");
    await page.keyboard.press("Enter");
    await row(page, stored.ids.again).waitFor({ state: "detached" });
    await row(other, stored.ids.again).waitFor({ state: "detached" });
    await page.goto(`${hall.record.url}/commissions/${stored.ids.again}`);
    await page.getByText(/It was rejected: Not needed any more\./).waitFor();
  }, 60_000);

  test("is accepted by key, is then among what is merged, and is undone from there", async () => {
    const page = await browser.openPage(hall);
    const waits = row(page, stored.ids.waits);
    await waits.locator("[data-opens]").focus();
    await page.keyboard.press("a");
    const merged = page.getByRole("region", { name: "Merged, not on your branch yet" });
    await merged.getByText("Retry webhooks with a growing pause").waitFor();
    await waits.locator("[data-opens]").focus();
    await page.keyboard.press("u");
    await sheetOver(page)
      .getByText(/A commit on claude\/main reverts it/)
      .waitFor();
    await sheetOver(page).getByRole("button", { name: "Undo the merge" }).click();
    await waits.waitFor({ state: "detached" });
    await page.goto(`${hall.record.url}/commissions/${stored.ids.waits}`);
    await page.getByText(/Its merge was undone on claude\/main, by [0-9a-f]{12}\./).waitFor();
  }, 60_000);

  test("lists all of it in a view of its own, also what is ticked as seen", async () => {
    const page = await browser.openPage(hall, "/review");
    await page.getByRole("heading", { name: "Waits for you", exact: true }).waitFor();
    await page.getByRole("checkbox", { name: "Also what is ticked as seen" }).check();
    await row(page, stored.ids.stopped).waitFor();
    await shoot(page, "review-list");
  }, 60_000);

  longTest(
    "is decided on by a command line and by the page at once: one act counts, and the other is told",
    async () => {
      const { wide, also } = stored.ids;
      const page = await browser.openPage(hall, `/commissions/${wide}`);
      const acts = page.getByRole("group", { name: "Acts on the finished work" });
      await acts.getByRole("button", { name: "Accept", exact: true }).waitFor();
      const [held, pressed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      await page.route(/\/accept$/, async (route) => {
        pressed.resolve();
        await held.promise;
        await route.continue();
      });
      await page.keyboard.press("a");
      await pressed.promise;
      const rejected = await guildHall(stored, ["review", "reject", wide, "--reason", "Too wide."]);
      expect(rejected).toMatchObject({ code: 0 });
      held.resolve();
      await page.getByText(/Rename everything.*: It was rejected already\./).waitFor();
      expect(linesOf(stored, wide, "landing.rejected")).toBe(1);
      expect(linesOf(stored, wide, "landing.requested")).toBe(0);

      await page.goto(`${hall.record.url}/commissions/${also}`);
      await acts.getByRole("button", { name: "Undo" }).waitFor();
      await page.keyboard.press("u");
      const undo = sheetOver(page).getByRole("button", { name: "Undo the merge" });
      await undo.waitFor();
      const [asked] = await Promise.all([guildHall(stored, ["undo", also]), undo.click()]);
      const words = /It was undone already|Its merge is being undone/;
      if (asked.code === 0) await page.getByText(words).first().waitFor();
      else expect(asked.said).toMatch(words);
      await page.getByText(/Its merge was undone on claude\/main/).waitFor();
      expect(linesOf(stored, also, "landing.requested")).toBe(1);
      expect(linesOf(stored, also, "landing.undone")).toBe(1);
    },
    60_000,
  );
});

/** The pointer at `place` finds the exact time that `time` says in short. */
async function showsExactTime(place: Locator, time: Locator): Promise<void> {
  const at = await time.getAttribute("datetime");
  await place.hover();
  const shown = await place.evaluate(() =>
    [...document.querySelectorAll(":hover")]
      .findLast((each) => each.matches("[title]"))
      ?.getAttribute("title"),
  );
  expect(shown).toBe(wholeTime(new Date(at ?? "")));
}

/** Runs the command line as a person does, in a process of its own. */
async function guildHall({ home }: StoredReview, args: readonly string[]) {
  const env = { PATH: process.env["PATH"] ?? "", HOME: "/dev/null", GUILD_HALL_HOME: home.root };
  const child = Bun.spawn(["node", installed("bin/guild-hall.js"), ...args], { env, stderr: "pipe" });
  const said = await new Response(child.stderr).text();
  return { code: await child.exited, said };
}

function linesOf({ home }: StoredReview, id: CommissionId, type: string): number {
  return readFileSync(home.layout(id).events, "utf8").split(`"type":"${type}"`).length - 1;
}
