// What a person writes on the page is not lost: not to another tab, a slow hall, a row that comes and goes, or a browser
// that keeps nothing. And it is sent once.
import { describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import { type TestHall, until } from "../harness/hall.ts";
import { linkTo, useBrowser } from "../harness/page/page.ts";
import { type StoredHome, useStoredHome } from "./home/home-stored.ts";
import { longTest } from "../harness/long.ts";

describe.skipIf(isWithoutBrowser)("what a person writes", () => {
  const browser = useBrowser();
  let stored: StoredHome;
  let hall: TestHall;
  useStoredHome((opened) => ({ stored, hall } = opened));

  const task = (page: Page) => page.getByRole("textbox", { name: "Task" });
  const answer = (page: Page) => page.getByRole("textbox", { name: /^Your answer/ });

  /** Lets orders of this kind through to the hall only when the test says so. */
  async function holdBack(page: Page, address: string) {
    const held: Route[] = [];
    await page.route(address, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      held.push(route);
    });
    return {
      held,
      letGo: () => Promise.all(held.splice(0).map((route) => route.continue())),
    };
  }

  longTest("in one tab stands in the other, so that neither writes over it", async () => {
    const context = await browser.newContext();
    const [one, other] = [await context.newPage(), await context.newPage()];
    for (const page of [one, other]) {
      await page.goto(await linkTo(hall, "/new"));
      await task(page).waitFor();
    }
    await task(one).fill("A long task");
    await other.waitForFunction(() => document.querySelector("textarea")?.value === "A long task");
    await other.getByLabel("Title").fill("Its title");
    await one.reload();
    await task(one).waitFor();
    expect([await task(one).inputValue(), await one.getByLabel("Title").inputValue()]).toEqual([
      "A long task",
      "Its title",
    ]);
    await one.getByRole("button", { name: "Discard the draft" }).click();
    await other.waitForFunction(() => document.querySelector("textarea")?.value === "");
  });

  longTest("while its draft is being sent stays, and what was sent is sent as it was", async () => {
    const page = await browser.openPage(hall, "/new");
    const orders = await holdBack(page, "**/api/v1/commissions");
    await page.getByText("Until then you can rehearse").waitFor();
    await page
      .getByRole("button", { name: /rehearsed$/ })
      .first()
      .click();
    await page.getByLabel("Title").fill("Sent as it was");
    // It waits for one that waits for ever, so that nothing is started.
    await page.evaluate((id) => {
      const kept = JSON.parse(localStorage.getItem("guild-hall-draft") ?? "{}") as { draft: object };
      const draft = { ...kept.draft, after: [id] };
      localStorage.setItem("guild-hall-draft", JSON.stringify({ ...kept, draft }));
    }, stored.ids.waits);
    await page.reload();
    await page.getByRole("button", { name: "Rehearse it" }).click();
    await page.getByRole("button", { name: "Sending…" }).waitFor();
    await page.getByLabel("Title").fill("Written since");
    expect(orders.held).toHaveLength(1);
    await orders.letGo();
    await page.getByRole("heading", { name: "Sent as it was" }).waitFor();
    await page.goto(await linkTo(hall, "/new"));
    await task(page).waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe("Written since");
  });

  test("as an answer stays when its form is closed, and is sent once", async () => {
    const page = await browser.openPage(hall);
    await page.getByRole("button", { name: /^Answer/ }).click();
    await answer(page).fill("It does not survive.");
    await page.getByRole("button", { name: "Not now", exact: true }).click();
    await page.reload();
    await page.getByRole("button", { name: /^Answer/ }).click();
    await answer(page).waitFor();
    expect(await answer(page).inputValue()).toBe("It does not survive.");
    const orders = await holdBack(page, "**/answers");
    await answer(page).press("Control+Enter");
    await page.getByRole("button", { name: "Answering…" }).waitFor();
    await answer(page).press("Control+Enter");
    await page.getByRole("button", { name: "Agree with the assumption" }).click();
    expect(orders.held).toHaveLength(1);
    await orders.letGo();
    await answer(page).waitFor({ state: "detached" });
    const { questions } = await hall.client.detail(stored.ids.asks);
    expect(questions.map((each) => each.answer)).toEqual(["It does not survive."]);
  });

  test("as a note to a worker is said once, and stays in its field while the hall refuses it", async () => {
    const id = stored.ids.waits;
    const page = await browser.openPage(hall, `/commissions/${id}`);
    const note = page.getByRole("textbox", { name: "Say something to the worker" });
    const notes = page.getByRole("list", { name: "Notes to the worker" }).getByRole("listitem");
    await note.waitFor();
    await page.keyboard.press("m");
    await page.keyboard.press("Control+Enter");
    await page.getByText("It is empty: write something first.").waitFor();
    const words = `Use v2. <img src=x onerror="window.hit=1"> **now** \u202e`;
    await page.keyboard.insertText(words);
    await page.getByText("It is empty: write something first.").waitFor({ state: "detached" });
    await page.reload();
    await note.waitFor();
    expect(await note.inputValue()).toBe(words);
    const orders = await holdBack(page, "**/notes");
    await note.press("Control+Enter");
    await page.getByRole("button", { name: "Telling…" }).waitFor();
    await note.press("Control+Enter");
    expect(orders.held).toHaveLength(1);
    const [lost] = orders.held.splice(0);
    await lost?.fetch(); // the hall has it, and its answer is lost
    await lost?.abort();
    await page.getByText("The hall does not answer.").waitFor();
    await note.press("Control+Enter");
    await until("the note is sent again", () => orders.held.length === 1);
    await orders.letGo();
    await page.unroute("**/notes");
    await until("the field is empty", async () => (await note.inputValue()) === "");
    await notes.first().waitFor();
    expect(await notes.allTextContents()).toEqual([expect.stringContaining("**now** ‹U+202E›")]);
    expect(await notes.first().textContent()).toContain("Not heard yet");
    expect(await page.evaluate(() => "hit" in window || document.querySelector("main img"))).toBeFalsy();
    for (const text of Array.from({ length: 19 }, (_, n) => `More ${n}.`))
      await hall.client.tell(id, { text });
    await note.fill("One more");
    await note.press("Control+Enter");
    await page.getByText("20 notes wait to be heard already.").waitFor();
    expect(await note.inputValue()).toBe("One more");
    await note.fill("x".repeat(20_001));
    await note.press("Control+Enter");
    await page.getByText("It has 20,001 characters;").waitFor();
    expect((await note.inputValue()).length).toBe(20_001);
    expect((await hall.client.detail(id)).notes).toHaveLength(20);
  });

  longTest("can be written, and the page be used, in a browser that keeps nothing", async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      for (const name of ["sessionStorage", "localStorage", "indexedDB"])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException("Access is denied.", "SecurityError");
          },
        });
    });
    const page = await context.newPage();
    await page.goto(await linkTo(hall, "/new"));
    await task(page).fill("Still mine");
    await page.getByText("This browser cannot keep drafts").waitFor();
    await page.getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: /need you|needs you/ }).waitFor();
    await page.getByRole("button", { name: "Dark" }).or(page.getByLabel("Dark")).first().click();
    await page.goBack();
    await task(page).waitFor();
    expect(await task(page).inputValue()).toBe("Still mine");
  });
});
