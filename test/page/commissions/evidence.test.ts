// The evidence of a check on the page: which tree, which command, how it ended, when, and the first lines that failed.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { keptAt, someTree } from "../../harness/ledger/checked.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { type TestHall, TestHome } from "../../harness/hall.ts";
import { shoot, useBrowser } from "../../harness/page/page.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { longTest } from "../../harness/long.ts";

const tree = "c0ffee1".padEnd(40, "0");
const output = `TAP version 13
${"ok 1 - fine\n".repeat(100)}\u001b[31mnot ok 2 - adds <img src=x onerror=alert(1)>\u001b[0m
  ---
  error: '2 == 3'
  ...
ok 3 - also fine
${"tidying up\n".repeat(300)}the end
`;
const end = { how: "normal", finalText: "Done." } as const;
const check = { command: "npm test", timeoutSeconds: 60, from: "project" } as const;

describe.skipIf(isWithoutBrowser)("the evidence of a check", () => {
  const browser = useBrowser();
  const home = new TestHome();
  let hall: TestHall;
  let id: CommissionId;

  beforeAll(async () => {
    const layout = homeLayout(home.root);
    for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
    writeFileSync(layout.version, "1\n");
    const ledger = await openSomeLedger(layout);
    const run = { command: "npm test", exitCode: 1, timedOut: false, output, cut: false, ms: 3100 };
    id = await carryOut(ledger, {
      request: { title: "Mend the queue", rehearsal: null },
      tree: { plan: someTree, outcome: keptAt("b".repeat(40)) },
      facts: [
        { type: "work.finished", end, snapshot: tree },
        { type: "check.ran", from: "project", run },
      ],
      checks: [check],
    });
    await ledger.close();
    hall = await home.open();
  }, 30_000);
  afterAll(() => home.dispose());

  test("names its tree, command, exit code and time, and shows all that it printed with what failed first marked and in view", async () => {
    const page = await browser.openPage(hall, `/commissions/${id}?tab=checks`);
    const evidence = page.locator("details", { hasText: "npm test" }).first();
    const summary = evidence.locator("summary").first();
    await summary.getByText("c0ffee1").waitFor();
    expect(await summary.textContent()).toMatch(
      /npm test.*exit 1 · 3\.1 s · (?:just now|.+ ago), \w+day, .+ · tree c0ffee1 · required by/,
    );
    expect(await summary.locator("time").getAttribute("datetime")).toMatch(/^\d{4}-\d\d-\d\dT/);
    await page.getByText("The first failure, at line 102").waitFor();
    const all = page.getByRole("group", { name: "What npm test printed" });
    const marked = all.locator("mark");
    expect(await marked.textContent()).toBe(
      "The first failure: not ok 2 - adds <img src=x onerror=alert(1)>\n  ---\n  error: '2 == 3'\n  ...",
    );
    expect((await marked.locator("span").last().textContent())?.trim()).toBe(
      "not ok 2 - adds <img src=x onerror=alert(1)>",
    );
    const [box, failing] = [await all.boundingBox(), await marked.boundingBox()];
    expect(failing?.y).toBeGreaterThanOrEqual(box?.y ?? 0);
    expect(failing?.y).toBeLessThan((box?.y ?? 0) + (box?.height ?? 0));
    expect(await all.textContent()).toContain("the end");
    await shoot(page, "evidence");
  });

  longTest("says in what needs a person which test failed", async () => {
    const page = await browser.openPage(hall);
    const needs = page.getByRole("region", { name: "Needs you" }).locator("[data-row]");
    expect(await needs.textContent()).toMatch(/npm test exited 1: not ok 2 - adds/);
  });
});
