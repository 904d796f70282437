// One commission on the page, as a person reads it and acts on it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { linkTo, shoot, useBrowser } from "../../harness/page/page.ts";
import { type OneStage, openOneStage } from "./one-commission.ts";
import { longTest } from "../../harness/long.ts";

describe.skipIf(isWithoutBrowser)("one commission", () => {
  const browser = useBrowser();
  let stage: OneStage;

  beforeAll(async () => {
    stage = await openOneStage();
  }, 30_000);
  afterAll(() => stage.close());

  const open = (id: string, search = "", options = {}) =>
    browser.openPage(stage.hall, `/commissions/${id}${search}`, options);
  const row = (page: Page, text: string | RegExp) =>
    page.getByRole("list", { name: "Timeline" }).getByRole("listitem").filter({ hasText: text });

  longTest("tells its story, and unfolds what a tool was given and gave back", async () => {
    const page = await open(stage.told, "?tab=timeline");
    await page.getByRole("heading", { level: 1, name: /Idempotency keys/ }).waitFor();
    await row(page, "I will read how create is parsed").waitFor();
    await row(page, "With the job.").getByText("One durable write guards the reply.").waitFor();
    await page.getByText("Completed: its checks passed").waitFor();
    const call = page.getByRole("button", { name: /Read src\/create\.ts · 2 lines/ });
    expect(await call.getAttribute("aria-expanded")).toBe("false");
    await call.click();
    await page.getByRole("group", { name: "What the tool returned" }).getByText("const a = 1;").waitFor();
    expect(await page.getByRole("button", { name: /^Bash .*failed$/ }).count()).toBe(1);
    await shoot(page, "commission");
  });

  test("runs nothing that its worker wrote, and shows what would hide", async () => {
    const page = await open(stage.told, "?tab=timeline");
    await page.getByText("Completed: its checks passed").waitFor();
    await page.getByRole("button", { name: /Bash/ }).click();
    for (const tab of ["Result", "Artifacts", "Ledger", "Told", "Timeline"])
      await page.getByRole("tab", { name: tab }).click();
    expect(await page.evaluate(() => (window as { hit?: number }).hit)).toBeUndefined();
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("‹U+202E›gpj");
  });

  test("shows what its worker was told, part by part, and says so where nothing is known", async () => {
    const page = await open(stage.told, "?tab=told");
    await page.getByText("150 turns, $5, 64 MB of memory").waitFor();
    await page.getByText("Message (user)").click();
    await page
      .getByRole("group", { name: "Message (user)" })
      .getByText("Keep keys for a day. <img")
      .waitFor();
    await page.getByText("Tool Read").click();
    expect(await page.getByRole("group", { name: "Tool Read" }).textContent()).toContain("‹U+202E›gpj");
    await page.goto(await linkTo(stage.hall, `/commissions/${stage.failed}?tab=told`));
    await page.getByText("Nothing is known of what the worker was told.").waitFor();
  });

  test("is gone through by keyboard alone", async () => {
    const page = await open(stage.told, "?tab=timeline");
    await page.getByText("Completed: its checks passed").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    expect(await focusedText(page)).toContain("I will read how");
    await page.keyboard.press("o");
    await page.getByText("no such command").waitFor();
    await page.keyboard.press("k");
    expect(await focusedText(page)).not.toContain("I will read how");
    await page.keyboard.press("6");
    await page.getByRole("tab", { name: "Ledger", selected: true }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=ledger");
    // There is no model: the key says so, as the button does.
    const again = page.getByRole("button", { name: /^Redispatch/ });
    expect(await again.getAttribute("title")).toBe("The hall has no credentials to reach a model.");
    await page.keyboard.press("r");
    await page.getByText("The hall has no credentials to reach a model.").first().waitFor();
    await page.keyboard.press("Delete");
    await page.getByRole("dialog", { name: "Delete this commission?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Delete this commission?" }).waitFor({ state: "detached" });
  });

  test("takes an answer where the question stands, and keeps one that was begun", async () => {
    const page = await open(stage.told, "?tab=timeline");
    const field = page.getByRole("textbox", { name: /Your answer to question 1/ });
    await field.fill("Yes, for a");
    await page.reload();
    expect(await field.inputValue()).toBe("Yes, for a");
    await field.fill("Yes, for a day.");
    await field.press("Control+Enter");
    await field.waitFor({ state: "detached" });
    await row(page, "Should a key survive deletion?").getByText("Yes, for a day.").waitFor();
    const { questions } = await stage.client.detail(stage.told);
    expect(questions[0]?.answer).toBe("Yes, for a day.");
  });

  longTest("shows its result, its files and its checks, each under an address", async () => {
    const page = await open(stage.told, "?tab=result");
    await page.getByRole("heading", { name: "Keys", exact: true }).waitFor();
    await page.getByText("Its checks were run on the finished work, and passed.").waitFor();
    await page.getByRole("tab", { name: /Artifacts/ }).click();
    await page.getByRole("link", { name: /dot\.png/ }).click();
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1);
    expect(await page.locator("img").getAttribute("src")).toStartWith("blob:");
    await page.getByRole("link", { name: /keys\.ts/ }).click();
    await page.getByRole("list", { name: "Lines of keys.ts" }).getByText("kept").waitFor();
    expect(new URL(page.url()).searchParams.get("file")).toBe("keys.ts");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("link", { name: /data\.bin/ })
        .click()
        .then(() => page.getByRole("button", { name: /Download/ }).click()),
    ]);
    expect(download.suggestedFilename()).toBe("data.bin");
    await page.getByRole("tab", { name: /Checks/ }).click();
    await page.getByText("npm test").first().click();
    await page.getByRole("group", { name: "What npm test printed" }).getByText("ok <img").waitFor();
  });

  longTest("filters the lines of its ledger", async () => {
    const page = await open(stage.told, "?tab=ledger&type=tool.called");
    const lines = page.getByRole("list", { name: "Ledger" }).getByRole("listitem");
    await page.getByText("2 lines").waitFor();
    expect(await lines.count()).toBe(2);
    await lines.first().getByRole("button").click();
    await page
      .getByRole("group", { name: /^Line \d+$/ })
      .getByText('"callId": "call-1"')
      .waitFor();
    await page.getByRole("combobox", { name: "Kind of line" }).selectOption("");
    await page.getByText(/^\d\d lines$/).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=ledger");
  });

  test("says before the click what the hall would refuse", async () => {
    const page = await open(stage.failed);
    await page.getByRole("button", { name: "Redispatch" }).click();
    await page.getByRole("dialog").getByLabel("Should a key survive deletion?").fill("No.");
    await page.getByLabel("A note to the worker").fill("Shorter, please.");
    await page.getByRole("dialog").getByRole("button", { name: "Redispatch" }).click();
    // The next attempt, which waits for what never comes.
    await page.getByText("attempt 2").waitFor();
    expect(page.url()).not.toContain(stage.failed);
    await page.getByRole("button", { name: "More actions" }).click();
    const remove = page.getByRole("menuitem", { name: /Delete/ });
    expect(await remove.textContent()).toContain("has not ended cannot be deleted");
    expect(await remove.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("group", { name: "Attempts" }).getByRole("link").click();
    await page.getByText("It was redispatched: attempt two").waitFor();
    const again = page.getByRole("button", { name: /Redispatch/ });
    expect(await again.getAttribute("title")).toContain("It was redispatched before");
    expect((await stage.client.detail(stage.failed)).questions[0]?.answer).toBe("No.");
    await cancelIt(page);
  });

  /** The attempt that was made above, by keyboard alone. */
  async function cancelIt(page: Page): Promise<void> {
    await page.getByRole("link", { name: "attempt two" }).click();
    await page.getByText("Blocked").first().waitFor();
    await page.keyboard.press("x");
    const dialog = page.getByRole("dialog", { name: "Cancel this commission?" });
    await dialog.locator(":is(textarea, input):focus").waitFor();
    await page.keyboard.type("Not needed");
    await page.keyboard.press("Control+Enter");
    await row(page, "Not needed").last().waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.keyboard.press("Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter");
    await page.waitForURL(/\/commissions$/);
  }

  longTest("says that it was deleted while it was open, and that another was never there", async () => {
    const page = await open(stage.told, "?tab=timeline");
    await page.getByText("Completed: its checks passed").waitFor();
    await stage.client.remove(stage.told);
    await page.getByText(/Idempotency keys.* was deleted/).waitFor();
    await page.goto(page.url().replace(stage.told, "0197f3a2-7c1b-7abc-8def-000000000000"));
    await page.getByText(/There is no commission 0197f3a2/).waitFor();
    await page.getByRole("link", { name: "See all commissions" }).waitFor();
  });
});

function focusedText(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}
