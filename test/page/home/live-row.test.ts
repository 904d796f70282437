// What is at work, as home shows it: each figure as it changes, and where it goes when it is over.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import type { Page } from "playwright-core";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { isWithoutBrowser } from "../../harness/page/browser.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { type TestHall, TestHome } from "../../harness/hall.ts";
import { type HeldBench, holdBench } from "../../harness/held-bench.ts";
import { shoot, useBrowser } from "../../harness/page/page.ts";
import { quick } from "../../harness/rehearsals.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { longTest } from "../../harness/long.ts";

const titles = {
  paid: "Retry failed webhooks",
  rehearsed: "Played by a script",
  unpriced: "By another model",
};
type Kind = keyof typeof titles;

const answered = (turn: number, costUsd: number | null): FactBody => ({
  type: "model.answered",
  kind: "main",
  model: costUsd === null ? "stranger-1" : "claude-opus-5-5",
  tokens: { input: 1000, output: 2000, cacheRead: 17_000 * turn, cacheWrite: 0 },
  costUsd,
  budgetUsd: 0.4,
  whole: true,
  ms: 900,
});

describe.skipIf(isWithoutBrowser)("what is at work", () => {
  const browser = useBrowser();
  const home = new TestHome();
  const benches = {} as Record<Kind, HeldBench>;
  let hall: TestHall;

  beforeAll(async () => {
    const layout = homeLayout(home.root);
    for (const path of [layout.run, layout.logs, layout.commissions, layout.trash]) mkdirSync(path);
    writeFileSync(layout.version, "1\n");
    const ledger = await openSomeLedger(layout);
    for (const [kind, title] of Object.entries(titles)) {
      const rehearsal = kind === "rehearsed" ? quick : null;
      const id = await carryOut(ledger, { request: { title, rehearsal }, end: null });
      benches[kind as Kind] = await holdBench(layout, id);
    }
    await ledger.close();
    hall = await home.open();
  });
  afterAll(async () => {
    for (const bench of Object.values(benches)) bench.leave();
    await home.dispose();
  });

  const rows = (page: Page, region: string) =>
    page.getByRole("region", { name: region }).locator("[data-row]");
  const rowOf = (page: Page, kind: Kind) => rows(page, "At work now").filter({ hasText: titles[kind] });

  test("shows its word, turns, tokens, context, dollars and time as they change, then comes back", async () => {
    const page = await browser.openPage(hall);
    const row = rowOf(page, "paid");
    await row.getByText("Nothing said yet").waitFor();
    await row.getByText("0 turns").waitFor();
    await benches.paid.say(answered(1, 0.42), { type: "session.said", text: "Reading the queue." });

    for (const says of ["Reading the queue.", "1 turn20.0k tokens", "$0.42"])
      await row.filter({ hasText: says }).waitFor();
    const [elapsed, context] = [await figure(page, "Elapsed"), await figure(page, "Context")];
    expect(elapsed).toMatch(/^\d\d:\d\d$/);
    expect(context).toMatch(/^[1-9]\d* % context$/);

    await benches.paid.say(
      answered(2, 0.5),
      { type: "tool.called", callId: "t", tool: "Read", input: '{"file_path":"a.ts"}' },
      { type: "progress.reported", callKey: "p", summary: "Half of it is done." },
    );
    for (const says of ["Half of it is done.", "2 turns57.0k tokens", "$0.92"])
      await row.filter({ hasText: says }).waitFor();
    expect(await figure(page, "Context")).not.toBe(context);
    await page.waitForFunction((before) => !document.body.innerText.includes(before), elapsed);
    await shoot(page, "live-row-1440");

    const end = { how: "normal", finalText: "Done." } as const;
    await benches.paid.say(
      {
        type: "result.submitted",
        callKey: "r",
        summary: "Three tries each.",
        output: "# Done",
        artifacts: [],
      },
      { type: "session.ended", end, ms: 5000 },
    );
    benches.paid.leave();
    const back = rows(page, "Came back today").filter({ hasText: titles.paid });
    await back.waitFor();
    expect(await back.innerText()).toMatch(/Three tries each\.[\s\S]*Claimed[\s\S]*no checks[\s\S]*\$0\.92/);
    await row.waitFor({ state: "detached" });
    await page.getByText("Spent $0.92 today").waitFor();

    async function figure(on: Page, name: string): Promise<string> {
      const term = rowOf(on, "paid").locator("dl > div", { has: on.locator("dt", { hasText: name }) });
      return (await term.locator("dd").innerText()).trim();
    }
  }, 30_000);

  longTest(
    "of a rehearsal has no dollars, and of a model without a known price unknown ones",
    async () => {
      const page = await browser.openPage(hall, "/", { viewport: { width: 390, height: 844 } });
      const [played, unpriced] = [rowOf(page, "rehearsed"), rowOf(page, "unpriced")];
      await benches.rehearsed.say(answered(1, 0));
      await benches.unpriced.say(answered(1, null));
      await played.filter({ hasText: "1 turn20.0k tokens" }).waitFor();
      expect(await played.innerText()).not.toContain("$");
      await played.getByText("rehearsed", { exact: true }).waitFor();
      await unpriced.getByText("unknown", { exact: true }).waitFor();
      expect(await unpriced.innerText()).not.toContain("$");
      await shoot(page, "live-row-390");
    },
    30_000,
  );
});
