// What was spent and what carries a label, from a person's end: the real hall, and work that the real ledger has on record.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { homeLayout, memberLayout } from "../../../src/contract/home/home-layout.ts";
import { memberName, workerName } from "../../../src/contract/member/member.ts";
import { systemClock } from "../../../src/host/clock.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { TestHome } from "../../harness/hall.ts";
import { answeredOnce } from "../../harness/ledger/histories.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { runHere } from "../support.ts";

const home = new TestHome();
const now = new Date();
const clock = { ...systemClock, now: () => now.getTime() };
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const cost = (costUsd: number | null) => [{ ...answeredOnce, costUsd }];
const spend = (...options: string[]) =>
  runHere(["spend", ...options], { home: home.root, machine: { clock } });

beforeAll(async () => {
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash, layout.guildMembers])
    mkdirSync(path, { recursive: true });
  const ledger = await openSomeLedger(layout);
  const writer = { worker: workerName.parse("writer") };
  await carryOut(ledger, { facts: cost(0.5), request: { labels: ["billing"] } });
  await carryOut(ledger, { facts: cost(0.25), request: writer });
  await carryOut(ledger, { facts: cost(null), request: writer, at: daysAgo(3) });
  await carryOut(ledger, { facts: cost(100), request: { rehearsal: "turns: [{ say: hello }]" } });
  await carryOut(ledger, { facts: cost(7), at: daysAgo(40) });
  await ledger.close();
  const { tokens, kind, model, budgetUsd, whole } = answeredOnce;
  const line = {
    v: 1,
    at: now.toISOString(),
    jobId: "j",
    kind,
    model,
    tokens,
    costUsd: 0.125,
    budgetUsd,
    whole,
  };
  writeFileSync(memberLayout(layout, memberName.parse("scribe")).spend, `${JSON.stringify(line)}\n`);
  await home.open();
});

afterAll(() => home.dispose());

test("each day has its sum and whose work it was; a member's own spend is in it, a rehearsal is not", async () => {
  const { code, out } = await spend();
  expect(code).toBe(0);
  expect(out).toMatch(/^today +\$0\.88 +researcher \$0\.50, writer \$0\.25, member:scribe \$0\.13$/m);
  expect(out).toMatch(/^\d{4}-\d\d-\d\d +unknown +writer unknown$/m);
  expect(out).toContain("In 14 days: $0.88 + unknown. Rehearsals cost nothing and are not counted.");
  expect(out).toContain("The cost of 1 answer is not known");
  expect(out).not.toMatch(/100|\$7/);
});

test("as many days back as somebody asks for, and today alone", async () => {
  expect((await spend("--days", "60")).out).toContain("researcher $7.00");
  expect((await spend("--days", "1")).out).toContain("Today: $0.88.");
});

test("for scripts the hours stand beside the days", async () => {
  const told = JSON.parse((await spend("--json")).out) as { hours: unknown[]; days: unknown[] };
  expect(told.hours).toContainEqual({
    worker: "member:scribe",
    hour: now.toISOString().slice(0, 13),
    usd: 0.125,
    unpriced: 0,
  });
  expect(told.days).toHaveLength(2);
});

test.each(["0", "367", "1.5", "many"])("%s days are refused", async (days) => {
  const { code, err } = await spend("--days", days);
  expect(code).toBe(2);
  expect(err).toContain(`"--days" takes a whole number from 1 to 366, not "${days}".`);
});

test("a label finds what carries it, and nothing else", async () => {
  const list = async (label: string) => {
    const { out } = await runHere(["list", "--label", label, "--json"], { home: home.root });
    return (JSON.parse(out) as { commissions: { labels: string[] }[] }).commissions.map(
      ({ labels }) => labels,
    );
  };
  expect(await list("billing")).toEqual([["billing"]]);
  expect(await list("bill")).toEqual([]);
  const { code, err } = await runHere(["list", "--label", "*"], { home: home.root });
  expect([code, err]).toEqual([1, expect.stringContaining("expected a label")]);
});
