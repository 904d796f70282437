// What is around every view, as a person meets it: by mouse and by keyboard alone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { seriousFindings } from "../harness/page/axe.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { type TestHall, TestHome } from "../harness/hall.ts";
import { linkTo, sheetOver, useBrowser } from "../harness/page/page.ts";
import { firstOf, longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("the page around every view", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  beforeAll(async () => (hall = await home.open()));
  afterAll(() => home.dispose());

  test("teaches on a first visit, without a model how to rehearse", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Nothing needs you");
    await page.getByRole("heading", { name: "Hand over your first commission" }).waitFor();
    await page.getByText("This hall cannot reach a model yet").waitFor();
    await page.getByRole("link", { name: "Rehearse a commission" }).click();
    await page.waitForURL("**/new");
  });

  test("goes everywhere by keys, and the sheet names them", async () => {
    const page = await browser.openPage(hall);
    await heading(page, "Nothing needs you");
    for (const [keys, path, title] of [
      ["gw", "workers", "Workers · Guild Hall"],
      ["gd", "doctor", "Doctor · Guild Hall"],
      ["gh", "", "Home · Guild Hall"],
    ] as const) {
      await page.keyboard.type(keys); // as one: a slow machine is not to come between them
      await page.waitForURL(`**/${path}`);
      // Whoever goes on before a view is there has not arrived in it.
      await page.waitForFunction((wanted) => document.title === wanted, title);
    }
    await page.waitForFunction(() => document.activeElement?.id === "view");
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Defer it").waitFor();
    await page.keyboard.press("n"); // what lies under the sheet is not acted on
    await page.keyboard.press("Escape");
    await sheetOver(page).waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("keeps the chosen theme, and follows the system where none is chosen", async () => {
    const page = await browser.openPage(hall, "/", { colorScheme: "light" });
    await heading(page, "Nothing needs you");
    const light = await ground(page);
    await nav(page).getByRole("radio", { name: "Dark" }).click();
    await page.reload();
    await heading(page, "Nothing needs you");
    const dark = await ground(page);
    expect(dark).not.toBe(light);
    await nav(page).getByRole("radio", { name: "Auto" }).click();
    expect(await ground(page)).toBe(light);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await ground(page)).toBe(dark);
  });

  longTest("moves for nobody who wants no motion, and is set in its own type", async () => {
    const times = async (reducedMotion: "reduce" | "no-preference") => {
      const page = await browser.openPage(hall, "/", { reducedMotion });
      await heading(page, "Nothing needs you");
      return page.evaluate(async () => {
        await document.fonts.ready;
        const link = document.querySelector("nav li a") ?? document.body;
        const loaded = [...document.fonts].filter(({ status }) => status === "loaded");
        return {
          moves: getComputedStyle(link).transitionDuration,
          type: [...new Set(loaded.map(({ family }) => family.replaceAll('"', "")))].sort(),
        };
      });
    };
    expect((await times("reduce")).moves).toBe("0s");
    const { moves, type } = await times("no-preference");
    expect(moves).toBe("0.12s");
    expect(type).toEqual(expect.arrayContaining(["Instrument Sans Variable", "Newsreader Variable"]));
  });

  test("asks whoever the hall does not know to come in", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(hall.record.url);
    await heading(page, "The hall does not know this browser yet");
    expect(await seriousFindings(page)).toEqual([]);
    const field = page.getByLabel(/paste the link/);
    const link = await linkTo(hall, "/");
    await field.fill(`${link.slice(0, -1)}${link.endsWith("A") ? "E" : "A"}`);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("This link was used already, or is too old.").waitFor();
    await field.fill(link);
    await page.keyboard.press("Enter");
    await heading(page, "Nothing needs you");
  });

  test.each(firstOf(["wrong", "%E2%82%AC", `${"a".repeat(11)}.${"b".repeat(43)}`], 1))(
    "keeps its key where a link brings %p in its stead",
    async (other) => {
      const page = await browser.openPage(hall);
      await heading(page, "Nothing needs you");
      await page.goto("about:blank");
      await page.goto(`${hall.record.url}/commissions#code=${other}`);
      await heading(page, "Commissions");
      await page.getByText("There are no commissions yet.").waitFor();
      expect(page.url()).not.toContain("#");
    },
  );

  longTest("takes the code of a link that is followed where it is open, and shows it nowhere", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(hall.record.url);
    await heading(page, "The hall does not know this browser yet");
    await page.goto(await linkTo(hall, "/"));
    await heading(page, "Nothing needs you");
    expect(page.url()).toBe(`${hall.record.url}/`);
  });

  longTest("refuses what can be no link before it is sent", async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(hall.record.url);
    await page.getByLabel(/paste the link/).fill("http://127.0.0.1/#co…de");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /this is not a link from/ }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  longTest("says that the hall is gone, and goes on by itself when it is back", async () => {
    const own = new TestHome();
    const first = await own.open();
    const page = await browser.openPage(first);
    await heading(page, "Nothing needs you");
    await first.kill("SIGKILL");
    await page.getByText(/The hall has not answered for/).waitFor();
    await own.open({ args: ["--port", new URL(first.record.url).port] });
    await page.getByText(/The hall has not answered for/).waitFor({ state: "detached" });
    await own.dispose();
  });

  longTest.each([
    ["light", 1440],
    ["dark", 390],
  ] as const)(
    "has no serious finding of axe, %s at %d, and does not scroll sideways",
    async (scheme, width) => {
      const page = await browser.openPage(hall, "/", {
        colorScheme: scheme,
        viewport: { width, height: 844 },
      });
      await page.getByRole("heading", { name: "Hand over your first commission" }).waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    },
  );
});

async function heading(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

function nav(page: Page): Locator {
  return page.getByRole("navigation", { name: "The hall" });
}

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}
