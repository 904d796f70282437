// What guild members spent beside commissions, read back from where the gateway wrote it.
import { expect, test } from "bun:test";
import { appendFileSync, mkdirSync } from "node:fs";
import { memberLayout } from "../../../src/contract/home/home-layout.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import { readSpend } from "../../../src/model/gateway/jobs/read-spend.ts";
import { createSpendBook } from "../../../src/model/gateway/jobs/spend-file.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { someHome } from "../../harness/ledger/some-ledger.ts";

const [scribe, porter] = [memberName.parse("scribe"), memberName.parse("porter")];
const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };
const answer = { jobId: "j", kind: "main" as const, model: "m", tokens, budgetUsd: 1, whole: true };
const hour = 3_600_000;
const noon = Date.parse("2026-11-16T12:00:00Z");

function someBook() {
  const home = someHome();
  mkdirSync(home.guildMembers);
  let now = noon;
  const book = createSpendBook({
    disk: systemDisk,
    clock: { now: () => now },
    warn: () => undefined,
    pathOf: (member) => memberLayout(home, member).spend,
  });
  const spend = (member: typeof scribe, at: number, costUsd: number | null) => {
    now = at;
    return book.append(member, { ...answer, costUsd });
  };
  const since = async (text: string) =>
    (await readSpend({ disk: systemDisk, home, unread: () => undefined }, text)).map(
      ({ member, costUsd }) => [member, costUsd],
    );
  return { home, spend, since };
}

test("every member's lines since an hour are read, whatever their order, and no earlier one", async () => {
  const { spend, since } = someBook();
  await spend(scribe, noon - 2 * hour, 1);
  await spend(scribe, noon, 2);
  await spend(scribe, noon - hour, 3);
  await spend(porter, noon, null);
  const found = await since("2026-11-16T11");
  expect(found).toHaveLength(3);
  expect(new Set(found)).toEqual(
    new Set([
      [scribe, 3],
      [scribe, 2],
      [porter, null],
    ] as never),
  );
});

test("a torn tail and a line that is none cost no other line", async () => {
  const { home, spend, since } = someBook();
  await spend(scribe, noon, 1);
  appendFileSync(memberLayout(home, scribe).spend, '# a note\n{"v":1,"at":"2026');
  expect(await since("2026-11-16T00")).toEqual([[scribe, 1]]);
});

test("nothing is there where no member has spent anything", async () => {
  const { since } = someBook();
  expect(await since("2026-01-01T00")).toEqual([]);
});

test("the lines of years are not all read", async () => {
  const { home, since } = someBook();
  const line = (at: string) => `${JSON.stringify({ v: 1, at, ...answer, costUsd: 1 })}\n`;
  const path = memberLayout(home, scribe).spend;
  appendFileSync(path, line("2026-11-16T12:00:00.000Z"));
  appendFileSync(path, line("2020-01-01T00:00:00.000Z").repeat(5000));
  // Behind five thousand old ones: a clock that was that wrong is not looked behind.
  expect(await since("2026-11-16T00")).toEqual([]);
  appendFileSync(path, line("2026-11-16T12:00:00.000Z"));
  expect(await since("2026-11-16T00")).toEqual([[scribe, 1]]);
});
