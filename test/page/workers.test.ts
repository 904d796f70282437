// The workers, as a person looks at them: the roster, one of them, and a guild member that is started and stopped.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { appendFileSync } from "node:fs";
import type { Locator, Page, Route } from "playwright-core";
import { homeLayout, memberLayout } from "../../src/contract/home/home-layout.ts";
import { memberName } from "../../src/contract/member/member.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { type TestHall, until } from "../harness/hall.ts";
import { addLittle } from "../harness/members/members.ts";
import { shoot, useBrowser } from "../harness/page/page.ts";
import { type StoredWork, storeWork } from "./workers-stored.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("workers", () => {
  const browser = useBrowser();
  let stored: StoredWork;
  let hall: TestHall;
  beforeAll(async () => {
    stored = await storeWork();
    addLittle(stored.home.root, "noisy", { manifest: { displayName: "Noisy" } });
    addLittle(stored.home.root, "stumbler", { how: "crashes", manifest: { displayName: "Stumbler" } });
    addLittle(stored.home.root, "helper", { how: "worker", manifest: { displayName: "Helper" } });
    hall = await stored.home.open();
  });
  afterAll(() => stored.home.dispose());

  test("are listed with what they may touch and their record, and what was passed over", async () => {
    const page = await browser.openPage(hall, "/workers");
    const rows = page.getByRole("region", { name: "Packages" }).getByRole("listitem");
    const researcher = rows.filter({ hasText: "Keeper of Questions" });
    await researcher.waitFor();
    const says = await researcher.textContent();
    expect(says).toContain("reads only .lore/ of the project · searches the web and reads pages");
    expect(says).toContain("by default 150 turns, $5.00, no time limit");
    // The rehearsal is no finished work.
    expect(says).toContain("0 finished, 1 failed");
    expect(says).toContain("1 rehearsal, counted separately");
    await page.getByText("One was skipped.").waitFor();
    await page.getByText(/packages\/cartographer/).waitFor();
    await shoot(page, "workers-1440");
  });

  longTest("one is told in full, and commissioned with one key", async () => {
    const page = await browser.openPage(hall, "/workers/researcher");
    const posture = page.getByRole("region", { name: "Its instructions (posture)" });
    await posture.locator("p").first().waitFor();
    await page.getByText("not yet tried on real work").waitFor();
    await page.getByText("15 tools, by name").click();
    await page.getByText("read_memory · write_memory").waitFor();
    const last = page.getByRole("region", { name: "Its last commissions" }).getByRole("listitem");
    expect(await last.filter({ hasText: "Rehearsed reading" }).textContent()).toContain("rehearsed");
    await page.keyboard.press("c");
    await page.getByRole("heading", { name: "New commission" }).waitFor();
    const chosen = page.locator("label", { has: page.locator("input[name=worker]:checked") });
    expect(await chosen.textContent()).toStartWith("ResearcherInvestigates a question");
  });

  test("a guild member is started and stopped where it is seen", async () => {
    const page = await browser.openPage(hall, "/workers", { viewport: { width: 390, height: 844 } });
    const members = page.getByRole("region", { name: "Guild members" });
    const example = members.getByRole("listitem").filter({ hasText: "Two small tools" });
    await example.getByText("not used here yet").waitFor();
    await example.getByRole("button", { name: "Start Example" }).click();
    await example.getByText("running", { exact: true }).waitFor();
    await example.getByText("What it printed").click();
    await example
      .getByLabel("What example printed last")
      .or(example.getByText("It has printed nothing."))
      .waitFor();
    await example.getByRole("button", { name: "Stop Example" }).click();
    await example.getByText("stopped", { exact: true }).waitFor();
    expect((await hall.client.members.list()).members.find(({ name }) => name === "example")?.state).toBe(
      "stopped",
    );
    await shoot(page, "workers-390");
  });

  test("what a guild member printed is text, grows, and is left where somebody reads", async () => {
    const page = await browser.openPage(hall, "/workers");
    const noisy = member(page, "Noisy");
    await noisy.getByRole("button", { name: "Start Noisy" }).press("Enter");
    await noisy.getByText("running", { exact: true }).waitFor();
    const { log } = memberLayout(homeLayout(stored.home.root), memberName.parse("noisy"));
    const print = (text: string) => appendFileSync(log, text);
    print("\x1b[31mred\x1b[0m \x07bell \u202eturned <img src=x onerror=alert(1)>\n");
    await noisy.getByText("What it printed").click();
    const printed = noisy.getByLabel("What noisy printed last");
    await printed.getByText("red ␇bell ‹U+202E›turned <img src=x onerror=alert(1)>").waitFor();
    expect(await noisy.getByText("Earlier lines are left out").count()).toBe(0);

    print(Array.from({ length: 300 }, (_, at) => `line ${at}\n`).join(""));
    await printed.getByText(/line 299$/).waitFor();
    await noisy.getByText("Earlier lines are left out").waitFor();
    expect(await isAtEnd(printed)).toBe(true);
    await until("somebody reads from the top", async () => {
      await printed.press("Home");
      return (await printed.evaluate((element) => element.scrollTop)) === 0;
    });
    print("one more\n");
    await printed.getByText(/one more$/).waitFor();
    expect(await printed.evaluate((element) => element.scrollTop)).toBe(0);
    await noisy.getByRole("button", { name: "Stop Noisy" }).click();
    await noisy.getByText("stopped", { exact: true }).waitFor();
  }, 40_000);

  longTest(
    "a guild member that fails says why; one that takes work can be commissioned, and says of what not",
    async () => {
      const page = await browser.openPage(hall, "/workers");
      const stumbler = member(page, "Stumbler");
      await stumbler.getByRole("button", { name: "Start Stumbler" }).click();
      await stumbler
        .getByText(/no luck with start 1/)
        .first()
        .waitFor();
      await stumbler
        .getByText(/failing|stopped/)
        .first()
        .waitFor();

      await page.getByRole("link", { name: "Helper" }).press("Enter");
      await page
        .getByRole("region", { name: "Health" })
        .getByText("not used here yet")
        .or(page.getByText("stopped", { exact: true }))
        .first()
        .waitFor();
      await page.keyboard.press("c");
      await page.getByRole("heading", { name: "New commission" }).waitFor();
      const chosen = page.locator("label", { has: page.locator("input[name=worker]:checked") });
      expect(await chosen.textContent()).toStartWith("Helperguild member");
      expect(await page.getByLabel("Project", { exact: true }).isDisabled()).toBe(true);
    },
    40_000,
  );

  longTest("one that is not here is said not to be, with what to do", async () => {
    const page = await browser.openPage(hall, "/workers");
    // The second answer is held back: the view must not return to its loading state while it is fetched again.
    const requests: Route[] = [];
    await page.route("**/api/v1/workers/nobody", async (route) => {
      requests.push(route);
      if (requests.length === 1) await route.continue();
    });
    await page.goto(new URL("/workers/nobody", page.url()).href);
    await page.getByText("There is no worker “nobody”.").waitFor();
    await until("the answer is fetched again", () => requests.length === 2);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await page.getByText("There is no worker “nobody”.").count()).toBe(1);
    expect(await page.getByRole("link", { name: "Commission it" }).count()).toBe(0);
    await requests[1]?.continue();
    await page.getByRole("link", { name: "See all workers" }).click();
    await page.waitForURL("**/workers");
  });
});

function member(page: Page, name: string): Locator {
  return page.getByRole("region", { name: "Guild members" }).getByRole("listitem").filter({ hasText: name });
}

function isAtEnd(element: Locator): Promise<boolean> {
  return element.evaluate(
    ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop < 4,
  );
}
