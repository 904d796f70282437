// Everything that can need a person, on the page: each with its action and a way to put it off, by keyboard and by mouse.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { AttentionKind } from "../../../src/contract/api/attention.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { type TestHall, TestHome } from "../../harness/hall.ts";
import { created } from "../../harness/ledger/histories.ts";
import { lay } from "../../harness/ledger/laid-work.ts";
import { shoot, tabTo, useBrowser } from "../../harness/page/page.ts";
import { type NeedyHome, storeNeeds } from "./needs-stored.ts";
import { longTest } from "../../harness/long.ts";

interface Need {
  kind: AttentionKind;
  says: string;
  /** What its first button is called, and where that leads; null: it opens a form in place. */
  act: [name: string, to: ((ids: NeedyHome["ids"]) => string) | null];
}

/** As they stand there: the most urgent first. */
const needs: readonly Need[] = [
  { kind: "quota", says: "The model's quota is used up", act: ["Credentials", () => "/doctor"] },
  { kind: "question", says: "Which flows?", act: ["Answer", null] },
  {
    kind: "refuted",
    says: "“Retries” does not pass its checks",
    act: ["Evidence", (ids) => `/commissions/${ids.refuted}?tab=checks`],
  },
  {
    kind: "conflict",
    says: "Conflict with claude/main in “Leases”",
    act: ["See both", (ids) => `/commissions/${ids.conflict}?tab=diff`],
  },
  {
    kind: "failed",
    says: "“Archive” was refused by the model's server",
    act: ["See why", (ids) => `/commissions/${ids.failed}`],
  },
  {
    kind: "project",
    says: "Project “acme” cannot be worked on",
    act: ["The project", () => "/projects/acme"],
  },
  {
    kind: "member",
    says: "Guild member “little” has failed",
    act: ["Its logs", () => "/workers/member%3Alittle"],
  },
  {
    kind: "package",
    says: "The package in “odd” cannot be used",
    act: ["The package", () => "/workers"],
  },
  { kind: "hall", says: "deferred.json", act: ["See why", () => "/doctor"] },
];

describe.skipIf(isWithoutBrowser)("what needs a person", () => {
  const browser = useBrowser();
  let stored: NeedyHome;
  let hall: TestHall;
  beforeAll(async () => {
    stored = await storeNeeds();
    hall = await stored.open();
  }, 30_000);
  afterAll(() => stored.home.dispose());

  test("stands there with its action, whatever it is", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Nine things need you");
    await page.getByRole("button", { name: "Show the other 1" }).click();
    const rows = rowsOf(page);
    expect(await rows.count()).toBe(needs.length);
    for (const [at, { says, act }] of needs.entries()) {
      const row = rows.nth(at);
      expect(await row.textContent()).toContain(says);
      const [name, to] = act;
      const first = row.locator("div a, div button").filter({ hasText: name }).first();
      expect([says, await first.getAttribute("href")]).toEqual([says, to?.(stored.ids) ?? null]);
      await row.getByRole("button", { name: "Later" }).waitFor();
    }
    await shoot(page, "needs-1440");
  });

  longTest("leads to what a guild member printed, also where it only serves tools", async () => {
    const page = await browser.openPage(hall);
    await page.getByRole("link", { name: "Its logs" }).click();
    await page.getByRole("heading", { level: 1, name: "Little" }).waitFor();
    await page.getByText("It only serves tools").waitFor();
    await page.getByText("What it printed").click();
    await page.getByLabel("What little printed last").or(page.getByText("It has printed nothing.")).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByRole("link", { name: /Commission it/ }).count()).toBe(0);
  });

  longTest(
    "is put off by mouse until tomorrow, and by keyboard until it changes, whatever it is",
    async () => {
      const page = await browser.openPage(hall);
      await heading(page, "Nine things need you");
      await rowsOf(page).first().getByRole("button", { name: "Later" }).click();
      await page.getByRole("menuitem", { name: /^Tomorrow/ }).click();
      await heading(page, "Eight things need you");
      await page.keyboard.press("j");
      for (const left of [
        "Seven things",
        "Six things",
        "Five things",
        "Four things",
        "Three things",
        "Two things",
      ]) {
        await putOff(page);
        await heading(page, `${left} need you`);
      }
      await putOff(page);
      await heading(page, "One thing needs you");
      await putOff(page);
      await heading(page, "Nothing needs you");
      const { deferred } = await hall.client.attention.list();
      expect(deferred.map(({ kind }) => kind)).toEqual(needs.map(({ kind }) => kind));
      expect(deferred.map((item) => item.deferred?.until === null)).toEqual(
        needs.map(({ kind }) => kind !== "quota"),
      );
    },
    60_000,
  );

  longTest(
    "stays put off over a restart of the hall, and comes back by keyboard alone",
    async () => {
      await hall.kill("SIGTERM");
      hall = await stored.open();
      const page = await browser.openPage(hall);
      // What the hall said of its own file is over, and the member has failed with other words: another cause.
      await page.getByText("Seven things deferred").waitFor();
      await heading(page, "One thing needs you");
      await tabTo(page, page.locator("summary", { hasText: "things deferred" }));
      await page.keyboard.press("Enter");
      await tabTo(page, page.getByRole("button", { name: "Bring back: Which flows?" }));
      await page.keyboard.press("Enter");
      await heading(page, "Two things need you");
      const { items } = await hall.client.attention.list();
      expect(items.map(({ kind }) => kind)).toEqual(["question", "member"]);
    },
    60_000,
  );
});

describe.skipIf(isWithoutBrowser)("without a key", () => {
  const browser = useBrowser();
  const home = new TestHome();
  afterAll(() => home.dispose());

  test("the work that stands still for it stands first, and goes when it is cancelled", async () => {
    const layout = homeLayout(home.root);
    const [first, second] = [lay(layout, created), lay(layout, created)];
    const hall = await home.open();
    const page = await browser.openPage(hall);
    await heading(page, "One thing needs you");
    const row = rowsOf(page).first();
    expect(await row.textContent()).toContain("Two commissions wait for a key");
    expect(await row.getByRole("link", { name: "Credentials" }).getAttribute("href")).toBe("/doctor");
    await hall.client.cancel(first);
    await page.getByText("One commission waits for a key").waitFor();
    await hall.client.cancel(second);
    await heading(page, "Nothing needs you");
  });
});

/** With the keyboard alone, the row one is at, for good. */
async function putOff(page: Page): Promise<void> {
  await page.locator("[data-row] a:focus").waitFor();
  await page.keyboard.press("l");
  const forGood = page.getByRole("menuitem", { name: "Until it changes" });
  await forGood.waitFor();
  await page.locator("[role=menu]:focus, [role=menuitem]:focus").first().waitFor(); // the keys are in the menu now
  await page.keyboard.press("End");
  await forGood.and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Enter");
}

function rowsOf(page: Page): Locator {
  return page.getByRole("region", { name: "Needs you" }).locator("[data-row]");
}

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}
