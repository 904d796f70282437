// Work that could not be merged, and work that changed nothing, have one seal wherever they are shown.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { TreeOutcome } from "../../../src/contract/project/tree.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { keptAt, someTree } from "../../harness/ledger/checked.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { type TestHall, TestHome } from "../../harness/hall.ts";
import { shoot, useBrowser } from "../../harness/page/page.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { longTest } from "../../harness/long.ts";

const kept = keptAt("b".repeat(40));
const torn: TreeOutcome = { ...kept, state: "conflict", conflicts: ["src/queue.ts"] };
const idle: TreeOutcome = { ...kept, state: "unchanged", tip: null, branch: null };
const check = { command: "npm test", timeoutSeconds: 60, from: "project" } as const;
const passed: FactBody[] = [
  { type: "work.finished", end: { how: "normal", finalText: "Done." }, snapshot: null },
  {
    type: "check.ran",
    from: "project",
    run: { command: "npm test", exitCode: 0, timedOut: false, output: "", cut: false, ms: 9 },
  },
];

describe.skipIf(isWithoutBrowser)("one seal", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  const ids: Record<string, CommissionId> = {};

  beforeAll(async () => {
    const layout = homeLayout(home.root);
    for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
    writeFileSync(layout.version, "1\n");
    const ledger = await openSomeLedger(layout);
    const store = (title: string, outcome: TreeOutcome, facts: FactBody[]) =>
      carryOut(ledger, {
        request: { title, rehearsal: null },
        tree: { plan: someTree, outcome },
        facts,
        checks: facts.length === 0 ? [] : [check],
      });
    ids["idle"] = await store("Look it over", idle, []);
    ids["torn"] = await store("Mend the queue", torn, passed); // the last to come back
    await ledger.close();
    hall = await home.open();
  }, 30_000);
  afterAll(() => home.dispose());

  test("at home: in the sentence, in what came back last, in what came back today and in what needs a person", async () => {
    const page = await browser.openPage(hall);
    await page
      .getByText("Nothing running, two came back today: one changed nothing, one in conflict.")
      .waitFor();
    const last = page.getByText(/^Last back:/).locator("..");
    expect(await last.textContent()).toMatch(/^Last back: Conflict Mend the queue/);
    const back = page.getByRole("region", { name: "Came back today" });
    const row = (title: string) => back.locator("[data-row]", { hasText: title });
    expect(await row("Mend the queue").textContent()).toContain("Conflict");
    expect(await row("Look it over").textContent()).toContain("Changed nothing");
    expect(await row("Look it over").getByText("Changed nothing").locator("svg").count()).toBe(0);
    const needs = page.getByRole("region", { name: "Needs you" }).locator("[data-row]");
    expect(await needs.textContent()).toMatch(/Mend the queue.*Conflict/);
    expect(await page.getByText("Verified").count()).toBe(0);
    await shoot(page, "one-seal-home");
  });

  longTest.each([["board"], ["table"]])("in the %s, and by the filter", async (view) => {
    const page = await browser.openPage(hall, `/commissions?view=${view}`);
    await page.getByText("2 commissions", { exact: true }).waitFor();
    const main = page.getByRole("main");
    const seals = async () =>
      (
        await Promise.all(
          ["Verified", "Claimed", "Conflict", "Changed nothing"].map((word) =>
            main.locator("a, td, [role=cell]").getByText(word, { exact: true }).count(),
          ),
        )
      ).map((count) => Math.min(count, 1));
    expect(await seals()).toEqual([0, 0, 1, 1]);
    const trust = page.getByRole("combobox", { name: "Trust" });
    for (const [value, many] of [
      ["verified", 0],
      ["claimed", 0],
      ["conflict", 1],
      ["unchanged", 1],
    ] as const) {
      await trust.selectOption(value);
      await page.getByText(`${many} of 2 commissions`, { exact: true }).waitFor();
    }
  });

  longTest.each([
    ["torn", "Conflict", "Completed, but it could not be merged"],
    ["idle", "Changed nothing", "Completed without a change to the repository"],
  ] as const)("in the view of one that is %s, with the timeline and the result", async (which, word, end) => {
    const page = await browser.openPage(hall, `/commissions/${ids[which]}?tab=timeline`);
    const head = page.getByRole("main").getByRole("banner").or(page.locator("header")).first();
    await page.getByText(end).waitFor();
    await head.getByText(word, { exact: true }).waitFor();
    for (const other of ["Verified", "Claimed", "Completed"])
      expect(await head.getByText(other, { exact: true }).count()).toBe(0);
    await page
      .getByRole("tab", { name: /^Result/ })
      .or(page.getByRole("link", { name: /^Result/ }))
      .first()
      .click();
    await page.getByRole("article").getByText(word, { exact: true }).waitFor();
    expect(await page.getByText("Verified", { exact: true }).count()).toBe(0);
    await shoot(page, `one-seal-${which}`);
  });
});
