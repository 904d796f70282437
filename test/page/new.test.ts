// A new commission, as a person writes one: by mouse and by keyboard alone. Each waits for work that failed, so none begins.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { type CommissionId, commissionId, projectName } from "../../src/contract/home/ids.ts";
import { isWithoutBrowser } from "../harness/page/browser.ts";
import type { TestHall } from "../harness/hall.ts";
import { makeRepository } from "../harness/git/repositories.ts";
import { linkTo, shoot, useBrowser } from "../harness/page/page.ts";
import { type StoredWork, storeWork } from "./workers-stored.ts";
import { longTest } from "../harness/long.ts";

const credential = { kind: "api_key", secret: "sk-test" } as const;
const handoff = { ...emptyHandoff, credential, baseUrl: "http://upstream.invalid" };

describe.skipIf(isWithoutBrowser)("a new commission", () => {
  const browser = useBrowser();
  let stored: StoredWork;
  let hall: TestHall;
  beforeAll(async () => {
    stored = await storeWork();
    hall = await stored.home.open({ handoff });
  });
  afterAll(() => stored.home.dispose());

  test("is written by mouse, kept over a reload, and sent once", async () => {
    const page = await browser.openPage(hall, "/new");
    await chooseWorker(page, /^Writer/);
    await page.getByLabel("Project", { exact: true }).selectOption("lantern");
    await page.getByRole("textbox", { name: "Task" }).fill("# A checklist\n\nFor **releases**.");
    await page.getByRole("tab", { name: "Preview" }).click();
    await page.getByRole("heading", { name: "A checklist" }).waitFor();
    await chooseFailed(page);
    await page.getByRole("button", { name: "Add a check" }).click();
    await page.getByLabel("Check 1").fill("npm test");
    await page
      .getByText(
        "It waits for “Compare queue engines”, which failed. Redispatch that one, so that this one can start.",
      )
      .waitFor();
    await page.reload();
    await page.getByText("Your draft is kept in this browser").waitFor();
    expect(await page.getByLabel("Check 1").inputValue()).toBe("npm test");
    expect(await page.getByLabel("Title").getAttribute("placeholder")).toBe("A checklist");
    await shoot(page, "new-1440");
    await page.getByRole("button", { name: "Commission it" }).dblclick();
    const made = await hall.client.detail(await arrivedAt(page));
    expect(made).toMatchObject({
      worker: "writer",
      project: "lantern",
      title: "A checklist",
      status: "blocked",
    });
    expect(
      (await hall.client.list()).commissions.filter(({ title }) => title === "A checklist"),
    ).toHaveLength(1);
    await page.goto(await linkTo(hall, "/new"));
    await page.getByText("What you write is kept in this browser").waitFor();
  });

  test("is written and sent by the keyboard alone", async () => {
    const page = await browser.openPage(hall, "/new");
    const first = page.getByRole("group", { name: "Worker", exact: true }).getByRole("radio").first();
    await first.waitFor({ state: "attached" });
    await first.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByText("Implementer works in an empty directory of its own.").waitFor();
    await page.getByRole("textbox", { name: "Task" }).focus();
    await page.keyboard.type("Find out why it is slow.");
    await page.getByRole("combobox", { name: "Wait for" }).focus();
    await page.keyboard.type("queue engines");
    await page.getByRole("option", { name: /Compare queue engines/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("combobox", { name: "Labels" }).focus();
    await page.keyboard.type("speed");
    await page.getByRole("option", { name: /a new label/ }).waitFor();
    await page.keyboard.press("Enter");
    await page
      .getByText(
        "It waits for “Compare queue engines”, which failed. Redispatch that one, so that this one can start.",
      )
      .waitFor();
    await page.keyboard.press("Control+Enter");
    const made = await hall.client.detail(await arrivedAt(page));
    expect(made).toMatchObject({ title: "Find out why it is slow.", labels: ["speed"], status: "blocked" });
  });

  longTest("waits for documents that are there and for those to come, and says which", async () => {
    const path = makeRepository({ "docs/plan.md": "# Plan\n", LICENSE: "free\n" });
    await hall.client.projects.add({ name: projectName.parse("harbour"), path, dryRun: false });
    const page = await browser.openPage(hall, "/new?worker=writer&project=harbour");
    await page.getByRole("textbox", { name: "Task" }).fill("Go by the plan.");
    const field = page.getByRole("combobox", { name: "Wait for" });
    await field.focus();
    await page.keyboard.type("plan");
    await page.getByRole("option", { name: "docs/plan.md on claude/main" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("docs/plan.md is on claude/main already.").waitFor();
    await page.getByText("It starts at once.").waitFor();
    await page.keyboard.type("docs/review.md");
    await page.getByRole("option", { name: "docs/review.md not there yet" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("docs/review.md is not on claude/main yet: the commission waits for it.").waitFor();
    await page.getByText("It starts at once.").waitFor({ state: "detached" });
    await shoot(page, "new-documents");
    // Work of no project has no documents, and it is said at the field.
    await page.getByLabel("Project", { exact: true }).selectOption("");
    await page.getByRole("alert").filter({ hasText: "“docs/plan.md” is a document" }).waitFor();
    await page.getByLabel("Project", { exact: true }).selectOption("harbour");
    await page.keyboard.press("Control+Enter");
    const made = await hall.client.detail(await arrivedAt(page));
    expect(made).toMatchObject({
      status: "blocked",
      after: ["docs/plan.md", "docs/review.md"],
      blockedBy: ["waits for docs/review.md on claude/main"],
    });
  });

  longTest("has labels by keyboard and by mouse, which are found again on the list", async () => {
    const page = await browser.openPage(hall, "/new?worker=writer");
    const box = page.getByRole("combobox", { name: "Labels" });
    const chips = page.getByRole("toolbar", { name: "Labels: chosen" });
    await page.getByRole("textbox", { name: "Task" }).fill("Label me.");
    await chooseFailed(page);
    await box.fill("a;b");
    await page.getByText("A label begins with a letter or a digit").waitFor();
    await page.keyboard.press("Enter");
    expect(await box.inputValue()).toBe("a;b");
    await box.fill("que");
    await page.getByRole("option", { name: "queues" }).click();
    await box.fill("queues");
    await page.getByText("“queues” is chosen already.").waitFor();
    await page.keyboard.press("Escape");
    expect(await box.inputValue()).toBe("");
    // What was typed and not entered is not lost: whoever goes on has meant it.
    await box.fill("left");
    await page.keyboard.press("Tab");
    await box.fill("by mouse");
    await page.mouse.click(5, 300);
    await chips.getByText("by mouse").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove by mouse" }).click();
    await box.fill("gone");
    await page.keyboard.press("Enter");
    await chips.getByText("gone").waitFor();
    await page.keyboard.press("Backspace");
    await chips.getByText("gone").waitFor({ state: "detached" });
    await box.fill("sent");
    await page.keyboard.press("Control+Enter");
    const made = await hall.client.detail(await arrivedAt(page));
    expect(made.labels).toEqual(["queues", "left", "sent"]);

    await page.getByRole("link", { name: "sent" }).click();
    await page.waitForURL(/\/commissions\?label=sent/);
    await page.getByText(/^1 of \d commissions/).waitFor();
    await page.getByRole("combobox", { name: "Label" }).selectOption("queues");
    await page.waitForURL(/label=queues/);
    await page.getByText(/^2 of \d commissions/).waitFor();
    // A filter is no step of its own: the way back leads to where one came from.
    await page.goBack();
    await page.waitForURL(new RegExp(made.id));
  });

  longTest(
    "offers a rehearsal behind a fold where there is a model, and says which cannot be played",
    async () => {
      const page = await browser.openPage(hall, "/new");
      const fold = page.getByText("Rehearse instead, without spending anything");
      await fold.waitFor();
      const card = page.getByRole("button", { name: /lantern.*rehearsed/ });
      expect(await card.isVisible()).toBe(false);
      await page.getByRole("textbox", { name: "Task" }).fill("My own words.");
      await fold.click();
      await card.click();
      await page.getByText(/rehearses “.*nothing is spent/).waitFor();
      await page.getByRole("button", { name: "Restore my draft" }).click();
      expect(await page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("My own words.");
      await fold.press("Enter");
      await page.getByText(/more cannot be played here/).click();
      await page.getByText(/implementer\/rehearsals.*needs the settings beside it/).waitFor();
    },
  );

  longTest(
    "narrows its worker's tools, model and checks, and a guild member's tools say why not",
    async () => {
      const page = await browser.openPage(hall, "/new?worker=writer");
      await page.getByRole("textbox", { name: "Task" }).fill("Write little.");
      await chooseFailed(page);
      await page.getByText(/^All of its \d+ tools$/).click();
      const write = page.getByRole("checkbox", { name: "Write", exact: true });
      await write.focus();
      await page.keyboard.press("Space");
      await page.getByText("It must not use Write.").waitFor();
      expect(await page.getByRole("checkbox", { name: /submit_result/ }).isDisabled()).toBe(true);
      await shoot(page, "new-tools");
      await page.getByLabel("Model").fill("claude-haiku-4-5");
      await page.getByRole("button", { name: "Add a check" }).click();
      await page.getByLabel("Check 1").fill("npm test");
      await page.getByLabel("Minutes for each check").fill("2");
      await chooseWorker(page, /guild member/);
      await page
        .getByText("A guild member brings its own tools, so you cannot restrict them here.")
        .waitFor();
      await chooseWorker(page, /^Writer/);
      await page.keyboard.press("Control+Enter");
      const { config, id } = await hall.client.detail(await arrivedAt(page));
      expect(config.model).toBe("claude-haiku-4-5");
      expect(config.tools).not.toContain("Write");
      expect(config.tools).toContain("mcp__commission__submit_result");
      const [first] = (await hall.client.commissionEvents(id, { after: 0 })).events;
      expect(first).toMatchObject({ request: { checks: [{ command: "npm test", timeoutSeconds: 120 }] } });
    },
  );

  test("says before the click what would be refused, and where", async () => {
    const page = await browser.openPage(hall, "/new?worker=researcher&project=lantern");
    await page.getByRole("textbox", { name: "Task" }).fill("Look.");
    await page.getByText("at most 40, says project lantern").waitFor();
    await page.getByLabel("Turns").fill("41");
    await page.getByRole("alert").filter({ hasText: "project lantern allows at most 40 turns" }).waitFor();
    const send = page.getByRole("button", { name: "Commission it" });
    expect(await send.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Control+Enter");
    await page.getByLabel("Turns").fill("40");
    await page.getByRole("alert").waitFor({ state: "detached" });
    expect(await send.getAttribute("aria-disabled")).toBe(null);
    // A guild member is given a task and nothing else.
    await chooseWorker(page, /guild member/);
    expect(await page.getByLabel("Project", { exact: true }).isDisabled()).toBe(true);
    for (const why of ["nothing to run checks on", "no worktree to keep"])
      await page.getByText(`A guild member gets no repository, so there is ${why}.`).last().waitFor();
  });

  longTest("shows a refusal of the hall at the field it concerns", async () => {
    const page = await browser.openPage(hall, "/new?worker=writer");
    await page.getByRole("textbox", { name: "Task" }).fill("Look.");
    const lost = "0197f3a2-7c1b-7abc-8def-0123456789ab";
    await page.evaluate((id) => {
      const kept = JSON.parse(localStorage.getItem("guild-hall-draft") ?? "{}") as {
        draft: { after: string[] };
      };
      kept.draft.after = [id];
      localStorage.setItem("guild-hall-draft", JSON.stringify(kept));
    }, lost);
    await page.reload();
    await page.getByRole("button", { name: "Commission it" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: `There is no commission ${lost} to wait for.` })
      .waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "new-after");
    await page.getByRole("button", { name: "Discard the draft" }).click();
    await page.getByRole("button", { name: "Restore it" }).click();
    expect(await page.getByRole("textbox", { name: "Task" }).inputValue()).toBe("Look.");
  });
});

async function chooseFailed(page: Page): Promise<void> {
  await page.getByRole("combobox", { name: "Wait for" }).click();
  await page.getByRole("option", { name: /Compare queue engines/ }).click();
  await page.keyboard.press("Escape");
}

async function arrivedAt(page: Page): Promise<CommissionId> {
  await page.waitForURL(/\/commissions\/[0-9a-f-]{36}/);
  return commissionId.parse(new URL(page.url()).pathname.split("/").at(-1));
}

/** Its card, as somebody clicks it: not before it stands still. */
async function chooseWorker(page: Page, name: RegExp): Promise<void> {
  await page
    .locator("label")
    .filter({ has: page.getByRole("radio", { name }) })
    .click();
}
