// Home, as a person uses it: by mouse and by keyboard alone.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { seriousFindings } from "../../harness/page/axe.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import type { TestHall } from "../../harness/hall.ts";
import { linkTo, shoot, useBrowser } from "../../harness/page/page.ts";
import { holdWrites } from "../held.ts";
import { storeHome, type StoredHome, useStoredHome } from "./home-stored.ts";
import { firstOf, longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("home", () => {
  const browser = useBrowser();
  let stored: StoredHome;
  let hall: TestHall;
  useStoredHome((opened) => ({ stored, hall } = opened));

  test("says what needs a person and how far what came back can be trusted", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Four things need you");
    const says =
      "One waiting, four came back today: one verified, one claimed, one refuted, one failed; one of them rehearsed.";
    await page.getByText(says).waitFor();
    expect(await page.title()).toBe("(4) Home · Guild Hall");
    const needs = page.getByRole("region", { name: "Needs you" }).locator("[data-row]");
    expect(await needs.allTextContents()).toEqual([
      expect.stringMatching(/^One commission waits for a key.*Model.*Credentials/),
      expect.stringMatching(/^Should a key survive.*Question.*Answer/),
      expect.stringMatching(/^“Retry failed webhooks” does not pass its checks.*Refuted/),
      expect.stringMatching(/^“Archive last month” ran out of turns.*Failed/),
    ]);
    const back = page.getByRole("region", { name: "Came back today" });
    const verified = back.locator("[data-row]", { hasText: "Terminal filter" });
    expect(await verified.textContent()).toMatch(
      /Done as asked\..*Verified1 check · (?:just now|.+ ago), \w+day, /,
    );
    await shoot(page, "home-1440");
  });

  longTest("says what is open and of today before older work has been fetched", async () => {
    const page = await (await browser.newContext()).newPage();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname, searchParams }) => pathname === "/api/v1/commissions" && !searchParams.has("since"),
      async (route) => {
        await released;
        await route.continue();
      },
    );
    await page.goto(await linkTo(hall, "/"));
    await page.getByText(/^One waiting, four came back today/).waitFor();
    await page.getByText(/^Last back:/).waitFor();
    await page.goto(`${hall.record.url}/commissions`);
    await page.getByText(/^\d commissions so far, older ones are being fetched$/).waitFor();
    release();
    await page.getByText(/^\d commissions$/).waitFor();
  });

  test.each(
    firstOf(
      [
        [1440, 900],
        [390, 844],
      ] as const,
      1,
    ),
  )("says in one line of its head what came back last, at %d by %d", async (width, height) => {
    const page = await browser.openPage(hall, "/", { viewport: { width, height } });
    const last = page.getByText("Last back:").locator("..");
    await last.waitFor();
    expect(await last.textContent()).toMatch(
      /^Last back: Verified Terminal filter for worker text · (?:just now|.+ ago), \w+day, .+ · \$0\.00$/,
    );
    const box = await last.boundingBox();
    expect(box?.height).toBeLessThan(40);
    expect((box?.y ?? height) + 40).toBeLessThan(height / 2);
    await last.getByRole("link").click();
    await page.waitForURL(`**/commissions/${stored.ids.verified}`);
  });

  longTest.each([
    ["light", 390],
    ["dark", 1440],
  ] as const)(
    "has no serious finding of axe, %s at %d, and does not scroll sideways",
    async (scheme, width) => {
      const page = await browser.openPage(hall, "/", {
        colorScheme: scheme,
        viewport: { width, height: 844 },
      });
      await heading(page, "Four things need you");
      await page.keyboard.press("a");
      await page.getByRole("textbox", { name: /^Your answer/ }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await shoot(page, `home-answer-${scheme}-${width}`);
    },
  );

  longTest("leads to the evidence by mouse, and to a row by the keyboard", async () => {
    const page = await browser.openPage(hall);
    await page.getByRole("link", { name: "Evidence" }).click();
    await page.waitForURL(`**/commissions/${stored.ids.refuted}?tab=checks`);
    await heading(page, "Retry failed webhooks");
    await page.goBack();
    // Whoever comes back is at the row that was left.
    await page.locator("a:focus", { hasText: "does not pass" }).waitFor();
    for (const key of ["k", "k", "ArrowDown", "j", "j", "Enter"]) await page.keyboard.press(key);
    await page.waitForURL(`**/commissions/${stored.ids.failed}`);
  });

  test("puts a need off and brings it back, and the hall remembers", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Four things need you");
    for (const key of ["j", "j", "j", "l"]) await page.keyboard.press(key);
    await page.getByRole("menuitem", { name: "Until it changes" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await heading(page, "Three things need you");
    // One is at what took its place, and goes on from there.
    await page.locator("a:focus", { hasText: "ran out of turns" }).waitFor();
    expect((await hall.client.attention.list()).deferredTotal).toBe(1);
    await page.reload();
    await heading(page, "Three things need you");
    await page.getByText("One thing deferred").click();
    await page.getByRole("button", { name: /^Bring back/ }).click();
    await heading(page, "Four things need you");
    expect((await hall.client.attention.list()).deferredTotal).toBe(0);
  });

  test("takes an answer by the keyboard alone, and offers nothing that would be refused", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Four things need you");
    await page.keyboard.press("a");
    await page.getByRole("textbox", { name: /^Your answer/ }).waitFor();
    await page.getByRole("button", { name: "Agree with the assumption" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: /^Your answer/ }).waitFor({ state: "detached" });
    await page.keyboard.press("a");
    await page.keyboard.type("No: a key goes with its job. jklr?");
    const held = await holdWrites(page);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Answering…" }).waitFor();
    await page.keyboard.press("Control+Enter");
    held.release();
    await heading(page, "Three things need you");
    const { questions } = await hall.client.detail(stored.ids.asks);
    expect(questions[0]?.answer).toBe("No: a key goes with its job. jklr?");
    expect(held.sent()).toBe(1);
    await page.getByText("Your answer is on record.").first().waitFor();
    // It would be refused: there is no model.
    expect(await page.getByRole("button", { name: "Redispatch with it" }).count()).toBe(0);
  });

  test("asks before it redispatches, by key, with new limits, and shows what the new one waits for", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Three things need you");
    await page.keyboard.press("r");
    const sheet = page.getByRole("dialog", { name: "Redispatch “Retry failed webhooks”?" });
    await sheet.getByLabel("Dollars").fill("many");
    await sheet.getByText("Dollars are a number above 0, such as 2.50.").first().waitFor();
    await page.keyboard.press("Control+Enter");
    await sheet.getByLabel("Dollars").fill("1.5");
    await page.keyboard.press("Control+Enter");
    await page.getByText("“Retry failed webhooks” is redispatched: attempt two.").first().waitFor();
    await heading(page, "Two things need you");
    const waiting = page.getByRole("region", { name: "At work now" }).locator("[data-row]");
    await waiting.getByText("Blocked").waitFor();
    expect(await waiting.allTextContents()).toEqual([
      "Choose a queueThe hall has no credentials to reach a model.Waiting",
      expect.stringMatching(/^Retry failed webhooks attempt 2waits for .*Choose a queue.*rehearsedBlocked$/),
    ]);
    const { continuedBy } = await hall.client.detail(stored.ids.refuted);
    const again = commissionId.parse(continuedBy);
    const [line] = readFileSync(stored.home.layout(again).events, "utf8").split("\n");
    expect(JSON.parse(line ?? "")).toMatchObject({ request: { config: { maxBudgetUsd: 1.5 } } });
  });

  longTest("moves no button under the mouse when its row becomes the one the keys act on", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Two things need you");
    const later = page.getByRole("button", { name: "Later" }).last();
    const places = () =>
      page.locator("[data-row] button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    const before = await places();
    await later.hover();
    await page.mouse.down();
    await page.locator("[data-row] button kbd").first().waitFor();
    expect(await places()).toEqual(before);
    await page.mouse.up();
  });

  test("says before the click what the hall would refuse, and after it what it refused", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Two things need you");
    const redispatch = page.getByRole("button", { name: "Redispatch" });
    await page.getByTitle("the hall has no credentials to reach a model").waitFor();
    expect(await redispatch.getAttribute("aria-disabled")).toBe("true");
    // A page that does not know that there is no model is told so by the hall.
    await page.route("**/api/v1/status", (route) => route.abort());
    await page.reload();
    await heading(page, "Two things need you");
    await redispatch.click();
    await page.getByRole("dialog").getByRole("button", { name: "Redispatch" }).click();
    await page.getByRole("alert").getByText("The hall has no credentials to reach a model.").waitFor();
    await page
      .getByRole("alert")
      .getByText(/^Set ANTHROPIC_API_KEY/)
      .waitFor();
  });
});

describe.skipIf(isWithoutBrowser)("work that handed nothing in", () => {
  const browser = useBrowser();

  longTest("is shown with its last words, which are its result", async () => {
    const { home } = await storeHome({ silent: { title: "Say it", isSilent: true } });
    try {
      const page = await browser.openPage(await home.open());
      const back = page.getByRole("region", { name: "Came back today" });
      const row = back.locator("[data-row]", { hasText: "Say it" });
      expect(await row.textContent()).toContain("Handed in.");
      expect(await back.getByText("It left no message.").count()).toBe(0);
    } finally {
      await home.dispose();
    }
  });
});

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}
